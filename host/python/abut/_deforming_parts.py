"""The nearly convex parts of a surface that deforms (docs/explanation/deforming.md)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _abut
from ._arrays import Doubles
from ._checks import need_number
from ._complexes import _indices


@dataclass(frozen=True)
class DeformingPartList:
    """How far from convex each of P parts is, in the unit of the nodes."""

    #: (P,): largest distance of a point of the hull of its nodes from its facets, when last measured; from above, by no more
    #: than 2 % of itself or a 50th of the threshold, whichever is more, unless that takes too many steps
    concavity: Doubles
    bound: Doubles  #: (P,): the concavity is at most this now

    def __len__(self) -> int:
        return len(self.concavity)


@dataclass(frozen=True)
class DeformingPartsStep:
    """What a step did to the parts of a `DeformingParts`."""

    measured: int  #: parts whose bound had passed the threshold
    decomposed: int  #: of them, those that were beyond it: parted again
    unusable: int  #: parts with a node that is not finite: left as they were


class DeformingParts:
    """A surface in parts, none farther from convex than a threshold, while its nodes move. Each facet is in one part.

    A part stands for the hull of its facets' nodes. A step measures the parts that may have passed the threshold, as told by
    their last measure and how far nodes have moved since, and parts anew those that have. Several threads may use one.

    Args:
        facets: (F, 3), by node; counterclockwise from outside where the surface encloses something. Of any integer dtype.
        nodes: (N, 3), float64 or float32, in any unit; where the surface is now.
        concavity: the threshold, in the unit of the nodes, at least 1e-8 of half of the longest side of the facets' box. A
            single facet is a part in any case.

    Raises:
        InvalidInput (a ValueError): no facets, a node that is not there or not finite, or a threshold that is not allowed.
        RuntimeError: a part takes more than 10,000. ValueError, TypeError: an array of another shape or dtype.

    Source: Montanari 2017, section 3.3, Fig. 3.5 and 3.11.
    """

    def __init__(self, facets: Any, nodes: Any, *, concavity: float) -> None:
        rows = _indices(facets, "facets", 3, "node", 2**32 - 1)
        self._parts = _abut._DeformingParts(rows, nodes, need_number("concavity", concavity))

    def move(self, nodes: Any) -> DeformingPartsStep:
        """Nodes have moved. What is parted anew leaves its first set of facets in its place; the others come behind all.

        Args:
            nodes: (N, 3), float64 or float32, as before.

        Raises InvalidInput (a ValueError) for another number of nodes, and what the constructor raises: then the parts are as
        before. A node that is not finite raises nothing: its part is left as it was.
        """
        return DeformingPartsStep(*self._parts.move(nodes))

    def parts(self) -> DeformingPartList:
        """The parts, since the last `move`. A copy, as what follows."""
        return DeformingPartList(*self._parts.parts())

    def part_of_facets(self) -> npt.NDArray[np.uint32]:
        """(F,) uint32: the part that each facet is in."""
        return self._parts.part_of_facets()

    def __len__(self) -> int:
        return len(self.parts())

    def __repr__(self) -> str:
        return f"DeformingParts of {len(self)} parts"
