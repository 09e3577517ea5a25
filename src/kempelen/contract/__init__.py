"""The checks every game must pass: `kempelen check GAME`, and the project's own tests.

Each function plays from a seed and gives the problems it found, in words; an empty list is a pass.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import cycle
from typing import Any

from kempelen.contract.hidden import exports_keep_secrets, no_hidden_input, views_hide
from kempelen.contract.legal import bots_keep_to_the_rules
from kempelen.contract.playing import Problems, default_setup, snapshot
from kempelen.contract.previewed import previews_fit_the_table
from kempelen.contract.same import (
    copies_are_independent,
    positions_round_trip,
    same_however_played,
    undo_leads_back,
)
from kempelen.contract.shown import tells_how_it_stands
from kempelen.contract.starred import stars_are_told
from kempelen.contract.told import events_fit_the_table, sentences_speak_to_their_reader
from kempelen.contract.twins import hidden_came_to_somebody, says_what_is_private, twins_look_alike
from kempelen.contract.unfinished import nothing_still_to_do
from kempelen.contract.worded import everything_is_worded, names_are_free
from kempelen.contract.words import everything_has_a_text, languages_agree, notation_round_trips, whys_cite
from kempelen.engine.errors import NeverEnds
from kempelen.engine.game import Game, Setup
from kempelen.engine.refusal import BotRefused

__all__ = [
    "bots_keep_to_the_rules",
    "checks",
    "default_setup",
    "everything_is_worded",
    "hidden_came_to_somebody",
    "same_however_played",
    "says_what_is_private",
    "sentences_speak_to_their_reader",
    "snapshot",
    "stars_are_told",
    "twins_look_alike",
    "views_hide",
]

BROAD = (bots_keep_to_the_rules, twins_look_alike, hidden_came_to_somebody)
"""Checks of what bots do and what is seen of it: also in a quick look every scenario has its turn, and every bot."""
PLAYED = (
    same_however_played,
    copies_are_independent,
    positions_round_trip,
    notation_round_trips,
    everything_has_a_text,
    everything_is_worded,
    names_are_free,
    views_hide,
    exports_keep_secrets,
    tells_how_it_stands,
    events_fit_the_table,
    sentences_speak_to_their_reader,
    previews_fit_the_table,
    stars_are_told,
)
"""Other checks that play a game with a seed, bots in every seat."""
UNPLAYED = (nothing_still_to_do, languages_agree, no_hidden_input)


def checks(
    game: Game[Any],
    seeds: range = range(1),
    scenarios: Sequence[str] | None = None,
    *,
    thorough: bool = False,
) -> Iterator[tuple[str, Problems]]:
    """Every check's name and what it found.

    A quick look takes the first of the scenarios for most checks, and every scenario with one bot or another for those
    that matter most. A thorough one takes every scenario with every bot.
    """
    scenarios = game.scenarios if scenarios is None else scenarios
    automa, every = game.automa, list(game.bots)
    turns = [default_setup(game, bot, scenario) for scenario, bot in _turns(scenarios, every)]
    first = [default_setup(game, automa, scenarios[0])]
    if thorough:
        turns = first = [default_setup(game, bot, scenario) for scenario in scenarios for bot in every]
    for check in UNPLAYED:
        yield check.__name__, check(game)
    yield says_what_is_private.__name__, says_what_is_private(game, scenarios)
    for played in (*BROAD, *PLAYED):
        setups = turns if played in BROAD else first
        yield played.__name__, list(_problems(played, game, setups, seeds))
    automas = [default_setup(game, automa, scenario) for scenario in (scenarios if thorough else scenarios[:1])]
    yield whys_cite.__name__, list(_problems(whys_cite, game, automas, seeds))
    people = [default_setup(game, "human", scenario) for scenario in (scenarios if thorough else scenarios[:1])]
    problems = list(_problems(same_however_played, game, people, range(7, 8)))
    yield undo_leads_back.__name__, problems + list(_problems(undo_leads_back, game, people, range(7, 8)))


def _turns(scenarios: Sequence[str], bots: Sequence[str]) -> Iterable[tuple[str, str]]:
    """Every scenario once and every bot at least once."""
    if len(scenarios) >= len(bots):
        return zip(scenarios, cycle(bots), strict=False)
    return zip(cycle(scenarios), bots, strict=False)


def _problems(check: Any, game: Game[Any], setups: Iterable[Setup], seeds: range) -> Iterator[Any]:
    """What a check finds; a bot that leaves the rules is told once a setup, whatever was looked for."""
    for setup in setups:
        for seed in seeds:
            try:
                yield from check(game, setup, seed)
            except (BotRefused, NeverEnds) as error:
                yield error.text
