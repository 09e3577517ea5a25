"""Every text the program asks for exists in both languages, gets the fields it needs, and reads like a sentence.

The keys are found in the source: `Text("a.b", n=1)`, `say(...)`, `screen.tell(...)`, `note(...)`, `partial(Text, ...)`,
a choice of two, a local variable, and helpers of a module that build the key from a parameter, such as
`_bad("card", card=name)`; events are asked for the texts they declare. Of a key with a part that is only known at run time, `Text(f"x.card.{name}")`, at least one
must exist.
"""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

import kempelen
from kempelen.engine.dice import TapeDice
from kempelen.engine.errors import PlayerError
from kempelen.engine.events import Happening
from kempelen.engine.game import Setup
from kempelen.engine.table import HIDDEN, DirectTable
from kempelen.games.saboteur import GAME
from kempelen.games.saboteur.rules import actions, events
from kempelen.games.saboteur.rules.board import GOALS, cell
from kempelen.games.saboteur.rules.cards import BY_NAME, DECK_TU, NAMES, PATH_CARDS, PICK, TOOL_NAMES
from kempelen.games.saboteur.rules.objections import objection
from kempelen.games.saboteur.rules.state import GOAL_NAMES, GOLD_SEEKER, ROLE_NAMES
from kempelen.parts.document import pages_of
from kempelen.text import LANGUAGES, Say, Text, compare_catalogues, load_catalogues
from kempelen.text.compare import placeholders
from tests.wordings import is_sentence, sentence, written

SRC = Path(kempelen.__file__).parent
PACKAGES = tuple(sorted({f"kempelen.games.{file.parts[-3]}" for file in SRC.glob("games/*/text/*.toml")}))
LITERAL, OPEN = re.escape, "[^.]+"
"""Parts of a key as a regular expression; what is only known at run time is one word."""
SAY = {lang: Say.load(lang, *PACKAGES) for lang in LANGUAGES}


# -- finding the keys in the source


@dataclass(frozen=True)
class Use:
    """A place in the source that asks for a text."""

    where: str
    key: str
    """A regular expression."""
    fields: frozenset[str] | None
    """None: only known at run time."""


@dataclass(frozen=True)
class Helper:
    """A function that builds the key from one of its parameters; `{}` in the key stands for it."""

    parameter: int
    key: str
    fields: frozenset[str]
    passes_fields: bool
    own: frozenset[str]
    """Parameters that are not fields of the text."""


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def faults_in(tree: ast.Module) -> dict[str, str]:
    """The names of a module's Faults, with the key of their texts."""
    found = {}
    for node in tree.body:
        match node:
            case ast.Assign([ast.Name(id=name)], ast.Call(ast.Name(id="Faults"), [ast.Constant(value=key)])):
                found[name] = key
    return found


class Finder(ast.NodeVisitor):
    def __init__(self, path: Path) -> None:
        self.path = path
        self.functions: list[ast.FunctionDef] = []
        self.uses: list[Use] = []
        self.tree = tree_of(path)
        self.helpers = self.faults()
        self.makers = self.names_of_text()
        self.visit(self.tree)
        self.second_pass()

    def names_of_text(self) -> set[str]:
        """Names under which kempelen's Text is known here; other libraries have a Text too."""
        return {
            alias.asname or alias.name
            for node in ast.walk(self.tree)
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("kempelen.text")
            for alias in node.names
            if alias.name == "Text"
        }

    def faults(self) -> dict[str, Helper]:
        """`bad = Faults("x.position")`, here or in a module it is imported from, makes texts under that key."""
        found = dict(faults_in(self.tree))
        for node in ast.walk(self.tree):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("kempelen.games."):
                home = SRC.parent.joinpath(*node.module.split(".")).with_suffix(".py")
                made = faults_in(tree_of(home)) if home.is_file() else {}
                found |= {alias.asname or alias.name: made[alias.name] for alias in node.names if alias.name in made}
        return {
            name: Helper(0, LITERAL(f"{key}.") + "{}", frozenset({"field"}), True, frozenset())
            for name, key in found.items()
        }

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self.functions.append(node)
        self.generic_visit(node)
        self.functions.pop()

    def visit_Call(self, node: ast.Call) -> None:
        self.generic_visit(node)
        args, ignored = node.args, set()
        match node.func:
            case ast.Name(id=name) | ast.Attribute(attr=name):
                pass
            case _:
                return
        if name == "partial" and args and isinstance(args[0], ast.Name) and args[0].id in self.makers:
            args = args[1:]
        elif name == "note":
            ignored = {"public"}
        elif name == "tell" and ast.unparse(node.func).endswith("screen.tell"):
            ignored = {"style", "indent"}
        elif name not in self.makers and name not in ("say", "_say"):
            return
        if not args:
            return
        fields = frozenset(word.arg for word in node.keywords if word.arg) - ignored
        star = any(word.arg is None for word in node.keywords)
        for key in self.keys(args[0]):
            self.note_use(node, key, fields, star)

    def note_use(self, node: ast.Call, key: str, fields: frozenset[str], star: bool) -> None:
        found = re.search(r"\{(\w+)\}", key)
        if not found:
            self.uses.append(Use(self.where(node), key, None if star else fields))
            return
        for function in reversed(self.functions):
            names = [arg.arg for arg in function.args.posonlyargs + function.args.args]
            if found[1] in names:
                rest = re.sub(r"\{\w+\}", OPEN, key.replace(found[0], "{}"))  # further parameters may be anything
                self.helpers[function.name] = Helper(names.index(found[1]), rest, fields, star, frozenset(names))

    def keys(self, node: ast.expr) -> Iterator[str]:
        """The keys an expression may give, as regular expressions; a parameter stays as {name}."""
        match node:
            case ast.Constant(value=str(text)):
                yield LITERAL(text)
            case ast.IfExp():
                yield from self.keys(node.body)
                yield from self.keys(node.orelse)
            case ast.JoinedStr():
                yield "".join(map(self.part, node.values))
            case ast.Name(id=name) if self.is_parameter(name):
                yield f"{{{name}}}"
            case ast.Name(id=name) if self.functions:
                for assigned in ast.walk(self.functions[-1]):
                    if isinstance(assigned, ast.Assign) and any(
                        isinstance(target, ast.Name) and target.id == name for target in assigned.targets
                    ):
                        yield from self.keys(assigned.value)

    def part(self, node: ast.expr) -> str:
        """A part of an f-string."""
        match node:
            case ast.Constant(value=str(text)):
                return LITERAL(text)
            case ast.FormattedValue(value=ast.Name(id=name)) if self.is_parameter(name):
                return f"{{{name}}}"
        return OPEN

    def is_parameter(self, name: str) -> bool:
        return any(
            name == arg.arg for function in self.functions for arg in function.args.posonlyargs + function.args.args
        )

    def second_pass(self) -> None:
        """Calls of the module's helpers with a literal key, and what nobody calls that way as an open key."""
        called = set()
        for node in ast.walk(self.tree):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in self.helpers):
                continue
            helper = self.helpers[node.func.id]
            if len(node.args) <= helper.parameter:
                continue
            own = frozenset(word.arg for word in node.keywords if word.arg) - helper.own
            star = any(word.arg is None for word in node.keywords)
            for part in self.keys(node.args[helper.parameter]):
                called.add(node.func.id)
                fields = None if star else helper.fields | (own if helper.passes_fields else frozenset())
                self.uses.append(Use(self.where(node), helper.key.replace("{}", part), fields))
        for name, helper in self.helpers.items():
            if name not in called and helper.key != "{}":
                self.uses.append(Use(self.path.name, helper.key.replace("{}", OPEN), None))

    def where(self, node: ast.AST) -> str:
        return f"{self.path.relative_to(SRC)}:{getattr(node, 'lineno', 0)}"


def declared(base: type[Happening] = Happening) -> Iterator[Use]:
    """The texts of declared events, `says="x.event.became_{state}"`."""
    for kind in base.__subclasses__():
        yield from declared(kind)
        if kind.__module__.startswith("kempelen."):
            for id, fields in kind.ids().items():
                key = OPEN.join(map(LITERAL, re.split(r"\{\w+\}", id)))
                yield Use(f"{kind.__module__}.{kind.__name__}", key, fields)


FINDERS = [Finder(path) for path in sorted(SRC.rglob("*.py")) if path.name != "say.py"]
USES = [*(use for finder in FINDERS for use in finder.uses), *declared()]


def texts(lang):
    return {key: forms for part in load_catalogues(lang, *PACKAGES) for key, forms in part.texts.items()}


def missing_fields(use, forms):
    """Fields the text needs and does not get. A key with several open parts may mean another text: no verdict."""
    if use.fields is None or use.key.count(OPEN) > 1:
        return []
    return sorted(set().union(*map(placeholders, forms.values())) - use.fields)


def test_the_source_is_searched():
    """The search itself: it knows every way a key is written in the source."""
    found = {use.key.replace("\\", ""): set(use.fields or ()) for use in USES}
    assert len(found) > 150
    assert found["saboteur.scene.nuggets"] == {"n"}  # a choice of two
    assert found["saboteur.do.lay_turned"] == {"card", "at"}  # a variable
    assert found["saboteur.event.laid_turned"] == {"seat", "card", "at"}  # an event, one of its two texts
    assert found["saboteur.event.looked"] == {"seat", "at"}  # an event with something hidden
    assert found["saboteur.notation.turn"] == {"turn"}  # a helper
    assert found["saboteur.position.card"] == {"field", "card"}  # Faults
    assert found["saboteur.why.tie"] == {"n", "chosen"}  # a note
    assert {"item", "what"} <= found["why.done"]  # partial
    assert "saboteur.card.[^.]+" in found


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_key_of_the_source_has_a_text(lang):
    known = texts(lang)
    missing = [f"{use.where}: {use.key}" for use in USES if not any(re.fullmatch(use.key, key) for key in known)]
    assert missing == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_text_gets_the_fields_it_needs(lang):
    known = texts(lang)
    lacking = [
        f"{use.where}: {key} needs {', '.join(fields)}"
        for use in USES
        if "[" not in use.key  # a key put together from parts may stand for texts with other fields
        for key in known
        if re.fullmatch(use.key, key) and (fields := missing_fields(use, known[key]))
    ]
    assert lacking == []


@pytest.mark.parametrize("package", ["kempelen", *PACKAGES])
def test_the_languages_say_the_same(package):
    first, *others = (load_catalogues(lang, *PACKAGES)[("kempelen", *PACKAGES).index(package)] for lang in LANGUAGES)
    for other in others:
        assert compare_catalogues(first, other) == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_texts_are_clean(lang):
    """No blanks at the ends, none doubled, and the language's own quotation marks."""
    for key, forms in texts(lang).items():
        for form in forms.values():
            text = "".join(part if isinstance(part, str) else "x" for part in form)
            if key.startswith("list."):
                continue
            assert text == text.strip(), key
            assert "  " not in text, key
            wrong = "“”\"'" if lang == "de" else '„"'
            marks = re.sub("„[^“]*“", "", text) if lang == "de" else text
            assert not set(marks) & set(wrong), key


@pytest.mark.parametrize("ruling", GAME.rulings.values(), ids=lambda ruling: ruling.id)
def test_every_ruling_is_worded_in_every_language(ruling):
    for wording in (ruling.question, ruling.reading, ruling.grounds):
        assert set(wording) == set(LANGUAGES)
        assert all(text.endswith((".", "?")) for text in wording.values())
    for wording in ruling.values.values():
        assert set(wording) == set(LANGUAGES)
        assert all(text and not text.endswith(".") for text in wording.values())


# -- what Saboteur says, written out


def phrase(text):
    """Something that stands in a list or in a sentence."""
    wordings = written(text)
    assert not any(words.endswith(".") for words in wordings), wordings
    return wordings


EVERY_EVENT = [
    *(events.RoundBegan(1, players) for players in (1, 5)),
    *(events.RoleDealt(2, role) for role in (*ROLE_NAMES, HIDDEN)),
    *(
        events.Laid(0, card, cell(1, -1), turned, points)
        for card in PATH_CARDS
        for turned in (0, 1)
        for points in (0, 3)
    ),
    *(events.TurnedUp(GOALS[0], kind) for kind in GOAL_NAMES),
    *(events.Broke(0, BY_NAME[f"broken_{tool}"], 1, points) for tool in TOOL_NAMES.values() for points in (0, 2)),
    *(events.Repaired(0, BY_NAME["fixed_pick"], seat, tool, 2) for seat in (0, 1) for tool in TOOL_NAMES),
    *(events.RockFell(3, card, cell(2, 0), 2) for card in PATH_CARDS),
    *(events.Looked(1, GOALS[2], kind) for kind in (*GOAL_NAMES, HIDDEN)),
    *(events.Discarded(1, card, False) for card in (*DECK_TU, HIDDEN)),
    events.Passed(9),
    events.HandScored(2, 1),
    events.HandScored(2, 14),
    *(events.Drew(1, card) for card in (*DECK_TU, HIDDEN)),
    *(events.Took(1, n) for n in (0, 1, 3)),
    *(
        events.Ended(reason, winners, (100, 101, 102))
        for reason in ("gold", "stone", "gold_and_stone", "saboteurs", "points", "nuggets")
        for winners in ((), (0,), (0, 2))
    ),
]

EVERY_ACTION = [
    *(actions.Place(card, cell(1, 0), turned) for card in PATH_CARDS for turned in (0, 1)),
    *(action for seats in actions.BREAK.values() for action in seats[:2]),
    *(action for seats in actions.REPAIR.values() for action in seats[1].values()),
    actions.ROCKFALLS[cell(3, -1)],
    *actions.LOOK.values(),
    *actions.DISCARD.values(),
    actions.PASS,
    *actions.TAKE.values(),
]


@pytest.mark.parametrize("event", EVERY_EVENT, ids=repr)
def test_every_event_is_a_sentence(event):
    sentence(event.text)


def test_every_kind_of_event_has_a_sample():
    kinds = {kind for name in events.__all__ if isinstance(kind := getattr(events, name), type)}
    assert {type(event) for event in EVERY_EVENT} == kinds


@pytest.mark.parametrize("action", EVERY_ACTION, ids=lambda action: action.notation)
def test_every_action_is_a_phrase(action):
    phrase(action.text)


def test_some_sentences():
    """Cases, articles and numbers, as a reader meets them."""
    line = BY_NAME["dead_line_vert"]
    assert sentence(events.Laid(0, line, cell(3, -1), 1, 4).text) == [
        "Player 1 lays a blocked vertical passage, turned, 3 right, 1 up from the start.",
        "Spieler 1 legt einen blockierten senkrechten Gang vom Start aus 3 nach rechts, 1 nach oben, um 180 Grad gedreht.",
    ]
    assert sentence(events.Repaired(0, BY_NAME["fixed_pick"], 1, PICK, 0).text) == [
        "Player 1 repairs player 2's pick.",
        "Spieler 1 repariert die Spitzhacke von Spieler 2.",
    ]
    assert sentence(events.Ended("saboteurs", (), (GOLD_SEEKER, GOLD_SEEKER)).text) == [
        "The cards have run out before anybody won a treasure. Winners: nobody. "
        "Player 1 was a gold seeker and player 2 was a gold seeker.",
        "Die Karten sind verbraucht, bevor jemand einen Schatz errungen hat. Sieger: niemand. "
        "Spieler 1 war Goldsucher und Spieler 2 war Goldsucher.",
    ]
    assert phrase(actions.Repair(BY_NAME["fixed_pick_lantern"], 1, PICK).text) == [
        "repair player 2's pick with a repair card “pick or lantern”",
        "die Spitzhacke von Spieler 2 mit einer Reparaturkarte „Spitzhacke oder Laterne“ reparieren",
    ]


TABLE = {
    "game": "saboteur",
    "board": ["1,0 line_horiz", "2,0 dead_plus"],
    "goals": {"8,-2": "stone", "8,0": "gold", "8,2": "stone"},
    "players": [
        {"role": "gold", "hand": ["plus", "curve_up", "line_vert", "broken_pick", "fixed_pick", "rockfall"]},
        {"role": "sab", "hand": ["map", "plus", "plus", "plus", "curve_up", "curve_up"], "broken": ["pick"]},
        {"role": "stone", "hand": 6},
    ],
}
OBJECTIONS = {
    "map 8,0": "not_held",
    "pass": "must_act",
    "lay plus 1,0": "occupied",
    "lay plus 5,5": "no_way",
    "lay line_vert -1,0": "mismatch",
    "lay curve_up 1,-1": "no_way",
    "lay curve_up 0,-1": "turn_it",
    "break broken_pick 1": "not_oneself",
    "break broken_pick 2": "already_broken",
    "break broken_pick 9": "no_such_player",
    "repair fixed_pick 3 pick": "not_broken",
    "repair fixed_pick 9 pick": "no_such_player",
    "rockfall 8,0": "nothing_to_remove",
}


@pytest.mark.parametrize(("notation", "key"), OBJECTIONS.items())
def test_objections_are_sentences(notation, key):
    state = GAME.from_position(TABLE, {})
    action = GAME.parse(notation)
    text = objection(state, 0, action)
    assert text is not None
    assert text.key == f"saboteur.objection.{key}"
    sentence(text)


def test_a_broken_tool_and_an_open_goal_are_explained():
    state = GAME.from_position(TABLE | {"revealed": ["8,0"]}, {})
    for seat, notation, key in ((1, "lay plus 0,1", "broken_tool"), (1, "map 8,0", "face_up")):
        text = objection(state, seat, GAME.parse(notation))
        assert text is not None
        assert text.key == f"saboteur.objection.{key}"
        sentence(text)


@pytest.mark.parametrize(
    "notation",
    [
        "",
        "dance",
        "lay foo 1,0",
        "lay map 1,0",
        "lay plus 1;0",
        "lay plus 1,0 r90",
        "break plus 2",
        "break broken_pick 11",
        "repair fixed_pick 2 lantern",
        "map 1,0",
    ],
)
def test_bad_notations_are_explained(notation):
    with pytest.raises(PlayerError) as error:
        GAME.parse(notation)
    sentence(error.value.text)


BAD_POSITIONS = [
    {"variant": "foo"},
    {"active": 7},
    {"board": ["1,0 lus"]},
    {"board": ["1,0 plus r90"]},
    {"board": ["0,0 plus"]},
    {"board": ["1,0 plus", "1,0 plus"]},
    {"board": ["1,0 line_vert"]},
    {"goals": {"8,0": "gold", "8,2": "gold"}},
    {"revealed": ["8,0 LX"]},
    {"players": []},
    {"players": 3},
    {"round": "two"},
    {"deck": 1},
    {"deck": 70},
    {"colour": "red"},
]


@pytest.mark.parametrize("change", BAD_POSITIONS, ids=repr)
def test_bad_positions_are_explained(change):
    """The name of the field, and a sentence."""
    with pytest.raises(PlayerError) as error:
        GAME.from_position(TABLE | change, {})
    for words in written(error.value.text):
        field, _, problem = words.partition(": ")
        assert field.split(".")[0] == next(iter(change))
        assert is_sentence(problem), words


@pytest.mark.parametrize("scenario", GAME.scenarios)
@pytest.mark.parametrize("options", [{}, {"R24": "built", "R25": "built", "R15": "opening", "R18": "first"}])
def test_games_and_their_whys_can_be_read(scenario, options):
    told: set[Text] = set()
    whys: set[Text] = set()
    for seed in range(3):
        table = DirectTable(
            GAME,
            [GAME.bots["rule"]() for _ in range(4)],
            TapeDice(seed),
            listener=lambda event: told.add(event.text),
            on_choice=lambda seat, choice: whys.update(step.text for step in choice.trace or ()),
            tracing=True,
        )
        state = table.state = GAME.new(Setup("saboteur", scenario, ("rule",) * 4, options), table)
        while GAME.outcome(state) is None:
            GAME.step(state, table)
    for text in told | whys:
        sentence(text)
    assert len({text.key for text in whys}) > 20


def test_the_pages_can_be_read():
    for page in pages_of(GAME):
        phrase(page.title)
        for _, line, how in page.lines:
            phrase(line)
            sentence(how)


def test_every_card_has_a_name():
    for name in NAMES:
        for form in ("nom", "acc", "dat", "a", "a_acc", "a_dat", "bare"):
            assert all(say.of(Text(f"saboteur.card.{name}"), form) for say in SAY.values())
