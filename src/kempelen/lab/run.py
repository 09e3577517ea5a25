"""Play an experiment: one game is one row, and any row can be played again as a record."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from time import process_time
from typing import Any, TypeAlias

from kempelen.engine.dice import Dice, TapeDice
from kempelen.engine.errors import PlayerError
from kempelen.engine.files.record import Record
from kempelen.engine.game import Game, Outcome, Setup
from kempelen.engine.player import Player, looks_back
from kempelen.engine.refusal import BotRefused
from kempelen.engine.search.cheat import only_in_the_lab
from kempelen.engine.search.remembering import RememberingTable
from kempelen.engine.seats import read_spec
from kempelen.engine.session import Session
from kempelen.engine.table import Choice, DirectTable, Event, Seat
from kempelen.engine.tables.strict import StrictTable
from kempelen.engine.trace import Trace
from kempelen.lab.backends import Backend, in_order
from kempelen.lab.experiment import BadExperiment, Experiment, cheats, game_seed
from kempelen.lab.lines import LineCounts, count_lines, joined_lines
from kempelen.parts.lab import row_facts
from kempelen.text.say import Text

__all__ = [
    "FIRST",
    "GameRefused",
    "Part",
    "Row",
    "Watch",
    "chunks_of",
    "play_chunk",
    "play_one",
    "play_through",
    "players_of",
    "record_of",
    "row_json",
    "run",
    "run_all",
    "table_for",
]

LARGEST_CHUNK = 100
Watch: TypeAlias = Callable[[int, Seat, Choice], None]
FIRST = 10
"""So many games of every experiment are strict: whatever a bot chooses is looked up in the legal list."""


class GameRefused(PlayerError):
    """A bot has chosen what the rules do not allow, in a game of an experiment: its numbers would mean nothing."""


@dataclass(frozen=True, slots=True)
class Row:
    """One game of an experiment."""

    number: int
    seed: int
    winners: tuple[Seat, ...]
    reason: str
    scores: tuple[int, ...]
    turns: int
    decisions: int
    capped: bool
    facts: Mapping[str, Any] = field(default_factory=dict)
    """What the game adds, see `Game.row_facts`."""
    lines: LineCounts = field(default_factory=dict)
    """How often each line of the bots' lists was tried and carried out; only when asked for, as are the following."""
    instead: Mapping[str, int] = field(default_factory=dict)
    """`chart/row>action`: how often something else was done than the row of a chart says."""
    explained: int = 0
    """Decisions that gave a why."""


@dataclass(frozen=True, slots=True)
class Part:
    """The rows of a chunk, and the CPU seconds they took."""

    rows: tuple[Row, ...]
    cpu: float


def play_through(
    game: Game[Any],
    setup: Setup,
    players: Sequence[Player],
    dice: Dice,
    *,
    on_choice: Callable[[Seat, Choice], None] | None = None,
    listener: Callable[[Event], None] | None = None,
    tracing: bool = False,
    counting: bool = False,
    strict: bool = False,
) -> tuple[Any, Outcome, int]:
    """Play one game directly; the final state, how it ended, and the number of turns. Strict: raises BotRefused."""
    hear: dict[str, Any] = {"on_choice": on_choice, "listener": listener, "tracing": tracing, "counting": counting}
    table, between = table_for(game, setup, players, dice, strict=strict, **hear)
    state = table.state = game.new(setup, table)
    turns, counted = 0, game.counted
    while (outcome := counted(state)) is None:
        between(state)
        game.step(state, table)
        turns += 1
    return state, outcome, turns


def table_for(
    game: Game[Any], setup: Setup, players: Sequence[Player], dice: Dice, *, strict: bool = False, **more: Any
) -> tuple[DirectTable, Callable[[Any], None]]:
    """The table these players need, and what it must be told before every step: who looks back asks where it began."""
    if looks_back(players):
        remembering = RememberingTable(game, players, dice, setup, **more)
        return remembering, remembering.begin_step
    if strict:
        return StrictTable(game, players, dice, setup, **more), _nothing
    return DirectTable(game, players, dice, **more), _nothing


def _nothing(state: Any) -> None:
    """Nobody remembers where a step begins."""


def players_of(experiment: Experiment) -> list[Player]:
    """Who sits at a table of the experiment."""
    more = only_in_the_lab(experiment.rules, experiment.setup)
    return [experiment.rules.player(read_spec(seat), experiment.setup, more) for seat in experiment.seats]


def play_one(
    experiment: Experiment, number: int, *, lines: bool = False, strict: bool = False, watch: Watch | None = None
) -> Row:
    """Game `number` of the experiment, counted from 1; raises GameRefused if it is strict and a bot is not legal.

    `watch` is told every choice with its number.
    """
    game = experiment.rules
    seed = game_seed(experiment.seed, number)
    specs = [read_spec(seat) for seat in experiment.seats]
    players = players_of(experiment)
    decisions = 0
    explained = 0
    counts: dict[str, dict[str, tuple[int, int]]] = {"": {}, **{spec.automa: {} for spec in specs}}
    instead: dict[str, dict[str, int]] = {id: {} for id in counts}

    def on_choice(seat: Seat, choice: Choice) -> None:
        nonlocal decisions, explained
        decisions += 1
        if choice.trace is not None:
            explained += 1
            automa = specs[seat].automa
            count_lines(choice.trace, counts[automa], instead[automa])
        if watch is not None:
            watch(decisions, seat, choice)

    told: list[Trace] = []

    def listener(event: Event) -> None:
        """What the rules decide by an author's text is told with its why, which grows until it is carried out."""
        if (trace := getattr(event, "trace", None)) is not None:
            told.append(trace)

    try:
        state, outcome, turns = play_through(
            game,
            experiment.setup,
            players,
            TapeDice(seed),
            on_choice=on_choice,
            listener=listener if lines else None,
            tracing=lines,
            counting=lines,
            strict=strict or number <= FIRST,
        )
    except BotRefused as error:
        raise GameRefused(_in_game(experiment, number, error.text)) from error
    for trace in told:
        count_lines(trace, counts[""], instead[""])
    return Row(
        number,
        seed,
        outcome.winners,
        outcome.reason,
        outcome.scores,
        turns,
        decisions,
        outcome.capped,
        row_facts(game, state),
        joined_lines(counts),
        joined_lines(instead),
        explained,
    )


def _in_game(experiment: Experiment, number: int, reason: Text) -> Text:
    return Text("lab.refused", number=number, seed=experiment.seed, scenario=experiment.title, reason=reason)


def play_chunk(experiment: Experiment, numbers: range, *, lines: bool = False, strict: bool = False) -> Part:
    """Several games in one go, in a worker."""
    start = process_time()
    rows = tuple(play_one(experiment, number, lines=lines, strict=strict) for number in numbers)
    return Part(rows, process_time() - start)


def chunks_of(games: int, size: int = LARGEST_CHUNK) -> list[range]:
    """The game numbers in pieces of this size, whoever plays them; a twentieth of the games at the most."""
    size = min(max(games // 20, 1), size)
    return [range(first, min(first + size, games + 1)) for first in range(1, games + 1, size)]


def run(experiment: Experiment, backend: Backend, *, lines: bool = False, strict: bool = False) -> Iterator[Part]:
    """Play the experiment; parts come in the order of the games, the same for any backend."""
    experiment.check()
    chunks = chunks_of(experiment.games)
    return in_order(backend, partial(play_chunk, experiment, lines=lines, strict=strict), chunks)


def run_all(
    experiments: Sequence[Experiment], backend: Backend, *, lines: bool = False, strict: bool = False
) -> Iterator[tuple[int, Part]]:
    """Play several experiments, one after the other, with the same workers; each part with its experiment's place."""
    for experiment in experiments:
        experiment.check()
    chunks = [(n, numbers) for n, experiment in enumerate(experiments) for numbers in chunks_of(experiment.games)]
    parts = in_order(backend, partial(_play_some, tuple(experiments), lines, strict), chunks)
    return zip((n for n, _ in chunks), parts, strict=True)


def _play_some(experiments: Sequence[Experiment], lines: bool, strict: bool, chunk: tuple[int, range]) -> Part:
    return play_chunk(experiments[chunk[0]], chunk[1], lines=lines, strict=strict)


def record_of(experiment: Experiment, number: int) -> Record:
    """Play a row's game again, with the same dice, as a record that can be watched; raises GameRefused."""
    experiment.check()
    if any(map(cheats, experiment.seats)):
        raise BadExperiment(Text("search.cheat_record"))
    seed = game_seed(experiment.seed, number)
    session = Session(experiment.rules, experiment.setup, seed=seed, dice=TapeDice(seed))
    if (refused := session.run().refused) is not None:
        raise GameRefused(_in_game(experiment, number, refused.text()))
    return Record.of(session)


def row_json(experiment: Experiment, row: Row) -> str:
    """A row as a line of the output file; seats are counted from 1."""
    data: dict[str, Any] = {
        "game": experiment.game,
        "scenario": experiment.title,
        "seats": experiment.seats,
        "options": dict(experiment.options),
        "number": row.number,
        "seed": row.seed,
        "winners": [seat + 1 for seat in row.winners],
        "reason": row.reason,
        "scores": row.scores,
        "turns": row.turns,
        "decisions": row.decisions,
        "capped": row.capped,
        "facts": dict(row.facts),
    }
    if experiment.edition:
        data["edition"] = experiment.edition
    if row.lines:
        data["lines"] = dict(row.lines)
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n"
