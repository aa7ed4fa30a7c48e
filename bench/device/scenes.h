// What bench_device asks about: pairs of bodies that are apart or overlap by a stated amount, boxes at random, grains
// at rest. Made on all cores, the same numbers on any machine's cores and whatever their number. No CUDA.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "abut/bodies/parts_view.h"
#include "abut/core/contact.h"
#include "abut/core/pose.h"
#include "abut/shapes/shape_set.h"

namespace abut::device_bench {

/// Parts of bodies of one part each.
struct Parts {
  static constexpr int numbers = 12;  ///< of a pose: position, then rotation by rows
  std::vector<std::uint32_t> shape, body, groups, meets;
  std::vector<std::uint8_t> self_contact;
  std::vector<double> poses;  ///< `numbers` arrays, one behind the other

  explicit Parts(std::size_t count = 0);
  std::size_t count() const { return shape.size(); }
  void set_pose(std::size_t part, const Pose& pose);
  Pose pose(std::size_t part) const;
  PartsView view() const { return view_of(poses); }
  /// The same parts at other poses, laid out as `poses`.
  PartsView view_of(const std::vector<double>& other_poses) const;
};

/// Points `view` to the arrays of `poses`; bodies are where their parts are.
void point_to_poses(const double* poses, std::size_t count, PartsView& view);

/// How far apart bodies are, log-uniform: in units of the shapes' diameter, which is 1. Negative sign: depths.
struct Range {
  double low, high;
  int sign;
};
inline constexpr Range separated{0.1, 1, 1}, near{1e-3, 1e-2, 1}, overlapping{1e-3, 5e-2, -1};

/// `apart`: one half `separated`, the other `near`, at random.
enum class Mix { apart, overlap };

/// How far bodies move from one pose set to the next: less than any gap or depth above.
inline constexpr double small_motion = 2.5e-4;

/// Pair i joins the parts i and count + i, of 32 shapes each.
struct PairScene {
  ShapeSet shapes;
  Parts parts;
  std::vector<double> moved;  ///< B's and A's poses a small motion later, laid out as `parts.poses`
  std::vector<Pair> pairs;

  PartsView view(int pose_set) const { return pose_set == 0 ? parts.view() : parts.view_of(moved); }
};
/// `kind`: as in bench/peers/groups.h, all of diameter 1. Throws `std::runtime_error` where too few pairs can be
/// placed.
PairScene make_pairs(const std::string& kind, Mix mix, std::size_t count, std::uint64_t seed);

/// Boxes of diagonal 1 at random, in no order, one to a unit of volume: each overlaps some four others. The shapes are
/// the same whatever the seed.
struct BoxScene {
  ShapeSet shapes;
  Parts parts;
  std::vector<double> moved;
};
BoxScene make_boxes(std::size_t count, std::uint64_t seed);

/// Grains of 16 vertices and diameter 1, packed so that they touch and overlap little. Pose sets differ by a small
/// motion. All have the same candidate pairs, since what a query leaves belongs to a place in their list: the few
/// grains that would change it stay where they are.
struct GrainScene {
  static constexpr int pose_sets = 4;
  ShapeSet shapes;
  Parts parts;                           ///< the first set
  std::vector<double> poses[pose_sets];  ///< laid out as `parts.poses`
  std::vector<Pair> pairs;               ///< of every set, without an alert distance
  std::size_t still = 0;                 ///< grains that stay
};
GrainScene make_grains(std::size_t count, std::uint64_t seed);

}  // namespace abut::device_bench
