"""What a person may choose, as plain data for the page.

Every option names its handles in the order in which they are clicked. The page keeps the options that fit what has been
clicked and lights up what comes next; what is not drawn becomes a button. Of equal things further ones carry a number
(`card:map#2`) and mean the same.

On a table in centimetres a handle with coordinates (`at:34.5,20.0`) that nothing is drawn for becomes a dot. If the
decision takes free input, any other point may stand in the place of such a one, as the last thing that is clicked.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from kempelen.engine.errors import PlayerError
from kempelen.engine.events import touches_of
from kempelen.engine.game import Game
from kempelen.engine.handles import handle_text
from kempelen.engine.notation import typed_as
from kempelen.engine.session import Session
from kempelen.engine.table import Decision, Seat, notation_of
from kempelen.engine.tables.onward import leads_onward
from kempelen.parts.foresight import alike_of, chance_of, ends_of, price_of, serves, then_of
from kempelen.scene.model import Scene
from kempelen.text.say import Say, Text
from kempelen.wording import question, seat_text, thing_label

__all__ = [
    "advised_of",
    "choices",
    "free_points",
    "labels",
    "option_of",
    "percent",
    "plainness",
    "sentence",
    "things",
    "typed_example",
    "worded",
]

POINT = re.compile(r"[a-z]+:((-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)(?:,-?\d+(?:\.\d+)?)?)")


def choices(session: Session, decision: Decision[Any], scene: Scene, say: Say, advised: Any = None) -> dict[str, Any]:
    """The question and everything that can be answered; what a tip advises may be none of the options."""
    if decision.kind != "do":
        return {
            "kind": decision.kind,
            "prompt": say.of(question(session, decision, say), "Nom"),
            "options": things(session, decision, say),
            "count": int(decision.what.split("d")[0]) if decision.kind == "pool" else 1,
        }
    view = session.view(decision.seat)
    options = []
    leads = plainly(session, decision)
    same = alike_of(session.game, view, decision.seat, decision.options)
    for option, first in zip(decision.options, same, strict=True):
        marks = leads(option) or (PLAIN if passes_again(session, decision, option) else {})
        found = {**option_of(session.game, view, decision.seat, option, say), **marks}
        if "plain" in found and then_of(session.game, view, decision.seat, option) is not None:
            found["begins"] = True  # what comes next can be chosen with it
        if first is not None:
            found["same"] = notation_of(decision.options[first])
        options.append(found)
    options += ending(session.game, view, decision.seat, say)
    free = families(session.game, view, decision, options)
    named = {handle for one in (*options, *free) for handle in one["handles"]}
    return {
        "kind": "do",
        "prompt": _asked(session.game, view, decision, say),
        "options": options,
        "barred": barred(session.game, view, decision, say),
        "labels": {**dict(labels(session.game, say, scene, named)), **places(scene, options)},
        "points": dict(points(scene, named)),
        "advised": None if advised is None else advised_of(session, view, decision.seat, advised, say),
        "free": free,
        "typed": typed_example(session.game, options, say) if decision.check is not None else "",
        "upwards": scene.top + scene.h if scene.upwards else None,
    }


def ending(game: Game[Any], view: Any, seat: Seat, say: Say) -> list[dict[str, Any]]:
    """Where something still acts: to end the turn, which gives up the rest of that, is one choice too."""
    if (found := ends_of(game, view, seat)) is None:
        return []
    first, then, last = found
    return [{**option_of(game, then, seat, last, say), "do": notation_of(first), "then": notation_of(last)}]


def _asked(game: Game[Any], view: Any, decision: Decision[Any], say: Say) -> str:
    """The question; where the game knows what lies at a point, without its numbers."""
    text = None if game.places is None else game.places.words(view, decision.prompt)
    return say.of(decision.prompt if text is None else text, "Nom")


def barred(game: Game[Any], view: Any, decision: Decision[Any], say: Say) -> dict[str, list[tuple[str, str]]]:
    """What cannot be done with something now, and why: each reason once, with all that it bars."""
    found: dict[str, list[tuple[str, str]]] = {}
    for handle, uses in game.speech.barred(view, decision.seat, decision.options).items():
        reasons: dict[str, list[str]] = {}
        for use, reason in uses:
            reasons.setdefault(say.of(reason), []).append(say.of(use, "Bare"))
        found[handle] = [(" · ".join(names), said) for said, names in reasons.items()]
    return found


def option_of(game: Game[Any], view: Any, seat: Seat, option: Any, say: Say) -> dict[str, Any]:
    """What is done, in words and by clicks; where dice decide, how likely it comes off."""
    found: dict[str, Any] = {
        "do": notation_of(option),
        "text": worded(game, view, option, say),
        "handles": list(option.handles),
    }
    if (price := price_of(game, view, seat, option)) is not None:
        found["price"] = say.of(price, "Nom")
    if isinstance(here := getattr(option, "here", None), Text):
        found["here"] = say.of(here, "Nom")
    if serves(game, view, seat, option):
        found["serves"] = True
    chance = chance_of(game, view, seat, option)
    return found if chance is None else {**found, "chance": percent(chance)}


PLAIN: Mapping[str, bool] = {"plain": True}
BLOWS = frozenset({"fired", "hurt", "lost", "gained"})
"""What is looked at twice, though it could be taken back: blows, and what is scored."""


def plainness(session: Session, decision: Decision[Any], *answers: Any) -> Mapping[str, bool]:
    """`plain`: nothing is decided by it for good. It leads at once to the next question of the same seat, with no die,
    no hidden card, nobody else, no blow and no points between: what brings points is shown first, whether the turn
    goes on after it or not. It is known from the seat's own view alone.

    Such a choice is made at the first touch; taking it back costs nothing. `spends`: what acts can do nothing more
    then. A touch on the board shows that first, as it does with what has a price or takes a card from the hand; a
    button that says so need not.
    """
    return plainly(session, decision)(*answers)


def plainly(session: Session, decision: Decision[Any]) -> Callable[..., Mapping[str, bool]]:
    """The same for many answers: how the seat saw it when the step began is drawn once for all of them."""
    if decision.kind != "do" or decision.together or not session.started:
        return lambda *answers: {}
    view = session.game.view(session.checkpoint, decision.seat)
    rows, read = session.inputs[session.moments[-1].inputs :], session.read_so_far

    def leads(*answers: Any) -> Mapping[str, bool]:
        events = leads_onward(session.game, view, rows, decision.seat, answers, read)
        if events is None or any(touch.effect in BLOWS for one in events for touch in touches_of(one)):
            return {}
        return {**PLAIN, "spends": True} if any(getattr(one, "spends", False) for one in events) else PLAIN

    return leads


def passes_again(session: Session, decision: Decision[Any], option: Any) -> bool:
    """What somebody has just let pass he lets pass again at the first touch: a burst of shots is no list of forms."""
    if not session.game.speech.lets_pass(option):
        return False
    own = (row for row in reversed(session.inputs) if row.kind == "do" and row.seat == decision.seat)
    last = next(own, None)
    return last is not None and last.value == notation_of(option)


def advised_of(session: Session, view: Any, seat: Seat, advised: Any, say: Say) -> dict[str, Any]:
    """What a tip advises, with all that it leads to: a unit and what it does are one tip and one click."""
    game, found, led = session.game, option_of(session.game, view, seat, advised, say), []
    while (following := then_of(game, view, seat, advised)) is not None:
        view, options = following
        advised = game.speech.advised_next(session.setup, view, seat)
        if advised not in options:
            break
        led.append(option_of(game, view, seat, advised, say))
    if not led:
        return found
    return {
        "do": found["do"],
        "then": "\n".join(one["do"] for one in led),
        "text": " › ".join(one["text"] for one in led),
        "handles": [*found["handles"], *(handle for one in led for handle in one["handles"])],
    }


def things(session: Session, decision: Decision[Any], say: Say) -> list[dict[str, str]]:
    """What a person at a real table can name: faces, cards, yes or no."""
    if decision.kind == "ask":
        return [{"do": "yes", "text": say("yes")}, {"do": "no", "text": say("no")}]
    game, found = session.game, []
    for option in map(notation_of, decision.options):
        if decision.kind == "pick" and decision.what in game.things.seat_lots:
            text = say.of(seat_text(session, int(option), say), "Nom")
        elif decision.kind == "pick":
            text = _picked(game, option, say)
        elif decision.kind in ("draw", "reveal"):
            text = thing_label(game, say, option)
        else:
            text = option
        found.append({"do": option, "text": text})
    return found


def _picked(game: Game[Any], option: str, say: Say) -> str:
    """What a lot falls on, as a sentence if it is an action."""
    try:
        return sentence(say, game.parse(option))
    except PlayerError:
        return thing_label(game, say, option)


def percent(chance: Fraction) -> str:
    """A share as it is read: never 0 or 100 unless it is."""
    shown = round(100 * chance)
    return f"{shown if chance in (0, 1) else min(99, max(1, shown))} %"


def worded(game: Game[Any], view: Any, option: Any, say: Say) -> str:
    """An option in words; where the game knows what lies at a point, without its numbers."""
    text = None if game.places is None else game.places.words(view, option)
    return sentence(say, option) if text is None else say.of(text, "Nom")


def families(
    game: Game[Any], view: Any, decision: Decision[Any], options: Sequence[Mapping[str, Any]]
) -> list[dict[str, Any]]:
    """What can be aimed at any point: as the game says, and what its options show."""
    if decision.check is None:
        return []
    own = game.places.families(view, decision.seat) if game.places is not None else ()
    found = [{"handles": list(one.handles), "usual": one.usual, "ways": one.ways} for one in own]
    known = [one["handles"] for one in found]
    return [*found, *(one for one in free_points(options) if one["handles"] not in known)]


def sentence(say: Say, option: Any) -> str:
    """An option in words."""
    text = getattr(option, "text", None)
    return say.of(text, "Nom") if isinstance(text, Text) else notation_of(option)


def labels(game: Game[Any], say: Say, scene: Scene, handles: Iterable[str]) -> Iterable[tuple[str, str]]:
    """What handles are called: in the picture, or in the game's texts."""
    drawn: Mapping[str, str] = {shape.id: shape.label for shape in scene.everything()}
    for handle in sorted(handles):
        kind, _, name = handle.partition(":")
        text = handle_text(game, say, handle)
        if drawn.get(handle):
            yield handle, drawn[handle]
        elif text is not None:
            yield handle, say.of(text, "Bare")
        elif (own := game.things.word(name or kind)) is not None:
            yield handle, say.of(own, "Bare")
        elif name:
            yield handle, name


def points(scene: Scene, handles: Iterable[str]) -> Iterator[tuple[str, tuple[float, float]]]:
    """Where handles lie that name a point nothing is drawn for."""
    if scene.unit != "cm":
        return
    drawn = {shape.id for shape in scene.everything()}
    for handle in sorted(handles):
        if (found := POINT.fullmatch(handle)) and handle not in drawn:
            x, y = float(found[2]), float(found[3])
            yield handle, (x, scene.top + scene.h - y if scene.upwards else y)


def places(scene: Scene, options: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """What points are called that an answer ends at: by what that answer says of them. Where it says the same of
    several, their numbers tell them apart."""
    told = {one["handles"][-1]: one["text"] for one in options if one["handles"]}
    found = {handle: told[handle] for handle, _ in points(scene, told)}
    twice = {text for text in found.values() if list(found.values()).count(text) > 1}
    return {handle: f"{text} ({handle.partition(':')[2]})" if text in twice else text for handle, text in found.items()}


def typed_example(game: Game[Any], options: Sequence[Mapping[str, Any]], say: Say) -> str:
    """An answer as it is typed, one with a point if there is any."""
    texts = [str(option["do"]) for option in options]
    text = next((text for text in texts if "," in text), texts[0] if texts else "")
    return typed_as(game, say, text) if text else ""


def free_points(options: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Handles that lead to a point, and the notation with `{point}` in its place."""
    found: dict[tuple[str, ...], dict[str, Any]] = {}
    for option in options:
        *before, last = option["handles"] or [""]
        place = POINT.fullmatch(last)
        if place and option["do"].split().count(place[1]) == 1 and not any(map(POINT.fullmatch, before)):
            words = ["{point}" if word == place[1] else word for word in option["do"].split()]
            found.setdefault(tuple(before), {"handles": before, "do": " ".join(words)})
    return list(found.values())
