#include "host/decompose/flat_patches.h"

#include <algorithm>
#include <map>
#include <utility>

namespace abut::host {
namespace {

using Triangle = std::array<std::uint32_t, 3>;
using EdgeKey = std::pair<std::uint32_t, std::uint32_t>;

constexpr double flat = 1e-10;     // over the surface's size
constexpr double thinnest = 1e-8;  // height over the longest side: below, a normal is rounding

/// The corner of a triangle that is not on an edge.
std::uint32_t third(const Triangle& t, const EdgeKey& edge) {
  for (const std::uint32_t v : t) {
    if (v != edge.first && v != edge.second) return v;
  }
  return t[0];
}

}  // namespace

FlatPatches::FlatPatches(std::span<const Vec3<double>> vertices, std::span<const Triangle> triangles)
    : patch_of_(triangles.size(), 0xffffffff) {
  Box box;
  for (const Vec3<double>& v : vertices) box.add(v);
  slack_ = flat * box.longest();
  join(vertices, triangles);
}

void FlatPatches::join(std::span<const Vec3<double>> vertices, std::span<const Triangle> triangles) {
  std::map<EdgeKey, std::vector<std::uint32_t>> at_edge;
  const auto key = [](const Triangle& t, std::size_t k) { return EdgeKey(std::minmax(t[k], t[(k + 1) % 3])); };
  for (std::uint32_t i = 0; i < triangles.size(); ++i) {
    for (std::size_t k = 0; k < 3; ++k) at_edge[key(triangles[i], k)].push_back(i);
  }
  /// Two facets, one on either side of the edge, in the plane.
  const auto goes_on = [&](const EdgeKey& edge, const std::vector<std::uint32_t>& at, const Plane& plane) {
    if (at.size() != 2 || edge.first == edge.second) return false;
    const Vec3<double>&a = vertices[edge.first], along = vertices[edge.second] - a;
    const Vec3<double> across = outer(plane.normal, along);
    const double one = inner(across, vertices[third(triangles[at[0]], edge)] - a);
    const double other = inner(across, vertices[third(triangles[at[1]], edge)] - a);
    return (one > 0 && other < 0) || (one < 0 && other > 0);
  };
  for (std::uint32_t seed = 0; seed < triangles.size(); ++seed) {
    if (patch_of_[seed] != 0xffffffff) continue;
    const Triangle& t = triangles[seed];
    const Vec3<double> a = vertices[t[0]], ab = vertices[t[1]] - a, ac = vertices[t[2]] - a;
    const Vec3<double> area = outer(ab, ac);
    const bool thin = !(norm(area) > thinnest * std::max(inner(ab, ab), inner(ac, ac)));
    const Vec3<double> normal = thin ? Vec3<double>{0, 0, 0} : direction(area);
    const Plane plane{normal, inner(normal, a)};
    const auto patch = static_cast<std::uint32_t>(planes_.size());
    planes_.push_back(plane);
    patch_of_[seed] = patch;
    std::vector<std::uint32_t> todo;
    if (!thin) todo.push_back(seed);
    while (!todo.empty()) {
      const std::uint32_t i = todo.back();
      todo.pop_back();
      for (std::size_t k = 0; k < 3; ++k) {
        const EdgeKey edge = key(triangles[i], k);
        const std::vector<std::uint32_t>& at = at_edge.at(edge);
        if (!goes_on(edge, at, plane)) continue;
        const std::uint32_t j = at[0] == i ? at[1] : at[0];
        const bool in_plane = std::all_of(triangles[j].begin(), triangles[j].end(), [&](std::uint32_t v) {
          return std::fabs(plane.height(vertices[v])) <= slack_;
        });
        if (patch_of_[j] != 0xffffffff || !in_plane) continue;
        patch_of_[j] = patch;
        todo.push_back(j);
      }
    }
  }
  std::vector<Triangle> bends;
  for (const auto& [edge, at] : at_edge) {
    const bool inner_edge =
        at.size() == 2 && patch_of_[at[0]] == patch_of_[at[1]] && goes_on(edge, at, planes_[patch_of_[at[0]]]);
    if (!inner_edge) bends.push_back({edge.first, edge.second, edge.second});
  }
  if (!bends.empty()) bends_ = std::make_unique<SurfaceTree>(vertices, bends);
}

double FlatPatches::bound(std::span<const Vec3<double>> points, const Vec3<double>& over,
                          const SurfaceTree::Nearest& nearest) const {
  const Plane& plane = planes_[patch_of_[nearest.triangle]];
  if (inner(plane.normal, plane.normal) == 0) return infinity;
  const double height = plane.height(over);
  if (std::fabs(std::fabs(height) - nearest.distance) > slack_) return infinity;  // it is beside the facet
  const Vec3<double> foot = over - plane.normal * height;
  double highest = 0, reach = 0;
  for (const Vec3<double>& p : points) {
    const double h = plane.height(p);
    highest = std::max(highest, std::fabs(h));
    reach = std::max(reach, norm((p - plane.normal * h) - foot));
  }
  // No patch ends within the circle about the foot, which holds what is below the points: all of it is the patch's.
  if (bends_ && bends_->is_near(foot, reach + 2 * slack_)) return infinity;
  return highest + 2 * slack_;
}

}  // namespace abut::host
