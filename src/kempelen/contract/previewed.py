"""What is shown before somebody commits: it can be drawn and said, changes nothing, and knows no more than the seat."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kempelen.contract.playing import Problems, players_of, seat_name, snapshot, states_of
from kempelen.engine.dice import TapeDice
from kempelen.engine.game import Game, Setup, say_in
from kempelen.engine.player import Player
from kempelen.engine.table import Choice, Decision, DirectTable, Table
from kempelen.parts.foresight import Preview, chance_of, preview_of
from kempelen.text.say import LANGUAGES, MissingText, Text

__all__ = ["previews_fit_the_table"]

AT_FIRST, THEN = 6, 23
"""Every one of the first decisions is looked at, then every so manieth."""
MOST = 5


def previews_fit_the_table(game: Game[Any], setup: Setup, seed: int) -> Problems:
    """The preview of every legal action: its handles are drawn, its words are there in every language, and a table on
    which what the seat cannot see is dealt anew has the same. Of every choice there is something to say beforehand."""
    if game.foresight is None:
        return [Text("contract.no_foresight")]
    looking = _Looking(game, seed)
    players = [_Looker(bot, looking) for bot in players_of(game, setup, seed)]
    table = DirectTable(game, players, TapeDice(seed))
    for _ in states_of(game, setup, table):
        if len(looking.problems) >= MOST:
            break
    return list(looking.problems)[:MOST]


class _Looking:
    """Asks for previews when somebody is asked, for a decision holds no longer than the moment."""

    def __init__(self, game: Game[Any], seed: int) -> None:
        self.game, self.seed = game, seed
        self.problems: dict[Text, None] = {}
        self.count = 0

    def at(self, decision: Decision[Any]) -> None:
        self.count += 1
        if self.count > AT_FIRST and self.count % THEN:
            return
        game, seat, view = self.game, decision.seat, decision.view()
        before = snapshot(view)
        scene = game.scene(view, say_in(LANGUAGES[0]))
        drawn = {shape.id for shape in scene.everything()} | {tray.id for tray in scene.trays}
        again = game.view(game.redeal(view, TapeDice(f"{self.seed} {self.count}")), seat)
        said = decision.kind != "do" or len(decision.options) < 2
        for action in decision.options:
            shown = preview_of(game, view, seat, action)
            said = said or shown != Preview()
            wrong = list(_wrong(shown, drawn))
            if shown.chance != chance_of(game, view, seat, action):
                wrong.append(Text("contract.preview_chance"))
            if preview_of(game, again, seat, action) != shown:
                wrong.append(Text("contract.preview_knows"))
            for problem in wrong:
                self.problems[Text("contract.preview", seed=self.seed, action=action.notation, problem=problem)] = None
        if not said:
            self.problems[Text("contract.no_preview", seed=self.seed, question=decision.prompt)] = None
        if snapshot(view) != before:
            self.problems[Text("contract.preview_changes", seed=self.seed, seat=seat_name(seat))] = None


class _Looker(Player):
    """Lets somebody look at a decision before it is made."""

    def __init__(self, bot: Player, looking: _Looking) -> None:
        self.bot, self.looking = bot, looking

    def decide(self, decision: Decision[Any], table: Table) -> Choice:
        self.looking.at(decision)
        return self.bot.decide(decision, table)


def _wrong(shown: Preview, drawn: set[str]) -> Iterator[Text]:
    for handle in _handles(shown):
        if handle not in drawn:
            yield Text("contract.preview_handle", handle=handle)
    if shown.chance is not None and not 0 <= shown.chance <= 1:
        yield Text("contract.preview_chance")
    texts = [*shown.costs, *(remark.text for remark in shown.remarks)]
    texts += [shown.short] if shown.short is not None else []
    texts += [text for text, _ in shown.roll.parts] if shown.roll is not None else []
    for lang in LANGUAGES:
        for text in texts:
            try:
                say_in(lang).of(text)
            except MissingText as missing:
                yield Text("contract.missing_text", missing=str(missing))


def _handles(shown: Preview) -> Iterator[str]:
    """Every handle it names; points are none."""
    places: list[Any] = [*shown.path, *(place for arrow in shown.arrows for place in arrow)]
    if shown.ghost is not None:
        places += [shown.ghost.handle, shown.ghost.at]
    places += [*shown.reach, *(handle for handle, _ in (*shown.targets, *shown.risks))]
    for touch in shown.touches:
        places += [touch.handle, *([touch.by] if touch.by else []), *touch.path]
    yield from (place for place in places if isinstance(place, str))
