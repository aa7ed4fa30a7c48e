#include "abut/core/contact.h"

#include <gtest/gtest.h>

#include <set>

namespace abut {
namespace {

TEST(Feature, KeepsKindAndIndex) {
  const Feature f = make_feature(FeatureKind::edge, 0xfffffffe);
  EXPECT_EQ(feature_kind(f), FeatureKind::edge);
  EXPECT_EQ(feature_index(f), 0xfffffffeu);
  EXPECT_EQ(feature_kind(Feature{0}), FeatureKind::unknown);
}

TEST(ContactTypes, AreThoseOfFengAndTanInEitherOrder) {
  const Feature v = make_feature(FeatureKind::vertex, 1);
  const Feature e = make_feature(FeatureKind::edge, 2);
  const Feature f = make_feature(FeatureKind::face, 3);
  EXPECT_EQ(contact_type(v, v), ContactType::vertex_vertex);
  EXPECT_EQ(contact_type(e, v), ContactType::vertex_edge);
  EXPECT_EQ(contact_type(v, e), ContactType::vertex_edge);
  EXPECT_EQ(contact_type(e, e), ContactType::edge_edge);
  EXPECT_EQ(contact_type(f, v), ContactType::vertex_face);
  EXPECT_EQ(contact_type(e, f), ContactType::edge_face);
  EXPECT_EQ(contact_type(f, f), ContactType::face_face);
  EXPECT_EQ(contact_type(f, Feature{0}), ContactType::unknown);
}

TEST(ContactKey, DiffersWithEveryPart) {
  const auto feature = [](int kind) { return make_feature(static_cast<FeatureKind>(kind), 2); };
  std::set<std::uint64_t> keys;
  for (std::uint32_t a = 0; a < 10; ++a) {
    for (std::uint32_t b = 0; b < 10; ++b) {
      for (int fa = 1; fa <= 3; ++fa) {
        for (int fb = 1; fb <= 3; ++fb) keys.insert(contact_key({a, b}, feature(fa), feature(fb)));
      }
    }
  }
  EXPECT_EQ(keys.size(), 900u);
}

TEST(ContactKey, IsTheSameOnEveryMachine) {
  const Feature v = make_feature(FeatureKind::vertex, 5);
  EXPECT_EQ(contact_key({1, 2}, v, v), 0xbcf28fd6fc30e60full);  // by another program
  EXPECT_EQ(mix64(1), 0x5692161d100b05e5ull);                   // splitmix64's finaliser of 1, as published
}

TEST(Status, SharesItsByteWithFlags) {
  const std::uint8_t byte = static_cast<std::uint8_t>(Status::touching) | normal_undefined_flag;
  EXPECT_EQ(status_of(byte), Status::touching);
  EXPECT_TRUE(is_contact(byte));
  EXPECT_FALSE(is_contact(static_cast<std::uint8_t>(Status::iteration_limit)));
}

}  // namespace
}  // namespace abut
