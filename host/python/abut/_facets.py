"""Contacts between single facets."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from enum import IntEnum
from typing import Any, Optional

import numpy as np
import numpy.typing as npt

from . import _abut
from ._abut import BodySet, ShapeSet
from ._arrays import Doubles, FloatDtype, Floats, Pairs, count_of, is_single
from ._checks import need
from ._contacts import Contacts
from ._meshes import MeshLike, as_mesh


class FacetContactKind(IntEnum):
    """What a contact between facets is."""

    APART = 0  #: the features are on the outside of each other
    BELOW = 1  #: each feature is on the inside of the other, by no more than the alert distance
    CROSSING = 2  #: the facets go through each other; minus the separation takes one out of the other
    TOUCHING = 3  #: the facets have a common point and do not go through each other; the separation is 0
    PART = 4  #: the bodies overlap; separation and normal are those of the parts' record


@dataclass(frozen=True)
class FacetSurface:
    """The facets of a shape, as contacts name them: copies, in the shape's frame and unit.

    The corners of the facet that a contact has as `facet_a` are vertices[facets[facet_a]]. Features name vertices by
    `vertex_ids`, edges by `edge_ids` and faces by `planes`.
    """

    vertices: Doubles  #: (V, 3), equal ones being one; to a rounding of the surface's size
    facets: npt.NDArray[np.uint32]  #: (F, 3): corners, of `vertices`; row i is triangle i of the mesh, or fan i of the faces
    planes: npt.NDArray[np.uint32]  #: (F,): facets of one plane that hang together have the same
    edges: npt.NDArray[np.uint32]  #: (E, 2): ends, of `vertices`
    vertex_ids: npt.NDArray[np.uint32]  #: (V,): the vertex's number in the mesh or the shape
    edge_ids: npt.NDArray[np.uint32]  #: (E,): the edge's number in the shape; NO_FACET: of a fan's inside
    solid: bool  #: closed and outward: it is touched from outside alone
    convex: bool  #: it is that of a convex shape
    rounding: float  #: dilation radius


#: What `ContactFacets` has where a pair has not met facet by facet, and `FacetSurface` where an edge has no name.
NO_FACET = 0xFFFFFFFF


class FacetTrees:
    """The facets of the shapes of a set, each with a tree that all parts with the shape share and no motion changes.

    Points, segments, triangles, boxes and hulls have their own faces, spheres and capsules a point and a segment, rounded.
    Other curved shapes have no facets but those that `set_mesh` gives them. Some 200 bytes a facet of a closed mesh. Calls
    from several threads wait for each other. Source: Montanari 2017, section 3.3; docs/explanation/facets.md.
    """

    def __init__(self, shapes: ShapeSet) -> None:
        need("shapes", shapes, ShapeSet)
        self._trees = _abut._FacetTrees(shapes)

    @classmethod
    def _of(cls, trees: "_abut._FacetTrees") -> "FacetTrees":
        made = cls.__new__(cls)
        made._trees = trees
        return made

    def set_mesh(self, shape: int, mesh: MeshLike, *, flatness: float = 2.0**-40, rounding: float = 0.0) -> None:
        """Gives a shape the facets of a mesh instead of its own faces: open, concave, crossing, or all of them.

        The shape stands for the mesh where pairs are found and has to hold it, in the same frame and unit: the hull of the
        mesh's vertices does. A mesh that is closed, consistently oriented and outward is touched from outside, any other
        from both sides.

        Args:
            shape: its number in the set.
            mesh: a Mesh, a path, (vertices, triangles), a Trimesh or a meshio.Mesh. Copied.
            flatness: facets that hang together are one plane where no corner is farther from it than this times the
                mesh's size, from 0 to 1e-3. 1e-6 for coordinates with six digits.
            rounding: dilation radius, 0 or more, a length.

        Raises:
            InvalidInput: a shape that is not there, a vertex outside of its box by more than 1e-6 of its size or not
                finite, no triangle or more than 2^24, options that are not allowed. TypeError, ValueError: as `as_mesh`.
        """
        self._trees.set_mesh(shape, as_mesh(mesh).arrays(), flatness, rounding)

    def build(self, bodies: BodySet, pairs: Pairs, *, threads: int = 0) -> int:
        """Builds the trees that the shapes of `pairs` (M, 2) uint32 lack; returns how many. `find_facet_contacts` does so too.

        Raises InvalidInput for an index that is out of range and a shape without facets.
        """
        count_of(pairs, "pairs", "(M, 2)")
        return self._trees.build(bodies, pairs, threads)

    def has(self, shape: int) -> bool:
        """Whether a shape's tree has been built."""
        return self._trees.has(shape)

    def has_mesh(self, shape: int) -> bool:
        """Whether a mesh stands for a shape, its tree built or not."""
        return self._trees.has_mesh(shape)

    def shape_count(self) -> int:
        """One more than the last shape that is known here, built or not; 0 where none is."""
        return self._trees.shape_count()

    def surface(self, shape: int) -> FacetSurface:
        """The facets of a shape whose tree has been built. Raises InvalidInput for another shape.

        C++ has them by `FacetTrees::view`, without a copy, until the shape is built anew.
        """
        return FacetSurface(**self._trees.surface(shape))

    def bytes(self) -> int:
        """The memory of all that has been built."""
        return self._trees.bytes()


@dataclass
class ContactFacets:
    """What contacts between facets have besides their records, one row a contact of a `Detection`."""

    facet_a: npt.NDArray[np.uint32]  #: (M,): of a mesh, its triangle; NO_FACET: the pair has not met facet by facet
    facet_b: npt.NDArray[np.uint32]  #: (M,): of a shape without a mesh, the place among its faces' fans
    kind: npt.NDArray[np.uint8]  #: (M,): a `FacetContactKind`; says nothing where there is no facet

    def has(self) -> npt.NDArray[np.bool_]:
        """(M,): which contacts are between facets."""
        return np.asarray(self.facet_a != NO_FACET, np.bool_)

    def arrays(self) -> tuple[Any, ...]:
        """As the extension takes them."""
        return (self.facet_a, self.facet_b, self.kind)


#: Where a `FacetContacts` of the caller's has no array.
_NONE: Any = None


@dataclass
class FacetContacts:
    """The K facet contacts of M pairs: those of pair i are at offsets[i] to offsets[i + 1], ordered by facets and features.

    Normals are in world axes; points are relative to the position of A's body, in world axes (see `world_points`). One of the
    caller's own arrays on a CUDA device is what `DeviceScene.find_facet_contacts` takes as `out`: any but `offsets` may be
    left out, the others have room for K contacts.
    """

    offsets: npt.NDArray[np.uint64]  #: (M + 1,)
    facet_a: npt.NDArray[np.uint32] = _NONE  #: (K,): a mesh's triangle; of a shape, the place among its faces' fans
    facet_b: npt.NDArray[np.uint32] = _NONE  #: (K,)
    separation: Floats = _NONE  #: (K,): > 0 the gap, < 0 an overlap
    normal: Floats = _NONE  #: (K, 3): unit, from A to B; zero where nothing tells
    witness_a: Floats = _NONE  #: (K, 3)
    witness_b: Floats = _NONE  #: (K, 3): witness_a + separation * normal
    point: Floats = _NONE  #: (K, 3): midway
    feature_a: npt.NDArray[np.uint64] = _NONE  #: (K,): see `feature_kind`, `feature_index`
    feature_b: npt.NDArray[np.uint64] = _NONE  #: (K,)
    kind: npt.NDArray[np.uint8] = _NONE  #: (K,): a `FacetContactKind`
    key: npt.NDArray[np.uint64] = _NONE  #: (K,): stable hash of pair and features
    counts: dict[str, int] = field(default_factory=dict)  #: pairs of boxes and facets compared, distances taken

    def __len__(self) -> int:
        return next((int(array.shape[0]) for array in self.arrays()[1:] if array is not None), 0)

    def arrays(self) -> tuple[Any, ...]:
        """The arrays in the order of the fields; None for what is not there."""
        return tuple(getattr(self, name) for name in FACET_FIELDS)

    def pair_indices(self) -> npt.NDArray[np.int64]:
        """(K,) int64: the row in `pairs` that each contact is of."""
        first = self.offsets.astype(np.int64)
        return np.repeat(np.arange(len(first) - 1, dtype=np.int64), first[1:] - first[:-1])


#: The names of the arrays of `FacetContacts`, in their order.
FACET_FIELDS = tuple(f.name for f in fields(FacetContacts) if f.name != "counts")


def find_facet_contacts(
    trees: FacetTrees,
    bodies: BodySet,
    pairs: Pairs,
    *,
    alert_distance: float = 0.0,
    contacts: bool = True,
    cone_tolerance: float = 1e-6,
    join_parts: bool = True,
    records: Optional[Contacts] = None,
    dtype: FloatDtype = np.float64,
    threads: int = 0,
) -> FacetContacts:
    """The contacts between single facets of pairs of parts, whether convex or given a mesh.

    Trees that are missing are built first.

    Args:
        trees: of the shapes that `bodies` have.
        pairs: (M, 2) uint32, C-contiguous, numbers of parts as `find_pairs` has them. Not copied.
        alert_distance: facets farther apart are left out; parts' own alert distances are added. Finite, 0 or more, a
            length.
        contacts: contacts of features, each once, and none of internal edges; else every pair of facets within the
            alert distance, with its nearest points.
        cone_tolerance: sine of the angle that a normal may be outside of a feature's normal cone, from 0 to 0.5.
        join_parts: whether contacts that another part of the same body hides are left out.
        records: what `query_pairs` has written of the pairs: where both shapes are convex and overlap, the depth is
            theirs. Wants `separation`, `normal`, `witness_a`, the features and `status`; their precision is the answer's.
        dtype: float32 or float64, the precision of the answer where there are no records. Facets meet in float64.
        threads: 0: all cores. Answers do not depend on it.

    Raises:
        InvalidInput (a ValueError): an index that is out of range, a shape without facets, an option that is not allowed,
        records that lack an array. ValueError, TypeError: an array of another shape, dtype or layout.

    Source: Montanari 2017, section 3.3; normal cones as Merlhiot 2007; docs/explanation/facets.md.
    """
    need("trees", trees, FacetTrees)
    count_of(pairs, "pairs", "(M, 2)")
    if records is not None:
        need("records", records, Contacts)
    return FacetContacts(
        **_abut._find_facet_contacts(
            trees._trees,
            bodies,
            pairs,
            None if records is None else records.arrays(),
            is_single(dtype),
            alert_distance,
            contacts,
            cone_tolerance,
            join_parts,
            threads,
        )
    )


class FacetContactFinder:
    """Facet contacts of bodies that move: `find` once a step, its contacts always those of `find_facet_contacts`, to the bit.

    Pairs that are far apart cost a subtraction; pairs that stay near each other are met by the facets that were found near
    before, without another look at their hulls and trees. Bodies, meshes and options may change from one call to the next;
    another set of shapes wants another finder, or a `reset`. Calls from several threads wait for each other. `threads` 0: all
    cores. Source: Montanari 2017, section 3.3, Algorithm 6; docs/explanation/facets.md.
    """

    def __init__(self, *, threads: int = 0) -> None:
        self._finder = _abut._FacetContactFinder(threads=threads)

    def find(
        self,
        trees: FacetTrees,
        bodies: BodySet,
        candidates: Pairs,
        *,
        alert_distance: float = 0.0,
        contacts: bool = True,
        cone_tolerance: float = 1e-6,
        join_parts: bool = True,
        dtype: FloatDtype = np.float64,
    ) -> FacetContacts:
        """The facet contacts of this step's candidates. The contacts of `pairs[i]` are at offsets[i] to offsets[i + 1].

        Trees are built of shapes that come near something for the first time. Where both shapes are convex and overlap, the
        depth is that of `query_pairs`, as with its records in `find_facet_contacts`.

        Args:
            trees: of the shapes that `bodies` have.
            candidates: (M, 2) uint32, C-contiguous, numbers of parts, sorted by the first, then the second, as `find_pairs`
                and a `PairFinder` give them. Not copied.
            alert_distance, contacts, cone_tolerance, join_parts: as in `find_facet_contacts`; the distance is a length.
            dtype: float32 or float64, the precision of the answer. Facets meet in float64.

        Raises:
            InvalidInput (a ValueError): candidates that are not sorted or name a part that is not there, a shape without
            facets, an option that is not allowed; the next step then begins anew. ValueError, TypeError: an array of
            another shape, dtype or layout.
        """
        need("trees", trees, FacetTrees)
        count_of(candidates, "candidates", "(M, 2)")
        return FacetContacts(
            **self._finder.find(
                trees._trees,
                bodies,
                candidates,
                is_single(dtype),
                alert_distance,
                contacts,
                cone_tolerance,
                join_parts,
            )
        )

    @property
    def pairs(self) -> Pairs:
        """(K, 2) uint32: the last step's candidates that have contacts, in their order. A copy."""
        return self._finder.pairs()

    @property
    def counts(self) -> dict[str, int]:
        """What became of the last step's candidates.

        `candidates`; of these `apart`, left out by a subtraction; `hulls`, whose hulls' distance was asked; `kept`, whose
        facets were those kept from a step before; `listed`, whose facets were looked for in both trees. `box_pairs`,
        `facet_pairs`, `distances`: as the `counts` of the contacts.
        """
        return self._finder.counts()

    @property
    def memory(self) -> int:
        """Bytes of what is kept for the next step."""
        return self._finder.memory()

    def reset(self) -> None:
        """Forgets what has been found."""
        self._finder.reset()
