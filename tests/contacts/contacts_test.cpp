#include "abut/contacts/contacts.h"

#include <gtest/gtest.h>

namespace abut {
namespace {

template <class T>
class ContactArrays : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(ContactArrays, Scalars);

TYPED_TEST(ContactArrays, ViewWritesWhatTheElementReads) {
  Contacts<TypeParam> c(3);
  const ContactsView<TypeParam> view = c.view();
  view.separation.data[1] = TypeParam(-0.5);
  view.normal.y[1] = TypeParam(1);
  view.witness_b.z[1] = TypeParam(2);
  view.status.data[1] = 1;
  view.key.data[1] = 77;
  view.feature_b.data[1] = {9};
  const Contact<TypeParam> read = c[1];
  EXPECT_EQ(read.separation, TypeParam(-0.5));
  EXPECT_EQ(read.normal.y, TypeParam(1));
  EXPECT_EQ(read.witness_b.z, TypeParam(2));
  EXPECT_EQ(read.status, 1);
  EXPECT_EQ(read.key, 77u);
  EXPECT_EQ(read.feature_b.code, 9u);
}

TYPED_TEST(ContactArrays, SelectLeavesTheChosenInOrder) {
  Contacts<TypeParam> c(5);
  for (std::size_t i = 0; i < 5; ++i) {
    c.separation[i] = static_cast<TypeParam>(i);
    c.key[i] = i;
  }
  c.select({0, 3, 4});
  ASSERT_EQ(c.size(), 3u);
  EXPECT_EQ(c.separation[1], TypeParam(3));
  EXPECT_EQ(c.key[2], 4u);
  c.select({});
  EXPECT_EQ(c.size(), 0u);
}

}  // namespace
}  // namespace abut
