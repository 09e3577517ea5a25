"""A table built in a test: models by label and place, terrain as rectangles, dice by what they are rolled for.

    s = position(model("A1", (30, 45), agi=5, weapons=(RIFLE,)), model("B1", (60, 45)), pieces=[wall(40, 30, 41, 60, 8)])
    table = act(s, "A1 shoot B1 rifle", dice={"fk": 3, "wound": 7, "armour": 6})
    assert s.models[1].tp == [2]

Without a word to the contrary a model is a normal human (R014) with 6 AP, 5 TP, GK 4 and no gear, and both sides let
everything pass. A die nobody wrote down is an error of the test, and so is one that was not used.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from typing import Any, TypeVar

from kempelen.engine.table import A, Check, Decision, Deck, Event, Offer, P, Seat, Table, notation_of
from kempelen.games.universalis import GAME
from kempelen.games.universalis.files.notation import parse
from kempelen.games.universalis.files.scenarios import BARE, model_from
from kempelen.games.universalis.rules import course
from kempelen.games.universalis.rules.choices import HOLD, KEEP
from kempelen.games.universalis.rules.legal import why_not
from kempelen.games.universalis.rules.models.card import Armour, Card, Weapon
from kempelen.games.universalis.rules.perform import perform
from kempelen.games.universalis.rules.profile import SEED, RulesProfile, profile_of
from kempelen.games.universalis.rules.state import FREE, ON_TABLE, Model, State
from kempelen.games.universalis.rules.table.board import EMPTY, Board, Ladder, Piece, piece
from kempelen.text.say import Text

C = TypeVar("C")

# -- gear to shoot and hit with

RIFLE = Weapon("rifle", wk=2, strength=5, damage=3, band=20, bands=4)
PISTOL = Weapon("pistol", wk=1, strength=4, damage=2, band=15, bands=3)
SABRE = Weapon("sabre", wk=2, strength=1, damage=2, additive=True)
KNIFE = Weapon("knife", wk=1, strength=4, damage=1)
VEST = Armour("vest", protection=6)

STATES = frozenset(
    {field.name for field in fields(Model)} - {"label", "seat", "index", "card", "weapons", "tp", "controller"}
)
"""Fields of a model on the table; every other name is a field of its card."""


def model(
    label: str,
    at: tuple[float, ...] = (45.0, 45.0),
    *,
    tp: Any = None,
    tp_max: int = 5,
    zones: Any = None,
    **facts: Any,
) -> Model:
    """A model at a place, and how it is; `tp` are the hit points left, `zones` those of all four zones of a colossus."""
    card = {name: value for name, value in facts.items() if name not in STATES}
    card.setdefault("levels", {trait.id: trait.level for trait in card.get("traits", ())})
    card.setdefault(
        "unwieldy", any(thing.unwieldy for thing in (*card.get("weapons", ()), *card.get("items", ()))) or False
    )
    m = model_from(SEED, Card(label.lower(), label, "faction", tp=tp_max, **card), label, "AB".index(label[0]), 0)
    m.place = ON_TABLE
    m.x, m.y, m.z = (*(float(value) for value in at), 0.0)[:3]
    m.ap = 6
    if tp is not None:
        m.tp[0] = tp
    if zones is not None:
        m.tp = list(zones)
    for name, value in facts.items():
        if name in STATES:
            setattr(m, name, value)
    return m


def position(
    *models: Model,
    pieces: Sequence[Piece] = (),
    ladders: Sequence[Ladder] = (),
    environment: str = "open",
    options: Mapping[str, str] | None = None,
    preset: RulesProfile = SEED,
    **more: Any,
) -> State:
    """The initiative phase of the first model, who has no threats to mind; `more` are fields of the state."""
    board = Board("test", pieces, ladders, environment) if pieces or ladders or environment != "open" else EMPTY
    labels = {}
    for n, m in enumerate(models):
        m.index = labels[m.label] = n
    for m in models:
        if m.card.controller:
            m.controller = labels[m.card.controller]
    chosen = GAME.rulings.resolve(options or {})
    s = State(
        profile_of(chosen, preset),
        chosen,
        BARE,
        board,
        list(models),
        phase="act",
        round=1,
        missions=["eliminate", "eliminate"],
        turned=[0, 180],
        active=[0],
        duty=FREE,
    )
    for name, value in more.items():
        setattr(s, name, value)
    return s


# -- terrain


def rect(x0: float, y0: float, x1: float, y1: float) -> tuple[tuple[float, float], ...]:
    return (x0, y0), (x1, y0), (x1, y1), (x0, y1)


def wall(x0: float, y0: float, x1: float, y1: float, height: float, *, cover: int = 2, bottom: float = 0.0) -> Piece:
    """Something solid that one cannot stand on."""
    return piece(f"wall {x0:g},{y0:g}", "", rect(x0, y0, x1, y1), bottom, bottom + height, solid=True, cover=cover)


def block(x0: float, y0: float, x1: float, y1: float, height: float, *, cover: int = 2) -> Piece:
    """Something solid that one can stand on: a crate, a low roof, a step."""
    return piece(f"block {x0:g},{y0:g}", "", rect(x0, y0, x1, y1), 0.0, height, solid=True, stand=True, cover=cover)


def area(type: str, x0: float, y0: float, x1: float, y1: float, height: float = 0.0) -> Piece:
    """Ground of a type (R137 to R146)."""
    return piece(f"{type} {x0:g},{y0:g}", type, rect(x0, y0, x1, y1), 0.0, height, cover=SEED.terrain[type].cover)


# -- playing


class Script(Table):
    """Dice by what they are rolled for, answers in the order they are asked for; see `finish`.

    Without `answers` every reaction is let pass and every die kept; with them every choice must be named: a notation.
    """

    def __init__(
        self,
        s: State,
        dice: Mapping[str, int | Sequence[int]] | None = None,
        answers: Sequence[str] | None = None,
        directions: Sequence[int] = (),
        picks: Sequence[Any] = (),
    ) -> None:
        self.game, self.state = GAME, s
        self.dice = {
            why: list(values) if isinstance(values, Sequence) else [values] for why, values in (dice or {}).items()
        }
        self.answers = None if answers is None else list(answers)
        self.directions, self.picks = list(directions), list(picks)
        self.rolled: list[str] = []
        self.asked: list[tuple[Seat, str, tuple[str, ...]]] = []
        """Seat, prompt and options of every choice."""
        self.events: list[Event] = []

    def finish(self) -> None:
        """Fail if something was not used."""
        left = {why: values for why, values in self.dice.items() if values}
        assert not left, f"not rolled: {left}"
        assert not self.answers, f"not asked for: {self.answers}"
        assert not self.directions, "directions are left"
        assert not self.picks, "picks are left"

    def roll(self, die: int, why: str, to: Seat | None = None) -> int:
        waiting = self.dice.get(why)
        assert waiting, f"no die is left for {why}"
        self.rolled.append(why)
        assert 1 <= waiting[0] <= die
        return waiting.pop(0)

    def pool(self, die: int, count: int, why: str, to: Seat | None = None) -> tuple[int, ...]:
        return tuple(sorted(self.roll(die, why) for _ in range(count)))

    def choose(self, seat: Seat, prompt: Text, options: Offer[A], check: Check | None = None) -> A:
        offered: Sequence[Any] = Decision(seat, prompt, options, check, self).options
        names = tuple(notation_of(option) for option in offered)
        self.asked.append((seat, prompt.key, names))
        if self.answers is None:
            passing = [option for option in offered if option in (HOLD, KEEP)]
            assert passing, f"nothing to let pass among {names} ({prompt.key})"
            return passing[0]  # type: ignore[no-any-return]
        assert self.answers, f"no answer is left for {prompt.key}: {names}"
        wanted = self.answers.pop(0)
        if wanted in names:
            return offered[names.index(wanted)]  # type: ignore[no-any-return]
        action: Any = parse(wanted)
        assert check is not None, f"{wanted!r} is not among {names}"
        problem = check(action)
        assert problem is None, f"{wanted}: {problem}"
        return action  # type: ignore[no-any-return]

    def together(self, asked: Mapping[Seat, tuple[Text, Offer[A]]]) -> dict[Seat, A]:
        return {seat: self.choose(seat, *question) for seat, question in sorted(asked.items())}

    def pick(self, options: Sequence[C], why: str, to: Seat | None = None) -> C:
        if len(options) == 1:
            return options[0]
        self.rolled.append(why)
        wanted = self.picks.pop(0)
        return next(option for option in options if option == wanted or notation_of(option) == wanted)

    def direction(self, why: str) -> int:
        return self.directions.pop(0)

    def draw(self, deck: Deck[C], why: str, to: Seat | None = None) -> C:
        raise AssertionError(why)

    def reveal(self, slot: str, known: C, options: Sequence[C], why: str, to: Seat | None = None) -> C:
        return known

    def ask(self, question: str, about: Text) -> bool:
        raise AssertionError(question)

    def tell(self, event: Callable[P, Event], *facts: P.args, **more: P.kwargs) -> None:
        self.events.append(event(*facts, **more))

    def told(self, kind: type) -> list[Any]:
        return [event for event in self.events if isinstance(event, kind)]


def why(s: State, notation: str) -> str | None:
    """Why an action is not allowed, as the last word of its text key (`too_far`); None if it is."""
    problem = why_not(s, parse(notation))
    return None if problem is None else problem.key.rpartition(".")[2]


def act(s: State, *notations: str, **script: Any) -> Script:
    """Do these actions one after the other; each must be allowed, and the whole script be used."""
    table = Script(s, **script)
    for notation in notations:
        action = parse(notation)
        problem = why_not(s, action)
        assert problem is None, f"{notation}: {problem}"
        perform(s, table, next(m for m in s.models if m.label == action.label), action)
    table.finish()
    return table


def run(s: State, do: Callable[[State, Script], object], **script: Any) -> Script:
    """Something the rules do, with a script that must be used up."""
    table = Script(s, **script)
    do(s, table)
    table.finish()
    return table


def step(s: State, times: int = 1, **script: Any) -> Script:
    """So many steps of the game itself."""
    table = Script(s, **script)
    for _ in range(times):
        course.step(s, table)
    table.finish()
    return table
