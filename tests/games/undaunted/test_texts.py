"""What Undaunted says, written out in both languages."""

from __future__ import annotations

from typing import Any

import pytest

from kempelen.engine.dice import TapeDice
from kempelen.engine.errors import PlayerError
from kempelen.engine.events import weight_of
from kempelen.engine.game import Setup, say_in
from kempelen.engine.table import HIDDEN, DirectTable
from kempelen.games.undaunted import GAME
from kempelen.games.undaunted.rules import actions, events
from kempelen.games.undaunted.rules.cards import BY_NAME, CARDS, LEADERS, UNITS
from kempelen.text.say import LANGUAGES, Text
from tests.wordings import sentence, written

RIFLEMAN, SCOUT = BY_NAME["rifleman-A"], BY_NAME["scout-B"]

EVERY_EVENT = [
    events.RoundBegan(3),
    *(events.Drew(0, card) for card in (*CARDS, HIDDEN)),
    events.Reshuffled(1),
    events.InitiativeKept(0),
    events.InitiativeRolled(1, 7),
    *(events.Bidden(0, card, 5) for card in CARDS),
    events.InitiativeWon(1, False, 8, 5),
    events.InitiativeWon(0, True, 6, 6),
    *(events.Placed(seat, unit, "A1") for seat in (0, 1) for unit in UNITS),
    events.Readied(0, RIFLEMAN),
    *(events.Moved(0, unit, how, ("A1", "A2")) for unit in UNITS for how in ("move", "scout", "stalk")),
    events.Moved(0, SCOUT, "scout", ("A1", "A2", "B2")),
    events.Moved(0, SCOUT, "scout", ("A1",)),
    *(events.FogTaken(1, n) for n in (1, 2)),
    *(
        events.Fired(0, RIFLEMAN, how, 1, SCOUT, 8, dice, hit)
        for how in ("attack", "suppress", "blast")
        for dice in ((3,), (1, 2, 9))
        for hit in (True, False)
    ),
    events.Blasted(0, "B2"),
    *(events.Lost(1, RIFLEMAN, where) for where in ("hand", "discard", "deck")),
    events.Removed(0, SCOUT, "A1"),
    events.Suppressed(1, SCOUT),
    *(
        events.Controlled(seat, "B2", points, raised)
        for seat in (0, 1)
        for points in (0, 1, 3)
        for raised in (True, False)
    ),
    *(events.Bolstered(0, card, n) for card in CARDS for n in (1, 3)),
    *(events.Inspired(1, card) for card in CARDS),
    events.Guided(0, SCOUT, "A1", "A2"),
    events.Concealed(0),
    events.Reconnoitred(1),
    events.Targeted(0, "D4"),
    events.MarkerLifted(1),
    *(events.Hunkered(0, card) for card in CARDS),
    events.TurnEnded(1),
    *(
        events.Ended(reason, winners)
        for reason, winners in (
            ("points", (0,)),
            ("pinned", (1,)),
            ("both_pinned", (0,)),
            ("hopeless", (1,)),
            ("time", (0,)),
            ("capped", ()),
        )
    ),
]

EVERY_ACTION: list[Any] = [
    *actions.BIDS,
    *(actions.Go(SCOUT, how, path) for how in ("move", "scout", "stalk") for path in ((), ("A1",), ("A1", "B1"))),
    *(actions.Attack(RIFLEMAN, how, unit, seat) for how in ("attack", "suppress") for unit in UNITS for seat in (0, 1)),
    *(plain for plains in actions.PLAINS.values() for plain in plains),
    actions.Target(BY_NAME["mortar"], "D4"),
    *(actions.Bolster(LEADERS[0], n, card) for n in (1, 2) for card in CARDS),
    *(actions.Take(n, card) for n in (1, 2) for card in CARDS),
    *actions.COMMANDS,
    *(inspire for leader in actions.INSPIRES for inspire in leader),
    actions.Guide(BY_NAME["guide"], SCOUT, "A1"),
    actions.END,
    actions.ENOUGH,
]


@pytest.mark.parametrize("event", EVERY_EVENT, ids=repr)
def test_every_event_is_a_sentence(event):
    sentence(event.text)


def test_every_action_is_a_phrase():
    for action in EVERY_ACTION:
        for words in written(action.text):
            assert not words.endswith("."), words


@pytest.mark.parametrize("scenario", GAME.scenarios)
@pytest.mark.parametrize("options", [{}, {id: list(GAME.rulings[id].values)[-1] for id in GAME.rulings.defaults}])
def test_games_and_their_whys_can_be_read(scenario, options):
    whys: set[Text] = set()
    told: set[Text] = set()
    for seed in range(2):
        table = DirectTable(
            GAME,
            [GAME.bots["solitaire"](), GAME.bots["scripted"]()],
            TapeDice(seed),
            listener=lambda event: told.add(event.text),
            on_choice=lambda seat, choice: whys.update(step.text for step in choice.trace or ()),
            tracing=True,
        )
        s = table.state = GAME.new(Setup("undaunted", scenario, ("solitaire", "scripted"), options), table)
        while GAME.outcome(s) is None:
            GAME.step(s, table)
    for text in told:
        sentence(text)
    for text in whys:
        written(text)


def test_some_sentences():
    assert sentence(events.Fired(0, RIFLEMAN, "attack", 1, BY_NAME["mg-B"], 8, (3,), False).text) == [
        "Rifleman A (US): ATTACK against Machine Gunner B (DE), defence 8, dice 3. Miss.",
        "Der Schütze A (US): ANGRIFF gegen den MG-Schützen B (DE), Verteidigung 8, Würfel 3. Daneben.",
    ]
    assert written(actions.Bolster(LEADERS[1], 2, RIFLEMAN).text) == [
        "play Squad Leader B: BOLSTER, take 2 cards: Rifleman A",
        "den Gruppenführer B spielen: VERSTÄRKEN, 2 Karten nehmen: Schütze A",
    ]


@pytest.mark.parametrize(
    "notation",
    [
        "",
        "dance",
        "bid dragon",
        "rifleman-A fly B2",
        "rifleman-A attack guide",
        "sergeant bolster 7 scout-A",
        "mortar target",
        "sergeant ready",
    ],
)
def test_bad_notations_are_explained(notation):
    with pytest.raises(PlayerError, match=r"undaunted\.notation") as error:
        GAME.parse(notation)
    sentence(error.value.text)


@pytest.mark.parametrize("ruling", GAME.rulings.values(), ids=lambda ruling: ruling.id)
def test_every_ruling_is_worded_in_every_language(ruling):
    for wording in (ruling.question, ruling.reading, ruling.grounds):
        assert set(wording) == set(LANGUAGES)
        assert all(text.endswith((".", "?")) for text in wording.values())
    for wording in ruling.values.values():
        assert all(text and not text.endswith(".") for text in wording.values())


def test_every_reading_of_the_digest_is_there():
    assert {f"Q{n:02}" for n in range(1, 70)} <= set(GAME.rulings)
    assert {"Q02", "Q11", "Q16", "Q22", "Q26", "Q35", "Q46", "Q49", "Q51"} <= set(GAME.rulings.defaults)
    assert len(GAME.rulebook.rules) == 40


def test_who_begins_a_round_is_told_with_the_numbers():
    """After a bid it is what a reader has to know: the bid itself is told beside it."""
    for lang in LANGUAGES:
        told = say_in(lang).of(events.InitiativeWon(1, False, 8, 5).text)
        assert "8" in told
        assert "5" in told
    assert weight_of(events.InitiativeWon(1, False, 8, 5)) > weight_of(events.Bidden(0, 1, 5))


def test_no_english_card_breaks_its_name_within_a_word():
    say = say_in("en")
    captions = [say(f"undaunted.caption.{kind}") for kind in ("rifleman", "scout", "mg", "sniper", "mortar", "leader")]
    assert not [caption for caption in captions if "-\n" in caption]
