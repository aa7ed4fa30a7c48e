"""Contacts of facets on a CUDA device that is there: the answers are those for host memory, to the bit."""

import numpy as np
import pytest
from conftest import random_quaternions
from frameworks import on_host, records
from test_facets import PAIR, drifting, frame, ring_on_a_rod, two_cubes

import abut
from abut._facets import FACET_FIELDS

pytestmark = pytest.mark.skipif(abut.cuda_unavailable_reason() is not None, reason="no CUDA device is there")

DTYPES = [np.float32, np.float64]
ARRAYS = FACET_FIELDS[1:]
NOT_FOUND = 2**64 - 1
UNWRITTEN = 0xA5


class Out:
    """Arrays on a device for the contacts of `pairs` pairs, full of bytes that no contact has; `fields`: what is asked."""

    KINDS = {"facet_a": np.uint32, "facet_b": np.uint32, "feature_a": np.uint64, "feature_b": np.uint64, "kind": np.uint8,
             "key": np.uint64}
    VECTORS = ("normal", "witness_a", "witness_b", "point")

    def __init__(self, framework, stream, pairs, room, dtype, fields=ARRAYS):
        def filled(shape, kind):
            array = np.empty(shape, kind)
            array.view(np.uint8)[...] = UNWRITTEN
            return framework.array(stream, array)

        self.framework, self.stream, self.room = framework, stream, room
        self.contacts = abut.FacetContacts(
            offsets=filled(pairs + 1, np.uint64),
            **{n: filled((room, 3) if n in self.VECTORS else room, self.KINDS.get(n, dtype)) for n in fields})
        self.needed, self.room_needed = filled(1, np.uint64), filled(2, np.uint64)

    def host(self, array):
        return self.framework.host(self.stream, array)

    def number(self):
        return int(self.host(self.needed)[0])

    def rooms(self):
        return tuple(map(int, self.host(self.room_needed)))

    def expect(self, expected, pairs=None):
        """The first `pairs` offsets and all contacts, and nothing behind them."""
        assert self.number() == len(expected) <= self.room
        offsets = self.host(self.contacts.offsets)
        assert offsets[: None if pairs is None else pairs + 1].tobytes() == expected.offsets.tobytes()
        for name in ARRAYS:
            if getattr(self.contacts, name) is None:
                continue
            got, wanted = self.host(getattr(self.contacts, name)), getattr(expected, name)
            assert got.dtype == wanted.dtype and got[: len(wanted)].tobytes() == wanted.tobytes(), name
            self.expect_unwritten(name, len(wanted))

    def expect_unwritten(self, name, first=0):
        rest = np.ascontiguousarray(self.host(getattr(self.contacts, name))[first:])
        assert (rest.view(np.uint8) == UNWRITTEN).all(), name


def room_of(expected, pairs):
    """More than a search that has had this answer may need."""
    distances = expected.counts["distances"]
    return {"facet_pair_room": distances + len(pairs), "contact_room": 8 * distances + 64}


class Crowd:
    """Bodies near each other, with meshes among them, and what the host says."""

    def __init__(self, dtype=np.float64, count=40, of_records=False, **options):
        self.shapes, self.bodies, self.trees, _ = drifting(np.random.default_rng(8), count)
        self.dtype, self.of_records, self.options = dtype, of_records, {"alert_distance": 0.1, **options}
        self.ask()

    def ask(self):
        self.pairs = abut.find_pairs(self.shapes, self.bodies, alert_distance=0.1)
        self.records = abut.query_pairs(self.shapes, self.bodies, self.pairs, dtype=self.dtype) if self.of_records else None
        self.expected = abut.find_facet_contacts(
            self.trees, self.bodies, self.pairs, records=self.records, dtype=self.dtype, **self.options)
        assert len(self.pairs) > 10 and len(self.expected) > 40
        return self.expected

    def on(self, stream):
        return (abut.DeviceScene(self.shapes, self.bodies, dtype=self.dtype, stream=stream),
                abut.DeviceFacets(self.trees, stream=stream))

    def room(self):
        return room_of(self.expected, self.pairs)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("of_records", [False, True])
@pytest.mark.parametrize("contacts", [True, False])
def test_contacts_are_those_of_the_host(framework, dtype, of_records, contacts):
    stream, crowd = framework.stream(), Crowd(dtype, of_records=of_records, contacts=contacts, cone_tolerance=1e-7)
    scene, facets = crowd.on(stream)
    given = None
    if of_records:
        assert (crowd.records.separation < 0).any()
        wanted = ("separation", "normal", "witness_a", "feature_a", "feature_b", "status")
        given = abut.Contacts(**{name: framework.array(stream, getattr(crowd.records, name)) for name in wanted})
    out = Out(framework, stream, len(crowd.pairs), len(crowd.expected) + 7, dtype)
    answer = scene.find_facet_contacts(
        facets, framework.array(stream, crowd.pairs), out=out.contacts, records=given, needed=out.needed,
        room_needed=out.room_needed, **crowd.room(), **crowd.options, stream=stream)
    assert answer is out.contacts and len(answer) == out.room
    out.expect(crowd.expected)
    assert (np.array(out.rooms()) <= list(crowd.room().values())).all() and out.rooms()[1] >= len(crowd.expected)


@pytest.mark.parametrize("dtype", DTYPES)
def test_a_step_looks_at_no_number_while_bodies_move(framework, rng, dtype):
    """The pairs that a search has left on the device, their records, and the same surfaces in every step."""
    stream, crowd = framework.stream(), Crowd(dtype, of_records=True)
    crowd.trees.build(crowd.bodies, np.array([[i, i] for i in range(4)], np.uint32))  # of all shapes
    scene, facets = crowd.on(stream)
    capacity = 2 * len(crowd.pairs)
    pairs, count = framework.array(stream, np.zeros((capacity, 2), np.uint32)), framework.array(stream, np.zeros(1, np.uint64))
    for _ in range(2):
        places, turns = crowd.bodies.positions() + rng.normal(size=(40, 3)) * 0.02, random_quaternions(rng, 40)
        crowd.bodies.set_poses(places, quaternions=turns)
        expected = crowd.ask()
        assert len(crowd.pairs) <= capacity
        scene.place(framework.array(stream, places), framework.array(stream, turns), stream=stream)
        scene.find_pairs(pairs, count, alert_distance=0.1, stream=stream)
        known = records(framework, stream, capacity, dtype)
        scene.query_pairs(pairs, out=known, count=count, stream=stream)
        out = Out(framework, stream, capacity, len(expected), dtype)
        scene.find_facet_contacts(
            facets, pairs, out=out.contacts, count=count, records=known, needed=out.needed, room_needed=out.room_needed,
            **crowd.room(), **crowd.options, stream=stream)
        assert int(framework.host(stream, count)[0]) == len(crowd.pairs)
        assert np.array_equal(framework.host(stream, pairs)[: len(crowd.pairs)], crowd.pairs)
        assert on_host(framework, stream, known).separation[: len(crowd.pairs)].tobytes() == crowd.records.separation.tobytes()
        out.expect(expected, len(crowd.pairs))
        assert (out.host(out.contacts.offsets)[len(crowd.pairs) :] == len(expected)).all()


def test_bodies_are_where_place_puts_them(framework):
    stream = framework.stream()
    shapes, bodies, trees = ring_on_a_rod()
    trees.build(bodies, PAIR)
    scene, facets = abut.DeviceScene(shapes, bodies, stream=stream), abut.DeviceFacets(trees, stream=stream)
    given = framework.array(stream, PAIR)
    for shift in (0.0, 0.04):
        places, turns = np.array([[0, 0, 0], [shift, 0, 0.1]]), np.array([[1.0, 0, 0, 0]] * 2)
        bodies.set_poses(places, quaternions=turns)
        scene.place(framework.array(stream, places), framework.array(stream, turns), stream=stream)
        expected = abut.find_facet_contacts(trees, bodies, PAIR, alert_distance=0.15)
        out = Out(framework, stream, 1, len(expected) + 1, np.float64)
        scene.find_facet_contacts(facets, given, out=out.contacts, needed=out.needed, alert_distance=0.15,
                                  **room_of(expected, PAIR), stream=stream)
        assert len(expected) > 3
        out.expect(expected)


def test_of_a_list_that_was_too_short_no_pair_has_contacts(framework):
    stream, crowd = framework.stream(), Crowd()
    scene, facets = crowd.on(stream)
    count = framework.array(stream, np.array([len(crowd.pairs) + 1], np.uint64))
    out = Out(framework, stream, len(crowd.pairs), len(crowd.expected), np.float64)
    scene.find_facet_contacts(
        facets, framework.array(stream, crowd.pairs), out=out.contacts, count=count, needed=out.needed, **crowd.room(),
        **crowd.options, stream=stream)
    assert out.number() == 0 and (out.host(out.contacts.offsets) == 0).all()
    out.expect_unwritten("separation")


def test_too_little_room_tells_how_much_there_should_have_been(framework):
    stream, crowd = framework.stream(), Crowd()
    scene, facets = crowd.on(stream)
    given, room, tries = framework.array(stream, crowd.pairs), (1, 1), 0
    while True:
        out = Out(framework, stream, len(crowd.pairs), len(crowd.expected), np.float64)
        scene.find_facet_contacts(
            facets, given, out=out.contacts, needed=out.needed, room_needed=out.room_needed, facet_pair_room=room[0],
            contact_room=room[1], **crowd.options, stream=stream)
        tries += 1
        if out.number() != NOT_FOUND:
            break
        assert (out.host(out.contacts.offsets) == 0).all() and tries < 4
        for name in ARRAYS:
            out.expect_unwritten(name)
        before, room = room, out.rooms()
        assert room[tries - 1] > before[tries - 1]  # first the pairs of facets, then the contacts
        if tries == 1:
            room = (room[0], 1)
    assert tries == 3
    out.expect(crowd.expected)
    assert out.rooms() == room


def test_more_contacts_than_arrays_hold_are_counted(framework):
    stream, crowd = framework.stream(), Crowd()
    scene, facets = crowd.on(stream)
    out = Out(framework, stream, len(crowd.pairs), len(crowd.expected) - 1, np.float64)
    scene.find_facet_contacts(
        facets, framework.array(stream, crowd.pairs), out=out.contacts, needed=out.needed, **crowd.room(), **crowd.options,
        stream=stream)
    assert out.number() == len(crowd.expected) == out.room + 1
    for name in ARRAYS:
        out.expect_unwritten(name)


@pytest.mark.parametrize("fields", [(), ("separation", "normal"), ("facet_b", "kind", "key")])
def test_what_is_left_out_is_not_written(framework, fields):
    stream, crowd = framework.stream(), Crowd()
    scene, facets = crowd.on(stream)
    out = Out(framework, stream, len(crowd.pairs), len(crowd.expected) + 1, np.float64, fields)
    given = framework.array(stream, crowd.pairs)
    scene.find_facet_contacts(facets, given, out=out.contacts, **crowd.room(), **crowd.options, stream=stream)
    assert out.host(out.contacts.offsets).tobytes() == crowd.expected.offsets.tobytes()
    for name in fields:
        got, wanted = out.host(getattr(out.contacts, name)), getattr(crowd.expected, name)
        assert got[: len(wanted)].tobytes() == wanted.tobytes(), name
    assert len(out.contacts) == (out.room if fields else 0)


def test_no_pairs_have_no_contacts(framework):
    stream, crowd = framework.stream(), Crowd()
    scene, facets = crowd.on(stream)
    none = framework.array(stream, np.zeros((0, 2), np.uint32))
    for of in (facets, abut.DeviceFacets(abut.FacetTrees(crowd.shapes), stream=stream)):
        out = Out(framework, stream, 0, 5, np.float64)
        scene.find_facet_contacts(
            of, none, out=out.contacts, needed=out.needed, room_needed=out.room_needed, facet_pair_room=1, contact_room=1,
            stream=stream)
        assert out.number() == 0 and out.rooms() == (0, 0) and out.host(out.contacts.offsets).tolist() == [0]
        out.expect_unwritten("separation")


class Strided:
    """A part of an array on the device, at a distance of bytes; frameworks without the CUDA array interface have none."""

    def __init__(self, array, first, shape, typestr, strides):
        interface = getattr(array, "__cuda_array_interface__", None)
        if interface is None:
            pytest.skip("has no CUDA array interface")
        self.whole, self.shape = array, shape
        self.__cuda_array_interface__ = {
            "shape": shape, "typestr": typestr, "data": (interface["data"][0] + first, False), "strides": strides, "version": 3}


def test_arrays_may_be_columns_of_one_table(framework):
    """Rows of 104 bytes that hold all of a contact but `witness_b`, x, y and z of the point not beside each other."""
    stream, crowd = framework.stream(), Crowd()
    scene, facets = crowd.on(stream)
    room, row = len(crowd.expected) + 2, 104
    table = framework.array(stream, np.full((room, row), UNWRITTEN, np.uint8))
    columns = {"separation": (0, "<f8"), "normal": (8, "<f8"), "witness_a": (32, "<f8"), "feature_a": (56, "<u8"),
               "key": (64, "<u8"), "facet_a": (72, "<u4"), "facet_b": (76, "<u4"), "kind": (80, "|u1")}
    out = abut.FacetContacts(framework.array(stream, np.zeros(len(crowd.pairs) + 1, np.uint64)))
    for name, (first, typestr) in columns.items():
        wide = name in Out.VECTORS
        strides = (row, 8) if wide else (row,)
        setattr(out, name, Strided(table, first, (room, 3) if wide else (room,), typestr, strides))
    spread = framework.array(stream, np.zeros((3, room)))
    out.point = Strided(spread, 0, (room, 3), "<f8", (8, 8 * room))
    scene.find_facet_contacts(
        facets, framework.array(stream, crowd.pairs), out=out, **crowd.room(), **crowd.options, stream=stream)
    got, n = framework.host(stream, table), len(crowd.expected)
    for name, (first, typestr) in columns.items():
        wanted = getattr(crowd.expected, name)
        width = wanted.itemsize * (3 if wanted.ndim == 2 else 1)
        assert got[:n, first : first + width].tobytes() == wanted.tobytes(), name
    assert (got[n:] == UNWRITTEN).all() and (got[:, 81:] == UNWRITTEN).all()
    assert framework.host(stream, spread)[:, :n].T.tobytes() == crowd.expected.point.tobytes()


def test_a_copy_of_surfaces_stays_as_it_is(framework):
    stream = framework.stream()
    shapes, bodies, trees = ring_on_a_rod()
    expected = abut.find_facet_contacts(trees, bodies, PAIR, alert_distance=0.15)  # builds the trees
    scene, facets = abut.DeviceScene(shapes, bodies, stream=stream), abut.DeviceFacets(trees, stream=stream)
    size = facets.bytes()
    assert size > 32 * 100  # 32 facets
    trees.set_mesh(0, frame(1.0, 0.7, 0.25))
    trees.build(bodies, PAIR)
    other = abut.find_facet_contacts(trees, bodies, PAIR, alert_distance=0.25)
    anew = abut.DeviceFacets(trees, stream=stream)
    del trees
    for of, wanted, alert in ((facets, expected, 0.15), (anew, other, 0.25)):
        out = Out(framework, stream, 1, len(wanted), np.float64)
        scene.find_facet_contacts(of, framework.array(stream, PAIR), out=out.contacts, needed=out.needed, alert_distance=alert,
                                  **room_of(wanted, PAIR), stream=stream)
        out.expect(wanted)
    assert facets.bytes() == size and expected.separation.tobytes() != other.separation.tobytes()


def test_what_does_not_lie_on_the_device_or_fit_is_refused(framework):
    stream = framework.stream()
    shapes, bodies = two_cubes(0.25)
    trees = abut.FacetTrees(shapes)
    empty = abut.DeviceFacets(trees, stream=stream)
    trees.build(bodies, PAIR)
    scene, facets = abut.DeviceScene(shapes, bodies, stream=stream), abut.DeviceFacets(trees, stream=stream)
    others = abut.FacetTrees(two_cubes(0.25)[0])
    strange = abut.DeviceFacets(others, stream=stream)
    given = framework.array(stream, PAIR)
    out, single = (Out(framework, stream, 1, 10, dtype).contacts for dtype in (np.float64, np.float32))
    known, singles = records(framework, stream, 1, np.float64), records(framework, stream, 1, np.float32)
    number, words = framework.array(stream, np.zeros(1, np.uint64)), framework.array(stream, np.zeros(2, np.uint32))
    host = abut.find_facet_contacts(trees, bodies, PAIR, alert_distance=0.5)

    def but(**arrays):
        return abut.FacetContacts(**{**{name: getattr(out, name) for name in FACET_FIELDS}, **arrays})

    def call(of=facets, pairs=given, **options):
        into = {"out": out, "facet_pair_room": 64, "contact_room": 64, "stream": stream, **options}
        return scene.find_facet_contacts(of, pairs, **into)

    nine = framework.array(stream, np.zeros(9))
    refused = (
        (lambda: abut.DeviceFacets(shapes, stream=stream), TypeError, "trees is a ShapeSet; allowed is a FacetTrees"),
        (lambda: call(trees), TypeError, "facets is a FacetTrees; allowed is a DeviceFacets"),
        (lambda: call(empty), abut.InvalidInput, "facets has no surface; allowed is a copy of trees that have been built"),
        (lambda: call(strange), abut.InvalidInput, "facets has the trees of another ShapeSet; allowed are those of the scene's shapes"),
        (lambda: call(pairs=PAIR), TypeError, "pairs is in host memory; allowed is memory of a CUDA device"),
        (lambda: call(pairs=words), ValueError, "pairs is uint32 of shape (2,)"),
        (lambda: call(out=known), TypeError, "out is a Contacts; allowed is a FacetContacts"),
        (lambda: call(out=host), TypeError, "out.offsets is in host memory"),
        (lambda: call(out=but(point=host.point)), TypeError, "out.point is in host memory"),
        (lambda: call(out=but(offsets=None)), TypeError, "out.offsets is None"),
        (lambda: call(out=but(offsets=number)), ValueError, "out.offsets is uint64 of shape (1,)"),
        (lambda: call(out=but(offsets=words)), TypeError, "out.offsets is uint32 of shape (2,)"),
        (lambda: call(out=single), TypeError, "out.separation is float32 of shape (10,)"),
        (lambda: call(out=but(separation=nine)), ValueError, "out.separation is float64 of shape (9,)"),
        (lambda: call(out=but(normal=out.separation)), ValueError, "out.normal is float64 of shape (10,)"),
        (lambda: call(out=but(feature_b=out.facet_a)), TypeError, "out.feature_b is uint32 of shape (10,)"),
        (lambda: call(out=but(kind=out.facet_a)), TypeError, "out.kind is uint32 of shape (10,)"),
        (lambda: call(out=but(facet_b=out.facet_a)), abut.InvalidInput, "out.facet_b lies on out.facet_a; allowed are arrays with memory of their own"),
        (lambda: call(count=words), TypeError, "count is uint32 of shape (2,)"),
        (lambda: call(needed=words), TypeError, "needed is uint32 of shape (2,)"),
        (lambda: call(room_needed=number), ValueError, "room_needed is uint64 of shape (1,)"),
        (lambda: call(count=number, needed=number), abut.InvalidInput, "needed lies on count"),
        (lambda: call(room_needed=out.offsets), abut.InvalidInput, "room_needed lies on out.offsets"),
        (lambda: call(records=PAIR), TypeError, "records is a ndarray; allowed is a Contacts"),
        (lambda: call(records=singles), TypeError, "records has float32 arrays; allowed is float64, as the DeviceScene's dtype"),
        (lambda: call(records=abut.Contacts.empty(1)), TypeError, "records.separation is in host memory"),
        (lambda: call(records=records(framework, stream, 2, np.float64)), ValueError, "records.feature_a is uint64 of shape (2,)"),
        (lambda: call(records=records(framework, stream, 1, np.float64, ["separation", "status"])), abut.InvalidInput, "find_facet_contacts: records.normal is null"),
        (lambda: call(records=known, needed=known.key), abut.InvalidInput, "needed lies on records.key"),
        (lambda: call(alert_distance=-1.0), abut.InvalidInput, "find_facet_contacts: alert_distance is -1; allowed is 0 or more, finite"),
        (lambda: call(cone_tolerance=0.6), abut.InvalidInput, "find_facet_contacts: cone_tolerance is 0.6; allowed are 0 to 0.5"),
        (lambda: call(contacts=1), TypeError, "contacts is 1; allowed is True or False"),
        (lambda: call(join_parts=None), TypeError, "join_parts is None; allowed is True or False"),
        (lambda: call(facet_pair_room=-1), abut.InvalidInput, "facet_pair_room is -1; allowed is a whole number from 0 to 4294967295"),
        (lambda: call(contact_room=2**32), abut.InvalidInput, "contact_room is 4294967296; allowed is a whole number from 0 to 4294967295"),
        (lambda: call(contact_room=1.5), TypeError, "contact_room is 1.5; allowed is a whole number from 0 to 4294967295"),
        (lambda: call(stream="default"), TypeError, "stream is 'default'; allowed are an int"),
        (lambda: scene.find_facet_contacts(facets, given, out=out, stream=stream), TypeError, "missing 2 required keyword-only arguments: 'facet_pair_room' and 'contact_room'"),
    )
    for wrong, kind, text in refused:
        with pytest.raises(kind) as caught:
            wrong()
        assert text in str(caught.value) and len(str(caught.value).splitlines()) == 1, text
    assert (framework.host(stream, out.offsets).view(np.uint8) == UNWRITTEN).all()  # nothing was enqueued
    wanted = abut.find_facet_contacts(trees, bodies, PAIR, alert_distance=0.5)
    call(needed=number, alert_distance=0.5)
    assert framework.host(stream, number)[0] == len(wanted) == 4 and framework.host(stream, out.offsets).tolist() == [0, 4]
