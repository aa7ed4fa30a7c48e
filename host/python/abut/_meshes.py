"""Triangle meshes: from files, Trimesh and meshio; checked, mended, cut into convex parts."""

from __future__ import annotations

import os
import warnings
from dataclasses import dataclass
from typing import Any, Callable, Iterable, Optional, Union

import numpy as np
import numpy.typing as npt

from . import _abut
from ._arrays import Doubles
from ._checks import need, need_numbers_of, path_text, several, shown


@dataclass
class Mesh:
    """A triangle mesh: `vertices` (N, 3) float64, `triangles` (M, 3) uint32; any unit and frame."""

    vertices: Doubles
    triangles: npt.NDArray[np.uint32]

    def arrays(self) -> tuple[Any, Any]:
        return (self.vertices, self.triangles)


#: What functions take for a mesh: a Mesh, a path, a Trimesh, a meshio.Mesh, or (vertices, triangles).
MeshLike = Union[Mesh, str, "os.PathLike[str]", tuple[Any, Any], Any]

_SURFACE_CELLS = {"triangle": 3, "quad": 4, "polygon": 0}
_SKIPPED_CELLS = ("vertex", "line")


def as_mesh(mesh: MeshLike) -> Mesh:
    """A Mesh of what can stand for one.

    A `Mesh` is returned as it is. A path is read (OBJ, STL, PLY, OFF). What has `vertices` and `faces` (Trimesh) or
    `points` and `cells` (meshio: triangles, quadrilaterals and polygons, which are cut as `read_mesh` does; points and
    lines are left out) and a pair (vertices, triangles) are taken as arrays: float64 and uint32 ones are not copied, others are.

    Raises TypeError for anything else, ValueError for other shapes, indices that are not there, and volume cells.
    """
    if isinstance(mesh, Mesh):
        return mesh
    if isinstance(mesh, (str, os.PathLike)):
        return read_mesh(mesh)
    given: Any = mesh
    if hasattr(given, "vertices") and hasattr(given, "faces"):
        return _mesh(given.vertices, given.faces, "mesh.vertices", "mesh.faces")
    if hasattr(given, "points") and hasattr(given, "cells"):
        return _mesh(given.points, _triangles_of_cells(given.points, given.cells), "mesh.points", "mesh.cells")
    if isinstance(given, (tuple, list)) and len(given) == 2:
        return _mesh(given[0], given[1], "mesh[0]", "mesh[1]")
    raise TypeError(
        f"mesh is {shown(mesh)}; allowed are a Mesh, a path, (vertices, triangles), and what has vertices and "
        "faces (Trimesh) or points and cells (meshio)"
    )


def _array(values: Any, name: str) -> Any:
    try:
        return np.asarray(values)
    except ValueError:
        raise ValueError(f"{name} is {shown(values)} that is not made of numbers in even rows") from None


def _mesh(vertices: Any, triangles: Any, vertices_name: str, triangles_name: str) -> Mesh:
    points = _array(vertices, vertices_name)
    if points.ndim != 2 or points.shape[1] != 3 or points.dtype.kind not in "fiu":
        raise ValueError(f"{vertices_name} is {points.dtype} of shape {points.shape}; allowed are numbers of shape (N, 3)")
    ids = _array(triangles, triangles_name)
    if ids.size == 0:
        ids = ids.reshape(-1, 3).astype(np.uint32)
    if ids.ndim != 2 or ids.shape[1] != 3 or ids.dtype.kind not in "iu":
        raise ValueError(f"{triangles_name} is {ids.dtype} of shape {ids.shape}; allowed are integers of shape (M, 3)")
    need_numbers_of(triangles_name, ids, "vertex", len(points) - 1)
    return Mesh(np.ascontiguousarray(points, np.float64), np.ascontiguousarray(ids, np.uint32))


def _triangles_of_cells(points: Any, cells: Iterable[Any]) -> Any:
    found = [np.empty((0, 3), np.int64)]
    blocks = cells.items() if isinstance(cells, dict) else ((block.type, block.data) for block in cells)
    for kind, data in blocks:
        if kind in _SKIPPED_CELLS:
            continue
        if kind not in _SURFACE_CELLS:
            raise ValueError(f"mesh.cells has cells of type {kind!r}; allowed are triangle, quad and polygon")
        faces = [np.asarray(face, np.int64) for face in data]
        if not faces:
            continue
        found.append(np.stack(faces) if kind == "triangle" else _cut(points, faces))
    return np.concatenate(found)


def _cut(points: Any, faces: list[Any]) -> Any:
    """Polygons, each a list of corners, as triangles."""
    corners = np.concatenate(faces)
    need_numbers_of("mesh.cells", corners, "vertex", len(points) - 1)
    counts = np.array([len(face) for face in faces], np.uint32)
    vertices = np.ascontiguousarray(points, np.float64)
    return np.asarray(_abut._cut_polygons(vertices, corners.astype(np.uint32), counts)).astype(np.int64)


def read_mesh(path: Union[str, "os.PathLike[str]"]) -> Mesh:
    """Reads OBJ, STL (text or binary), PLY (text or binary) or OFF; polygons are cut into triangles, concave ones too.

    A file of vertices alone gives their convex hull. What was passed over, or is not as it stands in the file, is a
    UserWarning. Raises FileError (an OSError) where it cannot be opened, InvalidInput naming file, place, value and what is allowed.
    """
    vertices, triangles, notes = _abut._read_mesh(path_text(path))
    for note in notes:
        warnings.warn(f"{os.fspath(path)}: {note}", stacklevel=2)
    return Mesh(vertices, triangles)


def is_mesh_path(path: Union[str, "os.PathLike[str]"]) -> bool:
    """Whether a path ends as a mesh does that `read_mesh` reads: .obj, .stl, .ply or .off, in capitals or not.

    The file need not be there. Raises TypeError for what is no path.
    """
    return _abut._is_mesh_path(path_text(path))


def weld(mesh: MeshLike) -> Mesh:
    """Welds vertices with equal coordinates and drops those that no triangle uses; what is left keeps its order."""
    return Mesh(*_abut._weld(as_mesh(mesh).arrays()))


@dataclass(frozen=True)
class MeshReport:
    """What `examine` finds, after equal vertices were welded. Lengths in the mesh's unit.

    Volume, centroid and inertia (density 1, about the centroid) mean something only if `closed` and
    `consistently_oriented`.
    """

    vertices: int
    triangles: int
    box_min: tuple[float, float, float]
    box_max: tuple[float, float, float]
    size: float  #: radius of the bounding sphere about the box centre
    closed: bool
    consistently_oriented: bool
    outward: bool
    boundary_edges: int
    non_manifold_edges: int
    degenerate_triangles: int
    duplicate_vertices: int
    unused_vertices: int
    components: int
    area: float
    volume: float
    centroid: tuple[float, float, float]
    inertia: tuple[tuple[float, float, float], ...]
    hull_vertices: int
    hull_faces: int
    hull_volume: float
    convexity: float  #: |volume| / hull volume
    largest_concavity: float  #: largest distance from a vertex to the hull's surface


def examine(mesh: MeshLike) -> MeshReport:
    """What is in a mesh, and how far from convex it is; raises InvalidInput where it is no mesh."""
    return MeshReport(**_abut._examine(as_mesh(mesh).arrays()))


@dataclass(frozen=True)
class RepairedMesh:
    """What `repair_mesh` makes of a mesh."""

    mesh: Mesh  #: a closed solid, outward, if `refusal` is empty; else as far as it came
    steps: tuple[str, ...]  #: what was changed
    refusal: str  #: why it is no solid, and where; empty if it is one
    crossings: int  #: pairs of facets of one shell that go through each other
    crossing: tuple[float, float, float]  #: a place of the first
    shell_crossings: int = 0  #: pairs of facets of different shells that have points in common
    shell_crossing: tuple[float, float, float] = (0.0, 0.0, 0.0)  #: a place of the first
    misnested: int = 0  #: shells that touch no other and face the wrong way for where they lie
    misnested_at: tuple[float, float, float] = (0.0, 0.0, 0.0)  #: a place of the first


def repair_mesh(mesh: MeshLike) -> RepairedMesh:
    """Makes a closed solid of a mesh where no choice has to be made (docs/explanation/decomposition.md); raises as `examine`."""
    found = _abut._repair_mesh(as_mesh(mesh).arrays())
    return RepairedMesh(Mesh(*found.pop("mesh")), tuple(found.pop("steps")), **found)


def faults_of(repaired: RepairedMesh) -> tuple[str, ...]:
    """Crossings and shells that face the wrong way, of what `repair_mesh` has made: a line for each kind that there is.

    Volumes and masses count more than once what lies in two folds or two shells. Raises TypeError for what is no RepairedMesh.
    """
    need("repaired", repaired, RepairedMesh)
    faults = _abut._faults_of(
        repaired.crossings, repaired.crossing, repaired.shell_crossings, repaired.shell_crossing, repaired.misnested,
        repaired.misnested_at,
    )
    return tuple(faults)


def decompose(
    mesh: MeshLike,
    *,
    mode: str = "cover",
    concavity: float = 0.05,
    most_parts: int = 0,
    most_vertices: int = 256,
    cuts: bool = True,
    engine: str = "abut",
    time_limit: float = 600.0,
    body: str = "automatic",
    thickness: float = 0.0,
) -> list[Mesh]:
    """Cuts a mesh into convex parts, in its frame and unit.

    Args:
        mesh: closed, consistently oriented and outward, as `repair_mesh` makes it; or any triangles, see `body`.
        mode: "cover": every point of the surface lies in a part, certified; "fit": parts with fewer corners.
        concavity: no point of a part is farther from the body than this times half of the longest side of its box.
        most_parts: beyond it parts are merged although `concavity` forbids it; 0: as many as it takes.
        most_vertices: of a part, at least 8; 0: as many as it takes.
        cuts: whether planes may cut facets.
        engine: "abut", or "coacd" for comparison: CoACD in a child process, which ends after `time_limit` seconds.
        body: "solid"; "surface": the facets alone, mode "cover" only; "automatic": a solid, where the mesh is none what
            `repair_mesh` makes of it, told by a UserWarning; else, in mode "cover", a surface.
        thickness: of a surface's parts at least, over half of the longest side of its box; 0: chosen.

    Raises:
        InvalidInput: an option or a mesh that is not allowed. RuntimeError: the cover cannot be certified, or the other
        engine is not there, fails or takes too long.

    Source: Montanari 2017, 3.3; Mamou & Ghorbel 2009; docs/explanation/decomposition.md.
    """
    options = (mode, concavity, most_parts, most_vertices, cuts, engine, time_limit, body, thickness)
    parts, steps = _mending(as_mesh(mesh), body, lambda solid: _abut._decompose(solid.arrays(), *options))
    if steps:
        warnings.warn(f"mesh was mended, as repair_mesh does: {'; '.join(steps)}", stacklevel=2)
    return [Mesh(*part) for part in parts]


def _mending(mesh: Mesh, body: str, work: Callable[[Mesh], Any]) -> tuple[Any, tuple[str, ...]]:
    """What `work` makes of a mesh; with body "automatic" of what `repair_mesh` makes of one that is no solid. And its steps."""
    try:
        return work(mesh), ()
    except _abut.InvalidInput:
        if body != "automatic":
            raise
        report = examine(mesh)
        if report.closed and report.consistently_oriented and report.outward:
            raise
        repaired = repair_mesh(mesh)
        if repaired.refusal:
            raise
    return work(repaired.mesh), repaired.steps


@dataclass(frozen=True)
class PartsReport:
    """How parts stand to the body. Lengths in the mesh's unit."""

    parts: int
    vertices: int
    concavity: float  #: largest distance of a point of a part from the body
    relative_concavity: float  #: over half of the longest side of the body's box
    covers: bool  #: every facet of the body lies in the parts' union: decided exactly
    uncovered: int  #: facets that do not
    largest_gap: float  #: largest distance of a point of the surface from the parts
    volume_ratio: float  #: sum of the parts' volumes over the body's
    overlap: float  #: volumes that two parts have in common over the body's
    surface: bool  #: distances are from the facets, and the mesh has no volume
    least_relative_concavity: float  #: the true one is not below this, and not above `relative_concavity`


def measure_parts(mesh: MeshLike, parts: Iterable[MeshLike], *, body: str = "automatic") -> PartsReport:
    """Measures any parts, their hulls standing for them; `body`, mending and what is raised as of `decompose`."""
    found = [as_mesh(part).arrays() for part in several("parts", parts, "meshes")]
    report, _ = _mending(as_mesh(mesh), body, lambda solid: _abut._measure_parts(solid.arrays(), found, body))
    return PartsReport(**report)


@dataclass(frozen=True)
class WrappedMesh:
    """A closed mesh around another, and how far apart they are, in the mesh's unit: bounds that hold for every point."""

    mesh: Mesh  #: closed, manifold, outward
    cell: float  #: edge of the grid's cells
    wrap_to_mesh: float  #: no point of the wrap's surface is farther from the mesh's facets
    mesh_to_wrap: float  #: no point of the mesh's facets is farther from the wrap's surface, inside as well
    mesh_outside: float  #: no point of the mesh's facets is farther outside of the wrap
    sheets: int  #: cells in which the mesh has nothing inside, and was given a thickness


def wrap_mesh(mesh: MeshLike, *, resolution: int = 48) -> WrappedMesh:
    """A watertight mesh around any triangles, by generalized winding numbers on a grid.

    `resolution` is the number of cells along the longest side of the mesh's box, from 4 to 256. Raises InvalidInput for
    what is no mesh. Source: Jacobson et al. 2013; Ju et al. 2002; docs/explanation/decomposition.md.
    """
    found = _abut._wrap_mesh(as_mesh(mesh).arrays(), resolution)
    return WrappedMesh(Mesh(*found.pop("mesh")), **found)


def write_obj(meshes: Iterable[MeshLike], path: Union[str, "os.PathLike[str]"]) -> None:
    """Writes meshes as one OBJ, each an object of its own, with all digits. Raises FileError."""
    _abut._write_obj([as_mesh(mesh).arrays() for mesh in several("meshes", meshes, "meshes")], path_text(path))


def write_parts(
    name: str, mesh: MeshLike, parts: Iterable[MeshLike], folder: Union[str, "os.PathLike[str]"]
) -> list[str]:
    """Writes parts as OBJ files, a scene of one body that has them, and a picture. Returns the files; raises FileError."""
    found = [as_mesh(part).arrays() for part in several("parts", parts, "meshes")]
    return _abut._write_parts(name, as_mesh(mesh).arrays(), found, path_text(folder, "folder"))


@dataclass(frozen=True)
class Polytope:
    """A convex polytope whose vertices are made of a vertex of A and one of B; in A's frame, lengths in its unit."""

    dimension: int  #: 0 point, 1 segment, 2 flat polygon, 3 solid
    vertices: Doubles  #: (N, 3)
    sources: npt.NDArray[np.uint32]  #: (N, 2): the vertex of A and the one of B
    faces: list[list[int]]  #: counter-clockwise seen from outside


def minkowski_difference(
    a: Any, b: Any, *, position: Any = None, quaternion: Any = None, matrix: Any = None
) -> Polytope:
    """A - B of the convex hulls of two point sets (N, 3), B's frame posed in A's.

    The shapes touch or overlap exactly when the origin lies in it. Raises InvalidInput, ValueError or TypeError for what
    is no point set or pose, and more than 2^24 differences. Source: Feng & Tan 2019, 2.1 to 2.3.
    """
    return Polytope(*_abut._minkowski_difference(a, b, position, quaternion, matrix))


def entrance_block(
    a: Any, b: Any, *, quaternion: Any = None, matrix: Any = None, reference_point: Any = (0.0, 0.0, 0.0)
) -> Polytope:
    """All places that a point carried by B can be moved to, B not turned, that bring B into A.

    `quaternion` or `matrix` turns B's frame into A's; `reference_point` (3,) is in B's frame. Raises as
    `minkowski_difference`. Source: Feng & Tan 2019, eq. 7; Shi.
    """
    return Polytope(*_abut._entrance_block(a, b, quaternion, matrix, reference_point))


def add_parts(shapes: _abut.ShapeSet, mesh: MeshLike, *, rounding: float = 0.0, parts: Optional[Iterable[MeshLike]] = None) -> list[int]:
    """Adds convex parts of a mesh as hulls: `parts`, or what `decompose` makes of it, mended where it has to be. Returns
    the shapes' indices.

    `bodies.add_compound(indices)` makes a body of them.
    """
    need("shapes", shapes, _abut.ShapeSet)
    found = decompose(mesh) if parts is None else [as_mesh(part) for part in several("parts", parts, "meshes")]
    return [shapes.add_hull(part.vertices, rounding=rounding) for part in found]
