"""What a game turned on, told when it is over: the moments that counted, and which of them settled it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise, takewhile
from typing import Any

from kempelen.engine.events import touches_of, weight_of
from kempelen.engine.search.swings import heft
from kempelen.engine.session import Session
from kempelen.engine.table import Event, Seat
from kempelen.scene.status import Status
from kempelen.text.say import Say
from kempelen.web.shown.course import key_of, standing
from kempelen.web.shown.happened import facts_of
from kempelen.web.shown.known import Look, moment_of
from kempelen.web.shown.outcomes import sides_of
from kempelen.web.shown.story import moments, worded_then

__all__ = ["Moment", "changed_between", "moments_of", "settling", "story_of"]


MOST, FEWEST = 3, 2
"""So many turning points are shown; so many even if nothing that is counted has changed with them."""
LOOKED_AT = 24
"""So many of the last events are weighed: each costs a picture."""
WEIGHS = 2
LOSS = 2
"""How heavy something is that is lost or won."""


@dataclass(frozen=True, slots=True)
class Moment:
    """Something that mattered, and the frame of the replay that shows it."""

    text: str
    at: int
    when: str = ""
    """The round, if the game has some."""
    top: bool = False
    """It is drawn large: of a victory the last of them, else what changed most."""
    tone: str = ""
    """`good` or `bad` for the reader, if that is known."""
    changed: tuple[tuple[str, str, str], ...] = ()
    """The scores that changed with it: each with its value before and after."""
    settles: bool = False
    """Its game says that this settled it, though no score tells so: what broke a tie."""


def moments_of(session: Session, say: Say, own: Seat) -> Iterator[Moment]:
    """What turned the game, apart from the end itself: what changed most of all that is counted; nothing is secret now.

    Of a hit and the loss that follows only the loss is told. What broke a tie is one of them, whatever it weighs.
    """
    numbers, look = moments(session), cache(session.look_back)
    settled = session.game.speech.settled(session.state, session.events)
    weighed = [number for number, event in enumerate(session.events) if _weighs(event)][-LOOKED_AT:]
    weighed = sorted({*weighed, *_scoring(session, say), *([] if settled is None else [settled[0]])})
    frames = {number: frame for number in weighed if (frame := frame_of(session, numbers, number, look)) is not None}
    halts, state = session.game.speech.halts, session.state
    blows = [number for number in frames if own >= 0 and halts(state, session.events[number], own)]
    best: dict[int, int] = {}  # by frame: of all that happened at once what was lost or won, else the last of it
    final = len(numbers) - 1  # with the end it is the first loss: the boss, not who fell with it

    def matters(one: int) -> tuple[bool, int, int]:
        if frames[one] == final:
            return False, heft(session.events[one]), -one
        return one in blows, heft(session.events[one]), one

    for number in sorted(frames, key=matters):
        best[frames[number]] = number
    if settled is not None and settled[0] in frames:
        best[frames[settled[0]]] = settled[0]
    looks = [(best[frame], frame) for frame in sorted(best)]

    @cache
    def status_at(frame: int) -> Status | None:
        return session.game.status(look(numbers[frame])[0], say)

    def said_at(number: int, frame: int) -> str:
        """What befell one's own at once is told together: who fell, and who panicked at it."""
        if settled is not None and number == settled[0]:
            return say.of(settled[1])
        together = [one for one in blows if frames[one] == frame] if number in blows else [number]
        then = look(numbers[frame])[0]
        return " ".join(dict.fromkeys(worded_then(session, then, session.events[one], say) for one in together))

    def value(frame: int) -> tuple[float, float]:
        """By what the game is won by, and by what else is counted."""
        status = status_at(max(0, frame))
        if status is None:
            return 0.0, 0.0
        return standing(replace(status, course=()), own), standing(replace(status, scores=()), own)

    def swing(frame: int) -> tuple[float, float]:
        (won, went), (won_before, went_before) = value(frame), value(frame - 1)
        return abs(won - won_before), abs(went - went_before)

    swings = [swing(frame) for _, frame in looks]

    def rank(place: int) -> tuple[bool, float, int, float, int]:
        """What the game is won by, then who was lost, then all else that is counted."""
        (won, went), event = swings[place], session.events[looks[place][0]]
        return looks[place][0] not in blows, -won, -(heft(event) == LOSS), -went, -place

    ranked = sorted(range(len(looks)), key=rank)
    if looks and looks[-1][1] == final and heft(session.events[looks[-1][0]]) == LOSS:
        ranked.remove(len(looks) - 1)
        ranked.insert(0, len(looks) - 1)  # the last blow is one of them, however small it was
    if settled is not None:
        ranked.sort(key=lambda place: looks[place][0] != settled[0])
    kept: list[int] = []
    told: set[str] = set()
    for place in ranked:
        text = said_at(*looks[place])
        slight = not any(swings[place]) and looks[place][0] not in blows
        if text in told or len(kept) == MOST or (slight and len(kept) >= FEWEST):
            continue  # the same blow once more turns nothing
        kept.append(place)
        told.add(text)

    @cache
    def swing_of(place: int) -> float:
        """How much better the reader stands by it in scores of somebody."""
        frame = looks[place][1]
        was, now = status_at(max(0, frame - 1)), status_at(frame)
        return 0.0 if was is None or now is None else standing(_owned(now), own) - standing(_owned(was), own)

    @cache
    def tone_of(place: int) -> str:
        """By whose scores changed, else by whose things were lost; what settled it, by whom it made the winner."""
        number, frame = looks[place]
        if settled is not None and number == settled[0] and own >= 0 and session.outcome is not None:
            return {"won": "good", "lost": "bad"}.get(session.outcome.verdict(own), "")
        if frame == final and own >= 0 and session.outcome is not None:  # the last blow is good for whoever won by it
            return {"won": "good", "lost": "bad"}.get(session.outcome.verdict(own), "")
        by = swing_of(place)
        if not by and own >= 0 and heft(session.events[number]) == LOSS:
            by = _by_losses(session, session.events[number], look(numbers[max(0, frame - 1)])[0], own, say)
        return "good" if by > 0 else "bad" if by < 0 else ""

    _of_both_kinds(kept, [place for place in ranked if said_at(*looks[place]) not in told], tone_of)
    for place in sorted(kept):
        number, frame = looks[place]
        status = status_at(max(0, frame - 1) if round_ends(session, numbers, number, frame, look) else frame)
        when = status.round.words if status is not None and status.round is not None else ""
        changed = changed_between(status_at(max(0, frame - 1)), status_at(frame), own, say)
        last = settled is not None and number == settled[0]
        if tone_of(place) == "bad" and not swing_of(place):
            changed = ()  # it was bad by what the reader lost: what somebody else lost by it was not
        yield Moment(said_at(number, frame), frame, when, place == kept[0], tone_of(place), changed, last)


def _weighs(event: Event) -> bool:
    """More than a step on the way, and no heading."""
    facts = facts_of(event)
    return facts.weight >= WEIGHS and not facts.heading and not facts.ends


def _scoring(session: Session, say: Say) -> Iterator[int]:
    """Events with which somebody came nearer to winning, however little is made of them: the last one of each such
    step."""
    known = [one for one in session.moments if one.state is not None]
    reached = [_races(session.game.status(one.state, say)) for one in known]
    ends = [*(one.events for one in known[1:]), len(session.events)]
    reached.append(_races(session.game.status(session.state, say)))
    for before, (was, now), until in zip(known, pairwise(reached), ends, strict=True):
        if was and was != now:
            told = [n for n in range(before.events, until) if not facts_of(session.events[n]).heading]
            yield from [n for n in told if weight_of(session.events[n]) and not facts_of(session.events[n]).ends][-1:]


def _races(status: Status | None) -> tuple[int, ...]:
    return () if status is None else tuple(one.value for one in status.scores if one.kind == "race")


def _of_both_kinds(kept: list[int], rest: Sequence[int], tone_of: Callable[[int], str]) -> None:
    """Where all that is kept went well, or all of it badly, one of the other kind is told too, if there is one: a game
    is not only what befell somebody. It joins them, or takes the place of the least of them."""
    tones = {tone_of(place) for place in kept} - {""}
    if len(tones) != 1:
        return
    (one,) = tones
    other = next((place for place in rest if tone_of(place) not in ("", one)), None)
    if other is not None:
        if len(kept) == MOST:
            kept.pop()
        kept.append(other)


def _owned(status: Status) -> Status:
    """Scores that are somebody's: of what is nobody's, such as a way to a goal, each reader wants something else."""
    return replace(status, scores=tuple(one for one in status.scores if one.seat is not None or one.own), course=())


def _by_losses(session: Session, event: Event, before: Any, own: Seat, say: Say) -> float:
    """More than 0 if an enemy loses by it, less if the reader does."""
    sides = sides_of(session.game.scene(session.game.view(before, own), say))
    whose = [sides.get(touch.handle) for touch in touches_of(event) if touch.effect == "lost"]
    return float(whose.count(False) - whose.count(True))


def changed_between(was: Status | None, now: Status | None, own: Seat, say: Say) -> tuple[tuple[str, str, str], ...]:
    """The scores that are not what they were, the reader's own first; a clock only runs down."""
    if was is None or now is None:
        return ()
    before = {key_of(one): one for one in (*was.scores, *was.course)}
    found = []
    for one in (*now.scores, *now.course):
        known = before.get(key_of(one))
        if known is not None and one.kind != "clock" and known.value != one.value:
            mine = one.own or (own >= 0 and one.seat == own)
            # Whose it is stands before a colon, what is counted after it.
            label = ": ".join(filter(None, (say("web.end.you"), one.label.partition(": ")[2]))) if mine else one.label
            found.append((not mine, (label, known.sign or str(known.value), one.sign or str(one.value))))
    return tuple(told for _, told in sorted(found, key=lambda one: one[0]))


def settling(moments: Sequence[Moment], tone: str) -> Moment | None:
    """What settled it: what broke a tie, else the last thing that went the way the game did."""
    went = {"won": "good", "lost": "bad"}.get(tone)
    for fits in (lambda one: one.settles, lambda one: one.tone == went, lambda one: True):
        if found := [one for one in moments if fits(one)]:
            return found[-1]
    return None


def story_of(moments: Sequence[Moment], tone: str, say: Say) -> str:
    """The first thing that turned the game and what settled it, each with its round; only what happened is told."""
    last = settling(moments, tone)
    if last is None or not tone:
        return ""
    first = moments[0]
    settled = say("web.end.story.settled", when=last.when) if last.when else ""
    if first is last or first.when == last.when:
        return " ".join(filter(None, (settled, *dict.fromkeys((first.text, last.text)))))
    return " ".join((say("web.end.story.first", when=first.when), first.text, settled, last.text))


def round_ends(session: Session, numbers: Sequence[int], number: int, frame: int, look: Look) -> bool:
    """After this event another round began in the same frame: it still belongs to the one before."""
    later = range(number + 1, len(session.events))
    same = takewhile(lambda one: frame_of(session, numbers, one, look) == frame, later)
    return any(facts_of(session.events[one]).heading for one in same)


def frame_of(session: Session, numbers: Sequence[int], number: int, look: Look) -> int | None:
    """The frame of a replay in which an event has been told."""
    inputs = moment_of(session, None, number, look)
    return None if inputs is None else min(bisect_left(numbers, inputs), len(numbers) - 1)
