"""Undaunted's automa in whole games of every scenario, beside a second reading of its two sheets."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import product
from math import ceil
from pathlib import Path

import pytest

from kempelen.engine.game import say_in
from kempelen.engine.trace import Cite, Step
from kempelen.games.undaunted import GAME
from kempelen.parts.document import pages_of
from kempelen.parts.scenarios import scenario_file
from kempelen.text.say import LANGUAGES
from tests.marks import rule
from tests.references.prove import DECISIONS
from tests.references.undaunted.board import Table, kind, read_table
from tests.references.undaunted.charts import EDITIONS, Answer, answers
from tests.references.undaunted.compare import differences
from tests.references.undaunted.play import Decided, games
from tests.references.undaunted.tables import OWN_TABLES

SCENARIOS = (*GAME.scenarios, *OWN_TABLES)
SHARE = ceil(DECISIONS / len(GAME.scenarios))
SNIPERS = 200
"""Decisions at the table that is made for them."""
REFERENCE = ("board", "cards", "charts", "movement", "tables", "targets")
"""Modules written from the documents alone."""
CARDS = frozenset({"sergeant", "guide", "scout", "mg", "sniper", "mortar", "rifleman", "leader"})
ACTIONS = frozenset(
    {"bolster", "command", "guide", "scout", "attack", "recon", "conceal", "move", "control", "stalk", "suppress"}
    | {"inspire", "blast", "target", "ready", "hunker_down"}
)
AIMS = frozenset({"main target", "provided", "table", "two lower", "Q35", "Q64", "Q66", "Q47 Q48", "Q57 Q58"})


@cache
def decisions(scenario: str, edition: str) -> tuple[Decided, ...]:
    return tuple(games(scenario, SHARE, edition))


def table_of(one: Decided) -> Table:
    name = one.position.get("scenario")
    return read_table(one.position, (scenario_file(GAME, name) or {}) if name else {})


def answered(seen: Iterable[Decided]) -> Iterator[tuple[Decided, Table, Answer]]:
    """Decisions on cards, with the answer of the document that has the program's action."""
    for one in seen:
        if not one.bolstering:
            table = table_of(one)
            for answer in answers(table, one.dice, EDITIONS[one.edition]):
                if answer.action == one.action:
                    yield one, table, answer
                    break


@pytest.mark.parametrize("module", REFERENCE)
def test_the_reference_knows_nothing_of_the_program(module: str) -> None:
    source = (Path(__file__).parent / "undaunted" / f"{module}.py").read_text("utf-8")
    imported = [node.module or "" for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ImportFrom)]
    imported += [
        name.name for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Import) for name in node.names
    ]
    assert not [name for name in imported if name.startswith("kempelen")]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_whole_games_go_as_the_documents_say(scenario: str, edition: str) -> None:
    """Card, questions, modifier, dice, action, aim and the readings the why cites, decision by decision."""
    assert len(decisions(scenario, edition)) >= SHARE
    assert [str(difference) for difference in differences(decisions(scenario, edition))] == []


def test_every_card_action_and_aim_was_compared() -> None:
    """What never comes up is not compared: the tables above meet every card, every action and every aim."""
    cards, actions, aims = set(), set(), set()
    for scenario, edition in product(SCENARIOS, EDITIONS):
        for one, _, answer in answered(decisions(scenario, edition)):
            cards.add(kind(answer.card))
            actions.update(one.action.split()[1:2])
            aims.add(answer.by)
    assert cards >= CARDS
    assert actions >= ACTIONS
    assert aims >= AIMS


# -- the German sheet's SNIPER 3: "... bzw. steht nahe einem Feld mit den höchsten SPs"


@cache
def sniper_3(edition: str) -> list[tuple[Decided, Table, Answer]]:
    """Decisions where a Sniper's third question was a yes."""
    found = answered(games("marksmen", SNIPERS, edition))
    return [
        (one, table, answer) for one, table, answer in found if ("3", True) in answer.asked and answer.card == "sniper"
    ]


def question_3(one: Decided) -> Step:
    def is_it(step: Step) -> bool:
        return any(isinstance(source, Cite) and source.item == "3" for source in step.sources)

    return next(step for step in one.why if step.text.key == "chart.yes" and is_it(step))


@rule("undaunted:Q35")
@pytest.mark.parametrize("lang", LANGUAGES)
def test_each_edition_asks_its_own_sniper_question(lang: str) -> None:
    say = say_in(lang)
    asked = {edition: {say.of(question_3(one).text) for one, _, _ in sniper_3(edition)} for edition in EDITIONS}
    assert all(len(sentences) == 1 for sentences in asked.values())
    assert asked["en"] != asked["de"]


@rule("undaunted:Q35")
@pytest.mark.parametrize("lang", LANGUAGES)
def test_each_edition_prints_its_own_sniper_question(lang: str) -> None:
    say = say_in(lang)
    printed = []
    for edition in EDITIONS:
        pages = pages_of(GAME, GAME.editions[edition])
        page = next(page for page in pages if page.title.key == "undaunted.chart.sniper")
        printed.append([say.of(line) for number, line, *_ in page.lines if number == "3"])
    assert len(printed[0]) == len(printed[1]) == 1
    assert printed[0] != printed[1]


@rule("undaunted:Q35")
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_sniper_who_goes_to_the_points_does_not_claim_cover(lang: str) -> None:
    """STALK onto the tile with the most points, without more cover there, is explained otherwise than STALK into cover."""
    say = say_in(lang)
    explained: dict[bool, set[str]] = {True: set(), False: set()}
    for one, table, answer in sniper_3("de"):
        if answer.by == "Q35":
            cover = table.board.cover[answer.toward] > table.board.cover[table.place_of("sniper")]
            notes = [step.text for step in one.why if any(str(source) == "undaunted:Q35" for source in step.sources)]
            sentences = [say.of(text) for text in notes if not text.key.startswith("chart.")]
            explained[cover].add(re.sub(r"\b[A-Z]\d\b", "X", " ".join(sentences)))
    assert explained[True]
    assert explained[False]
    assert not explained[True] & explained[False]
