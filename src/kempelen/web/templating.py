"""Pages from templates, in the visitor's language."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse

from kempelen import __version__
from kempelen.text.say import LANGUAGES
from kempelen.web.addresses import root_of
from kempelen.web.people.visitor import language_of, say_for, welcome

__all__ = ["compile_all", "fragment", "json_in_page", "page", "template"]


@cache
def environment() -> Environment:
    made = Environment(
        loader=PackageLoader("kempelen.web", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    made.globals["languages"] = LANGUAGES
    made.globals["version"] = __version__
    return made


def compile_all() -> None:
    """Make every page ready now, rather than when it is first asked for."""
    for name in environment().list_templates():
        environment().get_template(name)


def json_in_page(data: Any) -> Markup:
    """Plain data for a script element: nothing in it can end the element."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
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
