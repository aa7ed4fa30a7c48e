"""Polygons of the plane in NumPy: what tests hold answers of queries against, whatever algorithm found them."""

import numpy as np


def hull(points):
    """The vertices of the convex hull of points in general position, counter-clockwise: gift wrapping."""
    points = np.asarray(points, float)
    first = at = int(np.lexsort((points[:, 1], points[:, 0]))[0])
    order = []
    while True:
        order.append(at)
        best = (at + 1) % len(points)
        for i in range(len(points)):
            e, f = points[best] - points[at], points[i] - points[at]
            if i != at and e[0] * f[1] - e[1] * f[0] < 0:
                best = i
        at = best
        if at == first:
            return points[order]


def turned(rotation):
    c, s = rotation
    return np.array([[c, -s], [s, c]])


def edges(polygon):
    """Starts and ends; of a segment both ways, of a point none."""
    return (polygon, np.roll(polygon, -1, axis=0)) if len(polygon) > 1 else (polygon[:0], polygon[:0])


def from_segments(points, starts, ends):
    """The smallest distance of any point from any segment."""
    along = ends - starts
    t = ((points[:, None] - starts) * along).sum(axis=2) / (along**2).sum(axis=1)
    nearest = starts + np.clip(t, 0, 1)[:, :, None] * along
    return np.linalg.norm(points[:, None] - nearest, axis=2).min()


def signed_distance(a, b):
    """The gap of two convex polygons (K, 2), counter-clockwise, or minus the depth: the best of all edges' normals."""
    best = -np.inf
    for one, other, side in ((a, b, 1.0), (b, a, 1.0)):
        starts, ends = edges(one)
        along = ends - starts
        normals = side * np.stack([along[:, 1], -along[:, 0]], axis=1) / np.linalg.norm(along, axis=1, keepdims=True)
        for n in normals:
            best = max(best, (other @ n).min() - (one @ n).max())
    if len(a) + len(b) > 2 and best <= 0:
        return best
    gaps = [np.linalg.norm(a[:, None] - b, axis=2).min()]
    for one, other in ((a, b), (b, a)):
        if len(one) > 1:
            gaps.append(from_segments(other, *edges(one)))
    return min(gaps)


def area(polygon):
    x, y = np.asarray(polygon).T
    return (x * np.roll(y, -1) - np.roll(x, -1) * y).sum() / 2


def clipped(polygon, by):
    """What of a convex polygon lies in another (Sutherland & Hodgman)."""
    for p, q in zip(*edges(np.asarray(by, float))):
        height = [(q[0] - p[0]) * (v[1] - p[1]) - (q[1] - p[1]) * (v[0] - p[0]) for v in polygon]
        kept = []
        for i, v in enumerate(polygon):
            w, hv, hw = polygon[(i + 1) % len(polygon)], height[i], height[(i + 1) % len(polygon)]
            if hv >= 0:
                kept.append(v)
            if hv * hw < 0:
                kept.append(v + (w - v) * hv / (hv - hw))
        polygon = kept
        if not polygon:
            return np.empty((0, 2))
    return np.array(polygon)
