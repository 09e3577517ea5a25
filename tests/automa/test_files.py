"""Files that cannot be used: each is refused with its line and column, in both languages; and what is doubtful."""

import pytest

from kempelen.automa.source import LIMITS
from kempelen.behaviour.chances import action_chances, courses
from kempelen.engine.game import game_named, say_in
from kempelen.parts.automas import look_over, shipped_sheets

GAMES = {name: game_named(name) for name in ("undaunted", "saboteur", "tactics", "universalis")}
UNDAUNTED, SABOTEUR = GAMES["undaunted"], GAMES["saboteur"]
CHANGES = {
    "undaunted": "undaunted-ai-1.2",
    "saboteur": "saboteur-018",
    "tactics": "muhq-ai",
    "universalis": "kempelen-universalis",
}
RIFLEMAN = """## chart rifleman
1 Would it win? [would_win_by_control]
  yes: CONTROL
  no: go to 2
2 [may_shoot_at 7]
  yes: drm +3, ATTACK instead of CONTROL
1-4  MOVE
5-8  ATTACK
9-10 CONTROL, else roll again
MOVE not possible: ATTACK
"""
MG = """## chart mg
1 [specialist_in_reach 10]
  yes: drm +3, aim specialist
1-2  MOVE
3-5  ATTACK*
6-10 SUPPRESS*, else roll again
"""
SAB = "## list sab\n1 [block_someone]\n2 [lay_path]\n3 [discard]\n"
TURN = """## procedure turn
1 [gain_resource_per_player]
2 [draw_a_card], needs [card_to_draw]
3 if [card_is_playable]: [play_the_card], go to 2
4 [activate_all_own_units]
5 if [card_unused]: [discard_the_unused_card]
"""
SHY = """## knobs
nerve = 5 in 0..12
## list shy
1 [break_away] if [wounds >= 1]
2 [follow aggressive] if [nearest_enemy <= nerve and not has_a_part]
3 [shoot]
4 [rest]
## list setting_up
1 [choose_mission]
2 [choose_zone]
3 [deploy_model]
## orders
slow: eliminate, leave
## numbers
worth: shock 20
twelfths: shot nerve, reaction 1
"""
BODIES = {"undaunted": RIFLEMAN, "saboteur": SAB, "tactics": TURN, "universalis": SHY}
TARGETS = "## targets mg\n1 [enemy] least defence\nunless another is 2 lower in defence: that one\ntie: lot\n"
EXAMPLE = "## examples\nrifleman when would_win_by_control no, may_shoot_at 7 yes: MOVE 1/10, ATTACK 9/10\n"


def file(body, game="undaunted", **head):
    """A file with five lines above its body."""
    said = {"automa": "Trial", "format": "1", "game": game, "changes": CHANGES[game], "language": "en", **head}
    return "".join(f"{key}: {value}\n" for key, value in said.items()) + body


def found(text, game="undaunted"):
    return [
        (problem.line, problem.text.key.removeprefix("automa.wrong."))
        for problem in look_over(text, GAMES[game]).problems
    ]


def test_the_files_that_are_spoiled_below_are_good():
    for game, body in BODIES.items():
        assert look_over(file(body, game), GAMES[game]).automa is not None
    assert look_over(file(MG), UNDAUNTED).automa is not None


SPOILED = [
    ("undaunted", RIFLEMAN, "would_win_by_control", "would_win_by_contol", 7, "unknown_word_near"),
    ("undaunted", RIFLEMAN, "would_win_by_control", "xyzzy", 7, "unknown_word"),
    ("undaunted", RIFLEMAN, "may_shoot_at 7", "may_shoot_at", 10, "number"),
    ("undaunted", RIFLEMAN, "may_shoot_at 7", "may_shoot_at 70", 10, "range"),
    ("undaunted", RIFLEMAN, "may_shoot_at 7", "may_shoot_at bold", 10, "unknown_knob"),
    ("undaunted", RIFLEMAN, "may_shoot_at 7", "inspire_makes_sense", 10, "does_not_fit"),
    ("undaunted", RIFLEMAN, "may_shoot_at 7", "round", 10, "no_comparison"),
    ("undaunted", RIFLEMAN, "may_shoot_at 7", "round <= 7 and", 10, "no_question"),
    ("undaunted", RIFLEMAN, "may_shoot_at 7]", "may_shoot_at 7", 10, "expected"),
    ("undaunted", RIFLEMAN, "5-8  ATTACK", "5-8  SUPPRESS", 13, "does_not_fit"),
    ("undaunted", RIFLEMAN, "5-8  ATTACK", "5-8  Attack", 13, "unknown_word_near"),
    ("undaunted", RIFLEMAN, "5-8  ATTACK", "5-7  ATTACK", 15 - 1, "gap"),
    ("undaunted", RIFLEMAN, "5-8  ATTACK", "5-9  ATTACK", 14, "overlap"),
    ("undaunted", RIFLEMAN, "5-8  ATTACK", "8-5  ATTACK", 13, "span"),
    ("undaunted", RIFLEMAN, "9-10 CONTROL", "9-12 CONTROL", 14, "span_die"),
    ("undaunted", RIFLEMAN, "else roll again", "else nothing", 14, "row_end"),
    ("undaunted", RIFLEMAN, "no: go to 2", "no: go to 9", 9, "no_such_line"),
    ("undaunted", RIFLEMAN, "yes: drm +3,", "yes: go to 1,", 11, "goes_back"),
    ("undaunted", RIFLEMAN, "yes: CONTROL", "maybe: CONTROL", 8, "answer"),
    ("undaunted", RIFLEMAN, "  no: go to 2\n", "  yes: go to 2\n", 9, "answer_twice"),
    ("undaunted", RIFLEMAN, "yes: CONTROL", "yes: CONTROL, drm +1", 8, "do_alone"),
    ("undaunted", RIFLEMAN, "yes: CONTROL", "yes: case A", 8, "case_without_rows"),
    ("undaunted", RIFLEMAN, "yes: CONTROL", "yes: CONTROL per Q30", 8, "too_much"),
    ("undaunted", RIFLEMAN, "may_shoot_at 7]", "may_shoot_at 7] per Q999", 10, "unknown_reading"),
    ("undaunted", RIFLEMAN, "drm +3", "drm +33", 11, "range"),
    ("undaunted", RIFLEMAN, "drm +3", "drm bold", 11, "unknown_knob"),
    ("undaunted", RIFLEMAN, "2 [may", "1 [may", 10, "item_twice"),
    ("undaunted", RIFLEMAN, "2 [may", "two [may", 10, "no_item"),
    ("undaunted", RIFLEMAN, "  yes: drm +3, ATTACK instead of CONTROL\n", "", 10, "no_answers"),
    ("undaunted", RIFLEMAN, "9-10 CONTROL", "9-10 CONTROL in case A", 11, "case_not_chosen"),
    ("undaunted", RIFLEMAN, "MOVE not possible: ATTACK", "ladder: ATTACK", 15, "chart_line"),
    ("undaunted", RIFLEMAN, "ATTACK instead of CONTROL", "ATTACK stays CONTROL", 11, "stays"),
    ("undaunted", RIFLEMAN, "may_shoot_at 7", "((((((((((round < 3))))))))))", 10, "deep"),
    ("undaunted", RIFLEMAN, "may_shoot_at 7", " and ".join(["round < 3"] * 9), 10, "many_questions"),
    ("undaunted", RIFLEMAN, "## chart rifleman", "## chart riflemann", 6, "section_name"),
    ("undaunted", RIFLEMAN, "## chart rifleman", "## card rifleman", 6, "section"),
    ("undaunted", RIFLEMAN, "## chart rifleman", "## chart rifleman {Q02=often}", 6, "guard_value"),
    ("undaunted", RIFLEMAN, "## chart rifleman", "## chart rifleman {Q02=reroll}", 6, "guard_only"),
    ("undaunted", RIFLEMAN, "5-8  ATTACK", "5-8  ATTACK {Q02=reroll}", 13, "guard_here"),
    ("undaunted", RIFLEMAN, "## chart rifleman\n", "## chart rifleman\n1-10 MOVE\n## chart rifleman\n", 8, "section_twice"),
    ("undaunted", RIFLEMAN, RIFLEMAN, "## chart rifleman\n", 6, "no_rows"),
    ("undaunted", RIFLEMAN, RIFLEMAN, "## knobs\nbold = 9 in 1..3\n", 7, "knob_range"),
    ("undaunted", RIFLEMAN, RIFLEMAN, "## targets mg\n1 [enemy rifleman] least defence\n", 7, "targets_end"),
    ("undaunted", RIFLEMAN, RIFLEMAN, "## orders\nbolster: rifleman, tank\n", 7, "unknown_thing"),
    ("undaunted", RIFLEMAN, RIFLEMAN, "## numbers\nmortar_values: mg 3\n", 0, ""),
    ("undaunted", RIFLEMAN, RIFLEMAN, "## numbers\nmortar_values: mg 3, mg 4\n", 7, "thing_twice"),
    ("undaunted", RIFLEMAN, RIFLEMAN, "## numbers\nmortar_values: mg 300\n", 7, "range"),
    ("undaunted", RIFLEMAN, RIFLEMAN, "## knobs\nBold = 1 in 0..2\n", 7, "knob"),
    ("undaunted", RIFLEMAN, RIFLEMAN, "## knobs\nbold = 1 in 0..2\nbold = 1 in 0..2\n", 8, "knob_twice"),
    ("undaunted", RIFLEMAN, RIFLEMAN, "## knobs\nbold = 1 in 0..2 how bold\n", 7, "knob_words"),
    ("undaunted", RIFLEMAN, RIFLEMAN, "## knobs\n" + "".join(f"k{c} = 1 in 0..2\n" for c in "abcdefghijklm"), 19, "many_knobs"),
    ("undaunted", RIFLEMAN, RIFLEMAN, "## readings\nfirst: mine\n", 7, "own_reading"),
    ("undaunted", RIFLEMAN, RIFLEMAN, TARGETS, 0, ""),
    ("undaunted", RIFLEMAN, RIFLEMAN, TARGETS.replace("least", "smallest"), 7, "least_or_most"),
    ("undaunted", RIFLEMAN, RIFLEMAN, TARGETS.replace("lower", "less"), 8, "lower_or_higher"),
    ("undaunted", RIFLEMAN, RIFLEMAN, TARGETS.replace("lot", "the youngest"), 9, "tie"),
    ("undaunted", RIFLEMAN, "## chart rifleman", "## chart rifleman {Q02}", 6, "guard"),
    ("undaunted", RIFLEMAN, "## chart rifleman", "## chart rifleman {Z99=x}", 6, "guard_option"),
    ("undaunted", RIFLEMAN, "may_shoot_at 7]", "may_shoot_at 7] per 3", 10, "reading_id"),
    ("undaunted", RIFLEMAN, "1-4  MOVE", "1-4-5 MOVE", 12, "row"),
    ("undaunted", RIFLEMAN, "yes: CONTROL", "yes: case a", 8, "case"),
    ("undaunted", RIFLEMAN, "yes: drm +3,", "yes: drm +3, drm +1,", 11, "effect_twice"),
    ("undaunted", RIFLEMAN, "MOVE not possible: ATTACK", "outside: never mind", 15, "outside"),
    ("undaunted", RIFLEMAN, "MOVE not possible: ATTACK", "die: 1", 15, "die"),
    ("undaunted", RIFLEMAN, RIFLEMAN, "## chart rifleman\n1-10 MOVE in case A\n", 6, "case_never_chosen"),
    ("undaunted", RIFLEMAN, "  yes: CONTROL\n", "  en: Does it win?\n  yes: CONTROL\n", 8, "sentence_twice"),
    ("undaunted", RIFLEMAN, "  yes: CONTROL\n", "  fr: Gagne-t-il ?\n  yes: CONTROL\n", 8, "language"),
    ("undaunted", RIFLEMAN, "  yes: CONTROL\n", "  de:\n  yes: CONTROL\n", 8, "empty_sentence"),
    ("undaunted", RIFLEMAN, RIFLEMAN, EXAMPLE.replace("rifleman", "riffleman"), 7, "example_chart"),
    ("undaunted", RIFLEMAN, RIFLEMAN, EXAMPLE.replace("may_shoot_at", "may_shoot"), 7, "example_word"),
    ("undaunted", RIFLEMAN, RIFLEMAN, EXAMPLE.replace("7 yes", "7 perhaps"), 7, "yes_or_no"),
    ("undaunted", RIFLEMAN, RIFLEMAN, EXAMPLE.replace("1/10", "seldom"), 7, "example_chance"),
    ("saboteur", SAB, SAB, SAB + EXAMPLE, 11, "no_examples"),
    ("saboteur", SAB, SAB, "## list sab\n", 6, "empty_section"),
    ("saboteur", SAB, "1 [block_someone]\n", "1 [block_someone]\n  yes: discard\n", 8, "nothing_inside"),
    ("universalis", SHY, "wounds >= 1", "wound >= 1", 9, "unknown_word_near"),
    ("universalis", SHY, "[shoot]", "[dodge]", 11, "does_not_fit"),
    ("universalis", SHY, "4 [rest]\n", "", 11, "list_ends"),
    ("universalis", SHY, "follow aggressive", "follow answers", 10, "unknown_list"),
    ("universalis", SHY, "2 [choose_zone]\n", "", 15, "list_each"),
    ("universalis", SHY, "[choose_zone]", "[choose_zone] if [round = 0]", 16, "list_each"),
    ("universalis", SHY, "eliminate", "eliminate, sleep", 18, "unknown_thing"),
    ("universalis", SHY, "shock 20", "shock 2000", 20, "range"),
    ("universalis", SHY, "shock 20", "shok 20", 20, "unknown_thing"),
    ("universalis", SHY, "worth:", "worths:", 20, "unknown_thing"),
    ("universalis", SHY, "in 0..12", "in 0..13", 21, "knob_reach"),
    ("universalis", SHY, "wounds >= 1", "wounds >= nerve", 0, ""),
    ("universalis", SHY, "in 0..12", "in -1..12", 10, "knob_reach"),
    ("universalis", SHY, "shot nerve", "shot nerves", 21, "unknown_knob"),
    ("undaunted", MG, "aim specialist", "aim rifleman", 8, "aim_needs"),
    ("undaunted", MG, "yes: drm +3, aim specialist", "no: drm +3, aim specialist", 8, "aim_needs"),
    ("undaunted", MG, "*", "", 8, "aim_without_star"),
    ("saboteur", SAB, "3 [discard]\n", "", 8, "list_ends"),
    ("saboteur", SAB, "[lay_path]", "[lay_path as wizard]", 8, "unknown_role"),
    ("saboteur", SAB, "[lay_path]", "[follow sab]", 6, "circle"),
    ("saboteur", SAB, "[lay_path]", "[follow nobody]", 8, "unknown_list"),
    ("saboteur", SAB, "[lay_path]", "lay a path", 8, "no_meaning"),
    ("saboteur", SAB, "[lay_path]", "[lay_path] if [own_turns]", 8, "no_comparison"),
    ("tactics", TURN, "3 if [card_is_playable]: [play_the_card], go to 2", "3 if [card_is_playable]: [gain_resource_per_player], go to 3", 9, "loop"),
    ("tactics", TURN, "3 if [card_is_playable]:", "3 while [card_is_playable]:", 0, ""),
    ("tactics", TURN, "1 [gain_resource_per_player]", "1 while [deck_empty]: [gain_resource_per_player]", 7, "loop"),
    ("tactics", TURN, "1 [gain_resource_per_player]", "1 while [deck_empty]:", 7, "empty_loop"),
    ("tactics", TURN, "1 [gain_resource_per_player]", "1 if [deck_empty]:", 7, "does_nothing"),
    ("tactics", TURN, "1 [gain_resource_per_player]", "1 otherwise: [gain_resource_per_player]", 7, "otherwise"),
    ("tactics", TURN, "1 [gain_resource_per_player]", "1 [full_action]", 7, "does_not_fit"),
    ("tactics", TURN, "1 [gain_resource_per_player]", "1 [activate_all_own_units]", 10, "mark_twice"),
    ("tactics", TURN, "4 [activate", "4 if [deck_empty]: [activate", 10, "mark_alone"),
    ("tactics", TURN, "[discard_the_unused_card]", "[discard_the_unused_card], go to 2", 11, "mark_back"),
    ("tactics", TURN, "[discard_the_unused_card]", "[discard_the_unused_card], 99 times a turn", 11, "line_end"),
    ("tactics", TURN, "[discard_the_unused_card]", "follow wandering", 11, "follow_number"),
    ("tactics", TURN, TURN, "## procedure wandering\n1 [full_action]\n", 6, "section_letter"),
]  # fmt: skip


@pytest.mark.parametrize(("game", "body", "old", "new", "line", "key"), SPOILED)
def test_a_spoiled_line_is_named(game, body, old, new, line, key):
    assert old in body
    text = file(body.replace(old, new, 1) if old != "*" else body.replace(old, new), game)
    problems = found(text, game)
    assert (line, key) in problems if key else problems == []
    for problem in look_over(text, GAMES[game]).problems:
        assert problem.column >= 1
        for lang in ("en", "de"):
            assert "{" not in say_in(lang).of(problem.placed).replace("{Q02=reroll}", "")


HEADS = [
    ({"format": "2"}, 2, "newer"),
    ({"format": "one"}, 2, "format"),
    ({"game": "chess"}, 3, "other_game"),
    ({"changes": "undaunted-ai-1.1"}, 4, "changes"),
    ({"language": "fr"}, 5, "language"),
    ({"automa": "!!!"}, 1, "name"),
    ({"automa": "undaunted-ai-1.2"}, 1, "name_taken"),
    ({"automa": ""}, 1, "head_missing"),
    ({"document": "x"}, 6, "head"),
    ({"licence": "see https://example.org"}, 6, "address"),
    ({"colour": "red"}, 6, "head"),
]


@pytest.mark.parametrize(("said", "line", "key"), HEADS)
def test_a_wrong_head_is_named(said, line, key):
    text = file(RIFLEMAN, **{name: value for name, value in said.items() if name != "game"})
    text = text.replace("game: undaunted", f"game: {said.get('game', 'undaunted')}")
    assert found(text) == [(line, key)]


def test_too_much_of_anything_is_refused():
    assert found(file("# " + "x" * LIMITS.bytes)) == [(1, "big")]
    assert found(file("#\n" * 10_000)) == [(LIMITS.lines, "many_lines")]
    assert found(file("# " + "x" * 500 + "\n" + RIFLEMAN)) == [(6, "line_long")]
    assert found(file("## knobs\n" * 41))[0][1] == "many_sections"
    assert found(file("## knobs\n" + "x = 1 in 0..2\n" * 61))[0][1] == "long_section"
    assert found(file(RIFLEMAN + "\0")) == [(16, "no_text")]
    deep = "".join(f"{' ' * n}{n} while [deck_empty]:\n" for n in range(1, 12))
    assert (15, "deep") in found(file(f"## procedure turn\n{deep}", "tactics"), "tactics")


def test_questions_that_branch_without_end_are_refused():
    """Twelve questions of six parts each have more ways than anybody could look through."""
    put_together = "would_win_by_control or on_target_marker or may_control_objective or round <= 3"
    asks = "".join(
        f"{n} Q?  [({put_together}) and round >= {n}]\n  yes: drm +1{then}\n  no: drm -1{then}\n"
        for n in range(1, 13)
        for then in [f", go to {n + 1}" if n < 12 else ""]
    )
    looked = look_over(
        file(f"## chart rifleman\n{asks}1-4  MOVE\n5-8  ATTACK\n9-10 CONTROL, else roll again\n"), GAMES["undaunted"]
    )
    assert [problem.text.key for problem in looked.problems] == ["automa.wrong.many_courses"]


def test_a_file_without_what_it_does_not_change_needs_everything():
    text = file(RIFLEMAN).replace("changes: undaunted-ai-1.2\n", "")
    assert found(text) == [(1, "missing")]


def test_a_table_of_ones_own_needs_every_number():
    text = file("## numbers\nmortar_values: mg 3\n").replace("changes: undaunted-ai-1.2\n", "")
    assert found(text) == [(6, "numbers_missing")]


def test_a_line_of_the_head_stands_there_once():
    assert found(file(RIFLEMAN).replace("format: 1\n", "format: 1\nformat: 1\n")) == [(3, "head_twice")]


def test_two_lists_that_follow_each_other_are_refused():
    body = "## list sab\n1 [follow seekers]\n2 [discard]\n## list seekers\n1 [follow sab]\n2 [discard]\n"
    assert found(file(body, "saboteur"), "saboteur")[0][1] == "circle"


def test_examples_are_run():
    good = "## examples\nrifleman when would_win_by_control no, may_shoot_at 7 yes: MOVE 1/10, ATTACK 9/10\n"
    assert found(file(RIFLEMAN + good)) == []
    assert found(file(RIFLEMAN + good.replace("1/10", "10 %").replace("9/10", "90 %"))) == []
    assert found(file(RIFLEMAN + good.replace("1/10", "2/10"))) == [(17, "example")]
    assert found(file(RIFLEMAN + good.replace(", may_shoot_at 7 yes", ""))) == [(17, "example_missing")]


def test_what_is_probably_not_meant_is_doubted():
    def doubts(text, game="undaunted"):
        return [
            (doubt.line, doubt.text.key.removeprefix("automa.doubt.")) for doubt in look_over(text, GAMES[game]).doubts
        ]

    assert doubts(file(RIFLEMAN)) == [(7, "no_de")]
    assert doubts(file(RIFLEMAN, language="de")) == [(7, "no_en")]
    always = (
        RIFLEMAN.replace("Would it win? ", "")
        .replace("yes: drm +3", "yes: drm -9")
        .replace("no: go to 2", "no: drm -9, go to 2")
    )
    assert doubts(file(always)) == [(13, "row_unreached")]
    asks = "".join(f"{n} [round <= {n}]\n  yes: drm +1\n  no: go to {n + 1}\n" for n in range(1, 9))
    rows = "9 [may_shoot_at 7]\n  yes: drm +1\n1-4 MOVE\n5-8 ATTACK\n9-10 CONTROL, else roll again\n"
    assert (28, "many_asked") in doubts(file("## chart rifleman\n" + asks + rows))
    short = RIFLEMAN.replace("Would it win? ", "")
    assert doubts(file(short.replace("no: go to 2", "no: drm -1"))) == [(10, "line_unreached")]
    again = short.replace("may_shoot_at 7", "would_win_by_control").replace("yes: CONTROL\n", "yes: drm +1, go to 2\n")
    assert (10, "settled") in doubts(file(again))
    assert doubts(file(SAB + "4 [use_rockfall]\n", "saboteur"), "saboteur") == [(10, "behind")]
    assert doubts(file("## knobs\nbold = 1 in 0..2\n" + SAB, "saboteur"), "saboteur") == [(7, "knob_unused")]


def test_what_changed_is_told_line_by_line():
    """Lines of a list that only got another number have not changed."""
    changes = look_over(file(SAB, "saboteur"), SABOTEUR).changes
    gone = [(8, "2", "", "2 [repair_own_tool]"), (9, "3", "", "4 [use_rockfall]")]
    assert [(one.line, one.item, one.now, one.before) for one in changes] == gone
    rest = "2 [block_someone]\n3 [repair_own_tool]\n4 [lay_path]\n5 [use_rockfall]\n6 [discard]\n"
    pretends = "## list sab\n1 Pretend [follow seekers as seeker] if [own_turns < 2]\n" + rest
    (line,) = look_over(file(pretends, "saboteur"), SABOTEUR).changes
    assert (line.item, line.before) == ("1", "")


def test_numbers_and_knobs_are_told_by_their_names():
    changes = look_over(file(SHY, "universalis"), GAMES["universalis"]).changes
    told = [(one.kind, one.now, one.before) for one in changes if one.kind in ("knobs", "orders", "numbers")]
    assert told == [
        ("knobs", "nerve = 5 in 0..12", ""),
        ("orders", "slow: eliminate, leave", "slow: eliminate, leave, reach, gather"),
        ("numbers", "worth: shock 20", "worth: shock 12, burning 40, put_out 50"),
        ("numbers", "twelfths: shot nerve, reaction 1", "twelfths: shot 2, reaction 2"),
    ]


def test_what_is_not_written_of_a_table_stays_and_a_knob_turns_its_number():
    sheet = look_over(file(SHY, "universalis"), GAMES["universalis"]).automa
    assert sheet.table("worth") == {"shock": 20, "burning": 40, "put_out": 50}
    assert sheet.turn({"nerve": 9}).table("twelfths") == {"shot": 9, "reaction": 1}


def test_an_automa_may_change_somebody_elses():
    mine = file(SAB, "saboteur")
    other = file("## list seekers\n1 [lay_path]\n2 [discard]\n", "saboteur", automa="Other", changes="trial")
    looked = look_over(other, SABOTEUR, {"trial": mine})
    assert looked.automa is not None
    assert [sheet.id for sheet in looked.automa.chain] == ["other", "trial", "saboteur-018"]
    assert found(other, "saboteur") == [(4, "changes")]


@pytest.mark.parametrize("name", GAMES)
def test_shipped_variants_have_both_languages(name):
    for sheet in shipped_sheets(GAMES[name]).values():
        assert look_over(sheet.text, GAMES[name]).doubts == (), sheet.id


NO_WORD = "MOVE not possible: ATTACK\n"


class Refusing:
    """Nothing is so, and nothing is possible."""

    def yes(self, question, *about):
        return False


@pytest.mark.parametrize(
    "body",
    [
        RIFLEMAN.replace("1-4  MOVE", "1-4  HUNKER_DOWN").replace(NO_WORD, ""),
        RIFLEMAN.replace(NO_WORD, "MOVE not possible: HUNKER_DOWN\n"),
        RIFLEMAN.replace("ATTACK instead of", "HUNKER_DOWN instead of"),
    ],
    ids=["row", "otherwise", "instead"],
)
def test_the_last_resort_may_stand_in_a_chart_like_any_other_action(body):
    """It is always possible; where nothing else is, no die is cast for it."""
    found = look_over(file(body), UNDAUNTED)
    assert found.automa is not None
    chart = found.automa.made({}).charts["rifleman"]
    ways = courses(chart)
    assert all(sum(way.chances.values()) == 1 for way in ways)
    assert any(way.chances.get("hunker_down") for way in ways) == ("not possible: H" not in body)
    assert action_chances(chart, Refusing()) == {"hunker_down": 1}
