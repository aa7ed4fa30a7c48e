"""Parts of a surface that folds: against a closed form and samples of their hulls, and what is refused."""

import math

import numpy as np
import pytest
from deforming_oracle import point_triangle
from nurbs_oracle import refused_in_one_line

import abut

#: two wings of one length and width, which meet along y
WINGS = np.array([[0, 1, 4], [0, 4, 3], [1, 2, 5], [1, 5, 4]], np.uint32)

#: a 50th of the threshold: a concavity is told from above by that at most, or by 2 %
SURE = 0.3 / 50


def wings(angle):
    """Both up by `angle`, so that the deepest point of their hull is the middle between their ends, sin(2 angle) / 2 from either."""
    x, z = math.cos(angle), math.sin(angle)
    return np.array([[-x, 0, z], [0, 0, 0], [x, 0, z], [-x, 1, z], [0, 1, 0], [x, 1, z]])


def waves(count, height):
    """A sheet of the unit square, bent along x."""
    at = np.arange(count + 1) / count
    x, y = (a.ravel() for a in np.meshgrid(at, at, indexing="ij"))
    v = np.arange((count + 1) ** 2).reshape(count + 1, count + 1)
    a, b, c, d = v[:-1, :-1].ravel(), v[1:, :-1].ravel(), v[1:, 1:].ravel(), v[:-1, 1:].ravel()
    return np.concatenate([np.stack([a, b, c], 1), np.stack([a, c, d], 1)]), np.stack([x, y, height * np.sin(2 * np.pi * x)], 1)


def test_folding_wings_are_parted_where_the_closed_form_passes_the_threshold():
    parts = abut.DeformingParts(WINGS, wings(0), concavity=0.3)
    assert len(parts) == 1 and 0 <= parts.parts().concavity[0] <= SURE
    parted_at = None
    for angle in np.arange(0.01, 0.7, 0.01):
        step = parts.move(wings(angle))
        deep = math.sin(2 * angle) / 2
        assert step.unusable == 0 and step.decomposed <= step.measured <= 1
        if step.decomposed:
            parted_at = deep
            break
        assert parts.parts().bound[0] >= deep - 1e-9
        if step.measured:
            assert deep - 1e-9 <= parts.parts().concavity[0] <= max(1.02 * deep, deep + SURE) + 1e-9
    assert 0.3 / 1.02 - 0.01 <= parted_at < 0.31
    assert len(parts) == 2 and repr(parts) == "DeformingParts of 2 parts"
    of = parts.part_of_facets()
    assert of.dtype == np.uint32 and of[0] == of[1] != of[2] == of[3]
    assert np.all(parts.parts().concavity <= SURE)


def test_no_point_of_a_hull_is_farther_than_its_bound():
    facets, flat = waves(8, 0)
    parts, random, decomposed = abut.DeformingParts(facets, flat, concavity=0.05), np.random.default_rng(5), 0
    for height in np.arange(0.01, 0.3, 0.02):
        nodes = waves(8, height)[1]
        decomposed += parts.move(nodes.astype(np.float32) if height > 0.2 else nodes).decomposed
        of, found = parts.part_of_facets(), parts.parts()
        assert of.shape == (len(facets),) and set(of) == set(range(len(parts)))
        assert np.all(found.concavity <= found.bound) and np.all(found.bound <= 0.05)
        for part in range(len(parts)):
            own = nodes[facets[of == part]]
            weights = random.dirichlet(np.full(3, 0.4), 60)
            inside = np.einsum("sk,skd->sd", weights, own.reshape(-1, 3)[random.integers(0, 3 * len(own), (60, 3))])
            far = np.min([point_triangle(inside, *(np.broadcast_to(c, inside.shape) for c in f)) for f in own], axis=0)
            assert far.max() <= found.bound[part] + 1e-6
    assert decomposed > 0 and len(parts) > 2


@pytest.mark.parametrize("share", [1e-3, 1e-5, 1e-8])
def test_small_thresholds_are_kept_and_what_is_flat_is_not_parted_again(share):
    facets, nodes = waves(4, 0.2)
    for size in 1e-9, 1, 1e9:
        parts = abut.DeformingParts(facets, nodes * size, concavity=share * size * 0.5)
        for height in 0.25, 0.1:
            step = parts.move(waves(4, height)[1] * size)
            assert np.all(parts.parts().bound <= share * size * 0.5)
            assert step.measured > step.decomposed == 0  # strips between two rows are flat whatever the waves' height is


def test_what_moves_as_a_whole_is_not_measured_and_a_broken_node_harms_its_part_alone():
    facets, nodes = waves(6, 0.2)
    parts = abut.DeformingParts(facets, nodes, concavity=0.05)
    assert len(parts) > 1
    assert parts.move(nodes + [10, -3, 5]) == abut.DeformingPartsStep(0, 0, 0)
    broken = nodes + [10, -3, 5]
    broken[0] = np.nan
    assert parts.move(broken) == abut.DeformingPartsStep(0, 0, len({*parts.part_of_facets()[(facets == 0).any(axis=1)]}))


CASES = {
    "threshold": (lambda: abut.DeformingParts(WINGS, wings(0), concavity=0), abut.InvalidInput, "DeformingParts: concavity is 0; allowed is above 0, finite"),
    "tiny threshold": (lambda: abut.DeformingParts(WINGS, wings(0), concavity=9e-9), abut.InvalidInput, "DeformingParts: concavity is 9e-09; allowed is at least 1e-08, 1e-8 of half of the longest side of the box"),
    "endless threshold": (lambda: abut.DeformingParts(WINGS, wings(0), concavity=math.inf), abut.InvalidInput, "DeformingParts: concavity is inf; allowed is above 0, finite"),
    "threshold as text": (lambda: abut.DeformingParts(WINGS, wings(0), concavity="small"), TypeError, "concavity is 'small'; allowed is a number"),
    "no facets": (lambda: abut.DeformingParts([], wings(0), concavity=1), abut.InvalidInput, "DeformingParts: there are no facets; allowed is at least one"),
    "node of nowhere": (lambda: abut.DeformingParts([[0, 1, 9]], wings(0), concavity=1), abut.InvalidInput, "DeformingParts: facet 0 has node 9; allowed is less than 6"),
    "negative node": (lambda: abut.DeformingParts([[0, 1, -1]], wings(0), concavity=1), ValueError, "facets names node -1; allowed is 0 to 4294967295"),
    "wide facets": (lambda: abut.DeformingParts([[0, 1, 2, 3]], wings(0), concavity=1), ValueError, "facets is int64 of shape (1, 4); allowed are integers of shape (N, 3)"),
    "real facets": (lambda: abut.DeformingParts(WINGS * 1.0, wings(0), concavity=1), ValueError, "facets is float64 of shape (4, 3); allowed are integers of shape (N, 3)"),
    "broken node": (lambda: abut.DeformingParts(WINGS, wings(0) * np.array([1, 1, np.nan]), concavity=1), abut.InvalidInput, "DeformingParts: facet 0 has node 0, which is not finite"),
    "flat nodes": (lambda: abut.DeformingParts(WINGS, wings(0)[:, :2], concavity=1), ValueError, "nodes is float64 of shape (6, 2); allowed is float64 or float32 of shape (N, 3)"),
    "no nodes": (lambda: abut.DeformingParts(WINGS, None, concavity=1), TypeError, "nodes is None; allowed is an array"),
    "fewer nodes": (lambda: abut.DeformingParts(WINGS, wings(0), concavity=1).move(wings(0)[1:]), abut.InvalidInput, "DeformingParts: nodes has 5 positions; there are 6 nodes"),
    "nodes as text": (lambda: abut.DeformingParts(WINGS, wings(0), concavity=1).move("here"), TypeError, "nodes is a str; allowed is an array"),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_bad_input_is_named_in_one_line(name):
    refused_in_one_line(*CASES[name])
