"""The cells of an experiment: one kind of game each, and by what it differs from the others."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from pathlib import Path
from typing import Any

from kempelen.automa.sheet import Knob
from kempelen.engine.errors import BadOption, BadSetup, PlayerError, reason_of
from kempelen.engine.files.measure import content_of
from kempelen.engine.game import Game, game_named
from kempelen.engine.seats import read_spec, split_seats
from kempelen.engine.setup import options_in
from kempelen.lab.experiment import BadExperiment, Experiment, seats_of, usual_seats
from kempelen.lab.plan.asked import Asked, CellAsked
from kempelen.lab.tune.knobs import own_knobs, turned_text
from kempelen.parts.automas import sheet_from, shipped_sheets
from kempelen.parts.scenarios import is_file, position_from, scenario_from
from kempelen.text.say import Text

__all__ = ["LEVEL", "Cell", "cell_experiment", "cells_of"]

LEVEL = "level"
"""The option that is called difficulty."""
MOST_CELLS = 10_000
PLAIN = frozenset({"scenario", "position", "players", "difficulty", "edition", "bots", "cell"})
"""By what cells may differ beside options, roles and knobs."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One kind of game of an experiment."""

    number: int
    """From 1, as people count."""
    experiment: Experiment
    at: Mapping[str, str] = field(default_factory=dict)
    """By what it differs from others: `players` -> `3`, `R15` -> `cell`. Empty if there is one cell only."""
    name: str = ""
    """What its author calls it, if anything."""

    @property
    def label(self) -> str:
        return self.name or ", ".join(f"{key} {value}" for key, value in self.at.items()) or self.experiment.title


def cell_experiment(
    rules: Game[Any],
    *,
    scenario: str | None = None,
    players: int | None = None,
    bots: Sequence[str] | None = None,
    options: Mapping[str, str] | None = None,
    level: str | None = None,
    edition: str = "",
    position: Path | None = None,
    games: int = 1000,
    seed: str = "1",
    automas: Mapping[str, str] | None = None,
    roles: Mapping[str, str] | None = None,
) -> Experiment:
    """What is left out is as usual; a scenario may also be a file of somebody's own. Raises a PlayerError."""
    chosen = options_in(rules, edition, options or {})
    if level is not None:
        if LEVEL not in rules.rulings:
            raise BadOption(Text("option.no_levels", game=rules.name, bots=", ".join(rules.bots)))
        chosen = {**chosen, LEVEL: level}
    table, file = None, ""
    if scenario is not None and scenario not in rules.scenarios and is_file(scenario):
        rules.rulings.resolve(chosen)
        table, file, scenario = scenario_from(rules, Path(scenario), chosen), Path(scenario).name, None
    elif position is not None:
        rules.rulings.resolve(chosen)
        table, file = position_from(rules, position, chosen), position.name
    if table is not None:
        named = table.get("variant") or table.get("scenario")
        scenario = scenario or (named if named in rules.scenarios else None)
    scenario = scenario or rules.scenarios[0]
    if scenario not in rules.scenarios:
        raise BadSetup(Text("setup.unknown_scenario", scenario=scenario, known=", ".join(rules.scenarios)))
    if players is None:
        players = usual_seats(rules, scenario) if table is None else rules.position_seats(table)
    seats = seats_of(tuple(bots if bots is not None else (rules.automa,)), players)
    written = (automas or {}, roles or {})
    experiment = Experiment(rules.name, scenario, seats, chosen, games, seed, table, file, edition, *written)
    experiment.check()
    return experiment


def cells_of(asked: Asked, beside: Path) -> list[Cell]:
    """Every cell, checked; files of positions are looked for beside the experiment's. Raises a PlayerError."""
    rules = game_named(asked.game)
    found: list[Cell] = []
    made: dict[tuple[Any, ...], int] = {}
    automas = _automas(rules, asked, beside)
    for number, (at, name, cell) in enumerate(_asked_cells(asked, rules), 1):
        if number > MOST_CELLS:
            raise BadExperiment(Text("lab.file.many_cells", most=MOST_CELLS))
        seed = str(asked.seed) if asked.paired else f"{asked.seed}/{number}"
        try:
            experiment = _experiment(rules, asked, cell, beside, seed, automas)
        except PlayerError as error:
            label = name or ", ".join(f"{key} {value}" for key, value in at.items()) or asked.game
            raise BadExperiment(Text("lab.file.cell", number=number, cell=label, reason=error.text)) from error
        options = tuple(sorted(rules.rulings.resolve(experiment.options).items()))
        written = tuple(sorted(experiment.roles.items())), tuple(sorted(experiment.automas.items()))
        same = (experiment.title, experiment.seats, options, written)
        if same in made:
            raise BadExperiment(Text("lab.file.same_cells", one=made[same], other=number))
        made[same] = number
        found.append(Cell(number, experiment, at, name))
    return _by_parameter(found)


def _automas(rules: Game[Any], asked: Asked, beside: Path) -> dict[str, str]:
    """The texts of the files of automas, by their ids; raises a PlayerError."""
    found: dict[str, str] = {}
    for name in asked.automas:
        try:
            text = content_of(beside / name).decode("utf-8-sig")
        except OSError as error:
            raise BadExperiment(Text("lab.file.automa", file=name, reason=reason_of(error))) from error
        except UnicodeDecodeError as error:
            line = error.object.count(b"\n", 0, error.start) + 1
            raise BadExperiment(Text("position.not_utf8", file=name, line=line)) from error
        found[sheet_from(rules, text, found).id] = text
    return found


def _experiment(
    rules: Game[Any], asked: Asked, cell: CellAsked, beside: Path, seed: str, automas: Mapping[str, str]
) -> Experiment:
    games = (cell.games or asked.games) if asked.until is None else asked.until.most
    scenario = cell.scenario or asked.scenario
    if scenario is not None and scenario not in rules.scenarios and is_file(scenario):
        scenario = str(beside / scenario)
    position = cell.position or asked.position
    bots, roles = cell.bots or asked.bots, {**asked.roles, **cell.roles}
    played = [*(read_spec(seat).automa for seat in bots or ()), *roles.values()]
    return cell_experiment(
        rules,
        scenario=scenario,
        players=cell.players if cell.players is not None else asked.players,
        bots=bots,
        options={**asked.options, **cell.options},
        level=cell.difficulty or asked.difficulty,
        edition=cell.edition or asked.edition or "",
        position=beside / position if position else None,
        games=games,
        seed=seed,
        automas=_turned(rules, automas, played, {**asked.knobs, **cell.knobs}),
        roles=roles,
    )


def _turned(
    rules: Game[Any], automas: Mapping[str, str], played: Sequence[str], knobs: Mapping[str, int]
) -> dict[str, str]:
    """The texts of the automas with these numbers for their knobs; raises BadExperiment."""
    found, known = dict(automas), dict[str, Knob]()
    if not knobs:
        return found
    for id in dict.fromkeys(id for id in played if id):
        sheet = sheet_from(rules, automas[id], automas) if id in automas else shipped_sheets(rules).get(id)
        if sheet is None:
            continue  # the table itself says that there is no such automa
        own = own_knobs(sheet)
        known |= own
        found[id] = turned_text(rules, sheet, {name: value for name, value in knobs.items() if name in own})
    for name, value in knobs.items():
        if name not in known:
            raise BadExperiment(Text("lab.file.knob", knob=name, known=", ".join(known) or Text("lab.file.no_knobs")))
        if not known[name].least <= value <= known[name].most:
            least, most = known[name].least, known[name].most
            raise BadExperiment(Text("lab.file.range", field=f"knobs.{name}", value=str(value), least=least, most=most))
    return found


def _asked_cells(asked: Asked, rules: Game[Any]) -> Iterator[tuple[dict[str, str], str, CellAsked]]:
    """By what each differs, its name, and what it sets."""
    if asked.cells:
        for number, cell in enumerate(asked.cells, 1):
            yield {"cell": cell.name or str(number)}, cell.name or str(number), cell
        return
    grid = asked.grid
    ways: list[tuple[str, list[Any]]] = [
        ("scenario", list(rules.scenarios) if grid.scenario == "all" else list(grid.scenario or ())),
        ("position", list(grid.position or ())),
        ("players", [] if grid.players == "all" else list(grid.players or ())),
        ("difficulty", _levels(rules) if grid.difficulty == "all" else list(grid.difficulty or ())),
        ("edition", list(rules.editions) if grid.edition == "all" else list(grid.edition or ())),
        ("bots", list(grid.bots or ())),
        *((f"options.{id}", list(values)) for id, values in grid.options.items()),
        *((f"roles.{role}", list(values)) for role, values in grid.roles.items()),
        *((f"knobs.{name}", list(values)) for name, values in grid.knobs.items()),
    ]
    ways = [(key, values) for key, values in ways if values]
    for values in product(*(values for _, values in ways)):
        chosen = dict(zip((key for key, _ in ways), values, strict=True))
        options = {key.removeprefix("options."): value for key, value in chosen.items() if key.startswith("options.")}
        roles = {key.removeprefix("roles."): value for key, value in chosen.items() if key.startswith("roles.")}
        knobs = {key.removeprefix("knobs."): value for key, value in chosen.items() if key.startswith("knobs.")}
        plain = {key: value for key, value in chosen.items() if "." not in key}
        cell = CellAsked(options=options, roles=roles, knobs=knobs, **plain)
        at = {_short(key, chosen): _word(value) for key, value in chosen.items()}
        if grid.players != "all":
            yield at, "", cell
            continue
        for count in rules.seat_counts(cell.scenario or asked.scenario or rules.scenarios[0]):
            yield {**at, "players": str(count)}, "", replace(cell, players=count)


def _short(way: str, ways: Collection[str]) -> str:
    """`knobs.bold` -> `bold`; one that is called like something else that may differ keeps its whole name."""
    _, dot, name = way.partition(".")
    alone = sum(other.partition(".")[2] == name for other in ways) == 1
    return name if dot and alone and name not in PLAIN else way


def _levels(rules: Game[Any]) -> list[str]:
    return list(rules.rulings[LEVEL].values) if LEVEL in rules.rulings else ["all"]


def _word(value: Any) -> str:
    return ",".join(value) if isinstance(value, list) else str(value)


def _by_parameter(cells: list[Cell]) -> list[Cell]:
    """Bots that differ in one number only (`search:iterations=100`) make a sweep over this number."""
    bots = [cell.at.get("bots") for cell in cells]
    if None in bots or len(set(bots)) < 2:
        return cells
    specs = [[read_spec(seat) for seat in split_seats(str(one))] for one in bots]
    keys = {key for some in specs for spec in some for key in spec.parameters}
    plain = {tuple((spec.name, spec.automa) for spec in some) for some in specs}
    if len(keys) != 1 or len(plain) != 1:
        return cells
    (key,) = keys
    name = key if key not in cells[0].at and key not in PLAIN else f"bots.{key}"
    values = [{spec.parameters[key] for spec in some if key in spec.parameters} for some in specs]
    if any(len(some) != 1 for some in values):
        return cells
    return [
        replace(cell, at={**{k: v for k, v in cell.at.items() if k != "bots"}, name: next(iter(value))})
        for cell, value in zip(cells, values, strict=True)
    ]
