"""Questions in SQL: the rows are a table `rows`, the cells a table `cells`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kempelen.lab.experiment import BadExperiment
from kempelen.lab.folder.manifest import files_in, read_manifest
from kempelen.lab.folder.parquet import need
from kempelen.text.say import Text

__all__ = ["Answer", "query"]


@dataclass(frozen=True, slots=True)
class Answer:
    """Names of columns, and the rows one after the other."""

    names: Sequence[str]
    rows: Iterator[tuple[Any, ...]]


def query(folder: Path, sql: str) -> Answer:
    """What DuckDB says; it may read this folder and nothing else, and write nothing. Raises BadExperiment."""
    need("duckdb", "pyarrow")
    import duckdb

    manifest = read_manifest(folder)
    files = [str(path) for path in files_in(folder, manifest)]
    if not files:
        raise BadExperiment(Text("lab.folder.no_rows", folder=str(folder)))
    db = duckdb.connect()
    db.execute("CREATE VIEW rows AS SELECT * FROM read_parquet(?)".replace("?", _list(files)))
    db.execute("CREATE TABLE cells (cell INTEGER, label VARCHAR, scenario VARCHAR, players INTEGER, differs VARCHAR)")
    for cell in manifest.cells:
        one = cell.experiment
        values = [cell.number, cell.label, one.title, len(one.seats), json.dumps(dict(cell.at))]
        db.execute("INSERT INTO cells VALUES (?, ?, ?, ?, ?)", values)
    db.execute(f"SET allowed_directories = {_list([str(folder)])}")
    db.execute("SET enable_external_access = false")
    db.execute("SET lock_configuration = true")
    try:
        asked = db.extract_statements(sql)
        if len(asked) != 1 or asked[0].type != duckdb.StatementType.SELECT:
            raise BadExperiment(Text("lab.folder.select"))
        found = db.execute(asked[0])
        names = [column[0] for column in found.description or ()]
        first = found.fetchmany(1000)
    except duckdb.BinderException as error:
        known = ", ".join([*manifest.columns.kinds])
        raise BadExperiment(Text("lab.folder.column", reason=_first(error), known=known)) from error
    except duckdb.Error as error:
        raise BadExperiment(Text("lab.folder.sql", reason=_first(error))) from error

    def rows() -> Iterator[tuple[Any, ...]]:
        some = first
        while some:
            yield from some
            some = found.fetchmany(1000)

    return Answer(names, rows())


def _first(error: Exception) -> str:
    return str(error).splitlines()[0].removesuffix("!")


def _list(paths: Sequence[str]) -> str:
    quoted = ", ".join("'" + path.replace("'", "''") + "'" for path in paths)
    return f"[{quoted}]"
