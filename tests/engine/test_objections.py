"""Whether a bot's choice is taken: what is free is looked at by itself, and only then is all listed that could be done."""

from kempelen.engine.notation import objection_to
from kempelen.engine.table import Decision
from kempelen.games.universalis import GAME
from kempelen.games.universalis.rules.actions import END, Move
from kempelen.text.say import Text

WRONG = Text("action.not_allowed", action="end")


def asked(offered, reason):
    """A decision that takes free input, and how often its list was asked for."""
    lists = []

    def offer():
        lists.append(offered)
        return offered

    return Decision(0, Text("universalis.prompt.pick"), offer, lambda action: reason), lists


def test_what_is_allowed_needs_no_list():
    decision, lists = asked([], None)
    assert objection_to(GAME, decision, None, END) is None
    assert not lists


def test_what_is_on_the_list_is_taken_whatever_else_is_said():
    decision, lists = asked([END], WRONG)
    assert objection_to(GAME, decision, None, END) is None
    assert lists


def test_what_is_neither_is_refused_with_the_reason():
    decision, _ = asked([], WRONG)
    assert objection_to(GAME, decision, None, END) is WRONG


def test_what_cannot_be_written_down_is_refused():
    decision, _ = asked([], None)
    assert objection_to(GAME, decision, None, Move("A1", ((10.123456, 20.0, 0.0),))) is not None
