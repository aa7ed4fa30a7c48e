"""Mass properties of shapes, principal axes and the faults of meshes, against closed forms and NumPy."""

import numpy as np
import pytest
from conftest import matrices_of, random_quaternions

import abut

CUBE = np.array([[x, y, z] for x in (0.0, 1.0) for y in (0.0, 1.0) for z in (0.0, 1.0)])
OUTWARD = np.array(
    [[0, 1, 3], [0, 3, 2], [4, 6, 7], [4, 7, 5], [0, 4, 5], [0, 5, 1], [2, 3, 7], [2, 7, 6], [0, 2, 6], [0, 6, 4],
     [1, 5, 7], [1, 7, 3]], np.uint32)


def cubes(*places_and_sides):
    """Closed cubes as one mesh: corners and sides; a negative side is one turned inside out."""
    vertices = np.concatenate([CUBE * abs(side) + place for place, side in places_and_sides])
    triangles = [
        (OUTWARD if side > 0 else OUTWARD[:, ::-1]) + np.uint32(8 * k) for k, (_, side) in enumerate(places_and_sides)
    ]
    return vertices, np.ascontiguousarray(np.concatenate(triangles))


def test_shapes_have_the_masses_of_their_formulas(rng):
    shapes, pi = abut.ShapeSet(), np.pi
    box, ball = shapes.add_box([1, 2, 3]), shapes.add_sphere(2.0)
    egg, rod, cone = shapes.add_ellipsoid([1, 2, 3]), shapes.add_cylinder(2, 1.5), shapes.add_cone(3, 2)
    pill, hull = shapes.add_capsule(1.0, 2.0), shapes.add_hull(CUBE + [5, 0, 0])
    mass = [abut.shape_mass_properties(shapes, shape) for shape in range(len(shapes))]
    volumes = [48, 4 / 3 * pi * 8, 4 / 3 * pi * 6, pi * 4 * 3, pi * 9 * 4 / 3, 4 / 3 * pi + 4 * pi, 1]
    assert [m.volume for m in mass] == pytest.approx(volumes)
    assert np.allclose(np.diag(mass[box].inertia), 48 / 3 * np.array([4 + 9, 1 + 9, 1 + 4]))
    assert np.allclose(np.diag(mass[ball].inertia), 2 / 5 * volumes[1] * 4)
    assert np.allclose(np.diag(mass[egg].inertia), volumes[2] / 5 * np.array([4 + 9, 1 + 9, 1 + 4]))
    assert np.allclose(np.diag(mass[rod].inertia), volumes[3] * np.array([1 + 9 / 12, 1 + 9 / 12, 2]))
    assert np.allclose(mass[cone].centre, [0, 0, -1]) and np.allclose(mass[hull].centre, [5.5, 0.5, 0.5])
    assert mass[pill].centre == (0, 0, 0)
    like = abut.mass_properties((CUBE + [5, 0, 0], OUTWARD))
    assert np.allclose(mass[hull].inertia, like.inertia) and mass[hull].volume == pytest.approx(like.volume)


def test_principal_axes_are_numpys(rng):
    for matrix in (rng.normal(size=(3, 3)), np.diag([3.0, 1.0, 2.0]), np.zeros((3, 3)), 1e-200 * rng.normal(size=(3, 3))):
        turn = matrices_of(random_quaternions(rng, 1))[0]
        inertia = turn @ (matrix + matrix.T) @ turn.T
        inertia = (inertia + inertia.T) / 2
        found = abut.principal_axes(inertia)
        size, axes = np.abs(inertia).max(), np.array(found.axes)
        assert np.allclose(np.sort(found.moments), np.linalg.eigvalsh(inertia), rtol=0, atol=1e-14 * size)
        assert np.allclose(axes @ np.diag(found.moments) @ axes.T, inertia, rtol=0, atol=1e-14 * size)
        assert np.allclose(axes.T @ axes, np.eye(3)) and np.linalg.det(axes) == pytest.approx(1)
    assert abut.principal_axes([[1, 0, 0], [0, 2, 0], [0, 0, 3]]).moments == (1, 2, 3)
    assert abut.principal_axes(np.eye(3, dtype=np.float32)) == abut.principal_axes(np.eye(3))


def test_faults_of_meshes_are_told():
    assert abut.faults_of(abut.repair_mesh(cubes(((0, 0, 0), 1)))) == ()
    crossing = abut.repair_mesh(cubes(((0, 0, 0), 1), ((0.5, 0.25, 0.25), 1)))
    (line,) = abut.faults_of(crossing)
    assert crossing.shell_crossings > 0 and crossing.misnested == 0
    assert line.startswith(f"shells cross or touch: {crossing.shell_crossings} places, the first near ")
    assert 0 <= min(crossing.shell_crossing) and max(crossing.shell_crossing) <= 1.5
    nested = abut.repair_mesh(cubes(((0, 0, 0), 3), ((1, 1, 1), 1)))
    (line,) = abut.faults_of(nested)
    assert nested.misnested == 1 and nested.shell_crossings == 0
    assert line.startswith("solids in a solid, or cavities in a cavity: 1 shell, the first near 1, 1, 1;")
    assert abut.faults_of(abut.repair_mesh(cubes(((0, 0, 0), 3), ((1, 1, 1), -1)))) == ()  # a cavity


def test_paths_of_meshes_are_told_by_their_ends(tmp_path):
    for name in ("a.obj", "b.STL", "c.ply", "d.Off", tmp_path / "e.obj"):
        assert abut.is_mesh_path(name)
    for name in ("a.json", "obj", "a.obj.gz", "", tmp_path):
        assert not abut.is_mesh_path(name)


CASES = {
    "no such shape": (lambda: abut.shape_mass_properties(abut.ShapeSet(), 0), abut.InvalidInput, "mass_properties: shape is 0: there are 0"),
    "no set": (lambda: abut.shape_mass_properties(abut.PlanarShapeSet(), 0), TypeError, "shapes is a PlanarShapeSet; allowed is a ShapeSet"),
    "a negative shape": (lambda: abut.shape_mass_properties(abut.ShapeSet(), -1), abut.InvalidInput, "shape is -1; allowed is a whole number"),
    "a vector": (lambda: abut.principal_axes([1, 2, 3]), ValueError, "inertia is float64 of shape (3,); allowed is float64 or float32 of shape (3, 3)"),
    "whole numbers": (lambda: abut.principal_axes(np.eye(3, dtype=int)), TypeError, "inertia is int64 of shape (3, 3)"),
    "not symmetric": (lambda: abut.principal_axes([[1, 2, 0], [0, 1, 0], [0, 0, 1]]), abut.InvalidInput, "inertia is not symmetric; allowed is a matrix whose rows are its columns"),
    "NaN": (lambda: abut.principal_axes([[1, 0, 0], [0, np.nan, 0], [0, 0, 1]]), abut.InvalidInput, "inertia[1, 1] is nan; allowed are finite numbers"),
    "text": (lambda: abut.principal_axes("abc"), TypeError, "inertia is a str"),
    "faults of a mesh": (lambda: abut.faults_of(abut.Mesh(CUBE, OUTWARD)), TypeError, "repaired is a Mesh; allowed is a RepairedMesh"),
    "path of bytes": (lambda: abut.is_mesh_path(b"a.obj"), TypeError, "path is b'a.obj'; allowed is a str"),
}


@pytest.mark.parametrize("name", CASES)
def test_is_refused_in_one_line(name):
    call, kind, text = CASES[name]
    with pytest.raises(kind) as caught:
        call()
    assert text in str(caught.value) and len(str(caught.value).splitlines()) == 1


def test_a_shape_without_volume_has_no_mass():
    shapes = abut.ShapeSet()
    shapes.add_point([0, 0, 0])
    shapes.add_box([1, 1, 1], rounding=0.1)
    for shape in (0, 1):
        with pytest.raises(abut.InvalidInput, match=f"shape {shape}"):
            abut.shape_mass_properties(shapes, shape)
