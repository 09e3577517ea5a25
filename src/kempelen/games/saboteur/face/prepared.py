"""What is got ready for a game with real cards: roles, goal cards, hands (rules 1.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from kempelen.engine.seats import HUMAN
from kempelen.engine.setup import Setup
from kempelen.engine.things import KEPT, Ground, Kept, Prepared
from kempelen.games.saboteur.face.words import seat_word
from kempelen.games.saboteur.rules.cards import BY_NAME, DECK_COMMERCIAL, Card, is_blocking, is_path
from kempelen.games.saboteur.rules.events import Broke, Discarded, Looked, Repaired, RockFell, TurnedUp
from kempelen.games.saboteur.rules.places import GOAL_COLUMN, GOAL_ROWS
from kempelen.games.saboteur.rules.setup import VARIANTS, hand_size, lesson, role_pool
from kempelen.games.saboteur.rules.state import State
from kempelen.text.say import Text

__all__ = ["by_hand", "grounds", "kept_prepared", "prepared", "settled"]


def grounds(state: State) -> tuple[Ground, ...]:
    """The start and the goals (rules 1.1.3), and whatever else lies there when it begins."""
    between, rows = GOAL_COLUMN - 1, GOAL_ROWS[1] - GOAL_ROWS[0] - 1
    laid = len(state.board.laid) - 1
    found = [
        Ground(Text("saboteur.ground.start")),
        Ground(Text("saboteur.ground.goals", n=between, m=rows, goals=len(GOAL_ROWS))),
    ]
    return (*found, Ground(Text("saboteur.ground.laid", n=laid))) if laid else tuple(found)


def prepared(setup: Setup, position: Mapping[str, Any], piles: frozenset[str]) -> tuple[Prepared, ...]:
    """Nothing where the program shuffles all cards; a scenario or a position may fix roles and hands."""
    if not piles:
        return ()
    fixed = fixed_by(setup)
    return (*roles(setup, position, fixed), *goals(position), *hands(setup, position, fixed))


def fixed_by(setup: Setup) -> Mapping[str, Any]:
    """What a scenario or a position says of the first table."""
    return setup.position or (lesson(setup.begun) if setup.scenario == "first" else {})


def roles_given(fixed: Mapping[str, Any]) -> list[str]:
    """The roles of all seats; empty where they are dealt."""
    given = [player.get("role", "hidden") for player in fixed.get("players", ())]
    return [] if "hidden" in given else given


def settled(setup: Setup) -> bool:
    """Do automas have roles that no card at the table shows?"""
    return bool(roles_given(fixed_by(setup)))


def roles(setup: Setup, position: Mapping[str, Any], fixed: Mapping[str, Any]) -> Iterator[Prepared]:
    """The role cards of the table in 1.1.2 and 1.1.4, and who has which if that is settled."""
    count = len(setup.seats)
    if given := roles_given(fixed):
        for seat, role in enumerate(given):
            if setup.seats[seat] != HUMAN:
                continue
            text = Text("saboteur.prepared.role", who=seat_word(seat), role=Text(f"saboteur.role.{role}"))
            yield Prepared(text, (f"role_{role}",))
        # nobody needs their cards at the table, and whoever laid them there would know them
        if bots := [seat_word(seat) for seat, who in enumerate(setup.seats) if who != HUMAN]:
            yield Prepared(Text("saboteur.prepared.secret", who=bots, n=len(bots)))
        return
    pool = role_pool(count, VARIANTS[position["variant"]].third_role)
    cards = tuple(f"role_{role}" for role, many in pool.items() for _ in range(many))
    yield Prepared(Text("saboteur.prepared.roles", n=len(cards), rest=len(cards) - count), cards)


def goals(position: Mapping[str, Any]) -> Iterator[Prepared]:
    yield Prepared(Text("saboteur.prepared.goals"), tuple(f"goal_{name}" for name in position["goals"].values()))


def hands(setup: Setup, position: Mapping[str, Any], fixed: Mapping[str, Any]) -> Iterator[Prepared]:
    """First the hands that are settled, then the deal (1.1.6), then what is left out of the game."""
    players = fixed.get("players", [{}] * len(setup.seats))
    for seat, player in enumerate(players):
        hand = player.get("hand", ())
        if isinstance(hand, list | tuple) and hand and "hidden" not in hand:
            yield Prepared(Text("saboteur.prepared.hand", who=seat_word(seat), n=len(hand)), tuple(hand))
    dealt = [seat_word(seat) for seat, player in enumerate(players) if "hand" not in player]
    if dealt:
        n = hand_size(len(setup.seats))
        yield Prepared(Text("saboteur.prepared.deal", who=dealt, n=n))
    if discards := position.get("discards", ()):
        yield Prepared(Text("saboteur.prepared.discards", n=len(discards)), tuple(discards))
    if buried := position.get("buried", 0):
        yield Prepared(Text("saboteur.prepared.buried", n=buried))
    yield Prepared(Text("saboteur.prepared.pile"))


# -- where the app keeps the computer players' cards


def kept_prepared(setup: Setup, position: Mapping[str, Any], kept: Kept) -> tuple[Prepared, ...]:
    """First what is sorted out, then what is shuffled for the people; roles and goals are the app's.

    Whichever is less is sorted out: the supply of the automas, or the share of the people. What is left then need
    not be looked at: it lies there face up.
    """
    fixed = fixed_by(setup)
    people = [seat for seat, who in enumerate(setup.seats) if who == HUMAN]
    players = fixed.get("players", [{}] * len(setup.seats))
    hands = {seat: player.get("hand", ()) for seat, player in enumerate(players)}
    shown = {seat: tuple(cards) for seat, cards in hands.items() if isinstance(cards, list) and "hidden" not in cards}
    theirs = [card for seat in hands if seat not in people for card in open_cards(hands[seat])]
    cards = tuple(sorted([*kept.supply, *theirs], key=as_sorted))
    share = Counter(kept.rest) - Counter(card for seat in people for card in shown.get(seat, ()))
    own = tuple(sorted(share.elements(), key=as_sorted))
    less = kept.share and (len(own) <= len(cards) or bool(position.get("buried", 0)))
    found = (
        list(roles(setup, position, fixed)) if roles_given(fixed) else [Prepared(Text("saboteur.prepared.told_role"))]
    )
    found.append(Prepared(Text("saboteur.prepared.goals_kept")))
    for seat in people:
        if seat in shown:
            text = Text("saboteur.prepared.hand", who=seat_word(seat), n=len(shown[seat]))
            found.append(Prepared(text, shown[seat]))
    dealt = [seat_word(seat) for seat in people if seat not in shown]
    if less:
        # where hands are given, what else is sorted out is the pile, and nothing is dealt of it
        kind = "share" if dealt else "share_pile"
        found.append(Prepared(Text(f"saboteur.prepared.{kind}", n=len(own)), own))
        if any(BY_NAME[card] not in DECK_COMMERCIAL for card in own):
            found.append(Prepared(Text("saboteur.prepared.share_rare")))
    else:
        found += supply_sorted(position, cards)
    if dealt:
        n = hand_size(len(setup.seats))
        found.append(Prepared(Text("saboteur.prepared.deal_people", who=dealt, n=n, many=len(dealt))))
    if dealt or not less:
        found.append(Prepared(Text("saboteur.prepared.pile_people")))
    if less:
        found.append(Prepared(Text("saboteur.prepared.open_rest")))
    return tuple(found)


def supply_sorted(position: Mapping[str, Any], cards: tuple[str, ...]) -> Iterator[Prepared]:
    """The computer players' cards are looked for, and what is left is shuffled."""
    if discards := position.get("discards", ()):
        yield Prepared(Text("saboteur.prepared.discards", n=len(discards)), tuple(discards))
    yield Prepared(Text("saboteur.prepared.supply", n=len(cards)), cards)
    yield Prepared(Text("saboteur.prepared.rest"))
    if buried := position.get("buried", 0):
        many = buried if isinstance(buried, int) else len(buried)
        yield Prepared(Text("saboteur.prepared.buried", n=many))


def as_sorted(name: str) -> tuple[bool, bool, Card]:
    """Ways, dead ends, actions: as the box is sorted by hand."""
    card = BY_NAME[name]
    return not is_path(card), is_path(card) and is_blocking(card), card


def open_cards(hand: Any) -> list[str]:
    """The cards of a hand that a position names; it may only say how many they are."""
    return [card.partition(" ")[0] for card in hand if card != "hidden"] if isinstance(hand, list | tuple) else []


# -- where cards go when they have been played

GOES: Mapping[type, str] = {Looked: "looked", Repaired: "repaired", RockFell: "rockfall"}


def by_hand(event: Any, there: frozenset[str]) -> Text | None:
    """A tool that is broken shows it by the card before its owner; whatever has done its work is discarded (1.4)."""
    if not there & {"cards", KEPT}:
        return None
    if isinstance(event, Discarded):
        return Text("saboteur.by_hand.face_down" if event.face_down else "saboteur.by_hand.face_up")
    if isinstance(event, Broke):
        return Text("saboteur.by_hand.broke", target=seat_word(event.target))
    if isinstance(event, TurnedUp) and KEPT in there:
        return Text("saboteur.by_hand.turned_up")
    name = GOES.get(type(event))
    return Text(f"saboteur.by_hand.{name}") if name is not None else None
