"""What a strong player has found, for the page."""

from __future__ import annotations

from typing import Any

from kempelen.engine.search.player import Searched
from kempelen.engine.table import notation_of
from kempelen.text.say import Say, Text
from kempelen.web.shown.choices import sentence

__all__ = ["advice_shown"]

BEST = 3
"""So many choices are named."""


def advice_shown(found: Searched, say: Say) -> dict[str, Any]:
    """The best choices with the share of worlds each has won, and what the automa would do."""
    same = found.automa == found.chosen
    return {
        "iterations": found.iterations,
        "best": [
            {
                "text": sentence(say, one.action),
                "percent": one.share * 100,
                "interval": say("web.coach.interval", low=one.low * 100, high=one.high * 100),
                "notation": notation_of(one.action),
            }
            for one in found.continuations[:BEST]
        ],
        "automa": say.of(Text("search.automa_too" if same else "search.automa_else", action=found.automa.text)),
    }
