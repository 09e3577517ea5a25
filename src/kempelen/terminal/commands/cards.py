"""`kempelen cards`: the cards of a group as PDF, to print and cut out."""

from __future__ import annotations

from pathlib import Path

import click

from kempelen.engine.errors import BadPosition, BadSetup
from kempelen.engine.files.position import in_file
from kempelen.lab.output import check_path, save_bytes
from kempelen.parts.rosters import rosters_of
from kempelen.printing import print_sheet
from kempelen.terminal.ask import screen_in
from kempelen.terminal.cli import spoken
from kempelen.terminal.commands.roster import game_option, roster_from
from kempelen.terminal.start import help_on, lang_option
from kempelen.text.say import Say, Text

__all__ = ["command"]

say_help = Say.load(spoken())


@click.command(help=say_help("cards.help.command"))
@click.argument("roster", metavar="ROSTER.toml")
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help=say_help("cards.help.output"))
@click.option("--markers", is_flag=True, help=say_help("cards.help.markers"))
@click.option("--force", is_flag=True, help=help_on("force"))
@game_option
@lang_option
def command(roster: str, output: Path | None, markers: bool, force: bool, game: str | None, lang: str | None) -> int:
    screen = screen_in(lang)
    if output is None:
        raise BadSetup(Text("cards.needs_output"))
    if output.suffix.lower() != ".pdf":
        raise BadSetup(Text("cards.ending", file=str(output)))
    rules, name, data = roster_from(roster, game)
    problems = rosters_of(rules).muster(data).problems
    for problem in problems:
        screen.error(in_file(BadPosition(problem), name))
    if problems:
        return 1
    check_path(output, force=force)
    made = print_sheet(rosters_of(rules).cards([data], screen.say, markers=markers))
    for problem in made.problems:
        screen.error(in_file(BadPosition(problem), name))
    if made.problems:
        screen.tell("cards.nothing_written", "red")
        return 1
    save_bytes(output, [made.pdf])
    screen.tell("cards.written", "green", n=len(data["models"]), pages=made.pages, file=str(output))
    screen.tell("cards.double_sided")
    return 0
