"""What the jobs of the workbench have found, for the page."""

from __future__ import annotations

from typing import Any

from kempelen.automa.sheet import Sheet
from kempelen.engine.game import Game, game_named
from kempelen.lab.compare.tables import opposite
from kempelen.lab.lines import LineCounts, LineUse, line_uses
from kempelen.lab.stats.shares import Interval
from kempelen.parts.automas import pages_by, sheet_from
from kempelen.text.say import Say
from kempelen.web.bench.positions import Looking, Shown
from kempelen.web.bench.tasks import Comparing, Counted, Counting, Shared, Sharing, SoFar, Told, scenarios_in
from kempelen.web.lab.jobs import Job
from kempelen.wording import bot_name, scenario_title

__all__ = ["job_content"]

MOST_CHANCES = 8
SPAN = 30.0
"""Points to each side that a bar of differences shows; what is more reaches its end."""


def job_content(job: Job, say: Say) -> dict[str, Any]:
    """Everything the part of the page shows; `kind` says which it is."""
    task, running = job.task, job.running
    game, seen = game_named(task.game), job.look()
    lost = not running and job.lost
    common = {"id": job.id, "game": game.name, "running": running, "said": job.said, "lost": lost}
    match task:
        case Comparing():
            who = _opposite(task.at_table, say)
            return common | {"kind": "compare", "who": who} | _compared(game, seen or SoFar(), say)
        case Counting():
            return common | {"kind": "lines", "who": _opposite(game, say)} | _lines(game, task, seen or Counted(), say)
        case Sharing():
            return common | {"kind": "share", "shared": seen or Shared()}
        case Looking():
            return common | {"kind": "position"} | _position(seen)
    raise TypeError(task)


def _opposite(game: Game[Any], say: Say) -> str:
    return bot_name(game, opposite(game), say)


# -- compare


def _compared(game: Game[Any], seen: SoFar, say: Say) -> dict[str, Any]:
    return {
        "played": seen.played,
        "most": seen.most,
        "decisions": [say.of(one) for one in seen.decisions.words] if seen.decisions is not None else [],
        "begun": seen.most > 1,
        "rows": [_pairs(game, one, say) for one in seen.found],
    }


def _pairs(game: Game[Any], one: Told, say: Say) -> dict[str, Any]:
    mine, theirs = one.shares
    apart = one.difference
    points = {"x": 100 * apart.value, "low": 100 * apart.low, "high": 100 * apart.high}
    low, high = (max(-SPAN, min(SPAN, value)) for value in (points["low"], points["high"]))
    return {
        "scenario": scenario_title(game, one.scenario, say),
        "shares": [_share(mine, say), _share(theirs, say)],
        "points": say("web.workbench.compare_points", **points),
        "n": one.pairs,
        "changed": one.changed,
        "same": one.same,
        "longer": one.longer,
        "at": _across(max(-SPAN, min(SPAN, points["x"]))),
        "from": _across(low),
        "wide": max(0.6, _across(high) - _across(low)),
    }


def _across(points: float) -> float:
    return round(50 + 50 * points / SPAN, 2)


def _share(share: Interval, say: Say) -> dict[str, Any]:
    return {
        "share": round(100 * share.value, 2),
        "low": round(100 * share.low, 2),
        "width": round(100 * (share.high - share.low), 2),
        "words": say("web.simulated.share", x=100 * share.value, low=100 * share.low, high=100 * share.high),
    }


# -- lines


def _lines(game: Game[Any], task: Counting, seen: Counted, say: Say) -> dict[str, Any]:
    assert game.automas is not None
    own, original = sheet_from(game, task.text), game.automas.sheet
    theirs = {key: uses for key, _, uses in _by_page(game, original, seen.original)} if own is not original else {}
    pages, unused = [], []
    for key, title, uses in _by_page(game, own, seen.own):
        others = theirs.get(key, [])
        if not any(use.tried for use in (*uses, *others)):
            unused.append(say.of(title, "Nom"))
            continue
        mine, beside = [_use(use, say) for use in uses], [_use(use, say) for use in others]
        by_words = {one["line"]: one for one in beside}  # a line is the same if it says the same, wherever it stands
        rows = [(one, by_words.pop(one["line"], None)) if theirs else (one,) for one in mine]
        pages.append({"title": say.of(title, "Nom"), "rows": rows, "below": [(one,) for one in by_words.values()]})
    return {
        "games": seen.games,
        "most": seen.most,
        "scenario": scenario_title(game, scenarios_in(game, task.scenario)[0], say),
        "pages": pages if seen.games else [],
        "unused": unused if seen.games else [],
    }


def _by_page(game: Game[Any], sheet: Sheet, counts: LineCounts) -> list[tuple[str, Any, list[LineUse]]]:
    pages = [page for page in pages_by(game, sheet) if page.counted and page.lines]
    return [(page.title.key, page.title, list(line_uses([page], [counts]))) for page in pages]


def _use(use: LineUse, say: Say) -> dict[str, Any]:
    return {
        "item": use.item,
        "line": say.of(use.line, "Nom"),
        "tried": use.tried,
        "done": use.done,
        "share": round(100 * use.share, 1),
    }


# -- a position


def _position(seen: Any) -> dict[str, Any]:
    if not isinstance(seen, Shown):  # so many decisions were looked at on the way
        return {"shown": None, "looked": seen or 0}
    return {
        "shown": seen,
        "looked": seen.looked,
        "sides": [(side, side.chances[:MOST_CHANCES], len(side.chances) - MOST_CHANCES) for side in seen.sides],
    }
