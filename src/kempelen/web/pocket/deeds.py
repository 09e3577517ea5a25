"""A companion session as a phone shows it: one instruction at a time, then one question.

What is done is a number in the address, so nothing is kept: whoever goes back sees the last instruction again.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from markupsafe import Markup

from kempelen.companion import names_all_cards
from kempelen.engine.events import begins_with, touches_of
from kempelen.engine.session import Session
from kempelen.engine.table import SPECTATOR, Event, Seat
from kempelen.scene.model import Scene
from kempelen.text.say import Say, Text
from kempelen.web.pocket.tapping import board_with_links, cropped, edged, way
from kempelen.web.rooms.room import Room
from kempelen.web.rooms.start import empty_scene
from kempelen.web.shown.happened import Happened, is_small, line_of, thing_of
from kempelen.web.shown.known import Told, recent, state_at
from kempelen.web.shown.outcomes import Sides
from kempelen.web.shown.seen import sides_of
from kempelen.web.shown.story import announcements, log_of, said_of, told
from kempelen.web.shown.trays import Emblem, beside
from kempelen.wording import seat_text, seated

__all__ = ["Deed", "announced", "deeds_of", "emblem_of", "event_of", "picture_of", "scene_of", "seat_name"]
__all__ += [
    "goal_told",
    "has_of",
    "last_done",
    "log_lines",
    "more_of",
    "newest_why",
    "scene_then",
    "table_shown",
    "thing_in",
    "told_so_far",
]


@dataclass(frozen=True, slots=True)
class Deed:
    """Something that has happened and is to be done, or known, at the table."""

    number: int
    seat: Seat | None
    who: str
    what: Happened
    own: bool
    """A person has done it: what is shown is what came of it."""
    goes_on: tuple[Happened, ...] = ()
    """What the same piece has done right after it: it stays in the hand."""
    card: Any = None
    """The card that is played by it."""
    opens: bool = False
    """A round or a turn begins with it: it is told by itself, not behind what came before."""

    @property
    def only_said(self) -> bool:
        """A round or a turn begins, and nothing is done yet."""
        return self.opens and not self.goes_on

    @property
    def last(self) -> int:
        """The number of the last event that is told with it."""
        return self.goes_on[-1].number if self.goes_on else self.number

    @property
    def why(self) -> str:
        """Where its reasons are found; empty if it has none."""
        return next((one.why for one in (self.what, *self.goes_on) if one.why), "")

    @property
    def more(self) -> str:
        """How a number that dice had to show is made up."""
        return more_of(self.what) if self.what.dice else ""

    @property
    def touches(self) -> tuple[Mapping[str, Any], ...]:
        return tuple(touch for one in (self.what, *self.goes_on) for touch in one.touches)


def told_so_far(room: Room) -> int:
    """How many events everybody knows."""
    return len(room.session.events_for(SPECTATOR))


def deeds_of(room: Room, done: int | None, scene: Scene, say: Say) -> list[Deed]:
    """What is still to be done, the oldest first; without a number what came since somebody last chose.

    What a person has done himself is left out unless dice or losses came of it. Small things stand with what they
    followed. `scene` is the table as everybody sees it now.
    """
    session, people = room.session, room.session.humans
    learned = recent(session, SPECTATOR, people)
    told, since = learned.told, learned.since
    first = (since[0].number if since else len(told)) if done is None else done
    known = [replace(one, event=whole) for one, whole in zip(told, named_events(session), strict=True)]
    found: list[Deed] = []
    small: list[Told] = []
    sides = sides_at_table(room, say)
    for one in reversed([one for one in known if one.number >= first]):
        opens = begins_with(one.event)
        if is_small(one.event) and not opens and one.number > first:
            small.append(one)
            continue
        own_hand = is_small(one.event) and lays_down(one.event, people)
        if is_small(one.event) and not own_hand and not opens:  # nothing larger came before it
            continue
        while small and found and begins(small[0].event, found[-1].what):
            small.pop(0)
        hands = drawn_hands(session, [other.event for other in small])
        small = [other for other in small if getattr(other.event, "seat", None) not in hands or not draws(other.event)]
        line = line_of(session, one, small[::-1], people, say, sides)
        line = replace(line, folded=(*hands_told(session, hands, say), *line.folded))
        if opens and not line.dice:
            line = replace(line, headline=line.small or line.headline, small="")
        small = []
        own = line.seat in people if line.seat is not None else False
        if own:
            line = replace(line, folded=(*line.folded, *draws_told(session, one.step, say)))
        if own and not own_hand and not opens and not line.dice and not line.outcome and not line.folded:
            continue
        line = replace(line, folded=tuple(counted(line.folded)))
        if room.game.places is not None and any(touch["effect"] in PUT for touch in line.touches):
            # where it stands is measured, see `measures`
            line = replace(line, headline=said_of(session, one.event, say, short=True), small="")
        card = getattr(one.event, "card", None)
        who = seat_name(room, line.seat, say)
        found.append(Deed(one.number, line.seat, who, line, own, card=card, opens=opens))
    return together(found[::-1], {shape.id for shape in scene.shapes}, measured=scene.unit == "cm")


def sides_at_table(room: Room, say: Say) -> Sides:
    """Whose everything is, as all people at the table see it together: what another person has is not an enemy's."""
    found: dict[str, bool | None] = {}
    for seat in sorted(room.session.humans):
        for handle, own in sides_of(scene_of(room, room.view(seat), say)).items():
            if handle not in found or own or (own is None and found[handle] is False):
                found[handle] = own
    return found


def more_of(what: Happened) -> str:
    """What the whole sentence says beyond its headline; a comparison is shown sum by sum."""
    if what.rivals:
        return ""
    begins = what.headline.rstrip(".")
    if not what.small.startswith(begins):
        return what.small
    return what.small[len(begins) :].strip(" .:,").strip()


def lays_down(event: Event, people: Container[Seat]) -> bool:
    """Does a person have to lay something down, such as his hand, though he has not chosen it?"""
    return getattr(event, "seat", None) in people and any(touch.effect == "laid" for touch in touches_of(event))


def newest_why(room: Room, deed: Deed | None) -> str:
    """The reasons of an instruction; where it has none, the newest before it; without one, the newest of all."""
    if deed is not None and deed.why:
        return deed.why
    told = recent(room.session, SPECTATOR, room.session.humans).told
    known = (one.number for one in reversed(told) if one.by_automa and (deed is None or one.number <= deed.last))
    return next((f"m{number}" for number in known), "")


def last_done(deeds: Sequence[Deed]) -> Deed | None:
    """The last instruction that somebody carries out with his hands; what only follows it is told after it."""
    done = (deed for deed in reversed(deeds) if any(touch["effect"] in STIRS for touch in deed.touches))
    return next(done, deeds[-1] if deeds else None)


def begins(event: Event, then: Happened) -> bool:
    """A small thing that only says who acts next; it does not belong to what came before."""
    piece = piece_of(then)
    return bool(piece) and any(touch.handle == piece for touch in touches_of(event))


def draws_told(session: Session, step: int, say: Say) -> list[str]:
    """That people draw real cards at the end of what they did; which ones, nobody else learns."""
    physical = session.physical
    if physical is None or not physical.things & session.game.things.physical:
        return []
    secret = [event for event in session.steps(step)[0][1] if event.seen_by(SPECTATOR) is None]
    drawn = Counter(
        getattr(event, "seat", -1) for event in secret if any(touch.effect == "drew" for touch in touches_of(event))
    )
    return [
        say("web.beside.draws", who=seat_text(session, seat, say), n=n)
        for seat, n in drawn.items()
        if seat in session.humans
    ]


def draws(event: Event) -> bool:
    return any(touch.effect == "drew" for touch in touches_of(event))


def drawn_hands(session: Session, events: Sequence[Event]) -> Counter[Seat]:
    """Who has drawn several cards at once, card by card, and how many; not where the cards themselves are told."""
    if session.physical is None or names_all_cards(session):
        return Counter()
    seats = (getattr(event, "seat", None) for event in events if draws(event))
    drawn = Counter(seat for seat in seats if isinstance(seat, int))
    return Counter({seat: n for seat, n in drawn.items() if n > 1})


def hands_told(session: Session, hands: Counter[Seat], say: Say) -> list[str]:
    """A new hand in one sentence. What the app draws for automas from piles of its own is nobody's to do."""
    real = session.physical is not None and bool(session.physical.things & session.game.things.physical)
    return [
        say("web.beside.draws", who=seat_text(session, seat, say), n=n)
        for seat, n in sorted(hands.items())
        if seat in session.humans or not real
    ]


def counted(lines: Sequence[str]) -> Iterator[str]:
    """What is said several times in a row is said once, with how often: four cards are drawn."""
    for line, same in groupby(lines):
        often = len(list(same))
        yield line if often == 1 else f"{often} × {line}"


def log_lines(room: Room, say: Say) -> list[tuple[str, ...]]:
    """What has happened, the newest first."""
    entries = log_of(room.session, None if room.over else SPECTATOR, say)
    return [tuple(counted([points_told(line, say) for line in entry.lines])) for entry in entries[::-1][:LONGEST]]


def points_told(line: str, say: Say) -> str:
    """A point in the notation of a game, `47.5,50.0`, as the reader writes numbers."""
    return POINT.sub(lambda found: say("web.beside.spot", x=float(found[1]), y=float(found[2])), line)


def named_events(session: Session) -> list[Event]:
    """What everybody knows has happened; where a person names the automas' cards, with the cards that he must move."""
    if not names_all_cards(session):
        return session.events_for(SPECTATOR)
    return [event for event in session.events if event.seen_by(SPECTATOR) is not None]


POINT = re.compile(r"(\d+\.\d+),(\d+\.\d+)")
LONGEST = 60
"""So many turns of the log are shown on a phone."""
STIRS = frozenset({"laid", "moved", "hurt", "healed", "lost"})
"""What is done to a piece with the hand."""
PUT = frozenset({"moved", "laid"})
"""What is done to a piece that then stands somewhere else."""
SUFFERED = frozenset({"hurt", "healed", "lost"})
"""Of it what something else leads to."""
MOST_STILL = 3
WIDE = 1.5
"""A picture above a sentence is at least so much wider than high, where there is more to show."""


def together(deeds: Sequence[Deed], shapes: Container[str], measured: bool = False) -> list[Deed]:
    """What one piece does in a row is one instruction: it moves and attacks. So is what comes of it: whom it struck
    is hurt, or gone.

    So is what is only said before something is done, a card that is played or who acts after a roll; and what
    several pieces do that stay where they are, unless each of them has dice of its own. On a table that is `measured`
    a piece is moved before anything else is read, and after what was rolled for it.
    """
    found: list[Deed] = []
    for deed in deeds:
        before = found[-1] if found else None
        alone = measured and before is not None and not still(deed, shapes) and (rolled(before) or moves(before))
        apart = before is None or before.own or deed.own or deed.opens
        if before is None or apart or alone or (measured and moves(before)):
            found.append(deed)
            continue
        piece = next(filter(None, map(piece_of, (before.what, *before.goes_on)[::-1])), "")
        same = piece and piece == piece_of(deed.what) and before.seat == deed.seat
        another = before.card is not None and deed.card not in (None, before.card)
        said = not before.goes_on and not on_board(before, shapes) and not another
        stays = (
            len(before.goes_on) < MOST_STILL
            and still(before, shapes)
            and still(deed, shapes)
            and on_board(deed, shapes)
            and not another
            and not (before.what.dice and deed.what.dice)
        )
        ours = before.seat is None or deed.seat in (None, before.seat)
        if same or ((said or stays) and ours) or (len(before.goes_on) <= MOST_STILL and comes_of(deed, before)):
            named = before if before.seat is not None else replace(before, seat=deed.seat, who=deed.who)
            found[-1] = replace(named, goes_on=(*before.goes_on, deed.what, *deed.goes_on))
        else:
            found.append(deed)
    return found


def comes_of(deed: Deed, before: Deed) -> bool:
    """Something that was struck, or that a card was played on, is hurt, healed or gone by it, without more dice."""
    touched = {touch["handle"] for touch in before.touches}
    if deed.what.dice or any(touch["effect"] == "laid" for touch in deed.touches):
        return False
    return any(touch["handle"] in touched and touch["effect"] in SUFFERED for touch in deed.touches)


def on_board(deed: Deed, shapes: Container[str]) -> bool:
    """Something on the board is touched by it."""
    return any(touch["handle"] in shapes for touch in deed.touches)


def still(deed: Deed, shapes: Container[str]) -> bool:
    """Nothing on the board is moved, laid or hurt."""
    return not any(touch["handle"] in shapes and touch["effect"] in STIRS for touch in deed.touches)


def rolled(deed: Deed) -> bool:
    return any(one.dice for one in (deed.what, *deed.goes_on))


def moves(deed: Deed) -> bool:
    return any(touch["effect"] == "moved" for touch in deed.touches)


def piece_of(what: Happened) -> str:
    """The piece that acts: what moves, or what something else was done by; empty if no piece does."""
    for touch in what.touches:
        if acting := touch.get("by") or (touch["handle"] if touch["effect"] == "moved" else ""):
            return str(acting)
    return ""


def seat_name(room: Room, seat: Seat | None, say: Say) -> str:
    """As the question calls it: whoever plays for the program by the game's own word."""
    if seat is not None and seat >= 0:
        return say.of(seat_text(room.session, seat, say), "Nom")
    key = f"{room.game.name}.the_opponent"  # who sits nowhere, if the game has such a one
    return say.of(Text(key), "Nom") if say.has(key) else ""


def announced(session: Session, say: Say) -> list[str]:
    """What an automa has chosen while nothing has come of it yet: somebody must name something first."""
    if session.at_checkpoint:
        return []
    inputs, events = session.steps()[-1]
    return [] if any(told(events, SPECTATOR)) else list(announcements(session, inputs, say))


# -- pictures


def scene_of(room: Room, view: Any, say: Say) -> Scene:
    return seated(room.game, room.setup, room.game.scene(view, say), say) if view is not None else empty_scene()


def scene_then(room: Room, deed: Deed, say: Say) -> Scene:
    """The table when it had happened."""
    return scene_of(room, state_at(room.session, SPECTATOR, deed.last), say)


def table_shown(scene: Scene) -> Markup:
    """The table without anything to tap; of one in centimetres the part where somebody stands."""
    whole = board_with_links(scene, {})
    standing = tuple(shape.id for shape in scene.shapes if shape.role == "unit")
    return Markup(cropped(whole, scene, standing, ratio=WIDE)) if scene.unit == "cm" else whole


def picture_of(deed: Deed, scene: Scene) -> Markup | None:
    """The part of the board that it touches, as it was then; the whole board if it touches nothing there."""
    if not scene.shapes:
        return None
    touched = {str(touch["handle"]): mark_of(touch) for touch in deed.touches}
    there = {shape.id for shape in scene.shapes}
    marks = {handle: word for handle, word in touched.items() if handle in there}
    whole = board_with_links(replace(scene, columns=(), rows=()), {}, marks)
    units = tuple(shape.id for shape in scene.shapes if shape.role == "unit") if scene.unit == "cm" else ()
    gone = "".join(way(scene, touch.get("path", ())) for touch in deed.touches)
    end = whole.rindex("</svg>")
    about = (*marks, *passed(deed), *acting(deed)) if marks else tuple(passed(deed))
    return Markup(edged(cropped(f"{whole[:end]}{gone}{whole[end:]}", scene, about or units, ratio=WIDE), scene))


def thing_in(room: Room, deed: Deed, say: Say) -> Markup | None:
    """The card that an instruction is about, or that goes with what comes of it."""
    for one in (deed.what, *deed.goes_on):
        event = event_of(room.session, one.number)
        if event is not None and (thing := thing_of(room.game, event, say)) is not None:
            turned = Markup('<span class="turned-180">{}</span>')
            return turned.format(thing) if getattr(event, "turned", 0) else thing
    return None


def acting(deed: Deed) -> list[str]:
    """The pieces that something was done by: who shoots is in the picture, too."""
    return [str(touch["by"]) for touch in deed.touches if touch.get("by")]


def passed(deed: Deed) -> list[str]:
    """The places that a piece has gone over."""
    return [step for touch in deed.touches for step in touch.get("path", ()) if isinstance(step, str)]


def mark_of(touch: Any) -> str:
    """`-2` for a loss, nothing for something that only moved."""
    amount = touch.get("amount")
    if amount is None:
        return ""
    return f"−{amount}" if touch["effect"] in ("hurt", "lost") else f"+{amount}"


def goal_told(room: Room, seat: Seat | None, eyes: Scene, say: Say) -> str:
    """What whoever is asked is after, if that is said of a seat; `eyes` is what he sees."""
    if seat is None or seat not in room.session.humans:
        return ""
    named = room.game.speech.seat_names(room.setup)[seat]
    trays = (tray for tray in eyes.trays if tray.kind == "seat" and tray.seat in (named, str(seat + 1)))
    mission = next((tray.mission for tray in trays), "")
    facts = room.game.scenario_facts.get(room.setup.scenario)
    goals = {say.of(name, "Bare"): say.of(goal) for name, goal in facts.missions} if facts is not None else {}
    known = say.of(facts.goal) if facts is not None and not goals else mission
    return say("web.beside.goal", what=goals.get(mission) or known) if mission else ""


def event_of(session: Session, number: int) -> Event | None:
    events = named_events(session)
    return events[number] if 0 <= number < len(events) else None


def emblem_of(room: Room, seat: Seat | None, scene: Scene) -> Emblem | None:
    """The sign of a seat, as it looks to whoever plays; `scene` is what he sees."""
    if seat is None or seat < 0:
        return None
    lying = beside(scene, frozenset())
    names: Sequence[str] = room.game.speech.seat_names(room.setup)
    trays = [*lying.seats, *([lying.you] if lying.you else [])]
    found = next((tray.emblem for tray in trays if tray.seat in (names[seat], str(seat + 1))), None)
    return replace(found, relation="own") if found is not None and seat in room.session.humans else found


def has_of(room: Room, seat: Seat | None, scene: Scene) -> str:
    """What whoever decides has beside the board, in a line: his money, his piles."""
    if seat is None or seat not in room.session.humans:
        return ""
    names = room.game.speech.seat_names(room.setup)[seat], str(seat + 1)
    found = next((tray for tray in scene.trays if tray.kind == "seat" and tray.seat in names), None)
    return " · ".join(fact.label.partition(":")[0] for fact in found.facts) if found is not None else ""
