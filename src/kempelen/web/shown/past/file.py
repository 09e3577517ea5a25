"""A finished game as a file that plays without a server.

It holds drawings, not rules: every moment is a list of numbers of lines, and every line of a drawing is kept once.
"""

from __future__ import annotations

import base64
import hashlib
import itertools
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from markupsafe import Markup

from kempelen.engine.game import game_named
from kempelen.engine.session import Session
from kempelen.engine.table import SPECTATOR, Seat
from kempelen.engine.tables.steps import Steps
from kempelen.engine.trace import Trace
from kempelen.scene.look import look_css, look_definitions
from kempelen.text.say import Say
from kempelen.web.files import as_sent
from kempelen.web.people.visitor import plain_say
from kempelen.web.rooms.start import title_of
from kempelen.web.shown.known import why_of_event
from kempelen.web.shown.past.film import Frame, frame_of, moments_of
from kempelen.web.shown.reasons import why_steps
from kempelen.web.shown.still import page_css
from kempelen.web.shown.story import moments, trace_of
from kempelen.wording import because_of, named_at_screen, scenario_name, speaking_to

__all__ = ["SCRIPTS", "STATIC", "STYLES", "digest", "frames_of", "in_one", "offline_page", "seen_then"]

STATIC = Path(__file__).parents[2] / "static"
STYLES = ("base.css", "table.css", "play.css", "dice.css", "replay.css")
"""A table as it looks on its page, and how one looks back."""
SCRIPTS = (
    "page.js",
    "spread.js",
    "minimap.js",
    "board.js",
    "lying.js",
    "marks.js",
    "badges.js",
    "dice.js",
    "film.js",
    "offline.js",
)
"""The same that a page loads, in one: what is named in several of them would be one thing, so nothing is."""
IMPORT = re.compile(r"^import [^;]*;\n", re.MULTILINE)
LATER = re.compile(r"import\('\./(\w+)\.js'\)")
"""What a page loads when it is needed."""
EXPORT = re.compile(r"^export (?=[a-z])", re.MULTILINE)
NAMED = re.compile(r"^export (?:async )?(?:function|const) (\w+)", re.MULTILINE)


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
    """Everything the file shows, as plain data, moment by moment. Only for finished games: nothing is hidden."""
    from kempelen.web.templating import template

    yield  # what is read and drawn here for the first time takes longest
    say, lines, numbers, frames = named_at_screen(session, plain_say(lang)), Lines(), moments(session), []
    yield
    seat = min(session.humans, default=SPECTATOR)
    alone = seat if len(session.humans) == 1 else SPECTATOR
    told = speaking_to(session, alone, say)
    last = len(numbers) - 1
    shared = {"say": say, "lang": lang, "root": "", "id": "", "game": session.game.name, "last": last}
    shared |= {"title": title_of(session.game, say), "may_fork": False, "linked": False}
    for number in moments_of(session, numbers, None):
        yield
        count = 1
        for which in itertools.count():
            if which >= count:
                break
            yield
            frame = frame_of(session, numbers, number, None, say, told, seat=seat, which=which)
            count = max(1, len(frame.deeds))
            whys = []
            for key in keys_of(session, frame.whys):
                yield
                trace = why_by(session, key)
                if trace is not None:
                    steps = why_steps(trace.steps, session.game, told, session.setup.options)
                    whys.append(template("_steps.html", steps=steps, say=say, lang=lang, game="", linked=False))
            yield
            then = template("_past.html", **shared, number=number, frame=frame, seen=seen_then(frame, alone))
            yield
            here = template("_past_told.html", **shared, number=number, frame=frame)
            frames.append(
                {
                    "at": number,
                    "then": lines.numbers(then),
                    "told": lines.numbers(here),
                    "story": frame.deed.line.headline if frame.deed is not None else "",
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


def seen_then(frame: Frame, seat: Seat) -> dict[str, Any]:
    """What the parts of a table's page ask for; nobody is asked anything."""
    return {
        "seat": seat,
        "bar": frame.bar,
        "beside": frame.beside,
        "board": frame.board,
        "emblems": frame.emblems,
        "did": {},
        "hunches": None,  # what one suspects is suspected now
        "asked": None,
        "over": False,
    }


def keys_of(session: Session, keys: Iterable[str]) -> Iterator[str]:
    """Where the reasons stand, also those of an event as everybody knows it by now."""
    for key in keys:
        if key.startswith("m"):
            yield from why_of_event(session, None, int(key[1:]))
        else:
            yield key


def why_by(session: Session, key: str) -> Trace | None:
    """The whole why behind a key."""
    if key.startswith("e"):
        return trace_of(session.events[int(key[1:])])
    index, _, seat = key.partition("-")
    return session.why(int(index), seat=int(seat))


def in_one(names: Sequence[str]) -> Steps[str]:
    """These scripts as one module, in an order in which each finds what it needs at once."""
    texts = {name.removesuffix(".js"): (STATIC / name).read_text("utf-8") for name in names}

    def loaded(match: re.Match[str]) -> str:
        return f"Promise.resolve({{{', '.join(NAMED.findall(texts[match[1]]))}}})"

    found = ""
    for text in texts.values():
        yield
        found += as_sent("one.js", EXPORT.sub("", LATER.sub(loaded, IMPORT.sub("", text)))) + "\n"
    return found


def offline_page(content: dict[str, Any], say: Say, review: Mapping[str, Any] | None = None) -> Steps[str]:
    """The file itself: drawings, style and a small player in one page that may load nothing.

    `review` is what `review_shown` says, if the game has been looked back at.
    """
    from kempelen.web.templating import json_in_page, template

    script = yield from in_one(SCRIPTS)
    yield
    style = page_css()
    yield
    style += look_css(game_named(content["game"]))
    for name in STYLES:
        yield
        style += as_sent(name, (STATIC / name).read_text("utf-8"))
    style += (STATIC / "review.css").read_text("utf-8") if review is not None else ""
    yield
    definitions = Markup(look_definitions(game_named(content["game"])))
    yield
    shared = {"say": say, "lang": say.lang, "root": "", "id": "", "linked": False, "game": content["game"]}
    data = json_in_page({"lines": content["lines"], "frames": content["frames"]})
    yield
    return template(
        "offline.html",
        say=say,
        game=content["game"],
        definitions=definitions,
        script=Markup(script),
        script_hash=digest(script),
        style=Markup(style),
        style_hash=digest(style),
        data=data,
        **{key: content[key] for key in ("lang", "title", "scenario", "credits", "ending")},
        last=len(content["frames"]) - 1,
        story=[(n, one["story"]) for n, one in enumerate(content["frames"]) if one["story"]],
        review=Markup("" if review is None else template("_review.html", **shared, **review)),
    )


def digest(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
