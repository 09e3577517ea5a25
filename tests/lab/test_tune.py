"""Knobs turned: the ways to look for a setting on made-up chances, and one search with games."""

import re

import pytest

from kempelen.automa.sheet import Knob
from kempelen.engine.dice import TapeDice
from kempelen.engine.game import game_named
from kempelen.lab.backends import Serial
from kempelen.lab.compare.tables import experiment_for
from kempelen.lab.experiment import BadExperiment
from kempelen.lab.run import play_one
from kempelen.lab.tune.knobs import chosen_knobs, own_knobs, turned, turned_text
from kempelen.lab.tune.meter import Band, Meter, human_won
from kempelen.lab.tune.search import bisect, evolve, nearest, race, spread
from kempelen.lab.tune.tune import tune, way_for
from kempelen.parts.automas import sheet_from, shipped_sheets

SABOTEUR = game_named("saboteur")
HIDDEN = shipped_sheets(SABOTEUR)["hidden-saboteur"]
UNDAUNTED = game_named("undaunted")
BOLD = shipped_sheets(UNDAUNTED)["bold-riflemen"]
BAND = Band(0.45, 0.55)


class MadeUp(Meter):
    """Chances by a formula; the same luck for all settings."""

    chance = staticmethod(lambda values, scenario: 0.5)

    def more(self, wanted):
        for values, games in wanted.items():
            now = self.of(values)
            for scenario in self.scenarios:
                dice = TapeDice(f"{self.seed}{scenario}")
                luck = [dice.below(1000, "", "") / 1000 for _ in range(now.games + games)]
                now.won[scenario] += sum(one < self.chance(values, scenario) for one in luck[now.games :])
            now.games += games
            self.played += games * len(self.scenarios)


def made_up(chance, knobs, scenarios=("a",)):
    meter = MadeUp(SABOTEUR, HIDDEN, knobs, scenarios, {}, "1", Serial())
    meter.chance = chance
    return meter


def knob(least, most, value=None, name="k"):
    return Knob(name, least if value is None else value, least, most, {}, 1)


def test_one_knob_is_bisected():
    meter = made_up(lambda values, _: 0.05 + values[0] / 100, [knob(0, 90)])
    found = bisect(meter, BAND)
    assert 40 <= found.values[0] <= 50
    assert len(meter.tried) < 12
    assert meter.played <= 6000
    # the ends are far away, so a few games were enough for them
    assert meter.of((90,)).games < 200


def test_a_knob_that_is_right_as_it_is_stays():
    meter = made_up(lambda values, _: 0.5, [knob(0, 90, 33)])
    assert bisect(meter, BAND).values == (33,)
    assert len(meter.tried) == 1


def test_what_cannot_be_reached_gives_the_nearest():
    meter = made_up(lambda values, _: 0.9 - values[0] / 100, [knob(0, 10)])
    found = bisect(meter, BAND)
    assert found.values == (10,)
    assert found.away(BAND) > 0.15


def test_a_few_knobs_race():
    def chance(values, _):
        return 0.2 + 0.1 * values[0] + 0.02 * values[1]

    meter = made_up(chance, [knob(0, 5), knob(0, 3, name="l")])
    candidates = spread(meter)
    assert candidates[0] == meter.usual == (0, 0)
    assert len(candidates) == len(set(candidates)) == 24
    found = race(meter, BAND, candidates)
    assert 0.42 <= chance(found.values, "a") <= 0.58
    far = [meter.of(one) for one in candidates if not 0.3 < chance(one, "a") < 0.7]
    assert all(one.games < found.games for one in far), "who is surely too far away goes"


def test_candidates_are_spread_over_all_ranges():
    meter = made_up(lambda *_: 0.5, [knob(-50, 50), knob(0, 99, name="l"), knob(1, 3, name="m")])
    found = spread(meter)
    assert len(found) == 24
    assert {values[2] for values in found} == {1, 2, 3}
    assert min(values[0] for values in found) < -30
    assert max(values[0] for values in found) > 30


def test_many_knobs_or_scenarios_evolve():
    def chance(values, scenario):
        return 0.1 + 0.1 * values[0] + 0.1 * values[1] + (0.02 if scenario == "b" else 0)

    knobs = [knob(0, 4, name=name) for name in "abcdef"]
    meter = made_up(chance, knobs, ("a", "b"))
    assert way_for(meter) == "evolution"
    found = evolve(meter, BAND, 8000)
    assert 0.4 <= chance(found.values, "a") <= 0.6
    again = made_up(chance, knobs, ("a", "b"))
    assert evolve(again, BAND, 8000).values == found.values


def test_a_result_is_confirmed_on_fresh_seeds():
    meter = made_up(lambda values, _: 0.05 + values[0] / 100, [knob(0, 90)])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("kempelen.lab.tune.tune.turned", lambda game, sheet, values: sheet)
        patch.setattr(MadeUp, "chance", staticmethod(meter.chance))
        found = tune(meter, BAND, 400)
    assert found.way == "bisection"
    assert found.fresh.games == 400
    assert found.fresh.won != found.best.won
    assert found.reached == (0.45 <= found.fresh.mean() <= 0.55)


def test_the_file_keeps_every_other_character():
    """But an example of what the card did with the old number is only a comment then: else the file could not be played."""
    assert turned_text(UNDAUNTED, BOLD, {"bold": 3}) == BOLD.text
    example = next(line for line in BOLD.text.split("\n") if "may_shoot_at 7 yes:" in line)
    commented = BOLD.text.replace(example, f"# {example}")
    assert turned_text(UNDAUNTED, BOLD, {"bold": -1}) == commented.replace("bold = +3 in", "bold = -1 in")
    assert turned_text(UNDAUNTED, BOLD, {"bold": 5}) == commented.replace("bold = +3 in", "bold = +5 in")
    assert turned(UNDAUNTED, BOLD, {"bold": 5}).values() == {"bold": 5}
    assert turned_text(SABOTEUR, HIDDEN, {"patience": 7}) == HIDDEN.text.replace("patience = 3 in", "patience = 7 in")
    assert turned(SABOTEUR, HIDDEN, {"patience": 7}).values() == {"patience": 7}
    child = sheet_from(SABOTEUR, re.sub(r"## knobs[\s\S]*", "", HIDDEN.text.replace("Hidden", "Other")) + CHILD)
    assert own_knobs(child) == {}


CHILD = "## list seekers\n1 [lay_path]\n2 [discard]\n"


@pytest.mark.parametrize("given", ["", "x", "55..45", "-3..5", "40..200", "..", "nan"])
def test_a_bad_band_is_refused(given):
    with pytest.raises(BadExperiment) as raised:
        Band.read(given)
    assert raised.value.text.key == "automa.tune.bad_band"


def test_knobs_that_are_not_there_are_refused():
    for sheet, names, key in (
        (SABOTEUR.automas.sheet, (), "no_knobs"),
        (HIDDEN, ("bold",), "unknown_knob"),
        (sheet_from(SABOTEUR, HIDDEN.text.replace("in 0..10", "in 3..3")), (), "no_room"),
    ):
        with pytest.raises(BadExperiment) as raised:
            chosen_knobs(sheet, names)
        assert raised.value.text.key == f"automa.tune.{key}"
    assert Band.read("50") == Band(0.5, 0.5)


def test_games_are_those_of_the_turned_file():
    meter = Meter(SABOTEUR, HIDDEN, chosen_knobs(HIDDEN, ()), ["tu"], {}, "3", Serial())
    meter.more({(0,): 12, (10,): 12})
    for value in (0, 10):
        sheet = turned(SABOTEUR, HIDDEN, {"patience": value})
        experiment = experiment_for(SABOTEUR, "tu", sheet, {}, 12, "3")
        won = sum(human_won(experiment, play_one(experiment, number)) for number in range(1, 13))
        assert meter.of((value,)).won == {"tu": won}
    assert nearest(list(meter.tried.values()), Band(0, 1)).games == 12
