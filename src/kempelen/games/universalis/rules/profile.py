"""Every number of the rulebook and every decision about a gap in it, in one place.

Two presets: `SEED` is the rulebook as it stands, `PLAY` is what people play by default. A field names the rule (R) or
gap (G) it comes from; lengths are centimetres. Indices of tuples are sizes or levels, see `terms`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

__all__ = ["OPTIONS", "PLAY", "SEED", "TERRAIN", "RulesProfile", "TerrainType", "profile_of"]


@dataclass(frozen=True, slots=True)
class TerrainType:
    """What an area of this type does (R137 to R148)."""

    passability: int = 0
    cover: int = 0
    visibility: int | None = None
    """The rulebook's number, which has no effect there (R148)."""
    depth: float | None = None
    """How far one sees into it, in cm (G32)."""
    impassable: bool = False
    """For everything on the ground; who hovers or flies crosses it (R144, G71)."""


TERRAIN: Mapping[str, TerrainType] = {
    "open": TerrainType(),
    "fortified": TerrainType(1, 3, 1, 10),  # R137
    "thicket": TerrainType(1, 1, 1, 20),  # R138
    "building": TerrainType(0, 2, 1, 15),  # R139
    "crater": TerrainType(2, 2, 1),  # R140
    "ruin": TerrainType(1, 2, 2, 10),  # R141
    "road": TerrainType(0, 0),  # R142
    "swamp": TerrainType(3, 0, 1),  # R143
    "impassable": TerrainType(impassable=True),  # R144
    "forest": TerrainType(2, 2, 2, 15),  # R145
    "water": TerrainType(2, 0),  # R146
}
"""Befestigte Stellung, Dickicht, Gebäude, Krater, Ruine, Straße, Sumpf, Unpassierbar, Wald, Wasser."""


@dataclass(frozen=True, slots=True)
class RulesProfile:
    """The numbers the rules work with."""

    # -- the table, groups, models
    board_size: float = 90.0  # R001
    least_models: int = 2  # R005
    leaders: int = 1  # R006
    most_tp: int = 20  # R017
    base_diameter: tuple[float, ...] = (2.5, 2.5, 4.0, 5.0)  # R018 to R021
    height: tuple[float, ...] = (2.5, 4.0, 6.0, 8.0)  # R018 to R021

    # -- action points
    ap_per_round: tuple[int, ...] = (6, 6, 2)  # R030, by type
    most_ap: int = 12  # R031
    carry_divisor: int = 2  # R080

    # -- encumbrance
    capacity_factor: tuple[int, ...] = (1, 2, 1)  # R038, R039, by type
    encumbrance_step: int = 1  # R041

    # -- danger zone and perception
    danger_base: int = 12  # R044
    perception_per_wn: int = 5  # R050
    perception_needs_sight: bool = False  # G64

    # -- dice
    die: int = 12  # R002, R054
    random_moves_die: int = 6  # R179, G62

    # -- setting up
    deploy_distance: float = 12.0  # R066
    max_rounds: int = 0  # G75; 0: no limit
    match_rounds: int = 10  # G75, when no human plays

    # -- movement
    move_ap: int = 1  # R098
    prone_move_ap: int = 1  # R098, on top
    disengage_ap: int = 1  # R103, on top
    lie_down_ap: int = 1  # R104
    stand_up_ap: int = 1  # R105
    jump_ap: int = 2  # R106
    jump_run_factor: int = 2  # R107
    jump_up: float = 1.0  # G37
    full_move_slack: float = 0.1  # G37
    interact_ap: int = 1  # R109
    turn_ap: int = 0  # R097
    enemy_distance: float = 3.0  # R099
    dodge_ap: int = 1  # R111
    dodge_malus: int = -1  # R112
    fall_test_heights: int = 2  # R114
    fall_damage: int = 2  # R114
    long_fall_damage: int = 4  # R115
    climb_heights: int = 2  # R118
    climb_factor: int = 2  # R119
    fast_distance: float = 20.0  # R120
    wheels_on_road: int = 2  # R093
    movement_test_gain: int = 1  # R135
    track_rerolls: int = 1  # R092
    most_altitude: float = 20.0  # G33
    contact: float = 0.01  # digest 5.2
    contact_level: float = 1.0  # G34, hovering models touch

    # -- terrain and cover
    terrain: Mapping[str, TerrainType] = field(default_factory=lambda: TERRAIN)
    cover_share: float = 0.5  # R126
    eye_height: float = 0.9  # G30
    friend_cover: int = 1  # R129
    friend_cover_steps: int = 1  # R129
    cover_malus: tuple[int, ...] = (0, -1, -2, -3)  # R242, by level
    cover_armour: tuple[int, ...] = (0, 1, 2, 3)  # R130 to R132, by level
    visibility_limits_sight: bool = False  # G32
    wreck_cover: int = 3  # K02

    # -- shooting
    shot_ap: int = 1  # R220, on top of WK
    aimed_ap: int = 2  # R225, on top of WK
    aimed_bonus: int = 1  # R225
    aimed_band_factor: int = 2  # R225
    snap_ap: int = 0  # R226, on top of WK
    snap_malus: int = -2  # R226
    ready_ap: int = 2  # R221
    ready_most_wk: int = 3  # R221
    reaction_fire_malus: int = -1  # R231
    border_malus: int = -1  # R232
    band_malus: int = -1  # R238
    band_border_is_nearer: bool = True  # G21
    size_modifier: tuple[int, ...] = (-1, 0, 1, 2)  # R241
    unwieldy_shot_malus: int = -3  # R243
    unwieldy_shot_size: int = 1  # R243, up to this size
    prone_shooter_bonus: int = 2  # R244
    fast_target_malus: int = -2  # R245
    indirect_malus: int = -5  # R249
    spotted_malus: int = -3  # R249
    indirect_cover: int = 2  # R251
    indirect_ceiling_divisor: int = 2  # R248
    burst_gap: float = 3.0  # R253
    burst_switch_malus: int = -1  # R254
    burst_shot_bonus: int = 1  # R255
    scatter_per_point: int = 3  # R257
    scatter_divisor: int = 2  # R258
    lobbed_fly_over: bool = True  # G46, R259 is skipped for indirect and thrown weapons
    shots_into_melee: bool = True  # K01
    thrown_bands: int = 3  # R207
    thrown_per_ko: int = 2  # R207
    thrown_unwieldy_divisor: int = 2  # R208

    # -- melee
    charge_bonus: int = 2  # R280
    helper_bonus: int = 2  # R281
    unwieldy_melee_malus: int = -3  # R282
    size_step_bonus: int = 1  # R283
    reckless_ap: int = 1  # R271, on top of WK
    reckless_bonus: int = 2  # R271
    riposte_bonus: int = 2  # G25
    reckless_defends_with_zero: bool = False  # G25
    defence_ap: int = 2  # R272
    unarmed_divisor: int = 3  # R285
    unarmed_rounds_up: bool = True  # G58
    unarmed_wk: tuple[int, ...] = (1, 1, 2, 3)  # R286, by size

    # -- damage and states
    critical_affects_wound_rolls: bool = True  # G02
    critical_malus: int = -2  # R183
    critical_at_half: bool = False  # G03: already with half the hit points, rounded down
    second_critical_shock: bool = True  # G04
    shock_ap: int = 2  # R201
    shock_marker_with_one_ap: bool = False  # G05
    shock_without_loss: bool = True  # G15
    burn_hit_up_to: int = 8  # R178
    burn_shock_up_to: int = 11  # R180
    burn_helper_bonus: int = 2  # R182
    panic_moves_at_round_start: bool = False  # G08
    panic_needs_perception: bool = False  # G09
    panic_friend: int = 1  # R194
    panic_friend_contact: int = 2  # R195
    panic_friend_panic: int = -1  # R196
    panic_friend_out: int = -2  # R197
    panic_friend_just_out: int = -3  # R198
    panic_enemy: int = -1  # R199
    panic_enemy_melee: int = -2  # R200

    # -- camouflage
    hidden_attack_bonus: int = 1  # R293
    active_armour_bonus: int = 1  # R294
    active_melee_bonus: int = 1  # R295
    moves_to_hide: int = 2  # R296
    reconnoitre_ap: int = 2  # R298
    support_ap: int = 2  # R300
    support_bonus: int = 1  # R300

    # -- colossi and drones
    rebate: int = 1  # R305
    rebate_from_wk: int = 4  # R305
    zone_faces: tuple[int, ...] = (6, 8, 10, 12)  # R309: hull, right, left, movement, up to
    zone_share: tuple[int, int] = (2, 3)  # R311
    critical_side_malus: int = -1  # R313
    side_loss: int = -1  # R316
    legs_turn_up_to: int = 6  # R317
    legs_stay_up_to: int = 11  # R317
    eh_per_drone: int = 3  # R322
    drone_shock_ap: int = 2  # G07
    feedback_damage: int = 1  # R329

    # -- missions and powers
    missions_checked_each_phase: bool = True  # G43
    powers: bool = False  # G52
    end_power_ap: int = 1  # G52
    block_power_ap: int = 3  # R331, G52
    dispel_power_ap: int = 2  # G52


SEED = RulesProfile()
"""The rulebook, with gaps closed as the digest proposes."""

PLAY = replace(SEED, visibility_limits_sight=True)
"""The same, and areas limit how far one sees into them (G32)."""

OPTIONS: Mapping[str, Mapping[str, Mapping[str, Any]]] = {
    "G02": {"yes": {"critical_affects_wound_rolls": True}, "no": {"critical_affects_wound_rolls": False}},
    "G03": {"below_half": {"critical_at_half": False}, "white_gone": {"critical_at_half": True}},
    "G04": {"each_time": {"second_critical_shock": True}, "never": {"second_critical_shock": False}},
    "G05": {"no_marker": {"shock_marker_with_one_ap": False}, "marker": {"shock_marker_with_one_ap": True}},
    "G08": {
        "activation": {"panic_moves_at_round_start": False},
        "round_start": {"panic_moves_at_round_start": True},
    },
    "G09": {"group": {"panic_needs_perception": False}, "perception": {"panic_needs_perception": True}},
    "G15": {"shock": {"shock_without_loss": True}, "nothing": {"shock_without_loss": False}},
    "G21": {"nearer": {"band_border_is_nearer": True}, "farther": {"band_border_is_nearer": False}},
    "G25": {
        "seed": {},
        "author": {"reckless_ap": 2, "reckless_bonus": 3, "reckless_defends_with_zero": True},
    },
    "G32": {"on": {"visibility_limits_sight": True}, "off": {"visibility_limits_sight": False}},
    "G43": {
        "each_phase": {"missions_checked_each_phase": True},
        "round_end": {"missions_checked_each_phase": False},
    },
    "G46": {"fly_over": {"lobbed_fly_over": True}, "stop": {"lobbed_fly_over": False}},
    "G48": {"one": {}, "two": {"hidden_attack_bonus": 2, "active_melee_bonus": 2}},
    "G52": {"off": {"powers": False}, "on": {"powers": True}},
    "G58": {"up": {"unarmed_rounds_up": True}, "nearest": {"unarmed_rounds_up": False}},
    "G64": {"no": {"perception_needs_sight": False}, "yes": {"perception_needs_sight": True}},
    "G75": {
        "none": {"max_rounds": 0},
        "six": {"max_rounds": 6},
        "ten": {"max_rounds": 10},
        "twenty": {"max_rounds": 20},
    },
    "K01": {"random": {"shots_into_melee": True}, "never": {"shots_into_melee": False}},
}
"""What each value of an option changes; the first value is the default of `PLAY`."""


def profile_of(options: Mapping[str, str], preset: RulesProfile = PLAY) -> RulesProfile:
    """The preset with the chosen values of the options; a default value leaves the preset as it is."""
    changes: dict[str, Any] = {}
    for id, values in OPTIONS.items():
        value = options.get(id, next(iter(values)))
        if value != next(iter(values)):
            changes |= values[value]
    return replace(preset, **changes) if changes else preset
