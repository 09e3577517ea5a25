"""`kempelen odds`: what an automa will do next, with exact chances."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from pathlib import Path
from typing import Any

import click
from rich.table import Table as Grid

from kempelen.automa.sheet import Sheet
from kempelen.companion import check_known
from kempelen.engine.dice import TapeDice
from kempelen.engine.errors import BadPosition, BadSetup
from kempelen.engine.files.position import in_file
from kempelen.engine.game import Game, Setup, game_named
from kempelen.engine.player import Player
from kempelen.engine.rulings import options_text
from kempelen.engine.seats import read_spec
from kempelen.engine.session import Session
from kempelen.engine.setup import bot_for, edition_for, options_in
from kempelen.engine.table import Seat, notation_of
from kempelen.engine.tables.asked import Listener, seats_asked
from kempelen.engine.tables.odds import SAMPLES, Inquiry, TooManyOutcomes, decision_estimate, decision_odds
from kempelen.parts.advice import calculations_of
from kempelen.parts.automas import with_automa
from kempelen.parts.rosters import rosters_of
from kempelen.parts.scenarios import position_from
from kempelen.terminal.ask import Screen, screen_in
from kempelen.terminal.automas import automa_option, game_with_automas, sheet_given
from kempelen.terminal.commands.calculate import calculate
from kempelen.terminal.commands.inquiry import inquire
from kempelen.terminal.commands.roster import roster_from
from kempelen.terminal.menu import sentence
from kempelen.terminal.start import edition_option, help_on, lang_option, options_from, seat_from
from kempelen.terminal.why import show_trace
from kempelen.text.say import Text
from kempelen.wording import own_seat_text

__all__ = ["command", "odds_on", "show_hint", "with_sheet"]


@click.command(help=help_on("odds"), context_settings={"ignore_unknown_options": True})
@click.argument("game")
@click.argument("words", nargs=-1, type=click.UNPROCESSED, metavar="[CALCULATION --NAME VALUE...]")
@click.option("--roster", "rosters", multiple=True, metavar="FILE", help=help_on("odds_roster"))
@click.option("--position", type=click.Path(path_type=Path), metavar="FILE", help=help_on("position"))
@click.option("--seat", metavar="N", help=help_on("seat"))
@click.option("--bot", metavar="NAME", help=help_on("odds_bot"))
@click.option("--card", default="", metavar="NAME", help=help_on("card"))
@click.option("--unit", default="", metavar="ID", help=help_on("unit"))
@click.option("--fact", "facts", multiple=True, metavar="NAME", help=help_on("fact"))
@click.option("--draw", is_flag=False, flag_value="app", metavar="[ROLL]", help=help_on("draw"))
@click.option("--option", "options", multiple=True, metavar="ID=VALUE", help=help_on("option"))
@edition_option
@automa_option
@lang_option
def command(
    game: str,
    words: tuple[str, ...],
    rosters: tuple[str, ...],
    position: Path | None,
    seat: str | None,
    bot: str | None,
    card: str,
    unit: str,
    facts: tuple[str, ...],
    draw: str | None,
    options: tuple[str, ...],
    edition: str,
    automa: str | None,
    lang: str | None,
) -> int:
    rules, screen = game_named(game), screen_in(lang)
    sheet = None if automa is None else sheet_given(automa, game_with_automas(game))[1]
    if card and position is None:
        edition = edition_for(rules, edition, screen.say.lang)
    chosen = options_in(rules, edition, options_from(options))
    rules.rulings.resolve(chosen)
    in_use = options_text(edition, chosen, rules.rulings)
    if (card or unit or facts) and not words:
        about = Inquiry(card, unit, facts, None, chosen, sheet)
        return inquire(screen, rules, position, seat, about, roll=draw, in_use=in_use)
    if in_use:
        screen.line(screen.say.of(in_use), "dim")
    if words and sheet is not None:
        raise BadSetup(Text("terminal.odds.rules_only", name=sheet.head.name))
    if words or (position is None and sheet is None and calculations_of(rules, {})):
        return calculate(screen, rules, words, chosen, [checked(rules, one) for one in rosters])
    if draw is not None:
        raise BadSetup(Text("terminal.odds.draw_of_what"))
    odds_on(screen, rules, position, seat, with_sheet(rules, bot, sheet), chosen)
    return 0


def with_sheet(game: Game[Any], bot: str | None, sheet: Sheet | None) -> Setup:
    """A set-up in which one seat has this bot, the automa if none is named, perhaps with somebody's sheet."""
    setup = Setup(game.name, game.scenarios[0], (bot or game.automa,))
    return setup if sheet is None else with_automa(game, setup, sheet)


def odds_on(
    screen: Screen,
    rules: Game[Any],
    position: Path | None,
    seat: str | None,
    asked_of: Setup,
    chosen: Mapping[str, str],
) -> None:
    """What the bot of this set-up would do on a position, how likely it is, and why."""
    if position is None:
        raise BadSetup(Text("terminal.odds.needs_position"))
    table = position_from(rules, position, chosen)
    state = rules.from_position(table, chosen)
    if rules.outcome(state) is not None:
        raise BadSetup(Text("terminal.odds.nobody", file=position.name))
    setup = Setup(rules.name, rules.scenarios[0], ("human",) * rules.position_seats(table))
    names, seats = rules.speech.seat_names(setup), seats_asked(rules, state)
    asked = seats[0] if seat is None else seat_from(rules, setup, seat)
    if asked not in seats:
        raise BadSetup(Text("terminal.odds.other_seat", seat=names[asked], asked=names[seats[0]]))
    check_known(rules, state, asked, names[asked])
    own = own_seat_text(rules, setup, asked, screen.say)
    automa = rules.speech.automa
    title = Text("terminal.odds.title", name=names[asked], automa=automa)
    if own is not None:
        title = Text("terminal.odds.title_own", name=own, automa=automa)
    player = rules.player(read_spec(asked_of.seats[0]), asked_of)
    show_odds(screen, rules, rules.view(state, asked), asked, title, player)


def checked(game: Game[Any], roster: str) -> Mapping[str, Any]:
    """A roster whose models may be named; raises BadPosition."""
    _, name, data = roster_from(roster, game.name)
    for problem in rosters_of(game).muster(data).problems:
        raise in_file(BadPosition(problem), name)
    return data


def show_hint(screen: Screen, session: Session, seat: Seat) -> None:
    """What a bot would do in a person's place, from what that person knows."""
    screen.line()
    player = session.players.get(seat) or bot_for(session.game, session.setup, seat)
    title = Text("terminal.odds.hint", automa=session.game.speech.automa)
    show_odds(screen, session.game, session.view(seat), seat, title, player)


def show_odds(screen: Screen, game: Game[Any], view: Any, seat: Seat, title: Text, player: Player) -> None:
    """The exact distribution, or an estimate where that is out of reach; and why for the likeliest."""
    say, listener = screen.say, Listener(player)
    shares: dict[Hashable, tuple[float, str]]
    try:
        exact = decision_odds(game, view, listener, seat)
        shares = {action: (float(chance), str(chance)) for action, chance in exact.items()}
        screen.line(say.of(title), "bold")
    except TooManyOutcomes:
        screen.line(say.of(title), "bold")
        screen.tell("terminal.odds.sampled", "yellow", n=SAMPLES)
        guessed = decision_estimate(game, view, listener, seat, TapeDice(0))
        shares = {
            action: (guess.share, say("terminal.odds.from_to", low=guess.low * 100, high=guess.high * 100))
            for action, guess in guessed.items()
        }
    ranked = sorted(shares.items(), key=lambda entry: (-entry[1][0], notation_of(entry[0])))
    grid = Grid(box=None, show_edge=False, pad_edge=False, padding=(0, 3, 0, 0), show_header=False)
    grid.add_column(justify="right", no_wrap=True)
    grid.add_column(justify="right", no_wrap=True)
    grid.add_column()
    for action, (share, exactly) in ranked:
        grid.add_row(say("terminal.odds.percent", p=share * 100), exactly, sentence(say, action))
    screen.show(grid)
    trace = listener.traces.get(ranked[0][0])
    if trace is not None:
        screen.line()
        screen.tell("terminal.odds.why", what=sentence(say, ranked[0][0], "nom"))
        show_trace(screen, trace)
