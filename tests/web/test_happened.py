"""The line above the board: whose loss it is, both sums of a comparison, no sentence twice."""

import pytest

from kempelen.engine.events import Rival, Roll, Touch
from kempelen.engine.game import say_in
from kempelen.web.shown.happened import losing, outcome_of, sums_of

SAY = say_in("en")


class Told:
    """An event that names a seat."""

    seat = 0


class Silent:
    """An event that names nobody."""


HURT = (Touch("unit:us-scout", "hurt", 1),)
SHOT = (Touch("unit:us-scout", "hurt", 2, by="unit:de-mg"),)


@pytest.mark.parametrize(
    ("event", "touches", "mine", "sides", "own"),
    [
        (Told(), HURT, True, {"unit:us-scout": True}, True),
        (Told(), HURT, False, {"unit:us-scout": False}, False),
        (Told(), HURT, True, {}, True),  # it is gone, and the event names the seat that loses it
        (Told(), SHOT, True, {}, False),  # the seat is the one that shot
        (Silent(), HURT, True, {}, False),
        (Silent(), HURT, None, {}, None),
        (Told(), SHOT, False, {"unit:us-scout": None}, None),  # a friend's
    ],
)
def test_whose_loss_it_is(event, touches, mine, sides, own):
    assert losing(event, touches, mine, sides) is own


@pytest.mark.parametrize(
    ("own", "said"), [(True, ("You −1", "hit")), (False, ("Enemy −1", "good")), (None, ("−1", "good"))]
)
def test_a_loss_of_ones_own_is_never_green(own, said):
    assert outcome_of(None, HURT, True, own, SAY) == said


def test_what_is_lost_altogether_is_told_by_whose_it_was():
    gone = (Touch("unit:us-scout", "lost"),)
    assert outcome_of(None, gone, True, True, SAY) == ("✕ Lost", "hit")
    assert outcome_of(None, gone, True, False, SAY) == ("✕ Lost", "good")


def test_both_sums_of_a_comparison_can_be_read():
    roll = Roll((9, 3), 12, rivals=(Rival("Brandt", 5, 9), Rival("Marga", 4, 3)))
    one, other = sums_of(roll, SAY)
    assert (one.who, one.adds, one.die, one.total, one.best) == ("Brandt", 5, 9, 14, True)
    assert (other.total, other.best) == (7, False)
    even = sums_of(Roll((3, 4), 12, rivals=(Rival("Brandt", 5, 3), Rival("Marga", 4, 4))), SAY)
    assert not any(one.best for one in even)
    assert sums_of(None, SAY) == ()
