"""Small parts of the companion's page: what is cut out of a board, what is told together, what is left out."""

import re
from dataclasses import replace
from types import SimpleNamespace

import pytest
from markupsafe import Markup

from kempelen.companion import companion_session, facts_in
from kempelen.engine.errors import BadPosition
from kempelen.engine.game import game_named, say_in
from kempelen.engine.session import Session
from kempelen.engine.setup import Setup
from kempelen.engine.table import SPECTATOR, Decision, notation_of
from kempelen.games.tactics.rules.board import Spot
from kempelen.games.tactics.rules.events import Activated, Tapped
from kempelen.games.tactics.rules.state import Name
from kempelen.games.undaunted.rules.cards import INITIATIVE
from kempelen.scene.model import Scene, Shape, Tray
from kempelen.text.say import Text
from kempelen.web.people.keys import OPERATOR
from kempelen.web.pocket import pictured
from kempelen.web.pocket.ahead import ahead_of
from kempelen.web.pocket.asking import handle_answer, question_of
from kempelen.web.pocket.deed import Deed, together
from kempelen.web.pocket.deeds import begins, deeds_of, has_of, points_told, told_so_far
from kempelen.web.pocket.pictured import picture_of, scene_of
from kempelen.web.pocket.questions import Answer, Group, Question
from kempelen.web.pocket.screen import paged, room_left
from kempelen.web.pocket.tapping import EDGE, badges, board_with_links, cropped, edged, shared, whole_cells
from kempelen.web.pocket.wrong.correcting import believed_in, fixing_of, meant, without_field
from kempelen.web.rooms.room import Room
from kempelen.web.shown.choices import things
from kempelen.web.shown.happened import Happened
from kempelen.wording import named_at_table, thing_short

BOARD = Scene(4, 3, "tile", tuple(Shape(f"tile:{x},{y}", "tile", x, y) for x in range(4) for y in range(3)))


def test_no_tile_is_cut_through():
    """A tile is 76 wide; a window of one and a half of them shows two whole ones."""
    shown = whole_cells(BOARD, -38, -38, 76, 38)
    assert shown == (-38 - EDGE, -38 - EDGE, 114 + EDGE, 38 + EDGE)
    assert whole_cells(BOARD, 900, 900, 950, 950) == (900, 900, 950, 950)


def played(number, card, touches=()):
    happened = Happened(number, f"{card} is played", "", (), (), 0, "", "", "", 1, "", touches, 0)
    return Deed(number, 1, "player 2", happened, False, card=card)


def test_every_card_is_an_instruction_of_its_own():
    """What is only said stands with what comes of it, but another card is another thing to do."""
    harvest, volley = played(1, "harvest"), played(2, "volley")
    assert [deed.what.headline for deed in together([harvest, volley], ())] == ["harvest is played", "volley is played"]
    laid = played(2, None, ({"handle": "unit:archer", "effect": "laid"},))
    (told,) = together([harvest, laid], {"unit:archer"})
    assert [one.headline for one in told.goes_on] == ["None is played"]


def test_cards_played_one_after_the_other_are_not_told_in_one():
    """Not even if neither moves anything: each has its own picture."""
    turned = ({"handle": "unit:kraken", "effect": "turned"},)
    cards = [played(1, "harvest"), played(2, "volley", turned)]
    assert len(together(cards, {"unit:kraken"})) == 2


def struck(number, headline, *touches, dice=()):
    happened = Happened(number, headline, "", (), dice, 10, "", "", "", 1, "", touches, 2)
    return Deed(number, 1, "player 2", happened, False)


def test_what_comes_of_a_blow_stands_with_it():
    """Whom it struck is gone, and who struck goes on: one instruction. What other dice decide is another."""
    blow = struck(1, "blow", {"handle": "unit:b", "effect": "hurt", "by": "unit:a"})
    gone = struck(2, "gone", {"handle": "unit:b", "effect": "lost"}, {"handle": "tile:1", "effect": "lost"})
    moved = struck(3, "moved", {"handle": "unit:a", "effect": "moved"})
    (told,) = together([blow, gone, moved], {"unit:a", "unit:b", "tile:1"})
    assert [one.headline for one in told.goes_on] == ["gone", "moved"]
    assert len(together([blow, replace(gone, what=replace(gone.what, dice=(3,)))], {"unit:a", "unit:b", "tile:1"})) == 2


def test_what_does_not_fit_on_a_screen_is_another_instruction():
    """Undaunted: a scout goes, hits, and the loss was below the edge. It stays with the hit that it came of."""
    goes = struck(1, "goes", {"handle": "unit:a", "effect": "moved"})
    hits = struck(2, "hits", {"handle": "unit:b", "effect": "fired", "by": "unit:a"})
    lost = struck(3, "lost", {"handle": "unit:b", "effect": "hurt"})
    there = {"unit:a", "unit:b"}
    (whole,) = together([goes, hits, lost], there)
    assert [one.headline for one in whole.goes_on] == ["hits", "lost"]
    first, second = together([goes, hits, lost], there, fits=lambda deed: len(deed.goes_on) < 2)
    assert (first.what.headline, first.goes_on) == ("goes", ())
    assert (second.number, second.what.headline, [one.headline for one in second.goes_on]) == (2, "hits", ["lost"])
    assert together([hits, lost], there) == [second], "whoever comes there with a number finds the same"


def test_every_card_stands_by_its_own_line(monkeypatch):
    """The card that was lost stood large beside the scout that had gone; and none is shown twice."""
    cards = {1: "scout", 3: "rifleman", 4: "scout"}
    monkeypatch.setattr(pictured, "event_of", lambda _, number: SimpleNamespace(card=cards.get(number)))
    monkeypatch.setattr(pictured, "thing_at", lambda _, event, say: event.card and Markup(event.card))
    deed = replace(struck(1, "goes"), goes_on=tuple(struck(n, "then").what for n in (2, 3, 4)))
    room = SimpleNamespace(session=None)
    assert pictured.things_in(room, [deed], say_in("en")) == {1: "scout", 3: "rifleman"}
    assert pictured.things_in(
        room, [replace(deed, number=2, what=deed.goes_on[0], goes_on=deed.goes_on[1:2])], say_in("en")
    ) == {3: "rifleman"}


def test_a_lot_that_falls_on_a_side_names_it():
    """It was offered as 0 and 1."""
    session = companion_session(Setup("universalis", "first", ("human", game_named("universalis").automa)), seed="1")
    asked = Decision(OPERATOR, Text("universalis.lot.tie"), lambda: (0, 1), kind="pick", what="tie")
    assert [one["text"] for one in things(session, asked, say_in("de"))] == [
        "Die Grenzwacht",
        "Die Schrotterbande (Gegner)",
    ]


def test_a_new_round_is_told_by_itself():
    """Undaunted: not behind the automa's last shot; and who begins is told to whoever has won the bid."""
    say = say_in("de")
    session = companion_session(Setup("undaunted", "first", ("human", "solitaire")), seed=5)
    room = Room("x", session, pace="instant")
    room.settle()

    def deeds(done=None):
        return deeds_of(room, done, scene_of(room, room.view(SPECTATOR), say), named_at_table(session, say))

    while "bid" not in (asked := session.run().pending[0]).prompt.key:
        session.answer("end")
    *others, last = deeds(0)
    assert last.what.headline == "Runde 2."
    assert last.what.folded[0] == "Die US-Seite zieht 4 Karten nach."
    assert not any("Runde 2" in line for deed in others for one in (deed.what, *deed.goes_on) for line in one.folded)
    done = told_so_far(room)
    session.answer(max(asked.options, key=lambda bid: INITIATIVE[bid.card]))
    session.run()
    assert any(" beginnt diese Runde: " in deed.what.headline for deed in deeds(done))


def test_a_part_of_a_board_has_the_names_of_its_columns_and_rows():
    lettered = replace(BOARD, columns=((0, "A"), (1, "B"), (2, "C"), (3, "D")), rows=((0, "1"), (1, "2"), (2, "3")))
    part = edged(
        cropped(board_with_links(replace(lettered, columns=(), rows=()), {}), lettered, ("tile:0,0",), 0.1), lettered
    )
    assert re.findall(r'class="axis"[^>]*>(\w+)<', part) == ["A", "B", "1", "2"]
    assert edged("<svg>", BOARD) == "<svg>"


def test_places_count_in_the_order_in_which_they_were_tapped():
    """A2 and then B1 is another way than B1 and then A2: nobody is asked which he meant."""
    session = companion_session(Setup("undaunted", "first", ("human", "solitaire")), seed=5).run()
    asked, say = session.pending[0], say_in("de")
    scene = session.game.scene(session.view(0), say)
    both = [list(one.handles) for one in asked.options if one.notation.endswith(("A2 B1", "B1 A2"))]
    assert len(both) == 2
    for handles in both:
        (group,) = question_of(session, asked, scene, handles, say).groups
        (answer,) = group.answers
        assert answer.do.endswith(" ".join(handle.partition(":")[2] for handle in handles[-2:]))


def test_who_chooses_reads_what_he_has():
    """What he can pay with, where he buys; and what the opponent, who sits nowhere, spends."""
    session = companion_session(Setup("tactics", "first", ("human",)), seed=5)
    room = Room("x", session, pace="instant")
    room.settle()
    scene = scene_of(room, room.view(OPERATOR), say_in("de"))
    assert has_of(room, 0, scene).startswith("Rohstoffe 4")
    assert has_of(room, None, scene) == "Rohstoffe 3 · Stapel 6"
    other = Room("y", companion_session(Setup("undaunted", "first", ("human", "solitaire")), seed=5), pace="instant")
    other.settle()
    assert has_of(other, None, scene_of(other, other.view(OPERATOR), say_in("de"))) == "", "nobody sits there"


def test_who_shoots_is_in_the_picture():
    """Also if he stands at the other end of the board."""
    tiles = tuple(Shape(f"tile:{x},{y}", "tile", x, y) for x in range(12) for y in range(3))
    units = (Shape("unit:a", "unit", 0, 0, 0.4, 0.4), Shape("unit:b", "unit", 11, 2, 0.4, 0.4))
    shot = played(1, None, ({"handle": "unit:b", "effect": "hurt", "by": "unit:a"},))
    wide = [float(picture_of(shot, Scene(12, 3, "tile", (*tiles, *units))).split('viewBox="')[1].split()[2])]
    alone = played(1, None, ({"handle": "unit:b", "effect": "hurt"},))
    wide.append(float(picture_of(alone, Scene(12, 3, "tile", (*tiles, *units))).split('viewBox="')[1].split()[2]))
    assert wide[0] > 2 * wide[1]


def test_points_are_told_as_the_reader_writes_numbers():
    line = "B2 Tam bewegt sich 14,1 cm nach 47.5,50.0."
    assert points_told(line, say_in("de")) == "B2 Tam bewegt sich 14,1 cm nach (47,5 | 50)."
    assert points_told("to 47.5,50.0", say_in("en")) == "to (47.5, 50)"


def test_only_cards_of_a_hand_are_named_together():
    """What the opponent draws decides what comes next, so nobody can say how many it will be."""
    session = companion_session(Setup("tactics", "kraken", ("rule", "rule")), seed=5, cards_on_table=True).run()
    many = set()
    for _ in range(40):
        asked = session.unanswered[0]
        if asked.kind == "draw":
            many.add((asked.to is None, len(ahead_of(session, asked)) > 1))
        session.answer(notation_of(asked.options[0]), None)
        session.run()
    assert many >= {(False, True), (True, False)}
    assert (True, True) not in many


def test_of_many_things_the_values_are_left_out():
    """And what only explains the board lies on no table."""

    def tray(many):
        items = tuple(Shape(f"shop:{n}", "card", label=f"Archer {n}: cost 3, health 2 (price 3)") for n in range(many))
        legend = Tray("tray:key", "Tiles", items=(Shape("key:wall", "tile", label="Wall"),))
        return Scene(1, 1, "tile", (), (Tray("tray:shop", "Shops", "shop", items), legend))

    assert believed_in(tray(1)) == [("Shops", "Archer 0: cost 3, health 2 (price 3)", "tray:shop")]
    assert believed_in(tray(7))[0][1].startswith("Archer 0 (price 3), Archer 1 (price 3)")


def test_what_cannot_be_is_told_without_the_name_of_a_field():
    say, problem = say_in("en"), Text("universalis.file.range", field="models.4.tp.1", value=5, least=0, most=3)
    told = say.of(without_field(problem))
    assert "models.4" not in told
    assert "5" in told
    assert without_field(Text("web.error.home")) == Text("web.error.home")


@pytest.mark.parametrize(("name", "kind"), [("universalis", "model:"), ("saboteur", "cell:")])
def test_what_is_offered_as_true_is_taken(name, kind):
    """No health above what a model can have, no card where it does not fit."""
    game, say = game_named(name), say_in("en")
    many = game.seat_counts("first")[0]
    session = companion_session(Setup(name, "first", ("human", *[game.automa] * (many - 1))), seed=5)
    room = Room("x", session, pace="instant")
    room.settle()
    while (asked := room.asked(OPERATOR)) is not None and asked.kind == "draw":
        room.answer(OPERATOR, notation_of(asked.options[0]))
    scene = scene_of(room, room.view(SPECTATOR), say)
    piece = next(one.id for one in scene.everything() if one.id.startswith(kind) and meant(room, scene, one.id))
    fixing = fixing_of(room, scene, piece, "", lambda **_: "", say)
    offered = [one.fact for one in fixing.wrongs if not one.typed]
    offered += [one.fact for row in fixing.numbers for one in row.wrongs]
    everything = [one.fact for one in meant(room, scene, piece) if "{}" not in one.fact]
    assert 0 < len(offered) < len(everything)
    for fact in everything:
        other = session.fork().run()
        if fact in offered:
            other.correct(facts_in(other, fact))
            continue
        with pytest.raises(BadPosition):
            other.correct(facts_in(other, fact))


def blocked():
    """Somebody whose pickaxe is broken, beside a real table, before his turn."""
    position = {
        "game": "saboteur",
        "board": [],
        "players": [
            {"role": "gold", "hand": ["line_horiz", "map"], "broken": ["pick"]},
            {"role": "gold", "hand": ["map"]},
            {"role": "sab", "hand": ["map"]},
        ],
    }
    return Session(game_named("saboteur"), Setup("saboteur", "tu", ("human", "rule", "rule"), position=position)).run()


def test_a_card_that_can_only_be_discarded_says_so_first():
    game, say, empty = game_named("saboteur"), say_in("en"), Scene(1, 1, "tile", ())
    discard = game.parse("discard line_horiz")
    behind = [(discard, discard.handles)]
    assert not handle_answer(game, empty, discard.handles[0], behind, [], {}, say).do
    assert handle_answer(game, empty, discard.handles[1], behind, discard.handles[:1], {}, say).do


def test_broken_tools_are_told_of_the_table():
    session = blocked()
    told = {name: words for name, words, _ in believed_in(session.game.scene(session.view(0), say_in("en")))}
    assert "broken pick" in told["Player 1"]


def test_a_unit_that_only_brings_in_resources_is_told_by_itself():
    """Not among the lines of whoever acted before it."""
    game, say = game_named("tactics"), say_in("en")
    session = companion_session(
        Setup("tactics", "tyrant", ("human", game.automa)), cards_on_table=False, seed="1"
    ).run()
    for _ in range(60):
        room = Room("x", session, pace="instant")
        deeds = deeds_of(room, None, scene_of(room, room.view(SPECTATOR), say), say)
        earned = [
            one for deed in deeds if not deed.own for one in (deed.what, *deed.goes_on) if "full action" in one.headline
        ]
        if earned:
            assert "resource" in " ".join(earned[0].folded)
            return
        assert not any("full action" in line for deed in deeds if not deed.own for line in deed.what.folded)
        session.answer(notation_of(session.unanswered[0].options[0]))
        session.run()
    raise AssertionError("nobody brought in anything")


def test_no_page_is_made_of_a_mere_word_about_one_s_own_deed():
    """A bid that was named: what follows it is told instead where both do not fit; what dice showed is never left out."""
    long = "A headline that takes all the room there is on a small phone. " * 8
    rest = [struck(2, long)]
    bid, shot = (
        replace(struck(1, "You bid a Scout A: 6."), own=True),
        replace(struck(1, "You miss.", dice=(3,)), own=True),
    )
    assert paged([bid], rest, (), {}, ()) == ([], rest)
    assert paged([shot], rest, (), {}, ()) == ([shot], [])
    short = [struck(2, "The others begin.")]
    assert paged([bid], short, (), {}, ()) == ([bid], short)


def test_cards_have_their_whole_name_under_their_picture():
    """Letters are for where there is no room at all."""
    game = game_named("undaunted")
    for lang in ("en", "de"):
        assert not any(thing_short(game, card, say_in(lang)) for card in ("fog", "sergeant", "mortar", "sniper"))


def asking(*places, thing=None, groups=()):
    return Question("do", "Where to?", groups, (), dict(enumerate(places)), 1, "", False, thing=thing)


def test_a_list_of_places_leaves_the_board_its_room():
    """With five long rows below it the board of a small phone was a stamp that no finger hits."""
    near, far = Answer("A1", chance="10 %"), Answer("B6: landing place", price="costs 2; next turn you get 4 and pay 3")
    assert asking(near, near, near).lies_open
    assert not asking(near, near, near, near).lies_open
    assert not asking(far, far).lies_open
    assert not asking(near, groups=(Group("", (Answer("Done", "done"),)),)).lies_open


def test_the_card_that_a_question_is_about_takes_room():
    """What was told above it was cut in the middle of a sentence."""
    rows = (Group("", (Answer("MOVE"), Answer("ATTACK"))),)
    bare, about = asking(groups=rows), asking(groups=rows, thing=Markup("<svg/>"))
    assert room_left((), (), about, (), {}) <= room_left((), (), bare, (), {}) - 60


def test_who_acts_next_is_not_told_with_the_card_before_it():
    """The Kraken: a unit that takes in resources moves nothing, and is told with that all the same."""
    acts = Activated(Name("ink_squid", 1, "ink_squid"), None, Spot(0, 0, 0))
    income = struck(2, "resources", {"handle": acts.handle("unit"), "effect": "turned"}).what
    other = struck(2, "resources", {"handle": "unit:kraken", "effect": "turned"}).what
    assert begins(acts, income)
    assert not begins(acts, other)
    assert not begins(Tapped(acts.unit), income)


def test_chances_of_two_pieces_beside_each_other_do_not_lie_over_each_other():
    """Universalis: nor over the name of either."""
    places = ((20, 20, "Voss"), (22.6, 20, "Irle"), (21, 23, "mast"))
    pieces = tuple(Shape(f"model:{n}", "unit", x, y, 2.5, 2.5, text=name) for n, (x, y, name) in enumerate(places))
    table = Scene(90, 90, "cm", pieces)
    drawn = "".join(badges(table, {"model:0": "46 %", "model:1": "34 %"}))
    one, other = ([float(n) for n in found] for found in re.findall(BADGE, drawn))
    assert shared(tuple(one), tuple(other)) == 0


BADGE = r'<rect x="([\d.-]+)" y="([\d.-]+)" width="([\d.]+)" height="([\d.]+)"'
