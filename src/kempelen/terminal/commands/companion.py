"""`kempelen companion`: the computer players at a real table, with real cards."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from kempelen.companion import companion_session, example_fact, facts_told, keeps_cards, names_all_cards
from kempelen.engine.errors import BadPosition, IllegalAction
from kempelen.engine.files.position import position_text
from kempelen.engine.game import game_named
from kempelen.engine.session import Session
from kempelen.engine.table import SPECTATOR, Decision, Seat
from kempelen.engine.things import KEPT
from kempelen.parts.stars import stars_in
from kempelen.store import result_of
from kempelen.terminal.apart import kept_if_wanted, lay_out, once_more, tell_apart
from kempelen.terminal.ask import Quit, screen_in, told, yes
from kempelen.terminal.board import show_events
from kempelen.terminal.choose import choose, choose_for
from kempelen.terminal.commands.adviser import advise, wants_advice
from kempelen.terminal.commands.play import greet, over, sit
from kempelen.terminal.start import game_options, help_on, open_store, options_from, resumed, seed_from, setup_from
from kempelen.terminal.talk import Sitting
from kempelen.terminal.things import name_things
from kempelen.terminal.why import Turn, bot_seats, chosen, heard, seen, story, turns
from kempelen.text.say import Text
from kempelen.wording import seat_text

__all__ = ["command"]


@click.command(help=help_on("companion"))
@game_options
@click.option("--dice", type=click.Choice(("app", "table")), default="app", help=help_on("dice"))
@click.option("--cards", type=click.Choice(("kept", "table", "app")), help=help_on("cards"))
@click.option("--board/--adviser", default=None, help=help_on("board"))
@click.option("--check", is_flag=True, help=help_on("check_questions"))
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
    dice: str,
    cards: str | None,
    board: bool | None,
    check: bool,
) -> int:
    screen = screen_in(lang)
    told = check or any(given is not None for given in (players, humans, bot, scenario, position, resume, cards))
    if name is not None and wants_advice(game_named(name), board, told, automa):
        return advise(screen, game_named(name), options_from(options), seed_from(seed), edition, automa)
    store = open_store()
    if resume is not None:
        session, id = resumed(resume, name, store, physical=True)
    else:
        setup = setup_from(name, players, humans, bot, scenario, options, position, edition, screen.say.lang, automa)
        session = companion_session(
            setup,
            dice_on_table=dice == "table",
            cards_on_table=None if cards in (None, KEPT) else cards == "table",
            automas_cards_kept=kept_if_wanted(screen, setup) if cards is None else cards == KEPT,
            questions_on_table=check,
            seed=seed_from(seed),
        )
        session.advance()
        id = store.keep(session)
    more = {"correct": correct} | ({"secret": once_more} if keeps_cards(session) else {})
    sitting = Sitting(screen, session, store, id, "companion", None, SPECTATOR, more=more)
    return sit(sitting, lambda: guide(sitting, resume is not None))


def guide(sitting: Sitting, resumed: bool) -> None:
    """Ask what happens at the table, and say what the computer players do there."""
    session, screen = sitting.session, sitting.screen
    greet(sitting)
    if names_all_cards(session) and len(session.humans) < len(session.setup.seats):
        screen.tell("terminal.companion.secret", "yellow", automa=session.game.speech.automa)
        if not yes(screen, Text("terminal.companion.go_on")):
            raise Quit
    elif keeps_cards(session):
        if not resumed:
            lay_out(sitting)
    elif session.physical is not None and session.physical.untracked:
        screen.tell("terminal.companion.own_cards", "yellow", automa=session.game.speech.automa)
    screen.line()
    if resumed:
        resume(sitting)
    while True:
        while not session.over:
            announce(sitting)
            tell_apart(sitting)
            if not session.pending:
                session.advance()
            elif session.refused is not None:
                choose_for(sitting, session.unanswered[0])
            elif session.unanswered[0].kind == "do":
                person(sitting, session.unanswered[0])
            else:
                name_things(sitting, session.unanswered[0])
        announce(sitting)
        sitting.store.finish(sitting.id, result_of(session, stars=stars_in(session)))
        if not over(sitting):
            return


def resume(sitting: Sitting, events: int = 6) -> None:
    """After a break, what happened last; and once more what is to be done, if that was not finished."""
    session, screen, numbers = sitting.session, sitting.screen, turns(sitting.session)
    screen.tell("terminal.play.resumed", id=sitting.id)
    told = seen(session.events, SPECTATOR)
    show_events(screen, told[-events:])
    sitting.told[None] = len(told)
    sitting.told |= {seat: len(session.events_for(seat)) for seat in session.humans}
    unfinished = not session.at_checkpoint and bool(numbers) and numbers[-1] in session.steps()[-1][0]
    sitting.announced = len(numbers) - unfinished


def announce(sitting: Sitting) -> None:
    """What has happened, in plain words: what a computer player does is to be done at the table."""
    session, screen = sitting.session, sitting.screen
    events = seen(session.events, SPECTATOR)
    new = events[sitting.told.get(None, 0) :]
    sitting.told[None] = len(events)
    numbers = turns(session)
    later = story(session, sitting.announced + 1) if len(numbers) > sitting.announced else []
    sitting.announced = len(numbers)
    known = sum(len(heard(turn.events, None)) for turn in later)
    show_events(screen, new[: max(0, len(new) - known)])
    for turn in later:
        if (acting := bot_seats(session, turn.index)) and not lets_pass(session, turn.index):
            instruct(sitting, turn, acting)
        else:
            show_events(screen, seen(turn.came, SPECTATOR))
        show_events(screen, seen(turn.then, SPECTATOR))


def lets_pass(session: Session, index: int) -> bool:
    """The computer player does nothing here, so there is nothing to do for it at the table."""
    row = session.inputs[index]
    return row.kind == "do" and getattr(session.game.parse(row.value), "quiet", False)


def instruct(sitting: Sitting, turn: Turn, acting: list[Seat]) -> None:
    """What a computer player does, as an instruction to whoever moves its pieces."""
    session, screen = sitting.session, sitting.screen
    screen.line()
    who = [seat_text(session, seat, screen.say) for seat in acting]
    screen.line(f"▶ {screen.say.of(who, 'Nom')}", "bold cyan")
    # What the program holds for a computer player stays its secret: what it looked at, what it threw away face down.
    reader = acting[0] if names_all_cards(session) else SPECTATOR
    words = told(screen.say, (event.text for event in heard(turn.came, reader)))
    # Nothing has happened yet if something must be named before it can go on.
    for line in words or chosen(screen.say, session, turn.index):
        screen.line(line, "bold", indent=2)
    if not session.over:
        screen.tell("terminal.companion.why_hint", "dim", indent=2)


def person(sitting: Sitting, decision: Decision[Any]) -> None:
    """A person has done something at the table; it is entered here."""
    session = sitting.session
    assert session.physical is not None
    if decision.seat not in session.physical.untracked:
        sitting.reader = decision.seat
    who = seat_text(session, decision.seat, sitting.screen.say)
    title = Text("terminal.companion.turn", who=who)
    if decision.prompt.fields:  # it says more than whose turn it is
        title = Text("terminal.choose.whose", seat=who, prompt=decision.prompt)
    try:
        choose(sitting, decision, title)
    finally:
        sitting.reader = None


def correct(sitting: Sitting, argument: str = "") -> bool:
    """Set a fact where the program's table differs from the real one; alone, show what there is."""
    session, screen = sitting.session, sitting.screen
    try:
        if not argument:
            known = session.checkpoint
            if not names_all_cards(session):  # what the program holds for its players is not shown
                known = session.game.view(known, SPECTATOR)
            position = session.game.to_position(known)
            screen.out.print(position_text(position).rstrip(), soft_wrap=True)
            screen.tell("terminal.companion.correct_how", "dim", example=example_fact(session.game, position))
            return False
        session.correct(facts_told(session, argument))
    except (BadPosition, IllegalAction) as error:
        screen.error(error)
        return False
    sitting.told[None] = min(sitting.told.get(None, 0), len(session.events_for(SPECTATOR)))
    sitting.announced = min(sitting.announced, len(turns(session)))
    screen.tell("terminal.companion.corrected", "green")
    return True
