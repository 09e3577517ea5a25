"""Procedures: lists that are followed line by line."""

from __future__ import annotations

import pytest

from kempelen.behaviour.document import markdown
from kempelen.behaviour.procedure import do, execute, follow, page, procedure, proceed_at, repeat
from kempelen.engine.errors import NeverEnds
from kempelen.engine.game import say_in
from kempelen.engine.trace import Trace
from kempelen.games.tactics import GAME
from kempelen.parts.document import pages_of


class Counter:
    """Does what the lines say to a number, and remembers the places."""

    def __init__(self, n=0, stop_at=None, trace=None):
        self.n, self.stop_at, self.trace = n, stop_at, trace
        self.places = []
        self.times = {}

    @property
    def done(self):
        """What the actor has done so far: a loop that changes nothing ends."""
        return self.n

    def goes_to(self, place):
        self.places.append(place)


def add(one):
    one.n += 1
    return one.n == one.stop_at


WORDS = {
    "add": add,
    "double": lambda one: setattr(one, "n", one.n * 2),
    "small": lambda one: one.n < 5,
    "below": lambda one, n: one.n < n,
    "never": lambda one: False,
}


def a_list(*lines, name="list"):
    return procedure(name, *lines, game="toy", document="toy", section="Toy")


def run(text, n=0, **more):
    counter = Counter(n, **more)
    stopped = follow(text, WORDS, counter)
    return counter.n, counter.places, stopped


def test_lines_are_carried_out_in_turn():
    assert run(a_list(do("1", "add"), do("2", "double"), do("3", "add"))) == (3, ["list 1", "list 2", "list 3"], False)


def test_if_and_otherwise():
    text = a_list(do("1a", "add", when="small"), do("1b", "double", otherwise=True), do("2", "add"))
    assert run(text)[0] == 2
    assert run(text, 7)[0] == 15


def test_otherwise_asks_the_condition_before_the_first_branch_ran():
    text = a_list(do("1a", "add", when=("below", 1)), do("1b", "double", otherwise=True))
    assert run(text) == (1, ["list 1a"], False)


def test_a_line_inside_another_shares_its_condition():
    text = a_list(do("1", "add", do("1.1", "double", when="small"), when="small"), do("2", "add"))
    assert run(text, 1)[0] == 5
    assert run(text, 4)[0] == 6
    assert run(text, 9)[0] == 10


def test_what_is_not_possible_is_left_out_but_what_is_inside_follows():
    text = a_list(do("1", "double", do("1.1", "add"), possible="never"))
    assert run(text, 3) == (4, ["list 1.1"], False)


def test_while():
    assert run(a_list(repeat("1", "small", do("1.1", "add")), do("2", "double")))[0] == 10
    assert run(a_list(do("1", "add", while_="small")))[0] == 5
    assert run(a_list(do("1", "add", while_="small")), 8)[0] == 8


def test_proceed_at():
    text = a_list(do("1", "add"), do("2", "add", then=proceed_at("1", when="small")), do("3", "double"))
    assert run(text)[0] == 12


def test_another_list_is_run_to_its_end():
    inner = a_list(do("1", "add"), do("2", "add"), name="inner")
    text = a_list(execute("1", inner, when="small"), do("2", "double"))
    assert run(text) == (4, ["inner 1", "inner 2", "list 2"], False)
    assert run(text, 6)[0] == 12


def test_a_line_may_stop_everything():
    inner = a_list(do("1", "add"), do("2", "add"), name="inner")
    assert run(a_list(execute("1", inner), do("2", "double")), stop_at=1) == (1, ["inner 1"], True)


def test_a_list_may_be_taken_up_at_a_line():
    text = a_list(do("1", "add"), do("2", "double"), do("3", "add"))
    counter = Counter(3)
    follow(text, WORDS, counter, "2")
    assert counter.n == 7


def test_the_why_names_lists_lines_and_jumps():
    inner = a_list(do("1", "add"), name="inner")
    text = a_list(
        execute("1", inner, when="small"),
        do("2", "double", when="never"),
        repeat("3", "small", do("3.1", "add")),
        do("4", "add", then=proceed_at("3", when=("below", 6))),
    )
    trace = Trace(0)
    follow(text, WORDS, Counter(3, trace=trace))
    told = [(step.text.key, dict(step.text.fields).get("item")) for step in trace]
    assert told == [
        ("why.list", None),
        ("why.done", "1"),
        ("why.list", None),
        ("why.done", "1"),
        ("why.left_out", "2"),
        ("toy.why.while", "3"),
        ("why.done", "3.1"),
        ("toy.why.while_over", "3"),
        ("why.done", "4"),
    ]
    assert all(step.sources for step in trace)


def test_the_page_has_every_line_with_its_words():
    text = a_list(
        do("1", "add", when="small", then=proceed_at("1")),
        do("2", "double", otherwise=True),
        repeat("3", ("below", 2), do("3.1", "add", then=proceed_at("2", when="never"))),
        do("4", "add", while_="small"),
    )
    printed = page(text, ("R1",))
    assert [(item, line.key) for item, line, _ in printed.lines] == [
        ("1", "toy.page.if"),
        ("2", "toy.page.otherwise"),
        ("3", "toy.page.while"),
        ("3.1", "toy.page.then_if"),
        ("4", "toy.page.while_do"),
    ]
    assert printed.rulings == ("R1",)


def test_lines_inside_others_stand_under_them_on_the_printed_page():
    """`3a` cannot be the number of a list in Markdown: there each line has a bullet, indented as its author had it."""
    printed = markdown("", pages_of(GAME), (), say_in("en")).splitlines()
    shown = [line.split("**")[0] for line in printed if line.lstrip().startswith("- `")]
    assert shown[:4] == ["- `1` ", "- `2` ", "  - `3a` ", "  - `3b` "]
    target = printed.index("## Target-oriented")
    inside = [line.split("**")[0] for line in printed[target:] if line.lstrip().startswith("- `")]
    assert inside[:4] == ["- `1` ", "- `2a` ", "  - `3a` ", "- `2b` "]


def test_a_procedure_followed_with_other_words_means_something_else():
    """Without a trace the words are looked up once; another set of words is looked up anew."""
    text = procedure("x", do("1", "step"), game="tactics", document="d", section="s")
    up, down = Counter(), Counter()
    for _ in range(2):
        follow(text, {"step": lambda one: setattr(one, "n", one.n + 1)}, up)
        follow(text, {"step": lambda one: setattr(one, "n", one.n - 1)}, down)
    assert (up.n, down.n) == (2, -2)


@pytest.mark.parametrize("trace", [None, Trace(0)])
def test_a_procedure_that_never_ends_is_stopped_and_names_its_line(trace):
    text = a_list(do("1", "add"), do("2", "double", while_="ever"))
    counter = Counter(0)
    counter.trace = trace
    with pytest.raises(NeverEnds) as stopped:
        follow(text, {**WORDS, "double": add, "ever": lambda one: True}, counter)
    assert dict(stopped.value.text.fields)["line"] == "list 2"


def test_what_goes_round_and_does_nothing_ends():
    text = a_list(do("1", "add"), do("2", "double", while_="ever"))
    counter = Counter(0)
    follow(text, {**WORDS, "double": lambda one: None, "ever": lambda one: True}, counter)
    assert counter.n == 1
