// Two spur-gear teeth that approach each other: a stand-in for the thesis's Figure 4.33, which shows its meshes but
// gives neither coordinates nor motion.
//
// Equal gears of 20 teeth, module 1, pressure angle 20 degrees, at their proper centre distance; a tooth is the convex
// hull of its profile (involute flanks from the base circle to the tip, straight down to the root) at both faces of a
// gear one module wide and a half. Gear P stands still, gear Q turns until the flanks touch. The axes are parallel, so
// edges and faces of both teeth are too: the Minkowski difference is full of flat simplices. A tilt of the second axis
// takes that away.
#pragma once

#include <cmath>
#include <memory>
#include <numbers>
#include <vector>

#include "abut/shapes/shape_set.h"
#include "bench/papers/pair_support.h"
#include "host/reference/reference.h"
#include "tests/support/shapes.h"

namespace abut::papers {

/// Vertices in the frame of the gear, the tooth about the x axis. `points` a flank.
inline std::vector<Vec3<double>> gear_tooth(int points) {
  constexpr double pi = std::numbers::pi;
  constexpr int teeth = 20;
  const double pressure = 20 * pi / 180;
  const double pitch = 0.5 * teeth, tip = pitch + 1, root = pitch - 1.25, base = pitch * std::cos(pressure);
  const double half_width = 0.75;
  // Polar angle of the involute at parameter t (radius base * sqrt(1 + t^2)), and of the flank at the pitch circle.
  const auto involute = [](double t) { return t - std::atan(t); };
  const double half_angle = 0.5 * pi / teeth + involute(std::tan(pressure));
  const double t_tip = std::sqrt(tip * tip / (base * base) - 1);
  std::vector<Vec3<double>> out;
  const auto add = [&](double radius, double angle) {
    for (const double side : {-1.0, 1.0}) {
      for (const double z : {-half_width, half_width}) {
        out.push_back({radius * std::cos(angle), side * radius * std::sin(angle), z});
      }
    }
  };
  add(root, half_angle);
  for (int i = 0; i < points; ++i) {
    const double t = t_tip * i / (points - 1);
    add(base * std::sqrt(1 + t * t), half_angle - involute(t));
  }
  return out;
}

/// The teeth as shapes 0 (P) and 1 (Q), and the motion.
class GearTeeth {
 public:
  GearTeeth(int points, double tilt) : tilt_(tilt) {
    for (int k = 0; k < 2; ++k) shapes_.add_hull(gear_tooth(points));
    std::vector<reference::Core> cores;
    for (std::uint32_t s = 0; s < 2; ++s) cores.push_back(reference::core_of(shapes_.view<double>(), s));
    reference_ = std::make_unique<reference::Reference>(std::move(cores));
    // Q's angle at contact, to the last digit, between a clear gap and a clear overlap.
    double apart = start_angle(), overlapping = start_angle() + 0.3;
    for (int i = 0; i < 60; ++i) {
      const double middle = 0.5 * (apart + overlapping);
      (reference_->query(0, 1, pose(middle)).lower > 0 ? apart : overlapping) = middle;
    }
    contact_angle_ = apart;
  }

  /// The poses of `even` steps of equal angle to the last step but one, then steps that halve the angle left, and
  /// contact.
  std::vector<RelativePose<double>> motion(int even, int halvings) const {
    const double whole = start_angle() - contact_angle_;
    std::vector<RelativePose<double>> out;
    for (int i = 0; i < even; ++i) out.push_back(pose(contact_angle_ + whole * (even - i) / even));
    for (int i = 1; i <= halvings; ++i) out.push_back(pose(contact_angle_ + std::ldexp(whole / even, -i)));
    out.push_back(pose(contact_angle_));
    return out;
  }

  PairQuery query(const RelativePose<double>& b_in_a) const {
    return pair_query(shapes_.view<double>(), {0, 1}, b_in_a);
  }
  /// Certified by the reference, in modules.
  double distance(const RelativePose<double>& b_in_a) const {
    return std::max(0.0, reference_->query(0, 1, b_in_a).separation);
  }
  /// By the library's own pair query.
  double library_separation(const RelativePose<double>& b_in_a) const {
    // Back from the frames of the box centres to those of the shapes.
    const Vec3<double> t = b_in_a.translation + centre(0) - rotate(b_in_a.rotation, centre(1));
    test::ShapePairs in;
    in.add({0, 1}, {t, b_in_a.rotation});
    return test::query_all<double>(shapes_, in, Cpu{1}).separation[0];
  }
  double size() const { return shapes_.header(0).size + shapes_.header(1).size; }
  std::uint32_t vertices() const { return shapes_.header(0).vertex_count; }

 private:
  static double start_angle() { return -0.5; }

  Vec3<double> centre(std::uint32_t s) const {
    const ShapeHeader& h = shapes_.header(s);
    return {h.centre[0], h.centre[1], h.centre[2]};
  }

  RelativePose<double> pose(double angle) const {
    // P's tooth points a little to one side of the line of centres; Q's comes from the other side.
    const auto about_z = [](double a) { return rotation_from_quaternion(std::cos(a / 2), 0, 0, std::sin(a / 2)); };
    const Mat3<double> tilt =
        rotation_from_quaternion(std::cos(tilt_ / 2), 0.6 * std::sin(tilt_ / 2), 0.8 * std::sin(tilt_ / 2), 0);
    const Pose p{{0, 0, 0}, about_z(0.1)};
    const Pose q{{20, 0, 0}, times(tilt, about_z(std::numbers::pi + angle))};
    return relative_pose(p, q, centre(0), centre(1));
  }

  ShapeSet shapes_;
  std::unique_ptr<reference::Reference> reference_;
  double tilt_;
  double contact_angle_ = 0;
};

}  // namespace abut::papers
