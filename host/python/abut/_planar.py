"""Problems of the plane: candidate pairs, queries, Minkowski differences (docs/explanation/planar.md)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Optional

import numpy as np
import numpy.typing as npt

from . import _abut
from ._abut import PlanarShapeSet, WarmStart
from ._arrays import Doubles, FloatDtype, Pairs, count_of, is_single
from ._checks import need
from ._planar_contacts import PlanarContacts
from ._planar_rows import PlanarBodies

Masks = npt.NDArray[np.uint32]


def find_planar_pairs(
    shapes: PlanarShapeSet,
    bodies: PlanarBodies,
    *,
    alert_distance: float = 0.0,
    groups: Optional[Masks] = None,
    meets: Optional[Masks] = None,
    threads: int = 0,
) -> Pairs:
    """All pairs of bodies that may be within the alert distance of each other: (M, 2) uint32, a < b, sorted and unique.

    Args:
        bodies: rows of them, as pairs name them. Not copied.
        alert_distance: finite, 0 or more, in the caller's unit. None that is within it is missed.
        groups: (N,) uint32, bit masks: the groups that each body is in. Not copied.
        meets: (N,) uint32: those that it meets. Two bodies pair if each meets a group of the other; both None: any two may.
        threads: 0: all cores. Answers do not depend on it.

    A body whose pose is not finite pairs with nothing. Raises InvalidInput for a distance that is negative or not finite and a
    shape that is not there; TypeError, ValueError for arrays of another dtype or shape and one mask without the other.

    Source: as `find_pairs`, over boxes without height.
    """
    need("bodies", bodies, PlanarBodies)
    return _abut._find_planar_pairs(shapes, bodies._bytes(), alert_distance, groups, meets, threads)


class PlanarPairFinder:
    """Candidate pairs of bodies that move in the plane: `find` once a step, its answer always that of `find_planar_pairs`.

    A neighbour list (Verlet 1967) that looks after itself, as that of `PairFinder`. Calls from several threads wait for each
    other. `threads` 0: all cores.
    """

    def __init__(self, *, threads: int = 0) -> None:
        self._finder = _abut._PlanarPairFinder(threads=threads)

    def find(
        self,
        shapes: PlanarShapeSet,
        bodies: PlanarBodies,
        *,
        alert_distance: float = 0.0,
        groups: Optional[Masks] = None,
        meets: Optional[Masks] = None,
    ) -> Pairs:
        """The pairs of this step, (M, 2) uint32, as `find_planar_pairs` has them, with its arguments and errors.

        Anything may change from one call to the next; where only poses do it is fast.
        """
        need("bodies", bodies, PlanarBodies)
        return self._finder.find(shapes, bodies._bytes(), alert_distance, groups, meets)

    def reset(self) -> None:
        """Forgets what has been found; the memory stays."""
        self._finder.reset()

    @property
    def searches(self) -> int:
        """In how many steps it has searched so far; the others only filtered."""
        return self._finder.searches()

    @property
    def memory(self) -> int:
        """Bytes held."""
        return self._finder.memory()


def query_planar_pairs(
    shapes: PlanarShapeSet,
    bodies: PlanarBodies,
    pairs: Pairs,
    *,
    alert_distance: float = float("inf"),
    patch_margin: float = 0.0,
    dtype: FloatDtype = np.float64,
    patches: bool = False,
    overlaps: bool = False,
    out: Optional[PlanarContacts] = None,
    warm_start: Optional[WarmStart] = None,
    threads: int = 0,
) -> PlanarContacts:
    """One record per pair of bodies of the plane: separation or depth, normal, witness points, features, bounds.

    Args:
        bodies: rows of them. Not copied.
        pairs: (M, 2) uint32, C-contiguous: rows of `bodies`, in any order. Not copied.
        alert_distance: pairs that are proved to be farther apart end early with `Status.FARTHER_THAN_ALERT`. 0 or more.
        patch_margin: how much farther apart than their nearest points boundaries may be over the patch. Finite, 0 or more.
        dtype: float32 or float64: vertices and poses are rounded to it; the answer is worked out in float64 and rounded.
        patches: whether `PlanarContacts.patches` are found too.
        overlaps: whether `PlanarContacts.overlaps` are; no shape may then be rounded.
        out: written in place instead of new memory; decides dtype, patches and overlaps.
        warm_start: caches of these pairs, read and written: of edges that are equally near the one of the last step stays.
        threads: 0: all cores. Answers do not depend on it.

    Returns:
        `out`, or new arrays. Normals are in world axes, points relative to the position of body A, in world axes.

    Raises:
        InvalidInput (a ValueError): an index that is out of range, a distance that is not allowed, overlaps of a rounded shape,
        another number of caches. ValueError, TypeError: an array of another shape, dtype or layout. Geometry's faults are told
        by `status`: a pose that is not finite, or whose rotation's length is off 1, has `Status.INVALID_POSE`.

    Source: GJK with Signed Volumes (Montanari 2017) in two dimensions, an expanding polygon; edges as Feng & Tan 2019, 4.3.
    """
    need("bodies", bodies, PlanarBodies)
    count = count_of(pairs, "pairs", "(M, 2)")
    single = is_single(dtype)
    if out is None:
        out = PlanarContacts.empty(count, dtype=dtype, patches=patches, overlaps=overlaps)
    else:
        need("out", out, PlanarContacts)
        if patches or overlaps:
            raise TypeError("out is given with patches or overlaps; allowed is either: out's own are written")
        if len(out) != count:
            raise ValueError(f"out has {len(out)} records; allowed are {count}, as pairs has rows")
        single = is_single(out.dtype)
    rows = (
        out._bytes("out"),
        None if out.patches is None else out.patches._bytes("out.patches"),
        None if out.overlaps is None else out.overlaps._bytes("out.overlaps"),
    )
    out.seconds = _abut._query_planar_pairs(
        shapes, bodies._bytes(), pairs, rows, single, alert_distance, patch_margin, warm_start, threads
    )
    return out


@dataclass(frozen=True)
class PlanarDifference:
    """A convex polygon whose vertices are made of one of A and one of B; in A's frame, lengths in its unit."""

    vertices: Doubles  #: (N, 2), counter-clockwise, the lowest first; one: a point, two: a segment
    sources: npt.NDArray[np.uint32]  #: (N, 2): the point of A and the one of B


def planar_minkowski_difference(
    a: Any, b: Any, *, position: Any = None, rotation: Any = None, angle: Any = None
) -> PlanarDifference:
    """A - B of the convex hulls of two point sets (N, 2) of the plane, B's frame posed in A's.

    `position` (2,); `rotation` (2,), cosine and sine, or `angle` in radians. The shapes touch or overlap exactly when the
    origin lies in it. The order of its edges is decided exactly. Raises InvalidInput, ValueError or TypeError for what is no
    point set or pose, and more than 2^20 points. Source: Feng & Tan 2019, 2.1 to 2.3.
    """
    return PlanarDifference(*_abut._planar_minkowski_difference(a, b, position, rotation, angle))


def planar_entrance_block(
    a: Any, b: Any, *, rotation: Any = None, angle: Any = None, reference_point: Any = (0.0, 0.0)
) -> PlanarDifference:
    """All places that a point carried by B can be moved to in the plane, B not turned, that bring B into A.

    `a`, `b` (N, 2); `rotation` or `angle` turns B's frame into A's; `reference_point` (2,) is in B's frame. Raises as
    `planar_minkowski_difference`. Source: Feng & Tan 2019, eq. 7; Shi.
    """
    return PlanarDifference(*_abut._planar_entrance_block(a, b, rotation, angle, reference_point))
