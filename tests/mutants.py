"""Files that somebody or something has spoiled, in many small ways; the same ones every time."""

import copy
import re
from collections.abc import Iterator
from random import Random
from typing import Any

ODD: list[Any] = [
    *(None, True, False, 0, -1, 10**6, 10**18, 10**400, 1.5, 1e308, float("nan"), float("inf")),
    *("", " ", "x", "0", "-1", "human", "\x00", "\ud800", "ä", "n" * 5000, "9" * 5000),
    *([], {}, [[]], [None], {"": None}, [1, 2], ["a"], "1,1", "A1", "@nest@", "@digits@"),
]


def spoiled(data: Any, random: Random) -> Any:
    """A copy of plain data with one to three things changed."""
    data = copy.deepcopy(data)
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        places = [place for place in _places(data) if place]
        if not places:
            break
        *way, last = random.choice(places)
        parent = data
        for step in way:
            parent = parent[step]
        match random.randrange(6):
            case 0:
                del parent[last]
            case 1 | 2:
                parent[last] = copy.deepcopy(random.choice(ODD))
            case 3:
                parent[last] = [parent[last]]
            case 4:
                parent[last] = copy.deepcopy(_at(data, random.choice(places)))
            case 5 if isinstance(parent, list):
                parent.insert(last, copy.deepcopy(parent[last]))
            case 5:
                parent[f"{last}x"] = parent.pop(last)
    return data


def _places(data: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield way
    steps = data if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else ()
    for step in steps:
        yield from _places(data[step], (*way, step))


def _at(data: Any, way: tuple[Any, ...]) -> Any:
    for step in way:
        data = data[step]
    return data


def unfolded(text: str) -> str:
    """With what no writer of JSON would write: a nest too deep, a number too long."""
    return text.replace('"@nest@"', "[" * 9000 + "]" * 9000).replace('"@digits@"', "9" * 5000)


def scratched(text: str, random: Random) -> bytes:
    """A text with a few bytes changed, lost or added."""
    content = bytearray(text.encode())
    for _ in range(random.choice((1, 2, 4))):
        at = random.randrange(len(content) + 1)
        match random.randrange(4):
            case 0:
                content[at : at + 1] = bytes([random.randrange(256)])
            case 1:
                del content[at : at + random.choice((1, 5, 40))]
            case 2:
                content[at:at] = random.choice((b"\n", b'"', b"[", b"}", b"=", b"-", b"nan", b"1e999", b"\xff", b"\r"))
            case 3:
                content[at:at] = content[at // 2 : at // 2 + random.randrange(60)]
    return bytes(content)


def is_said(words: str) -> bool:
    """A message has no holes left in it."""
    return bool(words) and not re.search(r"\{\w+\}", words)
