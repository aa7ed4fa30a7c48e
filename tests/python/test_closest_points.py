"""Nearest points of NURBS surfaces, against closed forms and dense sampling in NumPy."""

import gc
import threading

import nurbs_oracle as oracle
import numpy as np
import pytest
from conftest import asked_while
from test_surfaces import cylinder, random_surface, sphere

import abut

BOTH = pytest.mark.parametrize("dtype", [np.float32, np.float64])


def set_of(*surfaces):
    made = abut.SurfaceSet()
    for surface in surfaces:
        made.add(surface)
    return made


def same(a, b):
    """Whether all arrays have the same bits."""
    return all(np.array_equal(x, y, equal_nan=True) for x, y in zip(vars(a).values(), vars(b).values()))


def directions(rng, count):
    d = rng.normal(size=(count, 3))
    return d / np.linalg.norm(d, axis=1, keepdims=True)


@BOTH
def test_a_sphere_is_met_along_the_radius(rng, dtype):
    d, far = directions(rng, 300), rng.uniform(0.5, 6, 300)
    found = abut.find_closest_points(set_of(sphere(2.0)), 0, d * far[:, None], dtype=dtype)
    close = 1e-5 if dtype == np.float32 else 1e-12
    assert len(found) == 300 and (found.status == abut.Status.CONVERGED).all() and not found.tie.any()
    assert np.allclose(found.distance, np.abs(far - 2), atol=close)
    assert np.allclose(found.point, 2 * d, atol=20 * close) and np.allclose(found.normal, d, atol=20 * close)
    assert (found.lower_bound <= found.distance).all()
    for name in ("distance", "normal", "lower_bound"):
        assert getattr(found, name).dtype == dtype
    for name, kind in (("u", float), ("v", float), ("point", float), ("status", np.uint8), ("tie", bool), ("evaluations", np.uint32)):
        assert getattr(found, name).dtype == kind
    assert found.point.shape == found.normal.shape == (300, 3) and (found.evaluations > 0).all()


def test_a_cylinder_is_met_at_its_wall_or_its_rim(rng):
    angle, r, z = rng.uniform(0, 2 * np.pi, 400), rng.uniform(0.3, 3, 400), rng.uniform(-2, 5, 400)
    around = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    found = abut.find_closest_points(set_of(cylinder(1.0, 3.0)), 0, np.column_stack([around * r[:, None], z]))
    outside = np.maximum(np.maximum(-z, z - 3), 0)
    assert np.allclose(found.distance, np.hypot(r - 1, outside), atol=1e-11)
    assert np.allclose(found.point, np.column_stack([around, np.clip(z, 0, 3)]), atol=1e-9)
    assert np.allclose(found.v, np.clip(z, 0, 3) / 3, atol=1e-9)


@BOTH
@pytest.mark.parametrize("rational", [False, True])
def test_no_sample_of_a_surface_is_nearer(rng, dtype, rational):
    surface = random_surface(rng, rational)
    points = rng.normal(size=(100, 3)) * 1.5
    found = abut.find_closest_points(set_of(surface), 0, points, dtype=dtype)
    samples = oracle.grid(surface, 160)
    sampled = np.sqrt(((points[:, None] - samples) ** 2).sum(axis=2)).min(axis=1)
    room = 1e-5 if dtype == np.float32 else 1e-12
    assert (found.distance <= sampled + room).all() and (found.lower_bound <= sampled + room).all()
    assert (found.lower_bound <= found.distance).all()
    proved = found.status == abut.Status.CONVERGED
    assert proved.mean() > (0.9 if dtype == np.float32 else 0.999)
    assert (found.distance - found.lower_bound)[proved].max() < (2e-3 if dtype == np.float32 else 1e-9)
    assert (sampled - found.distance).max() < 0.05  # and no better than it can be
    # What is told of the nearest point is of one point of the surface.
    at = oracle.surface_jet(surface, np.minimum(found.u, 1 - 1e-12), np.minimum(found.v, 1 - 1e-12))
    assert np.allclose(at[0], found.point, atol=1e3 * room)
    assert np.allclose(np.linalg.norm(found.point - points, axis=1), found.distance, atol=10 * room)
    normal = np.cross(at[1], at[2])
    assert np.allclose(normal / np.linalg.norm(normal, axis=1, keepdims=True), found.normal, atol=1e4 * room)


def test_each_point_has_its_own_surface(rng):
    surfaces = [sphere(1.0), cylinder(), random_surface(rng)]
    made = set_of(*surfaces)
    points, which = rng.normal(size=(90, 3)) * 2, rng.integers(0, 3, 90, np.uint32)
    mixed = abut.find_closest_points(made, which, points)
    for k in range(3):
        alone = abut.find_closest_points(set_of(surfaces[k]), 0, points[which == k])
        for name, array in vars(mixed).items():
            assert np.array_equal(array[which == k], getattr(alone, name)), name
        assert same(abut.find_closest_points(made, k, points), abut.find_closest_points(made, np.full(90, k, np.uint32), points))
    assert same(abut.find_closest_points(made, np.int64(1), points), abut.find_closest_points(made, 1, points))


def test_a_set_has_what_was_added(rng):
    made = abut.SurfaceSet()
    assert len(made) == 0 and repr(made) == "SurfaceSet of 0 surfaces"
    empty, surface = made.bytes(), random_surface(rng)
    assert made.add(surface) == 0 and made.add(sphere()) == 1 and len(made) == 2 and repr(made) == "SurfaceSet of 2 surfaces"
    assert made.surface(0) == surface and made.surface(1) == sphere() and made.bytes() > empty + 1000


def gutter():
    """Along x: a parabola from (-1, 1) down to 0 and up to (1, 1)."""
    profile = [[-1, 1], [0, -1], [1, 1]]
    return abut.NurbsSurface(1, 2, [0, 0, 1, 1], [0, 0, 0, 1, 1, 1], [[[x, y, z] for y, z in profile] for x in (0, 4)])


@BOTH
def test_ties_are_told(dtype):
    """From the middle at z = 1 both flanks are as near, at y^2 = 1/2."""
    made, points = set_of(gutter(), cylinder(1.0, 3.0)), [[1, 0, 0.25], [1, 0, 1], [1, 0.01, 1], [1, 0.2, 1]]
    found = abut.find_closest_points(made, 0, points, dtype=dtype)
    assert np.allclose(found.distance[:2], [0.25, np.sqrt(0.75)], atol=1e-6) and found.tie.tolist() == [False, True, False, False]
    assert np.isclose(abs(found.point[1, 1]), np.sqrt(0.5), atol=1e-4)
    # Ties within a part of the surface's size: the other flank is some 0.016 farther away.
    assert abut.find_closest_points(made, 0, points, tie=0.02, dtype=dtype).tie.tolist() == [False, True, True, False]
    found = abut.find_closest_points(made, 1, [[0, 0, 1.5], [0.5, 0, 1.5]], dtype=dtype)
    assert np.allclose(found.distance, [1, 0.5], atol=1e-6) and found.tie.tolist() == [True, False]


@BOTH
def test_a_walk_with_caches_has_the_answers_of_cold_searches(rng, dtype):
    made = set_of(random_surface(rng), random_surface(rng, False))
    points, steps = rng.normal(size=(60, 3)), directions(rng, 60) * 2e-3
    which = rng.integers(0, 2, 60, np.uint32)
    caches = abut.ClosestPointCaches(60, dtype)
    assert len(caches) == 60 and caches.dtype == dtype
    evaluations = np.zeros(2)
    for step in range(25):
        points = points + steps
        warm = abut.find_closest_points(made, which, points, dtype=dtype, caches=caches)
        cold = abut.find_closest_points(made, which, points, dtype=dtype)
        close = 1e-4 if dtype == np.float32 else 1e-9
        assert np.allclose(warm.distance, cold.distance, atol=close) and (warm.lower_bound <= cold.distance + close).all()
        # The same place too, where there is one.
        apart = np.linalg.norm(warm.point - cold.point, axis=1) > (1e-2 if dtype == np.float32 else 1e-5)
        assert (apart <= (warm.tie | cold.tie | (cold.status != 0) | (dtype == np.float32))).all() and apart.mean() < 0.1
        if step == 0:
            assert same(warm, cold)
        else:
            evaluations += warm.evaluations.sum(), cold.evaluations.sum()
    assert evaluations[0] < 0.7 * evaluations[1]
    caches.reset()
    assert same(abut.find_closest_points(made, which, points, dtype=dtype, caches=caches), cold)


def test_caches_of_something_else_start_anew(rng):
    """A cache proves nothing of another surface, of another set, or of wider ties."""
    first, second = set_of(sphere(), cylinder()), set_of(cylinder(), sphere())
    points = rng.normal(size=(50, 3))
    ball, tube = (abut.find_closest_points(first, k, points) for k in range(2))
    caches = abut.ClosestPointCaches(50)
    for made, which, wanted in ((first, 0, ball), (first, 1, tube), (second, 0, tube), (first, 0, ball)):
        assert same(abut.find_closest_points(made, which, points, caches=caches), wanted)
    half = (np.arange(50) % 2).astype(np.uint32)
    mixed = abut.find_closest_points(first, half, points, caches=caches)
    assert np.array_equal(mixed.distance[1::2], tube.distance[1::2]) and np.allclose(mixed.distance[::2], ball.distance[::2])
    flanks, middle = set_of(gutter()), np.column_stack([np.linspace(1, 3, 50), np.full(50, 0.2), np.ones(50)])
    assert not abut.find_closest_points(flanks, 0, middle, caches=caches).tie.any()
    assert abut.find_closest_points(flanks, 0, middle, tie=0.4, caches=caches).tie.all()


@BOTH
@pytest.mark.parametrize("method", ["newton", "direct"])
def test_the_methods_of_the_papers_find_points_that_are_no_nearer(rng, dtype, method):
    made = set_of(sphere(2.0), random_surface(rng))
    d = directions(rng, 50)
    found = abut.find_closest_points(made, 0, d * 2.5, method=method, dtype=dtype)
    assert np.median(np.abs(found.distance - 0.5)) < 1e-3 and (found.lower_bound == 0).all() and not found.tie.any()
    points = rng.normal(size=(60, 3))
    certified = abut.find_closest_points(made, 1, points, dtype=dtype)
    found = abut.find_closest_points(made, 1, points, method=method, dtype=dtype)
    assert (found.distance >= certified.distance - 1e-4).all()
    assert 0.2 < (found.distance < certified.distance + 1e-3).mean() <= 1
    assert not np.array_equal(found.evaluations, certified.evaluations)


def test_the_methods_are_different_ones(rng):
    made, points = set_of(random_surface(rng)), rng.normal(size=(40, 3))
    counts = [abut.find_closest_points(made, 0, points, method=m).evaluations for m in ("certified", "newton", "direct")]
    assert not np.array_equal(counts[0], counts[1]) and not np.array_equal(counts[1], counts[2])


def test_options_arrive(rng):
    made, points = set_of(random_surface(rng)), rng.normal(size=(40, 3))
    plain = abut.find_closest_points(made, 0, points)
    assert same(plain, abut.find_closest_points(made, 0, points, tolerance=2.0**-40, tie=2.0**-30, radius=2.0**-7, rectangles=4096))
    few = abut.find_closest_points(made, 0, points, rectangles=1)
    assert (few.status == abut.Status.ITERATION_LIMIT).any() and (few.lower_bound <= plain.distance).all()
    loose = abut.find_closest_points(made, 0, points, tolerance=0.1)
    assert loose.evaluations.sum() < plain.evaluations.sum() and (loose.distance >= plain.distance - 1e-9).all()
    warm = []
    for radius in (0.0, 0.05):
        caches = abut.ClosestPointCaches(40)
        for step in range(3):
            found = abut.find_closest_points(made, 0, points + [1e-3 * step, 0, 0], radius=radius, caches=caches)
        warm.append(found.evaluations.sum())
    assert warm[1] < warm[0]


def test_answers_do_not_depend_on_threads_or_strides(rng):
    made = set_of(random_surface(rng), sphere())
    wide = np.zeros((400, 5))
    wide[:, 1:4] = points = rng.normal(size=(400, 3))
    which = np.repeat(rng.integers(0, 2, 400, np.uint32), 2)[::2]
    plain = abut.find_closest_points(made, which.copy(), points)
    for given in (wide[:, 1:4], np.asfortranarray(points), np.repeat(points, 2, axis=0)[::2]):
        assert same(plain, abut.find_closest_points(made, which, given))
    for threads in (1, 2):
        assert same(plain, abut.find_closest_points(made, which, points, threads=threads))
    single = points.astype(np.float32)
    assert same(abut.find_closest_points(made, which, single), abut.find_closest_points(made, which, single.astype(float)))
    assert same(abut.find_closest_points(made, 1, points.tolist()), abut.find_closest_points(made, 1, points))


def test_no_points_and_points_that_are_not_finite():
    made = set_of(sphere())
    none = abut.find_closest_points(made, 0, np.empty((0, 3)))
    assert len(none) == 0 and none.point.shape == (0, 3) and none.tie.dtype == bool
    for dtype in (np.float32, np.float64):
        found = abut.find_closest_points(made, 0, [[np.nan, 0, 0], [3, 0, 0], [0, np.inf, 0]], dtype=dtype)
        assert found.status.tolist() == [abut.Status.INVALID_POSE, abut.Status.CONVERGED, abut.Status.INVALID_POSE]
        assert np.isfinite(found.distance).all() and found.distance[0] == 0 and np.isclose(found.distance[1], 2)


def test_answers_outlive_what_gave_them():
    made = set_of(sphere())
    surface, found = made.surface(0), abut.find_closest_points(made, 0, [[3.0, 0, 0]])
    del made
    gc.collect()
    assert surface == sphere() and np.isclose(found.distance[0], 2) and found.point.flags.writeable


def test_threads_may_ask_and_add(rng):
    surfaces = [random_surface(rng, k % 2 == 0) for k in range(3)]
    made, points = set_of(*surfaces), rng.normal(size=(60, 3))
    expected = [abut.find_closest_points(made, k, points) for k in range(3)]
    caches, stop = abut.ClosestPointCaches(60), threading.Event()

    def add():
        while not stop.is_set():
            made.add(surfaces[0])

    def ask(k):
        assert len(made) >= 3 and made.surface(k % 3) == surfaces[k % 3]
        shared = abut.find_closest_points(made, k % 3, points, caches=caches, threads=1)
        return same(abut.find_closest_points(made, k % 3, points, threads=1 + k % 2), expected[k % 3]) and np.allclose(
            shared.distance, expected[k % 3].distance, atol=1e-9)

    assert all(asked_while(add, stop, ask))


SET = set_of(sphere(), cylinder())
POINTS = np.array([[3.0, 0, 0], [0, 3, 0], [0, 0, 3]])


def find(which=0, points=POINTS, surfaces=SET, **options):
    return abut.find_closest_points(surfaces, which, points, **options)


#: what is called, the error, how its line begins
CASES = {
    "no set": (lambda: find(surfaces=None), TypeError, "surfaces is None; allowed is a SurfaceSet"),
    "a set of shapes": (lambda: find(surfaces=abut.ShapeSet()), TypeError, "surfaces is a ShapeSet; allowed is a SurfaceSet"),
    "no such surface": (lambda: find(2), abut.InvalidInput, "find_closest_points: point 0 has surface 2; allowed is less than 2"),
    "no such surface in a row": (lambda: find(np.array([0, 1, 9], np.uint32)), abut.InvalidInput, "find_closest_points: point 2 has surface 9; allowed is less than 2"),
    "negative surface": (lambda: find(-1), abut.InvalidInput, "which is -1; allowed is a whole number from 0 to 4294967295"),
    "half a surface": (lambda: find(0.5), TypeError, "which is a float; allowed is an array"),
    "no surface": (lambda: find(None), TypeError, "which is None; allowed is an array"),
    "a list of surfaces": (lambda: find([0, 0, 0]), TypeError, "which is a list; allowed is an array"),
    "signed surfaces": (lambda: find(np.zeros(3, int)), TypeError, "which is int64 of shape (3,); allowed is uint32 of shape (3,): astype(numpy.uint32) converts it"),
    "fewer surfaces": (lambda: find(np.zeros(2, np.uint32)), ValueError, "which is uint32 of shape (2,); allowed is uint32 of shape (3,)"),
    "reversed surfaces": (lambda: find(np.zeros(3, np.uint32)[::-1]), ValueError, "which has a negative stride; allowed are positive ones"),
    "one point": (lambda: find(points=POINTS[0]), ValueError, "points is float64 of shape (3,); allowed is float64 or float32 of shape (N, 3)"),
    "points of the plane": (lambda: find(points=np.zeros((3, 2))), ValueError, "points is float64 of shape (3, 2); allowed is float64 or float32 of shape (N, 3)"),
    "whole points": (lambda: find(points=np.zeros((3, 3), int)), TypeError, "points is int64 of shape (3, 3); allowed is float64 or float32 of shape (N, 3): astype(numpy.float64) converts it"),
    "points as text": (lambda: find(points="abc"), TypeError, "points is a str; allowed is an array"),
    "no points": (lambda: find(points=None), TypeError, "points is None; allowed is an array"),
    "method": (lambda: find(method="bisection"), abut.InvalidInput, "method is 'bisection'; allowed are 'certified', 'newton' and 'direct'"),
    "method as number": (lambda: find(method=1), TypeError, "method is 1; allowed is a str"),
    "tolerance": (lambda: find(tolerance=0.6), abut.InvalidInput, "find_closest_points: tolerance is 0.6; allowed are 0 to 0.5"),
    "tolerance as text": (lambda: find(tolerance="a"), TypeError, "tolerance is 'a'; allowed is a number"),
    "tie": (lambda: find(tie=-1.0), abut.InvalidInput, "find_closest_points: tie is -1; allowed are 0 to 0.5"),
    "radius": (lambda: find(radius=float("nan")), abut.InvalidInput, "find_closest_points: radius is nan; allowed are 0 to"),
    "no rectangles": (lambda: find(rectangles=0), abut.InvalidInput, "find_closest_points: rectangles is 0; allowed is 1 or more"),
    "half a rectangle": (lambda: find(rectangles=1.5), TypeError, "rectangles is 1.5; allowed is a whole number from 0 to 4294967295"),
    "many rectangles": (lambda: find(rectangles=2**32), abut.InvalidInput, "rectangles is 4294967296; allowed is a whole number from 0 to 4294967295"),
    "half precision": (lambda: find(dtype=np.float16), TypeError, "dtype is float16; allowed are float32 and float64"),
    "threads": (lambda: find(threads=-1), abut.InvalidInput, "cpu.threads is -1; allowed are 0"),
    "half a thread": (lambda: find(threads=1.5), TypeError, "threads is 1.5; allowed is a whole number from 0 to 2147483647"),
    "caches": (lambda: find(caches=3), TypeError, "caches is 3; allowed is a ClosestPointCaches"),
    "fewer caches": (lambda: find(caches=abut.ClosestPointCaches(2)), abut.InvalidInput, "caches has 2 caches; there are 3 points"),
    "caches of float32": (lambda: find(caches=abut.ClosestPointCaches(3, np.float32)), abut.InvalidInput, "caches are of float32; allowed are those of float64, the dtype asked for"),
    "caches of float64": (lambda: find(caches=abut.ClosestPointCaches(3), dtype="f4"), abut.InvalidInput, "caches are of float64; allowed are those of float32, the dtype asked for"),
    "negative count": (lambda: abut.ClosestPointCaches(-1), abut.InvalidInput, "count is -1; allowed is a whole number from 0"),
    "half a cache": (lambda: abut.ClosestPointCaches(0.5), TypeError, "count is 0.5; allowed is a whole number from 0"),
    "caches of no dtype": (lambda: abut.ClosestPointCaches(3, int), TypeError, "dtype is int64; allowed are float32 and float64"),
    "a number as surface": (lambda: SET.add(3), TypeError, "surface is 3; allowed is a NurbsSurface"),
    "a curve as surface": (lambda: SET.add(abut.unit_circle()), TypeError, "surface is a NurbsCurve; allowed is a NurbsSurface"),
    "a point as surface": (lambda: SET.add(abut.NurbsSurface(1, 1, [0, 0, 1, 1], [0, 0, 1, 1], np.ones((2, 2, 3)))), abut.InvalidInput, "SurfaceSet::add: all control points are one point"),
    "surface of nowhere": (lambda: SET.surface(2), abut.InvalidInput, "SurfaceSet::surface: number 2 is not there; allowed is less than 2"),
    "negative surface asked": (lambda: SET.surface(-1), abut.InvalidInput, "number is -1; allowed is a whole number from 0 to 4294967295"),
}


@pytest.mark.parametrize("name", CASES)
def test_is_refused_in_one_line(name):
    oracle.refused_in_one_line(*CASES[name])
    assert len(SET) == 2
