"""The careful leader: one good attack rather than several hasty ones, and to the mast first."""

from kempelen.engine.dice import TapeDice
from kempelen.engine.game import Setup, say_in
from kempelen.engine.search.player import SearchPlayer, chosen_by
from kempelen.engine.seats import read_spec
from kempelen.engine.session import Session
from kempelen.games.universalis import GAME
from kempelen.games.universalis.players.careful import CarefulLeader
from kempelen.lab.run import play_through

DUEL = Setup(GAME.name, "first", ("hard", "hard"))


def points(seat, games):
    """Of a careful leader on this seat against the opponent at its hardest; a draw is half."""
    found = 0.0
    for number in range(games):
        players = [GAME.player(read_spec("careful" if at == seat else "hard"), DUEL) for at in (0, 1)]
        _, outcome, _ = play_through(GAME, DUEL, players, TapeDice(f"careful {number}"), strict=True)
        found += 1.0 if outcome.winners == (seat,) else 0.5 if len(outcome.winners) != 1 else 0.0
    return found


def test_it_is_better_than_the_hardest_level():
    """64 of 100 points in 400 games of the ladder; a search has to beat it."""
    assert points(0, 40) + points(1, 40) > 80 * 0.55


def test_a_search_plays_on_with_it_and_has_to_beat_it():
    setup = Setup(GAME.name, "first", ("human", "hard"))
    session = Session(GAME, setup, seed="2").run()
    player = SearchPlayer(GAME, setup, iterations=8)
    decision = session.unanswered[0]
    trial = player.trial(decision.table, 0)
    assert [type(one) for one in trial.players] == [CarefulLeader, GAME.bots["hard"]]
    assert player.to_beat is player.usual
    (first, *_), goes_on = player._named(decision, chosen_by(player.own, player, decision))
    assert goes_on
    assert first == chosen_by(CarefulLeader(), player, decision)


def test_its_why_says_what_is_different():
    """In both languages; for all the rest it has the opponent's."""
    setup = Setup(GAME.name, "first", ("careful", "middle"))
    keys = set()
    for seed in range(12):
        session = Session(GAME, setup, seed=f"careful {seed}").run()
        for index, row in enumerate(session.inputs):
            if row.kind == "do" and row.seat == 0 and (trace := session.why(index, seat=0)) is not None:
                for step in trace.steps:
                    if step.text.key.startswith("universalis.why.careful"):
                        keys.add(step.text.key)
                        assert all(say_in(lang).of(step.text) for lang in ("en", "de"))
    assert "universalis.why.careful_attack" in keys
