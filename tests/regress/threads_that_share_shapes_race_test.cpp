// Views of a const set of shapes were made on first use, so that two threads that asked one set at once wrote the same
// arrays. The thread sanitizer sees that (preset tsan); every build sees that reading leaves a view where it was.
#include <gtest/gtest.h>

#include <latch>
#include <thread>
#include <vector>

#include "abut/abut.h"
#include "abut/planar.h"
#include "tests/support/same_bits.h"
#include "tests/support/shapes.h"

namespace abut {
namespace {

constexpr int thread_count = 4;

/// Calls `work(0)` to `work(thread_count - 1)` on threads of their own, which begin at once.
template <class Work>
void at_once(const Work& work) {
  std::latch ready(thread_count);
  std::vector<std::thread> threads;
  for (int k = 0; k < thread_count; ++k) {
    threads.emplace_back([&, k] {
      ready.arrive_and_wait();
      work(k);
    });
  }
  for (std::thread& thread : threads) thread.join();
}

/// One cube and others of all kinds, of which one has got new vertices since; no view has been asked for.
ShapeSet shapes_with_a_change() {
  ShapeSet shapes = test::mixed_shapes(1);
  const std::uint32_t hull = shapes.add_hull(std::vector<Vec3<double>>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}});
  shapes.replace_vertices(hull, std::vector<Vec3<double>>{{0, 0, 0}, {2, 0, 0}, {0, 2, 0}, {0, 0, 2}});
  return shapes;
}

template <class T>
Contacts<T> contacts_of(const ShapeSet& shapes) {
  return test::query_all<T>(shapes, test::random_pairs(shapes, 200, test::Regime::touching, 7), Cpu{1});
}

TEST(ThreadsThatShareShapes, GetTheContactsOfOneThread) {
  const ShapeSet shapes = shapes_with_a_change();
  std::vector<Contacts<float>> f32(thread_count);
  std::vector<Contacts<double>> f64(thread_count);
  at_once([&](int k) {
    f32[static_cast<std::size_t>(k)] = contacts_of<float>(shapes);
    f64[static_cast<std::size_t>(k)] = contacts_of<double>(shapes);
  });
  const ShapeSet own = shapes_with_a_change();
  const Contacts<float> expected_f32 = contacts_of<float>(own);
  const Contacts<double> expected_f64 = contacts_of<double>(own);
  ASSERT_EQ(expected_f32.size(), 200u);
  for (std::size_t k = 0; k < thread_count; ++k) {
    test::expect_same_bits(f32[k], expected_f32);
    test::expect_same_bits(f64[k], expected_f64);
  }
}

TEST(ThreadsThatShareShapes, GetTheContactsOfOneThreadInThePlane) {
  PlanarShapeSet shapes;
  const std::uint32_t square = shapes.add_polygon(std::vector<Vec2<double>>{{0, 0}, {1, 0}, {1, 1}, {0, 1}});
  const std::uint32_t disc = shapes.add_disc(0.5);
  const std::vector<PlanarBody> bodies{{square, planar_pose({0, 0}, 0)}, {disc, planar_pose({1.25, 0.5}, 0)}};
  const std::vector<Pair> pairs{{0, 1}};
  std::vector<PlanarContact<float>> f32(thread_count);
  std::vector<PlanarContact<double>> f64(thread_count);
  at_once([&](int k) {
    const auto i = static_cast<std::size_t>(k);
    query_planar_pairs<float>(Cpu{1}, shapes, bodies, pairs, {}, {.contacts = {&f32[i], 1}, .patches = {}});
    query_planar_pairs<double>(Cpu{1}, shapes, bodies, pairs, {}, {.contacts = {&f64[i], 1}, .patches = {}});
  });
  for (std::size_t k = 0; k < thread_count; ++k) {
    EXPECT_EQ(f32[k].separation, -0.25f);
    EXPECT_EQ(f64[k].separation, -0.25);
  }
}

/// Nothing is made when a view is asked for: not after shapes were added, not after one was changed.
TEST(ThreadsThatShareShapes, HaveViewsThatAreThereAlready) {
  ShapeSet shapes;
  const std::uint32_t triangle = shapes.add_triangle({0, 0, 0}, {1, 0, 0}, {0, 1, 0});
  const std::uint32_t at = shapes.header(triangle).vertex_offset;
  const float* const y = shapes.view<float>().y;
  EXPECT_EQ(y[at], -1.0f);  // in the unit of the shape, a half
  shapes.replace_vertices(triangle, std::vector<Vec3<double>>{{0, 0, 0}, {1, 0, 0}, {0, 0.5, 0}});
  EXPECT_EQ(y[at], -0.5f) << "a view that was taken before has no change";
  EXPECT_EQ(shapes.view<float>().y, y);
  EXPECT_EQ(shapes.view<double>().y[at], -0.5);
}

}  // namespace
}  // namespace abut
