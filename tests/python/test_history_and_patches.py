"""Contact history and patches."""

import numpy as np
import pytest
from conftest import Crowd

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


def test_moving_points_needs_writable_ones():
    crowd = Crowd(np.random.default_rng(1), 50)
    pairs = abut.find_pairs(crowd.shapes, crowd.bodies)
    contacts = abut.query_pairs(crowd.shapes, crowd.bodies, pairs)
    contacts.point.flags.writeable = False
    abut.find_patches(crowd.shapes, crowd.bodies, pairs, contacts)
    with pytest.raises(ValueError, match="out.point is read-only"):
        abut.find_patches(crowd.shapes, crowd.bodies, pairs, contacts, move_points=True)
