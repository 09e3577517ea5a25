"""The report of a finished experiment, made for whoever asks for it on a page."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from kempelen.engine.files.record import Record
from kempelen.engine.game import say_in
from kempelen.engine.tables.steps import at_once
from kempelen.lab.report.write import REPORT, write_report
from kempelen.text.say import LANGUAGES, Say
from kempelen.web.lab.jobs import Teller
from kempelen.web.shown.past.file import frames_of, offline_page

__all__ = ["Reporting", "film_of"]


def film_of(record: Record, say: Say) -> str:
    """A game as one page that plays without a server."""
    return at_once(offline_page(at_once(frames_of(record.load(), say.lang)), say))


@dataclass(frozen=True, slots=True)
class Reporting:
    """A task: all pictures of an experiment and the games worth watching, written beside its rows."""

    folder: Path
    lang: str
    seconds: ClassVar[int] = 300

    def run(self, tell: Teller) -> bool:
        others = [lang for lang in LANGUAGES if lang != self.lang]
        write_report(self.folder, self.folder / REPORT, [say_in(self.lang), *map(say_in, others)], film_of)
        return True
