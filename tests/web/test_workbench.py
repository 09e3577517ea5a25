"""The workbench: with and without a script."""

import json
import re
from html import unescape

import pytest

from kempelen.engine.errors import BadSetup
from kempelen.engine.game import game_named, say_in
from kempelen.parts.automas import look_over, shipped_sheets
from kempelen.web.bench.fields import Field
from kempelen.web.bench.form import applied, form_of_text
from kempelen.web.bench.found import begun_text, found_in
from kempelen.web.bench.moved import changed_by, tried
from kempelen.web.bench.positions import Looking
from kempelen.web.bench.tasks import Comparing, Counting, Sharing
from kempelen.web.routes.workbench import to_try
from tests.automa.test_files import BODIES, file
from tests.web.people import until

GAMES = ["undaunted", "saboteur", "tactics", "universalis"]
PART = {"x-part": "1"}
SAY = say_in("en")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_page_opens_with_something_that_can_be_played(visit, game, lang):
    ann = visit(lang)
    for section in game_named(game).automas.vocabulary.slots:
        page = ann.get(f"/workbench/{game}?section={'+'.join(section)}")
        assert page.status_code == 200
        assert 'data-good="1"' in page.text, section
    assert ann.get(f"/workbench/{game}?section=nothing").status_code == 409


def test_a_game_without_words_has_no_workbench(ann):
    assert ann.get("/workbench/chess").status_code == 404


def test_check_names_the_line_and_keeps_the_text(ann):
    text = file(BODIES["undaunted"].replace("may_shoot_at", "may_shot_at")).replace("\n", "\r\n")
    answer = ann.post("/workbench/undaunted", data={"automa_text": text, "page": "de"})
    assert 'data-lines="10 "' in answer.text
    assert "may_shot_at 7" in answer.text
    assert "/workbench/undaunted/words#word-may_shoot_at" in answer.text
    again = ann.post("/api/automa/look/undaunted", data={"automa_text": file(BODIES["undaunted"]), "page": "de"})
    assert 'data-good="1"' in again.text
    assert "<h3>Schütze</h3>" in again.text
    assert "[en] Would it win?" in again.text
    assert "<html" not in again.text


def test_the_last_good_page_stays_and_says_so(ann):
    good = file(BODIES["undaunted"])
    bad = good.replace("may_shoot_at", "may_shot_at")
    answer = ann.post("/api/automa/look/undaunted", data={"automa_text": bad, "good_text": good})
    assert 'data-good="0"' in answer.text
    assert "last version without a problem" in answer.text
    assert "<h3>Rifleman</h3>" in answer.text
    without = ann.post("/api/automa/look/undaunted", data={"automa_text": bad})
    assert "<h3>Rifleman</h3>" not in without.text


def test_programs_get_plain_data(ann):
    bad = file(BODIES["undaunted"].replace("may_shoot_at", "may_shot_at"))
    said = ann.post("/api/automa/look/undaunted", data={"automa_text": bad}, headers={"accept": "application/json"})
    assert [problem["line"] for problem in said.json()["problems"]] == [10]
    good = file(BODIES["undaunted"])
    said = ann.post("/api/automa/look/undaunted", data={"automa_text": good}, headers={"accept": "application/json"})
    assert said.json()["good"]
    assert said.json()["procedures"][0]["title"] == "Rifleman"


def test_what_somebody_writes_is_never_markup(ann):
    body = BODIES["undaunted"].replace("Would it win?", "<script>alert(1)</script>")
    for path in ("/api/automa/look/undaunted", "/api/automa/form/undaunted"):
        answer = ann.post(path, data={"automa_text": file(body)})
        assert "<script" not in answer.text
        assert "&lt;script&gt;" in answer.text


def test_download_gives_the_same_text(ann):
    text = file(BODIES["saboteur"], "saboteur")
    answer = ann.post("/workbench/saboteur/file", data={"automa_text": text})
    assert answer.text == text
    assert 'filename="trial.automa"' in answer.headers["content-disposition"]


def test_too_long_a_text_is_refused(ann):
    answer = ann.post("/api/automa/look/undaunted", data={"automa_text": "x" * 70_000})
    assert 'data-good="0"' in answer.text
    assert "64 KiB" in answer.text


def test_every_word_stands_on_the_page_of_words(ann):
    for game in GAMES:
        page = ann.get(f"/workbench/{game}/words").text
        for word in game_named(game).automas.vocabulary.words.values():
            assert f'id="word-{word.name}"' in page


def test_programs_play_against_a_pasted_text(ann):
    text = shipped_sheets(game_named("saboteur"))["quiet-diggers"].text.replace("Quiet Diggers", "Mine")
    body = {"game": "saboteur", "scenario": "tu", "seats": ["me", "own", "own"], "automa": text}
    table = ann.client.post("/api/tables", json=body)
    assert table.status_code == 201
    assert "mine" in ann.get(f"/api/tables/{table.json()['id']}/record").text
    refused = ann.client.post("/api/tables", json=body | {"automa": "automa: X"})
    assert refused.status_code == 409


def test_an_own_automa_plays_at_the_level_that_was_chosen(ann):
    text = shipped_sheets(game_named("universalis"))["careful-company"].text.replace("Careful Company", "Mine")
    form = {"scenario": "first", "players": "2", "seat1": "me", "seat2": "own", "automa_text": text, "level": "hard"}
    assert 'name="level"' in ann.get("/workbench/universalis").text

    def seats(sent):
        table = ann.post("/new/universalis", data=sent).headers["location"].rpartition("/")[2]
        return json.loads(ann.get(f"/tables/{table}/record").text.splitlines()[0])["seats"]

    assert seats(form) == {"1": "human", "2": "hard@mine"}
    assert seats(form | {"level": ""}) == {"1": "human", "2": "middle@mine"}
    assert seats(form | {"seat2": "easy@own"}) == {"1": "human", "2": "easy@mine"}
    assert seats(form | {"seat2": "middle@careful-company"}) == {"1": "human", "2": "hard@careful-company"}


# -- drafts


def test_a_draft_is_kept_for_its_browser(visit):
    ann, bob = visit("en"), visit("en")
    page = ann.get("/workbench/saboteur").text
    draft = re.search(r'name="draft" value="([\w-]+)"', page).group(1)
    text = file(BODIES["saboteur"], "saboteur") + "# mine\n"
    ann.post("/api/automa/look/saboteur", data={"automa_text": text, "draft": draft})
    again = ann.get(f"/workbench/saboteur?draft={draft}")
    assert "# mine" in again.text
    assert '<option value="' + draft in again.text
    assert bob.get(f"/workbench/saboteur?draft={draft}").status_code == 404
    assert ann.post("/workbench/saboteur/drop", data={"draft": draft}).status_code == 303
    assert ann.get(f"/workbench/saboteur?draft={draft}").status_code == 404


# -- the form


def fields_of(text, vocabulary, line=0):
    card = form_of_text(text, vocabulary, SAY, line)[1]
    return [piece for row in card.rows for piece in row.pieces if isinstance(piece, Field)]


@pytest.mark.parametrize("game", GAMES)
def test_opened_and_saved_unchanged_it_is_the_same_text(game):
    rules = game_named(game)
    vocabulary = rules.automas.vocabulary
    for sheet in shipped_sheets(rules).values():
        sent = {}
        for line, _ in form_of_text(sheet.text, vocabulary, SAY)[0]:
            sent |= {field.name: field.value for field in fields_of(sheet.text, vocabulary, line)}
        assert len(sent) > 10
        assert applied(sheet.text, vocabulary, SAY, sent) == sheet.text
        assert applied(sheet.text.replace("\n", "\r\n"), vocabulary, SAY, sent) == sheet.text.replace("\n", "\r\n")


ENGLISH = re.compile(
    r"yes|no|go|to|if|while|needs|otherwise|follow|instead|of|stays|unless|another|where|least|most|per|outside|roll|again"
    r"|readings|possible|aim|then|tie|else|once|turn|not|or|and|chart|list|procedure|targets"
)


@pytest.mark.parametrize("game", GAMES)
def test_the_form_speaks_german(game):
    """Whatever stands beside the fields; numbers of readings and what a guard says are the file's own."""
    rules, german = game_named(game), say_in("de")
    for sheet in shipped_sheets(rules).values():
        for line, title in form_of_text(sheet.text, rules.automas.vocabulary, german)[0]:
            card = form_of_text(sheet.text, rules.automas.vocabulary, german, line)[1]
            shown = [piece for row in card.rows for piece in row.pieces if isinstance(piece, str)]
            words = re.findall(r"\w+", " ".join([title, *shown]).lower())
            assert [word for word in words if ENGLISH.fullmatch(word)] == [], title
            assert not any(set("[]{}") & set(piece) for piece in shown)


def test_odds_stand_before_and_after_a_change():
    rules = game_named("undaunted")
    text = begun_text(rules, "", "chart sergeant", SAY)
    assert "drm -2" in text
    same = found_in(rules, text, SAY, SAY)
    assert [chart["changed"] for chart in same["odds"]] == [0]
    assert same["effect"] == ""
    found = found_in(rules, text.replace("drm -2", "drm +2"), SAY, SAY)
    (chart,) = found["odds"]
    yes, no = chart["ways"]
    assert (yes["drm"], yes["changed"], no["changed"]) == (("\N{MINUS SIGN}2", "+2"), True, False)
    bolster, command = yes["chances"]
    assert (bolster["before"], bolster["after"], bolster["apart"], bolster["exact"]) == (
        80.0,
        40.0,
        -40.0,
        ["4/5", "2/5"],
    )
    assert (command["before"], command["after"], command["apart"]) == (20.0, 60.0, 40.0)
    assert "80 % → 40 %" in found["effect"]
    more = text.replace(
        "2 [adds_counter_or_first]", "2 [round <= 3]\n  yes: drm +9\n  no: go to 3\n3 [adds_counter_or_first]"
    )
    ways = found_in(rules, more, SAY, SAY)["odds"][0]["ways"]
    before = {way["answers"]: [one["before"] for one in way["chances"]] for way in ways}
    assert before == {
        "2 yes": [None],
        "3 yes": [80.0, 20.0],
        "3 no": [60.0, 40.0],
    }  # the same question, wherever it stands


def test_a_field_changes_its_place_and_nothing_else():
    rules = game_named("undaunted")
    vocabulary, text = rules.automas.vocabulary, shipped_sheets(rules)["bold-riflemen"].text
    fields = fields_of(text, vocabulary)
    shoot = next(field for field in fields if field.value == "may_shoot_at")
    wins = next(field for field in fields if field.value == "Would CONTROL win now?")
    for sent, old, new in (
        ({shoot.name: "round"}, "3 [may_shoot_at 7]  ", "3 [round <= 3]  "),
        ({shoot.name: "on_target_marker"}, "3 [may_shoot_at 7]  ", "3 [on_target_marker]  "),
        ({wins.name: "A win?"}, "1 Would CONTROL win now?  [", "1 A win?  ["),
    ):
        changed = applied(text, vocabulary, SAY, sent)
        assert changed.splitlines() != text.splitlines()
        assert changed.replace(new, old) == text
        assert "# without a sentence: ours" in changed


def test_lines_are_moved_taken_out_and_added():
    text = shipped_sheets(game_named("saboteur"))["saboteur-018"].text
    begun = text.index("## list seekers")
    line = text[:begun].count("\n") + 3
    moved = changed_by(text, f"up.{line}")
    assert "1 [repair_own_tool]\n2 [use_map]\n3 [block_someone]" in moved
    assert changed_by(moved, f"down.{line - 1}") == text
    assert "1 [use_map]\n3 [block_someone]" in changed_by(text, f"out.{line}")
    added = changed_by(text, f"add.{line}")
    assert "2 [repair_own_tool]\n2a [repair_own_tool]\n3 [block_someone]" in added
    for nothing in (f"up.{line - 1}", "up.99999", "up.x", f"burn.{line}", "up.1", ""):
        assert changed_by(text, nothing) == text


def test_without_a_script_the_form_checks_and_moves(ann):
    text = file(BODIES["saboteur"], "saboteur")
    page = ann.post("/workbench/saboteur", data={"automa_text": text, "view": "form"}).text
    name, value = re.search(r'<select name="(f\.[\d.]+)".*?<option value="(\w+)" selected', page).groups()
    other = next(one for one in re.findall(r'<option value="(\w+)"', page.split(name)[1]) if one != value)
    answer = ann.post("/workbench/saboteur", data={"automa_text": text, "view": "form", name: other}).text
    now = unescape(re.search(r'id="text"[^>]*>(.*?)</textarea>', answer, re.DOTALL).group(1))
    assert now == text.replace(value, other, 1)


def test_what_stands_in_the_form_counts_for_every_button(ann):
    """Without a script nobody has put it into the text before; with one, a button may be faster."""
    text = file(BODIES["saboteur"], "saboteur")
    sent = {"automa_text": text, "view": "form", "players": "3", "seat1": "me", "seat2": "own", "seat3": "own"}
    page = ann.post("/workbench/saboteur", data=sent).text
    name, value = re.search(r'<select name="(f\.[\d.]+)".*?<option value="(\w+)" selected', page).groups()
    other = next(one for one in re.findall(r'<option value="(\w+)"', page.split(name)[1]) if one != value)
    changed = text.replace(value, other, 1)
    for where in ("play", "compare", "lines", "position", "share"):
        assert f'formaction="/workbench/saboteur/{where}"' in page
    assert 'formaction="/new' not in page
    form = sent | {name: other, "scenario": "tu"}
    table = ann.post("/workbench/saboteur/play", data=form).headers["location"].rpartition("/")[2]
    (played,) = json.loads(ann.get(f"/tables/{table}/record").text.splitlines()[0])["automas"].values()
    assert played == changed
    assert ann.post("/workbench/saboteur/file", data=form).text == changed
    address = ann.post("/workbench/saboteur/compare", data=form | {"compare_scenario": "tu"}).headers["location"]
    assert changed == unescape(
        re.search(r'name="automa_text" hidden>(.*?)</textarea>', ann.get(address).text, re.DOTALL)[1]
    )
    ann.post(f"{address}/stop")
    assert ann.post("/workbench/saboteur/play", data=form | {"automa_text": "automa: X"}).status_code == 409


@pytest.mark.parametrize("game", GAMES)
def test_whoever_sends_no_seats_plays_against_what_he_has_written(ann, game):
    text = file(BODIES[game], game)
    address = ann.post(f"/workbench/{game}/play", data={"automa_text": text}).headers["location"]
    head = json.loads(ann.get(f"/tables/{address.rpartition('/')[2]}/record").text.splitlines()[0])
    assert list(head["automas"].values()) == [text]
    named = [seat for seat in head["seats"].values() if seat.endswith("@trial")] or list(head["roles"].values())
    assert named
    assert "human" in head["seats"].values()
    assert ann.post(f"/workbench/{game}/play", data={}).status_code == 409


# -- what is tried out


def ended(person, address):
    """A job's part of the page when it is over."""
    return until(lambda: "data-running" not in (text := person.get(address, headers=PART).text) and text, "the end")


def test_a_comparison_runs_beside_and_can_be_stopped(ann):
    text = shipped_sheets(game_named("saboteur"))["quiet-diggers"].text
    answer = ann.post("/workbench/saboteur/compare", data={"automa_text": text, "compare_scenario": "tu"})
    assert answer.status_code == 303
    address = answer.headers["location"]
    page = ann.get(address).text
    assert '<meta http-equiv="refresh"' in page  # without a script it comes again by itself
    until(lambda: 'class="compared"' in ann.get(address, headers=PART).text, "a pair of games")
    assert ann.post(f"{address}/stop").status_code == 303
    stopped = ended(ann, address)
    assert 'class="compared"' in stopped
    assert "pairs of games." in stopped or "pair of games." in stopped
    assert ann.get(address.replace("saboteur", "tactics")).status_code == 404


def test_a_page_to_give_away():
    rules = game_named("saboteur")
    text = shipped_sheets(rules)["quiet-diggers"].text
    shared = Sharing("saboteur", text, "de", pairs=2, level="no such level").run(always)
    assert "no such level" not in shared.page
    assert (shared.id, shared.games) == ("quiet-diggers", 2)
    assert shared.page.startswith("<!DOCTYPE html>")
    assert "Quiet Diggers" in shared.page


def test_what_cannot_be_played_is_not_tried(ann):
    for what in ("compare", "lines", "position", "share"):
        answer = ann.post(f"/workbench/saboteur/{what}", data={"automa_text": "automa: X"})
        assert answer.status_code == 409


def test_a_pasted_position_of_another_game_is_refused_in_words(ann):
    text = shipped_sheets(game_named("saboteur"))["quiet-diggers"].text
    sent = {"automa_text": text, "do": "look", "position": 'game = "tactics"\nround = 1\n'}
    address = ann.post("/workbench/saboteur/position", data=sent).headers["location"]
    assert "belongs to another game: tactics" in ended(ann, address)


def test_a_moment_of_ones_own_game(visit):
    ann, bob = visit("en"), visit("en")
    form = {"scenario": "tu", "players": "3", "seat1": "me", "seat2": "rule", "seat3": "rule"}
    table = ann.post("/new/saboteur", data=form).headers["location"].rpartition("/")[2]
    text = shipped_sheets(game_named("saboteur"))["quiet-diggers"].text
    sent = {"automa_text": text, "do": "mine", "table": table}
    assert table in ann.get("/workbench/saboteur").text
    shown = ended(ann, ann.post("/workbench/saboteur/position", data=sent).headers["location"])
    assert 'class="at-position"' in shown
    assert "Quiet Diggers" in shown
    assert bob.post("/workbench/saboteur/position", data=sent).status_code == 404
    assert ann.post("/workbench/saboteur/position", data=sent | {"moment": "9999"}).status_code == 409
    assert ann.post("/workbench/saboteur/position", data=sent | {"table": ""}).status_code == 409


def always(so_far):
    so_far()
    return True


CHANGED = {
    "undaunted": "bold-riflemen",
    "saboteur": "hidden-saboteur",
    "tactics": "hunting-pack",
    "universalis": "careful-company",
}


@pytest.mark.parametrize("game", GAMES)
def test_the_next_position_where_they_differ(game):
    rules = game_named(game)
    text = shipped_sheets(rules)[CHANGED[game]].text
    usual = next(one for one in rules.scenarios if one != "first")
    first = Looking(game, text, "en", scenario=usual).run(always)
    assert (first.at.game, first.at.decision) == (1, 1)
    found = Looking(game, text, "en", scenario=usual, differ=True).run(always)
    assert found.apart > 0
    mine, theirs = found.sides
    assert mine.chances != theirs.chances
    assert mine.steps
    assert sum(percent for percent, _, _ in mine.chances) == pytest.approx(100)
    again = Looking(game, text, "de", position=found.position, unit=found.unit).run(always)
    assert again.apart == found.apart
    further = Looking(game, text, "en", scenario=usual, after=found.at, differ=True).run(always)
    assert (further.at.game, further.at.decision) > (found.at.game, found.at.decision)


@pytest.mark.parametrize("game", GAMES)
def test_the_change_that_the_first_page_suggests_shows(game):
    """What a newcomer is told to try does something soon, in the scenario that is chosen for him."""
    rules = game_named(game)
    text = begun_text(rules, "", "", SAY)
    assert all(len(line) <= 66 for line in text.split("\n") if line.startswith("#"))
    said, fits = to_try(rules, text, SAY)
    assert fits
    assert "[" not in said  # somebody who has just come knows no words of the file
    assert to_try(rules, "automa: X", SAY) == (SAY("web.workbench.try", what=SAY("web.workbench.try_any")), False)
    before, text = text, tried(text, rules.automas.vocabulary.small_change)
    assert to_try(rules, text, SAY)[1] is False
    assert len(look_over(text, rules).changes) == len(set(before.split("\n")) - set(text.split("\n")))
    usual = next(one for one in rules.scenarios if one != "first")
    found = Looking(game, text, "en", scenario=usual, differ=True).run(always)
    assert found.apart > 0
    assert found.looked < 200


def test_where_nothing_differs_it_is_said():
    rules = game_named("saboteur")
    text = "automa: Same\nformat: 1\ngame: saboteur\nchanges: saboteur-018\nlanguage: en\n"
    assert look_over(text, rules).automa is not None
    asked = iter(range(5))
    with pytest.raises(BadSetup) as nothing:
        Looking("saboteur", text, "en", scenario="tu", differ=True).run(lambda so_far: next(asked, None) is not None)
    assert nothing.value.text.key == "web.workbench.nothing_differs"


def test_a_change_of_one_level_shows_at_that_level():
    """Whoever changes what only the easy level does sees it there and nowhere else."""
    text = begun_text(game_named("universalis"), "", "numbers", SAY).replace("easy: weighs 0", "easy: weighs 1")
    sent = ("universalis", text, "first")
    easy, hard = (Comparing(*sent, pairs=1, level=level).run(always).decisions for level in ("easy", "hard"))
    assert easy.differ > 0
    assert hard.differ == 0
    at = Looking("universalis", text, "en", scenario="first", differ=True, level="easy").run(always)
    assert at.apart > 0


def test_lines_are_counted_for_the_automas_own_seat():
    rules = game_named("saboteur")
    text = shipped_sheets(rules)["quiet-diggers"].text
    counted = Counting("saboteur", text, "tu", games=3).run(always)
    assert counted.games == 3
    assert counted.own
    assert counted.original
    # Five sit at the table, and the first is dealt about a fifth of the turns.
    assert sum(done for _, done in counted.own.values()) < 3 * 60


def test_scenarios_are_compared_in_turn():
    text = shipped_sheets(game_named("saboteur"))["quiet-diggers"].text
    found = Comparing("saboteur", text, "all", pairs=4).run(always)
    assert [(one.scenario, one.pairs) for one in found.found] == [("tu", 4), ("commercial", 4)]
    assert found.played == found.most == 8
    assert found.decisions.looked
