// Contacts of closed surfaces by knots: where points of one body's surface come near or into another body. Host only.
//
//   ContactSurfaces surfaces;                                       a surface and knots for each shape
//   SurfaceContactFinder<double> finder;
//   every step:
//     candidates = pair_finder.find(...)                            (pair_finder.h)
//     finder.find<double>(surfaces, parts, candidates, {.alert_distance = d})
//
// A contact is a knot X of one surface with its closest point Y on the other one, n the outward normal there, and the
// gap g = (X - Y) . n (Lim 2012, 3.12): below 0 the knot is inside. Closest points are proved ones (closest_point.h).
//
// The gap changes by no more than a point moves against the other body. So spheres about knots, in a tree, and knots
// keep the gap from when they were asked last, and where they were. Nothing is asked again until it has moved so far
// that it may be within the alert distance.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "abut/bodies/parts_view.h"
#include "abut/core/contact.h"
#include "abut/core/executor.h"
#include "abut/surface/contact_surfaces.h"
#include "abut/surface/knot_contact.h"

namespace abut {

/// Owning arrays. Axes are those of the world, points are relative to the position of A's body, in world axes, as
/// `query_pairs` has them. Of a pair they are in the order of keys.
template <class T>
struct SurfaceContacts {
  std::vector<std::uint64_t> offsets;  ///< the contacts of `pairs()[i]` are offsets[i] to offsets[i + 1]
  std::vector<std::uint64_t> key;      ///< the knot, with `surface_contact_of_b` for one of B: names the contact
  std::vector<T> separation;           ///< the gap
  std::vector<Vec3<T>> normal;         ///< unit, from A to B; along it the gap grows the fastest
  std::vector<Vec3<T>> point;          ///< midway between the knot and its closest point
  std::vector<double> u, v;            ///< of the closest point, on the other surface
  std::vector<std::uint8_t> status;    ///< `converged`, or `iteration_limit`: a nearer point is not excluded

  std::size_t size() const { return separation.size(); }
};

/// What a step took. Data only.
struct SurfaceStepCounts {
  std::uint64_t candidates = 0;  ///< pairs
  std::uint64_t sides = 0;       ///< of pairs: the knots of one body against the other
  std::uint64_t spheres = 0;     ///< about knots, whose gap was asked
  std::uint64_t knots = 0;       ///< whose own gap was looked at
  std::uint64_t queries = 0;     ///< of these: whose closest point was asked
};

/// One finder is for one `ContactSurfaces`. Answers do not depend on threads. From step to step closest points begin
/// where they ended, so their last bits depend on the steps before: `save` and `restore` take that along. Several
/// finders may be used at once, one of them by one thread at a time. One that has been moved from may only be assigned
/// to or destroyed.
class SurfaceContactFinder {
 public:
  /// Throws `InvalidInput` when `cpu.threads` is negative.
  explicit SurfaceContactFinder(const Cpu& cpu = {});
  ~SurfaceContactFinder();
  SurfaceContactFinder(SurfaceContactFinder&&) noexcept;
  SurfaceContactFinder& operator=(SurfaceContactFinder&&) noexcept;

  /// No knot within the alert distance is missed; knots are met in double for either `T`. Candidates are sorted by a,
  /// then b, as searches make them; those of which a shape has no surface, or a pose is not usable (`is_usable`,
  /// world_pose.h), have no contacts. Throws `InvalidInput` when the alert distance is not allowed, or candidates are
  /// not sorted or name parts that are not there; after an exception the next call begins anew.
  template <class T>
  SurfaceContacts<T> find(const ContactSurfaces& surfaces, const PartsView& parts, std::span<const Pair> candidates,
                          const SurfaceContactOptions& options);

  /// The candidates that have contacts, in their order; valid until the next call.
  std::span<const Pair> pairs() const;
  /// Of the last step.
  const SurfaceStepCounts& counts() const;
  /// Of what is kept, in bytes.
  std::size_t memory() const;

  /// All that is kept, for a finder of the same surfaces on the same kind of machine to go on with, to the bit.
  std::vector<std::byte> save() const;
  /// Throws `InvalidInput` for what `save` has not made.
  void restore(std::span<const std::byte> saved);

  /// Forgets everything.
  void reset();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace abut
