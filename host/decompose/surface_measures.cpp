#include "host/decompose/surface_measures.h"

#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <string>

#include "abut/core/error.h"
#include "host/decompose/cover.h"
#include "host/decompose/shell_distance.h"
#include "host/decompose/thicken.h"
#include "host/number_text.h"

namespace abut::host {
namespace {

constexpr double resolution = 1.0 / 2000;     // as of solids
constexpr double share = 0.02;                // of a reach, relative to itself
constexpr double gap_resolution = 1.0 / 400;  // relative to the half extent

using Points = std::vector<Vec3<double>>;
using Bit = std::array<Vec3<double>, 3>;

/// Largest distance of a point of the bit from the nearest part: between the two.
std::pair<double, double> gap_bounds(const Bit& bit, const std::vector<ShellDistance>& parts) {
  double at[3] = {infinity, infinity, infinity}, upper = infinity;
  for (const ShellDistance& part : parts) {
    double largest = 0;
    for (int k = 0; k < 3; ++k) {
      const double distance = std::max(0.0, part(bit[k]));  // convex: no more between the corners
      at[k] = std::min(at[k], distance), largest = std::max(largest, distance);
    }
    upper = std::min(upper, largest);
  }
  return {std::max({at[0], at[1], at[2]}), upper};
}

/// Halved until each bit is decided.
double gap_of(const Bit& facet, const std::vector<ShellDistance>& parts, double least, double step) {
  std::vector<Bit> todo{facet};
  while (!todo.empty()) {
    const Bit bit = todo.back();
    todo.pop_back();
    const auto [lower, upper] = gap_bounds(bit, parts);
    least = std::max(least, lower);
    int from = 0;
    for (int k = 1; k < 3; ++k) {
      if (norm(bit[(k + 1) % 3] - bit[k]) > norm(bit[(from + 1) % 3] - bit[from])) from = k;
    }
    const Vec3<double>&a = bit[from], &b = bit[(from + 1) % 3], &c = bit[(from + 2) % 3];
    if (std::min(upper, lower + 0.58 * norm(b - a)) <= least + step) continue;  // 1/sqrt(3) of the longest side
    const Vec3<double> m = (a + b) * 0.5;
    todo.push_back({a, m, c}), todo.push_back({m, b, c});
  }
  return least;
}

double largest_gap(const Mesh& mesh, const std::vector<PartHull>& hulls, double half_extent) {
  std::vector<ShellDistance> distances;
  for (const PartHull& h : hulls) {
    if (!h.flat()) distances.emplace_back(h.points, triangles_of(h));
  }
  if (distances.empty()) return infinity;
  double largest = 0;
  for (const auto& t : mesh.triangles) {
    const Bit facet{mesh.vertices[t[0]], mesh.vertices[t[1]], mesh.vertices[t[2]]};
    largest = gap_of(facet, distances, largest, gap_resolution * half_extent);
  }
  return largest;
}

}  // namespace

bool is_surface(const Mesh& mesh, const MeshReport& report, PartsBody body, std::string* why) {
  if (body == PartsBody::solid) return false;
  const bool solid = report.closed && report.consistently_oriented && std::isfinite(report.volume) &&
                     std::fabs(report.volume) > 1e-12 * report.hull_volume;
  if (solid) return body == PartsBody::surface;
  const std::string refusal = repair_mesh(mesh).refusal;
  if (why != nullptr) *why = refusal;
  return body == PartsBody::surface || !refusal.empty();
}

void require_extent(const Mesh& mesh) {
  Box box;
  for (const Vec3<double>& v : mesh.vertices) box.add(v);
  if (box.longest() > 0) return;
  const Vec3<double>& p = mesh.vertices.front();
  throw InvalidInput("mesh: all its vertices are the point " + number_text(p.x) + ", " + number_text(p.y) + ", " +
                     number_text(p.z) + ", allowed are two points or more");
}

Reach reach_of_parts(const Surface& surface, const std::vector<PartHull>& hulls, double half_extent, double finer) {
  const double near = std::min(resolution * half_extent, finer);
  std::vector<Reach> reach(hulls.size());
  const auto solid = [&](std::size_t i) {
    return hulls[i].flat() ? part_hull(thickened(hulls[i].points, no_width * half_extent)) : hulls[i];
  };
  tbb::parallel_for(std::size_t{0}, hulls.size(), [&](std::size_t i) {
    if (!hulls[i].points.empty()) reach[i].lower = reach_of_corners(surface, hulls[i]);
  });
  double least = 0;
  for (const Reach& r : reach) least = std::max(least, r.lower);
  tbb::parallel_for(std::size_t{0}, hulls.size(), [&](std::size_t i) {
    reach[i] = {least, least};
    if (!hulls[i].points.empty()) reach[i] = reach_of(surface, solid(i), near, share, least);
  });
  Reach most{least, least};
  for (const Reach& r : reach) most = {std::max(most.lower, r.lower), std::max(most.upper, r.upper)};
  return most;
}

PartsReport measure_surface(const Mesh& mesh, const std::vector<Mesh>& parts) {
  const Surface surface(mesh.vertices, mesh.triangles);
  const double half_extent = surface.tree.box().longest() / 2;
  PartsReport report;
  report.surface = true;
  report.parts = parts.size();
  std::vector<PartHull> hulls(parts.size());
  std::vector<Points> points;
  for (const Mesh& p : parts) points.push_back(p.vertices);
  tbb::parallel_for(std::size_t{0}, parts.size(), [&](std::size_t i) { hulls[i] = part_hull(points[i]); });
  for (const PartHull& h : hulls) {
    report.vertices += h.points.size();
    report.most_vertices = std::max<std::uint64_t>(report.most_vertices, h.points.size());
  }
  const Reach reach = reach_of_parts(surface, hulls, half_extent);
  report.concavity = reach.upper;
  report.relative_concavity = reach.upper / half_extent;
  report.least_relative_concavity = reach.lower / half_extent;
  report.uncovered = find_uncovered(mesh.vertices, mesh.triangles, points).uncovered;
  report.covers = report.uncovered == 0;
  if (!report.covers) report.largest_gap = largest_gap(mesh, hulls, half_extent);
  return report;
}

}  // namespace abut::host
