"""Why a click on something that is not lit means nothing now, and why a card can only be thrown away."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kempelen.engine.table import HIDDEN, Seat
from kempelen.games.saboteur.face.words import card_word
from kempelen.games.saboteur.rules.actions import Discard
from kempelen.games.saboteur.rules.board import GOALS, Cell, cell
from kempelen.games.saboteur.rules.cards import BY_NAME, CARDS, MAP, NAMES, PATH_CARDS, ROCKFALL, Card
from kempelen.games.saboteur.rules.objections import objection
from kempelen.games.saboteur.rules.places import place
from kempelen.games.saboteur.rules.state import State
from kempelen.text.say import Text

__all__ = ["barred", "refused"]

BARE = "board"
"""What a page calls ground on which nothing lies or could lie."""


def refused(view: State, seat: Seat, picked: Sequence[str], handle: str) -> Text | None:
    """What stands in the way on this field: a path card joins the way (1.4.2), other cards are for somebody or for
    something else (1.4.5 to 1.4.8)."""
    kind, _, where = handle.partition(":")
    if view.ending is not None or kind not in ("cell", BARE):
        return None
    card = next((known for one in picked if (known := _card(one)) is not None), None)
    if card is None:
        return Text("saboteur.refused.card_first")
    if card in (ROCKFALL, MAP):
        return Text(f"saboteur.refused.{'map' if card == MAP else 'rockfall'}")
    if card not in PATH_CARDS:
        return Text("saboteur.refused.person", card=card_word(card))
    return _cannot_lay(view, seat, card, None if kind == BARE else _cell(where))


def _card(handle: str) -> Card | None:
    kind, _, name = handle.partition(":")
    return BY_NAME.get(name.partition("#")[0]) if kind == "card" else None


def _cell(where: str) -> Cell | None:
    x, _, y = where.partition(",")
    try:
        return cell(int(x), int(y))
    except ValueError:
        return None


def _cannot_lay(view: State, seat: Seat, card: Card, at: Cell | None) -> Text | None:
    """What the rules object to, without coordinates: whoever has touched a field knows where it is."""
    if at is not None and at in GOALS:
        return Text("saboteur.refused.goal")
    found = None if at is None else objection(view, seat, place(card, at))
    if view.broken[seat] or found is None:
        return found or Text("saboteur.refused.no_way")
    name = found.key.rpartition(".")[2]
    return Text(f"saboteur.refused.{name}", **dict(found.fields))


def barred(view: State, seat: Seat, options: Sequence[Any]) -> Mapping[str, Sequence[tuple[Text, Text]]]:
    """Of each card that could only be thrown away: what it is for, and why it is not possible now."""
    if view.ending is not None:
        return {}
    thrown = {option.card for option in options if isinstance(option, Discard) and option.card != HIDDEN}
    used = {one for option in options if not isinstance(option, Discard) for one in option.handles[:1]}
    idle = sorted(card for card in thrown if f"card:{NAMES[card]}" not in used)
    return {f"card:{NAMES[card]}": (_why_idle(view, seat, card),) for card in idle}


def _why_idle(view: State, seat: Seat, card: Card) -> tuple[Text, Text]:
    if card in PATH_CARDS:
        stopped = objection(view, seat, place(card, GOALS[0])) if view.broken[seat] else None
        return Text("saboteur.preview.do.lay"), stopped or Text("saboteur.refused.nowhere")
    if card == ROCKFALL:
        return Text("saboteur.preview.do.rockfall"), Text("saboteur.refused.nothing_laid")
    if card == MAP:
        return Text("saboteur.preview.do.look"), Text("saboteur.refused.all_up")
    how = "break" if CARDS[card].breaks else "repair"
    return Text(f"saboteur.preview.do.{how}"), Text(f"saboteur.refused.nobody_to_{how}")
