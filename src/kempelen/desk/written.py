"""A sitting with an adviser as a line of text, so that an address can hold it and nothing need be kept.

    o-rifleman~n~n~y~r7~f0        open the Rifleman, no, no, yes, the program rolled 7, go on with what follows

`7` is a number or a die of one's own, `c-ID` an option, `r7` and `l2` what the program has rolled or drawn by lot, `d`
denies what was taken to be so. One step back is the line without its last word.
"""

from __future__ import annotations

from kempelen.desk.adviser import Adviser, Advising, Answer, Query
from kempelen.engine.errors import BadNotation
from kempelen.engine.files.numbers import number_in
from kempelen.text.say import Text

__all__ = ["MOST_STEPS", "between", "said_in", "sitting", "word_for"]

between = "~"
MOST_STEPS = 400
"""Many hands of cards; an address of this length is still one."""
MOST = 10_000


class _Told:
    """Dice that show what is written in the line."""

    def __init__(self) -> None:
        self.face = 1

    def below(self, faces: int, why: str, where: str) -> int:
        if not 1 <= self.face <= faces:
            raise BadNotation(Text("answer.number", answer=str(self.face), least=1, most=faces))
        return self.face - 1


def sitting(adviser: Adviser, line: str) -> Advising:
    """The sitting so far; raises BadNotation or IllegalAction for a line that nobody can have come to."""
    words = said_in(line)
    if len(words) > MOST_STEPS:
        raise BadNotation(Text("adviser.long_line"))
    dice = _Told()
    advising = Advising(adviser, dice)
    for word in words:
        head, dash, rest = word.partition("-")
        if head == "o" and dash:
            _open(advising, rest)
        elif word == "d":
            advising.deny()
        elif word[:1] == "f":
            advising.follow(_number(word[1:], word))
        elif word[:1] in ("r", "l"):
            dice.face = _number(word[1:], word)
            advising.roll()
        else:
            advising.answer(_answer(word))
    return advising


def said_in(line: str) -> list[str]:
    return [word for word in line.split(between) if word]


def word_for(query: Query, answer: Answer) -> str:
    """An answer as it stands in the line."""
    if query.kind == "yes_no":
        return "y" if answer else "n"
    return str(answer) if query.kind in ("number", "roll") else f"c-{answer}"


def _open(advising: Advising, id: str) -> None:
    if all(one.id != id for one in advising.adviser.consultations):
        known = [one.title for one in advising.adviser.consultations]
        raise BadNotation(Text("answer.one_of", answer=id, known=known))
    advising.open(id)


def _answer(word: str) -> Answer:
    if word in ("y", "n"):
        return word == "y"
    return word[2:] if word.startswith("c-") else _number(word, word)


def _number(digits: str, word: str) -> int:
    number = number_in(digits, 0, MOST)
    if number is None:
        raise BadNotation(Text("adviser.bad_line", word=word[:20]))
    return number
