"""What has happened, declared in a line: how it is said, who sees it, how much it matters, what it touches.

    class Drew(Event, says="trove.event.drew", only="seat", hides=("card",), weight=0, touches={"seat": "drew"}):
        \"""A card from the pile; the others know only that one was drawn.\"""

        seat: Seat
        card: int

A game has one base class, `class Event(Happening, words={...}, handles={...})`, which knows how each field is said and
which shape of the scene it names. Where an event is irregular it overrides `text`, `words`, `touches` or `roll`.

Any value with `text` and `seen_by` is an event too; the functions at the end know what stands for the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from string import Formatter
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple, TypeAlias, TypeVar, dataclass_transform

from kempelen.engine.table import HIDDEN, Event, Seat
from kempelen.text.say import Field, Text

if TYPE_CHECKING:
    from kempelen.scene.model import Point, Shape

__all__ = [
    "EFFECTS",
    "Effect",
    "Either",
    "Happening",
    "Rival",
    "Roll",
    "Touch",
    "Worded",
    "begins_with",
    "brief_of",
    "ends_with",
    "looms_with",
    "picture_of",
    "roll_of",
    "short_of",
    "to_owner_of",
    "touches_of",
    "weight_of",
]

T = TypeVar("T")
Effect: TypeAlias = Literal[
    "laid", "moved", "turned", "hurt", "spent", "healed", "gained", "lost", "fired", "drew", "took"
]
EFFECTS = frozenset({"laid", "moved", "turned", "hurt", "spent", "healed", "gained", "lost", "fired", "drew", "took"})
"""What a mark on the board shows.

laid, moved    a piece or card lies there now; it has gone along a path
turned         turned over, or otherwise in another state
hurt, healed   by an amount, if it is counted; spent: so much less to act with
gained, lost   points, resource; or lost altogether
fired          shot at
drew, took     a card goes there; it was taken up
"""
Either: TypeAlias = T | tuple[str, T, T]
"""A value, or the name of a field, the value if it is so, the value if not."""


@dataclass(frozen=True, slots=True)
class Touch:
    """One thing on the table that an event touches, for a mark on the board."""

    handle: str
    """A shape or tray of the scene before the event or after it; what is gone stands on a tile that is touched too."""
    effect: Effect
    amount: int | None = None
    """How much was hurt, healed, gained, lost."""
    path: tuple[str | Point, ...] = ()
    """From where it stood to where it stands: handles, or points as the game counts them (see `Scene.upwards`)."""
    by: str = ""
    """The handle of who did it, or from where it came."""


class Rival(NamedTuple):
    """One side of a comparison."""

    who: Field
    adds: int
    """What is added to his die."""
    die: int

    @property
    def total(self) -> int:
        return self.adds + self.die


@dataclass(frozen=True, slots=True)
class Roll:
    """The dice of an event, what they had to show, and how that number came about."""

    dice: tuple[int, ...]
    sides: int
    need: int | None = None
    """What a die had to show; None: it is only read."""
    at_least: bool = True
    """Or more; else: or less."""
    parts: tuple[tuple[Text, int], ...] = ()
    """What `need` is the sum of."""
    hit: bool | None = None
    """How it came out for who rolled; None: neither well nor badly."""
    rivals: tuple[Rival, ...] = ()
    """Where sums are compared: everybody who rolled, the first one first."""
    outcome: Text | None = None
    """What it came to, in a word or two, where hit and miss are not the words for it: armour that holds."""


class Worded(NamedTuple):
    """How a field is said."""

    name: str
    """The placeholder in the texts."""
    word: Callable[..., Field] | None = None
    """From the field's value; None: as it is."""
    of: tuple[str, ...] = ()
    """Further fields the word is made from, whose unit or of how many; they are not said by themselves."""


Words: TypeAlias = Mapping[str, Callable[..., Field] | Worded | None]
Handles: TypeAlias = Mapping[str, Callable[[Any], str]]


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
@dataclass(frozen=True)
class Happening:
    """The base of declared events; its subclasses are frozen dataclasses.

    says      the id of its text; `{field}` in it is replaced, and of two ids a field decides (see `Either`)
    unseen    field -> the id instead, if this field is hidden; then the field is not said
    short     the id of its headline, if its text has numbers or places; nothing hidden is said in it;
              True: `x.headline.drew` beside `x.event.drew`
    only      the field with the seat that sees all of it; without, everybody does
    hides     fields the other seats see hidden; without, they learn nothing of it
    weight    0 small (draws, income, upkeep), 1 ordinary, 2 important (hits, losses, score), 3 a new round, role or end
    touches   field -> effect, or (effect, field with its amount); what is None, hidden or an amount of 0 is left out;
              instead of a field also a handle, `tray:deck`
    by        the field (or handle) with who did it, or from where it came
    begins    a round, a turn or a phase of it begins with it: beside a real table it is told by itself
    looms     it brings the end of the game nearer, for those who must prevent it: told before any loss
    ends      a round or the game is over with it: it is told before all else and never among small things
    spends    what acted can do nothing more this turn: whoever chose it is shown that first

    For all events of a game:

    words     field -> how it is said; None: never; other fields are said as they are
    handles   field -> the handle of what it names in the scene, from the event; "" for none
    hidden    what stands in a hidden field
    """

    _says: ClassVar[Either[str]] = ""
    _unseen: ClassVar[Mapping[str, str]] = {}
    _short: ClassVar[Either[str]] = ""
    _only: ClassVar[str] = ""
    _hides: ClassVar[tuple[str, ...]] = ()
    _weight: ClassVar[Either[int]] = 1
    _touches: ClassVar[Mapping[str, Effect | tuple[Effect, str]]] = {}
    _by: ClassVar[str] = ""
    _begins: ClassVar[bool] = False
    _looms: ClassVar[bool] = False
    _ends: ClassVar[bool] = False
    spends: ClassVar[bool] = False
    _words: ClassVar[Words] = {}
    _handles: ClassVar[Handles] = {}
    _hidden: ClassVar[Any] = HIDDEN
    _said: ClassVar[tuple[tuple[str, Worded], ...]] = ()
    """The fields that are said, each with how."""

    def __init_subclass__(
        cls,
        *,
        says: Either[str] | None = None,
        unseen: Mapping[str, str] | None = None,
        short: Either[str] | bool | None = None,
        only: str | None = None,
        hides: tuple[str, ...] | None = None,
        weight: Either[int] | None = None,
        touches: Mapping[str, Effect | tuple[Effect, str]] | None = None,
        by: str | None = None,
        begins: bool | None = None,
        looms: bool | None = None,
        ends: bool | None = None,
        spends: bool | None = None,
        words: Words | None = None,
        handles: Handles | None = None,
        hidden: Any = None,
    ) -> None:
        super().__init_subclass__()
        declared = {
            "_says": says,
            "_unseen": unseen,
            "_short": _headline(says) if short is True else short,
            "_only": only,
            "_hides": hides,
            "_weight": weight,
            "_touches": touches,
            "_by": by,
            "_begins": begins,
            "_looms": looms,
            "_ends": ends,
            "spends": spends,
            "_words": words,
            "_handles": handles,
            "_hidden": hidden,
        }
        for name, value in declared.items():
            if value is not None:
                setattr(cls, name, value)
        dataclass(frozen=True)(cls)
        cls._said = tuple(_said(cls))
        _check(cls)

    @property
    def text(self) -> Text:
        """The event as a sentence."""
        hidden = [id for name, id in self._unseen.items() if self._is_hidden(getattr(self, name))]
        return Text(hidden[0] if hidden else self._id(self._says), **self.words())

    @property
    def short(self) -> Text:
        """Its headline, without numbers and places."""
        return Text(self._id(self._short), **self.words()) if self._short else self.text

    def to_owner(self, handle: str) -> Text | None:
        """Its headline for whoever owns what has this handle: what it means for him. None: the same as for others."""
        return None

    def words(self) -> dict[str, Field]:
        """The fields of the text."""
        said: dict[str, Field] = {}
        for name, (placeholder, word, of) in self._said:
            value = getattr(self, name)
            if name in self._unseen and self._is_hidden(value):
                continue
            said[placeholder] = value if word is None else word(value, *(getattr(self, other) for other in of))
        return said

    def seen_by(self, seat: Seat) -> Event | None:
        """What this seat learns of it: all, a version without the secret, or nothing."""
        if not self._only or seat == getattr(self, self._only):
            return self
        return replace(self, **{name: self._hide(getattr(self, name)) for name in self._hides}) if self._hides else None

    @property
    def weight(self) -> int:
        """0 is folded away, 2 is waited for, 3 stops the game for a moment."""
        return _chosen(self, self._weight)

    @property
    def touches(self) -> tuple[Touch, ...]:
        """What on the table it changes or points at."""
        by = self.handle(self._by)
        return tuple(
            Touch(handle, effect, amount, by=by)
            for name, effect, amount in self._declared_touches()
            if (handle := self.handle(name)) and amount != 0
        )

    @property
    def of_nothing(self) -> bool:
        """It counts something, and that is 0, such as an upkeep that nobody owes."""
        amounts = [amount for _, _, amount in self._declared_touches()]
        return bool(amounts) and all(amount == 0 for amount in amounts)

    @property
    def begins(self) -> bool:
        """A round, a turn or a phase of it begins with it."""
        return self._begins

    @property
    def looms(self) -> bool:
        """It brings the end of the game nearer."""
        return self._looms

    @property
    def ends(self) -> bool:
        """A round or the game is over with it."""
        return self._ends

    @property
    def roll(self) -> Roll | None:
        """Its dice, if there were any."""
        return None

    @property
    def picture(self) -> Shape | None:
        """What to show large when it stops the game for a moment."""
        return None

    def handle(self, name: str) -> str:
        """The handle of what a field names in the scene; empty if it names nothing, or nothing that may be seen."""
        if ":" in name:
            return name
        if not name or getattr(self, name) is None or self._is_hidden(getattr(self, name)):
            return ""
        return self._handles[name](self)

    @classmethod
    def ids(cls) -> dict[str, frozenset[str] | None]:
        """The ids of its texts, and the fields they are given; None: `words` is its own."""
        given = {name: wording.name for name, wording in cls._said}
        known = cls.words is Happening.words
        found: dict[str, frozenset[str] | None] = {}
        for declared in (cls._says, cls._short):
            for id in declared[1:] if isinstance(declared, tuple) else filter(None, [declared]):
                found[id] = frozenset(given.values()) if known else None
        for hidden, id in cls._unseen.items():
            found[id] = frozenset(given[name] for name in given if name != hidden) if known else None
        return found

    @classmethod
    def points_nowhere(cls) -> bool:
        """It names something on the table, but never says that it touches anything."""
        silent = not cls._touches and cls.touches is Happening.touches
        return silent and any(known.name in cls._handles for known in fields(cls))

    def _declared_touches(self) -> Iterable[tuple[str, Effect, int | None]]:
        for name, effect in self._touches.items():
            if isinstance(effect, tuple):
                yield name, effect[0], getattr(self, effect[1])
            else:
                yield name, effect, None

    def _id(self, declared: Either[str]) -> str:
        id = _chosen(self, declared)
        return id.format_map(vars(self)) if "{" in id else id

    def _is_hidden(self, value: Any) -> bool:
        return bool(value == self._hidden or (isinstance(value, tuple) and self._hidden in value))

    def _hide(self, value: Any) -> Any:
        """How many cards are hidden can still be seen."""
        return (self._hidden,) * len(value) if isinstance(value, tuple) else self._hidden


def _chosen(event: Happening, declared: Either[T]) -> T:
    if isinstance(declared, tuple):
        name, yes, no = declared
        return yes if getattr(event, name) else no
    return declared


def _headline(says: Either[str] | None) -> Either[str]:
    if isinstance(says, tuple):
        name, yes, no = says
        return name, yes.replace(".event.", ".headline."), no.replace(".event.", ".headline.")
    return (says or "").replace(".event.", ".headline.")


def _said(cls: type[Happening]) -> Iterable[tuple[str, Worded]]:
    """Every field but those that choose the id, say whose another is, or are never said."""
    wordings = {name.name: _worded(name.name, cls._words.get(name.name, Worded(name.name))) for name in fields(cls)}
    spent = {other for wording in wordings.values() if wording is not None for other in wording.of} | _in_id(cls._says)
    for name, wording in wordings.items():
        if wording is not None and name not in spent:
            yield name, wording


def _worded(name: str, word: Callable[..., Field] | Worded | None) -> Worded | None:
    return word if word is None or isinstance(word, Worded) else Worded(name, word)


def _in_id(declared: Either[str]) -> set[str]:
    if isinstance(declared, tuple):
        return {declared[0]}
    return {name for _, name, _, _ in Formatter().parse(declared) if name}


def _check(cls: type[Happening]) -> None:
    """A declaration names fields that are there: told where it is written, not when it happens."""
    known = {known.name for known in fields(cls)}
    amounts = {effect[1] for effect in cls._touches.values() if isinstance(effect, tuple)}
    single = ({cls._weight[0]} if isinstance(cls._weight, tuple) else set()) | ({cls._only, cls._by} - {""})
    of = {other for _, wording in cls._said for other in wording.of}
    named = _in_id(cls._says) | single | {*cls._unseen, *cls._hides, *cls._touches} | amounts | of
    if missing := sorted(name for name in named if name not in known and ":" not in name and not hasattr(cls, name)):
        raise TypeError(f"{cls.__name__} declares {', '.join(missing)}, which is no field of it")
    touched = {name for name in (*cls._touches, cls._by) if name and ":" not in name}
    if nameless := sorted(touched - set(cls._handles)):
        raise TypeError(f"{cls.__name__} touches {', '.join(nameless)}, but no handle is known for it")


# -- for all events, also those of other people's games


def weight_of(event: Event) -> int:
    """0 to 3; 1 if the event does not say."""
    weight: int = getattr(event, "weight", 1)
    return weight


def touches_of(event: Event) -> tuple[Touch, ...]:
    """What it touches on the table, as far as the event says."""
    touches: tuple[Touch, ...] = getattr(event, "touches", ())
    return touches


def roll_of(event: Event) -> Roll | None:
    """Its dice, as far as the event says."""
    roll: Roll | None = getattr(event, "roll", None)
    return roll


def begins_with(event: Event) -> bool:
    """Whether a round, a turn or a phase of it begins with it, as far as the event says."""
    begins: bool = getattr(event, "begins", False)
    return begins


def looms_with(event: Event) -> bool:
    """Whether it brings the end of the game nearer, as far as the event says."""
    looms: bool = getattr(event, "looms", False)
    return looms


def ends_with(event: Event) -> bool:
    """Whether a round or the game is over with it, as far as the event says."""
    ends: bool = getattr(event, "ends", False)
    return ends


def short_of(event: Event) -> Text:
    """Its headline; its text if it has none."""
    short: Text = getattr(event, "short", event.text)
    return short


def brief_of(event: Event) -> Text:
    """Its headline without the place, where what several players did stands side by side and the board shows where."""
    brief: Text = getattr(event, "brief", None) or short_of(event)
    return brief


def to_owner_of(event: Event, handle: str) -> Text | None:
    """Its headline for whoever owns this, as far as the event says."""
    asked: Callable[[str], Text | None] | None = getattr(event, "to_owner", None)
    return None if asked is None else asked(handle)


def picture_of(event: Event) -> Shape | None:
    """What to show large, if anything."""
    picture: Shape | None = getattr(event, "picture", None)
    return picture
