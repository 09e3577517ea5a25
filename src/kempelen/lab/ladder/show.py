"""A ladder as tables and pictures: ratings, who beats whom, and by how much somebody is better than the automa."""

from __future__ import annotations

from collections.abc import Iterator

from kempelen.lab.experiment import Experiment, cheats
from kempelen.lab.ladder.cells import named_bot
from kempelen.lab.ladder.lift import Lift, compared_with, lifts
from kempelen.lab.ladder.play import Standing
from kempelen.lab.ladder.ratings import encounters, rated, result_for
from kempelen.lab.report.naming import interval, percent, points
from kempelen.lab.report.page import Picture, Section, Table, Words
from kempelen.lab.report.pictures import Bar, bars
from kempelen.lab.stats.shares import Interval, share_interval
from kempelen.lab.tables import fact_word, seat_word, word_of
from kempelen.parts.ladder import Contest
from kempelen.text.say import Say

__all__ = ["bot_word", "contest_word", "sections"]


def bot_word(bot: str, say: Say) -> str:
    """A level by its name; any other as it is written."""
    name = named_bot(bot)
    return say(f"ladder.level.{name}") if say.has(f"ladder.level.{name}") else name


def contest_word(standing: Standing, contest: Contest, say: Say) -> str:
    """The scenario by the beginning of its name, and how it is played."""
    name = word_of(say, f"{standing.game.name}.scenario.{contest.scenario}", contest.scenario).partition(":")[0]
    return say(f"ladder.contest.{contest.kind}", scenario=name)


def _side_word(standing: Standing, lift: Lift, say: Say) -> str:
    fact, value = lift.role
    if fact:
        word = word_of(say, f"{standing.game.name}.{fact}.{value}", value)
        return f"{fact_word(say, standing.game.name, fact)}: {word}"
    if lift.side < 0:
        return say("ladder.all_sides" if len(lift.contest.sides) > 1 else "ladder.together")
    if lift.contest.side_names:
        return say.of(lift.contest.side_names[lift.side], "bare")
    (seat,) = lift.contest.sides[lift.side]
    seats = (standing.game.automa,) * lift.contest.seats
    word = seat_word(say, Experiment(standing.game.name, lift.contest.scenario, seats), seat)
    return say("lab.report.seat", n=word) if word.isdigit() else word


def sections(standing: Standing, say: Say) -> list[Section]:
    """All of it, for a page, a terminal or the documentation."""
    return [_ratings(standing, say), _lifts(standing, say), _pairs(standing, say)]


def _versions(standing: Standing, say: Say) -> Iterator[Words]:
    """By which version of the game how many games of whom were played; nobody may take old rows for new ones."""
    now = standing.game.version
    kinds = dict.fromkeys((met.rules, met.program) for met in standing.met if met.rules)
    for rules, program in kinds:
        met = [one for one in standing.met if (one.rules, one.program) == (rules, program)]
        bots = [bot_word(bot, say) for bot in dict.fromkeys(seat for one in met for seat in one.seats)]
        games = sum(len(one.rows) for one in met)
        key = "ladder.version" if rules == now else "ladder.version_before"
        yield Words(say(key, n=games, bots=bots, rules=rules, program=program, now=now))


def _ratings(standing: Standing, say: Say) -> Section:
    section = Section("ratings", say("ladder.title.ratings"))
    section.parts.extend(_versions(standing, say))
    found = rated(standing)
    rows = [
        [
            bot_word(one.bot, say),
            say("ladder.rating", x=one.rating.value),
            say("ladder.rating_from_to", low=one.rating.low, high=one.rating.high),
            str(one.games),
        ]
        for one in found
    ]
    head = [say(key) for key in ("ladder.player", "ladder.strength", "lab.interval", "lab.games")]
    section.parts.append(Table(head, rows, caption=say("ladder.ratings_caption")))
    if any(map(cheats, standing.bots)):
        section.parts.append(Words(say("ladder.cheats")))
    return section


def _lifts(standing: Standing, say: Say) -> Section:
    automa = bot_word(compared_with(standing), say)
    section = Section("lift", say("ladder.title.lift", automa=automa))
    section.parts.append(Words(say("ladder.lift_words", automa=automa)))
    found = lifts(standing)
    for contest in standing.contests:
        here = [lift for lift in found if lift.contest == contest]
        if not here:
            continue
        head = [say("ladder.player"), say("ladder.side"), say("lab.games")]
        head += [
            say("ladder.won"),
            say("lab.interval"),
            say("ladder.automa_won", automa=automa),
            say("ladder.lift"),
            say("lab.interval"),
        ]
        rows = [list(_lift_cells(standing, lift, say)) for lift in here]
        named = [lift for lift in here if lift.side < 0 and not lift.role[0]]
        picture = bars([Bar(bot_word(lift.bot, say), lift.lift) for lift in named], middle=0.0, points=True)
        caption = say("ladder.lift_caption", contest=contest_word(standing, contest, say), automa=automa)
        section.parts.append(Picture(picture, caption, Table(head, rows, 2, contest_word(standing, contest, say))))
    return section


def _lift_cells(standing: Standing, lift: Lift, say: Say) -> Iterator[str]:
    yield bot_word(lift.bot, say)
    yield _side_word(standing, lift, say)
    yield str(lift.pairs.n)
    own = share_interval(*lift.own)
    yield percent(say, own.value)
    yield interval(say, own)
    yield percent(say, share_interval(*lift.automas).value)
    yield points(say, lift.lift.value)
    yield say("ladder.points_from_to", low=100 * lift.lift.low, high=100 * lift.lift.high)


def _pairs(standing: Standing, say: Say) -> Section:
    """Who beats whom, at every table: one in a row, the other in a column."""
    section = Section("pairs", say("ladder.title.pairs"))
    section.parts.append(Words(say("ladder.pairs_words")))
    for contest in standing.contests:
        won: dict[tuple[str, str], list[float]] = {}
        for met in standing.met:
            if met.contest == contest:
                for one, other, side in encounters(met):
                    results = [result_for(row, contest, side) for row in met.rows.values()]
                    won.setdefault((one, other), []).extend(results)
                    if contest.kind == "duel":
                        won.setdefault((other, one), []).extend(1 - result for result in results)
        if not won:
            continue
        rows = list(dict.fromkeys(one for one, _ in won))
        columns = list(dict.fromkeys(other for _, other in won))
        head = [contest_word(standing, contest, say)]
        head += [bot_word(other, say) if other else say("ladder.rules") for other in columns]
        cells = [[bot_word(one, say), *(_share(won.get((one, other), []), say) for other in columns)] for one in rows]
        section.parts.append(Table(head, cells))
    return section


def _share(results: list[float], say: Say) -> str:
    """A share of games with its interval and their number; draws count half."""
    if not results:
        return ""
    found: Interval = share_interval(round(sum(results)), len(results))
    return say(
        "ladder.cell",
        share=100 * sum(results) / len(results),
        low=100 * found.low,
        high=100 * found.high,
        n=len(results),
    )
