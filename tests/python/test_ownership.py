"""Who owns what: answers outlive the objects that gave them, what sets keep is a copy, and nothing is shared by chance."""

import gc

import numpy as np
import pytest
from conftest import Crowd, same_bits

import abut

CUBE = np.array([[x, y, z] for x in (0.0, 1.0) for y in (0.0, 1.0) for z in (0.0, 1.0)])
OUTWARD = np.array(
    [[0, 1, 3], [0, 3, 2], [4, 6, 7], [4, 7, 5], [0, 4, 5], [0, 5, 1], [2, 3, 7], [2, 7, 6], [0, 2, 6], [0, 6, 4],
     [1, 5, 7], [1, 7, 3]], np.uint32)


def crowd():
    return Crowd(np.random.default_rng(2), 80, side=3.0)


def pairs_of(c):
    return abut.find_pairs(c.shapes, c.bodies)


def queried(c):
    return abut.query_pairs(c.shapes, c.bodies, pairs_of(c))


def patches(c):
    found = abut.detect(c.shapes, c.bodies)
    return abut.find_patches(c.shapes, c.bodies, found.pairs, found.contacts)


def faceted_pairs(c):
    """Of the bodies that have facets: neither ellipsoids, cylinders, cones nor sums."""
    pairs = pairs_of(c)
    return pairs[(c.bodies.part_shapes()[pairs] < 4).all(axis=1)]


def arrays_of(facet_contacts):
    return [array for array in vars(facet_contacts).values() if isinstance(array, np.ndarray)]


def facets(c):
    return arrays_of(abut.find_facet_contacts(abut.FacetTrees(c.shapes), c.bodies, faceted_pairs(c), alert_distance=0.1))


def facets_of_a_finder(c):
    finder = abut.FacetContactFinder()
    found = finder.find(abut.FacetTrees(c.shapes), c.bodies, faceted_pairs(c), alert_distance=0.1)
    return [*arrays_of(found), finder.pairs]


def plane():
    shapes = abut.PlanarShapeSet()
    shapes.add_polygon(CUBE[:, :2])
    return shapes, abut.PlanarBodies([0] * 20, np.arange(40.0).reshape(20, 2) / 9, angles=np.arange(20.0))


def surface():
    c = crowd()
    trees = abut.FacetTrees(c.shapes)
    trees.build(c.bodies, faceted_pairs(c))
    return trees.surface(2)


def shape_patches(c):
    pairs, at = np.array([[2, 2], [2, 3], [3, 3]], np.uint32), np.full((3, 3), 0.1)
    contacts = abut.query_shape_pairs(c.shapes, pairs, positions=at)
    return abut.find_shape_patches(c.shapes, pairs, None, contacts, positions=at)


def kept_by_a_filter(c):
    kept = abut.PairFilter()
    kept.filter(c.shapes, c.bodies, pairs_of(c))
    return [kept.pairs, kept.clearances]


def bytes_of_caches(c):
    pairs = pairs_of(c)
    warm = abut.WarmStart(len(pairs))
    abut.query_pairs(c.shapes, c.bodies, pairs, warm_start=warm)
    return warm.to_bytes()


#: Each gives a list of arrays, and drops all that they were made of.
ANSWERS = {
    "vertices": lambda: [crowd().shapes.vertices(3)],
    "positions": lambda: [crowd().bodies.positions()],
    "matrices": lambda: [crowd().bodies.matrices()],
    "one pose": lambda: list(crowd().bodies.pose(7)),
    "parts": lambda: [f(crowd().bodies) for f in (
        abut.BodySet.part_shapes, abut.BodySet.part_bodies, abut.BodySet.part_positions, abut.BodySet.part_matrices)],
    "pairs": lambda: [pairs_of(crowd())],
    "cross pairs": lambda: [abut.find_cross_pairs(crowd().shapes, crowd().bodies, crowd().bodies)],
    "nearest": lambda: list(abut.find_nearest(crowd().shapes, crowd().bodies, CUBE)),
    "within": lambda: list(abut.find_within(crowd().shapes, crowd().bodies, CUBE, 1.5)),
    "finder": lambda: [abut.PairFinder().find(crowd().shapes, crowd().bodies)],
    "filter": lambda: [abut.PairFilter().filter(crowd().shapes, crowd().bodies, pairs_of(crowd()))],
    "matches": lambda: [abut.match_pairs(pairs_of(crowd()), pairs_of(crowd())[1:])],
    "contacts": lambda: list(queried(crowd()).arrays()),
    "detection": lambda: list(abut.detect(crowd().shapes, crowd().bodies).contacts.arrays()),
    "facets": lambda: facets(crowd()),
    "facets of a finder": lambda: facets_of_a_finder(crowd()),
    "patches": lambda: list(patches(crowd()).arrays()) + [patches(crowd()).centre],
    "caches": lambda: [bytes_of_caches(crowd())],
    "welded": lambda: list(abut.weld((CUBE, OUTWARD)).arrays()),
    "repaired": lambda: list(abut.repair_mesh((CUBE, OUTWARD)).mesh.arrays()),
    "part": lambda: list(abut.decompose((CUBE, OUTWARD))[0].arrays()),
    "wrap": lambda: list(abut.wrap_mesh((CUBE, OUTWARD), resolution=4).mesh.arrays()),
    "difference": lambda: (lambda d: [d.vertices, d.sources])(abut.minkowski_difference(CUBE, CUBE)),
    "planar difference": lambda: (lambda d: [d.vertices, d.sources])(abut.planar_minkowski_difference(CUBE[:, :2], CUBE[:, 1:])),
    "planar hull": lambda: [abut.planar_hull(CUBE[:, :2])],
    "planar vertices": lambda: [plane()[0].vertices(0), plane()[0].sources(0)],
    "planar pose": lambda: list(abut.planar_pose(CUBE[:, :2], CUBE[:, 0])),
    "planar bodies": lambda: [plane()[1].records.view(np.uint8)],
    "planar pairs": lambda: [abut.find_planar_pairs(*plane())],
    "planar finder": lambda: [abut.PlanarPairFinder().find(*plane())],
    "surface": lambda: [a for a in vars(surface()).values() if isinstance(a, np.ndarray)],
    "patches of shapes": lambda: list(shape_patches(crowd()).arrays()),
    "kept pairs": lambda: kept_by_a_filter(crowd()),
}


@pytest.mark.parametrize("name", ANSWERS)
def test_arrays_outlive_what_made_them(name):
    arrays = ANSWERS[name]()
    kept = [a.copy() for a in arrays]
    gc.collect()
    rubbish = [np.full(len(kept[0]) or 1, 0x5A, np.uint8) for _ in range(2000)] + [crowd() for _ in range(3)]
    for array, copy in zip(arrays, kept):
        assert array.tobytes() == copy.tobytes() and array.size > 0
        assert array.flags.writeable and array.flags.c_contiguous and array.flags.aligned
    del rubbish


@pytest.mark.parametrize("name", ANSWERS)
def test_the_same_asked_twice_gives_the_same_bits_in_other_memory(name):
    one, two = ANSWERS[name](), ANSWERS[name]()
    for a, b in zip(one, two):
        assert a.tobytes() == b.tobytes() and a.dtype == b.dtype and a.shape == b.shape
        assert not np.shares_memory(a, b)


def test_what_a_set_gives_is_a_copy():
    c = crowd()
    for read in (c.bodies.positions, c.bodies.matrices, c.bodies.part_shapes, lambda: c.shapes.vertices(2),
                 lambda: c.bodies.pose(0)[0], lambda: c.bodies.pose(0)[1]):
        first = read()
        expected = first.copy()
        first[...] = 0
        assert np.array_equal(read(), expected) and expected.any()


def test_what_a_set_takes_is_copied():
    vertices, positions, quaternion = CUBE.copy(), np.zeros((2, 3)), np.array([[1.0, 0, 0, 0]] * 2)
    index = np.zeros(2, np.uint32)
    shapes, bodies = abut.ShapeSet(), abut.BodySet()
    shapes.add_hull(vertices)
    bodies.add_many(index, positions, quaternions=quaternion)
    before = shapes.vertices(0), bodies.positions(), bodies.matrices(), bodies.part_shapes()
    for a in (vertices, positions, quaternion, index):
        a[...] = 3
    after = shapes.vertices(0), bodies.positions(), bodies.matrices(), bodies.part_shapes()
    assert all(np.array_equal(x, y) for x, y in zip(before, after))


def test_caches_from_bytes_are_copied():
    kept = bytes_of_caches(crowd())
    warm = abut.WarmStart.from_bytes(kept)
    kept[...] = 0
    assert warm.to_bytes().any()
    strange = np.random.default_rng(1).integers(0, 256, kept.shape, np.uint8)
    c = crowd()
    pairs = pairs_of(c)
    answer = abut.query_pairs(c.shapes, c.bodies, pairs, warm_start=abut.WarmStart.from_bytes(strange))
    assert np.allclose(answer.separation, queried(c).separation, atol=1e-9)  # what Abut has not written is not believed


def test_a_mesh_shares_what_it_may_and_copies_what_it_must():
    doubles, numbers = CUBE.copy(), OUTWARD.copy()
    shared = abut.as_mesh((doubles, numbers))
    assert shared.vertices is doubles and shared.triangles is numbers
    for vertices, triangles in ((CUBE.astype(np.float32), OUTWARD.astype(np.int64)), (np.asfortranarray(CUBE), OUTWARD[::-1])):
        made = abut.as_mesh((vertices, triangles))
        assert made.vertices.dtype == np.float64 and made.triangles.dtype == np.uint32
        assert made.vertices.flags.c_contiguous and made.triangles.flags.c_contiguous
        assert not np.shares_memory(made.vertices, vertices) and not np.shares_memory(made.triangles, triangles)
        assert np.array_equal(made.vertices, CUBE)


def test_a_scene_lends_its_sets_and_gets_them_back_after_an_error(tmp_path):
    c = crowd()
    found = abut.detect(c.shapes, c.bodies)
    before = c.bodies.positions()
    (tmp_path / "file").write_text("")
    for _ in range(3):
        with pytest.raises(abut.FileError, match="file"):
            abut.write_results(tmp_path / "file", c.shapes, c.bodies, found)
    assert np.array_equal(c.bodies.positions(), before)
    assert same_bits(abut.detect(c.shapes, c.bodies).contacts, found.contacts)


def test_subclasses_are_taken_and_strangers_are_not():
    class Mine(abut.ShapeSet):
        def ball(self):
            return self.add_sphere(1)

    shapes, bodies = Mine(), abut.BodySet()
    bodies.add_many([shapes.ball()] * 2, [[0, 0, 0], [1, 0, 0]])
    assert abut.query_pairs(shapes, bodies, np.array([[0, 1]], np.uint32)).separation.tolist() == [-1]
    for wrong in (None, bodies, [1], 3):
        with pytest.raises(TypeError):
            abut.find_pairs(wrong, bodies)
        with pytest.raises(TypeError):
            abut.query_pairs(shapes, shapes if wrong is bodies else wrong, np.array([[0, 1]], np.uint32))


def test_an_output_is_written_and_nothing_beside_it():
    """The caller's arrays in one block of memory with gaps: only the records' own bytes change."""
    c = crowd()
    pairs = pairs_of(c)
    block = np.full((len(pairs), 32), 0xAB, np.uint8)
    rows = block.view("V32").reshape(-1).view(np.dtype(
        {"names": ["s", "n", "k"], "formats": ["f4", ("f4", 3), "u1"], "offsets": [4, 12, 29], "itemsize": 32}))
    abut.query_pairs(c.shapes, c.bodies, pairs, out=abut.Contacts(separation=rows["s"], normal=rows["n"], status=rows["k"]))
    plain = abut.query_pairs(c.shapes, c.bodies, pairs, dtype=np.float32)
    assert np.array_equal(rows["s"], plain.separation) and np.array_equal(rows["n"], plain.normal)
    assert np.array_equal(rows["k"], plain.status)
    untouched = np.ones(32, bool)
    for begin, end in ((4, 8), (12, 24), (29, 30)):
        untouched[begin:end] = False
    assert (block[:, untouched] == 0xAB).all()


def test_refused_calls_write_nothing():
    c = crowd()
    pairs = pairs_of(c)
    pairs[-1, 1] = 4000
    out = abut.Contacts.empty(len(pairs))
    for array in out.arrays():
        array[...] = 7
    with pytest.raises(abut.InvalidInput, match=rf"pair {len(pairs) - 1} names 4000; allowed is less than 80"):
        abut.query_pairs(c.shapes, c.bodies, pairs, out=out)
    assert all((array == 7).all() for array in out.arrays())
