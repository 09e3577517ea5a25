"""What is said beside a question: why it is asked at all, how people draw a lot with nothing but what they have, what
the faces of a die are good for; and beside its answers what each takes, and how likely it comes off."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence
from typing import Any

from markupsafe import Markup

from kempelen.engine.errors import PlayerError
from kempelen.engine.game import Game
from kempelen.engine.session import Session
from kempelen.engine.table import Decision
from kempelen.parts.foresight import Preview, chance_of, preview_of, price_of
from kempelen.scene import parts
from kempelen.scene.model import Scene
from kempelen.text.say import Say, Text
from kempelen.web.shown.choices import percent

__all__ = ["TURN", "asks_again", "cards_in", "chance_text", "enough", "faces_read", "foreseen", "how_drawn"]
__all__ += [
    "next_kind",
    "no_list",
    "price_text",
    "reason_of",
    "shared_remarks",
    "sum_asked",
    "thing_about",
    "why_named",
]

TURN = "turn:"
"""How a card lies: what is picked of it last."""
MOST_PRICED = 24
FEW_FORESEEN = 4


def why_named(game: Game[Any], who: Text, say: Say) -> tuple[str, ...]:
    """Why somebody is asked for an automa's cards, and how they would stay hidden from him."""
    hidden = "web.beside.stay_hidden" if game.things.usual is None else "web.beside.stay_hidden_usual"
    return say("web.beside.why_cards", who=who), say("web.beside.look_alone"), say(hidden)


def reason_of(game: Game[Any], decision: Decision[Any], say: Say) -> tuple[str, ...]:
    """Why something is to be turned over, where the game says it."""
    key = f"{game.name}.shown.{decision.why}"
    return (say(key),) if decision.kind == "reveal" and say.has(key) else ()


def no_list(game: Game[Any], decision: Decision[Any], say: Say) -> tuple[str, ...]:
    """Why nobody is told what the faces of a die lead to, where other dice of the same kind say it: the list rests on
    what lies hidden."""
    checked = decision.table is not None and decision.table.checking
    if decision.kind != "roll" or decision.faces or checked:
        return ()
    hidden = (f"{key}_hidden" for key in keys_in(decision.prompt))
    return tuple(say(key) for key in hidden if say.has(key))[:1]


def keys_in(text: Text) -> Iterator[str]:
    """The keys of a sentence and of those within it."""
    yield text.key
    for value in dict(text.fields).values():
        if isinstance(value, Text):
            yield from keys_in(value)


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
    if all(roles.get(handle) == "card" for handle in handles):
        return "which"
    return "where" if any(handle in places for handle in handles) else "what"


# -- what an answer takes, and how likely it comes off


def asks_again(ahead: Preview) -> bool:
    return ahead.costly or ahead.leaves


def foreseen(session: Session, decision: Decision[Any], option: Any) -> Preview:
    return preview_of(session.game, session.view(decision.seat), decision.seat, option)


def shared_remarks(session: Session, decision: Decision[Any], options: Sequence[Any], say: Say) -> list[str]:
    """Of a few answers with chances: what they are chances of, if the game says the same of all of them."""
    view = session.view(decision.seat)
    if len(options) > FEW_FORESEEN:
        return []
    rolled = [one for one in options if chance_of(session.game, view, decision.seat, one) is not None]
    if len(rolled) < 2:
        return []
    told = [[one.text for one in foreseen(session, decision, option).remarks] for option in rolled]
    return [say.of(text, "Nom") for text in told[0][:1] if all(text in others for others in told)]


def chance_text(session: Session, decision: Decision[Any], options: Sequence[Any]) -> str:
    """How likely an answer comes off: only of a single one."""
    view = session.view(decision.seat)
    chance = chance_of(session.game, view, decision.seat, options[0]) if len(options) == 1 else None
    return "" if chance is None else percent(chance)


def price_text(session: Session, decision: Decision[Any], options: Sequence[Any], chance: str, say: Say) -> str:
    """What an answer takes, of several behind one button the least; and how likely it comes off, the best of them."""
    game, view = session.game, session.view(decision.seat)
    prices = [price_of(game, view, decision.seat, option) for option in options[:MOST_PRICED]]
    words = sorted({say.of(price, "Bare") for price in prices if price is not None}, key=first_number)
    if chance:  # what the number beside it is of stands in lists of a table; here it is said with the number
        words = [bare for word in words if not (bare := word.partition("; ")[0]).startswith("%")]
    found = words[:1] if len(words) < 2 else [say("web.beside.least_price", price=words[0])]
    if not chance and len(options) > 1:
        likely = [
            (odds, option)
            for option in some_of_each(options)
            if (odds := chance_of(game, view, decision.seat, option)) is not None
        ]
        if likely:
            best, option = max(likely, key=lambda one: one[0])
            means = foreseen(session, decision, option).means
            key = "chance_most" if means is None else "chance_most_of"
            of = {} if means is None else {"what": means}
            found.append(say(f"web.beside.{key}", percent=percent(best), **of))
    if chance:
        means = foreseen(session, decision, options[0]).means
        bare = say("web.beside.chance", percent=chance)
        found.append(bare if means is None else say("web.beside.chance_of", what=means, percent=chance))
    return ", ".join(found)


def some_of_each(options: Sequence[Any]) -> Iterator[Any]:
    """So many options of every kind: of many ways none has a chance, and a shot may stand behind them all."""
    seen = Counter[type]()
    for option in options:
        seen[type(option)] += 1
        if seen[type(option)] <= MOST_PRICED:
            yield option


def first_number(words: str) -> int:
    digits = re.search(r"\d+", words)
    return int(digits[0]) if digits is not None else 0
