"""Asking a person for a choice, by menus or in notation."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Any

from kempelen.engine.errors import BadNotation, IllegalAction
from kempelen.engine.notation import is_readable, typed_as
from kempelen.engine.table import Decision, notation_of
from kempelen.scene.model import Scene
from kempelen.terminal.ask import menu
from kempelen.terminal.board import draw
from kempelen.terminal.menu import Branch, branches, walk
from kempelen.terminal.talk import Sitting, obey
from kempelen.text.say import Text
from kempelen.wording import seat_text

__all__ = ["choose", "choose_for"]

END = "end"
"""The notation of what ends a turn."""
MANY = 16
"""A longer list is not shown every time."""


def choose(sitting: Sitting, decision: Decision[Any], title: Text | None = None) -> None:
    """Ask until an answer has been accepted, or a command has changed the table."""
    screen = sitting.screen
    path: list[Branch] = []
    show = "board beside hand"
    whole = False
    while True:
        options = path[-1].options if path else decision.options
        depth = path[-1].depth + 1 if path else 0
        offered = branches(sitting.session.game, screen.say, sitting.scene, options, depth)
        if show:
            _show(sitting, decision, path, offered, show, whole, title or decision.prompt)
        typed = screen.read(words=[branch.named.names[0] for branch in offered])
        show = ""
        if not typed and len(options) == 1:
            typed = notation_of(options[0])
        if not typed or (path and typed.lower() in ("0", "b", "back", screen.say("terminal.word.back"))):
            whole = not path
            del path[-1:]
            show = "board" if path else "hand"
            continue
        ask_anew = obey(sitting, typed)
        if ask_anew:
            return
        if ask_anew is not None:
            continue
        meant = _meaning(sitting, decision, path, typed)
        if isinstance(meant, Branch):
            path.append(meant)
            show = "board"
        elif meant is not None and _accepted(sitting, decision, meant):
            return


def choose_for(sitting: Sitting, decision: Decision[Any]) -> None:
    """A bot has chosen what the rules do not allow: it is told which line chose what, and a person chooses for it."""
    session, screen, refused = sitting.session, sitting.screen, decision.refused
    assert refused is not None
    screen.line()
    screen.line(screen.say.of(refused.text(None if session.open_why else sitting.reader)), "red")
    who = seat_text(session, decision.seat, screen.say)
    choose(sitting, decision, Text("refused.choose", who=who))


def _show(
    sitting: Sitting,
    decision: Decision[Any],
    path: Sequence[Branch],
    offered: Sequence[Branch],
    parts: str,
    whole: bool,
    title: Text,
) -> None:
    """The picture with numbers, and what is not numbered there as a list; a long one only once, or when asked for."""
    screen = sitting.screen
    marks = _marks(sitting.scene, offered)
    screen.line()
    if not path or any(branch.drawn == "board" for branch in offered):
        if draw(screen, sitting.scene, marks, parts):
            screen.line()
    if len(offered) == 1:
        key = "terminal.choose.only_this" if path else "terminal.choose.only"
        screen.tell(key, what=offered[0].options[0].text)
        return
    if path:
        screen.line(" › ".join(branch.named.label.removesuffix(" …") for branch in path), "bold")
    else:
        screen.line(screen.say.of(title), "bold")
        tip = sitting.session.game.speech.told(sitting.session.setup, decision)
        if tip.text is not None and decision.refused is None:
            screen.tell("terminal.choose.tip", "green", tip=tip.text)
            if tip.action is not None:
                screen.tell(
                    "terminal.choose.tip_typed", "dim", typed=typed_as(sitting.session.game, screen.say, tip.action)
                )
    if len(offered) > MANY and not whole and decision.prompt.key in sitting.listed:
        screen.tell(
            "terminal.choose.many", "dim", example=typed_as(sitting.session.game, screen.say, decision.options[0])
        )
        return
    if path or not all(branch.drawn == "hand" for branch in offered):
        sitting.listed.add(decision.prompt.key if len(offered) > MANY else "")
        screen.show(menu([branch.named.label for branch in offered], screen.width))
    screen.tell("terminal.choose.hint_back" if path else "terminal.choose.hint", "dim")


def _marks(scene: Scene, offered: Sequence[Branch]) -> dict[str, str]:
    """The numbers in the picture; of equal things (`card:plus`, `card:plus#2`) each has the number that means them."""
    numbers = {branch.handle: str(n) for n, branch in enumerate(offered, 1) if branch.drawn}
    same = {shape.id: shape.id.partition("#")[0] for shape in scene.everything()}
    return numbers | {handle: numbers[plain] for handle, plain in same.items() if plain in numbers}


def _meaning(sitting: Sitting, decision: Decision[Any], path: Sequence[Branch], typed: str) -> Branch | str | None:
    """An answer in notation, or a branch of the menu; if it is neither, that is said."""
    screen, game = sitting.screen, sitting.session.game
    if typed.lower() in (END, screen.say("terminal.word.end")):  # of a turn: nobody leaves the game by it
        if any(notation_of(option) == END for option in decision.options):
            return END
        screen.tell("terminal.choose.no_end", "red")
        return None
    if is_readable(game, decision, typed):
        return typed
    options = path[-1].options if path else decision.options
    depth = path[-1].depth + 1 if path else 0
    found = walk(game, screen.say, sitting.scene, options, depth, typed)
    if len(found) == 1:
        return found[0] if len(found[0].options) > 1 or _surprises(found[0]) else notation_of(found[0].options[0])
    if found:
        screen.tell("terminal.choose.several", "red", typed=typed, found=[branch.named.label for branch in found])
        return None
    first = typed.split()[0]
    if game.speech.typed is not None and game.speech.typed.is_verb(first):
        return typed
    # Not among the choices: perhaps an action all the same, and the rules can say why it is not allowed.
    verbs = sorted({notation_of(option).split()[0] for option in decision.options})
    said = " ".join([*(branch.named.names[0] for branch in path), typed])
    for verb in verbs:
        if is_readable(game, decision, f"{verb} {said}"):
            return f"{verb} {said}"
    shared = _beginning([notation_of(option).split() for option in options])
    if shared and is_readable(
        game, decision, f"{shared} {typed}"
    ):  # only the rest of it, such as a place in centimetres
        return f"{shared} {typed}"
    if first.lower() in map(str.lower, verbs):
        return typed
    screen.tell("terminal.choose.unknown", "red", typed=typed)
    return None


def _beginning(notations: Sequence[Sequence[str]]) -> str:
    """The words that all of them begin with."""
    first, *others = notations
    same = takewhile(lambda n: all(n < len(other) and other[n] == first[n] for other in others), range(len(first)))
    return " ".join(first[n] for n in same)


def _surprises(branch: Branch) -> bool:
    """A card was chosen and only one thing can be done with it, which nobody has named yet."""
    return branch.depth == 0 and len(branch.options[0].handles) > 1


def _accepted(sitting: Sitting, decision: Decision[Any], answer: str) -> bool:
    try:
        sitting.session.answer(answer, decision.seat)
    except (BadNotation, IllegalAction) as error:
        sitting.screen.error(error)
        return False
    return True
