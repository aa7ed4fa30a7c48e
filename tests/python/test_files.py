"""HDF5 files and particle lists, against closed forms and against what the same numbers give as JSON."""

import json
import subprocess

import numpy as np
import pytest
from conftest import ROOT

import abut

BALLS = "id x y z radius\n7 0 0 0 0.5\n8 0.9 0 0 0.25\n9 0 3 0 1\n"


def scene_file(folder, count=50):
    """Balls of radius 0.5 along x, each with its right neighbour as a pair: gaps of 0, 0.01, 0.02 and so on."""
    place = np.cumsum(1 + 0.01 * np.arange(count))
    scene = {
        "version": 1, "options": {"alert_distance": 0.2}, "shapes": [{"name": "ball", "sphere": {"radius": 0.5}}],
        "bodies": [{"shape": 0, "position": [float(x), 0.0, 0.0]} for x in place],
        "pairs": [[i, i + 1] for i in range(count - 1)],
    }
    path = folder / "scene.json"
    path.write_text(json.dumps(scene))
    return path, np.diff(place) - 1


needs_hdf5 = pytest.mark.skipif(not abut.hdf5_available(), reason="a build without HDF5")


@needs_hdf5
def test_a_scene_goes_to_hdf5_and_back_with_its_bits(tmp_path):
    path, _ = scene_file(tmp_path)
    assert abut.convert_scene(path, tmp_path / "scene.h5", deflate=3) == 0
    abut.convert_scene(str(tmp_path / "scene.h5"), tmp_path / "back.json")
    before, after = abut.read_scene(path), abut.read_scene(tmp_path / "back.json")
    assert np.array_equal(before.bodies.positions(), after.bodies.positions())
    assert np.array_equal(before.pairs, after.pairs) and before.alert_distance == after.alert_distance == 0.2
    assert np.array_equal(abut.read_scene(tmp_path / "scene.h5").pairs, before.pairs)


@needs_hdf5
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_pairs_of_a_file_are_answered_in_pieces(tmp_path, dtype):
    path, gaps = scene_file(tmp_path)
    abut.convert_scene(path, tmp_path / "scene.h5")
    done = []
    found = abut.query_pair_file(
        tmp_path / "scene.h5", tmp_path / "out.h5", dtype=dtype, alert_distance=10, fields=["separation", "status"],
        piece=20, threads=1, progress=lambda n, of: done.append((n, of)),
    )
    assert done == [(20, 49), (40, 49), (49, 49)]
    assert found.pairs == 49 and sum(found.status.values()) == 49 and found.alert_distance == 10
    assert found.precision == ("f64" if dtype is np.float64 else "f32")
    assert set(found.fields) >= {"separation", "status"} and "normal" not in found.fields
    assert found.seconds["total"] > 0
    h5py = pytest.importorskip("h5py")
    with h5py.File(tmp_path / "out.h5") as file:
        assert file["separation"].dtype == dtype
        assert np.allclose(file["separation"][:], gaps, atol=1e-5 if dtype is np.float32 else 1e-13)


@needs_hdf5
def test_what_the_file_asks_for_is_taken_where_nothing_is_said(tmp_path):
    path, gaps = scene_file(tmp_path)
    found = abut.query_pair_file(path, tmp_path / "out.h5")
    assert found.alert_distance == 0.2 and found.precision == "f64"
    assert found.status[abut.Status.FARTHER_THAN_ALERT] == np.count_nonzero(gaps > 0.2 + 1e-9)


@needs_hdf5
def test_what_progress_raises_ends_the_work(tmp_path):
    path, _ = scene_file(tmp_path)

    def stop(done, of):
        raise KeyError("enough")

    with pytest.raises(KeyError, match="enough"):
        abut.query_pair_file(path, tmp_path / "out.h5", piece=10, progress=stop)
    assert not (tmp_path / "out.h5").exists()


def test_a_list_of_particles_is_read_into_arrays(tmp_path):
    path = tmp_path / "balls.txt"
    path.write_text(BALLS)
    balls = abut.read_particles(path)
    assert len(balls) == 3 and balls.ids.tolist() == [7, 8, 9] and balls.radii.tolist() == [0.5, 0.25, 1.0]
    assert balls.positions.tolist() == [[0, 0, 0], [0.9, 0, 0], [0, 3, 0]]
    assert balls.quaternions.tolist() == [[1, 0, 0, 0]] * 3 and not balls.oriented and not balls.periodic
    assert balls.shapes == [""] * 3 and balls.unused_columns == []


def test_quaternions_shapes_and_frames_of_a_dump(tmp_path):
    def snapshot(x):
        return (f"ITEM: TIMESTEP\n0\nITEM: NUMBER OF ATOMS\n1\nITEM: BOX BOUNDS pp pp pp\n0 1\n0 1\n0 1\n"
                f"ITEM: ATOMS id type x y z c_q[1] c_q[2] c_q[3] c_q[4] vx\n1 2 {x} 0 0 0.6 0 0.8 0 5\n")

    path = tmp_path / "dump"
    path.write_text(snapshot(0.25) + snapshot(0.5))
    columns = ["c_q[1]", "c_q[2]", "c_q[3]", "c_q[4]"]
    found = abut.read_particles(path, quaternion="xyzw", quaternion_columns=columns, frame=1)
    assert found.positions.tolist() == [[0.5, 0, 0]] and found.quaternions.tolist() == [[0, 0.6, 0, 0.8]]
    assert found.oriented and found.periodic and found.shapes == ["2"] and found.unused_columns == ["vx"]


def test_a_scene_of_particles_has_their_contacts(tmp_path):
    path = tmp_path / "balls.txt"
    path.write_text(BALLS)
    assert abut.write_particle_scene(path, tmp_path / "scene.json", alert_distance=2.0) == 3
    scene = abut.read_scene(tmp_path / "scene.json")
    assert scene.body_names == ["7", "8", "9"] and scene.alert_distance == 2.0
    found = abut.detect(scene.shapes, scene.bodies, alert_distance=2.0)
    assert found.pairs.tolist() == [[0, 1], [0, 2], [1, 2]]
    expected = [0.9 - 0.75, 3 - 1.5, np.hypot(0.9, 3) - 1.25]
    assert np.allclose(found.contacts.separation, expected, atol=1e-14)


@needs_hdf5
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_contacts_are_written_as_the_program_writes_them(tmp_path, program, dtype):
    path, _ = scene_file(tmp_path)
    scene = json.loads(path.read_text())
    del scene["pairs"]
    scene["length_unit"], scene["options"]["precision"] = "mm", "f64" if dtype is np.float64 else "f32"
    path.write_text(json.dumps(scene))
    subprocess.run([program, "detect", path, "--out", tmp_path / "theirs.h5", "--deflate", "2"], check=True, capture_output=True)
    read = abut.read_scene(path)
    found = abut.detect(read.shapes, read.bodies, alert_distance=read.alert_distance, dtype=read.dtype)
    assert len(found) == 20
    out = tmp_path / "ours.h5"
    abut.write_contacts_hdf5(out, read.shapes, read.bodies, found, length_unit="mm", deflate=2)
    assert out.read_bytes() == (tmp_path / "theirs.h5").read_bytes()
    assert len(read.bodies) == 50 and len(read.shapes) == 1  # what was lent is back
    abut.write_contacts_hdf5(out, read.shapes, read.bodies, found)
    assert out.read_bytes() != (tmp_path / "theirs.h5").read_bytes()


@needs_hdf5
def test_contacts_that_cannot_be_written_are_refused(tmp_path):
    shapes, bodies = abut.ShapeSet(), abut.BodySet()
    shapes.add_sphere(1)
    bodies.add_many([0, 0], [[0, 0, 0], [1.5, 0, 0]])
    found, out = abut.detect(shapes, bodies), tmp_path / "out.h5"
    some = abut.detect(shapes, bodies)
    some.contacts.normal = None
    for call, kind, text in (
        (lambda: abut.write_contacts_hdf5(out, shapes, bodies, found, deflate=10), abut.InvalidInput, "deflate is 10; allowed are 0 to 9"),
        (lambda: abut.write_contacts_hdf5(out, shapes, abut.BodySet(), found), abut.InvalidInput, "write_contacts_hdf5: pair 0 names 0; allowed is less than 0"),
        (lambda: abut.write_contacts_hdf5(out, shapes, bodies, some), ValueError, "detection.contacts has no normal; allowed are contacts with all fields"),
        (lambda: abut.write_contacts_hdf5(out, bodies, shapes, found), TypeError, "shapes is a BodySet; allowed is a ShapeSet"),
        (lambda: abut.write_contacts_hdf5(out, shapes, bodies, found.contacts), TypeError, "detection is a Contacts; allowed is a Detection"),
        (lambda: abut.write_contacts_hdf5(3, shapes, bodies, found), TypeError, "path is 3; allowed is a str"),
        (lambda: abut.write_contacts_hdf5(out, shapes, bodies, found, length_unit=3), TypeError, "length_unit is 3; allowed is a str"),
        (lambda: abut.write_contacts_hdf5(tmp_path / "a" / "b", shapes, bodies, found, deflate="a"), TypeError, "deflate is 'a'"),
    ):
        with pytest.raises(kind) as caught:
            call()
        assert text in str(caught.value) and len(str(caught.value).splitlines()) == 1
    assert not out.exists() and len(bodies) == 2 and len(shapes) == 1


GRAINS = ROOT / "examples/grains"


def test_a_scene_of_grains_is_the_programs(tmp_path, program):
    ours, theirs = tmp_path / "ours.json", tmp_path / "theirs.json"
    abut.write_grain_scene(ours, GRAINS, count=40, seed=7, fraction=0.25)
    options = ["--count", "40", "--seed", "7", "--fraction", "0.25", "--grains", GRAINS, "--out", theirs]
    subprocess.run([program, "scene", "grains", *options], check=True, capture_output=True)
    assert ours.read_bytes() == theirs.read_bytes()
    scene = abut.read_scene(ours)
    assert len(scene.bodies) == 40 and scene.length_unit == "mm"
    positions = scene.bodies.positions()
    volume = sum(4 / 3 * np.pi * float(name.split()[-1]) ** 3 for name in
                 (scene.shape_names[shape] for shape in scene.bodies.part_shapes()))
    side = (volume / 0.25) ** (1 / 3)
    assert np.ptp(positions, axis=0).max() < side + 2 and np.ptp(positions, axis=0).min() > side / 2


def test_scenes_of_grains_are_refused_in_one_line(tmp_path):
    out = tmp_path / "out.json"
    for call, kind, text in (
        (lambda: abut.write_grain_scene(out, tmp_path / "none"), abut.FileError, "is not a folder, allowed is a folder with grain meshes"),
        (lambda: abut.write_grain_scene(out, tmp_path), abut.FileError, "has no grain meshes"),
        (lambda: abut.write_grain_scene(out, GRAINS, count=0), abut.InvalidInput, "count is 0, allowed is 1 to 1000000000"),
        (lambda: abut.write_grain_scene(out, GRAINS, count=-1), abut.InvalidInput, "count is -1; allowed is a whole number from 0"),
        (lambda: abut.write_grain_scene(out, GRAINS, fraction=0.0), abut.InvalidInput, "fraction is 0, allowed is a number greater than 0"),
        (lambda: abut.write_grain_scene(out, GRAINS, concavity=2.0), abut.InvalidInput, "concavity is 2, allowed is 0 (convex hulls), or 0.0005 to 1"),
        (lambda: abut.write_grain_scene(out, GRAINS, seed="a"), TypeError, "seed is 'a'; allowed is a whole number"),
        (lambda: abut.write_grain_scene(out, 3), TypeError, "grains is 3; allowed is a str"),
        (lambda: abut.write_grain_scene(b"out", GRAINS), TypeError, "path is b'out'; allowed is a str"),
    ):
        with pytest.raises(kind) as caught:
            call()
        assert text in str(caught.value) and len(str(caught.value).splitlines()) == 1
    assert not out.exists()


CASES = {
    "no list": (lambda p: abut.read_particles(p / "none"), abut.FileError, "none"),
    "order": (lambda p: abut.read_particles(p / "balls.txt", quaternion="zyx"), abut.InvalidInput, "quaternion is 'zyx'; allowed are 'by_name', 'wxyz' and 'xyzw'"),
    "columns as text": (lambda p: abut.read_particles(p / "balls.txt", quaternion_columns="abcd"), TypeError, "quaternion_columns is 'abcd'; allowed are several names"),
    "frame": (lambda p: abut.read_particles(p / "balls.txt", frame=-1), ValueError, "frame is -1; allowed is None or a whole number from 0"),
    "path of a number": (lambda p: abut.read_particles(3), TypeError, "path is 3; allowed is a str"),
    "no radius": (lambda p: abut.write_particle_scene(p / "bare.txt", p / "out.json"), abut.InvalidInput, "radius"),
    "deflate": (lambda p: abut.convert_scene(p / "scene.json", p / "a.h5", deflate=10), abut.InvalidInput, "deflate is 10; allowed are 0 to 9"),
    "progress": (lambda p: abut.query_pair_file(p / "scene.json", p / "a.h5", progress=3), TypeError, "progress is 3; allowed is None or a function"),
    "no scene": (lambda p: abut.query_pair_file(p / "none", p / "a.h5"), abut.FileError, "none"),
    "fields": (lambda p: abut.query_pair_file(p / "scene.json", p / "a.h5", fields=["depth"]), abut.InvalidInput, "depth"),
    "alert": (lambda p: abut.query_pair_file(p / "scene.json", p / "a.h5", alert_distance="a"), TypeError, "alert_distance is 'a'; allowed is None or a number"),
    "piece": (lambda p: abut.query_pair_file(p / "scene.json", p / "a.h5", piece=0), abut.InvalidInput, "piece is 0"),
}


@needs_hdf5
@pytest.mark.parametrize("name", CASES)
def test_is_refused_in_one_line(name, tmp_path):
    scene_file(tmp_path)
    (tmp_path / "balls.txt").write_text(BALLS)
    (tmp_path / "bare.txt").write_text("x y z\n0 0 0\n")
    call, kind, text = CASES[name]
    with pytest.raises(kind) as caught:
        call(tmp_path)
    assert text in str(caught.value) and len(str(caught.value).splitlines()) == 1
    assert not (tmp_path / "a.h5").exists()
