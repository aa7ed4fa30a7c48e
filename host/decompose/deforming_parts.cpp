#include "abut/deforming_parts.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "abut/core/error.h"
#include "abut/shapes/mesh.h"
#include "host/decompose/body.h"
#include "host/decompose/facet_sets.h"
#include "host/decompose/hull_concavity.h"
#include "host/decompose/surface_measures.h"
#include "host/finite_vector.h"
#include "host/number_text.h"

namespace abut {
namespace {

using Facets = std::vector<std::array<std::uint32_t, 3>>;

constexpr double share_of_threshold = 0.02;  // as near as concavities are asked for
constexpr double least_threshold =
    10 * host::no_width;  // over half of the box's longest side: what is flat has that width

[[noreturn]] void refuse(const std::string& what) { throw InvalidInput("DeformingParts: " + what); }

/// A part with what its bound is made of.
struct Watched {
  DeformingPart part;
  std::vector<std::uint32_t> nodes;    ///< ascending
  std::vector<Vec3<double>> measured;  ///< where they were when it was measured
};

Mesh mesh_of(const Watched& of, const Facets& facets, std::span<const Vec3<double>> nodes) {
  Mesh mesh;
  for (const std::uint32_t v : of.nodes) mesh.vertices.push_back(nodes[v]);
  const auto place = [&](std::uint32_t v) {
    return static_cast<std::uint32_t>(std::lower_bound(of.nodes.begin(), of.nodes.end(), v) - of.nodes.begin());
  };
  for (const std::uint32_t f : of.part.facets) {
    mesh.triangles.push_back({place(facets[f][0]), place(facets[f][1]), place(facets[f][2])});
  }
  return mesh;
}

bool is_one_point(const Mesh& mesh) {
  const Vec3<double>& p = mesh.vertices[0];
  return std::all_of(mesh.vertices.begin(), mesh.vertices.end(),
                     [&](const Vec3<double>& q) { return q.x == p.x && q.y == p.y && q.z == p.z; });
}

/// Half of the largest difference of displacements along an axis, over all axes: with the middle one taken off no node
/// has moved by more.
double displacement(const Watched& of, std::span<const Vec3<double>> nodes) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  Vec3<double> least{infinity, infinity, infinity}, most = -least;
  for (std::size_t i = 0; i < of.nodes.size(); ++i) {
    const Vec3<double> d = nodes[of.nodes[i]] - of.measured[i];
    least = {std::min(least.x, d.x), std::min(least.y, d.y), std::min(least.z, d.z)};
    most = {std::max(most.x, d.x), std::max(most.y, d.y), std::max(most.z, d.z)};
  }
  return length((most - least) * 0.5);
}

}  // namespace

struct DeformingParts::State {
  Facets facets;
  std::size_t node_count = 0;
  double most = 0;
  std::vector<Watched> watched;
  std::vector<DeformingPart> parts;

  Watched watch(std::vector<std::uint32_t> of, std::span<const Vec3<double>> nodes) const;
  void measure(Watched& part, std::span<const Vec3<double>> nodes) const;
  void part(const Watched& of, std::span<const Vec3<double>> nodes, std::vector<Watched>& out) const;
  void tell();
};

Watched DeformingParts::State::watch(std::vector<std::uint32_t> of, std::span<const Vec3<double>> nodes) const {
  Watched out;
  out.part.facets = std::move(of);
  for (const std::uint32_t f : out.part.facets) out.nodes.insert(out.nodes.end(), facets[f].begin(), facets[f].end());
  std::sort(out.nodes.begin(), out.nodes.end());
  out.nodes.erase(std::unique(out.nodes.begin(), out.nodes.end()), out.nodes.end());
  measure(out, nodes);
  return out;
}

void DeformingParts::State::measure(Watched& of, std::span<const Vec3<double>> nodes) const {
  const Mesh mesh = mesh_of(of, facets, nodes);
  of.part.concavity = mesh.triangles.size() > 1 && !is_one_point(mesh)
                          ? host::hull_concavity_of_surface(mesh, most * share_of_threshold).distance
                          : 0;
  of.part.bound = of.part.concavity;
  of.measured = mesh.vertices;
}

/// Adds sets of its facets that are within the threshold, each as measured from its own facets. Those that are within
/// it of facets of other sets alone are parted again.
void DeformingParts::State::part(const Watched& of, std::span<const Vec3<double>> nodes,
                                 std::vector<Watched>& out) const {
  const Mesh mesh = mesh_of(of, facets, nodes);
  // Below the threshold by more than what they are told from above by.
  const double scale = host::scale_of(mesh), limit = most * scale * (1 - 2 * share_of_threshold);
  const Mesh near_one = host::scaled(mesh, scale);
  const host::Surface surface(near_one.vertices, near_one.triangles);
  // What is flat is given a little of the threshold, so that its hull has a volume to reason with.
  const host::SurfaceLimits limits{limit, limit * share_of_threshold, std::min(limit * share_of_threshold, 0.01),
                                   std::numeric_limits<std::size_t>::max()};
  const std::vector<host::FacetSet> sets = host::part_facets(near_one, surface, limits);
  for (const host::FacetSet& set : sets) {
    std::vector<std::uint32_t> own;
    for (const std::uint32_t f : set.facets) own.push_back(of.part.facets[f]);
    std::sort(own.begin(), own.end());
    Watched found = watch(std::move(own), nodes);
    if (sets.size() > 1 && found.part.concavity > most) {
      part(found, nodes, out);
    } else {
      out.push_back(std::move(found));
    }
  }
}

void DeformingParts::State::tell() {
  parts.clear();
  for (const Watched& w : watched) parts.push_back(w.part);
}

DeformingParts::DeformingParts(std::span<const std::array<std::uint32_t, 3>> facets,
                               std::span<const Vec3<double>> nodes, double concavity)
    : state_(new State) {
  if (!(concavity > 0) || !std::isfinite(concavity)) {
    refuse("concavity is " + host::number_text(concavity) + "; allowed is above 0, finite");
  }
  if (facets.empty()) refuse("there are no facets; allowed is at least one");
  for (std::size_t f = 0; f < facets.size(); ++f) {
    for (const std::uint32_t v : facets[f]) {
      if (v < nodes.size() && host::is_finite(nodes[v])) continue;
      refuse("facet " + std::to_string(f) + " has node " + std::to_string(v) +
             (v < nodes.size() ? ", which is not finite" : "; allowed is less than " + std::to_string(nodes.size())));
    }
  }
  host::Box box;
  for (const auto& facet : facets) {
    for (const std::uint32_t v : facet) box.add(nodes[v]);
  }
  if (const double least = least_threshold * (box.longest() / 2); concavity < least) {
    refuse("concavity is " + host::number_text(concavity) + "; allowed is at least " + host::number_text(least) +
           ", 1e-8 of half of the longest side of the box");
  }
  state_->facets.assign(facets.begin(), facets.end());
  state_->node_count = nodes.size(), state_->most = concavity;
  std::vector<std::uint32_t> all(facets.size());
  for (std::uint32_t f = 0; f < all.size(); ++f) all[f] = f;
  Watched whole = state_->watch(std::move(all), nodes);
  if (whole.part.concavity > concavity) {
    state_->part(whole, nodes, state_->watched);
  } else {
    state_->watched.push_back(std::move(whole));
  }
  state_->tell();
}
DeformingParts::~DeformingParts() = default;
DeformingParts::DeformingParts(DeformingParts&&) noexcept = default;
DeformingParts& DeformingParts::operator=(DeformingParts&&) noexcept = default;

DeformingPartsStep DeformingParts::move(std::span<const Vec3<double>> nodes) {
  if (nodes.size() != state_->node_count) {
    refuse("nodes has " + std::to_string(nodes.size()) + " positions; there are " + std::to_string(state_->node_count) +
           " nodes");
  }
  DeformingPartsStep step;
  // Taken over when all is done: a step that fails leaves everything as it was.
  std::vector<double> bounds;
  std::vector<std::pair<std::size_t, std::vector<Watched>>> changed;
  for (const Watched& of : state_->watched) {
    const std::size_t i = bounds.size();
    bounds.push_back(of.part.bound);
    if (!std::all_of(of.nodes.begin(), of.nodes.end(), [&](std::uint32_t v) { return host::is_finite(nodes[v]); })) {
      ++step.unusable;
      continue;
    }
    if (of.part.facets.size() == 1) continue;
    bounds[i] = of.part.concavity + 2 * displacement(of, nodes);
    if (bounds[i] <= state_->most) continue;
    ++step.measured;
    Watched now = of;
    state_->measure(now, nodes);
    std::vector<Watched> sets;
    if (now.part.concavity > state_->most) {
      ++step.decomposed;
      state_->part(now, nodes, sets);
    } else {
      sets.push_back(std::move(now));
    }
    changed.emplace_back(i, std::move(sets));
  }
  for (std::size_t i = 0; i < bounds.size(); ++i) state_->watched[i].part.bound = bounds[i];
  for (auto& [i, sets] : changed) {
    state_->watched[i] = std::move(sets[0]);
    for (std::size_t k = 1; k < sets.size(); ++k) state_->watched.push_back(std::move(sets[k]));
  }
  state_->tell();
  return step;
}

std::span<const DeformingPart> DeformingParts::parts() const { return state_->parts; }

std::vector<std::uint32_t> DeformingParts::part_of_facets() const {
  std::vector<std::uint32_t> of(state_->facets.size());
  for (std::uint32_t p = 0; p < state_->parts.size(); ++p) {
    for (const std::uint32_t f : state_->parts[p].facets) of[f] = p;
  }
  return of;
}

}  // namespace abut
