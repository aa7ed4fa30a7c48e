"""Contact patches against polygons cut in NumPy and closed forms, and what is asked of them."""

import numpy as np
import pytest
from conftest import Crowd, matrices_of

import abut

DTYPES = [np.float32, np.float64]


def cut(polygon, corners):
    """A convex polygon cut by another one, both counter-clockwise, in the plane (Sutherland and Hodgman)."""
    for a, b in zip(corners, np.roll(corners, -1, axis=0)):
        edge, kept = b - a, []
        side = edge[0] * (polygon[:, 1] - a[1]) - edge[1] * (polygon[:, 0] - a[0])
        for i in range(len(polygon)):
            j = (i + 1) % len(polygon)
            if side[i] >= 0:
                kept.append(polygon[i])
            if (side[i] < 0) != (side[j] < 0):
                t = side[i] / (side[i] - side[j])
                kept.append(polygon[i] + t * (polygon[j] - polygon[i]))
        if not kept:
            return np.empty((0, 2))
        polygon = np.array(kept)
    return polygon


def area_and_centroid(polygon):
    x, y = polygon.T
    cross = x * np.roll(y, -1) - np.roll(x, -1) * y
    return cross.sum() / 2, ((polygon + np.roll(polygon, -1, axis=0)) * cross[:, None]).sum(axis=0) / (3 * cross.sum())


def regular(n, radius):
    angle = 2 * np.pi * np.arange(n) / n
    return radius * np.stack([np.cos(angle), np.sin(angle)], axis=1)


def prism(polygon, half_height=0.5):
    return np.concatenate([np.c_[polygon, np.full(len(polygon), z)] for z in (-half_height, half_height)])


def about_z(angle):
    return np.array([np.cos(angle / 2), 0, 0, np.sin(angle / 2)])


def stacked(rng, dtype, count=60, overlap=0.0625):
    """Prisms of three to eight corners, each on one that is turned and moved aside; the patches that they must have."""
    shapes, bodies = abut.ShapeSet(), abut.BodySet()
    polygons = [regular(n, 1.0) for n in range(3, 9)]
    for polygon in polygons:
        shapes.add_hull(prism(polygon))
    index, angle, aside = rng.integers(0, 6, (count, 2)), rng.uniform(0, 6, count), rng.uniform(-0.5, 0.5, (count, 2))
    expected = []
    for i in range(count):
        at = np.array([10.0 * i, 0, 0])
        bodies.add(index[i, 0], at)
        bodies.add(index[i, 1], at + [*aside[i], 1 - overlap], quaternion=about_z(angle[i]))
        turn = matrices_of(about_z(angle[i])[None])[0][:2, :2]
        expected.append(cut(polygons[index[i, 0]], polygons[index[i, 1]] @ turn.T + aside[i]))
    pairs = np.array([[2 * i, 2 * i + 1] for i in range(count)], np.uint32)
    return shapes, bodies, pairs, abut.query_pairs(shapes, bodies, pairs, dtype=dtype), expected


@pytest.mark.parametrize("dtype", DTYPES)
def test_prisms_on_each_other_share_the_polygon_that_both_cover(rng, dtype):
    shapes, bodies, pairs, contacts, expected = stacked(rng, dtype)
    tolerance = 2e-5 if dtype == np.float32 else 1e-9
    patches = abut.find_patches(shapes, bodies, pairs, contacts, volumes=True)
    assert np.allclose(contacts.separation, -0.0625, atol=tolerance)
    for i, polygon in enumerate(expected):
        area, centroid = area_and_centroid(polygon)
        assert patches.area[i] == pytest.approx(area, abs=tolerance)
        assert np.allclose(patches.centre[i], [*centroid, 0.5 - 0.03125], atol=tolerance)
        assert patches.volume[i] == pytest.approx(area * 0.0625, abs=tolerance)
        assert np.allclose(patches.volume_centre[i], [*centroid, 0.5 - 0.03125], atol=tolerance)
        # A's boundary inside of B is its top and a band of its walls; the band alone has no part along z.
        assert patches.volume_normal[i, 2] == pytest.approx(area, abs=tolerance)
        corners = patches.points[patches.offsets[i] : patches.offsets[i + 1]]
        assert np.allclose(patches.gaps[patches.offsets[i] : patches.offsets[i + 1]], -0.0625, atol=tolerance)
        for corner in polygon:
            assert np.abs(corners[:, :2] - corner).max(axis=1).min() < 10 * tolerance
    assert patches.offsets[0] == 0 and patches.offsets[-1] == len(patches.points) == len(patches.gaps)


@pytest.mark.parametrize("dtype", DTYPES)
def test_corners_run_counter_clockwise_as_seen_from_b(rng, dtype):
    """The polygon of the corners has the patch's area about the contact's normal, not its negative."""
    shapes, bodies, pairs, contacts, _ = stacked(rng, dtype)
    patches = abut.find_patches(shapes, bodies, pairs, contacts)
    for i in range(len(pairs)):
        corners = patches.points[patches.offsets[i] : patches.offsets[i + 1]].astype(float)
        vector = sum(np.cross(corners[k] - corners[0], corners[k + 1] - corners[0]) for k in range(1, len(corners) - 1)) / 2
        assert vector @ contacts.normal[i] == pytest.approx(patches.area[i], abs=2e-5)


@pytest.mark.parametrize("most", [3, 4, 5, 8])
def test_fewer_corners_lie_in_the_patch_and_are_few(rng, most):
    shapes, bodies, pairs, contacts, expected = stacked(rng, np.float64)
    every = abut.find_patches(shapes, bodies, pairs, contacts)
    few = abut.find_patches(shapes, bodies, pairs, contacts, most_points=most)
    counts, all_counts = np.diff(few.offsets), np.diff(every.offsets)
    assert np.array_equal(counts, np.minimum(all_counts, most)) and (all_counts > most).any()
    assert np.array_equal(few.area, every.area) and np.array_equal(few.centre, every.centre)
    for i in range(len(pairs)):
        some = few.points[few.offsets[i] : few.offsets[i + 1]]
        full = every.points[every.offsets[i] : every.offsets[i + 1]]
        assert all(np.abs(full - corner).max(axis=1).min() < 1e-12 for corner in some)


def test_a_margin_widens_the_patch_of_a_tilted_box_as_far_as_it_says():
    """A box that stands on an edge, tilted by t, is within the margin m of the floor over m / tan(t) on the side of its
    base, and over m tan(t) on the side of its wall."""
    tilt = np.arcsin(0.1)
    shapes, bodies = abut.ShapeSet(), abut.BodySet()
    floor, box = shapes.add_box([4, 4, 0.5]), shapes.add_box([1, 1, 0.5])
    edge = np.array([np.cos(tilt) - 0.5 * np.sin(tilt), 0.5 + 0.5 * np.cos(tilt) + np.sin(tilt)])  # x, and how low
    bodies.add(floor)
    bodies.add(box, [0, 0, edge[1]], quaternion=[np.cos(tilt / 2), 0, np.sin(tilt / 2), 0])
    pair = np.array([[0, 1]], np.uint32)
    contacts = abut.query_pairs(shapes, bodies, pair)
    assert contacts.separation[0] == pytest.approx(0, abs=1e-12)
    for margin in (0.0125, 0.05, 0.15):
        patches = abut.find_patches(shapes, bodies, pair, contacts, margin=margin)
        assert np.allclose(patches.gaps, margin, atol=1e-9)
        base, wall = margin / np.tan(tilt), margin * np.tan(tilt)
        assert patches.area[0] == pytest.approx(2 * (base + wall), rel=1e-6)
        assert np.allclose(patches.centre[0], [edge[0] + (wall - base) / 2, 0, 0.5], atol=1e-6)
    line = abut.find_patches(shapes, bodies, pair, contacts)
    assert line.area[0] < 1e-9 and np.allclose(line.points[:, 0], edge[0])
    assert (line.points[:, 1].min(), line.points[:, 1].max()) == pytest.approx((-1, 1))


def test_balls_touch_in_a_point():
    shapes, bodies = abut.ShapeSet(), abut.BodySet()
    ball = shapes.add_sphere(1)
    bodies.add_many([ball, ball, ball], [[0, 0, 0], [1.5, 0, 0], [0, 9, 0]])
    pairs = np.array([[0, 1], [1, 2]], np.uint32)
    contacts = abut.query_pairs(shapes, bodies, pairs)
    patches = abut.find_patches(shapes, bodies, pairs, contacts)
    assert patches.area.tolist() == [0, 0] and patches.offsets.tolist() == [0, 1, 2]
    assert np.allclose(patches.points[0], [0.75, 0, 0]) and np.allclose(patches.centre, contacts.point)
    with pytest.raises(abut.InvalidInput, match="round|curved|volume"):
        abut.find_patches(shapes, bodies, pairs, contacts, volumes=True)


def test_patches_do_not_depend_on_threads_nor_on_features():
    crowd = Crowd(np.random.default_rng(3), 300, side=4.0)
    found = abut.detect(crowd.shapes, crowd.bodies)
    one = abut.find_patches(crowd.shapes, crowd.bodies, found.pairs, found.contacts, threads=1)
    assert len(one.points) > len(found) > 100
    for threads in (2, 3, 0):
        other = abut.find_patches(crowd.shapes, crowd.bodies, found.pairs, found.contacts, threads=threads)
        assert all(a.tobytes() == b.tobytes() for a, b in zip(one.arrays(), other.arrays()))
    few = abut.Contacts(**{name: getattr(found.contacts, name) for name in ("separation", "normal", "point", "status")})
    without = abut.find_patches(crowd.shapes, crowd.bodies, found.pairs, few)
    assert np.allclose(without.area, one.area, atol=1e-9)


def test_moved_points_are_the_centroids_and_the_rest_stays():
    crowd = Crowd(np.random.default_rng(3), 300, side=4.0)
    found = abut.detect(crowd.shapes, crowd.bodies)
    before = found.contacts.point.copy()
    kept = abut.find_patches(crowd.shapes, crowd.bodies, found.pairs, found.contacts)
    assert np.array_equal(found.contacts.point, before)
    abut.find_patches(crowd.shapes, crowd.bodies, found.pairs, found.contacts, move_points=True)
    moved = (found.contacts.point != before).any(axis=1)
    assert moved.any() and np.array_equal(found.contacts.point[moved], kept.centre[moved])


def test_no_pairs_have_no_patches():
    crowd = Crowd(np.random.default_rng(3), 10)
    none = np.empty((0, 2), np.uint32)
    contacts = abut.query_pairs(crowd.shapes, crowd.bodies, none)
    patches = abut.find_patches(crowd.shapes, crowd.bodies, none, contacts)
    assert patches.area.shape == (0,) and patches.centre.shape == (0, 3) and patches.points.shape == (0, 3)
    assert patches.offsets.tolist() == [0] and patches.volume is None


@pytest.mark.parametrize(
    "change, text",
    [
        (lambda p: setattr(p, "offsets", p.offsets[:-1].copy()), "patches has arrays that do not fit each other"),
        (lambda p: setattr(p, "gaps", p.gaps[:-1].copy()), "patches has arrays that do not fit each other"),
        (lambda p: setattr(p, "offsets", p.offsets[::-1].copy()), "do not fit|patches.offsets fall"),
        (lambda p: p.offsets.__setitem__(1, p.offsets[-1]), "patches.offsets fall; allowed are ascending ones"),
        (lambda p: setattr(p, "area", p.area.astype(np.float32)), "patches.area is float32"),
        (lambda p: setattr(p, "points", p.points[:, :2]), r"patches.points is float64 of shape"),
        (lambda p: setattr(p, "offsets", p.offsets.astype(np.int64)), "patches.offsets is int64"),
    ],
)
def test_patches_that_do_not_fit_are_not_written(tmp_path, change, text):
    crowd = Crowd(np.random.default_rng(3), 100, side=3.0)
    found = abut.detect(crowd.shapes, crowd.bodies)
    patches = abut.find_patches(crowd.shapes, crowd.bodies, found.pairs, found.contacts)
    change(patches)
    with pytest.raises((ValueError, TypeError), match=text):
        abut.write_results(tmp_path / "out", crowd.shapes, crowd.bodies, found, patches=patches)
    assert not list(tmp_path.rglob("*.csv"))


def test_patches_of_other_contacts_are_not_written(tmp_path):
    crowd = Crowd(np.random.default_rng(3), 100, side=3.0)
    found = abut.detect(crowd.shapes, crowd.bodies)
    some = np.ascontiguousarray(found.pairs[:3])
    patches = abut.find_patches(crowd.shapes, crowd.bodies, some, found.contacts.take(slice(3)))
    with pytest.raises(abut.InvalidInput, match=rf"patches has 4 offsets; there are {len(found)} contacts"):
        abut.write_results(tmp_path / "out", crowd.shapes, crowd.bodies, found, patches=patches)
