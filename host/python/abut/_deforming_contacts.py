"""Contacts of bodies that deform, with what penalty and barrier solvers sum over (docs/explanation/deforming.md)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _abut
from ._arrays import Doubles, Pairs
from ._checks import need, need_number
from ._deforming_bodies import DeformingBodies


class GapKind(IntEnum):
    """What meets in a contact of deforming bodies."""

    NODE_FACET = 0
    EDGE_EDGE = 1


def _pair_indices(offsets: npt.NDArray[np.uint64]) -> npt.NDArray[np.int64]:
    first = offsets.astype(np.int64)
    return np.repeat(np.arange(len(first) - 1, dtype=np.int64), first[1:] - first[:-1])


@dataclass(frozen=True)
class DeformingPairs:
    """K pairs of facets of M pairs of bodies: those of bodies[i] are at offsets[i] to offsets[i + 1]."""

    bodies: Pairs  #: (M, 2): a <= b, ascending; those of no facet pairs are left out
    offsets: npt.NDArray[np.uint64]  #: (M + 1,)
    facets: Pairs  #: (K, 2): one of body a and one of body b; ascending, and a < b in one body
    crossing: npt.NDArray[np.bool_]  #: (K,): they have a point in common

    def __len__(self) -> int:
        return len(self.facets)

    def pair_indices(self) -> npt.NDArray[np.int64]:
        """(K,) int64: the row in `bodies` that each pair of facets is of."""
        return _pair_indices(self.offsets)


@dataclass(frozen=True)
class DeformingContacts:
    """K contacts of M pairs of bodies, nodes with facets and edges with edges: those of bodies[i] are at offsets[i] to offsets[i + 1].

    Of each pair of bodies nodes of a with facets of b come first, then nodes of b with facets of a, then edges. Nodes are rows
    of `DeformingBodies.nodes()`, that is of the array that `move` took. With its positions x of the four nodes of a contact

        sum of weights[k] * x[k] = gap * normal

    in the world and in the unit of the nodes.
    """

    bodies: Pairs  #: (M, 2): a <= b, ascending; those of no contacts are left out
    offsets: npt.NDArray[np.uint64]  #: (M + 1,)
    kind: npt.NDArray[np.uint8]  #: (K,): see `GapKind`
    support: npt.NDArray[np.uint8]  #: (K,): bit k is set where weight k is not 0; 15: a foot inside of the face or of both edges
    node_of_b: npt.NDArray[np.bool_]  #: (K,): a node of body b, with a facet of a
    nodes: npt.NDArray[np.uint32]  #: (K, 4): the node and the facet's three; or two of each edge
    weights: Doubles  #: (K, 4): 1 and minus the barycentric coordinates; or 1 - s, s, t - 1, -t
    #: (K,): the distance; on a solid below 0 where the node is on the inner side of the face that its foot is in, or edges
    #: are past each other
    gap: Doubles
    #: (K, 3): unit, from the facet to the node, from the second edge to the first, turned over where the gap is below 0;
    #: 0 where nothing tells
    normal: Doubles
    area: Doubles  #: (K,): share of the surface: of the node; of two edges, half of what both have
    key: npt.NDArray[np.uint64]  #: (K,): stable hash of the bodies and of what meets
    crossing_bodies: Pairs  #: (C, 2): a <= b, ascending: facets of these have points in common
    crossing_pairs: npt.NDArray[np.uint64]  #: (C,): how many pairs of facets have

    def __len__(self) -> int:
        return len(self.gap)

    def pair_indices(self) -> npt.NDArray[np.int64]:
        """(K,) int64: the row in `bodies` that each contact is of."""
        return _pair_indices(self.offsets)

    def gradients(self) -> Doubles:
        """(K, 4, 3) float64: the derivative of the gap by each of the four nodes: weights[k] * normal."""
        gradients: Doubles = self.weights[:, :, None] * self.normal[:, None, :]
        return gradients

    def points(self, nodes: Doubles) -> tuple[Doubles, Doubles]:
        """The two nearest points, (K, 3) float64 each: the node and its foot on the facet, or those on the first and the second edge.

        `nodes`: (N, 3), the positions that the contacts were found with.
        """
        corners = np.asarray(nodes, np.float64)[self.nodes]
        first = np.where((self.kind == GapKind.EDGE_EDGE)[:, None], [1, 1, 0, 0], [1, 0, 0, 0])
        a: Doubles = np.einsum("ki,kid->kd", self.weights * first, corners)
        b: Doubles = np.einsum("ki,kid->kd", self.weights * (first - 1), corners)
        return a, b


@dataclass(frozen=True)
class DeformingAreas:
    """Shares of the surface of B bodies: a third of each facet for each of its nodes, and for each of its edges."""

    of_nodes: Doubles  #: (N,): of all nodes; a body's add up to its surface
    of_edges: Doubles  #: (E,): of all edges, one body after the other, in the order of `DeformingBodies.edges`
    edge_offsets: npt.NDArray[np.uint64]  #: (B + 1,): where the edges of each body begin


def find_deforming_pairs(bodies: DeformingBodies, *, alert_distance: float = 0.0, threads: int = 0) -> DeformingPairs:
    """All pairs of facets, of two bodies or of one with self-contact, whose distance is not above the alert distance.

    Each is there once, none missed and none invented but for rounding of the distance. Facets of one body that share a node
    are no pair. Bodies with an unusable node have none.

    Args:
        bodies: after a `move`.
        alert_distance: in the unit of the nodes; finite, 0 or more.
        threads: 0: all cores. Answers do not depend on it.

    Returns:
        Pairs as (K, 2) uint32, by pairs of bodies (M, 2) uint32: new arrays.

    Raises:
        InvalidInput (a ValueError): an alert distance that is not allowed; nodes that were not given since a body was added.

    Source: Montanari 2017, section 3.3; docs/explanation/deforming.md.
    """
    need("bodies", bodies, DeformingBodies)
    return DeformingPairs(**_abut._find_deforming_pairs(bodies._bodies, alert_distance, threads))


def find_deforming_contacts(bodies: DeformingBodies, *, alert_distance: float = 0.0, threads: int = 0) -> DeformingContacts:
    """Nodes with facets and edges with edges within the alert distance, of two bodies or of one with self-contact.

    Of every pair of facets that `find_deforming_pairs` finds: each contact once, however many facets it is part of. Nodes
    have none with facets that are theirs, edges none with those that share a node.

    Args:
        bodies: after a `move`.
        alert_distance: in the unit of the nodes; finite, 0 or more.
        threads: 0: all cores. Answers do not depend on it.

    Returns:
        New arrays: gaps as (K,) float64, nodes as (K, 4) uint32, and the others of `DeformingContacts`.

    Raises:
        InvalidInput (a ValueError): an alert distance that is not allowed; nodes that were not given since a body was added.

    Source: Montanari 2017, section 4.3; docs/explanation/deforming.md.
    """
    need("bodies", bodies, DeformingBodies)
    return DeformingContacts(**_abut._find_deforming_contacts(bodies._bodies, alert_distance, threads))


def deforming_areas(bodies: DeformingBodies, *, threads: int = 0) -> DeformingAreas:
    """Shares of the surface as it is now, of nodes (N,) float64 and of edges (E,) float64.

    Raises InvalidInput when nodes were not given since a body was added.
    """
    need("bodies", bodies, DeformingBodies)
    return DeformingAreas(**_abut._deforming_areas(bodies._bodies, threads))


def gap_hessians(contacts: DeformingContacts, nodes: Any, *, rows: Any = slice(None), threads: int = 0) -> Doubles:
    """The second derivatives of gaps by their four nodes: (K, 12, 12) float64, symmetric.

    Element [k, 3 * i + r, 3 * j + c] is by coordinate r of node i and c of node j. The nearest points stay on the features
    that they are on (`support`). Where these are no face and no two edges that cross, curvature goes as 1 over the gap, and
    is left out at 0.

    Args:
        contacts: of the bodies at these positions.
        nodes: (N, 3), float64 or float32: those that `move` took. Not copied where they are float64 and C-contiguous.
        rows: which contacts: an index array or a mask of them, as NumPy takes it; without it all.
        threads: 0: all cores. Answers do not depend on it.

    Raises:
        InvalidInput (a ValueError): a contact whose nodes are not there, or that is of no `GapKind`. ValueError, TypeError: an
        array of another shape or dtype. IndexError: rows that are not there.

    Source: docs/explanation/deforming.md.
    """
    need("contacts", contacts, DeformingContacts)
    c = contacts
    fields = tuple(np.ascontiguousarray(array[rows]) for array in (c.kind, c.support, c.nodes, c.weights, c.gap, c.normal))
    return _abut._gap_hessians(fields, nodes, threads)


class DeformingContactFinder:
    """The contacts of steps that follow one another, for less where nodes move little. Answers are those of the functions, to the bit.

    It keeps the pairs of facets within alert distance and skin (Verlet 1967). As long as no node has moved by more than half of
    the skin since, no other pair can be near, and trees are not searched. Bodies may be added, and others be given, from one call
    to the next. Calls from several threads wait for each other.

    Args:
        skin: in the unit of the nodes; finite, 0 or more.

    Raises InvalidInput for a skin that is not allowed.
    """

    def __init__(self, skin: float) -> None:
        self._finder = _abut._DeformingContactFinder(need_number("skin", skin))

    def find_pairs(self, bodies: DeformingBodies, *, alert_distance: float = 0.0, threads: int = 0) -> DeformingPairs:
        """As `find_deforming_pairs`; raises as it."""
        need("bodies", bodies, DeformingBodies)
        return DeformingPairs(**self._finder.find_pairs(bodies._bodies, alert_distance, threads))

    def find_contacts(self, bodies: DeformingBodies, *, alert_distance: float = 0.0, threads: int = 0) -> DeformingContacts:
        """As `find_deforming_contacts`; raises as it."""
        need("bodies", bodies, DeformingBodies)
        return DeformingContacts(**self._finder.find_contacts(bodies._bodies, alert_distance, threads))

    @property
    def counts(self) -> dict[str, int]:
        """What it has done. `searches`: steps in which trees were searched. `reuses`: steps that what was kept served instead."""
        return self._finder.counts()
