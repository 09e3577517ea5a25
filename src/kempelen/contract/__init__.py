"""The checks every game must pass: `kempelen check GAME`, and the project's own tests.

Each function plays from a seed and gives the problems it found, in plain words; an empty list is a pass.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from kempelen.contract.hidden import exports_keep_secrets, no_hidden_input, views_hide
from kempelen.contract.playing import Problems, default_setup, snapshot
from kempelen.contract.same import (
    copies_are_independent,
    positions_round_trip,
    same_however_played,
    undo_leads_back,
)
from kempelen.contract.shown import tells_how_it_stands
from kempelen.contract.told import events_fit_the_table
from kempelen.contract.words import everything_has_a_text, languages_agree, notation_round_trips, whys_cite
from kempelen.engine.game import Game

__all__ = ["checks", "default_setup", "same_however_played", "snapshot", "views_hide"]

PLAYED = (
    same_however_played,
    copies_are_independent,
    positions_round_trip,
    notation_round_trips,
    everything_has_a_text,
    views_hide,
    exports_keep_secrets,
    events_fit_the_table,
    tells_how_it_stands,
    whys_cite,
)
"""Checks that play a game with a seed, bots in every seat."""

UNPLAYED = (languages_agree, no_hidden_input)


def checks(
    game: Game[Any], seeds: range = range(2), scenarios: Sequence[str] | None = None
) -> Iterator[tuple[str, Problems]]:
    """Every check's name and what it found, over these scenarios, or all."""
    scenarios = game.scenarios if scenarios is None else scenarios
    for check in UNPLAYED:
        yield check.__name__, check(game)
    automa = game.automa
    for played in PLAYED:
        problems: Problems = []
        for scenario in scenarios:
            for seed in seeds:
                problems += played(game, default_setup(game, automa, scenario), seed)
        yield played.__name__, problems
    problems = []
    for scenario in scenarios:
        people = default_setup(game, "human", scenario)
        problems += same_however_played(game, people, 7) + undo_leads_back(game, people, 7)
    yield undo_leads_back.__name__, problems
