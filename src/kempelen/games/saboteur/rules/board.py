"""The board of Saboteur: laid cards, what is joined to the start, and where the next card may go (rules 1.4).

The board is kept up to date card by card. Around the laid cards it remembers for every free cell what the
neighbours show to it, packed into one number:

    bits 0-3   sides on which a neighbour's open side faces the cell
    bits 4-7   sides on which a neighbour's closed side faces the cell
    bits 8-11  sides on which a way from the start arrives

The lower eight bits decide which cards match (1.4.2), the upper four whether any card may come.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain

from kempelen.games.saboteur.rules.cards import (
    CARDS,
    JOINED,
    NAMES,
    OPEN,
    OPPOSITE,
    START_CARD,
    STONE_SHAPES,
    B,
    Card,
    L,
    Laid,
    R,
    Side,
    T,
    is_goal,
    is_path,
    laid,
)
from kempelen.games.saboteur.rules.places import (
    CHOICES,
    GOAL_COLUMN,
    GOAL_ROWS,
    ROW,
    Cell,
    Choices,
    Place,
    cell,
    fitting_turns,
    xy,
)

__all__ = ["GOALS", "START", "Board", "Cell", "Place", "cell", "xy"]

START: Cell = cell(0, 0)
_TOP, _MIDDLE, _BOTTOM = GOAL_ROWS
GOALS: tuple[Cell, Cell, Cell] = (cell(GOAL_COLUMN, _TOP), cell(GOAL_COLUMN, _MIDDLE), cell(GOAL_COLUMN, _BOTTOM))

STEP: Mapping[Side, int] = {L: -1, R: 1, T: -ROW, B: ROW}

_ALL_SIDES = L | R | T | B
_ARRIVES = 256
"""From here on a way from the start arrives at a free cell."""


def _shown(laid: Laid, reached: Side) -> tuple[tuple[int, int], ...]:
    """What a laid card shows to its four neighbours: their distance, and the bits for them."""
    shown = []
    for side, back in OPPOSITE.items():
        bits = back if OPEN[laid] & side else back << 4
        if reached & side:
            bits |= back << 8
        shown.append((STEP[side], bits))
    return tuple(shown)


_SHOWN = tuple(tuple(_shown(laid, reached) for reached in range(_ALL_SIDES + 1)) for laid in range(2 * len(CARDS)))
_GOALS_BESIDE: Mapping[Cell, tuple[Cell, ...]] = {
    goal + step: tuple(other for other in GOALS if other - goal - step in STEP.values())
    for goal in GOALS
    for step in STEP.values()
}


class Board:
    """The laid cards, and all that follows from them."""

    __slots__ = ("_choices", "around", "face_down", "frontier", "laid", "reached")

    laid: dict[Cell, Laid]
    """Start card, path cards and face-up goals in the order in which they were laid."""
    face_down: tuple[Cell, ...]
    """The goals that are still face down, from top to bottom."""
    reached: dict[Cell, Side]
    """For every laid card its open sides that are joined to the start."""
    around: dict[Cell, int]
    """What is shown to every cell without a face-up card (see above)."""
    frontier: dict[Cell, Choices]
    """The empty cells at which a way from the start arrives, each with all that matches there."""
    _choices: tuple[Choices, ...] | None
    """The frontier sorted by cell, so that equal positions list their options in the same order."""

    def __init__(self) -> None:
        self.face_down = GOALS
        self._clear()

    @staticmethod
    def new() -> "Board":
        """The layout before the first turn (1.1.5)."""
        return _NEW.copy()

    @staticmethod
    def from_cards(cards: Iterable[tuple[Cell, Laid]], face_up: Mapping[Cell, Laid] | None = None) -> "Board":
        """The board with these cards, in whatever order they are given.

        Face-up goals come in face_up or among the cards. Whether neighbours match is for check() to say.
        """
        board = Board.new()
        for at, card in chain(cards, (face_up or {}).items()):
            if at == START and card == laid(START_CARD):
                continue
            if at in board.laid:
                raise ValueError(f"two cards at {xy(at)}")
            if at in GOALS:
                if not is_goal(card >> 1):
                    raise ValueError(f"{NAMES[card >> 1]} cannot lie on the goal at {xy(at)}")
                board.turn_up(at, card)
            else:
                if not is_path(card >> 1):
                    raise ValueError(f"{NAMES[card >> 1]} at {xy(at)} is not a path card")
                board.lay(at, card)
        return board

    def copy(self) -> "Board":
        """An independent board in the same position."""
        twin = Board.__new__(Board)
        twin.laid = self.laid.copy()
        twin.face_down = self.face_down
        twin.reached = self.reached.copy()
        twin.around = self.around.copy()
        twin.frontier = self.frontier.copy()
        twin._choices = self._choices
        return twin

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return self.laid == other.laid

    __hash__ = None  # type: ignore[assignment]  # a board changes

    def __repr__(self) -> str:
        cards = (f"{xy(at)} {NAMES[card >> 1]}{' turned' * (card & 1)}" for at, card in self.laid.items())
        return f"Board({', '.join(cards)})"

    # Laying and removing

    def fits(self, cell: Cell, laid: Laid) -> bool:
        """May this card be laid here? A way must arrive, and all neighbours must match (1.4.2)."""
        shown = self.around.get(cell, 0)
        if shown < _ARRIVES or cell in self.face_down:
            return False
        must_open, must_close = shown & 15, shown >> 4 & 15
        return OPEN[laid] & (must_open | must_close) == must_open

    def lay(self, cell: Cell, laid: Laid) -> None:
        """Lay a card into an empty cell; the caller has asked fits()."""
        self._put(cell, laid, self.around.pop(cell, 0) >> 8)

    def turn_up(self, goal: Cell, laid: Laid) -> None:
        """Turn a face-down goal up; from now on it is an ordinary card (1.4.3, 1.4.4)."""
        self.face_down = tuple(other for other in self.face_down if other != goal)
        self.lay(goal, laid)

    def remove(self, cell: Cell) -> None:
        """Rockfall: take a laid card away; what is cut off stays (1.4.7)."""
        del self.laid[cell]
        cards = self.laid
        self._clear()
        for at, card in cards.items():
            if at != START:
                self.lay(at, card)

    def _clear(self) -> None:
        self.laid = {}
        self.reached = {}
        self.around = {}
        self.frontier = {}
        self._put(START, laid(START_CARD), _ALL_SIDES)

    def _put(self, cell: Cell, card: Laid, arriving: Side) -> None:
        """Lay a card at which ways from the start arrive on these sides."""
        cards, around = self.laid, self.around
        reached = JOINED[card][arriving]
        cards[cell] = card
        self.reached[cell] = reached
        self.frontier.pop(cell, None)
        self._choices = None
        for step, bits in _SHOWN[card][reached]:
            neighbour = cell + step
            if neighbour in cards:
                back = bits >> 8
                if back & ~self.reached[neighbour] & OPEN[cards[neighbour]]:
                    self._spread(neighbour, back)
            else:
                shown = around[neighbour] = around.get(neighbour, 0) | bits
                if shown >= _ARRIVES and neighbour not in self.face_down:
                    self.frontier[neighbour] = CHOICES[neighbour << 8 | shown & 255]

    def _spread(self, cell: Cell, side: Side) -> None:
        """A way from the start now arrives at this side of a laid card: follow it on.

        So far the card was cut off by a rockfall, or this is the second way through it.
        """
        waiting = [(cell, side)]
        while waiting:
            cell, side = waiting.pop()
            card, before = self.laid[cell], self.reached[cell]
            new = JOINED[card][side] & ~before
            self.reached[cell] = before | new
            for step, bits in _SHOWN[card][new]:
                if bits < _ARRIVES:
                    continue
                neighbour = cell + step
                if neighbour in self.laid:
                    waiting.append((neighbour, bits >> 8))
                    continue
                shown = self.around[neighbour] = self.around.get(neighbour, 0) | bits
                if neighbour not in self.face_down:
                    self.frontier[neighbour] = CHOICES[neighbour << 8 | shown & 255]

    # Goals

    def reached_goals(self) -> list[Cell]:
        """The face-down goals that must be turned up now, from top to bottom (1.4.4)."""
        goals = []
        for goal in self.face_down:
            if goal in self.around and self.around[goal] >= _ARRIVES:
                goals.append(goal)
        return goals

    def stone_shape(self, goal: Cell) -> Laid:
        """The first shape of a stone that agrees with all its neighbours (1.4.4, TU; R28)."""
        shown = self.around.get(goal, 0)
        for shape in STONE_SHAPES:
            for turned in fitting_turns(shape, shown & 15, shown >> 4 & 15):
                return laid(shape, turned)
        raise ValueError(f"no way leads to the goal at {xy(goal)}: walls on all sides")

    def commercial_stone(self, goal: Cell, card: Card) -> Laid:
        """A fixed curve, turned so that one end meets the way that arrives (1.4.4, commercial).

        As printed if both directions do.
        """
        arriving = self.around.get(goal, 0) >> 8
        return laid(card, 0 if OPEN[laid(card)] & arriving else 1)

    # What players ask

    def occupied_neighbours(self, cell: Cell) -> int:
        """Cards left, right, above and below, goals face down or up included (R10)."""
        cards = self.laid
        count = (cell - 1 in cards) + (cell + 1 in cards) + (cell - ROW in cards) + (cell + ROW in cards)
        for goal in _GOALS_BESIDE.get(cell, ()):
            count += goal in self.face_down
        return count

    def places(self, card: Card) -> Sequence[Place]:
        """All ways to lay one path card."""
        places: list[Place] = []
        self.add_places((card,), places)
        return places

    def add_places(self, cards: Iterable[Card], out: list[Place]) -> None:
        """Append all ways to lay these path cards, which must be different ones: by card, then by cell."""
        choices = self._choices
        if choices is None:
            frontier = self.frontier
            choices = self._choices = tuple([frontier[cell] for cell in sorted(frontier)])
        for card in cards:
            for choice in choices:
                out += choice[card]

    @property
    def unchanged(self) -> object | None:
        """The same object as long as no card comes or goes; None if nobody has asked for places since, or none are."""
        return self._choices or None

    def check(self) -> list[tuple[Cell, Cell]]:
        """The pairs of neighbours whose facing sides contradict: open meets closed (1.4.2).

        Beside a commercial stone (1.4.4) and a gold that nobody looks for (R5) that is allowed.
        """
        return [
            (at, at + STEP[side])
            for at, card in self.laid.items()
            for side in (R, B)
            if at + STEP[side] in self.laid
            and bool(OPEN[card] & side) != bool(OPEN[self.laid[at + STEP[side]]] & OPPOSITE[side])
        ]


_NEW = Board()
