"""Everything has a notation and words in both languages, and every why its source."""

from __future__ import annotations

from typing import Any

from kempelen.behaviour.document import markdown
from kempelen.contract.playing import Problems, decisions_of, played_directly, traces_of
from kempelen.engine.events import roll_of, short_of
from kempelen.engine.game import Game, Setup, say_in
from kempelen.engine.handles import handle_text
from kempelen.engine.table import SPECTATOR
from kempelen.engine.trace import RulingCite
from kempelen.parts.document import pages_of
from kempelen.text.compare import compare_catalogues
from kempelen.text.glossary import glossary_faults, glossary_of
from kempelen.text.say import LANGUAGES, MissingText, Text, load_catalogue

__all__ = ["everything_has_a_text", "languages_agree", "notation_round_trips", "whys_cite"]


def notation_round_trips(game: Game[Any], setup: Setup, seed: int) -> Problems:
    """Every option's notation reads back as that option, and no two options share one."""
    problems = []
    for decision in decisions_of(game, setup, seed):
        texts = [option.notation for option in decision.options]
        if len(set(texts)) != len(texts):
            problems.append(Text("contract.one_notation", seed=seed, prompt=decision.prompt.key))
        problems += [
            Text("contract.other_notation", seed=seed, notation=option.notation)
            for option in decision.options
            if game.parse(option.notation) != option
        ]
    return problems[:5]


def everything_has_a_text(game: Game[Any], setup: Setup, seed: int) -> Problems:
    """Prompts, options, what is clicked, events with their dice, whys and the document have words in every language."""
    texts: set[Text] = {Text(f"{game.name}.title"), Text(f"{game.name}.blurb")}
    handles: set[str] = set()
    _, events = played_directly(game, setup, seed)
    for event in events:
        for seen in (event, event.seen_by(SPECTATOR)):
            if seen is not None:
                roll = roll_of(seen)
                texts |= {seen.text, short_of(seen), *(text for text, _ in (roll.parts if roll is not None else ()))}
    for decision in decisions_of(game, setup, seed):
        texts.add(decision.prompt)
        texts |= {option.text for option in decision.options}
        handles |= {handle for option in decision.options for handle in option.handles}
    for trace in traces_of(game, setup, seed):
        texts |= {step.text for step in trace}
    problems = []
    for lang in LANGUAGES:
        say = say_in(lang)
        named = {text for handle in handles if (text := handle_text(game, say, handle)) is not None}
        for text in sorted(texts | named, key=repr):
            try:
                say.of(text)
            except MissingText as missing:
                problems.append(Text("contract.missing_text", missing=str(missing)))
        try:
            markdown(game.name, pages_of(game), game.credits, say)
        except MissingText as missing:
            problems.append(Text("contract.missing_text", missing=str(missing)))
    return sorted(set(problems), key=repr)


def languages_agree(game: Game[Any]) -> Problems:
    """Every text key exists in both languages with the same placeholders; every ruling has both wordings."""
    en, de = (load_catalogue(lang, game.package) for lang in LANGUAGES)
    problems = [Text("contract.catalogues", what=what) for what in compare_catalogues(en, de)]
    for ruling in game.rulings.values():
        wordings = [ruling.question, ruling.reading, ruling.grounds, *ruling.values.values()]
        if any(set(LANGUAGES) - set(wording) for wording in wordings):
            problems.append(Text("contract.ruling_wording", ruling=str(ruling.cite)))
    for number, wording in {**game.rulebook.sections, **game.rulebook.rules}.items():
        if set(LANGUAGES) - set(wording):
            problems.append(Text("contract.rule_wording", rule=str(number)))
    for catalogue in (en, de):
        faults = glossary_faults(glossary_of(game.name, catalogue))
        problems += [Text("contract.glossary", term=term, lang=catalogue.lang) for term in faults]
    return problems


def whys_cite(game: Game[Any], setup: Setup, seed: int) -> Problems:
    """Every decision of the automa has a why; every step cites the document or a ruling that exists."""
    problems = set()
    traces = traces_of(game, setup, seed)
    if not traces:
        return [Text("contract.no_why")]
    for trace in traces:
        if not len(trace):
            problems.add(Text("contract.no_steps"))
        for step in trace:
            if not step.sources:
                problems.add(Text("contract.no_source", step=step.text.key))
            for source in step.sources:
                if isinstance(source, RulingCite) and source.id.partition(":")[2] not in game.rulings:
                    problems.add(Text("contract.no_ruling", step=step.text.key, source=str(source)))
    return sorted(problems, key=repr)
