"""A player that tries things out in its head: fair, repeatable, legal, and better than guessing."""

import pytest

from kempelen.engine.dice import KeyedDice, TapeDice
from kempelen.engine.errors import BadSetup, IllegalAction
from kempelen.engine.files.record import Record, read_text
from kempelen.engine.game import Setup, game_named, games, say_in
from kempelen.engine.inputs import Input
from kempelen.engine.player import without_giving_up
from kempelen.engine.search.cheat import only_in_the_lab
from kempelen.engine.search.coach import advise, why_not
from kempelen.engine.search.halving import halve, lead
from kempelen.engine.search.player import MOST_TRIED, SearchPlayer, chosen_by
from kempelen.engine.search.remembering import RememberingTable
from kempelen.engine.search.seen import seen_by
from kempelen.engine.search.world import Unfit, World
from kempelen.engine.seats import read_spec
from kempelen.engine.session import Session
from kempelen.engine.setup import check_setup
from kempelen.engine.speech import Speech, Tip
from kempelen.engine.table import notation_of
from kempelen.games.saboteur.rules.state import GOLD_SEEKER
from kempelen.lab.experiment import BadExperiment, Experiment
from kempelen.lab.run import play_one, play_through, record_of
from kempelen.parts.foresight import preview_of
from kempelen.parts.heads import Heads
from kempelen.parts.opponents import OPPONENTS
from kempelen.text.say import Text
from kempelen.wording import advised_automa, advised_reason

FIRST_TABLES = [("saboteur", "tu", 5), ("undaunted", "first", 2), ("tactics", "kraken", 1), ("universalis", "first", 2)]

# -- halving


def test_the_best_choice_is_found():
    chances = [0.2, 0.9, 0.5, 0.1, 0.4]

    def value(choice, world):
        return float(TapeDice(f"{choice}|{world}").below(1000, "", "") < chances[choice] * 1000)

    order = halve(5, 2_000, value)
    assert order[0].index == 1
    assert abs(order[0].mean - 0.9) < 0.1
    assert len(order[0].values) > len(order[-1].values)


def test_what_is_to_be_beaten_stays_to_the_end():
    order = halve(8, 400, lambda choice, world: float(choice), keep=0)
    kept = next(one for one in order if one.index == 0)
    assert len(kept.values) == max(len(one.values) for one in order)
    assert sorted(one.index for one in order) == list(range(8))


def test_every_choice_is_tried_at_least_once():
    assert all(one.values for one in halve(20, 1, lambda choice, world: 0.0))


def test_the_same_worlds_are_compared():
    mean, error = lead([1, 0, 1, 1], [0, 0, 1, 0, 1, 1])
    assert mean == 0.5
    assert 0 < error < 0.5
    assert lead([1.0], [0.0]) == (1.0, 1.0)


# -- the player


@pytest.mark.parametrize("name", games())
def test_it_plays_every_game_by_the_rules(name):
    """The table of somebody who searches is strict: what is not allowed would end the test."""
    game = game_named(name)
    scenario = "first" if "first" in game.scenarios else game.scenarios[0]
    seats = ("search:iterations=4", *(game.automa for _ in range(game.seat_counts(scenario)[0] - 1)))
    setup = Setup(name, scenario, seats)
    players = [game.player(read_spec(seat), setup) for seat in seats]
    _, outcome, _ = play_through(game, setup, players, TapeDice(5))
    assert outcome is not None


def first_choice(game, state, setup, seat):
    """What the searcher on a seat does first from here, with the same dice."""
    chosen = []
    players = [game.player(read_spec(who), setup) for who in setup.seats]
    table = RememberingTable(game, players, TapeDice(1), setup, on_choice=lambda *one: chosen.append(one))
    table.state = state.copy()
    table.begin_step(table.state)
    game.step(table.state, table)
    return next(choice.action for who, choice in chosen if who == seat)


@pytest.mark.parametrize("seed", range(4))
def test_it_knows_no_more_than_its_seat(seed):
    """Two tables that look the same to it, with other cards in hands and goals: it does the same."""
    game = game_named("saboteur")
    setup = Setup("saboteur", "tu", ("search:iterations=30", "rule", "rule"))
    table = RememberingTable(game, [game.player(read_spec("rule"), setup)] * 3, TapeDice(seed), setup)
    state = table.state = game.new(setup, table)
    for _ in range(3 * (seed + 1)):
        game.step(state, table)
    other = game.redeal(game.view(state, 0), TapeDice("another deal"))
    assert game.to_position(other) != game.to_position(state)
    assert first_choice(game, other, setup, 0) == first_choice(game, state, setup, 0)


def test_what_came_to_others_is_not_seen():
    game = game_named("saboteur")
    rows = [
        Input("draw", "plus", "draw", seat=0),
        Input("draw", "plus", "draw", seat=1),
        Input("roll", 4, "d6"),
        Input("roll", 5, "d6", seat=1),
    ]
    assert [one.value for one in seen_by(game, None, rows, 0)] == ["plus", None, 4, None]


def test_a_world_that_does_not_fit_is_dealt_anew():
    game = game_named("saboteur")
    setup = Setup("saboteur", "tu", ("rule", "rule", "rule"))
    players = [game.player(read_spec("rule"), setup)] * 3
    table = RememberingTable(game, players, TapeDice(1), setup)
    state = table.state = game.new(setup, table)
    seen = seen_by(game, state, [Input("do", "lay plus 99,99", seat=0)], 0)
    world = World(game, players, TapeDice(1), seen, 0, None)
    world.state = state
    with pytest.raises(Unfit):
        game.step(state, world)


def searching(seed="7", iterations=20):
    game = game_named("saboteur")
    setup = Setup("saboteur", "tu", ("human", f"search:iterations={iterations}", "rule"))
    return Session(game, setup, seed=seed).run()


def played(session, choices):
    for _ in range(choices):
        decision = session.unanswered[0]
        session.answer(decision.options[0], decision.seat)
        session.run()
    return session


def test_the_same_game_and_the_same_why_when_it_is_asked_again():
    one, two = played(searching(), 3), played(searching(), 3)
    assert Record.of(one).text() == Record.of(two).text()
    loaded = read_text("game", Record.of(one).text()).load()
    index = next(n for n, row in enumerate(loaded.inputs) if row.kind == "do" and row.seat == 1)
    choice = loaded.consult(index)
    assert notation_of(choice.action) == loaded.inputs[index].value
    for lang in ("en", "de"):
        steps = [say_in(lang).of(step.text) for step in loaded.why(index)]
        assert len(steps) >= 3
        assert "20" in steps[0]


def test_its_reasons_are_its_own_while_the_game_runs():
    session = played(searching(), 2)
    index = next(n for n, row in enumerate(session.inputs) if row.kind == "do" and row.seat == 1)
    assert len(session.why(index, 1)) > 0
    assert len(session.why(index, 0)) == 0


def test_it_beats_somebody_who_plays_at_random():
    """The same six games every time: the dice are fixed."""
    game = game_named("undaunted")
    setup = Setup("undaunted", "first", ("search:iterations=40:rollout=scripted", "random"))
    won = 0
    for number in range(6):
        players = [game.player(read_spec(seat), setup) for seat in setup.seats]
        _, outcome, _ = play_through(game, setup, players, TapeDice(number))
        won += 0 in outcome.winners
    assert won >= 5


@pytest.mark.parametrize(
    ("spec", "key"),
    [
        ("search:iterations=0", "setup.parameter_whole"),
        ("search:iterations=many", "setup.parameter_whole"),
        ("search:iterations=1.5", "setup.parameter_whole"),
        ("search:iterations=86400000", "setup.parameter_whole"),
        ("search:seconds=0", "setup.parameter_number"),
        ("search:seconds=nan", "setup.parameter_number"),
        ("search:seconds=86400", "setup.parameter_number"),
        ("search:slips=101", "setup.parameter_whole"),
        ("search:depth=3", "setup.unknown_parameter"),
        ("search:rollout=nobody", "setup.unknown_player"),
        ("search:rollout=search", "search.in_search"),
        ("searching", "setup.unknown_player"),
    ],
)
def test_what_it_does_not_take(spec, key):
    game = game_named("saboteur")
    with pytest.raises(BadSetup) as refused:
        game.player(read_spec(spec), Setup("saboteur", "tu", (spec, "rule", "rule")))
    assert refused.value.text.key == key


def test_a_number_that_is_refused_says_what_it_may_be():
    game, say = game_named("saboteur"), say_in("en")
    for spec, words in (
        ("search:iterations=0", "a whole number from 1 to 100000."),
        ("search:seconds=86400", "from 0.05 to 600."),
    ):
        with pytest.raises(BadSetup) as refused:
            game.player(read_spec(spec), Setup("saboteur", "tu", (spec, "rule", "rule")))
        assert say.of(refused.value.text).endswith(words)


# -- how good it is


def test_who_thinks_for_seconds_has_its_worlds_in_the_record():
    game = game_named("saboteur")
    setup = Setup("saboteur", "tu", ("human", "search:seconds=0.05", "rule"))
    session = played(Session(game, setup, seed="7").run(), 2)
    loaded = read_text("game", Record.of(session).text()).load()
    index, row = next((n, row) for n, row in enumerate(loaded.inputs) if row.kind == "do" and row.seat == 1)
    worlds = row.rolls[-1]
    assert worlds >= 2
    assert notation_of(loaded.consult(index).action) == row.value
    assert str(worlds) in say_in("en").of(next(iter(loaded.why(index))).text)


def test_the_lab_takes_nobody_who_thinks_for_seconds():
    with pytest.raises(BadExperiment) as refused:
        Experiment("saboteur", "tu", ("search:seconds=1", "rule", "rule"), {}, 1).check()
    assert refused.value.text.key == "search.timed"


def test_slips_are_repeated_and_as_many_as_were_asked_for():
    game = game_named("saboteur")
    setup = Setup("saboteur", "tu", ("search:iterations=1:slips=50", "rule", "rule"))
    session = Session(game, setup, seed="4").run()
    mine = [n for n, row in enumerate(session.inputs) if row.kind == "do" and row.seat == 0]
    said = [[step.text.key for step in session.why(n)] for n in mine]
    slips = sum(steps == ["search.slip"] for steps in said)
    assert 0 < slips < len(mine)
    loaded = read_text("game", Record.of(session).text()).load()
    assert [notation_of(loaded.consult(n).action) for n in mine] == [loaded.inputs[n].value for n in mine]


def test_one_world_is_no_search():
    """It plays as the automa does, with the automa's reasons."""
    game = game_named("saboteur")
    one, other = (
        Session(game, Setup("saboteur", "tu", (who, "rule", "rule")), seed="4").run()
        for who in ("search:iterations=1", "rule")
    )
    assert [row.value for row in one.inputs] == [row.value for row in other.inputs]


def test_where_the_automa_has_rules_of_its_own_somebody_without_them_plays_on():
    """Undaunted: whoever searches gives up a card for initiative, as people do; the automa does not (Q13)."""
    game = game_named("undaunted")
    setup = Setup("undaunted", "first", ("human", "solitaire"))
    session = Session(game, setup, seed="3").run()
    player = SearchPlayer(game, setup, iterations=8)
    decision = session.unanswered[0]
    names = {name: game.bots[name] for name in ("careful", "solitaire")}
    trial = player.trial(decision.table, 0)
    assert [type(one) for one in trial.players] == [names["careful"], names["solitaire"]]
    found = player.search(decision, decision.table, chosen_by(player.own, player, decision))
    tried = [one.action for one in found.continuations]
    assert found.automa in tried
    assert chosen_by(player.usual, player, decision) in tried


def test_whoever_plays_best_is_to_be_beaten_and_knows_what_has_happened():
    """Saboteur: a careful gold seeker stops who has given himself away, which he has seen in earlier turns."""
    game = game_named("saboteur")
    setup = Setup("saboteur", "tu", ("human", "rule", "rule", "rule", "rule"))
    told = 0
    for seed in range(12):
        session = Session(game, setup, seed=str(seed)).run()
        while session.outcome is None and (asked := session.unanswered):
            player = SearchPlayer(game, setup, iterations=8)
            careful = game.player(read_spec("careful"), setup)
            decision = asked[0]
            (first, *_), _ = player._named(decision, chosen_by(player.own, player, decision))
            if decision.view().roles[0] == GOLD_SEEKER:
                assert first == careful.decide(decision, decision.table).action
                told += notation_of(first).startswith("break")
            session.answer(notation_of(first), decision.seat)
            session.run()
    assert told, "nobody was stopped"


@pytest.mark.parametrize("name", games())
def test_whoever_plays_on_in_the_head_is_a_bot_of_the_game(name):
    game = game_named(name)
    named = game.heads or Heads()
    assert {*named.as_people, named.strongest or game.automa, named.to_beat or game.automa} <= set(game.bots)


def test_small_budgets_try_fewer_choices_where_worlds_are_played_to_their_end():
    """Eight choices with three worlds each would be chosen between by luck; a judgement says more of one world."""
    for name, scenario, seats, most in (
        ("saboteur", "tu", ("human", "rule", "rule"), 6),
        ("tactics", "versus", ("human", "rule"), MOST_TRIED),
    ):
        game, setup = game_named(name), Setup(name, scenario, seats)
        session = Session(game, setup, seed="3").run()
        player = SearchPlayer(game, setup, iterations=24)
        decision = session.unanswered[0]
        found = player.search(decision, decision.table, chosen_by(player.own, player, decision))
        options = without_giving_up(decision.options)
        assert len(options) > 6
        assert len(found.continuations) == min(most, len(options))
        assert found.left_out == len(options) - len(found.continuations)


def test_action_and_sentence_of_a_tip_are_thought_of_once():
    thought = []

    def think():
        thought.append("an action")
        return thought[-1]

    speech = Speech(advice=lambda setup, decision: Tip(think, lambda tip: Text("x", of=tip.action)))
    setup = Setup("saboteur", "tu", ("human", "rule", "rule"))
    told = speech.told(setup, Session(game_named("saboteur"), setup, seed="3").run().unanswered[0])
    assert not thought, "nobody wanted to know yet"
    assert (told.action, told.text, told.action) == ("an action", Text("x", of="an action"), "an action")
    assert len(thought) == 1


def test_a_lead_of_a_few_points_is_not_enough(monkeypatch):
    """What judges in the head may be wrong by a little in every world."""
    game = game_named("saboteur")
    setup = Setup("saboteur", "tu", ("human", "rule", "rule", "rule", "rule"))
    session = Session(game, setup, seed="3").run()
    decision = session.unanswered[0]
    player = SearchPlayer(game, setup, iterations=40)
    (first, *_), _ = player._named(decision, chosen_by(player.own, player, decision))
    for ahead, kept in ((0.04, True), (0.06, False)):
        worth = lambda trial, action, world, ahead=ahead: 0.5 + ahead * (action != first)  # noqa: E731
        monkeypatch.setattr("kempelen.engine.search.trial.Trial.value", worth)
        found = player.search(decision, decision.table, first)
        assert (found.chosen == first) is kept


def test_its_why_says_what_it_expects():
    session = played(searching(), 3)
    index = next(n for n, row in enumerate(session.inputs) if row.kind == "do" and row.seat == 1)
    expected = next(step.text for step in session.why(index) if step.text.key == "search.expects")
    for lang in ("en", "de"):
        assert len(say_in(lang).of(expected)) > 30


@pytest.mark.parametrize("name", games())
@pytest.mark.parametrize("seat", OPPONENTS.values())
def test_every_opponent_can_sit_at_every_game(name, seat):
    game = game_named(name)
    scenario = game.scenarios[0]
    setup = Setup(name, scenario, (seat,) * game.seat_counts(scenario)[0])
    check_setup(game, setup)


# -- the coach


def test_a_strong_player_advises():
    game = game_named("saboteur")
    session = Session(game, Setup("saboteur", "tu", ("human", "rule", "rule")), seed="3").run()
    before = Record.of(session).text()
    advice = advise(session, 0, 40)
    found, options = advice.found, session.unanswered[0].options
    assert found.chosen in options
    assert found.automa in options
    assert {one.action for one in found.continuations} <= set(options)
    assert Record.of(session).text() == before
    assert [one.found for one in advice.best] == list(found.continuations[:3])
    assert advise(session, 0, 40) == advice


@pytest.mark.parametrize(("game", "scenario", "seats"), FIRST_TABLES)
def test_advice_has_a_reason_in_both_languages(game, scenario, seats):
    """What the game says for a choice, and how it would go on, whoever plays then."""
    rules = game_named(game)
    session = Session(rules, Setup(game, scenario, ("human",) + (rules.automa,) * (seats - 1)), seed="3").run()
    if advises := why_not(session, 0):
        assert advises.key == "search.too_early"
        session.answer(session.unanswered[0].options[0])
        session.run()
    advice = advise(session, 0, 12)
    for lang in ("en", "de"):
        say = say_in(lang)
        told = [advised_reason(one, session, 0, say) for one in advice.best]
        assert all(told)
        assert all(sentence.endswith((".", "!")) for sentence in told)
        assert advised_automa(advice, rules.speech.automa, say)


def test_what_speaks_for_a_choice_is_what_its_preview_says():
    rules = game_named("saboteur")
    session = Session(rules, Setup("saboteur", "tu", ("human", "rule", "rule")), seed="3").run()
    view = rules.view(session.state, 0)
    for one in advise(session, 0, 40).best:
        good = [
            remark.text for remark in preview_of(rules, view, 0, one.found.action).remarks if remark.weight == "good"
        ]
        assert one.good == (good[0] if good else None)


def test_the_record_says_that_advice_was_asked_for():
    game = game_named("saboteur")
    session = Session(game, Setup("saboteur", "tu", ("human", "rule", "rule")), seed="3").run()
    found = advise(session, 0, 2).found
    session.answer(found.automa)
    session.run()
    session.answer(session.pending[0].options[0])
    text = Record.of(session).text()
    mine = [row for row in read_text("game", text).load().inputs if row.human]
    assert [row.coached for row in mine] == [True, False]
    assert text.count('"coached":true') == 1


def test_nobody_is_advised_when_several_people_play():
    game = game_named("saboteur")
    session = Session(game, Setup("saboteur", "tu", ("human", "human", "rule")), dice=KeyedDice("3")).run()
    with pytest.raises(IllegalAction) as refused:
        advise(session, 0, 10)
    assert refused.value.text.key == "search.not_alone"


def test_where_all_agree_several_people_are_advised():
    game = game_named("saboteur")
    session = Session(game, Setup("saboteur", "tu", ("human", "human", "rule")), dice=KeyedDice("3")).run()
    asked = session.pending[0].seat
    assert advise(session, asked, 10, agreed=True).found.chosen in session.pending[0].options


def test_the_record_says_that_advice_was_asked_for_before_a_sealed_answer():
    game = game_named("undaunted")
    seats = ("human", "human")
    session = Session(game, Setup("undaunted", "first", seats, {"Q11": "bid"}), dice=KeyedDice("3")).run()
    assert all(decision.together for decision in session.pending)
    session.coached.add(0)
    for decision in session.pending:
        session.answer(decision.options[0], decision.seat)
    text = Record.of(session).text()
    assert text.count('"coached":true') == 1
    assert [row.coached for row in read_text("game", text).load().rows if getattr(row, "kind", "") == "together"][
        :2
    ] == [
        True,
        False,
    ]


def test_no_advice_out_of_turn():
    game = game_named("saboteur")
    session = Session(game, Setup("saboteur", "tu", ("human", "rule", "rule")), seed="3").run()
    with pytest.raises(IllegalAction):
        advise(session, 1, 10)


# -- a cheating search, in the lab alone


@pytest.mark.parametrize("name", games())
def test_nobody_can_meet_a_cheat_at_a_table(name):
    game = game_named(name)
    seats = ("cheat:iterations=4", *(game.automa for _ in range(game.seat_counts(game.scenarios[0])[0] - 1)))
    with pytest.raises(BadSetup):
        check_setup(game, Setup(name, game.scenarios[0], seats))
    assert not any("cheat" in spec for spec in OPPONENTS.values())


def test_the_lab_lets_it_cheat_and_keeps_no_record():
    experiment = Experiment("saboteur", "tu", ("cheat:iterations=12", "rule", "rule"), games=1)
    experiment.check()
    assert play_one(experiment, 1) == play_one(experiment, 1)
    with pytest.raises(BadExperiment) as refused:
        record_of(experiment, 1)
    assert refused.value.text.key == "search.cheat_record"
    with pytest.raises(BadSetup):
        Experiment("saboteur", "tu", ("cheat:moon=12", "rule", "rule"), games=1).check()


def test_a_cheat_tries_things_in_the_world_as_it_is():
    setup = Setup("saboteur", "tu", ("rule", "rule", "rule"))
    game = game_named("saboteur")
    table = RememberingTable(game, [game.player(read_spec("rule"), setup)] * 3, TapeDice(5), setup)
    state = table.state = game.new(setup, table)
    table.begin_step(state)
    cheat = game.player(read_spec("cheat:iterations=4"), setup, only_in_the_lab(game, setup))
    fair = game.player(read_spec("search:iterations=4"), setup)
    hands = [
        [trial._table(None, world, 0).state.hands for world in range(5)]
        for trial in (one.trial(table, 0) for one in (cheat, fair))
    ]
    assert all(dealt == state.hands for dealt in hands[0])
    assert not all(dealt == state.hands for dealt in hands[1])
    assert all(dealt[0] == state.hands[0] for dealt in hands[1])
