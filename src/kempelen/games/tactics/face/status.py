"""Goal, round and scores, and what lies open before every player and the opponent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from kempelen.engine.setup import Stat
from kempelen.engine.table import Seat
from kempelen.games.tactics.automa.turn import AI_SIDE
from kempelen.games.tactics.face.about import card_label
from kempelen.games.tactics.face.danger import Risks, could_strike, felled_by, risks_of
from kempelen.games.tactics.face.marks import looming
from kempelen.games.tactics.face.portraits import captain, opponent
from kempelen.games.tactics.face.words import mat_word, opponent_word, seat_word
from kempelen.games.tactics.rules.combat import mark_limit
from kempelen.games.tactics.rules.legal import side_of
from kempelen.games.tactics.rules.state import EMPTY_TURNS, OPPONENT, UNITS, Mat, State, Unit
from kempelen.scene.icons import ATTACK, CLOCK, COIN, DECK, DISCARD, HAND
from kempelen.scene.model import DISC, Shape, Tray
from kempelen.scene.status import Fact, Relation, Round, Score, Status
from kempelen.text.say import Say, Text

FEW_UNITS = 3
"""So many of those whom it could strike are named."""
FEW = 8
"""So few rounds are told with the goal."""

__all__ = ["because", "mat_tray", "opponent_tray", "relation", "stats", "status"]

TURN_SIGNS = (COIN, ATTACK, CLOCK)
"""The signs of what a turn consists of."""


def status(view: State, say: Say) -> Status:
    """What stands above the table."""
    mode = view.rule.mode or "none"
    together = "_together" if mode in ("kraken", "tyrant") and view.players > 1 else ""
    watching = "_watch" if view.viewer < 0 and mode == "versus" else ""
    stores = "_stores" if mode == "kraken" and view.board.store else ""
    return Status(
        say(
            f"tactics.status.goal_{mode}{stores}{together}{watching}{_hurry(view)}",
            n=max(1, view.rule.cap + 1 - view.round),
            marks=mark_limit(view),
        ),
        (
            say(f"tactics.status.how_{mode}{together}"),
            say(f"tactics.status.lose_{mode}{stores}{_from_fields(view)}{together}", n=mark_limit(view)),
            say("tactics.status.cap", n=view.rule.cap),
        ),
        Round(min(view.round, view.rule.cap or view.round), view.rule.cap, say("tactics.status.round")),
        _phase(view, say),
        tuple(_scores(view, say)),
        _acts(view, say),
        steps=tuple(Fact(str(n), say(f"tactics.status.turn_{n}"), icon) for n, icon in enumerate(TURN_SIGNS, 1)),
    )


def _acts(view: State, say: Say) -> str:
    """Who acts while no player does."""
    if view.ending is not None or view.phase not in (OPPONENT, UNITS):
        return ""
    return say("tactics.status.opponent_acts", who=opponent_word(view.rule.mode))


def _hurry(view: State) -> str:
    """A game of a few rounds is one against the clock: its last round belongs to the goal (W1)."""
    few = view.ending is None and view.players == 1 and view.rule.cap <= FEW
    hurries = few and (view.rule.mode == "tyrant" or (view.rule.mode == "kraken" and not view.board.store))
    return "_soon" if hurries else ""


def _from_fields(view: State) -> str:
    """No card of the opponent's places marks: they come from enforcers alone."""
    mat = view.opponent if view.rule.mode == "tyrant" else None
    if mat is None or any(_marks(view, card) for card in (*mat.deck.bag, *mat.deck.top, *mat.discard, *mat.hand)):
        return ""
    return "_fields"


def _marks(view: State, name: str) -> bool:
    card = view.book.get(name)
    return card is not None and card.effect is not None and card.effect.kind == "mark"


def _phase(view: State, say: Say) -> str:
    if view.ending is not None:
        return say("tactics.status.over")
    if view.phase in (OPPONENT, UNITS):
        return say("tactics.status.opponent", who=opponent_word(view.rule.mode))
    boss = opponent_word(view.rule.mode)
    after = tuple(mat_word(seat, view.players) if seat < view.players else boss for seat in _after(view))
    if view.active == view.viewer:  # that it is one's turn the page says itself; who comes next fits into a line
        return say("tactics.status.then", order=after[:1]) if len(after) > 1 else ""
    if not after:
        return say("tactics.status.turn", seat=seat_word(view.active))
    return say("tactics.status.turn_then", seat=seat_word(view.active), order=after)


def _after(view: State) -> range:
    """Who is still to act in this round, in order: the other players, then the opponent (T1)."""
    return range(view.active + 1, view.players + view.has_opponent)


def _scores(view: State, say: Say) -> Iterator[Score]:
    """The boss's health, and by what the players lose; of kings each its own."""
    for unit in view.units:
        if unit.profile.boss:
            yield _health(view, unit, say)
    if view.ending is not None and view.ending.reason == "boss":  # it has left the board: that is what it was about
        yield Score(say.of(Text(f"tactics.unit.{view.rule.mode}"), "Bare"), 0, kind="health")
    if view.rule.mode == "kraken" and (stores := view.board.store):
        there, left = stores.bit_count(), (stores & ~view.neutral).bit_count()
        words = say("tactics.status.stores_words", n=left, of=there)
        yield Score(say("tactics.status.stores"), left, there, "health", own=True, words=words)
    if view.rule.mode == "kraken" and view.empty_turns:
        label = say("tactics.status.empty")
        words = say("tactics.status.empty_words", n=view.empty_turns, of=EMPTY_TURNS)
        yield Score(label, view.empty_turns, EMPTY_TURNS, "danger", words=words)
    if view.rule.mode == "tyrant":
        words = say("tactics.status.marks_words", n=view.marks, of=mark_limit(view))
        yield Score(say("tactics.status.marks"), view.marks, mark_limit(view), "danger", words=words)


def _health(view: State, unit: Unit, say: Say) -> Score:
    seat = unit.owner if unit.owner < view.players else None
    label = say.of(unit.name.text, "Bare")
    if seat is not None:
        whose = "own" if seat == view.viewer else "of"
        label = say(f"tactics.status.king_{whose}", unit=unit.name.text, seat=seat_word(seat))
    words = say("tactics.status.health", unit=unit.name.text, n=unit.health, of=unit.profile.health)
    return Score(label, unit.health, unit.profile.health, "health", seat, seat == view.viewer, words)


def relation(view: State, mat: Seat) -> Relation:
    """What a player, or the opponent, is to the reader."""
    if view.viewer < 0:
        return ""
    if mat == view.viewer:
        return "own"
    same = mat < view.players and side_of(view, mat) == side_of(view, view.viewer)
    return "ally" if same else "foe"


# -- who sits there


def mat_tray(view: State, seat: Seat, say: Say) -> Tray:
    mat, number = view.mats[seat], seat + 1
    on_turn = seat == view.active and view.ending is None and view.phase not in (OPPONENT, UNITS)
    tags = frozenset({"active"} if on_turn else ())
    purse = Shape(f"seat:{number}", "marker", form=DISC, w=0.7, h=0.7, text=str(mat.pool), glyph="●", tags=tags)
    return Tray(
        f"tray:seat-{number}",
        say.of(seat_word(seat), "Nom"),
        "seat",
        (purse,),
        str(number),
        say("tactics.scene.on_turn") if on_turn and seat != view.viewer else "",
        relation(view, seat),
        facts=(_pool(mat, say), *_piles(mat, say)),
        mission=_next_turn(view, seat, say),
        portrait=captain(seat),
    )


def opponent_tray(view: State, say: Say, risks: Risks | None = None) -> Tray:
    level = view.options["level"]
    return Tray(
        "tray:opponent",
        say.of(opponent_word(view.rule.mode), "Nom"),
        "seat",
        relation=relation(view, view.players),
        by=say("tactics.by.opponent", level=Text(f"tactics.level.{level}")),
        facts=(_pool(view.opponent, say), _deck(view.opponent, say)),
        mission=_announced(view, say, risks_of(view) if risks is None else risks),
        portrait=opponent(view.rule.mode),
        contents=tuple(_contents(view, say)),
    )


def _contents(view: State, say: Say) -> Iterator[str]:
    """What it may still draw, each kind of card once: its deck is known, only the order is not (D6)."""
    deck = view.opponent.deck
    for card, n in sorted(Counter((*deck.bag, *deck.top)).items()):
        if card in view.book:
            yield say("tactics.scene.may_come", n=n, card=card_label(view.book[card], say))


def _announced(view: State, say: Say, risks: Risks) -> str:
    """Who could place a mark, and whom the opponent could strike in its next turn."""
    if view.ending is not None or view.phase in (OPPONENT, UNITS):
        return ""
    marks = looming(view)
    found = tuple(_threatened(view, unit, risks[unit.name]) for unit in view.units if unit.name in risks)
    if not found:
        return say.of(marks or _deserted(view) or Text("tactics.scene.no_threat"))
    many = "_more" if len(found) > FEW_UNITS else "_or" if _either(view, risks) else ""
    if marks is not None:
        then = Text(f"tactics.scene.threat_short{many}", units=found[:FEW_UNITS])
        return say("tactics.scene.mark_then", mark=marks, then=then)
    return say.of(_all_back(view, risks) or Text(f"tactics.scene.threat{many}", units=found[:FEW_UNITS]))


def _either(view: State, risks: Risks) -> bool:
    """Somebody could strike one of them or another, and has only one attack."""
    able = [{enemy.name for enemy in could_strike(view, unit)} for unit in view.units if unit.name in risks]
    return len(set().union(*able)) < sum(map(len, able))


def _all_back(view: State, risks: Risks) -> Text | None:
    """Whichever of several units the boss struck, it would fall by it: that is said once."""
    struck = [unit for unit in view.units if unit.name in risks]
    bosses = [[enemy for enemy in felled_by(view, unit) if enemy.profile.boss] for unit in struck]
    if not 1 < len(struck) <= FEW_UNITS or not all(bosses) or not _either(view, risks):
        return None
    units = tuple(Text("tactics.scene.threatened", unit=unit.name.text, n=risks[unit.name]) for unit in struck)
    return Text("tactics.scene.threat_back", units=units, enemy=bosses[0][0].name.text)


def _deserted(view: State) -> Text | None:
    """Turns of the boss in a row without a unit of theirs lose the game (W2)."""
    if view.rule.mode != "kraken" or view.held[0]:
        return None
    n = view.empty_turns + 1
    return Text(f"tactics.scene.deserted{'_last' if n >= EMPTY_TURNS else ''}", n=n, of=EMPTY_TURNS)


def _threatened(view: State, unit: Unit, n: int) -> Text:
    """Where the boss would fall by what it strikes back with, that is told, too: it would end the game (B1, W1)."""
    boss = next((enemy for enemy in felled_by(view, unit) if enemy.profile.boss), None)
    if boss is None:
        return Text("tactics.scene.threatened", unit=unit.name.text, n=n)
    return Text("tactics.scene.threatened_back", unit=unit.name.text, n=n, enemy=boss.name.text)


def _pool(mat: Mat, say: Say) -> Fact:
    return Fact(str(mat.pool), say("tactics.scene.mat_pool", n=mat.pool), COIN)


def _deck(mat: Mat, say: Say) -> Fact:
    """What the opponent draws from; its hand is empty between its turns (D6)."""
    return Fact(str(len(mat.deck)), say("tactics.scene.mat_deck", n=len(mat.deck)), DECK)


def _piles(mat: Mat, say: Say) -> Iterator[Fact]:
    yield Fact(str(len(mat.hand)), say("tactics.scene.mat_hand", n=len(mat.hand)), HAND)
    yield _deck(mat, say)
    yield Fact(str(len(mat.discard)), say("tactics.scene.mat_discard", n=len(mat.discard)), DISCARD)


def _upkeep(view: State, seat: Seat) -> int:
    return sum(unit.profile.upkeep for unit in view.of_owner(seat))


def _next_turn(view: State, seat: Seat, say: Say) -> str:
    """What is left of a player's income when his units are paid (P2)."""
    left = view.rule.income - _upkeep(view, seat)
    return say("tactics.scene.next_turn", n=f"+{left}" if left >= 0 else f"−{-left}") if view.ending is None else ""


# -- when it is over


def because(s: State) -> Text:
    assert s.ending is not None
    key, mode = f"tactics.because.{s.ending.reason}", s.rule.mode or "none"
    leader = next((unit for unit in s.units if unit.profile.boss and unit.side == AI_SIDE), None)
    match s.ending.reason:
        case "boss":
            boss = Text(f"tactics.opponent.{mode}")
            if s.ending.by is None:
                return Text(key, boss=boss, n=s.round)
            how = "tactics.because.boss_back" if s.ending.back else "tactics.because.boss_by"
            return Text(how, boss=boss, by=s.ending.by.text, n=s.round)
        case "marks":
            return Text(key, n=s.marks)
        case "kings":
            losers = tuple(seat_word(seat) for seat in range(s.players) if seat not in s.ending.winners)
            return Text(key, seats=losers)
        case "cap" | "wiped_out" if leader is not None:
            boss, most = Text(f"tactics.opponent.{mode}"), leader.profile.health
            return Text(
                f"tactics.because.{s.ending.reason}_boss", n=s.rule.cap, boss=boss, left=leader.health, most=most
            )
        case "cap":
            return Text(key, n=s.rule.cap)
    return Text(key)


def stats(s: State) -> tuple[tuple[Stat, ...], ...]:
    return tuple(
        (
            Stat(Text("tactics.stat.units"), len(list(s.of_owner(seat)))),
            Stat(Text("tactics.stat.pool"), s.mats[seat].pool),
            Stat(Text("tactics.stat.rounds"), min(s.round, s.rule.cap)),
        )
        for seat in range(s.players)
    )
