"""Candidate pairs and parts near points, against brute force in NumPy."""

import numpy as np
import pytest
from conftest import Crowd

import abut


def overlapping_boxes(positions, radii, alert):
    """Pairs of balls whose boxes come within the alert distance, sorted."""
    reach = radii[:, None] + radii[None, :] + alert
    near = (np.abs(positions[:, None] - positions[None]) <= reach[..., None]).all(axis=2)
    return np.argwhere(np.triu(near, 1)).astype(np.uint32)


@pytest.mark.parametrize("alert", [0.0, 0.3])
def test_pairs_are_those_of_brute_force(rng, alert):
    shapes, bodies = abut.ShapeSet(), abut.BodySet()
    radii = rng.uniform(0.1, 0.5, 400)
    for radius in radii:
        shapes.add_sphere(radius)
    positions = rng.uniform(0, 6, (400, 3))
    bodies.add_many(np.arange(400), positions)
    pairs = abut.find_pairs(shapes, bodies, alert_distance=alert)
    assert pairs.dtype == np.uint32 and pairs.flags.c_contiguous
    assert np.array_equal(pairs, overlapping_boxes(positions, radii, alert))


def test_masks_and_self_contact_filter_pairs():
    shapes, bodies = abut.ShapeSet(), abut.BodySet()
    ball = shapes.add_sphere(1)
    bodies.add(ball, groups=1, meets=2)
    bodies.add(ball, groups=2, meets=1)
    bodies.add(ball, groups=2, meets=1)
    bodies.add_compound([ball, ball], self_contact=True, groups=4, meets=4)
    assert abut.find_pairs(shapes, bodies).tolist() == [[0, 1], [0, 2], [3, 4]]


def test_cross_pairs_join_two_sets_and_one_with_itself(rng):
    shapes = abut.ShapeSet()
    shapes.add_sphere(0.5)
    sets = [abut.BodySet(), abut.BodySet()]
    positions = [rng.uniform(0, 4, (60, 3)), rng.uniform(0, 4, (40, 3))]
    for bodies, at in zip(sets, positions):
        bodies.add_many(np.zeros(len(at), int), at)
    near = (np.abs(positions[0][:, None] - positions[1][None]) <= 1).all(axis=2)
    assert np.array_equal(abut.find_cross_pairs(shapes, *sets), np.argwhere(near))
    own = abut.find_cross_pairs(shapes, sets[0], sets[0])
    assert {(i, i) for i in range(60)} <= set(map(tuple, own.tolist()))


def test_the_nearest_box_and_all_within(rng):
    shapes, bodies = abut.ShapeSet(), abut.BodySet()
    shapes.add_box([0.2, 0.3, 0.4])
    positions = rng.uniform(0, 6, (100, 3))
    bodies.add_many(np.zeros(100, int), positions)
    points = rng.uniform(0, 6, (3, 50)).T  # Fortran order
    beyond = np.maximum(np.abs(points[:, None] - positions[None]) - [0.2, 0.3, 0.4], 0)
    distance = np.linalg.norm(beyond, axis=2)
    part, found = abut.find_nearest(shapes, bodies, points)
    assert np.allclose(found, distance.min(axis=1), atol=1e-4)  # boxes are grown by 2^-16 of the size
    apart = np.sort(distance, axis=1)[:, 1] - distance.min(axis=1) > 1e-3
    assert np.array_equal(part[apart], distance.argmin(axis=1)[apart])
    pairs, rows = abut.find_within(shapes, bodies, points, 1.0)
    assert rows.tolist() == [0, *np.cumsum(np.bincount(pairs[:, 0], minlength=50)).tolist()]
    clear = np.abs(distance - 1) > 1e-3
    mask = np.zeros((50, 100), bool)
    mask[tuple(pairs.T)] = True
    assert np.array_equal(mask[clear], distance[clear] < 1)
    each, _ = abut.find_within(shapes, bodies, points, np.full(50, 1.0))
    assert np.array_equal(each, pairs)
    nobody, distances = abut.find_nearest(shapes, abut.BodySet(), points)
    assert (nobody == abut.NO_MATCH).all() and np.isinf(distances).all()


def test_a_finder_gives_the_pairs_of_every_step_and_a_filter_loses_no_contact(rng):
    crowd = Crowd(rng)
    finder, pair_filter = abut.PairFinder(), abut.PairFilter(threads=2)
    for _ in range(12):
        crowd.bodies.set_poses(crowd.bodies.positions() + rng.normal(size=(400, 3)) * 0.004)
        candidates = finder.find(crowd.shapes, crowd.bodies, alert_distance=0.02)
        assert np.array_equal(candidates, abut.find_pairs(crowd.shapes, crowd.bodies, alert_distance=0.02))
        left = pair_filter.filter(crowd.shapes, crowd.bodies, candidates, alert_distance=0.02)
        all_of_them = abut.query_pairs(crowd.shapes, crowd.bodies, candidates).separation
        places = abut.match_pairs(left, candidates)
        assert (all_of_them[places == abut.NO_MATCH] > 0.02).all()
        pair_filter.learn(abut.query_pairs(crowd.shapes, crowd.bodies, left).lower_bound)
    assert len(left) < len(candidates)
    assert 0 < finder.searches < 12 and finder.memory > 0
    finder.reset()
    pair_filter.reset()


def test_a_filter_goes_on_from_what_another_has_kept(rng):
    crowd = Crowd(rng)
    whole = abut.PairFilter()

    def step(pair_filter):
        candidates = abut.find_pairs(crowd.shapes, crowd.bodies, alert_distance=0.02)
        left = pair_filter.filter(crowd.shapes, crowd.bodies, candidates, alert_distance=0.02)
        pair_filter.learn(abut.query_pairs(crowd.shapes, crowd.bodies, left).lower_bound)
        return candidates, left

    def move():
        crowd.bodies.set_poses(crowd.bodies.positions() + rng.normal(size=(400, 3)) * 0.001)

    candidates, left = step(whole)
    assert np.array_equal(whole.pairs, candidates) and np.array_equal(left, candidates)
    lower = abut.query_pairs(crowd.shapes, crowd.bodies, candidates).lower_bound
    assert (whole.clearances <= lower).all() and np.allclose(whole.clearances, lower, atol=1e-3)
    other = abut.PairFilter(threads=1)
    other.restore(crowd.shapes, crowd.bodies, whole.pairs, whole.clearances)
    assert np.array_equal(other.clearances, whole.clearances)
    for _ in range(3):
        move()
        (candidates, left), (_, same) = step(whole), step(other)
        assert np.array_equal(left, same) and np.array_equal(whole.clearances, other.clearances)
    assert 0 < len(left) < len(candidates)
    whole.reset()
    assert whole.pairs.shape == (0, 2) and len(whole.clearances) == 0
    candidates, left = step(whole)
    assert np.array_equal(left, candidates)


def test_what_a_filter_cannot_go_on_from_is_refused(rng):
    crowd, pairs = Crowd(rng, 5), np.array([[0, 1], [1, 2]], np.uint32)
    for bad_pairs, clearances, kind, text in (
        (pairs, np.zeros(3), abut.InvalidInput, "restore: there are 3 clearances; there are 2 pairs"),
        (pairs[::-1].copy(), np.zeros(2), abut.InvalidInput, "sorted|order|after"),
        (pairs + np.uint32(9), np.zeros(2), abut.InvalidInput, r"candidates\[0\] is \(9, 10\): there are 5 parts"),
        (pairs, np.zeros(2, np.float32), TypeError, r"clearances is float32 of shape \(2,\); allowed is float64 of shape \(N,\)"),
        (pairs, np.zeros(4)[::2], ValueError, "contiguous"),
        (pairs.astype(int), np.zeros(2), TypeError, "pairs is int64"),
        (pairs, 3, TypeError, "clearances is a int; allowed is an array"),
    ):
        with pytest.raises(kind, match=text) as caught:
            abut.PairFilter().restore(crowd.shapes, crowd.bodies, bad_pairs, clearances)
        assert len(str(caught.value).splitlines()) == 1
    with pytest.raises(TypeError, match="^shapes is a BodySet; allowed is a ShapeSet$"):
        abut.PairFilter().restore(crowd.bodies, crowd.shapes, pairs, np.zeros(2))


def test_pairs_form_within_a_world():
    shapes = abut.ShapeSet()
    shapes.add_sphere(0.5)
    bodies = abut.BodySet()
    for world in (0, 1):  # the same row twice, in one place
        bodies.add_many([0, 0, 0], [[0, 0, 0], [0.9, 0, 0], [1.8, 0, 0]], world=world)
    bodies.add(0, [0, 0.9, 0], world=-1)
    assert abut.find_pairs(shapes, bodies).tolist() == [[0, 1], [0, 6], [1, 2], [1, 6], [3, 4], [3, 6], [4, 5], [4, 6]]
    assert len(abut.detect(shapes, bodies).pairs) == 6
    with pytest.raises(abut.InvalidInput, match="options.world is -2: -1, for all worlds, or from 0"):
        bodies.add(0, world=-2)
