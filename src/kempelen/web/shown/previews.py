"""What an action would do, as plain data for the page: made when somebody points at it, from his own view.

A click on the bare table becomes an action here. It only looks: the answer is a notation, which then goes the way of
every other answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from kempelen.engine.errors import IllegalAction, PlayerError
from kempelen.engine.notation import read_action
from kempelen.engine.table import Decision, Seat, notation_of
from kempelen.parts.foresight import Place, Preview, Remark, against_of, ends_of, preview_of, then_of
from kempelen.parts.places import Aim, Family, Spot
from kempelen.parts.stars import stars_at_stake
from kempelen.text.say import Say, Text
from kempelen.web.errors import public
from kempelen.web.rooms.room import Room
from kempelen.web.shown.choices import free_points, option_of, percent, plainness, worded
from kempelen.web.shown.happened import plain_touch
from kempelen.web.shown.outcomes import need_of, sum_of
from kempelen.wording import named_at_screen, speaking_to

__all__ = ["aim_in_words", "lead_on", "leads_to", "preview_in_words", "reach_in_words", "refused_in_words"]


def preview_in_words(room: Room, seat: Seat, notation: str, say: Say, then: str = "") -> dict[str, Any]:
    """The preview of an answer, and what could be chosen right after it; `objection` says why it would not be taken.

    With `then` it is the preview of the last of those answers, a line for each question; what it is done with stands
    where the one before leads it.
    """
    say = speaking_to(room.session, seat, named_at_screen(room.session, say))
    try:
        led = lead_on(room, seat, notation, then)
    except PlayerError as error:
        return {"objection": say.of(public(error))}
    game, shown = room.game, preview_of(room.game, *led.answers[0])
    if (decision := room.asked(seat)) is not None:
        shown = against_of(game, led.answers[0][0], decision, led.answers[0][2], shown)
    for answer in led.answers[1:]:
        shown = _led_on(shown, preview_of(game, *answer))
    if decision is not None:
        shown = _with_stars(room, decision, shown, *(answer for _, _, answer in led.answers))
    found = plain_preview(shown, say)
    if led.following is not None and decision is not None:
        view, options = led.following
        given = [answer[-1] for answer in led.answers]
        found["then"] = [
            {**option_of(game, view, led.seat, option, say), **plainness(room.session, decision, *given, option)}
            for option in options
        ]
    return found


def _with_stars(room: Room, decision: Decision[Any], shown: Preview, *answers: Any) -> Preview:
    """After the first remark, which says what it is for: the stars that it costs, for whoever plays for them."""
    if decision.seat not in room.session.humans or room.companion:
        return shown
    costs = tuple(_star_remarks(room, decision, answers))
    return replace(shown, remarks=(*shown.remarks[:1], *costs, *shown.remarks[1:])) if costs else shown


def _star_remarks(room: Room, decision: Decision[Any], answers: Sequence[Any]) -> Iterator[Remark]:
    game, view = room.game, room.session.view(decision.seat)
    for star, share in stars_at_stake(game, room.setup.scenario, view, decision, *answers):
        key = "web.star.costs" if share == 1 else "web.star.may_cost"
        yield Remark("bad", Text(key, goal=star.goal(game.name)))


class Led(NamedTuple):
    """Answers to a question and to those that are certain to be asked right after it."""

    seat: Seat
    answers: list[tuple[Any, Seat, Any]]
    """Each with the view it is given from."""
    following: tuple[Any, Sequence[Any]] | None
    """What could be chosen right after them, see `then_of`."""


def lead_on(room: Room, seat: Seat, notation: str, then: str) -> Led:
    """All answers of one click; raises PlayerError if one would not be taken or its question is not certain to come.

    It looks from the seat's own view only. So nobody learns from a second answer that is refused what the first would
    have led to.
    """
    decision = room.asked(seat)
    if decision is None or decision.kind != "do":
        raise IllegalAction(Text("session.over" if room.over else "session.not_asked"))
    game, view, asked = room.game, room.session.view(decision.seat), decision.seat
    answers = [(view, asked, read_action(game, decision, room.session.state, notation))]
    following = then_of(game, *answers[0])
    for line in then.splitlines():
        if (ended := ends_of(game, answers[-1][0], asked)) is not None and ended[0] == answers[-1][2]:
            following = following or (ended[1], (ended[2],))
        options = following[1] if following is not None else ()
        second = next((option for option in options if notation_of(option) == line), None)
        if following is None or second is None:
            raise IllegalAction(Text("session.not_asked"))
        answers.append((following[0], asked, second))
        following = then_of(game, *answers[-1])
    return Led(asked, answers, following)


def _led_on(before: Preview, shown: Preview) -> Preview:
    """A piece that has been led somewhere acts from there, though the board still shows it where it stands.

    Whoever strikes and then steps back, or rests, has above all struck: that is told first and named by the button.
    """
    if before.touches and not shown.touches:
        shown = replace(
            shown,
            arrows=before.arrows,
            touches=before.touches,
            remarks=(*before.remarks, *shown.remarks),
            costly=before.costly or shown.costly,
            short=before.short,
        )
    elif before.costly and not shown.touches:  # what is thrown away by it is not gained back by what comes next
        lost = tuple(one for one in before.remarks if one.weight == "bad" and one not in shown.remarks)
        shown = replace(shown, remarks=(*lost, *shown.remarks), costly=True)
    ghost = before.ghost
    if ghost is None or shown.ghost is not None:
        return shown
    arrows = tuple((ghost.at if start == ghost.handle else start, end) for start, end in shown.arrows)
    return replace(shown, ghost=ghost, path=before.path, arrows=arrows)


def plain_preview(shown: Preview, say: Say) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if shown.ghost is not None:
        ghost = shown.ghost
        found["ghost"] = {"handle": ghost.handle, "at": _place(ghost.at), "turned": ghost.turned}
    if shown.path:
        found["path"] = [_place(place) for place in shown.path]
    if shown.arrows:
        found["arrows"] = [[_place(place) for place in arrow] for arrow in shown.arrows]
    if shown.reach:
        found["reach"] = list(shown.reach)
    if shown.area:
        found["area"] = [list(point) for point in shown.area]
    if shown.goals:
        found["goals"] = [[list(one.at), one.reach, say.of(one.word)] for one in shown.goals]
    if shown.targets:
        found["targets"] = [list(target) for target in shown.targets]
    if shown.risks:
        found["risks"] = [list(risk) for risk in shown.risks]
    if shown.costs:
        found["costs"] = [say.of(text, "Nom") for text in shown.costs]
    if shown.chance is not None:
        found["chance"] = percent(shown.chance)
        if shown.means is not None:
            found["means"] = say.of(shown.means)
    if shown.roll is not None:
        found["need"] = need_of(shown.roll, say)
        found["sum"] = sum_of(shown.roll, say)
    if shown.touches:
        found["touches"] = [plain_touch(touch) for touch in shown.touches]
    if shown.remarks:
        found["remarks"] = [[remark.weight, say.of(remark.text, "Nom")] for remark in shown.remarks]
    if shown.costly:
        found["costly"] = True
    if shown.short is not None:
        found["short"] = say.of(shown.short, "Nom")
    return found


def _place(place: Place) -> Any:
    return place if isinstance(place, str) else list(place)


# -- a click that means nothing


def refused_in_words(room: Room, seat: Seat, handles: Sequence[str], say: Say) -> str:
    """Why the last of these handles cannot be chosen after the others; empty if nobody can say."""
    decision = room.asked(seat)
    if decision is None or decision.kind != "do" or not handles:
        return ""
    *picked, handle = handles
    reason = room.game.speech.refused(room.session.view(decision.seat), decision.seat, tuple(picked), handle)
    return "" if reason is None else named_at_screen(room.session, say).of(reason)


# -- a click on the bare table


def aim_in_words(room: Room, seat: Seat, handles: Sequence[str], points: Sequence[Spot], say: Say) -> dict[str, Any]:
    """What a point means after these handles, with a preview; `objection` says why it means nothing."""
    decision = room.asked(seat)
    if decision is None or decision.kind != "do":
        return {"objection": say.of(Text("session.over" if room.over else "session.not_asked"))}
    if (family := _family(room, decision, handles)) is not None:
        assert room.game.places is not None
        view = room.session.view(decision.seat)
        aim = room.game.places.aim(view, decision.seat, family.handles, tuple(points))
    else:
        aim = _written(room, decision, handles, points)
    found: dict[str, Any] = {"path": [list(point) for point in aim.path]} if aim.path else {}
    if aim.action is not None and (problem := _problem(room, decision, aim.action)) is None:
        return {**found, **_option(room, decision, aim.action, say)}
    reason = aim.problem or (problem if aim.action is not None else None) or Text("session.not_asked")
    found["objection"] = say.of(reason)
    if aim.nearer is not None and _problem(room, decision, aim.nearer) is None:
        found["nearer"] = _option(room, decision, aim.nearer, say)
    return found


def leads_to(room: Room, seat: Seat, handles: Sequence[str], point: Spot) -> bool:
    """Is there a way to a point, round whatever lies between?"""
    decision = room.asked(seat)
    family = _family(room, decision, handles) if decision is not None and decision.kind == "do" else None
    if decision is None or family is None or room.game.places is None:
        return False
    aim = room.game.places.aim(room.session.view(decision.seat), decision.seat, family.handles, (point,))
    return aim.action is not None and _problem(room, decision, aim.action) is None


def reach_in_words(room: Room, seat: Seat, handles: Sequence[str], say: Say) -> dict[str, Any]:
    """Outlines of how far a family reaches, each with what it takes, and places that are worth a mark."""
    decision = room.asked(seat)
    if decision is None or decision.kind != "do":
        return {"rings": [], "spots": []}
    family = _family(room, decision, handles)
    if family is None or room.game.places is None:
        return {"rings": [], "spots": []}
    view = room.session.view(decision.seat)
    rings = room.game.places.reach(view, decision.seat, family.handles)
    spots = room.game.places.spots(view, decision.seat, family.handles)
    shown = [
        {
            "label": say.of(ring.label, "Nom"),
            "short": say.of(ring.label, "Bare"),
            "outlines": [[list(point) for point in outline] for outline in ring.outlines],
        }
        for ring in rings
    ]
    return {"rings": shown, "spots": [{"at": list(one.at), "word": say.of(one.word, "Nom")} for one in spots]}


def _family(room: Room, decision: Decision[Any], handles: Sequence[str]) -> Family | None:
    """The game's own, by what has been picked in any order."""
    if room.game.places is None:
        return None
    known = room.game.places.families(room.session.view(decision.seat), decision.seat)
    return next((family for family in known if sorted(family.handles) == sorted(handles)), None)


def _written(room: Room, decision: Decision[Any], handles: Sequence[str], points: Sequence[Spot]) -> Aim:
    """Where the game does not look for a way: the same notation as that of an option, with another point."""
    options = [{"do": notation_of(option), "handles": list(option.handles)} for option in decision.options]
    free = free_points(options) if decision.check is not None else []
    place = next((one for one in free if sorted(one["handles"]) == sorted(handles)), None)
    if place is None or not points:
        return Aim(problem=Text("session.not_asked"))
    x, y = points[-1]
    try:
        action = room.game.parse(place["do"].replace("{point}", f"{x:g},{y:g}"))
    except PlayerError as error:
        return Aim(problem=error.text)
    return Aim(action=action)


def _problem(room: Room, decision: Decision[Any], action: Any) -> Text | None:
    """Why the answer would not be taken."""
    try:
        read_action(room.game, decision, room.session.state, notation_of(action))
    except PlayerError as error:
        return public(error)
    return None


def _option(room: Room, decision: Decision[Any], action: Any, say: Say) -> dict[str, Any]:
    view = room.session.view(decision.seat)
    option = {
        "do": notation_of(action),
        "text": worded(room.game, view, action, say),
        "handles": list(action.handles),
        "seen": plain_preview(preview_of(room.game, view, decision.seat, action), say),
    }
    return {**option, **plainness(room.session, decision, action)}
