"""Every step of a companion session as a phone shows it, for every game: pictures, and contact sheets of them.

    .venv/bin/python scripts/beside.py                                # every game, in German, 360 by 740 pixels
    .venv/bin/python scripts/beside.py --only undaunted --high 640    # one game, on a lower screen
    .venv/bin/python scripts/beside.py --lang en --steps 40

It begins a companion session with own dice, goes through what is laid out, answers so many questions by turns, asks
why, takes an answer back, corrects something on the table, and opens the adviser where there is one. The pictures, and
a sheet for each dozen of them, are in build/beside or the folder of --out. Needs a browser, as scripts/screenshots.py.

Exit status 1 if a page was wider than the screen, hid a part of what it says, or complained.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Iterator
from html import escape
from pathlib import Path
from urllib.parse import urljoin

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from scripts.screenshots import BESIDE, PICTURES, browser_path, server  # noqa: E402

from kempelen.engine.game import games  # noqa: E402

WIDE = 360
ACROSS = 6
A_SHEET = 12
MOST_FORMS = 6
APART = 7
"""Answers are taken in turns of so many, so that different ones are given."""
HIDDEN = """() => [...document.querySelectorAll('.framed > .upper, .framed > .upper .sheet')]
  .filter(one => one.clientHeight && one.scrollHeight > one.clientHeight + 2)
  .filter(one => !one.querySelector('.checklist, .parts'))
  .map(one => `${one.className}: ${one.scrollHeight - one.clientHeight} px are hidden`)"""
"""What somebody would have to scroll to read; lists to tick off may be longer than the screen."""


class Walk:
    """One game from its set-up on; every step is photographed."""

    def __init__(self, browser: Browser, base: str, game: str, lang: str, high: int, out: Path) -> None:
        context = browser.new_context(
            viewport={"width": WIDE, "height": high},
            locale=lang,
            has_touch=True,
            is_mobile=True,
            reduced_motion="reduce",
        )
        context.set_default_timeout(120_000)
        self.page: Page = context.new_page()
        self.base, self.game, self.out = base, game, out
        self.taken: list[tuple[str, Path]] = []
        self.problems: list[str] = []
        self.page.on("pageerror", lambda error: self.problems.append(f"{game}: {error}"))

    def take(self, what: str, *, whole: bool = False) -> None:
        self.page.evaluate(PICTURES)
        self.page.evaluate("() => document.fonts.ready.then(() => new Promise(requestAnimationFrame))")
        name = f"{len(self.taken) + 1:03} {what}"
        path = self.out / f"{self.game}-{len(self.taken) + 1:03}.png"
        self.page.screenshot(path=path, full_page=whole)
        self.taken.append((name, path))
        wide = self.page.evaluate("() => document.documentElement.scrollWidth")
        found = [f"{wide} px wide"] if wide > WIDE else []
        self.problems += [f"{self.game}: {name}: {one}" for one in (*found, *self.page.evaluate(HIDDEN))]

    def go(self, address: str) -> None:
        self.page.goto(address)
        self.settled()

    def settled(self) -> None:
        """Until nobody thinks any more."""
        self.page.wait_for_load_state()
        self.page.locator("head:not(:has(meta[http-equiv=refresh]))").wait_for(state="attached")
        self.page.locator("main").wait_for()

    def tap(self, what: str, number: int = 0) -> None:
        """Tap the n-th of them; if that opens another page, wait until it is there."""
        shown = self.page.locator(what).locator("visible=true")
        one = shown.nth(number % shown.count())
        stays = one.evaluate("one => one.matches('[data-onward], [data-further], [data-several] *, [data-dice] *')")
        self.page.evaluate("() => { document.documentElement.dataset.left = '1' }")
        if one.evaluate("one => one instanceof SVGElement"):  # above it another place may lie
            one.dispatch_event("click")
        else:
            one.tap()
        if not stays:
            self.page.locator("html:not([data-left])").wait_for(state="attached")
        self.settled()

    def set_up(self) -> None:
        self.go(f"{self.base}/new/{self.game}?companion=1")
        table = self.page.locator("[name=dice][value=table]")
        if table.count():
            table.check(force=True)
        self.take("begin", whole=True)
        self.tap("form.setup .big")
        steps = self.page.locator("[data-step]").count()
        for n in range(steps):
            self.take(f"set-up {n + 1}")
            self.tap("[data-ready], [data-onward]")

    def play(self, steps: int) -> None:
        for turn in range(steps):
            if self.page.locator("[data-over]").count():
                break
            self.take(self.kind())
            if self.page.locator("[data-further]").locator("visible=true").count():
                self.tap("[data-further]")
            elif self.page.locator("#done").count():
                self.tap("#done")
            elif rows := self.page.locator(".dice-row").all():
                for row in rows[:-1]:
                    row.locator("label").nth(turn % row.locator("label").count()).tap()
                last = "form .dice-row:last-of-type label"
                self.page.evaluate("() => document.querySelector('[data-dice]')?.removeAttribute('data-dice')")
                if self.page.locator(".auto").count():
                    self.tap(last, turn)
                else:
                    self.page.locator(last).first.tap()
                    self.tap(".answers .primary")
            elif (hand := self.page.locator("form[data-several]")).count():
                for n in range(int(hand.get_attribute("data-several") or 1)):
                    self.page.locator("form[data-several] .pick").nth(n % hand.locator(".pick").count()).tap()
                self.page.wait_for_timeout(400)
                self.settled()
            else:
                self.tap(BESIDE, turn * APART)

    def kind(self) -> str:
        if self.page.locator("#done").count():
            return "done"
        now = self.page.locator("[data-kind]")
        return str(now.first.get_attribute("data-kind")) if now.count() else "?"

    def beside(self) -> None:
        """What is not the next step: the table and what is wrong on it, the reasons, the story, taken back, asked."""
        at = self.page.url.partition("?")[0]
        for tab in ("why", "log"):
            self.go(f"{at}?tab={tab}")
            self.take(tab)
        self.go(at)
        if self.page.locator("header.top form .icon-button").count():
            self.tap("header.top form .icon-button")
            self.take("taken back")
        self.correct(f"{at}?tab=table")
        self.go(at)
        if self.page.locator(".bottom a[href$='/ask']").count():
            self.go(f"{at}/ask")
            self.take("adviser")
            links = self.page.locator("main a.pick").locator("visible=true")
            if links.count():
                self.tap("main a.pick")
                self.take("advised")
        if not self.page.locator("nav a[href*='/desk/']").count():
            return
        self.go(f"{self.base}/desk/{self.game}")
        self.take("desk")
        forms = f"main a[href*='/desk/{self.game}/']"
        pages = self.page.locator(forms).evaluate_all("all => all.map(one => String(one.href?.baseVal ?? one.href))")
        for page in list(dict.fromkeys(pages))[:MOST_FORMS]:
            self.go(urljoin(self.base, page))
            self.take(page.rpartition("/")[2].partition("?")[0], whole=True)

    def correct(self, table: str) -> None:
        """Something in the middle of the board is something else, and so is something of a player's."""
        self.go(table)
        self.take("table")
        for what in (".board-pic .over", "a.wrong"):
            self.go(table)
            places = self.page.locator(what).locator("visible=true").count()
            if not places:
                continue
            self.tap(what, places // 2)
            self.take("what is wrong")
            for _ in range(3):  # a part of the table, the centimetre, the half one
                if "piece=" not in self.page.url or not self.page.locator("main .pick, .board-pic .over").count():
                    break
                offered = "main .pick" if self.page.locator("main .pick").locator("visible=true").count() else ""
                self.tap(offered or ".board-pic .over", 1)
                self.take("put right")


def sheets(browser: Browser, taken: list[tuple[str, Path]], high: int, out: Path, name: str) -> Iterator[Path]:
    """The pictures beside each other, a dozen on a page, each with its name."""
    page = browser.new_page(viewport={"width": ACROSS * (WIDE + 8), "height": 2 * high})
    style = (
        f"body{{margin:0;display:grid;grid-template-columns:repeat({ACROSS},{WIDE}px);gap:8px;font:14px sans-serif}}"
        f"figure{{margin:0}}img{{width:{WIDE}px;max-height:{2 * high}px;object-fit:cover;object-position:top}}"
    )
    for first in range(0, len(taken), A_SHEET):
        some = taken[first : first + A_SHEET]
        drawn = "".join(
            f"<figure><figcaption>{escape(what)}</figcaption><img src='{path.name}'></figure>" for what, path in some
        )
        listed = out / "sheet.html"
        listed.write_text(f"<!doctype html><meta charset=utf-8><style>{style}</style>{drawn}", "utf-8")
        page.goto(listed.as_uri())
        page.evaluate(PICTURES)
        sheet = out / f"{name}-sheet-{first // A_SHEET + 1}.png"
        page.screenshot(path=sheet, full_page=True)
        listed.unlink()
        yield sheet
    page.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--only", default="", help="games, with commas")
    parser.add_argument("--lang", default="de")
    parser.add_argument("--high", type=int, default=740, help="how high the screen is")
    parser.add_argument("--steps", type=int, default=25)
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "beside")
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    wanted = [name for name in given.only.split(",") if name] or list(games())
    problems: list[str] = []
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder, server(Path(folder)) as base:
        arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
        browser = playwright.chromium.launch(executable_path=browser_path(), args=arguments)
        for game in wanted:
            walk = Walk(browser, base, game, given.lang, given.high, given.out)
            walk.set_up()
            walk.play(given.steps)
            walk.beside()
            for sheet in sheets(browser, walk.taken, given.high, given.out, game):
                print(sheet)
            problems += walk.problems
        browser.close()
    for problem in problems:
        print(problem)
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
