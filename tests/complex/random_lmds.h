// Quasi-LMDs of random complexes against the reference.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "tests/complex/complex_scene.h"
#include "tests/complex/random_complexes.h"
#include "tests/complex/reference_lmds.h"

namespace abut::test {

/// What names a contact: the vertices of both simplices.
using CornersOfBoth = std::array<std::array<std::uint32_t, 3>, 2>;

/// Data only.
struct LmdTally {
  int found = 0, quasi = 0, border = 0, doubtful = 0;
  int of_class[8] = {};  ///< of the simplices of those found
};

/// Whether the contact at the reference's place has other simplices, hardly beside these: two vertices 1e-9 apart.
inline bool is_at_place_of_another(const ComplexScene& scene, const QuasiLmds<double>& found, const ReferenceLmd& r) {
  const auto a = corners_of(scene.complexes.view(0)), b = corners_of(scene.complexes.view(1));
  const double dilation = scene.complexes.view(0).dilation;
  for (std::size_t k = 0; k < found.size(); ++k) {
    const Vec3<double> p = found.witness_a[k] - found.normal[k] * dilation;
    if (length(p - r.point_a) > 4e-6 * r.distance) continue;
    const CornersOfBoth c{a.at(found.feature_a[k].code), b.at(found.feature_b[k].code)};
    if (c != CornersOfBoth{r.vertices_a, r.vertices_b}) return true;
  }
  return false;
}

/// Holds the contacts of one pair against the reference; those that it takes for doubtful may be there or not.
inline void compare_lmds(const ComplexScene& scene, const QuasiLmds<double>& found, const ReferenceLmds& reference,
                         LmdTally& tally) {
  constexpr double certain = 1e-8;  // what rounding decides is far below
  const auto a = corners_of(scene.complexes.view(0)), b = corners_of(scene.complexes.view(1));
  std::map<CornersOfBoth, std::size_t> at;
  for (std::size_t k = 0; k < found.size(); ++k) {
    at[{a.at(found.feature_a[k].code), b.at(found.feature_b[k].code)}] = k;
  }
  std::map<CornersOfBoth, const ReferenceLmd*> known;
  for (const auto* list : {&reference.found, &reference.near_misses}) {
    for (const ReferenceLmd& r : *list) known[{r.vertices_a, r.vertices_b}] = &r;
  }
  const double dilations = scene.complexes.view(0).dilation + scene.complexes.view(1).dilation;
  for (const ReferenceLmd& r : reference.found) {
    if (r.margin < certain) {
      ++tally.doubtful;
      continue;
    }
    ++tally.found, tally.quasi += r.is_lmd ? 0 : 1, tally.border += r.margin < 1e-5 ? 1 : 0;
    ++tally.of_class[r.class_a], ++tally.of_class[r.class_b];
    if (is_at_place_of_another(scene, found, r)) continue;
    const auto k = at.find({r.vertices_a, r.vertices_b});
    ASSERT_NE(k, at.end()) << "missed: dimensions " << r.dimension_a << ' ' << r.dimension_b << ", classes "
                           << r.class_a << ' ' << r.class_b << ", margin " << r.margin;
    const std::size_t i = k->second;
    EXPECT_NEAR(found.separation[i], r.distance - dilations, 1e-12);
    if (std::abs(r.lmd_margin) > certain) {
      EXPECT_EQ(found.is_lmd[i] != 0, r.is_lmd);
    }
  }
  for (const auto& [corners, k] : at) {
    const auto r = known.find(corners);
    ASSERT_TRUE(r != known.end() && r->second->margin > -certain)
        << "invented: features " << std::hex << found.feature_a[k].code << ' ' << found.feature_b[k].code
        << ", distance " << found.separation[k] + dilations;
  }
}

inline ComplexOptions options_of(ComplexKind kind) {
  return {.dilation = 0.01, .sides = is_solid(kind) ? ComplexSides::solid : ComplexSides::shell};
}

/// Of two complexes a round.
inline LmdTally compare_random_complexes(std::uint64_t seed, int rounds) {
  Random random(seed);
  LmdTally tally;
  for (int round = 0; round < rounds; ++round) {
    const auto kind = [&] { return static_cast<ComplexKind>(random.below(complex_kind_count)); };
    const ComplexKind of_a = kind(), of_b = kind();
    const bool on_grid = random.below(2) == 0;
    const auto hard = [&] {
      return ComplexHardness{random.below(4) == 0, random.below(4) == 0, !on_grid && random.below(3) == 0, on_grid};
    };
    SimplicialComplex a = random_complex(random, of_a, hard());
    const SimplicialComplex b = random_complex(random, of_b, hard());
    // Of all sizes, far, near and in each other, on a grid too; B's size about 1.
    const double scale = std::ldexp(1.0, -static_cast<int>(random.below(4)));
    for (Vec3<double>& v : a.vertices) v = v * scale;
    Pose pose{random.in_cube() * random.uniform(0.2, 2), random.rotation()};
    if (on_grid) {
      const auto eighth = [&] { return (static_cast<int>(random.below(33)) - 16) / 8.0; };
      pose = Pose{{eighth(), eighth(), eighth()}};
    }
    const double theta = random.below(3) == 0 ? 0 : random.uniform(0, 0.3);
    ComplexScene scene;
    scene.add(a, options_of(of_a)), scene.add(b, options_of(of_b), pose);
    scene.pairs = {{0, 1}};
    const QuasiLmds<double> found = scene.find({.alert_distance = 100, .theta = theta});
    ReferenceOptions asked;
    asked.theta = theta, asked.margin_of_interest = 1e-8;
    asked.solid_a = is_solid(of_a), asked.solid_b = is_solid(of_b);
    const ReferenceLmds reference = reference_lmds(a, b, {pose.rotation, pose.position}, asked);
    SCOPED_TRACE("round " + std::to_string(round) + ": " + name_of(of_a) + " and " + name_of(of_b) + ", theta " +
                 std::to_string(theta));
    compare_lmds(scene, found, reference, tally);
    if (testing::Test::HasFatalFailure()) return tally;
  }
  return tally;
}

}  // namespace abut::test
