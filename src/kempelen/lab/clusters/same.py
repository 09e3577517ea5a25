"""Workers must be what this program is: the same version, the same games by the same rules.

What a job needs beside that travels with it: positions and the texts of automas are part of an experiment. A game that
is not installed on a worker cannot travel, so it is refused in words before anything is played.
"""

from __future__ import annotations

import platform
import socket
from collections.abc import Iterable, Mapping
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from kempelen.lab.experiment import BadExperiment
from kempelen.text.say import Text

__all__ = ["Facts", "check_address", "check_workers", "facts_here", "game_in"]

PATIENCE = 10.0
"""Seconds until a cluster that does not answer is not there."""
CLUSTERS: Mapping[str, tuple[str, int | None]] = {"dask": ("Dask", 8786), "ray": ("Ray", None)}
"""What each is called, and the port of an address that names none."""
SCHEMES = ("", "tcp", "tls", "ray")
"""Of addresses at which a host listens at a port."""
Facts = Mapping[str, str]
"""`kempelen`, `python`, `pyarrow`, and `game NAME`: the version of each."""


def facts_here() -> Facts:
    """What this process has installed; runs in a worker, too."""
    from kempelen import __version__
    from kempelen.engine.game import games

    found = {"kempelen": __version__, "python": ".".join(platform.python_version_tuple()[:2])}
    try:
        found["pyarrow"] = version("pyarrow")
    except PackageNotFoundError:
        found["pyarrow"] = ""
    return found | {game_in(name): game.version for name, game in games().items()}


def game_in(name: str) -> str:
    """The name under which the version of a game's rules stands."""
    return f"game {name}"


def check_address(on: str, address: str) -> None:
    """Raise BadExperiment if nobody listens there: it is known at once, before anything is tried or started."""
    name, usual = CLUSTERS[on]
    scheme, _, host = address.rpartition("://")
    if scheme in SCHEMES and not _answers(host, usual):
        raise BadExperiment(Text("lab.cluster.not_there", name=name, address=address))


def _answers(address: str, usual: int | None = None) -> bool:
    """Does anybody listen at `host:port`? Both kinds of clusters would wait for long, and leave something behind.

    `usual` is the port of an address that names none; without it, and of what is no host, the cluster must judge.
    """
    host, colon, port = address.rpartition(":") if ":" in address else (address, "", "")
    if (not port.isdecimal()) if colon else usual is None:
        return True
    try:
        with socket.create_connection((host, int(port) if colon else usual or 0), PATIENCE):
            return True
    except (OSError, OverflowError):
        return False


def check_workers(workers: Iterable[tuple[str, Any]], game: str, here: Facts | None = None) -> None:
    """Raise BadExperiment if a worker differs in something that rows depend on; names it and the remedy."""
    here = here if here is not None else facts_here()
    for worker, facts in workers:
        if not isinstance(facts, Mapping):
            raise BadExperiment(Text("lab.cluster.not_installed", worker=worker))
        if game_in(game) not in facts:
            raise BadExperiment(Text("lab.cluster.no_game", worker=worker, game=game))
        for what in ("kempelen", "python", "pyarrow", game_in(game)):
            if facts.get(what) != here.get(what):
                there = facts.get(what) or "–"
                raise BadExperiment(
                    Text("lab.cluster.version", worker=worker, what=what, there=there, here=here.get(what) or "–")
                )
