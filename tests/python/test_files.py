"""HDF5 files and particle lists, against closed forms and against what the same numbers give as JSON."""

import json

import numpy as np
import pytest

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
