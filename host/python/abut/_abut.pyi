"""Made by tests/python/stub.py; what each function is told in its source under host/python/."""

from collections.abc import Sequence
from typing import Any, Union

import numpy
import numpy.typing

#: float64 or float32, or lists of numbers
Numbers = Union[numpy.typing.NDArray[numpy.float64], numpy.typing.NDArray[numpy.float32], float, Sequence[Any], Any]
#: any integer dtype, or a list of integers
Integers = Union[numpy.typing.NDArray[Any], Sequence[int], Any]

__version__: str


class InvalidInput(ValueError):
    """
    The caller's fault: names the argument, what it is and what is allowed. Raised before any work starts.
    """

class FileError(OSError):
    """
    The file system's fault: names the path and the operating system's reason.
    """

class CudaError(RuntimeError):
    """CUDA cannot be used here, or failed: names the call and the place."""

class ShapeSet:
    """
    Many convex shapes, which bodies and pairs name by their index.

    Lengths are in any one unit, the caller's. Every `add_...` returns the new shape's index and raises InvalidInput,
    naming argument and value, for numbers that are not finite and lengths below 0. `rounding` dilates a shape by a
    ball of that radius. Several threads may use one set: a call that changes it waits for those that read it.
    """

    def __init__(self) -> None: ...

    def add_point(self, vertex: Numbers, *, rounding: float = 0.0) -> int:
        """
        Adds a point, (3,); with a rounding a ball about it. Returns the shape's index.
        """

    def add_segment(self, v0: Numbers, v1: Numbers, *, rounding: float = 0.0) -> int:
        """
        Adds the segment between two points, (3,) each. Returns the shape's index.
        """

    def add_triangle(self, v0: Numbers, v1: Numbers, v2: Numbers, *, rounding: float = 0.0) -> int:
        """Adds a triangle, (3,) each corner. Returns the shape's index."""

    def add_box(self, half_extents: Numbers, *, rounding: float = 0.0) -> int:
        """
        Adds a box about the origin with half extents (3,) along x, y, z. Returns the shape's index.
        """

    def add_hull(self, vertices: Numbers, *, rounding: float = 0.0) -> int:
        """
        Adds the convex hull of (N, 3) points, N from 1 up: points inside are dropped, coplanar facets merged, flat and
        collinear sets kept as polygons and segments. By qhull. `vertices` are copied. Returns the shape's index.
        """

    def add_sphere(self, radius: float) -> int:
        """
        Adds a sphere about the origin: a point with a rounding. Returns the shape's index.
        """

    def add_capsule(self, radius: float, half_length: float) -> int:
        """
        Adds a capsule: a segment from -half_length to half_length along z, rounded. Returns the shape's index.
        """

    def add_ellipsoid(self, semi_axes: Numbers, *, rounding: float = 0.0) -> int:
        """
        Adds an ellipsoid with semi-axes (3,) along x, y, z; any may be 0. Returns the shape's index.
        """

    def add_cylinder(self, radius: float, half_length: float, *, rounding: float = 0.0) -> int:
        """
        Adds a cylinder along z, from -half_length to half_length. Returns the shape's index.
        """

    def add_cone(self, radius: float, half_length: float, *, rounding: float = 0.0) -> int:
        """
        Adds a cone: base of that radius at z = -half_length, apex at z = half_length. Returns the shape's index.
        """

    def add_minkowski_sum(self, a: int, b: int, *, position: Numbers | None = None, quaternion: Numbers | None = None, matrix: Numbers | None = None, rounding: float = 0.0) -> int:
        """
        Adds all sums of a point of shape `a` and one of shape `b`, b's frame posed in a's, which is the sum's. Either may
        be a sum itself, with at most 64 terms in all. The sum follows when vertices of `a` or `b` are replaced. Returns
        the shape's index.
        """

    def replace_vertices(self, shape: int, vertices: Numbers) -> None:
        """
        Replaces the vertices (N, 3) of a deforming shape, in the order of `vertices(shape)` and as many; the caller keeps
        them convex. Edges and faces stay. Raises ValueError for another number.
        """

    def vertices(self, shape: int) -> numpy.typing.NDArray[numpy.float64]:
        """
        The vertices (N, 3) of a shape in its own frame, a copy. None of them for curved kinds and sums.
        """

    def faces(self, shape: int) -> list[list[int]]:
        """
        The faces of a shape: lists of vertices' numbers, counter-clockwise seen from outside.
        """

    def info(self, shape: int) -> dict[str, Any]:
        """
        What is known of a shape: kind, numbers of vertices, edges and faces, version, rounding, size (radius of the
        bounding sphere about the box centre), centre and half extents of its box, and a sum's terms.
        """

    def __repr__(self) -> str: ...

    def __len__(self) -> int: ...

class BodySet:
    """
    Bodies: a pose in the world, and one or more parts, each a shape of a ShapeSet posed in the body.

    Parts are numbered in the order of the bodies, and pairs join parts; where every body has one shape they are the
    bodies. World positions are double whatever the precision of queries. Bad poses raise InvalidInput. Several
    threads may use one set: a call that changes it waits for those that read it. 245 bytes a part, 100 more a body.
    """

    def __init__(self) -> None: ...

    def add(self, shape: int, position: Numbers | None = None, *, quaternion: Numbers | None = None, matrix: Numbers | None = None, groups: int = 1, meets: int = 4294967295, self_contact: bool = False, alert_distance: float = 0.0, world: int = 0) -> int:
        """
        Adds a body of one shape at `position` (3,) in the world, turned by `quaternion` (w, x, y, z), of any
        length but zero, or `matrix` (3, 3), a rotation within 1e-6 that is used to the bit. Returns its index.

        `groups` and `meets` are bit masks: two parts pair if each meets a group of the other. `self_contact`: whether parts
        of the body may pair with each other. `alert_distance`, 0 or more, is added to the global one. Pairs form within a
        `world`; -1: the body is in all of them.
        """

    def add_many(self, shapes: Integers, positions: Numbers, *, quaternions: Numbers | None = None, matrices: Numbers | None = None, groups: int = 1, meets: int = 4294967295, self_contact: bool = False, alert_distance: float = 0.0, world: int = 0) -> range:
        """
        Adds N bodies of one shape each: `shapes` (N,), any integer dtype; `positions` (N, 3), `quaternions`
        (N, 4) or `matrices` (N, 3, 3), float64 or float32. Returns their indices. All or none are added: the
        first bad one is named. Arrays are copied into the set.

        `groups` and `meets` are bit masks: two parts pair if each meets a group of the other. `self_contact`: whether parts
        of the body may pair with each other. `alert_distance`, 0 or more, is added to the global one. Pairs form within a
        `world`; -1: the body is in all of them.
        """

    def add_compound(self, shapes: Integers, part_positions: Numbers | None = None, *, part_quaternions: Numbers | None = None, part_matrices: Numbers | None = None, position: Numbers | None = None, quaternion: Numbers | None = None, matrix: Numbers | None = None, groups: int = 1, meets: int = 4294967295, self_contact: bool = False, alert_distance: float = 0.0, world: int = 0) -> int:
        """
        Adds one body of K parts: `shapes` (K,), posed in the body's frame by `part_positions` (K, 3) and
        `part_quaternions` (K, 4) or `part_matrices` (K, 3, 3); the body's own pose is as in `add`. Returns its index.

        `groups` and `meets` are bit masks: two parts pair if each meets a group of the other. `self_contact`: whether parts
        of the body may pair with each other. `alert_distance`, 0 or more, is added to the global one. Pairs form within a
        `world`; -1: the body is in all of them.
        """

    def set_pose(self, body: int, position: Numbers, *, quaternion: Numbers | None = None, matrix: Numbers | None = None) -> None:
        """
        Moves a body and its parts to a pose as in `add`; without quaternion and matrix its rotation stays.
        """

    def set_poses(self, positions: Numbers | None = None, *, quaternions: Numbers | None = None, matrices: Numbers | None = None) -> None:
        """
        Moves all bodies: `positions` (N, 3), `quaternions` (N, 4) or `matrices` (N, 3, 3), float64 or float32, on all
        cores; what is not given stays. All or none move: the first bad pose is named.
        """

    def pose(self, body: int) -> tuple[numpy.typing.NDArray[numpy.float64], numpy.typing.NDArray[numpy.float64]]:
        """Position (3,) and matrix (3, 3) of a body."""

    def positions(self) -> numpy.typing.NDArray[numpy.float64]:
        """Positions (N, 3) of all bodies, a copy."""

    def matrices(self) -> numpy.typing.NDArray[numpy.float64]:
        """Rotations (N, 3, 3) of all bodies, a copy."""

    def __repr__(self) -> str: ...

    def __len__(self) -> int: ...

    @property
    def part_count(self) -> int:
        """How many parts all bodies have."""

    def parts_of(self, body: int) -> range:
        """The numbers of a body's parts."""

    def part_shapes(self) -> numpy.typing.NDArray[numpy.uint32]:
        """The shape of each part (P,), a copy."""

    def part_bodies(self) -> numpy.typing.NDArray[numpy.uint32]:
        """The body of each part (P,), a copy."""

    def part_positions(self) -> numpy.typing.NDArray[numpy.float64]:
        """Positions (P, 3) of all parts in the world, a copy."""

    def part_matrices(self) -> numpy.typing.NDArray[numpy.float64]:
        """Rotations (P, 3, 3) of all parts in the world, a copy."""

def find_pairs(shapes: ShapeSet, bodies: BodySet, *, alert_distance: float = 0.0, threads: int = 0) -> numpy.typing.NDArray[numpy.uint32]:
    """
    All pairs of parts whose boxes, fattened by the alert distance, overlap.

    Returns (M, 2) uint32, a < b in each row, sorted and unique. None that is within `alert_distance` (plus both
    parts' own) is missed. Lengths in the scene's unit; `threads` 0: all cores. Groups, masks and self contact are
    those of the bodies. Raises InvalidInput for a distance that is negative or not finite and for a body that
    names a shape that is not there. Source: wide tree over boxes, Kamel & Faloutsos 1993, Skilling 2004.
    """

def find_cross_pairs(shapes: ShapeSet, first: BodySet, second: BodySet, *, alert_distance: float = 0.0, threads: int = 0) -> numpy.typing.NDArray[numpy.uint32]:
    """
    All pairs of a part of `first` (column 0) and one of `second` (column 1) that may be within the alert distance.

    As `find_pairs`; bodies and self contact do not matter. Both sets refer to the same shapes.
    """

def find_nearest(shapes: ShapeSet, bodies: BodySet, points: Numbers, *, alert_distance: float = 0.0, threads: int = 0) -> tuple[numpy.typing.NDArray[numpy.uint32], numpy.typing.NDArray[numpy.float64]]:
    """
    For each point the part whose box is nearest, and how far that box is.

    `points` (N, 3) float64 in the world, any strides. Returns part (N,) uint32, of several the lowest, and distance
    (N,) float64: 0 inside; 0xffffffff and infinity where there is none. Distances are those of boxes, not of shapes.
    Raises as `find_pairs`.
    """

def find_within(shapes: ShapeSet, bodies: BodySet, points: Numbers, radius: Numbers, *, alert_distance: float = 0.0, threads: int = 0) -> tuple[numpy.typing.NDArray[numpy.uint32], numpy.typing.NDArray[numpy.uint64]]:
    """
    For each point all parts whose box is at most `radius` away.

    `points` (N, 3) float64 in the world; `radius` a number, or (N,) float64. Returns pairs (M, 2) uint32 of point and
    part, sorted, and rows (N + 1,) uint64: those of point i are pairs[rows[i]:rows[i + 1]]. Raises as `find_pairs`,
    and InvalidInput for a radius that is negative or NaN.
    """

class PairFinder:
    """
    Candidate pairs of parts that move: `find` once a step, its answer always that of `find_pairs`, to the bit.

    A neighbour list (Verlet 1967) that looks after itself: between two searches it filters what was near at the last
    one. Some 190 bytes a part and 22 a pair. Calls from several threads wait for each other. `threads` 0: all cores.
    """

    def __init__(self, *, threads: int = 0) -> None: ...

    def reset(self) -> None:
        """Forgets what has been found; the memory stays."""

    def find(self, shapes: ShapeSet, bodies: BodySet, *, alert_distance: float = 0.0) -> numpy.typing.NDArray[numpy.uint32]:
        """
        The pairs of this step, (M, 2) uint32, as `find_pairs` has them and with its errors. Anything may change from
        one call to the next; where only poses do it is fast.
        """

    @property
    def searches(self) -> int:
        """In how many steps it has searched so far; the others only filtered."""

    @property
    def memory(self) -> int:
        """Bytes held."""

class PairFilter:
    """
    Leaves out pairs that are known to be apart until their parts can have met.

    A step is: candidates of a PairFinder; pairs = filter.filter(..., candidates); query_pairs(..., pairs) with
    `lower_bound` among its fields; filter.learn(contacts.lower_bound). Source: Montanari 2017, 3.3, eq. 3.14. 128 bytes
    a part, some 45 a pair. Calls from several threads wait for each other.
    """

    def __init__(self, *, threads: int = 0) -> None: ...

    def reset(self) -> None:
        """Forgets what has been found; the memory stays."""

    def filter(self, shapes: ShapeSet, bodies: BodySet, candidates: numpy.typing.NDArray[numpy.uint32], *, alert_distance: float = 0.0) -> numpy.typing.NDArray[numpy.uint32]:
        """
        Those of `candidates` (M, 2) uint32, sorted, that may be within `alert_distance`, in their order.
        """

    def learn(self, lower_bounds: numpy.typing.NDArray[Any]) -> None:
        """
        What a query at the same poses has proved of the pairs that `filter` left: `lower_bound` (K,), float64 or float32.
        Raises InvalidInput for another number of them.
        """

    @property
    def pairs(self) -> numpy.typing.NDArray[numpy.uint32]:
        """
        The last step's candidates (M, 2) uint32, a copy. With `clearances` and the bodies' poses all that it knows.
        """

    @property
    def clearances(self) -> numpy.typing.NDArray[numpy.float64]:
        """
        How far apart each of `pairs` is at least, (M,) float64, a copy: minus infinity where nothing is known.
        """

    def restore(self, shapes: ShapeSet, bodies: BodySet, pairs: numpy.typing.NDArray[numpy.uint32], clearances: numpy.typing.NDArray[numpy.float64]) -> None:
        """
        Goes on from what another filter had as `pairs` and `clearances`, with the answers of one that was not
        interrupted. `bodies`: with the poses of that step. Raises InvalidInput as `filter`, and where there are not as many
        clearances as pairs.
        """

class WarmStart:
    """
    What queries of pairs leave for the next ones of the same pairs: 128 bytes a pair, kept over time steps.

    Answers with and without differ by rounding. A cache of another pair costs time and nothing else. Calls from
    several threads wait for each other.
    """

    def __init__(self, count: int) -> None:
        """Empty caches for so many pairs."""

    def __len__(self) -> int: ...

    def carry(self, places: numpy.typing.NDArray[numpy.uint32]) -> WarmStart:
        """
        Caches of this step's pairs: those at `places` (M,) uint32, as `match_pairs` has them, empty ones for NO_MATCH.
        """

    def to_bytes(self) -> numpy.typing.NDArray[numpy.uint8]:
        """
        The caches as (M, 128) uint8, a copy: for restart files of this machine's byte order.
        """

    @staticmethod
    def from_bytes(caches: numpy.typing.NDArray[numpy.uint8]) -> WarmStart:
        """
        The inverse of `to_bytes`. What Abut has not written is not believed by queries.
        """

def _query_pairs(shapes: ShapeSet, bodies: BodySet, pairs: Any, out: tuple[Any, ...], single: bool, alert_distance: float, warm_start: WarmStart | None, threads: int) -> float:
    """
    Writes the records into `out`, in the order of the fields; returns the seconds that C++ took.
    """

def _query_shape_pairs(shapes: ShapeSet, shape_pairs: Any, poses: Any, positions: Any, quaternions: Any, out: tuple[Any, ...], single: bool, alert_distance: float, warm_start: WarmStart | None, threads: int) -> float:
    """As _query_pairs, for pairs of shapes."""

def _intersect_pairs(shapes: ShapeSet, bodies: BodySet, pairs: Any, out: Any, single: bool, threads: int) -> float:
    """Writes 1 or 0 a pair; returns the seconds that C++ took."""

def _detect(shapes: ShapeSet, bodies: BodySet, pairs: Any, single: bool, alert_distance: float, facets: _FacetTrees | None, threads: int, backend: str) -> dict[str, Any]:
    """The members of abut::Detection."""

NO_MATCH: int = 4294967295

def match_pairs(before: numpy.typing.NDArray[numpy.uint32], now: numpy.typing.NDArray[numpy.uint32], *, threads: int = 0) -> numpy.typing.NDArray[numpy.uint32]:
    """
    The place of each pair of `now` in `before`, NO_MATCH for what is new.

    Both (M, 2) uint32, sorted by column 0, then 1, as searches make them. Returns (M,) uint32.
    """

def _match_contacts(before_pairs: Any, before: tuple[Any, ...], now_pairs: Any, now: tuple[Any, ...], threads: int) -> numpy.typing.NDArray[numpy.uint32]:
    """Of (feature_a, feature_b, key, status)."""

def _carry(places: Any, before: Any, now: Any, row_bytes: int, threads: int) -> None:
    """Of the arrays' bytes."""

def _find_patches(shapes: ShapeSet, bodies: BodySet, pairs: Any, contacts: tuple[Any, ...], margin: float, most_points: int, move_points: bool, volumes: bool, threads: int) -> dict[str, Any]:
    """The members of abut::Patches."""

def _find_shape_patches(shapes: ShapeSet, shape_pairs: Any, poses: Any, positions: Any, quaternions: Any, contacts: tuple[Any, ...], margin: float, most_points: int, move_points: bool, volumes: bool, threads: int) -> dict[str, Any]:
    """As _find_patches, for pairs of shapes."""

class _FacetTrees:
    def __init__(self, shapes: ShapeSet) -> None: ...

    def set_mesh(self, shape: int, mesh: Any, flatness: float, rounding: float) -> None: ...

    def build(self, bodies: BodySet, pairs: Any, threads: int) -> int: ...

    def has(self, shape: int) -> bool: ...

    def has_mesh(self, shape: int) -> bool: ...

    def shape_count(self) -> int: ...

    def surface(self, shape: int) -> dict[str, Any]:
        """What of abut::FacetSurfaceView contacts name."""

    def bytes(self) -> int: ...

def _find_facet_contacts(trees: _FacetTrees, bodies: BodySet, pairs: Any, records: tuple[Any, ...] | None, single: bool, alert_distance: float, contacts: bool, cone_tolerance: float, join_parts: bool, threads: int) -> dict[str, Any]:
    """The members of abut::FacetContacts."""

class _FacetContactFinder:
    def __init__(self, *, threads: int = 0) -> None: ...

    def reset(self) -> None:
        """Forgets what has been found; the memory stays."""

    def find(self, trees: _FacetTrees, bodies: BodySet, candidates: Any, single: bool, alert_distance: float, contacts: bool, cone_tolerance: float, join_parts: bool) -> dict[str, Any]:
        """The members of abut::FacetContacts."""

    def pairs(self) -> numpy.typing.NDArray[numpy.uint32]: ...

    def counts(self) -> dict[str, int]: ...

    def memory(self) -> int: ...

def _read_mesh(path: str) -> tuple[Any, Any, list[str]]: ...

def _is_mesh_path(path: str) -> bool: ...

def _cut_polygons(vertices: Any, corners: Any, counts: Any) -> Any: ...

def _write_obj(meshes: list[Any], path: str) -> None: ...

def _write_parts(name: str, body: Any, parts: list[Any], folder: str) -> list[str]: ...

def _minkowski_difference(a: Numbers, b: Numbers, position: Any, quaternion: Any, matrix: Any) -> tuple[Any, ...]: ...

def _entrance_block(a: Numbers, b: Numbers, quaternion: Any, matrix: Any, reference_point: Numbers) -> tuple[Any, ...]: ...

def _weld(mesh: Any) -> tuple[Any, Any]: ...

def _examine(mesh: Any) -> dict[str, Any]: ...

def _repair_mesh(mesh: Any) -> dict[str, Any]: ...

def _faults_of(crossings: int, crossing: Any, shell_crossings: int, shell_crossing: Any, misnested: int, misnested_at: Any) -> list[str]: ...

def _decompose(mesh: Any, mode: str, concavity: float, most_parts: int, most_vertices: int, cuts: bool, engine: str, time_limit: float, body: str, thickness: float) -> list[tuple[Any, Any]]: ...

def _measure_parts(mesh: Any, parts: list[Any], body: str) -> dict[str, Any]: ...

def _wrap_mesh(mesh: Any, resolution: int) -> dict[str, Any]: ...

def _mass_properties(mesh: Any) -> dict[str, Any]: ...

def _surface_mass_properties(surface: _NurbsSurface) -> dict[str, Any]: ...

def _harmonics_mass_properties(harmonics: _SphericalHarmonics) -> dict[str, Any]: ...

def _shape_mass_properties(shapes: ShapeSet, shape: int) -> dict[str, Any]: ...

def _principal_axes(inertia: Numbers) -> tuple[Any, Any]: ...

def _read_scene(path: str, facets: bool) -> dict[str, Any]:
    """The members of abut::Scene."""

def _write_results(shapes: ShapeSet, bodies: BodySet, trees: _FacetTrees | None, pairs: Any, contacts: tuple[Any, ...], facets: tuple[Any, ...] | None, patches: tuple[Any, ...] | None, summary: str, folder: str, surfaces: bool) -> None: ...

def _write_contacts_hdf5(shapes: ShapeSet, bodies: BodySet, pairs: Any, contacts: tuple[Any, ...], facets: tuple[Any, ...] | None, alert_distance: float, length_unit: str, deflate: int, path: str) -> None: ...

def _write_grain_scene(grains: str, path: str, count: int, seed: int, fraction: float, concavity: float) -> None: ...

ERROR_NAMES: tuple[str, ...] = ...

def _verify(shapes: ShapeSet, bodies: BodySet, candidates: Any, pairs: Any, contacts: tuple[Any, ...], alert_distance: float, sample: int, seed: int, threads: int) -> dict[str, Any]:
    """The members of CheckedPair, as arrays."""

def hdf5_available() -> bool:
    """
    Whether this build reads and writes HDF5 files; where it does not, functions of them raise InvalidInput.
    """

def _convert_scene(source: str, target: str, deflate: int) -> int: ...

def _query_pair_file(source: str, target: str, precision: str, alert_distance: float | None, fields: list[str], deflate: int, piece: int, threads: int, progress: Any) -> dict[str, Any]: ...

def _read_particles(path: str, quaternion: str, quaternion_columns: list[str], frame: int | None) -> dict[str, Any]: ...

def _write_particle_scene(path: str, scene: str, shapes: str, first_shape: int, alert_distance: float, quaternion: str, quaternion_columns: list[str], frame: int | None) -> dict[str, Any]: ...

class PlanarShapeSet:
    """
    Many convex shapes of the plane, which bodies name by their index.

    Lengths are in any one unit, the caller's. Every `add_...` returns the new shape's index and raises InvalidInput,
    naming argument and value, for numbers that are not finite or beyond 2^1000 and lengths below 0. `rounding` dilates a
    shape by a disc of that radius. Several threads may use one set: a call that adds waits for those that read it.
    """

    def __init__(self) -> None: ...

    def add_point(self, vertex: Numbers, *, rounding: float = 0.0) -> int:
        """
        Adds a point, (2,); with a rounding a disc about it. Returns the shape's index.
        """

    def add_disc(self, radius: float) -> int:
        """
        Adds a disc about the origin: a point with a rounding. Returns the shape's index.
        """

    def add_segment(self, v0: Numbers, v1: Numbers, *, rounding: float = 0.0) -> int:
        """
        Adds the segment between two points, (2,) each; equal ones make a point. Returns the shape's index.
        """

    def add_polygon(self, points: Numbers, *, rounding: float = 0.0) -> int:
        """
        Adds the convex hull of (N, 2) points, N from 1 to 2^20: a polygon, a segment or a point. Which points are its
        vertices is decided exactly. `points` are copied. Returns the shape's index.
        """

    def vertices(self, shape: int) -> numpy.typing.NDArray[numpy.float64]:
        """
        The vertices (N, 2) of a shape in its own frame, a copy: counter-clockwise, strictly convex, first the one that
        came first among the points given. Edge i goes from vertex i to the next one.
        """

    def sources(self, shape: int) -> numpy.typing.NDArray[numpy.uint32]:
        """
        Where the vertices are among the points given, (N,) uint32; of equal points the first.
        """

    def info(self, shape: int) -> dict[str, Any]:
        """
        What is known of a shape: number of vertices, rounding, size (radius of the bounding circle about the box
        centre) and centre of its box.
        """

    def __repr__(self) -> str: ...

    def __len__(self) -> int: ...

def planar_hull(points: Numbers) -> numpy.typing.NDArray[numpy.uint32]:
    """
    The vertices of the convex hull of points of the plane, decided exactly.

    `points` (N, 2), float64 or float32. Returns their indices (K,) uint32, counter-clockwise, strictly convex, the lowest
    index first; of equal points the first. One or two where points are equal or collinear. Raises InvalidInput for a
    point that is not finite. Source: Andrew 1979, monotone chain, with exact orientations.
    """

def flat_shapes(shapes: PlanarShapeSet) -> ShapeSet:
    """
    The same shapes in space, at z = 0, with the same numbers: for a DeviceScene whose searches find candidate pairs of
    the plane, and for files that have bodies of space.
    """

def _planar_minkowski_difference(a: Numbers, b: Numbers, position: Any, rotation: Any, angle: Any) -> tuple[Any, Any]: ...

def _planar_entrance_block(a: Numbers, b: Numbers, rotation: Any, angle: Any, reference_point: Numbers) -> tuple[Any, Any]: ...

def _planar_bodies(shapes: Integers, positions: Any, rotations: Any, angles: Any) -> numpy.typing.NDArray[numpy.uint8]:
    """The bytes of a row a body."""

def _set_planar_poses(bodies: Any, positions: Any, rotations: Any, angles: Any) -> None:
    """Writes the poses of rows of bytes."""

def planar_pose(position: Numbers, angle: Numbers) -> tuple[numpy.typing.NDArray[numpy.float64], numpy.typing.NDArray[numpy.float64]]:
    """
    The pose of a body turned by `angle`, in radians, counter-clockwise: position and rotation, its cosine and sine.

    `position` (2,) and `angle` a number, or (N, 2) and (N,); returned are two arrays (2,) or (N, 2) float64. The bits of
    a rotation are those of C++. Raises InvalidInput for an angle that is not finite.
    """

class _PlanarPairFinder:
    def __init__(self, *, threads: int = 0) -> None: ...

    def reset(self) -> None:
        """Forgets what has been found; the memory stays."""

    def find(self, shapes: PlanarShapeSet, bodies: Any, alert_distance: float, groups: Any, meets: Any) -> numpy.typing.NDArray[numpy.uint32]: ...

    def searches(self) -> int: ...

    def memory(self) -> int: ...

def _find_planar_pairs(shapes: PlanarShapeSet, bodies: Any, alert_distance: float, groups: Any, meets: Any, threads: int) -> numpy.typing.NDArray[numpy.uint32]:
    """Of the bytes of bodies."""

def _query_planar_pairs(shapes: PlanarShapeSet, bodies: Any, pairs: Any, out: tuple[Any, ...], single: bool, alert_distance: float, patch_margin: float, warm_start: WarmStart | None, threads: int) -> float:
    """
    Writes contacts, patches and overlaps into the bytes of `out`; returns the seconds that C++ took.
    """

class _NurbsCurve:
    def parts(self) -> tuple[Any, ...]:
        """Degree, knots, points, weights or None: copies."""

    def points(self, u: Any) -> tuple[Any, ...]:
        """The members of abut::CurveJet, at z = 0."""

    def insert_knot(self, knot: float, times: Any) -> _NurbsCurve: ...

    def elevate_degree(self, by: Any) -> _NurbsCurve: ...

    def clamped(self) -> _NurbsCurve: ...

    def is_closed(self) -> bool: ...

def _nurbs_curve(degree: Any, knots: Any, points: Any, weights: Any) -> _NurbsCurve: ...

def _closed_curve(points: Any, degree: Any, weights: Any, wrapping: bool) -> _NurbsCurve: ...

def _unit_circle() -> _NurbsCurve: ...

class _NurbsSurface:
    def parts(self) -> tuple[Any, ...]:
        """Degrees, knots, points, weights or None: copies."""

    def points(self, u: Any, v: Any) -> tuple[Any, ...]:
        """The members of abut::SurfaceJet."""

    def insert_knot(self, along_v: bool, knot: float, times: Any) -> _NurbsSurface: ...

    def elevate_degree(self, along_v: bool, by: Any) -> _NurbsSurface: ...

    def clamped(self) -> _NurbsSurface: ...

    def is_closed(self, along_v: bool) -> bool: ...

    def transformed(self, linear: Any, translation: Any) -> _NurbsSurface: ...

    def bezier_patches(self) -> tuple[Any, ...]:
        """The members of abut::BezierPatches."""

    def knot_positions(self, distance: float, angle: float, most: Any, largest: float) -> tuple[Any, ...]:
        """The members of abut::KnotPosition."""

def _nurbs_surface(degree_u: Any, degree_v: Any, knots_u: Any, knots_v: Any, points: Any, weights: Any) -> _NurbsSurface: ...

class _SurfaceSet:
    def __init__(self) -> None: ...

    def add(self, surface: _NurbsSurface) -> int: ...

    def surface(self, number: int) -> _NurbsSurface: ...

    def size(self) -> int: ...

    def bytes(self) -> int: ...

class _ClosestPointCaches:
    def reset(self) -> None: ...

    def count(self) -> int: ...

def _closest_point_caches(count: Any, single: bool) -> _ClosestPointCaches: ...

def _find_closest_points(surfaces: _SurfaceSet, which: Any, points: Any, method: str, tolerance: float, tie: float, radius: float, rectangles: Any, single: bool, caches: _ClosestPointCaches | None, threads: int) -> dict[str, Any]:
    """The members of abut::ClosestPoints."""

def _find_local_minima(surfaces: _SurfaceSet, which: Any, points: Any, within: float, rectangles: Any, single: bool, threads: int) -> dict[str, Any]:
    """The members of abut::LocalMinima."""

class _SphericalHarmonics:
    def parts(self) -> tuple[Any, ...]:
        """Degree, and the parts of the coefficients: copies."""

    def radii(self, directions: Any) -> Any: ...

def _spherical_harmonics(degree: Any, coefficients: Any) -> _SphericalHarmonics: ...

def _read_spherical_harmonics(path: str) -> _SphericalHarmonics: ...

def _fit_harmonics(harmonics: _SphericalHarmonics, rows: Any, columns: Any, degree: Any, tolerance: float, most_rows: Any, most_columns: Any) -> dict[str, Any]:
    """The members of abut::SurfaceFit."""

def _fit_mesh(mesh: Any, rows: Any, columns: Any, degree: Any, tolerance: float, most_rows: Any, most_columns: Any) -> dict[str, Any]:
    """The members of abut::SurfaceFit."""

def _box_surface(half_extents: Any) -> _NurbsSurface: ...

def _turned_inside_out(surface: _NurbsSurface) -> _NurbsSurface: ...

def _is_pole(surface: _NurbsSurface, along_v: bool, at_end: bool) -> bool: ...

def _read_surface(path: str, unit: float, part: str, time_limit: float) -> _NurbsSurface: ...

def _write_surface(path: str, surface: _NurbsSurface) -> None: ...

class _ContactSurfaces:
    def __init__(self, shapes: ShapeSet) -> None: ...

    def set(self, shape: int, surface: _NurbsSurface, knots: tuple[Any, ...] | None) -> None: ...

    def has(self, shape: int) -> bool: ...

    def surface(self, shape: int) -> _NurbsSurface: ...

    def knots(self, shape: int) -> tuple[Any, ...]:
        """The members of abut::KnotPosition."""

    def bytes(self) -> int: ...

class _SurfaceContactFinder:
    def __init__(self, *, threads: int = 0) -> None: ...

    def reset(self) -> None:
        """Forgets what has been found; the memory stays."""

    def find(self, surfaces: _ContactSurfaces, bodies: BodySet, candidates: Any, single: bool, alert_distance: float, knots_of_a: bool, knots_of_b: bool) -> dict[str, Any]:
        """The members of abut::SurfaceContacts."""

    def pairs(self) -> numpy.typing.NDArray[numpy.uint32]: ...

    def counts(self) -> dict[str, int]: ...

    def memory(self) -> int: ...

    def save(self) -> bytes: ...

    def restore(self, saved: Any) -> None: ...

def _surface_separation(surfaces: _ContactSurfaces, bodies: BodySet, pairs: Any, distance_tolerance: float, depth_tolerance: float, rectangles: Any, threads: int) -> dict[str, Any]:
    """The members of abut::SurfaceSeparation."""

class _ContactComplexes:
    def __init__(self) -> None: ...

    def set(self, shapes: ShapeSet, shape: int, complex: tuple[Any, ...], dilation: float, offset_inward: bool, sides: str, flatness: float) -> dict[str, Any]:
        """The members of abut::ComplexReport."""

    def has(self, shape: int) -> bool: ...

    def shape_count(self) -> int: ...

    def simplices(self, shape: int) -> dict[str, Any]:
        """What of abut::ComplexView contacts name."""

    def bytes(self) -> int: ...

def _find_quasi_lmds(complexes: _ContactComplexes, bodies: BodySet, pairs: Any, single: bool, alert_distance: float, theta: float, cone_tolerance: float, crossings: bool, threads: int) -> dict[str, Any]:
    """The members of abut::QuasiLmds."""

class _Brep:
    def name(self) -> str: ...

    def counts(self) -> dict[str, int]: ...

    def faces(self) -> dict[str, Any]:
        """Faces with their surfaces."""

    def edges(self) -> dict[str, Any]:
        """Edges with their curves."""

    def vertices(self) -> numpy.typing.NDArray[numpy.float64]: ...

    def supermaximal(self, distance: float, angle: float, turn: float) -> dict[str, Any]:
        """The arrays of abut::SupermaximalFeatures, and kinds."""

class _BrepAssembly:
    def parts(self) -> list[_Brep]: ...

    def instances(self) -> list[tuple[Any, ...]]:
        """(part, name, position, rotation) of each."""

    def notes(self) -> tuple[str, ...]: ...

def _read_cad(program: str, path: str, unit: float, time_limit: float) -> _BrepAssembly:
    """Reads by the program `abut_cad`, in a process of its own."""

def _read_brep(path: str) -> _BrepAssembly: ...

def _write_brep(path: str, assembly: _BrepAssembly) -> None: ...

def cad_available() -> bool:
    """
    Whether this build of the package reads CAD files: whether it has OpenCASCADE.
    """

class _ContactBrep:
    def __init__(self, brep: _Brep) -> None: ...

    def notes(self) -> tuple[str, ...]: ...

    def size(self) -> float: ...

    def box(self) -> numpy.typing.NDArray[numpy.float64]: ...

def _find_brep_lmds(a: _ContactBrep, b: _ContactBrep, position: Any, quaternion: Any, matrix: Any, options: tuple[float, bool, float, float]) -> dict[str, Any]:
    """
    The members of abut::BrepLmds. `options`: reach, nearest_only, angle, theta.
    """

def _find_clearances(a: _BrepAssembly, b: _BrepAssembly | None, motion: tuple[Any, ...], reach: float, skip: list[tuple[str, str]], threads: int) -> dict[str, Any]:
    """
    The members of abut::Clearance. `motion`: positions, quaternions, matrices.
    """

class _ContactBreps:
    def __init__(self) -> None: ...

    def set(self, shapes: ShapeSet, shape: int, brep: _Brep, dilation: float, around: int) -> None: ...

    def add(self, shapes: ShapeSet, brep: _Brep, dilation: float, around: int) -> int: ...

    def has(self, shape: int) -> bool: ...

    def shape_count(self) -> int: ...

    def dilation(self, shape: int) -> float: ...

    def notes(self, shape: int) -> tuple[str, ...]: ...

class _BrepContactFinder:
    def __init__(self, *, threads: int = 0) -> None: ...

    def reset(self) -> None:
        """Forgets what has been found; the memory stays."""

    def find(self, breps: _ContactBreps, bodies: BodySet, candidates: Any, single: bool, alert_distance: float, theta: float, angle: float) -> dict[str, Any]:
        """The members of abut::BrepContacts."""

    def ages(self) -> numpy.typing.NDArray[numpy.uint32]: ...

    def counts(self) -> dict[str, int]: ...

    def memory(self) -> int: ...

def _find_brep_contacts(breps: _ContactBreps, bodies: BodySet, pairs: Any, single: bool, alert_distance: float, theta: float, angle: float, threads: int) -> dict[str, Any]:
    """The members of abut::BrepContacts."""

class _DeformingBodies:
    def __init__(self, rebuild_at: float) -> None: ...

    def add(self, node_count: int, elements: tuple[Any, ...], self_contact: bool, solid: bool) -> int: ...

    def move(self, nodes: Numbers, threads: int) -> None: ...

    def body_count(self) -> int: ...

    def node_count(self) -> int: ...

    def facet_count(self) -> int: ...

    def bytes(self) -> int: ...

    def node_begin(self, body: int) -> int: ...

    def is_solid(self, body: int) -> bool: ...

    def has_self_contact(self, body: int) -> bool: ...

    def fresh_cost(self, body: int) -> float: ...

    def facets(self, body: int) -> numpy.typing.NDArray[numpy.uint32]: ...

    def edges(self, body: int) -> numpy.typing.NDArray[numpy.uint32]: ...

    def origins(self, body: int) -> tuple[Any, Any]:
        """Where facets are from: sources and indices."""

    def nodes(self) -> numpy.typing.NDArray[numpy.float64]: ...

    def status(self) -> dict[str, Any]:
        """The members of abut::DeformingBodyStatus."""

    def faults(self, body: int) -> dict[str, Any]:
        """The members of abut::DeformingBodyStatus."""

    def quality(self) -> dict[str, Any]:
        """The members of abut::TreeQuality."""

def _find_deforming_pairs(bodies: _DeformingBodies, alert_distance: float, threads: int) -> dict[str, Any]:
    """The members of abut::DeformingPairs."""

def _find_deforming_contacts(bodies: _DeformingBodies, alert_distance: float, threads: int) -> dict[str, Any]:
    """The members of abut::DeformingContacts, and of abut::FacetGap."""

def _deforming_areas(bodies: _DeformingBodies, threads: int) -> dict[str, Any]:
    """The members of abut::DeformingAreas."""

def _gap_hessians(gaps: tuple[Any, ...], nodes: Numbers, threads: int) -> numpy.typing.NDArray[numpy.float64]: ...

class _DeformingContactFinder:
    def __init__(self, skin: float) -> None: ...

    def find_pairs(self, bodies: _DeformingBodies, alert_distance: float, threads: int) -> dict[str, Any]: ...

    def find_contacts(self, bodies: _DeformingBodies, alert_distance: float, threads: int) -> dict[str, Any]: ...

    def counts(self) -> dict[str, int]: ...

def _pair_corners(bodies: _DeformingBodies, body_pairs: Any, offsets: Any, facets: Any) -> numpy.typing.NDArray[numpy.uint32]: ...

def _facet_overlaps(nodes: Numbers, corners: Any, gaps: tuple[float, float], threads: int) -> numpy.typing.NDArray[numpy.float64]:
    """The members of abut::FacetOverlap, a row a pair."""

def _facet_overlap_gradients(nodes: Numbers, corners: Any, slopes: tuple[Numbers, Numbers], gaps: tuple[float, float], threads: int) -> numpy.typing.NDArray[numpy.float64]: ...

class _DeformingParts:
    def __init__(self, facets: Numbers, nodes: Numbers, concavity: float) -> None: ...

    def move(self, nodes: Numbers) -> tuple[int, int, int]: ...

    def parts(self) -> tuple[Any, Any]:
        """The members of abut::DeformingPart, but facets."""

    def part_of_facets(self) -> numpy.typing.NDArray[numpy.uint32]: ...

def _find_impacts(edges: bool, before: Numbers, after: Numbers, queries: Any, distance: float, tolerance: float, iterations: int, threads: int) -> dict[str, Any]:
    """The members of abut::Impact."""

def _find_step_impacts(before: Numbers, after: Numbers, facets: Any, distance: float, tolerance: float, iterations: int, threads: int) -> dict[str, Any]:
    """The members of abut::StepImpacts."""

def _on_device(array: Any) -> bool:
    """Whether an array is in memory of a CUDA device."""

class _DeviceScene:
    def __init__(self, shapes: ShapeSet, bodies: BodySet, single: bool, stream: int, owner: Any) -> None: ...

    def query_pairs(self, pairs: Any, count: Any, out: tuple[Any, ...], alert_distance: float, stream: int) -> None: ...

    def query_shape_pairs(self, shape_pairs: Any, poses: Any, out: tuple[Any, ...], alert_distance: float, stream: int) -> None: ...

    def intersect_pairs(self, pairs: Any, out: Any, stream: int) -> None: ...

    def place(self, positions: Any, quaternions: Any, stream: int) -> None: ...

    def find_pairs(self, out: Any, count: Any, rows: Any, alert_distance: float, refit: bool, stream: int) -> None: ...

    def find_cross_pairs(self, second: _DeviceScene, out: Any, count: Any, rows: Any, alert_distance: float, stream: int) -> None: ...

    def find_nearest(self, points: Any, part: Any, distance: Any, alert_distance: float, stream: int) -> None: ...

    def find_within(self, points: Any, radius: float, radii: Any, out: Any, count: Any, rows: Any, alert_distance: float, stream: int) -> None: ...

    def find_patches(self, pairs: Any, count: Any, contacts: tuple[Any, ...], out: tuple[Any, ...], margin: float, most_points: int, move_points: bool, capacity: int, stream: int) -> None: ...

    def find_shape_patches(self, shape_pairs: Any, poses: Any, contacts: tuple[Any, ...], out: tuple[Any, ...], margin: float, most_points: int, move_points: bool, capacity: int, stream: int) -> None: ...

    def find_facet_contacts(self, facets: _DeviceFacets, pairs: Any, count: Any, records: tuple[Any, ...] | None, out: tuple[Any, ...], facet_pair_room: int, contact_room: int, alert_distance: float, contacts: bool, cone_tolerance: float, join_parts: bool, stream: int) -> None: ...

class _DeviceFacets:
    def __init__(self, trees: _FacetTrees, stream: int, owner: Any) -> None: ...

    def bytes(self) -> int: ...

def _device_match_pairs(before: Any, before_count: Any, now: Any, now_count: Any, out: Any, matched: Any, stream: int) -> None: ...

def _device_match_contacts(before_pairs: Any, before_count: Any, before: tuple[Any, ...], now_pairs: Any, now_count: Any, now: tuple[Any, ...], out: Any, matched: Any, stream: int) -> None: ...

def _device_carry(places: Any, before: Any, out: Any, count: Any, stream: int) -> None: ...

class _DevicePairFilter:
    def __init__(self, scene: _DeviceScene, capacity: int, stream: int, owner: Any) -> None: ...

    def filter(self, scene: _DeviceScene, candidates: Any, count: Any, out: Any, out_count: Any, alert_distance: float, stream: int) -> None: ...

    def learn(self, lower_bounds: Any, stream: int) -> None: ...

    def keep(self, pairs: Any, count: Any, clearances: Any, stream: int) -> None: ...

    def restore(self, scene: _DeviceScene, pairs: Any, count: Any, clearances: Any, stream: int) -> None: ...

    def reset(self, stream: int) -> None: ...

class _DevicePlanarScene:
    def __init__(self, shapes: PlanarShapeSet, single: bool, stream: int, owner: Any) -> None: ...

    def query_pairs(self, bodies: Any, pairs: Any, count: Any, out: tuple[Any, ...], caches: Any, alert_distance: float, patch_margin: float, stream: int) -> None: ...

def cuda_unavailable_reason() -> str | None:
    """Why CUDA devices cannot be used, in one line; None where they can."""
