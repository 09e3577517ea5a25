"""Before somebody commits: the page asks what an answer would do, and nothing changes by it."""

import pytest

from kempelen.engine.game import games

GAMES = tuple(games())


@pytest.mark.parametrize("game", GAMES)
def test_every_option_can_be_looked_at(ann, game):
    """In both languages, with the version of the table unchanged."""
    table = ann.new(game, scenario="first") if "first" in games()[game].scenarios else ann.new(game)
    state = table.settled()
    options = state["asked"]["options"]
    for option in options[:: max(1, len(options) // 12)]:
        seen = table.post("preview", {"do": option["do"]})
        assert seen.status_code == 200
        assert "objection" not in seen.json(), option
    assert table.state()["version"] == state["version"]


def test_words_come_in_the_language_of_the_page(ann):
    table = ann.new("saboteur", scenario="first")
    option = table.settled()["asked"]["options"][0]["do"]
    english = table.post("preview", {"do": option}).json()["remarks"]
    ann.client.headers["accept-language"] = "de"
    german = table.post("preview", {"do": option}).json()["remarks"]
    assert [weight for weight, _ in english] == [weight for weight, _ in german]
    assert english != german


def test_what_is_not_allowed_says_why(ann):
    table = ann.new("saboteur", scenario="first")
    table.settled()
    for wrong in ("lay plus 99,99", "nonsense", ""):
        assert table.post("preview", {"do": wrong}).json()["objection"]


def test_a_stranger_sees_nothing(ann, ben):
    table = ann.new("saboteur", scenario="first")
    option = table.settled()["asked"]["options"][0]["do"]
    assert ben.post(f"/tables/{table.id}/preview?seat=0", json={"do": option}).status_code in (401, 403, 404)


def test_what_a_hidden_players_action_tells_is_a_click_of_its_own(ann):
    """The why names no role; the click reasons by the authors' lists, and is refused where there is nothing to tell."""
    table = ann.new("saboteur", scenario="commercial", seats=["me", "rule", "rule"], seed="5")
    state = table.settled()
    table.answer(state["asked"]["options"][0]["do"], state["version"])
    table.settled()
    board = table.board()
    key = board.split('data-why="')[1].split('"')[0]
    why = table.get(f"why/{key}").text
    assert f'data-tells="{key}"' in why
    assert "saboteurs" not in why.lower()
    told = table.get(f"tells/{key}")
    assert told.status_code == 200
    assert "saboteurs" in told.text.lower()
    assert table.get("tells/99-1").status_code == 409


def begins(table):
    """An option that only begins something, and what could be chosen right after it."""
    options = table.settled()["asked"]["options"]
    seen = {option["do"]: table.post("preview", {"do": option["do"]}).json() for option in options}
    return next((do, shown["then"]) for do, shown in seen.items() if "then" in shown)


def test_two_answers_at_once_where_the_second_question_is_known(ann):
    """One look at both, one click for both, and one step back."""
    table = ann.new("tactics", scenario="first")
    before = table.settled()
    do, then = begins(table)
    goes = next(option for option in then if option["do"].startswith("move "))
    seen = table.post("preview", {"do": do, "then": goes["do"]}).json()
    assert seen["path"][-1] == goes["handles"][0]
    assert table.state()["version"] == before["version"]
    assert table.post("answer", {"do": do, "then": goes["do"], "version": before["version"]}).status_code == 200
    after = table.settled()
    assert [option["do"] for option in after["asked"]["options"]] != [
        option["do"] for option in before["asked"]["options"]
    ]
    assert len(after["log"]) > len(before["log"])
    assert table.post("undo").status_code == 200
    assert table.settled()["asked"] == before["asked"]


@pytest.mark.parametrize("then", ["move 99,99", "nonsense", "end"])
def test_a_second_answer_that_does_not_follow(ann, then):
    """It is not looked at; if it is given nothing happens, not even the first, and the message says what is wrong."""
    table = ann.new("tactics", scenario="first")
    before = table.settled()
    do, _ = begins(table)
    assert table.post("preview", {"do": do, "then": then}).json()["objection"]
    assert table.state()["version"] == before["version"]
    assert table.post("answer", {"do": do, "then": then, "version": before["version"]}).status_code == 409
    after = table.settled()
    assert (after["version"], after["asked"]) == (before["version"], before["asked"])


def test_a_second_answer_that_only_luck_would_allow_is_not_taken(ann):
    """Nobody tries what his first answer leads to: the second is refused before dice are rolled or cards are drawn."""
    first, twin = (ann.new("undaunted", scenario="first", seed="5") for _ in range(2))
    before = first.settled()
    for option in before["asked"]["options"]:
        if "then" not in first.post("preview", {"do": option["do"]}).json():
            break
    twin.answer(option["do"], twin.settled()["version"])
    after = twin.settled()
    for then in (after["asked"]["options"][0]["do"], "nonsense"):
        given = first.post("answer", {"do": option["do"], "then": then, "version": before["version"]})
        assert given.status_code == 409
        assert "Nothing is asked of you now." in given.text
        assert first.settled()["asked"] == before["asked"]


def test_a_turn_is_ended_while_something_still_acts(ann):
    """One choice, with its preview, gives up the rest; one undo takes all of it back."""
    table = ann.new("tactics", scenario="first")
    do, then = begins(table)
    goes = next(option for option in then if option.get("plain") and not option.get("spends"))
    begun = table.post("answer", {"do": do, "then": goes["do"], "version": table.settled()["version"]})
    assert begun.status_code == 200
    acting = table.settled()
    assert "end" not in [option["do"] for option in acting["asked"]["options"]], "a program gives two answers"
    assert '"then":"end"' in table.board().replace(" ", "")
    seen = table.post("preview", {"do": "done", "then": "end"}).json()
    assert any("card" in text for _, text in seen["remarks"]), "it says what is left undone"
    answered = table.post("answer", {"do": "done", "then": "end", "version": acting["version"]})
    assert answered.status_code == 200
    assert table.settled()["version"] > acting["version"]
    table.post("undo")
    assert table.settled()["asked"]["options"] == acting["asked"]["options"]


def test_what_uses_up_a_piece_is_marked_so(ann):
    """A touch on the board shows it first; what leads on only is done at once."""
    table = ann.new("tactics", scenario="first")
    _, then = begins(table)
    plain = [option for option in then if option["do"].startswith("move ") and option.get("plain")]
    assert any(option.get("spends") for option in plain)
    assert not all(option.get("spends") for option in plain)
