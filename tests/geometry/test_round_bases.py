"""Sight starts and ends inside round bases, never in the corner of the square round one (Universalis R022, R035).

Against lines that are drawn one by one between points of the two tops: what is seen that way must be found, and what
is found must be seen by some line of a closely sampled base.
"""

from __future__ import annotations

from math import cos, pi, sin
from random import Random

import pytest

from kempelen.geometry import Cylinder, Prism, bounds_of, distance_to_polygon, sees
from tests.marks import rule

SIZES = ((1.25, 2.5), (1.25, 4.0), (2.0, 6.0), (2.5, 8.0))


def prism(corners, top):
    return Prism(tuple(corners), 0.0, top, bounds_of(corners))


def top_of(body, around):
    rings = [(body.x, body.y)]
    for share in (1 / 3, 2 / 3, 1.0):
        for n in range(around):
            angle = 2 * pi * n / around
            rings.append((body.x + share * body.r * cos(angle), body.y + share * body.r * sin(angle)))
    return rings


def crosses(p, q, low, high, wall):
    """Does the line from p (at height low) to q (at height high) run through the prism?"""
    enter, leave = 0.0, 1.0
    dx, dy = q[0] - p[0], q[1] - p[1]
    corners = wall.polygon
    for (x0, y0), (x1, y1) in zip(corners, corners[1:] + corners[:1], strict=True):
        inside = (x1 - x0) * (p[1] - y0) - (y1 - y0) * (p[0] - x0)
        rate = (x1 - x0) * dy - (y1 - y0) * dx
        if abs(rate) < 1e-12:
            if inside <= 1e-9:
                return False
        elif rate > 0:
            enter = max(enter, -inside / rate)
        else:
            leave = min(leave, -inside / rate)
    if enter >= leave - 1e-9:
        return False
    return min(low + (high - low) * enter, low + (high - low) * leave) < wall.top - 1e-9


def drawn(a, b, walls, around):
    """Some line from top to top can be drawn."""
    low, high = a.z + a.h, b.z + b.h
    return any(
        not any(crosses(p, q, low, high, wall) for wall in walls) for p in top_of(a, around) for q in top_of(b, around)
    )


def layout(seed):
    """Two bodies of any size and level with one or two walls between them, none of which cuts a base."""
    chance = Random(f"round bases {seed}")
    (ra, ha), (rb, hb) = chance.choice(SIZES), chance.choice(SIZES)
    far, turn = chance.uniform(5, 25), chance.uniform(0, 2 * pi)
    a = Cylinder(45.0, 45.0, chance.choice((0.0, 0.0, 3.0, 5.0)), ra, ha)
    b = Cylinder(
        round(45 + far * cos(turn), 2), round(45 + far * sin(turn), 2), chance.choice((0.0, 0.0, 0.0, 5.0)), rb, hb
    )
    walls = []
    for _ in range(chance.randint(1, 2)):
        share = chance.uniform(0.2, 0.8)
        x = 45 + far * cos(turn) * share + chance.uniform(-1, 1)
        y = 45 + far * sin(turn) * share + chance.uniform(-1, 1)
        thick, long, lean = chance.uniform(0.2, 2), chance.uniform(2, 7), turn + chance.uniform(-1, 1)
        corners = [
            (
                x + u * thick / 2 * cos(lean) - v * long / 2 * sin(lean),
                y + u * thick / 2 * sin(lean) + v * long / 2 * cos(lean),
            )
            for u, v in ((-1, -1), (1, -1), (1, 1), (-1, 1))
        ]
        walls.append(prism(corners, chance.uniform(3, 10)))
    return a, b, [w for w in walls if all(distance_to_polygon(w.polygon, c.x, c.y) > c.r for c in (a, b))]


@rule("universalis:R022")
@rule("universalis:R035")
@pytest.mark.parametrize(
    ("a", "b", "corners", "top"),
    [
        (
            Cylinder(10, 10, 0, 2, 6),
            Cylinder(27.33, 5.43, 0, 1.25, 4),
            [(22.1796, 4.0159), (22.9058, 4.0408), (22.7569, 8.3888), (22.0307, 8.364)],
            4.7397,
        ),
        (
            Cylinder(10, 10, 0, 1.25, 2.5),
            Cylinder(17.29, 25.06, 5, 1.25, 2.5),
            [(14.2034, 16.5301), (15.0615, 17.2899), (12.4647, 20.2224), (11.6066, 19.4625)],
            5.3731,
        ),
    ],
)
def test_no_line_from_a_corner_outside_the_base(a, b, corners, top):
    """Layouts where only the corner of the square round a base would see over the end of the wall."""
    walls = [prism(corners, top)]
    assert not drawn(a, b, walls, 72)
    assert not sees(a, b, walls)
    assert not sees(b, a, walls)


@rule("universalis:R035")
@pytest.mark.parametrize("part", range(4))
def test_sight_is_what_can_be_drawn(part):
    seen = 0
    for seed in range(part * 40, part * 40 + 40):
        a, b, walls = layout(seed)
        found = sees(a, b, walls)
        seen += found
        assert found == sees(b, a, walls)
        if found != drawn(a, b, walls, 24):
            assert found == drawn(a, b, walls, 72), seed
    assert 10 < seen < 38
