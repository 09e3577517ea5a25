"""The workbench: with and without a script."""

import pytest

from kempelen.engine.game import game_named
from tests.automa.test_files import BODIES, file


@pytest.mark.parametrize("game", ["undaunted", "saboteur", "tactics"])
@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_page_opens_with_something_that_can_be_played(visit, game, lang):
    ann = visit(lang)
    for section in game_named(game).automas.vocabulary.slots:
        page = ann.get(f"/workbench/{game}?section={'+'.join(section)}")
        assert page.status_code == 200
        assert 'data-good="1"' in page.text, section
    assert ann.get(f"/workbench/{game}?section=nothing").status_code == 409


def test_a_game_without_words_has_no_workbench(ann):
    assert ann.get("/workbench/universalis").status_code == 404
    assert ann.get("/workbench/chess").status_code == 404


def test_check_names_the_line_and_keeps_the_text(ann):
    text = file(BODIES["undaunted"].replace("may_shoot_at", "may_shot_at")).replace("\n", "\r\n")
    answer = ann.post("/workbench/undaunted", data={"automa_text": text, "page": "de"})
    assert 'data-lines="10 "' in answer.text
    assert "may_shot_at 7" in answer.text
    again = ann.post("/api/automa/look/undaunted", data={"automa_text": file(BODIES["undaunted"]), "page": "de"})
    assert 'data-good="1"' in again.text
    assert "<h3>Schütze</h3>" in again.text
    assert "[en] Would it win?" in again.text
    assert "<html" not in again.text


def test_what_somebody_writes_is_never_markup(ann):
    body = BODIES["undaunted"].replace("Would it win?", "<script>alert(1)</script>")
    answer = ann.post("/api/automa/look/undaunted", data={"automa_text": file(body)})
    assert "<script" not in answer.text
    assert "&lt;script&gt;" in answer.text


def test_download_gives_the_same_text(ann):
    text = file(BODIES["saboteur"], "saboteur")
    answer = ann.post("/workbench/saboteur/file", data={"automa_text": text})
    assert answer.text == text
    assert 'filename="trial.automa"' in answer.headers["content-disposition"]


def test_the_effect_of_a_change_is_told(ann):
    same = ann.post("/workbench/saboteur/effect", data={"automa_text": file(BODIES["saboteur"], "saboteur")})
    assert same.status_code == 200
    assert "effect-found" in same.text
    bad = ann.post("/workbench/saboteur/effect", data={"automa_text": "automa: X"})
    assert bad.status_code == 409


def test_too_long_a_text_is_refused(ann):
    answer = ann.post("/api/automa/look/undaunted", data={"automa_text": "x" * 70_000})
    assert 'data-good="0"' in answer.text
    assert "64 KiB" in answer.text
