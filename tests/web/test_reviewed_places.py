"""What would have been better never reads like what was done: where the words are the same, the place tells them apart."""

import pytest

from kempelen.engine.game import game_named, say_in
from kempelen.engine.search.lines import Line
from kempelen.engine.search.weighing import Better, Weighed
from kempelen.engine.session import Session
from kempelen.engine.table import notation_of
from kempelen.web.rooms.start import first_setup
from kempelen.web.shown.reviewed import _better
from kempelen.wording import choice_text


@pytest.mark.parametrize(
    ("lang", "told"), [("en", "the same, but 2 cm farther left"), ("de", "dasselbe, aber 2 cm weiter links")]
)
def test_two_moves_that_read_alike_differ_by_their_place(lang, told):
    game = game_named("universalis")
    session = Session(game, first_setup(game, "en", "first"), seed="places").run()
    while session.decision_for(0).prompt.key != "universalis.prompt.action":
        session.answer(notation_of(session.decision_for(0).options[0]))
        session.run()
    state = session.view(0)
    m = state.models[state.active[0]]
    done, best = (f"{m.label} move {m.x + dx:g},{m.y + 3:g}" for dx in (1, -1))
    index = len(session.inputs)
    session.answer(done)
    session.run()
    say = say_in(lang)
    line = Line((), {})
    same = "Voss moves 4 cm and then stands in the open"
    weighed = Weighed(index, done, same, 0.5, 0.4, 0.6, 0.5, "inaccurate", 1, Better(best, same, 0.59, line))
    assert told in _better(weighed, session, 0, say)
    other = Weighed(index, done, "something else", 0.5, 0.4, 0.6, 0.5, "inaccurate", 1, Better(best, same, 0.59, line))
    assert choice_text(same, say) in _better(other, session, 0, say)
