"""Draw the map of the rooms, and the way of one decision through them, for docs/architecture.md.

    .venv/bin/python scripts/rooms.py

The names of the rooms are those of the folders; `tests/test_scripts.py` compares them with the source.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PICTURE = ROOT / "docs" / "images" / "rooms.svg"
WIDTH, HEIGHT = 1080, 700
STYLE = """
text{font-family:system-ui,"DejaVu Sans",sans-serif;font-size:13px;fill:#1f2328}
.paper{fill:#fbf9f4}.area{fill:#efe8d8;stroke:#857a66}.room{fill:#ffffff;stroke:#857a66}
.title{font-weight:bold;font-size:14px}.says{fill:#5b6068;font-size:12px}
.way{fill:none;stroke:#a8281f;stroke-width:2}.tip{fill:#a8281f}.stop{fill:#a8281f}.number{fill:#ffffff;font-weight:bold}
@media (prefers-color-scheme:dark){
text{fill:#e6e6e6}.paper{fill:#16181c}.area{fill:#24272e;stroke:#8a8f98}.room{fill:#16181c;stroke:#8a8f98}
.says{fill:#b3b8c0}.way{stroke:#ff8f7e}.tip,.stop{fill:#ff8f7e}.number{fill:#16181c}
}
"""


@dataclass(frozen=True)
class Box:
    """A folder or a module, and what it is for."""

    name: str
    x: int
    y: int
    w: int
    h: int
    says: tuple[str, ...] = ()
    is_area: bool = False


BOXES = (
    Box("the edges", 20, 50, 210, 500, is_area=True),
    Box("terminal/", 35, 85, 180, 90, ("commands, menus,", "prompts: kempelen play")),
    Box("web/, site/", 35, 190, 180, 90, ("routes, rooms, people,", "shown; without a server")),
    Box("lab/, research/", 35, 295, 180, 65, ("many games, measured",)),
    Box("contract/", 35, 375, 180, 65, ("what every game keeps",)),
    Box("conform/", 35, 455, 180, 80, ("worked cases, exact", "chances")),
    Box("engine/", 290, 50, 270, 500, is_area=True),
    Box("session, played", 305, 85, 240, 80, ("checkpoints and inputs:", "undo, correct, fork, why")),
    Box("tables/", 305, 180, 240, 95, ("direct, replay, asking, scripted,", "odds: who answers the rules")),
    Box("trace", 305, 290, 240, 65, ("notes with their sources",)),
    Box("files/", 305, 370, 240, 80, ("records, positions, migrations;", "every format read for ever")),
    Box("game, seats, setup", 305, 465, 240, 70, ("the door, and who sits where",)),
    Box("games/x/", 620, 50, 440, 500, is_area=True),
    Box(
        "rules/",
        635,
        85,
        410,
        95,
        ("state, actions, legal, course, events, view, objections:", "the game itself; no picture, no automa, no file"),
    ),
    Box("automa/", 635, 195, 200, 95, ("what its author wrote,", "and what the lines mean")),
    Box("players/", 845, 195, 200, 95, ("others to measure", "the automa against")),
    Box("face/", 635, 305, 200, 95, ("scene, pictures, words,", "prompts, hints")),
    Box("files/", 845, 305, 200, 95, ("position, notation,", "scenarios, rosters")),
    Box("desk/", 635, 415, 130, 80, ("advisers,", "calculators")),
    Box("lab/", 775, 415, 130, 80, ("its facts,", "its benches")),
    Box("conform/", 915, 415, 130, 80, ("its own kinds", "of cases")),
    Box("text/, rulings.toml, rulebook.toml", 635, 508, 410, 32),
    Box("store/", 20, 580, 210, 90, ("your games: an interface,", "SQLite behind it"), True),
    Box("behaviour/", 290, 580, 270, 90, ("lists, charts, procedures;", "the same data is printed back"), True),
    Box("parts/, desk/, printing/", 620, 580, 210, 90, ("what a game may have", "besides: rosters, advice, …"), True),
    Box("text/, scene/, geometry/", 850, 580, 210, 90, ("sentences, pictures,", "distances; know nobody"), True),
)

WAY = (
    ((720, 85), (720, 30), (585, 30), (585, 198), (545, 198)),
    ((545, 226), (603, 226), (603, 165), (635, 165)),
    ((780, 176), (780, 195)),
    ((635, 276), (590, 276), (590, 625), (560, 625)),
    ((545, 260), (571, 260), (571, 410), (545, 410)),
    ((305, 442), (260, 442), (260, 625), (230, 625)),
    ((305, 155), (215, 155)),
)
"""Lines of the way, one after the other; the numbers stand at their beginnings and are explained in the document."""


def drawn() -> str:
    """The whole picture."""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-labelledby="title">',
        '<title id="title">The rooms of Kempelen, and the way of one decision through them</title>',
        f"<style>{STYLE}</style>",
        '<defs><marker id="tip" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" orient="auto">'
        '<path class="tip" d="M0 0 10 5 0 10z"/></marker></defs>',
        f'<rect class="paper" width="{WIDTH}" height="{HEIGHT}"/>',
    ]
    for box in BOXES:
        kind = "area" if box.is_area else "room"
        parts.append(f'<rect class="{kind}" x="{box.x}" y="{box.y}" width="{box.w}" height="{box.h}" rx="6"/>')
        parts.append(f'<text class="title" x="{box.x + 10}" y="{box.y + 21}">{escape(box.name)}</text>')
        for n, line in enumerate(box.says):
            parts.append(f'<text class="says" x="{box.x + 10}" y="{box.y + 42 + 18 * n}">{escape(line)}</text>')
    for points in WAY:
        line = " ".join(f"{x},{y}" for x, y in points)
        parts.append(f'<polyline class="way" points="{line}" marker-end="url(#tip)"/>')
    for number, ((x, y), *_) in enumerate(WAY, 1):
        parts.append(f'<circle class="stop" cx="{x}" cy="{y}" r="10"/>')
        parts.append(f'<text class="number" x="{x}" y="{y + 5}" text-anchor="middle">{number}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"


if __name__ == "__main__":
    PICTURE.write_text(drawn(), "utf-8")
