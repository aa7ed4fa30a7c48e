"""Problems of the plane, against polygons in NumPy and closed forms."""

import numpy as np
import planar_oracle as oracle
import pytest

import abut

DTYPES = [np.float32, np.float64]
SQUARE = np.array([[-1.0, -1], [1, -1], [1, 1], [-1, 1]])
BRICK = np.array([[-2.0, -1], [2, -1], [2, 1], [-2, 1]])


class Crowd:
    """Polygons, segments, points and discs, some of them rounded, at random places in a square."""

    def __init__(self, rng, count=300, side=12.0):
        self.shapes = abut.PlanarShapeSet()
        self.cores, self.radii = [], []
        for corners in (3, 4, 7, 20, 1, 2, 5):
            points = rng.normal(size=(corners, 2)) * 0.6
            rounding = 0.0 if corners in (4, 7, 20) else 0.3
            shape = self.shapes.add_polygon(points, rounding=rounding)
            self.cores.append(self.shapes.vertices(shape))
            self.radii.append(rounding)
        self.shapes.add_disc(0.5)
        self.cores.append(np.zeros((1, 2)))
        self.radii.append(0.5)
        self.indices = rng.integers(0, len(self.shapes), count)
        self.bodies = abut.PlanarBodies(self.indices, rng.uniform(0, side, (count, 2)), angles=rng.uniform(-9, 9, count))

    def placed(self, body):
        return self.cores[self.indices[body]] @ oracle.turned(self.bodies.rotations[body]).T + self.bodies.positions[body]

    def separation(self, a, b):
        radii = self.radii[self.indices[a]] + self.radii[self.indices[b]]
        return oracle.signed_distance(self.placed(a), self.placed(b)) - radii


@pytest.fixture
def crowd(rng):
    return Crowd(rng)


def columns(contacts):
    """All arrays of records, patches and overlaps, by name."""
    some = [("", contacts), ("patches.", contacts.patches), ("overlaps.", contacts.overlaps)]
    return {name + field: getattr(rows, field) for name, rows in some if rows is not None for field in rows.fields}


def same_columns(a, b):
    one, two = columns(a), columns(b)
    return one.keys() == two.keys() and all(one[name].tobytes() == two[name].tobytes() for name in one)


def two_bodies(points, place, other=None, angle=0.0, rounding=0.0):
    shapes = abut.PlanarShapeSet()
    first = shapes.add_polygon(points, rounding=rounding)
    second = first if other is None else shapes.add_polygon(other, rounding=rounding)
    return shapes, abut.PlanarBodies([first, second], [[0, 0], place], angles=[0, angle])


ONE_PAIR = np.array([[0, 1]], np.uint32)


@pytest.mark.parametrize("dtype", DTYPES)
def test_separations_are_those_of_polygons_in_numpy(crowd, rng, dtype):
    first = rng.integers(0, 300, 1500)
    near = abut.find_planar_pairs(crowd.shapes, crowd.bodies)
    pairs = np.concatenate([np.stack([first, (first + rng.integers(1, 300, 1500)) % 300], axis=1), near]).astype(np.uint32)
    found = abut.query_planar_pairs(crowd.shapes, crowd.bodies, pairs, dtype=dtype)
    expected = np.array([crowd.separation(a, b) for a, b in pairs.tolist()])
    assert (expected < 0).sum() > 50 and found.separation.dtype == dtype and found.is_contact().all()
    assert np.allclose(found.separation, expected, rtol=0, atol=1e-12 if dtype == np.float64 else 2e-5)
    assert (found.lower_bound <= expected + (0 if dtype == np.float64 else 2e-5)).all()


@pytest.mark.parametrize("dtype", DTYPES)
def test_records_hold_together(crowd, dtype):
    pairs = abut.find_planar_pairs(crowd.shapes, crowd.bodies, alert_distance=0.5)
    found = abut.query_planar_pairs(crowd.shapes, crowd.bodies, pairs, dtype=dtype)
    slack = 1e-12 if dtype == np.float64 else 1e-5
    assert np.allclose(np.linalg.norm(found.normal, axis=1), 1, atol=slack)
    assert np.allclose(found.witness_b, found.witness_a + found.separation[:, None] * found.normal, atol=slack)
    assert np.allclose(found.point, (found.witness_a + found.witness_b) / 2, atol=slack)
    world = crowd.bodies.positions[pairs[:, 0]] + found.witness_a
    for i, (a, b) in enumerate(pairs.tolist()):
        core = crowd.placed(a)  # the witness point is on A's boundary
        inside = oracle.signed_distance(core, world[i : i + 1]) - crowd.radii[crowd.indices[a]]
        assert abs(inside) < 10 * slack or found.separation[i] < 0
    kinds = np.concatenate([abut.feature_kind(found.feature_a), abut.feature_kind(found.feature_b)])
    assert set(kinds.tolist()) == {1, 2} and len(np.unique(found.key)) == len(pairs)
    assert set(abut.statuses(found).tolist()) <= {abut.Status.CONVERGED, abut.Status.TOUCHING}


@pytest.mark.parametrize("dtype", DTYPES)
def test_bricks_edge_to_edge_have_a_patch_and_a_common_area(dtype):
    shapes, bodies = two_bodies(BRICK, [3, 1.9])
    found = abut.query_planar_pairs(shapes, bodies, ONE_PAIR, dtype=dtype, patches=True, overlaps=True)
    slack = 1e-14 if dtype == np.float64 else 1e-6
    assert found.separation[0] == pytest.approx(-0.1, abs=slack) and np.allclose(found.normal, [[0, 1]], atol=slack)
    assert np.allclose(found.point, [[1.5, 0.95]], atol=slack)
    assert (abut.feature_kind(found.feature_a)[0], abut.feature_kind(found.feature_b)[0]) == (2, 2)
    patch, overlap = found.patches, found.overlaps
    assert patch.length[0] == pytest.approx(1, abs=1e-5) and np.allclose(patch.point, [[1.5, 0.95]], atol=1e-5)
    assert np.allclose(patch.end - patch.begin, patch.length[:, None] * [[-1, 0]], atol=1e-6)
    assert overlap.area[0] == pytest.approx(0.1, abs=10 * slack) and np.allclose(overlap.centroid, [[1.5, 0.95]], atol=slack)
    assert patch.dtype == overlap.dtype == found.dtype == dtype
    wide = abut.query_planar_pairs(shapes, bodies, ONE_PAIR, dtype=dtype, patches=True, patch_margin=0.2)
    assert wide.patches.length[0] == pytest.approx(1, abs=1e-5) and wide.overlaps is None


def test_overlaps_are_clipped_polygons_and_change_as_they_say(rng):
    shapes = abut.PlanarShapeSet()
    cores = [shapes.vertices(shapes.add_polygon(rng.normal(size=(k, 2)))) for k in (3, 4, 6, 12)]
    kinds, places, angles = rng.integers(0, 4, 80), rng.uniform(0, 4, (80, 2)), rng.uniform(0, 7, 80)
    bodies = abut.PlanarBodies(kinds, places, angles=angles)
    pairs = abut.find_planar_pairs(shapes, bodies)
    found = abut.query_planar_pairs(shapes, bodies, pairs, overlaps=True)

    def placed(body, shift=(0, 0), turn=0.0, about=(0, 0)):
        core = cores[kinds[body]] @ oracle.turned(bodies.rotations[body]).T + bodies.positions[body]
        return (core - about) @ oracle.turned((np.cos(turn), np.sin(turn))).T + about + shift

    areas = np.array([oracle.area(c) if len(c) > 2 else 0.0 for c in (oracle.clipped(list(placed(a)), placed(b)) for a, b in pairs)])
    assert (areas > 0.1).sum() > 50 and np.allclose(found.overlaps.area, areas, atol=1e-12)
    assert ((found.overlaps.area > 0) <= (found.separation <= 0)).all()
    step = 1e-6
    for i in np.flatnonzero(areas > 0.1)[:20]:
        a, b = pairs[i]
        centroid = found.overlaps.centroid[i] + bodies.positions[a]
        for shift, turn in (((step, 0), 0.0), ((0, step), 0.0), ((0, 0), step)):
            moved = oracle.area(oracle.clipped(list(placed(a)), placed(b, shift, turn, centroid)))
            back = oracle.area(oracle.clipped(list(placed(a)), placed(b, -np.array(shift), -turn, centroid)))
            told = -(found.overlaps.normal[i] @ shift + found.overlaps.moment[i] * turn)
            assert (moved - back) / 2 == pytest.approx(told, abs=1e-4 * step)


def test_candidates_are_those_of_all_pairs_that_are_near(crowd):
    for alert in (0.0, 0.4):
        pairs = abut.find_planar_pairs(crowd.shapes, crowd.bodies, alert_distance=alert)
        assert pairs.dtype == np.uint32 and (pairs[:, 0] < pairs[:, 1]).all() and pairs.flags.c_contiguous
        assert np.array_equal(np.unique(pairs, axis=0), pairs)
        low = np.array([crowd.placed(i).min(axis=0) - crowd.radii[crowd.indices[i]] for i in range(300)])
        high = np.array([crowd.placed(i).max(axis=0) + crowd.radii[crowd.indices[i]] for i in range(300)])
        gap = np.maximum(low[:, None] - high[None], low[None] - high[:, None]).max(axis=2)
        known = {tuple(p) for p in pairs.tolist()}
        for a, b in np.argwhere(np.triu(np.abs(gap - alert) > 1e-3, 1)).tolist():  # boxes are grown a little
            assert ((a, b) in known) == (gap[a, b] < alert)


def test_masks_choose_pairs():
    shapes = abut.PlanarShapeSet()
    disc = shapes.add_disc(1.0)
    bodies = abut.PlanarBodies([disc] * 4, [[0, 0], [0.5, 0], [0, 0.5], [0.5, 0.5]])
    groups, meets = np.array([1, 2, 2, 4], np.uint32), np.array([2, 1, 1, 4], np.uint32)
    assert abut.find_planar_pairs(shapes, bodies, groups=groups, meets=meets).tolist() == [[0, 1], [0, 2]]
    finder = abut.PlanarPairFinder(threads=1)
    assert finder.find(shapes, bodies, groups=groups, meets=meets).tolist() == [[0, 1], [0, 2]]
    assert len(finder.find(shapes, bodies)) == 6


def test_a_finder_gives_the_pairs_of_every_step(crowd, rng):
    finder = abut.PlanarPairFinder(threads=2)
    for _ in range(12):
        crowd.bodies.positions += rng.normal(size=(300, 2)) * 0.004
        pairs = finder.find(crowd.shapes, crowd.bodies, alert_distance=0.02)
        assert np.array_equal(pairs, abut.find_planar_pairs(crowd.shapes, crowd.bodies, alert_distance=0.02))
    assert 0 < finder.searches < 12 and finder.memory > 0
    before = finder.searches
    finder.reset()
    finder.find(crowd.shapes, crowd.bodies, alert_distance=0.02)
    assert finder.searches > before


def test_far_pairs_end_early_and_bad_poses_are_told(crowd):
    pairs = np.array([[0, i] for i in range(1, 300)], np.uint32)
    found = abut.query_planar_pairs(crowd.shapes, crowd.bodies, pairs, alert_distance=0.1)
    far = abut.statuses(found) == abut.Status.FARTHER_THAN_ALERT
    assert far.sum() > 200 and (found.separation[far] > 0.1).all()
    expected = np.array([crowd.separation(0, i) for i in range(1, 300)])
    assert (found.separation[far] <= expected[far] + 1e-12).all()
    crowd.bodies.rotations[5] *= 1.01
    crowd.bodies.positions[6, 0] = np.nan
    found = abut.query_planar_pairs(crowd.shapes, crowd.bodies, pairs, patches=True)
    assert np.flatnonzero(abut.statuses(found) == abut.Status.INVALID_POSE).tolist() == [4, 5]
    assert not any(np.isnan(column).any() for column in columns(found).values() if column.dtype.kind == "f")
    assert not (abut.find_planar_pairs(crowd.shapes, crowd.bodies, alert_distance=100) == 6).any()


@pytest.mark.parametrize("dtype", DTYPES)
def test_answers_go_where_out_lies(crowd, dtype):
    pairs = abut.find_planar_pairs(crowd.shapes, crowd.bodies, alert_distance=0.2)
    polygons = pairs[np.isin(crowd.indices[pairs], [1, 2, 3]).all(axis=1)]
    fresh = abut.query_planar_pairs(crowd.shapes, crowd.bodies, polygons, dtype=dtype, patches=True, overlaps=True)
    out = abut.PlanarContacts.empty(len(polygons), dtype=dtype, patches=True, overlaps=True)
    memory = out.records, out.patches.records, out.overlaps.records
    for rows in memory:
        rows.view(np.uint8)[...] = 0xA5
    separation = out.separation
    assert abut.query_planar_pairs(crowd.shapes, crowd.bodies, polygons, out=out) is out
    assert (out.records, out.patches.records, out.overlaps.records) == memory or all(
        a is b for a, b in zip((out.records, out.patches.records, out.overlaps.records), memory))
    assert separation is out.separation and same_columns(out, fresh) and out.seconds > 0
    mine = np.zeros(len(polygons), abut.PlanarContacts.row_dtype(dtype))
    abut.query_planar_pairs(crowd.shapes, crowd.bodies, polygons, out=abut.PlanarContacts(mine))
    assert np.array_equal(mine["separation"], fresh.separation) and np.array_equal(mine["key"], fresh.key)


def test_answers_do_not_depend_on_threads_or_order(crowd, rng):
    pairs = abut.find_planar_pairs(crowd.shapes, crowd.bodies, alert_distance=1.0, threads=1)
    assert np.array_equal(pairs, abut.find_planar_pairs(crowd.shapes, crowd.bodies, alert_distance=1.0))
    one = abut.query_planar_pairs(crowd.shapes, crowd.bodies, pairs, patches=True, threads=1)
    assert same_columns(one, abut.query_planar_pairs(crowd.shapes, crowd.bodies, pairs, patches=True, threads=3))
    order = rng.permutation(len(pairs))
    shuffled = abut.query_planar_pairs(crowd.shapes, crowd.bodies, np.ascontiguousarray(pairs[order]), patches=True)
    assert same_columns(one.take(order), shuffled)


def test_a_warm_start_keeps_the_edge_of_the_last_step():
    """A square in the middle of another is as far from each of its edges."""
    shapes, bodies = two_bodies(SQUARE, [0, 0.25], other=SQUARE * 0.25)
    warm = abut.WarmStart(1)
    up = abut.query_planar_pairs(shapes, bodies, ONE_PAIR, warm_start=warm).normal[0].copy()
    assert np.allclose(up, [0, 1], atol=1e-12)
    bodies.positions[1] = [0, 0]
    kept = abut.query_planar_pairs(shapes, bodies, ONE_PAIR, warm_start=warm).normal[0]
    alone = abut.query_planar_pairs(shapes, bodies, ONE_PAIR).normal[0]
    assert np.allclose(kept, up, atol=1e-12) and not np.allclose(alone, up, atol=0.1)


def test_contacts_are_matched_and_carried(crowd, rng):
    pairs = abut.find_planar_pairs(crowd.shapes, crowd.bodies)
    contacts = abut.query_planar_pairs(crowd.shapes, crowd.bodies, pairs)
    order = rng.permutation(len(pairs))
    places = abut.match_contacts(pairs, contacts, np.ascontiguousarray(pairs[order]), contacts.take(order))
    assert np.array_equal(places, order)
    assert np.array_equal(abut.match_pairs(pairs[3:], pairs)[3:], np.arange(len(pairs) - 3))


def test_hulls_are_those_of_gift_wrapping(rng):
    for count in (3, 4, 10, 200):
        points = rng.normal(size=(count, 2))
        found = abut.planar_hull(points)
        assert found.dtype == np.uint32 and found[0] == found.min()
        expected = oracle.hull(points)
        at = int(np.flatnonzero((expected == points[found[0]]).all(axis=1))[0])
        assert np.array_equal(points[found], np.roll(expected, -at, axis=0))
        shapes = abut.PlanarShapeSet()
        assert np.array_equal(shapes.sources(shapes.add_polygon(points)), found)
        assert np.array_equal(shapes.vertices(0), points[found])
    assert abut.planar_hull([[2, 2], [0, 0], [1, 1], [2, 2]]).tolist() == [0, 1]
    assert abut.planar_hull(np.zeros((3, 2))).tolist() == [0] and abut.planar_hull(np.empty((0, 2))).tolist() == []
    assert abut.planar_hull(np.array([[0, 0], [1, 0], [0, 1], [1e-30, 1e-30]], np.float32)).tolist() == [0, 1, 2]


@pytest.mark.parametrize("pose", ["angle", "rotation", "none"])
def test_the_difference_has_the_origin_as_deep_as_the_shapes(rng, pose):
    for k in range(40):
        a, b = rng.normal(size=(rng.integers(1, 9), 2)), rng.normal(size=(rng.integers(1, 9), 2))
        angle, position = (rng.uniform(-4, 4), rng.normal(size=2) * 2) if pose != "none" else (0.0, np.zeros(2))
        rotation = (np.cos(angle), np.sin(angle))
        turn = {"angle": {"angle": angle}, "rotation": {"rotation": rotation}, "none": {}}[pose]
        place = {} if pose == "none" else {"position": position}
        found = abut.planar_minkowski_difference(a, b, **turn, **place)
        moved = b @ oracle.turned(rotation).T + position
        assert np.allclose(found.vertices, a[found.sources[:, 0]] - moved[found.sources[:, 1]], atol=1e-12)
        hulls = [points[abut.planar_hull(points)] for points in (a, moved)]
        origin = oracle.signed_distance(found.vertices, np.zeros((1, 2)))
        assert origin == pytest.approx(oracle.signed_distance(*hulls), abs=1e-12)
        if len(found.vertices) > 2:
            assert oracle.area(found.vertices) > 0


def test_the_entrance_block_holds_the_places_of_contact(rng):
    a, b = SQUARE, SQUARE * [0.5, 0.25]
    block = abut.planar_entrance_block(a, b, reference_point=[0.5, 0.25])
    corners = set(map(tuple, block.vertices.round(12).tolist()))
    assert corners == {(-1.0, -1.0), (2.0, -1.0), (2.0, 1.5), (-1.0, 1.5)}
    quarter = abut.planar_entrance_block(a, b, rotation=[0, 1])
    assert set(map(tuple, quarter.vertices.tolist())) == {(-1.25, -1.5), (1.25, -1.5), (1.25, 1.5), (-1.25, 1.5)}
    assert np.array_equal(quarter.vertices, abut.planar_minkowski_difference(a, b, rotation=[0, 1]).vertices)


def test_poses_are_made_of_angles(rng):
    position, rotation = abut.planar_pose([1, 2], np.pi / 3)
    assert position.tolist() == [1, 2] and np.allclose(rotation, [0.5, np.sqrt(0.75)], atol=1e-15)
    places, angles = rng.normal(size=(50, 2)), rng.uniform(-100, 100, 50)
    positions, rotations = abut.planar_pose(places, angles)
    assert np.array_equal(positions, places) and np.allclose(rotations, np.stack([np.cos(angles), np.sin(angles)], axis=1))
    by_angle = abut.PlanarBodies(np.zeros(50, np.int16), places, angles=angles)
    by_rotation = abut.PlanarBodies([0] * 50, places.T.copy().T, rotations=rotations)
    assert by_angle.records.tobytes() == by_rotation.records.tobytes()
    assert np.array_equal(abut.planar_pose(places[7], angles[7])[1], rotations[7])
    plain = abut.PlanarBodies([2, 1])
    assert plain.positions.tolist() == [[0, 0], [0, 0]] and plain.rotations.tolist() == [[1, 0], [1, 0]]
    assert plain.shapes.tolist() == [2, 1] and repr(plain) == "PlanarBodies of 2 bodies"


def test_bodies_are_moved_in_place(rng):
    bodies = abut.PlanarBodies([0, 1, 2], rng.normal(size=(3, 2)), angles=[0.1, 0.2, 0.3])
    records, before = bodies.records, bodies.rotations.copy()
    bodies.set_poses(np.ones((3, 2), np.float32))
    assert bodies.positions.tolist() == [[1, 1]] * 3 and np.array_equal(bodies.rotations, before)
    bodies.set_poses(angles=np.zeros(3))
    assert bodies.rotations.tolist() == [[1, 0]] * 3 and bodies.positions.tolist() == [[1, 1]] * 3
    bodies.positions += [1, 0]
    bodies.rotations = [0, 1]
    bodies.shapes[1] = 7
    assert bodies.records is records and records["position"].tolist() == [[2, 1]] * 3
    assert records["rotation"].tolist() == [[0, 1]] * 3 and records["shape"].tolist() == [0, 7, 2]
    with pytest.raises(abut.InvalidInput, match=r"^angles\[1\] is nan; allowed are finite numbers$"):
        bodies.set_poses(np.zeros((3, 2)), angles=[1, np.nan, 2])
    assert bodies.positions.tolist() == [[2, 1]] * 3 and bodies.rotations.tolist() == [[0, 1]] * 3


def test_rows_of_ones_own_are_bodies_without_a_copy():
    shapes, expected = two_bodies(SQUARE, [1.5, 0])
    rows = np.zeros(2, abut.PLANAR_BODY)
    rows["position"], rows["rotation"] = [[0, 0], [1.5, 0]], [1, 0]
    bodies = abut.PlanarBodies.of(rows)
    assert bodies.records is rows and len(bodies) == 2
    assert abut.query_planar_pairs(shapes, bodies, ONE_PAIR).separation.tolist() == [-0.5]
    rows["position"][1] = [3, 0]
    assert abut.query_planar_pairs(shapes, bodies, ONE_PAIR).separation.tolist() == [1]
    rows.flags.writeable = False
    assert abut.find_planar_pairs(shapes, bodies, alert_distance=1).tolist() == [[0, 1]]
    assert len(expected) == 2


def test_rows_have_the_names_and_places_of_cs_structures():
    """As ctypes lays out what include/abut/c/planar.h declares."""
    import ctypes

    numbers = {"f4": ctypes.c_float, "f8": ctypes.c_double, "u8": ctypes.c_uint64, "u1": ctypes.c_uint8, "u4": ctypes.c_uint32}

    def laid_out(dtype):
        def kind(field):
            base, shape = (field.subdtype[0], field.shape[0]) if field.subdtype else (field, 1)
            c = numbers[base.str[1:]]
            return c * shape if field.subdtype else c

        fields = [(name, kind(dtype.fields[name][0])) for name in dtype.names]
        return type("Row", (ctypes.Structure,), {"_fields_": fields})

    kinds = [abut.PlanarContacts, abut.PlanarPatches, abut.PlanarOverlaps]
    for dtype in [abut.PLANAR_BODY, *(kind.row_dtype(d) for kind in kinds for d in DTYPES)]:
        row = laid_out(dtype)
        assert ctypes.sizeof(row) == dtype.itemsize
        assert all(getattr(row, name).offset == dtype.fields[name][1] for name in dtype.names)


def test_flat_shapes_are_the_same_in_space(crowd):
    flat = abut.flat_shapes(crowd.shapes)
    assert len(flat) == len(crowd.shapes)
    bodies = abut.BodySet()
    c, s = crowd.bodies.rotations.T
    matrices = np.zeros((300, 3, 3))
    matrices[:, 0, 0], matrices[:, 0, 1], matrices[:, 1, 0], matrices[:, 1, 1], matrices[:, 2, 2] = c, -s, s, c, 1
    bodies.add_many(crowd.indices, np.c_[crowd.bodies.positions, np.zeros(300)], matrices=matrices)
    in_space = {tuple(p) for p in abut.find_pairs(flat, bodies, alert_distance=0.1).tolist()}
    pairs = abut.find_planar_pairs(crowd.shapes, crowd.bodies, alert_distance=0.1)
    assert {tuple(p) for p in pairs.tolist()} <= in_space
    gaps = abut.query_pairs(flat, bodies, pairs).separation
    flat_gaps = abut.query_planar_pairs(crowd.shapes, crowd.bodies, pairs).separation
    apart = flat_gaps > 0
    assert apart.sum() > 5 and np.allclose(gaps[apart], flat_gaps[apart], atol=1e-12)


def test_shapes_say_what_they_are():
    shapes = abut.PlanarShapeSet()
    assert repr(shapes) == "PlanarShapeSet of 0 shapes"
    assert [shapes.add_point([1, 2], rounding=0.5), shapes.add_disc(2), shapes.add_segment([0, 0], [1, 0])] == [0, 1, 2]
    assert shapes.add_polygon([[0, 0], [2, 0], [1, 0], [2, 2], [0, 2]]) == 3
    assert len(shapes) == 4 and shapes.sources(3).tolist() == [0, 1, 3, 4]
    assert shapes.info(3) == {"vertex_count": 4, "rounding": 0.0, "size": pytest.approx(np.sqrt(2)), "centre": (1.0, 1.0)}
    assert shapes.info(0)["rounding"] == 0.5 and shapes.vertices(2).tolist() == [[0, 0], [1, 0]]


def test_empty_batches_are_taken():
    shapes, bodies = abut.PlanarShapeSet(), abut.PlanarBodies([])
    assert abut.find_planar_pairs(shapes, bodies).shape == (0, 2)
    none = abut.query_planar_pairs(shapes, bodies, np.empty((0, 2), np.uint32), patches=True, overlaps=True)
    assert len(none) == len(none.patches) == len(none.overlaps) == 0 and none.normal.shape == (0, 2)
