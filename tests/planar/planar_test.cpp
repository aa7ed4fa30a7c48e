// The batch interface of the plane: poses of angles, outputs that are left out, and what is refused.
#include "abut/planar.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "abut/core/error.h"
#include "tests/planar/planar_cases.h"
#include "tests/support/complaint.h"

namespace abut {
namespace {

using test::complaint;

/// Discs of radius 1 in a row, a quarter apart.
struct Row {
  PlanarShapeSet shapes;
  std::vector<PlanarBody> bodies;
  std::vector<Pair> pairs;
  Row() {
    shapes.add_disc(1);
    for (std::uint32_t k = 0; k < 10; ++k) {
      bodies.push_back({0, planar_pose({2.25 * k, 0}, 0.1 * k)});
      if (k > 0) pairs.push_back({k - 1, k});
    }
  }
};

TEST(PlanarPoseOfAnAngle, IsItsCosineAndSine) {
  for (const double angle : {0.0, 0.5, -2.0, 7.0}) {
    const PlanarPose p = planar_pose({3, 4}, angle);
    EXPECT_NEAR(p.rotation.x, std::cos(angle), 1e-16);
    EXPECT_NEAR(p.rotation.y, std::sin(angle), 1e-16);
    EXPECT_EQ(p.position.y, 4);
  }
}

TEST(PlanarInterface, OutputsThatAreNotWantedAreLeftOut) {
  const Row row;
  std::vector<PlanarContact<double>> contacts(row.pairs.size());
  std::vector<PlanarPatch<double>> patches(row.pairs.size());
  EXPECT_NO_THROW(query_planar_pairs<double>(Cpu{1}, row.shapes, row.bodies, row.pairs, {}, PlanarOutput<double>{}));
  query_planar_pairs<double>(Cpu{1}, row.shapes, row.bodies, row.pairs, {}, {contacts, {}});
  query_planar_pairs<double>(Cpu{1}, row.shapes, row.bodies, row.pairs, {}, {{}, patches});
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    EXPECT_NEAR(contacts[i].separation, 0.25, 4e-15);
    EXPECT_LT(length(patches[i].point - contacts[i].point), 1e-7);
  }
}

TEST(PlanarInterface, ThreadsChangeNothing) {
  const Row row;
  std::vector<PlanarContact<float>> one(row.pairs.size()), all(row.pairs.size());
  query_planar_pairs<float>(Cpu{1}, row.shapes, row.bodies, row.pairs, {}, {one, {}});
  query_planar_pairs<float>(Cpu{}, row.shapes, row.bodies, row.pairs, {}, {all, {}});
  for (std::size_t i = 0; i < one.size(); ++i) {
    EXPECT_EQ(one[i].separation, all[i].separation);
    EXPECT_EQ(one[i].key, all[i].key);
  }
}

TEST(PlanarInterface, BadArgumentsAreNamed) {
  const Row row;
  std::vector<PlanarContact<double>> few(2);
  std::vector<PlanarOverlap<double>> overlaps(row.pairs.size());
  const std::vector<Pair> bad{{0, 10}};
  EXPECT_NE(complaint([&] {
              query_planar_pairs<double>(Cpu{1}, row.shapes, row.bodies, row.pairs, {}, {few, {}});
            }).find("2"),
            std::string::npos)
      << "an output of another length";
  EXPECT_NE(complaint([&] {
              query_planar_pairs<double>(Cpu{1}, row.shapes, row.bodies, bad, {}, PlanarOutput<double>{});
            }).find("10"),
            std::string::npos)
      << "a body that is not there";
  EXPECT_THROW(query_planar_pairs<double>(Cpu{1}, row.shapes, row.bodies, row.pairs, {}, {{}, {}, overlaps}),
               InvalidInput)
      << "discs have no polygon to cut";
}

TEST(PlanarInterface, NothingGivesNothing) {
  const Row row;
  EXPECT_NO_THROW(query_planar_pairs<double>(Cpu{1}, row.shapes, row.bodies, {}, {}, PlanarOutput<double>{}));
  EXPECT_TRUE(find_planar_pairs(Cpu{1}, row.shapes, {}, 1).empty());
}

}  // namespace
}  // namespace abut
