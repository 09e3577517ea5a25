import fcntl
import os
import shutil

import pytest

from kempelen.site.build import build
from kempelen.site.runtime import CannotBuild, runtime_folder
from tests.conftest import browser_path
from tests.site.device import Device, Host
from tests.web.people import the_same_games

__all__ = ["the_same_games"]


def missing(why):
    """Without the runtime these tests are skipped, but not where everything must be tested."""
    (pytest.fail if os.environ.get("CI", "").lower() == "true" else pytest.skip)(why)


@pytest.fixture(scope="session")
def built(tmp_path_factory):
    """The folder, built once for all processes that test."""
    shared = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        shared = shared.parent
    out = shared / "site"
    with (shared / "site.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not out.exists():
            try:
                build(out, runtime_folder())
            except CannotBuild as error:
                if error.text.key not in ("site.error.fetch", "site.error.tool"):
                    raise
                missing(str(error))
    return out


@pytest.fixture(scope="module")
def folder(built, tmp_path_factory):
    """The folder lies deep on its host, beside other things."""
    place = tmp_path_factory.mktemp("host") / "games" / "kempelen"
    shutil.copytree(built, place)
    return place


@pytest.fixture(scope="module")
def host(folder):
    running = Host(folder.parents[1])
    yield running
    running.close()


@pytest.fixture(scope="module")
def switch_on(browser):
    """Opens a device with a profile."""

    def on(profile, **more):
        arguments = ["--no-sandbox", "--disable-gpu"] if os.geteuid() == 0 else ["--disable-gpu"]
        return Device(browser.browser_type, browser_path(), arguments, profile, **more)

    return on
