"""Scripts and styles as they are sent and put into the folder: without comments, types and indents."""

from __future__ import annotations

import os
import re
from functools import lru_cache
from pathlib import Path

from starlette.responses import FileResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

__all__ = ["PlainFiles", "as_sent"]

COMMENT = re.compile(r"^[ \t]*(?://.*|/\*(?:[^*]|\*(?!/))*\*/)[ \t]*\n", re.MULTILINE)
"""A line, or a comment over one or several lines with nothing beside it."""
TYPE = re.compile(r"/\*\* @type [^\n]*?\*/ ?")
"""What a value within a line is, for whoever checks the script."""
INDENT = re.compile(r"^[ \t]+", re.MULTILINE)
"""No text of a script goes on in another line, so none is changed by it."""
QUOTED = re.compile(r"""('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\\n]|\\.)*`)""")
"""A text within a line of a script."""
NESTED = re.compile(r"\$\{[^}]*$")
"""A text that ends within what is filled in: there is another text in it."""
OPEN = re.compile(r"[`/]|^import\b")
"""A line with one of these may hold a text that has no quotes, or a pattern: it is left as it is. So is one that names
another script: whoever follows them finds it."""
BETWEEN = re.compile(r"(?<=([^\w$ ])) +(?!\1)|(?<=[\w$]) +(?=[^\w$ ])")
"""Room beside a sign; between two of the same it is kept, since they would become another one."""
ENDED = re.compile(r"(?<=[{;,([])\n+|(?<=\n)\n+")
"""Where nothing asks for another line."""
NAMES = re.compile(r"(?:^import\b.*\n+)*", re.MULTILINE)
"""The other scripts that one begins with: each has its line."""
REMARK = re.compile(r"/\*(?:[^*]|\*(?!/))*\*/")
"""A comment of a style; none of their texts holds such a mark."""
BREAK = re.compile(r"(?<=[{};,])\s*\n\s*|\s*\n\s*(?=\})")
"""Where a style goes on in another line though nothing asks for it."""


class PlainFiles(StaticFiles):
    """The files of the pages."""

    def file_response(
        self, full_path: str | os.PathLike[str], stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        whole = super().file_response(full_path, stat_result, scope, status_code)
        path = Path(full_path)
        if path.suffix not in SENT or not isinstance(whole, FileResponse):
            return whole
        # the same names of a version as the whole file, so that who has it is not sent it again
        kept = {name: whole.headers[name] for name in ("etag", "last-modified")}
        return Response(_sent(path, stat_result.st_mtime_ns), status_code, kept, whole.media_type)


@lru_cache(128)
def _sent(path: Path, changed: int) -> str:
    return as_sent(path.name, path.read_text("utf-8"))


def as_sent(name: str, text: str) -> str:
    """What goes out of a file: the same to a browser, and as little of it as can be without another tool."""
    return SENT[suffix](text) if (suffix := Path(name).suffix) in SENT else text


def _script(text: str) -> str:
    lines = INDENT.sub("", TYPE.sub("", COMMENT.sub("", text))).lstrip().split("\n")
    plain = "\n".join(line if _is_open(line) else _close(line) for line in lines)
    names = NAMES.match(plain)
    assert names is not None, "it may be empty"
    return names[0] + ENDED.sub("", plain[names.end() :])


def _is_open(line: str) -> bool:
    """It is not plain where its texts are."""
    parts = QUOTED.split(line)
    return bool(OPEN.search("".join(parts[::2]))) or any(NESTED.search(text[:-1]) for text in parts[1::2])


def _close(line: str) -> str:
    """A line of a script without room that nobody but people needs."""
    parts = QUOTED.split(line)  # every second one is a text
    parts[::2] = [BETWEEN.sub("", part) for part in parts[::2]]
    for n in range(0, len(parts), 2):
        before = parts[n].lstrip(" ") if n else parts[n]
        parts[n] = before.rstrip(" ") if n < len(parts) - 1 else before
    return "".join(parts)


def _style(text: str) -> str:
    return BREAK.sub("", INDENT.sub("", REMARK.sub("", text))).lstrip()


SENT = {".js": _script, ".css": _style}
"""How, by the ending of the name."""
