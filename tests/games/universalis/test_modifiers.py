"""A modifier is never a bare number: every roll tells what made up its target, with rule numbers, in both languages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kempelen.engine.game import say_in
from kempelen.games import universalis
from kempelen.games.universalis.rules import events
from kempelen.games.universalis.rules.combat.damage import go_out
from kempelen.games.universalis.rules.combat.panic import panic_reckoning, panic_test
from kempelen.games.universalis.rules.combat.wounds import Hit, resolve_hit
from kempelen.games.universalis.rules.models.card import Armour, Item, Power, Trait, Weapon
from kempelen.games.universalis.rules.models.powers import power_reckoning
from kempelen.games.universalis.rules.models.traits import TRAITS
from kempelen.games.universalis.rules.terms import CONCUSSION, EXPLOSIVE, PIERCING, REINFORCED, REND, SHRAPNEL, TRAUMA
from kempelen.games.universalis.rules.upkeep import burn
from kempelen.text.say import Text
from tests.games.universalis.table import KNIFE, RIFLE, SABRE, Script, act, area, model, position, run
from tests.marks import rule

LANGUAGES = ("en", "de")
CODE = "\n".join(path.read_text("utf-8") for path in sorted(Path(universalis.__file__).parent.rglob("*.py")))


def said(table: Script, language: str = "en") -> list[str]:
    say = say_in(language)
    return [say.of(event.text) for event in table.events]


def shown(table: Script, kind: type, language: str = "en") -> str:
    return say_in(language).of(table.told(kind)[0].text)


# -- every modifier has words


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_the_code_adds_or_subtracts_for_has_words(language):
    found = set(re.findall(r'(?:value|quick)\.add\(\s*"(\w+)"', CODE))
    found |= set(re.findall(r'\(\(?"([RGK]\d{2,3})", ', CODE))
    found |= set(re.findall(r'COVER_RULES = \("", "(\w+)", "(\w+)", "(\w+)"\)', CODE)[0])
    assert len(found) > 40
    say = say_in(language)
    for key in sorted(found):
        words = say.of(Text(f"universalis.mod.{key}"))
        assert words
        assert "universalis.mod" not in words


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_trait_has_a_name(language):
    say = say_in(language)
    assert all(say.of(Text(f"universalis.trait.{id}")) for id in TRAITS)


# -- ranged combat


def long_shot() -> Script:
    """Nearly everything that can happen to a shot."""
    s = position(
        model("A1", (10, 45), weapons=(RIFLE,), fk=12, prone=True, critical=True),
        model("B1", (45, 45), fast=True, agi=9, wn=12),
        pieces=[area("forest", 40, 40, 50, 50)],
    )
    dice = {"dodge_shooter": 1, "dodge_target": 9, "fk": 12}
    return act(s, "A1 snap B1 rifle", dice=dice, answers=["B1 dodge"])


@rule("universalis:R057")
@rule("universalis:R219")
@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        (
            "en",
            "A1 A1: FK roll, 4 or less needed (FK 12, −2 critical state (R183), −2 snap shot (R226), −1 range (R238), "
            "+2 lying down (R244), −2 fast target (R245), −2 cover (R242) and −1 the target dodges (R112)). "
            "12 rolled: failed.",
        ),
        (
            "de",
            "A1 A1: FK-Wurf, nötig höchstens 4 (FK 12, −2 kritischer Zustand (R183), −2 Schnellschuss (R226), "
            "−1 Reichweite (R238), +2 liegend (R244), −2 schnelles Ziel (R245), −2 Deckung (R242) und "
            "−1 das Ziel weicht aus (R112)). Gewürfelt 12: misslungen.",
        ),
    ],
)
def test_a_shot_lists_all_its_modifiers(language, sentence):
    assert shown(long_shot(), events.Tested, language) == sentence


@rule("universalis:R112")
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_dodge_shows_both_sums(language):
    text = shown(long_shot(), events.Compared, language)
    assert "(R183)" in text
    assert "AGI 4" in text
    assert "AGI 9" in text


@rule("universalis:R058")
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_shot_without_a_roll_says_why(language):
    s = position(model("A1", (10, 45), weapons=(RIFLE,), fk=1), model("B1", (45, 45)))
    text = shown(act(s, "A1 snap B1 rifle"), events.NotRolled, language)
    assert "(R226)" in text
    assert "(R238)" in text
    assert "−2" in text


@rule("universalis:R257")
@rule("universalis:R258")
@rule("universalis:R259")
@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "Missed by 2: 6 cm astray, 3 for each point (R257), towards 90°. It lands at 45.0,51.0."),
        (
            "de",
            "Um 2 verfehlt: 6 cm Abweichung, 3 je Punkt (R257), Richtung 90°. Der Trefferpunkt liegt bei 45.0,51.0.",
        ),
    ],
)
def test_scatter_says_how_far_and_why(language, sentence):
    mortar = Weapon("mortar", 1, 4, 2, 30, 3, radius=2)
    s = position(model("A1", (20, 45), weapons=(mortar,), fk=5), model("B1", (80, 80)))
    table = act(s, "A1 shoot 45,45 mortar", dice={"fk": 7}, directions=[90])
    assert shown(table, events.Scattered, language) == sentence


# -- hits


def hit(weapon: Weapon, victim: dict, attacker: dict | None = None, **script) -> Script:
    s = position(model("A1", (30, 45), **(attacker or {})), model("B1", (60, 45), **victim))
    how = Hit(weapon.strength, weapon.damage, weapon.effects, weapon, s.models[0], bonus=2, cover=2, shield=1)
    return run(s, lambda s, table: resolve_hit(s, table, s.models[1], how), **script)


@rule("universalis:R165")
@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        (
            "en",
            "A1 A1 rolls 3 and adds strength 4, +4 explosive doubles the strength (R156), +2 burst (R255) and "
            "−2 critical state (R183): 11. B1 B1 rolls 12 and adds protection 7, −3 armour-piercing halves the "
            "protection (R158), +2 touches cover II (R131) and +1 shield (R218): 19.",
        ),
        (
            "de",
            "A1 A1 würfelt 3, dazu Stärke 4, +4 Explosiv verdoppelt die Stärke (R156), +2 Dauerfeuer (R255) und "
            "−2 kritischer Zustand (R183): 11. B1 B1 würfelt 12, dazu Schutz 7, −3 Panzerbrechend halbiert den "
            "Schutz (R158), +2 berührt Deckung II (R131) und +1 Schild (R218): 19.",
        ),
    ],
)
def test_wound_and_armour_rolls_list_everything(language, sentence):
    gun = Weapon("gun", 1, 4, 2, effects=EXPLOSIVE | PIERCING)
    table = hit(gun, {"armour": Armour("a", 7), "ko": 2}, {"critical": True}, dice={"wound": 3, "armour": 12})
    assert shown(table, events.Compared, language) == sentence


@rule("universalis:G16")
@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        (
            "en",
            "B1 B1 loses 2 TP, 7 of 9 left (damage of the weapon (R150): 5, reinforced armour halves it (R164): −3, damage "
            "reduction (R170): −1 and rend doubles the loss (R153): +1).",
        ),
        (
            "de",
            "B1 B1 verliert 2 TP, es bleiben 7 von 9 (Schaden der Waffe (R150): 5, verstärkte Struktur halbiert (R164): −3, "
            "Schadensreduktion (R170): −1 und Aufreißen verdoppelt den Verlust (R153): +1).",
        ),
    ],
)
def test_damage_tells_every_step(language, sentence):
    gun = Weapon("gun", 1, 9, 5, effects=REND | SHRAPNEL)
    armour = Armour("a", 1, 1, effects=REINFORCED)
    table = hit(gun, {"armour": armour, "ko": 1, "tp_max": 9}, dice={"wound": 12, "armour": 1, "ko": 12})
    assert shown(table, events.Damaged, language) == sentence


@rule("universalis:R160")
@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "B1 B1 suffers 2 shocks in place of lost TP (R160; damage of the weapon (R150): 2)."),
        ("de", "B1 B1 erleidet 2 Schocks anstelle verlorener TP (R160; Schaden der Waffe (R150): 2)."),
    ],
)
def test_trauma_tells_how_many_shocks(language, sentence):
    table = hit(Weapon("gun", 1, 9, 2, effects=TRAUMA), {"ko": 1}, dice={"wound": 12, "armour": 1})
    assert shown(table, events.Stunned, language) == sentence


@rule("universalis:R155")
@pytest.mark.parametrize(("language", "words"), [("en", "concussion (R155)"), ("de", "Erschütterung (R155)")])
def test_a_die_rolled_again_says_by_which_rule(language, words):
    gun = Weapon("gun", 1, 1, 2, effects=CONCUSSION)
    table = hit(gun, {"ko": 1}, dice={"wound": 1, "armour": 12, "armour_2": 11}, answers=["reroll"])
    assert words in shown(table, events.NewDie, language)


# -- melee


@rule("universalis:R266")
@pytest.mark.parametrize("language", LANGUAGES)
def test_melee_lists_both_sides(language):
    s = position(
        model("A1", (30, 45), weapons=(SABRE,), nk=3, size=2, camouflage=2, unwieldy=True),
        model("B1", (35, 45), nk=4, shield_nk=1, ko=12, critical=True),
        model("A2", (37.5, 45)),
    )
    table = act(s, "A1 charge B1 sabre 31.75,45", dice={"nk_att": 1, "nk_def": 12})
    text = shown(table, events.Compared, language)
    for number in ("R280", "R281", "R282", "R283", "R295", "R217", "R183"):
        assert f"({number})" in text


@rule("universalis:R277")
@pytest.mark.parametrize(("language", "words"), [("en", "−7 is leaving (R277)"), ("de", "−7 entfernt sich (R277)")])
def test_an_opportunity_attack_shows_why_nk_is_zero(language, words):
    s = position(model("A1", (30, 45), nk=7, eh=12, ko=12), model("B1", (32.5, 45), weapons=(KNIFE,)))
    table = act(s, "A1 disengage 27,45", dice={"nk_att": 1, "nk_def": 12}, answers=["B1 strike knife"])
    assert words in shown(table, events.Compared, language)


# -- other rolls


@rule("universalis:R188")
@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        (
            "en",
            "A1 A1: EH roll, 3 or less needed (EH 6, +1 a friend nearby (R194), −3 the friend who has just gone out "
            "(R198) and −1 an enemy nearby (R199)). 3 rolled: passed.",
        ),
        (
            "de",
            "A1 A1: EH-Wurf, nötig höchstens 3 (EH 6, +1 ein Freund in der Nähe (R194), −3 der eben ausgeschaltete "
            "Freund (R198) und −1 ein Feind in der Nähe (R199)). Gewürfelt 3: gelungen.",
        ),
    ],
)
def test_a_panic_test_lists_everybody(language, sentence):
    s = position(
        model("A1", (45, 45), eh=6), model("A2", (50, 45)), model("A3", (45, 50), out=True), model("B1", (40, 45))
    )
    m, gone = s.models[0], s.models[2]
    table = run(s, lambda s, table: panic_test(s, table, m, panic_reckoning(s, m, gone)), dice={"eh": 3})
    assert shown(table, events.Tested, language) == sentence


@rule("universalis:R298")
@rule("universalis:R024")
@pytest.mark.parametrize("language", LANGUAGES)
def test_reconnaissance_lists_equipment_level_ap_and_support(language):
    scanner = Item("scanner", ap=1, temporary={"WN": 2})
    s = position(
        model("A1", (45, 45), items=(scanner,), items_on=1),
        model("A2", (45, 50)),
        model("B1", (50, 45), camouflage=2, camouflage_level=2, hidden=True),
    )
    table = act(s, "A1 reconnoitre B1 +1", dice={"wn": 12}, answers=["A2 support"])
    text = shown(table, events.Tested, language)
    assert all(f"({number})" in text for number in ("R024", "R298", "R299", "R300"))


@rule("universalis:R182")
@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "A1 A1 burns: 10 rolled, +2 friends put the fire out (R182): 12."),
        ("de", "A1 A1 brennt: 10 gewürfelt, +2 Freunde helfen löschen (R182): 12."),
    ],
)
def test_burning_shows_who_helps(language, sentence):
    s = position(model("A1", burning=KNIFE), model("A2", (47.5, 45)))
    table = run(s, lambda s, table: burn(s, table, s.models[0]), dice={"burn": 10})
    assert shown(table, events.Burned, language) == sentence


@rule("universalis:R317")
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("die", "legs"), [(1, 1), (7, 2), (12, 3)])
def test_lost_legs_name_die_and_rule(language, die, legs):
    text = say_in(language).of(events.LegsLost("A1 Amboss", die, legs, 12).text)
    assert str(die) in text
    assert "R317" in text


@rule("universalis:R316")
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_lost_side_shows_in_every_roll_on_agi_and_nk(language):
    s = position(
        model("A1", (30, 45), type=1, size=3, tp_max=9, zones=[9, 0, 6, 6], weapons=(SABRE,)),
        model("B1", (33.75, 45), ko=12),
    )
    text = shown(act(s, "A1 attack B1 sabre", dice={"nk_att": 1, "nk_def": 12}), events.Compared, language)
    assert "(R316)" in text
    assert "(R313)" in text


@rule("universalis:R332")
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_power_lists_its_difficulty(language):
    bolt = Power("bolt", "fire", modifier=-1, distance=20, strength=1, damage=1)
    s = position(
        model("A1", (30, 45), powers=(bolt,), eh=6, critical=True), model("B1", (45, 45)), options={"G52": "on"}
    )
    assert power_reckoning(s, s.models[0], bolt).mods == [("R183", -2), ("R332", -1)]
    assert "(R332)" in shown(act(s, "A1 power bolt B1", dice={"eh": 12}), events.Tested, language)


# -- nothing is left without words


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_whole_exchange_reads_well(language):
    s = position(
        model("A1", (30, 45), weapons=(SABRE,), nk=9, traits=(Trait("luck"),)),
        model("B1", (32.5, 45), ko=1, tp=1, weapons=(KNIFE,)),
        model("B2", (40, 45), eh=1),
    )
    table = act(s, "A1 attack B1 sabre", dice={"nk_att": 12, "nk_def": 1, "wound": 12, "armour": 1})
    run(s, lambda s, table: go_out(s, table, s.models[0]))
    lines = said(table, language)
    assert len(lines) > 4
    assert not any("universalis." in line or "{" in line for line in lines)
