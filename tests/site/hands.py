"""Whoever holds the phone: he clicks inside the frame, with the window's keyboard."""

from tests.e2e.clicks import settled
from tests.site.device import app


def begin(window, game):
    """The first game; a card that stops it is read."""
    app(window).click(f"#game-{game} form[action*='/first/'] button")
    app(window).locator("#table").wait_for(state="attached")
    settled(window_of(window))
    return app(window)


def window_of(window):
    """What the helpers for clicks take for a page: the frame, with the window's keyboard."""
    frame = app(window)
    frame.keyboard = window.keyboard
    return frame
