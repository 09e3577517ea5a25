"""Devices for the browser tests in the folder: one who has been there before starts in a third of the time.

What tests/site tries is a first visit, every time. Here the files of the app and the picture of Python's memory stay on a
device from test to test, and everything else is wiped: games, cookies, settings and the first page as it was last.
"""

from tests.site.device import shown
from tests.web.people import PATIENCE

OF_PEOPLE = "cookies,file_systems,indexeddb,local_storage"
FORGET_THE_FIRST_PAGE = """async root => {
  for (const name of await caches.keys()) await (await caches.open(name)).delete(root);
}"""


class Devices:
    """Contexts of one browser, by what cannot be changed in an open one: the language, and whether it is touched."""

    def __init__(self, browser, base):
        self.browser = browser
        self.root = f"{base}/"
        self.idle = {}

    def lend(self, lang, touch):
        """A device that nobody else has, as new."""
        kind = (lang, touch)
        if self.idle.setdefault(kind, []):
            context = self.idle[kind].pop()
        else:
            context = self.browser.new_context(locale=lang, has_touch=touch)
            context.set_default_timeout(PATIENCE * 1000)
            self._get_to_know(context)
        self._wipe(context)
        return context

    def take_back(self, context, lang, touch):
        for page in context.pages:
            page.close()
        self.idle[lang, touch].append(context)

    def close(self):
        for contexts in self.idle.values():
            for context in contexts:
                context.close()

    def _get_to_know(self, context):
        """The first visit, until the picture of the memory is kept."""
        page = context.new_page()
        page.goto(self.root)
        shown(page)
        page.locator("html[data-photographed]").wait_for(state="attached")
        page.close()

    def _wipe(self, context):
        page = context.new_page()
        page.goto(f"{self.root}licences.txt")  # a file: no Python
        page.evaluate(FORGET_THE_FIRST_PAGE, self.root)
        origin = page.evaluate("() => location.origin")
        line = context.new_cdp_session(page)
        line.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": OF_PEOPLE})
        page.close()
