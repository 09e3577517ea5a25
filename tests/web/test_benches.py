"""What is measured by hand still runs: a few clicks of each, and nothing is said of how long they take."""

import os
import re
import subprocess
import sys
from argparse import Namespace
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

from tests.web.people import run

BENCH = Path(__file__).parents[2] / "bench"


@pytest.fixture
def web(monkeypatch):
    spec = spec_from_file_location("bench_web", BENCH / "web.py")
    module = module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "bench_web", module)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("game", ["saboteur", "undaunted"])
def test_a_click_is_timed_to_its_acknowledgement_and_to_the_board(server, web, game):
    """Answers come piece by piece: each is read to its end, and the next one on the same line too."""
    player = web.Player(int(server.base.rpartition(":")[2]), game, 1)

    async def play():
        await player.begin()
        assert player.page.startswith('<div id="table"')
        for _ in range(2):
            while (asked := web.json.loads(web.ASKED.search(player.page)[1])) is None:
                player.page = await player.board()
            await player.click(asked["options"][0]["do"])
            assert player.page.startswith('<div id="table"')
            assert player.page.endswith("</div>")
        await player.leave()
        player.line.close()

    run(play())
    assert len(player.acknowledged) == len(player.clicks) == 2
    assert all(0 < kept <= seen for kept, seen in zip(player.acknowledged, player.clicks, strict=True))
    told = web.Tried("sqlite-1", [0.002], [0.004], 1.0, 2.0, "of one core")
    assert "| sqlite-1 | 2 ms, 2 ms | 4 ms, 4 ms | 1 | 2.0 |" in "\n".join(
        web.lines([told], Namespace(rate=4, games=1))
    )


@pytest.mark.parametrize(
    ("name", "words", "said"),
    [
        ("click", "--home device --game saboteur --tables 1 --clicks 2 --rounds 1", r"a click +[\d.]+ ms"),
        ("home", "--games 3 --times 1", r"with 3 games: [\d. ]+ ms"),
    ],
)
def test_other_measures_run(name, words, said):
    done = subprocess.run(
        [sys.executable, BENCH / f"{name}.py", *words.split()],
        check=False,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(BENCH.parent / "src")},
    )
    assert done.returncode == 0, done.stderr
    assert re.search(said, done.stdout), done.stdout
