"""Impacts within a step: when moving features first meet, or come within a distance (docs/explanation/continuous-detection.md)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _abut
from ._arrays import Floats, Pairs
from ._checks import need
from ._complexes import _even_array


class ImpactKind(IntEnum):
    """Which features meet: those that a query names."""

    VERTEX_TRIANGLE = 0
    EDGE_EDGE = 1


class ImpactStatus(IntEnum):
    """What is known of two features in a step."""

    NONE = 0  #: proved: farther than the distance throughout the step
    IMPACT = 1  #: at `time` within the distance and the tolerance, before it proved farther than the distance
    TOUCHING = 2  #: so at the start: `time` is 0
    ITERATION_LIMIT = 3  #: proved farther until `time`; what follows is not known: a solver takes it for an impact
    NOT_FINITE = 4  #: a coordinate is no number, or differences of coordinates are none; `time` is 0


@dataclass(frozen=True)
class Impacts:
    """Of M pairs of features, the first time at which they meet. Floats are of the precision of the nodes."""

    status: npt.NDArray[np.uint8]  #: (M,): see `ImpactStatus`
    time: Floats  #: (M,): from 0 to 1, no later than the first time within the distance; 1 where there is none
    separation: Floats  #: (M,): at `time`, of the two points that `weights` tells, in the unit of the nodes
    weights: Floats  #: (M, 4): vertex, then the triangle's corners, which add up to 1; or two of each edge
    iterations: npt.NDArray[np.uint32]  #: (M,): rounds that it took

    def __len__(self) -> int:
        return len(self.status)


@dataclass(frozen=True)
class StepImpacts:
    """The K impacts of a step, one vertex with one facet or two edges each, by facets, then by kind.

    Until `first_time` no two facets without a common node come within the distance: so far all nodes may go.
    """

    facets: Pairs  #: (K, 2): a < b: those that the two features belong to
    kind: npt.NDArray[np.uint8]  #: (K,): see `ImpactKind`
    nodes: npt.NDArray[np.uint32]  #: (K, 4): the vertex and the facet's three, or the ends of two edges
    impacts: Impacts  #: K of them, of any status but `ImpactStatus.NONE`
    first_time: float  #: of the earliest; 1 where there is none
    first: int  #: which it is, the first of several; 0 where there is none
    candidates: int  #: pairs of features that were asked
    unusable: npt.NDArray[np.uint32]  #: facets with a node that is not finite, ascending: they are in no pair

    def __len__(self) -> int:
        return len(self.kind)


def find_impacts(
    kind: ImpactKind,
    before: Any,
    after: Any,
    queries: npt.NDArray[np.uint32],
    *,
    distance: float = 0.0,
    tolerance: float = 0.0,
    iterations: int = 512,
    threads: int = 0,
) -> Impacts:
    """When vertices first meet triangles, or edges edges, while nodes go along straight lines from `before` to `after`. None is missed.

    Args:
        kind: `ImpactKind.VERTEX_TRIANGLE` or `ImpactKind.EDGE_EDGE`.
        before: (N, 3), positions at the start of the step, in the world; float64 or float32, in float32 where `after` is too.
            Not copied where they are of that precision and C-contiguous.
        after: (N, 3), those at its end.
        queries: (M, 4) uint32, C-contiguous: rows of these arrays: a vertex and the corners of a triangle, or the ends of two
            edges. Triangles without area and edges without length are allowed.
        distance: minimum separation in the unit of the nodes, 0 or more: nearer is an impact.
        tolerance: likewise: an impact is told within `distance` and this. Where it is less than 2^-40 of the longest way between
            two of the nodes (2^-14 in float32), it is that.
        iterations: rounds after which a search gives up, 1 or more.
        threads: 0: all cores. Answers do not depend on it.

    Returns:
        New arrays, one element a query.

    Raises:
        InvalidInput (a ValueError): another number of nodes after than before, a node that is not there, an option that is not
        allowed. ValueError, TypeError: an array of another shape, dtype or layout. A node that is not finite raises nothing: its
        queries have `ImpactStatus.NOT_FINITE`.

    Source: docs/explanation/continuous-detection.md.
    """
    need("kind", kind, ImpactKind)
    edges = kind == ImpactKind.EDGE_EDGE
    return Impacts(**_abut._find_impacts(edges, before, after, queries, distance, tolerance, iterations, threads))


def find_step_impacts(
    before: Any,
    after: Any,
    facets: npt.NDArray[np.uint32],
    *,
    distance: float = 0.0,
    tolerance: float = 0.0,
    iterations: int = 512,
    threads: int = 0,
) -> StepImpacts:
    """All impacts within a step of vertices with facets and of edges with edges that have no node in common. None is missed.

    Bodies are nothing but facets that hang together. Two facets that share a node are looked at by the features that do not.

    Args:
        before: (N, 3), positions at the start of the step, in the world; float64 or float32, in float32 where `after` is too.
            Not copied where they are of that precision and C-contiguous.
        after: (N, 3), those at its end, along straight lines.
        facets: (F, 3) uint32, C-contiguous: rows of these arrays.
        distance: minimum separation in the unit of the nodes, 0 or more: nearer is an impact.
        tolerance: likewise: an impact is told within `distance` and this. Where it is less than 2^-40 of the longest way between
            two of the nodes (2^-14 in float32), it is that.
        iterations: rounds after which the search of a pair gives up, 1 or more.
        threads: 0: all cores. Answers do not depend on it.

    Returns:
        New arrays: facets as (K, 2) uint32, nodes as (K, 4) uint32, and the others of `StepImpacts`.

    Raises:
        InvalidInput (a ValueError): another number of nodes after than before, a node that is not there, an option that is not
        allowed. ValueError, TypeError: an array of another shape, dtype or layout. A node that is not finite raises nothing:
        `unusable` has its facets.

    Source: docs/explanation/continuous-detection.md.
    """
    found = _abut._find_step_impacts(before, after, facets, distance, tolerance, iterations, threads)
    found["impacts"] = Impacts(**found["impacts"])
    return StepImpacts(**found)


def _quads(values: Any, name: str) -> Any:
    """(M, 4, 3), of a list as float64."""
    array = _even_array(values, name)
    if not hasattr(values, "dtype") and array.dtype.kind in "iuf":
        array = array.astype(np.float64)
    if array.ndim != 3 or array.shape[1:] != (4, 3) or array.dtype not in (np.float32, np.float64):
        raise ValueError(f"{name} is {array.dtype} of shape {array.shape}; allowed is float64 or float32 of shape (M, 4, 3)")
    return array.reshape(-1, 3)


def _each(kind: ImpactKind, before: Any, after: Any, options: dict[str, Any]) -> Impacts:
    """Of four nodes of each pair's own."""
    start, end = _quads(before, "before"), _quads(after, "after")
    queries = np.arange(len(start), dtype=np.uint32).reshape(-1, 4)
    return find_impacts(kind, start, end, queries, **options)


def vertex_triangle_impacts(
    before: Any, after: Any, *, distance: float = 0.0, tolerance: float = 0.0, iterations: int = 512, threads: int = 0
) -> Impacts:
    """When each of M vertices first meets a triangle of its own: `find_impacts` without numbers of nodes; raises as it.

    Args:
        before: (M, 4, 3), float64 or float32: the vertex and the three corners at the start of the step.
        after: (M, 4, 3), at its end.
        distance, tolerance, iterations, threads: as there.
    """
    options = dict(distance=distance, tolerance=tolerance, iterations=iterations, threads=threads)
    return _each(ImpactKind.VERTEX_TRIANGLE, before, after, options)


def edge_edge_impacts(
    before: Any, after: Any, *, distance: float = 0.0, tolerance: float = 0.0, iterations: int = 512, threads: int = 0
) -> Impacts:
    """When each of M edges first meets an edge of its own: `find_impacts` without numbers of nodes; raises as it.

    Args:
        before: (M, 4, 3), float64 or float32: the two ends of one edge and those of the other at the start of the step.
        after: (M, 4, 3), at its end.
        distance, tolerance, iterations, threads: as there.
    """
    options = dict(distance=distance, tolerance=tolerance, iterations=iterations, threads=threads)
    return _each(ImpactKind.EDGE_EDGE, before, after, options)
