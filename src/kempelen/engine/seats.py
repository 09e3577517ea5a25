"""Who sits in a seat, in one grammar everywhere: on the command line, in files, forms, records and the API.

`human`, or `NAME[@AUTOMA][:key=value]...`: a bot of the game, perhaps with somebody's automa, perhaps with parameters:
`solitaire@bold-riflemen`, `search:iterations=400:rollout=automa`. A comma only ever separates seats.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from kempelen.engine.errors import BadSetup
from kempelen.text.say import Text

if TYPE_CHECKING:
    from kempelen.engine.game import Game
    from kempelen.engine.setup import Setup
    from kempelen.engine.table import Seat

__all__ = ["HUMAN", "Spec", "Within", "bot_name", "read_spec", "seat_words", "split_seats", "write_spec"]

HUMAN = "human"
LONGEST = 200
"""Letters; nobody needs more, and a longer one is a mistake."""
NAME = re.compile(r"[A-Za-z][\w-]*")
AUTOMA = re.compile(r"[\w.-]+")
VALUE = re.compile(r"[\w.+-]+")


@dataclass(frozen=True, slots=True)
class Spec:
    """Who sits in a seat, read."""

    name: str
    automa: str = ""
    parameters: Mapping[str, str] = field(default_factory=dict)
    """In the order they were written."""


@dataclass(frozen=True, slots=True)
class Within:
    """Reads a parameter that is a number from one to another; a whole one if both of them are."""

    least: float
    most: float

    @property
    def whole(self) -> bool:
        return isinstance(self.least, int) and isinstance(self.most, int)

    def __call__(self, text: str) -> float:
        number = int(text) if self.whole else float(text)
        if not self.least <= number <= self.most:  # what is written nan is not, either
            raise ValueError(text)
        return number


def read_spec(text: str) -> Spec:
    """The seat that this text describes; raises BadSetup."""
    head, *rest = text.split(":")
    name, at, automa = head.partition("@")
    if len(text) > LONGEST or not NAME.fullmatch(name) or (at and not AUTOMA.fullmatch(automa)):
        raise BadSetup(Text("setup.seat_form", given=text[:LONGEST]))
    parameters: dict[str, str] = {}
    for part in rest:
        key, _, value = part.partition("=")
        if not NAME.fullmatch(key) or not VALUE.fullmatch(value):
            raise BadSetup(Text("setup.seat_parameter", given=text, part=part))
        if key in parameters:
            raise BadSetup(Text("setup.seat_twice", given=text, key=key))
        parameters[key] = value
    return Spec(name, automa, parameters)


def write_spec(spec: Spec) -> str:
    """The same as a text; the inverse of `read_spec`."""
    automa = f"@{spec.automa}" if spec.automa else ""
    return ":".join([f"{spec.name}{automa}", *(f"{key}={value}" for key, value in spec.parameters.items())])


def bot_name(seat: str) -> str:
    """The name of the bot alone; empty for a person. For a seat that has been checked."""
    return "" if seat == HUMAN else read_spec(seat).name


def split_seats(text: str) -> tuple[str, ...]:
    """Several seats in one text, `rule,random:seed=3`; what each says is not looked at."""
    return tuple(part.strip() for part in text.split(","))


def seat_words(game: Game[Any], setup: Setup, seat: Seat) -> frozenset[Text]:
    """Everything that a game's sentences call a seat; whoever sits there is spoken to instead (`Say.to`)."""
    name, called = game.speech.seat_names(setup)[seat], game.speech.seat_word(setup, seat)
    numbered = (Text(f"{game.name}.player", n=seat + 1), Text(f"{game.name}.side", n=seat + 1))
    keys = (f"{game.name}.seat.{name}", f"{game.name}.side.{name}", f"{game.name}.tag.{name}")
    return frozenset((*numbered, *map(Text, keys), *(() if called is None else (called,))))
