"""One thing that has happened beside a real table, and what is told together with it as one instruction."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from kempelen.engine.table import Seat
from kempelen.scene.model import Scene
from kempelen.web.shown.happened import Happened

__all__ = ["PUT", "STIRS", "Deed", "more_of", "on_board", "piece_of", "together"]

STIRS = frozenset({"laid", "moved", "hurt", "healed", "lost"})
"""What is done to a piece with the hand."""
PUT = frozenset({"moved", "laid"})
"""What is done to a piece that then stands somewhere else."""
SUFFERED = frozenset({"hurt", "healed", "lost"})
"""Of it what something else leads to."""
MOST_STILL = 3
OF_ONE = re.compile(r"(\d+) = \1 [^+−]*")
"""A number to which nothing is added: it explains nothing."""


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
    mended: Scene | None = None
    """The table as it was corrected to since, if what is put somewhere by it stands elsewhere."""
    opens: bool = False
    """A round or a turn begins with it: it is told by itself, not behind what came before."""
    aims: tuple[str, ...] = ()
    """Whom it was meant for, though nothing is done to him: a shot that missed."""
    lays: bool = False
    """Things are laid on the table by it, each with its place: it stands alone on its page."""

    @property
    def only_said(self) -> bool:
        """A round or a turn begins, and nothing is done yet."""
        return self.opens and not self.goes_on

    @property
    def stirs(self) -> bool:
        """Something at the table is moved, laid, or marked by hand."""
        return any(touch["effect"] in STIRS for touch in self.touches)

    @property
    def dice(self) -> bool:
        """Something was rolled for it."""
        return any(one.dice or one.rivals for one in (self.what, *self.goes_on))

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
        more = more_of(self.what) if self.what.dice else ""
        return "" if OF_ONE.fullmatch(more) else more

    @property
    def rest_told(self) -> str:
        """What the whole sentence says beyond its headline."""
        return more_of(self.what)

    @property
    def touches(self) -> tuple[Mapping[str, Any], ...]:
        return tuple(touch for one in (self.what, *self.goes_on) for touch in one.touches)


def more_of(what: Happened) -> str:
    """What the whole sentence says beyond its headline; a comparison is shown sum by sum."""
    if what.rivals:
        return ""
    begins = what.headline.rstrip(".")
    if not what.small.startswith(begins):
        return what.small
    return what.small[len(begins) :].strip(" .:,").strip()


def together(
    deeds: Sequence[Deed],
    shapes: Container[str],
    measured: bool = False,
    fits: Callable[[Deed], bool] = lambda deed: True,
) -> list[Deed]:
    """What one piece does in a row is one instruction: it moves and attacks. So is what comes of it: whom it struck
    is hurt, or gone.

    So is what is only said before something is done, a card that is played or who acts after a roll; and what
    several pieces do that stay where they are, unless each of them has dice of its own. On a table that is `measured`
    a piece is moved before anything else is read, and after what was rolled for it. What no longer `fits` on a screen
    is an instruction of its own, together with what it comes of.
    """
    found: list[Deed] = []
    for deed in deeds:
        before = found[-1] if found else None
        alone = measured and before is not None and moves(deed) and (rolled(before) or moves(before))
        apart = before is None or before.own or deed.own or deed.opens or before.lays or deed.lays
        if before is None or apart or alone or (measured and moves(before)):
            found.append(deed)
            continue
        piece = next(filter(None, map(piece_of, (before.what, *before.goes_on)[::-1])), "")
        if before.opens and deed.card is not None:  # a card that is played in a turn is told with what comes of it
            found.append(deed)
            continue
        same = piece and piece == piece_of(deed.what) and before.seat == deed.seat
        same = same and not (rolled(before) and (deed.what.dice or moves(deed)))
        same = same and not plays_another(deed, before)
        another = plays_another(deed, before)
        own_way = before.card is not None and deed.card is None and moves(deed)  # a piece acts after the card
        said = not before.goes_on and not on_board(before, shapes) and not another and not own_way
        stays = (
            len(before.goes_on) < MOST_STILL
            and still(before, shapes)
            and still(deed, shapes)
            and on_board(deed, shapes)
            and not another
            and (measured or not (rolled(before) and deed.what.dice))
        )
        ours = before.seat is None or deed.seat in (None, before.seat)
        if same or ((said or stays) and ours) or (len(before.goes_on) <= MOST_STILL and comes_of(deed, before)):
            named = before if before.seat is not None else replace(before, seat=deed.seat, who=deed.who)
            whole = replace(named, goes_on=(*before.goes_on, deed.what, *deed.goes_on))
            found[-1:] = [whole] if fits(whole) else parted(before, deed)
        else:
            found.append(deed)
    return found


def parted(before: Deed, deed: Deed) -> list[Deed]:
    """Two instructions that do not fit on one screen: what somebody suffers stays with what struck him."""
    if not before.goes_on:
        return [before, deed]
    *rest, cause = before.goes_on
    struck = replace(before, number=cause.number, what=cause, goes_on=(), card=None, opens=False)
    if not comes_of(deed, struck):
        return [before, deed]
    return [replace(before, goes_on=tuple(rest)), replace(struck, goes_on=(deed.what, *deed.goes_on))]


def comes_of(deed: Deed, before: Deed) -> bool:
    """Something that was struck, or that a card was played on, is hurt, healed or gone by it, without more dice."""
    touched = {touch["handle"] for touch in before.touches}
    if plays_another(deed, before):
        return False
    if deed.what.dice or any(touch["effect"] == "laid" for touch in deed.touches):
        return False
    return any(touch["handle"] in touched and touch["effect"] in SUFFERED for touch in deed.touches)


def plays_another(deed: Deed, before: Deed) -> bool:
    """Another card is played, perhaps one of the same kind: that is an instruction of its own."""
    if before.card is None or deed.card is None:
        return False
    lays = all(any(touch["effect"] == "laid" for touch in one.touches) for one in (before, deed))
    return bool(deed.card != before.card or deed.seat != before.seat or lays)


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
