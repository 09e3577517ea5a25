"""The scripts that prove and compare: what they make of results, without the hours."""

import sys
from dataclasses import replace
from datetime import UTC, datetime
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

import kempelen
from kempelen.engine.game import games
from tests.stubborn import install
from tests.test_layers import ROOMS

SCRIPTS = Path(__file__).parents[1] / "scripts"


def script(name):
    spec = spec_from_file_location(name, SCRIPTS / f"{name}.py")
    module = module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    finally:
        del sys.modules[name]
    return module


@pytest.fixture(scope="module")
def prove():
    return script("prove")


@pytest.fixture(scope="module")
def strict():
    return script("strict")


@pytest.fixture(scope="module")
def side_by_side():
    return script("side_by_side")


# -- prove


PART = ("Whole games", "Each to its end.", "7")
WHEN = datetime(2026, 11, 15, 12, 30, tzinfo=UTC)


def test_only_what_was_done_is_replaced(prove):
    page = prove.HEAD
    for title in ("Second readings", "Whole games", "Any order"):
        page = prove.put(page, title, f"## {title}\n\nold {title}\n")
    new = prove.put(page, "Whole games", "## Whole games\n\nnew\n")
    assert new == page.replace("old Whole games", "new")
    assert prove.put(new, "Whole games", "## Whole games\n\nold Whole games\n") == page
    assert new.startswith(prove.HEAD)


def test_a_section_says_what_when_where_and_with_which_seeds(prove):
    part = prove.Part(*PART, lambda size: ())
    done = [prove.Done("saboteur: 20 games", 61.4, "20 games | all over")]
    text = prove.section(part, done, WHEN, "abc123")
    assert "2026-11-15 12:30 UTC, commit `abc123`, " in text
    assert "Seeds: 7." in text
    assert "| saboteur: 20 games | 20 games / all over | 61 s |" in text


def test_a_command_runs_in_the_long_form_and_its_last_line_counts(prove):
    code = "import os; print('no'); print(os.environ['KEMPELEN_PROVE'], 'passed'); print()"
    assert prove.do(prove.Work("try", ["-c", code], busy=1)).said == "1 passed"


def test_a_failure_writes_nothing(prove, tmp_path, monkeypatch, capsys):
    bad = prove.Part(*PART, lambda size: [prove.Work("breaks", ["-c", "print('why'); raise SystemExit(3)"])])
    monkeypatch.setitem(prove.PARTS, "games", bad)
    monkeypatch.setattr(sys, "argv", ["prove.py", "games", "-o", str(tmp_path / "proved.md")])
    with pytest.raises(SystemExit) as stop:
        prove.main()
    assert stop.value.code == 1
    said = capsys.readouterr().err
    assert "games is not proved" in said
    assert "why" in said
    assert list(tmp_path.iterdir()) == []


def test_a_part_that_passes_is_on_the_page(prove, tmp_path, monkeypatch):
    good = prove.Part(*PART, lambda size: [prove.Work("tries", ["-c", f"print({size})"])])
    monkeypatch.setitem(prove.PARTS, "games", good)
    page = tmp_path / "proved.md"
    monkeypatch.setattr(sys, "argv", ["prove.py", "games", "--size", "5", "-o", str(page)])
    prove.main()
    assert "| tries | 5 | " in page.read_text("utf-8")


@pytest.mark.parametrize("words", [["nothing"], ["games", "--size", "3"]])
def test_what_cannot_be_proved_is_refused(prove, monkeypatch, capsys, words):
    monkeypatch.setattr(sys, "argv", ["prove.py", *words])
    with pytest.raises(SystemExit) as stop:
        prove.main()
    assert stop.value.code == 2
    assert capsys.readouterr().err


def test_every_part_has_work(prove):
    for name, part in prove.PARTS.items():
        for size in (None, 3):
            assert part.works(size), name


# -- games at a strict table


@pytest.mark.parametrize("name", list(games()))
def test_strict_games_are_spread_over_every_scenario_and_bot(strict, name):
    rules = games()[name]
    found = strict.spread(name, 2_000, "1")
    assert sum(one.games for one in found) == 2_000
    assert {one.scenario for one in found} == set(rules.scenarios)
    assert {seat for one in found for seat in one.seats} == set(rules.bots)
    assert len({one.seed for one in found}) == len(found)
    few = strict.spread(name, len(rules.scenarios), "1")
    assert {one.scenario for one in few} == set(rules.scenarios)
    for one in found:
        one.check()


def test_a_game_that_is_not_legal_or_not_the_same_read_back_is_found(strict, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["strict.py", "tactics", "-n", "3", "--each", "2", "--workers", "1"])
    assert strict.main() == 0
    assert "all of them legal; 2 records read back" in capsys.readouterr().out
    with monkeypatch.context() as patch:
        play = strict.play_one
        patch.setattr(strict, "play_one", lambda *given, **how: replace(play(*given, **how), scores=(-1,)))
        assert strict.main() == 1
        assert "ends otherwise" in capsys.readouterr().out
    install(monkeypatch)
    monkeypatch.setattr(sys, "argv", ["strict.py", "saboteur", "-n", "30", "--workers", "1"])
    assert strict.main() == 1
    assert "seed 20261115" in capsys.readouterr().out


# -- side by side


def lines(**micros):
    return "".join(f'{{"name": "{name}", "us_per_view": {value}, "views": 5}}\n' for name, value in micros.items())


def test_ratios_are_made_round_by_round(side_by_side):
    numbers = side_by_side.numbers
    rounds = [
        (numbers(lines(a=10, b=4, gone=1)), numbers(lines(a=5, b=4, new=1))),
        (numbers(lines(a=20, b=4, gone=1)), numbers(lines(a=12, b=8, new=1))),
        (numbers(lines(a=10, b=4, gone=1)), numbers(lines(a=7, b=4, new=1))),
    ]
    first, second = side_by_side.compared(rounds)
    assert (first.name, first.column, first.other, first.this, first.ratios) == (
        "a",
        "us_per_view",
        10,
        7,
        (0.5, 0.6, 0.7),
    )
    assert first.middle == 0.6
    assert second.says.endswith(" 1.00  (1.00 to 2.00)")


def test_they_take_turns(side_by_side, monkeypatch):
    order = []

    def measured(tree, words):
        order.append(tree.name)
        return {tree.name: ("us", 1.0)}

    monkeypatch.setattr(side_by_side, "measured", measured)
    pairs = list(side_by_side.in_turn(Path("other"), Path("this"), [], 3))
    assert order == ["other", "this", "this", "other", "other", "this"]
    assert [(list(other), list(this)) for other, this in pairs] == [(["other"], ["this"])] * 3


# -- the map of the rooms


def test_the_map_names_the_rooms_there_are():
    rooms = script("rooms")
    assert rooms.PICTURE.read_text("utf-8") == rooms.drawn(), "python scripts/rooms.py draws it anew"
    source = Path(kempelen.__file__).parent
    drawn = {word.strip("/ ") for box in rooms.BOXES for word in box.name.split(",") if word.strip().endswith("/")}
    folders = {folder.name for folder in source.iterdir() if (folder / "__init__.py").is_file()}
    assert folders - {"games"} <= drawn
    assert drawn >= ROOMS
    assert {"tables", "files"} <= drawn
    assert drawn - folders - ROOMS - {"tables", "games/x"} == set()


@pytest.mark.parametrize("name", ["saboteur", "tactics", "undaunted"])
def test_following_the_tips_wins_more_often_than_it_loses(name):
    """Forty games show it; the docs give the result of five hundred."""
    tips, game = script("tips"), games()[name]
    ended = [tips.result(tips.played(game, f"tips {n}")) for n in range(40)]
    assert ended.count("won") > ended.count("lost") + 4


def test_a_fault_is_counted_anew_alone():
    """What was not tried again stays, and all of it is summed up."""
    from scripts.faults import Found, lines, rows_in, rows_of

    first = "\n".join(lines(rows_of([Found("server killed", 70, 1325, 7), Found("disk full", 1, 4, 2)], "`a`, then")))
    page = rows_in(first) | rows_of([Found("disk full", 10, 20, 13)], "`b`, now")
    both = list(lines(page))
    assert "| server killed | 70 | 1,325 | 7 | `a`, then |  |" in both
    assert "| disk full | 10 | 20 | 13 | `b`, now |  |" in both
    assert both[-1].startswith("70 kills, 1,345 acknowledged answers, none lost")
