"""How templates become Python here: as Jinja does it, but for what costs most of a page's time.

A page has about six hundred gaps, a thousand attributes and two hundred calls. Jinja makes an object of every word that
it puts into a gap, asks a function for every attribute, and looks before every call whether the function wants to know
the page. Here none does, attributes are looked at first where they mostly are, and words stay words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property
from typing import Any

from jinja2 import Environment, Template, nodes
from jinja2.compiler import CodeGenerator, Frame
from markupsafe import Markup, escape

__all__ = ["MISSING", "Kept", "Plainly", "escaped"]

SIGNS = re.compile("[&<>\"']")
MISSING = object()
"""What a thing has not, as an attribute: it may still hold it by that name."""


def escaped(value: Any) -> str:
    """As `markupsafe.escape`, but what needs no change stays what it is."""
    kind = type(value)
    if kind is Markup or (kind is str and SIGNS.search(value) is None):
        return value  # type: ignore[no-any-return]  # the kind says it
    return str(value) if kind is int else escape(value)


class Kept(Environment):
    """Templates that never change while the program runs: each is looked for once."""

    def get_template(self, name: str | Template, parent: str | None = None, globals: Any = None) -> Template:
        if globals is not None or isinstance(name, Template):
            return super().get_template(name, parent, globals)
        found = self.found.get(name)
        if found is None:
            found = self.found[name] = super().get_template(name, parent)
        return found

    @cached_property
    def found(self) -> dict[str, Template]:
        return {}


class Plainly(CodeGenerator):
    """For templates that are all escaped, in which no function asks for the page it is called from."""

    gathers = False
    """Nothing is taken over from another template: what this one says it says at once."""

    def visit_Template(self, node: nodes.Template, frame: Frame | None = None) -> None:  # noqa: N802  # Jinja's name
        self.gathers = node.find(nodes.Extends) is None
        self.writeline("from operator import call")
        self.writeline(f"from {__name__} import MISSING, escaped")
        super().visit_Template(node, frame)

    def blockvisit(self, nodes: Iterable[nodes.Node], frame: Frame) -> None:
        """A page is in a dozen parts; piece by piece, each of a thousand would go up through all that include it."""
        if not (frame.rootlevel and self.gathers):
            super().blockvisit(nodes, frame)
            return
        self.gathers = False
        self.buffer(frame)
        super().blockvisit(nodes, frame)
        self.writeline(f"yield concat({frame.buffer})")

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        self.write("escaped(")

    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:  # noqa: N802
        self.write("call(")
        self.visit(node.node, frame)
        self.signature(node, frame, {"caller": "caller"} if forward_caller else None)
        self.write(")")

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:  # noqa: N802
        self.write("(found if (found := getattr((of := ")
        self.visit(node.node, frame)
        self.write(f"), {node.attr!r}, MISSING)) is not MISSING else environment.getattr(of, {node.attr!r}))")
