"""Unit AIs and the opponent's turn against a second reading of the AI page, in whole games of every scenario."""

from __future__ import annotations

import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from importlib.resources import files
from itertools import count, product
from typing import Any

import pytest

from kempelen.engine.table import Event
from kempelen.engine.trace import Cite, Trace
from kempelen.games.tactics import GAME
from kempelen.games.tactics.desk.outcomes import activation_outcomes
from kempelen.games.tactics.rules import events as told
from tests.references.lots import Lots, Script, every_way
from tests.references.prove import DECISIONS, LONG
from tests.references.tactics.board import cell_of
from tests.references.tactics.table import OPPONENT, Table, table_of
from tests.references.tactics.turn import before_units, end_of_turn, next_units
from tests.references.tactics.units import activate
from tests.references.watched import Watched

DATA = files("kempelen.games.tactics")
CARDS = tomllib.loads((DATA / "cards.toml").read_text("utf-8"))
MAPS = [
    tomllib.loads(path.read_text("utf-8"))
    for path in sorted((DATA / "scenarios").iterdir(), key=lambda path: path.name)
    if path.name.endswith(".toml")
]
TABLES = [(scenario, players) for scenario in GAME.scenarios for players in GAME.seat_counts(scenario)]
BOTS = ("rule", "random")
EVERY = 1 if LONG else 4
"""The short form compares every fourth decision of a game, so that it sees the ends of games, too."""

SECTIONS = {
    "Aggressive": "aggressive ",
    "Shy": "shy ",
    "Wandering X": "wandering ",
    "Target-oriented TARGET": "target ",
    "Turn structure": "",
}


# -- what the game did, in the reference's words


def map_of(scenario: str, players: int) -> Mapping[str, Any]:
    """The shipped file of a scenario for so many players."""
    for entry in MAPS:
        counts = entry.get("boss_health", {}).get("normal", {})
        if entry["name"] == scenario or (entry["name"].rpartition("_")[0] == scenario and str(players) in counts):
            return entry
    raise AssertionError(f"no map for {scenario} with {players} players")


def done(event: Event) -> tuple[Any, ...] | None:
    """An event as the reference logs it; what only follows from it is compared with the position afterwards."""
    match event:
        case told.Moved(unit, _, end):
            return "move", unit.id, (end.x, end.y)
        case told.Attacked(unit, target):
            return "attack", unit.id, target.id
        case told.FullAction(unit, effect):
            return "full", unit.id, effect
        case told.Tapped(unit):
            return "tap", unit.id
        case told.Shuffled():
            return ("shuffle",)
        case told.GaveUp(unit):
            return "give up", unit.id
        case told.Paid(resource=resource):
            return "pay", resource
        case told.Drew(card):
            return "draw", card
        case told.Played(card=card, at=at, target=target):
            return ("place", card, (at.x, at.y)) if at else ("play", card, target.id if target else None)
        case told.Discarded(card):
            return "discard", card
    return None


def log_of(events: Sequence[Event]) -> list[tuple[Any, ...]]:
    return [entry for event in events if (entry := done(event)) is not None]


def lines_of(trace: Trace | None) -> list[str]:
    """The lines that the why says were carried out."""
    assert trace is not None
    return [
        SECTIONS[source.section] + source.item
        for step in trace
        if step.text.key == "why.done"
        for source in step.sources
        if isinstance(source, Cite)
    ]


def board_after(position: Mapping[str, Any]) -> dict[str, Any]:
    """Everything the reference keeps, from a position; names of new units are no rule and are left out."""
    mats = dict(enumerate(position["players"], 1))
    if position.get("opponent"):
        mats[OPPONENT] = position["opponent"]
    return {
        "units": sorted(
            (unit["card"], cell_of(unit["at"]), unit.get("player", OPPONENT), unit["health"], unit["tapped"])
            for unit in position["units"]
        ),
        "closed": sorted(map(cell_of, position["neutral"])),
        "marks": position["marks"],
        "pools": {mat: entry["pool"] for mat, entry in mats.items()},
        "decks": {mat: sorted(entry["deck"]) for mat, entry in mats.items()},
        "discards": {mat: sorted(entry["discard"]) for mat, entry in mats.items()},
        "empty turns": position["empty_turns"],
        "due": sorted((unit["card"], cell_of(unit["at"])) for unit in position["units"] if unit.get("due")),
        "turned up": mats[OPPONENT]["hand"] if OPPONENT in mats else [],
        "over": "ending" in position,
    }


def table_after(table: Table) -> dict[str, Any]:
    return {
        "units": sorted((unit.card, unit.at, unit.owner, unit.health, unit.tapped) for unit in table.units.values()),
        "closed": sorted(table.closed),
        "marks": table.marks,
        "pools": table.pools,
        "decks": {mat: sorted(pile) for mat, pile in table.decks.items()},
        "discards": {mat: sorted(pile) for mat, pile in table.discards.items()},
        "empty turns": table.empty_turns,
        "due": sorted((unit.card, unit.at) for unit in table.units.values() if unit.due),
        "turned up": table.turned_up,
        "over": bool(table.over),
    }


# -- what was seen, and whether the second reading permits it


@dataclass
class Seen:
    """A decision of the game: where it was made, and what came of it."""

    where: str
    unit: str
    """Who was activated; nobody for the opponent's turn up to its units."""
    before: Table
    log: list[tuple[Any, ...]]
    sizes: list[int]
    lines: list[str]
    after: dict[str, Any]
    chances: Mapping[tuple[tuple[Any, ...], ...], Fraction] = field(default_factory=dict)
    """What the game itself says may come of it; not asked for every decision."""
    order: list[int] = field(default_factory=list)
    """The lot for the unit that acts next."""
    may_act: list[str] = field(default_factory=list)


def decisions(
    scenario: str, players: int, bot: str, seed: str, options: Mapping[str, str] | None = None, every: int = EVERY
) -> Iterator[Seen]:
    """Activations by an AI and turns of the opponent in one whole game."""
    ground = map_of(scenario, players)
    game = Watched(GAME, scenario, (bot,) * players, seed, options or {})
    snapshots: list[Any] = []

    def heard(event: Event) -> None:
        Watched.heard(game, event)
        if isinstance(event, told.Activated):
            snapshots.append(game.table.state.copy())

    game.table.listener = heard
    number = 0
    while not game.over:
        before = game.position()
        snapshots.clear()
        game.step()
        for place, event in enumerate(game.events):
            if not isinstance(event, told.Activated | told.OpponentTurn):
                continue
            number += 1
            if number % every:
                continue
            lots = game.lots_before[place]
            acts = isinstance(event, told.Activated)
            start = GAME.to_position(snapshots[0]) if acts else before
            table = table_of(start, ground, CARDS)
            seen = Seen(
                f"{game.title}, step {game.steps}",
                event.unit.id if isinstance(event, told.Activated) else "",
                table,
                log_of(game.events[place:]),
                game.dice.sizes[lots:],
                lines_of(event.trace),
                board_after(game.position()),
            )
            if acts and before["phase"] == "units":
                seen.order, seen.may_act = game.dice.sizes[:lots], next_units(table_of(before, ground, CARDS))
            if acts and number % (5 * every) == 0:
                seen.chances = chances_of(snapshots[0], seen.unit)
            yield seen
        assert len(snapshots) <= 1, "more than one activation in a step"


def chances_of(state: Any, unit: str) -> Mapping[tuple[tuple[Any, ...], ...], Fraction]:
    """What the game says the activation may lead to, in the reference's words."""
    chances: dict[tuple[tuple[Any, ...], ...], Fraction] = defaultdict(Fraction)
    for events, chance in activation_outcomes(GAME, state, unit).items():
        chances[tuple(log_of(events))] += chance
    return chances


def activated(seen: Seen) -> None:
    """The log is one that the lists permit, with the same lots, by the same lines, and it leads to the same table."""
    assert seen.order == ([len(seen.may_act)] if len(seen.may_act) > 1 else []), f"{seen.where}: {seen.may_act}"
    assert not seen.may_act or seen.unit in seen.may_act, f"{seen.where}: {seen.unit} is not due"

    def run(lots: Lots) -> Table:
        table = seen.before.copy()
        activate(table, seen.unit, lots)
        return table

    ways = list(every_way(run))
    own = [entry for entry in seen.log if entry[0] != "discard"]
    fits = [way for way in ways if way.result.log == own]
    assert fits, f"{seen.where}: {seen.unit} did {own}, permitted {[way.result.log for way in ways]}"
    fits = [way for way in fits if list(way.sizes) == seen.sizes]
    assert fits, f"{seen.where}: {seen.unit} drew lots {seen.sizes}, permitted {sorted({way.sizes for way in ways})}"
    lines = sorted({tuple(way.result.lines) for way in fits})
    assert tuple(seen.lines) in lines, f"{seen.where}: {seen.unit} by {seen.lines}, permitted {lines}"
    table = fits[0].result
    if seen.may_act and not table.over and not next_units(table):
        end_of_turn(table)
        assert seen.log == table.log, f"{seen.where}: {seen.log}, permitted {table.log}"
    assert seen.after == table_after(table), f"{seen.where}: {seen.unit}"
    if seen.chances:
        chances: dict[tuple[tuple[Any, ...], ...], Fraction] = defaultdict(Fraction)
        for way in ways:
            chances[tuple(entry for entry in way.result.log if entry[0] != "discard")] += way.chance
        assert seen.chances == chances, f"{seen.where}: {seen.unit}"


def took_turn(seen: Seen) -> None:
    """The opponent's turn up to its units follows its lines, with the same lots, and leads to the same table."""

    def run(lots: Lots) -> Table:
        table = seen.before.copy()
        table.log = Script(seen.log)
        before_units(table, lots)
        return table

    way = next((way for way in every_way(run) if way.result.log == seen.log), None)
    assert way is not None, f"{seen.where}: {seen.log} is not permitted"
    assert list(way.sizes) == seen.sizes, f"{seen.where}: lots {seen.sizes}, permitted {way.sizes}"
    assert way.result.lines == seen.lines, f"{seen.where}: by {seen.lines}, permitted {way.result.lines}"
    assert seen.after == table_after(way.result), seen.where


def permitted(seen: Seen) -> None:
    (activated if seen.unit else took_turn)(seen)


@pytest.mark.parametrize(("scenario", "players"), TABLES)
def test_what_units_and_the_opponent_do_is_permitted(scenario: str, players: int) -> None:
    """A share of the decisions from whole games of this table; the bots take turns. In versus few units have an AI, so
    the games are counted there."""
    wanted = 0 if scenario == "versus" else -(-DECISIONS // (len(TABLES) - 1))
    compared = 0
    for number in count():
        for seen in decisions(scenario, players, BOTS[number % len(BOTS)], f"second reading {number}"):
            permitted(seen)
            compared += 1
        if compared >= wanted and number + 1 >= 4:
            break


@pytest.mark.parametrize("option", ["R6=path", "R14=sum", "D2=reshuffle", "D5=next_turn", "U3=anybody", "B1=one_way"])
def test_another_reading_is_found(option: str) -> None:
    """A game by another reading of the page does not pass for one by this reading."""
    ruling, _, value = option.partition("=")
    with pytest.raises(AssertionError, match="bots"):
        for scenario, bot, number in product(("kraken", "tyrant"), BOTS, range(4)):
            for seen in decisions(scenario, 2, bot, f"second reading {number}", {ruling: value}, every=1):
                permitted(seen)


def test_after_its_full_action_a_target_oriented_unit_does_nothing_else() -> None:
    lines = [
        seen.lines
        for seen in decisions("kraken", 3, "rule", "second reading 0", every=1)
        if seen.unit and "target 1" in seen.lines
    ]
    assert lines
    assert [claimed for claimed in lines if claimed != ["target 1"]] == []


def test_from_an_empty_deck_no_card_is_drawn() -> None:
    turns = [seen for seen in decisions("first", 1, "random", "second reading 3", every=1) if not seen.unit]
    emptied = [seen for seen in turns if not seen.after["decks"][OPPONENT] and not seen.after["turned up"]]
    assert emptied
    for seen in emptied:
        assert seen.lines.count("3.1") == sum(entry[0] == "draw" for entry in seen.log), seen.where
