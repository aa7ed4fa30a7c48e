// measure_parts(): on the parts as they are given, whoever made them.
#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "abut/core/error.h"
#include "abut/decompose.h"
#include "host/decompose/cover.h"
#include "host/decompose/largest_gap.h"
#include "host/decompose/piece.h"
#include "host/decompose/protrusion.h"
#include "host/decompose/surface_measures.h"
#include "host/finite_vector.h"
#include "host/number_text.h"
#include "host/shapes/solid_check.h"

namespace abut {
namespace {

using namespace host;

constexpr double resolution = 1.0 / 2000;     // of a concavity, relative to the body's half extent
constexpr double share = 0.02;                // of a concavity, relative to itself
constexpr std::size_t all_looks = 6'000'000;  // for all parts, about, but no less for one than:
constexpr std::size_t least_looks = 20'000;
constexpr double gap_resolution = 1.0 / 400;  // relative to the body's half extent

double common_volume(const PartHull& a, const PartHull& b) {
  if (!a.box.meets(b.box, 0)) return 0;
  Piece piece = piece_of(a.points, triangles_of(a));
  for (const Plane& plane : b.planes) {
    const auto lies_below = [&](const Vec3<double>& p) { return plane.height(p) <= 0; };
    if (std::all_of(piece.points.begin(), piece.points.end(), lies_below)) continue;
    if (std::none_of(piece.points.begin(), piece.points.end(), lies_below)) return 0;
    piece = cut(piece, plane, 0).below;
    if (piece.points.empty()) return 0;
  }
  return std::max(0.0, volume_of(piece));
}

void require_finite(const std::vector<Mesh>& parts) {
  for (std::size_t i = 0; i < parts.size(); ++i) {
    for (std::size_t v = 0; v < parts[i].vertices.size(); ++v) {
      const Vec3<double>& p = parts[i].vertices[v];
      if (is_finite(p)) continue;
      throw InvalidInput("measure_parts: parts[" + std::to_string(i) + "].vertices[" + std::to_string(v) + "] is " +
                         number_text(p.x) + ", " + number_text(p.y) + ", " + number_text(p.z) +
                         ", allowed are finite coordinates");
    }
  }
}

/// Lengths near 1, but for the certificate, which is about the numbers as they are.
PartsReport measure_scaled(const Mesh& mesh, const std::vector<Mesh>& parts, PartsBody body, double scale) {
  std::vector<Mesh> scaled_parts;
  std::vector<std::vector<Vec3<double>>> points;
  for (const Mesh& p : parts) {
    scaled_parts.push_back(scaled(p, scale));
    points.push_back(p.vertices);
    for (std::size_t i = 0; i < p.vertices.size(); ++i) {
      if (std::isfinite(max_abs(scaled_parts.back().vertices[i]))) continue;
      throw InvalidInput("measure_parts: a part has a vertex " + number_text(max_abs(p.vertices[i])) +
                         " from the origin, allowed beside a mesh of this size is up to " +
                         number_text(std::numeric_limits<double>::max() / scale));
    }
  }
  PartsReport report = measure_parts(scaled(mesh, scale), scaled_parts, body);
  report.concavity /= scale;
  report.largest_gap /= scale;
  report.uncovered = find_uncovered(mesh.vertices, mesh.triangles, points).uncovered;
  report.covers = report.uncovered == 0;
  return report;
}

}  // namespace

PartsReport measure_parts(const Mesh& mesh, const std::vector<Mesh>& parts, PartsBody taken_as) {
  const Mesh welded = weld(mesh);
  const MeshReport found = examine(welded);
  const bool surface = is_surface(welded, found, taken_as);
  surface ? require_extent(welded) : require_outward_solid("mesh", found);
  require_finite(parts);
  if (const double scale = scale_of(welded); scale != 1) return measure_scaled(welded, parts, taken_as, scale);
  if (surface) return measure_surface(welded, parts);
  const Body body(welded);
  const double half_extent = body.half_extent();
  PartsReport report;
  report.parts = parts.size();
  std::vector<PartHull> hulls(parts.size());
  std::vector<std::vector<Vec3<double>>> points;
  std::vector<Protrusion> reach(parts.size());
  std::vector<double> common(parts.size(), 0);
  for (const Mesh& p : parts) points.push_back(p.vertices);
  const std::size_t looks = std::max(least_looks, all_looks / std::max<std::size_t>(parts.size(), 1));
  tbb::parallel_for(std::size_t{0}, parts.size(), [&](std::size_t i) {
    hulls[i] = part_hull(points[i]);
    reach[i] = protrusion(body, hulls[i], resolution * half_extent, share, looks);
  });
  tbb::parallel_for(std::size_t{0}, parts.size(), [&](std::size_t i) {
    for (std::size_t j = i + 1; j < parts.size(); ++j) common[i] += common_volume(hulls[i], hulls[j]);
  });
  for (std::size_t i = 0; i < parts.size(); ++i) {
    report.vertices += hulls[i].points.size();
    report.most_vertices = std::max<std::uint64_t>(report.most_vertices, hulls[i].points.size());
    report.concavity = std::max(report.concavity, reach[i].upper);
    report.least_relative_concavity = std::max(report.least_relative_concavity, reach[i].lower / half_extent);
    report.volume_ratio += hulls[i].volume / body.volume();
    report.overlap += common[i] / body.volume();
  }
  report.relative_concavity = report.concavity / half_extent;

  const Cover cover = find_uncovered(welded.vertices, welded.triangles, points);
  report.uncovered = cover.uncovered;
  report.covers = cover.uncovered == 0;
  report.largest_gap =
      largest_gap(welded.vertices, welded.triangles, cover.facets, hulls, gap_resolution * half_extent).lower;
  return report;
}

}  // namespace abut
