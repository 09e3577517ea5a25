"""`kempelen play`: a game at the screen, against the automas and with other people at the same keyboard."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from time import sleep

import click

from kempelen.engine.errors import BadSetup
from kempelen.engine.game import game_named
from kempelen.engine.rulings import options_text
from kempelen.engine.session import Restart, Session
from kempelen.engine.table import SPECTATOR
from kempelen.parts.stars import stars_in
from kempelen.store import result_of
from kempelen.terminal.ask import Quit, screen_in
from kempelen.terminal.board import draw, show_result, show_seats
from kempelen.terminal.choose import choose, choose_for
from kempelen.terminal.start import game_options, help_on, open_store, resumed, seed_from, setup_from
from kempelen.terminal.talk import Sitting, news, obey
from kempelen.terminal.things import name_things
from kempelen.text.say import Say, Text
from kempelen.wording import seat_text

__all__ = ["command", "farewell", "greet", "sit"]

PACES = ("step", "auto", "instant")
PAUSE = 0.8
"""Seconds between the computer players' turns at the pace `auto`."""


@click.command(help=help_on("play"))
@game_options
@click.option("--pace", type=click.Choice(PACES), help=help_on("pace"))
@click.option("--open-why", is_flag=True, help=help_on("open_why"))
@click.option("--dice", type=click.Choice(("app", "table")), help=help_on("own_dice"))
def command(
    name: str | None,
    players: int | None,
    humans: str | None,
    bot: str | None,
    automa: str | None,
    scenario: str | None,
    options: tuple[str, ...],
    edition: str,
    seed: str | None,
    position: Path | None,
    resume: str | None,
    lang: str | None,
    pace: str | None,
    open_why: bool,
    dice: str | None,
) -> int:
    screen, store = screen_in(lang), open_store()
    if resume is not None:
        session, id = resumed(resume, name, store, physical=False)
        roll_oneself(session, session.own_dice if dice is None else dice == "table")
    else:
        setup = setup_from(name, players, humans, bot, scenario, options, position, edition, screen.say.lang, automa)
        session = Session(game_named(setup.game), setup, seed=seed_from(seed), open_why=open_why)
        roll_oneself(session, dice == "table")
        session.advance()
        id = store.keep(session)
    sitting = Sitting(screen, session, store, id, "play", SPECTATOR, SPECTATOR)
    if len(session.humans) == 1:
        sitting.reader = min(session.humans)
    return sit(sitting, lambda: play(sitting, pace or ("auto" if screen.watched else "instant"), resume is not None))


def roll_oneself(session: Session, wanted: bool) -> None:
    """Let people roll for themselves, or the program; raises BadSetup if there is nothing to roll."""
    if wanted and not session.game.things.own_dice:
        raise BadSetup(Text("terminal.start.no_dice", game=session.game.name))
    session.own_dice = wanted


def sit(sitting: Sitting, play: Callable[[], None]) -> int:
    """Play until it is over or somebody leaves; everything is on disk already. The exit status."""
    rows = sitting.session.rows
    if rows and isinstance(rows[-1], Restart):
        sitting.screen.tell("terminal.start.restarted", "yellow")
    try:
        play()
    except (Quit, EOFError):
        farewell(sitting)
    except KeyboardInterrupt:
        sitting.screen.line()
        farewell(sitting)
        return 130
    return 0


def farewell(sitting: Sitting) -> None:
    sitting.screen.line()
    if sitting.session.over:
        sitting.screen.tell("terminal.play.kept_over")
        sitting.screen.line(f"kempelen replay {sitting.id}", "cyan", indent=2)
    else:
        sitting.screen.tell("terminal.play.kept")
        sitting.screen.line(sitting.resume, "cyan", indent=2)


def greet(sitting: Sitting) -> None:
    """What is played, by whom, and where help is."""
    screen, session = sitting.screen, sitting.session
    screen.line(screen.say(f"{session.game.name}.title"), "bold")
    for credit in session.game.credits:
        screen.line(screen.say.of(credit), "dim")
    screen.line()
    if words := briefing(session, screen.say):
        screen.line(words)
        screen.line()
    show_seats(screen, session)
    if chosen := options_text(session.setup.edition, session.setup.options, session.game.rulings):
        screen.line(screen.say.of(chosen), "dim")
    if session.open_why and session.physical is None:
        screen.tell("terminal.play.open_why", "yellow")
    if session.own_dice:
        screen.tell("terminal.play.own_dice", "yellow")
    screen.tell("terminal.play.help", "dim")
    screen.line()


def briefing(session: Session, say: Say) -> str:
    """What the scenario is about: in the words of its file, or of the game's texts; empty if there are none."""
    setup = session.setup
    own = (setup.position or {}).get("briefing")
    if isinstance(own, Mapping) and own:
        return str(own.get(say.lang) or next(iter(own.values())))
    key = f"{setup.game}.briefing.{setup.scenario}"
    return say(key) if setup.position is None and say.has(key) else ""


def play(sitting: Sitting, pace: str, resumed: bool) -> None:
    """One turn after the other."""
    session = sitting.session
    greet(sitting)
    if resumed:
        recall(sitting)
    while True:
        while not session.over:
            if session.pending and session.unanswered[0].kind != "do":
                news(sitting)
                name_things(sitting, session.unanswered[0])
            elif session.refused is not None:
                news(sitting)
                choose_for(sitting, session.unanswered[0])
            elif session.pending:
                person(sitting)
            else:
                session.advance()
                if news(sitting) and not session.pending and not session.over:
                    wait(sitting, pace)
        sitting.store.finish(sitting.id, result_of(session, stars=stars_in(session)))
        if not over(sitting):
            return


def recall(sitting: Sitting, events: int = 6) -> None:
    """After a break, the last things that happened are told again."""
    sitting.screen.tell("terminal.play.resumed", id=sitting.id)
    for reader in (SPECTATOR, *sitting.session.humans):
        sitting.told[reader] = max(0, len(sitting.session.events_for(reader)) - events)


def wait(sitting: Sitting, pace: str) -> None:
    """Give the reader time for what a computer player has done."""
    if pace == "auto" and sitting.screen.watched:
        sleep(PAUSE)
    while pace == "step":
        typed = sitting.screen.read(sitting.screen.say("terminal.play.step") + " ")
        if not typed or obey(sitting, typed):
            return


# -- people


def person(sitting: Sitting) -> None:
    """Somebody is asked. With several people at one keyboard, nobody sees another's cards."""
    session = sitting.session
    decision = session.unanswered[0]
    together = len(session.humans) > 1
    passed = together and sitting.reader != decision.seat
    if passed:
        pass_keyboard(sitting, decision.seat)
    sitting.reader = decision.seat
    if passed and sitting.told.get(decision.seat) and events_waiting(sitting):
        sitting.screen.tell("terminal.play.since")
    news(sitting)
    who = seat_text(session, decision.seat, sitting.screen.say)
    title = Text("terminal.choose.whose", seat=who, prompt=decision.prompt)
    choose(sitting, decision, title if together else None)
    news(sitting)
    if together and not session.pending:
        session.advance()  # perhaps the same person goes on
    same = session.pending and session.unanswered[0].seat == sitting.reader
    if together and not session.over and not same:
        sitting.screen.read(sitting.screen.say("terminal.play.hide") + " ")
        sitting.screen.clear()
        sitting.reader = SPECTATOR
        sitting.told.setdefault(SPECTATOR, 0)


def events_waiting(sitting: Sitting) -> bool:
    reader = sitting.reader
    assert reader is not None
    return len(sitting.session.events_for(reader)) > sitting.told.get(reader, 0)


def pass_keyboard(sitting: Sitting, seat: int) -> None:
    screen = sitting.screen
    screen.read(screen.say("terminal.play.pass", seat=seat_text(sitting.session, seat, screen.say)) + " ")
    screen.clear()


# -- the end


def over(sitting: Sitting) -> bool:
    """The result, and questions about it; true if somebody has taken the last move back."""
    screen, session = sitting.screen, sitting.session
    sitting.reader = None
    screen.line()
    draw(screen, sitting.scene, parts="board beside")
    screen.line()
    screen.tell("terminal.play.over", "bold")
    show_result(screen, session, min(session.humans) if len(session.humans) == 1 else None)
    screen.line()
    screen.tell("terminal.play.after", "dim")
    while True:
        typed = screen.read()
        if not typed:
            farewell(sitting)
            return False
        ask_anew = obey(sitting, typed)
        if ask_anew is None:
            screen.tell("terminal.play.after", "red")
        elif ask_anew:
            return True
