"""The checks every game must pass: `kempelen check GAME`, and the project's own tests.

Each function plays from a seed and gives the problems it found, in plain words; an empty list is a pass.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import fields, is_dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from kempelen.behaviour.trace import RulingCite, Trace
from kempelen.engine.dice import TapeDice
from kempelen.engine.errors import PlayerError
from kempelen.engine.game import Game, Setup, say_in
from kempelen.engine.player import Player, RandomPlayer
from kempelen.engine.record import Record, export, read_record
from kempelen.engine.session import Session
from kempelen.engine.table import Choice, Decision, DirectTable, Event, NeedInput, Seat, Table
from kempelen.text.say import LANGUAGES, MissingText, Text, compare_catalogues, load_catalogue

__all__ = ["checks", "default_setup", "snapshot"]

Problems = list[str]
BANNED = frozenset({"random", "secrets", "time", "datetime", "os", "uuid"})


def default_setup(game: Game[Any], who: str, scenario: str | None = None, players: int | None = None) -> Setup:
    """A game of this scenario with the same kind of player in every seat."""
    scenario = scenario or game.scenarios[0]
    counts = game.seat_counts(scenario)
    seats = players if players is not None else min(counts, key=lambda n: abs(n - 5))
    return Setup(game.name, scenario, (who,) * seats)


def snapshot(thing: Any) -> Any:
    """Everything inside a state as nested tuples, to compare states field by field.

    Names with an underscore are left out: what a class only remembers for speed is no part of the state.
    """
    if thing is None or isinstance(thing, str | int):
        return thing
    if isinstance(thing, list | tuple):
        return tuple(snapshot(item) for item in thing)
    if isinstance(thing, Mapping):
        return tuple((snapshot(key), snapshot(value)) for key, value in thing.items())
    if isinstance(thing, set | frozenset):
        return tuple(sorted(map(repr, thing)))
    if is_dataclass(thing) and not isinstance(thing, type):
        return type(thing).__name__, tuple(snapshot(getattr(thing, field.name)) for field in fields(thing))
    slots = [name for kind in type(thing).__mro__ for name in getattr(kind, "__slots__", ()) if name[0] != "_"]
    if slots:
        return type(thing).__name__, tuple(snapshot(getattr(thing, name, None)) for name in slots)
    return thing


class _Watcher(Player):
    """Plays at random with dice of its own, and shows every decision to somebody."""

    def __init__(self, seed: int) -> None:
        self.random = RandomPlayer(TapeDice(seed))
        self.seen: list[Decision[Any]] = []

    def decide(self, decision: Decision[Any], table: Table) -> Choice:
        self.seen.append(decision)
        return self.random.decide(decision, table)


# -- the same game, however it is played


def _direct(game: Game[Any], setup: Setup, seed: int) -> tuple[Any, list[Event]]:
    events: list[Event] = []
    players = _players(game, setup, seed)
    table = DirectTable(game, players, TapeDice(seed), listener=events.append)
    table.state = game.new(setup, table)
    while game.outcome(table.state) is None:
        game.step(table.state, table)
    return table.state, events


def _players(game: Game[Any], setup: Setup, seed: int) -> list[Player]:
    """Bots as set up; people play at random, each with dice of his own."""
    return [
        RandomPlayer(TapeDice(f"{seed} {seat}")) if who == "human" else game.bots[who]()
        for seat, who in enumerate(setup.seats)
    ]


def _stepped(game: Game[Any], setup: Setup, seed: int) -> Session:
    session = Session(game, setup, dice=TapeDice(seed), seed=seed)
    people = {seat: TapeDice(f"{seed} {seat}") for seat in session.humans}
    while not session.over:
        session.run()
        for decision in session.pending:
            options = decision.options
            session.answer(options[people[decision.seat].below(len(options), "", "")], decision.seat)
    return session


def same_however_played(game: Game[Any], setup: Setup, seed: int) -> Problems:
    """Direct play, play step by step from outside, and its record give the same state and the same events."""
    state, events = _direct(game, setup, seed)
    session = _stepped(game, setup, seed)
    problems = []
    if snapshot(session.state) != snapshot(state):
        problems.append(f"seed {seed}: direct and stepped play end in different states")
    if session.events != events:
        problems.append(f"seed {seed}: direct and stepped play tell different events")
    replayed = read_record("record", Record.of(session).text().splitlines(keepends=True)).load()
    if snapshot(replayed.state) != snapshot(state):
        problems.append(f"seed {seed}: the record ends in a different state")
    if replayed.events != events:
        problems.append(f"seed {seed}: the record tells different events")
    return problems


def undo_leads_back(game: Game[Any], setup: Setup, seed: int) -> Problems:
    """Taking an answer back gives the state before it; giving it again gives the state after it."""
    session = Session(game, setup, seed=seed).run()
    dice = TapeDice(seed)
    for _ in range(6):
        if session.over or not session.pending:
            break
        before = snapshot(session.state)
        decision = session.pending[0]
        if decision.together:
            break
        choice = decision.options[dice.below(len(decision.options), "", "")]
        session.answer(choice, decision.seat)
        session.run()
        after = snapshot(session.state)
        session.undo(agreed=True)
        session.run()
        if snapshot(session.state) != before:
            return [f"seed {seed}: undo does not lead back"]
        session.answer(choice, decision.seat)
        session.run()
        if snapshot(session.state) != after:
            return [f"seed {seed}: the same answer after an undo leads elsewhere"]
    return []


# -- states


def copies_are_independent(game: Game[Any], setup: Setup, seed: int) -> Problems:
    """`copy()` has every field, and playing on with it leaves the original alone."""
    table = DirectTable(game, _players(game, setup, seed), TapeDice(seed))
    state = game.new(setup, table)
    for _ in range(1000):
        before = snapshot(state)
        copy = state.copy()
        if snapshot(copy) != before:
            return [f"seed {seed}: copy() differs from its original"]
        table.state = copy
        if game.outcome(copy) is not None:
            return []
        game.step(copy, table)
        if snapshot(state) != before:
            return [f"seed {seed}: playing on with a copy changes the original"]
        state = copy
    return []


def positions_round_trip(game: Game[Any], setup: Setup, seed: int) -> Problems:
    """A state written as a position and read back is the same state."""
    table = DirectTable(game, _players(game, setup, seed), TapeDice(seed))
    table.state = game.new(setup, table)
    for turn in range(200):
        if game.outcome(table.state) is not None:
            break
        if turn % 7 == 0:
            position = game.to_position(table.state)
            try:
                again = game.from_position(position, game.options_of(table.state))
            except PlayerError as error:
                return [f"seed {seed}: turn {turn}: {error}"]
            if game.to_position(again) != position or snapshot(again) != snapshot(table.state):
                return [f"seed {seed}: turn {turn}: the position does not read back as the same state"]
        game.step(table.state, table)
    return []


# -- actions and words


def notation_round_trips(game: Game[Any], setup: Setup, seed: int) -> Problems:
    """Every option's notation reads back as that option, and no two options share one."""
    problems = []
    for decision in _decisions(game, setup, seed):
        texts = [option.notation for option in decision.options]
        if len(set(texts)) != len(texts):
            problems.append(f"seed {seed}: two options with one notation at {decision.prompt.key}")
        problems += [
            f"seed {seed}: {option.notation!r} reads back as something else"
            for option in decision.options
            if game.parse(option.notation) != option
        ]
    return problems[:5]


def _decisions(game: Game[Any], setup: Setup, seed: int) -> Iterator[Decision[Any]]:
    """Every decision of a random game, at the time it is asked."""
    table = DirectTable(game, [_Watcher(seed + seat) for seat in range(len(setup.seats))], TapeDice(seed))
    table.state = game.new(setup, table)
    while game.outcome(table.state) is None:
        before = [len(watcher.seen) for watcher in _watchers(table)]
        game.step(table.state, table)
        for watcher, start in zip(_watchers(table), before, strict=True):
            yield from watcher.seen[start:]


def _watchers(table: DirectTable) -> list[_Watcher]:
    return [player for player in table.players if isinstance(player, _Watcher)]


def everything_has_a_text(game: Game[Any], setup: Setup, seed: int) -> Problems:
    """Prompts, options, events and every step of a why can be said in every language."""
    texts: set[Text] = set(game.credits)
    _, events = _direct(game, setup, seed)
    for event in events:
        texts.add(event.text)
        seen = event.seen_by(-1)
        if seen is not None:
            texts.add(seen.text)
    for decision in _decisions(game, setup, seed):
        texts.add(decision.prompt)
        texts |= {option.text for option in decision.options}
    for trace in _traces(game, setup, seed):
        texts |= {step.text for step in trace}
    problems = []
    for lang in LANGUAGES:
        say = say_in(lang)
        for text in sorted(texts, key=repr):
            try:
                say.of(text)
            except MissingText as missing:
                problems.append(str(missing))
    return sorted(set(problems))


def languages_agree(game: Game[Any]) -> Problems:
    """Every text key exists in both languages with the same placeholders; every ruling has both wordings."""
    en, de = (load_catalogue(lang, game.package) for lang in LANGUAGES)
    problems = compare_catalogues(en, de)
    for ruling in game.rulings.values():
        wordings = [ruling.question, ruling.reading, ruling.grounds, *ruling.values.values()]
        if any(set(LANGUAGES) - set(wording) for wording in wordings):
            problems.append(f"{ruling.cite}: a wording is missing in one language")
    for number, wording in {**game.rulebook.sections, **game.rulebook.rules}.items():
        if set(LANGUAGES) - set(wording):
            problems.append(f"rule {number}: the wording is missing in one language")
    return problems


# -- secrets


def views_hide(game: Game[Any], setup: Setup, seed: int) -> Problems:
    """What a seat cannot see may be dealt anew: neither its view, nor its picture, nor its bot changes."""
    table = DirectTable(game, _players(game, setup, seed), TapeDice(seed))
    table.state = game.new(setup, table)
    say = say_in("en")
    problems: Problems = []
    for turn in range(400):
        state = table.state
        if game.outcome(state) is not None:
            break
        if turn % 5 == 0:
            for seat in range(-1, len(setup.seats)):
                view = game.view(state, seat)
                other = game.redeal(view, TapeDice(f"{seed} {turn} {seat}"))
                again = game.view(other, seat)
                if snapshot(again) != snapshot(view):
                    problems.append(f"seed {seed}, turn {turn}: seat {seat} sees what was dealt anew")
                elif game.scene(again, say) != game.scene(view, say):  # every drawing is made from it alone
                    problems.append(f"seed {seed}, turn {turn}: the picture of seat {seat} shows what was dealt anew")
            problems += _bot_is_blind(game, state, seed, turn)
        game.step(state, table)
    return problems[:5]


def _bot_is_blind(game: Game[Any], state: Any, seed: int, turn: int) -> Problems:
    """The automa in the seat that is asked next decides the same, for the same reasons, on a table dealt anew."""
    asked = _asked(game, state, seed)
    if asked is None:
        return []
    other = game.redeal(game.view(state, asked), TapeDice(f"{seed} {turn}"))
    first, second = (_thought(game, s, asked, seed) for s in (state.copy(), other))
    if first != second:
        return [f"seed {seed}, turn {turn}: the automa of seat {asked} decides by what it cannot see"]
    return []


class _Thought(BaseException):
    def __init__(self, choice: Choice, notations: list[str]) -> None:
        super().__init__()
        self.choice = choice
        self.notations = notations


class _Thinker(Player):
    """Asks the automa once and stops the game there."""

    def __init__(self, bot: Player) -> None:
        self.bot = bot

    def decide(self, decision: Decision[Any], table: Table) -> Choice:
        choice = self.bot.decide(decision, table)
        raise _Thought(choice, [option.notation for option in decision.options])


def _thought(game: Game[Any], state: Any, seat: Seat, seed: int) -> Any:
    bot = next(iter(game.bots.values()))()
    players = [_Thinker(bot)] * (seat + 1)
    table = DirectTable(game, players, TapeDice(seed), tracing=True)
    table.state = state
    try:
        game.step(state, table)
    except _Thought as thought:
        trace = thought.choice.trace
        return thought.choice.action, thought.notations, trace and [step.text for step in trace]
    return None


class _Asked(BaseException):
    def __init__(self, seat: Seat) -> None:
        super().__init__()
        self.seat = seat


class _AskedFirst(Player):
    def decide(self, decision: Decision[Any], table: Table) -> Choice:
        raise _Asked(decision.seat)


def _asked(game: Game[Any], state: Any, seed: int) -> Seat | None:
    """The seat that the next step asks first, if chance does not come before it."""
    copy = state.copy()
    table = DirectTable(game, [_AskedFirst()] * 20, TapeDice(seed))
    table.state = copy
    try:
        game.step(copy, table)
    except _Asked as asked:
        return asked.seat
    return None


def exports_keep_secrets(game: Game[Any], setup: Setup, seed: int) -> Problems:
    """The export of a running game holds neither the seed nor a card that the reader has not seen."""
    session = Session(game, setup, seed=seed)
    with suppress(NeedInput):
        for _ in range(5):
            session.advance()
    if session.over:
        return []
    for reader in range(-1, len(setup.seats)):
        for line in export(session, reader):
            if '"seed"' in line or '"rolls"' in line or '"position"' in line:
                return [f"the export of a running game for seat {reader} holds a seed, rolls or a position"]
            if '"to":' in line and '"is":null' not in line:
                own = f'"to":"{game.seat_names(setup)[reader]}"' if reader >= 0 else None
                if own is None or own not in line:
                    return [f"the export for seat {reader} shows a card of another seat"]
    return []


# -- why


def _traces(game: Game[Any], setup: Setup, seed: int) -> list[Trace]:
    traces: list[Trace] = []

    def keep(seat: Seat, choice: Choice) -> None:
        if choice.trace is not None:
            traces.append(choice.trace)

    automa = next(iter(game.bots))
    bots = [game.bots[automa]() for _ in setup.seats]
    table = DirectTable(game, bots, TapeDice(seed), on_choice=keep, tracing=True)
    table.state = game.new(setup, table)
    while game.outcome(table.state) is None:
        game.step(table.state, table)
    return traces


def whys_cite(game: Game[Any], setup: Setup, seed: int) -> Problems:
    """Every decision of the automa has a why; every step cites the document or a ruling that exists."""
    problems = set()
    traces = _traces(game, setup, seed)
    if not traces:
        return ["the automa gives no why"]
    for trace in traces:
        if not len(trace):
            problems.add("a why without steps")
        for step in trace:
            if not step.sources:
                problems.add(f"a step without a citation: {step.text.key}")
            for source in step.sources:
                if isinstance(source, RulingCite) and source.id.partition(":")[2] not in game.rulings:
                    problems.add(f"{step.text.key} cites {source}, which is no ruling")
    return sorted(problems)


# -- no hidden input


def no_hidden_input(game: Game[Any]) -> Problems:
    """No module of the game imports chance, clock or environment."""
    problems = []
    for file in _modules(files(game.package)):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            names: list[str] = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                names = [node.module]
            problems += [f"{file.name} imports {name}" for name in names if name.partition(".")[0] in BANNED]
    return problems


def _modules(folder: Traversable) -> Iterator[Traversable]:
    for item in sorted(folder.iterdir(), key=lambda item: item.name):
        if item.is_dir():
            yield from _modules(item)
        elif item.name.endswith(".py"):
            yield item


# -- all of them

PLAYED = (
    same_however_played,
    copies_are_independent,
    positions_round_trip,
    notation_round_trips,
    everything_has_a_text,
    views_hide,
    exports_keep_secrets,
    whys_cite,
)
"""Checks that play a game with a seed, bots in every seat."""

UNPLAYED = (languages_agree, no_hidden_input)


def checks(
    game: Game[Any], seeds: range = range(2), scenarios: Sequence[str] | None = None
) -> Iterator[tuple[str, Problems]]:
    """Every check's name and what it found, over these scenarios, or all."""
    scenarios = game.scenarios if scenarios is None else scenarios
    for check in UNPLAYED:
        yield check.__name__, check(game)
    automa = next(iter(game.bots))
    for played in PLAYED:
        problems: Problems = []
        for scenario in scenarios:
            for seed in seeds:
                problems += played(game, default_setup(game, automa, scenario), seed)
        yield played.__name__, problems
    problems = []
    for scenario in scenarios:
        people = default_setup(game, "human", scenario)
        problems += same_however_played(game, people, 7) + undo_leads_back(game, people, 7)
    yield undo_leads_back.__name__, problems
