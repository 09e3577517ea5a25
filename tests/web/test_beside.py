"""The companion's page by plain forms and links: instructions, questions, dice, corrections."""

import re
from html import unescape

import pytest

from kempelen.engine.game import games
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
    assert table.send("dice", dice="table").status_code == 303


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
    taken = unescape(answer.text.partition('class="sheet strip taken"')[2].partition("</section>")[0])
    assert any(line in taken for line in told), (told, page)
    done = int(re.search(r'name="done" value="(\d+)"', answer.text)[1])
    kept = re.search(r'name="done" value="(\d+)"', table.page)
    assert kept is None or int(kept[1]) >= done  # what comes next is told again


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
        if "Spieler 1 zieht 1 Karte nach." in text_of(table.page):
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
    assert "A1 Voss: 34,5 cm von links, 20 cm von unten (bisher: 50 cm von links, 28 cm von unten)" in text_of(
        answer.text
    )


def test_a_card_that_was_named_wrongly_is_another_one(visit):
    """Whoever has named an automa's hand sees it where he corrects it, taps the wrong card and then the right one."""
    person = visit("de")
    table = Beside(person, "saboteur", scenario="first")
    hand = table.options()[:4]
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
    assert question.endswith("which one?")
    table.go_on()
    assert deed not in re.findall(ASK, table.page)


def test_who_rolls_outlives_a_restart(tmp_path):
    with Running(settings(tmp_path)) as server:
        ann = Person(server.base)
        table = Beside(ann, "undaunted", dice="table", cards="table")
        assert table.send("dice", dice="app").status_code == 303
    with Running(settings(tmp_path)) as server:
        ann.client.base_url = server.base
        shown = ann.get(f"{table.table}?tab=table").text
    ann.client.close()
    assert 'name="dice" value="table"' in shown  # the button that would bring the dice back to the table


def test_an_automa_that_waits_for_a_lot_asks_again_after_a_restart(tmp_path):
    with Running(settings(tmp_path)) as server:
        ann = Person(server.base)
        table = Beside(ann, "saboteur", dice="table")
        while 'data-kind="pick"' not in table.page:
            table.go_on()
        asked = table.asked
    with Running(settings(tmp_path)) as server:
        ann.client.base_url = server.base
        assert table.asked == asked
    ann.client.close()


def test_a_hand_in_one_go(ann):
    """Four cards that the set-up leaves open are sent together; more than are asked for change nothing."""
    table = Beside(ann, "saboteur", scenario="first")
    assert 'data-several="4"' in table.page
    card = table.options()[0]
    assert table.send("say", do=[card] * 5).status_code == 409
    assert 'data-several="4"' in table.page
    cards = table.options()[:4]
    assert table.send("say", do=cards).status_code == 303
    assert 'data-several="3"' in table.page  # the next one's hand
    assert "Computer player 3" in text_of(table.page)


def test_cards_have_a_short_word_and_are_asked_for_with_a_reason(visit):
    """The name of a card is read aloud; under its small picture stands a word, and above all of them why they are asked."""
    table = Beside(visit("de"), "saboteur", players="3")
    while 'data-several="6"' not in table.page:
        table.go_on()
    page = table.page
    assert len(re.findall(r"</span><span class=\"sr\">: ", page)) == len(table.options()) > 20
    assert '<span>T-Weg hoch</span><span class="sr">: Senkrechte Abzweigung</span>' in page
    assert "Die App spielt für Computerspieler 2. Dafür muss sie diese Karten kennen." in text_of(page)
    assert "Sollen sie auch dir verborgen bleiben" in text_of(page)


def test_what_is_believed_stands_beside_what_is_so(ann):
    """Every game names the old value where it is not simply the opposite."""
    for name, piece, was in (
        ("saboteur", "seat:2", "before: 0 points"),
        ("tactics", "unit:archer", "before: 2"),
        ("undaunted", "pile:us-fog", "before: 6"),
        ("universalis", "model:A1", "before: 5 TP"),
    ):
        table = Beside(ann, name, scenario="first", cards="app")
        assert was in text_of(ann.get(f"{table.table}?tab=table&piece={piece}").text), name


def test_markers_are_laid_out_too(visit):
    person = visit("de")
    words = text_of(person.get(Beside(person, "undaunted", scenario="first").built).text)
    assert "Zielmarker mit 1 Punkt: A3" in words
    assert "Erkundet von der US-Seite: A1, A2, B1 und B2" in words
    words = text_of(person.get(Beside(person, "universalis", scenario="first").built).text)
    assert "B1 Marga: 44 cm von links, 64 cm von unten" in words
    assert "Funkmast 1: 45 cm von links, 45 cm von unten" in words
    assert "Die Grenzwacht, Trefferpunkte (TP) mitzählen: A1 5 und A2 5" in words


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
    assert table.asked in ("Player 1 wins", "Nobody wins", "A draw")
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
    assert "The rest rests on secrets" in words
    assert "It goes through the list" not in words


def test_the_whole_table_leads_back_to_the_game(visit):
    table = Beside(visit("de"), "saboteur", scenario="first")
    page = table.person.get(f"{table.table}?full=1").text
    assert f'href="{table.table}">← Zurück zum Spiel</a>' in page


@pytest.mark.parametrize("game", ["tactics", "universalis"])
def test_there_are_reasons_as_soon_as_an_automa_has_acted(ann, game):
    """Also where the rules play for it, and where what came last has none of its own."""
    table, told, without = Beside(ann, game), 0, 0
    for _ in range(25):
        told += 'id="done"' in table.page and not table.asked.startswith("Player 1 ")  # one's own has none
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
    assert "Player 1 discards" in text_of(table.page)


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
