"""What somebody threw beside a real table is told, and what is marked on the map is what the words say."""

import re
from random import Random

from kempelen.companion import companion_session
from kempelen.engine.game import Setup, say_in
from kempelen.engine.table import SPECTATOR, notation_of
from kempelen.parts.foresight import chance_of
from kempelen.scene.svg import SCALE
from kempelen.web.people.keys import OPERATOR
from kempelen.web.pocket.apart import where_from
from kempelen.web.pocket.asking import question_of
from kempelen.web.pocket.deeds import deeds_of, told_so_far
from kempelen.web.pocket.pictured import marks_of, picture_of, scene_of, table_shown
from kempelen.web.pocket.tapping import board_with_links, cropped, ruled
from kempelen.web.pocket.wrong.correcting import spot
from kempelen.web.shown.ending import end_of
from tests.web.people import text_of
from tests.web.test_beside import Beside
from tests.web.test_beside_hands import seated

NEVER = "hold always"


def shot_at(seed=8):
    """A skirmish in which somebody of the reader's is shot at and may dodge."""
    session = companion_session(Setup("universalis", "first", ("human", "middle")), dice_on_table=True, seed=str(seed))
    session.run()
    for n in range(60):
        options = [notation_of(option) for option in session.unanswered[0].options]
        if any("dodge" in option for option in options):
            return session
        session.answer(Random(seed * 1000 + n).choice(options))
        session.run()
    raise AssertionError("nobody was shot at")


def played_out(game, seed):
    """Somebody alone beside a real table, to the end."""
    session = companion_session(Setup(game, "first", ("human", "solitaire")), dice_on_table=False, seed=str(seed)).run()
    n = 0
    while session.unanswered:
        options = [notation_of(option) for option in session.unanswered[0].options]
        session.answer(Random(n).choice(options))
        session.run()
        n += 1
    return session


def asked(session, *picked, lang="de"):
    room, say = seated(session), say_in(lang)
    return question_of(session, session.unanswered[0], scene_of(room, room.view(OPERATOR), say), picked, say)


def told(session, done, lang="de"):
    room, say = seated(session), say_in(lang)
    return deeds_of(room, done, scene_of(room, session.view(SPECTATOR), say), say)


def test_a_dodge_that_failed_is_told_with_its_dice():
    session = shot_at()
    (dodge,) = (option for option in map(notation_of, session.unanswered[0].options) if "dodge" in option)
    done = told_so_far(seated(session))
    for answer in (dodge, "12", "1"):
        session.answer(answer)
        session.run()
    first = told(session, done)[0]
    assert sorted(first.what.dice) == [1, 12]
    assert len(first.what.rivals) == 2, "both sums are shown"
    assert any("weicht nicht schnell genug aus" in line for line in first.what.folded)


def test_a_chance_beside_an_answer_is_a_sentence():
    answers = {one.do: one.price for group in asked(shot_at()).groups for one in group.answers}
    prices = [price for price in answers.values() if price]
    assert len(prices) == 2
    for price in prices:
        assert not price.startswith("%")
        assert "; %" not in price
        assert "unverletzt" in price
    assert any(price.startswith("1 Aktionspunkt, ") for price in prices)


def test_never_to_be_asked_again_is_confirmed_and_says_how_to_change_it():
    session = shot_at()
    (never,) = (one for group in asked(session).groups for one in group.answers if one.pick == NEVER)
    assert not never.do, "one tap decides too much"
    sure = asked(session, NEVER)
    assert [one.do for group in sure.groups for one in group.answers] == [NEVER]
    assert any("Zum Ändern wähl" in note for note in sure.notes)


def test_what_is_written_over_somebody_is_what_he_lost():
    """The shock that comes with a wound takes points to act with: that must not stand there as hit points."""
    marked = 0
    for seed in (2, 4, 8):
        session = shot_at(seed)
        done = told_so_far(seated(session))
        while session.unanswered and not marked:
            options = [notation_of(option) for option in session.unanswered[0].options]
            session.answer(options[0])
            session.run()
        for deed in told(session, done):
            effects = {(touch["handle"], touch["effect"]): touch.get("amount") for touch in deed.touches}
            for (handle, effect), lost in effects.items():
                if effect == "hurt" and (handle, "spent") in effects:
                    assert marks_of(deed)[handle] == f"−{lost}"
                    marked += 1
    assert marked


def test_who_plays_alone_has_won_or_lost_himself():
    """His curve has his colour, and what he has won is no loss."""
    session = played_out("undaunted", 3)
    end = end_of(seated(session), OPERATOR, say_in("de"))
    won = 0 in session.outcome.winners
    assert (end.headline, end.tone) == (("Du hast gewonnen", "won") if won else ("Du hast verloren", "lost"))
    if end.course is not None:
        assert sum(line.own for line in end.course.lines) == 1
    assert [row.own for row in end.rows] == [True, False]


def a_card_die(scenario="first", wanted="den Späher"):
    """The session that waits for the die of an automa's card."""
    for seed in range(1, 9):
        session = companion_session(
            Setup("undaunted", scenario, ("human", "solitaire")), dice_on_table=True, seed=str(seed)
        ).run()
        for n in range(60):
            if not session.unanswered:
                break
            decision = session.unanswered[0]
            if decision.kind == "roll" and wanted in asked(session).text:
                return session
            options = list(map(notation_of, decision.options))
            count = int(decision.what.split("d")[0]) if decision.kind == "pool" else 1
            session.answer(" ".join(Random(n + k).choice(options) for k in range(count)))
            session.run()
    raise AssertionError(f"nobody played {wanted}")


def test_a_die_without_a_list_says_why_there_is_none():
    """A Scout's list rests on the hidden hand; that of a Rifleman stands there."""
    scout, rifleman = asked(a_card_die()), asked(a_card_die(wanted="den Schützen"))
    assert not scout.faces
    assert any("keine Liste" in note for note in scout.notes)
    assert rifleman.faces
    assert not rifleman.notes


def test_what_is_only_in_the_app_does_not_deny_what_hands_do():
    """The automa has lost a card that lies nowhere, and a person has laid his own cards away before it."""
    session = companion_session(
        Setup("undaunted", "first", ("human", "solitaire")), dice_on_table=False, seed="1"
    ).run()
    found = set()
    for seed in range(1, 12):
        session = companion_session(
            Setup("undaunted", "first", ("human", "solitaire")), dice_on_table=False, seed=str(seed)
        ).run()
        n = 0
        while session.unanswered and n < 80:
            options = [notation_of(option) for option in session.unanswered[0].options]
            session.answer(next((one for one in options if one.startswith("attack")), Random(n).choice(options)))
            session.run()
            n += 1
        for deed in told(session, 0):
            words = where_from(session, deed, say_in("de"))
            if "in der App" in words or "die App" in words:
                found.add(bool(deed.what.folded))
                assert ("nichts zu tun" in words) == (not deed.what.folded)
    assert found


def test_a_card_with_many_ways_says_how_likely_its_shot_is():
    """A Scout may go along more ways than are looked at for a price; none of them has a chance, its shot has one."""
    for seed in range(1, 30):
        session = companion_session(
            Setup("undaunted", "first", ("human", "solitaire")), dice_on_table=False, seed=str(seed)
        ).run()
        for n in range(60):
            if not session.unanswered:
                break
            decision = session.unanswered[0]
            chances = [
                option
                for option in decision.options
                if chance_of(session.game, session.view(0), 0, option) is not None and "scout" in notation_of(option)
            ]
            if decision.kind == "do" and chances:
                cards = [one for group in asked(session).groups for one in group.answers if "scout" in one.pick]
                assert all("Chance" in one.price for one in cards if one.many > 24)
                if any(one.many > 24 for one in cards):
                    return
            session.answer(Random(n).choice(list(map(notation_of, decision.options))))
            session.run()
    raise AssertionError("no Scout could shoot")


def test_what_is_enough_for_an_enemy_is_not_drawn_as_good():
    """The die of an attack on the reader's own marks what hits him; his own marks what helps him."""
    found = set()
    for seed in range(1, 12):
        session = companion_session(
            Setup("undaunted", "first", ("human", "solitaire")), dice_on_table=True, seed=str(seed)
        ).run()
        for n in range(90):
            if not session.unanswered:
                break
            decision = session.unanswered[0]
            if decision.awaited is not None and decision.kind in ("roll", "pool"):
                good = [one for group in asked(session).groups for one in group.answers if one.hits]
                mine = "(DE): ANGRIFF" not in asked(session).text
                assert all(one.foe != mine for one in good), asked(session).text
                found.add(mine)
            options = list(map(notation_of, decision.options))
            count = int(decision.what.split("d")[0]) if decision.kind == "pool" else 1
            session.answer(" ".join(Random(n + k).choice(options) for k in range(count)))
            session.run()
        if len(found) == 2:
            return
    raise AssertionError(found)


def test_the_map_of_a_shot_that_missed_holds_whom_it_was_meant_for():
    for seed in (2, 4, 8):
        session = shot_at(seed)
        done = told_so_far(seated(session))
        for _ in range(12):
            if not session.unanswered:
                break
            options = [notation_of(option) for option in session.unanswered[0].options]
            session.answer("12" if "12" in options else options[0])
            session.run()
        for deed in told(session, done):
            if "verfehlt" in deed.what.headline and deed.aims:
                picture = picture_of(deed, scene_of(seated(session), session.view(SPECTATOR), say_in("de")))
                box = list(map(float, re.search(r'viewBox="([^"]+)"', picture)[1].split()))
                scene = scene_of(seated(session), session.view(SPECTATOR), say_in("de"))
                for shape in scene.shapes:
                    if shape.id in deed.aims:
                        sx, sy = SCALE[scene.unit]
                        assert box[0] <= shape.x * sx <= box[0] + box[2]
                        assert box[1] <= shape.y * sy <= box[1] + box[3]
                        return
    raise AssertionError("nobody missed")


def test_a_part_of_a_table_has_no_figures_of_its_edge():
    """They would be cut through where the part ends."""
    session = shot_at()
    scene = scene_of(seated(session), session.view(SPECTATOR), say_in("de"))
    assert 'class="axis"' in board_with_links(scene, {})
    assert 'class="axis"' not in table_shown(scene)


def test_the_figures_of_a_grid_at_the_edge_of_the_table_are_not_cut():
    scene = scene_of(seated(shot_at()), shot_at().view(SPECTATOR), say_in("de"))
    spots = [spot(scene, x, y, 1, say_in("de")) for x in range(11) for y in range(11)]
    drawing = cropped(
        ruled(board_with_links(scene, {}), scene, spots), scene, tuple(one.id for one in spots), 1.2, spots
    )
    left, top, _, high = map(float, re.search(r'viewBox="([^"]+)"', drawing)[1].split())
    lowest = max(float(y) for y in re.findall(r'class="over-cm" x="[-\d.]+" y="([-\d.]+)"', drawing))
    assert lowest <= top + high
    assert left < 0


def test_the_small_signs_beside_pieces_have_a_legend(visit):
    """Whoever sees a star beside a model reads under the map what it says."""
    person = visit("de")
    table = Beside(person, "universalis", scenario="first")
    page = person.get(f"{table.table}?tab=table").text
    assert "Was die kleinen Zeichen bedeuten" in text_of(page)
    signs = page[page.index('<ul class="signs">') : page.index("</ul>", page.index('<ul class="signs">'))]
    assert signs.count("<li>") >= 2
    assert "Was die kleinen Zeichen bedeuten" not in text_of(person.get(table.table).text)
