"""A trace in words, with the lines it rests on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from kempelen.engine.game import Game, game_named
from kempelen.engine.trace import Cite, RulingCite, Source, Step, cited, decided_first
from kempelen.parts.document import pages_of
from kempelen.text.say import Say, Text

__all__ = ["Origin", "WhyStep", "anchor", "in_words", "why_steps"]


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a step comes from, for somebody who knows no ids."""

    words: str
    """The document by its title, the section, the line; a document is named once, where it comes up first."""
    told: str
    """What stands there in short, if the program knows it: a rule, a reading of ours."""
    place: str
    """The anchor on the page of rules, if it has one."""
    ours: bool
    """A reading of ours."""


@dataclass(frozen=True, slots=True)
class WhyStep:
    """One step of a bot's reasoning, in words."""

    text: str
    cites: tuple[tuple[str, str], ...]
    """Lines of the author's document, with the anchor on the page of rules if it has one."""
    rulings: tuple[tuple[str, str], ...]
    """Readings of ours: id and anchor."""
    passed: bool = False
    """It tells of lines before the one that decided, which did not apply."""
    origins: tuple[Origin, ...] = ()
    """The same citations in words, in their order; readings last."""
    lead: str = ""
    """It says most plainly why: so it is told before the lines and their numbers, as one would say it at the table."""


def anchor(cite: str) -> str:
    """Where a citation is found on the page of rules."""
    return "".join(char.lower() if char.isalnum() else "-" for char in cite).strip("-")


@cache
def anchors(name: str) -> frozenset[str]:
    """What the page of rules of a game has anchors for."""
    pages = pages_of(game_named(name))
    lines = {anchor(f"{page.source} / {page.shown(number)}") for page in pages for number, _, _ in page.lines}
    return frozenset(lines | {anchor(page.source) for page in pages})


def why_steps(
    steps: Iterable[Step], game: Game[Any], say: Say, options: Mapping[str, str], *, as_noted: bool = False
) -> list[WhyStep]:
    """A trace in words, what decided first unless it is wanted as it was noted; readings of ours are marked, and told
    as these options have them."""
    known, found = anchors(game.name), []
    noted = list(steps)
    decided, passed = decided_first(noted)
    if as_noted:
        decided, passed = noted, []
    named: set[str] = set()
    done = [step for step in decided if step.text.key == "why.done"]
    turn = "" if as_noted or len(done) <= FEW else turn_in_words(decided, done, say)
    lead = None if as_noted or turn else plainest(decided, game)
    for n, step in enumerate([*decided, *passed]):
        cites, rulings, origins = [], [], []
        for source in step.sources:
            if isinstance(source, RulingCite):
                rulings.append((source.id, anchor(source.id)))
                continue
            place = anchor(str(source))
            place = place if place in known else ""
            cites.append((cited(source, say), place))
            origins.append(origin_of(source, place, game, say, named))
        origins += [reading_origin(id, place, game, say, options) for id, place in rulings]
        words = say.of(step.text, "Nom")
        found.append(
            WhyStep(
                words,
                tuple(cites),
                tuple(rulings),
                n >= len(decided),
                tuple(origins),
                turn if turn and not n else lead_words(step, words, say) if step is lead else "",
            )
        )
    return found


def turn_in_words(decided: list[Step], done: list[Step], say: Say) -> str:
    """Of a whole turn in many lines: what was done, each thing once, and what decided it last, such as a lot."""
    whats = [dict(step.text.fields).get("what") for step in done]
    deeds = tuple(dict.fromkeys(say.of(what, "nom") for what in whats if isinstance(what, Text)))
    seen = [step for step in decided if step.kind == "" and step.text.key != LIST and _is_reason(step, None)]
    seen = seen or [step for step in decided if step.kind == "" and step.text.key != LIST]
    reasons = [say.of(step.text, "Nom") for step in seen[-1:]]
    return " ".join([say("web.why.turn", deeds=deeds), *reasons])


CHART, ROW, LIST = "chart.", "chart.row", "why.list"
"""What is noted of a chart, whatever the game; of it the row that a die has led to; that a list is gone through."""
FEW = 2
"""So few steps are read at a glance."""


def plainest(decided: list[Step], game: Game[Any]) -> Step | None:
    """What the one who decided saw at the table: noted last before the line that was carried out, or right after it,
    or, where a chart has led to the choice, last of all. What a lot or a rule says is no reason, if there is another.
    """
    if len(decided) <= FEW:
        return None
    at = next((n for n, step in enumerate(decided) if step.kind == "done"), None)
    if at is None:
        written = documents(game.name)
        seen = [step for step in decided[1:] if _is_reason(step, written)]
        return seen[-1] if seen else decided[0]
    seen = [step for step in decided[1:at] if _is_reason(step, None) and step.text.key != LIST]
    after = [step for step in decided[at + 1 :] if step.kind == ""]
    own = [step for step in after if not step.text.key.startswith(CHART)]  # whom and where to, not what the table says
    carried = [step for step in after if step.text.key == ROW]
    found = seen[-1:] or own[:1] or carried[-1:] or after[:1]
    return found[0] if found else decided[at]


def lead_words(step: Step, words: str, say: Say) -> str:
    """A line of a table that a die has led to is no reason: the die is. A game may have words without numbers."""
    if step.text.key == ROW:
        return say("web.why.by_die", what=words)
    plain = step.text.key + "_plain"
    return say.of(Text(plain, **dict(step.text.fields)), "Nom") if say.has(plain) else words


@cache
def documents(name: str) -> frozenset[str]:
    """What the automas of a game are written in, besides its rules."""
    return frozenset(page.source.partition(" / ")[0] for page in pages_of(game_named(name)))


def _is_reason(step: Step, written: frozenset[str] | None) -> bool:
    """It rests on a document, on one of these if it has to, and is no numbered line of it: that says what, not why."""
    cites = [source for source in step.sources if isinstance(source, Cite) and not source.item[:1].isdigit()]
    return step.kind == "" and any(written is None or cite.document in written for cite in cites)


def origin_of(source: Cite, place: str, game: Game[Any], say: Say, named: set[str]) -> Origin:
    """A line of a document in words. `named` are the documents that have been named before."""
    title = "" if source.document in named else _worded(f"{game.name}.source.{source.document}", source.document, say)
    named.add(source.document)
    book = game.rulebook
    if source.section in book.rules:
        chapter = book.sections.get(book.section_of(source.section), {}).get(say.lang, "")
        words = [title or say("web.why.rulebook"), chapter, say("web.why.rule", n=source.section)]
        return Origin(", ".join(filter(None, words)), book.rules[source.section].get(say.lang, ""), place, False)
    section = _worded(f"{game.name}.section.{source.section}", source.section, say)
    line = say("web.why.line", n=source.item) if source.item[:1].isdigit() else source.item
    item = _worded(f"{game.name}.section.{source.item}", line, say)
    return Origin(", ".join(filter(None, (title, section, item))), "", place, False)


def in_words(sources: Iterable[Source], game: Game[Any], say: Say) -> list[str]:
    """The lines of documents among them, each document named where it comes first."""
    named: set[str] = set()
    return [origin_of(one, "", game, say, named).words for one in sources if isinstance(one, Cite)]


def reading_origin(id: str, place: str, game: Game[Any], say: Say, options: Mapping[str, str]) -> Origin:
    """A reading of ours: the question that the author's text leaves open, and how it is read here."""
    ruling = game.rulings.get(id.partition(":")[2]) if id.startswith(f"{game.name}:") else None
    told = "" if ruling is None else f"{ruling.question[say.lang]} {ruling.read_as(options)[say.lang]}"
    return Origin(say("web.why.reading", id=id.rpartition(":")[2]), told, place, True)


def _worded(key: str, otherwise: str, say: Say) -> str:
    return say(key) if say.has(key) else otherwise
