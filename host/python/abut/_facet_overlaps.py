"""What facets cover of each other, for penalty methods that sum over pairs of facets (docs/explanation/deforming.md)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _abut
from ._arrays import Doubles
from ._checks import need, need_number
from ._deforming_bodies import DeformingBodies
from ._deforming_contacts import DeformingPairs


@dataclass(frozen=True)
class FacetOverlaps:
    """Of K pairs of facets a and b: where they cover each other, seen along the normal, with a gap in the range.

    With the positions x of the six corners of a pair

        sum of weights[k] * x[k] = gap * normal

    in the world and in the unit of the nodes. All is 0 where `area` is.
    """

    area: Doubles  #: (K,): 0 where they do not face each other or nothing is there
    gap: Doubles  #: (K,): mean over it, along the normal; below 0 where they have gone through each other
    normal: Doubles  #: (K, 3): unit, along n_b - n_a
    facing: Doubles  #: (K,): -n_a . n_b: 1 for facets that face each other
    weights: Doubles  #: (K, 6): means of barycentric coordinates, of a's corners, then of b's with a minus
    moments: Doubles  #: (K, 7): integrals over it of powers of the gap, from 0 (the area) to 6

    def __len__(self) -> int:
        return len(self.area)


def pair_corners(bodies: DeformingBodies, pairs: DeformingPairs) -> npt.NDArray[np.uint32]:
    """The corners of pairs of facets: (K, 6) uint32, three of one and three of the other: rows of `DeformingBodies.nodes()`.

    Raises InvalidInput (a ValueError) when a facet is not there.
    """
    need("bodies", bodies, DeformingBodies)
    need("pairs", pairs, DeformingPairs)
    return _abut._pair_corners(bodies._bodies, pairs.bodies, pairs.offsets, pairs.facets)


def facet_overlaps(
    nodes: Any, corners: Any, *, least_gap: float = -math.inf, most_gap: float = 0.0, threads: int = 0
) -> FacetOverlaps:
    """What pairs of facets cover of each other, and how far apart they are over it: exact integrals.

    Both are seen along the unit vector along n_b - n_a. Their gap is linear over what they cover; where it is from `least_gap`
    to `most_gap` counts. A least gap above minus the thickness of bodies leaves out facets on opposite sides of them.

    Args:
        nodes: (N, 3), float64 or float32. Not copied where they are float64 and C-contiguous.
        corners: (K, 6) uint32, rows of `nodes`: three of a and three of b, counter-clockwise as seen from outside;
            `pair_corners` has those of a search.
        least_gap, most_gap: in the unit of the nodes, the first below the second; infinities are allowed. Without them what
            has gone into each other, however deep.
        threads: 0: all cores. Answers do not depend on it.

    Returns:
        New arrays, as (K,) and (K, 7) float64. 0 where a corner is not finite.

    Raises:
        InvalidInput (a ValueError): a corner that is not there; a range without gaps. ValueError, TypeError: an array of
        another shape or dtype.

    Source: Puso & Laursen 2004, with a normal of both facets; docs/explanation/deforming.md.
    """
    gaps = need_number("least_gap", least_gap), need_number("most_gap", most_gap)
    rows = _abut._facet_overlaps(nodes, corners, gaps, threads)
    fields = rows[:, 0], rows[:, 1], rows[:, 2:5], rows[:, 5], rows[:, 6:12], rows[:, 12:]
    return FacetOverlaps(*(np.ascontiguousarray(field) for field in fields))


def facet_overlap_gradients(
    nodes: Any,
    corners: Any,
    by_moments: Any,
    *,
    by_facing: Any = None,
    least_gap: float = -math.inf,
    most_gap: float = 0.0,
    threads: int = 0,
) -> Doubles:
    """The derivatives of functions of overlaps by their six corners: (K, 6, 3) float64. Minus forces, if these are energies.

    Args:
        nodes, corners: as `facet_overlaps` has them.
        by_moments: (K, 7) float64, the functions' derivatives by the moments.
        by_facing: (K,) float64, those by `facing`; without it 0.
        least_gap, most_gap, threads: as `facet_overlaps` has them.

    Returns:
        A new array. Those of a pair add up to 0.

    Raises as `facet_overlaps`.
    """
    gaps = need_number("least_gap", least_gap), need_number("most_gap", most_gap)
    return _abut._facet_overlap_gradients(nodes, corners, (by_moments, by_facing), gaps, threads)
