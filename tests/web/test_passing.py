"""What one has just let pass is let pass again at one touch."""

import pytest

from kempelen.engine.game import game_named
from kempelen.engine.session import Session
from kempelen.engine.table import notation_of
from kempelen.web.rooms.start import first_setup
from kempelen.web.shown.choices import passes_again


@pytest.mark.parametrize("before", [False, True])
def test_only_what_was_let_pass_just_before_needs_no_second_look(before):
    game = game_named("universalis")
    session = Session(game, first_setup(game, "en", "lost_core"), seed="lesson 10").run()
    reactions = 0
    while not session.over:
        decision = session.decision_for(0)
        let_pass = next((option for option in decision.options if game.speech.lets_pass(option)), None)
        if let_pass is not None:
            reactions += 1
            own = [row.value for row in session.inputs if row.kind == "do" and row.seat == 0]
            again = own[-1:] == [notation_of(let_pass)]
            assert passes_again(session, decision, let_pass) is again
            assert not any(passes_again(session, decision, one) for one in decision.options if one is not let_pass)
            if again is before:
                return
        ends = (option for option in decision.options if notation_of(option) == "end")
        session.answer(notation_of(let_pass if let_pass is not None else next(ends, decision.options[0])))
        session.run()
    pytest.fail(f"{reactions} reactions, none of this kind")
