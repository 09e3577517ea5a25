"""All charts, lists and procedures of a game's automa as text; `scripts/automas.py` keeps them beside this file."""

from collections.abc import Iterator
from dataclasses import fields
from typing import Any

from kempelen.behaviour.chart import Chart
from kempelen.behaviour.priorities import Priorities
from kempelen.behaviour.procedure import Procedure
from kempelen.behaviour.targets import Targets
from kempelen.engine.game import Game, game_named

__all__ = ["GAMES", "described"]

GAMES = ("saboteur", "tactics", "undaunted", "universalis")
NUMBERS = {"wandering": ("X", 0, 3)}


def described(name: str) -> str:
    """With the defaults, and whatever else every value of an option changes."""
    game = game_named(name)
    usual = dict(_all(game, {}))
    lines = [line for block in usual.values() for line in block]
    for id, ruling in game.rulings.items():
        for value in list(ruling.values)[1:]:
            for key, block in _all(game, {id: value}):
                if block != usual[key]:
                    lines += [f"-- with {id}={value}", *block]
    return "\n".join(lines) + "\n"


def _all(game: Game[Any], options: dict[str, str]) -> Iterator[tuple[str, list[str]]]:
    assert game.automas is not None
    sheet = game.automas.sheet
    made = sheet.made(game.rulings.resolve(options))
    for chart in made.charts.values():
        yield f"chart {chart.name}", list(_chart(chart))
    for text in made.lists.values():
        yield f"list {text.name}", list(_list(text))
    for targets in made.targets.values():
        yield f"targets {targets.name}", list(_targets(targets))
    for kind, name in sheet.parts:
        if kind == "procedure":
            for number in NUMBERS.get(name, ("",)):
                yield f"procedure {name} {number}", list(_procedure(made.procedure(name, number)))
    yield "orders", [f"{name}: {things}" for name, things in (*sheet.orders.items(), *sheet.numbers.items())]


def _chart(chart: Chart) -> Iterator[str]:
    yield f"chart {chart.name}: {chart.cite}, {chart.die}, outside {chart.outside}, last {chart.last}"
    yield f"  rulings {dict(chart.rulings)}, readings {', '.join(chart.readings)}, public {chart.notes.rolled.public}"
    yield f"  looked at: {', '.join(chart.looked)}; aimed: {', '.join(sorted(chart.aimed))}"
    for ask in chart.asks:
        about = " ".join([ask.question.name, *map(str, ask.about)])
        yield f"  {ask.item} {about} yes {_effects(ask.yes)} no {_effects(ask.no)} {ask.rulings} {ask.numbered}"
    for row in chart.rows:
        yield f"  {row}"
    for line in chart.otherwise:
        yield f"  {line}"


def _effects(effects: Any) -> list[str]:
    return [" ".join([type(one).__name__, *(str(getattr(one, of.name)) for of in fields(one))]) for one in effects]


def _list(text: Priorities) -> Iterator[str]:
    yield f"list {text.name}: {text.cite}"
    for line in text.lines:
        yield f"  {line.item} {line.name} {line.how}".rstrip()


def _targets(table: Targets) -> Iterator[str]:
    yield f"targets {table.name}: {table.document} / {table.section}, margin {table.margin} {table.sign}"
    for line in table.lines:
        parts = [(name, wanted) for name, wanted, _ in line.parts]
        measures = [(name, sign) for name, sign, _ in line.measures]
        kinds = sorted(line.kinds) if line.kinds is not None else "all"
        yield f"  {line.item} {kinds} {parts} {measures} at once {line.at_once}"


def _procedure(text: Procedure) -> Iterator[str]:
    yield f"procedure {text.name}: {text.cite}, {text.title}"
    for line, place in zip(text.done, text.places, strict=True):
        yield f"  {place}: {line.write()}"
    for kind, name, facts, jump, number in text.program:
        yield f"  op {kind} {name if isinstance(name, str) else name.title} {facts} {jump} {number}"
