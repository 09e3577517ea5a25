"""`kempelen campaign`: progress is on disk after every input."""

from contextlib import closing

import pytest

from kempelen.store import open_store


@pytest.fixture
def watched(kempelen):
    """A campaign that only bots play, up to its second battle."""
    run = kempelen("campaign", "start", "patrol", "--humans", "none", "--seed", 3, typed="\n")
    assert run.status == 0
    return run


def kept(id="undaunted-patrol-1"):
    with closing(open_store()) as store:
        return store.campaign(id)


@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_list(kempelen, lang):
    run = kempelen("campaign", "list", "--lang", lang)
    assert run.status == 0
    assert "undaunted/week: " in run.out
    assert {"en": "You have not begun one yet.", "de": "Du hast noch keine begonnen."}[lang] in run.out
    kempelen("campaign", "start", "week", typed="quit\n")
    assert "undaunted-week-1: " in kempelen("campaign", "list", "--lang", lang).out


def test_a_battle_that_was_left_goes_on(kempelen):
    run = kempelen("campaign", "start", "week", "--humans", "de", "--seed", 5, typed="quit\n")
    assert run.status == 0
    assert "You are the German side." in run.out
    assert "kempelen campaign play undaunted-week-1" in run.out
    assert kept("undaunted-week-1").battles[0].result is None
    before = [battle.game for battle in kept("undaunted-week-1").battles]
    run = kempelen("campaign", "play", typed="end\nquit\n")
    assert run.status == 0
    assert "Battle 1: " in run.out
    assert [battle.game for battle in kept("undaunted-week-1").battles] == before
    again = kempelen("campaign", "play", "undaunted-week-1", "--again", typed="quit\n")
    assert again.status == 0
    assert [battle.game for battle in kept("undaunted-week-1").battles] != before


def test_progress_survives_and_branches(kempelen, watched):
    assert "won by" in watched.out
    first = kept()
    assert len(first.battles) == 1
    assert first.battles[0].result["facts"]["losses"]
    assert kempelen("campaign", "play", typed="\n").status == 0
    assert kempelen("campaign", "play", typed="\n").status == 0
    done = kept()
    assert [battle.result is not None for battle in done.battles] == [True] * 3
    run = kempelen("campaign", "show")
    assert "The campaign is over." in run.out
    assert "score" in run.out
    for lang in ("en", "de"):
        over = kempelen("campaign", "play", "undaunted-patrol-1", "--lang", lang)
        assert (over.status, over.out) == (2, "")
        assert "undaunted-patrol-1" in over.err
    assert kempelen("campaign", "play").status == 2
    second = kempelen("campaign", "start", "patrol", "--humans", "none", "--seed", 8, typed="\n")
    assert "undaunted-patrol-2" in second.out


def test_a_battle_that_ended_elsewhere_counts(kempelen):
    """Somebody goes on with `play --resume` instead."""
    kempelen("campaign", "start", "patrol", "--seed", 5, typed="quit\n")
    game = kept().battles[0].game
    ended = kempelen("play", "--resume", game, typed="end\n1\n" * 12 + "\n")
    assert "over" in ended.out
    run = kempelen("campaign", "show", "--lang", "de")
    assert "gewonnen von der" in run.out
    assert kept().battles[0].result is not None


@pytest.mark.parametrize(
    "words",
    [
        ("start", "crusade"),
        ("start", "saboteur/week"),
        ("start", "week", "--humans", "fr"),
        ("start", "week", "--bot", "chess"),
        ("start", "week", "--option", "Q99=x"),
        ("play",),
        ("play", "undaunted-week-7"),
        ("show",),
        ("show", "x"),
    ],
)
@pytest.mark.parametrize("lang", ["en", "de"])
def test_what_cannot_be_is_said_in_one_line(kempelen, words, lang):
    run = kempelen("campaign", *words, "--lang", lang)
    assert (run.status, run.out) == (2, "")
    assert len(run.err.splitlines()) == 1
    with closing(open_store()) as store:
        assert store.campaigns() == []


def test_nothing_to_begin_anew(kempelen, watched):
    assert kempelen("campaign", "play", "--again").status == 2
