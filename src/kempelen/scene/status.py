"""What one must know at any pause: goal, round, and how everybody stands. Said by the game, drawn by every screen."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

__all__ = ["Fact", "Icon", "Relation", "Round", "Score", "ScoreKind", "Status", "Tone"]

Icon: TypeAlias = tuple[tuple[tuple[float, float], ...], ...]
"""Fine lines in a 0..1 square."""
Tone: TypeAlias = Literal["", "good", "bad", "warn"]
Relation: TypeAlias = Literal["", "own", "ally", "foe", "rival"]
"""What somebody is to the reader; a rival is neither friend nor foe, such as a player whose role is hidden."""
ScoreKind: TypeAlias = Literal["race", "standing", "health", "danger", "clock"]
"""A race is run to `of`, a standing has no end, health goes down to 0, danger is what must not reach `of`, a clock runs
down by itself and says nothing of how anybody stands."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A small fact with a sign: 5 cards in hand, 3 nuggets, damage 2 of 4."""

    value: str
    label: str
    """The whole fact in words, for hover and screen readers."""
    icon: Icon = ()
    tone: Tone = ""


@dataclass(frozen=True, slots=True)
class Score:
    """How one side stands."""

    label: str
    value: int
    of: int | None = None
    kind: ScoreKind = "standing"
    seat: int | None = None
    """Whose it is; None for what belongs to nobody, such as a boss."""
    own: bool = False
    words: str = ""
    """The whole score in words, if label and numbers are not enough."""
    sign: str = ""
    """What is written for the value, where a number would mislead."""


@dataclass(frozen=True, slots=True)
class Round:
    """Which round it is."""

    n: int
    of: int | None = None
    word: str = ""
    """What the game calls it, with a capital letter: Round."""

    @property
    def words(self) -> str:
        """`Round 2/3`."""
        return f"{self.word} {self.n}{f'/{self.of}' if self.of else ''}".strip()


@dataclass(frozen=True, slots=True)
class Status:
    """What stands in the bar above a table."""

    goal: str
    """What the reader must reach, one sentence of at most 90 letters."""
    how: tuple[str, ...] = ()
    """How to win, in two sentences or so, for the start and behind a click."""
    round: Round | None = None
    phase: str = ""
    scores: tuple[Score, ...] = ()
    turn: str = ""
    """Whose turn it is while the rules play somebody who has no seat, in a sentence without a full stop."""
    acting: str = ""
    """The handle of what acts just now, as it lies in the tray of its seat."""
    could: tuple[str, ...] = ()
    """What that could still do, in a few words each."""
    course: tuple[Score, ...] = ()
    """How far everybody is where scores change only at the end: for the picture of how a game went."""
    steps: tuple[Fact, ...] = ()
    """How a turn goes, in three short steps, each with its sign: for the start."""

    @property
    def line(self) -> str:
        """Round, phase and goal in a line, for drawings in letters."""
        return " · ".join(filter(None, (self.round.words if self.round else "", self.phase, self.goal)))
