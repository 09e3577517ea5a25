"""What an action tells everybody about who did it: which of the authors' lists could have led to it.

From public things alone: the action as everybody saw it, the table before it, and the lists (4.3.3). Hands are secret,
so a line is only left out where it never does such a thing. A person at the table keeps to no list. Where the lists
decide nothing, it says what the lamps of suspicion make of it, so that both give one answer.
"""

from __future__ import annotations

from collections.abc import Sequence

from kempelen.behaviour.priorities import Priorities
from kempelen.engine.search.seen import Deed
from kempelen.engine.table import Seat
from kempelen.engine.trace import Cite, Step
from kempelen.games.saboteur.automa.solitaire import list_of
from kempelen.games.saboteur.face.suspicion import because, weighed
from kempelen.games.saboteur.face.words import seat_word, tools_word
from kempelen.games.saboteur.rules.actions import Action, Break, Look, Pass, Place, Repair, Rockfall, Take
from kempelen.games.saboteur.rules.cards import is_blocking
from kempelen.games.saboteur.rules.state import GOLD_SEEKER, SABOTEUR, State
from kempelen.text.say import Text

__all__ = ["could_have", "tells"]

RULES = "saboteur-rules"
_LISTS = (GOLD_SEEKER, SABOTEUR)


def tells(view: State, seat: Seat, action: Action, before: Sequence[Deed[State]] = ()) -> tuple[Step, ...]:
    """What follows, then list by list whether it could have done this, and what can be checked.

    Before: what all have done until then, as everybody saw it.
    """
    who = seat_word(seat)
    broken = view.broken[seat]
    checked = Text("saboteur.tells.broken", seat=who, tools=tools_word(broken)) if broken else _whole(who)
    steps = [Step(checked, (Cite(RULES, "1.4", "5"),), public=True)]
    if isinstance(action, (Pass, Take)):  # no list has a choice there
        return tuple(steps)
    fits = []
    for role in _LISTS:
        text = list_of(role, view.options)
        name = Text(f"saboteur.list.{text.name}")
        line = _line(text, role == SABOTEUR, view, seat, action)
        if line:
            cite = Cite(text.document, text.section, str(line))
            what = Text(f"saboteur.attempt.{_attempt(action)}")
            steps.append(Step(Text("saboteur.tells.fits", list=name, n=line, what=what), (cite,), public=True))
            if earlier := _earlier(text, line, view, seat):
                steps.append(Step(Text("saboteur.tells.earlier", whats=earlier), (cite,), public=True))
            fits.append(text)
        else:
            said = Text(f"saboteur.tells.never.{_never(role == SABOTEUR, action)}", list=name)
            steps.append(Step(said, (Cite(text.document, text.section),), public=True))
    key = "both" if len(fits) == 2 else "neither" if not fits else f"only_{fits[0].name}"
    points, why = weighed(view, before, seat, action)
    said = Text(f"saboteur.tells.{key}", seat=who)
    if (points > 0 and key != "only_sab") or (points < 0 and key != "only_seekers"):
        lamp = "up" if points > 0 else "down"
        said = Text(f"saboteur.tells.{key}_{lamp}", seat=who, because=because(seat, why))
    follows = Step(said, (Cite(text.document, "4.3.3"),), public=True)
    return (follows, *steps[1:], steps[0])


def could_have(view: State, seat: Seat, action: Action) -> tuple[bool, bool]:
    """Whether a seeker's list could have led to it, and a saboteur's."""
    if isinstance(action, (Pass, Take)):
        return True, True
    found = [bool(_line(list_of(role, view.options), role == SABOTEUR, view, seat, action)) for role in _LISTS]
    return found[0], found[1]


def _whole(who: Text) -> Text:
    return Text("saboteur.tells.whole", seat=who)


def _attempt(action: Action) -> str:
    names = {
        Look: "use_map",
        Repair: "repair_own_tool",
        Break: "block_someone",
        Place: "lay_path",
        Rockfall: "use_rockfall",
    }
    return names.get(type(action), "discard")


def _line(text: Priorities, saboteur: bool, view: State, seat: Seat, action: Action) -> int:
    """The number of the line that could have done it; 0 if none ever does.

    Whatever is thrown away fits both: useless cards go first (R25), but nobody can see whether there are any.
    """
    match action:
        case Look() if saboteur:
            return 0
        case Place() if is_blocking(action.card) != saboteur:
            return 0
        case Repair() if action.target != seat:
            return 0
        case Rockfall() if is_blocking(view.board.laid[action.cell] >> 1) == saboteur:
            return 0
    wanted = _attempt(action)
    return next((int(line.item) for line in text.lines if line.name == wanted), 0)


def _earlier(text: Priorities, number: int, view: State, seat: Seat) -> tuple[Text, ...]:
    """What it lacked for the lines that come before. Whole tools need no repair, broken ones let no path be laid."""
    return tuple(
        Text(f"saboteur.tells.not.{line.name}", tools=tools_word(view.broken[seat]))
        for line in text.lines
        if int(line.item) < number and line.name != ("lay_path" if view.broken[seat] else "repair_own_tool")
    )


def _never(saboteur: bool, action: Action) -> str:
    kind = _attempt(action)
    return f"{kind}_sab" if saboteur else kind
