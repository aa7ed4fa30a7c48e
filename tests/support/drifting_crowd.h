// Bodies that drift and turn, and the steps of a solver that filters their pairs.
#pragma once

#include <cmath>
#include <vector>

#include "abut/contacts/contacts.h"
#include "abut/contacts/pair_filter.h"
#include "abut/detect.h"
#include "tests/support/shapes.h"

namespace abut::test {

/// Bodies of many kinds, some of two parts off their origin, that drift and turn at speeds of their own.
struct DriftingCrowd {
  ShapeSet shapes;
  BodySet bodies;
  std::vector<Vec3<double>> velocity, axis;
  std::vector<double> spin;
  Random random{7};

  explicit DriftingCrowd(int count, bool alerts = false) {
    shapes.add_box({0.5, 0.4, 0.3});
    shapes.add_sphere(0.4);
    shapes.add_cylinder(0.3, 0.4);
    shapes.add_capsule(0.2, 0.4);
    std::vector<Vec3<double>> corners;
    for (int k = 0; k < 12; ++k) corners.push_back(random.direction() * 0.5 + Vec3<double>{2, -1, 0.5});
    shapes.add_hull(corners);  // far from its frame's origin
    for (int i = 0; i < count; ++i) {
      BodyOptions options;
      if (alerts) options.alert_distance = random.uniform(0, 0.05);
      const Vec3<double> at{random.uniform(0, 6), random.uniform(0, 6), random.uniform(0, 6)};
      const Pose pose{at, random.rotation()};
      if (i % 4 == 0) {
        const Part parts[2] = {{0, {{0.6, 0, 0}, random.rotation()}}, {2, {{-0.6, 0.2, 0}, random.rotation()}}};
        bodies.add(pose, parts, options);
      } else {
        bodies.add(pose, static_cast<std::uint32_t>(i % 5), options);
      }
      const double pace = random.magnitude(1e-6, 1e-2);
      velocity.push_back(random.direction() * pace);
      axis.push_back(random.direction());
      spin.push_back(pace * random.uniform(0, 3));
    }
  }

  void move() {
    for (std::uint32_t i = 0; i < bodies.size(); ++i) {
      const double half = spin[i] / 2, s = std::sin(half);
      const Mat3<double> turn = rotation_from_quaternion(std::cos(half), s * axis[i].x, s * axis[i].y, s * axis[i].z);
      Pose pose = bodies.pose(i);
      pose.position = pose.position + velocity[i];
      pose.rotation = times(turn, pose.rotation);
      bodies.set_pose(i, pose);
    }
  }
  std::vector<Pair> candidates(double alert) const {
    return find_pairs(Cpu{}, shapes.headers(), bodies.parts(), alert);
  }
  std::vector<Pair> filtered(PairFilter& filter, const std::vector<Pair>& of, double alert) const {
    const std::span<const Pair> left = filter.filter(shapes.headers(), bodies.parts(), of, alert);
    return {left.begin(), left.end()};
  }
  /// What a step of a solver does.
  template <class T>
  std::vector<Pair> step(PairFilter& filter, double alert) const {
    const std::vector<Pair> left = filtered(filter, candidates(alert), alert);
    filter.learn<T>(contacts<T>(left).lower_bound);
    return left;
  }
  template <class T>
  Contacts<T> contacts(const std::vector<Pair>& pairs) const {
    Contacts<T> out(pairs.size());
    query_pairs<T>(Cpu{}, shapes.view<T>(), bodies.parts(), pairs, {}, out.view());
    return out;
  }
};

}  // namespace abut::test
