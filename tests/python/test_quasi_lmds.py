"""Quasi-LMDs of dilated simplicial complexes, against closed forms and differences of poses; and complexes from files."""

import pickle
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from conftest import asked_while, matrices_of, random_quaternions

import abut

PAIR = np.array([[0, 1]], np.uint32)
CORNERS = np.array([[x, y, z] for x in (-1.0, 1) for y in (-1.0, 1) for z in (-1.0, 1)])
QUADS = [[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]]
TRIANGLES = [[q[i] for i in c] for q in QUADS for c in ((0, 1, 2), (0, 2, 3))]
#: Of a cube, about its diagonal from corner 0 to corner 7.
TETRAHEDRA = [[0, a, b, 7] for a, b in ((1, 3), (3, 2), (2, 6), (6, 4), (4, 5), (5, 1))]


def block(half_extents):
    return abut.SimplicialComplex(CORNERS * half_extents, triangles=TRIANGLES)


def turn(axis, angle):
    """A quaternion w x y z."""
    axis = np.asarray(axis, float) / np.linalg.norm(axis)
    return np.array([np.cos(angle / 2), *(np.sin(angle / 2) * axis)])


class Scene:
    """A body for each complex."""

    def __init__(self):
        self.shapes, self.bodies, self.complexes, self.reports = abut.ShapeSet(), abut.BodySet(), abut.ContactComplexes(), []

    def add(self, complex, dilation, position=(0, 0, 0), quaternion=(1, 0, 0, 0), **options):
        shape = self.shapes.add_hull(complex.vertices, rounding=dilation)
        self.reports.append(self.complexes.set(self.shapes, shape, complex, dilation, **options))
        return self.bodies.add(shape, position, quaternion=quaternion)

    def find(self, pairs=PAIR, **options):
        return abut.find_quasi_lmds(self.complexes, self.bodies, pairs, **options)


def cube_on_a_plate(gap=0.005, quaternion=(1, 0, 0, 0), dilations=(0.02, 0.01)):
    """A cube of side 1 whose centre is `gap` and a half above a plate's top, z = 0; faces are where they are named."""
    scene = Scene()
    scene.add(block([2, 2, 0.25]), dilations[0], (0, 0, -0.25), offset_inward=True)
    scene.add(block([0.5, 0.5, 0.5]), dilations[1], (0.3, 0.1, 0.5 + gap), quaternion, offset_inward=True)
    return scene


def sheet(side=2.0, count=8):
    """A square about the origin in the plane z = 0, of triangles that are touched from both sides."""
    at = np.linspace(-side / 2, side / 2, count + 1)
    vertices = np.array([[x, y, 0] for x in at for y in at])
    quads = [(i * (count + 1) + j, (i + 1) * (count + 1) + j) for i in range(count) for j in range(count)]
    return abut.SimplicialComplex(vertices, triangles=[t for a, b in quads for t in ([a, b, b + 1], [a, b + 1, a + 1])])


def wire(*vertices):
    return abut.SimplicialComplex(vertices, segments=[[i, i + 1] for i in range(len(vertices) - 1)])


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_a_cube_on_a_plate_has_four_contacts(dtype):
    scene = cube_on_a_plate()
    assert all(report.solid and report.not_solid == "" for report in scene.reports)
    assert scene.reports[0].simplices == 8 + 18 + 12 and scene.reports[0].of_class == (8, 0, 12, 0, 0, 6, 12, 0)
    found = scene.find(alert_distance=0.05, dtype=dtype)
    assert len(found) == 4 and found.offsets.tolist() == [0, 4] and found.pair_indices().tolist() == [0] * 4
    for name, width in {"separation": 0, "normal": 3, "witness_a": 3, "witness_b": 3, "point": 3, "jacobian_a": 6, "jacobian_b": 6}.items():
        array = getattr(found, name)
        assert array.dtype == dtype and array.shape == ((4, width) if width else (4,)), name
    assert (found.offsets.dtype, found.key.dtype, found.is_lmd.dtype, found.crossing.dtype) == (np.uint64, np.uint64, bool, bool)
    eps = 8 * np.finfo(dtype).eps
    assert np.allclose(found.separation, 0.005, atol=eps) and np.allclose(found.normal, [0, 0, 1], atol=eps)
    assert found.is_lmd.all() and not found.crossing.any() and found.crossing.shape == (1,) and len(np.unique(found.key)) == 4
    assert (abut.feature_kind(found.feature_a) == 3).all() and (abut.feature_kind(found.feature_b) == 1).all()
    assert sorted(abut.feature_index(found.feature_b).tolist()) == [0, 2, 4, 6]  # the vertices below
    corners = CORNERS[abut.feature_index(found.feature_b)] * 0.49 + [0.3, 0.1, 0]
    world = abut.world_points(scene.bodies, PAIR[found.pair_indices()], found.point)
    assert np.allclose(world[:, :2], corners[:, :2], atol=eps) and np.allclose(world[:, 2], 0.0025, atol=eps)
    assert np.allclose(found.witness_b, found.witness_a + found.separation[:, None] * found.normal, atol=eps)
    assert found.counts["simplex_pairs"] >= 4 and found.counts["node_pairs"] > 0


@pytest.mark.parametrize("axis", [[1, 0, 0], [0, 1, 0], [1, 2, 0.5]])
@pytest.mark.parametrize("angle", [1e-7, 1e-4, 0.005, 0.015, -0.015])
def test_small_turns_keep_all_four(axis, angle):
    """With theta; without it those are left that are a local minimum: the lowest corner, or the two of an edge."""
    quaternion = turn(axis, angle)
    scene = cube_on_a_plate(quaternion=quaternion)
    found = scene.find(alert_distance=0.1, theta=0.02)
    assert len(found) == 4 and sorted(abut.feature_index(found.feature_b).tolist()) == [0, 2, 4, 6]
    heights = (CORNERS @ matrices_of(quaternion[None])[0].T * 0.49)[abut.feature_index(found.feature_b), 2] + 0.505
    assert np.allclose(found.separation, heights - 0.01, atol=1e-14) and np.allclose(found.normal, [0, 0, 1])
    if abs(angle) > 1e-5:
        lowest = heights < heights.min() + 1e-12
        assert found.is_lmd.tolist() == lowest.tolist() and lowest.sum() == (1 if axis[0] and axis[1] else 2)
        alone = scene.find(alert_distance=0.1, theta=0.0)
        assert alone.key.tolist() == found.key[lowest].tolist() and alone.is_lmd.all()
    keys = cube_on_a_plate().find(alert_distance=0.1).key
    assert np.array_equal(keys, found.key)  # they are carried from step to step by these


def test_turns_beyond_theta_leave_the_lower_corners():
    scene = cube_on_a_plate(quaternion=turn([1, 0, 0], 0.03))
    assert len(scene.find(alert_distance=0.2, theta=0.02)) == 2 and len(scene.find(alert_distance=0.2, theta=0.04)) == 4


def test_the_dilation_tells_small_overlaps():
    found = cube_on_a_plate(gap=-0.015).find()
    assert len(found) == 4 and np.allclose(found.separation, -0.015) and not found.crossing.any()


def test_what_goes_through_is_told_where_it_is_asked():
    scene = cube_on_a_plate(gap=-0.1)
    assert scene.find().crossing.tolist() == [True] and scene.find(crossings=False).crossing.tolist() == [False]
    assert cube_on_a_plate().find().crossing.tolist() == [False]
    inside = Scene()
    inside.add(block([1, 1, 1]), 0.01)
    inside.add(block([0.3, 0.3, 0.3]), 0.01)
    assert inside.find().crossing.tolist() == [False]  # no boundary meets another


def test_contacts_know_their_pairs():
    scene = cube_on_a_plate()
    scene.bodies.add(1, [-1, -1, 0.52])  # of the cube's shape
    scene.bodies.add(1, [0, 0, 3])
    pairs = np.array([[0, 2], [0, 3], [2, 3], [1, 0]], np.uint32)
    found = scene.find(pairs, alert_distance=0.05)
    assert found.offsets.tolist() == [0, 4, 4, 4, 8] and found.pair_indices().tolist() == [0] * 4 + [3] * 4
    assert np.allclose(found.separation, np.repeat([0.02, 0.005], 4)) and len(np.unique(found.key)) == 8
    assert np.allclose(found.normal, np.repeat([[0, 0, 1], [0, 0, -1]], 4, axis=0)) and found.crossing.tolist() == [False] * 4


def moved(scene, body, v, w, h):
    """Contacts after a body has had a velocity and an angular velocity, about its position, for a while."""
    positions, matrices = scene.bodies.positions(), scene.bodies.matrices()
    spin = matrices_of(turn(w, h * np.linalg.norm(w))[None])[0] if np.any(w) else np.eye(3)
    scene.bodies.set_pose(body, positions[body] + h * np.asarray(v), matrix=spin @ matrices[body])
    found = scene.find(alert_distance=0.3, theta=0.1)
    scene.bodies.set_poses(positions, matrices=matrices)
    return found


@pytest.mark.parametrize("kind", ["cube", "edges", "wire"])
def test_jacobians_are_differences_of_gaps(kind):
    rng, scene = np.random.default_rng(5), Scene()
    if kind == "cube":
        scene = cube_on_a_plate(gap=0.05, quaternion=turn([1, 2, 0.5], 0.03))
    elif kind == "edges":
        scene.add(block([1, 1, 1]), 0.01, quaternion=turn([0, 1, 0], np.pi / 4 + 0.1))
        scene.add(block([1, 1, 1]), 0.02, [0.1, 0.2, 2 * np.sqrt(2) + 0.1], turn([1, 0, 0], np.pi / 4 - 0.2))
    else:
        scene.add(sheet(), 0.01)
        scene.add(wire([-0.8, -0.1, 0.4], [0.1, 0.05, 0], [0.7, 0.3, 0.5]), 0.02, [0, 0, 0.1])
    turned = matrices_of(random_quaternions(rng, 1))[0]  # all of it turned, and away from the origin
    scene.bodies.set_poses(scene.bodies.positions() @ turned.T + [3, -2, 1], matrices=turned @ scene.bodies.matrices())
    here = scene.find(alert_distance=0.3, theta=0.1)
    assert len(here) >= 1 and (here.separation > 0).any()
    h = 1e-6
    for body, jacobian in ((0, here.jacobian_a), (1, here.jacobian_b)):
        for axis in range(6):
            v, w = np.eye(6)[axis, :3], np.eye(6)[axis, 3:]
            after, before = moved(scene, body, v, w, h), moved(scene, body, v, w, -h)
            assert np.array_equal(after.key, here.key) and np.array_equal(before.key, here.key)
            assert np.allclose((after.separation - before.separation) / (2 * h), jacobian[:, axis], atol=1e-7)
    assert np.allclose(here.jacobian_a[:, :3], -here.normal) and np.allclose(here.jacobian_b[:, :3], here.normal)


def test_a_wire_over_a_sheet_touches_by_its_ends_and_bends():
    scene = Scene()
    scene.add(sheet(), 0.01)
    scene.add(wire([-0.7, 0.05, 0], [0, 0.05, 0], [0.6, 0.05, 0]), 0.02, [0, 0, 0.1])
    assert not scene.reports[0].solid and scene.reports[0].not_solid.startswith("edges with one triangle are 32")
    assert scene.reports[1].of_class[:3] == (2, 1, 2) and scene.reports[1].simplices == 5
    for side in (1, -1):  # above and below
        scene.bodies.set_pose(1, [0, 0, side * 0.1])
        found = scene.find(alert_distance=0.1)
        assert sorted(abut.feature_index(found.feature_b).tolist()) == [0, 2]
        assert np.allclose(found.separation, 0.07) and np.allclose(found.normal, [0, 0, side]) and found.is_lmd.all()
    bent = Scene()
    bent.add(sheet(), 0.01)
    bent.add(wire([-0.7, 0.05, 0.3], [0, 0.05, 0], [0.6, 0.05, 0.2]), 0.02, [0, 0, 0.1])
    found = bent.find(alert_distance=0.1)
    assert abut.feature_index(found.feature_b).tolist() == [1] and np.allclose(found.separation, 0.07)
    bent.bodies.set_pose(1, [0, 0, -0.1])  # through the sheet
    assert bent.find().crossing.tolist() == [True]


def test_a_wire_beyond_a_sheet_touches_its_borders():
    scene = Scene()
    scene.add(sheet(), 0.01)
    scene.add(wire([-3, 0.05, 0], [3, 0.05, 0]), 0.02, [0, 0, 0.1])
    found = scene.find(alert_distance=0.1)
    assert len(found) == 2 and np.allclose(found.separation, 0.07)
    assert (abut.feature_kind(found.feature_a) == 2).all() and (abut.feature_kind(found.feature_b) == 2).all()
    borders = scene.complexes.simplices(0).corners_of(found.feature_a)
    assert sorted(sheet().vertices[borders[:, :2], 0].tolist()) == [[-1, -1], [1, 1]]


def test_tetrahedra_touch_as_the_surface_that_bounds_them():
    gaps = []
    for cube in (block([0.5, 0.5, 0.5]), abut.SimplicialComplex(CORNERS * 0.5, tetrahedra=TETRAHEDRA)):
        scene = Scene()
        scene.add(block([2, 2, 0.25]), 0.02, (0, 0, -0.25), offset_inward=True)
        scene.add(cube, 0.01, (0.3, 0.1, 0.505), turn([1, 2, 0.5], 0.01), offset_inward=True)
        found = scene.find(alert_distance=0.05)
        assert sorted(abut.feature_index(found.feature_b).tolist()) == [0, 2, 4, 6]
        gaps.append(found.separation[np.argsort(abut.feature_index(found.feature_b))])
    assert np.allclose(*gaps, atol=1e-14)
    assert scene.reports[1].simplices == 8 + 19 + 18 + 6 and scene.reports[1].of_class[7] == 6 + 6 + 1
    assert scene.reports[1].solid and scene.reports[1].not_solid == ""


def test_two_tetrahedra_touch_by_their_tips():
    tip = abut.SimplicialComplex([[0, 0, 0], [1, 0, 2], [-1, 1, 2], [-1, -1, 2]], tetrahedra=[[0, 1, 2, 3]])
    scene = Scene()
    scene.add(tip, 0.1, [0, 0, -0.5], turn([1, 0, 0], np.pi))
    scene.add(tip, 0.1)
    found = scene.find(alert_distance=0.5)
    assert len(found) == 1 and np.allclose(found.separation, 0.3) and np.allclose(found.normal, [0, 0, 1])
    assert abut.feature_kind(found.feature_a).tolist() == abut.feature_kind(found.feature_b).tolist() == [1]
    assert np.allclose(found.jacobian_b, [[0, 0, 1, 0, 0, 0]])


def test_points_are_balls():
    scene = Scene()
    scene.add(abut.SimplicialComplex([[0, 0, 0], [5, 5, 5]], points=[0]), 0.5)
    scene.add(abut.SimplicialComplex([[0, 0, 0]], points=[0]), 0.25, [0.6, 0.8, 0])
    found = scene.find(alert_distance=1)
    assert len(found) == 1 and np.allclose(found.separation, 0.25) and np.allclose(found.normal, [0.6, 0.8, 0])
    assert np.allclose(found.witness_a, [[0.3, 0.4, 0]])


def test_simplices_have_what_contacts_name():
    scene = cube_on_a_plate()
    plate = scene.complexes.simplices(0)
    assert len(plate) == 8 + 12 + 12 + 6 and (np.diff(plate.feature.astype(object)) > 0).all()
    kinds = abut.feature_kind(plate.feature)
    assert [(kinds == k).sum() for k in (1, 2, 3)] == [8, 18, 12]
    assert np.bincount(plate.simplex_class, minlength=8).tolist() == list(scene.reports[0].of_class)
    assert np.array_equal(plate.corners[kinds == 1], np.repeat(np.arange(8)[:, None], 3, axis=1))
    assert np.array_equal(plate.corners[kinds == 3], TRIANGLES)  # in their order
    found = scene.find(alert_distance=0.05)
    for corners in CORNERS[plate.corners_of(found.feature_a)]:
        assert (corners[:, 2] == 1).all()  # the top
    with pytest.raises(ValueError, match=r"^feature\[1\] is 12345; allowed are those of the shape's contacts$"):
        plate.corners_of(np.array([plate.feature[0], 12345], np.uint64))
    assert not scene.complexes.has(2) and scene.complexes.has(1) and scene.complexes.shape_count() == 2
    before = scene.complexes.bytes()
    report = scene.complexes.set(scene.shapes, 0, abut.SimplicialComplex([[0, 0, 0]], points=[0]), 0.02)
    assert report.of_class == (1, 0, 0, 0, 0, 0, 0, 0) and scene.complexes.bytes() < before
    assert len(plate) == 38  # copies


def test_reports_tell_what_became_of_a_complex():
    vertices = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 0, 0], [0.5, 0, 0]]
    complex = abut.SimplicialComplex(vertices, points=[4], segments=[[1, 3]], triangles=[[0, 1, 2], [2, 0, 3], [0, 4, 1]])
    shapes = abut.ShapeSet()
    shapes.add_hull(vertices, rounding=0.1)
    report = abut.ContactComplexes().set(shapes, 0, complex, 0.1)
    assert (report.welded_vertices, report.collapsed_simplices) == (1, 1)
    assert report.repeated_simplices >= 1 and report.split_triangles == 1 and not report.solid


def test_sides_are_what_is_asked_for():
    box = block([1, 1, 1])
    open_box = abut.SimplicialComplex(box.vertices, triangles=TRIANGLES[:-1])
    for complex, sides, solid in ((box, "automatic", True), (box, "solid", True), (box, "shell", False), (open_box, "automatic", False)):
        scene = Scene()
        scene.add(complex, 0.1, sides=sides)
        assert scene.reports[0].solid == solid
        scene.add(abut.SimplicialComplex([[0, 0, 0]], points=[0]), 0.1, [0.1, 0.2, 0.3])  # inside of the box
        assert (len(scene.find(alert_distance=2)) > 0) == (not solid)


def test_no_pairs_have_no_contacts():
    found = cube_on_a_plate().find(PAIR[:0])
    assert len(found) == 0 and found.offsets.tolist() == [0] and found.normal.shape == (0, 3) and found.jacobian_a.shape == (0, 6)
    assert found.crossing.shape == (0,) and found.pair_indices().shape == (0,)


def test_answers_keep_their_memory_and_any_number_of_threads_gives_them():
    rng, scene = np.random.default_rng(11), Scene()
    for complex in (block([0.5, 0.4, 0.3]), sheet(1.0, 4), wire([-0.5, 0, 0.2], [0, 0, 0], [0.5, 0, 0.2])):
        scene.add(complex, 0.02)
    scene.bodies = abut.BodySet()
    scene.bodies.add_many(np.arange(60) % 3, rng.uniform(-1.5, 1.5, (60, 3)), quaternions=random_quaternions(rng, 60))
    pairs = abut.find_pairs(scene.shapes, scene.bodies, alert_distance=0.1)
    expected = scene.find(pairs, alert_distance=0.1, threads=1)
    assert len(expected) > 50 and expected.crossing.any() and not expected.is_lmd.all()

    def same(found):
        return all(np.array_equal(getattr(found, name), array) for name, array in vars(expected).items() if name != "counts")

    assert all(same(scene.find(pairs, alert_distance=0.1, threads=n)) for n in (0, 2, 3))
    single = scene.find(pairs, alert_distance=0.1, dtype=np.float32)
    assert np.array_equal(single.key, expected.key) and np.array_equal(single.offsets, expected.offsets)
    for name in ("separation", "normal", "witness_a", "point", "jacobian_a", "jacobian_b"):
        assert np.allclose(getattr(single, name), getattr(expected, name), rtol=1e-6, atol=1e-6), name
    with ThreadPoolExecutor(4) as pool:
        assert all(pool.map(lambda n: same(scene.find(pairs, alert_distance=0.1, threads=1 + n % 2)), range(16)))
    kept, scene = expected.separation, None
    assert np.array_equal(kept, expected.separation) and kept.flags.writeable


def test_complexes_may_be_set_while_others_search():
    import threading

    scene, stop, cube = cube_on_a_plate(), threading.Event(), block([0.5, 0.5, 0.5])
    expected = scene.find(alert_distance=0.05)

    def change():
        while not stop.is_set():
            scene.complexes.set(scene.shapes, 1, cube, 0.01, offset_inward=True)

    for found in asked_while(change, stop, lambda k: scene.find(alert_distance=0.05, threads=1 + k % 2)):
        assert np.array_equal(found.separation, expected.separation) and np.array_equal(found.key, expected.key)


def test_a_complex_has_its_arrays_and_keeps_them():
    vertices, segments = np.arange(12, dtype=np.float32).reshape(4, 3), np.array([[0, 1]])
    complex = abut.SimplicialComplex(vertices, [3], segments, tetrahedra=[[0, 1, 2, 3]])
    vertices[0], segments[0] = 7, 3
    assert complex.vertices[0].tolist() == [0, 1, 2] and complex.segments.tolist() == [[0, 1]] and complex.points.tolist() == [3]
    assert complex.triangles.shape == (0, 3) and complex.vertices.dtype == np.float64
    assert {a.dtype for a in (complex.points, complex.segments, complex.triangles, complex.tetrahedra)} == {np.dtype(np.uint32)}
    assert repr(complex) == "SimplicialComplex of 4 vertices: 1 points, 1 segments, 1 tetrahedra"
    for change in (lambda: setattr(complex, "points", [1]), lambda: complex.points.__setitem__(0, 1)):
        with pytest.raises((AttributeError, ValueError)):
            change()
    assert pickle.loads(pickle.dumps(complex)) == complex and complex != abut.SimplicialComplex(complex.vertices)
    assert complex != 3 and repr(abut.SimplicialComplex([])) == "SimplicialComplex of 0 vertices: no simplices"


def test_a_mesh_is_a_complex_of_its_triangles(tmp_path):
    mesh = abut.as_mesh((CORNERS, TRIANGLES))
    abut.write_obj([mesh], tmp_path / "cube.obj")
    for given in (mesh, (CORNERS, TRIANGLES), tmp_path / "cube.obj"):
        assert abut.SimplicialComplex.from_mesh(given) == block([1, 1, 1])


SCENE = cube_on_a_plate()
ONE = abut.SimplicialComplex([[0, 0, 0]], points=[0])


def put(complex=ONE, dilation=0.01, shapes=SCENE.shapes, shape=0, **options):
    return abut.ContactComplexes().set(shapes, shape, complex, dilation, **options)


def find(pairs=PAIR, complexes=SCENE.complexes, bodies=SCENE.bodies, **options):
    return abut.find_quasi_lmds(complexes, bodies, pairs, **options)


def made(*arrays, **more):
    return abut.SimplicialComplex(CORNERS, *arrays, **more)


UINT32 = "a whole number from 0 to 4294967295"

#: what is called, the error, how its line begins
CASES = {
    # arrays
    "flat vertices": (lambda: abut.SimplicialComplex(np.zeros((4, 2))), ValueError, "vertices is float64 of shape (4, 2); allowed are numbers of shape (N, 3)"),
    "ragged vertices": (lambda: abut.SimplicialComplex([[1, 2, 3], [1]]), ValueError, "vertices is a list that is not made of numbers in even rows"),
    "no vertices": (lambda: abut.SimplicialComplex(None), ValueError, "vertices is object of shape (); allowed are numbers of shape (N, 3)"),
    "text": (lambda: abut.SimplicialComplex("cube"), ValueError, "vertices is <U4 of shape (); allowed are numbers of shape (N, 3)"),
    "pairs of points": (lambda: made([[0, 1]]), ValueError, "points is int64 of shape (1, 2); allowed are integers of shape (N,)"),
    "one point": (lambda: made(3), ValueError, "points is int64 of shape (); allowed are integers of shape (N,)"),
    "real segments": (lambda: made(segments=[[0.0, 1.0]]), ValueError, "segments is float64 of shape (1, 2); allowed are integers of shape (N, 2)"),
    "truths": (lambda: made(segments=[[True, False]]), ValueError, "segments is bool of shape (1, 2); allowed are integers of shape (N, 2)"),
    "quads": (lambda: made(triangles=QUADS), ValueError, "triangles is int64 of shape (6, 4); allowed are integers of shape (N, 3)"),
    "vertex of nowhere": (lambda: made(tetrahedra=[[0, 1, 2, 8]]), ValueError, "tetrahedra names vertex 8; allowed is 0 to 7"),
    "negative vertex": (lambda: made(segments=[[0, -1]]), ValueError, "segments names vertex -1; allowed is 0 to 7"),
    "no mesh": (lambda: abut.SimplicialComplex.from_mesh(3), TypeError, "mesh is 3; allowed are a Mesh, a path"),
    # complexes of shapes
    "no complex": (lambda: put((CORNERS, TRIANGLES)), TypeError, "complex is a tuple; allowed is a SimplicialComplex"),
    "no shapes": (lambda: put(shapes=SCENE.bodies), TypeError, "shapes is a BodySet; allowed is a ShapeSet"),
    "shape of nowhere": (lambda: put(shape=9), abut.InvalidInput, "ContactComplexes::set: shape is 9; allowed is less than 2"),
    "negative shape": (lambda: put(shape=-1), abut.InvalidInput, f"shape is -1; allowed is {UINT32}"),
    "no dilation": (lambda: put(dilation=0.0), abut.InvalidInput, "ContactComplexes::set: dilation is 0; allowed is above 0"),
    "dilation of NaN": (lambda: put(dilation=float("nan")), abut.InvalidInput, "ContactComplexes::set: dilation is nan; allowed is above 0"),
    "dilation as text": (lambda: put(dilation="1"), TypeError, "dilation is '1'; allowed is a number"),
    "flatness": (lambda: put(flatness=0.1), abut.InvalidInput, "ContactComplexes::set: flatness is 0.1; allowed is 1e-12 to 0.01"),
    "sides": (lambda: put(sides="outside"), abut.InvalidInput, "sides is 'outside'; allowed are 'automatic', 'shell' and 'solid'"),
    "sides as a number": (lambda: put(sides=1), TypeError, "sides is 1; allowed is a str"),
    "offset": (lambda: put(offset_inward=1), TypeError, "offset_inward is 1; allowed is True or False"),
    "offset of a point": (lambda: put(offset_inward=True), abut.InvalidInput, "ContactComplexes::set: offset_inward is set, but there are no triangles; allowed are volumes"),
    "empty": (lambda: put(made()), abut.InvalidInput, "ContactComplexes::set: the complex has no simplices; allowed is at least one point"),
    "coordinate of NaN": (lambda: put(abut.SimplicialComplex([[0, 0, np.nan]], [0])), abut.InvalidInput, "ContactComplexes::set: vertex 0 is not finite"),
    "flat tetrahedron": (lambda: put(made(tetrahedra=[[0, 1, 2, 3]])), abut.InvalidInput, "ContactComplexes::set: tetrahedron 0 has no volume"),
    "too large": (lambda: put(abut.SimplicialComplex([[3, 0, 0]], [0])), abut.InvalidInput, "ContactComplexes::set: vertex 0 lies outside of the shape's box, with the dilation; allowed is a complex that the shape holds"),
    "open solid": (lambda: put(abut.SimplicialComplex(CORNERS * 0.1, triangles=TRIANGLES[1:]), sides="solid"), abut.InvalidInput, "ContactComplexes::set: sides are solid, but edges with one triangle are 3; allowed are closed triangles"),
    "inside out": (lambda: put(abut.SimplicialComplex(CORNERS * 0.1, triangles=[t[::-1] for t in TRIANGLES]), sides="solid"), abut.InvalidInput, "ContactComplexes::set: sides are solid, but it is inside out, or encloses no volume"),
    "simplices of nowhere": (lambda: SCENE.complexes.simplices(7), abut.InvalidInput, "ContactComplexes: shape 7 has no complex"),
    "whether": (lambda: SCENE.complexes.has("cube"), TypeError, f"shape is 'cube'; allowed is {UINT32}"),
    # contacts
    "find in shapes": (lambda: find(complexes=SCENE.shapes), TypeError, "complexes is a ShapeSet; allowed is a ContactComplexes"),
    "find without bodies": (lambda: find(bodies=None), TypeError, "bodies is None; allowed is a BodySet"),
    "a list": (lambda: find([[0, 1]]), TypeError, "pairs is a list; allowed is an array of shape (M, 2)"),
    "signed pairs": (lambda: find(PAIR.astype(np.int64)), TypeError, "pairs is int64 of shape (1, 2); allowed is uint32 of shape (N, 2): astype(numpy.uint32) converts it"),
    "flat pairs": (lambda: find(PAIR[0]), ValueError, "pairs is uint32 of shape (2,); allowed is uint32 of shape (N, 2)"),
    "part of nowhere": (lambda: find(PAIR + np.uint32(1)), abut.InvalidInput, "find_quasi_lmds: pair 0 names 2; allowed is less than 2"),
    "no complexes": (lambda: find(complexes=abut.ContactComplexes()), abut.InvalidInput, "find_quasi_lmds: pair 0 has shape 0, which has no complex"),
    "alert": (lambda: find(alert_distance=-1.0), abut.InvalidInput, "find_quasi_lmds: alert_distance is -1; allowed is a finite number, 0 or more"),
    "alert as text": (lambda: find(alert_distance="1"), TypeError, "alert_distance is '1'; allowed is a number"),
    "theta": (lambda: find(theta=0.6), abut.InvalidInput, "find_quasi_lmds: theta is 0.6; allowed is 0 to 0.5"),
    "theta of NaN": (lambda: find(theta=float("nan")), abut.InvalidInput, "find_quasi_lmds: theta is nan; allowed is 0 to 0.5"),
    "cone tolerance": (lambda: find(cone_tolerance=0.2), abut.InvalidInput, "find_quasi_lmds: cone_tolerance is 0.2; allowed is 0 to 0.1"),
    "crossings": (lambda: find(crossings=None), TypeError, "crossings is None; allowed is True or False"),
    "dtype": (lambda: find(dtype=np.int32), TypeError, "dtype is int32; allowed are float32 and float64"),
    "threads": (lambda: find(threads=-1), abut.InvalidInput, "cpu.threads is -1; allowed are 0 (all cores) and more"),
    # files
    "no path": (lambda: abut.read_complex(3), TypeError, "path is 3; allowed is a str or an os.PathLike"),
}


@pytest.mark.parametrize("name", CASES)
def test_is_refused_in_one_line(name):
    call, kind, begin = CASES[name]
    with pytest.raises(kind) as caught:
        call()
    assert str(caught.value).startswith(begin) and len(str(caught.value).splitlines()) == 1, str(caught.value)
    assert len(find(alert_distance=0.05)) == 4  # as good as before


def written(path, points, cells, **options):
    meshio = pytest.importorskip("meshio")
    meshio.Mesh(np.asarray(points, float), [(kind, np.array(rows)) for kind, rows in cells]).write(path, **options)
    return path


FORMATS = {"cube.msh": {"file_format": "gmsh22"}, "text.msh": {"file_format": "gmsh22", "binary": False}, "cube.vtu": {}, "cube.vtk": {},
           "cube.mesh": {}, "cube.inp": {}}


@pytest.mark.parametrize("name", FORMATS)
def test_volumes_are_read_from_files(tmp_path, name):
    path = written(tmp_path / name, CORNERS * 0.5, [("triangle", TRIANGLES), ("tetra", TETRAHEDRA)], **FORMATS[name])
    complex = abut.read_complex(path)
    assert np.array_equal(complex.vertices, CORNERS * 0.5) and complex.tetrahedra.tolist() == TETRAHEDRA
    assert complex.triangles.tolist() == TRIANGLES and len(complex.points) == len(complex.segments) == 0
    assert abut.read_complex(str(path)) == complex
    scene = Scene()
    scene.add(block([2, 2, 0.25]), 0.02, (0, 0, -0.25), offset_inward=True)
    scene.add(complex, 0.01, (0.3, 0.1, 0.505), offset_inward=True)
    assert np.allclose(scene.find(alert_distance=0.05).separation, [0.005] * 4)


def test_the_newer_format_of_gmsh_is_read(tmp_path):
    path = written(tmp_path / "cube.msh", CORNERS, [("tetra", TETRAHEDRA)], file_format="gmsh")
    assert abut.read_complex(path) == abut.SimplicialComplex(CORNERS, tetrahedra=TETRAHEDRA)


@pytest.mark.parametrize("name", ["all.msh", "all.vtu"])
def test_points_wires_and_shells_are_read_together(tmp_path, name):
    cells = [("vertex", [[7]]), ("line", [[0, 1], [1, 3]]), ("line", [[5, 4]]), ("triangle", TRIANGLES[:2]), ("quad", QUADS[2:4])]
    options = {"file_format": "gmsh22"} if name.endswith("msh") else {}
    complex = abut.read_complex(written(tmp_path / name, CORNERS, cells, **options))
    assert complex.points.tolist() == [7] and complex.segments.tolist() == [[0, 1], [1, 3], [5, 4]]
    triangles = complex.triangles.tolist()
    assert triangles[:2] == TRIANGLES[:2] and len(triangles) == 6 and len(complex.tetrahedra) == 0
    areas = np.cross(*(CORNERS[complex.triangles[:, k]] - CORNERS[complex.triangles[:, 0]] for k in (1, 2)))
    assert np.allclose(areas[2:4], [0, -4, 0]) and np.allclose(areas[4:], [0, 4, 0])  # they run as the quads do


def test_files_that_are_no_complexes_are_refused_in_one_line(tmp_path):
    hexahedron = written(tmp_path / "hexahedron.vtu", CORNERS, [("triangle", TRIANGLES), ("hexahedron", [[0, 4, 6, 2, 1, 5, 7, 3]])])
    curved = written(tmp_path / "curved.vtu", CORNERS, [("triangle6", [[0, 1, 2, 3, 4, 5]])])
    (tmp_path / "torn.vtu").write_text("<VTKFile")
    (tmp_path / "torn.msh").write_text("$MeshFormat\n9.9 0 8\n")
    (tmp_path / "cube.xyzw").write_text("?")
    (tmp_path / "plane.su2").write_text("NDIME= 2\nNELEM= 1\n5 0 1 2 0\nNPOIN= 3\n0 0 0\n1 0 1\n0 1 2\nNMARK= 0\n")
    allowed = "allowed are vertex, line, triangle, quad, polygon and tetra"
    for path, kind, what in (
        (hexahedron, abut.InvalidInput, f": there are cells of type 'hexahedron'; {allowed}"),
        (curved, abut.InvalidInput, f": there are cells of type 'triangle6'; {allowed}"),
        (tmp_path / "plane.su2", abut.InvalidInput, ": the points have shape (3, 2); allowed are three coordinates each"),
        (tmp_path / "torn.vtu", abut.InvalidInput, ": meshio cannot read it: "),
        (tmp_path / "torn.msh", abut.InvalidInput, ": meshio cannot read it: "),
        (tmp_path / "cube.xyzw", abut.InvalidInput, ": meshio cannot read it: Could not deduce file format"),
        (tmp_path / "nowhere.vtu", abut.FileError, ": No such file or directory"),
        (tmp_path, abut.FileError, ": Is a directory"),
    ):
        with pytest.raises(kind) as caught:
            abut.read_complex(path)
        assert str(caught.value).startswith(f"{path}{what}") and len(str(caught.value).splitlines()) == 1, str(caught.value)


def test_without_meshio_it_is_told_which_package_is_missing(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "meshio", None)
    with pytest.raises(ImportError, match="^read_complex needs meshio, which is not installed: pip install meshio$"):
        abut.read_complex(tmp_path / "cube.vtu")
