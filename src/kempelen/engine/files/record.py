"""Records: a game as a text file, `.jsonl`.

Line 1 is a header, then one row a line in notation. Chance results are stored, not derived from the seed, so that a
record survives a changed random generator and a physical game has one too.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from io import StringIO
from pathlib import Path
from typing import Any

from kempelen.engine.errors import BadRecord
from kempelen.engine.files.header import Json, header_of, read_header, seat_names, session_of
from kempelen.engine.files.measure import measure
from kempelen.engine.files.migrations import current_row, record_format
from kempelen.engine.files.numbers import number_in
from kempelen.engine.files.plain import read_json
from kempelen.engine.files.whole import write_whole
from kempelen.engine.game import Game, game_named
from kempelen.engine.inputs import CHANCE, Input
from kempelen.engine.session import Restart, Row, Sealed, Session, Undo
from kempelen.engine.table import NOBODY, SPECTATOR, Seat
from kempelen.engine.tables.replay import LeftRules
from kempelen.text.say import Text

__all__ = ["Record", "export", "exported_row", "read_record", "read_rows", "read_text", "write_row"]


@dataclass(slots=True)
class Record:
    """A header and rows; `load` makes the session."""

    header: Json
    rows: list[Row] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    """The line each row stands on."""
    name: str = "record"
    """The file's name, for messages."""
    checkpoint: Mapping[str, Any] | None = None
    """A position kept beside the rows, from which the game can go on if newer rules cannot replay them."""
    cut_after: int | None = None
    """The last line was cut off: this is the last good one."""

    @classmethod
    def of(cls, session: Session) -> Record:
        """The record of a session, seed and all."""
        return cls(header_of(session), list(session.rows))

    @property
    def game(self) -> Game[Any]:
        return game_named(self.header["game"])

    def load(self) -> Session:
        """The session, played up to the end of the record; raises BadRecord where it leaves the rules.

        With a checkpoint it then goes on from there instead: a game outlives a change of the rules.
        """
        session, problem = self.load_to_break()
        if problem is None:
            return session
        if self.checkpoint is None:
            raise BadRecord(problem)
        session = session_of(self.header)
        session.rows = list(self.rows)
        session.restart(self.checkpoint)
        return session

    def load_to_break(self) -> tuple[Session, Text | None]:
        """The session up to where the record leaves the rules, and what is wrong there; None if nothing is."""
        session = session_of(self.header)
        try:
            session.restore(self.rows)
        except LeftRules as left:
            session.cut_before(left.index)
            line, rules = self._line_of(left.index), str(self.header.get("rules", session.game.version))
            problem = Text("record.leaves_rules", file=self.name, line=line, reason=left.text)
            if rules != session.game.version:
                now = session.game.version
                problem = Text("record.older_rules", file=self.name, line=line, rules=rules, now=now, reason=left.text)
            return session, problem
        return session, None

    def _line_of(self, index: int) -> int:
        """The line of the input with this index, past what was taken back."""
        counting: list[int] = []
        for line, row in zip(self.lines or range(2, len(self.rows) + 2), self.rows, strict=True):
            if isinstance(row, Undo):
                del counting[len(counting) - row.count :]
            elif isinstance(row, Restart):
                counting.clear()
            elif isinstance(row, Input):
                counting.append(line)
        return counting[index] if index < len(counting) else len(self.rows) + 1

    def text(self) -> str:
        """The file's content."""
        names = seat_names(self.header)
        return "".join(json_line(line) for line in (self.header, *(write_row(row, names) for row in self.rows)))

    def save(self, path: Path) -> None:
        """Write the whole file, or leave what was there; raises OSError."""
        write_whole(path, [self.text().encode()])


def json_line(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n"


# -- one row a line


def write_row(row: Row, names: tuple[str, ...]) -> Json:
    """A row as plain data."""
    if isinstance(row, Undo):
        return {"undo": row.count, "seen": True} if row.seen else {"undo": row.count}
    if isinstance(row, Restart):
        return {"restart": dict(row.position)}
    if isinstance(row, Sealed):
        sealed: Json = {"sealed": row.kind, "seat": names[row.seat], "is": row.value}
        if row.rolls:
            sealed["rolls"] = list(row.rolls)
        if row.coached:
            sealed["coached"] = True
        if row.short:
            sealed["short"] = True
        return sealed | {"instead": row.instead} if row.instead else sealed
    if row.kind == "set":
        return {"set": row.value}
    if row.kind == "together":
        answers: Json = {"together": [[names[seat], text, rolls] for seat, text, rolls in row.value]}
        return answers | {"instead": {names[seat]: text for seat, text in row.refused}} if row.refused else answers
    if row.kind == "do":
        assert row.seat is not None
        line: Json = {"seat": names[row.seat], "do": row.value}
        if row.rolls:
            line["rolls"] = list(row.rolls)
        if row.instead:
            line["instead"] = row.instead
        if row.coached:
            line["coached"] = True
        if row.short:
            line["short"] = True
        if row.along:
            line["along"] = True
        return line
    line = {row.kind: row.what, "why": row.why, "is": row.value}
    if row.seat is not None:
        line["to"] = "nobody" if row.seat == NOBODY else names[row.seat]
    if row.human:
        line["by"] = "table"
    return line


def read_row(data: Any, header: Mapping[str, Any]) -> Row:
    """A row from plain data; raises KeyError, ValueError or TypeError when it is none."""
    names, who = seat_names(header), tuple(header["seats"].values())
    if not isinstance(data, dict):
        raise TypeError
    if "undo" in data:
        return Undo(_whole(data["undo"]), bool(data.get("seen", False)))
    if "sealed" in data:
        return _read_sealed(data, names)
    if "restart" in data:
        return Restart(dict(data["restart"]))
    if "set" in data:
        return Input("set", dict(data["set"]), human=True)
    if "together" in data:
        answers: list[Any] = [[names.index(name), str(text), list(rolls)] for name, text, rolls in data["together"]]
        refused = tuple((names.index(name), str(text)) for name, text in data.get("instead", {}).items())
        human = bool(refused) or any(who[answer[0]] == "human" for answer in answers)
        return Input("together", answers, human=human, refused=refused)
    if "do" in data:
        seat = names.index(data["seat"])
        rolls, instead = tuple(data.get("rolls", ())), str(data.get("instead", ""))
        human = who[seat] == "human" or bool(instead)
        row = Input("do", str(data["do"]), seat=seat, rolls=rolls, human=human, instead=instead)
        coached, short, along = (bool(data.get(name, False)) for name in ("coached", "short", "along"))
        return replace(row, coached=coached, short=short, along=along)
    kind = next(kind for kind in data if kind in CHANCE)
    to: Seat | None = None
    if "to" in data:
        to = NOBODY if data["to"] == "nobody" else names.index(data["to"])
    return Input(kind, data["is"], str(data[kind]), str(data["why"]), to, human=data.get("by") == "table")


def _read_sealed(data: Json, names: tuple[str, ...]) -> Sealed:
    kind, value = data["sealed"], data["is"]
    if kind not in ("together", "part", "take back") or (kind == "together" and not isinstance(value, str)):
        raise ValueError
    instead, rolls = str(data.get("instead", "")), tuple(data.get("rolls", ()))
    coached, short = bool(data.get("coached", False)), bool(data.get("short", False))
    return Sealed(kind, names.index(data["seat"]), value, instead, rolls, coached, short)


def _whole(value: Any) -> int:
    if type(value) is not int:
        raise TypeError
    return value


def read_record(name: str, lines: Iterable[str]) -> Record:
    """Read a record; raises BadRecord naming file and line. A last line that was cut off is left out and noted."""
    lines = list(lines)
    measure("".join(lines), name, "json")
    numbered = [(n, line) for n, line in enumerate(lines, 1) if line.strip()]
    if not numbered:
        raise BadRecord(Text("record.empty", file=name))
    header, format = read_header(name, numbered[0][1])
    record = Record(header, name=name)
    inputs = 0
    for n, line in numbered[1:]:
        try:
            row = read_row(current_row(read_json(line), format), header)
            if isinstance(row, Undo) and not 0 < row.count <= inputs:
                raise ValueError
        except (ValueError, TypeError, KeyError, StopIteration) as error:
            if n == numbered[-1][0] and not line.endswith("\n"):
                record.cut_after = n - 1
                break
            raise BadRecord(Text("record.bad_line", file=name, line=n)) from error
        if record.header.get("running") and isinstance(row, Input) and row.value is None:
            raise BadRecord(Text("record.running", file=name, line=n))
        inputs += -row.count if isinstance(row, Undo) else isinstance(row, Input)
        record.rows.append(row)
        record.lines.append(n)
    return record


def read_text(name: str, text: str) -> Record:
    """The same from the content of a file. Only a line feed ends a line: names may hold other separators."""
    return read_record(name, StringIO(text, newline="\n"))


def read_rows(header: Json, rows: Iterable[Json], name: str = "record", format: int | None = None) -> Record:
    """A record from stored rows, which may be of an older format than its header."""
    record = Record(header, name=name)
    written = record_format() if format is None else format
    record.rows = [read_row(current_row(row, written), header) for row in rows]
    return record


# -- what may leave the server


def export(session: Session, reader: Seat = SPECTATOR) -> Iterator[str]:
    """The record as a reader may have it: everything once the game is over, else no seed and nothing unseen."""
    record = Record.of(session)
    if session.over:
        yield record.text()
        return
    header = {key: value for key, value in record.header.items() if key not in ("seed", "position")}
    yield json_line(header | {"running": True})
    names = seat_names(header)
    for row in session.rows:
        if not isinstance(row, Sealed):
            yield json_line(exported_row(session.game, session.state, row, names, reader))


def exported_row(game: Game[Any], state: Any, row: Row, names: tuple[str, ...], reader: Seat) -> Json:
    """A row of a running game as a reader may have it."""
    line = write_row(row, names)
    if isinstance(row, Restart):
        line["restart"] = None
    if isinstance(row, Input) and row.kind in CHANCE and row.seat is not None and row.seat != reader:
        line["is"] = None
    # Before there is a table nobody can say what was seen of it.
    seen = game.speech.public_notation if state is not None else lambda state, notation: None
    if isinstance(row, Input) and row.kind == "do" and row.seat != reader:
        line["do"] = seen(state, row.value)
        if row.instead:
            line["instead"] = seen(state, row.instead)
    line.pop("rolls", None)
    if isinstance(row, Input) and row.kind == "set":  # another hand may have been dealt secretly with it
        known = {} if state is None else game.to_position(game.view(state, reader))
        told = UNSEEN if state is None else seen_facts(row.value, game.to_position(state), known)
        line["set"] = {} if told is UNSEEN else told
    if isinstance(row, Input) and row.kind == "together":
        line["together"] = [[name, text, []] for name, text, _ in line["together"]]
        if row.refused:
            told = ((seat, text if seat == reader else seen(state, text)) for seat, text in row.refused)
            line["instead"] = {names[seat]: text for seat, text in told}
    return line


UNSEEN = object()
"""In place of a fact that a reader does not see."""


def seen_facts(facts: Any, whole: Any, known: Any) -> Any:
    """Facts that were set, without those about what a reader does not see: not even that there were some."""
    if not isinstance(facts, Mapping):
        return facts if whole == known else UNSEEN
    if whole != known and isinstance(whole, Mapping) and all(type(n) is int for n in whole.values()):
        return UNSEEN  # cards counted by their kinds: which kinds are as everybody knows tells what is held of them
    seen = {key: seen_facts(value, _part(whole, key), _part(known, key)) for key, value in facts.items()}
    told = {key: fact for key, fact in seen.items() if fact is not UNSEEN}
    return told if told or not facts else UNSEEN


def _part(position: Any, key: str) -> Any:
    if isinstance(position, list):
        number = number_in(str(key), 1, len(position))
        return None if number is None else position[number - 1]
    return position.get(key) if isinstance(position, Mapping) else None
