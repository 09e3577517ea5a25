"""Before a card is played: where the tunnel leads on, what is cut off; and what an action tells about a hidden player."""

import re

import pytest

from kempelen.engine.events import brief_of
from kempelen.engine.game import Setup, say_in
from kempelen.engine.session import Session
from kempelen.engine.table import Decision
from kempelen.games.saboteur import GAME
from kempelen.games.saboteur.automa.tells import tells
from kempelen.games.saboteur.face.effects import checked
from kempelen.games.saboteur.face.preview import preview
from kempelen.games.saboteur.face.words import place_word
from kempelen.games.saboteur.rules.board import GOALS, cell
from kempelen.games.saboteur.rules.cards import CARDS, LANTERN, is_blocking, is_path
from kempelen.games.saboteur.rules.course import WHAT_NOW
from kempelen.games.saboteur.rules.events import Drew, Laid
from kempelen.games.saboteur.rules.state import SABOTEUR
from kempelen.parts.stars import stars_at_stake
from kempelen.text.say import LANGUAGES, Text, load_catalogue
from tests.games.saboteur.tables import ROW, state
from tests.marks import rule


def shown(s, notation):
    return preview(GAME.view(s, 0), 0, GAME.parse(notation))


def said(found):
    return [say_in("en").of(remark.text) for remark in found.remarks]


def test_a_path_card_shows_where_it_leads_on():
    s = state("plus", "", "", board=ROW[:3])
    found = shown(s, "lay plus 4,0")
    assert said(found)[1] == "The tunnel leads on up, right and down.", "after how far it is"
    assert len(found.arrows) == 3
    assert any("3 more cards to the middle goal" in line for line in said(found))


def test_a_dead_end_says_so():
    s = state("dead_plus", "", "", board=ROW[:3])
    assert "A dead end: the tunnel stops here." in said(shown(s, "lay dead_plus 4,0"))


def test_a_card_that_meets_a_goal_says_which_and_not_what_it_is():
    """The same preview wherever the gold lies: it is made from the view."""
    found = [
        shown(state("plus", "", "", board=ROW, goals=goals), "lay plus 7,0")
        for goals in (("stone", "gold", "stone"), ("gold", "stone", "stone"))
    ]
    assert found[0] == found[1]
    assert said(found[0])[0] == "Reaches the middle goal: it is turned up."


def test_a_rockfall_counts_what_is_cut_off():
    s = state("rockfall", "", "", board=ROW[:3])
    assert said(shown(s, "rockfall 2,0"))[0] == "1 card behind it is cut off from the start."


@pytest.mark.parametrize(
    ("notation", "seekers", "saboteurs"),
    [
        ("lay plus 4,0", True, False),
        ("lay dead_plus 4,0", False, True),
        ("map 8,0", True, False),
        ("break broken_pick 1", True, True),
        ("discard map", True, True),
        ("rockfall 2,0", False, True),
    ],
)
def test_what_an_action_tells_everybody(notation, seekers, saboteurs):
    """The authors' lists, role by role; nothing else is asked, so hands and roles make no difference."""
    told = [
        tells(GAME.view(state("", "plus", "plus", board=ROW[:3], roles=roles), 0), 1, GAME.parse(notation))
        for roles in (("gold", "stone", "sab"), ("gold", "sab", "stone"))
    ]
    assert told[0] == told[1]
    words = [say_in("en").of(step.text, "Nom") for step in told[0]]
    fits = [line for line in words if "could have done this" in line]
    assert any(line.startswith("Gold seekers") for line in fits) is seekers
    assert any(line.startswith("Saboteurs") for line in fits) is saboteurs
    assert all(step.public and step.sources for step in told[0])
    assert ("tells nothing" in words[0] or "No proof" in words[0]) is (seekers and saboteurs)
    assert ("is no saboteur" in words[0]) is (seekers and not saboteurs)
    assert ("is a saboteur" in words[0]) is (saboteurs and not seekers)


def test_what_it_lacked_for_the_lines_above():
    """A list is gone through from the top: who throws a card away held nothing for what comes before."""
    s = state("", "plus", "plus", board=ROW[:3], broken={1: ["lantern"]})
    words = [say_in("en").of(step.text, "Nom") for step in tells(GAME.view(s, 0), 1, GAME.parse("discard map"))]
    [seekers, saboteurs] = [line for line in words if line.startswith("Then it lacked")]
    assert "a card that repairs the lantern" in seekers
    assert "a map" in seekers
    assert "a map" not in saboteurs
    assert "path card" not in seekers, "with a broken tool it could lay none anyway"


@pytest.mark.parametrize(
    ("notation", "said_of_it"),
    [
        ("lay plus 4,0", "The tunnel leads on up, right and down."),
        ("lay dead_plus 4,0", "It is a blocking card: no way leads through it."),
        ("rockfall 2,0", "1 card behind it is cut off from the start."),
        ("break broken_pick 1", "Player 1 cannot lay path cards until it is mended."),
        ("map 8,0", "Player 2 has now looked at 1 of the three goals; what they are, nobody else has seen."),
        ("discard plus", "Everybody sees which card it is."),
        ("discard plus", "It is a path card that a way leads through, and all tools of player 2 are whole."),
        ("discard dead_plus", "It is a blocking path card, and all tools of player 2 are whole."),
        ("break broken_pick 1", "Player 2 holds player 1 up."),
    ],
)
def test_what_everybody_can_check_of_an_action(notation, said_of_it):
    """Equal whatever is hidden: other roles, other hands, other goals."""
    found = []
    for roles, hand, goals in (
        (("gold", "stone", "sab"), "plus", ("stone", "gold", "stone")),
        (("gold", "sab", "stone"), "map", ("gold", "stone", "stone")),
    ):
        s = state("", hand, "plus", board=ROW[:3], roles=roles, goals=goals)
        found.append(list(checked(GAME.view(s, 1), 1, GAME.parse(notation))))
    assert found[0] == found[1]
    words = [say_in("en").of(text, "Nom") for text in found[0]]
    assert said_of_it in words
    assert ("in the pile" in words[-1]) is notation.startswith("discard")


JUDGED = re.compile(
    r"sabot|seeker|sucher|\bdig|\bgr[aä]b|setback|rückschlag|suspic|verdächt|proof|beweis|\bhelp|hilft",
    re.IGNORECASE,
)
"""Words that name a role, or that weigh for or against somebody."""
CHECKED = [
    "cut_off",
    "gone",
    "stops",
    "stops_too",
    "still_broken",
    "may_lay",
    "mended",
    "open",
    "seen_by",
    "reaches",
    "distance",
    "distance_here",
    "opens",
    "dead_end",
    "joins",
    "closes",
]
"""Of `saboteur.preview`, what a why says beside `saboteur.checked`."""


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_everybody_can_check_names_no_role(lang):
    """What it may mean is a click of its own, see `automa.tells`."""
    texts = load_catalogue(lang, GAME.package).texts
    told = [
        *(key for key in texts if key.startswith("saboteur.checked.")),
        *(f"saboteur.preview.{name}" for name in CHECKED),
    ]
    assert len(told) > 30
    assert {key: texts[key] for key in told if JUDGED.search(str(texts[key]))} == {}


def test_throwing_away_a_path_card_with_a_broken_tool_is_warned_of():
    s = state("plus", "", "", board=ROW[:3], broken={0: ["lantern"]})
    found = shown(s, "discard plus")
    assert found.costly
    assert said(found)[0] == "You cannot lay it now; broken: lantern."


@pytest.mark.parametrize(
    ("hand", "broken", "mends"),
    [("plus", {}, False), ("plus", {0: ["lantern"]}, True), ("plus fixed_lantern", {0: ["lantern"]}, True)],
)
def test_throwing_away_tells_what_the_next_card_may_bring(hand, broken, mends):
    """Of all cards that this seat has not seen: those in the pile and those that others hold, which it may not tell
    apart."""
    s = state(hand, "fixed_lantern map", "", board=ROW[:3], broken=broken)
    view = GAME.view(s, 0)
    unseen = [*s.deck.bag, *s.deck.top, *s.hands[1], *s.hands[2]]
    fits = [
        card
        for card in unseen
        if (LANTERN in CARDS[card].repairs if mends else is_path(card) and not is_blocking(card))
    ]
    told = said(preview(view, 0, GAME.parse("discard plus")))[-1]
    assert told.startswith(f"{len(fits)} of the {len(unseen)} cards that lie neither open nor in your hand")
    assert ("mend" in told) is mends


def test_throwing_away_counts_the_same_whatever_others_hold():
    one, other = state("plus", "fixed_lantern map", ""), state("plus", "plus line_vert", "")
    told = [said(preview(GAME.view(s, 0), 0, GAME.parse("discard plus"))) for s in (one, other)]
    assert told[0] == told[1]


def test_a_saboteur_is_told_of_dead_ends():
    s = state("plus", "", "")
    s.roles[0] = SABOTEUR
    assert "dead end" in said(preview(GAME.view(s, 0), 0, GAME.parse("discard plus")))[-1]


@pytest.mark.parametrize(
    ("x", "y", "words"),
    [
        (1, 0, "to the right of the start"),
        (0, -1, "above the start"),
        (3, 0, "3 cards to the right of the start"),
        (3, -1, "3 right, 1 up from the start"),
        (7, -2, "right before the top goal"),
        (6, 0, "with 1 free cell up to the middle goal"),
        (6, 1, "2 cards before the goals, one row below the middle"),
        (8, 1, "between the middle goal and the bottom goal"),
        (8, -3, "above the top goal"),
        (9, 2, "behind the bottom goal"),
    ],
)
def test_places_have_words(x, y, words):
    assert say_in("en").of(place_word(cell(x, y))) == words


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_two_places_have_the_same_words(lang):
    cells = [cell(x, y) for x in range(-9, 17) for y in range(-9, 10) if (x, y) != (0, 0) and cell(x, y) not in GOALS]
    assert len({say_in(lang).of(place_word(at)) for at in cells}) == len(cells)


def test_what_was_thrown_away_face_down_is_counted_and_said_to_be():
    """Nobody knows whose those cards were: they lie neither open nor in a hand."""
    session = Session(GAME, Setup("saboteur", "commercial", ("human",) * 3), seed=4).run()
    before = len(session.view(0).deck.bag)
    thrown = next(one for one in session.unanswered[0].options if one.notation.startswith("discard"))
    session.answer(thrown, 0)
    session.run()
    assert len(session.view(0).deck.bag) == before, "one drawn, one thrown away"


def test_a_card_that_turns_up_a_stone_costs_the_star_for_none():
    """Seat 0 has looked at the middle goal, and its card reaches it."""
    s = state("plus", "", "", board=ROW, goals=("gold", "stone", "stone"), looked={0: ["8,0"]})
    found = stars_at_stake(GAME, "first", GAME.view(s, 0), Decision(0, WHAT_NOW, []), GAME.parse("lay plus 7,0"))
    assert [(star.name, share) for star, share in found] == [("stones", 1)]


def test_a_goal_that_nobody_knows_may_cost_it():
    """Gold or stone: nothing is known of either, so the view tells no more than that. Hands that an end would show are
    not gone into."""
    s = state("plus", "map rockfall", "map rockfall", board=ROW, goals=("stone", "gold", "stone"))
    decision = Decision(0, WHAT_NOW, [])
    ((star, share),) = stars_at_stake(GAME, "first", GAME.view(s, 0), decision, GAME.parse("lay plus 7,0"))
    assert star.name == "stones"
    assert 0 < share < 1


def test_no_star_is_at_stake_where_something_else_is_asked():
    s = state("plus", "", "", board=ROW, goals=("gold", "stone", "stone"), looked={0: ["8,0"]})
    other = Decision(0, Text("saboteur.prompt.nuggets"), [])
    assert not list(stars_at_stake(GAME, "first", GAME.view(s, 0), other, GAME.parse("lay plus 7,0")))


@rule("saboteur:1.4.4")
def test_gold_that_is_known_ends_the_game_and_the_preview_says_so():
    wins = "The gold lies there: the gold seekers win by it."
    s = state("plus", "", "", board=ROW, looked={0: ["8,0"]})
    assert said(shown(s, "lay plus 7,0"))[0] == wins
    for goals, looked in ((("stone", "gold", "stone"), {}), (("gold", "stone", "stone"), {0: ["8,0"]})):
        assert wins not in said(shown(state("plus", "", "", board=ROW, goals=goals, looked=looked), "lay plus 7,0"))


def test_what_others_did_side_by_side_leaves_the_place_out():
    laid = Laid(1, GAME.things.card_from("plus"), cell(4, 0), 0, 0)
    assert say_in("de").of(brief_of(laid)) == "Spieler 2 legt eine Kreuzung."
    assert brief_of(Drew(1, GAME.things.card_from("plus"))) == Drew(1, GAME.things.card_from("plus")).text
