"""A newcomer at the workbench: from the home page to the effect of one change, with its clicks, edits and seconds.

    .venv/bin/python scripts/newcomer.py          # prints a table for docs/playtests.md

Starts a server of its own and does in every game what its first page suggests, with a mouse at 1280 pixels in English
and with a finger at 360 in German. Seconds are those until the effect is on the page; what a person takes besides is
reckoned: a third of a second for every word of the lead, the five steps and the
suggestion, two seconds a click, five an edit.
Needs chromium (or google-chrome, or the browser named by KEMPELEN_BROWSER).
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from playwright.sync_api import Browser, Page, expect, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parent))
from screenshots import browser_path, server

WORD, CLICK, EDIT = 1 / 3, 2.0, 5.0
PATIENCE = 120_000
DEVICES = (("en", 1280, 860), ("de", 360, 740))


@dataclass
class Walk:
    """Somebody's way, counted."""

    page: Page
    clicks: int = 0
    edits: int = 0

    def click(self, where: str) -> None:
        self.clicks += 1
        self.page.locator(where).first.click()

    def sees(self, where: str) -> None:
        expect(self.page.locator(where).first).to_be_visible()


def modifier(walk: Walk) -> None:
    """Undaunted: the die's modifier as a number in the form; what it does stands above the page."""
    field = walk.page.locator(".lines-form input.short[value='-2']")
    field.fill("+2")
    field.press("Tab")
    walk.edits += 1
    walk.sees("#verdict .effect")


def moved(walk: Walk) -> None:
    """Saboteur: the third line moved down in the form; the next position where it decides otherwise."""
    walk.click(".lines-form li:nth-child(3) button[value^=down]")
    walk.sees(".sheet .changed")
    differing(walk)


def fleeing(walk: Walk) -> None:
    """The Kraken: another word in a menu of the form."""
    line = walk.page.locator(".lines-form li", has_text="3a")
    line.locator("select").nth(1).select_option("move_to_most_distant_point")
    walk.edits += 1
    walk.sees(".sheet .changed")
    differing(walk)


def out(walk: Walk) -> None:
    """Universalis: a line taken out in the form."""
    walk.click(".lines-form li:nth-child(4) button[value^=out]")
    differing(walk)


def differing(walk: Walk) -> None:
    walk.click("#verdict [data-differ]")
    walk.sees("#position-shown .pair section")


WALKS: dict[str, Callable[[Walk], None]] = {
    "undaunted": modifier,
    "saboteur": moved,
    "tactics": fleeing,
    "universalis": out,
}


def rows(browser: Browser, base: str) -> Iterator[str]:
    for lang, width, height in DEVICES:
        for game, walked in WALKS.items():
            size = {"width": width, "height": height}
            context = browser.new_context(viewport=size, locale=lang, has_touch=width < 700)  # type: ignore[arg-type]
            context.set_default_timeout(PATIENCE)
            page = context.new_page()
            page.goto(f"{base}/")
            walk, begun = Walk(page), perf_counter()
            walk.click(f"a[href$='/workbench/{game}']")
            walk.sees("#verdict .verdict.good")
            read = " ".join(page.locator(where).first.inner_text() for where in (".bench .lead", "#steps ol", ".trial"))
            walked(walk)
            seconds = perf_counter() - begun
            person = len(read.split()) * WORD + walk.clicks * CLICK + walk.edits * EDIT
            where = f"{game} | {lang}, {width} | {walk.clicks} | {walk.edits}"
            yield f"| {where} | {seconds:.1f} | {len(read.split())} | {seconds + person:.0f} |"
            context.close()


def main() -> None:
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder, server(Path(folder)) as base:
        browser = playwright.chromium.launch(executable_path=browser_path(), args=["--no-sandbox", "--disable-gpu"])
        print("| game | where | clicks | edits | seconds of the page | words to read | seconds in all, reckoned |")
        print("|---|---|---|---|---|---|---|")
        for row in rows(browser, base):
            print(row, flush=True)
        browser.close()


if __name__ == "__main__":
    main()
