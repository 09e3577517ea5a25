"""No two things of a page have the same name: what lays a new page over the old one finds them by it."""

import re
from collections import Counter

import pytest

from kempelen.engine.dice import TapeDice
from kempelen.engine.game import games
from tests.web.people import Sitting, asked_in, until

INSIDE_TEMPLATES = re.compile(r"<template.*?</template>", re.DOTALL)
"""What lies there is no part of the page yet."""
MOST = 300


def stands_still(board):
    """Somebody is asked, the next step waits for a click, or it is over."""
    return asked_in(board) is not None or 'id="next"' in board or "data-over" in board[:600]


@pytest.mark.parametrize("game", tuple(games()))
def test_a_first_game_step_by_step(ann, game):
    location = ann.post(f"/first/{game}").headers["location"].partition("?")[0]
    table, dice = Sitting(ann, location.rsplit("/", 1)[1], 0), TapeDice(3)
    table.post("pace", {"pace": "step"})
    waited = 0
    for _ in range(MOST):
        board = until(lambda: board if stands_still(board := table.board()) else None, "anybody's turn")
        names = Counter(re.findall(r'<[^>]*\sid="([^"]+)"', INSIDE_TEMPLATES.sub("", board)))
        assert [name for name, n in names.items() if n > 1] == []
        if "data-over" in board[:600]:
            break
        if 'id="next"' in board:
            waited += 1
            table.post("next")
        else:
            options = asked_in(board)["options"]
            table.answer(options[dice.below(len(options), "", "")]["do"])
    assert waited, "others have acted before the reader's eyes"
