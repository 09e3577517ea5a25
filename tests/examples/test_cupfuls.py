"""Cupfuls, the second example of the guide: hidden dice, a chart and a list, a first game, options, worked cases."""

from dataclasses import replace
from fractions import Fraction

import pytest

from kempelen import contract
from kempelen.behaviour.document import markdown
from kempelen.companion import companion_session
from kempelen.conform import read_cases, run_file
from kempelen.contract.playing import default_setup
from kempelen.contract.words import everything_has_a_text
from kempelen.engine.errors import BadNotation, BadPosition, IllegalAction
from kempelen.engine.files.record import export
from kempelen.engine.game import Setup, say_in
from kempelen.engine.session import Session
from kempelen.engine.table import HIDDEN, Decision
from kempelen.engine.tables.odds import decision_odds
from kempelen.engine.tables.scripted import ScriptedTable
from kempelen.parts.document import pages_of
from kempelen.scene.plain import render_text
from kempelen.terminal.menu import branches
from kempelen.text.say import LANGUAGES, Text
from tests.examples.known import CUPFULS
from tests.marks import rule

TABLE = {
    "game": "cupfuls",
    "open": 4,
    "players": [{"cup": [1, 4, 4], "corks": 2}, {"cup": [2, 2, 6], "corks": 2}],
}


@pytest.fixture(scope="module")
def cupfuls(examples):
    return examples["cupfuls"]


def session_at(game, *seats, scenario="basic", **more):
    position = {**TABLE, "scenario": scenario, **more}
    return Session(game, Setup("cupfuls", scenario, seats, position=position), seed=1).run()


# -- the contract


def test_it_keeps_the_contract(cupfuls):
    found = dict(contract.checks(cupfuls, range(3)))
    assert {check: problems for check, problems in found.items() if problems} == {}


@pytest.mark.parametrize("automa", ["landlady", "miser"])
@pytest.mark.parametrize("options", [{}, {"Q1": "nobody", "Q2": "next", "Q3": "lot"}])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_both_automas_play_to_an_end_with_all_options(cupfuls, automa, options, players):
    setup = Setup("cupfuls", "basic", (automa,) * players, options)
    for seed in range(5):
        assert contract.same_however_played(cupfuls, setup, seed) == []
        assert contract.views_hide(cupfuls, setup, seed) == []


@rule("cupfuls:A3", "cupfuls:B1", "cupfuls:Q1", "cupfuls:Q3", "cupfuls:Q5")
def test_the_worked_cases_pass_and_none_by_accident(cupfuls, tmp_path):
    file = CUPFULS / "cases.yaml"
    verdicts = run_file(read_cases(file), {})
    assert len(verdicts) > 20
    assert {verdict.id: verdict.problems for verdict in verdicts if verdict.problems} == {}
    spoilt = tmp_path / "spoilt.yaml"
    wrong = {
        "found: 3, loses: 2}": "found: 2, loses: 2}",
        "allowed: true": "allowed: false",
        "do: bid 2x5": "do: bid 2x6",
        "p: 1/6": "p: 1/5",
    }
    for right, false in wrong.items():
        spoilt.write_text(file.read_text("utf-8").replace(right, false), "utf-8")
        assert any(verdict.problems for verdict in run_file(read_cases(spoilt), {})), right


# -- rules


@rule("cupfuls:C2", "cupfuls:C3", "cupfuls:Q2")
@pytest.mark.parametrize(("option", "beginner"), [("loser", 1), ("next", 0)])
def test_the_loser_gives_a_cork_and_the_next_round_begins(cupfuls, option, beginner):
    state = cupfuls.from_position({**TABLE, "turn": 1, "bid": "4x4"}, {"Q2": option})
    dice = [f"draw:{face}" for face in (6, 1, 3, 2, 2, 5)]
    table = ScriptedTable(cupfuls, state, "doubt", *dice, "d6:3")
    cupfuls.step(state, table)
    table.finish()
    assert (state.corks, state.cups, state.open_die) == ([2, 1], [[1, 3, 6], [2, 2, 5]], 3)
    assert (state.turn, state.bid, state.round) == (beginner, None, 2)


@rule("cupfuls:C4", "cupfuls:C1")
def test_it_ends_with_the_last_cork_and_all_cups_are_lifted(cupfuls):
    players = [{"cup": [1, 4, 4], "corks": 1}, {"cup": [2, 2, 6], "corks": 2}, {"cup": [3, 3, 3], "corks": 2}]
    state = cupfuls.from_position({**TABLE, "players": players, "turn": 1, "bid": "1x4"}, {})
    table = ScriptedTable(cupfuls, state, "doubt")
    cupfuls.step(state, table)
    table.finish()
    outcome = cupfuls.outcome(state)
    assert (outcome.winners, outcome.reason, outcome.scores) == ((1, 2), "corks", (0, 2, 2))
    assert cupfuls.view(state, -1).cups == [[1, 4, 4], [2, 2, 6], [3, 3, 3]]


@rule("cupfuls:A2")
def test_only_the_own_dice_are_seen(cupfuls):
    session = session_at(cupfuls, "human", "miser")
    assert session.view(0).cups == [[1, 4, 4], [HIDDEN] * 3]
    assert session.view(-1).cups == [[HIDDEN] * 3] * 2
    new = Session(cupfuls, Setup("cupfuls", "basic", ("human", "miser")), seed=3).run()
    shaken = [event for event in new.events if event.text.key == "cupfuls.event.shook"]
    assert [[event.seen_by(seat) is not None for seat in (0, 1, -1)] for event in shaken] == [
        [True, False, False],
        [False, True, False],
    ]
    shown = [line for line in export(new, 0) if '"draw"' in line]
    assert [('"is":null' in line) for line in shown] == [False] * 3 + [True] * 3


@rule("cupfuls:B2", "cupfuls:B3", "cupfuls:B4", "cupfuls:Q4")
@pytest.mark.parametrize(
    ("bid", "typed", "says"),
    [
        ("", "doubt", "There is no bid yet to doubt."),
        ("2x4", "bid 2x4", "The lowest you can bid is 2 fives."),
        ("2x6", "bid 2x1", "The lowest you can bid is 3 ones."),
        ("2x4", "bid 8x1", "There are only 7 dice"),
        ("7x6", "bid 7x1", "All you can do is doubt."),
    ],
)
def test_what_is_not_allowed_says_why_and_changes_nothing(cupfuls, bid, typed, says):
    session = session_at(cupfuls, "human", "miser", bid=bid)
    with pytest.raises(IllegalAction) as refused:
        session.answer(typed)
    assert says in say_in("en").of(refused.value.text)
    assert say_in("de").of(refused.value.text)
    assert session.rows == []


@pytest.mark.parametrize("typed", ["bid", "bid 3", "bid 3x7", "bid 0x4", "bid 14x1", "bid ٣x4", "pass", ""])
def test_what_is_no_action_is_refused(cupfuls, typed):
    with pytest.raises(BadNotation):
        cupfuls.parse(typed)
    assert cupfuls.parse(" BID  3x4 ") is cupfuls.parse("bid 3x4")


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"open": 7}, "open"),
        ({"turn": 3}, "turn"),
        ({"bid": "8x1"}, "bid"),
        ({"bid": "many"}, "bid"),
        ({"round": 0}, "round"),
        ({"scenario": "long"}, "scenario"),
        ({"players": TABLE["players"][:1]}, "players"),
        ({"players": [{"cup": [1, 2], "corks": 2}, TABLE["players"][1]]}, "cup"),
        ({"players": [{"cup": [1, 2, 9], "corks": 2}, TABLE["players"][1]]}, "cup"),
        ({"players": [{"cup": [1, 2, 3], "corks": 3}, TABLE["players"][1]]}, "corks"),
        ({"dice": 3}, "dice"),
    ],
)
def test_a_position_that_cannot_be_is_refused(cupfuls, change, field):
    with pytest.raises(BadPosition) as refused:
        cupfuls.from_position({**TABLE, **change}, {})
    for lang in LANGUAGES:
        assert field in say_in(lang).of(refused.value.text)


# -- the automas


def test_the_landlady_says_why_and_keeps_her_dice_to_herself(cupfuls):
    session = session_at(cupfuls, "human", "landlady", bid="2x3")
    session.answer("bid 3x1")
    session.run()
    turn = next(n for n, row in enumerate(session.inputs) if row.seat == 1)
    why = session.why(turn)
    said = [say_in("en").of(step.text) for step in why]
    assert said[0] == "Under the own cup: 2, 2 and 6; the open die shows 4."
    assert "3) Would more than one in 2 of the hidden dice have to show the face of the bid? Yes." in said
    assert [say_in("en").of(step.text) for step in why.for_seat(0)] == ["So the last bid is doubted."]


def test_the_miser_goes_through_his_list(cupfuls):
    session = session_at(cupfuls, "human", "miser")
    session.answer("bid 1x4")
    session.run()
    why = session.why(1)
    said = [say_in("de").of(step.text) for step in why]
    assert "1) An einem teuren Gebot zweifeln: geht jetzt nicht." in said
    assert [row.value for row in session.inputs if row.kind == "do"] == ["bid 1x4", "bid 1x6"]
    assert len(why.for_seat(0)) == 1


@rule("cupfuls:Q6")
def test_what_the_card_cannot_do_cites_our_reading(cupfuls):
    """Her commonest face is the one that was bid, so a result of 3 or 4 does not turn but raises."""
    players = [{"cup": [1, 5, 5], "corks": 2}, *TABLE["players"]]
    state = cupfuls.from_position({**TABLE, "players": players, "bid": "3x5"}, {})
    table = ScriptedTable(cupfuls, state, "d6:4")
    decision = Decision(0, Text("cupfuls.prompt.bid_or_doubt"), (), None, table)
    choice = cupfuls.bots["landlady"]().decide(decision, table)
    why = {say_in("en").of(step.text): [str(source) for source in step.sources] for step in choice.trace}
    assert choice.action.notation == "bid 4x5"
    assert why["Turn to another face is not possible now."] == ["cupfuls:Q6"]


@rule("cupfuls:A1")
@pytest.mark.parametrize(("scenario", "players", "corks"), [("basic", 4, 2), ("basic", 2, 2), ("first", 2, 1)])
def test_everybody_begins_with_three_dice_and_corks(cupfuls, scenario, players, corks):
    state = Session(cupfuls, Setup("cupfuls", scenario, ("human",) * players), seed=1).run().state
    assert [len(cup) for cup in state.cups] == [3] * players
    assert state.corks == [corks] * players


def test_odds_come_from_what_the_seat_knows(cupfuls):
    state = cupfuls.from_position({**TABLE, "bid": "2x1"}, {})
    chances = decision_odds(cupfuls, cupfuls.view(state, 0), cupfuls.bots["landlady"](), 0)
    assert chances == {
        cupfuls.parse("bid 3x1"): Fraction(1, 2),
        cupfuls.parse("bid 2x4"): Fraction(1, 3),
        cupfuls.parse("doubt"): Fraction(1, 6),
    }


def test_the_cards_are_printed_with_what_their_own_die_has_to_show(cupfuls):
    page = markdown("Hinterm Becher", pages_of(cupfuls), cupfuls.credits, say_in("de"))
    assert "| Aktion | W6 + WWM | wenn nicht möglich | 4 ja: +2 | 4 nein: −1 |" in page
    assert "| zweifeln | 5–6 | die nächste mögliche | 3–6 | 6 |" in page
    assert "2. **Auf eigene Würfel bieten**" in page


# -- what people see


def test_menus_call_faces_by_their_handles(cupfuls):
    """A text `face.2` counts dice and needs a number; beside it the handle `face:2` has a name of its own."""
    session = session_at(cupfuls, "human", "miser")
    asked = session.pending[0]
    for lang, twos in (("en", "Twos"), ("de", "Zweien")):
        say = say_in(lang)
        assert say.has("cupfuls.face.2")
        offered = branches(cupfuls, say, cupfuls.scene(session.view(0), say), asked.options, 0)
        assert [branch.named.label for branch in offered][1] == twos


@pytest.mark.parametrize(
    ("bid", "says"),
    [
        ("", "Begin with what you see yourself: 3 fours."),
        ("3x4", "You see all of 3 fours yourself"),
        ("1x2", "You do not see 1 of these dice, and 3 are hidden."),
        ("2x2", "That is a lot: doubt."),
    ],
)
def test_a_first_game_has_hints(cupfuls, bid, says):
    players = [{**player, "corks": 1} for player in TABLE["players"]]
    first = session_at(cupfuls, "human", "miser", scenario="first", bid=bid, players=players)
    tip = cupfuls.speech.hint(first.setup, first.view(0), 0)
    assert says in say_in("en").of(tip)
    assert say_in("de").of(tip)
    assert cupfuls.speech.hint(session_at(cupfuls, "human", "miser", bid=bid).setup, first.view(0), 0) is None


def test_at_a_real_table_people_shake_their_own_cups(cupfuls):
    """The program shakes the automa's dice; what people have it learns only when cups are lifted."""
    session = companion_session(Setup("cupfuls", "first", ("human", "landlady")), seed=2).run()
    assert session.state.cups[0] == [HIDDEN] * 3
    assert HIDDEN not in session.state.cups[1]
    assert cupfuls.speech.hint(session.setup, session.view(0), 0) is None
    session.answer("bid 7x6")
    session.run()
    for face in "666":
        assert (session.pending[0].kind, session.pending[0].what) == ("reveal", "cup 1")
        session.answer(face)
        session.run()
    assert session.over
    assert session.state.cups[0] == [6, 6, 6]
    assert session.outcome.winners == (1,)


def test_the_picture_shows_the_bid_and_hides_the_rest(cupfuls):
    session = session_at(cupfuls, "human", "miser", bid="2x3")
    drawn = render_text(cupfuls.scene(session.view(0), say_in("de")))
    assert "2×3" in drawn
    assert "Gebot von Spieler 2: 2 Dreien" in drawn
    assert drawn.count("verdeckter Würfel") == 3


# -- what the check looks for


@pytest.mark.parametrize("missing", ["page", "handle"])
def test_check_finds_texts_that_would_be_missing_later(cupfuls, missing, monkeypatch):
    """A page that cannot be printed and a handle that cannot be named are found before anybody meets them."""
    if missing == "page":
        cupfuls = replace(cupfuls, credits=(Text("cupfuls.nowhere"),))
    else:
        wrong = Text("cupfuls.face.2")
        monkeypatch.setattr("kempelen.contract.words.handle_text", lambda game, say, handle: wrong)
    problems = everything_has_a_text(cupfuls, default_setup(cupfuls, "miser"), 1)
    assert any(
        ("cupfuls.nowhere" if missing == "page" else "needs a field 'n'") in say_in("en").of(problem)
        for problem in problems
    )
