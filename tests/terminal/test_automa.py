"""`kempelen automa`, and `--automa` of the other commands."""

import pytest

from kempelen.engine.game import game_named
from kempelen.parts.automas import shipped_sheets
from tests.automa.test_files import MG, RIFLEMAN, SAB, file


@pytest.fixture
def trial(tmp_path):
    def write(body, game="undaunted", name="trial.automa", **head):
        path = tmp_path / name
        path.write_text(file(body, game, **head), "utf-8")
        return path

    return write


@pytest.mark.parametrize(("lang", "means"), [("en", "what it means"), ("de", "was es bedeutet")])
def test_words_lists_the_vocabulary(kempelen, monkeypatch, lang, means):
    for game in ("undaunted", "saboteur", "tactics", "universalis"):
        done = kempelen("automa", "words", game, "--lang", lang)
        assert done.status == 0
        assert means in done.out
        for word in game_named(game).automas.vocabulary.words.values():
            assert word.name in done.out.lower()
    assert "tool_broken" in kempelen("automa", "words", "saboteur", "tool_broken").out
    assert kempelen("automa", "words", "saboteur", "xyzzy").status == 2
    monkeypatch.setitem(vars(game_named("universalis")), "automas", None)
    assert "no automa files" in kempelen("automa", "words", "universalis").err


def test_new_writes_a_file_that_is_good_as_it_is(kempelen, tmp_path):
    for game, base in (
        ("undaunted", "undaunted-ai-1.2"),
        ("saboteur", "saboteur-018"),
        ("tactics", "muhq-ai"),
        ("universalis", "kempelen-universalis"),
    ):
        sections = [" ".join(key) for key in game_named(game).automas.sheet.parts]
        path = tmp_path / f"{game}.automa"
        words = [word for section in sections for word in ("--section", section)]
        assert kempelen("automa", "new", game, "--changes", base, *words, "-o", path).status == 0
        done = kempelen("automa", "check", path)
        assert done.status == 0, done.out
        assert "this can be played" in done.out
        if game != "saboteur":  # titles of sections and comments are all that differs
            assert "(was:" not in done.out
    assert "chart sergeant" in kempelen("automa", "new", "undaunted").out
    assert kempelen("automa", "new", "undaunted", "--section", "tank").status == 2
    assert kempelen("automa", "new", "undaunted", "-o", tmp_path / "x.toml").status == 2


def test_check_names_the_line_and_shows_it(kempelen, trial):
    done = kempelen("automa", "check", trial(RIFLEMAN.replace("may_shoot_at 7", "may_shot_at 7")))
    assert done.status == 1
    assert "trial.automa:10:4: “may_shot_at” is no word that fits here. Perhaps “may_shoot_at” was meant" in done.out
    assert "2 [may_shot_at 7]" in done.out
    good = kempelen("automa", "check", trial(RIFLEMAN), "--lang", "de")
    assert good.status == 0
    assert "kein Deutsch" in good.out
    assert "Damit lässt sich spielen" in good.out


def test_bad_files_are_refused_in_words(kempelen, tmp_path):
    (tmp_path / "a.automa").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "b.automa").write_text("automa: B\nformat: 1\ngame: chess\n")
    (tmp_path / "c.automa").write_text("x" * 70_000)
    (tmp_path / "e.automa").write_text(file(SAB, "saboteur") + "# more\n" * 11_000)
    (tmp_path / "f.automa").write_text(file(SAB, "saboteur") + "# more\n" * 9_000)
    (tmp_path / "g.automa").write_text("automa: G\nformat: 1\n")
    for name, said in (
        ("a", "not a text file"),
        ("b", "chess"),
        ("c", "The file is too big"),
        ("d", "cannot be read"),
        ("e", "The file is too big"),
        ("f", "too many lines"),
        ("g", "The head must say “game: …”"),
    ):
        done = kempelen("automa", "check", tmp_path / f"{name}.automa")
        assert done.status == 2
        assert said in " ".join(done.err.split())
        assert "Traceback" not in done.err + done.out


def test_odds_and_print_are_in_both_languages(kempelen, trial, tmp_path):
    path = trial(RIFLEMAN)
    assert "| MOVE | 1–4 |" in kempelen("automa", "odds", path).out
    assert "| BEWEGEN | 1–4 |" in kempelen("automa", "odds", path, "--lang", "de").out
    assert kempelen("automa", "odds", path, "--card", "tank").status == 2
    printed = kempelen("automa", "print", path, "--lang", "de").out
    assert "[en] Would it win?" in printed
    assert "◆" in printed
    assert "geändert aus „Solitaire A.I.“" in printed
    own = kempelen("automa", "print", trial(SAB, "saboteur", "mine.automa", author="dein Name"), "--lang", "de").out
    assert "geändert aus „Computerspieler“. Von: dein Name." in own
    assert kempelen("document", "undaunted", "--automa", path).out == kempelen("automa", "print", path).out
    assert kempelen("automa", "print", path, "-o", tmp_path / "x.md").status == 0
    assert "needs" not in kempelen("automa", "odds", trial(SAB, "saboteur")).err
    assert kempelen("automa", "odds", trial(SAB, "saboteur")).status == 2


def test_try_shows_the_original_beside_it(kempelen, trial):
    done = kempelen("automa", "try", trial(RIFLEMAN), "--card", "rifleman", "--fact", "min_def=6")
    assert done.status == 0
    assert done.out.index("Trial") < done.out.index("9/10") < done.out.index("(the original)") < done.out.index("1/2")
    assert "[trial / rifleman / 2]" in done.out


def test_a_kept_automa_goes_by_its_name(kempelen, trial):
    assert kempelen("automa", "keep", trial(SAB, "saboteur")).status == 0
    listed = kempelen("automa", "list").out
    assert "trial: Trial, ? (Saboteur, yours)" in listed
    for game in ("undaunted", "saboteur", "tactics"):
        for id in shipped_sheets(game_named(game)):
            assert f"{id}: " in listed
    done = kempelen("simulate", "saboteur", "-n", "3", "--automa", "trial")
    assert done.status == 0
    assert "rule@trial" in done.out
    assert kempelen("simulate", "saboteur", "-n", "3", "--automa", "nobody").status == 2
    assert kempelen("simulate", "undaunted", "-n", "3", "--automa", "trial").status == 2


def test_a_game_against_ones_own_automa_is_kept_with_its_text(kempelen, trial, tmp_path):
    record = tmp_path / "own.jsonl"
    done = kempelen("play", "undaunted", "--scenario", "first", "--humans", "none", "--automa", trial(MG), "--seed", 1)
    assert done.status == 0
    seats = ("--scenario", "first", "--automa", trial(MG))
    assert kempelen("simulate", "undaunted", "-n", 1, *seats, "--record", 1, record).status == 0
    trial(MG).unlink()
    assert kempelen("replay", record, "--verify").status == 0


def test_tactics_takes_a_shipped_variant(kempelen):
    done = kempelen("simulate", "tactics", "-n", 2, "--scenario", "kraken", "--automa", "hunting-pack")
    assert done.status == 0


@pytest.mark.parametrize("lang", ["en", "de"])
def test_numbers_to_change_come_with_what_they_mean(kempelen, tmp_path, lang):
    path = tmp_path / "mine.automa"
    done = kempelen(
        "automa", "new", "universalis", "--section", "numbers", "--section", "shy", "-o", path, "--lang", lang
    )
    assert done.status == 0
    text = path.read_text("utf-8")
    assert "worth: shock 12, burning 40, put_out 50" in text
    assert {"en": "#   shock          A shock", "de": "#   shock          Ein Schock"}[lang] in text
    assert "## list shy\n1 [break_away]" in text
    assert kempelen("automa", "check", path).status == 0
    assert kempelen("automa", "new", "universalis", "--section", "weights").status == 2


def test_words_list_orders_and_numbers_with_their_ranges(kempelen):
    out = " ".join(kempelen("automa", "words", "universalis", "twelfths").out.split())
    assert "twelfths: the least chance: so many results of a d12" in out
    assert "shot a shot, or a shot that is waited for 0–12" in out
    assert "bolster: whose pile BOLSTER takes first" in " ".join(kempelen("automa", "words", "undaunted").out.split())


def test_an_automa_of_another_game_is_refused_in_one_message(kempelen, trial):
    for given in ("bold-riflemen", trial(RIFLEMAN)):
        refused = kempelen("play", "saboteur", "--automa", given, "--lang", "en")
        assert refused.status == 2
        assert "for undaunted, not for saboteur" in refused.err or "“undaunted”, not for “saboteur”" in refused.err
        assert "more problem" not in refused.err
        assert "Did you mean" not in refused.err


def test_what_is_near_nothing_is_not_said_to_be_near_something(kempelen, trial):
    refused = kempelen("automa", "check", trial(SAB, "saboteur", changes="zzzzzz"), "--lang", "en")
    assert refused.status == 1
    assert "There is no automa “zzzzzz” to change here. Known are" in " ".join(refused.out.split())
    assert "--next 1 shows the first" in kempelen("automa", "try", "hidden-saboteur", "--next", "x", "--lang", "en").err
