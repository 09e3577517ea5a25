"""One seat against named bots, as Gymnasium knows it; every scenario of every game has an id.

import gymnasium
import kempelen.research.gym

table = gymnasium.make("kempelen/undaunted-first-v0", bots="scripted")
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kempelen.engine.errors import BadSetup, IllegalAction
from kempelen.engine.game import game_named, games
from kempelen.engine.seats import split_seats
from kempelen.lab.experiment import seats_of, usual_seats
from kempelen.text.say import Text

try:
    import gymnasium

    from kempelen.research.pettingzoo import LOST, Sitting
except ImportError as missing:
    raise BadSetup(Text("research.needs", modules=str(missing.name))) from missing

__all__ = ["SeatEnv", "make", "register_all"]


class SeatEnv(gymnasium.Env):
    """One seat; whoever chooses what is not offered has lost, and `info` says so."""

    def __init__(self, sitting: Sitting, seat: int, render_mode: str | None = None) -> None:
        self.sitting = sitting
        self.seat = seat
        self.render_mode = render_mode
        self.metadata = {"render_modes": ["ansi"], "render_fps": 1}
        self.observation_space = sitting.observed
        self.action_space = sitting.actions

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        super().reset(seed=seed)
        self.sitting.begin(int(self.np_random.integers(2**48)))
        return self.sitting.observe(self.seat), self.sitting.info(self.seat)

    def step(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        course = self.sitting.course
        assert course is not None
        try:
            chosen = self.sitting.meant(self.seat, int(action))
        except IllegalAction:
            seen = self.sitting.observe(self.seat)
            return seen, LOST, True, False, self.sitting.info(self.seat) | {"illegal": True}
        course.answer({self.seat: chosen})
        reward = course.rewards()[self.seat]
        seen, info = self.sitting.observe(self.seat), self.sitting.info(self.seat)
        return seen, reward, course.outcome is not None, course.cut, info

    def render(self) -> str | None:
        """The board as SVG."""
        return self.sitting.drawn(self.render_mode)


def make(
    game: str,
    *,
    scenario: str | None = None,
    seat: int = 0,
    bots: str = "",
    players: int | None = None,
    options: Mapping[str, str] | None = None,
    render_mode: str | None = None,
) -> SeatEnv:
    """One seat of a game; `bots` on the others in turn (`rule,random`), the automa if none are named."""
    rules = game_named(game)
    named = scenario or rules.scenarios[0]
    count = players or usual_seats(rules, named)
    others = iter(seats_of(split_seats(bots) if bots else (rules.automa,), count - 1))
    seated = {other: next(others) for other in range(count) if other != seat}
    return SeatEnv(Sitting(game, named, count, seated, options or {}), seat, render_mode)


def register_all() -> list[str]:
    """An id for every scenario of every installed game; those that are there."""
    ids = []
    for name, game in games().items():
        for scenario in game.scenarios:
            id = f"kempelen/{name}-{scenario}-v0"
            if id not in gymnasium.registry:
                gymnasium.register(
                    id,
                    entry_point="kempelen.research.gym:make",
                    kwargs={"game": name, "scenario": scenario},
                    disable_env_checker=True,
                )
            ids.append(id)
    return ids


register_all()
