"""The report's pictures: Matplotlib draws them, as SVG whose colours are those of the page, by day and by night.

They are narrow, so that they can be read on a telephone; no meaning rests on colour alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from io import StringIO
from typing import TYPE_CHECKING, Any

from kempelen.lab.stats.shares import Interval

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["MARK", "Band", "Bar", "bands", "bars", "curves", "grid", "stacks"]

# Colours that stand for those of the page; each is replaced by a variable.
INK, SOFT, LINE, PAPER = "#010101", "#020202", "#030303", "#040404"
TONES = ("#0a0101", "#0a0202", "#0a0303", "#0a0404", "#0a0505", "#0a0606")
VARIABLES = {INK: "ink", SOFT: "soft", LINE: "line", PAPER: "paper"}
VARIABLES |= {tone: f"tone{n}" for n, tone in enumerate(TONES, 1)}
MARK = "picture-"
"""Names inside a picture begin so; the page makes them different for each."""
MARKS = ("o", "s", "^", "D", "v", "P")
HATCHES = ("", "////", "----", "xxxx", "\\\\\\\\", "++++")
"""Lines only: dots take as much room as the rest of a report."""
WIDTH = 5.4
"""Inches of 72 units: about the width of a telephone."""
ROW = 0.46
KEY = 0.24
"""Inches of a line of the key."""
MOST_ROWS = 40


@dataclass(frozen=True, slots=True)
class Bar:
    """A share with its interval and its name."""

    label: str
    share: Interval
    mark: int = 0
    """Which of several kinds."""
    heading: str = ""
    """What stands above it and those that follow."""


@dataclass(frozen=True, slots=True)
class Band:
    """A line of points with their intervals."""

    label: str
    points: Sequence[tuple[float, Interval]]


@contextmanager
def _figure(height: float, out: list[str], width: float = WIDTH) -> Iterator[Axes]:
    """Axes in the page's colours; what was drawn is then in `out` as SVG."""
    import matplotlib as mpl
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    style: Any = {
        "svg.fonttype": "none",
        "svg.hashsalt": "kempelen",
        "font.family": "sans-serif",
        "font.size": 12,
        "text.color": INK,
        "axes.edgecolor": LINE,
        "axes.labelcolor": SOFT,
        "axes.facecolor": "none",
        "xtick.color": SOFT,
        "ytick.color": SOFT,
        "figure.facecolor": "none",
        "hatch.linewidth": 0.6,
        "text.parse_math": False,
    }
    with mpl.rc_context(style):
        figure = Figure(figsize=(width, height), layout="constrained")
        FigureCanvasSVG(figure)
        axes = figure.subplots()
        for side in ("top", "right", "left"):
            axes.spines[side].set_visible(False)
        axes.tick_params(length=0)
        yield axes
        text = StringIO()
        figure.savefig(text, format="svg", metadata={"Date": None, "Creator": None}, transparent=True)
        out.append(_inline(text.getvalue()))


def _inline(svg: str) -> str:
    """Only the drawing itself, in the page's colours and letters, as wide as there is room."""
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    size = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', svg)
    assert size is not None
    head = f'<svg class="picture" viewBox="0 0 {size[1]} {size[2]}" role="img" aria-hidden="true">'
    svg = _slim(re.sub(r'<g id="[^"]*"', "<g", svg))
    svg = re.sub(r'(id="|url\(#|href="#)', rf"\1{MARK}", svg)
    svg = head + svg[svg.index(">") + 1 :]
    for colour, name in VARIABLES.items():
        svg = svg.replace(colour, f"var(--{name})")
    return svg


def _slim(svg: str) -> str:
    """Without what nobody sees: empty groups, hundredths of a unit, names of letters (the page has its own)."""
    svg = re.sub(r'<g/>|<path d="[^"]*" style="fill: none"/>| transform="rotate\(-0 [^"]*\)"', "", svg)
    svg = re.sub(r"font: ([\d.]+px) [^;\"]+", r"font-size: \1", re.sub(r"font-family: [^;\"]+;? ?", "", svg))
    svg = re.sub(r' (d|x|y|transform)="[^"]*"', lambda found: re.sub(r"-?\d+\.\d+", _short, found[0]), svg)
    svg = re.sub(r'style="[^"]*"', lambda found: found[0].replace("; ", ";").replace(": ", ":"), svg)
    svg = re.sub(r' ?\n"', '"', re.sub(r"\s*\n\s*", "\n", svg))
    outer: list[bool] = []

    def group(found: re.Match[str]) -> str:
        if found[0] == "</g>":
            return "</g>" if outer.pop() else ""
        outer.append(found[0] != "<g>")
        return found[0] if outer[-1] else ""

    return re.sub(r">\s+<", "><", re.sub(r"<g(?: [^>]*)?>|</g>", group, svg))


def _short(number: re.Match[str]) -> str:
    return f"{float(number[0]):.1f}".removesuffix(".0")


def _one(out: list[str]) -> str:
    return out[0]


def bars(rows: Sequence[Bar], *, middle: float | None = None, points: bool = False) -> str:
    """Shares with their intervals, one below the other, each under its name; a line at `middle`.

    `points`: they are differences of shares, which have a sign.
    """
    rows = rows[:MOST_ROWS]
    out: list[str] = []
    places, y, headed = [], 0.0, any(row.heading for row in rows)
    for row in rows:
        y -= 0.85 if row.heading else 0.0
        places.append(y)
        y -= 0.62 if headed else 1.0
    with _figure(-y * ROW + 0.45, out) as axes:
        for row, y in zip(rows, places, strict=True):
            tone = TONES[row.mark % len(TONES)]
            low, high = 100 * row.share.low, 100 * row.share.high
            axes.plot([low, high], [y, y], color=tone, linewidth=2.6, solid_capstyle="butt")
            for end in (low, high):
                axes.plot([end, end], [y - 0.13, y + 0.13], color=tone, linewidth=1.4)
            axes.plot([100 * row.share.value], [y], MARKS[row.mark % len(MARKS)], color=tone, markersize=7)
            if not headed:
                _write(axes, row.label, y + 0.38)
            elif row.heading:
                _write(axes, row.heading, y + 0.72, weight="bold")
        if middle is not None:
            axes.axvline(100 * middle, color=SOFT, linewidth=0.9, linestyle=(0, (4, 3)), zorder=0)
        axes.set_ylim(places[-1] - 0.5, places[0] + (1.1 if headed else 0.7))
        axes.set_yticks(places if headed else [], [row.label for row in rows] if headed else [])
        axes.grid(axis="x", color=LINE, linewidth=0.6)
        axes.set_axisbelow(True)
        if not points:
            axes.set_xlim(0, 100)
        axes.xaxis.set_major_formatter(lambda x, _: f"{x:+g}" if points else f"{x:g} %")
    return _one(out)


def _write(axes: Axes, words: str, y: float, **how: Any) -> None:
    """Words above a bar, from the left."""
    axes.annotate(words, (0, y), xycoords=("axes fraction", "data"), va="center", **how)


def stacks(
    labels: Sequence[str], parts: Sequence[Sequence[float]], names: Sequence[str], *, percent: bool = False
) -> str:
    """Stacked bars, one below the other, each under its name."""
    labels, parts = labels[:MOST_ROWS], parts[:MOST_ROWS]
    out: list[str] = []
    legend = KEY * len(names) + 0.2
    with _figure(ROW * len(labels) + 0.45 + legend, out) as axes:
        drawn = set()
        for n, row in enumerate(parts):
            left = 0.0
            for k, part in enumerate(row):
                if not part:
                    continue
                axes.barh(
                    -n,
                    part,
                    left=left,
                    height=0.42,
                    color=TONES[k % len(TONES)],
                    edgecolor=PAPER,
                    hatch=HATCHES[k // len(TONES) % len(HATCHES)] or HATCHES[k % len(HATCHES)],
                    label=None if k in drawn else names[k],
                )
                drawn.add(k)
                left += part
            _write(axes, labels[n], -n + 0.4)
        axes.set_ylim(-len(labels) + 0.6, 0.65)
        axes.set_yticks([])
        if percent:
            axes.set_xlim(0, 100)
        axes.xaxis.set_major_formatter(lambda x, _: f"{x:g} %" if percent else f"{x:g}")
        _legend(axes)
    return _one(out)


def curves(
    lines: Sequence[tuple[str, Sequence[tuple[float, float]]]], across: str, *, percent: bool = False, sign: str = ""
) -> str:
    """Lines over a common axis: distributions, or how sure an outcome was over the course of a game."""
    out: list[str] = []
    with _figure(2.6 + KEY * len(lines) * (len(lines) > 1), out) as axes:
        for n, (label, points) in enumerate(lines):
            tone, style = TONES[n % len(TONES)], ("-", "--", "-.", ":")[n % 4]
            xs, ys = [x for x, _ in points], [100 * y if percent else y for _, y in points]
            mark = MARKS[n % len(MARKS)] if len(points) < 25 else ""
            axes.plot(xs, ys, style, color=tone, linewidth=2, marker=mark or None, markersize=5, label=label)
        _frame(axes, across, percent, len(lines) > 1, sign)
    return _one(out)


def bands(lines: Sequence[Band], across: str, *, percent: bool = True, middle: float | None = None) -> str:
    """A number against a share or a mean, with intervals."""
    out: list[str] = []
    with _figure(2.7 + KEY * len(lines) * (len(lines) > 1), out) as axes:
        scale = 100 if percent else 1
        for n, band in enumerate(lines):
            tone = TONES[n % len(TONES)]
            xs = [x for x, _ in band.points]
            axes.errorbar(
                xs,
                [scale * one.value for _, one in band.points],
                yerr=[
                    [scale * (one.value - one.low) for _, one in band.points],
                    [scale * (one.high - one.value) for _, one in band.points],
                ],
                color=tone,
                marker=MARKS[n % len(MARKS)],
                linestyle=("-", "--", "-.", ":")[n % 4],
                linewidth=1.8,
                capsize=3,
                label=band.label,
            )
        ticks = sorted({x for band in lines for x, _ in band.points})
        if len(ticks) <= 12:
            axes.set_xticks(ticks)
        if middle is not None:
            axes.axhline(scale * middle, color=SOFT, linewidth=0.9, linestyle=(0, (4, 3)))
        _frame(axes, across, percent, len(lines) > 1)
    return _one(out)


def _legend(axes: Axes) -> None:
    """Which sign is which, above the picture, one below the other."""
    axes.figure.legend(loc="outside upper left", ncols=1, frameon=False, fontsize=11)


def _frame(axes: Axes, across: str, percent: bool, legend: bool, sign: str = "") -> None:
    axes.set_xlabel(across)
    axes.grid(axis="y", color=LINE, linewidth=0.6)
    axes.set_axisbelow(True)
    axes.set_ylim(bottom=0, top=103 if percent else None)  # what is at 100 % is not cut in half
    axes.yaxis.set_major_formatter(lambda y, _: f"{y:g} %" if percent else f"{y:g}{sign}")
    if legend:
        _legend(axes)


def grid(xs: Sequence[str], ys: Sequence[str], values: Sequence[Sequence[float | None]], across: str, down: str) -> str:
    """Two numbers against a share: a field for each pair, the darker the greater, with the number in it."""
    out: list[str] = []
    with _figure(0.5 * len(ys) + 0.8, out) as axes:
        for row, line in enumerate(values):
            for column, value in enumerate(line):
                if value is None:
                    continue
                axes.fill(
                    [column - 0.48, column + 0.48, column + 0.48, column - 0.48],
                    [row - 0.46, row - 0.46, row + 0.46, row + 0.46],
                    color=TONES[0],
                    alpha=0.08 + 0.55 * value,
                    linewidth=0,
                )
                axes.text(column, row, f"{100 * value:.0f} %", ha="center", va="center")
        axes.set_xticks(range(len(xs)), xs)
        axes.set_yticks(range(len(ys)), ys)
        axes.set_ylim(len(ys) - 0.5, -0.5)
        axes.set_xlabel(across)
        axes.set_ylabel(down)
        axes.spines["bottom"].set_visible(False)
    return _one(out)
