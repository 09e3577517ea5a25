"""What people type in the words of their language is understood, in every game, and refused where it is unclear."""

import re
from contextlib import suppress
from itertools import islice
from pathlib import Path

import pytest

from kempelen.contract.playing import decisions_of
from kempelen.engine.errors import BadNotation, PlayerError
from kempelen.engine.game import Setup, game_named, say_in
from kempelen.engine.notation import is_readable, read_action, read_value, typed_as
from kempelen.engine.table import Decision
from kempelen.text.say import LANGUAGES, Text
from kempelen.text.typed import Typed, folded

DOCS = Path(__file__).parents[1] / "docs" / "de"
TABLES = [
    *(("saboteur", scenario, 3, 60) for scenario in ("first", "tu", "commercial")),
    *(("tactics", scenario, 1, 150) for scenario in ("kraken", "tyrant", "first")),
    ("tactics", "versus", 2, 150),
    *(("undaunted", scenario, 2, 150) for scenario in ("first", "hedges", "orchard", "mortars", "platoon")),
    *(("universalis", scenario, 2, 40) for scenario in ("first", "border_post", "factory")),
]
"""Game, scenario, players, and at how many decisions of a random game the choices are typed."""
FEW = 12
"""So many choices of one decision."""


def some(options):
    """A few, all over the list, and one of every kind."""
    kinds = {(type(option), option.notation.split()[-1][:3]): option for option in options}
    return [*options[:: max(1, len(options) // FEW)], *islice(kinds.values(), FEW)]


def decision_of(name, *notations):
    game = game_named(name)
    options = [game.parse(notation) for notation in notations]
    return game, Decision(0, Text(f"{name}.prompt.x"), options, None)


def reading(name, typed, *offered):
    game, decision = decision_of(name, *offered)
    return read_action(game, decision, None, typed).notation


@pytest.mark.parametrize(("name", "scenario", "players", "many"), TABLES)
def test_whatever_may_be_done_is_understood_as_it_is_written_in_german(name, scenario, players, many):
    game, say = game_named(name), say_in("de")
    setup = Setup(name, scenario, ("random",) * players)
    tried, english = 0, set()
    for decision in islice(decisions_of(game, setup, 3), many):
        if decision.kind != "do":
            continue
        for option in some(decision.options):
            typed = typed_as(game, say, option)
            for variant in (typed, folded(typed) if name != "universalis" else typed.lower()):
                assert read_action(game, decision, None, variant) == option, (variant, option.notation)
            tried += 1
            if typed == option.notation and re.search("[a-z]{3}", typed):
                english.add(typed)
    assert tried > 100
    assert not english
    assert typed_as(game, say_in("en"), option) == option.notation


@pytest.mark.parametrize(
    ("name", "typed", "meant"),
    [
        ("saboteur", "lege kreuzung 1,0", "lay plus 1,0"),
        ("saboteur", "Lege die Kurve nach oben auf 3,-1 gedreht", "lay curve_up 3,-1 r180"),
        ("saboteur", "LEGE KURVE-NACH-OBEN 3,-1", "lay curve_up 3,-1"),
        ("saboteur", "abwerfen schatzkarte", "discard map"),
        ("saboteur", "wirf die Schatzkarte ab", "discard map"),
        ("saboteur", "sperre Sperrkarte „Laterne“ Spieler 2", "break broken_lantern 2"),
        ("saboteur", "sperre laterne 2", "break broken_lantern 2"),
        ("saboteur", "repariere laterne 2 laterne", "repair fixed_pick_lantern 2 lantern"),
        ("saboteur", "Steinschlag auf 3,0", "rockfall 3,0"),
        ("saboteur", "Schatzkarte 8,-2", "map 8,-2"),
        ("saboteur", "lay crossing 1,0", "lay plus 1,0"),
        ("undaunted", "späher-A erkunden A2 A3", "scout-A scout A2 A3"),
        ("undaunted", "Spaeher A erkunden a2", "scout-A scout A2"),
        ("undaunted", "schuetze-a bewegen a2", "rifleman-A move A2"),
        ("undaunted", "bewege Schütze A nach A2", "rifleman-A move A2"),
        ("undaunted", "Schütze bewegen A2", "rifleman-A move A2"),
        ("undaunted", "MG-Schütze B niederhalten Späher C", "mg-B suppress scout-C"),
        ("undaunted", "Feldwebel leiten MG-Schütze A C2", "guide guide mg-A C2"),
        ("undaunted", "Scharfschütze versteckt halten", "sniper hunker_down"),
        ("undaunted", "biete Unklare Lage", "bid fog"),
        ("undaunted", "ende", "end"),
        ("tactics", "ziehe 2,3", "move 2,3"),
        ("tactics", "Zieh nach C4", "move 2,3"),
        ("tactics", "greife den Kraken an", "attack kraken"),
        ("tactics", "greif Fangarm 2 an", "attack tentacle2"),
        ("tactics", "angreifen fangarm2", "attack tentacle2"),
        ("tactics", "gib Milizionär auf", "give up militia"),
        ("tactics", "spiele Salve auf Sirene", "play volley siren"),
        ("tactics", "kaufe koenig", "buy king"),
        ("tactics", "volle Aktion", "full"),
        ("tactics", "fertig", "done"),
        ("universalis", "A1 verwegen angreifen B2 Säbel", "A1 reckless B2 sabre"),
        ("universalis", "A1 Verteidigen", "A1 defend"),
        ("universalis", "aufgeben", "surrender"),
    ],
)
def test_what_people_say(name, typed, meant):
    assert reading(name, typed, meant) == meant


def test_nobodys_card_is_taken_for_another():
    """Two that are both there: what may mean either is refused, and both are named, in the reader's words."""
    with pytest.raises(BadNotation) as refused:
        reading("saboteur", "lege kurve 1,0", "lay curve_up 1,0", "lay curve_down 1,0", "discard map")
    assert say_in("de").of(refused.value.text) == (
        "„lege kurve 1,0“ kann mehreres heißen: eine Kurve nach oben rechts vom Start legen oder eine Kurve nach "
        "unten rechts vom Start legen. Schreib es genauer."
    )
    assert reading("saboteur", "lege kurve 1,0", "lay curve_up 1,0", "discard map") == "lay curve_up 1,0"
    with pytest.raises(BadNotation) as refused:
        reading("undaunted", "Späher erkunden A2", "scout-A scout A2", "scout-B scout A2")
    assert "scout" not in say_in("de").of(refused.value.text)
    both = ("rifleman-A move A2", "mg-A move A2")
    for typed, meant in (("Schütze", "rifleman-A"), ("MG", "mg-A"), ("MG-Schütze", "mg-A"), ("mg schuetze", "mg-A")):
        assert reading("undaunted", f"{typed} bewegen A2", *both) == f"{meant} move A2", "an MG-Schütze is no Schütze"


@pytest.mark.parametrize(
    ("name", "typed", "said"),
    [
        ("saboteur", "lege foo 1,0", "„lege foo 1,0“: „foo“ ist keine Karte, die hier stehen kann."),
        ("undaunted", "Schütze A anpirschen A2", "Der Schütze A kann das nicht. Möglich: BEWEGEN, ANGRIFF"),
        ("undaunted", "Schütze A bewegen", ""),
        ("undaunted", "Schütze A angreifen", "Schreib es so: „Schütze A angreifen MG-Schütze B“."),
        ("tactics", "ziehe foo", "„ziehe foo“: „foo“ ist kein Feld."),
    ],
)
def test_what_is_wrong_is_said_of_what_was_typed(name, typed, said):
    game, decision = decision_of(name, {"saboteur": "pass", "tactics": "end", "undaunted": "end"}[name])
    if not said:
        assert is_readable(game, decision, typed)
        return
    with pytest.raises(BadNotation) as refused:
        read_action(game, decision, None, typed)
    assert said in say_in("de").of(refused.value.text)


def test_a_tile_is_written_as_the_edges_of_the_board_name_it():
    game, say = game_named("tactics"), say_in("de")
    assert typed_as(game, say, game.parse("move 3,4")) == "ziehe D5"
    assert typed_as(game, say, game.parse("play militia 2,6")) == "spiele Milizionär C7"


@pytest.mark.parametrize("name", ["saboteur", "tactics", "undaunted"])
def test_the_examples_in_what_is_said_of_a_bad_action_can_be_typed(name):
    """In German they hold no word of the notation that a German player does not know."""
    game = game_named(name)
    for reason in ("unknown", "form"):
        if not say_in("de").has(f"{name}.notation.{reason}"):
            continue
        examples = re.findall("„([^“]+)“", say_in("de")(f"{name}.notation.{reason}"))
        assert len(examples) >= 3
        for example in examples:
            assert is_readable(game, decision_of(name)[1], example), example
            with pytest.raises(PlayerError):
                game.parse(example)


@pytest.mark.parametrize(("name", "page", "least"), [("saboteur", "spielen", 8), ("tactics", "tactics-anleitung", 9)])
def test_the_german_guides_teach_words_that_are_understood(name, page, least):
    """And where a table says how a record writes it, that is what is meant."""
    game = game_named(name)
    text = (DOCS / f"{page}.md").read_text("utf-8")
    table = text[text.index("\n| Getippt") :].split("\n\n")[0]
    rows = [row.split("|")[1:-1] for row in table.splitlines()[3:]]
    typed = [
        (example, row[2].strip(" `") if len(row) > 2 else "")
        for row in rows
        for example in re.findall("`(.+?)`", row[0])
    ]
    assert len(typed) >= least
    for example, written in typed:
        lines = []
        for line in game.speech.typed.meanings(example):
            with suppress(BadNotation):
                lines.append(game.parse(line).notation)
        assert lines, example
        assert not written or lines == [written]


@pytest.mark.parametrize("name", ["saboteur", "tactics", "undaunted", "universalis"])
def test_a_line_as_long_as_a_form_is_refused_without_looking_for_names_in_it(name, monkeypatch):
    """Every piece of it would be looked for in every catalogue while all other tables wait."""
    game, looked = game_named(name), []
    longest = Typed._longest
    monkeypatch.setattr(Typed, "_longest", lambda *given: looked.append(1) or longest(*given))
    decision = decision_of(name)[1]
    for word in ("ab", "\u00e4", "a1", next(iter(game.speech.typed.little))):
        assert not is_readable(game, decision, f"{word} " * 100_000)
    assert not looked


def test_a_card_of_a_real_table_is_named_in_words():
    game = game_named("undaunted")
    decision = Decision(0, Text("x"), ["scout-A", "rifleman-B"], None, kind="draw")
    assert read_value(decision, "Schütze B", game.speech.typed) == "rifleman-B"
    with pytest.raises(BadNotation) as refused:
        read_value(decision, "foo", game.speech.typed)
    assert say_in("de").of(refused.value.text) == "„foo“ geht hier nicht. Möglich: Späher A und Schütze B."
    assert (
        say_in("en").of(refused.value.text) == "“foo” is not possible here. Give one of these: Scout A and Rifleman B."
    )


@pytest.mark.parametrize("name", ["saboteur", "tactics", "undaunted", "universalis"])
def test_every_word_of_a_notation_has_a_word_and_none_is_a_command_of_the_terminal(name):
    say, game = say_in("de"), game_named(name)
    commands = {
        folded(say(f"terminal.word.{word}")) for word in ("help", "why", "undo", "board", "log", "rules", "save")
    }
    for lang in LANGUAGES:
        words = {folded(phrase) for phrase in game.speech.typed._verbs}
        assert words
        assert not words & commands, lang
