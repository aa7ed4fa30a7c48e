"""Closed NURBS surfaces: boxes, poles, masses, files, and fits to harmonics and meshes."""

import copy
import json
import pickle

import nurbs_oracle as oracle
import numpy as np
import pytest
from conftest import ROOT
from test_surfaces import cylinder, sphere

import abut

GRAIN = ROOT / "tests/surface/grains/A-anm-00001.dat"
Y00 = np.sqrt(4 * np.pi)  # a radius of 1 everywhere


def egg(count=24):
    """A closed mesh with vertices on an ellipsoid of semi-axes 1, 1.2, 2."""
    theta, phi = np.meshgrid(np.pi * np.arange(1, count) / count, 2 * np.pi * np.arange(2 * count) / (2 * count), indexing="ij")
    ring = np.stack([np.sin(theta) * np.cos(phi), np.sin(theta) * np.sin(phi), np.cos(theta)], axis=2).reshape(-1, 3)
    vertices = np.concatenate([ring, [[0, 0, 1], [0, 0, -1]]]) * [1, 1.2, 2]
    rows, columns, top, bottom = count - 1, 2 * count, len(ring), len(ring) + 1
    triangles = []
    for j in range(columns):
        k = (j + 1) % columns
        triangles.append([top, j, k])
        triangles.append([bottom, (rows - 1) * columns + k, (rows - 1) * columns + j])
        for i in range(rows - 1):
            a, b, c, d = i * columns + j, (i + 1) * columns + j, (i + 1) * columns + k, i * columns + k
            triangles += [[a, b, c], [a, c, d]]
    return abut.as_mesh((vertices, triangles))


def test_a_box_has_its_volume_and_its_normals_outwards():
    box = abut.box_surface([1, 2, 3])
    mass = abut.mass_properties(box)
    assert np.isclose(mass.volume, 48) and np.allclose(mass.centre, 0, atol=1e-13)
    assert np.allclose(np.diag(mass.inertia), [16 * 13, 16 * 10, 16 * 5]) and np.allclose(sorted(mass.moments), [80, 160, 208])
    assert np.abs(box.points).max(axis=(0, 1)).tolist() == [1, 2, 3] and box.degree_u == box.degree_v == 1
    assert abut.box_surface(np.array([1, 2, 3], np.float32)) == box and abut.box_surface((1.0, 2.0, 3.0)) == box
    assert abut.is_closed(box, along="v") and abut.is_pole(box, "u", "begin") and abut.is_pole(box, "u", "end")


def test_poles_and_sides():
    ball = sphere(2.0)
    poles = [abut.is_pole(ball, along, end) for along in ("u", "v") for end in ("begin", "end")]
    assert poles == [False, False, True, True] and not abut.is_pole(cylinder(), "v", "end")
    corner = abut.NurbsSurface(1, 1, [0, 0, 1, 1], [0, 0, 1, 1], [[[0, 0, 0], [0, 0, 0]], [[1, 0, 0], [0, 1, 0]]])
    assert abut.is_pole(corner, "u", "begin") and not abut.is_pole(corner, "u", "end")
    turned = abut.turned_inside_out(ball)
    u, v = np.linspace(0, 4, 9), np.linspace(0, 2, 9)
    a, b = abut.point_at(ball, u, v), abut.point_at(turned, u, -v)
    assert np.allclose(a.point, b.point, atol=1e-15) and np.allclose(a.v, -b.v, atol=1e-14)
    assert abut.turned_inside_out(turned) == ball
    with pytest.raises(abut.InvalidInput, match="^mass_properties: the volume in the surface is -33.5"):
        abut.mass_properties(turned)


def test_masses_are_those_of_closed_forms():
    ball = abut.mass_properties(sphere(2.0))
    volume = 4 / 3 * np.pi * 8
    assert np.isclose(ball.volume, volume) and np.allclose(ball.centre, 0, atol=1e-12)
    assert np.allclose(ball.inertia, np.eye(3) * volume * 0.4 * 4, atol=1e-10) and np.shape(ball.axes) == (3, 3)
    harmonics = abut.mass_properties(abut.SphericalHarmonics(0, [2 * Y00]))
    assert np.isclose(harmonics.volume, volume) and np.allclose(harmonics.moments, ball.moments)
    mesh = egg()
    assert np.isclose(abut.mass_properties(mesh).volume, abut.examine(mesh).volume)


def test_harmonics_have_the_radii_of_their_sum(rng):
    """Against the first ones, written out: Y_00, Y_10, Y_11."""
    a = [2 * Y00, 0.3, 0.1 - 0.2j]
    body = abut.SphericalHarmonics(1, a)
    d = rng.normal(size=(50, 3)) * 3
    x, y, z = (d / np.linalg.norm(d, axis=1, keepdims=True)).T
    along = np.sqrt(3 / (4 * np.pi)) * z
    around = -np.sqrt(3 / (8 * np.pi)) * (x + 1j * y)
    assert np.allclose(body.radius(d), 2 + 0.3 * along + 2 * (a[2] * around).real, atol=1e-14)
    assert np.array_equal(body.radius(d.astype(np.float32).tolist()), body.radius(d.astype(np.float32)))
    assert body.radius(np.empty((0, 3))).shape == (0,)


def test_harmonics_are_data_that_does_not_change():
    given = np.array([Y00, 0.5, 0.25 + 1j])
    body = abut.SphericalHarmonics(1, given)
    given[:] = 0
    assert body.degree == 1 and body.coefficients.tolist() == [Y00, 0.5, 0.25 + 1j] and repr(body) == "SphericalHarmonics of degree 1"
    body.coefficients[:] = 7  # a copy
    assert body == pickle.loads(pickle.dumps(body)) == copy.deepcopy(body) == abut.SphericalHarmonics(1, (Y00, 0.5, 0.25 + 1j))
    assert body != abut.SphericalHarmonics(0, np.array([Y00])) and body != 3
    for name in ("degree", "other"):
        with pytest.raises(AttributeError, match=f"^{name} cannot be set: a SphericalHarmonics does not change$"):
            setattr(body, name, 1)


def test_files_of_harmonics_are_read(tmp_path):
    body = abut.read_spherical_harmonics(GRAIN)
    assert body.degree > 5 and (body.radius([[0, 0, 1], [1, 0, 0]]) > 0).all() and abut.mass_properties(body).volume > 0
    path = tmp_path / "a.dat"
    path.write_text(f"0 0 {Y00:.17g} 0\n\n1 1 0.25 1\n1 0 0.5 0\n1 -1 -0.25 1\n")
    assert abut.read_spherical_harmonics(path) == abut.SphericalHarmonics(1, [Y00, 0.5, 0.25 + 1j])
    path.write_text(f"0 0 {Y00:.17g} 0\n1 0 0.5 0\n")
    with pytest.raises(abut.InvalidInput, match="a.dat") as caught:
        abut.read_spherical_harmonics(str(path))
    assert len(str(caught.value).splitlines()) == 1


def test_surfaces_are_read_as_they_were_written(tmp_path):
    path = tmp_path / "ball.json"
    for surface in (sphere(np.pi), abut.box_surface([1, 2, 3])):
        abut.write_surface(path, surface)
        assert abut.read_surface(str(path)) == surface
    kept = json.loads(path.read_text())["nurbs"]
    assert kept["degree_u"] == 1 and "weights" not in kept and np.shape(kept["points"])[1] == 3
    path.write_text('{"nurbs": {"degree_u": 9}}')
    with pytest.raises(abut.InvalidInput, match="ball.json") as caught:
        abut.read_surface(path)
    assert len(str(caught.value).splitlines()) == 1
    with pytest.raises(abut.FileError, match="/nowhere/"):
        abut.write_surface("/nowhere/ball.json", sphere())
    with pytest.raises(abut.FileError, match="none.json"):
        abut.read_surface(tmp_path / "none.json")


def test_a_body_gives_the_surface_that_bounds_it(tmp_path):
    frame = {"origin": [0, 0, 0], "x": [1, 0, 0], "y": [0, 1, 0], "z": [0, 0, 1]}
    face = {"surface": 0, "reversed": False, "tolerance": 0, "loops": []}
    lists = ("nurbs_surfaces", "nurbs_curves", "nurbs_parameter_curves", "curves", "parameter_curves", "vertices", "edges")

    def ball(name, radius):
        part = {"name": name, **{key: [] for key in lists}}
        part["surfaces"] = [{"kind": "sphere", **frame, "radius": radius}]
        return {**part, "shells": [{"closed": True, "faces": [face]}]}

    path = tmp_path / "balls.json"
    path.write_text(json.dumps({"brep": {"parts": [ball("small", 1), ball("large", 2)], "instances": [], "notes": []}}))
    surface = abut.read_surface(path, part="large")
    assert np.isclose(abut.mass_properties(surface).volume, 32 * np.pi / 3, rtol=1e-12)
    with pytest.raises(abut.InvalidInput, match='has 2 parts; allowed is the name of one: "small", "large"'):
        abut.read_surface(path)
    with pytest.raises(abut.InvalidInput, match="unit is -1"):
        abut.read_surface(path, unit=-1)


def test_harmonics_are_fitted_within_the_error_that_is_told(rng):
    body = abut.SphericalHarmonics(2, [2 * Y00, 0.2, 0.1 + 0.1j, 0.3, -0.1j, 0.1])
    fit = abut.fit_surface(body, rows=8, columns=16)
    assert isinstance(fit, abut.SurfaceFit) and (fit.rows, fit.columns) == (8, 16) and fit.samples > 1000
    assert 0 < fit.rms_error <= fit.largest_error < 0.02 and fit.least_facing > 0.8 and fit.surface.weights is None
    assert fit.centre == (0, 0, 0) and np.allclose(np.array(fit.axes).T @ fit.axes, np.eye(3), atol=1e-12)
    assert abut.is_pole(fit.surface, "u", "begin") and abut.is_pole(fit.surface, "u", "end") and abut.is_closed(fit.surface, along="v")
    at = abut.point_at(fit.surface, rng.uniform(*fit.surface.domain_u, 500), rng.uniform(*fit.surface.domain_v, 500)).point
    off = np.abs(np.linalg.norm(at, axis=1) - body.radius(at))
    assert 0 < off.max() <= 1.2 * fit.largest_error
    assert np.isclose(abut.mass_properties(fit.surface).volume, abut.mass_properties(body).volume, rtol=1e-3)
    finer = abut.fit_surface(body, rows=8, columns=16, tolerance=fit.largest_error / 4)
    assert finer.largest_error <= fit.largest_error / 4 and finer.rows > 8 and finer.columns > 16
    capped = abut.fit_surface(body, rows=8, columns=16, tolerance=1e-9, most_rows=12, most_columns=24)
    assert (capped.rows, capped.columns) == (12, 24)
    assert abut.fit_surface(body, rows=8, columns=16, degree=5).surface.degree_u == 5


def test_a_mesh_is_fitted_with_its_poles_on_the_longest_axis():
    mesh = egg()
    fit = abut.fit_surface(mesh, rows=12, columns=24)
    assert fit.largest_error < 0.05 and np.allclose(np.abs(np.array(fit.axes)[:, 2]), [0, 0, 1], atol=1e-6)
    assert np.isclose(abut.mass_properties(fit.surface).volume, abut.mass_properties(mesh).volume, rtol=0.01)
    pair = abut.fit_surface((mesh.vertices, mesh.triangles), rows=12, columns=24)
    assert pair.surface == fit.surface and pair == fit


BALL, BODY = sphere(), abut.SphericalHarmonics(0, [Y00])

#: what is called, the error, how its line begins
CASES = {
    "flat box": (lambda: abut.box_surface([1, 2, 0]), abut.InvalidInput, "box_surface: a half extent is 0; allowed are finite numbers above 0"),
    "box of NaN": (lambda: abut.box_surface([1, float("nan"), 1]), abut.InvalidInput, "box_surface: a half extent is nan; allowed are finite numbers above 0"),
    "box of two": (lambda: abut.box_surface([1, 2]), ValueError, "half_extents is float64 of shape (2,); allowed is float64 or float32 of shape (3,)"),
    "box of nothing": (lambda: abut.box_surface(None), TypeError, "half_extents is None"),
    "pole of a number": (lambda: abut.is_pole(3, "u", "end"), TypeError, "surface is 3; allowed is a NurbsSurface"),
    "pole along w": (lambda: abut.is_pole(BALL, "w", "end"), abut.InvalidInput, "along is 'w'; allowed are 'u' and 'v' for a surface"),
    "pole in the middle": (lambda: abut.is_pole(BALL, "u", "middle"), abut.InvalidInput, "end is 'middle'; allowed are 'begin' and 'end'"),
    "pole at 0": (lambda: abut.is_pole(BALL, "u", 0), TypeError, "end is 0; allowed are 'begin' and 'end'"),
    "turned curve": (lambda: abut.turned_inside_out(abut.unit_circle()), TypeError, "surface is a NurbsCurve; allowed is a NurbsSurface"),
    "open mass": (lambda: abut.mass_properties(cylinder()), abut.InvalidInput, "mass_properties: the surface is open along v; allowed are ends that are the same, or one point each"),
    "mass of a curve": (lambda: abut.mass_properties(abut.unit_circle()), TypeError, "mesh is a NurbsCurve; allowed are a Mesh, a path"),
    "written number": (lambda: abut.write_surface("a.json", 3), TypeError, "surface is 3; allowed is a NurbsSurface"),
    "written swapped": (lambda: abut.write_surface(BALL, "a.json"), TypeError, "path is a NurbsSurface; allowed is a str or an os.PathLike"),
    "read bytes": (lambda: abut.read_surface(b"a.json"), TypeError, "path is b'a.json'; allowed is a str or an os.PathLike"),
    "read number": (lambda: abut.read_spherical_harmonics(3), TypeError, "path is 3; allowed is a str or an os.PathLike"),
    "degree": (lambda: abut.SphericalHarmonics(256, [1.0]), abut.InvalidInput, "SphericalHarmonics: degree is 256; allowed are 0 to 255"),
    "negative degree": (lambda: abut.SphericalHarmonics(-1, [1.0]), abut.InvalidInput, "degree is -1; allowed is a whole number from 0 to 2147483647"),
    "half a degree": (lambda: abut.SphericalHarmonics(0.5, [1.0]), TypeError, "degree is 0.5; allowed is a whole number"),
    "few coefficients": (lambda: abut.SphericalHarmonics(2, [1.0, 2.0]), abut.InvalidInput, "SphericalHarmonics: coefficients are 2; allowed are 6 for a degree of 2"),
    "no coefficients": (lambda: abut.SphericalHarmonics(0, []), abut.InvalidInput, "SphericalHarmonics: coefficients are 0; allowed are 1 for a degree of 0"),
    "imaginary": (lambda: abut.SphericalHarmonics(0, [1j]), abut.InvalidInput, "SphericalHarmonics: a of n = 0, m = 0 has the imaginary part 1; allowed is 0"),
    "NaN": (lambda: abut.SphericalHarmonics(0, [float("nan")]), abut.InvalidInput, "SphericalHarmonics: a of n = 0, m = 0 is not finite"),
    "rows of coefficients": (lambda: abut.SphericalHarmonics(0, np.ones((1, 1))), ValueError, "coefficients is complex128 of shape (1, 1); allowed is complex128 or float64 of shape (K,)"),
    "whole coefficients": (lambda: abut.SphericalHarmonics(0, np.ones(1, int)), TypeError, "coefficients is int64 of shape (1,); allowed is complex128 or float64 of shape (K,)"),
    "coefficients of text": (lambda: abut.SphericalHarmonics(0, ["a"]), TypeError, "coefficients is a list; allowed are numbers in one row"),
    "a coefficient": (lambda: abut.SphericalHarmonics(0, 3.5), TypeError, "coefficients is 3.5; allowed is an array of shape (K,), or a list of numbers"),
    "flat directions": (lambda: BODY.radius([0, 0, 1]), ValueError, "directions is float64 of shape (3,); allowed is float64 or float32 of shape (N, 3)"),
    "fit of a number": (lambda: abut.fit_surface(3), TypeError, "mesh is 3; allowed are a Mesh, a path"),
    "fit of a surface": (lambda: abut.fit_surface(BALL), TypeError, "mesh is a NurbsSurface; allowed are a Mesh, a path"),
    "fit of a sheet": (lambda: abut.fit_surface(([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])), abut.InvalidInput, "fit_surface: "),
    "few rows": (lambda: abut.fit_surface(BODY, rows=3), abut.InvalidInput, "fit_surface: rows is 3; allowed are 4 to 512"),
    "half a row": (lambda: abut.fit_surface(BODY, rows=4.5), TypeError, "rows is 4.5; allowed is a whole number from 0 to 2147483647"),
    "many columns": (lambda: abut.fit_surface(BODY, columns=-5), abut.InvalidInput, "columns is -5; allowed is a whole number from 0 to 2147483647"),
    "fit degree": (lambda: abut.fit_surface(BODY, degree=2), abut.InvalidInput, "fit_surface: degree is 2; allowed are 3 to 7"),
    "tolerance": (lambda: abut.fit_surface(BODY, tolerance=-1.0), abut.InvalidInput, "fit_surface: tolerance is -1; allowed is 0 or more, finite"),
    "radius": (lambda: abut.fit_surface(abut.SphericalHarmonics(0, [-1.0])), abut.InvalidInput, "mass_properties: the radius at theta = "),
}


@pytest.mark.parametrize("name", CASES)
def test_is_refused_in_one_line(name):
    oracle.refused_in_one_line(*CASES[name])
