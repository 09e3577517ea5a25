"""How rounds and games end: surrender, missions, the last round (R078 to R080, G43, G74, G75, K03, K09)."""

from __future__ import annotations

from kempelen.engine.table import Seat, Table
from kempelen.games.universalis.rules.choices import GO_ON, SURRENDER
from kempelen.games.universalis.rules.events import Ended
from kempelen.games.universalis.rules.missions import fulfilled, score
from kempelen.games.universalis.rules.state import Ending, State
from kempelen.games.universalis.rules.upkeep import carry_over
from kempelen.text.say import Text

__all__ = ["check_end", "end_round", "finish", "may_give_up"]


def end_round(s: State, table: Table) -> None:
    """Surrender, victory, the cap, carried AP (R078 to R080, G74, G75)."""
    score(s, table)
    check_end(s, table, round_end=True)
    for seat in (0, 1):
        if s.ending is None and s.scenario.ask_surrender and may_give_up(s, seat):
            prompt = Text("universalis.prompt.round_end", n=s.round)
            if table.choose(seat, prompt, (GO_ON, SURRENDER)) is SURRENDER:
                finish(s, table, Ending("surrender", (1 - seat,)))
        s.quitting[seat] = False
    if s.ending is None and 0 < s.last_round <= s.round:
        finish(s, table, Ending("rounds", ()))
    if s.ending is None:
        for m in s.models:
            m.ap = carry_over(s.rules, m.ap)
        s.phase = "round"


def may_give_up(s: State, seat: Seat) -> bool:
    """A side is asked if it has said so, or if it is down to half of its models and has fewer than the other (K09)."""
    left, others = (sum(not m.panic for m in s.friends(side)) for side in (seat, 1 - seat))
    began = sum(m.seat == seat for m in s.models)
    return s.quitting[seat] or (2 * left <= began and left < others)


def check_end(s: State, table: Table, *, round_end: bool, phase_end: bool = True) -> None:
    """Missions after every phase and at round end (R079, G43); who has nobody left loses at once (K03)."""
    if s.ending is not None:
        return
    left = tuple(seat for seat in (0, 1) if s.friends(seat))
    looked_at = round_end or (phase_end and s.rules.missions_checked_each_phase) or len(left) < 2
    done = tuple(seat for seat in (0, 1) if fulfilled(s, seat)) if looked_at else ()
    if len(done) == 2:
        finish(s, table, Ending("both_missions", ()))
    elif done:
        finish(s, table, Ending("mission", done))
    elif len(left) < 2:
        finish(s, table, Ending("wiped_out", left))


def finish(s: State, table: Table, ending: Ending) -> None:
    s.ending = ending
    s.phase = "over"
    table.tell(Ended, ending.reason, ending.winners)
