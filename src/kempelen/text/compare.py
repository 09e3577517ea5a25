"""Whether two catalogues say the same: their keys, their placeholders, and that a sentence was translated."""

from __future__ import annotations

from collections.abc import Iterator

from kempelen.text.say import Catalogue, Hole, Template

__all__ = ["cases_of", "compare_catalogues", "literals", "placeholders", "turns_to", "unfilled"]

SENTENCE = 4
"""From so many words on, a text that is the same in two languages was not translated."""


def placeholders(template: Template) -> set[str]:
    holes = [part for part in template if isinstance(part, Hole)]
    nested = (placeholders(text) for hole in holes for text in hole.either or ())
    return {hole.name for hole in holes}.union(*nested)


def literals(template: Template) -> Iterator[str]:
    """What stands between the placeholders, in whichever words."""
    for part in template:
        if isinstance(part, str):
            yield part
        else:
            yield from (words for text in part.either or () for words in literals(text))


def cases_of(template: Template, name: str) -> set[str]:
    """In which cases it names a field, whoever reads it."""
    return {part.form for part in template if isinstance(part, Hole) and part.name == name and part.either is None}


def turns_to(template: Template, name: str) -> bool:
    """Whether it has other words for whom this field names."""
    return any(isinstance(part, Hole) and part.name == name and part.either is not None for part in template)


def unfilled(template: Template) -> bool:
    """Whether the words for a count hold a placeholder: it would be read as it is written, "in {n} rounds"."""
    return any(
        any("{" in words for words in (part.counts or {}).values()) or any(map(unfilled, part.either or ()))
        for part in template
        if isinstance(part, Hole)
    )


def compare_catalogues(one: Catalogue, other: Catalogue) -> list[str]:
    """What keeps two languages from saying the same: keys and placeholders. A noun may have cases in one only."""
    problems = []
    for here, there in ((one, other), (other, one)):
        problems += [f"{key}: missing in {there.lang}" for key in here.texts if key not in there.texts]
        for key, forms in here.texts.items():
            names = placeholders(forms["nom"])
            problems += [
                f"{key}: {here.lang} {form} has other placeholders than nom"
                for form, template in forms.items()
                if placeholders(template) != names
            ]
            problems += [
                f"{key}: {here.lang} has a placeholder among the words for a count"
                for template in forms.values()
                if unfilled(template)
            ]
    for key in one.texts.keys() & other.texts.keys():
        differ = placeholders(one.texts[key]["nom"]) ^ placeholders(other.texts[key]["nom"])
        problems += [f"{key}: {{{name}}} is not in both {one.lang} and {other.lang}" for name in sorted(differ)]
        if one.texts[key]["nom"] == other.texts[key]["nom"] and _is_sentence(one.texts[key]["nom"]):
            problems.append(f"{key}: the same sentence in {one.lang} and {other.lang}")
    return sorted(problems)


def _is_sentence(template: Template) -> bool:
    """Whether it cannot read the same in two languages: names and short words may."""
    words = " ".join(literals(template)).split()
    return sum(word.isalpha() for word in words) >= SENTENCE
