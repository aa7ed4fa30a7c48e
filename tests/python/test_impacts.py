"""Impacts within a step, against closed forms, all pairs of features, and positions along the step."""

import itertools

import deforming_oracle as oracle
import numpy as np
import pytest
from nurbs_oracle import refused_in_one_line

import abut

VERTEX_TRIANGLE, EDGE_EDGE = abut.ImpactKind.VERTEX_TRIANGLE, abut.ImpactKind.EDGE_EDGE
NONE, IMPACT, TOUCHING, LIMIT, NOT_FINITE = abut.ImpactStatus
ONE = np.array([[0, 1, 2, 3]], np.uint32)
TRIANGLE = [[-1, -1, 0], [2, -1, 0], [-1, 2, 0]]


def distances(kind, x):
    """Of (..., 4, 3) nodes."""
    x = np.moveaxis(x, -2, 0)
    return oracle.point_triangle(*x) if kind == VERTEX_TRIANGLE else oracle.segment_segment(*x)


def test_a_vertex_meets_a_triangle_when_it_comes_to_its_plane():
    before = np.array([[0, 0, 3], *TRIANGLE], float)
    after = before + np.array([[0, 0, -4], [0, 0, 0], [0, 0, 0], [0, 0, 0]])
    found = abut.find_impacts(VERTEX_TRIANGLE, before, after, ONE)
    assert len(found) == 1 and found.status.tolist() == [IMPACT] and found.iterations[0] >= 1
    assert 0.75 - 1e-11 < found.time[0] <= 0.75 and 0 <= found.separation[0] < 1e-11
    assert np.allclose(found.weights, [[1, 1 / 3, 1 / 3, 1 / 3]])
    assert {name: a.dtype for name, a in vars(found).items()} == {
        "status": np.uint8, "time": np.float64, "separation": np.float64, "weights": np.float64, "iterations": np.uint32}
    far = abut.find_impacts(VERTEX_TRIANGLE, before, after, ONE, distance=0.5, tolerance=0.125)
    assert (3 - 0.625) / 4 - 1e-9 <= far.time[0] <= (3 - 0.5) / 4 and far.status.tolist() == [IMPACT]
    assert abut.find_impacts(VERTEX_TRIANGLE, before, before + [7, 7, 7], ONE).time.tolist() == [1]  # all move alike
    assert abut.find_impacts(VERTEX_TRIANGLE, before * [1, 1, 0], after, ONE).status.tolist() == [TOUCHING]
    beside = abut.find_impacts(VERTEX_TRIANGLE, before + [[3, 3, 0], *[[0, 0, 0]] * 3], after + [[3, 3, 0], *[[0, 0, 0]] * 3], ONE)
    assert beside.status.tolist() == [NONE] and beside.time.tolist() == [1]


def test_two_edges_meet_when_they_cross():
    before = np.array([[-1, 0, 0], [3, 0, 0], [0, -2, 1], [0, 2, 1]], float)
    after = before - [[0, 0, 0], [0, 0, 0], [0, 0, 4], [0, 0, 4]]
    found = abut.edge_edge_impacts(before[None], after[None])
    assert found.status.tolist() == [IMPACT] and 0.25 - 1e-11 < found.time[0] <= 0.25
    assert np.allclose(found.weights, [[0.75, 0.25, 0.5, 0.5]])


def random_steps(rng, count, far=1.0):
    before = rng.uniform(-1, 1, (count, 4, 3))
    return before, before + far * rng.normal(size=(count, 4, 3))


@pytest.mark.parametrize("kind", [VERTEX_TRIANGLE, EDGE_EDGE])
@pytest.mark.parametrize("distance", [0.0, 0.1])
def test_verdicts_are_those_of_the_positions_along_the_step(kind, distance):
    rng = np.random.default_rng(3)
    before, after = random_steps(rng, 1500)
    ask = abut.vertex_triangle_impacts if kind == VERTEX_TRIANGLE else abut.edge_edge_impacts
    found = ask(before, after, distance=distance)
    assert {NONE, IMPACT} <= set(found.status.tolist()) <= {NONE, IMPACT, TOUCHING}
    hit = found.status != NONE
    at = before + found.time[:, None, None] * (after - before)
    told = distances(kind, at)
    assert (told[hit] <= distance + 1e-10).all() and (np.abs(told - found.separation)[hit] < 1e-10).all()
    signs = np.array([1, -1, -1, -1] if kind == VERTEX_TRIANGLE else [1, 1, -1, -1])
    between = np.einsum("mk,mkd->md", found.weights * signs, at)
    assert (np.abs(oracle.norm(between) - found.separation)[hit] < 1e-10).all()
    # None is missed: wherever it was proved to be farther it is.
    for part in np.linspace(0, 1, 101):
        until = part * np.where(hit, found.time, 1)
        x = before + until[:, None, None] * (after - before)
        assert (distances(kind, x) >= distance - 1e-9)[found.status != TOUCHING].all()
    at_start = distances(kind, before)
    assert ((found.status == TOUCHING) == (at_start <= distance + 1e-12)).all()


def test_numbers_of_nodes_or_own_nodes_give_the_same_answers():
    rng = np.random.default_rng(4)
    before, after = rng.uniform(-1, 1, (60, 3)), rng.uniform(-1, 1, (60, 3))
    queries = np.array([rng.choice(60, 4, replace=False) for _ in range(500)], np.uint32)
    for kind, each in ((VERTEX_TRIANGLE, abut.vertex_triangle_impacts), (EDGE_EDGE, abut.edge_edge_impacts)):
        a, b = abut.find_impacts(kind, before, after, queries, distance=0.01), each(before[queries], after[queries], distance=0.01)
        assert oracle.same(a, b)
        c = abut.find_impacts(kind, before.tolist(), np.asfortranarray(after), queries, distance=0.01, threads=1)
        assert oracle.same(a, c)
        assert np.array_equal(each(before[queries].tolist(), after[queries].tolist(), distance=0.01).time, a.time)


def test_float32_is_answered_in_float32():
    before, after = (x.astype(np.float32) for x in random_steps(np.random.default_rng(5), 4000))
    single = abut.vertex_triangle_impacts(before, after)
    assert single.time.dtype == single.weights.dtype == single.separation.dtype == np.float32
    for pair in ((before, after.astype(float)), (before.astype(float), after)):
        assert abut.vertex_triangle_impacts(*pair).time.dtype == np.float64
    double = abut.vertex_triangle_impacts(before.astype(float), after.astype(float))
    both = (single.status == IMPACT) & (double.status == IMPACT)
    assert both.sum() > 50 and (single.time[both] <= double.time[both] + 1e-6).all()
    assert (single.status[double.status != NONE] != NONE).all()  # none is missed in either
    step = abut.find_step_impacts(before.reshape(-1, 3), after.reshape(-1, 3), np.arange(60, dtype=np.uint32).reshape(-1, 3))
    assert step.impacts.time.dtype == np.float32 and isinstance(step.first_time, float)


def test_what_is_not_finite_is_a_status():
    before, after = random_steps(np.random.default_rng(6), 20)
    whole = abut.edge_edge_impacts(before, after)
    before[3, 1, 2], after[7, 0, 0] = np.nan, np.inf
    broken = abut.edge_edge_impacts(before, after)
    assert np.flatnonzero(broken.status == NOT_FINITE).tolist() == [3, 7] and broken.time[[3, 7]].tolist() == [0, 0]
    rest = np.setdiff1d(np.arange(20), [3, 7])
    assert np.array_equal(broken.time[rest], whole.time[rest]) and np.array_equal(broken.status[rest], whole.status[rest])
    assert abut.edge_edge_impacts(before, after, iterations=1).status[rest].max() <= LIMIT


def bullet_and_plate(speed=-4.0):
    """A cube of side 0.2 above a plate of two triangles at z = 0, and where both are a step later."""
    bodies = abut.DeformingBodies()
    bodies.add(4, quadrilaterals=[[0, 1, 2, 3]])
    bodies.add(8, hexahedra=oracle.HEXAHEDRON)
    plate = np.array([[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]], float)
    before = np.concatenate([plate, 0.2 * oracle.CUBE + [0.3, 0.1, 1]])
    after = before + [0, 0, speed] * (np.arange(12) > 3)[:, None]
    facets = np.concatenate([bodies.facets(0), bodies.facets(1) + np.uint32(4)])
    return bodies, before, after, facets


def test_a_bullet_does_not_tunnel_through_a_plate():
    bodies, before, after, facets = bullet_and_plate()
    for x in (before, after):  # neither end of the step shows anything
        bodies.move(x)
        assert len(abut.find_deforming_contacts(bodies, alert_distance=0.1)) == 0
    found = abut.find_step_impacts(before, after, facets)
    assert 0.25 - 1e-10 < found.first_time <= 0.25 and found.impacts.time[found.first] == found.first_time
    assert len(found) > 4 and found.candidates >= len(found) and (found.facets[:, 0] < 2).all() and (found.facets[:, 1] >= 2).all()
    struck = found.nodes[(found.kind == VERTEX_TRIANGLE) & (found.nodes[:, 0] >= 4), 0]
    assert set(range(4, 8)) <= set(struck.tolist()) and len(found.unusable) == 0
    earlier = abut.find_step_impacts(before, after, facets, distance=0.1)
    assert (1 - 0.1) / 4 - 1e-10 < earlier.first_time <= (1 - 0.1) / 4
    bodies.move(before + 0.999 * earlier.first_time * (after - before))  # so far it may go
    near = abut.find_deforming_contacts(bodies, alert_distance=0.2)
    assert np.isclose(near.gap[(near.bodies == [0, 1]).all(axis=1)[near.pair_indices()]].min(), 0.1, atol=1e-3)
    beside = abut.find_step_impacts(before + [0, 0, 5], after + [0, 0, 5] + [0, 0, 4] * (np.arange(12) > 3)[:, None], facets)
    assert len(beside) == 0 and (beside.first_time, beside.first) == (1, 0) and beside.nodes.shape == (0, 4)


def all_features(facets):
    """Nodes with facets and edges with edges, without a node in common."""
    edges = sorted({tuple(sorted((f[i], f[(i + 1) % 3]))) for f in facets.tolist() for i in range(3)})
    nodes = np.unique(facets).tolist()
    with_facets = [(v, *f) for v in nodes for f in facets.tolist() if v not in f]
    with_edges = [(*e, *g) for e, g in itertools.combinations(edges, 2) if not set(e) & set(g)]
    return np.array(with_facets, np.uint32), np.array(with_edges, np.uint32)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("far", [0.3, 1.0, 30.0])
def test_impacts_of_a_step_are_those_of_all_features(seed, far):
    """A sheet that folds, and one that comes down on it: by a little, by its own size, and by far more."""
    rng = np.random.default_rng(seed)
    nodes, triangles = oracle.sheet(3)
    before = np.concatenate([nodes, nodes + [0.1, 0.1, 0.06]]) + 0.02 * rng.normal(size=(32, 3))
    after = before + far * (0.3 * rng.normal(size=(32, 3)) - [0, 0, 1] * (np.arange(32) > 15)[:, None])
    facets = np.concatenate([triangles, triangles + np.uint32(16)])
    found = abut.find_step_impacts(before, after, facets, distance=0.01)
    expected = {}
    for kind, queries in zip((VERTEX_TRIANGLE, EDGE_EDGE), all_features(facets)):
        answers = abut.find_impacts(kind, before, after, queries, distance=0.01)
        for i in np.flatnonzero(answers.status != NONE):
            expected[int(kind), oracle.name_of(kind, queries[i].tolist())] = answers.time[i]
    names = [(int(kind), oracle.name_of(kind, row)) for kind, row in zip(found.kind, found.nodes.tolist())]
    assert len(names) == len(set(names)) and set(names) == set(expected) and len(names) > 10
    # An order of nodes is another order of sums.
    assert np.allclose(found.impacts.time, [expected[name] for name in names], atol=1e-9)
    assert np.isclose(found.first_time, min(expected.values()), atol=1e-9) and (found.impacts.status != NONE).all()
    own = [set(row) & set(facets[a].tolist()) and set(row) & set(facets[b].tolist()) for row, (a, b) in zip(found.nodes.tolist(), found.facets)]
    assert all(own) and (found.facets[:, 0] < found.facets[:, 1]).all()
    alone = abut.find_step_impacts(before, after, facets, distance=0.01, threads=1)
    assert np.array_equal(alone.nodes, found.nodes) and np.array_equal(alone.impacts.time, found.impacts.time)


def test_facets_with_a_node_that_is_not_finite_are_told_and_left_out():
    _, before, after, facets = bullet_and_plate()
    after[11, 1] = np.nan
    found = abut.find_step_impacts(before, after, facets)
    assert found.unusable.tolist() == np.flatnonzero((facets == 11).any(axis=1)).tolist() and 0.24 < found.first_time <= 0.25


BODIES, BEFORE, AFTER, FACETS = bullet_and_plate()


def find(before=BEFORE, after=AFTER, queries=ONE, kind=EDGE_EDGE, **options):
    return abut.find_impacts(kind, before, after, queries, **options)


def step(before=BEFORE, after=AFTER, facets=FACETS, **options):
    return abut.find_step_impacts(before, after, facets, **options)


#: what is called, the error, how its line begins
CASES = {
    "kind": (lambda: find(kind="edges"), TypeError, "kind is 'edges'; allowed is a ImpactKind"),
    "kind as a number": (lambda: find(kind=1), TypeError, "kind is 1; allowed is a ImpactKind"),
    "fewer after": (lambda: find(after=AFTER[1:]), abut.InvalidInput, "find_impacts: 12 nodes before have 11 after; allowed is as many"),
    "flat nodes": (lambda: find(BEFORE[:, :2]), ValueError, "before is float64 of shape (12, 2); allowed is float64 or float32 of shape (N, 3)"),
    "whole nodes": (lambda: find(after=AFTER.astype(int)), TypeError, "after is int64 of shape (12, 3); allowed is float64 or float32 of shape (N, 3)"),
    "no nodes": (lambda: find(None), TypeError, "before is None; allowed is an array"),
    "list of queries": (lambda: find(queries=[[0, 1, 2, 3]]), TypeError, "queries is a list; allowed is an array"),
    "signed queries": (lambda: find(queries=ONE.astype(int)), TypeError, "queries is int64 of shape (1, 4); allowed is uint32 of shape (N, 4): astype(numpy.uint32) converts it"),
    "triples": (lambda: find(queries=ONE[:, :3]), ValueError, "queries is uint32 of shape (1, 3); allowed is uint32 of shape (N, 4)"),
    "every second query": (lambda: find(queries=np.zeros((4, 4), np.uint32)[::2]), ValueError, "queries is uint32 of shape (2, 4); allowed is an array whose elements are contiguous"),
    "no queries": (lambda: find(queries=None), TypeError, "queries is None; allowed is an array"),
    "node of nowhere": (lambda: find(queries=ONE + np.uint32(9)), abut.InvalidInput, "find_impacts: query 0 has node 12; allowed is less than 12"),
    "distance": (lambda: find(distance=-1), abut.InvalidInput, "find_impacts: distance is -1; allowed are finite numbers of 0 or more"),
    "distance of NaN": (lambda: find(distance=float("nan")), abut.InvalidInput, "find_impacts: distance is nan"),
    "distance beyond float32": (lambda: find(BEFORE.astype("f4"), AFTER.astype("f4"), distance=1e60), abut.InvalidInput, "find_impacts: distance is inf"),
    "distance as text": (lambda: find(distance="far"), TypeError, "distance is 'far'; allowed is a number"),
    "tolerance": (lambda: find(tolerance=float("inf")), abut.InvalidInput, "find_impacts: tolerance is inf"),
    "iterations": (lambda: find(iterations=0), abut.InvalidInput, "find_impacts: iterations is 0; allowed is 1 or more"),
    "negative iterations": (lambda: find(iterations=-1), abut.InvalidInput, "iterations is -1; allowed is a whole number from 0 to 4294967295"),
    "threads": (lambda: find(threads=-1), abut.InvalidInput, "cpu.threads is -1; allowed are 0 (all cores) and more"),
    "own nodes": (lambda: abut.edge_edge_impacts(BEFORE, AFTER), ValueError, "before is float64 of shape (12, 3); allowed is float64 or float32 of shape (M, 4, 3)"),
    "ragged own nodes": (lambda: abut.vertex_triangle_impacts([[1, 2], [3]], [[1]]), ValueError, "before is a list that is not made of numbers in even rows"),
    "other own nodes": (lambda: abut.vertex_triangle_impacts(np.zeros((2, 4, 3)), np.zeros((1, 4, 3))), abut.InvalidInput, "find_impacts: 8 nodes before have 4 after"),
    "own text": (lambda: abut.vertex_triangle_impacts("here", "there"), ValueError, "before is <U4 of shape (); allowed is float64"),
    "facets as a list": (lambda: step(facets=FACETS.tolist()), TypeError, "facets is a list; allowed is an array"),
    "signed facets": (lambda: step(facets=FACETS.astype(int)), TypeError, "facets is int64 of shape (14, 3); allowed is uint32 of shape (N, 3): astype"),
    "facet of nowhere": (lambda: step(facets=FACETS + np.uint32(5)), abut.InvalidInput, "find_step_impacts: facet 2 has node "),
    "fewer after a step": (lambda: step(BEFORE[:4]), abut.InvalidInput, "find_step_impacts: 4 nodes before have 12 after; allowed is as many"),
    "distance of a step": (lambda: step(distance=-1), abut.InvalidInput, "find_step_impacts: distance is -1"),
    "iterations of a step": (lambda: step(iterations=0), abut.InvalidInput, "find_step_impacts: iterations is 0; allowed is 1 or more"),
}


@pytest.mark.parametrize("name", CASES)
def test_is_refused_in_one_line(name):
    refused_in_one_line(*CASES[name])
