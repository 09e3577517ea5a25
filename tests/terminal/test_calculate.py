"""`kempelen odds GAME CALCULATION`, and the same asked for at the companion."""

from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_shot_from_the_command_line(kempelen, lang):
    words = ("--shooter", "voss", "--distance", 40, "--target", "marga", "--cover", 2, "--fast", "--lang", lang)
    run = kempelen("odds", "universalis", "shot", *words)
    assert run.status == 0
    assert run.out.splitlines()[0] == {"en": "Hits with 0.0 % (0).", "de": "Trifft mit 0,0 % (0)."}[lang]
    assert "(R238)" in run.out


def test_the_list_and_the_options(kempelen):
    run = kempelen("odds", "universalis")
    assert run.status == 0
    for name in ("shot", "wound", "melee", "panic", "scatter", "reconnoitre"):
        assert f"kempelen odds universalis {name}" in run.out
    run = kempelen("odds", "universalis", "panic", "--lang", "de")
    assert run.status == 0
    assert "--friends-just-out N" in run.out
    assert "-1" not in run.out


def test_words_that_are_not_known(kempelen):
    assert "reconnoitre" in kempelen("odds", "universalis", "guess").err
    assert "--distance" in kempelen("odds", "universalis", "shot", "--far", 3).err
    for words in (("saboteur", "shot"), ("saboteur", "--far", 3), ("universalis", "--far", 3)):
        run = kempelen("odds", *words)
        assert run.status == 2
        assert len(run.err.splitlines()) <= 2  # the second says what was perhaps meant
    assert "--far" in kempelen("odds", "saboteur", "--far", 3).err


def test_models_of_a_roster_may_be_named(kempelen, tmp_path):
    file = tmp_path / "mine.toml"
    kempelen("roster", "new", "--faction", "mine", "-o", file)
    run = kempelen("odds", "universalis", "shot", "--shooter", "first", "--roster", file, "--distance", 5)
    assert run.status == 0
    assert "FK 2" in run.out
    file.write_text("models = []")
    assert "mine.toml: models" in kempelen("odds", "universalis", "shot", "--fast", "--roster", file).err


@pytest.mark.parametrize("lang", ["en", "de"])
def test_asked_one_after_the_other(kempelen, lang):
    key = {"en": "s", "de": "s"}[lang]
    typed = f"{key}\nvoss\n2\n40\nmarga\n1\n\nq\n"
    run = kempelen("companion", "universalis", "--lang", lang, typed=typed)
    assert run.status == 0
    assert {"en": "▶ Hits with", "de": "▶ Trifft mit"}[lang] in run.out
    assert "(R238)" in run.out


def test_more_options_than_keys(kempelen):
    """The twelfth circumstance is chosen by its number."""
    run = kempelen("companion", "universalis", typed="s\nvoss\n1\n10\nmarga\n1\n12\n2\n\nq\n")
    assert "(R254)" in run.out


@pytest.mark.parametrize("page", ["en/universalis-calculators.md", "de/universalis-rechner.md"])
def test_the_example_of_the_handbook(kempelen, page):
    """What the handbook shows is what comes."""
    lines = (DOCS / page).read_text("utf-8").splitlines()
    start = next(n for n, line in enumerate(lines) if line.startswith("    $ kempelen "))
    shown = [line[4:] for line in lines[start + 1 : lines.index("", start)]]
    run = kempelen(*lines[start].removeprefix("    $ kempelen ").split())
    assert run.out.splitlines() == shown


@pytest.mark.parametrize(
    ("lang", "shown", "typed"),
    [
        ("de", "leichtes MG", "Leichtes MG"),
        ("de", "Jagdbüchse", "jagdbuechse"),
        ("en", "hunting rifle", "hunting rifle"),
    ],
)
def test_options_are_named_and_typed_in_the_words_that_are_shown(kempelen, lang, shown, typed):
    """An id is understood as well; none is shown where a word says the same."""
    shot = ("odds", "universalis", "shot", "--lang", lang)
    assert shown in " ".join(kempelen(*shot).out.split())
    refused = kempelen(*shot, "--weapon", "foo")
    assert refused.status == 2
    assert shown in refused.err
    assert "hunting_rifle" not in refused.err
    assert kempelen(*shot, "--weapon", typed).status == 0
    assert kempelen(*shot, "--weapon", "hunting_rifle").status == 0
