"""Contacts of NURBS surfaces by knots, and their separation, against closed forms of spheres and boxes."""

import gc
import threading

import nurbs_oracle as oracle
import numpy as np
import pytest
from conftest import asked_while, matrices_of, random_quaternions
from test_surfaces import cylinder, sphere

import abut

PAIR = np.array([[0, 1]], np.uint32)
BOTH = pytest.mark.parametrize("dtype", [np.float32, np.float64])
OF_B = abut.SURFACE_CONTACT_OF_B


def hull_of(shapes, surface):
    return shapes.add_hull(surface.points.reshape(-1, 3))


def with_knots(surface, spacing):
    return None if spacing is None else abut.knot_positions(surface, spacing, 0.0, largest=spacing)


def made(*surfaces, spacing=0.3):
    """A shape for each surface, with knots."""
    shapes = abut.ShapeSet()
    contact_surfaces = abut.ContactSurfaces(shapes)
    for surface in surfaces:
        contact_surfaces.set(hull_of(shapes, surface), surface, knots=with_knots(surface, spacing))
    return shapes, contact_surfaces


def balls(*radii, spacing=0.3):
    return made(*map(sphere, radii), spacing=spacing)


def bodies_at(positions, quaternions=None, shapes=None):
    bodies = abut.BodySet()
    bodies.add_many(np.arange(len(positions)) if shapes is None else shapes, positions, quaternions=quaternions)
    return bodies


def same(a, b):
    """Whether all arrays have the same bits."""
    return all(x.dtype == y.dtype and x.tobytes() == y.tobytes() for x, y in zip(vars(a).values(), vars(b).values()))


def knots_within(surfaces, radii, positions, rotations, alert):
    """(key, gap, normal, point) of the knots of two spheres within the alert distance, in the order of keys."""
    rows = []
    for slave, bit in ((0, 0), (1, OF_B)):
        master = 1 - slave
        x = surfaces.knots(slave).point @ rotations[slave].T + positions[slave]
        away = x - positions[master]
        far = np.linalg.norm(away, axis=1)
        outward = away / far[:, None]
        y = positions[master] + radii[master] * outward
        for k in np.flatnonzero(far - radii[master] <= alert):
            normal = -outward[k] if slave == 0 else outward[k]
            rows.append((int(k) + bit, far[k] - radii[master], normal, (x[k] + y[k]) / 2 - positions[0]))
    return [np.array(column) for column in zip(*rows)]


@BOTH
def test_knots_of_two_spheres_have_the_gaps_of_the_closed_form(rng, dtype):
    radii = [1.0, 0.6]
    shapes, surfaces = balls(*radii)
    for distance, alert in ((1.45, 0.0), (1.55, 0.05), (1.62, 0.1)):
        direction = rng.normal(size=3)
        positions = rng.normal(size=(2, 3)) * 5
        positions[1] = positions[0] + distance * direction / np.linalg.norm(direction)
        quaternions = random_quaternions(rng, 2)
        bodies = bodies_at(positions, quaternions)
        candidates = abut.find_pairs(shapes, bodies, alert_distance=alert)
        finder = abut.SurfaceContactFinder()
        found = finder.find(surfaces, bodies, candidates, alert_distance=alert, dtype=dtype)
        key, gap, normal, point = knots_within(surfaces, radii, positions, matrices_of(quaternions), alert)
        close = 1e-6 if dtype == np.float32 else 1e-12
        assert found.key.tolist() == key.tolist() and len(found) == len(key) > 3
        assert np.allclose(found.separation, gap, atol=close) and np.allclose(found.normal, normal, atol=10 * close)
        assert np.allclose(found.point, point, atol=10 * close) and (found.status == abut.Status.CONVERGED).all()
        for name in ("separation", "normal", "point"):
            assert getattr(found, name).dtype == dtype
        for name, kind in (("offsets", np.uint64), ("key", np.uint64), ("u", float), ("v", float), ("status", np.uint8)):
            assert getattr(found, name).dtype == kind
        assert found.offsets.tolist() == [0, len(found)] and finder.pairs.tolist() == [[0, 1]]
        assert found.pair_indices().tolist() == [0] * len(found)
        assert found.of_b().tolist() == (key >= OF_B).tolist() and found.knots().tolist() == (key % OF_B).tolist()
        # The closest point is where u and v say, on the surface that the knot is not of.
        for i in range(len(found)):
            other = 0 if found.of_b()[i] else 1
            y = abut.point_at(sphere(radii[other]), found.u[i], found.v[i]).point
            x = surfaces.knots(1 - other).point[found.knots()[i]]
            y = matrices_of(quaternions)[other] @ y + positions[other]
            x = matrices_of(quaternions)[1 - other] @ x + positions[1 - other]
            assert np.allclose((x + y) / 2 - positions[0], point[i], atol=1e-9)


def test_one_side_may_be_left_out():
    _, surfaces = balls(1.0, 0.6)
    bodies = bodies_at([[0, 0, 0], [1.5, 0, 0]])
    both, a, b, none = (
        abut.SurfaceContactFinder().find(surfaces, bodies, PAIR, alert_distance=0.05, knots_of_a=of_a, knots_of_b=of_b)
        for of_a, of_b in ((True, True), (True, False), (False, True), (False, False)))
    assert not a.of_b().any() and b.of_b().all() and len(a) > 0 < len(b)
    assert both.key.tolist() == [*a.key.tolist(), *b.key.tolist()]
    assert len(none) == 0 and none.offsets.tolist() == [0] and none.normal.shape == (0, 3)


def test_a_wall_has_no_knots_and_meets_those_of_others(rng):
    """A ball on a floor: the gap of a knot is its height."""
    shapes = abut.ShapeSet()
    surfaces = abut.ContactSurfaces(shapes)
    floor, ball = abut.box_surface([5, 4, 0.5]), sphere(1.0)
    surfaces.set(shapes.add_box([5, 4, 0.5]), floor)
    surfaces.set(hull_of(shapes, ball), ball, knots=abut.knot_positions(ball, 0.2, 0.0))
    quaternions = random_quaternions(rng, 2)
    quaternions[0] = [1, 0, 0, 0]
    bodies = bodies_at([[0, 0, -0.5], [0.7, -1.1, 0.97]], quaternions)
    found = abut.SurfaceContactFinder().find(surfaces, bodies, PAIR, alert_distance=0.02)
    heights = (surfaces.knots(1).point @ matrices_of(quaternions)[1].T)[:, 2] + 0.97
    assert len(surfaces.knots(0)) == 0 and found.of_b().all()
    assert found.knots().tolist() == np.flatnonzero(heights <= 0.02).tolist() and len(found) > 3
    assert np.allclose(found.separation, heights[found.knots()], atol=1e-12) and np.allclose(found.normal, [0, 0, 1], atol=1e-9)
    assert np.allclose(found.point[:, 2] - 0.5, heights[found.knots()] / 2, atol=1e-12)


def test_keys_are_those_of_the_knots_while_bodies_move(rng):
    """A ball rolls over another one: at every step the keys, and their gaps, are those of the closed form."""
    radii, quaternions = [1.0, 0.6], random_quaternions(rng, 2)
    shapes, surfaces = balls(*radii, spacing=0.15)
    finder, pair_finder = abut.SurfaceContactFinder(), abut.PairFinder()
    bodies = bodies_at([[0, 0, 0], [1.58, 0, 0]], quaternions)
    before, kept, queries = set(), 0, []
    for step in range(40):
        angle = 0.004 * step
        positions = np.array([[0, 0, 0], [1.58 * np.cos(angle), 1.58 * np.sin(angle), 0]])
        quaternions[1] += 0.002 * rng.normal(size=4)
        quaternions[1] /= np.linalg.norm(quaternions[1])
        bodies.set_poses(positions, quaternions=quaternions)
        found = finder.find(surfaces, bodies, pair_finder.find(shapes, bodies, alert_distance=0.02), alert_distance=0.02)
        key, gap, normal, _ = knots_within(surfaces, radii, positions, matrices_of(quaternions), 0.02)
        assert found.key.tolist() == key.tolist()
        assert np.allclose(found.separation, gap, atol=1e-11) and np.allclose(found.normal, normal, atol=1e-9)
        kept += len(before & set(found.key.tolist()))
        before = set(found.key.tolist())
        queries.append(finder.counts["queries"])
        assert finder.counts["candidates"] == 1 and finder.counts["sides"] == 2
    assert kept > 100 and max(queries[1:]) < queries[0] + finder.counts["knots"]
    finder.find(surfaces, bodies, PAIR, alert_distance=0.02)
    assert finder.counts["spheres"] == 0 and finder.memory > 1000  # nothing has moved


def crowd(rng, count=24, spacing=0.35):
    """Balls, boxes and an ellipsoid, at random places near each other; `move` drifts and turns all."""
    stretched = abut.transformed(sphere(), np.diag([0.8, 0.5, 0.6]), [0, 0, 0])
    shapes, surfaces = made(sphere(0.7), abut.box_surface([0.5, 0.6, 0.7]), stretched, spacing=spacing)
    positions, quaternions = rng.uniform(-1.6, 1.6, (count, 3)), random_quaternions(rng, count)
    velocities, spins = rng.normal(size=(count, 3)), rng.normal(size=(count, 4))
    bodies = bodies_at(positions, quaternions, np.resize([0, 1, 2], count))

    def move(step):
        nonlocal positions, quaternions
        positions, quaternions = positions + step * velocities, quaternions + step * spins
        bodies.set_poses(positions, quaternions=quaternions)

    return shapes, surfaces, bodies, move


def test_a_step_has_the_same_bits_on_one_thread_and_on_two(rng):
    shapes, surfaces, bodies, move = crowd(rng)
    finders = [abut.SurfaceContactFinder(threads=threads) for threads in (1, 2, 0)]
    for _ in range(4):
        candidates = abut.find_pairs(shapes, bodies, alert_distance=0.02)
        found = [finder.find(surfaces, bodies, candidates, alert_distance=0.02) for finder in finders]
        assert len(found[0]) > 50 and same(found[0], found[1]) and same(found[0], found[2])
        assert np.array_equal(finders[0].pairs, finders[1].pairs) and finders[0].counts == finders[1].counts
        assert finders[0].save() == finders[1].save()
        assert len(found[0].offsets) == len(finders[0].pairs) + 1 < len(candidates) + 1
        each = [found[0].key[a:b] for a, b in zip(found[0].offsets[:-1].astype(int), found[0].offsets[1:].astype(int))]
        assert all((np.diff(keys.astype(np.int64)) > 0).all() and len(keys) > 0 for keys in each)
        move(2e-3)


def test_a_restored_finder_goes_on_to_the_bit(rng):
    shapes, surfaces, bodies, move = crowd(rng)
    finder, other = abut.SurfaceContactFinder(), abut.SurfaceContactFinder(threads=1)

    def step(which):
        return which.find(surfaces, bodies, abut.find_pairs(shapes, bodies, alert_distance=0.02), alert_distance=0.02)

    for _ in range(3):
        step(finder)
        move(1e-3)
    saved = finder.save()
    assert isinstance(saved, bytes) and len(saved) > 1000
    other.find(balls(1.0, 0.6)[1], bodies_at([[0, 0, 0], [1.5, 0, 0]]), PAIR)  # what it has met before does not matter
    for form in (saved, bytearray(saved), memoryview(saved), np.frombuffer(saved, np.uint8)):
        other.restore(form)
        assert other.save() == saved and other.pairs.shape == (0, 2)
    for _ in range(3):
        assert same(step(finder), step(other)) and finder.counts == other.counts
        move(1e-3)
    fresh = abut.SurfaceContactFinder()
    anew, again = step(fresh), step(finder)
    assert anew.key.tolist() == again.key.tolist() and np.allclose(anew.separation, again.separation, atol=1e-11)
    assert fresh.counts["queries"] > finder.counts["queries"]
    before = finder.save()
    for bad in (saved[:-1], saved + b"\0", b"", b"\0" * 64):
        with pytest.raises(abut.InvalidInput, match="^SurfaceContactFinder::restore: the bytes are not those that were saved$"):
            finder.restore(bad)
        assert finder.save() == before
    finder.reset()
    assert finder.save() == abut.SurfaceContactFinder().save() and finder.pairs.shape == (0, 2)


def test_other_surfaces_are_met_anew():
    """What is kept of one `ContactSurfaces` says nothing of another one, not even of the same pairs."""
    finder, bodies = abut.SurfaceContactFinder(), bodies_at([[0, 0, 0], [1.55, 0, 0]])
    sets = [balls(1.0, 0.6)[1], balls(0.9, 0.54, spacing=0.27)[1]]
    assert len(sets[0].knots(0)) == len(sets[1].knots(0))  # the same numbers name other knots
    for surfaces in (sets[0], sets[1], sets[1], sets[0]):
        found = finder.find(surfaces, bodies, PAIR, alert_distance=0.15)
        cold = abut.SurfaceContactFinder().find(surfaces, bodies, PAIR, alert_distance=0.15)
        assert found.key.tolist() == cold.key.tolist() and np.allclose(found.separation, cold.separation, atol=1e-12)
        assert len(cold) > 0


def test_what_has_no_surface_has_no_contacts():
    shapes, surfaces = balls(1.0, 0.6)
    bodies = bodies_at([[0, 0, 0], [1.5, 0, 0], [0, 1.5, 0]], shapes=[0, 1, shapes.add_sphere(0.6)])
    candidates = np.array([[0, 1], [0, 2], [1, 2]], np.uint32)
    finder = abut.SurfaceContactFinder()
    found = finder.find(surfaces, bodies, candidates, alert_distance=1.0)
    assert finder.pairs.tolist() == [[0, 1]] and found.offsets.tolist() == [0, len(found)] and finder.counts["candidates"] == 3
    nothing = finder.find(surfaces, bodies, candidates[:0])
    assert len(nothing) == 0 and nothing.offsets.tolist() == [0] and nothing.point.shape == (0, 3)


def test_after_a_failure_a_finder_begins_anew():
    _, surfaces = balls(1.0, 0.6)
    bodies, finder = bodies_at([[0, 0, 0], [1.5, 0, 0]]), abut.SurfaceContactFinder()
    expected = finder.find(surfaces, bodies, PAIR)
    with pytest.raises(abut.InvalidInput):
        finder.find(surfaces, bodies, np.array([[0, 1], [0, 0]], np.uint32))
    assert finder.pairs.shape == (0, 2) and set(finder.counts.values()) == {0}
    assert same(finder.find(surfaces, bodies, PAIR), expected)


def test_surfaces_are_kept_as_given():
    shapes = abut.ShapeSet()
    surfaces, ball = abut.ContactSurfaces(shapes), sphere(2.0)
    knots, shape = abut.knot_positions(ball, 0.5, 0.0), hull_of(shapes, ball)
    assert not surfaces.has(shape) and not surfaces.has(7)
    empty = surfaces.bytes()
    surfaces.set(shape, ball, knots=knots)
    kept = surfaces.knots(shape)
    assert surfaces.has(shape) and surfaces.surface(shape) == ball and same(kept, knots) and surfaces.bytes() > empty + 1000
    kept.point[:] = 0  # a copy
    assert same(surfaces.knots(shape), knots)
    single = abut.KnotPositions(knots.u[::2], knots.v[::2], knots.point.astype(np.float32)[::2], knots.normal[::2].tolist())
    other = abut.ContactSurfaces(shapes)
    other.set(shape, ball, knots=single)
    assert len(other.knots(shape)) == (len(knots) + 1) // 2
    assert np.array_equal(other.knots(shape).point, knots.point[::2].astype(np.float32))


# --- separation -------------------------------------------------------------------------------------------------------


def test_spheres_are_as_far_apart_or_as_deep_as_their_centres_say(rng):
    radii, count = np.array([1.0, 0.6]), 40
    _, surfaces = balls(*radii, spacing=None)
    shapes = rng.integers(0, 2, 2 * count)
    positions = rng.normal(size=(2 * count, 3)) * 5
    directions = rng.normal(size=(count, 3))
    directions /= np.linalg.norm(directions, axis=1, keepdims=True)
    distances = rng.uniform(1.05, 3, count)  # no middle of one is in the other
    positions[count:] = positions[:count] + directions * distances[:, None]
    bodies = bodies_at(positions, random_quaternions(rng, 2 * count), shapes)
    pairs = np.stack([np.arange(count), np.arange(count, 2 * count)], axis=1).astype(np.uint32)
    found = abut.surface_separation(surfaces, bodies, pairs, depth_tolerance=2.0**-16)
    a, b = radii[shapes[:count]], radii[shapes[count:]]
    right = distances - a - b
    assert len(found) == count and (found.status != abut.Status.ITERATION_LIMIT).all() and (right < 0).sum() > 5 < (right > 0).sum()
    assert np.allclose(found.separation[right > 0], right[right > 0], atol=1e-10)
    assert np.allclose(found.separation[right < 0], right[right < 0], atol=5e-5)
    assert (found.lower_bound <= right + 1e-12).all() and (found.rectangles > 0).all()
    clear = np.abs(right) > 0.02
    assert np.allclose(found.normal[clear], directions[clear], atol=0.02)
    assert np.allclose(np.linalg.norm(found.point_a, axis=1), a, atol=1e-9)
    assert np.allclose(np.linalg.norm(found.point_b - directions * distances[:, None], axis=1), b, atol=1e-9)
    assert np.allclose(np.linalg.norm(found.point_b - found.point_a, axis=1), np.abs(found.separation), atol=1e-12)


def test_a_body_in_another_one_is_as_deep_as_its_deepest_point():
    """The small ball's point nearest to the large one's middle is 0.1 from it."""
    _, surfaces = balls(2.0, 0.5, spacing=None)
    bodies = bodies_at([[0, 0, 0], [0.6, 0, 0]])
    found = abut.surface_separation(surfaces, bodies, PAIR, depth_tolerance=2.0**-12)
    assert np.isclose(found.separation[0], -1.9, atol=1e-3) and found.lower_bound[0] <= -1.9 + 1e-9


def test_boxes_have_the_gaps_of_faces_edges_and_corners():
    _, surfaces = made(abut.box_surface([1, 1, 1]), spacing=None)
    places = np.array([[0, 0, 0], [2.5, 0, 0], [2.5, 2.5, 0], [2.5, 2.5, 2.5]])
    bodies = bodies_at(places, shapes=np.zeros(4, int))
    pairs = np.array([[0, 3], [0, 1], [2, 0]], np.uint32)  # in any order
    found = abut.surface_separation(surfaces, bodies, pairs)
    assert np.allclose(found.separation, [np.sqrt(0.75), 0.5, np.sqrt(0.5)], atol=1e-9)
    assert np.allclose(found.normal, [np.full(3, np.sqrt(1 / 3)), [1, 0, 0], [-np.sqrt(0.5), -np.sqrt(0.5), 0]], atol=1e-6)
    for name in ("u_a", "v_a", "u_b", "v_b"):
        assert getattr(found, name).shape == (3,) and getattr(found, name).dtype == float
    at = abut.point_at(abut.box_surface([1, 1, 1]), found.u_b, found.v_b).point
    assert np.allclose(at + places[pairs[:, 1]] - places[pairs[:, 0]], found.point_b, atol=1e-12)
    assert found.status.tolist() == [abut.Status.CONVERGED] * 3


def test_points_of_a_part_are_relative_to_its_body():
    _, surfaces = balls(1.0, 0.6)
    bodies = abut.BodySet()
    bodies.add_compound([0, 0], position=[10, 0, 0], part_positions=[[0, 5, 0], [0, -5, 0]])
    bodies.add(1, [12, 5, 0])
    pairs = np.array([[0, 2]], np.uint32)
    found = abut.surface_separation(surfaces, bodies, pairs)
    assert np.isclose(found.separation[0], 0.4) and np.allclose(found.point_a, [[1, 5, 0]], atol=1e-6)
    assert np.allclose(abut.world_points(bodies, pairs, found.point_b), [[11.4, 5, 0]], atol=1e-6)
    bodies.set_pose(1, [11.5, 5, 0])
    finder = abut.SurfaceContactFinder()
    near = finder.find(surfaces, bodies, pairs, alert_distance=0.0)
    world = abut.world_points(bodies, finder.pairs[near.pair_indices()], near.point)
    assert len(near) > 0 and (np.linalg.norm(world - [10.95, 5, 0], axis=1) < 0.4).all()


def test_no_knot_is_nearer_than_the_separation_and_one_is_nearly_as_near(rng):
    shapes, surfaces, bodies, _ = crowd(rng, count=12, spacing=0.1)
    candidates = abut.find_pairs(shapes, bodies, alert_distance=0.3)
    exact = abut.surface_separation(surfaces, bodies, candidates, depth_tolerance=2.0**-10)
    finder = abut.SurfaceContactFinder()
    found = finder.find(surfaces, bodies, candidates, alert_distance=0.3)
    least = {}
    for pair, gap in zip(map(tuple, finder.pairs[found.pair_indices()].tolist()), found.separation):
        least[pair] = min(gap, least.get(pair, np.inf))
    assert len(least) > 10
    for pair, separation, bound in zip(map(tuple, candidates.tolist()), exact.separation, exact.lower_bound):
        if pair in least:
            assert bound - 1e-9 <= least[pair] <= separation + 0.08, pair


def test_separations_have_the_same_bits_on_one_thread_and_on_two(rng):
    shapes, surfaces, bodies, _ = crowd(rng, count=12, spacing=None)
    pairs = abut.find_pairs(shapes, bodies, alert_distance=0.5)
    found = [abut.surface_separation(surfaces, bodies, pairs, depth_tolerance=2.0**-9, threads=t) for t in (1, 2, 0)]
    assert len(pairs) > 20 and same(found[0], found[1]) and same(found[0], found[2])
    nothing = abut.surface_separation(surfaces, bodies, pairs[:0])
    assert len(nothing) == 0 and nothing.point_a.shape == (0, 3) and nothing.rectangles.dtype == np.uint32


def test_a_search_gives_up_where_it_is_told():
    _, surfaces = balls(1.0, 0.6)
    bodies = bodies_at([[0, 0, 0], [1.5, 0.1, 0.2]])
    few = abut.surface_separation(surfaces, bodies, PAIR, rectangles=4)
    full = abut.surface_separation(surfaces, bodies, PAIR, depth_tolerance=2.0**-12)
    assert few.status[0] == abut.Status.ITERATION_LIMIT and few.rectangles[0] < full.rectangles[0]
    assert few.lower_bound[0] <= full.separation[0]
    loose = abut.surface_separation(surfaces, bodies_at([[0, 0, 0], [2, 0.1, 0.2]]), PAIR, distance_tolerance=0.1)
    tight = abut.surface_separation(surfaces, bodies_at([[0, 0, 0], [2, 0.1, 0.2]]), PAIR)
    assert loose.rectangles[0] < tight.rectangles[0]


# --- ownership, threads, refusals -------------------------------------------------------------------------------------


def test_surfaces_keep_their_shapes_and_answers_keep_their_memory():
    surfaces, bodies = balls(1.0, 0.6)[1], bodies_at([[0, 0, 0], [1.5, 0, 0]])
    gc.collect()
    finder = abut.SurfaceContactFinder()
    found, exact = finder.find(surfaces, bodies, PAIR), abut.surface_separation(surfaces, bodies, PAIR)
    pairs = finder.pairs
    pairs[...] = 7  # a copy
    assert finder.pairs.tolist() == [[0, 1]]
    del surfaces, bodies, finder
    gc.collect()
    assert (found.separation <= 0).all() and found.separation.flags.writeable and np.isclose(exact.separation[0], -0.1, atol=1e-4)


def test_threads_may_search_and_set_surfaces():
    shapes, surfaces = balls(1.0, 0.6)
    bodies, shared = bodies_at([[0, 0, 0], [1.55, 0, 0]]), abut.SurfaceContactFinder()
    expected = abut.SurfaceContactFinder().find(surfaces, bodies, PAIR, alert_distance=0.05)
    apart = abut.surface_separation(surfaces, bodies_at([[0, 0, 0], [2, 0, 0]]), PAIR)
    stop, box = threading.Event(), abut.box_surface([1, 1, 1])

    def add():
        while not stop.is_set() and len(shapes) < 500:
            surfaces.set(shapes.add_box([1, 1, 1]), box)

    def ask(k):
        if k % 7 == 0:
            shared.reset()
        assert surfaces.has(0) and len(shared.pairs) <= 1 and shared.memory >= 0
        found = shared.find(surfaces, bodies, PAIR, alert_distance=0.05)
        return found.key.tolist() == expected.key.tolist() and same(
            apart, abut.surface_separation(surfaces, bodies_at([[0, 0, 0], [2, 0, 0]]), PAIR, threads=1 + k % 2))

    assert all(asked_while(add, stop, ask))


SHAPES, SURFACES = balls(1.0, 0.6)
BODIES = bodies_at([[0, 0, 0], [1.5, 0, 0]])
KNOTS = abut.knot_positions(sphere(), 0.5, 0.0)
OTHERS = bodies_at([[0, 0, 0], [1.5, 0, 0]], shapes=[0, SHAPES.add_sphere(0.6)])
SPARE = hull_of(SHAPES, sphere())


def find(candidates=PAIR, surfaces=SURFACES, bodies=BODIES, **options):
    return abut.SurfaceContactFinder().find(surfaces, bodies, candidates, **options)


def separate(pairs=PAIR, surfaces=SURFACES, bodies=BODIES, **options):
    return abut.surface_separation(surfaces, bodies, pairs, **options)


def put(surface=None, shape=SPARE, **options):
    SURFACES.set(shape, sphere() if surface is None else surface, **options)


def knots(**changes):
    return abut.KnotPositions(**{**vars(KNOTS), **changes})


UINT32 = "a whole number from 0 to 4294967295"
ARRAY = "an array of shape (M, 2), as numpy.asarray makes it"

#: what is called, the error, how its line begins
CASES = {
    "no shapes": (lambda: abut.ContactSurfaces(None), TypeError, "shapes is None; allowed is a ShapeSet"),
    "bodies for shapes": (lambda: abut.ContactSurfaces(BODIES), TypeError, "shapes is a BodySet; allowed is a ShapeSet"),
    "no surface": (lambda: put(3), TypeError, "surface is 3; allowed is a NurbsSurface"),
    "a curve": (lambda: put(abut.unit_circle()), TypeError, "surface is a NurbsCurve; allowed is a NurbsSurface"),
    "open": (lambda: put(cylinder(0.5, 1.0)), abut.InvalidInput, "mass_properties: the surface is open along v; allowed are ends that are the same, or one point each"),
    "inside out": (lambda: put(abut.turned_inside_out(sphere())), abut.InvalidInput, "mass_properties: the volume in the surface is -4.18"),
    "too large": (lambda: put(sphere(1.1)), abut.InvalidInput, "ContactSurfaces::set: control point 0 lies outside of the shape's box; allowed is a surface that the shape holds"),
    "twice": (lambda: put(shape=0), abut.InvalidInput, "ContactSurfaces::set: shape 0 has a surface; allowed is one"),
    "shape of nowhere": (lambda: put(shape=99), abut.InvalidInput, "ContactSurfaces::set: shape is 99; allowed is less than 4"),
    "negative shape": (lambda: put(shape=-1), abut.InvalidInput, f"shape is -1; allowed is {UINT32}"),
    "a spacing as knots": (lambda: put(knots=0.1), TypeError, "knots is 0.1; allowed is a KnotPositions"),
    "knots of another ball": (lambda: put(knots=abut.knot_positions(sphere(0.9), 0.5, 0.0)), abut.InvalidInput, "ContactSurfaces::set: knot 0 is 0.0999"),
    "a knot of NaN": (lambda: put(knots=knots(point=KNOTS.point * np.nan)), abut.InvalidInput, "ContactSurfaces::set: knot 0 is not finite"),
    "flat knots": (lambda: put(knots=knots(point=KNOTS.point[:, :2])), ValueError, f"knots.point is float64 of shape ({len(KNOTS)}, 2); allowed is float64 or float32 of shape ({len(KNOTS)}, 3)"),
    "fewer parameters": (lambda: put(knots=knots(v=KNOTS.v[1:])), ValueError, f"knots.v is float64 of shape ({len(KNOTS) - 1},); allowed is float64 or float32 of shape ({len(KNOTS)},)"),
    "whole knots": (lambda: put(knots=knots(u=np.zeros(len(KNOTS), int))), TypeError, f"knots.u is int64 of shape ({len(KNOTS)},)"),
    "surface of nowhere": (lambda: SURFACES.surface(SPARE), abut.InvalidInput, f"ContactSurfaces: shape {SPARE} has no surface"),
    "knots of nowhere": (lambda: SURFACES.knots(99), abut.InvalidInput, "ContactSurfaces: shape 99 has no surface"),
    "whether": (lambda: SURFACES.has("ball"), TypeError, f"shape is 'ball'; allowed is {UINT32}"),
    "find in shapes": (lambda: find(surfaces=SHAPES), TypeError, "surfaces is a ShapeSet; allowed is a ContactSurfaces"),
    "find in a SurfaceSet": (lambda: find(surfaces=abut.SurfaceSet()), TypeError, "surfaces is a SurfaceSet; allowed is a ContactSurfaces"),
    "find without bodies": (lambda: find(bodies=SHAPES), TypeError, "bodies is a ShapeSet; allowed is a BodySet"),
    "a list": (lambda: find([[0, 1]]), TypeError, f"candidates is a list; allowed is {ARRAY}"),
    "signed": (lambda: find(PAIR.astype(np.int64)), TypeError, "candidates is int64 of shape (1, 2); allowed is uint32 of shape (N, 2): astype(numpy.uint32) converts it"),
    "flat": (lambda: find(PAIR[0]), ValueError, "candidates is uint32 of shape (2,); allowed is uint32 of shape (N, 2)"),
    "three": (lambda: find(np.zeros((2, 3), np.uint32)), ValueError, "candidates is uint32 of shape (2, 3); allowed is uint32 of shape (N, 2)"),
    "unsorted": (lambda: find(np.array([[0, 1], [0, 0]], np.uint32)), abut.InvalidInput, "candidates[1] is (0, 0) behind (0, 1): they have to be sorted by a, then b"),
    "part": (lambda: find(PAIR + np.uint32(8)), abut.InvalidInput, "candidates[0] is (8, 9): there are 2 parts"),
    "alert": (lambda: find(alert_distance=-1.0), abut.InvalidInput, "SurfaceContactFinder::find: alert_distance is -1; allowed is 0 or more, finite"),
    "alert of NaN": (lambda: find(alert_distance=float("nan")), abut.InvalidInput, "SurfaceContactFinder::find: alert_distance is nan; allowed is 0 or more, finite"),
    "alert as text": (lambda: find(alert_distance="1"), TypeError, "alert_distance is '1'; allowed is a number"),
    "sides": (lambda: find(knots_of_a=1), TypeError, "knots_of_a is 1; allowed is True or False"),
    "dtype": (lambda: find(dtype=np.int32), TypeError, "dtype is int32; allowed are float32 and float64"),
    "threads": (lambda: abut.SurfaceContactFinder(threads=-1), abut.InvalidInput, "cpu.threads is -1; allowed are 0 (all cores) and more"),
    "threads as text": (lambda: abut.SurfaceContactFinder(threads="2"), TypeError, "threads is '2'; allowed is a whole number from 0 to 2147483647"),
    "restored text": (lambda: abut.SurfaceContactFinder().restore("abc"), TypeError, "saved is a str; allowed is an array"),
    "restored nothing": (lambda: abut.SurfaceContactFinder().restore(None), TypeError, "saved is None; allowed is an array"),
    "restored numbers": (lambda: abut.SurfaceContactFinder().restore(np.zeros(64)), TypeError, "saved is float64 of shape (64,); allowed is uint8 of shape (N,)"),
    "a pose of NaN": (lambda: BODIES.set_poses([[0, 0, 0], [np.nan, 0, 0]]), abut.InvalidInput, "positions[1] is (nan, 0, 0)"),
    "separation in shapes": (lambda: separate(surfaces=SHAPES), TypeError, "surfaces is a ShapeSet; allowed is a ContactSurfaces"),
    "separation without bodies": (lambda: separate(bodies=None), TypeError, "bodies is None; allowed is a BodySet"),
    "separation of a list": (lambda: separate([[0, 1]]), TypeError, f"pairs is a list; allowed is {ARRAY}"),
    "separation of flat pairs": (lambda: separate(PAIR[0]), ValueError, "pairs is uint32 of shape (2,); allowed is uint32 of shape (N, 2)"),
    "separation of nothing": (lambda: separate(PAIR + np.uint32(1)), abut.InvalidInput, "surface_separation: pair 0 names 2; allowed is less than 2"),
    "separation of a sphere": (lambda: separate(bodies=OTHERS), abut.InvalidInput, "ContactSurfaces: shape 2 has no surface"),
    "distance tolerance": (lambda: separate(distance_tolerance=0.0), abut.InvalidInput, "surface_separation: distance_tolerance is 0; allowed are above 0 to 0.5"),
    "depth tolerance": (lambda: separate(depth_tolerance=0.7), abut.InvalidInput, "surface_separation: depth_tolerance is 0.7; allowed are above 0 to 0.5"),
    "no rectangles": (lambda: separate(rectangles=0), abut.InvalidInput, "surface_separation: rectangles is 0; allowed is 1 or more"),
    "half a rectangle": (lambda: separate(rectangles=1.5), TypeError, "rectangles is 1.5; allowed is a whole number from 0 to 4294967295"),
    "negative threads": (lambda: separate(threads=-1), abut.InvalidInput, "cpu.threads is -1; allowed are 0 (all cores) and more"),
}


@pytest.mark.parametrize("name", CASES)
def test_is_refused_in_one_line(name):
    oracle.refused_in_one_line(*CASES[name])
    assert not SURFACES.has(SPARE) and len(find(alert_distance=0.05)) > 0  # as good as before
