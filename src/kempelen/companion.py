"""Guided play at a real table: what lies there is named by a person, and the automas say what they do.

The session mirrors the table. Cards that people hold stay unknown; cards of the computer players are named when they
are drawn. Nothing here knows a screen: the terminal and the web page ask the questions.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from kempelen.engine.dice import TapeDice
from kempelen.engine.errors import BadPosition
from kempelen.engine.files.numbers import number_in
from kempelen.engine.files.plain import read_json
from kempelen.engine.game import Game, Setup, game_named
from kempelen.engine.replay import QUESTIONS
from kempelen.engine.session import Physical, Session
from kempelen.engine.table import NOBODY, Decision, Seat
from kempelen.text.say import Field, Say, Text

__all__ = [
    "check_known",
    "companion_session",
    "example_fact",
    "facts_in",
    "facts_of",
    "names_all_cards",
    "question",
    "same_question",
    "seat_text",
    "thing_label",
    "thing_text",
]


def companion_session(
    setup: Setup,
    *,
    dice_on_table: bool = False,
    cards_on_table: bool | None = None,
    questions_on_table: bool = False,
    seed: int | str | None = None,
) -> Session:
    """A session that mirrors a real table. What does not lie there, the program rolls and shuffles itself.

    Without a word about the cards, those piles lie on the table that usually do. With `questions_on_table` a person
    answers the automas' questions too, and the answers are compared with the mirror.
    """
    game = game_named(setup.game)
    people = frozenset(seat for seat, who in enumerate(setup.seats) if who == "human")
    piles = game.on_table(people) if cards_on_table is None else game.physical if cards_on_table else frozenset()
    more = {name for name, there in (("dice", dice_on_table), (QUESTIONS, questions_on_table)) if there}
    untracked = people if piles else frozenset[Seat]()
    return Session(game, setup, seed=seed, physical=Physical(piles | more, untracked), open_why=True)


def names_all_cards(session: Session) -> bool:
    """Does whoever sits at the keyboard name, and so see, the computer players' cards?"""
    things = session.physical.things if session.physical is not None else frozenset[str]()
    return bool(session.game.physical) and session.game.physical <= things


def seat_text(session: Session, seat: Seat, say: Say) -> Text:
    """A seat by its name or number, and whether a person or the program sits there."""
    kind = "human" if seat in session.humans else "bot"
    if (own := session.game.seat_text(session.setup, seat, say)) is not None:
        return own if kind == "human" else Text("terminal.seat.own_bot", name=own)
    return Text(f"terminal.seat.{kind}", name=session.game.seat_names(session.setup)[seat])


# -- what is asked


def question(session: Session, decision: Decision[Any], say: Say) -> Text:
    """What a person at the table is asked to name."""
    game = session.game.name
    if decision.kind == "draw":
        pile: Field = word(say, f"{game}.deck.{decision.what}", decision.what)
        if decision.to is None or decision.to == NOBODY:
            return Text("terminal.companion.draw", pile=pile)
        who = seat_text(session, decision.to, say)
        if had := named_so_far(session, decision):
            return Text("terminal.companion.draw_next", who=who, had=[thing_text(session.game, say, t) for t in had])
        return Text("terminal.companion.draw_for", pile=pile, who=who)
    if decision.kind == "reveal":
        kind, _, number = decision.what.partition(" ")
        slot = word(say, f"{game}.slot.{kind}", decision.what, n=number)
        return Text("terminal.companion.reveal", slot=slot)
    if decision.kind == "pick" and say.has(key := f"{game}.lot.{decision.why.replace(' ', '_')}"):
        return Text(key)
    if decision.kind in ("roll", "pool") and decision.prompt.key.startswith("ask."):
        return throw(game, decision, say)
    return decision.prompt


def throw(game: str, decision: Decision[Any], say: Say) -> Text:
    """Which dice to roll, in the game's words if it has any."""
    if say.has(key := f"{game}.throw.{decision.why}"):
        return Text(key)
    many, _, sides = decision.what.partition("d")
    count = int(many or 1)
    what = Text("ask.die", sides=sides) if count == 1 else Text("ask.dice", n=count, sides=sides)
    return Text("ask.roll" if count == 1 else "ask.pool", what=what)


def named_so_far(session: Session, decision: Decision[Any]) -> list[str]:
    """Cards of the same hand that have just been named."""
    had: list[str] = []
    for row in reversed(session.inputs):
        if (row.kind, row.what, row.why, row.seat) != (decision.kind, decision.what, decision.why, decision.to):
            break
        had.append(row.value)
    return had[::-1]


def word(say: Say, key: str, otherwise: str, **fields: Field) -> Text | str:
    """The game's word for something, or its id."""
    return Text(key, **fields) if say.has(key) else otherwise


def same_question(one: Decision[Any], other: Decision[Any]) -> bool:
    """Is the same thing asked for again, such as the next card of the same hand?"""
    return (one.kind, one.what, one.why, one.to) == (other.kind, other.what, other.why, other.to)


def thing_text(game: Game[Any], say: Say, thing: str) -> Text | str:
    """A card, role or whatever is drawn from a pile, in words: `role_gold` has its text under role.gold."""
    if (own := game.thing_word(thing)) is not None:
        return own
    for key in (f"{game.name}.card.{thing}", f"{game.name}.{thing.replace('_', '.', 1)}"):
        if say.has(key):
            return Text(key)
    return thing


def thing_label(game: Game[Any], say: Say, thing: str) -> str:
    """The same as it stands in a list."""
    return say.of(thing_text(game, say, thing), "Bare")


# -- where the mirror and the table differ


def facts_in(session: Session, typed: str) -> dict[str, Any]:
    """The facts in `players.2.score=7`, for `Session.correct`; raises BadPosition if the table cannot be like that."""
    path, equals, value = typed.partition("=")
    steps = [step.strip() for step in path.split(".")]
    if not equals or not all(steps):
        example = example_fact(session.game, session.game.to_position(session.checkpoint))
        raise BadPosition(Text("terminal.companion.fact_form", given=typed, example=example))
    place: Any = session.game.to_position(session.checkpoint)
    steps = _by_label(place, steps)
    for n, step in enumerate(steps):
        here = ".".join(steps[: n + 1])
        if isinstance(place, list):
            number = number_in(step, 1, len(place))
            if number is None:
                raise BadPosition(Text("terminal.companion.no_number", field=here, most=len(place)))
            place = place[number - 1]
        elif isinstance(place, Mapping):
            if step not in place and n < len(steps) - 1:
                raise BadPosition(Text("terminal.companion.no_field", field=here, known=", ".join(map(str, place))))
            place = place.get(step)
        else:
            raise BadPosition(Text("terminal.companion.no_part", field=here))
    facts: Any = plain_value(value.strip())
    for step in reversed(steps):
        facts = {step: facts}
    made: dict[str, Any] = facts
    state = session.game.correct(session.checkpoint, made)
    for seat, name in enumerate(session.game.seat_names(session.setup)):
        if seat not in session.humans:
            check_known(session.game, state, seat, name)
    return made


def _by_label(position: Mapping[str, Any], steps: list[str]) -> list[str]:
    """`A2.at` for `models.2.at`: entries that have a label go by it."""
    label, *rest = steps
    for key, entries in position.items() if label not in position else ():
        for n, entry in enumerate(entries if isinstance(entries, list) else (), 1):
            if isinstance(entry, Mapping) and str(entry.get("label", "")).lower() == label.lower():
                return [key, str(n), *rest]
    return steps


def example_fact(game: Game[Any], position: Mapping[str, Any]) -> str:
    """A fact as it would be typed: the game's own example, else a number in one of the position's parts."""
    if game.example_fact:
        return game.example_fact
    leaves = list(_leaves(position, ()))
    numbers = [(path, value) for path, value in leaves if type(value) is int and len(path) > 1]
    path, value = (numbers or leaves)[0]
    return f"{'.'.join(path)}={value}"


def facts_of(position: Mapping[str, Any]) -> list[str]:
    """Every fact of a position as it would be typed."""
    return [
        f"{'.'.join(path)}={value if isinstance(value, str) else json.dumps(value)}"
        for path, value in _leaves(position, ())
    ]


def _leaves(place: Any, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Any]]:
    if isinstance(place, Mapping):
        for key, part in place.items():
            yield from _leaves(part, (*path, str(key)))
    elif isinstance(place, list) and any(isinstance(part, Mapping) for part in place):
        for n, part in enumerate(place, 1):
            yield from _leaves(part, (*path, str(n)))
    elif not isinstance(place, list):
        yield path, place


def check_known(game: Game[Any], state: Any, seat: Seat, name: str) -> None:
    """Raise BadPosition if the table leaves something open that the seat must know to decide."""
    full = game.redeal(state, TapeDice(0))
    known, all_of_it = (game.to_position(game.view(table, seat)) for table in (state, full))
    if known != all_of_it:
        raise BadPosition(Text("terminal.start.unknown_cards", seat=name))


def plain_value(text: str) -> Any:
    """A value as it is typed: JSON, or words without quotes such as `[pick, lantern]`."""
    try:
        return read_json(text)
    except ValueError:
        if not text.startswith("[") or not text.endswith("]"):
            return text
    return [_typed(part.strip()) for part in text[1:-1].split(",") if part.strip()]


def _typed(word: str) -> Any:
    try:
        return read_json(word)
    except ValueError:
        return word
