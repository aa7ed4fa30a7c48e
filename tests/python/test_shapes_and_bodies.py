"""Shapes and bodies: what goes in comes out."""

import numpy as np
import pytest
from conftest import matrices_of, random_quaternions

import abut


def test_a_box_has_its_corners_and_six_faces():
    shapes = abut.ShapeSet()
    box = shapes.add_box([1, 2, 3])
    vertices = shapes.vertices(box)
    assert vertices.shape == (8, 3) and vertices.dtype == np.float64
    assert sorted(map(tuple, np.abs(vertices))) == [(1.0, 2.0, 3.0)] * 8
    assert sorted(len(face) for face in shapes.faces(box)) == [4] * 6
    for face in shapes.faces(box):  # counter-clockwise seen from outside
        a, b, c = vertices[face[:3]]
        assert np.dot(np.cross(b - a, c - a), a) > 0


def test_a_hull_drops_points_inside_and_takes_lists_and_arrays(rng):
    shapes = abut.ShapeSet()
    cube = [[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)]
    first = shapes.add_hull(cube + [[0.5, 0.5, 0.5]])
    second = shapes.add_hull(np.array(cube, float)[:, ::1], rounding=0.25)
    strided = np.zeros((8, 6))
    strided[:, ::2] = cube
    third = shapes.add_hull(strided[:, ::2].astype(np.float32))
    assert len(shapes) == 3
    assert all(len(shapes.vertices(s)) == 8 for s in (first, second, third))
    assert shapes.info(second)["rounding"] == 0.25
    assert shapes.info(first)["kind"] == "vertex_set"


def test_replaced_vertices_raise_the_version_and_move_the_shape():
    shapes = abut.ShapeSet()
    shape = shapes.add_hull(np.eye(3).tolist() + [[0, 0, 0]])
    vertices = shapes.vertices(shape)
    shapes.replace_vertices(shape, vertices * 2)
    assert np.array_equal(shapes.vertices(shape), vertices * 2)
    assert shapes.info(shape)["version"] == 1
    with pytest.raises(abut.InvalidInput, match="vert"):
        shapes.replace_vertices(shape, vertices[:2])


def test_a_sum_names_its_terms():
    shapes = abut.ShapeSet()
    box, ball = shapes.add_box([1, 1, 1]), shapes.add_sphere(0.5)
    total = shapes.add_minkowski_sum(box, ball, position=[1, 0, 0], quaternion=[1, 0, 0, 0])
    assert shapes.info(total)["terms"] == [box, ball]
    assert shapes.info(total)["kind"] == "minkowski_sum"
    assert len(shapes.vertices(total)) == 0 and shapes.faces(total) == []


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_poses_of_many_bodies_are_those_of_one_by_one(rng, dtype):
    shapes = abut.ShapeSet()
    shapes.add_sphere(1)
    positions = rng.normal(size=(50, 3)).astype(dtype)
    quaternions = random_quaternions(rng, 50).astype(dtype)
    many, single = abut.BodySet(), abut.BodySet()
    assert many.add_many(np.zeros(50, np.int64), positions, quaternions=quaternions) == range(50)
    for i in range(50):
        assert single.add(0, positions[i], quaternion=quaternions[i]) == i
    assert np.array_equal(many.positions(), positions.astype(np.float64))
    assert many.matrices().tobytes() == single.matrices().tobytes()
    assert np.allclose(many.matrices(), matrices_of(quaternions.astype(np.float64)), atol=1e-6 if dtype == np.float32 else 1e-14)


def test_matrices_are_used_to_the_bit(rng):
    matrices = matrices_of(random_quaternions(rng, 20))
    bodies = abut.BodySet()
    bodies.add_many(np.zeros(20, np.uint32), np.zeros((20, 3)), matrices=matrices)
    assert bodies.matrices().tobytes() == matrices.tobytes()
    turned = np.swapaxes(matrices, 1, 2)  # Fortran order: strides that no copy is made for
    bodies.set_poses(matrices=turned)
    assert np.array_equal(bodies.matrices(), turned)


def test_set_poses_moves_what_is_given_and_keeps_the_rest(rng):
    bodies = abut.BodySet()
    quaternions = random_quaternions(rng, 30)
    bodies.add_many([0] * 30, np.zeros((30, 3)), quaternions=quaternions)
    before = bodies.matrices()
    positions = rng.normal(size=(30, 3))
    bodies.set_poses(positions)
    assert np.array_equal(bodies.positions(), positions)
    assert np.array_equal(bodies.matrices(), before)
    bodies.set_poses(quaternions=np.tile([1.0, 0, 0, 0], (30, 1)))
    assert np.array_equal(bodies.positions(), positions)
    assert np.array_equal(bodies.matrices(), np.tile(np.eye(3), (30, 1, 1)))
    bodies.set_pose(3, [7, 8, 9])
    position, matrix = bodies.pose(3)
    assert position.tolist() == [7, 8, 9] and np.array_equal(matrix, np.eye(3))


def test_a_bad_pose_moves_nothing_and_adds_nothing(rng):
    bodies = abut.BodySet()
    positions = rng.normal(size=(10, 3))
    bodies.add_many(np.zeros(10, int), positions)
    bad = positions + 1
    bad[7, 1] = np.nan
    with pytest.raises(abut.InvalidInput, match=r"positions\[7\] is \(.*nan.*\); allowed are finite numbers"):
        bodies.set_poses(bad)
    assert np.array_equal(bodies.positions(), positions)
    with pytest.raises(abut.InvalidInput, match=r"positions\[7\]"):
        bodies.add_many(np.zeros(10, int), bad)
    assert len(bodies) == 10


def test_compounds_have_posed_parts():
    bodies = abut.BodySet()
    half_turn = [0, 0, 0, 1]
    body = bodies.add_compound([0, 1], [[1, 0, 0], [0, 2, 0]], position=[10, 0, 0], quaternion=half_turn, groups=2, meets=4)
    assert (len(bodies), bodies.part_count, bodies.parts_of(body)) == (1, 2, range(0, 2))
    assert np.allclose(bodies.part_positions(), [[9, 0, 0], [10, -2, 0]])
    assert bodies.part_shapes().tolist() == [0, 1] and bodies.part_bodies().tolist() == [0, 0]
    assert np.allclose(bodies.part_matrices()[0], np.diag([-1, -1, 1]))
