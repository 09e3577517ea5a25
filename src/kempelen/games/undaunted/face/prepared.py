"""What is got ready for a game with real cards: decks and supplies of the scenario."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from kempelen.engine.setup import Setup
from kempelen.engine.things import Ground, Prepared
from kempelen.games.undaunted.face.words import side_word
from kempelen.games.undaunted.rules.events import (
    Concealed,
    FogTaken,
    InitiativeWon,
    Lost,
    Moved,
    Readied,
    Reconnoitred,
    Suppressed,
    TurnEnded,
)
from kempelen.games.undaunted.rules.state import SIDES, State
from kempelen.text.say import Text

__all__ = ["by_hand", "grounds", "prepared"]


def grounds(state: State) -> tuple[Ground, ...]:
    """The tiles by what counts about them; what they look like is nobody's business."""
    terrain = state.scenario.terrain
    hill = tuple(name for name, tile in zip(terrain.names, terrain.tiles, strict=True) if tile.hill)
    kinds: dict[int, list[str]] = {}
    for name, tile in zip(terrain.names, terrain.tiles, strict=True):
        if not tile.hill:
            kinds.setdefault(tile.cover, []).append(name)
    return (
        Ground(Text("undaunted.ground.about")),
        *((Ground(Text("undaunted.ground.hill", tiles=hill)),) if hill else ()),
        *(Ground(Text("undaunted.ground.cover", n=cover, tiles=tuple(kinds[cover]))) for cover in sorted(kinds)),
    )


def prepared(setup: Setup, position: Mapping[str, Any], piles: frozenset[str]) -> tuple[Prepared, ...]:
    """Each side's deck and supply; a deck that the program shuffles stays in the box."""
    holder = Text("undaunted.prepared.holder", side=Text(f"undaunted.side.{position['holder']}"))
    return (*(one for side in SIDES for one in of_side(side, position[side], piles)), Prepared(holder))


def of_side(side: str, lies: Mapping[str, Any], piles: frozenset[str]) -> Iterator[Prepared]:
    name = Text(f"undaunted.side.{side}")
    deck, supply = cards_of(lies["deck"]), cards_of(lies["supply"])
    if side in piles:
        yield Prepared(Text("undaunted.prepared.deck", side=name, n=len(deck)), deck)
    else:
        yield Prepared(Text("undaunted.prepared.kept", side=name))
    yield Prepared(Text("undaunted.prepared.supply", side=name, n=len(supply)), supply)


def cards_of(counts: Mapping[str, int]) -> tuple[str, ...]:
    return tuple(card for card, many in counts.items() for _ in range(many))


def by_hand(event: Any, there: frozenset[str]) -> Text | None:
    """Where the initiative marker and cards go; which counter is turned. A deck of the app is in the box."""
    if isinstance(event, InitiativeWon):
        return None if event.kept else Text("undaunted.by_hand.initiative", side=side_word(event.seat))
    if isinstance(event, Moved):
        return Text("undaunted.by_hand.stands", at=event.path[-1]) if event.how == "scout" and event.path[1:] else None
    if isinstance(event, Suppressed | Readied):
        return Text(f"undaunted.by_hand.{'suppressed' if isinstance(event, Suppressed) else 'readied'}")
    if isinstance(event, FogTaken) and SIDES[event.seat] not in there:
        return Text("undaunted.by_hand.fog_kept", side=side_word(event.seat), n=event.count)
    if isinstance(event, Lost | Reconnoitred | TurnEnded) and SIDES[event.seat] not in there:
        return None
    if isinstance(event, TurnEnded):
        return Text("undaunted.by_hand.turn_ended", side=side_word(event.seat))
    if isinstance(event, Lost | Reconnoitred):
        return Text("undaunted.by_hand.lost")
    if isinstance(event, FogTaken):
        return Text("undaunted.by_hand.fog", side=side_word(event.seat), n=event.count)
    if isinstance(event, Concealed):
        if SIDES[1 - event.seat] in there:
            return Text("undaunted.by_hand.concealed")
        return Text("undaunted.by_hand.fog_kept", side=side_word(1 - event.seat), n=1)
    return None
