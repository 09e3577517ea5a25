"""The report of an experiment: every section it has something for, in one page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from kempelen.engine.files.position import toml_text
from kempelen.lab.folder.parquet import need
from kempelen.lab.report.balance import balance, sweeps
from kempelen.lab.report.document import charts, heat
from kempelen.lab.report.naming import cell_name
from kempelen.lab.report.outcome import pairs, wins, words
from kempelen.lab.report.page import Section, html_page
from kempelen.lab.report.results import Results
from kempelen.lab.report.shapes import course, shapes
from kempelen.lab.report.watch import Special, repeat, watch
from kempelen.text.say import Say, Text

__all__ = ["data_of", "report_page", "sections_of", "title_of"]

Links = Mapping[Special, Mapping[str, str]]


def sections_of(results: Results, say: Say, links: Links | None = None) -> list[Section]:
    """In the order of the page; what there is nothing to say about is left out."""
    need("matplotlib")
    made = [
        words(results, say),
        wins(results, say),
        pairs(results, say),
        shapes(results, say),
        heat(results, say),
        charts(results, say),
        sweeps(results, say),
        balance(results, say),
        course(results, say),
        watch(results, say, links or {}),
        repeat(results, say, toml_text),
    ]
    return [section for section in made if section is not None]


def title_of(results: Results, say: Say) -> str:
    return results.asked.title or say("lab.report.page_title", game=Text(f"{results.game}.title"), name=results.name)


def report_page(results: Results, languages: Sequence[Say], links: Links | None = None) -> str:
    """The whole report as one HTML page, in these languages; a switch chooses if there are several."""
    by_lang = {say.lang: say for say in languages}
    data = data_of(results, languages[0])
    return html_page(partial(title_of, results), by_lang, lambda say: sections_of(results, say, links), data)


def data_of(results: Results, say: Say) -> dict[str, Any]:
    """The numbers of the report as plain data, for whoever reads the page by machine."""
    return {
        "name": results.name,
        "game": results.game,
        "digest": results.manifest.digest if results.manifest is not None else "",
        "cells": [
            {
                "number": result.cell.number,
                "cell": cell_name(result, say),
                "at": dict(result.cell.at),
                "games": result.tally.games,
                "capped": result.tally.capped,
                "mean_turns": round(result.tally.mean_turns, 3),
                "endings": dict(result.tally.endings),
                "won": {group: list(counts) for group, counts in result.tally.won.items()},
            }
            for result in results.results
        ],
    }
