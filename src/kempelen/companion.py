"""Guided play at a real table: what lies there is named by a person, and the automas say what they do.

The session mirrors the table. Cards that people hold stay unknown; cards of the computer players are named when they
are drawn. Nothing here knows a screen: the terminal and the web page ask the questions.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

from kempelen.engine.correct import corrected
from kempelen.engine.dice import KeyedDice, TapeDice
from kempelen.engine.errors import BadPosition
from kempelen.engine.events import touches_of
from kempelen.engine.files.numbers import number_in
from kempelen.engine.files.plain import read_json
from kempelen.engine.game import Game, Setup, game_named
from kempelen.engine.session import Physical, Session
from kempelen.engine.table import HIDDEN, SPECTATOR, Event, Seat
from kempelen.engine.tables.replay import QUESTIONS
from kempelen.engine.things import KEPT, SHARE, Kept, KeptNow
from kempelen.text.say import Text

__all__ = [
    "as_known",
    "check_known",
    "companion_session",
    "example_fact",
    "facts_in",
    "facts_of",
    "facts_told",
    "is_news",
    "keeps_cards",
    "kept_now",
    "known_at_table",
    "names_all_cards",
    "path_of",
    "set_aside",
]


def companion_session(
    setup: Setup,
    *,
    dice_on_table: bool = False,
    cards_on_table: bool | None = None,
    questions_on_table: bool = False,
    automas_cards_kept: bool = False,
    seed: int | str | None = None,
) -> Session:
    """A session that mirrors a real table. What does not lie there, the program rolls and shuffles itself.

    Without a word about the cards, those piles lie on the table that usually do. With `questions_on_table` a person
    answers the automas' questions too, and the answers are compared with the mirror. With `automas_cards_kept` only
    people have real cards: what automas draw comes secretly from cards that were set aside for them. Every why is
    open where whoever sits at the keyboard sees the automas' cards anyway; where the program holds them, or a scenario
    has settled who they are, their secrets stay theirs.
    """
    game = game_named(setup.game)
    people = frozenset(seat for seat, who in enumerate(setup.seats) if who == "human")
    piles = (
        game.things.on_table(people)
        if cards_on_table is None
        else game.things.physical
        if cards_on_table
        else frozenset()
    )
    if automas_cards_kept and game.things.kept is not None:
        piles = frozenset({game.things.kept(setup, lambda n, nth: 0, True).pile, KEPT, SHARE})
    more = {name for name, there in (("dice", dice_on_table), (QUESTIONS, questions_on_table)) if there}
    untracked = people if piles else frozenset[Seat]()
    seen = bool(game.things.physical) and game.things.physical <= piles and not game.things.settled(setup)
    open_why = game.open or seen
    return Session(game, setup, seed=seed, physical=Physical(piles | more, untracked), open_why=open_why)


def names_all_cards(session: Session) -> bool:
    """Does whoever sits at the keyboard name, and so see, the computer players' cards?"""
    things = session.physical.things if session.physical is not None else frozenset[str]()
    return bool(session.game.things.physical) and session.game.things.physical <= things


def keeps_cards(session: Session) -> bool:
    """The app draws the automas' cards from those that were set aside for them."""
    return session.physical is not None and KEPT in session.physical.things


def set_aside(session: Session) -> Kept | None:
    """The cards that people sort out for the automas before they shuffle, and those that they keep."""
    kept, seed = session.game.things.kept, session.seed
    if kept is None or seed is None or not keeps_cards(session):
        return None
    dice = KeyedDice(seed)
    share = session.physical is not None and SHARE in session.physical.things
    return kept(session.setup, lambda n, nth: dice.below(n, KEPT, str(nth)), share)


def kept_now(session: Session) -> KeptNow | None:
    """How many cards people were given where the app keeps the automas', and what they have done since."""
    kept = set_aside(session)
    first = next((moment.state for moment in session.moments if moment.state is not None), None)
    if kept is None or first is None:
        return None
    things, rows = session.game.things, []
    for row in session.inputs:
        if row.kind == "draw" and row.what == kept.pile:
            rows.append((row.why, ""))
        elif row.kind == "do" and row.seat in session.humans:
            rows.append(("", str(row.value)))
    done = tuple(session.game.parse(one) for one in things.kept_since(rows) if one)
    return KeptNow(len(kept.rest), session.humans, done, first)


def is_news(event: Event, seat: Seat) -> bool:
    """The person learns it from the app: nobody else knows it, and he has not laid it down himself."""
    unknown = getattr(event, "card", None) == HIDDEN  # a real card, and not the app's
    laid = any(touch.effect == "laid" for touch in touches_of(event))
    return event.seen_by(SPECTATOR) != event.seen_by(seat) and not unknown and not laid


def known_at_table(session: Session) -> Any:
    """The table as whoever sits at the keyboard may know it: what the program holds for its players is hidden."""
    return as_known(session, session.checkpoint)


def as_known(session: Session, state: Any) -> Any:
    return state if names_all_cards(session) else session.game.view(state, SPECTATOR)


# -- where the mirror and the table differ


def facts_told(session: Session, typed: str) -> dict[str, Any]:
    """The facts for `Session.correct`; raises BadPosition only for what everybody at the table can know.

    A refusal that rests on a secret card would tell it. What people see is true, so if a card that an automa holds
    secretly lies before them, the automa is secretly dealt another one.
    """
    known = known_at_table(session)
    facts = facts_in(session, typed, known)
    seen = session.game.to_position(corrected(session.game, known, facts))
    try:
        told = facts_in(session, typed)
    except BadPosition:
        return with_other_secrets(session, facts, known, seen)
    return told if seen_after(session, told) == seen else with_other_secrets(session, facts, known, seen)


def seen_after(session: Session, facts: Mapping[str, Any]) -> Mapping[str, Any]:
    """What everybody would know of the table. It must be what he was told to be true, whatever is hidden: else a count
    that comes out otherwise tells which cards an automa holds."""
    state = corrected(session.game, session.checkpoint, facts)
    check_dealt(session, session.checkpoint, state)
    return session.game.to_position(as_known(session, state))


def with_other_secrets(
    session: Session, facts: Mapping[str, Any], known: Any, seen: Mapping[str, Any]
) -> dict[str, Any]:
    """These facts, and as little as possible of what is hidden dealt anew so that they can be."""
    game, before = session.game, session.checkpoint
    whole = game.to_position(known)
    hidden = [nested(*counted(whole, *one)) for one in unlike(game.to_position(before), whole)]
    laid = {key: value for key, value in facts.items() if isinstance(value, list)}  # as the game itself writes it
    problem = BadPosition(Text("terminal.companion.cannot_be"))
    for unknown in hidden:  # what a person holds need not be known at all: he has said nothing of it
        try:
            if seen_after(session, merged(facts, unknown)) == seen:
                return merged(facts, unknown)
        except BadPosition as error:
            problem = error
    for unknown, of_facts in product((*hidden, merged(*hidden)), (laid, facts)):
        try:
            state = corrected(game, before, merged(unknown, facts))
            dealt = game.to_position(game.redeal(state, TapeDice(f"{session.seed}|{len(session.inputs)}")))
            made = merged(facts, taken(dealt, merged(unknown, of_facts)))
            if seen_after(session, made) == seen:
                return made
        except BadPosition as error:
            problem = error
    raise problem


def counted(position: Any, path: tuple[str, ...], value: Any) -> tuple[tuple[str, ...], Any]:
    """Where cards are counted by their kinds, all kinds of the pile: a card of any may be dealt instead."""
    for step in path[:-1]:
        position = position[int(step) - 1] if isinstance(position, list) else position[step]
    kinds = isinstance(position, Mapping) and all(type(n) is int for n in position.values())
    return (path[:-1], dict(position)) if kinds else (path, value)


def unlike(whole: Any, known: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Where what somebody knows is not all there is, and what he knows there."""
    if isinstance(whole, Mapping) and isinstance(known, Mapping):
        for key in known:
            yield from unlike(whole.get(key), known[key], (*path, str(key)))
    elif isinstance(whole, list) and isinstance(known, list) and len(whole) == len(known) and are_tables(whole):
        for n, (part, of_it) in enumerate(zip(whole, known, strict=True), 1):
            yield from unlike(part, of_it, (*path, str(n)))
    elif whole != known:
        yield path, known


def are_tables(parts: list[Any]) -> bool:
    return all(isinstance(part, Mapping) for part in parts)


def nested(path: tuple[str, ...], value: Any) -> dict[str, Any]:
    """`players.2.score=7` as a table in tables."""
    for step in reversed(path):
        value = {step: value}
    made: dict[str, Any] = value
    return made


def merged(*facts: Mapping[str, Any]) -> dict[str, Any]:
    """All these facts; of two about the same the later one."""
    found: dict[str, Any] = {}
    for one in facts:
        for key, value in one.items():
            before = found.get(key)
            both = isinstance(before, Mapping) and isinstance(value, Mapping)
            found[key] = merged(before, value) if both else value  # type: ignore[arg-type]
    return found


def taken(position: Any, like: Mapping[str, Any]) -> dict[str, Any]:
    """The same parts of a position as these facts have, as far as it has them; what is counted and not there is 0."""
    found: dict[str, Any] = {}
    for key, value in like.items():
        if isinstance(position, list):
            part = position[int(key) - 1]
        elif key in position:
            part = position[key]
        elif isinstance(value, int):
            part = 0
        else:
            continue
        found[key] = taken(part, value) if isinstance(value, Mapping) else part
    return found


def facts_in(session: Session, typed: str, known: Any = None) -> dict[str, Any]:
    """The facts in `players.2.score=7`, for `Session.correct`; raises BadPosition if the table cannot be like that.

    With what somebody knows of the table, it is only asked whether it can be so as far as he knows.
    """
    before = session.checkpoint if known is None else known
    path, equals, value = typed.partition("=")
    steps = [step.strip() for step in path.split(".")]
    if not equals or not all(steps):
        example = example_fact(session.game, session.game.to_position(before))
        raise BadPosition(Text("terminal.companion.fact_form", given=typed, example=example))
    place: Any = session.game.to_position(before)
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
    made = nested(tuple(steps), plain_value(value.strip()))
    check_dealt(session, before, corrected(session.game, before, made))
    return made


def path_of(position: Mapping[str, Any], typed: str) -> tuple[list[str], Any]:
    """The steps and the value of `players.2.score=7`."""
    path, _, value = typed.partition("=")
    return _by_label(position, [step.strip() for step in path.split(".")]), plain_value(value.strip())


def check_dealt(session: Session, before: Any, state: Any) -> None:
    """Raise BadPosition if somebody whose cards the app deals would not know them any longer."""
    untracked = session.physical.untracked if session.physical is not None else session.humans
    for seat, name in enumerate(session.game.speech.seat_names(session.setup)):
        # In the middle of a deal a hand may be unknown anyway; only what was known must not be lost.
        if seat not in untracked and knows_all(session.game, before, seat):
            check_known(session.game, state, seat, name)


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
    if game.things.example_fact:
        return game.things.example_fact
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
    if not knows_all(game, state, seat):
        raise BadPosition(Text("terminal.start.unknown_cards", seat=name))


def knows_all(game: Game[Any], state: Any, seat: Seat) -> bool:
    """Does the table leave nothing open that the seat would know?"""
    full = game.redeal(state, TapeDice(0))
    known, all_of_it = (game.to_position(game.view(table, seat)) for table in (state, full))
    return bool(known == all_of_it)


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
