"""Pictures of every page in both languages, and a newcomer's walk at three sizes, light and dark; docs keep a few.

Starts a server of its own with an empty file of games, plays a little with every game, and photographs what there is.
Needs chromium (or google-chrome, or the browser named by KEMPELEN_BROWSER).

    .venv/bin/python scripts/screenshots.py [--only home,table] [--out FOLDER]

Exit status 1 if a page was wider than the screen or complained.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from playwright.sync_api import BrowserContext, Page, TimeoutError, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
WIDTHS = {"desktop": (1280, 800), "large": (1440, 900), "phone": (390, 844)}
LANGUAGES = ("en", "de")
WALK = ("home", "start-", "table-", "choosing-", "earlier-", "over-", "round-", "dealt-", "stop-", "deploy-", "way-")
"""What a newcomer sees on his way, in every game: photographed at all sizes and in dark colours too."""
BESIDE = ".answers .pick, .board-pic .over, .deeds .primary:not(#done)"
"""Whatever answers beside a real table."""
ONCE = ("why", "odds", "replay", "rules", "new-companion", "share")
"""Pages that look alike in every game."""
WHOLE = ("home", "share", "new-companion", "new-saboteur")
"""Pages photographed to their lower end; of the others what fits on the screen."""
ROUNDS = ("saboteur", "commercial")
"""Where a round ends and a role is dealt anew."""
PLACES = ("universalis", "border_post", "first")
"""Where models are put up, and where one of them goes round corners."""
STOP = ".decide.held #hold-go"
"""What has to be read before one goes on."""
READY = "#table:not(.busy)"
PRESS = """turn => {
  const all = document.querySelectorAll('#choices button');
  (document.querySelector('#commit') || all[turn % Math.min(all.length, 5)]).click();
}"""
PICTURES = """() => Promise.all([...document.images].map(one => {
  one.loading = 'eager';
  return one.decode().catch(() => {});
}))"""


def browser_path() -> str:
    for name in (os.environ.get("KEMPELEN_BROWSER", ""), "chromium", "google-chrome"):
        if name and (found := shutil.which(name)):
            return found
    sys.exit("No browser found: install chromium, or name one in KEMPELEN_BROWSER.")


@contextmanager
def server(folder: Path) -> Iterator[str]:
    """A server on a free port; its address."""
    kempelen = str(Path(sys.executable).parent / "kempelen")
    options = ["--port", "0", "--db", str(folder / "games.sqlite"), "--lang", "en", "--most-requests", "0"]
    process = subprocess.Popen([kempelen, "serve", *options], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        yield process.stdout.readline().split()[-1].rstrip("/")
    finally:
        process.terminate()
        process.wait(10)


class Camera:
    """Goes through the pages once and photographs each in every way."""

    def __init__(self, context: BrowserContext, base: str, out: Path, only: set[str]) -> None:
        self.context, self.base, self.out, self.only = context, base, out, only
        self.page: Page = context.new_page()
        self.problems: list[str] = []
        self.taken: set[str] = set()
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))

    def take(self, what: str, again: Callable[[], None] | None = None) -> None:
        """One page in both languages and at all sizes; `again` brings back what loading the page takes away."""
        if not self.wanted(what):
            return
        for kind in ONCE:
            if what.startswith(kind):
                if kind in self.taken:
                    return
                self.taken.add(kind)
        for lang in LANGUAGES:
            self.speak(lang)
            for width, (wide, high) in WIDTHS.items():
                if width == "large" and not what.startswith(WALK):
                    continue
                self.page.set_viewport_size({"width": wide, "height": high})
                self.page.reload()
                self.page.wait_for_timeout(350)
                if again is not None:
                    again()
                    self.page.wait_for_timeout(350)
                self.shoot(f"{what}-{lang}-{width}", wide)
                if what.startswith(WALK):
                    self.page.emulate_media(color_scheme="dark")
                    self.shoot(f"{what}-{lang}-{width}-dark", wide)
                    self.page.emulate_media(color_scheme="light")
        self.speak(LANGUAGES[0])
        self.page.set_viewport_size({"width": WIDTHS["desktop"][0], "height": WIDTHS["desktop"][1]})

    def shoot(self, name: str, wide: int) -> None:
        self.page.evaluate(PICTURES)
        found = self.page.evaluate("() => document.documentElement.scrollWidth")
        if found > wide:
            self.problems.append(f"{name}: {found} px wide")
        self.page.screenshot(path=self.out / f"{name}.png", full_page=name.startswith(WHOLE))

    def speak(self, lang: str) -> None:
        self.context.add_cookies([{"name": "language", "value": lang, "url": self.base}])

    def go(self, path: str) -> Page:
        self.page.goto(self.base + path)
        return self.page

    # -- what there is to see

    def tour(self) -> None:
        page = self.go("/")
        names = page.eval_on_selector_all(".gc", "all => all.map(one => one.id.slice(5))")
        for name in names:
            self.play(name)
        self.go("/")
        self.take("home")
        if ROUNDS[0] in names:
            self.rounds(*ROUNDS)
        if PLACES[0] in names:
            self.places(*PLACES)
        for name in names:
            self.go(f"/new/{name}")
            self.take(f"new-{name}")
            self.go(f"/rules/{name}")
            self.take(f"rules-{name}")
            self.companion(name)
        self.go("/import")
        self.take("import")
        self.go("/tables/nothing")
        self.take("error")

    def play(self, name: str) -> None:
        page = self.go("/")
        page.click(f"#game-{name} .primary")
        page.locator("#card[open]").wait_for()
        self.take(f"start-{name}", self.how)
        self.settled()
        self.take(f"table-{name}")
        page.click("#menu > summary")
        page.select_option("#pace", "instant")
        page.reload()
        for turn in range(200):
            self.settled()
            if page.locator("#table[data-over]").count():
                break
            if turn == 2:
                self.take(f"why-{name}", self.why)
                self.take(f"choosing-{name}", self.half)
                self.take(f"earlier-{name}", self.earlier)
                if page.locator("#ask-odds").count():
                    self.take(f"odds-{name}", self.odds)
                page.reload()
                self.settled()
            self.choose(turn)
        else:
            self.problems.append(f"{name}: not over after so many turns")
        self.take(f"over-{name}")
        table = page.url.partition("?")[0]
        page.goto(f"{table}/replay?at=5")
        self.take(f"replay-{name}")
        page.goto(f"{table}/share")
        self.take("share")

    def begin(self, name: str, scenario: str) -> None:
        """A table of this scenario, at which nobody is waited for."""
        page = self.go(f"/new/{name}?scenario={scenario}")
        page.select_option("select[name=pace]", "instant")
        page.click("form.setup .primary")
        self.settled()

    def rounds(self, name: str, scenario: str) -> None:
        """What stops a game: that a round is over, and what one is in the next."""
        if not self.wanted(f"round-{name}", f"dealt-{name}"):
            return
        self.begin(name, scenario)
        for turn in range(200):
            self.asked()
            if self.page.locator(STOP).count() or self.page.locator("#table[data-over]").count():
                break
            self.choose(turn, closing=False)
        self.take(f"round-{name}", self.asked)
        self.take(f"dealt-{name}", self.dealt)

    def dealt(self) -> None:
        """The role of a new round, once what ended the last one has been read."""
        self.asked()
        if self.page.locator(STOP).count():
            self.page.click(STOP)
            self.page.locator("#card[open]").wait_for()
            self.page.evaluate("() => sessionStorage.clear()")  # so that it stops the next picture too

    def places(self, name: str, put_up: str, gone: str) -> None:
        """Models are put up, and one goes round a corner."""
        if self.wanted(f"deploy-{name}"):
            self.begin(name, put_up)
            for _ in range(12):
                if self.places_free() > 1:
                    break
                self.choose(0)
            self.take(f"deploy-{name}", self.settled)
        if self.wanted(f"way-{name}"):
            self.begin(name, gone)
            for _ in range(8):
                if self.page.locator("#aim-keys").count():
                    break
                self.choose(0)
            self.take(f"way-{name}", self.way)

    def places_free(self) -> int:
        """For how many models a place can be named."""
        read = "() => (JSON.parse(document.querySelector('#asked').textContent) || {free: []}).free.length"
        return int(self.page.evaluate(read))

    def way(self) -> None:
        """A place that is aimed at, and a corner that is drawn out of the way there."""
        self.settled()
        self.page.keyboard.press("p")  # a phone has no button for it
        for key in ("Shift+ArrowUp", "Shift+ArrowUp", "Shift+ArrowRight"):
            self.page.keyboard.press(key)
        self.page.locator("#commit").wait_for()
        grip = self.page.locator("#overlay .aim-bend").first.bounding_box()
        if grip is None:
            return
        x, y = grip["x"] + grip["width"] / 2, grip["y"] + grip["height"] / 2
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move(x - 40, y, steps=4)
        self.page.mouse.up()
        self.page.locator("#overlay .aim-corner").first.wait_for(state="attached")

    def wanted(self, *names: str) -> bool:
        return not self.only or any(name.startswith(one) for name in names for one in self.only)

    def how(self) -> None:
        """The card before the first turn, which is shown once by itself."""
        self.page.keyboard.press("g")
        self.page.locator("#card[open]").wait_for()

    def half(self) -> None:
        """Half a choice: until something is to be confirmed."""
        self.settled()
        for _ in range(4):
            if not self.page.locator("#commit").count():
                self.press(0)

    def earlier(self) -> None:
        """The board as it was before."""
        self.settled()
        self.page.keyboard.press("[")

    def why(self) -> None:
        self.settled()
        self.page.keyboard.press("w")
        self.page.locator("#why-body .steps li").first.wait_for(state="attached")

    def odds(self) -> None:
        self.settled()
        self.page.keyboard.press("o")
        self.page.click("#ask-odds")
        self.page.locator("#odds-body .odds").wait_for()

    def choose(self, turn: int, closing: bool = True) -> None:
        """Whatever stands in the list, a different one each time."""
        page, before = self.page, self.version()
        for _ in range(6):
            if page.locator("#table[data-over]").count() or not page.locator("#choices button, #commit").count():
                return
            self.press(turn)
            (self.settled if closing else self.asked)()
            if self.version() != before:
                return

    def press(self, turn: int) -> None:
        """Confirm what is shown, or choose from the list, folded or not."""
        self.page.evaluate(PRESS, turn)

    def version(self) -> str | None:
        return self.page.locator("#table").get_attribute("data-version")

    def asked(self) -> None:
        """Something can be chosen, or has to be read first."""
        asked = f"{READY} #choices button, {READY} #commit, {READY}[data-over], {READY} #next"
        self.page.locator(asked).first.wait_for(state="attached", timeout=60_000)

    def settled(self) -> None:
        """Something can be chosen; what had to be read has been."""
        self.asked()
        while (stops := self.page.locator("#card[open] #card-close, .decide.held #hold-go")).count():
            stops.first.click()

    def companion(self, name: str) -> None:
        page = self.go(f"/new/{name}?companion=1")
        self.take(f"new-companion-{name}")
        page.click("form.setup .primary")
        for turn in range(60):
            page.wait_for_load_state()  # by then its script shows one of the steps of a set-up
            page.locator(f"#done, {BESIDE}").first.wait_for(state="attached", timeout=60_000)
            if page.locator("#done").count():
                break
            offered = page.locator(BESIDE).locator("visible=true")
            with suppress(TimeoutError):  # it has given way to the next one meanwhile
                offered.nth(turn % max(1, offered.count())).click(timeout=5_000)
        self.take(f"companion-{name}")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--only", default="", help="beginnings of names")
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "screenshots")
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    only = {name for name in given.only.split(",") if name}
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder, server(Path(folder)) as base:
        arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
        browser = playwright.chromium.launch(executable_path=browser_path(), args=arguments)
        context = browser.new_context(locale="en", reduced_motion="reduce", device_scale_factor=1)
        context.set_default_timeout(120_000)  # beside other work even a first page takes its time
        camera = Camera(context, base, given.out, only)
        camera.tour()
        browser.close()
    for problem in camera.problems:
        print(problem)
    sys.exit(1 if camera.problems else 0)


if __name__ == "__main__":
    main()
