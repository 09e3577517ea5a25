"""What somebody means who sends the workbench: the text, with what was changed in the form of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kempelen.engine.game import Game
from kempelen.text.say import Say
from kempelen.web.bench.form import applied
from kempelen.web.bench.found import plain
from kempelen.web.rooms.start import one

__all__ = ["meant"]


def meant(game: Game[Any], form: Mapping[str, Sequence[str]], say: Say) -> str:
    """Whatever button was pressed: without a script nobody else puts the fields of the form into the text, and with one
    the button may be faster."""
    assert game.automas is not None
    text = plain(one(form, "automa_text", ""))
    fields = {key: values[-1] for key, values in form.items() if key.startswith("f.")}
    return applied(text, game.automas.vocabulary, say, fields) if fields else text
