"""The computer players: what they try in which order (4.3.3), and the readings behind it."""

from fractions import Fraction

import pytest

from kempelen.engine.dice import TapeDice
from kempelen.engine.game import Setup, say_in
from kempelen.engine.session import Session
from kempelen.engine.table import DirectTable
from kempelen.games.saboteur import GAME
from kempelen.games.saboteur.automa.solitaire import ComputerPlayer
from kempelen.games.saboteur.face.effects import checked
from kempelen.games.saboteur.face.words import seat_word
from kempelen.text.say import Text
from tests.games.saboteur.tables import ROW, decides, state
from tests.marks import rule
from tests.references.watched import Watched

FULL = "map fixed_pick broken_lantern line_horiz rockfall dead_plus"
THIRD = Fraction(1, 3)


def done(s, seat=0):
    """The kinds of action the computer player chooses from."""
    return sorted({text.split()[0] for text in decides(s, seat)})


@rule("saboteur:4.3.3.1", "saboteur:4.3.3.3")
@pytest.mark.parametrize("role", ["gold", "stone"])
def test_seekers_go_down_their_list(role):
    board = ["1,0 plus", "2,0 dead_three_vert"]
    hands = [
        FULL,
        "fixed_pick broken_lantern line_horiz rockfall dead_plus",
        "broken_lantern line_horiz rockfall dead_plus",
    ]
    hands += ["line_horiz rockfall dead_plus", "rockfall dead_plus", "dead_plus fixed_pick"]
    expected = ["map", "repair", "break", "lay", "rockfall", "discard"]
    for hand, action in zip(hands, expected, strict=True):
        broken = {0: ["pick"]} if action == "repair" else {}
        s = state(hand, "plus", "plus", roles=(role, "gold", "sab"), board=board, broken=broken)
        assert done(s) == [action], hand


@rule("saboteur:4.3.3.2", "saboteur:4.3.3.3", "saboteur:R24")
def test_saboteurs_go_down_theirs():
    hands = [
        "map fixed_pick broken_lantern dead_plus rockfall",
        "map fixed_pick dead_plus rockfall",
        "map dead_plus rockfall",
    ]
    hands += ["map rockfall", "map fixed_pick"]
    for hand, action in zip(hands, ["break", "repair", "lay", "rockfall", "discard"], strict=True):
        broken = {0: ["pick"]} if action == "repair" else {}
        s = state(hand, "plus", "plus", roles=("sab", "gold", "gold"), board=["1,0 plus"], broken=broken)
        assert done(s) == [action], hand


@rule("saboteur:R24")
def test_as_built_the_rockfall_comes_second():
    s = state(
        "dead_plus rockfall",
        "plus",
        "plus",
        roles=("sab", "gold", "gold"),
        board=["1,0 plus"],
        options={"R24": "built"},
    )
    assert decides(s) == {"rockfall 1,0": 1}


# -- maps


@rule("saboteur:R20", "saboteur:R16")
def test_a_map_looks_at_a_random_goal_not_seen_before():
    assert decides(state("map", "plus", "plus")) == {"map 8,-2": THIRD, "map 8,0": THIRD, "map 8,2": THIRD}
    s = state("map", "plus", "plus", looked={0: ["8,-2"]})
    assert decides(s) == {"map 8,0": Fraction(1, 2), "map 8,2": Fraction(1, 2)}


@rule("saboteur:R20")
def test_as_built_it_may_look_again():
    s = state("map", "plus", "plus", looked={0: ["8,-2"]}, options={"R20": "relook"})
    assert set(decides(s)) == {"map 8,-2", "map 8,0", "map 8,2"}


@rule("saboteur:R20", "saboteur:R19")
@pytest.mark.parametrize("looked", [["8,0"], ["8,-2", "8,2"]])
def test_no_map_once_the_gold_is_located(looked):
    s = state("map line_horiz", "plus", "plus", looked={0: looked})
    assert done(s) == ["lay"]


@rule("saboteur:R19")
def test_without_deduction_two_stones_do_not_locate_the_gold():
    s = state("map line_horiz", "plus", "plus", looked={0: ["8,-2", "8,2"]}, options={"R19": "seen"})
    assert decides(s) == {"map 8,0": 1}


@rule("saboteur:R19")
def test_what_others_looked_at_is_not_known():
    s = state("map line_horiz", "plus", "plus", looked={1: ["8,0"], 2: ["8,0"]})
    assert done(s) == ["map"]


# -- repairing and blocking


@rule("saboteur:R21")
def test_the_first_fitting_repair_card_in_hand_order():
    s = state("fixed_mine_cart fixed_pick_lantern fixed_pick", "plus", "plus", broken={0: ["lantern", "pick"]})
    assert decides(s) == {"repair fixed_pick_lantern 1 pick": 1}  # pick is named first on it
    s = state("fixed_pick", "plus", "plus", broken={1: ["pick"]})
    assert done(s) == ["discard"]  # it does not repair others


@rule("saboteur:R18")
def test_anybody_else_may_be_blocked():
    s = state(
        "broken_pick broken_lantern",
        "plus",
        "plus",
        "plus",
        broken={1: ["pick"]},
        roles=("gold", "gold", "sab", "gold"),
    )
    assert decides(s) == dict.fromkeys(
        (
            "break broken_pick 3",
            "break broken_pick 4",
            "break broken_lantern 2",
            "break broken_lantern 3",
            "break broken_lantern 4",
        ),
        Fraction(1, 5),
    )
    s = state("broken_pick broken_lantern", "plus", "plus", broken={1: ["pick"]}, options={"R18": "first"})
    assert decides(s) == {"break broken_pick 3": 1}


@rule("saboteur:R22")
def test_a_blocked_computer_player_lays_nothing_but_does_the_rest():
    s = state("line_horiz rockfall", "plus", "plus", board=["1,0 plus", "2,0 dead_plus"], broken={0: ["pick"]})
    assert decides(s) == {"rockfall 2,0": 1}


# -- laying


@rule("saboteur:R15")
def test_distance_of_the_cell_then_of_the_openings():
    # Both cards reach 2,0; the line points on to 3,0, the curve up or down.
    hand = ("line_horiz curve_up", "map", "map")
    assert decides(state(*hand, board=["1,0 plus"])) == {"lay line_horiz 2,0": 1}
    assert decides(state(*hand, board=["1,0 plus"], options={"R15": "cell"})) == {
        "lay line_horiz 2,0": Fraction(1, 2),
        "lay curve_up 2,0": Fraction(1, 2),
    }


@rule("saboteur:R15")
def test_by_openings_alone_another_cell_can_win():
    # At 2,0 it points at 2,1 and 2,-1; turned at 1,1 or 1,-1 it points at the same cells.
    s = state("three_vert", "map", "map", board=["1,0 plus"], options={"R15": "opening"})
    cells = ("2,0", "1,1 r180", "1,-1 r180")
    assert decides(s) == {f"lay three_vert {cell}": THIRD for cell in cells}
    s = state("three_vert", "map", "map", board=["1,0 plus"])
    assert decides(s) == {"lay three_vert 2,0": 1}


@rule("saboteur:R14")
def test_cards_are_turned_unless_laid_as_dealt():
    s = state("curve_down", "map", "map", board=["1,0 curve_down"])
    assert "r180" in next(iter(decides(s)))
    for turn, expected in (("", "lay curve_down -1,0 r180"), (" r180", "")):
        hand = [f"curve_down{turn}"]
        position = {
            "game": "saboteur",
            "board": ["1,0 curve_down"],
            "goals": {"8,-2": "stone", "8,0": "gold", "8,2": "stone"},
        }
        players = [{"role": "gold", "hand": hand}, {"role": "stone", "hand": 6}, {"role": "sab", "hand": 6}]
        s = GAME.from_position({**position, "players": players}, {"R14": "as_dealt"})
        assert all(("r180" in text) is bool(turn) for text in decides(s)), (turn, expected)


@rule("saboteur:R17", "saboteur:R26")
def test_saboteurs_lay_blocking_cards_and_aim_at_all_goals():
    s = state("plus dead_plus", "map", "map", roles=("sab", "gold", "gold"), board=ROW, looked={0: ["8,0"]})
    assert decides(s) == {"lay dead_plus 7,0": 1}


@rule("saboteur:R19", "saboteur:R27")
def test_targets_drop_what_is_worthless():
    board = [
        "1,0 plus",
        "2,0 line_horiz",
        "3,0 line_horiz",
        "4,0 line_horiz",
        "1,1 plus",
        "1,2 plus",
        "2,2 three_horiz",
        "3,2 three_horiz",
        "4,2 three_horiz",
    ]
    gold = state("three_horiz", "map", "map", board=board, goals=("stone", "stone", "gold"), looked={0: ["8,0"]})
    assert decides(gold).keys() == {"lay three_horiz 5,2", "lay three_horiz 5,2 r180"}
    stone = state(
        "three_horiz",
        "map",
        "map",
        board=board,
        roles=("stone", "gold", "sab"),
        goals=("stone", "gold", "stone"),
        looked={0: ["8,0"]},
    )
    assert decides(stone).keys() == {"lay three_horiz 5,2", "lay three_horiz 5,2 r180"}


@rule("saboteur:R27")
def test_a_goal_turned_up_is_known_to_all():
    s = state(
        "map plus",
        "map",
        "map",
        board=[*ROW, "7,0 plus"],
        revealed=["8,0"],
        goals=("gold", "stone", "stone"),
        roles=("gold", "gold", "sab"),
    )
    assert decides(s) == {"map 8,-2": Fraction(1, 2), "map 8,2": Fraction(1, 2)}


# -- rockfall and discarding


@rule("saboteur:R23")
def test_rockfall_removes_the_nearest_wrong_card_even_cut_off():
    board = ["1,0 dead_plus", "3,0 dead_line_horiz", "4,0 plus"]
    assert decides(state("rockfall", "map", "map", board=board)) == {"rockfall 3,0": 1}
    s = state("rockfall", "map", "map", board=board, roles=("sab", "gold", "gold"))
    assert decides(s) == {"rockfall 4,0": 1}


@rule("saboteur:R25", "saboteur:R16")
def test_useless_cards_go_first():
    s = state("dead_plus dead_single_vert fixed_pick", "map", "map", board=["1,0 plus"])
    assert decides(s) == {"discard dead_plus": Fraction(1, 2), "discard dead_single_vert": Fraction(1, 2)}
    s = state("plus map fixed_pick fixed_lantern", "map", "map", roles=("sab", "gold", "gold"))
    assert decides(s) == {"discard plus": Fraction(1, 2), "discard map": Fraction(1, 2)}
    s = state("fixed_pick fixed_pick fixed_lantern", "map", "map", roles=("sab", "gold", "gold"))
    assert decides(s) == {"discard fixed_pick": Fraction(2, 3), "discard fixed_lantern": THIRD}


@rule("saboteur:R25")
def test_as_built_more_is_useless():
    options = {"R25": "built"}
    s = state("plus fixed_pick", "map", "map", roles=("sab", "gold", "gold"), options=options)
    assert set(decides(s)) == {"discard plus", "discard fixed_pick"}
    s = state("map fixed_pick", "plus", "plus", looked={0: ["8,0"]}, options=options)
    assert decides(s) == {"discard map": 1}


@rule("saboteur:R29")
def test_an_empty_hand_passes():
    assert decides(state("", "map", "map", pile="")) == {"pass": 1}


@rule("saboteur:K1")
def test_the_richest_gold_card_is_taken():
    setup = Setup("saboteur", "commercial", ("rule",) * 4)
    choices = []
    table = DirectTable(
        GAME, [ComputerPlayer()] * 4, TapeDice(3), on_choice=lambda seat, choice: choices.append(choice), tracing=True
    )
    for seed in range(3, 20):
        table.dice = TapeDice(seed)
        table._below = table.dice.below
        table.state = GAME.new(setup, table)
        while GAME.outcome(table.state) is None:
            GAME.step(table.state, table)
        if takes := [choice for choice in choices if choice.action.notation.startswith("take")]:
            assert {str(source) for choice in takes for step in choice.trace for source in step.sources} == {
                "saboteur:K1"
            }
            return
    raise AssertionError("no gold was shared in all these games")


# -- why


def test_a_why_tells_attempts_knowledge_distances_and_ties():
    s = state("line_horiz fixed_lantern", "map", "map", board=["1,0 plus"], looked={0: ["8,-2"]}, broken={1: ["pick"]})
    setup = Setup("saboteur", "tu", ("rule", "human", "human"), position=GAME.to_position(s))
    session = Session(GAME, setup, seed=2).run()
    index = next(n for n, row in enumerate(session.inputs) if row.kind == "do")
    keys = [step.text.key for step in session.why(index)]
    assert keys[0] == "why.list"
    assert keys.count("why.skipped") == 3
    assert keys.count("why.done") == 1
    for wanted in ("no_map", "nothing_broken", "no_block_card", "targets", "compared", "best", "public"):
        assert f"saboteur.why.{wanted}" in keys
    for lang in ("en", "de"):
        assert all("{" not in say_in(lang).of(step.text) for step in session.why(index))


def test_others_see_only_the_action_while_the_game_runs():
    setup = Setup("saboteur", "tu", ("rule", "human", "human"))
    session = Session(GAME, setup, seed=2).run()
    index = next(n for n, row in enumerate(session.inputs) if row.kind == "do")
    *facts, action = [step.text for step in session.why(index, 1)]
    assert action.key == "saboteur.why.public"
    assert [fact.key for fact in facts] == [
        "saboteur.checked.threw_path",
        "saboteur.preview.open",
        "saboteur.checked.pile",
    ]
    assert len(session.why(index, 0)) > 6
    open_why = Session(GAME, setup, seed=2, open_why=True).run()
    assert open_why.why(index, 1) == session.why(index, 0)


@pytest.mark.parametrize("scenario", ["tu", "commercial"])
def test_what_others_are_told_follows_from_what_they_see(scenario):
    """In a whole game: the action as everybody saw it, and what another seat finds out about it from its own view."""
    game = Watched(GAME, scenario, ("rule",) * 4, "what others see", {})
    kinds = set()
    while not game.over:
        seat = game.table.state.active
        view = GAME.view(game.table.state.copy(), (seat + 1) % 4)
        game.step()
        if (notation := game.choices[0][1].action.notation).startswith("take"):
            continue
        kind = notation.split()[0]
        if kind == "discard" and scenario == "commercial":
            notation = "discard hidden"
        seen = GAME.parse(notation)
        told = [step.text for step in game.choices[0][1].trace if step.public]
        facts = list(checked(view, seat, seen)) if kind != "pass" else []
        assert told == [*facts, Text("saboteur.why.public", seat=seat_word(seat), action=seen.text)]
        kinds.add(kind)
    assert kinds >= {"lay", "discard", "break", "map"}


@rule("saboteur:R26")
def test_a_saboteurs_why_says_that_it_aims_at_all_goals():
    s = state("dead_plus", "map", "map", board=["1,0 plus"], roles=("sab", "gold", "gold"))
    setup = Setup("saboteur", "tu", ("rule", "human", "human"), position=GAME.to_position(s))
    session = Session(GAME, setup, seed=2).run()
    index = next(n for n, row in enumerate(session.inputs) if row.kind == "do")
    keys = [step.text.key for step in session.why(index)]
    assert "saboteur.why.all_targets" in keys
    assert "saboteur.why.targets" not in keys


@rule("saboteur:R24")
def test_the_built_order_is_the_saboteurs_alone():
    s = state("map rockfall line_horiz", "plus", "plus", board=["1,0 plus", "2,0 dead_plus"], options={"R24": "built"})
    assert done(s) == ["map"]


@rule("saboteur:R20")
def test_a_map_is_kept_when_every_goal_was_looked_at():
    # At a real table the mirror may know that it looked, but not what it saw.
    hidden = ("hidden", "hidden", "hidden")
    s = state("map line_horiz", "plus", "plus", goals=hidden, looked={0: ["8,-2", "8,0", "8,2"]})
    assert done(s) == ["lay"]
