"""`kempelen automa compare -o`, `print --heat`, `tune` and `share`."""

import pytest

from kempelen.engine.game import game_named
from kempelen.lab.stats.shares import Interval
from kempelen.parts.automas import shipped_sheets
from kempelen.terminal.workbench.comparing import WIDTH, interval_bar

HIDDEN = shipped_sheets(game_named("saboteur"))["hidden-saboteur"]
FEW = ("-n", 12, "--workers", 1)


def test_compare_writes_one_page_beside_what_it_says(kempelen, tmp_path):
    page = tmp_path / "report.html"
    done = kempelen("automa", "compare", "hidden-saboteur", *FEW, "-o", page)
    assert done.status == 0
    assert "Hidden Saboteur compared with Computer players" in done.out
    text = page.read_text("utf-8")
    assert text.startswith("<!DOCTYPE html>")
    assert "kempelen automa compare hidden-saboteur --games 12 --seed 1" in text
    again = kempelen("automa", "compare", "hidden-saboteur", *FEW, "-o", page)
    assert again.status == 2
    assert page.read_text("utf-8") == text
    assert kempelen("automa", "compare", "hidden-saboteur", *FEW, "-o", page, "--force", "--lang", "de").status == 0
    assert '<html lang="de">' in page.read_text("utf-8")


def test_that_no_game_changed_is_an_answer(kempelen):
    done = kempelen("automa", "compare", "saboteur-018", "-n", 5, "--workers", 1)
    assert "no game changed in 5; all went exactly alike" in " ".join(done.out.split())


@pytest.mark.parametrize(("low", "value", "high"), [(-1, 0, 1), (-0.1, 0.05, 0.2), (0.5, 0.6, 0.9), (0, 0, 0)])
def test_the_live_bar_shows_the_interval_around_none(low, value, high):
    bar = interval_bar(Interval(value, low, high))
    assert len(bar) == WIDTH
    assert bar.count("●") == 1
    if low > 0:
        assert set(bar[: WIDTH // 2]) == {"·"}
    if low == -1:
        assert "·" not in bar


@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_heat_map_is_printed(kempelen, tmp_path, lang):
    path = tmp_path / "heat.md"
    done = kempelen("automa", "print", "hidden-saboteur", "--heat", *FEW, "--lang", lang, "-o", path)
    assert done.status == 0
    text = path.read_text("utf-8")
    assert "█" in text
    assert {"en": "12 games of “With stone seekers”", "de": "12 Partien von „Mit Steinsuchern“"}[lang] in text
    assert "Fréderic Moyersoen" in text
    assert "█" not in kempelen("automa", "print", "hidden-saboteur", "--lang", lang).out
    pdf = tmp_path / "heat.pdf"
    assert kempelen("automa", "print", "hidden-saboteur", "--heat", *FEW, "--lang", lang, "-o", pdf).status == 0
    assert pdf.read_bytes().startswith(b"%PDF")


def test_tune_writes_the_file_with_another_number(kempelen, tmp_path):
    path = tmp_path / "tuned.automa"
    done = kempelen("automa", "tune", "hidden-saboteur", "--human", "0..100", *FEW, "-o", path)
    assert done.status == 0
    assert "in 12 fresh games the person wins" in " ".join(done.out.split())
    assert path.read_text("utf-8") == HIDDEN.text
    far = kempelen("automa", "tune", "hidden-saboteur", "--human", "1..2", *FEW, "--lang", "de")
    assert far.status == 1
    assert "nicht zu erreichen. Am nächsten liegt patience" in " ".join(far.out.split())


def test_tune_refuses_in_words(kempelen):
    for words, said in (
        (("saboteur-018",), "has no knobs of its own"),
        (("hidden-saboteur", "--knob", "bold"), "no knob “bold”"),
        (("hidden-saboteur", "--human", "x"), "no range from 0 to 100"),
        (("hidden-saboteur", "-n", "0"), "0"),
        (("hidden-saboteur", "--scenario", "moon"), "moon"),
    ):
        done = kempelen("automa", "tune", *words)
        assert done.status == 2, words
        assert said in " ".join(done.err.split())


def test_share_is_one_page_with_file_page_odds_heat_map_and_a_game(kempelen, tmp_path):
    page = tmp_path / "page.html"
    done = kempelen("automa", "share", "hidden-saboteur", *FEW, "-o", page)
    assert done.status == 0
    text = page.read_text("utf-8")
    for section in ("about", "page", "wins", "decisions", "game", "file", "repeat"):
        assert f'id="{section}-en"' in text, section
        assert f'id="{section}-de"' in text, section
    assert "patience = 3 in 0..10" in text
    assert 'download="hidden-saboteur.automa"' in text
    assert 'class="h"' in text
    assert "Hide the role at first" in text
    assert 'src="http' not in text


def test_the_next_position_where_they_differ(kempelen):
    first = kempelen("automa", "try", "hidden-saboteur", "--next", 1, "--scenario", "tu")
    assert first.status == 0
    assert "tu, game 3, decision 2:" in first.out
    assert "[hidden-saboteur 1 / sab / 1]" in " ".join(first.out.split())
    second = kempelen("automa", "try", "hidden-saboteur", "--next", 2)
    assert second.out != first.out
    assert "no such position" in " ".join(kempelen("automa", "try", "saboteur-018", "--next", 1).err.split())
    both = kempelen("automa", "try", "hunting-pack", "--next", 1, "--unit", "kraken", "--fact", "x=1", "--lang", "en")
    assert both.status == 2
    assert "Leave --unit and --fact out" in " ".join(both.err.split())


def test_a_record_is_asked_what_another_automa_would_have_done(kempelen, tmp_path):
    record = tmp_path / "game.jsonl"
    game = ("simulate", "undaunted", "-n", 1, "--scenario", "first", "--record", 1, record)
    assert kempelen(*game).status == 0
    done = kempelen("replay", record, "--automa", "bold-riflemen")
    assert done.status == 0
    assert "What “Bold Riflemen” would have done" in done.out
    assert "decisions of computer players would now be different" in " ".join(done.out.split())
    same = kempelen("replay", record, "--automa", "undaunted-ai-1.2")
    assert "would be the same today" in " ".join(same.out.split())
    assert kempelen("replay", record, "--automa", "hidden-saboteur").status == 2
    kempelen("simulate", "undaunted", "-n", 1, "--scenario", "first", "--bots", "random", "--record", 1, tmp_path / "r")
    assert "no seat is an automa" in " ".join(
        kempelen("replay", tmp_path / "r", "--automa", "bold-riflemen").err.split()
    )


def test_where_the_rules_play_the_units_of_a_record_are_asked(kempelen, tmp_path):
    record = tmp_path / "game.jsonl"
    assert kempelen("simulate", "tactics", "-n", 1, "--scenario", "kraken", "--record", 1, record).status == 0
    done = kempelen("replay", record, "--automa", "hunting-pack")
    said = " ".join(done.out.split())
    assert done.status == 0
    assert "What the units would have done by “Hunting Pack”" in said
    assert "activations would now be different" in said
    same = " ".join(kempelen("replay", record, "--automa", "a-kraken-that-summons-twice").out.split())
    assert "activations would be the same" in same  # it changes the turn, not what units do
    assert "shows in the games" in same
    record = tmp_path / "versus.jsonl"
    assert kempelen("simulate", "tactics", "-n", 1, "--scenario", "versus", "--record", 1, record).status == 0
    assert "could be asked anew" in " ".join(kempelen("replay", record, "--automa", "hunting-pack").err.split())


def test_where_the_rules_play_the_next_unit_that_differs(kempelen):
    found = kempelen("automa", "try", "hunting-pack", "--next", 1)
    said = " ".join(found.out.split())
    assert found.status == 0
    assert "is activated." in said
    assert "[hunting-pack 1 /" in said
    assert "[muhq-ai /" in said
    assert kempelen("automa", "try", "hunting-pack", "--next", 2).out != found.out


def test_the_adviser_goes_by_ones_own_automa(kempelen):
    own = kempelen("companion", "undaunted", "--automa", "bold-riflemen", typed="4\n?\nq\n")
    assert "Bold Riflemen" in own.out
    assert "Would CONTROL win now?" in own.out
    assert "bold-riflemen 1 / rifleman / 1" in own.out


def test_an_adviser_that_goes_by_no_automa_leaves_the_table_to_it(kempelen):
    """At a real table the automa plays; the calculators alone cannot be asked what it would do."""
    table = kempelen("companion", "universalis", "--automa", "careful-company", typed="q\n")
    assert table.status == 0, table.err
    assert "Automa: Careful Company." in table.out
    refused = kempelen("companion", "universalis", "--automa", "careful-company", "--adviser")
    assert refused.status == 2
    assert "goes by no automa" in " ".join(refused.err.split())


def test_check_plays_games_at_a_strict_table(kempelen):
    done = kempelen("automa", "check", "hidden-saboteur", "--play", 2)
    assert done.status == 0
    assert "2 games in each of 3 scenarios: everything it chose is legal" in " ".join(done.out.split())
    assert kempelen("automa", "check", "hidden-saboteur", "--play", "some").status == 2


def test_odds_of_a_game_without_automa_files_refuses_one(kempelen, monkeypatch):
    monkeypatch.setitem(vars(game_named("universalis")), "automas", None)
    done = kempelen("odds", "universalis", "shot", "--automa", "bold-riflemen")
    assert done.status == 2
    assert "no automa files" in done.err


def test_a_calculator_takes_no_automa(kempelen):
    done = kempelen("odds", "universalis", "shot", "--automa", "careful-company")
    assert done.status == 2
    assert "goes by the rules alone" in " ".join(done.err.split())
    assert "--position" in kempelen("odds", "universalis", "--automa", "careful-company").err


def test_a_page_never_takes_the_place_of_the_file_it_is_made_of(kempelen, tmp_path):
    path = tmp_path / "mine.automa"
    path.write_text(HIDDEN.text.replace("automa: Hidden Saboteur", "automa: Mine"), encoding="utf-8")
    before = path.read_bytes()
    for command in (("share", path), ("compare", path), ("compare", "hidden-saboteur", path), ("print", path)):
        done = kempelen("automa", *command, *FEW, "-o", path, "--force")
        assert done.status == 2
        assert "is the automa file itself" in " ".join(done.err.split())
        assert path.read_bytes() == before


def test_what_somebody_has_won_himself_stands_beside_it(kempelen, tmp_path):
    record = tmp_path / "mine.jsonl"
    game = ("simulate", "saboteur", "-n", 1, "--scenario", "tu", "--record", 1, record)
    assert kempelen(*game, "--automa", "hidden-saboteur").status == 0
    header, *rows = record.read_text("utf-8").splitlines()
    record.write_text("\n".join([header.replace('"1":"rule@hidden-saboteur"', '"1":"human"'), *rows, ""]), "utf-8")
    done = kempelen("automa", "compare", "hidden-saboteur", "-n", 2, "--workers", 1, "--mine", record, "--mine", "all")
    assert done.status == 0
    said = " ".join(done.out.split())
    assert "your own games: against “Hidden Saboteur” you won" in said
    assert kempelen("automa", "compare", "hidden-saboteur", "--mine", tmp_path / "none.jsonl").status == 2
