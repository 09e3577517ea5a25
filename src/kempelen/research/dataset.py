"""Decisions from games of the lab as a Parquet file: what a seat saw, what it might do, what it did, how it ended."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kempelen.engine.dice import TapeDice
from kempelen.engine.errors import BadSetup
from kempelen.engine.player import Player, looks_back
from kempelen.engine.seats import read_spec
from kempelen.engine.table import Choice, Decision, Table, notation_of
from kempelen.lab.experiment import Experiment, game_seed
from kempelen.lab.output import check_path
from kempelen.lab.run import play_through
from kempelen.text.say import Text

try:
    import pyarrow as pa
    import pyarrow.parquet as pq

    from kempelen.research.coding import Coder, Offered, coder_of
except ImportError as missing:
    raise BadSetup(Text("research.needs", modules=str(missing.name))) from missing

__all__ = ["save_dataset"]

CHUNK = 64
"""Games a row group."""


class _Noting:
    """Plays as somebody else does and notes every choice between several things."""

    def __init__(self, player: Player, bot: str, coder: Coder, rows: list[dict[str, Any]]) -> None:
        self.player = player
        self.bot = bot
        self.coder = coder
        self.rows = rows
        self.looks_back = looks_back([player])

    def decide(self, decision: Decision[Any], table: Table) -> Choice:
        choice = self.player.decide(decision, table)
        if len(decision.options) > 1:
            options = Offered.of(decision.options, self.coder)
            texts = list(map(notation_of, options.actions.values()))
            chosen = notation_of(choice.action)
            numbers = list(options.actions)
            self.rows.append(
                {
                    "seat": decision.seat,
                    "bot": self.bot,
                    "observation": self.coder.encode(decision.view(), decision.seat).tolist(),
                    "numbers": numbers,
                    "notations": texts,
                    "action": numbers[texts.index(chosen)] if chosen in texts else 0,
                    "notation": chosen,
                }
            )
        return choice


def save_dataset(path: Path, experiment: Experiment, *, force: bool = False) -> int:
    """Play the experiment's games and write every decision; how many there are.

    Columns: game (number), seat, bot, observation, numbers and notations of the options, action, notation, won.
    """
    experiment.check()
    check_path(path, force=force)
    schema = pa.schema(
        [
            ("game", pa.int64()),
            ("seat", pa.int16()),
            ("bot", pa.string()),
            ("observation", pa.list_(pa.float32())),
            ("numbers", pa.list_(pa.int32())),
            ("notations", pa.list_(pa.string())),
            ("action", pa.int32()),
            ("notation", pa.string()),
            ("won", pa.bool_()),
        ],
        metadata={"game": experiment.game, "scenario": experiment.scenario, "seats": ",".join(experiment.seats)},
    )
    written, part = 0, path.with_name(f"{path.name}.part")
    with pq.ParquetWriter(part, schema) as writer:
        for start in range(1, experiment.games + 1, CHUNK):
            rows: list[dict[str, Any]] = []
            for number in range(start, min(start + CHUNK, experiment.games + 1)):
                rows += _decisions(experiment, number)
            writer.write_table(pa.Table.from_pylist(rows, schema))
            written += len(rows)
    part.replace(path)
    return written


def _decisions(experiment: Experiment, number: int) -> list[dict[str, Any]]:
    game, setup = experiment.rules, experiment.setup
    coder = coder_of(game)
    rows: list[dict[str, Any]] = []
    players = [_Noting(game.player(read_spec(seat), setup), seat, coder, rows) for seat in setup.seats]
    _, outcome, _ = play_through(game, setup, players, TapeDice(game_seed(experiment.seed, number)))
    return [{"game": number, **row, "won": row["seat"] in outcome.winners} for row in rows]
