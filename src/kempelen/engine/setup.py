"""What is agreed before the first card is dealt, how it ended, and whether a game can be set up like this."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

from kempelen.engine.errors import BadOption, BadSetup
from kempelen.engine.seats import HUMAN, read_spec
from kempelen.engine.table import Seat
from kempelen.text.say import Field, Text

if TYPE_CHECKING:
    from kempelen.engine.game import Game
    from kempelen.engine.player import Player

__all__ = [
    "Outcome",
    "Setup",
    "Stat",
    "Verdict",
    "bot_for",
    "check_automas",
    "check_count",
    "check_setup",
    "edition_for",
    "editions_with",
    "options_in",
]


@dataclass(frozen=True, slots=True)
class Setup:
    """What is agreed before the first card is dealt."""

    game: str
    scenario: str
    seats: tuple[str, ...]
    """Who sits where, see `engine/seats`: `human`, or one of the game's bots, perhaps with an automa and parameters."""
    options: Mapping[str, str] = field(default_factory=dict)
    """Rulings set to something else than their default."""
    position: Mapping[str, Any] | None = None
    """Start from this position instead of the scenario's set-up."""
    edition: str = ""
    """The edition of the document that was asked for; what it means stands in the options."""
    automas: Mapping[str, str] = field(default_factory=dict)
    """Texts of automas that people wrote, by their id: seats name them (`NAME@ID`), and so do roles."""
    roles: Mapping[str, str] = field(default_factory=dict)
    """Parts of the automa that the rules play and no seat -> the id of the automa that plays them."""
    begun: str = ""
    """The version of the rules it began with, if that was an older one: a scenario may have been another then."""


class Stat(NamedTuple):
    """A number about a seat when it is over: 17 cards lost."""

    label: Text
    """What is counted; the heading of a column."""
    value: Field


Verdict: TypeAlias = Literal["won", "lost", "drawn"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How it ended."""

    winners: tuple[Seat, ...]
    reason: str
    scores: tuple[int, ...] = ()
    capped: bool = False
    """The game ran into its cap and is a draw."""
    because: Text | None = None
    """What decided it, in a sentence that says neither you nor they: the same for everybody."""
    stats: tuple[tuple[Stat, ...], ...] = ()
    """A few numbers for each seat, the same ones for all."""
    scored: bool = True
    """The scores decided it; else lists of results leave them out."""

    def verdict(self, seat: Seat) -> Verdict:
        """How it ended for a seat. Where nobody has won, people together have lost; equal scores are a draw."""
        if seat in self.winners:
            return "won"
        shared = len(self.scores) > 1 and self.scores.count(max(self.scores)) > 1
        return "drawn" if not self.winners and (self.capped or shared) else "lost"


def bot_for(game: Game[Any], setup: Setup, seat: Seat) -> Player:
    """Who says what a bot would do in a place: the bot that sits there; for a person one of those he plays with."""
    bots = [who for who in (setup.seats[seat], *setup.seats) if who != HUMAN]
    return game.player(read_spec(bots[0] if bots else game.automa), setup)


def check_setup(game: Game[Any], setup: Setup) -> None:
    """Raise BadSetup, BadOption or BadPosition if the game cannot be set up like this."""
    if setup.scenario not in game.scenarios:
        raise BadSetup(Text("setup.unknown_scenario", scenario=setup.scenario, known=", ".join(game.scenarios)))
    check_count(game, setup.scenario, len(setup.seats))
    for seat in setup.seats:
        if seat != HUMAN:
            game.player(read_spec(seat), setup)
    game.rulings.resolve(setup.options)
    check_automas(game, setup)
    if setup.position is not None:
        game.check_position(setup, game.from_position(setup.position, setup.options))


def check_automas(game: Game[Any], setup: Setup) -> None:
    """Raise BadSetup or BadAutoma if a seat or a role cannot be played by the automa that it names."""
    for seat in setup.seats:
        if seat != HUMAN and "@" in seat:
            game.player(read_spec(seat), setup)
    known = game.automas.vocabulary.roles if game.automas is not None else ()
    for role, automa in setup.roles.items():
        if role not in known or game.automas is None:
            raise BadSetup(Text("setup.unknown_role", role=role, game=game.name, known=", ".join(known)))
        game.automas.sheet_for(game, automa, setup)


def check_count(game: Game[Any], scenario: str, n: int) -> None:
    """Raise BadSetup if so many cannot play the scenario."""
    counts = game.seat_counts(scenario)
    if n in counts:
        return
    least, most = counts[0], counts[-1]
    if least == most:
        raise BadSetup(Text("setup.player_count_is", n=n, wanted=least, scenario=scenario))
    raise BadSetup(Text("setup.player_count", n=n, least=least, most=most, scenario=scenario))


def edition_for(game: Game[Any], asked: str, lang: str) -> str:
    """Where a person begins something: the edition that was asked for, else the one in the reader's language.

    What is only read or measured takes what it was given: without an edition it means the defaults in every language.
    """
    return asked or (lang if lang in game.editions else "")


def options_in(game: Game[Any], edition: str, options: Mapping[str, str]) -> dict[str, str]:
    """What was chosen, and for the rest what an edition of the document says; raises BadOption."""
    if not edition:
        return dict(options)
    if not game.editions:
        raise BadOption(Text("option.no_editions", game=game.name))
    if edition not in game.editions:
        known = ", ".join(game.editions)
        raise BadOption(Text("option.unknown_edition", edition=edition, game=game.name, known=known))
    return {**game.editions[edition], **options}


def editions_with(game: Game[Any], id: str, value: str) -> list[str]:
    """The editions that set an option to this value."""
    return [edition for edition, options in game.editions.items() if options.get(id) == value]
