#include "examples/dem/surface_machine.h"

#include <algorithm>

#include "examples/dem/planar_nurbs.h"
#include "examples/dem/rotation.h"

namespace dem {

namespace {

/// In the plane walls are as high as other bodies.
Vector wall_extents(const Scene& scene, std::uint32_t wall) {
  if (scene.planar()) {
    Vector out{0, 0, prism_half_height};
    for (const PlanarVector& v : scene.plane.vertices(wall)) out.x = std::max(out.x, v.x), out.y = std::max(out.y, v.y);
    return out;
  }
  const double* const h = scene.shapes.header(scene.first_part[wall]).half_extent;
  return {h[0], h[1], h[2]};
}

}  // namespace

SurfaceMachine::SurfaceMachine(int threads) : CoreMachine(threads), pair_finder_(cpu_), contact_finder_(cpu_) {}

/// Walls meet the knots of others and have none.
void SurfaceMachine::add_shapes(const Scene& scene) {
  shapes_ = {}, surfaces_ = {}, bodies_ = {};
  for (std::uint32_t i = 0; i < scene.walls; ++i) {
    const Vector half = wall_extents(scene, i);
    surfaces_.set(shapes_, shapes_.add_box(half), box_surface(half), {});
  }
  for (const SurfaceKind& kind : scene.kinds) {
    surfaces_.set(shapes_, shapes_.add_hull(kind.surface.points), kind.surface, kind.knots);
  }
  for (std::uint32_t i = 0; i < scene.size(); ++i) {
    const bool wall = i < scene.walls;
    const std::uint32_t shape = wall ? i : scene.walls + scene.kind_of[i - scene.walls];
    bodies_.add({}, shape, {.groups = wall ? 2u : 1u, .meets = wall ? 1u : 3u});
  }
}

void SurfaceMachine::start(const Scene& scene, const Snapshot& from, bool) {
  contacts_.start(from);
  begin(scene, from);
  take_pairs(contacts_.pairs().size(), contacts_.pairs(),
             contact_arrays(contacts_.contacts(), {}, contacts_.springs()));
  is_planar_ = scene.planar();
  with_threads([&] { add_shapes(scene); });
  pair_finder_.reset(), contact_finder_.reset();
  if (!from.search.empty()) contact_finder_.restore(from.search);
}

void SurfaceMachine::detect(std::uint32_t born) {
  with_threads([&] { detect_here(born); });
}

void SurfaceMachine::detect_here(std::uint32_t born) {
  for (std::uint32_t i = 0; i < born; ++i) bodies_.set_pose(i, {states_[i].position, rotation_of(states_[i])});
  abut::PartsView parts = bodies_.parts();
  parts.count = born;  // a part for each body: the others are not there
  const std::span<const abut::Pair> candidates = pair_finder_.find(shapes_.headers(), parts, 0);
  const auto found = contact_finder_.find<double>(surfaces_, parts, candidates, {});
  contacts_.begin_step();
  const std::span<const abut::Pair> near = contact_finder_.pairs();
  for (std::size_t i = 0; i < near.size(); ++i) {
    for (std::uint64_t k = found.offsets[i]; k < found.offsets[i + 1]; ++k) {
      Vector normal = found.normal[k], point = found.point[k];
      if (is_planar_) normal.z = point.z = 0;  // but for roundings they are
      contacts_.add(near[i], found.key[k], found.separation[k], normal, point);
    }
  }
  contacts_.end_step();
  take_pairs(candidates.size(), contacts_.pairs(), contact_arrays(contacts_.contacts(), {}, contacts_.springs()));
}

Snapshot SurfaceMachine::snapshot() const {
  Snapshot out;
  out.states = states_;
  contacts_.save(out);
  out.search = contact_finder_.save();
  return out;
}

PairTotals SurfaceMachine::totals() const {
  PairTotals out = CoreMachine::totals();
  out.pairs = contact_finder_.pairs().size();
  return out;
}

}  // namespace dem
