"""The computer players of project group 018 at the table: which list, and what its lines lead to (4.3.3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kempelen.automa.sheet import Sheet
from kempelen.automa.shipped import load_sheet
from kempelen.behaviour.priorities import Priorities, consult
from kempelen.engine.table import Choice, Decision, Table
from kempelen.engine.trace import Trace
from kempelen.games.saboteur.automa import whys
from kempelen.games.saboteur.automa.actions import TRIES, SaboteurMind, as_role
from kempelen.games.saboteur.automa.knowledge import following, known_goals
from kempelen.games.saboteur.automa.vocabulary import VOCABULARY
from kempelen.games.saboteur.face.effects import checked
from kempelen.games.saboteur.rules.actions import DISCARD, PASS, Action, Discard
from kempelen.games.saboteur.rules.endings import TAKE_NUGGETS
from kempelen.games.saboteur.rules.state import HIDDEN, SABOTEUR, State
from kempelen.games.saboteur.rules.view import seen_goals

__all__ = ["SHEET", "ComputerPlayer", "list_of", "tell_deed"]

SHEET: Sheet = load_sheet("kempelen.games.saboteur", "computer-players", VOCABULARY)

_NAME_OF = ("seekers", "sab")
"""The list, by whether it is a saboteur's."""


def list_of(role: int, options: Mapping[str, str], sheet: Sheet = SHEET) -> Priorities:
    """The list that a role goes through: gold and stone seekers have one (4.3.3.1), saboteurs another (4.3.3.2)."""
    return sheet.made(options).lists[_NAME_OF[role == SABOTEUR]]


class ComputerPlayer:
    """Plays the list of its role from what its seat may know."""

    takes_sheet = True

    def __init__(self, sheet: Sheet = SHEET) -> None:
        self.sheet = sheet
        self._read: tuple[Mapping[str, str], Mapping[str, Priorities]] = ({}, {})
        """The options of the last decision, and the lists under them."""

    def decide(self, decision: Decision[Any], table: Table) -> Choice:
        seat = decision.seat
        trace = Trace(seat) if table.tracing else None
        if decision.prompt is TAKE_NUGGETS:
            return _take_richest(decision, trace)
        assert decision.table is not None
        s: State = decision.table.state
        options, lists = self._read
        if options is not s.options:
            options, lists = self._read = s.options, self.sheet.made(s.options).lists
        saboteur = s.roles[seat] == SABOTEUR
        text = lists[_NAME_OF[saboteur]]
        if trace is None and text.plain:
            # The attempts look at what is public and at this seat's own things alone: they need no view.
            known = following(seen_goals(s, seat), options)
            mind = SaboteurMind(s, seat, table, None, s.hands[seat], saboteur, known)
            return Choice(consult(text, TRIES, mind) or PASS)
        view: State = decision.view()
        if trace is not None and saboteur and options["R24"] == "built" and text.document == whys.DOCUMENT:
            trace.add(whys.BUILT_ORDER)
        mind = SaboteurMind(view, seat, table, trace, view.hands[seat], saboteur, known_goals(view))
        action: Action = consult(text, TRIES, mind, as_role=as_role) or PASS
        if trace is not None:
            tell_deed(trace, view, action, counting=table.counting)
        return Choice(action, trace)


def tell_deed(trace: Trace, view: State, action: Action, *, counting: bool) -> None:
    """What was done, and what everybody can check about it."""
    seat = trace.seat
    if action is PASS:
        trace.add(whys.EMPTY_HAND)
    face_down = isinstance(action, Discard) and not view.variant.third_role
    public = DISCARD[HIDDEN] if face_down else action
    if not counting and (note := whys.checked(action)) is not None:
        for fact in checked(view, seat, public):
            trace.add(note, fact)
    trace.add(whys.done(action), seat, public)


def _take_richest(decision: Decision[Any], trace: Trace | None) -> Choice:
    """K1: the richest gold card."""
    best = max(decision.options, key=lambda take: take.nuggets)
    if trace is not None:
        trace.add(whys.RICHEST, best.nuggets)
    return Choice(best, trace)
