// What Abut finds is what all pairs of facets give, whichever search.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "abut/deform/facet_overlap.h"
#include "examples/fem/run.h"

namespace fem::testing {
namespace {

/// Three crooked blocks above each other, which go into each other a little.
Problem pile() {
  Problem out;
  out.penalty.depth = 0.2;
  for (int k = 0; k < 3; ++k) {
    Body body;
    body.mesh = brick({0, 0, 0}, {1, 1, 0.5}, {3, 3, 2});
    if (k == 1) body.mesh = cut_into_tetrahedra(body.mesh);
    body.mesh = moved(body.mesh, [&](Vector p) { return p + Vector{0.1 * k, 0.07 * k, 0.49 * k}; });
    out.bodies.push_back(body);
  }
  return out;
}

std::vector<NearFacets> touching(const System& system, const std::vector<Vector>& at,
                                 std::span<const NearFacets> near) {
  std::vector<NearFacets> out;
  for (const NearFacets& pair : near) {
    const auto facet_of = [&](std::uint32_t facet) {
      const Triangle& t = system.facets().corners[facet];
      return abut::Facet<double>{{at[t[0]], at[t[1]], at[t[2]]}};
    };
    if (abut::facet_overlap(facet_of(pair.a), facet_of(pair.b), {-0.2, 0}).area > 0) out.push_back(pair);
  }
  return out;
}

TEST(FacetSearches, NoneMissesAPairThatTouchesOrIsWithinReach) {
  const Problem problem = pile();
  const System system(problem);
  const auto facets = make_search(SearchKind::facets, system.facets(), 0.2),
             intrinsic = make_search(SearchKind::intrinsic, system.facets(), 0.2),
             few = make_search(SearchKind::kept, system.facets(), 0.2),
             every = make_search(SearchKind::every, system.facets(), 0.2);
  State state = system.start();
  std::mt19937 random(9);
  std::uniform_real_distribution<double> by(-0.01, 0.01);
  std::size_t most = 0;
  for (int step = 0; step < 60; ++step) {
    for (Vector& p : state.positions) p = p + Vector{by(random), by(random), by(random)};
    const std::vector<Vector> at = system.points(state);
    const auto expected = touching(system, at, every->find(at));
    const auto found = facets->find(at), kept = intrinsic->find(at);
    EXPECT_EQ(touching(system, at, found), expected);
    const auto handed_out = few->find(at);
    EXPECT_EQ(touching(system, at, handed_out), expected);
    EXPECT_TRUE(std::includes(handed_out.begin(), handed_out.end(), found.begin(), found.end()));
    EXPECT_TRUE(std::equal(found.begin(), found.end(), kept.begin(), kept.end()));
    EXPECT_LT(found.size(), every->find(at).size());
    most = std::max(most, expected.size());
  }
  EXPECT_GT(most, 20u);
  EXPECT_EQ(facets->counts().searches, 60u);
  EXPECT_GT(few->counts().searches, 3u);
  EXPECT_GT(few->counts().kept, 3u);
  EXPECT_GT(intrinsic->counts().kept, intrinsic->counts().searches);
}

TEST(Facets, TheyEncloseTheVolumeOfTheElements) {
  const Problem problem = pile();
  const System system(problem);
  const std::vector<Vector> at = system.points(system.start());
  double volume[3] = {0, 0, 0};
  for (std::size_t f = 0; f < system.facets().corners.size(); ++f) {
    const Triangle& t = system.facets().corners[f];
    volume[system.facets().body[f]] += abut::dot(at[t[0]], abut::cross(at[t[1]], at[t[2]])) / 6;
  }
  for (const double v : volume) EXPECT_NEAR(v, 0.5, 1e-14);
  EXPECT_EQ(system.facets().corners.size(), (2u * 9 + 4 * 6) * (4 + 2 + 4));
}

}  // namespace
}  // namespace fem::testing
