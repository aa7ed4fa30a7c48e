"""NURBS curves and surfaces, against closed forms and a recursion in NumPy."""

import copy
import pickle

import nurbs_oracle as oracle
import numpy as np
import pytest

import abut

CLAMPED = [0, 0, 0, 0, 0.3, 0.3, 0.7, 1, 1, 1, 1]  # degree 3, 7 control points
OPEN = [-0.4, -0.1, 0, 0.25, 0.5, 1, 1.5, 1.75]  # degree 2, 5 control points, not clamped


def random_surface(rng, rational=True):
    """Other degrees, counts and knots along u than along v."""
    weights = rng.uniform(0.5, 2, (7, 5)) if rational else None
    return abut.NurbsSurface(3, 2, CLAMPED, OPEN, rng.normal(size=(7, 5, 3)), weights)


def random_curve(rng, rational=True):
    return abut.NurbsCurve(2, OPEN, rng.normal(size=(5, 2)), rng.uniform(0.5, 2, 5) if rational else None)


def cylinder(radius=1.0, height=3.0):
    """About z: u round it, v along."""
    circle = abut.unit_circle()
    points = np.stack([np.column_stack([radius * circle.points, np.full(9, z)]) for z in (0.0, height)], axis=1)
    return abut.NurbsSurface(2, 1, circle.knots, [0, 0, 1, 1], points, np.stack([circle.weights] * 2, axis=1))


def sphere(radius=1.0):
    """u round z, v from the lower pole to the upper one."""
    circle = abut.unit_circle()
    profile = np.array([[0, -1], [1, -1], [1, 0], [1, 1], [0, 1]], float)
    h = np.sqrt(0.5)
    points = np.array([[[x * r, y * r, z] for r, z in profile] for x, y in circle.points]) * radius
    weights = circle.weights[:, None] * np.array([1, h, 1, h, 1])
    return abut.NurbsSurface(2, 2, circle.knots, [0, 0, 0, 1, 1, 2, 2, 2], points, weights)


def parameters(rng, domain, count=200):
    return np.concatenate([rng.uniform(*domain, count), domain])


@pytest.mark.parametrize("rational", [False, True])
def test_points_and_derivatives_of_curves_are_those_of_the_recursion(rng, rational):
    curve = random_curve(rng, rational)
    u = parameters(rng, curve.domain)[:-1]  # the recursion knows no end of a domain that is not clamped
    jet = abut.point_at(curve, u)
    assert isinstance(jet, abut.CurveJet)
    for found, wanted in zip((jet.point, jet.first, jet.second), oracle.curve_jet(curve, u)):
        assert found.shape == (len(u), 2) and found.dtype == np.float64
        assert np.allclose(found, wanted, rtol=1e-11, atol=1e-11)


@pytest.mark.parametrize("rational", [False, True])
def test_points_and_derivatives_of_surfaces_are_those_of_the_recursion(rng, rational):
    surface = random_surface(rng, rational)
    u, v = rng.uniform(*surface.domain_u, 300), rng.uniform(*surface.domain_v, 300)
    u[:4], v[4:6] = [0, 1, 0.3, 0.7], [0, 0.25]  # ends and knots
    jet = abut.point_at(surface, u, v)
    assert isinstance(jet, abut.SurfaceJet)
    for name, wanted in zip(("point", "u", "v", "uu", "uv", "vv"), oracle.surface_jet(surface, u, v)):
        found = getattr(jet, name)
        assert found.shape == (300, 3) and np.allclose(found, wanted, rtol=1e-10, atol=1e-10), name


def test_numbers_as_parameters_give_one_point(rng):
    curve, surface = random_curve(rng), random_surface(rng)
    one, several = abut.point_at(surface, 0.25, 0.5), abut.point_at(surface, [0.25], np.array([0.5]))
    assert one.point.shape == (3,) and np.array_equal(one.uv, several.uv[0])
    assert abut.point_at(curve, np.float64(0.5)).second.shape == (2,)
    assert np.array_equal(abut.point_at(curve, 0).point, abut.point_at(curve, -1.0).point)  # taken to the nearest end
    assert abut.point_at(curve, []).point.shape == (0, 2) and abut.point_at(surface, [], []).vv.shape == (0, 3)
    assert np.isnan(abut.point_at(curve, float("nan")).point).all()


def test_the_circle_is_one():
    circle = abut.unit_circle()
    assert circle.degree == 2 and circle.points.shape == (9, 2) and circle.domain == (0.0, 4.0)
    assert circle.knots.tolist() == [0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4]
    jet = abut.point_at(circle, np.linspace(0, 4, 1001))
    assert np.abs(np.hypot(*jet.point.T) - 1).max() < 1e-15
    assert np.abs((jet.point * jet.first).sum(axis=1)).max() < 1e-14
    assert np.allclose(abut.point_at(circle, [0, 1, 2, 3]).point, [[1, 0], [0, 1], [-1, 0], [0, -1]], atol=1e-15)
    assert abut.is_closed(circle) and not abut.is_closed(abut.NurbsCurve(1, [0, 0, 1, 1], [[0, 0], [1, 0]]))


def test_closed_forms_of_cylinder_and_sphere(rng):
    u, v = rng.uniform(0, 4, 500), rng.uniform(0, 1, 500)
    at = abut.point_at(cylinder(2.0, 3.0), u, v)
    assert np.allclose(np.hypot(at.point[:, 0], at.point[:, 1]), 2, atol=1e-14) and np.allclose(at.point[:, 2], 3 * v)
    assert np.allclose(at.v, [0, 0, 3]) and np.allclose(at.vv, 0)
    at = abut.point_at(sphere(2.0), u, 2 * v)
    assert np.allclose(np.linalg.norm(at.point, axis=1), 2, atol=1e-14)
    assert np.allclose((np.cross(at.u, at.v) * at.point).sum(axis=1), 2 * np.linalg.norm(np.cross(at.u, at.v), axis=1))
    ball = sphere()
    assert abut.is_closed(ball, along="u") and not abut.is_closed(ball, along="v")


def test_refinements_keep_the_shape(rng):
    for rational in (False, True):
        curve, surface = random_curve(rng, rational), random_surface(rng, rational)
        u, v = rng.uniform(0, 1, 200), rng.uniform(0, 1, 200)
        for made in (abut.insert_knot(curve, 0.4), abut.insert_knot(curve, 0.4, times=2), abut.elevate_degree(curve),
                     abut.elevate_degree(curve, by=3), abut.clamped(curve)):
            assert len(made.points) > len(curve.points) or made.knots[0] == made.knots[2] != curve.knots[0]
            for name in ("point", "first", "second"):
                assert np.allclose(getattr(abut.point_at(made, u), name), getattr(abut.point_at(curve, u), name), atol=1e-10)
        for made in (abut.insert_knot(surface, 0.4, along="u", times=2), abut.insert_knot(surface, 0.4, along="v"),
                     abut.elevate_degree(surface, along="u"), abut.elevate_degree(surface, along="v", by=2),
                     abut.clamped(surface)):
            for name in ("point", "u", "v", "uv"):
                assert np.allclose(getattr(abut.point_at(made, u, v), name), getattr(abut.point_at(surface, u, v), name), atol=1e-10)


def test_refinements_are_along_the_parameter_that_is_named(rng):
    surface = random_surface(rng)
    assert abut.insert_knot(surface, 0.4, along="u", times=2).points.shape == (9, 5, 3)
    assert abut.insert_knot(surface, 0.4, along="v").points.shape == (7, 6, 3)
    u, v = abut.elevate_degree(surface, along="u"), abut.elevate_degree(surface, along="v", by=2)
    assert (u.degree_u, u.degree_v) == (4, 2) and (v.degree_u, v.degree_v) == (3, 4)
    made = abut.clamped(surface)
    assert made.knots_v[:3].tolist() == [0, 0, 0] and made.knots_v[-3:].tolist() == [1, 1, 1]
    assert made.domain_v == surface.domain_v and np.array_equal(made.knots_u, surface.knots_u)
    assert surface.points.shape == (7, 5, 3)  # it stays as it was
    assert abut.elevate_degree(surface, along="u", by=0) == surface


def test_closings(rng):
    points, weights = rng.normal(size=(6, 2)), rng.uniform(0.5, 2, 6)
    for given in (None, weights):
        wrapped, joined = abut.closed_by_wrapping(points, 3, weights=given), abut.closed_by_clamping(points, 3, weights=given)
        assert abut.is_closed(wrapped) and abut.is_closed(joined)
        assert wrapped.domain == (0, 6) or wrapped.domain[1] - wrapped.domain[0] == 6
        begin, end = (abut.point_at(wrapped, x) for x in wrapped.domain)
        for name in ("point", "first", "second"):
            assert np.allclose(getattr(begin, name), getattr(end, name), atol=1e-12)
        assert np.allclose(abut.point_at(joined, joined.domain[0]).point, points[0], atol=1e-15)
        assert (wrapped.weights is None) == (joined.weights is None) == (given is None)
    assert wrapped.weights.tolist() == [*weights, *weights[:3]]


def test_transformed_moves_points(rng):
    surface = random_surface(rng)
    linear, translation = rng.normal(size=(3, 3)), rng.normal(size=3)
    made = abut.transformed(surface, linear, translation)
    u, v = rng.uniform(0, 1, 50), rng.uniform(0, 1, 50)
    assert np.allclose(abut.point_at(made, u, v).point, abut.point_at(surface, u, v).point @ linear.T + translation)
    assert np.allclose(abut.point_at(made, u, v).uv, abut.point_at(surface, u, v).uv @ linear.T)
    assert abut.transformed(surface, np.eye(3), [0, 0, 0]) == surface


@pytest.mark.parametrize("rational", [False, True])
def test_bezier_patches_are_the_surface(rng, rational):
    surface = random_surface(rng, rational)
    cut = abut.bezier_patches(surface)
    assert cut.breaks_u.tolist() == [0, 0.3, 0.7, 1] and cut.breaks_v.tolist() == [0, 0.25, 0.5, 1]
    assert cut.points.shape == (3, 3, 4, 3, 4) and (cut.degree_u, cut.degree_v) == (3, 2) and cut.rational == rational
    s, t = np.array([0.2, 0.6]), np.array([0.7, 0.1])
    of_s = np.stack([(1 - s) ** 3, 3 * s * (1 - s) ** 2, 3 * s**2 * (1 - s), s**3], axis=1)
    of_t = np.stack([(1 - t) ** 2, 2 * t * (1 - t), t**2], axis=1)
    for k in range(3):
        for l in range(3):
            a = np.einsum("ni,nj,ijd->nd", of_s, of_t, cut.points[k, l])
            u = cut.breaks_u[k] + s * np.diff(cut.breaks_u)[k]
            v = cut.breaks_v[l] + t * np.diff(cut.breaks_v)[l]
            assert np.allclose(a[:, :3] / a[:, 3:], abut.point_at(surface, u, v).point, atol=1e-12)


def test_knot_positions_are_on_the_surface_and_denser_with_smaller_angles():
    ball = sphere(2.0)
    some, more = abut.knot_positions(ball, 0.1, 0.5), abut.knot_positions(ball, 0.1, 0.2)
    assert len(more) > len(some) > 8
    assert np.array_equal(abut.point_at(ball, some.u, some.v).point, some.point)
    assert np.allclose(some.normal, some.point / 2, atol=1e-12)
    plate = abut.NurbsSurface(1, 1, [0, 0, 1, 1], [0, 0, 1, 1], [[[0, 0, 0], [0, 1, 0]], [[1, 0, 0], [1, 1, 0]]])
    assert len(abut.knot_positions(plate, 0.01, 0.1)) == 1 and len(abut.knot_positions(plate, 0.01, 0.1, largest=0.3)) == 16
    with pytest.raises(abut.InvalidInput, match="^knot_positions: most is 3; allowed is no fewer"):
        abut.knot_positions(ball, 0.1, 0.2, most=3)


def test_data_is_kept_as_given_and_cannot_be_changed(rng):
    points, weights = rng.normal(size=(7, 5, 3)), rng.uniform(1, 2, (7, 5))
    surface = abut.NurbsSurface(3, 2, CLAMPED, OPEN, points, weights)
    before = points.copy()
    points[:] = 0
    assert np.array_equal(surface.points, before) and np.array_equal(surface.weights, weights)
    surface.points[:] = 7  # a copy
    assert np.array_equal(surface.points, before)
    assert surface.knots_u.tolist() == CLAMPED and surface.knots_v.tolist() == OPEN
    assert (surface.degree_u, surface.degree_v) == (3, 2) and surface.domain_u == (0, 1) and surface.domain_v == (0, 1)
    assert repr(surface) == "NurbsSurface of degrees 3 and 2 with 7 x 5 control points"
    curve = random_curve(rng, rational=False)
    assert curve.weights is None and repr(curve) == "NurbsCurve of degree 2 with 5 control points"
    for shape, name in ((surface, "degree_u"), (curve, "knots"), (curve, "other")):
        with pytest.raises(AttributeError):
            setattr(shape, name, 1)
    for shape in (surface, curve):
        assert pickle.loads(pickle.dumps(shape)) == shape == copy.deepcopy(shape)
    assert curve != surface and surface != abut.transformed(surface, np.eye(3), [1, 0, 0])
    assert abut.NurbsSurface(3, 2, CLAMPED, OPEN, before) != surface


def test_views_of_any_strides_are_read_in_place(rng):
    surface = random_surface(rng)
    net = np.zeros((3, 5, 14))
    net[:, :, ::2] = surface.points.transpose(2, 1, 0)
    view = net[:, :, ::2].transpose(2, 1, 0)
    weights = np.asfortranarray(surface.weights)
    knots = np.repeat(CLAMPED, 3)[::3]
    assert not view.flags.c_contiguous and abut.NurbsSurface(3, 2, knots, OPEN, view, weights) == surface
    single = abut.NurbsSurface(3, 2, CLAMPED, OPEN, view.astype(np.float32))
    assert np.array_equal(single.points, view.astype(np.float32).astype(float))
    u, v = rng.uniform(0, 1, 40), rng.uniform(0, 1, 20)
    assert np.array_equal(abut.point_at(surface, u[::2], v).uu, abut.point_at(surface, u[::2].copy(), v).uu)


CURVE = abut.unit_circle()
BALL = sphere()
LINE, P2 = [0, 0, 1, 1], [[0, 0], [1, 0]]


def surface(points=((([0, 0, 0]), ([0, 1, 0])), (([1, 0, 0]), ([1, 1, 0]))), weights=None, **options):
    given = {"degree_u": 1, "degree_v": 1, "knots_u": LINE, "knots_v": LINE, **options}
    return abut.NurbsSurface(points=np.array(points, float) if isinstance(points, tuple) else points, weights=weights, **given)


#: what is called, the error, how its line begins
CASES = {
    "degree 0": (lambda: abut.NurbsCurve(0, LINE, P2), abut.InvalidInput, "NurbsCurve: u.degree is 0; allowed are 1 to 7"),
    "degree 8": (lambda: surface(degree_v=8), abut.InvalidInput, "NurbsSurface: v.degree is 8; allowed are 1 to 7"),
    "negative degree": (lambda: abut.NurbsCurve(-1, LINE, P2), abut.InvalidInput, "degree is -1; allowed is a whole number from 0"),
    "half a degree": (lambda: surface(degree_u=1.5), TypeError, "degree_u is 1.5; allowed is a whole number from 0"),
    "falling knots": (lambda: abut.NurbsCurve(1, [0, 0, 1, 0.5], P2), abut.InvalidInput, "NurbsCurve: u.knots[3] is 0.5; allowed is no less than the one before, 1"),
    "NaN knots": (lambda: surface(knots_v=[0, 0, np.nan, 1]), abut.InvalidInput, "NurbsSurface: v.knots[2] is nan; allowed are finite numbers"),
    "integer knots": (lambda: abut.NurbsCurve(1, np.array(LINE), P2), TypeError, "knots is int64 of shape (4,); allowed is float64 or float32 of shape (N,)"),
    "a table of knots": (lambda: surface(knots_u=[LINE]), ValueError, "knots_u is float64 of shape (1, 4); allowed is float64 or float32 of shape (N,)"),
    "no knots": (lambda: surface(knots_v=None), TypeError, "knots_v is None; allowed is an array"),
    "fewer points": (lambda: abut.NurbsCurve(1, LINE, P2[:1]), abut.InvalidInput, "NurbsCurve: points are 1; allowed are 2 for these knots"),
    "points of space": (lambda: abut.NurbsCurve(1, LINE, np.zeros((2, 3))), ValueError, "points is float64 of shape (2, 3); allowed is float64 or float32 of shape (N, 2)"),
    "flat points": (lambda: surface(np.zeros((4, 3))), ValueError, "points is float64 of shape (4, 3); allowed is float64 or float32 of shape (N, N, 3)"),
    "exchanged rows": (lambda: surface(np.zeros((2, 3, 3)), knots_u=[0, 0, 0.5, 1, 1]), ValueError, "points is float64 of shape (2, 3, 3); allowed is float64 or float32 of shape (3, 2, 3)"),
    "infinite points": (lambda: surface(np.full((2, 2, 3), np.inf)), abut.InvalidInput, "NurbsSurface: points[0] is not finite"),
    "points as text": (lambda: abut.NurbsCurve(1, LINE, "ab"), TypeError, "points is a str; allowed is an array"),
    "uneven points": (lambda: surface([[[0, 0, 0], [1]]]), TypeError, "points is a list that is not made of numbers in even rows"),
    "fewer weights": (lambda: abut.NurbsCurve(1, LINE, P2, [1.0]), ValueError, "weights is float64 of shape (1,); allowed is float64 or float32 of shape (2,)"),
    "flat weights": (lambda: surface(weights=np.ones(4)), ValueError, "weights is float64 of shape (4,); allowed is float64 or float32 of shape (2, 2)"),
    "negative weight": (lambda: surface(weights=[[1, 1], [1, -1]]), abut.InvalidInput, "NurbsSurface: weights[3] is -1; allowed is 0 or more, finite"),
    "whole weights": (lambda: surface(weights=np.ones((2, 2), int)), TypeError, "weights is int64 of shape (2, 2); allowed is float64 or float32 of shape (2, 2)"),
    "reversed points": (lambda: abut.NurbsCurve(1, LINE, np.zeros((2, 2))[::-1]), ValueError, "points has a negative stride; allowed are positive ones"),
    "point of nothing": (lambda: abut.point_at(3, 0.5), TypeError, "shape is 3; allowed is a NurbsCurve or a NurbsSurface"),
    "two parameters": (lambda: abut.point_at(CURVE, 0.5, 0.5), TypeError, "parameters are 2; allowed are one, u, for a curve"),
    "one parameter": (lambda: abut.point_at(BALL, 0.5), TypeError, "parameters are 1; allowed are two, u and v, for a surface"),
    "parameters as text": (lambda: abut.point_at(CURVE, "a"), TypeError, "u is a str; allowed is an array"),
    "whole parameters": (lambda: abut.point_at(CURVE, np.arange(3)), TypeError, "u is int64 of shape (3,); allowed is float64 or float32 of shape (N,)"),
    "a table of parameters": (lambda: abut.point_at(CURVE, np.zeros((2, 2))), ValueError, "u is float64 of shape (2, 2); allowed is float64 or float32 of shape (N,)"),
    "other lengths": (lambda: abut.point_at(BALL, np.zeros(3), np.zeros(2)), ValueError, "v is float64 of shape (2,); allowed is float64 or float32 of shape (3,)"),
    "a number and an array": (lambda: abut.point_at(BALL, 0.5, np.zeros(2)), ValueError, "v is float64 of shape (2,); allowed is float64 or float32 of shape ()"),
    "knot outside": (lambda: abut.insert_knot(CURVE, 4.0), abut.InvalidInput, "insert_knot: knot is 4; allowed is inside of the domain, 0 to 4"),
    "knot as text": (lambda: abut.insert_knot(BALL, "a", along="u"), TypeError, "knot is 'a'; allowed is a number"),
    "too often": (lambda: abut.insert_knot(CURVE, 0.5, times=3), abut.InvalidInput, "insert_knot: times is 3; allowed are 0 to 2 of this knot"),
    "less than never": (lambda: abut.insert_knot(CURVE, 0.5, times=-1), abut.InvalidInput, "times is -1; allowed is a whole number from 0"),
    "along nothing": (lambda: abut.insert_knot(BALL, 0.5), TypeError, "along is None; allowed are 'u' and 'v' for a surface"),
    "along w": (lambda: abut.elevate_degree(BALL, along="w"), abut.InvalidInput, "along is 'w'; allowed are 'u' and 'v' for a surface"),
    "along of a curve": (lambda: abut.is_closed(CURVE, along="u"), TypeError, "along is 'u'; allowed is None for a curve"),
    "too high": (lambda: abut.elevate_degree(CURVE, by=6), abut.InvalidInput, "elevate_degree: by is 6; allowed are 0 to 5 for a degree of 2"),
    "clamped nothing": (lambda: abut.clamped(None), TypeError, "shape is None; allowed is a NurbsCurve or a NurbsSurface"),
    "patches of a curve": (lambda: abut.bezier_patches(CURVE), TypeError, "surface is a NurbsCurve; allowed is a NurbsSurface"),
    "moved curve": (lambda: abut.transformed(CURVE, np.eye(3), [0, 0, 0]), TypeError, "surface is a NurbsCurve; allowed is a NurbsSurface"),
    "small matrix": (lambda: abut.transformed(BALL, np.eye(2), [0, 0, 0]), ValueError, "linear is float64 of shape (2, 2); allowed is float64 or float32 of shape (3, 3)"),
    "moved by two": (lambda: abut.transformed(BALL, np.eye(3), [0, 0]), ValueError, "translation is float64 of shape (2,); allowed is float64 or float32 of shape (3,)"),
    "moved away": (lambda: abut.transformed(BALL, np.eye(3), [0, np.inf, 0]), abut.InvalidInput, "NurbsSurface: points[0] is not finite"),
    "few to close": (lambda: abut.closed_by_wrapping(P2, 2), abut.InvalidInput, "closed_by_wrapping: points are 2; allowed are degree + 1 or more, 3"),
    "weights to close": (lambda: abut.closed_by_clamping(P2 + P2, 2, weights=[1]), ValueError, "weights is float64 of shape (1,); allowed is float64 or float32 of shape (4,)"),
    "no distance": (lambda: abut.knot_positions(BALL, 0.0, 0.1), abut.InvalidInput, "knot_positions: distance is 0; allowed is above 0, finite"),
    "angle as text": (lambda: abut.knot_positions(BALL, 0.1, "a"), TypeError, "angle is 'a'; allowed is a number"),
    "negative most": (lambda: abut.knot_positions(BALL, 0.1, 0.1, most=-1), abut.InvalidInput, "most is -1; allowed is a whole number from 0"),
    "positions of a curve": (lambda: abut.knot_positions(CURVE, 0.1, 0.1), TypeError, "surface is a NurbsCurve; allowed is a NurbsSurface"),
}


@pytest.mark.parametrize("name", CASES)
def test_is_refused_in_one_line(name):
    oracle.refused_in_one_line(*CASES[name])
