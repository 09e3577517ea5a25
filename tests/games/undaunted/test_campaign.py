"""Campaigns: the way through their battles, and the score."""

from __future__ import annotations

import pytest

from kempelen.engine.dice import TapeDice
from kempelen.engine.errors import BadSetup
from kempelen.engine.game import Setup, say_in
from kempelen.games.undaunted import GAME
from kempelen.games.undaunted.rules.campaign import standing
from kempelen.games.undaunted.rules.state import SIDES
from kempelen.lab.run import play_through
from kempelen.parts import campaigns as engine
from kempelen.parts.campaigns import (
    Battle,
    Campaign,
    Campaigns,
    Result,
    campaign_named,
    course,
    load_campaign,
    result_of,
)
from tests.marks import rule


def won(scenario, seat, ours=0, theirs=0):
    return Result(scenario, (seat,) if seat is not None else (), "points", {"losses": [ours, theirs]})


def way(name, *winners):
    """The scenarios that are fought, if these sides win."""
    campaign = campaign_named(GAME, name)
    results, fought = [], []
    while (battle := course(campaign, SIDES, results)) is not None:
        fought.append(battle.scenario)
        results.append(won(battle.scenario, winners[len(results)]))
    return fought


@pytest.mark.parametrize("name", GAME.campaigns.names)
def test_campaigns_are_made_of_shipped_scenarios(name):
    campaign = campaign_named(GAME, name)
    assert campaign.name == name
    assert {battle.scenario for battle in campaign.battles} <= set(GAME.scenarios)
    for lang in ("en", "de"):
        assert say_in(lang)(f"undaunted.campaign.{name}")
        assert say_in(lang)(f"undaunted.campaign_briefing.{name}").endswith(".")


def test_an_unknown_campaign():
    with pytest.raises(BadSetup) as error:
        campaign_named(GAME, "crusade")
    assert "week" in say_in("en").of(error.value.text)


def test_who_wins_decides_where_it_goes_on():
    assert way("week", 0, 0, 1, 1, 0) == ["hedges", "orchard", "bridges", "relief", "platoon"]
    assert way("week", 1, 1, 0, 0, 0) == ["hedges", "orchard", "dusk", "relief", "platoon"]
    assert way("week", None, None, None, None, None) == ["hedges", "orchard", "bridges", "relief", "platoon"]
    assert way("patrol", 0, 0, 1) == ["first", "snipers", "raid"]
    assert way("patrol", 1, 1, 1) == ["first", "snipers", "convoy"]


@pytest.mark.parametrize(
    "text",
    [
        'game = "undaunted"\nbattles = [{ scenario = "first" }, { scenario = "raid", next = "first" }]',
        'game = "undaunted"\nbattles = [{ scenario = "first" }, { scenario = "first" }]',
        'game = "saboteur"\nbattles = [{ scenario = "first" }]',
        'game = "undaunted"\nbattles = [{ scenario = "first", next = { us = "moon" } }]',
    ],
)
def test_battles_lead_only_onward(text, monkeypatch, tmp_path):
    (tmp_path / "campaigns").mkdir()
    (tmp_path / "campaigns" / "bad.toml").write_text(text, "utf-8")
    monkeypatch.setattr(engine, "files", lambda package: tmp_path)
    with pytest.raises(ValueError, match="bad"):
        load_campaign(f"test {text}", "undaunted", "bad")


@rule("undaunted:V5")
def test_the_score_is_wins_less_one_for_every_ten_cards_lost():
    results = [won("first", 0, 4, 9), won("orchard", 0, 5, 1), won("relief", 1, 1, 9)]
    assert [standing(results, seat).lost for seat in (0, 1)] == [10, 19]
    assert GAME.campaigns.scores(results, 2) == (1, 0)
    assert [say_in("en").of(line) for line in GAME.campaigns.lines(results)] == [
        "The US side: 2 won, 10 cards lost (minus 1), score 1.",
        "The German side: 1 won, 19 cards lost (minus 1), score 0.",
    ]
    assert say_in("de").of(GAME.campaigns.lines(results)[0]) == (
        "Die US-Seite: 2 gewonnen, 10 Karten verloren (minus 1), Wertung 1."
    )
    assert GAME.campaigns.scores(results[:1], 2) == (1, 0)
    assert GAME.campaigns.scores([won("first", None, 20, 0)], 2) == (-2, 0)


def test_a_result_survives_the_store():
    setup = Setup("undaunted", "first", ("solitaire", "solitaire"))
    players = [GAME.bots["solitaire"](), GAME.bots["solitaire"]()]
    state, outcome, _ = play_through(GAME, setup, players, TapeDice(4))
    result = result_of(GAME, "first", state, outcome)
    assert Result.read("first", result.data()) == result
    assert result.facts["losses"] == [side.casualties for side in state.sides]


def test_a_game_without_a_score_of_its_own_counts_wins():

    results = [Result("tu", (0, 2), "gold"), Result("tu", (2,), "gold")]
    assert Campaigns(names=("x",)).scores(results, 3) == (1, 0, 2)
    assert Campaigns(names=("x",)).lines(results) == ()


def test_the_end_can_be_named():
    campaign = Campaign("x", "x", (Battle("a", {"": "end"}), Battle("b")))
    assert campaign.after(campaign.battles[0], "us") is None
    assert campaign.after(campaign.battles[1], "us") is None
