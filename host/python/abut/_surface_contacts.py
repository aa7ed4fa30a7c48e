"""Contacts of closed NURBS surfaces by knots, and the separation of two (docs/explanation/surface-contacts.md)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Optional

import numpy as np
import numpy.typing as npt

from . import _abut
from ._abut import BodySet, ShapeSet
from ._arrays import Doubles, FloatDtype, Floats, Pairs, count_of, is_single
from ._checks import need
from ._nurbs import NurbsSurface
from ._surfaces import KnotPositions

#: Bit of a key: the knot is of B, and its closest point is on A.
SURFACE_CONTACT_OF_B = 1 << 32


class ContactSurfaces:
    """Closed surfaces of the shapes of a set, each with knots: points on it that other surfaces meet.

    Several threads may use one: a call of `set` waits for those that read it. Source: Lim 2012, section 3.2.2;
    docs/explanation/surface-contacts.md.

    Raises TypeError for what is no ShapeSet.
    """

    def __init__(self, shapes: ShapeSet) -> None:
        need("shapes", shapes, ShapeSet)
        self._surfaces = _abut._ContactSurfaces(shapes)

    def set(self, shape: int, surface: NurbsSurface, *, knots: Optional[KnotPositions] = None) -> None:
        """Gives a shape a closed surface, its normals outward, in the shape's frame and unit. Once for each shape.

        The shape stands for the surface where pairs are found and has to hold it: the hull of its control points does.

        Args:
            shape: its number in the set.
            surface: closed along each parameter, or with a pole at both ends of it; u x v points outwards.
            knots: points of the surface, as `knot_positions` places them. None: the surface, as that of a wall, only meets
                the knots of others.

        Raises:
            InvalidInput: a shape that is not there or has a surface; a control point outside of the shape's box by more than
            1e-6 of its size; a surface that is open or inside out; 2^24 knots or more, or one that is not finite or farther
            from the surface than 1e-6 of its size. TypeError, ValueError: arrays of another dtype or shape.
        """
        need("surface", surface, NurbsSurface)
        if knots is not None:
            need("knots", knots, KnotPositions)
        points = None if knots is None else (knots.u, knots.v, knots.point, knots.normal)
        self._surfaces.set(shape, surface._data, points)

    def has(self, shape: int) -> bool:
        """Whether a shape has a surface."""
        return self._surfaces.has(shape)

    def surface(self, shape: int) -> NurbsSurface:
        """That of a shape, a copy. Raises InvalidInput when it has none."""
        return NurbsSurface._of(self._surfaces.surface(shape))

    def knots(self, shape: int) -> KnotPositions:
        """Those of a shape, copies; the keys of contacts are their numbers. Raises InvalidInput when it has no surface."""
        return KnotPositions(*self._surfaces.knots(shape))

    def bytes(self) -> int:
        """The memory of all that is kept."""
        return self._surfaces.bytes()


@dataclass(frozen=True)
class SurfaceContacts:
    """The K contacts of M pairs by knots: those of pair i are at offsets[i] to offsets[i + 1], in the order of keys.

    A contact is a knot X of one surface with its closest point Y on the other one, n the outward normal there, and the gap
    (X - Y) . n. Normals are in world axes; points are relative to the position of A's body, in world axes (see
    `world_points`).
    """

    offsets: npt.NDArray[np.uint64]  #: (M + 1,)
    key: npt.NDArray[np.uint64]  #: (K,): names the contact: the knot's number, with SURFACE_CONTACT_OF_B for a knot of B
    separation: Floats  #: (K,): the gap; below 0 the knot is inside of the other body
    normal: Floats  #: (K, 3): unit, from A to B; along it the gap grows the fastest
    point: Floats  #: (K, 3): midway between the knot and its closest point
    u: Doubles  #: (K,): of the closest point, on the other surface
    v: Doubles  #: (K,)
    status: npt.NDArray[np.uint8]  #: (K,): `Status.CONVERGED`, or `ITERATION_LIMIT`: a nearer point is not excluded

    def __len__(self) -> int:
        return len(self.separation)

    def pair_indices(self) -> npt.NDArray[np.int64]:
        """(K,) int64: the row in the finder's `pairs` that each contact is of."""
        first = self.offsets.astype(np.int64)
        return np.repeat(np.arange(len(first) - 1, dtype=np.int64), first[1:] - first[:-1])

    def of_b(self) -> npt.NDArray[np.bool_]:
        """(K,) bool: whose knot is of B; of the others it is of A."""
        return np.asarray(self.key & np.uint64(SURFACE_CONTACT_OF_B) != 0, np.bool_)

    def knots(self) -> npt.NDArray[np.uint32]:
        """(K,) uint32: the number of the knot, as `ContactSurfaces.knots` has it."""
        return np.asarray(self.key & np.uint64(SURFACE_CONTACT_OF_B - 1), np.uint32)


class SurfaceContactFinder:
    """Contacts of closed surfaces by knots, for bodies that move: `find` once a step.

    From step to step the gaps of knots, and of spheres about them, are kept with the way that they have gone since: nothing
    is asked again before it may be within the alert distance. No knot within it is missed. Closest points begin where they
    ended, so their last bits depend on the steps before; `save` and `restore` take that along. With another
    `ContactSurfaces` it begins anew. Calls from several threads wait for each other. `threads` 0: all cores; answers do not
    depend on it. Source: Lim 2012, section 3.2; docs/explanation/surface-contacts.md.
    """

    def __init__(self, *, threads: int = 0) -> None:
        self._finder = _abut._SurfaceContactFinder(threads=threads)

    def find(
        self,
        surfaces: ContactSurfaces,
        bodies: BodySet,
        candidates: Pairs,
        *,
        alert_distance: float = 0.0,
        knots_of_a: bool = True,
        knots_of_b: bool = True,
        dtype: FloatDtype = np.float64,
    ) -> SurfaceContacts:
        """The contacts of this step's candidates. Those of `pairs[i]` are at offsets[i] to offsets[i + 1].

        Args:
            surfaces: of the shapes that `bodies` have. Candidates of which a shape has none have no contacts.
            candidates: (M, 2) uint32, C-contiguous, numbers of parts, sorted by the first, then the second, as `find_pairs`
                and a `PairFinder` give them. Not copied.
            alert_distance: knots with a larger gap are left out; parts' own alert distances are added. Finite, 0 or more, a
                length.
            knots_of_a, knots_of_b: whether the knots of A meet B, and those of B meet A.
            dtype: float32 or float64, the precision of the answer. Knots are met in float64.

        Raises:
            InvalidInput (a ValueError): candidates that are not sorted or name a part that is not there, an alert distance
            that is not allowed; the next step then begins anew. ValueError, TypeError: an array of another shape, dtype or
            layout.
        """
        need("surfaces", surfaces, ContactSurfaces)
        count_of(candidates, "candidates", "(M, 2)")
        return SurfaceContacts(
            **self._finder.find(
                surfaces._surfaces, bodies, candidates, is_single(dtype), alert_distance, knots_of_a, knots_of_b
            )
        )

    @property
    def pairs(self) -> Pairs:
        """(K, 2) uint32: the last step's candidates that have contacts, in their order. A copy."""
        return self._finder.pairs()

    @property
    def counts(self) -> dict[str, int]:
        """What the last step took.

        `candidates`: pairs. `sides`: of pairs, the knots of one body against the other. `spheres`: about knots, whose gap was
        asked. `knots`: whose own gap was looked at; `queries`: of these, whose closest point was asked.
        """
        return self._finder.counts()

    @property
    def memory(self) -> int:
        """Bytes of what is kept for the next step."""
        return self._finder.memory()

    def save(self) -> bytes:
        """All that is kept, for a finder of the same surfaces on the same kind of machine to go on with, to the bit."""
        return self._finder.save()

    def restore(self, saved: Any) -> None:
        """Takes what `save` has made: bytes, or an array (N,) uint8 of them.

        Raises InvalidInput for anything else that is bytes, and the finder stays as it was; TypeError for what are none.
        """
        self._finder.restore(saved)

    def reset(self) -> None:
        """Forgets what has been found."""
        self._finder.reset()


@dataclass(frozen=True)
class SurfaceSeparations:
    """The separations of M pairs of closed surfaces.

    Normals are in world axes; points are relative to the position of A's body, in world axes (see `world_points`).
    """

    separation: Doubles  #: (M,): the least distance; or minus the depth of the point that is deepest in the other body
    lower_bound: Doubles  #: (M,): proved: the separation is no less
    normal: Doubles  #: (M, 3): unit, from A to B; zero where nothing tells
    point_a: Doubles  #: (M, 3): of A's surface, the nearest to B's
    point_b: Doubles  #: (M, 3): of B's surface
    u_a: Doubles  #: (M,): parameters of `point_a`
    v_a: Doubles  #: (M,)
    u_b: Doubles  #: (M,): parameters of `point_b`
    v_b: Doubles  #: (M,)
    status: npt.NDArray[np.uint8]  #: (M,): `Status.CONVERGED`, `TOUCHING` or `ITERATION_LIMIT`
    rectangles: npt.NDArray[np.uint32]  #: (M,): how many were looked at

    def __len__(self) -> int:
        return len(self.separation)


def surface_separation(
    surfaces: ContactSurfaces,
    bodies: BodySet,
    pairs: Pairs,
    *,
    distance_tolerance: float = 2.0**-36,
    depth_tolerance: float = 2.0**-20,
    rectangles: int = 2**16,
    threads: int = 0,
) -> SurfaceSeparations:
    """The exact separation of closed surfaces, without knots: the least distance, or how deep one reaches into the other.

    By branch and bound, with a proof. A depth is that of the deepest point of either surface inside of the other body, as
    knots see it, and not the way that would part the bodies; it takes milliseconds.

    Args:
        surfaces: of the shapes that `bodies` have.
        pairs: (M, 2) uint32, C-contiguous, numbers of parts, in any order. Not copied.
        distance_tolerance: of the proof, over the sum of both sizes, above 0, to 0.5.
        depth_tolerance: likewise of a depth.
        rectangles: after how many a search gives up, 1 or more; its status is `Status.ITERATION_LIMIT` then.
        threads: 0: all cores. Answers do not depend on it.

    Raises:
        InvalidInput (a ValueError): a part that is not there, a shape without a surface, an option that is not allowed.
        ValueError, TypeError: an array of another shape, dtype or layout.

    Source: docs/explanation/surface-contacts.md.
    """
    need("surfaces", surfaces, ContactSurfaces)
    count_of(pairs, "pairs", "(M, 2)")
    return SurfaceSeparations(
        **_abut._surface_separation(
            surfaces._surfaces, bodies, pairs, distance_tolerance, depth_tolerance, rectangles, threads
        )
    )
