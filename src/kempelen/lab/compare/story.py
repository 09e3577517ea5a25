"""One game as it went, in words: what everybody did, and why the automa did it."""

from __future__ import annotations

from html import escape
from typing import Any

from kempelen.engine.dice import TapeDice
from kempelen.engine.game import Game
from kempelen.engine.seats import read_spec
from kempelen.engine.table import SPECTATOR, Choice, Event, Seat
from kempelen.engine.trace import Trace
from kempelen.lab.compare.positions import action_words, board_html, why_lines
from kempelen.lab.experiment import Experiment, game_seed
from kempelen.lab.report.page import Raw, Section, Words
from kempelen.lab.run import play_through
from kempelen.text.say import Say
from kempelen.wording import scenario_title

__all__ = ["game_section"]

MOST = 300
"""So many lines of a game are told."""


def game_section(game: Game[Any], experiment: Experiment, say: Say, number: int = 1) -> Section:
    """Game `number` of an experiment; a decision of the automa can be unfolded to its why."""
    lines: list[tuple[str, Trace | None]] = []
    automas = [bool(read_spec(seat).automa) for seat in experiment.seats]

    def on_choice(seat: Seat, choice: Choice) -> None:
        if automas[seat]:
            lines.append((action_words(choice.action, say), choice.trace))

    def listener(event: Event) -> None:
        lines.append((say.of(event.text), getattr(event, "trace", None)))  # its why grows until it is carried out

    players = [game.player(read_spec(seat), experiment.setup) for seat in experiment.seats]
    dice = TapeDice(game_seed(experiment.seed, number))
    hear: dict[str, Any] = {"on_choice": on_choice, "listener": listener, "tracing": True}
    state, _, turns = play_through(game, experiment.setup, players, dice, **hear)
    section = Section("game", say("automa.share.game"))
    scenario = scenario_title(game, experiment.scenario, say)
    about: dict[str, Any] = {"scenario": scenario, "number": number, "seed": experiment.seed}
    section.parts.append(Words(say("automa.share.game_words", turns=turns, **about)))
    section.parts.append(Raw(board_html(game, game.view(state, SPECTATOR), say)))
    told = "".join(_told(words, why, say) for words, why in lines[:MOST])
    title = escape(say("automa.share.game_lines", n=min(len(lines), MOST)))
    section.parts.append(Raw(f'<details><summary>{title}</summary><ol class="small">{told}</ol></details>'))
    if len(lines) > MOST:
        section.parts.append(Words(say("automa.share.game_more", n=len(lines) - MOST), "small"))
    return section


def _told(words: str, why: Trace | None, say: Say) -> str:
    lines = why_lines(why, say)
    if not lines:
        return f"<li>{escape(words)}</li>"
    inside = "".join(f"<li>{escape(line)}</li>" for line in lines)
    return f"<li><details><summary>{escape(words)}</summary><ul>{inside}</ul></details></li>"
