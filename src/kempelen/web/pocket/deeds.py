"""A companion session as a phone shows it: one instruction at a time, then one question.

What is done is a number in the address: whoever goes back sees the last instruction again. The room keeps the highest
(`Room.seen`), so that whoever comes without an address of his own goes on where the table had got to.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from kempelen.companion import names_all_cards
from kempelen.engine.events import begins_with, roll_of, touches_of
from kempelen.engine.session import Session
from kempelen.engine.table import SPECTATOR, Event, Seat
from kempelen.scene.model import Scene
from kempelen.text.say import Say, Text
from kempelen.web.pocket.apart import unseen
from kempelen.web.pocket.deed import PUT, STIRS, Deed, piece_of, together
from kempelen.web.pocket.pictured import Frame, named_events, scene_of
from kempelen.web.pocket.screen import on_a_screen
from kempelen.web.pocket.set_up.laid import laid_since
from kempelen.web.rooms.room import Room
from kempelen.web.shown.happened import Happened, is_small, line_of
from kempelen.web.shown.known import Told, recent
from kempelen.web.shown.outcomes import Sides, need_said
from kempelen.web.shown.seen import sides_of
from kempelen.web.shown.story import announcements, said_of, told
from kempelen.wording import seat_text

__all__ = [
    "announced",
    "counted",
    "deeds_of",
    "goal_told",
    "had_of",
    "hand_told",
    "has_of",
    "is_in_vain",
    "last_done",
    "left_off",
    "newest_why",
    "places_public",
    "points_told",
    "seat_name",
    "told_so_far",
]


def told_so_far(room: Room) -> int:
    """How many events everybody knows."""
    return len(room.session.events_for(SPECTATOR))


def left_off(room: Room) -> int | None:
    """Where whoever comes back without an address of his own goes on: where the table had got to, not before what
    came since somebody last chose. None if nothing was seen to, or all of a game that is over."""
    total, since = told_so_far(room), recent(room.session, SPECTATOR, room.session.humans).since
    if not room.seen or (room.over and room.seen >= total):
        return None
    return min(total, max(room.seen, since[0].number if since else 0))


def deeds_of(room: Room, done: int | None, scene: Scene, say: Say) -> list[Deed]:
    """What is still to be done, the oldest first; without a number what came since somebody last chose.

    What a person has done himself is left out unless dice or losses came of it, or his hands still have something to
    do: to turn, to pay, to discard. Small things stand with what they followed. `scene` is the table as everybody sees
    it now.
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
        acts = one.by_automa and brings_in(one.event, small[-1].event if small else None)
        acts = acts or bool(is_small(one.event) and thrown(one.event))
        if is_small(one.event) and not opens and not acts and one.number > first:
            if not getattr(one.event, "of_nothing", False):
                small.append(one)
            continue
        hand, lays = hand_told(session, one.event, say), laid_since(room, one.event, one.number)
        own_hand = is_small(one.event) and (bool(hand) or lays_down(one.event, people))
        if is_small(one.event) and not own_hand and not opens and not acts:  # nothing larger came before it
            continue
        while small and found and begins(small[0].event, found[-1].what):
            if hand_told(session, small[0].event, say):  # hands have something to do there
                break
            small.pop(0)
        whole, hands = small, drawn_hands(session, [other.event for other in small])
        small = [
            other
            for other in small
            if not (draws(other.event) and (seat_in(other.event) in hands or app_draws(session, other.event)))
        ]
        line = line_of(session, one, small[::-1], people, say, sides)
        folded = as_drawn(session, hands, [other.event for other in whole[::-1]], line.folded, say)
        line = replace(line, folded=folded, need=need_said(roll_of(one.event), say))
        if opens and not line.dice:
            line = replace(line, headline=line.small or line.headline, small="")
        line = replace(line, folded=in_their_place(session, small, line.folded, say))
        small = []
        own = line.seat in people if line.seat is not None else False
        if own:
            line = replace(line, folded=(*line.folded, *draws_told(session, one.step, say)))
        if own and not (own_hand or hand or lays or opens or line.dice or line.outcome or line.folded):
            continue
        if hand and opens:  # before anything else is done in it
            line = replace(line, folded=(hand, *line.folded))
        elif hand and own_hand:
            line = replace(line, headline=hand, small="")
        line = replace(line, folded=tuple(counted(line.folded)))
        if room.game.places is not None and any(touch["effect"] in PUT for touch in line.touches):
            # where it stands is measured, see `measures`
            line = replace(line, headline=said_of(session, one.event, say, short=True), small="")
        card = getattr(one.event, "card", None)
        if card is not None and line.small and not line.dice and not line.outcome:
            # whoever lays a card needs the whole sentence, and no other one beside it
            line = replace(line, headline=line.small, small="")
        if lays:  # the list says what and where
            line = replace(line, headline=say("web.beside.build.lay"), small="")
        who = seat_name(room, line.seat, say)
        found.append(
            Deed(
                one.number,
                line.seat,
                who,
                line,
                own,
                card=card,
                opens=opens,
                aims=tuple(getattr(one.event, "aims", ())),
                lays=lays,
            )
        )
    return together(found[::-1], ever_there(found, scene), scene.unit == "cm", on_a_screen)


def hand_told(session: Session, event: Event, say: Say) -> str:
    """What hands still do after an event; empty if nothing is left to do, or nothing lies on a real table."""
    if session.physical is None or unseen(session, event):
        return ""
    text = session.game.things.by_hand(event, session.physical.things)
    return say.of(text) if text is not None else ""


def in_their_place(session: Session, small: Sequence[Told], folded: tuple[str, ...], say: Say) -> tuple[str, ...]:
    """Small things, the newest first, by what hands do, where there is such a thing, instead of what has happened."""
    told = {
        said_of(session, one.event, say): hand_told(session, one.event, say)
        for n, one in enumerate(small)
        if not is_in_vain(session, one.event, [later.event for later in small[:n]])
    }
    return tuple(told.get(line) or line for line in folded)


def is_in_vain(session: Session, event: Event, later: Iterable[Event]) -> bool:
    """Would hands lay down what they take away again in the same instruction?"""
    return any(session.game.things.in_vain(event, other) for other in later)


def ever_there(deeds: Sequence[Deed], scene: Scene) -> set[str]:
    """What is on the board, and what has been lost from it since."""
    there = {shape.id for shape in scene.shapes}
    kinds = {handle.partition(":")[0] for handle in there}
    lost = {str(touch["handle"]) for deed in deeds for touch in deed.touches if touch["effect"] == "lost"}
    return there | {handle for handle in lost if handle.partition(":")[0] in kinds}


def sides_at_table(room: Room, say: Say) -> Sides:
    """Whose everything is, as all people at the table see it together: what another person has is not an enemy's."""
    found: dict[str, bool | None] = {}
    for seat in sorted(room.session.humans):
        for handle, own in sides_of(scene_of(room, room.view(seat), say)).items():
            if handle not in found or own or (own is None and found[handle] is False):
                found[handle] = own
    return found


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


def thrown(event: Event) -> bool:
    """Were dice thrown for it? Whoever threw them is told what came of it, however small it is."""
    roll = roll_of(event)
    return roll is not None and bool(roll.dice)


def brings_in(event: Event, after: Event | None) -> bool:
    """A piece acts, and all that comes of it right after is an income: that is a deed of its own, however small."""
    acting = any(touch.effect == "turned" for touch in touches_of(event))
    return acting and after is not None and any(touch.effect == "gained" for touch in touches_of(after))


ONLY_SAYS = frozenset({"turned", "drew"})
"""What is done to a thing by an event that says who acts next."""


def begins(event: Event, then: Happened) -> bool:
    """A small thing that only says who acts next, or what he draws, in what is told then; it does not belong to what
    came before. An income and an upkeep say more: somebody counts them out."""
    acting = {piece_of(then)} - {""} or {touch["handle"] for touch in then.touches if touch["effect"] == "turned"}
    touched = touches_of(event)
    if getattr(event, "spends", False) or not {touch.effect for touch in touched} <= ONLY_SAYS:
        return False
    return any(touch.handle in acting for touch in touched)


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


def seat_in(event: Event) -> Seat | None:
    seat = getattr(event, "seat", None)
    return seat if isinstance(seat, int) else None


def app_draws(session: Session, event: Event) -> bool:
    """A card that the app draws for whoever sits nowhere: nobody has to do it, and what becomes of the card is told."""
    return seat_in(event) is None and not names_all_cards(session)


def drawn_hands(session: Session, events: Sequence[Event]) -> Counter[Seat]:
    """Who has drawn several cards at once, card by card, and how many; not where the cards themselves are told."""
    if session.physical is None or names_all_cards(session):
        return Counter()
    seats = (seat_in(event) for event in events if draws(event))
    drawn = Counter(seat for seat in seats if seat is not None)
    return Counter({seat: n for seat, n in drawn.items() if n > 1})


def hands_told(session: Session, hands: Counter[Seat], say: Say) -> list[str]:
    """A new hand in one sentence. What the app draws for automas from piles of its own is nobody's to do."""
    real = session.physical is not None and bool(session.physical.things & session.game.things.physical)
    return [
        say("web.beside.draws", who=seat_text(session, seat, say), n=n)
        for seat, n in sorted(hands.items())
        if seat in session.humans or not real
    ]


def as_drawn(
    session: Session, hands: Counter[Seat], events: Sequence[Event], folded: Sequence[str], say: Say
) -> tuple[str, ...]:
    """New hands, and what else followed: where the pile was shuffled in between, what is drawn before and after it."""
    at_once, found = Counter(hands), list(folded)
    for seat in hands:
        runs: list[tuple[str, int]] = [("", 0)]
        for event in events:
            if seat_in(event) == seat and draws(event):
                runs[-1] = (runs[-1][0], runs[-1][1] + 1)
            elif seat_in(event) == seat and (line := said_of(session, event, say)) in found:
                runs.append((line, 0))
        drawn = [(line, n) for line, n in runs if n]
        if len(drawn) < 2:
            continue
        del at_once[seat]
        for line, n in drawn:
            place = found.index(line) + 1 if line else found.index(runs[1][0])
            found[place:place] = hands_told(session, Counter({seat: n}), say)
    return (*hands_told(session, at_once, say), *found)


def counted(lines: Sequence[str]) -> Iterator[str]:
    """What is said several times in a row is said once, with how often: four cards are drawn."""
    for line, same in groupby(lines):
        often = len(list(same))
        yield line if often == 1 else f"{often} × {line}"


def points_told(line: str, say: Say) -> str:
    """A point in the notation of a game, `47.5,50.0`, as the reader writes numbers."""
    return POINT.sub(lambda found: say("web.beside.spot", x=float(found[1]), y=float(found[2])), line)


POINT = re.compile(r"(\d+\.\d+),(\d+\.\d+)")


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
    if not goals and eyes.status is not None and eyes.status.goal:
        known = " ".join((eyes.status.goal, *eyes.status.how))  # how one wins, and when it is over
    return say("web.beside.goal", what=goals.get(mission) or known) if mission else ""


def has_of(room: Room, seat: Seat | None, scene: Scene) -> str:
    """What whoever decides has beside the board, in a line: his money, his piles. Who sits nowhere and spends
    something is no player, but has it all the same; of an automa on a seat its instructions say enough."""
    if seat is not None and seat >= 0 and seat not in room.session.humans:
        return ""
    seated = seat is not None and seat >= 0
    names = (room.game.speech.seat_names(room.setup)[seat], str(seat + 1)) if seat is not None and seated else ("",)
    found = next((tray for tray in scene.trays if tray.kind == "seat" and tray.seat in names), None)
    return " · ".join(fact.label.partition(":")[0] for fact in found.facts) if found is not None else ""


def had_of(room: Room, deed: Deed, frames: Sequence[Frame], upto: int, say: Say) -> str:
    """What whoever acts has after an instruction, and what he had before it, where that was something else: `3 → 8 → 5`
    where he was given something and spent of it. `upto` so many events it tells."""
    if deed.own or not frames:
        return ""
    after = has_of(room, deed.seat, frames[-1].after)
    if not NUMBERED.search(after):
        return after
    public = places_public(room.session)
    states = (room.session.look_at_event(public[n]) for n in range(max(deed.number - 1, 0), upto))
    scenes = (scene_of(room, room.game.view(state, SPECTATOR), say) for state in states if state is not None)
    steps = [dict(NUMBERED.findall(has_of(room, deed.seat, scene))) for scene in scenes]
    return NUMBERED.sub(lambda now: f"{now[1]}{spent([one[now[1]] for one in steps if now[1] in one], now[2])}", after)


def spent(were: Sequence[str], now: str) -> str:
    return " → ".join(value for value, _ in groupby(were)) or now


def places_public(session: Session) -> list[int]:
    """Where the events that everybody knows stand among all."""
    return [n for n, event in enumerate(session.events) if event.seen_by(SPECTATOR) is not None]


NUMBERED = re.compile(r"([^·\d]+ )(\d+)(?= ·|$)")
