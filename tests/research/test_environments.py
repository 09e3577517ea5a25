"""Games as environments: the libraries' own tests, stable numbers, nothing that a seat may not know."""

import json
import warnings
from dataclasses import replace
from pathlib import Path

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

from kempelen.engine.errors import BadSetup, IllegalAction
from kempelen.engine.game import Setup, games
from kempelen.games.saboteur.rules.board import Board
from kempelen.lab.experiment import BadExperiment, Experiment
from kempelen.research.coding import ACTIONS, Coder, coder_of, numbered, register
from kempelen.research.course import Course
from kempelen.research.dataset import save_dataset
from kempelen.research.gym import make, register_all
from kempelen.research.pettingzoo import LOST, env, parallel_env
from tests.examples.known import CUPFULS, TROVE, known

NOTEBOOK = Path(__file__).parents[2] / "docs" / "research.ipynb"
TABLES = [
    ("saboteur", "first", 3),
    ("undaunted", "first", 2),
    ("tactics", "versus", 2),
    ("tactics", "first", 1),
    ("universalis", "first", 2),
]


@pytest.fixture(autouse=True)
def advice():
    """The libraries' tests warn of what they would have done otherwise, such as observations with masks."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def libraries_tests(game, scenario, players):
    given = {"scenario": scenario, "players": players}
    api_test(env(game, **given), num_cycles=60)
    seed_test(lambda: env(game, **given), num_cycles=20)
    parallel_api_test(parallel_env(game, **given), num_cycles=30)
    parallel_seed_test(lambda: parallel_env(game, **given), num_cycles=10)
    check_env(make(game, **given), skip_render_check=True)


@pytest.mark.parametrize(("game", "scenario", "players"), TABLES)
def test_the_libraries_own_tests_pass(game, scenario, players):
    libraries_tests(game, scenario, players)


def test_they_pass_for_the_examples_of_the_guide(tmp_path):
    with known(tmp_path, TROVE, CUPFULS):
        for name in ("trove", "cupfuls"):
            libraries_tests(name, None, None)


def whole_game(table, seed, choose):
    """What every agent got in the end, and everything that was chosen."""
    table.reset(seed=seed)
    taken, rewards = [], {}
    for agent in table.agent_iter():
        seen, reward, ended, cut, info = table.last()
        rewards[agent] = reward
        if ended or cut:
            table.step(None)
            continue
        number = choose(np.flatnonzero(seen["action_mask"]))
        taken.append((agent, info["notations"][number]))
        table.step(number)
    return rewards, taken


def test_a_game_is_played_to_its_end_and_the_same_seed_is_the_same_game():
    first, second = (whole_game(env("undaunted", scenario="first"), 3, lambda offered: int(offered[0])) for _ in "ab")
    assert first == second
    assert sorted(first[0].values()) == [-1.0, 1.0]
    assert {agent for agent, _ in first[1]} == {"seat_0", "seat_1"}


def test_numbers_of_actions_keep_their_meaning():
    """The same notation has the same number in other games, unless it had to make room."""
    meant, moved = {}, 0
    for seed in range(4):
        table = env("saboteur", scenario="tu", players=3)
        table.reset(seed=seed)
        for _ in range(30):
            seen, *_, info = table.last()
            assert set(np.flatnonzero(seen["action_mask"])) == set(info["notations"])
            for number, notation in info["notations"].items():
                moved += meant.setdefault(notation, number) != number
            table.step(int(np.flatnonzero(seen["action_mask"])[0]))
    assert len(meant) > 60
    assert moved <= len(meant) // 20


def test_a_catalogue_gives_every_action_a_number_of_its_own():
    coder = coder_of(games()["saboteur"])
    assert sorted(coder.catalogue.values()) == list(range(len(coder.catalogue)))
    assert len(coder.catalogue) < ACTIONS - 100
    table = env("saboteur", scenario="tu", players=5)
    listed = others = 0
    for seed in range(3):
        table.reset(seed=seed)
        for _ in range(40):
            seen, *_, info = table.last()
            assert seen["observation"].shape == (coder.size,)
            for number, notation in info["notations"].items():
                own = coder.catalogue.get(notation)
                assert number == own + 1 if own is not None else number > len(coder.catalogue)
                listed, others = listed + (own is not None), others + (own is None)
            table.step(int(np.flatnonzero(seen["action_mask"])[0]))
    assert listed > 20 * others


def test_tactics_has_a_number_for_nearly_every_action():
    coder = coder_of(games()["tactics"])
    assert sorted(coder.catalogue.values()) == list(range(len(coder.catalogue)))
    assert len(coder.catalogue) < ACTIONS - 100
    listed = others = 0
    for scenario, players in (("versus", 2), ("kraken", 2), ("tyrant", 1)):
        table = env("tactics", scenario=scenario, players=players)
        table.reset(seed=4)
        for step in range(60):
            seen, _, ended, cut, info = table.last()
            if ended or cut:
                break
            for number, notation in info["notations"].items():
                own = coder.catalogue.get(notation)
                assert number == own + 1 if own is not None else number > len(coder.catalogue)
                listed, others = listed + (own is not None), others + (own is None)
            offered = np.flatnonzero(seen["action_mask"])
            table.step(int(offered[step % len(offered)]))
    assert listed > 500
    assert others == 0


@pytest.mark.parametrize("game", [name for name, game in games().items() if game.encoding is not None])
def test_an_encoder_tells_tables_apart_and_knows_no_secrets(game):
    table = env(game)
    table.reset(seed=2)
    rows = set()
    for step in range(30):
        seen, _, ended, cut, _ = table.last()
        if ended or cut:
            break
        assert seen["observation"].shape == (coder_of(games()[game]).size,)
        assert np.isfinite(seen["observation"]).all()
        rows.add(seen["observation"].tobytes())
        offered = np.flatnonzero(seen["action_mask"])
        table.step(int(offered[step % len(offered)]))
    assert len(rows) > 5


def test_a_board_that_is_written_once_is_written_anew_when_a_card_comes_or_goes():
    """Whatever was looked at before, a table is the same row as one of which nobody has seen the board."""
    coder, table, rockfalls = coder_of(games()["saboteur"]), env("saboteur", scenario="tu", players=4), 0
    for seed in range(6):
        table.reset(seed=seed)
        for agent in table.agent_iter():
            seen, _, ended, cut, info = table.last()
            if ended or cut:
                table.step(None)
                continue
            view = info["view"]
            unseen = replace(view, board=Board.from_cards(view.board.laid.items()))
            assert unseen.board.unchanged is None
            assert np.array_equal(coder.encode(unseen, view.viewer), seen["observation"]), agent
            removing = [number for number, notation in info["notations"].items() if notation.startswith("rockfall")]
            offered = removing or np.flatnonzero(seen["action_mask"])
            rockfalls += bool(removing)
            table.step(int(offered[len(view.discards) % len(offered)]))
    assert rockfalls > 5


def test_options_that_fall_on_one_number_make_room():
    many = [f"option {n}" for n in range(3000)]
    found = numbered(many)
    assert len(found) == 3000
    assert list(found.values()) == many
    assert 0 not in found
    assert max(found) < ACTIONS


def test_an_agent_knows_what_its_seat_may_know():
    """Other cards in the others' hands: the same observation."""
    from kempelen.engine.dice import TapeDice

    table = env("saboteur", scenario="tu", players=3)
    table.reset(seed=5)
    course = table.sitting.course
    before = table.observe("seat_0")["observation"]
    course.table.state = course.game.redeal(course.view(0), TapeDice("another deal"))
    assert np.array_equal(table.observe("seat_0")["observation"], before)


def test_bots_sit_on_some_seats():
    table = env("undaunted", scenario="first", bots={1: "search:iterations=2"})
    assert table.possible_agents == ["seat_0"]
    rewards, _ = whole_game(table, 4, lambda offered: int(offered[-1]))
    assert rewards["seat_0"] in (-1.0, 1.0)


def test_what_is_not_offered():
    table = env("undaunted", scenario="first")
    table.reset(seed=1)
    wrong = int(np.flatnonzero(table.last()[0]["action_mask"] == 0)[0])
    agent = table.agent_selection
    with pytest.raises(IllegalAction) as refused:
        table.step(wrong)
    assert refused.value.text.key == "research.not_offered"
    assert table.agent_selection == agent

    seat = make("undaunted", scenario="first")
    seat.reset(seed=1)
    _, reward, ended, _, info = seat.step(wrong)
    assert (reward, ended, info["illegal"]) == (LOST, True, True)


def test_simultaneous_choices_are_asked_for_at_once():
    """Bids are sealed: both sides have a choice in the same step."""
    table = parallel_env("undaunted", scenario="first")
    seen, _ = table.reset(seed=1)
    both = 0
    while table.agents:
        offered = {agent: np.flatnonzero(one["action_mask"]) for agent, one in seen.items()}
        both += all(0 not in numbers for numbers in offered.values())
        seen, *_ = table.step({agent: int(numbers[0]) for agent, numbers in offered.items()})
    assert both > 0


def test_every_scenario_has_an_id():
    ids = register_all()
    assert len(ids) == sum(len(game.scenarios) for game in games().values())
    table = gymnasium.make("kempelen/undaunted-first-v0", bots="scripted")
    seen, info = table.reset(seed=1)
    assert seen in table.observation_space
    assert info["view"] is not None
    assert table.unwrapped.render().startswith("<svg")


def test_an_endless_game_is_cut(monkeypatch):
    monkeypatch.setattr("kempelen.research.course.MOST_DECISIONS", 3)
    seat = make("saboteur", scenario="tu", players=3)
    seen, _ = seat.reset(seed=1)
    cut = False
    for _ in range(3):
        seen, _, _, cut, _ = seat.step(int(np.flatnonzero(seen["action_mask"])[0]))
    assert cut


def test_a_game_brings_its_own_encoder(monkeypatch):
    monkeypatch.setattr("kempelen.research.coding._CODERS", {})
    register("saboteur", Coder(3, lambda view, seat: np.array([seat, view.turn, view.round], np.float32)))
    assert coder_of(games()["saboteur"]).size == 3
    table = env("saboteur", scenario="tu", players=3)
    table.reset(seed=1)
    assert table.observe("seat_2")["observation"].tolist() == [2.0, 0.0, 1.0]


def test_a_game_that_is_not_there():
    with pytest.raises(BadSetup):
        env("nothing")
    with pytest.raises(BadSetup):
        make("undaunted", scenario="first", bots="nobody").reset()


def test_decisions_of_the_lab_as_rows(tmp_path):
    import pyarrow.parquet as pq

    experiment = Experiment("undaunted", "first", ("random", "solitaire"), {}, 3)
    one, two = tmp_path / "one.parquet", tmp_path / "two.parquet"
    count = save_dataset(one, experiment)
    assert count == save_dataset(two, experiment)
    rows = pq.read_table(one).to_pylist()
    assert rows == pq.read_table(two).to_pylist()
    assert len(rows) == count
    assert {row["game"] for row in rows} == {1, 2, 3}
    assert all(row["notations"][row["numbers"].index(row["action"])] == row["notation"] for row in rows)
    assert {row["bot"] for row in rows} == {"random", "solitaire"}
    with pytest.raises(BadExperiment):
        save_dataset(one, experiment)


def test_the_notebook_runs_and_its_learner_beats_chance():
    cells = [cell for cell in json.loads(NOTEBOOK.read_text("utf-8"))["cells"] if cell["cell_type"] == "code"]
    names = {}
    for cell in cells:
        text = "".join(cell["source"]).replace("GAMES = 500", "GAMES = 200")
        exec(compile(text, NOTEBOOK.name, "exec"), names)
    assert names["learned"] >= names["at_random"] + 0.10
    assert names["board"].startswith("<svg")


def test_a_course_ends_with_everybody_rewarded():
    from kempelen.engine.game import Setup, game_named

    course = Course(game_named("undaunted"), Setup("undaunted", "first", ("solitaire", "solitaire")), 1)
    assert course.over
    assert sorted(course.rewards()) == [-1.0, 1.0]


def test_everybody_outside_is_asked_at_once_also_where_the_table_remembers(monkeypatch):
    """As it does for bots that look back. Undaunted: both bid at the same time."""
    monkeypatch.setattr("kempelen.research.course.looks_back", lambda players: True)
    course = Course(games()["undaunted"], Setup("undaunted", "platoon", ("human", "human")), 3)
    assert [decision.seat for decision in course.asked] == [0, 1]
    given = {decision.seat: decision.options[-1] for decision in course.asked}
    course.answer(given)
    assert len(course.asked) == 1
    together = [row for row in course.table.since() if row.kind == "together"]
    together += [row for _, rows in course.table.past() for row in rows if row.kind == "together"]
    assert [row.value for row in together] == [[[seat, given[seat].notation, []] for seat in (0, 1)]]


def test_a_bot_that_looks_back_sits_in_an_environment():
    """It searches nothing, but goes by what everybody has done."""
    table = env("saboteur", scenario="first", players=3, bots={1: "careful", 2: "careful"})
    assert table.possible_agents == ["seat_0"]
    rewards, _ = whole_game(table, 4, lambda offered: int(offered[0]))
    assert rewards["seat_0"] in (-1.0, 1.0)
