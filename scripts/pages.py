"""Write the pages about each game anew: what its computer players do, our readings, and where each rule is.

    .venv/bin/python scripts/pages.py           # docs/en/GAME.md, docs/de/GAME.md, docs/GAME/rules.md, docs/glossary.md
    .venv/bin/python scripts/pages.py --check   # exit status 1 if one differs from what is there

Everything comes from the games themselves: their lists, rulings and rulebooks, and the tests that name a rule.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from kempelen.behaviour.document import markdown
from kempelen.engine.game import Game, games, say_in
from kempelen.engine.rulings import Ruling, options_text
from kempelen.engine.setup import edition_for, editions_with, options_in
from kempelen.parts.document import pages_of
from kempelen.text.compare import placeholders
from kempelen.text.say import LANGUAGES, Say, Text, load_catalogue

ROOT = Path(__file__).resolve().parent.parent
INDEX = """# {title}: rules, code and tests

Made by `make docs`; do not edit. Each rule and each reading with the places in `src/{folder}`
that carry it out, and the tests in `tests` that pin it, at most four of each. The rules come first, then our readings,
each with its option or with the grounds on which there is no choice.

"""


GLOSSARY = """# Glossary

Made by `make docs`; do not edit. What things are called in the code, in English and in German, out of the texts of each
game: `card.plus` is `game.card.plus` in its catalogues and `plus` in notations, positions and records.
"""


def about(game: Game[Any], say: Say) -> str:
    """The lists of the computer players, and every reading."""
    title = say(f"{game.name}.title")
    edition = edition_for(game, "", say.lang)
    options = options_in(game, edition, {})
    notes = (*game.credits, *filter(None, [options_text(edition, options, game.rulings)]))
    parts = [markdown(title, pages_of(game, options), notes, say), f"\n## {say('document.rulings')}\n"]
    parts.append(f"\n{say('terminal.rules.about', title=Text(f'{game.name}.title'), n=len(game.rulings))}\n")
    parts += [line for ruling in game.rulings.values() for line in reading(game, ruling, say)]
    return "".join(parts)


def reading(game: Game[Any], ruling: Ruling, say: Say) -> Iterator[str]:
    lang = say.lang
    yield f"\n### {ruling.cite}\n\n**{ruling.question[lang]}**\n"
    yield f"\n{say('terminal.rules.reading')} {ruling.reading[lang]}\n"
    yield f"\n{say('terminal.rules.grounds')} {ruling.grounds[lang]}\n"
    for n, (value, wording) in enumerate(ruling.values.items()):
        usual = f" ({say('terminal.rules.default')})" if value == ruling.default else ""
        editions = "".join(f" (`--edition {edition}`)" for edition in editions_with(game, ruling.id, value))
        yield f"{'' if n else chr(10)}- `{ruling.id}={value}`: {wording[lang]}{usual}{editions}\n"


def index(game: Game[Any]) -> str:
    """Rule -> code -> tests."""
    command = [sys.executable, ROOT / "scripts" / "rule_index.py", game.name]
    table = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=True).stdout
    title, folder = say_in("en")(f"{game.name}.title"), game.package.replace(".", "/")
    return INDEX.format(title=title, folder=folder) + table


def glossary(own: Iterable[Game[Any]]) -> str:
    """Every noun and every action of the games: what it is called in the code and in both languages."""
    en, de = (say_in(lang) for lang in LANGUAGES)
    out = [GLOSSARY]
    for game in own:
        texts = [load_catalogue(lang, game.package).texts for lang in LANGUAGES]
        out.append(f"\n## {en(f'{game.name}.title')} / {de(f'{game.name}.title')}\n")
        out.append("\n| identifier | English | Deutsch |\n| --- | --- | --- |\n")
        if all(f"{game.name}.bot_seat" in forms for forms in texts):  # whoever the program plays, friend or foe
            words = (say.of(Text(f"{game.name}.bot_seat", name="…"), "bare") for say in (en, de))
            out.append(f"| `bot_seat` | {' | '.join(words)} |\n")
        for key in texts[0]:
            part, _, name = key.removeprefix(f"{game.name}.").partition(".")
            plain = not any(placeholders(forms[key]["nom"]) for forms in texts)
            if name and plain and (part == "action" or any(len(forms[key]) > 1 for forms in texts)):
                words = (say.of(Text(key), "bare") for say in (en, de))
                out.append(f"| `{part}.{name}` | {' | '.join(words)} |\n")
    return "".join(out)


def pages() -> Iterator[tuple[str, str]]:
    own = [game for game in games().values() if game.package.startswith("kempelen.games.")]
    yield "glossary.md", glossary(own)
    for game in own:
        for lang in LANGUAGES:
            yield f"{lang}/{game.name}.md", about(game, say_in(lang))
        yield f"{game.name}/rules.md", index(game)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    check = parser.parse_args().check
    stale = 0
    for name, text in pages():
        path = ROOT / "docs" / name
        if path.exists() and path.read_text("utf-8") == text:
            continue
        stale += 1
        print(f"docs/{name} {'differs' if check else 'written'}")
        if not check:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
