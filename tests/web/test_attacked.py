"""What was found by hand: odd names at the forms of a real table, and what only an automa holds."""

import pytest

from tests.web.test_beside import Beside

ODD = {
    "tactics": ("seat:9", "seat:0", "shop:nothing", "tile:99,99", "tile:x", "unit:", "tray:opponent"),
    "undaunted": ("pile:us-nothing", "pile:us", "seat:xx", "tile:ZZ", "counter:us-nothing"),
    "universalis": ("tray:seat-x", "tray:seat-9", "tray:seat-", "object:9", "object:0", "model:", "card:ZZ"),
    "saboteur": ("cell:x", "cell:99,99", "seat:9", "tray:seat-9"),
}


@pytest.mark.parametrize("game", sorted(ODD))
def test_a_name_that_is_on_no_table_is_no_fault_of_the_program(ann, game):
    table = Beside(ann, game)
    for _ in range(12):
        table.go_on()
    bad = []
    for piece in ODD[game]:
        for fact in ("round=2", "nothing=1", "round=" + "9" * 400, "round=NaN", "round=-5", "round=1e999"):
            answer = table.send("fix", piece=piece, fact=fact)
            if answer.status_code >= 500:
                bad.append((piece, fact, answer.status_code))
    assert not bad
