"""What has happened. Nothing of it is secret: even camouflaged models stand on the table for all to see."""

from kempelen.games.universalis.rules.events import course, dice, fights
from kempelen.games.universalis.rules.events.course import *  # noqa: F403
from kempelen.games.universalis.rules.events.dice import *  # noqa: F403
from kempelen.games.universalis.rules.events.fights import *  # noqa: F403

__all__ = course.__all__ + dice.__all__ + fights.__all__
