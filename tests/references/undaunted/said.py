"""What a why says, as plain values: the only module that knows how the program words its notes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from kempelen.engine.trace import Cite, Step
from kempelen.text.say import Text

__all__ = ["Said", "read_why"]

COURSE = {
    "chart.rolled": "total",
    "chart.outside": "total",
    "chart.outside_again": "total",
    "chart.row": "action",
    "chart.swapped": "done",
    "chart.impossible": "action",
    "chart.fallback": "action",
    "chart.again": "",
    "chart.other": "action",
    "chart.cap": "action",
}
"""Notes about the roll, and the field that matters."""


@dataclass
class Said:
    """One why."""

    card: str = ""
    """The card it says is next."""
    asked: list[tuple[str, bool]] = field(default_factory=list)
    """The author's numbered questions with their answers; steps that he did not number are left out."""
    modifier: int | None = None
    course: list[tuple[str, str]] = field(default_factory=list)
    course_cites: list[tuple[str, str]] = field(default_factory=list)
    """For each step of the course the readings it cites, if any."""
    cited: set[str] = field(default_factory=set)
    """Readings cited beside the chart's own steps."""
    toward: str = ""
    """The tile it goes toward."""
    among: set[str] = field(default_factory=set)
    """Units or tiles that the last such note names: those between which chance decides."""
    defence: int | None = None
    takes: list[tuple[str, int]] = field(default_factory=list)
    """The piles and numbers of a Bolster."""
    markers: int | None = None
    """New markers on a Scout's path."""


def _last(text: Any) -> str:
    """`undaunted.card.rifleman-A` is the Rifleman of squad A, and so on."""
    return str(text.key).rpartition(".")[2]


def _number(text: Any) -> int:
    return int(str(text).replace("\u2212", "-").replace("+", ""))


def _unit(text: Text) -> str:
    squad = dict(text.fields).get("squad")
    return f"{_last(text)}-{squad}" if squad else _last(text)


def _question(step: Step, said: Said) -> None:
    cites = [source for source in step.sources if isinstance(source, Cite)]
    item = cites[0].item if cites else ""
    yes = step.text.key == "chart.yes"
    if item == "1" and cites[0].section in ("SERGEANT", "GUIDE"):
        yes = not yes  # the author asks whether no cards are left, the program whether some are
    if item and item[0] in "123456789":
        said.asked.append((item, yes))


def _roll(step: Step, said: Said) -> None:
    name, fields = step.text.key.removeprefix("chart."), dict(step.text.fields)
    if name == "rolled":
        said.modifier = _number(fields["drm"])
    what = fields.get(COURSE[step.text.key], "")
    value = str(_number(what)) if COURSE[step.text.key] == "total" else _last(what).upper() if what else ""
    said.course.append((name.replace("_", " "), value))
    readings = " ".join(str(source).rpartition(":")[2] for source in step.sources if not isinstance(source, Cite))
    said.course_cites.append((name.replace("_", " "), readings))


def _note(step: Step, said: Said) -> None:
    fields: dict[str, Any] = dict(step.text.fields)
    name = step.text.key.removeprefix("undaunted.why.")
    said.cited |= {str(source).rpartition(":")[2] for source in step.sources if not isinstance(source, Cite)}
    if name in ("next", "next_leader", "ready"):
        said.card = _last(fields["card"])
    if "goal" in fields:
        said.toward = str(fields["goal"])
    if "units" in fields:
        said.among = {_unit(unit) for unit in fields["units"]}
    if "tiles" in fields:
        said.among = set(fields["tiles"])
    if "defence" in fields:
        said.defence = int(fields["defence"])
    if name == "paths":
        said.markers = int(fields["n"])
    if "takes" in fields:
        takes = [dict(take.fields) for take in fields["takes"]]
        said.takes = [(_last(take["card"]), int(take["n"])) for take in takes]


def read_why(why: Sequence[Step]) -> Said:
    said = Said()
    for step in why:
        if step.text.key in ("chart.yes", "chart.no"):
            _question(step, said)
        elif step.text.key in COURSE:
            _roll(step, said)
        elif step.text.key.startswith("undaunted.why."):
            _note(step, said)
    return said
