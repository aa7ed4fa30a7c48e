"""The interpreter lock is released, and sets are shared by threads."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from conftest import Crowd, asked_while, same_bits

import abut


def test_other_threads_run_while_a_query_works(rng):
    shapes = abut.ShapeSet()
    for _ in range(4):
        shapes.add_hull(rng.normal(size=(200, 3)))
    shape_pairs = rng.integers(0, 4, (60000, 2), np.uint32)
    positions = rng.normal(size=(60000, 3))
    stamps, done = [], threading.Event()

    def tick():
        while not done.is_set():
            stamps.append(time.perf_counter())
            time.sleep(0.001)

    ticker = threading.Thread(target=tick)
    ticker.start()
    try:
        began = time.perf_counter()
        contacts = abut.query_shape_pairs(shapes, shape_pairs, positions=positions, threads=1)
        ended = time.perf_counter()
    finally:
        done.set()
        ticker.join()
    assert contacts.seconds > 0.05
    during = [t for t in stamps if began + 0.01 < t < ended - 0.01]
    assert len(during) >= 3  # with the lock held there would be none


def test_many_threads_ask_one_set_for_the_first_time_and_get_the_same(rng):
    crowd = Crowd(rng)
    pairs = abut.find_pairs(crowd.shapes, crowd.bodies)
    expected = {}
    for dtype in (np.float32, np.float64):
        expected[dtype] = abut.query_pairs(crowd.shapes, crowd.bodies, pairs, dtype=dtype)
    for _ in range(5):
        fresh = Crowd(np.random.default_rng(12345))  # its views have not been made
        dtypes = [np.float32, np.float64] * 4
        with ThreadPoolExecutor(8) as pool:
            answers = list(pool.map(lambda d: abut.query_pairs(fresh.shapes, fresh.bodies, pairs, dtype=d), dtypes))
        assert all(same_bits(expected[d], a) for d, a in zip(dtypes, answers))


def test_sets_may_change_while_others_query_them(rng):
    """Whatever the order, each answer is that of a state of the sets; nothing is read while it moves."""
    crowd = Crowd(rng, 200)
    pairs = abut.find_pairs(crowd.shapes, crowd.bodies)
    states = [crowd.positions, crowd.positions + [1e3, 0, 0]]
    answers = []
    for positions in states:
        crowd.bodies.set_poses(positions)
        answers.append(abut.query_pairs(crowd.shapes, crowd.bodies, pairs).separation)
    warm, finder, stop = abut.WarmStart(len(pairs)), abut.PairFinder(), threading.Event()

    def change():
        i = 0
        while not stop.is_set():
            crowd.bodies.set_poses(states[i % 2])
            crowd.shapes.add_sphere(0.1)
            i += 1

    def ask(_):
        abut.query_pairs(crowd.shapes, crowd.bodies, pairs, warm_start=warm)
        assert len(finder.find(crowd.shapes, crowd.bodies)) > 0
        found = abut.query_pairs(crowd.shapes, crowd.bodies, pairs).separation
        return any(np.array_equal(found, answer) for answer in answers)

    assert all(asked_while(change, stop, ask, 40))
