// The GJK template over a pack of lanes, one pair a lane, against the same template over a scalar: same bits.
#include <gtest/gtest.h>

#include <cstring>

#include "abut/narrow/query.h"
#include "tests/support/pack.h"
#include "tests/support/shapes.h"

namespace abut {
namespace {

constexpr int width = 8;

/// One scalar support mapping a lane.
template <class T>
struct LaneSupport {
  DifferenceSupport<T, LinearScan> lane[width];

  SupportPoint<LoopPack<T, width>> operator()(Vec3<LoopPack<T, width>> u) const {
    SupportPoint<LoopPack<T, width>> out;
    for (int l = 0; l < width; ++l) {
      const SupportPoint<T> p = lane[l](Vec3<T>{u.x.lane[l], u.y.lane[l], u.z.lane[l]});
      out.w.x.lane[l] = p.w.x, out.w.y.lane[l] = p.w.y, out.w.z.lane[l] = p.w.z;
      out.id_a.lane[l] = p.id_a, out.id_b.lane[l] = p.id_b;
    }
    return out;
  }
};

template <class T>
class PackOfLanes : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(PackOfLanes, Scalars);

TYPED_TEST(PackOfLanes, GjkGivesEachLaneTheBitsOfAScalar) {
  using T = TypeParam;
  using P = LoopPack<T, width>;
  const ShapeSet shapes = test::mixed_shapes(3);
  const auto view = shapes.view<T>();
  for (const auto regime : {test::Regime::separated, test::Regime::near, test::Regime::deep}) {
    const test::ShapePairs in = test::random_pairs(shapes, 25 * width, regime, 17);
    for (std::size_t first = 0; first + width <= in.pairs.size(); first += width) {
      LaneSupport<T> support;
      GjkState<T> scalar[width];
      Vec3<P> direction;
      for (int l = 0; l < width; ++l) {
        const double* m = in.poses.data() + 12 * (first + l);
        const RelativePose<double> pose{{{m[0], m[1], m[2], m[4], m[5], m[6], m[8], m[9], m[10]}}, {m[3], m[7], m[11]}};
        PairProblem<T> p{};
        ASSERT_EQ(make_problem(view, in.pairs[first + l].a, in.pairs[first + l].b, pose, 1e300, p), Status::converged);
        support.lane[l] = vertex_difference<LinearScan>(p);
        const Vec3<T> d = -p.pose.translation;
        direction.x.lane[l] = d.x, direction.y.lane[l] = d.y, direction.z.lane[l] = d.z;
        gjk_start(scalar[l], d, true);
        gjk(scalar[l], support.lane[l], NoCutoff<T>::value);
      }
      GjkState<P> pack;
      gjk_start(pack, direction, mask_lanes<width>([](int) { return true; }));
      gjk(pack, support, P(NoCutoff<T>::value));
      for (int l = 0; l < width; ++l) {
        const Vec3<T> lane{pack.v.x.lane[l], pack.v.y.lane[l], pack.v.z.lane[l]};
        ASSERT_EQ(std::memcmp(&lane, &scalar[l].v, sizeof lane), 0) << first + l;
        ASSERT_EQ(pack.vv.lane[l], scalar[l].vv) << first + l;
        ASSERT_EQ(pack.vw.lane[l], scalar[l].vw) << first + l;
        ASSERT_EQ(pack.iterations.lane[l], scalar[l].iterations) << first + l;
        ASSERT_EQ(pack.overlap.lane[l], scalar[l].overlap) << first + l;
        for (int k = 0; k < 4; ++k) {
          ASSERT_EQ(pack.simplex.used[k].lane[l], scalar[l].simplex.used[k]);
          if (!scalar[l].simplex.used[k]) continue;
          ASSERT_EQ(pack.simplex.id_a[k].lane[l], scalar[l].simplex.id_a[k]);
          ASSERT_EQ(pack.simplex.lambda[k].lane[l], scalar[l].simplex.lambda[k]);
        }
      }
    }
  }
}

}  // namespace
}  // namespace abut
