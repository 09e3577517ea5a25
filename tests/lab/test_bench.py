"""The shape of what `kempelen bench` says; not how fast anything is."""

import json

import pytest

from kempelen.lab.bench import Measured, in_units
from kempelen.lab.unit import _four, play_unit

NUMBERS = {
    "unit": {"us_per_action", "actions"},
    "saboteur.random": {"us_per_decision", "us_per_decision_best", "games_per_cpu_s", "decisions", "games", "units"},
    "saboteur.automa": {"us_per_decision", "us_per_decision_best", "games_per_cpu_s", "decisions", "games", "units"},
    "saboteur.tracing": {"ratio", "ratio_worded", "steps_per_decision", "decisions"},
    "saboteur.strict": {"ratio", "us_per_decision", "decisions", "games"},
    "saboteur.clone": {"us_per_copy", "copies", "units"},
    "saboteur.view": {"us_per_view", "views", "units"},
    "saboteur.session": {"us_per_input", "us_per_answer", "inputs", "decisions", "games", "units"},
}


def test_one_json_object_a_line(kempelen):
    said = kempelen("bench", "saboteur", "--json", "-n", 1, "--runs", 1)
    assert said.status == 0
    found = {row.pop("name"): row for row in map(json.loads, said.out.splitlines())}
    assert {name: row.keys() - {"python", "cpus"} for name, row in found.items()} == NUMBERS
    assert all(value > 0 for row in found.values() for name, value in row.items() if name != "python")
    assert all("Python" in row["python"] for row in found.values())


def test_every_time_also_as_a_multiple_of_the_unit():
    measure = Measured("unit", {"us_per_action": 2.0, "actions": 10})
    assert in_units(Measured("x.view", {"us_per_view": 5.0, "views": 3}), measure) == 2.5
    assert in_units(Measured("x.tracing", {"ratio": 1.2}), measure) is None


def test_the_unit_is_connect_four():
    """Every game has 7 to 42 actions, the same ones every time."""
    assert play_unit(50) == play_unit(50)
    assert 50 * 7 <= play_unit(50) <= 50 * 42

    def stones(*places):
        return sum(1 << (column * 7 + row) for column, row in places)

    for up, along in ((1, 0), (0, 1), (1, 1), (-1, 1)):
        line = [(2 + along * n, (3 if up < 0 else 1) + up * n) for n in range(4)]
        assert _four(stones(*line))
        assert not _four(stones(*line[:3]))
    assert not _four(stones((0, 4), (0, 5), (1, 0), (1, 1)))  # a line does not go on in the next column


def test_a_table_in_both_languages(kempelen):
    for lang, word in (("en", "CPU time"), ("de", "Rechenzeit")):
        said = kempelen("bench", "saboteur", "-n", 1, "--runs", 1, "--lang", lang)
        assert word in said.out
        assert all(name in said.out for name in NUMBERS)


@pytest.mark.parametrize("words", [("chess",), ("saboteur", "-n", "0"), ("saboteur", "--runs", "x")])
def test_bad_inputs_are_refused_in_one_line(kempelen, words):
    said = kempelen("bench", *words)
    assert (said.status, said.out, len(said.err.splitlines())) == (2, "", 1)
