#include "abut/facets/contacts_view.h"

#include <gtest/gtest.h>

#include <type_traits>

namespace abut {
namespace {

/// Kernels take them as parameters, and a caller who asks for nothing special has contacts of features.
TEST(FacetContactsView, IsDataAloneAndWantsNothingByItself) {
  EXPECT_TRUE(std::is_trivially_copyable_v<FacetContactsView<double>>);
  EXPECT_TRUE(std::is_trivially_copyable_v<FacetOptions>);
  const FacetContactsView<float> out;
  EXPECT_TRUE(out.offsets == nullptr && out.needed == nullptr && out.room_needed == nullptr && out.key.data == nullptr);
  const FacetOptions options;
  EXPECT_TRUE(options.contacts && options.join_parts);
  EXPECT_EQ(options.room.facet_pairs, 0u);
  EXPECT_EQ(options.alert_distance, 0);
}

}  // namespace
}  // namespace abut
