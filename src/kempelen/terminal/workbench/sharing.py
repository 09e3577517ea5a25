"""`kempelen automa share`: an automa as one page to give away."""

from __future__ import annotations

import shlex
from functools import partial
from pathlib import Path

from kempelen.lab.backends import backend_for
from kempelen.lab.compare import Compared, compared, decisions_of
from kempelen.lab.compare.report import Comparison
from kempelen.lab.compare.share import share_page
from kempelen.lab.output import check_path, save_lines
from kempelen.terminal.ask import Screen
from kempelen.terminal.progress import watched
from kempelen.terminal.workbench.comparing import progress
from kempelen.terminal.workbench.wanted import Wanted, languages_from

__all__ = ["share"]


def share(screen: Screen, wanted: Wanted, workers: int, output: Path, force: bool) -> int:
    """Play the games that the page tells of, and write it; Ctrl-C plays no more and writes what there is."""
    check_path(output, force=force)
    found = []
    try:
        for scenario in wanted.scenarios:
            found.append(Compared(scenario))
            backend = backend_for(workers, wanted.games)
            pairs = compared(wanted.at(scenario), wanted.games, wanted.seed, lines=True, backend=backend)
            for now in watched(pairs, partial(progress, screen, found, wanted.games)):
                found[-1] = now
    except KeyboardInterrupt:
        screen.tell("automa.compare_stopped", "yellow")
    found = [one for one in found if one.pairs.n]
    if not found:
        return 130
    decisions = decisions_of(wanted.at(wanted.scenarios[0]))
    command = shlex.join(["kempelen", "automa", "share", *wanted.given])
    whole = Comparison(wanted.game, wanted.a, wanted.b, found, decisions, wanted.seed, wanted.options, command)
    save_lines(output, [share_page(whole, languages_from(screen.say))])
    screen.tell("terminal.talk.saved", "green", file=str(output))
    return 0
