"""Every game as a PettingZoo environment: one agent at a time, or all at once where choices are simultaneous.

from kempelen.research.pettingzoo import env

game = env("saboteur", scenario="tu", players=4)
game.reset(seed=7)
for agent in game.agent_iter():
    observation, reward, terminated, truncated, info = game.last()
    done = terminated or truncated
    game.step(None if done else game.action_space(agent).sample(observation["action_mask"]))
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypedDict, Unpack

from kempelen.engine.dice import secret_seed
from kempelen.engine.errors import BadSetup, IllegalAction
from kempelen.engine.game import Setup, game_named, say_in
from kempelen.engine.seats import HUMAN
from kempelen.engine.table import Seat
from kempelen.lab.experiment import usual_seats
from kempelen.scene.svg import render
from kempelen.text.say import Text

try:
    import numpy as np
    from gymnasium import spaces
    from pettingzoo import AECEnv, ParallelEnv

    from kempelen.research.coding import ACTIONS, WAIT, Notations, Offered, coder_of
    from kempelen.research.course import Course
except ImportError as missing:
    raise BadSetup(Text("research.needs", modules=str(missing.name))) from missing

__all__ = ["LOST", "Seating", "Sitting", "TableAEC", "TableParallel", "env", "parallel_env"]


LOST = -1.0
LARGEST = 1e6
"""No number of a table is larger."""


@dataclass(slots=True)
class _Look:
    """What a seat may know and do after so many decisions at this table."""

    seat: Seat
    decisions: int
    state: Any
    view: Any
    offered: Offered | None
    """None if it is not asked."""


class Sitting:
    """What both kinds of environment know: the game, its agents, what each sees."""

    def __init__(
        self, game: str, scenario: str | None, players: int | None, bots: Mapping[int, str], options: Mapping[str, str]
    ) -> None:
        self.rules = game_named(game)
        scenario = scenario or self.rules.scenarios[0]
        count = players or usual_seats(self.rules, scenario)
        seats = tuple(bots.get(seat, HUMAN) for seat in range(count))
        self.setup = Setup(game, scenario, seats, dict(options))
        self.coder = coder_of(self.rules)
        self.course: Course | None = None
        self._looked: _Look | None = None
        """The last look that somebody took."""

    @cached_property
    def names(self) -> dict[str, Seat]:
        """Agents and their seats; who is played by a bot is no agent."""
        return {f"seat_{seat}": seat for seat, who in enumerate(self.setup.seats) if who == HUMAN}

    @cached_property
    def observed(self) -> spaces.Dict:
        return spaces.Dict(
            {
                "observation": spaces.Box(-LARGEST, LARGEST, (self.coder.size,), np.float32),
                "action_mask": spaces.Box(0, 1, (ACTIONS,), np.int8),
            }
        )

    @cached_property
    def actions(self) -> spaces.Discrete:
        return spaces.Discrete(ACTIONS)

    def begin(self, seed: int | None) -> Course:
        self.course = Course(self.rules, self.setup, secret_seed() if seed is None else seed)
        self._looked = None
        return self.course

    def look(self, seat: Seat) -> _Look:
        """What a seat may know and do; made once as long as nothing happens."""
        course, look = self.course, self._looked
        assert course is not None
        done, state = course.decisions, course.table.state
        if look is None or look.seat != seat or look.decisions != done or look.state is not state:
            decision = None
            for one in course.asked:
                if one.seat == seat:
                    decision = one
            offered = None if decision is None else Offered.of(decision.options, self.coder)
            look = self._looked = _Look(seat, done, state, course.view(seat), offered)
        return look

    def observe(self, seat: Seat, *, waits: bool = False) -> dict[str, Any]:
        """What a seat sees and may do now."""
        look = self.look(seat)
        if look.offered is not None:
            mask = look.offered.mask()
        else:
            mask = np.zeros(ACTIONS, np.int8)
            mask[WAIT] = waits
        return {"observation": self.coder.encode(look.view, seat), "action_mask": mask}

    def info(self, seat: Seat) -> dict[str, Any]:
        """The view itself, and what each number means now, in notation."""
        look = self.look(seat)
        return {"view": look.view, "notations": Notations({} if look.offered is None else look.offered.actions)}

    def meant(self, seat: Seat, number: int) -> Any:
        """The option of this number; raises IllegalAction."""
        offered = self.look(seat).offered
        assert offered is not None
        options = offered.actions
        if int(number) not in options:
            raise IllegalAction(Text("research.not_offered", number=int(number), n=len(options)))
        return options[int(number)]

    def drawn(self, mode: str | None) -> str:
        """The board as everybody at the first agent's place sees it."""
        assert self.course is not None
        seat = next(iter(self.names.values()))
        return render(self.rules.scene(self.course.view(seat), say_in("en")))


class TableAEC(AECEnv):  # type: ignore[misc]
    """One agent at a time."""

    def __init__(self, sitting: Sitting, render_mode: str | None = None) -> None:
        super().__init__()
        self.sitting = sitting
        self.render_mode = render_mode
        self.metadata = {"name": f"{sitting.setup.game}_v0", "render_modes": ["svg"], "is_parallelizable": False}
        self.possible_agents = list(sitting.names)
        self._agents = {seat: agent for agent, seat in sitting.names.items()}
        self.observation_spaces = dict.fromkeys(self.possible_agents, sitting.observed)
        self.action_spaces = dict.fromkeys(self.possible_agents, sitting.actions)

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.sitting.observed

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.sitting.actions

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """A new game; the same seed, the same dice and cards."""
        self.sitting.begin(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._answers: dict[Seat, Any] = {}
        self._turn()

    def _turn(self) -> None:
        """Whose turn it is; if it is over, everybody learns how."""
        course = self.sitting.course
        assert course is not None
        if course.over:
            rewards = course.rewards()
            self.rewards = {agent: rewards[self.sitting.names[agent]] for agent in self.agents}
            self.terminations = dict.fromkeys(self.agents, not course.cut)
            self.truncations = dict.fromkeys(self.agents, course.cut)
            self.agent_selection = self.agents[0]
            self._accumulate_rewards()  # nobody gets anything before the end
        else:
            for one in course.asked:
                if one.seat not in self._answers:
                    self.agent_selection = self._agents[one.seat]
                    break
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.infos[self.agent_selection] = self.sitting.info(self.sitting.names[self.agent_selection])

    def observe(self, agent: str) -> dict[str, Any]:
        return self.sitting.observe(self.sitting.names[agent])

    def step(self, action: int | None) -> None:
        """The number of an option; None for an agent whose game is over. Raises IllegalAction and changes nothing."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        course, seat = self.sitting.course, self.sitting.names[agent]
        assert course is not None
        self._answers[seat] = self.sitting.meant(seat, -1 if action is None else action)
        if len(self._answers) == len(course.asked):
            answers, self._answers = self._answers, {}
            course.answer(answers)
        self._turn()

    def render(self) -> str:
        """The board as SVG."""
        return self.sitting.drawn(self.render_mode)

    def close(self) -> None:
        self.sitting.course = None


class TableParallel(ParallelEnv):  # type: ignore[misc]
    """All agents at once: who is not asked waits, which is action 0."""

    def __init__(self, sitting: Sitting, render_mode: str | None = None) -> None:
        self.sitting = sitting
        self.render_mode = render_mode
        self.metadata = {"name": f"{sitting.setup.game}_parallel_v0", "render_modes": ["svg"]}
        self.possible_agents = list(sitting.names)
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.sitting.observed

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.sitting.actions

    def reset(
        self, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        self.sitting.begin(seed)
        self.agents = list(self.possible_agents)
        return self._observations(), self._infos()

    def _observations(self) -> dict[str, Any]:
        return {agent: self.sitting.observe(self.sitting.names[agent], waits=True) for agent in self.agents}

    def _infos(self) -> dict[str, Any]:
        return {agent: self.sitting.info(self.sitting.names[agent]) for agent in self.agents}

    def step(self, actions: Mapping[str, int]) -> tuple[Any, Any, Any, Any, Any]:
        """Numbers of options for those who are asked; what the others send is not looked at.

        Who chooses what is not offered has lost, and the game is at its end; `infos` says so.
        """
        course, names = self.sitting.course, self.sitting.names
        assert course is not None
        asked = {one.seat for one in course.asked}
        answers, illegal = {}, set()
        for agent in self.agents:
            if (seat := names[agent]) in asked:
                try:
                    answers[seat] = self.sitting.meant(seat, actions[agent])
                except IllegalAction:
                    illegal.add(agent)
        if illegal:
            return self._lost(illegal)
        course.answer(answers)
        rewards = course.rewards()
        given = {agent: rewards[names[agent]] for agent in self.agents}
        ended = dict.fromkeys(self.agents, course.outcome is not None)
        cut = dict.fromkeys(self.agents, course.cut)
        seen, infos = self._observations(), self._infos()
        if course.over:
            self.agents = []
        return seen, given, ended, cut, infos

    def _lost(self, illegal: set[str]) -> tuple[Any, Any, Any, Any, Any]:
        given = {agent: LOST if agent in illegal else 0.0 for agent in self.agents}
        infos = {agent: {"illegal": agent in illegal} for agent in self.agents}
        ended, cut = dict.fromkeys(self.agents, True), dict.fromkeys(self.agents, False)
        seen = self._observations()
        self.agents = []
        return seen, given, ended, cut, infos

    def render(self) -> str:
        return self.sitting.drawn(self.render_mode)

    def close(self) -> None:
        self.sitting.course = None


class Seating(TypedDict, total=False):
    """What may be said about a table; what is left out is as usual."""

    scenario: str | None
    players: int | None
    bots: Mapping[int, str] | None
    """They sit on some seats (`{1: "rule"}`) and are no agents."""
    options: Mapping[str, str] | None


def env(game: str, *, render_mode: str | None = None, **seating: Unpack[Seating]) -> TableAEC:
    """A game, one agent at a time."""
    return TableAEC(_sitting(game, seating), render_mode)


def parallel_env(game: str, *, render_mode: str | None = None, **seating: Unpack[Seating]) -> TableParallel:
    """The same, all agents at once."""
    return TableParallel(_sitting(game, seating), render_mode)


def _sitting(game: str, seating: Seating) -> Sitting:
    bots, options = seating.get("bots") or {}, seating.get("options") or {}
    return Sitting(game, seating.get("scenario"), seating.get("players"), bots, options)
