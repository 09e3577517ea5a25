"""Everything has a notation and words in both languages, and every why its source."""

from __future__ import annotations

from typing import Any

from kempelen.contract.playing import Problems, decisions_of, played_directly, traces_of
from kempelen.engine.game import Game, Setup, say_in
from kempelen.engine.trace import RulingCite
from kempelen.text.say import LANGUAGES, MissingText, Text, compare_catalogues, load_catalogue

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
    """Prompts, options, events and every step of a why can be said in every language."""
    texts: set[Text] = set(game.credits)
    _, events = played_directly(game, setup, seed)
    for event in events:
        texts.add(event.text)
        seen = event.seen_by(-1)
        if seen is not None:
            texts.add(seen.text)
    for decision in decisions_of(game, setup, seed):
        texts.add(decision.prompt)
        texts |= {option.text for option in decision.options}
    for trace in traces_of(game, setup, seed):
        texts |= {step.text for step in trace}
    problems = []
    for lang in LANGUAGES:
        say = say_in(lang)
        for text in sorted(texts, key=repr):
            try:
                say.of(text)
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
