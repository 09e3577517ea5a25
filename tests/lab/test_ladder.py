"""The ladder: who meets whom, ratings, lift on common seeds, and a folder that can be gone on with."""

import pytest

from kempelen.engine.game import game_named, games, say_in
from kempelen.lab.backends import ProcessPool, Serial
from kempelen.lab.folder.lines import json_lines
from kempelen.lab.ladder.cells import bots_of, cells_for, contests_of, seated, thinks
from kempelen.lab.ladder.lift import lifts
from kempelen.lab.ladder.plan import plan_ladder
from kempelen.lab.ladder.play import Met, Standing, play_ladder, standing_in
from kempelen.lab.ladder.ratings import encounters, rated, result_for
from kempelen.lab.ladder.show import sections
from kempelen.lab.report.page import Words
from kempelen.lab.run import Row
from kempelen.parts.ladder import Contest

DUEL = Contest("first", "first", ((0,), (1,)))


def row(number, winners, *, capped=False, **facts):
    return Row(number, number, winners, "points", (), 3, 6, capped, facts)


@pytest.mark.parametrize("name", sorted(games()))
def test_both_sides_are_played_equally_often(name):
    game = game_named(name)
    bots = bots_of(game)
    assert bots[0] == game.automa
    assert not any("seconds" in bot for bot in bots)
    quick, slow = cells_for(game, contests_of(game), bots, (10, 4), "1")
    assert not any(thinks(seat) for cell in quick for seat in cell.experiment.seats)
    assert all(any(map(thinks, cell.experiment.seats)) for cell in slow)
    assert {cell.experiment.seed for cell in (*quick, *slow)} == {"1"}
    for contest in contests_of(game):
        here = [cell.experiment.seats for cell in (*quick, *slow) if cell.at["contest"] == contest.name]
        assert len(here) == len(set(here))
        if contest.kind == "together":
            assert {(bot,) * contest.seats for bot in bots} == set(here)
            continue
        for bot in bots[1:]:
            assert all(seated(contest, side, bot, bots[0]) in here for side in range(len(contest.sides)))
            assert all(seated(contest, side, bots[0], bot) in here for side in range(len(contest.sides)))


def test_all_against_one_leaves_out_who_meets_whom_besides():
    game = game_named("saboteur")
    bots = bots_of(game, ("random", "careless"))
    quick, _ = cells_for(game, contests_of(game, ("seat",)), bots, (10, 4), "1", "rule")
    seats = [cell.experiment.seats for cell in quick]
    assert ("random", "rule", "rule", "rule", "rule") in seats
    assert not any("random" in each and bots[2] in each for each in seats)
    assert not any(each.count("random") in (2, 3, 4) for each in seats)


def test_who_wins_everything_is_rated_first_whatever_the_side():
    one = Met(DUEL, ("a", "b"), {n: row(n, (0,)) for n in range(1, 21)})
    other = Met(DUEL, ("b", "a"), {n: row(n, (1,)) for n in range(1, 21)})
    first, second = rated(Standing(game_named("undaunted"), (one, other)))
    assert (first.bot, first.games, second.games) == ("a", 40, 40)
    assert first.rating.low > second.rating.high


def test_a_better_side_is_nobodys_merit():
    one = Met(DUEL, ("a", "b"), {n: row(n, (0,)) for n in range(1, 41)})
    other = Met(DUEL, ("b", "a"), {n: row(n, (0,)) for n in range(1, 41)})
    first, second = rated(Standing(game_named("undaunted"), (one, other)))
    assert first.rating.holds(second.rating.value)


def test_draws_and_those_who_play_together():
    assert result_for(row(1, (), capped=True), DUEL, 0) == 0.5
    assert result_for(row(1, ()), DUEL, 0) == 0
    together = Contest("kraken", "kraken", ((0, 1),))
    assert result_for(row(1, (), capped=True), together, 0) == 0
    assert list(encounters(Met(together, ("a", "a"), {}))) == [("a", "", 0)]
    seats = Contest("seat", "tu", ((0,), (1,), (2,)))
    assert list(encounters(Met(seats, ("b", "a", "b"), {}))) == [("a", "b", 1)]
    assert not list(encounters(Met(seats, ("b", "b", "b"), {})))


def test_lift_compares_the_same_seat_on_the_same_seeds():
    game = game_named("saboteur")
    contest = Contest("seat", "tu", ((0,), (1,), (2,)))
    roles = {n: ["gold", "sab", "gold"] if n % 2 else ["sab", "gold", "gold"] for n in range(1, 11)}
    before = {n: row(n, (1,), role=roles[n]) for n in range(1, 11)}
    after = {n: row(n, (0,), role=roles[n]) for n in range(1, 9)}
    met = (Met(contest, ("rule",) * 3, before), Met(contest, ("strong", "rule", "rule"), after))
    found = {(lift.side, lift.role): lift for lift in lifts(Standing(game, met))}
    assert found[-1, ("", "")].pairs.n == 8
    assert found[-1, ("", "")].lift.value == 1
    assert found[-1, ("role", "gold")].pairs.n == 4
    assert (found[-1, ("role", "sab")].own, found[-1, ("role", "sab")].automas) == ((4, 4), (0, 4))


def test_who_has_other_rules_than_the_automa_is_compared_with_one_who_has_not():
    """In Undaunted the automa gives up no card for initiative (Q13)."""
    game = game_named("undaunted")
    assert "scripted" in bots_of(game, ("strong",))
    met = (
        Met(DUEL, ("solitaire", "solitaire"), {n: row(n, (0,)) for n in range(1, 11)}),
        Met(DUEL, ("scripted", "solitaire"), {n: row(n, (1,)) for n in range(1, 11)}),
        Met(DUEL, ("strong", "solitaire"), {n: row(n, (0,)) for n in range(1, 11)}),
    )
    found = {lift.bot: lift for lift in lifts(Standing(game, met)) if lift.side == 0}
    assert found["strong"].lift.value == 1
    assert "scripted" not in found
    _, beside, _ = sections(Standing(game, met), say_in("en"))
    assert beside.title == "Better than scripted?"


def small():
    return plan_ladder("saboteur", bots=("random",), contests=("team",), games=4)


def rows_of(folder):
    return list(json_lines(folder / "quick"))


def test_rows_are_the_same_for_any_number_of_workers_and_after_a_stop(tmp_path):
    plan = small()
    play_ladder(plan, tmp_path / "one", Serial(), "")
    play_ladder(plan, tmp_path / "two", ProcessPool(2), "")
    stopped = play_ladder(plan, tmp_path / "three", Serial(), "", hours=1e-9)
    assert 0 < stopped.games < plan.games
    again = play_ladder(plan, tmp_path / "three", Serial(), "")
    assert again.kept == stopped.games
    assert again.games + again.kept == plan.games
    assert rows_of(tmp_path / "one") == rows_of(tmp_path / "two") == rows_of(tmp_path / "three")
    standing = standing_in(tmp_path / "one")
    assert {met.seats for met in standing.met if len(set(met.seats)) == 1} == {("rule",) * 5, ("random",) * 5}
    assert all(
        list(one.facts["role"]) == ["gold", "sab", "gold", "stone", "gold"]
        for m in standing.met
        for one in m.rows.values()
    )


def test_it_says_by_which_version_of_the_game_it_was_played():
    """Games of an earlier version are not shown as if they were of this one."""
    game = game_named("undaunted")
    old = Met(DUEL, ("solitaire", "scripted"), {n: row(n, (0,)) for n in range(1, 31)}, "1", "0.0.9")
    new = Met(DUEL, ("scripted", "solitaire"), {n: row(n, (0,)) for n in range(1, 21)}, game.version, "0.1.0")
    say = say_in("en")
    first, *_ = sections(Standing(game, (old, new)), say)
    told = [part.text for part in first.parts if isinstance(part, Words)]
    assert told[0].startswith("30 games of solitaire and scripted by version 1 of the game, Kempelen 0.0.9.")
    assert f"at version {game.version} now" in told[0]
    assert told[1] == f"20 games of scripted and solitaire by version {game.version} of the game, Kempelen 0.1.0."


def test_plan_play_and_show(kempelen, tmp_path):
    asked = ("saboteur", "--bots", "random", "--contests", "team", "--games", 6, "--workers", 1)
    said = kempelen("ladder", "plan", *asked, "--lang", "en")
    assert "2 players (rule and random), 8 pairings, 48 games in all" in said.out
    assert "of one processor" in said.out
    folder = tmp_path / "ladder"
    said = kempelen("ladder", *asked, "-o", folder, "--lang", "de")
    assert said.status == 0
    for words in ("48 Spiele in", "Wertungen", "n 18", "Wer schlägt wen"):
        assert words in said.out
    said = kempelen("ladder", *asked, "-o", folder, "--lang", "en")
    assert "48 were there already" in said.out
    page = tmp_path / "page.html"
    assert kempelen("ladder", "show", folder, "-o", page, "--lang", "en").status == 0
    assert page.read_text("utf-8").count("<svg") == 1
    assert kempelen("ladder", "show", folder, "-o", page, "--lang", "en").status == 2


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("chess",), "chess"),
        (("saboteur", "--contests", "moon"), "There are: seat, team."),
        (("saboteur", "--bots", "nobody"), "nobody"),
        (("saboteur", "--bots", "search:seconds=2"), "plays differently on every computer"),
        (("saboteur", "--bots", "search:iterations=0"), "iterations"),
        (("saboteur", "--hours", "nan"), "no number of hours"),
        (("saboteur", "--hours", "-1"), "no number of hours"),
        (("saboteur", "--games", "0"), "0"),
        (("show", "nowhere"), "holds no ladder"),
    ],
)
def test_what_cannot_be_played_is_refused_in_words(kempelen, tmp_path, monkeypatch, words, message):
    monkeypatch.chdir(tmp_path)
    said = kempelen("ladder", *words, "--lang", "en")
    assert said.status == 2
    assert message in said.err
    assert not list(tmp_path.iterdir())
