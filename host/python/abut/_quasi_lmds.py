"""Quasi-LMDs of pairs of dilated simplicial complexes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _abut
from ._abut import BodySet, ShapeSet
from ._arrays import FloatDtype, Floats, Pairs, count_of, is_single
from ._checks import need
from ._complexes import SimplicialComplex


@dataclass(frozen=True)
class ComplexReport:
    """What became of a complex."""

    simplices: int  #: of 0 to 3 dimensions, faces included
    #: how many there are of each class: 0, corners; 1, vertices of creases; 2, creases; 3, vertices that a plane ends at;
    #: 4, vertices, 5, edges in a plane; 6, triangles; 7, what nothing touches
    of_class: tuple[int, ...]
    welded_vertices: int  #: equal to one before
    repeated_simplices: int  #: named twice
    collapsed_simplices: int  #: with two equal vertices: what is left of them is a face
    split_triangles: int  #: without area: a corner on the edge between the others
    solid: bool  #: triangles are touched from outside
    not_solid: str  #: why not; empty if it is


@dataclass(frozen=True)
class ComplexSimplices:
    """The simplices of a shape's complex that may be touched, as contacts name them: copies, in the order of `feature`."""

    feature: npt.NDArray[np.uint64]  #: (K,): see `feature_kind`, `feature_index`
    #: (K, 3): vertices of the complex; those that a vertex or an edge does not have equal its first
    corners: npt.NDArray[np.uint32]
    simplex_class: npt.NDArray[np.uint8]  #: (K,): 0 to 6, as `ComplexReport.of_class` counts them

    def __len__(self) -> int:
        return len(self.feature)

    def corners_of(self, feature: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint32]:
        """(M, 3) uint32: the corners of features (M,) that contacts have. Raises ValueError for one that is not there."""
        wanted = np.asarray(feature, np.uint64)
        at = np.searchsorted(self.feature, wanted)
        there = at < len(self.feature)
        there[there] = self.feature[at[there]] == wanted[there]
        if not there.all():
            row = int(np.argmin(there))
            raise ValueError(f"feature[{row}] is {int(wanted[row])}; allowed are those of the shape's contacts")
        return self.corners[at]


class ContactComplexes:
    """Simplicial complexes that stand for shapes in contact, dilated by a radius.

    Motion never changes what is kept; bodies with a shape share its complex. Several threads may use one: a call of `set`
    waits for those that read it. Source: Merlhiot 2007, sections 4 to 6.
    """

    def __init__(self) -> None:
        self._complexes = _abut._ContactComplexes()

    def set(
        self,
        shapes: ShapeSet,
        shape: int,
        complex: SimplicialComplex,
        dilation: float,
        *,
        offset_inward: bool = False,
        sides: str = "automatic",
        flatness: float = 1e-6,
    ) -> ComplexReport:
        """Gives a shape a complex, in the shape's frame and unit; a second one replaces the first.

        The shape stands for it where pairs are found and has to hold it with its dilation: the hull of the vertices,
        rounded by the dilation, does: `shapes.add_hull(complex.vertices, rounding=dilation)`.

        Args:
            shapes: the set that the shape is of.
            shape: its number in the set.
            complex: copied.
            dilation: radius of the balls whose union the shape is, above 0, a length.
            offset_inward: whether the boundary of a volume is moved inward by the dilation first, so that faces of the
                dilated shape are those of the volume, and only its edges and corners are rounded.
            sides: how triangles are touched: "shell", from both sides; "solid", from outside: what they enclose is filled;
                "automatic", as solid where they are closed, oriented and outward, no edge having more than two, else as shell.
            flatness: directions that differ by less than this angle are one where the kind of a simplex is told: edges
                between facets that are plane to that are flat. In radians, from 1e-12 to 1e-2.

        Raises:
            InvalidInput: a shape that is not there; a complex without simplices, or with more than 2^28; a coordinate that is
            not finite; a tetrahedron without volume; a triangle without area and neighbour to mend it by; a vertex outside
            of the shape's box by more than 1e-6 of its size; `sides` "solid" of triangles that are not closed, oriented and
            outward; `offset_inward` of what is no volume; an option that is not allowed.
        """
        need("shapes", shapes, ShapeSet)
        need("complex", complex, SimplicialComplex)
        return ComplexReport(
            **self._complexes.set(shapes, shape, complex._arrays, dilation, offset_inward, sides, flatness)
        )

    def has(self, shape: int) -> bool:
        """Whether a shape has a complex."""
        return self._complexes.has(shape)

    def shape_count(self) -> int:
        """One more than the last shape that has a complex; 0 where none has."""
        return self._complexes.shape_count()

    def simplices(self, shape: int) -> ComplexSimplices:
        """What contacts name of a shape's complex. Raises InvalidInput for a shape that has none."""
        return ComplexSimplices(**self._complexes.simplices(shape))

    def bytes(self) -> int:
        """The memory of all that is kept."""
        return self._complexes.bytes()


@dataclass(frozen=True)
class LmdArrays:
    """The K contacts of M pairs, of whatever stands for their shapes: what `QuasiLmds` and `BrepContacts` have in common."""

    offsets: npt.NDArray[np.uint64]  #: (M + 1,)
    separation: Floats  #: (K,): the gap: the distance less both dilations; < 0 an overlap
    normal: Floats  #: (K, 3): unit, from A to B
    witness_a: Floats  #: (K, 3): on the dilated shape
    witness_b: Floats  #: (K, 3): witness_a + separation * normal
    point: Floats  #: (K, 3): midway
    #: (K,): vertex, edge or face of the complex or model: see `feature_kind`, `feature_index`, `ComplexSimplices`
    feature_a: npt.NDArray[np.uint64]
    feature_b: npt.NDArray[np.uint64]  #: (K,)
    is_lmd: npt.NDArray[np.bool_]  #: (K,): a local minimum of the distance, and not by theta alone
    key: npt.NDArray[np.uint64]  #: (K,): stable hash of pair and features
    #: (K, 6): what the gap gains from a velocity (along x, y, z) and an angular velocity (about x, y, z) of A's body, about
    #: its position, in world axes
    jacobian_a: Floats
    jacobian_b: Floats  #: (K, 6): of B's body

    def __len__(self) -> int:
        return len(self.separation)

    def pair_indices(self) -> npt.NDArray[np.int64]:
        """(K,) int64: the row in the pairs of the search that each contact is of."""
        first = self.offsets.astype(np.int64)
        return np.repeat(np.arange(len(first) - 1, dtype=np.int64), first[1:] - first[:-1])


@dataclass(frozen=True)
class QuasiLmds(LmdArrays):
    """The K quasi-LMDs of M pairs: those of pair i are at offsets[i] to offsets[i + 1], ordered by the features of A and B.

    A quasi-LMD is a pair of nearest points of two simplices that is a local minimum of the distance of the complexes, or
    that a turn by an angle theta would make one. Normals are in world axes; points are relative to the position of A's
    body, in world axes (see `world_points`).
    """

    #: (M,): whether the complexes meet, without their dilation: the pair's contacts do not tell how deep. False where it is not
    #: asked, and for what is inside of a solid without meeting its boundary
    crossing: npt.NDArray[np.bool_]
    counts: dict[str, int] = field(default_factory=dict)  #: node_pairs and simplex_pairs that were compared


def find_quasi_lmds(
    complexes: ContactComplexes,
    bodies: BodySet,
    pairs: Pairs,
    *,
    alert_distance: float = 0.0,
    theta: float = 0.02,
    cone_tolerance: float = 1e-6,
    crossings: bool = True,
    dtype: FloatDtype = np.float64,
    threads: int = 0,
) -> QuasiLmds:
    """The quasi-LMDs of pairs of parts: all local minima of the distance of their complexes that a time-stepping solver needs.

    None is missed and none invented but where a condition holds to rounding. A pair with a pose that is not usable has none.

    Args:
        complexes: of the shapes that `bodies` have.
        pairs: (M, 2) uint32, C-contiguous, numbers of parts as `find_pairs` has them, in any order. Not copied.
        alert_distance: gaps above this are left out; parts' own alert distances are added. Finite, 0 or more, a length.
        theta: angle by which normals may be outside of the cones of corners, creases and borders, in radians: minima that
            turns by less would make. 0: local minima alone. From 0 to 0.5.
        cone_tolerance: sine of the angle that every normal may be outside of a cone: for rounding, and for what is flat.
            From 0 to 0.1.
        crossings: whether pairs are looked through for simplices that meet (`crossing`).
        dtype: float32 or float64, the precision of the answer. Complexes meet in float64.
        threads: 0: all cores. Answers do not depend on it.

    Raises:
        InvalidInput (a ValueError): an index that is out of range, a shape without a complex, an option that is not allowed.
        ValueError, TypeError: an array of another shape, dtype or layout.

    Source: Merlhiot 2007, section 6; docs/explanation/quasi-lmds.md.
    """
    need("complexes", complexes, ContactComplexes)
    count_of(pairs, "pairs", "(M, 2)")
    found: dict[str, Any] = _abut._find_quasi_lmds(
        complexes._complexes,
        bodies,
        pairs,
        is_single(dtype),
        alert_distance,
        theta,
        cone_tolerance,
        crossings,
        threads,
    )
    for name in ("is_lmd", "crossing"):
        found[name] = found[name] != 0
    return QuasiLmds(**found)
