"""Print a behaviour back as a page: the author's numbering, order and terms, our own sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from kempelen.behaviour.chances import Course, courses
from kempelen.behaviour.chart import Chart, effect_text, row_item, signed, span
from kempelen.behaviour.chart_words import Effects, Perform, Row
from kempelen.behaviour.priorities import Attempt, Priorities
from kempelen.engine.trace import cited
from kempelen.text.say import Field, Say, Text

__all__ = ["CHANGED", "Grid", "Heat", "Page", "Pictured", "chart_page", "markdown", "page_of"]


CHANGED = "\N{BLACK DIAMOND}"


@dataclass(frozen=True, slots=True)
class Grid:
    """A table: what stands above it, its head, and its rows."""

    caption: Text | None
    head: tuple[Field, ...]
    rows: tuple[tuple[Field, ...], ...]


@dataclass(frozen=True, slots=True)
class Heat:
    """How often a line was looked at and carried out in games, and its share."""

    tried: int
    done: int
    share: float


@dataclass(frozen=True, slots=True)
class Pictured:
    """What a sentence names, to be shown instead of it on paper: what stands above, and each thing with its name."""

    caption: Text
    things: tuple[tuple[Text, Callable[[], str]], ...]
    """The name, and what draws it as a picture file: only a printer asks for that."""


@dataclass(frozen=True, slots=True)
class Page:
    """One procedure: a title, numbered lines with what each means, and the rulings it rests on."""

    title: Text
    lines: tuple[tuple[str, Text, Text | None], ...]
    """Number, the line, and how it is carried out."""
    source: str
    rulings: tuple[str, ...] = ()
    intro: tuple[Text, ...] = ()
    """Sentences before the lines."""
    grids: tuple[Grid, ...] = ()
    after: tuple[Text, ...] = ()
    """Sentences at the end."""
    rows: tuple[tuple[str, Text], ...] = ()
    """Rows of a table that count as lines too, for statistics: name and action."""
    depths: tuple[int, ...] = ()
    """How deep each line stands inside others; empty if none does."""
    counted: bool = True
    """Lines that are gone through one by one; false for sentences that are only read."""
    unnumbered: frozenset[str] = frozenset()
    """Lines to which the author gave no number; what stands for it in `lines` is only our name for them."""
    changed: frozenset[str] = frozenset()
    """Lines that differ from the automa that this one changes."""
    heat: Mapping[str, Heat] = field(default_factory=dict)
    """Of lines and rows, if games were counted."""
    pictured: Mapping[Text, Pictured] = field(default_factory=dict)
    """Of the sentences at the end those that are pictures on paper."""

    def shown(self, number: str) -> str:
        """The author's number of a line; empty if he gave none."""
        return "" if number in self.unnumbered else number

    def warmth(self, number: str, say: Say) -> str:
        """How often a line was carried out, in words; empty if nobody counted."""
        heat = self.heat.get(number)
        if heat is None:
            return ""
        if not heat.tried:
            return say("document.heat_never")
        return say("document.heat_share", x=100 * heat.share, done=heat.done, tried=heat.tried)

    def mark(self, number: str) -> str:
        """What stands behind a line that was changed."""
        return f" {CHANGED}" if number in self.changed else ""


def page_of(
    text: Priorities,
    rulings: Iterable[str] = (),
    *,
    intro: Sequence[Text] = (),
    after: Sequence[Text] = (),
    pictured: Mapping[Text, Pictured] = MappingProxyType({}),
) -> Page:
    """The page of a list of priorities."""
    return Page(
        Text(f"{text.game}.list.{text.name}"),
        tuple((line.item, _attempt_words(text.game, line), _attempt_how(text.game, line)) for line in text.lines),
        str(text.cite),
        tuple(rulings),
        tuple(intro),
        after=tuple(after),
        pictured=pictured,
    )


def _attempt_words(game: str, line: Attempt) -> Text:
    what = line.what(game)
    if line.when is None:
        return what
    return Text("automa.only_if", what=what, condition=line.when.question.text(*line.when.about))


def _attempt_how(game: str, line: Attempt) -> Text | None:
    return Text(f"{game}.how.{line.how or line.name}") if line.other is None else None


# -- charts


def chart_page(
    chart: Chart, *, intro: Sequence[Text] = (), grids: Sequence[Grid] = (), after: Sequence[Text] = ()
) -> Page:
    """The page of a chart: its questions, and its table with what the die has to show for every row."""
    rulings = dict.fromkeys(
        id for ids in (*(ask.rulings for ask in chart.asks), *(line.rulings for line in chart.otherwise)) for id in ids
    )
    rulings |= dict.fromkeys((*chart.rulings.values(), *chart.readings))
    return Page(
        chart.title,
        tuple(
            (
                ask.item,
                ask.text,
                Text("chart.answers", yes=_then(chart, ask.yes), no=_then(chart, ask.no)),
            )
            for ask in chart.asks
        ),
        str(chart.cite),
        tuple(sorted(rulings)),
        tuple(intro),
        (_odds_grid(chart), *grids),
        (*after, *([Text("chart.outside_rerolled")] if chart.outside == "reroll" else [])),
        tuple((row_item(row), Text(f"{chart.game}.action.{row.action}")) for row in chart.rows),
        unnumbered=frozenset(ask.item for ask in chart.asks if not ask.numbered),
    )


def _then(chart: Chart, effects: Effects) -> Field:
    """What an answer brings; without anything else, the die."""
    said = [
        _go_on(chart, effect) if isinstance(effect, Perform) else effect_text(chart.game, effect) for effect in effects
    ]
    return tuple(text for text in said if text is not None) or Text("chart.roll")


def _go_on(chart: Chart, effect: Perform) -> Text:
    """A question without a number is only ever reached from the one before it."""
    numbered = next(ask.numbered for ask in chart.asks if ask.item == effect.item)
    return Text("chart.go_on", item=effect.item) if numbered else Text("chart.go_on_next")


def _odds_grid(chart: Chart) -> Grid:
    ways = courses(chart)
    head: tuple[Field, ...] = (
        Text("chart.head.action"),
        *([Text("chart.head.case")] if any(row.case for row in chart.rows) else []),
        Text("chart.head.result", die=chart.die),
        Text("chart.head.otherwise"),
        *(_course_head(way) for way in ways),
    )
    return Grid(
        Text("chart.head.caption", die=chart.die), head, tuple(_odds_row(chart, row, ways) for row in chart.rows)
    )


def _course_head(way: Course) -> Text:
    answers = tuple(Text("chart.head.yes" if yes else "chart.head.no", item=item) for item, yes in way.answers)
    return Text("chart.head.course", answers=answers, drm=signed(way.drm))


def _odds_row(chart: Chart, row: Row, ways: Sequence[Course]) -> tuple[Field, ...]:
    cases = any(other.case for other in chart.rows)
    instead = chart.fallback.get(row.action)
    if instead is not None:
        then: Text = Text(f"{chart.game}.action.{instead}")
        if row.reroll:
            then = Text("chart.head.instead_or_again", action=then)
    else:
        then = Text("chart.head.again" if row.reroll else "chart.head.ladder")
    action = Text(f"{chart.game}.action.{row.action}")
    return (
        Text("chart.head.starred", action=action) if row.starred else action,
        *([row.case or Text("chart.head.all_cases")] if cases else []),
        span(row),
        then,
        *(_faces(way, row) for way in ways),
    )


def _faces(way: Course, row: Row) -> str:
    """`1–8`: what the die has to show, so that nobody adds anything at the table."""
    if row.case not in ("", way.case) and row.action not in way.chances:
        return ""
    runs: list[list[int]] = []
    for face in way.faces.get(row.action, ()):
        if runs and runs[-1][-1] == face - 1:
            runs[-1].append(face)
        else:
            runs.append([face])
    return ", ".join(f"{run[0]}–{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs) or "–"


# -- Markdown


def markdown(title: str, pages: Iterable[Page], credits: Iterable[Text], say: Say) -> str:
    """The pages as one Markdown document."""
    out = [f"# {title}", ""]
    out += [f"*{say.of(credit)}*" for credit in credits]
    for page in pages:
        out += ["", f"## {say.of(page.title, 'Nom')}", ""]
        if page.source:
            out += [f"{say('document.source')}: `{cited(page.source, say)}`", ""]
        for sentence in page.intro:
            out += [say.of(sentence), ""]
        out += _lines(page, say)
        for grid in page.grids:
            out += ["", *_grid(grid, say)]
        for sentence in page.after:
            out += ["", say.of(sentence)]
        if page.changed:
            out += ["", say("document.changed", mark=CHANGED)]
        if page.rulings:
            if out[-1]:
                out.append("")
            out.append(f"{say('document.rulings')}: {', '.join(f'`{ruling}`' for ruling in page.rulings)}")
    return "\n".join(out) + "\n"


def _lines(page: Page, say: Say) -> list[str]:
    """Plain numbers make a numbered list; `3a` and `2.1` cannot, so there each line has a bullet and the number."""
    if all(number.isdigit() or say.of(line, "Nom").endswith("?") for number, line, _ in page.lines):
        return [
            _line(page.shown(number), line, how, say) + _behind(page, number, say) for number, line, how in page.lines
        ]
    depths = page.depths or (0,) * len(page.lines)
    return [
        f"{'  ' * depth}- `{number}` **{say.of(line, 'Nom')}**"
        + (f"{'' if say.of(line, 'Nom').endswith('.') else ':'} {say.of(how)}" if how else "")
        + _behind(page, number, say)
        for depth, (number, line, how) in zip(depths, page.lines, strict=True)
    ]


def _behind(page: Page, number: str, say: Say) -> str:
    """A mark at a line that was changed, and how often it was carried out."""
    warmth = page.warmth(number, say)
    return page.mark(number) + (f" `{bar_of(page.heat[number].share)} {warmth}`" if warmth else "")


def bar_of(share: float, width: int = 8) -> str:
    """A share as a bar of characters."""
    full = round(share * width)
    return "\N{FULL BLOCK}" * full + "\N{LIGHT SHADE}" * (width - full)


def _line(number: str, line: Text, how: Text | None, say: Say) -> str:
    words = say.of(line, "Nom")
    if words.endswith(("?", ".")):
        question = f"- {number}) **{words}**" if number else f"- **{words}**"
        return f"{question} {say.of(how)}" if how else question
    return f"{number}. **{words}**" + (f": {say.of(how)}" if how else "")


def _grid(grid: Grid, say: Say) -> list[str]:
    lines = [f"*{say.of(grid.caption)}*", ""] if grid.caption is not None else []
    for n, row in enumerate((grid.head, *grid.rows)):
        lines.append(f"| {' | '.join(say.of(cell) for cell in row)} |")
        if n == 0:
            lines.append("|" + " --- |" * len(row))
    return lines
