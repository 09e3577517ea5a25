"""What a card of the automa will do, with exact chances: on a table, or by facts that somebody states."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any

from kempelen.behaviour.question import StateOracle
from kempelen.behaviour.verdict import consult
from kempelen.engine.errors import BadNotation, BadSetup
from kempelen.engine.files.numbers import number_in
from kempelen.engine.game import Game
from kempelen.engine.table import HIDDEN, NOBODY, Seat, Table
from kempelen.engine.tables.odds import Chance, Inquiry, odds
from kempelen.engine.trace import Trace
from kempelen.games.undaunted.automa.charts import SHEET
from kempelen.games.undaunted.automa.selection import tables_of
from kempelen.games.undaunted.automa.solitaire import Automa, target_of
from kempelen.games.undaunted.automa.stated import STATED_FLAGS, STATED_NUMBERS, StatedFacts
from kempelen.games.undaunted.face.words import action_word, card_word, kind_word
from kempelen.games.undaunted.files.notation import TYPED
from kempelen.games.undaunted.rules.actions import Action
from kempelen.games.undaunted.rules.cards import BY_NAME, FOG, KIND, KINDS, NAMES, UNITS, Card, Kind
from kempelen.games.undaunted.rules.state import State
from kempelen.parts.advice import Askable
from kempelen.text.say import Field, Text
from kempelen.text.typed import Typed

__all__ = ["askable", "odds_of"]

YES, NO = ("yes", "true", "1", "ja"), ("no", "false", "0", "nein")
LISTS = ("enemy", "inspirable", "obj_rifleman")
"""Facts that may be stated several times."""
FACTS = tuple(sorted((*STATED_FLAGS, *STATED_NUMBERS, *LISTS, "better_stalk_tile", "several_leaders")))


def odds_of(game: Game[Any], state: State | None, about: Inquiry) -> Sequence[Chance]:
    """The chances of every action and target of a card before the die is cast; raises a PlayerError."""
    if not about.card:
        raise BadSetup(Text("odds.needs_card"))
    if state is None:
        return _by_facts(game, about)
    if about.facts:
        raise BadSetup(Text("odds.facts_or_table"))
    card = _card(about.card)
    seat = about.seat if about.seat is not None else _automa(state)
    if card in UNITS and state.scenario.spawns[seat][card] < 0:
        raise BadSetup(Text("undaunted.inquiry.not_in_play", card=about.card))
    automa = Automa(about.sheet or SHEET)

    def act(s: State, table: Table, trace: Trace) -> Action:
        return automa.play_card(game.view(s, seat), seat, card, table, trace)

    def told(action: Any) -> tuple[Text, Text]:
        return action.text, action_word(action.notation.split()[1])

    return _chances(game, state, act, told)


def askable(state: State) -> Sequence[Askable]:
    """The cards of the automa that are in the game, wherever they lie: that is public, what it holds is not."""
    seat = _automa(state)
    side = state.sides[seat]
    known = {*side.deck.bag, *side.deck.top, *side.hand, *side.discard, *side.play}
    known |= {card for card, left in enumerate(side.supply) if left}
    spawns = state.scenario.spawns[seat]
    there = [card for card in sorted(known) if card not in (FOG, HIDDEN) and (card not in UNITS or spawns[card] >= 0)]
    return [Askable(card_word(card), Inquiry(card=NAMES[card], seat=seat), NAMES[card]) for card in there]


def _automa(s: State) -> Seat:
    """Whose card it is: the automa's, or if that says nothing, whose turn it is."""
    automas = [seat for seat, side in enumerate(s.sides) if side.rolls]
    return automas[0] if len(automas) == 1 else s.active


KINDS_TYPED = Typed("kempelen.games.undaunted", ("kind",))
"""Kinds of cards by the names they have on the table."""


def _card(name: str) -> Card:
    known = {card_name.lower(): card for card_name, card in BY_NAME.items()}
    name = next(TYPED.meanings(name), name)
    if name.lower() not in known or known[name.lower()] == FOG:
        raise BadNotation(Text("undaunted.notation.card", card=name, known=[card_word(card) for card in range(FOG)]))
    return known[name.lower()]


def _chances(
    game: Game[Any],
    state: Any,
    act: Callable[[Any, Table, Trace], Hashable],
    told: Callable[[Any], tuple[Text, Text]],
) -> list[Chance]:
    """The likeliest first; each with a why that leads to it."""
    traces: dict[Hashable, Trace] = {}

    def traced(copy: Any, table: Table) -> Hashable:
        trace = Trace(NOBODY)
        outcome = act(copy, table, trace)
        traces.setdefault(outcome, trace)
        return outcome

    found = odds(game, state, traced)
    ranked = sorted(found.items(), key=lambda pair: (-pair[1], repr(pair[0])))
    return [Chance(p, *told(outcome), traces[outcome], places_of(outcome)) for outcome, p in ranked]


def places_of(outcome: Any) -> tuple[str, ...]:
    """What of an action is on the board: where it ends and whom it meets."""
    handles = [handle for handle in getattr(outcome, "handles", ()) if handle.startswith(("tile:", "unit:"))]
    return tuple(handles[-1:])


# -- by facts


@dataclass(slots=True)
class _NoTable:
    """Stands for the state where only facts are known."""

    def copy(self) -> _NoTable:
        return self


def _by_facts(game: Game[Any], about: Inquiry) -> list[Chance]:
    kind = _kind(about.card)
    options = game.rulings.resolve(about.options)
    sheet = about.sheet or SHEET
    facts = StatedFacts(kind, options, _stated(about.facts), tables_of(sheet))
    chart = sheet.made(options).charts[kind]

    def act(_: Any, table: Table, trace: Trace) -> tuple[str, Field]:
        if facts.values.get("suppressed", False):  # Q06
            return "ready", ""
        verdict = consult(chart, StateOracle(facts), table, trace)
        if verdict.action in ("attack", "suppress") and facts.foes():
            aim = verdict.aim if verdict.aim != "stalk_tile" else ""
            return verdict.action, target_of(facts, kind, verdict.action, aim, table, trace, 1)
        return verdict.action, ""

    def told(outcome: tuple[str, Field]) -> tuple[Text, Text]:
        action, unit = outcome
        group = action_word(action)
        if not unit:
            return Text("undaunted.adviser.does", card=kind_word(kind), action=group), group
        return Text("undaunted.inquiry.at", card=kind_word(kind), action=group, unit=unit), group

    return _chances(game, _NoTable(), act, told)


def _kind(name: str) -> Kind:
    """`rifleman`; a squad's letter does not matter here."""
    kind = next(KINDS_TYPED.meanings(name), name).lower().replace(" ", "-").partition("-")[0]
    if kind not in KINDS or kind == KIND[FOG]:
        known = [kind_word(kind) for kind in KINDS if kind != KIND[FOG]]
        raise BadNotation(Text("undaunted.notation.card", card=name, known=known))
    return kind


GERMAN = {
    "schütze": "rifleman",
    "späher": "scout",
    "mg": "mg",
    "scharfschütze": "sniper",
    "granatwerfer": "mortar",
    "niedergehalten": "suppressed",
    "zielmarker": "objective",
}


def _stated(given: Sequence[str]) -> dict[str, Any]:
    """`on_tgt_marker`, `min_def=5`, `enemy=mg:7`: the facts by name."""
    values: dict[str, Any] = {}
    for text in given:
        name, equals, value = (part.strip() for part in text.partition("="))
        if name in STATED_FLAGS or name == "several_leaders":
            values[name] = _flag(text, value) if equals else True
        elif name == "better_stalk_tile":
            values[name] = (value or name) if not equals or value.lower() not in NO else None
        elif name in STATED_NUMBERS:
            values[name] = _number(text, value)
        elif name in ("enemy", "gegner"):
            _add_enemy(values, text, value)
        elif name == "obj_rifleman":
            values["obj_riflemen"] = [Text("undaunted.foe.rifleman")]
        elif name == "inspirable":
            values.setdefault(name, []).append(_card(value))
        else:
            raise BadSetup(Text("undaunted.inquiry.fact", fact=name, known=", ".join(FACTS)))
    if "enemies" in values and "obj_rifleman" in given:
        raise BadSetup(Text("undaunted.inquiry.enemy", fact="obj_rifleman"))
    return values


def _flag(text: str, value: str) -> bool:
    if value.lower() in YES:
        return True
    if value.lower() in NO:
        return False
    raise BadSetup(Text("undaunted.inquiry.flag", fact=text))


def _number(text: str, value: str) -> int:
    number = number_in(value, most=99)
    if number is None:
        raise BadSetup(Text("undaunted.inquiry.number", fact=text))
    return number


def _add_enemy(values: dict[str, Any], text: str, value: str) -> None:
    """`mg:7`, `mg:7:suppressed`, `rifleman:6:objective`, or the same in German: `schütze:6:zielmarker`."""
    kind, defence, *more = (GERMAN.get(word, word) for word in value.lower().split(":")) if ":" in value else ("", "")
    if kind not in {KIND[unit] for unit in UNITS} or not set(more) <= {"suppressed", "objective"}:
        raise BadSetup(Text("undaunted.inquiry.enemy", fact=text))
    enemies = values.setdefault("enemies", [])
    name = Text(f"undaunted.foe_number.{kind}", n=1 + sum(foe[1] == kind for foe in enemies))
    enemies.append((name, kind, _number(text, defence), "suppressed" in more))
    if "objective" in more and "suppressed" not in more:
        values.setdefault("obj_riflemen", []).append(name)
