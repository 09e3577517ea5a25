"""What a seat sees: the treasure, the cards on the table, the hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from kempelen.engine.table import HIDDEN
from kempelen.scene.icons import HAND, STAR
from kempelen.scene.model import Scene, Shape, Tray
from kempelen.scene.status import Fact, Round, Score, Status
from kempelen.text.say import Say
from kempelen_trove.rules.course import ROUNDS
from kempelen_trove.rules.state import State

__all__ = ["scene"]


def scene(v: State, say: Say) -> Scene:
    """What to draw for the seat whose view this is."""
    trays = (*_hands(v, say), *_seats(v, say))
    title = say("trove.title")
    return Scene.around(_table(v, say), "card", trays, title=title, columns=(), rows=(), status=_status(v, say))


def _status(v: State, say: Say) -> Status:
    """Everybody has the same goal, so it does not matter who looks."""
    return Status(
        say("trove.status.goal"),
        (say("trove.status.how", rounds=ROUNDS),),
        Round(min(v.round, ROUNDS), ROUNDS, say("trove.status.round")),
        scores=tuple(Score(say("trove.player", n=n), score, seat=n - 1) for n, score in enumerate(v.scores, 1)),
    )


def _table(v: State, say: Say) -> Iterator[Shape]:
    yield Shape("treasure", "tile", 0, 0, text=str(v.treasure), label=say("trove.scene.treasure", n=v.treasure))
    for seat, card in enumerate(v.played, 1):
        label = say("trove.scene.played", seat=seat, card=card)
        yield Shape(f"played:{seat}", "card", seat, 0, text=str(card), label=label)


def _hands(v: State, say: Say) -> Iterator[Tray]:
    """Handles are those of the actions; of equal cards the second is `card:7#2`."""
    used: Counter[int] = Counter()
    about = ((say("trove.scene.treasure_word"), say("trove.status.how", rounds=ROUNDS)),)
    for seat, hand in enumerate(v.hands, 1):
        items = []
        for card in hand:
            if card != HIDDEN:
                used[card] += 1
                handle = f"card:{card}" if used[card] == 1 else f"card:{card}#{used[card]}"
                label, glyph = say("trove.scene.card", card=card), ("     ", f"  {card}  ", "     ")
                items.append(Shape(handle, "card", text=str(card), label=label, glyph=glyph, about=about))
        if items:
            yield Tray(f"hand:{seat}", say("trove.scene.hand", n=seat), "hand", tuple(items), str(seat))


def _seats(v: State, say: Say) -> Iterator[Tray]:
    """What everybody knows of the players."""
    for seat, (score, hand) in enumerate(zip(v.scores, v.hands, strict=True), 1):
        facts = (
            Fact(str(score), say("trove.scene.score", n=score), STAR),
            Fact(str(len(hand)), say("trove.scene.cards", n=len(hand)), HAND),
        )
        yield Tray(f"seat:{seat}", say("trove.player", n=seat), "seat", seat=str(seat), facts=facts)
