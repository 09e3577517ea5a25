"""Addresses of pages. The whole app may stand under a path of a host, so no address begins with a bare slash."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from starlette.requests import Request

__all__ = ["at", "below", "root_of"]


def root_of(request: Request) -> str:
    """The path the app stands under: empty, or like `/kempelen`."""
    return str(request.scope.get("root_path", "")).rstrip("/")


def at(request: Request, path: str) -> str:
    """Where a page of ours is found from outside; templates write `{{ root }}/rules` for it, scripts `root`."""
    return root_of(request) + path


def below(scope: Mapping[str, Any]) -> str:
    """The path asked for, without the one we stand under."""
    path, root = str(scope["path"]), str(scope.get("root_path", "")).rstrip("/")
    return path[len(root) :] if path.startswith(f"{root}/") else path
