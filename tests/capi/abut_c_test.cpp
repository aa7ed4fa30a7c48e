// The one header of the C interface: a program from shapes to contacts with no other include of Abut's.
#include "abut/abut_c.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <string>

namespace {

/// A ball of radius 1 and a box, a quarter apart.
class AllOfTheCInterface : public testing::Test {
 protected:
  AllOfTheCInterface() {
    const double half[3] = {1, 1, 1};
    const abut_pose first{{0, 0, 0}, {1, 0, 0, 0, 1, 0, 0, 0, 1}}, second{{2.25, 0, 0}, {1, 0, 0, 0, 1, 0, 0, 0, 1}};
    std::uint32_t ball = 0, box = 0, body = 0;
    EXPECT_EQ(abut_shapes_new(&shapes), ABUT_OK);
    EXPECT_EQ(abut_bodies_new(&bodies), ABUT_OK);
    EXPECT_EQ(abut_shapes_add_sphere(shapes, 1, &ball), ABUT_OK);
    EXPECT_EQ(abut_shapes_add_box(shapes, half, 0, &box), ABUT_OK);
    EXPECT_EQ(abut_bodies_add(bodies, &first, ball, nullptr, &body), ABUT_OK);
    EXPECT_EQ(abut_bodies_add(bodies, &second, box, nullptr, &body), ABUT_OK);
    EXPECT_EQ(body, 1u);
  }
  ~AllOfTheCInterface() override {
    EXPECT_EQ(abut_bodies_free(bodies), ABUT_OK);
    EXPECT_EQ(abut_shapes_free(shapes), ABUT_OK);
  }
  abut_shapes* shapes = nullptr;
  abut_bodies* bodies = nullptr;
};

TEST_F(AllOfTheCInterface, LeadsFromShapesToContacts) {
  ASSERT_EQ(ABUT_CHECK_VERSION(), ABUT_OK);
  abut_parts parts{};
  parts.size = sizeof parts;
  ASSERT_EQ(abut_bodies_parts(bodies, &parts), ABUT_OK);
  const abut_pair pair{0, 1};
  double separation = 0, normal[3] = {0, 0, 0};
  std::uint8_t status = 9;
  abut_contacts_f64 out{};
  out.size = sizeof out;
  out.separation.data = &separation;
  out.normal = {normal, normal + 1, normal + 2, 3};
  out.status.data = &status;
  const abut_pairs pairs{sizeof pairs, &pair, 1};
  ASSERT_EQ(abut_query_pairs_f64(1, shapes, &parts, &pairs, nullptr, &out), ABUT_OK) << abut_last_message();
  EXPECT_NEAR(separation, 0.25, 1e-15);
  EXPECT_NEAR(normal[0], 1, 1e-15);
  EXPECT_EQ(status & ABUT_STATUS_MASK, ABUT_CONVERGED);
}

TEST_F(AllOfTheCInterface, FailuresLeaveWhatIsGiven) {
  const abut_pair pair{0, 2};
  abut_parts parts{};
  parts.size = sizeof parts;
  ASSERT_EQ(abut_bodies_parts(bodies, &parts), ABUT_OK);
  double separation = 7;
  abut_contacts_f64 out{};
  out.size = sizeof out;
  out.separation.data = &separation;
  const abut_pairs pairs{sizeof pairs, &pair, 1};
  EXPECT_EQ(abut_query_pairs_f64(1, shapes, &parts, &pairs, nullptr, &out), ABUT_INVALID_INPUT);
  EXPECT_EQ(separation, 7);
  EXPECT_NE(std::string(abut_last_message()).find("2"), std::string::npos);
  EXPECT_EQ(abut_query_pairs_f64(1, nullptr, &parts, &pairs, nullptr, &out), ABUT_INVALID_HANDLE);
}

TEST_F(AllOfTheCInterface, HasEachOfItsParts) {
  // One of each header that it includes.
  abut_planar_shapes* planar = nullptr;
  EXPECT_EQ(abut_planar_shapes_new(&planar), ABUT_OK);
  EXPECT_EQ(abut_planar_shapes_free(planar), ABUT_OK);
  abut_pair_finder* finder = nullptr;
  EXPECT_EQ(abut_pair_finder_new(1, &finder), ABUT_OK);
  EXPECT_EQ(abut_pair_finder_free(finder), ABUT_OK);
  abut_patch_options options;
  EXPECT_EQ(abut_patch_options_init(&options, sizeof options), ABUT_OK);
  std::size_t bytes = 0;
  EXPECT_EQ(abut_part_tree_bytes(3, &bytes), ABUT_OK);
  EXPECT_GT(bytes, 0u);
  EXPECT_EQ(abut_mesh_free(nullptr), ABUT_OK);
}

}  // namespace
