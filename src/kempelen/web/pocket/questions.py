"""A question beside a real table as its page shows it: buttons, by what they stand under, and what goes with them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from markupsafe import Markup

from kempelen.scene.model import Shape
from kempelen.text.say import Say

__all__ = ["CLOSE", "IN_A_ROW", "Answer", "Group", "Question", "numbered_lots"]

FEW_ROWS, SHORT = 5, 18
MANY_LOTS, BRIEF, TILE = 6, 8, 3
"""More lots than that stand as short buttons, of so few letters, each with the name of its tile."""
"""So many answers stand below each other; of those with so few letters not even that many."""
MANY_CARDS = 8
"""More cards than that stand closer, so that a board has room above them."""
MOST_LISTED, LISTED_PRICE = 3, 18
"""So many places are listed below a board at once, and so long what each takes: the board keeps its room."""
IN_A_ROW, CLOSE = 4, 5
"""So many stand in a row, and so many closer."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A button: with `do` it answers, else it picks a handle and asks on."""

    label: str
    do: str = ""
    pick: str = ""
    picture: Markup | None = None
    turned: int = 0
    """Degrees by which the picture is turned."""
    many: int = 1
    """So many choices lie behind it."""
    hits: bool = False
    """With a face of a die: it is enough."""
    foe: bool = False
    """With it: enough for an enemy."""
    short: str = ""
    """A word for a small button; the label is read aloud all the same."""
    price: str = ""
    """What it takes, and how likely it comes off."""
    chance: str = ""
    """How likely alone, to be read beside it on the board."""
    costly: bool = False
    """Something of one's own is lost by it: the button looks like it."""


@dataclass(frozen=True, slots=True)
class Group:
    title: str
    answers: tuple[Answer, ...]

    @property
    def lots(self) -> bool:
        """Many lots with short names, which need not stand in rows."""
        return len(self.answers) > MANY_LOTS and all(len(one.label) <= BRIEF for one in self.answers)

    def paired(self, kind: str) -> bool:
        """Do two of them stand beside each other? Many do, and a few whose words are short."""
        few = 2 if kind == "pick" else FEW_ROWS
        short = all(len(one.label) <= SHORT and not one.price for one in self.answers)
        return len(self.answers) > (few if not short else min(few, 3))


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked now."""

    kind: str
    text: str
    groups: tuple[Group, ...]
    picked: tuple[str, ...]
    """What has been picked, in words."""
    places: Mapping[str, Answer]
    """Answers that lie on the board, by handle."""
    count: int
    """So many dice."""
    typed: str
    """An example, where something may be typed."""
    rolls: bool
    """The app may roll instead."""
    spots: tuple[Shape, ...] = ()
    """Of these places, points where nothing lies."""
    in_a_row: int = 1
    """So many cards of the same hand may be named in one go."""
    unnamed: int = 0
    """So many things need not be named, since nothing depends on them."""
    slots: tuple[Group, ...] = ()
    """Several things that are turned over together, one group each."""
    dice: tuple[Group, ...] = ()
    """Several dice that are thrown together, one group each."""
    had: tuple[Markup, ...] = ()
    """Cards of the same hand that have just been named."""
    several: str = ""
    """An example of how to name several at once."""
    thing: Markup | None = None
    """The card or unit that it is about."""
    because: tuple[str, ...] = ()
    """Why it is asked at all, and how it need not be."""
    sum: tuple[tuple[int, str], ...] = ()
    """What the number that dice have to show is made of; the number itself comes last."""
    faces: tuple[tuple[str, str], ...] = ()
    """Which faces of a die lead to what: `1–4` and what is then done."""
    portraits: bool = False
    """What lies on the board is among the answers with its picture, too."""
    notes: tuple[str, ...] = ()
    """What speaks against what is to be confirmed, or what the chances beside the answers are of."""

    @property
    def cards(self) -> int:
        """So many answers have a picture."""
        return sum(one.picture is not None for group in self.groups for one in group.answers)

    @property
    def lies_open(self) -> bool:
        """Does the list of what lies on the board stand below it at once? Else it would leave no board to tap on."""
        places = self.places.values()
        short = all(len(one.price) <= LISTED_PRICE for one in places)
        return len(places) <= MOST_LISTED and short and not self.groups

    @property
    def many(self) -> bool:
        """So many cards that they stand closer."""
        return self.kind == "do" and self.cards > MANY_CARDS

    @property
    def fills(self) -> bool:
        """Is there room for the one answer without a picture in the last row of these cards?"""
        rest = sum(len(group.answers) for group in self.groups) - self.cards
        row = CLOSE if self.many else IN_A_ROW
        return self.kind == "do" and not self.places and rest == 1 and 0 < self.cards % row <= row - 2


def numbered_lots(places: Sequence[Answer], say: Say) -> list[Answer]:
    """Of many the name of the tile is enough, so that the board keeps its room."""
    tiles = [one.label.partition(": ")[0] for one in places]
    brief = len(places) > MANY_LOTS and all(len(tile) <= TILE for tile in tiles)
    labels = tiles if brief else [one.label for one in places]
    counted = enumerate(zip(places, labels, strict=True), 1)
    return [replace(one, label=say("web.beside.nth_lot", n=n, what=label)) for n, (one, label) in counted]
