// The reference: a second, independent answer to a pair query, by other algorithms and in higher precision.
//
// It shares no code with include/abut/narrow/ or include/abut/bvh/, so that errors cannot cancel. Truth is the convex
// hull of the vertices as the query saw them: centred, rounded to the query's scalar, and posed by the relative pose
// rounded to that scalar, from there on in exact arithmetic.
#pragma once

#include <cstdint>
#include <vector>

#include "abut/core/contact.h"
#include "abut/core/pose.h"
#include "abut/shapes/shape_set_view.h"

namespace abut::reference {

enum class CoreKind { vertices, ellipsoid, cylinder, cone, sum };
struct CoreTerm;

/// A convex core as the query saw it, exactly representable in double, and its dilation radius.
struct Core {
  CoreKind kind = CoreKind::vertices;
  std::vector<Vec3<double>> vertices;
  Vec3<double> half{0, 0, 0};   ///< of curved kinds: semi-axes; or radius (x) and half length along z (z), apex at +z
  std::vector<CoreTerm> terms;  ///< of a sum
  double rounding = 0;
  double size = 0;  ///< radius of the bounding sphere about the box centre, rounding included
};

/// A term of a Minkowski sum: a core turned about its centre.
struct CoreTerm {
  Core core;
  Mat3<double> rotation;
};

/// One shape of a view, in the caller's unit: stored vertex times 2^exponent.
template <class T>
Core core_of(const ShapeSetView<T>& view, std::uint32_t shape);

/// B's pose in A's box-centre frame as a query in `T` sees it: formed in double from the poses of both shapes' frames,
/// then rounded to `T` in the pair's own unit.
template <class T>
RelativePose<double> pose_as_seen(const Pose& a, const Pose& b, const ShapeHeader& shape_a, const ShapeHeader& shape_b);

/// A certified answer: the true separation lies in [lower, upper].
struct Answer {
  double separation = 0;  ///< the middle of the bounds; > 0 gap, < 0 minus the penetration depth
  double lower = 0, upper = 0;
  Vec3<double> normal{0, 0, 0};  ///< from A to B, in A's frame; zero when every direction is as good (identical points)
  Vec3<double> witness_a{0, 0, 0}, witness_b{0, 0, 0};  ///< in A's frame, on the dilated shapes
  /// upper - lower <= 1e-15 * (sizes + |separation|). False with infinite bounds: a shape without vertices or with
  /// values that are not finite, or a pose that is not finite or not within an eighth of a rotation.
  bool certified = false;
};

/// Hull topology of a core, exact; made once per shape and used for many pairs.
class Polytope;

class Examination;

/// Keeps the hull topology of every shape of a set, so that many pairs are answered quickly. Thread-safe after
/// construction. Shape ids are not checked. B's pose is taken exactly as given, as an affine map.
class Reference {
 public:
  explicit Reference(std::vector<Core> cores);
  ~Reference();
  Reference(Reference&&) noexcept;

  /// Of vertex sets. Separated pairs: an active-set minimum-norm solution gives the upper bound, the support gap along
  /// its normal the lower bound. Overlapping pairs: the narrowest facet direction of the Minkowski difference (faces of
  /// both, crossing edges), each direction that could be narrower examined.
  Answer query(std::uint32_t a, std::uint32_t b, const RelativePose<double>& b_in_a) const;

  /// The same by brute force over all features, without pruning, topology of facets only: checks `query` on samples.
  /// Cost: product of the feature counts times the vertices, in extended precision; for hulls of a dozen vertices.
  /// `certified` stays false: nothing else checks it. For overlaps it gives no witness points.
  Answer brute_force(std::uint32_t a, std::uint32_t b, const RelativePose<double>& b_in_a) const;

  /// Width of the overlap along the unit direction `normal` (from A to B, in A's frame), rounding included, with an
  /// error below 1e-17 of the size: the separation is never below minus this. Negative: a gap. `normal` is normalised.
  /// NaN for shapes and poses of which `query` knows nothing.
  long double width_along(std::uint32_t a, std::uint32_t b, const RelativePose<double>& b_in_a,
                          Vec3<double> normal) const;

  /// How far `point` (in A's frame for side 0; in A's frame as well, with the pose applied to B, for side 1) lies
  /// outside the dilated shape; <= 0 inside.
  double distance_outside(std::uint32_t shape, int side, const RelativePose<double>& b_in_a, Vec3<double> point) const;

  const Core& core(std::uint32_t shape) const;

 private:
  friend class Examination;
  std::vector<Core> cores_;
  int exponent_ = 0;  ///< of the power of two that all lengths are scaled by inside, so that no square overflows
  std::vector<Polytope> polytopes_;
};

}  // namespace abut::reference
