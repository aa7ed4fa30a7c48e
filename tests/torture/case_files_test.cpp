// Pairs of every class as case files: read back to the bit, answered as in their batch, and held against what a file
// expects of them.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

#include "host/torture/case_check.h"
#include "host/torture/shape_makers.h"
#include "host/torture/torture.h"
#include "tests/io/scene_files.h"

namespace abut::torture {
namespace {

bool same(double a, double b) { return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b); }
bool same(const Vec3<double>& a, const Vec3<double>& b) { return same(a.x, b.x) && same(a.y, b.y) && same(a.z, b.z); }
bool same(const Pose& a, const Pose& b) {
  bool all = same(a.position, b.position);
  for (int k = 0; k < 9; ++k) all = all && same(a.rotation.m[k], b.rotation.m[k]);
  return all;
}
bool same(const CaseShape& a, const CaseShape& b) {
  bool all = a.kind == b.kind && a.vertices.size() == b.vertices.size() && a.terms.size() == b.terms.size() &&
             same(a.lengths, b.lengths) && same(a.rounding, b.rounding) && same(a.second, b.second);
  for (std::size_t k = 0; all && k < a.vertices.size(); ++k) all = same(a.vertices[k], b.vertices[k]);
  for (std::size_t k = 0; all && k < a.terms.size(); ++k) all = same(a.terms[k], b.terms[k]);
  return all;
}

std::vector<io::PairCase> cases_of(const Batch& batch) {
  std::vector<io::PairCase> cases;
  for (const PosedPair& pair : batch.pairs) {
    io::PairCase c;
    c.name = "pair " + std::to_string(cases.size());
    c.shape_a = batch.shapes[pair.a], c.shape_b = batch.shapes[pair.b];
    c.pose_a = pair.pose_a, c.pose_b = pair.pose_b;
    cases.push_back(c);
  }
  return cases;
}

std::vector<io::PairCase> written_and_read(const std::vector<io::PairCase>& cases) {
  const test::TemporaryFolder folder;
  const std::string path = folder / "cases.json";
  io::write_cases(path, cases);
  EXPECT_TRUE(io::has_cases(io::JsonDocument(path)));
  return io::read_cases(path);
}

TEST(CaseFiles, OfEveryClassReadBackToTheBit) {
  for (const PairClass& pair_class : pair_classes()) {
    SCOPED_TRACE(pair_class.name);
    const auto cases = cases_of(make_batch(pair_class, 41, 0, 12)), read = written_and_read(cases);
    ASSERT_EQ(read.size(), cases.size());
    for (std::size_t i = 0; i < cases.size(); ++i) {
      EXPECT_EQ(read[i].name, cases[i].name);
      EXPECT_TRUE(same(read[i].shape_a, cases[i].shape_a)) << i;
      EXPECT_TRUE(same(read[i].shape_b, cases[i].shape_b)) << i;
      EXPECT_TRUE(same(read[i].pose_a, cases[i].pose_a)) << i;
      EXPECT_TRUE(same(read[i].pose_b, cases[i].pose_b)) << i;
      EXPECT_FALSE(read[i].expected.has_value());
    }
  }
}

TEST(CaseFiles, KeepWhatIsKnownOfTheAnswerAndWhatPeopleAreTold) {
  io::PairCase c;
  c.name = "two \"points\"\n", c.source = "a book", c.note = "\xc3\xa9";
  c.shape_a = {CaseKind::point, {{0.1, -0.0, 1e-300}}, {0, 0, 0}, 0.25};
  c.shape_b = c.shape_a;
  c.expected = {-0.5, 1e-12};
  const std::vector<io::PairCase> read = written_and_read({c});
  ASSERT_EQ(read.size(), 1u);
  EXPECT_EQ(read[0].name, c.name);
  EXPECT_EQ(read[0].source, c.source);
  EXPECT_EQ(read[0].note, c.note);
  EXPECT_TRUE(same(read[0].shape_a, c.shape_a));
  ASSERT_TRUE(read[0].expected.has_value());
  EXPECT_EQ(read[0].expected->separation, -0.5);
  EXPECT_EQ(read[0].expected->tolerance, 1e-12);
  EXPECT_TRUE(written_and_read({}).empty());
}

template <class T>
class CasesIn : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(CasesIn, Scalars);

TYPED_TEST(CasesIn, ReadFromAFileAreAnsweredAsInTheirBatch) {
  using T = TypeParam;
  for (const PairClass& pair_class : pair_classes()) {
    // Of the first the reference takes long to be certain, the second is told in the world, by bodies.
    if (std::string(pair_class.name) == "nearly_aligned" || std::string(pair_class.name) == "far") continue;
    SCOPED_TRACE(pair_class.name);
    const Batch batch = make_batch(pair_class, 42, 0, 6);
    const Contacts<T> contacts = query_batch<T>(batch, std::numeric_limits<double>::infinity());
    const auto cases = written_and_read(cases_of(batch));
    for (std::size_t i = 0; i < cases.size(); ++i) {
      const CaseResult result = check_case<T>(cases[i]);
      EXPECT_EQ(result.status, contacts.status[i]) << i;
      EXPECT_EQ(result.separation, static_cast<double>(contacts.separation[i])) << i;
      EXPECT_TRUE(result.agrees() || std::string(result.fault) == "unfinished") << result.fault;
      EXPECT_FALSE(result.has_expected);
    }
  }
}

TEST(Batches, AreTheSameEachTimeAndOthersForOtherSeedsIndicesAndClasses) {
  const auto text = [](const char* name, std::uint64_t seed, std::uint64_t index) {
    for (const PairClass& c : pair_classes()) {
      if (std::string(name) == c.name) return io::case_file_text(cases_of(make_batch(c, seed, index, 20)));
    }
    return std::string();
  };
  for (const PairClass& c : pair_classes()) {
    if (std::string(c.name) == "big_hulls") continue;  // a few megabytes each
    const std::string once = text(c.name, 7, 3);
    EXPECT_EQ(text(c.name, 7, 3), once) << c.name;
    EXPECT_NE(text(c.name, 8, 3), once) << c.name;
    EXPECT_NE(text(c.name, 7, 4), once) << c.name;
    EXPECT_NE(text(c.name, 7, std::uint64_t{3} << 32), once) << c.name;
  }
  // Of the same shapes in the same way.
  EXPECT_NE(text("ellipsoids", 7, 3), text("cones", 7, 3));
}

/// A box beside a ball, at 0.75 from each other along x.
io::PairCase box_and_ball() {
  io::PairCase c;
  c.name = "box and ball";
  c.shape_a = box({1, 0.5, 0.5});
  c.shape_b = sphere(0.25);
  c.pose_b.position = {2, 0.25, -0.125};
  c.expected = {0.75, 0};
  return c;
}

TYPED_TEST(CasesIn, AnExpectationIsHeldWithinItsLimit) {
  const double u = static_cast<double>(std::numeric_limits<TypeParam>::epsilon());
  io::PairCase c = box_and_ball();
  const CaseResult right = check_case<TypeParam>(c);
  EXPECT_STREQ(right.fault, "none");
  EXPECT_TRUE(right.has_expected && right.has_reference);
  EXPECT_EQ(right.expected, 0.75);
  EXPECT_LE(right.expected_error, 4 * u);
  EXPECT_LE(right.reference_lower, 0.75 + u);
  EXPECT_GE(right.reference_upper, 0.75 - u);
  EXPECT_LT(right.expected_limit, 300 * u) << "nothing is lost but roundings";
  for (const double off : {-1.0, 1.0}) {
    c.expected->separation = 0.75 + off * 2 * right.expected_limit;
    EXPECT_STREQ(check_case<TypeParam>(c).fault, "expected");
    c.expected->tolerance = 3 * right.expected_limit;  // unknown by as much
    EXPECT_STREQ(check_case<TypeParam>(c).fault, "none");
    c.expected->tolerance = 0;
  }
  c.expected->separation = std::numeric_limits<double>::quiet_NaN();
  EXPECT_STREQ(check_case<TypeParam>(c).fault, "expected") << "not a number is no answer";
}

TYPED_TEST(CasesIn, AnExpectationAllowsForPosesThatAreOffARotation) {
  // Seen by A, whose matrix stretches x by 1e-5, all is nearer by as much; B's stretches its ball.
  for (const double stretch : {1e-5, -1e-5}) {
    for (const bool of_a : {true, false}) {
      io::PairCase c = box_and_ball();
      (of_a ? c.pose_a : c.pose_b).rotation.m[0] = 1 + stretch;
      if (of_a) c.expected = {0.75 - stretch, 0};  // the world's truth: A's face is at 1 + 1e-5
      const CaseResult result = check_case<TypeParam>(c);
      EXPECT_STREQ(result.fault, "none");
      EXPECT_GT(result.expected_limit, 2e-6);
      EXPECT_LT(result.expected_limit, 4e-5);
    }
  }
}

TYPED_TEST(CasesIn, WithoutAnythingToCompareAreSaidToBe) {
  io::PairCase c = box_and_ball();
  c.shape_b = box({0.25, 0.25, 0.25});
  for (const int k : {0, 4, 8}) c.pose_b.rotation.m[k] = 1.25;  // beyond what the reference takes for a rotation
  c.expected.reset();
  const CaseResult unchecked = check_case<TypeParam>(c);
  EXPECT_STREQ(unchecked.fault, "unchecked");
  EXPECT_FALSE(unchecked.has_reference);
  c.expected = {2 - 1 - 0.25 * 1.25, 0};
  EXPECT_STREQ(check_case<TypeParam>(c).fault, "none");
  c.pose_b.position.y = std::numeric_limits<double>::quiet_NaN();
  c.expected.reset();
  const CaseResult invalid = check_case<TypeParam>(c);
  EXPECT_EQ(status_of(invalid.status), Status::invalid_pose);
  EXPECT_STREQ(invalid.fault, "status");
}

TEST(CaseFiles, RelativePosesAreThoseOfTheMatricesAsTheyStand) {
  Draw draw(43);
  for (int i = 0; i < 300; ++i) {
    Pose a{draw.in_ball() * 1e3, draw.rotation()}, b{draw.in_ball() * 1e3, draw.rotation()};
    if (i % 2 == 0) {
      for (double& m : a.rotation.m) m += draw.uniform(-0.05, 0.05);
    }
    const Pose relative = exact_relative_pose(a, b);
    // Back in the world: A's pose of it is B's.
    for (int row = 0; row < 3; ++row) {
      const double* r = a.rotation.m + 3 * row;
      const auto product = [&](double x, double y, double z) {
        return static_cast<long double>(r[0]) * static_cast<long double>(x) +
               static_cast<long double>(r[1]) * static_cast<long double>(y) +
               static_cast<long double>(r[2]) * static_cast<long double>(z);
      };
      const double* m = relative.rotation.m;
      for (int k = 0; k < 3; ++k) {
        EXPECT_NEAR(static_cast<double>(product(m[k], m[3 + k], m[6 + k])), b.rotation.m[3 * row + k], 4e-16) << i;
      }
      const double from[3] = {a.position.x, a.position.y, a.position.z},
                   to[3] = {b.position.x, b.position.y, b.position.z};
      const long double between = static_cast<long double>(to[row]) - static_cast<long double>(from[row]);
      const Vec3<double> p = relative.position;
      EXPECT_NEAR(static_cast<double>(product(p.x, p.y, p.z) - between), 0, 4e-13) << i;
    }
  }
  // Far from the origin nothing is lost.
  const Pose far_a{{0x1p50, -0x1p50, 0x1p49}, {{0, -1, 0, 1, 0, 0, 0, 0, 1}}},
      far_b{{0x1p50 + 3, -0x1p50 + 0.5, 0x1p49 - 1}, {{1, 0, 0, 0, 1, 0, 0, 0, 1}}};
  EXPECT_TRUE(same(exact_relative_pose(far_a, far_b).position, {0.5, -3, -1}));
}

}  // namespace
}  // namespace abut::torture
