"""The cards of the Solitaire A.I. v1.2 by Dylan Cane, as charts, in the order of the document."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from kempelen.behaviour.chart import Chart, chart
from kempelen.behaviour.chart_words import (
    Ask,
    Otherwise,
    Row,
    aim,
    ask,
    case,
    do,
    drm,
    instead,
    otherwise,
    perform,
    row,
)
from kempelen.games.undaunted.automa.questions import (
    ABOUT_HAND,
    POSSIBLE,
    adds_counter,
    adds_counter_or_first,
    better_stalk_tile,
    better_stalk_tile_or_near,
    cards_to_bolster,
    first_of_several_leaders,
    fog_in_hand,
    inspire_makes_sense,
    inspire_reactivates,
    may_control_objective,
    may_enter_objective_or_on_spawn,
    may_shoot_at,
    on_target_marker,
    own_marker_placed,
    rifleman_on_objective,
    scouted_enough,
    specialist_in_reach,
    target_exists,
    would_win_by_control,
)
from kempelen.games.undaunted.rules.cards import Kind

__all__ = ["DOCUMENT", "HUNKER_DOWN", "charts_for"]

DOCUMENT = "undaunted-ai-1.2"
HUNKER_DOWN = "hunker_down"
RULINGS = {"outside": "Q02", "nothing": "Q68", "ladder": "Q05", "cap": "Q04"}
UNIT = ("Q06", "Q07")
"""Readings about every card of a unit: its counter is suppressed, or off the board."""


def _chart(
    name: Kind, section: str, *lines: Ask | Row, otherwise: tuple[Otherwise | tuple[str, str], ...] = (), **more: Any
) -> Chart:
    """Whose questions are about the hand, its answers and what follows from them are not for everybody."""
    return chart(
        name,
        *lines,
        otherwise=otherwise,
        can=POSSIBLE,
        last=HUNKER_DOWN,
        game="undaunted",
        document=DOCUMENT,
        section=section,
        public=not any(isinstance(line, Ask) and line.question in ABOUT_HAND for line in lines),
        **{"rulings": RULINGS, **more},
    )


def sergeant(outside: str) -> Chart:
    return _chart(
        "sergeant",
        "SERGEANT",
        ask(1, cards_to_bolster, no=do("command"), yes=perform(2), rulings=["Q20"]),
        ask(2, adds_counter_or_first, yes=drm(-2), rulings=["Q21", "Q22"]),
        row("bolster", 1, 6),
        row("command", 7, 10),
        outside=outside,
        readings=["Q23"],
    )


def guide(outside: str) -> Chart:
    return _chart(
        "guide",
        "GUIDE",
        ask(1, cards_to_bolster, no=do("guide"), yes=perform(2), rulings=["Q20"]),
        ask(2, adds_counter_or_first, yes=drm(-2), rulings=["Q21", "Q22"]),
        row("bolster", 1, 6),
        row("guide", 7, 10),
        outside=outside,
        readings=["Q23", "Q24"],
    )


def scout(outside: str, on_marker: str) -> Chart:
    """Q26: on a target marker a SCOUT result stays SCOUT, or is CONCEAL all the same.

    With 1a's modifiers some rows cannot come up, and that is meant (Q29).
    """
    leave = drm(-3) & instead("scout", "scout") if on_marker == "scout" else drm(-3)
    return _chart(
        "scout",
        "SCOUT",
        ask("1", fog_in_hand, yes=case("A") & perform("1a"), no=case("B") & perform("1b")),
        ask("1a", scouted_enough, yes=drm(+4), no=drm(-3), rulings=["Q25", "Q27"]),
        ask(
            "1b",
            scouted_enough,
            yes=drm(+2) & instead("scout", "conceal") & perform("1b-i"),
            no=drm(-3),
            rulings=["Q25"],
        ),
        ask("1b-i", on_target_marker, yes=leave, rulings=["Q08", "Q26"]),
        row("scout", 1, 4),
        row("attack", 5, 8),
        row("recon", 9, 10, case="A"),
        row("conceal", 9, 10, case="B"),
        otherwise=(otherwise("scout", "conceal", then="attack"),),
        outside=outside,
        first_look=("attack",),
        readings=[*UNIT, "Q28", "Q29"],
    )


def rifleman(outside: str, rerolled: str) -> Chart:
    """Q03: the German sheet may also mean results outside of the table when it says to roll again."""
    nothing_fits = rerolled == "nothing_fits"
    return _chart(
        "rifleman",
        "RIFLEMAN",
        ask(1, would_win_by_control, yes=do("control"), no=perform(2), rulings=["Q30"]),
        ask(2, on_target_marker, yes=drm(-4), no=perform(3), rulings=["Q08"]),
        ask(3, may_control_objective, yes=drm(+6), no=perform(4), rulings=["Q31"]),
        ask(4, may_enter_objective_or_on_spawn, yes=drm(-3), no=perform(5), rulings=["Q09", "Q32"]),
        ask(5, may_shoot_at, 5, yes=drm(+1) & instead("control", "attack"), rulings=["Q10", "Q33", "Q34"]),
        row("move", 1, 4),
        row("attack", 5, 8),
        row("control", 9, 10, reroll=True),
        otherwise=(("move", "attack"),),
        outside="reroll" if nothing_fits else outside,
        first_look=("attack",),
        rulings=RULINGS | {"outside": "Q03"} if nothing_fits else RULINGS,
        readings=[*UNIT, "Q03"],
    )


def sniper(outside: str, stalk: str) -> Chart:
    """Q35: the third question of the English sheet, or of the German one."""
    better = better_stalk_tile_or_near if stalk == "or_near" else better_stalk_tile
    return _chart(
        "sniper",
        "SNIPER",
        ask(1, on_target_marker, yes=drm(-4), no=perform(2), rulings=["Q08"]),
        ask(2, target_exists, 7, yes=drm(+2), no=perform(3), rulings=["Q10"]),
        ask(3, better, yes=drm(-3) & aim("stalk_tile"), rulings=["Q35"]),
        row("stalk", 1, 4, aimed=True),
        row("attack", 5, 10),
        otherwise=(otherwise("stalk", then="attack", rulings=["Q36"]),),
        outside=outside,
        first_look=("attack",),
        readings=UNIT,
    )


def mg(outside: str) -> Chart:
    return _chart(
        "mg",
        "MACHINE GUNNERS",
        ask(1, on_target_marker, yes=drm(-4), no=perform(2), rulings=["Q08"]),
        ask(2, rifleman_on_objective, yes=drm(+3) & aim("rifleman"), no=perform(3), rulings=["Q37", "Q40"]),
        ask(3, specialist_in_reach, 8, yes=drm(+3) & aim("specialist"), rulings=["Q38", "Q40"]),
        row("move", 1, 2),
        row("attack", 3, 5, aimed=True, starred=True),
        row("suppress", 6, 10, aimed=True, starred=True, reroll=True),
        otherwise=(("move", "attack"),),
        outside=outside,
        first_look=("attack",),
        readings=[*UNIT, "Q39"],
    )


def leader(outside: str) -> Chart:
    """What the author says before his first question is asked first, without a number."""
    return _chart(
        "leader",
        "SQUAD LEADER",
        ask("0a", first_of_several_leaders, yes=do("bolster"), no=perform("0b"), rulings=["Q41"], numbered=False),
        ask("0b", inspire_makes_sense, no=do("bolster"), yes=perform("0c"), rulings=["Q42"], numbered=False),
        ask("0c", cards_to_bolster, no=do("inspire"), yes=perform(1), rulings=["Q20", "Q44"], numbered=False),
        ask(1, adds_counter, yes=drm(-3), no=perform(2), rulings=["Q21"]),
        ask(2, inspire_reactivates, yes=drm(+3), rulings=["Q43"]),
        row("bolster", 1, 6),
        row("inspire", 7, 10),
        outside=outside,
    )


def mortar(outside: str, empty_tile: str) -> Chart:
    """Q46: with nobody on the marked tile the marker is aimed anew, or the die is rolled again.

    The asterisk of BLAST has no footnote and means nothing (Q50).
    """
    return _chart(
        "mortar",
        "MORTARS",
        ask(1, on_target_marker, yes=drm(-5) & perform(2), no=perform(2), rulings=["Q08", "Q45"]),
        ask(2, own_marker_placed, yes=case("A"), no=case("B"), rulings=["Q08"]),
        row("move", 1, 2, reroll=True),
        row("blast", 3, 10, case="A", reroll=True),
        row("target", 3, 10, case="B", reroll=True),
        otherwise=(otherwise("blast", then="target", rulings=["Q46"]),) if empty_tile == "target" else (),
        outside=outside,
        readings=[*UNIT, "Q46", "Q47", "Q48", "Q49", "Q50"],
    )


@cache
def _charts(outside: str, rerolled: str, on_marker: str, stalk: str, empty_tile: str) -> Mapping[Kind, Chart]:
    made = (
        sergeant(outside),
        guide(outside),
        scout(outside, on_marker),
        rifleman(outside, rerolled),
        sniper(outside, stalk),
        mg(outside),
        leader(outside),
        mortar(outside, empty_tile),
    )
    return {chart.name: chart for chart in made}


def charts_for(options: Mapping[str, str]) -> Mapping[Kind, Chart]:
    """The charts as these options have them, in the order of the document."""
    return _charts(options["Q02"], options["Q03"], options["Q26"], options["Q35"], options["Q46"])
