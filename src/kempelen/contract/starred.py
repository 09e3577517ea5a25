"""What there is to win in every scenario can be said in both languages, and counted at its table."""

from __future__ import annotations

from typing import Any

from kempelen.contract.playing import Problems, played_in_steps
from kempelen.engine.game import Game, Setup, say_in
from kempelen.parts.stars import stars_of
from kempelen.text.say import LANGUAGES, MissingText, Text

__all__ = ["stars_are_told"]


def stars_are_told(game: Game[Any], setup: Setup, seed: int) -> Problems:
    """Two stars besides the victory for every scenario and seat, with texts for what is asked and what it was; and a
    count of them when it is over. A game without scores declares its own."""
    problems = [
        Text("contract.star_text", scenario=scenario, key=text.key, lang=lang)
        for scenario in game.scenarios
        for seat in range(max(game.seat_counts(scenario)))
        for star in stars_of(game, scenario, seat)
        for text in (star.goal(game.name), star.told(game.name, 0), star.told(game.name, 1))
        for lang in LANGUAGES
        if not _is_said(text, lang)
    ]
    session = played_in_steps(game, setup, seed)
    assert session.outcome is not None
    if game.stars is None and not session.outcome.scores:
        problems.append(Text("contract.no_stars"))
    for seat in range(len(setup.seats)):
        for star in stars_of(game, setup.scenario, seat):
            star.counts(session.state, seat)
            star.counts(session.view(seat), seat)
    return list(dict.fromkeys(problems))


def _is_said(text: Text, lang: str) -> bool:
    try:
        return bool(say_in(lang).of(text))
    except MissingText:
        return False
