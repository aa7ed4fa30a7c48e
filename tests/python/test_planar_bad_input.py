"""Every kind of bad argument of the plane: one clear line that names it, says what it is and what is allowed."""

import numpy as np
import pytest

import abut

SHAPES = abut.PlanarShapeSet()
SHAPES.add_polygon([[0, 0], [1, 0], [0, 1]])
SHAPES.add_disc(0.5)
BODIES = abut.PlanarBodies([0, 1, 0, 0], np.arange(8.0).reshape(4, 2))
PAIRS = np.array([[0, 1], [1, 2], [2, 3]], np.uint32)
SPACE = abut.ShapeSet()
MASK = np.ones(4, np.uint32)


def query(pairs=PAIRS, **options):
    return abut.query_planar_pairs(SHAPES, BODIES, pairs, **options)


def rows(count=3, **options):
    return abut.PlanarContacts.empty(count, **options)


def read_only(contacts):
    contacts.records.flags.writeable = False
    return contacts


def on(memory):
    """Records that lie in memory of the caller's."""
    dtype = abut.PlanarContacts.row_dtype()
    return abut.PlanarContacts(memory.view(np.uint8).reshape(-1)[: 3 * dtype.itemsize].view(dtype))


def unaligned():
    return np.zeros(2 * abut.PLANAR_BODY.itemsize + 4, np.uint8)[4:].view(abut.PLANAR_BODY)


def over(name):
    """Bodies whose array was changed for another since."""
    bodies = abut.PlanarBodies([0, 0])
    bodies.records = {"list": [1], "rows": bodies.records[::-1], "dtype": np.zeros(2)}[name]
    return bodies


CASES = {
    # shapes
    "no points": (lambda: SHAPES.add_polygon(np.empty((0, 2))), abut.InvalidInput, "add_polygon: points has no points; at least 1 is needed"),
    "points of space": (lambda: SHAPES.add_polygon(np.zeros((3, 3))), ValueError, "points is float64 of shape (3, 3); allowed is float64 or float32 of shape (N, 2)"),
    "whole points": (lambda: SHAPES.add_polygon(np.zeros((3, 2), int)), TypeError, "points is int64 of shape (3, 2); allowed is float64 or float32 of shape (N, 2): astype(numpy.float64) converts it"),
    "NaN": (lambda: SHAPES.add_point([0, np.nan]), abut.InvalidInput, "nan"),
    "negative radius": (lambda: SHAPES.add_disc(-1), abut.InvalidInput, "add_disc: radius is -1"),
    "radius as text": (lambda: SHAPES.add_disc("1"), TypeError, "radius is '1'; allowed is a number"),
    "negative rounding": (lambda: SHAPES.add_segment([0, 0], [1, 0], rounding=-2), abut.InvalidInput, "rounding is -2"),
    "one number": (lambda: SHAPES.add_segment([0], [1, 0]), ValueError, "v0 is float64 of shape (1,); allowed is float64 or float32 of shape (2,)"),
    "no such shape": (lambda: SHAPES.vertices(2), abut.InvalidInput, "shape is 2; allowed is less than 2"),
    "no such shape's info": (lambda: SHAPES.info(9), abut.InvalidInput, "shape is 9; allowed is less than 2"),
    "negative shape": (lambda: SHAPES.sources(-1), abut.InvalidInput, "shape is -1; allowed is a whole number from 0 to 4294967295"),
    "flat shapes of space": (lambda: abut.flat_shapes(SPACE), TypeError, "shapes is a ShapeSet; allowed is a PlanarShapeSet"),
    # bodies
    "half a shape": (lambda: abut.PlanarBodies([0.5]), TypeError, "shapes is float64 of shape (1,); allowed is uint32 or "),
    "negative shapes": (lambda: abut.PlanarBodies([0, -1]), abut.InvalidInput, "shapes[1] is -1; allowed are numbers of shapes, from 0"),
    "positions of space": (lambda: abut.PlanarBodies([0, 0], np.zeros((2, 3))), ValueError, "positions is float64 of shape (2, 3); allowed is float64 or float32 of shape (2, 2)"),
    "too few positions": (lambda: abut.PlanarBodies([0, 0], np.zeros((1, 2))), ValueError, "positions is float64 of shape (1, 2)"),
    "flat angles": (lambda: abut.PlanarBodies([0, 0], angles=np.zeros((2, 1))), ValueError, "angles is float64 of shape (2, 1); allowed is float64 or float32 of shape (2,)"),
    "whole angles": (lambda: abut.PlanarBodies([0, 0], angles=np.zeros(2, int)), TypeError, "angles is int64"),
    "infinite angle": (lambda: abut.PlanarBodies([0, 0], angles=[0, np.inf]), abut.InvalidInput, "angles[1] is inf; allowed are finite numbers"),
    "rotations and angles": (lambda: abut.PlanarBodies([0], rotations=[[1, 0]], angles=[0]), TypeError, "rotations and angles are both given; allowed is one of them"),
    "moved with both": (lambda: BODIES.set_poses(rotations=np.ones((4, 2)), angles=np.zeros(4)), TypeError, "rotations and angles are both given"),
    "moved by too few": (lambda: BODIES.set_poses(np.zeros((3, 2))), ValueError, "positions is float64 of shape (3, 2); allowed is float64 or float32 of shape (4, 2)"),
    "moved by itself": (lambda: BODIES.set_poses(BODIES.positions), abut.InvalidInput, "bodies lies on positions; allowed are arrays with memory of their own"),
    "rows of another dtype": (lambda: abut.PlanarBodies.of(np.zeros((2, 5))), TypeError, "records has the dtype float64; allowed are the fields shape, position, rotation as"),
    "rows of a list": (lambda: abut.PlanarBodies.of([1]), TypeError, "records is a list; allowed is a NumPy array of structures"),
    "rows of rows": (lambda: abut.PlanarBodies.of(np.zeros((2, 2), abut.PLANAR_BODY)), ValueError, "records has the shape (2, 2); allowed is (N,)"),
    "every other row": (lambda: abut.PlanarBodies.of(np.zeros(4, abut.PLANAR_BODY)[::2]), ValueError, "records has rows that do not lie one after the other; numpy.ascontiguousarray copies them"),
    "unaligned rows": (lambda: abut.PlanarBodies.of(unaligned()), ValueError, "records is not aligned to 8 bytes; allowed is aligned memory"),
    "changed rows": (lambda: abut.find_planar_pairs(SHAPES, over("list")), TypeError, "bodies.records is a list; allowed is a NumPy array of structures"),
    "turned rows": (lambda: abut.find_planar_pairs(SHAPES, over("rows")), ValueError, "bodies.records has rows that do not lie one after the other"),
    "rows of numbers": (lambda: abut.find_planar_pairs(SHAPES, over("dtype")), TypeError, "bodies.records has the dtype float64"),
    # searches
    "swapped": (lambda: abut.find_planar_pairs(BODIES, SHAPES), TypeError, "bodies is a PlanarShapeSet; allowed is a PlanarBodies"),
    "searched in shapes of space": (lambda: abut.find_planar_pairs(SPACE, BODIES), TypeError, "shapes is a ShapeSet; allowed is a PlanarShapeSet"),
    "an array as bodies": (lambda: abut.find_planar_pairs(SHAPES, BODIES.records), TypeError, "bodies is a ndarray; allowed is a PlanarBodies"),
    "negative alert": (lambda: abut.find_planar_pairs(SHAPES, BODIES, alert_distance=-1), abut.InvalidInput, "find_planar_pairs: alert_distance is -1; allowed: finite, 0 or more"),
    "infinite alert": (lambda: abut.PlanarPairFinder().find(SHAPES, BODIES, alert_distance=np.inf), abut.InvalidInput, "alert_distance is inf"),
    "one mask": (lambda: abut.find_planar_pairs(SHAPES, BODIES, groups=MASK), TypeError, "meets is None; allowed is uint32 of shape (4,), as the other of groups and meets is given"),
    "the other mask": (lambda: abut.PlanarPairFinder().find(SHAPES, BODIES, meets=MASK), TypeError, "groups is None; allowed is uint32 of shape (4,)"),
    "short mask": (lambda: abut.find_planar_pairs(SHAPES, BODIES, groups=MASK[:3], meets=MASK), ValueError, "groups is uint32 of shape (3,); allowed is uint32 of shape (4,)"),
    "signed mask": (lambda: abut.find_planar_pairs(SHAPES, BODIES, groups=MASK, meets=MASK.astype(int)), TypeError, "meets is int64 of shape (4,); allowed is uint32 of shape (4,): astype(numpy.uint32) converts it"),
    "every other mask": (lambda: abut.find_planar_pairs(SHAPES, BODIES, groups=np.ones(8, np.uint32)[::2], meets=MASK), ValueError, "contiguous"),
    "unknown shape": (lambda: abut.find_planar_pairs(SHAPES, abut.PlanarBodies([0, 2])), abut.InvalidInput, "find_planar_pairs: bodies[1].shape is 2; there are 2 shapes"),
    "threads of a finder": (lambda: abut.PlanarPairFinder(threads="2"), TypeError, "threads is '2'; allowed is a whole number from 0 to 2147483647"),
    "negative threads": (lambda: abut.find_planar_pairs(SHAPES, BODIES, threads=-1), abut.InvalidInput, "threads is -1"),
    # queries
    "signed pairs": (lambda: query(PAIRS.astype(np.int64)), TypeError, "pairs is int64 of shape (3, 2); allowed is uint32 of shape (N, 2): astype(numpy.uint32) converts it"),
    "flat pairs": (lambda: query(PAIRS.ravel()), ValueError, "pairs is uint32 of shape (6,)"),
    "reversed pairs": (lambda: query(PAIRS[::-1]), ValueError, "pairs has a negative stride; allowed are positive ones"),
    "Fortran order": (lambda: query(np.asfortranarray(PAIRS)), ValueError, "allowed is an array whose rows are contiguous"),
    "a list": (lambda: query([[0, 1]]), TypeError, "pairs is a list; allowed is an array of shape (M, 2)"),
    "no such body": (lambda: query(np.array([[0, 4]], np.uint32)), abut.InvalidInput, "query_planar_pairs: pair 0 names 4; allowed is less than 4"),
    "bodies of space": (lambda: abut.query_planar_pairs(SHAPES, abut.BodySet(), PAIRS), TypeError, "bodies is a BodySet; allowed is a PlanarBodies"),
    "NaN alert": (lambda: query(alert_distance=np.nan), abut.InvalidInput, "alert_distance is nan"),
    "negative margin": (lambda: query(patch_margin=-1), abut.InvalidInput, "patch_margin is -1; allowed: finite, 0 or more"),
    "margin as text": (lambda: query(patch_margin="a"), TypeError, "patch_margin is 'a'; allowed is a number"),
    "half precision": (lambda: query(dtype=np.float16), TypeError, "dtype is float16; allowed are float32 and float64"),
    "overlaps of a disc": (lambda: query(overlaps=True), abut.InvalidInput, "query_planar_pairs: overlaps: pair 0 has shape 1 with rounding 0.5; allowed is 0"),
    "other caches": (lambda: query(warm_start=abut.WarmStart(2)), abut.InvalidInput, "warm_start has 2 caches; there are 3 pairs"),
    "warm start": (lambda: query(warm_start=3), TypeError, "warm_start is 3; allowed is None or a WarmStart"),
    # out
    "contacts of space": (lambda: query(out=abut.Contacts.empty(3)), TypeError, "out is a Contacts; allowed is a PlanarContacts"),
    "short out": (lambda: query(out=rows(2)), ValueError, "out has 2 records; allowed are 3, as pairs has rows"),
    "read-only out": (lambda: query(out=read_only(rows())), ValueError, "out is read-only; allowed is an array that can be written"),
    "out and patches": (lambda: query(out=rows(), patches=True), TypeError, "out is given with patches or overlaps; allowed is either: out's own are written"),
    "out on the pairs": (lambda: (lambda m: query(m[:6].view(np.uint32).reshape(6, 2)[:3], out=on(m)))(np.zeros(100, np.uint64)), abut.InvalidInput, "out lies on pairs; allowed are arrays with memory of their own"),
    "out on the bodies": (lambda: (lambda m: abut.query_planar_pairs(SHAPES, abut.PlanarBodies.of(m[:20].view(abut.PLANAR_BODY)), PAIRS, out=on(m)))(np.zeros(100)), abut.InvalidInput, "out lies on bodies"),
    "records of numbers": (lambda: abut.PlanarContacts(np.zeros(3)), TypeError, "records has the dtype float64; allowed are the fields separation, normal"),
    "records of patches": (lambda: abut.PlanarContacts(np.zeros(3, abut.PlanarPatches.row_dtype())), TypeError, "records has the dtype"),
    "patches of another length": (lambda: abut.PlanarContacts(rows().records, patches=rows(2, patches=True).patches), ValueError, "patches is float64 of 2 pairs; allowed is float64 of 3, as records"),
    "overlaps of another dtype": (lambda: abut.PlanarContacts(rows().records, overlaps=rows(dtype="f4", overlaps=True).overlaps), ValueError, "overlaps is float32 of 3 pairs; allowed is float64 of 3, as records"),
    "patches as an array": (lambda: abut.PlanarContacts(rows().records, patches=np.zeros(3)), TypeError, "patches is a ndarray; allowed is None or a PlanarPatches"),
    "records of no number": (lambda: rows(-1), TypeError, "count is -1; allowed is a whole number from 0"),
    # polygons and poses
    "hull of NaN": (lambda: abut.planar_hull([[0, 0], [np.nan, 1]]), abut.InvalidInput, "points[1] is (nan, 1); allowed are finite numbers"),
    "hull of None": (lambda: abut.planar_hull(None), TypeError, "points is None; allowed is an array"),
    "hull of space": (lambda: abut.planar_hull(np.zeros((3, 3))), ValueError, "points is float64 of shape (3, 3)"),
    "difference of nothing": (lambda: abut.planar_minkowski_difference(np.empty((0, 2)), [[0, 0]]), abut.InvalidInput, "planar_minkowski_difference: a has no points"),
    "a long rotation": (lambda: abut.planar_minkowski_difference([[0, 0]], [[0, 0]], rotation=[2, 0]), abut.InvalidInput, "rotation is (2, 0); allowed: (cos, sin) of an angle, of length 1"),
    "rotation and angle": (lambda: abut.planar_entrance_block([[0, 0]], [[0, 0]], rotation=[1, 0], angle=0), TypeError, "rotation and angle are both given; allowed is one of them"),
    "angle as a list": (lambda: abut.planar_entrance_block([[0, 0]], [[0, 0]], angle=[0]), ValueError, "angle is float64 of shape (1,)"),
    "NaN angle": (lambda: abut.planar_minkowski_difference([[0, 0]], [[0, 0]], angle=np.nan), abut.InvalidInput, "angle is nan; allowed are finite numbers"),
    "reference of space": (lambda: abut.planar_entrance_block([[0, 0]], [[0, 0]], reference_point=[0, 0, 0]), ValueError, "reference_point is float64 of shape (3,)"),
    "pose of space": (lambda: abut.planar_pose([0, 0, 0], 0), ValueError, "position is float64 of shape (3,); allowed is float64 or float32 of shape (2,)"),
    "pose without angle": (lambda: abut.planar_pose([0, 0], None), TypeError, "angle is None"),
    "infinite pose": (lambda: abut.planar_pose([0, 0], np.inf), abut.InvalidInput, "angle is inf; allowed are finite numbers"),
    "too few angles": (lambda: abut.planar_pose(np.zeros((3, 2)), np.zeros(2)), ValueError, "angle is float64 of shape (2,); allowed is float64 or float32 of shape (3,)"),
    "one bad angle": (lambda: abut.planar_pose(np.zeros((2, 2)), np.array([0, np.nan])), abut.InvalidInput, "angle[1] is nan; allowed are finite numbers"),
}


@pytest.mark.parametrize("name", CASES)
def test_is_refused_in_one_line(name):
    call, kind, text = CASES[name]
    before = BODIES.records.tobytes()
    with pytest.raises(kind) as caught:
        call()
    assert text in str(caught.value) and len(str(caught.value).splitlines()) == 1
    assert len(SHAPES) == 2 and BODIES.records.tobytes() == before


def test_arguments_by_place_are_refused_with_the_signature():
    with pytest.raises(TypeError):
        abut.find_planar_pairs(SHAPES, BODIES, 0.1)
    with pytest.raises(TypeError, match=r"planar_hull: missing a required argument: 'points'; allowed is planar_hull\(points: "):
        abut.planar_hull()


def test_refused_queries_write_nothing():
    out = rows()
    out.records.view(np.uint8)[...] = 7
    with pytest.raises(abut.InvalidInput):
        query(np.array([[0, 1], [1, 2], [2, 9]], np.uint32), out=out)
    assert (out.records.view(np.uint8) == 7).all()
