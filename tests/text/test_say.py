import copy
import pickle

import pytest

from kempelen.text import (
    LANGUAGES,
    BadCatalogue,
    Catalogue,
    MissingText,
    Noun,
    Say,
    Text,
    compare_catalogues,
    load_catalogues,
)

GERMAN = """
[unit]
rifleman = { nom = "der Schütze {squad}", acc = "den Schützen {squad}", dat = "dem Schützen {squad}" }
dwarf = { nom = "der Zwerg", acc = "den Zwerg", plural = "die Zwerge", plural_dat = "den Zwergen" }
pick = "die Hacke"
[event]
attacked = "{a:Nom} greift {b:acc} an"
drawn = "{n} {n:one=Karte|other=Karten}"
left = "{n:zero=nichts|one=eine|other=mehrere}"
given = "{who:plural_dat} gehört {things}"
choice = "{things:or}"
far = "{cm} cm, Modifikator {drm:+d}"
sure = "{sure:Nom}"
"""


@pytest.fixture
def say() -> Say:
    return Say("de", *load_catalogues("de"), Catalogue.parse("de", GERMAN))


def test_cases_follow_the_sentence(say: Say) -> None:
    a, b = Text("unit.rifleman", squad="A"), Text("unit.dwarf")
    assert say("event.attacked", a=a, b=b) == "Der Schütze A greift den Zwerg an"
    assert say.of(Text("event.attacked", a=b, b=a)) == "Der Zwerg greift den Schützen A an"
    assert say("event.attacked", a="Anna", b=3) == "Anna greift 3 an"
    assert say("event.attacked", a=say.noun("unit.dwarf"), b=Noun("die Hacke")) == "Der Zwerg greift die Hacke an"


def test_a_missing_case_falls_back(say: Say) -> None:
    dwarf = say.noun("unit.dwarf")
    assert f"{dwarf}, {dwarf:gen}, {dwarf:plural_gen}, {dwarf:Acc}" == "der Zwerg, der Zwerg, die Zwerge, Den Zwerg"
    assert str(say.noun("unit.pick")) == "die Hacke"
    assert say.of(Text("unit.dwarf"), "acc") == "den Zwerg"


@pytest.mark.parametrize(
    ("n", "drawn", "left"), [(0, "0 Karten", "nichts"), (1, "1 Karte", "eine"), (2, "2 Karten", "mehrere")]
)
def test_counts(say: Say, n: int, drawn: str, left: str) -> None:
    assert (say("event.drawn", n=n), say("event.left", n=n)) == (drawn, left)


def test_lists_numbers_and_truth(say: Say) -> None:
    things: list[Text | str] = [Text("unit.pick"), "Lore", Text("unit.dwarf")]
    assert (
        say("event.given", who=Text("unit.dwarf"), things=things) == "den Zwergen gehört die Hacke, Lore und der Zwerg"
    )
    assert say("event.choice", things=("a", "b")) == "a oder b"
    assert say("event.choice", things=["a"]) == "a"
    assert say("event.choice", things=[]) == ""
    assert say("event.far", cm=34.5, drm=4) == "34,5 cm, Modifikator +4"
    assert say("event.sure", sure=True) == "Ja"


SPOKEN = """
player = { nom = "Spieler {n}", gen = "von Spieler {n}" }
bought = "{who:Nom} {who:you=kaufst|other=kauft} {what:acc} von {whom:dat}"
turn = "Runde {n}: {who:you=dein Zug|other=Zug {who:gen}}"
winners = "Gewonnen {who:you=hast|other=haben} {who}"
unit = "{of:you=dein|other=der} Zwerg{of:you=|other= ({of})}"
fell = "{unit:Nom} fällt"
asked = "{who:you=Du|other={what}}"
"""


@pytest.fixture
def spoken() -> Say:
    return Say("de", *load_catalogues("de"), Catalogue.parse("de", SPOKEN))


def player(n: int) -> Text:
    return Text("player", n=n)


@pytest.mark.parametrize(
    ("reader", "said"),
    [
        (1, "Du kaufst Brot von Spieler 2"),
        (2, "Spieler 1 kauft Brot von dir"),
        (3, "Spieler 1 kauft Brot von Spieler 2"),
        (None, "Spieler 1 kauft Brot von Spieler 2"),
    ],
)
def test_whoever_reads_it_is_spoken_to(spoken: Say, reader: int | None, said: str) -> None:
    bought = Text("bought", who=player(1), what="Brot", whom=player(2))
    say = spoken.to(frozenset() if reader is None else frozenset({player(reader)}))
    assert say.of(bought) == say.of(bought) == said
    assert spoken.of(bought) == "Spieler 1 kauft Brot von Spieler 2", "the others read what they read before"


def test_where_a_pronoun_does_not_do_there_are_other_words(spoken: Say) -> None:
    me, other = spoken.to(frozenset({player(1)})), spoken.to(frozenset({player(2)}))
    assert (me("turn", n=4, who=player(1)), other("turn", n=4, who=player(1))) == (
        "Runde 4: dein Zug",
        "Runde 4: Zug von Spieler 1",
    )
    fell = Text("fell", unit=Text("unit", of=player(1)))
    assert (me.of(fell), other.of(fell)) == ("Dein Zwerg fällt", "Der Zwerg (Spieler 1) fällt")


def test_among_others_the_reader_is_one_of_them(spoken: Say) -> None:
    me = spoken.to(frozenset({player(1)}))
    assert me("winners", who=[player(1)]) == "Gewonnen hast du"
    assert me("winners", who=[player(2), player(1)]) == "Gewonnen haben Spieler 2 und du"


def test_nobody_is_spoken_to_without_being_asked(spoken: Say) -> None:
    assert spoken.to(frozenset()) is spoken
    reader = frozenset({player(1)})
    assert spoken.to(reader) is spoken.to(frozenset({player(1)}))
    assert (spoken.reader, spoken.to(reader).reader) == (frozenset(), reader)
    named = spoken.renaming(lambda text: Text("unit", of="x"))
    assert named.to(reader)("bought", who=player(1), what="", whom=player(2)).startswith("Du kaufst")


def test_both_words_need_their_fields(spoken: Say) -> None:
    with pytest.raises(MissingText, match="'what'"):
        spoken("asked", who=player(1))
    assert compare_catalogues(
        Catalogue.parse("en", 'asked = "{who:you=You|other={who}}"'),
        Catalogue.parse("de", 'asked = "{who:you=Du|other={what}}"'),
    ) == ["asked: {what} is not in both en and de"]


def test_what_is_missing_is_named(say: Say) -> None:
    with pytest.raises(MissingText, match=r"'event\.none' in de"):
        say("event.none")
    with pytest.raises(MissingText, match=r"'event\.drawn' \(de\) needs a field 'n'"):
        say("event.drawn")
    with pytest.raises(MissingText, match=r"kempelen/text/xx\.toml"):
        Say.load("xx")
    assert say.has("event.drawn")
    assert not say.has("event")


def test_text_is_a_value() -> None:
    text = Text("event.laid", seat=3, cards=[Text("card.plus")], key="k")
    assert text == Text("event.laid", key="k", cards=(Text("card.plus"),), seat=3)
    assert len({text, copy.deepcopy(text), pickle.loads(pickle.dumps(text))}) == 1  # noqa: S301
    assert repr(Text("a", n=1)) == "Text('a', n=1)"
    with pytest.raises(AttributeError):
        text.key = "other"  # type: ignore[misc]


@pytest.mark.parametrize(
    "toml",
    [
        'a = "{b:akk}"',
        'a = "{b.c}"',
        'a = "{b!r}"',
        'a = "{b"',
        "a = 1",
        'a = {nom = "x", akk = "y"}',
        'a = "{n:one=x}"',
        'a = "{b:you=x}"',
        'a = "{b:you={n:one=x|other=y}|other=z}"',
        "a =",
    ],
)
def test_bad_catalogues_are_refused(toml: str) -> None:
    with pytest.raises(BadCatalogue):
        Catalogue.parse("de", toml)


def test_a_key_may_stand_in_one_catalogue_only() -> None:
    with pytest.raises(BadCatalogue, match="given twice"):
        Say("en", Catalogue.parse("en", 'a = "x"'), Catalogue.parse("en", 'a = "y"'))


def test_languages_are_compared() -> None:
    en = Catalogue.parse("en", 'a = "x {n}"\nb = "y"\nnoun = "pick {i}"\n')
    de = Catalogue.parse("de", 'a = "x {m}"\nnoun = { nom = "Hacke {i}", acc = "Hacke" }\n')
    assert compare_catalogues(en, de) == [
        "a: {m} is not in both en and de",
        "a: {n} is not in both en and de",
        "b: missing in de",
        "noun: de acc has other placeholders than nom",
    ]
    assert compare_catalogues(en, en) == []


def test_a_sentence_that_nobody_translated_is_found() -> None:
    texts = 'a = "The last one to take {what} loses."\nb = "Kempelen"\nc = "{who}: {other}"\n'
    en, de = (Catalogue.parse(lang, texts) for lang in ("en", "de"))
    assert compare_catalogues(en, de) == ["a: the same sentence in en and de"]


def test_a_placeholder_that_nobody_would_fill_is_found() -> None:
    en = Catalogue.parse("en", 'a = "{n:one=the last round|other=in {n} rounds}"\n')
    de = Catalogue.parse("de", 'a = "in {n} {n:one=Runde|other=Runden}"\n')
    assert compare_catalogues(en, de) == ["a: en has a placeholder among the words for a count"]


def test_the_shell_speaks_every_language_alike() -> None:
    first, *others = (load_catalogues(lang)[0] for lang in LANGUAGES)
    for other in others:
        assert compare_catalogues(first, other) == []
