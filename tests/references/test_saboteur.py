"""The computer players against a second reading of 4.3.3, in whole games of every variant and number of players."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import count
from typing import Any

import pytest

from kempelen.engine.game import say_in
from kempelen.engine.trace import Cite, Trace
from kempelen.games.saboteur import GAME
from tests.references.prove import DECISIONS, LONG
from tests.references.saboteur.bot import Answer, answer
from tests.references.saboteur.grid import GOALS
from tests.references.watched import Watched

TABLES = [(scenario, players) for scenario in GAME.scenarios for players in GAME.seat_counts(scenario)]
EVERY = 1 if LONG else 3
"""The short form compares every third decision of a game, so that it sees the ends of games, too."""
SECTIONS = {
    "gold": "4.3.3 Goldsucher und Steinsucher",
    "stone": "4.3.3 Goldsucher und Steinsucher",
    "sab": "4.3.3 Saboteure",
}
GOAL_OF_WORDS = dict(zip(("the top goal", "the middle goal", "the bottom goal"), GOALS, strict=True))
"""A why names its goals in words; downwards the y of a cell grows (digest, 1.3)."""
ENGLISH = say_in("en")


@dataclass
class Seen:
    """A decision of the game, and what its why says."""

    where: str
    position: dict[str, Any]
    """As the seat may know it."""
    action: str
    lots: list[int]
    trace: Trace

    @property
    def role(self) -> str:
        return str(self.position["players"][self.position["active"] - 1]["role"])

    def lines(self, key: str) -> list[int]:
        """The lines of the role's list that the why calls done or skipped."""
        found = []
        for step in self.trace:
            if step.text.key == key:
                [source] = [source for source in step.sources if isinstance(source, Cite)]
                assert source.section == SECTIONS[self.role], f"{self.where}: cites {source}"
                found.append(int(source.item))
        return found

    def targets(self) -> list[tuple[int, int]] | None:
        """The goals that the why measured distances to, if it measured any."""
        for step in self.trace:
            if step.text.key in ("saboteur.why.targets", "saboteur.why.all_targets"):
                cells: Any = dict(step.text.fields)["targets"]
                return sorted(GOAL_OF_WORDS[ENGLISH.of(cell)] for cell in cells)
        return None


def decisions(
    scenario: str, bots: tuple[str, ...], seed: str, options: Mapping[str, str] | None = None, every: int = EVERY
) -> Iterator[Seen]:
    """What the computer players decide in one whole game; the nuggets of the commercial game are not in the text."""
    game = Watched(GAME, scenario, bots, seed, options or {})
    number = 0
    while not game.over:
        state = game.table.state
        position = GAME.to_position(GAME.view(state, state.active))
        game.step()
        seat, choice = game.choices[0]
        number += bots[seat] == "rule"
        if bots[seat] == "rule" and number % every == 0:
            assert seat + 1 == position["active"]
            assert choice.trace is not None
            yield Seen(
                f"{game.title}, step {game.steps}",
                position,
                choice.action.notation,
                game.dice.sizes[: game.lots_before_choice[0]],
                choice.trace,
            )


def follows_the_list(seen: Seen) -> Answer:
    """The action is one that the list permits, with the same lot, by the line that the why cites."""
    right = answer(seen.position)
    assert seen.action in right.actions, f"{seen.where}: {seen.action}, permitted by line {right.line}: {right.actions}"
    assert seen.lots == ([len(right.actions)] if len(right.actions) > 1 else []), f"{seen.where}: {right.actions}"
    if right.line:
        assert seen.lines("why.done") == [right.line], seen.where
        assert seen.lines("why.skipped") == list(range(1, right.line)), seen.where
    if right.what in ("path", "rockfall"):
        assert seen.targets() == sorted(right.targets), seen.where
    return right


@pytest.mark.parametrize(("scenario", "players"), TABLES)
def test_what_the_computer_players_do_is_permitted(scenario: str, players: int) -> None:
    """A share of the decisions from whole games of this table; in every second one others play at random, for boards
    and broken tools that the list alone would not lead to."""
    wanted = -(-DECISIONS // len(TABLES))
    compared = 0
    for number in count():
        bots = tuple("random" if number % 2 and seat % 2 else "rule" for seat in range(players))
        for seen in decisions(scenario, bots, f"second reading {number}"):
            follows_the_list(seen)
            compared += 1
        if compared >= wanted:
            break


OTHERS = ["R14=as_dealt", "R15=cell", "R15=opening", "R18=first", "R19=seen", "R20=relook", "R24=built", "R25=built"]


@pytest.mark.parametrize("option", OTHERS)
def test_another_reading_is_found(option: str) -> None:
    """A game by another reading of the text does not pass for one by this reading."""
    ruling, _, value = option.partition("=")
    with pytest.raises(AssertionError, match="bots"):
        for number in range(20):
            for seen in decisions("tu", ("rule",) * 5, f"second reading {number}", {ruling: value}, every=1):
                follows_the_list(seen)
