import os
import shutil
from importlib import import_module
from importlib.util import find_spec

import pytest

from kempelen.store import sqlite
from tests.web.people import PATIENCE, Running, settings, the_same_games

__all__ = ["the_same_games"]


def browser_path():
    for name in (os.environ.get("KEMPELEN_BROWSER", ""), "chromium", "google-chrome"):
        if name and (found := shutil.which(name)):
            return found
    return None


@pytest.fixture(scope="session")
def browser():
    """A real browser; without one these tests are skipped, but not where everything must be tested."""
    path = browser_path()
    missing = "there is no browser: install chromium, or name one in KEMPELEN_BROWSER" if path is None else ""
    if find_spec("playwright") is None:
        missing = "playwright is not installed"
    if missing:
        (pytest.fail if os.environ.get("CI", "").lower() == "true" else pytest.skip)(missing)
    api = import_module("playwright.sync_api")
    arguments = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    with api.sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=path, args=arguments, timeout=PATIENCE * 1000)
        yield running
        running.close()


@pytest.fixture(scope="session")
def base(tmp_path_factory):
    """The address of a server with an empty file of games."""
    kept, sqlite.SYNCHRONOUS = sqlite.SYNCHRONOUS, "OFF"
    with Running(settings(tmp_path_factory.mktemp("e2e"))) as running:
        sqlite.SYNCHRONOUS = kept  # the server has its connection by now; other tests want to see what is usual
        yield running.base


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
        return context.new_page()

    yield come
    for context in contexts:
        context.close()
    assert not problems
