"""The unit AIs beyond the worked examples: options, the why, their place in the text."""

from __future__ import annotations

import pytest

from kempelen.engine.game import say_in
from kempelen.engine.table import NeedInput
from kempelen.engine.tables.replay import ReplayTable
from kempelen.engine.trace import Cite, RulingCite
from kempelen.games.tactics import GAME
from kempelen.games.tactics.automa.opponent import activate
from kempelen.games.tactics.rules.cards import Ai, ai_from
from kempelen.games.tactics.rules.events import Activated, Attacked, Destroyed, Tapped
from kempelen.text import LANGUAGES
from tests.games.tactics.table import a_table, at, foe, ours, told, unit
from tests.marks import rule


def act(state, id, *script):
    return told(state, lambda s, table: activate(s, table, unit(s, id)), *script)


def trace_of(events):
    return next(event.trace for event in events if isinstance(event, Activated))


def said(trace, lang="en"):
    return [say_in(lang).of(step.text) for step in trace]


# -- options


WALLED = ["...#...", "...#...", "...#...", "......."]
NEAR_AND_FAR = [foe("guard", "2,0"), ours("archer", "4,0"), ours("militia", "0,3")]


@rule("tactics:R6")
def test_the_nearest_enemy_is_measured_by_distance():
    state = a_table(WALLED, NEAR_AND_FAR)
    act(state, "guard")
    assert at(state, "guard") == "2,2"


@rule("tactics:R6")
def test_the_option_measures_the_way_into_range():
    state = a_table(WALLED, NEAR_AND_FAR, options={"R6": "path"})
    events = act(state, "guard")
    assert at(state, "guard") == "1,2"
    assert [event.target.id for event in events if isinstance(event, Attacked)] == ["militia"]


@rule("tactics:R6")
def test_the_option_falls_back_on_distance_when_no_way_leads_anywhere():
    state = a_table([".#."], [foe("guard", "0,0"), ours("archer", "2,0")], options={"R6": "path"})
    act(state, "guard")
    assert at(state, "guard") == "0,0"


@pytest.mark.parametrize(("value", "end"), [("nearest", "5,0"), ("sum", "6,0")])
@rule("tactics:R14")
def test_most_distant_by_the_nearest_enemy_or_by_the_sum(value, end):
    units = [foe("guard", "4,0", ai="shy"), ours("militia", "0,0"), ours("militia", "1,0"), ours("militia", "9,0")]
    state = a_table(["............"], units, options={"R14": value})
    act(state, "guard")
    assert at(state, "guard") == end


@pytest.mark.parametrize(("value", "health"), [("mutual", 3), ("one_way", 4)])
@rule("tactics:B1")
def test_the_target_strikes_back_or_not(value, health):
    state = a_table(["...."], [foe("guard", "0,0"), ours("guardian", "1,0")], options={"B1": value})
    act(state, "guard")
    assert unit(state, "guard").health == health
    assert unit(state, "guardian").health == 3


# -- what happens


@rule("tactics:R2")
def test_a_destroyed_unit_is_not_tapped_and_its_card_is_discarded():
    state = a_table(["...."], [foe("guard", "0,0", health=1), ours("guardian", "1,0")])
    events = act(state, "guard")
    assert isinstance(events[-1], Destroyed)
    assert state.opponent.discard == ["guard"]
    assert [unit.name.id for unit in state.units] == ["guardian"]


def test_a_unit_without_an_ai_is_only_tapped():
    state = a_table(["...."], [foe("guard", "0,0", ai="none"), ours("guardian", "1,0")])
    assert [type(event) for event in act(state, "guard")] == [Activated, Tapped]


def test_any_unit_can_be_given_any_ai():
    for ai in ("aggressive", "shy", "wandering 0", "wandering 7", "target field", "target unit leader"):
        for card in ("farmer", "king", "kraken", "ballista"):
            state = a_table(["f.."], [ours(card, "1,0", ai=ai)])
            table = ReplayTable(GAME, [], dice=_Zero())
            table.state = state
            activate(state, table, unit(state, card))
            assert unit(state, card).tapped


class _Zero:
    def below(self, n, why, where):
        return 0


@pytest.mark.parametrize(
    ("text", "ai"),
    [
        ("aggressive", Ai("aggressive")),
        ("Shy", Ai("shy")),
        ("wandering 12", Ai("wandering", x=12)),
        ("target store", Ai("target", tile="store")),
        ("target-oriented store", Ai("target", tile="store")),
        ("target unit king", Ai("target", tag="king")),
        ("wandering", None),
        ("wandering -1", None),
        ("wandering ²", None),
        ("target moon", None),
        ("", None),
    ],
)
def test_the_notation_of_an_ai(text, ai):
    assert ai_from(text) == ai
    if ai is not None:
        assert ai_from(ai.notation) == ai


# -- the place in the text


def test_whoever_is_asked_in_the_middle_sees_the_place_in_the_text():
    units = [foe("guard", "3,0"), ours("militia", "0,0"), ours("militia", "6,0")]
    state = a_table(["......."], units)
    table = ReplayTable(GAME, [])
    table.state = state
    with pytest.raises(NeedInput) as need:
        activate(state, table, unit(state, "guard"))
    (decision,) = need.value.decisions
    assert decision.kind == "pick"
    assert list(decision.options) == ["militia", "militia2"]
    assert state.acting is not None
    assert (state.acting.id, state.place) == ("guard", "aggressive 3a")


def test_after_the_activation_no_place_is_left():
    state = a_table(["....."], [foe("guard", "0,0"), ours("militia", "4,0")])
    act(state, "guard")
    assert (state.acting, state.place) == (None, "")


# -- why


@rule("tactics:R4")
def test_the_why_names_the_line_the_tie_and_the_draw():
    state = a_table(["....."], [foe("guard", "2,0"), ours("militia", "1,0"), ours("archer", "3,0")])
    trace = trace_of(act(state, "guard", "pick:archer"))
    assert said(trace)[:4] == [
        "It goes through the list “Aggressive” from the top.",
        "In attack range (1): the militiaman and the archer.",
        "1) Attack an enemy in attack range: this is done.",
        "Equally good: the militiaman and the archer. Drawn: the archer.",
    ]
    assert Cite("muhq-ai", "Aggressive", "1") in trace.steps[2].sources


SITUATIONS = {
    "aggressive": (["......"], [foe("guard", "0,0"), ours("militia", "2,0")]),
    "blocked": ([".#...."], [foe("guard", "0,0"), ours("militia", "4,0")]),
    "no enemy": (["......"], [foe("guard", "2,0")]),
    "boxed in": ([".#...."], [foe("guard", "0,0")]),
    "street": ([":....."], [foe("guard", "0,0"), ours("militia", "5,0")]),
    "shy and safe": (["......"], [foe("informer", "0,0"), ours("militia", "5,0")]),
    "shy and threatened": (["......"], [foe("informer", "1,0"), ours("militia", "2,0")]),
    "shy alone": (["..."], [foe("guard", "1,0", ai="shy")]),
    "wandering far": (["........"], [foe("patrol", "0,0"), ours("militia", "7,0")]),
    "wandering near": (["......"], [foe("patrol", "0,0"), ours("militia", "3,0")]),
    "target": (["..f..."], [foe("enforcer", "0,0"), ours("militia", "3,0")]),
    "on target": (["f....."], [foe("guard", "0,0", ai="target field")]),
    "no target": (["......"], [foe("enforcer", "0,0")]),
    "target unit": (["......"], [foe("headsman", "0,0"), ours("farmer", "4,0")]),
    "next to target unit": (["......"], [foe("headsman", "0,0"), ours("farmer", "1,0")]),
}


@pytest.mark.parametrize("name", SITUATIONS)
@pytest.mark.parametrize("options", [{}, {"R6": "path", "R14": "sum"}], ids=["default", "options"])
def test_every_step_of_a_why_cites_and_can_be_said(name, options):
    rows, units = SITUATIONS[name]
    state = a_table(rows, units, options=options)
    acting = state.units[0]
    table = ReplayTable(GAME, [], dice=_Zero())
    table.state = state
    activate(state, table, acting)
    trace = trace_of(table.events)
    assert len(trace) >= 3
    for step in trace:
        assert step.sources
        assert step.public
        for source in step.sources:
            if isinstance(source, RulingCite):
                assert source.id.removeprefix("tactics:") in GAME.rulings
        for lang in LANGUAGES:
            assert say_in(lang).of(step.text)
    assert trace.for_seat(0).notes == trace.notes


@rule("tactics:R18")
def test_a_list_inside_a_list_is_named_in_the_why():
    state = a_table(["......"], [foe("patrol", "0,0"), ours("militia", "3,0")])
    lines = said(trace_of(act(state, "patrol")))
    assert "It goes through the list “Wandering 3” from the top." in lines
    assert "1) Carry out the list “Aggressive”: this is done." in lines
    assert "It goes through the list “Aggressive” from the top." in lines


WHYS = {
    # What the why says in each situation, beside the lines themselves.
    "aggressive": ["nearest", "ends_in_range", "attacks"],
    "blocked": ["none_in_range", "nearest", "no_way"],
    "no enemy": ["no_enemy", "random_tiles", "drawn_tile"],
    "boxed in": ["no_enemy", "nowhere"],
    "street": ["street", "ends_closer"],
    "shy and safe": ["safe", "full_action"],
    "shy and threatened": ["threatened", "farthest", "attacks"],
    "shy alone": ["safe", "no_full_action", "nobody_to_flee"],
    "wandering far": ["none_within", "random_tiles"],
    "wandering near": ["within", "nearest", "ends_in_range", "attacks"],
    "target": ["target_tiles", "nearest_tiles", "towards", "attacks"],
    "on target": ["target_tiles", "on_target"],
    "no target": ["no_target", "none_within", "random_tiles"],
    "target unit": ["target_units", "nearest_units", "towards"],
    "next to target unit": ["target_units", "on_target", "attacks"],
}


@rule("tactics:R3", "tactics:R5", "tactics:R12", "tactics:R13", "tactics:R15", "tactics:R21")
@pytest.mark.parametrize("name", SITUATIONS)
def test_the_why_names_what_decided(name):
    rows, units = SITUATIONS[name]
    state = a_table(rows, units)
    table = ReplayTable(GAME, [], dice=_Zero())
    table.state = state
    activate(state, table, state.units[0])
    keys = [step.text.key.removeprefix("tactics.why.") for step in trace_of(table.events)]
    assert [key for key in keys if key in WHYS[name]][: len(WHYS[name])] == WHYS[name]
    assert keys[-1] == "tapped"


@rule("tactics:R5", "tactics:R7")
def test_the_why_of_a_move_action_spent_on_staying():
    state = a_table(["....."], [foe("guard", "2,0"), ours("knight", "1,0")])
    lines = said(trace_of(act(state, "guard")))
    assert "The knight is in range already. The move action is spent without moving." in lines
    assert "2) As long as a move action is left: no longer." in lines
    assert sum("is in range already" in line for line in lines) == 1


@rule("tactics:R13")
def test_the_why_of_a_line_whose_condition_does_not_hold():
    state = a_table(["......"], [foe("guard", "0,0", ai="shy"), ours("militia", "5,0")])
    lines = said(trace_of(act(state, "guard")))
    assert "1) Use the full action if it is available: not possible now." in lines
    assert "3) Attack an enemy in attack range: only if an enemy is in attack range, so not now." in lines
