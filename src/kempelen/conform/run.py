"""Running cases through the adapter of their game."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeAlias

from kempelen.conform.cases import CaseFile, Unreadable
from kempelen.conform.compare import Compare, Possible, compare_outcomes, differing, same, shown
from kempelen.conform.facts import Facts, Misunderstood, table
from kempelen.engine.errors import PlayerError
from kempelen.engine.game import Game, game_named
from kempelen.engine.player import Player
from kempelen.engine.table import Seat, Table
from kempelen.engine.tables.odds import odds
from kempelen.text.say import Text

__all__ = ["Adapter", "Case", "Verdict", "possible", "run_case", "run_file"]

LABELS = frozenset(
    {"id", "kind", "title", "note", "comment", "why", "cite", "source", "rules", "readings", "basis", "depends"}
    | {"status", "tags", "optional"}
)
"""Keys of a case without effect on its answers."""

CRASHES = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    RuntimeError,
    StopIteration,
    TypeError,
    ValueError,
)
"""What a bug in the rules may raise: the case fails, the run goes on."""

Answers: TypeAlias = Mapping[str, Any]
"""By name: a value, or a function without arguments that is called only if the case asks. May be a `Possible`."""


@dataclass(slots=True)
class Case:
    """One question: a case, or one row of it."""

    kind: str
    facts: Facts
    """What is given. A kind reads all of it before it returns its answers."""
    expect: dict[str, Any]
    """What must come out; empty in a row, where it is what remains of the facts."""
    options: Mapping[str, str] = field(default_factory=dict)
    """The value of every option of the game."""
    head: Mapping[str, Any] = field(default_factory=dict)
    """What the file says of all its cases."""
    background: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """By kind: cases of the file that are no tests, such as a map."""


@dataclass(frozen=True, slots=True)
class Adapter:
    """How a game answers worked examples; each game's module `conform` exposes one as `ADAPTER`."""

    kinds: Mapping[str, Callable[[Case], Answers]]
    compare: Mapping[str, Compare] = field(default_factory=dict)
    """Answers that are not compared with `same`."""
    head: frozenset[str] = frozenset()
    """Keys that may stand at the head of a file."""
    background: frozenset[str] = frozenset()
    """Kinds that are no tests; they are not counted."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a case came out: no problems is a pass."""

    path: Path
    line: int
    id: str
    problems: tuple[Text, ...]


def possible(
    game: Game[Any],
    state: Any,
    act: Callable[[Any, Table], Any],
    players: Mapping[Seat, Player] | None = None,
) -> Possible:
    """Everything that `act(state, table)` can return, whatever chance brings; equal results are joined.

    Whatever a player chooses meanwhile is looked up in the legal list.
    """
    found: dict[str, Any] = {}

    def told(copy: Any, at: Table) -> str:
        result = act(copy, at)
        text = repr(result)
        found[text] = result
        return text

    chances = odds(game, state, told, players=players, strict=True)
    return Possible(tuple((found[str(text)], p) for text, p in chances.items()))


def run_file(file: CaseFile, chosen: Mapping[str, str]) -> list[Verdict]:
    """Every case of a file; raises Unreadable if nobody can run it, BadOption for an unknown option."""
    game, adapter = _adapter_of(file)
    if unknown := sorted(file.head.keys() - adapter.head - LABELS):
        raise Unreadable(file.path, 1, Text("conform.unknown_field", field=unknown[0]))
    own = {id: value for id, value in chosen.items() if ":" not in id or id.startswith(f"{game.name}:")}
    options = game.rulings.resolve(own)
    background: dict[str, Mapping[str, Any]] = {}
    tests: list[tuple[int, Any]] = []
    for line, raw in file.cases:
        kind = raw.get("kind") if isinstance(raw, Mapping) else None
        if isinstance(kind, str) and kind in adapter.background:
            background[kind] = raw
        else:
            tests.append((line, raw))
    return [
        Verdict(file.path, line, _id_of(raw), tuple(run_case(adapter, raw, options, file.head, background)))
        for line, raw in tests
    ]


def _id_of(raw: Any) -> str:
    return str(raw.get("id", "?")) if isinstance(raw, Mapping) else "?"


def _adapter_of(file: CaseFile) -> tuple[Game[Any], Adapter]:
    try:
        game = game_named(file.game)
    except PlayerError as error:
        raise Unreadable(file.path, file.game_line, error.text) from None
    name = f"{game.package}.conform"
    if find_spec(name) is None:
        raise Unreadable(file.path, file.game_line, Text("conform.no_adapter", game=game.name))
    adapter: Adapter = import_module(name).ADAPTER
    return game, adapter


def run_case(
    adapter: Adapter,
    raw: Any,
    options: Mapping[str, str],
    head: Mapping[str, Any],
    background: Mapping[str, Mapping[str, Any]],
) -> list[Text]:
    """What is wrong with a case; nothing if it passes."""
    try:
        return list(_problems(adapter, raw, options, head, background))
    except Misunderstood as error:
        return [error.text]
    except PlayerError as error:
        return [Text("conform.refused", reason=error.text)]
    except CRASHES as error:
        at = traceback.extract_tb(error.__traceback__)[-1]
        place = f"{Path(at.filename).name}:{at.lineno}"
        said = " ".join(f"{type(error).__name__}: {error}".split())
        return [Text("conform.crashed", error=said, place=place)]


def _problems(
    adapter: Adapter,
    raw: Any,
    options: Mapping[str, str],
    head: Mapping[str, Any],
    background: Mapping[str, Mapping[str, Any]],
) -> Iterator[Text]:
    fields = table(raw, "case")
    if "id" not in fields:
        yield Text("conform.missing", field="id")
    kind = fields.get("kind")
    if not isinstance(kind, str) or kind not in adapter.kinds:
        yield Text("conform.unknown_kind", kind=shown(kind), known=", ".join(adapter.kinds))
        return
    given = {key: value for key, value in fields.items() if key not in LABELS}
    rows = given.pop("rows", None)
    expected = given.pop("expect", None)
    # A kind with a single answer may expect a bare list.
    expect = {"expect": expected} if isinstance(expected, list) else dict(table(expected or {}, "expect"))
    if "outcomes" in given:
        expect["outcomes"] = given.pop("outcomes")
    given |= table(given.pop("given", None) or {}, "given")

    def case(facts: Mapping[str, Any]) -> Case:
        return Case(kind, Facts(facts), dict(expect), options, head, background)

    if rows is None:
        yield from _answered(adapter, case(given))
        return
    for n, row in enumerate(_rows(rows), 1):
        for problem in _answered(adapter, case({**given, **row}), row):
            yield Text("conform.in_row", n=n, problem=problem)


def _rows(rows: Any) -> Sequence[Mapping[str, Any]]:
    if not isinstance(rows, list) or not rows:
        raise Misunderstood(Text("conform.nothing_expected"))
    return [table(row, f"rows[{n}]") for n, row in enumerate(rows, 1)]


def _answered(adapter: Adapter, case: Case, row: Mapping[str, Any] | None = None) -> Iterator[Text]:
    """Ask the kind's question and compare what the case expects."""
    answers = adapter.kinds[case.kind](case)
    for name in case.facts.unread():
        if row is not None and name in row:
            case.expect[name] = row[name]
        else:
            yield Text("conform.unknown_field", field=name)
    if not case.expect:
        yield Text("conform.nothing_expected")
    for name, expected in case.expect.items():
        if name not in answers:
            yield Text("conform.no_answer", name=str(name), known=", ".join(answers))
            continue
        came = answers[name]() if callable(answers[name]) else answers[name]
        if name == "outcomes" and isinstance(came, Possible):
            yield from compare_outcomes(expected, came)
            continue
        came_all = came.values if isinstance(came, Possible) else [came]
        equal = adapter.compare.get(name, same)
        if not all(equal(expected, one) for one in came_all):
            yield _differs(name, expected, came_all)


def _differs(name: str, expected: Any, came: Sequence[Any]) -> Text:
    if len(came) == 1:
        expected, only = differing(expected, came[0])
        came = [only]
    return Text("conform.differs", name=name, expected=shown(expected), came=tuple(map(shown, came)))
