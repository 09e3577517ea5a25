"""Positions on which two automas differ, as they are shown on a page: the board, both chances, both whys."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Hashable, Sequence
from fractions import Fraction
from html import escape
from typing import Any

from kempelen.engine.game import Game
from kempelen.engine.table import notation_of
from kempelen.engine.trace import Trace, cited
from kempelen.lab.compare.decisions import Decisions, Difference
from kempelen.lab.compare.heard import Heard
from kempelen.lab.report.page import Raw, Section, Table, Words
from kempelen.parts.automas import pages_by
from kempelen.scene.svg import render
from kempelen.text.say import Say, Text
from kempelen.wording import scenario_title

__all__ = ["action_words", "board_html", "decisions_section", "why_lines"]

Pair = Sequence[str]
"""How A and B are called."""


def action_words(action: Hashable, say: Say) -> str:
    text = getattr(action, "text", None)
    return say.of(text, "Nom") if isinstance(text, Text) else notation_of(action)


def why_lines(why: Trace | None, say: Say) -> list[str]:
    """Step by step, each with where it stands."""
    if why is None:
        return []
    lines = []
    for step in why:
        sources = "; ".join(cited(source, say) for source in step.sources)
        lines.append(say.of(step.text) + (f" [{sources}]" if sources else ""))
    return lines


def board_html(game: Game[Any], view: Any, say: Say) -> str:
    """The table as a picture of its own, so that names inside it meet no others on the page."""
    drawn = render(game.scene(view, say), theme="light").encode()
    inside = b64encode(drawn).decode()
    return f'<img class="board" alt="" src="data:image/svg+xml;base64,{inside}">'


def decisions_section(game: Game[Any], names: Pair, found: Decisions, say: Say) -> Section:
    """How many decisions differ, by card; then those that differ most."""
    section = Section("decisions", say("automa.report.title.decisions"))
    add = section.parts.append
    first, *more = found.words
    add(Words(say.of(first), "lead"))
    section.parts.extend(Words(say.of(one)) for one in more)
    if not found.differ:
        return section
    head = [say(f"automa.report.decision.{key}") for key in ("section", "looked", "differ")]
    titles = _titles(game)
    rows = [
        [say.of(titles[key], "Nom") if key in titles else say("automa.report.decision.other"), str(looked), str(differ)]
        for key, (looked, differ) in sorted(found.by_section.items(), key=lambda one: (-one[1][1], one[0]))
    ]
    add(Table(head, rows))
    if found.largest:
        add(Words(say("automa.report.largest", n=len(found.largest))))
    for one in found.largest:
        add(Raw(_position_html(game, names, one, say)))
    return section


def _titles(game: Game[Any]) -> dict[str, Text]:
    """What every card or list is called, by its key; some titles have a number in them."""
    assert game.automas is not None
    return {page.title.key: page.title for page in pages_by(game, game.automas.sheet)}


def _position_html(game: Game[Any], names: Pair, one: Difference, say: Say) -> str:
    scenario = scenario_title(game, one.scenario, say)
    where = say("automa.report.position", scenario=scenario, game=one.game, n=one.decision)
    apart = say("automa.report.apart", x=float(100 * one.apart))
    actions = sorted({*one.a.odds, *one.b.odds}, key=lambda action: (-_most(one, action), notation_of(action)))
    head = "".join(f'<th scope="col" class="n">{escape(name)}</th>' for name in names)
    rows = "".join(
        f'<tr><th scope="row">{escape(action_words(action, say))}</th>'
        + "".join(f'<td class="n">{_chance(heard, action, say)}</td>' for heard in (one.a, one.b))
        + "</tr>"
        for action in actions
    )
    what = escape(say("automa.report.decision.action"))
    table = f'<table><thead><tr><th scope="col">{what}</th>{head}</tr></thead><tbody>{rows}</tbody></table>'
    whys = "".join(_why_html(name, heard, say) for name, heard in zip(names, (one.a, one.b), strict=True))
    return (
        f'<details class="position"><summary><strong>{escape(where)}</strong> {escape(apart)}</summary>'
        f'<div class="beside"><div>{board_html(game, one.view, say)}</div>'
        f'<div><p>{escape(one.asked(game, say))}</p><div class="wide" tabindex="0">{table}</div></div></div>'
        f'<div class="beside">{whys}</div></details>'
    )


def _most(one: Difference, action: Hashable) -> Fraction:
    zero = Fraction(0)
    return max(one.a.odds.get(action, zero), one.b.odds.get(action, zero))


def _chance(heard: Heard, action: Hashable, say: Say) -> str:
    chance = heard.odds.get(action)
    if chance is None:
        return "\N{EN DASH}"
    return escape(say("automa.report.chance", x=float(100 * chance), exact=str(chance)))


def _why_html(name: str, heard: Heard, say: Say) -> str:
    title = say("automa.report.why", name=name, action=action_words(heard.likeliest, say))
    lines = "".join(f"<li>{escape(line)}</li>" for line in why_lines(heard.why, say))
    return f'<div><h3>{escape(title)}</h3><ul class="small">{lines}</ul></div>'
