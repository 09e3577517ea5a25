"""`kempelen ladder GAME`: every player against every other. Also: how long it takes, and what came of it."""

from __future__ import annotations

import shlex
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

import click

from kempelen.terminal.cli import language
from kempelen.terminal.commands.lab import FILE, LANG, ON, backend_on, duration, progress_bar
from kempelen.terminal.start import help_on
from kempelen.terminal.usage import say_help
from kempelen.text.say import Say, Text

if TYPE_CHECKING:
    from collections.abc import Callable

    from kempelen.lab.ladder.plan import LadderPlan
    from kempelen.lab.ladder.play import Standing

__all__ = ["command"]

MOST_HOURS = 10_000.0
PLAY = "play"


class _Ladder(click.Group):
    """The name of a game alone means that its ladder is to be played."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in self.commands and not args[0].startswith("-"):
            args = [PLAY, *args]
        return super().resolve_command(ctx, args)


@click.group(cls=_Ladder, help=say_help("ladder.help.command"))
def command() -> None:
    """Every player against every other."""


def _asked(function: Callable[..., int]) -> Callable[..., int]:
    """What is to be played; the same for a plan and for playing."""
    options = (
        click.argument("game"),
        click.option("--bots", metavar="A,B", help=say_help("ladder.help.bots")),
        click.option("--against", metavar="A", help=say_help("ladder.help.against")),
        click.option("--contests", metavar="A,B", help=say_help("ladder.help.contests")),
        click.option("--games", metavar="N", help=say_help("ladder.help.games")),
        click.option("--thought", metavar="N", help=say_help("ladder.help.thought")),
        click.option("--seed", default="ladder", metavar="S", help=say_help("ladder.help.seed")),
        click.option("--workers", metavar="N", help=say_help("lab.help.workers")),
        LANG,
    )
    for option in reversed(options):
        function = option(function)
    return function


@command.command("plan", help=say_help("ladder.help.plan"))
@_asked
def plan_command(lang: str | None, workers: str | None, **asked: Any) -> int:
    from kempelen.engine.game import say_in

    _show_plan(_plan(**asked), _workers(workers), say_in(language(lang)))
    return 0


@command.command(PLAY, help=say_help("ladder.help.play"))
@_asked
@click.option("-o", "--output", type=FILE, metavar="FOLDER", help=say_help("ladder.help.folder"))
@click.option("--hours", metavar="H", help=say_help("ladder.help.hours"))
@click.option("--on", type=click.Choice(ON), default="pool", help=say_help("lab.help.on"))
@click.option("--address", metavar="A", help=say_help("lab.help.address"))
def play_command(
    lang: str | None,
    workers: str | None,
    output: Path | None,
    hours: str | None,
    on: str,
    address: str | None,
    **asked: Any,
) -> int:
    from kempelen.engine.game import say_in
    from kempelen.lab.ladder.play import play_ladder, standing_in

    say = say_in(language(lang))
    wanted, most = _workers(workers), _hours(hours)
    plan = _plan(**asked)
    folder = output or Path(plan.game).with_suffix(".ladder")
    again = _command(plan.game, folder, asked, hours)
    _show_plan(plan, wanted, say)
    start = perf_counter()
    try:
        with backend_on(on, address, wanted, plan.game, plan.games) as backend, progress_bar(say) as progress:
            done = play_ladder(plan, folder, backend, again, most, progress)
    except KeyboardInterrupt:
        click.echo(say("lab.run.stopped", folder=str(folder), command=again), err=True)
        return 130
    seconds = perf_counter() - start
    where = str(folder)
    click.echo(say("lab.run.done", games=done.games, kept=done.kept, seconds=seconds, cpu=done.cpu, folder=where))
    if (left := plan.games - done.games - done.kept) > 0:
        click.echo(say("ladder.left", n=left, command=again))
    click.echo()
    _print(standing_in(folder), say)
    return 0


@command.command("show", help=say_help("ladder.help.show"))
@click.argument("folder", type=FILE)
@click.option("-o", "--output", type=FILE, metavar="FILE", help=say_help("ladder.help.page"))
@click.option("--force", is_flag=True, help=help_on("force"))
@LANG
def show_command(folder: Path, output: Path | None, force: bool, lang: str | None) -> int:
    from kempelen.engine.game import say_in
    from kempelen.lab.ladder.play import standing_in
    from kempelen.lab.ladder.show import sections
    from kempelen.lab.output import check_path
    from kempelen.lab.report.page import html_page

    say = say_in(language(lang))
    if output is None:
        _print(standing_in(folder), say)
        return 0
    check_path(output, force=force)
    standing = standing_in(folder)
    title = say("ladder.title.page", game=Text(f"{standing.game.name}.title"))
    output.write_text(html_page(lambda _: title, {say.lang: say}, lambda say: sections(standing, say)), "utf-8")
    click.echo(say("lab.run.report_saved", file=str(output)))
    return 0


def _plan(
    game: str,
    bots: str | None,
    against: str | None,
    contests: str | None,
    games: str | None,
    thought: str | None,
    seed: str,
) -> LadderPlan:
    from kempelen.engine.seats import split_seats
    from kempelen.lab.experiment import whole_number
    from kempelen.lab.ladder.plan import GAMES, THOUGHT_GAMES, plan_ladder

    return plan_ladder(
        game,
        bots=split_seats(bots) if bots else (),
        contests=split_seats(contests) if contests else (),
        games=GAMES if games is None else whole_number("lab.bad_games", games),
        thought=THOUGHT_GAMES if thought is None else whole_number("lab.bad_games", thought),
        seed=seed,
        against=against or "",
    )


def _workers(given: str | None) -> int:
    from kempelen.lab.backends import cpu_count
    from kempelen.lab.experiment import whole_number

    return cpu_count() if given is None else whole_number("lab.bad_workers", given)


def _hours(given: str | None) -> float | None:
    """Raises BadExperiment."""
    from kempelen.lab.experiment import BadExperiment

    if given is None:
        return None
    try:
        hours = float(given)
    except ValueError:
        hours = 0.0
    if not 0 < hours <= MOST_HOURS:
        raise BadExperiment(Text("ladder.bad_hours", given=given))
    return hours


def _command(game: str, folder: Path, asked: Any, hours: str | None) -> str:
    words = ["kempelen", "ladder", game, "-o", str(folder)]
    for key in ("bots", "against", "contests", "games", "thought", "seed"):
        if asked[key] is not None:
            words += [f"--{key}", asked[key]]
    return shlex.join([*words, *(["--hours", hours] if hours is not None else [])])


def _show_plan(plan: LadderPlan, workers: int, say: Say) -> None:
    from kempelen.lab.ladder.show import bot_word

    click.echo(
        say(
            "ladder.plan",
            game=Text(f"{plan.game}.title"),
            n=len(plan.bots),
            bots=[bot_word(bot, say) for bot in plan.bots],
            cells=sum(len(part.cells) for part in plan.parts.values()),
            games=plan.games,
        )
    )
    for name, part in plan.parts.items():
        click.echo(
            say(f"ladder.part.{name}", cells=len(part.cells), games=part.games, time=duration(part.seconds, say))
        )
    click.echo(
        say("lab.plan.time", cpu=duration(plan.seconds, say), time=duration(plan.seconds / workers, say), n=workers)
    )


def _print(standing: Standing, say: Say) -> None:
    from rich.console import Console

    from kempelen.lab.ladder.show import sections
    from kempelen.lab.report.page import Picture, Table, Words
    from kempelen.lab.tables import table_of

    console = Console(highlight=False, markup=False)
    for section in sections(standing, say):
        console.print(section.title, style="bold")
        for part in section.parts:
            table = part.table if isinstance(part, Picture) else part
            if isinstance(table, Words):
                console.print(table.text)
            elif isinstance(table, Table):
                shown = table_of(say, *table.head, left=table.left)
                shown.title, shown.title_justify = table.caption or None, "left"
                for row in table.rows:
                    shown.add_row(*row)
                console.print(shown, "")
