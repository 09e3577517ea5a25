"""What would a strong player do here? The same search, asked by a person about his own choice."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kempelen.engine.errors import IllegalAction
from kempelen.engine.game import Game
from kempelen.engine.search.lines import likely_line
from kempelen.engine.search.player import ITERATIONS, Continuation, Searched, SearchPlayer, chosen_by
from kempelen.engine.search.saying import said_at
from kempelen.engine.session import Session
from kempelen.engine.table import Decision, Seat
from kempelen.text.say import Text

__all__ = ["Advice", "Reason", "advise", "automas_choice", "why_not"]

BEST = 3
"""So many choices are named."""
FOLLOWED = 2
"""So many of those that would come then."""


@dataclass(frozen=True, slots=True)
class Reason:
    """One of the best choices, and what speaks for it."""

    found: Continuation
    said: Text | str
    good: Text | None
    """What the game itself says for it, before the dice are rolled."""
    line: tuple[tuple[Seat, Text | str], ...]
    """How it would most likely go on."""


@dataclass(frozen=True, slots=True)
class Advice:
    """What a strong player has found, the best choice first."""

    seat: Seat
    found: Searched
    best: tuple[Reason, ...]
    automa: Text | str
    """What the automa would do here, in words."""


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
) -> Advice:
    """The best choices of a person by what his seat knows; raises IllegalAction.

    It costs nothing but honesty: his choice stands in the record with a remark that he has asked.
    """
    if (reason := why_not(session, seat, agreed=agreed)) is not None:
        raise IllegalAction(reason)
    decision = _asked(session, seat)
    assert decision is not None
    assert decision.table is not None
    player = SearchPlayer(session.game, session.setup, iterations=iterations, rollout=rollout)
    session.coached.add(seat)
    found = player.search(decision, decision.table, automas_choice(player, decision))
    return _advice(player, decision, found)


def _advice(player: SearchPlayer, decision: Decision[Any], found: Searched) -> Advice:
    """With reasons: what the game says for a choice, and how it would go on."""
    game, seat, table = player.game, decision.seat, decision.table
    assert table is not None
    view, trial = decision.view(), player.trial(table, seat)
    best = []
    for one in found.continuations[:BEST]:
        line = likely_line(trial, one.action, this_turn=True).choices[:FOLLOWED]
        best.append(Reason(one, said_at(game, table.state, one.action), _good(game, view, seat, one.action), line))
    best[1:] = sorted(best[1:], key=lambda one: -one.found.share)  # the first is the most certain of them
    return Advice(seat, found, tuple(best), said_at(game, table.state, found.automa))


def _good(game: Game[Any], view: Any, seat: Seat, action: Any) -> Text | None:
    """What speaks for an action by the game's own foresight; nothing for one that only begins something."""
    foresight = game.foresight
    if foresight is None or foresight.then(view, seat, action) is not None:
        return None
    remarks = foresight.preview(view, seat, action).remarks
    return next((remark.text for remark in remarks if remark.weight == "good"), None)


def _asked(session: Session, seat: Seat) -> Decision[Any] | None:
    return next((d for d in session.pending if d.kind == "do" and d.seat == seat and d.refused is None), None)


def automas_choice(player: SearchPlayer, decision: Decision[Any]) -> Any:
    """What the automa would do here."""
    return chosen_by(player.own, player, decision)
