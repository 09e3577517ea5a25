"""A game's notation in the words of a language: `lege Kreuzung 1,0` is `lay plus 1,0`, and back.

Records are written in English words and ids. What people type may also be in the words they read on the table. A game
says which groups of its catalogue are names of things (`Typed.names`), and its catalogues say the rest, the same in
every game:

    [saboteur.typed]
    lay = "lege, legen, leg"              # the words for a word of the notation; it is written with the first
    [saboteur.typed_little]
    words = "auf, an, nach"               # what people put between the others

Umlauts may be typed as ae, oe, ue; capitals, hyphens and quotation marks do not matter.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import islice, product

from kempelen.text.say import LANGUAGES, Own, Say, Text, load_catalogue

__all__ = ["Typed", "folded"]

WRITTEN_IN = "en"
"""The language of the notation itself."""
LONGEST = 6
"""Words of a name, its article among them."""
SHORTEST = 2
"""Letters of a word that may stand for a whole name."""
MOST = 64
"""So many meanings of one line are looked at."""
MOST_WORDS = 200
"""No action has as many words: names in a longer line are not looked for, since everybody else would wait for that."""
UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "_": " ", "\u00ad": None})
QUOTES = str.maketrans(dict.fromkeys("„“”‚‘’\"'"))
HYPHEN = re.compile(r"(?<=[^\W\d])-")
"""Behind a letter; before a number it is a minus."""
COUNTED = re.compile(r"([^\W\d]{3,})(\d+)")
"""A name with a number at its end: the second Fangarm is `fangarm2`."""

POINT = re.compile(r"^([a-z]?-?\d+)\.(\d+),(-?\d+)\.(\d+)$")
"""A point in centimetres. With decimal commas a semicolon stands between its numbers."""

Phrases = Mapping[str, tuple[str, ...]]


def folded(words: str) -> str:
    """Without what need not be typed exactly."""
    return " ".join(HYPHEN.sub(" ", words.lower().translate(QUOTES).translate(UMLAUTS)).split())


def compact(word: str) -> str:
    """A word without its hyphens."""
    return folded(word).replace(" ", "")


@dataclass(frozen=True)
class Typed:
    """What the words of a notation are called on the table."""

    package: str
    names: tuple[str, ...] = ()
    """Groups of the catalogue whose keys are words of the notation: `card`, `tool`."""
    numbered: bool = False
    """A number may follow a name as a part of it: `tentacle2`."""
    verb_second: bool = False
    """The notation names who acts before what is done; people may say it the other way round."""
    also: Callable[[str], str] = lambda notation: notation
    """Another way to write a notation that is read as the same, nearer to what stands on the table."""

    # -- reading

    def meanings(self, typed: str, among: Collection[str] | None = None) -> Iterator[str]:
        """What a line may mean, as the notation writes it; nothing if it holds no words but the notation's own.

        With `among` a part of a name will do, of those it holds: `Schütze` if there is only the Schütze A.
        """
        words = typed.split()
        found = list(self._parts(words, among)) if len(words) <= MOST_WORDS else []
        if all(len(meant) == 1 and folded(meant[0]) == said for said, meant in found):
            return iter(())
        orders = [found, [found[1], found[0], *found[2:]]] if self.verb_second and found[1:] else [found]
        lines = (" ".join(filter(None, one)) for order in orders for one in product(*(meant for _, meant in order)))
        return iter(dict.fromkeys(islice(lines, MOST)))

    def named(self, words: Sequence[str]) -> list[str]:
        """Whole names as their ids; of two that are called the same, the first."""
        if len(words) > MOST_WORDS:
            return list(words)
        return [meant[0] for _, meant in self._parts(words, None, verbs=False)]

    def verb(self, word: str) -> str:
        """A verb as the notation writes it; any other word as it is."""
        return next(iter(self._verbs.get(folded(word), ())), word)

    def is_verb(self, word: str) -> bool:
        """Whether it is a verb of another language than the notation's."""
        return folded(word) in self._verbs and word.lower() not in says(self, WRITTEN_IN)

    @cached_property
    def little(self) -> frozenset[str]:
        """What people put between the other words, in every language."""
        prefix = f"{self._game}.typed_little.words"
        return frozenset(folded(word) for lang in LANGUAGES for word in self._listed(lang, prefix))

    def _parts(
        self, words: Sequence[str], among: Collection[str] | None, *, verbs: bool = True
    ) -> Iterator[tuple[str, tuple[str, ...]]]:
        """The line in pieces: what was said, and what it may mean. The longest name first, so `Kurve nach oben` is one
        piece; `_` and a plain word of the notation mean themselves."""
        left = list(words)
        while left:
            n, meant = self._longest(left, among, verbs)
            said, rest = folded(" ".join(left[:n])), left[n:]
            if not n:
                said, meant, rest = folded(left[0]), self._other(left[0], among, verbs), left[1:]
            elif self.numbered and rest and rest[0].isdigit() and all(one in self._ids for one in meant):
                said, meant, rest = f"{said} {rest[0]}", tuple(one + rest[0] for one in meant), rest[1:]
            left = rest
            yield said, meant

    def _longest(self, left: Sequence[str], among: Collection[str] | None, verbs: bool) -> tuple[int, tuple[str, ...]]:
        """How many words the next piece has that is known, and what it may mean; none: it is not known."""
        for n in range(min(LONGEST, len(left)), 0, -1):
            said = folded(" ".join(left[:n]))
            meant = dict.fromkeys((*(self._verbs.get(said, ()) if verbs else ()), *self._phrases.get(said, ())))
            if among is not None and left[:n] != [*meant]:  # an id is what it is
                meant |= dict.fromkeys(one for one in self._holding(left[:n]) if one in among)
            if meant:
                return n, tuple(meant)
        return 0, ()

    def _other(self, word: str, among: Collection[str] | None, verbs: bool) -> tuple[str, ...]:
        """What no catalogue knows: a number, a place, an id, a little word, or a name with its number."""
        if verbs and folded(word) in self.little:
            return ("",)
        counted = COUNTED.fullmatch(word) if self.numbered else None
        if counted is None:
            return (word,)
        meant = self._longest([counted[1]], among, verbs=False)[1]
        return tuple(name + counted[2] for name in meant) or (word,)

    # -- writing

    def written(self, notation: str, lang: str) -> str:
        """An action in the words of a language, so that they can be typed; it is read back as the same action."""
        if lang == WRITTEN_IN:
            return notation
        words = self.also(notation).split()
        second = words[0] in self._ids and words[1:2] and words[1] in self._says(lang)
        done = [self._name(words[0], lang)] if second else []
        left = words[1:] if second else words
        n = next((n for n in (2, 1) if " ".join(left[:n]) in self._says(lang)), 0)
        if not second and not n and left[1:] and left[1] in self._says(lang):  # `A1 move`
            done, left, n = left[:1], left[1:], 1
        if n:
            done.append(self._says(lang)[" ".join(left[:n])])
        return " ".join([*done, *(self._name(word, lang) for word in left[n:])])

    def _name(self, word: str, lang: str) -> str:
        """An id as the name of what it means."""
        counted = COUNTED.fullmatch(word) if self.numbered and word not in self._ids else None
        id, number = (counted[1], counted[2]) if counted else (word, "")
        key = self._ids.get(id)
        if key is not None:
            bare = speaking(lang, self.package).of(Text(key), "bare").translate(QUOTES).replace("\u00ad", "")
            return f"{bare}{number}"
        return self._says(lang).get(word) or POINT.sub(r"\1,\2;\3,\4", word)

    def name_of(self, word: str) -> Text | None:
        """What a word of the notation is called on the table; None if it has no name."""
        key = self._ids.get(word)
        return None if key is None else Text(key)

    def example(self, notation: str) -> Own:
        """An action as it is typed in each language, for what is said of one that cannot be read."""
        return Own({lang: self.written(notation, lang) for lang in LANGUAGES})

    # -- the words

    @property
    def _game(self) -> str:
        return self.package.rpartition(".")[2]

    def _listed(self, lang: str, key: str) -> list[str]:
        listed = speaking(lang, self.package).of(Text(key))
        return [word.strip() for word in listed.split(",")]

    def _says(self, lang: str) -> Mapping[str, str]:
        """What each word of the notation is written as."""
        return says(self, lang)

    @cached_property
    def _verbs(self) -> Phrases:
        """The words for the words of the notation, in every language."""
        found: dict[str, dict[str, None]] = {}
        for lang in LANGUAGES:
            for word in says(self, lang):
                for phrase in self._listed(lang, f"{self._game}.typed.{word}"):
                    found.setdefault(folded(phrase), {})[word] = None
        return {phrase: tuple(meant) for phrase, meant in found.items()}

    @cached_property
    def _ids(self) -> Mapping[str, str]:
        """Every id that has a name, with the key of its text."""
        found: dict[str, str] = {}
        for id, key in self._keys():
            found.setdefault(id, key)
        return found

    @cached_property
    def _phrases(self) -> Phrases:
        """Names with and without their articles, in every language, and the ids themselves: their ids."""
        found: dict[str, dict[str, None]] = {folded(id): {id: None} for id in self._ids}
        for lang in LANGUAGES:
            say = speaking(lang, self.package)
            for id, key in self._keys():
                for form in load_catalogue(lang, self.package).texts[key]:
                    found.setdefault(folded(say.of(Text(key), form)), {})[id] = None
        return {phrase: tuple(ids) for phrase, ids in found.items()}

    def _keys(self) -> Iterator[tuple[str, str]]:
        """The ids, and the keys of their texts."""
        for group in self.names:
            prefix = f"{self._game}.{group}."
            for key in load_catalogue(WRITTEN_IN, self.package).texts:
                if key.startswith(prefix):
                    yield key.removeprefix(prefix), key

    @cached_property
    def _words(self) -> Mapping[str, frozenset[str]]:
        """The words of every name; of one with a hyphen also what stands before it, as the MG of an MG-Schütze."""
        found: dict[str, set[str]] = {id: set() for id in self._ids}
        for lang in LANGUAGES:
            say = speaking(lang, self.package)
            for id, key in self._keys():
                for word in say.of(Text(key), "bare").split():
                    found[id] |= {compact(word), compact(word.partition("-")[0])}
        return {id: frozenset(words) for id, words in found.items()}

    def _holding(self, said: Sequence[str]) -> Iterator[str]:
        """The ids in whose names these words are, or one word that they make together."""
        wanted, whole = set(map(compact, said)), compact("".join(said))
        if wanted <= self.little or max(map(len, wanted)) < SHORTEST:
            return iter(())
        return (id for id, words in self._words.items() if wanted <= words or whole in words)


@cache
def says(typed: Typed, lang: str) -> Mapping[str, str]:
    """What each word of the notation is written as in a language."""
    prefix = f"{typed.package.rpartition('.')[2]}.typed."
    say = speaking(lang, typed.package)
    keys = [key for key in load_catalogue(lang, typed.package).texts if key.startswith(prefix)]
    return {key.removeprefix(prefix): say.of(Text(key)).partition(",")[0].strip() for key in keys}


@cache
def speaking(lang: str, package: str) -> Say:
    return Say.load(lang, package)
