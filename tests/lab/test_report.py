"""The report: what it says follows from the rows, and the page stands alone."""

import errno
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from kempelen.engine.files.record import read_record
from kempelen.engine.game import say_in
from kempelen.lab import output
from kempelen.lab.backends import Serial
from kempelen.lab.folder.columns import WholeRow
from kempelen.lab.folder.play import open_folder, play_folder
from kempelen.lab.plan.asked import asked_of
from kempelen.lab.plan.cells import cells_of
from kempelen.lab.plan.plan import plan_of
from kempelen.lab.report.balance import lamps_of, numeric_ways
from kempelen.lab.report.make import data_of, report_page, sections_of
from kempelen.lab.report.page import Picture, Table, Words
from kempelen.lab.report.results import pairs_to_compare, results_in, results_of
from kempelen.lab.report.watch import specials
from kempelen.lab.run import Row, play_one

FILE = {
    "game": "undaunted",
    "title": "A & B <script>",
    "games": 12,
    "scenario": "first",
    "chunk": 4,
    "grid": {"bots": [["solitaire", "scripted"], ["scripted", "solitaire"]], "options": {"Q26": ["scout", "swap"]}},
    "record": {"course": 6},
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    home = tmp_path_factory.mktemp("report")
    plan = plan_of(FILE, FILE, "ab", home)
    play_folder(plan, open_folder(plan, home / "ab", "again", resume=False), home / "ab", Serial())
    return home / "ab"


@pytest.fixture(scope="module")
def results(folder):
    return results_in(folder)


class Outline(HTMLParser):
    """Which tags a page has, and what it would load."""

    def __init__(self, page):
        super().__init__()
        self.tags, self.loads, self.ids = [], [], []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        for name, value in attrs:
            if name in ("src", "srcset", "data") or (name == "href" and tag == "link"):
                self.loads.append(value)
            if name == "id":
                self.ids.append(value)


def test_tallies_are_those_of_the_rows(results):
    cell = results.results[1]
    rows = [play_one(cell.cell.experiment, number, lines=True) for number in range(1, 13)]
    tally = cell.tally
    assert tally.games == 12
    assert tally.won["seat:1"] == (sum(0 in row.winners for row in rows), 12)
    assert sum(tally.turns.values()) == 12
    assert tally.mean_turns == pytest.approx(sum(row.turns for row in rows) / 12)
    assert tally.lines == {
        at: tuple(sum(row.lines.get(at, (0, 0))[n] for row in rows) for n in (0, 1))
        for at in {at for row in rows for at in row.lines}
    }
    assert tally.swing.games == 2
    assert sum(tally.instead.values()) == sum(n for row in rows for n in row.instead.values()) > 0


def test_the_page_stands_alone_in_both_languages(results):
    page = report_page(results, [say_in("en"), say_in("de")])
    outline = Outline(page)
    assert outline.loads == []
    assert outline.tags.count("script") == 1  # the data, which is no program
    assert "http:" not in re.sub(r"http://www\.w3\.org/\S+", "", page)
    assert "https:" not in page
    assert "@import" not in page
    assert "<script>" not in page.replace('<script type="application/json"', "")
    assert "A &amp; B &lt;script&gt;" in page
    assert len(outline.ids) == len(set(outline.ids))
    for words in ("Who wins", "Wer gewinnt", "prefers-color-scheme:dark", "@media print"):
        assert words in page


@pytest.mark.parametrize("lang", ["en", "de"])
def test_every_picture_has_a_table_under_it(results, lang):
    sections = sections_of(results, say_in(lang))
    names = [section.name for section in sections]
    assert names == ["words", "wins", "pairs", "shapes", "lines", "charts", "balance", "course", "repeat"]
    pictures = [part for section in sections for part in section.parts if isinstance(part, Picture)]
    assert len(pictures) >= 6
    for picture in pictures:
        assert picture.table.rows
        assert {len(row) for row in picture.table.rows} == {len(picture.table.head)}
        assert picture.svg.startswith('<svg class="picture"')
        assert "var(--ink)" in picture.svg or "var(--soft)" in picture.svg


def test_colours_are_the_pages(results):
    """By day and by night: no colour of a picture is fixed."""
    for section in sections_of(results, say_in("en")):
        for part in section.parts:
            if isinstance(part, Picture):
                assert re.findall(r"#0[0-9a]0[0-9]0[0-9]\b", part.svg) == []


def test_pairs_differ_in_one_thing(results):
    compared = pairs_to_compare(results)
    assert [(way, a.cell.number, b.cell.number) for way, a, b in compared] == [
        ("Q26", 1, 2),
        ("bots", 1, 3),
        ("bots", 2, 4),
        ("Q26", 3, 4),
    ]


def test_the_same_report_from_rows_in_memory(results):
    cells = [result.cell for result in results.results]
    rows = {c.number: [play_one(c.experiment, n, lines=True) for n in range(1, 13)] for c in cells}
    again = results_of("ab", results.asked, cells, rows)
    assert data_of(again, say_in("en"))["cells"] == data_of(results, say_in("en"))["cells"]


def test_what_is_missing_in_the_middle_is_not_counted(folder, tmp_path):
    import shutil

    again = tmp_path / "ab"
    shutil.copytree(folder, again)
    manifest = again / "_manifest.json"
    manifest.write_text(re.sub(r'"played": \{[^}]*\}', '"played": {}', manifest.read_text("utf-8")), "utf-8")
    sorted(again.glob("00001-*.parquet"))[1].unlink()
    found = results_in(again)
    assert [result.tally.games for result in found.results] == [4, 12, 12, 12]
    words = [part.text for part in sections_of(found, say_in("en"))[0].parts if isinstance(part, Words)]
    assert any("not finished" in text for text in words)


def made(*rows, asked=None, at=()):
    data = {"game": "saboteur", "players": 3, **(asked or {})}
    asked = asked_of(data, "x")
    cells = cells_of(asked, Path())
    return results_of("x", asked, cells, {cell.number: list(rows) for cell in cells})


def row(number, winners=(0,), turns=10, **more):
    given = {"reason": "gold", "scores": (), "decisions": turns, "capped": False, **more}
    return Row(number, number, winners, turns=turns, **given)


def test_games_worth_watching():
    results = made(
        row(1, turns=9, scores=(5, 1, 0)), row(2, turns=4, scores=(3, 2, 0)), row(3, turns=30, scores=(9, 1, 1))
    )
    assert [(one.kind, one.number, abs(one.value)) for one in specials(results)] == [
        ("shortest", 2, 4),
        ("longest", 3, 30),
        ("closest", 2, 1),
    ]


def test_lamps():
    capped = [row(n, (), capped=True, reason="cap") for n in range(1, 4)]
    bright = {name: light for name, light, _ in lamps_of(made(*capped, row(4)).results[0], say_in("en"))}
    assert bright["caps"] == "bad"
    assert bright["draws"] == "bad"
    calm = [row(n, (n % 3,), reason="gold" if n % 2 else "stone") for n in range(1, 31)]
    lamps = lamps_of(made(*calm).results[0], say_in("en"))
    assert {light for _, light, _ in lamps} == {"good"}


def test_where_a_game_is_decided():
    """The winner was likely from the beginning in one game, and only at the very end in the other."""
    early = tuple((8, 0, 0) for _ in range(10))
    late = (*((0, 8, 0) for _ in range(9)), (8, 0, 0))
    asked = asked_of({"game": "saboteur", "players": 3}, "x")
    cells = cells_of(asked, Path())
    rows = [WholeRow(row(1), early), WholeRow(row(2), late)]
    swing = results_of("x", asked, cells, {1: rows}).results[0].tally.swing
    assert swing.means == [0.5] * 9 + [1.0]
    assert swing.late == 1


def test_numbers_are_swept():
    results = made(row(1), asked={"grid": {"players": [3, 4, 5]}})
    assert numeric_ways(results) == ["players"]
    names = [section.name for section in sections_of(results, say_in("en"))]
    assert "sweeps" in names
    sweep = next(section for section in sections_of(results, say_in("en")) if section.name == "sweeps")
    assert [row[0] for row in sweep.parts[0].table.rows] == ["3", "4", "5"]  # no column for what does not differ
    assert "lines" not in names  # nothing was counted
    assert numeric_ways(made(row(1), asked={"grid": {"options": {"R15": ["cell", "opening"]}}})) == []


def test_two_numbers_of_an_automa_make_a_grid(kempelen, tmp_path):
    """A knob against wins and length; two of them as a grid with every pair."""
    text = (
        'game = "universalis"\nscenario = "first"\ngames = 1\nbots = ["middle@careful-company", "middle"]\n'
        "[grid]\nknobs.nerve = [3, 20]\nknobs.close = [5, 60]\n"
    )
    file = tmp_path / "nerve.toml"
    file.write_text(text, "utf-8")
    folder = tmp_path / "rows"
    assert kempelen("lab", "run", file, "-o", folder, "--workers", 1).status == 0
    results = results_in(folder)
    assert numeric_ways(results) == ["nerve", "close"]
    texts = [result.cell.experiment.automas["careful-company"] for result in results.results]
    assert ["nerve = 3 in" in text for text in texts] == [True, True, False, False]
    assert ["close = 5 in" in text for text in texts] == [True, False, True, False]
    sections = {section.name: section for section in sections_of(results, say_in("en"))}
    *lines, grid = sections["sweeps"].parts
    assert len(lines) == 4
    assert grid.table.head[1:] == ["3", "20"]
    assert [row[0] for row in grid.table.rows] == ["5", "60"]
    assert all(row[0] for part in sections["sweeps"].parts for row in part.table.rows)
    repeat = "".join(part.html for part in sections["repeat"].parts if hasattr(part, "html"))
    assert repeat.count("careful-company (") == 4
    for old, new, words in (("close", "clos", "has a knob “clos”"), ("20]", "200]", "goes from 3 to 40")):
        file.write_text(text.replace(old, new), "utf-8")
        said = kempelen("lab", "run", file, "-o", tmp_path / "none", "--lang", "en")
        assert said.status == 2
        assert words in " ".join(said.err.split())
        assert not (tmp_path / "none").exists()


def test_the_command_writes_page_and_games(kempelen, folder, tmp_path):
    file = tmp_path / "page.html"
    said = kempelen("lab", "report", folder, "-o", file, "--lang", "de")
    assert said.status == 0
    assert str(file) in said.out
    page = file.read_text("utf-8")
    assert "In Worten" in page
    assert "In words" not in page
    links = re.findall(r'href="(page-games/[^"]+)"', page)
    assert len(links) == 8
    for link in links:
        target = tmp_path / link
        assert target.is_file()
        if target.suffix == ".jsonl":
            assert read_record("x", target.read_text("utf-8").splitlines(keepends=True)).load().outcome is not None


def test_the_command_overwrites_nothing_unasked(kempelen, folder, tmp_path):
    file = tmp_path / "experiment.toml"
    file.write_text("mine")
    said = kempelen("lab", "report", folder, "-o", file, "--lang", "en")
    assert said.status == 2
    assert "--force" in said.err
    assert file.read_text() == "mine"
    assert [one.name for one in tmp_path.iterdir()] == ["experiment.toml"]
    assert kempelen("lab", "report", folder, "-o", tmp_path / "nowhere" / "page.html").status == 2
    assert kempelen("lab", "report", folder, "-o", file, "--force").status == 0
    assert file.read_text("utf-8").startswith("<!DOCTYPE")


def test_a_full_disk_leaves_no_half_of_a_report(kempelen, folder, tmp_path, monkeypatch):
    real, count = output.write_whole, []

    def full(path, parts):
        count.append(path)
        if len(count) == 3:
            raise OSError(errno.ENOSPC, "No space left on device")
        real(path, parts)

    monkeypatch.setattr(output, "write_whole", full)
    said = kempelen("lab", "report", folder, "-o", tmp_path / "page.html", "--lang", "en")
    assert said.status == 2
    assert count[2].name in said.err
    assert list(tmp_path.iterdir()) == []


def test_a_report_of_nothing(kempelen, tmp_path):
    assert kempelen("lab", "report", tmp_path, "--lang", "en").status == 2


def test_tables_have_no_empty_heads(results):
    for section in sections_of(results, say_in("de")):
        for part in section.parts:
            table = part if isinstance(part, Table) else part.table if isinstance(part, Picture) else None
            assert table is None or all(table.head)
