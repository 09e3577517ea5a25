"""The words an automa file of this game may use; their sentences are in `text/`."""

from __future__ import annotations

from collections.abc import Mapping

from kempelen.automa.vocabulary import Slot, Vocabulary
from kempelen.behaviour.procedure_words import Word
from kempelen.games.tactics.automa import turn, units

__all__ = ["TURN_WORDS", "UNIT_WORDS", "VOCABULARY"]

UNIT_LISTS = ("aggressive", "shy", "wandering", "target")
VOCABULARY = Vocabulary(
    "tactics",
    (
        Slot("procedure", "aggressive"),
        Slot("procedure", "shy"),
        Slot("procedure", "wandering", "X"),
        Slot("procedure", "target"),
        Slot("procedure", "turn"),
    ),
    clauses=True,
    public=True,
    roles={"opponent": ("turn",), "units": UNIT_LISTS},
    small_change=[
        ("3a if [enemy_exists]: [move_towards_nearest_enemy]", "3a if [enemy_exists]: [move_to_most_distant_point]"),
    ],
)

# -- units

for _ask in (
    units.enemy_in_attack_range,
    units.attack_action_available,
    units.move_action_available,
    units.move_left,
    units.action_left,
    units.enemy_exists,
    units.no_enemy_can_attack_it,
    units.full_action_available,
):
    VOCABULARY.question(_ask, of=UNIT_LISTS)
VOCABULARY.question(units.enemy_within, (0, 50), of=UNIT_LISTS, fields=("n",), cites=("R17",))
VOCABULARY.question(units.target_reachable, of=("target",), cites=("R21",))
VOCABULARY.deed(units.attack_enemy_in_range, of=UNIT_LISTS, needs="attack_action_available", spends="attack")
for _move in (units.move_towards_nearest_enemy, units.move_to_random_tile, units.move_to_most_distant_point):
    VOCABULARY.deed(_move, of=UNIT_LISTS, needs="move_action_available", spends="move")
VOCABULARY.deed(units.full_action, of=UNIT_LISTS, needs="full_action_available", spends="move")
VOCABULARY.deed(units.move_towards_nearest_target, of=("target",), needs="target_reachable", spends="move")
VOCABULARY.number("health", 0, 99, lambda a: a.unit.health, of=UNIT_LISTS)
VOCABULARY.number("enemies", 0, 99, lambda a: sum(one.side != a.unit.side for one in a.s.units), of=UNIT_LISTS)
VOCABULARY.number("friends", 0, 99, lambda a: sum(one.side == a.unit.side for one in a.s.units) - 1, of=UNIT_LISTS)

# -- the opponent's turn

for _look in (
    turn.deck_empty,
    turn.upkeep_bigger_than_resource,
    turn.card_to_draw,
    turn.card_is_playable,
    turn.card_unused,
):
    VOCABULARY.question(_look, of=("turn",))
VOCABULARY.deed(turn.shuffle_discard_pile_into_deck, of=("turn",), needs="deck_empty")
VOCABULARY.deed(turn.gain_resource_per_player, of=("turn",))
VOCABULARY.deed(turn.destroy_random_unit, of=("turn",), spends="unit")
VOCABULARY.deed(turn.pay_all_upkeep, of=("turn",))
VOCABULARY.deed(turn.draw_a_card, of=("turn",), needs="card_to_draw", spends="card")
VOCABULARY.deed(turn.play_the_card, of=("turn",), needs="card_is_playable", spends="card")
VOCABULARY.deed(turn.activate_all_own_units, of=("turn",), once=True)
VOCABULARY.deed(turn.discard_the_unused_card, of=("turn",), needs="card_unused", spends="card")
VOCABULARY.number("resource", 0, 999, lambda t: t.mat.pool, of=("turn",))
VOCABULARY.number("upkeep", 0, 999, turn.upkeep_of, of=("turn",))
VOCABULARY.number("units", 0, 99, lambda t: sum(one.owner == t.s.players for one in t.s.units), of=("turn",))
VOCABULARY.number("enemy_units", 0, 99, lambda t: sum(one.side == 0 for one in t.s.units), of=("turn",))
VOCABULARY.number("cards_in_deck", 0, 99, lambda t: len(t.mat.deck), of=("turn",))
VOCABULARY.number("cards_played", 0, 99, lambda t: t.played, of=("turn",))
VOCABULARY.number("round", 1, 99, lambda actor: actor.s.round)


def _meanings(section: str, *kinds: str) -> Mapping[str, Word]:
    return {
        word.name: word.rule
        for word in VOCABULARY.fitting("procedure", section, *kinds)
        if word.rule is not None and word.kind in ("question", "deed")
    }


UNIT_WORDS: Mapping[str, Word] = _meanings("target", "question", "deed")
"""What the words of the unit AIs mean, by name."""
TURN_WORDS: Mapping[str, Word] = _meanings("turn", "question", "deed")
