"""What is told: how much it matters, what it touches on the table, and that neither gives a secret away."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from itertools import pairwise, product
from typing import Any

from kempelen.contract.playing import Problems, decisions_of, played_directly, players_of, traces_of
from kempelen.engine.dice import TapeDice
from kempelen.engine.events import EFFECTS, Happening, Touch, roll_of, short_of, touches_of, weight_of
from kempelen.engine.game import Game, Setup, say_in
from kempelen.engine.seats import seat_words
from kempelen.engine.table import SPECTATOR, DirectTable, Event, Seat
from kempelen.text.compare import cases_of, turns_to
from kempelen.text.say import LANGUAGES, MissingText, Text, load_catalogue

__all__ = ["events_fit_the_table", "sentences_speak_to_their_reader"]

OFTEN = 8
"""So many events of a kind are looked at in a game: drawing the table takes its time."""


def events_fit_the_table(game: Game[Any], setup: Setup, seed: int) -> Problems:
    """Touches name what is drawn before or after, weights are 0 to 3, and no touch or roll shows what is hidden."""
    watch = _Watch(game, len(setup.seats), seed)
    table = DirectTable(game, players_of(game, setup, seed), TapeDice(seed), listener=watch.hear)
    watch.table = table
    table.state = game.new(setup, table)
    while game.outcome(table.state) is None:
        watch.before = table.state.copy()
        game.step(table.state, table)
    return [*dict.fromkeys([*watch.problems, *_leaks(watch.events, len(setup.seats))])][:5]


class _Watch:
    """Hears every event while the table is as the event left it."""

    def __init__(self, game: Game[Any], seats: int, seed: int) -> None:
        self.game, self.seats, self.seed = game, seats, seed
        self.table: DirectTable | None = None
        self.before: Any = None
        """The table before the event that comes next."""
        self.events: list[Event] = []
        self.problems: Problems = []
        self.heard: Counter[str] = Counter()

    def hear(self, event: Event) -> None:
        assert self.table is not None
        kind = type(event).__name__
        self.events.append(event)
        self.heard[kind] += 1
        self.problems += _shape(event)
        after = self.table.state
        if self.heard[kind] <= OFTEN and after is not None:
            for seat in (SPECTATOR, self.heard[kind] % self.seats):
                self._look(event, seat, after)
        self.before = None if after is None else after.copy()

    def _look(self, event: Event, seat: Seat, after: Any) -> None:
        """One seat: it can find on its own table, as it was or as it is now, whatever the event touches."""
        seen = event.seen_by(seat)
        wanted = set() if seen is None else {handle for touch in touches_of(seen) for handle in _named(touch)}
        for state in (after, self.before):
            if wanted and state is not None:
                wanted -= self._handles(state, seat)
        self.problems += [
            Text("contract.untouchable", seed=self.seed, event=type(event).__name__, handle=handle, seat=seat)
            for handle in sorted(wanted)
        ]

    def _handles(self, state: Any, seat: Seat) -> set[str]:
        scene = self.game.scene(self.game.view(state, seat), say_in("en"))
        return {shape.id for shape in scene.everything()} | {tray.id for tray in scene.trays}


def _named(touch: Touch) -> Iterator[str]:
    """The handles in a touch; points of a path are none."""
    yield touch.handle
    if touch.by:
        yield touch.by
    for place in touch.path:
        if isinstance(place, str):
            yield place


def _shape(event: Event) -> Problems:
    kind = type(event).__name__
    problems: Problems = []
    if weight_of(event) not in range(4):
        problems.append(Text("contract.weight", event=kind, weight=weight_of(event)))
    problems += [
        Text("contract.effect", event=kind, effect=touch.effect)
        for touch in touches_of(event)
        if touch.effect not in EFFECTS
    ]
    if isinstance(event, Happening) and event.points_nowhere():
        problems.append(Text("contract.touches_nothing", event=kind))
    roll = roll_of(event)
    if roll is not None:
        if not all(1 <= die <= roll.sides for die in roll.dice):
            problems.append(Text("contract.die_face", event=kind))
        if roll.parts and sum(n for _, n in roll.parts) != roll.need:
            problems.append(Text("contract.parts", event=kind))
    return problems


# -- whom it is told


def sentences_speak_to_their_reader(game: Game[Any], setup: Setup, seed: int) -> Problems:
    """Whoever does something in a sentence may also be its reader: "you lay a card" needs another verb.

    So it is with what happens, with what can be chosen, and with reasons.
    """
    _, events = played_directly(game, setup, seed)
    seats = range(len(setup.seats))
    readers = [seat_words(game, setup, seat) for seat in seats]
    seen = (event.seen_by(seat) for event in events for seat in seats)
    texts = {text for event in seen if event is not None for text in (event.text, short_of(event))}
    texts |= {option.text for decision in decisions_of(game, setup, seed) for option in decision.options}
    texts |= {step.text for trace in traces_of(game, setup, seed) for step in trace}
    problems: set[Text] = set()
    for text in texts:
        for name, value in text.fields:
            if any(value in words for words in readers) and _is_cold(text.key, name, game):
                problems.add(Text("contract.not_spoken_to", text=text.key, field=name))
        for lang, words in product(LANGUAGES, readers):
            try:
                say_in(lang).to(words).of(text)
            except MissingText as missing:
                problems.add(Text("contract.missing_text", missing=str(missing)))
    return sorted(problems, key=repr)[:5]


def _is_cold(key: str, name: str, game: Game[Any]) -> bool:
    """In every language the field is the subject, and in none is there a word for when the reader is meant."""
    texts = [load_catalogue(lang, game.package).texts.get(key, {}).get("nom", ()) for lang in LANGUAGES]
    return all("nom" in cases_of(text, name) for text in texts) and not any(turns_to(text, name) for text in texts)


# -- secrets


def _leaks(events: list[Event], seats: int) -> Problems:
    """Another secret in its place, taken from an event of the same kind, must look the same to who may not know it."""
    problems: Problems = []
    kinds: dict[type, list[Event]] = {}
    for event in events:
        if is_dataclass(event) and any(event.seen_by(seat) != event for seat in range(SPECTATOR, seats)):
            kinds.setdefault(type(event), []).append(event)
    for kind, told in kinds.items():
        for event, other in pairwise(told[: 4 * OFTEN]):
            for seat in range(SPECTATOR, seats):
                mixed = _with_secret_of(event, other, seat)
                if mixed is not None and _learnt(mixed, seat) != _learnt(event, seat):
                    problems.append(Text("contract.event_tells", event=kind.__name__, seat=seat))
    return problems


def _with_secret_of(event: Any, other: Event, seat: Seat) -> Event | None:
    """The event with the other's secret, if this seat sees it without its own, and both are of the same size."""
    seen = event.seen_by(seat)
    if seen is None or seen == event:
        return None
    hidden = [field.name for field in fields(event) if getattr(seen, field.name) != getattr(event, field.name)]
    secret = {name: getattr(other, name) for name in hidden}
    if any(isinstance(value, tuple) and len(value) != len(getattr(event, name)) for name, value in secret.items()):
        return None
    mixed: Event = replace(event, **secret)
    return mixed


def _learnt(event: Event, seat: Seat) -> Any:
    """All that a seat is told by an event."""
    seen = event.seen_by(seat)
    if seen is None:
        return None
    return seen.text, short_of(seen), weight_of(seen), touches_of(seen), roll_of(seen)
