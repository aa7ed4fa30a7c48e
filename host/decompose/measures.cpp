// measure_parts(): on the parts as they are given, whoever made them.
#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <queue>

#include "abut/core/error.h"
#include "abut/decompose.h"
#include "host/decompose/cover.h"
#include "host/decompose/piece.h"
#include "host/decompose/protrusion.h"
#include "host/shapes/solid_check.h"

namespace abut {
namespace {

using namespace host;

constexpr double resolution = 1.0 / 400;  // relative to the body's half extent

using Triangle = std::array<std::uint32_t, 3>;

double common_volume(const PartHull& a, const PartHull& b) {
  if (!a.box.meets(b.box, 0)) return 0;
  Piece piece = piece_of(a.points, triangles_of(a));
  for (const Plane& plane : b.planes) {
    piece = cut(piece, plane, 0).below;
    if (piece.points.empty()) return 0;
  }
  return std::max(0.0, volume_of(piece));
}

/// Largest distance of a point of a facet from the parts, where it is above `least`: the facet is halved until each
/// part of it is decided.
double largest_gap(const std::array<Vec3<double>, 3>& facet, const std::vector<ShellDistance>& parts, double least,
                   double step) {
  struct Bit {
    std::array<Vec3<double>, 3> corners;
  };
  const auto gap_at = [&](const Vec3<double>& p) {
    double gap = infinity;
    for (const ShellDistance& d : parts) {
      const double squared = d.box().squared_distance(p);
      if (squared < gap * gap) gap = std::min(gap, std::max(0.0, d(p)));
    }
    return gap;
  };
  std::vector<Bit> todo{{facet}};
  while (!todo.empty()) {
    const auto [a, b, c] = todo.back().corners;
    todo.pop_back();
    const Vec3<double> middle = (a + b + c) * (1.0 / 3);
    const double reach = std::max({norm(a - middle), norm(b - middle), norm(c - middle)});
    const double gap = gap_at(middle);
    least = std::max(least, gap);
    if (gap + reach <= least + step) continue;
    // Across the longest edge.
    const double ab = norm(b - a), bc = norm(c - b), ca = norm(a - c);
    if (ab >= bc && ab >= ca) {
      const Vec3<double> m = (a + b) * 0.5;
      todo.push_back({{a, m, c}}), todo.push_back({{m, b, c}});
    } else if (bc >= ca) {
      const Vec3<double> m = (b + c) * 0.5;
      todo.push_back({{a, b, m}}), todo.push_back({{a, m, c}});
    } else {
      const Vec3<double> m = (c + a) * 0.5;
      todo.push_back({{a, b, m}}), todo.push_back({{m, b, c}});
    }
  }
  return least;
}

}  // namespace

PartsReport measure_parts(const Mesh& mesh, const std::vector<Mesh>& parts) {
  const Mesh welded = weld(mesh);
  require_outward_solid("mesh", examine(welded));
  const Body body(welded);
  const double size = body.half_extent();
  PartsReport report;
  report.parts = parts.size();
  std::vector<PartHull> hulls(parts.size());
  std::vector<std::vector<Vec3<double>>> points;
  std::vector<double> reach(parts.size()), common(parts.size(), 0);
  for (const Mesh& p : parts) points.push_back(p.vertices);
  tbb::parallel_for(std::size_t{0}, parts.size(), [&](std::size_t i) {
    hulls[i] = part_hull(points[i]);
    reach[i] = protrusion(body, hulls[i], resolution * size).upper;
  });
  tbb::parallel_for(std::size_t{0}, parts.size(), [&](std::size_t i) {
    for (std::size_t j = i + 1; j < parts.size(); ++j) common[i] += common_volume(hulls[i], hulls[j]);
  });
  for (std::size_t i = 0; i < parts.size(); ++i) {
    report.vertices += hulls[i].points.size();
    report.concavity = std::max(report.concavity, reach[i]);
    report.volume_ratio += hulls[i].volume / body.volume();
    report.overlap += common[i] / body.volume();
  }
  report.relative_concavity = report.concavity / size;

  const Cover cover = find_uncovered(welded.vertices, welded.triangles, points);
  report.uncovered = cover.uncovered;
  report.covers = cover.uncovered == 0;
  if (report.covers) return report;
  std::vector<ShellDistance> distances;
  for (const PartHull& h : hulls) {
    if (!h.flat()) distances.emplace_back(h.points, triangles_of(h));
  }
  if (distances.empty()) {
    report.largest_gap = infinity;
    return report;
  }
  for (const Triangle& t : welded.triangles) {
    report.largest_gap = largest_gap({welded.vertices[t[0]], welded.vertices[t[1]], welded.vertices[t[2]]}, distances,
                                     report.largest_gap, resolution * size);
  }
  return report;
}

}  // namespace abut
