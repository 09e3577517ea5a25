"""The form of an automa's head, knobs, readings, orders and numbers; what browsers send of it."""

import re
from html import unescape

import pytest

from kempelen.engine.game import game_named, say_in
from kempelen.parts.automas import look_over, shipped_sheets
from kempelen.web.bench.facts import HEAD
from kempelen.web.bench.fields import Field
from kempelen.web.bench.form import applied, form_of_text
from kempelen.web.bench.found import begun_text, numbers_below
from kempelen.web.bench.moved import changed_by

SAY = say_in("en")
PLACE = "A place to shoot from"
COMPANY = shipped_sheets(game_named("universalis"))["careful-company"].text
BOLD = shipped_sheets(game_named("undaunted"))["bold-riflemen"].text


def fields_in(game, text, section):
    """The fields of a section, by what is said beside them."""
    rules = game_named(game)
    vocabulary = rules.automas.vocabulary
    titles = form_of_text(text, vocabulary, SAY)[0]
    kind = SAY(f"web.form.kind.{section}")
    (line,) = [line for line, title in titles if title.partition(":")[0] == kind]
    card = form_of_text(text, vocabulary, SAY, line, numbers_below(rules, text))[1]
    pieces = [piece for row in card.rows for piece in row.pieces if isinstance(piece, Field)]
    return {piece.said: piece for piece in pieces}, pieces


def sent(game, text, changes):
    return applied(text, game_named(game).automas.vocabulary, SAY, {field.name: new for field, new in changes})


def test_numbers_are_fields_with_what_they_mean_and_their_range():
    fields, _ = fields_in("universalis", COMPANY, "numbers")
    spare = next(one for said, one in fields.items() if one.value == "2")
    assert (spare.least, spare.most) == (0, 20)
    assert spare.hint == "1"  # what the original has
    changed = sent("universalis", COMPANY, [(spare, "3")])
    assert changed == COMPANY.replace("spare 2", "spare 3")
    nerve = next(one for one in fields.values() if one.value == "nerve")
    assert [knob for knob, _ in nerve.choices] == ["nerve", "close"]


def test_a_number_that_is_not_written_can_be_filled_in_and_one_that_is_taken_out():
    fields, _ = fields_in("universalis", COMPANY, "numbers")
    place = fields[PLACE]
    assert (place.value, place.hint, place.optional) == ("", "20", True)
    more = sent("universalis", COMPANY, [(place, "30")])
    assert more == COMPANY.replace("enough: attack nerve", "enough: attack nerve, place 30")
    written, _ = fields_in("universalis", more, "numbers")
    assert sent("universalis", more, [(written[PLACE], "")]) == COMPANY
    first = next(one for one in written.values() if one.value == "2")
    less = sent("universalis", COMPANY, [(first, "")])
    assert less == COMPANY.replace("counts: spare 2, positions 8", "counts: positions 8")
    assert look_over(less, game_named("universalis")).automa is not None


def test_an_order_is_a_row_of_menus():
    rules = game_named("undaunted")
    text = begun_text(rules, "", "orders", SAY)
    _, fields = fields_in("undaunted", text, "orders")
    first, second, *_ = fields
    assert (first.value, first.said) == ("rifleman", "Place 1")
    assert ("mg", "Machine Gunner") in first.choices
    swapped = sent("undaunted", text, [(first, second.value), (second, first.value)])
    assert swapped == text.replace("bolster: rifleman, sniper,", "bolster: sniper, rifleman,")
    assert sent("undaunted", text, [(first, "")]) == text.replace("bolster: rifleman, ", "bolster: ")
    assert sent("undaunted", text, [(second, "")]) == text.replace(
        "rifleman, sniper, mg, mortar", "rifleman, mg, mortar"
    )
    more = next(one for one in fields if not one.value)
    value = next(value for value, _ in more.choices if value)
    assert look_over(sent("undaunted", text, [(more, value)]), rules).automa is not None


def test_a_knob_keeps_its_sign_its_comment_and_its_name():
    text = BOLD.replace("bold = +3 in", "bold = +3 in  ", 1)
    fields, _ = fields_in("undaunted", text, "knobs")
    value = fields["Number"]
    assert value.value == "3"  # browsers know no plus
    changed = sent("undaunted", text, [(value, "5")])
    assert changed == text.replace("bold = +3", "bold = +5")
    assert sent("undaunted", text, [(value, "-1")]) == text.replace("bold = +3", "bold = -1")
    assert sent("undaunted", text, [(value, "3")]) == text


def test_the_head_can_be_filled_in():
    fields, _ = fields_in("undaunted", BOLD, HEAD)
    changed = sent("undaunted", BOLD, [(fields["Its name"], "Bolder"), (fields["Author"], "Ann")])
    assert changed.splitlines()[0].startswith("automa: Bolder")
    assert "\nauthor: Ann\n" in changed
    assert changed.splitlines()[8:] == BOLD.splitlines()[8:]


@pytest.mark.parametrize(
    "line", ["worth: shock", "worth shock 3", "worth: shock 3,, burning 4", "nothing: shock 3", "::"]
)
def test_a_line_that_cannot_be_read_is_one_field(line):
    text = COMPANY.replace("counts: spare 2, positions 8", line)
    _, fields = fields_in("universalis", text, "numbers")
    assert fields[-1].value == line
    assert sent("universalis", text, [(fields[-1], "worth: shock 5")]) == text.replace(line, "worth: shock 5")


def browser_fields(page):
    """What a browser sends of a page with the form in it, untouched."""
    found = {}
    form = page[page.index('class="lines-form"') :]
    for tag in re.findall(r"<input [^>]*>", form):
        name = re.search(r'name="(f\.[^"]+)"', tag)
        if name is None:
            continue
        value = unescape(re.search(r'value="([^"]*)"', tag).group(1))
        # A field for numbers is empty if what stands in it is none that the browser knows.
        number = 'type="number"' in tag
        found[name.group(1)] = value if not number or re.fullmatch(r"-?\d+", value) else ""
    for name, inside in re.findall(r'<select name="(f\.[^"]+)".*?>(.*?)</select>', form, re.DOTALL):
        options = re.findall(r'<option value="([^"]*)"( selected)?', inside)
        found[name] = unescape(next((value for value, chosen in options if chosen), options[0][0]))
    return found


@pytest.mark.parametrize("game", ["undaunted", "saboteur", "tactics", "universalis"])
def test_a_browser_that_saves_the_form_untouched_gives_the_same_bytes(visit, game):
    rules = game_named(game)
    ann = visit("de")
    for sheet in shipped_sheets(rules).values():
        text = sheet.text.replace("document: ", "# document: ")
        for line, _ in form_of_text(text, rules.automas.vocabulary, SAY)[0]:
            asked = {"automa_text": text, "view": "form", "card": str(line)}
            page = ann.post(f"/api/automa/form/{game}", data=asked).text
            answer = ann.post(f"/workbench/{game}/file", data=asked | browser_fields(page))
            assert answer.text == text


# -- what people type


@pytest.mark.parametrize("typed", ["_1", "x2", "9" * 5000, "٣"])
@pytest.mark.parametrize("line", ["counts: spare {}, positions 8", "knob = {} in 0..9", "1. If so if [spare {}], hold"])
def test_what_only_looks_like_a_number_has_a_form_and_stays_as_it_is(typed, line):
    kind = {"c": "numbers", "k": "knobs"}.get(line[0], "procedure units")
    text = f"{COMPANY}\n## {kind}\n{line.format(typed)}\n"
    vocabulary = game_named("universalis").automas.vocabulary
    last = form_of_text(text, vocabulary, SAY)[0][-1][0]
    card = form_of_text(text, vocabulary, SAY, last)[1]
    pieces = [piece for row in card.rows for piece in row.pieces if isinstance(piece, Field)]
    assert sent("universalis", text, [(piece, piece.value) for piece in pieces]) == text


def test_a_word_that_ends_with_a_digit_is_no_number_of_the_one_before():
    vocabulary = game_named("undaunted").automas.vocabulary
    text = BOLD.replace("[may_shoot_at 7]", "[may_shoot_at x1 _2]")
    assert text != BOLD
    for line, _ in form_of_text(text, vocabulary, SAY)[0]:
        form_of_text(text, vocabulary, SAY, line)
    assert applied(text, vocabulary, SAY, {}) == text


def test_a_sentence_that_is_longer_than_a_field_is_not_cut_by_looking_at_it():
    author = "author: " + "very " * 100 + "long"
    text = re.sub(r"(?m)^author:.*$", author, COMPANY)
    assert author in text
    _, pieces = fields_in("universalis", text, HEAD)
    assert sent("universalis", text, [(piece, piece.value) for piece in pieces]) == text
    field = next(piece for piece in pieces if piece.value.endswith("long"))
    assert "much longer" not in sent("universalis", text, [(field, field.value.replace("long", "much longer"))])
    assert sent("universalis", text, [(field, field.value.replace("very long", "short"))]).count("very ") == 99


@pytest.mark.parametrize("deed", ["up." + "9" * 5000, "up.٣", "out.", "down.-1", "add.0"])
def test_a_button_that_is_none_changes_nothing(deed):
    assert changed_by(COMPANY, deed) == COMPANY
