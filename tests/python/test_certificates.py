"""Answers of pair queries held against support functions in NumPy: no direction parts two bodies by more than the
answer's separation, and its normal parts them by as much."""

import numpy as np
import pytest
import supports
from conftest import matrices_of, random_quaternions

import abut

DTYPES = [np.float32, np.float64]
CLOUD = np.random.default_rng(8).normal(size=(30, 3)) * 0.4
WEDGE = np.array([[0, 0, 0], [0.9, 0, 0], [0, 0.7, 0], [0.9, 0.7, 0], [0, 0, 0.8], [0.9, 0, 0.8]])

#: What adds each kind, and its support function.
KINDS = {
    "point": (lambda s: s.add_point([0.1, 0.2, -0.3], rounding=0.2), supports.points([[0.1, 0.2, -0.3]], 0.2)),
    "segment": (lambda s: s.add_segment([-0.4, 0, 0.1], [0.5, 0.3, 0]), supports.points([[-0.4, 0, 0.1], [0.5, 0.3, 0]])),
    "triangle": (
        lambda s: s.add_triangle([0.5, 0, 0], [0, 0.6, 0], [0, -0.1, 0.4], rounding=0.05),
        supports.points([[0.5, 0, 0], [0, 0.6, 0], [0, -0.1, 0.4]], 0.05),
    ),
    "box": (lambda s: s.add_box([0.5, 0.3, 0.2]), supports.box([0.5, 0.3, 0.2])),
    "rounded box": (lambda s: s.add_box([0.5, 0.3, 0.2], rounding=0.1), supports.box([0.5, 0.3, 0.2], 0.1)),
    "hull": (lambda s: s.add_hull(CLOUD), supports.points(CLOUD)),
    "wedge": (lambda s: s.add_hull(WEDGE, rounding=0.03), supports.points(WEDGE, 0.03)),
    "sphere": (lambda s: s.add_sphere(0.45), supports.points([[0, 0, 0]], 0.45)),
    "capsule": (lambda s: s.add_capsule(0.2, 0.4), supports.capsule(0.2, 0.4)),
    "ellipsoid": (lambda s: s.add_ellipsoid([0.6, 0.4, 0.3]), supports.ellipsoid([0.6, 0.4, 0.3])),
    "cylinder": (lambda s: s.add_cylinder(0.3, 0.4), supports.cylinder(0.3, 0.4)),
    "rounded cylinder": (lambda s: s.add_cylinder(0.3, 0.4, rounding=0.1), supports.cylinder(0.3, 0.4, 0.1)),
    "cone": (lambda s: s.add_cone(0.4, 0.5), supports.cone(0.4, 0.5)),
    "rounded cone": (lambda s: s.add_cone(0.4, 0.5, rounding=0.1), supports.cone(0.4, 0.5, 0.1)),
}


class Scene:
    """Bodies of one kind beside bodies of all kinds, near and far."""

    def __init__(self, rng, kind, count=56):
        self.shapes, self.bodies = abut.ShapeSet(), abut.BodySet()
        added = {name: add(self.shapes) for name, (add, _) in KINDS.items()}
        names = [kind] * count + [list(KINDS)[i % len(KINDS)] for i in range(count)]
        self.positions = rng.uniform(-0.8, 0.8, (2 * count, 3))
        self.positions[::3] *= 2.5
        quaternions = random_quaternions(rng, 2 * count)
        self.bodies.add_many([added[name] for name in names], self.positions, quaternions=quaternions)
        self.support = [
            supports.posed(KINDS[name][1], matrix, position)
            for name, matrix, position in zip(names, matrices_of(quaternions), self.positions)
        ]
        self.pairs = np.array([[i, i + count] for i in range(count)], np.uint32)


def along(scene, pair, direction):
    a, b = scene.pairs[pair]
    return supports.separations(scene.support[a], scene.support[b], np.atleast_2d(direction))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("dtype", DTYPES)
def test_the_normal_parts_bodies_most(rng, kind, dtype):
    scene = Scene(rng, kind)
    tolerance = 3e-6 if dtype == np.float32 else 1e-9
    found = abut.query_pairs(scene.shapes, scene.bodies, scene.pairs, dtype=dtype)
    assert found.is_contact().all()
    tried = supports.directions(rng, 400)
    for i in range(len(scene.pairs)):
        normal = found.normal[i].astype(float)
        assert abs(np.linalg.norm(normal) - 1) < tolerance
        assert along(scene, i, normal)[0] == pytest.approx(found.separation[i], abs=tolerance)
        assert along(scene, i, tried).max() <= found.separation[i] + tolerance
        assert along(scene, i, tried).max() <= found.lower_bound[i] + found.bound_gap[i] + tolerance
    assert (found.separation < 0).any() and (found.separation > 0).any()


@pytest.mark.parametrize("kind", KINDS)
def test_witness_points_lie_in_their_bodies_and_span_the_separation(rng, kind):
    scene = Scene(rng, kind)
    found = abut.query_pairs(scene.shapes, scene.bodies, scene.pairs)
    on_a = abut.world_points(scene.bodies, scene.pairs, found.witness_a)
    on_b = abut.world_points(scene.bodies, scene.pairs, found.witness_b)
    assert np.allclose(on_b - on_a, found.separation[:, None] * found.normal, atol=1e-9)
    tried = supports.directions(rng, 400)
    for i, (a, b) in enumerate(scene.pairs):
        assert (tried @ on_a[i] <= scene.support[a](tried) + 1e-9).all()
        assert (tried @ on_b[i] <= scene.support[b](tried) + 1e-9).all()


@pytest.mark.parametrize("alert", [0.0, 0.1, 0.4])
def test_far_pairs_have_a_bound_that_some_direction_proves(rng, alert):
    scene = Scene(rng, "hull", 200)
    found = abut.query_pairs(scene.shapes, scene.bodies, scene.pairs, alert_distance=alert)
    exact = abut.query_pairs(scene.shapes, scene.bodies, scene.pairs).separation
    far = abut.statuses(found) == abut.Status.FARTHER_THAN_ALERT
    assert np.array_equal(far, exact > alert) and 20 < np.count_nonzero(far) < 180
    for i in np.flatnonzero(far):
        proved = along(scene, i, found.normal[i])[0]
        assert alert < found.lower_bound[i] <= proved + 1e-12 <= exact[i] + 2e-12
    assert np.allclose(found.separation[~far], exact[~far], atol=1e-12)


def sum_of(shapes, rng):
    """A sum of three terms with a pose each, and its support function."""
    q = random_quaternions(rng, 2)
    m = matrices_of(q)
    box, cone, egg = shapes.add_box([0.2, 0.3, 0.1]), shapes.add_cone(0.2, 0.2), shapes.add_ellipsoid([0.1, 0.2, 0.3])
    pair = shapes.add_minkowski_sum(box, cone, position=[0.1, 0, 0.2], quaternion=q[0])
    three = shapes.add_minkowski_sum(pair, egg, position=[0, -0.1, 0], matrix=m[1], rounding=0.05)
    inner = supports.total(supports.box([0.2, 0.3, 0.1]), supports.posed(supports.cone(0.2, 0.2), m[0], [0.1, 0, 0.2]))
    outer = supports.total(inner, supports.posed(supports.ellipsoid([0.1, 0.2, 0.3]), m[1], [0, -0.1, 0]))
    return three, supports.total(outer, supports.points([[0, 0, 0]], 0.05))


def test_sums_have_the_sum_of_their_terms_supports(rng):
    shapes = abut.ShapeSet()
    added = [sum_of(shapes, rng) for _ in range(10)]
    positions, quaternions = rng.uniform(-1.2, 1.2, (60, 3)), random_quaternions(rng, 60)
    numbers = rng.integers(0, 10, (60, 2))
    pairs = np.array([[added[a][0], added[b][0]] for a, b in numbers], np.uint32)
    found = abut.query_shape_pairs(shapes, pairs, positions=positions, quaternions=quaternions)
    assert found.is_contact().all() and (found.separation < 0).any() and (found.separation > 0).any()
    tried = supports.directions(rng, 400)
    for i, ((a, b), matrix) in enumerate(zip(numbers, matrices_of(quaternions))):
        h_a, h_b = added[a][1], supports.posed(added[b][1], matrix, positions[i])
        attained = supports.separations(h_a, h_b, found.normal[i][None])[0]
        assert attained == pytest.approx(found.separation[i], abs=1e-9)
        assert supports.separations(h_a, h_b, tried).max() <= found.separation[i] + 1e-9


def test_a_sum_follows_its_terms(rng):
    """Whatever is replaced in a term is in the sum from then on."""
    shapes = abut.ShapeSet()
    hull, ball = shapes.add_hull(WEDGE), shapes.add_sphere(0.1)
    total, point = shapes.add_minkowski_sum(hull, ball), shapes.add_point([0, 0, 0])
    places = rng.uniform(-2, 2, (50, 3))
    pairs = np.tile(np.array([[total, point]], np.uint32), (50, 1))
    for scale in (1.0, 1.75, 0.5):
        vertices = shapes.vertices(hull)
        shapes.replace_vertices(hull, vertices * scale)
        found = abut.query_shape_pairs(shapes, pairs, positions=places)
        h = supports.points(shapes.vertices(hull), 0.1)
        attained = [supports.separations(h, supports.points([p]), n[None])[0] for p, n in zip(places, found.normal)]
        assert np.allclose(attained, found.separation, atol=1e-12)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("power", [-20, 1, 30])
def test_scaling_by_a_power_of_two_scales_every_length_to_the_bit(rng, dtype, power):
    scale = 2.0**power
    sizes = {"hull": CLOUD, "box": np.array([0.5, 0.3, 0.2]), "egg": np.array([0.6, 0.4, 0.3])}
    answers = []
    for s in (1.0, scale):
        shapes = abut.ShapeSet()
        shapes.add_hull(sizes["hull"] * s, rounding=0.125 * s)
        shapes.add_box(sizes["box"] * s)
        shapes.add_ellipsoid(sizes["egg"] * s)
        shapes.add_capsule(0.25 * s, 0.5 * s)
        draw = np.random.default_rng(4)
        pairs = draw.integers(0, 4, (120, 2), np.uint32)
        positions, quaternions = draw.uniform(-1, 1, (120, 3)), random_quaternions(draw, 120)
        answers.append(abut.query_shape_pairs(shapes, pairs, positions=positions * s, quaternions=quaternions, dtype=dtype))
    for name in ("separation", "witness_a", "witness_b", "point", "lower_bound", "bound_gap"):
        small, large = (getattr(a, name) for a in answers)
        assert np.array_equal(small * dtype(scale), large), name
    for name in ("normal", "status", "feature_a", "feature_b", "gjk_iterations", "epa_iterations", "key"):
        assert np.array_equal(getattr(answers[0], name), getattr(answers[1], name)), name


def test_swapped_bodies_have_the_separation_and_the_opposite_normal(rng):
    scene = Scene(rng, "wedge", 200)
    one = abut.query_pairs(scene.shapes, scene.bodies, scene.pairs)
    two = abut.query_pairs(scene.shapes, scene.bodies, np.ascontiguousarray(scene.pairs[:, ::-1]))
    assert np.allclose(one.separation, two.separation, atol=1e-9)
    for i in range(len(scene.pairs)):  # where several normals are as good each is proved by itself
        assert along(scene, i, -two.normal[i])[0] == pytest.approx(one.separation[i], abs=1e-9)
    gap = one.separation > 1e-3
    assert np.allclose(one.normal[gap], -two.normal[gap], atol=1e-6)


def test_turning_and_moving_the_world_leaves_separations(rng):
    scene = Scene(rng, "cone", 200)
    before = abut.query_pairs(scene.shapes, scene.bodies, scene.pairs)
    turn, shift = matrices_of(random_quaternions(rng, 1))[0], np.array([3e3, -2e3, 1e3])
    scene.bodies.set_poses(scene.bodies.positions() @ turn.T + shift, matrices=turn @ scene.bodies.matrices())
    after = abut.query_pairs(scene.shapes, scene.bodies, scene.pairs)
    assert np.allclose(before.separation, after.separation, atol=1e-9)
    gap = before.separation > 1e-3
    assert np.allclose(before.normal[gap] @ turn.T, after.normal[gap], atol=1e-6)
