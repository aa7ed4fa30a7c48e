// examine(): what `abut info` says about a mesh.
#include <algorithm>
#include <cmath>
#include <string>
#include <tuple>

#include "abut/core/error.h"
#include "abut/shapes/mesh.h"
#include "host/number_text.h"
#include "host/shapes/face_planes.h"
#include "host/shapes/hull.h"
#include "host/shapes/mass_properties.h"
#include "host/shapes/union_find.h"

namespace abut {
namespace {

using Triangle = std::array<std::uint32_t, 3>;

bool has_equal_corners(const Triangle& t) { return t[0] == t[1] || t[1] == t[2] || t[2] == t[0]; }

bool has_area(const Mesh& mesh, const Triangle& t) {
  const Vec3<double> a = mesh.vertices[t[0]];
  const Vec3<double> u = mesh.vertices[t[1]] - a, v = mesh.vertices[t[2]] - a;
  const double extent = max(max_abs(u), max_abs(v));
  if (extent == 0) return false;
  const int e = -std::ilogb(extent);  // products of very small edges would underflow
  return max_abs(cross(Vec3<double>{std::ldexp(u.x, e), std::ldexp(u.y, e), std::ldexp(u.z, e)},
                       Vec3<double>{std::ldexp(v.x, e), std::ldexp(v.y, e), std::ldexp(v.z, e)})) > 0;
}

void check(const Mesh& mesh) {
  if (mesh.triangles.empty()) throw InvalidInput("mesh: no triangles; at least one is needed");
  for (std::size_t v = 0; v < mesh.vertices.size(); ++v) {
    for (const double c : {mesh.vertices[v].x, mesh.vertices[v].y, mesh.vertices[v].z}) {
      if (std::isfinite(c)) continue;
      throw InvalidInput("mesh: vertex " + std::to_string(v) + " has the coordinate " + host::number_text(c) +
                         "; only finite numbers are allowed");
    }
  }
}

void measure_box(MeshReport& report, const Mesh& mesh) {
  Vec3<double> lo = mesh.vertices[0], hi = mesh.vertices[0];
  for (const Vec3<double>& v : mesh.vertices) {
    lo = {min(lo.x, v.x), min(lo.y, v.y), min(lo.z, v.z)};
    hi = {max(hi.x, v.x), max(hi.y, v.y), max(hi.z, v.z)};
  }
  report.box_min = lo;
  report.box_max = hi;
  const Vec3<double> centre = lo * 0.5 + hi * 0.5;
  for (const Vec3<double>& v : mesh.vertices) {
    const Vec3<double> d = v - centre;
    report.size = max(report.size, std::hypot(d.x, d.y, d.z));
  }
}

struct Side {
  std::uint32_t lower, higher, triangle;
  bool forward;  ///< the triangle runs from the lower vertex to the higher
};

std::vector<Side> sorted_sides(const Mesh& mesh) {
  std::vector<Side> sides;
  sides.reserve(3 * mesh.triangles.size());
  for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t) {
    const Triangle& corners = mesh.triangles[t];
    if (has_equal_corners(corners)) continue;
    for (int k = 0; k < 3; ++k) {
      const std::uint32_t a = corners[k], b = corners[(k + 1) % 3];
      sides.push_back({std::min(a, b), std::max(a, b), t, a < b});
    }
  }
  std::sort(sides.begin(), sides.end(), [](const Side& a, const Side& b) {
    return std::tie(a.lower, a.higher, a.triangle) < std::tie(b.lower, b.higher, b.triangle);
  });
  return sides;
}

void examine_edges(MeshReport& report, const Mesh& mesh) {
  const std::vector<Side> sides = sorted_sides(mesh);
  host::UnionFind components(mesh.triangles.size());
  report.consistently_oriented = true;
  for (std::size_t i = 0, end = 0; i < sides.size(); i = end) {
    std::uint64_t forward = 0;
    for (end = i; end < sides.size() && sides[end].lower == sides[i].lower && sides[end].higher == sides[i].higher;
         ++end) {
      forward += sides[end].forward ? 1 : 0;
      components.join(sides[i].triangle, sides[end].triangle);
    }
    const std::uint64_t count = end - i;
    if (count == 1) ++report.boundary_edges;
    if (count > 2) ++report.non_manifold_edges;
    if (forward > 1 || count - forward > 1) report.consistently_oriented = false;
  }
  report.closed = report.boundary_edges == 0 && report.non_manifold_edges == 0 && !sides.empty();
  for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t) {
    if (!has_area(mesh, mesh.triangles[t])) ++report.degenerate_triangles;
    if (!has_equal_corners(mesh.triangles[t]) && components.find(t) == t) ++report.components;
  }
}

/// Largest distance from a vertex to the hull's surface: inside a convex solid that is the distance to the nearest
/// face plane. A vertex is given up as soon as one plane is nearer than the largest distance so far, and the planes
/// that did so for the vertex before are asked first.
double largest_distance_inside(const Mesh& mesh, const host::Hull& hull, Vec3<double> centre) {
  std::vector<Vec3<double>> centred;
  for (const Vec3<double>& v : mesh.vertices) centred.push_back(v - centre);
  std::vector<host::FacePlane> planes;
  const host::Topology& t = hull.topology;
  for (std::uint32_t f = 0; f < t.face_count(); ++f) {
    std::vector<std::uint32_t> ids;
    for (std::uint32_t k = t.face_begin[f]; k < t.face_begin[f + 1]; ++k) {
      ids.push_back(hull.vertices[t.face_vertices[k]]);
    }
    planes.push_back(host::face_plane(centred, ids, {0, 0, 0}));
  }
  std::vector<bool> on_hull(mesh.vertices.size(), false);
  for (const std::uint32_t v : hull.vertices) on_hull[v] = true;
  double largest = 0;
  for (std::size_t v = 0; v < centred.size(); ++v) {
    if (on_hull[v]) continue;
    double nearest = planes[0].offset - dot(planes[0].normal, centred[v]);
    for (std::size_t f = 1; f < planes.size() && nearest > largest; ++f) {
      const double distance = planes[f].offset - dot(planes[f].normal, centred[v]);
      if (distance >= nearest) continue;
      nearest = distance;
      if (nearest <= largest) std::swap(planes[f], planes[f / 2]);
    }
    largest = max(largest, nearest);
  }
  return largest;
}

}  // namespace

MeshReport examine(const Mesh& mesh) {
  check(mesh);
  const Mesh welded = weld(mesh);
  MeshReport report;
  report.vertices = mesh.vertices.size();
  report.triangles = mesh.triangles.size();
  std::vector<bool> used(mesh.vertices.size(), false);
  for (const Triangle& t : mesh.triangles) {
    for (const std::uint32_t v : t) used[v] = true;
  }
  report.unused_vertices = static_cast<std::uint64_t>(std::count(used.begin(), used.end(), false));
  report.duplicate_vertices = report.vertices - report.unused_vertices - welded.vertices.size();

  measure_box(report, welded);
  examine_edges(report, welded);
  const Vec3<double> centre = report.box_min * 0.5 + report.box_max * 0.5;
  const host::MassProperties mass = host::mass_properties(welded.vertices, welded.triangles, centre);
  report.area = mass.area;
  report.volume = mass.volume;
  report.centroid = mass.centroid;
  report.inertia = mass.inertia;
  report.outward = report.closed && report.consistently_oriented && report.volume > 0;

  const host::Hull hull = host::convex_hull(welded.vertices);
  report.hull_vertices = hull.vertices.size();
  report.hull_faces = hull.topology.face_count();
  if (hull.dimension == 3) {
    report.hull_volume = host::mass_properties(welded.vertices, host::hull_triangles(hull), centre).volume;
    report.largest_concavity = largest_distance_inside(welded, hull, centre);
  }
  if (report.hull_volume > 0) report.convexity = std::fabs(report.volume) / report.hull_volume;
  return report;
}

}  // namespace abut
