import pytest

from kempelen.engine import game as game_module
from tests.engine.toy import TOY


@pytest.fixture(autouse=True)
def toy_is_installed(monkeypatch):
    known = game_module.games()
    monkeypatch.setattr(game_module, "games", lambda: {**known, "toy": TOY})
