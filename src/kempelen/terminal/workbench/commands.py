"""Commands of `kempelen automa` that play games: compare, print with a heat map, tune, share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import wraps
from pathlib import Path
from typing import Any

import click

from kempelen.engine.errors import BadOption, BadSetup
from kempelen.engine.files.record import Record
from kempelen.engine.game import Game
from kempelen.engine.rulings import options_text
from kempelen.engine.setup import edition_for, options_in
from kempelen.lab.experiment import BadExperiment
from kempelen.lab.output import check_path
from kempelen.parts.automas import against, credits_of, pages_by, readings_of
from kempelen.parts.levels import at_level, levels_of
from kempelen.terminal.ask import screen_in
from kempelen.terminal.automas import sheet_given
from kempelen.terminal.commands.document import put_out
from kempelen.terminal.start import edition_option, help_on, lang_option, load_record, open_store, options_from
from kempelen.terminal.usage import say_help
from kempelen.text.say import Text
from kempelen.wording import sheet_name

__all__ = ["COMMANDS", "chosen_from", "output_option", "scenarios_from"]

ALL = "all"
"""Instead of a name: every one there is."""
output_option = click.option(
    "-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help=say_help("automa.help.output")
)


@dataclass(frozen=True, slots=True)
class Asked:
    """What every one of these commands is told: the file, which games to play, and where the result goes."""

    file: str
    scenario: str | None
    games: str
    seed: str
    workers: str | None
    options: tuple[str, ...]
    difficulty: str | None
    against: str | None
    edition: str
    output: Path | None
    force: bool
    lang: str | None

    def given(self, *more: str) -> list[str]:
        """What was typed behind the command, to do it once more."""
        named = [("--scenario", self.scenario), ("--games", self.games), ("--seed", self.seed)]
        named += [
            ("--difficulty", self.difficulty),
            ("--against", self.against),
            ("--edition", self.edition),
            *(("--option", option) for option in self.options),
        ]
        return [self.file, *more, *(word for name, value in named if value for word in (name, value))]


def _command(name: str, usual: str = "1000") -> Callable[[Callable[..., int]], click.Command]:
    """A command with a file and the options that all of them share; `usual` games if nobody says how many."""

    def add(function: Callable[..., int]) -> click.Command:
        @wraps(function)
        def run(**given: Any) -> int:
            shared = {field.name: given.pop(field.name) for field in fields(Asked)}
            return function(Asked(**shared), **given)

        for option in (
            lang_option,
            click.option("--force", is_flag=True, help=help_on("force")),
            output_option,
            edition_option,
            click.option("--option", "options", multiple=True, metavar="ID=VALUE", help=help_on("option")),
            click.option("--against", metavar="BOT", help=say_help("automa.help.against")),
            click.option("--difficulty", metavar="LEVEL", help=say_help("terminal.help.difficulty")),
            click.option("--workers", metavar="N", help=say_help("lab.help.workers")),
            click.option("--seed", default="1", metavar="SEED", help=help_on("seed")),
            click.option("-n", "--games", default=usual, metavar="N", help=say_help("automa.help.games")),
            click.option("--scenario", metavar="NAME", help=say_help("automa.help.scenario")),
        ):
            option(run)
        return click.command(name, help=say_help(f"automa.help.{name}"))(click.argument("file")(run))

    return add


@_command("compare")
@click.argument("other", metavar="[WITH]", required=False)
@click.option("--mine", multiple=True, metavar="GAME", help=say_help("automa.help.mine"))
def compare_(asked: Asked, other: str | None, mine: tuple[str, ...]) -> int:
    from kempelen.lab.backends import backend_for
    from kempelen.terminal.workbench.comparing import compare
    from kempelen.terminal.workbench.wanted import Wanted

    screen = screen_in(asked.lang)
    rules, a = sheet_given(asked.file)
    assert rules.automas is not None
    b = rules.automas.sheet if other is None else sheet_given(other, rules)[1]
    rules, chosen = _at_level(rules, asked, asked.edition)
    pairs, scenarios = _whole(asked.games), scenarios_from(rules, asked.scenario)
    given = asked.given(*([other] if other else []))
    wanted = Wanted(rules, a, b, scenarios, chosen, pairs, asked.seed, given, _own_games(rules, mine))
    return compare(screen, wanted, backend_for(_workers(asked.workers), pairs), _output(asked, other), asked.force)


def _own_games(rules: Game[Any], mine: tuple[str, ...]) -> list[Record]:
    """Games somebody has played himself: files and ids of kept ones, or `all` that are kept of this game."""
    if not mine:
        return []
    store = open_store()
    kept = [one.id for one in store.games() if one.header["game"] == rules.name]
    return [load_record(given, store) for name in mine for given in (kept if name == ALL else [name])]


def _output(asked: Asked, *read: str | None) -> Path | None:
    """Where the result goes; raises BadExperiment if that is a file that is read for it, even with --force."""
    output = asked.output
    for file in (asked.file, *read):
        if output is not None and file is not None and output.exists() and Path(file).exists():
            if output.samefile(file):
                raise BadExperiment(Text("automa.own_input", file=str(output)))
    return output


def _whole(games: str) -> int:
    from kempelen.lab.experiment import whole_number

    return whole_number("lab.bad_games", games)


def _workers(workers: str | None) -> int:
    from kempelen.lab.backends import cpu_count
    from kempelen.lab.experiment import whole_number

    return cpu_count() if workers is None else whole_number("lab.bad_workers", workers)


def chosen_from(rules: Game[Any], edition: str, options: tuple[str, ...]) -> dict[str, str]:
    """The options that were typed and those of an edition; raises BadOption."""
    chosen = options_in(rules, edition, options_from(options))
    rules.rulings.resolve(chosen)
    return dict(chosen)


def _at_level(rules: Game[Any], asked: Asked, edition: str) -> tuple[Game[Any], dict[str, str]]:
    """The game with whoever was asked for opposite an automa of that level, and all its options; raises BadOption."""
    chosen = chosen_from(rules, edition, asked.options)
    rules = against(rules, asked.against or "")
    if asked.difficulty is None:
        return rules, chosen
    levels = levels_of(rules)
    if asked.difficulty not in levels:
        if levels:
            raise BadOption(Text("option.unknown_level", level=asked.difficulty, known=", ".join(levels)))
        raise BadOption(Text("automa.no_levels", game=rules.name))
    rules, more = at_level(rules, asked.difficulty)
    return rules, chosen | more


def scenarios_from(rules: Game[Any], scenario: str | None) -> list[str]:
    """The scenario that was named, all, or the first that is no lesson; raises BadSetup."""
    playable = [one for one in rules.scenarios if one != "first"]
    if scenario not in (None, ALL, *rules.scenarios):
        raise BadSetup(Text("setup.unknown_scenario", scenario=scenario or "", known=", ".join(rules.scenarios)))
    return playable if scenario == ALL else [scenario or playable[0]]


@_command("print", "200")
@click.option("--heat", is_flag=True, help=say_help("automa.help.heat"))
def print_(asked: Asked, heat: bool) -> int:
    screen = screen_in(asked.lang)
    rules, sheet = sheet_given(asked.file)
    output = _output(asked)
    edition = edition_for(rules, asked.edition, screen.say.lang)
    rules, chosen = _at_level(rules, asked, edition)
    in_use = options_text(edition, chosen, rules.rulings)
    notes = (*credits_of(rules, sheet), *readings_of(sheet), *((in_use,) if in_use else ()))
    pages = pages_by(rules, sheet, chosen)
    if heat:
        from kempelen.lab.compare.tables import experiment_for
        from kempelen.terminal.workbench.heating import heat_of

        if output is not None:
            check_path(output, force=asked.force)
        (where,) = scenarios_from(rules, None if asked.scenario == ALL else asked.scenario)
        experiment = experiment_for(rules, where, sheet, chosen, _whole(asked.games), asked.seed)
        pages, note = heat_of(screen, rules, sheet, experiment, _workers(asked.workers))
        notes = (*notes, note)
    return put_out(screen, sheet_name(rules, sheet, screen.say), pages, notes, output, asked.force)


@_command("tune")
@click.option("--knob", "knobs", multiple=True, metavar="NAME", help=say_help("automa.help.knob"))
@click.option("--human", default="45..55", metavar="LOW..HIGH", help=say_help("automa.help.human"))
def tune_(asked: Asked, knobs: tuple[str, ...], human: str) -> int:
    from kempelen.lab.backends import backend_for
    from kempelen.lab.tune.knobs import chosen_knobs
    from kempelen.lab.tune.meter import Band, Meter
    from kempelen.terminal.workbench.tuning import tune_knobs

    screen = screen_in(asked.lang)
    rules, sheet = sheet_given(asked.file)
    rules, chosen = _at_level(rules, asked, asked.edition)
    band, each = Band.read(human), _whole(asked.games)
    found = chosen_knobs(sheet, knobs)
    backend = backend_for(_workers(asked.workers), each)
    meter = Meter(rules, sheet, found, scenarios_from(rules, asked.scenario), chosen, asked.seed, backend)
    return tune_knobs(screen, meter, band, each, asked.output, asked.force)


@_command("share", "200")
def share_(asked: Asked) -> int:
    from kempelen.terminal.workbench.sharing import share
    from kempelen.terminal.workbench.wanted import Wanted

    screen = screen_in(asked.lang)
    rules, sheet = sheet_given(asked.file)
    output = _output(asked) or Path(sheet.id + ".html")
    rules, chosen = _at_level(rules, asked, asked.edition)
    assert rules.automas is not None
    games, scenarios = _whole(asked.games), scenarios_from(rules, asked.scenario)
    wanted = Wanted(rules, sheet, rules.automas.sheet, scenarios, chosen, games, asked.seed, asked.given())
    return share(screen, wanted, _workers(asked.workers), output, asked.force)


COMMANDS = (compare_, print_, tune_, share_)
