"""Positions for tests, written short."""

from __future__ import annotations

from contextlib import suppress

from kempelen.engine.dice import TapeDice
from kempelen.engine.table import DirectTable
from kempelen.engine.tables.odds import decision_odds
from kempelen.engine.tables.scripted import ScriptedTable
from kempelen.games.saboteur import GAME
from kempelen.games.saboteur.automa.solitaire import ComputerPlayer

ROW = [f"{x},0 line_horiz" for x in range(1, 4)] + [f"{x},0 plus" for x in range(4, 7)]
"""A way from the start to 6,0: the next card at 7,0 meets the goal 8,0."""


def state(*hands, board=(), goals=("stone", "gold", "stone"), roles=(), options=None, pile=None, **position):
    """A table with these hands, `"plus map"` each; seat 0 is to move. `pile` are the last cards of the draw pile."""
    players = [
        {"hand": hand.split() or 1, "role": role}
        for hand, role in zip(hands, roles or ("gold", "stone", "sab", "gold")[: len(hands)], strict=True)
    ]
    for name in ("score", "broken", "looked"):
        for seat, value in position.pop(name, {}).items():
            players[seat][name] = value
    s = GAME.from_position(
        {
            "game": "saboteur",
            "players": players,
            "board": list(board),
            "goals": dict(zip(("8,-2", "8,0", "8,2"), goals, strict=True)),
            **position,
        },
        options or {},
    )
    for seat, hand in enumerate(hands):
        if not hand:  # a position has no empty hand while there are cards to draw
            s.hands[seat].clear()
            s.deck.away -= 1
    if pile is not None:
        s.deck.top = [GAME.things.card_from(name) for name in reversed(pile.split())]
        for card in s.deck.top:
            s.deck.bag.remove(card)
        s.discards += s.deck.bag
        s.deck.bag = []
    return s


def turn(s, *script):
    """One turn by script; gives the table with its events."""
    table = ScriptedTable(GAME, s, *script)
    GAME.step(s, table)
    table.finish()
    return table


def legal(s, kind=""):
    """What the active seat may do, in notation; only the actions of a kind."""
    seen = []

    class Look:
        def decide(self, decision, table):
            seen.extend(option.notation for option in decision.options)
            raise StopIteration

    table = DirectTable(GAME, [Look()] * s.players, TapeDice(0))
    table.state = s
    with suppress(StopIteration):
        GAME.step(s, table)
    return sorted(text for text in seen if text.startswith(kind))


def decides(s, seat=0):
    """Everything the computer player in this seat may do next, with its chance."""
    s.active = seat
    chances = decision_odds(GAME, GAME.view(s, seat), ComputerPlayer(), seat)
    return {action.notation: p for action, p in chances.items()}
