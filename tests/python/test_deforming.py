"""Bodies that deform: their facets and faults, and their contacts against closed forms and all with all in NumPy."""

import threading
from concurrent.futures import ThreadPoolExecutor

import deforming_oracle as oracle
import numpy as np
import pytest
from conftest import asked_while
from deforming_oracle import cubes, same

import abut

NODE_FACET, EDGE_EDGE = abut.GapKind.NODE_FACET, abut.GapKind.EDGE_EDGE


def contacts_of(bodies, nodes, alert, **options):
    bodies.move(nodes)
    return abut.find_deforming_contacts(bodies, alert_distance=alert, **options)


def named(found):
    return [(int(k), oracle.name_of(k, row)) for k, row in zip(found.kind, found.nodes.tolist())]


@pytest.mark.parametrize("elements", ["hexahedra", "tetrahedra"])
def test_the_boundary_of_elements_is_closed_and_outward(elements):
    bodies, nodes = cubes([0, 0, 0], [3, 0, 0], elements=elements)
    assert (len(bodies), bodies.body_count, bodies.node_count, bodies.facet_count) == (2, 2, 16, 24)
    assert bodies.node_begin(1) == 8 and bodies.is_solid(1) and bodies.has_self_contact(0) and bodies.bytes() > 0
    assert repr(bodies) == "DeformingBodies of 2 with 16 nodes and 24 facets" and bodies.nodes().shape == (0, 3)
    facets, edges, origins = bodies.facets(1), bodies.edges(1), bodies.origins(1)
    assert (facets.dtype, facets.shape, edges.dtype, edges.shape) == (np.uint32, (12, 3), np.uint32, (18, 2))
    corners = oracle.CUBE[facets]
    assert np.isclose(np.linalg.det(corners).sum() / 6, 1)  # of the volume, by its surface
    directed = np.concatenate([facets[:, [0, 1]], facets[:, [1, 2]], facets[:, [2, 0]]])
    assert sorted(map(tuple, directed)) == sorted(map(tuple, directed[:, ::-1]))  # each edge once either way
    assert sorted(map(tuple, edges)) == sorted({tuple(sorted(e)) for e in directed.tolist()})
    source = abut.FacetSource.HEXAHEDRON if elements == "hexahedra" else abut.FacetSource.TETRAHEDRON
    assert len(origins) == 12 and (origins.source == source).all()
    assert origins.index.max() == (0 if elements == "hexahedra" else 5)
    bodies.move(nodes)
    assert np.array_equal(bodies.nodes(), nodes)


def test_facets_are_in_the_order_of_the_arguments():
    bodies = abut.DeformingBodies()
    body = bodies.add(8, hexahedra=[], quadrilaterals=[[4, 5, 6, 7]], triangles=np.array([[0, 1, 2]], np.int64), self_contact=False)
    assert bodies.facets(body).tolist() == [[0, 1, 2], [4, 5, 6], [4, 6, 7]] and not bodies.is_solid(body)
    origins = bodies.origins(body)
    assert origins.source.tolist() == [abut.FacetSource.TRIANGLE, abut.FacetSource.QUADRILATERAL, abut.FacetSource.QUADRILATERAL]
    assert origins.index.tolist() == [0, 0, 0] and not bodies.has_self_contact(body)


def test_a_node_over_a_triangle_has_its_height_and_barycentric_weights():
    bodies = abut.DeformingBodies()
    bodies.add(3, triangles=[[0, 1, 2]])
    bodies.add(3, triangles=[[0, 1, 2]])
    nodes = np.array([[0, 0, 0], [4, 0, 0], [0, 4, 0], [1, 2, 0.25], [1, 2, 9], [2, 2, 9]], float)
    found = contacts_of(bodies, nodes, 0.5)
    assert len(found) == 1 and found.bodies.tolist() == [[0, 1]] and found.offsets.tolist() == [0, 1]
    assert found.kind.tolist() == [NODE_FACET] and found.support.tolist() == [15] and found.node_of_b.tolist() == [True]
    assert found.nodes.tolist() == [[3, 0, 1, 2]] and np.allclose(found.weights, [[1, -0.25, -0.25, -0.5]], atol=1e-15)
    assert np.allclose(found.gap, 0.25) and np.allclose(found.normal, [[0, 0, 1]])
    assert np.allclose(found.area, 8.75 * 0.5 / 3)  # a third of a triangle of base 1 and height 8.75
    assert found.pair_indices().tolist() == [0] and len(found.crossing_bodies) == len(found.crossing_pairs) == 0
    node, foot = found.points(nodes)
    assert np.allclose(node, [[1, 2, 0.25]]) and np.allclose(foot, [[1, 2, 0]])
    assert np.allclose(found.gradients(), [[[0, 0, w] for w in (1, -0.25, -0.25, -0.5)]])
    dtypes = {name: array.dtype for name, array in vars(found).items()}
    assert {n for n, d in dtypes.items() if d == np.float64} == {"weights", "gap", "normal", "area"}
    assert {n for n, d in dtypes.items() if d == np.uint32} == {"bodies", "nodes", "crossing_bodies"}
    assert {n for n, d in dtypes.items() if d == np.uint64} == {"offsets", "key", "crossing_pairs"}


def test_two_edges_that_cross_have_their_distance():
    bodies = abut.DeformingBodies()
    for _ in range(2):
        bodies.add(3, triangles=[[0, 1, 2]])
    nodes = np.array([[-1, 0, 0], [3, 0, 0], [0, 0, -5], [0, -1, 0.5], [0, 1, 0.5], [0, 0, 6]], float)
    found = contacts_of(bodies, nodes, 0.6)
    assert named(found) == [(1, ((0, 1), (3, 4)))] and found.support.tolist() == [15]
    assert np.allclose(found.gap, 0.5) and np.allclose(found.normal, [[0, 0, -1]])  # from the second edge to the first
    weights = dict(zip(found.nodes[0].tolist(), found.weights[0]))
    assert np.allclose([weights[k] for k in (0, 1, 3, 4)], [0.75, 0.25, -0.5, -0.5])


@pytest.mark.parametrize("elements", ["hexahedra", "tetrahedra"])
def test_a_cube_on_a_cube_has_gaps_of_either_sign(elements):
    for gap in (0.01, -0.01):
        bodies, nodes = cubes([0, 0, 0], [0.2, 0.3, 1 + gap], elements=elements)
        found = contacts_of(bodies, nodes, 0.05)
        on_top = (found.kind == NODE_FACET) & (found.support == 15)
        # Of the lower face of the upper cube one corner is over the top, and likewise from below.
        assert sorted(found.nodes[on_top, 0].tolist()) == [6, 8] and np.allclose(found.gap[on_top], gap, atol=1e-12)
        assert np.allclose(found.normal[on_top & found.node_of_b], [[0, 0, 1]])
        assert np.allclose(found.normal[on_top & ~found.node_of_b], [[0, 0, -1]])
        crossed = (found.kind == EDGE_EDGE) & (found.support == 15) & (np.abs(found.gap + 0) < 0.02)
        assert crossed.any() and (len(found.crossing_bodies) == 1) == (gap < 0)
        x = nodes[found.nodes]
        assert np.allclose(np.einsum("ki,kid->kd", found.weights, x), found.gap[:, None] * found.normal, atol=1e-15)


def test_a_folded_sheet_touches_itself():
    """About the line x = 1/2: each half 0.02 from the other."""
    nodes, triangles = oracle.sheet(8)
    right = nodes[:, 0] > 0.5
    nodes[right] = np.c_[1 - nodes[right, 0] + 1e-3, nodes[right, 1] + 2e-3, np.full(right.sum(), 0.02)]
    bodies = abut.DeformingBodies()
    bodies.add(len(nodes), triangles=triangles)
    found = contacts_of(bodies, nodes, 0.03)
    assert found.bodies.tolist() == [[0, 0]] and not found.node_of_b.any()
    faces = (found.kind == NODE_FACET) & (found.support == 15)
    # Of the right half all columns but the one next to the fold, whose facets the left one's share nodes with.
    over = {i for i in np.flatnonzero(right) if nodes[i, 0] < 0.37 and nodes[i, 1] < 1}
    of_these = faces & np.isin(found.nodes[:, 0], list(over))
    assert len(over) == 24 and over == set(found.nodes[of_these, 0].tolist()) and np.allclose(found.gap[of_these], 0.02)
    expected = oracle.all_contacts(nodes, triangles, oracle.facet_pairs(triangles, np.zeros(len(triangles)), [0]), 0.03)
    assert sorted(named(found)) == sorted(expected)
    alone = abut.DeformingBodies()
    alone.add(len(nodes), triangles=triangles, self_contact=False)
    assert len(contacts_of(alone, nodes, 0.03)) == 0


def crumpled(rng, shake=0.12):
    """Two sheets, one of which is searched against itself, and a cube, all near each other."""
    bodies = abut.DeformingBodies()
    nodes, triangles = oracle.sheet(4)
    for self_contact in (True, False):
        bodies.add(len(nodes), triangles=triangles, self_contact=self_contact)
    bodies.add(8, hexahedra=oracle.HEXAHEDRON)
    fold = nodes * [0.6, 1, 0] + np.c_[np.zeros((25, 2)), 0.15 * np.sin(9 * nodes[:, 0])]
    x = np.concatenate([fold, nodes + [0.1, 0.1, 0.25], 0.4 * oracle.CUBE + [0.3, 0.3, 0.3]])
    x[:50] += shake * rng.normal(size=(50, 3))
    facets = np.concatenate([bodies.facets(b) + np.uint32(bodies.node_begin(b)) for b in range(3)])
    return bodies, x, facets, np.repeat([0, 1, 2], [32, 32, 12])


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("alert", [0.0, 0.02, 0.1])
def test_contacts_and_pairs_are_those_of_all_with_all(seed, alert):
    bodies, nodes, facets, body_of = crumpled(np.random.default_rng(seed))
    found = contacts_of(bodies, nodes, alert)
    pairs = oracle.facet_pairs(facets, body_of, [0, 2])
    expected = oracle.all_contacts(nodes, facets, pairs, alert)
    names = named(found)
    assert len(names) == len(set(names)) and set(names) == set(expected) and len(names) > (15 if alert else -1)
    assert np.allclose(np.abs(found.gap), [expected[name] for name in names], atol=1e-13)
    assert np.allclose(np.einsum("ki,kid->kd", found.weights, nodes[found.nodes]), found.gap[:, None] * found.normal, atol=1e-13)
    node, foot = found.points(nodes)
    assert np.allclose(oracle.norm(node - foot), np.abs(found.gap), atol=1e-13) and len(np.unique(found.key)) == len(found)

    near = abut.find_deforming_pairs(bodies, alert_distance=alert)
    distances, through = oracle.triangle_triangle(nodes[facets[pairs[:, 0]]], nodes[facets[pairs[:, 1]]])
    first = np.array([0, 32, 64], np.uint32)
    of = near.bodies[near.pair_indices()]
    assert np.array_equal(near.facets + first[of], pairs[distances <= alert][np.lexsort(sorted_as(pairs[distances <= alert], body_of))])
    assert near.crossing.sum() == through.sum() > 0 and near.offsets[-1] == len(near)
    assert found.crossing_pairs.sum() == through.sum()


def sorted_as(pairs, body_of):
    """Keys of the order of pairs: by bodies, then by facets; the last is the first."""
    return pairs[:, 1], pairs[:, 0], body_of[pairs[:, 1]], body_of[pairs[:, 0]]


def test_derivatives_are_differences():
    bodies, nodes, _, _ = crumpled(np.random.default_rng(8), shake=0.05)
    found = contacts_of(bodies, nodes, 0.1)
    rows = np.flatnonzero(np.abs(found.gap) > 0.02)
    hessians, gradients, step = abut.gap_hessians(found, nodes, rows=rows), found.gradients()[rows], 1e-4
    assert hessians.shape == (len(rows), 12, 12) and np.allclose(hessians, hessians.swapaxes(1, 2), atol=1e-12)
    assert np.array_equal(abut.gap_hessians(found, nodes)[rows], hessians)
    slopes, bends, smooth = np.zeros((len(rows), 12)), np.zeros((len(rows), 12)), np.ones(len(rows), bool)
    for k in range(12):
        moved = []
        for by in (step, -step):
            x = np.repeat(nodes[None], len(rows), axis=0)
            x[np.arange(len(rows)), found.nodes[rows, k // 3], k % 3] += by
            corners = np.take_along_axis(x, found.nodes[rows][:, :, None].astype(int), axis=1).swapaxes(0, 1)
            distance = np.where(found.kind[rows] == NODE_FACET, oracle.point_triangle(*corners), oracle.segment_segment(*corners))
            moved.append(distance * np.where(found.gap[rows] < 0, -1, 1))
        slopes[:, k], bends[:, k] = (moved[0] - moved[1]) / (2 * step), (moved[0] - 2 * found.gap[rows] + moved[1]) / step**2
    diagonal = np.einsum("kii->ki", hessians)
    # Where a difference goes over to another feature it has both: a part of them.
    smooth = np.abs(bends - diagonal).max(axis=1) < 1e-2 * (1 + np.abs(diagonal).max(axis=1))
    assert smooth.mean() > 0.8 and np.allclose(slopes[smooth], gradients[smooth].reshape(-1, 12), atol=1e-5)
    inner = found.support[rows] == 15
    assert inner.sum() > 20 and smooth[inner].mean() > 0.8


def test_shares_of_the_surface_add_up():
    bodies, nodes, facets, body_of = crumpled(np.random.default_rng(3))
    bodies.move(nodes)
    areas = abut.deforming_areas(bodies)
    sides = nodes[facets]
    surface = oracle.norm(np.cross(sides[:, 1] - sides[:, 0], sides[:, 2] - sides[:, 0])) / 2
    of_nodes = np.zeros(len(nodes))
    np.add.at(of_nodes, facets.ravel(), np.repeat(surface / 3, 3))
    assert np.allclose(areas.of_nodes, of_nodes, rtol=1e-14) and areas.edge_offsets.dtype == np.uint64
    assert areas.edge_offsets.tolist() == np.cumsum([0, *(len(bodies.edges(b)) for b in range(3))]).tolist()
    for b in range(3):
        begin, end = areas.edge_offsets[b : b + 2].astype(int)
        assert np.isclose(areas.of_edges[begin:end].sum(), surface[body_of == b].sum())
    found = contacts_of(bodies, nodes, 0.05)
    nodal = found.kind == NODE_FACET
    assert np.allclose(found.area[nodal], of_nodes[found.nodes[nodal, 0]])


def test_a_finder_has_the_answers_of_the_functions_for_less():
    rng = np.random.default_rng(5)
    bodies, nodes, _, _ = crumpled(rng)
    finder = abut.DeformingContactFinder(0.1)
    for step in range(12):
        nodes = nodes + rng.uniform(-0.01, 0.01, nodes.shape)
        bodies.move(nodes)
        assert same(finder.find_contacts(bodies, alert_distance=0.05), abut.find_deforming_contacts(bodies, alert_distance=0.05))
        assert same(finder.find_pairs(bodies, alert_distance=0.05), abut.find_deforming_pairs(bodies, alert_distance=0.05))
    counts = finder.counts
    assert counts["searches"] + counts["reuses"] == 24 and 0 < counts["searches"] < 8
    for broken in (lambda: finder.find_contacts(bodies, alert_distance=-1), lambda: finder.find_pairs(abut.ShapeSet())):
        with pytest.raises((abut.InvalidInput, TypeError)):
            broken()
    assert same(finder.find_contacts(bodies, alert_distance=0.05), abut.find_deforming_contacts(bodies, alert_distance=0.05))


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf, 1e60])
def test_an_unusable_node_is_a_status_and_harms_nobody_else(bad):
    bodies, nodes = cubes([0, 0, 0], [0.2, 0.3, 1.01], [0, 0, -1.01])
    whole = contacts_of(bodies, nodes, 0.05)
    broken = nodes.copy()
    broken[10, 1] = bad
    found, status = contacts_of(bodies, broken, 0.05), bodies.status()
    assert len(status) == 3 and status.fault.tolist() == [0, abut.BodyFault.UNUSABLE_NODE, 0] and status.count.tolist() == [0, 1, 0]
    assert status.index[1] == 2 and 2 in bodies.facets(1)[status.facet[1]]
    rest = (whole.bodies[whole.pair_indices()] == [0, 2]).all(axis=1)
    assert found.bodies.tolist() == [[0, 2]] and np.array_equal(found.gap, whole.gap[rest]) and np.array_equal(found.key, whole.key[rest])
    mended = contacts_of(bodies, nodes, 0.05)
    assert same(mended, whole) and not bodies.status().fault.any()


def test_inverted_elements_and_collapsed_facets_are_named():
    bodies = abut.DeformingBodies()
    bodies.add(8, tetrahedra=oracle.TETRAHEDRA)
    bodies.add(6, triangles=[[0, 1, 2], [3, 4, 5]])
    nodes = np.concatenate([oracle.CUBE, np.zeros((3, 3)), [[5, 0, 0], [5, 0, 0], [5, 0, 0]]])
    nodes[8:11] += [[7, 0, 0], [8, 0, 0], [7, 1, 0]]
    nodes[2] = [-1, -1, 0.5]  # beyond the diagonal
    bodies.move(nodes)
    status = bodies.status()
    assert status.fault.tolist() == [abut.BodyFault.INVERTED_ELEMENT, abut.BodyFault.COLLAPSED_FACET]
    assert status.index.tolist() == [0, 1] and status.facet[1] == 1 and status.count[1] == 1
    assert bodies.origins(0).index[status.facet[0]] == 0
    nodes[list(bodies.facets(0)[3])] = nodes[bodies.facets(0)[3][0]]
    bodies.move(nodes)
    faults = bodies.faults(0)
    assert faults.fault.tolist() == [abut.BodyFault.COLLAPSED_FACET, abut.BodyFault.INVERTED_ELEMENT]
    assert (faults.index[0], faults.facet[0], faults.count[0]) == (3, 3, 1) and faults.index[1] == bodies.status().index[0]
    assert len(bodies.faults(1)) == 1 and bodies.faults(1).index.tolist() == [1]


def test_trees_are_refitted_and_built_anew():
    nodes, triangles = oracle.sheet(20)
    bodies = abut.DeformingBodies()
    bodies.add(len(nodes), triangles=triangles)
    assert bodies.quality().builds.tolist() == [0]
    for angle in np.linspace(0, 12, 25):
        turn = angle * nodes[:, 0]
        wound = np.c_[0.2 * np.cos(turn) + 0.05 * nodes[:, 0], nodes[:, 1], 0.2 * np.sin(turn)]
        bodies.move(wound)
        quality = bodies.quality()
        assert len(quality) == 1 and quality.cost[0] < 1.3 * bodies.fresh_cost(0)
    assert quality.builds[0] > 1 and quality.built_cost[0] > 0


def test_any_array_of_numbers_is_taken_and_kept():
    bodies, nodes = cubes([0, 0, 0], [0.2, 0.3, 1.0625])
    nodes = nodes.astype(np.float32).astype(np.float64)
    expected = contacts_of(bodies, nodes, 0.1)
    wide = np.zeros((16, 5))
    wide[:, 1:4] = nodes
    read_only = nodes.copy()
    read_only.flags.writeable = False
    for given in (nodes.astype(np.float32), np.asfortranarray(nodes), wide[:, 1:4], nodes.tolist(), read_only, memoryview(nodes)):
        assert same(contacts_of(bodies, given, 0.1), expected)
    changed = nodes.copy()
    bodies.move(changed)
    changed[:] = np.nan
    assert same(abut.find_deforming_contacts(bodies, alert_distance=0.1), expected)
    bodies = None
    assert expected.gap.flags.writeable and np.isfinite(expected.gap).all()  # its memory is its own


def test_answers_do_not_depend_on_threads():
    bodies, nodes, _, _ = crumpled(np.random.default_rng(4))
    expected = contacts_of(bodies, nodes, 0.1, threads=1)
    hessians = abut.gap_hessians(expected, nodes, threads=1)
    for threads in (0, 2, 3):
        bodies.move(nodes, threads=threads)
        assert same(abut.find_deforming_contacts(bodies, alert_distance=0.1, threads=threads), expected)
        assert np.array_equal(abut.gap_hessians(expected, nodes, threads=threads), hessians)
    with ThreadPoolExecutor(4) as pool:
        assert all(pool.map(lambda n: same(abut.find_deforming_contacts(bodies, alert_distance=0.1), expected), range(16)))


def test_bodies_may_move_while_others_search():
    bodies, nodes, _, _ = crumpled(np.random.default_rng(4))
    stop, finder = threading.Event(), abut.DeformingContactFinder(0.01)
    answers = [contacts_of(bodies, x, 0.05) for x in (nodes, nodes + [0, 0, 1e-3] * (np.arange(len(nodes)) < 25)[:, None])]

    def change():
        while not stop.is_set():
            for k in range(2):
                bodies.move(nodes + [0, 0, 1e-3 * k] * (np.arange(len(nodes)) < 25)[:, None])

    def ask(k):
        find = finder.find_contacts if k % 2 else abut.find_deforming_contacts
        return find(bodies, alert_distance=0.05)

    for found in asked_while(change, stop, ask):
        assert any(same(found, answer) for answer in answers)


def test_nothing_has_no_contacts():
    empty = abut.DeformingBodies()
    empty.move(np.zeros((0, 3)))
    found = abut.find_deforming_contacts(empty, alert_distance=1)
    assert len(found) == 0 and found.offsets.tolist() == [0] and found.nodes.shape == found.weights.shape == (0, 4)
    assert found.gradients().shape == (0, 4, 3) and abut.gap_hessians(found, np.zeros((0, 3))).shape == (0, 12, 12)
    assert abut.deforming_areas(empty).edge_offsets.tolist() == [0] and len(empty.status()) == 0


def test_overlaps_of_facets_add_up_to_what_bodies_share():
    bodies, nodes = cubes([0, 0, 0], [0.2, 0.3, 0.99])
    bodies.move(nodes)
    pairs = abut.find_deforming_pairs(bodies, alert_distance=0.05)
    corners = abut.pair_corners(bodies, pairs)
    assert corners.shape == (len(pairs), 6) and corners.dtype == np.uint32
    facets = [bodies.facets(b) + bodies.node_begin(b) for b in range(2)]
    of = pairs.bodies[pairs.pair_indices()]
    assert all(np.array_equal(corners[k], np.r_[facets[of[k, 0]][a], facets[of[k, 1]][b]]) for k, (a, b) in enumerate(pairs.facets))
    found = abut.facet_overlaps(nodes, corners, least_gap=-0.1, most_gap=0.05)
    assert len(found) == len(pairs) and found.weights.shape == (len(pairs), 6) and found.moments.shape == (len(pairs), 7)
    with_area = found.area > 0
    assert np.isclose(found.area.sum(), 0.8 * 0.7, atol=1e-14) and np.array_equal(found.moments[:, 0], found.area)
    assert np.allclose(found.gap[with_area], -0.01, atol=1e-14) and np.allclose(found.normal[with_area], [0, 0, -1])
    assert np.allclose(found.facing[with_area], 1) and not found.gap[~with_area].any()
    x = nodes[corners]
    assert np.allclose(np.einsum("ki,kid->kd", found.weights, x), found.gap[:, None] * found.normal, atol=1e-14)
    none = abut.facet_overlaps(nodes, corners, least_gap=0.0, most_gap=np.inf, threads=1)
    assert none.area.sum() == 0


def test_gradients_of_overlaps_are_differences_of_an_energy():
    bodies, nodes = cubes([0, 0, 0], [0.2, 0.3, 0.99])
    nodes = nodes + np.random.default_rng(4).uniform(-0.01, 0.01, nodes.shape)
    bodies.move(nodes)
    corners = abut.pair_corners(bodies, abut.find_deforming_pairs(bodies, alert_distance=0.05))
    gaps = dict(least_gap=-0.1, most_gap=0.0)

    def energy(x):
        found = abut.facet_overlaps(x, corners, **gaps)
        return (0.5 * found.moments[:, 2] * found.facing).sum()

    found = abut.facet_overlaps(nodes, corners, **gaps)
    by_moments = np.zeros((len(corners), 7))
    by_moments[:, 2] = 0.5 * found.facing
    of_pairs = abut.facet_overlap_gradients(nodes, corners, by_moments, by_facing=0.5 * found.moments[:, 2], **gaps)
    assert of_pairs.shape == (len(corners), 6, 3) and np.allclose(of_pairs.sum(axis=1), 0, atol=1e-16)
    slope = np.zeros_like(nodes)
    np.add.at(slope, corners, of_pairs)
    for i in range(nodes.size):
        up, down = nodes.copy(), nodes.copy()
        up.flat[i] += 1e-6
        down.flat[i] -= 1e-6
        assert abs(slope.flat[i] - (energy(up) - energy(down)) / 2e-6) < 1e-9
    assert np.abs(slope).max() > 1e-4
    without = abut.facet_overlap_gradients(nodes, corners, by_moments, **gaps)
    assert not np.array_equal(without, of_pairs) and np.allclose(without.sum(axis=1), 0, atol=1e-16)
