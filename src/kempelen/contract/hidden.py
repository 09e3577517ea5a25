"""No seat learns what it may not know, and no rule has an input of its own."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from contextlib import suppress
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from kempelen.contract.playing import Problems, players_of, seat_name, snapshot
from kempelen.engine.dice import TapeDice
from kempelen.engine.files.record import export
from kempelen.engine.game import Game, Setup, say_in
from kempelen.engine.player import Player
from kempelen.engine.session import Session
from kempelen.engine.table import Choice, Decision, DirectTable, NeedInput, Seat, Table
from kempelen.text.say import Text

__all__ = ["exports_keep_secrets", "no_hidden_input", "views_hide"]

BANNED = frozenset({"random", "secrets", "time", "datetime", "os", "uuid"})


def views_hide(game: Game[Any], setup: Setup, seed: int) -> Problems:
    """What a seat cannot see may be dealt anew: neither its view, nor its picture, nor its bot changes."""
    table = DirectTable(game, players_of(game, setup, seed), TapeDice(seed))
    table.state = game.new(setup, table)
    say = say_in("en")
    problems: Problems = []
    for turn in range(400):
        state = table.state
        if game.outcome(state) is not None:
            break
        if turn % 5 == 0:
            for seat in range(-1, len(setup.seats)):
                view = game.view(state, seat)
                other = game.redeal(view, TapeDice(f"{seed} {turn} {seat}"))
                again = game.view(other, seat)
                if snapshot(again) != snapshot(view):
                    problems.append(Text("contract.sees_redealt", seed=seed, turn=turn, seat=seat_name(seat)))
                elif game.scene(again, say) != game.scene(view, say):  # every drawing is made from it alone
                    problems.append(Text("contract.shows_redealt", seed=seed, turn=turn, seat=seat_name(seat)))
            problems += _bot_is_blind(game, state, seed, turn)
        game.step(state, table)
    return problems[:5]


def _bot_is_blind(game: Game[Any], state: Any, seed: int, turn: int) -> Problems:
    """The automa in the seat that is asked next decides the same, for the same reasons, on a table dealt anew."""
    asked = _asked(game, state, seed)
    if asked is None:
        return []
    other = game.redeal(game.view(state, asked), TapeDice(f"{seed} {turn}"))
    first, second = (_thought(game, s, asked, seed) for s in (state.copy(), other))
    if first != second:
        return [Text("contract.not_blind", seed=seed, turn=turn, seat=seat_name(asked))]
    return []


class _Thought(BaseException):
    def __init__(self, choice: Choice, notations: list[str]) -> None:
        super().__init__()
        self.choice = choice
        self.notations = notations


class _Thinker(Player):
    """Asks the automa once and stops the game there."""

    def __init__(self, bot: Player) -> None:
        self.bot = bot

    def decide(self, decision: Decision[Any], table: Table) -> Choice:
        choice = self.bot.decide(decision, table)
        raise _Thought(choice, [option.notation for option in decision.options])


def _thought(game: Game[Any], state: Any, seat: Seat, seed: int) -> Any:
    bot = game.bots[game.automa]()
    players = [_Thinker(bot)] * (seat + 1)
    table = DirectTable(game, players, TapeDice(seed), tracing=True)
    table.state = state
    try:
        game.step(state, table)
    except _Thought as thought:
        trace = thought.choice.trace
        return thought.choice.action, thought.notations, trace and [step.text for step in trace]
    return None


class _Asked(BaseException):
    def __init__(self, seat: Seat) -> None:
        super().__init__()
        self.seat = seat


class _AskedFirst(Player):
    def decide(self, decision: Decision[Any], table: Table) -> Choice:
        raise _Asked(decision.seat)


def _asked(game: Game[Any], state: Any, seed: int) -> Seat | None:
    """The seat that the next step asks first, if chance does not come before it."""
    copy = state.copy()
    table = DirectTable(game, [_AskedFirst()] * 20, TapeDice(seed))
    table.state = copy
    try:
        game.step(copy, table)
    except _Asked as asked:
        return asked.seat
    return None


def exports_keep_secrets(game: Game[Any], setup: Setup, seed: int) -> Problems:
    """The export of a running game holds neither the seed nor a card that the reader has not seen."""
    session = Session(game, setup, seed=seed)
    with suppress(NeedInput):
        for _ in range(5):
            session.advance()
    if session.over:
        return []
    for reader in range(-1, len(setup.seats)):
        for line in export(session, reader):
            if '"seed"' in line or '"rolls"' in line or '"position"' in line:
                return [Text("contract.export_holds", seat=seat_name(reader))]
            if '"to":' in line and '"is":null' not in line:
                own = f'"to":"{game.speech.seat_names(setup)[reader]}"' if reader >= 0 else None
                if own is None or own not in line:
                    return [Text("contract.export_shows", seat=seat_name(reader))]
    return []


def no_hidden_input(game: Game[Any]) -> Problems:
    """No module of the game imports chance, clock or environment."""
    problems = []
    for file in _modules(files(game.package)):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            names: list[str] = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                names = [node.module]
            problems += [
                Text("contract.imports", file=file.name, name=name)
                for name in names
                if name.partition(".")[0] in BANNED
            ]
    return problems


def _modules(folder: Traversable) -> Iterator[Traversable]:
    for item in sorted(folder.iterdir(), key=lambda item: item.name):
        if item.is_dir():
            yield from _modules(item)
        elif item.name.endswith(".py"):
            yield item
