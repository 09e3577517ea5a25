"""What is said beside a question: why it is asked at all, how people draw a lot with nothing but what they have, and
what the faces of a die are good for."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from typing import Any

from markupsafe import Markup

from kempelen.engine.errors import PlayerError
from kempelen.engine.game import Game
from kempelen.engine.table import Decision
from kempelen.scene import parts
from kempelen.scene.model import Scene
from kempelen.text.say import Say, Text

__all__ = ["TURN", "cards_in", "enough", "faces_read", "how_drawn", "next_kind", "reason_of", "sum_asked"]
__all__ += ["thing_about", "why_named"]

TURN = "turn:"
"""How a card lies: what is picked of it last."""


def why_named(game: Game[Any], who: Text, say: Say) -> tuple[str, ...]:
    """Why somebody is asked for an automa's cards, and how they would stay hidden from him."""
    hidden = "web.beside.stay_hidden" if game.things.usual is None else "web.beside.stay_hidden_usual"
    return say("web.beside.why_cards", who=who), say("web.beside.look_alone"), say(hidden)


def reason_of(game: Game[Any], decision: Decision[Any], say: Say) -> tuple[str, ...]:
    """Why something is to be turned over, where the game says it."""
    key = f"{game.name}.shown.{decision.why}"
    return (say(key),) if decision.kind == "reveal" and say.has(key) else ()


def thing_about(game: Game[Any], prompt: Text, say: Say) -> Markup | None:
    """The card that a roll is made for, if the question names one."""
    for value in dict(prompt.fields).values():
        if not isinstance(value, Text):
            continue
        name = value.key.rpartition(".")[2] if ".card." in value.key else ""
        shape = game.things.picture(name, say) if name else None
        if shape is not None:
            return Markup(parts.sample(shape))
        if (inner := thing_about(game, value, say)) is not None:
            return inner
    return None


def cards_in(game: Game[Any], options: Sequence[str]) -> dict[str, str]:
    """The card of each lot, where the lots differ by nothing else: people see cards and need not read sentences."""
    found: dict[str, str] = {}
    others = set()
    for option in options:
        try:
            action = game.parse(option)
        except PlayerError:
            return {}
        found[option] = game.things.kept_card(action)
        others.add(tuple(handle for handle in action.handles if not handle.startswith("card:")))
    return found if len(others) == 1 and all(found.values()) and len(set(found.values())) == len(found) else {}


def how_drawn(n: int, cards: bool, places: bool, say: Say) -> str:
    """What people do to draw one of so many lots."""
    return say("web.beside.lot_cards" if cards else "web.beside.lot_places" if places else "web.beside.lot_number", n=n)


def enough(decision: Decision[Any], face: str) -> bool:
    """Is a die good that shows this?"""
    wanted = decision.awaited
    if wanted is None or wanted.need is None:
        return False
    return int(face) >= wanted.need if wanted.at_least else int(face) <= wanted.need


def sum_asked(decision: Decision[Any], say: Say) -> tuple[tuple[int, str], ...]:
    """What the number that dice have to show is made of, and the number; nothing if it is made of one thing."""
    wanted = decision.awaited
    if wanted is None or wanted.need is None or len(wanted.parts) < 2:
        return ()
    key = "web.beside.or_more" if wanted.at_least else "web.beside.or_less"
    return *((value, say.of(text, "Bare")) for text, value in wanted.parts), (wanted.need, say(key))


def faces_read(faces: Sequence[Text], say: Say) -> tuple[tuple[str, str], ...]:
    """What a die is read off, by the faces that lead to the same: those that follow each other as `1–4`."""
    spans: dict[str, list[list[int]]] = {}
    for face, text in enumerate(faces, 1):
        found = spans.setdefault(say.of(text, "Nom").rstrip("."), [])
        if found and found[-1][1] == face - 1:
            found[-1][1] = face
        else:
            found.append([face, face])
    return tuple(
        (", ".join(str(a) if a == b else f"{a}–{b}" for a, b in ranges), what) for what, ranges in spans.items()
    )


def next_kind(found: Iterable[str], scene: Scene, places: Container[str]) -> str:
    """What is picked next by whoever has begun: a place, somebody, how a card lies, or what is done."""
    roles = {shape.id: shape.role for shape in scene.shapes}
    handles = [handle for handle in found if ":" in handle or handle in places]
    if not handles:
        return "sure"
    if all(handle.startswith(TURN) for handle in handles):
        return "turn"
    if any(roles.get(handle) == "unit" for handle in handles):
        return "whom"
    if any(handle.startswith("seat:") for handle in handles):
        return "whose"
    if handles and all(roles.get(handle) == "card" for handle in handles):
        return "which"
    return "where" if any(handle in places for handle in handles) else "what"
