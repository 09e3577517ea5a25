"""Pictures that a page shows several times are sent once."""

import re
from pathlib import Path

import pytest

import kempelen.web
from kempelen.engine.game import games
from kempelen.web.shown.art import INKED, shared_art

FACE = "".join(f'<path d="M0 {n}H100V100H0Z" fill="#c3d2cf"/>' for n in range(5))
CARD = '<g class="r-card"><rect class="b"/><g class="a" transform="scale({})">{}</g></g>'


def used(page):
    return re.findall(r'<use href="#([^"]+)"', page)


def test_the_same_picture_is_sent_once_and_another_as_it_is():
    other = FACE.replace("c3d2cf", "123456")
    page = shared_art(CARD.format(1, FACE) + CARD.format(2, other) + CARD.format(3, FACE))
    assert page.count(FACE) == 1
    assert page.count(other) == 1
    (first, second) = used(page)
    assert first == second
    assert f'<g id="{first}">{FACE}</g>' in page
    assert 'scale(1)"><use' in page
    assert 'scale(3)"><use' in page
    assert shared_art(CARD.format(1, FACE)) == CARD.format(1, FACE), "one alone stays where it is"


def test_a_figure_that_several_pictures_hold_is_sent_once_too():
    figure = f'<g transform="scale(.7)">{FACE}</g>'
    page = shared_art(CARD.format(1, figure) + CARD.format(2, figure + '<path d="M1 1"/>'))
    assert page.count(FACE) == 1


def test_it_is_called_the_same_from_one_page_to_the_next():
    two = CARD.format(1, FACE) * 2
    assert set(used(shared_art(two))) == set(used(shared_art(two + CARD.format(1, FACE + FACE) * 2))) & set(
        used(shared_art(two))
    )


def test_what_the_page_says_once_is_in_its_style():
    style = (Path(kempelen.web.__file__).parent / "static" / "table.css").read_text("utf-8")
    said = dict(re.findall(r' ([\w-]+)="([^"]+)"', INKED))
    assert ".a{" + ";".join(f"{name}:{value}" for name, value in said.items()) + "}" in style


@pytest.mark.parametrize("game", tuple(games()))
def test_every_name_that_is_used_is_there(ann, game):
    table = ann.new(game, pace="instant")
    table.settled()
    page = ann.get(f"/tables/{table.id}?seat={table.seat}").text
    there = re.findall(r' id="([^"]+)"', page)
    assert all(there.count(name) == 1 for name in set(used(page)))
    kept = {name for name in there if name.startswith("art-")}
    assert kept <= set(used(page)), "nothing is sent that nobody sees"


def test_a_page_that_goes_nowhere_stays_as_it_is():
    page = '<svg><g class="a"><path d="M0 0h9"/></g></svg>' * 40
    assert shared_art(page, near=True) == page
