"""The automas that come with the games: their files, and what is made of them."""

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

from kempelen.automa.conditions import sentence
from kempelen.automa.read import Known, read_file
from kempelen.automa.shipped import shipped_names, shipped_text
from kempelen.automa.source import replaced, source_of, written
from kempelen.engine.game import game_named, games, say_in
from kempelen.parts.automas import look_over, shipped_sheets
from tests.automa.described import GAMES, described

SCRIPT = Path(__file__).parents[2] / "scripts" / "automa_words.py"
FILES = [(name, file) for name in GAMES for file in shipped_names(game_named(name).package)]


@pytest.mark.parametrize("name", GAMES)
def test_what_is_made_of_the_files_is_what_was_written_down(name):
    """Before the files there were tables in Python; these texts were the same with them."""
    assert described(name) == Path(__file__).with_name(f"{name}.txt").read_text("utf-8")


@pytest.mark.parametrize(("name", "file"), FILES)
def test_a_file_written_back_has_the_same_bytes(name, file):
    text = shipped_text(game_named(name).package, file)
    assert written(source_of(text)) == text
    assert written(source_of(text.replace("\n", "\r\n"))) == text.replace("\n", "\r\n")


@pytest.mark.parametrize(("name", "file"), FILES)
def test_a_file_is_found_good_with_its_options_and_readings(name, file):
    """When a game is loaded nobody looks whether the options and readings exist; here somebody does."""
    game = game_named(name)
    options = {id: tuple(ruling.values) for id, ruling in game.rulings.items() if ruling.values}
    sheets = {id: sheet for id, sheet in shipped_sheets(game).items() if not sheet.base}
    known = Known(game.automas.vocabulary, sheets, options, frozenset(game.rulings), ours=True)
    assert read_file(shipped_text(game.package, file), known).problems == []


@pytest.mark.parametrize("name", GAMES)
def test_with_other_line_ends_a_file_says_the_same(name):
    sheet = game_named(name).automas.sheet
    text = sheet.text.replace("\n", "\r\n")
    found = read_file("\N{ZERO WIDTH NO-BREAK SPACE}" + text, Known(sheet.vocabulary, {}, ours=True)).sheet
    assert found is not None
    assert {key: [part.lines for part in parts] for key, parts in found.parts.items()} == {
        key: [part.lines for part in parts] for key, parts in sheet.parts.items()
    }


@pytest.mark.parametrize("name", [name for name, game in games().items() if game.automas is not None])
@pytest.mark.parametrize("lang", ["en", "de"])
def test_every_word_has_a_sentence(name, lang):
    say = say_in(lang)
    for word in game_named(name).automas.vocabulary.words.values():
        assert say.of(sentence(word)), word.name
        assert set(word.cites) <= set(game_named(name).rulings), word.name
        assert len(word.fields) == len(word.numbers) or word.kind == "number", word.name


def test_one_line_changed_leaves_all_others_as_they_were():
    """What a form does: indentation and comment stay, too."""
    text = "automa: A\n## chart x\n  yes: drm +3     # bold\nlast"
    assert replaced(text, 3, "yes: drm +4") == "automa: A\n## chart x\n  yes: drm +4     # bold\nlast"


def test_a_shipped_file_looked_over_as_somebody_elses_is_named_as_taken():
    game = game_named("saboteur")
    text = game.automas.sheet.text.replace("document: saboteur-018\n", "")
    assert look_over(text, game).problems == ()
    again = look_over(text.replace("automa: Computer players", "automa: saboteur-018"), game)
    assert [problem.text.key for problem in again.problems] == ["automa.wrong.name_taken"]


@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_pages_of_all_words_are_what_the_vocabulary_says(lang):
    """`scripts/automa_words.py` writes them."""
    spec = spec_from_file_location("automa_words", SCRIPT)
    automa_words = module_from_spec(spec)
    spec.loader.exec_module(automa_words)
    assert automa_words.PAGES[lang].read_text("utf-8") == automa_words.page(lang)
