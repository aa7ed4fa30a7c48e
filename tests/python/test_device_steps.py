"""Steps of a solver on a CUDA device that is there: searches, lists whose number the device knows, patches, history, filters, the
plane. The answers are those for host memory, to the bit."""

import numpy as np
import pytest
from conftest import random_quaternions, same_bits
from frameworks import on_host, records
from test_planar import Crowd as PlanarCrowd

import abut

pytestmark = pytest.mark.skipif(abut.cuda_unavailable_reason() is not None, reason="no CUDA device is there")

DTYPES = [np.float32, np.float64]
NONE = 0xA5A5A5A5  # what is left where nothing was written


class Found:
    """Room for pairs and their number on a device."""

    def __init__(self, framework, stream, room, rows=None):
        self.framework, self.stream = framework, stream
        self.pairs = framework.array(stream, np.full((room, 2), NONE, np.uint32))
        self.count = framework.array(stream, np.zeros(1, np.uint64))
        self.rows = None if rows is None else framework.array(stream, np.zeros(rows + 1, np.uint64))

    def number(self):
        return int(self.framework.host(self.stream, self.count)[0])

    def on_host(self):
        return self.framework.host(self.stream, self.pairs)[: self.number()]


def starts_of(pairs, rows):
    return np.searchsorted(pairs[:, 0], np.arange(rows + 1)).tolist()


@pytest.mark.parametrize("dtype", DTYPES)
def test_found_pairs_are_queried_without_a_look_at_their_number(framework, crowd, dtype):
    stream = framework.stream()
    expected = abut.find_pairs(crowd.shapes, crowd.bodies, alert_distance=0.1)
    scene = abut.DeviceScene(crowd.shapes, crowd.bodies, dtype=dtype, stream=stream)
    found = Found(framework, stream, len(expected) + 50, rows=len(crowd.indices))
    scene.find_pairs(found.pairs, found.count, rows=found.rows, alert_distance=0.1, stream=stream)
    out = records(framework, stream, len(expected) + 50, dtype)
    scene.query_pairs(found.pairs, out=out, count=found.count, stream=stream)
    assert np.array_equal(found.on_host(), expected)
    assert framework.host(stream, found.rows).tolist() == starts_of(expected, len(crowd.indices))
    got = on_host(framework, stream, out)
    assert same_bits(got.take(np.arange(len(expected))), abut.query_pairs(crowd.shapes, crowd.bodies, expected, dtype=dtype))
    assert (got.status[len(expected) :] == 0xA5).all()


def test_of_a_list_that_was_too_short_no_pair_is_queried(framework, crowd):
    stream = framework.stream()
    scene = abut.DeviceScene(crowd.shapes, crowd.bodies, stream=stream)
    found, out = Found(framework, stream, 10), records(framework, stream, 10, np.float64)
    scene.find_pairs(found.pairs, found.count, stream=stream)
    scene.query_pairs(found.pairs, out=out, count=found.count, stream=stream)
    assert found.number() > 10 and (on_host(framework, stream, out).status == 0xA5).all()


def test_a_tree_that_is_kept_finds_the_same(framework, crowd, rng):
    stream = framework.stream()
    scene = abut.DeviceScene(crowd.shapes, crowd.bodies, stream=stream)
    for alert in (0.0, 0.2, 0.1):
        positions, quaternions = rng.uniform(0, 6, crowd.positions.shape), random_quaternions(rng, len(crowd.positions))
        scene.place(framework.array(stream, positions), framework.array(stream, quaternions), stream=stream)
        crowd.bodies.set_poses(positions, quaternions=quaternions)
        expected = abut.find_pairs(crowd.shapes, crowd.bodies, alert_distance=alert)
        for refit in (True, False):
            found = Found(framework, stream, len(expected))
            scene.find_pairs(found.pairs, found.count, alert_distance=alert, refit=refit, stream=stream)
            assert np.array_equal(found.on_host(), expected)


def test_cross_pairs_are_those_of_the_host(framework, crowd, rng):
    stream = framework.stream()
    others = abut.BodySet()
    others.add_many(rng.integers(0, len(crowd.shapes), 90), rng.uniform(0, 6, (90, 3)))
    expected = abut.find_cross_pairs(crowd.shapes, crowd.bodies, others, alert_distance=0.1)
    first, second = (abut.DeviceScene(crowd.shapes, bodies, stream=stream) for bodies in (crowd.bodies, others))
    found = Found(framework, stream, len(expected) + 3, rows=len(crowd.indices))
    first.find_cross_pairs(second, found.pairs, found.count, rows=found.rows, alert_distance=0.1, stream=stream)
    assert len(expected) > 100 and np.array_equal(found.on_host(), expected)
    assert framework.host(stream, found.rows).tolist() == starts_of(expected, len(crowd.indices))
    own = abut.find_cross_pairs(crowd.shapes, others, others)
    found = Found(framework, stream, len(own))
    second.find_cross_pairs(second, found.pairs, found.count, stream=stream)
    assert np.array_equal(found.on_host(), own)


def test_parts_near_points_are_those_of_the_host(framework, crowd, rng):
    stream, n = framework.stream(), 300
    points, radii = rng.uniform(-1, 7, (n, 3)), rng.uniform(0, 1.5, n)
    scene = abut.DeviceScene(crowd.shapes, crowd.bodies, stream=stream)
    at = framework.array(stream, points)
    part, distance = framework.array(stream, np.zeros(n, np.uint32)), framework.array(stream, np.zeros(n))
    scene.find_nearest(at, part=part, distance=distance, alert_distance=0.05, stream=stream)
    expected = abut.find_nearest(crowd.shapes, crowd.bodies, points, alert_distance=0.05)
    assert framework.host(stream, part).tobytes() == expected[0].tobytes()
    assert framework.host(stream, distance).tobytes() == expected[1].tobytes()
    alone = framework.array(stream, np.zeros(n))
    scene.find_nearest(at, distance=alone, alert_distance=0.05, stream=stream)
    assert framework.host(stream, alone).tobytes() == expected[1].tobytes()
    for radius in (1.0, 2, np.float32(0.5), radii):
        pairs, rows = abut.find_within(crowd.shapes, crowd.bodies, points, np.float64(radius) if np.ndim(radius) == 0 else radius)
        found = Found(framework, stream, len(pairs) + 1, rows=n)
        given = framework.array(stream, radius) if np.ndim(radius) else radius
        scene.find_within(at, given, found.pairs, found.count, rows=found.rows, stream=stream)
        assert len(pairs) > 50 and np.array_equal(found.on_host(), pairs)
        assert framework.host(stream, found.rows).tobytes() == rows.tobytes()


def boxes_and_hulls(rng, count=60):
    """Polyhedra that overlap: they have patches and volumes."""
    shapes, bodies = abut.ShapeSet(), abut.BodySet()
    shapes.add_box([0.5, 0.4, 0.3])
    shapes.add_hull(rng.normal(size=(16, 3)) * 0.4)
    bodies.add_many(rng.integers(0, 2, count), rng.uniform(0, 2, (count, 3)), quaternions=random_quaternions(rng, count))
    return shapes, bodies


def empty_patches(framework, stream, pairs, points, dtype, volumes):
    def room(*shape, kind=dtype):
        return framework.array(stream, np.full(shape, 7, kind))

    some = {"volume": room(pairs)} if volumes else {}
    some |= {name: room(pairs, 3) for name in ("volume_centre", "volume_normal", "volume_moment") if volumes}
    return abut.Patches(
        area=room(pairs), centre=room(pairs, 3), offsets=room(pairs + 1, kind=np.uint64), points=room(points, 3),
        gaps=room(points), **some)


PATCH_ARRAYS = ("area", "centre", "points", "gaps", "volume", "volume_centre", "volume_normal", "volume_moment")


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("listed", [False, True])
def test_patches_are_those_of_the_host(framework, rng, dtype, listed):
    stream = framework.stream()
    shapes, bodies = boxes_and_hulls(rng)
    pairs = abut.find_pairs(shapes, bodies)
    contacts = abut.query_pairs(shapes, bodies, pairs, dtype=dtype)
    expected_contacts = abut.query_pairs(shapes, bodies, pairs, dtype=dtype)
    expected = abut.find_patches(shapes, bodies, pairs, expected_contacts, margin=0.01, move_points=True, volumes=True)
    assert (expected.volume > 0).sum() > 20
    scene = abut.DeviceScene(shapes, bodies, dtype=dtype, stream=stream)
    given, count = framework.array(stream, pairs), framework.array(stream, np.array([len(pairs)], np.uint64))
    on_device = abut.Contacts(**{name: framework.array(stream, getattr(contacts, name)) for name in abut.FIELDS})
    out = empty_patches(framework, stream, len(pairs), len(expected.gaps) + 5, dtype, volumes=True)
    needed, unanswered = (framework.array(stream, np.full(1, 9, np.uint64)) for _ in range(2))
    answer = scene.find_patches(
        given, on_device, out=out, count=count if listed else None, needed=needed, unanswered=unanswered, margin=0.01,
        move_points=True, stream=stream)
    assert answer is out and framework.host(stream, needed)[0] == len(expected.gaps)
    assert framework.host(stream, unanswered)[0] == 0
    assert framework.host(stream, out.offsets).tobytes() == expected.offsets.tobytes()
    for name in PATCH_ARRAYS:
        got = framework.host(stream, getattr(out, name))[: len(getattr(expected, name))]
        assert got.tobytes() == getattr(expected, name).tobytes(), name
    assert framework.host(stream, on_device.point).tobytes() == expected_contacts.point.tobytes()


def test_patches_that_do_not_fit_tell_how_many_corners_there_are(framework, rng):
    stream = framework.stream()
    shapes, bodies = boxes_and_hulls(rng)
    pairs = abut.find_pairs(shapes, bodies)
    contacts = abut.query_pairs(shapes, bodies, pairs)
    expected = abut.find_patches(shapes, bodies, pairs, contacts)
    scene = abut.DeviceScene(shapes, bodies, stream=stream)
    on_device = abut.Contacts(**{name: framework.array(stream, getattr(contacts, name)) for name in abut.FIELDS})
    out = empty_patches(framework, stream, len(pairs), 3, np.float64, volumes=False)
    needed = framework.array(stream, np.zeros(1, np.uint64))
    scene.find_patches(framework.array(stream, pairs), on_device, out=out, needed=needed, stream=stream)
    assert framework.host(stream, needed)[0] == len(expected.gaps) > 3
    assert (framework.host(stream, out.points) == 7).all()
    assert framework.host(stream, out.area).tobytes() == expected.area.tobytes()


@pytest.mark.parametrize("dtype", DTYPES)
def test_patches_of_shapes_are_those_of_the_host(framework, rng, dtype):
    stream, count = framework.stream(), 50
    shapes, bodies = boxes_and_hulls(rng)
    pairs, poses = rng.integers(0, 2, (count, 2)).astype(np.uint32), np.zeros((count, 3, 4))
    poses[:, :, :3], poses[:, :, 3] = np.eye(3), rng.uniform(-0.4, 0.4, (count, 3))
    contacts = abut.query_shape_pairs(shapes, pairs, poses, dtype=dtype)
    expected = abut.find_shape_patches(shapes, pairs, poses, contacts, volumes=True, most_points=4)
    scene = abut.DeviceScene(shapes, bodies, dtype=dtype, stream=stream)
    on_device = abut.Contacts(**{name: framework.array(stream, getattr(contacts, name)) for name in abut.FIELDS})
    out = empty_patches(framework, stream, count, len(expected.gaps), dtype, volumes=True)
    scene.find_shape_patches(
        framework.array(stream, pairs), framework.array(stream, poses), on_device, out=out, most_points=4, stream=stream)
    assert framework.host(stream, out.offsets).tobytes() == expected.offsets.tobytes()
    for name in PATCH_ARRAYS:
        assert framework.host(stream, getattr(out, name)).tobytes() == getattr(expected, name).tobytes(), name


def test_history_is_that_of_the_host(framework, crowd, rng):
    stream = framework.stream()
    before = abut.find_pairs(crowd.shapes, crowd.bodies)
    old = abut.query_pairs(crowd.shapes, crowd.bodies, before)
    crowd.bodies.set_poses(crowd.bodies.positions() + rng.normal(size=crowd.positions.shape) * 0.01)
    now = abut.find_pairs(crowd.shapes, crowd.bodies)
    new = abut.query_pairs(crowd.shapes, crowd.bodies, now)
    room = len(now) + 20

    def list_of(pairs, capacity):
        rows = np.zeros((capacity, 2), np.uint32)
        rows[: len(pairs)] = pairs
        return framework.array(stream, rows), framework.array(stream, np.array([len(pairs)], np.uint64))

    def ids(contacts, capacity):
        def padded(array):
            rows = np.zeros((capacity, *array.shape[1:]), array.dtype)
            rows[: len(array)] = array
            return framework.array(stream, rows)

        return abut.Contacts(**{name: padded(getattr(contacts, name)) for name in ("feature_a", "feature_b", "key", "status")})

    (d_before, n_before), (d_now, n_now) = list_of(before, len(before)), list_of(now, room)
    places, matched = framework.array(stream, np.zeros(room, np.uint32)), framework.array(stream, np.zeros(1, np.uint64))
    abut.match_pairs_on_device(d_before, d_now, out=places, now_count=n_now, matched=matched, stream=stream)
    expected = abut.match_pairs(before, now)
    assert framework.host(stream, places)[: len(now)].tolist() == expected.tolist()
    assert framework.host(stream, matched)[0] == (expected != abut.NO_MATCH).sum() > 100
    for kept in (rng.normal(size=(len(before), 3)), rng.integers(0, 99, len(before)).astype(np.uint32)):
        out = framework.array(stream, np.full((room, *kept.shape[1:]), 7, kept.dtype))
        abut.carry_on_device(places, framework.array(stream, kept), out=out, count=n_now, stream=stream)
        got = framework.host(stream, out)
        assert got[: len(now)].tobytes() == abut.carry(expected, kept).tobytes() and (got[len(now) :] == 7).all()

    abut.match_contacts_on_device(
        d_before, ids(old, len(before)), d_now, ids(new, room), out=places, before_count=n_before, now_count=n_now,
        matched=matched, stream=stream)
    expected = abut.match_contacts(before, old, now, new)
    assert framework.host(stream, places)[: len(now)].tolist() == expected.tolist()
    assert 20 < framework.host(stream, matched)[0] == (expected != abut.NO_MATCH).sum() < len(now)


@pytest.mark.parametrize("dtype", DTYPES)
def test_a_filter_leaves_what_the_hosts_does(framework, crowd, rng, dtype):
    stream, room, alert = framework.stream(), 16000, 0.02
    scene = abut.DeviceScene(crowd.shapes, crowd.bodies, dtype=dtype, stream=stream)
    here, there = abut.PairFilter(), abut.DevicePairFilter(scene, room, stream=stream)
    candidates, near = Found(framework, stream, room), Found(framework, stream, room)
    bounds = records(framework, stream, room, dtype, ["lower_bound"])
    kept, clearances = Found(framework, stream, room), framework.array(stream, np.zeros(room))
    other = abut.DevicePairFilter(scene, room, stream=stream)
    left_out = 0
    for step in range(6):
        positions = crowd.bodies.positions() + rng.normal(size=crowd.positions.shape) * 1e-3
        crowd.bodies.set_poses(positions, quaternions=crowd.quaternions)
        scene.place(framework.array(stream, positions), framework.array(stream, crowd.quaternions), stream=stream)
        pairs = abut.find_pairs(crowd.shapes, crowd.bodies, alert_distance=alert)
        expected = here.filter(crowd.shapes, crowd.bodies, pairs, alert_distance=alert)
        scene.find_pairs(candidates.pairs, candidates.count, alert_distance=alert, stream=stream)
        assert candidates.number() == len(pairs) <= room
        used = there
        if step == 3:  # another one goes on
            there.keep(kept.pairs, kept.count, clearances, stream=stream)
            before = crowd.bodies.positions()
            scene.place(framework.array(stream, last), framework.array(stream, crowd.quaternions), stream=stream)
            other.restore(scene, kept.pairs, kept.count, clearances, stream=stream)
            scene.place(framework.array(stream, before), framework.array(stream, crowd.quaternions), stream=stream)
            used = there = other
        used.filter(scene, candidates.pairs, candidates.count, near.pairs, near.count, alert_distance=alert, stream=stream)
        assert np.array_equal(near.on_host(), expected)
        scene.query_pairs(near.pairs, out=bounds, count=near.count, stream=stream)
        used.learn(bounds.lower_bound, stream=stream)
        here.learn(abut.query_pairs(crowd.shapes, crowd.bodies, expected, dtype=dtype).lower_bound)
        used.keep(kept.pairs, kept.count, clearances, stream=stream)
        assert np.array_equal(kept.on_host(), here.pairs)
        assert framework.host(stream, clearances)[: len(pairs)].tobytes() == here.clearances.tobytes()
        left_out, last = left_out + len(pairs) - len(expected), positions
    assert left_out > 0
    used.reset(stream=stream)
    used.filter(scene, candidates.pairs, candidates.count, near.pairs, near.count, alert_distance=alert, stream=stream)
    assert near.number() == candidates.number()


def test_a_filter_refuses_what_does_not_fit(framework, crowd):
    stream = framework.stream()
    scene = abut.DeviceScene(crowd.shapes, crowd.bodies, stream=stream)
    few = abut.BodySet()
    few.add(0)
    small = abut.DeviceScene(crowd.shapes, few, stream=stream)
    pair_filter, list_, long = abut.DevicePairFilter(scene, 10, stream=stream), Found(framework, stream, 10), Found(framework, stream, 11)
    bounds = framework.array(stream, np.zeros(9))
    for call, text in (
        (lambda: pair_filter.filter(small, list_.pairs, list_.count, long.pairs, long.count, stream=stream), "scene has 1 parts; allowed are 400, as the filter was made for"),
        (lambda: pair_filter.filter(scene, long.pairs, long.count, list_.pairs, list_.count, stream=stream), "candidates has room for 11 pairs; allowed are 10, the filter's capacity"),
        (lambda: pair_filter.filter(scene, list_.pairs, list_.count, long.pairs, long.count, stream=stream), "out has room for 11 pairs; allowed are 10, the filter's capacity"),
        (lambda: pair_filter.filter(scene, list_.pairs, list_.count, list_.pairs, long.count, stream=stream), "out lies on candidates; allowed are arrays with memory of their own"),
        (lambda: pair_filter.learn(bounds, stream=stream), "learn: no pairs were filtered; allowed is a call after filter"),
        (lambda: abut.DevicePairFilter(scene, -1, stream=stream), "capacity is -1; allowed is a whole number from 0 to 4294967295"),
    ):
        with pytest.raises(abut.InvalidInput) as caught:
            call()
        assert str(caught.value) == text
    other = Found(framework, stream, 10)
    pair_filter.filter(scene, list_.pairs, list_.count, other.pairs, other.count, stream=stream)
    with pytest.raises(abut.InvalidInput, match="^lower_bounds has 9 elements; allowed are 10, as out has rows$"):
        pair_filter.learn(bounds, stream=stream)
    nine = Found(framework, stream, 9)
    with pytest.raises(abut.InvalidInput, match="^pairs has room for 9; allowed are 10 and more, as the last candidates had$"):
        pair_filter.keep(nine.pairs, nine.count, bounds, stream=stream)


def bytes_of(records):
    return records.view(np.uint8).reshape(len(records), records.dtype.itemsize)


@pytest.mark.parametrize("dtype", DTYPES)
def test_records_of_the_plane_are_those_of_the_host(framework, rng, dtype):
    stream = framework.stream()
    crowd = PlanarCrowd(rng)
    flat, bodies = abut.flat_shapes(crowd.shapes), abut.BodySet()
    places, half = crowd.bodies.positions, np.arctan2(*crowd.bodies.rotations.T[::-1]) / 2
    turned = np.c_[np.cos(half), np.zeros((300, 2)), np.sin(half)]
    bodies.add_many(crowd.indices, np.c_[places, np.zeros(300)], quaternions=turned)
    scene = abut.DeviceScene(flat, bodies, dtype=dtype, stream=stream)
    plane = abut.DevicePlanarScene(crowd.shapes, dtype=dtype, stream=stream)
    room = 16000
    found = Found(framework, stream, room)
    scene.find_pairs(found.pairs, found.count, alert_distance=0.2, stream=stream)
    assert found.number() <= room
    pairs = found.on_host()
    near = abut.find_planar_pairs(crowd.shapes, crowd.bodies, alert_distance=0.2)
    assert {tuple(p) for p in near.tolist()} <= {tuple(p) for p in pairs.tolist()} and len(near) > 100
    here = abut.WarmStart(len(pairs))
    caches = framework.array(stream, np.zeros((room, 128), np.uint8))
    rows = framework.array(stream, bytes_of(crowd.bodies.records))
    kinds = [abut.PlanarContacts.row_dtype(dtype), abut.PlanarPatches.row_dtype(dtype)]
    contacts, patches = (framework.array(stream, np.full((room, kind.itemsize), 0xA5, np.uint8)) for kind in kinds)
    for _ in range(2):  # from empty caches, then from those
        expected = abut.query_planar_pairs(
            crowd.shapes, crowd.bodies, pairs, dtype=dtype, patches=True, patch_margin=0.01, warm_start=here)
        plane.query_planar_pairs(
            rows, found.pairs, found.count, contacts=contacts, patches=patches, warm_start=caches, patch_margin=0.01,
            stream=stream)
        got = abut.PlanarContacts(
            framework.host(stream, contacts).view(kinds[0])[:, 0].copy(),
            patches=abut.PlanarPatches(framework.host(stream, patches).view(kinds[1])[:, 0].copy())).take(slice(len(pairs)))
        for one, other in ((got, expected), (got.patches, expected.patches)):
            for name in one.fields:
                assert getattr(one, name).tobytes() == getattr(other, name).tobytes(), name
    assert framework.host(stream, caches)[: len(pairs)].tobytes() == here.to_bytes().tobytes()
    alone = framework.array(stream, np.zeros((room, kinds[0].itemsize), np.uint8))
    plane.query_planar_pairs(rows, found.pairs, found.count, contacts=alone, alert_distance=0.05, stream=stream)
    expected = abut.query_planar_pairs(crowd.shapes, crowd.bodies, pairs, dtype=dtype, alert_distance=0.05)
    assert framework.host(stream, alone).view(kinds[0])["status"][: len(pairs), 0].tobytes() == expected.status.tobytes()


def test_what_does_not_lie_on_the_device_or_fit_is_refused(framework, crowd, rng):
    stream = framework.stream()
    scene = abut.DeviceScene(crowd.shapes, crowd.bodies, stream=stream)
    plane = abut.DevicePlanarScene(abut.PlanarShapeSet(), stream=stream)
    found, host = Found(framework, stream, 10), np.zeros((10, 2), np.uint32)
    points, words = framework.array(stream, np.zeros((10, 3))), framework.array(stream, np.zeros(10, np.uint32))
    contacts, single = records(framework, stream, 10, np.float64), records(framework, stream, 10, np.float32)
    out = empty_patches(framework, stream, 10, 20, np.float64, volumes=False)
    bodies = framework.array(stream, np.zeros((10, 40), np.uint8))
    for call, kind, text in (
        (lambda: scene.find_cross_pairs(crowd.bodies, found.pairs, found.count, stream=stream), TypeError, "second is a BodySet; allowed is a DeviceScene"),
        (lambda: scene.find_cross_pairs(scene, host, found.count, stream=stream), TypeError, "out is in host memory"),
        (lambda: scene.find_pairs(found.pairs, found.count, rows=found.count, stream=stream), ValueError, "rows is uint64 of shape (1,)"),
        (lambda: scene.find_pairs(found.pairs, words, stream=stream), TypeError, "count is uint32"),
        (lambda: scene.find_nearest(np.zeros((10, 3)), part=words, stream=stream), TypeError, "points is in host memory"),
        (lambda: scene.find_nearest(points, part=points, stream=stream), TypeError, "part is float64"),
        (lambda: scene.find_nearest(points, part=words, alert_distance=-1.0, stream=stream), abut.InvalidInput, "alert_distance is -1"),
        (lambda: scene.find_within(points, -1.0, found.pairs, found.count, stream=stream), abut.InvalidInput, "radius.all is -1"),
        (lambda: scene.find_within(points, words, found.pairs, found.count, stream=stream), TypeError, "radius is uint32"),
        (lambda: scene.query_pairs(found.pairs, out=contacts, count=words, stream=stream), TypeError, "count is uint32"),
        (lambda: scene.find_patches(found.pairs, single, out=out, stream=stream), TypeError, "out has float32 arrays; allowed is float64"),
        (lambda: scene.find_patches(found.pairs, contacts, out=contacts, stream=stream), TypeError, "out is a Contacts; allowed is a Patches"),
        (lambda: scene.find_patches(found.pairs, contacts, out=out, capacity=3, stream=stream), abut.InvalidInput, "capacity is 3; allowed are 24 to 65536"),
        (lambda: scene.find_patches(found.pairs, contacts, out=out, margin=-1.0, stream=stream), abut.InvalidInput, "margin is -1"),
        (lambda: scene.find_patches(found.pairs, contacts, out=out, needed=out.area, stream=stream), TypeError, "needed is float64"),
        (lambda: abut.match_pairs_on_device(host, found.pairs, out=words, stream=stream), TypeError, "before is in host memory"),
        (lambda: abut.match_pairs_on_device(found.pairs, found.pairs, out=points, stream=stream), TypeError, "out is float64"),
        (lambda: abut.match_contacts_on_device(found.pairs, abut.Contacts(), found.pairs, contacts, out=words, stream=stream), TypeError, "before.feature_a is None"),
        (lambda: abut.match_contacts_on_device(found.pairs, None, found.pairs, contacts, out=words, stream=stream), TypeError, "before is None; allowed is a Contacts"),
        (lambda: abut.carry_on_device(words, points, out=contacts.separation, stream=stream), ValueError, "out is float64 of shape (10,)"),
        (lambda: abut.carry_on_device(words, contacts.status, out=contacts.gjk_iterations, stream=stream), ValueError, "an array whose rows are a multiple of 4 bytes"),
        (lambda: abut.carry_on_device(words, points, out=points, stream=stream), abut.InvalidInput, "out lies on before"),
        (lambda: plane.query_planar_pairs(points, found.pairs, found.count, stream=stream), TypeError, "bodies is float64"),
        (lambda: plane.query_planar_pairs(bodies, found.pairs, found.count, contacts=bodies, stream=stream), ValueError, "contacts is uint8 of shape (10, 40)"),
        (lambda: plane.query_planar_pairs(bodies, found.pairs, found.count, patch_margin=-1.0, stream=stream), abut.InvalidInput, "patch_margin is -1"),
        (lambda: plane.query_planar_pairs(bodies, found.pairs, found.count, warm_start=bodies, stream=stream), ValueError, "warm_start is uint8 of shape (10, 40)"),
    ):
        with pytest.raises(kind) as caught:
            call()
        assert text in str(caught.value) and len(str(caught.value).splitlines()) == 1
