"""Pictures of every page in both languages and at both widths, for the documentation: docs/screenshots.

Starts a server of its own with an empty file of games, plays a little, and photographs what there is. Needs chromium
(or google-chrome, or the browser named by KEMPELEN_BROWSER).

    .venv/bin/python scripts/screenshots.py [--only home,table] [--out FOLDER] [--all]

Without --all only the pictures that the documentation uses are dark as well.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
WIDTHS = {"desktop": (1280, 860), "phone": (360, 740)}
LANGUAGES = ("en", "de")


def browser_path() -> str:
    for name in (os.environ.get("KEMPELEN_BROWSER", ""), "chromium", "google-chrome"):
        if name and (found := shutil.which(name)):
            return found
    sys.exit("No browser found: install chromium, or name one in KEMPELEN_BROWSER.")


@contextmanager
def server(folder: Path) -> Iterator[str]:
    """A server on a free port; its address."""
    command = [
        str(Path(sys.executable).parent / "kempelen"),
        "serve",
        "--port",
        "0",
        "--db",
        str(folder / "games.sqlite"),
    ]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=os.environ | {"KEMPELEN_LANG": "en"})
    assert process.stdout is not None
    try:
        yield process.stdout.readline().split()[-1].rstrip("/")
    finally:
        process.terminate()
        process.wait(10)


class Camera:
    """Goes through the pages in one language, width and colour scheme."""

    def __init__(
        self, browser: Browser, base: str, out: Path, lang: str, width: str, scheme: str, only: set[str]
    ) -> None:
        wide, high = WIDTHS[width]
        self.context = browser.new_context(
            viewport={"width": wide, "height": high},
            locale=lang,
            color_scheme="dark" if scheme == "dark" else "light",
            reduced_motion="reduce",
            device_scale_factor=1,
        )
        self.page = self.context.new_page()
        self.problems: list[str] = []
        self.page.on("console", lambda said: self.problems.append(said.text) if said.type == "error" else None)
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.base, self.out, self.only = base, out, only
        self.name = f"{lang}-{width}" + ("-dark" if scheme == "dark" else "")

    def take(self, what: str, whole: bool = True) -> None:
        """A picture of the whole page, or of what fits on the screen."""
        if self.only and what not in self.only:
            return
        self.page.wait_for_timeout(150)
        wide = self.page.evaluate("document.documentElement.scrollWidth")
        if wide > self.page.viewport_size["width"]:  # type: ignore[index]
            self.problems.append(f"{what}: {wide} px wide")
        self.page.screenshot(path=self.out / f"{what}-{self.name}.png", full_page=whole)

    def go(self, path: str) -> Page:
        self.page.goto(self.base + path)
        return self.page

    def tour(self) -> None:
        """Every page once, with every game."""
        page = self.go("/")
        names = page.eval_on_selector_all(".card-game", "all => all.map(one => one.id.slice(5))")
        for name in names:
            self.go(f"/new/{name}")
            self.take(f"new-{name}")
            self.go(f"/rules/{name}")
            self.take(f"rules-{name}", whole=False)
            self.play(name)
            self.companion(name)
        self.go("/import")
        self.take("import")
        self.go("/tables/nothing")
        self.take("error")
        self.go("/")
        self.take("home")

    def play(self, name: str) -> None:
        page = self.go("/")
        page.click(f"#game-{name} .primary")
        self.settled()
        table = page.url
        self.take(f"table-{name}")
        if page.locator(".live").count():
            page.locator(".live").first.click()
            page.wait_for_timeout(100)
            self.take(f"choosing-{name}")
            page.keyboard.press("Escape")
        page.select_option("#pace", "instant")
        for turn in range(60):
            if page.locator("#table[data-over]").count():
                break
            if turn == 2:
                page.wait_for_timeout(600)
                self.take(f"why-{name}")
                self.odds(name)
            self.choose(turn)
        page.wait_for_timeout(800)
        self.take(f"over-{name}")
        page.goto(table + "/replay?at=4")
        page.wait_for_timeout(700)
        self.take(f"replay-{name}")
        page.goto(table + "/share")
        self.take("share")

    def choose(self, turn: int) -> None:
        """Whatever stands in the list, a different one each time."""
        page = self.page
        for _ in range(6):
            self.settled()
            buttons = page.locator("#choices button")
            if not buttons.count() or page.locator("#table[data-over]").count():
                return
            version = page.locator("#table").get_attribute("data-version")
            buttons.nth(turn % min(buttons.count(), 5)).click()
            page.wait_for_timeout(120)
            if page.locator("#table").get_attribute("data-version") != version:
                return

    def settled(self) -> None:
        self.page.wait_for_selector("#choices button, #table[data-over], #next", timeout=60_000)

    def odds(self, name: str) -> None:
        page = self.page
        if not page.locator("#ask-odds").count():
            return
        page.click("#ask-odds")
        page.wait_for_selector("#odds table, #odds-body:not(:empty)")
        page.wait_for_timeout(700)
        self.take(f"odds-{name}", whole=False)
        page.keyboard.press("Escape")

    def companion(self, name: str) -> None:
        page = self.go(f"/new/{name}?companion=1")
        self.take(f"new-companion-{name}")
        page.click("form.setup .primary")
        self.settled()
        self.take(f"companion-{name}")
        for turn in range(30):
            if page.locator("#choices .choice").count() == 0 or page.locator("#table[data-over]").count():
                break
            self.choose(turn)
        self.take(f"companion-later-{name}")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--only", default="")
    parser.add_argument("--out", type=Path, default=ROOT / "docs" / "screenshots")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--variants", default="", help="such as en-phone-light,de-desktop-dark")
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    only = {name for name in given.only.split(",") if name}
    variants = [(lang, width, scheme) for lang in LANGUAGES for width in WIDTHS for scheme in ("light", "dark")]
    if given.variants:
        variants = [tuple(name.split("-")) for name in given.variants.split(",")]  # type: ignore[misc]
    failed = False
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
        browser = playwright.chromium.launch(executable_path=browser_path(), args=arguments)
        for number, (lang, width, scheme) in enumerate(variants):
            here = Path(folder) / str(number)
            here.mkdir()
            with server(here) as base:
                camera = Camera(browser, base, given.out, lang, width, scheme, only)
                camera.tour()
                camera.context.close()
            for problem in camera.problems:
                print(f"{camera.name}: {problem}")
                failed = True
        browser.close()
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
