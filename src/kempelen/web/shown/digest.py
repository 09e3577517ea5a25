"""What has been done since the reader last chose: the main deed first, and all of them in order.

A turn of an opponent is several events, and whoever looks up from his own sees only the last of them. So they are told
together: nothing that happened to his pieces and nothing an opponent did is left to be found by stepping back.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from kempelen.engine.table import Seat
from kempelen.text.say import Say
from kempelen.web.shown.happened import SEEN, Happened
from kempelen.web.shown.outcomes import Toll
from kempelen.web.shown.trays import TrayView

__all__ = [
    "Digest",
    "acting",
    "closing",
    "deeds_by_card",
    "digest_of",
    "last_deeds",
    "latest_of_others",
    "on_board",
    "result_of",
    "so_far",
    "verbs_of",
]

LONG = 4
"""So many deeds of others begin with a sentence that sums them up; after a whole turn of theirs, any."""
MANY = 5
"""Of more deeds than this what weighs little is folded."""
FEWEST = 2
"""One deed is told by itself."""
AT_LAST = 4
"""So many are told with the end, beside the end itself."""
ROWS = 3
"""So many lines are told below each other."""
MOST_ROWS = 4
"""Where each of several others acted, so many of them have a line: the last, and those whose deeds weigh most."""
AFTER = frozenset({"hurt", "lost", "turned"})
"""What comes of a blow."""
BESIDE = 3
"""So many stand on the card of whoever did them."""
PILES = ("pile:", "tray:")
ASIDE = ("seat:", "pile:")
"""What does not lie on the board."""
SO_FAR = 5
"""So many are told to whoever waits for his turn."""


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
    """What others did last, in order, where only the reader has done anything since: the line tells of his own turn
    alone, the list below it of this too."""
    dice: int | None = None
    """Whose dice are told with the main one, counted like `at`."""
    beside: Happened | None = None
    """What is told beside the main one and always has its place: what came of the reader's own choice, or, where that
    weighs more and is the main one, what others did then; else what another piece has done since the main one."""
    own_first: bool = False
    """The main one came of the reader's own choice, though others have acted since."""

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
        found = self._lines
        if len(found) <= MOST_ROWS:
            return found
        *earlier, last = found  # who acted last is always among them
        foremost = [*sorted(earlier, key=lambda one: (one.rank, one.number))[1 - MOST_ROWS :], last]
        return tuple(sorted(foremost, key=lambda one: one.number))

    @property
    def more(self) -> int:
        """For so many others there is no line: what each of them did stands in the list."""
        return len(self._lines) - len(self.rows)

    @property
    def foremost(self) -> tuple[Happened, ...]:
        """Of a long turn of one opponent what weighs, in order; else all deeds."""
        if self.each or len(self.deeds) <= MANY:
            return self.deeds
        found = tuple(one for one in self.deeds if one.weight > 1 or one.number == self.main.number or one.befalls)
        return found if found and len(self.deeds) - len(found) >= FEWEST else self.deeds

    @property
    def besides(self) -> tuple[Happened, ...]:
        """What is folded below it: ways, cards."""
        told = {one.number for one in self.foremost}
        return tuple(one for one in self.deeds if one.number not in told)

    @property
    def _lines(self) -> tuple[Happened, ...]:
        others = tuple(one for one in self.deeds if not one.mine)
        return others if self.each and len(others) <= ROWS else self.each


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
    many = len({one.seat for one in others if one.seat is not None}) > 1  # then each of them has a line
    own, counts = own_result(deeds) if others and not many else (None, 0)
    beside = own
    if own is not None and main is not own and not main.ends and counts > max(ROLLED, weighs(main)):
        main, beside = own, main
    cause = cause_of(main, deeds, by_reader=main is own)
    thrown = thrown_for(main, cause, deeds)
    told = main if thrown is None or thrown is main else with_dice(main, thrown)
    if own is None and not many:
        beside = latest_act(news, main, (cause, thrown))
    earlier = len(happened) - len(deeds)
    marked = tuple(earlier + place for place, one in enumerate(deeds) if not (one.mine and others) or one.weight > 1)
    others_too = (one for one in deeds if one is not main and one is not beside)
    led = thrown if cause is None else cause  # how the main one came out
    rest = sorted(others_too, key=lambda one: (one is not led, _place(one), not _costs(one), one.number))
    at, dice = (None if one is None else earlier + deeds.index(one) for one in (main, thrown))
    beside = None if beside is main else beside
    return Digest(told, tuple(rest), deeds, marked, at or 0, before, dice, beside, main is own)


GONE, STRUCK, ROLLED = 3, 2, 1
"""How much has changed: a piece that is gone, a point; what was hurt or healed; dice that came to nothing."""


def weighs(one: Happened) -> int:
    """How much has changed by it, for whomever: that is what a reader wants to know first."""
    touches = [touch for touch in one.touches if not touch["handle"].startswith("seat:")]
    if any(touch["effect"] == "gained" or (touch["effect"] == "lost" and "amount" not in touch) for touch in touches):
        return GONE
    if any(touch["effect"] in ("hurt", "healed") for touch in touches):
        return STRUCK
    return ROLLED if one.outcome else 0


def own_result(deeds: Sequence[Happened]) -> tuple[Happened | None, int]:
    """What came of the reader's own choice, and how much that weighs: his shot, or above it what it has done away
    with."""
    theirs = by_others(deeds)
    first = theirs[0].number if theirs else deeds[-1].number + 1
    own = [one for one in deeds if one not in theirs and not one.ends and (one.mine or one.number < first)]
    grave = max(own, key=lambda one: (weighs(one), one.rank), default=None)
    if grave is None or not weighs(grave):
        return None, 0
    done = [one for one in own if one.mine and (one.dice or one.outcome)]
    shot = max(done, key=lambda one: (bool(one.dice), one.number), default=None)
    return grave if shot is None or weighs(grave) > STRUCK else shot, weighs(grave)


def closing(digest: Digest, say: Say, *, whole: bool = False, game: str = "") -> str:
    """When a long turn of others is over, what came of it in a sentence: what each side lost, and what is new. `whole`:
    a round has ended with it, so that however short it was the reader wants to know where he stands. A game may have
    words of its own for what its pieces are."""
    theirs = [one for one in digest.deeds if not one.mine]
    if digest.main.ends or digest.rows or len(theirs) < (FEWEST if whole else LONG):
        return ""
    touches = [touch for one in theirs for touch in one.touches]
    laid = {touch["handle"] for touch in touches if touch["effect"] == "laid" and touch.get("own") is False}
    new = sum(handle.startswith("unit:") for handle in laid)
    you, they = (_suffered(touches, own, "you" if own else "they", game, say) for own in (True, False))
    found = [said for said in (you, they) if said]
    if new:
        found.append(say(_key("new", game, say), n=new))
    return " ".join(found if you or not found else [say("web.event.you_nothing"), *found])


def _suffered(touches: Sequence[Mapping[str, Any]], own: bool, who: str, game: str, say: Say) -> str:
    """The damage that one side took, and its pieces that are gone; nothing if it took none."""
    whose = [touch for touch in touches if touch.get("own") is own and touch["handle"].startswith("unit:")]
    hurt = sum(touch.get("amount") or 0 for touch in whose if touch["effect"] == "hurt")
    gone = len({touch["handle"] for touch in whose if touch["effect"] == "lost" and touch.get("amount") is None})
    what = "both" if hurt and gone else "hurt" if hurt else "gone"
    return say(_key(f"{who}_{what}", game, say), hurt=hurt, gone=gone) if hurt or gone else ""


def _key(name: str, game: str, say: Say) -> str:
    own = f"{game}.closing.{name}"
    return own if say.has(own) else f"web.event.{name}"


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


def verbs_of(digest: Digest | None, game: str, say: Say) -> dict[int, str]:
    """What each of several others did, in a word, by the numbers of their lines: where there is room for no more than
    pictures, those alone do not tell what was laid from what was removed. A game may have words of its own."""
    found = {one.number: _verb(one) for one in (digest.rows if digest is not None else ())}
    keys = {number: (f"{game}.act.{verb}", f"web.act.{verb}") for number, verb in found.items() if verb}
    said = {number: next((say(key) for key in both if say.has(key)), "") for number, both in keys.items()}
    return {number: word for number, word in said.items() if word}


def _verb(one: Happened) -> str:
    """What kind of deed it was, by what it did to the first thing that it touched."""
    if not one.touches:
        return ""
    effect, handle = one.touches[0]["effect"], one.touches[0]["handle"]
    if effect == "laid" and handle.startswith(PILES):
        return "thrown_away"
    if effect == "turned" and handle.startswith("seat:"):
        return "passed"
    return str(effect)


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


def cause_of(main: Happened, deeds: Sequence[Happened], *, by_reader: bool = False) -> Happened | None:
    """A loss and the shot that led to it may be two events, one right after the other: the shot is told next."""
    before = max((one for one in deeds if one.number < main.number), key=lambda one: one.number, default=None)
    if before is None or main.dice or not before.dice:
        return None
    return before if before.befalls or (by_reader and before.mine) else None


def thrown_for(main: Happened, cause: Happened | None, deeds: Sequence[Happened]) -> Happened | None:
    """The event whose dice are shown with the main one: its own, those that led to a loss, or those of a shot, which
    may be another event right after it."""
    if main.dice or cause is not None:
        return main if main.dice else cause
    if main.outcome or main.ends:
        return None
    after: list[Happened] = []
    for one in (one for one in deeds if one.number > main.number):
        # Who is shot at may roll, too: that is another matter.
        if not one.dice or (one.seat, one.mine) != (main.seat, main.mine):
            break
        after.append(one)
    if not after:
        return None
    # Dice that came to nothing led to those after them: a dodge to the shot.
    shot = next((n for n, one in enumerate(after) if one.outcome), 0)
    # A hit that armour has stopped came to nothing: that is how it came out.
    last = after[shot + 1] if shot + 1 < len(after) else None
    return last if last is not None and last.rivals and last.outcome else after[shot]


def latest_act(news: Sequence[Happened], main: Happened, with_it: Sequence[Happened | None]) -> Happened | None:
    """The last thing that others did, if it came after the main one and can be seen on the board: by another piece, or
    by one that went on. Whoever looks there sees that piece somewhere else."""
    if main.ends:
        return None
    did = _doers(main).union(*(_doers(one) for one in with_it if one is not None))
    last = next((one for one in reversed(news) if any(touch["effect"] in SEEN for touch in one.touches)), None)
    if last is None or last.ends or last.mine or last.number <= main.number:
        return None
    return last if did.isdisjoint(_doers(last)) or (_goes(last) and not _goes(main)) else None


def _goes(one: Happened) -> bool:
    """A piece stands elsewhere by it."""
    return any(touch["effect"] == "moved" for touch in one.touches)


def _doers(one: Happened) -> frozenset[str]:
    return frozenset(touch.get("by") or touch["handle"] for touch in one.touches)


def with_dice(main: Happened, thrown: Happened) -> Happened:
    """Its dice are shown with it; and how they came out, unless it says so itself."""
    told = replace(main, dice=thrown.dice, sides=thrown.sides, need=thrown.need, rivals=thrown.rivals)
    return told if main.outcome else replace(told, outcome=thrown.outcome, tone=thrown.tone)


def last_deeds(happened: Sequence[Happened], first: int | None, blows: Sequence[Happened] = ()) -> tuple[Happened, ...]:
    """What led to the end since the reader chose: blows to him, then what weighs most, in order. The end itself is told
    elsewhere."""
    end = max((one.number for one in happened if one.ends), default=len(happened) and happened[-1].number + 1)
    deeds = [one for one in happened if one.number < end and (first is None or one.number >= first)]
    foremost = sorted(deeds, key=lambda one: (one in blows, one.rank, one.number))[-AT_LAST:]
    return tuple(sorted(foremost, key=lambda one: one.number))


def so_far(happened: Sequence[Happened], first: int | None) -> tuple[Happened, ...]:
    """What others have done since the reader chose, for whoever waits meanwhile: the latest of it, in its order."""
    return tuple(one for one in happened if (first is None or one.number >= first) and not one.mine)[-SO_FAR:]


def acting(cards: Sequence[TrayView], seats: Mapping[str, Seat], seat: Seat | None) -> TrayView | None:
    """The card of whoever acts; what no seat does is done by their enemy."""
    if seat is None:
        return next((card for card in cards if card.relation == "foe" and card.seat not in seats), None)
    return next((card for card in cards if seats.get(card.seat) == seat), None)


def result_of(happened: Sequence[Happened], first: int) -> Happened | None:
    """What came of the reader's own last choice, where something did: dice, a loss, an end, what only he has seen."""
    own = [one for one in happened if one.number >= first and one.mine and (one.outcome or one.dice or one.private)]
    return max(own, key=lambda one: (one.rank, one.number), default=None)


def deeds_by_card(
    deeds: Sequence[Happened], cards: Sequence[TrayView], seats: Mapping[str, Seat], say: Say
) -> dict[str, tuple[str, ...]]:
    """What each of the others did last, by the card that stands for him; what no seat did is its enemy's.

    The newest of it that can be seen on the board always stays; then what weighs most, bookkeeping last. What is left
    out is counted."""
    found: dict[str, tuple[str, ...]] = {}
    for card in cards:
        seat = seats.get(card.seat)
        his = [one for one in deeds if not one.mine and not one.ends]
        did = [one for one in his if (one.seat == seat if seat is not None else one.seat is None)]
        if did and (seat is not None or card.relation == "foe"):
            newest = max(did, key=lambda one: (on_board(one), one.number))
            kept = sorted(did, key=lambda one: (one is newest, on_board(one), one.rank, one.number))[-BESIDE:]
            lines = [one.headline for one in sorted(kept, key=lambda one: one.number)]
            if more := len(did) - len(kept):
                lines.append(say("web.event.left_out", n=more))
            found[card.id] = tuple(lines)
    return found


def on_board(one: Happened) -> bool:
    """It can be seen there, or dice or points came of it: more than cards and upkeep."""
    if one.outcome or one.dice:
        return True
    return any(
        touch["effect"] == "gained" or (touch["effect"] in SEEN and not touch["handle"].startswith(ASIDE))
        for touch in one.touches
    )
