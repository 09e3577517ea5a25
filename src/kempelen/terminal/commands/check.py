"""`kempelen check`: what every game must do, tried on one."""

from __future__ import annotations

import click

from kempelen.engine.game import game_named
from kempelen.terminal.ask import screen_in
from kempelen.terminal.progress import watched
from kempelen.terminal.start import help_on, lang_option

__all__ = ["command"]


@click.command(help=help_on("check"))
@click.argument("game")
@click.option("--all", "thorough", is_flag=True, help=help_on("check_all"))
@lang_option
def command(game: str, thorough: bool, lang: str | None) -> int:
    from kempelen.contract import checks

    rules, screen = game_named(game), screen_in(lang)
    failed = 0
    for name, problems in watched(
        checks(rules, thorough=thorough), lambda n: screen.say("terminal.check.running", n=n)
    ):
        failed += bool(problems)
        key = f"terminal.checks.{name}"
        words = screen.say(key) if screen.say.has(key) else name.replace("_", " ")
        screen.line(f"{'✗' if problems else '✓'} {words}", "red" if problems else "green")
        for problem in problems:
            screen.line(screen.say.of(problem), indent=4)
    screen.tell("terminal.check.failed" if failed else "terminal.check.passed", n=failed, game=rules.name)
    return 1 if failed else 0
