"""Simplicial complexes: points, wires, shells and volumes in one body; from arrays, meshes and files."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _abut
from ._arrays import Doubles
from ._checks import need_numbers_of, path_text, shown
from ._meshes import MeshLike, _cut, as_mesh
from ._scenes import PathLike

#: Kinds of simplices by the cells of meshio; polygons are cut into triangles.
_CELLS = {"vertex": "points", "line": "segments", "triangle": "triangles", "tetra": "tetrahedra"}
_POLYGONS = ("quad", "polygon")
_CORNERS = {"points": 1, "segments": 2, "triangles": 3, "tetrahedra": 4}


def _even_array(values: Any, name: str) -> Any:
    """Any array of these values. ValueError for lists of unequal lengths."""
    try:
        return np.asarray(values)
    except ValueError:
        raise ValueError(f"{name} is {shown(values)} that is not made of numbers in even rows") from None


def _rows(values: Any, name: str, width: int, kinds: str) -> Any:
    """An array (N, width), or (N,) where the width is 1, of dtypes of these kinds."""
    array = _even_array(values, name)
    if array.size == 0 and array.ndim <= 2:
        array = array.reshape(0, width).astype(np.uint32 if kinds == "iu" else np.float64)
    elif width == 1:
        array = array[:, None] if array.ndim == 1 else array[None]
    if array.ndim != 2 or array.shape[1] != width or array.dtype.kind not in kinds:
        wanted = "(N,)" if width == 1 else f"(N, {width})"
        numbers = "integers" if kinds == "iu" else "numbers"
        there = np.asarray(values)
        raise ValueError(f"{name} is {there.dtype} of shape {there.shape}; allowed are {numbers} of shape {wanted}")
    return array


def _indices(values: Any, name: str, width: int, what: str, most: int) -> Any:
    """Rows of numbers of a `what` as uint32, (N, width), or (N,) where the width is 1; None is no rows."""
    array = _rows(() if values is None else values, name, width, "iu")
    need_numbers_of(name, array, what, most)
    return _kept(array[:, 0] if width == 1 else array, np.uint32)


def _kept(array: Any, dtype: Any) -> Any:
    copy = np.array(array, dtype, order="C")
    copy.flags.writeable = False
    return copy


class SimplicialComplex:
    """Points, segments of wires, triangles of shells and tetrahedra of volumes on common vertices. It never changes.

    Faces of simplices belong to it without being named: a triangle brings its edges and vertices along. A vertex that
    nothing names is no part of it. Any unit and frame.

    Args:
        vertices: (N, 3) numbers, kept as float64.
        points: (N,), vertices that stand for themselves. Of any integer dtype, as all that follow.
        segments: (N, 2).
        triangles: (N, 3); those that enclose a volume counterclockwise from outside.
        tetrahedra: (N, 4), of either orientation.

    Arrays and lists are copied. Raises ValueError for other shapes, for numbers that are no integers, and for vertices
    that are not there. What else no shape can have, `ContactComplexes.set` tells. Source: Merlhiot 2007, section 4.
    """

    __slots__ = ("_arrays",)
    _arrays: tuple[Any, ...]

    def __init__(
        self, vertices: Any, points: Any = None, segments: Any = None, triangles: Any = None, tetrahedra: Any = None
    ) -> None:
        corners = _kept(_rows(vertices, "vertices", 3, "fiu"), np.float64)
        given = zip(_CORNERS, (points, segments, triangles, tetrahedra))
        arrays = (corners, *(_indices(rows, name, _CORNERS[name], "vertex", len(corners) - 1) for name, rows in given))
        object.__setattr__(self, "_arrays", arrays)

    @classmethod
    def from_mesh(cls, mesh: MeshLike) -> "SimplicialComplex":
        """The triangles of a mesh, with its vertices, in its unit and frame: anything that `as_mesh` takes; raises as it."""
        taken = as_mesh(mesh)
        return cls(taken.vertices, triangles=taken.triangles)

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"{name} cannot be set: a SimplicialComplex does not change")

    @property
    def vertices(self) -> Doubles:
        """(N, 3) float64; this and the other arrays are read-only."""
        vertices: Doubles = self._arrays[0]
        return vertices

    @property
    def points(self) -> npt.NDArray[np.uint32]:
        """(N,) uint32: vertices that stand for themselves."""
        points: npt.NDArray[np.uint32] = self._arrays[1]
        return points

    @property
    def segments(self) -> npt.NDArray[np.uint32]:
        """(N, 2) uint32."""
        segments: npt.NDArray[np.uint32] = self._arrays[2]
        return segments

    @property
    def triangles(self) -> npt.NDArray[np.uint32]:
        """(N, 3) uint32."""
        triangles: npt.NDArray[np.uint32] = self._arrays[3]
        return triangles

    @property
    def tetrahedra(self) -> npt.NDArray[np.uint32]:
        """(N, 4) uint32."""
        tetrahedra: npt.NDArray[np.uint32] = self._arrays[4]
        return tetrahedra

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SimplicialComplex) and all(map(np.array_equal, self._arrays, other._arrays))

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        return SimplicialComplex, self._arrays

    def __repr__(self) -> str:
        counts = ", ".join(f"{len(rows)} {name}" for name, rows in zip(_CORNERS, self._arrays[1:]) if len(rows))
        return f"SimplicialComplex of {len(self.vertices)} vertices: {counts or 'no simplices'}"


def read_complex(path: PathLike) -> SimplicialComplex:
    """Reads a complex from any file that meshio reads: Gmsh .msh, VTK .vtu and .vtk, Abaqus .inp, MEDIT .mesh and others.

    Cells of the types vertex, line, triangle and tetra are taken as they are, quad and polygon are cut into triangles. Points
    of the file keep their numbers, its unit and frame are the complex's. Needs the package meshio.

    Raises FileError (an OSError) where the file cannot be opened; InvalidInput where meshio cannot read it, and for cells of
    other types, as hexahedron or triangle6, which a mesh generator can leave out; ImportError where meshio is not installed.
    """
    text = path_text(path)
    mesh = _read_by_meshio(text)
    points, found = np.asarray(mesh.points, np.float64), {name: [np.empty((0, n), np.int64)] for name, n in _CORNERS.items()}
    if points.ndim != 2 or points.shape[1] != 3:
        raise _abut.InvalidInput(f"{text}: the points have shape {points.shape}; allowed are three coordinates each")
    for block in mesh.cells:
        if block.type in _CELLS:
            name = _CELLS[block.type]
            found[name].append(np.asarray(block.data, np.int64).reshape(-1, _CORNERS[name]))
        elif block.type in _POLYGONS:
            if len(block.data):
                found["triangles"].append(_cut(points, [np.asarray(face, np.int64) for face in block.data]))
        else:
            raise _abut.InvalidInput(
                f"{text}: there are cells of type {block.type!r}; allowed are vertex, line, triangle, quad, polygon and tetra"
            )
    simplices = {name: np.concatenate(rows) for name, rows in found.items()}
    simplices["points"] = simplices["points"][:, 0]
    try:
        return SimplicialComplex(points, **simplices)
    except ValueError as error:
        raise _abut.InvalidInput(f"{text}: {error}") from None


def _read_by_meshio(text: str) -> Any:
    try:
        meshio: Any = importlib.import_module("meshio")
    except ImportError:
        raise ImportError("read_complex needs meshio, which is not installed: pip install meshio") from None
    try:
        with open(text, "rb"):
            pass
    except OSError as error:
        raise _abut.FileError(f"{text}: {error.strerror}") from None
    try:
        return meshio.read(text)
    except (Exception, SystemExit) as error:  # it leaves by sys.exit where no reader takes the file
        why = "no reader takes it" if isinstance(error, SystemExit) else " ".join(str(error).split()) or type(error).__name__
        raise _abut.InvalidInput(f"{text}: meshio cannot read it: {why}") from None
