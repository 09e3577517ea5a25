"""A decision as a tree of menus: choose a card, then where it goes, then how it lies.

Every option names its handles in the order in which they would be clicked. Here each level of that tree is a numbered
menu; what lies on the board or in a hand is numbered there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kempelen.engine.game import Game
from kempelen.engine.handles import handle_text
from kempelen.engine.table import notation_of
from kempelen.scene.model import Scene
from kempelen.terminal.ask import Named, find
from kempelen.terminal.board import has_pictures
from kempelen.text.say import Say, Text

__all__ = ["Branch", "branches", "sentence", "walk"]


@dataclass(frozen=True, slots=True)
class Branch:
    """Everything that goes on with one more handle."""

    handle: str
    depth: int
    named: Named
    options: tuple[Any, ...]
    drawn: str
    """Where in the picture its number can stand: on the `board`, in the `hand`, `beside` the board, or nowhere."""


def branches(game: Game[Any], say: Say, scene: Scene, options: Sequence[Any], depth: int) -> list[Branch]:
    """The choices at this depth; levels with a single choice are passed over."""
    while True:
        groups: dict[str, list[Any]] = {}
        for option in options:
            handles = option.handles
            groups.setdefault(handles[depth] if depth < len(handles) else "", []).append(option)
        if len(groups) > 1 or len(options) == 1:
            break
        depth += 1
    places = dict(_places(scene))
    labels = {shape.id: shape.label for shape in scene.everything()}
    order = sorted(groups, key=lambda handle: places.get(handle, (9, 0.0, 0.0)))
    return [
        Branch(
            handle,
            depth,
            Named(_label(game, say, labels, handle, groups[handle]), (handle.partition(":")[2] or handle, handle)),
            tuple(groups[handle]),
            ("board", "hand", "beside")[places[handle][0]] if handle in places else "",
        )
        for handle in order
    ]


def _places(scene: Scene) -> Iterator[tuple[str, tuple[int, float, float]]]:
    """Where to look for a handle: pieces in the order of the picture, as on pages; then along the rows of the board,
    then in the trays."""
    for n, shape in enumerate(scene.shapes):
        yield shape.id, (0, -1, n) if shape.role == "unit" else (0, shape.y, shape.x)
    for number, tray in enumerate(scene.trays):
        for n, shape in enumerate(tray.things):
            yield shape.id, (1 if has_pictures(tray) else 2, number, n)


def _label(game: Game[Any], say: Say, labels: Mapping[str, str], handle: str, options: Sequence[Any]) -> str:
    """The whole sentence if it decides, else its name in the texts or in the picture; the first level has names."""
    kind, _, name = handle.partition(":")
    text = handle_text(game, say, handle)
    if len(options) == 1 and (options[0].handles[0] != handle or len(options[0].handles) == 1 or text is None):
        said = sentence(say, options[0])
        return labels[handle].partition(":")[0] if said == name and labels.get(handle) else said
    if text is not None:
        word = say.of(text, "Bare")
        return word if name else f"{word[:1].upper()}{word[1:]} …"
    own = game.things.word(name or kind)
    word = say.of(own, "Bare") if own is not None else name
    label = word if kind == "card" and own is not None else labels.get(handle) or word or kind
    return f"{label[:1].upper()}{label[1:]} …"


def sentence(say: Say, option: Any, case: str = "Nom") -> str:
    """An option in words."""
    text = getattr(option, "text", None)
    return say.of(text, case) if isinstance(text, Text) else notation_of(option)


def walk(game: Game[Any], say: Say, scene: Scene, options: Sequence[Any], depth: int, typed: str) -> list[Branch]:
    """What a typed line can mean: a number or a name of this level, or names down the tree, such as `plus 1,0`."""
    offered = [(branch.named, branch) for branch in branches(game, say, scene, options, depth)]
    found = find(typed, offered)
    words = typed.split()
    for n in range(len(words) - 1, 0, -1):
        if found:
            break
        heads = find(" ".join(words[:n]), offered, numbers=False)
        if len(heads) == 1 and len(heads[0].options) > 1:
            found = walk_names(game, say, scene, heads[0], " ".join(words[n:]))
    return found


def walk_names(game: Game[Any], say: Say, scene: Scene, head: Branch, typed: str) -> list[Branch]:
    """The rest of a line, where a number is a name (`player 2`) and not the place in a menu nobody has seen."""
    offered = [(branch.named, branch) for branch in branches(game, say, scene, head.options, head.depth + 1)]
    found = find(typed, offered, numbers=False)
    if found or " " not in typed:
        return found
    first, _, rest = typed.partition(" ")
    heads = find(first, offered, numbers=False)
    return walk_names(game, say, scene, heads[0], rest) if len(heads) == 1 and len(heads[0].options) > 1 else []
