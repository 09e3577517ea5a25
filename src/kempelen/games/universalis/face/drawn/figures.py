"""Models as figures: a head by what they wear, in hand what they fight with. On the table in a disc, else before ruins.

Everything stays inside a circle round the middle of a square of 100, so that a base needs no frame. What a figure shows
lies open: its type, its armour, its weapons and who leads.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from kempelen.games.universalis.rules.state import Model
from kempelen.games.universalis.rules.terms import TYPES
from kempelen.scene.portrait import Coat, Moved, Portrait, oval, painted

__all__ = ["HELMETS", "figure", "illustration"]

HELMETS = (("#2f5c86", "#b9c2c8", "#7fd0e8"), ("#8a3b2c", "#b5a184", "#ffb24a"))
"""Cloth, steel and the light behind the visor, by seat."""
TINTS = ("#c3d6e6", "#ead0bd")
"""What is behind a figure on its base, by seat."""
SKINS = ("#e0b48c", "#c98f66")

_INK, _IRON, _DARK, _WOOD = "#1f1a16", "#4b5257", "#16191c", "#6b4526"
_RUIN: Portrait = (
    Coat("M0 0H100V100H0Z", "#8d979b"),
    Coat("M0 60V30L12 24V40L26 34V18L40 26V62L60 56V34L74 40V22L88 30 100 26V100H0Z", "#5f696d"),
    Coat("M6 46H10M30 30H34M64 46H68M80 40H84", "", "#c9b36a", 4),
)


class Cloth(NamedTuple):
    """The colours of somebody."""

    cloth: str
    steel: str
    light: str
    skin: str


# -- heads


def _visor(c: Cloth) -> Portrait:
    return (
        Coat("M26 44C24 18 34 8 50 8S76 18 74 44L70 58Q60 66 50 66T30 58Z", c.steel, _INK),
        Coat("M27 36Q50 29 73 36L71 49Q50 44 29 49Z", _DARK, _INK, 2.5),
        Coat("M33 40Q50 35 67 40L66 45Q50 40 34 45Z", c.light),
        Coat("M40 55H60M43 60H57", "", _INK, 2.4),
    )


def _open(c: Cloth) -> Portrait:
    """A round helmet with a strap, and a face."""
    return (
        Coat(oval(50, 44, 17, 20), c.skin, _INK, 2.5),
        Coat("M41 45h5M54 45h5M45 56q5 3 10 0", "", _INK, 2.8),
        Coat("M33 40L36 58M67 40L64 58", "", _DARK, 2.5),
        Coat("M25 40C23 16 36 7 50 7S77 16 75 40Q50 31 25 40Z", c.cloth, _INK),
        Coat("M24 40Q50 29 76 40", "", c.steel, 4),
    )


def _goggled(c: Cloth) -> Portrait:
    """A bandage round the head, and goggles."""
    return (
        Coat(oval(50, 42, 18, 22), c.skin, _INK, 2.5),
        Coat("M31 34Q34 12 50 11T69 34Q50 24 31 34Z", c.cloth, _INK),
        Coat("M68 30L80 36 70 40Z", c.cloth, _INK, 2),
        Coat("M30 38H70V42H30Z", _DARK),
        Coat(f"{oval(41, 41, 7.5)}{oval(59, 41, 7.5)}", c.light, _INK, 3),
        Coat("M44 56q6 4 12 0", "", _INK, 2.6),
    )


def _hooded(c: Cloth) -> Portrait:
    return (
        Coat("M24 62Q20 12 50 6Q80 12 76 62Q64 70 50 70T24 62Z", c.cloth, _INK),
        Coat(oval(50, 42, 16, 20), _DARK, _INK, 2.5),
        Coat("M40 40L47 43 40 45ZM60 40L53 43 60 45Z", c.light),
        Coat("M34 18Q50 12 66 18", "", c.steel, 3),
    )


def _brass(c: Cloth) -> Portrait:
    """A dome of brass with one round eye and a key."""
    return (
        Coat("M74 30H84M84 22V38", "", "#a8812f", 5),
        Coat("M27 60V36C27 16 38 8 50 8S73 16 73 36V60Q50 68 27 60Z", "#d2a545", _INK),
        Coat(oval(50, 38, 14), _DARK, _INK, 3),
        Coat(oval(50, 38, 8), c.light),
        Coat("M32 58h3M41 60h3M56 60h3M65 58h3", "", _INK, 3),
    )


HEADS = {
    "plate_vest": _visor,
    "flak_vest": _open,
    "leather": _goggled,
    "camo_suit": _hooded,
    "mirror_suit": _hooded,
    "brass_shell": _brass,
    "spring_coat": _brass,
}
"""By armour; whoever wears another has a round helmet."""

# -- what they fight with, before the body

_RIFLE: Portrait = (
    Coat("M15 80L26 71 46 62 50 71 34 81 25 87Z", _WOOD, _INK, 2.5),
    Coat("M42 62L86 36 89 42 48 71Z", _IRON, _INK, 2.5),
)
_SCOPE: Portrait = (*_RIFLE, Coat("M50 50L70 38 73 44 54 56Z", "#2a2d30", _INK, 2))
_BURST: Portrait = (
    Coat("M12 76L28 68 52 58 56 72 34 82 22 88Z", "#3b3f42", _INK, 2.5),
    Coat("M48 58L88 36 92 46 54 71Z", _IRON, _INK, 2.5),
    Coat("M46 72L62 66 66 80 52 86Z", "#7a6a3a", _INK, 2.5),
    Coat("M66 52L84 42M69 57L87 47", "", _INK, 2),
)
_PISTOL: Portrait = (Coat("M58 62L86 52 88 60 69 67 67 80 58 78Z", "#3b3f42", _INK, 2.5),)
_SABRE: Portrait = (
    Coat("M68 78L82 30Q84 20 90 26Q92 54 76 81Z", "#dfe5e8", _INK, 2.5),
    Coat("M60 76L84 84M70 81L66 92", "", _WOOD, 5),
)
_POISON: Portrait = (*_SABRE, Coat("M81 44L87 40M78 56L84 52", "", "#3f8f3a", 4))
_HAMMER: Portrait = (
    Coat("M62 90L78 34", "", _WOOD, 6),
    Coat("M62 20L92 28 88 46 58 38Z", "#8d959a", _INK),
    Coat("M68 22L64 39", "", _INK, 2.2),
)
_TUBE: Portrait = (
    Coat("M8 62L88 44 92 60 12 78Z", "#5d6b4a", _INK),
    Coat("M80 46L84 62", "", _INK, 3),
    Coat(oval(89, 52, 3.5, 8.5), _DARK),
)
_FLAMER: Portrait = (
    Coat("M16 76L52 62 56 72 22 86Z", "#6d3f2a", _INK, 2.5),
    Coat("M52 62L76 52 79 58 56 70Z", _IRON, _INK, 2.5),
    Coat("M77 54Q84 36 94 38Q90 44 97 50Q92 60 79 60Z", "#ff9a2e", "#b8410a", 2),
    Coat("M80 55Q86 46 90 46Q88 54 82 58Z", "#ffe08a"),
)
_FIST: Portrait = (
    Coat("M60 92L66 66 86 62 92 70Q92 78 84 86Z", "#a8812f", _INK),
    Coat("M67 74H86M66 80H86", "", _INK, 2.2),
)

ARMS: Mapping[str, Portrait] = {
    "service_pistol": _PISTOL,
    "carbine": _RIFLE,
    "hunting_rifle": _RIFLE,
    "needle_gun": _RIFLE,
    "precision_rifle": _SCOPE,
    "light_mg": _BURST,
    "repeater": _BURST,
    "carriage_gun": _BURST,
    "grenade_launcher": _TUBE,
    "rocket": _TUBE,
    "thunder_tube": _TUBE,
    "flamer": _FLAMER,
    "sabre": _SABRE,
    "poison_blade": _POISON,
    "sledgehammer": _HAMMER,
    "steam_hammer": _HAMMER,
    "piston_fist": _FIST,
}
"""By weapon; of several the first that has a picture. A weapon of a player's own looks like its kind."""
_CREST = Coat("M34 15Q50 -6 66 15Q50 8 34 15Z", "#e8b93c", _INK, 2.5)
"""Who leads."""


def _machine(kind: str, c: Cloth) -> Portrait:
    if kind == "drone":
        return (
            Coat("M32 46L20 32M68 46L80 32", "", _IRON, 5),
            Coat("M6 28Q20 20 36 28Q20 36 6 28ZM64 28Q80 20 94 28Q80 36 64 28Z", "#dfe5e8", _INK, 2),
            Coat("M31 42H69L79 58 66 75H34L21 58Z", c.steel, _INK),
            Coat("M38 58L50 49 62 58 50 68Z", _DARK, _INK, 2.5),
            Coat("M45 58L50 54 55 58 50 63Z", c.light),
            Coat("M36 76L31 88M64 76L69 88M24 58H15M76 58H85", "", c.cloth, 5),
        )
    return (
        Coat("M30 60L26 92H44L46 62ZM70 60L74 92H56L54 62Z", _IRON, _INK),
        Coat("M12 36H26V66L19 74 11 66ZM74 36H88L89 66 81 74 74 66Z", c.cloth, _INK),
        Coat("M27 14H73L79 50 70 66H30L21 50Z", c.steel, _INK),
        Coat("M35 25H65L62 37H38Z", _DARK, _INK, 2.5),
        Coat("M40 31H60", "", c.light, 4),
        Coat("M33 48H67M37 57H63", "", _INK, 2.4),
    )


def _person(armour: str, weapon: str, far: bool, leads: bool, c: Cloth, shoulders: str) -> Portrait:
    arms = ARMS.get(weapon, _RIFLE if far else _SABRE)
    behind, before = (arms, ()) if arms in (_TUBE, _HAMMER) else ((), arms)
    return (
        Coat(shoulders, c.cloth, _INK),
        Coat("M40 62H60V74Q50 80 40 74Z", _DARK, _INK, 2),
        *behind,
        *HEADS.get(armour, _open)(c),
        *((_CREST,) if leads else ()),
        *before,
    )


@cache
def _painted(kind: str, armour: str, weapon: str, far: bool, leads: bool, seat: int, on_base: bool) -> str:
    c = Cloth(*HELMETS[seat % 2], SKINS[(len(weapon) + len(armour)) % 2])
    round_, square = "M10 80Q14 66 34 62H66Q86 66 90 80A50 50 0 0 1 10 80Z", "M2 100Q8 70 34 62H66Q92 70 98 100Z"
    if kind != "infantry":
        drawn = _machine(kind, c)
    else:
        drawn = _person(armour, weapon, far, leads, c, round_ if on_base else square)
    if on_base:
        return painted((Coat(oval(50, 50, 50), TINTS[seat % 2]),), drawn)
    return painted(_RUIN, Moved(drawn, 2, 4, 0.96))


def _drawn(m: Model, on_base: bool) -> str:
    weapon = next((one.id for one in m.weapons if one.id in ARMS), "")
    far = any(one.ranged for one in m.weapons)
    return _painted(
        TYPES[m.card.type], m.card.armour.id if m.card.armour else "", weapon, far, m.card.leader, m.seat, on_base
    )


def figure(m: Model) -> str:
    """On its base."""
    return _drawn(m, on_base=True)


def illustration(m: Model) -> str:
    """For its card."""
    return _drawn(m, on_base=False)
