"""What is clicked has texts of its own: no other text of a game is taken for the name of a handle."""

from dataclasses import dataclass
from types import SimpleNamespace

import pytest

from kempelen.engine.handles import handle_text
from kempelen.engine.things import Things
from kempelen.scene.model import Scene
from kempelen.terminal.menu import branches
from kempelen.text.say import Catalogue, MissingText, Say, Text
from kempelen.web.shown.choices import labels

GAME = SimpleNamespace(name="toy", things=Things())
SCENE = Scene.around((), "board", (), title="", columns=(), rows=())

COLLIDING = """
[toy.face]
2 = "{n} {n:one=two|other=twos}"
[toy.do]
take = "take {face}"
leave = "leave {face}"
"""
"""The game says how often a face is there, `toy.face.2`, and calls what is clicked `face:2`."""


@dataclass(frozen=True)
class Act:
    """Take or leave a die: `take 2`."""

    verb: str
    face: int

    @property
    def notation(self) -> str:
        return f"{self.verb} {self.face}"

    @property
    def handles(self) -> tuple[str, ...]:
        return (f"face:{self.face}", self.verb)

    @property
    def text(self) -> Text:
        return Text(f"toy.do.{self.verb}", face=self.face)


OPTIONS = [Act(verb, face) for verb in ("take", "leave") for face in (2, 3)]


def said(more: str = "") -> Say:
    return Say("en", Catalogue.parse("en", COLLIDING + more))


def asked(say: Say) -> list[str]:
    return [branch.named.label for branch in branches(GAME, say, SCENE, OPTIONS, 0)]


def test_a_text_of_the_same_name_is_no_name_of_a_handle():
    assert handle_text(GAME, said(), "face:2") is None
    assert asked(said()) == ["2 …", "3 …"]
    assert list(labels(GAME, said(), SCENE, ["face:2", "take"])) == [("face:2", "2")]


def test_handles_have_texts_of_their_own():
    say = said('[toy.handle]\ntake = "take one"\n[toy.handle.face]\n2 = "a two"\n')
    assert handle_text(GAME, say, "face:2") == Text("toy.handle.face.2")
    assert asked(say) == ["A two", "3 …"]
    assert list(labels(GAME, say, SCENE, ["face:2", "take"])) == [("face:2", "A two"), ("take", "Take one")]


def test_a_kind_may_be_called_by_the_games_own_words():
    say = said('[toy.tool]\npick = { nom = "the pick", bare = "pick" }\n[toy.handle_of]\ntool = "{word:bare}"\n')
    assert handle_text(GAME, say, "tool:pick") == Text("toy.handle_of.tool", word=Text("toy.tool.pick"))
    assert say.of(handle_text(GAME, say, "tool:pick"), "Bare") == "Pick"
    assert handle_text(GAME, say, "tool:lamp") is None
    assert handle_text(GAME, say, "face:2") is None


def test_a_word_that_needs_more_is_found_before_it_is_shown():
    """Whoever says that faces are called by their words must have words that need nothing else; the contract looks."""
    say = said('[toy.handle_of]\nface = "{word:bare}"\n')
    with pytest.raises(MissingText, match="needs a field 'n'"):
        say.of(handle_text(GAME, say, "face:2"), "Bare")
