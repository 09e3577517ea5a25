"""One's own move on a table in centimetres, beside a real table: by a grid, towards a thing, and told before it is done."""

import re
from html import unescape

from tests.web.test_beside import Beside


def to_move(beside):
    """Until a model may move; then its moves are asked for."""
    for _ in range(40):
        link = re.search(r'<a class="pick" href="([^"]+)"><span>Move</span>', beside.page)
        if link is not None:
            beside.at = unescape(link[1])
            return
        beside.go_on()
    raise AssertionError("nobody may move")


def links(page):
    return [unescape(link) for link in re.findall(r'<a href="([^"]+)"[^>]* class="over"', page)]


def test_a_move_by_a_grid_is_told_before_it_is_done(ann):
    beside = Beside(ann, "universalis")
    to_move(beside)
    cells = [link for link in links(beside.page) if "to=" in link]
    parts = [link for link in cells if "cm" not in link]
    cells += [link for part in parts for link in links(ann.get(part).text)[::30]]
    allowed = []
    for cell in cells:
        if allowed:
            break
        page = ann.get(cell).text
        if "cm" in cell and (found := re.search(r'name="do" value="([^"]+ move [^"]+)"', page)):
            allowed.append((cell, found[1], page))
    assert allowed
    cell, do, page = allowed[0]
    assert "Way: " in page
    assert "action points" in page or "action point" in page
    assert "Then stands" in page
    half = [link for link in links(page) if re.search(r"to=\d+(\.5)?%2C\d+\.5%2Ccm", link)]
    assert half, "half centimetres round the end"
    beside.at = cell
    assert beside.send("say", do=unescape(do)).status_code == 303


def test_a_move_towards_a_thing_goes_as_far_as_one_gets(ann):
    beside = Beside(ann, "universalis")
    to_move(beside)
    things = re.findall(r'<a class="pick" href="([^"]*to=to\+[^"]+)">([^<]+)</a>', beside.page)
    assert len(things) > 2
    names = [name for _, name in things]
    assert len(set(names)) == len(names)
    assert "Radio mast" in names, "the only one of its kind has no number"
    done = [name for link, name in things if 'name="do" value="' in ann.get(unescape(link)).text]
    assert done


def test_to_dodge_is_a_button_beside_to_let_it_happen(ann):
    """Yes or no, each with its chance, and what that is a chance of; nobody looks for his yes on the board."""
    beside = Beside(ann, "universalis", scenario="river_crossing", seed="0")
    for _ in range(130):
        if "Dodge for 1 AP?" in beside.page:
            break
        beside.go_on()
    page = beside.page
    found = re.findall(r'name="do" value="[^"]+"><span>([^<]+)</span><small class="price">([^<]+)', page)
    says = dict(found)
    assert len(says) == 2, says
    assert "Dodge" in says
    assert all(re.search(r"\d+\s% unhurt", price) for price in says.values()), says
    assert "As a list" not in page


def test_own_models_are_set_up_by_a_part_of_the_table_and_a_point(ann):
    """Only where they may stand; and where that is, is told before it is done."""
    beside = Beside(ann, "universalis", scenario="factory")
    for _ in range(20):
        if "A1 deploy" in beside.page:
            break
        beside.go_on()
    parts = links(beside.page)
    assert parts
    assert all(re.search(r"to=\d+%2C\d+$", part) for part in parts)
    points = [link for part in parts for link in links(ann.get(part).text)]
    assert points
    beside.at = points[0]
    page = beside.page
    assert "cm from the left" in page
    assert "Set it up there" in page
    do = re.search(r'<button class="primary big" name="do" value="(A1 deploy [^"]+)"', page)
    assert do is not None
    assert beside.send("say", do=unescape(do[1])).status_code == 303
    assert "A1 deploy" not in beside.page
