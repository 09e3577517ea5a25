"""Automas compared: where they decide differently, pairs of games, lines of their own, the report."""

import json
import pickle
import re
from dataclasses import replace

import pytest

from kempelen.engine.errors import PlayerError
from kempelen.engine.game import game_named, say_in
from kempelen.lab.backends import ProcessPool
from kempelen.lab.compare import Two, compared, decisions_of, next_difference
from kempelen.lab.compare.own import Own, own_games, own_words
from kempelen.lab.compare.positions import decisions_section
from kempelen.lab.compare.report import Comparison, compare_page
from kempelen.lab.compare.tables import automa_won, counted, experiment_for, heat_pages, table_for
from kempelen.lab.experiment import Experiment
from kempelen.lab.lines import lines_of
from kempelen.lab.pages import pages_at
from kempelen.lab.report.page import Table
from kempelen.lab.run import play_one, record_of
from kempelen.parts.automas import against, shipped_sheets
from kempelen.parts.opponents import OPPONENTS

SABOTEUR, UNDAUNTED, TACTICS = (game_named(name) for name in ("saboteur", "undaunted", "tactics"))
HIDDEN = shipped_sheets(SABOTEUR)["hidden-saboteur"]
ORIGINAL = SABOTEUR.automas.sheet
SAYS = [say_in("en"), say_in("de")]
CHANGED = Two(SABOTEUR, "tu", HIDDEN, ORIGINAL)
SAME = Two(SABOTEUR, "tu", ORIGINAL, ORIGINAL)


def pairs(a, b, games=30, **more):
    *_, found = compared(Two(SABOTEUR, "tu", a, b), games, "7", **more)
    return found


@pytest.fixture(scope="module")
def changed():
    return pairs(HIDDEN, ORIGINAL, lines=True)


def test_the_same_automa_changes_no_game():
    found = pairs(ORIGINAL, ORIGINAL, 20)
    assert (found.same, found.pairs.changed, found.changed) == (20, 0, [])
    assert found.difference.low <= 0 <= found.difference.high
    assert decisions_of(SAME).differ == 0
    assert next_difference(SAME, games=2) is None


def test_pairs_are_the_games_that_anybody_can_play_again(changed):
    a, b = changed.experiments
    rows = [[play_one(one, number) for number in range(1, 31)] for one in (a, b)]
    wins = [[automa_won(one, row) for row in some] for one, some in zip((a, b), rows, strict=True)]
    assert changed.pairs.only_a == sum(x and not y for x, y in zip(*wins, strict=True))
    assert changed.pairs.n == 30
    assert changed.tallies[0].games == changed.tallies[1].games == 30
    assert [one.number for one in changed.changed] == [
        n for n, (x, y) in enumerate(zip(*wins, strict=True), 1) if x != y
    ]


def test_a_pool_plays_the_same_pairs(changed):
    found = pairs(HIDDEN, ORIGINAL, lines=True, backend=ProcessPool(2))
    assert found.pairs == changed.pairs
    assert found.tallies[0].lines == changed.tallies[0].lines


def test_what_was_found_can_be_sent_to_another_process(changed):
    decisions = decisions_of(CHANGED)
    sent = pickle.loads(pickle.dumps((changed, decisions)))  # noqa: S301  # our own
    assert sent[0].pairs == changed.pairs
    assert (sent[1].looked, sent[1].differ, sent[1].share) == (decisions.looked, decisions.differ, decisions.share)
    assert decisions.differ
    assert sent[1].largest == []


def test_where_they_differ_is_found_one_after_the_other():
    first = next_difference(CHANGED)
    second = next_difference(CHANGED, first.at)
    assert second.at > first.at
    for one in (first, second):
        assert one.apart > 0
        assert sum(one.a.odds.values()) == sum(one.b.odds.values()) == 1
        assert one.a.odds != one.b.odds
        assert one.a.why is not None
    assert next_difference(Two(TACTICS, "kraken", TACTICS.automas.sheet, TACTICS.automas.sheet), games=2) is None


def test_where_the_rules_play_units_are_compared():
    """Every unit that acts is asked on the table before it: the same lists do the same, others do not."""
    original, pack = TACTICS.automas.sheet, shipped_sheets(TACTICS)["hunting-pack"]
    found = decisions_of(Two(TACTICS, "kraken", pack, original))
    assert found.units
    assert found.looked == 300
    assert 0 < found.differ < 300
    assert len(found.largest) == 10
    assert {key.rpartition(".")[2] for key in found.by_section} <= {"aggressive", "shy", "wandering", "target"}
    assert sum(looked for looked, _ in found.by_section.values()) == 300
    first = next_difference(Two(TACTICS, "kraken", pack, original))
    assert sum(first.a.odds.values()) == sum(first.b.odds.values()) == 1
    assert first.unit in {unit.name.id for unit in first.view.units if unit.due}
    assert first.asked(TACTICS, SAYS[0]).endswith("is activated.")
    for say in SAYS:
        table = next(part for part in decisions_section(TACTICS, "AB", found, say).parts if isinstance(part, Table))
        assert sum(int(row[1]) for row in table.rows) == 300
    alone = decisions_of(Two(TACTICS, "versus", pack, original))
    assert (alone.looked, alone.words[0].key) == (0, "automa.compare_nowhere")


def test_another_stand_in_may_sit_opposite():
    for game, sheet in ((SABOTEUR, HIDDEN), (TACTICS, shipped_sheets(TACTICS)["hunting-pack"])):
        scenario = {"saboteur": "tu", "tactics": "kraken"}[game.name]
        usual = table_for(game, scenario, sheet, {})
        for bot, seat in (("random", "random"), ("careless", OPPONENTS["careless"])):
            setup = table_for(against(game, bot), scenario, sheet, {})
            others = [one for one in setup.seats if "@" not in one]
            assert set(others) == {seat}
            assert (setup.roles, len(setup.seats)) == (usual.roles, len(usual.seats))
    *_, found = compared(Two(against(SABOTEUR, "random"), "tu", HIDDEN, ORIGINAL), 2)
    assert found.experiments[0].seats[1:] == ("random",) * 4
    with pytest.raises(PlayerError) as unknown:
        next(compared(Two(against(SABOTEUR, "nobody"), "tu", HIDDEN, ORIGINAL), 2))
    assert unknown.value.text.key == "lab.unknown_bot"


def test_lines_of_two_automas_at_one_table_do_not_mix():
    alone = experiment_for(SABOTEUR, "tu", HIDDEN, {}, 5, "1")
    both = replace(alone, seats=(alone.seats[0], "rule@quiet-diggers", *alone.seats[2:]))
    lines = play_one(both, 1, lines=True).lines
    named = {at.partition("@")[0] for at in lines if "@" in at}
    assert named <= {"hidden-saboteur", "quiet-diggers"}
    assert lines_of(lines, "quiet-diggers")
    tables = pages_at(both, lines)
    assert [one.name for one in tables] == ["", "hidden-saboteur", "quiet-diggers"]
    total = sum(tried for tried, _ in lines.values())
    assert sum(tried for one in tables for tried, _ in one.lines.values()) == total


def test_lines_of_two_automas_in_two_roles_do_not_mix():
    """The opponent's turn by one automa, the units' lists by another: each has its own pages, and only those."""
    plain = Experiment("tactics", "kraken", (TACTICS.automa,) * 2)
    both = replace(plain, roles={"opponent": "a-kraken-that-summons-twice", "units": "hunting-pack"})
    lines = play_one(both, 1, lines=True).lines
    turn, units = pages_at(both, lines)
    assert (turn.name, units.name) == ("a-kraken-that-summons-twice", "hunting-pack")
    assert [page.title.key for page in turn.pages] == ["tactics.list.turn"]
    assert "tactics.list.turn" not in {page.title.key for page in units.pages}
    assert turn.lines.keys().isdisjoint(units.lines)
    assert {**turn.lines, **units.lines} == lines
    assert "tactics.list.turn/3.2a" in {f"{page.title.key}/{item}" for page in turn.pages for item, *_ in page.lines}
    one = replace(plain, roles={"opponent": "hunting-pack"})
    assert [(found.name, len(found.pages)) for found in pages_at(one, {})] == [("hunting-pack", 1), ("", 4)]
    assert [(found.name, len(found.pages)) for found in pages_at(plain, {})] == [("", 5)]


@pytest.mark.parametrize("game", [SABOTEUR, TACTICS], ids=lambda game: game.name)
def test_a_heat_map_counts_every_decision_of_the_automa(game):
    sheet = shipped_sheets(game)[{"saboteur": "hidden-saboteur", "tactics": "hunting-pack"}[game.name]]
    scenario = {"saboteur": "tu", "tactics": "kraken"}[game.name]
    experiment = experiment_for(game, scenario, sheet, {}, 2, "1")
    *_, tally = counted(experiment)
    pages = heat_pages(game, sheet, experiment, tally)
    warm = [page for page in pages if page.heat]
    assert warm
    for page in warm:
        assert all(0 <= one.share <= 1 and one.done <= one.tried for one in page.heat.values())
    if game is SABOTEUR:  # every decision of its list is one line
        mine = [seat for seat in table_for(game, scenario, sheet, {}).seats if "@" in seat]
        assert len(mine) == 1
        assert sum(one.done for page in warm for one in page.heat.values()) > 0


def test_the_report_is_one_page_with_everything(changed):
    decisions = decisions_of(CHANGED)
    assert len(decisions.largest) == 10
    found = Comparison(SABOTEUR, HIDDEN, ORIGINAL, [changed], decisions, "7", {}, "kempelen automa compare x")
    page = compare_page(found, SAYS)
    for name in ("words", "wins", "shapes", "lines", "decisions", "balance", "games", "repeat"):
        assert f'id="{name}-en"' in page, name
        assert f'id="{name}-de"' in page, name
    assert "http" not in re.sub(r'"http://www\.w3\.org/[^"]*"', "", page)
    assert "<script" not in page.replace('<script type="application/json" id="data">', "")
    data = json.loads(re.search(r'id="data">(.*?)</script>', page)[1])
    assert data["scenarios"][0]["only_a"] == changed.pairs.only_a
    assert HIDDEN.digest in page
    assert "Hide the role at first" in page
    assert "data:image/svg+xml" in page


def by_hand(experiment, number, seat):
    """The record of a game, as if a person had sat in that seat."""
    record = record_of(experiment, number)
    names = list(record.header["seats"])
    return replace(record, header=record.header | {"seats": record.header["seats"] | {names[seat]: "human"}})


def test_games_of_ones_own_stand_beside_the_stand_ins():
    """Against A, against B, against neither, and one that has not ended."""

    def table(bot, automas):
        return Experiment("saboteur", "tu", (bot,) * 3, games=3, seed="7", automas=automas)

    hidden, ours = table("rule@hidden-saboteur", {}), table("rule", {})
    rows = [play_one(hidden, number) for number in (1, 2, 3)] + [play_one(ours, 1)]
    won = [1 in row.winners for row in rows]
    records = [by_hand(hidden, number, 1) for number in (1, 2, 3)] + [by_hand(ours, 1, 1)]
    running = replace(records[0], rows=records[0].rows[: len(records[0].rows) // 2])
    others = by_hand(table("rule@quiet-diggers", {}), 1, 1)
    found, left = own_games(SABOTEUR, (HIDDEN, ORIGINAL), [*records, running, others, record_of(hidden, 1)])
    assert found == [Own("tu", 0, sum(won[:3]), 3), Own("tu", 1, won[3], 1)]
    assert left == 3
    words = own_words(SABOTEUR, found, left, ("mine", "theirs"), SAYS[0])
    assert "against “mine” you won" in words[0]
    assert words[2].startswith("3 games of yours show nothing")


def test_where_the_rules_play_the_automa_the_roles_say_whose_it_was():
    twice = shipped_sheets(TACTICS)["a-kraken-that-summons-twice"]
    experiment = experiment_for(TACTICS, "kraken", twice, {}, 1, "7")
    found, left = own_games(TACTICS, (twice, TACTICS.automas.sheet), [by_hand(experiment, 1, 0)])
    assert found == [Own("kraken", 0, 0 in play_one(experiment, 1).winners, 1)]
    assert left == 0
