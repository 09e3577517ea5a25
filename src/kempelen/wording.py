"""What seats, things and questions at a table are called: the same words on pages, in the terminal and in the lab."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from kempelen.engine.game import Game, Setup
from kempelen.engine.seats import HUMAN, Spec, read_spec, seat_words
from kempelen.engine.session import Session
from kempelen.engine.table import NOBODY, Decision, Seat
from kempelen.engine.things import UNNAMED, slot_key
from kempelen.parts.automas import called
from kempelen.parts.opponents import OPPONENTS
from kempelen.scene.model import Scene
from kempelen.text.say import Field, Say, Text

if TYPE_CHECKING:
    from kempelen.automa.sheet import Sheet
    from kempelen.engine.search.coach import Advice, Reason
    from kempelen.engine.search.review import Point, Review, Swing

__all__ = [
    "advised_automa",
    "advised_reason",
    "because_of",
    "bot_name",
    "choice_text",
    "chosen_instead",
    "ending_text",
    "luck_then",
    "named_at_screen",
    "named_at_table",
    "named_by_groups",
    "named_so_far",
    "own_seat_text",
    "percent_text",
    "points_text",
    "question",
    "review_counts",
    "review_how",
    "review_left",
    "review_sums",
    "same_question",
    "scenario_name",
    "scenario_title",
    "seat_text",
    "seated",
    "sheet_name",
    "speaking_to",
    "swing_by",
    "swing_text",
    "swing_total",
    "thing_label",
    "thing_short",
    "thing_text",
    "told_at_table",
    "word",
]


def own_seat_text(game: Game[Any], setup: Setup, seat: Seat, say: Say) -> Text | None:
    """The game's own word for a seat, such as a side; None where players are only numbered."""
    if (word := game.speech.seat_word(setup, seat)) is not None:
        return word
    name = game.speech.seat_names(setup)[seat]
    keys = (f"{game.name}.seat.{name}", f"{game.name}.side.{name}")
    return next((Text(key) for key in keys if say.has(key)), None)


def seat_text(session: Session, seat: Seat, say: Say) -> Text:
    """A seat by its name or number, and whether a person or the program sits there."""
    kind = "human" if seat in session.humans else "bot"
    own = own_seat_text(session.game, session.setup, seat, say)
    name: Field = own if own is not None else session.game.speech.seat_names(session.setup)[seat]
    called = session.game.speech.seat_word(session.setup, seat) is not None
    if kind == "bot" and not called and say.has(key := f"{session.game.name}.bot_seat"):  # the word of its author
        return Text(key, name=name)
    if own is not None and kind == "bot":
        return Text(key if say.has(key := f"{session.game.name}.named_bot_seat") else "terminal.seat.own_bot", name=own)
    if own is not None:
        return own
    return Text(f"terminal.seat.{kind}", name=name)


def speaking_to(session: Session, seat: Seat, say: Say) -> Say:
    """What has happened, told to whoever sits there: "you lay a card". Round a real table all read the same page."""
    if session.physical is not None or not 0 <= seat < len(session.setup.seats):
        return say
    return say.to(seat_words(session.game, session.setup, seat))


def because_of(session: Session, say: Say) -> str:
    """What decided it, in a sentence."""
    outcome = session.outcome
    if outcome is not None and outcome.because is not None:
        return say.of(outcome.because)
    return ending_text(session, say)


def ending_text(session: Session, say: Say) -> str:
    """How it ended, in a few words."""
    outcome = session.outcome
    if outcome is None:
        return ""
    if outcome.capped:
        return say("terminal.result.capped")
    key = f"{session.game.name}.ending.{outcome.reason}"
    if say.has(key):
        return say.of(Text(key), "Nom")
    return "" if outcome.winners else say("terminal.result.nobody")


def named_by_groups(session: Session, say: Say) -> Say:
    """A seat that has a name of its own at this table, such as a group's, goes by it in every sentence."""
    seats = range(len(session.setup.seats))
    words = {n + 1: word for n in seats if (word := session.game.speech.seat_word(session.setup, n)) is not None}
    keys = (f"{session.game.name}.player", f"{session.game.name}.side")

    def rename(text: Text) -> Text:
        n = dict(text.fields).get("n") if text.key in keys else None
        return words.get(n, text) if isinstance(n, int) else text

    return say.renaming(rename) if words else say


def named_at_table(session: Session, say: Say) -> Say:
    """The words for a real table: a seat that the program plays has one name in questions and in what it does."""
    keys, bots = (f"{session.game.name}.player", f"{session.game.name}.side"), session.players

    def rename(text: Text) -> Text:
        n = dict(text.fields).get("n") if text.key in keys else None
        if not isinstance(n, int) or not 0 < n <= len(session.setup.seats):
            return text
        called = session.game.speech.seat_word(session.setup, n - 1)
        if called is not None:
            return called
        return seat_text(session, n - 1, say) if n - 1 in bots else text

    return say.renaming(rename)


def told_at_table(session: Session, say: Say) -> Say:
    """The same for what has happened and what hands do: whoever sits there alone is spoken to. Several people all read
    the same page."""
    named, people = named_at_table(session, say), sorted(session.humans)
    if len(people) != 1:
        return named
    return named.to(seat_words(session.game, session.setup, people[0]) | {seat_text(session, people[0], say)})


_NAMED: WeakKeyDictionary[Session, dict[int, tuple[Say, Say]]] = WeakKeyDictionary()
"""The words with first names, by those without: always the same, so that what was said with them can be kept."""


def named_at_screen(session: Session, say: Say) -> Say:
    """The words for a screen: computer players who are only numbered have first names, if the game gives them some."""
    names = session.game.speech.first_names
    if not names or session.physical is not None or say.renames:
        return say
    kept = _NAMED.setdefault(session, {})
    if (known := kept.get(id(say))) is not None:
        return known[1]
    called = {
        seat + 1: Text("named", name=name)
        for seat, name in enumerate(names[: len(session.setup.seats)])
        if seat not in session.humans and own_seat_text(session.game, session.setup, seat, say) is None
    }
    key = f"{session.game.name}.player"

    def rename(text: Text) -> Text:
        n = dict(text.fields).get("n") if text.key == key else None
        return called.get(n, text) if isinstance(n, int) else text

    kept[id(say)] = say, say.renaming(rename)
    return kept[id(say)][1]


def bot_name(game: Game[Any], bot: str, say: Say) -> str:
    """The game's own word, or one that fits many games."""
    level = next((name for name, seat in OPPONENTS.items() if seat == bot), bot)
    for key in (f"{game.name}.bot.{bot}", f"web.bot.{bot}", f"web.opponent.{level}"):
        if say.has(key):
            return say.of(Text(key), "Nom")
    usual: Field = bot
    return say("web.bot.automa") if bot == game.automa else say.of(usual)


def seated(game: Game[Any], setup: Setup, scene: Scene, say: Say) -> Scene:
    """The scene with who plays each seat; a view cannot know it. People go by their seats alone."""
    by = {
        name: "" if who == HUMAN else _numbered(game, name, _played_by(game, setup, read_spec(who), say), say)
        for name, who in zip(game.speech.seat_names(setup), setup.seats, strict=True)
    }
    trays = (
        replace(tray, by=by[tray.seat]) if tray.kind == "seat" and tray.seat in by else tray for tray in scene.trays
    )
    return replace(scene, trays=tuple(trays))


def _numbered(game: Game[Any], name: str, by: str, say: Say) -> str:
    """Where computer players have first names, the author's word and the number stand beside."""
    if not (say.renames and game.speech.first_names and say.has(key := f"{game.name}.bot_seat")):
        return by
    return say.of(Text(key, name=name), "Nom")


def _played_by(game: Game[Any], setup: Setup, spec: Spec, say: Say) -> str:
    """A bot with its author, where the game names him; somebody's automa by its name."""
    if spec.automa and game.automas is not None:
        return sheet_name(game, game.automas.sheet_for(game, spec.automa, setup), say)
    bot = spec.name
    return say(key) if say.has(key := f"{game.name}.by.{bot}") else bot_name(game, bot, say)


def scenario_name(game: Game[Any], scenario: str, say: Say) -> str:
    key = f"{game.name}.scenario.{scenario}"
    return say.of(Text(key), "Nom") if say.has(key) else scenario


def scenario_title(game: Game[Any], scenario: str, say: Say) -> str:
    """Its name alone: what stands after a colon describes it."""
    return scenario_name(game, scenario, say).partition(":")[0]


def sheet_name(game: Game[Any], sheet: Sheet, say: Say) -> str:
    """What an automa is called: one that comes with a game in the reader's language, any other as it is written."""
    return dict(called(game, sheet).words)[say.lang]


def chosen_instead(session: Session, index: int, seat: Seat, reader: Seat | None) -> Text | None:
    """That a person has chosen for a seat's bot, and what it had chosen against the rules, as a reader may know it."""
    row = session.inputs[index]
    if not row.wanted_by(seat):
        return None
    chosen = row.value if row.kind == "do" else next(text for who, text, _ in row.value if who == seat)
    secret = reader is not None and reader != seat and not session.over
    seen = session.game.speech.public_notation
    wanted, given = (seen(session.state, text) if secret else text for text in (row.wanted_by(seat), chosen))
    return Text("refused.noted", wanted=wanted, given=given)


# -- what is asked


def question(session: Session, decision: Decision[Any], say: Say) -> Text:
    """What a person at the table is asked to name."""
    game = session.game.name
    if decision.kind == "draw":
        pile: Field = word(say, f"{game}.deck.{decision.what}", decision.what)
        if decision.to is None or decision.to == NOBODY:
            return Text("terminal.companion.draw", pile=pile)
        who = seat_text(session, decision.to, say)
        if had := named_so_far(session, decision):
            return Text("terminal.companion.draw_next", who=who, had=[thing_text(session.game, say, t) for t in had])
        return Text("terminal.companion.draw_for", pile=pile, who=who)
    if decision.kind == "reveal":
        key, number = slot_key(game, decision.what, say.has), decision.what.partition(" ")[2]
        slot = word(say, key, decision.what, n=number)
        return Text("terminal.companion.reveal", slot=slot)
    asked = decision.prompt
    if decision.kind == "pick" and say.has(key := f"{game}.lot.{decision.why.replace(' ', '_')}") and asked.key != key:
        asked = Text(key)
    if decision.kind in ("roll", "pool") and asked.key.startswith("ask."):
        asked = throw(game, decision, say)
    if decision.to is None or decision.to == NOBODY:
        return asked
    return Text("ask.in_secret", who=seat_text(session, decision.to, say), what=asked)


def throw(game: str, decision: Decision[Any], say: Say) -> Text:
    """Which dice to roll, in the game's words if it has any."""
    if say.has(key := f"{game}.throw.{decision.why}"):
        return Text(key)
    many, _, sides = decision.what.partition("d")
    count = int(many or 1)
    what = Text("ask.die", sides=sides) if count == 1 else Text("ask.dice", n=count, sides=sides)
    return Text("ask.roll" if count == 1 else "ask.pool", what=what)


def named_so_far(session: Session, decision: Decision[Any]) -> list[str]:
    """Cards of the same hand that have just been named."""
    had: list[str] = []
    for row in reversed(session.inputs):
        if (row.kind, row.what, row.why, row.seat) != (decision.kind, decision.what, decision.why, decision.to):
            break
        had.append(row.value)
    return had[::-1]


def word(say: Say, key: str, otherwise: str, **fields: Field) -> Text | str:
    """The game's word for something, or its id."""
    return Text(key, **fields) if say.has(key) else otherwise


def same_question(one: Decision[Any], other: Decision[Any]) -> bool:
    """Is the same thing asked for again, such as the next card of the same hand, or the role of the next player?"""
    if one.kind == other.kind == "reveal":  # `role 1`, `role 2`: slots of one kind
        return one.what.partition(" ")[0] == other.what.partition(" ")[0] and one.why == other.why
    return (one.kind, one.what, one.why, one.to) == (other.kind, other.what, other.why, other.to)


def thing_text(game: Game[Any], say: Say, thing: str) -> Text | str:
    """A card, role or whatever is drawn from a pile, in words: `role_gold` has its text under role.gold."""
    if thing == UNNAMED:
        return Text("terminal.companion.unnamed")
    if (own := game.things.word(thing)) is not None:
        return own
    for key in (f"{game.name}.card.{thing}", f"{game.name}.{thing.replace('_', '.', 1)}"):
        if say.has(key):
            return Text(key)
    return thing


def thing_label(game: Game[Any], say: Say, thing: str) -> str:
    """The same as it stands in a list."""
    return say.of(thing_text(game, say, thing), "Bare")


def thing_short(game: Game[Any], notation: str, say: Say) -> str:
    """A word for a card under a small picture of it; empty if the game has none that is shorter than its name."""
    key = f"{game.name}.short.{notation}"
    return say(key) if say.has(key) else ""


# -- shares and choices of a review


def percent_text(share: float, say: Say) -> str:
    return say("review.percent", x=100 * share)


def points_text(share: float, say: Say) -> str:
    """A difference of shares in points, with its sign."""
    rounded = round(100 * share)
    return say("review.points" if rounded >= 0 else "review.points_less", x=abs(rounded))


def swing_text(swing: Swing, say: Say) -> str:
    """What a turning point did to the chance to win."""
    before, after = percent_text(swing.before, say), percent_text(swing.after, say)
    if swing.by == "choice":
        return say("review.turn_choice", before=before, after=after)
    return say(_how_much("review.swing", round(100 * swing.by_how_much)), before=before, after=after)


def swing_by(swing: Swing, own: Seat, session: Session, say: Say) -> str:
    """Whose it was: a choice, luck or the lack of it, somebody else; or what the rules and cards brought."""
    seat = session.inputs[swing.index].seat
    if swing.by == "others" and seat is not None and seat != own:
        return say.of(seat_text(session, seat, say), "Nom")
    return say(f"review.by.{_how_much('luck', round(100 * swing.by_how_much)) if swing.by == 'luck' else swing.by}")


def swing_total(swing: Swing, say: Say) -> str:
    return say("review.turn_both", both=points_text(swing.by_how_much, say))


def luck_then(point: Point, review: Review, say: Say) -> str:
    """What came after a choice, apart from it; nothing if it is not more than a chance may be wrong by."""
    if point.quiet or abs(point.luck) <= review.uncertain:
        return ""
    after, then = point.weighed.after, point.weighed.after + point.luck
    key = _how_much("review.then", round(100 * point.luck))
    return say(key, before=percent_text(after, say), after=percent_text(then, say))


def _how_much(key: str, points: int) -> str:
    return f"{key}_{'more' if points > 0 else 'less' if points else 'same'}"


def choice_text(text: Text | str, say: Say) -> str:
    """A choice in words; one without any in its notation."""
    return say.of(text, "Nom") if isinstance(text, Text) else text


def advised_reason(reason: Reason, session: Session, seat: Seat, say: Say) -> str:
    """What speaks for a choice, in a sentence: what the game says of it, and how it would most likely go on."""
    good = "" if reason.good is None else say.of(reason.good, "Nom")
    parts = [good if good.endswith((".", "!", "?")) else good + "."] if good else []  # some are printed as cards say it
    if reason.line:
        moves = [
            what if who == seat else Text("search.move", seat=_as_at_table(session, who, say), what=what)
            for who, what in reason.line
        ]
        words = [say.of(move) if isinstance(move, Text) else move for move in moves]
        parts.append(say("search.then", line="; ".join(words)))
    return " ".join(parts)


def _as_at_table(session: Session, seat: Seat, say: Say) -> Text:
    """By the first name that a screen gives, where it gives one."""
    return Text(f"{session.game.name}.player", n=seat + 1) if say.renames else seat_text(session, seat, say)


def advised_lead(advice: Advice, say: Say) -> str:
    """What the number means, and by how little the first leads: within the error nothing stands out."""
    first, *others = advice.best
    means = say("web.coach.means", x=first.found.share * 100)
    if not others:
        return means
    second = others[0].found
    worse = [one for one in others if one.found.high < first.found.low or 2 * one.found.share < first.found.share]
    key = "ahead" if first.found.low > second.high else "leads" if others[0] in worse else "close"
    said = [means, say(f"web.coach.{key}", x=first.found.share * 100, y=second.share * 100)]
    if worse and key == "close":
        said.append(say("web.coach.avoid", n=len(worse), y=worse[0].found.share * 100))
    return " ".join(said)


def advised_automa(advice: Advice, automa: Text, say: Say) -> str:
    """What the automa would do here, by the name that its game has for it."""
    same = advice.found.automa == advice.best[0].found.action
    return say.of(Text("search.advised_too" if same else "search.advised_else", action=advice.automa, automa=automa))


def review_left(seconds: float, say: Say) -> str:
    """How long it will still take, about; nothing while nobody knows."""
    if not seconds:
        return ""
    if seconds < 90:
        return say("review.left_seconds", n=max(5, 5 * round(seconds / 5)))
    return say("review.left_minutes", n=round(seconds / 60))


def review_sums(review: Review, say: Say) -> list[str]:
    """Where it began, what choices and luck did, where it ended."""
    return [
        say("review.first", x=100 * review.first),
        *(
            say(_how_much(f"review.{what}", points), x=abs(points))
            for what, points in (("choices", round(100 * review.choices)), ("luck", round(100 * review.luck)))
        ),
        say("review.last" if review.over else "review.last_open", x=100 * review.last),
    ]


def review_counts(review: Review, say: Say) -> str:
    counts = {mark: len(review.marked(mark)) for mark in ("good", "inaccurate", "mistake", "tip")}
    settled = sum(one.weighed.word == "settled" for one in review.marked("good"))
    counts["good"] -= settled
    said = say("review.counts_tip" if counts["tip"] else "review.counts", **counts)
    return say("review.counts_settled", counts=said, n=settled) if settled else said


def review_how(review: Review, say: Say) -> str:
    return say("review.how", n=review.worlds, error=100 * review.uncertain)
