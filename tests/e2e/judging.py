"""What axe-core has against a page: names, roles, headings, contrast."""

from importlib.resources import files
from importlib.util import find_spec

import pytest

__all__ = ["axe", "judge"]

RUN = """async only => (await axe.run(document, {resultTypes: ['violations'], ...(only.length && {runOnly: only})})).violations.flatMap(
  wrong => wrong.nodes.map(node => `${wrong.id}: ${node.target.join(' ')} ${node.failureSummary}`))"""


@pytest.fixture(scope="session")
def axe():
    if find_spec("axe_playwright_python") is None:
        pytest.skip("axe-playwright-python, which holds axe-core, is not installed")
    return files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")


def judge(page, axe, *only):
    """What is wrong by any rule, or by `only` these."""
    page.evaluate(axe)
    return page.evaluate(RUN, list(only))
