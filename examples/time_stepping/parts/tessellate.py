"""Makes the meshes of this folder from two STEP files: README.md says where these are from.

    pip install 'cadquery-ocp-novtk<7.9'
    python3 tessellate.py SHAFT.STEP PULLEY.STEP

Chord errors are the radial clearance between the shaft (1.995 mm) and the bore (2.000 mm), and a half of it. Units stay
mm. Vertices of faces that meet are welded by position; what is not closed and outward then is refused.
"""

import struct
import sys
from collections import Counter
from pathlib import Path

from OCP.BRep import BRep_Tool
from OCP.BRepMesh import BRepMesh_IncrementalMesh
from OCP.STEPControl import STEPControl_Reader
from OCP.TopAbs import TopAbs_FACE, TopAbs_REVERSED
from OCP.TopExp import TopExp_Explorer
from OCP.TopLoc import TopLoc_Location
from OCP.TopoDS import TopoDS

CLEARANCE = 0.005  # mm
ANGLE = 0.5  # rad, between facets at most: the chord error asks for less everywhere but in the smallest fillets
WELD = 1e-7  # mm


def shape_of(path):
    reader = STEPControl_Reader()
    reader.ReadFile(str(path))
    reader.TransferRoots()
    return reader.OneShape()


def faces_of(shape):
    explorer = TopExp_Explorer(shape, TopAbs_FACE)
    while explorer.More():
        yield TopoDS.Face_s(explorer.Current())
        explorer.Next()


def mesh_of(shape, chord):
    BRepMesh_IncrementalMesh(shape, chord, False, ANGLE, False)
    places, vertices, triangles = {}, [], []
    for face in faces_of(shape):
        location = TopLoc_Location()
        part = BRep_Tool.Triangulation_s(face, location)
        numbers = []
        for k in range(1, part.NbNodes() + 1):
            p = part.Node(k).Transformed(location.Transformation())
            xyz = (p.X(), p.Y(), p.Z())
            key = tuple(round(x / WELD) for x in xyz)
            if key not in places:
                places[key] = len(vertices)
                vertices.append(xyz)
            numbers.append(places[key])
        for k in range(1, part.NbTriangles() + 1):
            a, b, c = (numbers[i - 1] for i in part.Triangle(k).Get())
            triangles.append((a, c, b) if face.Orientation() == TopAbs_REVERSED else (a, b, c))
    return vertices, triangles


def volume_of(vertices, triangles):
    total = 0.0
    for t in triangles:
        (ax, ay, az), (bx, by, bz), (cx, cy, cz) = (vertices[i] for i in t)
        total += ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx)
    return total / 6


def check(name, vertices, triangles):
    edges = Counter((t[k], t[(k + 1) % 3]) for t in triangles for k in range(3))
    if any(count != 1 or edges[(b, a)] != 1 for (a, b), count in edges.items()):
        raise SystemExit(f"{name}: is not closed")
    if not volume_of(vertices, triangles) > 0:
        raise SystemExit(f"{name}: is not outward")


def write_ply(path, vertices, triangles):
    header = (
        f"ply\nformat binary_little_endian 1.0\nelement vertex {len(vertices)}\nproperty double x\nproperty double y\n"
        f"property double z\nelement face {len(triangles)}\nproperty list uchar int vertex_indices\nend_header\n"
    )
    with open(path, "wb") as file:
        file.write(header.encode())
        for v in vertices:
            file.write(struct.pack("<3d", *v))
        for t in triangles:
            file.write(struct.pack("<B3i", 3, *t))


def main():
    folder = Path(__file__).parent
    for name, source in (("shaft", sys.argv[1]), ("pulley", sys.argv[2])):
        for level, chord in (("coarse", CLEARANCE), ("fine", CLEARANCE / 2)):
            vertices, triangles = mesh_of(shape_of(source), chord)  # read anew: a shape keeps a finer mesh that it has
            check(f"{name}_{level}", vertices, triangles)
            write_ply(folder / f"{name}_{level}.ply", vertices, triangles)
            print(f"{name}_{level}.ply: {len(triangles)} triangles, {volume_of(vertices, triangles):.4f} mm^3")


if __name__ == "__main__":
    main()
