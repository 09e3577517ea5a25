"""Pages from templates, in the visitor's language."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import BaseLoader, Environment, ModuleLoader, PackageLoader, StrictUndefined
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse
from starlette.types import Receive, Scope, Send

from kempelen import __version__
from kempelen.engine.game import game_named
from kempelen.text.say import LANGUAGES
from kempelen.web.addresses import root_of
from kempelen.web.compiling import Kept, Plainly
from kempelen.web.people.visitor import language_of, say_for, welcome
from kempelen.web.shown.art import shared_art

__all__ = ["MADE", "Following", "compile_all", "fragment", "json_in_page", "made_templates", "page", "template"]
__all__ += ["template_names"]

MADE = Path(__file__).parent / "templates_made"
"""Where templates lie that were made into Python beforehand: to read them on a device takes seconds."""
NAMES = "names.json"
"""Beside them: which there are."""


def written() -> PackageLoader:
    return PackageLoader("kempelen.web", "templates")


def loader() -> BaseLoader:
    return ModuleLoader(MADE) if MADE.is_dir() else written()


def template_names() -> list[str]:
    """All there are."""
    if MADE.is_dir():
        return [str(name) for name in json.loads((MADE / NAMES).read_text("utf-8"))]
    return written().list_templates()


def made_templates(names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """These templates as Python, by the names that a `ModuleLoader` looks for, and a list of them."""
    for name in names:
        source, _, _ = written().get_source(environment(), name)
        yield ModuleLoader.get_module_filename(name), environment().compile(source, name, raw=True, defer_init=True)
    yield NAMES, json.dumps(list(names))


@cache
def environment() -> Environment:
    made = Kept(
        loader=loader(),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    made.code_generator_class = Plainly
    made.globals["kept"] = kept
    made.globals["languages"] = LANGUAGES
    made.globals["automa_of"] = lambda name: game_named(name).speech.automa
    made.filters["shared_art"] = shared_art
    made.globals["version"] = __version__
    return made


_KEPT: dict[tuple[Any, ...], Markup] = {}
MOST_KEPT = 8_000
"""So many small parts of pages are kept; a part has a few hundred characters."""


def kept(name: str, lang: str, macro: Callable[..., Markup], *given: Any) -> Markup:
    """What a macro makes of these values. It may use nothing else but texts: then it makes the same of equal values,
    and most of what a table shows is the same after the next click."""
    key = (name, lang, *given)
    found = _KEPT.get(key)
    if found is None:
        if len(_KEPT) >= MOST_KEPT:
            _KEPT.clear()
        found = _KEPT[key] = macro(*given)
    return found


def compile_all() -> None:
    """Make every page ready now, rather than when it is first asked for."""
    for name in template_names():
        environment().get_template(name)


ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def json_in_page(data: Any) -> Markup:
    """Plain data for a script element: nothing in it can end the element."""
    text = ENCODER.encode(data)
    return Markup(text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026"))


def template(name: str, **content: Any) -> str:
    return environment().get_template(name).render(**content)


def fragment(request: Request, name: str, status: int = 200, **content: Any) -> HTMLResponse:
    """A part of a page."""
    content |= {
        "say": say_for(request),
        "lang": language_of(request),
        "root": root_of(request),
        "on_device": request.app.state.settings.alone,
    }
    return HTMLResponse(template(name, **content), status)


def page(request: Request, name: str, status: int = 200, **content: Any) -> HTMLResponse:
    """A whole page; a new visitor gets his cookie with it."""
    here = request.url.path + (f"?{request.url.query}" if request.url.query else "")
    response = fragment(request, name, status, here=here, **content)
    if hasattr(request.app.state, "secret"):
        welcome(request, response)
    return response


class Following(HTMLResponse):
    """An answer that begins at once, with its status; what it says is made while that is on its way already."""

    def __init__(self, made: Callable[[], Awaitable[bytes]], status: int = 200) -> None:
        super().__init__(b"", status)
        del self.headers["content-length"]
        self.made = made

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        await asyncio.sleep(0)  # now it goes; on a device as soon as the rows are there
        await send({"type": "http.response.body", "body": await self.made()})
