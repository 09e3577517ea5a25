"""The printed sheet: how many pages, what stands on them, and the same bytes every time."""

from __future__ import annotations

import subprocess
import sys
from io import BytesIO

import pytest
from pypdf import PdfReader

from kempelen.behaviour.document import markdown
from kempelen.engine.errors import BadSetup
from kempelen.engine.game import game_named, games, say_in
from kempelen.games.saboteur.rules.cards import NAMES, PATH_CARDS, is_blocking
from kempelen.parts.document import pages_of, readings_of
from kempelen.printing import document_pdf
from kempelen.text.say import LANGUAGES

A4 = (595, 842)
WITH_PAGES = [name for name, game in games().items() if pages_of(game)]


def made(name, lang):
    game, say = game_named(name), say_in(lang)
    return document_pdf(say(f"{name}.title"), pages_of(game), game.credits, say)


def read(content):
    return PdfReader(BytesIO(content))


def plain(text):
    """Without what printing changes: line breaks, ligatures."""
    return "".join(
        text.replace("\N{LATIN SMALL LIGATURE FI}", "fi").replace("\N{LATIN SMALL LIGATURE FL}", "fl").split()
    )


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", WITH_PAGES)
def test_everything_stands_on_a4(name, lang):
    game, say = game_named(name), say_in(lang)
    reader = read(made(name, lang))
    assert all((round(page.mediabox.width), round(page.mediabox.height)) == A4 for page in reader.pages)
    text = plain(" ".join(page.extract_text() for page in reader.pages))
    for page in pages_of(game):
        assert plain(say.of(page.title, "Nom")) in text
        for number, line, how in page.lines:
            assert not page.shown(number) or plain(f"{number})") in text
            assert plain(say.of(line, "Nom")) in text
            assert how is None or plain(say.of(how)) in text
        for grid in page.grids:
            for row in (grid.head, *grid.rows):
                for cell in row:
                    assert plain(say.of(cell)) in text
        for sentence in (*page.intro, *(one for one in page.after if one not in page.pictured)):
            assert plain(say.of(sentence)) in text


def drawn_in(part):
    """What the pictures of a document show, as it is told to who cannot see them."""
    part = part.get_object()
    if not hasattr(part, "get"):
        return [told for one in part for told in drawn_in(one)] if isinstance(part, list) else []
    return [part["/Alt"]] if part.get("/S") == "/Figure" else drawn_in(part["/K"]) if "/K" in part else []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_path_cards_that_block_and_those_that_do_not_are_pictures(lang):
    """Each with its name, instead of two lists of names; all of it is two sheets, as it was with the lists."""
    game, say = game_named("saboteur"), say_in(lang)
    pages = (*pages_of(game), *readings_of(game, pages_of(game), game.rulings.resolve({})))
    reader = read(document_pdf(say("saboteur.title"), pages, game.credits, say))
    assert len(reader.pages) == 2
    text = plain(reader.pages[0].extract_text())
    (pictured,) = [page.pictured for page in pages if page.pictured]
    kinds = {one.caption.key.split(".")[-1]: one for one in pictured.values()}
    named = {kind: {name.key.removeprefix("saboteur.card.") for name, _ in one.things} for kind, one in kinds.items()}
    assert named["these_block_pictured"] == {NAMES[card] for card in PATH_CARDS if is_blocking(card)}
    assert named["these_do_not_pictured"] == {NAMES[card] for card in PATH_CARDS if not is_blocking(card)}
    for sentence, one in pictured.items():
        assert plain(say.of(sentence)) not in text
        assert plain(say.of(one.caption)) in text
        assert all(plain(say.of(name, "bare")) in text for name, _ in one.things)
    pictures = [draw() for one in pictured.values() for _, draw in one.things]
    assert len(set(pictures)) == len(pictures) == len(PATH_CARDS)
    names = [say.of(name, "bare") for one in pictured.values() for name, _ in one.things]
    assert drawn_in(reader.trailer["/Root"]["/StructTreeRoot"]) == names


@pytest.mark.parametrize("lang", LANGUAGES)
def test_each_card_of_undaunted_has_a_sheet_to_itself(lang):
    """It lies beside the table, and the others do not; what comes before them is on the first."""
    reader = read(made("undaunted", lang))
    first, *cards, last = (plain(page.extract_text()) for page in reader.pages)
    pages = pages_of(game_named("undaunted"))
    charts = [page.source for page in pages if page.rows]
    for source, text in zip(charts, cards, strict=True):
        assert [other.source for other in pages if plain(other.source) in text] == [source]
    assert not any(plain(source) in first + last for source in charts)
    assert "DylanCane" in first
    assert f"2/{len(reader.pages)}" in cards[0]
    assert reader.metadata.title == say_in(lang)("undaunted.title")


def test_nothing_sticks_out():
    """Every word ends inside the margins."""
    for page in read(made("undaunted", "de")).pages:
        places = []

        def note(text, _, matrix, *font, places=places):
            if text.strip():
                places.append(matrix[4])

        page.extract_text(visitor_text=note)
        assert min(places) >= 0
        assert max(places) < A4[0] - 30


def test_the_same_bytes_every_time():
    code = (
        "import sys; from hashlib import sha256; from kempelen.engine.game import game_named, say_in;"
        "from kempelen.parts.document import pages_of; from kempelen.printing import document_pdf; g, s = game_named('undaunted'), say_in('de');"
        "print(sha256(document_pdf(s('undaunted.title'), pages_of(g), g.credits, s)).hexdigest())"
    )
    from hashlib import sha256

    other = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip()
    assert other == sha256(made("undaunted", "de")).hexdigest()


def test_fonts_are_embedded_ones():
    names = {
        font["/BaseFont"].rpartition("+")[2]
        for page in read(made("undaunted", "en")).pages
        for font in (entry.get_object() for entry in page["/Resources"]["/Font"].values())
    }
    assert names
    assert all(name.startswith("Libertinus") for name in names)


def test_without_the_printing_package(monkeypatch):
    monkeypatch.setitem(sys.modules, "typst", None)
    with pytest.raises(BadSetup) as refused:
        made("saboteur", "en")
    assert "kempelen[print]" in say_in("en").of(refused.value.text)


def test_the_command_writes_what_the_name_says(tmp_path, monkeypatch):
    from click.testing import CliRunner

    from kempelen.terminal.commands.document import command

    for name, start in (("sheet.pdf", b"%PDF-"), ("SHEET.PDF", b"%PDF-"), ("sheet.md", b"# Undaunted")):
        path = tmp_path / name
        run = CliRunner().invoke(command, ["undaunted", "--lang", "en", "-o", str(path)])
        assert run.exit_code == 0, run.output
        assert path.read_bytes().startswith(start)
    again = CliRunner().invoke(command, ["undaunted", "-o", str(tmp_path / "sheet.pdf")])
    assert again.exit_code != 0


def test_what_nobody_can_run_by_hand_is_no_sheet(tmp_path):
    """The opponent of Universalis can be read, but not printed as something to play by."""
    from click.testing import CliRunner

    from kempelen.terminal.commands.document import command

    refused = CliRunner().invoke(command, ["universalis", "-o", str(tmp_path / "sheet.pdf")])
    assert isinstance(refused.exception, BadSetup)
    assert "kempelen companion universalis" in say_in("en").of(refused.exception.text)
    assert not list(tmp_path.iterdir())
    to_read = CliRunner().invoke(command, ["universalis", "-o", str(tmp_path / "opponent.md")])
    assert to_read.exit_code == 0


def test_readings_come_in_the_order_of_their_numbers():
    game = game_named("tactics")
    (last,) = readings_of(game, pages_of(game), {})
    ids = [line[0] for line in last.lines]
    assert [id for id in ids if id.startswith("R")][:4] == ["R1", "R2", "R3", "R4"]
    assert ids.index("R9") < ids.index("R10")


@pytest.mark.parametrize("name", ["tactics", "saboteur"])
def test_a_reading_that_is_no_question_has_no_colon_after_its_full_stop(name):
    game, say = game_named(name), say_in("de")
    readings = readings_of(game, pages_of(game), {})
    assert ".**:" not in markdown("", readings, (), say)
    printed = " ".join(page.extract_text() for page in read(document_pdf("", readings, (), say)).pages)
    assert ".:" not in printed
