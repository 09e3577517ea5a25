"""What a game is to the engine: a few functions and facts, and the parts it has besides.

A game package exposes `GAME`, a `Game`, under the entry point group `kempelen.games`; it may live in another
distribution. A game holds no state of a table: `dataclasses.replace` makes a variant of one.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeAlias, TypeVar

from kempelen.engine.dice import Dice
from kempelen.engine.errors import BadSetup
from kempelen.engine.rulings import Rulebook, Rulings, load_rulebook, load_rulings
from kempelen.engine.seats import HUMAN, Spec, Within, write_spec
from kempelen.engine.setup import Outcome, Setup
from kempelen.engine.speech import Speech
from kempelen.engine.table import Seat, Table
from kempelen.engine.things import Things
from kempelen.text.say import Say, Text

if TYPE_CHECKING:
    from kempelen.engine.files.migrations import PositionStep
    from kempelen.engine.player import Player
    from kempelen.parts.advice import Advice
    from kempelen.parts.automas import Automas
    from kempelen.parts.beliefs import Beliefs
    from kempelen.parts.campaigns import Campaigns
    from kempelen.parts.document import Document
    from kempelen.parts.encoding import Encoding
    from kempelen.parts.foresight import Foresight
    from kempelen.parts.heads import Heads
    from kempelen.parts.hunches import Hunches
    from kempelen.parts.judging import Judging
    from kempelen.parts.lab import Lab
    from kempelen.parts.ladder import Ladder
    from kempelen.parts.places import Places
    from kempelen.parts.rosters import Rosters
    from kempelen.parts.scenarios import ScenarioFacts, ScenarioFiles
    from kempelen.parts.stars import Stars
    from kempelen.scene.model import Scene
from kempelen.scene.status import Status

__all__ = ["EVERYWHERE", "BrokenGame", "Game", "Outcome", "Setup", "StateLike", "game_named", "games", "say_in"]

Options: TypeAlias = Mapping[str, str]


class StateLike(Protocol):
    """Everything on the table. If the game has readings that can be chosen, it also has `options`."""

    def copy(self) -> Any:
        """An independent copy; what never changes may be shared."""


S = TypeVar("S", bound=StateLike)


def _as_it_lies(state: Any, setup: Setup, table: Table) -> None:
    """Nothing is missing in a position."""


def _any_position(setup: Setup, state: Any) -> None:
    """Whatever can be read can be played."""


def _players_listed(position: Mapping[str, Any]) -> int:
    return len(position["players"])


@dataclass(frozen=True, kw_only=True, eq=False)
class Game(Generic[S]):
    """The rules of one game: what it must say, what it may say, and the parts it has or has not."""

    name: str
    """Also the key of its texts: `name.title`, `name.event.…`."""
    package: str
    """Where rulings.toml, text/ and scenarios/ lie."""
    scenarios: tuple[str, ...]
    """The first is the default."""
    bots: Mapping[str, Callable[..., Player]]
    """Players by name; the first is the automa. What a bot takes as parameters it says itself, see `player`."""

    # -- playing

    start: Callable[[Setup, Options, Table], S]
    """Set up a scenario; sets `table.state` as soon as there is something to see."""
    step: Callable[[S, Table], None]
    """Play on to the next top-level point."""
    outcome: Callable[[S], Outcome | None]
    """Who won and why, or None while the game goes on."""
    result: Callable[[S], Outcome | None] | None = None
    """The same without `because` and `stats`, where these take long, for whoever plays many games and tells of none."""
    view: Callable[[S, Seat], S]
    """The state as the seat may know it, secrets replaced by HIDDEN. For reading: parts may be shared."""
    open: bool = False
    """Nothing is ever hidden from anybody. Else something must have come `to` a seat, see `contract/twins`."""
    redeal: Callable[[S, Dice], S]
    """A full state that this view could come from."""
    parse: Callable[[str], Any]
    """The action with this notation; raises BadNotation."""
    scene: Callable[[S, Say], Scene]
    """What to draw for the seat whose view this is."""
    seat_counts: Callable[[str], range]
    """How many may play a scenario."""

    # -- positions

    read_position: Callable[[Mapping[str, Any], Options], S]
    """Validate a position, with every reading resolved; raises BadPosition naming the field."""
    to_position: Callable[[S], dict[str, Any]]
    """The position as plain data, the inverse of `from_position`."""
    resume: Callable[[S, Setup, Table], None] = _as_it_lies
    """A game begins with a position: what is still missing on the table, such as cards nobody has seen, is dealt."""
    check_position: Callable[[Setup, S], None] = _any_position
    """Raise BadSetup if the table of this position does not fit the scenario and the seats."""
    position_seats: Callable[[Mapping[str, Any]], int] = _players_listed
    """How many sit at the table of a position that `from_position` accepts."""

    older_positions: Sequence[PositionStep] = ()
    """Steps from the first format of its positions to today's, see `engine/files/migrations`. Corrections in records
    say no format: `facts_meant` goes on to understand the fields of older ones."""

    # -- facts

    version: str = "1"
    """Of the rules: a number, raised with every change of them. Records carry it; those of newer rules are refused."""
    credits: tuple[Text, ...] = ()
    """Texts that name the authors of the procedure."""
    editions: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """Editions of the document that differ in meaning -> the options that follow each."""
    scenario_facts: Mapping[str, ScenarioFacts] = field(default_factory=dict)
    """What is said about scenarios before one is chosen, in the order in which to play them."""

    # -- parts

    speech: Speech[S] = field(default_factory=Speech)
    things: Things = field(default_factory=Things)
    document: Document | None = None
    automas: Automas | None = None
    scenario_files: ScenarioFiles[S] | None = None
    rosters: Rosters | None = None
    places: Places[S] | None = None
    campaigns: Campaigns | None = None
    advice: Advice[S] | None = None
    lab: Lab[S] | None = None
    ladder: Ladder | None = None
    encoding: Encoding[S] | None = None
    foresight: Foresight[S] | None = None
    heads: Heads | None = None
    judging: Judging[S] | None = None
    beliefs: Beliefs[S] | None = None
    hunches: Hunches[S] | None = None
    stars: Stars[S] | None = None

    # -- what the engine does for every game

    @property
    def counted(self) -> Callable[[S], Outcome | None]:
        """Who won, or None while the game goes on; what is only told may be missing."""
        return self.outcome if self.result is None else self.result

    def new(self, setup: Setup, table: Table) -> S:
        """Set up, from the scenario or from a position."""
        options = self.rulings.resolve(setup.options)
        if setup.position is None:
            return self.start(setup, options, table)
        table.state = state = self.read_position(setup.position, options)
        self.resume(state, setup, table)
        return state

    def from_position(self, position: Mapping[str, Any], options: Mapping[str, str]) -> S:
        """The table that a position describes, played with these options; raises BadPosition naming the field."""
        return self.read_position(position, self.rulings.resolve(options))

    def options_of(self, state: S) -> Mapping[str, str]:
        """The options the state is played with, where they are not the default."""
        return self.rulings.changed(getattr(state, "options", {}))

    def player(self, spec: Spec, setup: Setup, more: Mapping[str, Callable[..., Player]] | None = None) -> Player:
        """Whoever sits in a seat; raises BadSetup.

        A bot that takes parameters lists them as `parameters`, name -> how its text is read (raises ValueError); it is
        called with those that were given. One that plays by an automa file says `takes_sheet`. `more` are players that
        only the caller has.
        """
        bot = self.bots.get(spec.name) or (more or {}).get(spec.name) or _for_every_game(self, spec.name, setup)
        if bot is None:
            known = ", ".join([HUMAN, *self.bots, *EVERYWHERE])
            raise BadSetup(Text("setup.unknown_player", name=write_spec(spec), known=known))
        takes: Mapping[str, Callable[[str], Any]] = getattr(bot, "parameters", {})
        given: dict[str, Any] = {}
        if spec.automa:
            if self.automas is None or not getattr(bot, "takes_sheet", False):
                raise BadSetup(Text("setup.no_automas", name=spec.name, automa=spec.automa))
            given["sheet"] = self.automas.sheet_for(self, spec.automa, setup)
        for key, text in spec.parameters.items():
            if key not in takes:
                which = "setup.unknown_parameter" if takes else "setup.no_parameters"
                raise BadSetup(Text(which, name=spec.name, key=key, known=", ".join(takes)))
            try:
                given[key] = takes[key](text)
            except ValueError as error:
                raise BadSetup(_impossible(spec.name, key, text, takes[key])) from error
        return bot(**given)

    def status(self, view: S, say: Say) -> Status | None:
        """What stands above the table that is drawn for this view."""
        return self.scene(view, say).status if self.speech.status is None else self.speech.status(view, say)

    @property
    def automa(self) -> str:
        """The name of the bot that is the automa."""
        return next(iter(self.bots))

    @property
    def rulings(self) -> Rulings:
        """Readings where the document is silent or ambiguous; some are options."""
        return load_rulings(self.name, self.package)

    @property
    def rulebook(self) -> Rulebook:
        """The rules in short, numbered."""
        return load_rulebook(self.package)


EVERYWHERE = ("search",)
"""Players that every game has; `bots` lists those of its own."""


def _impossible(name: str, key: str, value: str, reader: Callable[[str], Any]) -> Text:
    """What a parameter may not be, and what it may be if that is known."""
    if not isinstance(reader, Within):
        return Text("setup.bad_parameter", name=name, key=key, value=value)
    which = "setup.parameter_whole" if reader.whole else "setup.parameter_number"
    return Text(which, name=name, key=key, value=value, least=f"{reader.least:g}", most=f"{reader.most:g}")


def _for_every_game(game: Game[Any], name: str, setup: Setup) -> Callable[..., Player] | None:
    if name not in EVERYWHERE:
        return None
    from kempelen.engine.search.player import SearchPlayer  # it knows games; a game need not know it before it sits

    return SearchPlayer.at(game, setup)


# -- which games there are


class BrokenGame(UserWarning):
    """A game package that is installed and cannot be loaded; the others go on without it."""

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(f"The game {name} cannot be loaded and is left out: {reason}")
        self.text = Text("setup.broken_game", name=name, reason=reason)


def _load_all() -> tuple[dict[str, Game[Any]], dict[str, str]]:
    """Every installed game by name, in alphabetical order; and what is wrong with those that cannot be loaded."""
    found: dict[str, Game[Any]] = {}
    broken: dict[str, str] = {}
    for point in sorted(entry_points(group="kempelen.games"), key=lambda point: point.name):
        try:
            game = point.load()
        except Exception as error:  # noqa: BLE001  # somebody else's package may fail in any way; which and how is told
            broken[point.name] = f"{type(error).__name__}: {error}"
            continue
        if isinstance(game, Game):
            found[point.name] = game
        else:
            broken[point.name] = f"{point.value} is not a Game"
    return found, broken


@cache
def games() -> Mapping[str, Game[Any]]:
    """Every installed game, by name, in alphabetical order. One that cannot be loaded is left out, with a warning."""
    found, broken = _load_all()
    for name, reason in broken.items():
        warnings.warn(BrokenGame(name, reason), stacklevel=2)
    return found


def game_named(name: str) -> Game[Any]:
    """The installed game of this name; raises BadSetup."""
    known = games()
    if name not in known:
        if name in (broken := _load_all()[1]):
            raise BadSetup(Text("setup.broken_game", name=name, reason=broken[name]))
        raise BadSetup(Text("setup.unknown_game", name=name, known=", ".join(known)))
    return known[name]


@cache
def say_in(lang: str) -> Say:
    """Texts of the shell and of every installed game in a language."""
    return Say.load(lang, *(game.package for game in games().values()))
