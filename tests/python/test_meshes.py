"""Meshes of Trimesh, meshio and arrays; repair, convex parts, Minkowski differences."""

import types

import numpy as np
import pytest
from conftest import ROOT

import abut

CUBE = np.array([[x, y, z] for x in (0.0, 1.0) for y in (0.0, 1.0) for z in (0.0, 1.0)])
QUADS = np.array([[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]])
TRIANGLES = np.concatenate([QUADS[:, [0, 1, 2]], QUADS[:, [0, 2, 3]]])


def ell():
    """Two boxes that make an L, as one closed mesh: not convex."""
    profile = np.array([[0, 0], [2, 0], [2, 1], [1, 1], [1, 2], [0, 2]], float)
    low, high = np.c_[profile, np.zeros(6)], np.c_[profile, np.ones(6)]
    vertices = np.concatenate([low, high])
    caps = [[0, 1, 2], [0, 2, 3], [0, 3, 4], [0, 4, 5]]
    triangles = [t[::-1] for t in caps] + [[i + 6 for i in t] for t in caps]
    for i in range(6):
        j = (i + 1) % 6
        triangles += [[i, j, j + 6], [i, j + 6, i + 6]]
    return abut.Mesh(vertices, np.array(triangles, np.uint32))


def test_every_kind_of_mesh_is_taken(tmp_path):
    trimesh_like = types.SimpleNamespace(vertices=CUBE, faces=TRIANGLES)
    meshio_like = types.SimpleNamespace(
        points=CUBE,
        cells=[types.SimpleNamespace(type="vertex", data=np.array([[0]])), types.SimpleNamespace(type="quad", data=QUADS)],
    )
    path = tmp_path / "cube.obj"
    abut.write_obj([(CUBE, TRIANGLES)], path)
    for mesh in (trimesh_like, meshio_like, (CUBE, TRIANGLES), (CUBE.tolist(), QUADS[:, :3].tolist() + TRIANGLES[6:].tolist()), path, str(path)):
        report = abut.examine(mesh)
        assert report.closed and report.outward and report.vertices == 8 and report.triangles == 12
        assert abs(report.volume - 1) < 1e-12 and report.convexity == pytest.approx(1)
    same = abut.Mesh(CUBE, TRIANGLES.astype(np.uint32))
    assert abut.as_mesh(same) is same
    assert abut.as_mesh((same.vertices, same.triangles)).vertices is same.vertices


def test_concave_polygons_keep_their_area():
    solid = ell()
    for first in range(6):
        profile = np.roll(np.arange(6), first)
        walls = [[i, (i + 1) % 6, (i + 1) % 6 + 6, i + 6] for i in range(6)]
        cells = [
            types.SimpleNamespace(type="polygon", data=[profile[::-1], profile + 6]),
            types.SimpleNamespace(type="quad", data=np.array(walls)),
        ]
        report = abut.examine(types.SimpleNamespace(points=solid.vertices, cells=cells))
        assert report.outward and report.area == pytest.approx(14) and report.volume == pytest.approx(3)
    bad = types.SimpleNamespace(points=CUBE, cells={"quad": [[0, 1, 3, 8]]})
    with pytest.raises(ValueError, match="mesh.cells names vertex 8"):
        abut.as_mesh(bad)


def test_what_a_reader_passes_over_is_a_warning(tmp_path):
    path = tmp_path / "points.obj"
    path.write_text("".join(f"v {x} {y} {z}\n" for x, y, z in CUBE))
    with pytest.warns(UserWarning, match="no faces: the convex hull of the 8 vertices"):
        mesh = abut.read_mesh(path)
    assert abut.examine(mesh).volume == pytest.approx(1)


def test_cells_of_volumes_are_refused():
    solid = types.SimpleNamespace(points=CUBE, cells=[types.SimpleNamespace(type="tetra", data=np.zeros((1, 4), int))])
    with pytest.raises(ValueError, match="mesh.cells has cells of type 'tetra'; allowed are triangle, quad and polygon"):
        abut.as_mesh(solid)


def test_trimesh_and_meshio_themselves():
    trimesh = pytest.importorskip("trimesh")
    meshio = pytest.importorskip("meshio")
    box = trimesh.creation.box((1, 2, 3))
    assert abut.examine(box).volume == pytest.approx(6)
    assert abut.examine(meshio.Mesh(CUBE, [("triangle", TRIANGLES)])).volume == pytest.approx(1)
    mixed = meshio.Mesh(CUBE, [("triangle", np.concatenate([QUADS[:3, [0, 1, 2]], QUADS[:3, [0, 2, 3]]])), ("quad", QUADS[3:])])
    assert abut.examine(mixed).volume == pytest.approx(1)
    shapes = abut.ShapeSet()
    assert len(shapes.vertices(shapes.add_hull(np.asarray(box.vertices)))) == 8


def crack():
    """A cube of triangles that each have corners of their own, one of them a little off: open by its edges."""
    soup = np.concatenate([CUBE[list(t)] for t in TRIANGLES]).astype(float)
    soup[4] += 1e-9
    return soup, np.arange(len(soup)).reshape(-1, 3)


def turned():
    return CUBE, [TRIANGLES[0][::-1], *TRIANGLES[1:]]


@pytest.mark.parametrize("mesh", [crack, turned])
@pytest.mark.parametrize("mode", ["cover", "fit"])
def test_an_open_mesh_that_can_be_mended_is_cut_like_the_solid(mesh, mode):
    with pytest.warns(UserWarning, match="^mesh was mended, as repair_mesh does: .*(welded 1 vertex|turned)"):
        parts = abut.decompose(mesh(), mode=mode)
    assert len(parts) == 1 and abut.mass_properties(parts[0]).volume == pytest.approx(1.0)
    report = abut.measure_parts(mesh(), parts)
    assert report.covers and not report.surface and report.volume_ratio == pytest.approx(1.0)
    with pytest.raises(abut.InvalidInput, match="clos|orientation"):  # what is said to be a solid has to be one
        abut.decompose(mesh(), mode=mode, body="solid")
    with pytest.warns(UserWarning, match="mended"):
        assert len(abut.add_parts(abut.ShapeSet(), mesh())) == 1


def test_what_is_mended_says_what_is_wrong_with_the_options():
    with pytest.raises(abut.InvalidInput, match="concavity is 7"):
        abut.decompose(crack(), concavity=7.0)


def test_repair_says_what_it_did():
    turned = TRIANGLES.copy()
    turned[3] = turned[3][::-1]
    repaired = abut.repair_mesh((CUBE, turned))
    assert repaired.refusal == "" and repaired.steps and abut.examine(repaired.mesh).outward
    assert abut.repair_mesh((CUBE, TRIANGLES[:6])).refusal != ""


def test_mass_of_a_mesh_is_that_of_its_solid():
    mass = abut.mass_properties((2 * CUBE + [1, 0, 0], TRIANGLES))
    assert mass.volume == pytest.approx(8)
    assert mass.centre == pytest.approx((2, 1, 1))
    assert mass.moments == pytest.approx((16 / 3, 16 / 3, 16 / 3))
    assert np.asarray(mass.inertia) == pytest.approx(np.eye(3) * 16 / 3)
    assert np.linalg.det(mass.axes) == pytest.approx(1)
    with pytest.raises(abut.InvalidInput, match="mesh"):
        abut.mass_properties((CUBE, TRIANGLES[:6]))


def test_parts_cover_the_body_and_become_a_compound(tmp_path):
    mesh = ell()
    parts = abut.decompose(mesh, concavity=0.01)
    report = abut.measure_parts(mesh, parts)
    assert report.covers and report.parts == len(parts) == 2
    assert report.volume_ratio == pytest.approx(1, abs=1e-3)
    assert 0 <= report.least_relative_concavity <= report.relative_concavity <= 0.0105
    assert not abut.measure_parts(mesh, parts[:1]).covers
    shapes, bodies = abut.ShapeSet(), abut.BodySet()
    indices = abut.add_parts(shapes, mesh, parts=parts)
    bodies.add_compound(indices)
    ball = shapes.add_sphere(0.25)
    bodies.add(ball, [1.5, 1.5, 0.5])  # in the notch of the L: apart from it by 0.25
    contacts = abut.detect(shapes, bodies, alert_distance=0.3).contacts
    assert np.allclose(np.sort(contacts.separation), 0.25, atol=1e-3)
    assert not abut.detect(shapes, bodies).pairs.size
    files = abut.write_parts("ell", mesh, parts, tmp_path / "parts")
    assert any(name.endswith("scene.json") for name in files)


def test_an_open_mesh_is_covered_as_a_surface_or_wrapped():
    cup = (CUBE, np.delete(TRIANGLES, [0, 6], axis=0))  # one side is missing
    parts = abut.decompose(cup)
    report = abut.measure_parts(cup, parts)
    assert report.covers and report.surface and report.parts == len(parts) == 5
    assert abut.decompose(cup, thickness=0.02, body="surface")
    wrap = abut.wrap_mesh(cup, resolution=16)
    found = abut.examine(wrap.mesh)
    assert found.closed and found.outward and abs(found.volume - 1) < 6 * wrap.wrap_to_mesh
    assert wrap.cell == pytest.approx(1 / 16) and wrap.mesh_outside <= wrap.mesh_to_wrap + wrap.cell


def test_grains_are_read_and_welded():
    grain = abut.read_mesh(ROOT / "examples/grains/A-anm-00001.ply")
    assert grain.vertices.dtype == np.float64 and grain.triangles.dtype == np.uint32
    assert abut.examine(abut.weld(grain)).closed


def test_a_difference_holds_the_origin_where_shapes_overlap():
    difference = abut.minkowski_difference(CUBE, CUBE, position=[0.5, 0, 0])
    assert difference.dimension == 3 and np.allclose(difference.vertices.min(axis=0), [-1.5, -1, -1])
    a, b = difference.sources.T
    assert np.allclose(difference.vertices, CUBE[a] - (CUBE[b] + [0.5, 0, 0]))
    assert sorted(len(face) for face in difference.faces) == [4] * 6
    block = abut.entrance_block(CUBE, CUBE, reference_point=[0, 0, 0])
    assert np.allclose(block.vertices.max(axis=0), [1, 1, 1])
