"""Games that the checks are made on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from kempelen.engine.dice import TapeDice
from kempelen.engine.game import Game, Setup
from kempelen.engine.player import Player, RandomPlayer, without_giving_up
from kempelen.engine.seats import read_spec
from kempelen.engine.session import Session
from kempelen.engine.table import Choice, Decision, DirectTable, Event, Seat, Table
from kempelen.engine.trace import Trace

__all__ = [
    "Problems",
    "decisions_of",
    "default_setup",
    "played_directly",
    "played_in_steps",
    "players_of",
    "snapshot",
    "traces_of",
]

Problems = list[str]
"""In plain words; empty is a pass."""


def default_setup(game: Game[Any], who: str, scenario: str | None = None, players: int | None = None) -> Setup:
    """A game of this scenario with the same kind of player in every seat."""
    scenario = scenario or game.scenarios[0]
    counts = game.seat_counts(scenario)
    seats = players if players is not None else min(counts, key=lambda n: abs(n - 5))
    return Setup(game.name, scenario, (who,) * seats)


def snapshot(thing: Any) -> Any:
    """Everything inside a state as nested tuples, to compare states field by field.

    Names with an underscore are left out: what a class only remembers for speed is no part of the state.
    """
    if thing is None or isinstance(thing, str | int):
        return thing
    if isinstance(thing, list | tuple):
        return tuple(snapshot(item) for item in thing)
    if isinstance(thing, Mapping):
        return tuple((snapshot(key), snapshot(value)) for key, value in thing.items())
    if isinstance(thing, set | frozenset):
        return tuple(sorted(map(repr, thing)))
    if is_dataclass(thing) and not isinstance(thing, type):
        return type(thing).__name__, tuple(snapshot(getattr(thing, field.name)) for field in fields(thing))
    slots = [name for kind in type(thing).__mro__ for name in getattr(kind, "__slots__", ()) if name[0] != "_"]
    if slots:
        return type(thing).__name__, tuple(snapshot(getattr(thing, name, None)) for name in slots)
    return thing


def players_of(game: Game[Any], setup: Setup, seed: int) -> list[Player]:
    """Bots as set up; people play at random, each with dice of his own."""
    return [
        RandomPlayer(TapeDice(f"{seed} {seat}")) if who == "human" else game.player(read_spec(who), setup)
        for seat, who in enumerate(setup.seats)
    ]


def played_directly(game: Game[Any], setup: Setup, seed: int) -> tuple[Any, list[Event]]:
    """A whole game at once: how it ended, and everything that happened."""
    events: list[Event] = []
    players = players_of(game, setup, seed)
    table = DirectTable(game, players, TapeDice(seed), listener=events.append)
    table.state = game.new(setup, table)
    while game.outcome(table.state) is None:
        game.step(table.state, table)
    return table.state, events


def played_in_steps(game: Game[Any], setup: Setup, seed: int) -> Session:
    """The same game answered from outside."""
    session = Session(game, setup, dice=TapeDice(seed), seed=seed)
    people = {seat: TapeDice(f"{seed} {seat}") for seat in session.humans}
    while not session.over:
        session.run()
        for decision in session.pending:
            options = without_giving_up(decision.options)
            session.answer(options[people[decision.seat].below(len(options), "", "")], decision.seat)
    return session


class _Watcher(Player):
    """Plays at random with dice of its own, and shows every decision to somebody."""

    def __init__(self, seed: int) -> None:
        self.random = RandomPlayer(TapeDice(seed))
        self.seen: list[Decision[Any]] = []

    def decide(self, decision: Decision[Any], table: Table) -> Choice:
        self.seen.append(decision)
        return self.random.decide(decision, table)


def decisions_of(game: Game[Any], setup: Setup, seed: int) -> Iterator[Decision[Any]]:
    """Every decision of a random game, at the time it is asked."""
    table = DirectTable(game, [_Watcher(seed + seat) for seat in range(len(setup.seats))], TapeDice(seed))
    table.state = game.new(setup, table)
    while game.outcome(table.state) is None:
        before = [len(watcher.seen) for watcher in _watchers(table)]
        game.step(table.state, table)
        for watcher, start in zip(_watchers(table), before, strict=True):
            yield from watcher.seen[start:]


def _watchers(table: DirectTable) -> list[_Watcher]:
    return [player for player in table.players if isinstance(player, _Watcher)]


def traces_of(game: Game[Any], setup: Setup, seed: int) -> list[Trace]:
    """Every why of a game among automas."""
    traces: list[Trace] = []

    def keep(seat: Seat, choice: Choice) -> None:
        if choice.trace is not None:
            traces.append(choice.trace)

    automa = game.automa
    bots = [game.bots[automa]() for _ in setup.seats]
    table = DirectTable(game, bots, TapeDice(seed), on_choice=keep, tracing=True)
    table.state = game.new(setup, table)
    while game.outcome(table.state) is None:
        game.step(table.state, table)
    return traces
