"""Which parts meet, and what a detection counts, against brute force over all pairs in NumPy."""

import json

import numpy as np
import pytest
from conftest import Crowd, matrices_of, random_quaternions, same_bits

import abut


class Balls:
    """Bodies of one to three balls with masks, worlds and alert distances of their own."""

    def __init__(self, rng, count=70, side=3.0):
        self.shapes, self.bodies = abut.ShapeSet(), abut.BodySet()
        self.radii = rng.uniform(0.1, 0.4, 6)
        for radius in self.radii:
            self.shapes.add_sphere(radius)
        rows = []
        for body in range(count):
            parts = int(rng.integers(1, 4))
            index, at = rng.integers(0, 6, parts), rng.uniform(-0.3, 0.3, (parts, 3))
            position, q = rng.uniform(0, side, 3), random_quaternions(rng, 1)
            options = {
                "groups": int(rng.integers(1, 8)), "meets": int(rng.integers(0, 8)), "self_contact": bool(rng.integers(2)),
                "alert_distance": float(rng.choice([0, 0.05, 0.2])), "world": int(rng.integers(-1, 2)),
            }
            self.bodies.add_compound(index, at, position=position, quaternion=q[0], **options)
            for i, p in zip(index, at):
                rows.append((body, self.radii[i], *(matrices_of(q)[0] @ p + position), *options.values()))
        self.body, self.radius, x, y, z, self.groups, self.meets, self.own, self.alert, self.world = map(
            np.array, zip(*rows))
        self.centre = np.stack([x, y, z], axis=1)

    def allowed(self):
        """(P, P) bool: whether two parts may pair at all, whatever their distance is."""
        meet = (self.groups[:, None] & self.meets[None] != 0) & (self.groups[None] & self.meets[:, None] != 0)
        same = self.body[:, None] == self.body[None]
        worlds = (self.world[:, None] == self.world[None]) | (self.world[:, None] == -1) | (self.world[None] == -1)
        return meet & worlds & (~same | self.own[:, None].astype(bool)) & np.triu(np.ones(meet.shape, bool), 1)

    def separation(self):
        between = np.linalg.norm(self.centre[:, None] - self.centre[None], axis=2)
        return between - self.radius[:, None] - self.radius[None]


def within(balls, alert):
    return balls.allowed() & (balls.separation() <= alert + balls.alert[:, None] + balls.alert[None])


@pytest.mark.parametrize("alert", [0.0, 0.15])
def test_candidates_have_all_that_may_meet_and_none_that_may_not(rng, alert):
    balls = Balls(rng)
    assert balls.bodies.part_count == len(balls.body) and len(balls.bodies) == 70
    assert np.allclose(balls.bodies.part_positions(), balls.centre)
    pairs = abut.find_pairs(balls.shapes, balls.bodies, alert_distance=alert)
    found = np.zeros((len(balls.body),) * 2, bool)
    found[tuple(pairs.T)] = True
    assert len(pairs) == np.count_nonzero(found)  # each once
    assert not (found & ~balls.allowed()).any() and not (within(balls, alert) & ~found).any()
    assert np.array_equal(np.lexsort((pairs[:, 1], pairs[:, 0])), np.arange(len(pairs)))


@pytest.mark.parametrize("alert", [0.0, 0.15])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_contacts_are_all_pairs_within_the_alert_distance(rng, alert, dtype):
    """The global distance and both parts' own are added; a pair at that very distance is a contact by either reading."""
    balls = Balls(rng)
    found = abut.detect(balls.shapes, balls.bodies, alert_distance=alert, dtype=dtype)
    gap = balls.separation()
    assert np.array_equal(found.pairs, np.argwhere(within(balls, alert)))
    assert np.allclose(found.contacts.separation, gap[tuple(found.pairs.T)], atol=1e-5)
    assert found.contacts.is_contact().all() and found.alert_distance == alert
    assert sum(found.status.values()) == found.candidate_pairs >= len(found)
    converged = found.status[abut.Status.CONVERGED] + found.status[abut.Status.TOUCHING]
    assert converged == len(found) and found.status[abut.Status.FARTHER_THAN_ALERT] == found.candidate_pairs - converged
    assert found.contacts.separation.dtype == dtype and min(found.seconds) >= 0


@pytest.mark.parametrize("threads", [1, 2, 5, 0])
def test_detections_have_the_same_bits_on_any_number_of_threads(threads):
    crowd = Crowd(np.random.default_rng(9), 500)
    plain = abut.detect(crowd.shapes, crowd.bodies, alert_distance=0.1, threads=1)
    found = abut.detect(crowd.shapes, crowd.bodies, alert_distance=0.1, threads=threads)
    assert np.array_equal(found.pairs, plain.pairs) and same_bits(found.contacts, plain.contacts)
    assert found.status == plain.status and found.candidate_pairs == plain.candidate_pairs
    again = abut.find_pairs(crowd.shapes, crowd.bodies, alert_distance=0.1, threads=threads)
    assert np.array_equal(again, abut.find_pairs(crowd.shapes, crowd.bodies, alert_distance=0.1, threads=1))
    points = crowd.positions + 0.3
    for find, more in ((abut.find_nearest, ()), (abut.find_within, (0.6,))):
        one = find(crowd.shapes, crowd.bodies, points, *more, threads=1)
        assert all(np.array_equal(a, b) for a, b in zip(one, find(crowd.shapes, crowd.bodies, points, *more, threads=threads)))


def test_candidates_that_are_given_are_answered_whatever_masks_say(rng):
    """`pairs` are the caller's choice: parts of one body and such as may not meet are among them."""
    balls = Balls(rng)
    count = len(balls.body)
    every = np.array([[i, j] for i in range(count) for j in range(i + 1, count)], np.uint32)
    found = abut.detect(balls.shapes, balls.bodies, pairs=every)
    own = balls.alert[every[:, 0]] + balls.alert[every[:, 1]]
    near = balls.separation()[tuple(every.T)] <= own
    assert found.candidate_pairs == len(every) and np.array_equal(found.pairs, every[near])


def test_moving_bodies_moves_their_parts(rng):
    balls = Balls(rng, 20)
    local = [np.linalg.inv(m) @ (p - t) for m, p, t in zip(
        balls.bodies.matrices()[balls.body], balls.centre, balls.bodies.positions()[balls.body])]
    turns, shifts = matrices_of(random_quaternions(rng, 20)), rng.normal(size=(20, 3))
    balls.bodies.set_poses(shifts, matrices=turns)
    expected = np.einsum("nij,nj->ni", turns[balls.body], local) + shifts[balls.body]
    assert np.allclose(balls.bodies.part_positions(), expected)
    balls.bodies.set_pose(3, [1, 2, 3])
    moved = np.einsum("nij,nj->ni", turns[balls.body], local)[balls.body == 3] + [1, 2, 3]
    assert np.allclose(balls.bodies.part_positions()[balls.body == 3], moved)
    others = balls.body != 3
    assert np.allclose(balls.bodies.part_positions()[others], expected[others])


def test_parts_are_numbered_in_the_order_of_their_bodies(rng):
    balls = Balls(rng, 30)
    first = 0
    for body in range(30):
        count = int((balls.body == body).sum())
        assert balls.bodies.parts_of(body) == range(first, first + count)
        first += count
    assert balls.bodies.part_bodies().tolist() == balls.body.tolist()
    for bad in (30, 2**32 - 1):
        with pytest.raises(abut.InvalidInput, match=f"body is {bad}: there are 30"):
            balls.bodies.parts_of(bad)


@pytest.mark.parametrize("count, seed", [(5, 1), (5, 2), (40, 1), (10**6, 7)])
def test_a_sample_is_drawn_once_and_the_same_for_a_seed(rng, count, seed):
    crowd = Crowd(rng, 100, side=2.5)
    found = abut.detect(crowd.shapes, crowd.bodies, alert_distance=0.05)
    without = found.candidate_pairs - len(found)
    checked = abut.verify(crowd.shapes, crowd.bodies, found, sample=count, seed=seed)
    assert checked.ok and np.count_nonzero(checked.contact) == min(count, len(found))
    assert np.count_nonzero(~checked.contact) == min(count, without)
    rows = [tuple(row) for row in checked.pairs.tolist()]
    assert len(set(rows)) == len(rows)
    assert {row for row, contact in zip(rows, checked.contact) if contact} <= set(map(tuple, found.pairs.tolist()))
    again = abut.verify(crowd.shapes, crowd.bodies, found, sample=count, seed=seed, threads=2)
    assert np.array_equal(again.pairs, checked.pairs) and again.errors.tobytes() == checked.errors.tobytes()
    other = abut.verify(crowd.shapes, crowd.bodies, found, sample=count, seed=seed + 1)
    assert np.array_equal(other.pairs, checked.pairs) == (count >= max(without, len(found)))


def test_errors_are_relative_to_sizes_and_separation(rng):
    """A separation that is falsified by a known length is found with that length over both sizes and the separation."""
    balls = Balls(rng, 40)
    found = abut.detect(balls.shapes, balls.bodies)
    off = 0.01
    found.contacts.separation[2] += off
    checked = abut.verify(balls.shapes, balls.bodies, found)
    a, b = found.pairs[2]
    true = found.contacts.separation[2] - off
    scale = balls.radius[a] + balls.radius[b] + abs(true)
    assert checked.pairs[2].tolist() == [a, b] and not checked.agrees[2] and checked.agrees.sum() == len(checked.agrees) - 1
    assert checked.errors[2, abut.ERROR_NAMES.index("separation")] == pytest.approx(off / scale, rel=0.1)
    assert checked.reference[2] == pytest.approx(true, abs=1e-12) and checked.ours[2] == found.contacts.separation[2]
    assert checked.max_error == checked.errors.max() and checked.reasons[0] == ""


def test_a_verification_of_nothing_is_fine():
    shapes, bodies = abut.ShapeSet(), abut.BodySet()
    shapes.add_sphere(1)
    bodies.add(0)
    checked = abut.verify(shapes, bodies, abut.detect(shapes, bodies))
    assert checked.ok and checked.max_error == 0 and checked.pairs.shape == (0, 2) and checked.errors.shape == (0, 5)


def test_the_summary_is_what_is_given_or_the_counts(rng, tmp_path):
    balls = Balls(rng, 40)
    found = abut.detect(balls.shapes, balls.bodies)
    abut.write_results(tmp_path / "own", balls.shapes, balls.bodies, found, summary={"mine": [1, 2.5, "é"]})
    assert json.loads((tmp_path / "own/summary.json").read_text()) == {"mine": [1, 2.5, "é"]}
    abut.write_results(tmp_path / "counts", balls.shapes, balls.bodies, found, surfaces=True)
    said = json.loads((tmp_path / "counts/summary.json").read_text())
    assert said["contacts"] == len(found) and said["bodies"] == 40 and said["candidate_pairs"] == found.candidate_pairs
    assert said["status"] == {status.name.lower(): count for status, count in found.status.items()}
    assert (tmp_path / "counts/surfaces.vtp").stat().st_size > 0 and not (tmp_path / "own/surfaces.vtp").exists()
    assert (tmp_path / "own/contacts.csv").read_bytes() == (tmp_path / "counts/contacts.csv").read_bytes()


@pytest.mark.parametrize("missing", ["normal", "witness_b", "key"])
def test_records_without_all_fields_are_neither_checked_nor_written(rng, tmp_path, missing):
    """Zeros in contacts.csv would look like an answer."""
    balls = Balls(rng, 40)
    found = abut.detect(balls.shapes, balls.bodies)
    setattr(found.contacts, missing, None)
    text = f"detection.contacts has no {missing}; allowed are contacts with all fields"
    with pytest.raises(ValueError, match=text):
        abut.verify(balls.shapes, balls.bodies, found)
    with pytest.raises(ValueError, match=text):
        abut.write_results(tmp_path / "out", balls.shapes, balls.bodies, found)
    assert not (tmp_path / "out").exists()
