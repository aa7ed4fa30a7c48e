#include "host/torture/outline.h"

#include <algorithm>
#include <map>
#include <utility>

namespace abut::torture {
namespace {

/// Columns t, n x t, n.
Mat3<double> frame(Vec3<double> n, Vec3<double> t) {
  const Vec3<double> s = cross(n, t);
  return {{t.x, s.x, n.x, t.y, s.y, n.y, t.z, s.z, n.z}};
}

Mat3<double> transposed(const Mat3<double>& f) {
  return {{f.m[0], f.m[3], f.m[6], f.m[1], f.m[4], f.m[7], f.m[2], f.m[5], f.m[8]}};
}

Vec3<double> polygon_normal(const std::vector<Vec3<double>>& v, const std::vector<std::uint32_t>& face) {
  Vec3<double> sum{0, 0, 0};
  for (std::size_t i = 1; i + 1 < face.size(); ++i) {
    sum = sum + cross(v[face[i]] - v[face[0]], v[face[i + 1]] - v[face[0]]);
  }
  return unit(sum);
}

}  // namespace

Vec3<double> unit(Vec3<double> v) {
  const double largest = max_abs(v);
  if (!(largest > 0)) return {0, 0, 1};
  int exponent = 0;
  std::frexp(largest, &exponent);  // thin faces: their products may underflow
  v = {std::ldexp(v.x, -exponent), std::ldexp(v.y, -exponent), std::ldexp(v.z, -exponent)};
  return v * (1 / length(v));
}

Vec3<double> perpendicular(Vec3<double> n) {
  const double x = std::abs(n.x), y = std::abs(n.y), z = std::abs(n.z);
  const Vec3<double> axis = x <= y && x <= z ? Vec3<double>{1, 0, 0}
                            : y <= z         ? Vec3<double>{0, 1, 0}
                                             : Vec3<double>{0, 0, 1};
  return unit(cross(n, axis));
}

Vec3<double> support_point(const io::CaseShape& shape, Vec3<double> u) {
  using io::CaseKind;
  const Vec3<double> l = shape.lengths;
  const double across = std::sqrt(u.x * u.x + u.y * u.y), scale = across > 0 ? l.x / across : 0;
  switch (shape.kind) {
    case CaseKind::ellipsoid: {
      const Vec3<double> q{l.x * u.x, l.y * u.y, l.z * u.z};
      const Vec3<double> d = unit(q);
      return {l.x * d.x, l.y * d.y, l.z * d.z};
    }
    case CaseKind::cylinder: return {u.x * scale, u.y * scale, u.z >= 0 ? l.y : -l.y};
    case CaseKind::cone: {
      const Vec3<double> rim{u.x * scale, u.y * scale, -l.y}, apex{0, 0, l.y};
      return dot(apex - rim, u) >= 0 ? apex : rim;
    }
    case CaseKind::sphere: return {0, 0, 0};
    case CaseKind::capsule: return {0, 0, u.z >= 0 ? l.y : -l.y};
    case CaseKind::box: return {u.x >= 0 ? l.x : -l.x, u.y >= 0 ? l.y : -l.y, u.z >= 0 ? l.z : -l.z};
    case CaseKind::minkowski_sum:
      return support_point(shape.terms[0], u) + shape.second.position +
             rotate(shape.second.rotation, support_point(shape.terms[1], rotate_back(shape.second.rotation, u)));
    default: break;
  }
  Vec3<double> best = shape.vertices.at(0);
  for (const Vec3<double>& v : shape.vertices) {
    if (dot(v - best, u) > 0) best = v;
  }
  return best;
}

Outline::Outline(const ShapeSet& shapes, std::uint32_t shape, const io::CaseShape& made_from)
    : shape_(made_from), size_(shapes.header(shape).size), rounding_(shapes.header(shape).rounding) {
  const ShapeHeader& header = shapes.header(shape);
  centre_ = {header.centre[0], header.centre[1], header.centre[2]};
  const auto vertices = shapes.vertices(shape);
  vertices_.assign(vertices.begin(), vertices.end());
  faces_ = shapes.faces(shape);
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t>
      face_of_edge;  // the face that runs from first to second
  for (std::size_t f = 0; f < faces_.size(); ++f) {
    normals_.push_back(polygon_normal(vertices_, faces_[f]));
    for (std::size_t i = 0; i < faces_[f].size(); ++i) {
      face_of_edge[{faces_[f][i], faces_[f][(i + 1) % faces_[f].size()]}] = f;
    }
  }
  for (const auto& [ends, f] : face_of_edge) {
    const auto other = face_of_edge.find({ends.second, ends.first});
    if (ends.first > ends.second || other == face_of_edge.end()) continue;
    edges_.push_back({ends.first, ends.second, normals_[f], normals_[other->second]});
  }
  if (vertices_.size() == 2) {
    const Vec3<double> n = perpendicular(unit(vertices_[1] - vertices_[0]));
    edges_.push_back({0, 1, n, -n});
  }
}

Spot Outline::spot(Place kind, Draw& draw) const {
  if (vertices_.empty()) return curved_spot(kind, draw);
  if (kind == Place::face && !faces_.empty()) return face_spot(draw);
  if (kind != Place::vertex && !edges_.empty()) return edge_spot(draw);
  return vertex_spot(draw);
}

Spot Outline::vertex_spot(Draw& draw) const {
  const Vec3<double> u = draw.direction();
  std::size_t best = 0;
  for (std::size_t i = 1; i < vertices_.size(); ++i) {
    if (dot(vertices_[i] - vertices_[best], u) > 0) best = i;
  }
  return {vertices_[best], u, perpendicular(u)};
}

Spot Outline::edge_spot(Draw& draw) const {
  const Edge& e = edges_[draw.below(static_cast<std::uint32_t>(edges_.size()))];
  const Vec3<double> along = unit(vertices_[e.v1] - vertices_[e.v0]);
  const double s = draw.uniform(0, 1);
  // Flat shapes: half-way between opposite normals, the outward direction in the plane.
  Vec3<double> outward = cross(along, e.normal0);
  if (vertices_.size() == 2) outward = draw.chance(0.5) ? outward : -outward;
  Vec3<double> n = e.normal0 * s + e.normal1 * (1 - s);
  if (dot(e.normal0, e.normal1) < -0.99) n = n + outward * draw.uniform(0.1, 1);
  n = unit(n - along * dot(n, along));
  return {vertices_[e.v0] + (vertices_[e.v1] - vertices_[e.v0]) * draw.uniform(0, 1), n, along};
}

Spot Outline::face_spot(Draw& draw) const {
  const std::size_t f = draw.below(static_cast<std::uint32_t>(faces_.size()));
  const std::vector<std::uint32_t>& face = faces_[f];
  const std::size_t i = draw.below(static_cast<std::uint32_t>(face.size()));
  const Vec3<double> p = vertices_[face[0]], q = vertices_[face[i]], r = vertices_[face[(i + 1) % face.size()]];
  double s = draw.uniform(0, 1), t = draw.uniform(0, 1);
  if (s + t > 1) s = 1 - s, t = 1 - t;
  const Vec3<double> along = unit(vertices_[face[1]] - vertices_[face[0]]);
  const Vec3<double> n = normals_[f];
  return {p + (q - p) * s + (r - p) * t, n, unit(along - n * dot(along, n))};
}

/// Edges are rims, faces caps and sides; where there are none, any point.
Spot Outline::curved_spot(Place kind, Draw& draw) const {
  const bool cylinder = shape_.kind == io::CaseKind::cylinder, cone = shape_.kind == io::CaseKind::cone;
  const double r = shape_.lengths.x, h = shape_.lengths.y;
  const auto [c, s] = any_turn(draw);
  if ((!cylinder && !cone) || kind == Place::vertex) {
    const Vec3<double> u = draw.direction();
    return {support_point(shape_, u), u, perpendicular(u)};
  }
  const double end = cylinder && draw.chance(0.5) ? 1 : -1;
  if (kind == Place::edge) {
    const double t = draw.uniform(0, 1);
    return {{c * r, s * r, end * h}, unit({c * t, s * t, end * (1 - t)}), {-s, c, 0}};
  }
  if (draw.chance(0.5)) {
    const double t = draw.uniform(0, 1);
    return {{c * r * t, s * r * t, end * h}, {0, 0, end}, {c, s, 0}};
  }
  const double t = draw.uniform(0, 1);
  const double tip = cylinder ? r : 0;  // the side runs from the rim to there
  const Vec3<double> low{c * r, s * r, -h}, high{c * tip, s * tip, h};
  const Vec3<double> n = cylinder ? Vec3<double>{c, s, 0} : unit({c * 2 * h, s * 2 * h, r});
  return {low + (high - low) * t, n, unit(high - low)};
}

Pose opposite(const Outline& a, const Spot& on_a, const Outline& b, const Spot& on_b, double gap,
              std::array<double, 2> turn) {
  // B's frame (t, n x t, n) goes to (t', n' x t', n') with n' = -A's normal.
  const Vec3<double> n = -on_a.normal;
  const Vec3<double> t = on_a.tangent * turn[0] + cross(n, on_a.tangent) * turn[1];
  Pose pose;
  pose.rotation = times(frame(n, t), transposed(frame(on_b.normal, on_b.tangent)));
  const Vec3<double> target = on_a.point + on_a.normal * (gap + a.rounding() + b.rounding());
  pose.position = target - rotate(pose.rotation, on_b.point);
  return pose;
}

std::array<double, 2> any_turn(Draw& draw) {
  for (;;) {
    const double x = draw.uniform(-1, 1), y = draw.uniform(-1, 1), n = x * x + y * y;
    if (n < 1 && n > 1e-4) return {x / std::sqrt(n), y / std::sqrt(n)};
  }
}

}  // namespace abut::torture
