"""How it ends (4.3.2.2, 1.5) and what the winners get (4.3.2.1)."""

import pytest

from kempelen.engine.game import say_in
from kempelen.engine.table import HIDDEN
from kempelen.engine.tables.scripted import ScriptedTable
from kempelen.games.saboteur import GAME
from kempelen.games.saboteur.face.status import because, status
from kempelen.games.saboteur.rules.cards import NAMES
from kempelen.games.saboteur.rules.course import deal
from kempelen.games.saboteur.rules.endings import hand_bonus
from kempelen.games.saboteur.rules.events import Ended, Took
from kempelen.games.saboteur.rules.setup import NUGGET
from kempelen.games.saboteur.rules.state import SABOTEUR, Ending
from tests.games.saboteur.tables import ROW, state, turn
from tests.marks import rule

BOTH = [f"{x},0 line_horiz" for x in range(1, 4)] + [
    "4,0 plus",
    "5,0 plus",
    "6,0 curve_up",
    "6,-1 curve_up r180",
    "7,-1 plus",
]
"""The next card at 8,-1 meets the goals 8,-2 and 8,0."""


@rule("saboteur:4.3.2.2.1", "saboteur:1.5.1", "saboteur:R11", "saboteur:R13")
def test_the_gold_ends_the_game_for_the_gold_seekers():
    s = state("plus map", "rockfall map", "plus", board=ROW, score={0: 10, 1: 5})
    table = turn(s, "lay plus 7,0")  # nothing is drawn
    assert GAME.outcome(s).winners == (0,)
    assert GAME.outcome(s).reason == "gold"
    assert s.scores == [13, 5, 0]
    assert [event.reason for event in table.events if isinstance(event, Ended)] == ["gold"]


@rule("saboteur:4.3.2.1.5", "saboteur:R11")
def test_what_a_hand_is_worth_to_a_winner():
    worth = {name: hand_bonus(card) for card, name in enumerate(NAMES[:31])}
    assert {worth[name] for name in NAMES[:20]} == {1}
    assert {worth[name] for name in worth if name.startswith("broken")} == {5}
    assert {worth[name] for name in worth if name.startswith("fixed")} == {10}
    assert (worth["rockfall"], worth["map"]) == (3, 0)
    s = state(
        "plus broken_pick fixed_pick", "rockfall plus map", "fixed_lantern", roles=("gold", "gold", "sab"), board=ROW
    )
    turn(s, "lay plus 7,0")
    assert s.scores == [3 + 15, 4, 0]


@rule("saboteur:4.3.2.2.3", "saboteur:R3")
@pytest.mark.parametrize("goals", [("gold", "stone", "stone"), ("stone", "stone", "gold")])
def test_either_stone_ends_the_game_for_the_stone_seekers(goals):
    s = state("plus", "rockfall", "map", board=ROW, goals=goals)
    turn(s, "lay plus 7,0")
    assert (GAME.outcome(s).reason, GAME.outcome(s).winners) == ("stone", (1,))
    assert s.scores == [3, 3, 0]


@rule("saboteur:R4")
def test_a_stone_that_nobody_looks_for_only_turns_up():
    s = state("plus", "map", "map", board=ROW, goals=("gold", "stone", "stone"), roles=("gold", "gold", "sab"))
    turn(s, "lay plus 7,0", "draw:map")
    assert GAME.outcome(s) is None
    assert len(s.board.face_down) == 2


@rule("saboteur:R5")
def test_gold_that_nobody_looks_for_is_a_crossing():
    s = state("plus", "map", board=ROW, roles=("sab", "stone"))
    turn(s, "lay plus 7,0", "draw:map")
    assert GAME.outcome(s) is None
    assert s.board.laid[GAME.parse("map 8,0").goal] == GAME.things.card_from("gold") * 2


@rule("saboteur:R6")
@pytest.mark.parametrize(
    ("value", "reason", "winners"),
    [("gold", "gold", (1,)), ("stone", "stone", (0,)), ("both", "gold_and_stone", (0, 1))],
)
def test_one_card_reaches_gold_and_stone(value, reason, winners):
    s = state(
        "plus",
        "map",
        "map",
        board=BOTH,
        goals=("gold", "stone", "stone"),
        roles=("stone", "gold", "sab"),
        options={"R6": value},
    )
    turn(s, "lay plus 8,-1")
    assert (GAME.outcome(s).reason, GAME.outcome(s).winners) == (reason, winners)


@rule("saboteur:R6")
def test_without_gold_seekers_the_stone_counts():
    s = state("plus", "map", board=BOTH, goals=("gold", "stone", "stone"), roles=("stone", "sab"))
    turn(s, "lay plus 8,-1")
    assert (GAME.outcome(s).reason, GAME.outcome(s).winners) == ("stone", (0,))


@rule("saboteur:R7")
@pytest.mark.parametrize(
    ("value", "reason", "winners"), [("treasure", "stone", (0,)), ("exhaustion", "saboteurs", (1,))]
)
def test_the_very_last_card_reaches_a_stone(value, reason, winners):
    s = state(
        "plus",
        "",
        "",
        board=ROW,
        goals=("gold", "stone", "stone"),
        roles=("stone", "sab", "gold"),
        pile="",
        options={"R7": value},
    )
    turn(s, "lay plus 7,0")
    assert (GAME.outcome(s).reason, GAME.outcome(s).winners) == (reason, winners)


@rule("saboteur:R7")
def test_the_very_last_card_reaches_the_gold():
    s = state("plus", "", "", board=ROW, roles=("gold", "sab", "stone"), pile="", options={"R7": "exhaustion"})
    turn(s, "lay plus 7,0")
    assert GAME.outcome(s).reason == "gold"


@rule("saboteur:4.3.2.2.2")
def test_with_everything_used_up_the_saboteurs_win():
    s = state("map", "", "", pile="", score={0: 9})
    turn(s, "discard map")
    assert (GAME.outcome(s).reason, GAME.outcome(s).winners) == ("saboteurs", (2,))
    assert s.scores == [9, 0, 0]


@rule("saboteur:4.3.2.2.2")
def test_cards_in_any_hand_keep_the_game_going():
    s = state("map", "", "map", pile="")
    turn(s, "discard map")
    assert GAME.outcome(s) is None


@rule("saboteur:4.3.2.2.4", "saboteur:R8")
def test_without_saboteurs_the_highest_score_wins_and_ties_share():
    s = state("map", "", "", pile="", roles=("gold", "stone", "gold"), score={0: 4, 1: 7, 2: 7})
    turn(s, "discard map")
    assert (GAME.outcome(s).reason, GAME.outcome(s).winners) == ("points", (1, 2))


@rule("saboteur:R8")
@pytest.mark.parametrize(("value", "over"), [("hands", False), ("pile", True)])
def test_by_the_letter_the_empty_pile_is_enough(value, over):
    s = state(
        "map plus",
        "fixed_pick",
        "map",
        pile="map",
        roles=("gold", "stone", "gold"),
        score={1: 3},
        options={"R8": value},
    )
    turn(s, "discard map")
    assert (GAME.outcome(s) is not None) is over
    if over:
        assert GAME.outcome(s).winners == (1,)
        assert s.scores == [0, 13, 0]  # the bonus comes after the comparison


@rule("saboteur:R8")
def test_with_a_saboteur_the_empty_pile_is_not_enough():
    s = state("map plus", "map", "map", pile="map", options={"R8": "pile"})
    turn(s, "discard map")
    assert GAME.outcome(s) is None


# -- the commercial game

COMMERCIAL = {"variant": "commercial", "goals": ("stone_up", "gold", "stone_down"), "board": ROW}


def end_of_round(s, *script):
    """Play the turn that ends a round, without the dealing that follows."""
    s.round = 3
    return turn(s, *script)


@rule("saboteur:1.5.2", "saboteur:1.5.3")
def test_the_finisher_takes_gold_first_then_against_the_clock():
    s = state("plus", "map", "map", "map", roles=("gold", "gold", "sab", "gold"), **COMMERCIAL)
    draws = [f"draw:nuggets_{n}" for n in (3, 1, 2, 1)]
    table = end_of_round(s, "lay plus 7,0", *draws, "take 3", "take 2", "take 1", "take 1")
    took = [(event.seat, event.nuggets) for event in table.events if isinstance(event, Took)]
    assert took == [(0, 3), (3, 2), (1, 1), (0, 1)]
    assert s.scores == [4, 1, 0, 2]
    assert (GAME.outcome(s).reason, GAME.outcome(s).winners) == ("nuggets", (0,))
    assert len(s.nuggets) == 24


@rule("saboteur:1.5.3")
def test_a_saboteur_who_finishes_takes_nothing():
    s = state("plus", "map", "map", roles=("sab", "gold", "gold"), **COMMERCIAL)
    draws = [f"draw:nuggets_{n}" for n in (2, 1, 1)]
    table = end_of_round(s, "lay plus 7,0", *draws, "take 2", "take 1", "take 1")
    assert [event.seat for event in table.events if isinstance(event, Took)] == [2, 1, 2]


@rule("saboteur:1.5.3")
def test_ten_players_share_nine_gold_cards():
    roles = ("gold",) * 7 + ("sab",) * 3
    s = state("plus", *["map"] * 5, *["rockfall"] * 3, "plus", roles=roles, **COMMERCIAL)
    table = end_of_round(s, "lay plus 7,0", *["draw:nuggets_1"] * 9, *["take 1"] * 9)
    assert len([event for event in table.events if isinstance(event, Took)]) == 9


class AllBad(ScriptedTable):
    """Everybody says he was a saboteur, as long as the table lets him."""

    def reveal(self, slot, known, options, why, to=None):
        return known if known != HIDDEN else SABOTEUR if SABOTEUR in options else options[0]


@rule("saboteur:R1", "saboteur:1.5.3", "saboteur:1.5.4")
def test_only_role_cards_of_the_box_can_be_named():
    """A slip of the finger made five saboteurs of four, or left no gold seeker to take the gold: it never ended."""
    for players, saboteurs in ((3, 1), (5, 2), (10, 4)):
        hands = ["plus", *["map"] * 5, *["rockfall"] * 3, "plus"][:players]
        s = state(*hands, roles=["gold"] * (players - saboteurs) + ["sab"] * saboteurs, **COMMERCIAL)
        s.roles, s.round = [HIDDEN] * players, 3
        cards = min(players, 9)
        table = AllBad(GAME, s, "lay plus 7,0", *["draw:nuggets_1"] * cards, *["take 1"] * cards)
        GAME.step(s, table)
        table.finish()
        assert s.roles.count(SABOTEUR) == saboteurs


@rule("saboteur:1.5.4", "saboteur:K2")
@pytest.mark.parametrize(("saboteurs", "worth"), [(1, 4), (2, 3), (3, 3), (4, 2), (0, 0)])
def test_saboteurs_are_paid_by_their_number(saboteurs, worth):
    players = {0: 3, 1: 3, 2: 5, 3: 7, 4: 10}[saboteurs]
    roles = ("sab",) * saboteurs + ("gold",) * (players - saboteurs)
    s = state("map", *[""] * (players - 1), roles=roles, pile="", **COMMERCIAL)
    end_of_round(s, "discard map")
    assert s.scores == [worth] * saboteurs + [0] * (players - saboteurs)
    if saboteurs == 1:
        assert s.nuggets.bag.count(NUGGET + 3) == 3
        assert s.nuggets.bag.count(NUGGET + 1) == 15


@rule("saboteur:1.1.10", "saboteur:1.1.9")
def test_the_next_round_starts_after_the_last_player(monkeypatch):
    s = state("map", "", "", roles=("gold", "gold", "sab"), pile="", **COMMERCIAL)
    dealt = []
    monkeypatch.setattr("kempelen.games.saboteur.rules.course.deal", lambda state, table: dealt.append(state.round))
    turn(s, "discard map")
    assert dealt == [2]
    assert s.active == 1
    assert s.ending is None
    assert deal is not None


@rule("saboteur:1.4.4")
def test_a_commercial_stone_is_a_fixed_curve_turned_to_the_way():
    s = state(
        "plus",
        "map",
        "map",
        roles=("gold", "gold", "sab"),
        variant="commercial",
        goals=("gold", "stone_up", "stone_down"),
        board=ROW,
    )
    turn(s, "lay plus 7,0", "draw:map")
    goal = GAME.parse("map 8,0").goal
    assert s.board.laid[goal] == GAME.things.card_from("stone_LT") * 2


# -- how it stands, and why it ended


def test_what_decides_stands_above_the_table_and_points_do_not():
    s = state("plus map", "rockfall map", "plus", board=ROW, score={0: 10, 1: 5})
    way, left = status(s, say_in("en")).scores
    assert (way.value, way.label, left.value, left.kind) == (1, "To gold", 5 + len(s.deck), "clock")
    assert status(GAME.view(s, 1), say_in("en")).scores[0].label == "To a goal", "who does not know where the gold lies"
    turn(s, "lay plus 7,0")
    assert status(s, say_in("en")).scores[0].value == 0, "it has arrived"


@pytest.mark.parametrize(
    ("lang", "short", "walled"),
    [
        ("en", "1 path card short of the nearest goal: with that the saboteurs win.", "no way led to a goal"),
        ("de", "fehlte noch 1 Karte bis zur nächsten Zielkarte: Damit gewinnen die", "führte kein Weg mehr"),
    ],
)
def test_an_end_without_a_tunnel_says_how_much_was_missing(lang, short, walled):
    s = state("plus map", "rockfall map", "plus", board=ROW)
    s.ending = Ending("saboteurs", (2,))
    assert short in say_in(lang).of(because(s))
    s.board.frontier.clear()
    assert walled in say_in(lang).of(because(s))
    assert status(s, say_in(lang)).scores[0].sign == "–", "no number would be true"
