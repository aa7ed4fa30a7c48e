// Bodies: a pose, and one or more parts (a shape and its pose in the body). Host only.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "abut/bodies/parts_view.h"
#include "abut/bodies/world.h"
#include "abut/core/pose.h"

namespace abut {

/// A part to be added with its body.
struct Part {
  std::uint32_t shape = 0;
  Pose pose{};  ///< in the body's frame
};

struct BodyOptions {
  std::uint32_t groups = 1;          ///< bit mask: groups that the body's parts are in
  std::uint32_t meets = 0xffffffff;  ///< bit mask: groups that they meet
  bool self_contact = false;         ///< whether parts of this body may pair with each other
  double alert_distance = 0;         ///< added to the global alert distance, one share per part
  std::int32_t world = 0;            ///< pairs form within a world; `shared_world` (-1): the body is in all of them
};

/// Owns bodies and keeps the world poses of their parts. Parts are numbered in the order of the bodies.
class BodySet {
 public:
  /// Returns the body's index. Throws `InvalidInput` when a pose is not finite or a rotation is off by more than 1e-6,
  /// when the alert distance is negative or not finite, or when the world is below -1.
  std::uint32_t add(const Pose& pose, std::span<const Part> parts, const BodyOptions& options = {});
  std::uint32_t add(const Pose& pose, std::uint32_t shape, const BodyOptions& options = {});

  /// Moves a body and its parts.
  void set_pose(std::uint32_t body, const Pose& pose);

  std::uint32_t size() const;
  std::uint32_t part_count() const;
  const Pose& pose(std::uint32_t body) const;
  std::uint32_t first_part(std::uint32_t body) const;  ///< the body's parts end at first_part(body + 1)
  Pose part_pose(std::uint32_t part) const;            ///< in the world
  const Pose& local_pose(std::uint32_t part) const;    ///< in the part's body

  /// Host arrays; valid until a body is added.
  PartsView parts() const;

 private:
  void place(std::uint32_t body);

  std::vector<Pose> poses_;
  std::vector<std::uint32_t> first_part_{0};
  std::vector<Pose> local_;
  std::vector<std::uint32_t> shape_, body_, groups_, meets_;
  std::vector<std::uint8_t> self_contact_;
  std::vector<std::int32_t> world_;
  bool one_world_ = true;  ///< all bodies are in world 0: views then have no worlds
  std::vector<double> px_, py_, pz_, r_[9], body_x_, body_y_, body_z_, alert_;
};

}  // namespace abut
