"""What happened in a game, and how long it was in doubt: by its events and by the chance to win after every choice.

Nothing here knows a game. Whose a piece is follows from the picture that the person sees, where a foe's is marked;
whose a seat is, from who has won together. Chances are those of imagined games that go on by the tips, from what the
person knew then.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from itertools import pairwise

from kempelen.engine.events import touches_of, weight_of
from kempelen.engine.game import say_in
from kempelen.engine.search.player import SearchPlayer
from kempelen.engine.search.tips import ByTips
from kempelen.engine.search.weighing import asked_at, choices_of
from kempelen.engine.session import Session
from kempelen.engine.table import notation_of

__all__ = ["Blows", "Course", "blows_of", "course_of"]

CERTAIN = 0.9
"""Who wins so often has as good as won."""
LEVEL = 0.55
"""Who wins no more often than this is not ahead."""
LATE = 2 / 3
FEWEST, MOST = 8, 16
"""Own acts in a game that is neither over at once nor long."""


@dataclass(frozen=True, slots=True)
class Blows:
    """What the sides did to each other: pieces that were hurt, lost or shot at, and seats whose tools were broken."""

    suffered: int
    dealt: int
    lost: int
    """Own pieces that are gone."""
    felled: int
    shots: int
    shot_at: int

    def __str__(self) -> str:
        gone = f", gone {self.lost}:{self.felled}" if self.lost or self.felled else ""
        shots = f", shots {self.shots}:{self.shot_at}" if self.shots or self.shot_at else ""
        return f"hurt {self.suffered}:{self.dealt}{gone}{shots}"


def blows_of(session: Session) -> Blows:
    """All that the events of a finished game tell; what weighs nothing, such as a price, is no blow."""
    mine = _whose(session)
    count = Counter[tuple[str, bool]]()
    for event in session.events:
        if weight_of(event):
            found = {(touch.effect, mine[touch.handle]) for touch in touches_of(event) if touch.handle in mine}
            count.update(found)
    hurt, lost, fired = (((effect, True), (effect, False)) for effect in ("hurt", "lost", "fired"))
    return Blows(
        suffered=count[hurt[0]],
        dealt=count[hurt[1]],
        lost=count[lost[0]],
        felled=count[lost[1]],
        shots=count[fired[1]],
        shot_at=count[fired[0]],
    )


def _whose(session: Session) -> dict[str, bool]:
    """Handles of pieces and seats: is it the person's own, or of his side?"""
    outcome = session.outcome
    assert outcome is not None
    ours = {0, *outcome.winners} if 0 in outcome.winners else {0}
    names = session.game.speech.seat_names(session.setup)
    pieces: dict[str, bool] = {}
    for index in choices_of(session, 0):
        decision = asked_at(session, index, 0)
        assert decision is not None
        for shape in session.game.scene(decision.view(), say_in("en")).shapes:
            if shape.role == "unit":
                pieces[shape.id] = "foe" not in shape.tags
    seats = {f"seat:{name}": seat in ours for seat, name in enumerate(names)}
    return pieces or seats  # where there are pieces, what a seat loses is told of them, too


@dataclass(frozen=True, slots=True)
class Course:
    """The chance to win after each own choice."""

    chances: tuple[float, ...]

    @property
    def lowest(self) -> float:
        return min(self.chances)

    @property
    def halfway(self) -> float:
        """The least of the second quarter and the third: how it stood when half of it was played."""
        n = len(self.chances)
        return min(self.chances[n // 4 : max(n // 4 + 1, 3 * n // 4)])

    @property
    def decided(self) -> float:
        """After so much of the choices nothing was in doubt any more, from 0 to 1."""
        n = len(self.chances)
        last = max((at for at, chance in enumerate(self.chances) if chance < CERTAIN), default=-1)
        return (last + 1) / n

    @property
    def turns(self) -> int:
        """How often the lead has changed."""
        ahead = [chance > LEVEL for chance in self.chances if not 1 - LEVEL <= chance <= LEVEL]
        return sum(one != other for one, other in pairwise(ahead))

    def __str__(self) -> str:
        return " ".join(f"{100 * chance:.0f}" for chance in self.chances)


def course_of(session: Session, worlds: int) -> Course:
    """How a finished game went for the person, by so many imagined games after each choice."""
    game, setup = session.game, session.setup
    chances = []
    for index in choices_of(session, 0):
        decision = asked_at(session, index, 0)
        assert decision is not None
        assert decision.table is not None
        player = SearchPlayer(game, setup, iterations=worlds)
        player.usual = ByTips(game, setup, player.usual)
        trial = replace(player.trial(decision.table, 0), ahead=0)
        row = session.inputs[index]
        given = row.value if row.kind == "do" else next(text for seat, text, _ in row.value if seat == 0)
        chosen = next((one for one in decision.options if notation_of(one) == given), None) or game.parse(given)
        chances.append(sum(trial.value(chosen, world) for world in range(worlds)) / worlds)
    return Course(tuple(chances))
