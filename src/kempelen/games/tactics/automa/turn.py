"""What the lines of the opponent's turn mean."""

from __future__ import annotations

from kempelen.engine.table import Table
from kempelen.engine.trace import Trace
from kempelen.games.tactics.automa import whys
from kempelen.games.tactics.face.words import card_word
from kempelen.games.tactics.rules.cards import Card, Profile
from kempelen.games.tactics.rules.combat import destroy
from kempelen.games.tactics.rules.effects import Effecting, apply, legal_targets
from kempelen.games.tactics.rules.events import Discarded, Drew, Gained, GaveUp, Paid, Played
from kempelen.games.tactics.rules.piles import shuffle_discard
from kempelen.games.tactics.rules.state import UNITS, Mat, State, Unit
from kempelen.games.tactics.rules.topology import Tiles
from kempelen.text.say import Text

__all__ = ["AI_SIDE", "Turn", "place_unit", "upkeep_of"]

AI_SIDE = 1
"""The players are side 0."""
RESOURCE_PER_PLAYER = 5


class Turn:
    """The opponent at its turn."""

    __slots__ = ("done", "mat", "played", "reshuffled", "s", "table", "times", "trace")

    def __init__(self, s: State, table: Table, trace: Trace | None) -> None:
        self.s, self.table, self.trace = s, table, trace
        self.mat: Mat = s.opponent
        self.played = 0
        """Cards in this turn."""
        self.times: dict[str, int] = {}
        self.done = 0
        self.reshuffled = False
        """With D2 as the option has it, once a turn."""

    def goes_to(self, place: str) -> None:
        self.s.place = place


# -- the questions


def deck_empty(t: Turn) -> bool:
    """D1: only then."""
    return not len(t.mat.deck)


def upkeep_bigger_than_resource(t: Turn) -> bool:
    """U2: strictly; U3: as long as there is a unit to give up."""
    upkeep = upkeep_of(t)
    if t.trace is not None:
        t.trace.add(whys.UPKEEP, upkeep, t.mat.pool)
    if upkeep <= t.mat.pool:
        return False
    if not _may_starve(t):
        if t.trace is not None:
            t.trace.add(whys.NOTHING_TO_GIVE_UP)
        return False
    return True


def card_to_draw(t: Turn) -> bool:
    """D2: not with an empty deck, unless the option shuffles once more."""
    if _may_draw(t):
        return True
    if t.trace is not None:
        t.trace.add(whys.NO_CARD)
    return False


def card_is_playable(t: Turn) -> bool:
    """It has a cost that can be paid (D3), and a free spawn tile (D4) or a legal target if it needs one (K1)."""
    return _playable(t, t.trace)


def _playable(t: Turn, trace: Trace | None) -> bool:
    if not t.mat.hand:
        return False
    card = t.s.book[t.mat.hand[0]]
    if trace is not None:
        trace.add(whys.DRAWN_CARD, card.name)
    if card.cost is None:
        if trace is not None:
            trace.add(whys.NO_COST, card.name)
        return False
    if card.cost > t.mat.pool:
        if trace is not None:
            trace.add(whys.TOO_EXPENSIVE, card.name, card.cost, t.mat.pool)
        return False
    if card.unit is not None:
        if _free_spawns(t.s):
            return True
        if trace is not None:
            trace.add(whys.NO_SPAWN, card.name)
        return False
    assert card.effect is not None
    if legal_targets(t.s, card.effect, t.s.players, AI_SIDE) == []:
        if trace is not None:
            trace.add(whys.NO_EVENT_TARGET, card.name)
        return False
    return True


def card_unused(t: Turn) -> bool:
    """D6: at most one."""
    return bool(t.mat.hand)


# -- what the lines do; True if the turn stops here


def shuffle_discard_pile_into_deck(t: Turn) -> None:
    """D1: only into an empty deck."""
    if not len(t.mat.deck):
        shuffle_discard(t.s, t.table, t.s.players)


def gain_resource_per_player(t: Turn) -> None:
    """U1: added to what is left."""
    gain = RESOURCE_PER_PLAYER * t.s.players
    t.mat.pool += gain
    t.table.tell(Gained, t.s.players, t.s.players, gain)


def destroy_random_unit(t: Turn) -> bool:
    """U3, U4: any of them, then the sum is made anew."""
    units = _may_starve(t)
    if not units:
        return False
    unit = units[0] if len(units) == 1 else t.table.pick(units, "upkeep")
    if t.trace is not None:
        t.trace.add(whys.UPKEEP_DRAWN, len(units), unit.name)
    t.done += 1
    t.table.tell(GaveUp, unit.name)
    destroy(t.s, t.table, unit)
    return t.s.ending is not None


def pay_all_upkeep(t: Turn) -> None:
    upkeep = min(upkeep_of(t), t.mat.pool)
    t.mat.pool -= upkeep
    t.table.tell(Paid, t.s.players, t.s.players, upkeep)


def draw_a_card(t: Turn) -> None:
    """With an empty deck, as D2 may have it, the discard pile is shuffled first. It holds one card at most (D6)."""
    if t.mat.hand or not _may_draw(t):
        return
    if not len(t.mat.deck):
        t.reshuffled = True
        shuffle_discard(t.s, t.table, t.s.players)
    card = t.table.draw(t.mat.deck, "opponent")
    t.mat.hand.append(card)
    t.done += 1
    t.table.tell(Drew, card)


def play_the_card(t: Turn) -> bool:
    """A unit goes on a random free spawn tile; an event is carried out on a random target and discarded."""
    s = t.s
    if not _playable(t, None):
        return False
    card = s.book[t.mat.hand.pop()]
    assert card.cost is not None
    t.mat.pool -= card.cost
    t.done += 1
    t.played += 1
    if card.unit is not None:
        _play_unit(t, card.unit)
    else:
        _play_event(t, card)
    return s.ending is not None


def activate_all_own_units(t: Turn) -> bool:
    """D5: every unit once, also those played in this turn; each activation is a step of its own."""
    s = t.s
    s.phase = UNITS
    for unit in s.of_owner(s.players):
        unit.due = not unit.tapped
    if t.trace is not None:
        t.trace.add(whys.ORDER, [unit.name for unit in s.units if unit.due])
    return True


def discard_the_unused_card(t: Turn) -> None:
    if not t.mat.hand:
        return
    card = t.mat.hand.pop()
    t.done += 1
    t.mat.discard.append(card)
    t.table.tell(Discarded, card, t.trace)


# -- helpers


def _may_draw(t: Turn) -> bool:
    reshuffle = t.s.options["D2"] == "reshuffle" and not t.reshuffled and bool(t.mat.discard)
    return bool(len(t.mat.deck)) or reshuffle


def upkeep_of(t: Turn) -> int:
    """Of all its units."""
    owner = t.s.players
    return sum([unit.profile.upkeep for unit in t.s.units if unit.owner == owner])


def _may_starve(t: Turn) -> list[Unit]:
    """U3: never the boss; the options also spare those without upkeep, or nobody."""
    rule, owner = t.s.options["U3"], t.s.players
    own = [unit for unit in t.s.units if unit.owner == owner]
    if rule == "anybody":
        return own
    return [unit for unit in own if not unit.profile.boss and (rule == "not_boss" or unit.profile.upkeep)]


def _free_spawns(s: State) -> Tiles:
    return s.rule.spawns[s.players] & s.board.passable & ~s.occupied


def place_unit(s: State, profile: Profile, owner: int, side: int, tile: int) -> Unit:
    """A unit enters untapped."""
    unit = Unit(s.fresh_name(profile.name), profile, side, owner, tile, profile.health, profile.ai)
    s.put(unit)
    return unit


def _play_unit(t: Turn, profile: Profile) -> None:
    s = t.s
    spots = s.spots(_free_spawns(s))
    if t.table.explaining and len(spots) > 1:
        t.table.about = Text("tactics.lot.spawn", unit=card_word(profile.name))
    spot = spots[0] if len(spots) == 1 else t.table.pick(spots, "spawn")
    if t.trace is not None and len(spots) > 1:
        t.trace.add(whys.DRAWN_SPAWN, spots, spot)
    unit = place_unit(s, profile, s.players, AI_SIDE, spot.tile)
    unit.tapped = s.options["D5"] == "next_turn"
    t.table.tell(Played, s.players, s.players, profile.name, spot, unit.name)


def _play_event(t: Turn, card: Card) -> None:
    """The card is discarded even if it ends the game (Y1)."""
    s, effect = t.s, card.effect
    assert effect is not None
    units = legal_targets(s, effect, s.players, AI_SIDE)
    target: Unit | None = None
    if units is not None:
        if t.table.explaining and len(units) > 1:
            t.table.about = Text("tactics.lot.event", card=card_word(card.name))
        target = units[0] if len(units) == 1 else t.table.pick(units, "event")
        if t.trace is not None and len(units) > 1:
            t.trace.add(whys.DRAWN_UNIT, [unit.name for unit in units], target.name)
    t.mat.discard.append(card.name)
    t.table.tell(Played, s.players, s.players, card.name, None, None, target.name if target else None)
    apply(Effecting(s, t.table, effect, s.players, AI_SIDE, target=target, card=card.name))
