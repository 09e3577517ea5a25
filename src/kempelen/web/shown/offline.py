"""Looking back: a game as frames, for the replay page and for a file that plays without a server.

The file holds drawings, not rules: every frame is a list of numbers of lines, and every line of a drawing is kept once.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from markupsafe import Markup

from kempelen.engine.game import game_named, say_in
from kempelen.engine.session import Session
from kempelen.engine.table import Seat
from kempelen.engine.tables.steps import Steps
from kempelen.engine.trace import Trace
from kempelen.scene import parts
from kempelen.scene.look import look_css, look_definitions
from kempelen.scene.model import Scene
from kempelen.scene.style import stylesheet
from kempelen.scene.textures import PAGE_TEXTURES
from kempelen.text.say import Say
from kempelen.web.rooms.start import empty_scene, title_of
from kempelen.web.shown.reasons import why_steps
from kempelen.web.shown.story import moments, told, trace_of, why_keys, worded_then
from kempelen.web.shown.trays import TrayView, told_trays
from kempelen.wording import because_of, named_at_screen, scenario_name

__all__ = ["Frame", "frame_of", "frames_of", "offline_page"]

STATIC = Path(__file__).parents[1] / "static"


@dataclass(frozen=True, slots=True)
class Frame:
    """One moment of a game."""

    board: Markup
    trays: tuple[TrayView, ...]
    lines: tuple[str, ...]
    """What has just happened."""
    whys: tuple[str, ...]
    """The decisions that led here, as keys: see `why_keys`."""
    status: str
    """Which round it was, and how everybody stood."""


def frame_of(
    session: Session, numbers: Sequence[int], number: int, reader: Seat | None, say: Say, spoken: Say | None = None
) -> Frame:
    """A moment as a reader may see it; `spoken` is what tells him what happened, if it speaks to him."""
    state, now = session.look_back(numbers[number])
    before = session.look_back(numbers[number - 1])[1] if number else 0
    if state is None:
        scene = empty_scene()
    else:
        scene = session.game.scene(state if reader is None else session.game.view(state, reader), say)
    inputs = range(numbers[number - 1], numbers[number]) if number else ()
    events = session.events[before:now]
    return Frame(
        Markup(parts.board(scene)),
        tuple(told_trays(scene)),
        tuple(worded_then(session, state, event, spoken or say) for event in told(events, reader)),
        tuple(why_keys(session, inputs, range(before, now), events, reader)),
        standing_in(scene),
    )


def standing_in(scene: Scene) -> str:
    """Round and scores in a line; empty for a game that tells none."""
    if scene.status is None:
        return ""
    counted = [scene.status.round.words] if scene.status.round is not None else []
    scores = [
        f"{score.label}: {score.sign or score.value}{f'/{score.of}' if score.of else ''}"
        for score in scene.status.scores
    ]
    return " · ".join(counted + scores)


# -- one file


class Lines:
    """Texts, each kept once."""

    def __init__(self) -> None:
        self.known: dict[str, int] = {}

    def number(self, text: str) -> int:
        return self.known.setdefault(text, len(self.known))

    def numbers(self, text: str) -> list[int]:
        return [self.number(line) for line in text.split("\n")]


def frames_of(session: Session, lang: str) -> Steps[dict[str, Any]]:
    """Everything the file shows, as plain data, frame by frame. Only for finished games: nothing is hidden."""
    from kempelen.web.templating import template

    say, lines, numbers, frames = named_at_screen(session, say_in(lang)), Lines(), moments(session), []
    for number in range(len(numbers)):
        yield
        frame = frame_of(session, numbers, number, None, say)
        whys = []
        for key in frame.whys:
            yield
            trace = why_by(session, key)
            if trace is not None:
                steps = why_steps(trace.steps, session.game, say)
                whys.append(template("_steps.html", steps=steps, say=say, lang=lang, game="", linked=False))
        frames.append(
            {
                "board": lines.numbers(frame.board),
                "trays": lines.numbers(template("_trays.html", trays=frame.trays)),
                "status": frame.status,
                "lines": list(frame.lines),
                "whys": whys,
            }
        )
    return {
        "lang": lang,
        "game": session.game.name,
        "title": title_of(session.game, say),
        "scenario": scenario_name(session.game, session.setup.scenario, say),
        "credits": [say.of(credit) for credit in session.game.credits],
        "ending": because_of(session, say),
        "lines": list(lines.known),
        "frames": frames,
    }


def why_by(session: Session, key: str) -> Trace | None:
    """The whole why behind a key."""
    if key.startswith("e"):
        return trace_of(session.events[int(key[1:])])
    index, _, seat = key.partition("-")
    return session.why(int(index), seat=int(seat))


def offline_page(content: dict[str, Any], say: Say, review: Mapping[str, Any] | None = None) -> str:
    """The file itself: drawings, style and a small player in one page that may load nothing.

    `review` is what `review_shown` says, if the game has been looked back at.
    """
    from kempelen.web.templating import json_in_page, template

    script = (STATIC / "offline.js").read_text("utf-8")
    style = (
        stylesheet("auto", "s")
        + PAGE_TEXTURES
        + look_css(game_named(content["game"]))
        + (STATIC / "base.css").read_text("utf-8")
        + ((STATIC / "review.css").read_text("utf-8") if review is not None else "")
    )
    shared = {"say": say, "lang": say.lang, "root": "", "id": "", "linked": False, "game": content["game"]}
    data = json_in_page({"lines": content["lines"], "frames": content["frames"]})
    return template(
        "offline.html",
        say=say,
        game=content["game"],
        definitions=Markup(look_definitions(game_named(content["game"]))),
        script=Markup(script),
        script_hash=digest(script),
        style=Markup(style),
        style_hash=digest(style),
        data=data,
        **{key: content[key] for key in ("lang", "title", "scenario", "credits", "ending")},
        last=len(content["frames"]) - 1,
        review=Markup("" if review is None else template("_review.html", **shared, **review)),
    )


def digest(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
