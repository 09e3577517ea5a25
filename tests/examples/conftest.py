"""Both example games known, the command line, and people on the web pages."""

import pytest

from kempelen.engine.game import game_named
from tests.examples.known import CUPFULS, TROVE, known
from tests.terminal.conftest import at_home, kempelen
from tests.web.people import the_same_games

__all__ = ["at_home", "kempelen", "the_same_games"]


@pytest.fixture(scope="module")
def examples(tmp_path_factory):
    """The example games by name, as long as the tests of a module run; others must not meet them."""
    with known(tmp_path_factory.mktemp("site"), TROVE, CUPFULS):
        yield {name: game_named(name) for name in ("trove", "cupfuls")}
