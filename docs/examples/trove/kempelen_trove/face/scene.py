"""What a seat sees: the treasure, the cards on the table, the hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from kempelen.engine.table import HIDDEN
from kempelen.scene.model import Scene, Shape, Tray
from kempelen.text.say import Say
from kempelen_trove.rules.state import State

__all__ = ["scene"]


def scene(v: State, say: Say) -> Scene:
    """What to draw for the seat whose view this is."""
    return Scene.around(_table(v, say), "card", _hands(v, say), title=say("trove.title"), columns=(), rows=())


def _table(v: State, say: Say) -> Iterator[Shape]:
    yield Shape("treasure", "tile", 0, 0, text=str(v.treasure), label=say("trove.scene.treasure", n=v.treasure))
    for seat, card in enumerate(v.played, 1):
        label = say("trove.scene.played", seat=seat, card=card)
        yield Shape(f"played:{seat}", "card", seat, 0, text=str(card), label=label)


def _hands(v: State, say: Say) -> Iterator[Tray]:
    """Handles are those of the actions; of equal cards the second is `card:7#2`."""
    used: Counter[int] = Counter()
    for seat, hand in enumerate(v.hands, 1):
        items = []
        for card in hand:
            if card != HIDDEN:
                used[card] += 1
                handle = f"card:{card}" if used[card] == 1 else f"card:{card}#{used[card]}"
                label, glyph = say("trove.scene.card", card=card), ("     ", f"  {card}  ", "     ")
                items.append(Shape(handle, "card", text=str(card), label=label, glyph=glyph))
        text = say("trove.scene.score", n=v.scores[seat - 1], cards=len(hand))
        yield Tray(f"seat:{seat}", say("trove.player", n=seat), "hand", tuple(items), str(seat), text)
