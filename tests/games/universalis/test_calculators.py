"""Chances from a few facts: exact, and from the functions that play uses."""

from fractions import Fraction
from itertools import product

import pytest

from kempelen.desk.adviser import Advising
from kempelen.desk.calculator import stated, with_defaults
from kempelen.engine.dice import TapeDice
from kempelen.engine.errors import BadSetup
from kempelen.engine.game import game_named, say_in
from kempelen.games.universalis.desk.asking import in_a_line
from kempelen.games.universalis.desk.calculators import adviser, calculations
from kempelen.text.say import LANGUAGES
from tests.marks import rule

GAME = game_named("universalis")
ALL = {one.id: one for one in calculations(GAME.rulings.defaults)}
SAY = say_in("en")
DICE = list(product(range(1, 13), repeat=2))


def result(line, lang="en", **options):
    what, *words = line.split()
    known = {one.id: one for one in calculations(GAME.rulings.resolve(options))}
    found = known[what].work(stated(known[what], words, say_in(lang)))
    return [say_in(lang).of(text) for text in (found.do, *found.lines)]


def chance(p):
    return SAY("universalis.calc.chance", p=float(p * 100), exact=str(p))


# -- shots


@rule("universalis:R238")
@rule("universalis:R242")
def test_a_shot_tells_what_made_up_its_target():
    lines = result("shot --shooter kolb --weapon carbine --distance 30 --cover 2 --target voss --fk 9")
    assert lines[0] == f"Hits with {chance(Fraction(6, 12))}."
    assert "Target number 6: FK 9, −1 range (R238) and −2 cover (R242)." in lines


@rule("universalis:R058")
def test_a_target_of_nothing_is_no_chance():
    lines = result("shot --fk 1 --weapon carbine --cover 3")
    assert lines[0] == "Hits with 0.0 % (0)."
    assert any("Target number -2" in line for line in lines)


@rule("universalis:R239")
@rule("universalis:R225")
def test_out_of_range():
    assert result("shot --weapon carbine --distance 81") == ["Out of range: at most 80 cm (R239)."]
    assert result("shot --weapon carbine --distance 81 --mode aimed")[0].startswith("Hits")


@rule("universalis:R165")
@rule("universalis:R168")
def test_wounds_are_the_two_dice():
    """A carbine, strength 5, on a normal human with KO 3 and 5 TP."""
    wound = Fraction(sum(a + 5 > d + 3 for a, d in DICE), 144)
    tie = Fraction(sum(a + 5 == d + 3 for a, d in DICE), 144)
    lines = result("wound --weapon carbine")
    assert lines[0] == f"Wounds with {chance(wound)}."
    assert f"Wounds with {chance(wound)}, a tie and thus one shock with {chance(tie)}." in lines
    assert f"On average {3 * float(wound):.2f} TP are lost" in " ".join(lines)
    assert "Whoever has 5 TP left is not put out by it." in lines
    assert f"Put out, with 3 TP left, with {chance(wound)}." in result("wound --weapon carbine --tp 3")


@rule("universalis:R219")
def test_a_shot_is_hit_times_wound():
    wound = Fraction(sum(a + 5 > d + 3 for a, d in DICE), 144)
    lines = result("shot --weapon carbine --fk 6 --distance 10")
    assert f"Wounds with {chance(wound / 2)}" in " ".join(lines)
    assert f"Once it has hit, it wounds with {chance(wound)}." in lines


def test_a_proven_marksman_rolls_again():
    assert result("shot --shooter brandt --fk 6 --weapon carbine")[0] == f"Hits with {chance(Fraction(3, 4))}."
    assert "Re-rolls that were reckoned in: proven marksman." in result("shot --shooter brandt --weapon carbine")


@rule("universalis:R112")
@rule("universalis:G22")
def test_a_dodge_needs_to_win():
    dodged = Fraction(sum(d + 4 > a + 4 for a, d in DICE), 144)
    lines = result("shot --weapon carbine --fk 6 --dodge")
    assert f"The target dodges with {chance(dodged)} (R112)." in lines
    assert lines[0] == f"Hits with {chance((6 - dodged) / 12)}."


@rule("universalis:R309")
@rule("universalis:R311")
def test_each_zone_of_a_colossus_counts():
    """The hull is hit by 1 to 6 of the d12; only there it can be put out."""
    lines = result("wound --weapon carbine --target amboss --tp 1")
    assert "Whoever has 1 TP left is not put out by it." in lines  # reinforced: 3 // 2 - 1 = 0
    strong = result("wound --weapon rocket --target amboss --tp 1")
    wound = Fraction(sum(a + 8 > d + 8 for a, d in DICE), 144)  # pierced protection 5, so KO 8 counts
    assert f"Put out, with 1 TP left, with {chance(wound / 2)}." in strong


@rule("universalis:R154")
def test_fire_and_poison_are_told():
    assert any(line.startswith("Burns with") for line in result("wound --weapon flamer"))
    assert any(line.startswith("Poisoned with") for line in result("wound --attacker yul"))


@rule("universalis:R325")
def test_a_drone_shoots_with_its_controller():
    assert any("FK 5" in line for line in result("shot --shooter libelle --distance 10"))


# -- melee


@rule("universalis:R266")
@rule("universalis:R269")
def test_melee_with_ties_by_agility():
    """Two equal humans: half of all melees are won, ties included, for they are decided by equal AGI."""
    assert result("melee --weapon unarmed")[0] == f"Hits with {chance(Fraction(1, 2))}."


@rule("universalis:R280")
@rule("universalis:R274")
def test_a_charge_gives_two_unless_there_is_a_defence():
    assert any("+2 charge (R280)" in line for line in result("melee --weapon unarmed --blow charge"))
    assert not any("R280" in line for line in result("melee --weapon unarmed --blow charge --defence"))


def test_the_fleet_escape_unwieldy_weapons():
    lines = result("melee --attacker marga --defender tam")
    assert lines[0] == "Hits with 0.0 % (0)."
    assert any("fleet" in line for line in lines)


def test_luck_is_used_once():
    """Till is lucky: what he spends in the melee is gone when the armour is rolled."""
    lines = result("melee --attacker osk --weapon unarmed --defender till --nk 20")
    assert any("luck" in line for line in lines)


# -- panic, scatter, reconnaissance


@rule("universalis:R194")
@rule("universalis:R198")
@rule("universalis:R199")
def test_panic_counts_everybody():
    lines = result("panic --who tam --friends 2 --friends-just-out 1 --enemies 1")
    assert (
        "Target number 3: EH 5, +2 a friend nearby (R194), −3 the friend who has just gone out (R198) and −1 an enemy nearby (R199)."
        in lines
    )
    assert lines[0] == f"Panics with {chance(Fraction(3, 4))}, keeps calm with {chance(Fraction(1, 4))}."


@rule("universalis:R257")
@rule("universalis:R258")
@rule("universalis:R260")
def test_scatter_goes_three_cm_a_point_and_half_the_way_at_most():
    lines = result("scatter --weapon hand_grenade --ko 5 --fk 4 --distance 10")
    assert lines[0] == f"Lands on the spot with {chance(Fraction(4, 12))}."
    assert f"3 cm astray: {chance(Fraction(1, 12))}, the target partly under the template." in lines
    assert f"5 cm astray: {chance(Fraction(7, 12))}, the target partly under the template." in lines


@rule("universalis:G46")
def test_scatter_with_a_target_of_nothing_still_rolls():
    lines = result("scatter --weapon hand_grenade --ko 10 --fk 1 --distance 20 --cover 2")
    assert lines[0] == "Lands on the spot with 0.0 % (0)."
    assert any("10 cm astray" in line for line in lines)


@rule("universalis:R261")
def test_a_template_may_strike_after_a_miss():
    lines = result("shot --weapon hand_grenade --fk 4 --distance 6")
    assert lines[0] == "Hits with 100.0 % (1)."  # 3 cm at most, and the template has 4


@rule("universalis:R298")
@rule("universalis:R299")
@rule("universalis:R300")
def test_reconnaissance():
    lines = result("reconnoitre --who irle --level 2 --extra 1 --supporters 1")
    assert lines[0] == f"Reconnoitred with {chance(Fraction(7, 12))}."
    assert "Costs 3 AP." in lines


def test_options_of_the_rules_count():
    assert "G02" in GAME.rulings
    normal = result("wound --weapon carbine --target-critical")
    assert any("−2 critical state (R183)" in line for line in normal)
    assert not any("R183" in line for line in result("wound --weapon carbine --target-critical", G02="no"))


# -- the command line's words


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("shot --speed 3", "--distance"),
        ("shot fast", "--fast"),
        ("shot --distance far", "--distance"),
        ("shot --distance", "--distance"),
        ("shot --shooter nobody", "brandt"),
        ("shot --weapon sabre", "carbine"),
        ("shot --fast maybe", "maybe"),
        ("panic --friends 10", "from 0 to 9"),
    ],
)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_bad_words_are_explained(line, told, lang):
    with pytest.raises(BadSetup) as refused:
        result(line)
    words = say_in(lang).of(refused.value.text)
    assert words.endswith(".")
    assert lang == "de" or told in words


def test_values_can_be_written_in_several_ways():
    plain = result("shot --distance 12.5 --fast --cover 2")
    assert plain == result("shot --distance=12,5 --fast yes --cover=2")
    assert result("shot --shooter Brandt") == result("shot --shooter brandt --fast no")


def test_models_of_a_roster_of_ones_own():
    from tests.games.universalis.test_roster_files import group, human

    known = {
        one.id: one for one in calculations(GAME.rulings.defaults, [group(human(leader=True, fk=9), human("two"))])
    }
    words = stated(known["shot"], ["--shooter", "one", "--weapon", "carbine"], SAY)
    assert "75.0 %" in SAY.of(known["shot"].work(words).do)


# -- asked one after the other


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("id", ALL)
def test_every_calculation_works_with_what_is_usual(id, lang):
    found = ALL[id].work(with_defaults(ALL[id], {}))
    for text in (found.do, *found.lines, *(step.text for step in found.trace)):
        assert say_in(lang).of(text).endswith(".")
    assert all(step.sources for step in found.trace)


def test_the_adviser_asks_and_gives_the_same_answer():
    advising = Advising(adviser(GAME.rulings.defaults), TapeDice(0))
    advising.open("shot")
    for answer in ("voss", "aimed", 40, "marga", "2", "fast", "shots", 1, "done"):
        advising.answer(answer)
    asked = [SAY.of(text) for text in (advising.advice.do, *advising.advice.how)]
    assert asked == result("shot --shooter voss --mode aimed --distance 40 --target marga --cover 2 --fast")
    assert advising.undo()
    assert advising.query is not None


def test_what_no_blow_can_do_is_not_said():
    """Every line of the usual fights ended with 0 %."""
    say = say_in("de")
    assert say.of(in_a_line(Fraction(1, 4), Fraction(1, 8), Fraction(0))) == "Trifft 25 %, verletzt 12 %."
    assert say.of(in_a_line(Fraction(1, 4), Fraction(1, 8), Fraction(1, 8))).endswith("schaltet aus 12 %.")
