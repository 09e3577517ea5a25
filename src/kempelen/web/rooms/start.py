"""Beginning a game: what a form or a request says, as a session that is ready to be kept."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from kempelen.companion import companion_session
from kempelen.engine.dice import secret_seed
from kempelen.engine.errors import BadPosition, BadRecord, BadSetup, IllegalAction
from kempelen.engine.files.measure import TooMuch
from kempelen.engine.files.record import Record, read_text
from kempelen.engine.game import Game, Setup, game_named, say_in
from kempelen.engine.session import Session
from kempelen.engine.setup import check_setup, edition_for, options_in
from kempelen.engine.table import SPECTATOR, Seat
from kempelen.engine.things import KEPT
from kempelen.lab.experiment import usual_seats
from kempelen.parts.automas import sheet_from, texts_of
from kempelen.parts.levels import LEVEL, level_bots
from kempelen.scene.model import Scene
from kempelen.scene.picture import picture, where_it_happens
from kempelen.text.say import Say, Text
from kempelen.web.people.keys import OPERATOR
from kempelen.web.rooms import own
from kempelen.web.rooms.groups import with_groups
from kempelen.web.rooms.room import sit_elsewhere

__all__ = [
    "Begun",
    "again",
    "begin",
    "blurb_of",
    "counts_text",
    "empty_scene",
    "first_game",
    "first_scenario",
    "first_setup",
    "forked",
    "from_file",
    "from_form",
    "from_position",
    "from_record",
    "has_tips",
    "is_lesson",
    "lessons_again",
    "lessons_of",
    "own_preview",
    "places",
    "preview",
    "seat_count",
    "swapped",
    "title_of",
]

ME, PERSON, AUTOMA, OWN = "me", "person", "automa", "own"


LONGEST_SEED = 60
"""Letters; a longer one is cut, as the form's field does."""


@dataclass(frozen=True, slots=True)
class Begun:
    """A session, the places of whoever began it, and how it is to be played."""

    session: Session
    mine: frozenset[Seat]
    pace: str = "auto"
    hints: bool = False


def begin(setup: Setup, *, seed: int | str | None = None, open_why: bool = False, own_dice: bool = False) -> Session:
    """A new game, played up to the first question; raises BadSetup or BadOption."""
    session = Session(
        game_named(setup.game),
        setup,
        seed=secret_seed() if seed is None else seed,
        open_why=open_why,
        own_dice=own_dice,
        known_seed=seed is not None,
    )
    return ready(session)


def ready(session: Session) -> Session:
    sit_elsewhere(session)
    return session.run()


def first_scenario(game: Game[Any]) -> str:
    """The one that teaches the game, if it has one."""
    return "first" if "first" in game.scenarios else game.scenarios[0]


def seat_count(game: Game[Any], scenario: str, wanted: int | None = None) -> int:
    """As many as wanted if that is possible, else what is usual."""
    counts = game.seat_counts(scenario)
    if wanted is not None and wanted in counts:
        return wanted
    facts = game.scenario_facts.get(scenario)
    return facts.seats if facts is not None and facts.seats in counts else usual_seats(game, scenario)


# -- what things are called


def title_of(game: Game[Any], say: Say) -> str:
    key = f"{game.name}.title"
    return say(key) if say.has(key) else game.name


def blurb_of(game: Game[Any], say: Say) -> str:
    key = f"{game.name}.blurb"
    return say(key) if say.has(key) else ""


def counts_text(least: int, most: int, say: Say) -> str:
    return say("web.new.count", n=least) if least == most else say("web.new.counts", least=least, most=most)


# -- pictures


def empty_scene() -> Scene:
    return Scene(1, 1, "tile", ())


@cache
def preview(name: str, scenario: str, lang: str) -> str:
    """A scenario's table before the first move, as everybody sees it, as a drawing."""
    game = game_named(name)
    if scenario not in game.scenarios:
        raise BadSetup(Text("setup.unknown_scenario", scenario=scenario, known=", ".join(game.scenarios)))
    setup = Setup(name, scenario, (game.automa,) * seat_count(game, scenario))
    session = begin(setup, seed=1)
    scene = game.scene(session.view(SPECTATOR), say_in(lang)) if session.state is not None else empty_scene()
    return picture(game, scene, where_it_happens(scene))


# -- forms


def setup_in(name: str, form: Mapping[str, Sequence[str]], *, person: str = "human") -> tuple[Setup, list[str]]:
    """Who plays what by the page for a new game, and the wishes for the seats; raises a PlayerError.

    `person` sits where people would; empty for the automa.
    """
    game = game_named(name)
    scenario = one(form, "scenario", game.scenarios[0])
    count = int_from(one(form, "players", ""), seat_count(game, scenario) if scenario in game.scenarios else 1)
    automa = game.automa
    wishes = [one(form, f"seat{n + 1}", ME if n == 0 else automa) for n in range(max(0, min(count, 100)))]
    options = {
        key.removeprefix("option-"): values[-1]
        for key, values in form.items()
        if key.startswith("option-") and values[-1]
    }
    edition = one(form, "edition", "")
    options = options_in(game, edition, options)
    level = one(form, LEVEL, "")
    automa = level if level in level_bots(game) else automa
    sits = {ME: person or automa, PERSON: person or automa, AUTOMA: automa}
    seats = tuple(sits.get(wish, _at_level(game, wish, automa)) for wish in wishes)
    setup = Setup(name, scenario, seats, game.rulings.changed(game.rulings.resolve(options)), edition=edition)
    setup = with_own(game, setup, one(form, "opponent", ""), one(form, "automa_text", ""), automa)
    check_setup(game, setup)
    setup = with_groups(game, setup, form)
    check_setup(game, setup)
    return setup, wishes


def _at_level(game: Game[Any], wish: str, automa: str) -> str:
    """An automa that comes with the game, such as `middle@careful`, at the level that was chosen."""
    bot, sign, id = wish.partition("@")
    return f"{automa}@{id}" if sign and bot == game.automa else wish


def from_form(name: str, form: Mapping[str, Sequence[str]]) -> Begun:
    """What the page for a new game has sent; raises BadSetup, BadOption or BadAutoma."""
    game = game_named(name)
    setup, wishes = setup_in(name, form)
    setup = own.with_position(game, setup, form)
    seats = setup.seats
    seed = one(form, "seed", "").strip()[:LONGEST_SEED] or None
    pace = one(form, "pace", "auto")
    if one(form, "companion", ""):
        session = companion_session(
            setup,
            dice_on_table=one(form, "dice", "app") == "table",
            cards_on_table=cards_meant(one(form, "cards", "table")),
            automas_cards_kept=one(form, "cards", "table") == KEPT,
            seed=seed or secret_seed(),
        )
        return Begun(ready(session), frozenset({OPERATOR}), "instant")
    mine = frozenset(seat for seat, wish in enumerate(wishes) if wish == ME)
    own_dice = one(form, "dice", "app") == "table"
    if own_dice and (not game.things.own_dice or seats.count("human") != 1):
        raise BadSetup(Text("web.error.own_dice"))
    session = begin(setup, seed=seed, open_why=bool(one(form, "open_why", "")), own_dice=own_dice)
    pace = pace if pace in ("step", "auto", "instant") else "auto"
    # Whoever plays a first game is told what to do, however he has come to it.
    return Begun(session, mine or frozenset({SPECTATOR}), pace, hints=has_tips(game, setup.scenario) and len(mine) == 1)


def cards_meant(word: str) -> bool | None:
    """All real, all with the app, or as it is usual for the game: None."""
    return None if word == "usual" else word == "table"


def with_own(game: Game[Any], setup: Setup, opponent: str, text: str, bot: str = "") -> Setup:
    """Seats and the opponent with the automa that was pasted, or one that comes with the game; raises a PlayerError.

    `bot` plays it, at its level; else the game's usual one. Of a seat such as `hard@own` its own does.
    """
    bots = {OWN: bot or game.automa, **{f"{one}@{OWN}": one for one in game.bots}}
    if opponent == OWN or any(seat in bots for seat in setup.seats):
        if not text.strip():
            raise BadSetup(Text("web.error.no_automa"))
        sheet = sheet_from(game, text.replace("\r\n", "\n"))
        seats = tuple(f"{bots[seat]}@{sheet.id}" if seat in bots else seat for seat in setup.seats)
        opponent = sheet.id if opponent == OWN else opponent
        setup = replace(setup, seats=seats, automas=texts_of(game, sheet))
    if not opponent:
        return setup
    roles = game.automas.vocabulary.roles if game.automas is not None else ()
    if not roles:
        raise BadSetup(Text("web.error.no_opponent", game=Text(f"{game.name}.title")))
    return replace(setup, roles=dict.fromkeys(roles, opponent))


def own_preview(game: Game[Any], table: own.Own, say: Say) -> str:
    """The same of a table of somebody's own, as an address that is the picture itself."""
    scene = game.scene(game.view(table.state, SPECTATOR), say)
    drawn = picture(game, scene, where_it_happens(scene))
    return f"data:image/svg+xml;base64,{b64encode(drawn.encode()).decode()}"


def first_game(name: str, lang: str, wanted: str = "", finished: int = 0) -> Begun:
    """The teaching scenario with hints, or another one without; raises BadSetup.

    Whoever has finished so many of its games before is dealt the next of its lessons, as long as there are any.
    """
    game = game_named(name)
    scenario = wanted or first_scenario(game)
    if scenario not in game.scenarios:
        raise BadSetup(Text("setup.unknown_scenario", scenario=scenario[:40], known=", ".join(game.scenarios)))
    taught, setup = lessons_of(game, scenario), first_setup(game, lang, scenario)
    if finished < len(taught):
        session = begin(setup, seed=taught[finished])
    else:
        seed = next(iter(lessons_again(game, scenario)[finished - len(taught) :]), None)
        session = begin(dealt_anew(setup, seed), seed=seed)
    return Begun(session, frozenset({0}), hints=scenario == first_scenario(game) or has_tips(game, scenario))


def first_setup(game: Game[Any], lang: str, scenario: str) -> Setup:
    """One person against automas, by the edition in the reader's language."""
    seats = ("human", *(game.automa for _ in range(seat_count(game, scenario) - 1)))
    edition = edition_for(game, "", lang)
    return Setup(game.name, scenario, seats, options_in(game, edition, {}), edition=edition)


def has_tips(game: Game[Any], scenario: str) -> bool:
    """Whoever plays it alone can be told what to do."""
    facts = game.scenario_facts.get(scenario)
    return scenario == "first" or (facts is not None and facts.tips)


def lessons_of(game: Game[Any], scenario: str) -> tuple[str, ...]:
    facts = game.scenario_facts.get(scenario)
    return () if facts is None else facts.lessons


def lessons_again(game: Game[Any], scenario: str) -> tuple[str, ...]:
    facts = game.scenario_facts.get(scenario)
    return () if facts is None else facts.again_lessons


def is_lesson(session: Session) -> bool:
    """Dealt for learning: by one of the seeds that were chosen for its scenario."""
    chosen = lessons_of if session.setup.position is None else lessons_again
    return session.known_seed and session.seed in chosen(session.game, session.setup.scenario)


def dealt_anew(setup: Setup, seed: str | None) -> Setup:
    """With other hands and secrets, if the scenario lays them out: whoever has played it knows them. Without a seed
    chance draws the lot."""
    facts = game_named(setup.game).scenario_facts.get(setup.scenario)
    if facts is None or facts.again is None:
        return setup
    return replace(setup, position=facts.again(str(secret_seed()) if seed is None else seed))


def next_lesson(session: Session) -> str | None:
    """What follows a lesson: another one; then chance decides."""
    seeds = lessons_again(session.game, session.setup.scenario)
    if not is_lesson(session) or not seeds:
        return None
    return next(iter(seeds if session.setup.position is None else seeds[seeds.index(session.seed) + 1 :]), None)


def swapped(session: Session) -> Begun:
    """The same set-up with other cards and dice, seen from the other side."""
    setup = replace(session.setup, seats=tuple(reversed(session.setup.seats)))
    new = begin(setup, open_why=session.open_why, own_dice=session.own_dice)
    return Begun(new, frozenset(new.humans))


def again(session: Session, setup: Setup | None = None) -> Begun:
    """The same set-up, or this one, with other cards and dice; people stay where they are."""
    mine = frozenset({OPERATOR}) if session.physical else frozenset(session.humans) or frozenset({SPECTATOR})
    if session.physical is not None:
        new = Session(session.game, session.setup, seed=secret_seed(), physical=session.physical)
        return Begun(ready(new), mine, "instant")
    seed = next_lesson(session) if setup is None else None
    wanted = dealt_anew(setup or session.setup, seed)
    new = begin(wanted, seed=seed, open_why=session.open_why, own_dice=session.own_dice)
    return Begun(new, mine)


def one(form: Mapping[str, Sequence[str]], key: str, otherwise: str) -> str:
    values = form.get(key)
    return values[-1] if values else otherwise


def int_from(text: str, otherwise: int) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 4 else otherwise


# -- files


def from_file(name: str, content: bytes, seat: Seat = 0, real: bool = False, lang: str = "") -> Begun:
    """A game from an uploaded file, by the ending of its name; raises BadRecord, BadPosition or BadSetup."""
    if own.is_position(name):
        return from_position(name, content, seat, real, lang)
    try:
        return from_record(name, content.decode("utf-8"))
    except TooMuch:
        raise
    except UnicodeDecodeError as error:
        raise BadRecord(Text("record.no_header", file=name)) from error
    except BadPosition as error:
        raise BadRecord(Text("record.bad_header", file=name, reason=error.text)) from error


def from_record(name: str, text: str) -> Begun:
    """A game from an uploaded record; raises BadRecord. Whoever has it may sit everywhere, and knows its seed."""
    record = read_text(name, text)
    known = "seed" in record.header
    if not known and "physical" not in record.header:
        record.header["seed"] = secret_seed()
    session = record.load()
    session.known_seed |= known and not session.over
    return Begun(ready(session), places(record.header))


def places(header: Mapping[str, Any]) -> frozenset[Seat]:
    """Every place a person can take."""
    if "physical" in header:
        return frozenset({OPERATOR})
    people = (seat for seat, who in enumerate(header["seats"].values()) if who == "human")
    return frozenset(people) or frozenset({SPECTATOR})


def from_position(name: str, content: bytes, seat: Seat = 0, real: bool = False, lang: str = "") -> Begun:
    """A game that begins at an uploaded position, if wanted beside a real table; raises BadPosition or BadSetup.

    With a language it has the edition that people read in it.
    """
    game, position = own.read(name, content)
    scenario = own.scenario_of(game, position)
    count = own.players_of(game, position, seat_count(game, scenario))
    automa = game.automa
    seats = tuple("human" if n == min(seat, count - 1) else automa for n in range(count))
    edition = edition_for(game, "", lang)
    setup = Setup(game.name, scenario, seats, options_in(game, edition, {}), position, edition)
    check_setup(game, setup)
    if real:
        session = companion_session(setup, dice_on_table=True, seed=secret_seed())
        return Begun(ready(session), frozenset({OPERATOR}), "instant")
    return Begun(begin(setup), frozenset({min(seat, count - 1)}))


def forked(session: Session, inputs: int, seat: Seat) -> Begun:
    """A new game that goes on from an earlier moment, with one person on this seat; raises IllegalAction.

    While a game runs, another that goes on from it has dice of its own: it would tell what comes next.
    """
    setup = session.setup
    if not 0 <= inputs <= len(session.inputs) or not 0 <= seat < len(setup.seats):
        raise IllegalAction(Text("web.error.no_moment"))
    # At a real table people stay where they are: nobody has told the program their cards.
    automa = "human" if session.physical else session.game.automa
    seats = tuple("human" if n == seat else automa if who == "human" else who for n, who in enumerate(setup.seats))
    other = session.fork(inputs, setup=replace(setup, seats=seats))
    # Written and read again, so that the inputs belong to the people of the new game.
    record = read_text("fork", Record.of(other).text())
    if session.seed is not None and not session.over:
        record.header["seed"] = secret_seed()
        record.header.pop("known_seed", None)
    mine = frozenset({OPERATOR}) if session.physical else frozenset({seat})
    return Begun(ready(record.load()), mine)
