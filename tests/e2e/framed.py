"""The folder without a server as a second home of the browser tests: the same page, in the frame of its shell."""

from tests.site.device import app, shown

OF_THE_WINDOW = (
    *("context", "emulate_media", "expect_download", "expect_response", "keyboard", "mouse", "on", "request"),
    *("screenshot", "set_viewport_size", "viewport_size", "bring_to_front", "close", "add_init_script"),
    "touchscreen",
)

FILE = "file:"


class Framed:
    """What tests take for a page: the app inside its frame, with the window's keyboard and mouse."""

    def __init__(self, window, root):
        self.window = window
        self.root = root
        self.changed = False
        """Whether somebody has had the device itself in his hands: it is not lent again."""

    def __getattr__(self, name):
        self.changed |= name == "context"
        return getattr(self.window if name in OF_THE_WINDOW or self._elsewhere() else app(self.window), name)

    def goto(self, address, **more):
        """A plain host knows only the first page, so that is where everybody comes in. A file is opened as it is."""
        if address.startswith(FILE):
            return self.window.goto(address, **more)
        if self.window.url == "about:blank":
            self.window.goto(f"{self.root}/")
            self._ready()
        return app(self.window).goto(address, **more)

    def reload(self):
        self.window.reload()
        self._ready()

    def go_back(self):
        self.evaluate("() => history.back()")

    def _elsewhere(self):
        return self.window.url.startswith(FILE)

    def _ready(self):
        """What the shell says above the app has been read."""
        shown(self.window)
        self.window.evaluate("() => { document.getElementById('note').hidden = true }")
        app(self.window).wait_for_load_state()


def another(page):
    """One more window of whoever has this one, at a server or on a device."""
    window = page.context.new_page()
    return Framed(window, page.root) if isinstance(page, Framed) else window
