// What solids that meet facet by facet push with: against queries of their hulls.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "examples/dem/facet_machine.h"
#include "tests/decompose/solids.h"
#include "tests/dem/facet_solids.h"

namespace dem {
namespace {

/// What one step finds of two solids of which one has been moved.
struct Near {
  double separation;  ///< the least, less the zone
  double distance;    ///< of the hulls, by `query_pairs`
  std::uint64_t contacts, failures;
};
Near near_contact(const Scene& scene, Random& random, double gap) {
  Snapshot from;
  from.states = scene.states;
  BodyState& b = from.states[1];
  random.rotation(from.states[0].quaternion), random.rotation(b.quaternion);
  const auto distance = [&] {
    abut::BodySet bodies;
    for (std::uint32_t i = 0; i < 2; ++i) bodies.add({from.states[i].position, rotation_of(from.states[i])}, i);
    abut::Contacts<double> record(1);
    const abut::Pair pair{0, 1};
    abut::query_pairs<double>(abut::Cpu{1}, scene.shapes.view<double>(), bodies.parts(), {&pair, 1},
                              {.alert_distance = 1}, record.view());
    return record[0];
  };
  b.position = {0.2, 0.03 * random.uniform(), 0.03 * random.uniform()};
  const abut::Contact<double> far = distance();
  b.position = b.position - Vector{far.normal.x, far.normal.y, far.normal.z} * (far.separation - gap);
  FacetMachine machine(1);
  machine.start(scene, from, false);
  machine.detect(2);
  const PairArrays a = machine.pairs();
  double least = HUGE_VAL;
  for (std::uint64_t k = 0; k < *a.count; ++k) least = std::min(least, a.separation[k]);
  return {least, distance().separation, *a.count, machine.totals().failures};
}

TEST(FacetContacts, OfConvexSolidsAreAsNearAsQueriesSay) {
  abut::Mesh tetrahedron;
  tetrahedron.vertices = {{0, 0, 0}, {2, 0, 0}, {0.3, 1.7, 0}, {0.4, 0.6, 1.5}};
  tetrahedron.triangles = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
  const abut::Mesh box = abut::test::box_mesh({0, 0, 0}, {1, 2, 3});
  Random random(3);
  const double zone = test::facets_in_space().zone;
  for (const auto& [first, second] : {std::pair{&box, &box}, {&box, &tetrahedron}, {&tetrahedron, &tetrahedron}}) {
    Scene scene;
    scene.settings = test::facets_in_space();
    test::add_solid(scene, *first, 0.05, {0, 0, 0}), test::add_solid(scene, *second, 0.04, {0, 0, 0});
    int overlaps = 0;
    for (int k = 0; k < 100; ++k) {
      const Near near = near_contact(scene, random, 0.98 * zone * random.uniform());
      ASSERT_GT(near.contacts, 0u);
      EXPECT_EQ(near.failures, 0u);
      EXPECT_NEAR(near.separation, near.distance - zone, 1e-13);
      const Near apart = near_contact(scene, random, (1.001 + random.uniform()) * zone);
      EXPECT_EQ(apart.contacts, 0u);
      // Corners that are moved on along the normal may still miss each other.
      const Near crossed = near_contact(scene, random, (-0.01 - 0.9 * random.uniform()) * zone);
      if (crossed.distance >= 0) continue;
      ++overlaps;
      EXPECT_GT(crossed.failures, 0u) << crossed.distance;
    }
    EXPECT_GT(overlaps, 50);
  }
}

// It is found over the face and over the edge, with one point and one normal.
TEST(FacetContacts, ACornerOverTheBorderOfAFacePushesOnce) {
  Scene scene;
  scene.settings = test::facets_in_space();
  const double zone = scene.settings.zone;
  scene.add_wall({0.5, 0.5, 0.5}, {0, 0, -0.5});
  abut::Mesh tetrahedron;
  tetrahedron.vertices = {{0, 0, 0}, {1, 0.1, 0.9}, {-0.6, 0.8, 1}, {-0.5, -0.7, 1.1}};
  tetrahedron.triangles = {{0, 2, 1}, {0, 3, 2}, {0, 1, 3}, {1, 2, 3}};
  const std::uint32_t body = test::add_solid(scene, tetrahedron, 0.05, {0, 0, 0});
  Vector lowest{0, 0, 0};
  for (const Vector& v : scene.facets_of(body)->vertices) {
    if (v.z < lowest.z) lowest = v;
  }
  for (const double beside : {0.0, 0.2, -0.2}) {
    scene.states[body].position = Vector{0.5 + beside * zone, 0.1, 0.5 * zone} - lowest;
    Snapshot from;
    from.states = scene.states;
    FacetMachine machine(1);
    machine.start(scene, from, false);
    machine.detect(2);
    EXPECT_EQ(test::fresh(scene, from.states, 2).found.size(), beside == 0 ? 2u : 1u) << beside;
    EXPECT_EQ(*machine.pairs().count, 1u) << beside;
    const double past = std::max(beside, 0.0);
    EXPECT_NEAR(*machine.pairs().separation, (std::sqrt(0.25 + past * past) - 1) * zone, 1e-12) << beside;
  }
}

}  // namespace
}  // namespace dem
