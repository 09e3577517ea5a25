"""What tests of several games ask of a text, and an answer that is wrong."""

import re
from typing import Any

from kempelen.engine.game import say_in
from kempelen.text.say import LANGUAGES, Text

SAY = {lang: say_in(lang) for lang in LANGUAGES}


def written(text: Text) -> list[str]:
    """The text in every language, looked over for slips."""
    wordings = [say.of(text) for say in SAY.values()]
    for words in wordings:
        assert not re.search(r"[{}]|  | [.,;:]|\.\.|[,:]\.", words), words
    return wordings


def is_sentence(words: str) -> bool:
    return (words[0].isupper() or not words[0].isalpha()) and words[-1] in ".?"


def sentence(text: Text) -> list[str]:
    wordings = written(text)
    assert all(map(is_sentence, wordings)), wordings
    return wordings


def other(value: Any) -> Any:
    """Something else of the same sort: an expectation that must fail."""
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case str():
            return "nothing"
        case list():
            return value[1:] if value else [["nothing"]]
        case dict() if not value:
            return {"nothing": 1}
        case dict():
            key = next(iter(value))
            return {**value, key: other(value[key])}
    return "something"
