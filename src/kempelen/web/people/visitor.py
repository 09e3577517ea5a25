"""A browser that comes: who it is, which language it reads, and which places it has."""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from starlette.requests import Request
from starlette.responses import Response

from kempelen.engine.game import games, say_in
from kempelen.text.say import LANGUAGES, Field, Say
from kempelen.web.addresses import at
from kempelen.web.limits import network_of
from kempelen.web.people.keys import new_token, who_is

__all__ = [
    "COOKIE",
    "LANGUAGE",
    "Visitor",
    "address_of",
    "is_local",
    "keep_cookie",
    "key_of",
    "language_of",
    "plain_say",
    "plain_say_for",
    "say_for",
    "scheme_of",
    "visitor_of",
    "visitor_with",
    "welcome",
]

COOKIE = "kempelen"
LANGUAGE = "language"
YEAR = 365 * 24 * 3600


@dataclass(frozen=True, slots=True)
class Visitor:
    """Somebody with a browser. The secret in his cookie carries our seal, so that it cannot be made up."""

    token: str

    @property
    def who(self) -> str:
        return who_is(self.token)


def seal(secret: str, text: str) -> str:
    return hmac.new(secret.encode(), text.encode(), hashlib.sha256).hexdigest()[:32]


def visitor_of(request: Request) -> Visitor | None:
    """Who this is; None for somebody who has no cookie of ours."""
    return visitor_with(request, request.cookies.get(COOKIE, ""))


def visitor_with(request: Request, key: str) -> Visitor | None:
    """Whose key this is; None if we have not made it."""
    token, _, sealed = key.partition(".")
    if token and hmac.compare_digest(seal(request.app.state.secret, token).encode(), sealed.encode()):
        return Visitor(token)
    return None


def welcome(request: Request, response: Response) -> Visitor:
    """Who this is; a new visitor gets a cookie."""
    visitor = visitor_of(request)
    if visitor is None:
        visitor = Visitor(new_token())
        keep_cookie(request, response, visitor)
    return visitor


def key_of(request: Request, visitor: Visitor) -> str:
    """What proves who somebody is."""
    return f"{visitor.token}.{seal(request.app.state.secret, visitor.token)}"


def keep_cookie(request: Request, response: Response, visitor: Visitor) -> None:
    """From now on this browser is that visitor."""
    key, secure = key_of(request, visitor), scheme_of(request) == "https"
    response.set_cookie(COOKIE, key, max_age=YEAR, path=at(request, "/"), httponly=True, samesite="lax", secure=secure)


# -- where it comes from

FORWARDED = ("forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip", "via")
"""What a proxy adds to a request."""


def behind_proxy(request: Request) -> bool:
    return bool(request.app.state.settings.behind_proxy)


def is_local(request: Request) -> bool:
    """The request comes from the computer the server runs on. What a proxy there passes on does not."""
    if request.client is None or behind_proxy(request) or any(name in request.headers for name in FORWARDED):
        return False
    try:
        return ipaddress.ip_address(request.client.host).is_loopback
    except ValueError:
        return False


def address_of(request: Request) -> str:
    """The network a request comes from. Behind a proxy it is what that has noted last: the rest anybody can say."""
    if behind_proxy(request) and (noted := request.headers.getlist("x-forwarded-for")):
        return network_of(noted[-1].rpartition(",")[2].strip())
    return network_of(request.client.host if request.client is not None else "")


def scheme_of(request: Request) -> str:
    """How the visitor reaches us: a proxy may speak https with him and http with us."""
    if behind_proxy(request) and request.headers.get("x-forwarded-proto", "").strip() in ("http", "https"):
        return request.headers["x-forwarded-proto"].strip()
    return request.url.scheme


# -- language


def language_of(request: Request) -> str:
    """The language chosen here before, or the first that the browser asks for and we have."""
    chosen = request.cookies.get(LANGUAGE)
    if chosen in LANGUAGES:
        return str(chosen)
    wishes = []
    for part in request.headers.get("accept-language", "").split(","):
        name, _, quality = part.strip().partition(";q=")
        try:
            wishes.append((-float(quality or 1), name[:2].lower()))
        except ValueError:
            continue
    for _, name in sorted(wishes, key=lambda wish: wish[0]):
        if name in LANGUAGES:
            return name
    return LANGUAGES[0]


def plain_say_for(request: Request) -> Say:
    """For the tables: the same, with what a game abbreviates written out."""
    return plain_say(language_of(request))


def plain_say(lang: str) -> Say:
    return _plain_say(lang, tuple(game.package for game in games().values()))


@cache
def _plain_say(lang: str, packages: tuple[str, ...]) -> Say:
    return PlainSay.load(lang, *packages)


class PlainSay(Say):
    """Texts of a game as a newcomer reads them."""

    __slots__ = ()

    def _write(self, key: str, fields: Mapping[str, Field], form: str) -> str:
        text = super()._write(key, fields, form)
        game = games().get(key.partition(".")[0])
        return text if game is None else game.speech.plain(text, self)


def say_for(request: Request) -> Say:
    return say_in(language_of(request))
