"""A small game that asks its table for everything there is to ask: secret bids, dice, re-rolls, cards, a nested reaction."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from kempelen.engine.dice import TapeDice
from kempelen.engine.errors import BadNotation
from kempelen.engine.files.record import Record, read_text
from kempelen.engine.game import Game, Outcome, Setup
from kempelen.engine.player import RandomPlayer
from kempelen.engine.rulings import Rulings
from kempelen.engine.table import HIDDEN, NOBODY, Choice, Deck
from kempelen.engine.things import Things
from kempelen.engine.trace import Cite, Trace, note
from kempelen.scene.model import Scene
from kempelen.text.say import Text

ROUNDS = 4


@dataclass(frozen=True, slots=True)
class Word:
    """An action is just a word."""

    notation: str

    @property
    def handles(self):
        return (self.notation,)

    @property
    def text(self):
        return Text(f"toy.{self.notation}")


WORDS = {name: Word(name) for name in ("low", "high", "strike", "hold", "dodge", "stand")}
WORDS |= {f"point {n}": Word(f"point {n}") for n in range(10)}
BID, STRIKE, REACT, AIM = (Text(f"toy.prompt.{name}") for name in ("bid", "strike", "react", "aim"))


@dataclass(frozen=True, slots=True)
class Told:
    what: str
    value: Any
    only: int | None = None

    @property
    def text(self):
        return Text("toy.told", what=self.what, value=str(self.value))

    def seen_by(self, seat):
        return self if self.only in (None, seat) else None


@dataclass(slots=True)
class ToyState:
    points: list[int]
    hands: list[list[int]]
    deck: Deck[int]
    secret: int
    round: int = 0

    def copy(self):
        return ToyState(self.points[:], [hand[:] for hand in self.hands], self.deck.copy(), self.secret, self.round)


class ToyBot:
    """Bids high on a 5 or 6, then takes the first option."""

    def decide(self, decision, table):
        trace = Trace(decision.seat) if table.tracing else None
        options = decision.options
        if decision.prompt is BID:
            face = table.roll(6, "bid")
            if trace is not None:
                trace.add(ROLLED, face)
            return Choice(options[face >= 5], trace)
        return Choice(options[0], trace)


ROLLED = note("toy.why.rolled", Cite("toy", "bid", "1"), face=lambda face: face)


def start(setup: Setup, options, table):
    state = ToyState([0, 0], [[], []], Deck("cards"), HIDDEN)
    table.state = state
    table.shuffle(state.deck, [1, 1, 2, 2, 3, 3, 4, 4, 5, 5])
    state.secret = table.draw(state.deck, "secret", to=NOBODY)
    for seat in (0, 1):
        state.hands[seat].append(table.draw(state.deck, "hand", to=seat))
    return state


def step(s, table):
    s.round += 1
    bids = table.together(dict.fromkeys((0, 1), (BID, (WORDS["low"], WORDS["high"]))))
    table.tell(Told, "bids", tuple(bids[seat].notation for seat in (0, 1)))
    if bids[0] == bids[1]:
        first = table.pick((0, 1), "first")
    else:
        first = 0 if bids[0] is WORDS["high"] else 1
    if table.choose(first, STRIKE, (WORDS["strike"], WORDS["hold"])) is WORDS["strike"]:
        strike(s, table, first)
    drawn = table.draw(s.deck, "draw", to=first)
    s.hands[first].append(drawn)
    table.tell(Told, "drew", drawn, first)


def strike(s, table, first):
    if table.choose(1 - first, REACT, (WORDS["dodge"], WORDS["stand"])) is WORDS["dodge"]:
        if table.direction("dodge") < 180:
            return
    while True:
        table.here("strike")
        face = table.roll(6, "strike")
        if face != 1:  # a one is rolled again
            break
    extra = table.pool(6, 2, "extra")
    s.points[first] += face + max(extra)
    table.tell(Told, "struck", (face, extra))


def outcome(s):
    if s.round < ROUNDS:
        return None
    top = max(s.points)
    return Outcome(tuple(seat for seat in (0, 1) if s.points[seat] == top), "points", tuple(s.points))


def view(s, seat):
    v = s.copy()
    for other in (0, 1):
        if other != seat:
            v.deck.shuffle_in(v.hands[other])
            v.deck.away += len(v.hands[other])
            v.hands[other] = [HIDDEN] * len(v.hands[other])
    v.deck.shuffle_in([v.secret])
    v.deck.away += 1
    v.secret = HIDDEN
    return v


def redeal(view, dice):
    s = view.copy()
    s.secret = s.deck.bag.pop(dice.below(len(s.deck.bag), "", ""))
    s.hands = [
        [s.deck.bag.pop(dice.below(len(s.deck.bag), "", "")) if card == HIDDEN else card for card in hand]
        for hand in s.hands
    ]
    s.deck.away = 0
    return s


def parse(notation):
    if notation not in WORDS:
        raise BadNotation(Text("toy.bad", word=notation))
    return WORDS[notation]


def scene(view, say):
    return Scene(1, 1, "tile", ())


def card_text(card):
    return f"c{card}"


def card_from(text):
    return int(text[1:])


def seat_counts(scenario):
    return range(2, 3)


def to_position(s):
    return {"points": s.points[:], "round": s.round, "hands": [hand[:] for hand in s.hands], "secret": s.secret}


def read_position(position: Mapping[str, Any], options):
    used = [card for hand in position["hands"] for card in hand] + [position["secret"]]
    bag = [1, 1, 2, 2, 3, 3, 4, 4, 5, 5]
    away = 0
    for card in used:
        if card == HIDDEN:
            away += 1
        else:
            bag.remove(card)
    return ToyState(
        list(position["points"]),
        [list(hand) for hand in position["hands"]],
        Deck("cards", bag, away=away),
        position["secret"],
        position["round"],
    )


class Toy(Game[ToyState]):
    @property
    def rulings(self):
        return Rulings("toy", {})


TOY = Toy(
    name="toy",
    package="tests.engine",
    scenarios=("duel", "free"),
    bots={"automa": ToyBot, "random": RandomPlayer},
    start=start,
    step=step,
    outcome=outcome,
    view=view,
    redeal=redeal,
    parse=parse,
    scene=scene,
    seat_counts=seat_counts,
    read_position=read_position,
    to_position=to_position,
    position_seats=lambda position: 2,
    things=Things(card_text=card_text, card_from=card_from),
)


# -- playing it


def setup(*seats, **rest):
    """Two seats, the first a person's."""
    return Setup("toy", "duel", seats or ("human", "automa"), **rest)


def play_out(session, seed=1):
    """Answer at random until the game is over."""
    dice = TapeDice(seed)
    while not session.over:
        session.run()
        for decision in session.pending:
            if decision.kind == "do":
                session.answer(decision.options[dice.below(len(decision.options), "", "")], decision.seat)
            elif decision.kind == "pool":
                session.answer("1 6")
            else:
                options = list(decision.options)
                session.answer(str(options[dice.below(len(options), "", "")]))
    return session


def reload(session):
    """The session again from its record."""
    return read_text("test", Record.of(session).text()).load()
