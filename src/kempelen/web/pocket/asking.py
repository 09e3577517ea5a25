"""What a person beside a real table is asked, as buttons with pictures: dice, cards, places, his own deeds.

A choice that takes several taps is narrowed by what the address says was picked. Every button is a form or a link.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import Any

from markupsafe import Markup

from kempelen.engine.game import Game
from kempelen.engine.session import Session
from kempelen.engine.table import Decision, Seat, notation_of
from kempelen.engine.tables.replay import ROLLS
from kempelen.engine.things import UNNAMED
from kempelen.scene import parts
from kempelen.scene.model import Scene, Shape, Tray, is_cell
from kempelen.text.say import Say, Text, capital
from kempelen.web.pocket.ahead import ahead_of
from kempelen.web.pocket.explained import (
    TURN,
    asks_again,
    cards_in,
    chance_text,
    enough,
    faces_read,
    foreseen,
    how_drawn,
    next_kind,
    no_list,
    price_text,
    reason_of,
    shared_remarks,
    sum_asked,
    thing_about,
    why_named,
)
from kempelen.web.pocket.pictured import portrayed
from kempelen.web.pocket.questions import Answer, Group, Question, numbered_lots
from kempelen.web.pocket.set_up.building import half
from kempelen.web.shown.choices import free_points, labels, sentence, things, typed_example
from kempelen.wording import named_so_far, question, seat_text, thing_short, word

__all__ = ["ROLLED", "Answer", "Group", "Question", "asked_of", "pictured", "question_of", "thing_answer"]

ROLLED = frozenset({"roll", "pool", "pick", "direction"})
"""What the app may roll or draw instead of a person."""
MOST_BELOW = 24
"""Letters below the picture of a card."""
SPOT = 2.6
"""How wide a point is that can be tapped, in cm."""
POINT = re.compile(r"(\d+(?:\.\d+)?),(\d+(?:\.\d+)?)(?:,.*)?")


def question_of(session: Session, decision: Decision[Any], scene: Scene, picked: Sequence[str], say: Say) -> Question:
    if decision.kind == "do":
        return deed_asked(session, decision, scene, picked, say)
    game = session.game
    options = [one for one in things(session, decision, say) if one["do"] != UNNAMED]
    count = int(decision.what.split("d")[0]) if decision.kind == "pool" else 1
    ahead = ahead_of(session, decision)
    alike = list(takewhile(lambda one: one.what == decision.what, ahead))  # of one hand: tapped one after the other
    slots = slots_of(session, ahead, say) if decision.kind == "reveal" and len(ahead) > 1 == len(alike) else ()
    cards = cards_in(game, [option["do"] for option in options]) if decision.kind == "pick" else {}
    groups: dict[str, list[Answer]] = {}
    for option in options:
        group = game.things.group(option["do"])
        title = say.of(group) if group is not None else ""
        answer = thing_answer(game, option["do"], option["text"], say, cards.get(option["do"], ""))
        good = enough(decision, option["do"])
        groups.setdefault(title, []).append(replace(answer, hits=good, foe=good and by_foe(session)))
    had = named_so_far(session, decision) if decision.kind == "draw" else []
    text = question(session, decision, say)
    dice = ahead if decision.kind == "roll" and len(ahead) > 1 else []
    if dice:
        text = Text("web.beside.dice_now", n=len(dice))
    places = places_drawn(scene, options) if decision.kind == "pick" else {}
    if places:  # nobody hits a small place for certain: each has a number, and a button with it
        groups = {"": numbered_lots([*places.values()], say)}
    diced = ROLLS in game.things.own_dice  # a box without dice needs another way to draw lots, and says it at once
    how = ""
    if decision.kind == "pick" and len(options) > 1:
        two = [options[0]["text"], options[1]["text"]] if len(options) == 2 and not places else []
        how = (
            say("web.beside.lot_two", one=two[0], other=two[1])
            if two
            else say("web.beside.how_lot", n=len(options))
            if diced and not places
            else how_drawn(len(options), bool(cards), bool(places), say)
        )
    because: tuple[str, ...] = (how,) if how and (diced or places) else ()  # a board to tap on needs the room
    if decision.kind == "draw" and decision.to is not None and decision.to >= 0:
        pile = word(say, f"{game.name}.deck.{decision.what}", decision.what)
        who = seat_text(session, decision.to, say)
        if had:
            text = Text("web.beside.card_number", who=who, n=len(had) + 1)
        elif len(ahead) > 1:
            text = Text("web.beside.cards_drawn", pile=pile, who=who, n=len(ahead))
        else:
            text = Text("web.beside.card_drawn", pile=pile, who=who)
        because = why_named(game, who, say)
    return Question(
        decision.kind,
        say.of(text, "Nom"),
        tuple(Group(title, tuple(answers)) for title, answers in groups.items()),
        (),
        places,
        count,
        "",
        decision.kind in ROLLED,
        in_a_row=1 if dice else len(ahead if slots else alike),
        unnamed=(len(ahead) if slots else len(alike)) if UNNAMED in map(notation_of, decision.options) else 0,
        slots=slots,
        dice=slots_of(session, dice, say),
        had=tuple(Markup(parts.sample(shape)) for one in had if (shape := game.things.picture(one, say)) is not None),
        several=", ".join(option["text"] for option in options[:2])
        if decision.kind == "draw" and len(options) > 1
        else "",
        thing=thing_about(game, decision.prompt, say) if decision.kind in ROLLED else None,
        because=because,
        notes=(how,) if how and not because else (*reason_of(game, decision, say), *no_list(game, decision, say)),
        sum=sum_asked(decision, say),
        faces=faces_read(decision.faces, say),
    )


def by_foe(session: Session) -> bool:
    """Is the die an enemy's: has somebody who is no person chosen last?"""
    chosen = next((row.seat for row in reversed(session.inputs) if row.kind == "do"), None)
    return chosen is not None and chosen not in session.humans


def places_drawn(scene: Scene, options: Sequence[Mapping[str, str]]) -> dict[str, Answer]:
    """Lots between places of the board, by their handles; none unless all of them lie there."""
    lying = {shape.id.partition(":")[2]: shape for shape in scene.shapes}
    if len(options) < 2 or any(option["do"] not in lying for option in options):
        return {}
    shapes = sorted(((lying[option["do"]], option["do"]) for option in options), key=lambda one: (one[0].x, one[0].y))
    return {shape.id: Answer(name_only(shape, shape.label or shape.text or do), do, shape.id) for shape, do in shapes}


def name_only(shape: Shape | None, label: str) -> str:
    """Somebody on the board by his name alone: his values stand on the board, and in its list there is no room."""
    return label.partition(": ")[0] if shape is not None and shape.role == "unit" else label


def slots_of(session: Session, ahead: Sequence[Decision[Any]], say: Say) -> tuple[Group, ...]:
    """Face-down things that are looked at together, each with what it may be."""
    return tuple(
        Group(
            say.of(question(session, one, say), "Nom"),
            tuple(
                thing_answer(session.game, option["do"], option["text"], say)
                for option in things(session, one, say)
                if option["do"] != UNNAMED
            ),
        )
        for one in ahead
    )


def thing_answer(game: Game[Any], notation: str, label: str, say: Say, card: str = "") -> Answer:
    shape = game.things.picture(card or notation, say)
    picture = Markup(parts.sample(shape)) if shape is not None else None
    return Answer(label, notation, picture=picture, short=short_of(game, card or notation, say))


def short_of(game: Game[Any], name: str, say: Say) -> str:
    """A word for a small button, or the name divided as on the card."""
    shape = game.things.picture(name, say)
    return thing_short(game, name, say) or (shape.text if shape is not None and "\n" in shape.text else "")


# -- one's own deed, tap by tap


def rest(handles: Sequence[str], picked: Sequence[str]) -> list[str] | None:
    """The handles that an option still needs; None if it is another one."""
    left = list(handles)
    for handle in picked:
        if handle not in left:
            return None
        left.remove(handle)
    return left


def in_order(handles: Sequence[str], picked: Sequence[str]) -> bool:
    """Were these things picked one after the other as the option names them?"""
    left = iter(handles)
    return all(handle in left for handle in picked)


def deed_asked(session: Session, decision: Decision[Any], scene: Scene, picked: Sequence[str], say: Say) -> Question:
    """The options by what is picked next; levels without a choice are passed over, also where one may only stop."""
    options = [(option, list(option.handles)) for option in decision.options]
    at = list(picked)
    stops: dict[str, list[tuple[Any, list[str]]]] = {}
    while True:
        found: dict[str, list[tuple[Any, list[str]]]] = {}
        for option, handles in options:
            left = rest(handles, at)
            if left is not None:
                found.setdefault(left[0] if left else "", []).append((option, handles))
        deeds = [handle for handle, behind in found.items() if ":" in handle or len(behind) > 1]
        if not at and len(deeds) == 1 and len(found[deeds[0]]) > 1:
            stops = {handle: found.pop(handle) for handle in list(found) if handle not in deeds}
        only = next(iter(found)) if len(found) == 1 else ""
        if not only or len(found[only]) == 1:
            break
        at.append(only)
    for handle, behind in stops.items():
        found.setdefault(handle, []).extend(behind)
    if tapped := [one for one in found.get("", ()) if in_order(one[1], picked)]:
        found[""] = tapped  # the same places in another order are another way: he has tapped this one
    if len(found) == 1 and len(behind := next(iter(found.values()))) == 1 and picked:
        found = {"": behind}  # nothing is left to choose: it is only to be confirmed
    names = dict(labels(session.game, say, scene, {handle for _, handles in options for handle in handles}))
    on_board = {shape.id: shape for shape in scene.shapes}
    plain: list[Answer] = []
    places: dict[str, Answer] = {}
    groups: dict[str, list[Answer]] = {}
    spots: list[Shape] = []
    notes: list[str] = []
    for handle, behind in found.items():
        if not handle:
            plain += [Answer(sentence(say, option), notation_of(option)) for option, _ in behind]
            if len(found) == len(behind) == 1 and asks_again(ahead := foreseen(session, decision, behind[0][0])):
                plain = [replace(plain[0], costly=ahead.costly)]
                notes = [say.of(one.text, "Nom") for one in ahead.remarks if ahead.leaves or one.weight == "bad"]
            continue
        answer = handle_answer(session.game, scene, handle, behind, at, names, say)
        meant = [option for option, _ in behind]
        likely = chance_text(session, decision, meant)
        answer = replace(answer, price=price_text(session, decision, meant, likely, say), chance=likely)
        if answer.do and at and answer.picture is not None and len(answer.label) > MOST_BELOW and not answer.short:
            brief = foreseen(session, decision, behind[0][0]).short  # a sentence has no room below a small picture
            answer = replace(answer, short=say.of(brief, "Nom") if brief is not None else "")
        if answer.do and not picked and ":" not in handle and asks_again(foreseen(session, decision, behind[0][0])):
            answer = replace(answer, do="")  # one tap must not throw anything away
        spot = None if handle in on_board else spot_of(scene, handle, names.get(handle, ""))
        if handle in on_board or spot is not None:
            places[handle] = replace(answer, label=name_only(on_board.get(handle), answer.label))
            spots += [] if spot is None else [replace(spot, label=answer.label)]
            continue
        groups.setdefault(title_of(session.game, handle, say), []).append(answer)
    if len(places) == 1 and groups and not picked and (only_one := next(iter(places.values()))).do:
        yes = found[next(iter(places))][0][0]
        ahead = foreseen(session, decision, yes)
        if not (ahead.reach or ahead.targets):  # yes or no: nobody looks for his yes on the board
            said = without_name(sentence(say, yes), only_one.label)
            groups = {"": [replace(only_one, label=said), *groups.pop("", ())], **groups}
            if not any(shape.id in places and shape.role == "unit" for shape in scene.shapes):
                places, spots = {}, []  # somebody who stands there may be tapped as well
    portraits = portrayed(scene, places) and not spots
    if portraits:
        # its name stands beside it
        looks = {
            shape.id: Markup(parts.sample(replace(shape, text=""))) for shape in scene.shapes if shape.id in places
        }
        groups = {
            "": [*(replace(one, picture=looks[handle]) for handle, one in places.items()), *groups.pop("", ())],
            **groups,
        }
    notes += shared_remarks(session, decision, [option for option, _ in options], say)
    typed = [{"do": notation_of(one), "handles": handles} for one, handles in options if rest(handles, at) is not None]
    ordered = [one for title, answers in groups.items() for one in divided(title, answers)]
    if plain:
        ordered.append(Group("", tuple(plain)))
    text = say(f"web.beside.then.{next_kind(found, scene, places)}") if picked else say.of(decision.prompt, "Nom")
    return Question(
        "do",
        text,
        tuple(ordered),
        tuple(
            whose(scene, handle) or tapped_name(on_board.get(handle), names.get(handle, handle)) for handle in picked
        ),
        places,
        1,
        typed_example(session.game, typed, say) if decision.check is not None and free_points(typed) else "",
        False,
        spots=tuple(spots),
        thing=None if places or pictured(ordered) else picked_card(session.game, scene, at, say),
        notes=tuple(notes),
        portraits=portraits,
    )


def without_name(said: str, label: str) -> str:
    """`Stand up` for `A1: stand up`: where only one can do it, it is called as among many."""
    name, colon, what = said.partition(": ")
    return capital(what) if colon and label.startswith(name) else said


def tapped_name(shape: Shape | None, name: str) -> str:
    """What was tapped, short: of a place its name, what lies there he has seen."""
    return name.partition(", ")[0] if shape is not None and is_cell(shape) else name_only(shape, name)


def divided(title: str, answers: Sequence[Answer]) -> list[Group]:
    """Cards by themselves: what ends something does not lie among them."""
    cards = tuple(one for one in answers if one.picture is not None)
    if title or not cards or len(cards) == len(answers):
        return [Group(title, tuple(answers))]
    return [Group("", cards), Group("", tuple(one for one in answers if one.picture is None))]


def title_of(game: Game[Any], handle: str, say: Say) -> str:
    """What an answer stands under."""
    name = handle.partition(":")[2].partition("#")[0]
    group = game.things.group(name)
    return say.of(group) if group is not None else ""


def pictured(groups: Sequence[Group]) -> bool:
    return any(one.picture for group in groups for one in group.answers)


def picked_card(game: Game[Any], scene: Scene, at: Sequence[str], say: Say) -> Markup | None:
    """The card that was picked, or that is the only one left."""
    return next((found for handle in at if (found := picture_for(game, scene, handle, say)) is not None), None)


def spot_of(scene: Scene, handle: str, name: str) -> Shape | None:
    """A point of a table in centimetres, as something to tap; None if it is none."""
    point = POINT.fullmatch(name) if scene.unit == "cm" else None
    if point is None:
        return None
    x, y = float(point[1]), float(point[2])
    return Shape(handle, "place", x, scene.top + scene.h - y if scene.upwards else y, SPOT, SPOT)


def whose(scene: Scene, handle: str) -> str:
    """The name of the player before whom it lies; empty if it lies before nobody."""
    return next((tray.label for tray in scene.trays if tray.kind == "seat" and handle in ids(tray)), "")


def handle_answer(
    game: Game[Any],
    scene: Scene,
    handle: str,
    behind: Sequence[tuple[Any, Sequence[str]]],
    at: Sequence[str],
    names: Mapping[str, str],
    say: Say,
) -> Answer:
    """A button for the next thing to pick; if it decides, it answers."""
    single = len(behind) == 1
    # the name of a pile says what lies there, not what is done
    pile = any(item.id == handle for tray in scene.trays if tray.kind == "pile" for item in tray.items)
    label = sentence(say, behind[0][0]) if single and (pile or not names.get(handle)) else names.get(handle, handle)
    if single and handle.partition(":")[2] and not at:
        # a number says nothing, and what a thing is for is told with its name
        whole = sentence(say, behind[0][0])
        label = whole if label.isdecimal() or whole.startswith(f"{label}:") else label
    if (point := POINT.fullmatch(label)) is not None:
        label = say("web.beside.point", x=half(float(point[1])), y=half(float(point[2])))
    picture = picture_for(game, scene, handle, say)
    if single and picture is None and handle.startswith("card:"):  # a card that nobody has named: what is done with it
        label = sentence(say, behind[0][0])
    if seat := whose(scene, handle):
        label, picture = seat, None  # what lies there is not whom it is about
    if pile:
        picture = next((found for one in at if (found := picture_for(game, scene, one, say)) is not None), None)
    label = label.partition(":")[0] if picture is not None else label
    turned = 0
    if handle.startswith(TURN):
        digits = "".join(char for char in handle if char.isdecimal())
        turned = int(digits or 0)
        picture = next((found for one in at if (found := picture_for(game, scene, one, say)) is not None), None)
    # a card that can only be discarded, or has one target: what a tap would do is said before it is done
    unsaid = handle.startswith("card:") and not at and len(behind[0][1]) > 1
    return Answer(
        label,
        notation_of(behind[0][0]) if single and not unsaid else "",
        handle,
        picture,
        turned,
        len(behind),
        short=short_of(game, handle.partition(":")[2].partition("#")[0], say) if picture is not None else "",
    )


def ids(tray: Tray) -> set[str]:
    return {item.id for item in tray.items}


def picture_for(game: Game[Any], scene: Scene, handle: str, say: Say) -> Markup | None:
    """What a handle looks like: a card by its name, or the shape of the scene."""
    kind, _, name = handle.partition(":")
    shape = game.things.picture(name.partition("#")[0], say) if kind in ("card", "shop", "pile", "played") else None
    if shape is None:
        shape = next((one for tray in scene.trays for one in tray.things if one.id == handle), None)
    return Markup(parts.sample(shape)) if shape is not None else None


def asked_of(decision: Decision[Any] | None) -> Seat | None:
    """Whose turn it is to decide, else whose card or die it is."""
    if decision is None:
        return None
    return decision.seat if decision.seat >= 0 else decision.to
