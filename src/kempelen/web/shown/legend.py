"""What the signs in a picture mean: every kind of thing that is drawn, once, with its name."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from kempelen.engine.game import Game
from kempelen.engine.rulings import Rulebook
from kempelen.scene import parts
from kempelen.scene.model import LINE, MARKS, POLY, SHIELD, SIGNS, Scene, Shape, is_cell
from kempelen.text.glossary import glossary_of
from kempelen.text.say import Say, Text, load_catalogue

__all__ = ["Sign", "abouts_of", "glossary_in", "legend_of", "rules_with", "small_signs"]


FOE = Shape("", "unit", form=SHIELD, tags=frozenset({"foe"}))
NUMBERED = Shape("", "card", corner="3")


@dataclass(frozen=True, slots=True)
class Sign:
    """A drawing, or a character, and what it stands for."""

    text: str
    drawing: Markup | None = None
    character: str = ""


MOST_RULES = 30
SIGN_ENDS = " · "
"""What stands between two signs in one text."""


def rules_with(book: Rulebook, words: str, lang: str) -> list[tuple[str, str]]:
    """The rules in which all these words occur, each with its number; none without a word."""
    wanted = words.casefold().split()
    found = [
        (number, wording[lang])
        for number, wording in book.rules.items()
        if wanted and all(word in f"{number} {wording[lang]}".casefold() for word in wanted)
    ]
    return found[:MOST_RULES]


def glossary_in(game: Game[Any], lang: str) -> list[tuple[tuple[str, ...], str]]:
    """The words that the page explains wherever they stand: their forms, and what they mean."""
    return [(term.forms, term.words) for term in glossary_of(game.name, load_catalogue(lang, game.package))]


def legend_of(game: Game[Any], scene: Scene, say: Say) -> list[Sign]:
    """The pieces and cards that can be seen, the small marks on them, and what the game itself says about its signs."""
    told = "".join(tray.text for tray in scene.trays if tray.id == SIGNS)
    notes = [Sign(line) for tray in scene.trays if tray.id == SIGNS for line in tray.text.split(SIGN_ENDS)]
    small = [sign for sign in marks(game, scene, say) if sign.drawing or sign.character not in told]
    return [*notes, *pieces(scene), *small]


def small_signs(game: Game[Any], scene: Scene, say: Say) -> list[Sign]:
    """The small marks alone, as they lie on and beside pieces; who somebody is says his name."""
    said = [sign for sign in legend_of(game, scene, say) if sign.drawing is None]
    lying = {shape.label: shape for shape in scene.shapes if shape.role == "marker" and shape.label}
    return [*said, *(Sign(label, Markup(parts.sample(shape))) for label, shape in lying.items())]


def pieces(scene: Scene) -> Iterator[Sign]:
    """Of things that look alike one; a model on the table and on its card is the same one."""
    seen: set[object] = set()
    beside = [item for tray in scene.trays for item in tray.things]
    for shape in [*(shape for shape in scene.shapes if not is_ground(shape)), *beside]:
        drawn = shape.text or (shape.icon, shape.strokes)
        look = drawn if is_cell(shape) and shape not in beside else (drawn, shape.label)
        if shape.label and drawn != ((), ()) and look not in seen:
            seen.add(look)
            yield Sign(_told(shape), Markup(parts.sample(shape)))


def _told(shape: Shape) -> str:
    """A ground by its name alone says nothing: what it means stands there too."""
    means = [words for name, words in shape.about if name.casefold() == shape.label.casefold()]
    return f"{shape.label}: {means[0]}" if means else shape.label


def is_ground(shape: Shape) -> bool:
    """Areas and fields say what they are by themselves or by what stands on them."""
    return shape.form in (POLY, LINE) or (is_cell(shape) and "special" not in shape.tags)


def marks(game: Game[Any], scene: Scene, say: Say) -> Iterator[Sign]:
    used = {tag for shape in scene.everything() for tag in shape.tags}
    shields = any(shape.form is SHIELD for shape in scene.everything())
    for tag, character in MARKS.items():
        if tag in used:
            own = f"{game.name}.sign.{tag}"
            told = say.of(Text(own if say.has(own) else f"web.sign.{tag}"), "Nom")
            by_form = tag == "foe" and shields
            yield Sign(told, Markup(parts.sample(FOE))) if by_form else Sign(told, character=character)
    numbered, key = any(shape.corner for shape in scene.everything()), f"{game.name}.sign.corner"
    if numbered and say.has(key):
        yield Sign(say.of(Text(key), "Nom"), Markup(parts.sample(NUMBERED)))


# -- what is said about a thing when somebody points at it: facts and terms, each set of them sent once


def abouts_of(scene: Scene) -> dict[str, Any]:
    """Handles with the number of what is to be said about them; names stand in the drawing itself. What is said of
    several of them stands there once, under its number, and so does every fact and every term."""
    terms: dict[tuple[str, str], int] = {}
    facts: dict[tuple[str, str], int] = {}
    known: dict[tuple[Any, ...], int] = {}
    there = (shape for shape in scene.everything() if shape.facts or shape.about)
    of = {shape.id: known.setdefault(told(shape), len(known)) for shape in there}
    return {
        "of": of,
        "told": [
            {
                "facts": [facts.setdefault(fact, len(facts)) for fact in of_it],
                "about": [terms.setdefault(term, len(terms)) for term in about],
            }
            for of_it, about in known
        ],
        "terms": [list(term) for term in terms],
        "facts": [list(fact) for fact in facts],
    }


def told(shape: Shape) -> tuple[tuple[tuple[str, str], ...], tuple[tuple[str, str], ...]]:
    return tuple((fact.value, fact.label) for fact in shape.facts), shape.about
