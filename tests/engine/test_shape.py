"""Plain data as dataclasses: the types they are declared with, and nothing else."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

import pytest

from kempelen.engine.errors import BadPosition
from kempelen.engine.files.position import shaped
from kempelen.engine.files.shape import Fault, read_as


@dataclass(slots=True)
class Inner:
    name: str
    far: float = 0


@dataclass(slots=True)
class Outer:
    n: int
    on: bool = False
    way: Literal["up", "down"] = "up"
    cards: int | list[str] = 0
    inner: Inner | None = None
    rows: list[Inner] = field(default_factory=list)
    table: dict[str, list[int]] = field(default_factory=dict)
    any: Any = None


def faults(**data):
    found: list[Fault] = []
    assert read_as(Outer, data, found) is None
    return [(".".join(map(str, fault.path)), fault.kind) for fault in found]


def test_everything_that_fits():
    data = {"n": 1, "cards": ["a"], "inner": {"name": "x", "far": 2}, "rows": [{"name": "y"}], "table": {"k": [1]}}
    found = shaped(Outer, data | {"way": "down", "on": True, "any": {"whatever": [None]}})
    assert found == Outer(1, True, "down", ["a"], Inner("x", 2.0), [Inner("y")], {"k": [1]}, {"whatever": [None]})
    assert isinstance(found.inner.far, float)
    assert shaped(Outer, {"n": 1, "inner": None}).inner is None


@pytest.mark.parametrize(
    ("data", "wrong"),
    [
        ({}, [("n", "missing")]),
        ({"n": True}, [("n", "number")]),
        ({"n": 1.0}, [("n", "number")]),
        ({"n": "1"}, [("n", "number")]),
        ({"n": 1, "on": 1}, [("on", "truth")]),
        ({"n": 1, "way": "left"}, [("way", "value")]),
        ({"n": 1, "way": ["up"]}, [("way", "value")]),
        ({"n": 1, "cards": "a"}, [("cards", "number"), ("cards", "list")]),
        ({"n": 1, "cards": ["a", 2]}, [("cards", "number"), ("cards.1", "text")]),
        ({"n": 1, "inner": []}, [("inner", "table")]),
        ({"n": 1, "inner": {"name": "x", "far": 10**400}}, [("inner.far", "value")]),
        ({"n": 1, "inner": {"far": "x"}}, [("inner.name", "missing"), ("inner.far", "value")]),
        ({"n": 1, "rows": [{"name": "a"}, {"name": 1}]}, [("rows.1.name", "text")]),
        ({"n": 1, "table": {"k": [None]}}, [("table.k.0", "number")]),
        ({"n": 1, "more": 1, "on": None}, [("on", "truth"), ("more", "unknown")]),
    ],
)
def test_what_does_not(data, wrong):
    assert faults(**data) == wrong


@pytest.mark.parametrize(
    ("data", "key", "at"),
    [
        ({"n": 1, "inner": {}}, "position.missing", "inner.name"),
        ({"n": 1, "rows": [{"name": "a", "nmae": "b"}]}, "position.unknown_field", "rows.1.nmae"),
        ({"n": 1, "cards": ["a", 2]}, "position.wrong_type", "cards.2"),
        ({"n": 1, "way": "left"}, "position.wrong_value", "way"),
    ],
)
def test_the_first_fault_is_said_with_its_field(data, key, at):
    with pytest.raises(BadPosition) as caught:
        shaped(Outer, data)
    assert (caught.value.text.key, dict(caught.value.text.fields)["field"]) == (key, at)


@pytest.mark.parametrize("data", [{"n": 1, "any": "\ud800"}, {"n": 1, ("a", "b"): 2}])
def test_what_is_no_plain_data(data):
    with pytest.raises(BadPosition) as caught:
        shaped(Outer, data)
    assert caught.value.text.key == "position.no_data"


def test_a_type_that_no_file_can_hold_is_the_authors_mistake():
    @dataclass
    class Strange:
        it: set

    Strange.__annotations__["it"] = set
    with pytest.raises(TypeError):
        read_as(Strange, {"it": []}, [])
