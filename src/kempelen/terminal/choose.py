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
    screen = sitting.screen
    path: list[Branch] = []
    show = True
    while True:
        options = path[-1].options if path else decision.options
        depth = path[-1].depth + 1 if path else 0
        offered = branches(sitting.session.game, screen.say, sitting.scene, options, depth)
        if show:
            _show(sitting, decision, path, offered)
        typed = screen.read(words=[branch.named.names[0] for branch in offered])
        show = False
        if not typed and len(decision.options) == 1:
            typed = notation_of(decision.options[0])
        if not typed or (path and typed.lower() in ("0", "b", "back", screen.say("terminal.word.back"))):
            del path[-1:]
            show = True
            continue
        ask_anew = obey(sitting, typed, more or {})
        if ask_anew:
            return
        if ask_anew is not None:
            continue
        meant = _meaning(sitting, decision, options, depth, typed)
        if isinstance(meant, Branch):
            path.append(meant)
            show = True
        elif meant is not None and _accepted(sitting, decision, meant):
            return


def _show(sitting: Sitting, decision: Decision[Any], path: Sequence[Branch], offered: Sequence[Branch]) -> None:
    """The picture with numbers, and the choices as a list."""
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


def _meaning(
    sitting: Sitting, decision: Decision[Any], options: Sequence[Any], depth: int, typed: str
) -> Branch | str | None:
    """An answer in notation, or a branch of the menu; if it is neither, that is said."""
    screen, game = sitting.screen, sitting.session.game
    try:
        game.parse(typed)
    except BadNotation as error:
        found = walk(game, screen.say, sitting.scene, options, depth, typed)
        if len(found) == 1:
            return notation_of(found[0].options[0]) if len(found[0].options) == 1 else found[0]
        verbs = {notation_of(option).split()[0] for option in decision.options}
        if found:
            screen.tell("terminal.choose.several", "red", typed=typed, found=[branch.named.label for branch in found])
        elif typed.split()[0].lower() in verbs:
            screen.error(error)
        else:
            screen.tell("terminal.choose.unknown", "red", typed=typed)
        return None
    return typed


def _accepted(sitting: Sitting, decision: Decision[Any], answer: str) -> bool:
    try:
        sitting.session.answer(answer, decision.seat)
    except (BadNotation, IllegalAction) as error:
        sitting.screen.error(error)
        return False
    return True
