"""The computer players against a second reading of 4.3.3, in whole games of every variant and number of players."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from typing import Any

import pytest

from kempelen.behaviour.trace import Cite, Trace
from kempelen.games.saboteur import GAME
from tests.references.prove import DECISIONS, LONG
from tests.references.saboteur.bot import Answer, answer
from tests.references.saboteur.grid import cell_of
from tests.references.watched import Watched

TABLES = [(scenario, players) for scenario in GAME.scenarios for players in GAME.seat_counts(scenario)]
EVERY = 1 if LONG else 3
"""The short form compares every third decision of a game, so that it sees the ends of games, too."""
SECTIONS = {"gold": "4.3.3 Goldsucher und Steinsucher", "stone": "4.3.3 Goldsucher und Steinsucher", "sab": "4.3.3 Saboteure"}


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
                return sorted(cell_of(dict(cell.fields)["at"]) for cell in cells)
        return None


def decisions(scenario: str, players: int, seed: str) -> Iterator[Seen]:
    """What the computer players decide in one whole game; the nuggets of the commercial game are not in the text."""
    game = Watched(GAME, scenario, ("rule",) * players, seed)
    number = 0
    while not game.over:
        state = game.table.state
        position = GAME.to_position(GAME.view(state, state.active))
        game.step()
        seat, choice = game.choices[0]
        number += 1
        if number % EVERY == 0:
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
    """A share of the decisions from whole games of this table."""
    wanted = -(-DECISIONS // len(TABLES))
    compared = 0
    for number in count():
        for seen in decisions(scenario, players, f"second reading {number}"):
            follows_the_list(seen)
            compared += 1
        if compared >= wanted:
            break
