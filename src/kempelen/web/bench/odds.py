"""The chances of a chart before and after somebody changed it, course by course, with what differs marked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from kempelen.automa.sheet import Sheet
from kempelen.behaviour.chances import Course, courses
from kempelen.behaviour.chart import Chart, signed
from kempelen.engine.game import Game
from kempelen.text.say import Say, Text

__all__ = ["ChartOdds", "largest_change", "odds_of"]

NONE = Fraction(0)


@dataclass(frozen=True, slots=True)
class Chance:
    """One action after these answers."""

    action: str
    before: Fraction | None
    """None: the original has no such course."""
    after: Fraction | None

    @property
    def apart(self) -> Fraction:
        return NONE if self.before is None or self.after is None else self.after - self.before

    def data(self) -> dict[str, Any]:
        """For the page and for programs: per cent, and the fractions."""
        return {
            "action": self.action,
            "before": _percent(self.before),
            "after": _percent(self.after),
            "exact": [str(one) if one is not None else "" for one in (self.before, self.after)],
            "apart": _percent(self.apart),
        }


def _percent(chance: Fraction | None) -> float | None:
    return None if chance is None else round(float(100 * chance), 1)


@dataclass(frozen=True, slots=True)
class Way:
    """One course of answers to the die."""

    answers: str
    drm: tuple[str, ...]
    """The modifier; if it was another one, that before it."""
    chances: tuple[Chance, ...]

    @property
    def changed(self) -> bool:
        return any(one.apart or one.before is None or one.after is None for one in self.chances)

    def data(self) -> dict[str, Any]:
        chances = [one.data() for one in self.chances]
        return {"answers": self.answers, "drm": self.drm, "changed": self.changed, "chances": chances}


@dataclass(frozen=True, slots=True)
class ChartOdds:
    """A chart with all its courses."""

    title: str
    ways: tuple[Way, ...]

    def data(self) -> dict[str, Any]:
        found = [way.data() for way in self.ways]
        return {"title": self.title, "ways": found, "changed": sum(way.changed for way in self.ways)}


def odds_of(game: Game[Any], sheet: Sheet, options: Mapping[str, str], say: Say) -> tuple[ChartOdds, ...]:
    """Of every chart that a file writes itself, beside the automa that it changes, or the game's own."""
    assert game.automas is not None
    resolved = game.rulings.resolve(options)
    now, before = (one.made(resolved).charts for one in (sheet, sheet.base or game.automas.sheet))
    own = [name for name in now if sheet.own("chart", name) is sheet]
    return tuple(
        ChartOdds(say.of(now[name].title, "Nom"), tuple(_ways(now[name], before.get(name), say))) for name in own
    )


def largest_change(found: tuple[ChartOdds, ...]) -> tuple[ChartOdds, Way, Chance] | None:
    """Where a change does most, if it does anything."""
    every = [(chart, way, one) for chart in found for way in chart.ways for one in way.chances if one.apart]
    return max(every, key=lambda one: abs(one[2].apart), default=None)


def _ways(now: Chart, before: Chart | None, say: Say) -> Iterator[Way]:
    """Courses are the same if the same questions have the same answers, wherever they stand and with whatever number;
    what the other chart alone has comes last."""
    actions = list(dict.fromkeys(row.action for chart in (now, before) if chart is not None for row in chart.rows))
    left = _by_answers(before) if before is not None else {}
    for way in courses(now):
        others = left.get(_key(now, way), [])
        yield _way(now.game, actions, others.pop(0) if others else None, way, say)
    for other in (other for others in left.values() for other in others):
        yield _way(now.game, actions, other, None, say)


def _key(chart: Chart, way: Course) -> tuple[Any, ...]:
    asked = {ask.item: ask.question.name for ask in chart.asks}
    return tuple((asked[item], yes) for item, yes in way.answers), way.case


def _by_answers(chart: Chart) -> dict[Any, list[Course]]:
    found: dict[Any, list[Course]] = {}
    for way in courses(chart):
        found.setdefault(_key(chart, way), []).append(way)
    return found


def _way(game: str, actions: list[str], before: Course | None, now: Course | None, say: Say) -> Way:
    first = now or before
    assert first is not None
    answers = tuple(Text("chart.head.yes" if yes else "chart.head.no", item=item) for item, yes in first.answers)
    modifiers = dict.fromkeys(signed(way.drm) for way in (before, now) if way is not None)
    known = [*actions, *(name for way in (before, now) if way is not None for name in way.chances)]
    chances = [
        Chance(
            say.of(Text(f"{game}.action.{action}"), "Nom"),
            None if before is None else before.chances.get(action, NONE),
            None if now is None else now.chances.get(action, NONE),
        )
        for action in dict.fromkeys(known)
    ]
    return Way(say.of(answers), tuple(modifiers), tuple(one for one in chances if one.before or one.after))
