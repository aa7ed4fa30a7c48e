"""Bodies that deform: facets on nodes that a solver moves (docs/explanation/deforming.md)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _abut
from ._arrays import Doubles
from ._checks import need_number
from ._complexes import _indices

_WIDTHS = {"triangles": 3, "quadrilaterals": 4, "tetrahedra": 4, "hexahedra": 8}


class BodyFault(IntEnum):
    """What is wrong with a body, the worst last."""

    NONE = 0
    COLLAPSED_FACET = 1  #: all corners of a facet are one point: it is still searched
    INVERTED_ELEMENT = 2  #: a tetrahedron, or one at the corner of a hexahedron, whose volume is not above 0: likewise
    UNUSABLE_NODE = 3  #: a node that is not finite, or beyond 2^160: the body is in no pair until it is mended


class FacetSource(IntEnum):
    """What a facet of a body is made of."""

    TRIANGLE = 0
    QUADRILATERAL = 1
    TETRAHEDRON = 2
    HEXAHEDRON = 3


@dataclass(frozen=True)
class FacetOrigins:
    """Where the F facets of a body are from."""

    source: npt.NDArray[np.uint8]  #: (F,): see `FacetSource`
    index: npt.NDArray[np.uint32]  #: (F,): the row in that list of the body

    def __len__(self) -> int:
        return len(self.source)


@dataclass(frozen=True)
class DeformingBodyStatus:
    """What is wrong with each of B bodies."""

    fault: npt.NDArray[np.uint8]  #: (B,): see `BodyFault`
    #: (B,): the first facet, element (of all tetrahedra, then hexahedra) or node of the body with that fault
    index: npt.NDArray[np.uint32]
    facet: npt.NDArray[np.uint32]  #: (B,): a facet that has it, or `NO_FACET`: none on the surface has
    count: npt.NDArray[np.uint32]  #: (B,): how many have it

    def __len__(self) -> int:
        return len(self.fault)


@dataclass(frozen=True)
class TreeQuality:
    """How good the trees of B bodies are."""

    #: (B,): surface areas of inner nodes, and of leaves times their facets, over that of the facets' own boxes: what a search
    #: looks at, free of the body's size. 0 without a box, or without an area
    cost: Doubles
    built_cost: Doubles  #: (B,): the same when each was last built
    builds: npt.NDArray[np.uint32]  #: (B,): how often it was

    def __len__(self) -> int:
        return len(self.cost)


class DeformingBodies:
    """Bodies whose nodes move each step as a solver says: their facets, and the trees over them.

    Bodies have the numbers 0, 1, ... in which they were added, and the nodes of all lie one body after the other. Each step
    calls `move`, then `find_deforming_contacts` or a `DeformingContactFinder`. Several threads may use one: a call that adds
    or moves waits for those that search.

    Args:
        rebuild_at: a tree is tried anew where its cost has changed by more than this part of it since; above 0. Beyond 1e6
            trees are never built again.

    Raises InvalidInput for an option that is not allowed. Source: Montanari 2017, sections 3.3 and 4.3;
    docs/explanation/deforming.md says where this departs.
    """

    def __init__(self, *, rebuild_at: float = 0.05) -> None:
        self._bodies = _abut._DeformingBodies(need_number("rebuild_at", rebuild_at))

    def add(
        self,
        node_count: int,
        *,
        triangles: Any = None,
        quadrilaterals: Any = None,
        tetrahedra: Any = None,
        hexahedra: Any = None,
        self_contact: bool = True,
        solid: bool = False,
    ) -> int:
        """Adds a body and returns its number. Its nodes come behind those of the bodies before; here they count from 0.

        A face that two elements share is inside; the others are facets, outward. Facets are in the order of the arguments.

        Args:
            node_count: of the body.
            triangles: (N, 3), counterclockwise from outside. Arrays or lists of any integer dtype, as all that follow; copied.
            quadrilaterals: (N, 4), likewise: two triangles along nodes 0 to 2.
            tetrahedra: (N, 4); the first three run counterclockwise as seen from the fourth.
            hexahedra: (N, 8); 0 to 3 run around a face, counterclockwise as seen from the opposite one; 4 to 7 lie above them.
            self_contact: whether its facets are searched against each other.
                Of a solid this takes an alert distance below its thickness: both sides of a thinner
                wall are told as gone through each other.
            solid: triangles and quadrilaterals enclose the body, so that gaps have a sign. Elements' always do.

        Raises:
            InvalidInput (a ValueError): a node that is not there, or twice in one row; a face of more than two elements; no
            facets, or more than 2^24; more than 2^31 nodes in all. ValueError, TypeError: an array of another shape or dtype.
        """
        given = dict(triangles=triangles, quadrilaterals=quadrilaterals, tetrahedra=tetrahedra, hexahedra=hexahedra)
        # Whether the nodes are there is told by the body that they are added to.
        elements = tuple(_indices(rows, name, _WIDTHS[name], "node", 2**32 - 1) for name, rows in given.items())
        return self._bodies.add(node_count, elements, self_contact, solid)

    def move(self, nodes: Any, *, threads: int = 0) -> None:
        """Takes the step's positions, and refits the trees, or builds those anew that have become bad.

        Args:
            nodes: (N, 3), float64 or float32, of all bodies, in the world, in any unit. Kept as float64; read where they lie
                if they are float64 and C-contiguous.
            threads: 0: all cores. Answers do not depend on it.

        Raises:
            InvalidInput (a ValueError): another number of nodes than the bodies have. ValueError, TypeError: an array of
            another shape or dtype. A node that is not finite raises nothing: `status` tells it, and its body has no contacts.
        """
        self._bodies.move(nodes, threads)

    @property
    def body_count(self) -> int:
        """How many bodies there are."""
        return self._bodies.body_count()

    @property
    def node_count(self) -> int:
        """Of all bodies."""
        return self._bodies.node_count()

    @property
    def facet_count(self) -> int:
        """Of all bodies."""
        return self._bodies.facet_count()

    def node_begin(self, body: int) -> int:
        """Where the body's nodes begin among all. Raises InvalidInput, as all that follow, for a body that is not there."""
        return self._bodies.node_begin(body)

    def facets(self, body: int) -> npt.NDArray[np.uint32]:
        """(F, 3) uint32: triangles, by the body's own node numbers. A copy, as all arrays of bodies."""
        return self._bodies.facets(body)

    def origins(self, body: int) -> FacetOrigins:
        """What the facets are made of."""
        return FacetOrigins(*self._bodies.origins(body))

    def edges(self, body: int) -> npt.NDArray[np.uint32]:
        """(E, 2) uint32: edges of the facets, each once, the lower node first, ascending."""
        return self._bodies.edges(body)

    def is_solid(self, body: int) -> bool:
        """Whether gaps on it have a sign."""
        return self._bodies.is_solid(body)

    def has_self_contact(self, body: int) -> bool:
        """Whether its facets are searched against each other."""
        return self._bodies.has_self_contact(body)

    def nodes(self) -> Doubles:
        """(N, 3) float64: those of the last `move`; none before the first."""
        return self._bodies.nodes()

    def status(self) -> DeformingBodyStatus:
        """The worst that is wrong with each body, since the last `move`."""
        return DeformingBodyStatus(**self._bodies.status())

    def faults(self, body: int) -> DeformingBodyStatus:
        """All that is wrong with one body: a row for each kind in place of each body, the worst last; none where nothing is."""
        return DeformingBodyStatus(**self._bodies.faults(body))

    def quality(self) -> TreeQuality:
        """How good their trees are, since the last `move`."""
        return TreeQuality(**self._bodies.quality())

    def fresh_cost(self, body: int) -> float:
        """The cost that a tree of the body built now would have: for tests and measurements."""
        return self._bodies.fresh_cost(body)

    def bytes(self) -> int:
        """The memory of all that is kept."""
        return self._bodies.bytes()

    def __len__(self) -> int:
        return self.body_count

    def __repr__(self) -> str:
        return f"DeformingBodies of {self.body_count} with {self.node_count} nodes and {self.facet_count} facets"
