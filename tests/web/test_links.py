"""Secret links: whose they are, and that each leads one person to his place."""

import httpx
import pytest

from kempelen.engine.game import say_in
from kempelen.engine.table import SPECTATOR
from kempelen.store import open_store
from kempelen.terminal.commands.serve import link_lines
from kempelen.text.say import LANGUAGES
from kempelen.web.people import keys
from kempelen.web.people.keys import OPERATOR
from tests.web.people import PATIENCE, Sitting, text_of
from tests.web.test_tables import two_people


def links(person, table, seat=0):
    return {link["seat"]: link["path"] for link in person.api("GET", f"/tables/{table.id}/links?seat={seat}")}


def test_only_the_maker_sees_the_links_of_free_places(ann, ben, visit):
    table = ann.new("saboteur", seats=["me", "person", "person", "rule"])
    free = links(ann, table)
    assert set(free) == {1, 2, SPECTATOR}
    assert ben.get(free[1]).status_code == 303
    assert links(ben, table, seat=1) == {}
    page = ben.get(f"/tables/{table.id}/share?seat=1").text
    assert "/join/" not in page
    assert set(links(ann, table)) == {2, SPECTATOR}
    assert free[2] in ann.get(f"/tables/{table.id}/share?seat=0").text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_link_is_used_up(ann, ben, visit, lang):
    table = ann.new("saboteur", seats=["me", "person", "rule"])
    link = links(ann, table)[1]
    assert ben.get(link).status_code == 303
    late = visit(lang).get(link)
    assert late.status_code == 404
    assert say_in(lang)("web.error.link") in text_of(late.text)
    assert Sitting(ben, table.id, 1).get("board").status_code == 200


def test_any_number_may_watch(ann, ben, visit):
    table = ann.new("saboteur", seats=["me", "rule", "rule"])
    for person in (ben, visit(), visit()):
        assert person.get(links(ann, table)[SPECTATOR]).status_code == 303


@pytest.mark.parametrize("by", ["page", "api"])
def test_another_device_of_mine(ann, ben, visit, by):
    _, other = two_people(ann, ben, "saboteur")
    if by == "api":
        made = ben.api("POST", f"/tables/{other.id}/links?seat=1")["path"]
    else:
        page = ben.post(f"/tables/{other.id}/share?seat=1").text
        assert page.count('class="qr"') == 1
        made = page.split("/join/")[1].split('"')[0].join(["/join/", ""])
    assert links(ben, other, seat=1) == {1: made}
    assert 1 not in links(ann, other), "not even the maker has it"
    phone = visit()
    assert phone.get(made).status_code == 303
    assert Sitting(phone, other.id, 1).get("board").status_code == 200
    assert visit().get(made).status_code == 404
    assert links(ben, other, seat=1) == {}


def test_nobody_makes_a_link_to_a_place_he_has_not(ann, ben, visit):
    table, _ = two_people(ann, ben, "saboteur")
    carl = visit()
    carl.get(links(ann, table)[SPECTATOR])
    for method in ("/api/tables/{}/links?seat={}", "/tables/{}/share?seat={}"):
        assert ann.post(method.format(table.id, 1)).status_code == 403
        assert carl.post(method.format(table.id, SPECTATOR)).status_code == 403
        assert visit().post(method.format(table.id, 0)).status_code == 404


def test_a_program_that_looks_behind_a_link_does_not_use_it_up(ann, ben, server):
    """A messenger shows what is behind a link before anybody opens it; it keeps no cookie."""
    table = ann.new("saboteur", seats=["me", "person", "rule"])
    link = links(ann, table)[1]
    looked = httpx.get(server.base + link, timeout=PATIENCE)
    assert looked.status_code == 303
    again = httpx.get(server.base + looked.headers["location"], timeout=PATIENCE)
    assert again.status_code == 401
    with httpx.Client(base_url=server.base, timeout=PATIENCE, follow_redirects=True) as browser:
        assert browser.get(link).status_code == 200, "a browser that has never been here keeps the cookie and sits down"
    assert ben.get(link).status_code == 404


def test_a_companion_moves_to_a_phone(ann, visit):
    table = ann.new("saboteur", companion={})
    made = ann.api("POST", f"/tables/{table.id}/links?seat={OPERATOR}")["path"]
    phone = visit()
    assert phone.get(made).headers["location"] == f"/tables/{table.id}?seat={OPERATOR}"


def test_an_old_file_of_games(tmp_path):
    """Before makers were noted: a taken place's old link is void, and whoever came alone made the game."""
    store = open_store(tmp_path / "games.sqlite")
    store.prepare()
    keys.equip(store, "a-1", {"seats": {"1": "human", "2": "human"}})
    old = store.links("a-1")
    store.sit("ann", "a-1", 0)
    assert keys.is_maker(store, "ann", "a-1")
    assert set(keys.links_for(store, "ann", "a-1")) == {1, SPECTATOR}
    assert keys.seat_with(store, "a-1", old[0]) is None
    assert keys.join(store, "ben", "a-1", old[1]) == 1
    assert not keys.is_maker(store, "ann", "a-1")
    store.close()


def test_the_host_has_links_for_whoever_has_lost_his_cookie(ann, server, visit):
    table = ann.new("saboteur", seats=["me", "person", "rule"])
    lines = [
        line for line in link_lines(say_in("en"), server.app.state.settings.db, "127.0.0.1", 1) if table.id in line
    ]
    assert len(lines) == 3
    paths = ["/join/" + line.partition("/join/")[2] for line in lines]
    assert {visit().get(path).headers["location"] for path in paths} == {
        f"/tables/{table.id}?seat={seat}" for seat in (0, 1, SPECTATOR)
    }
