"""`kempelen roster` and `kempelen cards`."""

from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_shipped_group_is_checked_by_name(kempelen, lang):
    run = kempelen("roster", "check", "border_watch", "--lang", lang)
    assert run.status == 0
    assert "1429" in run.out
    assert {"en": "6 models, led by Voss: 8070 points.", "de": "6 Modelle, geführt von Voss: 8070 Punkte."}[
        lang
    ] in run.out


def test_begin_change_check_print(kempelen, tmp_path):
    file, cards = tmp_path / "mine.toml", tmp_path / "mine.pdf"
    assert kempelen("roster", "new", "--faction", "scrappers", "-o", file).status == 0
    assert kempelen("roster", "check", file).status == 0
    run = kempelen("cards", file, "-o", cards, "--markers", "--lang", "de")
    assert run.status == 0
    assert "2 Karten auf 3 Seiten" in run.out
    assert "kurze Kante" in run.out
    assert cards.read_bytes().startswith(b"%PDF-")


def test_a_battle_between_a_file_and_a_shipped_group_is_played(kempelen, tmp_path):
    mine, game = tmp_path / "mine.toml", tmp_path / "game.toml"
    kempelen("roster", "new", "--faction", "mine", "-o", mine)
    run = kempelen("roster", "battle", mine, "first_watch", "--scenario", "first", "-o", game)
    assert run.status == 0
    assert f"kempelen play universalis --scenario {game}" in run.out
    assert kempelen("scenario", "check", game).status == 0
    run = kempelen("simulate", "universalis", "--scenario", game, "-n", 1, "--bots", "random", "--workers", 1)
    assert run.status == 0
    assert kempelen("roster", "battle", mine, "first_watch", "-o", game).status == 2  # is there already
    unknown = kempelen("roster", "battle", mine, "first_watch", "--scenario", "moon", "-o", tmp_path / "b.toml")
    assert "border_post" in unknown.err


def test_nothing_is_overwritten_unasked(kempelen, tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text("precious")
    run = kempelen("roster", "new", "--faction", "scrappers", "-o", file)
    assert run.status == 2
    assert "--force" in run.err
    assert file.read_text() == "precious"
    assert kempelen("roster", "new", "--faction", "scrappers", "-o", file, "--force").status == 0
    assert kempelen("roster", "check", file).status == 0


def test_without_a_file_it_comes_on_the_screen(kempelen, tmp_path):
    run = kempelen("roster", "new", "--faction", "mine")
    file = tmp_path / "mine.toml"
    file.write_text(run.out, encoding="utf-8")
    assert kempelen("roster", "check", file).status == 0


@pytest.mark.parametrize(("lang", "remedy"), [("en", "Unmark all but one"), ("de", "Lass nur einen stehen")])
def test_two_leaders_are_named_with_file_and_field(kempelen, tmp_path, lang, remedy):
    file = tmp_path / "two.toml"
    text = kempelen("roster", "new", "--faction", "mine").out.replace('id = "second"', 'id = "second"\nleader = true')
    file.write_text(text, encoding="utf-8")
    run = kempelen("roster", "check", file, "--lang", lang)
    assert run.status == 1
    assert "two.toml: models.2.leader: " in run.out
    assert remedy in run.out
    assert kempelen("cards", file, "-o", tmp_path / "two.pdf", "--lang", lang).status == 1
    assert not (tmp_path / "two.pdf").exists()


def test_files_that_cannot_be_read(kempelen, tmp_path):
    file = tmp_path / "bad.toml"
    file.write_text("models = [")
    for word, told in (
        (file, "bad.toml, line 1"),
        (tmp_path / "none.toml", "no such file"),
        ("nobody", "There is no group"),
    ):
        run = kempelen("roster", "check", word)
        assert run.status != 0
        assert told in run.out + run.err


def test_other_games_say_that_they_have_none(kempelen):
    run = kempelen("roster", "check", "border_watch", "--game", "saboteur")
    assert run.status == 2
    assert "saboteur has no groups" in run.err


def test_what_does_not_fit_is_not_printed(kempelen, tmp_path):
    file, cards = tmp_path / "long.toml", tmp_path / "long.pdf"
    text = kempelen("roster", "new", "--faction", "mine").out.replace(
        '"Ada"', '"Donaudampfschifffahrtskapitaensmuetze"'
    )
    file.write_text(text, encoding="utf-8")
    run = kempelen("cards", file, "-o", cards)
    assert run.status == 1
    assert "long.toml: models.1.name: " in run.out
    assert "Nothing was written" in run.out
    assert not cards.exists()


def test_cards_want_a_pdf(kempelen, tmp_path):
    assert "-o" in kempelen("cards", "border_watch").err
    assert ".pdf" in kempelen("cards", "border_watch", "-o", tmp_path / "cards.png").err
    (tmp_path / "cards.pdf").write_text("precious")
    assert kempelen("cards", "border_watch", "-o", tmp_path / "cards.pdf").status == 2
    assert (tmp_path / "cards.pdf").read_text() == "precious"


@pytest.mark.parametrize("page", ["en/universalis-rosters.md", "de/universalis-gruppen.md"])
def test_the_roster_of_the_handbook(kempelen, tmp_path, page):
    """The example, with the gear beside it, passes the check; nobody carries that gear."""
    blocks = (DOCS / page).read_text("utf-8").split("```toml\n")[1:]
    file = tmp_path / "handbook.toml"
    file.write_text("\n".join(block.partition("```")[0] for block in blocks), encoding="utf-8")
    run = kempelen("roster", "check", file)
    assert run.status == 0
    assert run.out.count("Nobody carries") == 3
