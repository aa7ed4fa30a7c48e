"""All local minima of the distance to NURBS surfaces, against closed forms and the nearest points."""

import numpy as np
import pytest
from test_closest_points import same, set_of
from test_surfaces import random_surface, sphere

import abut


def test_inside_of_a_box_are_its_six_feet():
    found = abut.find_local_minima(set_of(abut.box_surface([1, 2, 3])), 0, [[0.25, 0.5, -1.0], [3.0, 0.5, 1.0]])
    assert found.offsets.tolist() == [0, 6, 8]
    assert np.allclose(found.distance, [0.75, 1.25, 1.5, 2, 2.5, 4, 2, 4], atol=1e-12)
    assert found.status.tolist() == [abut.Status.CONVERGED] * 2 and not found.continuum.any()
    assert np.allclose(found.point[0], [1, 0.5, -1]) and np.allclose(found.normal[0], [1, 0, 0])
    assert found.point_indices().tolist() == [0] * 6 + [1] * 2 and len(found) == 8 and (found.rectangles > 0).all()


def test_in_float32_they_are_those_of_float64_to_its_rounding():
    box, points = set_of(abut.box_surface([1, 2, 3])), [[0.25, 0.5, -1.0], [3.0, 0.5, 1.0]]
    single, double = abut.find_local_minima(box, 0, points, dtype=np.float32), abut.find_local_minima(box, 0, points)
    assert single.distance.dtype == single.normal.dtype == np.float32 and single.point.dtype == np.float64
    assert single.offsets.tolist() == [0, 6, 8] and (single.status == abut.Status.CONVERGED).all()
    assert np.allclose(single.distance, double.distance, rtol=1e-6) and np.allclose(single.point, double.point, atol=1e-5)
    assert np.allclose(single.normal, double.normal, atol=1e-6) and double.distance.dtype == np.float64


def test_within_a_distance_are_those_no_farther():
    box = set_of(abut.box_surface([1, 2, 3]))
    assert np.allclose(abut.find_local_minima(box, 0, [[0.25, 0.5, -1.0]], within=1.6).distance, [0.75, 1.25, 1.5])
    none = abut.find_local_minima(box, 0, [[3.0, 0.5, 1.0]], within=1)
    assert len(none) == 0 and none.offsets.tolist() == [0, 0] and none.point.shape == (0, 3) and none.status[0] == abut.Status.CONVERGED


def test_at_a_spheres_centre_is_a_continuum():
    found = abut.find_local_minima(set_of(sphere()), 0, [[0.0, 0, 0], [0.5, 0, 0]])
    first, second = int(found.offsets[1]), int(found.offsets[2])
    assert first > 0 and found.continuum[:first].all() and np.allclose(found.distance[:first], 1)
    assert second == first + 1 and not found.continuum[first] and np.isclose(found.distance[first], 0.5)


def test_the_first_ones_are_the_nearest_points(rng):
    made = set_of(*[random_surface(rng, k % 2 == 0) for k in range(3)])
    which, points = rng.integers(0, 3, 60).astype(np.uint32), rng.normal(size=(60, 3))
    found, nearest = abut.find_local_minima(made, which, points), abut.find_closest_points(made, which, points)
    assert (found.status == abut.Status.CONVERGED).all() and (np.diff(found.offsets.astype(int)) > 0).all()
    assert np.allclose(found.distance[found.offsets[:-1].astype(int)], nearest.distance, rtol=1e-12, atol=1e-12)
    assert same(found, abut.find_local_minima(made, which, points, threads=1))
    assert same(found, abut.find_local_minima(made, which, np.asfortranarray(points)))


def test_points_that_are_not_finite_have_none():
    found = abut.find_local_minima(set_of(sphere()), 0, [[np.nan, 0, 0], [3, 0, 0]])
    assert found.status.tolist() == [abut.Status.INVALID_POSE, abut.Status.CONVERGED] and found.offsets.tolist() == [0, 0, 1]


def test_a_search_that_gives_up_says_so():
    found = abut.find_local_minima(set_of(sphere()), 0, [[0.3, 0.2, 0.1]], rectangles=1)
    assert found.status[0] == abut.Status.ITERATION_LIMIT and found.rectangles[0] == 1


@pytest.mark.parametrize("arguments, message", [
    ({"within": -1.0}, "find_local_minima: within is -1; allowed are 0 and more"),
    ({"rectangles": 0}, "find_local_minima: rectangles is 0; allowed is 1 or more"),
    ({"which": 1}, "find_local_minima: point 0 has surface 1; allowed is less than 1"),
])
def test_what_is_not_allowed_is_named(arguments, message):
    with pytest.raises(abut.InvalidInput) as raised:
        abut.find_local_minima(set_of(sphere()), arguments.pop("which", 0), [[1.0, 1, 1]], **arguments)
    assert message in str(raised.value)


def test_other_arguments_are_refused():
    with pytest.raises(TypeError):
        abut.find_local_minima(sphere(), 0, [[1.0, 1, 1]])
    with pytest.raises(TypeError):
        abut.find_local_minima(set_of(sphere()), 0, [[1.0, 1, 1]], dtype=np.int32)
    with pytest.raises(ValueError):
        abut.find_local_minima(set_of(sphere()), 0, [1.0, 1, 1])
    with pytest.raises(ValueError):
        abut.find_local_minima(set_of(sphere()), np.zeros(2, np.uint32), [[1.0, 1, 1]])
