"""Bad arguments of bodies that deform and of their contacts: one clear line each, and nothing is changed by them."""

from dataclasses import replace

import numpy as np
import pytest
from deforming_oracle import cubes, same
from nurbs_oracle import refused_in_one_line

import abut

TWO, NODES = cubes([0, 0, 0], [0.2, 0.3, 1.01])
TWO.move(NODES)
FOUND = abut.find_deforming_contacts(TWO, alert_distance=0.05)
PAIRS = abut.find_deforming_pairs(TWO, alert_distance=0.05)
CORNERS = abut.pair_corners(TWO, PAIRS)
UNMOVED, _ = cubes([0, 0, 0])
UINT32 = "a whole number from 0 to 4294967295"


def put(count=3, **elements):
    return abut.DeformingBodies().add(count, **(elements or {"triangles": [[0, 1, 2]]}))


def find(bodies=TWO, **options):
    return abut.find_deforming_contacts(bodies, **options)


def overlaps(nodes=NODES, corners=CORNERS, **options):
    return abut.facet_overlaps(nodes, corners, **{"least_gap": -1.0, "most_gap": 1.0, **options})


def gradients(by_moments, **options):
    return abut.facet_overlap_gradients(NODES, CORNERS, by_moments, least_gap=-1.0, most_gap=1.0, **options)


#: what is called, the error, how its line begins
CASES = {
    # bodies
    "rebuild": (lambda: abut.DeformingBodies(rebuild_at=0), abut.InvalidInput, "DeformingBodies: rebuild_at is 0; allowed is above 0"),
    "rebuild as text": (lambda: abut.DeformingBodies(rebuild_at="often"), TypeError, "rebuild_at is 'often'; allowed is a number"),
    "nothing": (lambda: put(8, triangles=[]), abut.InvalidInput, "DeformingBodies::add: the body has 0 facets; allowed are 1 to 16777216"),
    "count of nodes": (lambda: put(-1), abut.InvalidInput, f"node_count is -1; allowed is {UINT32}"),
    "count as text": (lambda: put("3"), TypeError, f"node_count is '3'; allowed is {UINT32}"),
    "real count": (lambda: put(3.0), TypeError, f"node_count is 3.0; allowed is {UINT32}"),
    "node of nowhere": (lambda: put(2), abut.InvalidInput, "DeformingBodies::add: triangle 0 names node 2; allowed is less than 2"),
    "negative node": (lambda: put(triangles=[[0, 1, -1]]), ValueError, "triangles names node -1; allowed is 0 to 4294967295"),
    "huge node": (lambda: put(triangles=np.array([[0, 1, 2**32]])), ValueError, "triangles names node 4294967296; allowed is 0 to 4294967295"),
    "node twice": (lambda: put(triangles=[[0, 1, 1]]), abut.InvalidInput, "DeformingBodies::add: triangle 0 names node 1 twice; allowed is once"),
    "three elements at a face": (lambda: put(6, tetrahedra=[[0, 1, 2, 3], [0, 1, 2, 4], [0, 1, 2, 5]]), abut.InvalidInput, "DeformingBodies::add: tetrahedron 2 shares a face with 0 and 1; allowed are two"),
    "wide triangles": (lambda: put(triangles=[[0, 1, 2, 3]]), ValueError, "triangles is int64 of shape (1, 4); allowed are integers of shape (N, 3)"),
    "real hexahedra": (lambda: put(hexahedra=np.zeros((1, 8))), ValueError, "hexahedra is float64 of shape (1, 8); allowed are integers of shape (N, 8)"),
    "ragged rows": (lambda: put(quadrilaterals=[[0, 1, 2, 3], [1]]), ValueError, "quadrilaterals is a list that is not made of numbers in even rows"),
    "solid": (lambda: put(solid=1, triangles=[[0, 1, 2]]), TypeError, "solid is 1; allowed is True or False"),
    "self contact": (lambda: put(self_contact="no", triangles=[[0, 1, 2]]), TypeError, "self_contact is 'no'; allowed is True or False"),
    "facets of nobody": (lambda: TWO.facets(2), abut.InvalidInput, "DeformingBodies: body is 2; allowed is less than 2"),
    "faults of nobody": (lambda: TWO.faults(2), abut.InvalidInput, "DeformingBodies: body is 2; allowed is less than 2"),
    "edges of nobody": (lambda: TWO.edges(9), abut.InvalidInput, "DeformingBodies: body is 9; allowed is less than 2"),
    "origins of nobody": (lambda: TWO.origins(9), abut.InvalidInput, "DeformingBodies: body is 9; allowed is less than 2"),
    "begin of nobody": (lambda: TWO.node_begin(-1), abut.InvalidInput, f"body is -1; allowed is {UINT32}"),
    "cost of nobody": (lambda: TWO.fresh_cost(2), abut.InvalidInput, "DeformingBodies: body is 2; allowed is less than 2"),
    "solid of text": (lambda: TWO.is_solid("first"), TypeError, f"body is 'first'; allowed is {UINT32}"),
    # positions
    "few nodes": (lambda: TWO.move(NODES[1:]), abut.InvalidInput, "DeformingBodies::move: nodes has 15 positions; there are 16 nodes"),
    "flat nodes": (lambda: TWO.move(NODES[:, :2]), ValueError, "nodes is float64 of shape (16, 2); allowed is float64 or float32 of shape (N, 3)"),
    "whole nodes": (lambda: TWO.move(NODES.astype(int)), TypeError, "nodes is int64 of shape (16, 3); allowed is float64 or float32 of shape (N, 3): astype(numpy.float64) converts it"),
    "complex nodes": (lambda: TWO.move(NODES + 1j), TypeError, "nodes is complex128 of shape (16, 3); allowed is float64 or float32 of shape (N, 3)"),
    "no nodes": (lambda: TWO.move(None), TypeError, "nodes is None; allowed is an array"),
    "nodes as text": (lambda: TWO.move("here"), TypeError, "nodes is a str; allowed is an array"),
    "reversed nodes": (lambda: TWO.move(NODES[::-1]), ValueError, "nodes has a negative stride; allowed are positive ones"),
    "threads of a move": (lambda: TWO.move(NODES, threads=-1), abut.InvalidInput, "cpu.threads is -1; allowed are 0 (all cores) and more"),
    # contacts
    "no bodies": (lambda: find(None), TypeError, "bodies is None; allowed is a DeformingBodies"),
    "other bodies": (lambda: abut.find_deforming_pairs(abut.BodySet()), TypeError, "bodies is a BodySet; allowed is a DeformingBodies"),
    "alert": (lambda: find(alert_distance=-1.0), abut.InvalidInput, "find_deforming_contacts: alert_distance is -1; allowed is 0 or more, finite"),
    "alert of NaN": (lambda: abut.find_deforming_pairs(TWO, alert_distance=float("nan")), abut.InvalidInput, "find_deforming_pairs: alert_distance is nan"),
    "alert as text": (lambda: find(alert_distance="near"), TypeError, "alert_distance is 'near'; allowed is a number"),
    "threads": (lambda: find(threads=-2), abut.InvalidInput, "cpu.threads is -2; allowed are 0 (all cores) and more"),
    "before a move": (lambda: find(UNMOVED), abut.InvalidInput, "find_deforming_contacts: no positions were given; allowed is after DeformingBodies::move"),
    "pairs before a move": (lambda: abut.find_deforming_pairs(UNMOVED), abut.InvalidInput, "find_deforming_pairs: no positions were given"),
    "areas before a move": (lambda: abut.deforming_areas(UNMOVED), abut.InvalidInput, "deforming_areas: no positions were given"),
    "areas of nothing": (lambda: abut.deforming_areas(3), TypeError, "bodies is 3; allowed is a DeformingBodies"),
    # the finder
    "skin": (lambda: abut.DeformingContactFinder(-1), abut.InvalidInput, "DeformingContactFinder: skin is -1; allowed is 0 or more, finite"),
    "skin as text": (lambda: abut.DeformingContactFinder("thick"), TypeError, "skin is 'thick'; allowed is a number"),
    "finder of others": (lambda: abut.DeformingContactFinder(0).find_contacts(abut.ShapeSet()), TypeError, "bodies is a ShapeSet; allowed is a DeformingBodies"),
    "finder before a move": (lambda: abut.DeformingContactFinder(0).find_pairs(UNMOVED), abut.InvalidInput, "DeformingContactFinder::find_pairs: no positions were given"),
    # derivatives
    "derivatives of arrays": (lambda: abut.gap_hessians(FOUND.gap, NODES), TypeError, "contacts is a ndarray; allowed is a DeformingContacts"),
    "kind of nothing": (lambda: abut.gap_hessians(replace(FOUND, kind=np.where(np.arange(len(FOUND)) < 2, FOUND.kind, np.uint8(2))), NODES), abut.InvalidInput, "gap_hessians: gap 2 has kind 2; allowed are 0 and 1 (GapKind)"),
    "other nodes": (lambda: abut.gap_hessians(FOUND, NODES[:3]), abut.InvalidInput, "gap_hessians: gap 0 has node "),
    # overlaps of facets
    "range without gaps": (lambda: overlaps(least_gap=0.1, most_gap=0.1), abut.InvalidInput, "facet_overlaps: range is from 0.1 to 0.1; allowed is a least gap below the most"),
    "range of NaN": (lambda: overlaps(most_gap=float("nan")), abut.InvalidInput, "facet_overlaps: range is from -1 to nan; allowed is a least gap below the most"),
    "range as text": (lambda: overlaps(least_gap="deep"), TypeError, "least_gap is 'deep'; allowed is a number"),
    "corner beyond the nodes": (lambda: overlaps(NODES[:2]), abut.InvalidInput, "facet_overlaps: pair 0 has corner "),
    "corners of three": (lambda: overlaps(corners=CORNERS[:, :3]), ValueError, "corners is uint32 of shape (13, 3); allowed is uint32 of shape (N, 6)"),
    "corners as floats": (lambda: overlaps(corners=CORNERS.astype(float)), TypeError, "corners is float64 of shape (13, 6); allowed is uint32 of shape (N, 6)"),
    "threads of overlaps": (lambda: overlaps(threads=-1), abut.InvalidInput, "cpu.threads is -1; allowed are 0 (all cores) and more"),
    "slopes of others": (lambda: gradients(np.ones((len(CORNERS) + 1, 7))), ValueError, "by_moments is float64 of shape (14, 7); allowed is float64 of shape (13, 7)"),
    "too few slopes": (lambda: gradients(np.ones((len(CORNERS), 3))), ValueError, "by_moments is float64 of shape (13, 3); allowed is float64 of shape (13, 7)"),
    "ragged slopes": (lambda: gradients([[1.0] * 7, [1.0]]), TypeError, "by_moments is a list that is not made of numbers in even rows"),
    "slopes of facing": (lambda: gradients(np.ones((13, 7)), by_facing=np.ones(12)), ValueError, "by_facing is float64 of shape (12,); allowed is float64 of shape (13,)"),
    "slopes of nothing": (lambda: gradients(None), TypeError, "by_moments is None; allowed is an array"),
    "corners of arrays": (lambda: abut.pair_corners(TWO, CORNERS), TypeError, "pairs is a ndarray; allowed is a DeformingPairs"),
    "facet of nobody": (lambda: abut.pair_corners(TWO, replace(PAIRS, facets=PAIRS.facets + np.uint32(99))), abut.InvalidInput, "pair_corners: pair 0 has facet "),
    "offsets of others": (lambda: abut.pair_corners(TWO, replace(PAIRS, offsets=PAIRS.offsets + np.uint64(1))), abut.InvalidInput, "pair_corners: offsets do not run from 0 to "),
    "nodes of derivatives": (lambda: abut.gap_hessians(FOUND, None), TypeError, "nodes is None; allowed is an array"),
}


@pytest.mark.parametrize("name", CASES)
def test_is_refused_in_one_line(name):
    refused_in_one_line(*CASES[name])
    assert same(find(alert_distance=0.05), FOUND)  # as good as before
