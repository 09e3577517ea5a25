"""`kempelen rules`: the rules by number, and every reading of ours where a document leaves something open."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

import click
from rich.padding import Padding
from rich.text import Text as Styled

from kempelen.engine.errors import BadOption, BadSetup
from kempelen.engine.game import Game, game_named
from kempelen.engine.rulings import Ruling
from kempelen.engine.setup import editions_with
from kempelen.terminal.ask import Screen, screen_in
from kempelen.terminal.start import help_on, lang_option
from kempelen.text.say import Text

__all__ = ["command", "show_rulings"]


@click.command(help=help_on("rules"))
@click.argument("game")
@click.argument("number", required=False)
@click.option("--book", is_flag=True, help=help_on("rules_book"))
@lang_option
def command(game: str, number: str | None, book: bool, lang: str | None) -> int:
    if book and number is None:
        show_book(screen_in(lang), game_named(game))
    else:
        show_rulings(screen_in(lang), game_named(game), number)
    return 0


def show_rulings(
    screen: Screen, game: Game[Any], only: str | None = None, options: Mapping[str, str] | None = None
) -> None:
    """All of them, or the rule or reading with this number; raises BadOption if there is none."""
    rulings, rules = game.rulings, game.rulebook.rules
    if only is not None:
        wanted = only.removeprefix(f"{game.name}:")
        if id := found(wanted, rulings):
            show_ruling(screen, rulings[id], game, options or {})
        elif id := found(wanted, rules):
            show_rule(screen, game, id)
        else:
            raise BadOption(
                Text("terminal.rules.unknown", id=only, game=game.name, rules=from_to(rules), readings=from_to(rulings))
            )
        return
    screen.tell("terminal.rules.about", title=Text(f"{game.name}.title"), n=len(rulings))
    screen.tell("terminal.rules.options", game=game.name)
    for ruling in rulings.values():
        show_ruling(screen, ruling, game, options or {})


def found(wanted: str, numbers: Iterable[str]) -> str:
    """The number that is meant, whatever its case and its leading zeros; empty if there is none."""

    def plain(number: str) -> str:
        return re.sub(r"\b0+|(?<=[A-Z])0+(?=\d)", "", number.upper())

    return next((number for number in numbers if plain(number) == plain(wanted)), "")


def from_to(numbers: Iterable[str]) -> Text | str:
    known = list(numbers)
    return Text("terminal.rules.from_to", first=known[0], last=known[-1]) if known else "-"


def show_rule(screen: Screen, game: Game[Any], number: str) -> None:
    """A rule, under the heading it stands below."""
    lang, book = screen.say.lang, game.rulebook
    section = book.section_of(number)
    screen.line()
    title = Styled(f"{game.name}:{number}  ", "yellow")
    title.append(book.sections[section][lang] if section else "", "bold")
    screen.show(title)
    screen.line(book.rules[number][lang], indent=3)
    if number in book.without_effect:
        screen.line(book.without_effect[number][lang], "dim", indent=3)


def show_book(screen: Screen, game: Game[Any]) -> None:
    """Every rule in short; raises BadSetup if the game has none by number."""
    lang, book, section = screen.say.lang, game.rulebook, ""
    if not book.rules:
        raise BadSetup(Text("terminal.rules.no_book", game=game.name))
    wide = max(map(len, book.rules)) + 2
    for number, wording in book.rules.items():
        if (here := book.section_of(number)) != section:
            section = here
            screen.line()
            screen.line(book.sections[section][lang], "bold")
        for n, line in enumerate(Styled(wording[lang]).wrap(screen.out, max(20, screen.width - wide))):
            screen.out.print(Styled(number.ljust(wide) if n == 0 else " " * wide, "yellow"), line, sep="")


def show_ruling(screen: Screen, ruling: Ruling, game: Game[Any], options: Mapping[str, str]) -> None:
    """The question, how it is read with these options, on what grounds, and what else can be chosen."""
    lang, say = screen.say.lang, screen.say
    screen.line()
    title = Styled(f"{ruling.cite}  ", "yellow")
    title.append(ruling.question[lang], "bold")
    screen.show(title)
    screen.line(f"{say('terminal.rules.reading')} {ruling.read_as(options)[lang]}", indent=3)
    screen.line(f"{say('terminal.rules.grounds')} {ruling.grounds[lang]}", "dim", indent=3)
    for value, wording in ruling.values.items():
        usual, taken = value == ruling.default, value == options.get(ruling.id, ruling.default)
        line = Styled(f"{'●' if taken else '○'} {ruling.id}={value}", "green" if taken else "")
        line.append(f"  {wording[lang]}", "")
        if usual:
            line.append(f"  ({say('terminal.rules.default')})", "dim")
        for edition in editions_with(game, ruling.id, value):
            line.append(f"  (--edition {edition})", "dim")
        screen.show(Padding(line, (0, 0, 0, 5), expand=False))
