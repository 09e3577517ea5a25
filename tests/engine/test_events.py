"""Events declared in a line: what is said, who sees it, what it touches."""

from dataclasses import FrozenInstanceError, dataclass

import pytest

from kempelen.engine.events import (
    Happening,
    Touch,
    Worded,
    picture_of,
    roll_of,
    short_of,
    touches_of,
    weight_of,
)
from kempelen.engine.table import HIDDEN, SPECTATOR
from kempelen.text.say import Text


class Said(
    Happening,
    words={
        "seat": Worded("side", lambda seat: f"side {seat}"),
        "unit": Worded("unit", lambda unit, seat: f"{unit} of {seat}", of=("seat",)),
        "card": lambda card: f"card {card}",
        "count": Worded("n"),
        "note": None,
    },
    handles={"seat": lambda event: f"seat:{event.seat}", "unit": lambda event: f"unit:{event.unit}"},
):
    """The base class of a game."""


class Drew(Said, says="toy.drew", only="seat", hides=("card",), unseen={"card": "toy.drew_hidden"}, weight=0):
    seat: int
    card: int


class Dealt(Said, says="toy.dealt", only="seat", hides=("cards",)):
    seat: int
    cards: tuple[int, ...]


class Struck(
    Said,
    says=("hit", "toy.hit", "toy.miss"),
    short="toy.struck_short",
    weight=("hit", 2, 1),
    touches={"unit": ("hurt", "count"), "seat": "turned", "tray:deck": "drew"},
    by="seat",
):
    seat: int
    unit: str
    count: int
    hit: bool
    note: str = ""


class Went(Said, says="toy.went_{how}", touches={"unit": "moved"}):
    seat: int
    unit: str | None
    how: str


def test_fields_are_said_as_the_game_says_them():
    assert Drew(1, 7).text == Text("toy.drew", side="side 1", card="card 7")


def test_whose_it_is_and_what_chooses_the_text_are_not_said_by_themselves():
    assert Struck(0, "mg", 2, True).text == Text("toy.hit", unit="mg of 0", n=2)
    assert Struck(0, "mg", 0, False).text == Text("toy.miss", unit="mg of 0", n=0)
    assert Went(0, "mg", "far").text == Text("toy.went_far", unit="mg of 0")


def test_the_headline_has_a_text_of_its_own_or_is_the_text():
    assert Struck(0, "mg", 2, True).short.key == "toy.struck_short"
    assert Went(0, "mg", "far").short == Went(0, "mg", "far").text


def test_others_see_it_without_the_secret():
    drew = Drew(1, 7)
    assert drew.seen_by(1) is drew
    for seat in (0, SPECTATOR):
        seen = drew.seen_by(seat)
        assert seen == Drew(1, HIDDEN)
        assert seen.text == Text("toy.drew_hidden", side="side 1")
    assert Dealt(0, (4, 5, 6)).seen_by(1).cards == (HIDDEN,) * 3


def test_without_anything_hidden_in_it_only_one_seat_learns_of_it():
    class Looked(Said, says="toy.looked", only="seat"):
        seat: int

    assert Looked(2).seen_by(2) == Looked(2)
    assert Looked(2).seen_by(0) is None


def test_touches_leave_out_what_is_nothing():
    assert Struck(0, "mg", 2, True).touches == (
        Touch("unit:mg", "hurt", 2, by="seat:0"),
        Touch("seat:0", "turned", by="seat:0"),
        Touch("tray:deck", "drew", by="seat:0"),
    )
    assert [touch.handle for touch in Struck(0, "mg", 0, False).touches] == ["seat:0", "tray:deck"]
    assert Went(0, None, "far").touches == ()


def test_a_weight_may_depend_on_a_field():
    assert [Drew(0, 1).weight, Went(0, "mg", "far").weight] == [0, 1]
    assert [Struck(0, "mg", 1, hit).weight for hit in (True, False)] == [2, 1]


def test_events_are_frozen_values():
    assert Drew(1, 7) == Drew(1, 7) != Drew(1, 8)
    assert len({Drew(1, 7), Drew(1, 7)}) == 1
    with pytest.raises(FrozenInstanceError):
        Drew(1, 7).card = 8


@pytest.mark.parametrize(
    "declared",
    [
        {"says": "toy.x_{how}"},
        {"says": ("sure", "toy.x", "toy.y")},
        {"says": "toy.x", "only": "who"},
        {"says": "toy.x", "hides": ("card",)},
        {"says": "toy.x", "weight": ("hit", 2, 1)},
        {"says": "toy.x", "touches": {"tile": "laid"}},
        {"says": "toy.x", "touches": {"seat": ("hurt", "damage")}},
        {"says": "toy.x", "touches": {"count": "laid"}},
    ],
)
def test_a_declaration_names_only_what_is_there(declared):
    with pytest.raises(TypeError, match="Wrong"):

        class Wrong(Said, **declared):
            seat: int
            count: int


@dataclass(frozen=True)
class Plain:
    """What a small game tells: the two things that every event has."""

    text: Text

    def seen_by(self, seat):
        return self


def test_plain_events_stay_events():
    plain = Plain(Text("toy.told"))
    assert weight_of(plain) == 1
    assert touches_of(plain) == ()
    assert roll_of(plain) is None
    assert short_of(plain) == plain.text
    assert picture_of(plain) is None
