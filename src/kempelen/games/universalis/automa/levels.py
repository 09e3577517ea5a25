"""The numbers of the solo opponent's document: how its levels differ, and what it weighs things with.

They stand in the file under `## numbers`; `vocabulary` says which there are and how far they may be changed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from kempelen.automa.sheet import Sheet

__all__ = ["LEVEL_NAMES", "SKILLS", "Level", "Weights", "levels_of"]

LEVEL_NAMES = ("easy", "middle", "hard")
SKILLS = ("weighs", "cover", "reacts", "plans")


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """What things are worth. A worth of 1 is a healthy model put out; the file has it in hundredths."""

    shock: float
    """A third of a model's AP in one round."""
    fire: float
    put_out: float
    """The last hit point is worth more than those before."""
    leader: float
    """Whom to put out rather: so much more he counts; likewise the next three."""
    controller: float
    carrier: float
    at_goal: float
    """Who is where his mission wants him."""
    fleeing: float
    """Such a share of it counts of who flees, and of who burns."""
    burning: float
    worthwhile: float
    """An attack with less to hope for is not made."""
    good_place: float
    """A place worth less than this is only one on the way."""
    finishing: float
    """A chance to put somebody out at once that is taken before anything else."""
    least_shot: float
    """Nor an attack that hardly ever hits."""
    least_reaction: float
    """Reaction fire with less is held back for a better moment."""
    least_counter: float
    likely_power: float
    power_near: float
    """An enemy as near as this is worth a lasting power."""
    wandering_near: float
    """A wandering model turns on enemies that are this near."""
    edge_near: float
    """About a round's way from the edge somebody leaves by, in cm."""
    passing: float
    """Enemies are passed at such a distance if there is room."""
    far_shot: float
    """A weapon that reaches so far makes a model shy."""
    near_shot: float
    """A model whose weapons reach no farther must go close."""
    prey_carrier: float
    """So many cm nearer an enemy counts as being who carries something; likewise near the edge and the mast."""
    prey_edge: float
    prey_mast: float
    prey_fleeing: float
    """And so many cm farther who flees."""
    deploy_bold: float
    """What a cm to the goal costs where a model starts; for shy models the next."""
    deploy_shy: float
    deploy_hidden: float
    """What a level of cover there is worth to who is camouflaged, and to the others."""
    deploy_cover: float
    deploy_crowd: float
    begins: Mapping[str, int]
    """Before this round a group that must carry several things or cross the table fights: fewer enemies are left."""
    late: int
    """From this round on all who can leave, or go to the target zone."""
    elimination: float
    """Rounds that putting everybody out is reckoned with."""
    later: float
    """Missions that take so many rounds more than the quickest are drawn lots for, below the highest level."""
    give_up: int
    """Nothing is given up before this round, since panic passes. Of 144 games that were played on, 101 would have been
    given up if every round counted, and 9 of them were won; from round 4 on 63, and 2 of them were won."""
    spare: int
    """More models are sent than a mission needs: somebody may be put out on the way."""
    too_many: int
    """So many enemies for each who is left are too many if the mission is out of reach as well."""
    many_ap: int
    """So many AP are not left over if there is anything to spend them on."""
    positions: int
    """So many places are compared before a shy model moves."""
    moves: int
    """So many moves of an enemy are reckoned with by who waits for him."""
    nimble: int
    """A model with such a GK is sent for targets."""
    slow: frozenset[str]
    """Missions that take long: the enemy's must be stood in the way of. Who has a quick one rather races."""


@dataclass(frozen=True, slots=True)
class Level:
    """How much the opponent looks at before it decides. The lists are the same at every level."""

    name: str
    weighs: bool
    """Compares attacks by what they are likely to do; else the nearest enemy is attacked."""
    cover: bool
    """Lies down to shoot, looks for cover, and defends itself with what is left."""
    reacts: bool
    """Dodges and answers movement; else it only strikes back."""
    plans: bool
    """Takes the mission that is quickest, compares more places, and does not spend its best shooters first."""
    denies: int
    """So many models stand in the way of the enemy's mission if the own one takes long."""
    weights: Weights


@lru_cache(maxsize=64)
def levels_of(sheet: Sheet) -> Mapping[str, Level]:
    """The levels of an automa, by name."""
    weights = _weights(sheet)
    found = {}
    for name in LEVEL_NAMES:
        row = sheet.table(name)
        found[name] = Level(
            name,
            weighs=bool(row["weighs"]),
            cover=bool(row["cover"]),
            reacts=bool(row["reacts"]),
            plans=bool(row["plans"]),
            denies=row["denies"],
            weights=weights,
        )
    return found


def _weights(sheet: Sheet) -> Weights:
    worth, importance, enough = (_hundredths(sheet, name) for name in ("worth", "importance", "enough"))
    percent, deploying = _hundredths(sheet, "percent"), _hundredths(sheet, "deploying")
    twelfths = {name: number / 12 for name, number in sheet.table("twelfths").items()}
    near, prey = ({name: float(cm) for name, cm in sheet.table(key).items()} for key in ("centimetres", "prey"))
    rounds, counts = sheet.table("rounds"), sheet.table("counts")
    return Weights(
        shock=worth["shock"],
        fire=worth["burning"],
        put_out=worth["put_out"],
        leader=importance["leader"],
        controller=importance["controller"],
        carrier=importance["carrier"],
        at_goal=importance["at_goal"],
        fleeing=importance["fleeing"],
        burning=importance["burning"],
        worthwhile=enough["attack"],
        good_place=enough["place"],
        finishing=enough["finishing"],
        least_shot=twelfths["shot"],
        least_reaction=twelfths["reaction"],
        least_counter=percent["counterattack"],
        likely_power=percent["lasting_power"],
        power_near=near["lasting_power"],
        wandering_near=near["wandering"],
        edge_near=near["edge"],
        passing=near["passing"],
        far_shot=near["far_shot"],
        near_shot=near["near_shot"],
        prey_carrier=prey["carrier"],
        prey_edge=prey["edge"],
        prey_mast=prey["mast"],
        prey_fleeing=prey["fleeing"],
        deploy_bold=deploying["bold"],
        deploy_shy=deploying["shy"],
        deploy_hidden=deploying["hidden"],
        deploy_cover=deploying["cover"],
        deploy_crowd=deploying["crowd"],
        begins={kind: rounds[kind] for kind in ("gather", "leave", "reach")},
        late=rounds["late"],
        elimination=float(rounds["eliminate"]),
        later=float(rounds["later"]),
        give_up=rounds["give_up"],
        spare=counts["spare"],
        too_many=counts["too_many"],
        many_ap=counts["many_ap"],
        positions=counts["positions"],
        moves=counts["moves"],
        nimble=counts["nimble"],
        slow=frozenset(sheet.order("slow")),
    )


def _hundredths(sheet: Sheet, name: str) -> dict[str, float]:
    return {thing: number / 100 for thing, number in sheet.table(name).items()}
