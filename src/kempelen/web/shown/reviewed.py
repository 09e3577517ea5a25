"""A review for the page: the curve of the chance to win, the choices in a table, what was better, and luck apart."""

from __future__ import annotations

from base64 import b64encode
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from markupsafe import Markup

from kempelen.engine.search.review import Review, Swing
from kempelen.engine.search.saying import said_at
from kempelen.engine.search.swings import shown_by
from kempelen.engine.search.weighing import Better, Punished, Weighed, asked_at
from kempelen.engine.session import Session
from kempelen.engine.table import Seat, notation_of
from kempelen.parts.foresight import preview_of, then_of
from kempelen.scene.picture import picture, where_it_happens
from kempelen.scene.style import stylesheet
from kempelen.text.say import Say, Text
from kempelen.web.rooms.room import seat_text
from kempelen.web.rooms.start import title_of
from kempelen.web.shown.reasons import WhyStep, why_steps
from kempelen.web.shown.story import moments, worded_then
from kempelen.wording import (
    because_of,
    choice_text,
    luck_then,
    percent_text,
    points_text,
    review_counts,
    review_how,
    review_sums,
    scenario_name,
    swing_by,
    swing_text,
    swing_total,
)

__all__ = ["Curve", "Row", "Turn", "only_begins", "review_page", "review_shown"]

WIDE, HIGH = 640, 180
PICTURED = 5
"""So many better lines have a picture."""
LEAST_APART = 0.5
"""Places are told apart from so far on, in cm."""
STATIC = Path(__file__).parents[1] / "static"


@dataclass(frozen=True, slots=True)
class Row:
    """One choice."""

    number: int
    """Of the frame in the replay in which it is about to be made."""
    when: str
    """The round, if the game has some."""
    asked: str
    """The question, where it names whom it is about."""
    text: str
    before: str
    after: str
    luck: str
    mark: str
    word: str
    x: float
    y: float
    then: str
    """What luck made of it, in a sentence of its own."""
    better: str
    line: tuple[tuple[str, str], ...]
    board: str
    """The table after this line, as the address of a picture; empty if there is none."""
    punished: str
    steps: tuple[WhyStep, ...]
    advised: bool
    place: int
    """Among all choices, from 1, as the curve counts them."""
    listed: bool
    """It has a row of its own: a good choice that only begins something is told by what follows it."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A moment at which the chance to win changed much."""

    at: int
    """The frame of the replay that shows what came of it."""
    when: str
    by: str
    """A choice, luck, or who else."""
    text: str
    told: str
    """What it did to the chance."""
    total: str
    gained: bool
    board: str
    """The table then, as the address of a picture."""
    top: bool
    """None changed more."""


@dataclass(frozen=True, slots=True)
class Curve:
    points: str
    band: str
    ticks: tuple[tuple[float, int], ...]
    wide: int = WIDE
    high: int = HIGH


def review_shown(review: Review, session: Session, say: Say) -> dict[str, Any]:
    """Everything a page says of a review."""
    game, setup = session.game, session.setup  # by the names that the game itself and what was chosen have for them
    who = {seat: say.of(seat_text(game, setup, seat, say.has), "Nom") for seat in range(len(setup.seats))}
    xs = _places(len(review.points))
    frames, pictures = moments(session), 0
    rows: list[Row] = []
    for point, x in zip(review.points, xs, strict=True):
        weighed = point.weighed
        board = ""
        if weighed.better is not None and pictures < PICTURED:
            board, pictures = _board(weighed.better, session, say), pictures + 1
        lines = weighed.punished.lines if weighed.punished is not None else ()
        rows.append(
            Row(
                bisect_left(frames, weighed.index),
                *_asked(session, weighed.index, review.seat, say),
                choice_text(weighed.text, say),
                percent_text(weighed.before, say),
                percent_text(weighed.after, say),
                points_text(point.luck, say) if abs(point.luck) > review.uncertain and not point.quiet else "",
                weighed.mark,
                say(f"review.mark.{weighed.word}"),
                round(x + _half(len(xs)), 1),
                _y(weighed.after),
                luck_then(point, review, say),
                _better(weighed, session, review.seat, say),
                tuple((who[seat], choice_text(one, say)) for seat, one in _line(weighed.better)),
                board,
                _punished(weighed.punished, who, say),
                tuple(why_steps(lines, game, say, setup.options)),
                weighed.advised,
                len(rows) + 1,
                weighed.mark != "good" or not only_begins(session, weighed, review.seat),
            )
        )
    return {
        "whose": who[review.seat],
        "ground": setup.scenario,
        "ending": because_of(session, say),
        "sums": review_sums(review, say),
        "counts": review_counts(review, say),
        "how": review_how(review, say),
        "curve": _curve(review, xs),
        "rows": rows,
        "worse": [row for row in rows if row.mark != "good"],
        "turns": [_turn(one, review, session, say) for one in review.turning_points()],
    }


def _turn(swing: Swing, review: Review, session: Session, say: Say) -> Turn:
    frames = moments(session)
    chosen = swing.by == "choice"
    at = min(bisect_left(frames, swing.index) + 1 if chosen else bisect_left(frames, swing.until), len(frames) - 1)
    state = session.look_back(frames[at])[0]
    status = session.game.status(session.look_back(swing.index)[0], say)
    told = [] if chosen else [worded_then(session, state, event, say) for event in shown_by(session, swing)]
    text = " ".join(dict.fromkeys(told)) or _deed(swing, review, session, say)
    return Turn(
        at,
        status.round.words if status is not None and status.round is not None else "",
        swing_by(swing, review.seat, session, say),
        text,
        swing_text(swing, say) + (_instead(swing, review, session, say) if chosen else ""),
        swing_total(swing, say),
        swing.by_how_much > 0,
        _drawn(session, session.game.view(state, review.seat), say),
        swing == max(review.turning_points(), key=lambda one: abs(one.by_how_much)),
    )


def _instead(swing: Swing, review: Review, session: Session, say: Say) -> str:
    """What would have been better than a choice of this seat; or that no single thing was for certain."""
    weighed = next((point.weighed for point in review.points if point.weighed.index == swing.index), None)
    if weighed is None:
        return ""
    return " " + (_better(weighed, session, review.seat, say) or say("review.no_single"))


def _deed(swing: Swing, review: Review, session: Session, say: Say) -> str:
    """The choice itself, of this seat or of somebody else."""
    own = next((point.weighed.text for point in review.points if point.weighed.index == swing.index), None)
    row = session.inputs[swing.index]
    if own is None and row.kind == "do":
        own = said_at(session.game, session.table_at(swing.index)[0].state, session.game.parse(row.value))
    return "" if own is None else choice_text(own, say)


def _asked(session: Session, index: int, seat: Seat, say: Say) -> tuple[str, str]:
    """In which round a choice was made, and what was asked, where that names a unit or a card."""
    decision = asked_at(session, index, seat)
    if decision is None:
        return "", ""
    status = session.game.status(decision.view(), say)
    when = status.round.words if status is not None and status.round is not None else ""
    return when, say.of(decision.prompt, "Nom") if decision.prompt.fields else ""


def only_begins(session: Session, weighed: Weighed, seat: Seat) -> bool:
    """The same seat is certain to be asked right after it, and nothing has moved: which unit acts, not what it does."""
    decision = asked_at(session, weighed.index, seat)
    options = () if decision is None else decision.options
    chosen = next((option for option in options if notation_of(option) == weighed.notation), None)
    if decision is None or chosen is None:
        return False
    game, view = session.game, decision.view()
    if then_of(game, view, seat, chosen) is None:
        return False
    seen = preview_of(game, view, seat, chosen)
    return seen.ghost is None and not seen.touches


def _places(count: int) -> list[float]:
    """Where each choice stands; the end of the game has the last place."""
    return [round(WIDE * number / max(1, count), 1) for number in range(count)]


def _half(count: int) -> float:
    """From before a choice to after it."""
    return WIDE / max(1, count) / 2


def _y(share: float) -> float:
    return round(HIGH * (1 - share), 1)


def _curve(review: Review, xs: Sequence[float]) -> Curve:
    """Before and after every choice, and how it ended; the band is how uncertain the chances before are."""
    half = _half(len(xs))
    line = []
    for x, point in zip(xs, review.points, strict=True):
        line += [f"{x:g},{_y(point.weighed.before):g}", f"{round(x + half, 1):g},{_y(point.weighed.after):g}"]
    line.append(f"{WIDE},{_y(review.last):g}")
    upper = [f"{x:g},{_y(point.weighed.high):g}" for x, point in zip(xs, review.points, strict=True)]
    lower = [f"{x:g},{_y(point.weighed.low):g}" for x, point in zip(xs, review.points, strict=True)]
    step = max(1, len(xs) // 8)
    ticks = tuple((x, number) for number, x in enumerate(xs, 1) if (number - 1) % step == 0)
    return Curve(" ".join(line), " ".join([*upper, *reversed(lower)]), ticks)


def _better(weighed: Weighed, session: Session, seat: Seat, say: Say) -> str:
    """What would have been better; where it reads like what was chosen, by how its place differs."""
    better = weighed.better
    if better is None:
        return ""
    what = choice_text(better.text, say)
    if what == choice_text(weighed.text, say):
        what = say("review.same", how=_apart(weighed, better, session, seat, say))
    return say("review.better", what=what, x=100 * better.share)


def _apart(weighed: Weighed, better: Better, session: Session, seat: Seat, say: Say) -> tuple[str, ...]:
    """How far off the better place is, and on which side; without places the picture shows it."""
    decision = asked_at(session, weighed.index, seat)
    if decision is None:
        return (say("review.aside.other"),)
    view = decision.view()
    ends = [_end(session, view, seat, notation) for notation in (weighed.notation, better.notation)]
    scene = session.game.scene(view, say)
    if scene.unit != "cm" or ends[0] is None or ends[1] is None:
        return (say("review.aside.other"),)
    across, up = (ends[1][0] - ends[0][0], ends[1][1] - ends[0][1])
    if not scene.upwards:
        up = -up
    found = [
        say(f"review.aside.{side}", cm=f"{abs(far):.1f}".removesuffix(".0"))
        for far, side in ((across, "right" if across > 0 else "left"), (up, "up" if up > 0 else "down"))
        if abs(far) >= LEAST_APART
    ]
    return tuple(found) or (say("review.aside.other"),)


def _end(session: Session, view: Any, seat: Seat, notation: str) -> tuple[float, float] | None:
    """The point at which a move ends, as its preview draws it."""
    path = preview_of(session.game, view, seat, session.game.parse(notation)).path
    end = path[-1] if path else None
    return None if end is None or isinstance(end, str) else end


def _line(better: Better | None) -> tuple[tuple[Seat, Text | str], ...]:
    return () if better is None else better.line.choices


def _board(better: Better, session: Session, say: Say) -> str:
    return _drawn(session, session.game.from_position(better.line.position, session.setup.options), say)


def _drawn(session: Session, view: Any, say: Say) -> str:
    game = session.game
    scene = game.scene(view, say)
    return "data:image/svg+xml;base64," + b64encode(picture(game, scene, where_it_happens(scene)).encode()).decode()


def _punished(punished: Punished | None, who: dict[Seat, str], say: Say) -> str:
    if punished is None:
        return ""
    what = choice_text(punished.text, say)
    return what if punished.seat is None else say("review.answer", who=who[punished.seat], what=what)


# -- one file


def review_page(review: Review, session: Session, say: Say) -> str:
    """A review as one page that may load nothing."""
    from kempelen.web.shown.past.file import digest
    from kempelen.web.templating import template

    style = stylesheet("auto", "s") + "".join((STATIC / name).read_text("utf-8") for name in ("base.css", "review.css"))
    return template(
        "review_file.html",
        say=say,
        lang=say.lang,
        root="",
        id="",
        linked=False,
        game=session.game.name,
        title=title_of(session.game, say),
        scenario=scenario_name(session.game, session.setup.scenario, say),
        credits=[say.of(credit) for credit in session.game.credits],
        style=Markup(style),
        style_hash=digest(style),
        **review_shown(review, session, say),
    )
