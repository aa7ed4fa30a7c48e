#include "host/decompose/facet_sets.h"

#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <string>

#include "host/decompose/surface_reach.h"
#include "host/decompose/thicken.h"
#include "host/decompose/vertex_limit.h"
#include "host/number_text.h"

namespace abut::host {
namespace {

using Facets = std::vector<std::uint32_t>;
using Points = std::vector<Vec3<double>>;

constexpr std::size_t most_sets = 10000;  // as many pieces as a solid is cut into
constexpr std::size_t looked_at = 96;     // points of a half, that a way to part a set is judged by

bool before(const Vec3<double>& a, const Vec3<double>& b) {
  return a.x != b.x ? a.x < b.x : a.y != b.y ? a.y < b.y : a.z < b.z;
}

/// Those of `points` that are corners of the hull, or of what it was made of: what of them thickness was added to.
Points corner_points(const Points& points, const Points& thick, const PartHull& hull) {
  if (thick.size() != points.size() && thick.size() != 2 * points.size()) return points;
  Points corners = hull.points;
  std::sort(corners.begin(), corners.end(), before);
  Points original_corners;
  for (std::size_t i = 0; i < points.size(); ++i) {
    bool is_corner = false;
    for (std::size_t k = i; k < thick.size(); k += points.size()) {
      is_corner = is_corner || std::binary_search(corners.begin(), corners.end(), thick[k], before);
    }
    if (is_corner) original_corners.push_back(points[i]);
  }
  return original_corners.empty() ? points : original_corners;
}

PartHull with_few_corners(PartHull hull, const SurfaceLimits& limits) {
  return hull.points.size() > limits.most_vertices ? outer_hull(hull, limits.most_vertices) : hull;
}

/// Ways to part sets of facets, and the best of them.
class Parting {
 public:
  Parting(const Mesh& mesh, const SurfaceLimits& limits) : mesh_(mesh), limits_(limits) {
    for (const auto& t : mesh.triangles) {
      const Vec3<double>&a = mesh.vertices[t[0]], &b = mesh.vertices[t[1]], &c = mesh.vertices[t[2]];
      centres_.push_back((a + b + c) * (1.0 / 3));
      areas_.push_back(outer(b - a, c - a));
    }
  }

  Points points_of(const Facets& facets) const {
    std::vector<std::uint32_t> ids;
    for (const std::uint32_t f : facets) ids.insert(ids.end(), mesh_.triangles[f].begin(), mesh_.triangles[f].end());
    std::sort(ids.begin(), ids.end());
    ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
    Points points;
    for (const std::uint32_t v : ids) points.push_back(mesh_.vertices[v]);
    return points;
  }

  /// Two sets, neither empty.
  std::pair<Facets, Facets> part(const Facets& facets, const Points& points) const {
    std::pair<Facets, Facets> found = halves(facets);
    double best = infinity;
    const auto look = [&](const auto& is_first) {
      std::pair<Facets, Facets> sets;
      for (const std::uint32_t f : facets) (is_first(f) ? sets.first : sets.second).push_back(f);
      if (sets.first.empty() || sets.second.empty()) return;
      const double cost = cost_of(sets.first) + cost_of(sets.second);
      if (cost < best) best = cost, found = std::move(sets);
    };
    const std::array<Vec3<double>, 3> own = axes_of(points);
    for (const Vec3<double>& axis : {Vec3<double>{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, own[0], own[1], own[2]}) {
      for (const double at : places_along(facets, axis)) {
        look([&](std::uint32_t f) { return inner(centres_[f], axis) < at; });
      }
    }
    part_by_normals(facets, look);
    return found;
  }

 private:
  static std::pair<Facets, Facets> halves(const Facets& facets) {
    const auto middle = facets.begin() + static_cast<std::ptrdiff_t>(facets.size() / 2);
    return {{facets.begin(), middle}, {middle, facets.end()}};
  }

  /// The middle of the facets' centres, their median and the middle of their largest gap.
  std::vector<double> places_along(const Facets& facets, const Vec3<double>& axis) const {
    std::vector<double> at;
    for (const std::uint32_t f : facets) at.push_back(inner(centres_[f], axis));
    std::sort(at.begin(), at.end());
    std::size_t widest = 1;
    for (std::size_t i = 2; i < at.size(); ++i) {
      if (at[i] - at[i - 1] > at[widest] - at[widest - 1]) widest = i;
    }
    std::vector<double> places{0.5 * at.front() + 0.5 * at.back(), at[at.size() / 2],
                               0.5 * at[widest - 1] + 0.5 * at[widest]};
    std::sort(places.begin(), places.end());
    places.erase(std::unique(places.begin(), places.end()), places.end());
    return places;
  }

  /// Those that face as the largest one does, more or less; and as it or against it.
  template <class Look>
  void part_by_normals(const Facets& facets, const Look& look) const {
    const auto size = [&](std::uint32_t f) { return inner(areas_[f], areas_[f]); };
    const auto largest = *std::max_element(facets.begin(), facets.end(),
                                           [&](std::uint32_t a, std::uint32_t b) { return size(a) < size(b); });
    const Vec3<double> normal = direction(areas_[largest]);
    const auto along = [&](std::uint32_t f) { return inner(direction(areas_[f]), normal); };
    for (const double least : {0.95, 0.7}) {
      look([&](std::uint32_t f) { return along(f) >= least; });
      look([&](std::uint32_t f) { return std::fabs(along(f)) >= least; });
    }
    look([&](std::uint32_t f) { return along(f) >= 0; });
  }

  /// The volume of a part of these facets, by some of their points.
  double cost_of(const Facets& facets) const {
    Points points;
    const std::size_t step = std::max<std::size_t>(1, 3 * facets.size() / looked_at);
    for (std::size_t k = 0; k < 3 * facets.size(); k += step) {
      points.push_back(mesh_.vertices[mesh_.triangles[facets[k / 3]][k % 3]]);
    }
    return part_hull(thickened(points, limits_.thickness)).volume;
  }

  const Mesh& mesh_;
  const SurfaceLimits& limits_;
  Points centres_, areas_;
};

[[noreturn]] void fail_too_many(const Surface& surface, const SurfaceLimits& limits) {
  throw std::runtime_error("decompose: more than " + std::to_string(most_sets) + " pieces come of concavity " +
                           number_text(limits.limit / (surface.tree.box().longest() / 2)) +
                           ", allowed are as many: a larger concavity takes fewer");
}

}  // namespace

PartHull hull_for(const Points& points, const SurfaceLimits& limits) {
  return with_few_corners(part_hull(thickened(points, limits.thickness)), limits);
}

FacetSet facet_set(Facets facets, Points points, const SurfaceLimits& limits) {
  const Points thick = thickened(points, limits.thickness);
  PartHull hull = part_hull(thick);
  Points corners = corner_points(points, thick, hull);
  return {std::move(facets), std::move(corners), with_few_corners(std::move(hull), limits)};
}

std::vector<FacetSet> part_facets(const Mesh& mesh, const Surface& surface, const SurfaceLimits& limits) {
  const Parting parting(mesh, limits);
  std::vector<FacetSet> done;
  std::vector<Facets> todo(1, Facets(mesh.triangles.size()));
  std::iota(todo[0].begin(), todo[0].end(), 0u);
  while (!todo.empty()) {
    if (done.size() + todo.size() > most_sets) fail_too_many(surface, limits);
    std::vector<FacetSet> sets(todo.size());
    std::vector<std::pair<Facets, Facets>> parted(todo.size());
    tbb::parallel_for(std::size_t{0}, todo.size(), [&](std::size_t i) {
      const Points points = parting.points_of(todo[i]);
      sets[i] = facet_set(todo[i], points, limits);
      if (todo[i].size() == 1 || stays_near(surface, sets[i].hull, limits.limit, limits.resolution)) return;
      parted[i] = parting.part(todo[i], points);
    });
    std::vector<Facets> next;
    for (std::size_t i = 0; i < todo.size(); ++i) {
      if (parted[i].first.empty()) {
        done.push_back(std::move(sets[i]));
      } else {
        next.push_back(std::move(parted[i].first)), next.push_back(std::move(parted[i].second));
      }
    }
    todo = std::move(next);
  }
  return done;
}

}  // namespace abut::host
