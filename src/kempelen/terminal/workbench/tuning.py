"""`kempelen automa tune`: turn knobs until the person wins as often as wanted, or say that it cannot be reached."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from kempelen.lab.compare.report import share_text
from kempelen.lab.compare.tables import opposite
from kempelen.lab.output import check_path, save_lines
from kempelen.lab.tune.meter import Band, Measured, Meter
from kempelen.lab.tune.tune import Tuned, tune, way_for
from kempelen.terminal.ask import Screen
from kempelen.text.say import Text
from kempelen.wording import bot_name, sheet_name

__all__ = ["tune_knobs"]

SHOWN = 30
"""Settings in the table at the most."""


def tune_knobs(screen: Screen, meter: Meter, band: Band, games: int, output: Path | None, force: bool) -> int:
    """Tell every setting that was tried, the best of them, and what fresh games say of it."""
    if output is not None:
        check_path(output, force=force)
    ends: dict[str, Any] = {"low": 100 * band.low, "high": 100 * band.high}
    names = ", ".join(knob.name for knob in meter.knobs)
    screen.tell("automa.tune.title", "bold", knobs=names, name=sheet_name(meter.game, meter.sheet, screen.say), **ends)
    screen.tell(f"automa.tune.way_{way_for(meter)}", "dim")
    watching = Console(stderr=True)
    lively = watching.is_terminal and not watching.is_dumb_terminal

    def watch(now: Measured, played: int) -> None:
        if lively:
            line = screen.say(
                "automa.tune.playing", setting=_setting(meter, now), share=", ".join(_shares(screen, now)), n=played
            )
            watching.file.write(f"\r\x1b[2K{line[: watching.width - 1]}")
            watching.file.flush()

    meter.watch = watch
    found: Tuned | None = None
    try:
        found = tune(meter, band, games)
    except KeyboardInterrupt:
        screen.tell("automa.compare_stopped", "yellow")
    finally:
        if lively:
            watching.file.write("\r\x1b[2K")
    tried = [one for one in meter.tried.values() if one.games]
    if tried:
        screen.show(_table(screen, meter))
    if len(tried) > 1 and len({(one.games, *one.won.values()) for one in tried}) == 1:
        screen.tell("automa.tune.same", "yellow")
    if found is None:
        return 130
    _tell(screen, meter, found, ends)
    if output is not None:
        save_lines(output, [found.sheet.text])
        screen.tell("terminal.talk.saved", "green", file=str(output))
    who = bot_name(meter.game, opposite(meter.game), screen.say)
    screen.tell("automa.tune.honest", "dim", who=who, seed=meter.seed)
    return 0 if found.reached else 1


def _setting(meter: Meter, one: Measured) -> str:
    """`bold +3`; without a sign where a knob cannot be negative."""
    return ", ".join(
        f"{knob.name} {value:+d}" if value and knob.least < 0 else f"{knob.name} {value}"
        for knob, value in zip(meter.knobs, one.values, strict=True)
    )


def _shares(screen: Screen, one: Measured) -> list[str]:
    return [share_text(share, screen.say) for share in one.intervals().values()]


def _table(screen: Screen, meter: Meter) -> Table:
    table = Table(box=None, pad_edge=False)
    for head in (screen.say("automa.tune.setting"), *meter.scenarios, screen.say("automa.head.games")):
        table.add_column(head, overflow="fold")
    tried = [one for one in meter.tried.values() if one.games]
    for one in sorted(tried, key=lambda one: -one.games)[:SHOWN] if len(tried) > SHOWN else tried:
        table.add_row(_setting(meter, one), *_shares(screen, one), str(one.games))
    return table


def _tell(screen: Screen, meter: Meter, found: Tuned, ends: dict[str, Any]) -> None:
    """The result, on fresh seeds."""
    setting, n = _setting(meter, found.best), found.fresh.games
    shares = [
        Text("automa.tune.share", scenario=scenario, x=100 * one.value, low=100 * one.low, high=100 * one.high)
        for scenario, one in found.fresh.plain_intervals().items()
    ]
    key = "sure" if found.sure else "reached" if found.reached else "not_reached"
    style = "bold green" if found.reached else "bold yellow"
    screen.tell(f"automa.tune.{key}", style, setting=setting, n=n, shares=shares, **ends)
