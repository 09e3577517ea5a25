"""Behaviours of the form "answer the questions, add the modifier to a die, read off the row".

A chart is data that follows the author's card line by line, built from nine words:

    RIFLEMAN = chart(
        "rifleman",
        ask(1, would_win_by_control, yes=do("control"), no=perform(2)),
        ask(2, on_target_marker, yes=drm(-4), no=perform(3)),
        ...
        ask(5, may_shoot_at, 5, yes=drm(+1) & instead("control", "attack")),
        row("move", 1, 4),
        row("attack", 5, 8),
        row("control", 9, 10, reroll=True),
        otherwise=[("move", "attack")],
        ...)

So it can be printed back, varied, and its exact odds follow from it. `case("A")` chooses between rows,
`aim("rifleman")` provides a target. The words are in `chart_words`, the way through a chart in `verdict`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from kempelen.behaviour.chart_words import (
    Aim,
    Ask,
    Case,
    Do,
    Drm,
    Effect,
    Effects,
    Instead,
    Otherwise,
    Perform,
    Row,
)
from kempelen.behaviour.question import Question
from kempelen.engine.trace import Cite, Kind, Note, RulingCite, Source
from kempelen.text.say import Text

__all__ = ["Chart", "chart", "effect_text", "row_item", "signed", "span"]


@dataclass(frozen=True, slots=True)
class _Branch:
    """The effects of one answer, ready to be applied."""

    drm: int | None
    case: str | None
    aim: str
    swaps: Mapping[str, str]
    do: str
    next: int
    """The next line, or -1 for the die."""
    notes: tuple[Note, ...]
    only_next: bool
    """Nothing but going on with another line."""


@dataclass(frozen=True, slots=True)
class _Notes:
    """What the trace says of the die and the rows."""

    begun: Note
    rolled: Note
    outside: Note
    outside_again: Note
    rows: Mapping[Row, Note]
    swapped: Note
    impossible: Note
    fallbacks: Mapping[str, Note]
    again: Note
    other: Note
    last: Note
    cap: Note


@dataclass(frozen=True, slots=True, eq=False)
class Chart:
    """One card of the author's document."""

    name: str
    """`game.chart.name` is its text, `game.action.…` those of its actions."""
    game: str
    document: str
    section: str
    asks: tuple[Ask, ...]
    rows: tuple[Row, ...]
    otherwise: tuple[Otherwise, ...]
    can: Mapping[str, Question]
    """For every action: is it possible now?"""
    last: str
    """What is done when nothing else is possible."""
    die: int
    outside: str
    """Results outside the table: `clamp` to its ends, or `reroll`."""
    rulings: Mapping[str, str]
    """Our readings of what no card says: outside, nothing, ladder, cap."""
    readings: tuple[str, ...]
    """Others that shape the card beside its lines."""
    branches: tuple[tuple[_Branch, _Branch], ...] = field(repr=False)
    """For every line what no and yes bring."""
    by_case: Mapping[str, tuple[Row, ...]] = field(repr=False)
    """The row of every result from 1 on."""
    fallback: Mapping[str, str] = field(repr=False)
    actions: tuple[str, ...] = field(repr=False)
    """In the order of the table, without the last resort."""
    looked: tuple[str, ...] = field(repr=False)
    """The same in the order in which they are looked at before the die is cast: what is soonest seen comes first."""
    aimed: frozenset[str] = field(repr=False)
    notes: _Notes = field(repr=False)

    @property
    def title(self) -> Text:
        return Text(f"{self.game}.chart.{self.name}")

    @property
    def cite(self) -> Cite:
        return Cite(self.document, self.section)


def chart(
    name: str,
    *lines: Ask | Row,
    otherwise: Iterable[Otherwise | tuple[str, str]] = (),
    can: Mapping[str, Question],
    last: str,
    game: str,
    document: str,
    section: str,
    rulings: Mapping[str, str],
    die: int = 10,
    outside: str = "clamp",
    first_look: Sequence[str] = (),
    readings: Sequence[str] = (),
    public: bool = False,
) -> Chart:
    """A chart; everything that can be prepared is prepared here, once.

    `public` where nothing it asks is hidden; otherwise only its own seat reads the why while the game runs.
    """
    asks = tuple(line for line in lines if isinstance(line, Ask))
    rows = tuple(line for line in lines if isinstance(line, Row))
    falls = tuple(line if isinstance(line, Otherwise) else Otherwise((line[0],), line[1]) for line in otherwise)
    actions = tuple(dict.fromkeys(row.action for row in rows if row.action != last))
    cases = sorted({row.case for row in rows if row.case}) or [""]
    return Chart(
        name,
        game,
        document,
        section,
        asks,
        rows,
        falls,
        can,
        last,
        die,
        outside,
        rulings,
        tuple(readings),
        tuple(_branches(ask, asks, game, Cite(document, section, ask.number), public) for ask in asks),
        {case: tuple(_row_of(rows, case, result, name) for result in range(1, die + 1)) for case in cases},
        {action: line.then for line in falls for action in line.actions},
        actions,
        (*first_look, *(action for action in actions if action not in first_look)),
        frozenset(row.action for row in rows if row.aimed),
        _notes(
            name,
            game=game,
            document=document,
            section=section,
            rows=rows,
            falls=falls,
            rulings=rulings,
            die=die,
            public=public,
        ),
    )


def _row_of(rows: Sequence[Row], case: str, result: int, name: str) -> Row:
    found = [row for row in rows if row.least <= result <= row.most and row.case in ("", case)]
    if len(found) != 1:
        raise ValueError(f"chart {name}, case {case!r}: {len(found)} rows for {result}")
    return found[0]


_ANSWERED = {
    (True, True): "chart.yes",
    (True, False): "chart.no",
    (False, True): "chart.unnumbered_yes",
    (False, False): "chart.unnumbered_no",
}
"""What the trace says of an answer, by whether the question has a number and whether it is a yes."""


def _branches(line: Ask, asks: Sequence[Ask], game: str, cite: Cite, public: bool) -> tuple[_Branch, _Branch]:
    sources: tuple[Source, ...] = (cite, *_ruled(game, line.rulings))

    def noted(effects: Effects) -> Callable[[Callable[..., Text]], Note]:
        """An answer that says what to do decides; all others only lead on."""
        kind: Kind = "done" if any(isinstance(effect, Do) for effect in effects) else "passed"
        return lambda write: Note(write, sources, public, kind)

    return (
        _branch(line, line.no, False, asks, game, noted(line.no)),
        _branch(line, line.yes, True, asks, game, noted(line.yes)),
    )


def _branch(
    line: Ask,
    effects: Effects,
    yes: bool,
    asks: Sequence[Ask],
    game: str,
    note: Callable[[Callable[..., Text]], Note],
) -> _Branch:
    modifier: int | None = None
    chosen: str | None = None
    at = done = ""
    swaps: dict[str, str] = {}
    following = -1
    key = _ANSWERED[line.numbered, yes]
    notes = [note(partial(Text, key, item=line.item, question=line.text))]
    for effect in effects:
        match effect:
            case Do(action):
                done = action
            case Drm(value):
                modifier = value
            case Case(name):
                chosen = name
            case Perform(item):
                following = next(n for n, other in enumerate(asks) if other.item == item)
            case Instead(rolled, does):
                swaps[rolled] = does
            case Aim(target, about):
                at = " ".join([target, *map(str, about)])
        text = effect_text(game, effect)
        if isinstance(effect, Drm):
            notes.append(note(partial(Text, "chart.drm_noted", value=signed(effect.value))))
        elif text is not None:
            notes.append(note(partial(Text, "chart.effect", effect=text)))
    only_next = all(isinstance(effect, Perform) for effect in effects)
    return _Branch(modifier, chosen, at, swaps, done, following, tuple(notes), only_next)


def effect_text(game: str, effect: Effect) -> Text | None:
    """An effect as words; nothing for going on with the next line."""
    match effect:
        case Do(action):
            return Text("chart.do", action=Text(f"{game}.action.{action}"))
        case Drm(value):
            return Text("chart.drm", value=signed(value))
        case Case(name):
            return Text("chart.case", case=name)
        case Instead(rolled, done) if rolled == done:
            return Text("chart.stays", action=Text(f"{game}.action.{done}"))
        case Instead(rolled, done):
            return Text("chart.instead", rolled=Text(f"{game}.action.{rolled}"), done=Text(f"{game}.action.{done}"))
        case Aim(at):
            return Text("chart.aim", target=Text(f"{game}.aim.{at}"))
    return None


def signed(value: int) -> str:
    """`+6`, `−4`, `0`."""
    return f"+{value}" if value > 0 else f"\N{MINUS SIGN}{-value}" if value else "0"


def printed(total: int) -> str:
    """`9`, `−2`."""
    return signed(total).removeprefix("+")


def _ruled(game: str, rulings: Iterable[str]) -> tuple[RulingCite, ...]:
    """Readings of the game by their number; those of an automa's author say whose they are."""
    return tuple(RulingCite(id if ":" in id else f"{game}:{id}") for id in rulings)


def _notes(
    name: str,
    *,
    game: str,
    document: str,
    section: str,
    rows: Sequence[Row],
    falls: Sequence[Otherwise],
    rulings: Mapping[str, str],
    die: int,
    public: bool,
) -> _Notes:
    whole: tuple[Source, ...] = (Cite(document, section),)

    def note(write: Callable[..., Text], sources: tuple[Source, ...], kind: Kind = "") -> Note:
        return Note(write, sources, public, kind)

    def action(of: str) -> Text:
        return Text(f"{game}.action.{of}")

    def rolled(face: int, modifier: int) -> Text:
        return Text("chart.rolled", die=die, face=face, drm=signed(modifier), total=printed(face + modifier))

    def about(key: str, *sources: Source, kind: Kind = "") -> Note:
        return note(lambda of: Text(key, action=action(of)), sources, kind)

    def reading(*of: str) -> tuple[RulingCite, ...]:
        return _ruled(game, (rulings[one] for one in of))

    return _Notes(
        begun=note(partial(Text, "why.list", list=Text(f"{game}.chart.{name}")), whole),
        rolled=note(rolled, whole, "done"),
        outside=note(
            lambda total, result: Text("chart.outside", total=printed(total), result=result), reading("outside")
        ),
        outside_again=note(lambda total: Text("chart.outside_again", total=printed(total)), reading("outside")),
        rows={row: note(partial(Text, "chart.row", **_row_fields(game, row)), whole) for row in rows},
        swapped=note(lambda a, b: Text("chart.swapped", rolled=action(a), done=action(b)), whole),
        impossible=about("chart.impossible", *reading("ladder")),
        fallbacks={
            of: about("chart.fallback", *(_ruled(game, line.rulings) or whole)) for line in falls for of in line.actions
        },
        again=note(partial(Text, "chart.again"), whole),
        other=about("chart.other", *reading("ladder")),
        last=about("chart.last", *reading("nothing"), kind="done"),
        cap=about("chart.cap", *reading("cap")),
    )


def _row_fields(game: str, row: Row) -> dict[str, Any]:
    return {"item": row_item(row), "action": Text(f"{game}.action.{row.action}"), "span": span(row)}


def span(row: Row) -> str:
    """`1–4`."""
    return f"{row.least}\N{EN DASH}{row.most}" if row.least != row.most else str(row.least)


def row_item(row: Row) -> str:
    """The name of a row among the lines of its card."""
    return f"{row.action} {row.case}".strip()
