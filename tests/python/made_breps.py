"""CAD models written by hand as B-Reps in JSON, for tests: nothing here knows the library but `read_brep`."""

import json
import math

import abut

ROUND = 2 * math.pi
ALONG = {"x": [1, 0, 0], "y": [0, 1, 0], "z": [0, 0, 1]}


class Part:
    """A part in the making; methods give the numbers of what they add."""

    def __init__(self, name="part"):
        self.data = {"name": name}
        for key in ("nurbs_surfaces", "nurbs_curves", "nurbs_parameter_curves", "curves", "parameter_curves", "surfaces", "vertices", "edges"):
            self.data[key] = []
        self.faces = []
        self.data["shells"] = [{"closed": True, "faces": self.faces}]

    def _add(self, key, value):
        self.data[key].append(value)
        return len(self.data[key]) - 1

    def vertex(self, point):
        return self._add("vertices", {"point": list(point), "tolerance": 1e-7})

    def edge(self, curve, begin, end, first, second):
        edge = {"begin": begin, "end": end, "vertices": [first, second], "tolerance": 1e-7}
        return self._add("edges", edge if curve is None else {"curve": curve, **edge})

    def line(self, origin, x):
        y = [x[1], x[2], x[0]]  # of a line along an axis
        z = [x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]]
        return self._add("curves", {"kind": "line", "origin": list(origin), "x": list(x), "y": y, "z": z})

    def circle(self, height, radius):
        return self._add("curves", {"kind": "circle", "origin": [0, 0, height], **ALONG, "radius": radius})

    def meridian(self, radius):
        """From the south pole of a ball to the north one, in the plane y = 0."""
        frame = {"x": [1, 0, 0], "y": [0, 0, 1], "z": [0, -1, 0]}
        return self._add("curves", {"kind": "circle", "origin": [0, 0, 0], **frame, "radius": radius})

    def straight(self, origin, x):
        """A line of parameters."""
        return self._add("parameter_curves", {"kind": "line", "origin": list(origin), "x": list(x)})

    def flat_circle(self, radius):
        return self._add("parameter_curves", {"kind": "circle", "origin": [0, 0], "x": [1, 0], "y": [0, 1], "radius": radius})

    def surface(self, kind, origin=(0, 0, 0), frame=ALONG, **sizes):
        return self._add("surfaces", {"kind": kind, "origin": list(origin), **frame, **sizes})

    def face(self, surface, *loops, reversed=False):
        """Loops of (edge, parameter curve, whether it is passed backwards)."""
        sides = [[dict(zip(("edge", "parameter_curve", "reversed"), side)) for side in loop] for loop in loops]
        self.faces.append({"surface": surface, "reversed": reversed, "tolerance": 1e-7, "loops": sides})


def box(size, name="box"):
    """[0, a] x [0, b] x [0, c]; faces 2 k and 2 k + 1 are those at 0 and at the far end of axis k."""
    part = Part(name)
    for corner in range(8):
        part.vertex([size[k] if corner >> k & 1 else 0.0 for k in range(3)])
    point = [v["point"] for v in part.data["vertices"]]
    edges = {}
    for axis in range(3):
        for corner in range(8):
            if not corner >> axis & 1:
                line = part.line(point[corner], [float(k == axis) for k in range(3)])
                edges[axis, corner] = part.edge(line, 0.0, size[axis], corner, corner | 1 << axis)
    units = [[float(i == k) for i in range(3)] for k in range(3)]
    for axis in range(3):
        for far in (False, True):
            u, v = ((axis + 1) % 3, (axis + 2) % 3) if far else ((axis + 2) % 3, (axis + 1) % 3)
            corner = 1 << axis if far else 0
            normal = [c if far else -c for c in units[axis]]
            plane = part.surface("plane", point[corner], {"x": units[u], "y": units[v], "z": normal})
            part.face(
                plane,
                [
                    (edges[u, corner], part.straight([0, 0], [1, 0]), False),
                    (edges[v, corner | 1 << u], part.straight([size[u], 0], [0, 1]), False),
                    (edges[u, corner | 1 << v], part.straight([0, size[v]], [1, 0]), True),
                    (edges[v, corner], part.straight([0, 0], [0, 1]), True),
                ],
            )
    return part


def ball(radius, name="ball"):
    """About the origin."""
    part = Part(name)
    south, north = part.vertex([0, 0, -radius]), part.vertex([0, 0, radius])
    seam = part.edge(part.meridian(radius), -math.pi / 2, math.pi / 2, south, north)
    low, high = part.edge(None, 0.0, ROUND, south, south), part.edge(None, 0.0, ROUND, north, north)
    part.face(
        part.surface("sphere", radius=radius),
        [
            (low, part.straight([0, -math.pi / 2], [1, 0]), False),
            (seam, part.straight([ROUND, 0], [0, 1]), False),
            (high, part.straight([0, math.pi / 2], [1, 0]), True),
            (seam, part.straight([0, 0], [0, 1]), True),
        ],
    )
    return part


def _wall(part, radius, height, inward):
    """A cylinder's face from z = 0 to the height. Its edges below and above."""
    first, second = part.vertex([radius, 0, 0]), part.vertex([radius, 0, height])
    low = part.edge(part.circle(0.0, radius), 0.0, ROUND, first, first)
    high = part.edge(part.circle(height, radius), 0.0, ROUND, second, second)
    seam = part.edge(part.line([radius, 0, 0], [0, 0, 1]), 0.0, height, first, second)
    sides = [
        (low, part.straight([0, 0], [1, 0]), False),
        (seam, part.straight([ROUND, 0], [0, 1]), False),
        (high, part.straight([0, height], [1, 0]), True),
        (seam, part.straight([0, 0], [0, 1]), True),
    ]
    part.face(part.surface("cylinder", radius=radius), sides, reversed=inward)
    return low, high


def _lids(part, height, radii, rims):
    """The ends at z = 0 and the height, between the first radius and others within it."""
    for z, which in ((0.0, 0), (height, 1)):
        loops = [[(rims[i][which], part.flat_circle(r), i > 0)] for i, r in enumerate(radii)]
        part.face(part.surface("plane", [0, 0, z]), *loops, reversed=z == 0.0)


def cylinder(radius, height, name="cylinder"):
    """About z, from z = 0. Faces: the wall, below, above."""
    part = Part(name)
    _lids(part, height, [radius], [_wall(part, radius, height, False)])
    return part


def tube(outer, inner, height, name="tube"):
    """About z, from z = 0. Faces: the outer wall, the inner wall, below, above."""
    part = Part(name)
    rims = [_wall(part, outer, height, False), _wall(part, inner, height, True)]
    _lids(part, height, [outer, inner], rims)
    return part


def instance(part, position=(0, 0, 0), name="", rotation=(1, 0, 0, 0, 1, 0, 0, 0, 1)):
    return {"part": part, "position": [float(x) for x in position], "rotation": list(rotation), "name": name}


def text_of(parts, instances=None, notes=()):
    """The file's text; each part where it is made unless instances say otherwise."""
    if instances is None:
        instances = [instance(i, name=part.data["name"]) for i, part in enumerate(parts)]
    return json.dumps({"brep": {"parts": [part.data for part in parts], "instances": instances, "notes": list(notes)}})


def read(folder, parts, instances=None, notes=()):
    """As `read_brep` reads it."""
    parts = parts if isinstance(parts, list) else [parts]
    path = folder / "made.brep.json"
    path.write_text(text_of(parts, instances, notes))
    return abut.read_brep(path)
