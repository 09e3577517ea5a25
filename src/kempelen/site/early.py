"""The first page as a file, as everybody sees it who comes for the first time: shown while Python still starts."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from tempfile import TemporaryDirectory

from kempelen.site.bridge import open_app
from kempelen.site.rehearsal import ask
from kempelen.text.say import LANGUAGES

__all__ = ["ROOT", "early_pages"]

ROOT = "/ROOT-OF-THIS-FOLDER"
"""Stands in these pages where the browser writes the path under which the folder lies."""


def early_pages() -> dict[str, bytes]:
    """By their address in the folder, one for each language."""
    with ThreadPoolExecutor(1) as thread:  # whoever builds may be in a loop of his own
        return thread.submit(lambda: asyncio.run(asked())).result()


async def asked() -> dict[str, bytes]:
    with TemporaryDirectory() as folder:
        bridge = await open_app(folder, ROOT, "", "")
        try:
            return {f"home/{lang}.html": (await ask(bridge, lang, f"{ROOT}/")).content for lang in LANGUAGES}
        finally:
            await bridge.close()
