"""A group of somebody's own at a desk. Nothing is kept there: the address has all of it, packed."""

from __future__ import annotations

import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from typing import Any

from kempelen.engine.errors import BadSetup
from kempelen.engine.game import Game
from kempelen.parts.rosters import rosters_of
from kempelen.text.say import Text
from kempelen.web.rooms.groups import OWN_GROUP, group_of

__all__ = ["OWN", "group_in", "packed"]

OWN = "own"
"""In the address."""
LONGEST = 6000
"""Letters that an address has room for."""
MOST = 65536
"""Letters of a group, unpacked."""


def packed(game: Game[Any], text: str) -> str:
    """The group for an address; raises a PlayerError that says what is wrong with it."""
    group_of(rosters_of(game), OWN_GROUP, text, 1)
    word = urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")
    if len(word) > LONGEST:
        raise BadSetup(Text("web.desk.long_group"))
    return word


def group_in(game: Game[Any], word: str) -> Mapping[str, Any]:
    """The group of an address; raises a PlayerError if there is none in it."""
    try:
        text = zlib.decompressobj().decompress(urlsafe_b64decode(word + "=" * (-len(word) % 4)), MOST).decode()
    except (ValueError, zlib.error) as error:
        raise BadSetup(Text("web.desk.no_group")) from error
    return group_of(rosters_of(game), OWN_GROUP, text, 1)
