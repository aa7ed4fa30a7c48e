"""Which arrays are taken and where they lie, and that a call lets go of them, after an error too."""

import array
import gc
import sys
import weakref

import numpy as np
import pytest

import abut

SHAPES = abut.ShapeSet()
SHAPES.add_sphere(0.5)
SHAPES.add_box([0.5, 0.25, 0.125])
BODIES = abut.BodySet()
BODIES.add_many([0, 1, 0, 1], np.arange(12.0).reshape(4, 3) / 10)
PAIRS = np.array([[0, 1], [1, 2], [2, 3]], np.uint32)
POSES = np.tile(np.eye(3, 4), (3, 1, 1))
SHAPE_PAIRS = np.array([[0, 1], [1, 1], [0, 0]], np.uint32)


def separation(pairs=PAIRS):
    return abut.query_pairs(SHAPES, BODIES, pairs).separation


@pytest.mark.parametrize("dtype", [np.uint8, np.int8, np.uint16, np.int16, np.uint32, np.int32, np.uint64, np.int64])
@pytest.mark.parametrize("step", [1, 2])
def test_numbers_of_shapes_are_of_any_integer_type(dtype, step):
    shapes = np.array([3, 0, 120, 7, 1, 5], dtype)[::step]
    bodies = abut.BodySet()
    assert bodies.add_many(shapes, np.zeros((len(shapes), 3))) == range(len(shapes))
    assert bodies.part_shapes().tolist() == shapes.tolist()
    one = abut.BodySet()
    one.add_compound(shapes)
    assert one.part_shapes().tolist() == shapes.tolist() and one.part_bodies().tolist() == [0] * len(shapes)


def test_numbers_of_shapes_that_32_bits_cannot_hold_are_refused():
    bodies = abut.BodySet()
    for bad in (2**32, 2**40, 2**63 - 1):
        with pytest.raises(abut.InvalidInput, match=rf"shapes\[1\] is {bad}; allowed are numbers of shapes, from 0"):
            bodies.add_many(np.array([0, bad], np.int64), np.zeros((2, 3)))
    bodies.add_many(np.array([2**32 - 1], np.uint64), np.zeros((1, 3)))  # what the set does not know a query refuses
    with pytest.raises(TypeError, match=r"shapes is bool of shape \(1,\)"):
        bodies.add_many(np.ones(1, bool), np.zeros((1, 3)))
    with pytest.raises(TypeError, match=r"shapes is float64 of shape \(1,\)"):
        bodies.add_many([0.5], np.zeros((1, 3)))
    assert bodies.add_many([], np.zeros((0, 3))) == range(1, 1)
    assert len(bodies) == 1


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("layout", ["C", "F", "columns of a table", "every third row", "one row for all"])
def test_positions_of_any_positive_strides_are_read(dtype, layout):
    plain = np.random.default_rng(3).normal(size=(40, 3)).astype(dtype)
    laid = np.asarray(plain, order="F")
    if layout == "C":
        laid = plain
    elif layout == "columns of a table":
        laid = np.zeros((40, 7), dtype)[:, 1:6:2]
        laid[...] = plain
    elif layout == "every third row":
        laid = np.zeros((120, 3), dtype)[::3]
        laid[...] = plain
    elif layout == "one row for all":
        plain = np.tile(plain[:1], (40, 1))
        laid = np.broadcast_to(plain[0], (40, 3))
    bodies = abut.BodySet()
    bodies.add_many([0] * 40, laid)
    assert bodies.positions().tolist() == plain.astype(float).tolist()
    bodies.set_poses(np.zeros((40, 3)))
    bodies.set_poses(laid)
    assert bodies.positions().tolist() == plain.astype(float).tolist()


def test_strides_of_axes_of_one_element_say_nothing():
    """NumPy leaves any stride there, also negative ones and such as fit no element."""
    one = np.lib.stride_tricks.as_strided(PAIRS, (1, 2), (-3, 4))
    assert separation(one).tolist() == separation()[:1].tolist()
    out = abut.Contacts(separation=np.lib.stride_tricks.as_strided(np.zeros(1), (1,), (0,)))
    assert abut.query_pairs(SHAPES, BODIES, PAIRS[:1], out=out).separation.tolist() == separation()[:1].tolist()


def test_poses_may_lie_apart_but_not_be_turned():
    room = np.zeros((6, 3, 4))
    room[::2] = POSES
    expected = abut.query_shape_pairs(SHAPES, SHAPE_PAIRS, POSES).separation
    assert np.array_equal(abut.query_shape_pairs(SHAPES, SHAPE_PAIRS, room[::2]).separation, expected)
    assert np.array_equal(
        abut.query_shape_pairs(SHAPES, SHAPE_PAIRS, np.broadcast_to(np.eye(3, 4), (3, 3, 4))).separation, expected
    )
    wide = np.zeros((3, 3, 8))[:, :, ::2]
    with pytest.raises(ValueError, match="poses is .*rows are contiguous"):
        abut.query_shape_pairs(SHAPES, SHAPE_PAIRS, wide)


@pytest.mark.parametrize(
    "make",
    [
        lambda: array.array("I", PAIRS.ravel().tolist()),
        lambda: bytearray(PAIRS.tobytes()),
        lambda: bytes(PAIRS.tobytes()),
        lambda: np.ascontiguousarray(PAIRS).ravel(),
    ],
    ids=["array.array", "bytearray", "bytes", "ndarray"],
)
def test_any_buffer_of_the_right_format_is_an_array(make):
    view = memoryview(make()).cast("B").cast("I", (3, 2))
    assert np.array_equal(separation(view), separation())


def test_long_integers_of_c_are_told_by_their_size():
    """'L' and 'l' have eight bytes here and 'Q' and 'q' as well: what counts is the size, not the letter."""
    out = abut.Contacts(key=np.zeros(3, "L"), feature_a=np.zeros(3, "Q"))
    abut.query_pairs(SHAPES, BODIES, PAIRS, out=out)
    plain = abut.query_pairs(SHAPES, BODIES, PAIRS)
    assert np.array_equal(out.key, plain.key) and np.array_equal(out.feature_a, plain.feature_a)
    for wrong in (np.zeros(3, "l"), np.zeros(3, "q")):
        with pytest.raises(TypeError, match=r"out.key is int64 of shape \(3,\); allowed is uint64 of shape \(3,\)"):
            abut.query_pairs(SHAPES, BODIES, PAIRS, out=abut.Contacts(key=wrong))


@pytest.mark.parametrize("rank", [0, 1, 3, 8, 9])
def test_another_number_of_dimensions_is_named(rank):
    pairs = np.zeros((1,) * rank, np.uint32)
    if rank == 0:
        pairs, expected, kind = np.uint32(7), "pairs is a uint32; allowed is an array of shape", TypeError
    elif rank == 9:
        expected, kind = "pairs has 9 dimensions; allowed are at most 8", ValueError
    else:
        shape = "(1,)" if rank == 1 else "(" + ", ".join("1" * rank) + ")"
        expected, kind = f"pairs is uint32 of shape {shape}; allowed is uint32 of shape (N, 2)", ValueError
    with pytest.raises(kind) as caught:
        abut.query_pairs(SHAPES, BODIES, pairs)
    assert str(caught.value).startswith(expected)


def lend():
    """Pairs in a bytearray, which cannot change its size while anybody uses its memory."""
    memory = bytearray(PAIRS.tobytes())
    return memory, lambda: memoryview(memory).cast("I", (3, 2))


REFUSED = {
    "pairs of nowhere": lambda pairs: abut.query_pairs(SHAPES, abut.BodySet(), pairs),
    "a negative distance": lambda pairs: abut.query_pairs(SHAPES, BODIES, pairs, alert_distance=-1),
    "an output that does not fit": lambda pairs: abut.query_pairs(
        SHAPES, BODIES, pairs, out=abut.Contacts(separation=np.zeros(2))
    ),
    "too few poses": lambda pairs: abut.query_shape_pairs(SHAPES, pairs, POSES[:1]),
    "threads": lambda pairs: abut.detect(SHAPES, BODIES, pairs=pairs, threads=-2),
    "no second array": lambda pairs: abut.match_pairs(pairs, None),
    "a filter's order": lambda pairs: abut.PairFilter().filter(SHAPES, BODIES, pairs, alert_distance=-1),
}


@pytest.mark.parametrize("name", REFUSED)
def test_an_error_lets_go_of_the_memory(name):
    memory, view = lend()
    with pytest.raises((ValueError, TypeError)):
        REFUSED[name](view())
    gc.collect()
    memory.append(0)  # BufferError if somebody still holds it


def test_a_call_lets_go_of_the_memory():
    memory, view = lend()
    abut.query_pairs(SHAPES, BODIES, view())
    abut.intersect_pairs(SHAPES, BODIES, view())
    abut.detect(SHAPES, BODIES, pairs=view())
    abut.match_pairs(view(), view())
    gc.collect()
    memory.append(0)


def test_outputs_are_neither_kept_nor_leaked():
    arrays = [np.zeros(3), np.zeros((3, 3)), np.zeros(3, np.uint8)]
    before = [sys.getrefcount(a) for a in arrays]
    for _ in range(20):
        out = abut.Contacts(separation=arrays[0], normal=arrays[1], status=arrays[2])
        abut.query_pairs(SHAPES, BODIES, PAIRS, out=out)
        with pytest.raises(ValueError):
            abut.query_pairs(SHAPES, BODIES, PAIRS[:2], out=out)
        out = None
    gc.collect()
    assert [sys.getrefcount(a) for a in arrays] == before


def test_sets_are_freed_when_nobody_has_them():
    class Shapes(abut.ShapeSet):
        """To be watched: an extension's own instances cannot be."""

    shapes = Shapes()
    shapes.add_sphere(1)
    bodies = abut.BodySet()
    bodies.add(0)
    watch = weakref.ref(shapes)
    scene = abut.Scene(shapes=shapes, bodies=bodies)
    found = abut.detect(shapes, bodies)
    del shapes, scene
    gc.collect()
    assert watch() is None and len(found) == 0
