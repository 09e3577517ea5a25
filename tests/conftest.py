"""What tests of several folders share: steady examples, one database, and one browser: only one can be driven."""

import os
import shutil
from importlib import import_module
from importlib.util import find_spec

import pytest
from hypothesis import settings

from tests.databases import database_or_skip

# The same examples in every run, so that no landing is a lottery; the long form looks at others each time.
settings.register_profile("steady", derandomize=True)
settings.load_profile("default" if os.environ.get("KEMPELEN_PROVE") else "steady")

PATIENCE = 120.0
"""Seconds that a browser may take to start."""


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
def database():
    """A real PostgreSQL; every test takes a place of its own in it."""
    with database_or_skip() as running:
        yield running
