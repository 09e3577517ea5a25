"""What has just happened, one thing at a time: headline, dice, outcome, and what on the table it touches.

Events are numbered as the reader knows them: what he has not seen has no number.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

from markupsafe import Markup

from kempelen.engine.events import Roll, Touch, picture_of, roll_of, touches_of, weight_of
from kempelen.engine.session import Session
from kempelen.engine.table import Event, Seat
from kempelen.scene import parts
from kempelen.text.say import Say
from kempelen.web.shown.story import bot_seats, said_of, trace_of, worded
from kempelen.web.shown.told import Told, recent

__all__ = ["Happened", "Sides", "Veil", "counted", "happened_of", "is_slight", "is_small"]
__all__ += ["line_of", "losing", "moment_of", "outcome_of", "rank_of", "state_at", "sums_of", "veils_of"]
__all__ += ["why_of_event"]

MOST = 24
"""So many things can be stepped through at the table; the rest is in the log and the replay."""
SMALL, LARGE = 0, 3
STRIKES = frozenset({"hurt", "lost", "fired", "turned"})
"""What is done to a piece by somebody else."""
SEEN = STRIKES | {"moved", "laid"} - {"turned"}
"""What can be seen on a board."""
MOST_BEFORE = 5
"""So much of it is told on the card of a new round: what the reader has to know first."""
Sides: TypeAlias = Mapping[str, bool | None]
"""Whose a handle is: True for the reader's own, False for an enemy's, None for a friend's."""
NOBODY: Sides = {}


class Sum(NamedTuple):
    """One side of a comparison, ready to be read: 5 + (9) = 14."""

    who: str
    adds: int
    die: int
    total: int
    best: bool


@dataclass(frozen=True, slots=True)
class Happened:
    """One event, and the small things that came with it."""

    number: int
    headline: str
    small: str
    """The whole sentence, or the sum behind a number."""
    folded: tuple[str, ...]
    """Draws, income, upkeep."""
    dice: tuple[int, ...]
    sides: int
    need: str
    outcome: str
    tone: str
    """`good`, `hit`, `miss` or nothing: how the outcome is drawn."""
    seat: Seat | None
    why: str
    touches: tuple[Mapping[str, Any], ...] = field(hash=False)
    weight: int
    rivals: tuple[Sum, ...] = ()
    """Where sums were compared: each of them."""
    mine: bool | None = None
    """The reader has done it himself."""
    rank: int = 0
    """What is told first of all that happened in a turn, see `rank_of`."""


@dataclass(frozen=True, slots=True)
class Veil:
    """Something that stops the game for a moment."""

    number: int
    headline: str
    picture: Markup | None
    heading: bool
    """It says nothing but that a round has begun."""
    before: tuple[Happened, ...]
    """What came of one's own choice, and what others did: it would be hidden behind the card."""


def happened_of(
    session: Session, reader: Seat | None, me: frozenset[Seat], say: Say, sides: Sides = NOBODY
) -> tuple[Happened, ...]:
    """The latest events, the newest last; what is small is folded into what it followed.

    `sides` says whose what was touched is.
    """
    told, _ = recent(session, reader, me)
    found: list[Happened] = []
    small: list[Told] = []
    for one in reversed(told):
        if is_slight(one.event, sides) or (is_heading(one.event) and one is not told[-1]):
            small.append(one)
            continue
        found.append(line_of(session, one, small[::-1], me, say, sides))
        small = []
        if len(found) == MOST:
            break
    if not found and small:  # nothing large yet: the newest small thing stands for all
        *rest, newest = small[::-1]
        found.append(line_of(session, newest, rest, me, say, sides))
    return tuple(found[::-1])


def is_small(event: Event) -> bool:
    """Told with something else: a draw, an income, that a round has begun."""
    return weight_of(event) == SMALL or is_heading(event)


def is_slight(event: Event, sides: Sides) -> bool:
    """So small that it is told with something else; an enemy's move, or what he does to the reader's own, never is."""
    if weight_of(event) != SMALL:
        return False
    for touch in touches_of(event):
        if touch.effect == "moved" and sides.get(touch.handle) is False:
            return False
        if touch.effect in STRIKES and sides.get(touch.handle) is True and sides.get(touch.by) is False:
            return False
    return True


def is_heading(event: Event) -> bool:
    """It says nothing but that a round has begun; a card tells that, the line keeps what was done before."""
    return weight_of(event) >= LARGE and picture_of(event) is None and not touches_of(event)


def line_of(
    session: Session,
    one: Told,
    small: list[Told],
    me: frozenset[Seat],
    say: Say,
    sides: Sides = NOBODY,
) -> Happened:
    event, roll, touches = one.event, roll_of(one.event), touches_of(one.event)
    headline, whole = worded(session, event, say, short=True), said_of(session, event, say)
    if headline != said_of(session, event, say, short=True):
        whole = headline  # the same without numbers
    elif roll is None and whole.startswith(headline.rstrip(".")):
        headline = whole  # no sentence is said twice
    actor = actor_of(one)
    mine = actor in me if actor is not None else None
    outcome, tone = outcome_of(roll, touches, mine, losing(event, touches, mine, sides), say)
    own = done_by_reader(one, touches, sides, me)
    return Happened(
        one.number,
        headline,
        sum_of(roll, say) or (whole if whole != headline else ""),
        counted(said_of(session, other.event, say) for other in small),
        roll.dice if roll is not None else (),
        roll.sides if roll is not None else 0,
        need_of(roll, say),
        outcome,
        tone,
        None if own is False and mine else actor,
        f"m{one.number}" if one.by_automa else "",
        tuple(plain_touch(touch) for touch in touches),
        weight_of(event),
        sums_of(roll, say),
        own,
        rank_of(event, touches, sides, own),
    )


def counted(sentences: Iterable[str]) -> tuple[str, ...]:
    """What is said several times is said once, with how often."""
    found = Counter(sentences)
    return tuple(said if n == 1 else f"{said.rstrip('.')} (×{n})." for said, n in found.items())


def done_by_reader(one: Told, touches: tuple[Touch, ...], sides: Sides, me: frozenset[Seat]) -> bool | None:
    """By the piece that did it, else by the seat. In the step of a reader's choice rules may also play his enemies."""
    named = isinstance(getattr(one.event, "seat", None), int)
    for touch in touches:
        if touch.by in sides:
            return sides[touch.by] is True
        if touch.handle in sides and (touch.effect == "moved" or (touch.effect == "turned" and not named)):
            return sides[touch.handle] is True
    actor = actor_of(one)
    return None if actor is None else actor in me


def rank_of(event: Event, touches: tuple[Touch, ...], sides: Sides, mine: bool | None) -> int:
    """How much a reader has to know of it: his own losses first, then what others did where it can be seen."""
    struck = any(touch.effect in STRIKES and sides.get(touch.handle) is True for touch in touches)
    seen = any(touch.effect in SEEN for touch in touches)
    return 2 * min(weight_of(event), 2) + seen + (0 if mine else 2 + 3 * struck)


def sums_of(roll: Roll | None, say: Say) -> tuple[Sum, ...]:
    """Who rolled what against whom; of equal sums none is the better one."""
    rivals = roll.rivals if roll is not None else ()
    totals = sorted((one.total for one in rivals), reverse=True)
    return tuple(
        Sum(say.of(one.who), one.adds, one.die, one.total, one.total == totals[0] > totals[1]) for one in rivals
    )


def losing(event: Event, touches: tuple[Touch, ...], mine: bool | None, sides: Sides) -> bool | None:
    """Whether what was hurt or lost is the reader's; None if nobody can say.

    What is gone is on no table any more. Then an event that names nobody who did it names the seat that loses.
    """
    struck = [touch for touch in touches if touch.effect in ("hurt", "lost") and touch.by != touch.handle]
    known = [sides[touch.handle] for touch in struck if touch.handle in sides]
    if known:
        return known[0]
    if mine is None or any(touch.by for touch in struck):
        return None if mine is None else not mine
    return mine if isinstance(getattr(event, "seat", None), int) else not mine


def actor_of(one: Told) -> Seat | None:
    """The seat an event names, else the only one that decided in its step."""
    seat = getattr(one.event, "seat", None)
    if isinstance(seat, int):
        return seat
    return one.seats[0] if len(set(one.seats)) == 1 else None


def sum_of(roll: Roll | None, say: Say) -> str:
    """What the number that was needed is made of."""
    if roll is None or roll.need is None or not roll.parts:
        return ""
    first, *rest = [(abs(value), say.of(text, "Bare"), value < 0) for text, value in roll.parts]
    parts = [
        f"{'−' if first[2] else ''}{first[0]} {first[1]}",
        *(f"{'−' if less else '+'} {n} {text}" for n, text, less in rest),
    ]
    return f"{roll.need} = {' '.join(parts)}"


def need_of(roll: Roll | None, say: Say) -> str:
    if roll is None or roll.need is None:
        return ""
    return say("web.event.or_more" if roll.at_least else "web.event.or_less", n=roll.need)


def outcome_of(
    roll: Roll | None, touches: tuple[Touch, ...], mine: bool | None, own_loss: bool | None, say: Say
) -> tuple[str, str]:
    """A word and a sign for how it came out; whether that is good depends on who did it, and to whom."""
    hurt = sum(touch.amount or 0 for touch in touches if touch.effect == "hurt" and touch.by != touch.handle)
    lost = any(touch.effect == "lost" and touch.amount is None for touch in touches)
    gained = [touch.amount for touch in touches if touch.effect == "gained" and touch.amount]
    bad = "good" if mine else "hit"
    if roll is not None and roll.hit is False:
        return say("web.event.miss"), "miss"
    worse = bad if own_loss is None else "hit" if own_loss else "good"
    if lost:
        return say("web.event.lost"), worse
    if roll is not None and roll.hit:
        return say("web.event.hit"), bad
    if hurt:
        whose = {True: "web.event.you_lose", False: "web.event.they_lose", None: "web.event.loses"}[own_loss]
        return say(whose, n=hurt), worse
    if gained:
        return f"+{sum(gained)}", "good" if mine else "plain"
    return "", ""


def plain_touch(touch: Touch) -> Mapping[str, Any]:
    found: dict[str, Any] = {"handle": touch.handle, "effect": touch.effect}
    if touch.amount is not None:
        found["amount"] = touch.amount
    if touch.path:
        found["path"] = [list(place) if isinstance(place, tuple) else place for place in touch.path]
    if touch.by:
        found["by"] = touch.by
    return found


def veils_of(
    session: Session, reader: Seat | None, me: frozenset[Seat], say: Say, sides: Sides = NOBODY
) -> tuple[Veil, ...]:
    """What has stopped the game since these people last chose: a new round, a dealt role."""
    _, since = recent(session, reader, me)
    found: list[Veil] = []
    before: list[Happened] = []
    for one in since:
        if not is_slight(one.event, sides) and not is_heading(one.event):
            before.append(line_of(session, one, [], me, say, sides))
        if weight_of(one.event) >= LARGE:
            picture = picture_of(one.event)
            found.append(
                Veil(
                    one.number,
                    say.of(one.event.text),
                    Markup(parts.sample(picture)) if picture is not None else None,
                    is_heading(one.event),
                    foremost(before) if is_heading(one.event) else (),
                )
            )
    return tuple(found)


def foremost(lines: list[Happened]) -> tuple[Happened, ...]:
    """What a reader has to know first, in the order in which it happened; of what weighs the same the latest."""
    kept = sorted(lines, key=lambda one: (one.rank, one.number))[-MOST_BEFORE:]
    return tuple(sorted(kept, key=lambda one: one.number))


# -- the table at that moment


def place_of(session: Session, reader: Seat | None, number: int) -> tuple[range, int] | None:
    """The inputs of the step in which an event was told, and its number among all events."""
    known, whole = 0, 0
    for inputs, events in session.steps():
        for event in events:
            if (event if reader is None else event.seen_by(reader)) is not None:
                if known == number:
                    return inputs, whole
                known += 1
            whole += 1
    return None


def moment_of(session: Session, reader: Seat | None, number: int) -> int | None:
    """After how many inputs an event had been told; None if there is no such event."""
    place = place_of(session, reader, number)
    if place is None:
        return None
    inputs, whole = place
    return next((n for n in range(inputs.start, inputs.stop + 1) if session.look_back(n)[1] > whole), inputs.stop)


def state_at(session: Session, reader: Seat | None, number: int) -> Any:
    """The table when an event had been told, as its reader may see it; None if there is no such event."""
    moment = moment_of(session, reader, number)
    if moment is None:
        return None
    state = session.state if moment == len(session.inputs) else session.look_back(moment)[0]
    return state if reader is None or state is None else session.game.view(state, reader)


def why_of_event(session: Session, reader: Seat | None, number: int) -> list[str]:
    """Where the reasons of an event are found: its own, else those of the automa's choice that led to it."""
    place = place_of(session, reader, number)
    if place is None:
        return []
    inputs, whole = place
    if trace_of(session.events[whole]):
        return [f"e{whole}"]
    deciding = [n for n in inputs if bot_seats(session, n)]
    before = [n for n in deciding if session.look_back(n)[1] <= whole] or deciding[:1]
    return [f"{n}-{seat}" for n in before[-1:] for seat in bot_seats(session, n)]
