"""Games that the checks are made on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from kempelen.engine.dice import TapeDice
from kempelen.engine.errors import NeverEnds
from kempelen.engine.game import Game, Setup
from kempelen.engine.player import Player, RandomPlayer, looks_back, without_giving_up
from kempelen.engine.refusal import BotRefused
from kempelen.engine.search.remembering import RememberingTable
from kempelen.engine.seats import HUMAN, read_spec
from kempelen.engine.session import Session
from kempelen.engine.table import NOBODY, SPECTATOR, Choice, Decision, DirectTable, Event, Seat, Table
from kempelen.engine.tables.strict import StrictTable
from kempelen.engine.trace import Trace
from kempelen.text.say import Text

__all__ = [
    "Problems",
    "decisions_of",
    "default_setup",
    "played_directly",
    "played_in_steps",
    "players_of",
    "seat_name",
    "snapshot",
    "states_of",
    "traces_of",
]

MOST_STEPS = 20_000
"""A game that goes on longer never ends."""
Problems = list[Text]
"""In words; empty is a pass."""


def default_setup(game: Game[Any], who: str, scenario: str | None = None, players: int | None = None) -> Setup:
    """A game of this scenario with the same kind of player in every seat."""
    scenario = scenario or game.scenarios[0]
    counts = game.seat_counts(scenario)
    seats = players if players is not None else min(counts, key=lambda n: abs(n - 5))
    return Setup(game.name, scenario, (who,) * seats)


def seat_name(seat: Seat) -> Text | str:
    """A seat in a message, counted from 1."""
    if seat == SPECTATOR:
        return Text("contract.spectator")
    return Text("contract.nobody") if seat == NOBODY else str(seat + 1)


def snapshot(thing: Any) -> Any:
    """Everything inside a state as nested tuples, to compare states field by field.

    Names with an underscore are left out: what a class only remembers for speed is no part of the state. So are fields
    that do not count for equality, such as whose view it is.
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
        return type(thing).__name__, tuple(
            snapshot(getattr(thing, field.name)) for field in fields(thing) if field.compare
        )
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
    kind = RememberingTable if looks_back(players) else StrictTable
    table = kind(game, players, TapeDice(seed), setup, listener=events.append)
    for state in states_of(game, setup, table):
        if isinstance(table, RememberingTable):
            table.begin_step(state)
    return table.state, events


def states_of(game: Game[Any], setup: Setup, table: DirectTable) -> Iterator[Any]:
    """Play a game; its state before every step. Raises NeverEnds."""
    table.state = game.new(setup, table)
    for _ in range(MOST_STEPS):
        if game.outcome(table.state) is not None:
            return
        yield table.state
        game.step(table.state, table)
    raise NeverEnds(Text("contract.never_ends", steps=MOST_STEPS))


def played_in_steps(game: Game[Any], setup: Setup, seed: int) -> Session:
    """The same game answered from outside."""
    session = Session(game, setup, dice=TapeDice(seed), seed=seed)
    people = {seat: TapeDice(f"{seed} {seat}") for seat in session.humans}
    for _ in range(MOST_STEPS):
        if session.run().over:
            return session
        if (refused := session.refused) is not None:
            raise BotRefused(refused)
        for decision in session.pending:
            options = without_giving_up(decision.options)
            session.answer(options[people[decision.seat].below(len(options), "", "")], decision.seat)
    raise NeverEnds(Text("contract.never_ends", steps=MOST_STEPS))


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
    watchers = [_Watcher(seed + seat) for seat in range(len(setup.seats))]
    table = DirectTable(game, watchers, TapeDice(seed))
    before = [0] * len(watchers)
    for _ in states_of(game, setup, table):
        for seat, watcher in enumerate(watchers):
            yield from watcher.seen[before[seat] :]
            before[seat] = len(watcher.seen)
    for seat, watcher in enumerate(watchers):
        yield from watcher.seen[before[seat] :]


def traces_of(game: Game[Any], setup: Setup, seed: int) -> list[Trace]:
    """Every why of a game among the bots that are set up, the automa in the place of people."""
    traces: list[Trace] = []

    def keep(seat: Seat, choice: Choice) -> None:
        if choice.trace is not None:
            traces.append(choice.trace)

    bots = [game.player(read_spec(game.automa if who == HUMAN else who), setup) for who in setup.seats]
    table = StrictTable(game, bots, TapeDice(seed), setup, on_choice=keep, tracing=True)
    for _ in states_of(game, setup, table):
        pass
    return traces
