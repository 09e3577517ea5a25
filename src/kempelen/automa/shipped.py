"""The automa files that come with a game."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files

from kempelen.automa.problems import BadAutoma
from kempelen.automa.read import Known, read_file
from kempelen.automa.sheet import Sheet
from kempelen.automa.vocabulary import Vocabulary

__all__ = ["load_sheet", "shipped_names", "shipped_text"]

FOLDER, ENDING = "automas", ".automa"


def shipped_text(package: str, name: str) -> str:
    return (files(package) / FOLDER / f"{name}{ENDING}").read_text(encoding="utf-8")


def shipped_names(package: str) -> tuple[str, ...]:
    """The files of a game, without their ending."""
    found = (files(package) / FOLDER).iterdir()
    return tuple(sorted(path.name.removesuffix(ENDING) for path in found if path.name.endswith(ENDING)))


def load_sheet(package: str, name: str, vocabulary: Vocabulary, sheets: Mapping[str, Sheet] | None = None) -> Sheet:
    """A shipped automa, read when its game is loaded. Options and readings it names are looked at in tests."""
    found = read_file(shipped_text(package, name), Known(vocabulary, sheets or {}, ours=True))
    if found.sheet is None:
        raise BadAutoma(name, tuple(found.problems))
    return found.sheet
