"""How a game or a round ends, and what it brings (rules 1.5; the seed's 4.3.2.1 and 4.3.2.2)."""

from __future__ import annotations

from collections.abc import Sequence

from kempelen.engine.table import HIDDEN, Seat, Table
from kempelen.games.saboteur.rules.actions import TAKE
from kempelen.games.saboteur.rules.cards import CARDS, PATH_CARDS, ROCKFALL, Card
from kempelen.games.saboteur.rules.events import Ended, HandScored, Took
from kempelen.games.saboteur.rules.setup import NUGGET, role_pool
from kempelen.games.saboteur.rules.state import (
    GOLD_GOAL,
    GOLD_SEEKER,
    ROLE_NAMES,
    SABOTEUR,
    STONE_SEEKER,
    Ending,
    Goal,
    Role,
    State,
)
from kempelen.text.say import Text

__all__ = ["after_action", "hand_bonus", "pile_ran_out"]

TAKE_NUGGETS = Text("saboteur.prompt.nuggets")


def after_action(s: State, table: Table, seat: Seat, turned_up: Sequence[Goal]) -> bool:
    """Is the game, or in the commercial game the round (1.5.2), over after this action? (4.3.2.2.1 to 4.3.2.2.4)"""
    reason = _reason(s, table, turned_up)
    if reason is None:
        return False
    if s.variant.third_role:
        _end_game(s, table, reason)
    else:
        _end_round(s, table, reason, seat)
    return True


def _reason(s: State, table: Table, turned_up: Sequence[Goal]) -> str | None:
    if not turned_up and any(s.hands):
        return None
    gold = GOLD_GOAL in turned_up and _was_dealt(s, table, GOLD_SEEKER)  # R5
    # R4: a stone that no stone seeker looks for only turns up. R3: either of the two stones will do.
    stone = bool(set(turned_up) - {GOLD_GOAL}) and s.variant.third_role and _was_dealt(s, table, STONE_SEEKER)
    if gold and stone:
        return {"gold": "gold", "stone": "stone", "both": "gold_and_stone"}[s.options["R6"]]
    if gold:
        return "gold"
    used_up = not len(s.deck) and not any(s.hands)
    if stone and not (used_up and s.options["R7"] == "exhaustion"):
        return "stone"
    if not used_up:
        return None
    return "saboteurs" if not s.variant.third_role or _was_dealt(s, table, SABOTEUR) else "points"


def pile_ran_out(s: State, table: Table) -> bool:
    """The fourth ending by the letter of the seed: no saboteurs, and the pile alone is empty (R8)."""
    if s.options["R8"] != "pile" or not s.variant.third_role or _was_dealt(s, table, SABOTEUR):
        return False
    _end_game(s, table, "points")
    return True


def _was_dealt(s: State, table: Table, role: Role) -> bool:
    """Does anybody have this role? At a real table with unknown roles, the players say so."""
    if role in s.roles:
        return True
    pool = role_pool(s.players, s.variant.third_role)
    if HIDDEN not in s.roles or not pool.get(ROLE_NAMES[role]):
        return False
    if role == GOLD_SEEKER and s.players >= 3:
        return True  # R2: there are always enough gold seekers
    return table.ask(f"dealt {ROLE_NAMES[role]}", Text(f"saboteur.ask.dealt_{ROLE_NAMES[role]}"))


# -- the TU game with the third role


def _end_game(s: State, table: Table, reason: str) -> None:
    roles = _show_roles(s, table)
    top = max(s.scores)
    winning = {
        "gold": [seat for seat, role in enumerate(roles) if role == GOLD_SEEKER],
        "stone": [seat for seat, role in enumerate(roles) if role == STONE_SEEKER],
        "gold_and_stone": [seat for seat, role in enumerate(roles) if role in (GOLD_SEEKER, STONE_SEEKER)],
        "saboteurs": [seat for seat, role in enumerate(roles) if role == SABOTEUR],
        "points": [seat for seat, score in enumerate(s.scores) if score == top],  # R8: ties share the win
    }[reason]
    table.tell(Ended, reason, tuple(winning), tuple(roles))
    for seat in winning:
        hand = _show_hand(s, table, seat, decides=reason == "points")
        bonus = sum(map(hand_bonus, hand))  # and no more for winning (R13)
        s.scores[seat] += bonus
        if HIDDEN not in hand:
            table.tell(HandScored, seat, bonus)
    s.ending = Ending(reason, tuple(winning))


def hand_bonus(card: Card) -> int:
    """What a card left in a winner's hand is worth (4.3.2.1.5, R11); maps are worth nothing."""
    if card == HIDDEN:
        return 0
    if card in PATH_CARDS:
        return 1
    if CARDS[card].breaks:
        return 5
    if CARDS[card].repairs:
        return 10
    return 3 if card == ROCKFALL else 0


def _show_roles(s: State, table: Table) -> list[Role]:
    """Everybody turns his role card up; at a real table the players name theirs, of the cards that are left (R1)."""
    pool = role_pool(s.players, s.variant.third_role)
    left = {role: pool.get(name, 0) - s.roles.count(role) for role, name in ROLE_NAMES.items()}
    for seat, role in enumerate(s.roles):
        options = [one for one, n in left.items() if n > 0]
        s.roles[seat] = table.reveal(f"role {seat + 1}", role, options, "end")
        if role == HIDDEN:
            left[s.roles[seat]] -= 1
    return s.roles


def _show_hand(s: State, table: Table, seat: Seat, *, decides: bool) -> list[Card]:
    """A winner's hand, card by card where it is not known; where points decide nothing, people may keep it to
    themselves."""
    hand = s.hands[seat]
    for n, card in enumerate(hand):
        if card == HIDDEN:
            options = sorted(set(s.deck.bag)) + ([] if decides else [HIDDEN])
            hand[n] = table.reveal(f"hand {seat + 1}", card, options, "bonus")
            if hand[n] != HIDDEN:
                s.deck.name_away(hand[n])
    return hand


# -- the commercial game


def _end_round(s: State, table: Table, reason: str, finisher: Seat) -> None:
    roles = tuple(_show_roles(s, table))
    wanted = GOLD_SEEKER if reason == "gold" else SABOTEUR
    winners = tuple(seat for seat, role in enumerate(roles) if role == wanted)
    table.tell(Ended, reason, winners, roles)
    if reason == "gold":
        _share_gold(s, table, finisher, winners)
    else:
        _pay_saboteurs(s, table, winners)
    if s.round < s.variant.rounds:
        s.round += 1
        s.active = (finisher + 1) % s.players  # 1.1.10
        return
    top = max(s.scores)
    s.ending = Ending("nuggets", tuple(seat for seat, score in enumerate(s.scores) if score == top))
    table.tell(Ended, "nuggets", s.ending.winners, roles)


def _share_gold(s: State, table: Table, finisher: Seat, winners: Sequence[Seat]) -> None:
    """As many gold cards as players, nine for ten; the finisher first, then against the clock (1.5.3)."""
    cards = sorted(table.draw(s.nuggets, "gold") - NUGGET for _ in range(min(s.players, 9, len(s.nuggets))))
    seat = finisher
    while cards:
        if seat in winners:
            options = [TAKE[n] for n in sorted(set(cards), reverse=True)]
            taken = table.choose(seat, TAKE_NUGGETS, options).nuggets
            cards.remove(taken)
            s.scores[seat] += taken
            table.tell(Took, seat, taken)
        seat = (seat - 1) % s.players


def _pay_saboteurs(s: State, table: Table, saboteurs: Sequence[Seat]) -> None:
    """Nuggets worth 4, 3, 3, 2 each for one to four saboteurs; none dealt, nobody gets anything (1.5.4)."""
    if not saboteurs:
        return
    worth = (4, 3, 3, 2)[len(saboteurs) - 1]
    for seat in saboteurs:
        left = worth
        for n in (3, 2, 1):  # K2: the largest gold cards that fit
            while left >= n and NUGGET + n in s.nuggets.bag:
                s.nuggets.bag.remove(NUGGET + n)
                left -= n
        s.scores[seat] += worth - left
        table.tell(Took, seat, worth - left)
