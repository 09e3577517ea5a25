"""The companion's page: what the address says has been done, the next instruction, the question after it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any
from urllib.parse import urlencode

from markupsafe import Markup

from kempelen.companion import keeps_cards
from kempelen.engine.table import SPECTATOR
from kempelen.engine.tables.replay import ROLLS
from kempelen.engine.things import UNNAMED
from kempelen.parts.advice import has_desk
from kempelen.scene.look import look_definitions
from kempelen.scene.model import Scene
from kempelen.scene.svg import SCALE
from kempelen.text.say import Say
from kempelen.web.people.keys import OPERATOR
from kempelen.web.pocket.apart import not_there, own_role, taken_out, told_apart, where_from
from kempelen.web.pocket.asking import asked_of, pictured, question_of
from kempelen.web.pocket.deed import Deed, on_board
from kempelen.web.pocket.deeds import (
    announced,
    deeds_of,
    goal_told,
    had_of,
    hand_told,
    has_of,
    is_in_vain,
    last_done,
    left_off,
    newest_why,
    seat_name,
    told_so_far,
)
from kempelen.web.pocket.measures import measures_of
from kempelen.web.pocket.mended import log_lines, mended
from kempelen.web.pocket.pictured import (
    board_asked,
    emblem_of,
    event_of,
    frames_of,
    laid_told,
    left_told,
    picture_of,
    scene_of,
    table_shown,
    things_in,
)
from kempelen.web.pocket.pointing import Pointing, pointing_of
from kempelen.web.pocket.rolling import rolls_here
from kempelen.web.pocket.screen import (
    DRAWN,
    TOGETHER,
    beside_card,
    hindered_high,
    joined,
    least_drawn,
    paged,
    room_left,
    split,
)
from kempelen.web.pocket.set_up.building import building_of
from kempelen.web.pocket.set_up.laid import in_lines, laid_of, settled_laid
from kempelen.web.pocket.undone.again import can_again
from kempelen.web.pocket.wrong.correcting import (
    believed_in,
    fixing_of,
    hindered,
)
from kempelen.web.rooms.room import Room
from kempelen.web.rooms.start import title_of
from kempelen.web.shown.bar import bar_of, in_a_line
from kempelen.web.shown.ending import end_of
from kempelen.web.shown.legend import small_signs
from kempelen.wording import named_at_table, told_at_table

__all__ = ["BUILD", "TABS", "At", "look"]

TABS = ("now", "table", "why", "log")
BUILD = "build"
MOST_CELLS = 11
"""A wider board is larger than the screen and moved by a finger, or its places would not be hit."""


@dataclass(frozen=True, slots=True)
class At:
    """Where the address stands."""

    root: str
    done: int | None
    """So many events have been seen to."""
    picked: tuple[str, ...]
    every: bool
    """All instructions in one list."""
    piece: str
    """What is wrong on the table."""
    to: str
    """Where it is instead."""
    told: bool = False
    """The instruction was seen to before, and is only looked at again."""


@dataclass(frozen=True, slots=True)
class Hands:
    """What else hands do."""

    goes: Mapping[int, str]
    """Cards and markers that go somewhere, by the event they go after: what follows from it is told behind that."""
    left: Mapping[int, Sequence[str]]
    """What lies there in the end, and how much is left of somebody, by instruction."""

    def of(self, deed: Deed) -> list[str]:
        numbers = (deed.number, *(one.number for one in deed.goes_on))
        return [*(self.goes[one] for one in numbers if one in self.goes), *self.left.get(deed.number, ())]


def hands_of(room: Room, told: Sequence[Deed], every: Sequence[Deed], say: Say) -> Hands:
    """What else hands do for each instruction. What is taken away again in the same one is not laid."""
    goes: dict[int, str] = {}
    left: dict[int, Sequence[str]] = {}
    begins = sorted(deed.number for deed in every)
    for frame in frames_of(room, told, every, say):
        parts = (frame.deed.what, *frame.deed.goes_on)
        end = next((number for number in begins if number > frame.deed.last), told_so_far(room))
        known = {line for one in parts for line in (one.headline, *one.folded)}
        for one in parts:
            event = event_of(room.session, one.number)
            after = filter(None, (event_of(room.session, number) for number in range(one.number + 1, end)))
            if event is None or is_in_vain(room.session, event, after):
                continue
            if (line := hand_told(room.session, event, say)) and line not in known:
                known.add(line)
                goes[one.number] = line
        lines = [line for line in laid_told(frame, say) if line not in known]
        heads = [one.headline for one in parts]
        lines += [line for line in left_told(frame) if not any(line.partition(": ")[2] in head for head in heads)]
        if lines:
            left[frame.deed.number] = [*dict.fromkeys(lines)]
    return Hands(goes, left)


def places_in_words(deeds: Sequence[Deed], scene: Scene, measures: Mapping[int, Sequence[str]]) -> dict[str, str]:
    """What was done, by where its reasons are found, as its instruction says it: nobody reads bare points."""
    if scene.unit != "cm":
        return {}
    found: dict[str, str] = {}
    for deed in deeds:
        lines = [deed.what.headline, *measures.get(deed.number, ()), *(one.headline for one in deed.goes_on)]
        found[deed.why] = " ".join(filter(None, (found.get(deed.why, ""), *lines)))
    return found


def look(room: Room, say: Say, at: At, tab: str) -> dict[str, Any]:
    """Everything the page shows, from what everybody at the table may know."""
    told_say, say = told_at_table(room.session, say), named_at_table(room.session, say)
    done, picked = at.done if at.done is not None else left_off(room), at.picked
    session, game = room.session, room.game
    # what is over is told to the end; whoever opens it again sees how it ended
    common = scene_of(room, room.view(SPECTATOR), say)
    deeds = [] if room.over and done is None else mended(room, deeds_of(room, done, common, told_say), say)
    scene = scene_of(room, room.view(OPERATOR), say)
    eyes = scene_of(room, session.view(min(session.humans)), say) if session.humans and session.started else common
    decision = room.asked(OPERATOR)
    results, rest = ([], deeds) if at.every else split(deeds)
    told = deeds if at.every else [*results, *rest[:TOGETHER]]
    measures = measures_of(room, told, scene, say)
    things = things_in(room, [*results, *rest[:TOGETHER]], say)
    shapes = {shape.id for shape in common.shapes}
    apart = told_apart(session, 0 if tab == "table" else done, say)
    hands = hands_of(room, told, deeds, told_say)
    if at.every:
        more = {one.number: in_lines(laid_of(room, [one], told_say)[0]) for one in told if one.lays}
        hands = Hands(hands.goes, {**hands.left, **more})
    said = {one.number: [*measures.get(one.number, ()), *hands.of(one)] for one in told}
    results, page = paged(results, rest, things, said, shapes, len(apart))
    laid, lying = laid_of(room, page, told_say)
    now = joined(page)
    # the last instruction and the question after it are one page if there is room: whoever answers has done it
    question = None
    if decision is not None and not laid and (not deeds if at.every else len(rest) == len(page)):
        question = question_of(session, decision, scene, picked, say)
    total = told_so_far(room)
    whole = deeds_of(room, None, common, told_say)
    last = last_done(whole)
    reasoned: list[Deed | None] = [*page] or [last]
    base = f"{at.root}/tables/{room.address}"

    def address(**more: Any) -> str:
        kept: dict[str, Any] = {**({} if done is None else {"done": done}), **({"all": 1} if at.every else {}), **more}
        return f"{base}?{urlencode(kept, doseq=True)}"

    answering = partial(address, **({"done": total} if deeds else {} if done is None else {"done": done}))
    there = partial(address, tab="table")
    places, likely, does = dict[str, str](), dict[str, str](), dict[str, str]()
    numbers = dict[str, int]()
    pointing: Pointing | None = None
    bare, drawn = False, True
    takes = taken_out(session, say) if keeps_cards(session) else ""
    supplies = {one.number: line for one in told if (line := where_from(session, one, say))}
    on_page = [supplies[one.number] for one in page if one.number in supplies]
    if question is not None:
        pointing = pointing_of(room, scene, picked, at.to, partial(answering, pick=picked), say)
        pointed = pointing is not None or bool(question.places)
        left = room_left(results, page, question, things, said) - sum(map(beside_card, on_page))
        left -= hindered_high(hindered(scene)) if question.kind == "do" else 0
        stirs = now is not None and now.stirs
        # two boards are one too many: what is done is drawn on the board of the question
        carded = any(one.number in things for one in page)
        rows = 0 if scene.unit == "cm" else scene.h
        least = least_drawn(now, question, pointed, carded, shapes, rows)
        single = question.in_a_row <= 1  # cards that are named together need the room
        if deeds and not at.every and ((stirs and pointing is not None) or left < least):
            question = pointing = None
        acts = question is not None and question.kind == "do" and not deeds and pictured(question.groups)
        bare = single and not pointed and not stirs and (left >= DRAWN or acts)
        # a card that goes nowhere on the board is picture enough where room is scarce
        drawn = left >= DRAWN or not things or (now is not None and on_board(now, shapes))
    if question is not None:
        places = {handle: answering(pick=[*picked, handle]) for handle in question.places}
        does = {handle: one.do for handle, one in question.places.items() if one.do}
        likely = {handle: one.chance for handle, one in question.places.items()}
        numbers = {handle: n for n, handle in enumerate(question.places, 1)} if question.kind == "pick" else {}
    passed = total if question is not None and deeds else done
    # what came of one's own deed has a picture, too, where nothing else has one
    about = now or (results[-1] if results and (question is None or bare) else None)
    frames = frames_of(room, page if now is not None else [about] if about is not None else [], deeds, say)
    then = frames[-1].after if frames else None
    after = rest[len(page)].number if len(rest) > len(page) else total
    return {
        "id": room.address,
        "seat": OPERATOR,
        "to": f"{base}/beside",
        "game": game.name,
        "title": title_of(game, say),
        "definitions": Markup(look_definitions(game)),
        "version": room.version,
        "standing": in_a_line(bar_of(then or common, say)),
        "deeds": deeds,
        "results": results,
        "deed": now,
        "page": page,
        "of": len(deeds),
        "further": len(rest) - len(page),
        "field": SCALE[scene.unit][0],
        "sides": len({one.seat for one in page}),
        "picture": lying or (picture_of(about, then, frames) or table_shown(common))
        if about is not None
        and then is not None
        and (question is None or (about is not now and bare) or (drawn and about.stirs and not question.places))
        else None,
        "measures": measures,
        "laid": laid,
        "hands": hands,
        "apart": apart,
        "secret": own_role(room, asked_of(decision), say),
        "supplies": supplies,
        "idle": all(one.number in supplies and supplies[one.number] != takes for one in page if one.stirs),
        "told_before": at.told,
        "takes": takes if takes in on_page else "",
        "things": things,
        "emblem": emblem_of(room, now.seat, eyes) if now is not None else None,
        "lying": table_shown(common),
        "shown": table_shown(scene) if question is not None and bare and (now is not None or not results) else None,
        "asked": emblem_of(room, asked_of(decision), eyes),
        "same": now is not None and now.seat == asked_of(decision),
        "next": address(done=after),
        "everything": f"{base}?{urlencode({'done': total})}",
        "all": at.every and len(deeds) > 1,
        "every": at.every,
        "show_all": address(all=1),
        "one_by_one": f"{base}?{urlencode({} if done is None else {'done': done})}",
        "who": seat_name(room, asked_of(decision), say),
        "has": has_of(room, asked_of(decision), scene) if question is not None else "",
        "had": had_of(room, now, frames, after, say) if now is not None else "",
        "question": question,
        "unnamed": UNNAMED,
        "pointing": pointing,
        "swaps": not_there(session, decision, say)
        if decision is not None and question is not None and question.kind == "do" and not picked
        else [],
        "goal": goal_told(room, asked_of(decision), eyes, say),
        "announced": announced(session, told_say) if question is not None else [],
        "wide": scene.unit != "cm" and scene.w > MOST_CELLS,
        "board": board_asked(scene, places, does, question.spots if question is not None else (), now, likely, numbers),
        "picks": picked,
        "unpick": answering(pick=picked if pointing is not None and at.to else picked[:-1])
        if picked or (pointing is not None and at.to)
        else "",
        "again": address(done=last.number, told=1) if last is not None and not deeds else "",
        "why": [*dict.fromkeys(filter(None, (newest_why(room, one) for one in reasoned)))],
        "why_titles": places_in_words([one for one in reasoned if one is not None], scene, measures),
        "tabs": {tab: address(tab=tab) for tab in TABS},
        "done": (total if passed is None else passed) if tab == TABS[0] else done,
        "thinks": room.busy,
        "trouble": say.of(room.trouble) if room.trouble is not None else "",
        "over": room.over and now is None,
        "end": end_of(room, OPERATOR, say),
        "log": log_lines(room, total if question is not None else after, told_say) if tab == "log" else [],
        "seats": believed_in(scene),
        "hindered": hindered(scene),
        "can_undo": any(row.human for row in session.inputs),
        "can_again": can_again(room),
        "has_desk": has_desk(game),
        "fixing": fixing_of(room, scene, at.piece, at.to, there, say) if tab == "table" else None,
        "signs": small_signs(game, scene, say) if tab == "table" else [],
        "building": building_of(room, say, *settled_laid(room, say)) if tab == BUILD else None,
        "build": address(tab=BUILD),
        "has_dice": ROLLS in game.things.own_dice,
        "dice_here": rolls_here(room),
        "refused": say.of(session.refused.text(SPECTATOR)) if session.refused is not None else "",
    }
