"""Local minima and clearances of CAD models, against closed forms and what the program `abut clearance` tells."""

import csv
import subprocess
from concurrent.futures import ThreadPoolExecutor

import made_breps as made
import numpy as np
import pytest
from conftest import ROOT, matrices_of, random_quaternions
from nurbs_oracle import refused_in_one_line

import abut

CAD = ROOT / "tests/data/cad"
needs_cad = pytest.mark.skipif(not abut.cad_available(), reason="a build without OpenCASCADE")
COMPLETE, INCOMPLETE, CROSSING = abut.BrepLmdStatus
VERTEX, EDGE, FACE = 1, 2, 3


def kinds(found):
    return list(zip(abut.feature_kind(found.feature_a).tolist(), abut.feature_kind(found.feature_b).tolist()))


@pytest.fixture
def model(tmp_path):
    return lambda part: abut.ContactBrep(made.read(tmp_path, part).parts[0])


def test_a_ball_over_a_block_has_one_minimum_whatever_its_turn(model, rng):
    block, ball = model(made.box([4.0, 3.0, 1.0])), model(made.ball(0.5))
    for quaternion in random_quaternions(rng, 5):
        at = [*rng.uniform([0.5, 0.5], [3.5, 2.5]), 2.25]
        found = abut.find_brep_lmds(block, ball, position=at, quaternion=quaternion)
        assert len(found) == 1 and found.status is COMPLETE and kinds(found) == [(FACE, FACE)] and found.is_lmd.all()
        assert np.allclose(found.distance, 0.75, atol=1e-12) and np.allclose(found.normal, [0, 0, 1], atol=1e-12)
        assert np.allclose(found.point_a, [[at[0], at[1], 1]], atol=1e-12) and np.allclose(found.point_b, [[at[0], at[1], 1.75]], atol=1e-12)
        assert abut.feature_index(found.feature_a).tolist() == [5]  # the top
        same = abut.find_brep_lmds(block, ball, position=at, matrix=matrices_of(quaternion[None])[0])
        assert np.allclose(same.distance, found.distance, atol=1e-14)
        swapped = abut.find_brep_lmds(ball, block, position=-matrices_of(quaternion[None])[0].T @ at, matrix=matrices_of(quaternion[None])[0].T)
        assert np.allclose(swapped.distance, 0.75, atol=1e-12) and np.array_equal(swapped.feature_b, found.feature_a)
    for array, shape, dtype in (
        (found.distance, (1,), float), (found.point_a, (1, 3), float), (found.point_b, (1, 3), float), (found.normal, (1, 3), float),
        (found.feature_a, (1,), np.uint64), (found.feature_b, (1,), np.uint64), (found.sampled, (1,), bool), (found.is_lmd, (1,), bool),
    ):
        assert array.shape == shape and array.dtype == dtype and array.flags.writeable


def test_boxes_meet_by_corners_edges_and_faces(model):
    block = model(made.box([4.0, 4.0, 1.0]))
    corner, half = np.array([1.0, 1.0, 1.0]) / np.sqrt(3), np.sqrt(0.5)
    axis = np.cross(corner, [0, 0, 1])  # turns the diagonal upright
    quaternion = [np.cos(np.arccos(corner[2]) / 2), *(np.sin(np.arccos(corner[2]) / 2) * axis / np.linalg.norm(axis))]
    cube = model(made.box([1.0, 1.0, 1.0]))
    found = abut.find_brep_lmds(block, cube, position=[2, 2, 1.3], quaternion=quaternion)
    assert kinds(found) == [(FACE, VERTEX)] and np.allclose(found.distance, 0.3) and np.allclose(found.point_b, [[2, 2, 1.3]])
    # Two edges that cross at a right angle: each cube stands on an edge.
    upright = model(made.box([1.0, 1.0, 1.0]))
    about_x, about_y = [np.cos(np.pi / 8), np.sin(np.pi / 8), 0, 0], [np.cos(np.pi / 8), 0, np.sin(np.pi / 8), 0]
    first, second = matrices_of(np.array(about_x)[None])[0], matrices_of(np.array(about_y)[None])[0]
    # A's upper edge is along x at height 2 half; B's lower one is along y at B's corner.
    top = first @ [0.5, 1, 1]
    low = second @ [1, 0.5, 0]
    offset = first.T @ (top + [0, 0, 0.2] - low)
    found = abut.find_brep_lmds(upright, cube, position=offset, matrix=first.T @ second)
    assert kinds(found) == [(EDGE, EDGE)] and np.allclose(found.distance, 0.2) and np.allclose(first @ found.normal[0], [0, 0, 1])
    assert np.allclose(found.point_a, [[0.5, 1, 1]]) and top[2] == pytest.approx(2 * half)
    flat = abut.find_brep_lmds(block, cube, position=[1, 1, 1.25])
    assert len(flat) == 4 and np.allclose(flat.distance, 0.25) and np.allclose(flat.normal, [0, 0, 1])
    assert sorted(flat.point_b[:, :2].round(9).tolist()) == [[1, 1], [1, 2], [2, 1], [2, 2]]


def test_a_shaft_in_its_hole_is_nearest_on_the_side_that_it_leaves_the_middle_for(model):
    outer, shaft = model(made.tube(3.0, 1.1, 2.0)), model(made.cylinder(1.0, 4.0))
    for angle in (0.0, 1.0, 4.0):
        aside = 0.06 * np.array([np.cos(angle), np.sin(angle), 0])
        found = abut.find_brep_lmds(outer, shaft, position=aside + [0, 0, -1], reach=0.5)
        assert found.status is COMPLETE and len(found) > 0 and np.allclose(found.distance, 1.1 - 1.0 - 0.06, atol=1e-12)
        assert np.allclose(found.normal, -aside / 0.06, atol=1e-9)  # out of the tube's material, inwards
        assert np.allclose(np.hypot(*found.point_a[:, :2].T), 1.1, atol=1e-9) and ((found.point_a[:, 2] >= -1e-9) & (found.point_a[:, 2] <= 2 + 1e-9)).all()
    middle = abut.find_brep_lmds(outer, shaft, position=[0, 0, -1], reach=0.5)
    assert middle.sampled.all() and np.allclose(middle.distance, 0.1, atol=1e-12) and len(middle) >= 3
    assert np.linalg.norm(middle.normal.mean(axis=0)) < 1e-9  # all around
    beyond = abut.find_brep_lmds(outer, shaft, position=[0.2, 0, -1])
    assert beyond.status is CROSSING


def test_a_ball_in_a_hole_touches_by_a_ring(model):
    outer, ball = model(made.tube(3.0, 1.0, 4.0)), model(made.ball(0.75))
    found = abut.find_brep_lmds(outer, ball, position=[0.1, 0, 2], reach=1.0)
    assert len(found) == 1 and np.allclose(found.distance, 0.15) and np.allclose(found.point_a, [[1, 0, 2]], atol=1e-9)


def test_reach_and_nearest_only_leave_out_and_theta_adds(model):
    outer, ball = model(made.box([4.0, 4.0, 1.0])), model(made.ball(0.5))
    at = {"position": [2, 2, 2.0]}
    assert len(abut.find_brep_lmds(outer, ball, reach=0.49, **at)) == 0 and len(abut.find_brep_lmds(outer, ball, reach=0.51, **at)) == 1
    shaft, tube = model(made.cylinder(1.0, 4.0)), model(made.tube(3.0, 1.1, 2.0))
    every, one = (abut.find_brep_lmds(tube, shaft, position=[0.05, 0, -1], nearest_only=n) for n in (False, True))
    assert len(one) == 1 <= len(every) and one.distance[0] == pytest.approx(every.distance[0], abs=1e-15)
    cube = model(made.box([1.0, 1.0, 1.0]))
    rocked = {"position": [1, 1, 1.25], "quaternion": [1, 0.002, 0.003, 0]}
    minima, quasi = (abut.find_brep_lmds(outer, cube, theta=theta, **rocked) for theta in (0.0, 0.05))
    assert len(minima) == 1 and minima.is_lmd.all() and len(quasi) >= 4 and quasi.is_lmd.sum() == 1
    corners = {tuple(p) for p, f in zip(quasi.point_b.round(2), quasi.feature_b) if abut.feature_kind(np.array([f]))[0] == VERTEX}
    assert len(corners) == 4


def test_any_number_of_threads_may_ask_one_model(model):
    block, ball = model(made.box([4.0, 3.0, 1.0])), model(made.ball(0.5))
    heights = np.linspace(1.6, 3, 40)
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda z: abut.find_brep_lmds(block, ball, position=[2, 1.5, z]).distance, heights))
    assert np.allclose(np.concatenate(found), heights - 1.5)


def balls_in_a_row(folder):
    return made.read(folder, made.ball(0.5), [made.instance(0, [x, 0, 0], name) for x, name in ((0, "a/1"), (2, "a/2"), (5, "b/1"))])


def test_an_assembly_has_the_clearances_of_all_its_pairs(tmp_path):
    found = abut.find_clearances(balls_in_a_row(tmp_path))
    assert list(zip(found.a.tolist(), found.b.tolist(), found.pose.tolist())) == [(0, 1, 0), (0, 2, 0), (1, 2, 0)]
    assert np.allclose(found.distance, [1, 4, 2]) and (found.status == COMPLETE).all() and found.found.all() and found.least() == 0
    assert np.allclose(found.point_a[:, 0], [0.5, 0.5, 2.5]) and np.allclose(found.point_b[:, 0], [1.5, 4.5, 4.5])
    assert np.allclose(found.normal, [1, 0, 0]) and len(found) == 3 and found.distance.dtype == np.float64 and found.a.dtype == np.uint32
    near = abut.find_clearances(balls_in_a_row(tmp_path), reach=1.5, threads=1)
    assert near.found.tolist() == [True, False, False] and near.distance.tolist()[1:] == [np.inf] * 2 and near.least() == 0
    some = abut.find_clearances(balls_in_a_row(tmp_path), skip=[("b*", "*2"), ("a/1", "a/1")])
    assert list(zip(some.a.tolist(), some.b.tolist())) == [(0, 1), (0, 2)]
    none = abut.find_clearances(balls_in_a_row(tmp_path), skip=[["*", "*"]])
    assert len(none) == 0 and none.least() is None and none.point_a.shape == (0, 3)
    assert abut.find_clearances(balls_in_a_row(tmp_path), reach=0.5).least() is None


def test_parts_that_meet_have_no_distance_and_are_the_least(tmp_path):
    row = made.read(tmp_path, made.ball(0.5), [made.instance(0, [x, 0, 0], str(x)) for x in (0, 1.5, 2.1)])
    found = abut.find_clearances(row)
    assert found.status.tolist() == [COMPLETE, COMPLETE, CROSSING] and found.found.tolist() == [True, True, False]
    assert np.allclose(found.distance, [0.5, 1.1, 0]) and found.least() == 2 and found.point_a[2].tolist() == [0, 0, 0]


@needs_cad
def test_a_shaft_that_goes_along_its_bearing_has_the_clearance_of_the_drawing():
    """Radius 15 in 17.5; collars 10 beyond the bearing's ends on either side."""
    shaft, tube = (abut.read_cad(CAD / "siconos_shaft_tube" / name) for name in ("shaft.stp", "tube.stp"))
    along = np.array([0.0, 4, 7.4, 7.6, 9.5, 9.99])
    positions = np.column_stack([0 * along, 0 * along, along])
    found = abut.find_clearances(shaft, tube, positions=positions)
    assert np.allclose(found.distance, np.minimum(2.5, 10 - along), atol=1e-9) and (found.status == COMPLETE).all()
    assert found.pose.tolist() == list(range(6)) and found.least() == 5
    aside = abut.find_clearances(shaft, tube, positions=[[0.5, 0, 0], [0, -1.5, 3], [0, 0, 12]])
    assert np.allclose(aside.distance, [2.0, 1.0, 0], atol=1e-9) and aside.status.tolist() == [COMPLETE, COMPLETE, CROSSING]
    # Turned about its axis the bearing is the same; the motion goes after the placement.
    turned = abut.find_clearances(shaft, tube, positions=[[0, 0, 8]], quaternions=[[1, 0, 0, 1]])
    matrix = abut.find_clearances(shaft, tube, positions=[[0, 0, 8]], matrices=[[[0, -1, 0], [1, 0, 0], [0, 0, 1]]])
    assert np.allclose([turned.distance[0], matrix.distance[0]], 2, atol=1e-9)
    assert abut.find_clearances(shaft, tube).distance.tolist() == pytest.approx([2.5])


def told_by(program, folder, *arguments):
    done = subprocess.run([program, "clearance", *map(str, arguments), "--out", folder / "told.csv"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    with open(folder / "told.csv", newline="") as file:
        return list(csv.DictReader(file)), done.stdout


@needs_cad
def test_the_program_tells_the_same_of_two_files_along_a_motion(program, tmp_path, rng):
    files = [CAD / "siconos_shaft_tube" / name for name in ("shaft.stp", "tube.stp")]
    positions, quaternions = rng.uniform(-3, 3, (12, 3)) * [0.3, 0.3, 3], random_quaternions(rng, 12) * 0.02 + [1, 0, 0, 0]
    (tmp_path / "motion.txt").write_text("".join(" ".join(map(repr, map(float, [*p, *q]))) + "\n" for p, q in zip(positions, quaternions)))
    told, text = told_by(program, tmp_path, *files, "--poses", tmp_path / "motion.txt")
    found = abut.find_clearances(*map(abut.read_cad, files), positions=positions, quaternions=quaternions)
    assert len(told) == len(found) == 12 and (found.status == COMPLETE).sum() > 6
    for i, row in enumerate(told):
        assert int(row["pose"]) == found.pose[i] + 1 and row["status"] == abut.BrepLmdStatus(found.status[i]).name.lower()
        if found.found[i]:
            assert float(row["clearance"]) == found.distance[i]
            assert [float(row[k]) for k in ("ax", "ay", "az")] == found.point_a[i].tolist()
            kind, number = row["feature_b"].split()
            assert {"vertex": 1, "edge": 2, "face": 3}[kind] == abut.feature_kind(found.feature_b[i : i + 1])[0]
            assert int(number) == abut.feature_index(found.feature_b[i : i + 1])[0] + 1
        else:
            assert row["clearance"] == ""
    apart = np.where(found.found, found.distance, np.inf)
    assert f"least clearance  {apart.min():.9g} mm, SHAFT and TUBE, pose {apart.argmin() + 1}\n" in text


def test_the_program_tells_the_same_of_an_assembly(program, tmp_path):
    row = balls_in_a_row(tmp_path)
    told, text = told_by(program, tmp_path, tmp_path / "made.brep.json", "--skip", "a/1:b*")
    found = abut.find_clearances(row, skip=[("a/1", "b*")])
    names = [i.name for i in row.instances]
    assert [(r["part_a"], r["part_b"], float(r["clearance"])) for r in told] == [(names[a], names[b], d) for a, b, d in zip(found.a, found.b, found.distance)]
    assert "least clearance  1 mm, a/1 and a/2" in text


def lmds(t, **options):
    ball = abut.ContactBrep(made.read(t, made.ball(1.0)).parts[0])
    return abut.find_brep_lmds(ball, ball, **{"position": [3, 0, 0], **options})


def clearances(t, *more, **options):
    return abut.find_clearances(balls_in_a_row(t), *more, **options)


def moved(t, **options):
    return abut.find_clearances(balls_in_a_row(t), balls_in_a_row(t), **options)


NAN = float("nan")
#: what is called, the error, how its line begins
CASES = {
    "no part": (lambda t: abut.ContactBrep(3), TypeError, "brep is 3; allowed is a Brep"),
    "no model": (lambda t: abut.find_brep_lmds(made.read(t, made.ball(1.0)).parts[0], None), TypeError, "a is a Brep; allowed is a ContactBrep"),
    "position of two": (lambda t: lmds(t, position=[1, 2]), ValueError, "position is float64 of shape (2,); allowed is "),
    "position of text": (lambda t: lmds(t, position="here"), TypeError, "position is "),
    "integers": (lambda t: lmds(t, position=np.array([1, 2, 3])), TypeError, "position is int64 of shape (3,); allowed is "),
    "position NaN": (lambda t: lmds(t, position=[NAN, 0, 0]), abut.InvalidInput, "find_brep_lmds: "),
    "zero quaternion": (lambda t: lmds(t, quaternion=[0, 0, 0, 0]), abut.InvalidInput, "quaternion is (0, 0, 0, 0); allowed are finite numbers"),
    "flat matrix": (lambda t: lmds(t, matrix=np.zeros(9)), ValueError, "matrix is float64 of shape (9,); allowed is "),
    "no rotation": (lambda t: lmds(t, matrix=2 * np.eye(3)), abut.InvalidInput, "find_brep_lmds: "),
    "both": (lambda t: lmds(t, matrix=np.eye(3), quaternion=[1, 0, 0, 0]), TypeError, "quaternion and matrix are both given; allowed is one of them"),
    "reach": (lambda t: lmds(t, reach=-1.0), abut.InvalidInput, "find_brep_lmds: reach is -1; allowed is "),
    "reach NaN": (lambda t: lmds(t, reach=NAN), abut.InvalidInput, "find_brep_lmds: reach is nan; allowed is "),
    "reach of text": (lambda t: lmds(t, reach="far"), TypeError, "reach is 'far'; allowed is a number"),
    "angle": (lambda t: lmds(t, angle=0.0), abut.InvalidInput, "find_brep_lmds: angle is 0; allowed is "),
    "theta": (lambda t: lmds(t, theta=0.6), abut.InvalidInput, "find_brep_lmds: theta is 0.6; allowed is "),
    "nearest_only": (lambda t: lmds(t, nearest_only="no"), TypeError, "nearest_only is 'no'; allowed is True or False"),
    "no assembly": (lambda t: abut.find_clearances("a.step"), TypeError, "a is 'a.step'; allowed is a BrepAssembly"),
    "no second one": (lambda t: clearances(t, 3), TypeError, "b is 3; allowed is a BrepAssembly"),
    "motion of one": (lambda t: clearances(t, positions=np.zeros((1, 3))), TypeError, "positions is given without b; allowed is None: the motion is that of b's parts"),
    "flat positions": (lambda t: moved(t, positions=np.zeros(3)), ValueError, "positions is float64 of shape (3,); allowed is "),
    "two coordinates": (lambda t: moved(t, positions=np.zeros((4, 2))), ValueError, "positions is float64 of shape (4, 2); allowed is "),
    "whole positions": (lambda t: moved(t, positions=np.zeros((4, 3), int)), TypeError, "positions is int64 of shape (4, 3); allowed is "),
    "other count": (lambda t: moved(t, positions=np.zeros((4, 3)), quaternions=np.ones((3, 4))), ValueError, "quaternions is float64 of shape (3, 4); allowed is "),
    "NaN in a motion": (lambda t: moved(t, positions=[[0, 0, 0], [0, NAN, 0]]), abut.InvalidInput, "positions[1] is (0, nan, 0); allowed are finite numbers"),
    "no turn": (lambda t: moved(t, quaternions=[[1, 0, 0, 0], [0, 0, 0, 0]]), abut.InvalidInput, "quaternions[1] is (0, 0, 0, 0); allowed are finite numbers"),
    "mirror": (lambda t: moved(t, matrices=[np.diag([1.0, 1, -1])]), abut.InvalidInput, "matrices[0]"),
    "reach of clearances": (lambda t: clearances(t, reach=NAN), abut.InvalidInput, "find_brep_lmds: reach is nan; allowed is "),
    "threads": (lambda t: clearances(t, threads=-1), abut.InvalidInput, "cpu.threads is -1; allowed are 0 (all cores) and more"),
    "one name": (lambda t: clearances(t, skip=["bolt"]), TypeError, "skip[0] is 'bolt'; allowed is a pair of names, each a str"),
    "three names": (lambda t: clearances(t, skip=[("a", "b", "c")]), TypeError, "skip[0] is a tuple; allowed is a pair of names, each a str"),
    "numbers": (lambda t: clearances(t, skip=[("a", "b"), ("a", 3)]), TypeError, "skip[1] is a tuple; allowed is a pair of names, each a str"),
    "text to skip": (lambda t: clearances(t, skip="a:b"), TypeError, "skip is 'a:b'; allowed are several pairs of names, as a list"),
}


@pytest.mark.parametrize("case", CASES)
def test_bad_input_is_refused_in_one_line(tmp_path, case):
    call, error, said = CASES[case]
    refused_in_one_line(lambda: call(tmp_path), error, said)


def test_an_empty_motion_has_no_clearances(tmp_path):
    found = moved(tmp_path, positions=np.zeros((0, 3)))
    assert len(found) == 0 and found.least() is None
