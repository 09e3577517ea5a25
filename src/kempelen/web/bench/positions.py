"""One position, two automas: what each would do there, with exact chances and the why; and where they first differ.

Where seats decide, the seat whose turn it is decides; where the rules play an automa's units, one unit is activated.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, ClassVar

from kempelen.automa.sheet import Sheet
from kempelen.companion import check_known
from kempelen.engine.dice import TapeDice
from kempelen.engine.errors import BadPosition, BadSetup, IllegalAction, PlayerError
from kempelen.engine.files.position import parse_position, position_text
from kempelen.engine.game import Game, game_named, say_in
from kempelen.engine.seats import read_spec
from kempelen.engine.setup import Setup
from kempelen.engine.table import SPECTATOR, Choice, Decision, DirectTable, Seat, Table, notation_of
from kempelen.engine.tables.asked import seats_asked
from kempelen.engine.tables.odds import TooManyOutcomes
from kempelen.lab.compare import table_for
from kempelen.lab.compare.heard import Heard, distance, heard_from
from kempelen.lab.compare.units import activations, heard_of_unit, plays_units, unit_name
from kempelen.lab.experiment import game_seed
from kempelen.parts.automas import sheet_from, with_automa
from kempelen.parts.levels import at_level
from kempelen.scene.parts import board as board_drawing
from kempelen.text.say import Text
from kempelen.web.lab.jobs import Teller
from kempelen.web.shown.choices import sentence
from kempelen.web.shown.reasons import WhyStep, why_steps
from kempelen.wording import own_seat_text, seated, sheet_name

__all__ = ["Looking", "Place", "Shown", "Side"]

FILE = "position.toml"
RUNS = 20_000
"""Courses of one decision that are followed; a page should not wait longer."""
FEW = 2_000
"""The same while many decisions are looked through."""
GAMES = 60


@dataclass(frozen=True, slots=True)
class Place:
    """A decision in a game that the automa plays: the number of the game, and of the decision in it."""

    game: int = 1
    decision: int = 0


@dataclass(frozen=True, slots=True)
class Side:
    """What one automa would do."""

    name: str
    chances: tuple[tuple[float, str, str], ...] = ()
    """Per cent, the fraction, what is done; the likeliest first."""
    steps: tuple[WhyStep, ...] = ()
    """Why, for the likeliest."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A position looked at, in words; plain, so that it can be sent."""

    position: str
    board: str
    who: str
    sides: tuple[Side, ...]
    apart: float
    """0: both do the same; 1: never."""
    at: Place | None = None
    unit: str = ""
    units: tuple[tuple[str, str], ...] = ()
    """Those whose activation can be asked for."""
    looked: int = 0
    """Decisions that were looked through on the way."""


@dataclass(frozen=True, slots=True)
class _Spot:
    """A place where something is decided."""

    state: Any
    seat: Seat = SPECTATOR
    unit: str = ""
    at: Place | None = None


@dataclass(frozen=True, slots=True)
class Looking:
    """A task: look at this position, or at one of a game that the automa plays."""

    game: str
    text: str
    lang: str
    position: str = ""
    """As text; empty: one of a game."""
    scenario: str = ""
    after: Place = field(default_factory=Place)
    differ: bool = False
    """Go on until the two differ."""
    unit: str = ""
    level: str = ""
    seconds: ClassVar[int] = 20

    def run(self, tell: Teller) -> Shown:
        game = game_named(self.game)
        assert game.automas is not None
        pair = _Pair(*at_level(game, self.level), sheet_from(game, self.text), game.automas.sheet)
        if self.position:
            return self._shown(pair, self._given(pair), 0)
        looked = 0
        for looked, spot in enumerate(pair.spots(self.scenario or game.scenarios[0], self.after), 1):
            if not self.differ or pair.apart(spot, FEW) > 0:
                return self._shown(pair, spot, looked)
            if not tell(lambda n=looked: n):  # type: ignore[misc]
                break
        raise BadSetup(Text("web.workbench.nothing_differs", n=looked))

    def _given(self, pair: _Pair) -> _Spot:
        game = pair.game
        position = parse_position(self.position.encode(), FILE)
        if position.get("game") != game.name:
            raise BadPosition(Text("web.workbench.other_game", game=str(position.get("game"))[:40]))
        state = game.from_position(position, {})
        if game.outcome(state) is not None:
            raise BadSetup(Text("terminal.odds.nobody", file=FILE))
        if pair.roles:
            units = pair.units(state)
            if not units:
                raise BadSetup(Text("web.workbench.no_units"))
            if self.unit:
                return _Spot(state, unit=self.unit)
            differing = (unit for unit in units if pair.apart(_Spot(state, unit=unit), FEW) > 0)
            return _Spot(state, unit=next(differing, units[0]))
        setup = Setup(game.name, game.scenarios[0], ("human",) * game.position_seats(position))
        seat = seats_asked(game, state)[0]
        check_known(game, state, seat, game.speech.seat_names(setup)[seat])
        return _Spot(game.view(state, seat), seat)

    def _shown(self, pair: _Pair, spot: _Spot, looked: int) -> Shown:
        game, say = pair.game, say_in(self.lang)
        position = game.to_position(spot.state)
        setup = Setup(game.name, game.scenarios[0], ("human",) * game.position_seats(position))
        answers = [pair.answer(sheet, spot, RUNS) for sheet in pair.sheets]
        sides = []
        for sheet, answer in zip(pair.sheets, answers, strict=True):
            ranked = sorted(answer.odds.items(), key=lambda one: (-one[1], notation_of(one[0])))
            chances = tuple((float(p * 100), str(p), sentence(say, action)) for action, p in ranked)
            why = answer.whys.get(ranked[0][0])
            steps = why_steps(tuple(why.steps) if why is not None else (), game, say, setup.options)
            sides.append(Side(sheet_name(game, sheet, say), chances, tuple(steps)))
        units = tuple((unit, unit_name(game, spot.state, unit, say)) for unit in pair.units(spot.state))
        if pair.roles:
            who = dict(units).get(spot.unit, spot.unit)
        else:
            own = own_seat_text(game, setup, spot.seat, say)
            who = say.of(own if own is not None else Text("web.workbench.player", n=spot.seat + 1), "Nom")
        return Shown(
            position_text(position),
            board_drawing(seated(game, setup, game.scene(spot.state, say), say), "w"),
            who,
            tuple(sides[: len({id(sheet) for sheet in pair.sheets})]),
            float(distance(answers[0].odds, answers[1].odds)),
            spot.at,
            spot.unit,
            units,
            looked,
        )


class _Pair:
    """An automa and the original, at the same places."""

    def __init__(self, game: Game[Any], options: Mapping[str, str], own: Sheet, original: Sheet) -> None:
        self.game, self.options, self.sheets = game, options, (own, original)
        self.roles = plays_units(game)

    def apart(self, spot: _Spot, runs: int) -> Fraction:
        """How far the two differ here; nothing where it cannot be told exactly."""
        try:
            a, b = (self.answer(sheet, spot, runs) for sheet in self.sheets)
        except (TooManyOutcomes, IllegalAction, BadSetup):
            return Fraction(0)
        return distance(a.odds, b.odds)

    def answer(self, sheet: Sheet, spot: _Spot, runs: int) -> Heard:
        """Raises a PlayerError, TooManyOutcomes among them."""
        game = self.game
        if self.roles:
            return heard_of_unit(game, spot.state, spot.unit, sheet)
        setup = with_automa(game, Setup(game.name, game.scenarios[0], (game.automa,)), sheet)
        return heard_from(game, spot.state, game.player(read_spec(setup.seats[0]), setup), spot.seat, runs)

    def units(self, state: Any) -> list[str]:
        """What the rules activate here, where they do."""
        if not self.roles:
            return []
        handles = [shape.id for shape in self.game.scene(state, say_in("en")).everything()]
        named = dict.fromkeys(id.partition(":")[2] for id in handles if id.startswith("unit:"))
        return [unit for unit in named if self._can(state, unit)]

    def _can(self, state: Any, unit: str) -> bool:
        try:
            self.answer(self.sheets[1], _Spot(state, unit=unit), RUNS)
        except PlayerError:
            return False
        return True

    def spots(self, scenario: str, after: Place) -> Iterator[_Spot]:
        """The decisions of games with this automa, after one of them."""
        for number in range(max(1, after.game), max(1, after.game) + GAMES):
            begin = after.decision if number == after.game else 0
            setup = table_for(self.game, scenario, self.sheets[0], self.options)
            dice = TapeDice(game_seed("compare", number))
            every = self._by_units if self.roles else self._by_seat
            for count, spot in enumerate(every(setup, dice), 1):
                if count > begin:
                    yield replace(spot, at=Place(number, count))

    def _by_seat(self, setup: Setup, dice: TapeDice) -> Iterator[_Spot]:
        game = self.game
        players: list[Any] = [game.player(read_spec(seat), setup) for seat in setup.seats]
        noting = players[0] = _Noting(players[0])
        table = DirectTable(game, players, dice)
        state = table.state = game.new(setup, table)
        while game.outcome(state) is None:
            game.step(state, table)
            while noting.met:
                yield _Spot(*noting.met.pop(0))

    def _by_units(self, setup: Setup, dice: TapeDice) -> Iterator[_Spot]:
        for state, unit in activations(self.game, setup, dice):
            yield _Spot(state, unit=unit)


class _Noting:
    """A player that remembers what it was asked."""

    def __init__(self, player: Any) -> None:
        self.player = player
        self.met: list[tuple[Any, Seat]] = []

    def decide(self, decision: Decision[Any], table: Table) -> Choice:
        if decision.kind == "do":
            self.met.append((decision.view().copy(), decision.seat))
        choice: Choice = self.player.decide(decision, table)
        return choice
