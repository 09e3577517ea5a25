"""What has just happened, one thing at a time: headline, dice, outcome, and what on the table it touches.

Events are numbered as the reader knows them: what he has not seen has no number.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from markupsafe import Markup

from kempelen.engine.events import (
    Touch,
    begins_with,
    ends_with,
    looms_with,
    picture_of,
    roll_of,
    to_owner_of,
    touches_of,
    weight_of,
)
from kempelen.engine.game import Game
from kempelen.engine.session import Session
from kempelen.engine.table import HIDDEN, SPECTATOR, Event, Seat
from kempelen.scene import parts
from kempelen.scene.model import Shape
from kempelen.text.say import Say
from kempelen.web.shown.known import Known, Told
from kempelen.web.shown.outcomes import (
    NOBODY,
    NOTHING,
    Loss,
    Sides,
    Sum,
    Toll,
    exchanged,
    losing,
    need_of,
    outcome_of,
    sum_of,
    sums_of,
    toll_of,
)
from kempelen.web.shown.story import Entry, brief_said, place_words, said_of, worded

__all__ = [
    "LARGE",
    "SEEN",
    "Happened",
    "Pause",
    "Veil",
    "counted",
    "facts_of",
    "gathered",
    "happened_of",
    "is_slight",
    "is_small",
    "line_of",
]
__all__ += ["blows_of", "card_named", "pause_of", "plain_touch", "rank_of", "thing_of"]

MOST = 24
"""So many things can be stepped through at the table; the rest is in the log and the replay."""
SMALL, LARGE = 0, 3
STRIKES = frozenset({"hurt", "lost", "fired", "turned"})
"""What is done to a piece by somebody else."""
SEEN = frozenset({"hurt", "lost", "fired", "moved", "laid"})
"""What can be seen on a board; what is only turned has no mark that tells it from before."""
ENDS = 100
"""How much more an end is worth telling than all else."""
LOOMS = 20
"""What brings the end of the game nearer is told before every loss."""
MOST_BEFORE = 5
"""So much of it is told with a new round: what the reader has to know first."""


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
    touches: tuple[Mapping[str, Any], ...]
    weight: int
    rivals: tuple[Sum, ...] = ()
    """Where sums were compared: each of them."""
    mine: bool | None = None
    """The reader has done it himself."""
    rank: int = 0
    """What is told first of all that happened in a turn, see `rank_of`."""
    ends: bool = False
    """A round or the game is over with it."""
    losses: tuple[Loss, ...] = ()
    """Of an exchange what each side lost, each in its own colour; `outcome` says it in one."""
    befalls: bool = False
    """It is done to the reader, by somebody else."""
    brief: str = ""
    """The headline without places and numbers, if it has one."""
    private: bool = False
    """Only the reader has learned it."""
    toll: Toll = NOTHING
    """What it has cost the reader."""
    to_reader: bool = False
    """The headline itself says what the reader has lost."""

    def __hash__(self) -> int:
        """What a page makes of it is kept and found by this: few things of one number have the same headline."""
        return hash((self.number, self.headline, self.small))


@dataclass(frozen=True, slots=True)
class Veil:
    """Something dealt that is shown large: a role."""

    headline: str
    picture: Markup


@dataclass(frozen=True, slots=True)
class Pause:
    """What stops the game until it is read: a new round, a dealt role."""

    number: int
    """Of the latest event that did."""
    headlines: tuple[str, ...]
    veils: tuple[Veil, ...]
    before: tuple[Happened, ...]
    """What came of one's own choice, and what others did."""
    deed: int | None
    """With what a round was over, if one was: its board is shown first, for a new one is laid out since."""
    holds: bool = True
    """It has to be read before the game goes on. That a round has begun is told with what was done before it."""


def happened_of(
    session: Session, known: Known, me: frozenset[Seat], say: Say, sides: Sides = NOBODY
) -> tuple[Happened, ...]:
    """The latest events, the newest last; what is small is folded into what it followed.

    `sides` says whose what was touched is.
    """
    told = known.told
    found: list[Happened] = []
    small: list[Told] = []
    for one in reversed(told):
        if facts_of(one.event).heading or is_slight(one.event, sides):
            small.append(one)
            continue
        found.append(kept_line(session, one, small[::-1], me, say, sides))
        small = []
        if len(found) == MOST:
            break
    if not found and small:  # nothing large yet: the newest small thing stands for all
        *rest, newest = small[::-1]
        found.append(line_of(session, newest, rest, me, say, sides))
    return tuple(found[::-1])


_LINES: WeakKeyDictionary[Session, dict[tuple[object, ...], tuple[list[Told], Happened]]] = WeakKeyDictionary()
MOST_LINES = 400


def kept_line(session: Session, one: Told, small: list[Told], me: frozenset[Seat], say: Say, sides: Sides) -> Happened:
    """The same as `line_of`. Most of what is told stays as it was after the next click: a line says the same as long
    as the same things happened and what it touches is still whose it was."""
    if say.renames and session.physical is not None:  # those words are made anew for every page
        return line_of(session, one, small, me, say, sides)
    told = [one, *small]
    places = None if session.game.places is None else place_words(session, one.event)
    whose = tuple(sides.get(name, UNKNOWN) for name in facts_of(one.event).handles)
    lines, key = _LINES.setdefault(session, {}), (*map(id, told), me, say, whose, places)
    known = lines.get(key)
    if known is None or any(now is not then for now, then in zip(told, known[0], strict=True)):
        if len(lines) >= MOST_LINES:
            lines.clear()
        known = lines[key] = told, line_of(session, one, small, me, say, sides)
    return known[1]


UNKNOWN = ""
"""Whose a thing is that nobody owns."""


class Facts(NamedTuple):
    """What an event says of itself, asked of it once: all of them are gone through with every click."""

    event: Event
    touches: tuple[Touch, ...]
    handles: tuple[str, ...]
    """All that its touches name."""
    weight: int
    ends: bool
    heading: bool
    """It says nothing but that a round has begun; a card tells that, the line keeps what was done before."""


_FACTS: dict[int, Facts] = {}
MOST_FACTS = 20_000


def facts_of(event: Event) -> Facts:
    known = _FACTS.get(id(event))
    if known is None or known.event is not event:
        if len(_FACTS) >= MOST_FACTS:
            _FACTS.clear()
        touches, weight, ends = touches_of(event), weight_of(event), ends_with(event)
        handles = tuple(dict.fromkeys(name for touch in touches for name in (touch.handle, touch.by)))
        bare = picture_of(event) is None and (not touches or begins_with(event))
        heading = not ends and weight >= LARGE and bare
        known = _FACTS[id(event)] = Facts(event, touches, handles, weight, ends, heading)
    return known


def is_small(event: Event) -> bool:
    """Told with something else: a draw, an income, that a round has begun or is over."""
    facts = facts_of(event)
    return facts.weight == SMALL or facts.heading or facts.ends


def is_slight(event: Event, sides: Sides) -> bool:
    """So small that it is told with something else; an enemy's move, or what he does to the reader's own, never is."""
    facts = facts_of(event)
    if facts.weight != SMALL or facts.ends:
        return False
    for touch in facts.touches:
        if touch.effect == "moved" and sides.get(touch.handle) is False:
            return False
        if touch.effect in STRIKES and sides.get(touch.handle) is True and sides.get(touch.by) is False:
            return False
    return True


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
    if to_reader := own_words(event, touches, sides, say):
        headline = to_reader
    ends = ends_with(event)
    actor = None if ends else actor_of(one)  # an end is nobody's deed
    mine = actor in me if actor is not None else None
    outcome, tone = outcome_of(roll, touches, mine, losing(event, touches, mine, sides), say, sides)
    own = None if ends else done_by_reader(one, touches, sides, me)
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
        tuple(plain_touch(touch, sides) for touch in touches),
        weight_of(event),
        sums_of(roll, say),
        own,
        rank_of(event, touches, sides, own),
        ends,
        exchanged(touches, say, sides) if roll is None and outcome else (),
        own is not True and befalls(touches, sides),
        to_reader or brief_said(session, event, say),
        weight_of(event) > SMALL and event.seen_by(SPECTATOR) != event,
        toll_of(touches, losing(event, touches, mine, sides), sides),
        bool(to_reader),
    )


def own_words(event: Event, touches: tuple[Touch, ...], sides: Sides, say: Say) -> str:
    """What it means for the reader whose piece is struck, if the event has words for that."""
    own = (to_owner_of(event, touch.handle) for touch in touches if sides.get(touch.handle) is True)
    return next((say.of(text) for text in own if text is not None), "")


def counted(sentences: Iterable[str]) -> tuple[str, ...]:
    """What is said several times is said once, with how often."""
    found = Counter(sentences)
    return tuple(said if n == 1 else f"{said.rstrip('.')} (×{n})." for said, n in found.items())


def gathered(entry: Entry) -> Entry:
    """A step of the log in which small things that follow each other are one line, equal ones once with how many."""
    found: list[tuple[str, int]] = []
    for small, group in groupby(zip(entry.lines, entry.weights, strict=True), lambda one: one[1] == SMALL):
        told = list(group)
        found += [(" ".join(counted(line for line, _ in told)), SMALL)] if small else told
    return replace(entry, lines=tuple(line for line, _ in found), weights=tuple(weight for _, weight in found))


def done_by_reader(one: Told, touches: tuple[Touch, ...], sides: Sides, me: frozenset[Seat]) -> bool | None:
    """By the piece that did it, else by the seat. In the step of a reader's choice rules may also play his enemies."""
    named = isinstance(getattr(one.event, "seat", None), int)
    for touch in touches:
        if touch.by in sides:
            return sides[touch.by] is True
        if touch.by and touch.effect in STRIKES and sides.get(touch.handle) is not None:
            return not sides[touch.handle]  # who struck has fallen by it: the enemy of whom he struck
        if touch.handle in sides and (touch.effect == "moved" or (touch.effect == "turned" and not named)):
            return sides[touch.handle] is True
    actor = actor_of(one)
    deciders = set(one.seats)
    if actor not in deciders and len(deciders) == 1:
        (actor,) = deciders  # an event may name the seat it befell: who decided has done it
    return None if actor is None else actor in me


def rank_of(event: Event, touches: tuple[Touch, ...], sides: Sides, mine: bool | None) -> int:
    """How much a reader has to know of it: his own losses first, what is gone before what is hurt, then what others
    did where it can be seen.

    Of one blow that a piece is gone is told before how much it was hurt. That an enemy is healed undoes what the reader
    did, so it comes before a move; what he scores comes before a shot that missed. A seat is struck only by another.
    """
    roll = roll_of(event)
    struck = befalls(touches, sides)
    missed = roll is not None and roll.hit is False
    gone = struck and any(touch.effect == "lost" and sides.get(touch.handle) is True for touch in touches)
    healed = any(touch.effect == "healed" and sides.get(touch.handle) is False for touch in touches)
    seen = any(touch.effect in SEEN for touch in touches)
    scored = any(touch.effect == "gained" and not touch.handle.startswith("seat:") for touch in touches)
    leaves = (touch for touch in touches if touch.effect == "lost" and touch.amount is None)
    felled = any(touch.handle.startswith("unit:") for touch in leaves)
    rolled = felled or (roll is not None and roll.hit is not None)  # the dice that led to a loss are shown with it
    worse = (
        0
        if mine
        else 4 + (2 if missed else 6) * struck + 3 * gone + 3 * healed + 8 * scored + LOOMS * looms_with(event)
    )
    return 4 * min(weight_of(event), 2) + 2 * seen + rolled + worse + ENDS * ends_with(event)


def befalls(touches: tuple[Touch, ...], sides: Sides) -> bool:
    """Something of the reader's is struck."""
    return any(
        touch.effect in STRIKES and sides.get(touch.handle) is True and not _by_itself(touch, sides)
        for touch in touches
    )


def _by_itself(touch: Touch, sides: Sides) -> bool:
    """A seat that pays, passes or begins its turn is not struck, though what is its is touched."""
    return touch.handle.startswith("seat:") and sides.get(touch.by) is not False


def actor_of(one: Told) -> Seat | None:
    """The seat an event names, else the only one that decided in its step."""
    seat = getattr(one.event, "seat", None)
    if isinstance(seat, int):
        return seat
    return one.seats[0] if len(set(one.seats)) == 1 else None


def plain_touch(touch: Touch, sides: Sides = NOBODY) -> Mapping[str, Any]:
    """As the page marks it; `own` says whose the thing is, if that is known: a loss has the colour of whose it is."""
    found: dict[str, Any] = {"handle": touch.handle, "effect": touch.effect}
    if (whose := sides.get(touch.handle)) is not None:
        found["own"] = whose
    if touch.amount is not None:
        found["amount"] = touch.amount
    if touch.path:
        found["path"] = [list(place) if isinstance(place, tuple) else place for place in touch.path]
    if touch.by:
        found["by"] = touch.by
    return found


def pause_of(session: Session, known: Known, me: frozenset[Seat], say: Say, sides: Sides = NOBODY) -> Pause | None:
    """What has stopped the game since these people last chose; None if nothing has."""
    stops = [one for one in known.since if weight_of(one.event) >= LARGE]
    if not stops:
        return None
    lines = {
        one.number: kept_line(session, one, [], me, say, sides)
        for one in known.since
        if not is_slight(one.event, sides) and weight_of(one.event) < LARGE
    }
    headings = [one.number for one in stops if picture_of(one.event) is None]
    before = [line for number, line in lines.items() if headings and number < headings[-1]]
    ends = [one.number for one in stops if ends_with(one.event)]
    deeds = [number for number, line in lines.items() if line.touches and ends and number < ends[-1]]
    return Pause(
        stops[-1].number,
        tuple(worded(session, one.event, say) for one in stops if one.number in headings),
        tuple(
            Veil(say.of(one.event.text), Markup(parts.sample(picture)))
            for one in stops
            if (picture := picture_of(one.event)) is not None
        ),
        foremost(before),
        deeds[-1] if deeds else None,
        any(not facts_of(one.event).heading for one in stops),
    )


def blows_of(session: Session, seat: Seat, known: Known, happened: Sequence[Happened]) -> tuple[Happened, ...]:
    """What has befallen a seat since it last chose, where its game says that it is to be read."""
    halts, state = session.game.speech.halts, session.state
    grave = {one.number for one in known.since if halts(state, one.event, seat)}
    return tuple(one for one in happened if one.number in grave)


def thing_of(game: Game[Any], event: Event, say: Say) -> Markup | None:
    """The card that an event names, drawn."""
    shape = card_named(game, event, say)
    return Markup(parts.sample(shape)) if shape is not None else None


def card_named(game: Game[Any], event: Event, say: Say) -> Shape | None:
    """The card that an event names, if it does."""
    card = getattr(event, "card", None)
    if card is None or card == HIDDEN or not isinstance(card, int | str):
        return None
    return game.things.picture(game.things.card_text(card), say)


def foremost(lines: list[Happened]) -> tuple[Happened, ...]:
    """What a reader has to know first, in the order in which it happened; of what weighs the same the latest."""
    kept = sorted(lines, key=lambda one: (one.rank, one.number))[-MOST_BEFORE:]
    return tuple(sorted(kept, key=lambda one: one.number))
