#include "abut/complex/contact_clusters.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/complex/cell_surface.h"
#include "tests/complex/complex_scene.h"
#include "tests/support/complaint.h"
#include "tests/support/random.h"

namespace abut {
namespace {

/// Contacts of one pair, at these points.
QuasiLmds<double> contacts(const std::vector<Vec3<double>>& points, const std::vector<double>& gaps,
                           const std::vector<Vec3<double>>& normals = {}) {
  QuasiLmds<double> out;
  out.offsets = {0, points.size()};
  out.point = points, out.separation = gaps;
  for (std::size_t i = 0; i < points.size(); ++i)
    out.normal.push_back(normals.empty() ? Vec3<double>{0, 0, 1} : normals[i]);
  return out;
}

TEST(ContactClusters, WhatLiesWithinThePolygonOfOthersGoes) {
  std::vector<Vec3<double>> grid;
  for (int j = 0; j < 5; ++j) {
    for (int i = 0; i < 5; ++i) grid.push_back({0.25 * i, 0.25 * j, 0});
  }
  const ContactClusters reduced = reduce_contacts(contacts(grid, std::vector<double>(25, 0.1)));
  EXPECT_EQ(reduced.kept, (std::vector<std::uint64_t>{0, 4, 20, 24}));
  EXPECT_EQ(reduced.offsets, (std::vector<std::uint64_t>{0, 4}));
  EXPECT_LT(reduced.lost[0], 1e-15);
}

TEST(ContactClusters, AGapThatIsLowerThanTheMeanStays) {
  const std::vector<Vec3<double>> square{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0.5, 0.5, 0}, {0.25, 0.5, 0}};
  EXPECT_EQ(reduce_contacts(contacts(square, {0, 0, 0, 0, 0, 0})).kept.size(), 4u);
  EXPECT_EQ(reduce_contacts(contacts(square, {0, 0, 0, 0, -1e-3, 0})).kept,
            (std::vector<std::uint64_t>{0, 1, 2, 3, 4}));
  EXPECT_EQ(reduce_contacts(contacts(square, {0, 0, 0, 0, -1e-3, -4e-4})).kept.size(), 5u);  // half of the way: -5e-4
  EXPECT_EQ(reduce_contacts(contacts(square, {0, 0, 0, 0, -1e-3, -6e-4})).kept.size(), 6u);
  EXPECT_EQ(reduce_contacts(contacts(square, {0, 0, 0, 0, -1e-3, 0}), {.gap = 2e-3}).kept.size(), 4u);
  // A saddle, whose diagonal is at 0.
  EXPECT_EQ(reduce_contacts(contacts(square, {0, 1, 0, 1, 0.25, 0})).kept, (std::vector<std::uint64_t>{0, 1, 2, 3, 5}));
}

TEST(ContactClusters, PointsOnALineKeepTheirEndsAndOneIsKept) {
  EXPECT_EQ(reduce_contacts(contacts({{0, 0, 0}, {1, 2, 0}, {0.5, 1, 0}, {0.25, 0.5, 0}}, {0, 0, 0, 0})).kept,
            (std::vector<std::uint64_t>{0, 1}));
  EXPECT_EQ(reduce_contacts(contacts({{3, 1, 0}}, {0})).kept, std::vector<std::uint64_t>{0});
  EXPECT_EQ(reduce_contacts(contacts({}, {})).offsets, (std::vector<std::uint64_t>{0, 0}));
}

TEST(ContactClusters, OtherNormalsAreOtherClusters) {
  const auto tilted = [](double angle) { return Vec3<double>{std::sin(angle), 0, std::cos(angle)}; };
  const std::vector<Vec3<double>> square{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0.5, 0.5, 0}};
  const Vec3<double> up{0, 0, 1};
  const auto kept = [&](double angle) {
    return reduce_contacts(contacts(square, {0, 0, 0, 0, 0}, {up, up, up, up, tilted(angle)}), {.angle = 0.01});
  };
  EXPECT_EQ(kept(0.02).kept.size(), 5u);
  const ContactClusters reduced = kept(0.004);
  EXPECT_EQ(reduced.kept.size(), 4u);
  EXPECT_NEAR(reduced.lost[0], 2 * std::sin(0.002), 1e-6);
}

/// The distance of a wrench from the means of others, by Frank and Wolfe's method.
double distance_from_means(const std::array<double, 6>& w, const std::vector<std::array<double, 6>>& others) {
  std::array<double, 6> x = others[0];
  const auto dot6 = [](const std::array<double, 6>& a, const std::array<double, 6>& b) {
    double sum = 0;
    for (std::size_t i = 0; i < 6; ++i) sum += a[i] * b[i];
    return sum;
  };
  for (int step = 0; step < 20000; ++step) {
    std::array<double, 6> r, to;
    for (std::size_t i = 0; i < 6; ++i) r[i] = w[i] - x[i];
    const auto best = std::max_element(others.begin(), others.end(),
                                       [&](const auto& a, const auto& b) { return dot6(a, r) < dot6(b, r); });
    for (std::size_t i = 0; i < 6; ++i) to[i] = (*best)[i] - x[i];
    const double all = dot6(to, to), t = all > 0 ? std::clamp(dot6(r, to) / all, 0.0, 1.0) : 0;
    for (std::size_t i = 0; i < 6; ++i) x[i] += t * to[i];
  }
  std::array<double, 6> r;
  for (std::size_t i = 0; i < 6; ++i) r[i] = w[i] - x[i];
  return std::sqrt(dot6(r, r));
}

TEST(ContactClusters, WhatIsLostIsNoMoreThanIsSaid) {
  test::Random random(9);
  for (int round = 0; round < 20; ++round) {
    std::vector<Vec3<double>> points, normals;
    std::vector<double> gaps;
    for (int k = 0; k < 20; ++k) {
      points.push_back({random.uniform(-1, 1), random.uniform(-1, 1), 0});
      const Vec3<double> n{random.uniform(-1e-3, 1e-3), random.uniform(-1e-3, 1e-3), 1};
      normals.push_back(n * (1 / length(n))), gaps.push_back(0);
    }
    const QuasiLmds<double> found = contacts(points, gaps, normals);
    const ContactClusters reduced = reduce_contacts(found, {.angle = 0.02});
    ASSERT_LT(reduced.kept.size(), 16u);
    EXPECT_GT(reduced.lost[0], 0);
    EXPECT_LT(reduced.lost[0], 0.01);
    const auto wrench = [&](std::size_t i) {
      const Vec3<double> m = cross(points[i], normals[i]);
      return std::array<double, 6>{normals[i].x, normals[i].y, normals[i].z, m.x, m.y, m.z};
    };
    std::vector<std::array<double, 6>> kept;
    for (const std::uint64_t k : reduced.kept) kept.push_back(wrench(k));
    // A bound of force and of moment each; radius and middle are about 1.4 and 0.3 at most.
    for (std::size_t i = 0; i < 20; ++i) EXPECT_LE(distance_from_means(wrench(i), kept), 3 * reduced.lost[0] + 1e-3);
  }
}

TEST(ContactClusters, OfAFineCubeOnAPlateLeaveItsFourCorners) {
  test::ComplexScene scene;
  SimplicialComplex legs = test::box_surface(0.5, 0.5, 0.5);  // and points on its lower face, as legs
  const auto first = static_cast<std::uint32_t>(legs.vertices.size());
  test::Random random(2);
  for (std::uint32_t k = 0; k < 30; ++k) {
    legs.vertices.push_back({random.uniform(-0.4, 0.4), random.uniform(-0.4, 0.4), -0.5 - 1e-3});
    legs.points.push_back(first + k);
  }
  scene.add(test::flat_plate(4, 6), {.dilation = 0.01}), scene.add(legs, {.dilation = 0.01}, {{0.013, 0.007, 0.53}});
  scene.pairs = {{0, 1}, {0, 1}};
  const QuasiLmds<double> found = scene.find({.alert_distance = 0.1});
  ASSERT_EQ(found.offsets[1], 34u);
  const ContactClusters reduced = reduce_contacts(found);
  ASSERT_EQ(reduced.lost.size(), 2u);
  EXPECT_LT(reduced.offsets[1], 20u);  // corners, and the legs' own corners, which are lower
  EXPECT_EQ(reduced.offsets[2], 2 * reduced.offsets[1]);
  EXPECT_LT(reduced.lost[0], 1e-13);
}

TEST(ContactClusters, CornersGoWhereSomeMayBeLost) {
  std::vector<Vec3<double>> ring;
  for (int k = 0; k < 64; ++k) ring.push_back({std::cos(2 * M_PI * k / 64), std::sin(2 * M_PI * k / 64), 0});
  std::size_t before = 49;
  ring.resize(48);  // three quarters of it
  for (const double lost : {0.0, 0.006, 0.02, 0.1}) {
    const ContactClusters reduced = reduce_contacts(contacts(ring, std::vector<double>(48, 0)), {.lost = lost});
    EXPECT_LT(reduced.kept.size(), before) << lost;
    EXPECT_LE(reduced.lost[0], lost + 1e-15);
    before = reduced.kept.size();
  }
  EXPECT_LT(before, 12u);
  EXPECT_GT(before, 3u);
}

TEST(ContactClusters, RefuseOptionsThatAreNotAllowed) {
  const QuasiLmds<double> none = contacts({}, {});
  EXPECT_EQ(test::complaint([&] { reduce_contacts(none, {.angle = -1}); }),
            "reduce_contacts: angle is -1; allowed is 0 to 0.1");
  EXPECT_EQ(test::complaint([&] { reduce_contacts(none, {.angle = NAN}); }),
            "reduce_contacts: angle is nan; allowed is 0 to 0.1");
  EXPECT_EQ(test::complaint([&] { reduce_contacts(none, {.lost = 0.6}); }),
            "reduce_contacts: lost is 0.6; allowed is 0 to 0.5");
  EXPECT_EQ(test::complaint([&] { reduce_contacts(none, {.gap = -1}); }),
            "reduce_contacts: gap is -1; allowed is a finite number, 0 or more");
  EXPECT_EQ(test::complaint([&] { reduce_contacts(none, {.gap = HUGE_VAL}); }),
            "reduce_contacts: gap is inf; allowed is a finite number, 0 or more");
}

}  // namespace
}  // namespace abut
