"""Goal, round and how far both missions are, as a side reads it; and what there is to reach besides winning."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from kempelen.engine.setup import Stat
from kempelen.engine.table import Event, Seat
from kempelen.games.universalis.face.drawn.figures import HELMETS
from kempelen.games.universalis.face.outlook import short_name
from kempelen.games.universalis.face.pictures import GROUPS
from kempelen.games.universalis.face.words import gear_word, side_word
from kempelen.games.universalis.rules.events import Became, Scored
from kempelen.games.universalis.rules.missions import fleeing_at, held_by, missions, progress
from kempelen.games.universalis.rules.models.current import gk
from kempelen.games.universalis.rules.models.equipment import TOUCH
from kempelen.games.universalis.rules.movement.movement_numbers import move_cost
from kempelen.games.universalis.rules.state import EXITED, GONE, RESERVE, Model, State
from kempelen.games.universalis.rules.terms import HULL, STATIONARY
from kempelen.parts.stars import Star
from kempelen.scene.icons import BOLT, CLOCK, DICE, FLAG, LOST, STAR
from kempelen.scene.model import Stroke, Tray
from kempelen.scene.portrait import visored
from kempelen.scene.status import Fact, Relation, Round, Score, Status
from kempelen.text.say import Say, Text

__all__ = ["because", "cost", "halts", "relation", "seat_tray", "side_of", "stars", "stats", "status"]

CORE_STEPS = 2
"""Taken, and home."""
TURN_SIGNS = (DICE, BOLT, CLOCK)
"""The signs of what a turn consists of."""


def side_of(s: State, seat: Seat) -> Text:
    """What a side is called at this table."""
    return side_word(s.factions, seat)


def status(view: State, say: Say) -> Status:
    """What stands above the table."""
    return Status(
        _goal(view, say),
        tuple(_how(view, say)),
        Round(max(view.round, 1), view.last_round or None, say("universalis.status.round")),
        _phase(view, say),
        tuple(_score(view, seat, say) for seat in (0, 1) if view.missions[seat]),
        acting=f"card:{view.models[view.active[0]].label}" if _acts(view) else "",
        could=tuple(_could(view, view.models[view.active[0]], say)) if _acts(view) else (),
        course=tuple(_course(view, say)),
        steps=tuple(Fact(str(n), say(f"universalis.status.turn_{n}"), icon) for n, icon in enumerate(TURN_SIGNS, 1)),
    )


def _goal(view: State, say: Say) -> str:
    if view.viewer < 0:
        return say("universalis.status.goal_watch")
    mission = view.missions[view.viewer]
    if not mission:
        return say("universalis.status.goal_choose")
    standing = _standing(view, view.viewer) if view.round and view.ending is None else None
    return say(f"universalis.goal.{mission}") if standing is None else say.of(standing)


def _standing(view: State, seat: Seat) -> Text | None:
    """How it stands at what has to be held, and what that means for whoever reads it; None for other missions."""
    near = held_by(view, seat)
    if len(near) != 1:
        return _carried(view, seat)
    there = {m.seat for m in near[0]}
    who = "both" if len(there) == 2 else "none" if not there else "own" if seat in there else "foe"
    mission = missions()[view.missions[seat]]
    last = mission.goal - view.scores[seat] <= 1 if who != "foe" else _foe_wins(view, 1 - seat)
    name = f"{who}{'_wins' if last else ''}"
    fleeing = [m for m in fleeing_at(view, seat) if who in ("none", "both") or (m.seat == seat) != (who == "own")]
    if fleeing and who != "both":  # he stands there to be seen: that he does not count has to be said
        names = tuple(short_name(m) for m in fleeing)
        return Text(f"universalis.standing.{name}_panic", whom=names, n=len(names))
    return Text(f"universalis.standing.{name}", cm=mission.reach, n=mission.goal)


def _carried(view: State, seat: Seat) -> Text | None:
    """Who has what has to be carried home, and how far it still is; None if there are several, or none."""
    mission = missions()[view.missions[seat]]
    wanted = [thing for thing in view.objects if mission.wants(thing)]
    if mission.kind != "carry" or len(wanted) != 1:
        return None
    if wanted[0].carrier < 0:
        return Text("universalis.standing.core")
    carrier = view.models[wanted[0].carrier]
    if carrier.seat == seat and progress(view, seat)[0]:
        return Text("universalis.standing.core_home", who=short_name(carrier))
    whose = "own" if carrier.seat == seat else "foe"
    return Text(f"universalis.standing.core_{whose}", who=short_name(carrier))


def _foe_wins(view: State, seat: Seat) -> bool:
    """Whether one more round alone there is all that this side needs; it may have quite another mission."""
    mission = missions()[view.missions[seat]] if view.missions[seat] else None
    return mission is not None and mission.kind == "hold" and mission.goal - view.scores[seat] <= 1


def _how(view: State, say: Say) -> Iterator[str]:
    if view.viewer >= 0 and view.missions[view.viewer] and missions()[view.missions[view.viewer]].kind == "carry":
        yield say("universalis.status.how_carry", cm=TOUCH, n=view.rules.interact_ap)
    if view.viewer >= 0 and view.missions[view.viewer] and missions()[view.missions[view.viewer]].kind == "hold":
        yield say("universalis.status.how_hold")
    else:
        yield say("universalis.status.how_mission")
    yield say("universalis.status.how_else")
    if view.last_round:
        yield say("universalis.status.how_rounds", n=view.last_round)


def _acts(view: State) -> bool:
    return view.phase == "act" and bool(view.active)


def _could(view: State, m: Model, say: Say) -> Iterator[str]:
    """What is left to whoever acts: so far it could run, or so often shoot or strike, for all of its AP."""
    if not m.ap:
        return
    steps = m.ap // move_cost(view.rules, m.prone)
    if steps and not m.legs and m.card.going != STATIONARY:
        yield say("universalis.status.could_move", cm=steps * gk(view, m))
    for weapon in m.weapons:
        times = m.ap // weapon.wk if weapon.wk else 0
        if times:
            kind = "shoot" if weapon.ranged else "strike"
            yield say(f"universalis.status.could_{kind}", n=times, weapon=gear_word("weapon", weapon.id))


def _phase(view: State, say: Say) -> str:
    if _acts(view):
        return say("universalis.status.acts", who=view.models[view.active[0]].name)
    return say(f"universalis.status.phase_{view.phase}")


def _score(view: State, seat: Seat, say: Say) -> Score:
    """How much of a mission is done."""
    reached, wanted = _progress(view, seat)
    mission = Text(f"universalis.mission.{view.missions[seat]}")
    words = say("universalis.status.progress", side=side_of(view, seat), mission=mission, n=reached, of=wanted)
    return Score(_whose(view, seat, say), reached, wanted, "race", seat, seat == view.viewer, words)


def _course(view: State, say: Say) -> Iterator[Score]:
    """How it went besides the missions: how far what is carried has come, else what strength was left."""
    carrying = [seat for seat in (0, 1) if view.missions[seat] and missions()[view.missions[seat]].kind == "carry"]
    if len(carrying) < 2:
        yield from (_strength(view, seat, say) for seat in (0, 1))
        return
    for seat in carrying:
        mission = missions()[view.missions[seat]]
        carriers = [view.models[one.carrier] for one in view.objects if mission.wants(one) and one.carrier >= 0]
        has = any(m.seat == seat for m in carriers)
        label = say("universalis.status.core", side=_whose(view, seat, say))
        yield Score(label, has + _progress(view, seat)[0], CORE_STEPS, "race", seat, seat == view.viewer)


def _strength(view: State, seat: Seat, say: Say) -> Score:
    """The hit points that a side has left: missions are often decided at one blow."""
    left = sum(max(0, m.tp[HULL]) for m in view.models if m.seat == seat and m.standing)
    label = say("universalis.status.strength", side=_whose(view, seat, say))
    return Score(label, left, None, "health", seat, seat == view.viewer)


def _whose(view: State, seat: Seat, say: Say) -> str:
    """Short enough to stand above a bar; another side goes by the name it has everywhere else."""
    if seat == view.viewer:
        return say("universalis.status.you")
    return say.of(side_of(view, seat), "Bare")


def _progress(view: State, seat: Seat) -> tuple[int, int]:
    """Before everybody stands on the table nothing is done."""
    reached, wanted = progress(view, seat)
    return reached if view.phase not in ("missions", "zones", "deploy") else 0, wanted


def relation(view: State, seat: Seat) -> Relation:
    if view.viewer < 0:
        return ""
    return "own" if seat == view.viewer else "foe"


def seat_tray(view: State, seat: Seat, say: Say) -> Tray:
    return Tray(
        f"tray:seat-{seat + 1}",
        say.of(side_of(view, seat), "Bare"),
        "seat",
        seat=str(seat + 1),
        relation=relation(view, seat),
        facts=tuple(_facts(view, seat, say)),
        mission=_mission(view, seat, say),
        emblem=_emblem(view, seat),
        portrait=visored(*HELMETS[seat], _emblem(view, seat)),
    )


def _emblem(view: State, seat: Seat) -> tuple[Stroke, ...]:
    """Of its group, if that tells it from the other one."""
    own, other = view.factions[seat], view.factions[1 - seat]
    return GROUPS.get(own, ()) if own != other else ()


def _mission(view: State, seat: Seat, say: Say) -> str:
    mission = view.missions[seat]
    return say.of(Text(f"universalis.mission.{mission}")) if mission else ""


def _lost(models: Iterable[Model]) -> int:
    """Out, or fled from the table for good."""
    return sum(m.out or m.place == GONE for m in models)


def _facts(view: State, seat: Seat, say: Say) -> Iterator[Fact]:
    models = [m for m in view.models if m.seat == seat]
    out = _lost(models)
    left = len(models) - out - sum(m.place == EXITED for m in models)
    yield Fact(
        say("universalis.status.short_models", n=left), say("universalis.status.models", n=left, of=len(models)), FLAG
    )
    if out:
        yield Fact(say("universalis.status.short_out", n=out), say("universalis.status.out", n=out), LOST, "bad")
    if view.missions[seat]:
        done, of = _progress(view, seat)
        words = say("universalis.status.points_of", n=done, of=of)
        if missions()[view.missions[seat]].kind == "hold":
            yield Fact(say("universalis.status.short_points", n=done), words, STAR)
        else:
            yield Fact(say("universalis.status.short_done", n=done, of=of), words, STAR)


# -- when it is over

DECIDED = {"hold": "universalis.decided.mission_hold", "carry": "universalis.decided.mission_carry"}
"""What is told of a mission that was accomplished, by its kind, where that says more than its name."""


def because(s: State) -> Text:
    """What decided it, with the numbers of it: who is left, how much of a mission was done."""
    assert s.ending is not None
    reason, key = s.ending.reason, f"universalis.decided.{s.ending.reason}"
    if not s.ending.winners:
        done = tuple(_done(s, seat) for seat in (0, 1) if s.missions[seat])
        if reason == "rounds" and done:
            return Text("universalis.decided.rounds_at", n=s.round, done=done)
        return Text("universalis.decided.nobody" if reason == "wiped_out" else key, n=s.round)
    winner = s.ending.winners[0]
    side, other = (side_of(s, seat) for seat in (winner, 1 - winner))
    if reason == "mission":
        mission, (_, wanted) = s.missions[winner], progress(s, winner)
        told, goal = Text(f"universalis.mission.{mission}"), Text(f"universalis.goal.{mission}")
        kind = missions()[mission].kind
        named = DECIDED.get(kind, key)
        return Text(named, side=side, mission=told, n=s.round, of=wanted, goal=goal)
    models = [m for m in s.models if m.seat == 1 - winner]
    if reason == "wiped_out":
        return Text(key, other=other, n=s.round, lost=tuple(_fates(models)))
    return Text(key, other=other, n=s.round, left=sum(m.standing for m in models), all=len(models))


def _done(s: State, seat: Seat) -> Text:
    """How much of its mission a side has done."""
    reached, wanted = progress(s, seat)
    return Text("universalis.decided.done", side=side_of(s, seat), n=reached, of=wanted)


def _fates(models: Sequence[Model]) -> Iterator[Text]:
    """What has become of a side that has nobody left."""
    fates = [(_fate(m), short_name(m)) for m in models]
    for fate in dict.fromkeys(fate for fate, _ in fates):
        names = tuple(name for its, name in fates if its == fate)
        yield Text(f"universalis.fate.{fate}", who=names, n=len(names))


def _fate(m: Model) -> str:
    return {GONE: "gone", EXITED: "exited", RESERVE: "reserve"}.get(m.place, "out") if not m.out else "out"


def stats(s: State) -> tuple[tuple[Stat, ...], ...]:
    def row(seat: Seat) -> tuple[Stat, ...]:
        own = [m for m in s.models if m.seat == seat]
        mission: Text | str = Text(f"universalis.mission.{s.missions[seat]}") if s.missions[seat] else "–"
        same = s.missions[0] == s.missions[1]  # then it tells nothing apart, but how much of it was done does
        done = f"{progress(s, seat)[0]}/{progress(s, seat)[1]}" if s.missions[seat] else "–"
        return (
            Stat(Text("universalis.stat.done"), done) if same else Stat(Text("universalis.stat.mission"), mission),
            Stat(Text("universalis.stat.standing"), sum(m.standing for m in own)),
            Stat(Text("universalis.stat.out"), _lost(own)),
        )

    return row(0), row(1)


# -- what there is to reach besides winning


class Asked(NamedTuple):
    """Two of these a side is asked for in a scenario; about half of those who win reach each (by `careful`, 200
    games)."""

    tp: int | None = None
    """So many hit points it may lose."""
    rounds: int = 0
    """It has to win by then."""
    out: int = 0
    """So many enemies have to be put out of action."""


ASKED: Mapping[str, tuple[Asked, Asked]] = {
    "first": (Asked(rounds=3, out=2), Asked(0, 3)),
    "lost_core": (Asked(rounds=3, out=1), Asked(0, 4)),
    "border_post": (Asked(2, 4), Asked(4, out=1)),
    "old_quarry": (Asked(2, 5), Asked(2, 3)),
    "river_crossing": (Asked(2, 4), Asked(2, 4)),
    "factory": (Asked(3, 3), Asked(0, 4)),
}
USUAL = Asked(3, 4)
"""In others: games of the largest take too long to count."""


def stars(scenario: str, seat: Seat) -> tuple[Star[State], Star[State]]:
    """Few hit points lost, and before long; in a first game both enemies out of action."""
    asked = ASKED[scenario][seat] if scenario in ASKED else USUAL
    by = Star("rounds", _round_now, most=asked.rounds, harder=lambda s, seat: _only_all_out(s, seat, asked.rounds))
    out = Star("out", _enemies_out, least=asked.out, stays=True)
    if asked.tp is None:
        return out, by
    return Star("tp" if asked.tp else "unhurt", _tp_lost, most=asked.tp), out if asked.out else by


def _round_now(s: State, seat: Seat) -> int:
    return s.round


def _only_all_out(s: State, seat: Seat, by: int) -> Text | None:
    """Where a mission gives a point a round, there may be too few rounds left for it."""
    mission = missions().get(s.missions[seat])
    if mission is None or mission.kind != "hold" or mission.goal - s.scores[seat] <= by + 1 - max(s.round, 1):
        return None
    return Text("universalis.star_short.rounds_out", n=by)


def _enemies_out(s: State, seat: Seat) -> int:
    return sum(m.out for m in s.models if m.seat != seat)


def _tp_lost(s: State, seat: Seat) -> int:
    """What models on the table lack is counted with what those had that are out."""
    return sum(m.card.tp if m.out else max(0, m.card.tp - m.tp[HULL]) for m in s.models if m.seat == seat and m.tp)


# -- what costs a side the game


def halts(s: State, event: Event, seat: Seat) -> bool:
    """One of the side's own panics or is out, or the other side has scored."""
    if isinstance(event, Scored):
        return event.seat != seat
    return _befell(s, event, seat) in ("out", "wreck", "panic")


def cost(s: State, events: Sequence[Event], seat: Seat) -> str:
    """Panic, if the other side scored while one of its own was in it: whoever panics holds nothing."""
    befell = [_befell(s, event, seat) for event in events]
    if "panic" not in befell:
        return ""
    later = events[befell.index("panic") :]
    return "panic" if any(isinstance(event, Scored) and event.seat != seat for event in later) else ""


def _befell(s: State, event: Event, seat: Seat) -> str:
    """The state that one of the side's own gets into by an event; empty if none does."""
    if not isinstance(event, Became):
        return ""
    return event.state if any(m.name == event.who and m.seat == seat for m in s.models) else ""
