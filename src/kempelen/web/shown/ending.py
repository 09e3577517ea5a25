"""The end of a game: won or lost, why, the table of scores, what to play next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from kempelen.engine.files.takebacks import taken_back
from kempelen.engine.setup import Outcome
from kempelen.engine.table import Seat
from kempelen.parts.scenarios import after
from kempelen.store import Standing, Tally, tallies_of
from kempelen.text.say import Say
from kempelen.web.people.keys import OPERATOR
from kempelen.web.rooms.feats import rungs_of
from kempelen.web.rooms.room import Room, seat_text
from kempelen.web.rooms.start import title_of
from kempelen.web.rooms.steps import level_word, other_opponent, otherwise_hard
from kempelen.web.shown.course import Course, course_of
from kempelen.web.shown.past.moments import Moment, moments_of, settling, story_of
from kempelen.wording import because_of, scenario_title, sheet_name, speaking_to
from kempelen.wording import seat_text as worded_seat

__all__ = ["End", "Next", "Row", "end_of", "may_swap", "new_in", "record_of"]


@dataclass(frozen=True, slots=True)
class Row:
    """A seat in the final table."""

    name: str
    seat: Seat
    won: bool
    own: bool
    points: int | None
    """Only where the game has no statistics of its own: those say the points themselves."""
    stats: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Next:
    """What to play next."""

    scenario: str
    name: str
    goal: str
    minutes: int
    new: str = ""
    """What there is in it that came in none before, where the game says so."""


@dataclass(frozen=True, slots=True)
class End:
    headline: str
    tone: str
    """`won`, `lost` or `drawn`, as the reader sees it; nothing for who only watches."""
    because: str
    heads: tuple[str, ...]
    """The headings of the statistics."""
    rows: tuple[Row, ...]
    moments: tuple[Moment, ...]
    story: str
    """What turned it and what settled it, in a few words."""
    next: Next | None
    course: Course | None
    """How the scores went."""
    swap: bool
    """The other side can be tried."""
    advice: str = ""
    """What to do otherwise next time, for whoever has not won."""
    easier: str = ""
    """The next easier level in a word; empty if there is none."""
    harder: str = ""
    short: bool = False
    """Whoever reads it had it played to its end: it is not counted."""
    groups: bool = False
    """Both sides can be led with groups of one's own."""
    other: str = ""
    """Another opponent who could sit there, once there is nothing harder."""
    taken: str = ""
    """How often something was done otherwise after dice or cards had answered."""


def end_of(room: Room, seat: Seat, say: Say) -> End | None:
    """How it ended for whoever sits here; None while it goes on."""
    outcome = room.session.outcome
    if outcome is None:
        return None
    if room.ended is not None and room.ended[0] == (seat, say.lang, len(room.session.rows)):
        found: End = room.ended[1]
        return found
    made = make_end(room, outcome, seat, say)
    room.ended = ((seat, say.lang, len(room.session.rows)), made)
    return made


def make_end(room: Room, outcome: Outcome, seat: Seat, say: Say) -> End:
    if seat == OPERATOR and len(room.session.humans) == 1:
        (seat,) = room.session.humans  # who plays alone beside a real table has won or lost it himself
    headline, tone = verdict(room, outcome, seat, say)
    stats, told = shown_stats(outcome, say), speaking_to(room.session, seat, say)
    turned = tuple(moments_of(room.session, told, seat))
    if (last := settling(turned, tone)) is not None and (tone == "won" or last.settles):
        turned = tuple(replace(one, top=one is last) for one in turned)
    return End(
        headline,
        tone,
        because_of(room.session, told),
        tuple(head for head, _ in stats),
        tuple(
            Row(
                say.of(seat_text(room.game, room.setup, other, say.has), "Nom"),
                other,
                other in outcome.winners,
                other == seat,
                outcome.scores[other] if outcome.scores and not stats else None,
                tuple(values[other] for _, values in stats),
            )
            for other in range(len(room.setup.seats))
        ),
        turned,
        story_of(turned, tone, say),
        next_of(room, say),
        course_of(room.session, told, seat),
        may_swap(room, seat),
        advice_of(room, outcome, seat, tone, say),
        step_text(room, -1, say),
        step_text(room, 1, say),
        room.session.cut_short,
        groups=room.game.rosters is not None,
        other=other_text(room, say),
        taken=taken_text(room, say),
    )


NOTHING = "–"


def shown_stats(outcome: Outcome, say: Say) -> list[tuple[str, tuple[str, ...]]]:
    """The columns of the final table, with a value for every seat; one that says nothing of anybody is left out."""
    found = []
    for column in zip(*outcome.stats, strict=True) if outcome.stats else ():
        values = tuple(say.of(stat.value, "Nom") for stat in column)
        if set(values) != {NOTHING}:
            found.append((say.of(column[0].label, "Nom"), values))
    return found


def advice_of(room: Room, outcome: Outcome, seat: Seat, tone: str, say: Say) -> str:
    """What its game advises whoever has not won: by what cost him the game, else by how it ended; perhaps nothing."""
    if tone not in ("lost", "drawn"):
        return ""
    cost = room.game.speech.cost(room.session.state, room.session.events, seat)
    keys = (f"{room.game.name}.next_time.{reason}" for reason in (cost, outcome.reason) if reason)
    return next((say(key) for key in keys if say.has(key)), "")


def step_text(room: Room, by: int, say: Say) -> str:
    """How hard the same would be with one level less or more; empty if that cannot be had."""
    other = None if room.companion else otherwise_hard(room.setup, by)
    return level_word(other, say) if other is not None else ""


def taken_text(room: Room, say: Say) -> str:
    times = 0 if room.companion else taken_back(room.session.rows).times
    return say("web.taken.times", n=times) if times else ""


def other_text(room: Room, say: Say) -> str:
    other = None if room.companion else other_opponent(room.setup)
    return sheet_name(room.game, other[1], say) if other is not None else ""


def may_swap(room: Room, seat: Seat) -> bool:
    """Two sit there on two sides, and one of them is the reader; whoever wins or loses together has no other side."""
    if len(room.setup.seats) != 2 or room.session.humans != {seat} or room.companion:
        return False
    outcome = room.session.outcome
    return outcome is None or outcome.verdict(0) == "drawn" or outcome.verdict(0) != outcome.verdict(1)


def verdict(room: Room, outcome: Outcome, seat: Seat, say: Say) -> tuple[str, str]:
    """Won, lost or a draw, as somebody sees it who sits here; of several beside a real table who has won."""
    if seat == OPERATOR:
        return winner_text(room, outcome, say), ""
    if seat < 0:
        return say("web.table.over"), ""
    ended = outcome.verdict(seat)
    return say(f"web.end.{ended}"), ended


def winner_text(room: Room, outcome: Outcome, say: Say) -> str:
    """Who has won; where nobody has, whether that is a draw or everybody has lost together."""
    names = [worded_seat(room.session, seat, say) for seat in sorted(outcome.winners)]
    if names:
        return say("web.end.winner", who=names, n=len(names))
    return say("web.end.drawn" if outcome.verdict(0) == "drawn" else "web.end.all_lost")


def next_of(room: Room, say: Say) -> Next | None:
    game = room.game
    following = after(game, room.setup.scenario)
    if following is None:
        return None
    facts = game.scenario_facts[following]
    new = new_in(game.name, following, say)
    return Next(following, scenario_title(game, following, say), say.of(facts.goal), facts.minutes, new)


def new_in(game: str, scenario: str, say: Say) -> str:
    """What a scenario has that came in none before, where the game says so."""
    key = f"{game}.new.{scenario}"
    return say("web.end.new", what=say(key)) if say.has(key) else ""


def record_of(room: Room, standings: Sequence[Standing], say: Say) -> Mapping[str, Any]:
    """How often the reader has won this game so far, and which of its scenarios; nothing if none has ended for him."""
    mine = [tally for tally in tallies_of(standings) if tally.game == room.game.name]
    won, lost, drawn = (sum(getattr(tally, what) for tally in mine) for what in ("won", "lost", "drawn"))
    if not won + lost + drawn:
        return {"record": ""}
    key = "web.end.record_drawn" if drawn else "web.end.record"
    said = say(key, game=title_of(room.game, say), won=won, lost=lost, drawn=drawn)
    return {"record": said, "track": rungs_of(room.game, standings, say), "cheer": _cheer(room, mine, won, say)}


def _cheer(room: Room, mine: Sequence[Tally], won: int, say: Say) -> Mapping[str, str]:
    """What this victory or defeat is among all of somebody's games, by how it ended; often there is nothing to say."""
    here = next((tally for tally in mine if tally.scenario == room.setup.scenario), None)
    if here is None:
        return {}
    of = here.won + here.lost + here.drawn
    own = f"{room.game.name}.rematch"  # where there are no cards
    again = say(own if say.has(own) else "web.end.new_cards")
    found = {"lost": say("web.end.won_before", won=here.won, of=of) if here.won else again}
    if here.won == 1 and of > 1:
        found["won"] = say("web.end.at_last", n=of)
    elif won == 1:
        found["won"] = say("web.end.first_win", game=title_of(room.game, say))
    return found
