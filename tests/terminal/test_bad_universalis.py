"""Universalis: files that cannot be: the message names the file and the field, says what to do, and nothing is started."""

from __future__ import annotations

from contextlib import closing

import pytest

from kempelen.store import open_store

ROSTER = """
faction = "mine"
{gear}
[[models]]
id = "ann"
name = "Ann"
leader = true
agi = 4
nk = 4
fk = 4
ko = 4
wn = 4
eh = 4
gk = 4
tp = 5
[[models]]
id = "bob"
name = "Bob"
{leader}
agi = 4
nk = 4
fk = 4
ko = 4
wn = 4
eh = 4
gk = 4
tp = 5
"""
GUN = '[weapons.gun]\nrange = "20/3"\nstrength = 4\ndamage = 2\n'
FIRST = 'game = "universalis"\nscenario = "first"\n'
BOTH = 'game = "universalis"\nrosters = ["border_watch", "scrappers"]\n'
CROSSED = '[[terrain.pieces]]\nid = "wood"\ntype = "forest"\npolygon = [[10, 10], [20, 20], [20, 10], [10, 20]]\n'


def flat(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize(
    ("content", "messages"),
    [
        (
            ROSTER.format(gear="", leader="leader = true"),
            {
                "en": "group.toml: models.2.leader: A group has exactly one leader, but these are marked: Ann and Bob. "
                "Unmark all but one.",
                "de": "group.toml: models.2.leader: Eine Gruppe hat genau einen Gruppenführer, markiert sind aber: Ann und "
                "Bob. Lass nur einen stehen.",
            },
        ),
        (
            ROSTER.format(gear=GUN, leader=""),
            {
                "en": "group.toml: weapons.gun.wk: The weapon gun has no class. Write wk = 1 up to 5: what it costs "
                "follows from it.",
                "de": "group.toml: weapons.gun.wk: Die Waffe gun hat keine Klasse. Schreib wk = 1 bis 5: Danach richtet "
                "sich, was sie kostet.",
            },
        ),
        (
            ROSTER.format(gear=GUN + "wk = 6\n", leader=""),
            {
                "en": "group.toml: weapons.gun.wk: 6 is not between 1 and 5.",
                "de": "group.toml: weapons.gun.wk: 6 liegt nicht zwischen 1 und 5.",
            },
        ),
    ],
)
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_bad_group(tmp_path, kempelen, content, messages, language):
    file = tmp_path / "group.toml"
    file.write_text(content, "utf-8")
    run = kempelen("roster", "check", file, "--lang", language)
    assert messages[language] in flat(run.out + run.err)
    assert run.status != 0


@pytest.mark.parametrize(
    ("content", "messages"),
    [
        (
            FIRST + '[[models]]\nlabel = "A1"\nat = [0.5, 20]\n',
            {
                "en": "bad.toml: models.1.at: A1 Voss cannot stand there. That is over the edge of the table.",
                "de": "bad.toml: models.1.at: A1 Voss kann dort nicht stehen. Das liegt jenseits der Tischkante.",
            },
        ),
        (
            FIRST + '[[models]]\nlabel = "A1"\nat = [20, 20]\n[[models]]\nlabel = "B1"\nat = [22.4, 20]\n',
            {
                "en": "bad.toml: models.1.at: A1 Voss cannot stand there. The base of B1 Marga is in the way there.",
                "de": "bad.toml: models.1.at: A1 Voss kann dort nicht stehen. Dort ist die Base von B1 Marga im Weg.",
            },
        ),
        (
            BOTH + CROSSED,
            {
                "en": "bad.toml: terrain: pieces.1.polygon: The outline crosses itself: the edges after corner 1 and "
                "corner 3 meet. Put the corners in order.",
                "de": "bad.toml: terrain: pieces.1.polygon: Der Umriss kreuzt sich selbst: Die Kanten nach Ecke 1 und nach "
                "Ecke 3 treffen sich. Bring die Ecken in die richtige Reihenfolge.",
            },
        ),
        (
            FIRST + '[[models]]\nlabel = "A1"\nat = [nan, 20]\n',
            {
                "en": "bad.toml: models.1.at: [nan, 20.0] is no place. Write [x, y] or [x, y, level] in cm.",
                "de": "bad.toml: models.1.at: [nan, 20.0] ist kein Ort. Schreib [x, y] oder [x, y, Ebene] in cm.",
            },
        ),
        (
            FIRST + '[[objects]]\nkind = "chest"\nat = [45, 45]\n',
            {
                "en": "bad.toml: objects.1.kind: “chest” is not known. Possible: mast, core and crate.",
                "de": "bad.toml: objects.1.kind: „chest“ ist nicht bekannt. Möglich: mast, core und crate.",
            },
        ),
        (
            FIRST + '[[models]]\nlabel = "A1"\nat = [20, 20]\n[[models]]\nlabel = "A1"\nat = [30, 20]\n',
            {
                "en": "bad.toml: models.2.label: A1 is described twice. Keep one of the two.",
                "de": "bad.toml: models.2.label: A1 ist zweimal beschrieben. Lass nur eines davon stehen.",
            },
        ),
        (
            FIRST + '[[models]]\nlabel = "B1"\nat = [20, 20]\nready = "sledgehammer"\n',
            {
                "en": "bad.toml: models.1.ready: B1 Marga cannot be fire-ready with sledgehammer. That takes a shooting "
                "weapon of class I to III.",
                "de": "bad.toml: models.1.ready: B1 Marga kann mit sledgehammer nicht feuerbereit sein. Dafür braucht es "
                "eine Schusswaffe der Klasse I bis III.",
            },
        ),
        (
            FIRST + '[[models]]\nlabel = "A1"\nat = [20, 20]\nshocks = -2\n',
            {
                "en": "bad.toml: models.1.shocks: -2 is not between 0 and 99.",
                "de": "bad.toml: models.1.shocks: -2 liegt nicht zwischen 0 und 99.",
            },
        ),
        (
            FIRST + '[[models]]\nlabel = "A1"\nat = [20, 20]\nap = 13\n',
            {
                "en": "bad.toml: models.1.ap: 13 is not between 0 and 12.",
                "de": "bad.toml: models.1.ap: 13 liegt nicht zwischen 0 und 12.",
            },
        ),
    ],
)
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_bad_position(tmp_path, kempelen, content, messages, language):
    file = tmp_path / "bad.toml"
    file.write_text(content, "utf-8")
    run = kempelen("play", "universalis", "--position", file, "--lang", language)
    assert (run.status, run.out) == (2, "")
    assert messages[language] in flat(run.err)
    with closing(open_store()) as games:
        assert not games.games()
