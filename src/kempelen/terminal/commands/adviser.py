"""The adviser at the terminal: choose what to ask, answer with single keys, be told what to do and why."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from rich.table import Table as Grid
from rich.text import Text as Styled

from kempelen.desk.adviser import Adviser, Advising, Answer, Consultation, Option, Query
from kempelen.engine.dice import KeyedDice
from kempelen.engine.errors import BadNotation, BadSetup, IllegalAction
from kempelen.engine.files.numbers import number_in
from kempelen.engine.game import Game
from kempelen.engine.rulings import options_text
from kempelen.engine.setup import edition_for, options_in
from kempelen.engine.trace import Cite, RulingCite, Source, cited
from kempelen.parts.advice import adviser_of
from kempelen.terminal.ask import Named, Quit, Screen, find
from kempelen.terminal.automas import game_with_automas, sheet_given
from kempelen.terminal.commands.rules import show_rulings
from kempelen.terminal.keys import BACK, ENTER, Keyboard
from kempelen.terminal.why import show_trace
from kempelen.text.say import Text
from kempelen.wording import sheet_name

__all__ = ["advise", "wants_advice"]

ANSWERED = frozenset({"chart.yes", "chart.no", "chart.unnumbered_yes", "chart.unnumbered_no", "why.list"})
"""Steps of a why that only repeat what was answered."""
NUMBER = "[0-9][0-9a-z-]*"
"""The author's number of a question."""
ONE_KEY = 9
"""Options with higher numbers need more than one key."""
SECOND = "+"
"""The key for the second of two things that may follow."""


def wants_advice(game: Game[Any], board: bool | None, told: bool, automa: str | None = None) -> bool:
    """Unless it is said, a game's adviser comes first when nothing was told about a board; one that goes by no automa
    cannot be meant where one is named."""
    if board is not None:
        return not board
    if automa is not None and (game.advice is None or not game.advice.by_automa):
        return False
    return not told and adviser_of(game, {}) is not None


def advise(
    screen: Screen,
    game: Game[Any],
    options: Mapping[str, str],
    seed: int | str,
    edition: str = "",
    automa: str | None = None,
) -> int:
    """A sitting with the game's adviser, or one that goes by somebody's automa; the exit status."""
    sheet = None if automa is None else sheet_given(automa, game_with_automas(game.name))[1]
    edition = edition_for(game, edition, screen.say.lang)
    chosen = options_in(game, edition, options)
    adviser = adviser_of(game, chosen, sheet)
    if adviser is None:
        raise BadSetup(Text("adviser.none", game=game.name))
    desk = Desk(screen, game, Advising(adviser, KeyedDice(seed)), chosen)
    if sheet is not None:
        screen.line(sheet_name(game, sheet, screen.say), "bold")
    desk.greet(options_text(edition, chosen, game.rulings))
    try:
        with desk.keyboard:
            while True:
                desk.ask() if desk.advising.query is not None else desk.wait()
    except (Quit, EOFError):
        screen.line()
        screen.tell("adviser.farewell", "dim")
    except KeyboardInterrupt:
        screen.line()
        return 130
    return 0


class Desk:
    """Where a person sits with an adviser."""

    def __init__(self, screen: Screen, game: Game[Any], advising: Advising, options: Mapping[str, str]) -> None:
        self.screen = screen
        self.game = game
        self.advising = advising
        self.options = options
        self.keyboard = Keyboard(screen)
        self.menu = keys_of(screen, advising.adviser)

    # -- telling

    def greet(self, chosen: Text | None) -> None:
        screen = self.screen
        screen.line(screen.say("adviser.heading", game=Text(f"{self.game.name}.title")), "bold")
        for credit in self.game.credits:
            screen.line(screen.say.of(credit), "dim")
        if chosen is not None:
            screen.line(screen.say.of(chosen), "dim")
        screen.line()
        screen.line(screen.say.of(self.advising.adviser.intro))
        screen.tell("adviser.with_board", "dim", command=f"kempelen companion {self.game.name} --board")
        self.help()

    def help(self) -> None:
        """Everything that can be asked, with its key."""
        screen = self.screen
        for group in dict.fromkeys(one.group for one in self.menu.values()):
            screen.line()
            screen.line(screen.say.of(group), "bold")
            entries = [(key, screen.say.of(one.title)) for key, one in self.menu.items() if one.group == group]
            screen.show(keyed(entries, screen.width))
        screen.line()
        screen.tell("adviser.keys", "dim")

    def begin(self) -> None:
        """The title of a consultation, and what to think of."""
        one = self.advising.consultation
        assert one is not None
        self.screen.line()
        self.screen.line(self.screen.say.of(one.title, "Nom"), "bold cyan")
        if one.reminder is not None:
            self.screen.line(self.screen.say.of(one.reminder), "dim", indent=2)
        if self.advising.advice is not None:  # everything was known
            self.tell()

    def tell(self) -> None:
        """The advice, and what led to it."""
        screen, advice = self.screen, self.advising.advice
        assert advice is not None
        screen.line()
        screen.line(f"▶ {screen.say.of(advice.do, 'Nom')}", "bold green")
        for line in advice.how:
            screen.line(screen.say.of(line), indent=2)
        for step in advice.trace:
            if step.text.key not in ANSWERED:
                screen.line(screen.say.of(step.text), "dim", indent=4)
        if (doubt := self.advising.doubt) is not None:
            screen.tell("adviser.doubt", "yellow", indent=2, question=doubt)

    def why(self) -> None:
        """The whole why of the last advice; at a question, where it stands and how we read it."""
        query, advice = self.advising.query, self.advising.advice
        if query is not None:
            if not query.sources:
                self.screen.tell("adviser.no_sources", "dim", indent=2)
            for source in query.sources:
                self.source(source)
        elif advice is not None:
            show_trace(self.screen, advice.trace)
        else:
            self.screen.tell("adviser.nothing_yet", "dim")

    def source(self, source: Source) -> None:
        if isinstance(source, RulingCite):
            show_rulings(self.screen, self.game, source.id, self.options)
        else:
            self.screen.line(cited(source, self.screen.say), "dim", indent=2)

    # -- asking

    def command(self, key: str) -> bool:
        """What can be said at any prompt; True if it was that."""
        say = self.screen.say
        word = key.lower()
        if word in ("u", "undo", say("terminal.word.undo"), BACK):
            self.undo()
        elif word in ("?", "why", say("terminal.word.why")):
            self.why()
        elif word in ("h", "help", say("terminal.word.help")):
            self.help()
        elif word in ("q", "quit", say("terminal.word.quit")):
            raise Quit
        else:
            return False
        return True

    def undo(self) -> None:
        """One step back, and what was said before."""
        screen, advising = self.screen, self.advising
        if not advising.undo():
            screen.tell("session.nothing_to_undo", "red")
            return
        screen.tell("terminal.talk.undone", "green")
        if advising.consultation is None:
            return
        if advising.advice is not None:
            self.tell()
        elif not advising.said:
            self.begin()

    def wait(self) -> None:
        """Between consultations: what next?"""
        screen, advising = self.screen, self.advising
        screen.line()
        follows = advising.advice.then if advising.advice is not None else ()
        for key, follow in zip(("Enter", SECOND), follows, strict=False):
            screen.show(Styled(f"{key:>7}  ", "bold").append(screen.say.of(follow.text), "not bold"))
        key = self.keyboard.read(screen.say("adviser.next") + " ")
        if key == ENTER:
            self.follow(0) if follows else self.help()
        elif key == SECOND and len(follows) > 1:
            self.follow(1)
        elif key.lower() in ("n", "no", screen.say("no")) and advising.doubt is not None:
            advising.deny()
            screen.tell("adviser.denied", "dim", indent=2)
            if advising.advice is not None:
                self.tell()
        elif not self.command(key):
            self.open(key)

    def follow(self, number: int) -> None:
        self.advising.follow(number)
        self.begin()

    def open(self, key: str) -> None:
        one = self.menu.get(key.lower())
        if one is None:
            named = [(Named(self.screen.say.of(other.title), (other.id,)), other) for other in self.menu.values()]
            found = find(key, named, numbers=False) if len(key) > 1 else []
            one = found[0] if len(found) == 1 else None
        if one is None:
            self.screen.tell("adviser.unknown_key", "red", key=key.strip() or "·")
            return
        self.advising.open(one.id)
        self.begin()

    def ask(self) -> None:
        """The next question of the running consultation."""
        query = self.advising.query
        assert query is not None
        prompt = self.prompt(query)
        if query.kind in ("number", "roll"):
            key = self.keyboard.number(prompt, query.least, 9 if zero_is_ten(query) else query.most)
        elif (last := last_number(query)) > ONE_KEY:
            key = self.keyboard.number(prompt, 1, last)
        else:
            key = self.keyboard.read(prompt)
        if self.command(key):
            return
        if not key.strip() and not query.enter and query.kind not in ("roll", "lot"):
            self.screen.tell("adviser.needs_answer", "red")
            return
        try:
            self.answer(query, key)
        except (BadNotation, IllegalAction) as error:
            self.screen.error(error)
            return
        if self.advising.advice is not None:
            self.tell()

    def prompt(self, query: Query) -> str:
        """The question with its number, what can be chosen, and which keys there are."""
        screen, say = self.screen, self.screen.say
        items = [source.item for source in query.sources if isinstance(source, Cite)]
        item = f"{items[0]}) " if items and re.fullmatch(NUMBER, items[0]) else ""
        if query.hint is not None and self.new_hint(query.hint):
            screen.line(say.of(query.hint), "dim", indent=2)
        words = f"{item}{say.of(query.text)}"
        if query.kind in ("roll", "lot"):
            words += f" {say('adviser.enter_rolls' if query.kind == 'roll' else 'adviser.enter_draws')}"
        if query.options:
            offered = choices(query)
            if all(say.of(option.text).lower() == key for key, option in offered):
                return self.in_line(words, f"[{'/'.join(key for key, _ in offered)}]")
            screen.line(words, indent=2)
            if all(before.options != query.options for before, _, _ in self.advising.said):
                screen.show(keyed([(key, say.of(option.text, "Bare")) for key, option in offered], screen.width, 4))
            return "  > "
        if query.kind == "yes_no":
            return self.in_line(words, say("adviser.yes_no"))
        if zero_is_ten(query):
            return self.in_line(words, say("adviser.roll_range", most=query.most))
        return self.in_line(words, say("adviser.range", least=query.least, most=query.most))

    def in_line(self, words: str, offer: str) -> str:
        """Question and keys in one line, if they fit."""
        line = f"  {words} {offer} "
        if len(line) < self.screen.width:
            return line
        self.screen.line(words, indent=2)
        return f"  {offer} "

    def new_hint(self, hint: Text) -> bool:
        """A hint is given once in a consultation."""
        return all(query.hint != hint for query, _, _ in self.advising.said)

    def answer(self, query: Query, key: str) -> None:
        advising, say = self.advising, self.screen.say
        if query.kind in ("roll", "lot") and key == ENTER:
            rolled = advising.roll()
            self.screen.tell("adviser.rolled" if query.kind == "roll" else "adviser.drawn", indent=2, n=rolled)
            return
        advising.answer(meaning(query, key, say("yes"), say("no"), self.labels(query)))

    def labels(self, query: Query) -> list[tuple[Named, str]]:
        say = self.screen.say
        return [(Named(say.of(option.text, "Bare"), (option.id,)), option.id) for option in query.options]


def meaning(query: Query, key: str, yes: str, no: str, named: Sequence[tuple[Named, str]]) -> Answer:
    """What a key or a line means as an answer; something that fits nothing is left as it is."""
    word = key.strip().lower()
    if query.kind == "yes_no":
        for words, value in ((("yes", yes), True), ((("no", no)), False)):
            if word and any(known.startswith(word) for known in words):
                return value
        return key
    if query.kind in ("number", "roll"):
        if word == "0" and zero_is_ten(query):
            return query.most
        number = number_in(word)
        return key if number is None else number
    if not word:
        return query.enter
    for known, option in choices(query):
        if word == known:
            return option.id
    found = find(word, named, numbers=False)
    return found[0] if len(found) == 1 else key


def zero_is_ten(query: Query) -> bool:
    """A die with ten faces shows a 0 for its ten."""
    return query.kind == "roll" and query.most == 10


def last_number(query: Query) -> int:
    """The highest number among the keys of its options."""
    return max((int(key) for key, _ in choices(query) if key.isdecimal()), default=0)


def choices(query: Query) -> list[tuple[str, Option]]:
    """The options with their keys: letters that name them, else numbers; Enter for the one it takes."""
    found: list[tuple[str, Option]] = []
    number = 0
    for option in query.options:
        if option.id == query.enter:
            found.append(("Enter", option))
        elif len(option.id) == 1 and option.id.isalpha():
            found.append((option.id.lower(), option))
        else:
            number += 1
            found.append((str(number), option))
    return found


def keys_of(screen: Screen, adviser: Adviser) -> dict[str, Consultation]:
    """The key that opens each consultation."""
    found: dict[str, Consultation] = {}
    for one in adviser.consultations:
        key = screen.say.of(one.key) if one.key is not None else str(len(found) + 1)
        found[key] = one
    return found


def keyed(entries: Sequence[tuple[str, str]], width: int, indent: int = 2) -> Grid:
    """Entries behind their keys, in as many columns as fit."""
    wide = max(len(key) + len(text) for key, text in entries) + 5
    across = max(1, min(len(entries), (width - indent) // wide, 4))
    high = -(-len(entries) // across)
    grid = Grid(box=None, show_edge=False, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
    grid.add_column(min_width=indent - 2 if indent > 2 else 0)
    for _ in range(across):
        grid.add_column(justify="right", style="bold", no_wrap=True)
        grid.add_column(min_width=wide - 6)
    for row in range(high):
        cells = entries[row::high]
        grid.add_row("", *(part for cell in cells for part in cell))
    return grid
