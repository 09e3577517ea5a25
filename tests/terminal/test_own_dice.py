"""`kempelen play --dice table`: the program deals the cards, people roll the dice."""

from itertools import chain

import pytest

from kempelen.engine.game import games
from kempelen.engine.inputs import CHANCE, Input

FIVES = "".join(f"{' '.join('5' * n)}\n" for n in (1, 2, 3, 4)) * 200
"""Whatever is rolled, a line that fits comes soon; the others are refused."""


def rolled(record):
    """Every die of the game, those of the bots too."""
    for row in record.rows:
        if isinstance(row, Input):
            values = [row.value] if row.kind in ("roll", "pool") else row.rolls
            yield from chain.from_iterable(value if isinstance(value, list) else [value] for value in values)


@pytest.mark.parametrize(
    ("lang", "said", "asked"),
    [
        ("en", "You roll the dice: type in what they show.", "Roll a d10 for it."),
        ("de", "Du würfelst selbst: Tippe ein, was die Würfel zeigen.", "Wirf dafür einen W10."),
    ],
)
def test_every_die_is_typed_in(kempelen, record, lang, said, asked):
    words = ("undaunted", "--scenario", "first", "--humans", "none", "--dice", "table", "--lang", lang, "--seed", 1)
    run = kempelen("play", *words, typed=FIVES)
    assert run.status == 0
    assert said in run.out
    assert asked in run.out
    played = record("undaunted-1")
    assert played.load().over
    dice = [die for die in rolled(played) if isinstance(die, int)]
    assert len(dice) > 5
    assert set(dice) == {5}


def test_an_attack_says_what_hits(kempelen):
    words = ("undaunted", "--scenario", "first", "--humans", "none", "--dice", "table", "--seed", 1)
    run = kempelen("play", *words, typed=FIVES)
    assert " or more hits: what does it show?" in run.out
    assert " or more hits: what do they show?" in run.out


def test_open_lots_are_drawn_by_people_too(kempelen, record):
    words = ("tactics", "--scenario", "sandbox", "--humans", "none", "--dice", "table", "--seed", 1)
    run = kempelen("play", *words, typed="1\n" * 6 + "quit\n")
    assert "Draw lots:" in run.out
    lots = [row for row in record("tactics-1").rows if isinstance(row, Input) and row.kind == "pick"]
    assert lots
    assert all(row.human for row in lots)


def test_a_wrong_die_is_refused_and_enter_asks_again(kempelen):
    words = ("undaunted", "--scenario", "first", "--humans", "none", "--dice", "table", "--seed", 1)
    run = kempelen("play", *words, typed="11\n\nquit\n")
    assert "“11” is not possible. Give a number from 1 to 10." in run.out
    assert run.out.count("Roll a d10 for it.") == 2


def test_a_game_goes_on_with_the_dice_it_was_begun_with_or_with_others(kempelen, record):
    words = ("undaunted", "--scenario", "first", "--humans", "none", "--seed", 3)
    kempelen("play", *words, "--dice", "table", typed="5\n")
    assert record("undaunted-1").header["own_dice"] is True
    assert "What does it show?" in kempelen("play", "--resume", "undaunted-1").out
    on = kempelen("play", "--resume", "undaunted-1", "--dice", "app")
    assert "The game is over." in on.out
    assert "What does it show?" not in on.out


def test_a_die_can_be_taken_back(kempelen, record):
    words = ("undaunted", "--scenario", "first", "--humans", "none", "--dice", "table", "--seed", 1)
    run = kempelen("play", *words, typed="5\n5 5\nundo\nquit\n")
    assert "Taken back." in run.out


def test_nothing_hidden_is_given_away(kempelen):
    """Saboteur has no dice; its lots are drawn among cards that nobody else may see."""
    run = kempelen("play", "saboteur", "--dice", "table")
    assert (run.status, run.out) == (2, "")
    assert run.err == ("saboteur has no dice to roll, and its lots would give hidden cards away. Leave --dice out.\n")


@pytest.mark.parametrize("game", games())
def test_lots_that_people_draw_have_a_question_of_their_own(game):
    from kempelen.engine.game import say_in
    from kempelen.engine.tables.replay import ROLLS

    own = games()[game].things.own_dice
    assert not own & CHANCE
    for lang in ("en", "de"):
        say = say_in(lang)
        assert all(say.has(f"{game}.lot.{lot.replace(' ', '_')}") for lot in own - {ROLLS})
