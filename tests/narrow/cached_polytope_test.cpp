// Polytopes kept from one query to the next: what is kept, that it is believed only whole, and that a search goes on
// from it.
#include "abut/narrow/cached_polytope.h"

#include <gtest/gtest.h>

#include <cmath>
#include <optional>

#include "tests/narrow/problem_of.h"
#include "tests/support/shapes.h"

namespace abut {
namespace {

using test::problem_of;
using test::Random;

/// Two boxes that overlap by a tenth, and the search that ended there.
struct Kept {
  ShapeSet shapes;
  ShapeSetView<float> view;
  CachedPolytope cache{};
  float offset = 0;

  Kept() {
    shapes.add_box({1, 0.75, 0.5});
    view = shapes.view<float>();
    const PairProblem<float> p = problem();
    const auto support = vertex_difference<LinearScan>(p);
    const auto s = test::gjk_of(p, support);
    SmallVertex simplex[4];
    int count = 0;
    for (int k = 0; k < 4; ++k) {
      if (!s.simplex.used[k]) continue;
      const SupportPoint<float> q = support.point(s.simplex.id_a[k], s.simplex.id_b[k]);
      simplex[count++] = {q.w, q.id_a, q.id_b};
    }
    SmallEpa search;
    EXPECT_TRUE(small_epa_start_from(search, simplex, count, support, p.size));
    EXPECT_TRUE(small_epa<LinearFaces>(search, support, p.size));
    EXPECT_TRUE((keep_polytope<LinearFaces>(search, cache)));
    offset = search.polytope.offset[search.nearest];
  }
  PairProblem<float> problem(Vec3<double> more = {0, 0, 0}) const {
    return problem_of(view, 0, 0, {Vec3<double>{1.9, 0.2, 0.1} + more, rotation_from_quaternion(60, 1, 2, 1)});
  }
  /// The nearest face's offset that a search from the cache ends with, in the unit of the pair.
  std::optional<float> again(const PairProblem<float>& p, const CachedPolytope& from) const {
    const auto support = vertex_difference<LinearScan>(p);
    SmallEpa search;
    if (!(small_epa_start_kept<LinearFaces>(search, from, support, p.size))) return {};
    if (!small_epa<LinearFaces>(search, support, p.size)) return {};
    return search.polytope.offset[search.nearest];
  }
};

TEST(CachedPolytopes, AtTheSamePoseTheSearchHasNothingMoreToDo) {
  const Kept kept;
  const PairProblem<float> p = kept.problem();
  const auto support = vertex_difference<LinearScan>(p);
  SmallEpa search;
  ASSERT_TRUE((small_epa_start_kept<LinearFaces>(search, kept.cache, support, p.size)));
  ASSERT_TRUE(small_epa<LinearFaces>(search, support, p.size));
  EXPECT_EQ(search.iterations, 1u);
  EXPECT_TRUE(search.is_kept);
  EXPECT_NEAR(search.polytope.offset[search.nearest], kept.offset, 1e-6f);
}

TEST(CachedPolytopes, AfterAMoveTheDepthIsThatOfTheNewPose) {
  const Kept kept;
  Random random(1);
  int answered = 0;
  for (int k = 0; k < 200; ++k) {
    const PairProblem<float> p = kept.problem(random.in_ball() * 0.03);
    const auto found = kept.again(p, kept.cache);
    if (!found) continue;
    ++answered;
    // The narrowest of many sampled widths is not below it.
    const auto support = vertex_difference<LinearScan>(widened(p));
    for (int i = 0; i < 100; ++i) {
      const Vec3<double> n = random.direction();
      EXPECT_GE(dot(n, support(n).w), static_cast<double>(*found) - 1e-5) << k;
    }
  }
  EXPECT_GT(answered, 150);
}

TEST(CachedPolytopes, AnyOtherBitIsSeenByTheChecksum) {
  const Kept kept;
  const PairProblem<float> p = kept.problem();
  ASSERT_TRUE(kept.again(p, kept.cache));
  for (std::size_t byte = 0; byte < sizeof(CachedPolytope); ++byte) {
    if (byte >= offsetof(CachedPolytope, nearest) && byte <= offsetof(CachedPolytope, unused)) continue;
    CachedPolytope other = kept.cache;
    reinterpret_cast<unsigned char*>(&other)[byte] ^= 1;
    EXPECT_FALSE(kept.again(p, other)) << "byte " << byte;
  }
}

TEST(CachedPolytopes, WhatIsNoneIsNotUnpacked) {
  using namespace cached_polytope_detail;
  const Kept kept;
  SmallPolytope p;
  EXPECT_TRUE(unpack(kept.cache, 8, 8, p));
  EXPECT_EQ(p.vertices, kept.cache.vertex_count);
  EXPECT_EQ(p.faces, kept.cache.face_count);
  EXPECT_EQ(p.faces, 2 * p.vertices - 4) << "Euler";
  EXPECT_FALSE(unpack(kept.cache, 1, 8, p)) << "vertices that the shape does not have";
  EXPECT_FALSE(unpack(CachedPolytope{}, 8, 8, p)) << "nothing";
  // With a checksum that fits, faces that name a vertex twice or none that is there.
  const auto changed = [&](const auto& change) {
    CachedPolytope c = kept.cache;
    change(c);
    c.checksum = checksum(c);
    return unpack(c, 8, 8, p);
  };
  EXPECT_TRUE(changed([](CachedPolytope&) {}));
  EXPECT_FALSE(changed([](CachedPolytope& c) { c.corners[0] = 1 | 1 << 4 | 2 << 8; }));
  EXPECT_FALSE(changed([](CachedPolytope& c) { c.corners[0] = 0 | 1 << 4 | 15 << 8; }));
  EXPECT_FALSE(changed([](CachedPolytope& c) { c.face_count = CachedPolytope::most_faces + 1; }));
  EXPECT_FALSE(changed([](CachedPolytope& c) { c.nearest = c.face_count; }));
}

TEST(CachedPolytopes, OfShapesThatHaveMovedApartNothingIsSaid) {
  const Kept kept;
  EXPECT_FALSE(kept.again(kept.problem({0.5, 0, 0}), kept.cache));
  EXPECT_FALSE(kept.again(kept.problem({50, 0, 0}), kept.cache));
}

TEST(CachedPolytopes, IdsBeyondSixteenBitsAreNotKept) {
  const Kept kept;
  const PairProblem<float> p = kept.problem();
  SmallEpa search;
  ASSERT_TRUE((small_epa_start_kept<LinearFaces>(search, kept.cache, vertex_difference<LinearScan>(p), p.size)));
  search.nearest = kept.cache.nearest;
  CachedPolytope out{};
  EXPECT_TRUE((keep_polytope<LinearFaces>(search, out)));
  search.polytope.id_a[corner_of(search.polytope, search.nearest, 0)] = 0x10000;
  EXPECT_FALSE((keep_polytope<LinearFaces>(search, out)));
}

}  // namespace
}  // namespace abut
