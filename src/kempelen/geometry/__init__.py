"""Points, discs, segments, convex polygons and upright prisms: sight, cover, paths, in closed form.

Circles stay circles and are never replaced by many-cornered polygons. A prism is a convex polygon with a lowest and a
highest point; pieces that are not convex are split when they are read. Lengths have no unit here.
"""

from kempelen.geometry.cover import disc_shadows, hidden_share, shadows, share_of
from kempelen.geometry.discs import (
    bearing,
    chord,
    overlap,
    ray_to_disc,
    ray_to_polygon,
    segment_distance,
    sweep_to_disc,
    sweep_to_polygon,
)
from kempelen.geometry.polygons import (
    EPSILON,
    Point,
    Polygon,
    area_of,
    bounds_of,
    convex_parts,
    distance_to_polygon,
    edge_distance,
    inside,
    is_convex,
    self_crossing,
    union_area,
)
from kempelen.geometry.sight import Cylinder, Prism, sees

__all__ = [
    "EPSILON",
    "Cylinder",
    "Point",
    "Polygon",
    "Prism",
    "area_of",
    "bearing",
    "bounds_of",
    "chord",
    "convex_parts",
    "disc_shadows",
    "distance_to_polygon",
    "edge_distance",
    "hidden_share",
    "inside",
    "is_convex",
    "overlap",
    "ray_to_disc",
    "ray_to_polygon",
    "sees",
    "segment_distance",
    "self_crossing",
    "shadows",
    "share_of",
    "sweep_to_disc",
    "sweep_to_polygon",
    "union_area",
]
