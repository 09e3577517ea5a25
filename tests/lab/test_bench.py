"""The shape of what `kempelen bench` says; not how fast anything is."""

import json

import pytest

NUMBERS = {
    "saboteur.random": {"us_per_decision", "us_per_decision_best", "games_per_cpu_s", "decisions", "games"},
    "saboteur.automa": {"us_per_decision", "us_per_decision_best", "games_per_cpu_s", "decisions", "games"},
    "saboteur.tracing": {"ratio", "ratio_worded", "steps_per_decision", "decisions"},
    "saboteur.strict": {"ratio", "us_per_decision", "decisions", "games"},
    "saboteur.clone": {"us_per_copy", "copies"},
    "saboteur.view": {"us_per_view", "views"},
    "saboteur.session": {"us_per_input", "us_per_answer", "inputs", "decisions", "games"},
}


def test_one_json_object_a_line(kempelen):
    said = kempelen("bench", "saboteur", "--json", "-n", 1, "--runs", 1)
    assert said.status == 0
    found = {row.pop("name"): row for row in map(json.loads, said.out.splitlines())}
    assert {name: row.keys() - {"python", "cpus"} for name, row in found.items()} == NUMBERS
    assert all(value > 0 for row in found.values() for name, value in row.items() if name != "python")
    assert all("Python" in row["python"] for row in found.values())


def test_a_table_in_both_languages(kempelen):
    for lang, word in (("en", "CPU time"), ("de", "Rechenzeit")):
        said = kempelen("bench", "saboteur", "-n", 1, "--runs", 1, "--lang", lang)
        assert word in said.out
        assert all(name in said.out for name in NUMBERS)


@pytest.mark.parametrize("words", [("chess",), ("saboteur", "-n", "0"), ("saboteur", "--runs", "x")])
def test_bad_inputs_are_refused_in_one_line(kempelen, words):
    said = kempelen("bench", *words)
    assert (said.status, said.out, len(said.err.splitlines())) == (2, "", 1)
