"""Pair queries against closed forms, and the ways that arrays can be given."""

import numpy as np
import pytest
from conftest import Crowd, matrices_of, random_quaternions, same_bits

import abut

DTYPES = [np.float32, np.float64]


def tolerance(dtype):
    return 4e-6 if dtype == np.float32 else 1e-12


def balls(rng, count=300):
    shapes, bodies = abut.ShapeSet(), abut.BodySet()
    radii = rng.uniform(0.1, 0.6, 10)
    for radius in radii:
        shapes.add_sphere(radius)
    indices = rng.integers(0, 10, count)
    positions = rng.uniform(0, 5, (count, 3))
    bodies.add_many(indices, positions)
    return shapes, bodies, radii[indices], positions


@pytest.mark.parametrize("dtype", DTYPES)
def test_spheres_have_the_distance_of_their_centres_less_their_radii(rng, dtype):
    shapes, bodies, radii, positions = balls(rng)
    pairs = rng.integers(0, 300, (1000, 2), np.uint32)
    pairs = np.ascontiguousarray(pairs[pairs[:, 0] != pairs[:, 1]])
    c = abut.query_pairs(shapes, bodies, pairs, dtype=dtype)
    between = positions[pairs[:, 1]] - positions[pairs[:, 0]]
    distance = np.linalg.norm(between, axis=1)
    assert c.separation.dtype == dtype and c.normal.shape == (len(pairs), 3)
    assert np.allclose(c.separation, distance - radii[pairs].sum(axis=1), rtol=0, atol=tolerance(dtype))
    assert np.allclose(c.normal, between / distance[:, None], atol=tolerance(dtype))
    assert np.allclose(c.witness_b - c.witness_a, c.separation[:, None] * c.normal, atol=tolerance(dtype))
    assert np.allclose(c.point, (c.witness_a + c.witness_b) / 2, atol=tolerance(dtype))
    assert (c.lower_bound <= c.separation).all() and c.is_contact().all()
    world = abut.world_points(bodies, pairs, c.witness_a)
    assert np.allclose(np.linalg.norm(world - positions[pairs[:, 0]], axis=1), radii[pairs[:, 0]], atol=tolerance(dtype))
    assert c.seconds > 0


@pytest.mark.parametrize("dtype", DTYPES)
def test_boxes_along_the_axes_have_the_gap_of_their_intervals(rng, dtype):
    shapes = abut.ShapeSet()
    half = rng.uniform(0.2, 1, (2, 3))
    for h in half:
        shapes.add_box(h)
    positions = rng.uniform(-4, 4, (500, 3))
    pairs = np.tile(np.array([[0, 1]], np.uint32), (500, 1))
    c = abut.query_shape_pairs(shapes, pairs, positions=positions, dtype=dtype)
    gaps = np.abs(positions) - half.sum(axis=0)
    outside = np.linalg.norm(np.maximum(gaps, 0), axis=1)
    assert np.allclose(c.separation, np.where(outside > 0, outside, gaps.max(axis=1)), rtol=0, atol=tolerance(dtype))
    hit = gaps.max(axis=1) < 0
    assert np.array_equal(abut.statuses(c) <= abut.Status.TOUCHING, np.ones(500, bool))
    assert 0 < np.count_nonzero(hit) < 500


def test_matrices_positions_and_quaternions_and_bodies_agree_to_the_bit(rng):
    crowd = Crowd(rng, 60)
    shape_pairs = rng.integers(0, len(crowd.shapes), (200, 2), np.uint32)
    positions, quaternions = rng.normal(size=(200, 3)), random_quaternions(rng, 200)
    both = abut.query_shape_pairs(crowd.shapes, shape_pairs, positions=positions, quaternions=quaternions)
    bodies = abut.BodySet()  # B's pose in a world that is A's frame
    bodies.add_many(shape_pairs[:, 1], positions, quaternions=quaternions)
    poses = np.concatenate([bodies.matrices(), positions[:, :, None]], axis=2)
    assert same_bits(both, abut.query_shape_pairs(crowd.shapes, shape_pairs, poses))
    wide = np.zeros((200, 5, 4))[:, :3]  # rows of a pair contiguous, pairs apart
    wide[...] = poses
    assert same_bits(both, abut.query_shape_pairs(crowd.shapes, shape_pairs, wide))
    for name in ("positions", "quaternions"):
        as_float = {"positions": positions, "quaternions": quaternions}
        as_float[name] = as_float[name].astype(np.float32)
        rounded = abut.query_shape_pairs(crowd.shapes, shape_pairs, **as_float)
        assert np.allclose(rounded.separation, both.separation, atol=1e-5)


def test_answers_do_not_depend_on_threads_or_order(crowd):
    pairs = abut.find_pairs(crowd.shapes, crowd.bodies, alert_distance=0.2)
    assert len(pairs) > 500
    one = abut.query_pairs(crowd.shapes, crowd.bodies, pairs, threads=1)
    assert same_bits(one, abut.query_pairs(crowd.shapes, crowd.bodies, pairs, threads=2))
    back = abut.query_pairs(crowd.shapes, crowd.bodies, np.ascontiguousarray(pairs[::-1]))
    assert same_bits(one, back.take(slice(None, None, -1)))


@pytest.mark.parametrize("dtype", DTYPES)
def test_out_is_written_in_place_whatever_its_strides(crowd, dtype):
    pairs = abut.find_pairs(crowd.shapes, crowd.bodies)
    count = len(pairs)
    plain = abut.query_pairs(crowd.shapes, crowd.bodies, pairs, dtype=dtype)
    rows = np.zeros(count, [("s", dtype), ("n", dtype, 3), ("k", np.uint64), ("pad", dtype)])
    soa = np.zeros((3, count), dtype)
    bytes_ = np.zeros((count, 2), np.uint8)
    out = abut.Contacts(separation=rows["s"], normal=rows["n"], witness_a=soa.T, status=bytes_[:, 1])
    if dtype == np.float64:
        out.key = rows["k"]
    answer = abut.query_pairs(crowd.shapes, crowd.bodies, pairs, out=out)
    assert answer is out and out.bound_gap is None
    assert np.array_equal(rows["s"], plain.separation) and np.array_equal(rows["n"], plain.normal)
    assert np.array_equal(soa.T, plain.witness_a) and np.array_equal(bytes_[:, 1], plain.status)
    assert not bytes_[:, 0].any() and not rows["pad"].any()
    if dtype == np.float64:
        assert np.array_equal(rows["k"], plain.key)


def test_fields_choose_what_is_written(crowd):
    pairs = abut.find_pairs(crowd.shapes, crowd.bodies)
    some = abut.query_pairs(crowd.shapes, crowd.bodies, pairs, fields=("status", "separation"), dtype=np.float32)
    assert [name for name in abut.FIELDS if getattr(some, name) is not None] == ["separation", "status"]
    assert some.separation.dtype == np.float32 and len(some) == len(pairs)
    nothing = abut.query_pairs(crowd.shapes, crowd.bodies, pairs, fields=())
    assert len(nothing) == 0


def test_read_only_and_fortran_inputs_and_other_buffers_are_taken(crowd):
    pairs = abut.find_pairs(crowd.shapes, crowd.bodies)
    plain = abut.query_pairs(crowd.shapes, crowd.bodies, pairs)
    pairs.flags.writeable = False
    assert same_bits(plain, abut.query_pairs(crowd.shapes, crowd.bodies, pairs))
    assert same_bits(plain, abut.query_pairs(crowd.shapes, crowd.bodies, memoryview(pairs)))


def test_empty_batches_have_empty_answers(crowd):
    none = np.empty((0, 2), np.uint32)
    assert len(abut.query_pairs(crowd.shapes, crowd.bodies, none).separation) == 0
    assert len(abut.query_shape_pairs(crowd.shapes, none, np.empty((0, 3, 4))).separation) == 0
    assert abut.intersect_pairs(crowd.shapes, crowd.bodies, none).shape == (0,)
    assert abut.find_pairs(abut.ShapeSet(), abut.BodySet()).shape == (0, 2)


def test_intersections_are_negative_separations(crowd):
    pairs = abut.find_pairs(crowd.shapes, crowd.bodies, alert_distance=0.3)
    separation = abut.query_pairs(crowd.shapes, crowd.bodies, pairs, fields=["separation"]).separation
    touching = abut.intersect_pairs(crowd.shapes, crowd.bodies, pairs)
    assert touching.dtype == np.bool_
    clear = np.abs(separation) > 1e-9
    assert np.array_equal(touching[clear], separation[clear] < 0) and touching.any() and not touching.all()
    out = np.zeros(len(pairs), np.uint8)
    abut.intersect_pairs(crowd.shapes, crowd.bodies, pairs, out=out, dtype=np.float32)
    assert np.array_equal(out[clear].astype(bool), touching[clear])


def test_far_pairs_end_early_with_a_bound(crowd):
    pairs = np.array([[i, i + 1] for i in range(0, 200, 2)], np.uint32)
    exact = abut.query_pairs(crowd.shapes, crowd.bodies, pairs)
    early = abut.query_pairs(crowd.shapes, crowd.bodies, pairs, alert_distance=0.5)
    far = abut.statuses(early) == abut.Status.FARTHER_THAN_ALERT
    assert far.any() and (exact.separation[far] > 0.5).all()
    assert (early.lower_bound <= exact.separation + 1e-12).all()


def test_a_pose_that_is_not_finite_is_told_by_the_status(crowd):
    poses = np.tile(np.eye(3, 4), (2, 1, 1))
    poses[1, 0, 3] = np.nan
    c = abut.query_shape_pairs(crowd.shapes, np.zeros((2, 2), np.uint32), poses)
    assert abut.statuses(c).tolist()[1] == abut.Status.INVALID_POSE
    assert c.status[1] & abut.NORMAL_UNDEFINED and np.isfinite(c.separation).all()


def test_features_have_kind_and_index():
    shapes = abut.ShapeSet()
    box, ball = shapes.add_box([1, 1, 1]), shapes.add_sphere(0.5)
    pair = np.array([[box, ball]], np.uint32)
    c = abut.query_shape_pairs(shapes, pair, positions=np.array([[0.1, 0.2, 3.0]]))
    assert abut.feature_kind(c.feature_a).tolist() == [3]  # a face
    face = shapes.faces(box)[int(abut.feature_index(c.feature_a)[0])]
    assert np.allclose(shapes.vertices(box)[face][:, 2], 1)
    assert abut.feature_kind(c.feature_b).tolist() == [1] and c.separation.tolist() == [1.5]


def test_warm_starts_change_answers_by_rounding_only(crowd, rng):
    pairs = abut.find_pairs(crowd.shapes, crowd.bodies)
    warm = abut.WarmStart(len(pairs))
    for _ in range(3):
        crowd.bodies.set_poses(crowd.bodies.positions() + rng.normal(size=(400, 3)) * 1e-3)
        cold = abut.query_pairs(crowd.shapes, crowd.bodies, pairs)
        hot = abut.query_pairs(crowd.shapes, crowd.bodies, pairs, warm_start=warm)
        assert np.allclose(hot.separation, cold.separation, atol=1e-9)
    kept = warm.to_bytes()
    assert kept.shape == (len(pairs), 128) and kept.any()
    again = abut.WarmStart.from_bytes(kept)
    assert np.array_equal(again.to_bytes(), kept)
    assert hot.gjk_iterations.sum() < cold.gjk_iterations.sum()
    fewer = warm.carry(np.array([abut.NO_MATCH, 3, 1], np.uint32))
    assert len(fewer) == 3 and not fewer.to_bytes()[0].any()
    assert np.array_equal(fewer.to_bytes()[1], kept[3])
