"""What a call from Python costs beside the C++ function that it calls, on 1,000,000 pairs: asked is less than 2 %.

python_overhead.py [--pairs N] [--repeat N] [--check PERCENT]

Every call is timed twice in the same run: as Python sees it, and from just before to just after the C++ function, by the
binding. "out" writes into arrays of an earlier call, "new" into new ones, as abut::Contacts does in C++; there C++ is the
first to touch their pages, and giving them back counts as Python's. Medians of the differences and of the C++ seconds.
The rows marked * are no calls of a C++ function alone: matrices are made of quaternions, which a C++ caller would have to
do as well. With --check the exit status is 1 where the overhead of another row is larger.
"""

import argparse
import statistics
import sys
import time

import numpy as np

import abut


def scene(count, rng):
    """Hulls of 32 points in a cube that holds as many candidate pairs as asked for or a few more."""
    shapes, bodies = abut.ShapeSet(), abut.BodySet()
    for _ in range(20):
        points = rng.normal(size=(32, 3))
        shapes.add_hull(points / np.linalg.norm(points, axis=1, keepdims=True))
    number = count // 8 + 2
    side = 2.0 * (number / 2.1) ** (1 / 3)
    indices = rng.integers(0, 20, number)
    quaternions = rng.normal(size=(number, 4))
    while True:
        bodies = abut.BodySet()
        bodies.add_many(indices, rng.uniform(0, side, (number, 3)), quaternions=quaternions)
        pairs = abut.find_pairs(shapes, bodies)
        if len(pairs) >= count:
            return shapes, bodies, np.ascontiguousarray(pairs[:count])
        side *= 0.95


def measure(name, call, repeat):
    """Seconds of C++ and of all the rest, in the median."""
    inner, rest = [], []
    call()
    for _ in range(repeat):
        start = time.perf_counter()
        answer = call()
        seconds = answer.seconds
        del answer
        rest.append(time.perf_counter() - start - seconds)
        inner.append(seconds)
    cpp, over = statistics.median(inner), statistics.median(rest)
    print(f"{name:<42} {cpp:10.4f} {over * 1e3:10.3f} {100 * over / cpp:9.2f} %", flush=True)
    return 100 * over / cpp


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pairs", type=int, default=1_000_000)
    parser.add_argument("--repeat", type=int, default=7)
    parser.add_argument("--check", type=float, help="largest overhead that is allowed, in percent")
    options = parser.parse_args()

    rng = np.random.default_rng(7)
    shapes, bodies, pairs = scene(options.pairs, rng)
    count = len(pairs)
    shape_pairs = bodies.part_shapes()[pairs]
    poses = np.tile(np.eye(3, 4), (count, 1, 1))
    between = bodies.positions()[pairs[:, 1]] - bodies.positions()[pairs[:, 0]]
    poses[:, :, 3] = between
    quaternions = rng.normal(size=(count, 4))
    print(f"{count} pairs of hulls of 32 points, {len(bodies)} bodies, abut {abut.__version__}, NumPy {np.__version__}")
    print(f"{'call':<42} {'C++ s':>10} {'Python ms':>10} {'overhead':>11}")
    worst = 0.0
    for dtype in (np.float32, np.float64):
        name = np.dtype(dtype).name
        out = abut.Contacts.empty(count, dtype=dtype)
        calls = {
            "query_pairs, out": lambda: abut.query_pairs(shapes, bodies, pairs, out=out),
            "query_pairs, new": lambda: abut.query_pairs(shapes, bodies, pairs, dtype=dtype),
            "query_shape_pairs, matrices, out": lambda: abut.query_shape_pairs(shapes, shape_pairs, poses, out=out),
            "query_shape_pairs, quaternions, out *": lambda: abut.query_shape_pairs(
                shapes, shape_pairs, positions=between, quaternions=quaternions, out=out
            ),
        }
        for what, call in calls.items():
            overhead = measure(f"{name} {what}", call, options.repeat)
            if not what.endswith("*"):
                worst = max(worst, overhead)
    if options.check is not None and worst > options.check:
        sys.exit(f"the largest overhead is {worst:.2f} %; allowed are {options.check} %")


if __name__ == "__main__":
    main()
