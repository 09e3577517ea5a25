"""The adviser without a board: whoever answers truthfully hears what the automa does on that board."""

from __future__ import annotations

import pytest

from kempelen.behaviour.question import StateOracle
from kempelen.behaviour.verdict import consult
from kempelen.desk.adviser import Advising
from kempelen.engine.dice import ScriptedDice, TapeDice
from kempelen.engine.errors import BadNotation, IllegalAction
from kempelen.engine.game import say_in
from kempelen.engine.tables.scripted import ScriptedTable
from kempelen.engine.trace import RulingCite
from kempelen.games.undaunted import GAME
from kempelen.games.undaunted.automa.charts import charts_for
from kempelen.games.undaunted.automa.selection import bolster, select, target_value
from kempelen.games.undaunted.desk.inquiry import _stated
from kempelen.games.undaunted.rules.cards import KIND, KINDS, profile
from kempelen.parts.advice import adviser_of
from kempelen.text.say import LANGUAGES, Text
from kempelen.web.pocket.desk import wish_of
from tests.games.undaunted.person import InAHurry, Person, decisions, of_kind
from tests.marks import rule

FACES = (3, 8, 10, 1, 6, 2, 9, 5, 7, 4)


def advising(*dice):
    return Advising(adviser_of(GAME, {}), ScriptedDice([face - 1 for face in dice]))


def answered(id, *answers, dice=(), known=None):
    sitting = advising(*dice)
    sitting.open(id, known)
    for answer in answers:
        sitting.answer(answer)
    return sitting


def words(text, lang="en"):
    return say_in(lang).of(text)


# -- the same as on the board


def test_there_are_boards_to_compare():
    assert {f.kind for f in decisions()} == set(KINDS) - {"fog"}


@pytest.mark.parametrize("kind", sorted(set(KINDS) - {"fog"}))
def test_a_card_does_the_same_as_on_the_board(kind):
    for n, f in enumerate(of_kind(kind)):
        faces = FACES[n % 10 :] + FACES[: n % 10]
        table = ScriptedTable(GAME, f.s, *(f"d10:{face}" for face in faces))
        expected = consult(charts_for(f.options)[kind], StateOracle(f), table)
        person = Person(f, faces, aim=expected.aim)
        advice = person.consult(kind)
        assert dict(advice.do.fields)["action"].key == f"undaunted.action.{expected.action}"
        assert sum(key.startswith("question") for key in person.keys) <= 5


def test_targets_are_those_of_the_board():
    seen = set()
    for f in of_kind("scout", "rifleman", "sniper", "mg"):
        for action in ("attack", "suppress") if f.kind == "mg" else ("attack",):
            for aim in aims(f):
                main, riflemen = f.main_targets(), f.objective_riflemen()
                expected = select(f.kind, action, aim, f.foes(), main, riflemen)
                person = Person(f, aim=aim, action=action)
                advice = person.consult("target", kind=f.kind, action=action, aim=aim or "none")
                if expected is None:
                    assert advice.do.key == "undaunted.adviser.no_target"
                    continue
                seen.add(expected.how)
                unit = dict(advice.do.fields)["unit"]
                assert unit.key.rpartition(".")[2] in {KIND[target] for target in expected.targets}
                assert dict(advice.how[0].fields)["need"] == min(expected.defence, 10)
                assert len(expected.targets) == 1 or "adviser_lot" in person.keys
    assert seen >= {"provided", "row", "lower"}


def aims(f):
    yield ""
    if f.kind == "mg" and f.objective_riflemen():
        yield "rifleman"
    if f.kind == "mg" and f.specialist_within(8):
        yield "specialist"


def test_piles_are_those_of_the_board():
    for f in of_kind("sergeant", "guide", "leader"):
        x = profile(f.card).actions["bolster"]
        expected = bolster(f.piles(), x)
        person = Person(f)
        squad = {"squad": "ABC"[f.card - 13]} if f.kind == "leader" else {}
        advice = person.consult("bolster", who=f.kind, **squad)
        if not expected:
            assert advice.do.key == "undaunted.adviser.nothing_to_take"
            continue
        takes = [dict(take.fields) for take in dict(advice.do.fields)["takes"]]
        assert [(take["card"].key, take["n"]) for take in takes] == [
            (f"undaunted.card.{GAME.things.card_text(card)}", count) for card, count in expected
        ]


def test_the_mortars_tile_is_that_of_the_board():
    for f in of_kind("mortar"):
        person = Person(f)
        advice = person.consult("mortar_tile")
        expected = f.target_tiles()
        if not expected:
            assert advice.do.key == "undaunted.adviser.no_tile"
            continue
        fields = dict(advice.do.fields)
        told = [kind.key.rpartition(".")[2] for kind in dict(fields["at"].fields)["units"]]
        stand = dict(person.tiles_with_foes())
        alike = [tile for tile, kinds in stand.items() if sorted(kinds) == sorted(told)]
        assert alike
        assert set(alike) <= set(expected)
        assert fields["n"] == target_value(told)
        assert (len(expected) > 1) == ("adviser_lot" in person.keys)


@pytest.mark.parametrize("person_of", [Person, InAHurry])
def test_ways_are_those_of_the_board(person_of):
    """Somebody who only taps where things lie is told the way that the automa would take there."""
    say = say_in("en")
    found = of_kind("scout", "rifleman", "sniper", "mg", "mortar")[::4]
    assert len(found) > 40
    for f in found:
        person = person_of(f)
        assert person.is_regular()
        squad = {"squad": "ABC"[(f.card - 1) % 3]} if f.kind == "rifleman" else {}
        if f.kind in ("scout", "mg"):
            squad = {"squad": "ABC"[(f.card - 2) % 3]}
        advice = person.consult("path", kind=f.kind, marked=f.on_target_marker(), stalk_tile=False, **squad)
        asked = [say.of(query.text, "Nom").lower() for query, _, _ in person.advising.said]
        assert not [text for text in asked if "how many" in text]  # nobody has to count
        if not f.may_move():
            assert advice.do.key == "undaunted.adviser.no_way"
            continue
        if advice.do.key == "undaunted.adviser.scout":
            assert person.shown(advice) in f.scout_paths(2)
            nearer = True
        else:
            nearer = bool(f.scout_paths(2) if f.kind == "scout" else f.nearer())
            assert person.shown(advice)[0] in ((f.nearer() if nearer else ()) or f.away())
        cited = {source.id for step in advice.trace for source in step.sources if isinstance(source, RulingCite)}
        assert ("undaunted:Q66" in cited) is not nearer
        assert nearer or not cited & {"undaunted:Q61", "undaunted:Q62", "undaunted:Q63", "undaunted:Q65"}


def test_the_snipers_own_tile():
    found = [f for f in of_kind("sniper") if f.has_better_stalk_tile()]
    assert found
    for f in found:
        person = Person(f)
        advice = person.consult("path", kind="sniper", marked=False, stalk_tile=True)
        assert person.shown(advice)[0] in f.better_stalk_tiles()


# -- a card, key by key


def test_a_rifleman_in_six_answers():
    sitting = answered("rifleman", False, False, False, True, 5)
    assert words(sitting.advice.do) == "Rifleman: MOVE"
    assert [follow.id for follow in sitting.advice.then] == ["path"]
    keys = [step.text.key for step in sitting.advice.trace]
    assert keys[0] == "why.list"
    assert keys[-1] == "chart.row"
    assert all(step.sources for step in sitting.advice.trace)


def test_no_question_about_what_is_clear_already():
    """Who can shoot at somebody needs no question whether anybody is there."""
    sitting = answered("rifleman", False, False, False, False, True, 9)
    assert words(sitting.advice.do) == "Rifleman: ATTACK"
    assert sitting.doubt is None


@rule("undaunted:Q05")
def test_what_is_not_possible_is_denied():
    sitting = answered("rifleman", False, True, 1)
    assert words(sitting.doubt) == "Can it move by the rules of MOVE and SCOUT?"
    sitting.deny()
    assert words(sitting.advice.do) == "Rifleman: ATTACK"
    sitting.deny()
    assert words(sitting.doubt) == "Can it control an objective?"
    sitting.deny()
    assert words(sitting.advice.do) == "Rifleman: HUNKER DOWN"
    assert sitting.doubt is None
    with pytest.raises(IllegalAction):
        sitting.deny()
    for _ in range(3):
        assert sitting.undo()
    assert words(sitting.advice.do) == "Rifleman: MOVE"


@rule("undaunted:Q04")
def test_a_re_roll_is_asked_for():
    sitting = answered("mg", False, False, False, 8)
    assert words(sitting.advice.do) == "Machine Gunner: SUPPRESS"
    sitting.deny()
    assert sitting.query.text.key == "adviser.roll_again"
    sitting.answer(4)
    assert words(sitting.advice.do) == "Machine Gunner: ATTACK"


def test_the_program_rolls():
    sitting = advising(9)
    sitting.open("sergeant")
    sitting.answer(True)
    sitting.answer(False)
    assert sitting.roll() == 9
    assert words(sitting.advice.do) == "Sergeant: COMMAND"
    assert sitting.said[-1][1:] == (9, True)
    with pytest.raises(IllegalAction):
        sitting.roll()


def test_undo_goes_back_step_by_step_and_into_the_card_before():
    sitting = answered("sergeant", True, True, 3)
    sitting.follow()
    assert sitting.consultation.id == "bolster"
    assert sitting.undo()
    assert sitting.consultation.id == "sergeant"
    assert words(sitting.advice.do) == "Sergeant: BOLSTER"
    assert sitting.undo()
    assert sitting.query.kind == "roll"
    sitting.answer(10)
    assert words(sitting.advice.do) == "Sergeant: COMMAND"
    for _ in range(4):
        assert sitting.undo()
    assert sitting.consultation is None
    assert not sitting.undo()


def test_wrong_answers_are_refused_and_change_nothing():
    sitting = answered("sergeant", True, True)
    for wrong in (0, 11, True, "seven"):
        with pytest.raises(BadNotation):
            sitting.answer(wrong)
    assert sitting.query.kind == "roll"
    sitting.undo()
    with pytest.raises(BadNotation):
        sitting.answer(3)
    with pytest.raises(IllegalAction):
        answered("sergeant", False).answer(True)
    with pytest.raises(IllegalAction):
        sitting.follow()


def test_questions_name_their_line_and_reading():
    sitting = answered("scout", False)
    assert [str(source) for source in sitting.query.sources] == ["undaunted-ai-1.2 / SCOUT / 1b", "undaunted:Q25"]
    cited = {
        source.id.removeprefix("undaunted:")
        for chart in charts_for(GAME.rulings.defaults)
        for source in answered(chart).query.sources
        if isinstance(source, RulingCite)
    }
    assert cited <= set(GAME.rulings)


@rule("undaunted:Q26")
def test_options_reach_the_adviser():
    for value, action in (("scout", "SCOUT"), ("swap", "CONCEAL")):
        sitting = Advising(adviser_of(GAME, {"Q26": value}), TapeDice(1))
        sitting.open("scout")
        for answer in (False, True, True, 2):
            sitting.answer(answer)
        assert words(sitting.advice.do) == f"Scout: {action}"


# -- a whole hand


@rule("undaunted:Q16", "undaunted:Q17")
def test_from_card_to_card():
    """The hand is entered once; then the questions about it answer themselves."""
    sitting = answered("order", "rifleman", "B", "fog", "scout", "A", "done")
    assert words(sitting.advice.do) == "In this order: Scout A and Rifleman B"
    sitting.follow()
    assert sitting.query.text.key == "undaunted.question.scouted_enough"  # Fog is known to be in the hand
    sitting.answer(True)
    sitting.answer(10)
    assert words(sitting.advice.do) == "Scout: RECON"
    sitting.follow()
    assert words(sitting.query.text) == "The automa's hand: Rifleman B and Fog of War. Another card?"
    for answer in ("sergeant", "done"):
        sitting.answer(answer)
    assert words(sitting.advice.do) == "In this order: Platoon Sergeant and Rifleman B"


@rule("undaunted:Q41")
def test_several_leaders():
    sitting = answered("order", "leader", "A", "leader", "C", "done", 2, 6)
    assert words(sitting.advice.do) == "In this order: Squad Leader C and Squad Leader A"
    sitting.follow()
    assert words(sitting.advice.do) == "Squad Leader: BOLSTER"
    assert sitting.doubt is None
    sitting.follow()
    assert sitting.query.text.key == "undaunted.adviser.pile.counter"
    for answer in ("done", "rifleman-C"):
        sitting.answer(answer)
    assert words(sitting.advice.do) == "Take 2 × Rifleman C"
    sitting.follow()
    assert sitting.query.text.key == "undaunted.question.inspire_makes_sense"


def test_a_drawn_hand_ends_by_itself():
    sitting = answered("order", "rifleman", "B", "fog", "scout", "A", "sergeant")
    assert words(sitting.advice.do) == "In this order: Platoon Sergeant, Scout A and Rifleman B"


@rule("undaunted:Q19")
def test_only_fog():
    assert words(answered("order", "fog", "done").advice.do) == "Only Fog of War is left: the automa's turn is over."


def test_a_target_leads_on_to_the_next_card():
    sitting = answered("order", "rifleman", "A", "rifleman", "A", "done")
    sitting.follow()
    for answer in (False, False, False, False, True, 8):
        sitting.answer(answer)
    assert [follow.id for follow in sitting.advice.then] == ["target", "rifleman"]
    sitting.follow()
    for answer in (False, 5):
        sitting.answer(answer)
    assert words(sitting.advice.do) == "ATTACK the Rifleman"
    assert words(sitting.advice.how[0]) == "Roll 1 d10: 5 or more on it hits (60 %). A 0 is a 10."
    assert [follow.id for follow in sitting.advice.then] == ["rifleman"]


# -- the other calculators


@rule("undaunted:Q11", "undaunted:Q12", "undaunted:Q14")
def test_initiative():
    assert answered("initiative", True).advice.do.key == "undaunted.adviser.no_bid"
    assert answered("initiative", False, 5, "leader").advice.do.key == "undaunted.adviser.you_first"
    assert answered("initiative", False, 8, "leader").advice.do.key == "undaunted.adviser.automa_first"
    assert answered("initiative", False, 7, "leader", True).advice.do.key == "undaunted.adviser.automa_first"
    assert answered("initiative", False, 7, "leader", False).advice.do.key == "undaunted.adviser.you_first"
    sitting = Advising(adviser_of(GAME, {"Q11": "bid"}), TapeDice(1))
    sitting.open("initiative")
    assert sitting.query.kind == "roll"  # no question about the round


@rule("undaunted:Q24")
def test_whom_to_guide():
    assert words(answered("guide_whom", 1).advice.do) == "Move that unit"
    sitting = answered("guide_whom", 0, 0, 2)
    assert sitting.query.kind == "lot"
    sitting.answer("2")
    assert words(sitting.advice.do) == "Move unit 2 of these"
    assert "undaunted.why.guided_3" in [step.text.key for step in sitting.advice.trace]
    assert answered("guide_whom", 0, 0, 0, 0).advice.do.key == "undaunted.adviser.nobody_guided"


@rule("undaunted:Q43")
def test_whom_to_inspire():
    sitting = answered("inspire_whom", "B", False, False, True)
    assert words(sitting.advice.do) == "Rifleman B comes back to the automa's hand"
    sitting = answered("inspire_whom", "B", True, True)
    assert words(sitting.advice.do) == "Machine Gunner B comes back to the automa's hand"
    nobody = answered("inspire_whom", "A", True, False, False, False)
    assert nobody.advice.do.key == "undaunted.adviser.nobody_inspired"


@rule("undaunted:Q49")
def test_the_mortar_may_spare_its_own():
    for value, key in (("ignore", "together.any"), ("avoid", "together.avoiding")):
        if value not in GAME.rulings["Q49"].values:
            continue
        sitting = Advising(adviser_of(GAME, {"Q49": value}), TapeDice(1))
        sitting.open("mortar_tile")
        assert sitting.query.text.key == f"undaunted.adviser.{key}"


@rule("undaunted:Q47")
def test_the_seeds_mortar_example():
    """Two Riflemen together are worth more than a Sniper or an MG alone, so nobody is asked for those."""
    sitting = answered("mortar_tile", "rifleman", "rifleman", "done", "done")
    assert words(sitting.advice.do) == "Target marker on the tile with Rifleman and Rifleman: target value 8"


def test_a_counter_alone_is_asked_for_if_it_can_be_worth_more():
    sitting = answered("mortar_tile", "scout", "scout", "done", "done")
    assert [option.id for option in sitting.query.options] == ["sniper", "done"]
    sitting.answer("sniper")
    assert words(sitting.advice.do) == "Target marker on the tile with Sniper: target value 7"
    sitting = answered("mortar_tile", "done", "rifleman", 2)
    assert sitting.query.kind == "lot"
    sitting.answer("2")
    assert words(sitting.advice.do) == "Target marker on tile 2 of those with Rifleman: target value 4"


@rule("undaunted:Q57")
def test_the_seeds_bolster_example():
    """Rifleman A (5), Rifleman B (5) and Sniper (3), each with its counter: A stands first."""
    sitting = answered("bolster", "sergeant")
    shown = [option.id for option in sitting.query.options]
    assert shown.index("rifleman-A") < shown.index("rifleman-B") < shown.index("sniper")
    sitting.answer("rifleman-A")
    assert words(sitting.advice.do) == "Take 3 × Rifleman A"


@rule("undaunted:Q58", "undaunted:Q60")
def test_a_pile_that_is_too_small():
    sitting = answered("bolster", "sergeant", "done", "scout-A")
    assert words(sitting.advice.do) == "Take 3 × Scout A"
    sitting.deny()
    for answer in (2, "scout-B"):
        sitting.answer(answer)
    assert words(sitting.advice.do) == "Take 2 × Scout A and 1 × Scout B"


@rule("undaunted:Q53")
def test_the_seeds_target_example():
    """Riflemen at 9 and 10: the first, unless somebody has 7 or less."""
    sitting = answered("target", "sniper", False, 9, False)
    assert words(sitting.advice.do) == "ATTACK the Rifleman"
    sitting = answered("target", "sniper", False, 9, True, 7, "scout")
    assert words(sitting.advice.do) == "ATTACK the Scout"
    sitting.deny()
    for answer in ("mg", "done"):
        sitting.answer(answer)
    assert words(sitting.advice.do) == "ATTACK Machine Gunner 1"  # of equals, the order of the column


@rule("undaunted:Q35")
def test_a_sniper_beside_the_most_points():
    sitting = Advising(adviser_of(GAME, {"Q35": "or_near"}), TapeDice(1))
    sitting.open("path", {"kind": "sniper", "stalk_tile": True})
    for answer in ("done", "2,0"):  # no more cover; of the tiles worth the most, the one with most cover
        sitting.answer(answer)
    assert words(sitting.advice.do) == "To the tile to the right"
    assert "No neighbour has more cover" in " ".join(words(step.text) for step in sitting.advice.trace)


@rule("undaunted:Q35")
def test_a_snipers_tie_is_settled_by_cover():
    """Three tiles with more cover, two of them equally near to the most points."""
    sitting = Advising(adviser_of(GAME, {}), TapeDice(1))
    sitting.open("path", {"kind": "sniper", "stalk_tile": True})
    for answer in ("-2,0", "1,-1", "2,0", "done", "3,-1", "done", "2,0"):
        sitting.answer(answer)
    assert words(sitting.advice.do) == "To the tile to the right"


@rule("undaunted:Q66")
def test_a_scout_on_the_goal_keeps_to_scouted_tiles():
    sitting = answered("path", "scout", "0,0", "2,0")  # of the scouted neighbours the one with most cover
    assert words(sitting.advice.do) == "To the tile to the right"
    keys = [step.text.key for step in sitting.advice.trace]
    assert keys == ["undaunted.why.scouts_away"]
    none = answered("path", "scout", "0,0", "nowhere", "1,-1")
    assert words(none.advice.do) == "To the tile up right"
    none.deny()  # two others have as much
    for answer in ("-1,-1", "-2,0", "done"):
        none.answer(answer)
    assert [words(option.text) for option in none.query.options] == [
        "the tile up left",
        "the tile up right",
        "the tile to the left",
    ]


@rule("undaunted:Q63")
def test_a_scout_takes_the_way_with_fewer_new_markers():
    """Two rows up there are two ways; one over a tile that is not there is none."""
    sitting = answered("path", "scout", "0,-2", "-1,-1", "done")
    assert words(sitting.advice.do) == "Scout by the tile up left to the tile 2 rows up"
    sitting = answered("path", "scout", "0,-2", "missing", "-1,-1", "done")
    assert words(sitting.advice.do) == "Scout by the tile up right to the tile 2 rows up"


@rule("undaunted:Q65")
def test_teams_split_up():
    sitting = answered("path", "rifleman", "several", "4,0", "-4,0", "B", "2,0")
    said = [words(step.text) for step in sitting.advice.trace]
    assert "objective 1 and objective 2 are worth the same; its team goes toward objective 2." in said
    assert words(sitting.advice.do) == "To the tile to the right"


@rule("undaunted:Q66")
def test_off_a_marked_tile():
    sitting = answered("path", "mg", "nowhere", "nowhere", True, "2,0")
    assert words(sitting.advice.do) == "To the tile to the right"
    assert answered("path", "mg", "nowhere", "nowhere", False).advice.do.key == "undaunted.adviser.no_way"


# -- texts


@pytest.mark.parametrize("lang", LANGUAGES)
def test_everything_is_said_in_both_languages(lang):
    say = say_in(lang)
    adviser = adviser_of(GAME, {})
    keys = [say.of(one.key) for one in adviser.consultations if one.key is not None]
    assert len(set(keys)) == len(keys)
    assert not set(keys) & set("uqh?nyj+123456789")
    for one in adviser.consultations:
        assert say.of(one.title)
        assert say.of(one.group)
    for f in decisions()[:40]:
        person = Person(f, FACES)
        advice = person.consult(f.kind)
        for text in (advice.do, *advice.how, *(follow.text for follow in advice.then)):
            assert say.of(text)
        for step in advice.trace:
            assert say.of(step.text)
    assert say.of(adviser.intro)


def test_the_adviser_has_no_table():
    from kempelen.desk.adviser import Asking

    for call in (
        lambda a: a.pool(10, 2, "x"),
        lambda a: a.direction("x"),
        lambda a: a.draw(None, "x"),
        lambda a: a.reveal("x", 1, (), "x"),
        lambda a: a.choose(0, None, ()),
        lambda a: a.together({}),
    ):
        with pytest.raises(AssertionError):
            call(Asking())
    assert Asking().tell(None) is None


def test_an_enemy_can_be_named_in_german_as_the_refusal_says():
    """What is advised in the text for a wrong enemy is understood."""
    said = say_in("de").of(Text("undaunted.inquiry.enemy", fact="gegner=x"))
    values = _stated([word.strip(",.") for word in said.split() if word.startswith("gegner=")])
    assert [(kind, defence, down) for _, kind, defence, down in values["enemies"]] == [
        ("mg", 7, False),
        ("scout", 5, True),
        ("rifleman", 6, False),
    ]
    assert len(values["obj_riflemen"]) == 1


def test_ways_that_are_equally_good_are_drawn_with_the_faces_of_the_die():
    """A sentence of half tiles is read twice; a numbered arrow is not."""
    sitting = answered("path", "scout", "4,-2", "done", 1, 0, 1, 0)
    query = sitting.query
    assert query.kind == "lot"
    assert len(query.options) == len(query.ways) == 3
    assert all(way[0] == (0, 0) for way in query.ways)
    wish = wish_of(GAME, "/desk/undaunted", sitting, "", {}, say_in("de"), {})
    assert len({(x, y) for _, x, y in wish.sketch.ways}) == 3, "no number lies on another"
    assert [one.label for one in wish.buttons] == ["Weg 1", "Weg 2", "Weg 3"]
    assert [one.small for one in wish.buttons] == ["W10: 1–3", "W10: 4–6", "W10: 7–9"]
    assert wish.buttons[0].spoken.startswith("Das Feld")
    assert wish.hint == "Bei 10 wird noch einmal gewürfelt."
