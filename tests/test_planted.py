"""Faults planted in copies of shipped games: the contract finds each of them, and nothing in the game itself."""

from dataclasses import dataclass, replace
from typing import Any

import pytest

from kempelen import contract
from kempelen.automa import charts as automa_charts
from kempelen.contract.worded import names_are_free
from kempelen.engine.game import games
from kempelen.engine.speech import Tip
from kempelen.engine.table import Choice
from kempelen.engine.things import Things
from kempelen.games.saboteur import GAME as SABOTEUR
from kempelen.games.saboteur.automa.solitaire import ComputerPlayer
from kempelen.games.undaunted import GAME as UNDAUNTED
from kempelen.games.undaunted.automa.charts import SHEET
from kempelen.text.say import Text

AS_DEALT = {"R14": "as_dealt"}


def setup_of(game, scenario="", **options):
    return replace(contract.default_setup(game, game.automa, scenario or game.scenarios[0]), options=options)


def found(game, setup, seed=0):
    """What is said about a game by the checks of its secrets."""
    return [
        problem
        for check in (contract.twins_look_alike, contract.hidden_came_to_somebody)
        for problem in check(game, setup, seed)
    ]


class Proxy:
    """A table that rules talk to instead of the real one."""

    def __init__(self, table):
        object.__setattr__(self, "table", table)

    def __getattr__(self, name):
        return getattr(self.table, name)

    def __setattr__(self, name, value):
        setattr(self.table, name, value)


def played_at(game, proxy):
    """The game with another kind of table before its rules."""
    return replace(
        game,
        start=lambda setup, options, table: game.start(setup, options, proxy(table)),
        step=lambda state, table: game.step(state, proxy(table)),
    )


# -- the five faults of secrecy


def shows_all_hands(state, seat):
    seen = SABOTEUR.view(state, seat)
    seen.hands = state.hands
    return seen


@dataclass
class Loud:
    """An event that everybody hears."""

    event: Any

    @property
    def text(self):
        return self.event.text

    def seen_by(self, seat):
        return self


class ToldToAll(Proxy):
    def tell(self, event, *facts, **more):
        self.table.tell(lambda: Loud(event(*facts, **more)))


class NoTo(Proxy):
    def draw(self, deck, why, to=None):
        return self.table.draw(deck, why)


class OpenDice(Proxy):
    """What is decided by a lot in secret is rolled for all to see."""

    def pick(self, options, why, to=None):
        return self.table.pick(options, why) if to is None else options[self.table.roll(len(options), why) - 1]


def test_a_view_that_shows_all_hands():
    problems = found(replace(SABOTEUR, view=shows_all_hands), setup_of(SABOTEUR))
    assert {dict(problem.fields).get("aspect") for problem in problems} == {Text("contract.aspect.view")}


def test_a_private_event_that_is_told_to_all():
    problems = found(played_at(SABOTEUR, ToldToAll), setup_of(SABOTEUR))
    assert {dict(problem.fields).get("aspect") for problem in problems} == {Text("contract.aspect.events")}


def test_dice_that_are_rolled_in_the_open():
    setup = setup_of(SABOTEUR, **AS_DEALT)
    problems = found(played_at(SABOTEUR, OpenDice), setup)
    assert "contract.came_openly" in {problem.key for problem in problems}
    assert "roll d2" in {dict(problem.fields).get("what") for problem in problems}


def test_a_draw_that_lacks_its_owner():
    game = played_at(SABOTEUR, NoTo)
    assert [problem.key for problem in contract.says_what_is_private(game, game.scenarios[:1])] == [
        "contract.nothing_private"
    ]
    assert found(game, setup_of(SABOTEUR))


def test_a_chart_whose_answers_about_the_hand_are_public(monkeypatch):
    monkeypatch.setattr(automa_charts, "words_in", lambda condition: ())  # no word is secret any more
    SHEET._made.clear()
    try:
        problems = [problem for seed in range(6) for problem in found(UNDAUNTED, setup_of(UNDAUNTED, "relay"), seed)]
    finally:
        monkeypatch.undo()
        SHEET._made.clear()
    assert {dict(problem.fields).get("aspect") for problem in problems} == {Text("contract.aspect.why")}


@pytest.mark.parametrize(
    ("game", "scenario", "options"),
    [(SABOTEUR, "", {}), (SABOTEUR, "commercial", {}), (SABOTEUR, "", AS_DEALT), (UNDAUNTED, "relay", {})],
)
@pytest.mark.parametrize("seed", range(3))
def test_without_a_fault_nothing_is_found(game, scenario, options, seed):
    assert found(game, setup_of(game, scenario, **options), seed) == []


def test_a_game_that_hides_nothing_says_so():
    universalis = games()["universalis"]
    assert contract.says_what_is_private(replace(universalis, open=False), universalis.scenarios[:1])
    assert not contract.says_what_is_private(universalis, universalis.scenarios[:1])
    setup = setup_of(SABOTEUR)
    assert contract.hidden_came_to_somebody(replace(SABOTEUR, open=True), setup, 0)
    assert contract.twins_look_alike(replace(SABOTEUR, open=True), setup, 0)


# -- legal


class Cheat(ComputerPlayer):
    """Lays a card where there is one."""

    def decide(self, decision, table):
        choice = super().decide(decision, table)
        return Choice(SABOTEUR.parse("lay plus 0,0"), choice.trace) if len(decision.view().deck) < 20 else choice


def test_a_bot_that_leaves_the_rules_is_found_whichever_it_is():
    game = replace(SABOTEUR, bots={**SABOTEUR.bots, "cheat": Cheat})
    found_by = {name: problems for name, problems in contract.checks(game, range(1)) if problems}
    assert "bots_keep_to_the_rules" in found_by
    assert {text.key for text in found_by["bots_keep_to_the_rules"]} == {"refused.told"}
    assert all(dict(text.fields)["bot"] == "cheat" for text in found_by["bots_keep_to_the_rules"])


def test_a_game_that_never_ends_is_stopped(monkeypatch):
    monkeypatch.setattr("kempelen.contract.playing.MOST_STEPS", 30)
    game = replace(SABOTEUR, step=lambda state, table: None)
    assert [p.key for p in contract.bots_keep_to_the_rules(game, setup_of(SABOTEUR), 0)] == ["contract.never_ends"]


# -- told


@pytest.mark.parametrize(
    ("part", "wanted"),
    [
        ({"advice": lambda setup, decision: Tip(say=lambda _: Text("saboteur.no.such_hint"))}, "saboteur.no.such_hint"),
        ({"objection": lambda state, seat, action: Text("saboteur.no.such_objection")}, "saboteur.no.such_objection"),
    ],
)
def test_a_hint_or_an_objection_without_a_text(part, wanted):
    game = replace(SABOTEUR, speech=replace(SABOTEUR.speech, **part))
    problems = contract.everything_is_worded(game, setup_of(SABOTEUR), 0)
    assert problems
    assert all(wanted in dict(problem.fields)["missing"] for problem in problems)


def test_an_ending_without_a_text():
    def outcome(state):
        ended = SABOTEUR.outcome(state)
        return ended and replace(ended, reason="earthquake")

    problems = contract.everything_is_worded(replace(SABOTEUR, outcome=outcome), setup_of(SABOTEUR), 0)
    assert {dict(problem.fields)["missing"] for problem in problems} == {
        f"no text 'saboteur.ending.earthquake' in {lang}" for lang in ("en", "de")
    }


class OtherNames(Proxy):
    def draw(self, deck, why, to=None):
        deck.name = "questions"
        return self.table.draw(deck, why, to)


def test_a_pile_without_a_name_and_one_whose_name_means_something_else():
    game = played_at(SABOTEUR, OtherNames)
    problems = contract.everything_is_worded(game, setup_of(SABOTEUR), 0)
    assert any("saboteur.deck.questions" in dict(problem.fields)["missing"] for problem in problems)
    taken = [Text("contract.name_taken", name="questions")]
    assert names_are_free(game, setup_of(SABOTEUR), 0) == taken
    assert names_are_free(SABOTEUR, setup_of(SABOTEUR), 0) == []
    with pytest.raises(ValueError, match="questions"):
        Things(physical=frozenset({"questions"}))


def test_a_handle_that_is_neither_drawn_nor_worded():
    game = replace(SABOTEUR, scene=lambda view, say: replace(SABOTEUR.scene(view, say), shapes=()))
    problems = contract.everything_is_worded(game, setup_of(SABOTEUR, "first"), 0)
    assert {problem.key for problem in problems} == {"contract.handle"}
    assert {dict(problem.fields)["handle"].partition(":")[0] for problem in problems} == {"cell"}
