"""What Germans type for an order: `A1 bewegen 34,5 20` is `A1 move 34.5,20`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

__all__ = ["as_written"]

VERBS: Mapping[str, str] = {
    "bewegen": "move",
    "laufen": "move",
    "gehen": "move",
    "angriffsbewegung": "charge",
    "lösen": "disengage",
    "springen": "jump",
    "hinunterspringen": "drop",
    "drehen": "turn",
    "schießen": "shoot",
    "schiessen": "shoot",
    "zielen": "aim",
    "schnellschuss": "snap",
    "angreifen": "attack",
    "nachladen": "reload",
    "feuerbereit": "ready",
    "verteidigen": "defend",
    "hinlegen": "lie_down",
    "aufstehen": "stand_up",
    "aufklären": "reconnoitre",
    "aufnehmen": "take",
    "übergeben": "give",
    "ablegen": "put",
    "ausweichen": "dodge",
    "aufstellen": "deploy",
    "ziehen": "move",
    "zieht": "move",
    "bewegt": "move",
    "geht": "move",
    "läuft": "move",
    "schießt": "shoot",
    "schiesst": "shoot",
    "zielt": "aim",
}
LITTLE = ("auf", "nach", "mit")
"""Words that people put between the others: `A1 schießt auf B2`."""
NUMBER = re.compile(r"\d+(?:[.,]\d+)?")


def as_written(said: Sequence[str]) -> list[str]:
    """The words as they are written in a record: English verbs, points with a decimal point and one comma."""
    if len(said) == 1 and said[0] in ("ende", "beenden", "fertig"):
        return ["end"]
    if len(said) > 1 and said[1] in VERBS:
        said = [*said[:2], *(word for word in said[2:] if word not in LITTLE)]
    found = [VERBS.get(word, word) if n == 1 else word for n, word in enumerate(said)]
    return [*found[:2], *points(found[2:])]


def points(words: Sequence[str]) -> list[str]:
    """Two numbers one after the other are a point: `34,5 20` and `34,5; 20,0`. A number with a unit's name is none."""
    left = [part for word in words for part in (word.split(";") if ";" in word else (word,)) if part]
    pairs = [NUMBER.fullmatch(word) is not None for word in left]
    bare = any("," not in word and "." not in word for word, number in zip(left, pairs, strict=True) if number)
    if not all(pairs) or len(left) % 2 or not (bare or ";" in "".join(words)):
        return left if ";" in "".join(words) else list(words)
    x, y = left[::2], left[1::2]
    return [f"{a.replace(',', '.')},{b.replace(',', '.')}" for a, b in zip(x, y, strict=True)]
