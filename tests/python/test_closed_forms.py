"""Queries against distances that have a formula: a ball, inside or outside of each kind of shape; segments; triangles."""

import numpy as np
import pytest
from conftest import matrices_of, random_quaternions

import abut

DTYPES = [np.float32, np.float64]


def polygon_depth(q, corners):
    """Signed distance of points (N, 2) from a convex polygon, corners counter-clockwise: negative inside."""
    corners = np.asarray(corners, float)
    nearest, inside = np.full(len(q), np.inf), np.full(len(q), -np.inf)
    for a, b in zip(corners, np.roll(corners, -1, axis=0)):
        edge = b - a
        t = np.clip((q - a) @ edge / (edge @ edge), 0, 1)
        nearest = np.minimum(nearest, np.linalg.norm(q - a - t[:, None] * edge, axis=1))
        outward = np.array([edge[1], -edge[0]]) / np.linalg.norm(edge)
        inside = np.maximum(inside, (q - a) @ outward)
    return np.where(inside > 0, nearest, inside)


def box_distance(p, half):
    q = np.abs(p) - half
    return np.linalg.norm(np.maximum(q, 0), axis=1) + np.minimum(q.max(axis=1), 0)


def round_profile(p, corners):
    """Of a solid that a profile, symmetric in x, makes when it is turned about z."""
    return polygon_depth(np.stack([np.hypot(p[:, 0], p[:, 1]), p[:, 2]], axis=1), corners)


def segment_distance(p, a, b):
    t = np.clip((p - a) @ (b - a) / ((b - a) @ (b - a)), 0, 1)
    return np.linalg.norm(p - a - t[:, None] * (b - a), axis=1)


def ellipsoid_distance(p, axes):
    """Outside: the largest root of the secular equation, by bisection."""
    low, high = np.zeros(len(p)), np.full(len(p), 20.0)
    for _ in range(200):
        t = (low + high) / 2
        beyond = ((axes * p / (t[:, None] + axes**2)) ** 2).sum(axis=1) > 1
        low, high = np.where(beyond, t, low), np.where(beyond, high, t)
    return np.linalg.norm(p - p * axes**2 / (low[:, None] + axes**2), axis=1)


CYLINDER = [[-0.5, -0.7], [0.5, -0.7], [0.5, 0.7], [-0.5, 0.7]]
CONE = [[-0.6, -0.8], [0.6, -0.8], [0, 0.8]]
A, B, C = np.array([0.8, 0, 0.1]), np.array([-0.3, 0.7, 0]), np.array([0, -0.6, -0.2])
D = np.array([0.2, 0.1, -0.1])
EGG = np.array([0.8, 0.5, 0.3])

#: What adds a shape; the signed distance of points from it; whether points inside have one.
SHAPES = {
    "point": (lambda s: s.add_point(D), lambda p: np.linalg.norm(p - D, axis=1), True),
    "segment": (lambda s: s.add_segment(A, B), lambda p: segment_distance(p, A, B), True),
    "sphere": (lambda s: s.add_sphere(0.7), lambda p: np.linalg.norm(p, axis=1) - 0.7, True),
    "capsule": (
        lambda s: s.add_capsule(0.3, 0.6),
        lambda p: segment_distance(p, np.array([0, 0, -0.6]), np.array([0, 0, 0.6])) - 0.3,
        True,
    ),
    "box": (lambda s: s.add_box([0.7, 0.5, 0.3]), lambda p: box_distance(p, np.array([0.7, 0.5, 0.3])), True),
    "rounded box": (
        lambda s: s.add_box([0.7, 0.5, 0.3], rounding=0.2),
        lambda p: box_distance(p, np.array([0.7, 0.5, 0.3])) - 0.2,
        True,
    ),
    "cylinder": (lambda s: s.add_cylinder(0.5, 0.7), lambda p: round_profile(p, CYLINDER), True),
    "rounded cylinder": (lambda s: s.add_cylinder(0.5, 0.7, rounding=0.1), lambda p: round_profile(p, CYLINDER) - 0.1, True),
    "cone": (lambda s: s.add_cone(0.6, 0.8), lambda p: round_profile(p, CONE), True),
    "rounded cone": (lambda s: s.add_cone(0.6, 0.8, rounding=0.1), lambda p: round_profile(p, CONE) - 0.1, True),
    "ellipsoid": (lambda s: s.add_ellipsoid(EGG), lambda p: ellipsoid_distance(p, EGG), False),
    "sum of boxes": (
        lambda s: s.add_minkowski_sum(s.add_box([0.3, 0.2, 0.2]), s.add_box([0.1, 0.2, 0.3]), position=[0.1, 0, 0]),
        lambda p: box_distance(p - [0.1, 0, 0], np.array([0.4, 0.4, 0.5])),
        True,
    ),
}


def places(rng, distance, inside):
    """Where the ball's centre may be: half of them near the shape, so that many are inside."""
    p = np.concatenate([rng.uniform(-2, 2, (150, 3)), rng.uniform(-0.6, 0.6, (150, 3))])
    return p if inside else p[((p / EGG) ** 2).sum(axis=1) > 1.01]


@pytest.mark.parametrize("name", SHAPES)
@pytest.mark.parametrize("dtype", DTYPES)
def test_a_ball_is_its_radius_nearer_than_its_centre(rng, name, dtype):
    add, distance, inside = SHAPES[name]
    tolerance = 4e-6 if dtype == np.float32 else 1e-9
    p, radius = places(rng, distance, inside), 0.25
    shapes = abut.ShapeSet()
    shape, ball = add(shapes), shapes.add_sphere(radius)
    pairs = np.tile(np.array([[shape, ball]], np.uint32), (len(p), 1))
    found = abut.query_shape_pairs(shapes, pairs, positions=p, dtype=dtype)
    expected = distance(p) - radius
    assert np.allclose(found.separation, expected, rtol=0, atol=tolerance)
    assert (expected < 0).sum() > 3 and (expected > 0).sum() > 10
    assert (found.lower_bound <= expected + tolerance).all()
    # The witness point of the ball is where the normal says, whatever the shape is.
    assert np.allclose(found.witness_b, p - radius * found.normal, atol=tolerance)


@pytest.mark.parametrize("name", SHAPES)
def test_a_shape_against_a_ball_in_a_turned_frame(rng, name):
    """The same with the ball as A and the world's axes in between."""
    add, distance, inside = SHAPES[name]
    p = places(rng, distance, inside)[:100]
    shapes, bodies = abut.ShapeSet(), abut.BodySet()
    shape, ball = add(shapes), shapes.add_sphere(0.25)
    quaternions, shift = random_quaternions(rng, len(p)), rng.uniform(-50, 50, (len(p), 3))
    turned = np.einsum("nij,nj->ni", matrices_of(quaternions), p) + shift
    bodies.add_many([ball] * len(p), turned)
    bodies.add_many([shape] * len(p), shift, quaternions=quaternions)
    pairs = np.stack([np.arange(len(p)), np.arange(len(p)) + len(p)], axis=1).astype(np.uint32)
    found = abut.query_pairs(shapes, bodies, pairs)
    assert np.allclose(found.separation, distance(p) - 0.25, rtol=0, atol=1e-9)


def segments_distance(p, q, r, s):
    """Closest points of segments p q and r s: at an end of one of them, or inside both."""
    best = min(
        segment_distance(p[None], r, s)[0], segment_distance(q[None], r, s)[0],
        segment_distance(r[None], p, q)[0], segment_distance(s[None], p, q)[0],
    )
    u, v, w = q - p, s - r, p - r
    system = np.array([[u @ u, -u @ v], [-u @ v, v @ v]])
    if np.linalg.det(system) > 1e-12:
        t = np.linalg.solve(system, [-u @ w, v @ w])
        if (0 <= t).all() and (t <= 1).all():
            best = min(best, np.linalg.norm(w + t[0] * u - t[1] * v))
    return best


@pytest.mark.parametrize("dtype", DTYPES)
def test_capsules_have_the_distance_of_their_axes_less_their_radii(rng, dtype):
    shapes, bodies = abut.ShapeSet(), abut.BodySet()
    sizes = rng.uniform(0.1, 0.6, (8, 2))
    for radius, half_length in sizes:
        shapes.add_capsule(radius, half_length)
    index, positions, quaternions = rng.integers(0, 8, 120), rng.uniform(0, 3, (120, 3)), random_quaternions(rng, 120)
    bodies.add_many(index, positions, quaternions=quaternions)
    axis = matrices_of(quaternions)[:, :, 2] * sizes[index, 1][:, None]
    pairs = np.array([[i, j] for i in range(40) for j in range(40, 60)], np.uint32)
    found = abut.query_pairs(shapes, bodies, pairs, dtype=dtype)
    expected = [
        segments_distance(positions[i] - axis[i], positions[i] + axis[i], positions[j] - axis[j], positions[j] + axis[j])
        - sizes[index[i], 0] - sizes[index[j], 0]
        for i, j in pairs
    ]
    assert np.allclose(found.separation, expected, rtol=0, atol=4e-6 if dtype == np.float32 else 1e-11)


def test_coplanar_triangles_that_overlap_do_so_by_nothing_and_apart_by_their_edges():
    """Flat shapes in one plane have no inside: the least push that parts them is along the plane's normal, by zero."""
    shapes = abut.ShapeSet()
    first = shapes.add_triangle([0, 0, 0], [1, 0, 0], [0, 1, 0])
    second = shapes.add_triangle([0, 0, 0], [-1, 0, 0], [0, -1, 0])
    pairs = np.tile(np.array([[first, second]], np.uint32), (3, 1))
    places = np.array([[0.4, 0.4, 0], [-0.3, -0.4, 0], [0.25, 0.25, 0.5]])
    found = abut.query_shape_pairs(shapes, pairs, positions=places)
    assert np.allclose(found.separation, [0, 0.5, 0.5], atol=1e-12)
    assert np.allclose(np.abs(found.normal[0]), [0, 0, 1], atol=1e-9)
    assert np.allclose(found.normal[1:], [[-0.6, -0.8, 0], [0, 0, 1]], atol=1e-9)
    assert abut.statuses(found)[0] == abut.Status.TOUCHING and found.is_contact().all()


@pytest.mark.parametrize("dtype", DTYPES)
def test_float32_keeps_its_digits_far_from_the_origin(dtype):
    """World positions are double whatever the precision is: a gap of 1e-3 between bodies at 1e7 is one."""
    shapes, bodies = abut.ShapeSet(), abut.BodySet()
    ball = shapes.add_sphere(0.5)
    bodies.add_many([ball, ball], [[1e7, -2e7, 3e7], [1e7 + 1.001, -2e7, 3e7]])
    pair = np.array([[0, 1]], np.uint32)
    found = abut.query_pairs(shapes, bodies, pair, dtype=dtype)
    assert found.separation[0] == pytest.approx(1e-3, abs=1e-8 if dtype == np.float64 else 2e-7)
    assert np.allclose(found.witness_a, [[0.5, 0, 0]]) and np.allclose(found.point, [[0.5005, 0, 0]])
    assert np.allclose(abut.world_points(bodies, pair, found.point), [[1e7 + 0.5005, -2e7, 3e7]], rtol=0, atol=1e-6)
