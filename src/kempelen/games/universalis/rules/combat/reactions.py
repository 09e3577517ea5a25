"""Reactions: windows in the middle of somebody else's action (R084 to R087, R111, R224, R227 to R233, R276, R277, G60).

One window for each declared action. Nobody is asked who cannot react, nor a seat that has said it always holds. Each
model may react once to an action; a reaction cannot be reacted to.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from math import hypot
from typing import Any

from kempelen.engine.table import Table
from kempelen.games.universalis.face.words import place_text
from kempelen.games.universalis.rules.actions import Fire, React
from kempelen.games.universalis.rules.choices import HOLD, HOLD_ALWAYS
from kempelen.games.universalis.rules.combat.damage import passes_eh
from kempelen.games.universalis.rules.combat.ranged_numbers import REACTION, Shot, dodge, shot_cost, weapon_range
from kempelen.games.universalis.rules.events import Lost, NoDodge, NoPoints
from kempelen.games.universalis.rules.models.card import Weapon
from kempelen.games.universalis.rules.models.current import distance, in_contact, in_melee, perception
from kempelen.games.universalis.rules.models.drones import can_pay, pay
from kempelen.games.universalis.rules.movement.halves import half
from kempelen.games.universalis.rules.movement.movement_numbers import MOVEMENT_ACTIONS, is_fast
from kempelen.games.universalis.rules.state import Model, State, Window, snap
from kempelen.games.universalis.rules.table.sight import perceives, sees_model
from kempelen.games.universalis.rules.table.terrain import Place
from kempelen.geometry import segment_distance
from kempelen.text.say import Text

__all__ = [
    "answer_movement",
    "ask",
    "could_fire",
    "offer_dodge",
    "on_the_move",
    "place_on_way",
    "points_for",
    "targeted",
    "why_not_counter",
    "why_not_dodge",
    "why_not_fire",
    "why_not_react",
    "why_not_strike",
    "why_not_support",
]

SAMPLE, CLOSE = 1.0, 0.25
"""Points of a way this far apart are looked at to see whether somebody could fire at the mover; if none of them will
do, a closer look is taken (digest 5.1)."""
NEAR_WAY = 0.06
"""A point named for reaction fire lies on the way if it is this near."""
NO_AP = "universalis.no.ap"


# -- who may react


def why_not_react(s: State, m: Model, cost: int, kind: str) -> Text | None:
    """What keeps a model from any reaction: its state (R175, R177, R190), its AP (R085), a melee (R264)."""
    if not m.standing:
        return Text("universalis.no.out")
    if m.burning is not None:
        return Text("universalis.no.burning")
    if m.panic:
        return Text("universalis.no.panic")
    if not can_pay(s, m, cost):
        return Text(NO_AP, ap=cost, has=m.ap)
    if kind not in ("counterattack", "opportunity_attack") and in_melee(s, m):
        return Text("universalis.no.in_melee")
    return None


UNDODGED = frozenset({"prone", "perception", "ap", "in_melee"})
"""What keeps somebody from dodging without being seen: it is told, so that nobody waits for the question."""


def why_not_dodge(s: State, shooter: Model, target: Model, rolled: bool = False) -> Text | None:
    """R111: before the FK roll, not prone, the shooter inside the perception range."""
    if rolled:
        return Text("universalis.no.too_late")
    if target.prone:
        return Text("universalis.no.prone")
    if not perceives(s, target, shooter):
        return Text("universalis.no.perception")
    return why_not_react(s, target, s.rules.dodge_ap, "dodge")


def why_not_fire(s: State, m: Model, trigger: str, indirect: bool = False) -> Text | None:
    """R228, R229, R247: fire-ready, in answer to a movement action, never indirect."""
    if m.ready < 0:
        return Text("universalis.no.not_ready")
    if trigger not in MOVEMENT_ACTIONS and trigger != "drop":
        return Text("universalis.no.no_movement")
    if indirect:
        return Text("universalis.no.indirect")
    weapon = m.weapons[m.ready]
    return why_not_react(s, m, shot_cost(s.rules, m.card.type, weapon, REACTION), "reaction_fire")


def why_not_counter(s: State, m: Model, wk: int, by_defender: bool, after_action: bool) -> Text | None:
    """R084, R276, G26: only the defender, directly after the melee, and not after a reaction."""
    if not by_defender:
        return Text("universalis.no.not_defender")
    if not after_action:
        return Text("universalis.no.after_reaction")
    return why_not_react(s, m, wk, "counterattack")


def why_not_strike(s: State, m: Model, mover: Model, wk: int) -> Text | None:
    """R277: at an enemy in base contact that moves away; never at one that is hidden (R284)."""
    if not in_contact(s, m, mover):
        return Text("universalis.no.contact")
    if mover.hidden:
        return Text("universalis.no.camouflaged", whom=mover.name)
    return why_not_react(s, m, wk, "opportunity_attack")


def why_not_support(s: State, m: Model, target: Model) -> Text | None:
    """R300: the target must be inside the supporter's own perception range."""
    if not perceives(s, m, target):
        return Text("universalis.no.perception")
    return why_not_react(s, m, s.rules.support_ap, "recon_support")


# -- asking


def ask(
    s: State,
    table: Table,
    seat: int,
    prompt: Text,
    offers: Sequence[Any],
    check: Callable[[Any], Text | None] | None = None,
    window: Window | None = None,
) -> Any:
    """One of the reactions, or HOLD. A seat may say that it always holds.

    Whoever shows the question finds in the state what it answers.
    """
    if s.hold[seat] or not offers:
        return HOLD

    def allowed(action: Any) -> Text | None:
        if action is HOLD_ALWAYS:
            return None
        return check(action) if check is not None else Text("universalis.no.reaction")

    s.window = window
    chosen = table.choose(seat, prompt, (HOLD, *offers, HOLD_ALWAYS), allowed)
    s.window = None
    if chosen is HOLD_ALWAYS:
        s.hold[seat] = True
        return HOLD
    return chosen


def react(s: State, m: Model, cost: int) -> None:
    """Any reaction ends a defence stance (R272)."""
    pay(s, m, cost)
    m.defence = False


def targeted(s: State, table: Table, m: Model, shot: bool) -> None:
    """Being the target of an enemy's action or reaction: an EH roll or the readiness is lost (R224).

    In defence the same holds for shots and powers, hit or not (R275).
    """
    if m.ready >= 0 and not passes_eh(s, table, m):
        m.ready = -1
        table.tell(Lost, m.name, "ready")
    if shot and m.defence and not passes_eh(s, table, m):
        m.defence = False
        table.tell(Lost, m.name, "defence")


def offer_dodge(s: State, table: Table, shooter: Model, weapon: Weapon, shot: Shot, target: Model) -> bool:
    """The target may dodge before the FK roll; True if it won (R111, R112)."""
    if target.seat == shooter.seat or s.hold[target.seat]:
        return False
    problem = why_not_dodge(s, shooter, target)
    if problem is not None:
        if (why := problem.key.rpartition(".")[2]) in UNDODGED:
            table.tell(NoDodge, target.name, shooter.name, why)
        return False
    prompt = Text("universalis.prompt.dodge", who=target.name, whom=shooter.name)
    window = Window(
        shooter.index, "shot", target.index, weapon=weapon.id, mode=shot.mode, shots=shot.shots, switches=shot.switches
    )
    if ask(s, table, target.seat, prompt, (React(target.label, "dodge"),), window=window) is HOLD:
        return False
    target.defence = False
    return dodge(s, table, shooter, target)


# -- reaction fire


def answer_movement(s: State, table: Table, mover: Model, kind: str, way: Sequence[Place], declared: float) -> bool:
    """The window of a declared movement action (R087 to R089, R229, R230, G23). False if the mover cannot go on.

    The enemy names a model and a point of the way; the mover stands there while it is resolved, then goes on.
    """
    seat = 1 - mover.seat
    _tell_of_empty_purses(s, table, mover, kind, way)
    passed, burning = 0.0, mover.burning is not None
    while not s.hold[seat]:
        # Who has fired is no longer ready, so each reacts once (R233, G60).
        ready = [m for m in s.models if m.ready >= 0 and m.seat == seat and why_not_fire(s, m, kind) is None]
        if not ready:
            return True
        offers = [
            Fire(m.label, x, y, m.weapons[m.ready].burst + 1)
            for m in ready
            for x, y in points_for(s, m, mover, way, passed)
        ]
        prompt = Text("universalis.prompt.reaction", whom=mover.name, at=place_text(*way[-1]))
        check = partial(_why_not_there, s, ready, mover, way, passed)
        window = Window(mover.index, kind, way=tuple(way), declared=declared)
        chosen = ask(s, table, seat, prompt, offers, check, window)
        if not isinstance(chosen, Fire):
            return True
        shooter = next(m for m in ready if m.label == chosen.label)
        passed, place = place_on_way(way, chosen.x, chosen.y, passed)
        _fire(s, table, shooter, mover, way, place, declared, chosen.shots)
        if not mover.standing or (mover.burning is not None and not burning):
            return False
    return True


def _tell_of_empty_purses(s: State, table: Table, mover: Model, kind: str, way: Sequence[Place]) -> None:
    """Who is fire-ready and could fire, had he the AP for it, is not asked (R085): that is said."""
    for m in s.models:
        if m.ready < 0 or m.seat == mover.seat or s.hold[m.seat]:
            continue
        cost = shot_cost(s.rules, m.card.type, m.weapons[m.ready], REACTION)
        problem = None if can_pay(s, m, cost) else why_not_fire(s, m, kind)
        if problem is not None and problem.key == NO_AP and points_for(s, m, mover, way, 0.0):
            table.tell(NoPoints, m.name, mover.name, cost, m.ap)


def _fire(
    s: State,
    table: Table,
    shooter: Model,
    mover: Model,
    way: Sequence[Place],
    place: Place,
    declared: float,
    shots: int,
) -> None:
    """Reaction fire with the chosen weapon; the readiness is gone afterwards (R227, R231 to R233)."""
    from kempelen.games.universalis.rules.combat.ranged_actions import resolve_shot  # shots may be dodged, and so on

    border, fast = on_the_move(s, shooter, mover, way, declared)
    mover.x, mover.y, mover.z = place
    weapon = shooter.weapons[shooter.ready]
    react(s, shooter, shot_cost(s.rules, shooter.card.type, weapon, REACTION))
    resolve_shot(s, table, shooter, weapon, REACTION, [(mover, shots)], border=border, fast=fast)
    shooter.ready = -1


def on_the_move(s: State, shooter: Model, mover: Model, way: Sequence[Place], declared: float) -> tuple[bool, bool]:
    """Whether a mover counts as crossing the border of the perception range (R232), and as fast (R120).

    Whoever is inside the range at one point of the way and outside at another crosses its border.
    """
    border = not all(_inside(s, shooter, mover, corner) for corner in way)
    return border, mover.fast or is_fast(s.rules, (mover.moved, declared))


def _inside(s: State, m: Model, mover: Model, place: Place) -> bool:
    """The mover is inside the perception range when it stands there."""
    old = mover.x, mover.y, mover.z
    mover.x, mover.y, mover.z = place
    found = distance(s, m, mover) <= perception(s, m) + 1e-9
    mover.x, mover.y, mover.z = old
    return found


def could_fire(s: State, m: Model, mover: Model, place: Place) -> Text | None:
    """Range, perception and sight to the mover at a point of its way (R229, R236, R239)."""
    old = mover.x, mover.y, mover.z
    mover.x, mover.y, mover.z = place
    problem: Text | None = None
    band, bands = weapon_range(s, m, m.weapons[m.ready])
    gap = distance(s, m, mover)
    if mover.hidden:
        problem = Text("universalis.no.camouflaged", whom=mover.name)
    elif gap > perception(s, m) + 1e-9:
        problem = Text("universalis.no.perception")
    elif gap > band * bands + 1e-9:
        problem = Text("universalis.no.range", cm=band * bands)
    elif not sees_model(s, m, mover):
        problem = Text("universalis.no.sight", whom=mover.name)
    mover.x, mover.y, mover.z = old
    return problem


def points_for(s: State, m: Model, mover: Model, way: Sequence[Place], passed: float) -> list[tuple[float, float]]:
    """Where this model might fire: the first such point, the nearest one and the end."""
    seen: list[tuple[float, float]] = []
    for apart in (SAMPLE, CLOSE):
        if not seen:
            points = _samples(way, passed, apart)
            seen = [(snap(p[0]), snap(p[1])) for p in points if could_fire(s, m, mover, p) is None]
    if not seen:
        return []
    nearest = min(seen, key=lambda p: (hypot(p[0] - m.x, p[1] - m.y), p))
    return list(dict.fromkeys((seen[0], nearest, seen[-1])))


def _samples(way: Sequence[Place], passed: float, apart: float) -> list[Place]:
    """Points of a way about so far apart, where the ruler along its longer side shows half centimetres."""
    found: list[Place] = []
    at = 0.0
    for here, there in pairwise(way):
        length = hypot(there[0] - here[0], there[1] - here[1])
        steps = max(1, round(length / apart))
        along = int(abs(there[1] - here[1]) > abs(there[0] - here[0]))
        rise = there[along] - here[along]
        for n in range(steps):
            share = min(1.0, max(0.0, (half(here[along] + rise * n / steps) - here[along]) / rise)) if n else 0.0
            if at + length * share >= passed - 1e-6:
                found.append(_blend(here, there, share))
        at += length
    return [*found, way[-1]]


def _blend(here: Place, there: Place, share: float) -> Place:
    x, y = (snap(a + (b - a) * share) for a, b in zip(here[:2], there[:2], strict=True))
    return x, y, there[2] if share >= 0.5 else here[2]


def place_on_way(way: Sequence[Place], x: float, y: float, passed: float) -> tuple[float, Place]:
    """How far along the way a point lies, not before what has been passed, and the place there."""
    at, best = 0.0, (1e300, passed, way[-1])
    for here, there in pairwise(way):
        dx, dy = there[0] - here[0], there[1] - here[1]
        length = hypot(dx, dy)
        share = ((x - here[0]) * dx + (y - here[1]) * dy) / (length * length) if length else 0.0
        share = min(1.0, max(0.0, share))
        off = hypot(here[0] + share * dx - x, here[1] + share * dy - y)
        if at + share * length >= passed - NEAR_WAY and off < best[0] - 1e-9:
            best = off, max(passed, at + share * length), (x, y, there[2] if share >= 0.5 else here[2])
        at += length
    return best[1], best[2]


def _why_not_there(
    s: State, ready: Sequence[Model], mover: Model, way: Sequence[Place], passed: float, action: Any
) -> Text | None:
    """Free choice of the point (G23) and of the number of shots (R252, G45)."""
    if not isinstance(action, Fire):
        return Text("universalis.no.reaction")
    shooter = next((m for m in ready if m.label == action.label), None)
    if shooter is None:
        return Text("universalis.no.not_ready")
    most = shooter.weapons[shooter.ready].burst + 1
    if action.shots > most:
        return Text("universalis.no.burst", n=most)
    _, place = place_on_way(way, action.x, action.y, passed)
    if hypot(place[0] - action.x, place[1] - action.y) > 1e-9 or not _near(way, action.x, action.y):
        return Text("universalis.no.off_way")
    return could_fire(s, shooter, mover, place)


def _near(way: Sequence[Place], x: float, y: float) -> bool:
    if len(way) == 1:
        return hypot(way[0][0] - x, way[0][1] - y) <= NEAR_WAY
    return any(segment_distance(a[0], a[1], b[0], b[1], x, y) <= NEAR_WAY for a, b in pairwise(way))


def touching_enemies(s: State, m: Model) -> list[Model]:
    return [o for o in s.models if o.seat != m.seat and o.standing and in_contact(s, m, o)]
