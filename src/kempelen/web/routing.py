"""Addresses of pages, and what answers them: a function's parameters are filled from what was asked.

A parameter with the name of a part of the address gets that part, a dataclass what was sent as JSON, one of `Given`
what its function finds; any other comes from the query. Plain Starlette: on a device a start must not wait for more.
"""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, is_dataclass
from functools import cache
from inspect import Parameter, signature
from typing import Annotated, Any, TypeVar, get_args, get_origin, get_type_hints

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kempelen.engine.files.position import field_name
from kempelen.engine.files.shape import Fault, read_as

__all__ = ["Given", "Pages", "Unreadable"]

Answers = Callable[..., Awaitable[Response]]
F = TypeVar("F", bound=Answers)
TRUE, FALSE = ("1", "true", "on", "yes"), ("0", "false", "off", "no")
NUMBER = re.compile(r"[+-]?\d{1,4000}")


class Unreadable(Exception):
    """What was asked cannot be read; `field` says where."""

    def __init__(self, field: str = "") -> None:
        super().__init__(field)
        self.field = field


@dataclass(frozen=True)
class Given:
    """A parameter that a function finds, from parameters of its own."""

    find: Callable[..., Awaitable[Any]]


class Pages:
    """Addresses below a common beginning."""

    def __init__(self, prefix: str = "") -> None:
        self.prefix = prefix
        self.routes: list[Route] = []

    def get(self, path: str) -> Callable[[F], F]:
        return self._on("GET", path)

    def post(self, path: str) -> Callable[[F], F]:
        return self._on("POST", path)

    def _on(self, method: str, path: str) -> Callable[[F], F]:
        def add(function: F) -> F:
            async def answer(request: Request) -> Response:
                request.scope["route"] = route  # where what is measured finds the pattern
                return await function(**await filled(function, request))

            route = Route(self.prefix + path, answer, methods=[method], name=function.__name__)
            route.methods = {method}
            self.routes.append(route)
            return function

        return add


@cache
def parameters(function: Callable[..., Any]) -> tuple[tuple[str, Any, Any], ...]:
    """Name, type and default of each."""
    types = get_type_hints(function, include_extras=True)
    return tuple((name, types[name], one.default) for name, one in signature(function).parameters.items())


async def filled(function: Callable[..., Any], request: Request) -> dict[str, Any]:
    """What the function is to be called with; raises Unreadable."""
    found: dict[str, Any] = {}
    for name, wanted, default in parameters(function):
        if wanted is Request:
            found[name] = request
        elif get_origin(wanted) is Annotated:
            given = get_args(wanted)[1].find
            found[name] = await given(**await filled(given, request))
        elif is_dataclass(wanted):
            found[name] = await sent(request, wanted)
        elif (text := request.path_params.get(name, request.query_params.get(name))) is not None:
            found[name] = value_of(text, wanted, name)
        elif default is Parameter.empty:
            raise Unreadable(name)
        else:
            found[name] = default
    return found


def value_of(text: str, wanted: Any, name: str) -> Any:
    kinds = get_args(wanted) or (wanted,)
    if bool in kinds:
        if text.lower() not in TRUE + FALSE:
            raise Unreadable(name)
        return text.lower() in TRUE
    if int in kinds:
        if not NUMBER.fullmatch(text):
            raise Unreadable(name)
        return int(text)
    return text


async def sent(request: Request, wanted: Any) -> Any:
    """What was sent as JSON, and says so: a form of another site cannot."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise Unreadable("body")
    faults: list[Fault] = []
    try:
        data = json.loads(await request.body())
        json.dumps(data, ensure_ascii=False).encode()  # half a character cannot be sent back in an answer
        found = read_as(wanted, data, faults)
    except (ValueError, RecursionError) as error:
        raise Unreadable from error
    if faults:
        raise Unreadable(field_name(faults[0].path) or "body")
    return found
