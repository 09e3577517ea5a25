"""How large the folder without a server is, how long a start takes, and a click; as it is and slowed down.

    .venv/bin/python bench/site.py [--site FOLDER] [--slow 4] [--starts 5] [--clicks 12]

Builds the folder, unless one is named, serves it by a plain file server and opens it in a browser with an empty
profile. Prints sizes, the time from opening to the first page (cold, and again: the median) and how long processors
worked meanwhile, where a start spends it, and the time from click to the acknowledged board, which is on the device by
then. Slowed down means that the whole browser is stopped for most of the time (SIGSTOP and SIGCONT every 20 ms): a
browser's own slowing leaves workers alone. Nothing is asserted.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import platform
import shutil
import signal
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from kempelen.engine.game import games
from kempelen.site.build import build
from kempelen.site.check import size
from kempelen.site.runtime import runtime_folder

PERIOD = 0.02
PATIENCE = 600_000
COLDS = 3
"""So many starts with an empty profile."""
CLICK = """async () => {
  const table = document.getElementById('table');
  const asked = JSON.parse(document.getElementById('asked').textContent);
  const option = asked?.options?.find(one => one.do);
  if (!option) return null;
  const root = document.documentElement.dataset.root || '';
  const begun = performance.now();
  const answer = await fetch(`${root}/tables/${table.dataset.id}/answer?seat=${table.dataset.seat}`, {
    method: 'POST', headers: {'content-type': 'application/json'}, body: JSON.stringify({do: option.do}),
  });
  await answer.text();
  return [answer.status, performance.now() - begun];
}"""


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def served(folder: Path) -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}/"
    server.shutdown()


def renderers(profile: Path) -> list[int]:
    """The processes of this browser in which pages and their workers run."""
    lines = {}
    for place in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            parent = int((place / "stat").read_text().rpartition(")")[2].split()[1])
            lines[int(place.name)] = (parent, (place / "cmdline").read_text().replace("\0", " "))
    own = {process for process, (_, line) in lines.items() if f"user-data-dir={profile}" in line}
    while more := {process for process, (parent, _) in lines.items() if parent in own} - own:
        own |= more
    return [process for process in own if "--type=renderer" in lines[process][1]]


@contextmanager
def slowed(profile: Path, times: int) -> Iterator[None]:
    """The pages of this browser get one part in so many of the time."""
    if times <= 1:
        yield
        return
    over = threading.Event()

    def stop_and_go() -> None:
        known, looked = renderers(profile), time.monotonic()
        while not over.is_set():
            if time.monotonic() - looked > 0.25:
                known, looked = renderers(profile), time.monotonic()
            for what, pause in ((signal.SIGSTOP, PERIOD * (times - 1) / times), (signal.SIGCONT, PERIOD / times)):
                for process in known:
                    with suppress(ProcessLookupError):
                        os.kill(process, what)
                time.sleep(pause)

    thread = threading.Thread(target=stop_and_go)
    thread.start()
    yield
    over.set()
    thread.join()


def computed(profile: Path) -> float:
    """Seconds that processors have worked for pages and their workers; a busy machine hardly changes them."""
    found = 0
    for process in renderers(profile):
        with suppress(OSError):
            fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
            found += int(fields[11]) + int(fields[12])
    return found / os.sysconf("SC_CLK_TCK")


def opened(page: Any, address: str) -> tuple[float, float]:
    """Seconds to the first page that can be read, and to Python's own, after which nothing waits any more."""
    begun = time.perf_counter()
    page.goto(address, wait_until="commit")
    page.locator("#app:not([hidden])").wait_for()
    shown = time.perf_counter()
    page.locator("#app[data-live]").wait_for()
    return shown - begun, time.perf_counter() - begun


def clicks(page: Any, base: str, game: str, count: int) -> list[float]:
    """Milliseconds from a click to its answer, at the pace `instant`."""
    frame = page.frame(name="app")
    frame.goto(f"{base}new/{game}")
    frame.locator("select[name=pace]").select_option("instant", force=True)
    frame.locator("form.setup button.primary").first.click()
    found = []
    for _ in range(count):
        frame.locator("#table:not(.busy) #choices button, #table[data-over]").first.wait_for(state="attached")
        took = frame.evaluate(CLICK)
        if took is None:
            break
        if took[0] == 200:
            found.append(took[1])
        frame.goto(frame.url)
    return found


def cold(playwright: Any, base: str, times: int, browser: str, arguments: list[str]) -> tuple[float, float]:
    """One start with an empty profile."""
    with tempfile.TemporaryDirectory() as made:
        profile = Path(made) / "profile"
        context = playwright.chromium.launch_persistent_context(profile, executable_path=browser, args=arguments)
        context.set_default_timeout(PATIENCE)
        with slowed(profile, times):
            found = opened(context.pages[0], base)
        context.close()
        return found


def measure(base: str, times: int, starts: int, count: int, browser: str) -> None:
    with tempfile.TemporaryDirectory() as made, sync_playwright() as playwright:
        profile = Path(made) / "profile"
        arguments = ["--no-sandbox", "--disable-gpu"] if os.geteuid() == 0 else ["--disable-gpu"]
        colds = [cold(playwright, base, times, browser, arguments) for _ in range(COLDS - 1)]
        took, worked, marks = [], [], {}
        for turn in range(starts + 1):
            context = playwright.chromium.launch_persistent_context(profile, executable_path=browser, args=arguments)
            context.set_default_timeout(PATIENCE)
            with slowed(profile, times):
                page = context.pages[0]
                took.append(opened(page, base))
                worked.append(computed(profile))
                marks = page.evaluate("() => window.marks")
                if not turn:  # the picture of the memory is taken after the first start, by that alone
                    page.locator("html[data-photographed]").wait_for(state="attached")
                page.wait_for_timeout(1000 * times)
                if len(took) == starts + 1:
                    for game in games():
                        each = clicks(page, base, game, count)
                        if each:
                            print(f"  click, {game}: {statistics.median(each):.0f} ms, most {max(each):.0f} ms")
            context.close()
        for word, some in (("cold", [took[0], *colds]), ("again", took[1:])):
            for what, found in zip(("first page", "Python ready"), zip(*some, strict=True), strict=True):
                span = f"{min(found):.1f} to {max(found):.1f}"
                print(f"  {word}, {what}: {statistics.median(found):.1f} s ({span})")
        print(f"  computed meanwhile: cold {worked[0]:.1f} s, again {statistics.median(worked[1:]):.1f} s")
        print(f"  the last start, in ms since its worker began: {json.dumps(marks)}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--site", type=Path, metavar="FOLDER")
    parser.add_argument(
        "--slow", type=int, default=4, metavar="TIMES", help="also measured so many times slower; 1: not"
    )
    parser.add_argument("--starts", type=int, default=5, metavar="N")
    parser.add_argument("--clicks", type=int, default=12, metavar="N")
    asked = parser.parse_args()
    browser = shutil.which(os.environ.get("KEMPELEN_BROWSER") or "chromium") or shutil.which("google-chrome")
    if browser is None:
        sys.exit("there is no browser: install chromium, or name one in KEMPELEN_BROWSER")
    with tempfile.TemporaryDirectory() as made:
        site = asked.site
        if site is None:
            build(site := Path(made) / "site", runtime_folder())
        found = {file.relative_to(site).as_posix(): file.read_bytes() for file in site.rglob("*") if file.is_file()}
        print(f"{platform.machine()}, {os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}")
        for name, content in sorted(found.items(), key=lambda pair: -len(pair[1]))[:5]:
            print(f"  {name}: {len(content):,} bytes, {len(gzip.compress(content, 6)):,} compressed")
        whole = sum(size(name, content) for name, content in found.items())
        print(f"  {len(found)} files: {sum(map(len, found.values())):,} bytes, {whole:,} compressed")
        with served(site) as base:
            for times in sorted({1, asked.slow}):
                print(f"slowed {times} times:" if times > 1 else "as it is:")
                measure(base, times, asked.starts, asked.clicks, browser)


if __name__ == "__main__":
    main()
