"""Worked examples as tests: facts of a game, and what its own rules must make of them.

A file names its game and lists cases. Every case has a `kind`, a question that can be put to the game. To lay out a
position, to play there and to ask the automa is the same in every game (`generic`); questions of its own are in the
`ADAPTER` of a game's module `conform`, and go first. A case gives its facts under `given` or beside its `kind`, and
what must come out under `expect`, as `outcomes` with exact chances, or in `rows` where every key that is not a given is
an answer. Whatever is not understood fails; nothing is skipped.
"""

from kempelen.conform.adapter import Adapter, Case, possible
from kempelen.conform.cases import CaseFile, Unreadable, read_cases
from kempelen.conform.compare import Possible, as_counts, as_set, named_only, same
from kempelen.conform.facts import (
    Facts,
    Misunderstood,
    among,
    bad_value,
    flag,
    listed,
    number,
    pair,
    table,
    whole,
    word,
)
from kempelen.conform.run import Verdict, run_file

__all__ = [
    "Adapter",
    "Case",
    "CaseFile",
    "Facts",
    "Misunderstood",
    "Possible",
    "Unreadable",
    "Verdict",
    "among",
    "as_counts",
    "as_set",
    "bad_value",
    "flag",
    "listed",
    "named_only",
    "number",
    "pair",
    "possible",
    "read_cases",
    "run_file",
    "same",
    "table",
    "whole",
    "word",
]
