"""Reading what a person or a file says as an answer to a decision."""

from __future__ import annotations

import re
from typing import Any

from kempelen.engine.errors import BadNotation, IllegalAction
from kempelen.engine.files.numbers import number_in
from kempelen.engine.game import Game
from kempelen.engine.inputs import Value
from kempelen.engine.table import Decision, notation_of
from kempelen.text.say import Say, Text
from kempelen.text.typed import Typed

__all__ = ["is_readable", "objection_to", "read_action", "read_value", "typed_as", "words"]

MOST_NAMED = 6
"""So many of several meanings are named."""


def words(notation: str) -> list[str]:
    """Split a notation; blanks and letter case do not matter."""
    return notation.lower().split()


def read_action(game: Game[Any], decision: Decision[Any], state: Any, notation: str) -> Any:
    """The option (or checked free input) that a notation names; raises BadNotation or IllegalAction.

    Records write it in one way only. What is not read so may be in the words of a language, see `Typed`.
    """
    try:
        return _allowed(game, decision, state, game.parse(notation), notation)
    except (BadNotation, IllegalAction) as error:
        wrong = error
    meant, problem = _meant(game, decision, notation, parts=isinstance(wrong, BadNotation))
    if len(meant) > 1:
        raise BadNotation(
            Text("answer.several", typed=notation.strip(), found=[action.text for action in meant[:MOST_NAMED]])
        )
    if meant:
        return _allowed(game, decision, state, meant[0], notation)
    raise problem if problem is not None and isinstance(wrong, BadNotation) else wrong


def is_readable(game: Game[Any], decision: Decision[Any], notation: str) -> bool:
    """Whether this names an action, or several, allowed or not, in the notation or in the words of a language."""
    try:
        game.parse(notation)
    except BadNotation:
        return bool(_meant(game, decision, notation)[0])
    return True


def typed_as(game: Game[Any], say: Say, action: Any) -> str:
    """How an action can be typed, in the words of the language that is spoken; it is understood again."""
    notation = notation_of(action)
    return notation if game.speech.typed is None else game.speech.typed.written(notation, say.lang)


def _allowed(game: Game[Any], decision: Decision[Any], state: Any, action: Any, said: str) -> Any:
    """The option that an action is, or the action if it may be named freely; raises IllegalAction."""
    if (option := _offered(decision, action)) is not None:
        return option
    reason = _unlisted(game, decision, state, action, said.strip())
    if reason is not None:
        raise IllegalAction(reason)
    return action


def _meant(
    game: Game[Any], decision: Decision[Any], said: str, *, parts: bool = True
) -> tuple[list[Any], BadNotation | None]:
    """The actions that words of a language may name, and what is wrong with them if they name none.

    With `parts` a part of a name will do where it fits only one of the things that can be chosen now.
    """
    typed = game.speech.typed
    if typed is None:
        return [], None
    problem: BadNotation | None = None
    free = callable(decision.offer) and decision.check is not None  # nobody lists all that only for a name
    for among in (None, _named(decision)) if parts and not free else (None,):
        actions: dict[Any, None] = {}
        for line in typed.meanings(said, among):
            try:
                actions[game.parse(line)] = None
            except BadNotation as error:
                problem = problem or BadNotation(_quoting(error.text, said))
        if actions:
            return list(actions), None
    return [], problem


def _named(decision: Decision[Any]) -> set[str]:
    """The words of all that can be chosen, those with a number also without it."""
    words = {word for option in decision.options for word in notation_of(option).split()}
    return words | {word.rstrip("0123456789") for word in words}


def _quoting(text: Text, said: str) -> Text:
    """The same complaint about what was typed, not about what it was taken for."""
    fields = dict(text.fields)
    return Text(text.key, **{**fields, "notation": said.strip()}) if "notation" in fields else text


def objection_to(game: Game[Any], decision: Decision[Any], state: Any, action: Any) -> Text | None:
    """Why an action that a bot has chosen would not be taken; None if it would, also from its notation."""
    listed = decision.check is None or not callable(decision.offer)
    if listed and _offered(decision, action) is not None:
        return None
    notation = notation_of(action)
    try:
        again, wrong = game.parse(notation), None
    except BadNotation as error:
        again, wrong = None, error.text
    if wrong is None and again != action:
        wrong = Text("action.other_notation", action=notation)
    if wrong is None:
        wrong = _unlisted(game, decision, state, action)
    # To list all that could be done takes longer than to look at one thing: where nobody has the list it comes last.
    return None if wrong is None or (not listed and _offered(decision, action) is not None) else wrong


def _offered(decision: Decision[Any], action: Any) -> Any:
    """The option that this action is, if it is one."""
    options = decision.options
    for option in options:  # most actions are made once and used again, so identity nearly always decides
        if option is action:
            return option
    for option in options:
        if option == action:
            return option
    return None


def _unlisted(game: Game[Any], decision: Decision[Any], state: Any, action: Any, said: str = "") -> Text | None:
    """Why an action that is not in the list is not allowed, named as it was said; None for free input that is."""
    if decision.check is not None:
        return decision.check(action)
    # by what the seat knows: a reason must not tell what it cannot see
    reason = game.speech.objection(game.view(state, decision.seat), decision.seat, action)
    return reason or Text("action.not_allowed", action=said or notation_of(action))


def read_value(decision: Decision[Any], answer: str, typed: Typed | None = None) -> Value:
    """A die, card or yes/no that a person names at a physical table, a card also by its name; raises BadNotation."""
    text = answer.strip()
    kind = decision.kind
    if kind == "roll" and text == "0" and decision.options[-1] == 10:  # as a die with ten faces shows it
        return 10
    if kind in ("roll", "direction"):
        if (number := number_in(text)) in decision.options:
            return number
        raise BadNotation(Text("answer.number", answer=text, least=decision.options[0], most=decision.options[-1]))
    if kind == "pool":
        faces = re.split(r"[\s,]+", text)
        if decision.options[-1] == 10:
            faces = ["10" if face == "0" else face for face in faces]
        if all(number_in(face) in decision.options for face in faces):
            wanted = int(decision.what.split("d")[0])
            if len(faces) == wanted:
                return sorted(map(int, faces))
        raise BadNotation(
            Text(
                "answer.pool",
                answer=text,
                dice=decision.what,
                least=decision.options[0],
                most=decision.options[-1],
            )
        )
    if kind == "ask":
        if text.lower() in ("y", "yes", "j", "ja", "true"):
            return True
        if text.lower() in ("n", "no", "nein", "false"):
            return False
        raise BadNotation(Text("answer.yes_no", answer=text))
    known = [notation_of(option) for option in decision.options]
    if text in known:
        return text
    if (number := number_in(text, 1, len(known))) is not None:
        return known[number - 1]
    if typed is None:
        raise BadNotation(Text("answer.one_of", answer=text, known=known))
    named = [line for line in typed.meanings(text) if line in known]
    if len(named) == 1:
        return named[0]
    raise BadNotation(Text("answer.one_of", answer=text, known=[typed.name_of(one) or one for one in known]))
