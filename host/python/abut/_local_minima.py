"""All local minima of the distance to NURBS surfaces (docs/explanation/closest-points.md)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Union

import numpy as np
import numpy.typing as npt

from . import _abut
from ._arrays import Doubles, FloatDtype, Floats, is_single
from ._checks import need
from ._closest_points import SurfaceSet


@dataclass
class LocalMinima:
    """The K local minima of N points. Those of point i are at offsets[i] to offsets[i + 1], the nearest one first.

    `distance` and `normal` are of the dtype asked for.
    """

    offsets: npt.NDArray[np.uint64]  #: (N + 1,)
    distance: Floats  #: (K,): not signed
    u: Doubles  #: (K,): parameters
    v: Doubles  #: (K,)
    point: Doubles  #: (K, 3): of the surface, in its frame and unit
    normal: Floats  #: (K, 3): of the surface there, u x v, unit; at a crease that of one side
    continuum: npt.NDArray[np.bool_]  #: (K,): whether it stands for a curve or an area of places that are as near
    status: npt.NDArray[np.uint8]  #: (N,): `Status.CONVERGED`: these are all; `ITERATION_LIMIT`; `INVALID_POSE`
    rectangles: npt.NDArray[np.uint32]  #: (N,): how many rectangles the search looked at

    def __len__(self) -> int:
        return len(self.distance)

    def point_indices(self) -> npt.NDArray[np.int64]:
        """(K,) int64: the row in `points` that each minimum is of."""
        first = self.offsets.astype(np.int64)
        return np.repeat(np.arange(len(first) - 1, dtype=np.int64), first[1:] - first[:-1])


def find_local_minima(
    surfaces: SurfaceSet,
    which: Union[int, npt.NDArray[np.uint32]],
    points: Any,
    *,
    within: float = math.inf,
    rectangles: int = 1 << 16,
    dtype: FloatDtype = np.float64,
    threads: int = 0,
) -> LocalMinima:
    """All places of NURBS surfaces whose distance to a point is a local minimum, for each of many points.

    A place counts if no place of the surface around it is nearer: inside of a patch, on a border, at a crease, a corner or a
    pole. Places that are closer together than 2^-20 of the surface's size are one; in float32 it is 2^-8.

    Args:
        surfaces: the set; each point is in its surface's frame and unit.
        which: the number of the surface that all points have, or (N,) uint32: that of each.
        points: (N, 3), float64 or float32. Not copied where it is float64 and contiguous.
        within: minima that are farther away are left out, which makes the search faster.
        rectangles: after how many a search gives up.
        dtype: float32 or float64, the precision of the searches and of `distance` and `normal`.
        threads: 0: all cores. Answers do not depend on it.

    Returns:
        New arrays. The status `Status.ITERATION_LIMIT` says that there may be others.

    Raises:
        InvalidInput (a ValueError): a surface that is not there, an option that is not allowed. ValueError, TypeError: an
        array of another shape, dtype or layout, another `dtype`. A point that is not finite raises nothing: its status is
        `Status.INVALID_POSE`.

    Source: docs/explanation/closest-points.md.
    """
    need("surfaces", surfaces, SurfaceSet)
    return LocalMinima(
        **_abut._find_local_minima(
            surfaces._set,
            int(which) if isinstance(which, np.integer) else which,
            points,
            within,
            rectangles,
            is_single(dtype),
            threads,
        )
    )
