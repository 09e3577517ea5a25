"""Non-interference, proved with twins: nobody learns what came to another seat alone.

The inputs say what is secret: whatever was drawn, rolled or picked `to` one seat (or to nobody), and whatever a seat
chose that others cannot tell from something else. A twin is the same game with one such input replaced by another
possible one, up to that seat's next own choice, or until the rules turn something up. For every other seat, and for
somebody who watches, both games must look the same, byte for byte.

The other way round: what came openly must be seen by everybody. If a view hides it, a draw, a roll or a lot forgot to
say `to` whom it comes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from kempelen.contract.playing import Problems, default_setup, played_in_steps, seat_name, snapshot
from kempelen.contract.watching import Astray, Watched, watched
from kempelen.engine.dice import TapeDice
from kempelen.engine.game import Game, Setup
from kempelen.engine.inputs import CHANCE, Input
from kempelen.engine.session import Session
from kempelen.engine.table import NOBODY, SPECTATOR, Seat, notation_of
from kempelen.text.say import Field, Text

__all__ = ["hidden_came_to_somebody", "says_what_is_private", "twins_look_alike"]

TWINS = 40
"""So many secrets of a game are tried, spread over it."""
WITH_ODDS = 3
"""And for so many of them the chances of what others might do are compared too."""
CANDIDATES = 6
SOON = 50
"""Steps in which something private must have come."""
NOT_THERE = ("record.bad_card", "record.bad_pick")
"""A later card is not there any more: no twin, but nothing wrong."""


@dataclass(frozen=True, slots=True)
class Secret:
    """An input that only one seat may know, or nobody; `until` is the first input that may depend on it."""

    index: int
    owner: Seat
    until: int


# -- what is secret


def secrets_of(session: Session) -> list[Secret]:
    """Every secret of a game, and how long it is one."""
    inputs, revealed = session.inputs, list(_revealed(session))
    last = len(inputs) - 1 if session.over else len(inputs)
    found = []
    for index, row in enumerate(inputs):
        if row.seat is None or not (row.kind in CHANCE or (row.kind == "do" and _alike(session, index))):
            continue
        since, owner = index, row.seat
        after = [(at, to) for at, to in revealed if at > index]
        if owner == NOBODY and after and after[0][1] is not None:  # somebody has a look: from then on it is his
            since, owner = after[0][0], after[0][1]
        shown = next((at - 1 for at, to in after if to != owner or owner == NOBODY), last)
        until = min(_next_choice(inputs, since, owner), shown, last)
        if until > index:
            found.append(Secret(index, owner, until))
    return found


def _revealed(session: Session) -> Iterator[tuple[int, Seat | None]]:
    """How many inputs there were when the rules turned something up, and to whom."""
    for moment, after in zip(session.moments, session.moments[1:], strict=False):
        yield from watched(session, session.inputs[: after.inputs], moment).revealed


def _next_choice(inputs: Sequence[Input], index: int, seat: Seat) -> int:
    for n in range(index + 1, len(inputs)):
        row = inputs[n]
        if row.kind == "together" and any(answer[0] == seat for answer in row.value):
            return n
        if row.kind == "do" and row.seat == seat:
            return n
    return len(inputs)


def _alike(session: Session, index: int) -> list[str]:
    """What a seat might have chosen instead without anybody seeing a difference."""
    row, state = session.inputs[index], session.state
    seen = session.game.speech.public_notation
    if seen(state, row.value) == row.value:  # nothing of it is hidden
        return []
    asked = watched(session, session.inputs[:index], session.moment_before(index)).asked
    options = [notation_of(option) for decision in asked for option in decision.options]
    return [text for text in options if text != row.value and seen(state, text) == seen(state, row.value)]


def _others(session: Session, index: int) -> list[Any]:
    """What the input might have been instead."""
    row = session.inputs[index]
    if row.kind == "do":
        return _alike(session, index)
    asked = watched(session, session.inputs[:index], session.moment_before(index)).asked
    options: list[Any] = [option if isinstance(option, int) else notation_of(option) for option in asked[0].options]
    if row.kind == "pool":
        options = [[face] * len(row.value) for face in options]
    others = [option for option in options if option != row.value]
    turn = index % max(len(others), 1)  # not always the first
    return others[turn:] + others[:turn]


# -- twins


def twins_look_alike(game: Game[Any], setup: Setup, seed: int) -> Problems:
    """What came to one seat alone changes nothing for the others until it acts on it."""
    session = played_in_steps(game, setup, seed)
    secrets = secrets_of(session)
    if game.open:
        return [Text("contract.open_secret", seed=seed, n=secret.index + 1) for secret in secrets[:1]]
    step = max(1, -(-len(secrets) // TWINS))
    problems: Problems = []
    for n, secret in enumerate(secrets[seed % step :: step]):
        problems += _compared(session, secret, seed, odds=n < WITH_ODDS)
        if len(problems) >= 5:
            break
    return problems[:5]


def _compared(session: Session, secret: Secret, seed: int, odds: bool) -> Problems:
    row = session.inputs[secret.index]
    since = session.moment_before(secret.index)
    for other in islice(_others(session, secret.index), CANDIDATES):
        fields: dict[str, Field] = {"seed": seed, "n": secret.index + 1, "what": f"{row.kind} {row.what}".strip()}
        fields |= {"seat": seat_name(secret.owner), "one": str(row.value), "other": str(other)}
        try:
            inputs = _swapped(session, secret, other)
        except Astray as astray:
            if astray.asked != secret.owner:
                return [Text("contract.twin_leaves", **fields, reason=astray.reason)]
            # The twin has something to choose where the game went on: only what came before can be compared.
            return _compared(session, replace(secret, until=astray.index - 1), seed, odds)
        if inputs is None:
            continue
        last = _rolls_at(session, secret.until)
        game, twin = (
            watched(session, course, since, last=last, thoughts=True, odds=odds)
            for course in (session.inputs[: secret.until], inputs)
        )
        if _asks(game, secret.owner) != _asks(twin, secret.owner):  # the same the other way round
            return _compared(session, replace(secret, until=secret.until - 1), seed, odds)
        return [
            Text("contract.twin", **fields, reader=seat_name(reader), aspect=Text(f"contract.aspect.{aspect}"))
            for reader, aspect in _differences(session, secret, game, twin)
        ]
    return []


def _asks(side: Watched, seat: Seat) -> bool:
    return any(decision.seat == seat and decision.kind == "do" for decision in side.asked)


def _rolls_at(session: Session, index: int) -> dict[Seat, Sequence[Any]]:
    """What the bots of this input rolled while they decided."""
    if index >= len(session.inputs):
        return {}
    row = session.inputs[index]
    if row.kind == "together":
        return {seat: rolls for seat, _, rolls in row.value}
    return {row.seat: row.rolls} if row.kind == "do" and row.seat is not None else {}


def _swapped(session: Session, secret: Secret, other: Any) -> list[Input] | None:
    """The inputs with another value; where that card came later, the one it replaces comes. None if it cannot be."""
    inputs = session.inputs[: secret.until]
    row = session.inputs[secret.index]
    since = session.moment_before(secret.index)
    if secret.until <= secret.index:
        return None
    inputs[secret.index] = replace(row, value=other)
    for _ in range(len(inputs)):
        try:
            watched(session, inputs, since)
        except Astray as astray:
            later = inputs[astray.index]
            if astray.reason.key not in NOT_THERE:
                raise
            same = (later.kind, later.what, later.value) == (row.kind, row.what, other)
            if not same or later.seat not in (secret.owner, NOBODY):
                return None
            inputs[astray.index] = replace(later, value=row.value)
            continue
        return inputs
    return None


def _differences(session: Session, secret: Secret, game: Watched, twin: Watched) -> Iterator[tuple[Seat, str]]:
    """Who could tell the twins apart, and by what: for each reader the first thing that gives it away."""
    mine, its = ([t.action for t in side.thoughts if t.seat == secret.owner] for side in (game, twin))
    actions = [action for action, same in zip(mine, its, strict=False) if action and action == same]
    if mine != its:  # whoever decides otherwise has other reasons
        actions = []
    for reader in range(SPECTATOR, len(session.setup.seats)):
        if reader == secret.owner:
            continue
        one, two = (side.shown(session, reader, secret.owner, actions) for side in (game, twin))
        aspect = next((aspect for aspect in one if one[aspect] != two[aspect]), None)
        if aspect is not None:
            yield reader, aspect


# -- the other way round


def says_what_is_private(game: Game[Any], scenarios: Sequence[str]) -> Problems:
    """A game in which nothing is ever given to one seat alone says so: `open=True`."""
    if game.open:
        return []
    for scenario in scenarios:
        session = Session(game, default_setup(game, game.automa, scenario), dice=TapeDice(0), seed=0)
        for _ in range(SOON):
            if any(row.kind in CHANCE and row.seat is not None for row in session.inputs):
                return []
            if not session.advance():
                break
    return [Text("contract.nothing_private")]


def hidden_came_to_somebody(game: Game[Any], setup: Setup, seed: int) -> Problems:
    """What came openly is seen by everybody; and a game in which something is hidden has given it to somebody."""
    session = played_in_steps(game, setup, seed)
    if game.open:
        return _hides_nothing(session, seed)
    if not secrets_of(session):  # a scenario without secrets, in a game that has some
        return _hides_nothing(session, seed)
    open_inputs = [n for n, row in enumerate(session.inputs) if row.kind in CHANCE and row.seat is None]
    step = max(1, -(-len(open_inputs) // TWINS))
    problems: Problems = []
    for index in open_inputs[seed % step :: step]:
        problems += _seen_by_all(session, index, seed)
        if len(problems) >= 5:
            break
    return problems[:5]


def _hides_nothing(session: Session, seed: int) -> Problems:
    for moment in session.moments[1::5]:
        whole = snapshot(moment.state)
        for reader in range(SPECTATOR, len(session.setup.seats)):
            if snapshot(session.game.view(moment.state, reader)) != whole:
                return [Text("contract.not_open", seed=seed, n=moment.inputs, reader=seat_name(reader))]
    return []


def _seen_by_all(session: Session, index: int, seed: int) -> Problems:
    """Another result of an open die or card, just after it came: whoever's view stays the same does not see it."""
    row, game = session.inputs[index], session.game
    since = session.moment_before(index)
    first = watched(session, session.inputs[: index + 1], since)
    for other in islice(_others(session, index), 2):
        inputs = [*session.inputs[:index], replace(row, value=other)]
        second = watched(session, inputs, since)
        if first.over or second.over or snapshot(first.state) == snapshot(second.state):
            continue
        blind = [
            reader
            for reader in range(SPECTATOR, len(session.setup.seats))
            if snapshot(game.view(first.state, reader)) == snapshot(game.view(second.state, reader))
        ]
        if blind:
            what = f"{row.kind} {row.what}".strip()
            return [
                Text(
                    "contract.came_openly",
                    seed=seed,
                    n=index + 1,
                    what=what,
                    why=row.why,
                    readers=tuple(map(seat_name, blind)),
                )
            ]
    return []
