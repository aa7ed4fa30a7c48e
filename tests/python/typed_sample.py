"""A program that uses the package, as mypy --strict sees it."""

from typing import Any, Optional

import numpy as np
import numpy.typing as npt

import abut


def overlaps(shapes: abut.ShapeSet, bodies: abut.BodySet, pairs: npt.NDArray[np.uint32]) -> npt.NDArray[np.bool_]:
    return abut.intersect_pairs(shapes, bodies, pairs)


def step(
    shapes: abut.ShapeSet, bodies: abut.BodySet, finder: abut.PairFinder, out: Optional[abut.Contacts] = None
) -> abut.Contacts:
    pairs = finder.find(shapes, bodies, alert_distance=0.1)
    return abut.query_pairs(shapes, bodies, pairs, out=out, dtype=np.float32 if out is None else np.float64)


def facet_step(scene: abut.DeviceScene, facets: abut.DeviceFacets, pairs: Any, found: abut.FacetContacts) -> abut.FacetContacts:
    assert facets.bytes() > 0
    return scene.find_facet_contacts(
        facets, pairs, out=found, facet_pair_room=1000, contact_room=1000, alert_distance=0.1, stream=0
    )


def clearances(first: str, second: Optional[str] = None) -> tuple[abut.Clearances, int]:
    """Of CAD files, and how many contacts the parts of the first have."""
    model: abut.BrepAssembly = abut.read_cad(first, unit=1.0)
    other = None if second is None else abut.read_brep(second)
    found = abut.find_clearances(model, other, reach=5.0, skip=[("bolt*", "plate")])
    part: abut.Brep = model.parts[0]
    features: abut.SupermaximalFeatures = abut.supermaximal_features(part)
    minima: abut.BrepLmds = abut.find_brep_lmds(abut.ContactBrep(part), abut.ContactBrep(part), position=[0, 0, features.face_count()])
    shapes, bodies, breps = abut.ShapeSet(), abut.BodySet(), abut.ContactBreps()
    bodies.add_many([breps.add(shapes, part, dilation=0.1)], [instance.position for instance in model.instances][:1])
    pairs: npt.NDArray[np.uint32] = abut.find_pairs(shapes, bodies)
    finder = abut.BrepContactFinder(threads=1)
    contacts: abut.BrepContacts = finder.find(breps, bodies, pairs, theta=0.01, dtype=np.float32)
    assert minima.status is abut.BrepLmdStatus.COMPLETE and len(finder.ages) == len(contacts)
    return found, len(abut.find_brep_contacts(breps, bodies, pairs))


def soft_step(soft: abut.DeformingBodies, nodes: npt.NDArray[np.float64], ahead: npt.NDArray[np.float64]) -> float:
    """How far nodes may go, and the contacts where they are."""
    soft.move(nodes, threads=1)
    finder = abut.DeformingContactFinder(0.1)
    met: abut.DeformingContacts = finder.find_contacts(soft, alert_distance=0.1)
    near: abut.DeformingPairs = abut.find_deforming_pairs(soft, alert_distance=0.1)
    bends: npt.NDArray[np.float64] = abut.gap_hessians(met, nodes, rows=met.support == 15)
    areas: abut.DeformingAreas = abut.deforming_areas(soft)
    corners: npt.NDArray[np.uint32] = abut.pair_corners(soft, near)
    shared: abut.FacetOverlaps = abut.facet_overlaps(nodes, corners, least_gap=-0.1, most_gap=0.1)
    slopes: npt.NDArray[np.float64] = abut.facet_overlap_gradients(nodes, corners, shared.moments, by_facing=shared.facing, least_gap=-0.1, most_gap=0.1)
    assert len(shared) == len(near) and slopes.shape == (len(near), 6, 3)
    assert len(near.pair_indices()) == len(near) and bends.shape[1:] == (12, 12) and len(areas.of_nodes) == soft.node_count
    assert met.gradients().shape == (len(met), 4, 3) and met.points(nodes)[0].shape == met.normal.shape
    parts = abut.DeformingParts(soft.facets(0), soft.nodes(), concavity=0.1)
    watched: abut.DeformingPartsStep = parts.move(nodes)
    bounds: abut.DeformingPartList = parts.parts()
    assert watched.decomposed == 0 and bounds.bound[parts.part_of_facets()[0]] <= 0.1
    status: abut.DeformingBodyStatus = soft.status()
    assert status.fault[0] == abut.BodyFault.NONE and soft.quality().builds[0] == 1 and finder.counts["searches"] == 1
    hits: abut.StepImpacts = abut.find_step_impacts(nodes, ahead, soft.facets(0), distance=0.01)
    pair: abut.Impacts = abut.find_impacts(abut.ImpactKind.EDGE_EDGE, nodes, ahead, np.array([[0, 1, 2, 3]], np.uint32))
    assert len(pair) == 1 and len(hits.impacts) == len(hits)
    return hits.first_time


def main() -> None:
    soft = abut.DeformingBodies(rebuild_at=0.1)
    sheet: int = soft.add(6, triangles=[[0, 1, 2], [3, 4, 5]], solid=False)
    square = np.array([[0.0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 0, 1], [0, 1, 1]])
    assert sheet == 0 and 0.4 < soft_step(soft, square, square * [1, 1, -1]) < 0.5
    shapes = abut.ShapeSet()
    index: int = shapes.add_hull(np.random.default_rng(1).normal(size=(20, 3)), rounding=0.1)
    bodies = abut.BodySet()
    added: range = bodies.add_many(np.full(10, index), np.linspace([0, 0, 0], [9, 0, 0], 10))
    contacts = step(shapes, bodies, abut.PairFinder(threads=1))
    found: abut.Detection = abut.detect(shapes, bodies)
    count: int = found.status[abut.Status.CONVERGED]
    checked: abut.Verification = abut.verify(shapes, bodies, found)
    pairs = abut.find_pairs(shapes, bodies)
    trees = abut.FacetTrees(shapes)
    facets: abut.FacetContacts = abut.find_facet_contacts(trees, bodies, pairs, dtype=np.float32)
    assert trees.has(index) and len(facets.offsets) == len(pairs) + 1
    steps = abut.FacetContactFinder(threads=1)
    kept: abut.FacetContacts = steps.find(trees, bodies, pairs, alert_distance=0.1, dtype=np.float32)
    near: npt.NDArray[np.uint32] = steps.pairs
    assert len(kept.offsets) == len(near) + 1 and steps.counts["candidates"] == len(pairs) and steps.memory > 0
    assert len(added) == 10 and len(contacts) > 0 and count > 0 and checked.ok
    assert overlaps(shapes, bodies, pairs).shape == (len(pairs),)
    plane = abut.PlanarShapeSet()
    tile: int = plane.add_polygon([[0, 0], [1, 0], [0, 1]])
    tiles = abut.PlanarBodies([tile, tile], [[0, 0], [0.5, 0]], angles=[0.0, 0.1])
    tiles.positions += [1, 0]
    flat: abut.PlanarContacts = abut.query_planar_pairs(plane, tiles, abut.find_planar_pairs(plane, tiles), patches=True)
    assert flat.patches is not None and len(flat.patches) == 1 and abut.statuses(flat).shape == (1,)
    flat = abut.query_planar_pairs(plane, tiles, abut.PlanarPairFinder().find(plane, tiles), out=flat).take([0])
    assert abut.match_contacts(pairs[:1], flat, pairs[:1], flat).shape == (1,)
    circle: abut.NurbsCurve = abut.elevate_degree(abut.insert_knot(abut.unit_circle(), 0.5))
    curve_jet: abut.CurveJet = abut.point_at(circle, np.linspace(0, 4, 5))
    roof = abut.NurbsSurface(1, 1, [0, 0, 1, 1], [0, 0, 1, 1], [[[0, 0, 0], [0, 1, 0]], [[1, 0, 0], [1, 1, 1]]])
    surface_jet: abut.SurfaceJet = abut.point_at(abut.clamped(roof), 0.5, 0.5)
    assert curve_jet.first.shape == (5, 2) and surface_jet.uv.shape == (3,)
    surfaces = abut.SurfaceSet()
    number: int = surfaces.add(roof)
    caches = abut.ClosestPointCaches(2, np.float32)
    near_it: abut.ClosestPoints = abut.find_closest_points(
        surfaces, number, np.ones((2, 3)), method="certified", dtype=np.float32, caches=caches
    )
    lows: abut.LocalMinima = abut.find_local_minima(surfaces, number, np.ones((2, 3)), within=2.0)
    assert lows.offsets.tolist() == [0, 1, 2] and lows.point_indices().tolist() == [0, 1]
    assert len(near_it) == 2 and near_it.lower_bound.dtype == np.float32
    fit: abut.SurfaceFit = abut.fit_surface(abut.SphericalHarmonics(0, [3.5449077018110320]), rows=8, columns=16)
    grains, pebbles = abut.ShapeSet(), abut.BodySet()
    pebble: int = grains.add_hull(fit.surface.points.reshape(-1, 3))
    closed = abut.ContactSurfaces(grains)
    closed.set(pebble, fit.surface, knots=abut.knot_positions(fit.surface, 0.3, 0.0))
    pebbles.add_many([pebble, pebble], [[0, 0, 0], [1.9, 0, 0]])
    knots = abut.SurfaceContactFinder(threads=1)
    met: abut.SurfaceContacts = knots.find(closed, pebbles, abut.find_pairs(grains, pebbles), dtype=np.float32)
    saved: bytes = knots.save()
    knots.restore(saved)
    exact: abut.SurfaceSeparations = abut.surface_separation(closed, pebbles, abut.find_pairs(grains, pebbles))
    assert len(met) > 0 and met.of_b().any() and len(exact) == 1 and abut.mass_properties(fit.surface).volume > 4
    complexes, bars = abut.ContactComplexes(), abut.ShapeSet()
    bar: abut.SimplicialComplex = abut.SimplicialComplex(np.eye(3), segments=[[0, 1], [1, 2]])
    made: abut.ComplexReport = complexes.set(bars, bars.add_hull(bar.vertices, rounding=0.1), bar, 0.1, sides="shell")
    minima: abut.QuasiLmds = abut.find_quasi_lmds(complexes, abut.BodySet(), pairs[:0], theta=0.01, dtype=np.float32)
    assert made.of_class[0] == 3 and len(minima) == 0 and complexes.simplices(0).corners_of(minima.feature_a).shape == (0, 3)
    polytope = abut.minkowski_difference(shapes.vertices(index), [[0.0, 0.0, 0.0]])
    report: abut.MeshReport = abut.examine(([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]]))
    assert polytope.dimension == 3 and not report.closed


if __name__ == "__main__":
    main()
