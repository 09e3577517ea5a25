"""Scripts as they are sent: without comments, types and indents, which are a quarter of them."""

from __future__ import annotations

import os
import re
from functools import lru_cache
from pathlib import Path

from starlette.responses import FileResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

__all__ = ["PlainFiles", "without_comments"]

COMMENT = re.compile(r"^[ \t]*(?://.*|/\*\*?.*\*/)[ \t]*\n", re.MULTILINE)
"""A line, or a comment that begins and ends on one line with nothing beside it."""
TYPE = re.compile(r"/\*\* @type [^\n]*?\*/ ?")
"""What a value within a line is, for whoever checks the script."""
INDENT = re.compile(r"^[ \t]+", re.MULTILINE)
"""No text of a script goes on in another line, so none is changed by it."""


class PlainFiles(StaticFiles):
    """The files of the pages."""

    def file_response(
        self, full_path: str | os.PathLike[str], stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        whole = super().file_response(full_path, stat_result, scope, status_code)
        path = Path(full_path)
        if path.suffix != ".js" or not isinstance(whole, FileResponse):
            return whole
        # the same names of a version as the whole file, so that who has it is not sent it again
        kept = {name: whole.headers[name] for name in ("etag", "last-modified")}
        return Response(_sent(path, stat_result.st_mtime_ns), status_code, kept, whole.media_type)


@lru_cache(128)
def _sent(path: Path, changed: int) -> str:
    return without_comments(path.read_text("utf-8"))


def without_comments(script: str) -> str:
    return INDENT.sub("", TYPE.sub("", COMMENT.sub("", script)))
