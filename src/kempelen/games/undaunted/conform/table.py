"""A worked example at a table of its own: its dice, whatever chance may bring, and what a card says there."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kempelen.behaviour.question import StateOracle
from kempelen.behaviour.verdict import Verdict, consult
from kempelen.conform import Misunderstood, Possible, bad_value, listed, possible, whole
from kempelen.engine.table import A, Check, Deck, Event, Offer, P, Seat, Table
from kempelen.games.undaunted import GAME
from kempelen.games.undaunted.automa.charts import charts_for
from kempelen.games.undaunted.automa.solitaire import Automa, inspired, target_of
from kempelen.games.undaunted.automa.stated import StatedFacts
from kempelen.games.undaunted.conform.example import AI, HUMAN, action_name, card_name
from kempelen.text.say import Text

__all__ = [
    "NoRollLeft",
    "Scripted",
    "Silent",
    "Told",
    "all_answers",
    "chance",
    "consulted",
    "dice_of",
    "stated_target",
    "verdict_words",
]

Told = dict[str, Any]


class NoRollLeft(Exception):
    """The case scripts fewer dice than the card wants."""


class Scripted(Table):
    """Another table, but the dice of the automa's decisions are those of the case."""

    def __init__(self, inner: Table, rolls: Sequence[int]) -> None:
        self.inner = inner
        self.game, self.state = inner.game, inner.state
        self.rolls = list(rolls)
        self.used = 0

    def roll(self, die: int, why: str, to: Seat | None = None) -> int:
        if why != "decision":
            return self.inner.roll(die, why, to)
        if self.used == len(self.rolls):
            raise NoRollLeft
        self.used += 1
        return self.rolls[self.used - 1]

    def choose(self, seat: Seat, prompt: Text, options: Offer[A], check: Check | None = None) -> A:
        return self.inner.choose(seat, prompt, options, check)

    def together(self, asked: Mapping[Seat, tuple[Text, Offer[A]]]) -> dict[Seat, A]:
        return self.inner.together(asked)

    def pool(self, die: int, count: int, why: str, to: Seat | None = None) -> tuple[int, ...]:
        return self.inner.pool(die, count, why, to)

    def pick(self, options: Sequence[Any], why: str, to: Seat | None = None) -> Any:
        return self.inner.pick(options, why, to)

    def direction(self, why: str) -> int:
        return self.inner.direction(why)

    def draw(self, deck: Deck[Any], why: str, to: Seat | None = None) -> Any:
        return self.inner.draw(deck, why, to)

    def reveal(self, slot: str, known: Any, options: Sequence[Any], why: str, to: Seat | None = None) -> Any:
        return self.inner.reveal(slot, known, options, why, to)

    def ask(self, question: str, about: Text) -> bool:
        return self.inner.ask(question, about)

    def tell(self, event: Callable[P, Event], *facts: P.args, **more: P.kwargs) -> None:
        return


@dataclass(slots=True)
class NoState:
    """For questions that need no table."""

    def copy(self) -> NoState:
        return self


def dice_of(value: Any, path: str) -> list[int]:
    rolls = listed(whole)(value, path)
    for n, face in enumerate(rolls, 1):
        if not 1 <= face <= 10:
            raise bad_value(f"{path}[{n}]", face, "among", known="1..10")
    return rolls


def all_answers(names: Sequence[str], came: Possible, one: str = "") -> Told:
    """Every answer by name, and as `one_of` all that the answer `one` may be."""
    answers: Told = {
        name: Possible(tuple((told.get(name), p) for told, p in came.chances))
        for name in names
        if any(name in told for told, _ in came.chances)
    }
    if one:
        answers["one_of"] = [told[one] for told, _ in came.chances if told.get(one) is not None]
    answers["outcomes"] = came
    return answers


def chance(act: Callable[[Table], Told], rolls: Sequence[int] = (), state: Any = None) -> Possible:
    """What `act` tells, whatever ties bring."""

    def told(copy: Any, at: Table) -> Told:
        scripted = Scripted(at, rolls)
        scripted.state = copy
        try:
            return act(scripted)
        except NoRollLeft:
            raise Misunderstood(Text("undaunted.conform.more_rolls", n=len(rolls))) from None

    return possible(GAME, state if state is not None else NoState(), told, {AI: Automa()})


class Silent(Scripted):
    """A table at which nothing is left to chance."""

    def __init__(self) -> None:
        self.game, self.state = GAME, NoState()


# -- what a card says


def consulted(facts: StatedFacts, at: Table) -> Verdict:
    """What the card's chart says; a suppressed unit has no questions (K2, Q06)."""
    if facts.values.get("suppressed", False):
        return Verdict("ready")
    return consult(charts_for(facts.options)[facts.kind], StateOracle(facts), at)


def verdict_words(verdict: Verdict) -> Told:
    rolled = bool(verdict.rolls)
    return {
        "action": action_name(verdict.action),
        "drm": verdict.drm if rolled else None,
        "total": verdict.total,
        "rolls_used": len(verdict.rolls),
    }


def stated_target(verdict: Verdict, facts: StatedFacts, at: Table) -> str | None:
    if verdict.action == "inspire":
        return card_name(inspired(facts, None))
    if verdict.action in ("attack", "suppress") and facts.foes():
        return str(target_of(facts, facts.kind, verdict.action, verdict.aim, at, None, HUMAN))
    return None
