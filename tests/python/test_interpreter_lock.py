"""That C++ works without the interpreter lock, shown by what could not end otherwise: a call that waits for a pipe that
another thread of the interpreter fills. Each runs in a process of its own, which would hang if the lock were held."""

import json
import pathlib
import subprocess
import sys
import textwrap

import pytest

import abut

HERE = pathlib.Path(__file__).parent
SCENE = json.dumps({"version": 1, "shapes": [{"name": "ball", "sphere": {"radius": 1}}], "bodies": [{"shape": 0}]})


def run(text, *arguments, seconds=30):
    done = subprocess.run(
        [sys.executable, "-B", "-c", textwrap.dedent(text), *map(str, arguments)],
        capture_output=True, text=True, timeout=seconds,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout, done.stderr


def test_a_reader_waits_for_a_pipe_that_another_thread_fills():
    out, _ = run(
        """
        import os, sys, threading
        import abut
        reading, writing = os.pipe()

        def fill():
            with os.fdopen(writing, "w") as pipe:
                for letter in sys.argv[1]:  # many turns of the interpreter while the other thread reads
                    pipe.write(letter)
                    pipe.flush()

        thread = threading.Thread(target=fill)
        thread.start()
        print(len(abut.read_scene(f"/dev/fd/{reading}").bodies))
        thread.join()
        """,
        SCENE,
    )
    assert out == "1\n"


def test_a_writer_waits_for_a_pipe_that_another_thread_empties(tmp_path):
    """Far more than a pipe holds, so that the writer is in the middle of it when the reader needs its turn."""
    out, _ = run(
        """
        import os, sys, threading
        import numpy as np
        import abut
        path = sys.argv[1]
        os.mkfifo(path)
        lengths = []

        def empty():
            with open(path, "rb", 0) as pipe:
                for piece in iter(lambda: pipe.read(4096), b""):
                    lengths.append(len(piece))

        thread = threading.Thread(target=empty)
        thread.start()
        vertices = np.random.default_rng(1).normal(size=(20000, 3))
        abut.write_obj([(vertices, np.arange(19998).reshape(-1, 3))], path)
        thread.join()
        print(sum(lengths) > 1 << 20)
        """,
        tmp_path / "pipe",
    )
    assert out == "True\n"


#: Objects of all kinds, and what each function is called with.
SETTING = """
import sys, threading, time
import numpy as np
import abut
rng = np.random.default_rng(5)
shapes, bodies = abut.ShapeSet(), abut.BodySet()
shapes.add_hull(rng.normal(size=(60, 3)))
positions = rng.uniform(0, 8, (300, 3))
bodies.add_many([0] * 300, positions)
found = abut.detect(shapes, bodies)
pairs = found.pairs
kept = [np.zeros((len(pairs), 4)), np.arange(len(pairs), dtype=np.uint32)]
cube = np.array([[x, y, z] for x in (0.0, 1) for y in (0.0, 1) for z in (0.0, 1)])
quads = np.array([[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]])
mesh = abut.Mesh(cube, np.uint32([[q[i] for i in c] for q in quads for c in ((0, 1, 2), (0, 2, 3))]))
finder, filter, warm = abut.PairFinder(), abut.PairFilter(), abut.WarmStart(len(pairs))
trees, facet_finder = abut.FacetTrees(shapes), abut.FacetContactFinder()
trees.build(bodies, pairs)
shape_pairs = np.zeros((300, 2), np.uint32)
of_shapes = abut.query_shape_pairs(shapes, shape_pairs, positions=positions)
plane, planar_finder = abut.PlanarShapeSet(), abut.PlanarPairFinder()
plane.add_polygon(cube[:, :2])
tiles = abut.PlanarBodies([0] * 300, positions[:, :2])
planar_pairs = abut.find_planar_pairs(plane, tiles)
roof = abut.NurbsSurface(1, 1, [0, 0, 1, 1], [0, 0, 1, 1], cube[[0, 2, 4, 7]].reshape(2, 2, 3))
circle, surfaces = abut.unit_circle(), abut.SurfaceSet()
surfaces.add(roof)
caches = abut.ClosestPointCaches(300)
box, blocks, walls = abut.box_surface([1, 1, 1]), abut.ShapeSet(), abut.BodySet()
blocks.add_box([1, 1, 1])
walls.add_many([0, 0], [[0, 0, 0], [1.99, 0, 0]])
wall_pairs, closed_surfaces, steps = np.array([[0, 1]], np.uint32), abut.ContactSurfaces(blocks), abut.SurfaceContactFinder()
closed_surfaces.set(0, box, knots=abut.knot_positions(box, 0.5, 0.0, largest=0.5))
egg = abut.SphericalHarmonics(0, [3.5449077018110320])
complexes, crate = abut.ContactComplexes(), abut.SimplicialComplex(2 * cube - 1, triangles=mesh.triangles)
complexes.set(blocks, 0, crate, 0.01, offset_inward=True)
"""

#: CAD models: a block twice, written by hand into the folder that the first argument names; the second one is that of these tests.
CAD_SETTING = """
import pathlib
sys.path.insert(0, sys.argv[2])
import made_breps
folder = pathlib.Path(sys.argv[1])
model = made_breps.read(folder, made_breps.box([1.0, 1.0, 1.0]))
brick = abut.ContactBrep(model.parts[0])
breps, stones, heap, cad_finder = abut.ContactBreps(), abut.ShapeSet(), abut.BodySet(), abut.BrepContactFinder()
stone = breps.add(stones, model.parts[0], dilation=0.01)
heap.add_many([stone, stone], [[0, 0, 0], [0, 0, 1.03]])
"""

#: Asks for each of `work` until another thread has had its turn.
TURNS = """
sys.setswitchinterval(3600)
starved = []
for name, once in work.items():
    gate, order = threading.Lock(), []
    gate.acquire()
    thread = threading.Thread(target=lambda: (gate.acquire(), order.append(name)))
    thread.start()
    gate.release()  # from here on the thread waits for the interpreter lock alone
    # Where others are busy too, the waiting thread is late: what gives the lock away is asked for as long as ten
    # seconds.
    last = time.monotonic() + (10 if name != "nothing of C++" else 0.2)
    while not order and time.monotonic() < last:
        once()
    if not order:
        starved.append(name)
    thread.join()
print(len(work), starved)
"""

#: What gives the lock away; the first of each does not, so that it is seen that a thread can starve.
CALLS = {
    "bodies": """
work = {
    "nothing of C++": lambda: sum(range(100)),  # so that it is seen that a thread can starve
    "query_pairs": lambda: abut.query_pairs(shapes, bodies, pairs),
    "query_shape_pairs": lambda: abut.query_shape_pairs(shapes, np.zeros((300, 2), np.uint32), positions=positions),
    "intersect_pairs": lambda: abut.intersect_pairs(shapes, bodies, pairs),
    "detect": lambda: abut.detect(shapes, bodies),
    "find_pairs": lambda: abut.find_pairs(shapes, bodies),
    "find_cross_pairs": lambda: abut.find_cross_pairs(shapes, bodies, bodies),
    "find_nearest": lambda: abut.find_nearest(shapes, bodies, positions),
    "find_within": lambda: abut.find_within(shapes, bodies, positions, 1.0),
    "PairFinder.find": lambda: finder.find(shapes, bodies),
    "PairFilter.filter": lambda: filter.filter(shapes, bodies, pairs),
    "find_facet_contacts": lambda: abut.find_facet_contacts(trees, bodies, pairs),
    "FacetContactFinder.find": lambda: facet_finder.find(trees, bodies, pairs),
    "FacetContactFinder.counts": lambda: facet_finder.counts,
    "FacetTrees.build": lambda: trees.build(bodies, pairs),
    "find_patches": lambda: abut.find_patches(shapes, bodies, pairs, found.contacts),
    "match_pairs": lambda: abut.match_pairs(pairs, pairs),
    "match_contacts": lambda: abut.match_contacts(pairs, found.contacts, pairs, found.contacts),
    "carry": lambda: abut.carry(kept[1], kept[0]),
    "WarmStart.carry": lambda: warm.carry(kept[1]),
    "verify": lambda: abut.verify(shapes, bodies, found, sample=2),
    "examine": lambda: abut.examine(mesh),
    "weld": lambda: abut.weld(mesh),
    "repair_mesh": lambda: abut.repair_mesh(mesh),
    "decompose": lambda: abut.decompose(mesh),
    "measure_parts": lambda: abut.measure_parts(mesh, [mesh]),
    "mass_properties": lambda: abut.mass_properties(mesh),
    "wrap_mesh": lambda: abut.wrap_mesh(mesh, resolution=4),
    "minkowski_difference": lambda: abut.minkowski_difference(cube, cube),
    "entrance_block": lambda: abut.entrance_block(cube, cube),
    "ShapeSet.add_hull": lambda: shapes.add_hull(cube),
    "BodySet.set_poses": lambda: bodies.set_poses(positions),
    "BodySet.positions": lambda: bodies.positions(),
    "BodySet.part_matrices": lambda: bodies.part_matrices(),
}
""",
    "patches, facets, the plane": """
work = {
    "nothing of C++": lambda: sum(range(100)),  # so that it is seen that a thread can starve
    "find_shape_patches": lambda: abut.find_shape_patches(shapes, shape_pairs, None, of_shapes, positions=positions),
    "PairFilter.clearances": lambda: filter.clearances,
    "PairFilter.restore": lambda: filter.restore(shapes, bodies, pairs, np.zeros(len(pairs))),
    "FacetTrees.surface": lambda: trees.surface(0),
    "shape_mass_properties": lambda: abut.shape_mass_properties(shapes, 0),
    "find_planar_pairs": lambda: abut.find_planar_pairs(plane, tiles),
    "PlanarPairFinder.find": lambda: planar_finder.find(plane, tiles),
    "PlanarPairFinder.searches": lambda: planar_finder.searches,
    "query_planar_pairs": lambda: abut.query_planar_pairs(plane, tiles, planar_pairs),
    "PlanarBodies.set_poses": lambda: tiles.set_poses(angles=np.zeros(300)),
    "planar_pose": lambda: abut.planar_pose(positions[:, :2], positions[:, 2]),
    "planar_hull": lambda: abut.planar_hull(positions[:, :2]),
    "planar_minkowski_difference": lambda: abut.planar_minkowski_difference(cube[:, :2], cube[:, :2]),
    "planar_entrance_block": lambda: abut.planar_entrance_block(cube[:, :2], cube[:, :2]),
    "flat_shapes": lambda: abut.flat_shapes(plane),
    "PlanarShapeSet.add_polygon": lambda: plane.add_polygon(cube[:, :2]),
    "PlanarShapeSet.vertices": lambda: plane.vertices(0),
}
""",
    "surfaces": """
work = {
    "nothing of C++": lambda: sum(range(100)),  # so that it is seen that a thread can starve
    "NurbsCurve": lambda: abut.NurbsCurve(1, [0, 0, 1, 1], cube[:2, :2]),
    "NurbsSurface": lambda: abut.NurbsSurface(1, 1, [0, 0, 1, 1], [0, 0, 1, 1], cube[:4].reshape(2, 2, 3)),
    "point_at": lambda: abut.point_at(roof, positions[:, 0], positions[:, 1]),
    "point_at of a curve": lambda: abut.point_at(circle, positions[:, 0]),
    "insert_knot": lambda: abut.insert_knot(roof, 0.5, along="u"),
    "elevate_degree": lambda: abut.elevate_degree(circle),
    "clamped": lambda: abut.clamped(roof),
    "is_closed": lambda: abut.is_closed(circle),
    "transformed": lambda: abut.transformed(roof, np.eye(3), [0, 0, 1]),
    "bezier_patches": lambda: abut.bezier_patches(roof),
    "closed_by_wrapping": lambda: abut.closed_by_wrapping(cube[:, :2], 2),
    "knot_positions": lambda: abut.knot_positions(roof, 0.1, 0.1),
    "find_closest_points": lambda: abut.find_closest_points(surfaces, 0, positions),
    "find_closest_points with caches": lambda: abut.find_closest_points(surfaces, 0, positions, caches=caches),
    "find_local_minima": lambda: abut.find_local_minima(surfaces, 0, positions),
    "ClosestPointCaches.reset": lambda: caches.reset(),
    "SurfaceSet.add": lambda: surfaces.add(roof),
    "SurfaceSet.surface": lambda: surfaces.surface(0),
    "len of a SurfaceSet": lambda: len(surfaces),
    "turned_inside_out": lambda: abut.turned_inside_out(box),
    "is_pole": lambda: abut.is_pole(box, "u", "end"),
    "mass_properties of a surface": lambda: abut.mass_properties(box),
    "mass_properties of harmonics": lambda: abut.mass_properties(egg),
    "SphericalHarmonics.radius": lambda: egg.radius(positions),
    "fit_surface": lambda: abut.fit_surface(egg, rows=4, columns=8),
    "ContactSurfaces.set": lambda: closed_surfaces.set(blocks.add_box([1, 1, 1]), box),
    "ContactSurfaces.knots": lambda: closed_surfaces.knots(0),
    "SurfaceContactFinder.find": lambda: steps.find(closed_surfaces, walls, wall_pairs),
    "SurfaceContactFinder.counts": lambda: steps.counts,
    "SurfaceContactFinder.restore": lambda: steps.restore(steps.save()),
    "surface_separation": lambda: abut.surface_separation(closed_surfaces, walls, wall_pairs, depth_tolerance=0.01),
    "ContactComplexes.set": lambda: complexes.set(blocks, 0, crate, 0.01, offset_inward=True),
    "ContactComplexes.simplices": lambda: complexes.simplices(0),
    "find_quasi_lmds": lambda: abut.find_quasi_lmds(complexes, walls, wall_pairs, alert_distance=0.1),
}
""",
    "bodies that deform": """
soft, skin = abut.DeformingBodies(), abut.DeformingContactFinder(0.1)
for _ in range(2):
    soft.add(8, triangles=mesh.triangles)
soft_nodes = np.concatenate([cube, cube + [0, 0, 1.01]])
soft.move(soft_nodes)
met = abut.find_deforming_contacts(soft, alert_distance=0.1)
facing = abut.pair_corners(soft, abut.find_deforming_pairs(soft, alert_distance=0.1))
of_gaps = dict(least_gap=-0.1, most_gap=0.1)
queries = np.array([[0, 1, 2, 3]], np.uint32)
parts = abut.DeformingParts(mesh.triangles, cube, concavity=0.5)
work = {
    "nothing of C++": lambda: sum(range(100)),  # so that it is seen that a thread can starve
    "DeformingBodies.add": lambda: abut.DeformingBodies().add(8, triangles=mesh.triangles),
    "DeformingBodies.move": lambda: soft.move(soft_nodes),
    "DeformingBodies.facets": lambda: soft.facets(0),
    "DeformingBodies.status": lambda: soft.status(),
    "find_deforming_pairs": lambda: abut.find_deforming_pairs(soft, alert_distance=0.1),
    "find_deforming_contacts": lambda: abut.find_deforming_contacts(soft, alert_distance=0.1),
    "deforming_areas": lambda: abut.deforming_areas(soft),
    "gap_hessians": lambda: abut.gap_hessians(met, soft_nodes),
    "pair_corners": lambda: abut.pair_corners(soft, abut.find_deforming_pairs(soft, alert_distance=0.1)),
    "facet_overlaps": lambda: abut.facet_overlaps(soft_nodes, facing, **of_gaps),
    "facet_overlap_gradients": lambda: abut.facet_overlap_gradients(soft_nodes, facing, np.ones((len(facing), 7)), **of_gaps),
    "DeformingContactFinder.find_pairs": lambda: skin.find_pairs(soft, alert_distance=0.1),
    "DeformingContactFinder.find_contacts": lambda: skin.find_contacts(soft, alert_distance=0.1),
    "DeformingContactFinder.counts": lambda: skin.counts,
    "DeformingParts": lambda: abut.DeformingParts(mesh.triangles, cube, concavity=0.5),
    "DeformingParts.move": lambda: parts.move(cube),
    "DeformingParts.parts": lambda: parts.parts(),
    "DeformingParts.part_of_facets": lambda: parts.part_of_facets(),
    "find_impacts": lambda: abut.find_impacts(abut.ImpactKind.EDGE_EDGE, soft_nodes, soft_nodes + 1, queries),
    "find_step_impacts": lambda: abut.find_step_impacts(soft_nodes, soft_nodes + 1, mesh.triangles),
}
""",
    "CAD models": CAD_SETTING + """
work = {
    "nothing of C++": lambda: sum(range(100)),  # so that it is seen that a thread can starve
    "read_brep": lambda: abut.read_brep(folder / "made.brep.json"),
    "write_brep": lambda: abut.write_brep(folder / "written.json", model),
    "supermaximal_features": lambda: abut.supermaximal_features(model.parts[0]),
    "ContactBrep": lambda: abut.ContactBrep(model.parts[0]),
    "find_brep_lmds": lambda: abut.find_brep_lmds(brick, brick, position=[0, 0, 2]),
    "find_clearances": lambda: abut.find_clearances(model, model, positions=[[0, 0, 2]]),
    "ContactBreps.add": lambda: breps.add(abut.ShapeSet(), model.parts[0], dilation=0.01),
    "ContactBreps.set": lambda: breps.set(stones, stone, model.parts[0], dilation=0.01),
    "ContactBreps.notes": lambda: breps.notes(stone),
    "find_brep_contacts": lambda: abut.find_brep_contacts(breps, heap, wall_pairs, alert_distance=0.1),
    "BrepContactFinder.find": lambda: cad_finder.find(breps, heap, wall_pairs, alert_distance=0.1),
    "BrepContactFinder.ages": lambda: cad_finder.ages,
    "BrepContactFinder.counts": lambda: cad_finder.counts,
}
""",
}


@pytest.mark.parametrize("name", CALLS)
def test_a_thread_runs_while_another_works(name, tmp_path):
    """With `sys.setswitchinterval` at an hour a thread takes the lock only from one that gives it away. What is asked
    again and again until the other thread has had it would be asked in vain if it did not."""
    out, _ = run(SETTING + CALLS[name] + TURNS, tmp_path, HERE, seconds=60)
    assert out == f"{CALLS[name].count('lambda')} ['nothing of C++']\n"


def test_nothing_is_left_when_the_interpreter_ends(tmp_path):
    """The binding tells of objects that were never freed."""
    _, error = run(
        """
        import pathlib, sys
        import numpy as np
        sys.path.insert(0, sys.argv[2])
        import abut, made_breps
        shapes, bodies = abut.ShapeSet(), abut.BodySet()
        shapes.add_box([1, 1, 1])
        bodies.add_many([0, 0, 0], np.arange(9.0).reshape(3, 3) / 5)
        found = abut.detect(shapes, bodies)
        warm, finder, filter = abut.WarmStart(len(found)), abut.PairFinder(), abut.PairFilter()
        abut.query_pairs(shapes, bodies, found.pairs, warm_start=warm)
        filter.filter(shapes, bodies, finder.find(shapes, bodies))
        trees = abut.FacetTrees(shapes)
        facets = abut.find_facet_contacts(trees, bodies, found.pairs)
        steps = abut.FacetContactFinder()
        kept_facets = steps.find(trees, bodies, found.pairs)
        surface = trees.surface(0)
        plane, planar_finder = abut.PlanarShapeSet(), abut.PlanarPairFinder()
        plane.add_disc(1)
        tiles = abut.PlanarBodies([0, 0], [[0, 0], [1, 0]])
        flat, planar = abut.flat_shapes(plane), abut.query_planar_pairs(plane, tiles, planar_finder.find(plane, tiles), patches=True)
        kept = [warm.carry(np.zeros(2, np.uint32)), abut.WarmStart.from_bytes(warm.to_bytes())]
        ring, surfaces, caches = abut.elevate_degree(abut.unit_circle()), abut.SurfaceSet(), abut.ClosestPointCaches(1)
        surfaces.add(abut.NurbsSurface(1, 1, [0, 0, 1, 1], [0, 0, 1, 1], np.arange(12.0).reshape(2, 2, 3) ** 2))
        closest = abut.find_closest_points(surfaces, 0, np.ones((1, 3)), caches=caches)
        blocks, walls = abut.ContactSurfaces(shapes), abut.SurfaceContactFinder()
        blocks.set(0, abut.box_surface([1, 1, 1]), knots=abut.knot_positions(abut.box_surface([1, 1, 1]), 1.0, 0.0))
        kept += [walls.find(blocks, bodies, found.pairs), walls.save(), abut.fit_surface(abut.SphericalHarmonics(0, [3.5]), rows=4, columns=8)]
        complexes = abut.ContactComplexes()
        complexes.set(shapes, 0, abut.SimplicialComplex(np.eye(3) * 0.5, triangles=[[0, 1, 2]]), 0.1)
        kept += [abut.find_quasi_lmds(complexes, bodies, found.pairs), complexes.simplices(0)]
        soft, skin = abut.DeformingBodies(), abut.DeformingContactFinder(0.1)
        soft.add(6, triangles=[[0, 1, 2], [3, 4, 5]])
        soft.move(np.arange(18.0).reshape(6, 3))
        kept.append(abut.DeformingParts(soft.facets(0), soft.nodes(), concavity=1.0).part_of_facets())
        kept += [skin.find_contacts(soft, alert_distance=9), abut.find_step_impacts(soft.nodes(), soft.nodes(), soft.facets(0))]
        model = made_breps.read(pathlib.Path(sys.argv[1]).parent, made_breps.box([1.0, 1.0, 1.0]))
        breps, blocks_of_cad, cad_finder = abut.ContactBreps(), abut.ShapeSet(), abut.BrepContactFinder()
        stone = breps.add(blocks_of_cad, model.parts[0], dilation=0.01)
        kept += [cad_finder.find(breps, bodies, found.pairs[:1]), abut.find_brep_contacts(breps, bodies, found.pairs[:1])]
        brick = abut.ContactBrep(model.parts[0])
        kept += [abut.find_brep_lmds(brick, brick, position=[0, 0, 2]), abut.find_clearances(model, model), model.parts[0].faces()]
        behind = np.full(1, 9, np.uint32)
        for bad in (lambda: shapes.add_sphere(-1), lambda: abut.read_scene("/none"), lambda: warm.carry(behind)):
            try:
                bad()
            except (abut.InvalidInput, abut.FileError) as error:
                kept.append(error)
        abut.write_results(sys.argv[1], shapes, bodies, found)
        """,
        tmp_path / "out", HERE,
    )
    assert error == ""


def test_the_errors_of_work_without_the_lock_arrive_as_they_are():
    """An exception of C++ is made one of Python's where the lock is held again, in any number of threads."""
    from concurrent.futures import ThreadPoolExecutor

    def ask(k):
        try:
            abut.find_pairs(abut.ShapeSet(), abut.BodySet(), alert_distance=-1.0 - k)
        except abut.InvalidInput as error:
            return str(error)

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(ask, range(64)))
    for k, answer in enumerate(answers):
        assert answer.startswith(f"alert_distance is -{1 + k}"), answer
