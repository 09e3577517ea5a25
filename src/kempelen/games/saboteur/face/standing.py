"""How somebody stands: how far it still is, whether that got better for him, and who is known, or suspected, by now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kempelen.engine.search.seen import Deed
from kempelen.engine.table import Seat
from kempelen.games.saboteur.face.status import sought
from kempelen.games.saboteur.face.suspicion import SETBACKS, as_seen, last_deeds, scores
from kempelen.games.saboteur.face.ways import fewest_cards
from kempelen.games.saboteur.face.words import seat_word
from kempelen.games.saboteur.players.careful import suspicion
from kempelen.games.saboteur.rules.actions import Action, Rockfall
from kempelen.games.saboteur.rules.board import GOALS, Board, Cell
from kempelen.games.saboteur.rules.legal import removable
from kempelen.games.saboteur.rules.state import GOLD_GOAL, SABOTEUR, State
from kempelen.text.say import Text

__all__ = ["hopeless", "standing"]

CLEARING = 2
"""Where everything is closed, it takes at least a rockfall and a card."""


def _left(board: Board, goals: Sequence[Cell]) -> int | None:
    found = fewest_cards(board, board.frontier, goals)
    return None if found is None else found[0]


def standing(view: State, seat: Seat, deeds: Sequence[Deed[State]], *, taught: bool = True) -> tuple[Text, ...]:
    """The way, compared with before the last turn of this seat; who is taught the game reads who has given himself away
    for all to see, and a saboteur how he looks to the others.

    What others have made longer since then is a setback, also where the own turn had made it shorter.
    """
    goals = sought(view)
    now = _left(view.board, goals)
    sly = view.roles[seat] == SABOTEUR
    aim = "sly" if sly else "gold" if len(goals) == 1 else "goal"
    last = max((n for n, deed in enumerate(deeds) if deed.seat == seat), default=None)
    before = now if last is None else _left(deeds[last].view.board, goals)
    since = () if last is None else (_left(deed.view.board, goals) for deed in deeds[last + 1 :])
    best = min((left for left in since if left is not None), default=None)
    if now is not None and best is not None and best < now:
        before = best
    if now is None:
        way = Text(f"saboteur.standing.{'sly_walled' if sly else 'walled'}")
    elif before is None or before == now:
        way = Text(f"saboteur.standing.{aim}", n=now)
    elif now > before and not sly and (by := _made_longer(view, deeds[last:] if last is not None else (), goals, seat)):
        way = Text(f"saboteur.standing.{aim}_farther_by", n=now, before=before, seats=by)
    else:
        way = Text(f"saboteur.standing.{aim}_{'nearer' if now < before else 'farther'}", n=now, before=before)
    if sly:
        return way, _looks(view, seat, deeds)
    told = (*_only_stone(view, deeds, last), way)
    return (*told, *_known(view, seat, deeds, 0 if last is None else last)) if taught else told


def _made_longer(view: State, deeds: Sequence[Deed[State]], goals: Sequence[Cell], seat: Seat) -> tuple[Text, ...]:
    """Who of the others has made the way longer with one of these deeds."""
    boards = [*(deed.view.board for deed in deeds), view.board]
    ways = [_left(board, goals) for board in boards]
    who = (
        deed.seat
        for deed, was, now in zip(deeds, ways, ways[1:], strict=False)
        if deed.seat != seat and was is not None and (now is None or now > was)
    )
    return tuple(map(seat_word, dict.fromkeys(who)))


def _only_stone(view: State, deeds: Sequence[Deed[State]], last: int | None) -> Iterator[Text]:
    """A stone that was turned up since the own turn before, and nothing has ended (R4)."""
    before = GOALS if last is None else deeds[last].view.board.face_down
    if len(view.board.face_down) < len(before) and GOLD_GOAL not in _turned_up(view):
        yield Text("saboteur.standing.stone")


def _turned_up(view: State) -> list[int]:
    return [kind for at, kind in zip(GOALS, view.goals, strict=True) if at not in view.board.face_down]


def _looks(view: State, seat: Seat, deeds: Sequence[Deed[State]]) -> Text:
    """How suspicious a saboteur is to everybody else by now."""
    seen = as_seen(seat, scores(view, deeds)[seat], last_deeds(view, deeds).get(seat, (0, "")))
    return Text("saboteur.standing.looks", how=seen.words)


def _known(view: State, seat: Seat, deeds: Sequence[Deed[State]], since: int) -> tuple[Text, ...]:
    """Whoever has just made the way longer is not told to dig along, whatever he did before. What somebody did before
    the own last turn is told as something past."""
    seen, last = suspicion(seat, deeds), last_deeds(view, deeds)
    found = [
        Text(f"saboteur.standing.{_gave_away(who, action, deeds, since)}", seat=seat_word(who))
        for who, action in sorted(seen.suspects.items(), key=lambda one: one[0])
    ]
    digging = sorted(who for who in seen.fellows if last.get(who, (0, ""))[1] not in SETBACKS)
    if fellows := tuple(map(seat_word, digging)):
        found.append(Text("saboteur.standing.fellows", seats=fellows, n=len(fellows)))
    return tuple(found)


def _gave_away(who: Seat, action: Action, deeds: Sequence[Deed[State]], since: int) -> str:
    """By which deed, and whether that was just now; of a rockfall after which the way is shorter that is said, too."""
    kind = "rockfall" if isinstance(action, Rockfall) else "dead_end"
    at = next((n for n, deed in enumerate(deeds) if deed.seat == who and deed.action == action), 0)
    if at < since:
        return f"{kind}_before"
    if isinstance(action, Rockfall):
        before = deeds[at].view.board
        after = before.copy()
        after.remove(action.cell)
        was, now = (_left(board, before.face_down) for board in (before, after))
        if was is not None and now is not None and now < was:
            return "rockfall_shorter"
    return kind


def _fewest(view: State) -> int:
    """The way as it is, or with the rockfall that shortens it most."""
    goals = sought(view)
    ways = [_left(view.board, goals)]
    for cell in removable(view):
        after = view.board.copy()
        after.remove(cell)
        left = _left(after, goals)
        ways.append(None if left is None else left + 1)
    return min((way for way in ways if way is not None), default=CLEARING)


def hopeless(view: State, seat: Seat, deeds: Sequence[Deed[State]]) -> Text | None:
    """Why the gold is out of reach: more cards are missing than all can still lay, known saboteurs left out.

    A saboteur hopes to the end, and so does everybody if another round follows.
    """
    if view.roles[seat] == SABOTEUR or view.round < view.variant.rounds:
        return None
    pile = len(view.deck)
    against = suspicion(seat, deeds).suspects
    left = pile + sum(map(len, view.hands)) - sum(len(view.hands[who]) + pile // view.players for who in against)
    now = _left(view.board, sought(view))
    if now is not None and now <= left:
        return None  # as it nearly always is: no rockfall has to be tried out
    missing = _fewest(view)
    return Text("saboteur.standing.hopeless", n=missing, left=left) if missing > left else None
