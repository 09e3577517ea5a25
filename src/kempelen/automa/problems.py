"""What is wrong with an automa file, or doubtful: where, what, and how to mend it."""

from __future__ import annotations

from dataclasses import dataclass

from kempelen.engine.errors import PlayerError
from kempelen.text.say import Text

__all__ = ["BadAutoma", "Problem", "Spoiled"]


@dataclass(frozen=True, slots=True)
class Problem:
    """A place in the file, and what is the matter there; lines and columns count from 1."""

    line: int
    column: int
    text: Text
    word: str = ""
    """A word of the vocabulary that the problem is about, to look it up."""

    @property
    def placed(self) -> Text:
        return Text("automa.at", line=self.line, column=self.column, what=self.text)


class Spoiled(Exception):  # it never leaves this package: what it carries becomes a Problem
    """The rest of this line cannot be read."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self.problem = problem


class BadAutoma(PlayerError):
    """An automa file that cannot be used; `problems` has all that was found, the message the first."""

    def __init__(self, name: str, problems: tuple[Problem, ...]) -> None:
        more = len(problems) - 1
        key = "automa.refused_more" if more else "automa.refused"
        super().__init__(Text(key, name=name, what=problems[0].placed, more=more))
        self.problems = problems
