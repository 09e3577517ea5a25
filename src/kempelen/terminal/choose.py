"""Asking a person for a choice, by menus or in notation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kempelen.engine.errors import BadNotation, IllegalAction
from kempelen.engine.table import Decision, notation_of
from kempelen.terminal.ask import columns
from kempelen.terminal.board import draw
from kempelen.terminal.menu import Branch, branches, sentence, walk
from kempelen.terminal.talk import Handler, Sitting, obey

__all__ = ["choose"]


def choose(sitting: Sitting, decision: Decision[Any], more: Mapping[str, Handler] | None = None) -> None:
    """Ask until an answer has been accepted, or a command has changed the table."""
    screen, session, commands = sitting.screen, sitting.session, more or {}
    path: list[Branch] = []
    shown = False
    while True:
        options = path[-1].options if path else decision.options
        depth = path[-1].depth + 1 if path else 0
        scene = sitting.scene
        offered = branches(session.game, screen.say, scene, options, depth)
        if not shown:
            _show(sitting, decision, path, offered)
            shown = True
        typed = screen.read(words=[branch.named.names[0] for branch in offered])
        if not typed:
            if len(decision.options) == 1:
                session.answer(decision.options[0], decision.seat)
                return
            shown = False
            continue
        if path and typed.lower() in ("0", "back", screen.say("terminal.word.back")):
            path.pop()
            shown = False
            continue
        ask_anew = obey(sitting, typed, commands)
        if ask_anew is not None:
            if ask_anew:
                return
            continue
        if _answered(sitting, decision, typed):
            return
        found = walk(session.game, screen.say, scene, options, depth, typed)
        if len(found) != 1:
            _not_understood(sitting, decision, typed, found)
        elif len(found[0].options) == 1:
            session.answer(found[0].options[0], decision.seat)
            return
        else:
            path.append(found[0])
            shown = False


def _show(sitting: Sitting, decision: Decision[Any], path: Sequence[Branch], offered: Sequence[Branch]) -> None:
    """The picture with numbers, and the rest of the choices as a list."""
    screen = sitting.screen
    marks = {branch.handle: str(n) for n, branch in enumerate(offered, 1) if branch.drawn}
    screen.line()
    if not path or any(branch.drawn for branch in offered):
        draw(screen, sitting.scene, marks, trays=not path)
        screen.line()
    if len(decision.options) == 1:
        screen.tell("terminal.choose.only", what=sentence(screen.say, decision.options[0]))
        return
    if path:
        screen.line(" › ".join(branch.named.label for branch in path), "bold")
    else:
        screen.line(screen.say.of(decision.prompt), "bold")
    for line in columns([branch.named.label for branch in offered], screen.width):
        screen.line(line)
    screen.tell("terminal.choose.hint_back" if path else "terminal.choose.hint", "dim")


def _answered(sitting: Sitting, decision: Decision[Any], typed: str) -> bool:
    """Take the line as notation; what the rules object to is said, what is no notation is left to the menus."""
    try:
        sitting.session.game.parse(typed)
    except BadNotation as error:
        first = typed.split()[0].lower()
        if first in {notation_of(option).split()[0] for option in decision.options} and " " in typed:
            sitting.screen.error(error)
            raise _Refused from error
        return False
    try:
        sitting.session.answer(typed, decision.seat)
    except IllegalAction as error:
        sitting.screen.error(error)
        raise _Refused from error
    return True
