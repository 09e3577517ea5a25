"""`kempelen campaign`: scenarios in a row, and how they stand. Every battle is a game in the store."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import click
from rich.table import Table as Grid

from kempelen.engine.errors import BadSetup
from kempelen.engine.game import Game, Setup, game_named, games
from kempelen.engine.session import Session
from kempelen.engine.setup import check_setup, edition_for, options_in
from kempelen.engine.table import SPECTATOR, Seat
from kempelen.lab.experiment import usual_seats
from kempelen.parts.campaigns import Battle, Campaign, Result, campaign_named, campaign_names, course, result_of
from kempelen.store import KeptCampaign, Store
from kempelen.terminal.ask import Screen, screen_in
from kempelen.terminal.commands.play import PACES, play, sit
from kempelen.terminal.start import (
    edition_option,
    help_on,
    lang_option,
    open_store,
    options_from,
    seats_from,
    seed_from,
)
from kempelen.terminal.talk import Sitting
from kempelen.terminal.usage import say_help
from kempelen.text.say import Field, Say, Text
from kempelen.wording import own_seat_text

__all__ = ["command"]


@click.group(help=say_help("campaign.help.command"))
def command() -> None:
    """Campaigns."""


pace_option = click.option("--pace", type=click.Choice(PACES), help=help_on("pace"))


@command.command("list", help=say_help("campaign.help.list"))
@lang_option
def listed(lang: str | None) -> int:
    screen, store = screen_in(lang), open_store()
    screen.tell("campaign.shipped", "bold")
    for game in games().values():
        for name in campaign_names(game):
            about, battles = Text(f"{game.name}.campaign.{name}"), longest(campaign_named(game, name))
            screen.tell("campaign.entry", indent=2, id=f"{game.name}/{name}", about=about, n=battles)
    screen.line()
    screen.tell("campaign.mine", "bold")
    mine = store.campaigns()
    for kept in mine:
        about = Text(f"{kept.header['game']}.campaign.{kept.header['campaign']}")
        fought = sum(battle.result is not None for battle in kept.battles)
        screen.tell("campaign.entry_of_mine", indent=2, id=kept.id, about=about, n=fought)
    screen.tell("campaign.begin" if mine else "campaign.nothing", indent=0 if mine else 2)
    return 0


@command.command("start", help=say_help("campaign.help.start"))
@click.argument("name")
@click.option("--humans", metavar="SEAT", help=say_help("campaign.help.humans"))
@click.option("--bot", metavar="NAME", help=help_on("bot"))
@click.option("--option", "options", multiple=True, metavar="ID=VALUE", help=help_on("option"))
@edition_option
@click.option("--seed", metavar="SEED", help=help_on("seed"))
@pace_option
@lang_option
def start(
    name: str,
    humans: str | None,
    bot: str | None,
    options: tuple[str, ...],
    edition: str,
    seed: str | None,
    pace: str | None,
    lang: str | None,
) -> int:
    screen, store = screen_in(lang), open_store()
    game, campaign = named(name)
    first = campaign.battles[0].scenario
    edition = edition_for(game, edition, screen.say.lang)
    automa, chosen = bot or game.automa, options_in(game, edition, options_from(options))
    setup = Setup(game.name, first, (automa,) * usual_seats(game, first), chosen)
    check_setup(game, setup)
    people = seats_from(game, setup, humans)
    seats = ["human" if seat in people else automa for seat in range(len(setup.seats))]
    header = {"game": game.name, "campaign": campaign.name, "seats": seats, "options": chosen, "edition": edition}
    id = store.add_campaign(header)
    screen.line(screen.say(f"{game.name}.campaign.{campaign.name}"), "bold")
    screen.tell(f"{game.name}.campaign_briefing.{campaign.name}")
    screen.tell("campaign.begun", id=id)
    screen.line()
    return go_on(screen, store, Standing.of(store, store.campaign(id)), pace, seed)


@command.command("play", help=say_help("campaign.help.play"))
@click.argument("id", required=False)
@click.option("--again", is_flag=True, help=say_help("campaign.help.again"))
@pace_option
@lang_option
def played(id: str | None, again: bool, pace: str | None, lang: str | None) -> int:
    screen, store = screen_in(lang), open_store()
    standing = wanted(store, id)
    if standing.next is None:
        raise BadSetup(Text("campaign.is_over", id=standing.id, name=standing.campaign.name))
    if again and not standing.running:
        raise BadSetup(Text("campaign.not_running", id=standing.id))
    return go_on(screen, store, standing, pace, None, again=again)


@command.command("show", help=say_help("campaign.help.show"))
@click.argument("id", required=False)
@lang_option
def shown(id: str | None, lang: str | None) -> int:
    screen, store = screen_in(lang), open_store()
    show(screen, wanted(store, id, over=True))
    return 0


# -- which one, and how it stands


def named(given: str) -> tuple[Game[Any], Campaign]:
    """A campaign that is shipped: NAME, or GAME/NAME; raises BadSetup."""
    wanted, _, name = given.rpartition("/")
    among = [game_named(wanted)] if wanted else list(games().values())
    fitting = [game for game in among if name in campaign_names(game)]
    if len(fitting) == 1:
        return fitting[0], campaign_named(fitting[0], name)
    known = [f"{game.name}/{campaign}" for game in fitting or games().values() for campaign in campaign_names(game)]
    if fitting:
        raise BadSetup(Text("campaign.several", name=name, known=[entry for entry in known if entry.endswith(name)]))
    raise BadSetup(Text("campaign.unknown", name=given, known=known))


@dataclass(frozen=True, slots=True)
class Standing:
    """A campaign of the user's, as far as it has come."""

    id: str
    game: Game[Any]
    campaign: Campaign
    seats: tuple[str, ...]
    options: dict[str, str]
    edition: str
    results: tuple[Result, ...]
    running: str
    """The game of the battle that is under way; empty if none is."""

    @property
    def next(self) -> Battle | None:
        """The battle that is under way or comes next; None when the campaign is over."""
        return course(self.campaign, self.game.speech.seat_names(self.setup(self.campaign.battles[0])), self.results)

    def setup(self, battle: Battle) -> Setup:
        return Setup(self.game.name, battle.scenario, self.seats, self.options, None, self.edition)

    @classmethod
    def of(cls, store: Store, kept: KeptCampaign) -> Standing:
        """What is on disk; a battle that has ended elsewhere in the meantime is taken into account."""
        header = kept.header
        game = game_named(header["game"])
        standing = cls(
            kept.id,
            game,
            campaign_named(game, header["campaign"]),
            tuple(header["seats"]),
            dict(header["options"]),
            header.get("edition", ""),
            (),
            "",
        )
        for n, battle in enumerate(kept.battles):
            fought = standing.next
            assert fought is not None
            result = battle.result
            if result is None:
                session = store.record(battle.game).load()
                if session.humans:  # what only bots play is not played on by looking at it
                    session.run()
                if session.outcome is None:
                    return standing.with_game(battle.game)
                result = result_of(game, fought.scenario, session.state, session.outcome).data()
                store.set_battle(kept.id, n, battle.game, result)
            standing = standing.with_result(Result.read(fought.scenario, result))
        return standing

    def with_result(self, result: Result) -> Standing:
        return replace(self, results=(*self.results, result), running="")

    def with_game(self, game: str) -> Standing:
        return replace(self, running=game)


def wanted(store: Store, id: str | None, *, over: bool = False) -> Standing:
    """The campaign with this id, or the last one played; raises a PlayerError."""
    if id is not None:
        return Standing.of(store, store.campaign(id))
    for kept in store.campaigns():
        standing = Standing.of(store, kept)
        if over or standing.next is not None:
            return standing
    raise BadSetup(Text("campaign.none"))


# -- playing


def go_on(
    screen: Screen, store: Store, standing: Standing, pace: str | None, seed: str | None, *, again: bool = False
) -> int:
    """Play the battle that is under way, or the next."""
    battle = standing.next
    assert battle is not None
    n, resumed = len(standing.results), bool(standing.running) and not again
    if resumed:
        session, id = store.record(standing.running).load(), standing.running
        store.keep(session, id)
    else:
        session = Session(standing.game, standing.setup(battle), seed=seed_from(seed))
        session.advance()
        id = store.keep(session)
        store.set_battle(standing.id, n, id)
    screen.tell("campaign.battle", "bold", n=n + 1, title=title(standing.game, battle.scenario, screen.say))
    sitting = Sitting(screen, session, store, id, "play", SPECTATOR, SPECTATOR)
    if len(session.humans) == 1:
        sitting.reader = min(session.humans)
    status = sit(sitting, lambda: play(sitting, pace or ("auto" if screen.watched else "instant"), resumed))
    screen.line()
    show(screen, Standing.of(store, store.campaign(standing.id)))
    return status


def title(game: Game[Any], scenario: str, say: Say) -> str:
    key = f"{game.name}.scenario.{scenario}"
    return say(key) if say.has(key) else scenario


# -- showing


def show(screen: Screen, standing: Standing) -> None:
    """Every battle so far, and the score."""
    say, game, campaigns = screen.say, standing.game, standing.game.campaigns
    assert campaigns is not None
    setup = standing.setup(standing.campaign.battles[0])
    screen.line(f"{standing.id}   {say(f'{game.name}.campaign.{standing.campaign.name}')}", "bold")
    people = [seat_word(game, setup, seat, say) for seat, who in enumerate(standing.seats) if who == "human"]
    if people:
        screen.tell("campaign.you", seat=people)
    screen.line()
    screen.show(battles(standing, setup, say))
    screen.line()
    for line in campaigns.lines(standing.results):
        screen.line(say.of(line))
    if standing.next is not None:
        screen.line()
        screen.tell("campaign.go_on")
        screen.line(f"kempelen campaign play {standing.id}", "cyan", indent=2)
        return
    scores = campaigns.scores(standing.results, len(standing.seats))
    best = [seat for seat, score in enumerate(scores) if score == max(scores)]
    screen.tell("campaign.over", "bold")
    if len(best) == 1:
        screen.tell("campaign.winner", "bold", seat=seat_word(game, setup, best[0], say))
    else:
        screen.tell("campaign.no_winner", "bold")


def battles(standing: Standing, setup: Setup, say: Say) -> Grid:
    grid = Grid(box=None, show_edge=False, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
    for n, result in enumerate(standing.results, 1):
        winners: Sequence[Field] = [seat_word(standing.game, setup, seat, say) for seat in result.winners]
        ended = say("campaign.won_by", seat=winners) if winners else say("campaign.draw")
        grid.add_row(str(n), title(standing.game, result.scenario, say), ended)
    if standing.next is not None:
        key = "campaign.running" if standing.running else "campaign.next"
        number = str(len(standing.results) + 1)
        grid.add_row(number, title(standing.game, standing.next.scenario, say), say(key), style="bold")
    return grid


def seat_word(game: Game[Any], setup: Setup, seat: Seat, say: Say) -> Field:
    """The game's word for a seat, or its name."""
    return own_seat_text(game, setup, seat, say) or Text(
        "terminal.seat.human", name=game.speech.seat_names(setup)[seat]
    )


def longest(campaign: Campaign) -> int:
    """So many battles it has at most."""
    ways: dict[str, int] = {}
    for place in range(len(campaign.battles) - 1, -1, -1):
        battle = campaign.battles[place]
        after = [campaign.after(battle, winner) for winner in ("", *battle.next)]
        ways[battle.scenario] = 1 + max(ways[later.scenario] if later is not None else 0 for later in after)
    return ways[campaign.battles[0].scenario]
