"""Before a unit acts: how far it can go, damage both ways, who falls, what is left unused."""

from kempelen.engine.game import Setup, say_in
from kempelen.engine.session import Session
from kempelen.games.tactics import GAME
from kempelen.games.tactics.face.about import card_facts
from kempelen.games.tactics.face.hints import hint
from kempelen.games.tactics.face.preview import preview, price, then
from kempelen.games.tactics.rules.actions import Move
from kempelen.games.tactics.rules.events import Destroyed
from kempelen.games.tactics.rules.legal import activation_options, turn_options
from tests.games.tactics.table import a_table, foe, ours, steps, unit

ROWS = ["......", "......", "......"]


def shown(s, notation):
    view = GAME.view(s, 0)
    options = turn_options(s, 0) if s.acting is None else activation_options(s, unit(s, s.acting.id))
    action = next(action for action in options if action.notation == notation)
    before = view.copy()
    found = preview(view, 0, action)
    assert view == before, "looking changes nothing"
    return found


def said(found):
    return [say_in("en").of(remark.text) for remark in found.remarks]


def tip(s):
    found = hint(GAME.view(s, 0), 0)
    assert found is not None
    return say_in("en").of(found)


def table(*units, **more):
    return a_table(ROWS, units, phase="turn", **more)


def test_a_unit_shows_its_reach_and_whom_it_could_strike():
    s = table(ours("militia", "0,0"), foe("tentacle", "1,0"))
    found = shown(s, "activate militia")
    assert "tile:0,1" in found.reach
    assert "tile:1,0" not in found.reach
    assert [handle for handle, _ in found.targets] == ["unit:tentacle"]


def test_an_attack_that_kills_the_attacker_is_red():
    s = table(ours("militia", "0,0", health=1), foe("tentacle", "1,0"))
    steps(s, "activate militia")
    found = shown(s, "attack tentacle")
    assert found.costly
    assert any("strikes back" in line and "falls" in line for line in said(found))
    assert {(touch.handle, touch.effect) for touch in found.touches} >= {
        ("unit:tentacle", "hurt"),
        ("unit:militia", "lost"),
    }


def test_an_attack_that_wins_the_game_is_not_red_though_the_attacker_falls():
    s = table(ours("militia", "0,0", health=1), foe("kraken", "1,0", health=1), mode="kraken")
    steps(s, "activate militia")
    found = shown(s, "attack kraken")
    assert any("falls" in line for line in said(found)), "the attacker"
    assert not found.costly


def test_a_shot_from_afar_is_not_answered():
    s = table(ours("archer", "0,0"), foe("militia", "3,0"))
    steps(s, "activate archer")
    found = shown(s, "attack militia")
    assert not found.costly
    assert "It cannot strike back." in said(found)


def test_ending_the_turn_names_who_could_still_act():
    s = table(ours("militia", "0,0"), ours("archer", "2,2"))
    found = shown(s, "end")
    assert found.costly
    assert {handle for handle, _ in found.targets} == {"unit:militia", "unit:archer"}
    for one in s.units:
        one.tapped = True
    assert not shown(s, "end").costly


def test_a_move_tells_who_could_strike_there():
    s = table(ours("archer", "0,0"), foe("tentacle", "4,0"))
    steps(s, "activate archer")
    near, far = said(shown(s, "move 2,0")), said(shown(s, "move 0,2"))
    assert any("could strike it" in line for line in near)
    assert near != far


def test_what_a_unit_is_asked_right_after_it_is_told_to_act():
    """The same options as when it has been told so, and nothing else has a question that is known beforehand."""
    s = table(ours("archer", "0,0"), foe("tentacle", "2,0"))
    view = GAME.view(s, 0)
    before = view.copy()
    actions = {action.notation: action for action in turn_options(s, 0)}
    found = then(view, 0, actions["activate archer"])
    assert found is not None
    assert view == before, "looking changes nothing"
    assert then(view, 0, actions["end"]) is None
    after, options = found
    seen = preview(after, 0, next(option for option in options if option.notation == "attack tentacle"))
    steps(s, "activate archer")
    assert options == activation_options(s, unit(s, "archer"))
    assert seen == shown(s, "attack tentacle")


def test_what_a_card_still_lacks_is_said_in_words():
    """A sign with a number looked like one more cost."""
    s = table(ours("archer", "0,0"))
    card = next(card for card in s.book.values() if card.cost)
    facts = card_facts(card, card.cost - 1, say_in("en"))
    assert [(fact.value, fact.icon) for fact in facts if fact.tone == "bad"] == [("needs 1 more", ())]


def test_who_would_fall_by_attacking_is_told_before_the_turn_ends():
    near = shown(table(ours("spearman", "0,0", tapped=True), foe("kraken", "1,0", health=2)), "end")
    assert "If The Kraken attacks the spearman, 2 comes back: The Kraken falls." in said(near)
    healthy = shown(table(ours("spearman", "0,0", tapped=True), foe("kraken", "1,0", health=3)), "end")
    assert not any("comes back" in line for line in said(healthy))


def test_the_opponent_is_told_to_fall_if_it_attacks():
    def announced(health):
        s = table(ours("spearman", "0,0"), foe("kraken", "1,0", health=health), mode="kraken")
        return next(
            tray.mission for tray in GAME.scene(GAME.view(s, 0), say_in("en")).trays if tray.id == "tray:opponent"
        )

    assert announced(2) == "Threat without new cards: Spearman −3 (The Kraken would fall)"
    assert announced(3) == "Threat without new cards: Spearman −3"


def test_a_tip_calls_a_sacrifice_a_sacrifice():
    s = table(ours("spearman", "0,0", health=1), foe("kraken", "1,0", health=5))
    steps(s, "activate spearman")
    line = tip(s)
    assert line.endswith("A sacrifice: the spearman falls by it.")
    strong = table(ours("spearman", "0,0", health=4), foe("kraken", "1,0", health=2))
    steps(strong, "activate spearman")
    assert "sacrifice" not in tip(strong)


def test_a_tip_that_wins_says_so_and_warns_of_nothing():
    s = table(ours("archer", "0,0", health=1), foe("kraken", "4,0", health=1), foe("tentacle", "4,1"))
    assert tip(s).startswith("Now you can win! ")
    steps(s, "activate archer")
    assert tip(s).startswith("Now you can win! ")
    near = table(ours("spearman", "0,0", health=1), foe("kraken", "1,0", health=2), foe("tentacle", "2,0"))
    steps(near, "activate spearman")
    assert tip(near) == "Attack The Kraken: that wins the game!"
    for told in (tip(s), tip(near)):
        assert "fall" not in told
        assert "strike" not in told


def test_who_gives_the_last_unit_away_is_warned():
    """Two turns of The Kraken in a row without a unit of the players lose the game (W2)."""
    for turns, warned in ((0, "If that is so after 2 turns"), (1, "for the second time in a row")):
        s = table(ours("militia", "0,0", health=1), foe("kraken", "1,0"), mode="kraken", empty_turns=turns)
        steps(s, "activate militia")
        first, second, *_ = said(shown(s, "attack kraken"))
        assert "→" in first, "what comes of it is read before what it costs"
        assert warned in second
    s = table(ours("militia", "0,0", health=1), ours("archer", "4,2"), foe("kraken", "1,0"), mode="kraken")
    steps(s, "activate militia")
    assert not any("No unit of yours" in line for line in said(shown(s, "attack kraken")))


def threat_in(found):
    """What a preview says could strike the unit next turn; 0 if it says nothing of it."""
    numbers = (dict(remark.text.fields).get("n") for remark in found.remarks if "threatened" in remark.text.key)
    return next(numbers, 0)


def test_a_tip_and_the_preview_name_the_same_figures():
    """A unit that is told to wait or to go is in as much danger as the preview of letting it act says."""
    told = set()
    for seed in range(12):
        session = Session(GAME, Setup("tactics", "first", ("human",)), seed=seed).run()
        while not session.over:
            decision, view = session.decision_for(0), session.view(0)
            advised = GAME.speech.advised(session.setup, decision)
            said_now = hint(view, 0)
            name, fields = said_now.key.rpartition(".")[2], dict(said_now.fields)
            if name.startswith("stay") or name in ("go_back", "go_less"):
                told.add(name)
                assert threat_in(preview(view, 0, advised)) == fields.get("n", 0)
            if isinstance(advised, Move):
                remarks = preview(view, 0, advised).remarks
                deadly = any(one.weight == "bad" and "threatened" in one.text.key for one in remarks)
                assert not deadly or name in ("risk", "less", "sacrifice", "wins"), (
                    "nobody is sent forward without a word of it"
                )
            session.answer(advised.notation)
            session.run()
    assert {"stay", "go_back"} <= told


def test_an_attack_tells_what_can_strike_the_unit_after_it():
    """Where it cannot step back any more; a tip warns of the same."""
    s = table(ours("archer", "0,0"), foe("tentacle", "4,0"))
    steps(s, "activate archer", "move 1,0")
    assert any("Next turn the tentacle could strike it" in line for line in said(shown(s, "attack tentacle")))
    s = table(ours("archer", "1,0"), foe("tentacle", "4,0"))
    steps(s, "activate archer")
    assert not any("Next turn" in line for line in said(shown(s, "attack tentacle"))), "it may still go"


def test_letting_a_unit_act_says_that_the_boss_is_out_of_range():
    """A click on it did nothing, and nobody said why."""
    far = shown(table(ours("archer", "0,0"), foe("kraken", "4,2"), foe("tentacle", "1,0")), "activate archer")
    assert "The Kraken is 5 tiles away: out of range from here." in said(far)
    near = shown(table(ours("archer", "0,0"), foe("kraken", "1,0")), "activate archer")
    assert not any("out of range" in line for line in said(near))


def no(s, handle, *picked, lang="en"):
    reason = GAME.speech.refused(GAME.view(s, 0), 0, picked, handle)
    return None if reason is None else say_in(lang).of(reason)


def test_a_click_that_means_nothing_is_answered_with_why():
    s = table(ours("archer", "0,0"), ours("spearman", "0,2", tapped=True), foe("kraken", "4,2"))
    assert no(s, "unit:kraken").startswith("Who is to attack The Kraken?")
    far = "The Kraken is out of range: 5 tiles away, and the archer reaches 3."
    assert no(s, "unit:kraken", "unit:archer").startswith(far)
    assert no(s, "tile:4,1", "unit:archer").startswith("E2 is too far for the archer")
    assert no(s, "unit:spearman").startswith("The spearman is tapped")
    assert no(s, "tile:9,9", "unit:archer") is None
    assert no(s, "unit:nobody") is None
    steps(s, "activate archer")
    assert no(s, "unit:kraken").startswith(far), "the same once it acts"
    assert "Felder entfernt, der Bogenschütze reicht nur 3 weit" in no(s, "unit:kraken", lang="de")


def test_with_a_place_chosen_a_refusal_measures_from_there():
    s = table(ours("archer", "0,0"), foe("kraken", "4,2"))
    planned = no(s, "unit:kraken", "unit:archer", "tile:0,1")
    assert planned.startswith("From A2: The Kraken is out of range: 4 tiles away")
    assert no(s, "unit:kraken", "unit:archer", "tile:0,1", lang="de").startswith("Von A2 aus: Der Krake ist außer")


def test_a_card_that_cannot_be_played_says_what_is_missing():
    s = table(
        ours("archer", "0,0"), foe("kraken", "4,2"), players=[{"hand": ["knight", "archer"], "deck": [], "pool": 3}]
    )
    assert no(s, "card:knight").startswith("It costs")
    assert no(s, "tile:3,2", "card:archer").startswith("That is no free spawn tile of yours")


def test_who_could_fall_is_marked():
    s = table(ours("archer", "0,0"), ours("spearman", "0,2"), foe("tentacle", "2,0"))
    shapes = {shape.id: shape for shape in GAME.scene(GAME.view(s, 0), say_in("en")).shapes}
    assert "doomed" in shapes["unit:archer"].tags
    assert shapes["unit:archer"].about[0][0] == "Could fall"
    assert "doomed" not in shapes["unit:spearman"].tags
    assert "doomed" not in shapes["unit:tentacle"].tags


def test_the_opponent_has_the_name_of_its_boss():
    s = Session(GAME, Setup("tactics", "first", ("human",)), seed=1).run().state
    for lang, name in (("en", "The Kraken"), ("de", "Der Krake")):
        trays = {tray.id: tray.label for tray in GAME.scene(GAME.view(s, 0), say_in(lang)).trays}
        assert trays["tray:opponent"] == name


def test_a_card_that_would_do_nothing_says_so():
    """Amnesty without a mark: nothing is taken away, so nothing is told of it either."""
    with_mark, without = (table(players=[{"pool": 5, "hand": ["amnesty"]}], marks=marks) for marks in (1, 0))
    assert "It would do nothing now." not in said(shown(with_mark, "play amnesty"))
    assert said(shown(without, "play amnesty"))[0] == "It would do nothing now."
    assert [type(event).__name__ for event in steps(without, "play amnesty")] == ["Played"]


def test_a_new_unit_says_what_it_takes_now_and_next_turn():
    """Upkeep was found out when it was paid."""
    s = a_table(["p.."], [], players=[{"hand": ["militia"], "pool": 9}], phase="turn")
    action = next(one for one in turn_options(s, 0) if one.notation.startswith("play militia"))
    found = price(GAME.view(s, 0), 0, action)
    assert found is not None
    upkeep, income = s.book["militia"].unit.upkeep, s.rule.income
    assert say_in("en").of(found) == f"next turn: +{income}, −{upkeep} upkeep"


def test_a_card_says_whom_it_changes_and_how():
    """ "2 damage to an enemy" left open what would stand there then."""
    s = a_table(
        ["....", "...."],
        [foe("guard", "0,0"), ours("militia", "3,1")],
        players=[{"hand": ["volley"], "pool": 3}],
        phase="turn",
    )
    (target,) = [unit for unit in s.units if unit.side]
    found = said(shown(s, "play volley guard"))
    assert found[0].endswith(f": {target.health} → {target.health - 2}"), found


def test_a_loss_is_told_with_what_it_cost_whoever_did_it():
    """The Kraken had lost 2, and nothing said by what."""
    s = table(ours("archer", "0,0", health=2), foe("kraken", "1,0", health=6))
    (gone,) = [one for one in steps(s, "activate archer", "attack kraken") if isinstance(one, Destroyed)]
    assert (gone.by.id, gone.back) == ("kraken", s.book["archer"].unit.attack)
    assert (
        say_in("de").of(gone.to_owner("unit:archer"))
        == "Der Krake vernichtet deinen Bogenschützen und verliert dabei 2."
    )
    free = table(ours("archer", "0,0"), foe("guard", "3,0", health=1), foe("guard", "5,0"))
    (gone,) = [one for one in steps(free, "activate archer", "attack guard") if isinstance(one, Destroyed)]
    assert gone.back == 0


def test_a_threat_says_whether_one_of_them_is_struck_or_all():
    def announced(*units):
        s = table(*units)
        return next(
            tray.mission for tray in GAME.scene(GAME.view(s, 0), say_in("de")).trays if tray.id == "tray:opponent"
        )

    mine = ours("archer", "0,0"), ours("spearman", "0,1")
    assert " oder " in announced(*mine, foe("guard", "1,0"))
    assert announced() == "Wer auf dem Plan steht, erreicht dich nicht; neue Karten könnten es."


def test_a_card_that_heals_says_that_nobody_is_hurt():
    s = a_table(["...."], [ours("archer", "0,0")], players=[{"hand": ["bandage"], "pool": 3}], phase="turn")
    why = GAME.speech.refused(GAME.view(s, 0), 0, (), "card:bandage")
    assert say_in("de").of(why) == "Keine deiner Einheiten ist verletzt: „Verband“ hat nichts zu heilen."
