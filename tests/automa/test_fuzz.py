"""Shipped files with lines shuffled, numbers changed and words exchanged: a refusal with a line, or legal games."""

import os
import random
import re

import pytest

from kempelen.automa.problems import Problem
from kempelen.engine.dice import TapeDice
from kempelen.engine.errors import NeverEnds
from kempelen.engine.game import Setup, game_named, say_in
from kempelen.engine.seats import read_spec
from kempelen.lab.run import play_through
from kempelen.parts.automas import look_over, pages_by, shipped_sheets, with_automa

SETUPS = {
    "undaunted": Setup("undaunted", "first", ("solitaire", "solitaire")),
    "saboteur": Setup("saboteur", "tu", ("rule",) * 3),
    "tactics": Setup("tactics", "first", ("random",)),
    "universalis": Setup("universalis", "first", ("middle", "hard")),
}
MANY = int(os.environ.get("KEMPELEN_FUZZ", "10000" if os.environ.get("KEMPELEN_PROVE") else "150"))
"""Files a game; `make prove` takes many."""
_WORD = re.compile(r"(?<=[\[ ])[a-z_]{4,}(?=[\] ])")
_ACTION = re.compile(r"\b[A-Z]{4,}\b")
_NUMBER = re.compile(r"(?<![A-Za-z0-9.])[+-]?[0-9]+(?![0-9a-z.])")


def spoiled(text, words, dice):
    """The text with one to three changes such as somebody might make by mistake."""
    lines, actions = text.split("\n"), _ACTION.findall(text) or ["MOVE"]
    for _ in range(dice.randint(1, 3)):
        first = next((n for n, line in enumerate(lines) if line.startswith("##")), 6)
        at = dice.randrange(first, len(lines))
        other = dice.randrange(max(first, at - 6), min(len(lines), at + 7))
        what = dice.choice(("swap", "number", "number", "word", "word", "action", "gone", "twice", "indent", "move"))
        if what == "swap":
            lines[at], lines[other] = lines[other], lines[at]
        elif what == "number":
            lines[at] = _NUMBER.sub(lambda found: str(int(found.group()) + dice.randint(-3, 3)), lines[at], count=1)
        elif what == "word":
            lines[at] = _WORD.sub(lambda found: dice.choice(words), lines[at], count=1)
        elif what == "action":
            lines[at] = _ACTION.sub(lambda found: dice.choice(actions), lines[at], count=1)
        elif what == "gone" and len(lines) - first > 4:
            del lines[at]
        elif what == "twice":
            lines.insert(other, lines[at])
        elif what == "indent":
            lines[at] = lines[at].removeprefix("  ") if lines[at].startswith("  ") else f"  {lines[at]}"
        elif what == "move":
            lines.insert(min(other, len(lines) - 1), lines.pop(at))
    return "\n".join(lines)


def files_of(game, dice):
    """Whole automas as if somebody had written them from scratch, and single sections that are changed."""
    whole = [sheet.text for sheet in shipped_sheets(game).values()]
    original = re.sub(r"^document: .*\n", "", whole[0], flags=re.MULTILINE)
    whole = [re.sub(r"^automa: .*$", "automa: Trial", text, flags=re.MULTILINE) for text in (original, *whole[1:])]
    return dice.choice(whole)


@pytest.mark.parametrize("part", range(3))
@pytest.mark.parametrize("name", SETUPS)
def test_a_changed_file_is_refused_with_a_line_or_plays_legally(name, part):
    game = game_named(name)
    words = [word.name for word in game.automas.vocabulary.words.values()]
    dice = random.Random(f"{name} {part}")
    played = refused = 0
    for number in range(MANY // 3):
        text = spoiled(files_of(game, dice), words, dice)
        looked = look_over(text, game)
        if looked.automa is None:
            refused += 1
            assert looked.problems
            for problem in looked.problems:
                assert isinstance(problem, Problem)
                assert 1 <= problem.line <= text.count("\n") + 1
            assert say_in("de").of(looked.problems[0].placed)
            continue
        played += 1
        if number % 5 == 0:
            assert all(say_in("en").of(line) for page in pages_by(game, looked.automa) for _, line, _ in page.lines)
        setup = with_automa(game, SETUPS[name], looked.automa)
        players = [game.player(read_spec(seat), setup) for seat in setup.seats]
        endless = ""
        try:
            play_through(game, setup, players, TapeDice(number), strict=True, tracing=number % 4 == 0)
        except NeverEnds as error:  # refused while it is played, by its line
            endless = str(dict(error.text.fields)["line"])
        assert endless == "" or endless.split()[0] in {name for _, name in looked.automa.parts}
    assert played > MANY // 30
    assert refused > MANY // 30
