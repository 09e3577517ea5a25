"""What the guides say can be done: every link leads somewhere, every command line can be read."""

import re
import shlex
from pathlib import Path

import click
import pytest

from kempelen.engine.game import games
from kempelen.terminal import cli

ROOT = Path(__file__).parents[1]
PAGES = sorted(
    page.relative_to(ROOT).as_posix()
    for page in (*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"))
    if "examples" not in page.parts
)
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)\s]*)?\)")
LINE = re.compile(r"^(?:    |\$ )+(?:\$ )?(?:\.venv/bin/)?kempelen ([^\n]*)$", re.MULTILINE)
MOST_PICTURES = 24
"""Every one of them is out of date after a change of what it shows, and comes with every clone."""
ELSEWHERE = {"trove", "cupfuls"}
"""The example games of the guide for contributors are not installed here."""


def lines(page):
    """Every command line of a page, as words."""
    text = (ROOT / page).read_text("utf-8")
    return [shlex.split(line, comments=True) for line in LINE.findall(text)]


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page):
    here = (ROOT / page).parent
    text = re.sub(r"```.*?```", "", (ROOT / page).read_text("utf-8"), flags=re.DOTALL)
    wanted = [link for link in LINK.findall(text) if "://" not in link and not link.startswith("mailto:")]
    assert [link for link in wanted if not (here / link).exists()] == []


def test_pictures_are_few_and_each_is_shown_in_a_guide():
    pictures = [path for kind in ("png", "jpg", "webp") for path in (ROOT / "docs").rglob(f"*.{kind}")]
    assert len(pictures) <= MOST_PICTURES
    told = "".join((ROOT / page).read_text("utf-8") for page in PAGES)
    assert [path.name for path in pictures if path.name not in told] == []


@pytest.mark.parametrize("page", [page for page in PAGES if lines(page)])
def test_command_lines_can_be_read(page):
    """Commands and options exist, and so do the games that are named."""
    for words in lines(page):
        if not words or words[0].startswith("-"):
            continue
        command, rest = cli.cli, words
        ctx = click.Context(command)
        while isinstance(command, click.Group) and rest and not rest[0].startswith("-"):
            try:
                _, found, rest = command.resolve_command(ctx, list(rest))
            except click.UsageError:
                found = None
            assert found is not None, f"{page}: kempelen {' '.join(words)}"
            command = found
            ctx = click.Context(command, parent=ctx, **command.context_settings)
        try:
            command.make_parser(ctx).parse_args(list(rest))
        except click.UsageError as error:
            pytest.fail(f"{page}: kempelen {' '.join(words)}: {error.format_message()}")
        if words[0] in ("play", "companion", "simulate", "odds", "rules", "document", "check") and len(words) > 1:
            assert words[1].startswith("-") or words[1] in {*games(), *ELSEWHERE, "GAME"}, f"{page}: {words}"


def test_the_pages_come_in_both_languages():
    assert len(list((ROOT / "docs/en").glob("*.md"))) == len(list((ROOT / "docs/de").glob("*.md")))
    for lang, other in (("en", "de"), ("de", "en")):
        for page in (ROOT / "docs" / lang).glob("*.md"):
            if page.stem in games():  # made by `make docs`
                continue
            text = page.read_text("utf-8")
            assert f"](../{other}/" in text, f"{page.name} has no link to its other language"
