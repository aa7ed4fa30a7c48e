"""NURBS in NumPy, by the recursion of Cox and de Boor and Leibniz's rule: what tests hold points of surfaces against."""

import numpy as np
import pytest

import abut


def basis(knots, degree, i, u, order=0):
    """The basis function i at parameters (N,), or one of its derivatives."""
    if order > 0:
        def part(j):
            width = knots[j + degree] - knots[j]
            return degree / width * basis(knots, degree - 1, j, u, order - 1) if width > 0 and degree > 0 else 0 * u

        return part(i) - part(i + 1)
    if degree == 0:
        last = knots[i] < knots[i + 1] == knots[-1]  # the end of the domain, where it is clamped, belongs to the last span
        return ((knots[i] <= u) & ((u < knots[i + 1]) | (last & (u == knots[i + 1])))).astype(float)
    out = 0 * u
    if knots[i + degree] > knots[i]:
        out = out + (u - knots[i]) / (knots[i + degree] - knots[i]) * basis(knots, degree - 1, i, u)
    if knots[i + degree + 1] > knots[i + 1]:
        out = out + (knots[i + degree + 1] - u) / (knots[i + degree + 1] - knots[i + 1]) * basis(knots, degree - 1, i + 1, u)
    return out


def table(knots, degree, u, order=0):
    """All basis functions, (N, n)."""
    u = np.asarray(u, float)
    return np.stack([basis(knots, degree, i, u, order) for i in range(len(knots) - degree - 1)], axis=-1)


def homogeneous(shape):
    """Control points (..., d + 1) of w x, ..., w."""
    points = shape.points
    weights = np.ones(points.shape[:-1]) if shape.weights is None else shape.weights
    return np.concatenate([points * weights[..., None], weights[..., None]], axis=-1)


def curve_jet(curve, u):
    """Point, first and second derivative: (N, 2) each."""
    a, a1, a2 = (table(curve.knots, curve.degree, u, k) @ homogeneous(curve) for k in range(3))
    w, w1, w2 = a[:, 2:], a1[:, 2:], a2[:, 2:]
    c = a[:, :2] / w
    c1 = (a1[:, :2] - w1 * c) / w
    return c, c1, (a2[:, :2] - 2 * w1 * c1 - w2 * c) / w


def surface_jet(surface, u, v):
    """Point and derivatives by u, v, uu, uv, vv: (N, 3) each."""
    net = homogeneous(surface)
    of_u = [table(surface.knots_u, surface.degree_u, u, k) for k in range(3)]
    of_v = [table(surface.knots_v, surface.degree_v, v, k) for k in range(3)]
    a = {(k, l): np.einsum("ni,nj,ijd->nd", of_u[k], of_v[l], net) for k in range(3) for l in range(3) if k + l <= 2}
    w = {key: value[:, 3:] for key, value in a.items()}
    s = a[0, 0][:, :3] / w[0, 0]
    su = (a[1, 0][:, :3] - w[1, 0] * s) / w[0, 0]
    sv = (a[0, 1][:, :3] - w[0, 1] * s) / w[0, 0]
    suu = (a[2, 0][:, :3] - 2 * w[1, 0] * su - w[2, 0] * s) / w[0, 0]
    suv = (a[1, 1][:, :3] - w[1, 0] * sv - w[0, 1] * su - w[1, 1] * s) / w[0, 0]
    svv = (a[0, 2][:, :3] - 2 * w[0, 1] * sv - w[0, 2] * s) / w[0, 0]
    return s, su, sv, suu, suv, svv


def grid(surface, count):
    """Points (count * count, 3) at parameters over all of the domain, ends included."""
    u, v = np.linspace(*surface.domain_u, count), np.linspace(*surface.domain_v, count)
    a = np.einsum("ki,lj,ijd->kld", table(surface.knots_u, surface.degree_u, u), table(surface.knots_v, surface.degree_v, v),
                  homogeneous(surface)).reshape(-1, 4)
    return a[:, :3] / a[:, 3:]


def refused_in_one_line(call, kind, line):
    """`call` raises that kind of error, in a line that begins so."""
    with pytest.raises(kind) as caught:
        call()
    assert str(caught.value).startswith(line) and len(str(caught.value).splitlines()) == 1
    assert isinstance(caught.value, abut.InvalidInput) == (kind is abut.InvalidInput)
