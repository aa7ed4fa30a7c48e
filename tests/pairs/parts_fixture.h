// Parts as flat arrays, each with a shape of its own, and the pairs of their boxes by brute force.
#pragma once

#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "abut/bodies/parts_view.h"
#include "abut/bvh/part_box.h"
#include "abut/core/contact.h"

namespace abut::test {

struct Parts {
  std::vector<ShapeHeader> headers;
  std::vector<Pose> pose;
  std::vector<std::uint32_t> shape, body, groups, meets;
  std::vector<std::uint8_t> self_contact;
  std::vector<double> alert;
  std::vector<std::int32_t> world;  ///< empty: one

  void add(Vec3<double> position, Vec3<double> half, double rounding) {
    ShapeHeader header{};
    header.half_extent[0] = half.x;
    header.half_extent[1] = half.y;
    header.half_extent[2] = half.z;
    header.rounding = rounding;
    header.size = length(half) + rounding;
    shape.push_back(static_cast<std::uint32_t>(headers.size()));
    body.push_back(static_cast<std::uint32_t>(pose.size()));
    headers.push_back(header);
    pose.push_back({position, Pose{}.rotation});
    groups.push_back(1);
    meets.push_back(0xffffffffu);
    self_contact.push_back(0);
    alert.push_back(0);
  }
  void add_sphere(Vec3<double> position, double radius) { add(position, {0, 0, 0}, radius); }
  void add_box(Vec3<double> position, Vec3<double> half) { add(position, half, 0); }

  Parts scaled(double unit) const {
    Parts copy = *this;
    for (Pose& p : copy.pose) p.position = p.position * unit;
    for (double& a : copy.alert) a *= unit;
    for (ShapeHeader& h : copy.headers) {
      h.rounding *= unit;
      h.size *= unit;
      for (int k = 0; k < 3; ++k) {
        h.half_extent[k] *= unit;
        h.centre[k] *= unit;
      }
    }
    return copy;
  }

  /// Valid until the next call.
  PartsView view() const {
    const std::size_t n = pose.size();
    flat_.assign(12 * n, 0);
    PartsView v;
    v.count = static_cast<std::uint32_t>(n);
    for (std::size_t i = 0; i < n; ++i) {
      flat_[i] = pose[i].position.x;
      flat_[n + i] = pose[i].position.y;
      flat_[2 * n + i] = pose[i].position.z;
      for (std::size_t k = 0; k < 9; ++k) flat_[(3 + k) * n + i] = pose[i].rotation.m[k];
    }
    v.px = v.body_x = flat_.data();
    v.py = v.body_y = flat_.data() + n;
    v.pz = v.body_z = flat_.data() + 2 * n;
    for (std::size_t k = 0; k < 9; ++k) v.r[k] = flat_.data() + (3 + k) * n;
    v.shape = shape.data();
    v.body = body.data();
    v.groups = groups.data();
    v.meets = meets.data();
    v.self_contact = self_contact.data();
    v.alert = alert.data();
    v.world = world.empty() ? nullptr : world.data();
    return v;
  }

 private:
  mutable std::vector<double> flat_;
};

/// Spheres of radius 0.5 to 1 in a cube, each in about eight pairs.
inline Parts random_spheres(std::uint32_t count, std::mt19937_64& random) {
  const double edge = 1.6 * std::cbrt(static_cast<double>(count));
  std::uniform_real_distribution<double> place(0, edge), radius(0.5, 1);
  Parts parts;
  for (std::uint32_t i = 0; i < count; ++i) {
    parts.add_sphere({place(random), place(random), place(random)}, radius(random));
  }
  return parts;
}

inline std::vector<Pair> brute_force(const Parts& parts, double alert_distance) {
  const PartsView view = parts.view();
  std::vector<Box<double>> boxes;
  for (std::uint32_t i = 0; i < view.count; ++i) {
    boxes.push_back(part_box(parts.headers.data(), view, i, alert_distance));
  }
  std::vector<Pair> pairs;
  for (std::uint32_t a = 0; a < view.count; ++a) {
    for (std::uint32_t b = a + 1; b < view.count; ++b) {
      const Box<double>&p = boxes[a], &q = boxes[b];
      if (!(p.lo.x <= q.hi.x && q.lo.x <= p.hi.x && p.lo.y <= q.hi.y && q.lo.y <= p.hi.y && p.lo.z <= q.hi.z &&
            q.lo.z <= p.hi.z)) {
        continue;
      }
      if ((view.groups[a] & view.meets[b]) == 0 || (view.groups[b] & view.meets[a]) == 0) continue;
      if (view.world != nullptr && view.world[a] != view.world[b] && view.world[a] != -1 && view.world[b] != -1)
        continue;
      if (view.body[a] == view.body[b] && view.self_contact[a] == 0 && view.self_contact[b] == 0) continue;
      pairs.push_back({a, b});
    }
  }
  return pairs;
}

}  // namespace abut::test
