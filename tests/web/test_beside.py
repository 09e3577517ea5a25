"""The companion's page by plain forms and links: instructions, questions, dice, corrections."""

import re
from html import unescape

import pytest

from kempelen.companion import companion_session
from kempelen.engine.game import Setup, game_named, games, say_in
from kempelen.engine.table import SPECTATOR
from kempelen.web.pocket.asking import question_of
from kempelen.web.pocket.explained import cards_in
from tests.web.people import Person, Running, settings, text_of, until

ASK = re.compile(r'class="ask[^"]*">(.*?)</h[12]>', re.DOTALL)


class Beside:
    """Somebody with a phone beside a real table."""

    def __init__(self, person, game, **form):
        made = person.post(f"/new/{game}", data={"companion": "1", "seed": "5", **form})
        assert made.status_code == 303, text_of(made.text)
        self.person, self.built = person, made.headers["location"]
        self.at = self.table = self.built.partition("?")[0]

    @property
    def page(self):
        return until(lambda: None if "http-equiv" in (page := self.person.get(self.at).text) else page)

    @property
    def asked(self):
        return unescape(ASK.search(self.page)[1])

    def send(self, what, **form):
        version = re.search(r'name="version" value="(\d+)"', self.page)[1]
        done = re.search(r'name="done" value="(\d+)"', self.page)
        kept = {"done": done[1]} if done else {}
        kept |= {"sure": "1"} if what == "undo" else {}
        answer = self.person.post(f"{self.table}/beside/{what}", data={"version": version, **kept, **form})
        if answer.status_code == 303:
            self.at = answer.headers["location"]
        return answer

    def options(self, name="do"):
        return [
            unescape(value)
            for value in re.findall(rf'<button class="pick[^"]*" name="{name}" value="([^"]*)"', self.page)
        ]

    def go_on(self):
        """Whatever is to be done is done; then the first thing that can be answered."""
        page = self.page
        if done := re.search(r'id="done" href="([^"]+)"', page):
            self.at = unescape(done[1])
            return "done"
        if options := self.options():
            assert self.send("say", do=options[0]).status_code == 303
            return "said"
        if rows := dict(reversed(re.findall(r'type="radio" name="(do\d+)" value="([^"]*)"', page))):
            assert self.send("say", **rows).status_code == 303
            return "said"
        link = re.search(r'<a class="pick" href="([^"]+)"', page) or re.search(
            r'<a href="([^"]+)"[^>]* class="over"', page
        )
        if link is None:
            assert "?full=1" in page  # it is over
            return "over"
        self.at = unescape(link[1])
        return "picked"


def dealing(person):
    """A table of Saboteur at which the first computer player's hand is asked for."""
    table = Beside(person, "saboteur", scenario="tu", players="3", cards="table")
    for _ in range(4):
        if 'data-several="6"' in table.page:
            break
        table.go_on()
    assert 'data-several="6"' in table.page
    return table


def test_instructions_come_one_after_the_other(ann):
    """A number in the address is all that is kept: going back shows the last one again."""
    table = Beside(ann, "tactics", scenario="kraken", players="2")
    for _ in range(120):
        if 'id="done"' in table.page or table.go_on() == "over":
            break
    first, before = table.asked, table.at
    assert 'id="done"' in table.page
    assert "<svg" in table.page
    table.go_on()
    assert table.asked != first
    table.at = before
    assert table.asked == first


def test_a_treasure_map_is_told_before_it_is_asked_about(ann):
    """The instruction stands above the question that belongs to it, never an empty box."""
    table = Beside(ann, "saboteur", players="3")
    looked = 0
    for _ in range(120):
        page = table.page
        titles = re.findall(r"<h[12][^>]*>(.*?)</h[12]>", page, re.DOTALL)
        assert titles
        assert all(title.strip() for title in titles)
        if "goal_gold" in table.options() and 'class="announced"' in page:
            looked += 1
        if "map" in table.options():
            assert table.send("say", do="map").status_code == 303
        elif looked or table.go_on() == "over":
            break
    assert looked, "no automa has looked at a goal card"


def test_several_cards_are_named_at_once(ann):
    """A hand in one line, by the beginnings of names or in notation; what is wrong changes nothing."""
    table = Beside(ann, "saboteur", players="3")
    while 'name="several"' not in table.page or "map" not in table.options():
        table.go_on()
    first, options = table.asked, table.options()
    unknown = table.send("say", several=f"{options[0]}, Zwiebel")
    assert unknown.status_code == 409
    assert "Zwiebel" in text_of(unknown.text)
    assert table.asked == first
    many = table.send("say", several=", ".join(options[:20]))
    assert many.status_code == 409
    assert table.asked == first
    least = next(n for n in range(1, 40) if f"Only {n} are asked for" in text_of(many.text))
    assert least > 1
    whose = re.search(r"Computer player \d", text_of(table.page))[0]
    assert table.send("say", several=", ".join(options[:least])).status_code == 303
    assert whose not in text_of(table.page)


def test_the_app_rolls_at_any_roll(ann):
    table = Beside(ann, "undaunted", dice="table", cards="table")
    rolls = 0
    for _ in range(40):
        if "/beside/roll" in table.page:
            rolls += 1
            assert table.send("roll", **({"always": "1"} if rolls == 2 else {})).status_code == 303
        elif rolls == 2:
            break
        else:
            table.go_on()
    assert rolls == 2
    for _ in range(6):
        table.go_on()
        assert "/beside/roll" not in table.page  # from then on it rolls by itself
    switched = table.send("dice", dice="table")
    assert switched.status_code == 200
    assert "From now on we roll ourselves." in text_of(switched.text)


def test_a_lot_that_is_taken_back_is_asked_again(ann):
    """Though the app was told to draw all lots from then on: it would draw others, and nobody would be told."""
    table = Beside(ann, "tactics", scenario="kraken", players="2", dice="table")
    for _ in range(120):
        if "/beside/roll" in table.page and 'name="always"' in table.page and 'data-kind="pick"' in table.page:
            break
        table.go_on()
    before = table.asked
    assert table.send("roll", always="1").status_code == 303
    assert "/beside/roll" not in table.page
    undone = table.send("undo")
    table.at = table.table if undone.status_code == 200 else table.at
    while 'id="done"' in table.page:
        table.go_on()
    assert before in unescape(table.page)
    assert "/beside/roll" in table.page


def test_a_building_is_one_thing_with_its_walls(ann):
    """What a person builds: by its outline, its openings side by side; no wall is told in pieces, and what is flat has
    no height."""
    table = Beside(ann, "universalis", scenario="border_post")
    built = text_of(ann.get(table.built).text)
    assert built.count("Guard house, 12 × 10 cm, 6 cm high") == 1
    assert "Lower wall: closed" in built
    assert "Right wall: door, 3 cm wide, 4.5 cm high, its middle 25 cm from below" in built
    assert "Upper wall: window, 4 cm wide, from 2 to 4 cm up, its middle 30 cm from the left" in built
    assert "Obstacle" not in built
    assert " 0 cm high" not in built


def test_a_die_that_has_to_be_thrown_again_is_thrown_by_whoever_threw_it(ann):
    """Nobody taps for the same die twice."""
    table = Beside(ann, "undaunted", dice="table", cards="table", seed="7")
    rolls = 0
    for _ in range(90):
        assert "so roll once more" not in unescape(table.page)
        if "/beside/roll" in table.page:
            rolls += 1
            assert table.send("roll").status_code == 303
        elif table.go_on() == "over":
            break
    assert rolls > 9


def test_faces_that_are_enough_are_marked_and_the_sum_stands_above(ann):
    table = Beside(ann, "undaunted", dice="table", cards="table")
    for _ in range(60):
        if 'class="sum-boxes"' in table.page:
            break
        table.go_on()
    *parts, need = map(int, re.findall(r"<b>(\d+)</b> <small>", table.page))
    assert sum(parts) == need
    faces = re.findall(
        r'class="pick( hits)?(?: foe)?"[^>]*>(?:<input[^>]*>)?<span>(\d+)(<span aria-hidden="true">✓)?', table.page
    )
    assert {int(face) for _, face, _ in faces} == set(range(1, 11))
    for hits, face, sign in faces:
        assert bool(hits) is bool(sign) is (int(face) >= need)


def test_the_same_place_meets_the_same_die(ann):
    """Taking a roll back and letting the app roll once more brings no better luck."""
    table = Beside(ann, "undaunted", dice="table", cards="table")

    def rolled():
        while "/beside/roll" not in table.page:
            table.go_on()
        assert table.send("roll").status_code == 303
        return text_of(table.page)

    once = rolled()
    undone = table.send("undo")
    assert undone.status_code in (200, 303)  # it tells what is to be put back, if anything is
    if undone.status_code == 200:
        done = re.search(r'name="done" value="(\d+)"', undone.text)[1]
        table.at = f"{table.table}?done={done}"
    assert rolled() == once


def test_what_is_taken_back_is_put_back_at_the_table(ann):
    """Taking an answer back says what has been done since, the newest first."""
    table = Beside(ann, "undaunted", cards="app")
    told = set()
    for _ in range(60):
        if 'id="done"' in table.page:
            told |= {unescape(table.asked)} if "/beside/undo" in table.page else set()
        elif told:
            break
        table.go_on()
    answer = table.send("undo")
    assert answer.status_code == 200
    page = text_of(answer.text)
    assert "Undo at the table what has been done of it" in page
    taken = unescape(answer.text.partition('class="sheet flush now taken"')[2].partition("</section>")[0])
    assert any(line in taken for line in told), (told, page)
    done = int(re.search(r'name="done" value="(\d+)"', answer.text)[1])
    kept = re.search(r'name="done" value="(\d+)"', table.page)
    assert kept is None or int(kept[1]) >= done  # what comes next is told again


def test_a_model_that_is_taken_back_goes_where_it_came_from(ann):
    """What an undo tells has been done by hand: rolls and whose turn it was are not, and of a move its start is told."""
    table = Beside(ann, "universalis")
    for _ in range(60):
        if 'id="done"' in table.page and "Way:" in table.page:
            break
        table.go_on()
    answer = table.send("undo")
    assert answer.status_code == 200
    taken = text_of(answer.text.partition('class="sheet flush now taken"')[2].partition("</section>")[0])
    assert re.search(r"moves [\d.]+ cm .*?Before that: [\d.]+ cm from the left, [\d.]+ cm from below\.", taken), taken
    assert "rolls" not in taken
    assert "picks" not in taken


def test_a_chance_stands_on_the_board_that_is_tapped(ann):
    table = Beside(ann, "universalis")
    for _ in range(60):
        if found := re.search(r'<a class="pick[^"]*" href="([^"]*pick=shoot[^"]*)"', table.page):
            break
        table.go_on()
    table.at = unescape(found[1])
    board = table.page
    percents = re.findall(r'class="over-badge">.*?>([\d ]+\s*%)</text>', board)
    assert len(percents) == len(re.findall(r'class="over" data-do="[^"]* shoot ', board)) > 0


def test_ending_a_turn_with_cards_in_hand_is_asked_once_more(ann):
    table = Beside(ann, "undaunted", cards="app")
    end = None
    for _ in range(60):
        end = re.search(r'<a class="pick" href="([^"]*pick=end[^"]*)"', table.page)
        if end is not None:
            break
        table.go_on()
    assert end is not None
    assert "end" not in table.options()
    table.at = unescape(end[1])
    assert 'class="pick costly"' in table.page
    assert "discarded" in text_of(table.page)
    assert table.send("say", do=table.options()[0]).status_code == 303


def test_ending_a_phase_with_action_points_left_is_asked_once_more(ann):
    table = Beside(ann, "universalis")
    for _ in range(40):
        if (end := re.search(r'<a class="pick" href="([^"]*pick=end[^"]*)"', table.page)) is not None:
            break
        table.go_on()
    table.at = unescape(end[1])
    assert re.search(r"\d action points? (is|are) left", text_of(table.page))
    assert 'class="pick costly"' not in table.page  # they serve for dodging
    assert table.options() == ["end"]


def test_correcting_by_touch(ann):
    """Tap a counter, tap where it is; it is said in words."""
    table = Beside(ann, "undaunted", cards="table")
    page = ann.get(f"{table.table}?tab=table&piece=unit:us-rifleman-A").text
    assert 'data-do="us.rifleman-A=C2"' in page
    answer = table.send("fix", fact="us.rifleman-A=C2", piece="unit:us-rifleman-A", tab="table")
    assert answer.status_code == 200
    assert "is on C2 (before: A1)" in text_of(answer.text)
    answer = table.send("fix", fact="us.rifleman-A=Z9", piece="unit:us-rifleman-A", tab="table")
    assert answer.status_code == 409
    assert "It cannot be like that" in text_of(answer.text)
    assert "Z9" in text_of(answer.text)
    back = ann.get(f"{table.table}/beside/fix")  # who loads that page again comes back to the table
    assert (back.status_code, back.headers["location"]) == (303, table.table)


def test_what_cannot_be_is_offered_and_refused_with_its_reason(ann):
    """When every card that breaks a lantern lies open, there is no fourth: whoever misses it there would not know why."""
    table = Beside(ann, "saboteur", scenario="first", cards="app")
    assert table.page
    page = ann.get(f"{table.table}?tab=table&piece=seat:2").text
    facts = {unescape(value) for value in re.findall(r'name="fact" value="([^"]*)"', page)}
    assert {f'players.2.broken=["{tool}"]' for tool in ("lantern", "mine_cart", "pick")} <= facts
    assert table.send("fix", fact='players.2.broken=["lantern"]', piece="seat:2", tab="table").status_code == 200
    answer = table.send("fix", fact='players.3.broken=["lantern"]', piece="seat:3", tab="table")
    assert answer.status_code == 409
    assert "lantern" in text_of(answer.text)


def test_what_is_counted_beside_the_board_is_told_with_whose_it_is(ann):
    table = Beside(ann, "universalis", scenario="first")
    answer = table.send("fix", fact="scores.2=3", piece="tray:seat-2", tab="table")
    assert "Scrapper Gang: 3 mission points (before: 0)" in text_of(answer.text)
    assert "piece=tray%3Aseat-2" in ann.get(f"{table.table}?tab=table").text


def test_every_game_can_be_corrected_by_touch(ann):
    for name in games():
        table = Beside(ann, name)
        for _ in range(60):
            if table.go_on() == "picked":
                break
        page = ann.get(f"{table.table}?tab=table").text
        pieces = [unescape(href) for href in re.findall(r'<a href="([^"]+)"[^>]* class="over"', page)]
        assert pieces, name
        assert '/beside/fix"' in ann.get(pieces[-1]).text, name


def test_a_model_is_moved_by_touching_where_it_stands(ann):
    """First a part of the table, then a whole centimetre in it, then a half one; it is said in words what has changed."""
    table = Beside(ann, "universalis")

    def links(page, what):
        return [unescape(link) for link in re.findall(r'<a href="([^"]+)"[^>]* class="over"', page) if what in link]

    (part,) = links(ann.get(f"{table.table}?tab=table&piece=model:A1").text, "to=30%2C20")
    centimetres = ann.get(part).text
    assert len(links(centimetres, "%2Ccm")) == 11 * 11
    assert "data-do" not in centimetres
    (point,) = links(centimetres, "to=34%2C21%2Ccm")
    halves = re.findall(r'data-do="(A1\.at=[^"]*)"', ann.get(point).text)
    assert len(halves) == 5 * 5
    assert "A1.at=[34.5, 21]" in halves
    answer = table.send("fix", fact="A1.at=[34.5, 21]", piece="model:A1", tab="table")
    assert answer.status_code == 200
    assert "A1 Voss: 34.5 cm from the left, 21 cm from below" in text_of(answer.text)


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("-34,5 20", "Das liegt jenseits der Tischkante."),
        ("34,5 −20", "Das liegt jenseits der Tischkante."),
        ("340 20", "Das liegt jenseits der Tischkante."),
        ("34", "„34“ ist kein Ort."),
        ("links", "„links“ ist kein Ort."),
    ],
)
def test_a_place_off_the_table_is_refused_in_words(visit, typed, told):
    table = Beside(visit("de"), "universalis")
    answer = table.send("fix", fact="A1.at=[{}]", typed=typed, piece="model:A1", tab="table")
    assert answer.status_code == 409
    assert "So kann es nicht sein, also bleibt alles, wie es war." in text_of(answer.text)
    assert told in text_of(answer.text)


@pytest.mark.parametrize("typed", ["46,5 30", "46.5,30", "46,5;30", "46,5, 30", "46,30.5"])
def test_a_place_may_be_typed_as_people_and_as_files_write_it(visit, typed):
    """A point alone is enough where only one thing can be done with it."""
    table = Beside(visit("de"), "universalis", dice="app")
    while "pick=move" not in table.page:
        assert table.go_on()
    assert table.send("say", typed=typed, pick="move").status_code == 303


def test_a_typed_place_far_from_every_table_is_refused_as_it_was_typed(visit):
    """Not as `A1 move 1000,1000`, which nobody has typed."""
    table = Beside(visit("de"), "universalis", dice="app")
    while "pick=move" not in table.page:
        assert table.go_on()
    answer = table.send("say", typed="1000 1000", pick="move")
    assert answer.status_code == 409
    assert "„1000 1000“ liegt auf keinem Tisch." in text_of(answer.text)
    assert "move" not in text_of(answer.text)


def test_whoever_has_begun_is_asked_for_what_is_missing(visit):
    """Not for the card that he has just tapped."""
    person = visit("de")
    table = Beside(person, "undaunted", cards="usual")
    assert "Welche Karte spielst du, und wofür?" in text_of(table.page)
    card = unescape(re.search(r'<a class="pick" href="([^"]+)"', table.page)[1])
    page = person.get(card).text
    assert "Und was tust du damit?" in text_of(page)
    scouting = next(unescape(link) for link in re.findall(r'<a class="pick" href="([^"]+)"', page) if "action" in link)
    assert "Wohin?" in text_of(person.get(scouting).text)


def test_people_are_told_to_draw(visit):
    table = Beside(visit("de"), "saboteur", scenario="first")
    for _ in range(40):
        if "Du ziehst 1 Karte nach." in text_of(table.page):
            return
        table.go_on()
    raise AssertionError("nobody was told to draw a card")


def test_automas_have_their_own_signs(visit):
    """Two of them are told apart by form and colour, as at the screen."""
    table, found = Beside(visit("de"), "saboteur", players="3"), set()
    for _ in range(30):
        found |= set(re.findall(r'class="emb (e-\w+ f-\w+)"', table.page))
        table.go_on()
    assert {"e-own f-circle", "e-rival f-diamond", "e-rival f-hex"} <= found


def test_a_german_place_is_understood(visit):
    ann = visit("de")
    table = Beside(ann, "universalis")
    answer = table.send("fix", fact="A1.at=[{}]", typed="34,5 20", piece="model:A1", tab="table")
    assert answer.status_code == 200, text_of(answer.text)
    assert "A1 Voss: 34,5 cm von links, 20 cm von unten (bisher: 46 cm von links, 24 cm von unten)" in text_of(
        answer.text
    )


def test_a_card_that_was_named_wrongly_is_another_one(visit):
    """Whoever has named an automa's hand sees it where he corrects it, taps the wrong card and then the right one."""
    person = visit("de")
    table = dealing(person)
    hand = table.options()[:6]
    assert table.send("say", do=hand).status_code == 303
    while 'data-kind="do"' not in table.page:
        table.go_on()
    seat = f"{table.table}?tab=table&piece=seat:2"
    assert "Auf der Hand: Welche Karte ist eine andere?" in text_of(person.get(seat).text)
    page = person.get(f"{seat}&to=held:{hand[0]}").text
    assert "<h1>Computerspieler 2</h1>" in page
    assert "Statt: " in text_of(page)
    offered = re.findall(r'name="fact" value="([^"]*hand=[^"]*)"', page)
    fact = next(unescape(fact) for fact in offered if "rockfall" in unescape(fact))
    answer = table.send("fix", fact=fact, piece="seat:2", tab="table")
    assert answer.status_code == 200, text_of(answer.text)
    assert "Computerspieler 2 hat einen Steinschlag auf der Hand (bisher: " in text_of(answer.text)


def test_a_hand_that_nobody_has_named_stays_hidden(visit):
    person = visit("de")
    table = Beside(person, "saboteur", scenario="first", cards="app")
    for _ in range(3):
        table.go_on()
    assert "held:" not in person.get(f"{table.table}?tab=table&piece=seat:2").text


def test_others_do_not_get_in(ann, ben):
    table = Beside(ann, "saboteur", players="3")
    ben.get("/")
    for what in ("say", "roll", "undo", "fix", "dice"):
        assert ben.post(f"{table.table}/beside/{what}", data={"do": "plus"}).status_code in (401, 403, 404)


def test_beginning_leads_to_what_is_laid_out(visit):
    """The first game of Saboteur fixes roles and six cards: they are named, with pictures, before the first question."""
    person = visit("de")
    table = Beside(person, "saboteur", scenario="first")
    assert table.built.endswith("?tab=build")
    page = person.get(table.built).text
    words = text_of(page)
    assert "Spieler 1 bekommt genau diese 6 Karten" in words
    assert "Ohne Rollenkarte: Computerspieler 2 und Computerspieler 3" in words  # nobody may know theirs
    assert page.count('class="got"') >= 4


def test_the_last_instruction_stands_with_the_question_after_it(ann):
    """Whoever names the card that an automa has drawn has done what it did: no tap in between, if there is room."""
    table = Beside(ann, "tactics", scenario="first")
    for _ in range(60):
        page = table.page
        if 'class="sheet flush now deed' in page and 'data-kind="draw"' in page:
            break
        table.go_on()
    assert 'id="done"' not in page
    *_, deed, question = re.findall(ASK, page)
    assert question.endswith("which one is it?")
    table.go_on()
    assert deed not in re.findall(ASK, table.page)


def test_who_rolls_outlives_a_restart(tmp_path):
    with Running(settings(tmp_path)) as server:
        ann = Person(server.base)
        table = Beside(ann, "undaunted", dice="table", cards="table")
        assert table.send("dice", dice="app").status_code == 200
    with Running(settings(tmp_path)) as server:
        ann.client.base_url = server.base
        shown = ann.get(f"{table.table}?tab=table").text
    ann.client.close()
    assert 'name="dice" value="table"' in shown  # the button that would bring the dice back to the table


def test_whoever_leaves_comes_back_to_where_he_was(tmp_path):
    """From the adviser, from home, after a restart, without an address of his own: what is done stays done."""
    with Running(settings(tmp_path)) as server:
        ann = Person(server.base)
        table = Beside(ann, "undaunted", dice="app", cards="app")
        for _ in range(60):
            if len(re.findall(r'class="nth">', table.page)) and table.go_on() == "done":
                break
            table.go_on()
        told, left = table.asked, table.page
        assert 'id="done"' in left
        ann.get(f"{table.table}/ask")
        table.at = table.table
        assert table.asked == told
        while "told=1" not in table.page or "pick=" in table.at:
            table.go_on()
        told, again = table.asked, re.search(r'href="([^"]+told=1[^"]*)"', table.page)
        ann.get(unescape(again[1]))  # to look at it once more does not undo it
        table.at = table.table
        assert table.asked == told
    with Running(settings(tmp_path)) as server:
        ann.client.base_url = server.base
        assert table.asked == told
        assert table.send("undo").status_code in (200, 303)  # what is taken back has to be done again
        table.at = table.table
        assert table.asked != told
    ann.client.close()


def test_an_automa_that_waits_for_a_lot_asks_again_after_a_restart(tmp_path):
    with Running(settings(tmp_path)) as server:
        ann = Person(server.base)
        table = Beside(ann, "saboteur", dice="table")
        while 'data-kind="pick"' not in table.page:
            table.go_on()
        asked = table.asked
        assert re.search("To draw (lots: |a lot, )", table.page), "what the hands do for it"
    with Running(settings(tmp_path)) as server:
        ann.client.base_url = server.base
        assert table.asked == asked
    ann.client.close()


def test_a_hand_in_one_go(ann):
    """All cards that are dealt to somebody are sent together; more than are asked for change nothing."""
    table = dealing(ann)
    card = table.options()[0]
    assert table.send("say", do=[card] * 7).status_code == 409
    assert 'data-several="6"' in table.page
    cards = table.options()[:6]
    assert table.send("say", do=cards).status_code == 303
    assert 'data-several="6"' in table.page  # the next one's hand
    assert "Computer player 3" in text_of(table.page)


def test_cards_have_a_short_word_and_are_asked_for_with_a_reason(visit):
    """The name of a card is read aloud; under its small picture stands a word, and above all of them why they are asked."""
    table = Beside(visit("de"), "saboteur", players="3")
    while 'data-several="6"' not in table.page:
        table.go_on()
    page = table.page
    assert len(re.findall(r"</span><span class=\"sr\">: ", page)) == len(table.options()) > 20
    assert '<span>Abzweigung senkrecht</span><span class="sr">: Senkrechte Abzweigung</span>' in page
    assert "Die App spielt für Computerspieler 2. Dafür muss sie diese Karten kennen." in text_of(page)
    assert "Sollen sie auch dir verborgen bleiben" in text_of(page)


def test_what_is_believed_stands_beside_what_is_so(ann):
    """Every game names the old value where it is not simply the opposite."""
    for name, piece, was in (
        ("saboteur", "seat:2", "before: 0 points"),
        ("tactics", "unit:archer", "before: 2"),
        ("undaunted", "pile:us-fog", "before: 6"),
        ("universalis", "model:A1", "before: 6 TP"),
    ):
        table = Beside(ann, name, scenario="first", cards="app")
        assert was in text_of(ann.get(f"{table.table}?tab=table&piece={piece}").text), name


def test_markers_are_laid_out_too(visit):
    person = visit("de")
    words = text_of(person.get(Beside(person, "undaunted", scenario="first").built).text)
    assert "Zielmarker mit 1 Punkt: A3" in words
    assert "Erkundet von der US-Seite: A1, A2, B1 und B2" in words
    words = text_of(person.get(Beside(person, "universalis", scenario="first").built).text)
    assert "B1 Marga: 40 cm von links, 66 cm von unten" in words
    assert "Aufstellungszone der Grenzwacht 30 cm tief an der unteren Kante, in ganzer Länge" in words
    assert "Funkmast 45 cm von links, 45 cm von unten" in words
    assert "Die Grenzwacht, Trefferpunkte (TP) mitzählen: A1 6 und A2 6" in words


def test_what_missions_ask_for_is_told_when_it_is_laid(visit):
    """Universalis: with the second zone, each thing to be ticked off with its place; then on the set-up page, too."""
    table = Beside(visit("de"), "universalis", scenario="factory")
    assert "Für die Missionen: 1 Funkmast, 1 Datenkern und 4 Kisten." in text_of(table.person.get(table.built).text)
    said = ""
    for _ in range(12):
        page = table.page
        if 'name="do" value="mission salvage"' in page:
            assert table.send("say", do="mission salvage").status_code == 303
            continue
        if 'data-tick="l' in page:
            said = text_of(page)
            if "Deine Aufstellungszone" in said:
                break
        table.go_on()
    assert "Das kommt jetzt auf den Tisch" in said
    assert "Deine Aufstellungszone Kreis von 10 cm um den Punkt 45 cm von links, 45 cm von unten" in said
    assert "Kiste 17,5 cm von links, 17,5 cm von unten" in said
    assert "17,5\xa0|\xa017,5" in page
    assert "Kiste 17,5 cm von links, 17,5 cm von unten" in text_of(table.person.get(f"{table.table}?tab=build").text)


def test_the_last_turn_is_told_and_then_who_has_won(ann):
    """The heading belongs to the instruction below it, not to what comes after it."""
    table = Beside(ann, "tactics", scenario="first")
    rounds, told = [], []
    for _ in range(200):
        page = table.page
        rounds += re.findall(r"Round (\d) of 7", page)[:1]
        told.append('id="done"' in page)
        if options := table.options():
            assert table.send("say", do=options[-1]).status_code == 303  # the turn is ended
        elif table.go_on() == "over":
            break
    assert rounds == sorted(rounds)
    assert {"1", "2", "3"} <= set(rounds)
    assert told[-2], "the last instruction leads to the end"
    assert table.asked in ("You won", "You lost", "A draw")
    again = ann.get(table.table).text  # opened later: how it ended, and nothing to be done
    assert 'id="done"' not in again
    assert table.asked in text_of(again)


def test_rolls_and_what_follows_them_are_one_instruction(ann):
    """Of a comparison both sums are shown; who acts by it is told with what he does."""
    table = Beside(ann, "universalis", scenario="first")
    for _ in range(40):
        page = table.page
        if 'class="rivals"' in page:
            break
        table.go_on()
    assert page.count("<li", page.index('class="rivals"'), page.index("</ul>", page.index('class="rivals"'))) == 2
    assert 'id="done"' not in page or "moves" in text_of(page) or "shot" in text_of(page)


def test_a_why_does_not_tell_a_role_that_only_the_app_knows(visit):
    table = Beside(visit("en"), "saboteur", scenario="first")
    told = []
    for _ in range(20):
        told += [table.page, table.person.get(f"{table.at}{'&' if '?' in table.at else '?'}tab=why").text]
        table.go_on()
    words = " ".join(text_of(page) for page in told)
    assert "The other reasons depend on secrets" in words
    assert "It goes through the list" not in words


def test_the_whole_table_leads_back_to_the_game(visit):
    table = Beside(visit("de"), "saboteur", scenario="first")
    page = table.person.get(f"{table.table}?full=1").text
    assert f'href="{table.table}">← Zurück zum Spiel</a>' in page


@pytest.mark.parametrize("game", ["tactics", "universalis"])
def test_there_are_reasons_as_soon_as_an_automa_has_acted(ann, game):
    """Also where the rules play for it, and where what came last has none of its own."""
    table, told, without = Beside(ann, game, players="2"), 0, 0
    for _ in range(25):
        told += 'id="done"' in table.page and " results" not in table.page  # one's own has none
        if told:
            why = table.person.get(f"{table.at}{'&' if '?' in table.at else '?'}tab=why").text
            without += "When an automa has acted" in text_of(why)
        table.go_on()
    assert told
    assert not without


def test_whoever_must_discard_his_hand_is_told_so(ann):
    table = Beside(ann, "tactics", scenario="kraken")
    for _ in range(12):
        if "end" in table.options():
            table.send("say", do="end")
            break
        table.go_on()
    assert "You discard" in text_of(table.page)


@pytest.mark.parametrize(("cards", "status"), [("kept", 403), ("app", 303)])
def test_nobody_takes_the_seat_of_an_automa_with_secrets_before_the_end(ann, cards, status):
    """Another game from a running one would show its cards and its role to whoever chooses for it."""
    beside = Beside(ann, "saboteur", scenario="tu", players="4", cards=cards)
    assert "saboteur" in beside.page
    table = beside.table
    made = ann.post(f"{table}/fork?at=0&as_seat=2")
    assert made.status_code == status
    if status == 303:
        other = ann.get(made.headers["location"].partition("?")[0] + "/record").text.splitlines()[0]
        assert '"3":"rule"' in other


ROLE = re.compile(r'<details class="goal role">(.*?)</details>', re.DOTALL)
ROLE_WORDS = re.compile(r"(Goldsucher|Saboteur): ")


def test_the_own_role_is_covered_on_every_own_page(visit):
    """A touch uncovers it; the role of another person at the same phone is not on the page, nor any computer player's."""
    seats = {"players": "3", "seat1": "me", "seat2": "me", "seat3": "rule"}
    table, told = Beside(visit("de"), "saboteur", scenario="commercial", cards="kept", **seats), set()
    for _ in range(12):
        page = table.page
        if 'data-kind="do"' in page:
            (role,) = ROLE.findall(page)
            shown = text_of(role)
            assert len(ROLE_WORDS.findall(shown)) == 1
            assert not re.search(r"(Goldsucher|Saboteur)(:|\.)", text_of(ROLE.sub("", page)))
            told.add(shown[: len("Nur für Spieler 1:")])
            assert "board-pic" in page  # whoever acts sees the board
        table.go_on()
    assert told == {"Nur für Spieler 1:", "Nur für Spieler 2:"}


def test_a_lot_between_cards_shows_cards_and_says_how_it_is_drawn():
    """Where people name the computer players' cards they see them anyway."""
    dead = ["dead_curve_up", "dead_three_vert", "dead_single_vert"]
    players = [{"role": "gold", "hand": hand} for hand in (["map"], dead, ["map"])]
    position = {"game": "saboteur", "variant": "tu", "active": 2, "players": players}
    setup = Setup("saboteur", "tu", ("human", "rule", "rule"), position=position)
    session, say = companion_session(setup, cards_on_table=True, dice_on_table=True, seed="1").run(), say_in("de")
    (asked,) = session.unanswered
    question = question_of(session, asked, session.game.scene(session.view(SPECTATOR), say), (), say)
    assert question.text == "Welche Karte wird abgeworfen? Lose aus."
    assert question.notes == ("So lost du: Misch diese 3 Karten verdeckt und zieh eine.",)
    answers = [one for group in question.groups for one in group.answers]
    assert [one.do for one in answers] == [f"discard {card}" for card in dead]
    assert all(one.picture and one.short for one in answers)


def test_lots_between_targets_stay_sentences():
    game = game_named("saboteur")
    assert not cards_in(game, ["break broken_pick 1", "break broken_pick 2"])
    assert not cards_in(game, ["lay plus 1,0", "lay line_horiz 2,0"])
    assert not cards_in(game, ["no notation", "map"])


def test_where_hands_are_given_nothing_is_dealt(visit):
    """The set-up of the first game has its own sentence for the pile; of a game with a deal it has that."""
    words = {
        scenario: text_of(
            (table := Beside(visit("de"), "saboteur", scenario=scenario, cards="kept")).person.get(table.built).text
        )
        for scenario in ("first", "commercial")
    }
    assert re.search(r"Dazu diese \d+ Karten heraussuchen und verdeckt mischen: euer Nachziehstapel", words["first"])
    assert "Was davon übrig ist" not in words["first"]
    assert "Was davon übrig ist, ist euer Nachziehstapel" in words["commercial"]
    assert all("Automa" not in one for one in words.values())


@pytest.mark.parametrize("scenario", ["versus", "sandbox"])
def test_people_who_fight_each_other_build_a_table_too(ann, scenario):
    """There is no opponent whose cards are got ready."""
    table = Beside(ann, "tactics", scenario=scenario, players="2")
    assert "tab=build" in table.built
    assert ann.get(table.built).status_code == 200
