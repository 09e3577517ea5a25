"""Who is who: what others did, held against the authors' lists."""

from kempelen.engine.dice import TapeDice
from kempelen.engine.game import Setup
from kempelen.engine.search.remembering import RememberingTable
from kempelen.engine.search.seen import deeds_in
from kempelen.engine.seats import read_spec
from kempelen.engine.session import Session
from kempelen.engine.table import SPECTATOR
from kempelen.games.saboteur import GAME
from kempelen.games.saboteur.rules.state import SABOTEUR
from kempelen.games.saboteur.rules.view import hidden_roles

SETUP = Setup("saboteur", "tu", ("rule",) * 5)


def played(seed, turns):
    """A table after so many turns of automas."""
    table = RememberingTable(GAME, [GAME.player(read_spec("rule"), SETUP) for _ in range(5)], TapeDice(seed), SETUP)
    state = table.state = GAME.new(SETUP, table)
    for _ in range(turns):
        table.begin_step(state)
        GAME.step(state, table)
        assert GAME.outcome(state) is None
    table.begin_step(state)
    return table


def right(states, state):
    """How often somebody else is rightly taken for a saboteur or for none."""
    pairs = [(world.roles[seat], state.roles[seat]) for world in states for seat in range(1, 5)]
    return sum((guess == SABOTEUR) == (role == SABOTEUR) for guess, role in pairs) / len(pairs)


def test_imagined_worlds_know_better_who_is_a_saboteur():
    by_belief, by_lot = [], []
    for seed in range(4):
        table = played(seed, 15)
        view = GAME.view(table.state, 0)
        evidence = GAME.beliefs.evidence(view, deeds_in(GAME, table.past()))
        by_belief.append(right([GAME.beliefs.redeal(view, TapeDice(n), evidence) for n in range(60)], table.state))
        by_lot.append(right([GAME.redeal(view, TapeDice(n)) for n in range(60)], table.state))
    assert sum(by_belief) / 4 > sum(by_lot) / 4 + 0.15


def test_an_imagined_world_fits_the_view():
    table = played(7, 12)
    view = GAME.view(table.state, 2)
    evidence = GAME.beliefs.evidence(view, deeds_in(GAME, table.past()))
    for n in range(20):
        world = GAME.beliefs.redeal(view, TapeDice(n), evidence)
        assert GAME.to_position(GAME.view(world, 2)) == GAME.to_position(view)
        hidden = [role for seat, role in enumerate(world.roles) if seat != 2]
        assert sorted([*hidden, *world.left_over]) == sorted(hidden_roles(view))


def test_what_nobody_has_seen_is_no_evidence():
    """Other hands and roles behind the same deeds: the same evidence."""
    table = played(3, 15)
    view = GAME.view(table.state, 0)
    past = [(GAME.redeal(GAME.view(state, SPECTATOR), TapeDice("other")), rows) for state, rows in table.past()]
    known = GAME.beliefs.evidence(view, deeds_in(GAME, table.past()))
    assert GAME.beliefs.evidence(view, deeds_in(GAME, past)) == known
    assert any(one != (1.0, 1.0) for one in known)


def test_without_deeds_everybody_may_be_anybody():
    view = GAME.view(played(1, 0).state, 0)
    evidence = GAME.beliefs.evidence(view, ())
    assert set(evidence) == {(1.0, 1.0)}
    drawn = [GAME.beliefs.redeal(view, TapeDice(n), evidence).roles[1] for n in range(200)]
    plain = [GAME.redeal(view, TapeDice(n)).roles[1] for n in range(200)]
    assert abs(drawn.count(SABOTEUR) - plain.count(SABOTEUR)) < 40


def test_a_game_that_is_kept_remembers_as_much_as_one_in_the_lab():
    setup = Setup("saboteur", "tu", ("rule", "rule", "rule", "rule", "human"))
    session = Session(GAME, setup, seed="5").run()
    for _ in range(2):
        session.answer(session.pending[0].options[-1])
        session.run()
    table, (decision,) = session.table_at(len(session.inputs))
    deeds = deeds_in(GAME, table.past())
    assert decision.seat == 4
    assert [deed.seat for deed in deeds] == [0, 1, 2, 3, 4] * 2 + [0, 1, 2, 3]
