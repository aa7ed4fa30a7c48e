"""Arrays in memory of a CUDA device that is there, CuPy's and PyTorch's: the answers are those for host memory, to the bit."""

import numpy as np
import pytest

import abut
from conftest import random_quaternions, same_bits
from frameworks import on_host, records

pytestmark = pytest.mark.skipif(abut.cuda_unavailable_reason() is not None, reason="no CUDA device is there")

DTYPES = [np.float32, np.float64]


def all_pairs(rng, crowd, count=3000):
    first = rng.integers(0, len(crowd.indices), count)
    second = (first + rng.integers(1, len(crowd.indices), count)) % len(crowd.indices)
    return np.stack([first, second], axis=1).astype(np.uint32)


@pytest.mark.parametrize("dtype", DTYPES)
def test_records_are_those_of_host_memory_to_the_bit(framework, crowd, rng, dtype):
    pairs, stream = all_pairs(rng, crowd), framework.stream()
    expected = abut.query_pairs(crowd.shapes, crowd.bodies, pairs, dtype=dtype)
    assert (expected.separation < 0).sum() > 30
    out = records(framework, stream, len(pairs), dtype)
    given = framework.array(stream, pairs)
    abut.query_pairs(crowd.shapes, crowd.bodies, given, dtype=dtype, out=out, stream=stream)
    assert same_bits(on_host(framework, stream, out), expected)

    scene = abut.DeviceScene(crowd.shapes, crowd.bodies, dtype=dtype, stream=stream)
    out = records(framework, stream, len(pairs), dtype)
    assert scene.query_pairs(given, out=out, stream=stream) is out
    assert same_bits(on_host(framework, stream, out), expected)


@pytest.mark.parametrize("dtype", DTYPES)
def test_far_pairs_end_early_as_on_the_host(framework, crowd, rng, dtype):
    pairs, stream = all_pairs(rng, crowd), framework.stream()
    expected = abut.query_pairs(crowd.shapes, crowd.bodies, pairs, dtype=dtype, alert_distance=0.25)
    out = records(framework, stream, len(pairs), dtype)
    scene = abut.DeviceScene(crowd.shapes, crowd.bodies, dtype=dtype, stream=stream)
    scene.query_pairs(framework.array(stream, pairs), out=out, alert_distance=0.25, stream=stream)
    assert same_bits(on_host(framework, stream, out), expected)


def test_chosen_fields_are_the_same(framework, crowd, rng):
    pairs, stream, fields = all_pairs(rng, crowd), framework.stream(), ["separation", "status"]
    expected = abut.query_pairs(crowd.shapes, crowd.bodies, pairs, fields=fields)
    out = records(framework, stream, len(pairs), np.float64, fields)
    scene = abut.DeviceScene(crowd.shapes, crowd.bodies, stream=stream)
    scene.query_pairs(framework.array(stream, pairs), out=out, stream=stream)
    got = on_host(framework, stream, out)
    assert got.separation.tobytes() == expected.separation.tobytes()
    assert got.status.tobytes() == expected.status.tobytes()


def test_found_pairs_and_intersections_are_those_of_the_host(framework, crowd):
    stream = framework.stream()
    expected = abut.find_pairs(crowd.shapes, crowd.bodies, alert_distance=0.1)
    scene = abut.DeviceScene(crowd.shapes, crowd.bodies, stream=stream)
    room = framework.array(stream, np.zeros((2 * len(expected), 2), np.uint32))
    count = framework.array(stream, np.zeros(1, np.uint64))
    scene.find_pairs(room, count, alert_distance=0.1, stream=stream)
    assert int(framework.host(stream, count)[0]) == len(expected) > 100
    found = framework.host(stream, room)[: len(expected)]
    assert np.array_equal(np.unique(found, axis=0), np.unique(expected, axis=0))

    answers = framework.array(stream, np.full(len(expected), 7, np.uint8))
    given = framework.array(stream, expected)
    assert scene.intersect_pairs(given, out=answers, stream=stream) is answers
    wanted = abut.intersect_pairs(crowd.shapes, crowd.bodies, expected)
    assert np.array_equal(framework.host(stream, answers), wanted.astype(np.uint8))
    assert 0 < wanted.sum() < len(wanted)


def test_a_list_that_is_too_short_tells_how_many_there_are(framework, crowd):
    stream = framework.stream()
    expected = abut.find_pairs(crowd.shapes, crowd.bodies, alert_distance=0.1)
    scene = abut.DeviceScene(crowd.shapes, crowd.bodies, stream=stream)
    room = framework.array(stream, np.full((10, 2), 0xFFFFFFFF, np.uint32))
    count = framework.array(stream, np.zeros(1, np.uint64))
    scene.find_pairs(room, count, alert_distance=0.1, stream=stream)
    assert int(framework.host(stream, count)[0]) == len(expected)
    known = {tuple(p) for p in expected.tolist()}
    assert all(tuple(p) in known for p in framework.host(stream, room).tolist())


@pytest.mark.parametrize("dtype", DTYPES)
def test_bodies_moved_on_the_device_are_where_set_poses_puts_them(framework, crowd, rng, dtype):
    pairs, stream = all_pairs(rng, crowd), framework.stream()
    scene = abut.DeviceScene(crowd.shapes, crowd.bodies, dtype=dtype, stream=stream)
    positions = rng.uniform(0, 5, crowd.positions.shape)
    quaternions = random_quaternions(rng, len(positions))
    scene.place(framework.array(stream, positions), framework.array(stream, quaternions), stream=stream)
    out = records(framework, stream, len(pairs), dtype)
    scene.query_pairs(framework.array(stream, pairs), out=out, stream=stream)
    crowd.bodies.set_poses(positions, quaternions=quaternions)
    assert same_bits(on_host(framework, stream, out), abut.query_pairs(crowd.shapes, crowd.bodies, pairs, dtype=dtype))


def test_pairs_of_shapes_have_the_records_of_the_host(framework, crowd, rng):
    stream, count = framework.stream(), 500
    pairs = rng.integers(0, len(crowd.shapes), (count, 2)).astype(np.uint32)
    poses = np.zeros((count, 3, 4))
    poses[:, :, :3], poses[:, :, 3] = np.eye(3), rng.uniform(-2, 2, (count, 3))
    scene = abut.DeviceScene(crowd.shapes, crowd.bodies, stream=stream)
    out = records(framework, stream, count, np.float64)
    scene.query_shape_pairs(framework.array(stream, pairs), framework.array(stream, poses), out=out, stream=stream)
    assert same_bits(on_host(framework, stream, out), abut.query_shape_pairs(crowd.shapes, pairs, poses))


def test_empty_batches_are_taken(framework, crowd):
    stream = framework.stream()
    scene = abut.DeviceScene(crowd.shapes, crowd.bodies, stream=stream)
    none = framework.array(stream, np.zeros((0, 2), np.uint32))
    scene.query_pairs(none, out=records(framework, stream, 0, np.float64), stream=stream)
    scene.intersect_pairs(none, out=framework.array(stream, np.zeros(0, np.uint8)), stream=stream)


def test_the_default_stream_is_a_stream(framework, crowd, rng):
    pairs, stream = all_pairs(rng, crowd, 100), framework.stream()
    out, given = records(framework, stream, len(pairs), np.float64), framework.array(stream, pairs)
    on_host(framework, stream, out)  # all of it is written
    abut.query_pairs(crowd.shapes, crowd.bodies, given, out=out, stream=0)
    abut.DeviceScene(crowd.shapes, crowd.bodies, stream=0)  # its memory is given back in the order of that stream
    framework.wait()
    assert same_bits(on_host(framework, stream, out), abut.query_pairs(crowd.shapes, crowd.bodies, pairs))


def test_arrays_of_strides_are_written_and_read():
    cupy = pytest.importorskip("cupy")
    shapes, bodies = abut.ShapeSet(), abut.BodySet()
    shapes.add_sphere(0.5)
    bodies.add_many(np.zeros(5, int), np.arange(15.0).reshape(5, 3))
    pairs = np.array([[0, 1], [1, 2], [4, 2]], np.uint32)
    stream = cupy.cuda.Stream(non_blocking=True)
    with stream:
        room = cupy.full((3, 5), 7.0)
        scene = abut.DeviceScene(shapes, bodies, stream=stream)
        scene.query_pairs(cupy.asarray(pairs), out=abut.Contacts(separation=room[:, 0], normal=room[:, 1:4]), stream=stream)
        expected = abut.query_pairs(shapes, bodies, pairs)
        got = room.get(stream=stream)
    assert got[:, 0].tobytes() == expected.separation.tobytes()
    assert np.ascontiguousarray(got[:, 1:4]).tobytes() == expected.normal.tobytes()
    assert (got[:, 4] == 7).all()


def test_detection_on_a_device_is_that_on_the_host(crowd):
    on_device = abut.detect(crowd.shapes, crowd.bodies, backend="cuda", alert_distance=0.05)
    here = abut.detect(crowd.shapes, crowd.bodies, backend="cpu", alert_distance=0.05)
    assert np.array_equal(on_device.pairs, here.pairs)
    assert same_bits(on_device.contacts, here.contacts)


def test_what_does_not_lie_on_the_device_is_refused(framework, crowd, rng):
    pairs, stream = all_pairs(rng, crowd, 10), framework.stream()
    scene = abut.DeviceScene(crowd.shapes, crowd.bodies, stream=stream)
    out = records(framework, stream, len(pairs), np.float64)
    with pytest.raises(TypeError, match="pairs"):
        scene.query_pairs(pairs, out=out, stream=stream)
    with pytest.raises(TypeError, match="separation"):
        scene.query_pairs(
            framework.array(stream, pairs), out=abut.Contacts(separation=np.empty(len(pairs))), stream=stream
        )
    with pytest.raises(TypeError, match="out has float32 arrays; allowed is float64"):
        single = records(framework, stream, len(pairs), np.float32)
        scene.query_pairs(framework.array(stream, pairs), out=single, stream=stream)
    with pytest.raises(ValueError, match=r"of shape \(9,"):
        short = records(framework, stream, len(pairs) - 1, np.float64)
        scene.query_pairs(framework.array(stream, pairs), out=short, stream=stream)
