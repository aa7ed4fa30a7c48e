"""Memory that is written may not be read or written twice; and what the module itself says of its arguments."""

import numpy as np
import pytest

import abut

SHAPES = abut.ShapeSet()
SHAPES.add_sphere(0.5)
BODIES = abut.BodySet()
BODIES.add_many(np.zeros(4, int), np.arange(12.0).reshape(4, 3))
PAIRS = np.array([[0, 1], [1, 2], [2, 3]], np.uint32)


def query(pairs=PAIRS, **options):
    return abut.query_pairs(SHAPES, BODIES, pairs, **options)


CASES = {
    "threads of a finder": (lambda: abut.PairFinder(threads="2"), TypeError, "threads is '2'; allowed is a whole number from 0 to 2147483647"),
    "threads of a filter": (lambda: abut.PairFilter(threads=0.5), TypeError, "threads is 0.5; allowed is a whole number from 0 to 2147483647"),
    "negative count": (lambda: abut.WarmStart(-1), abut.InvalidInput, "count is -1; allowed is a whole number from 0 to 281474976710656"),
    "count as text": (lambda: abut.WarmStart("3"), TypeError, "count is '3'; allowed is a whole number from 0 to 281474976710656"),
    "int64 pairs": (lambda: query(PAIRS.astype(np.int64)), TypeError, "pairs is int64 of shape (3, 2); allowed is uint32 of shape (N, 2): astype(numpy.uint32) converts it"),
    "real pairs": (lambda: query(PAIRS.astype(float)), TypeError, "pairs is float64 of shape (3, 2); allowed is uint32 of shape (N, 2)"),
    "int64 vertices": (lambda: SHAPES.add_hull(np.zeros((4, 3), int)), TypeError, "vertices is int64 of shape (4, 3); allowed is float64 or float32 of shape (N, 3): astype(numpy.float64) converts it"),
}


@pytest.mark.parametrize("name", CASES)
def test_is_refused_in_one_line(name):
    call, kind, line = CASES[name]
    with pytest.raises(kind) as caught:
        call()
    assert str(caught.value) == line


def test_sets_say_what_they_hold():
    shapes, bodies = abut.ShapeSet(), abut.BodySet()
    assert (repr(shapes), repr(bodies)) == ("ShapeSet of 0 shapes", "BodySet of 0 bodies with 0 parts")
    shapes.add_sphere(1.0)
    bodies.add_compound([0, 0])
    assert (repr(shapes), repr(bodies)) == ("ShapeSet of 1 shape", "BodySet of 1 body with 2 parts")


def refused(line):
    return pytest.raises(abut.InvalidInput, match=f"^{line}; allowed are arrays with memory of their own$")


def test_an_array_given_twice_is_refused():
    a = np.zeros(3)
    with refused("out.lower_bound lies on out.separation"):
        query(out=abut.Contacts(separation=a, lower_bound=a))
    normals = np.zeros((3, 3))
    with refused("out.point lies on out.normal"):
        query(out=abut.Contacts(normal=normals, point=normals.T))
    long = np.zeros(5)
    with refused("out.bound_gap lies on out.separation"):
        query(out=abut.Contacts(separation=long[:3], bound_gap=long[2:]))
    with refused("out.bound_gap lies on out.separation"):  # at other distances
        query(out=abut.Contacts(separation=long[::2], bound_gap=long[1:4]))
    with refused("out.normal lies on itself"):
        query(out=abut.Contacts(normal=np.lib.stride_tricks.as_strided(np.zeros(5), (3, 3), (8, 8))))


def test_an_output_that_lies_on_the_input_is_refused():
    memory = np.zeros((3, 2), np.uint32)
    memory[:] = PAIRS
    with refused("out.separation lies on pairs"):
        query(memory, out=abut.Contacts(separation=memory.view(np.float64).ravel()))
    with refused("out lies on pairs"):
        abut.intersect_pairs(SHAPES, BODIES, memory, out=memory.view(np.uint8).ravel()[:3])
    assert np.array_equal(memory, PAIRS)
    poses = np.tile(np.eye(3, 4), (3, 1, 1))
    with refused("out.separation lies on poses"):
        abut.query_shape_pairs(SHAPES, np.zeros((3, 2), np.uint32), poses, out=abut.Contacts(separation=poses[:, 2, 3]))
    places = np.zeros(3, np.uint32)
    with pytest.raises(ValueError, match="out overlaps places; allowed are two arrays of their own"):
        abut.carry(places, np.zeros(3, np.uint32), out=places)


def test_columns_and_fields_of_one_memory_are_taken():
    """They are next to each other and share nothing, whatever their distances."""
    plain = query()
    table = np.zeros((3, 8))
    query(out=abut.Contacts(separation=table[:, 0], normal=table[:, 1:4], point=table[:, 4:7], lower_bound=table[:, 7]))
    assert np.array_equal(table[:, 0], plain.separation) and np.array_equal(table[:, 4:7], plain.point)
    turned = np.zeros((7, 3))  # a row per coordinate
    query(out=abut.Contacts(separation=turned[0], normal=turned[1:4].T, point=turned[4:].T))
    assert np.array_equal(turned[1:4].T, plain.normal)
    records = np.zeros(3, np.dtype([("separation", "f8"), ("normal", "f8", 3), ("status", "u1"), ("key", "u8")], align=True))
    query(out=abut.Contacts(**{name: records[name] for name in records.dtype.names}))
    assert np.array_equal(records["normal"], plain.normal) and np.array_equal(records["key"], plain.key)
    uneven = np.zeros(12)
    query(out=abut.Contacts(separation=uneven[0:12:4], lower_bound=uneven[1:12:5]))  # 0 4 8 and 1 6 11
    assert np.array_equal(uneven[0:12:4], plain.separation) and np.array_equal(uneven[1:12:5], plain.lower_bound)
