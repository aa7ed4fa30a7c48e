// What the flags that Abut::headers exports are for: a program of a user's own, built with them and without, against
// the `Cpu` executor. Without them products merge with sums: a few records in a thousand have other last bits (g++ 12:
// 50 of 10,000 in double, 3 in float, by 0.4 roundings of the size at most; with the vertex sets alone none of 4,000),
// no answer is worse, and the orientation predicates stay exact.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "tests/flags/program/answers_file.h"
#include "tests/support/exact.h"
#include "tests/support/shapes.h"

namespace abut {
namespace {

using test::ArrayFile;
using test::Random;
using test::ShapePairs;

/// Hulls, boxes, capsules and the curved kinds, and pairs of them from far apart to deep.
struct Input {
  ShapeSet shapes;
  ShapePairs pairs;
  std::vector<double> factors;  ///< see `near_degenerate`
};

/// Four points of each case lie in a plane with the origin but for the last digits, and of every three cases the first
/// three points of one on a line, and of another the first two nearly one point, seen from the origin at a right angle
/// to what is between them. Coordinates are products of two factors.
std::vector<double> near_degenerate(int cases, std::uint64_t seed) {
  Random random(seed);
  std::vector<double> factors;
  for (int i = 0; i < cases; ++i) {
    const Vec3<double> u = random.in_ball(), v = random.in_ball();
    const Vec3<double> w = cross(cross(u, v), u);  // at a right angle to u
    for (int k = 0; k < 4; ++k) {
      const double s = random.uniform(-1, 1), t = i % 3 == 0 && k < 3 ? 0.0 : random.uniform(-1, 1);
      Vec3<double> p = u * s + v * t;
      if (i % 3 == 1 && k < 2) p = u + w * (1e-9 * k);
      for (const double coordinate : {p.x, p.y, p.z}) {
        const double factor = random.uniform(0.5, 2);
        factors.insert(factors.end(), {factor, coordinate / factor});
      }
    }
  }
  return factors;
}

const Input& input() {
  static const Input all = [] {
    Input in;
    Random random(1);
    for (int i = 0; i < 6; ++i) {
      in.shapes.add_hull(test::ellipsoid_points(random, 8 + 9 * i));
      in.shapes.add_box({random.uniform(0.2, 1), random.uniform(0.2, 1), random.uniform(0.2, 1)});
      in.shapes.add_capsule(random.uniform(0.2, 1), random.uniform(0.2, 1));
      in.shapes.add_ellipsoid({random.uniform(0.2, 1), random.uniform(0.2, 1), random.uniform(0.2, 1)});
      in.shapes.add_cylinder(random.uniform(0.2, 1), random.uniform(0.2, 1));
      in.shapes.add_cone(random.uniform(0.2, 1), random.uniform(0.2, 1));
    }
    using enum test::Regime;
    std::uint64_t seed = 2;
    for (const test::Regime regime : {separated, near, touching, shallow, deep}) {
      const ShapePairs some = test::random_pairs(in.shapes, 2000, regime, seed++);
      in.pairs.pairs.insert(in.pairs.pairs.end(), some.pairs.begin(), some.pairs.end());
      in.pairs.poses.insert(in.pairs.poses.end(), some.poses.begin(), some.poses.end());
    }
    in.factors = near_degenerate(3000, 9);
    return in;
  }();
  return all;
}

template <class T>
void put(ArrayFile& file, const Input& in) {
  const ShapeSetView<T> view = in.shapes.view<T>();
  file.put(view.headers, view.count);
  file.put(view.x, view.sizes.vertices), file.put(view.y, view.sizes.vertices), file.put(view.z, view.sizes.vertices);
  file.put(in.pairs.pairs);
  file.put(in.pairs.poses);
}

template <class T>
struct Records {
  std::vector<T> numbers;
  std::vector<std::uint8_t> words;
};
struct Answers {
  Records<float> in_float;
  Records<double> in_double;
  std::vector<std::int8_t> signs;
  std::vector<double> sums;

  template <class T>
  const Records<T>& records() const {
    if constexpr (sizeof(T) == 4) {
      return in_float;
    } else {
      return in_double;
    }
  }
};

Answers answers_of(const std::string& program) {
  const std::string folder = std::filesystem::temp_directory_path() / "abut_flags_XXXXXX";
  std::vector<char> made(folder.begin(), folder.end());
  made.push_back(0);
  if (mkdtemp(made.data()) == nullptr) std::abort();
  const std::string in = std::string(made.data()) + "/in", out = std::string(made.data()) + "/out";
  {
    ArrayFile file(in, "wb");
    put<float>(file, input());
    put<double>(file, input());
    file.put(input().factors);
  }
  EXPECT_EQ(std::system(("'" + program + "' '" + in + "' '" + out + "'").c_str()), 0) << program;
  Answers answers;
  ArrayFile file(out, "rb");
  answers.in_float.numbers = file.get<float>(), answers.in_float.words = file.get<std::uint8_t>();
  answers.in_double.numbers = file.get<double>(), answers.in_double.words = file.get<std::uint8_t>();
  answers.signs = file.get<std::int8_t>(), answers.sums = file.get<double>();
  std::filesystem::remove_all(made.data());
  return answers;
}

/// Where products can merge with additions at all.
class Flags : public testing::Test {
 protected:
  void SetUp() override {
#if defined(__x86_64__)
    if (!__builtin_cpu_supports("fma")) GTEST_SKIP() << "this machine has no fma instructions: nothing is merged";
#endif
  }
  static const Answers& with() {
    static const Answers answers = answers_of(ABUT_PROGRAM_WITH_FLAGS);
    return answers;
  }
  static const Answers& without() {
    static const Answers answers = answers_of(ABUT_PROGRAM_WITHOUT_FLAGS);
    return answers;
  }
};

template <class T>
class FlagsOf : public Flags {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(FlagsOf, Scalars);

TYPED_TEST(FlagsOf, WithThemTheBitsAreThoseOfTheCpu) {
  using T = TypeParam;
  const Contacts<T> cpu = test::query_all<T>(input().shapes, input().pairs, {}, {1e30});
  const Records<T>& own = this->with().template records<T>();
  ASSERT_EQ(own.numbers.size(), test::record_numbers * cpu.size());
  for (std::size_t i = 0; i < cpu.size(); ++i) {
    const T* n = own.numbers.data() + test::record_numbers * i;
    const double* centre = input().shapes.header(input().pairs.pairs[i].a).centre;
    // from A's box centre, where the program's points begin, to A's origin
    const auto moved = [&](int k, int axis) { return static_cast<T>(static_cast<double>(n[k + axis]) + centre[axis]); };
    ASSERT_EQ(n[0], cpu.separation[i]) << i;
    ASSERT_EQ(n[1], cpu.normal_x[i]) << i;
    ASSERT_EQ(n[2], cpu.normal_y[i]) << i;
    ASSERT_EQ(n[3], cpu.normal_z[i]) << i;
    ASSERT_EQ(moved(4, 0), cpu.witness_a_x[i]) << i;
    ASSERT_EQ(moved(4, 1), cpu.witness_a_y[i]) << i;
    ASSERT_EQ(moved(4, 2), cpu.witness_a_z[i]) << i;
    ASSERT_EQ(moved(7, 0), cpu.witness_b_x[i]) << i;
    ASSERT_EQ(moved(7, 1), cpu.witness_b_y[i]) << i;
    ASSERT_EQ(moved(7, 2), cpu.witness_b_z[i]) << i;
    ASSERT_EQ(moved(10, 0), cpu.point_x[i]) << i;
    ASSERT_EQ(moved(10, 1), cpu.point_y[i]) << i;
    ASSERT_EQ(moved(10, 2), cpu.point_z[i]) << i;
    ASSERT_EQ(n[13], cpu.lower_bound[i]) << i;
    ASSERT_EQ(n[14], cpu.bound_gap[i]) << i;
    ASSERT_EQ(own.words[3 * i], cpu.status[i]) << i;
    ASSERT_EQ(own.words[3 * i + 1], cpu.gjk_iterations[i]) << i;
    ASSERT_EQ(own.words[3 * i + 2], cpu.epa_iterations[i]) << i;
  }
}

TYPED_TEST(FlagsOf, WithoutThemSomeRecordsHaveOtherLastBits) {
  using T = TypeParam;
  const Records<T>&a = this->with().template records<T>(), &b = this->without().template records<T>();
  ASSERT_EQ(a.numbers.size(), b.numbers.size());
  const std::size_t count = a.words.size() / 3;
  int other = 0, other_separation = 0, other_status = 0;
  double most = 0;  // difference of separations, in roundings of the size
  for (std::size_t i = 0; i < count; ++i) {
    const T *p = a.numbers.data() + test::record_numbers * i, *q = b.numbers.data() + test::record_numbers * i;
    other += std::equal(p, p + test::record_numbers, q) ? 0 : 1;
    other_separation += p[0] != q[0] ? 1 : 0;
    const Pair pair = input().pairs.pairs[i];
    const double size = input().shapes.header(pair.a).size + input().shapes.header(pair.b).size;
    const double scale = static_cast<double>(Epsilon<T>::value) * (size + std::abs(static_cast<double>(p[0])));
    const double off = std::abs(static_cast<double>(p[0]) - static_cast<double>(q[0])) / scale;
    most = std::max(most, off);
    if (a.words[3 * i] == b.words[3 * i]) continue;
    ++other_status;
    // only what is at the border: touching or not
    EXPECT_TRUE(is_contact(a.words[3 * i]) && is_contact(b.words[3 * i])) << i;
    EXPECT_LE(std::abs(static_cast<double>(p[0])) / scale, 32) << i;
  }
  std::printf("%d of %zu records differ, %d separations, %d statuses; by %.2f roundings of the size at most\n", other,
              count, other_separation, other_status, most);
  EXPECT_GT(other, 0) << "the flags are for nothing, or both programs have them";
  EXPECT_LE(most, 2);
}

TYPED_TEST(FlagsOf, WithoutThemNoAnswerIsFurtherOff) {
  using T = TypeParam;
  // The library's answers in double, of shapes that are not rounded to float: how far off is what each build adds.
  const Contacts<double> truth = test::query_all<double>(input().shapes, input().pairs, {}, {1e30});
  const Records<T>&a = this->with().template records<T>(), &b = this->without().template records<T>();
  double off[2] = {0, 0};
  for (std::size_t i = 0; i < truth.size(); ++i) {
    const Pair pair = input().pairs.pairs[i];
    const double size = input().shapes.header(pair.a).size + input().shapes.header(pair.b).size;
    const double scale = static_cast<double>(Epsilon<T>::value) * (size + std::abs(truth.separation[i]));
    for (int k = 0; k < 2; ++k) {
      const T found = (k == 0 ? a : b).numbers[test::record_numbers * i];
      off[k] = std::max(off[k], std::abs(static_cast<double>(found) - truth.separation[i]) / scale);
    }
  }
  std::printf("off by %.2f roundings of the size with the flags, %.2f without\n", off[0], off[1]);
  EXPECT_LE(off[0], 4);
  EXPECT_LE(off[1], 4);
}

using FlagsAndPredicates = Flags;

TEST_F(FlagsAndPredicates, SignsAreExactWithAndWithoutThem) {
  const std::vector<double>& f = input().factors;
  const std::size_t cases = f.size() / test::case_factors;
  ASSERT_EQ(with().signs.size(), 6 * cases);
  ASSERT_EQ(without().signs.size(), 6 * cases);
  int wrong[2] = {0, 0}, plain_wrong = 0;
  for (std::size_t i = 0; i < cases; ++i) {
    Vec3<double> p[4];
    test::CommonShift shift;
    for (std::size_t k = 0; k < 4; ++k) {
      const double* q = f.data() + test::case_factors * i + 6 * k;
      p[k] = {q[0] * q[1], q[2] * q[3], q[4] * q[5]};
      shift.see(p[k]);
    }
    test::ExactVector e[4];
    for (int k = 0; k < 4; ++k) e[k] = test::exact(p[k], shift.shift());
    const auto determinant = [](const auto& a, const auto& b, const auto& c) {
      return test::exact_inner(a, test::exact_cross_product(b, c));
    };
    const auto ab = test::exact_minus(e[1], e[0]), ac = test::exact_minus(e[2], e[0]);
    const int expected[6] = {test::sign(ab.x * ac.y - ab.y * ac.x),
                             test::sign(determinant(test::exact_minus(e[0], e[3]), test::exact_minus(e[1], e[3]),
                                                    test::exact_minus(e[2], e[3]))),
                             test::sign(determinant(e[0], e[1], e[2])),
                             test::sign(test::exact_inner(e[0], e[1])),
                             test::sign(-test::exact_inner(e[0], ab)),
                             test::sign(test::exact_inner(e[0], ab) * test::exact_inner(ab, ac) -
                                        test::exact_inner(e[0], ac) * test::exact_inner(ab, ab))};
    const double plain = (p[1].x - p[0].x) * (p[2].y - p[0].y) - (p[1].y - p[0].y) * (p[2].x - p[0].x);
    plain_wrong += (plain > 0) - (plain < 0) != expected[0] ? 1 : 0;
    const TwoTerms<double> sum = two_sum(p[0].x, p[1].x);
    for (const Answers* answers : {&with(), &without()}) {
      ASSERT_EQ(answers->sums[2 * i], sum.high);
      ASSERT_EQ(answers->sums[2 * i + 1], sum.low);
    }
    for (std::size_t k = 0; k < 6; ++k) {
      wrong[0] += with().signs[6 * i + k] != expected[k] ? 1 : 0;
      wrong[1] += without().signs[6 * i + k] != expected[k] ? 1 : 0;
    }
  }
  EXPECT_EQ(wrong[0], 0) << "with the flags, of " << 6 * cases;
  EXPECT_EQ(wrong[1], 0) << "without them, of " << 6 * cases;
  EXPECT_GT(plain_wrong, 100) << "the cases are too easy";
}

}  // namespace
}  // namespace abut
