"""The table on the screen: the board, what lies beside it, and what has happened."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rich.table import Table as Grid

from kempelen.engine.game import Game
from kempelen.engine.session import Session
from kempelen.engine.table import Event, Seat
from kempelen.scene.model import Scene
from kempelen.scene.plain import render_rich
from kempelen.terminal.ask import Screen
from kempelen.text.say import Text

__all__ = ["draw", "seat_text", "show_events", "show_result", "show_seats"]


def draw(screen: Screen, scene: Scene, marks: Mapping[str, str] | None = None, *, trays: bool = True) -> None:
    """The scene, with numbers on what can be chosen."""
    shown = scene if trays else replace(scene, trays=())
    picture = render_rich(shown, lit=marks or {}, width=screen.width)
    picture.rstrip()
    screen.show(picture)


def seat_text(session: Session, seat: Seat) -> Text:
    """A seat by name, and whether a person or the program sits there."""
    name = session.game.seat_names(session.setup)[seat]
    return Text("terminal.seat.human" if seat in session.humans else "terminal.seat.bot", name=name)


def show_events(screen: Screen, events: list[Event]) -> None:
    for event in events:
        screen.line(screen.say.of(event.text), indent=2)


def show_seats(screen: Screen, session: Session) -> None:
    """Who sits where."""
    people = [seat_text(session, seat) for seat in sorted(session.humans)]
    bots = [seat_text(session, seat) for seat in range(len(session.setup.seats)) if seat not in session.humans]
    if len(people) == 1:
        screen.tell("terminal.seat.you", name=session.game.seat_names(session.setup)[min(session.humans)])
    elif people:
        screen.tell("terminal.seat.people", seats=people)
    if bots:
        screen.tell("terminal.seat.bots", seats=bots)


def show_result(screen: Screen, session: Session) -> None:
    """Who has won, and with how many points."""
    outcome = session.outcome
    assert outcome is not None
    say = screen.say
    if outcome.capped:
        screen.tell("terminal.result.capped")
    grid = Grid(box=None, show_edge=False, pad_edge=False, padding=(0, 3, 0, 0))
    grid.add_column("")
    grid.add_column(say("terminal.result.player"))
    if outcome.scores:
        grid.add_column(say("terminal.result.score"), justify="right")
    for seat in range(len(session.setup.seats)):
        won = seat in outcome.winners
        cells = ["★" if won else "", say.of(seat_text(session, seat), "Nom")]
        if outcome.scores:
            cells.append(str(outcome.scores[seat]))
        grid.add_row(*cells, style="bold" if won else "")
    screen.line()
    screen.show(grid)
    if not outcome.winners:
        screen.tell("terminal.result.nobody")


def scene_for(game: Game[Any], screen: Screen, view: Any) -> Scene:
    return game.scene(view, screen.say)
