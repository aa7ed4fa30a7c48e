// What parts are asked to be: each promise broken once, and the words for it.
#include "host/decompose/promises.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "host/decompose/body.h"
#include "tests/decompose/solids.h"
#include "tests/support/complaint.h"

namespace abut::host {
namespace {

Mesh points(std::vector<Vec3<double>> p) { return {std::move(p), {}}; }

/// A box of 4 by 2 by 1 in two halves that overlap.
struct Case {
  Mesh mesh = test::box_mesh({0, 0, 0}, {4, 2, 1});
  std::vector<Mesh> parts{test::box_mesh({0, 0, 0}, {2.5, 2, 1}), test::box_mesh({1.5, 0, 0}, {4, 2, 1})};
  DecomposeOptions options{};

  std::string broken() const { return broken_promise(mesh, parts, options); }
};

TEST(BrokenPromise, IsNoneWhereAllAreKept) {
  Case c;
  EXPECT_EQ(c.broken(), "");
  c.options.most_parts = 2;
  c.options.most_vertices = 8;
  EXPECT_EQ(c.broken(), "");
  for (const double unit : {0x1p-300, 0x1p300, 1e-3}) {
    Case other = c;
    other.mesh = scaled(other.mesh, unit);
    for (Mesh& p : other.parts) p = scaled(p, unit);
    EXPECT_EQ(other.broken(), "") << unit;
  }
}

TEST(BrokenPromise, OfNumbersNamesThem) {
  Case c;
  c.options.most_parts = 1;
  EXPECT_EQ(c.broken(), "there are 2 parts");
  c.options = {};
  c.parts[1].vertices.push_back({4, 1, 0.5});  // in a side: no corner
  c.options.most_vertices = 8;
  EXPECT_EQ(c.broken(), "");
  c.parts[1].vertices.push_back({4.001, 1, 0.5});
  EXPECT_EQ(c.broken(), "part 1 has 9 corners");
  c.options.most_vertices = 0;
  EXPECT_EQ(c.broken(), "") << "no limit";
  c.parts.clear();
  EXPECT_EQ(c.broken(), "there are no parts");
}

TEST(BrokenPromise, OfPartsThatAreNoSolidsNamesTheFirst) {
  Case c;
  c.parts.push_back(points({{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}));
  EXPECT_EQ(c.broken(), "part 2 has no volume");
  c.parts[1].vertices[3].z = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(c.broken(), "part 1 has a vertex that is not finite");
  c.parts[0].vertices[0].x = -std::numeric_limits<double>::infinity();
  EXPECT_EQ(c.broken(), "part 0 has a vertex that is not finite");
}

TEST(BrokenPromise, OfCoverIsCountedInFacetsAndInModeCoverAlone) {
  Case c;
  c.parts[0] = test::box_mesh({0, 0, 0}, {1.25, 2, 1});  // a slot over four sides
  EXPECT_EQ(c.broken(), "8 facets are not covered");
  c.options.mode = PartsMode::fit;
  EXPECT_EQ(c.broken(), "");
  c.options.mode = PartsMode::cover;
  c.parts[0] = test::box_mesh({0, 0, 0}, {1.5, 2, 1});
  EXPECT_EQ(c.broken(), "");
  c.parts[0] = test::box_mesh({0, 0, 0}, {std::nextafter(1.5, 0.0), 2, 1});
  EXPECT_EQ(c.broken(), "8 facets are not covered") << "the last bit";
}

/// By the hair that covering takes no more than is allowed, and by ten times that.
TEST(BrokenPromise, OfConcavityAllowsForWhatDistancesAreResolvedToAndNoMore) {
  Case c;
  c.options.concavity = 0.1;  // of 2, the half extent
  const auto reaching = [&](double out) {
    c.parts[1] = test::box_mesh({1.5, 0, 0}, {4 + out, 2, 1});
    return c.broken();
  };
  EXPECT_EQ(reaching(0.2), "");
  EXPECT_EQ(reaching(0.2 * (1 + 1e-3)), "");
  EXPECT_EQ(reaching(0.2 * (1 + 3e-2)), "part 1 reaches out too far");
  c.options.most_parts = 2;  // may have merged what is farther out
  EXPECT_EQ(reaching(1), "");
}

/// Its parts do not cover and keep no limit that is a threshold only.
TEST(BrokenPromise, OfTheOtherEngineIsCoverAlone) {
  Case c;
  c.options.engine = PartsEngine::coacd;
  c.options.most_parts = 1;
  c.options.most_vertices = 8;
  c.parts[1] = test::box_mesh({1.5, -3, 0}, {9, 2, 1});
  c.parts.push_back(points({{0, 0, 0}, {1, 0, 0}, {1, 1, 0}}));
  EXPECT_EQ(c.broken(), "");
  c.parts[1] = test::box_mesh({3, 0, 0}, {4, 2, 1});
  EXPECT_EQ(c.broken(), "8 facets are not covered");
}

/// What decompose() makes keeps all, in every mode that promises something.
TEST(BrokenPromise, IsNoneOfWhatIsMade) {
  for (const Mesh& mesh : {test::angle_mesh(), test::torus_mesh(2, 0.7, 8, 4)}) {
    for (const PartsMode mode : {PartsMode::fit, PartsMode::cover}) {
      for (const bool cuts : {true, false}) {
        for (const std::uint32_t vertices : {0u, 10u}) {
          DecomposeOptions options;
          options.concavity = 0.2;
          options.mode = mode, options.cuts = cuts, options.most_vertices = vertices;
          std::vector<std::string> notes;
          EXPECT_EQ(broken_promise(mesh, decompose(mesh, options, &notes), options), "");
          EXPECT_TRUE(notes.empty());
        }
      }
    }
  }
}

}  // namespace
}  // namespace abut::host
