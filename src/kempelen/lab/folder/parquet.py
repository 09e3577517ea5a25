"""Rows as Parquet, one file a chunk, and back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kempelen.engine.errors import reason_of
from kempelen.lab.experiment import BadExperiment, Experiment
from kempelen.lab.folder.columns import FACT, OPTION, Columns, Kind, Sampled, WholeRow
from kempelen.lab.run import Row
from kempelen.text.say import Text

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["TAG", "need", "parquet_of", "rows_in", "tag_in"]

TAG = b"kempelen"
"""Under this name a file says which experiment and which games it holds."""


def need(*modules: str) -> None:
    """Raise BadExperiment if a part of the extra `lab` is not installed."""
    missing = [name for name in modules if find_spec(name) is None]
    if missing:
        raise BadExperiment(Text("lab.folder.needs", modules=", ".join(missing)))


def _type(kind: Kind) -> Any:
    import pyarrow as pa

    if kind == "lines":
        return pa.list_(pa.struct([("line", pa.string()), ("tried", pa.int32()), ("done", pa.int32())]))
    if kind == "instead":
        return pa.list_(pa.struct([("row", pa.string()), ("action", pa.string()), ("n", pa.int32())]))
    if kind == "sampled":
        fields = [("decision", pa.int32()), ("seat", pa.int32()), ("action", pa.string()), ("line", pa.string())]
        return pa.list_(pa.struct(fields))
    if kind.startswith("list<"):
        return pa.list_(_type(kind[5:-1]))
    return pa.type_for_alias(kind)


def schema_of(columns: Columns, tag: str) -> pa.Schema:
    import pyarrow as pa

    return pa.schema([(name, _type(kind)) for name, kind in columns.kinds.items()], metadata={TAG: tag.encode()})


def parquet_of(columns: Columns, cell: int, experiment: Experiment, rows: Sequence[WholeRow], tag: str) -> bytes:
    """A whole Parquet file with these rows of a cell; the same bytes for the same rows."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    schema = schema_of(columns, tag)
    plain = [_plain(columns, cell, experiment, whole) for whole in rows]
    try:
        table = pa.Table.from_pylist(plain, schema=schema)
    except (pa.ArrowInvalid, pa.ArrowTypeError) as error:
        raise BadExperiment(Text("lab.folder.bad_rows", reason=str(error).splitlines()[0])) from error
    out = BytesIO()
    pq.write_table(table, out, compression="zstd")
    return out.getvalue()


def _plain(columns: Columns, cell: int, experiment: Experiment, whole: WholeRow) -> dict[str, Any]:
    row = whole.row
    resolved = experiment.rules.rulings.resolve(experiment.options) if columns.options else {}
    unknown = [name for name in row.facts if f"{FACT}{name}" not in columns.kinds]
    if unknown:
        raise BadExperiment(Text("lab.folder.new_fact", fact=unknown[0], number=row.number))
    return {
        "cell": cell,
        "number": row.number,
        "seed": row.seed,
        "scenario": experiment.title,
        "players": len(experiment.seats),
        "seats": experiment.seats,
        **{f"{OPTION}{id}": resolved.get(id) for id in columns.options},
        "winners": [seat + 1 for seat in row.winners],
        "reason": row.reason,
        "scores": row.scores,
        "turns": row.turns,
        "decisions": row.decisions,
        "capped": row.capped,
        **{f"{FACT}{name}": value for name, value in row.facts.items()},
        "lines": [{"line": at, "tried": tried, "done": done} for at, (tried, done) in sorted(row.lines.items())],
        "instead": [
            {"row": at.partition(">")[0], "action": at.partition(">")[2], "n": n}
            for at, n in sorted(row.instead.items())
        ],
        "explained": row.explained,
        "course": whole.course,
        "sampled": [
            {"decision": one.decision, "seat": one.seat, "action": one.action, "line": one.line}
            for one in whole.sampled
        ],
        "record": whole.record,
    }


def tag_in(path: Path) -> str:
    """Which experiment and which games a file holds; empty if it is none of ours."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        metadata = pq.read_schema(path).metadata or {}
    except pa.ArrowInvalid:
        return ""
    except OSError as error:
        raise BadExperiment(Text("lab.folder.cannot_read", file=path.name, reason=reason_of(error))) from error
    tag: bytes = metadata.get(TAG, b"")
    return tag.decode("utf-8", "replace")


def rows_in(path: Path, columns: Columns) -> Iterator[tuple[int, WholeRow]]:
    """The rows of a file, each with its cell."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        table = pq.ParquetFile(path).read(columns=[name for name in columns.kinds if name != "record"])
    except (pa.ArrowInvalid, OSError) as error:
        reason = reason_of(error) if isinstance(error, OSError) else str(error).splitlines()[0]
        raise BadExperiment(Text("lab.folder.cannot_read", file=path.name, reason=reason)) from error
    facts = list(columns.facts)
    for batch in table.to_batches(2000):
        for plain in batch.to_pylist():
            yield plain["cell"], _whole(plain, facts)


def _whole(plain: Mapping[str, Any], facts: Sequence[str]) -> WholeRow:
    own = {name: value for name in facts if (value := plain[f"{FACT}{name}"]) is not None}
    row = Row(
        plain["number"],
        plain["seed"],
        tuple(seat - 1 for seat in plain["winners"]),
        plain["reason"],
        tuple(plain["scores"]),
        plain["turns"],
        plain["decisions"],
        plain["capped"],
        own,
        {one["line"]: (one["tried"], one["done"]) for one in plain.get("lines") or ()},
        {f"{one['row']}>{one['action']}": one["n"] for one in plain.get("instead") or ()},
        plain.get("explained") or 0,
    )
    course = plain.get("course")
    sampled = tuple(Sampled(**one) for one in plain.get("sampled") or ())
    return WholeRow(row, None if course is None else tuple(tuple(one) for one in course), sampled)
