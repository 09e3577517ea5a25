"""A why begins with what decided."""

import pytest

from kempelen.engine.trace import Cite, Step, decided_first
from kempelen.text.say import Text

CITE = (Cite("toy", "list"),)


def steps(kinds):
    return [Step(Text(f"toy.{n}"), CITE, kind=kind) for n, kind in enumerate(kinds)]


def numbers(some):
    return [int(step.text.key.removeprefix("toy.")) for step in some]


@pytest.mark.parametrize(
    ("kinds", "decided", "passed"),
    [
        # the list; a note and the line it lets pass; a note and the line that is done; what it noted
        (["", "", "passed", "", "done", ""], [0, 3, 4, 5], [1, 2]),
        (["", "passed", "passed", "done", "", "passed"], [0, 3, 4, 5], [1, 2]),
        (["", "done", "passed"], [0, 1, 2], []),
        (["", "passed", "passed"], [0, 1, 2], []),
        (["passed", "done"], [1], [0]),
        ([], [], []),
    ],
)
def test_what_was_passed_over_comes_last(kinds, decided, passed):
    found = decided_first(steps(kinds))
    assert [numbers(part) for part in found] == [decided, passed]
