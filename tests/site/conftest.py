import fcntl
import os

import pytest

from kempelen.site.build import build
from kempelen.site.runtime import CannotBuild, runtime_folder
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
