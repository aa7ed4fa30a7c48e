#include "examples/time_stepping/meshes.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace time_stepping {

namespace {

constexpr double pi = std::numbers::pi;

Vector polar(double radius, double angle) { return {radius * std::cos(angle), radius * std::sin(angle), 0}; }

std::uint32_t pieces(double length, double edge) {
  return std::max(1u, static_cast<std::uint32_t>(std::ceil(length / edge - 1e-9)));
}

/// Two triangles of the corners in turn.
void add_square(abut::Mesh& mesh, std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
  mesh.triangles.push_back({a, b, c});
  mesh.triangles.push_back({a, c, d});
}

/// Vertex 2 i at the bottom and 2 i + 1 at the top of point i.
void add_points(const Outline& outline, double height, abut::Mesh& mesh) {
  for (const Vector& p : outline) {
    mesh.vertices.push_back({p.x, p.y, -height / 2});
    mesh.vertices.push_back({p.x, p.y, height / 2});
  }
}

std::uint32_t count(const Outline& outline) { return static_cast<std::uint32_t>(outline.size()); }

}  // namespace

Outline circle(double radius, std::uint32_t sides) {
  Outline out;
  for (std::uint32_t k = 0; k < sides; ++k) out.push_back(polar(radius, 2 * pi * k / sides));
  return out;
}

abut::Mesh prism(const Outline& outline, double height) {
  abut::Mesh out;
  add_points(outline, height, out);
  const std::uint32_t n = count(outline), bottom = 2 * n, top = 2 * n + 1;
  out.vertices.push_back({0, 0, -height / 2});
  out.vertices.push_back({0, 0, height / 2});
  for (std::uint32_t i = 0; i < n; ++i) {
    const std::uint32_t a = 2 * i, b = 2 * ((i + 1) % n);
    add_square(out, a, b, b + 1, a + 1);
    out.triangles.push_back({bottom, b, a});
    out.triangles.push_back({top, a + 1, b + 1});
  }
  return out;
}

abut::Mesh ring(const Outline& inner, const Outline& outer, double height) {
  abut::Mesh out;
  add_points(inner, height, out);
  add_points(outer, height, out);
  const std::uint32_t n = count(inner);
  for (std::uint32_t i = 0; i < n; ++i) {
    const std::uint32_t a = 2 * i, b = 2 * ((i + 1) % n), c = 2 * n + b, d = 2 * n + a;
    add_square(out, d, c, c + 1, d + 1);  // outside
    add_square(out, b, a, a + 1, b + 1);  // hole
    add_square(out, a + 1, d + 1, c + 1, b + 1);
    add_square(out, a, b, c, d);
  }
  return out;
}

abut::Mesh box(const Vector& half) {
  abut::Mesh out;
  for (int k = 0; k < 8; ++k) {
    out.vertices.push_back({k & 1 ? half.x : -half.x, k & 2 ? half.y : -half.y, k & 4 ? half.z : -half.z});
  }
  add_square(out, 0, 2, 3, 1);
  add_square(out, 4, 5, 7, 6);
  add_square(out, 0, 1, 5, 4);
  add_square(out, 2, 6, 7, 3);
  add_square(out, 0, 4, 6, 2);
  add_square(out, 1, 3, 7, 5);
  return out;
}

Outline gear(const GearShape& shape) {
  const double pitch = 0.5 * shape.module * shape.teeth, base = pitch * std::cos(shape.pressure_angle);
  const double tip = pitch + shape.module, root = pitch - 1.25 * shape.module;
  // The involute's own angle at a radius, and half of the angle of a tooth on the pitch circle.
  const auto involute = [&](double r) { return std::sqrt(r * r / (base * base) - 1) - std::acos(base / r); };
  const double half = pi / (2 * shape.teeth) - 0.5 * shape.thinning / pitch;
  std::vector<Vector> flank;  // of the tooth about x, with y below 0, outwards; radius and angle
  if (root < base) flank.push_back({root, -half - involute(pitch), 0});
  const double first = std::max(root, base);
  for (std::uint32_t k = 0; k < shape.flank_points; ++k) {
    const double r = first + (tip - first) * k / (shape.flank_points - 1);
    flank.push_back({r, -half - involute(pitch) + involute(r), 0});
  }
  Outline out;
  for (std::uint32_t tooth = 0; tooth < shape.teeth; ++tooth) {
    const double at = 2 * pi * tooth / shape.teeth;
    for (const Vector& f : flank) out.push_back(polar(f.x, at + f.y));
    for (auto f = flank.rbegin(); f != flank.rend(); ++f) out.push_back(polar(f->x, at - f->y));
  }
  return out;
}

abut::Mesh sheet(double width, double depth, double edge) {
  const std::uint32_t columns = pieces(width, edge), rows = pieces(depth, edge);
  abut::Mesh out;
  for (std::uint32_t j = 0; j <= rows; ++j) {
    for (std::uint32_t i = 0; i <= columns; ++i) {
      out.vertices.push_back(
          {width * (static_cast<double>(i) / columns - 0.5), depth * (static_cast<double>(j) / rows - 0.5), 0});
    }
  }
  for (std::uint32_t j = 0; j < rows; ++j) {
    for (std::uint32_t i = 0; i < columns; ++i) {
      const std::uint32_t a = j * (columns + 1) + i, d = a + columns + 1;
      add_square(out, a, a + 1, d + 1, d);
    }
  }
  return out;
}

void add(const abut::Mesh& mesh, const abut::Pose& pose, abut::SimplicialComplex& to) {
  const auto first = static_cast<std::uint32_t>(to.vertices.size());
  for (const Vector& v : mesh.vertices) to.vertices.push_back(pose.position + abut::rotate(pose.rotation, v));
  for (const auto& t : mesh.triangles) to.triangles.push_back({first + t[0], first + t[1], first + t[2]});
}

void add_wire(const std::vector<Vector>& points, bool closed, double edge, abut::SimplicialComplex& to) {
  const auto first = static_cast<std::uint32_t>(to.vertices.size());
  const std::size_t spans = points.size() - (closed ? 0 : 1);
  for (std::size_t i = 0; i < spans; ++i) {
    const Vector &from = points[i], &next = points[(i + 1) % points.size()];
    const std::uint32_t n = pieces(abut::length(next - from), edge);
    for (std::uint32_t k = 0; k < n; ++k) to.vertices.push_back(from + (next - from) * (static_cast<double>(k) / n));
  }
  if (!closed) to.vertices.push_back(points.back());
  const auto end = static_cast<std::uint32_t>(to.vertices.size());
  for (std::uint32_t v = first; v + 1 < end; ++v) to.segments.push_back({v, v + 1});
  if (closed) to.segments.push_back({end - 1, first});
}

}  // namespace time_stepping
