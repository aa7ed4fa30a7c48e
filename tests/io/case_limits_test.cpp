// Case files at their limits: random cases come back to the bit, files cut at any byte are refused, and every rule of
// docs/reference/case-format.md is kept on both of its sides.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "abut/core/error.h"
#include "host/io/case_file.h"
#include "tests/io/failing_writes.h"
#include "tests/io/scene_files.h"
#include "tests/support/complaint.h"
#include "tests/support/random.h"

namespace abut::test {
namespace {

using io::CaseKind;
using io::CaseShape;
using io::PairCase;
using nlohmann::json;

constexpr CaseKind all_kinds[] = {CaseKind::point, CaseKind::segment,   CaseKind::triangle,     CaseKind::convex,
                                  CaseKind::box,   CaseKind::sphere,    CaseKind::capsule,      CaseKind::cylinder,
                                  CaseKind::cone,  CaseKind::ellipsoid, CaseKind::minkowski_sum};

Pose any_pose(Random& random) { return {random.in_cube() * random.magnitude(1e-9, 1e9), random.rotation()}; }

CaseShape any_shape(Random& random, CaseKind kind) {
  CaseShape shape;
  shape.kind = kind;
  const auto length = [&] { return random.magnitude(1e-6, 1e6); };
  const std::size_t vertices = kind == CaseKind::point      ? 1
                               : kind == CaseKind::segment  ? 2
                               : kind == CaseKind::triangle ? 3
                               : kind == CaseKind::convex   ? 5
                                                            : 0;
  for (std::size_t i = 0; i < vertices; ++i) shape.vertices.push_back(random.in_cube() * length());
  if (kind == CaseKind::minkowski_sum) {
    shape.terms = {any_shape(random, all_kinds[random.below(10)]), any_shape(random, all_kinds[random.below(11)])};
    shape.second = any_pose(random);
  } else if (kind == CaseKind::box || kind == CaseKind::ellipsoid) {
    shape.lengths = {length(), length(), length()};
  } else if (vertices == 0) {
    shape.lengths.x = length();
    if (kind != CaseKind::sphere) shape.lengths.y = length();
  }
  if (random.below(2) == 0) shape.rounding = length();
  return shape;
}

bool same_bits(double a, double b) { return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b); }
bool same_bits(const Vec3<double>& a, const Vec3<double>& b) {
  return same_bits(a.x, b.x) && same_bits(a.y, b.y) && same_bits(a.z, b.z);
}
bool same_bits(const Pose& a, const Pose& b) {
  bool same = same_bits(a.position, b.position);
  for (int k = 0; k < 9; ++k) same = same && same_bits(a.rotation.m[k], b.rotation.m[k]);
  return same;
}

void expect_same(const CaseShape& a, const CaseShape& b) {
  EXPECT_EQ(a.kind, b.kind);
  ASSERT_EQ(a.vertices.size(), b.vertices.size());
  for (std::size_t i = 0; i < a.vertices.size(); ++i) EXPECT_TRUE(same_bits(a.vertices[i], b.vertices[i]));
  EXPECT_TRUE(same_bits(a.lengths, b.lengths));
  EXPECT_TRUE(same_bits(a.rounding, b.rounding));
  ASSERT_EQ(a.terms.size(), b.terms.size());
  for (std::size_t i = 0; i < a.terms.size(); ++i) expect_same(a.terms[i], b.terms[i]);
  EXPECT_TRUE(same_bits(a.second, b.second));
}

TEST(CaseLimits, RandomCasesOfAllKindsComeBackToTheBit) {
  const TemporaryFolder folder;
  Random random(21);
  std::vector<PairCase> cases;
  for (int i = 0; i < 110; ++i) {
    PairCase c;
    c.name = "case \"" + std::to_string(i) + "\"\n\xc3\xa4";
    c.shape_a = any_shape(random, all_kinds[i % 11]);
    c.shape_b = any_shape(random, all_kinds[i / 10]);
    c.pose_a = any_pose(random), c.pose_b = any_pose(random);
    if (i % 2 == 0) c.source = "made";
    if (i % 3 == 0) c.expected = io::ExpectedAnswer{random.uniform(-1, 1), i % 2 == 0 ? 0 : 1e-300};
    cases.push_back(std::move(c));
  }
  io::write_cases(folder / "c.json", cases);
  EXPECT_TRUE(io::has_cases(io::JsonDocument(folder / "c.json")));
  const std::vector<PairCase> again = io::read_cases(folder / "c.json");
  ASSERT_EQ(again.size(), cases.size());
  for (std::size_t i = 0; i < cases.size(); ++i) {
    SCOPED_TRACE(i);
    EXPECT_EQ(again[i].name, cases[i].name);
    EXPECT_EQ(again[i].source, cases[i].source);
    expect_same(again[i].shape_a, cases[i].shape_a);
    expect_same(again[i].shape_b, cases[i].shape_b);
    EXPECT_TRUE(same_bits(again[i].pose_a, cases[i].pose_a) && same_bits(again[i].pose_b, cases[i].pose_b));
    ASSERT_EQ(again[i].expected.has_value(), cases[i].expected.has_value());
    if (!cases[i].expected) continue;
    EXPECT_TRUE(same_bits(again[i].expected->separation, cases[i].expected->separation));
    EXPECT_TRUE(same_bits(again[i].expected->tolerance, cases[i].expected->tolerance));
  }
}

/// One case of two balls, to be changed.
class CaseRules : public testing::Test {
 protected:
  static json pose() { return {{"rotation", {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}, {"translation", {0, 0, 0}}}; }
  static json ball(double radius) { return {{"type", "sphere"}, {"radius", radius}}; }
  static json one_case() {
    return {{"name", "one"}, {"shapeA", ball(1)}, {"shapeB", ball(2)}, {"poseA", pose()}, {"poseB", pose()}};
  }
  std::string write(const json& one) const {
    const json file{{"format", "gjk-case 1"}, {"cases", json::array({one})}};
    return folder_.write("c.json", file.dump());
  }
  PairCase read(const json& one) const { return io::read_cases(write(one)).at(0); }
  /// What is told of a case after the place of it.
  std::string told(const json& one) const {
    const std::string path = write(one), place = path + ": cases[0]";
    const std::string message = complaint([&] { io::read_cases(path); });
    EXPECT_TRUE(message.empty() || message.starts_with(place)) << message;
    return message.empty() ? message : message.substr(place.size());
  }
  TemporaryFolder folder_;
};

TEST_F(CaseRules, ASingleCaseMayStandBesideTheFormat) {
  json single = one_case();
  single["format"] = "gjk-case 1";
  const std::string path = folder_.write("c.json", single.dump());
  EXPECT_TRUE(io::has_cases(io::JsonDocument(path)));
  EXPECT_EQ(io::read_cases(path).at(0).shape_b.lengths.x, 2);
  single["shapeC"] = ball(1);
  folder_.write("c.json", single.dump());
  EXPECT_EQ(complaint([&] { io::read_cases(path); }).find(path + ": unknown key \"shapeC\", allowed are \"format\", "),
            0u);
  EXPECT_EQ(io::read_cases(folder_.write("none.json", R"({"format": "gjk-case 1", "cases": []})")).size(), 0u);
}

TEST_F(CaseRules, EveryKeyOfACaseIsNeededButThoseThatTellPeople) {
  for (const char* key : {"name", "shapeA", "shapeB", "poseA", "poseB"}) {
    json one = one_case();
    one.erase(key);
    EXPECT_EQ(told(one), std::string(": the key \"") + key + "\" is missing");
  }
  json one = one_case();
  one["verified"] = {{"by", "hand"}};
  one["expected"] = {{"signed_distance", -3}, {"distance", "any"}, {"penetration", nullptr},
                     {"colliding", true},     {"touching", false}, {"one_optimal_normal_a_to_b", {1, 2}}};
  EXPECT_EQ(read(one).expected->separation, -3);
  EXPECT_EQ(read(one).expected->tolerance, 0);
  one["expected"]["tolerance"] = -1e-9;
  EXPECT_EQ(told(one), ".expected.tolerance: -1e-09 is negative, allowed is 0 or more");
  one["expected"] = {{"signed_distance", "3"}};
  EXPECT_EQ(told(one), ".expected.signed_distance: \"3\" is not a number");
}

TEST_F(CaseRules, MatricesAreRotationsWithinAThousandthOnBothSides) {
  const auto stretched = [&](double by) {
    json one = one_case();
    one["poseB"]["rotation"][1][1] = by;
    return told(one);
  };
  // Off by the square of the stretch.
  EXPECT_EQ(stretched(1 + 0.00049), "");
  EXPECT_EQ(stretched(1 - 0.00049), "");
  EXPECT_NE(stretched(1 + 0.00051).find(" is not a rotation within 1e-3"), std::string::npos);
  EXPECT_NE(stretched(1 - 0.00051).find(" is not a rotation within 1e-3"), std::string::npos);
  EXPECT_NE(stretched(-1).find(".poseB.rotation: [[1, 0, 0], [0, -1.0, 0], [0, 0, 1]] is a reflection"),
            std::string::npos);
  // As it stands, not made orthogonal.
  json one = one_case();
  one["poseA"]["rotation"][0][1] = 1e-4;
  EXPECT_EQ(read(one).pose_a.rotation.m[1], 1e-4);
  one["poseA"]["rotation"] = {{1, 0, 0}, {0, 1, 0}};
  EXPECT_EQ(told(one), ".poseA.rotation: [[1, 0, 0], [0, 1, 0]] is not a 3x3 matrix (list of rows)");
  one["poseA"]["rotation"] = {{1, 0, 0}, {0, 1, 0}, {0, 0}};
  EXPECT_EQ(told(one), ".poseA.rotation[2]: [0, 0] is not a list of 3 numbers");
}

TEST_F(CaseRules, NestedSumsHaveTheTermsOfAllTheirShapes) {
  json one = one_case(), shape = ball(1);
  for (int i = 0; i < 16; ++i) shape = {{"type", "minkowski_sum"}, {"a", shape}, {"b", ball(0.5)}};
  one["shapeA"] = shape;
  const PairCase deepest = read(one);
  ShapeSet set;
  EXPECT_EQ(add_shape(set, deepest.shape_a), 32u);
  EXPECT_EQ(set.terms(32).size(), 17u);
}

TEST_F(CaseRules, LengthsVerticesAndKeysAreThoseOfTheKind) {
  const auto with = [&](const json& shape) {
    json one = one_case();
    one["shapeB"] = shape;
    return told(one);
  };
  for (const char* kind : {"capsule", "cylinder", "cone"}) {
    EXPECT_EQ(with({{"type", kind}, {"radius", 0}, {"half_length", 0}}), "");
    EXPECT_EQ(with({{"type", kind}, {"radius", 1}}), ".shapeB: the key \"half_length\" is missing");
    EXPECT_EQ(with({{"type", kind}, {"radius", 1}, {"half_length", -1}}),
              ".shapeB.half_length: -1 is negative, allowed is 0 or more");
    EXPECT_EQ(with({{"type", kind}, {"radius", 1}, {"half_length", 1}, {"rounding", -0.5}}),
              ".shapeB.rounding: -0.5 is negative, allowed is 0 or more");
  }
  EXPECT_EQ(with({{"type", "ellipsoid"}, {"semi_axes", {1, 2, -3}}}),
            ".shapeB.semi_axes[2]: -3 is negative, allowed is 0 or more");
  EXPECT_EQ(with({{"type", "ellipsoid"}, {"half_extents", {1, 2, 3}}}),
            ".shapeB: unknown key \"half_extents\", allowed are \"type\", \"semi_axes\", \"rounding\"");
  const json v = json::array({0, 0, 1});
  EXPECT_EQ(with({{"type", "convex"}, {"vertices", json::array()}}),
            ".shapeB.vertices: [] is empty, allowed is 1 vertex or more");
  EXPECT_EQ(with({{"type", "point"}, {"vertices", {v, v}}}),
            ".shapeB.vertices: [[0, 0, 1], [0, 0, 1]] is not a list of 1 vertices");
  EXPECT_EQ(with({{"type", "convex"}, {"vertices", {v, {0, "1", 1}}}}),
            ".shapeB.vertices[1][1]: \"1\" is not a number");
  EXPECT_EQ(with({{"type", "minkowski_sum"}, {"a", ball(1)}}), ".shapeB: the key \"b\" is missing");
  EXPECT_EQ(with({{"type", "minkowski_sum"}, {"a", ball(1)}, {"b", ball(-1)}}),
            ".shapeB.b.radius: -1.0 is negative, allowed is 0 or more");
  EXPECT_EQ(with({{"type", 5}}), ".shapeB.type: 5 is not a text");
  EXPECT_EQ(with(json::array()), ".shapeB: [] is not an object");
}

/// A rounding of a ball or a capsule is more of its radius, of other kinds it is kept apart.
TEST_F(CaseRules, RoundingsAreAddedToTheShape) {
  CaseShape shape;
  shape.lengths = {1, 2, 3};
  shape.rounding = 0.5;
  for (const CaseKind kind :
       {CaseKind::sphere, CaseKind::capsule, CaseKind::box, CaseKind::cone, CaseKind::ellipsoid}) {
    shape.kind = kind;
    ShapeSet set;
    const bool round = kind == CaseKind::sphere || kind == CaseKind::capsule;
    EXPECT_EQ(set.header(add_shape(set, shape)).rounding, round ? 1.5 : 0.5);
  }
  shape.kind = static_cast<CaseKind>(99);
  ShapeSet set;
  EXPECT_EQ(complaint([&] { add_shape(set, shape); }), "a case shape of unknown kind");
  PairCase unknown;
  unknown.shape_a = shape;
  EXPECT_EQ(complaint([&] { io::case_file_text({unknown}); }), "a case shape of unknown kind");
}

TEST_F(CaseRules, FilesCutAtAnyByteAreRefusedInOneLine) {
  const std::string path = write(one_case()), whole = content(path);
  for (std::size_t length = whole.size(); length-- > 0;) {
    std::filesystem::resize_file(path, length);
    const std::string message = complaint([&] { io::read_cases(path); });
    EXPECT_EQ(message.find(path + ": line 1, column "), 0u) << message;
    EXPECT_NE(message.find("not JSON"), std::string::npos) << message;
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
  }
}

TEST_F(CaseRules, AFileThatCannotBeWrittenStaysAsItWas) {
  const std::string path = folder_.write("c.json", "old");
  const FileSizeLimit full(100);
  PairCase c;
  c.shape_a.vertices = c.shape_b.vertices = {{0, 0, 0}};
  EXPECT_THROW(io::write_cases(path, {c}), FileError);
  EXPECT_EQ(content(path), "old");
  EXPECT_EQ(folder_.names().size(), 1u);
}

}  // namespace
}  // namespace abut::test
