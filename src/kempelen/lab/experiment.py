"""What is played: a game, who sits where, how often, and the seed from which every game's own seed follows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from itertools import cycle, islice
from typing import Any

from kempelen.engine.errors import PlayerError
from kempelen.engine.files.numbers import number_in
from kempelen.engine.game import EVERYWHERE, Game, Setup, game_named
from kempelen.engine.search.player import CHEAT, SEARCH
from kempelen.engine.seats import bot_name, read_spec
from kempelen.engine.setup import check_setup
from kempelen.text.say import Field, Text

__all__ = ["BadExperiment", "Experiment", "cheats", "game_seed", "seats_of", "usual_seats", "whole_number"]


class BadExperiment(PlayerError):
    """An experiment cannot be run like this, or its rows cannot be saved there."""


@dataclass(frozen=True, slots=True)
class Experiment:
    """Many games of one kind; game `number` (from 1) is the same whoever plays it."""

    game: str
    scenario: str
    seats: tuple[str, ...]
    """The bot on every seat."""
    options: Mapping[str, str] = field(default_factory=dict)
    games: int = 1000
    seed: str = "1"
    position: Mapping[str, Any] | None = None
    """Where every game begins, if that is no scenario of the game."""
    file: str = ""
    """The file of that position."""
    edition: str = ""
    """The edition of the document that was asked for; what it means stands in the options."""
    automas: Mapping[str, str] = field(default_factory=dict)
    """Texts of automas that people wrote, see `Setup`; seats and roles name them."""
    roles: Mapping[str, str] = field(default_factory=dict)

    @property
    def rules(self) -> Game[Any]:
        return game_named(self.game)

    @property
    def setup(self) -> Setup:
        here = self.position, self.edition, self.automas, self.roles
        return Setup(self.game, self.scenario, self.seats, self.options, *here)

    @property
    def title(self) -> str:
        """The scenario, or the file that stands for one."""
        return self.file or self.scenario

    @property
    def options_text(self) -> Field:
        """The options that were chosen, and the edition."""
        chosen: Field = ", ".join(f"{id}={value}" for id, value in self.options.items()) or Text("lab.no_options")
        return Text("lab.edition", edition=self.edition, options=chosen) if self.edition else chosen

    def check(self) -> None:
        """Raise a PlayerError if it cannot be played."""
        if self.games < 1:
            raise BadExperiment(Text("lab.bad_games", given=str(self.games)))
        bots = [*self.rules.bots, *EVERYWHERE, CHEAT]
        for seat in self.seats:
            if bot_name(seat) not in bots:
                raise BadExperiment(Text("lab.unknown_bot", name=seat, known=", ".join(bots)))
            if "seconds" in read_spec(seat).parameters:  # rows must not depend on who plays them
                raise BadExperiment(Text("search.timed"))
        fair = tuple(seat.replace(CHEAT, SEARCH, 1) if cheats(seat) else seat for seat in self.seats)
        check_setup(self.rules, replace(self.setup, seats=fair))


def cheats(seat: str) -> bool:
    """Does somebody there see what nobody may see? Only the lab lets him."""
    return bot_name(seat) == CHEAT


def game_seed(seed: str, number: int) -> int:
    """The seed of one game. 48 bits, so that every reader of JSON keeps it exactly."""
    return int.from_bytes(blake2b(f"{seed}|{number}".encode(), digest_size=6).digest(), "big")


def seats_of(bots: tuple[str, ...], players: int) -> tuple[str, ...]:
    """The bots in turn: `a, b` on five seats is a, b, a, b, a."""
    return tuple(islice(cycle(bots), max(players, 0)))


def usual_seats(game: Game[Any], scenario: str) -> int:
    """Five players, or as near as the scenario allows."""
    return min(game.seat_counts(scenario), key=lambda count: (abs(count - 5), count))


def whole_number(key: str, given: str, least: int = 1) -> int:
    """A number somebody has typed; raises BadExperiment with the text of this key."""
    number = number_in(given, least)
    if number is None:
        raise BadExperiment(Text(key, given=given))
    return number
