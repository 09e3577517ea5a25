"""Lines of an automa moved, taken out and added by the buttons of its form."""

from __future__ import annotations

from collections.abc import Sequence

from kempelen.automa.source import Source, source_of
from kempelen.engine.files.numbers import number_in
from kempelen.web.bench.form import ITEM, is_item, item_of

__all__ = ["changed_by", "tried"]


def changed_by(text: str, deed: str) -> str:
    """The text after a button of the form: `up.12`, `down.12`, `out.12`, `add.12`; unknown ones change nothing."""
    verb, _, number = deed.partition(".")
    source = source_of(text)
    at = number_in(number, 1, len(source.lines))
    if at is None:
        return text
    blocks = _blocks(source, at)
    mine = next((n for n, (first, _) in enumerate(blocks) if first == at), None)
    if mine is None:
        return text
    raws = [line.raw for line in source.lines]
    first, last = blocks[mine]
    if verb == "out" and len(blocks) > 1:
        return "".join(raws[: first - 1] + raws[last:])
    if verb == "add":
        return "".join([*raws[:last], _another(source, blocks, mine), *raws[last:]])
    other = mine - 1 if verb == "up" else mine + 1 if verb == "down" else -1
    if not 0 <= other < len(blocks):
        return text
    return _swapped(source, blocks[min(mine, other)], blocks[max(mine, other)])


def tried(text: str, changes: Sequence[tuple[str, str]]) -> str:
    """The text after the small change that a newcomer is shown; as it was if its lines are not there."""
    lines = text.split("\n")
    for old, new in changes:
        at = next((n for n, line in enumerate(lines) if line.strip().startswith(old)), None)
        if at is None:
            return text
        lines[at : at + 1] = [lines[at].replace(old, new, 1)] if new else []
    return "\n".join(lines)


def _blocks(source: Source, at: int) -> list[tuple[int, int]]:
    """The numbered lines of the same section and depth, each with what stands inside it: first and last line."""
    section = next((one for one in source.sections if any(line.number == at for line in one.lines)), None)
    if section is None:
        return []
    depth = source.lines[at - 1].indent
    found: list[tuple[int, int]] = []
    inside = False
    for line in section.lines:
        if line.indent <= depth:
            inside = line.indent == depth and is_item(line)
            if inside:
                found.append((line.number, line.number))
        elif inside:
            found[-1] = found[-1][0], line.number
    return found


def _swapped(source: Source, one: tuple[int, int], other: tuple[int, int]) -> str:
    """Two neighbours change places; their numbers stay where they were."""
    raws = [line.raw if line.raw.endswith("\n") else line.raw + "\n" for line in source.lines]
    upper, lower = raws[one[0] - 1 : one[1]], raws[other[0] - 1 : other[1]]
    heads = [ITEM.match(source.lines[first - 1].text) for first, _ in (one, other)]
    assert heads[0] is not None
    assert heads[1] is not None
    upper[0] = upper[0].replace(heads[0].group(), heads[1].group(), 1)
    lower[0] = lower[0].replace(heads[1].group(), heads[0].group(), 1)
    return "".join([*raws[: one[0] - 1], *lower, *raws[one[1] : other[0] - 1], *upper, *raws[other[1] :]])


def _another(source: Source, blocks: Sequence[tuple[int, int]], mine: int) -> str:
    """A line like this one with a number of its own: something to change."""
    line = source.lines[blocks[mine][0] - 1]
    items = [item_of(source.lines[first - 1]) for first, _ in blocks]
    head = ITEM.match(line.text)
    assert head is not None
    number = next(new for letter in "abcdefghijklmnopqrstuvwxyz" if (new := f"{items[mine]}{letter}") not in items)
    said = head.group().replace(items[mine], number, 1) + line.text[head.end() :]
    inside = "".join(one.raw for one in source.lines[blocks[mine][0] : blocks[mine][1]] if one.text)
    return " " * (line.column - 1) + said + "\n" + inside
