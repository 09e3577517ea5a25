"""Games to keep and to take along."""

import gzip
import io
import json
import zipfile
from base64 import urlsafe_b64decode
from hashlib import sha256

import pytest

from kempelen.engine.game import say_in
from kempelen.web.app import Settings
from kempelen.web.routes.keeping import LONGEST, link_for
from tests.web.people import QUICK, Person, Running

ALONE = {"workers": 0, "threads": False, "alone": True, "share": "https://example.org/pocket"}


@pytest.fixture
def devices(tmp_path):
    """Two devices of one person."""
    running = [Running(Settings(db=tmp_path / name / "games.sqlite", **(QUICK | ALONE))) for name in ("old", "new")]
    people = []
    for server in running:
        server.__enter__()
        people.append(Person(server.base))
    yield people
    for person, server in zip(people, running, strict=True):
        person.client.close()
        server.__exit__()


def send(person, name, content):
    return person.post(f"/import?name={name}", content=content, headers={"accept": "application/json"})


def test_all_games_go_to_another_device_in_one_file(devices):
    """Also one that runs and in which the automas have secrets: it asks the same question there."""
    old, new = devices
    running = old.new("saboteur", pace="instant").settled()
    old.new("tactics", pace="instant").settled()
    old.new("saboteur", scenario="first", seats=["rule", "rule", "rule"], pace="instant").settled()
    kept = old.get("/games.zip")
    assert kept.headers["content-disposition"] == 'attachment; filename="kempelen-games.zip"'
    with zipfile.ZipFile(io.BytesIO(kept.content)) as files:
        assert len(files.namelist()) == 3
    assert send(new, "kempelen-games.zip", kept.content).json() == {"table": "/"}
    tables = new.api("GET", "/tables")
    there = [new.api("GET", f"/tables/{table['id']}") for table in tables]
    assert sorted(state["game"] for state in there) == ["saboteur", "saboteur", "tactics"]
    assert running["asked"]["options"] in [state["asked"]["options"] for state in there if state["asked"]]


def test_what_is_no_such_file_is_refused_and_changes_nothing(devices):
    old, _ = devices
    for content in (b"PK\x03\x04 cut off", b"no archive"):
        answer = send(old, "games.zip", content)
        assert answer.status_code == 409
        assert "games.zip" in answer.json()["error"]
    assert old.api("GET", "/tables") == []


def test_a_broken_game_does_not_keep_the_others_out(devices):
    old, new = devices
    old.new("tactics", pace="instant").settled()
    out = io.BytesIO(old.get("/games.zip").content)
    with zipfile.ZipFile(out, "a") as files:
        files.writestr("bad.jsonl", "nonsense")
    answer = send(new, "games.zip", out.getvalue())
    assert answer.status_code == 409
    assert "1 of 2" in answer.json()["error"]
    assert len(new.api("GET", "/tables")) == 1


def test_a_damaged_part_does_not_keep_the_others_out(devices):
    """Every game is unpacked by itself, when its turn comes."""
    old, new = devices
    old.new("tactics", pace="instant").settled()
    out = io.BytesIO(old.get("/games.zip").content)
    with zipfile.ZipFile(out, "a", zipfile.ZIP_STORED) as files:
        files.writestr("bad.jsonl", "x" * 40)
    answer = send(new, "games.zip", out.getvalue().replace(b"x" * 40, b"y" * 40))
    assert answer.status_code == 409
    assert "bad.jsonl" in answer.json()["error"]
    assert len(new.api("GET", "/tables")) == 1


def packed_as(kind, spoil):
    """An archive with one game, packed in a way that this program never packs."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", kind) as files:
        files.writestr("bad.jsonl", "x" * 4000)
        at = files.infolist()[0].header_offset + 30 + len("bad.jsonl")
    content = bytearray(out.getvalue())
    content[at + 4 : at + 4 + len(spoil)] = spoil
    return bytes(content)


@pytest.mark.parametrize(
    "content",
    [
        packed_as(zipfile.ZIP_BZIP2, b"spoiled"),
        packed_as(zipfile.ZIP_LZMA, b"\xff" * 5),
        packed_as(zipfile.ZIP_LZMA, b"\x5d\xff\xff\xff\xff"),
        packed_as(zipfile.ZIP_DEFLATED, b"spoiled"),
    ],
    ids=["bzip2", "lzma", "lzma with four gigabytes", "deflated"],
)
def test_an_archive_of_a_strange_kind_is_refused_before_it_is_unpacked(ann, content):
    """Some ways to pack ask for gigabytes before the first byte, or fail in ways of their own."""
    answer = send(ann, "games.zip", content)
    assert answer.status_code == 409, answer.text
    assert "bad.jsonl" in answer.json()["error"]


def test_a_server_gives_only_games_that_are_over(ann):
    """In a running one others may have secrets."""
    ann.new("saboteur", seats=["me", "person", "rule"])
    ann.new("saboteur", scenario="first", seats=["rule", "rule", "rule"], pace="instant").settled()
    with zipfile.ZipFile(io.BytesIO(ann.get("/games.zip").content)) as files:
        assert len(files.namelist()) == 1


def test_a_short_game_fits_into_a_link(devices):
    old, new = devices
    table = old.new("saboteur", scenario="first", pace="instant")
    table.settled()
    page = table.get("take").text
    assert "https://example.org/pocket/#game=" in page
    assert "<svg" in page
    packed = page.partition("#game=")[2].partition('"')[0]
    record = gzip.decompress(urlsafe_b64decode(packed + "=" * (-len(packed) % 4)))
    assert json.loads(record.splitlines()[0])["game"] == "saboteur"
    assert send(new, "game.jsonl", record).status_code == 201


def test_a_long_game_goes_as_a_file(devices):
    table = devices[0].new("saboteur", scenario="commercial", seats=["rule"] * 10, pace="instant")
    assert table.settled()["outcome"]
    page = table.get("take").text
    assert "#game=" not in page
    assert "too long for a QR code" in page
    assert "/record?" in page
    assert "data-file" in page
    german = devices[0].get(f"/tables/{table.id}/take", headers={"accept-language": "de"}).text
    assert "Spiel als Datei weitergeben" in german
    again = "\n".join(table.get("record").text.splitlines())
    assert send(devices[1], "saboteur.jsonl.txt", again.encode()).status_code == 201, "as it is handed on"


def test_how_long_a_link_may_be():
    short, long = "abc", "".join(sha256(bytes([n])).hexdigest() for n in range(250))
    assert len(link_for("https://example.org", short)) < LONGEST
    assert link_for("https://example.org", long) is None


def test_a_running_game_of_a_server_goes_on_there(ann):
    """Its file lacks what others keep secret: another device comes to the same table."""
    table = ann.new("saboteur", pace="instant")
    table.settled()
    assert "/take?" in ann.get(f"/tables/{table.id}").text
    page = table.get("take").text
    assert "#game=" not in page
    assert "/share?" in page
    assert "data-file" not in page, "its file is not the game"


def test_copies_are_offered_where_one_looks_for_them(ann):
    made = ann.post("/new/undaunted", data={"companion": "1", "seed": "5"})
    table = made.headers["location"].partition("?")[0]
    for tab in ("log", "table"):
        page = ann.get(f"{table}?tab={tab}").text
        assert f"{table}/take?" in page
        assert f"{table}/record?" in page
    assert "/games.zip" not in ann.get("/mine").text
    ann.new("saboteur", scenario="first", seats=["rule", "rule", "rule"], pace="instant").settled()
    assert "/games.zip" in ann.get("/mine").text


def test_a_device_hands_out_no_links(devices):
    """Nobody could open them."""
    table = devices[0].new("saboteur", pace="instant")
    assert table.get("share").status_code == 409
    assert "nobody could open a link" in table.get("share").text


def test_a_code_grows_with_its_place(ann):
    """It has no size of its own, and white round it."""
    page = ann.get("/key").text
    assert '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ' in page
    assert 'class="qr"' in page


@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_note_names_the_button_as_it_is(lang):
    say = say_in(lang)
    assert say("web.keep.all") in say("site.shell.keep")
