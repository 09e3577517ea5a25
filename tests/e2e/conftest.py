import os

import pytest

from kempelen.store import sqlite
from tests.web.people import PATIENCE, Running, settings, the_same_games

__all__ = ["the_same_games"]


@pytest.fixture(scope="session")
def base(tmp_path_factory):
    """The address of a server with an empty file of games."""
    kept, sqlite.SYNCHRONOUS = sqlite.SYNCHRONOUS, "OFF"
    with Running(settings(tmp_path_factory.mktemp("e2e"))) as running:
        sqlite.SYNCHRONOUS = kept  # the server has its connection by now; other tests want to see what is usual
        yield running.base


SLOW = int(os.environ.get("KEMPELEN_TEST_SLOW", "0"))
"""How many times slower every window works: with 20 a test fails that looks at a page before it is there."""


def slowed(context, page):
    if SLOW:
        line = context.new_cdp_session(page)
        line.send("Emulation.setCPUThrottlingRate", {"rate": SLOW})
        line.send("Network.enable")
        late = {"offline": False, "latency": 20 * SLOW, "downloadThroughput": -1, "uploadThroughput": -1}
        line.send("Network.emulateNetworkConditions", late)
    return page


@pytest.fixture
def visit(browser):
    """Windows that share nothing with each other; whatever goes wrong in one fails the test, unless it is expected."""
    contexts, problems = [], []

    def come(width=1280, height=860, lang="en", expected="nothing", **more):
        context = browser.new_context(
            viewport={"width": width, "height": height},
            locale=lang,
            has_touch=width < 700,
            **({"reduced_motion": "reduce"} | more),
        )
        contexts.append(context)
        context.set_default_timeout(PATIENCE * 1000)
        context.on("weberror", lambda wrong: problems.append(wrong.error.stack or str(wrong.error)))
        context.on(
            "console",
            lambda said: problems.append(said.text) if said.type == "error" and expected not in said.text else None,
        )
        return slowed(context, context.new_page())

    yield come
    for context in contexts:
        context.close()
    assert not problems
