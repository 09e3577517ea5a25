"""A phone in a test: a browser with a profile of its own, a plain file server, and the built folder under a path of it."""

import functools
import re
import shutil
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Event, Thread

from tests.web.people import PATIENCE

SHOWN = "#app[data-live]:not([hidden])"
"""Python's own page, not the one that is shown while it starts."""


class Quiet(SimpleHTTPRequestHandler):
    def do_GET(self):
        if self.path.endswith("app.pack"):
            self.server.door.wait()
        super().do_GET()

    def log_message(self, *_):
        pass


ELSEWHERE = "kempelen.test"
"""A name of this machine that no browser trusts without https."""


class Host:
    """A plain file server: it knows nothing of Kempelen."""

    def __init__(self, folder: Path, port: int = 0):
        self.folder = folder
        self.server = ThreadingHTTPServer(("127.0.0.1", port), functools.partial(Quiet, directory=str(folder)))
        self.server.door = Event()
        """As long as it is shut, Python does not get its files."""
        self.server.door.set()
        self.port = self.server.server_address[1]
        self.base = f"http://127.0.0.1:{self.port}/games/kempelen/"
        self.thread = Thread(target=self.server.serve_forever, daemon=True)
        self.thread.start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()


class Device:
    """A phone; whoever closes it finds everything again when he opens it."""

    def __init__(self, chromium, path, arguments, profile: Path, expected: str = "nothing"):
        self.problems: list[str] = []
        self.context = chromium.launch_persistent_context(
            profile,
            executable_path=path,
            args=arguments,
            viewport={"width": 390, "height": 800},
            locale="en",
            has_touch=True,
            reduced_motion="reduce",
            timeout=PATIENCE * 1000,
        )
        self.context.set_default_timeout(PATIENCE * 1000)
        self.context.on("weberror", lambda wrong: self.problems.append(wrong.error.stack or str(wrong.error)))
        self.context.on(
            "console",
            lambda said: (
                self.problems.append(said.text) if said.type == "error" and expected not in said.text else None
            ),
        )

    def open(self, address: str):
        """A window, when the app is shown in it."""
        first = self.context.pages[0]
        window = first if first.url == "about:blank" else self.context.new_page()
        window.goto(address)
        return shown(window)

    def close(self):
        self.context.close()
        assert not self.problems


def shown(window):
    """Until the app is there, or why it is not."""
    window.locator(f"{SHOWN}, #trouble:not([hidden])").first.wait_for()
    assert window.locator(SHOWN).count(), window.locator("#trouble").inner_text()
    return window


def app(window):
    """The page inside."""
    return window.frame(name="app")


def changed(built: Path, place: Path, **more: str) -> Path:
    """The built folder under a path of a host's, with something added to scripts of it."""
    folder = place / "games" / "kempelen"
    folder.mkdir(parents=True)
    for file in built.iterdir():
        if file.stem in more:
            (folder / file.name).write_text(file.read_text("utf-8") + more[file.stem], "utf-8")
        else:
            (folder / file.name).symlink_to(file)
    return folder


def newer(folder: Path, to: Path) -> None:
    """The same folder as a later version."""
    version = (folder / "VERSION").read_text().split()[1]
    for file in folder.rglob("*"):
        target = to / file.relative_to(folder)
        if file.is_dir():
            target.mkdir(parents=True, exist_ok=True)
        elif file.suffix in (".js", ".html", ".json", "") and file.name != "app.pack":
            text = file.read_text("utf-8", "surrogateescape")
            target.write_text(re.sub(version, version[::-1], text), "utf-8", "surrogateescape")
        else:
            shutil.copyfile(file, target)
