"""Writes the pages of all words that automa files may use: docs/en/automa-words.md and docs/de/automa-woerter.md.

.venv/bin/python scripts/automa_words.py
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from kempelen.automa.conditions import example, sentence
from kempelen.automa.vocabulary import KINDS, Listed
from kempelen.engine.game import games, say_in
from kempelen.text.say import Say

DOCS = Path(__file__).resolve().parent.parent / "docs"
PAGES = {"en": DOCS / "en" / "automa-words.md", "de": DOCS / "de" / "automa-woerter.md"}
OTHERS = {"en": "*[Deutsch](../de/automa-woerter.md)*", "de": "*[English](../en/automa-words.md)*"}
GUIDES = {"en": "automas.md", "de": "automas.md"}


def page(lang: str) -> str:
    return "\n".join(_lines(lang)) + "\n"


def _lines(lang: str) -> Iterator[str]:
    say = say_in(lang)
    yield from (f"# {say('automa.page_title')}", "", OTHERS[lang], "")
    yield say("automa.page_intro", guide=GUIDES[lang])
    for name, game in games().items():
        if game.automas is None:
            continue
        vocabulary = game.automas.vocabulary
        yield from ("", f"## {say(f'{name}.title')}", "")
        slots = [
            " ".join(part for part in ("##", slot.kind, slot.name, slot.letter) if part)
            for slot in vocabulary.slots.values()
        ]
        yield say("automa.page_sections", sections=", ".join(f"`{slot}`" for slot in slots))
        for kind in KINDS:
            words = vocabulary.of_kind(kind)
            if not words:
                continue
            heads = [say(f"automa.head.{head}") for head in ("word", "means", "fits")]
            yield from ("", f"### {say(f'automa.kind.{kind}')}", "", f"| {' | '.join(heads)} |", "|---|---|---|")
            for word in words:
                fits = ", ".join(sorted(word.of)) if word.of else say("automa.head.all")
                yield f"| `{example(word).strip('[]')}` | {say.of(sentence(word), 'Nom')} | {fits} |"
        yield from _listed("orders", vocabulary.orders.values(), say)
        yield from _listed("numbers", vocabulary.tables.values(), say)


def _listed(kind: str, lists: Iterable[Listed], say: Say) -> Iterator[str]:
    """Named orders or numbers, what they list, and how far a number may go."""
    if not lists:
        return
    heads = [say(f"automa.head.{head}") for head in ("word", "means", "things" if kind == "orders" else "range")]
    yield from ("", f"### {say(f'automa.kind.{kind}')}", "", f"| {' | '.join(heads)} |", "|---|---|---|")
    for one in lists:
        yield f"| `{one.name}:` | {say.of(one.text())} | {', '.join(sorted(one.things)) if not one.told else ''} |"
        for thing, (least, most) in one.things.items() if one.told else ():
            yield f"| `{thing}` | {say.of(one.thing_text(thing))} | {least}\N{EN DASH}{most} |"


def main() -> None:
    for lang, path in PAGES.items():
        path.write_text(page(lang), encoding="utf-8")


if __name__ == "__main__":
    main()
