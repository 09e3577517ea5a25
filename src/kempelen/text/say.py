"""Catalogues of texts, and `Say`, which writes them in one language.

Rules and behaviours speak ids only: they build `Text("event.laid", seat=3, card=Text("card.plus"))`, and the edge
writes it with `say.of(text)`. A catalogue is a TOML file; tables become dotted keys, a table with `nom` is a noun:

    [unit]
    rifleman = { nom = "der Schütze", acc = "den Schützen", dat = "dem Schützen", gen = "des Schützen" }
    [event]
    attacked = "{a:Nom} greift {b:acc} an"             # a capital letter in the case: the sentence starts here
    drawn = "{n} {n:one=Karte|other=Karten} gezogen"   # zero= is optional
    offered = "{cards:or}"                             # lists: "a, b and c"; `:or` for "or"
    bought = "{who:Nom} {who:you=kaufst|other=kauft} {what:acc}"
    turn = "{who:you=Dein Zug|other=Zug {who:gen}}"    # what stands after `you=` if the reader is meant

A case a noun does not have falls back to nom (`plural_dat` first to `plural`), so English nouns are plain strings.
Where a text names whoever reads it (`Say.to`), a pronoun stands in its place: "du", "dich", "dir".
"""

import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from string import Formatter
from typing import TypeAlias, TypeVar

from kempelen.text.tables import table_in

__all__ = [
    "LANGUAGES",
    "BadCatalogue",
    "Catalogue",
    "Field",
    "MissingText",
    "Noun",
    "Own",
    "Say",
    "Text",
    "load_catalogues",
]

LANGUAGES = ("en", "de")

CASES = ("nom", "acc", "dat", "gen")
FORMS = frozenset(CASES) | {"bare"} | {kind + case for kind in ("a", "plural") for case in ("", "_acc", "_dat", "_gen")}
COUNTS = ("zero", "one", "other")

T = TypeVar("T")


class MissingText(LookupError):
    """A key, or a field a text needs, that is not there."""

    def __init__(self, key: str, lang: str, field: str = "") -> None:
        self.key, self.lang, self.field = key, lang, field
        super().__init__(f"text {key!r} ({lang}) needs a field {field!r}" if field else f"no text {key!r} in {lang}")


class BadCatalogue(ValueError):
    """A catalogue that cannot be used, with the key at fault."""


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Text:
    """A text not yet written: a key and its fields. Equal and hashable by value, so events may hold it."""

    key: str
    fields: tuple[tuple[str, "Field"], ...]

    def __init__(self, key: str, /, **fields: "Field") -> None:
        object.__setattr__(self, "key", key)
        pairs = [(name, tuple(value) if type(value) is list else value) for name, value in fields.items()]
        if len(pairs) > 1:
            pairs.sort()  # no two have the same name, so no values are compared
        object.__setattr__(self, "fields", tuple(pairs))

    def __repr__(self) -> str:
        return f"Text({', '.join([repr(self.key), *(f'{name}={value!r}' for name, value in self.fields)])})"


class Noun:
    """A noun with its cases; `f"{noun:acc}"` picks one, `f"{noun:Acc}"` with a capital first letter."""

    __slots__ = ("forms",)

    def __init__(self, nom: str, **forms: str) -> None:
        self.forms: Mapping[str, str] = {"nom": nom, **forms}

    def __format__(self, case: str) -> str:
        word = pick(self.forms, case.lower() or "nom")
        return capital(word) if case[:1].isupper() else word

    def __str__(self) -> str:
        return self.forms["nom"]

    def __repr__(self) -> str:
        return f"Noun({', '.join(f'{case}={word!r}' for case, word in self.forms.items())})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Noun) and self.forms == other.forms

    def __hash__(self) -> int:
        return hash(tuple(sorted(self.forms.items())))


@dataclass(frozen=True, slots=True, init=False)
class Own:
    """Somebody's own sentence, written literally: language -> words, in one or more of our languages.

    Who reads another language gets it with a mark: we do not translate for its author.
    """

    words: tuple[tuple[str, str], ...]

    def __init__(self, words: Mapping[str, str]) -> None:
        object.__setattr__(self, "words", tuple(words.items()))


Field: TypeAlias = "str | int | float | Text | Noun | Own | Sequence[Field]"


@dataclass(frozen=True, slots=True)
class Hole:
    """A placeholder: `{name:spec}`, where spec is a case, a count (`one=..|other=..`), `or`, or a number format.

    Or two texts: what is said if the reader is meant, and what otherwise (`you=..|other=..`).
    """

    name: str
    spec: str = ""
    form: str = "nom"
    capital: bool = False
    counts: Mapping[str, str] | None = None
    either: "tuple[Template, Template] | None" = None


MOST_WRITTEN = 20_000
"""So many sentences are kept in each language."""
MOST_READERS = 64
"""To so many people it is spoken before they are forgotten."""
Template: TypeAlias = tuple[str | Hole, ...]
Forms: TypeAlias = Mapping[str, Template]
YOU = Text("reader")


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The texts of one file: dotted key -> case -> template; a text that is no noun has only `nom`."""

    lang: str
    texts: Mapping[str, Forms]

    @classmethod
    def parse(cls, lang: str, toml: str) -> "Catalogue":
        try:
            return cls(lang, dict(flatten("", tomllib.loads(toml))))
        except tomllib.TOMLDecodeError as error:
            raise BadCatalogue(f"{lang}: {error}") from error


def flatten(path: str, table: Mapping[str, object]) -> Iterator[tuple[str, Forms]]:
    for name, value in table.items():
        key = f"{path}.{name}" if path else name
        if isinstance(value, str):
            yield key, {"nom": template(key, value)}
        elif not isinstance(value, dict):
            raise BadCatalogue(f"{key}: a text is a string or a table")
        elif "nom" not in value:
            yield from flatten(key, value)
        elif unknown := sorted(value.keys() - FORMS):
            raise BadCatalogue(f"{key}: no such case: {', '.join(unknown)}")
        else:
            yield key, {form: template(key, str(word)) for form, word in value.items()}


def template(key: str, text: str) -> Template:
    if "{" not in text and "}" not in text:  # most texts have no gaps
        return (text,) if text else ()
    parts: list[str | Hole] = []
    try:
        for literal, name, spec, conversion in Formatter().parse(text):
            if literal:
                parts.append(literal)
            if name is not None:
                if not name.isidentifier() or conversion:
                    raise BadCatalogue(f"{key}: write {{name}} or {{name:spec}}, not {{{name}}}")
                parts.append(hole(key, name, spec or ""))
    except BadCatalogue:
        raise
    except ValueError as error:
        raise BadCatalogue(f"{key}: {error}") from error
    return tuple(parts)


def hole(key: str, name: str, spec: str) -> Hole:
    if spec.lower() in FORMS:
        return Hole(name, "", spec.lower(), spec[0].isupper())
    if spec.startswith("you="):
        you, otherwise, other = spec.removeprefix("you=").partition("|other=")
        if not otherwise:
            raise BadCatalogue(f"{key}: who is spoken to needs you=..|other=.., not {spec}")
        return Hole(name, spec, either=(template(key, you), template(key, other)))
    if "=" not in spec:
        if spec.isalpha() and spec not in ("or", "d"):
            raise BadCatalogue(f"{key}: no such case: {spec}")
        return Hole(name, spec)
    counts = dict(part.partition("=")[::2] for part in spec.split("|"))
    if "other" not in counts or not counts.keys() <= set(COUNTS):
        raise BadCatalogue(f"{key}: a count needs one=..|other=.., not {spec}")
    return Hole(name, spec, counts=counts)


def pick(forms: Mapping[str, T], form: str) -> T:
    found = forms.get(form)
    if found is None:
        found = forms.get(form.partition("_")[0])
    return forms["nom"] if found is None else found


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


@cache
def alone(case: str) -> Hole:
    """A gap with nothing round it."""
    return hole("of", "thing", case)


def are_plain(fields: tuple[tuple[str, Field], ...]) -> bool:
    """Words, numbers, texts and lists of such: equal ones read the same. Of others, 1 equals 1.0 and yes."""
    for _, value in fields:
        kind = type(value)
        if kind is not str and kind is not int and not is_plain(value):
            return False
    return True


def is_plain(value: Field) -> bool:
    kind = type(value)
    if kind is str or kind is int:
        return True
    if isinstance(value, Text):
        return are_plain(value.fields)
    if kind is tuple:
        return all(map(is_plain, value))  # type: ignore[arg-type]  # the kind says it
    return isinstance(value, float) and not value.is_integer()


class Say:
    """Writes texts in one language: `say("event.laid", seat=3)`."""

    __slots__ = ("_decimal", "_others", "_rename", "_texts", "_written", "lang", "reader")

    def __init__(self, lang: str, *catalogues: Catalogue) -> None:
        self.lang = lang
        self.reader: frozenset[Text] = frozenset()
        """What whoever reads it is called; empty if nobody is spoken to."""
        self._others: dict[frozenset[Text], Say] = {}
        """The same words, spoken to somebody."""
        self._rename: Callable[[Text], Text] | None = None
        self._written: dict[object, str] = {}
        """What has been written lately. A page says most of what it says again after the next click."""
        self._texts: dict[str, Forms] = {}
        for catalogue in catalogues:
            if twice := self._texts.keys() & catalogue.texts.keys():
                raise BadCatalogue(f"{lang}: {', '.join(sorted(twice))} given twice")
            self._texts.update(catalogue.texts)
        self._decimal = self("number.decimal") if self.has("number.decimal") else "."

    @classmethod
    def load(cls, lang: str, *packages: str) -> "Say":
        """The shell's texts and those of the named game packages."""
        return cls(lang, *load_catalogues(lang, *packages))

    def renaming(self, rename: Callable[[Text], Text]) -> "Say":
        """The same words, but every text within another one goes through this first: a seat has a name at a table."""
        other = copy(self)
        other._rename, other._written, other._others = rename, {}, {}
        return other

    def to(self, reader: frozenset[Text]) -> "Say":
        """The same words, spoken to somebody: where one of these names would stand it says "you"."""
        if not reader:
            return self
        if (known := self._others.get(reader)) is not None:
            return known
        if len(self._others) >= MOST_READERS:
            self._others.clear()
        other = self._others[reader] = copy(self)
        other.reader, other._written, other._others = reader, {}, {}
        return other

    @property
    def renames(self) -> bool:
        return self._rename is not None

    def __call__(self, key: str, /, **fields: Field) -> str:
        if not fields:
            known = self._written.get(key)
            return self._once(key, key, fields, "nom") if known is None else known
        pairs = tuple(fields.items())
        return self._once((key, pairs), key, fields, "nom") if are_plain(pairs) else self._write(key, fields, "nom")

    def of(self, thing: Field, case: str = "nom") -> str:
        """Write a `Text`, a list of them, or any other field."""
        return self._field(thing, alone(case))

    def _once(self, said: object, key: str, fields: Mapping[str, Field], form: str) -> str:
        """Written when it is said for the first time."""
        known = self._written.get(said)
        if known is None:
            if len(self._written) >= MOST_WRITTEN:
                self._written.clear()
            known = self._written[said] = self._write(key, fields, form)
        return known

    def noun(self, key: str, /, **fields: Field) -> Noun:
        forms = self._forms(key)
        return Noun(**{form: self._fill(key, template, fields) for form, template in forms.items()})

    def has(self, key: str) -> bool:
        return key in self._texts

    def _forms(self, key: str) -> Forms:
        try:
            return self._texts[key]
        except KeyError:
            raise MissingText(key, self.lang) from None

    def _write(self, key: str, fields: Mapping[str, Field], form: str) -> str:
        return self._fill(key, pick(self._forms(key), form), fields)

    def _fill(self, key: str, template: Template, fields: Mapping[str, Field]) -> str:
        done = []
        for part in template:
            if isinstance(part, str):
                done.append(part)
            elif part.name not in fields:
                raise MissingText(key, self.lang, part.name)
            elif part.either is not None:
                you, other = part.either
                done.append(self._fill(key, you if self._is_reader(fields[part.name]) else other, fields))
            else:
                done.append(self._field(fields[part.name], part))
        return "".join(done)

    def _is_reader(self, value: Field) -> bool:
        """Whoever reads it, alone; in a list with others he is one of them."""
        if isinstance(value, (tuple, list)) and len(value) == 1:
            (value,) = value
        return isinstance(value, Text) and value in self.reader

    def _field(self, value: Field, hole: Hole) -> str:
        if isinstance(value, str):
            text = value
        elif isinstance(value, bool):
            text = self("yes" if value else "no")
        elif isinstance(value, int):
            return str(value) if hole.spec in ("", "or") else count(value, hole)
        elif isinstance(value, Text):
            if self.reader and value in self.reader:
                value = YOU
            elif self._rename is not None:
                value = self._rename(value)
            text = self._text(value, hole.form)
        elif isinstance(value, float):
            return format(value, hole.spec or "g").replace(".", self._decimal)
        elif isinstance(value, Noun):
            text = pick(value.forms, hole.form)
        elif isinstance(value, Own):
            text = self._own(dict(value.words))
        else:
            text = self._list([self._field(item, Hole(hole.name, form=hole.form)) for item in value], hole.spec)
        return capital(text) if hole.capital else text

    def _text(self, text: Text, form: str) -> str:
        if are_plain(text.fields):
            known = self._written.get((text, form))
            return self._once((text, form), text.key, dict(text.fields), form) if known is None else known
        return self._write(text.key, dict(text.fields), form)

    def _own(self, words: Mapping[str, str]) -> str:
        if self.lang in words or not words:
            return words.get(self.lang, "")
        lang = next(iter(words))
        return self("automa.foreign", words=words[lang], lang=lang)

    def _list(self, words: list[str], spec: str) -> str:
        if len(words) < 2:
            return "".join(words)
        return self("list.or" if spec == "or" else "list.and", some=self("list.comma").join(words[:-1]), last=words[-1])


def count(number: int, hole: Hole) -> str:
    if hole.counts is None:
        return format(number, hole.spec)
    name = "zero" if number == 0 else "one" if number == 1 else "other"
    return hole.counts.get(name, hole.counts["other"])


@cache
def load_catalogue(lang: str, package: str) -> Catalogue:
    try:
        return Catalogue(lang, dict(flatten("", table_in(files(package) / "text", lang))))
    except FileNotFoundError:
        raise MissingText(f"{package}/text/{lang}.toml", lang) from None
    except tomllib.TOMLDecodeError as error:
        raise BadCatalogue(f"{lang}: {error}") from error


def load_catalogues(lang: str, *packages: str) -> tuple[Catalogue, ...]:
    """The shell's catalogue, then text/{lang}.toml of each package ("kempelen.games.x"). Read once, then kept."""
    return tuple(load_catalogue(lang, package) for package in ("kempelen", *packages))
