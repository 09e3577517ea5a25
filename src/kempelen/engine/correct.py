"""Setting facts of a tracked table: the position with some fields replaced."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kempelen.engine.errors import BadPosition
from kempelen.engine.files.numbers import number_in
from kempelen.engine.game import Game
from kempelen.text.say import Text

__all__ = ["corrected"]


def corrected(game: Game[Any], state: Any, facts: Mapping[str, Any]) -> Any:
    """The state with these facts set; raises BadPosition if the table cannot be like that."""
    position = game.to_position(state)
    merged = _merge(position, game.things.facts_meant(position, facts))
    return game.from_position(merged, game.options_of(state))


def _merge(old: Any, new: Any) -> Any:
    """Facts laid over a position: tables by key; a list by 1-based number when facts name one (`players.2.score`)."""
    if isinstance(old, dict) and isinstance(new, Mapping):
        return {**old, **{key: _merge(old.get(key), value) for key, value in new.items()}}
    if isinstance(old, list) and isinstance(new, Mapping):
        merged = list(old)
        for key, value in new.items():
            number = number_in(str(key), 1, len(old))
            if number is None:
                raise BadPosition(Text("position.no_such_entry", entry=str(key), n=len(old)))
            merged[number - 1] = _merge(merged[number - 1], value)
        return merged
    return new
