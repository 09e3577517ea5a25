"""Everything that an activation can lead to, with exact chances.

The document leaves it to the players how they draw lots, so what is right is not one outcome but a set of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from kempelen.engine.errors import IllegalAction
from kempelen.engine.game import Game
from kempelen.engine.table import Event, Table
from kempelen.engine.tables.odds import Chance, odds
from kempelen.games.tactics.automa.opponent import activate
from kempelen.games.tactics.rules.events import Activated, Attacked, Destroyed, FullAction, Moved, Tapped
from kempelen.games.tactics.rules.state import Name, State
from kempelen.text.say import Text

__all__ = ["activation_chances", "activation_outcomes", "heard_from"]

Told = tuple[Event, ...]


def heard_from(table: Table) -> list[Event]:
    """What the rules tell this table from now on; a table for odds hears nothing by itself."""
    heard: list[Event] = []

    def tell(event: Callable[..., Event], *facts: Any) -> None:
        heard.append(event(*facts))

    table.tell = tell  # type: ignore[assignment,method-assign]
    return heard


def activation_outcomes(game: Game[Any], state: State, unit_id: str, *, why: bool = False) -> Mapping[Told, Fraction]:
    """What the unit of this name would do by its AI now, told as events; raises IllegalAction."""
    name = _name(state, unit_id)

    def act(s: State, table: Table) -> Told:
        table.explaining = why
        heard = heard_from(table)
        acting = s.named(name)
        assert acting is not None
        activate(s, table, acting)
        return tuple(heard)

    found: Mapping[Any, Fraction] = odds(game, state, act)
    return dict(sorted(found.items(), key=lambda pair: (-pair[1], repr(pair[0]))))


def _name(state: State, unit_id: str) -> Name:
    for unit in state.units:
        if unit.name.id == unit_id:
            if unit.ai is None:
                raise IllegalAction(Text("tactics.no.no_ai", unit=unit.name.text))
            return unit.name
    known = tuple(unit.name.id for unit in state.units if unit.ai is not None)
    raise IllegalAction(Text("tactics.no.unit_known", unit=unit_id, known=known or Text("tactics.nobody")))


def activation_chances(game: Game[Any], state: State, unit_id: str) -> list[Chance]:
    """The same in words, with the why of each and what to light in the picture; the likeliest first."""
    name = _name(state, unit_id)
    return [
        Chance(
            p,
            Text("tactics.outcome.all", steps=tuple(_steps(told, name))),
            trace=next((event.trace for event in told if isinstance(event, Activated)), None),
            handles=tuple(_handles(told, name)),
        )
        for told, p in activation_outcomes(game, state, unit_id, why=True).items()
    ]


def _steps(told: Told, name: Name) -> Iterator[Text]:
    fallen = {event.unit for event in told if isinstance(event, Destroyed)}
    idle = not any(isinstance(event, Moved | Attacked | FullAction) for event in told)
    for event in told:
        match event:
            case Moved(unit, _, end) if unit == name:
                yield Text("tactics.outcome.move", at=end.text)
            case Attacked(unit, target) if unit == name:
                attack = Text("tactics.outcome.attack", unit=target.text)
                yield Text("tactics.outcome.destroy", unit=target.text) if target in fallen else attack
            case FullAction():
                yield Text("tactics.outcome.full")
            case Destroyed(unit) if unit == name:
                yield Text("tactics.outcome.dies")
            case Tapped():
                yield Text("tactics.outcome.only_tap" if idle else "tactics.outcome.tap")


def _handles(told: Told, name: Name) -> Iterator[str]:
    """Where it goes and whom it attacks."""
    for event in told:
        match event:
            case Moved(unit, _, end) if unit == name:
                yield f"tile:{end.notation}"
            case Attacked(unit, target) if unit == name:
                yield f"unit:{target.id}"
