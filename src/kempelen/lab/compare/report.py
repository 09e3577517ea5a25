"""What a change does, as one page: the changes, wins on common seeds, the lines A | B, decisions, how to repeat it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from kempelen import __version__
from kempelen.automa.changes import Change, changes_of
from kempelen.automa.sheet import Sheet
from kempelen.engine.game import Game
from kempelen.lab.compare.decisions import Decisions
from kempelen.lab.compare.own import Own, own_words
from kempelen.lab.compare.pairs import Compared
from kempelen.lab.compare.positions import decisions_section
from kempelen.lab.compare.tables import opposite
from kempelen.lab.folder.parquet import need
from kempelen.lab.lines import added
from kempelen.lab.pages import AutomaPages, pages_at
from kempelen.lab.plan.asked import Asked
from kempelen.lab.plan.cells import Cell
from kempelen.lab.report.balance import balance
from kempelen.lab.report.document import charts, heat_table
from kempelen.lab.report.naming import interval, percent
from kempelen.lab.report.page import Picture, Raw, Section, Table, Words, html_page
from kempelen.lab.report.pictures import Bar, bars
from kempelen.lab.report.results import Result, Results
from kempelen.lab.report.shapes import shapes
from kempelen.lab.stats.shares import Interval, mean_interval
from kempelen.parts.automas import credits_of
from kempelen.text.say import Field, Say, Text
from kempelen.wording import bot_name, scenario_title, sheet_name

__all__ = [
    "Comparison",
    "change_text",
    "compare_page",
    "compare_sections",
    "points_text",
    "repeat_section",
    "share_text",
    "verdict",
    "wins_section",
]


@dataclass(frozen=True, slots=True)
class Comparison:
    """Everything that is known of A against B."""

    game: Game[Any]
    a: Sheet
    b: Sheet
    scenarios: Sequence[Compared]
    """With at least one pair each."""
    decisions: Decisions
    seed: str
    options: Mapping[str, str]
    command: str
    own: Sequence[Own] = ()
    """What a person has won against them, if he told."""
    left: int = 0
    """How many of his games show nothing about these two."""

    def names(self, say: Say) -> tuple[str, str]:
        """A and B, told apart also where both are called the same."""
        a, b = (sheet_name(self.game, sheet, say) for sheet in (self.a, self.b))
        return (a, b) if a != b else (f"{a} (A)", f"{b} (B)")

    def called(self, one: Compared, say: Say) -> str:
        """The scenario in the reader's words."""
        return scenario_title(self.game, one.scenario, say)

    def title(self, say: Say) -> str:
        a, b = self.names(say)
        return say("automa.compare_title", a=a, b=b)

    def results(self, say: Say) -> Results:
        """As an experiment with two cells a scenario, B first: it is what A is measured by."""
        found: list[Result] = []
        names = self.names(say)
        for one in self.scenarios:
            for place in (1, 0):
                name = names[place]
                label = name if len(self.scenarios) == 1 else f"{self.called(one, say)}: {name}"
                at = {"scenario": one.scenario, "automa": name}
                cell = Cell(len(found) + 1, one.experiments[place], at, label)
                found.append(Result(cell, one.tallies[place]))
        return Results("compare", Asked(self.game.name, self.title(say)), tuple(found))


def compare_page(found: Comparison, languages: Sequence[Say]) -> str:
    """One self-contained page in these languages; raises BadExperiment if what draws the pictures is not installed."""
    need("matplotlib")
    by_lang = {say.lang: say for say in languages}
    return html_page(found.title, by_lang, lambda say: compare_sections(found, say), _data(found))


def compare_sections(found: Comparison, say: Say) -> list[Section]:
    results = found.results(say)
    made = [
        _words(found, say),
        wins_section(found, say),
        shapes(results, say),
        _lines(found, say),
        charts(results, say),
        decisions_section(found.game, found.names(say), found.decisions, say),
        balance(results, say),
        _games(found, say),
        repeat_section(found, say),
    ]
    return [section for section in made if section is not None]


def points_text(one: Interval, say: Say) -> str:
    """`+3.2 (−1.0 to +7.4)`, in points."""
    return say("automa.report.points", x=100 * one.value, low=100 * one.low, high=100 * one.high)


def share_text(one: Interval, say: Say) -> str:
    """`32.1 % (29–35)`."""
    return say("automa.report.share", x=100 * one.value, low=100 * one.low, high=100 * one.high)


def change_text(change: Change) -> Text:
    key = "changed" if change.now and change.before else "added" if change.now else "gone"
    section = f"{change.kind} {change.section}".strip()
    return Text(f"automa.change.{key}", line=change.line, section=section, now=change.now, before=change.before)


def _words(found: Comparison, say: Say) -> Section:
    section = Section("words", say("lab.report.title.words"))
    add = section.parts.append
    a, b = found.names(say)
    section.parts.extend(Words(say.of(one)) for one in found.decisions.words)
    for one in found.scenarios:
        add(Words(verdict(found, one, say), "lead"))
    who = bot_name(found.game, opposite(found.game), say)
    add(Words(say("automa.compare_honest", who=who, seed=found.seed), "small"))
    section.parts.extend(Words(one) for one in own_words(found.game, found.own, found.left, (a, b), say))
    changes = changes_of(found.a)
    if changes and found.a.base is found.b:
        add(Words(say("automa.changes", base=b)))
        items = "".join(f"<li>{escape(say.of(change_text(change)))}</li>" for change in changes)
        add(Raw(f'<ul class="small">{items}</ul>'))
    for credit in dict.fromkeys((*credits_of(found.game, found.a), *credits_of(found.game, found.b))):
        add(Words(say.of(credit), "small"))
    return section


def verdict(found: Comparison, one: Compared, say: Say) -> str:
    """What came out in a scenario, and how sure it is."""
    n, scenario = one.pairs.n, found.called(one, say)
    if one.same == n:
        return say("automa.report.all_alike", scenario=scenario, n=n)
    if not one.pairs.changed:
        return say("automa.compare_none", scenario=scenario, n=n, same=one.same)
    difference = one.difference
    sure = "more" if difference.low > 0 else "less" if difference.high < 0 else "unsure"
    ends = sorted((abs(100 * difference.low), abs(100 * difference.high)))
    if sure == "unsure":
        ends = [100 * difference.low, 100 * difference.high]
    a, b = found.names(say)
    about: dict[str, Field] = {"scenario": scenario, "a": a, "b": b, "n": n, "x": abs(100 * difference.value)}
    return say(f"automa.report.verdict_{sure}", **about, low=ends[0], high=ends[1])


def wins_section(found: Comparison, say: Say) -> Section:
    section = Section("wins", say("lab.report.title.wins"))
    rows, table, differences = [], [], []
    for one in found.scenarios:
        for place, (name, share) in enumerate(zip(found.names(say), one.shares, strict=True)):
            rows.append(Bar(name, share, place, "" if place else found.called(one, say)))
            table.append(
                [found.called(one, say), name, str(one.pairs.n), percent(say, share.value), interval(say, share)]
            )
        differences.append(Bar(found.called(one, say), one.difference, 0))
    head = [say(f"automa.head.{key}") for key in ("scenario", "automa", "games")]
    head += [say("lab.share"), say("lab.interval")]
    section.parts.append(Picture(bars(rows, middle=0.5), say("automa.report.wins_caption"), Table(head, table, 2)))
    names = dict(zip("ab", found.names(say), strict=True))
    more = [say(f"automa.head.{key}") for key in ("scenario", "difference", "games", "changed", "alike", "longer")]
    rest = [
        [
            found.called(one, say),
            points_text(one.difference, say),
            str(one.pairs.n),
            str(one.pairs.changed),
            str(one.same),
            _longer(one, say),
        ]
        for one in found.scenarios
    ]
    caption = say("automa.report.difference_caption", **names)
    section.parts.append(Picture(bars(differences, middle=0.0, points=True), caption, Table(more, rest)))
    return section


def _longer(one: Compared, say: Say) -> str:
    found = mean_interval(one.length)
    if one.pairs.n < 2:
        return say("automa.turns", n=round(found.value, 1))
    return say("lab.report.turns_more", x=found.value, low=found.low, high=found.high)


def _lines(found: Comparison, say: Say) -> Section | None:
    """The printed pages as heat maps, A beside B; all scenarios together."""
    sides = [_side(found, place) for place in (0, 1)]
    section = Section("lines", say("lab.report.title.lines"), [Words(say("lab.report.lines_words"))])
    pages = [{page.title.key: page for page in side.pages} for side in sides]
    for key in dict.fromkeys((*pages[0], *pages[1])):
        tables = [
            f"<div><h3>{escape(say.of(some[key].title, 'Nom'))} <small>{escape(name)}</small></h3>"
            f"{heat_table(some[key], side.lines, say)}</div>"
            for name, some, side in zip(found.names(say), pages, sides, strict=True)
            if key in some and any(side.lines.get(f"{key}/{item}") for item, *_ in some[key].lines)
        ]
        if tables:
            section.parts.append(Raw(f'<div class="beside">{"".join(tables)}</div>'))
    return section if len(section.parts) > 1 else None


def _side(found: Comparison, place: int) -> AutomaPages:
    """The pages of A or of B, with the counts of all scenarios."""
    sheet = (found.a, found.b)[place]
    every = [
        next(two for two in pages_at(one.experiments[place], one.tallies[place].lines) if two.name == sheet.id)
        for one in found.scenarios
    ]
    return AutomaPages(sheet.id, every[0].pages, added(one.lines for one in every), {})


def _games(found: Comparison, say: Say) -> Section | None:
    """Games on one seed that one automa won and the other lost."""
    rows = [
        [
            found.called(one, say),
            str(game.number),
            str(game.seed),
            *(
                say(f"automa.report.game_{'won' if won else 'lost'}", n=row.turns)
                for won, row in zip(game.won, (game.a, game.b), strict=True)
            ),
        ]
        for one in found.scenarios
        for game in one.changed
    ]
    if not rows:
        return None
    head = [say("automa.head.scenario"), say("automa.report.number"), say("lab.report.fact.seed"), *found.names(say)]
    parts: list[Any] = [Words(say("automa.report.games_words")), Table(head, rows, 1)]
    return Section("games", say("automa.report.title.games"), parts)


def repeat_section(found: Comparison, say: Say) -> Section:
    section = Section("repeat", say("lab.report.title.repeat"))
    facts = {
        say("lab.report.fact.seed"): found.seed,
        say("lab.report.fact.rules"): f"{found.game.name} {found.game.version}",
        "kempelen": __version__,
        **{f"{sheet.id} {sheet.head.version}".strip(): sheet.digest for sheet in (found.a, found.b)},
    }
    inside = "".join(f"<dt>{escape(name)}</dt><dd><code>{escape(text)}</code></dd>" for name, text in facts.items())
    section.parts.append(Raw(f"<dl>{inside}</dl>"))
    section.parts.append(Words(say("lab.report.command")))
    section.parts.append(Raw(f"<pre>{escape(found.command)}</pre>"))
    for sheet in (found.a, found.b):
        title = say("automa.report.file", name=sheet_name(found.game, sheet, say))
        section.parts.append(
            Raw(f"<details><summary>{escape(title)}</summary><pre>{escape(sheet.text)}</pre></details>")
        )
    return section


def _data(found: Comparison) -> dict[str, Any]:
    return {
        "game": found.game.name,
        "a": {"id": found.a.id, "digest": found.a.digest},
        "b": {"id": found.b.id, "digest": found.b.digest},
        "seed": found.seed,
        "scenarios": [
            {
                "scenario": one.scenario,
                "both": one.pairs.both,
                "only_a": one.pairs.only_a,
                "only_b": one.pairs.only_b,
                "none": one.pairs.none,
                "same": one.same,
                "difference": [one.difference.low, one.difference.value, one.difference.high],
            }
            for one in found.scenarios
        ],
    }
