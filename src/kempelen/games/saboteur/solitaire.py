"""The computer players of project group 018, in the order of their document (4.3.3, "Computerspieler").

Every function below is one of its actions ("Aktionen"). It gives the action to take, or None if it cannot be carried
out now; then the next line is tried.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from kempelen.behaviour.priorities import Priorities, attempt, consult, priorities
from kempelen.behaviour.trace import Cite, RulingCite, Trace
from kempelen.engine.table import Choice, Decision, Seat, Table
from kempelen.games.saboteur.actions import (
    BREAK,
    DISCARD,
    LOOK,
    PASS,
    REPAIR,
    ROCKFALLS,
    Action,
    Break,
    Discard,
    Look,
    Place,
    Repair,
    Rockfall,
    Take,
)
from kempelen.games.saboteur.board import GOALS
from kempelen.games.saboteur.cards import CARDS, MAP, PATH_CARDS, ROCKFALL, SYMMETRIC, Card, is_blocking
from kempelen.games.saboteur.distance import DISTANCE, best_places, nearest
from kempelen.games.saboteur.knowledge import gold_located, known_goals, targets
from kempelen.games.saboteur.legal import removable
from kempelen.games.saboteur.state import GOAL_NAMES, GOLD_SEEKER, HIDDEN, SABOTEUR, STONE_SEEKER, Goal, State
from kempelen.games.saboteur.words import card_word, seat_word, tools_word, xy_text
from kempelen.text.say import Text

__all__ = ["GOLD_SEEKERS", "LISTS", "SABOTEURS", "SABOTEURS_AS_BUILT", "STONE_SEEKERS", "ComputerPlayer"]

DOCUMENT = "saboteur-018"

GOLD_SEEKERS = priorities(
    "gold",
    attempt(1, "use_map"),
    attempt(2, "repair_own_tool"),
    attempt(3, "block_someone"),
    attempt(4, "lay_path"),
    attempt(5, "use_rockfall"),
    attempt(6, "discard"),
    game="saboteur",
    document=DOCUMENT,
    section="4.3.3 Goldsucher und Steinsucher",
)
STONE_SEEKERS = Priorities("stone", "saboteur", DOCUMENT, GOLD_SEEKERS.section, GOLD_SEEKERS.lines)
SABOTEURS = priorities(
    "sab",
    attempt(1, "block_someone"),
    attempt(2, "repair_own_tool"),
    attempt(3, "lay_path"),
    attempt(4, "use_rockfall"),
    attempt(5, "discard"),
    game="saboteur",
    document=DOCUMENT,
    section="4.3.3 Saboteure",
)
SABOTEURS_AS_BUILT = priorities(
    "sab",
    attempt(1, "block_someone"),
    attempt(4, "use_rockfall"),
    attempt(2, "repair_own_tool"),
    attempt(3, "lay_path"),
    attempt(5, "discard"),
    game="saboteur",
    document=DOCUMENT,
    section="4.3.3 Saboteure",
)
"""The order of the authors' own program (R24); the numbers are still those of the document."""

LISTS: Mapping[int, Priorities] = {GOLD_SEEKER: GOLD_SEEKERS, STONE_SEEKER: STONE_SEEKERS, SABOTEUR: SABOTEURS}


def _section(name: str) -> Cite:
    return Cite(DOCUMENT, "4.3.3 Aktionen", name)


MAP_TEXT = _section("Schatzkarte")
REPAIR_TEXT = _section("Werkzeug reparieren")
BLOCK_TEXT = _section("Andere Rollen sperren")
PATH_TEXT = _section("Pfadkarte setzen")
ROCKFALL_TEXT = _section("Steinschlagkarte benutzen")
DISCARD_TEXT = _section("Karte wegwerfen")


def ruling(number: str) -> RulingCite:
    return RulingCite(f"saboteur:{number}")


@dataclass(slots=True)
class SaboteurMind:
    """A computer player at one decision: what it sees, and what it notes if somebody will read it."""

    view: State
    seat: Seat
    table: Table
    trace: Trace | None
    known: list[Goal]
    """What it knows of the three goals."""

    @property
    def hand(self) -> list[Card]:
        return self.view.hands[self.seat]

    @property
    def saboteur(self) -> bool:
        return self.view.roles[self.seat] == SABOTEUR

    def wants(self, card: Card) -> bool:
        """Saboteurs lay only blocking path cards, the others only those that do not block (R17)."""
        return is_blocking(card) is self.saboteur


# -- the actions, in the document's order


def use_map(mind: SaboteurMind) -> Look | None:
    """Look at one of the goals. R20: not once the gold is located, and never at a goal seen before."""
    v, trace = mind.view, mind.trace
    if MAP not in mind.hand:
        if trace is not None:
            trace.add(Text("saboteur.why.no_map"), MAP_TEXT)
        return None
    if gold_located(mind.known):
        if trace is not None:
            trace.add(Text("saboteur.why.gold_located"), MAP_TEXT, ruling("R20"), ruling("R19"))
        return None
    looked = 0 if v.options["R20"] == "relook" else v.looked[mind.seat]
    goals = [LOOK[goal] for n, goal in enumerate(GOALS) if goal in v.board.face_down and not looked >> n & 1]
    if not goals:
        if trace is not None:
            trace.add(Text("saboteur.why.all_seen"), MAP_TEXT, ruling("R20"))
        return None
    if trace is not None:
        trace.add(Text("saboteur.why.may_look", goals=tuple(xy_text(look.goal) for look in goals)), MAP_TEXT, ruling("R20"))
    return _pick(mind, goals, "map")


def repair_own_tool(mind: SaboteurMind) -> Repair | None:
    """Repair a tool of one's own. R21: the first card in hand order, its tools in the order named on it."""
    broken, trace = mind.view.broken[mind.seat], mind.trace
    if not broken:
        if trace is not None:
            trace.add(Text("saboteur.why.nothing_broken"), REPAIR_TEXT)
        return None
    for card in mind.hand:
        for tool in CARDS[card].repairs:
            if broken & tool:
                if trace is not None:
                    trace.add(
                        Text("saboteur.why.repair_fits", card=card_word(card), tools=tools_word(broken)),
                        REPAIR_TEXT,
                        ruling("R21"),
                    )
                return REPAIR[card][mind.seat][tool]
    if trace is not None:
        trace.add(Text("saboteur.why.no_repair", tools=tools_word(broken)), REPAIR_TEXT)
    return None


def block_someone(mind: SaboteurMind) -> Break | None:
    """A broken-tool card on a random player. R18: roles are unknown, so anybody else may be hit."""
    v, trace = mind.view, mind.trace
    cards = [card for card in dict.fromkeys(mind.hand) if card in BREAK]
    choices = [
        BREAK[card][target]
        for card in cards
        for target, broken in enumerate(v.broken)
        if target != mind.seat and not broken & CARDS[card].breaks
    ]
    if not choices:
        if trace is not None:
            key = "saboteur.why.nobody_to_block" if cards else "saboteur.why.no_block_card"
            trace.add(Text(key), BLOCK_TEXT)
        return None
    if v.options["R18"] == "first":
        choices = choices[:1]
    if trace is not None:
        targets = tuple(seat_word(target) for target in sorted({choice.target for choice in choices}))
        trace.add(Text("saboteur.why.may_block", targets=targets), BLOCK_TEXT, ruling("R18"))
    return _pick(mind, sorted(choices, key=lambda choice: (choice.card, choice.target)), "block")


def lay_path(mind: SaboteurMind) -> Place | None:
    """The card and cell with the shortest distance to a target (R15), ties at random (R16)."""
    v, trace = mind.view, mind.trace
    if v.broken[mind.seat]:
        if trace is not None:
            trace.add(Text("saboteur.why.blocked", tools=tools_word(v.broken[mind.seat])), PATH_TEXT, ruling("R22"))
        return None
    cards = sorted({card for card in mind.hand if card in PATH_CARDS and mind.wants(card)})
    if not cards:
        if trace is not None:
            trace.add(Text(f"saboteur.why.no_path_{'sab' if mind.saboteur else 'seeker'}"), PATH_TEXT, ruling("R17"))
        return None
    aims = targets(v, mind.seat, mind.known)
    best = best_places(v.board, cards, aims, v.options["R15"], _as_dealt(mind) if v.turned[mind.seat] else None)
    if not best:
        if trace is not None:
            trace.add(Text("saboteur.why.nowhere_to_lay"), PATH_TEXT)
        return None
    if trace is not None:
        _explain_distances(mind, trace, cards, aims, best)
    return _pick(mind, best, "path")


def _as_dealt(mind: SaboteurMind) -> set[tuple[Card, int]]:
    """R14 as built: a card is laid only the way it was dealt."""
    dealt = zip(mind.hand, mind.view.turned[mind.seat], strict=True)
    return {(card, 0 if SYMMETRIC[card] else turned) for card, turned in dealt if card in PATH_CARDS}


def use_rockfall(mind: SaboteurMind) -> Rockfall | None:
    """Remove the laid card nearest to a target: a way (saboteurs) or a dead end (the others); R23."""
    v, trace = mind.view, mind.trace
    if ROCKFALL not in mind.hand:
        if trace is not None:
            trace.add(Text("saboteur.why.no_rockfall"), ROCKFALL_TEXT)
        return None
    laid = v.board.laid
    cells = sorted(cell for cell in removable(v) if is_blocking(laid[cell] >> 1) is not mind.saboteur)
    if not cells:
        if trace is not None:
            key = f"saboteur.why.nothing_to_remove_{'sab' if mind.saboteur else 'seeker'}"
            trace.add(Text(key), ROCKFALL_TEXT, ruling("R23"))
        return None
    aims = targets(v, mind.seat, mind.known)
    distance = DISTANCE[aims]
    shortest = min(distance[cell] for cell in cells)
    best = [cell for cell in cells if distance[cell] == shortest]
    if trace is not None:
        _explain_targets(mind, trace, aims)
        trace.add(
            Text("saboteur.why.nearest_laid", at=tuple(xy_text(c) for c in best), distance=shortest**0.5, n=len(cells)),
            ROCKFALL_TEXT,
            ruling("R23"),
        )
    return _pick(mind, [ROCKFALLS[cell] for cell in best], "rockfall")


def discard(mind: SaboteurMind) -> Discard | None:
    """A random useless card (R25), else any; with an empty hand there is nothing to throw away."""
    if not mind.hand:
        return None
    useless = [card for card in mind.hand if _is_useless(mind, card)]
    if mind.trace is not None:
        if useless:
            cards = tuple(card_word(card) for card in dict.fromkeys(useless))
            mind.trace.add(Text("saboteur.why.useless", cards=cards), DISCARD_TEXT, ruling("R25"))
        else:
            mind.trace.add(Text("saboteur.why.nothing_useless"), DISCARD_TEXT)
    return _pick(mind, [DISCARD[card] for card in sorted(useless or mind.hand)], "discard")


def _is_useless(mind: SaboteurMind, card: Card) -> bool:
    """The document's sets; the authors' program threw away more (R25)."""
    if card in PATH_CARDS:
        return not mind.wants(card)
    as_built = mind.view.options["R25"] == "built"
    if mind.saboteur:
        return card == MAP or as_built
    return as_built and card == MAP and gold_located(mind.known)


TRIES = {
    "use_map": use_map,
    "repair_own_tool": repair_own_tool,
    "block_someone": block_someone,
    "lay_path": lay_path,
    "use_rockfall": use_rockfall,
    "discard": discard,
}


# -- ties, and what the why says of distances


def _pick(mind: SaboteurMind, options: list[Any], why: str) -> Any:
    """R16: ties are broken uniformly at random."""
    chosen = mind.table.pick(options, why)
    if mind.trace is not None and len(set(options)) > 1:
        mind.trace.add(
            Text("saboteur.why.tie", n=len(options), chosen=chosen.text, one=Text("saboteur.why.one_of", n=len(options))),
            ruling("R16"),
        )
    return chosen


def _explain_targets(mind: SaboteurMind, trace: Trace, aims: int) -> None:
    cells = tuple(xy_text(goal) for n, goal in enumerate(GOALS) if aims >> n & 1)
    if mind.saboteur:
        trace.add(Text("saboteur.why.all_targets", targets=cells), PATH_TEXT, ruling("R26"))
        return
    known = tuple(
        Text("saboteur.why.knows", at=xy_text(goal), goal=Text(f"saboteur.goal.{GOAL_NAMES[kind]}"))
        for goal, kind in zip(GOALS, mind.known, strict=True)
        if kind != HIDDEN
    )
    trace.add(
        Text("saboteur.why.targets", known=known or Text("saboteur.why.knows_nothing"), targets=cells),
        PATH_TEXT,
        ruling("R19"),
    )


def _explain_distances(mind: SaboteurMind, trace: Trace, cards: list[Card], aims: int, best: list[Place]) -> None:
    _explain_targets(mind, trace, aims)
    distance = DISTANCE[aims]
    first = best[0]
    nearer = sorted({place.cell for card in cards for place in mind.view.board.places(card)}, key=lambda c: distance[c])
    compared = tuple(
        Text("saboteur.why.cell_distance", at=xy_text(cell), distance=distance[cell] ** 0.5) for cell in nearer[:4]
    )
    trace.add(Text("saboteur.why.compared", n=len(nearer), cells=compared), PATH_TEXT, ruling("R15"))
    trace.add(
        Text(
            "saboteur.why.best",
            at=xy_text(first.cell),
            distance=distance[first.cell] ** 0.5,
            opening=nearest(first, distance) ** 0.5,
        ),
        ruling("R15"),
    )


# -- the player


class ComputerPlayer:
    """Plays the list of its role from what its seat may know."""

    def decide(self, decision: Decision[Any], table: Table) -> Choice:
        view: State = decision.view()
        seat = decision.seat
        trace = Trace(seat) if table.tracing else None
        if isinstance(decision.options[0], Take):
            return self._take(decision, trace)
        mind = SaboteurMind(view, seat, table, trace, known_goals(view))
        text = LISTS[view.roles[seat]]
        if text is SABOTEURS and view.options["R24"] == "built":
            text = SABOTEURS_AS_BUILT
            if trace is not None:
                trace.add(Text("saboteur.why.built_order"), ruling("R24"))
        action: Action = consult(text, TRIES, mind) or PASS
        if trace is not None:
            if action is PASS:
                trace.add(Text("saboteur.why.empty_hand"), ruling("R29"))
            trace.add(Text("saboteur.why.public", seat=seat_word(seat), action=action.text), _rule_of(action), public=True)
        return Choice(action, trace)

    def _take(self, decision: Decision[Any], trace: Trace | None) -> Choice:
        """K1: the richest gold card."""
        best = max(decision.options, key=lambda take: take.nuggets)
        if trace is not None:
            trace.add(Text("saboteur.why.richest", n=best.nuggets), ruling("K1"), public=True)
        return Choice(best, trace)


def _rule_of(action: Action) -> Cite:
    """The rule everybody can check the action by."""
    items = {Place: "2", Break: "5", Repair: "6", Rockfall: "7", Look: "8", Discard: "9"}
    return Cite("saboteur-rules", "1.4", items.get(type(action), "1"))
