"""What the page for a new game offers, with what was chosen so far."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kempelen.engine.game import Game, Setup
from kempelen.engine.setup import edition_for
from kempelen.engine.tables.replay import ROLLS
from kempelen.parts.advice import has_desk
from kempelen.parts.automas import shipped_sheets
from kempelen.parts.levels import LEVEL, level_bots, levels_of, usual_level
from kempelen.parts.opponents import OPPONENTS, THINKERS
from kempelen.parts.scenarios import in_order
from kempelen.store import Standing, Tally, tallies_of
from kempelen.text.say import Say, Text
from kempelen.web.rooms import own, start
from kempelen.web.rooms.feats import stars_by_scenario
from kempelen.web.rooms.groups import GROUP, OWN_GROUP, ROSTER
from kempelen.web.rooms.room import seat_text
from kempelen.web.rooms.stars import goals_of
from kempelen.web.shown.pages.home import rate_text, rates_of
from kempelen.web.shown.trays import icon
from kempelen.wording import bot_name, scenario_name, scenario_title, sheet_name

__all__ = ["Choice", "ScenarioCard", "level_choice", "new_game_content"]

ME, PERSON, AUTOMA = "me", "person", "automa"


@dataclass(frozen=True, slots=True)
class ScenarioCard:
    id: str
    name: str
    about: str
    players: str
    minutes: str
    level: str
    record: str
    stars: int
    """So many of its three have been won."""


@dataclass(frozen=True, slots=True)
class Choice:
    """Something to choose one value of."""

    field: str
    question: str
    about: str
    values: tuple[tuple[str, str], ...]
    chosen: str
    usual: str
    id: str = ""
    """The number of the reading, if it is one."""


def new_game_content(
    game: Game[Any], asked: Mapping[str, str], standings: Sequence[Standing], say: Say, *, thinks: bool
) -> dict[str, Any]:
    """What the page for a new game shows; `thinks`: a player may think for seconds here."""
    mine = [tally for tally in tallies_of(standings) if tally.game == game.name]
    scenario = asked.get("scenario", "")
    if scenario not in game.scenarios:
        scenario = proposed(game, mine)
    cards = scenario_cards(game, mine, stars_by_scenario(game, standings), say)
    brought = own.own_in(game, asked, start.seat_count)
    if brought is not None:
        scenario = brought.scenario
    players = start.seat_count(game, scenario, start.int_from(asked.get("players", ""), 0))
    players = brought.players if brought is not None else players
    edition = edition_for(game, asked.get("edition", ""), say.lang)
    return {
        "game": game.name,
        "title": start.title_of(game, say),
        "blurb": start.blurb_of(game, say),
        "desk": has_desk(game),
        "credits": [say.of(credit) for credit in game.credits],
        "companion": bool(asked.get("companion")),
        "own_scenarios": say(f"{game.name}.own_scenarios") if say.has(f"{game.name}.own_scenarios") else "",
        "has_cards": bool(game.things.physical),
        "usual_cards": game.things.usual is not None,
        "kept_cards": game.things.kept is not None,
        "has_dice": bool(game.things.own_dice),
        "chance": "dice" if ROLLS in game.things.own_dice else "lots",
        "level": level_choice(game, asked, say),
        "scenario": scenario,
        "scenarios": cards,
        "missions": missions_of(game, scenario, say),
        "stars": goals_of(game, scenario, 0, say),
        "counts_differ": len({card.players for card in cards}) > 1,
        "chosen": next(card for card in cards if card.id == scenario),
        "players": players,
        "counts": list(game.seat_counts(scenario)),
        "seats": seats_of(game, scenario, players, asked, say, thinks=thinks),
        "edition": edition,
        "editions": [(name, say(f"web.languages.{name}")) for name in game.editions],
        "options": readings(game, edition, asked, say),
        "asked": asked,
        "opponents": variants_of(game, say),
        "roles": game.automas is not None and bool(game.automas.vocabulary.roles),
        "groups": groups_of(game, scenario, players, asked, say) if brought is None else [],
        "brought": own_content(game, brought, say) if brought is not None else None,
        "own": start.OWN if game.automas is not None else "",
    }


def own_content(game: Game[Any], brought: own.Own, say: Say) -> dict[str, Any]:
    """What the form shows of a file that somebody has opened."""
    return {
        "file": brought.file,
        "text": brought.text,
        "picture": start.own_preview(game, brought, say),
        "players": start.counts_text(brought.players, brought.players, say),
        "problems": [say.of(problem) for problem in brought.problems],
    }


def missions_of(game: Game[Any], scenario: str, say: Say) -> list[tuple[str, str, str]]:
    """What each side may be after in this scenario, if it is to choose: with a small picture, if there is one."""
    facts = game.scenario_facts.get(scenario)
    if facts is None:
        return []
    signs = [icon(sign) for sign in facts.mission_signs] or [icon(())] * len(facts.missions)
    told = zip(facts.missions, signs, strict=True)
    return [(say.of(name, "Bare"), say.of(goal), sign) for (name, goal), sign in told]


def proposed(game: Game[Any], tallies: Iterable[Tally]) -> str:
    """What to play next: after the last scenario that was played to its end the following one, else the first."""
    ended = {tally.scenario for tally in tallies if tally.over}
    order = in_order(game)
    return next((scenario for scenario in order if scenario not in ended), order[0])


def scenario_cards(game: Game[Any], tallies: Iterable[Tally], stars: Mapping[str, int], say: Say) -> list[ScenarioCard]:
    rates = rates_of(tallies)
    cards = []
    for id in in_order(game):
        facts, counts = game.scenario_facts.get(id), game.seat_counts(id)
        cards.append(
            ScenarioCard(
                id,
                scenario_title(game, id, say),
                say.of(facts.goal) if facts else scenario_name(game, id, say).partition(":")[2].strip(),
                start.counts_text(counts[0], counts[-1], say),
                say("web.new.minutes", n=facts.minutes) if facts else "",
                say(f"web.level.{facts.level}") if facts else "",
                rate_text(rates.get((game.name, id)), say),
                stars.get(id, 0),
            )
        )
    return cards


def level_choice(game: Game[Any], asked: Mapping[str, str], say: Say) -> Choice | None:
    """How hard it is to be, where a game has levels: an option of its rules, or bots that play better and worse."""
    levels = levels_of(game)
    if not levels:
        return None
    usual = usual_level(game)
    if level_bots(game):
        values = tuple((level, say(f"web.level.{level}")) for level in levels)
        given = [asked.get(LEVEL, ""), *(value for key, value in asked.items() if key.startswith("seat"))]
        chosen = next((bot for bot in (one.partition("@")[0] for one in given) if bot in levels), usual)
        return Choice(LEVEL, say("web.new.level"), say("web.new.level_about"), values, chosen, usual)
    ruling = game.rulings[LEVEL]
    values = tuple((level, ruling.values[level][say.lang]) for level in levels)
    field = f"option-{LEVEL}"
    return Choice(field, say("web.new.level"), ruling.reading[say.lang], values, asked.get(field, usual), usual)


def seats_of(
    game: Game[Any], scenario: str, players: int, asked: Mapping[str, str], say: Say, *, thinks: bool
) -> list[tuple[int, str, str, list[tuple[str, str]]]]:
    """Each seat with its name, who sits there, and who might: the level says how good an automa is.

    `thinks`: somebody may think for seconds here.
    """
    setup = Setup(game.name, scenario, ("human",) * players)
    by_level = level_bots(game)
    others = [(bot, bot_name(game, bot, say)) for bot in game.bots if bot not in by_level]
    bots = [(AUTOMA, say("web.bot.automa")), *others] if by_level else others
    if getattr(game.bots[game.automa], "takes_sheet", False):
        bots += [(f"{game.automa}@{id}", name) for id, name in variants_of(game, say)]
        bots.append((start.OWN, say("web.new.own_automa")))
    bots += [(seat, say(f"web.opponent.{name}")) for name, seat in OPPONENTS.items() if thinks or name not in THINKERS]
    usual = bots[0][0]
    shown = []
    for seat in range(players):
        chosen = asked.get(f"seat{seat + 1}", ME if seat == 0 else usual) or usual
        chosen = AUTOMA if chosen in by_level else _usual_bot(game, chosen)
        known = chosen in (ME, PERSON) or any(chosen == bot for bot, _ in bots)
        more = [] if known else [(chosen[:80], chosen[:80])]  # an automa of somebody's own, such as rule@bold
        shown.append((seat + 1, say.of(seat_text(game, setup, seat, say.has), "Nom"), chosen, [*bots, *more]))
    return shown


def _usual_bot(game: Game[Any], seat: str) -> str:
    """A seat such as `hard@careful` as the menu has it: the level is chosen beside it."""
    bot, sign, id = seat.partition("@")
    return f"{game.automa}@{id}" if sign and bot in level_bots(game) else seat


def groups_of(
    game: Game[Any], scenario: str, players: int, asked: Mapping[str, str], say: Say
) -> list[tuple[str, str, str, str, list[tuple[str, str]]]]:
    """Where players bring groups: seat by seat the field, its name, what is chosen, the text of an own one, and what
    may be chosen."""
    if game.rosters is None:
        return []
    setup = Setup(game.name, scenario, ("human",) * players)
    known = [(one, say.of(Text(f"{game.name}.faction.{one}"), "Nom")) for one in game.rosters.factions]
    return [
        (
            str(seat + 1),
            say.of(seat_text(game, setup, seat, say.has), "Nom"),
            asked.get(f"{GROUP}{seat + 1}", ""),
            asked.get(f"{ROSTER}{seat + 1}", ""),
            [("", say("web.new.usual_group")), *known, (OWN_GROUP, say("web.new.own_group"))],
        )
        for seat in range(players)
    ]


def variants_of(game: Game[Any], say: Say) -> list[tuple[str, str]]:
    """The automas that come with a game besides its own: id and name."""
    if game.automas is None:
        return []
    others = [(id, one) for id, one in shipped_sheets(game).items() if one is not game.automas.sheet]
    return [(id, sheet_name(game, one, say)) for id, one in others]


def readings(game: Game[Any], edition: str, asked: Mapping[str, str], say: Say) -> list[Choice]:
    """The rules that can be read differently; how hard it is stands elsewhere."""
    lang, usual = say.lang, game.editions.get(edition) or {}
    return [
        Choice(
            f"option-{ruling.id}",
            ruling.question[lang],
            ruling.grounds[lang],
            tuple((value, wording[lang]) for value, wording in ruling.values.items()),
            asked.get(f"option-{ruling.id}", usual.get(ruling.id, ruling.default)),
            usual.get(ruling.id, ruling.default),
            ruling.id,
        )
        for ruling in game.rulings.values()
        if ruling.values and ruling.id != LEVEL
    ]
