// EPA in a small polytope: that it answers nearly all shallow overlaps, what it answers against EPA in double, both
// ways to find a border, and that the surface stays closed.
#include "abut/narrow/small_overlap.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <memory>
#include <optional>

#include "abut/narrow/batch.h"
#include "kernels/narrow/tiny_capacity.h"
#include "tests/support/shapes.h"

namespace abut {
namespace {

using test::Regime;

struct Overlap {
  bool proved;
  CoreAnswer<double> small, full;
  double size;
};

/// The answer of `small_overlap` to query T, and that of EPA in double to the same shapes and pose. None where GJK
/// finds no overlap.
template <class T>
std::optional<Overlap> ask(const ShapeSet& shapes, const test::ShapePairs& in, std::size_t i, EpaMemory memory) {
  QueryBatch<T> batch{shapes.view<T>(), {}, in.poses.data(), 12, in.pairs.data(), in.pairs.size(), 1e300, {}};
  const BatchPair pair = load_pair(batch, i);
  PairProblem<T> p;
  if (make_problem(batch.shapes, pair.shape_a, pair.shape_b, pair.pose, 1e300, p) != Status::converged) return {};
  if (!joins_vertex_sets(p)) return {};
  const auto support = vertex_difference<LinearScan>(p);
  GjkState<T> s;
  gjk_start(s, -p.pose.translation, true);
  gjk(s, support, NoCutoff<T>::value);
  if (!s.overlap) return {};
  CoreAnswer<T> found = no_answer<T>();
  std::uint32_t iterations = 0;
  Overlap out{small_overlap(p, support, s, nullptr, found, iterations), no_answer<double>(), no_answer<double>(),
              static_cast<double>(p.size)};
  out.small.separation = static_cast<double>(found.separation);
  out.small.lower = static_cast<double>(found.lower);
  out.small.bound_gap = static_cast<double>(found.bound_gap);
  out.small.normal = widen(found.normal);
  const PairProblem<double, T> wide = [&] {
    if constexpr (sizeof(T) == sizeof(float)) {
      return widened(p);
    } else {
      return p;
    }
  }();
  const auto exact = vertex_difference<LinearScan>(wide);
  GjkState<double> t;
  gjk_start(t, -wide.pose.translation, true);
  gjk(t, exact, NoCutoff<double>::value);
  EXPECT_TRUE(overlapping_answer(wide, t, exact, OverlapOptions<double>{0, memory, nullptr, {}}, out.full, iterations));
  return out;
}

template <class T>
class SmallOverlap : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(SmallOverlap, Scalars);

TYPED_TEST(SmallOverlap, AnswersNearlyAllShallowOverlapsAsEpaInDouble) {
  using T = TypeParam;
  const auto bytes = std::make_unique<std::byte[]>(polytope_bytes<double>(4096));
  for (const int vertices : {5, 8, 16, 32, 128, 500}) {
    SCOPED_TRACE(vertices);
    test::Random random(static_cast<std::uint64_t>(vertices));
    ShapeSet shapes;
    for (int k = 0; k < 20; ++k) shapes.add_hull(test::ellipsoid_points(random, vertices));
    const test::ShapePairs in = test::random_pairs(shapes, 800, Regime::shallow, 3);
    int asked = 0, proved = 0;
    for (std::size_t i = 0; i < in.pairs.size(); ++i) {
      const auto overlap = ask<T>(shapes, in, i, {bytes.get(), 4096});
      // Smaller depths are at times too near to tell.
      if (!overlap || -overlap->full.separation < 1e-4 * overlap->size) continue;
      ++asked;
      if (!overlap->proved) continue;
      ++proved;
      const double rounding_error = static_cast<double>(Epsilon<T>::value) * overlap->size;
      EXPECT_NEAR(overlap->small.separation, overlap->full.separation, 2 * rounding_error) << "pair " << i;
      EXPECT_LE(overlap->small.bound_gap, 2 * rounding_error) << "pair " << i;
      EXPECT_NEAR(length(overlap->small.normal), 1, 4 * static_cast<double>(Epsilon<T>::value));
    }
    EXPECT_GT(asked, 150);
    EXPECT_GT(proved, 0.96 * asked);
  }
}

TYPED_TEST(SmallOverlap, DeepOverlapsItGivesUpOrAnswersRight) {
  using T = TypeParam;
  const auto bytes = std::make_unique<std::byte[]>(polytope_bytes<double>(4096));
  test::Random random(5);
  ShapeSet shapes;
  for (int k = 0; k < 10; ++k) shapes.add_hull(test::ellipsoid_points(random, 20 + 60 * k));
  const test::ShapePairs in = test::random_pairs(shapes, 500, Regime::deep, 3);
  int proved = 0, given_up = 0;
  for (std::size_t i = 0; i < in.pairs.size(); ++i) {
    const auto overlap = ask<T>(shapes, in, i, {bytes.get(), 4096});
    if (!overlap) continue;
    (overlap->proved ? proved : given_up) += 1;
    if (!overlap->proved) continue;
    const double rounding_error = static_cast<double>(Epsilon<T>::value) * overlap->size;
    EXPECT_NEAR(overlap->small.separation, overlap->full.separation, 2 * rounding_error) << "pair " << i;
  }
  EXPECT_GT(proved, 200);
  EXPECT_GT(given_up, 5);
}

constexpr double raised = 1e-9;  // far below a rounding of float, far above one of double

/// A cube with a vertex a little above the middle of its top; a slab; a cube.
ShapeSet cube_with_a_raised_top() {
  std::vector<Vec3<double>> points;
  for (int k = 0; k < 8; ++k) points.push_back({k & 1 ? 0.5 : -0.5, k & 2 ? 0.5 : -0.5, k & 4 ? 0.5 : -0.5});
  points.push_back({0.1, 0.05, 0.5 + raised});
  ShapeSet shapes;
  shapes.add_hull(points);
  shapes.add_box({4, 4, 0.6});
  shapes.add_box({0.5, 0.5, 0.5});
  return shapes;
}

TYPED_TEST(SmallOverlap, AVertexThatFloatDoesNotSeeIsNotPassedOver) {
  using T = TypeParam;
  const auto bytes = std::make_unique<std::byte[]>(polytope_bytes<double>(4096));
  const ShapeSet shapes = cube_with_a_raised_top();
  test::Random random(7);
  int proved = 0;
  for (int k = 0; k < 100; ++k) {
    const double depth = random.magnitude(1e-3, 3e-2), angle = random.uniform(-0.5, 0.5);
    test::ShapePairs in;
    if (k % 2 == 0) {
      in.add({0, 1}, {{0.01 * k, 0.02, 1.1 - depth}, rotation_from_quaternion(1, 0, 0, angle)});
    } else {  // the side is narrower than the raised top, and wider than the top that float sees
      in.add({0, 2}, {{1 - depth - raised / 2, 0.002 * k, 1 - depth}, rotation_from_quaternion(1, 0, 0, 0)});
    }
    const auto overlap = ask<T>(shapes, in, 0, {bytes.get(), 4096});
    if (!overlap || !overlap->proved) continue;
    ++proved;
    const double rounding_error = static_cast<double>(Epsilon<T>::value) * overlap->size;
    EXPECT_NEAR(overlap->small.separation, overlap->full.separation, 2 * rounding_error) << k;
    EXPECT_LE(overlap->small.bound_gap, 2 * rounding_error) << k;
  }
  if (sizeof(T) == sizeof(float)) {
    EXPECT_GT(proved, 40);  // in a float's vertices side and top are equally near: such ties are left
  }
}

/// Points on a sphere, added one after the other to a tetrahedron that holds the origin.
class SmallPolytopeOfASphere : public testing::Test {
 protected:
  static constexpr std::uint32_t none = 0;

  template <class Capacity>
  void start(SmallEpaIn<Capacity>& s) {
    const double h = std::sqrt(1.0 / 3);
    const Vec3<double> corners[4] = {{h, h, h}, {h, -h, -h}, {-h, h, -h}, {-h, -h, h}};
    SmallVertex vertex[4];
    Vec3<float> w[4];
    for (int k = 0; k < 4; ++k) vertex[k] = {w[k] = narrowed<float>(corners[k]), none, none};
    FacePlane<float> plane[4];
    ASSERT_TRUE(tetrahedron_planes(w, 1.0f, plane));
    small_epa_start(s, vertex, plane, 1.0f);
  }
  /// Every edge has two faces.
  template <class Capacity>
  static void expect_closed(const SmallPolytopeIn<Capacity>& p) {
    std::map<std::pair<int, int>, int> faces_of;
    for (int f = 0; f < p.faces; ++f) {
      if (p.offset[f] == absent_face) continue;
      for (const auto& [i, j] : {std::pair{0, 1}, {0, 2}, {1, 2}}) ++faces_of[{corner_of(p, f, i), corner_of(p, f, j)}];
    }
    for (const auto& [edge, count] : faces_of) EXPECT_EQ(count, 2) << edge.first << " " << edge.second;
    const int edges = static_cast<int>(faces_of.size());
    EXPECT_EQ(3 * p.vertices - 6, edges);
  }
};

TEST_F(SmallPolytopeOfASphere, StaysClosedAndBothBordersAgree) {
  test::Random random(6);
  for (int round = 0; round < 50; ++round) {
    SmallEpa s{};
    start(s);
    while (s.polytope.vertices < SmallCapacity::vertices) {
      s.next = {narrowed<float>(random.direction()), none, none};
      small_epa_open<LinearFaces>(s);
      if (s.polytope.faces + Horizon::most > SmallCapacity::faces) {
        EXPECT_FALSE(small_epa_border(s));
        break;
      }
      Horizon other;
      small_epa_detail::border_of_many(s.polytope, s.seen, other);
      ASSERT_TRUE(small_epa_border(s));
      ASSERT_EQ(s.horizon.count, other.count);
      for (int e = 0; e < other.count; ++e) ASSERT_EQ(s.horizon.ends[e], other.ends[e]);
      small_epa_close<LinearFaces>(s);
      expect_closed(s.polytope);
    }
    EXPECT_GT(s.polytope.vertices, 16);
  }
}

TEST_F(SmallPolytopeOfASphere, InTheTinyCapacityTheBorderIsTheSame) {
  test::Random random(7);
  int full = 0;
  for (int round = 0; round < 500; ++round) {
    SmallEpaIn<device::TinyCapacity> tiny{};
    SmallEpa s{};
    start(tiny);
    start(s);
    while (tiny.polytope.vertices < device::TinyCapacity::vertices) {
      tiny.next = s.next = {narrowed<float>(random.direction()), none, none};
      small_epa_open<LinearFaces>(tiny);
      small_epa_open<LinearFaces>(s);
      ASSERT_TRUE(small_epa_border(s));
      ASSERT_TRUE(small_epa_border(tiny));
      ASSERT_EQ(tiny.horizon.count, s.horizon.count);
      for (int e = 0; e < s.horizon.count; ++e) ASSERT_EQ(tiny.horizon.ends[e], s.horizon.ends[e]);
      small_epa_close<LinearFaces>(tiny);
      small_epa_close<LinearFaces>(s);
      expect_closed(tiny.polytope);
      for (int f = 0; f < s.polytope.faces; ++f)
        ASSERT_EQ(tiny.polytope.corner[f] & 0xffffff, s.polytope.corner[f] & 0xffffff);
    }
    ++full;
    EXPECT_FALSE(small_epa_take(tiny, tiny.next, false));
  }
  EXPECT_EQ(full, 500);
}

TEST(SmallPolytope, NoCornerOfAFaceIsBelowItsOffset) {
  test::Random random(8);
  int uneven = 0;
  for (int k = 0; k < 2000; ++k) {
    const Vec3<double> a = random.direction(), along = random.direction() * random.magnitude(1e-6, 1);
    const Vec3<double> across = random.direction() * random.magnitude(1e-6, 1);  // needles, mostly
    const Vec3<float> w[3] = {narrowed<float>(a), narrowed<float>(a + along),
                              narrowed<float>(a + along * 0.5 + across)};
    const FacePlane<float> plane = plane_of_face(w[0], w[1], w[2]);
    float least = Huge<float>::value, most = -Huge<float>::value;
    for (const Vec3<float>& corner : w) {
      least = std::min(least, dot(plane.normal, corner));
      most = std::max(most, dot(plane.normal, corner));
    }
    EXPECT_LE(plane.offset, least);
    EXPECT_GE(dot(plane.normal, w[2]), 0);
    uneven += most > least ? 1 : 0;
  }
  EXPECT_GT(uneven, 1000);  // rounding alone: with one height for all corners the first line could not fail
}

TEST(SmallEpaStart, ATriangleThroughTheOriginIsTakenBetweenTwoApices) {
  ShapeSet shapes;
  shapes.add_box({1, 1, 1});
  shapes.add_box({1, 1, 1});
  const auto view = shapes.view<float>();
  PairProblem<float> p;
  ASSERT_EQ(make_problem(view, 0, 1, RelativePose<double>{{{1, 0, 0, 0, 1, 0, 0, 0, 1}}, {0, 0, 0}}, 1e300, p),
            Status::converged);
  const auto support = vertex_difference<LinearScan>(p);
  const auto starts = [&](std::initializer_list<Vec3<float>> points) {
    SmallVertex vertex[4];
    int count = 0;
    for (const Vec3<float>& w : points) vertex[count++] = {w, 0, 0};
    SmallEpa s;
    return small_epa_start_from(s, vertex, count, support, 1.0f);
  };
  const float h = 0.25f;
  EXPECT_TRUE(starts({{h, 0, 0}, {-h, h, 0}, {-h, -h, 0}}));
  EXPECT_TRUE(starts({{h, 0, 0}, {-h, h, 0}, {-h, -h, 0}, {0, 0, -h}}));  // its nearest face first
  EXPECT_TRUE(starts({{0, 0, -h}, {h, 0, 0}, {-h, h, 0}, {-h, -h, 0}}));
  EXPECT_FALSE(starts({{3 * h, 0, 0}, {h, h, 0}, {h, -h, 0}}));  // the origin beside the triangle
  EXPECT_FALSE(starts({{h, 0, 0}, {-h, 0, 0}, {0, h, 0}}));      // on its edge
  EXPECT_FALSE(starts({{h, 0, 0}, {-h, 0, 0}, {h / 2, 0, 0}}));  // no triangle
}

TEST(SmallEpaStart, RefusesATetrahedronBesideTheOriginAndAFlatOne) {
  const auto inside = [](Vec3<float> apex) {
    const Vec3<float> w[4] = {{1, 0, -0.3f}, {-1, 1, -0.3f}, {-1, -1, -0.3f}, apex};
    FacePlane<float> plane[4];
    return tetrahedron_planes(w, 1.0f, plane);
  };
  EXPECT_TRUE(inside({0, 0, 1}));
  EXPECT_FALSE(inside({0, 0, -0.1f}));                            // the origin lies above it
  EXPECT_FALSE(inside({0, 0, -0.3f}));                            // flat
  EXPECT_FALSE(inside({0, 0, 8 * static_cast<float>(0x1p-23)}));  // within the margin
  EXPECT_FALSE(inside({0, 0, std::numeric_limits<float>::quiet_NaN()}));
}

}  // namespace
}  // namespace abut
