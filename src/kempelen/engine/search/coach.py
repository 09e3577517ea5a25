"""What would a strong player do here? The same search, asked by a person about his own choice."""

from __future__ import annotations

from typing import Any

from kempelen.engine.dice import TapeDice
from kempelen.engine.errors import IllegalAction
from kempelen.engine.search.player import ITERATIONS, Searched, SearchPlayer
from kempelen.engine.session import Session
from kempelen.engine.table import Decision, DirectTable, Seat
from kempelen.text.say import Text

__all__ = ["advise", "automas_choice", "why_not"]


def why_not(session: Session, seat: Seat, *, agreed: bool = False) -> Text | None:
    """Why there is no advice for this seat now; None if there is. Where several people play, all must have agreed."""
    if len(session.humans) > 1 and not agreed:
        return Text("search.not_alone")
    if session.physical is not None and seat in session.physical.untracked:
        return Text("terminal.talk.odds_untracked")
    decision = _asked(session, seat)
    if decision is None:
        return Text("terminal.talk.no_choice")
    if decision.table is None or decision.table.checkpoint is None:
        return Text("search.too_early")
    return None


def advise(
    session: Session, seat: Seat, iterations: int = ITERATIONS, rollout: str = "", *, agreed: bool = False
) -> Searched:
    """The choices of a person from the best to the worst, by what his seat knows; raises IllegalAction.

    It costs nothing but honesty: his choice stands in the record with a remark that he has asked.
    """
    if (reason := why_not(session, seat, agreed=agreed)) is not None:
        raise IllegalAction(reason)
    decision = _asked(session, seat)
    assert decision is not None
    assert decision.table is not None
    player = SearchPlayer(session.game, session.setup, iterations=iterations, rollout=rollout)
    session.coached.add(seat)
    return player.search(decision, decision.table, automas_choice(player, decision))


def _asked(session: Session, seat: Seat) -> Decision[Any] | None:
    return next((d for d in session.pending if d.kind == "do" and d.seat == seat and d.refused is None), None)


def automas_choice(player: SearchPlayer, decision: Decision[Any]) -> Any:
    """What the automa would do here, by dice of its own, so that the game's are not touched."""
    assert decision.table is not None
    table = DirectTable(player.game, player.players, TapeDice(0))
    table.state, table.setup = decision.table.state, player.setup
    asked: Decision[Any] = Decision(decision.seat, decision.prompt, decision.offer, decision.check, table)
    return player.own.decide(asked, table).action
