"""Live bars of a simulation: how often who wins, with intervals, and how games end."""

from __future__ import annotations

from collections import Counter
from typing import Any

from kempelen.engine.seats import read_spec
from kempelen.lab.experiment import Experiment
from kempelen.lab.stats.sequences import share_sequence
from kempelen.lab.tables import fact_word, seat_name, word_of
from kempelen.text.say import Say
from kempelen.web.lab.simulation import Snapshot
from kempelen.wording import bot_name

__all__ = ["bars_of", "seats_in_words"]


def bars_of(experiment: Experiment, seen: Snapshot, say: Say) -> dict[str, Any]:
    """Shares as lengths from 0 to 100; the intervals hold however often somebody looks."""
    return {"wins": _wins(experiment, seen, say), "endings": _endings(experiment, seen, say)}


def _bar(name: str, hits: int, games: int, say: Say) -> dict[str, Any]:
    share = share_sequence(hits, games)
    return {
        "name": name,
        "share": round(100 * share.value if games else 0.0, 2),
        "low": round(100 * share.low, 2),
        "width": round(100 * share.width, 2),
        "words": say("web.simulated.share", x=100 * share.value, low=100 * share.low, high=100 * share.high),
    }


Groups = list[tuple[str, list[dict[str, Any]]]]
"""Bars that belong together, with what stands above them."""


def _wins(experiment: Experiment, seen: Snapshot, say: Say) -> Groups:
    """By roles or missions first, then by seats; what all have in common, or every seat for itself, says nothing."""
    if seen.together:
        return [("", [_bar(say("web.simulated.together"), *seen.won["seat:1"], say)])]
    kinds: dict[str, list[tuple[str, tuple[int, int]]]] = {}
    for group, counts in sorted(seen.won.items(), key=_order):
        kinds.setdefault(group.partition(":")[0], []).append((group, counts))
    seats = sorted(counts for _, counts in kinds.get("seat", []))
    told = {kind: some for kind, some in kinds.items() if len(some) > 1 and (kind == "seat" or _new(some, seats))}
    return [
        (
            say("web.simulated.by_what", what=_what(experiment, kind, say)) if len(told) > 1 else "",
            [_bar(_name(experiment, group, say), *counts, say) for group, counts in some],
        )
        for kind, some in told.items()
    ]


def _what(experiment: Experiment, kind: str, say: Say) -> str:
    return say("lab.seat") if kind == "seat" else fact_word(say, experiment.game, kind)


def _new(some: list[tuple[str, tuple[int, int]]], seats: list[tuple[int, int]]) -> bool:
    return sorted(counts for _, counts in some) != seats


def _name(experiment: Experiment, group: str, say: Say) -> str:
    kind, _, value = group.partition(":")
    if kind != "seat":
        return word_of(say, f"{experiment.game}.{kind}.{value}", value)
    seat = int(value) - 1
    return say("lab.seat_and_bot", n=seat_name(say, experiment, seat), bot=_who_plays(experiment, seat, say))


def _who_plays(experiment: Experiment, seat: int, say: Say) -> str:
    """The bot on a seat in words, with the automa it plays by if that is not the game's own."""
    spec = read_spec(experiment.seats[seat])
    name = bot_name(experiment.rules, spec.name, say)
    return say("web.simulated.by", bot=name, automa=spec.automa) if spec.automa else name


def seats_in_words(experiment: Experiment, say: Say) -> str:
    """Who sits at the table: `3 × random, 1 × scripted`."""
    bots = Counter(_who_plays(experiment, seat, say) for seat in range(len(experiment.seats)))
    return ", ".join(say("web.simulated.seats", n=n, bot=bot) for bot, n in bots.items())


def _order(entry: tuple[str, tuple[int, int]]) -> tuple[bool, int, str]:
    """Roles and sides first, then the seats in their order."""
    group = entry[0]
    return group.startswith("seat:"), len(group) if group.startswith("seat:") else 0, group


def _endings(experiment: Experiment, seen: Snapshot, say: Say) -> list[dict[str, Any]]:
    by_count = sorted(seen.endings.items(), key=lambda entry: (-entry[1], entry[0]))
    return [
        _bar(word_of(say, f"{experiment.game}.ending.{reason}", reason), n, seen.games, say) for reason, n in by_count
    ]
