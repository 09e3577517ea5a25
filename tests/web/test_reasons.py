"""Citations in words: whoever asks why knows neither documents nor readings by their ids."""

import re
from types import SimpleNamespace

import pytest

from kempelen.engine.game import Setup, game_named, games, say_in
from kempelen.engine.session import Session
from kempelen.engine.trace import Cite, RulingCite, Step
from kempelen.parts.document import pages_of
from kempelen.text.say import LANGUAGES, Text
from kempelen.web.rooms.thoughts import own_acts
from kempelen.web.shown.reasons import in_words, why_steps


def step(*sources):
    return Step(Text("chart.again"), sources)


def origins(game, lang, *steps):
    return [[one.words for one in step.origins] for step in why_steps(steps, game_named(game), say_in(lang), {})]


def test_a_citation_names_document_section_and_line():
    line = Cite("undaunted-ai-1.2", "RIFLEMAN", "3")
    found = origins("undaunted", "de", step(line, RulingCite("undaunted:Q31")), step(line))
    whole = "Solitär-KI 1.2 von Dylan Cane, Karte Schütze, Zeile 3"
    assert found == [[whole, "unsere Lesart Q31"], ["Karte Schütze, Zeile 3"]]  # a document is named once


def test_an_adviser_names_its_lines_as_a_why_does():
    sources = (Cite("undaunted-ai-1.2", "RIFLEMAN", "3"), RulingCite("undaunted:Q31"))
    assert in_words(sources, game_named("undaunted"), say_in("de")) == [
        "Solitär-KI 1.2 von Dylan Cane, Karte Schütze, Zeile 3"
    ]


def test_a_rule_is_named_by_its_chapter_and_told_in_short():
    (found,) = why_steps([step(Cite("Universalis 0.1.0", "R079"))], game_named("universalis"), say_in("en"), {})
    (origin,) = found.origins
    assert origin.words == "rulebook Universalis 0.1.0, Course of the game, rule R079"
    assert origin.told == game_named("universalis").rulebook.rules["R079"]["en"]


def test_a_reading_tells_what_was_open_and_how_it_is_read():
    (found,) = why_steps([step(RulingCite("undaunted:Q01"))], game_named("undaunted"), say_in("en"), {})
    assert found.origins[0].told == "What does the 0 on the d10 count? Ten."


def test_a_reading_that_was_chosen_otherwise_is_told_as_it_was_chosen():
    """The German edition changes three readings: a why that told ours would contradict what the automa does."""
    game = game_named("undaunted")
    (found,) = why_steps([step(RulingCite("undaunted:Q26"))], game, say_in("de"), game.editions["de"])
    assert found.origins[0].told.endswith(" ERKUNDEN ist trotzdem VERSCHLEIERN.")
    (found,) = why_steps([step(RulingCite("undaunted:Q26"))], game, say_in("de"), game.editions["en"])
    assert "ERKUNDEN ist ERKUNDEN" in found.origins[0].told


def test_the_ids_stay_as_they_are():
    line, reading = Cite("kempelen-universalis", "Answering", "11"), RulingCite("universalis:G18")
    (found,) = why_steps([step(line, reading)], game_named("universalis"), say_in("de"), {})
    assert (found.cites[0][0], found.rulings[0][0]) == ("kempelen-universalis / Antworten / 11", "universalis:G18")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_document_of_an_automa_has_a_title(lang):
    say = say_in(lang)
    for name, game in games().items():
        documents = {page.source.split(" / ")[0] for page in pages_of(game) if page.source}
        assert {document for document in documents if not say.has(f"{name}.source.{document}")} == set(), name


@pytest.mark.parametrize(("lang", "begins"), [("en", "Of all it can shoot at, Tam"), ("de", "Von allen, auf die")])
def test_the_first_line_is_one_that_is_said_at_the_table(lang, begins):
    """Numbers stand with the lines; a step that does not lead is told as it was noted."""
    cite, line = Cite("kempelen-universalis", "How to read it"), Cite("kempelen-universalis", "Shy", "6")
    shot = Text("universalis.why.shot_plan", whom="Tam", percent=42, worth=0.12, ap=2, times=1)
    noted = [step(cite), Step(shot, (cite,)), Step(Text("chart.again"), (line,), kind="done")]
    found = why_steps(noted, game_named("universalis"), say_in(lang), {})
    (told,) = (one for one in found if one.lead)
    assert told.lead.startswith(begins)
    assert not any(char.isdigit() for char in told.lead)
    assert "42" in told.text


def leads(*steps):
    return [bool(one.lead) for one in why_steps(steps, game_named("undaunted"), say_in("en"), {})]


def test_a_why_begins_with_what_was_seen_at_the_table():
    """Before the line that was carried out, or at the end of a chart; a lot and the rules say least."""
    card, rules = Cite("undaunted-ai-1.2", "TARGET SELECTION"), Cite("undaunted-rules", "1.4")
    line = step(Cite("undaunted-ai-1.2", "RIFLEMAN", "3"))
    lot = step(RulingCite("undaunted:Q65"))
    done = Step(Text("chart.again"), (card,), kind="done")
    assert leads(step(card), step(card), lot, done, step(rules)) == [False, True, False, False, False]
    assert leads(step(card), line, done, lot) == [False, False, False, True], "a numbered line says what, not why"
    assert leads(step(card), step(card), step(card), lot) == [False, False, True, False]
    assert leads(step(rules), step(rules), step(rules)) == [True, False, False]
    assert leads(step(card), step(card)) == [False, False], "two lines are read at a glance"


def test_a_why_of_a_chart_begins_with_whom_or_where_and_else_with_the_die():
    """Not with a row of numbers, nor with what lies outside of the table."""
    session = Session(game_named("undaunted"), Setup("undaunted", "first", ("random", "solitaire")), seed=0).run()
    told = set()
    for index, row in enumerate(session.inputs):
        if row.kind == "do" and row.seat == 1 and (trace := session.why(index, None, seat=1)) is not None:
            told |= {one.lead for one in why_steps(trace.steps, session.game, say_in("en"), {}) if one.lead}
    assert told
    assert not [words for words in told if re.match(r"[−\d]+(–\d+:| is outside)", words)]
    assert any(words.startswith("The die decided. ") for words in told)
    assert any("easiest to hit" in words for words in told)


def test_the_headline_of_a_why_is_what_was_done_and_not_the_round_it_ended():
    deed, comes_of_it, over, began = (SimpleNamespace(weight=weight) for weight in (1, 2, 3, 3))
    assert own_acts([deed, comes_of_it, over, deed, began]) == [deed, comes_of_it]
    assert own_acts([over, began]) == [over], "a deed that is a new round itself"
    assert own_acts([]) == []


def test_the_why_of_a_whole_turn_begins_with_what_was_done():
    """Line after line was possible and was done: what it came to nobody could see."""
    session = Session(game_named("tactics"), Setup("tactics", "village", ("random",)), seed=2).run()
    for event in session.events:
        trace = getattr(event, "trace", None)
        if type(event).__name__ == "OpponentTurn" and trace is not None:
            steps = why_steps(trace.steps, session.game, say_in("en"), {})
            if sum(step.text.endswith("this is done.") for step in steps) > 2:
                assert steps[0].lead.startswith("This was done, in this order: ")
                return
    pytest.fail("no turn of several lines")
