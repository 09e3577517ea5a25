"""What is advised: the tips of a first game, and what a strong player has found."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Literal, TypeAlias

from kempelen.engine.search.coach import Advice
from kempelen.engine.session import Session
from kempelen.engine.speech import Tip
from kempelen.engine.table import Decision, Seat, notation_of
from kempelen.text.say import Say, Text
from kempelen.web.rooms.room import Room
from kempelen.web.rooms.start import first_scenario
from kempelen.web.shown.choices import worded
from kempelen.wording import advised_automa, advised_lead, advised_reason, choice_text

__all__ = ["Folded", "advice_shown", "begins_alone", "hints_of", "hopeless_of", "is_folded", "keys_hint", "standing_of"]
__all__ += ["tip_for", "waits_of"]

Folded: TypeAlias = Literal["", "now", "folded"]
"""Open; folded from this choice on, which is said once; folded."""
LEAST, KINDS, MOST = 4, 3, 8
"""Tips are open for so many choices of one's own, until so many kinds of them were made, and no longer than so many."""
WORD = re.compile(r"[a-z_]+")


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
        "lead": advised_lead(found, say),
        "automa": advised_automa(found, session.game.speech.automa, say),
    }


def is_folded(room: Room, seat: Seat, tip: Tip | None) -> Folded:
    """Whoever has seen what there is to do decides for himself, and asks when he wants to: that he can win, too."""
    if tip is None:
        return ""
    kinds: set[str] = set()
    mine = [str(row.value) for row in room.session.inputs if row.human and row.seat == seat and row.kind == "do"]
    for n, notation in enumerate(mine, 1):
        kinds.add(_kind(notation))
        if n >= MOST or (n >= LEAST and len(kinds) >= KINDS):
            return "now" if n == len(mine) else "folded"
    return ""


def _kind(notation: str) -> str:
    """What is done: in a notation the first word that is no name and no place."""
    return next((word for word in notation.split() if WORD.fullmatch(word)), "")


def tip_for(room: Room, seat: Seat) -> Tip | None:
    """In a first game: what is advised, and the action it speaks of."""
    asked = _asked_newcomer(room, seat)
    return None if asked is None else room.game.speech.told(room.setup, asked)


def waits_of(room: Room, seat: Seat, advised: Any) -> str:
    """Something is set up; or nothing can be done but let time pass, and the reader did only that the last time."""
    game = room.game
    if advised is not None and game.speech.sets_up(advised):
        return "set_up"
    if advised is None or not game.speech.waits(advised):
        return ""
    asked = room.asked(seat)
    if asked is not None and not all(map(game.speech.waits, asked.options)):
        return ""  # something else could still be done
    own = (row for row in reversed(room.session.inputs) if row.human and row.seat == seat and row.kind == "do")
    last = next(own, None)
    return "time" if last is not None and game.speech.waits(game.parse(str(last.value))) else ""


def _hinted(room: Room) -> bool:
    return room.hints and room.advice_agreed and not room.over


def _asked_newcomer(room: Room, seat: Seat) -> Decision[Any] | None:
    """In a first game: what this place is to do."""
    asked = room.asked(seat)
    return asked if _hinted(room) and asked is not None and asked.seat == seat and asked.kind == "do" else None


def standing_of(room: Room, seat: Seat, say: Say) -> tuple[str, ...]:
    asked = _asked_newcomer(room, seat)
    return () if asked is None else tuple(map(say.of, room.game.speech.standing(room.setup, asked)))


def hopeless_of(room: Room, seat: Seat, say: Say) -> str:
    asked = _asked_newcomer(room, seat)
    why = None if asked is None else room.game.speech.hopeless(room.setup, asked)
    return "" if why is None else say.of(why)


def begins_alone(room: Room, seat: Seat) -> bool:
    session = room.session
    if room.over or room.companion or session.humans != {seat} or _hinted(room) or room.asked(seat) is None:
        return False
    return not any(row.human and row.seat == seat for row in session.inputs)


def hints_of(room: Room, seat: Seat, tip: Tip | None, say: Say) -> tuple[str, ...]:
    """In a first game: the game's own advice, and in the first turns some about this page."""
    asked = room.asked(seat)
    if not _hinted(room) or asked is None or asked.seat != seat:
        return ()
    found = []
    view = room.view(seat)
    advice = room.game.speech.tip(room.setup, asked) if tip is None else tip.text
    turn = 1 + sum(row.human and row.seat == seat for row in room.session.inputs)
    if advice is not None:
        again = advice.key + "_again"
        known = room.tips.setdefault((seat, advice.key), turn) < turn
        found.append(say.of(Text(again, **dict(advice.fields)) if known and say.has(again) else advice))
    elif tip is not None and tip.action is not None:
        found.append(worded(room.game, view, tip.action, say) + ".")
    # How a page works is learned once, with the scenario that teaches the game.
    if room.setup.scenario == first_scenario(room.game) and say.has(f"web.hint.{turn}"):
        found.append(say(f"web.hint.{turn}", automa=room.game.speech.automa))
    return tuple(found)


def keys_hint(room: Room, hints: Sequence[str], seat: Seat, say: Say) -> str:
    """Beside these: with which keys it is done. Whoever has none does not see it (`for-keys`)."""
    turn = 1 + sum(row.human and row.seat == seat for row in room.session.inputs)
    first = bool(hints) and room.setup.scenario == first_scenario(room.game)
    return say(f"web.hint_keys.{turn}") if first and say.has(f"web.hint_keys.{turn}") else ""
