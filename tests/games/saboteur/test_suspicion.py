"""How suspicious somebody acts, as everybody can see, and who was who in the end."""

import pytest

from kempelen.engine.dice import TapeDice
from kempelen.engine.game import Setup, say_in
from kempelen.engine.search.remembering import RememberingTable
from kempelen.engine.search.seen import Deed, deeds_in
from kempelen.engine.seats import read_spec
from kempelen.engine.session import Session
from kempelen.engine.table import SPECTATOR
from kempelen.games.saboteur import GAME
from kempelen.games.saboteur.automa.tells import tells
from kempelen.games.saboteur.face.hints import hint
from kempelen.games.saboteur.face.standing import standing
from kempelen.games.saboteur.face.suspicion import scores
from kempelen.games.saboteur.players.sly import advised_saboteur
from kempelen.games.saboteur.rules.legal import legal
from kempelen.games.saboteur.rules.state import SABOTEUR
from kempelen.parts.hunches import LEVELS

HUNCHES = GAME.hunches


def played(seed, turns, scenario="tu", players=5, automa="rule"):
    """A table after so many turns of automas, and what all have done."""
    setup = Setup("saboteur", scenario, (automa,) * players)
    table = RememberingTable(GAME, [GAME.player(read_spec(automa), setup) for _ in setup.seats], TapeDice(seed), setup)
    state = table.state = GAME.new(setup, table)
    for _ in range(turns):
        table.begin_step(state)
        GAME.step(state, table)
        assert GAME.outcome(state) is None
    table.begin_step(state)
    return state, deeds_in(GAME, table.past())


def deed(state, seat, notation):
    return Deed(GAME.view(state, SPECTATOR), seat, GAME.parse(notation))


def test_who_blocks_the_way_is_suspicious_and_who_digs_is_not():
    state, _ = played(1, 0)
    view = GAME.view(state, 0)
    digs, blocks = deed(state, 1, "lay line_horiz 1,0"), deed(state, 2, "lay dead_line_horiz 1,0")
    found = HUNCHES.suspicion(view, [digs, blocks])
    assert found[1].level < found[2].level
    assert [one.because.key.rpartition(".")[2] for one in (found[1], found[2], found[3])] == [
        "dug",
        "blocked_way",
        "nothing",
    ]
    assert found[3].words.key.endswith("unknown")
    assert 0 not in found  # one knows oneself


def test_who_stops_a_suspect_is_less_suspicious_than_who_breaks_anybodys_tool():
    state, _ = played(1, 0)
    blocks = deed(state, 2, "lay dead_line_horiz 1,0")
    stops, breaks = deed(state, 1, "break broken_pick 3"), deed(state, 1, "break broken_pick 4")
    weighed = [scores(state, [blocks, one])[1][0] for one in (stops, breaks)]
    assert weighed[0] < 0 < weighed[1]


def test_suspicion_grows_with_the_share_of_saboteurs():
    """Among automas: of those who are very suspicious nearly all are saboteurs, of those who dig along nobody is."""
    counted = {level: [0, 0] for level in range(LEVELS + 1)}
    for seed in range(60):
        state, deeds = played(seed, 15)
        for seat, one in HUNCHES.suspicion(GAME.view(state, SPECTATOR), deeds).items():
            if not one.words.key.endswith("unknown"):
                counted[one.level][0] += state.roles[seat] == SABOTEUR
                counted[one.level][1] += 1
    shares = [right / of for right, of in counted.values()]
    assert shares[0] < 0.02 < shares[2] < shares[3] < 0.8 < shares[4]


def test_what_a_seat_cannot_see_changes_no_suspicion():
    for seed in range(5):
        state, deeds = played(seed, 15)
        for seat in range(5):
            view = GAME.view(state, seat)
            other = GAME.redeal(view, TapeDice(seed))
            again = HUNCHES.suspicion(GAME.view(other, seat), deeds)
            assert again == HUNCHES.suspicion(view, deeds)


@pytest.mark.parametrize(("scenario", "automa"), [("tu", "rule"), ("tu", "random"), ("commercial", "random")])
def test_what_an_action_tells_and_the_lamps_give_one_answer(scenario, automa):
    """A lamp that rises beside words that say it tells nothing, or that clear whoever it is: never."""
    said = set()
    for seed in range(4):
        _, deeds = played(seed, 25, scenario, 4, automa)
        for n, one in enumerate(deeds):
            was, now = (scores(one.view, deeds[:until])[one.seat][0] for until in (n, n + 1))
            key = tells(one.view, one.seat, one.action, deeds[:n])[0].text.key.rpartition(".")[2]
            said.add(key)
            if now > was:
                assert key.endswith("_up") or key == "only_sab"
            elif now < was:
                assert key.endswith("_down") or key == "only_seekers"
            else:
                assert not key.endswith(("_up", "_down"))
    assert any(key.endswith("_up") for key in said)
    for lang in ("en", "de"):
        assert all(say_in(lang).has(f"saboteur.tells.{key}") for key in said)


def test_every_round_begins_anew():
    state, deeds = played(4, 12, "commercial", 4)
    later = GAME.view(state, 0)
    later.round += 1
    assert all(one.words.key.endswith("unknown") for one in HUNCHES.suspicion(later, deeds).values())


def test_who_was_who_is_told_with_the_end():
    session = Session(GAME, Setup("saboteur", "commercial", ("rule",) * 3), seed=5)
    session.run()
    told = HUNCHES.turned_up(session.events_for(0))
    assert len(told) == 3
    assert all(set(one) == {0, 1, 2} and set(one.values()) <= {"gold", "sab"} for one in told)
    half = Session(GAME, Setup("saboteur", "tu", ("human", "rule", "rule")), seed=5)
    assert HUNCHES.turned_up(half.events_for(0)) == []


def test_every_level_and_every_reason_has_words():
    kinds = ("nothing", "dug", "built", "detour", "dead_end", "blocked_way", "rockfall", "cleared", "broke", "stopped")
    for lang in ("en", "de"):
        say = say_in(lang)
        assert all(say.has(f"saboteur.suspicion.level.{n}") for n in (*range(LEVELS + 1), "unknown"))
        assert all(
            say.has(f"saboteur.suspicion.because.{n}") for n in (*kinds, "helped", "helped_suspect", "threw_away")
        )


def test_a_saboteurs_tips_are_allowed_and_make_the_way_longer():
    """Followed through whole games: every tip can be done, says what to do, and those that lay something hurt."""
    say, laid = say_in("en"), 0
    for seed in range(6):
        setup = Setup("saboteur", "tu", ("rule",) * 4)
        table = RememberingTable(GAME, [GAME.player(read_spec("rule"), setup)] * 4, TapeDice(seed), setup)
        state = table.state = GAME.new(setup, table)
        while GAME.outcome(state) is None:
            table.begin_step(state)
            seat = state.active
            if state.roles[seat] == SABOTEUR and state.hands[seat]:
                view = GAME.view(state, seat)
                tip = advised_saboteur(GAME, view, seat)
                assert tip in legal(state, seat)
                text = hint(GAME, view, seat, action=tip)
                assert say.of(text)
                if text.key.rpartition(".")[2] in ("sly_lay", "sly_rockfall"):
                    laid += 1
                    assert dict(text.fields)["n"] > 0
            GAME.step(state, table)
    assert laid > 5


def test_a_saboteur_reads_how_he_looks_to_the_others():
    state, deeds = played(2, 15)
    seat = state.roles.index(SABOTEUR)
    way, looks = standing(GAME.view(state, seat), seat, deeds)
    assert way.key.startswith("saboteur.standing.sly")
    assert looks.key == "saboteur.standing.looks"


def test_who_has_just_thrown_the_diggers_back_does_not_dig_along():
    """The why called it a setback, and the lamp beside it said that he digs."""
    state, _ = played(1, 0)
    view, board = GAME.view(state, 0), GAME.view(state, 0)
    digs = deed(state, 1, "lay line_horiz 1,0")
    board.board.lay(digs.action.cell, digs.action.card << 1)
    back = Deed(board, 1, GAME.parse("lay curve_up 2,0"))
    (before,), (after,) = ([HUNCHES.suspicion(view, deeds)[1]] for deeds in ([digs] * 5, [*[digs] * 5, back]))
    assert before.level == 0
    assert (after.level, after.because.key) == (1, "saboteur.suspicion.because.detour")
