"""What the API takes and gives."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from kempelen.automa.source import LIMITS
from kempelen.web.guard import MOST_JSON


class Problem(BaseModel):
    """What is wrong, in a sentence."""

    error: str


class Strict(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid")


def whole(value: object) -> object:
    """JSON has one kind of number: 5.0 is a whole one too."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


Version = Annotated[int, Field(ge=0), BeforeValidator(whole)]


class Welcome(BaseModel):
    """The cookie, also sent as Set-Cookie."""

    cookie: str


class Scenario(BaseModel):
    id: str
    name: str
    least_players: int
    most_players: int


class OptionValue(BaseModel):
    value: str
    text: str


class RuleOption(BaseModel):
    """A rule that can be read differently; the first value is the default."""

    id: str
    question: str
    values: list[OptionValue]


class GameInfo(BaseModel):
    name: str
    title: str
    about: str
    scenarios: list[Scenario]
    bots: list[str]
    options: list[RuleOption]
    editions: list[str]
    credits: list[str]


class TableLine(BaseModel):
    id: str
    title: str
    scenario: str
    players: str
    updated: str
    over: bool


class Companion(Strict):
    """What lies on a real table; the rest the program does."""

    dice: Literal["app", "table"] = "app"
    cards: Literal["app", "table"] = "table"


class NewTable(Strict):
    """`me`, `person` (somebody else, by link) or the name of a bot for every seat."""

    game: str = Field(max_length=60)
    scenario: str = Field("", max_length=60, description="The game's first if empty")
    seats: list[Annotated[str, Field(max_length=60)]] = Field(
        [], max_length=20, description="You against automas if empty"
    )
    options: dict[Annotated[str, Field(max_length=60)], Annotated[str, Field(max_length=60)]] = Field({}, max_length=60)
    edition: str = Field("", max_length=60, description="Of the automa's text, where the game has several")
    seed: str = Field("", max_length=60)
    pace: Literal["step", "auto", "instant"] = "instant"
    open_why: bool = False
    own_dice: bool = Field(False, description="You roll real dice and name what they show; only against automas")
    companion: Companion | None = None
    automa: str = Field("", max_length=LIMITS.bytes, description="The text of an automa, for seats that say `own`")
    opponent: str = Field("", max_length=60, description="`own` or an automa's id, where the rules play the opponent")


class Import(Strict):
    """A record (.jsonl) or a position (.toml, .json)."""

    name: str = Field(max_length=200)
    content: str = Field(max_length=MOST_JSON // 13)
    seat: Annotated[int, Field(ge=1, le=20), BeforeValidator(whole)] = Field(1, description="Yours, for a position")


class Option(BaseModel):
    do: str
    text: str
    handles: list[str] = []


class Question(BaseModel):
    """What you are asked: `do` is a choice; the others name a die or a card of a real table."""

    kind: str
    prompt: str
    options: list[Option]
    free: bool
    sealed: bool


class LogEntry(BaseModel):
    """One step; `whys` are keys of the reasons behind it."""

    lines: list[str]
    whys: list[str]


class Outcome(BaseModel):
    winners: list[int]
    scores: list[int]
    text: str


class TableState(BaseModel):
    """A table as one place may see it."""

    id: str
    game: str
    scenario: str
    seat: int
    seats: list[str]
    version: int
    status: str
    asked: Question | None
    refused: str = Field("", description="A bot has chosen what the rules refuse: what, and why; `asked` is its list")
    trouble: str = Field("", description="Why an automa does not go on; `next` lets it try again")
    log: list[LogEntry]
    picture: str
    outcome: Outcome | None
    seed: str = Field("", description="Set if somebody has chosen the seed, and so can know every card")


class Answer(Strict):
    do: str = Field(max_length=2000, description="In notation: one of the options, or free input")
    version: Version | None = Field(None, description="What you had seen: a late answer is refused")


class Change(Strict):
    version: Version | None = None


class Agreement(Strict):
    yes: bool


class Pace(Strict):
    pace: Literal["step", "auto", "instant"]


class Fact(Strict):
    fact: str = Field(max_length=2000, examples=["players.2.score=7"])
    version: Version | None = None


class WhyStepOut(BaseModel):
    text: str
    cites: list[str]
    rulings: list[str]


class Why(BaseModel):
    title: str
    steps: list[WhyStepOut]
    complete: bool
    """Nothing of it is withheld from your place."""


class ChanceOut(BaseModel):
    do: str
    text: str
    numerator: int
    denominator: int


class File(BaseModel):
    """What `POST /api/import` takes."""

    name: str
    content: str


class LinkOut(BaseModel):
    seat: int
    path: str
