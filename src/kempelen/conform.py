"""Worked examples as tests: facts of a game, and what its own rules must make of them.

A file names its game and lists cases; every case has a `kind`, a question that the game's module `conform` knows how
to ask. That module exposes an `Adapter`: for each kind a function that reads the given facts and returns the answers,
each as a value or as a function to be called if the case asks for it.

A case gives its facts under `given` or beside its `kind`, and what it expects under `expect`, as `outcomes` with exact
chances, or in `rows` where every key that is not a given is an expected answer. Whatever is not understood fails.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from importlib import import_module
from importlib.util import find_spec
from math import isclose
from pathlib import Path
from typing import Any, TypeAlias

from kempelen.conform_file import CaseFile, Unreadable, read_cases
from kempelen.engine.errors import PlayerError
from kempelen.engine.game import Game, game_named
from kempelen.engine.odds import odds
from kempelen.engine.player import Player
from kempelen.engine.table import Seat, Table
from kempelen.text.say import Text
