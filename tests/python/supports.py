"""Support functions of shapes in NumPy: what tests hold answers of queries against, whatever algorithm found them.

The signed separation of two convex shapes is the largest value over all unit directions d of
-h_A(d) - h_B(-d), h being the largest d . x over a shape: both for a gap and for a depth.
"""

import numpy as np


def points(vertices, rounding=0.0):
    """Of the hull of (N, 3) points, rounded."""
    vertices = np.asarray(vertices, float)
    return lambda d: (d @ vertices.T).max(axis=1) + rounding * np.linalg.norm(d, axis=1)


def box(half, rounding=0.0):
    return lambda d: np.abs(d) @ np.asarray(half, float) + rounding * np.linalg.norm(d, axis=1)


def capsule(radius, half_length):
    return lambda d: half_length * np.abs(d[:, 2]) + radius * np.linalg.norm(d, axis=1)


def ellipsoid(axes, rounding=0.0):
    return lambda d: np.linalg.norm(d * np.asarray(axes, float), axis=1) + rounding * np.linalg.norm(d, axis=1)


def cylinder(radius, half_length, rounding=0.0):
    def h(d):
        return radius * np.hypot(d[:, 0], d[:, 1]) + half_length * np.abs(d[:, 2]) + rounding * np.linalg.norm(d, axis=1)

    return h


def cone(radius, half_length, rounding=0.0):
    def h(d):
        base = radius * np.hypot(d[:, 0], d[:, 1]) - half_length * d[:, 2]
        return np.maximum(base, half_length * d[:, 2]) + rounding * np.linalg.norm(d, axis=1)

    return h


def posed(h, matrix, position):
    """Of the shape turned by `matrix`, then moved."""
    return lambda d: h(d @ matrix) + d @ position


def total(h, g):
    """Of the Minkowski sum."""
    return lambda d: h(d) + g(d)


def directions(rng, count):
    d = rng.normal(size=(count, 3))
    return d / np.linalg.norm(d, axis=1, keepdims=True)


def separations(h_a, h_b, d):
    """How far apart the two are along each of the unit vectors `d`, which point from A to B."""
    return -h_a(d) - h_b(-d)
