"""CAD models from files: parts, arrays, supermaximal features, notes; and files that are none."""

import dataclasses
import json
import os
import pathlib
import re
import shutil
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import made_breps as made
import numpy as np
import pytest
from conftest import ROOT

import abut

CAD = ROOT / "tests/data/cad"
SHAFT, TUBE = CAD / "siconos_shaft_tube/shaft.stp", CAD / "siconos_shaft_tube/tube.stp"
PACKAGE = pathlib.Path(abut.__file__).parent
needs_cad = pytest.mark.skipif(not abut.cad_available(), reason="a build without OpenCASCADE")
PLANE, CYLINDER, SPHERE = abut.BrepSurfaceKind.PLANE, abut.BrepSurfaceKind.CYLINDER, abut.BrepSurfaceKind.SPHERE


def test_kinds_and_statuses_are_those_of_the_headers():
    def listed(header, name):
        text = re.sub(r"//[^\n]*", "", (ROOT / "include/abut/brep" / header).read_text())
        return [word.strip() for word in re.search(rf"enum class {name} : std::uint8_t \{{(.*?)\}};", text, re.DOTALL).group(1).split(",")]

    for header, kind in (("brep.h", abut.BrepSurfaceKind), ("brep.h", abut.BrepCurveKind), ("brep_lmds.h", abut.BrepLmdStatus)):
        names = [one.name.lower() for one in sorted(kind) if one.name != "POINT"]
        assert names == listed(header, kind.__name__) and [int(one) for one in kind][: len(names)] == list(range(len(names)))


@needs_cad
def test_a_step_file_has_its_parts():
    """Of Siconos' tutorials: a shaft of radii 25 and 15, height 52, in a bearing of radius 17.5 within 20."""
    read = abut.read_cad(SHAFT)
    assert repr(read) == "BrepAssembly of 1 parts in 1 places, 0 notes" and read.notes == ()
    (shaft,), (instance,) = read.parts, read.instances
    assert repr(shaft) == "Brep 'SHAFT' of 10 faces, 18 edges, 12 vertices" and shaft.name == instance.name == "SHAFT"
    assert shaft.counts == {"faces": 10, "edges": 18, "vertices": 12, "loops": 12, "closed_shells": 1, "open_shells": 0}
    assert instance.part == 0 and np.array_equal(instance.position, [0, 0, 0]) and np.array_equal(instance.matrix, np.eye(3))
    assert np.allclose(shaft.box_of_vertices(), [[-25, -25, -26], [25, 25, 26]], atol=1e-9)
    faces = shaft.faces()
    assert len(faces) == 10 and (faces.kind == PLANE).sum() == 4 and (faces.kind == CYLINDER).sum() == 6
    assert sorted(faces.radius[faces.kind == CYLINDER].tolist()) == [15, 15, 25, 25, 25, 25]
    assert np.allclose(np.abs(faces.z[:, 2]), 1)  # all about or across the axis
    assert sorted(abut.read_cad(str(TUBE)).parts[0].faces().radius.tolist()) == [0, 0, 17.5, 17.5, 20, 20]


@needs_cad
def test_lengths_come_in_the_unit_that_is_asked_for():
    millimetres, metres = abut.read_cad(SHAFT).parts[0], abut.read_cad(SHAFT, unit=1).parts[0]
    assert np.allclose(metres.vertices() * 1000, millimetres.vertices(), rtol=1e-12, atol=1e-12)
    assert metres.faces().radius.max() == pytest.approx(0.025)


@needs_cad
def test_what_a_file_says_is_what_the_program_says(program):
    """`abut info --json` of an assembly of two parts."""
    path = CAD / "parts/chrono_assembly.stp"
    told = json.loads(subprocess.run([program, "info", path, "--json"], capture_output=True, text=True, check=True).stdout)["files"][0]
    read = abut.read_cad(path)
    assert [i.name for i in read.instances] == [i["name"] for i in told["instances"]] and list(read.notes) == told["notes"]
    for part, lines in zip(read.parts, told["parts"]):
        counts, kinds = part.counts, np.bincount(part.faces().kind, minlength=8)
        assert (part.name, counts["faces"], counts["edges"], counts["vertices"]) == tuple(lines[k] for k in ("name", "faces", "edges", "vertices"))
        assert {k.name.lower(): int(kinds[k]) for k in abut.BrepSurfaceKind if kinds[k]} == lines["surfaces"]
        assert np.array_equal(part.box_of_vertices(), [lines["box_of_vertices"]["min"], lines["box_of_vertices"]["max"]])
        features = abut.supermaximal_features(part)
        assert features.face_count() == len(lines["supermaximal"]["faces"]) and features.edge_count() == len(lines["supermaximal"]["edges"])


def test_a_made_box_has_its_arrays(tmp_path):
    read = made.read(tmp_path, made.box([1.0, 2.0, 3.0]), [made.instance(0, [7, 8, 9], "here", [0, -1, 0, 1, 0, 0, 0, 0, 1])], ["face 1 of lid: is left out"])
    (part,), (instance,) = read.parts, read.instances
    assert read.notes == ("face 1 of lid: is left out",) and instance.name == "here" and instance.position.tolist() == [7, 8, 9]
    assert instance.matrix.tolist() == [[0, -1, 0], [1, 0, 0], [0, 0, 1]]
    faces, edges = part.faces(), part.edges()
    assert (faces.kind == PLANE).all() and not faces.reversed.any() and faces.z.tolist() == [[-1, 0, 0], [1, 0, 0], [0, -1, 0], [0, 1, 0], [0, 0, -1], [0, 0, 1]]
    assert np.allclose(np.cross(faces.x, faces.y), faces.z) and (faces.tolerance == 1e-7).all() and (faces.radius == 0).all()
    assert (edges.kind == abut.BrepCurveKind.LINE).all() and len(edges) == 12 and sorted(edges.end.tolist()) == [1] * 4 + [2] * 4 + [3] * 4
    ends = part.vertices()[edges.vertices]
    assert np.allclose(ends[:, 0] + edges.end[:, None] * edges.x, ends[:, 1])
    assert part.box_of_vertices().tolist() == [[0, 0, 0], [1, 2, 3]]
    for array, dtype in ((faces.kind, np.uint8), (faces.reversed, bool), (faces.origin, float), (edges.vertices, np.uint32), (edges.begin, float)):
        assert array.dtype == dtype
    features = abut.supermaximal_features(part)
    assert features.face_count() == 6 and features.edge_count() == 12 and features.vertices.tolist() == list(range(8))
    assert features.faces.tolist() == list(range(6)) and (features.sides < 6).all() and features.sides.shape == (12, 2)


def test_a_ball_has_poles_that_are_points_and_a_tube_inner_walls(tmp_path):
    part = made.read(tmp_path, made.ball(2.0)).parts[0]
    assert part.faces().kind.tolist() == [SPHERE] and part.faces().radius.tolist() == [2]
    assert part.edges().kind.tolist() == [abut.BrepCurveKind.CIRCLE, abut.BrepCurveKind.POINT, abut.BrepCurveKind.POINT]
    assert np.allclose(part.box_of_vertices(), [[0, 0, -2], [0, 0, 2]])
    assert np.allclose(abut.ContactBrep(part).box(), [[-2] * 3, [2] * 3], atol=1e-6) and abut.ContactBrep(part).size == pytest.approx(4, abs=1e-6)
    features = abut.supermaximal_features(part)
    assert features.face_count() == 1 and features.edge_count() == 0 and set(features.edge_of.tolist()) == {abut.NO_BREP_INDEX}
    tube = made.read(tmp_path, made.tube(2.0, 1.0, 5.0)).parts[0]
    assert tube.faces().kind.tolist() == [CYLINDER, CYLINDER, PLANE, PLANE] and tube.faces().reversed.tolist() == [False, True, True, False]
    kinds = abut.supermaximal_features(tube)
    assert kinds.edge_kind.tolist() == [abut.BrepCurveKind.CIRCLE] * 4 and kinds.face_kind.tolist() == tube.faces().kind.tolist()


@needs_cad
def test_faces_that_a_file_has_cut_up_are_one():
    features = abut.supermaximal_features(abut.read_cad(SHAFT).parts[0])
    assert features.face_kind.tolist().count(CYLINDER) == 2 and features.face_count() == 6 and features.edge_count() == 6
    members = np.split(features.faces, features.face_offsets[1:-1])
    assert sorted(map(len, members)) == [1, 1, 1, 1, 2, 4] and sorted(features.faces.tolist()) == list(range(10))
    assert all((features.face_of[faces] == i).all() for i, faces in enumerate(members))


@needs_cad
def test_what_is_written_reads_back_to_the_bit(tmp_path):
    read = abut.read_cad(CAD / "parts/chrono_assembly.stp")
    abut.write_brep(tmp_path / "a.json", read)
    again = abut.read_brep(tmp_path / "a.json")
    abut.write_brep(str(tmp_path / "b.json"), again)
    assert (tmp_path / "a.json").read_bytes() == (tmp_path / "b.json").read_bytes()
    for one, other in zip(read.parts, again.parts):
        for table in ("faces", "edges"):
            for field in dataclasses.fields(getattr(one, table)()):
                assert np.array_equal(getattr(getattr(one, table)(), field.name), getattr(getattr(other, table)(), field.name))


def test_arrays_and_parts_outlive_what_they_are_of(tmp_path):
    part = made.read(tmp_path, made.tube(2.0, 1.0, 5.0)).parts[0]
    points, kinds = part.vertices(), part.faces().kind
    del part
    assert np.allclose(np.hypot(points[:, 0], points[:, 1]), [2, 2, 1, 1]) and kinds.flags.writeable and kinds.tolist() == [1, 1, 0, 0]
    for change in (lambda p: setattr(p, "name", "x"), lambda p: setattr(p, "size", 1)):
        with pytest.raises(AttributeError):
            change(made.read(tmp_path, made.ball(1.0)).parts[0])


@needs_cad
def test_notes_name_what_cannot_be_used():
    read = abut.read_cad(CAD / "siconos_shaft_tube/tube_top_surface.stp")
    assert read.notes == ("shell 1 of TUBE: is not closed: not every edge is a side of two faces",)
    sheet = "face 0: its shell is open at edge 0 and is taken as a sheet, with two sides"
    assert read.parts[0].counts["open_shells"] == 1 and abut.ContactBrep(read.parts[0]).notes == (sheet,)


@needs_cad
def test_several_threads_read_at_once():
    with ThreadPoolExecutor(4) as pool:
        counts = list(pool.map(lambda path: abut.read_cad(path).parts[0].counts["faces"], [SHAFT, TUBE] * 4))
    assert counts == [10, 6] * 4


@needs_cad
def test_the_interpreter_goes_on_while_a_file_is_read(tmp_path):
    """Another thread counts its turns meanwhile: it would have none if the lock were held."""
    text = """
import sys, threading, time, abut
done = []
def count():
    while not done:
        time.sleep(0.001)
        turns.append(1)
turns = []
thread = threading.Thread(target=count)
thread.start()
sys.setswitchinterval(3600)
before = len(turns)
abut.read_cad(sys.argv[1])
after = len(turns)
done.append(1)
thread.join()
print(after - before > 5)
"""
    out = subprocess.run([sys.executable, "-B", "-c", text, SHAFT], capture_output=True, text=True, timeout=60)
    assert out.stdout == "True\n", out.stderr


def test_the_reader_lies_beside_the_package_and_may_be_run():
    assert (PACKAGE / "abut_cad").stat().st_mode & stat.S_IXUSR
    done = subprocess.run([PACKAGE / "abut_cad"], capture_output=True, text=True)
    assert done.returncode == 2 and "is run by abut" in done.stderr


def with_reader(folder, script, options=""):
    """What a copy of the package says of a file, with another program as the reader, or none."""
    package = folder / "abut"
    shutil.copytree(PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__", "abut_cad"))
    if script is not None:
        (package / "abut_cad").write_text("#!/bin/sh\n" + script + "\n")
        (package / "abut_cad").chmod(0o700)
    text = "import abut\ntry:\n    abut.read_cad('some.step'" + options + ")\nexcept Exception as e:\n    print(type(e).__name__, e)"
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    return subprocess.run([sys.executable, "-B", "-c", text], capture_output=True, text=True, env=environment, cwd=folder).stdout


@pytest.mark.parametrize("script, said", {
    "kill -SEGV $$": "InvalidInput some.step: cannot be read: OpenCASCADE ended with signal 11 (Segmentation fault)\n",
    "exit 7": "InvalidInput some.step: cannot be read: abut_cad ended with status 7\n",
    "printf 'one line'; exit 2": "InvalidInput one line\n",
    "printf 'not there'; exit 4": "FileError not there\n",
    'printf "%s in %s" "$1" "$2"; exit 2': "InvalidInput some.step in 0.001\n",
}.items())
def test_faults_of_the_reader_are_one_line(tmp_path, script, said):
    assert with_reader(tmp_path, script) == said


def test_a_reader_that_hangs_is_stopped(tmp_path):
    assert with_reader(tmp_path, "exec sleep 1000", ", time_limit=0.3") == (
        "InvalidInput some.step: cannot be read: OpenCASCADE was stopped after 0.3 s, the time limit\n"
    )


@pytest.mark.parametrize("limit", ["0", "float('inf')", "60"])
def test_no_limit_and_one_that_is_not_reached_change_nothing(tmp_path, limit):
    assert with_reader(tmp_path, "sleep 0.2; printf 'is odd'; exit 2", f", time_limit={limit}") == "InvalidInput is odd\n"


@needs_cad
@pytest.mark.parametrize("limit", [-1.0, float("nan"), -float("inf")])
def test_time_limits_that_are_none_are_refused(limit):
    with pytest.raises(abut.InvalidInput, match=r"^CadProcessOptions.time_limit is .*; allowed are seconds from 0 on"):
        abut.read_cad(SHAFT, time_limit=limit)


def test_a_package_without_its_reader_says_so(tmp_path):
    assert with_reader(tmp_path, None) == f"InvalidInput some.step: cannot be read: {tmp_path}/abut/abut_cad, which reads CAD files, is not there\n"


@pytest.mark.skipif(abut.cad_available(), reason="a build with OpenCASCADE")
def test_a_build_without_opencascade_says_so_in_one_line():
    with pytest.raises(abut.InvalidInput, match=r"^[^\n]*shaft.stp: this build of Abut has no OpenCASCADE \([^\n]*$"):
        abut.read_cad(SHAFT)


NOT_CAD = {
    "no such file": ("there_is_none.step", None, abut.FileError, "there_is_none.step"),
    "another name": ("part.obj", "v 0 0 0", abut.InvalidInput, "part.obj"),
    "no STEP": ("part.step", "solid cube", abut.InvalidInput, "part.step"),
    "empty": ("part.igs", "", abut.InvalidInput, "part.igs"),
    "text": ("part.brep", "words", abut.InvalidInput, "part.brep"),
}


@needs_cad
@pytest.mark.parametrize("case", NOT_CAD)
def test_files_that_are_none_are_refused_in_one_line(tmp_path, case):
    name, text, error, said = NOT_CAD[case]
    if text is not None:
        (tmp_path / name).write_text(text)
    with pytest.raises(error) as caught:
        abut.read_cad(tmp_path / name)
    assert said in str(caught.value) and "\n" not in str(caught.value)


@needs_cad
@pytest.mark.parametrize("unit", [0.0, -1.0, float("nan"), float("inf")])
def test_units_that_are_none_are_refused(unit):
    with pytest.raises(abut.InvalidInput, match=r"^CadOptions.unit is .*; allowed "):
        abut.read_cad(SHAFT, unit=unit)


def part_of(tmp_path):
    return made.read(tmp_path, made.ball(1.0)).parts[0]


BAD = {
    "no path": (lambda t: abut.read_cad(3), TypeError, "path is 3; allowed is a str or an os.PathLike"),
    "bytes": (lambda t: abut.read_brep(b"x"), TypeError, "path is b'x'; allowed is a str or an os.PathLike"),
    "NUL": (lambda t: abut.read_cad("a\0b.step"), ValueError, "path is 'a\\x00b.step'; allowed is a path without NUL characters"),
    "unit": (lambda t: abut.read_cad("x.step", unit="mm"), TypeError, "unit is 'mm'; allowed is a number"),
    "time limit": (lambda t: abut.read_cad("x.step", time_limit="1 s"), TypeError, "time_limit is '1 s'; allowed is a number"),
    "no B-Rep there": (lambda t: abut.read_brep(t / "none.json"), abut.FileError, "none.json"),
    "no folder": (lambda t: abut.write_brep(t / "no/where.json", made.read(t, made.ball(1.0))), abut.FileError, "where.json"),
    "no assembly": (lambda t: abut.write_brep(t / "a.json", part_of(t)), TypeError, "assembly is a Brep; allowed is a BrepAssembly"),
    "distance": (lambda t: abut.supermaximal_features(part_of(t), distance=1.0), abut.InvalidInput, "distance is 1"),
    "NaN": (lambda t: abut.supermaximal_features(part_of(t), angle=float("nan")), abut.InvalidInput, "angle is nan"),
    "no part": (lambda t: abut.supermaximal_features(made.read(t, made.ball(1.0))), TypeError, "brep is a BrepAssembly; allowed is a Brep"),
    "made": (lambda t: abut.Brep(), TypeError, "Brep cannot be made; allowed are the parts of what read_cad and read_brep give"),
    "made too": (lambda t: abut.BrepAssembly(), TypeError, "BrepAssembly cannot be made; allowed is what read_cad and read_brep give"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_input_is_refused_in_one_line(tmp_path, case):
    call, error, said = BAD[case]
    with pytest.raises(error) as caught:
        call(tmp_path)
    assert said in str(caught.value) and "\n" not in str(caught.value)


@pytest.mark.parametrize("wrong, said", {
    '"kind": "cubic"': '"plane"', '"kind": 3': "kind", '"reversed": 3': "reversed",
}.items())
def test_files_of_breps_with_faults_name_the_key(tmp_path, wrong, said):
    text = made.text_of([made.box([1.0, 1.0, 1.0])])
    for right in ('"kind": "plane"', '"reversed": false'):
        if right.split(":")[0] == wrong.split(":")[0]:
            text = text.replace(right, wrong, 1)
    (tmp_path / "bad.json").write_text(text)
    with pytest.raises(abut.InvalidInput) as caught:
        abut.read_brep(tmp_path / "bad.json")
    assert said in str(caught.value) and "bad.json" in str(caught.value) and "\n" not in str(caught.value)
