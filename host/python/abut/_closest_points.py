"""Nearest points of NURBS surfaces (docs/explanation/closest-points.md)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Optional, Union

import numpy as np
import numpy.typing as npt

from . import _abut
from ._arrays import Doubles, FloatDtype, Floats, is_single
from ._checks import need
from ._nurbs import NurbsSurface


class SurfaceSet:
    """Many NURBS surfaces, made ready for questions about points. They have the numbers 0, 1, ... in which they were added.

    Each is cut into Bezier patches until every piece is simple, with a tree over them. Several threads may use one set: a call
    that adds waits for those that read it.
    """

    def __init__(self) -> None:
        self._set = _abut._SurfaceSet()

    def add(self, surface: NurbsSurface) -> int:
        """Adds a surface; returns its number. Raises InvalidInput when all its control points are one point."""
        need("surface", surface, NurbsSurface)
        return self._set.add(surface._data)

    def surface(self, number: int) -> NurbsSurface:
        """As it was added, a copy. Raises InvalidInput when it is not there."""
        return NurbsSurface._of(self._set.surface(number))

    def bytes(self) -> int:
        """The memory of all that is kept."""
        return self._set.bytes()

    def __len__(self) -> int:
        return self._set.size()

    def __repr__(self) -> str:
        count = len(self)
        return f"SurfaceSet of {count} surface{'' if count == 1 else 's'}"


@dataclass
class ClosestPoints:
    """The nearest points of N points. `distance`, `normal` and `lower_bound` are of the dtype asked for."""

    distance: Floats  #: (N,): not signed
    u: Doubles  #: (N,): parameters of the nearest point
    v: Doubles  #: (N,)
    point: Doubles  #: (N, 3): the nearest point, in the surface's frame and unit
    normal: Floats  #: (N, 3): of the surface there, u x v, unit; zero where it has none
    lower_bound: Floats  #: (N,): proved: no point of the surface is nearer; 0 by the methods that prove nothing
    status: npt.NDArray[np.uint8]  #: (N,): `Status.CONVERGED`, `ITERATION_LIMIT`, or `INVALID_POSE` of a point not finite
    tie: npt.NDArray[np.bool_]  #: (N,): whether another minimum is as near
    evaluations: npt.NDArray[np.uint32]  #: (N,): how many points of the surface were worked out

    def __len__(self) -> int:
        return len(self.distance)


class ClosestPointCaches:
    """What `find_closest_points` leaves for the next search of the same points after they have moved: one a point.

    With them answers are as certain as without. A cache whose point has another surface than before starts anew, and so do all
    with another set, `tolerance` or `tie`. Calls from several threads wait for each other.

    Args:
        count: of points.
        dtype: float32 or float64, that of the searches.

    Raises InvalidInput for a count below 0, TypeError for another dtype.
    """

    def __init__(self, count: int, dtype: FloatDtype = np.float64) -> None:
        single = is_single(dtype)
        self._caches = _abut._closest_point_caches(count, single)
        self._dtype = np.dtype(np.float32 if single else np.float64)

    @property
    def dtype(self) -> "np.dtype[Any]":
        """float32 or float64."""
        return self._dtype

    def reset(self) -> None:
        """Forgets what has been found; the memory stays."""
        self._caches.reset()

    def __len__(self) -> int:
        return self._caches.count()


def find_closest_points(
    surfaces: SurfaceSet,
    which: Union[int, npt.NDArray[np.uint32]],
    points: Any,
    *,
    method: str = "certified",
    tolerance: Optional[float] = None,
    tie: Optional[float] = None,
    radius: float = 2.0**-7,
    rectangles: int = 4096,
    dtype: FloatDtype = np.float64,
    caches: Optional[ClosestPointCaches] = None,
    threads: int = 0,
) -> ClosestPoints:
    """The nearest point of a NURBS surface, for each of many points: a global minimum, with a lower bound that proves it.

    Args:
        surfaces: the set; each point is in its surface's frame and unit.
        which: the number of the surface that all points have, or (N,) uint32: that of each.
        points: (N, 3), float64 or float32. Not copied where it is float64 and contiguous.
        method: 'certified', branch and bound. For comparison, two methods of papers, which prove nothing and may end at
            another local minimum, are 'newton' (Montanari 2017, 4.7) and 'direct' (Lim 2012, 3.2.4).
        tolerance: of the proof, over the surface's size and the distance, to 0.5; None or 0: 2^-40, in float32 2^-16.
        tie: other minima that are farther away than the nearest one by no more than this times the surface's size are ties, to
            0.5; None or 0: 2^-30, in float32 2^-14.
        radius: with caches, how far a point may go, over the surface's size, until there is a whole search again.
        rectangles: after how many a search gives up.
        dtype: float32 or float64, the precision of the searches and of `distance`, `normal` and `lower_bound`.
        caches: N of them, of this dtype, read and written: searches of a walk start from the step before.
        threads: 0: all cores. Answers do not depend on it.

    Returns:
        New arrays. A search that cannot prove its answer to `tolerance` has `Status.ITERATION_LIMIT`, and its `lower_bound`
        says how near another point might be.

    Raises:
        InvalidInput (a ValueError): a surface that is not there, an option that is not allowed, another number of caches or
        other ones' dtype. ValueError, TypeError: an array of another shape, dtype or layout. A point that is not finite
        raises nothing: its status is `Status.INVALID_POSE`.

    Source: docs/explanation/closest-points.md.
    """
    need("surfaces", surfaces, SurfaceSet)
    if caches is not None:
        need("caches", caches, ClosestPointCaches)
    return ClosestPoints(
        **_abut._find_closest_points(
            surfaces._set,
            int(which) if isinstance(which, np.integer) else which,
            points,
            method,
            0.0 if tolerance is None else tolerance,
            0.0 if tie is None else tie,
            radius,
            rectangles,
            is_single(dtype),
            None if caches is None else caches._caches,
            threads,
        )
    )
