"""What lies on a real table and only a person can name: cards, dice, lots, answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kempelen.engine.errors import BadNotation, IllegalAction
from kempelen.engine.notation import read_value
from kempelen.engine.table import Decision, notation_of
from kempelen.terminal.ask import Named, find, menu
from kempelen.terminal.menu import sentence
from kempelen.terminal.talk import Sitting, obey
from kempelen.wording import question, same_question, thing_label

__all__ = ["name_things"]

FEW = 9
"""So many things to choose from are always listed."""


def name_things(sitting: Sitting, decision: Decision[Any]) -> None:
    """A card, a die, an answer: asked until one is accepted.

    Several cards of one hand may stand in one line, and several things that are turned up one after the other.
    """
    session, screen = sitting.session, sitting.screen
    things, asked = things_of(sitting, decision), screen.say.of(question(session, decision, screen.say))
    screen.line(asked, "bold")
    if things and (len(things) <= FEW or decision.what not in sitting.listed):
        list_things(sitting, things)
        if len(things) > FEW:
            sitting.listed.add(decision.what)
            screen.tell("terminal.companion.several_hint", "dim")
    while True:
        typed = screen.read(words=[named.names[0] for named, _ in things])
        if not typed:
            if not things:
                screen.line(asked, "bold")
            list_things(sitting, things)
            continue
        ask_anew = obey(sitting, typed)
        if ask_anew:
            return
        if ask_anew is None and enter(sitting, decision, things, typed):
            return


def things_of(sitting: Sitting, decision: Decision[Any]) -> list[tuple[Named, str]]:
    """What can be named, by number, id or word; dice and yes or no are simply typed."""
    session, say = sitting.session, sitting.screen.say
    if decision.kind == "pick":
        return [(Named(picked(sitting, option), (option,)), option) for option in map(notation_of, decision.options)]
    if decision.kind not in ("draw", "reveal"):
        return []
    things = []
    for option in map(notation_of, decision.options):
        names = (
            (option, option.partition("_")[2])
            if say.has(f"{session.game.name}.{option.replace('_', '.', 1)}")
            else (option,)
        )
        things.append((Named(thing_label(session.game, say, option), names), option))
    return things


def picked(sitting: Sitting, option: str) -> str:
    """What the lot falls on, as a sentence if it is an action."""
    try:
        return sentence(sitting.screen.say, sitting.session.game.parse(option))
    except BadNotation:
        return thing_label(sitting.session.game, sitting.screen.say, option)


def list_things(sitting: Sitting, things: Sequence[tuple[Named, str]]) -> None:
    if things:
        sitting.screen.show(menu([named.label for named, _ in things], sitting.screen.width))


def enter(sitting: Sitting, decision: Decision[Any], things: Sequence[tuple[Named, str]], typed: str) -> bool:
    """Take what was typed; true if something was accepted."""
    session, screen = sitting.session, sitting.screen
    values = [typed] if not things else meant(sitting, decision, things, typed)
    for n, value in enumerate(values):
        asked = session.unanswered
        if n and not (asked and same_question(asked[0], decision)):
            screen.tell("terminal.companion.too_many", "yellow", n=len(values) - n)
            break
        try:
            session.answer(value)
        except (BadNotation, IllegalAction) as error:
            screen.error(error)
            return n > 0
        if decision.expected is not None and (said := read_value(decision, value)) != decision.expected:
            screen.tell("terminal.companion.differs", "yellow", said=said, expected=decision.expected)
    return bool(values)


def meant(sitting: Sitting, decision: Decision[Any], things: Sequence[tuple[Named, str]], typed: str) -> list[str]:
    """The things in a line, none if one of them is unclear; cards that are drawn or turned up can be several."""
    screen = sitting.screen
    values: list[str] = []
    several = decision.kind in ("draw", "reveal")
    parts = [part.strip() for part in typed.split(",") if part.strip()] if several else [typed]
    for part in parts:
        found = find(part, things)
        for word in [part] if found or not several else part.split():
            found = find(word, things)
            if len(found) == 1:
                values += found
                continue
            labels = [named.label for named, value in things if value in found]
            if labels:
                screen.tell("terminal.choose.several", "red", typed=word, found=labels)
            else:
                screen.tell("terminal.companion.unknown", "red", typed=word)
            return []
    return values
