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
`aim("rifleman")` provides a target. Questions are answered by an oracle: the state, a person, a script.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeAlias

from kempelen.behaviour.question import Oracle, Question
from kempelen.behaviour.trace import Cite, Note, RulingCite, Source, Trace
from kempelen.engine.table import Table
from kempelen.text.say import Text

__all__ = [
    "Aim",
    "Ask",
    "Case",
    "Chart",
    "Do",
    "Drm",
    "Effects",
    "Instead",
    "Otherwise",
    "Perform",
    "Row",
    "Verdict",
    "aim",
    "ask",
    "case",
    "chart",
    "consult",
    "do",
    "drm",
    "instead",
    "otherwise",
    "perform",
    "row",
    "signed",
]

MOST_ROLLS = 50
"""After so many re-rolls the first row that can be carried out is taken."""


# -- the words


@dataclass(frozen=True, slots=True)
class Do:
    """This action, without a die."""

    action: str


@dataclass(frozen=True, slots=True)
class Drm:
    """The modifier is now this."""

    value: int


@dataclass(frozen=True, slots=True)
class Case:
    """Only the rows of this case, and those of all cases, count."""

    name: str


@dataclass(frozen=True, slots=True)
class Perform:
    """Go on with this line."""

    item: str


@dataclass(frozen=True, slots=True)
class Instead:
    """Whenever the die says `rolled`, `done` is done; the same word twice takes an earlier swap back."""

    rolled: str
    done: str


@dataclass(frozen=True, slots=True)
class Aim:
    """The target is provided here."""

    at: str


Effect: TypeAlias = Do | Drm | Case | Perform | Instead | Aim


class Effects(tuple[Effect, ...]):
    """What an answer brings; joined with `&`."""

    __slots__ = ()

    def __and__(self, other: Effects) -> Effects:
        return Effects((*self, *other))


def do(action: str) -> Effects:
    return Effects((Do(action),))


def drm(value: int) -> Effects:
    return Effects((Drm(value),))


def case(name: str) -> Effects:
    return Effects((Case(name),))


def perform(item: int | str) -> Effects:
    return Effects((Perform(str(item)),))


def instead(rolled: str, done: str) -> Effects:
    return Effects((Instead(rolled, done),))


def aim(at: str) -> Effects:
    return Effects((Aim(at),))


@dataclass(frozen=True, slots=True)
class Ask:
    """A numbered question and what its answers bring; the die comes after an answer that leads nowhere else."""

    item: str
    question: Question
    about: tuple[int, ...]
    yes: Effects
    no: Effects
    rulings: tuple[str, ...]


def ask(
    item: int | str,
    question: Question,
    *about: int,
    yes: Effects = Effects(),  # noqa: B008  # a frozen tuple
    no: Effects = Effects(),  # noqa: B008
    rulings: Iterable[str] = (),
) -> Ask:
    return Ask(str(item), question, about, yes, no, tuple(rulings))


@dataclass(frozen=True, slots=True)
class Row:
    """An action, and the results that bring it."""

    action: str
    least: int
    most: int
    case: str = ""
    """Only in this case; empty for all."""
    reroll: bool = False
    """If it cannot be carried out, the die is rolled again."""
    aimed: bool = False
    """A target that an answer has provided counts."""


def row(action: str, least: int, most: int, *, case: str = "", reroll: bool = False, aimed: bool = False) -> Row:
    return Row(action, least, most, case, reroll, aimed)


@dataclass(frozen=True, slots=True)
class Otherwise:
    """If an action is not possible, then this one."""

    actions: tuple[str, ...]
    then: str
    rulings: tuple[str, ...] = ()
    """Where this is a reading of ours and not a line of the author."""


def otherwise(*actions: str, then: str, rulings: Iterable[str] = ()) -> Otherwise:
    return Otherwise(actions, then, tuple(rulings))


# -- a chart: the words, and what is made from them once


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
    branches: tuple[tuple[_Branch, _Branch], ...] = field(repr=False)
    """For every line what no and yes bring."""
    by_case: Mapping[str, tuple[Row, ...]] = field(repr=False)
    """The row of every result from 1 on."""
    fallback: Mapping[str, str] = field(repr=False)
    actions: tuple[str, ...] = field(repr=False)
    """In the order of the table."""
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
) -> Chart:
    """A chart; everything that can be prepared is prepared here, once."""
    asks = tuple(line for line in lines if isinstance(line, Ask))
    rows = tuple(line for line in lines if isinstance(line, Row))
    falls = tuple(line if isinstance(line, Otherwise) else Otherwise((line[0],), line[1]) for line in otherwise)
    actions = tuple(dict.fromkeys(row.action for row in rows))
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
        tuple(_branches(ask, asks, game, Cite(document, section, ask.item)) for ask in asks),
        {case: tuple(_row_of(rows, case, result, name) for result in range(1, die + 1)) for case in cases},
        {action: line.then for line in falls for action in line.actions},
        actions,
        (*first_look, *(action for action in actions if action not in first_look)),
        frozenset(row.action for row in rows if row.aimed),
        _notes(name, game=game, document=document, section=section, rows=rows, falls=falls, rulings=rulings),
    )


def _row_of(rows: Sequence[Row], case: str, result: int, name: str) -> Row:
    found = [row for row in rows if row.least <= result <= row.most and row.case in ("", case)]
    if len(found) != 1:
        raise ValueError(f"chart {name}, case {case!r}: {len(found)} rows for {result}")
    return found[0]


def _branches(line: Ask, asks: Sequence[Ask], game: str, cite: Cite) -> tuple[_Branch, _Branch]:
    sources: tuple[Source, ...] = (cite, *_ruled(game, line.rulings))
    return (
        _branch(line, line.no, False, asks, game, sources),
        _branch(line, line.yes, True, asks, game, sources),
    )


def _branch(
    line: Ask, effects: Effects, yes: bool, asks: Sequence[Ask], game: str, sources: tuple[Source, ...]
) -> _Branch:
    modifier: int | None = None
    chosen: str | None = None
    at = done = ""
    swaps: dict[str, str] = {}
    following = -1
    key = "chart.yes" if yes else "chart.no"
    notes = [_note(partial(Text, key, item=line.item, question=line.question.text(*line.about)), sources)]
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
            case Aim(target):
                at = target
        text = effect_text(game, effect)
        if text is not None:
            notes.append(_note(partial(Text, "chart.effect", effect=text), sources))
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
    return tuple(RulingCite(f"{game}:{id}") for id in rulings)


def _note(write: Callable[..., Text], sources: tuple[Source, ...]) -> Note:
    return Note(write, sources, public=True)


def _notes(
    name: str,
    *,
    game: str,
    document: str,
    section: str,
    rows: Sequence[Row],
    falls: Sequence[Otherwise],
    rulings: Mapping[str, str],
) -> _Notes:
    whole = (Cite(document, section),)

    def action(of: str) -> Text:
        return Text(f"{game}.action.{of}")

    def rolled(face: int, modifier: int) -> Text:
        return Text("chart.rolled", face=face, drm=signed(modifier), total=printed(face + modifier))

    def about(key: str, *sources: Source) -> Note:
        return _note(lambda of: Text(key, action=action(of)), sources)

    def reading(*of: str) -> tuple[RulingCite, ...]:
        return _ruled(game, (rulings[one] for one in of))

    return _Notes(
        begun=_note(partial(Text, "why.list", list=Text(f"{game}.chart.{name}")), whole),
        rolled=_note(rolled, whole),
        outside=_note(
            lambda total, result: Text("chart.outside", total=printed(total), result=result), reading("outside")
        ),
        outside_again=_note(lambda total: Text("chart.outside_again", total=printed(total)), reading("outside")),
        rows={row: _note(partial(Text, "chart.row", **_row_fields(game, row)), whole) for row in rows},
        swapped=_note(lambda a, b: Text("chart.swapped", rolled=action(a), done=action(b)), whole),
        impossible=about("chart.impossible", *reading("ladder")),
        fallbacks={
            of: about("chart.fallback", *(_ruled(game, line.rulings) or whole)) for line in falls for of in line.actions
        },
        again=_note(partial(Text, "chart.again"), whole),
        other=about("chart.other", *reading("ladder")),
        last=about("chart.last", *reading("nothing")),
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


# -- consulting it


@dataclass(slots=True)
class Verdict:
    """What a chart says."""

    action: str
    drm: int = 0
    rolls: list[int] = field(default_factory=list)
    case: str = ""
    aim: str = ""
    """The target that an answer provided."""
    row: Row | None = None

    @property
    def total(self) -> int | None:
        """The last die with its modifier, before it is brought into the table."""
        return self.rolls[-1] + self.drm if self.rolls else None


def consult(chart: Chart, oracle: Oracle, table: Table, trace: Trace | None = None, *, look: bool = True) -> Verdict:
    """Answer the questions, roll, and find the action.

    With `look` the card is checked for any possible action before the die is cast. A person who answers the questions
    is not bothered with that: a die too many does no harm.
    """
    if trace is not None:
        trace.add(chart.notes.begun)
    verdict = Verdict("")
    swaps: Mapping[str, str] = {}
    asks, branches, answer = chart.asks, chart.branches, oracle.yes
    at = 0 if asks else -1
    while at >= 0:
        ask = asks[at]
        branch = branches[at][answer(ask.question, *ask.about)]
        if trace is not None:
            for note in branch.notes:
                trace.add(note)
        if branch.only_next:
            at = branch.next
            continue
        if branch.do:
            verdict.action = _settled(chart, branch.do, False, oracle, verdict, trace) or chart.last
            return verdict
        if branch.drm is not None:
            verdict.drm = branch.drm
        if branch.case is not None:
            verdict.case = branch.case
        if branch.aim:
            verdict.aim = branch.aim
        if branch.swaps:
            swaps = {**swaps, **branch.swaps}
        at = branch.next
    if look and not _any_possible(chart, oracle, verdict):
        if trace is not None:
            trace.add(chart.notes.last, chart.last)
        verdict.action = chart.last
        return verdict
    verdict.action = _rolled(chart, swaps, oracle, table, verdict, trace)
    return verdict


def _rolled(
    chart: Chart, swaps: Mapping[str, str], oracle: Oracle, table: Table, verdict: Verdict, trace: Trace | None
) -> str:
    rows, die, modifier = chart.by_case[verdict.case], chart.die, verdict.drm
    for n in range(MOST_ROLLS):
        table.here(("chart", chart.name))
        face = table.roll(die, "decision")
        verdict.rolls.append(face)
        total = face + modifier
        if trace is not None:
            trace.add(chart.notes.rolled, face, modifier)
        if not 1 <= total <= die:
            if chart.outside == "reroll":
                if trace is not None:
                    trace.add(chart.notes.outside_again, total)
                continue
            result = 1 if total < 1 else die
            if trace is not None:
                trace.add(chart.notes.outside, total, result)
            total = result
        row = verdict.row = rows[total - 1]
        action = swaps.get(row.action, row.action)
        if trace is not None:
            trace.add(chart.notes.rows[row])
            if action != row.action:
                trace.add(chart.notes.swapped, row.action, action)
        settled = _settled(chart, action, row.reroll, oracle, verdict, trace)
        if settled is not None:
            return settled
        if n == 0 and not _any_row_settles(chart, swaps, oracle, verdict):
            break
    for action in chart.actions:
        if _can(chart, action, oracle, verdict):
            if trace is not None:
                trace.add(chart.notes.cap, action)
            return action
    return chart.last


def _any_possible(chart: Chart, oracle: Oracle, verdict: Verdict) -> bool:
    return any(_can(chart, action, oracle, verdict) for action in chart.looked)


def _can(chart: Chart, action: str, oracle: Oracle, verdict: Verdict) -> bool:
    if action in chart.aimed:
        return oracle.yes(chart.can[action], verdict.aim)
    return oracle.yes(chart.can[action])


def _settled(
    chart: Chart, action: str, reroll: bool, oracle: Oracle, verdict: Verdict, trace: Trace | None
) -> str | None:
    """The action, or what takes its place if it is not possible: the author's word, a re-roll (None), or our ladder."""
    if action == chart.last or _can(chart, action, oracle, verdict):
        return action
    notes = chart.notes
    if trace is not None:
        trace.add(notes.impossible, action)
    tried = [action]
    then = chart.fallback.get(action)
    while then is not None and then not in tried:
        possible = _can(chart, then, oracle, verdict)
        if trace is not None:
            trace.add(notes.fallbacks[tried[-1]] if possible else notes.impossible, then)
        if possible:
            return then
        tried.append(then)
        then = chart.fallback.get(then)
    if reroll:
        if trace is not None:
            trace.add(notes.again)
        return None
    for other in chart.actions:
        if other not in tried and _can(chart, other, oracle, verdict):
            if trace is not None:
                trace.add(notes.other, other)
            return other
    if trace is not None:
        trace.add(notes.last, chart.last)
    return chart.last


def _any_row_settles(chart: Chart, swaps: Mapping[str, str], oracle: Oracle, verdict: Verdict) -> bool:
    """Is there a face that ends the re-rolls?"""
    rows = chart.by_case[verdict.case]
    for face in range(1, chart.die + 1):
        total = face + verdict.drm
        if not 1 <= total <= chart.die:
            if chart.outside == "reroll":
                continue
            total = min(max(total, 1), chart.die)
        row = rows[total - 1]
        if _settled(chart, swaps.get(row.action, row.action), row.reroll, oracle, verdict, None) is not None:
            return True
    return False
