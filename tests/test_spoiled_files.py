"""Whatever is wrong with a file, a player is told so in words; nothing else ever happens."""

import json
from random import Random

import pytest

from kempelen.companion import companion_session
from kempelen.engine.dice import TapeDice
from kempelen.engine.errors import PlayerError
from kempelen.engine.files.position import parse_position, position_text
from kempelen.engine.files.record import Record, read_text
from kempelen.engine.game import Setup, games, say_in
from kempelen.engine.session import Session
from kempelen.engine.table import NOBODY
from tests.mutants import is_said, scratched, spoiled, unfolded

GAMES = list(games())
SAY = say_in("de")
MUTANTS = 150


def started(name, seed, *, companion):
    """A game with one person, some answers in."""
    game = games()[name]
    scenario = game.scenarios[seed % len(game.scenarios)]
    others = (game.automa,) * (game.seat_counts(scenario)[0] - 1)
    setup = Setup(name, scenario, ("human", *others))
    session = companion_session(setup, dice_on_table=True, seed=seed) if companion else Session(game, setup, seed=seed)
    dice = TapeDice(seed)
    for _ in range(12):
        session.run()
        if session.over:
            break
        decision = session.pending[0]
        options = [getattr(option, "notation", str(option)) for option in decision.options]
        answer = options[dice.below(len(options), "", "")]
        if decision.kind == "pool":
            answer = " ".join([answer] * int(decision.what.split("d")[0]))
        session.answer(answer, None if decision.seat == NOBODY else decision.seat)
    return session


def problem_in(act):
    """What a player is told; nothing if there is no problem. Any other error goes through to the test."""
    try:
        act()
    except PlayerError as error:
        return SAY.of(error.text)
    return ""


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("companion", [False, True])
def test_a_spoiled_record(name, companion):
    text = Record.of(started(name, 3, companion=companion)).text()
    rows = [json.loads(line) for line in text.splitlines()]
    random, kept = Random(f"{name} {companion}"), 0
    for n in range(MUTANTS):
        spoiled_rows = list(rows)
        at = 0 if n % 3 == 0 else random.randrange(len(rows))
        spoiled_rows[at] = spoiled({"row": rows[at]}, random).get("row")
        mutant = "".join(unfolded(json.dumps(row)) + "\n" for row in spoiled_rows)
        if n % 4 == 0:
            mutant = scratched(text, random).decode("utf-8", "replace")

        def load(mutant=mutant):
            session, problem = read_text("x.jsonl", mutant).load_to_break()
            assert problem is None or is_said(SAY.of(problem))
            for index, row in enumerate(session.inputs[-5:], max(len(session.inputs) - 5, 0)):
                if row.kind == "do" and row.seat in session.players:
                    session.consult(index)
            session.run()

        words = problem_in(load)
        assert not words or is_said(words)
        kept += not words
    assert 0 < kept < MUTANTS


@pytest.mark.parametrize("name", GAMES)
def test_a_spoiled_position(name):
    game = games()[name]
    position = json.loads(json.dumps(game.to_position(started(name, 4, companion=False).checkpoint)))
    random, kept = Random(name), 0
    for n in range(MUTANTS):
        file, content = "x.json", unfolded(json.dumps(spoiled(position, random))).encode()
        if n % 3 == 0:
            file = f"x.{random.choice(('json', 'toml'))}"
            content = scratched(position_text(position, file), random)

        def play(content=content, file=file):
            data = parse_position(content, file)
            if data["game"] != name:
                return
            game.from_position(data, {})
            scenario = data.get("variant") or data.get("scenario")
            scenario = scenario if scenario in game.scenarios else game.scenarios[0]
            bots = (game.automa,) * (game.position_seats(data) - 1)
            session = Session(game, Setup(name, scenario, ("human", *bots), {}, data), seed=1).run()
            game.scene(session.view(0), SAY)

        words = problem_in(play)
        assert not words or is_said(words)
        kept += not words
    assert 0 < kept < MUTANTS
