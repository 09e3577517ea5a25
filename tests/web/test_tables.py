"""Tables: playing every game through the pages, undo, late answers, several people, looking back."""

import re
from html import unescape

import pytest

from kempelen.engine.game import game_named, games, say_in
from kempelen.scene.model import MARKS
from kempelen.text.say import LANGUAGES, Text
from kempelen.web.rooms.start import first_scenario
from tests.web.people import Person, Running, Sitting, asked_in, settings, text_of, until

GAMES = tuple(games())


def first(person: Person, game: str, **more) -> Sitting:
    return person.new(game, scenario=first_scenario(game_named(game)), **more)


def two_people(ann: Person, ben: Person, game: str, **more) -> tuple[Sitting, Sitting]:
    """Ann has the first seat, Ben comes through a link and has the second; automas on the others."""
    rules = game_named(game)
    scenario = next(s for s in rules.scenarios if rules.seat_counts(s)[-1] > 1)
    count = max(2, rules.seat_counts(scenario)[0])
    seats = ["me", "person"] + [rules.automa] * (count - 2)
    table = ann.new(game, scenario=scenario, seats=seats, **more)
    link = next(link["path"] for link in ann.api("GET", f"/tables/{table.id}/links") if link["seat"] == 1)
    assert ben.get(link).status_code == 303
    return table, Sitting(ben, table.id, 1)


@pytest.mark.parametrize("game", GAMES)
def test_a_first_game_is_played_to_its_end(ann, game):
    table = first(ann, game)
    state = table.play()
    assert state["outcome"], "the first game is meant to be short"
    page = table.board()
    assert "data-over" in page
    assert "The game is over" in text_of(page)


@pytest.mark.parametrize("game", GAMES)
def test_the_first_game_begins_with_one_click_and_hints(ann, game):
    answer = ann.post(f"/first/{game}")
    assert answer.status_code == 303
    page = ann.get(answer.headers["location"]).text
    assert 'id="table"' in page


@pytest.mark.parametrize("game", GAMES)
def test_an_automa_tells_why(ann, game):
    table = first(ann, game, open_why=True)
    table.play()
    keys = [key for entry in table.state()["log"] for key in entry["whys"]]
    assert keys
    for key in (keys[0], keys[-1]):
        page = table.get(f"why/{key}")
        assert page.status_code == 200
        assert 'class="steps"' in page.text
        why = ann.api("GET", f"/tables/{table.id}/why/{key}?seat={table.seat}")
        assert all(step["cites"] or step["rulings"] for step in why["steps"])
    several = table.get(f"why/{','.join(keys[:3])}")
    assert several.status_code == 200


@pytest.mark.parametrize("game", GAMES)
def test_undo_goes_back(ann, game):
    table = first(ann, game)
    before = table.settled()
    assert table.answer(before["asked"]["options"][0]["do"], before["version"]).status_code == 200
    table.settled()
    assert table.post("undo").status_code == 200
    after = table.settled()
    assert after["asked"] == before["asked"]
    assert after["version"] > before["version"]


@pytest.mark.parametrize("game", GAMES)
def test_a_doubled_click_counts_once(ann, game):
    table = first(ann, game, pace="step")
    state = table.settled()
    option = state["asked"]["options"][0]["do"]
    one = table.answer(option, state["version"])
    other = table.answer(option, state["version"])
    assert (one.status_code, other.status_code) == (200, 409)
    assert any(said in text_of(other.text) for said in ("The game has moved on", "Nothing is asked of you now"))
    assert 'id="s-board"' in other.text, "the current state comes with the message"


def test_nonsense_is_refused_with_a_reason(ann):
    table = first(ann, GAMES[0])
    table.settled()
    answer = table.answer("fly to the moon")
    assert answer.status_code == 409
    assert 'role="alert"' in answer.text


@pytest.mark.parametrize("game", GAMES)
def test_looking_back(ann, game):
    table = first(ann, game)
    table.play()
    page = table.get("replay").text
    last = int(re.search(r'data-last="(\d+)"', page)[1])
    assert last > 1
    for at in (0, 1, last // 2, last):
        frame = table.get(f"frames/{at}")
        assert frame.status_code == 200
        assert f'data-number="{at}"' in frame.text
        assert 'id="s-board"' in frame.text


@pytest.mark.parametrize("game", GAMES)
def test_playing_on_from_an_earlier_moment(ann, game):
    table = first(ann, game)
    table.play()
    answer = ann.post(f"/tables/{table.id}/fork?seat={table.seat}&at=1&as_seat=0")
    assert answer.status_code == 303
    other = Sitting(ann, answer.headers["location"].rpartition("/")[2], 0)
    state = other.settled()
    assert other.id != table.id
    assert state["asked"] or state["outcome"]
    assert len(state["log"]) <= len(table.state()["log"])


@pytest.mark.parametrize("game", GAMES)
def test_the_record_comes_back(ann, ben, game):
    table = first(ann, game)
    table.play()
    record = table.get("record").text
    answer = ben.post("/import?name=game.jsonl", content=record.encode())
    assert answer.status_code == 201
    copy = Sitting(ben, answer.json()["table"].rpartition("/")[2], 0)
    ours, theirs = table.state(), copy.state()
    assert theirs["log"] == ours["log"]
    assert theirs["picture"] == ours["picture"]
    assert copy.get("record").text == record


@pytest.mark.parametrize("game", GAMES)
def test_the_position_comes_back(ann, ben, game):
    table = first(ann, game)
    table.settled()
    text = table.get("position").text
    answer = ben.post("/import?name=table.toml", content=text.encode())
    if "hidden" in text:
        assert answer.status_code in (201, 409)
    else:
        assert answer.status_code == 201, answer.text


@pytest.mark.parametrize("game", GAMES)
def test_a_finished_game_as_one_file(ann, game):
    table = first(ann, game)
    running = table.get("replay.html")
    assert running.status_code == 409
    table.play()
    answer = table.get("replay.html")
    assert answer.status_code == 200
    assert "attachment" in answer.headers["content-disposition"]
    page = answer.text
    assert not re.search(r"""(?:src|href)=["'](?!#|data:)""", page), "the file loads nothing"
    assert "http://www.w3.org/2000/svg" in page
    assert not re.findall(r"https?://(?!www\.w3\.org/)", page)


# -- dice of one's own


@pytest.mark.parametrize("game", [name for name in GAMES if game_named(name).things.own_dice])
def test_rolling_ones_own_dice(ann, game):
    """Against automas: whatever is to be rolled is asked, also for them, and the game comes to its end."""
    table = first(ann, game, own_dice=True)
    kinds = set()
    for turn in range(400):
        state = table.settled()
        if state["outcome"]:
            break
        asked = state["asked"]
        kinds.add(asked["kind"])
        do = asked["options"][turn % len(asked["options"])]["do"]
        if asked["kind"] == "pool":
            do = " ".join([do] * asked_in(table.board())["count"])
        assert table.answer(do, state["version"]).status_code == 200
    assert state["outcome"]
    assert kinds - {"do"}, "nothing was rolled"


def test_own_dice_are_for_one_person(ann):
    game = next(name for name in GAMES if game_named(name).things.own_dice)
    for body in ({"game": game, "seats": ["me", "person"], "own_dice": True}, {"game": "saboteur", "own_dice": True}):
        answer = ann.post("/api/tables", json=body)
        assert answer.status_code == 409
        assert "Let the program roll" in answer.json()["error"]


# -- what helps to understand it


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_legend_tells_what_the_signs_mean(visit, game, lang):
    """Every piece by its name, every mark in words; nothing of it can be clicked."""
    table = first(visit(lang), game)
    table.settled()
    legend, board = table.get("legend").text, table.board()
    said = text_of(legend)
    assert "data-handle" not in legend
    assert " id=" not in legend
    say = say_in(lang)
    for tag in set(re.findall(r"\bt-([a-z-]+)", board)) & set(MARKS):
        key = f"{game}.sign.{tag}"
        assert say.of(Text(key if say.has(key) else f"web.sign.{tag}"), "Nom") in said or MARKS[tag] in said
    units = re.findall(r'class="r-unit[^>]*><title>([^<]+)</title>', board)
    assert all(unescape(name) in said for name in units)
    if say.has(f"{game}.sign.corner"):
        assert say.of(Text(f"{game}.sign.corner"), "Nom") in said


def test_what_has_happened_stands_in_the_event_line(ann):
    """The newest first, one's own choice too, each automa's with its reasons; no entry is empty."""
    table = ann.new("saboteur", scenario="tu", seats=["me", "rule", "rule"], seed="3")
    state = table.settled()
    table.answer(state["asked"]["options"][0]["do"], state["version"])
    table.settled()
    board = table.board()
    line = board.partition('id="event"')[2].partition("</section>")[0]
    shown = [text_of(one) for one in line.split('class="event"')[1:]]
    assert "Berta" in shown[0]
    assert any("You " in one for one in shown)
    assert not any("Player 1" in one for one in shown), "the reader is spoken to"
    assert all(re.search(r"<b>[^<]+</b>", one) for one in line.split('class="event"')[1:])
    keys = re.findall(r'data-why="(m\d+)"', line)
    assert len(keys) >= 2
    assert 'class="steps"' in table.get(f"why/{keys[0]}").text
    numbers = [int(number) for number in re.findall(r'data-number="(\d+)"', line)]
    assert numbers == sorted(numbers, reverse=True)


def test_the_board_of_an_earlier_moment(ann):
    """Before somebody acted the table looked otherwise; a moment that never was is refused."""
    table = ann.new("saboteur", scenario="tu", seats=["me", "rule", "rule"], seed="3")
    for _ in range(3):
        state = table.settled()
        table.answer(state["asked"]["options"][0]["do"], state["version"])
    table.settled()
    numbers = re.findall(r'class="event"[^>]*data-number="(\d+)"', table.board())
    now, then = table.get(f"moments/{numbers[0]}"), table.get(f"moments/{numbers[-1]}")
    assert now.status_code == then.status_code == 200
    assert 'id="p-board"' in then.text
    assert now.text != then.text
    assert table.get("moments/99999").status_code == 409


@pytest.mark.parametrize("game", GAMES)
def test_the_end_says_who_won_and_offers_another_game(ann, game):
    table = first(ann, game)
    table.play()
    end = table.board().partition('id="end-told"')[2].partition("</template>")[0]
    headline = text_of(end.partition('id="end-title"')[2].partition("</h2>")[0])
    assert any(words in headline for words in ("You won", "You lost", "A draw"))
    assert text_of(end.partition("</h2>")[2].partition("</div>")[0]).strip(), "what decided it"
    answer = ann.post(f"/tables/{table.id}/again?seat={table.seat}")
    assert answer.status_code == 303
    other = Sitting(ann, answer.headers["location"].rpartition("/")[2], table.seat)
    assert other.id != table.id
    assert not other.settled()["outcome"]


def test_a_game_is_played_again_when_it_is_over(ann):
    table = first(ann, "saboteur")
    table.settled()
    assert ann.post(f"/tables/{table.id}/again?seat={table.seat}").status_code == 403


def test_one_sees_what_one_has_sealed(ann, ben):
    one, other = two_people(ann, ben, "undaunted", seed="3")
    for _ in range(12):
        state = one.settled()
        if state["asked"] and other.settled()["asked"] and len(state["asked"]["options"]) > 1:
            break
        for sitting in (one, other):
            asked = sitting.settled()["asked"]
            if asked and not asked["sealed"]:
                sitting.answer(asked["options"][0]["do"])
    chosen = state["asked"]["options"][-1]
    one.answer(chosen["do"])
    assert chosen["text"] in text_of(one.board().partition('id="sealed"')[2].partition("</p>")[0])
    assert 'id="sealed"' not in other.board()


def test_reasons_that_were_taken_back_are_no_fault(ann):
    """A page may ask for them at the very moment in which they go."""
    table = first(ann, "saboteur")
    state = table.settled()
    table.answer(state["asked"]["options"][0]["do"], state["version"])
    key = next(key for entry in reversed(table.settled()["log"]) for key in entry["whys"])
    assert "steps" in table.get(f"why/{key}").text
    table.post("undo")
    gone = table.get(f"why/{key}")
    assert gone.status_code == 200
    assert "steps" not in gone.text
    assert text_of(gone.text)


# -- pace


def test_step_by_step(ann):
    table = ann.new("saboteur", scenario="tu", seats=["me", "rule", "rule"], pace="step")
    state = table.settled()
    assert table.answer(state["asked"]["options"][0]["do"], state["version"]).status_code == 200
    until(lambda: 'id="next"' in table.board(), "after the first automa the second, which waits,")
    assert asked_in(table.board()) is None
    assert table.post("next").status_code == 200
    assert table.settled()["asked"]


def test_the_pace_is_kept(ann):
    table = first(ann, GAMES[0])
    assert table.post("pace", {"pace": "step"}).status_code == 200
    assert '<option value="step" selected>' in table.board()
    assert table.post("pace", {"pace": "warp"}).status_code == 409


# -- several people


@pytest.mark.parametrize("game", GAMES)
def test_two_people_take_turns(ann, ben, game):
    one, other = two_people(ann, ben, game)
    for _ in range(6):
        for sitting in (one, other):
            state = sitting.settled()
            if state["asked"] and not state["asked"]["sealed"]:
                option = state["asked"]["options"][0]["do"]
                assert sitting.answer(option, state["version"]).status_code == 200
    assert len(one.state()["log"]) > 1


def test_nobody_answers_for_another(ann, ben):
    one, other = two_people(ann, ben, "saboteur")
    state = one.settled()
    refused = other.answer(state["asked"]["options"][0]["do"])
    assert refused.status_code == 409
    assert "Nothing is asked of you" in text_of(refused.text)
    assert Sitting(ben, one.id, 0).answer("pass").status_code == 403


def test_undo_among_several_needs_all(ann, ben):
    one, other = two_people(ann, ben, "saboteur")
    for sitting in (one, other):
        state = sitting.settled()
        assert sitting.answer(state["asked"]["options"][0]["do"], state["version"]).status_code == 200
    one.settled()
    asked = one.post("undo")
    assert asked.status_code == 200
    assert 'id="wish"' in asked.text
    assert 'data-post="agree"' not in asked.text, "who wishes need not agree"
    seen = other.board()
    assert 'data-post="agree"' in seen
    turns = len(one.state()["log"])
    assert other.post("agree", {"yes": True}).status_code == 200
    assert len(one.state()["log"]) < turns
    assert other.post("agree", {"yes": True}).status_code == 409


def test_undo_can_be_refused(ann, ben):
    one, other = two_people(ann, ben, "saboteur")
    for sitting in (one, other):
        state = sitting.settled()
        assert sitting.answer(state["asked"]["options"][0]["do"], state["version"]).status_code == 200
    one.settled()
    one.post("undo")
    log = one.state()["log"]
    assert other.post("agree", {"yes": False}).status_code == 200
    assert 'id="wish"' not in one.board()
    assert one.state()["log"] == log


def test_a_spectator_watches(ann, ben):
    table = ann.new("saboteur", scenario="tu", seats=["me", "rule", "rule"])
    link = next(link["path"] for link in ann.api("GET", f"/tables/{table.id}/links") if link["seat"] == -1)
    answer = ben.get(link)
    watching = Sitting(ben, table.id, -1)
    assert answer.headers["location"] == f"/tables/{table.id}?seat=-1"
    page = ben.get(answer.headers["location"]).text
    assert asked_in(page) is None
    state = table.settled()
    assert watching.answer(state["asked"]["options"][0]["do"]).status_code == 403
    assert watching.post("undo").status_code == 403
    assert watching.get("share").status_code == 403
    assert ben.get(f"/api/tables/{table.id}/links?seat=-1").status_code == 403


# -- a strong player's advice


@pytest.mark.parametrize("game", GAMES)
def test_a_strong_player_advises(ann, game):
    table = first(ann, game)
    state = table.settled()
    answer = ann.get(f"/tables/{table.id}/coach?seat={table.seat}&worlds=12")
    offered = {option["do"] for option in state["asked"]["options"]}
    named = re.findall(r'data-play="([^"]*)"', answer.text)
    assert answer.status_code == 200, answer.text
    assert named
    assert set(named) <= offered
    assert 'id="coach-lead"' in answer.text
    assert "computer player" not in answer.text, "they have names at the table"
    assert table.state()["version"] == state["version"]


def test_nobody_gets_advice_when_several_people_play(ann, ben):
    one, _ = two_people(ann, ben, "saboteur")
    one.settled()
    answer = one.get("coach")
    assert answer.status_code == 409
    assert "nobody gets advice" in answer.text


def advice_for(sitting):
    """Whether there is any, as a status; however long it takes."""
    return sitting.person.get(f"/tables/{sitting.id}/coach?seat={sitting.seat}&worlds=4", timeout=None).status_code


def test_several_people_get_advice_if_all_agree(ann, ben):
    one, other = two_people(ann, ben, "saboteur")
    one.settled()
    asked = next(sitting for sitting in (one, other) if sitting.state()["asked"])
    assert 'id="ask-coach"' not in asked.board()
    assert one.post("coaching", {"yes": True}).status_code == 200
    assert advice_for(asked) == 409  # one of them is not all
    assert "only if all agree" in text_of(other.board())
    assert other.post("coaching", {"yes": True}).status_code == 200
    assert 'id="ask-coach"' in asked.board()
    assert advice_for(asked) == 200
    assert other.post("coaching", {"yes": False}).status_code == 200
    assert 'id="ask-coach"' not in asked.board()
    assert advice_for(asked) == 409


def test_who_plays_alone_has_nobody_to_agree_with(ann):
    table = first(ann, "saboteur")
    table.settled()
    assert table.post("coaching", {"yes": True}).status_code == 409
    assert 'id="coaching"' not in table.board()


def test_that_advice_was_asked_for_outlives_a_restart(tmp_path):
    with Running(settings(tmp_path)) as server:
        ann = Person(server.base)
        table = first(ann, "saboteur")
        table.settled()
        assert advice_for(table) == 200
    with Running(settings(tmp_path)) as server:
        ann.client.base_url = server.base
        table.answer(table.settled()["asked"]["options"][0]["do"])
        record = ann.get(f"/tables/{table.id}/record?seat={table.seat}").text
    ann.client.close()
    assert record.count('"coached":true') == 1
