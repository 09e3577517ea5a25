"""The first game of Saboteur: its tips, and games that began when it was laid out otherwise."""

import tomllib
from importlib.resources import files

import pytest

from kempelen.engine.deck import Deck
from kempelen.engine.game import Setup, say_in
from kempelen.engine.search.seen import Deed, deeds_in
from kempelen.engine.session import Session
from kempelen.engine.table import notation_of
from kempelen.games.saboteur import GAME, LESSONS
from kempelen.games.saboteur.face.hints import hint
from kempelen.games.saboteur.face.standing import hopeless, standing
from kempelen.games.saboteur.face.suspicion import scores
from kempelen.games.saboteur.face.ways import fewest_cards
from kempelen.games.saboteur.players.careful import NOBODY_KNOWN, advised, suspicion, suspicion_at
from kempelen.games.saboteur.rules.board import GOALS, cell
from kempelen.games.saboteur.rules.cards import BY_NAME, LANTERN, PICK, laid
from kempelen.games.saboteur.rules.state import GOLD_GOAL, STONE_GOAL
from kempelen.text import LANGUAGES

ENGLISH = ("Lay ", "Discard ", "Look ", "Play ", "Repair ", "Mend ", "Take ")
GERMAN = ("Leg ", "Wirf ", "Sieh ", "Spiel ", "Reparier ", "Räum ")


def begun(**more):
    """A first game that asks its player for the first time, from his place."""
    return Session(GAME, Setup("saboteur", "first", ("human", "rule", "rule"), **more), seed=1).run().view(0)


def test_a_way_goes_round_what_lies_in_it_or_through_it():
    board = begun(begun="2").board
    assert [fewest_cards(board, board.frontier, [goal])[0] for goal in GOALS] == [2, 2, 2]
    board.lay(cell(7, -1), laid(BY_NAME["line_horiz"]))
    assert fewest_cards(board, board.frontier, [GOALS[1]]) == (1, GOALS[1])
    board.lay(cell(8, -1), laid(BY_NAME["dead_plus"]))  # round it, by the lower arm
    assert fewest_cards(board, board.frontier, [GOALS[1]]) == (2, GOALS[1])
    board.lay(cell(7, 0), laid(BY_NAME["curve_up"], 1))  # joins below with right: through it
    assert fewest_cards(board, board.frontier, [GOALS[1]]) == (1, GOALS[1])
    assert fewest_cards(board, [], [GOALS[1]]) is None


@pytest.mark.parametrize(
    ("hand", "broken", "expected"),
    [
        (["map", "plus"], 0, "map 8,0"),
        (["map", "fixed_pick"], PICK, "repair fixed_pick 1"),
        (["rockfall", "plus"], 0, "lay plus 7,"),
        (["dead_plus", "plus"], PICK, "discard dead_plus"),
    ],
)
def test_what_a_gold_seeker_is_told(hand, broken, expected):
    view = begun(begun="2")
    view.hands[0] = [BY_NAME[name] for name in hand]
    view.broken[0] = broken
    assert advised(GAME, view, 0).notation.startswith(expected)


@pytest.mark.parametrize("gold", [0, 1, 2])
def test_whoever_knows_the_gold_is_led_to_it_and_not_to_a_stone(gold):
    view = begun(begun="2")
    view.goals[:] = [GOLD_GOAL if n == gold else STONE_GOAL for n in range(3)]
    view.hands[0] = [BY_NAME["plus"], BY_NAME["three_vert"]]
    for left in (1, 0):
        action = advised(GAME, view, 0)
        view.board.lay(action.cell, laid(action.card, action.turned))
        found = fewest_cards(view.board, view.board.frontier, [GOALS[gold]])
        assert GOALS[gold] in view.board.reached_goals() if not left else found[0] == left


def test_a_first_game_of_older_rules_begins_where_it_began():
    assert cell(3, 0) not in begun().board.laid
    assert cell(6, 0) in begun(begun="2").board.laid
    assert cell(6, 0) not in begun(begun="1").board.laid


def test_in_the_lesson_nobody_is_known_at_once():
    """By its tips: both others break a tool at first, the saboteur digs against all only from the fourth turn on."""
    (seed,) = LESSONS
    setup = Setup("saboteur", "first", ("human", "rule", "rule"))
    session = Session(GAME, setup, seed=seed).run()
    own, known = 0, []
    while not session.over:
        decision = session.decision_for(0)
        known.append(sorted(suspicion_at(decision).suspects))
        session.answer(GAME.speech.advised(setup, decision).notation)
        session.run()
        own += 1
    others = [row.value.split()[0] for row in session.inputs if row.kind == "do" and row.seat][:2]
    assert others == ["break", "break"]
    assert known[:4] == [[]] * 4
    assert known[-1] == [2]
    assert own >= 9
    assert 0 in session.outcome.winners


# -- whom to trust


def seen_of(view, **deeds):
    """What everybody has seen: by seat, an action in notation."""
    return suspicion(0, [Deed(view, int(seat[1:]) - 1, GAME.parse(deed)) for seat, deed in deeds.items()])


def test_a_dead_end_gives_a_saboteur_away_and_a_path_a_seeker():
    view = begun()
    seen = seen_of(view, p2="lay plus 4,0", p3="lay dead_plus 4,0")
    assert (list(seen.suspects), seen.fellows) == ([2], {1})
    assert seen_of(view, p2="discard plus", p3="break broken_pick 2") == NOBODY_KNOWN


@pytest.mark.parametrize(
    ("hand", "broken", "expected", "tip"),
    [
        (["plus", "broken_pick"], {}, "break broken_pick 3", "stop_dead_end"),
        (["plus", "broken_pick"], {2: PICK}, "lay plus", "lay"),
        (["plus", "broken_pick", "fixed_pick"], {0: PICK}, "repair fixed_pick 1", "repair"),
        (["plus", "fixed_pick"], {1: PICK}, "repair fixed_pick 2", "help"),
        (["plus", "fixed_pick"], {1: PICK | LANTERN}, "lay plus", "lay"),
    ],
)
def test_who_has_given_himself_away_is_stopped_and_a_fellow_helped(hand, broken, expected, tip):
    view = begun()
    seen = seen_of(view, p2="lay plus 4,0", p3="lay dead_plus 4,0")
    view.hands[0] = [BY_NAME[name] for name in hand]
    for seat, tools in broken.items():
        view.broken[seat] = tools
    assert advised(GAME, view, 0, seen).notation.startswith(expected)
    assert hint(GAME, view, 0, seen).key == f"saboteur.hint.{tip}"


def test_the_tips_of_a_game_know_what_was_done_in_it():
    """Whoever follows them looks, digs, repairs, and stops whom he knows."""
    setup = Setup("saboteur", "first", ("human", "rule", "rule"))
    keys = set()
    for seed in range(8):
        session = Session(GAME, setup, seed=seed).run()
        while not session.over:
            decision = session.decision_for(0)
            told = GAME.speech.tip(setup, decision)
            keys.add(told.key.rpartition(".")[2])
            assert all(say_in(lang).of(told) for lang in LANGUAGES)
            action = GAME.speech.advised(setup, decision)
            assert action in decision.options
            session.answer(action.notation)
            session.run()
    assert {"stop_dead_end", "map", "lay", "repair"} <= keys


def test_only_throwing_cards_away_is_passing_the_time():
    waits = GAME.speech.waits
    assert waits(GAME.parse("discard map"))
    assert not any(waits(GAME.parse(one)) for one in ("map 8,0", "lay plus 7,0", "repair fixed_pick 1 pick"))


def test_how_a_gold_seeker_stands_from_what_all_have_seen():
    view = begun(begun="2")
    view.goals[:] = [GOLD_GOAL, STONE_GOAL, STONE_GOAL]
    before = view.copy()
    view.board.lay(cell(7, -1), laid(BY_NAME["line_horiz"]))
    deeds = [
        Deed(before, 0, GAME.parse("lay line_horiz 7,-1")),
        Deed(view, 1, GAME.parse("lay plus 8,-1")),
        Deed(view, 2, GAME.parse("lay dead_plus 7,0")),
    ]
    said = [say_in("en").of(text) for text in standing(view, 0, deeds)]
    assert said == [
        "1 card to the gold, 2 before: it goes forward.",
        "Player 3 has laid a dead end: suspicious.",
        "Player 2 digs with you.",
    ]
    assert say_in("en").of(standing(before, 0, [])[0]) == "2 cards to the gold."
    back = standing(before, 0, [Deed(view, 0, deeds[0].action)])
    assert say_in("en").of(back[0]) == "A setback: 2 cards to the gold, 1 before."
    longer = standing(before, 0, [deeds[0], Deed(view, 1, GAME.parse("lay plus 8,-1"))])
    setback = "A setback by player 2: 2 cards to the gold, 1 before."
    assert say_in("en").of(longer[0]) == setback, "also after a gain of one's own, and by whom"


def test_who_is_suspicious_for_something_earlier_is_told_so():
    """What was done before the own last turn is no news, also if the same player has only discarded since."""
    view = begun(begun="2")
    first = Deed(view, 2, GAME.parse("lay dead_plus 7,0"))
    own, since = Deed(view, 0, GAME.parse("discard map")), Deed(view, 2, GAME.parse("discard map"))
    assert "Player 3 has laid a dead end: suspicious." in told(view, [first])
    assert "Player 3 stays suspicious, for a dead end earlier." in told(view, [first, own, since])


def told(view, deeds):
    return [say_in("en").of(text) for text in standing(view, 0, deeds)]


def test_a_rockfall_after_which_the_way_is_shorter_is_told_so():
    """A curve that leads astray hides a shorter way: that it fell is suspicious, and that it helped is said, too."""
    view = begun()
    board = view.board
    for at in [at for at in board.laid if at not in GOALS and at != cell(0, 0)]:
        board.remove(at)
    for at in (cell(0, 1), cell(0, -1)):
        board.lay(at, laid(BY_NAME["dead_plus"]))
    board.lay(cell(1, 0), laid(BY_NAME["curve_up"]))
    fell = Deed(view, 1, GAME.parse("rockfall 1,0"))
    just, points = told(view, [fell]), scores(view, [fell])[1]
    assert "Player 2 has brought a way down: suspicious, though the shortest way is shorter now." in just
    assert points == (1, (1, "rockfall_shorter")), "less suspicious than one that costs the diggers something"
    straight = view.copy()
    straight.board.remove(cell(1, 0))
    straight.board.lay(cell(1, 0), laid(BY_NAME["plus"]))
    harmful = Deed(straight, 1, GAME.parse("rockfall 1,0"))
    assert "Player 2 has brought a way down: suspicious." in told(straight, [harmful])
    assert scores(straight, [harmful])[1] == (3, (3, "rockfall"))


def test_who_mends_one_of_two_tools_reads_which_stays_broken():
    view = begun()
    view.broken[0] = LANTERN | PICK
    said = say_in("en").of(hint(GAME, view, 0, action=GAME.parse("repair fixed_lantern 1 lantern")))
    assert said.startswith("Mend your tool with the repair card")
    assert "still broken: pick" in said
    view.broken[0] = LANTERN
    said = say_in("en").of(hint(GAME, view, 0, action=GAME.parse("repair fixed_lantern 1 lantern")))
    assert "as long as one is broken" in said


def test_nobody_can_win_with_fewer_cards_than_the_way_needs():
    view = begun(begun="2")
    assert hopeless(view, 0, []) is None
    view.deck = Deck("deck")
    view.hands[:] = [[BY_NAME["plus"]], [], []]
    said = say_in("en").of(hopeless(view, 0, []))
    assert said == "This cannot be won any more: 2 cards are missing, and you can lay 1 at most."
    view.hands[2] = [BY_NAME["plus"]]
    assert hopeless(view, 0, []) is None
    gave_away = Deed(view, 2, GAME.parse("lay dead_plus 7,0"))
    assert hopeless(view, 0, [gave_away]) is not None, "a saboteur lays no way"


def test_a_rockfall_may_save_more_cards_than_it_takes():
    """Dead ends on three sides of the start force a long way round; without one of them it is short."""
    view = begun()
    board = view.board
    for at in [at for at in board.laid if at not in GOALS and at != cell(0, 0)]:
        board.remove(at)
    for at in (cell(1, 0), cell(0, 1), cell(0, -1)):
        board.lay(at, laid(BY_NAME["dead_plus"]))
    around = fewest_cards(board, board.frontier, GOALS)[0]
    after = board.copy()
    after.remove(cell(1, 0))
    short = fewest_cards(after, after.frontier, GOALS)[0] + 1
    assert short < around
    view.deck = Deck("deck")
    view.hands[:] = [[BY_NAME["plus"]] * short, [], []]
    assert hopeless(view, 0, []) is None
    view.hands[0].pop()
    assert hopeless(view, 0, []) is not None


def test_who_was_suspicious_in_one_round_is_not_in_the_next():
    """The commercial game deals roles anew in every round."""
    seats = ("careful",) * 4
    session = Session(GAME, Setup("saboteur", "commercial", ("human", *seats)), seed="5").run()
    while session.outcome is None and session.unanswered[0].view().round < 2:
        asked = session.unanswered[0]
        session.answer(notation_of(asked.options[-1]), asked.seat)
        session.run()
    asked = session.unanswered[0]
    deeds = deeds_in(GAME, asked.table.past())
    assert suspicion(0, deeds).suspects, "somebody was, in the first round"
    assert suspicion_at(asked).suspects == suspicion(0, [deed for deed in deeds if deed.view.round == 2]).suspects
    assert not set(suspicion_at(asked).suspects) & set(suspicion(0, deeds).suspects)


@pytest.mark.parametrize(("lang", "verbs"), [("en", ENGLISH), ("de", GERMAN)])
def test_a_tip_begins_with_what_to_do(lang, verbs):
    """On a small screen its end may be cut: the reason, never the advice."""
    texts = tomllib.loads(files(GAME.package).joinpath("text", f"{lang}.toml").read_text("utf-8"))
    tips = texts["saboteur"]["hint"]
    assert [key for key, text in tips.items() if not text.startswith(verbs)] == []
