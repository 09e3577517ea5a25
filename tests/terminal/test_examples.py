"""The examples in the pages are what the program says. KEMPELEN_RECORD=1 writes them anew.

<!-- recorded: companion undaunted --lang en; 4 n n n y 5 -->    all of it, between the first prompt and the last
<!-- said: companion undaunted --scenario first; scout-A | end --> these lines in this order, among others
"""

import os
import re
from contextlib import suppress
from pathlib import Path
from typing import get_args

import pytest

from kempelen.engine.errors import BadNotation
from kempelen.games.undaunted import GAME
from kempelen.games.undaunted.rules.actions import PLAIN, Action, Plain

DOCS = Path(__file__).parents[2] / "docs"
PAGES = ["en/undaunted-companion.md", "de/undaunted-begleiter.md"]
EXAMPLE = re.compile(r"<!-- (recorded|said): ([^;>]+?)(?:; (.+?))? -->\n```text\n(.*?)```", re.DOTALL)
PROMPTS = ("What next?", "Was nun?")


def output(kempelen, words, typed):
    """What the program prints when these lines are typed; lines of several words are parted by a bar."""
    lines = typed.split(" | ") if " | " in typed else typed.split()
    run = kempelen(*words.split(), typed="".join(f"{line}\n" for line in [*lines, "quit"]))
    assert (run.status, run.err) == (0, "")
    return [line.rstrip() for line in run.out.splitlines()]


def meant(typed):
    """The action that is typed, in the notation or in German words."""
    with suppress(BadNotation):
        return GAME.parse(typed)
    for line in GAME.speech.typed.meanings(typed):
        with suppress(BadNotation):
            return GAME.parse(line)
    raise AssertionError(typed)


def between_prompts(shown):
    asked = [n for n, line in enumerate(shown) if line.startswith(PROMPTS)]
    return shown[asked[0] : asked[-1]] if asked else shown


@pytest.mark.parametrize("page", PAGES)
def test_the_examples_are_what_the_program_says(kempelen, monkeypatch, page):
    monkeypatch.setenv("COLUMNS", "110")
    path = DOCS / page
    text = path.read_text("utf-8")
    kinds = []

    def anew(found):
        kind, words, typed, body = found.groups()
        kinds.append(kind)
        shown = output(kempelen, words, typed or "")
        if kind == "said":
            said = iter(shown)
            missing = [line for line in body.splitlines() if line and line not in said]
            assert not missing, f"{words}: not said, or not in this order: {missing[0]}"
            return found[0]
        body = "\n".join(between_prompts(shown)).strip("\n")
        more = f"; {typed}" if typed else ""
        return f"<!-- recorded: {words}{more} -->\n```text\n{body}\n```"

    written = EXAMPLE.sub(anew, text)
    assert sorted(kinds) == ["recorded", "recorded", "said", "said"]
    if "KEMPELEN_RECORD" in os.environ:
        path.write_text(written, "utf-8")
    else:
        assert written == text
    assert text.count("<!-- recorded") + text.count("<!-- said") == len(kinds)


def test_english_and_german_pages_show_the_same():
    found = [re.findall(r"<!-- (recorded|said): (.+?)(?:;.*)? -->", (DOCS / page).read_text("utf-8")) for page in PAGES]
    assert [(kind, words.replace(" --lang en", "")) for kind, words in found[0]] == [
        (kind, words.replace(" --lang de", "")) for kind, words in found[1]
    ]


@pytest.mark.parametrize("page", PAGES)
def test_the_notation_in_the_pages_can_be_read(page):
    """Every kind of action is there."""
    text = (DOCS / page).read_text("utf-8")
    first = "rifleman-A move B2" if page.startswith("en") else "Schütze A bewegen B2"
    table = text[text.index(f"| `{first}`") :].partition("\n\n")[0]
    actions = [meant(typed) for row in table.splitlines() for typed in re.findall(r"`(.+?)`", row.split("|")[1])]
    assert {type(action) for action in actions} == set(get_args(Action))
    assert {action.how for action in actions if isinstance(action, Plain)} == set(PLAIN)
