"""What the solo opponent notes while it decides; the sentences are in text/, made when somebody reads them."""

from __future__ import annotations

from typing import Any

from kempelen.engine.trace import Cite, Note, RulingCite, Trace, note
from kempelen.games.universalis.automa.temperaments import DOCUMENT
from kempelen.games.universalis.face.where import where
from kempelen.games.universalis.rules.state import State
from kempelen.text.say import Field, Text

__all__ = ["RULES", "place", "rule"]

RULES = "Universalis 0.1.0"
READING = "How to read it"
"""The section on what an attack promises."""


def rule(number: str) -> Cite:
    """A rule of the rulebook by its number."""
    return Cite(RULES, number)


def _plain(value: Any) -> Field:
    return value  # type: ignore[no-any-return]


def _name(name: str) -> Field:
    """A model as one speaks of it, without its label."""
    return name.partition(" ")[2] or name


def _percent(chance: float) -> Field:
    return round(100 * chance)


def _hundredth(value: float) -> Field:
    """As the file of the automa has it: 100 is a healthy model put out."""
    return round(100 * value)


def _cm(value: float) -> Field:
    return round(value, 1)


def _action(action: Any) -> Field:
    text: Text = action.text
    return text


def _mission(name: str) -> Field:
    return Text(f"universalis.mission.{name}")


def _temperament(name: str) -> Field:
    return Text(f"universalis.manner.{name}")


IN_THE_OPEN = Text("universalis.where.open")


def place(s: State, trace: Trace | None, at: tuple[float, ...]) -> Text | None:
    """A place in words, to be noted; they are only looked for if somebody will read them."""
    if trace is None:
        return None
    x, y, z = (*at, 0.0)[:3]
    return where(s, (x, y, z))


def _sources(section: str, *rules: str) -> tuple[Cite, ...]:
    """A section of our document, if there is one, and rules."""
    return (*((Cite(DOCUMENT, section),) if section else ()), *(rule(number) for number in rules))


def _note(key: str, section: str, *rules: str, **fields: Any) -> Note:
    return note(f"universalis.why.{key}", *_sources(section, *rules), public=True, **fields)


# -- who acts, and by which list

ACTS = _note("acts", "Every model", who=_name, temperament=_temperament)
FOLLOWS_MISSION = _note("follows_mission", "Every model", "R079", who=_name, mission=_mission)
AGAINST_MISSION = _note("against_mission", READING, "R079", who=_name, mission=_mission)
FLIES_ON = _note("flies_on", "Every model", "R091", who=_name)
MUST_FIGHT = _note("must_fight", "Every model", "R048", who=_name)
MUST_PREPARE = _note("must_prepare", "Every model", "R048", who=_name)
MISSION_ACT = _note("mission_act", "Every model", "R079", "R109", mission=_mission)
WEAK = _note("weak", "Every model", "R172", whom=_name, percent=_percent)
PRIZED = _note("prized", "Every model", "R079", whom=_name, prize=_plain, worth=_hundredth, enough=_hundredth)
HEALS = _note("heals", "Every model", "R301", whom=_name, tp=_plain, most=_plain)

# -- attacks

STRIKE = _note("strike_plan", READING, "R266", "R165", whom=_name, percent=_percent, worth=_hundredth, ap=_plain)
CHARGE = _note("charge_plan", READING, "R100", "R280", whom=_name, percent=_percent, worth=_hundredth, ap=_plain)
CHARGE_TOO_WEAK = _note("charge_too_weak", READING, "R266", whom=_name, percent=_percent)
SHOT = _note(
    "shot_plan", READING, "R219", "R165", whom=_name, percent=_percent, worth=_hundredth, ap=_plain, times=_plain
)
SHOT_NEAREST = _note("shot_nearest", "", "R237", whom=_name, percent=_percent)
SHOT_TOO_WEAK = _note("shot_too_weak", READING, "R219", whom=_name, percent=_percent)
SHOT_ANYWAY = _note("shot_anyway", "", "R080", whom=_name, percent=_percent, ap=_plain)
GRENADE = _note("grenade_plan", READING, "R256", "R260", whom=_name, others=_plain, percent=_percent)
POWER = _note("power_plan", READING, "R330", whom=_name, percent=_percent, worth=_hundredth, ap=_plain)
POWER_LASTS = _note("power_lasts", READING, "R330", whom=_name, percent=_percent)
POWER_TOO_WEAK = _note("power_too_weak", READING, "R330", whom=_name, percent=_percent)
SPOTS = _note("spots", "", "R298", "R299", whom=_name, percent=_percent)
RELOADS = _note("reloads", "", "R110", "R212")

# -- posture

NO_USE_LYING = _note("no_use_lying", READING, "R244", before=_hundredth, after=_hundredth)
LIES_DOWN = _note("lies_down", READING, "R244", "R122", before=_hundredth, after=_hundredth)
STANDS_UP = _note("stands_up", "", "R098", "R105")
BRACES = _note("braces", "", "R272", "R274", whom=_name)
WATCHES = _note("watches", READING, "R221", "R227", whom=_name, percent=_percent)
STAYS_READY = _note("stays_ready", "", "R222", who=_name)
RESTS = _note("rests", "", "R080", ap=_plain)
RESTS_THERE = _note("rests_there", "", "R080", at=_plain, ap=_plain)
RESTS_SPENT = _note("rests_spent", "", "R080", ap=_plain)

# -- moving

BREAKS_AWAY = _note("breaks_away", "", "R102", "R277", whom=_name)
AT_GOAL = _note("at_goal", "", "R079", at=_plain)
TO_GOAL = _note("to_goal", "", "R079", "R098", at=_plain, cm=_cm)
TO_GOAL_OPEN = _note("to_goal_open", "", "R079", "R098", cm=_cm)
"""Where nothing lies that the place could be named after."""
HUNTS = _note("hunts", "", "R098", whom=_name, cm=_cm)
KEEPS_AWAY = _note("keeps_away", "", "R100", whom=_name, cm=_cm)
CLIMBS = _note("climbs", "", "R118", at=_plain)
PLACES = _note("places", READING, "R126", n=_plain, at=_plain, cover=_plain, worth=_hundredth)
RATHER_WAITS = _note("rather_waits", READING, "R221", whom=_name, worth=_hundredth)
NOBODY_NEAR = _note("nobody_near", "", "R050", cm=_plain)
ROAMS = _note("roams", "Wandering", n=_plain)

# -- setting up and picking

MISSION_BY_LOT = _note("mission_by_lot", "Setting up", "R063", n=_plain)
MISSION_QUICK = _note("mission_quick", "Setting up", "R063", mission=_mission, rounds=_cm)
ZONE = _note("zone_plan", "Setting up", "R065", degrees=_plain)
DEPLOYS = _note("deploys", "Setting up", "R065", "R066", who=_name, at=_plain)
DEPLOYS_HIDDEN = _note("deploys_hidden", "Setting up", "R067", "R289")
DEPLOYS_COVER = _note("deploys_cover", "Setting up", "R126", level=_plain)
ATTACKER = _note("attacker", "Picking a model", "R072", "R073", who=_name, whom=_name, worth=_hundredth)
RUNNER = _note("runner", "Picking a model", "R072", who=_name)

# -- answers

REROLLS = note("universalis.why.rerolls", Cite(DOCUMENT, "Answering"), RulingCite("universalis:G18"), public=True)
KEEPS_AP = _note("keeps_ap", "Answering", "R033", ap=_plain)
DODGES = _note("dodges", "Answering", "R111", "R112", ap=_plain)
FIRES = _note("fires", "Answering", "R227", "R231", percent=_percent, at=_plain)
HOLDS_FIRE = _note("holds_fire", "Answering", "R231", percent=_percent)
SECOND = _note("second", "Answering", "R027", whom=_name)
STRIKES_BACK = _note("strikes_back", "Answering", "R276", percent=_percent)
TOO_WEAK = _note("too_weak", "Answering", "R276", percent=_percent)
STRIKES_FLEEING = _note("strikes_fleeing", "Answering", "R277", percent=_percent)
SUPPORTS = _note("supports", "Answering", "R300")
BLOCKS = _note("blocks", "Answering", "R331")
PAYS = _note("pays", "Answering", "R328")
GIVES_UP = _note("gives_up", "Answering", "R078", own=_plain, enemies=_plain)
FIGHTS_ON = _note("fights_on", "Answering", "R078", own=_plain, enemies=_plain)
LETS_PASS = _note("lets_pass", "Answering", "R084")
