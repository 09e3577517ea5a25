"""Characters on a grid, with boxes that join and a style for each character."""

from collections.abc import Iterator
from typing import TypeAlias

__all__ = ["Canvas", "Line", "plain_line"]

Line: TypeAlias = list[tuple[str, str]]
"""One line of a text drawing: pieces of text, each with its style."""

JOINTS = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
UP, RIGHT, DOWN, LEFT = 1, 2, 4, 8


class Canvas:
    def __init__(self) -> None:
        self.chars: dict[tuple[int, int], tuple[str, str]] = {}
        self.joints: dict[tuple[int, int], int] = {}

    def write(self, x: int, y: int, text: str, style: str = "") -> None:
        for i, char in enumerate(text):
            self.chars[x + i, y] = char, style

    def box(self, left: int, top: int, right: int, bottom: int) -> None:
        for y in (top, bottom):
            for x in range(left, right):
                self.join(x, y, RIGHT)
                self.join(x + 1, y, LEFT)
        for x in (left, right):
            for y in range(top, bottom):
                self.join(x, y, DOWN)
                self.join(x, y + 1, UP)

    def join(self, x: int, y: int, arm: int) -> None:
        self.joints[x, y] = self.joints.get((x, y), 0) | arm

    def size(self) -> tuple[int, int]:
        places = [*self.chars, *self.joints]
        return max((x for x, _ in places), default=-1) + 1, max((y for _, y in places), default=-1) + 1

    def lines(self, left: int = 0, right: int | None = None) -> Iterator[Line]:
        """The columns from left to right, without blanks at the end of a line."""
        width, height = self.size()
        for y in range(height):
            line: Line = []
            for x in range(left, width if right is None else min(right, width)):
                char, style = self.chars.get((x, y)) or (JOINTS[self.joints.get((x, y), 0)], "dim")
                if char == " " and "reverse" not in style:
                    style = ""
                if line and line[-1][1] == style:
                    line[-1] = line[-1][0] + char, style
                else:
                    line.append((char, style))
            if line and "reverse" not in line[-1][1]:
                line[-1] = line[-1][0].rstrip(), line[-1][1]
            yield line


def plain_line(line: Line) -> str:
    return "".join(text for text, _ in line).rstrip()
