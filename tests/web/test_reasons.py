"""Reasons begin with what decided; what was passed over before comes after it."""

import pytest

from kempelen.engine.trace import Step
from kempelen.text.say import Text
from kempelen.web.shown.reasons import parted


def keys(steps):
    return " ".join(step.text.key for step in steps)


@pytest.mark.parametrize(
    ("noted", "decided", "before"),
    [
        ("g.who why.list why.skipped g.bad why.declined g.good why.done", "g.who g.good why.done", "why.list why.skipped g.bad why.declined"),
        ("why.list why.skipped why.list g.good why.done why.done", "g.good why.done why.done", "why.list why.skipped why.list"),
        ("why.list chart.no chart.yes chart.effect chart.rolled chart.row g.tie", "chart.yes chart.effect chart.rolled chart.row g.tie", "why.list chart.no"),
        ("why.list why.done g.then why.done g.end", "why.list why.done g.then why.done g.end", ""),
        ("g.one g.two", "g.one g.two", ""),
        ("", "", ""),
    ],
)  # fmt: skip
def test_what_decided_comes_first(noted, decided, before):
    first, rest = parted([Step(Text(key), ()) for key in noted.split()])
    assert (keys(first), keys(rest)) == (decided, before)
