"""A table of Saboteur as a position: what is written in a file, and back.

    game = "saboteur"
    variant = "tu"                    # or commercial
    active = 2                        # players are numbered from 1
    board = ["1,0 plus", "2,0 curve_up r180"]
    goals = { "8,-2" = "stone", "8,0" = "gold", "8,2" = "hidden" }
    revealed = ["8,-2 LT"]            # goals face up; a stone's open sides, else the first shape that fits
    discards = ["map", "rockfall"]
    deck = "rest"                     # or a number, or the cards in order ["plus", "map", "rest"]

    [[players]]
    role = "gold"
    hand = ["plus", "map", "hidden"]  # or how many: hand = 6
    broken = ["pick"]
    score = 4
    looked = ["8,0"]

What is left out is hidden (roles, hands, goals), empty, or what it is before the first turn. Also: `round`, `turn`,
`buried` (discarded face down: cards or a number), `nuggets` (gold cards left, `{ 1 = 16, 2 = 8, 3 = 4 }`), `left_over`
(role cards), `ending` (`{ reason = "gold", winners = [1, 3] }`). With saboteur:R14 as_dealt, `plus r180` is a hand card
that was dealt turned.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from kempelen.engine.files.position import shaped
from kempelen.engine.table import HIDDEN, Seat
from kempelen.games.saboteur.face.words import xy_text
from kempelen.games.saboteur.files.fields import (
    MOST,
    Named,
    PositionFile,
    bad,
    in_range,
    read_board,
    read_broken,
    read_buried,
    read_card,
    read_deck,
    read_ending,
    read_goals,
    read_hand,
    read_left_over,
    read_looked,
    read_nuggets,
    read_roles,
)
from kempelen.games.saboteur.rules.board import GOALS, START, Cell
from kempelen.games.saboteur.rules.cards import GOLD, NAMES, OPEN, TOOL_NAMES, Card, sides_text
from kempelen.games.saboteur.rules.course import ROLE_OF
from kempelen.games.saboteur.rules.setup import NUGGET, NUGGET_CARDS, VARIANTS, role_pool
from kempelen.games.saboteur.rules.state import GOAL_NAMES, ROLE_NAMES, State

__all__ = ["from_position", "to_position"]


# -- reading


def from_position(position: Mapping[str, Any], options: Mapping[str, str]) -> State:
    """The table a position describes, with the value of every option; raises BadPosition."""
    p = shaped(PositionFile, position)
    if p.game != "saboteur":
        raise bad("game", "game", game=p.game)
    if p.variant not in VARIANTS:
        raise bad("variant", "variant", variant=p.variant, known=tuple(VARIANTS))
    variant = VARIANTS[p.variant]
    players = len(p.players)
    if players not in variant.players:
        most, least = variant.players[-1], variant.players[0]
        raise bad("player_count", "players", n=players, least=least, most=most, variant=p.variant)
    in_range(p.active, 1, players, "active")
    in_range(p.round, 1, variant.rounds, "round")
    in_range(p.turn, 0, MOST, "turn")

    named: Named = []
    goals = read_goals(p, variant)
    board = read_board(p, variant, goals, named)
    broken = [read_broken(player, seat, named) for seat, player in enumerate(p.players)]
    hands, turned = [], []
    for seat, player in enumerate(p.players):
        cards, turns = read_hand(player, seat, players, options["R14"] == "as_dealt", named)
        hands.append(cards)
        turned.append(turns)
    discards = [read_card(text, "discards", n, named=named) for n, text in enumerate(p.discards)]
    buried = read_buried(p, variant, named)
    deck = read_deck(p, variant, named, sum(cards.count(HIDDEN) for cards in (*hands, buried)))
    for seat, cards in enumerate(hands):
        if not cards and len(deck):
            raise bad("hand_empty", "players", seat, "hand", n=len(deck))
    roles = read_roles(p, variant)
    scores = [in_range(player.score, 0, MOST, "players", seat, "score") for seat, player in enumerate(p.players)]
    return State(
        variant,
        options,
        board,
        goals,
        [read_looked(player, seat) for seat, player in enumerate(p.players)],
        deck,
        discards,
        buried,
        hands,
        turned,
        roles,
        read_left_over(p, variant, roles),
        broken,
        scores,
        read_nuggets(p, variant, scores),
        p.active - 1,
        p.round,
        p.turn,
        read_ending(p),
    )


# -- writing


def to_position(s: State) -> dict[str, Any]:
    """The table as plain data; what `from_position` would assume anyway is left out."""
    position: dict[str, Any] = {"game": "saboteur", "variant": s.variant.name, "active": s.active + 1}
    position |= _unless({"round": 1, "turn": 0}, {"round": s.round, "turn": s.turn})
    position["board"] = [
        f"{xy_text(at)} {_turned(card >> 1, card & 1)}"
        for at, card in s.board.laid.items()
        if at != START and at not in GOALS
    ]
    position["goals"] = {xy_text(at): GOAL_NAMES.get(goal, "hidden") for at, goal in zip(GOALS, s.goals, strict=True)}
    position |= _unless(
        {"revealed": [], "discards": [], "buried": [], "left_over": None},
        {
            "revealed": [_face_up(s, at) for at in GOALS if at not in s.board.face_down],
            "discards": [NAMES[card] for card in s.discards],
            "buried": _cards(s.buried),
            "left_over": _left_over_text(s),
        },
    )
    position |= _deck_text(s)
    if s.nuggets.bag != NUGGET_CARDS and not s.variant.third_role:
        position["nuggets"] = {str(n): s.nuggets.bag.count(NUGGET + n) for n in (1, 2, 3)}
    if s.ending is not None:
        position["ending"] = {"reason": s.ending.reason, "winners": [seat + 1 for seat in s.ending.winners]}
    position["players"] = [_player_text(s, seat) for seat in range(s.players)]
    return position


def _unless(usual: Mapping[str, Any], values: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in values.items() if value != usual[key]}


def _turned(card: Card, turn: int) -> str:
    name = NAMES[card] if card != HIDDEN else "hidden"
    return f"{name} r180" if turn else name


def _cards(cards: Sequence[Card], turns: Sequence[int] = ()) -> list[str] | int:
    """By name; if all are hidden, how many."""
    if cards and set(cards) == {HIDDEN}:
        return len(cards)
    return [_turned(card, turn) for card, turn in zip(cards, turns or [0] * len(cards), strict=True)]


def _face_up(s: State, at: Cell) -> str:
    card = s.board.laid[at]
    return xy_text(at) if card >> 1 == GOLD else f"{xy_text(at)} {sides_text(OPEN[card])}"


def _player_text(s: State, seat: Seat) -> dict[str, Any]:
    return {
        "role": ROLE_NAMES.get(s.roles[seat], "hidden"),
        "hand": _cards(s.hands[seat], s.turned[seat]),
        **_unless(
            {"broken": [], "looked": []},
            {
                "broken": [name for tool, name in TOOL_NAMES.items() if s.broken[seat] & tool],
                "looked": [xy_text(at) for n, at in enumerate(GOALS) if s.looked[seat] >> n & 1],
            },
        ),
        "score": s.scores[seat],
    }


def _left_over_text(s: State) -> list[str] | None:
    """None if it follows from the roles."""
    pool = role_pool(s.players, s.variant.third_role)
    rest = Counter({ROLE_OF[name]: n for name, n in pool.items()}) - Counter(s.roles)
    if s.left_over == ([HIDDEN] * len(s.left_over) if HIDDEN in s.roles else sorted(rest.elements())):
        return None
    return [ROLE_NAMES.get(role, "hidden") for role in s.left_over]


def _deck_text(s: State) -> dict[str, Any]:
    """Nothing if the pile is the rest of the cards in an unknown order."""
    if s.deck.top:
        order = [NAMES[card] for card in reversed(s.deck.top)]
        return {"deck": [*order, *(["rest"] if len(s.deck.bag) > s.deck.away else [])]}
    return {}
