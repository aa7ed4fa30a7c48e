"""Functions of NURBS curves and surfaces (docs/explanation/surfaces.md)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Optional, TypeVar, Union, overload

import numpy as np

from . import _abut
from ._arrays import Doubles
from ._checks import need, shown
from ._nurbs import NurbsCurve, NurbsSurface

Shape = TypeVar("Shape", NurbsCurve, NurbsSurface)


@dataclass(frozen=True)
class CurveJet:
    """Points of a curve with their derivatives; of one parameter given as a number, (2,) each."""

    point: Doubles  #: (N, 2)
    first: Doubles  #: (N, 2): the first derivative
    second: Doubles  #: (N, 2): the second one


@dataclass(frozen=True)
class SurfaceJet:
    """Points of a surface with their derivatives; of parameters given as numbers, (3,) each."""

    point: Doubles  #: (N, 3)
    u: Doubles  #: (N, 3): the first derivative by u
    v: Doubles  #: (N, 3)
    uu: Doubles  #: (N, 3): the second derivative by u twice
    uv: Doubles  #: (N, 3)
    vv: Doubles  #: (N, 3)


@dataclass(frozen=True)
class BezierPatches:
    """A surface, cut at its knots: between two breaks along u and two along v lies one patch."""

    degree_u: int
    degree_v: int
    breaks_u: Doubles  #: (K + 1,): parameters, ascending, none twice
    breaks_v: Doubles  #: (L + 1,)
    rational: bool  #: else all weights are 1
    points: Doubles  #: (K, L, degree_u + 1, degree_v + 1, 4): w x, w y, w z, w of the control points of each patch


@dataclass(frozen=True)
class KnotPositions:
    """Points on a surface that stand for it in contact."""

    u: Doubles  #: (N,)
    v: Doubles  #: (N,)
    point: Doubles  #: (N, 3)
    normal: Doubles  #: (N, 3): u x v, unit; zero where there is none

    def __len__(self) -> int:
        return len(self.u)


def _need_shape(shape: Any) -> None:
    if not isinstance(shape, (NurbsCurve, NurbsSurface)):
        raise TypeError(f"shape is {shown(shape)}; allowed is a NurbsCurve or a NurbsSurface")


def along_v(along: Optional[str]) -> bool:
    """Whether it is v, of a surface."""
    if isinstance(along, str) and along in ("u", "v"):
        return along == "v"
    kind = _abut.InvalidInput if isinstance(along, str) else TypeError
    raise kind(f"along is {shown(along)}; allowed are 'u' and 'v' for a surface")


def _not_along(along: Optional[str]) -> None:
    if along is not None:
        raise TypeError(f"along is {shown(along)}; allowed is None for a curve")


@overload
def point_at(shape: NurbsCurve, u: Any, /) -> CurveJet: ...
@overload
def point_at(shape: NurbsSurface, u: Any, v: Any, /) -> SurfaceJet: ...
def point_at(shape: Union[NurbsCurve, NurbsSurface], *parameters: Any) -> Union[CurveJet, SurfaceJet]:
    """Points of a curve or a surface, and their first and second derivatives.

    `point_at(curve, u)` returns a `CurveJet`, `point_at(surface, u, v)` a `SurfaceJet`. `u` and `v` are numbers, or (N,)
    float64 or float32 arrays of the same length, any positive strides. Those outside of the domain are taken to its nearest
    end. At a knot the derivatives are those from the right; at the domain's end, from the left. A point with a weight of 0
    has coordinates that are not finite, and so has one of a NaN.

    Raises TypeError, ValueError for arrays of another dtype or shape, and another number of parameters.
    """
    _need_shape(shape)
    curve = isinstance(shape, NurbsCurve)
    if len(parameters) != (1 if curve else 2):
        wanted = "one, u, for a curve" if curve else "two, u and v, for a surface"
        raise TypeError(f"parameters are {len(parameters)}; allowed are {wanted}")
    arrays = shape._data.points(*parameters)
    if np.ndim(parameters[0]) == 0:
        arrays = tuple(array[0] for array in arrays)
    return CurveJet(*arrays) if curve else SurfaceJet(*arrays)


def insert_knot(shape: Shape, knot: float, *, along: Optional[str] = None, times: int = 1) -> Shape:
    """The same shape with a knot more often: control points are means of the old ones.

    Args:
        shape: a NurbsCurve or a NurbsSurface.
        knot: a parameter inside of the domain.
        along: 'u' or 'v', for a surface.
        times: how often; 0 or more, the knot coming as often as the degree at most.

    Raises InvalidInput for a knot, a parameter or a number that is not allowed. Source: Boehm 1980.
    """
    _need_shape(shape)
    if isinstance(shape, NurbsCurve):
        _not_along(along)
        return NurbsCurve._of(shape._data.insert_knot(knot, times))
    return NurbsSurface._of(shape._data.insert_knot(along_v(along), knot, times))


def elevate_degree(shape: Shape, *, along: Optional[str] = None, by: int = 1) -> Shape:
    """The same shape, its degree higher, and every knot of the domain as many times more often: it stays as continuous.

    Args:
        shape: a NurbsCurve or a NurbsSurface.
        along: 'u' or 'v', for a surface.
        by: 0 or more; the degree is 7 at most.

    Raises InvalidInput for a degree above 7 or a parameter that is not allowed. Source: Prautzsch 1984.
    """
    _need_shape(shape)
    if isinstance(shape, NurbsCurve):
        _not_along(along)
        return NurbsCurve._of(shape._data.elevate_degree(by))
    return NurbsSurface._of(shape._data.elevate_degree(along_v(along), by))


def clamped(shape: Shape) -> Shape:
    """The same shape with clamped knots: the first and the last come degree + 1 times, and none lies outside of the domain.

    Raises TypeError for what is no NurbsCurve and no NurbsSurface.
    """
    _need_shape(shape)
    if isinstance(shape, NurbsCurve):
        return NurbsCurve._of(shape._data.clamped())
    return NurbsSurface._of(shape._data.clamped())


def is_closed(shape: Union[NurbsCurve, NurbsSurface], *, along: Optional[str] = None) -> bool:
    """Whether both ends of a curve, or of a surface along 'u' or 'v', are the same, to a few roundings of its size.

    Raises InvalidInput, TypeError for another `along`, which a surface needs and a curve has not.
    """
    _need_shape(shape)
    if isinstance(shape, NurbsCurve):
        _not_along(along)
        return shape._data.is_closed()
    return shape._data.is_closed(along_v(along))


def transformed(surface: NurbsSurface, linear: Any, translation: Any) -> NurbsSurface:
    """Every control point moved by x -> linear @ x + translation, and so every point of the surface.

    Args:
        surface: stays as it is.
        linear: (3, 3), float64 or float32: a rotation, a scaling, or any other matrix.
        translation: (3,).

    Raises InvalidInput where a control point is not finite afterwards; TypeError, ValueError for arrays of another dtype or
    shape.
    """
    need("surface", surface, NurbsSurface)
    return NurbsSurface._of(surface._data.transformed(linear, translation))


def bezier_patches(surface: NurbsSurface) -> BezierPatches:
    """The surface cut at its knots into Bezier patches, in homogeneous coordinates.

    Raises TypeError for what is no NurbsSurface.
    """
    need("surface", surface, NurbsSurface)
    return BezierPatches(*surface._data.bezier_patches())


def closed_by_wrapping(points: Any, degree: int, *, weights: Any = None) -> NurbsCurve:
    """A closed curve of uniform knots, without ends: the first control points come again behind the last ones.

    `points` (N, 2) and `weights` (N,) are float64 or float32, each control point once. The domain is 0 to N. The curve is
    continuous in its derivatives up to `degree` - 1. Raises InvalidInput for fewer points than `degree` + 1 and what is no
    curve; TypeError, ValueError for arrays of another dtype or shape. Source: Lim 2012, 3.1.4, the first way.
    """
    return NurbsCurve._of(_abut._closed_curve(points, degree, weights, True))


def closed_by_clamping(points: Any, degree: int, *, weights: Any = None) -> NurbsCurve:
    """A closed curve with clamped uniform knots, whose first control point comes again as the last one.

    Takes and raises what `closed_by_wrapping` does. Source: Lim 2012, 3.1.4, the second way.
    """
    return NurbsCurve._of(_abut._closed_curve(points, degree, weights, False))


def unit_circle() -> NurbsCurve:
    """The unit circle of Lim 2012, Table 3.1: nine control points, degree 2."""
    return NurbsCurve._of(_abut._unit_circle())


def knot_positions(
    surface: NurbsSurface, distance: float, angle: float, *, most: int = 2**20, largest: float = float("inf")
) -> KnotPositions:
    """Points on a surface that stand for it in contact: more of them where it curves.

    Args:
        surface: whose rectangles of parameters are halved again and again.
        distance: between corners, in the surface's unit, above 0: nothing that is as short is split.
        angle: between normals, in radians, 0 or more: nothing that turns as little is split.
        most: of knot positions, 1 or more.
        largest: what is longer is split even where it is flat.

    Returns:
        The middles, in parameters, of the rectangles that are left.

    Raises InvalidInput for an option out of its range; where there would be more than `most`, or no number of halvings comes
    down to `distance`; where a corner or a middle has weight 0. Source: Lim 2012, section 3.2.2, Algorithm 2;
    docs/explanation/surfaces.md says where it departs.
    """
    need("surface", surface, NurbsSurface)
    return KnotPositions(*surface._data.knot_positions(distance, angle, most, largest))
