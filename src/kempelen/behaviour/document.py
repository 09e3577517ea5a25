"""Print a behaviour back as a page: the author's numbering, order and terms, our own sentences."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kempelen.behaviour.priorities import Priorities
from kempelen.text.say import Say, Text

__all__ = ["Page", "markdown", "page_of"]


@dataclass(frozen=True, slots=True)
class Page:
    """One procedure: a title, numbered lines with what each means, and the rulings it rests on."""

    title: Text
    lines: tuple[tuple[str, Text, Text | None], ...]
    """Number, the line, and how it is carried out."""
    source: str
    rulings: tuple[str, ...] = ()


def page_of(text: Priorities, rulings: Iterable[str] = ()) -> Page:
    """The page of a list of priorities."""
    return Page(
        Text(f"{text.game}.list.{text.name}"),
        tuple(
            (line.item, Text(f"{text.game}.attempt.{line.name}"), Text(f"{text.game}.how.{line.name}"))
            for line in text.lines
        ),
        str(text.cite),
        tuple(rulings),
    )


def markdown(title: str, pages: Iterable[Page], credits: Iterable[Text], say: Say) -> str:
    """The pages as one Markdown document."""
    out = [f"# {title}", ""]
    out += [f"*{say.of(credit)}*" for credit in credits]
    for page in pages:
        out += ["", f"## {say.of(page.title, 'Nom')}", "", f"{say('document.source')}: `{page.source}`", ""]
        for number, line, how in page.lines:
            out.append(f"{number}. **{say.of(line, 'Nom')}**" + (f": {say.of(how)}" if how else ""))
        if page.rulings:
            out += ["", f"{say('document.rulings')}: {', '.join(f'`{ruling}`' for ruling in page.rulings)}"]
    return "\n".join(out) + "\n"
