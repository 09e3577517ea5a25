"""What only a server has besides the pages: an interface for programs, the workbench, the lab's reports, keys."""

from __future__ import annotations

import re
from typing import Any

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.requests import Request
from starlette.responses import Response

from kempelen import __version__
from kempelen.text.say import Text
from kempelen.web.errors import problem
from kempelen.web.routes import api, bench_jobs, experiments, key, watched, workbench

__all__ = ["methods_at", "served"]


def served(lifespan: Any, *, programs: bool, workshop: bool) -> FastAPI:
    """The app without its pages; `programs` may play too, and the `workshop` has processes to work with."""
    app = FastAPI(
        title="Kempelen",
        version=__version__,
        summary="Board-game automas that explain what they do",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json" if programs else None,
    )
    if programs:
        app.description = api.ABOUT
        app.include_router(api.router)
    if workshop:
        app.router.routes.extend(key.router.routes)
        for room in (watched, experiments, workbench, bench_jobs):
            app.include_router(room.router, include_in_schema=False)
    app.add_exception_handler(RequestValidationError, on_invalid)
    return app


async def on_invalid(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    if first["type"] == "json_invalid":
        return problem(request, Text("web.error.bad_request"), 422)
    place = ".".join(str(part) for part in first["loc"] if part not in ("body", "query", "path"))
    return problem(request, Text("web.error.field", field=place or "body"), 422)


def methods_at(app: FastAPI, path: str) -> list[str]:
    """What can be done at an address of the API; the router itself names only the first way."""
    found = set()
    for template, operations in app.openapi()["paths"].items():
        if re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", template), path):
            found |= {method.upper() for method in operations}
    return sorted(found)
