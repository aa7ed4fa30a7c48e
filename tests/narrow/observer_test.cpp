// Observers: that they see the steps, in order, and change no bit; and that without one there is nothing to see.
#include "abut/narrow/observer.h"

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "abut/narrow/query.h"
#include "tests/narrow/problem_of.h"
#include "tests/support/shapes.h"

namespace abut {
namespace {

/// A letter for each event. For one thread.
struct Letters {
  inline static std::string seen;
  template <class... Seen>
  static void see(const seen::QueryBegins&, const Seen&...) {
    seen += 'q';
  }
  template <class... Seen>
  static void see(const seen::GjkBegins&, const Seen&...) {
    seen += 'b';
  }
  template <class... Seen>
  static void see(const seen::GjkStepped&, const Seen&...) {
    seen += 's';
  }
  template <class... Seen>
  static void see(const seen::Answered& by, const Seen&...) {
    seen += by.stage == Stage::closed_form ? 'c' : 'a';
  }
  static void see(const seen::InDouble&) { seen += 'd'; }
  template <class Event, class... Seen>
  static void see(const Event&, const Seen&...) {}
};
struct WatchedScan : LinearScan {
  using Observer = Letters;
};

static_assert(!is_observed<LinearScan> && is_observed<WatchedScan>);
static_assert(is_observed<DifferenceSupport<double, WatchedScan>> && is_observed<CoreDifference<float, WatchedScan>>);
static_assert(!is_observed<DifferenceSupport<double, LinearScan>>);

template <class T>
QueryResult<T> watched(const PairProblem<T>& p, std::string& letters) {
  std::vector<std::uint64_t> memory(polytope_bytes<double>(256) / 8 + 1);
  Letters::seen.clear();
  const QueryResult<T> result = query_pair_fully<T, WatchedScan>(p, {memory.data(), 256});
  letters = Letters::seen;
  return result;
}

TEST(Observer, SeesEachStepOfGjkBetweenItsBeginningAndTheAnswer) {
  ShapeSet shapes;
  shapes.add_box({1, 1, 1});
  const auto view = shapes.view<double>();
  std::string letters;
  const auto result =
      watched(test::problem_of(view, 0, 0, {{3, 0.5, 0.25}, rotation_from_quaternion(3, 1, 2, 1)}), letters);
  EXPECT_EQ(letters.substr(0, 2), "qb");
  EXPECT_EQ(letters.find_first_not_of('s', 2), letters.find('a', 2)) << letters;
  EXPECT_GE(letters.find('a', 2), 2u + 1);
  EXPECT_LE(letters.find('a', 2) - 2, static_cast<std::size_t>(result.contact.gjk_iterations)) << letters;
}

TEST(Observer, SeesClosedFormsAnswerAtOnce) {
  ShapeSet shapes;
  shapes.add_sphere(1);
  const auto view = shapes.view<double>();
  std::string letters;
  watched(test::problem_of(view, 0, 0, test::moved_by({3, 0, 0})), letters);
  EXPECT_EQ(letters, "qc");
}

TEST(Observer, SeesThatAFloatInDoubtIsAskedAgain) {
  ShapeSet shapes;
  shapes.add_cone(0.5, 1);
  const auto view = shapes.view<float>();
  std::string letters;
  watched(test::problem_of(view, 0, 0, {{0.1, 0.2, 0.3}, rotation_from_quaternion(3, 1, 2, 1)}), letters);
  const std::size_t again = letters.find('d');
  ASSERT_NE(again, std::string::npos) << letters;
  EXPECT_EQ(letters[again + 1], 'q') << letters;
  EXPECT_EQ(letters.back(), 'a') << letters;
}

TEST(Observer, ChangesNoBit) {
  ShapeSet shapes = test::mixed_shapes(7);
  test::add_curved_and_large(shapes, 8);
  const auto view = shapes.view<double>();
  std::vector<std::uint64_t> memory(polytope_bytes<double>(256) / 8 + 1);
  test::Random random(9);
  for (int k = 0; k < 300; ++k) {
    const PairProblem<double> p = test::problem_of(view, random.below(shapes.size()), random.below(shapes.size()),
                                                   {random.in_ball(), random.rotation()});
    std::string letters;
    const Contact<double> seen = watched(p, letters).contact;
    const Contact<double> plain = query_pair_fully<double>(p, {memory.data(), 256}).contact;
    EXPECT_FALSE(letters.empty());
    EXPECT_EQ(std::memcmp(&seen.separation, &plain.separation, sizeof plain.separation), 0);
    EXPECT_EQ(std::memcmp(&seen.normal, &plain.normal, sizeof plain.normal), 0);
    EXPECT_EQ(std::memcmp(&seen.witness_a, &plain.witness_a, sizeof plain.witness_a), 0);
    EXPECT_EQ(seen.gjk_iterations, plain.gjk_iterations);
  }
}

}  // namespace
}  // namespace abut
