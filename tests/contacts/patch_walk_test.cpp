#include "abut/contacts/patch_walk.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "abut/contacts/patch_batch.h"
#include "tests/support/shapes.h"

namespace abut {
namespace {

/// Hulls of few points have edges beyond which a facet looks away: the walk has to begin over the other one. Without
/// room for reliefs nothing else can answer; with it, and without features, nothing else does.
TEST(PatchWalk, BeginsOverFacetsThatAreSeen) {
  test::Random random(41);
  ShapeSet shapes;
  for (int k = 0; k < 16; ++k) shapes.add_hull(test::ellipsoid_points(random, 8));
  const test::ShapePairs in = test::random_pairs(shapes, 4000, test::Regime::shallow, 42);
  Contacts<double> contacts = test::query_all<double>(shapes, in);
  QueryBatch<double> batch{};
  batch.shapes = shapes.view<double>();
  batch.pairs = in.pairs.data();
  batch.pair_count = in.pairs.size();
  batch.poses = in.poses.data();
  batch.pose_stride = 12;
  batch.out = contacts.view();
  std::vector<unsigned char> memory(patch_scratch_bytes<double>(256, false));
  const PairPatchScratch<double> scratch = patch_scratch_in<double>(memory.data(), 256, false);
  PairPatchScratch<double> walks = scratch;
  walks.memory.patch.a.capacity = walks.memory.patch.b.capacity = 0;
  QueryBatch<double> without = batch;
  without.out.feature_a = without.out.feature_b = {};
  int crossings = 0, answered = 0;
  for (std::size_t i = 0; i < in.pairs.size(); ++i) {
    if (feature_kind(contacts.feature_a[i]) != FeatureKind::edge) continue;
    if (feature_kind(contacts.feature_b[i]) != FeatureKind::edge) continue;
    ++crossings;
    PatchRecord<double> walked, cut;
    if (!answer_patch(batch, i, {0, 0, false}, walks, walked)) continue;
    ++answered;
    ASSERT_TRUE(answer_patch(without, i, {0, 0, false}, scratch, cut));
    EXPECT_NEAR(walked.area, cut.area, 1e-9) << i;
  }
  EXPECT_GT(crossings, 500);
  EXPECT_GT(answered, 0.98 * crossings) << answered << " of " << crossings;
}

}  // namespace
}  // namespace abut
