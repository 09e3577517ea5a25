"""`kempelen automa`: write an automa in words, check it, try it, print it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import click
from rich.table import Table

from kempelen.automa.conditions import example, sentence
from kempelen.automa.problems import Problem
from kempelen.automa.sheet import Sheet
from kempelen.automa.shipped import ENDING
from kempelen.automa.start import started
from kempelen.automa.vocabulary import KINDS, Listed
from kempelen.engine.errors import BadSetup
from kempelen.engine.game import Game, games
from kempelen.engine.setup import edition_for, options_in
from kempelen.engine.tables.odds import Inquiry
from kempelen.lab.output import check_path, save_lines
from kempelen.parts.automas import Looked, look_over, pages_by, shipped_sheets
from kempelen.terminal.ask import Screen, screen_in
from kempelen.terminal.automas import (
    game_with_automas,
    kept_folder,
    kept_texts,
    others,
    sheet_given,
    text_given,
)
from kempelen.terminal.commands.document import put_out
from kempelen.terminal.commands.inquiry import inquire
from kempelen.terminal.commands.odds import odds_on, with_sheet
from kempelen.terminal.start import edition_option, help_on, lang_option, options_from
from kempelen.terminal.usage import say_help
from kempelen.terminal.workbench.commands import COMMANDS, output_option, scenarios_from
from kempelen.text.say import Text
from kempelen.wording import sheet_name

__all__ = ["command"]


@click.group(help=say_help("automa.help.command"))
def command() -> None:
    """Automas."""


@command.command("words", help=say_help("automa.help.words"))
@click.argument("game")
@click.argument("name", metavar="[WORD]", required=False)
@lang_option
def words(game: str, name: str | None, lang: str | None) -> int:
    screen, rules = screen_in(lang), game_with_automas(game)
    assert rules.automas is not None
    vocabulary = rules.automas.vocabulary
    listed = {**vocabulary.orders, **vocabulary.tables}
    if name is not None and name not in listed and not any(word.name == name for word in vocabulary.words.values()):
        raise BadSetup(Text("automa.wrong.unknown_word", given=name, game=game))
    for kind in KINDS:
        found = [word for word in vocabulary.of_kind(kind) if name in (None, word.name)]
        if not found:
            continue
        table = Table(title=screen.say(f"automa.kind.{kind}"), title_justify="left", box=None, pad_edge=False)
        for heading in ("word", "means", "fits"):
            table.add_column(screen.say(f"automa.head.{heading}"), overflow="fold")
        for word in found:
            fits = ", ".join(sorted(word.of)) if word.of else screen.say("automa.head.all")
            table.add_row(example(word).strip("[]"), screen.say.of(sentence(word)), fits)
        screen.show(table)
        screen.line()
    for kind, tables in (("orders", vocabulary.orders), ("numbers", vocabulary.tables)):
        found_lists = [one for one in tables.values() if name in (None, one.name)]
        if found_lists:
            _show_listed(screen, kind, found_lists)
    return 0


def _show_listed(screen: Screen, kind: str, lists: Sequence[Listed]) -> None:
    """Named orders or numbers: what each is for, what it lists, and how far a number may go."""
    table = Table(title=screen.say(f"automa.kind.{kind}"), title_justify="left", box=None, pad_edge=False)
    for heading in ("word", "means", "range" if kind == "numbers" else "things"):
        table.add_column(screen.say(f"automa.head.{heading}"), overflow="fold")
    for one in lists:
        things = ", ".join(sorted(one.things)) if not one.told else ""
        table.add_row(f"{one.name}:", screen.say.of(one.text()), things)
        for thing, (least, most) in one.things.items() if one.told else ():
            table.add_row(f"  {thing}", screen.say.of(one.thing_text(thing)), f"{least}\N{EN DASH}{most}")
    screen.show(table)
    screen.line()


@command.command("new", help=say_help("automa.help.new"))
@click.argument("game")
@click.option("--changes", metavar="ID", help=say_help("automa.help.changes"))
@click.option("--section", "sections", multiple=True, metavar="NAME", help=say_help("automa.help.section"))
@click.option("--name", default="", metavar="NAME", help=say_help("automa.help.name"))
@output_option
@click.option("--force", is_flag=True, help=help_on("force"))
@lang_option
def new(
    game: str,
    changes: str | None,
    sections: tuple[str, ...],
    name: str,
    output: Path | None,
    force: bool,
    lang: str | None,
) -> int:
    screen, rules = screen_in(lang), game_with_automas(game)
    assert rules.automas is not None
    base = rules.automas.sheet if changes is None else sheet_given(changes, rules)[1]
    text = started(base, sections, name or screen.say("automa.new_name"), screen.say, "automa.new_commands")
    if output is None:
        click.echo(text, nl=False)
        return 0
    if output.suffix.lower() != ENDING:
        raise BadSetup(Text("automa.ending", file=str(output)))
    check_path(output, force=force)
    save_lines(output, [text])
    screen.tell("terminal.talk.saved", "green", file=str(output))
    screen.tell("automa.then", "dim", command=f"kempelen automa check {output}")
    return 0


@command.command("check", help=say_help("automa.help.check"))
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--play", metavar="N", help=say_help("automa.help.play"))
@lang_option
def check(files: tuple[str, ...], play: str | None, lang: str | None) -> int:
    from kempelen.lab.experiment import whole_number

    screen = screen_in(lang)
    games = 0 if play is None else whole_number("lab.bad_games", play)
    return max([_check_one(screen, file, games) for file in files])


def _check_one(screen: Screen, file: str, games: int) -> int:
    rules, text = text_given(file)
    looked = look_over(text, rules, others(text))
    lines = text.split("\n")
    for problem in looked.problems:
        _show(screen, file, lines, problem, "red")
    if looked.problems:
        screen.tell("automa.bad", "bold red", file=file, n=len(looked.problems))
        return 1
    for doubt in looked.doubts:
        _show(screen, file, lines, doubt, "yellow")
    _show_changes(screen, rules, looked)
    screen.tell("automa.good", "bold green", file=file)
    if games:
        from kempelen.terminal.workbench.heating import played_strictly

        assert looked.automa is not None
        played_strictly(screen, rules, looked.automa, games)
    return 0


def _show(screen: Screen, file: str, lines: list[str], problem: Problem, style: str) -> None:
    """Place, matter, the line itself, and a sign below the column."""
    screen.line(f"{file}:{problem.line}:{problem.column}: {screen.say.of(problem.text)}", style)
    if problem.line <= len(lines) and lines[problem.line - 1].strip():
        screen.line(lines[problem.line - 1].rstrip("\r"), "dim", indent=4)
        screen.line(" " * (problem.column - 1) + "^", "dim", indent=4)


def _show_changes(screen: Screen, rules: Game[Any], looked: Looked) -> None:
    if not looked.changes:
        return
    sheet = looked.automa
    assert sheet is not None
    assert sheet.base is not None
    screen.tell("automa.changes", "bold", base=sheet_name(rules, sheet.base, screen.say))
    for change in looked.changes:
        section = f"{change.kind} {change.section}".strip()
        key = "changed" if change.now and change.before else "added" if change.now else "gone"
        screen.tell(
            f"automa.change.{key}", indent=2, line=change.line, section=section, now=change.now, before=change.before
        )


@command.command("odds", help=say_help("automa.help.odds"))
@click.argument("file")
@click.option("--card", "section", default="", metavar="NAME", help=say_help("automa.help.section"))
@click.option("--option", "options", multiple=True, metavar="ID=VALUE", help=help_on("option"))
@edition_option
@lang_option
def odds(file: str, section: str, options: tuple[str, ...], edition: str, lang: str | None) -> int:
    screen = screen_in(lang)
    rules, sheet = sheet_given(file)
    chosen = options_in(rules, edition_for(rules, edition, screen.say.lang), options_from(options))
    charts = sheet.made(rules.rulings.resolve(chosen)).charts
    if not charts:
        raise BadSetup(Text("automa.no_charts", game=rules.name))
    if section and section not in charts:
        raise BadSetup(Text("automa.no_section", section=section, known=", ".join(charts)))
    wanted = {section} if section else {name for name in charts if sheet.own("chart", name) is sheet} or set(charts)
    titles = {charts[name].title for name in wanted}
    pages = [page for page in pages_by(rules, sheet, chosen) if page.title in titles]
    pages = [replace(page, grids=page.grids[:1], after=(), intro=(), rulings=()) for page in pages]
    return put_out(screen, sheet_name(rules, sheet, screen.say), pages, (), None, False)


@command.command("try", help=say_help("automa.help.try"))
@click.argument("file")
@click.option("--position", type=click.Path(path_type=Path), metavar="FILE", help=help_on("position"))
@click.option("--card", default="", metavar="NAME", help=help_on("card"))
@click.option("--unit", default="", metavar="NAME", help=help_on("unit"))
@click.option("--fact", "facts", multiple=True, metavar="NAME[=VALUE]", help=help_on("fact"))
@click.option("--next", "number", metavar="N", help=say_help("automa.help.next"))
@click.option("--scenario", metavar="NAME", help=help_on("scenario"))
@click.option("--option", "options", multiple=True, metavar="ID=VALUE", help=help_on("option"))
@edition_option
@lang_option
def try_(
    file: str,
    position: Path | None,
    card: str,
    unit: str,
    facts: tuple[str, ...],
    number: str | None,
    scenario: str | None,
    options: tuple[str, ...],
    edition: str,
    lang: str | None,
) -> int:
    screen = screen_in(lang)
    rules, sheet = sheet_given(file)
    assert rules.automas is not None
    chosen = options_in(rules, edition, options_from(options))
    rules.rulings.resolve(chosen)
    if number is not None:
        from kempelen.terminal.workbench.differing import show_difference

        given = {"--position": position, "--card": card, "--unit": unit, "--fact": facts}
        if asked := [name for name, value in given.items() if value]:
            raise BadSetup(Text("automa.next_alone", options=asked))
        (where,) = scenarios_from(rules, scenario if scenario != "all" else None)
        return show_difference(screen, rules, (sheet, rules.automas.sheet), where, chosen, number)
    pair = [(sheet, "automa.try_title")]
    if sheet is not rules.automas.sheet:
        pair.append((rules.automas.sheet, "automa.try_original"))
    for one, title in pair:
        screen.tell(title, "bold", name=sheet_name(rules, one, screen.say))
        if card or unit or facts:
            inquire(screen, rules, position, None, Inquiry(card, unit, facts, None, chosen, one))
        else:
            odds_on(screen, rules, position, None, with_sheet(rules, None, one), chosen)
        screen.line()
    return 0


@command.command("list", help=say_help("automa.help.list"))
@lang_option
def list_(lang: str | None) -> int:
    screen = screen_in(lang)
    for game in games().values():
        if game.automas is not None:
            for sheet in shipped_sheets(game).values():
                _entry(screen, game, sheet, "shipped")
    for id, text in kept_texts().items():
        rules, _ = text_given(id)
        looked = look_over(text, rules, others(text))
        if looked.automa is not None:
            _entry(screen, rules, looked.automa, "kept")
        else:
            screen.tell("automa.entry_bad", "red", id=id, what=looked.problems[0].placed)
    return 0


def _entry(screen: Screen, game: Game[Any], sheet: Sheet, where: str) -> None:
    screen.tell(
        f"automa.entry_{where}",
        id=sheet.id,
        name=sheet_name(game, sheet, screen.say),
        game=Text(f"{game.name}.title"),
        author=sheet.head.author or "?",
    )


@command.command("keep", help=say_help("automa.help.keep"))
@click.argument("file")
@click.option("--force", is_flag=True, help=help_on("force"))
@lang_option
def keep(file: str, force: bool, lang: str | None) -> int:
    screen = screen_in(lang)
    rules, sheet = sheet_given(file)
    path = kept_folder() / f"{sheet.id}{ENDING}"
    path.parent.mkdir(parents=True, exist_ok=True)
    check_path(path, force=force)
    save_lines(path, [sheet.text])
    screen.tell("automa.kept", "green", name=sheet.head.name, id=sheet.id)
    screen.tell("automa.then", "dim", command=f"kempelen play {rules.name} --automa {sheet.id}")
    return 0


for one in COMMANDS:
    command.add_command(one)
