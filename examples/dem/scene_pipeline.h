// A scene's bodies as a contact pipeline of Abut's has them, on any machine.
#pragma once

#include <algorithm>
#include <cstring>

#include "abut/abut.h"
#include "examples/dem/contact_force.h"
#include "examples/dem/scene.h"
#include "examples/dem/snapshot.h"

namespace dem {

/// All bodies from the start: those that are not born yet have positions of NaN and pair with nothing. Each part has
/// the shape of its own number, in the frame of its body. Walls meet bodies, and not each other.
inline abut::BodySet bodies_of(const Scene& scene) {
  abut::BodySet out;
  for (std::uint32_t i = 0; i < scene.size(); ++i) {
    std::vector<abut::Part> parts;
    for (std::uint32_t part = scene.first_part[i]; part < scene.first_part[i + 1]; ++part) parts.push_back({part, {}});
    const bool wall = i < scene.walls;
    out.add({}, parts, {.groups = wall ? 2u : 1u, .meets = wall ? 1u : 3u});
  }
  return out;
}

/// Candidates are those that overlap. What springs hold goes along with the pairs. The tree is built at each step:
/// bodies that are born would wear one that is only refitted.
inline abut::PipelineOptions pipeline_options(const Scene& scene, const Snapshot& from, bool volumes,
                                              std::uint64_t pairs_of_a_part) {
  abut::PipelineOptions options;
  options.candidates = std::max<std::uint64_t>(1024, pairs_of_a_part * scene.parts());
  const std::uint64_t needed = std::max(from.pairs.size(), from.candidates.size());
  if (needed > options.candidates) options.candidates = 2 * needed;
  options.pairs = options.candidates;
  options.rebuild_every = 1;
  options.kept_bytes = sizeof(Spring);
  options.volumes = volumes;
  return options;
}

inline abut::BodyPosesView<double> poses_of(const BodyState* states, std::uint32_t count) {
  const double* const s = reinterpret_cast<const double*>(states);
  constexpr std::ptrdiff_t stride = sizeof(BodyState) / sizeof(double);
  const double* const q = s + offsetof(BodyState, quaternion) / sizeof(double);
  return {count, {s, s + 1, s + 2, stride}, q, q + 1, q + 2, q + 3, stride};
}

inline abut::PipelineState state_of(const Snapshot& from) {
  abut::PipelineState out{from.pairs, from.caches, {}, from.candidates, from.clearances};
  out.kept.resize(from.springs.size() * sizeof(Spring));
  if (!out.kept.empty()) std::memcpy(out.kept.data(), from.springs.data(), out.kept.size());
  return out;
}

inline void take_state(const abut::PipelineState& state, Snapshot& to) {
  to.pairs = state.pairs, to.caches = state.caches;
  to.candidates = state.candidates, to.clearances = state.clearances;
  to.springs.resize(state.pairs.size());
  if (!state.kept.empty()) std::memcpy(to.springs.data(), state.kept.data(), state.kept.size());
}

/// What a step has left, for the forces; `of_bodies`: pairs of bodies.
inline PairArrays arrays_of(const abut::PipelineContacts<double>& c, const abut::Pair* of_bodies, PairForce* forces) {
  const abut::ContactsView<double>& r = c.records;
  return {of_bodies, c.count,   c.capacity, r.separation.data, r.normal.x, r.normal.y,          r.normal.z,
          r.point.x, r.point.y, r.point.z,  r.status.data,     c.patches,  c.kept_as<Spring>(), forces};
}

}  // namespace dem
