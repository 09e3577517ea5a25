"""What has happened is told to whoever did it, or whom it befell: "Du legst", "your Scout", never "Player 1" to himself."""

import re
from collections.abc import Iterator
from dataclasses import fields, replace

import pytest

from kempelen import contract
from kempelen.engine.events import Happening, Worded
from kempelen.engine.game import games, say_in
from kempelen.engine.seats import seat_words
from kempelen.games.saboteur.face.words import seat_word
from kempelen.games.saboteur.rules import events as saboteur
from kempelen.games.saboteur.rules.board import cell
from kempelen.games.saboteur.rules.cards import BY_NAME as CARDS
from kempelen.games.saboteur.rules.cards import PICK
from kempelen.games.saboteur.rules.state import GOLD_SEEKER
from kempelen.games.saboteur.rules.state import SABOTEUR as A_SABOTEUR
from kempelen.games.tactics.rules import events as tactics
from kempelen.games.undaunted.rules import events as undaunted
from kempelen.games.undaunted.rules.cards import BY_NAME as UNITS
from kempelen.games.universalis.rules import events as universalis
from kempelen.text.compare import cases_of, turns_to
from kempelen.text.say import LANGUAGES, Hole, Text, load_catalogue

SAME_VERB = {"saboteur.event.passed": {"de"}}
"""Keys whose verb is the same for both: er passt, du passt."""
SEATED = ("winner", "loser", "other")
"""Fields that are a seat by a word of the event's own."""


def events(base: type[Happening] = Happening) -> Iterator[type[Happening]]:
    for kind in base.__subclasses__():
        if kind.__module__.startswith("kempelen.games."):
            yield kind
        yield from events(kind)


def seats_in(kind: type[Happening]) -> set[str]:
    """The placeholders that a seat stands in."""
    named = {one.name for one in fields(kind) if str(one.type) in ("Seat", "Seat | None")}
    return {wording.name for name, wording in kind._said if name in named} | set(SEATED)


def spoken_keys() -> Iterator[tuple[str, str]]:
    """Every text of every event, with each placeholder of a seat that stands in it."""
    for kind in events():
        package = ".".join(kind.__module__.split(".")[:3])
        texts = load_catalogue("en", package).texts
        for id in kind.ids():
            pattern = "[^.]+".join(map(re.escape, re.split(r"\{\w+\}", id)))
            for key in texts:
                if re.fullmatch(pattern, key):
                    yield from ((key, name) for name in seats_in(kind))


NAMED = sorted(
    {
        (key, name)
        for key, name in spoken_keys()
        if any(
            isinstance(part, Hole) and part.name == name
            for part in load_catalogue("en", f"kempelen.games.{key.partition('.')[0]}").texts[key]["nom"]
        )
    }
)


def test_every_game_names_seats():
    assert {key.partition(".")[0] for key, _ in NAMED} == set(games())
    assert len(NAMED) > 60


@pytest.mark.parametrize(("key", "name"), NAMED, ids=lambda one: one)
def test_a_sentence_has_its_verb_for_whoever_reads_it(key, name):
    """A subject in every language needs another verb in each; a German genitive needs "dein"."""
    texts = {
        lang: load_catalogue(lang, f"kempelen.games.{key.partition('.')[0]}").texts[key]["nom"] for lang in LANGUAGES
    }
    if all("nom" in cases_of(text, name) for text in texts.values()):
        cold = {lang for lang, text in texts.items() if not turns_to(text, name)}
        assert cold == SAME_VERB.get(key, set())
    assert "gen" not in cases_of(texts["de"], name)


CART, SCOUT, RIFLEMAN = CARDS["broken_mine_cart"], UNITS["scout-A"], UNITS["rifleman-B"]
LAID = saboteur.Laid(0, CARDS["plus"], cell(1, 0), 0, 2).short
MENDED = saboteur.Repaired(1, CARDS["fixed_pick"], 0, PICK, 0).text
GOLD = saboteur.Ended("gold", (0, 2), (GOLD_SEEKER, A_SABOTEUR, GOLD_SEEKER)).text
FIRED = undaunted.Fired(1, RIFLEMAN, "attack", 0, SCOUT, 5, (9,), True, 0).short
PINNED = undaunted.Ended("pinned", (1,)).text
SAID = [
    ("saboteur", 0, LAID, "You lay a crossing to the right of the start.", "Du legst eine Kreuzung rechts vom Start."),
    (
        "saboteur",
        1,
        LAID,
        "Player 1 lays a crossing to the right of the start.",
        "Spieler 1 legt eine Kreuzung rechts vom Start.",
    ),
    (
        "saboteur",
        0,
        saboteur.Broke(1, CART, 0, 0).text,
        "Player 2 breaks your mine cart.",
        "Spieler 2 macht dir die Lore kaputt.",
    ),
    (
        "saboteur",
        1,
        saboteur.Broke(1, CART, 0, 2).text,
        "You play a “broken mine cart” card on player 1.",
        "Du spielst eine Sperrkarte „Lore“ gegen Spieler 1.",
    ),
    ("saboteur", 0, MENDED, "Player 2 repairs your pick.", "Spieler 2 repariert dir die Spitzhacke."),
    ("saboteur", 1, MENDED, "You repair player 1's pick.", "Du reparierst die Spitzhacke von Spieler 1."),
    (
        "saboteur",
        0,
        saboteur.Repaired(0, CARDS["fixed_pick"], 0, PICK, 0).text,
        "You repair your pick.",
        "Du reparierst deine Spitzhacke.",
    ),
    (
        "saboteur",
        0,
        GOLD,
        "The gold is reached: a win for the gold seekers. Winners: you and player 3. "
        "You were a gold seeker, player 2 was a saboteur and player 3 was a gold seeker.",
        "Das Gold ist erreicht, die Goldsucher gewinnen. Sieger: du und Spieler 3. "
        "Du warst Goldsucher, Spieler 2 war Saboteur und Spieler 3 war Goldsucher.",
    ),
    ("undaunted", 0, FIRED, "Rifleman B (DE) hits your Scout A.", "Der Schütze B (DE) trifft deinen Späher A."),
    ("undaunted", 1, FIRED, "Your Rifleman B hits Scout A (US).", "Dein Schütze B trifft den Späher A (US)."),
    (
        "undaunted",
        1,
        undaunted.Concealed(0).text,
        "The US side conceals: you get a Fog of War.",
        "Die US-Seite verschleiert: Du bekommst eine Unklare Lage.",
    ),
    (
        "undaunted",
        0,
        undaunted.Blasted(0, "C2").text,
        "Your Mortar fires at C2.",
        "Dein Granatwerfer feuert auf C2.",
    ),
    (
        "undaunted",
        0,
        PINNED,
        "You have no Rifleman left on the board: the German side wins.",
        "Du hast keinen Schützen mehr auf dem Plan: Die deutsche Seite gewinnt.",
    ),
    (
        "undaunted",
        1,
        PINNED,
        "The US side has no Rifleman left on the board: you win.",
        "Die US-Seite hat keinen Schützen mehr auf dem Plan: Du gewinnst.",
    ),
    ("tactics", 0, tactics.Bought(0, "archer").text, "You buy an archer.", "Du kaufst einen Bogenschützen."),
    (
        "universalis",
        0,
        universalis.Ended("mission", (0,)).text,
        "The mission is accomplished. You have won.",
        "Die Mission ist erfüllt. Du hast gewonnen.",
    ),
    (
        "universalis",
        0,
        universalis.WonDeployment(0).text,
        "You mark the deployment zone and deploy first.",
        "Du markierst die Aufstellungszone und stellst zuerst auf.",
    ),
]


@pytest.mark.parametrize(("name", "seat", "text", "en", "de"), SAID)
def test_some_sentences(name, seat, text, en, de):
    game = games()[name]
    words = seat_words(game, contract.default_setup(game, game.automa), seat)
    assert [say_in(lang).to(words).of(text) for lang in LANGUAGES] == [en, de]


# -- the check of the contract


class Cold(saboteur.Event, says="saboteur.correct.score", words={"seat": Worded("who", seat_word)}):
    """It says a text of the game that speaks of a seat, but never to it."""

    seat: int


def test_a_subject_without_its_own_verb_is_found():
    game = games()["saboteur"]

    def step(state, table):
        table.tell(Cold, 0)
        game.step(state, table)

    planted = replace(game, step=step)
    problems = contract.sentences_speak_to_their_reader(planted, contract.default_setup(game, game.automa), 0)
    assert problems == [Text("contract.not_spoken_to", text="saboteur.correct.score", field="who")]
    assert contract.sentences_speak_to_their_reader(game, contract.default_setup(game, game.automa), 0) == []
