"""Names, roles, headings and contrast, as axe-core judges them: pages, and a table in its states."""

from importlib.resources import files
from importlib.util import find_spec

import pytest

from kempelen.engine.game import games
from tests.e2e.clicks import pace, settled

GAMES = tuple(games())
RUN = """async () => (await axe.run(document, {resultTypes: ['violations']})).violations.flatMap(
  wrong => wrong.nodes.map(node => `${wrong.id}: ${node.target.join(' ')} ${node.failureSummary}`))"""


@pytest.fixture(scope="session")
def axe():
    if find_spec("axe_playwright_python") is None:
        pytest.skip("axe-playwright-python, which holds axe-core, is not installed")
    return files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")


def judge(page, axe):
    page.evaluate(axe)
    return page.evaluate(RUN)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("game", GAMES)
def test_a_table_in_its_states(visit, base, axe, game, scheme):
    """The card at the start, a choice, something to confirm, every tab, the menu."""
    page = visit(height=800, color_scheme=scheme)
    page.goto(base)
    page.click(f"#game-{game} .primary")
    page.locator("#card[open]").wait_for()
    found = {"card": judge(page, axe)}
    settled(page)
    pace(page)
    found["choice"] = judge(page, axe)
    for _ in range(4):
        if page.locator("#commit").count():
            break
        page.keyboard.press("1")
        settled(page)
    found["confirm"] = judge(page, axe)
    for tab in ("why", "log", "odds", "rules"):
        page.click(f"#tab-{tab}")
        found[tab] = judge(page, axe)
    page.click("#menu > summary")
    found["menu"] = judge(page, axe)
    assert {state: wrong for state, wrong in found.items() if wrong} == {}


@pytest.mark.parametrize(
    "path", ["/", "/new/saboteur", "/rules/saboteur", "/import", "/workbench/undaunted", "/workbench/saboteur/words"]
)
def test_a_page(visit, base, axe, path):
    page = visit()
    page.goto(base + path)
    assert judge(page, axe) == []
