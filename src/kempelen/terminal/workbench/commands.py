"""Commands of `kempelen automa` that play games: compare, print with a heat map, tune, share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from kempelen.engine.errors import BadSetup
from kempelen.engine.game import Game
from kempelen.engine.rulings import options_text
from kempelen.engine.setup import edition_for, options_in
from kempelen.lab.output import check_path
from kempelen.parts.automas import credits_of, pages_by, readings_of
from kempelen.terminal.ask import screen_in
from kempelen.terminal.automas import sheet_given
from kempelen.terminal.commands.document import put_out
from kempelen.terminal.start import edition_option, help_on, lang_option, options_from
from kempelen.terminal.usage import say_help
from kempelen.text.say import Text

__all__ = ["COMMANDS", "chosen_from", "output_option", "scenarios_from"]

output_option = click.option(
    "-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help=say_help("automa.help.output")
)

F = TypeVar("F", bound=Callable[..., Any])


def _games_options_for(usual: str) -> Callable[[F], F]:
    """How many games, of which scenario, with which dice and options."""

    def add(function: F) -> F:
        for option in (
            edition_option,
            click.option("--option", "options", multiple=True, metavar="ID=VALUE", help=help_on("option")),
            click.option("--workers", metavar="N", help=say_help("lab.help.workers")),
            click.option("--seed", default="1", metavar="SEED", help=help_on("seed")),
            click.option("-n", "--games", default=usual, metavar="N", help=say_help("automa.help.games")),
            click.option("--scenario", metavar="NAME", help=say_help("automa.help.scenario")),
        ):
            function = option(function)
        return function

    return add


_games_options = _games_options_for("1000")


@click.command("compare", help=say_help("automa.help.compare"))
@click.argument("file")
@click.argument("other", metavar="[WITH]", required=False)
@_games_options
@output_option
@click.option("--force", is_flag=True, help=help_on("force"))
@lang_option
def compare_(
    file: str,
    other: str | None,
    scenario: str | None,
    games: str,
    seed: str,
    workers: str | None,
    options: tuple[str, ...],
    edition: str,
    output: Path | None,
    force: bool,
    lang: str | None,
) -> int:
    from kempelen.lab.backends import backend_for
    from kempelen.terminal.workbench.comparing import compare
    from kempelen.terminal.workbench.wanted import Wanted

    screen = screen_in(lang)
    rules, a = sheet_given(file)
    assert rules.automas is not None
    b = rules.automas.sheet if other is None else sheet_given(other, rules)[1]
    chosen = chosen_from(rules, edition, options)
    pairs, scenarios = _whole(games), scenarios_from(rules, scenario)
    named = [("--scenario", scenario), ("--games", str(pairs)), ("--seed", seed), ("--edition", edition)]
    given = [file, *([other] if other else []), *(word for name, value in named if value for word in (name, value))]
    given += [word for option in options for word in ("--option", option)]
    wanted = Wanted(rules, a, b, scenarios, chosen, pairs, seed, given)
    return compare(screen, wanted, backend_for(_workers(workers), pairs), output, force)


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


def scenarios_from(rules: Game[Any], scenario: str | None) -> list[str]:
    """The scenario that was named, all, or the first that is no lesson; raises BadSetup."""
    playable = [one for one in rules.scenarios if one != "first"]
    if scenario not in (None, "all", *rules.scenarios):
        raise BadSetup(Text("setup.unknown_scenario", scenario=scenario or "", known=", ".join(rules.scenarios)))
    return playable if scenario == "all" else [scenario or playable[0]]


@click.command("print", help=say_help("automa.help.print"))
@click.argument("file")
@output_option
@click.option("--heat", is_flag=True, help=say_help("automa.help.heat"))
@_games_options_for("200")
@click.option("--force", is_flag=True, help=help_on("force"))
@lang_option
def print_(
    file: str,
    output: Path | None,
    heat: bool,
    scenario: str | None,
    games: str,
    seed: str,
    workers: str | None,
    options: tuple[str, ...],
    edition: str,
    force: bool,
    lang: str | None,
) -> int:
    screen = screen_in(lang)
    rules, sheet = sheet_given(file)
    edition = edition_for(rules, edition, screen.say.lang)
    chosen = chosen_from(rules, edition, options)
    in_use = options_text(edition, chosen)
    notes = (*credits_of(rules, sheet), *readings_of(sheet), *((in_use,) if in_use else ()))
    pages = pages_by(rules, sheet, chosen)
    if heat:
        from kempelen.lab.compare.tables import experiment_for
        from kempelen.terminal.workbench.heating import heat_of

        if output is not None:
            check_path(output, force=force)
        (where,) = scenarios_from(rules, None if scenario == "all" else scenario)
        experiment = experiment_for(rules, where, sheet, chosen, _whole(games), seed)
        pages, note = heat_of(screen, rules, sheet, experiment, _workers(workers))
        notes = (*notes, note)
    return put_out(screen, sheet.head.name, pages, notes, output, force)


@click.command("tune", help=say_help("automa.help.tune"))
@click.argument("file")
@click.option("--knob", "knobs", multiple=True, metavar="NAME", help=say_help("automa.help.knob"))
@click.option("--human", default="45..55", metavar="LOW..HIGH", help=say_help("automa.help.human"))
@_games_options
@output_option
@click.option("--force", is_flag=True, help=help_on("force"))
@lang_option
def tune_(
    file: str,
    knobs: tuple[str, ...],
    human: str,
    scenario: str | None,
    games: str,
    seed: str,
    workers: str | None,
    options: tuple[str, ...],
    edition: str,
    output: Path | None,
    force: bool,
    lang: str | None,
) -> int:
    from kempelen.lab.backends import backend_for
    from kempelen.lab.tune.knobs import chosen_knobs
    from kempelen.lab.tune.meter import Band, Meter
    from kempelen.terminal.workbench.tuning import tune_knobs

    screen = screen_in(lang)
    rules, sheet = sheet_given(file)
    chosen, band, each = chosen_from(rules, edition, options), Band.read(human), _whole(games)
    found = chosen_knobs(sheet, knobs)
    backend = backend_for(_workers(workers), each)
    meter = Meter(rules, sheet, found, scenarios_from(rules, scenario), chosen, seed, backend)
    return tune_knobs(screen, meter, band, each, output, force)


@click.command("share", help=say_help("automa.help.share"))
@click.argument("file")
@output_option
@_games_options_for("200")
@click.option("--force", is_flag=True, help=help_on("force"))
@lang_option
def share_(
    file: str,
    output: Path | None,
    scenario: str | None,
    games: str,
    seed: str,
    workers: str | None,
    options: tuple[str, ...],
    edition: str,
    force: bool,
    lang: str | None,
) -> int:
    from kempelen.terminal.workbench.sharing import share
    from kempelen.terminal.workbench.wanted import Wanted

    screen = screen_in(lang)
    rules, sheet = sheet_given(file)
    assert rules.automas is not None
    chosen = chosen_from(rules, edition, options)
    named = [("--scenario", scenario), ("--games", games), ("--seed", seed), ("--edition", edition)]
    given = [file, *(word for name, value in named if value for word in (name, value))]
    wanted = Wanted(
        rules, sheet, rules.automas.sheet, scenarios_from(rules, scenario), chosen, _whole(games), seed, given
    )
    return share(screen, wanted, _workers(workers), output or Path(sheet.id + ".html"), force)


COMMANDS = (compare_, print_, tune_, share_)
