"""Files that the pages' commands are about, in every folder that a page is run in: meshes, a scene, a case."""

import json
import math

# A bracket: an L in section, from z = 0 to 1; a plate; a peg that reaches 0.1 into it.
SECTION = [(0, 0), (4, 0), (4, 1), (1, 1), (1, 3), (0, 3)]


def bracket():
    count = len(SECTION)
    vertices = [(x, y, z) for z in (0, 1) for x, y in SECTION]
    caps = [(0, 1, 2), (0, 2, 3), (0, 3, 4), (0, 4, 5)]
    triangles = [(c, b, a) for a, b, c in caps] + [tuple(v + count for v in t) for t in caps]
    for i in range(count):
        j = (i + 1) % count
        triangles += [(i, j, count + j), (i, count + j, count + i)]
    return vertices, triangles


def box(low, high):
    vertices = [tuple((high if k >> axis & 1 else low)[axis] for axis in range(3)) for k in range(8)]
    quads = [(0, 4, 6, 2), (1, 3, 7, 5), (0, 1, 5, 4), (2, 6, 7, 3), (0, 2, 3, 1), (4, 5, 7, 6)]
    return vertices, [t for a, b, c, d in quads for t in ((a, b, c), (a, c, d))]


def ring(large=1.0, small=0.25, around=48, across=24):
    """A torus about z."""
    vertices, triangles = [], []
    for i in range(around):
        for j in range(across):
            u, v = 2 * math.pi * i / around, 2 * math.pi * j / across
            r = large + small * math.cos(v)
            vertices.append((r * math.cos(u), r * math.sin(u), small * math.sin(v)))
            a, b = i * across + j, i * across + (j + 1) % across
            c, d = (b + across) % (around * across), (a + across) % (around * across)
            triangles += [(a, c, b), (a, d, c)]
    return vertices, triangles


def obj(mesh):
    vertices, triangles = mesh
    return "".join(f"v {x} {y} {z}\n" for x, y, z in vertices) + "".join(
        f"f {a + 1} {b + 1} {c + 1}\n" for a, b, c in triangles)


def stl(mesh):
    vertices, triangles = mesh
    out = ["solid"]
    for triangle in triangles:
        corners = "".join("    vertex {} {} {}\n".format(*vertices[v]) for v in triangle)
        out.append(f"facet normal 0 0 0\n  outer loop\n{corners}  endloop\nendfacet")
    return "\n".join(out + ["endsolid"]) + "\n"


SCENE = {
    "version": 1,
    "shapes": [{"name": "brick", "box": {"half_extents": [1, 0.5, 0.25]}}, {"name": "ball", "sphere": {"radius": 0.5}}],
    "bodies": [{"shape": "brick"}, {"shape": "ball", "position": [0.2, 0.1, 0.7]}],
}


def write(folder):
    (folder / "rock.obj").write_text(obj(bracket()))
    (folder / "ring.obj").write_text(obj(ring()))
    (folder / "bracket.stl").write_text(stl(bracket()))
    (folder / "peg.stl").write_text(stl(box((1.5, 0.9, 0.25), (2, 2, 0.75))))
    (folder / "scene.json").write_text(json.dumps(SCENE))
    (folder / "my_code.cpp").write_text('#include "abut/abut.h"\nint main() {}\n')
