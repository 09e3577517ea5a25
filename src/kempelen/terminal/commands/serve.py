"""`kempelen serve`: the web app, on this computer or in the house."""

from __future__ import annotations

import errno
import socket
from collections.abc import Iterator
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kempelen.engine.errors import PlayerError, reason_of
from kempelen.engine.game import say_in
from kempelen.store import Store, open_store
from kempelen.terminal.cli import language
from kempelen.terminal.start import lang_option
from kempelen.terminal.usage import say_help
from kempelen.text.say import Say, Text
from kempelen.web.limits import Limits

if TYPE_CHECKING:
    from kempelen.web.app import Settings

__all__ = ["command"]

NEEDED = ("fastapi", "uvicorn", "jinja2", "segno")
USUAL = Limits()


def number(usual: int) -> dict[str, Any]:
    """An option for a number of things, 0 being any."""
    return {"default": usual, "show_default": True, "type": click.IntRange(min=0), "metavar": "N"}


class CannotServe(PlayerError):
    """The server cannot be started."""


@click.command(help=say_help("web.serve.help"))
@click.option("--host", default="127.0.0.1", show_default=True, help=say_help("web.serve.host"))
@click.option("--port", default=8000, show_default=True, type=click.IntRange(0, 65535), help=say_help("web.serve.port"))
@click.option("--db", metavar="FILE", help=say_help("web.serve.db"))
@click.option(
    "--processes", default=1, show_default=True, type=click.IntRange(1, 64), help=say_help("web.serve.processes")
)
@click.option("--allow-host", multiple=True, metavar="NAME", help=say_help("web.serve.allow_host"))
@click.option("--links", is_flag=True, help=say_help("web.serve.links"))
@click.option("--behind-proxy", is_flag=True, help=say_help("web.serve.behind_proxy"))
@click.option("--most-requests", **number(USUAL.requests), help=say_help("web.serve.most_requests"))
@click.option("--most-games", **number(USUAL.games), help=say_help("web.serve.most_games"))
@click.option("--most-uploads", **number(USUAL.uploads), help=say_help("web.serve.most_uploads"))
@click.option("--most-streams", **number(USUAL.streams), help=say_help("web.serve.most_streams"))
@click.option("--patience", **number(int(USUAL.patience)), help=say_help("web.serve.patience"))
@click.option("--idle", **number(int(USUAL.idle)), help=say_help("web.serve.idle"))
@click.option(
    "--experiments",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="FOLDER",
    help=say_help("web.serve.experiments"),
)
@click.option(
    "--metrics-key", default="", metavar="KEY", envvar="KEMPELEN_METRICS_KEY", help=say_help("web.serve.metrics")
)
@click.option("--log", type=click.Choice(["words", "json"]), default="words", help=say_help("web.serve.log"))
@lang_option
def command(
    host: str,
    port: int,
    db: str | None,
    processes: int,
    allow_host: tuple[str, ...],
    links: bool,
    behind_proxy: bool,
    most_requests: int,
    most_games: int,
    most_uploads: int,
    most_streams: int,
    patience: int,
    idle: int,
    experiments: Path | None,
    metrics_key: str,
    log: str,
    lang: str | None,
) -> int:
    say = say_in(language(lang))
    if any(find_spec(name) is None for name in NEEDED):
        raise CannotServe(Text("web.serve.missing"))
    if processes > 1 and not hasattr(socket, "AF_UNIX"):
        raise CannotServe(Text("web.serve.one_process"))
    check_store(db)
    listening = listen(host, port)
    port = listening.getsockname()[1]
    if links:
        listening.close()
        for line in link_lines(say, db, host, port):
            click.echo(line)
        return 0
    from kempelen.web.app import Settings
    from kempelen.web.routes.share import own_names

    shared = "" if behind_proxy else share_address(host, port)
    limits = Limits(
        requests=most_requests,
        games=most_games,
        uploads=most_uploads,
        streams=most_streams,
        patience=patience,
        idle=idle,
    )
    names = (*own_names(), *allow_host)
    settings = Settings(
        db=db,
        hosts=names,
        share=shared,
        behind_proxy=behind_proxy,
        limits=limits,
        experiments=experiments,
        metrics_key=metrics_key,
    )
    return serve(say, listening, host, port, settings, processes, log)


def check_store(db: str | None) -> None:
    """Raise BadStore if the file cannot hold games; better now than at the first page."""
    with closing(open_store(db)) as store, store.whole():
        pass


def listen(host: str, port: int) -> socket.socket:
    """A socket on this address; raises CannotServe."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # The protocol is named, so that asyncio sends small answers at once instead of waiting for more.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen()  # whoever comes at once waits until the server is ready, instead of being turned away
    except OSError as error:
        listening.close()
        if error.errno == errno.EADDRINUSE:
            raise CannotServe(Text("web.serve.port_taken", port=port, other=port + 1)) from error
        reason = Text("system.no_host") if isinstance(error, socket.gaierror) else reason_of(error)
        raise CannotServe(Text("web.serve.bad_host", host=host, reason=reason)) from error
    return listening


def serve(
    say: Say, listening: socket.socket, host: str, port: int, settings: Settings, processes: int, log: str
) -> int:
    from kempelen.web.processes.serving import log_lines, serve_until_told
    from kempelen.web.processes.supervising import Supervisor

    if log == "json":
        log_lines()
    click.echo(say("web.serve.ready", address=local_address(host, port)))
    if host not in LOOPBACK and not settings.behind_proxy:
        announce(say, settings.share)
    click.echo(say("web.serve.stop"))
    if processes == 1:
        serve_until_told(settings, [listening])
    else:
        Supervisor(processes, settings, listening, json_log=log == "json").run()
    return 0


LOOPBACK = ("127.0.0.1", "::1", "localhost")


def local_address(host: str, port: int) -> str:
    name = "127.0.0.1" if host in ("0.0.0.0", "::", *LOOPBACK) else host
    return f"http://{name}:{port}/"


def share_address(host: str, port: int) -> str:
    """How others reach the server; empty if they cannot."""
    from kempelen.web.routes.share import lan_address

    if host in LOOPBACK:
        return ""
    name = lan_address() if host in ("0.0.0.0", "::") else host
    return f"http://{name}:{port}" if name else ""


def announce(say: Say, shared: str) -> None:
    """What sharing means, and the address as a picture for phones."""
    import segno

    click.echo(say("web.serve.shared"))
    if not shared:
        click.echo(say("web.serve.no_lan"))
        return
    click.echo(say("web.serve.lan", address=f"{shared}/"))
    segno.make(f"{shared}/", micro=False).terminal(compact=True)


def link_lines(say: Say, db: str | None, host: str, port: int) -> Iterator[str]:
    """A secret link to every place in all running games."""

    base = share_address(host, port) or local_address(host, port).rstrip("/")
    found = False
    with closing(open_store(db)) as store:
        for line in _links(say, store, base):
            found = True
            yield line
    if not found:
        yield say("web.serve.no_links")


def _links(say: Say, store: Store, base: str) -> Iterator[str]:
    from kempelen.engine.table import SPECTATOR
    from kempelen.web.people.keys import every_link, table_address

    for kept in store.games():
        if kept.over:
            continue
        names = list(kept.header["seats"])
        for seat, token in every_link(store, kept.id).items():
            if seat == SPECTATOR:
                who = say.of(Text("web.seat.spectator"), "Bare")
            else:
                who = names[seat] if seat >= 0 else say.of(Text("web.seat.operator"), "Bare")
            address = f"{base}/join/{table_address(store, kept.id)}/{token}"
            yield say("web.serve.link", game=kept.id, seat=who, address=address)
