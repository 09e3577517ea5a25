"""Groups of somebody's own in a new game: what the form says of them, as a position before the first move."""

from __future__ import annotations

import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from kempelen.engine.errors import BadPosition, BadSetup
from kempelen.engine.files.position import in_file, parse_data
from kempelen.engine.game import Game, Setup
from kempelen.parts.rosters import Rosters, rosters_of
from kempelen.parts.scenarios import read_scenario
from kempelen.text.say import Text

__all__ = ["GROUP", "OWN", "OWN_GROUP", "ROSTER", "group_in", "packed", "with_groups"]

GROUP, ROSTER = "group", "roster"
"""`group1` says which group the first seat has, `roster1` is the text of its own."""
OWN_GROUP = "own"
OWN = "own"
"""At a desk nothing is kept: the address has the whole group, packed."""
LONGEST = 6000
"""Letters that an address has room for."""
MOST = 65536
"""Letters of a group, unpacked."""


def with_groups(game: Game[Any], setup: Setup, form: Mapping[str, Sequence[str]]) -> Setup:
    """The game with these groups, if any are named; raises a PlayerError that says what is wrong with whose group."""
    asked = [last(form, f"{GROUP}{n + 1}") for n in range(len(setup.seats))]
    if not any(asked):
        return setup
    rosters = rosters_of(game)
    usual = rosters.of(setup.scenario)
    for n, name in enumerate(asked):
        if not name and n >= len(usual):
            raise BadSetup(Text("web.error.no_usual_group", n=n + 1))
    groups = [
        group_of(rosters, name or usual[n], last(form, f"{ROSTER}{n + 1}"), n + 1) for n, name in enumerate(asked)
    ]
    position = rosters.battle(groups, setup.scenario)
    read_scenario(game, position, setup.options)
    return replace(setup, position=position)


def group_of(rosters: Rosters, name: str, text: str, number: int) -> Mapping[str, Any]:
    """One group, looked over."""
    if name != OWN_GROUP:
        shipped = rosters.file(name)
        if shipped is None:
            raise BadSetup(Text("roster.unknown", name=name[:40], known=rosters.factions))
        return shipped
    if not text.strip():
        raise BadSetup(Text("web.error.no_roster", n=number))
    file = f"group-{number}.toml"
    data = parse_data(text.encode(), file)
    for problem in rosters.muster(data).problems:
        raise in_file(BadPosition(problem), file)
    return data


def last(form: Mapping[str, Sequence[str]], key: str) -> str:
    values = form.get(key)
    return values[-1] if values else ""


def packed(game: Game[Any], text: str) -> str:
    """The group for an address; raises a PlayerError that says what is wrong with it."""
    group_of(rosters_of(game), OWN_GROUP, text, 1)
    word = urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")
    if len(word) > LONGEST:
        raise BadSetup(Text("web.desk.long_group"))
    return word


def group_in(game: Game[Any], word: str) -> Mapping[str, Any]:
    """The group of an address; raises a PlayerError if there is none in it."""
    try:
        text = zlib.decompressobj().decompress(urlsafe_b64decode(word + "=" * (-len(word) % 4)), MOST).decode()
    except (ValueError, zlib.error) as error:
        raise BadSetup(Text("web.desk.no_group")) from error
    return group_of(rosters_of(game), OWN_GROUP, text, 1)
