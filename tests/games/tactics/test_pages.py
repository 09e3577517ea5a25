"""The printed page: the author's sentences beside his lists, and what the opponent begins with."""

import re

import pytest

from kempelen.behaviour.document import markdown
from kempelen.engine.game import say_in
from kempelen.games.tactics import GAME
from kempelen.games.tactics.automa.turn import RESOURCE_PER_PLAYER
from kempelen.games.tactics.files.maps import SCENARIOS, map_for
from kempelen.games.tactics.rules.cards import book
from kempelen.games.tactics.rules.setup import ground_of
from kempelen.parts.document import pages_of
from kempelen.text.say import LANGUAGES
from tests.marks import rule

POOLS = {(mode, n): map_for(mode, n)["opponent_pool"] for mode in ("kraken", "tyrant") for n in SCENARIOS[mode]}
SENTENCES = [
    "order",
    "at_random",
    "kraken_start",
    "kraken_won",
    "tyrant_start",
    "tyrant_won",
    "tyrant_marks",
]


@rule("tactics:R1", "tactics:R2", "tactics:T4", "tactics:M1", "tactics:M2", "tactics:Y1", "tactics:Y2")
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_sheet_has_the_authors_sentences_in_his_order(lang):
    say = say_in(lang)
    printed = markdown("The sheet", pages_of(GAME), GAME.credits, say)
    places = [printed.index(say(f"tactics.sheet.{key}")) for key in SENTENCES]
    assert places == sorted(places)
    lists = [printed.index(f"`muhq-ai / {name}`") for name in ("Units", "Aggressive", "The Kraken", "Turn structure")]
    assert lists == sorted(lists)
    assert "\n\n\n" not in printed


@rule("tactics:U5")
def test_the_sheet_says_what_the_opponent_begins_with():
    printed = markdown("", pages_of(GAME), (), say_in("en"))
    for (_, players), pool in POOLS.items():
        assert f"{pool} with {players} player" in printed
    assert "8 with 1 player, 20 with 2 players" in printed


@rule("tactics:U5")
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_reading_names_what_the_maps_give(lang):
    given = [pool for pool in POOLS.values() if pool]
    assert [int(number) for number in re.findall(r"\d+", GAME.rulings["U5"].reading[lang])] == given


@rule("tactics:U5")
@pytest.mark.parametrize("players", [3, 4])
def test_on_the_large_map_the_kraken_cannot_fill_every_spawn_tile_in_its_first_turn(players):
    data = map_for("kraken", players)
    land = ground_of(data)
    cheapest = min(book()[card].cost for card in data["opponent_deck"] if book()[card].unit is not None)
    free = (land.opponent & ~land.boss).bit_count()
    assert data["opponent_pool"] + RESOURCE_PER_PLAYER * players < free * cheapest
