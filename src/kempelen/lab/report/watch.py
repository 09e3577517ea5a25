"""Games worth watching, each a file beside the report; and everything that is needed to repeat the experiment."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from html import escape

from kempelen.lab.folder.manifest import automa_digests
from kempelen.lab.report.naming import cell_name
from kempelen.lab.report.page import Raw, Section, Words
from kempelen.lab.report.results import Results
from kempelen.text.say import Say

__all__ = ["Special", "repeat", "specials", "watch"]

KINDS = ("shortest", "longest", "closest", "swing")


@dataclass(frozen=True, slots=True)
class Special:
    """A game worth watching."""

    kind: str
    cell: int
    number: int
    value: float

    @property
    def stem(self) -> str:
        return f"{self.kind}-{self.cell}-{self.number}"


def specials(results: Results) -> list[Special]:
    """The shortest, the longest, the closest, and the one whose winner was farthest behind, of the whole experiment."""
    found = []
    for kind in KINDS:
        every = [
            (watched.value, -result.cell.number, watched.number)
            for result in results.results
            if (watched := result.tally.watch.get(kind)) is not None
        ]
        if every:
            value, cell, number = max(every)
            found.append(Special(kind, -cell, number, value))
    return found


def watch(results: Results, say: Say, links: Mapping[Special, Mapping[str, str]]) -> Section | None:
    """A link for each into the file beside the report: a page to look at, a record to replay."""
    if not links:
        return None
    section = Section("watch", say("lab.report.title.watch"), [Words(say("lab.report.watch_words"))])
    cells = {result.cell.number: result for result in results.results}
    rows = []
    for special, files in links.items():
        value = abs(special.value) * (100 if special.kind == "swing" else 1)
        what = say(f"lab.report.special.{special.kind}", x=value)
        where = say("lab.report.special_where", cell=cell_name(cells[special.cell], say), number=special.number)
        shown = ", ".join(
            f'<a href="{escape(address, quote=True)}">{escape(say(f"lab.report.file.{kind}"))}</a>'
            for kind, address in files.items()
        )
        rows.append(f"<li><strong>{escape(what)}</strong><br>{escape(where)}: {shown}</li>")
    section.parts.append(Raw(f"<ul>{''.join(rows)}</ul>"))
    return section


def repeat(results: Results, say: Say, write: Callable[[Mapping[str, object]], str] | None = None) -> Section:
    """Versions, seeds, digests, the file and the command."""
    section = Section("repeat", say("lab.report.title.repeat"))
    first = results.results[0].cell.experiment
    facts: dict[str, str] = {"seed": first.seed, "rules": f"{first.game} {first.rules.version}"}
    digests = automa_digests(result.cell for result in results.results)
    facts |= {f"version_{name}": digest for name, digest in digests.items()}
    manifest = results.manifest
    if manifest is not None:
        facts |= {f"version_{name}": text for name, text in manifest.versions.items()}
        facts |= {"digest": manifest.digest, "chunk": str(manifest.chunk)}
    rows = "".join(
        f"<dt>{escape(_fact_name(name, say))}</dt><dd><code>{escape(text)}</code></dd>" for name, text in facts.items()
    )
    section.parts.append(Raw(f"<dl>{rows}</dl>"))
    if manifest is not None:
        section.parts.append(Words(say("lab.report.command")))
        section.parts.append(Raw(f"<pre>{escape(manifest.command)}</pre>"))
        section.parts.append(Words(say("lab.report.file_words")))
        text = write(manifest.file) if write is not None else json.dumps(manifest.file, ensure_ascii=False, indent=1)
        section.parts.append(Raw(f"<pre>{escape(text)}</pre>"))
    return section


def _fact_name(name: str, say: Say) -> str:
    if name.startswith("version_"):
        return name.removeprefix("version_")
    return say(f"lab.report.fact.{name}")
