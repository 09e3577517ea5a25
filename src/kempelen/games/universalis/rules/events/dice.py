"""Dice: tests, comparisons, dice rolled again."""

from __future__ import annotations

from kempelen.engine.events import Rival, Roll, Touch
from kempelen.games.universalis.face.words import part_words, rule_word, sum_word
from kempelen.games.universalis.rules.events.basis import Event, Mods, Thrown, card_handle
from kempelen.text.say import Field, Text

__all__ = ["Compared", "NewDie", "NotRolled", "Rerolled", "Tested"]


SHOTS = ("fk", "fk_2")
"""Rolls that hit or miss; the others are passed or failed."""
ATTACKS = ("strength", "NK")
"""What the first side of a comparison adds where it strikes the other."""
NERVE = ("eh", "eh_2")
"""Rolls that change nothing when they are passed."""


def _passed(so: bool) -> Text:
    return Text(f"universalis.came.{'passed' if so else 'failed'}")


class Reckoned(Event, touches={"who": "turned"}):
    """A target number with everything that made it up."""

    who: str
    why: str
    what: str
    base: int
    mods: Mods

    @property
    def target(self) -> int:
        return self.base + sum(value for _, value in self.mods)

    def words(self) -> dict[str, Field]:
        added = sum_word(self.what, self.base, self.mods)
        return {"who": self.who, "why": Text(f"universalis.roll.{self.why}"), "target": self.target, "sum": added}


class NotRolled(Reckoned, says="universalis.event.not_rolled", short=True):
    """The target number is 0 or less, so there is no roll (R058)."""


class Tested(Reckoned, says=("passed", "universalis.event.passed", "universalis.event.failed"), short=True):
    """An attribute roll."""

    die: int
    sides: int
    whom: str = ""
    """Who is shot at."""

    @property
    def passed(self) -> bool:
        return self.die <= self.target

    def words(self) -> dict[str, Field]:
        return {**super().words(), "die": self.die}

    @property
    def weight(self) -> int:
        """Whoever keeps his nerve goes on as before: what shook him is the news."""
        return 0 if self.passed and self.why in NERVE else 1

    @property
    def short(self) -> Text:
        if self.why in SHOTS:
            return self.told
        return super().short

    @property
    def told(self) -> Text:
        """Of a shot: who, and whom, if it is at somebody."""
        came = "hits" if self.passed else "misses"
        if self.whom:
            return Text(f"universalis.told.shot_{came}_whom", who=self.who, whom=self.whom)
        return Text(f"universalis.told.shot_{came}", who=self.who)

    @property
    def aims(self) -> tuple[str, ...]:
        """Whom it is shot at, though a miss does nothing to him: a picture shows both."""
        return (self.handle("whom"),) if self.whom else ()

    @property
    def _outcome(self) -> Text | None:
        """A shot hits or misses; any other roll is passed or failed."""
        return None if self.why in SHOTS else _passed(self.passed)

    @property
    def roll(self) -> Roll:
        parts = part_words(self.what, self.base, self.mods)
        return Roll((self.die,), self.sides, self.target, False, parts, self.passed, outcome=self._outcome)


class Rerolled(
    Event,
    says=("passed", "universalis.event.reroll_passed", "universalis.event.reroll_failed"),
    short=True,
    touches={"who": "turned"},
):
    who: str
    rule: str
    die: int
    target: int
    sides: int

    @property
    def passed(self) -> bool:
        return self.die <= self.target

    def words(self) -> dict[str, Field]:
        return {"who": self.who, "because": rule_word(self.rule), "die": self.die, "target": self.target}

    @property
    def roll(self) -> Roll:
        return Roll((self.die,), self.sides, self.target, False, hit=self.passed, outcome=_passed(self.passed))


class Compared(Event, says="universalis.event.compared", short=True):
    """Both sides of a comparative roll."""

    one: Thrown
    other: Thrown
    sides: int
    first: bool = False
    """It says who has the initiative first (R073), and no trait rolls once more."""

    def words(self) -> dict[str, Field]:
        what_for = "first" if self.first else self.one[1].lower()
        said: dict[str, Field] = {"why": Text(f"universalis.compares.{what_for}")}
        for name, (who, what, base, mods, die) in (("a", self.one), ("b", self.other)):
            said[f"{name}_who"] = who
            said[f"{name}_sum"] = sum_word(what, base, mods)
            said[f"{name}_die"] = die
            said[f"{name}_total"] = _total((who, what, base, mods, die))
        return said

    @property
    def dodges(self) -> bool:
        """Somebody tries to dodge a shot (R112): the shot itself is what is told."""
        return self.one[1] == "AGI" and not self.first

    @property
    def weight(self) -> int:
        return 0 if self.dodges else 1

    @property
    def totals(self) -> tuple[int, int]:
        return _total(self.one), _total(self.other)

    @property
    def touches(self) -> tuple[Touch, ...]:
        """The cards, the higher total first: the leaders roll before anybody is on the table. Who begins does nothing
        to the other. A hit or a blow is the deed of whose it is, also if the other's armour holds or he dodges."""
        one, other = card_handle(self.one[0]), card_handle(self.other[0])
        if one != other and (self.one[1] in ATTACKS or self.dodges):
            return Touch(other, "turned", by=one), Touch(one, "turned", by=one)
        if self.totals[1] > self.totals[0]:
            one, other = other, one
        return (Touch(one, "turned"),) if one == other or self.first else (Touch(one, "turned"), Touch(other, "turned"))

    @property
    def roll(self) -> Roll:
        """Both dice with what is added; the first needs more than the total of the other (R060)."""
        one, other = self.totals
        # Who is quicker or has more resolve has hit nobody.
        hit = None if self.one[1] in ("AGI", "EH") else one > other
        rivals = (_rival(self.one), _rival(self.other))
        return Roll((self.one[4], self.other[4]), self.sides, hit=hit, rivals=rivals, outcome=self._outcome)

    @property
    def _outcome(self) -> Text | None:
        """Armour holds or is pierced; a blow hits or is warded off."""
        one, other = self.totals
        if self.one[1] == "strength":
            return Text(f"universalis.came.{'pierced' if one > other else 'holds'}")
        return Text("universalis.came.defended") if self.one[1] == "NK" and one <= other else None


def _rival(thrown: Thrown) -> Rival:
    who, _, _, _, die = thrown
    return Rival(who.partition(" ")[2] or who, _total(thrown) - die, die)


def _total(thrown: Thrown) -> int:
    _, _, base, mods, die = thrown
    return die + base + sum(value for _, value in mods)


class NewDie(Event, says="universalis.event.new_die", short=True):
    """One die of a comparison is rolled again."""

    who: str
    why: str
    rule: str
    die: int
    sides: int

    def words(self) -> dict[str, Field]:
        why, because = Text(f"universalis.roll.{self.why}"), rule_word(self.rule)
        return {"who": self.who, "why": why, "because": because, "die": self.die}

    @property
    def touches(self) -> tuple[Touch, ...]:
        return (Touch(card_handle(self.who), "turned"),)

    @property
    def roll(self) -> Roll:
        return Roll((self.die,), self.sides)
