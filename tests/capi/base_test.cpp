// The base of the C interface: versions, messages, rotations, and structures that are those of the C++ library.
#include "abut/c/base.h"

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <thread>

#include "abut/abut.h"
#include "abut/c/shapes.h"

namespace abut {
namespace {

TEST(CBase, TheVersionIsThatOfTheHeader) {
  EXPECT_EQ(abut_version(), static_cast<std::uint32_t>(ABUT_C_MAJOR << 16 | ABUT_C_MINOR << 8 | ABUT_C_PATCH));
  EXPECT_EQ(ABUT_CHECK_VERSION(), ABUT_OK);
  EXPECT_EQ(abut_check_version(ABUT_C_MAJOR + 1, 0), ABUT_WRONG_VERSION);
  if (ABUT_C_MAJOR == 0) {
    EXPECT_EQ(abut_check_version(0, ABUT_C_MINOR - 1), ABUT_WRONG_VERSION) << "before 1.0 each may change structures";
  }
}

TEST(CBase, AMessageIsThatOfTheLastFailureOfTheThread) {
  abut_shapes* shapes = nullptr;
  ASSERT_EQ(abut_shapes_new(&shapes), ABUT_OK);
  std::uint32_t index = 0;
  EXPECT_EQ(abut_shapes_add_sphere(shapes, -3, &index), ABUT_INVALID_INPUT);
  const std::string message = abut_last_message();
  EXPECT_NE(message.find("-3"), std::string::npos) << message;
  EXPECT_EQ(message.find('\n'), std::string::npos);
  EXPECT_EQ(abut_shapes_add_sphere(shapes, 3, &index), ABUT_OK);
  EXPECT_EQ(abut_last_message(), message) << "a success leaves it";
  std::string of_another;
  std::thread([&] { of_another = abut_last_message(); }).join();
  EXPECT_EQ(of_another, "");
  EXPECT_EQ(abut_shapes_free(shapes), ABUT_OK);
  EXPECT_EQ(abut_shapes_add_sphere(nullptr, 1, &index), ABUT_INVALID_HANDLE);
}

TEST(CBase, RotationsAreThoseOfTheCppLibrary) {
  double r[9];
  ASSERT_EQ(abut_rotation_from_quaternion(1, 2, 3, 4, r), ABUT_OK);
  const Mat3<double> expected = rotation_from_quaternion(1, 2, 3, 4);
  EXPECT_EQ(std::memcmp(r, expected.m, sizeof r), 0);
  EXPECT_EQ(abut_rotation_from_quaternion(0, 0, 0, 0, r), ABUT_INVALID_INPUT);
}

TEST(CBase, StructuresAndNumbersAreThoseOfTheCppLibrary) {
  static_assert(sizeof(abut_pair) == sizeof(Pair) && sizeof(abut_cache) == sizeof(CachedPolytope));
  static_assert(ABUT_CONVERGED == static_cast<int>(Status::converged) &&
                ABUT_INVALID_POSE == static_cast<int>(Status::invalid_pose) && ABUT_STATUS_COUNT == status_count);
  static_assert(ABUT_NORMAL_UNDEFINED == normal_undefined_flag);
  for (const FeatureKind kind : {FeatureKind::unknown, FeatureKind::vertex, FeatureKind::edge, FeatureKind::face}) {
    const Feature f = make_feature(kind, 0xfedcba98u);
    EXPECT_EQ(ABUT_FEATURE_KIND(f.code), static_cast<int>(kind));
    EXPECT_EQ(ABUT_FEATURE_INDEX(f.code), 0xfedcba98u);
  }
  EXPECT_EQ(abut_cuda_unavailable_reason() == nullptr, cuda_unavailable_reason() == nullptr);
}

}  // namespace
}  // namespace abut
