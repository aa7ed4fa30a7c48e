// Published cases that went wrong elsewhere (tests/corpus/README.md): pairs, hull inputs, point clouds.
#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "host/shapes/mass_properties.h"
#include "host/torture/case_check.h"
#include "tests/support/shapes.h"

namespace abut {
namespace {

const std::string corpus = ABUT_TEST_DATA "/corpus/";

bool is_curved(const io::CaseShape& shape) {
  return shape.kind == io::CaseKind::cylinder || shape.kind == io::CaseKind::cone ||
         shape.kind == io::CaseKind::ellipsoid;
}

template <class T>
class Corpus : public testing::Test {
 protected:
  /// `certain`: the reference has to be, curved or not.
  void check(const std::string& file, std::size_t count, bool certain = false) {
    const std::vector<io::PairCase> cases = io::read_cases(corpus + file);
    EXPECT_EQ(cases.size(), count);
    for (const io::PairCase& c : cases) {
      ASSERT_TRUE(c.expected.has_value()) << c.name;
      const torture::CaseResult result = torture::check_case<T>(c);
      EXPECT_TRUE(result.agrees()) << c.name << ": " << result.fault << ", separation " << result.separation
                                   << ", expected " << result.expected << " within " << result.expected_limit;
      EXPECT_TRUE(result.has_reference || (!certain && (is_curved(c.shape_a) || is_curved(c.shape_b)))) << c.name;
    }
  }
};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(Corpus, Scalars);

TYPED_TEST(Corpus, CasesOfCoal) { this->check("coal.json", 8); }
TYPED_TEST(Corpus, CasesOfFcl) { this->check("fcl.json", 31); }
TYPED_TEST(Corpus, CasesOfJolt) { this->check("jolt.json", 9); }
TYPED_TEST(Corpus, CasesOfLibccd) { this->check("libccd.json", 8); }
TYPED_TEST(Corpus, CasesOfMujoco) { this->check("mujoco.json", 14); }
TYPED_TEST(Corpus, CasesOfIssueThreads) { this->check("threads.json", 11); }
TYPED_TEST(Corpus, SolidsOfRevolutionOnOneAxis) { this->check("coaxial.json", 18, true); }
TYPED_TEST(Corpus, SolidsThatAreAligned) { this->check("aligned.json", 7, true); }
TYPED_TEST(Corpus, TipsOnCornersEdgesAndFaces) { this->check("tips.json", 30, true); }

host::MassProperties measure(const ShapeSet& set, std::uint32_t shape) {
  std::vector<std::array<std::uint32_t, 3>> triangles;
  for (const auto& face : set.faces(shape)) {
    for (std::size_t k = 1; k + 1 < face.size(); ++k) triangles.push_back({face[0], face[k], face[k + 1]});
  }
  const ShapeHeader& h = set.header(shape);
  return host::mass_properties(set.vertices(shape), triangles, {h.centre[0], h.centre[1], h.centre[2]});
}

TEST(HullCorpus, HullInputsGiveTheirVolumeAndArea) {
  std::ifstream in(corpus + "hull_inputs.json");
  const nlohmann::json file = nlohmann::json::parse(in);
  for (const auto& c : file["cases"]) {
    std::vector<Vec3<double>> points;
    for (const auto& p : c["points"]) points.push_back({p[0].get<double>(), p[1].get<double>(), p[2].get<double>()});
    ShapeSet set;
    ASSERT_NO_THROW(set.add_hull(points)) << c["name"];
    const host::MassProperties found = measure(set, 0);
    const double relative = c["expected"]["relative_tolerance"].get<double>();
    const double volume = c["expected"]["volume"].get<double>(), area = c["expected"]["area"].get<double>();
    EXPECT_NEAR(found.volume, volume, relative * volume) << c["name"];
    EXPECT_NEAR(found.area, area, relative * area) << c["name"];
  }
}

/// The clouds of a file of counts and float triples.
std::vector<std::vector<Vec3<double>>> read_clouds(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::vector<std::vector<Vec3<double>>> clouds;
  std::uint32_t count = 0;
  while (in.read(reinterpret_cast<char*>(&count), sizeof count)) {
    std::vector<float> numbers(3 * std::size_t{count});
    in.read(reinterpret_cast<char*>(numbers.data()), static_cast<std::streamsize>(numbers.size() * sizeof(float)));
    std::vector<Vec3<double>> points;
    for (std::size_t i = 0; i < numbers.size(); i += 3) {
      points.push_back(
          {static_cast<double>(numbers[i]), static_cast<double>(numbers[i + 1]), static_cast<double>(numbers[i + 2])});
    }
    clouds.push_back(std::move(points));
  }
  return clouds;
}

TEST(HullCorpus, ThreeThousandCloudsHaveHullsThatHoldThem) {
  const auto clouds = read_clouds(corpus + "jolt_hull_clouds.bin");
  ASSERT_EQ(clouds.size(), 3000u);
  ShapeSet set;
  for (const auto& cloud : clouds) {
    const std::uint32_t shape = set.add_hull(cloud);
    EXPECT_GT(measure(set, shape).volume, 0) << "cloud " << shape;
    const auto vertices = set.vertices(shape);
    const auto faces = set.faces(shape);
    const double size = set.header(shape).size;
    double worst = 0;
    for (const auto& face : faces) {
      Vec3<double> n{0, 0, 0};
      for (std::size_t k = 1; k + 1 < face.size(); ++k) {
        n = n + cross(vertices[face[k]] - vertices[face[0]], vertices[face[k + 1]] - vertices[face[0]]);
      }
      if (length(n) < 1e-6 * size * size) continue;  // the normal of a sliver is known to as many digits less
      n = n * (1 / length(n));
      for (const Vec3<double>& p : cloud) worst = std::max(worst, dot(n, p - vertices[face[0]]));
    }
    EXPECT_LE(worst, 1e-7 * size) << "cloud " << shape;  // merged facets: a few roundings over the sliver's width
  }
}

TYPED_TEST(Corpus, PairsOfPointCloudsAreCertified) {
  const auto clouds = read_clouds(corpus + "jolt_hull_clouds.bin");
  test::Random random(31);
  for (int i = 0; i < 300; ++i) {
    io::PairCase c;
    c.name = "clouds " + std::to_string(i);
    c.shape_a = {io::CaseKind::convex, clouds[random.below(3000)], {0, 0, 0}, 0};
    c.shape_b = {io::CaseKind::convex, clouds[random.below(3000)], {0, 0, 0}, 0};
    ShapeSet set;
    const double size = set.header(io::add_shape(set, c.shape_a)).size + set.header(io::add_shape(set, c.shape_b)).size;
    c.pose_b = {random.in_ball() * size, random.rotation()};
    const torture::CaseResult result = torture::check_case<TypeParam>(c);
    EXPECT_TRUE(result.agrees()) << c.name << ": " << result.fault;
    EXPECT_TRUE(result.has_reference) << c.name;
  }
}

}  // namespace
}  // namespace abut
