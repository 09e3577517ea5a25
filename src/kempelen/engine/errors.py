"""What can be wrong with something a player, a file or a page has sent.

Every error carries a `Text`, so that it can be said in the player's language; it names the place and the remedy.
"""

from __future__ import annotations

import errno

from kempelen.text.say import Text

__all__ = [
    "BadNotation",
    "BadOption",
    "BadPosition",
    "BadRecord",
    "BadSetup",
    "IllegalAction",
    "NeverEnds",
    "PlayerError",
    "reason_of",
]


class PlayerError(Exception):
    """Something from outside cannot be accepted; nothing has been changed."""

    def __init__(self, text: Text) -> None:
        super().__init__(text)
        self.text = text

    def __str__(self) -> str:
        fields = ", ".join(f"{name}={value}" for name, value in self.text.fields)
        return f"{self.text.key} ({fields})"


class IllegalAction(PlayerError):
    """The action is understood, but the rules do not allow it now."""


class BadNotation(PlayerError):
    """The text is not an action, a die or a card of this game."""


class BadPosition(PlayerError):
    """A position file contradicts itself or the rules."""


class BadRecord(PlayerError):
    """A record cannot be read, or leaves the rules."""


class BadOption(PlayerError):
    """An option or its value is unknown."""


class NeverEnds(PlayerError):
    """A procedure, or a game among bots, goes on and on; the text names the line where it was stopped."""


class BadSetup(PlayerError):
    """A game cannot be set up like this (number of players, scenario, seats)."""


REASONS = {
    errno.ENOENT: "no_such",
    errno.EISDIR: "folder",
    errno.ENOTDIR: "no_folder",
    errno.EACCES: "not_allowed",
    errno.EPERM: "not_allowed",
    errno.EROFS: "read_only",
    errno.ENOSPC: "full",
    errno.EPIPE: "closed",
    errno.ENAMETOOLONG: "name_too_long",
    errno.EADDRNOTAVAIL: "not_here",
}
"""What the system says most often; it speaks English, whatever the player's language."""


def reason_of(error: OSError) -> Text | str:
    """Why the system has refused something."""
    if error.errno in REASONS:
        return Text(f"system.{REASONS[error.errno]}")
    return error.strerror or type(error).__name__
