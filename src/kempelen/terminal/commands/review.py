"""`kempelen review`: a finished game looked back at, with what was better, and luck apart from choices."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from time import perf_counter

import click
from rich.table import Table as Grid
from rich.text import Text as Styled

from kempelen.engine.errors import BadSetup
from kempelen.engine.files.record import Record, read_text
from kempelen.engine.search.player import MOST_ITERATIONS
from kempelen.engine.search.review import SECONDS, Plan, Point, Review, plan, review_of, reviewed_seat
from kempelen.engine.search.swings import shown_by, turning
from kempelen.engine.search.weighing import Weighed, weigh
from kempelen.engine.session import Session
from kempelen.engine.table import Seat
from kempelen.engine.trace import cited
from kempelen.lab.backends import backend_for, cpu_count
from kempelen.lab.output import check_path, save_lines
from kempelen.terminal.ask import Screen, screen_in
from kempelen.terminal.progress import watched
from kempelen.terminal.start import help_on, lang_option, load_record, open_store, seat_from
from kempelen.terminal.usage import say_help
from kempelen.terminal.why import hanging, turns
from kempelen.text.say import Text
from kempelen.wording import (
    choice_text,
    luck_then,
    percent_text,
    points_text,
    review_counts,
    review_how,
    review_left,
    review_sums,
    seat_text,
    swing_by,
    swing_text,
    swing_total,
)

__all__ = ["command"]

LEVELS = "▁▂▃▄▅▆▇█"
STYLES = {"good": "", "tip": "", "inaccurate": "yellow", "mistake": "red"}
FILE = click.Path(path_type=Path, dir_okay=False)


def _within(context: click.Context, option: click.Parameter, value: float) -> float:
    """What is written nan is within every range."""
    if math.isnan(value):
        raise click.BadParameter(str(value), context, option)
    return value


@click.command(help=say_help("review.help.command"))
@click.argument("record", metavar="FILE|ID")
@click.option("--seat", metavar="SEAT", help=say_help("review.help.seat"))
@click.option("--worlds", type=click.IntRange(1, MOST_ITERATIONS), metavar="N", help=say_help("review.help.worlds"))
@click.option(
    "--seconds",
    type=click.FloatRange(1, 86_400),
    callback=_within,
    default=SECONDS,
    metavar="S",
    help=say_help("review.help.seconds"),
)
@click.option("--workers", type=click.IntRange(1, 256), metavar="N", help=say_help("review.help.workers"))
@click.option("-o", "--output", type=FILE, metavar="FILE", help=say_help("review.help.output"))
@click.option("--force", is_flag=True, help=help_on("force"))
@lang_option
def command(
    record: str,
    seat: str | None,
    worlds: int | None,
    seconds: float,
    workers: int | None,
    output: Path | None,
    force: bool,
    lang: str | None,
) -> int:
    screen = screen_in(lang)
    if output is not None:
        _check_output(output, force)
    read = load_record(record, open_store())
    session = read.load()
    looked_at = reviewed_seat(session) if seat is None else seat_from(session.game, session.setup, seat)
    crew = min(2, cpu_count()) if workers is None else workers
    asked = plan(session, looked_at, worlds=worlds or 0, seconds=seconds, workers=crew)
    made = review_of(asked, list(_weighed(screen, read, asked, crew)))
    made = replace(made, swings=turning(session, made, asked))
    if output is not None:
        from kempelen.web.shown.reviewed import review_page

        save_lines(output, [review_page(made, session, screen.say)])
        screen.tell("review.saved", file=str(output))
        return 0
    show(screen, session, made)
    return 0


def _check_output(output: Path, force: bool) -> None:
    from importlib.util import find_spec

    check_path(output, force=force)
    if output.suffix != ".html":
        raise BadSetup(Text("review.only_html", file=str(output)))
    if find_spec("jinja2") is None or find_spec("fastapi") is None:
        raise BadSetup(Text("review.needs_web"))


def _weighed(screen: Screen, record: Record, asked: Plan, workers: int) -> Iterator[Weighed]:
    """Every choice weighed, in as many processes as are wanted."""
    text, most = record.text(), len(asked.choices)
    tasks = [(text, asked.seat, index, asked.worlds) for index in asked.choices]
    coming, began = backend_for(workers, most).each(_weigh, tasks), perf_counter()

    def words(n: int) -> str:
        done = min(n, most) - 1
        spent = perf_counter() - began
        left = review_left(asked.left(done, spent, workers) if asked.measured(done, workers) else 0, screen.say)
        return f"{screen.say('review.running', n=done, of=most)} {left}"

    for _, weighed in watched(coming, words):
        yield weighed


def _weigh(task: tuple[str, Seat, int, int]) -> Weighed:
    text, seat, index, worlds = task
    return weigh(_session(text), seat, index, worlds)


@lru_cache(maxsize=1)
def _session(text: str) -> Session:
    return read_text("record", text).load()


# -- on the screen


def show(screen: Screen, session: Session, review: Review) -> None:
    say = screen.say
    screen.line(say("review.title", game=Text(f"{session.game.name}.title")), "bold")
    screen.line(say.of(seat_text(session, review.seat, say), "Nom"))
    screen.line()
    for line in review_sums(review, say):
        screen.line(line)
    screen.line(review_counts(review, say), "bold")
    screen.line()
    _show_curve(screen, review)
    _show_turns(screen, session, review)
    for point in review.points:
        if point.weighed.mark != "good":
            _show_worse(screen, session, point, luck_then(point, review, say))
    _show_table(screen, session, review)
    screen.line()
    screen.line(review_how(review, say), "dim")


def _show_curve(screen: Screen, review: Review) -> None:
    """One sign a choice; where there are more than fit, every second or third."""
    shares = [*(point.weighed.after for point in review.points), review.last]
    step = -(-len(shares) // max(20, screen.width - 2))
    screen.line(screen.say("review.curve"), "bold")
    screen.line("".join(LEVELS[min(7, int(share * 8))] for share in shares[::step]))
    screen.line()


def _number(session: Session, point: Point) -> int:
    """The number of the choice in `kempelen replay`."""
    return turns(session).index(point.weighed.index) + 1


def _show_turns(screen: Screen, session: Session, review: Review) -> None:
    found, say = review.turning_points(), screen.say
    if not found:
        return
    screen.line(say("review.turns"), "bold")
    lines = hanging()
    for swing in found:
        told = " ".join(dict.fromkeys(say.of(event.text) for event in shown_by(session, swing)))
        own = next((point.weighed.text for point in review.points if point.weighed.index == swing.index), "")
        what = choice_text(own, say) if swing.by == "choice" or not told else told
        whose = f"{swing_by(swing, review.seat, session, say)} ({swing_total(swing, say)})"
        words = f"{whose}: {what.rstrip('.')}. {swing_text(swing, say)}"
        lines.add_row(str(bisect_right(turns(session), swing.index)), Styled(words))
    screen.show(lines)
    screen.line()


def _show_worse(screen: Screen, session: Session, point: Point, then: str) -> None:
    say, weighed = screen.say, point.weighed
    better = weighed.better
    assert better is not None
    word, what = say(f"review.mark.{weighed.mark}"), choice_text(weighed.text, say)
    screen.line(say("review.marked", n=_number(session, point), mark=word, what=what), STYLES[weighed.mark])
    if weighed.advised:
        screen.line(say("review.tip_too"), indent=5)
    screen.line(say("review.chosen", after=percent_text(weighed.after, say)), indent=5)
    screen.line(say("review.better", what=choice_text(better.text, say), x=100 * better.share), indent=5)
    if then:
        screen.line(then, indent=5)
    if better.line.choices:
        screen.line(say("review.line"), "dim", indent=5)
        for seat, text in better.line.choices:
            screen.line(f"{say.of(seat_text(session, seat, say), 'Nom')}: {choice_text(text, say)}", "dim", indent=7)
    if weighed.punished is not None:
        punished = weighed.punished
        screen.line(say("review.punished"), indent=5)
        what = choice_text(punished.text, say)
        if punished.seat is not None:
            who = say.of(seat_text(session, punished.seat, say), "Nom")
            what = say("review.answer", who=who, what=what)
        screen.line(what, indent=7)
        for step in punished.lines:
            sources = "; ".join(cited(source, say) for source in step.sources)
            screen.line(f"{say.of(step.text, 'Nom')}  [{sources}]", "dim", indent=7)
    screen.line()


def _show_table(screen: Screen, session: Session, review: Review) -> None:
    say = screen.say
    grid = Grid(box=None, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0))
    grid.add_column(say("review.head.number"), justify="right", no_wrap=True)
    grid.add_column(say("review.head.choice"), ratio=1)
    for key in ("before", "after", "luck"):
        grid.add_column(say(f"review.head.{key}"), justify="right", no_wrap=True)
    grid.add_column(say("review.head.mark"), no_wrap=True)
    for point in review.points:
        weighed = point.weighed
        grid.add_row(
            str(_number(session, point)),
            Styled(choice_text(weighed.text, say)),
            percent_text(weighed.before, say),
            percent_text(weighed.after, say),
            points_text(point.luck, say) if abs(point.luck) > review.uncertain and not point.quiet else "",
            Styled(say(f"review.mark.{weighed.word}"), STYLES[weighed.mark]),
        )
    screen.line(say("review.all"), "bold")
    screen.show(grid)
