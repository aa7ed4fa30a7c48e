// The groups of shapes that the peers are asked about, each shape of diameter 1 with vertices that are floats.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "abut/core/scalar.h"
#include "abut/shapes/shape_set.h"
#include "bench/peers/set_file.h"
#include "tests/support/shapes.h"

namespace peers {

using Points = std::vector<abut::Vec3<double>>;
using abut::test::Random;

inline constexpr std::uint32_t shapes_a_group = 64;

inline double as_float(double x) { return static_cast<double>(abut::round_to<float>(x)); }

/// Scaled to diameter 1, then rounded to floats.
inline Points to_unit_size(Points points) {
  double diameter = 0;
  for (const auto& v : points) {
    for (const auto& w : points) diameter = std::max(diameter, length(v - w));
  }
  for (auto& v : points) {
    v = v * (1 / diameter);
    v = {as_float(v.x), as_float(v.y), as_float(v.z)};
  }
  return points;
}

/// Square base and top of `corners` corners, with the given ratio of the top's radius to the base's; 0: one apex.
inline Points frustum(Random& random, int corners, double top) {
  const double height = random.magnitude(0.5, 2);
  Points points;
  for (int k = 0; k < corners; ++k) {
    const double angle = 2 * M_PI * (k + 0.5) / corners;
    points.push_back({std::cos(angle), std::sin(angle), -0.5 * height});
    if (top > 0) points.push_back({top * std::cos(angle), top * std::sin(angle), 0.5 * height});
  }
  if (top == 0) points.push_back({0, 0, 0.5 * height});
  return points;
}

inline std::uint32_t add_hull(abut::ShapeSet& set, const Points& points) { return set.add_hull(to_unit_size(points)); }

inline std::uint32_t add_capsule(abut::ShapeSet& set, Random& random) {
  const double radius = random.uniform(0.1, 0.4);
  return set.add_capsule(radius, 0.5 - radius);
}

inline std::uint32_t add_box(abut::ShapeSet& set, Random& random) {
  const abut::Vec3<double> half{random.uniform(0.3, 1), random.uniform(0.3, 1), random.uniform(0.3, 1)};
  const auto side = [&](double h) { return as_float(0.5 * h / length(half)); };
  return set.add_box({side(half.x), side(half.y), side(half.z)});
}

inline bool is_curved(const std::string& kind) { return kind == "ellipsoid" || kind == "cylinder" || kind == "cone"; }

inline std::uint32_t add_curved(abut::ShapeSet& set, Random& random, const std::string& kind) {
  const double radius = random.uniform(0.2, 0.45);
  if (kind == "cylinder") return set.add_cylinder(radius, std::sqrt(0.25 - radius * radius));
  if (kind == "cone") return set.add_cone(radius, 0.5 * std::sqrt(1 - radius * radius));
  return set.add_ellipsoid({0.5, radius, random.uniform(0.2, 0.45)});
}

/// One shape of a kind that is named after what it is, a hull after its number of vertices; returns its index.
inline std::uint32_t add_kind(abut::ShapeSet& set, Random& random, const std::string& kind) {
  if (kind == "pyr5") return add_hull(set, frustum(random, 4, 0));
  if (kind == "prism16") return add_hull(set, frustum(random, 8, 1));
  if (kind == "frust16") return add_hull(set, frustum(random, 8, random.uniform(0.3, 0.8)));
  if (kind == "sphere") return set.add_sphere(0.5);
  if (kind == "capsule") return add_capsule(set, random);
  if (kind == "box") return add_box(set, random);
  if (is_curved(kind)) return add_curved(set, random, kind);
  return add_hull(set, abut::test::ellipsoid_points(random, std::stoi(kind.substr(4))));
}

/// A group: kinds for A and for B.
struct Group {
  std::string name;
  std::vector<std::string> kinds_a, kinds_b;
};

inline std::vector<Group> all_groups() {
  const std::vector<std::string> all{"pyr5",    "prism16", "frust16", "hull8",   "hull32",
                                     "hull128", "hull512", "sphere",  "capsule", "box"};
  std::vector<Group> groups;
  for (std::size_t k = 0; k < 7; ++k) groups.push_back({all[k], {all[k]}, {all[k]}});
  groups.push_back({"sphere_hull", {"sphere"}, {"hull32"}});
  groups.push_back({"capsule_hull", {"capsule"}, {"hull32"}});
  groups.push_back({"box_box", {"box"}, {"box"}});
  groups.push_back({"mix", all, all});
  return groups;
}

/// The shapes of a group: first half for A, second half for B.
inline abut::ShapeSet shapes_of(const Group& group, Random& random) {
  abut::ShapeSet set;
  for (const auto* kinds : {&group.kinds_a, &group.kinds_b}) {
    for (std::uint32_t k = 0; k < shapes_a_group / 2; ++k) add_kind(set, random, (*kinds)[k % kinds->size()]);
  }
  return set;
}

}  // namespace peers
