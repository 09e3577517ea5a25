"""What the program believes of a real table, and what else may be true: tap a thing, then what is so."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from markupsafe import Markup

from kempelen.companion import as_known, facts_in, known_at_table
from kempelen.engine.errors import BadPosition
from kempelen.engine.things import Correction
from kempelen.scene import parts
from kempelen.scene.model import SIGNS, Scene, Shape, Tray, is_cell
from kempelen.text.say import Say, Text, capital
from kempelen.web.pocket.asking import Answer, thing_answer
from kempelen.web.pocket.deeds import counted
from kempelen.web.pocket.measures import told_up
from kempelen.web.pocket.tapping import RULED, board_with_links, cropped, ruled
from kempelen.web.rooms.room import Room
from kempelen.wording import thing_label, thing_short

__all__ = [
    "Fixing",
    "Wrong",
    "believed_in",
    "changed_text",
    "fact_from",
    "fixing_of",
    "hindered",
    "meant",
    "name_in",
    "names_in",
    "tray_in",
    "without_field",
]

TYPED = "{}"
HELD = "held:"
PART = re.compile(r"(\d{1,3}),(\d{1,3})")
NEAR_TO = re.compile(r"(\d{1,3}),(\d{1,3}),cm")
"""So an address says which part of a table was tapped, and then which whole centimetre in it."""
NUMBER = re.compile(r"(?:(?<!\d)[-−])?\d+(?:[.,]\d+)?")
MOST_VALUED = 6
"""Of so many things in a tray the values are told, too."""
NEAR_MODELS = 8
"""So much of a table is shown round its models, in cm."""
AREA = 10
"""How wide a part of a table in centimetres is that is tapped first; then a whole centimetre in it, then a half one."""


@dataclass(frozen=True, slots=True)
class Wrong:
    """One thing that may be true instead."""

    text: str
    fact: str
    picture: Markup | None = None
    turned: bool = False
    typed: bool = False
    was: str = ""
    """What the program believes instead."""
    short: str = ""
    """A word for it under its picture."""
    n: int | None = None
    """The number that may be true instead."""
    about: str = ""
    """What it stands under."""


@dataclass(frozen=True, slots=True)
class Numbers:
    """Numbers of which one is true, in a row: `Health: 1 2 [3] 4`."""

    about: str
    was: str
    wrongs: tuple[Wrong, ...]


@dataclass(frozen=True, slots=True)
class Fixing:
    """The table to be corrected."""

    board: Markup
    things: tuple[tuple[str, str], ...]
    """Things beside the board that can be wrong: address and name."""
    rows: Mapping[str, str]
    """What lies beside the board and is one thing that can be wrong, by its tray: its line leads there."""
    piece: str
    """The handle of what was tapped, if something was."""
    name: str
    wrongs: tuple[Wrong, ...]
    points: str = ""
    """What is tapped next for a point of the table: `part`, `point` or `half`; empty if no point is."""
    where: str = ""
    """The part of the table that is shown, in centimetres; or which card of a hand is another one."""
    held: tuple[tuple[str, Answer], ...] = ()
    """Cards of a hand, of which one may be another: address and picture."""
    numbers: tuple[Numbers, ...] = ()
    moved: bool = False
    """Places of the board can be tapped for it."""

    @property
    def grouped(self) -> list[tuple[str, list[Wrong]]]:
        """What is not typed, under what it stands under."""
        found: dict[str, list[Wrong]] = {}
        for one in self.wrongs:
            if not one.typed:
                found.setdefault(one.about, []).append(one)
        return list(found.items())


def position_of(room: Room) -> Mapping[str, Any]:
    """What may be shown: cards that the program holds for its players stay hidden."""
    return room.game.to_position(known_at_table(room.session))


def names_in(scene: Scene) -> dict[str, str]:
    """What can be tapped, and what it is called."""
    names = {shape.id: shape.label or shape.text for shape in scene.everything()}
    names |= {item.id: tray.label for tray in scene.trays if tray.kind == "seat" for item in tray.items}
    return names | {tray.id: tray.label for tray in scene.trays}


def meant(room: Room, scene: Scene, handle: str) -> list[Correction]:
    """What else may be true of a thing that is there.

    A turn that is running is asked anew from its beginning. What is counted otherwise since then, such as a deck that
    was shuffled for it, would be told as it no longer is: then no number of this thing is offered.
    """
    places = [shape.id for shape in scene.shapes if is_cell(shape)]
    found = list(room.game.things.corrections(position_of(room), handle, places))
    if room.session.at_checkpoint or all(one.n is None for one in found):
        return found
    now = room.game.to_position(as_known(room.session, room.session.state))
    same = counts(found) == counts(room.game.things.corrections(now, handle, places))
    return found if same else [one for one in found if one.n is None]


def counts(corrections: Iterable[Correction]) -> list[tuple[Text | None, int]]:
    """What is counted, and what it would be instead."""
    return [(one.about, one.n) for one in corrections if one.n is not None]


def fixing_of(room: Room, scene: Scene, piece: str, to: str, address: Callable[..., str], say: Say) -> Fixing:
    """First everything that can be tapped; then, of one thing, where it is instead or what else is true of it."""
    if not room.session.started:
        return Fixing(board_with_links(scene, {}), (), {}, "", "", ())
    names = names_in(scene)
    found = meant(room, scene, piece) if piece in names else []
    if not found:
        places = {shape.id: address(piece=shape.id) for shape in scene.shapes if meant(room, scene, shape.id)}
        # a tile lies under its pieces: they come last and are hit first
        beside, rows = list[tuple[str, str]](), dict[str, str]()
        for tray in scene.trays:
            wrong = [
                one for one in dict.fromkeys([*(item.id for item in tray.things), tray.id]) if meant(room, scene, one)
            ]
            if len(wrong) == 1:
                rows[tray.id] = address(piece=wrong[0])
            else:
                beside += [(address(piece=one), beside_name(tray, names.get(one, ""))) for one in wrong]
        return Fixing(board_of_all(scene, places), tuple(beside), rows, "", "", ())
    held = dict.fromkeys(one.at for one in found if one.at.startswith(HELD))
    found = [one for one in found if one.at == to or one.at not in held]  # so many need not be tried
    found = [one for one in found if TYPED in one.fact or is_said(one) or can_be(room, one.fact)]
    points, asked = next((one for one in found if one.points), None), to
    if points is not None:
        board, level = board_to_point_at(scene, piece, points, to, address, say)
        to = ""
    else:
        places = {one.at: address(piece=piece, to=one.at) for one in found if one.at and one.at not in held}
        does = {one.at: one.fact for one in found if one.at in places}
        marks = {piece: ""} if any(shape.id == piece for shape in scene.shapes) else {}
        board, level = board_with_links(scene, places, marks, does), ""
    # who has begun to point goes on pointing, or types
    shown = [one for one in found if one.at == to and (level in ("", "part") or one.points)]
    wrongs = tuple(wrong_of(room, one, say) for one in shown if one.n is None)
    numbers = tuple(numbers_of(room, [one for one in shown if one.n is not None], say))
    where = where_shown(asked, say) if level else ""
    if to in held:
        where = say("web.beside.instead", what=held_answer(room, to.removeprefix(HELD), say).label)
    cards = [(address(piece=piece, to=at), held_answer(room, at.removeprefix(HELD), say)) for at in held if not to]
    name = capital(names[piece].partition(": ")[0])
    moved = any(one.at and one.at not in held for one in found)
    return Fixing(board, (), {}, piece, name, wrongs, level, where, tuple(cards), numbers, moved)


def board_of_all(scene: Scene, places: Mapping[str, str]) -> Markup:
    """Everything that may be wrong, to be tapped; of a table in centimetres the part with the models, without
    other words, which would lie over their names."""
    if scene.unit != "cm":
        return board_with_links(scene, places)
    bare = tuple(replace(one, text="") if one.role != "unit" else one for one in scene.shapes)
    scene = replace(scene, shapes=bare, columns=(), rows=())
    units = tuple(one.id for one in scene.shapes if one.role == "unit")
    return Markup(cropped(board_with_links(scene, places), scene, units, NEAR_MODELS))


def beside_name(tray: Tray, name: str) -> str:
    """A thing that lies in a tray with others."""
    return f"{tray.label}: {name}" if name not in ("", tray.label) else tray.label


def held_answer(room: Room, notation: str, say: Say) -> Answer:
    return thing_answer(room.game, notation, thing_label(room.game, say, notation), say)


def is_said(one: Correction) -> bool:
    """A sentence by itself: whoever misses it would not know why, so it is offered, and if it cannot be he is told."""
    return not (one.at or one.thing) and one.n is None


def can_be(room: Room, fact: str) -> bool:
    """Would the table be one that the rules know? Nothing else is offered.

    What the program holds for its players does not count: that a card is not offered would tell that they have it.
    """
    try:
        facts_in(room.session, fact, known_at_table(room.session))
    except BadPosition:
        return False
    return True


def board_to_point_at(
    scene: Scene, piece: str, one: Correction, to: str, address: Callable[..., str], say: Say
) -> tuple[Markup, str]:
    """Where a piece stands on a table in centimetres, and what is tapped for it.

    A part of the table comes first, then a whole centimetre in it, then one of the half centimetres around that.
    """
    does: dict[str, str] = {}
    if (near := NEAR_TO.fullmatch(to)) is not None:
        level, steps = "half", [n / 2 for n in range(-2, 3)]
        points = [(int(near[1]) + across, int(near[2]) + up) for across in steps for up in steps]
        spots = [spot(scene, x, y, 0.5, say) for x, y in points if 0 <= x <= scene.w and 0 <= y <= scene.h]
        does = {shape.id: one.fact.replace(TYPED, f"{shape.x:g}, {told_up(scene, shape.y):g}") for shape in spots}
        links = {shape.id: address(piece=piece, to=to) for shape in spots}
    elif (part := PART.fullmatch(to)) is not None:
        level, x0, y0 = "point", int(part[1]), int(part[2])
        centimetres = [(x, y) for x in range(x0, x0 + AREA + 1) for y in range(y0, y0 + AREA + 1)]
        spots = [spot(scene, x, y, 1, say) for x, y in centimetres if x <= scene.w and y <= scene.h]
        links = {shape.id: address(piece=piece, to=f"{shape.x:g},{told_up(scene, shape.y):g},cm") for shape in spots}
    else:
        level = "part"
        corners = [(x, y) for x in range(0, round(scene.w), AREA) for y in range(0, round(scene.h), AREA)]
        spots = [spot(scene, x + AREA / 2, y + AREA / 2, AREA, say) for x, y in corners]
        links = {shape.id: address(piece=piece, to=f"{x},{y}") for shape, (x, y) in zip(spots, corners, strict=True)}
    if level != "part":  # so near a name would cover the place that is tapped
        scene = replace(scene, shapes=tuple(replace(one, text="") for one in scene.shapes), columns=(), rows=())
    whole = board_with_links(scene, links, {piece: ""}, does, tuple(spots))
    if level == "part":
        return whole, level
    shape = next(one for one in scene.shapes if one.id == piece)
    base = replace(shape, x=int(near[1]), y=told_up(scene, int(near[2]))) if near is not None else None
    return Markup(cropped(ruled(whole, scene, spots, base), scene, tuple(links), RULED, tuple(spots))), level


def where_shown(to: str, say: Say) -> str:
    """Which part of the table has been tapped: its edges, or the centimetre."""
    if (near := NEAR_TO.fullmatch(to)) is not None:
        return say("web.beside.point", x=int(near[1]), y=int(near[2]))
    if (part := PART.fullmatch(to)) is not None:
        x, y = int(part[1]), int(part[2])
        return say("web.beside.part", x=x, to_x=x + AREA, y=y, to_y=y + AREA)
    return ""


def spot(scene: Scene, x: float, y: float, wide: float, say: Say) -> Shape:
    """A square round a point, as the game counts centimetres."""
    label = say("web.beside.point", x=x, y=y)
    return Shape(f"point:{x:g},{y:g}", "place", x, told_up(scene, y), wide, wide, label=label)


def wrong_of(room: Room, one: Correction, say: Say) -> Wrong:
    notation, _, turned = one.thing.partition(" ")
    shape = room.game.things.picture(notation, say) if notation else None
    picture = Markup(parts.sample(shape)) if shape is not None else None
    was = say.of(one.was, "Bare") if one.was is not None else ""
    short = (thing_short(room.game, notation, say) or shape.text) if shape is not None else ""
    if short and turned:
        short = say("web.beside.turned", what=short)
    about = say.of(one.about, "Nom") if one.about is not None else ""
    return Wrong(say.of(one.text, "Nom"), one.fact, picture, bool(turned), TYPED in one.fact, was, short, one.n, about)


def numbers_of(room: Room, found: Sequence[Correction], say: Say) -> Iterator[Numbers]:
    """What is only counted, each in a row of its own."""
    rows: dict[str, list[Wrong]] = {}
    for one in found:
        rows.setdefault(say.of(one.about, "Bare") if one.about is not None else "", []).append(wrong_of(room, one, say))
    for about, wrongs in rows.items():
        yield Numbers(about, wrongs[0].was, tuple(wrongs))


def tray_in(scene: Scene, handle: str) -> str:
    """Whose or what a tray is; empty if it is none."""
    return next((tray.label for tray in scene.trays if tray.id == handle), "")


def changed_text(known: Sequence[Correction], fact: str, typed: str, say: Say, name: str = "", tray: str = "") -> str:
    """What is true now, and what was believed before."""
    one = next((one for one in known if one.fact == fact), None)
    if one is None and (one := next((one for one in known if one.points and fact.startswith(before(one))), None)):
        now = point_text(one, numbers_in(fact.removeprefix(before(one))), say, name)
    elif one is not None and one.points:
        now = point_text(one, numbers_in(typed), say, name)
    else:
        text = say.of(one.text, "Nom") if one is not None else fact
        now = f"{text}: {typed}" if typed else text
        now = now if not tray or tray in now else f"{tray}: {now}"
    if one is None or one.was is None:
        return now
    return say("web.beside.changed", now=now, was=one.was)


def point_text(one: Correction, at: Sequence[float], say: Say, name: str = "") -> str:
    """`A1 Voss: 34.5 cm from the left, 20 cm from below`."""
    return f"{name or one.fact.partition('.')[0]}: {say('web.beside.point', x=at[0], y=at[1])}"


def name_in(scene: Scene, handle: str) -> str:
    """What a piece is called, without its values; empty if it is none."""
    return next((shape.label.partition(":")[0] for shape in scene.everything() if shape.id == handle), "")


def before(one: Correction) -> str:
    """What stands before the place of what is typed."""
    return one.fact.partition(TYPED)[0]


def believed_in(scene: Scene) -> list[tuple[str, str, str]]:
    """Every tray in words: its name, what the program believes lies there, and its handle. Of many things not all of
    their values."""
    found = []
    for tray in scene.trays:
        if tray.id != SIGNS and not is_legend(tray):
            items = (item_word(item.label, len(tray.items)) for item in tray.items)
            before = (item.label for item in tray.conditions)  # such as broken tools
            found.append((tray.label, ", ".join(filter(None, (tray.words, *before, *counted(list(items))))), tray.id))
    return found


def hindered(scene: Scene) -> list[tuple[str, str]]:
    """Who has what before him that hinders him, such as broken tools."""
    seats = (tray for tray in scene.trays if tray.kind == "seat" and tray.conditions)
    return [(tray.label, ", ".join(one.label for one in tray.conditions)) for tray in seats]


def is_legend(tray: Tray) -> bool:
    """Things that explain the board or are tapped on a screen; they lie on no table and belong to nobody."""
    return tray.kind == "supply" and not (tray.seat or tray.relation or tray.words)


def item_word(label: str, many: int) -> str:
    """A thing in a tray; among many without its values, but with what stands in brackets behind them."""
    name, values, rest = label.partition(": ")
    if not values or many <= MOST_VALUED:
        return label
    return f"{name} ({bracket}" if (bracket := rest.rpartition(" (")[2]) != rest else name


def without_field(problem: Text) -> Text:
    """Whoever has tapped needs no name of a field in a file: `board.8: two cards do not fit` begins with the cards."""
    fields = dict(problem.fields)
    return Text(problem.key, **{**fields, "field": Text("web.beside.here")}) if "field" in fields else problem


def numbers_in(typed: str) -> list[float]:
    """With a point or a comma, `34,5 20`, and with their signs: what lies off the table is refused, not moved."""
    return [float(number.replace(",", ".").replace("−", "-")) for number in NUMBER.findall(typed)]


def fact_from(known: Sequence[Correction], template: str, typed: str) -> str:
    """What a person typed, in its place; raises BadPosition if it should be a point and is none."""
    if TYPED not in template:
        return template
    numbers = numbers_in(typed)
    if any(one.points for one in known if one.fact == template) and len(numbers) not in (2, 3):
        raise BadPosition(Text("web.beside.no_point", typed=typed.strip()))
    if not numbers:
        return template.replace(TYPED, typed.strip())
    return template.replace(TYPED, ", ".join(f"{number:g}" for number in numbers))
