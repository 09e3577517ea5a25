"""What a seat sees: the open die, the last bid, six faces to bid on, the cups."""

from __future__ import annotations

from collections.abc import Iterator

from kempelen.engine.table import HIDDEN
from kempelen.scene.model import Scene, Shape, Tray
from kempelen.scene.status import Fact, Round, Score, Status
from kempelen.scene.strokes import icon
from kempelen.text.say import Say, Text
from kempelen_cupfuls.face.words import dice_word, seat_word
from kempelen_cupfuls.rules.actions import FACES
from kempelen_cupfuls.rules.state import CORKS, State

__all__ = ["scene"]

CORK = icon("30,10 70,10 62,90 38,90 30,10", "32,30 68,30")


def scene(v: State, say: Say) -> Scene:
    """What to draw for the seat whose view this is."""
    title, trays = say("cupfuls.title"), _cups(v, say)
    return Scene.around(_table(v, say), "tile", trays, title=title, columns=(), rows=(), status=_status(v, say))


def _status(v: State, say: Say) -> Status:
    """The same for everybody; corks are what one must not lose."""
    return Status(
        say("cupfuls.status.goal"),
        (say("cupfuls.status.how"), say("cupfuls.status.lose")),
        Round(v.round, word=say("cupfuls.status.round")),
        scores=tuple(
            Score(say.of(seat_word(seat), "Nom"), corks, CORKS[v.scenario], "health", seat)
            for seat, corks in enumerate(v.corks)
        ),
    )


def _table(v: State, say: Say) -> Iterator[Shape]:
    """The open die and the bid; below, the faces, whose handles are those of the bids."""
    label = say("cupfuls.scene.open", face=v.open_die)
    yield Shape("open", "tile", 0, 0, text=str(v.open_die), label=label, tags=frozenset({"special"}))
    if v.bid is not None:
        who, dice = seat_word(v.bidder), dice_word(v.bid.count, v.bid.face)
        label = say("cupfuls.scene.bid", who=who, dice=dice)
        text = f"{v.bid.count}×{v.bid.face}"
        yield Shape("bid", "tile", 2, 0, text=text, label=label, tags=frozenset({"special", "last-move"}))
    for face in FACES:
        label = say.of(Text(f"cupfuls.handle.face.{face}"), "Bare")
        yield Shape(f"face:{face}", "place", face - 1, 1, text=str(face), label=label)


def _cups(v: State, say: Say) -> Iterator[Tray]:
    for seat, cup in enumerate(v.cups):
        items = tuple(_die(f"die:{seat + 1}-{n}", die, say) for n, die in enumerate(cup, 1))
        corks = Fact(str(v.corks[seat]), say("cupfuls.scene.corks", n=v.corks[seat]), CORK)
        name = say.of(seat_word(seat), "Nom")
        yield Tray(f"seat:{seat + 1}", name, "seat", items, str(seat + 1), facts=(corks,))


def _die(handle: str, die: int, say: Say) -> Shape:
    if die == HIDDEN:
        return Shape(handle, "card", text="?", label=say("cupfuls.scene.hidden"), tags=frozenset({"hidden"}))
    return Shape(handle, "card", text=str(die), label=say("cupfuls.scene.die", face=die))
