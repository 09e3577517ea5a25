"""Kinds of worked cases that every game can answer without a line of its own.

All of them lay out a `position` (without `game`, which the file names), with `options` if they matter.

    kind: play                  what is done there, and what the table is like then
    do: play 5                  or a list, if the rules ask for more: [play 5, play 3]
    expect: {position: {...}, ending: {...}}    only what is named is compared; or `outcomes` with exact chances

    kind: legal                 what may be done there
    do: play 5                  for `allowed`
    expect: {seat: 1, legal: [...], allowed: true}

    kind: automa                what a computer player does there, from what its seat may know
    automa: dragon              the game's automa if left out; a seat as on the command line
    outcomes: [{p: 1/2, do: play 1}, {p: 1/2, do: play 2}]

Seats are counted from 1. `legal` and `automa` are about whoever is asked first, or about `seat`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache, partial
from typing import Any

from kempelen.conform.adapter import Adapter, Answers, Case, possible
from kempelen.conform.compare import Possible, as_set, partly
from kempelen.conform.facts import Misunderstood, bad_value, listed, table, whole, word
from kempelen.engine.errors import IllegalAction
from kempelen.engine.game import Game, Setup
from kempelen.engine.notation import read_action
from kempelen.engine.player import Player
from kempelen.engine.seats import read_spec
from kempelen.engine.table import Choice, Decision, NeedInput, Seat, Table, notation_of
from kempelen.engine.tables.odds import decision_odds, odds
from kempelen.text.say import Text

__all__ = ["generic"]


def generic(game: Game[Any]) -> Adapter:
    """How this game answers the kinds that all games have."""
    kinds: Mapping[str, Callable[[Game[Any], Case], Answers]] = {"play": _play, "legal": _legal, "automa": _automa}
    return Adapter(
        {name: partial(ask, game) for name, ask in kinds.items()},
        {"position": partly, "ending": partly, "outcomes": partly, "legal": as_set},
    )


def _laid_out(game: Game[Any], case: Case) -> Any:
    position = {"game": game.name, **case.facts.get("position", table)}
    return game.from_position(position, {**case.options, **case.facts.get("options", table, {})})


def _actions(value: Any, path: str) -> list[str]:
    return [value] if isinstance(value, str) else listed(word)(value, path)


def _seat(value: Any, path: str) -> Seat:
    """A seat, counted from 1."""
    if whole(value, path) < 1:
        raise bad_value(path, value, "at_least_one")
    return int(value) - 1


# -- a position and what is done there


class _Told:
    """Does what a case says, whatever seat is asked, in this order."""

    def __init__(self, game: Game[Any], actions: list[str]) -> None:
        self.game = game
        self.actions = actions
        self.at = 0

    def decide(self, decision: Decision[Any], table: Table) -> Choice:
        if self.at == len(self.actions):
            raise Misunderstood(Text("conform.more_to_do", done=self.actions[-1], seat=decision.seat + 1))
        self.at += 1
        return Choice(read_action(self.game, decision, table.state, self.actions[self.at - 1]))


def _play(game: Game[Any], case: Case) -> Answers:
    state = _laid_out(game, case)
    actions = case.facts.get("do", _actions)
    if not actions:
        raise bad_value(case.facts.at("do"), [], "word")
    told = _Told(game, actions)

    def played(s: Any, at: Table) -> dict[str, Any]:
        told.at = 0  # every course of chance is played from the beginning
        while told.at < len(actions):
            if game.outcome(s) is not None:
                raise Misunderstood(Text("conform.never_done", left=actions[told.at]))
            game.step(s, at)
        return {"position": game.to_position(s), "ending": _ending(game, s)}

    @cache
    def outcomes() -> Possible:
        return possible(game, state, played, _everybody(game, state, told))

    def only(name: str) -> Callable[[], Possible]:
        return lambda: Possible(tuple((result[name], p) for result, p in outcomes().chances))

    return {"outcomes": outcomes, "position": only("position"), "ending": only("ending")}


def _ending(game: Game[Any], s: Any) -> dict[str, Any] | None:
    outcome = game.outcome(s)
    if outcome is None:
        return None
    winners = [seat + 1 for seat in outcome.winners]
    return {"winners": winners, "reason": outcome.reason, "scores": list(outcome.scores or ())}


def _everybody(game: Game[Any], state: Any, player: Player) -> dict[Seat, Player]:
    """The same player in all seats."""
    return dict.fromkeys(range(game.position_seats(game.to_position(state))), player)


# -- whose decision it is


class _Stops:
    """Does not decide: the question is what is wanted."""

    def decide(self, decision: Decision[Any], table: Table) -> Choice:
        raise NeedInput(decision)


def _at_question(game: Game[Any], case: Case, state: Any, told: Callable[[Any, Decision[Any]], Any]) -> Possible:
    """What `told` says of the first question to whoever is asked, or to the seat the case names."""
    seat = case.facts.get("seat", _seat, None)
    players = _everybody(game, state, _Stops()) if seat is None else {seat: _Stops()}
    found: dict[str, Any] = {}

    def asked(s: Any, at: Table) -> str:
        try:
            while game.outcome(s) is None:
                game.step(s, at)
        except NeedInput as need:
            result = told(s, need.decisions[0])
            found[repr(result)] = result
            return repr(result)
        raise Misunderstood(Text("conform.nobody_asked"))

    chances: Mapping[Any, Fraction] = odds(game, state, asked, players=players, stop_at_choice=True)
    return Possible(tuple((found[text], p) for text, p in chances.items()))


def _legal(game: Game[Any], case: Case) -> Answers:
    state = _laid_out(game, case)
    done = case.facts.get("do", word, None)

    def told(s: Any, decision: Decision[Any]) -> dict[str, Any]:
        said = {"seat": decision.seat + 1, "legal": [notation_of(option) for option in decision.options]}
        return said if done is None else {**said, "allowed": _allowed(game, decision, s, done)}

    came = _at_question(game, case, state, told)
    return {name: Possible(tuple((result[name], p) for result, p in came.chances)) for name in came.values[0]}


def _allowed(game: Game[Any], decision: Decision[Any], s: Any, action: str) -> bool:
    try:
        read_action(game, decision, s, action)
    except IllegalAction:
        return False
    return True


# -- the automa


def _automa(game: Game[Any], case: Case) -> Answers:
    state = _laid_out(game, case)
    name = case.facts.get("automa", word, game.automa)
    player = game.player(read_spec(name), Setup(game.name, game.scenarios[0], (name,)))
    seats = _at_question(game, case, state, lambda s, decision: decision.seat).values
    if len(seats) > 1:
        raise Misunderstood(Text("conform.more_seats"))
    chances = decision_odds(game, game.view(state, seats[0]), player, seats[0])
    done = tuple(({"do": notation_of(action)}, p) for action, p in chances.items())
    return {"outcomes": Possible(done), "do": Possible(tuple((result["do"], p) for result, p in done))}
