"""Closed NURBS surfaces: boxes, grains fitted to harmonics or meshes, files (docs/explanation/surfaces.md)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Union

import numpy as np
import numpy.typing as npt

from . import _abut
from ._arrays import Doubles
from ._checks import need, path_text, shown
from ._meshes import MeshLike, as_mesh
from ._nurbs import NurbsSurface
from ._scenes import PathLike
from ._surfaces import along_v


def box_surface(half_extents: Any) -> NurbsSurface:
    """A box about the origin as a closed surface of degree 1, normals outward: what stands for a wall among surfaces.

    `half_extents` (3,) along x, y, z, float64 or float32. Its poles are on its two smallest faces, so that each of the others is
    one patch. Raises InvalidInput for one that is not finite and above 0; TypeError, ValueError for another dtype or shape.
    """
    return NurbsSurface._of(_abut._box_surface(half_extents))


def turned_inside_out(surface: NurbsSurface) -> NurbsSurface:
    """The same surface with v the other way round, to the bit: u x v points to the other side.

    Raises TypeError for what is no NurbsSurface.
    """
    need("surface", surface, NurbsSurface)
    return NurbsSurface._of(_abut._turned_inside_out(surface._data))


def is_pole(surface: NurbsSurface, along: str, end: str) -> bool:
    """Whether the surface is one point all along an end of a parameter, to a few roundings of its size.

    `along` is 'u' or 'v', `end` 'begin' or 'end'. Raises InvalidInput, TypeError for anything else.
    """
    need("surface", surface, NurbsSurface)
    of_v = along_v(along)
    if not isinstance(end, str):
        raise TypeError(f"end is {shown(end)}; allowed are 'begin' and 'end'")
    if end not in ("begin", "end"):
        raise _abut.InvalidInput(f"end is {shown(end)}; allowed are 'begin' and 'end'")
    return _abut._is_pole(surface._data, of_v, end == "end")


def write_surface(path: PathLike, surface: NurbsSurface) -> None:
    """Writes a surface as JSON; `read_surface` gives its bits back. The file appears under its name when it is complete.

    Raises FileError naming path and reason.
    """
    place = path_text(path)
    need("surface", surface, NurbsSurface)
    _abut._write_surface(place, surface._data)


def read_surface(
    path: PathLike, *, unit: float = 0.0, part: str = "", time_limit: float = 600.0
) -> NurbsSurface:
    """Reads what `write_surface` has written, or a program that writes the same keys; or of a CAD file (STEP, IGES, .brep, by
    the name's ending) or a B-Rep as JSON the surface that bounds its one body.

    `unit`: of CAD files, in metres, the one that lengths come in; 0 is millimetres. `part`: the name of the body, where there are
    several. CAD files are read by the program `abut_cad`, which lies in this package, within `time_limit` as of `read_cad`. Raises FileError, or InvalidInput: one
    line naming file, key, value and what is allowed, or why the body has no such surface.
    """
    place = path_text(path)
    need("part", part, str)
    return NurbsSurface._of(_abut._read_surface(place, float(unit), part, time_limit))


class SphericalHarmonics:
    """A star-shaped body by the spherical-harmonic coefficients of its radius, as tomography of grains gives them.

    The radius along (theta, phi) is the sum over n = 0, ..., degree and m = -n, ..., n of a_nm Y_nm(theta, phi), with the
    orthonormal Y_nm and the Condon-Shortley phase. It is real: a_n,-m is (-1)^m times the conjugate of a_nm. It never changes.

    Args:
        degree: 0 to 255.
        coefficients: (K,) complex128 or float64, or a list: a_nm for m = 0, ..., n, at n (n + 1) / 2 + m; K is
            (degree + 1) (degree + 2) / 2. Those of m = 0 are real. Copied.

    Raises InvalidInput for a degree out of range, a wrong number of coefficients, one that is not finite, one of m = 0 that is
    not real; TypeError, ValueError for an array of another dtype or shape. Source: Garboczi 2002.
    """

    __slots__ = ("_data",)
    _data: "_abut._SphericalHarmonics"

    def __init__(self, degree: int, coefficients: Any) -> None:
        numbers = _complex_numbers(coefficients)
        parts = np.stack([numbers.real, numbers.imag], axis=1)
        object.__setattr__(self, "_data", _abut._spherical_harmonics(degree, parts))

    @classmethod
    def _of(cls, data: "_abut._SphericalHarmonics") -> "SphericalHarmonics":
        made = cls.__new__(cls)
        object.__setattr__(made, "_data", data)
        return made

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"{name} cannot be set: a SphericalHarmonics does not change")

    @property
    def degree(self) -> int:
        """0 to 255."""
        return int(self._data.parts()[0])

    @property
    def coefficients(self) -> npt.NDArray[np.complex128]:
        """(K,), a copy."""
        parts: Doubles = self._data.parts()[1]
        return parts.view(np.complex128)[:, 0]

    def radius(self, directions: Any) -> Doubles:
        """(N,) float64: the radii along directions (N, 3), float64 or float32, of any length but 0.

        Raises TypeError, ValueError for an array of another dtype or shape.
        """
        radii: Doubles = self._data.radii(directions)
        return radii

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, SphericalHarmonics)
            and self.degree == other.degree
            and np.array_equal(self.coefficients, other.coefficients)
        )

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        return SphericalHarmonics, (self.degree, self.coefficients)

    def __repr__(self) -> str:
        return f"SphericalHarmonics of degree {self.degree}"


def _complex_numbers(coefficients: Any) -> npt.NDArray[np.complex128]:
    """(K,): float64 and complex128 arrays, and lists of numbers."""
    if isinstance(coefficients, (list, tuple)):
        try:
            numbers = np.array(coefficients, np.complex128)
        except (TypeError, ValueError):
            raise TypeError(f"coefficients is {shown(coefficients)}; allowed are numbers in one row") from None
    else:
        if not isinstance(coefficients, np.ndarray):
            raise TypeError(f"coefficients is {shown(coefficients)}; allowed is an array of shape (K,), or a list of numbers")
        if coefficients.dtype not in (np.complex128, np.float64):
            raise TypeError(
                f"coefficients is {coefficients.dtype} of shape {coefficients.shape}; "
                "allowed is complex128 or float64 of shape (K,)"
            )
        numbers = coefficients.astype(np.complex128)
    if numbers.ndim != 1:
        raise ValueError(
            f"coefficients is {numbers.dtype} of shape {numbers.shape}; allowed is complex128 or float64 of shape (K,)"
        )
    return numbers


def read_spherical_harmonics(path: PathLike) -> SphericalHarmonics:
    """Reads lines of n, m and the two parts of a_nm, for n = 0, 1, ... and m from n down to -n; some may be blank.

    Raises FileError, or InvalidInput: one line naming file, line, value and what is allowed, as for coefficients of no real
    radius to 1e-6 of the largest one.
    """
    return SphericalHarmonics._of(_abut._read_spherical_harmonics(path_text(path)))


@dataclass(frozen=True)
class SurfaceFit:
    """A body as one closed surface, with the errors measured: distances between both, at points that the fit has not used."""

    surface: NurbsSurface
    largest_error: float  #: both ways
    rms_error: float  #: of the body's points, by area
    samples: int  #: points of both
    #: Least cosine between a normal and the way there from the centre. Not above 0: the surface has a fold, take more spans.
    least_facing: float
    rows: int  #: spans from pole to pole
    columns: int  #: spans around
    centre: tuple[float, float, float]  #: that theta and phi are about
    #: Rows of a rotation whose columns are the axes of phi = 0, of phi = pi / 2 and from the last pole to the first.
    axes: tuple[tuple[float, float, float], ...]


def fit_surface(
    body: Union[MeshLike, SphericalHarmonics],
    *,
    rows: int = 24,
    columns: int = 48,
    degree: int = 3,
    tolerance: float = 0.0,
    most_rows: int = 128,
    most_columns: int = 256,
) -> SurfaceFit:
    """A grain as one closed NURBS surface without weights, as smooth as its degree allows, with two poles.

    Args:
        body: SphericalHarmonics, or a mesh as of `as_mesh`: closed, outward, of one piece, without holes through it, and
            star-shaped.
        rows, columns: spans from pole to pole, 4 to 512, and around, 8 to 1024.
        degree: along both, 3 to 7.
        tolerance: above 0, a length: rows and columns grow, half as many more each time, until `largest_error` is no more
            than it, or either of them would be above its `most`.
        most_rows, most_columns: where they stop.

    Returns:
        The surface in the body's frame and unit, u from pole to pole, v around, u x v outwards. The poles are at the ends of
        the axis with the smallest moment of inertia, the longest one.

    Raises:
        InvalidInput: another mesh, a radius that is not above 0, an option that is not allowed. TypeError, ValueError: as
        `as_mesh`.

    Source: docs/explanation/surfaces.md.
    """
    options = (rows, columns, degree, tolerance, most_rows, most_columns)
    if isinstance(body, SphericalHarmonics):
        found = _abut._fit_harmonics(body._data, *options)
    else:
        found = _abut._fit_mesh(as_mesh(body).arrays(), *options)
    found["surface"] = NurbsSurface._of(found["surface"])
    return SurfaceFit(**found)
