#include "host/decompose/promises.h"

#include <oneapi/tbb/parallel_for.h>

#include <algorithm>

#include "host/decompose/cover.h"
#include "host/decompose/protrusion.h"
#include "host/finite_vector.h"

namespace abut::host {
namespace {

/// Of a part's points: empty if it is as asked for.
std::string fault_of(const PartHull& hull, const std::vector<Vec3<double>>& points, const DecomposeOptions& o) {
  if (!std::all_of(points.begin(), points.end(), is_finite<double>)) return "has a vertex that is not finite";
  if (hull.flat()) return "has no volume";
  if (o.most_vertices > 0 && hull.points.size() > o.most_vertices) {
    return "has " + std::to_string(hull.points.size()) + " corners";
  }
  return "";
}

}  // namespace

std::string broken_promise(const Mesh& mesh, const std::vector<Mesh>& parts, const DecomposeOptions& options) {
  if (parts.empty()) return "there are no parts";
  const bool ours = options.engine == PartsEngine::abut;
  if (ours && options.most_parts > 0 && parts.size() > options.most_parts) {
    return "there are " + std::to_string(parts.size()) + " parts";
  }
  const Mesh welded = weld(mesh);
  const double scale = scale_of(welded);
  std::vector<std::vector<Vec3<double>>> points;
  for (const Mesh& p : parts) points.push_back(p.vertices);
  std::vector<PartHull> hulls(parts.size());
  std::vector<std::string> faults(parts.size());
  tbb::parallel_for(std::size_t{0}, parts.size(), [&](std::size_t i) {
    hulls[i] = part_hull(scaled(parts[i], scale).vertices);
    faults[i] = fault_of(hulls[i], points[i], options);
  });
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (ours && !faults[i].empty()) return "part " + std::to_string(i) + " " + faults[i];
  }
  if (options.mode == PartsMode::cover) {
    const Cover cover = find_uncovered(welded.vertices, welded.triangles, points);
    if (cover.uncovered > 0) return std::to_string(cover.uncovered) + " facets are not covered";
  }
  if (!ours || options.most_parts > 0) return "";
  const Body body(scaled(welded, scale));
  const double limit = options.concavity * body.half_extent();
  const double resolution = std::max(0.005 * limit, body.half_extent() / 8000);
  std::vector<std::uint8_t> within(parts.size());
  tbb::parallel_for(std::size_t{0}, parts.size(), [&](std::size_t i) {
    // Certain of what is within the limit, and of the hair by which parts are moved outwards to cover.
    within[i] = stays_within(body, hulls[i], limit + 2 * resolution, resolution) ? 1 : 0;
  });
  const auto out = std::find(within.begin(), within.end(), 0);
  return out == within.end() ? "" : "part " + std::to_string(out - within.begin()) + " reaches out too far";
}

}  // namespace abut::host
