"""What a strong player has found, for the page."""

from __future__ import annotations

from typing import Any

from kempelen.engine.search.coach import Advice
from kempelen.engine.session import Session
from kempelen.engine.table import notation_of
from kempelen.text.say import Say
from kempelen.wording import advised_automa, advised_reason, choice_text

__all__ = ["advice_shown"]


def advice_shown(found: Advice, session: Session, say: Say) -> dict[str, Any]:
    """The best choices with the share of worlds each has won, what speaks for them, and what the automa would do."""
    return {
        "iterations": found.found.iterations,
        "best": [
            {
                "text": choice_text(one.said, say),
                "percent": one.found.share * 100,
                "interval": say("web.coach.interval", low=one.found.low * 100, high=one.found.high * 100),
                "notation": notation_of(one.found.action),
                "reason": advised_reason(one, session, found.seat, say),
            }
            for one in found.best
        ],
        "automa": advised_automa(found, say),
    }
