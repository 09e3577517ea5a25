"""`kempelen games`: what can be played, and what is being played."""

from __future__ import annotations

from typing import Any

import click

from kempelen.engine.errors import PlayerError
from kempelen.engine.game import Game, games
from kempelen.engine.session import Session
from kempelen.parts.scenarios import in_order
from kempelen.store import Kept, Store
from kempelen.terminal.ask import Screen, screen_in
from kempelen.terminal.start import help_on, lang_option, open_store
from kempelen.text.say import Field, Text
from kempelen.wording import seat_text

__all__ = ["command"]


@click.command(help=help_on("games"))
@click.option("--mine", is_flag=True, help=help_on("mine"))
@lang_option
def command(mine: bool, lang: str | None) -> int:
    screen = screen_in(lang)
    if mine:
        show_kept(screen, open_store())
    else:
        for game in games().values():
            show_game(screen, game)
        screen.line()
        screen.tell("terminal.games.how", "dim")
    return 0


def show_game(screen: Screen, game: Game[Any]) -> None:
    say = screen.say
    screen.line()
    screen.line(f"{game.name}   {say(f'{game.name}.title')}", "bold")
    screen.tell(f"{game.name}.blurb", indent=2)
    screen.line()
    for scenario in in_order(game):
        counts = game.seat_counts(scenario)
        about = f"{game.name}.scenario.{scenario}"
        name: Field = Text(about) if say.has(about) else scenario
        if len(counts) == 1:
            screen.tell("terminal.games.scenario_for", indent=2, id=scenario, about=name, n=counts[0])
        else:
            screen.tell("terminal.games.scenario", indent=2, id=scenario, about=name, least=counts[0], most=counts[-1])
    screen.tell("terminal.games.bots", indent=2, bots=", ".join(game.bots), n=len(game.bots))
    for credit in game.credits:
        screen.line(say.of(credit), "dim", indent=2)


def show_kept(screen: Screen, store: Store) -> None:
    kept = store.games()
    if not kept:
        screen.tell("terminal.games.none")
    for game in kept:
        screen.line()
        day = game.updated.astimezone().strftime("%Y-%m-%d %H:%M")
        name = game.header["game"]
        if name not in games():
            screen.line(f"{game.id}   {name}   {day}", "bold")
            screen.tell("terminal.games.not_installed", "yellow", indent=2, game=name)
            continue
        called = f"   “{game.name}”" if game.name else ""
        screen.line(f"{game.id}   {screen.say(f'{name}.title')}   {day}{called}", "bold")
        try:
            session = store.record(game.id).load()
            if session.humans:
                session.run()
        except PlayerError as error:
            screen.line(screen.say.of(error.text), "red", indent=2)
            continue
        show_state(screen, game, session)


def show_state(screen: Screen, game: Kept, session: Session) -> None:
    """Who won, or whose turn it is, and how to go on."""
    command = "companion" if session.physical else "play"
    if session.outcome is not None:
        won = [seat_text(session, seat, screen.say) for seat in session.outcome.winners]
        winners: Field = won or Text("terminal.games.nobody")
        screen.tell("terminal.games.won", indent=2, winners=winners)
        screen.line(f"kempelen replay {game.id}", "cyan", indent=2)
        return
    asked = [decision.seat for decision in session.pending if decision.seat >= 0]
    if asked:
        screen.tell("terminal.games.turn", indent=2, seat=seat_text(session, asked[0], screen.say))
    else:
        screen.tell("terminal.games.running", indent=2)
    screen.line(f"kempelen {command} --resume {game.id}", "cyan", indent=2)
