"""The knobs of an automa file: which may be turned, and the file with other numbers."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from kempelen.automa.sheet import Knob, Sheet
from kempelen.engine.game import Game
from kempelen.lab.experiment import BadExperiment
from kempelen.parts.automas import look_over, sheet_from, texts_of
from kempelen.text.say import Text

__all__ = ["chosen_knobs", "own_knobs", "turned", "turned_text"]


def own_knobs(sheet: Sheet) -> dict[str, Knob]:
    """Those that stand in the file itself; what it took over has its own."""
    inherited = sheet.base.knobs if sheet.base is not None else {}
    return {name: knob for name, knob in sheet.knobs.items() if inherited.get(name) is not knob}


def chosen_knobs(sheet: Sheet, names: Sequence[str]) -> list[Knob]:
    """The knobs of these names, all of the file if none is given; raises BadExperiment."""
    own = own_knobs(sheet)
    if not own:
        raise BadExperiment(Text("automa.tune.no_knobs", name=sheet.head.name))
    unknown = [name for name in names if name not in own]
    if unknown:
        raise BadExperiment(Text("automa.tune.unknown_knob", knob=unknown[0], known=", ".join(own)))
    chosen = [own[name] for name in dict.fromkeys(names or own)]
    if all(knob.least == knob.most for knob in chosen):
        raise BadExperiment(Text("automa.tune.no_room", knob=chosen[0].name, value=chosen[0].value))
    return chosen


def turned_text(game: Game[Any], sheet: Sheet, values: Mapping[str, int]) -> str:
    """The file with other numbers for its knobs; every other character stays.

    But an example tells what the card does with the author's numbers: one that holds no longer is only a comment.
    """
    own, lines = own_knobs(sheet), sheet.text.split("\n")
    for name, value in values.items():
        at = own[name].line - 1
        head, sign, rest = re.split(r"(?<==)\s*([+-]?)\d+", lines[at], maxsplit=1)
        # With a plus if the author wrote his number with a sign.
        lines[at] = f"{head} {value:+d}{rest}" if sign else f"{head} {value}{rest}"
    for problem in look_over("\n".join(lines), game, _others(game, sheet)).problems:
        if problem.text.key == "automa.wrong.example":
            lines[problem.line - 1] = f"# {lines[problem.line - 1]}"
    return "\n".join(lines)


def turned(game: Game[Any], sheet: Sheet, values: Mapping[str, int]) -> Sheet:
    """The automa with other numbers, as somebody would read it from the file."""
    return sheet_from(game, turned_text(game, sheet, values), _others(game, sheet))


def _others(game: Game[Any], sheet: Sheet) -> dict[str, str]:
    return {id: text for id, text in texts_of(game, sheet).items() if id != sheet.id}
