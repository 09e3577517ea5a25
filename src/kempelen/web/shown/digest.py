"""What has been done since the reader last chose: the main deed first, and all of them in order.

A turn of an opponent is several events, and whoever looks up from his own sees only the last of them. So they are told
together: nothing that happened to his pieces and nothing an opponent did is left to be found by stepping back.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from markupsafe import Markup

from kempelen.engine.game import Game
from kempelen.engine.table import Seat
from kempelen.text.say import Say
from kempelen.web.shown.happened import Happened, thing_of
from kempelen.web.shown.known import Known
from kempelen.web.shown.outcomes import Toll
from kempelen.web.shown.trays import TrayView

__all__ = [
    "Digest",
    "Played",
    "cards_played",
    "deeds_by_card",
    "digest_of",
    "last_deeds",
    "latest_of_others",
    "result_of",
]

FEWEST = 2
"""One deed is told by itself."""
AT_LAST = 4
"""So many are told with the end, beside the end itself."""
ROWS = 3
"""So many lines are told below each other."""
AFTER = frozenset({"hurt", "lost", "turned"})
"""What comes of a blow."""
BESIDE = 3
"""So many stand on the card of whoever did them."""


@dataclass(frozen=True, slots=True)
class Digest:
    """Everything since the reader last chose, that choice included."""

    main: Happened
    """What he has to know first."""
    rest: tuple[Happened, ...]
    """What came of the reader's own choice; what others did besides, first what they did to him, each in the order in
    which it happened; last what else he did himself."""
    deeds: tuple[Happened, ...]
    """All of them, in order."""
    marked: tuple[int, ...]
    """Which of the latest events are marked on the board, counted from the first of them."""
    at: int
    """Which of them is the main one."""
    before: tuple[Happened, ...] = ()
    """What others did last, in order, where only the reader has done anything since: his own choice does not push it
    out of sight."""

    @property
    def tolls(self) -> tuple[Toll, ...]:
        """What all of it has cost the reader, deed by deed; nothing of what the rows tell each by itself."""
        return () if self.main.ends else tuple(one.toll for one in self.deeds if not one.mine)

    @property
    def each(self) -> tuple[Happened, ...]:
        """Where several others acted: what each of them did, in order, so that nobody's deed hides another's."""
        found: dict[Seat, Happened] = {}
        for one in () if self.main.ends else self.deeds:
            if one.seat is not None and not one.mine and (one.seat not in found or one.rank >= found[one.seat].rank):
                found[one.seat] = one
        return tuple(sorted(found.values(), key=lambda one: one.number)) if len(found) > 1 else ()

    @property
    def rows(self) -> tuple[Happened, ...]:
        """The same with all that came of it, a line for each, where there is room for so many."""
        others = tuple(one for one in self.deeds if not one.mine)
        return others if self.each and len(others) <= ROWS else self.each

    @property
    def latest(self) -> tuple[Happened, ...]:
        """Of what others did before, what weighs most, in order: a line has room for a little."""
        foremost = sorted(self.before, key=lambda one: (one.rank, one.number))[-FEWEST:]
        return tuple(sorted(foremost, key=lambda one: one.number))


def digest_of(happened: Sequence[Happened], first: int) -> Digest | None:
    """`first` is the number of the first event since he chose. None where one event says it all."""
    deeds = with_blow(happened, tuple(one for one in happened if one.number >= first))
    others = [one for one in deeds if not one.mine]
    before = () if others else others_before(happened, first)
    if not deeds or (len(deeds) < FEWEST and not before):
        return None
    grave = [one for one in others if one.weight > 1]
    news = by_others(deeds) or grave or [one for one in deeds if one.mine] or deeds
    main = max(news, key=lambda one: (one.rank, -one.number))
    told = with_result(main, deeds)
    earlier = len(happened) - len(deeds)
    marked = tuple(earlier + place for place, one in enumerate(deeds) if not (one.mine and others) or one.weight > 1)
    cause = cause_of(main, deeds)
    others_too = (one for one in deeds if one is not main)
    rest = sorted(others_too, key=lambda one: (one is not cause, _place(one), not _costs(one), one.number))
    return Digest(told, tuple(rest), deeds, marked, earlier + deeds.index(main), before)


def by_others(deeds: Sequence[Happened]) -> list[Happened]:
    """What others did of their own accord: what befell them at once by the reader's blow is no deed of theirs, and does
    not hide what they did after it."""
    found: list[Happened] = []
    struck: set[str] = set()
    for one in deeds:
        if one.mine:
            struck |= {
                _piece(touch["handle"]) for touch in one.touches if touch.get("by") and touch.get("own") is False
            }
        elif not struck or not _suffers(one, struck):
            found.append(one)
            struck = set()  # from here on they act
    return found


def _suffers(one: Happened, struck: set[str]) -> bool:
    """Nothing but that what was struck is hurt, gone or in another state by it."""
    return bool(one.touches) and all(
        touch["effect"] in AFTER and not touch.get("by") and _piece(touch["handle"]) in struck for touch in one.touches
    )


def _piece(handle: str) -> str:
    """A piece and the card that stands for it have one name."""
    return handle.partition(":")[2]


def with_blow(happened: Sequence[Happened], deeds: tuple[Happened, ...]) -> tuple[Happened, ...]:
    """Whoever strikes and then steps back has above all struck: that was one choice earlier, and is told with it."""
    earlier = len(happened) - len(deeds)
    if not deeds or not earlier or any(one.outcome or not one.mine for one in deeds):
        return deeds
    blow = happened[earlier - 1]
    moved = {touch["handle"] for one in deeds for touch in one.touches if touch["effect"] == "moved"}
    struck = any(touch.get("by") in moved for touch in blow.touches)
    return (blow, *deeds) if blow.mine and blow.outcome and struck else deeds


@dataclass(frozen=True, slots=True)
class Played:
    """A card that was played, as it looks."""

    drawing: Markup
    turned: bool
    """It lies the other way round."""


def cards_played(game: Game[Any], known: Known, digest: Digest | None, say: Say) -> dict[int, Played]:
    """What each of several others has played since the reader chose, by the numbers of the lines that tell it."""
    rows = () if digest is None else digest.rows
    events = {one.number: one.event for one in known.since} if rows else {}
    drawn = {one.number: thing_of(game, events[one.number], say) for one in rows}
    return {
        number: Played(drawing, bool(getattr(events[number], "turned", False)))
        for number, drawing in drawn.items()
        if drawing is not None
    }


def others_before(happened: Sequence[Happened], first: int) -> tuple[Happened, ...]:
    """All that others did in a row, before what the reader has done since."""
    earlier = [one for one in happened if one.number < first]
    theirs = {one.number for one in by_others(earlier)}
    found: list[Happened] = []
    for one in reversed(earlier):
        if one.number in theirs:
            found.append(one)
        elif found:
            break
    return tuple(found[::-1])


def latest_of_others(happened: Sequence[Happened], first: int | None) -> tuple[Happened, ...]:
    """What others did since the reader chose, or else before that; nothing before he has chosen at all."""
    if first is None:
        return ()
    since = tuple(one for one in happened if one.number >= first and not one.mine)
    return since or others_before(happened, first)


def _place(one: Happened) -> int:
    """How early it is told: what came of the reader's own choice is not pushed aside by what others did after it, and
    what came of the others' dice before dice that only led to it."""
    if one.mine is not True:
        return 1 if one.outcome else 3 if one.befalls else 4
    return 0 if one.outcome else 2 if one.dice else 5


def _costs(one: Happened) -> bool:
    """The reader has lost something by it: that is not left to be found behind the shots."""
    return one.befalls and any(touch.get("own") and touch["effect"] in ("hurt", "lost") for touch in one.touches)


def cause_of(main: Happened, deeds: Sequence[Happened]) -> Happened | None:
    """A loss and the shot that led to it may be two events, one right after the other: the shot is told next."""
    before = max((one for one in deeds if one.number < main.number), key=lambda one: one.number, default=None)
    return before if before is not None and not main.dice and before.dice and before.befalls else None


def with_result(main: Happened, deeds: Sequence[Happened]) -> Happened:
    """A shot and its dice may be two events, one right after the other: the dice are shown with the shot."""
    after = next((one for one in deeds if one.number > main.number), None)
    if main.dice or main.outcome or main.ends or after is None or not after.dice:
        return main
    if after.seat != main.seat or after.mine != main.mine:  # who is shot at rolls too: that is another matter
        return main
    return replace(
        main,
        dice=after.dice,
        sides=after.sides,
        need=after.need,
        outcome=after.outcome,
        tone=after.tone,
        rivals=after.rivals,
    )


def last_deeds(happened: Sequence[Happened], first: int | None) -> tuple[Happened, ...]:
    """What led to the end since the reader chose: what weighs most, in order. The end itself is told elsewhere."""
    end = max((one.number for one in happened if one.ends), default=len(happened) and happened[-1].number + 1)
    deeds = [one for one in happened if one.number < end and (first is None or one.number >= first)]
    return tuple(sorted(sorted(deeds, key=lambda one: (one.rank, one.number))[-AT_LAST:], key=lambda one: one.number))


def result_of(happened: Sequence[Happened], first: int) -> Happened | None:
    """What came of the reader's own last choice, where something did: dice, a loss, an end, what only he has seen."""
    own = [one for one in happened if one.number >= first and one.mine and (one.outcome or one.dice or one.private)]
    return max(own, key=lambda one: (one.rank, one.number), default=None)


def deeds_by_card(
    deeds: Sequence[Happened], cards: Sequence[TrayView], seats: Mapping[str, Seat]
) -> dict[str, tuple[str, ...]]:
    """What each of the others did last, by the card that stands for him; what no seat did is its enemy's."""
    found: dict[str, tuple[str, ...]] = {}
    for card in cards:
        seat = seats.get(card.seat)
        his = [one for one in deeds if not one.mine and not one.ends]
        did = [one for one in his if (one.seat == seat if seat is not None else one.seat is None)]
        if did and (seat is not None or card.relation == "foe"):
            kept = sorted(sorted(did, key=lambda one: -one.rank)[:BESIDE], key=lambda one: one.number)
            found[card.id] = tuple(one.headline for one in kept)
    return found
