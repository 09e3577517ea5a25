"""How large the folder without a server is, how long a start takes, and a click; as it is and slowed down.

    .venv/bin/python bench/site.py [--site FOLDER] [--slow 4] [--starts 5] [--clicks 12]
    .venv/bin/python bench/site.py --write                  # and writes them into the guides, between two marks
    .venv/bin/python bench/site.py --ahead                  # on a busy machine, as root: all else waits for the browser

Builds the folder, unless one is named, serves it by a plain file server and opens it in a browser with an empty
profile. Prints sizes, the time from opening to the first page (cold, and again: the median) and how long processors
worked meanwhile, where a start spends it, and how long a tap takes: until its answer is acknowledged, and on the device
by then, and until the page shows the new table; the same while odds are computed, and how long one thought, of odds or
of a file that plays by itself, has kept a click waiting at the most.
Slowed down means that the whole browser is stopped for most of the time (SIGSTOP and SIGCONT every 20 ms): a browser's
own slowing leaves workers alone. Nothing is asserted.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import platform
import re
import shutil
import signal
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from textwrap import fill
from typing import Any

from playwright.sync_api import sync_playwright

from kempelen.engine.game import games
from kempelen.site.build import build
from kempelen.site.check import size
from kempelen.site.runtime import runtime_folder

ROOT = Path(__file__).resolve().parent.parent
PERIOD = 0.02
PATIENCE = 600_000
COLDS = 3
"""So many starts with an empty profile."""
TAP = """async () => {
  const table = () => document.getElementById('table');
  const version = table().dataset.version;
  const painted = () => new Promise(done => requestAnimationFrame(() => setTimeout(done, 0)));
  let [answered, asked] = [0, 0];
  const ask = window.fetch;
  window.fetch = async (what, ...how) => {
    asked += 1;
    const reply = await ask(what, ...how).finally(() => { asked -= 1; });
    // an answer begins when its rows are on the device; the table follows in the same answer
    if (String(what).includes('/answer') && reply.ok) answered ||= performance.now();
    return reply;
  };
  // nobody taps through a card that lies over the table: it is put away first, as by its reader
  for (const card of document.querySelectorAll('dialog[open]')) card.close();
  for (const fold of document.querySelectorAll('#choices .lit-list:not([open])')) fold.open = true;
  await painted();
  let begun = 0;
  for (let turn = 0; turn < 12 && !answered && table().dataset.version === version; turn += 1) {
    const button = document.querySelector('#commit, #hold-go, #choices button');
    if (!button) break;
    await window.besides?.();
    begun = performance.now();
    button.click();
    await new Promise(done => setTimeout(done, 0));
    // what a choice would do is shown before a person goes on, and drawn when it has come
    while (asked || table().classList.contains('busy')) await painted();
    await painted();
  }
  window.fetch = ask;
  if (!answered || table().dataset.version === version) return null;
  await painted();
  return [answered - begun, performance.now() - begun];
}"""
"""A tap that decides something: milliseconds until its answer is there, and until the new table is shown."""


AT = "location.pathname.replace(/\\/$/, '')"
ODDS = """() => {
  const at = `${location.pathname.replace(/\\/$/, '')}/odds`;
  window.besides = async () => {
    fetch(at).then(reply => reply.text()).catch(() => {});
    await new Promise(done => setTimeout(done, 10));
  };
}"""
"""From now on odds are asked for just before a tap, and are being computed when it comes."""
WHOLE = ROOT / "tests" / "kept" / "records" / "saboteur-tu-over.jsonl"
"""A long game that is over."""


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


def taps(page: Any, base: str, game: str, count: int, odds: bool = False) -> list[tuple[float, float]]:
    """Milliseconds from a tap to its answer, and to the new table in the page, at the pace `instant`; while odds are
    computed."""
    frame = page.frame(name="app")
    frame.goto(f"{base}new/{game}")
    frame.locator("select[name=pace]").select_option("instant", force=True)
    frame.locator("form.setup button.primary").first.click()
    found = []
    frame.locator("#table").wait_for(state="attached")
    if odds:
        frame.evaluate(ODDS)
    for _ in range(3 * count):
        asked = frame.locator("#table:not(.busy)").locator("#choices button, #hold-go, #commit")
        asked.first.or_(frame.locator("#table[data-over]")).first.wait_for(state="attached")
        if frame.locator("#table[data-over]").count() or len(found) == count:
            break
        if (took := frame.evaluate(TAP)) is not None:
            found.append((took[0], took[1]))
    return found


def slices(page: Any, base: str) -> dict[str, float]:
    """Milliseconds for which odds, asked for by now, and a file that plays by itself have kept a click waiting."""
    frame = page.frame(name="app")
    frame.goto(f"{base}import")
    frame.set_input_files("#file", WHOLE)
    frame.click("#import button.primary")
    frame.locator("#table").wait_for(state="attached")
    told = frame.evaluate(
        "async () => (await fetch(TABLE + '/replay.html')).headers.get('server-timing')".replace("TABLE", AT)
    )
    return {job: float(most) for job, most in re.findall(r"(\w+);dur=([\d.]+)", told)}


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


@dataclass
class Measured:
    """At one speed: seconds to the first page and to Python's own, milliseconds of taps by game."""

    cold: list[tuple[float, float]] = field(default_factory=list)
    again: list[tuple[float, float]] = field(default_factory=list)
    taps: dict[str, list[tuple[float, float]]] = field(default_factory=dict)
    beside: dict[str, list[tuple[float, float]]] = field(default_factory=dict)
    """Taps while odds are computed."""
    slices: dict[str, float] = field(default_factory=dict)
    """Milliseconds for which a thought has kept a click waiting at the most."""

    def start(self, which: str, what: int) -> float:
        return statistics.median(one[what] for one in getattr(self, which))

    def tap(self, which: str, what: int) -> tuple[float, float]:
        """Of the quickest game and of the slowest; of thoughts, of the one that lets go soonest and of the other."""
        if which == "slice":
            found = [self.slices[job] for job in SLICED if job in self.slices]
        else:
            medians = {"tap": self.taps, "beside": self.beside}[which].values()
            found = [statistics.median(one[what] for one in each) for each in medians if each]
        return min(found), max(found)


def measure(base: str, times: int, starts: int, count: int, browser: str) -> Measured:
    found = Measured()
    with tempfile.TemporaryDirectory() as made, sync_playwright() as playwright:
        profile = Path(made) / "profile"
        arguments = ["--no-sandbox", "--disable-gpu"] if os.geteuid() == 0 else ["--disable-gpu"]
        found.cold = [cold(playwright, base, times, browser, arguments) for _ in range(COLDS - 1)]
        worked, marks = [], {}
        for turn in range(starts + 1):
            context = playwright.chromium.launch_persistent_context(profile, executable_path=browser, args=arguments)
            context.set_default_timeout(PATIENCE)
            with slowed(profile, times):
                page = context.pages[0]
                (found.again if turn else found.cold).append(opened(page, base))
                worked.append(computed(profile))
                marks = page.evaluate("() => window.marks")
                if not turn:  # the picture of the memory is taken after the first start, by that alone
                    page.locator("html[data-photographed]").wait_for(state="attached")
                page.wait_for_timeout(1000 * times)
                if turn == starts:
                    found.taps = {game: taps(page, base, game, count) for game in games()}
                    found.beside = {game: taps(page, base, game, count, odds=True) for game in games()}
                    found.slices = slices(page, base)
            context.close()
    for game, each in found.taps.items():
        for what, some in zip(("answer on the device", "new table shown"), zip(*each, strict=True), strict=False):
            print(f"  tap, {game}, {what}: {statistics.median(some):.0f} ms, most {max(some):.0f} ms, of {len(some)}")
    for game, each in found.beside.items():
        if each:
            waits = [one[0] for one in each]
            print(f"  tap while odds are computed, {game}: {statistics.median(waits):.0f} ms, most {max(waits):.0f} ms")
    for job, most in sorted(found.slices.items()):
        print(f"  longest slice, {job}: {most:.0f} ms")
    for word in ("cold", "again"):
        for n, what in enumerate(("first page", "Python ready")):
            each_time = [one[n] for one in getattr(found, word)]
            print(f"  {word}, {what}: {found.start(word, n):.1f} s ({min(each_time):.1f} to {max(each_time):.1f})")
    print(f"  computed meanwhile: cold {worked[0]:.1f} s, again {statistics.median(worked[1:] or worked):.1f} s")
    print(f"  the last start, in ms since its worker began: {json.dumps(marks)}")
    return found


# -- written down


SLICED = ("odds", "frames", "file")
"""Thoughts that are cut into slices."""
IN_MS = ("tap", "beside", "slice")
ROWS = (
    ("cold", 0, 3.0, 9.0),
    ("cold", 1, None, None),
    ("again", 0, 1.0, 4.0),
    ("again", 1, None, None),
    ("tap", 0, None, 60.0),
    ("tap", 1, None, None),
    ("beside", 0, None, None),
    ("slice", 0, 50.0, None),
)
"""What is measured, and what it is to be at most, as it is and slowed four times."""
WORDS: dict[str, dict[str, Any]] = {
    "en/pocket.md": {
        "sizes": "The folder has {raw} MB, {packed} MB compressed; of these the Python runtime takes {runtime} MB, the "
        "standard library {library} MB, and Kempelen with what it needs {app} MB.",
        "when": "Measured on {day} with {n} processors and a load of {load} beside it{ahead}:",
        "ahead": ", which had to wait for the browser",
        "head": ("", "as it is", "slowed {times} times", "aim", "aim, slowed"),
        "rows": (
            "first start: first page",
            "first start: Python ready",
            "again: first page",
            "again: Python ready",
            "a tap, until its answer is on the device",
            "a tap, until the new table is shown",
            "a tap while odds are computed, until its answer is on the device",
            "for so long a thought keeps a tap waiting at the most",
        ),
        "span": "{0} to {1}",
        "missed": "Not reached: {}.",
        "reached": "All aims are reached.",
        "slowed": "{}, slowed",
        "day": "{0} {1} {2}",
        "months": "January February March April May June July August September October November December",
    },
    "de/hosentasche.md": {
        "sizes": "Der Ordner hat {raw} MB, gepackt {packed} MB; davon nimmt das Python für Browser {runtime} MB, die "
        "Standardbibliothek {library} MB und Kempelen mit allem, was es braucht, {app} MB.",
        "when": "Gemessen am {day} mit {n} Prozessoren und einer Last von {load} nebenher{ahead}:",
        "ahead": ", die auf den Browser warten musste",
        "head": ("", "so wie es ist", "{times}-fach gebremst", "Ziel", "Ziel, gebremst"),
        "rows": (
            "erster Start: erste Seite",
            "erster Start: Python bereit",
            "noch einmal: erste Seite",
            "noch einmal: Python bereit",
            "ein Tippen, bis die Antwort auf dem Gerät liegt",
            "ein Tippen, bis der neue Tisch zu sehen ist",
            "ein Tippen, während Chancen gerechnet werden, bis die Antwort auf dem Gerät liegt",
            "so lange lässt Gerechnetes ein Tippen höchstens warten",
        ),
        "span": "{0} bis {1}",
        "missed": "Nicht erreicht: {}.",
        "reached": "Alle Ziele sind erreicht.",
        "slowed": "{}, gebremst",
        "day": "{0}. {1} {2}",
        "months": "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
    },
}
BEGIN, END = "<!-- measured by bench/site.py -->\n", "<!-- /measured -->\n"
DOCS = ROOT / "docs"


def written(
    lang: str, sizes: dict[str, float], plain: Measured, slow: Measured, times: int, load: float, ahead: bool
) -> str:
    """What a guide says of it, in its language."""
    words = WORDS[lang]

    def number(value: float, digits: int = 1) -> str:
        text = f"{value:.{digits}f}"
        return text.replace(".", ",") if lang.startswith("de") else text

    def cell(found: Measured, which: str, what: int) -> tuple[str, float]:
        if which not in IN_MS:
            return f"{number(found.start(which, what))} s", round(found.start(which, what), 1)
        least, most = (number(one, 0) for one in found.tap(which, what))
        return f"{least if least == most else words['span'].format(least, most)} ms", found.tap(which, what)[1]

    def aim(most: float | None, which: str) -> str:
        return "" if most is None else f"{most:.0f} {'ms' if which in IN_MS else 's'}"

    lines, missed = [], []
    for name, (which, what, most, most_slow) in zip(words["rows"], ROWS, strict=True):
        (text, value), (slow_text, slow_value) = cell(plain, which, what), cell(slow, which, what)
        lines.append(f"| {name} | {text} | {slow_text} | {aim(most, which)} | {aim(most_slow, which)} |")
        missed += [name] * (most is not None and value > most)
        missed += [words["slowed"].format(name)] * (most_slow is not None and slow_value > most_slow)
    head = " | ".join(words["head"]).format(times=times)
    today = datetime.now(UTC).date()
    day = words["day"].format(today.day, words["months"].split()[today.month - 1], today.year)
    about = [
        words["sizes"].format(**{name: number(size / 1e6) for name, size in sizes.items()}),
        words["when"].format(day=day, n=os.cpu_count(), load=number(load), ahead=words["ahead"] if ahead else ""),
    ]
    verdict = words["missed"].format("; ".join(missed)) if missed else words["reached"]
    table = "\n".join([f"|{head} |", "|---|---|---|---|---|", *lines])
    return "\n\n".join([fill(about[0], 120), fill(about[1], 120), table, fill(verdict, 120)]) + "\n"


def put(page: str, text: str) -> str:
    """The page with what stands between the marks replaced."""
    before, _, rest = page.partition(BEGIN)
    _, found, after = rest.partition(END)
    assert found, "the marks are missing"
    return before + BEGIN + text + END + after


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--site", type=Path, metavar="FOLDER")
    parser.add_argument(
        "--slow", type=int, default=4, metavar="TIMES", help="also measured so many times slower; 1: not"
    )
    parser.add_argument("--starts", type=int, default=5, metavar="N")
    parser.add_argument("--clicks", type=int, default=12, metavar="N")
    parser.add_argument("--write", action="store_true", help="into docs/en/pocket.md and docs/de/hosentasche.md")
    parser.add_argument("--ahead", action="store_true", help="all else on this machine waits for the browser; as root")
    asked = parser.parse_args()
    load = os.getloadavg()[0]
    if asked.ahead:  # what is started from here has it, too
        os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(1))
    browser = shutil.which(os.environ.get("KEMPELEN_BROWSER") or "chromium") or shutil.which("google-chrome")
    if browser is None:
        sys.exit("there is no browser: install chromium, or name one in KEMPELEN_BROWSER")
    with tempfile.TemporaryDirectory() as made:
        site = asked.site
        if site is None:
            build(site := Path(made) / "site", runtime_folder())
        found = {file.relative_to(site).as_posix(): file.read_bytes() for file in site.rglob("*") if file.is_file()}
        print(f"{platform.machine()}, {os.cpu_count()} processors, load {load:.1f}")
        for name, content in sorted(found.items(), key=lambda pair: -len(pair[1]))[:5]:
            print(f"  {name}: {len(content):,} bytes, {len(gzip.compress(content, 6)):,} compressed")
        whole = sum(size(name, content) for name, content in found.items())
        print(f"  {len(found)} files: {sum(map(len, found.values())):,} bytes, {whole:,} compressed")
        sizes = {
            "raw": sum(map(len, found.values())),
            "packed": whole,
            "runtime": sum(size(name, one) for name, one in found.items() if name.startswith("runtime/pyodide")),
            "library": len(found["runtime/python_stdlib.pack"]),
            "app": len(found["app.pack"]),
        }
        by_speed = {}
        with served(site) as base:
            for times in sorted({1, asked.slow}):
                print(f"slowed {times} times:" if times > 1 else "as it is:")
                by_speed[times] = measure(base, times, asked.starts, asked.clicks, browser)
    if asked.write:
        for name in WORDS:
            text = written(name, sizes, by_speed[1], by_speed[asked.slow], asked.slow, load, asked.ahead)
            (DOCS / name).write_text(put((DOCS / name).read_text("utf-8"), text), "utf-8")


if __name__ == "__main__":
    main()
