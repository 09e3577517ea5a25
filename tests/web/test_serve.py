"""Starting the server: what is said, and to whom it is open."""

import pytest

from kempelen.engine.game import say_in
from kempelen.terminal.commands import serve
from kempelen.text.say import LANGUAGES
from kempelen.web.routes import share


def test_alone_nobody_else_reaches_it():
    assert serve.share_address("127.0.0.1", 8000) == ""
    assert serve.local_address("127.0.0.1", 8000) == "http://127.0.0.1:8000/"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_sharing_says_what_it_means_and_shows_a_code(lang, monkeypatch, capsys):
    monkeypatch.setattr(share, "lan_address", lambda: "192.168.1.7")
    say = say_in(lang)
    serve.announce(say, serve.share_address("0.0.0.0", 8000))
    said = capsys.readouterr().out
    assert say("web.serve.shared") in said
    assert "http://192.168.1.7:8000/" in said
    assert sum(line.count("█") + line.count("▀") + line.count("▄") for line in said.splitlines()) > 100


def test_without_a_network_it_says_so(monkeypatch, capsys):
    monkeypatch.setattr(share, "lan_address", lambda: None)
    serve.announce(say_in("en"), serve.share_address("0.0.0.0", 8000))
    assert say_in("en")("web.serve.no_lan") in capsys.readouterr().out


def test_a_taken_port_names_another():
    first = serve.listen("127.0.0.1", 0)
    port = first.getsockname()[1]
    with pytest.raises(serve.CannotServe) as caught:
        serve.listen("127.0.0.1", port)
    assert f"PORT={port + 1}" in say_in("en").of(caught.value.text)
    first.close()
