"""The three stars of a game in words: what is asked for, how it stands, how it came out."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias

from kempelen.engine.files.takebacks import taken_back_for
from kempelen.engine.game import Game
from kempelen.engine.table import Seat
from kempelen.parts.stars import Star, stars_of
from kempelen.text.say import Say
from kempelen.web.rooms.room import Room

__all__ = ["Goal", "goals_in", "goals_of"]

How: TypeAlias = Literal["open", "held", "won", "missed"]
"""While the game goes on: to be won, reached for good if it is won, out of reach."""


@dataclass(frozen=True, slots=True)
class Goal:
    """One star."""

    text: str
    """What has to be done for it."""
    how: How = "open"
    told: str = ""
    """How it stands, or by how much it was missed; empty if there is nothing to say."""
    short: str = ""
    """The same in three words, for the bar of the table; none where only the end can tell."""


def goals_of(game: Game[Any], scenario: str, seat: Seat, say: Say) -> tuple[Goal, ...]:
    """What there is to reach in a scenario, before it has begun."""
    found = (say.of(star.goal(game.name)) for star in stars_of(game, scenario, seat))
    return tuple(map(Goal, (say("web.star.win"), *found)))


def goals_in(room: Room, seat: Seat, say: Say) -> tuple[Goal, ...]:
    """The same at a table, for somebody who plays there; nothing for who only looks on."""
    if seat not in room.session.humans or room.companion:
        return ()
    stars, outcome = stars_of(room.game, room.setup.scenario, seat), room.session.outcome
    if times := taken_back_for(room.session, room.reader(seat)).times:
        told = say("web.taken.times", n=times)
        if outcome is None:
            return (Goal(say("web.star.win")), *(_without(room.game, star, told, say) for star in stars))
        won = outcome.verdict(seat) == "won"
        first = Goal(say("web.star.win"), "won" if won else "missed", say("web.star.yours") if won else "")
        return (first, *(replace(_without(room.game, star, told, say), short="") for star in stars))
    if outcome is not None:
        won = outcome.verdict(seat) == "won"
        first = Goal(say("web.star.win"), "won" if won else "missed", say("web.star.yours") if won else "")
        return (first, *(_ended(room, star, seat, won, say) for star in stars))
    view = room.view(seat)
    return (Goal(say("web.star.win")), *(_so_far(room.game, star, view, seat, say) for star in stars))


def _without(game: Game[Any], star: Star[Any], told: str, say: Say) -> Goal:
    """A star that cannot be had any more, and why."""
    short = "" if star.game else say.of(star.short(game.name))
    return Goal(say.of(star.goal(game.name)), "missed", told, short)


def _ended(room: Room, star: Star[Any], seat: Seat, won: bool, say: Say) -> Goal:
    goal, count = say.of(star.goal(room.game.name)), star.counts(room.session.state, seat)
    told = say.of(star.told(room.game.name, count))
    told = f"{told[:1].upper()}{told[1:]}"
    if star.reached(count):
        return Goal(goal, "won" if won else "missed", told)
    key = "web.star.too_few" if star.most is None else "web.star.too_many"
    return Goal(goal, "missed", say(key, told=told, n=star.limit))


def _so_far(game: Game[Any], star: Star[Any], view: Any, seat: Seat, say: Say) -> Goal:
    """Where only the end can tell, nothing is said before it."""
    goal = say.of(star.goal(game.name))
    if view is None or star.game:
        return Goal(goal)
    count = star.counts(view, seat)
    told, short = say("web.star.so_far", told=say.of(star.told(game.name, count))), star.short(game.name)
    if star.lost(view, seat):
        return Goal(goal, "missed", told, say.of(short))
    harder = None if star.harder is None else star.harder(view, seat)
    if harder is not None:
        return Goal(goal, "open", f"{told}; {say.of(harder)}", say.of(harder))
    return Goal(goal, "held" if star.stays and star.reached(count) else "open", told, say.of(short))
