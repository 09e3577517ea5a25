"""What a newcomer is dealt first: the tips win it, in every language; then chance decides."""

import tomllib
from itertools import cycle

import pytest
from scripts.drama import FEWEST, LEVEL, blows_of, course_of
from scripts.lessons import chosen, played, won

from kempelen.engine.game import game_named, say_in
from kempelen.text.say import LANGUAGES
from kempelen.web.rooms.start import dealt_anew, first_scenario, first_setup, lessons_again, lessons_of
from tests.web.people import Person, Running, Sitting, settings

OURS = ("saboteur", "tactics", "undaunted", "universalis")
LESSONS = [
    (name, scenario, seed)
    for name in OURS
    for scenario in game_named(name).scenario_facts
    for seed in lessons_of(game_named(name), scenario)
]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("name", "scenario", "seed"), LESSONS)
def test_the_tips_win_every_lesson(name, scenario, seed, lang):
    assert won(played(game_named(name), seed, lang, scenario=scenario))


@pytest.mark.parametrize(("name", "scenario", "seed"), LESSONS)
def test_both_sides_are_hurt_in_every_lesson_and_it_is_not_over_at_once(name, scenario, seed):
    session = played(game_named(name), seed, scenario=scenario)
    felt = blows_of(session)
    assert felt.suffered
    assert felt.dealt
    assert len(chosen(session)) >= FEWEST


def test_nothing_is_in_doubt_any_more_when_a_lesson_is_over():
    """And somewhere before it was: by the games that could have followed each choice."""
    session = played(game_named("saboteur"), lessons_of(game_named("saboteur"), "first")[0])
    went = course_of(session, 12)
    assert went.chances[-1] == 1
    assert went.lowest <= LEVEL
    assert went.decided > 0.5


def begun(person: Person, name: str) -> Sitting:
    return Sitting(person, person.post(f"/first/{name}").headers["location"].rpartition("/")[2], 0)


def seed_of(table: Sitting) -> str:
    return table.person.api("GET", f"/tables/{table.id}")["seed"]


def test_one_lesson_after_the_other_until_chance_decides(ann):
    dealt = []
    for _ in range(5):
        table = begun(ann, "saboteur")
        assert seed_of(begun(ann, "saboteur")) == seed_of(table) or len(dealt) == 4, "who breaks off is dealt it again"
        dealt.append(seed_of(table))
        ann.post(f"/tables/{table.id}/pace", json={"pace": "instant"})
        table.play()
    game = game_named("saboteur")
    assert dealt == [*lessons_of(game, "first"), *lessons_again(game, "first"), ""]


def test_whoever_plays_again_does_not_know_the_saboteur():
    game = game_named("saboteur")
    setup = first_setup(game, "en", "first")
    dealt = [dealt_anew(setup, seed).position for seed in lessons_again(game, "first")]
    assert {tuple(player["role"] for player in one["players"]) for one in dealt} == {
        ("gold", "gold", "sab"),
        ("gold", "sab", "gold"),
    }
    assert all(set(player["hand"]) == {"hidden"} for one in dealt for player in one["players"])
    assert len({str(dealt_anew(setup, f"lot {n}").position) for n in range(40)}) == 2, "where chance draws the lot, too"


@pytest.mark.parametrize("short", [False, True])
def test_a_game_cut_short_is_no_result(ann, short):
    table = begun(ann, "saboteur")
    ann.post(f"/tables/{table.id}/pace", json={"pace": "instant"})
    while not (seen := table.settled())["outcome"]:
        ann.post(f"/tables/{table.id}/answer?seat=0", json={"do": seen["asked"]["options"][0]["do"], "short": short})
    page = ann.get("/mine?state=over").text
    assert (say_in("en")("web.home.short") in page) is short
    assert (say_in("en")("web.end.lost") in page) is not short
    assert (say_in("en")("web.end.short") in ann.get(f"/tables/{table.id}").text) is short


@pytest.mark.parametrize("name", ["saboteur", "undaunted"])
def test_a_game_cut_short_is_none_at_another_server_and_after_a_restart_either(tmp_path, name):
    """The rows say it, of a choice made by several at the same time too: every other answer goes to another server."""
    with Running(settings(tmp_path)) as one, Running(settings(tmp_path)) as other:
        person = Person(one.base)
        table = begun(person, name)
        person.post(f"/tables/{table.id}/pace", json={"pace": "instant"})
        bases = cycle((other.base, one.base))
        while not (seen := table.settled())["outcome"]:
            body = {"do": seen["asked"]["options"][0]["do"], "short": True}
            assert person.post(f"{next(bases)}/tables/{table.id}/answer?seat=0", json=body).status_code == 200
        both = [one.base, other.base]
        assert [is_short(person, base, table) for base in both] == [True, True]
    with Running(settings(tmp_path)) as again:
        assert is_short(person, again.base, table)
        record = person.get(f"{again.base}/tables/{table.id}/record").text
        assert '"short":true' in record
        answer = person.post(f"{again.base}/import?name=game.jsonl", content=record.encode())
        copied = Sitting(person, answer.json()["table"].rpartition("/")[2], 0)
        assert is_short(person, again.base, copied), "a file of it says so, too"
    person.client.close()


def is_short(person: Person, base: str, table: Sitting) -> bool:
    """As the end of the table has it, then as the list has it, which no count of victories and defeats may contradict."""
    page, mine = (person.get(f"{base}{path}").text for path in (f"/tables/{table.id}", "/mine?state=over"))
    short = say_in("en")("web.end.short") in page
    assert (say_in("en")("web.home.short") in mine) is short
    return short


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_lesson_says_that_it_is_one(ann, lang):
    ann.post("/language", data={"lang": lang})
    page = ann.get(f"/tables/{begun(ann, 'undaunted').id}").text
    assert say_in(lang)("web.bar.lesson") in page
    page = ann.get(f"/tables/{ann.new('undaunted', scenario='first', seed='lesson').id}").text
    assert say_in(lang)("web.bar.lesson") not in page
    assert say_in(lang)("web.bar.seed", seed="lesson") in page


AGAIN = [(name, seed) for name in OURS for seed in lessons_again(game_named(name), first_scenario(game_named(name)))]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("name", "seed"), AGAIN)
def test_the_tips_win_a_lesson_that_is_dealt_anew(name, seed, lang):
    assert won(played(game_named(name), seed, lang, again=True))


def test_again_is_another_deal(ann):
    """The first game lays out a hand: whoever plays it again is dealt others, at first some that the tips win."""
    table = begun(ann, "saboteur")
    dealt = [(seed_of(table), hand_of(table))]
    for _ in range(4):
        ann.post(f"/tables/{table.id}/pace", json={"pace": "instant"})
        table.play()
        after = ann.post(f"/tables/{table.id}/again?seat=0").headers["location"]
        table = Sitting(ann, after.rpartition("/")[2].partition("?")[0], 0)
        dealt.append((seed_of(table), hand_of(table)))
    assert len({hand for _, hand in dealt}) == len(dealt)
    assert [seed for seed, _ in dealt[1:]] == [*lessons_again(game_named("saboteur"), "first"), ""]
    assert say_in("en")("web.table.hint") in ann.get(f"/tables/{table.id}").text, "tips stay"


def hand_of(table: Sitting) -> tuple[str, ...]:
    position = tomllib.loads(table.person.get(f"/tables/{table.id}/position?seat=0").text)
    return tuple(sorted(position["players"][0]["hand"]))
