"""The unit AIs, line by line as in their author's document. What the lines mean is in `units`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from kempelen.behaviour.procedure import Procedure, do, execute, procedure, proceed_at, repeat
from kempelen.games.tactics.automa.whys import DOCUMENT
from kempelen.games.tactics.rules.cards import Ai
from kempelen.text.say import Text

__all__ = ["AGGRESSIVE", "SHY", "TARGET_ORIENTED", "procedure_of", "wandering"]

AGGRESSIVE = procedure(
    "aggressive",
    do("1", "attack_enemy_in_range", when="enemy_in_attack_range", possible="attack_action_available"),
    repeat(
        "2",
        "move_action_available",
        do(
            "3a",
            "move_towards_nearest_enemy",
            when="enemy_exists",
            then=proceed_at("1", when="attack_action_available"),
        ),
        do("3b", "move_to_random_tile", otherwise=True),
    ),
    game="tactics",
    document=DOCUMENT,
    section="Aggressive",
)

SHY = procedure(
    "shy",
    do("1", "full_action", when="no_enemy_can_attack_it", possible="full_action_available"),
    do("2", "move_to_most_distant_point", when="move_action_available"),
    do("3", "attack_enemy_in_range", when="enemy_in_attack_range", possible="attack_action_available"),
    game="tactics",
    document=DOCUMENT,
    section="Shy",
)


@cache
def wandering(x: int | str) -> Procedure:
    """With a letter it is the page as its author wrote it."""
    return procedure(
        "wandering",
        execute("1", AGGRESSIVE, when=("enemy_within", x)),
        do("2", "move_to_random_tile", when="move_action_available", then=proceed_at("1")),
        game="tactics",
        document=DOCUMENT,
        section="Wandering X",
        title=Text("tactics.list.wandering", x=x),
    )


TARGET_ORIENTED = procedure(
    "target",
    do("1", "full_action", possible="full_action_available"),
    do(
        "2a",
        "move_towards_nearest_target",
        do("3a", "attack_enemy_in_range", when="enemy_in_attack_range", possible="attack_action_available"),
        when="target_reachable",
        possible="move_left",
    ),
    execute("2b", wandering(3), possible="action_left", otherwise=True),
    game="tactics",
    document=DOCUMENT,
    section="Target-oriented TARGET",
)


def procedure_of(ai: Ai) -> Procedure:
    return wandering(ai.x) if ai.kind == "wandering" else _PROCEDURES[ai.kind]


_PROCEDURES: Mapping[str, Procedure] = {"aggressive": AGGRESSIVE, "shy": SHY, "target": TARGET_ORIENTED}
