"""The table on the screen: the board, what lies beside it, and what has happened."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rich.console import RenderableType
from rich.table import Table as Grid
from rich.text import Text as Styled

from kempelen.engine.seats import HUMAN, read_spec
from kempelen.engine.session import Session
from kempelen.engine.table import Event, Seat
from kempelen.scene.model import Scene, Tray
from kempelen.scene.plain import render_rich
from kempelen.scene.sign import sign, style_of
from kempelen.terminal.ask import Screen
from kempelen.text.say import Say
from kempelen.wording import because_of, own_seat_text, seat_text, sheet_name, speaking_to

__all__ = ["draw", "has_pictures", "show_events", "show_result", "show_seats"]


def draw(
    screen: Screen, scene: Scene, marks: Mapping[str, str] | None = None, parts: str = "board beside hand"
) -> bool:
    """The scene, with numbers on what can be chosen: the `board`, what lies `beside` it, the `hand`.

    False if there was nothing to draw.
    """
    marks = marks or {}
    pictures: list[RenderableType | None] = []
    if "board" in parts:
        shapes = scene.shapes if "beside" in parts else tuple(replace(shape, label="") for shape in scene.shapes)
        pictures.append(
            picture(
                screen,
                replace(scene, shapes=shapes, trays=(), status=scene.status if "beside" in parts else None),
                marks,
            )
        )
    if "beside" in parts:
        in_lines = [tray for tray in scene.trays if not has_pictures(tray) and not is_keypad(tray)]
        pictures += [
            players_text([tray for tray in in_lines if tray.seat], marks),
            piles_text(screen, [tray for tray in in_lines if not tray.seat], marks),
        ]
    hand = tuple(filter(has_pictures, scene.trays))
    if "hand" in parts and hand:
        # a table without pieces is still a table with a ruler: not here
        pictures.append(picture(screen, replace(scene, unit="tile", shapes=(), trays=hand, status=None), marks))
    shown = [part for part in pictures if part]
    for n, part in enumerate(shown):
        if n:
            screen.line()
        screen.show(part)
    return bool(shown)


def picture(screen: Screen, scene: Scene, marks: Mapping[str, str]) -> Styled:
    drawn = render_rich(scene, lit=marks, width=screen.width)
    drawn.rstrip()
    blank = len(drawn.plain) - len(drawn.plain.lstrip("\n"))
    lines = [part for line in drawn[blank:].split("\n") for part in hung(screen, line)]
    return Styled("\n").join(lines)


def hung(screen: Screen, line: Styled, indent: int = 4) -> list[Styled]:
    """A line that is too long, such as a label in the legend, goes on below, further in."""
    if len(line) <= screen.width:
        return [line]
    first, *rest = line.wrap(screen.out, screen.width - indent)
    return [first, *(Styled(" " * indent).append_text(part) for part in rest)]


def players_text(trays: list[Tray], marks: Mapping[str, str]) -> Grid | None:
    """One line a player; what else belongs to him, such as his models, stands in it too."""
    if not trays:
        return None
    rows = Grid(box=None, show_edge=False, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
    for seat in dict.fromkeys(tray.seat for tray in trays):
        first, *more = (tray for tray in trays if tray.seat == seat)
        tray = replace(first, items=(*first.items, *(item for other in more for item in other.things)))
        on_turn = any("active" in item.tags for item in tray.items)
        named = replace(tray, items=tuple(item for item in tray.items if item.label or item.id in marks))
        rows.add_row(tray.label, tray.words, items_text(named, marks), style="bold" if on_turn else "")
    return rows


def piles_text(screen: Screen, trays: list[Tray], marks: Mapping[str, str]) -> Styled:
    """What else lies there, as many in a line as fit; a long one with its things in lines of their own."""
    made, used = Styled(), 0
    for tray in trays:
        head, items = Styled(f"{tray.label}: {tray.words}" if tray.words else tray.label), items_text(tray, marks)
        entry = head
        if items.plain:
            entry = Styled.assemble(head, " (", items, ")") if tray.words else Styled.assemble(head, ": ", items)
        if len(entry) > screen.width:
            each = packed([items_text(replace(tray, items=(item,)), marks) for item in tray.items], screen.width - 4)
            lines = [
                head.append("" if tray.words else ":"),
                *(part for item in each for part in hung(screen, Styled.assemble("    ", item), 6)),
            ]
            made.append("\n" if made else "").append_text(Styled("\n").join(lines))
            used = screen.width
            continue
        gap = "\n" if used and used + len(entry) + 3 > screen.width else "   " if used else ""
        used = len(entry) + (0 if gap in ("", "\n") else used + 3)
        made.append(gap).append_text(entry)
    return made


def packed(items: list[Styled], width: int) -> list[Styled]:
    """Lines of so many items as fit beside each other."""
    lines: list[Styled] = []
    for item in items:
        if lines and len(lines[-1]) + 3 + len(item) <= width:
            lines[-1].append("   ").append_text(item)
        else:
            lines.append(item)
    return lines


def has_pictures(tray: Tray) -> bool:
    """Cards to look at, or a track; anything else fits in a line."""
    return tray.kind == "track" or any(isinstance(item.glyph, tuple) for item in tray.items)


def is_keypad(tray: Tray) -> bool:
    """Only something to click at; the menus have it too."""
    return not tray.words and bool(tray.items) and all(item.role == "tile" for item in tray.items)


def items_text(tray: Tray, marks: Mapping[str, str]) -> Styled:
    """What lies in a tray, in one line."""
    line = Styled()
    for item in tray.things:
        number = f"[{marks[item.id]}]" if item.id in marks else ""
        words = " ".join(word for word in (number, sign(item), item.label) if word)
        line.append("   " if line else "").append(words, style_of(item, item.id in marks))
    return line


def show_events(screen: Screen, events: list[Event], say: Say | None = None) -> None:
    screen.lines((event.text for event in events), indent=2, say=say)


def show_seats(screen: Screen, session: Session) -> None:
    """Who sits where."""
    names = session.game.speech.seat_names(session.setup)
    own = [own_seat_text(session.game, session.setup, seat, screen.say) for seat in range(len(names))]
    words = [name if word is None else word for name, word in zip(names, own, strict=True)]
    people = [words[seat] for seat in sorted(session.humans)]
    bots = [word for seat, word in enumerate(words) if seat not in session.humans]
    kind = "own_" if own[0] is not None else ""
    if len(people) == 1 and session.physical is None:
        screen.tell(f"terminal.seat.{kind}you", name=people[0])
    elif people:
        screen.tell(f"terminal.seat.{kind}people", n=len(people), seats=people)
    if bots:
        screen.tell("terminal.seat.bots", n=len(bots), seats=bots)
    automas, setup = session.game.automas, session.setup
    ids = [*(read_spec(seat).automa for seat in setup.seats if seat != HUMAN), *setup.roles.values()]
    if automas is not None and (
        played := [automas.sheet_for(session.game, id, setup) for id in dict.fromkeys(ids) if id]
    ):
        screen.tell("terminal.seat.automas", names=[sheet_name(session.game, sheet, screen.say) for sheet in played])


def show_result(screen: Screen, session: Session, reader: Seat | None = None) -> None:
    """Who has won, why, and with how many points; whoever played it alone is told whether it was he."""
    outcome = session.outcome
    assert outcome is not None
    say = screen.say
    if reader is not None:
        screen.tell(f"web.end.{outcome.verdict(reader)}", "bold")
    if because := because_of(session, say if reader is None else speaking_to(session, reader, say)):
        screen.line(because)
    grid = Grid(box=None, show_edge=False, pad_edge=False, padding=(0, 3, 0, 0))
    grid.add_column("")
    grid.add_column(say("terminal.result.player"))
    if outcome.scores:
        grid.add_column(say("terminal.result.score"), justify="right")
    for seat in range(len(session.setup.seats)):
        won = seat in outcome.winners
        cells = ["★" if won else "", say.of(seat_text(session, seat, say), "Nom")]
        if outcome.scores:
            cells.append(str(outcome.scores[seat]))
        grid.add_row(*cells, style="bold" if won else "")
    screen.line()
    screen.show(grid)
