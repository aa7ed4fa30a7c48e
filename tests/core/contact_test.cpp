#include "abut/core/contact.h"

#include <gtest/gtest.h>

#include <set>

namespace abut {
namespace {

TEST(Feature, KeepsSortedDistinctVertices) {
  const std::uint32_t ids[3] = {900000, 7, 900000};
  const Feature f = make_feature(ids, 3);
  EXPECT_EQ(feature_vertex_count(f), 2);
  EXPECT_EQ(feature_vertex(f, 0), 7u);
  EXPECT_EQ(feature_vertex(f, 1), 900000u);
}

TEST(Feature, OrderOfTheVerticesDoesNotMatter) {
  const std::uint32_t a[3] = {3, 1, 2};
  const std::uint32_t b[3] = {2, 3, 1};
  EXPECT_EQ(make_feature(a, 3).code, make_feature(b, 3).code);
  EXPECT_NE(make_feature(a, 3).code, make_feature(a, 2).code);
}

TEST(ContactKey, DiffersWithEveryPart) {
  const std::uint32_t v[3] = {0, 1, 2};
  std::set<std::uint64_t> keys;
  for (std::uint32_t a = 0; a < 10; ++a) {
    for (std::uint32_t b = 0; b < 10; ++b) {
      for (int fa = 1; fa <= 3; ++fa) {
        for (int fb = 1; fb <= 3; ++fb) keys.insert(contact_key({a, b}, make_feature(v, fa), make_feature(v, fb)));
      }
    }
  }
  EXPECT_EQ(keys.size(), 900u);
}

TEST(ContactKey, IsTheSameOnEveryMachine) {
  const std::uint32_t v[1] = {5};
  EXPECT_EQ(contact_key({1, 2}, make_feature(v, 1), make_feature(v, 1)),
            contact_key({1, 2}, make_feature(v, 1), make_feature(v, 1)));
  EXPECT_EQ(mix64(1), 0x5692161d100b05e5ull);  // splitmix64's finaliser of 1, as published
}

TEST(Status, SharesItsByteWithFlags) {
  const std::uint8_t byte = static_cast<std::uint8_t>(Status::touching) | normal_undefined_flag;
  EXPECT_EQ(status_of(byte), Status::touching);
  EXPECT_TRUE(is_contact(byte));
  EXPECT_FALSE(is_contact(static_cast<std::uint8_t>(Status::iteration_limit)));
}

}  // namespace
}  // namespace abut
