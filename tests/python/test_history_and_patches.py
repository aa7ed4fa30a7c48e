"""Contact history and patches."""

import numpy as np
import pytest
from conftest import Crowd, matrices_of, random_quaternions

import abut


def test_pairs_and_what_is_kept_of_them_are_found_again(rng):
    before = np.array([[0, 1], [0, 4], [2, 3]], np.uint32)
    now = np.array([[0, 4], [1, 2], [2, 3]], np.uint32)
    places = abut.match_pairs(before, now)
    assert places.tolist() == [1, abut.NO_MATCH, 2]
    kept = rng.normal(size=(3, 3))
    assert np.array_equal(abut.carry(places, kept), [kept[1], np.zeros(3), kept[2]])
    structured = np.array([(1, 2.5), (2, 3.5), (3, 4.5)], "i4,f8")
    assert abut.carry(places, structured)["f1"].tolist() == [3.5, 0.0, 4.5]
    out = np.full(3, 9, np.int16)
    assert abut.carry(places, np.array([5, 6, 7], np.int16), out=out) is out and out.tolist() == [6, 0, 7]
    assert abut.carry(places[:0], kept).shape == (0, 3)
    assert abut.carry(np.full(2, abut.NO_MATCH, np.uint32), kept[:0]).tolist() == [[0, 0, 0]] * 2


def test_contacts_are_told_by_pair_and_features(rng):
    crowd = Crowd(rng)
    first = abut.detect(crowd.shapes, crowd.bodies)
    again = abut.detect(crowd.shapes, crowd.bodies)
    order = rng.permutation(len(first))
    shuffled, pairs = again.contacts.take(order), np.ascontiguousarray(again.pairs[order])
    places = abut.match_contacts(first.pairs, first.contacts, pairs, shuffled)
    touching = shuffled.is_contact()
    assert np.array_equal(places[touching], order[touching])
    shuffled.feature_a[0] ^= np.uint64(1)
    places = abut.match_contacts(first.pairs, first.contacts, pairs, shuffled)
    assert places[0] == abut.NO_MATCH  # its key is the old one, its feature is not


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_boxes_on_each_other_share_a_rectangle(dtype):
    shapes, bodies = abut.ShapeSet(), abut.BodySet()
    box = shapes.add_box([1, 1, 0.5])
    bodies.add_many([box, box], [[0, 0, 0], [0.5, 0.25, 0.875]])
    pairs = abut.find_pairs(shapes, bodies)
    contacts = abut.query_pairs(shapes, bodies, pairs, dtype=dtype)
    patches = abut.find_patches(shapes, bodies, pairs, contacts, move_points=True, volumes=True)
    assert patches.area.dtype == dtype and patches.offsets.tolist() == [0, 4]
    assert patches.area[0] == pytest.approx(1.5 * 1.75) and patches.volume[0] == pytest.approx(1.5 * 1.75 * 0.125)
    assert np.allclose(np.sort(patches.points[:, 0]), [-0.5, -0.5, 1, 1]) and np.allclose(patches.gaps, -0.125)
    assert np.allclose(patches.centre[0], [0.25, 0.125, 0.4375]) and np.allclose(contacts.point, patches.centre)
    assert np.allclose(patches.volume_centre[0], [0.25, 0.125, 0.4375])
    few = abut.find_patches(shapes, bodies, pairs, contacts, most_points=3)
    assert few.offsets.tolist() == [0, 3] and few.volume is None


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("as_matrices", [False, True])
def test_patches_of_shapes_are_those_of_bodies_posed_so(rng, dtype, as_matrices):
    crowd = Crowd(rng, 2)
    kinds, count = np.array([2, 3], np.uint32), 60  # a box and a hull
    pairs = kinds[rng.integers(0, 2, (count, 2))]
    at, q = rng.uniform(-0.5, 0.5, (count, 3)), random_quaternions(rng, count)
    posed = {"positions": at, "quaternions": q}
    if as_matrices:
        posed = {"poses": np.concatenate([matrices_of(q), at[:, :, None]], axis=2)}
    bodies = abut.BodySet()
    bodies.add_many(pairs[:, 0], np.zeros((count, 3)))
    turn = {"matrices": posed["poses"][:, :, :3].copy()} if as_matrices else {"quaternions": q}
    bodies.add_many(pairs[:, 1], at, **turn)
    parts = np.stack([np.arange(count), np.arange(count) + count], axis=1).astype(np.uint32)
    expected = abut.find_patches(
        crowd.shapes, bodies, parts, abut.query_pairs(crowd.shapes, bodies, parts, dtype=dtype), margin=0.01, volumes=True)
    contacts = abut.query_shape_pairs(crowd.shapes, pairs, dtype=dtype, **posed)
    before, poses = contacts.point.copy(), posed.pop("poses", None)
    found = abut.find_shape_patches(
        crowd.shapes, pairs, poses, contacts, margin=0.01, volumes=True, move_points=True, threads=2, **posed)
    assert found.area.dtype == dtype and (found.volume > 0).sum() > 20
    assert np.array_equal(found.offsets, expected.offsets)
    for name in ("area", "centre", "points", "gaps", "volume", "volume_centre", "volume_normal", "volume_moment"):
        assert np.allclose(getattr(found, name), getattr(expected, name), atol=1e-12 if dtype == np.float64 else 1e-5), name
    some = found.offsets[1:] > found.offsets[:-1]
    assert np.array_equal(contacts.point[some], found.centre[some]) and not np.array_equal(contacts.point, before)


def shape_patches(**options):
    shapes = abut.ShapeSet()
    shapes.add_box([1, 1, 1])
    shapes.add_sphere(1)
    pairs, poses = np.array([[0, 0], [0, 1]], np.uint32), np.tile(np.eye(3, 4), (2, 1, 1))
    given = {"shapes": shapes, "shape_pairs": pairs, "poses": poses, "contacts": abut.query_shape_pairs(shapes, pairs, poses)}
    given.update(options)
    return abut.find_shape_patches(**given)


CASES = {
    "no contacts": ({"contacts": None}, TypeError, "contacts is None; allowed is a Contacts"),
    "contacts of the plane": ({"contacts": abut.PlanarContacts.empty(2)}, TypeError, "contacts is a PlanarContacts; allowed is a Contacts"),
    "short contacts": ({"contacts": abut.Contacts.empty(1)}, ValueError, "contacts.feature_a is uint64 of shape (1,)"),
    "contacts without normals": ({"contacts": abut.Contacts.empty(2, fields=["separation"])}, abut.InvalidInput, "find_shape_patches: contacts.normal is null"),
    "no such shape": ({"shape_pairs": np.array([[0, 0], [0, 2]], np.uint32)}, abut.InvalidInput, "find_shape_patches: pair 1 names 2; allowed is less than 2"),
    "signed pairs": ({"shape_pairs": np.zeros((2, 2), int)}, TypeError, "shape_pairs is int64 of shape (2, 2)"),
    "no poses": ({"poses": None}, TypeError, "poses is None; allowed is float64 of shape (M, 3, 4), or positions and quaternions"),
    "poses twice": ({"positions": np.zeros((2, 3))}, TypeError, "poses is given with positions or quaternions; allowed is either"),
    "single poses": ({"poses": np.zeros((2, 3, 4), np.float32)}, TypeError, "poses is float32 of shape (2, 3, 4)"),
    "negative margin": ({"margin": -1.0}, abut.InvalidInput, "margin is -1"),
    "two corners": ({"most_points": 2}, abut.InvalidInput, "most_points is 2"),
    "volume of a ball": ({"volumes": True}, abut.InvalidInput, "find_shape_patches: pair 1 has shape 1, which is rounded"),
    "swapped": ({"shapes": abut.BodySet()}, TypeError, "shapes is a BodySet; allowed is a ShapeSet"),
}


@pytest.mark.parametrize("name", CASES)
def test_patches_of_shapes_are_refused_in_one_line(name):
    options, kind, text = CASES[name]
    with pytest.raises(kind) as caught:
        shape_patches(**options)
    assert text in str(caught.value) and len(str(caught.value).splitlines()) == 1
    assert len(shape_patches().area) == 2


def test_moving_points_needs_writable_ones():
    crowd = Crowd(np.random.default_rng(1), 50)
    pairs = abut.find_pairs(crowd.shapes, crowd.bodies)
    contacts = abut.query_pairs(crowd.shapes, crowd.bodies, pairs)
    contacts.point.flags.writeable = False
    abut.find_patches(crowd.shapes, crowd.bodies, pairs, contacts)
    with pytest.raises(ValueError, match="contacts.point is read-only"):
        abut.find_patches(crowd.shapes, crowd.bodies, pairs, contacts, move_points=True)
