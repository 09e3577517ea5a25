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


LATENCY = int(os.environ.get("KEMPELEN_TEST_LATENCY", "0"))
"""Milliseconds that every request takes longer: a test that looks at a page before it is there fails with 400."""


def slow(context, page):
    if LATENCY:
        net = context.new_cdp_session(page)
        net.send("Network.enable")
        conditions = {"offline": False, "latency": LATENCY, "downloadThroughput": -1, "uploadThroughput": -1}
        net.send("Network.emulateNetworkConditions", conditions)
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
        return slow(context, context.new_page())

    yield come
    for context in contexts:
        context.close()
    assert not problems
