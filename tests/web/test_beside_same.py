"""One by one and all in one list the same is told; and what hands do for the cards of computer players is true."""

import re
from html import unescape

import pytest

from kempelen.companion import companion_session, set_aside
from kempelen.engine.game import Setup, say_in
from kempelen.engine.table import HIDDEN, SPECTATOR, notation_of
from kempelen.games.saboteur.face.words import card_word
from kempelen.games.saboteur.rules.cards import BY_NAME, is_path
from kempelen.games.tactics.rules.events import Gained, Paid
from kempelen.web.people.keys import OPERATOR
from kempelen.web.pocket.apart import not_there, taken_out, unseen
from kempelen.web.pocket.asking import question_of
from kempelen.web.pocket.deeds import told_so_far
from kempelen.web.pocket.pictured import scene_of
from kempelen.web.pocket.undone.taken import table_now
from kempelen.web.shown.pages.beside import At, look
from kempelen.wording import told_at_table
from tests.web.people import text_of
from tests.web.test_beside import Beside
from tests.web.test_beside_hands import choosing, kraken, seated, told

LINE = re.compile(r'<(h2 class="ask[^"]*"|h3|p class="(?:left|soft)"|p)>(.*?)</(?:h2|h3|p)>', re.DOTALL)
STEP = re.compile(r'<b class="step-no">.*?</b>')


def lines_of(page):
    """Every line of the instructions of a page, one by one or all together."""
    listed = page.partition('<ol class="checklist whole">')[2].partition("</ol>")[0]
    if not listed:
        found = re.findall(r'<section class="sheet (?:strip|flush now deed).*?</section>', page, re.DOTALL)
        listed = " ".join(found)
    return [text_of(STEP.sub("", line)) for _, line in LINE.findall(listed)]


def asks(page):
    return 'data-kind="' in page


@pytest.mark.parametrize(
    ("game", "form"),
    [("tactics", {}), ("saboteur", {"scenario": "commercial", "players": "7", "cards": "kept"}), ("undaunted", {})],
)
def test_all_at_once_says_what_is_said_one_by_one(ann, game, form):
    """For a whole game: no instruction stands on the one page and not on the other."""
    table, lists = Beside(ann, game, **{"cards": "usual", **form}), 0
    for _ in range(70):
        page = table.page
        every = re.search(r'href="([^"]*all=1[^"]*)"', page)
        if every is None or asks(page):
            if table.go_on() == "over":
                break
            continue
        wanted = lines_of(ann.get(unescape(every[1])).text)
        lists += 1
        found = []
        while not asks(page):
            found += lines_of(page)
            done = re.search(r'id="done" href="([^"]+)"', page)
            if done is None:
                break
            table.at = unescape(done[1])
            page = table.page
        else:
            found += lines_of(page)
        assert set(found) <= set(wanted), (game, [line for line in found if line not in wanted])
        missing = [line for line in wanted if line not in found]
        assert all(line.startswith(("You ", "Cards for this")) for line in missing), (game, missing)
    assert lists, "there were several instructions at once"


def test_what_the_enemy_gets_and_pays_is_told_in_every_round():
    """Also before a card that it plays: whoever counts its resources needs both."""
    session, rounds = kraken(), 0
    say = told_at_table(session, say_in("de"))
    for _ in range(60):
        if not session.unanswered or rounds > 5:
            break
        options = [notation_of(option) for option in session.unanswered[0].options]
        before = told_so_far(seated(session))
        session.answer("end" if "end" in options else options[0])
        session.run()
        events = session.events_for(SPECTATOR)[before:]
        wanted = [say.of(one.text) for one in events if isinstance(one, Gained | Paid) and not one.of_nothing]
        lines = [line for lines in told(session, before) for line in lines]
        assert all(line in lines for line in wanted), (wanted, lines)
        rounds += any("Gegner erhält" in line for line in wanted)
    assert rounds > 3


def kept(seed=3, **more):
    seats = ("human", "rule", "rule")
    return companion_session(Setup("saboteur", "commercial", seats), automas_cards_kept=True, seed=seed, **more).run()


def test_nobody_discards_for_a_computer_player_what_only_the_app_knows():
    """Its discard is told with what hands do, which is nothing; the note stands there and not at the next one's card."""
    session, say, noted, played = kept(), say_in("de"), 0, 0
    note, takes = say("web.beside.card_unseen"), taken_out(session, told_at_table(session, say))
    for _ in range(40):
        if not session.unanswered or session.unanswered[0].kind != "do":
            break
        done = told_so_far(seated(session))
        session.answer(notation_of(session.unanswered[0].options[-1]))
        session.run()
        shown = look(seated(session), say, At("", done, (), True, "", ""), "now")
        for deed in shown["deeds"]:
            line = shown["supplies"].get(deed.number, "")
            if deed.own or deed.seat is None:
                assert not line
            elif deed.card == HIDDEN:
                noted += 1
                assert line == note
                assert not shown["hands"].of(deed), "nothing is laid down"
            elif deed.card is not None:
                played += 1
                assert line == takes, deed.what.headline
    assert noted
    assert played


def test_what_nobody_has_done_is_not_put_back():
    """A discard of which nothing lies on the table is no deed of hands."""
    session = kept()
    for _ in range(12):
        session.answer(notation_of(session.unanswered[0].options[-1]))
        session.run()
    events = [event for event in session.events_for(SPECTATOR) if unseen(session, event)]
    assert events
    room, say = seated(session), told_at_table(session, say_in("de"))
    assert not {say.of(event.text) for event in events} & set(table_now(room, say).told)


def test_a_card_that_cannot_be_played_now_is_not_to_be_swapped():
    """A broken lantern hides all paths: that is said before anything about the cards that lie aside."""
    session = kept()
    for _ in range(60):
        decision = session.unanswered[0]
        lines = not_there(session, decision, say_in("de"))
        state = session.view(decision.seat)
        broken = any("Dein Werkzeug ist kaputt" in line for line in lines)
        assert broken == bool(state.broken[decision.seat])
        offered = {session.game.things.kept_card(option) for option in decision.options}
        for name in set_aside(session).rest:
            word = say_in("de").of(card_word(BY_NAME[name]), "bare")
            told_why = any(word in line for line in lines[:-1]) or (broken and is_path(BY_NAME[name]))
            alone = name in ("rockfall", "map")
            assert alone or told_why or name in offered, name
        assert "beiseiteliegen" in lines[-1]
        if broken:
            assert lines[0].startswith("Pfadkarten kannst du gerade nur abwerfen") or len(lines) > 2
            return
        session.answer(notation_of(decision.options[-1]))
        session.run()
    raise AssertionError("nobody broke a tool")


def test_one_target_is_tapped_or_named():
    """Where only one can be attacked, a finger on it does it, and the button says whom."""
    session = choosing(kraken(), "attack")
    while True:
        decision = session.unanswered[0]
        attacks = [option for option in decision.options if notation_of(option).startswith("attack")]
        if len(attacks) == 1 and len(decision.options) == 2:
            break
        session.answer(notation_of(decision.options[0]))
        session.run()
    room, say = seated(session), say_in("de")
    asked = question_of(session, decision, scene_of(room, room.view(OPERATOR), say), (), say)
    target = attacks[0].target
    assert [one.do for one in asked.places.values()] == [notation_of(attacks[0])]
    labels = [one.label for group in asked.groups for one in group.answers]
    assert any(f"{say.of(target.text, 'acc')} angreifen".lower() == label.lower() for label in labels), labels


def test_what_is_counted_is_called_what_it_is():
    """Gold in the game about gold, points in the one about points."""
    for scenario, word in (("commercial", "Goldst\u00fccke"), ("tu", "Punkte")):
        seats = ("human", "rule", "rule")
        session = companion_session(Setup("saboteur", scenario, seats), automas_cards_kept=True, seed=3).run()
        found = session.game.things.corrections(session.game.to_position(session.state), "seat:1", ())
        assert any(word in say_in("de").of(one.text) for one in found)
