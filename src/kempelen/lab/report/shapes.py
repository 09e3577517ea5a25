"""Length, scores and endings as distributions; and where games are decided."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from kempelen.lab.course import MOMENTS, PLAYOUTS
from kempelen.lab.report.naming import cell_name, ending_name, number, percent
from kempelen.lab.report.page import Picture, Section, Table, Words
from kempelen.lab.report.pictures import curves, stacks
from kempelen.lab.report.results import Result, Results
from kempelen.lab.tables import fact_word
from kempelen.lab.tally import Tally, quantile
from kempelen.text.say import Say

__all__ = ["course", "shapes"]

MOST_LINES = 6
BINS = 30
POINTS = 20
"""Of a line that rises from none to all."""


def shapes(results: Results, say: Say) -> Section:
    section = Section("shapes", say("lab.report.title.shapes"))
    section.parts.append(_lengths(results, say))
    if all(tally.scored for tally in results.tallies):
        section.parts.append(_scores(results, say))
    section.parts.append(_endings(results, say))
    return section


def _few(results: Results) -> Sequence[Result]:
    return results.results[:MOST_LINES]


def _binned(counts: Counter[int], least: int, width: int) -> list[tuple[float, float]]:
    """Shares of all by bins of equal width, each at its middle; bins without any are 0."""
    total = sum(counts.values())
    bins: Counter[int] = Counter()
    for value, n in counts.items():
        bins[(value - least) // width] += n
    return [(least + (k + 0.5) * width - 0.5, 100 * bins[k] / total) for k in range(max(bins) + 1)]


def _curves(named: Sequence[tuple[str, Counter[int]]], across: str) -> str:
    least = min(min(counts) for _, counts in named)
    most = max(max(counts) for _, counts in named)
    width = max(1, -(-(most - least + 1) // BINS))
    return curves([(name, _binned(counts, least, width)) for name, counts in named], across, sign=" %")


def _lengths(results: Results, say: Say) -> Picture:
    named = [(cell_name(result, say), result.tally.turns) for result in _few(results)]
    facts = [
        name
        for name in results.tallies[0].numbers
        if all(name in tally.numbers for tally in results.tallies)
        and any(tally.numbers[name].mean for tally in results.tallies)  # what never is says nothing
    ]
    head = [say("lab.report.cell"), *(say(f"lab.report.length.{key}") for key in ("mean", "least", "low", "median"))]
    head += [say(f"lab.report.length.{key}") for key in ("high", "most")]
    head += [fact_word(say, results.game, fact) for fact in facts]
    rows = []
    for result in results.results:
        turns = result.tally.turns
        fifths = [quantile(turns, share) for share in (0.1, 0.5, 0.9)]
        cells = [number(say, result.tally.mean_turns), *map(str, (min(turns), *fifths, max(turns)))]
        means = [number(say, result.tally.numbers[fact].mean) for fact in facts]
        rows.append([cell_name(result, say), *cells, *means])
    caption = say("lab.report.lengths_caption", n=min(len(results.results), MOST_LINES), all=len(results.results))
    lines = [(name, _over_by(turns)) for name, turns in named]
    return Picture(curves(lines, say("lab.turns"), percent=True), caption, Table(head, rows))


def _over_by(turns: Counter[int]) -> list[tuple[float, float]]:
    """Which share of games is over after so many turns, at about twenty points; it leaps where many end at once."""
    total, points, seen = sum(turns.values()), [(float(min(turns) - 1), 0.0)], 0
    for n, (value, games) in enumerate(sorted(turns.items())):
        if games * POINTS > total:
            points.append((float(value - 1), seen / total))
        seen += games
        if seen * POINTS // total > (seen - games) * POINTS // total or n == len(turns) - 1:
            points.append((float(value), seen / total))
    return points


def _all_scores(tally: Tally) -> Counter[int]:
    found: Counter[int] = Counter()
    for counter in tally.scores:
        found.update(counter)
    return found


def _scores(results: Results, say: Say) -> Picture:
    named = [(cell_name(result, say), _all_scores(result.tally)) for result in _few(results)]
    head = [
        say("lab.report.cell"),
        say("lab.points"),
        *(say(f"lab.report.length.{k}") for k in ("low", "median", "high")),
    ]
    rows = []
    for result in results.results:
        scores = _all_scores(result.tally)
        mean = sum(value * n for value, n in scores.items()) / max(sum(scores.values()), 1)
        parts = [str(quantile(scores, share)) for share in (0.1, 0.5, 0.9)]
        rows.append([cell_name(result, say), number(say, mean), *parts])
    return Picture(_curves(named, say("lab.points_short")), say("lab.report.scores_caption"), Table(head, rows))


def _endings(results: Results, say: Say) -> Picture:
    total: Counter[str] = Counter()
    for tally in results.tallies:
        total.update(tally.endings)
    reasons = [reason for reason, _ in total.most_common()]
    names = [ending_name(results, reason, say) for reason in reasons]
    labels = [cell_name(result, say) for result in results.results]
    parts = [[100 * tally.endings[reason] / tally.games for reason in reasons] for tally in results.tallies]
    head = [say("lab.report.cell"), *names, say("lab.capped_games")]
    rows = [
        [label, *(percent(say, part / 100) for part in row), percent(say, result.tally.capped / result.tally.games)]
        for label, row, result in zip(labels, parts, results.results, strict=True)
    ]
    return Picture(stacks(labels, parts, names, percent=True), say("lab.report.endings_caption"), Table(head, rows))


def course(results: Results, say: Say) -> Section | None:
    """How sure the outcome was at each tenth of the games."""
    sampled = [result for result in results.results if result.tally.swing.games]
    if not sampled:
        return None
    games = sum(result.tally.swing.games for result in sampled)
    section = Section("course", say("lab.report.title.course"))
    section.parts.append(Words(say("lab.report.course_words", games=games, playouts=PLAYOUTS)))
    tenths = [100 * n / MOMENTS for n in range(MOMENTS)] + [100.0]
    if len(sampled) > MOST_LINES:
        sums = [sum(parts) / games for parts in zip(*(one.tally.swing.sums for one in sampled), strict=True)]
        lines = [(say("lab.report.all_cells"), [*sums, 1.0])]
    else:
        lines = [(cell_name(one, say), [*one.tally.swing.means, 1.0]) for one in sampled]
    picture = curves(
        [(name, list(zip(tenths, values, strict=True))) for name, values in lines],
        say("lab.report.course_across"),
        percent=True,
    )
    head = [say("lab.report.cell"), *(f"{tenth:.0f} %" for tenth in tenths)]
    rows = [[name, *(percent(say, value) for value in values)] for name, values in lines]
    section.parts.append(Picture(picture, say("lab.report.course_caption"), Table(head, rows)))
    late = sum(one.tally.swing.late for one in sampled)
    sure = next((n for n, value in enumerate(_mean(lines)) if value >= 0.8), MOMENTS)
    section.parts.append(Words(say("lab.report.decided", tenth=10 * sure, late=late, games=games)))
    return section


def _mean(lines: Sequence[tuple[str, Sequence[float]]]) -> list[float]:
    return [sum(values) / len(values) for values in zip(*(values for _, values in lines), strict=True)]
