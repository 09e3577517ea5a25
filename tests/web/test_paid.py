"""What takes action points is shown before it is done, whatever it is: one touch of a button spends nothing."""

from random import Random

import pytest

from kempelen.engine.game import game_named
from kempelen.engine.session import Session
from kempelen.engine.table import notation_of
from kempelen.web.rooms.start import first_setup
from kempelen.web.shown.choices import plainly

CHOICES = 60


def points(state):
    return [(m.ap, m.drone_ap) for m in state.models if m.seat == 0]


@pytest.mark.parametrize("scenario", ["first", "lost_core", "border_post"])
def test_whatever_is_done_at_the_first_touch_costs_nothing(scenario):
    """Played on from there, the side has as many action points as before; and free steps are there, to be done at once."""
    game, dice = game_named("universalis"), Random(f"paid {scenario}")
    session = Session(game, first_setup(game, "en", scenario), seed=f"paid {scenario}").run()
    shown, at_once = set(), set()
    for _ in range(CHOICES):
        if session.over:
            break
        decision = session.decision_for(0)
        leads = plainly(session, decision)
        for option in dice.sample(list(decision.options), min(6, len(decision.options))):
            kind = getattr(option, "verb", "") or type(option).__name__
            if not leads(option):
                shown.add(kind)
                continue
            at_once.add(kind)
            other = session.fork().run()
            before = points(other.state)
            other.answer(notation_of(option))
            assert points(other.run().state) == before, f"{notation_of(option)} is paid for unasked"
        session.answer(notation_of(dice.choice(list(decision.options))))
        session.run()
    assert {"defend", "lie_down"} & shown, shown


@pytest.mark.parametrize("do", ["A1 defend", "A1 ready hunting_rifle", "A1 lie_down"])
def test_defence_and_being_fire_ready_are_shown_first(ann, do):
    """A stranger pressed one button to learn what it is, and had paid two points for it."""
    table = ann.new("universalis", scenario="first", seed="4")
    for _ in range(12):
        state = table.settled()
        options = {one["do"]: one for one in state["asked"]["options"]}
        if found := options.get(do) or options.get(do.replace("A1", "A2")):
            break
        table.answer(state["asked"]["options"][0]["do"], state["version"])
    assert "plain" not in found
    seen = table.post("preview", {"do": found["do"]}).json()
    assert seen["costs"]
    assert seen["remarks"], "it says what it brings"
