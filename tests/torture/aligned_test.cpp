// The classes of aligned pairs: what they are made of, and the reference against closed forms of its own.
#include "host/torture/aligned.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <set>
#include <string>

#include "host/reference/examination.h"
#include "host/torture/grid_shapes.h"

namespace abut::torture {
namespace {

constexpr std::uint32_t pairs_of_a_batch = 250;

void for_batches(const char* name, int batches, const std::function<void(const Batch&)>& look) {
  for (const PairClass& pair_class : pair_classes()) {
    if (std::string(pair_class.name) != name) continue;
    for (int i = 0; i < batches; ++i) {
      look(make_batch(pair_class, 11, static_cast<std::uint64_t>(i), pairs_of_a_batch));
    }
    return;
  }
  FAIL() << name;
}

bool is_cube_rotation(const Mat3<double>& m) {
  return std::all_of(std::begin(m.m), std::end(m.m), [](double x) { return x == 0 || x == 1 || x == -1; });
}

TEST(GridShapes, HasAllRotationsOfTheCube) {
  Draw draw(3);
  std::set<std::array<double, 9>> seen, upright;
  for (int i = 0; i < 2000; ++i) {
    const Mat3<double> m = cube_rotation(draw), n = axis_rotation(draw);
    for (const auto& r : {m, n}) {
      EXPECT_TRUE(is_cube_rotation(r));
      const Vec3<double> x{r.m[0], r.m[3], r.m[6]}, y{r.m[1], r.m[4], r.m[7]}, z{r.m[2], r.m[5], r.m[8]};
      EXPECT_EQ(dot(cross(x, y), z), 1);
    }
    EXPECT_EQ(std::abs(n.m[8]), 1);
    seen.insert(std::to_array(m.m));
    upright.insert(std::to_array(n.m));
  }
  EXPECT_EQ(seen.size(), 24u);
  EXPECT_EQ(upright.size(), 8u);
}

TEST(Aligned, EveryPairOfKindsIsThere) {
  std::map<std::pair<CaseKind, CaseKind>, int> seen;
  for_batches("aligned", 80, [&](const Batch& batch) {
    for (const PosedPair& pair : batch.pairs) {
      EXPECT_TRUE(is_cube_rotation(pair.pose_b.rotation));
      ++seen[{batch.shapes[pair.a].kind, batch.shapes[pair.b].kind}];
    }
  });
  EXPECT_EQ(seen.size(), 11u * 11u);
}

TEST(Coaxial, MostAxesAreOneLine) {
  int pairs = 0, on_one_line = 0, next_to_it = 0;
  for_batches("coaxial", 20, [&](const Batch& batch) {
    for (const PosedPair& pair : batch.pairs) {
      const Vec3<double> t = pair.pose_b.position;
      EXPECT_EQ(std::abs(pair.pose_b.rotation.m[8]), 1);
      ++pairs;
      on_one_line += t.x == 0 && t.y == 0 ? 1 : 0;
      next_to_it += std::hypot(t.x, t.y) > 0 && std::hypot(t.x, t.y) < 1e-5 ? 1 : 0;
    }
  });
  EXPECT_GT(on_one_line, pairs / 2);
  EXPECT_GT(next_to_it, pairs / 20);
}

TEST(NearlyAligned, NothingIsTurnedFar) {
  int tilted = 0;
  for_batches("nearly_aligned", 20, [&](const Batch& batch) {
    for (const PosedPair& pair : batch.pairs) tilted += is_cube_rotation(pair.pose_b.rotation) ? 0 : 1;
  });
  EXPECT_GT(tilted, 20 * 125);
}

/// Half extents of a box or, of zero size, of a point or sphere, in A's frame; the radius around it.
struct Block {
  Vec3<double> half;
  double radius;
};
bool as_block(const CaseShape& shape, const Mat3<double>& turn, Block& block) {
  if (shape.kind == CaseKind::sphere) return block = {{0, 0, 0}, shape.lengths.x}, true;
  if (shape.kind == CaseKind::point) return block = {{0, 0, 0}, shape.rounding}, true;
  if (shape.kind != CaseKind::box) return false;
  const Vec3<double> h = rotate(turn, shape.lengths);
  return block = {{std::abs(h.x), std::abs(h.y), std::abs(h.z)}, shape.rounding}, true;
}

long double separation_of_blocks(const Block& a, const Block& b, Vec3<double> t) {
  const auto gap = [](double x, double ha, double hb) {
    return std::fabs(static_cast<long double>(x)) - static_cast<long double>(ha) - static_cast<long double>(hb);
  };
  const long double g[3] = {gap(t.x, a.half.x, b.half.x), gap(t.y, a.half.y, b.half.y), gap(t.z, a.half.z, b.half.z)};
  long double squared = 0;
  for (const long double x : g) squared += x > 0 ? x * x : 0;
  const long double core = squared > 0 ? std::sqrt(squared) : std::max({g[0], g[1], g[2]});
  return core - static_cast<long double>(a.radius) - static_cast<long double>(b.radius);
}

/// Radius and half length of a cylinder or an upright capsule, and the radius around it.
struct Rod {
  double radius, half, round;
};
bool as_rod(const CaseShape& shape, Rod& rod) {
  if (shape.kind == CaseKind::cylinder) return rod = {shape.lengths.x, shape.lengths.y, shape.rounding}, true;
  if (shape.kind == CaseKind::capsule) return rod = {0, shape.lengths.y, shape.lengths.x}, true;
  if (shape.kind == CaseKind::sphere) return rod = {0, 0, shape.lengths.x}, true;
  return false;
}
long double separation_of_rods(const Rod& a, const Rod& b, Vec3<double> t) {
  const long double across = std::hypot(static_cast<long double>(t.x), static_cast<long double>(t.y)) -
                             static_cast<long double>(a.radius) - static_cast<long double>(b.radius);
  const long double along =
      std::fabs(static_cast<long double>(t.z)) - static_cast<long double>(a.half) - static_cast<long double>(b.half);
  const long double core = across > 0 && along > 0 ? std::hypot(across, along) : std::max(across, along);
  return core - static_cast<long double>(a.round) - static_cast<long double>(b.round);
}

/// The reference without a good hint.
void expect_reference(const Batch& batch, const PosedPair& pair, long double truth) {
  const ShapeSetView<double> view = batch.set.view<double>();
  const reference::Reference reference({reference::core_of(view, pair.a), reference::core_of(view, pair.b)});
  const ShapeHeader &a = batch.set.header(pair.a), &b = batch.set.header(pair.b);
  const auto pose = reference::pose_as_seen<double>(pair.pose_a, pair.pose_b, a, b);
  const reference::Answer answer = reference::Examination(reference, 0, 1, pose)
                                       .answer_near({0.6, 0, 0.8}, {Vec3<double>{0, 0, 0}, pose.translation}, 2.5e-15);
  const double scale = a.size + b.size + std::fabs(answer.separation);
  EXPECT_TRUE(answer.certified) << io::case_file_text(
      {{"", "", "", batch.shapes[pair.a], batch.shapes[pair.b], pair.pose_a, pair.pose_b, std::nullopt}});
  EXPECT_NEAR(answer.separation, static_cast<double>(truth), 2.5e-15 * scale);
}

TEST(Aligned, TheReferenceAgreesWithTheClosedFormOfBoxesAndBalls) {
  int checked = 0;
  for_batches("aligned", 20, [&](const Batch& batch) {
    for (const PosedPair& pair : batch.pairs) {
      Block a{}, b{};
      if (!as_block(batch.shapes[pair.a], pair.pose_a.rotation, a) ||
          !as_block(batch.shapes[pair.b], pair.pose_b.rotation, b)) {
        continue;
      }
      expect_reference(batch, pair, separation_of_blocks(a, b, pair.pose_b.position));
      ++checked;
    }
  });
  EXPECT_GT(checked, 200);
}

TEST(Coaxial, TheReferenceAgreesWithTheClosedFormOfRods) {
  int checked = 0;
  for_batches("coaxial", 20, [&](const Batch& batch) {
    for (const PosedPair& pair : batch.pairs) {
      Rod a{}, b{};
      if (!as_rod(batch.shapes[pair.a], a) || !as_rod(batch.shapes[pair.b], b)) continue;
      expect_reference(batch, pair, separation_of_rods(a, b, pair.pose_b.position));
      ++checked;
    }
  });
  EXPECT_GT(checked, 200);
}

}  // namespace
}  // namespace abut::torture
