"""What is sent to one place at a table: everything here is made from that seat's view, its events and its traces."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from weakref import WeakKeyDictionary

from markupsafe import Markup

from kempelen.companion import example_fact
from kempelen.engine.events import touches_of
from kempelen.engine.files.takebacks import taken_back_for
from kempelen.engine.session import Session
from kempelen.engine.table import SPECTATOR, Event, Seat, notation_of
from kempelen.parts.advice import has_desk
from kempelen.parts.document import has_pages
from kempelen.scene import parts
from kempelen.scene.model import Scene
from kempelen.text.say import Say, Text
from kempelen.web.people.keys import OPERATOR
from kempelen.web.rooms.hunches import Noted, hunches_in
from kempelen.web.rooms.room import Room, seat_text
from kempelen.web.rooms.stars import Goal, goals_in
from kempelen.web.rooms.start import empty_scene, is_lesson, title_of
from kempelen.web.shown.advice import (
    Folded,
    begins_alone,
    hints_of,
    hopeless_of,
    is_folded,
    keys_hint,
    standing_of,
    tip_for,
    waits_of,
)
from kempelen.web.shown.art import Played, cards_played
from kempelen.web.shown.bar import Bar, bar_of
from kempelen.web.shown.choices import choices, sentence
from kempelen.web.shown.digest import (
    Digest,
    acting,
    closing,
    deeds_by_card,
    digest_of,
    last_deeds,
    latest_of_others,
    result_of,
    so_far,
    verbs_of,
)
from kempelen.web.shown.ending import End, end_of
from kempelen.web.shown.happened import Happened, Pause, blows_of, happened_of, pause_of
from kempelen.web.shown.known import Known, heard, recent, state_at
from kempelen.web.shown.legend import abouts_of
from kempelen.web.shown.outcomes import Sides, sides_of, toll_in_words
from kempelen.web.shown.reckoned import Section, reckoned_of
from kempelen.web.shown.story import Entry, log_of, since
from kempelen.web.shown.trays import Beside, Emblem, TrayView, beside, emblems_of
from kempelen.wording import named_at_screen, seated, speaking_to

__all__ = ["Seen", "can_ask_odds", "own_names", "refused_text", "see", "sides_before", "sides_of", "status_of"]
__all__ += ["still_mine"]


@dataclass(frozen=True, slots=True)
class Coaching:
    """Whether there is advice where several people play."""

    open: bool
    mine: bool
    """Whoever looks has agreed."""
    waits: str
    """Who has not."""


@dataclass(frozen=True, slots=True)
class Seen:
    """Everything the page of one place shows."""

    id: str
    seat: Seat
    version: int
    tick: str
    game: str
    scenario: str
    title: str
    board: Markup
    description: str
    bar: Bar
    beside: Beside
    abouts: dict[str, Any]
    happened: tuple[Happened, ...]
    heard: Mapping[int, int]
    """When it is over: which numbers events had while it was played, see `known.heard`."""
    digest: Digest | None
    """What others have done since this place last chose, where it is more than one thing."""
    cards: dict[int, Played]
    """What was played for that, by the numbers of its lines."""
    verbs: dict[int, str]
    """What was done there in a word."""
    toll: str
    """What others have done since has cost the reader so much, all in all; empty if one line says it."""
    closing: str
    """What came of a long turn of others, in a sentence."""
    result: Happened | None
    """What came of this place's own last choice."""
    did: dict[str, tuple[str, ...]]
    """What others did last, by the cards of their seats."""
    pause: Pause | None
    """What stops the game until it is read."""
    last_deeds: tuple[Happened, ...]
    """When it is over: what led to it since this place last chose, so that no end comes from nowhere."""
    emblems: dict[Seat, Emblem]
    fresh: bool
    """Nobody here has chosen anything yet: how to win is told."""
    end: End | None
    places: Mapping[str, float | None]
    """How points that the game counts lie in the drawing."""
    anywhere: bool
    """Any point of the table may be named: what finds ways there is loaded with the page."""
    asked: dict[str, Any] | None
    asked_of: str
    """Whose question it is, where that is not plain."""
    refused: str
    """Which line of a bot has chosen what the rules do not allow, so that a person chooses for it."""
    sealed: str
    """What this place has chosen while others have not."""
    status: str
    acts: TrayView | None
    """Whoever acts while this place waits: the card that stands for him."""
    so_far: tuple[Happened, ...]
    """What others have done meanwhile."""
    can_undo: bool
    undo_asks: bool
    """Others have acted since: all of that would be taken back, too."""
    taken: str
    """What dice or cards had answered is taken back right now: what the same choice means, and another."""
    wish: str
    """Who wants to take something back."""
    may_agree: bool
    begins: bool
    """Somebody plays alone, has not chosen yet, and no tips will help him."""
    hints: tuple[str, ...]
    keys_hint: str
    """With which keys that is done; touch screens do not show it."""
    folded: Folded
    """How a tip is given: open at first, then when it is asked for."""
    stars: tuple[Goal, ...]
    """What can be won here, and how it stands; nothing for who only looks on."""
    hunches: Noted | None
    """Where roles are hidden: what this place may note about the others."""
    advised: str
    """What a tip says to do, in notation."""
    waits: str
    """Why one may go on by tips until there is something to do: `time`, which only passes, or `set_up`."""
    standing: tuple[str, ...]
    """In a first game: how this place stands."""
    hopeless: str
    """In a first game: why this place cannot win any more."""
    pace: str
    paused: bool
    blows: tuple[Happened, ...]
    """Why the others wait in a first game: what has befallen the reader's own since he last chose."""
    trouble: str
    companion: bool
    over: bool
    open_why: bool
    seed: str
    """The seed, if somebody has chosen it and so knows the cards."""
    lesson: bool
    """It is one of those that a newcomer is dealt."""
    has_bots: bool
    has_whys: bool
    news: tuple[Entry, ...]
    """What automas have done and somebody at a real table has to carry out."""
    reckoned: tuple[Section, ...]
    """What can be counted out from what this place sees."""
    can_ask_odds: bool
    desk: bool
    """Something can be worked out at the game's desk at any time."""
    coaching: Coaching | None
    """Where several people play: who agrees that there is advice."""
    example: str
    """A fact as it would be typed to correct it."""


def see(room: Room, seat: Seat, say: Say, *, paused: bool = False) -> Seen:
    """The table as somebody on this place may see it."""
    session, game, say = room.session, room.game, named_at_screen(room.session, say)
    view = room.view(seat)
    scene: Scene = seated(game, room.setup, game.scene(view, say), say) if view is not None else empty_scene()
    if room.over and seat >= 0:
        scene = still_mine(scene, game.scene(room.session.view(seat), say))
    if scene.status is not None and scene.status.round is not None:
        room.round = (scene.status.round.n, scene.status.round.of)
    asked = room.asked(seat)
    tip = tip_for(room, seat)
    advice = None if tip is None else tip.action
    own = own_names(room, seat)
    lying, reader = beside(scene, own), room.reader(seat)
    me = room.session.humans if seat == OPERATOR else frozenset({seat})
    known = recent(session, reader, me)
    sides = {**sides_before(room, seat, known, scene, say), **sides_of(scene)}
    told = speaking_to(session, seat, say)
    happened, first = happened_of(session, known, me, told, sides), known.first
    digest = digest_of(happened, first) if first is not None else None
    pause = None if room.companion or room.over or seat < 0 else pause_of(session, known, me, told, sides)
    blows = blows_of(session, seat, known, happened) if paused or room.over else ()
    seats = {name: number for number, name in enumerate(game.speech.seat_names(room.setup))}
    entries = log_of(session, reader, told) if room.companion else []
    waits = asked is None and not room.over and not room.companion
    meanwhile = so_far(happened, first) if waits else ()
    acts = acting(lying.seats, seats, acting_seat(room, meanwhile)) if waits else None
    turn = scene.status.turn if scene.status else ""
    return Seen(
        id=room.address,
        seat=seat,
        version=room.version,
        tick=room.tick,
        game=game.name,
        scenario=room.setup.scenario,
        title=title_of(game, say),
        board=Markup(parts.board(scene)),
        description=scene.description,
        bar=_bar(room, scene, say),
        beside=lying,
        abouts=abouts_of(scene),
        happened=happened,
        heard=heard(known.told, max(seat, SPECTATOR)) if room.over else {},
        digest=digest,
        cards=cards_played(game, known, happened, digest.rows if digest is not None else (), told),
        verbs=verbs_of(digest, game.name, told),
        closing="" if digest is None or waits else closing(digest, told, whole=pause is not None, game=game.name),
        toll=toll_in_words(digest.tolls, told) if digest is not None else "",
        result=None if first is None or room.over else result_of(happened, first),
        did=deeds_by_card(latest_of_others(happened, first), lying.seats, seats, told),
        pause=pause,
        last_deeds=last_deeds(happened, first, blows) if room.over else (),
        emblems=emblems_of(game.speech.seat_names(room.setup), lying),
        fresh=seat in session.humans and not any(row.human and row.seat == seat for row in session.inputs),
        end=end_of(room, seat, say),
        places={"upwards": scene.top + scene.h if scene.upwards else None},
        anywhere=game.places is not None or scene.unit == "cm",
        asked=None if asked is None else choices(session, asked, scene, told, advice),
        asked_of=_asked_of(room, seat, say),
        refused=refused_text(room, seat, say),
        sealed=sentence(told, room.sealed_answer(seat)) if room.sealed(seat) else "",
        status=status_of(room, seat, say, paused=paused, turn=turn, acts=acts.label if acts and meanwhile else ""),
        acts=acts,
        so_far=meanwhile,
        can_undo=_can_undo(room, seat),
        undo_asks=bool(first is not None and any(one.mine is False and one.number >= first for one in happened)),
        taken=_taken(room, reader, asked, say),
        wish=say.of(tuple(_name(room, wisher, say) for wisher in sorted(room.wish)), "Nom") if room.wish else "",
        may_agree=bool(room.wish) and seat in session.humans and seat not in room.wish,
        begins=begins_alone(room, seat),
        hints=(hints := hints_of(room, seat, tip, told)),
        keys_hint=keys_hint(room, hints, seat, told),
        folded=is_folded(room, seat, tip),
        stars=goals_in(room, seat, say),
        hunches=hunches_in(room, seat, told),
        advised="" if advice is None else notation_of(advice),
        waits=waits_of(room, seat, advice),
        standing=standing_of(room, seat, told),
        hopeless=hopeless_of(room, seat, told),
        pace=room.pace,
        paused=paused,
        blows=blows if paused else (),
        trouble=say.of(room.trouble) if room.trouble else "",
        companion=room.companion,
        over=room.over,
        open_why=session.open_why,
        seed=str(session.seed) if session.known_seed else "",
        lesson=is_lesson(session),
        has_bots=bool(session.players) or has_pages(game),
        has_whys=bool(session.players) or has_pages(game),
        news=_news(room, entries),
        reckoned=reckoned_of(room, seat, told),
        can_ask_odds=can_ask_odds(room, seat),
        desk=has_desk(game),
        coaching=_coaching(room, seat, say),
        example=_example(room) if room.companion else "",
    )


def _bar(room: Room, scene: Scene, say: Say) -> Bar:
    """Of how one wins only what can happen in this scenario."""
    bar, facts = bar_of(scene, say), room.game.scenario_facts.get(room.setup.scenario)
    return replace(bar, how=tuple(map(say.of, facts.how))) if facts is not None and facts.how else bar


def still_mine(scene: Scene, own: Scene) -> Scene:
    """When all is open at the end, the reader's seat is still his, friends are friends, and the goal was his."""
    relations = {tray.seat: tray.relation for tray in own.trays if tray.kind == "seat"}
    trays = tuple(
        replace(tray, relation=relations[tray.seat]) if tray.kind == "seat" and relations.get(tray.seat) else tray
        for tray in scene.trays
    )
    return replace(scene, status=own.status, trays=trays)


def _example(room: Room) -> str:
    session = room.session
    if not session.started:
        return ""
    return example_fact(room.game, room.game.to_position(room.game.view(session.checkpoint, SPECTATOR)))


def _coaching(room: Room, seat: Seat, say: Say) -> Coaching | None:
    humans = room.session.humans
    if len(humans) < 2 or room.over or seat == SPECTATOR:
        return None
    mine = humans if seat == OPERATOR else frozenset({seat})
    waits = tuple(_name(room, other, say) for other in sorted(humans - room.coaching))
    return Coaching(room.advice_agreed, room.coaching >= mine, say.of(waits, "Nom") if waits else "")


def can_ask_odds(room: Room, seat: Seat) -> bool:
    """An automa can be asked for advice where a turn begins, by whoever sees the cards it would see."""
    asked = room.asked(seat)
    if asked is None or asked.kind != "do" or asked.together or room.reader(seat) != asked.seat:
        return False
    return room.session.at_checkpoint


def sides_before(room: Room, seat: Seat, known: Known, scene: Scene, say: Say) -> Sides:
    """Whose the pieces were that are on no table any more: as they stood before what was done since the reader chose.

    That picture is drawn only if something is gone.
    """
    there = {shape.id for shape in scene.shapes}
    touched = (touch for one in known.since for touch in touches_of(one.event))
    gone = {touch.handle for touch in touched if touch.effect == "lost" and touch.amount is None} - there
    first = known.first
    if not gone or not first:
        return {}
    reader, begun = room.reader(seat), known.since[0].event
    kept, whose = _BEFORE.setdefault(room.session, {}), seat if reader is None else reader
    before = kept.get(whose)
    if before is None or before[0] is not begun:
        state = state_at(room.session, reader, first - 1)
        if state is not None and reader is None and seat >= 0:  # all is open at the end: whose it was is known still
            state = room.game.view(state, seat)
        before = kept[whose] = begun, {} if state is None else sides_of(room.game.scene(state, say))
    return before[1]


_BEFORE: WeakKeyDictionary[Session, dict[Seat, tuple[Event, Sides]]] = WeakKeyDictionary()
"""How it stood before the first thing since the reader chose: the same until he chooses again."""


def own_names(room: Room, seat: Seat) -> frozenset[str]:
    """What the reader's own seat is called in trays."""
    reader = room.reader(seat) if seat == OPERATOR else seat
    if reader is None or reader < 0:
        return frozenset()
    return frozenset({room.game.speech.seat_names(room.setup)[reader], str(reader + 1)})


# -- what to do now


def _name(room: Room, seat: Seat, say: Say) -> Text:
    return seat_text(room.game, room.setup, seat, say.has)


def _asked_of(room: Room, seat: Seat, say: Say) -> str:
    asked = room.asked(seat)
    if asked is None:
        return ""
    if asked.kind != "do":
        return say("web.table.look")
    if asked.refused is not None:
        return say("refused.choose", who=_name(room, asked.seat, say))
    if seat != OPERATOR:
        return ""
    return say("web.table.turn_at_table", who=_name(room, asked.seat, say))


def refused_text(room: Room, seat: Seat, say: Say) -> str:
    """Which line of a bot has chosen what the rules refuse, as this place may know it; empty if none has."""
    refused = room.session.refused
    if refused is None:
        return ""
    return say.of(refused.text(None if room.session.open_why else room.reader(seat)))


def acting_seat(room: Room, meanwhile: Sequence[Happened]) -> Seat | None:
    """Who thinks, or else did the latest that is told; nobody where the rules play somebody who has no seat."""
    return room.thinks if room.thinks is not None or not meanwhile else meanwhile[-1].seat


def status_of(room: Room, seat: Seat, say: Say, *, paused: bool = False, turn: str = "", acts: str = "") -> str:
    """Whose turn it is, in a sentence; nobody is said to think while he waits for a click.

    `turn` is what the game says while its rules play somebody who has no seat; `acts` whose turn is still told.
    """
    if room.over:
        return say("web.table.over")
    if room.sealed(seat):
        return say("web.table.sealed", seats=_names(room, room.waiting_for, say))
    if room.asked(seat) is not None:
        return say("web.table.your_turn")
    if paused:
        return say("web.table.paused")
    if room.thinks is not None:
        return say("web.table.thinks", seat=_name(room, room.thinks, say))
    if room.waiting_for:
        return say("web.table.waiting", seats=_names(room, room.waiting_for, say))
    if turn:
        return turn
    acted = room.session.inputs[-1].seat if room.session.inputs else None
    if acted is not None and acted in room.session.players:
        return say("web.table.acts", seat=_name(room, acted, say))
    return say("web.table.acts", seat=acts) if acts else say("web.table.goes_on")


def _news(room: Room, entries: list[Entry]) -> tuple[Entry, ...]:
    """At a real table: what automas have decided since somebody last chose something. Somebody has to carry it out."""
    if room.over or not room.companion:
        return ()
    return tuple(entry for entry in since(entries, room.session.humans, len(entries)) if entry.whys)


def _names(room: Room, seats: Iterable[Seat], say: Say) -> tuple[Text, ...]:
    return tuple(_name(room, seat, say) for seat in seats)


def _taken(room: Room, reader: Seat | None, asked: Any, say: Say) -> str:
    """At a real table nothing falls anew by what is typed otherwise."""
    if asked is None or room.companion or not taken_back_for(room.session, reader).waits:
        return ""
    return say("web.taken.waits")


def _can_undo(room: Room, seat: Seat) -> bool:
    return seat != SPECTATOR and any(row.human for row in room.session.inputs)
