"""What an automa's turn takes beside a real table: dice that are thrown together, lots, what the app draws, who pays."""

import re
from html import unescape

from kempelen.companion import companion_session, set_aside
from kempelen.engine.game import Setup, game_named, say_in
from kempelen.engine.table import SPECTATOR, notation_of
from kempelen.engine.things import UNNAMED
from kempelen.web.people.keys import OPERATOR
from kempelen.web.pocket.ahead import rolls_ahead
from kempelen.web.pocket.asking import question_of
from kempelen.web.pocket.deeds import deeds_of
from kempelen.web.pocket.pictured import frames_of, laid_told, left_told, picture_of, scene_of
from kempelen.web.rooms.room import Room
from tests.web.people import text_of
from tests.web.test_beside import Beside

TWO = re.compile(r'name="do1"')


def together(person):
    """A table of Universalis where two models compare their dice."""
    table = Beside(person, "universalis", dice="table")
    for _ in range(6):
        if TWO.search(table.page):
            return table
        table.go_on()
    raise AssertionError("nobody compared anything")


def test_dice_that_are_compared_are_one_page(ann):
    """Either is named, and both are sent; taking back takes one back, and then only that one is asked for."""
    table = together(ann)
    page = table.page
    assert page.count('class="dice-row"') == 2
    assert table.send("say", do0="3", do1="9").status_code == 303
    assert not TWO.search(table.page)
    assert table.send("undo").status_code in (200, 303)
    table.at = table.table
    assert "dice-row" not in table.page
    assert table.send("undo").status_code in (200, 303)
    table.at = table.table
    assert table.page.count('class="dice-row"') == 2


def test_the_app_throws_both(ann):
    table = together(ann)
    assert table.send("roll").status_code == 303
    assert not TWO.search(table.page)
    assert "AGI" not in table.asked


def test_what_would_be_asked_changes_nothing():
    session = companion_session(Setup("universalis", "first", ("human", "middle")), dice_on_table=True, seed=5).run()
    while session.unanswered[0].kind != "roll":
        session.answer(notation_of(session.unanswered[0].options[0]))
        session.run()
    asked, rows, events = session.unanswered[0], len(session.rows), len(session.events)
    dice = rolls_ahead(session, asked)
    assert len(dice) == 2
    assert (session.unanswered[0], len(session.rows), len(session.events)) == (asked, rows, events)
    session.answer(notation_of(asked.options[3]))
    session.run()
    assert session.unanswered[0].prompt == dice[1].prompt
    assert rolls_ahead(session, session.unanswered[0]) == [session.unanswered[0]]


def test_a_die_that_depends_on_another_waits():
    """Whether a shot hurts is rolled only after a hit: that die is no company for the first."""
    session = companion_session(Setup("undaunted", "first", ("human", "solitaire")), dice_on_table=True, seed=3).run()
    found = 0
    for n in range(60):
        if not session.unanswered:
            break
        asked = session.unanswered[0]
        if asked.kind == "roll":
            found += 1
            assert rolls_ahead(session, asked) == [asked]
        count = int(asked.what.split("d")[0]) if asked.kind == "pool" else 1
        options = list(asked.options)
        session.answer(" ".join([notation_of(options[n * 7 % len(options)])] * count))
        session.run()
    assert found > 3


def to_the_opponent(table):
    """The own turn is ended, though more could be done."""
    table.send("say", do="end")
    return table


def test_one_tap_leaves_the_lots_of_a_turn_to_the_app(ann):
    """And the next turn asks again."""
    table = to_the_opponent(Beside(ann, "tactics", dice="table", cards="app"))
    seen = 0
    for _ in range(40):
        page = table.page
        kind = re.search(r'data-kind="(\w+)"', page)
        if kind is not None and kind[1] == "pick":
            seen += 1
            assert table.send("roll").status_code == 303
        elif kind is not None:
            break
        else:
            table.go_on()
    assert seen == 1, "one lot is left to the app, and with it all others"
    assert kind[1] == "do"
    to_the_opponent(table)
    for _ in range(9):
        if 'data-kind="pick"' in table.page:
            break
        table.go_on()
    assert 'data-kind="pick"' in table.page


def test_the_kraken_draws_in_the_app(ann):
    """Its cards lie open, so nobody names them; who has real ones for himself shuffles only those."""
    table = Beside(ann, "tactics", cards="usual")
    table.at = table.built
    built = text_of(table.page)
    assert "The app draws for it" in built
    assert "The opponent's deck: shuffle" not in built
    table.at = table.table
    to_the_opponent(table)
    kinds = set()
    for _ in range(30):
        kinds |= set(re.findall(r'data-kind="(\w+)"', table.page))
        if "do" in kinds:
            break
        table.go_on()
    assert kinds == {"do"}


def test_what_the_app_draws_for_nobody_is_not_told():
    """What becomes of the card is told, and that is all there is to do."""
    session = companion_session(Setup("tactics", "first", ("human",)), seed="1").run()
    say = say_in("en")
    session.answer("end")
    session.run()
    room = Room("x", session, pace="instant")
    told = deeds_of(room, 0, scene_of(room, room.view(OPERATOR), say), say)
    words = " ".join(
        line for one in told for what in (one.what, *one.goes_on) for line in (what.headline, *what.folded)
    )
    drawn = [say.of(event.text) for event in session.events if type(event).__name__ == "Drew"]
    assert drawn
    assert not [line for line in drawn if line in words]


def test_resources_of_the_opponent_are_on_its_pages(ann):
    table = to_the_opponent(Beside(ann, "tactics", cards="usual"))
    assert re.search(r'<p class="has">[^<]*resource \d+( → \d+)* · deck \d', table.page)


def test_a_unit_that_can_act_is_tapped_on_the_board():
    """It decides nothing by itself, so it is no yes on a button: whoever is left alone stands on the board, too."""
    session = companion_session(Setup("tactics", "first", ("human",)), seed="5").run()
    say = say_in("de")
    for answer in ("activate archer", "done"):
        if session.unanswered[0].kind == "do" and answer in map(notation_of, session.unanswered[0].options):
            session.answer(answer)
            session.run()
    room = Room("x", session, pace="instant")
    asked = session.unanswered[0]
    left = [one for one in asked.options if notation_of(one).startswith("activate")]
    question = question_of(session, asked, scene_of(room, room.view(OPERATOR), say), (), say)
    assert len(question.places) == len(left) == 1
    assert "Aus der Liste wählen" not in [one.label for group in question.groups for one in group.answers]


def test_few_models_are_buttons_with_their_pictures(ann):
    """And the board above them shows everybody, not only those who are chosen from."""
    table = Beside(ann, "universalis")
    page = table.page
    assert 'class="models"' in page
    assert page.count('class="pick"') >= 2
    names = [model for model in ("Voss", "Brandt", "Marga", "Tam") if model in page]
    assert len(names) == 4


def test_the_line_of_a_player_is_tapped(ann):
    """What is believed of somebody is corrected where it stands."""
    table = Beside(ann, "saboteur", scenario="first", cards="kept")
    table.at = f"{table.table}?tab=table"
    lines = re.findall(r'<a class="wrong" href="([^"]+)">([^<]+)', table.page)
    assert {name.strip() for _, name in lines} >= {"Player 1", "Computer player 2", "Computer player 3"}
    table.at = unescape(lines[1][0])
    assert "broken" in text_of(table.page)


def test_computer_players_have_one_name(visit):
    """Saboteur's document speaks of computer players, and so does every page of its game."""
    table = Beside(visit("de"), "saboteur", scenario="first", cards="kept")
    for _ in range(12):
        assert "Automa" not in text_of(table.page)
        if table.go_on() == "over":
            break


def test_a_history_that_is_empty_says_so(ann):
    table = Beside(ann, "saboteur", scenario="first", cards="kept")
    table.at = f"{table.table}?tab=log"
    assert "Nothing yet" in text_of(table.page)


def test_every_game_knows_what_lies_on_a_table():
    for name in ("tactics", "undaunted"):
        things = game_named(name).things
        assert things.on_table(frozenset({0})) < things.physical, "the app keeps the opponent's"


def frames_at(session, lang="de"):
    """Everything that has been told, each with the table before and after it."""
    say, room = say_in(lang), Room("x", session, pace="instant")
    told = deeds_of(room, 0, scene_of(room, room.view(OPERATOR), say), say)
    return [(one, frames_of(room, [one], told, say)[0], say) for one in told]


def played(session, *wanted):
    """Each of these beginnings of an answer, where it is offered."""
    for answer in wanted:
        options = [notation_of(option) for option in session.unanswered[0].options]
        session.answer(next(option for option in options if option.startswith(answer)))
        session.run()
    return session


def test_a_picture_shows_nothing_that_is_told_after_it():
    """One answer ends the turn, and all that the opponent does comes of it: each picture is that of its instruction."""
    session = played(companion_session(Setup("tactics", "first", ("human",)), seed="5").run(), "end")
    (one, frame) = next((one, frame) for one, frame, _ in frames_at(session) if one.what.headline.endswith(" aus."))
    unit, tile = (touch["handle"] for touch in one.touches[:2])
    assert unit not in {shape.id for shape in frame.before.shapes}
    places = {shape.id: (round(shape.x), round(shape.y)) for shape in frame.after.shapes}
    assert places[unit] == places[tile], "it has not gone on yet"
    picture = picture_of(one, frame.after, [frame])
    assert "over-gone" not in picture


def test_what_has_gone_is_pale_where_it_stood():
    session = played(companion_session(Setup("tactics", "first", ("human",)), seed="5").run(), "end")
    (one, frame) = next((one, frame) for one, frame, _ in frames_at(session) if "Krake zieht" in one.what.headline)
    assert 'class="over-gone"' in picture_of(one, frame.after, [frame])


def test_damage_is_told_with_what_is_left():
    session = companion_session(Setup("tactics", "first", ("human",)), seed="5").run()
    hit = [left_told(frame) for one, frame, _ in frames_at(played(session, "play volley")) if "Salve" in str(one.what)]
    assert [told for told in hit if told] == [["Krake: Gesundheit 13 von 15"]]


def test_markers_are_told_that_somebody_has_to_lay():
    session = companion_session(Setup("undaunted", "first", ("human", "solitaire")), seed=5).run()
    for _ in range(14):
        session.answer(notation_of(session.unanswered[0].options[0]))
        session.run()
    lines = [line for _, frame, say in frames_at(session) for line in laid_told(frame, say)]
    assert "Lege auf B3: „erkundet von der deutschen Seite“." in lines


def test_a_running_game_is_asked_without_a_question(ann):
    """What each card or unit of the other side would do: the app knows the table, and there is a way back."""
    for game, shown in (("undaunted", "SCOUT"), ("tactics", "Move to")):
        table = Beside(ann, game)
        asked = ann.get(f"{table.table}/ask")
        assert asked.status_code == 200
        assert shown in text_of(asked.text)
        assert f'href="{table.table}"' in asked.text
        for link in re.findall(r'href="([^"]*/ask\?about=[^"]*)"', asked.text)[:2]:
            told = ann.get(unescape(link))
            assert 'class="outcomes"' in told.text
    other = Beside(ann, "saboteur")
    assert ann.get(f"{other.table}/ask").headers["location"].startswith("/desk/saboteur?")


def test_what_an_automa_holds_changes_nothing_that_is_asked(ann):
    """It is worked out from what everybody sees."""
    session = companion_session(Setup("undaunted", "first", ("human", "solitaire")), seed=5).run()
    view = session.view(SPECTATOR)
    before = [one.inquiry.card for one in session.game.advice.askable(view)]
    held = session.state.sides[1].hand
    session.state.sides[1].hand = held[::-1][:1]
    session.state.sides[1].deck.shuffle_in(held[::-1][1:])
    after = session.game.view(session.state, SPECTATOR)
    assert [one.inquiry.card for one in session.game.advice.askable(after)] == before


def test_the_calculators_of_a_running_game_know_its_table(ann):
    """Its own models, who acts first; the form asks for nothing that the table knows, and leads back to the same table."""
    table = together(ann)
    page = ann.get(f"{table.table}/ask").text
    assert 'name="work" value="shot"' in page
    assert set(re.findall(r'name="shooter" value="(\w+)', page)) <= {"A1", "A2", "B1", "B2"}
    for known in ("distance", "cover", "fk", "tp"):
        assert f'name="{known}"' not in page
    other = unescape(re.search(r'<a class="button" href="([^"]*work=melee[^"]*)"', page)[1])
    assert 'name="work" value="melee"' in ann.get(other).text


def near_the_gold(**more):
    """A person is to lay the last card of the way and still has three others in hand."""
    players = [
        {"role": "gold", "hand": ["hidden"] * 4},
        {"role": "gold", "hand": ["map"]},
        {"role": "sab", "hand": ["map"]},
    ]
    position = {
        "game": "saboteur",
        "variant": "tu",
        "board": ["1,0 line_horiz", "2,0 three_horiz", "3,0 three_horiz", "4,0 plus", "5,0 plus", "6,0 plus"],
        "goals": {"8,-2": "stone", "8,0": "gold", "8,2": "stone"},
        "players": players,
    }
    setup = Setup("saboteur", "tu", ("human", "rule", "rule"), position=position)
    session = companion_session(setup, dice_on_table=True, seed="1", **more).run()
    lays = [one.notation for one in session.pending[0].options if re.match(r"lay (line|three)_horiz 7,0", one.notation)]
    session.answer(lays[0])
    session.run()
    while session.unanswered and session.unanswered[0].what.startswith("goal"):
        session.answer("goal_gold")
        session.run()
    return session


def test_a_hand_that_decides_nothing_is_named_at_once_or_not_at_all():
    """Points for cards in hand change nothing when the gold is found: the page says what it is for, and how to go on."""
    say = say_in("de")
    session = near_the_gold(cards_on_table=True)
    (asked,) = session.unanswered
    assert (asked.kind, asked.why) == ("reveal", "bonus")
    scene = session.game.scene(session.view(SPECTATOR), say)
    assert next(one for one in scene.status.scores if one.label == "Zum Gold").value == 0
    question = question_of(session, asked, scene, (), say)
    assert question.in_a_row == question.unnamed == 3
    assert not question.slots
    assert "Punkte" in question.notes[0]
    assert UNNAMED not in {one.do for group in question.groups for one in group.answers}
    for _ in range(3):
        session.answer(UNNAMED)
        session.run()
    assert session.over
    assert session.outcome.winners == (0, 1)
    assert session.state.scores[0] == near_the_gold(cards_on_table=True).state.scores[0], "nothing was counted"


def test_of_a_hand_only_cards_are_offered_that_people_can_have():
    """What was set aside for the automas is in nobody's hand."""
    session = near_the_gold(automas_cards_kept=True)
    (asked,) = session.unanswered
    theirs = {*set_aside(session).rest, UNNAMED}
    assert {*map(notation_of, asked.options)} <= theirs


def test_the_goal_says_how_one_wins(visit):
    """What the scenario is like stands where it is chosen; whoever is to act wants to know what counts, and how long."""
    table = Beside(visit("de"), "universalis", scenario="first", dice="app")
    for _ in range(20):
        if 'class="goal"' in table.page:
            break
        table.go_on()
    words = text_of(table.page)
    assert "Mit 2 gewinnst du" in words
    assert "Runde 5" in words
