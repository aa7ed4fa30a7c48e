"""The data of NURBS curves and surfaces (docs/explanation/surfaces.md)."""

from __future__ import annotations

from typing import Any, Optional

import numpy as np

from . import _abut
from ._arrays import Doubles


def _same(a: tuple[Any, ...], b: tuple[Any, ...]) -> bool:
    return all(np.array_equal(x, y) if x is not None and y is not None else x is y for x, y in zip(a, b))


class NurbsCurve:
    """A NURBS curve of the plane. It never changes: functions like `insert_knot` return new ones.

    Args:
        degree: 1 to 7.
        knots: (n + degree + 1,), none below the one before. The domain goes from knots[degree] to knots[n]. Knots need not be
            clamped.
        points: (n, 2), the control points.
        weights: (n,), 0 or more; None: all 1.

    Numbers are float64 or float32 arrays, or lists, and are copied. What properties return are copies too.

    Raises InvalidInput where the data is no curve, naming what is wrong; TypeError, ValueError for arrays of another dtype or
    shape. Source: Lim 2012, section 3.1; Piegl & Tiller, The NURBS Book, 1997.
    """

    __slots__ = ("_data",)
    _data: "_abut._NurbsCurve"

    def __init__(self, degree: int, knots: Any, points: Any, weights: Any = None) -> None:
        object.__setattr__(self, "_data", _abut._nurbs_curve(degree, knots, points, weights))

    @classmethod
    def _of(cls, data: "_abut._NurbsCurve") -> "NurbsCurve":
        made = cls.__new__(cls)
        object.__setattr__(made, "_data", data)
        return made

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"{name} cannot be set: a NurbsCurve does not change")

    @property
    def degree(self) -> int:
        """1 to 7."""
        return int(self._data.parts()[0])

    @property
    def knots(self) -> Doubles:
        """(n + degree + 1,)"""
        knots: Doubles = self._data.parts()[1]
        return knots

    @property
    def points(self) -> Doubles:
        """(n, 2): the control points."""
        points: Doubles = self._data.parts()[2]
        return points

    @property
    def weights(self) -> Optional[Doubles]:
        """(n,); None: all 1."""
        weights: Optional[Doubles] = self._data.parts()[3]
        return weights

    @property
    def domain(self) -> tuple[float, float]:
        """Where the parameter begins and ends."""
        degree, knots, points, _ = self._data.parts()
        return float(knots[degree]), float(knots[len(points)])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, NurbsCurve) and _same(self._data.parts(), other._data.parts())

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        return NurbsCurve, self._data.parts()

    def __repr__(self) -> str:
        return f"NurbsCurve of degree {self.degree} with {len(self.points)} control points"


class NurbsSurface:
    """A tensor-product NURBS surface of space. It never changes: functions like `insert_knot` return new ones.

    Args:
        degree_u, degree_v: 1 to 7.
        knots_u, knots_v: (n + degree_u + 1,) and (m + degree_v + 1,), none below the one before. Knots need not be clamped.
        points: (n, m, 3), the control points: n along u, m along v.
        weights: (n, m), 0 or more; None: all 1.

    Numbers are float64 or float32 arrays, or lists, and are copied. What properties return are copies too.

    Raises InvalidInput where the data is no surface, naming what is wrong (`u.knots` are `knots_u`); TypeError, ValueError for
    arrays of another dtype or shape. Source: Lim 2012, section 3.1; Piegl & Tiller, The NURBS Book, 1997.
    """

    __slots__ = ("_data",)
    _data: "_abut._NurbsSurface"

    def __init__(
        self, degree_u: int, degree_v: int, knots_u: Any, knots_v: Any, points: Any, weights: Any = None
    ) -> None:
        object.__setattr__(self, "_data", _abut._nurbs_surface(degree_u, degree_v, knots_u, knots_v, points, weights))

    @classmethod
    def _of(cls, data: "_abut._NurbsSurface") -> "NurbsSurface":
        made = cls.__new__(cls)
        object.__setattr__(made, "_data", data)
        return made

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"{name} cannot be set: a NurbsSurface does not change")

    @property
    def degree_u(self) -> int:
        """1 to 7."""
        return int(self._data.parts()[0])

    @property
    def degree_v(self) -> int:
        """1 to 7."""
        return int(self._data.parts()[1])

    @property
    def knots_u(self) -> Doubles:
        """(n + degree_u + 1,)"""
        knots: Doubles = self._data.parts()[2]
        return knots

    @property
    def knots_v(self) -> Doubles:
        """(m + degree_v + 1,)"""
        knots: Doubles = self._data.parts()[3]
        return knots

    @property
    def points(self) -> Doubles:
        """(n, m, 3): the control points."""
        points: Doubles = self._data.parts()[4]
        return points

    @property
    def weights(self) -> Optional[Doubles]:
        """(n, m); None: all 1."""
        weights: Optional[Doubles] = self._data.parts()[5]
        return weights

    @property
    def domain_u(self) -> tuple[float, float]:
        """Where u begins and ends."""
        degree, _, knots, _, points, _ = self._data.parts()
        return float(knots[degree]), float(knots[points.shape[0]])

    @property
    def domain_v(self) -> tuple[float, float]:
        """Where v begins and ends."""
        _, degree, _, knots, points, _ = self._data.parts()
        return float(knots[degree]), float(knots[points.shape[1]])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, NurbsSurface) and _same(self._data.parts(), other._data.parts())

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        return NurbsSurface, self._data.parts()

    def __repr__(self) -> str:
        n, m, _ = self.points.shape
        return f"NurbsSurface of degrees {self.degree_u} and {self.degree_v} with {n} x {m} control points"
