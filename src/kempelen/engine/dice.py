"""Where chance comes from. Only the engine knows; rules ask their table."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b
from random import Random
from secrets import token_hex
from typing import Protocol

__all__ = ["Dice", "KeyedDice", "ScriptedDice", "TapeDice", "secret_seed"]


def secret_seed() -> str:
    """A seed of 128 bits that nobody chose. From 32 bits a player could search the deck by his own cards."""
    return token_hex(16)


class Dice(Protocol):
    """A source of whole numbers, each equally likely."""

    def below(self, n: int, why: str, where: str) -> int:
        """A number from 0 to n - 1; `why` and `where` say what it is for and at which input it falls."""


class TapeDice:
    """One random stream per game, as fast as possible: direct play and the lab."""

    __slots__ = ("random",)

    def __init__(self, seed: int | str) -> None:
        self.random = Random(seed).random

    def below(self, n: int, why: str, where: str) -> int:
        return int(self.random() * n)


class KeyedDice:
    """The value follows from the seed, the place in the game and what it is rolled for.

    So taking an action back and doing it again meets the same die, and another action meets another die:
    undo is no way to fish for luck.
    """

    __slots__ = ("seed",)

    def __init__(self, seed: int | str) -> None:
        self.seed = seed

    def below(self, n: int, why: str, where: str) -> int:
        digest = blake2b(f"{self.seed}|{where}|{why}".encode(), digest_size=16).digest()
        return int.from_bytes(digest, "big") % n


class ScriptedDice:
    """A list of numbers for a test; running out is an error of the test."""

    __slots__ = ("numbers",)

    def __init__(self, numbers: Iterable[int]) -> None:
        self.numbers = list(numbers)[::-1]

    def below(self, n: int, why: str, where: str) -> int:
        if not self.numbers:
            raise AssertionError(f"the script has no number left for {why}")
        number = self.numbers.pop()
        if not 0 <= number < n:
            raise AssertionError(f"the script gives {number} for {why}, which needs 0..{n - 1}")
        return number
