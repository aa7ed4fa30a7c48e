"""Measures of meshes and Minkowski differences, against sums over tetrahedra and support functions in NumPy."""

import numpy as np
import pytest
import supports
from conftest import matrices_of, random_quaternions

import abut

CUBE = np.array([[x, y, z] for x in (0.0, 1.0) for y in (0.0, 1.0) for z in (0.0, 1.0)])


def hull_mesh(points):
    """The hull of points as a closed mesh, its faces cut into fans."""
    shapes = abut.ShapeSet()
    hull = shapes.add_hull(points)
    fans = [[f[0], f[i], f[i + 1]] for f in shapes.faces(hull) for i in range(1, len(f) - 1)]
    return abut.Mesh(shapes.vertices(hull), np.array(fans, np.uint32))


def torus(n=16, large=2.0, small=0.7):
    """A closed mesh with a hole through it."""
    u, v = np.meshgrid(np.arange(n) * 2 * np.pi / n, np.arange(n) * 2 * np.pi / n, indexing="ij")
    ring = large + small * np.cos(v)
    vertices = np.stack([ring * np.cos(u), ring * np.sin(u), small * np.sin(v)], axis=2).reshape(-1, 3)
    a = np.arange(n * n).reshape(n, n)
    b, d = np.roll(a, -1, axis=0), np.roll(a, -1, axis=1)
    c = np.roll(b, -1, axis=1)
    triangles = [np.stack(t, axis=2).reshape(-1, 3) for t in ((a, b, c), (a, c, d))]
    return abut.Mesh(vertices, np.ascontiguousarray(np.concatenate(triangles), np.uint32))


def integrals(mesh):
    """Volume, centroid and inertia about it, from signed tetrahedra with the origin."""
    corners = mesh.vertices[mesh.triangles]
    volumes = np.linalg.det(corners) / 6
    volume = volumes.sum()
    centroid = (volumes[:, None] * corners.sum(axis=1) / 4).sum(axis=0) / volume
    sums = corners.sum(axis=1)
    second = np.einsum("t,tij,tik->jk", volumes, corners, corners) + np.einsum("t,tj,tk->jk", volumes, sums, sums)
    second = second / 20 - volume * np.outer(centroid, centroid)
    return volume, centroid, np.trace(second) * np.eye(3) - second


def area(mesh):
    a, b, c = np.moveaxis(mesh.vertices[mesh.triangles], 1, 0)
    return np.linalg.norm(np.cross(b - a, c - a), axis=1).sum() / 2


def solids():
    rng = np.random.default_rng(77)
    yield "cloud", hull_mesh(rng.normal(size=(50, 3)) * [1, 2, 0.5] + [5, -3, 2])
    yield "tetrahedron", hull_mesh(np.array([[0, 0, 0], [3.0, 0, 0], [0, 2, 0], [0, 0, 1]]))
    yield "torus", torus()
    two = [torus(8), hull_mesh(CUBE * 0.5)]
    yield "two shells", abut.Mesh(
        np.concatenate([two[0].vertices, two[1].vertices]),
        np.concatenate([two[0].triangles, two[1].triangles + np.uint32(len(two[0].vertices))]),
    )


SOLIDS = dict(solids())


@pytest.mark.parametrize("name", SOLIDS)
def test_measures_are_those_of_signed_tetrahedra(name):
    mesh = SOLIDS[name]
    volume, centroid, inertia = integrals(mesh)
    report, mass = abut.examine(mesh), abut.mass_properties(mesh)
    assert report.closed and report.outward and report.boundary_edges == 0
    assert report.volume == pytest.approx(volume) and mass.volume == pytest.approx(volume)
    assert np.allclose(report.centroid, centroid) and np.allclose(mass.centre, centroid)
    assert np.allclose(report.inertia, inertia) and np.allclose(mass.inertia, inertia)
    assert report.area == pytest.approx(area(mesh))
    low, high = mesh.vertices.min(axis=0), mesh.vertices.max(axis=0)
    assert report.box_min == tuple(low) and report.box_max == tuple(high)
    about = np.linalg.norm(mesh.vertices - (low + high) / 2, axis=1).max()
    assert report.size == pytest.approx(about)
    assert report.components == (2 if name == "two shells" else 1)


@pytest.mark.parametrize("name", SOLIDS)
def test_principal_axes_diagonalise_the_inertia(name):
    mass = abut.mass_properties(SOLIDS[name])
    axes, inertia = np.array(mass.axes), np.array(mass.inertia)
    assert np.allclose(axes.T @ axes, np.eye(3)) and np.linalg.det(axes) == pytest.approx(1)
    assert np.allclose(axes.T @ inertia @ axes, np.diag(mass.moments), atol=1e-9 * np.abs(inertia).max())
    assert np.allclose(np.sort(mass.moments), np.linalg.eigvalsh(inertia))


def test_mass_turns_and_scales_with_the_mesh(rng):
    mesh = SOLIDS["cloud"]
    turn, shift = matrices_of(random_quaternions(rng, 1))[0], np.array([1.0, -2.0, 0.5])
    before = abut.mass_properties(mesh)
    after = abut.mass_properties((2 * mesh.vertices @ turn.T + shift, mesh.triangles))
    assert after.volume == pytest.approx(8 * before.volume)
    assert np.allclose(after.centre, 2 * turn @ before.centre + shift)
    assert np.allclose(after.inertia, 32 * turn @ np.array(before.inertia) @ turn.T)
    assert np.allclose(np.sort(after.moments), 32 * np.sort(before.moments))


def test_what_is_wrong_with_a_mesh_is_counted():
    mesh = SOLIDS["tetrahedron"]
    vertices, triangles = mesh.vertices, mesh.triangles
    opened = abut.examine((vertices, triangles[1:]))
    assert (opened.closed, opened.boundary_edges, opened.triangles) == (False, 3, 3)
    turned = abut.examine((vertices, triangles[:, ::-1]))
    assert turned.closed and turned.consistently_oriented and not turned.outward
    assert turned.volume == pytest.approx(-1)
    one = triangles.copy()
    one[0] = one[0][::-1]
    assert not abut.examine((vertices, one)).consistently_oriented
    fan = abut.examine((np.r_[vertices, [[1, 1, 5]]], np.r_[triangles, [[0, 1, 4]]]))
    assert fan.non_manifold_edges == 1 and fan.boundary_edges == 2
    extra = np.r_[vertices, vertices[:1], [[9, 9, 9]]]
    again = abut.examine((extra, np.r_[triangles, [[0, 4, 1]]]))
    assert (again.duplicate_vertices, again.unused_vertices, again.degenerate_triangles) == (1, 1, 1)
    assert again.box_max == tuple(vertices.max(axis=0))  # what no triangle uses does not count


def test_convexity_is_the_volume_over_the_hulls():
    ring, cloud = abut.examine(SOLIDS["torus"]), abut.examine(SOLIDS["cloud"])
    assert cloud.convexity == pytest.approx(1) and cloud.largest_concavity == pytest.approx(0, abs=1e-12)
    hull = integrals(hull_mesh(SOLIDS["torus"].vertices))[0]
    assert ring.hull_volume == pytest.approx(hull) and ring.convexity == pytest.approx(ring.volume / hull)
    # The innermost vertices of the ring are 0.7 below the flat top of its hull.
    assert ring.largest_concavity == pytest.approx(0.7, rel=1e-6)


def test_welding_keeps_the_order_of_what_is_left():
    soup = SOLIDS["tetrahedron"].vertices[SOLIDS["tetrahedron"].triangles].reshape(-1, 3)
    welded = abut.weld((soup, np.arange(12).reshape(4, 3)))
    seen = []
    for row in soup.tolist():
        if row not in seen:
            seen.append(row)
    assert welded.vertices.tolist() == seen
    assert np.array_equal(welded.vertices[welded.triangles], soup.reshape(4, 3, 3))


@pytest.mark.parametrize("mode", ["cover", "fit"])
def test_a_repaired_mesh_has_the_solids_volume_whatever_was_turned(rng, mode):
    mesh = torus(7)
    turned = mesh.triangles.copy()
    some = rng.random(len(turned)) < 0.3
    turned[some] = turned[some][:, ::-1]
    repaired = abut.repair_mesh((mesh.vertices, turned))
    assert repaired.refusal == "" and any("turned" in step for step in repaired.steps)
    assert abut.examine(repaired.mesh).volume == pytest.approx(integrals(mesh)[0])
    parts = abut.decompose(repaired.mesh, mode=mode, concavity=0.2)
    measured = abut.measure_parts(mesh, parts)
    assert measured.parts == len(parts) and measured.vertices == sum(len(p.vertices) for p in parts)
    volumes = sum(integrals(hull_mesh(p.vertices))[0] for p in parts)
    assert measured.volume_ratio == pytest.approx(volumes / integrals(mesh)[0], rel=1e-6)
    assert measured.covers == (measured.uncovered == 0) and measured.relative_concavity <= 0.2 * 1.01
    if mode == "cover":  # every vertex of the body lies in a part, seen from outside by no facet of it
        for vertex in mesh.vertices:
            assert any((np.linalg.det(p.vertices[p.triangles] - vertex) > -1e-9).all() for p in parts)


def test_limits_of_parts_are_kept():
    mesh = torus(6)
    assert len(abut.decompose(mesh, concavity=0.2)) > 3
    assert len(abut.decompose(mesh, concavity=0.2, most_parts=3)) <= 3
    small = abut.decompose(mesh, concavity=0.2, most_vertices=12)
    assert max(len(p.vertices) for p in small) <= 12


@pytest.mark.parametrize("turned", [False, True])
def test_a_difference_has_the_supports_of_both(rng, turned):
    a, b = rng.normal(size=(20, 3)), rng.normal(size=(15, 3)) * 0.5
    q = random_quaternions(rng, 1)[0] if turned else np.array([1.0, 0, 0, 0])
    matrix, position = matrices_of(q[None])[0], np.array([0.3, -0.2, 0.1])
    difference = abut.minkowski_difference(a, b, position=position, quaternion=q)
    d = supports.directions(rng, 500)
    expected = supports.points(a)(d) + supports.posed(supports.points(b), matrix, position)(-d)
    assert np.allclose(supports.points(difference.vertices)(d), expected)
    of_a, of_b = difference.sources.T
    assert np.allclose(difference.vertices, a[of_a] - (b[of_b] @ matrix.T + position))
    same = abut.minkowski_difference(a, b, position=position, matrix=matrix)
    assert np.allclose(same.vertices, difference.vertices) and same.faces == difference.faces
    for face in difference.faces:  # all else is behind each face
        x, y, z = difference.vertices[face[:3]]
        normal = np.cross(y - x, z - x)
        assert ((difference.vertices - x) @ normal <= 1e-9).all()


@pytest.mark.parametrize(
    "a, b, dimension, corners",
    [
        ([[1, 2, 3]], [[0, 1, 1]], 0, 1),
        ([[0, 0, 0], [1, 0, 0]], [[5, 5, 5]], 1, 2),
        ([[0, 0, 0], [1, 0, 0]], [[0, 0, 0], [0, 2, 0]], 2, 4),
        ([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 0, 0], [0, 0, 1]], 3, 6),
        (CUBE, CUBE, 3, 8),
    ],
)
def test_a_difference_has_as_many_dimensions_as_it_takes(a, b, dimension, corners):
    difference = abut.minkowski_difference(a, b)
    assert (difference.dimension, len(difference.vertices)) == (dimension, corners)
    assert difference.vertices.dtype == np.float64 and difference.sources.dtype == np.uint32
    if dimension == 3:
        assert sum(len(f) for f in difference.faces) / 2 == corners + len(difference.faces) - 2  # Euler


def test_an_entrance_block_is_where_the_reference_point_can_be(rng):
    """Inside of it two shapes meet, outside they do not."""
    a, b = rng.normal(size=(12, 3)), rng.normal(size=(12, 3)) * 0.6
    q = random_quaternions(rng, 1)[0]
    matrix, reference = matrices_of(q[None])[0], np.array([0.4, 0.1, -0.3])
    block = abut.entrance_block(a, b, quaternion=q, reference_point=reference)
    shapes = abut.ShapeSet()
    pair = [shapes.add_hull(a), shapes.add_hull(b)]
    places = rng.uniform(-3, 3, (300, 3))  # of the reference point
    found = abut.query_shape_pairs(
        shapes, np.tile(np.array([pair], np.uint32), (300, 1)), positions=places - matrix @ reference,
        quaternions=np.tile(q, (300, 1)),
    )
    outside = np.full(300, -np.inf)
    for face in block.faces:
        x, y, z = block.vertices[face[:3]]
        normal = np.cross(y - x, z - x)
        outside = np.maximum(outside, (places - x) @ normal / np.linalg.norm(normal))
    assert np.array_equal(outside < 0, found.separation < 0)
    deep = outside < 0
    assert 10 < np.count_nonzero(deep) < 290 and np.allclose(found.separation[deep], outside[deep], atol=1e-9)
    assert abut.entrance_block(a, b, matrix=matrix, reference_point=reference).faces == block.faces


def test_a_difference_of_too_many_pairs_is_refused(rng):
    sphere = supports.directions(rng, 4200)  # all of them are corners
    with pytest.raises(abut.InvalidInput, match="have 4200 and 4200 vertices; allowed: a product of at most 16777216"):
        abut.minkowski_difference(sphere, sphere)


def test_differences_refuse_what_is_no_point_set():
    for bad, kind, text in (
        (np.empty((0, 3)), abut.InvalidInput, "a"),
        (np.zeros((4, 2)), ValueError, r"a is float64 of shape \(4, 2\)"),
        ([[0, 0, np.nan]], abut.InvalidInput, "nan"),
        ("points", TypeError, "a is a str"),
    ):
        with pytest.raises(kind, match=text):
            abut.minkowski_difference(bad, CUBE)
    with pytest.raises(TypeError, match="quaternion and matrix are both given"):
        abut.minkowski_difference(CUBE, CUBE, quaternion=[1, 0, 0, 0], matrix=np.eye(3))
    with pytest.raises(ValueError, match=r"reference_point is float64 of shape \(2,\)"):
        abut.entrance_block(CUBE, CUBE, reference_point=[0, 0])
