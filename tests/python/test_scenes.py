"""Scenes, detection, results and verification: the bits of the program `abut`."""

import csv
import json
import subprocess

import numpy as np
import pytest
from conftest import ROOT, Crowd

import abut

SCENE = {
    "version": 1,
    "length_unit": "mm",
    "options": {"alert_distance": 0.2},
    "shapes": [
        {"name": "ball", "sphere": {"radius": 0.5}},
        {"name": "brick", "box": {"half_extents": [1, 0.5, 0.25]}, "rounding": 0.01},
        {"name": "grain", "mesh": {"path": str(ROOT / "examples/grains/A-anm-00001.ply"), "scale": 0.01}},
        {"name": "egg", "ellipsoid": {"semi_axes": [0.5, 0.3, 0.2]}},
    ],
    "bodies": [],
}


@pytest.fixture
def scene_file(tmp_path, rng):
    scene = dict(SCENE)
    scene["bodies"] = [
        {"shape": int(i % 4), "position": rng.uniform(0, 4, 3).tolist(), "orientation": rng.normal(size=4).tolist()}
        for i in range(150)
    ]
    scene["bodies"][0]["name"] = "first"
    path = tmp_path / "scene.json"
    path.write_text(json.dumps(scene))
    return path


def test_a_scene_is_read_with_names_and_options(scene_file):
    scene = abut.read_scene(scene_file)
    assert len(scene.shapes) == 4 and len(scene.bodies) == 150 and scene.length_unit == "mm"
    assert scene.shape_names[2] == "grain" and scene.body_names[0] == "first" and scene.pairs is None
    assert (scene.alert_distance, scene.precision, scene.dtype) == (0.2, "f64", np.dtype(np.float64))
    assert scene.hulls_of_meshes[0]["hull_volume"] > scene.hulls_of_meshes[0]["mesh_volume"] > 0


@pytest.fixture
def scene_of_facets(tmp_path):
    mesh = {"path": str(ROOT / "examples/grains/A-anm-00001.ply"), "scale": 0.01, "as": "facets"}
    shapes = [{"name": "grain", "mesh": mesh}, {"name": "brick", "box": {"half_extents": [1, 0.5, 0.25]}}]
    rng = np.random.default_rng(3)
    bodies = [
        {"shape": i % 2, "position": rng.uniform(0, 2.5, 3).tolist(), "orientation": rng.normal(size=4).tolist()} for i in range(12)
    ]
    path = tmp_path / "scene.json"
    path.write_text(json.dumps({"version": 1, "options": {"alert_distance": 0.1}, "shapes": shapes, "bodies": bodies}))
    return path


def test_a_scene_of_facets_is_refused_unless_asked_for(scene_of_facets):
    """Its shapes are the hulls of its meshes, and without its trees the contacts would be those of hulls."""
    with pytest.raises(abut.InvalidInput, match='shape "grain" is a mesh as facets, which read_scene without facets=True does not take'):
        abut.read_scene(scene_of_facets)


@pytest.mark.parametrize("dtype, precision", [(np.float64, "f64"), (np.float32, "f32")])
def test_facets_meet_as_in_the_program(program, scene_of_facets, tmp_path, dtype, precision):
    subprocess.run(
        [program, "detect", scene_of_facets, "--out", tmp_path / "program", "--precision", precision],
        check=True,
        capture_output=True,
    )
    scene = abut.read_scene(scene_of_facets, facets=True)
    assert scene.facet_trees.has_mesh(0) and not scene.facet_trees.has_mesh(1)
    found = abut.detect(scene.shapes, scene.bodies, alert_distance=0.1, dtype=dtype, facets=scene.facet_trees)
    met = found.facets.has()
    assert met.any() and not met.all() and len(met) == len(found)  # bricks meet as ever
    assert set(found.facets.kind[met]) <= {int(kind) for kind in abut.FacetContactKind}
    abut.write_results(tmp_path / "python", scene.shapes, scene.bodies, found, facets=scene.facet_trees)
    for name in ("contacts.csv", "contacts.vtp", "bodies.vtp", "shapes.vtp"):
        assert (tmp_path / "python" / name).read_bytes() == (tmp_path / "program" / name).read_bytes(), name

    # Trees that were given the mesh by hand are the scene's.
    trees = abut.FacetTrees(scene.shapes)
    mesh = abut.read_mesh(ROOT / "examples/grains/A-anm-00001.ply")
    trees.set_mesh(0, (mesh.vertices * 0.01, mesh.triangles))
    again = abut.detect(scene.shapes, scene.bodies, pairs=abut.find_pairs(scene.shapes, scene.bodies, alert_distance=0.1),
                        alert_distance=0.1, dtype=dtype, facets=trees)  # fmt: skip
    assert np.array_equal(again.facets.facet_a, found.facets.facet_a) and np.array_equal(again.facets.kind, found.facets.kind)
    assert again.contacts.separation.tobytes() == found.contacts.separation.tobytes()


def test_trees_outlive_the_scene_that_they_came_with(scene_of_facets):
    trees = abut.read_scene(scene_of_facets, facets=True).facet_trees
    assert trees.has_mesh(0)


def test_facets_that_do_not_fit_are_named(scene_of_facets, tmp_path):
    scene = abut.read_scene(scene_of_facets, facets=True)
    with pytest.raises(abut.InvalidInput, match="facets has the trees of another ShapeSet; allowed are those of shapes"):
        abut.detect(scene.shapes, scene.bodies, facets=abut.FacetTrees(abut.ShapeSet()))
    with pytest.raises(TypeError, match="facets is a ShapeSet; allowed is a FacetTrees"):
        abut.detect(scene.shapes, scene.bodies, facets=scene.shapes)
    found = abut.detect(scene.shapes, scene.bodies, alert_distance=0.1, facets=scene.facet_trees)
    with pytest.raises(ValueError, match="facets is None and detection has contacts between facets"):
        abut.write_results(tmp_path / "none", scene.shapes, scene.bodies, found)
    with pytest.raises(ValueError, match="detection has contacts between facets; allowed are contacts of hulls"):
        abut.verify(scene.shapes, scene.bodies, found)
    found.facets.kind = found.facets.kind[:-1]
    with pytest.raises(ValueError, match="detection.facets.kind"):
        abut.write_results(tmp_path / "short", scene.shapes, scene.bodies, found, facets=scene.facet_trees)


@pytest.mark.parametrize("dtype, precision", [(np.float64, "f64"), (np.float32, "f32")])
def test_detect_gives_the_programs_contacts_to_the_bit(program, scene_file, tmp_path, dtype, precision):
    subprocess.run(
        [program, "detect", scene_file, "--out", tmp_path / "program", "--precision", precision], check=True, capture_output=True
    )
    scene = abut.read_scene(scene_file)
    found = abut.detect(scene.shapes, scene.bodies, alert_distance=scene.alert_distance, dtype=dtype)
    assert len(found) > 100
    rows = list(csv.DictReader((tmp_path / "program/contacts.csv").open()))
    columns = {name: [row[name] for row in rows] for name in rows[0]}

    def numbers(name, kind):  # the shortest texts that read back as the same number
        return np.array([kind(text) for text in columns[name]], kind)

    assert np.array_equal(numbers("a", np.uint32), found.pairs[:, 0]) and np.array_equal(numbers("b", np.uint32), found.pairs[:, 1])
    for name in ("separation", "lower_bound", "bound_gap"):
        assert numbers(name, dtype).tobytes() == getattr(found.contacts, name).tobytes(), name
    for name in ("normal", "witness_a", "witness_b", "point"):
        rows_of = np.stack([numbers(f"{name}_{axis}", dtype) for axis in "xyz"], axis=1)
        assert rows_of.tobytes() == getattr(found.contacts, name).tobytes(), name
    assert [int(key, 16) for key in columns["key"]] == found.contacts.key.tolist()
    assert numbers("gjk_iterations", np.uint8).tolist() == found.contacts.gjk_iterations.tolist()

    # The files that Python writes are the program's, byte by byte.
    abut.write_results(tmp_path / "python", scene.shapes, scene.bodies, found)
    for name in ("contacts.csv", "contacts.vtp", "bodies.vtp", "shapes.vtp", "view.py"):
        assert (tmp_path / "python" / name).read_bytes() == (tmp_path / "program" / name).read_bytes(), name
    assert json.loads((tmp_path / "python/summary.json").read_text())["candidate_pairs"] == found.candidate_pairs
    assert len(scene.shapes) == 4 and len(scene.bodies) == 150  # lent, and given back


def test_patches_are_the_programs_too(program, scene_file, tmp_path):
    subprocess.run([program, "detect", scene_file, "--out", tmp_path / "program", "--patches"], check=True, capture_output=True)
    scene = abut.read_scene(scene_file)
    found = abut.detect(scene.shapes, scene.bodies, alert_distance=0.2)
    patches = abut.find_patches(scene.shapes, scene.bodies, found.pairs, found.contacts, move_points=True)
    abut.write_results(tmp_path / "python", scene.shapes, scene.bodies, found, patches=patches)
    for name in ("contacts.csv", "patches.csv", "patches.vtp"):
        assert (tmp_path / "python" / name).read_bytes() == (tmp_path / "program" / name).read_bytes(), name


def test_parts_of_a_mesh_are_the_programs(program, tmp_path):
    path = ROOT / "examples/grains/A-anm-00001.ply"
    subprocess.run([program, "decompose", path, "--out", tmp_path, "--concavity", "0.2"], check=True, capture_output=True)
    mesh = abut.repair_mesh(path).mesh
    for i, part in enumerate(abut.decompose(mesh, concavity=0.2)):
        written = abut.read_mesh(tmp_path / f"part_{i:03d}.obj")
        assert written.vertices.tobytes() == part.vertices.tobytes()
        assert written.triangles.tobytes() == part.triangles.tobytes()


@pytest.mark.parametrize("dtype, precision", [(np.float64, "f64"), (np.float32, "f32")])
def test_verify_agrees_with_the_program(program, scene_file, dtype, precision):
    said = json.loads(
        subprocess.run([program, "verify", scene_file, "--json", "--precision", precision], check=True, capture_output=True).stdout
    )
    scene = abut.read_scene(scene_file)
    found = abut.detect(scene.shapes, scene.bodies, alert_distance=0.2, dtype=dtype)
    checked = abut.verify(scene.shapes, scene.bodies, found)
    assert checked.ok and checked.tolerance == said["tolerance"]
    assert np.count_nonzero(checked.contact) == said["pairs"] == len(found)
    assert np.count_nonzero(~checked.contact) == said["pairs_without_contact"]
    contacts = checked.contact & ((checked.status & 15) <= 1)
    assert checked.errors[contacts].max() == said["max_error"]
    for column, name in enumerate(abut.ERROR_NAMES):
        assert checked.errors[contacts, column].max() == said["errors"][name]["max"]


def test_verify_finds_what_is_wrong(rng):
    crowd = Crowd(rng, 100, side=3.0)
    found = abut.detect(crowd.shapes, crowd.bodies)
    found.contacts.separation[4] += 0.01
    checked = abut.verify(crowd.shapes, crowd.bodies, found)
    assert not checked.ok and np.flatnonzero(~checked.agrees).tolist() == [4]
    assert checked.reasons[4] in ("separation", "wrong_side") and checked.max_error > 1e-4
    lost = abut.detect(crowd.shapes, crowd.bodies)
    deepest = int(lost.contacts.separation.argmin())
    keep = np.arange(len(lost)) != deepest
    lost.pairs, lost.contacts = np.ascontiguousarray(lost.pairs[keep]), lost.contacts.take(keep)
    checked = abut.verify(crowd.shapes, crowd.bodies, lost)
    assert [checked.reasons[i] for i in np.flatnonzero(~checked.agrees)] == ["missed_contact"]
    sample = abut.verify(crowd.shapes, crowd.bodies, found, sample=10)
    assert len(sample.pairs) == 20


def test_verify_refuses_what_it_cannot_check(rng):
    crowd = Crowd(rng, 50)
    found = abut.detect(crowd.shapes, crowd.bodies)
    with pytest.raises(abut.InvalidInput, match=r"candidates\[1\] does not come after the one before it"):
        abut.verify(crowd.shapes, crowd.bodies, found, candidates=np.array([[1, 2], [0, 1]], np.uint32))
    with pytest.raises(abut.InvalidInput, match=r"candidates\[0\] names part 99; allowed is less than 50"):
        abut.verify(crowd.shapes, crowd.bodies, found, candidates=np.array([[1, 99]], np.uint32))
    found.contacts.normal = None
    with pytest.raises(ValueError, match="detection.contacts has no normal"):
        abut.verify(crowd.shapes, crowd.bodies, found)
    with pytest.raises(ValueError, match="sample is -1"):
        abut.verify(crowd.shapes, crowd.bodies, abut.detect(crowd.shapes, crowd.bodies), sample=-1)


def test_given_candidates_are_all_that_is_asked(rng):
    crowd = Crowd(rng)
    every = abut.detect(crowd.shapes, crowd.bodies)
    pairs = abut.find_pairs(crowd.shapes, crowd.bodies)
    assert every.candidate_pairs == len(pairs) == sum(every.status.values())
    given = abut.detect(crowd.shapes, crowd.bodies, pairs=pairs[:100].copy())
    assert given.candidate_pairs == 100
    assert np.array_equal(given.pairs, every.pairs[: len(given)])


def test_results_of_parts_that_are_not_there_are_refused(rng, tmp_path):
    crowd = Crowd(rng, 50)
    found = abut.detect(crowd.shapes, crowd.bodies)
    with pytest.raises(abut.InvalidInput, match="names"):
        abut.write_results(tmp_path / "x", crowd.shapes, abut.BodySet(), found)
    assert len(crowd.shapes) == 8
    blocked = tmp_path / "file"
    blocked.write_text("")
    with pytest.raises(abut.FileError, match="file"):
        abut.write_results(blocked, crowd.shapes, crowd.bodies, found)
