"""What a game is to the engine: rules without state.

A game package exposes `GAME`, an instance of a subclass of `Game`, under the entry point group `kempelen.games`;
it may live in another distribution.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, TypeVar

from kempelen.engine.campaign import Campaign, Result, load_campaign, unknown_campaign
from kempelen.engine.dice import Dice
from kempelen.engine.errors import BadOption, BadPosition, BadSetup
from kempelen.engine.numbers import number_in
from kempelen.engine.rulings import Rulebook, Rulings, load_rulebook, load_rulings
from kempelen.engine.table import Seat, Table
from kempelen.text.say import Say, Text

if TYPE_CHECKING:
    from kempelen.adviser import Adviser
    from kempelen.behaviour.document import Page
    from kempelen.calculator import Calculation
    from kempelen.engine.migrations import PositionStep
    from kempelen.engine.odds import Chance, Inquiry
    from kempelen.engine.player import Player
    from kempelen.printing import Sheet
    from kempelen.roster import Muster
    from kempelen.scene.model import Scene

__all__ = ["Game", "Outcome", "Setup", "StateLike", "game_named", "games", "say_in"]


@dataclass(frozen=True, slots=True)
class Setup:
    """What is agreed before the first card is dealt."""

    game: str
    scenario: str
    seats: tuple[str, ...]
    """Who sits where: `human`, or the name of one of the game's bots."""
    options: Mapping[str, str] = field(default_factory=dict)
    """Rulings set to something else than their default."""
    position: Mapping[str, Any] | None = None
    """Start from this position instead of the scenario's set-up."""
    edition: str = ""
    """The edition of the document that was asked for; what it means stands in the options."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How it ended."""

    winners: tuple[Seat, ...]
    reason: str
    scores: tuple[int, ...] = ()
    capped: bool = False
    """The game ran into its cap and is a draw."""


class StateLike(Protocol):
    """Everything on the table."""

    def copy(self) -> Any:
        """An independent copy; what never changes may be shared."""


S = TypeVar("S", bound=StateLike)


class Game(ABC, Generic[S]):
    """The rules of one game. Methods without a default are what every game must say."""

    name: str
    """Also the key of its texts: `name.title`, `name.event.…`."""
    package: str
    """Where rulings.toml, text/ and scenarios/ lie."""
    version: str = "1"
    """Of the rules: a number, raised with every change of them. Records carry it; those of newer rules are refused."""
    older_positions: ClassVar[Sequence[PositionStep]] = ()
    """Steps from the first format of its positions to today's, see `engine.migrations`. Corrections in records say no
    format: `correct` goes on to understand the fields of older ones."""
    scenarios: tuple[str, ...]
    """The first is the default."""
    bots: ClassVar[Mapping[str, Callable[[], Player]]]
    """Players by name; the first is the automa."""
    credits: tuple[Text, ...] = ()
    """Texts that name the authors of the procedure."""
    bench_scenario: str = ""
    """What the bench plays, if not the default."""
    campaigns: tuple[str, ...] = ()
    """Scenarios in a row, in campaigns/."""
    factions: tuple[str, ...] = ()
    """What groups players can put together; empty if the game has no rosters."""
    physical: frozenset[str] = frozenset()
    """The piles that lie on the table when the game is played with real cards."""
    own_dice: frozenset[str] = frozenset()
    """What people may roll for themselves in a game at the screen: ROLLS, and lots that are drawn openly, by name."""
    example_fact: str = ""
    """What may have to be corrected at a tracked table, as it is typed; empty for the first number of a position."""
    editions: ClassVar[Mapping[str, Mapping[str, str]]] = {}
    """Editions of the document that differ in meaning -> the options that follow each."""

    # -- playing

    @abstractmethod
    def new(self, setup: Setup, table: Table) -> S:
        """Set up; sets `table.state` as soon as there is something to see."""

    @abstractmethod
    def step(self, state: S, table: Table) -> None:
        """Play on to the next top-level point."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """Who won and why, or None while the game goes on."""

    @abstractmethod
    def view(self, state: S, seat: Seat) -> S:
        """The state as the seat may know it, secrets replaced by HIDDEN. For reading: parts may be shared."""

    @abstractmethod
    def redeal(self, view: S, dice: Dice) -> S:
        """A full state that this view could come from."""

    # -- speaking

    @abstractmethod
    def parse(self, notation: str) -> Any:
        """The action with this notation; raises BadNotation."""

    @abstractmethod
    def scene(self, view: S, say: Say) -> Scene:
        """What to draw for the seat whose view this is."""

    def card_text(self, card: Any) -> str:
        """The notation of a card, role or whatever the game draws from decks, if it draws any."""
        return str(card)

    def card_from(self, text: str) -> Any:
        """The card with this notation; raises BadNotation."""
        return text

    def thing_word(self, notation: str) -> Text | None:
        """What is drawn or picked by lot in words; None if its text is found by its notation."""
        return None

    def objection(self, state: S, seat: Seat, action: Any) -> Text | None:
        """Why this action is not allowed now, in a sentence; None if there is no better one than "not allowed"."""
        return None

    def public_notation(self, state: S, notation: str) -> str:
        """An action as everybody at the table saw it: without what was done face down."""
        return notation

    def hint(self, setup: Setup, view: S, seat: Seat) -> Text | None:
        """What a newcomer might do now, in a scenario that teaches the game."""
        return None

    def pages(self) -> Sequence[Page]:
        """The automa's procedures, to print them back as a document."""
        return ()

    def pages_with(self, options: Mapping[str, str]) -> Sequence[Page]:
        """The same as these options have them, where that makes a difference."""
        return self.pages()

    def adviser(self, options: Mapping[str, str]) -> Adviser | None:
        """What the game's automa can be asked by people whose board the program does not know."""
        return None

    def calculations(
        self, options: Mapping[str, str], groups: Sequence[Mapping[str, Any]] = ()
    ) -> Sequence[Calculation]:
        """What can be worked out with no game set up; `groups` are rosters whose models may be named."""
        return ()

    def odds_of(self, state: S | None, about: Inquiry) -> Sequence[Chance]:
        """Exact chances of what one card or unit will do, on a table or from stated facts; raises a PlayerError."""
        raise BadSetup(Text("odds.no_inquiry", game=self.name))

    def bench_works(self) -> Mapping[str, Callable[[], Sequence[Callable[[], object]]]]:
        """More rows for the bench, by name: functions that prepare, and return calls to be timed."""
        return {}

    def row_facts(self, state: S) -> Mapping[str, Any]:
        """More columns for the lab, from a finished game; a list with one entry a seat (roles) also groups wins."""
        return {}

    # -- setting up

    @abstractmethod
    def seat_counts(self, scenario: str) -> range:
        """How many may play it."""

    @abstractmethod
    def from_position(self, position: Mapping[str, Any], options: Mapping[str, str]) -> S:
        """Validate a position; raises BadPosition naming the field."""

    @abstractmethod
    def to_position(self, state: S) -> dict[str, Any]:
        """The position as plain data, the inverse of `from_position`."""

    def position_seats(self, position: Mapping[str, Any]) -> int:
        """How many sit at the table of a position that `from_position` accepts."""
        return len(position["players"])

    # -- scenarios in files: positions before the first move

    def scenario_file(self, scenario: str) -> Mapping[str, Any] | None:
        """A scenario that is shipped, as its file has it, to begin one's own with; None if it has none."""
        return None

    def scenario_problems(self, state: S) -> Sequence[Text]:
        """Why nobody could play this as a scenario, each with its field and a remedy."""
        return ()

    def scenario_doubts(self, state: S) -> Sequence[Text]:
        """What is possible in a scenario and probably not meant."""
        return ()

    def scenario_sheet(self, state: S) -> Sequence[tuple[Text, Sequence[Text]]]:
        """What a player reads beside the map before the first move: headings, and lines under them."""
        return ()

    def read_scenario(self, data: Mapping[str, Any], options: Mapping[str, str]) -> S:
        """A scenario of somebody's own; raises BadPosition naming the field."""
        state = self.from_position(data, options)
        for problem in self.scenario_problems(state):
            raise BadPosition(problem)
        return state

    # -- rosters: groups that players put together

    def roster_file(self, name: str) -> Mapping[str, Any] | None:
        """A group that is shipped, as its file has it."""
        return None

    def muster(self, data: Mapping[str, Any]) -> Muster:
        """Look over a group of somebody's own: who is in it, what is wrong."""
        raise BadSetup(Text("roster.no_rosters", game=self.name))

    def roster_start(self, faction: str, say: Say) -> str:
        """A commented file to begin a group of one's own with; raises BadSetup."""
        raise BadSetup(Text("roster.no_rosters", game=self.name))

    def roster_battle(self, groups: Sequence[Mapping[str, Any]], scenario: str) -> dict[str, Any]:
        """A game between these groups, with the table of a scenario: a position before the first move."""
        raise BadSetup(Text("roster.no_rosters", game=self.name))

    def roster_cards(self, groups: Sequence[Mapping[str, Any]], say: Say, *, markers: bool) -> Sheet:
        """Cards of groups to print, and markers if they are wanted; raises BadPosition."""
        raise BadSetup(Text("roster.no_rosters", game=self.name))

    # -- campaigns

    def campaign(self, name: str) -> Campaign:
        """One of its campaigns; raises BadSetup."""
        if name not in self.campaigns:
            raise unknown_campaign(name, self.campaigns)
        return load_campaign(self.package, self.name, name)

    def campaign_lines(self, results: Sequence[Result]) -> Sequence[Text]:
        """How the sides stand after these battles."""
        return ()

    def campaign_scores(self, results: Sequence[Result], seats: int) -> tuple[int, ...]:
        """The score of every seat after these battles: how many it has won."""
        return tuple(sum(seat in result.winners for result in results) for seat in range(seats))

    def correct(self, state: S, facts: Mapping[str, Any]) -> S:
        """Set facts of a tracked table: the position with some fields replaced."""
        position = self.to_position(state)
        merged = _merge(position, facts)
        return self.from_position(merged, self.options_of(state))

    def options_of(self, state: S) -> Mapping[str, str]:
        """The options the state is played with."""
        return {}

    def seat_names(self, setup: Setup) -> tuple[str, ...]:
        """Names of the seats in records and on the command line."""
        return tuple(str(n + 1) for n in range(len(setup.seats)))

    def seat_text(self, setup: Setup, seat: Seat, say: Say) -> Text | None:
        """The game's own word for a seat, such as a side; None where players are only numbered."""
        name = self.seat_names(setup)[seat]
        keys = (f"{self.name}.seat.{name}", f"{self.name}.side.{name}")
        return next((Text(key) for key in keys if say.has(key)), None)

    @property
    def rulings(self) -> Rulings:
        """Readings where the document is silent or ambiguous; some are options."""
        return load_rulings(self.name, self.package)

    @property
    def rulebook(self) -> Rulebook:
        """The rules in short, numbered."""
        return load_rulebook(self.package)

    def on_table(self, people: frozenset[Seat]) -> frozenset[str]:
        """Of the piles in `physical`, those that usually lie on the table when these seats are people."""
        return self.physical

    def options_in(self, edition: str, options: Mapping[str, str]) -> dict[str, str]:
        """What was chosen, and for the rest what an edition of the document says; raises BadOption."""
        if not edition:
            return dict(options)
        if not self.editions:
            raise BadOption(Text("option.no_editions", game=self.name))
        if edition not in self.editions:
            known = ", ".join(self.editions)
            raise BadOption(Text("option.unknown_edition", edition=edition, game=self.name, known=known))
        return {**self.editions[edition], **options}

    def editions_with(self, id: str, value: str) -> list[str]:
        """The editions that set an option to this value."""
        return [edition for edition, options in self.editions.items() if options.get(id) == value]

    def check_count(self, scenario: str, n: int) -> None:
        """Raise BadSetup if so many cannot play the scenario."""
        counts = self.seat_counts(scenario)
        if n in counts:
            return
        least, most = counts[0], counts[-1]
        if least == most:
            raise BadSetup(Text("setup.player_count_is", n=n, wanted=least, scenario=scenario))
        raise BadSetup(Text("setup.player_count", n=n, least=least, most=most, scenario=scenario))

    def check_setup(self, setup: Setup) -> None:
        """Raise BadSetup or BadOption if the game cannot be set up like this."""
        if setup.scenario not in self.scenarios:
            raise BadSetup(Text("setup.unknown_scenario", scenario=setup.scenario, known=", ".join(self.scenarios)))
        self.check_count(setup.scenario, len(setup.seats))
        for seat in setup.seats:
            if seat != "human" and seat not in self.bots:
                raise BadSetup(Text("setup.unknown_player", name=seat, known=", ".join(["human", *self.bots])))
        self.rulings.resolve(setup.options)


def _merge(old: Any, new: Any) -> Any:
    """Facts laid over a position: tables by key; a list by 1-based number when facts name one (`players.2.score`)."""
    if isinstance(old, dict) and isinstance(new, Mapping):
        return {**old, **{key: _merge(old.get(key), value) for key, value in new.items()}}
    if isinstance(old, list) and isinstance(new, Mapping):
        merged = list(old)
        for key, value in new.items():
            number = number_in(str(key), 1, len(old))
            if number is None:
                raise BadPosition(Text("position.no_such_entry", entry=str(key), n=len(old)))
            merged[number - 1] = _merge(merged[number - 1], value)
        return merged
    return new


@cache
def games() -> Mapping[str, Game[Any]]:
    """Every installed game, by name, in alphabetical order."""
    found = {point.name: point.load() for point in entry_points(group="kempelen.games")}
    return dict(sorted(found.items()))


def game_named(name: str) -> Game[Any]:
    """The installed game of this name; raises BadSetup."""
    known = games()
    if name not in known:
        raise BadSetup(Text("setup.unknown_game", name=name, known=", ".join(known)))
    return known[name]


@cache
def say_in(lang: str) -> Say:
    """Texts of the shell and of every installed game in a language."""
    return Say.load(lang, *(game.package for game in games().values()))
