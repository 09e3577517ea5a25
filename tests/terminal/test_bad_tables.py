"""Undaunted: a table that cannot be, and a die that has no such face. Place and remedy are named, nothing changes."""

from contextlib import closing

import pytest

from kempelen.engine.files.position import position_text
from kempelen.store import Store
from tests.games.undaunted.tables import position

TWICE = {
    "en": "bad.toml: us.counters.C2.1: rifleman-A stands on C1 already. "
    "A unit has one counter; remove it from one of the two tiles.",
    "de": "bad.toml: us.counters.C2.1: rifleman-A steht schon auf C1. "
    "Eine Einheit hat einen Spielmarker; nimm ihn von einem der beiden Felder weg.",
}
ELEVEN = {
    "en": "“11” is not possible. Give a number from 1 to 10.",
    "de": "„11“ geht nicht. Nenne eine Zahl von 1 bis 10.",
}


@pytest.fixture
def table(tmp_path):
    def write(us, de=None):
        file = tmp_path / "bad.toml"
        file.write_text(position_text(position(us, de), file.name), "utf-8")
        return file

    return write


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize(
    "words", [("play", "undaunted"), ("companion", "undaunted"), ("odds", "undaunted", "--card", "rifleman-A")]
)
def test_a_unit_in_two_places(kempelen, table, words, lang):
    file = table({"hand": ["rifleman-A"], "counters": {"C1": ["rifleman-A"], "C2": ["rifleman-A"]}})
    run = kempelen(*words, "--position", file, "--lang", lang)
    assert (run.status, run.out) == (2, "")
    assert run.err.strip() == TWICE[lang]
    with closing(Store()) as store:
        assert not store.games()


@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_unit_in_two_places_by_a_correction(kempelen, record, lang):
    """On a tracked table it is refused too, and the table stays as it was."""
    word = {"en": "correct", "de": "berichtige"}[lang]
    typed = f'{word} us.counters.C2=["rifleman-A"]\nquit\n'
    run = kempelen("companion", "undaunted", "--scenario", "first", "--seed", 1, "--lang", lang, typed=typed)
    assert run.status == 0
    assert TWICE[lang].split(": ", 2)[2].split(". ")[1] in run.out.replace("\n", " ")
    assert not [row for row in record("undaunted-1").rows if row.kind == "set"]


@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_die_of_eleven_at_a_tracked_table(kempelen, record, table, lang):
    us = {"hand": ["rifleman-A"], "counters": {"C2": ["rifleman-A"]}, "scouted": ["C2"]}
    file = table(us, {"hand": 3, "deck": {"rifleman-A": 3}})
    words = ("--position", file, "--humans", "de", "--dice", "table", "--lang", lang)
    run = kempelen("companion", "undaunted", *words, typed="11\nquit\n")
    assert run.status == 0
    assert ELEVEN[lang] in run.out
    assert not record("undaunted-1").rows


@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_die_of_eleven_for_the_adviser(kempelen, lang):
    no = {"en": "n", "de": "n"}[lang]
    typed = "\n".join(["4", *[no] * 5, "11", "5", "q", ""])
    run = kempelen("companion", "undaunted", "--lang", lang, typed=typed)
    refused, then, after = run.out.partition(ELEVEN[lang])
    assert then
    assert "▶" not in refused
    assert "▶" in after


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("rolls", ["[11]", "[0]", "[5, -1]"])
def test_a_die_of_eleven_in_a_worked_example(kempelen, tmp_path, lang, rolls):
    file = tmp_path / "cases.yaml"
    case = f"{{id: X, kind: decide, card: RIFLEMAN, facts: {{}}, rolls: {rolls}, expect: {{action: ATTACK}}}}"
    file.write_text(f"game: undaunted\ncases:\n- {case}\n", "utf-8")
    run = kempelen("conform", file, "--lang", lang)
    assert run.status == 1
    assert "rolls[" in run.out
    assert "1..10" in run.out
