"""Contacts between single facets, against closed forms."""

import gc
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import abut
from abut import FacetContactKind as Kind

PAIR = np.array([[0, 1]], np.uint32)


def two_cubes(gap):
    """Of sides 2 and 1, the second above the first."""
    shapes, bodies = abut.ShapeSet(), abut.BodySet()
    cubes = [shapes.add_box([1, 1, 1]), shapes.add_box([0.5, 0.5, 0.5])]
    bodies.add_many(cubes, [[0, 0, 0], [0, 0, 1.5 + gap]])
    return shapes, bodies


def frame(outer, inner, half):
    """A square ring about z: a closed mesh with a hole, outward."""
    corners = np.array([[1, 1], [-1, 1], [-1, -1], [1, -1]], float)
    vertices = np.array([[*(c * side), z] for z in (-half, half) for side in (outer, inner) for c in corners])
    o, i, O, I = 0, 4, 8, 12  # where the loops begin: outer and inner, below and above
    quads = []
    for k in range(4):
        n = (k + 1) % 4
        quads.append([o + k, o + n, O + n, O + k])  # outer wall
        quads.append([i + n, i + k, I + k, I + n])  # inner wall
        quads.append([O + k, O + n, I + n, I + k])  # top
        quads.append([o + n, o + k, i + k, i + n])  # bottom
    triangles = [[q[j] for j in c] for q in quads for c in ((0, 1, 2), (0, 2, 3))]
    return abut.as_mesh((vertices, triangles))


def ring_on_a_rod(shift=0.0):
    """A frame with a square hole of half width 0.6 about a capsule of radius 0.5, longer than the frame is thick."""
    mesh = frame(1.0, 0.6, 0.25)
    shapes, bodies = abut.ShapeSet(), abut.BodySet()
    ring, rod = shapes.add_hull(mesh.vertices), shapes.add_capsule(0.5, 2.0)
    bodies.add_many([ring, rod], [[0, 0, 0], [shift, 0, 0.1]])
    trees = abut.FacetTrees(shapes)
    trees.set_mesh(ring, mesh)
    return shapes, bodies, trees


def test_a_surface_has_what_contacts_name():
    shapes, bodies = two_cubes(0.25)
    trees = abut.FacetTrees(shapes)
    found = abut.find_facet_contacts(trees, bodies, PAIR, alert_distance=0.5)
    surfaces = [trees.surface(0), trees.surface(1)]
    for shape, surface in enumerate(surfaces):
        assert surface.convex and surface.solid and surface.rounding == 0 and surface.facets.shape == (12, 3)
        corners = shapes.vertices(shape)
        assert np.allclose(surface.vertices, corners[surface.vertex_ids], atol=1e-15) and len(surface.vertices) == 8
        fans = [[f[0], f[i], f[i + 1]] for f in shapes.faces(shape) for i in range(1, len(f) - 1)]
        assert surface.vertex_ids[surface.facets].tolist() == fans
        faces = [k for k, f in enumerate(shapes.faces(shape)) for _ in range(1, len(f) - 1)]
        assert surface.planes.tolist() == faces
        assert len(surface.edges) == 18 and (surface.edge_ids == abut.NO_FACET).sum() == 6
        assert sorted(surface.edge_ids.tolist())[:12] == list(range(12))
    for i in range(len(found)):  # witness points lie on the facets that are named
        for facet, witness, surface, at in (
            (found.facet_a[i], found.witness_a[i], surfaces[0], 0.0), (found.facet_b[i], found.witness_b[i], surfaces[1], 1.75)):
            a, b, c = surface.vertices[surface.facets[facet]] + [0, 0, at]
            weights = np.linalg.lstsq(np.array([a, b, c]).T, witness, rcond=None)[0]
            assert np.allclose(np.array([a, b, c]).T @ weights, witness) and weights.min() > -1e-9
    vertex = abut.feature_kind(found.feature_b) == 1
    index = abut.feature_index(found.feature_b)[vertex]
    assert np.allclose(shapes.vertices(1)[index] + [0, 0, 1.75], found.witness_b[vertex])


def test_the_surface_of_a_mesh_has_its_triangles_and_edges():
    shapes, bodies, trees = ring_on_a_rod()
    mesh = frame(1.0, 0.6, 0.25)
    with pytest.raises(abut.InvalidInput, match="^shape 0 has no facets yet; allowed are those of the pairs that"):
        trees.surface(0)
    trees.build(bodies, PAIR)
    surface = trees.surface(0)
    assert np.array_equal(surface.vertex_ids[surface.facets], mesh.triangles) and surface.solid and not surface.convex
    assert np.allclose(surface.vertices, mesh.vertices[surface.vertex_ids], atol=1e-15)
    sides = np.sort(np.concatenate([mesh.triangles[:, [0, 1]], mesh.triangles[:, [1, 2]], mesh.triangles[:, [2, 0]]]), axis=1)
    assert sorted(map(sorted, surface.vertex_ids[surface.edges].tolist())) == np.unique(sides, axis=0).tolist()
    assert surface.edge_ids.tolist() == list(range(len(surface.edges)))
    assert len(np.unique(surface.planes)) == 10  # four walls outside, four inside, and the top and the bottom
    before = surface.vertices.copy()
    trees.set_mesh(0, mesh)  # the tree is given up, the copies are not
    assert np.array_equal(surface.vertices, before)
    with pytest.raises(abut.InvalidInput, match="^shape is -1; allowed is a whole number from 0 to 4294967295$"):
        trees.surface(-1)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_cubes_face_to_face_have_their_corners_at_the_gap(dtype):
    shapes, bodies = two_cubes(0.25)
    trees = abut.FacetTrees(shapes)
    found = abut.find_facet_contacts(trees, bodies, PAIR, alert_distance=0.5, dtype=dtype)
    assert len(found) == 4 and found.offsets.tolist() == [0, 4] and found.pair_indices().tolist() == [0] * 4
    for name in ("separation", "normal", "witness_a", "witness_b", "point"):
        assert getattr(found, name).dtype == dtype
    assert found.offsets.dtype == np.uint64 and found.facet_a.dtype == np.uint32 and found.kind.dtype == np.uint8
    assert (found.separation == 0.25).all() and (found.kind == Kind.APART).all()
    assert (found.normal == [0, 0, 1]).all()
    assert sorted(map(tuple, found.point.tolist())) == [(x, y, 1.125) for x in (-0.5, 0.5) for y in (-0.5, 0.5)]
    assert np.array_equal(found.witness_b, found.witness_a + found.separation[:, None] * found.normal)
    assert found.counts["distances"] > 0
    assert len(abut.find_facet_contacts(trees, bodies, PAIR, alert_distance=0.2, dtype=dtype)) == 0


def test_equal_cubes_have_their_corners_over_faces_and_corners():
    """Each corner is exactly over the border of the other's face: with the face, from both sides, and with the corner."""
    shapes, bodies = abut.ShapeSet(), abut.BodySet()
    cube = shapes.add_box([1, 1, 1])
    bodies.add_many([cube, cube], [[0, 0, 0], [0, 0, 2.25]])
    found = abut.find_facet_contacts(abut.FacetTrees(shapes), bodies, PAIR, alert_distance=0.5)
    assert (found.separation == 0.25).all() and (found.normal == [0, 0, 1]).all()
    points, count = np.unique(found.point, axis=0, return_counts=True)
    assert points.tolist() == [[x, y, 1.125] for x in (-1, 1) for y in (-1, 1)] and count.tolist() == [3] * 4
    kinds = set(zip(abut.feature_kind(found.feature_a).tolist(), abut.feature_kind(found.feature_b).tolist()))
    assert kinds == {(1, 1), (1, 3), (3, 1)} and len(np.unique(found.key)) == 12


def test_contacts_know_their_pairs():
    shapes, bodies = abut.ShapeSet(), abut.BodySet()
    plate, cube = shapes.add_box([3, 1, 1]), shapes.add_box([0.5, 0.5, 0.5])
    bodies.add_many([plate, cube, cube], [[0, 0, 0], [-1.5, 0, 1.6], [1.5, 0, 1.7]])
    pairs = np.array([[0, 2], [1, 2], [0, 1]], np.uint32)
    found = abut.find_facet_contacts(abut.FacetTrees(shapes), bodies, pairs, alert_distance=0.5)
    assert found.offsets.tolist() == [0, 4, 4, 8] and found.pair_indices().tolist() == [0] * 4 + [2] * 4
    assert np.allclose(found.separation, np.repeat([0.2, 0.1], 4))
    assert np.allclose(abut.world_points(bodies, pairs[found.pair_indices()], found.point)[:, 2], np.repeat([1.1, 1.05], 4))


def test_all_pairs_of_facets_hold_the_nearest_points_of_each():
    shapes, bodies = two_cubes(0.25)
    found = abut.find_facet_contacts(abut.FacetTrees(shapes), bodies, PAIR, alert_distance=0.26, contacts=False)
    pairs = list(zip(found.facet_a.tolist(), found.facet_b.tolist()))
    assert len(set(pairs)) == len(pairs) == len(found) and pairs == sorted(pairs)
    assert np.allclose(found.separation, 0.25) and np.allclose(found.normal, [0, 0, 1])
    assert len(found) > 4  # facets of the sides reach the gap by an edge


@pytest.mark.parametrize("shift", [0.0, 0.04])
def test_a_ring_on_a_rod_touches_it_from_all_sides(shift):
    """Their hulls overlap by far; the rod is 0.1 from each wall of the hole, less or more where it is moved."""
    shapes, bodies, trees = ring_on_a_rod(shift)
    pairs = abut.find_pairs(shapes, bodies)
    assert pairs.tolist() == [[0, 1]] and abut.query_pairs(shapes, bodies, pairs).separation[0] < -0.5
    found = abut.find_facet_contacts(trees, bodies, pairs, alert_distance=0.15)
    gaps = {tuple(n): {round(s, 12) for s in found.separation[(found.normal == n).all(axis=1)]} for n in
            ([1.0, 0, 0], [-1.0, 0, 0], [0, 1.0, 0], [0, -1.0, 0])}
    # Normals are the ring's, from the wall to the rod.
    right, left = round(0.1 + shift, 12), round(0.1 - shift, 12)
    assert gaps == {(1, 0, 0): {right}, (-1, 0, 0): {left}, (0, 1, 0): {0.1}, (0, -1, 0): {0.1}}
    assert (np.abs(found.normal).sum(axis=1) == 1).all() and (found.kind == Kind.APART).all()
    assert np.isclose(np.abs(found.witness_a[:, :2]).max(axis=1), 0.6).all()


def test_what_stands_for_a_mesh_is_closed_to_the_rod():
    """Without its mesh the ring is a plate, and the rod goes through it."""
    shapes, bodies, _ = ring_on_a_rod()
    found = abut.find_facet_contacts(abut.FacetTrees(shapes), bodies, PAIR, alert_distance=0.15)
    assert len(found) > 0 and found.separation.min() < 0


def test_overlaps_of_convex_shapes_are_those_of_their_records():
    shapes, bodies = two_cubes(-0.5)
    trees = abut.FacetTrees(shapes)
    for dtype in (np.float32, np.float64):
        records = abut.query_pairs(shapes, bodies, PAIR, dtype=dtype)
        found = abut.find_facet_contacts(trees, bodies, PAIR, alert_distance=0.1, records=records)
        assert found.separation.dtype == dtype and (found.kind == Kind.PART).any()
        assert found.separation.min() == pytest.approx(-0.5) and records.separation[0] == pytest.approx(-0.5)
        few = abut.Contacts(separation=records.separation)
        with pytest.raises(abut.InvalidInput, match=r"^find_facet_contacts: records.normal is null$"):
            abut.find_facet_contacts(trees, bodies, PAIR, records=few)


def test_the_walls_that_parts_have_in_common_are_left_out():
    shapes, bodies = abut.ShapeSet(), abut.BodySet()
    cube, ball = shapes.add_box([0.5, 0.5, 0.5]), shapes.add_sphere(0.25)
    bodies.add_compound([cube, cube], part_positions=[[-0.5, 0, 0], [0.5, 0, 0]])
    bodies.add(ball, [0.1, 0, 0.7])
    pairs = np.array([[0, 2], [1, 2]], np.uint32)
    trees = abut.FacetTrees(shapes)
    joined = abut.find_facet_contacts(trees, bodies, pairs, alert_distance=0.2)
    assert len(joined) == 1 and np.allclose(joined.separation, -0.05) and np.allclose(joined.normal, [0, 0, 1])
    assert joined.offsets.tolist() == [0, 0, 1] and joined.pair_indices().tolist() == [1]
    apart = abut.find_facet_contacts(trees, bodies, pairs, alert_distance=0.2, join_parts=False)
    assert apart.offsets.tolist() == [0, 1, 2] and apart.pair_indices().tolist() == [0, 1]
    # The edge between the cubes is 0.1 beside the ball's centre and 0.2 below it.
    assert np.allclose(apart.separation, [np.hypot(0.1, 0.2) - 0.25, -0.05])


def test_trees_are_built_once_and_told():
    shapes, bodies, trees = ring_on_a_rod()
    assert not trees.has(0) and not trees.has(7)
    empty = trees.bytes()
    assert trees.build(bodies, PAIR, threads=1) == 2 and trees.build(bodies, PAIR) == 0
    assert trees.has(0) and trees.has(1) and not trees.has(2) and trees.bytes() > empty + 3000
    trees.set_mesh(0, frame(1.0, 0.7, 0.25))
    assert not trees.has(0)  # until it is needed
    assert trees.has_mesh(0) and not trees.has_mesh(1) and not trees.has_mesh(7)
    assert trees.shape_count() == 2 and abut.FacetTrees(shapes).shape_count() == 0
    found = abut.find_facet_contacts(trees, bodies, PAIR, alert_distance=0.25)
    assert np.allclose(found.separation[np.abs(found.normal[:, :2]).max(axis=1) == 1], 0.2)


def test_meshes_come_as_all_functions_take_them(tmp_path):
    shapes, bodies, trees = ring_on_a_rod()
    mesh = frame(1.0, 0.6, 0.25)
    abut.write_obj([mesh], tmp_path / "ring.obj")
    expected = abut.find_facet_contacts(trees, bodies, PAIR, alert_distance=0.15)
    for form in ((mesh.vertices, mesh.triangles.astype(np.int64)), tmp_path / "ring.obj"):
        trees.set_mesh(0, form)
        found = abut.find_facet_contacts(trees, bodies, PAIR, alert_distance=0.15)
        assert np.array_equal(found.separation, expected.separation)
    trees.set_mesh(0, frame(0.9, 0.6, 0.2), rounding=0.03, flatness=0.0)
    found = abut.find_facet_contacts(trees, bodies, PAIR, alert_distance=0.15)
    assert np.allclose(found.separation, 0.07)


def test_no_pairs_have_no_contacts():
    shapes, bodies = two_cubes(0.25)
    found = abut.find_facet_contacts(abut.FacetTrees(shapes), bodies, PAIR[:0], alert_distance=0.5)
    assert len(found) == 0 and found.offsets.tolist() == [0] and found.normal.shape == (0, 3)
    assert found.pair_indices().shape == (0,)


def test_trees_keep_their_shapes_and_answers_keep_their_memory():
    def made():
        shapes, bodies = two_cubes(0.25)
        return abut.FacetTrees(shapes), bodies

    trees, bodies = made()
    gc.collect()
    found = abut.find_facet_contacts(trees, bodies, PAIR, alert_distance=0.5)
    del trees, bodies
    gc.collect()
    assert (found.separation == 0.25).all() and found.separation.flags.writeable


def test_several_threads_may_search_and_set_meshes():
    shapes, bodies, trees = ring_on_a_rod()
    expected = abut.find_facet_contacts(trees, bodies, PAIR, alert_distance=0.15, threads=1)
    mesh = frame(1.0, 0.6, 0.25)

    def ask(k):
        if k % 3 == 0:
            trees.set_mesh(0, mesh)
        return abut.find_facet_contacts(trees, bodies, PAIR, alert_distance=0.15, threads=1 + k % 2)

    with ThreadPoolExecutor(6) as pool:
        answers = list(pool.map(ask, range(48)))
    for answer in answers:
        assert np.array_equal(answer.separation, expected.separation)
        assert np.array_equal(answer.point, expected.point) and np.array_equal(answer.key, expected.key)


def drifting(rng, count=40):
    """Boxes, hulls, balls, and plates that an open mesh stands for; `move` drifts and turns all."""
    shapes, bodies = abut.ShapeSet(), abut.BodySet()
    roof = abut.as_mesh((np.array([[-1, -1, 0], [1, -1, 0], [0, 1, 0.3], [0, -1, -0.8]], float), [[0, 1, 2], [0, 3, 1]]))
    kinds = [shapes.add_box([0.5, 0.4, 0.3]), shapes.add_hull(rng.normal(size=(20, 3)) * 0.4), shapes.add_sphere(0.4),
             shapes.add_hull(roof.vertices)]
    trees = abut.FacetTrees(shapes)
    trees.set_mesh(kinds[3], roof)
    positions, quaternions = rng.uniform(-2, 2, (count, 3)), rng.normal(size=(count, 4))
    bodies.add_many(np.resize(kinds, count), positions, quaternions=quaternions)
    velocities, spins = rng.normal(size=(count, 3)), rng.normal(size=(count, 4))

    def move(step):
        nonlocal positions, quaternions
        positions, quaternions = positions + step * velocities, quaternions + step * spins
        bodies.set_poses(positions, quaternions=quaternions)

    return shapes, bodies, trees, move


ARRAYS = ("facet_a", "facet_b", "separation", "normal", "witness_a", "witness_b", "point", "feature_a", "feature_b",
          "kind", "key")


@pytest.mark.parametrize("contacts", [True, False])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_a_finder_has_the_contacts_of_a_search_from_nothing_while_bodies_move(dtype, contacts):
    """To the bit, and in the end by what it has kept."""
    shapes, bodies, trees, move = drifting(np.random.default_rng(8))
    finder, pair_finder = abut.FacetContactFinder(threads=2), abut.PairFinder()
    options = {"alert_distance": 0.1, "contacts": contacts, "join_parts": False, "cone_tolerance": 1e-7, "dtype": dtype}
    kept = listed = 0
    for step in range(10):
        candidates = pair_finder.find(shapes, bodies, alert_distance=0.1)
        found = finder.find(trees, bodies, candidates, **options)
        pairs = finder.pairs
        records = abut.query_pairs(shapes, bodies, candidates, dtype=dtype)
        all_of_them = abut.find_facet_contacts(trees, bodies, candidates, records=records, **options)
        of_each = np.diff(all_of_them.offsets.astype(np.int64))
        assert pairs.dtype == np.uint32 and np.array_equal(pairs, candidates[of_each > 0])
        assert found.offsets.dtype == np.uint64 and found.offsets.tolist() == [0, *np.cumsum(of_each[of_each > 0])]
        assert len(found) == len(all_of_them) > 100 and found.separation.dtype == dtype
        for name in ARRAYS:
            one, two = getattr(found, name), getattr(all_of_them, name)
            assert one.dtype == two.dtype and one.tobytes() == two.tobytes(), name
        counts = finder.counts
        assert counts["candidates"] == len(candidates) == counts["apart"] + counts["kept"] + counts["listed"]
        assert found.counts == {name: counts[name] for name in ("box_pairs", "facet_pairs", "distances")}
        kept, listed = kept + counts["kept"], listed + counts["listed"]
        move(1e-3)
    assert kept > listed > 30


def test_a_finder_knows_what_it_keeps_and_forgets_when_told():
    shapes, bodies, trees, _ = drifting(np.random.default_rng(9))
    candidates = abut.find_pairs(shapes, bodies, alert_distance=0.1)
    finder = abut.FacetContactFinder()
    assert finder.pairs.shape == (0, 2) and set(finder.counts.values()) == {0}
    first = finder.find(trees, bodies, candidates, alert_distance=0.1)
    assert finder.counts["hulls"] == len(candidates) and finder.memory > 1000
    pairs = finder.pairs
    pairs[...] = 7  # a copy
    assert finder.pairs.max() > 7 and 0 < len(finder.pairs) < len(candidates)
    finder.find(trees, bodies, candidates, alert_distance=0.1)
    assert finder.counts["hulls"] == finder.counts["listed"] == finder.counts["box_pairs"] == 0 < finder.counts["kept"]
    finder.reset()
    assert finder.pairs.shape == (0, 2) and set(finder.counts.values()) == {0}
    anew = finder.find(trees, bodies, candidates, alert_distance=0.1)
    assert finder.counts["hulls"] == len(candidates) and np.array_equal(anew.point, first.point)
    none = finder.find(trees, bodies, candidates[:0])
    assert len(none) == 0 and none.offsets.tolist() == [0] and none.normal.shape == (0, 3) and finder.pairs.shape == (0, 2)


def test_a_finder_sees_another_mesh():
    shapes, bodies, trees = ring_on_a_rod()
    finder = abut.FacetContactFinder()
    gaps = []
    for half_width in (0.6, 0.65, 0.6):
        trees.set_mesh(0, frame(1.0, half_width, 0.25))
        found = finder.find(trees, bodies, PAIR, alert_distance=0.2)
        gaps.append(sorted({round(s, 12) for s in found.separation[np.abs(found.normal[:, :2]).max(axis=1) == 1]}))
    assert gaps == [[0.1], [0.15], [0.1]]


def test_after_a_failure_a_finder_begins_anew():
    shapes, bodies, trees, _ = drifting(np.random.default_rng(10))
    candidates = abut.find_pairs(shapes, bodies, alert_distance=0.1)
    finder = abut.FacetContactFinder()
    expected = finder.find(trees, bodies, candidates, alert_distance=0.1)
    with pytest.raises(abut.InvalidInput):
        finder.find(trees, bodies, candidates[::-1].copy(), alert_distance=0.1)
    assert finder.pairs.shape == (0, 2) and set(finder.counts.values()) == {0}
    again = finder.find(trees, bodies, candidates, alert_distance=0.1)
    assert finder.counts["hulls"] == len(candidates) and np.array_equal(again.separation, expected.separation)


def test_several_threads_may_use_one_finder():
    shapes, bodies, trees = ring_on_a_rod()
    expected = abut.find_facet_contacts(trees, bodies, PAIR, alert_distance=0.15)
    mesh, finder = frame(1.0, 0.6, 0.25), abut.FacetContactFinder()

    def ask(k):
        if k % 5 == 0:
            trees.set_mesh(0, mesh)
        if k % 7 == 0:
            finder.reset()
        assert len(finder.pairs) <= 1 and finder.counts["candidates"] <= 1 and finder.memory >= 0
        return finder.find(trees, bodies, PAIR, alert_distance=0.15)

    with ThreadPoolExecutor(6) as pool:
        answers = list(pool.map(ask, range(60)))
    for answer in answers:
        assert np.array_equal(answer.separation, expected.separation) and np.array_equal(answer.key, expected.key)


SHAPES, BODIES, TREES = ring_on_a_rod()
UINT32 = "a whole number from 0 to 4294967295"


def found_with(pairs=PAIR, **options):
    return abut.find_facet_contacts(TREES, BODIES, pairs, **options)


def step_with(candidates=PAIR, **options):
    return abut.FacetContactFinder().find(TREES, BODIES, candidates, **options)


def with_a_cone(find=abut.find_facet_contacts):
    shapes, bodies = abut.ShapeSet(), abut.BodySet()
    bodies.add_many([shapes.add_cone(1, 1), shapes.add_sphere(1)], [[0, 0, 0], [0, 0, 1]])
    return find(abut.FacetTrees(shapes), bodies, PAIR)


MESH = frame(1.0, 0.6, 0.25)

#: what is called, the error, the whole line
REFUSED = {
    "no shapes": (lambda: abut.FacetTrees(None), TypeError, "shapes is None; allowed is a ShapeSet"),
    "bodies for shapes": (lambda: abut.FacetTrees(BODIES), TypeError, "shapes is a BodySet; allowed is a ShapeSet"),
    "no trees": (lambda: abut.find_facet_contacts(SHAPES, BODIES, PAIR), TypeError, "trees is a ShapeSet; allowed is a FacetTrees"),
    "no bodies": (lambda: abut.find_facet_contacts(TREES, SHAPES, PAIR), TypeError, "bodies is a ShapeSet; allowed is a BodySet"),
    "no bodies to build": (lambda: TREES.build(SHAPES, PAIR), TypeError, "bodies is a ShapeSet; allowed is a BodySet"),
    "no array": (lambda: found_with([[0, 1]]), TypeError, "pairs is a list; allowed is an array of shape (M, 2), as numpy.asarray makes it"),
    "signed pairs": (lambda: found_with(PAIR.astype(np.int64)), TypeError, "pairs is int64 of shape (1, 2); allowed is uint32 of shape (N, 2): astype(numpy.uint32) converts it"),
    "flat pairs": (lambda: found_with(PAIR[0]), ValueError, "pairs is uint32 of shape (2,); allowed is uint32 of shape (N, 2)"),
    "part": (lambda: found_with(PAIR + np.uint32(8)), abut.InvalidInput, "FacetTrees::build: pair 0 names 8; allowed is less than 2"),
    "alert": (lambda: found_with(alert_distance=-1.0), abut.InvalidInput, "find_facet_contacts: alert_distance is -1; allowed is 0 or more, finite"),
    "no end": (lambda: found_with(alert_distance=float("inf")), abut.InvalidInput, "find_facet_contacts: alert_distance is inf; allowed is 0 or more, finite"),
    "alert as text": (lambda: found_with(alert_distance="1"), TypeError, "alert_distance is '1'; allowed is a number"),
    "cone": (lambda: found_with(cone_tolerance=0.6), abut.InvalidInput, "find_facet_contacts: cone_tolerance is 0.6; allowed are 0 to 0.5"),
    "contacts": (lambda: found_with(contacts=1), TypeError, "contacts is 1; allowed is True or False"),
    "join": (lambda: found_with(join_parts=None), TypeError, "join_parts is None; allowed is True or False"),
    "threads": (lambda: found_with(threads=-1), abut.InvalidInput, "cpu.threads is -1; allowed are 0 (all cores) and more"),
    "records": (lambda: found_with(records=PAIR), TypeError, "records is a ndarray; allowed is a Contacts"),
    "dtype": (lambda: found_with(dtype=np.int32), TypeError, "dtype is int32; allowed are float32 and float64"),
    "negative shape": (lambda: TREES.set_mesh(-1, MESH), abut.InvalidInput, f"shape is -1; allowed is {UINT32}"),
    "shape": (lambda: TREES.set_mesh(9, MESH), abut.InvalidInput, "set_mesh: shape is 9; allowed is less than 2"),
    "outside": (lambda: TREES.set_mesh(0, frame(1.1, 0.6, 0.25)), abut.InvalidInput, "set_mesh: vertex 0 lies outside of the shape's box; allowed is a mesh that the shape holds"),
    "nothing": (lambda: TREES.set_mesh(0, (MESH.vertices, [])), abut.InvalidInput, "set_mesh: the mesh has 0 triangles; allowed are 1 to 16777216"),
    "not finite": (lambda: TREES.set_mesh(0, (MESH.vertices * np.nan, MESH.triangles)), abut.InvalidInput, "set_mesh: vertex 0 is not finite"),
    "flatness": (lambda: TREES.set_mesh(0, MESH, flatness=0.1), abut.InvalidInput, "set_mesh: flatness is 0.1; allowed are 0 to 1e-3"),
    "rounding": (lambda: TREES.set_mesh(0, MESH, rounding=-1.0), abut.InvalidInput, "set_mesh: rounding is -1; allowed is 0 or more, finite"),
    "no mesh": (lambda: TREES.set_mesh(0, 3), TypeError, "mesh is 3; allowed are a Mesh, a path, (vertices, triangles), and what has vertices and faces (Trimesh) or points and cells (meshio)"),
    "cone without facets": (with_a_cone, abut.InvalidInput, "FacetTrees::build: shape 0 has no facets; allowed are points, segments, triangles, boxes, hulls, and shapes that a mesh stands for"),
    "whether a mesh": (lambda: TREES.has_mesh("ring"), TypeError, f"shape is 'ring'; allowed is {UINT32}"),
    "whether": (lambda: TREES.has("ring"), TypeError, f"shape is 'ring'; allowed is {UINT32}"),
    "a finder's threads": (lambda: abut.FacetContactFinder(threads=-1), abut.InvalidInput, "cpu.threads is -1; allowed are 0 (all cores) and more"),
    "a finder's threads as text": (lambda: abut.FacetContactFinder(threads="2"), TypeError, "threads is '2'; allowed is a whole number from 0 to 2147483647"),
    "a finder of shapes": (lambda: abut.FacetContactFinder().find(SHAPES, BODIES, PAIR), TypeError, "trees is a ShapeSet; allowed is a FacetTrees"),
    "a finder without bodies": (lambda: abut.FacetContactFinder().find(TREES, SHAPES, PAIR), TypeError, "bodies is a ShapeSet; allowed is a BodySet"),
    "no candidates": (lambda: step_with([[0, 1]]), TypeError, "candidates is a list; allowed is an array of shape (M, 2), as numpy.asarray makes it"),
    "signed candidates": (lambda: step_with(PAIR.astype(np.int64)), TypeError, "candidates is int64 of shape (1, 2); allowed is uint32 of shape (N, 2): astype(numpy.uint32) converts it"),
    "flat candidates": (lambda: step_with(PAIR[0]), ValueError, "candidates is uint32 of shape (2,); allowed is uint32 of shape (N, 2)"),
    "unsorted candidates": (lambda: step_with(np.array([[0, 1], [0, 0]], np.uint32)), abut.InvalidInput, "candidates[1] is (0, 0) behind (0, 1): they have to be sorted by a, then b"),
    "a candidate's part": (lambda: step_with(PAIR + np.uint32(8)), abut.InvalidInput, "candidates[0] is (8, 9): there are 2 parts"),
    "a finder's alert": (lambda: step_with(alert_distance=-1.0), abut.InvalidInput, "FacetContactFinder::find: alert_distance is -1; allowed is 0 or more, finite"),
    "a finder's cone": (lambda: step_with(cone_tolerance=0.6), abut.InvalidInput, "FacetContactFinder::find: cone_tolerance is 0.6; allowed are 0 to 0.5"),
    "a finder's contacts": (lambda: step_with(contacts=1), TypeError, "contacts is 1; allowed is True or False"),
    "a finder's dtype": (lambda: step_with(dtype=np.float16), TypeError, "dtype is float16; allowed are float32 and float64"),
    "a finder meets a cone": (lambda: with_a_cone(abut.FacetContactFinder().find), abut.InvalidInput, "FacetTrees::build: shape 0 has no facets; allowed are points, segments, triangles, boxes, hulls, and shapes that a mesh stands for"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_is_refused_in_one_line(name):
    call, kind, line = REFUSED[name]
    with pytest.raises(kind) as caught:
        call()
    assert str(caught.value) == line
    assert TREES.bytes() >= 0 and len(found_with(alert_distance=0.15)) > 0  # as good as before
