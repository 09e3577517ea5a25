"""Whatever a person may meet can be called, drawn and worded in both languages: not only events and options.

Hints, objections, endings, the names of piles and slots, and every handle that an action names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from kempelen.contract.playing import Problems, played_in_steps
from kempelen.contract.watching import Watching
from kempelen.engine.game import Game, Setup, say_in
from kempelen.engine.handles import handle_text
from kempelen.engine.session import Session
from kempelen.engine.table import A, Check, Decision, Offer, Seat
from kempelen.engine.things import RESERVED, slot_key
from kempelen.scene.model import Scene
from kempelen.text.say import LANGUAGES, MissingText, Say, Text

__all__ = ["everything_is_worded", "names_are_free"]

EVERY = 7
"""Of so many decisions one is looked at closely; pictures take time."""
MOST = 8
ANSWERS = 12
"""So many actions that are not offered are objected to."""
POINT = re.compile(r"[a-z]+:-?\d+(?:\.\d+)?,-?\d+(?:\.\d+)?(?:,-?\d+(?:\.\d+)?)?")


class _Asking(Watching):
    """Looks at the decisions of a recorded game when they are met, for they hold no longer than the moment."""

    look: Any = None

    def choose(self, seat: Seat, prompt: Text, options: Offer[A], check: Check | None = None) -> A:
        if self.look is not None:
            self.look(Decision(seat, prompt, options, check, self))
        return super().choose(seat, prompt, options, check)

    def reveal(self, slot: str, known: Any, options: Any, why: str, to: Seat | None = None) -> Any:
        if self.look is not None:
            self.look(slot)
        return super().reveal(slot, known, options, why, to)


def everything_is_worded(game: Game[Any], setup: Setup, seed: int) -> Problems:
    """Hints, objections, the ending, piles, slots and handles of a game, in both languages."""
    session = played_in_steps(game, setup, seed)
    problems: set[Text] = set()
    words = _Words(session)
    for moment, after in zip(session.moments, session.moments[1:], strict=False):
        table = _Asking(session, session.inputs[: after.inputs], moment.inputs)
        table.look = words.met
        if moment.state is None:
            game.new(setup, table)
        else:
            table.state = moment.state.copy()
            game.step(table.state, table)
    assert session.outcome is not None
    if not session.outcome.capped and session.outcome.reason:
        words.texts.add(Text(f"{game.name}.ending.{session.outcome.reason}"))
    words.texts |= {Text(f"{game.name}.deck.{row.what}") for row in session.inputs if row.kind == "draw"}
    for lang in LANGUAGES:
        problems |= set(_unsaid(say_in(lang), words.texts))
    problems |= words.problems
    return sorted(problems, key=repr)[:MOST]


class _Words:
    """What is to be said, gathered over a game."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.texts: set[Text] = set()
        self.problems: set[Text] = set()
        self.known: dict[str, Any] = {}
        """Actions that were offered at some time, by notation."""
        self.count = 0

    def met(self, thing: Decision[Any] | str) -> None:
        """A decision, or the name of something face down that is turned up."""
        if isinstance(thing, str):
            number = thing.partition(" ")[2]
            if number:  # one of several that a person at a real table is asked for
                for lang in LANGUAGES:
                    self.texts.add(Text(slot_key(self.session.game.name, thing, say_in(lang).has), n=number))
            return
        self.count += 1
        if self.count % EVERY != 1:
            return
        game, seat = self.session.game, thing.seat
        assert thing.table is not None
        view = thing.view()
        hint = game.speech.tip(self.session.setup, thing)
        if hint is not None:
            self.texts.add(hint)
        offered = set(map(repr, thing.options))
        for action in list(self.known.values())[-ANSWERS:]:
            if repr(action) not in offered:
                reason = thing.check(action) if thing.check else game.speech.objection(thing.table.state, seat, action)
                self.texts |= {reason} if reason is not None else set()
        self.known |= {option.notation: option for option in thing.options[:: max(1, len(thing.options) // 4)]}
        for lang in LANGUAGES:
            say = say_in(lang)
            scene = game.scene(view, say)
            drawn = {shape.id.partition("#")[0] for shape in scene.everything()}
            for option in thing.options:
                for handle in option.handles:
                    if handle.partition("#")[0] not in drawn and not _is_called(game, say, scene, handle):
                        self.problems.add(Text("contract.handle", handle=handle, action=option.notation, lang=lang))


def _is_called(game: Game[Any], say: Say, scene: Scene, handle: str) -> bool:
    """What is not in the picture has a word, or is a place on a table in centimetres."""
    plain = handle.partition("#")[0]
    kind, _, name = plain.partition(":")
    if name.isdecimal() or handle_text(game, say, plain) is not None:  # a number is its own word
        return True
    if game.things.word(name or kind) is not None:
        return True
    return scene.unit == "cm" and POINT.fullmatch(handle) is not None


def _unsaid(say: Say, texts: set[Text]) -> Iterator[Text]:
    for text in texts:
        try:
            say.of(text)
        except MissingText as missing:
            yield Text("contract.missing_text", missing=str(missing))


def names_are_free(game: Game[Any], setup: Setup, seed: int) -> Problems:
    """No pile and no lot is called like something else that may lie on a real table."""
    session = played_in_steps(game, setup, seed)
    piles = {row.what for row in session.inputs if row.kind == "draw"} | game.things.physical
    lots = {row.what for row in session.inputs if row.kind == "pick"}
    taken = {*(piles & RESERVED), *(lots & (RESERVED | piles))}
    return [Text("contract.name_taken", name=name) for name in sorted(taken)]
