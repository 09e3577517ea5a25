"""A report and the games beside it, written into files."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeAlias

from kempelen.engine.files.record import Record
from kempelen.lab.experiment import BadExperiment
from kempelen.lab.output import save_lines
from kempelen.lab.report.make import report_page
from kempelen.lab.report.results import Results, results_in
from kempelen.lab.report.watch import Special, specials
from kempelen.lab.run import record_of
from kempelen.text.say import Say, Text

__all__ = ["REPORT", "Film", "write_report"]

REPORT = "_report.html"
"""What the report of an experiment is called in its folder."""
Film: TypeAlias = Callable[[Record, Say], str]
"""A game as a page that plays by itself."""


def write_report(folder: Path, file: Path, says: Sequence[Say], film: Film | None) -> None:
    """The report of a folder, whole or not at all; raises a PlayerError. Without `film` games are records alone."""
    results = results_in(folder)
    beside = file.with_name(f"{file.stem}-games")
    before = set(beside.iterdir()) if beside.is_dir() else None
    try:
        links = _write_games(results, beside, says[0], film)
        save_lines(file, [report_page(results, says, links)])
    except BadExperiment:
        _take_back(beside, before)
        raise


def _take_back(beside: Path, before: set[Path] | None) -> None:
    """Games without their report are of no use: what was not there before goes."""
    if beside.is_dir():
        for path in set(beside.iterdir()) - (before or set()):
            path.unlink()
        if before is None:
            beside.rmdir()


def _write_games(results: Results, beside: Path, say: Say, film: Film | None) -> dict[Special, dict[str, str]]:
    """Games worth watching, in a folder beside the report; raises BadExperiment."""
    cells = {result.cell.number: result.cell for result in results.results}
    links: dict[Special, dict[str, str]] = {}
    for special in specials(results):
        record = record_of(cells[special.cell].experiment, special.number)
        try:
            beside.mkdir(exist_ok=True)
        except OSError as error:
            raise BadExperiment(Text("lab.cannot_write", file=str(beside))) from error
        page, kept = beside / (special.stem + ".html"), beside / (special.stem + ".jsonl")
        links[special] = {}
        if film is not None:
            save_lines(page, [film(record, say)])
            links[special]["page"] = f"{beside.name}/{page.name}"
        save_lines(kept, [record.text()])
        links[special]["record"] = f"{beside.name}/{kept.name}"
    return links
