// Convex polygons in the plane by the plainest means, in long double: what patches are held against.
#pragma once

#include <cmath>
#include <vector>

namespace abut::test {

struct FlatPoint {
  long double u, v;
};
using FlatPolygon = std::vector<FlatPoint>;

inline FlatPolygon square(long double half) { return {{-half, -half}, {half, -half}, {half, half}, {-half, half}}; }

/// What of a polygon has nu * u + nv * v <= offset.
inline FlatPolygon cut(const FlatPolygon& in, long double nu, long double nv, long double offset) {
  FlatPolygon out;
  for (std::size_t i = 0; i < in.size(); ++i) {
    const FlatPoint p = in[i], q = in[(i + 1) % in.size()];
    const long double dp = nu * p.u + nv * p.v - offset, dq = nu * q.u + nv * q.v - offset;
    if (dp <= 0) out.push_back(p);
    if ((dp < 0 && dq > 0) || (dp > 0 && dq < 0)) {
      const long double t = dp / (dp - dq);
      out.push_back({p.u + t * (q.u - p.u), p.v + t * (q.v - p.v)});
    }
  }
  return out;
}

/// What of a polygon lies in the hull of points: every line through two of them that has all on one side is an edge.
inline FlatPolygon cut_to_hull(FlatPolygon in, const std::vector<FlatPoint>& points) {
  for (const FlatPoint& p : points) {
    for (const FlatPoint& q : points) {
      const long double nu = q.v - p.v, nv = p.u - q.u, size = std::hypot(nu, nv);
      if (!(size > 1e-12L)) continue;
      bool edge = true;
      for (const FlatPoint& r : points) edge = edge && nu * (r.u - p.u) + nv * (r.v - p.v) <= 1e-13L * size;
      if (edge) in = cut(in, nu / size, nv / size, (nu * p.u + nv * p.v) / size);
    }
  }
  return in;
}

struct FlatMeasure {
  long double area = 0, u = 0, v = 0;
};

inline FlatMeasure measure(const FlatPolygon& p) {
  FlatMeasure m;
  for (std::size_t i = 2; i < p.size(); ++i) {
    const FlatPoint a = p[0], b = p[i - 1], c = p[i];
    const long double area = ((b.u - a.u) * (c.v - a.v) - (b.v - a.v) * (c.u - a.u)) / 2;
    m.area += area;
    m.u += area * (a.u + b.u + c.u) / 3;
    m.v += area * (a.v + b.v + c.v) / 3;
  }
  if (m.area != 0) m.u /= m.area, m.v /= m.area;
  return m;
}

}  // namespace abut::test
