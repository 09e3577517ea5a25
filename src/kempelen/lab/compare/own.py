"""Somebody's own games against one of two automas: a stand-in is not a person, so his result stands beside it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from kempelen.automa.sheet import Sheet
from kempelen.engine.errors import PlayerError
from kempelen.engine.files.record import Record
from kempelen.engine.game import Game, Setup
from kempelen.engine.seats import HUMAN, read_spec
from kempelen.lab.stats.shares import share_interval
from kempelen.parts.automas import sheet_from, shipped_sheets
from kempelen.text.say import Field, Say
from kempelen.wording import scenario_title

__all__ = ["Own", "own_games", "own_words"]


@dataclass(frozen=True, slots=True)
class Own:
    """What a person has won in a scenario against A (place 0) or B (place 1)."""

    scenario: str
    place: int
    won: int
    games: int


def own_games(game: Game[Any], pair: tuple[Sheet, Sheet], records: Iterable[Record]) -> tuple[list[Own], int]:
    """What they show, and how many show nothing: not ended, against somebody else, or no longer to be replayed."""
    played: Counter[tuple[str, int]] = Counter()
    won: Counter[tuple[str, int]] = Counter()
    left = 0
    for record in records:
        found = _result(game, pair, record)
        if found is None:
            left += 1
            continue
        played[found[0]] += 1
        won[found[0]] += found[1]
    return [Own(*key, won[key], played[key]) for key in sorted(played)], left


def _result(game: Game[Any], pair: tuple[Sheet, Sheet], record: Record) -> tuple[tuple[str, int], bool] | None:
    """Where and against whom it was played, and whether a person won."""
    if record.header["game"] != game.name:
        return None
    try:
        session = record.load()
        sheet = _automa_in(game, session.setup)
    except PlayerError:  # of other rules, or with an automa that can no longer be read
        return None
    places = [place for place, one in enumerate(pair) if sheet is not None and one.digest == sheet.digest]
    if session.outcome is None or not session.humans or not places:
        return None
    return (session.setup.scenario, places[0]), not session.humans.isdisjoint(session.outcome.winners)


def _automa_in(game: Game[Any], setup: Setup) -> Sheet | None:
    """The one automa of a table; None if there are several, or none that plays by a file."""
    assert game.automas is not None
    specs = [read_spec(seat) for seat in setup.seats if seat != HUMAN]
    named = {spec.automa for spec in specs if getattr(game.bots.get(spec.name), "takes_sheet", False)}
    if game.automas.vocabulary.roles:
        named = {setup.roles.get(role, "") for role in game.automas.vocabulary.roles}
    if len(named) != 1:
        return None
    (id,) = named
    if not id:
        return game.automas.sheet
    return sheet_from(game, setup.automas[id], setup.automas) if id in setup.automas else shipped_sheets(game).get(id)


def own_words(game: Game[Any], found: Sequence[Own], left: int, names: tuple[str, str], say: Say) -> list[str]:
    """In sentences, one for each scenario and automa."""
    said = []
    for one in found:
        share = share_interval(one.won, one.games)
        numbers = {"x": 100 * share.value, "low": 100 * share.low, "high": 100 * share.high}
        scenario = scenario_title(game, one.scenario, say)
        about: dict[str, Field] = {"scenario": scenario, "name": names[one.place], "won": one.won, "n": one.games}
        said.append(say("automa.own_games.won", **about, **numbers))
    if left:
        said.append(say("automa.own_games.left", n=left, a=names[0], b=names[1]))
    return said
