"""What the tests of the Python package share. `ABUT_CLI` in the environment is the program `abut`."""

import os
import pathlib
import threading
from concurrent.futures import ThreadPoolExecutor

import frameworks
import numpy as np
import pytest

import abut

ROOT = pathlib.Path(__file__).resolve().parents[2]


@pytest.fixture
def rng():
    return np.random.default_rng(12345)


@pytest.fixture(scope="session")
def program():
    path = os.environ.get("ABUT_CLI")
    if not path:
        pytest.skip("ABUT_CLI does not name the program abut")
    return path


@pytest.fixture(params=frameworks.ALL, ids=lambda f: f.__name__)
def framework(request):
    """One that is there, with a device."""
    return request.param()


def random_quaternions(rng, count):
    q = rng.normal(size=(count, 4))
    return q / np.linalg.norm(q, axis=1, keepdims=True)


def matrices_of(q):
    """Rotation matrices of unit quaternions w x y z, by the textbook."""
    w, x, y, z = q.T
    rows = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
    ]
    return np.moveaxis(np.array(rows), 2, 0)


class Crowd:
    """Bodies of all kinds of shapes at random places in a cube."""

    def __init__(self, rng, count=400, side=6.0):
        self.shapes = abut.ShapeSet()
        self.shapes.add_sphere(0.5)
        self.shapes.add_capsule(0.3, 0.5)
        self.shapes.add_box([0.5, 0.4, 0.3])
        self.shapes.add_hull(rng.normal(size=(24, 3)) * 0.4)
        self.shapes.add_ellipsoid([0.6, 0.4, 0.3])
        self.shapes.add_cylinder(0.3, 0.5, rounding=0.05)
        self.shapes.add_cone(0.4, 0.5)
        self.shapes.add_minkowski_sum(2, 0, position=[0.1, 0, 0])
        self.bodies = abut.BodySet()
        self.indices = rng.integers(0, len(self.shapes), count)
        self.positions = rng.uniform(0, side, (count, 3))
        self.quaternions = random_quaternions(rng, count)
        self.bodies.add_many(self.indices, self.positions, quaternions=self.quaternions)


@pytest.fixture
def crowd(rng):
    return Crowd(rng)


def same_bits(a, b):
    """Whether all arrays of two `Contacts` are equal, byte by byte."""
    return all(np.ascontiguousarray(x).tobytes() == np.ascontiguousarray(y).tobytes() for x, y in zip(a.arrays(), b.arrays()))


def asked_while(change, stop, ask, count=24):
    """What `ask(0)` to `ask(count - 1)` give, from four threads, while another one runs `change()` until the event `stop` is set."""
    changer = threading.Thread(target=change)
    changer.start()
    try:
        with ThreadPoolExecutor(4) as pool:
            return list(pool.map(ask, range(count)))
    finally:
        stop.set()
        changer.join()
