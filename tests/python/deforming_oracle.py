"""Distances of points, edges and triangles in NumPy, all with all, by other formulas than the library's; and meshes."""

import numpy as np

import abut


def dot(a, b):
    return np.einsum("...d,...d->...", a, b)


def norm(a):
    return np.sqrt(dot(a, a))


def point_segment(p, a, b):
    d = b - a
    s = np.clip(dot(p - a, d) / dot(d, d), 0, 1)
    return norm(p - a - s[..., None] * d)


def point_triangle(p, a, b, c):
    """The least of the distances to the edges, and to the plane where the foot is inside."""
    u, v, w = b - a, c - a, p - a
    uu, uv, vv, wu, wv = dot(u, u), dot(u, v), dot(v, v), dot(w, u), dot(w, v)
    s, t = (vv * wu - uv * wv) / (uu * vv - uv**2), (uu * wv - uv * wu) / (uu * vv - uv**2)
    inside = (s >= 0) & (t >= 0) & (s + t <= 1)
    least = np.minimum(np.minimum(point_segment(p, a, b), point_segment(p, b, c)), point_segment(p, c, a))
    return np.where(inside, np.minimum(least, norm(w - s[..., None] * u - t[..., None] * v)), least)


def segment_segment(a, b, c, d):
    """The least of the distances of ends, and of the lines where both feet are inside."""
    u, v, w = b - a, d - c, a - c
    uu, uv, vv, wu, wv = dot(u, u), dot(u, v), dot(v, v), dot(w, u), dot(w, v)
    with np.errstate(divide="ignore", invalid="ignore"):
        s, t = (uv * wv - vv * wu) / (uu * vv - uv**2), (uu * wv - uv * wu) / (uu * vv - uv**2)
    inside = (s >= 0) & (s <= 1) & (t >= 0) & (t <= 1)
    lines = norm(w + np.where(inside, s, 0)[..., None] * u - np.where(inside, t, 0)[..., None] * v)
    ends = [point_segment(a, c, d), point_segment(b, c, d), point_segment(c, a, b), point_segment(d, a, b)]
    least = np.min(ends, axis=0)
    return np.where(inside, np.minimum(least, lines), least)


def _volume(p, q, r, s):
    return dot(np.cross(q - p, r - p), s - p)


def pierces(a, b, f):
    """Whether segments a b go through triangles f (..., 3, 3)."""
    f0, f1, f2 = f[..., 0, :], f[..., 1, :], f[..., 2, :]
    between = (_volume(f0, f1, f2, a) > 0) != (_volume(f0, f1, f2, b) > 0)
    around = np.stack([_volume(a, b, f0, f1) > 0, _volume(a, b, f1, f2) > 0, _volume(a, b, f2, f0) > 0])
    return between & (around.all(axis=0) | ~around.any(axis=0))


def triangle_triangle(f, g):
    """Distances (N,) of triangles (N, 3, 3), and whether they go through each other."""
    least, through = np.full(len(f), np.inf), np.zeros(len(f), bool)
    for i in range(3):
        least = np.minimum(least, point_triangle(f[:, i], *g.swapaxes(0, 1)))
        least = np.minimum(least, point_triangle(g[:, i], *f.swapaxes(0, 1)))
        through |= pierces(f[:, i], f[:, (i + 1) % 3], g) | pierces(g[:, i], g[:, (i + 1) % 3], f)
        for j in range(3):
            least = np.minimum(least, segment_segment(f[:, i], f[:, (i + 1) % 3], g[:, j], g[:, (j + 1) % 3]))
    return np.where(through, 0, least), through


def facet_pairs(facets, body_of, searched):
    """(K, 2): of different bodies, or of one that is searched for contact with itself and without a common node."""
    a, b = np.triu_indices(len(facets), 1)
    common = (facets[a][:, :, None] == facets[b][:, None, :]).any(axis=(1, 2))
    keep = ~common & ((body_of[a] != body_of[b]) | np.isin(body_of[a], searched))
    return np.c_[a, b][keep]


def all_contacts(nodes, facets, pairs, alert):
    """{(kind, four nodes): distance} of nodes with facets (kind 0) and edges (1), of pairs of facets within the distance."""
    f, g = nodes[facets[pairs[:, 0]]], nodes[facets[pairs[:, 1]]]
    near = triangle_triangle(f, g)[0] <= alert
    a, b, f, g, found = facets[pairs[near, 0]], facets[pairs[near, 1]], f[near], g[near], {}

    def add(kind, names, distances):
        for name, distance in zip(names.tolist(), distances):
            if distance <= alert:
                found[kind, name_of(kind, name)] = distance

    for i in range(3):
        add(0, np.c_[a[:, i], b], point_triangle(f[:, i], *g.swapaxes(0, 1)))
        add(0, np.c_[b[:, i], a], point_triangle(g[:, i], *f.swapaxes(0, 1)))
        for j in range(3):
            k, l = (i + 1) % 3, (j + 1) % 3
            add(1, np.c_[a[:, i], a[:, k], b[:, j], b[:, l]], segment_segment(f[:, i], f[:, k], g[:, j], g[:, l]))
    return found


def name_of(kind, nodes):
    """The same for whatever order its nodes are told in."""
    if kind == 0:
        return (nodes[0], *sorted(nodes[1:]))
    return tuple(sorted([tuple(sorted(nodes[:2])), tuple(sorted(nodes[2:]))]))


def sheet(count, side=1.0):
    """Nodes (N, 3) of a square from 0 to `side` in x and y, and its triangles, counterclockwise from above."""
    at = np.linspace(0, side, count + 1)
    nodes = np.array([[x, y, 0] for y in at for x in at])
    corner = np.array([j * (count + 1) + i for j in range(count) for i in range(count)])
    cells = np.c_[corner, corner + 1, corner + count + 2, corner + count + 1]
    return nodes, np.ascontiguousarray(np.concatenate([cells[:, [0, 1, 2]], cells[:, [0, 2, 3]]]), np.uint32)


#: Of the unit cube, and the cube as elements: one hexahedron, or six tetrahedra about the diagonal from corner 0 to corner 6.
CUBE = np.array([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0], [0, 0, 1], [1, 0, 1], [1, 1, 1], [0, 1, 1]], float)
HEXAHEDRON = [[0, 1, 2, 3, 4, 5, 6, 7]]
TETRAHEDRA = [[0, a, b, 6] for a, b in ((1, 2), (2, 3), (3, 7), (7, 4), (4, 5), (5, 1))]


def cubes(*places, elements="hexahedra"):
    """Unit cubes with these corners, and the nodes of all."""
    bodies, nodes = abut.DeformingBodies(), []
    for place in places:
        bodies.add(8, **{elements: HEXAHEDRON if elements == "hexahedra" else TETRAHEDRA})
        nodes.append(CUBE + place)
    return bodies, np.concatenate(nodes)


def same(a, b):
    """Whether all arrays of two answers are equal."""
    return all(np.array_equal(x, y) and x.dtype == y.dtype for x, y in zip(vars(a).values(), vars(b).values()))
