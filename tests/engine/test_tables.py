"""Tables and odds: who answers differs, the rules do not."""

from fractions import Fraction

import pytest

from kempelen.engine.deck import Deck
from kempelen.engine.dice import KeyedDice, ScriptedDice, TapeDice
from kempelen.engine.errors import IllegalAction
from kempelen.engine.game import Setup
from kempelen.engine.player import First, RandomPlayer, ScriptedPlayer
from kempelen.engine.table import Choice, DirectTable
from kempelen.engine.tables.odds import (
    TooManyOutcomes,
    decision_estimate,
    decision_odds,
    estimate,
    odds,
    pool_weights,
    wilson,
)
from kempelen.engine.tables.replay import ReplayTable
from kempelen.engine.tables.scripted import ScriptedTable
from tests.engine.toy import TOY, WORDS, ToyBot, ToyState


def state():
    return ToyState([0, 0], [[1], [2]], Deck("cards", [3, 3, 4]), 5)


# -- scripted


def test_a_script_answers_in_order_and_must_be_used_up():
    table = ScriptedTable(TOY, state(), "high", "low", "strike", "stand", "d6:1", "d6:4", "d6:2", "d6:6", "draw:c4")
    TOY.step(table.state, table)
    table.finish()
    assert table.state.points == [10, 0]
    assert table.state.hands[0] == [1, 4]
    assert [event.what for event in table.events] == ["bids", "struck", "drew"]


def test_a_script_fails_on_what_is_missing_left_over_or_not_asked_for():
    with pytest.raises(AssertionError, match="nothing left"):
        table = ScriptedTable(TOY, state(), "high")
        TOY.step(table.state, table)
    with pytest.raises(AssertionError, match=r"asks? for"):
        table = ScriptedTable(TOY, state(), "high", "d6:3")
        TOY.step(table.state, table)
    with pytest.raises(AssertionError, match="not among"):
        table = ScriptedTable(TOY, state(), "strike")
        TOY.step(table.state, table)
    table = ScriptedTable(TOY, state(), "high", "low", "hold", "draw:c3", "d6:1")
    TOY.step(table.state, table)
    with pytest.raises(AssertionError, match="not asked for"):
        table.finish()


def test_scripted_players_and_dice():
    players = [ScriptedPlayer(["high", "strike"]), ScriptedPlayer(["low", "stand"])]
    table = DirectTable(TOY, players, ScriptedDice([5, 0, 1, 2]))
    table.state = state()
    TOY.step(table.state, table)
    assert table.state.points == [6 + 2, 0]
    with pytest.raises(AssertionError, match="no number left"):
        table.roll(6, "more")
    with pytest.raises(AssertionError, match=r"needs 0\.\.5"):
        DirectTable(TOY, players, ScriptedDice([6])).roll(6, "too high")
    with pytest.raises(AssertionError, match="no action left"):
        table.choose(0, WORDS["low"].text, (WORDS["low"],))


# -- dice


def test_keyed_dice_depend_on_place_and_purpose_only():
    dice = KeyedDice(7)
    rolls = [dice.below(1000, "attack", f"{n}.strike") for n in range(50)]
    assert rolls == [KeyedDice(7).below(1000, "attack", f"{n}.strike") for n in range(50)]
    assert rolls != [dice.below(1000, "attack", f"{n}.hold") for n in range(50)]
    assert rolls != [dice.below(1000, "defence", f"{n}.strike") for n in range(50)]


@pytest.mark.parametrize("dice", [TapeDice(1), KeyedDice(1)])
def test_dice_are_fair_enough(dice):
    counts = [0] * 6
    for n in range(6000):
        counts[dice.below(6, "fair", str(n))] += 1
    assert all(850 < count < 1150 for count in counts)


# -- decks


def test_a_known_top_is_drawn_first_and_shuffling_forgets_it():
    deck = Deck("cards", [1, 2], top=[7, 9])
    table = DirectTable(TOY, [First()], TapeDice(1))
    assert len(deck) == 4
    assert table.draw(deck, "draw") == 9
    table.shuffle(deck, [5])
    assert (deck.bag, deck.top) == ([1, 2, 5, 7], [])
    deck.away = 1
    assert len(deck) == 3
    deck.name_away(5)
    assert (deck.bag, deck.away, len(deck)) == ([1, 2, 7], 0, 3)


# -- odds


def test_a_reroll_is_renormalised_not_unrolled():
    def strike(s, table):
        TOY.strike(s, table, 0)
        return s.points[0]

    chances = odds(TOY, state(), strike, players={0: First(), 1: ScriptedChoice("stand")})
    assert sum(chances.values()) == 1
    # 2..6 equally likely after the re-roll, plus the better of two dice
    best = {n: Fraction(2 * n - 1, 36) for n in range(1, 7)}
    assert chances[3] == Fraction(1, 5) * best[1]
    assert chances[12] == Fraction(1, 5) * best[6]


class ScriptedChoice:
    def __init__(self, word):
        self.word = word

    def decide(self, decision, table):
        return ScriptedPlayer([self.word]).decide(decision, table)


def test_a_choice_of_a_person_stops_the_odds():
    with pytest.raises(IllegalAction):
        odds(TOY, state(), TOY.step)


def test_odds_of_a_bots_decision_come_from_its_view():
    chances = decision_odds(TOY, TOY.view(state(), 0), ToyBot(), 0)
    assert {action.notation: p for action, p in chances.items()} == {"low": Fraction(2, 3), "high": Fraction(1, 3)}


def test_a_draw_branches_over_kinds_by_count():
    chances = odds(TOY, state(), lambda s, table: table.draw(s.deck, "draw"))
    assert chances == {3: Fraction(2, 3), 4: Fraction(1, 3)}


def test_pools_branch_over_multisets():
    weights = pool_weights(6, 3)
    assert len(weights) == 56
    assert sum(ways for _, ways in weights) == 216
    chances = odds(TOY, state(), lambda s, table: sum(table.pool(6, 2, "two")))
    assert chances[7] == Fraction(6, 36)


def test_the_dice_of_a_pool_are_thrown_one_by_one():
    """At a table that keeps what was thrown, too: pairs come as often as they should."""
    pairs = 0
    for seed in range(600):
        table = ReplayTable(TOY, [], dice=KeyedDice(seed))
        table.state = state()
        thrown = table.pool(6, 2, "two")
        assert list(thrown) == sorted(thrown)
        pairs += thrown[0] == thrown[1]
        again = ReplayTable(TOY, list(table.inputs))
        again.state = state()
        assert again.pool(6, 2, "two") == thrown
    assert 70 < pairs < 130


def test_equal_states_at_one_point_are_explored_once():
    runs = []

    def many(s, table):
        for n in range(12):
            table.here(n)
            s.points[0] += table.roll(6, "die") > 3
        runs.append(1)
        return s.points[0]

    chances = odds(TOY, state(), many)
    assert chances[12] == Fraction(1, 2**12)
    assert len(runs) < 200  # without joining: six to the power of twelve


def test_beyond_the_limit_an_estimate_is_offered():
    def long(s, table):
        return sum(table.roll(100, "die") for _ in range(4))

    with pytest.raises(TooManyOutcomes):
        odds(TOY, state(), long, most_runs=1000)
    guess = estimate(TOY, state(), lambda s, table: table.roll(6, "die"), TapeDice(2), [RandomPlayer()], 3000)
    assert all(share.low < 1 / 6 < share.high for share in guess.values())


def test_wilson():
    share = wilson(50, 100)
    assert (round(share.low, 3), share.share, round(share.high, 3)) == (0.404, 0.5, 0.596)
    assert wilson(0, 10).low == 0.0
    assert wilson(0, 0).high == 1.0


def test_a_new_game_can_be_set_up_by_scripted_cards():
    table = ScriptedTable(TOY, None, "draw:c5", "draw:c1", "draw:c2")
    made = TOY.new(Setup("toy", "duel", ("human", "human")), table)
    table.finish()
    assert (made.secret, made.hands) == (5, [[1], [2]])


def test_a_decision_beyond_the_limit_is_estimated():
    """The same shares as the exact answer has, from what the seat may know; secret bids of others are not asked for."""

    class Wary:
        """Bids low if a die and a card say so."""

        def decide(self, decision, table):
            low = table.roll(6, "die") > 2 or table.draw(table.state.deck, "look") == 4
            return Choice(WORDS["low" if low else "high"])

    for seat in (0, 1):
        view = TOY.view(state(), seat)
        exact = decision_odds(TOY, view, Wary(), seat)
        guess = decision_estimate(TOY, view, Wary(), seat, TapeDice(3), 3000)
        assert set(guess) == set(exact)
        assert all(share.low < exact[action] < share.high for action, share in guess.items())
