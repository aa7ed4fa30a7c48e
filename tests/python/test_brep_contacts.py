"""Contacts of CAD models in batches, against closed forms and differences of poses."""

import threading
from concurrent.futures import ThreadPoolExecutor

import made_breps as made
import numpy as np
import pytest
from conftest import asked_while, matrices_of, random_quaternions
from nurbs_oracle import refused_in_one_line

import abut

PAIR = np.array([[0, 1]], np.uint32)
COMPLETE, INCOMPLETE, CROSSING = abut.BrepLmdStatus


class Scene:
    """A body for each model."""

    def __init__(self, folder):
        self.folder = folder
        self.shapes, self.bodies, self.breps = abut.ShapeSet(), abut.BodySet(), abut.ContactBreps()

    def add(self, part, position=(0, 0, 0), quaternion=(1, 0, 0, 0), **options):
        shape = self.breps.add(self.shapes, made.read(self.folder, part).parts[0], **options)
        return self.bodies.add(shape, position, quaternion=quaternion)

    def find(self, pairs=PAIR, **options):
        return abut.find_brep_contacts(self.breps, self.bodies, pairs, **options)


def ball_on_a_block(folder, height=1.52, **options):
    """A ball of radius 0.5 over the top, z = 1, of a block; dilations of 0.03 and 0.01."""
    scene = Scene(folder)
    scene.add(made.box([4.0, 3.0, 1.0]), dilation=0.03, **options)
    scene.add(made.ball(0.5), [1, 2, height], [1, 0.2, 0.1, 0.3], dilation=0.01, **options)
    return scene


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_a_ball_on_a_block_has_one_contact(tmp_path, dtype):
    scene, eps = ball_on_a_block(tmp_path, 1.6), 8 * np.finfo(dtype).eps
    found = scene.find(alert_distance=0.1, dtype=dtype)
    assert len(found) == 1 and found.offsets.tolist() == [0, 1] and found.status.tolist() == [COMPLETE] and found.place.tolist() == [0]
    assert np.allclose(found.separation, 0.1 - 0.04, atol=eps) and np.allclose(found.normal, [[0, 0, 1]], atol=eps)
    assert np.allclose(found.witness_a, [[1, 2, 1.03]], atol=eps) and np.allclose(found.witness_b, [[1, 2, 1.09]], atol=eps)
    assert np.allclose(abut.world_points(scene.bodies, PAIR, found.point), [[1, 2, 1.06]], atol=eps)
    assert np.allclose(found.jacobian_a, [[0, 0, -1, -2, 1, 0]], atol=eps) and np.allclose(found.jacobian_b[:, :3], [[0, 0, 1]], atol=eps)
    assert np.allclose(found.jacobian_b[:, 3:], 0, atol=eps)  # a ball may turn
    for name, width in {"separation": 0, "normal": 3, "witness_a": 3, "witness_b": 3, "point": 3, "jacobian_a": 6, "jacobian_b": 6}.items():
        array = getattr(found, name)
        assert array.dtype == dtype and array.shape == ((1, width) if width else (1,)) and array.flags.writeable, name
    assert (found.offsets.dtype, found.key.dtype, found.is_lmd.dtype, found.place.dtype, found.status.dtype) == (np.uint64, np.uint64, bool, np.uint32, np.uint8)
    assert abut.feature_kind(found.feature_a).tolist() == abut.feature_kind(found.feature_b).tolist() == [3]
    assert found.is_lmd.all() and found.counts["unsolved"] == 0 and found.counts["feature_pairs"] > 0


def test_dilations_tell_small_overlaps_and_deeper_ones_are_crossing(tmp_path):
    scene = ball_on_a_block(tmp_path, 1.52)
    assert np.allclose(scene.find().separation, -0.02) and scene.find().status.tolist() == [COMPLETE]
    scene.bodies.set_pose(1, [1, 2, 1.49])
    deep = scene.find()
    assert len(deep) == 0 and deep.status.tolist() == [CROSSING] and deep.offsets.tolist() == [0, 0] and deep.jacobian_a.shape == (0, 6)


def test_a_cube_on_a_plate_has_its_four_corners_and_keeps_them(tmp_path):
    scene = Scene(tmp_path)
    scene.add(made.box([4.0, 4.0, 1.0]), dilation=0.01)
    scene.add(made.box([1.0, 1.0, 1.0]), [1, 1, 1.05], dilation=0.01)
    rest = scene.find(alert_distance=0.1)
    assert len(rest) == 4 and np.allclose(rest.separation, 0.03) and np.allclose(rest.normal, [0, 0, 1]) and len(set(rest.key.tolist())) == 4
    corners = abut.world_points(scene.bodies, PAIR[rest.pair_indices()], rest.witness_b)[:, :2]
    assert sorted(corners.round(9).tolist()) == [[1, 1], [1, 2], [2, 1], [2, 2]]
    quaternion = np.array([1, 0.002, 0.003, 0])
    scene.bodies.set_pose(1, [1, 1, 1.05], quaternion=quaternion)
    rocked = scene.find(alert_distance=0.1, theta=0.02)
    rotation = matrices_of(quaternion[None] / np.linalg.norm(quaternion))[0]
    heights = sorted((rotation @ np.array([[x, y, 0] for x in (0, 1) for y in (0, 1)]).T)[2] + 0.03)
    assert set(rest.key.tolist()) <= set(rocked.key.tolist()) and rocked.is_lmd.sum() == 1
    of_corners = rocked.separation[np.isin(rocked.key, rest.key)]
    assert np.allclose(sorted(of_corners), heights, atol=1e-12)
    assert len(scene.find(alert_distance=0.1, theta=0.0)) == 1


def peg(folder, aside=0.0, around=8):
    """A peg of radius 1 in a hole of 1.05, through both ends of it."""
    scene = Scene(folder)
    scene.add(made.tube(3.0, 1.05, 2.0), dilation=0.01, around=around)
    scene.add(made.cylinder(1.0, 4.0), [aside, 0, -1], dilation=0.01, around=around)
    return scene


def test_a_peg_in_its_hole_has_contacts_all_around_and_the_nearest_where_it_leans(tmp_path):
    scene = peg(tmp_path, 0.02)
    found = scene.find(alert_distance=0.2, theta=0.1)
    gap = 1.05 - np.hypot(0.02, 0) - 1.0 - 0.02
    assert found.status.tolist() == [COMPLETE] and found.separation.min() == pytest.approx(gap, abs=1e-9)
    own = found.place > 0
    assert own.any() and ((found.place[own] & ~np.uint32(abut.BREP_SAMPLE_OF_B) & np.uint32(0xFFFF)) <= 8).all()
    nearest = found.normal[found.separation.argmin()]
    assert np.allclose(nearest, [-1, 0, 0], atol=1e-6)  # out of the tube
    eighths = np.round(np.arctan2(found.normal[:, 1], found.normal[:, 0]) / (np.pi / 4)) % 8
    assert len(np.unique(eighths)) == 8 and set(eighths[own]) == set(range(8)) - {4}  # where it leans there is the minimum
    assert len(scene.find(alert_distance=0.2, theta=0.0)) < len(found)
    assert not peg(tmp_path, 0.02, around=0).find(alert_distance=0.2, theta=0.1).place.any()


def moved(scene, body, v, w, h, **options):
    """Contacts after a body has had a velocity and an angular velocity, about its position, for a while."""
    positions, matrices = scene.bodies.positions(), scene.bodies.matrices()
    angle = h * np.linalg.norm(w)
    spin = matrices_of(np.array([[np.cos(angle / 2), *(np.sin(angle / 2) * np.asarray(w) / max(np.linalg.norm(w), 1e-300))]]))[0]
    scene.bodies.set_pose(body, positions[body] + h * np.asarray(v), matrix=spin @ matrices[body])
    found = scene.find(**options)
    scene.bodies.set_poses(positions, matrices=matrices)
    return dict(zip(found.key.tolist(), found.separation))


@pytest.mark.parametrize("kind", ["ball", "cube", "peg"])
def test_jacobians_are_differences_of_gaps(tmp_path, rng, kind):
    if kind == "ball":
        scene = ball_on_a_block(tmp_path)
    elif kind == "peg":
        scene = peg(tmp_path, 0.03)
    else:
        scene = Scene(tmp_path)
        scene.add(made.box([4.0, 4.0, 1.0]), dilation=0.01)
        scene.add(made.box([1.0, 1.0, 1.0]), [1, 1, 1.05], [1, 0.01, 0.02, 0.3], dilation=0.01)
    turned = matrices_of(random_quaternions(rng, 1))[0]  # all of it turned, and away from the origin
    scene.bodies.set_poses(scene.bodies.positions() @ turned.T + [3, -2, 1], matrices=turned @ scene.bodies.matrices())
    options = {"alert_distance": 0.2, "theta": 0.0 if kind == "ball" else 0.1}
    here, h = scene.find(**options), 1e-6
    compared = 0
    for body, jacobian in ((0, here.jacobian_a), (1, here.jacobian_b)):
        for axis in range(6):
            v, w = np.eye(6)[axis, :3], np.eye(6)[axis, 3:]
            after, before = (moved(scene, body, v, w, side * h, **options) for side in (1, -1))
            for i, key in enumerate(here.key.tolist()):
                if key in after and key in before:
                    assert (after[key] - before[key]) / (2 * h) == pytest.approx(jacobian[i, axis], abs=2e-6), (body, axis, i)
                    compared += 1
    assert compared >= 12 * (4 if kind == "cube" else 1)


def test_contacts_know_their_pairs(tmp_path):
    scene = ball_on_a_block(tmp_path, 1.6)
    scene.bodies.add(1, [3, 1, 1.7])
    scene.bodies.add(1, [3, 1, 4])
    pairs = np.array([[0, 2], [0, 3], [1, 2], [1, 0]], np.uint32)
    found = scene.find(pairs, alert_distance=0.5)
    assert found.offsets.tolist() == [0, 1, 1, 1, 2] and found.pair_indices().tolist() == [0, 3] and found.status.tolist() == [COMPLETE] * 4
    assert np.allclose(found.separation, [0.16, 0.06]) and np.allclose(found.normal, [[0, 0, 1], [0, 0, -1]]) and len(set(found.key.tolist())) == 2
    empty = scene.find(PAIR[:0])
    assert len(empty) == 0 and empty.offsets.tolist() == [0] and empty.normal.shape == (0, 3) and empty.status.shape == (0,)


def crowd(folder, rng, count=40, side=4.0):
    scene = Scene(folder)
    for part in (made.ball(0.5), made.box([0.8, 0.6, 0.5]), made.cylinder(0.3, 0.9), made.tube(0.6, 0.4, 0.5)):
        scene.add(part, dilation=0.02)
    scene.bodies = abut.BodySet()
    scene.bodies.add_many(np.arange(count) % 4, rng.uniform(0, side, (count, 3)), quaternions=random_quaternions(rng, count))
    return scene


def same(found, expected, but=("counts",)):
    return all(np.array_equal(getattr(found, name), array) for name, array in vars(expected).items() if name not in but)


def test_answers_keep_their_memory_and_any_number_of_threads_gives_them(tmp_path, rng):
    scene = crowd(tmp_path, rng)
    pairs = abut.find_pairs(scene.shapes, scene.bodies, alert_distance=0.3)
    expected = scene.find(pairs, alert_distance=0.3, threads=1)
    assert len(expected) > 20 and (expected.status == CROSSING).any() and (expected.status == COMPLETE).any()
    assert all(same(scene.find(pairs, alert_distance=0.3, threads=n), expected) for n in (0, 2, 3))
    single = scene.find(pairs, alert_distance=0.3, dtype=np.float32)
    assert np.array_equal(single.key, expected.key) and np.allclose(single.jacobian_b, expected.jacobian_b, rtol=1e-6, atol=1e-6)
    with ThreadPoolExecutor(4) as pool:
        assert all(pool.map(lambda n: same(scene.find(pairs, alert_distance=0.3, threads=1 + n % 2), expected), range(8)))
    kept, scene = expected.separation, None
    assert np.array_equal(kept, expected.separation)


def test_each_pair_has_what_the_models_have_alone(tmp_path, rng):
    """theta 0: the local minima that `find_brep_lmds` gives of the two models."""
    scene = crowd(tmp_path, rng)
    parts = [made.read(tmp_path, part).parts[0] for part in (made.ball(0.5), made.box([0.8, 0.6, 0.5]), made.cylinder(0.3, 0.9), made.tube(0.6, 0.4, 0.5))]
    models = [abut.ContactBrep(part) for part in parts]
    pairs = abut.find_pairs(scene.shapes, scene.bodies, alert_distance=0.3)
    found = scene.find(pairs, alert_distance=0.3, theta=0.0)
    positions, matrices, compared = scene.bodies.positions(), scene.bodies.matrices(), 0
    for i, (a, b) in enumerate(pairs.astype(int)):
        alone = abut.find_brep_lmds(
            models[a % 4], models[b % 4], position=matrices[a].T @ (positions[b] - positions[a]), matrix=matrices[a].T @ matrices[b], reach=0.34
        )
        rows = slice(int(found.offsets[i]), int(found.offsets[i + 1]))
        assert alone.status == found.status[i]
        if alone.status == COMPLETE:
            assert np.allclose(sorted(found.separation[rows]), sorted(alone.distance - 0.04), atol=1e-9)
            compared += len(alone)
    assert compared > 10


def test_a_finder_gives_the_same_in_every_step_and_knows_ages(tmp_path, rng):
    scene, finder = crowd(tmp_path, rng, 16, 3.5), abut.BrepContactFinder()
    motion, ages, apart = rng.uniform(-0.01, 0.01, (16, 3)), {}, 0
    for step in range(12):
        pairs = abut.find_pairs(scene.shapes, scene.bodies, alert_distance=0.5)
        found = finder.find(scene.breps, scene.bodies, pairs, alert_distance=0.2, theta=0.05)
        assert same(found, scene.find(pairs, alert_distance=0.2, theta=0.05)), step
        ages = {key: ages.get(key, -1) + 1 for key in found.key.tolist()}
        assert finder.ages.tolist() == [ages[key] for key in found.key.tolist()] and finder.ages.dtype == np.uint32
        counts = finder.counts
        assert counts["candidates"] == len(pairs) and set(counts) == {"candidates", "apart", "searched", "measured"}
        apart += counts["apart"]
        scene.bodies.set_poses(scene.bodies.positions() + motion, matrices=scene.bodies.matrices())
    assert apart > 0 and max(ages.values()) >= 5 and finder.memory > 0
    finder.reset()
    finder.find(scene.breps, scene.bodies, pairs, alert_distance=0.2)
    assert not finder.ages.any()


def test_a_finder_begins_anew_with_other_models(tmp_path):
    first, second = ball_on_a_block(tmp_path, 5.0), ball_on_a_block(tmp_path, 1.6)
    finder = abut.BrepContactFinder(threads=1)
    assert len(finder.find(first.breps, first.bodies, PAIR, alert_distance=0.1)) == 0
    assert len(finder.find(second.breps, second.bodies, PAIR, alert_distance=0.1)) == 1 and finder.ages.tolist() == [0]
    second.breps.set(second.shapes, 1, made.read(tmp_path, made.ball(0.4)).parts[0])
    found = finder.find(second.breps, second.bodies, PAIR, alert_distance=0.5)
    assert np.allclose(found.separation, 1.6 - 1.4 - 0.03)


def test_models_of_shapes_are_told_and_replaced(tmp_path):
    scene = ball_on_a_block(tmp_path)
    assert scene.breps.shape_count() == 2 and scene.breps.has(1) and not scene.breps.has(2) and scene.breps.dilation(0) == 0.03
    assert scene.breps.notes(0) == () and scene.shapes.info(1)["rounding"] == 0.01
    assert np.allclose(np.add(scene.shapes.info(1)["half_extents"], scene.shapes.info(1)["rounding"]), [0.51] * 3, atol=1e-6)
    scene.breps.set(scene.shapes, 0, made.read(tmp_path, made.box([2.0, 2.0, 0.5])).parts[0])
    assert scene.breps.dilation(0) == 0.0


def test_models_may_be_set_while_others_search(tmp_path):
    scene, stop, ball = ball_on_a_block(tmp_path, 1.6), threading.Event(), made.read(tmp_path, made.ball(0.5)).parts[0]
    expected = scene.find(alert_distance=0.1)

    def change():
        while not stop.is_set():
            scene.breps.set(scene.shapes, 1, ball, dilation=0.01)

    for found in asked_while(change, stop, lambda k: scene.find(alert_distance=0.1, threads=1 + k % 2)):
        assert np.array_equal(found.separation, expected.separation) and np.array_equal(found.key, expected.key)


def put(t, part=None, shape=0, shapes=None, **options):
    scene = ball_on_a_block(t)
    brep = made.read(t, made.ball(0.2)).parts[0] if part is None else part
    abut.ContactBreps().set(scene.shapes if shapes is None else shapes, shape, brep, **options)


def find(t, pairs=PAIR, breps=None, bodies=None, **options):
    scene = ball_on_a_block(t)
    return abut.find_brep_contacts(scene.breps if breps is None else breps, scene.bodies if bodies is None else bodies, pairs, **options)


def step(t, candidates=PAIR, **options):
    scene = ball_on_a_block(t)
    return abut.BrepContactFinder().find(scene.breps, scene.bodies, candidates, **options)


UINT32 = "a whole number from 0 to 4294967295"
NAN = float("nan")
#: what is called, the error, how its line begins
CASES = {
    "no shapes": (lambda t: put(t, shapes=abut.BodySet()), TypeError, "shapes is a BodySet; allowed is a ShapeSet"),
    "no part": (lambda t: put(t, part="ball"), TypeError, "brep is 'ball'; allowed is a Brep"),
    "no such shape": (lambda t: put(t, shape=7), abut.InvalidInput, "ContactBreps::set: shape is 7; allowed is less than 2"),
    "negative shape": (lambda t: put(t, shape=-1), abut.InvalidInput, f"shape is -1; allowed is {UINT32}"),
    "real shape": (lambda t: put(t, shape=1.0), TypeError, f"shape is 1.0; allowed is {UINT32}"),
    "dilation": (lambda t: put(t, dilation=-0.1), abut.InvalidInput, "ContactBreps::set: dilation is -0.1; allowed is a finite number, 0 or more"),
    "dilation NaN": (lambda t: put(t, dilation=NAN), abut.InvalidInput, "ContactBreps::set: dilation is nan; allowed is a finite number, 0 or more"),
    "around": (lambda t: put(t, around=65), abut.InvalidInput, "ContactBreps::set: around is 65; allowed is 0 to 64"),
    "too large": (lambda t: put(t, part=made.read(t, made.ball(9.0)).parts[0]), abut.InvalidInput, "ContactBreps::set: vertex 0 reaches out of the shape's box"),
    "no faces": (lambda t: put(t, part=made.read(t, made.Part()).parts[0]), abut.InvalidInput, "ContactBreps::set: the model has no faces"),
    "nothing there": (lambda t: abut.ContactBreps().notes(3), abut.InvalidInput, "ContactBreps: shape 3 has no model"),
    "no dilation": (lambda t: abut.ContactBreps().dilation(0), abut.InvalidInput, "ContactBreps: shape 0 has no model"),
    "no breps": (lambda t: find(t, breps=abut.ContactComplexes()), TypeError, "breps is a ContactComplexes; allowed is a ContactBreps"),
    "no bodies": (lambda t: find(t, bodies=abut.ShapeSet()), TypeError, "bodies is a ShapeSet; allowed is a BodySet"),
    "no model": (lambda t: find(t, breps=abut.ContactBreps()), abut.InvalidInput, "find_brep_contacts: "),
    "list of pairs": (lambda t: find(t, [[0, 1]]), TypeError, "pairs is a list; allowed is an array of shape (M, 2)"),
    "int64 pairs": (lambda t: find(t, PAIR.astype(np.int64)), TypeError, "pairs is int64 of shape (1, 2); allowed is uint32 of shape (N, 2)"),
    "real pairs": (lambda t: find(t, PAIR.astype(float)), TypeError, "pairs is float64 of shape (1, 2); allowed is uint32 of shape (N, 2)"),
    "flat pairs": (lambda t: find(t, PAIR[0]), ValueError, "pairs is uint32 of shape (2,); allowed is uint32 of shape (N, 2)"),
    "triples": (lambda t: find(t, np.zeros((1, 3), np.uint32)), ValueError, "pairs is uint32 of shape (1, 3); allowed is uint32 of shape (N, 2)"),
    "strided pairs": (lambda t: find(t, np.zeros((4, 2), np.uint32)[::2]), ValueError, "pairs is "),
    "part of nowhere": (lambda t: find(t, np.array([[0, 9]], np.uint32)), abut.InvalidInput, "find_brep_contacts: "),
    "alert distance": (lambda t: find(t, alert_distance=-1.0), abut.InvalidInput, "find_brep_contacts: alert_distance is -1"),
    "alert distance NaN": (lambda t: find(t, alert_distance=NAN), abut.InvalidInput, "find_brep_contacts: alert_distance is nan"),
    "alert distance inf": (lambda t: find(t, alert_distance=float("inf")), abut.InvalidInput, "find_brep_contacts: alert_distance is inf"),
    "theta": (lambda t: find(t, theta=0.6), abut.InvalidInput, "find_brep_contacts: theta is 0.6"),
    "theta of text": (lambda t: find(t, theta="much"), TypeError, "theta is 'much'; allowed is a number"),
    "angle": (lambda t: find(t, angle=0.0), abut.InvalidInput, "find_brep_contacts: angle is 0"),
    "dtype": (lambda t: find(t, dtype=int), TypeError, "dtype is int64; allowed are float32 and float64"),
    "threads": (lambda t: find(t, threads=-1), abut.InvalidInput, "cpu.threads is -1; allowed are 0 (all cores) and more"),
    "threads of a finder": (lambda t: abut.BrepContactFinder(threads=-2), abut.InvalidInput, "cpu.threads is -2"),
    "real threads": (lambda t: abut.BrepContactFinder(threads=1.5), TypeError, "threads is "),
    "unsorted": (lambda t: step(t, np.array([[1, 0], [0, 1]], np.uint32)), abut.InvalidInput, "candidates[1] is (0, 1) behind (1, 0): they have to be sorted by a, then b"),
    "candidates of nowhere": (lambda t: step(t, np.array([[0, 9]], np.uint32)), abut.InvalidInput, "candidates[0] is (0, 9): there are 2 parts"),
    "int32 candidates": (lambda t: step(t, PAIR.astype(np.int32)), TypeError, "candidates is int32 of shape (1, 2); allowed is uint32 of shape (N, 2)"),
    "list of candidates": (lambda t: step(t, [[0, 1]]), TypeError, "candidates is a list; allowed is an array of shape (M, 2)"),
    "theta of a step": (lambda t: step(t, theta=-0.1), abut.InvalidInput, "BrepContactFinder::find: theta is -0.1; allowed is 0 to 0.5"),
}


@pytest.mark.parametrize("case", CASES)
def test_bad_input_is_refused_in_one_line(tmp_path, case):
    call, error, said = CASES[case]
    refused_in_one_line(lambda: call(tmp_path), error, said)
