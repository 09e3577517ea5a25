"""`kempelen replay`: a recorded game step by step, or checked against the automas of today."""

from __future__ import annotations

import sys
from dataclasses import replace
from itertools import pairwise

import click

from kempelen.automa.sheet import Sheet
from kempelen.engine.errors import BadRecord, BadSetup
from kempelen.engine.files.numbers import number_in
from kempelen.engine.files.record import Record
from kempelen.engine.seats import HUMAN, read_spec, write_spec
from kempelen.engine.session import Session
from kempelen.engine.table import notation_of
from kempelen.engine.tables.odds import TooManyOutcomes
from kempelen.lab.compare.heard import distance
from kempelen.lab.compare.units import activated, heard_of_unit, plays_units, unit_name
from kempelen.parts.automas import with_automa
from kempelen.terminal.ask import Screen, screen_in
from kempelen.terminal.automas import game_with_automas, sheet_given
from kempelen.terminal.board import draw, show_result, show_seats
from kempelen.terminal.menu import sentence
from kempelen.terminal.start import help_on, lang_option, load_record, open_store
from kempelen.terminal.usage import say_help
from kempelen.terminal.why import bot_seats, reasons, show_log, show_reason, show_turns, story, turns
from kempelen.text.say import Text
from kempelen.wording import chosen_instead, named_by_groups, seat_text, sheet_name

__all__ = ["command"]


@click.command(help=help_on("replay"))
@click.argument("record", metavar="FILE|ID")
@click.option("--verify", is_flag=True, help=help_on("verify"))
@click.option("--automa", metavar="FILE", help=say_help("automa.help.replay"))
@lang_option
def command(record: str, verify: bool, automa: str | None, lang: str | None) -> int:
    screen = screen_in(lang)
    read = load_record(record, open_store())
    session, problem = read.load_to_break()
    interactive = screen.out.is_terminal and sys.stdin.isatty()
    if problem is not None and (verify or not interactive):
        raise BadRecord(problem)
    screen.line(screen.say(f"{session.game.name}.title"), "bold")
    if problem is not None:
        screen.line(screen.say.of(Text("terminal.replay.broken", problem=problem)), "yellow")
    if automa is not None:
        tell_cut(screen, read, session)
        return ask_another(screen, session, automa)
    if verify:
        tell_cut(screen, read, session)
        return check(screen, session)
    show_seats(screen, session)
    tell_cut(screen, read, session)
    screen.line()
    if interactive:
        look_through(screen, session)
    else:
        show_log(screen, session, None)
        if session.over:
            show_result(screen, session)
    return 0


def tell_cut(screen: Screen, record: Record, session: Session) -> None:
    """Where the record stops, if that is not the end of the game."""
    if record.cut_after is not None:
        screen.tell("terminal.replay.cut", "yellow", line=record.cut_after + 1)
    elif not session.over:
        screen.tell("terminal.replay.unfinished", "yellow")


def check(screen: Screen, session: Session) -> int:
    """Ask every computer player again, with the dice it had: 1 if one would now decide otherwise."""
    asked = differ = 0
    for number, index in enumerate(turns(session), 1):
        row = session.inputs[index]
        texts = {seat: text for seat, text, _ in row.value} if row.kind == "together" else {row.seat: row.value}
        for seat in bot_seats(session, index):
            asked += 1
            choice = session.consult(index, seat)
            now = None if choice.action is None else notation_of(choice.action)
            if (noted := chosen_instead(session, index, seat, None)) is not None:
                screen.line(f"{number}. {screen.say.of(noted)}", "yellow")
            if now == (row.wanted_by(seat) or texts[seat]):
                continue
            differ += 1
            then = sentence(screen.say, session.game.parse(texts[seat]))
            who = seat_text(session, seat, screen.say)
            if now is None:
                screen.tell("terminal.replay.other_dice", "yellow", n=number, seat=who, then=then)
            else:
                now = sentence(screen.say, choice.action)
                screen.tell("terminal.replay.differs", "yellow", n=number, seat=who, then=then, now=now)
    if differ:
        screen.tell("terminal.replay.some_differ", n=differ, asked=asked)
    else:
        screen.tell("terminal.replay.all_same", "green", asked=asked)
    return 1 if differ else 0


def ask_another(screen: Screen, session: Session, given: str) -> int:
    """What somebody's automa would have done wherever an automa decided, with the dice that fell."""
    game, sheet = sheet_given(given, game_with_automas(session.game.name))
    if plays_units(game):
        return ask_units(screen, session, sheet)
    plain = replace(session.setup, seats=tuple(bot_spec(seat) for seat in session.setup.seats))
    setup = with_automa(game, plain, sheet)
    asked = [seat for seat in session.players if read_spec(setup.seats[seat]).automa]
    if not asked:
        raise BadSetup(Text("automa.replay_none", game=game.name))
    session.players = {seat: game.player(read_spec(setup.seats[seat]), setup) for seat in asked}
    screen.tell("automa.replay_title", "bold", name=sheet_name(game, sheet, screen.say))
    check(screen, session)
    return 0


def ask_units(screen: Screen, session: Session, sheet: Sheet) -> int:
    """The same where the rules play: what every unit that acted would have done by somebody's automa, exactly."""
    game, numbers = session.game, turns(session)
    acted = [
        (moment, unit)
        for moment, after in pairwise(session.moments)
        if moment.state is not None and (unit := activated(game, moment.state, after.state)) is not None
    ]
    if not acted:
        raise BadSetup(Text("automa.replay_none", game=game.name))
    asked = differ = 0
    screen.tell("automa.replay_units", "bold", name=sheet_name(game, sheet, screen.say))
    for moment, unit in acted:
        try:
            then, now = (heard_of_unit(game, moment.state, unit, one) for one in (None, sheet))
        except TooManyOutcomes:
            continue
        asked += 1
        if apart := distance(then.odds, now.odds):
            differ += 1
            screen.tell(
                "automa.replay_unit",
                "yellow",
                n=sum(index < moment.inputs for index in numbers),
                unit=unit_name(game, moment.state, unit, screen.say),
                apart=float(100 * apart),
                then=sentence(screen.say, then.likeliest),
                before=float(100 * then.odds[then.likeliest]),
                now=sentence(screen.say, now.likeliest),
                after=float(100 * now.odds[now.likeliest]),
            )
    screen.tell("automa.replay_units_differ" if differ else "automa.replay_units_same", n=differ, asked=asked)
    screen.tell("automa.compare_units", "dim")
    return 0


def bot_spec(seat: str) -> str:
    """A seat without the automa that sat there, so that another can."""
    return seat if seat == HUMAN else write_spec(replace(read_spec(seat), automa=""))


# -- step by step


def look_through(screen: Screen, session: Session) -> None:
    """Forwards, backwards, anywhere; nothing is hidden."""
    numbers, at = turns(session), 0
    screen.tell("terminal.replay.help", "dim")
    show_turn(screen, session, numbers, at)
    while True:
        try:
            typed = screen.read(f"{at}/{len(numbers)} > ").lower()
        except (EOFError, KeyboardInterrupt):
            screen.line()
            return
        word, _, rest = typed.partition(" ")
        word = command_word(screen, word)
        if word == "quit":
            return
        if word == "why":
            why(screen, session, rest.strip() or str(at))
        elif word in ("board", "hands"):
            show_board(screen, session, numbers, at, "board beside" if word == "board" else "hand")
        elif word == "log":
            show_log(screen, session, None)
        elif word == "help":
            screen.tell("terminal.replay.help", "dim")
        else:
            to = place(word, rest, at, len(numbers))
            if to is None:
                screen.tell("terminal.replay.unknown", "red", n=len(numbers))
            else:
                at = to
                show_turn(screen, session, numbers, at)


def command_word(screen: Screen, word: str) -> str:
    """The command in English, whatever language it was typed in."""
    short = {
        "": "next",
        "n": "next",
        "b": "back",
        "?": "why",
        "w": "why",
        "q": "quit",
        "h": "help",
        "+": "next",
        "-": "back",
    }
    for id in ("next", "back", "jump", "why", "board", "hands", "log", "help", "quit"):
        if word in (id, screen.say(f"terminal.word.{id}")):
            return id
    return short.get(word, word)


def place(word: str, rest: str, at: int, last: int) -> int | None:
    """Where to go; None if it is no place."""
    if word == "next":
        return min(at + 1, last)
    if word == "back":
        return max(at - 1, 0)
    given = rest.strip() if word == "jump" else word
    return number_in(given, most=last)


def inputs_at(session: Session, numbers: list[int], at: int) -> int:
    """How many inputs belong to the first `at` choices and what followed them."""
    return numbers[at] if at < len(numbers) else len(session.inputs)


def show_board(screen: Screen, session: Session, numbers: list[int], at: int, parts: str) -> None:
    state, _ = session.look_back(inputs_at(session, numbers, at))
    draw(screen, session.game.scene(state, screen.say), parts=parts)


def show_turn(screen: Screen, session: Session, numbers: list[int], at: int) -> None:
    screen.line()
    show_board(screen, session, numbers, at, "board beside")
    screen.line()
    show_turns(screen, story(session, at)[:1], None, named_by_groups(session, screen.say), "bold")
    if at == len(numbers) and session.over:
        show_result(screen, session)


def why(screen: Screen, session: Session, wanted: str) -> None:
    """The reasons of a turn, or of one event in it."""
    number = number_in(wanted.partition(".")[0]) or 0
    found = [reason for reason in reasons(session, None, number) if f"{reason.label}.".startswith(f"{wanted}.")]
    for reason in found:
        show_reason(screen, session, reason, None)
    if not found:
        screen.tell("session.no_bot")
