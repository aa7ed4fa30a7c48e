// Grains as tetrahedra, against the surface that they fill.
#include "examples/fem/grain_mesh.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "abut/core/error.h"
#include "abut/shapes/mass_properties.h"
#include "examples/fem/elements.h"

namespace fem::testing {
namespace {

const std::string folder = ABUT_EXAMPLE_DATA "/grains/";

abut::Mesh solid(const std::string& name) { return abut::weld(abut::read_mesh(folder + name + "-anm-00001.ply")); }

/// With the lowest node first, and as it runs around.
Triangle from_lowest(Triangle t) {
  std::rotate(t.begin(), std::min_element(t.begin(), t.end()), t.end());
  return t;
}

/// How often a face runs around one way; each of a tetrahedron's, as seen from outside.
std::map<Triangle, int> faces_of(const SolidMesh& mesh) {
  std::map<Triangle, int> out;
  for (const auto& [a, b, c, d] : mesh.tetrahedra) {
    for (const Triangle& t : {Triangle{a, c, b}, Triangle{a, b, d}, Triangle{b, c, d}, Triangle{a, d, c}}) {
      ++out[from_lowest(t)];
    }
  }
  return out;
}

double volume(const SolidMesh& mesh, const std::array<std::uint32_t, 4>& t) {
  const Vector a = mesh.nodes[t[0]];
  return abut::dot(abut::cross(mesh.nodes[t[1]] - a, mesh.nodes[t[2]] - a), mesh.nodes[t[3]] - a) / 6;
}

TEST(GrainMesh, EveryFaceInsideHasTwoTetrahedraAndTheOthersAreTheSurface) {
  for (const char* name : {"A", "B", "C", "D", "E", "F"}) {
    const abut::Mesh grain = solid(name);
    for (int level = 0; level <= 2; ++level) {
      for (int layers = 0; layers <= 3; ++layers) {
        const GrainMesh g = grain_mesh(grain, level, layers, 2);
        const std::size_t facets = 20u << (2 * level);
        ASSERT_EQ(g.mesh.tetrahedra.size(), facets * (1 + 3 * static_cast<std::size_t>(layers)));
        std::map<Triangle, int> surface;
        for (const Triangle& t : g.surface.triangles) surface[from_lowest(t)] = 1;
        std::size_t outside = 0;
        const std::map<Triangle, int> faces = faces_of(g.mesh);
        for (const auto& [face, times] : faces) {
          ASSERT_EQ(times, 1) << "run through twice in one direction";
          if (faces.contains(from_lowest({face[0], face[2], face[1]}))) continue;
          ASSERT_TRUE(surface.contains(face)) << name << " level " << level << " layers " << layers;
          ++outside;
        }
        EXPECT_EQ(outside, facets);
        EXPECT_EQ(boundary(g.mesh).triangles.size(), facets);
      }
    }
  }
}

TEST(GrainMesh, VolumesArePositiveAndAddUpToTheSurfacesOwn) {
  for (const char* name : {"A", "C", "F"}) {
    const GrainMesh g = grain_mesh(solid(name), 2, 2, 2.5e-4);
    const abut::MassProperties mass = abut::mass_properties(g.surface);
    double sum = 0;
    Vector centre{0, 0, 0};
    for (const auto& t : g.mesh.tetrahedra) {
      const double v = volume(g.mesh, t);
      ASSERT_GT(v, 0);
      sum += v;
      for (const std::uint32_t k : t) centre = centre + g.mesh.nodes[k] * (0.25 * v);
    }
    EXPECT_NEAR(sum / mass.volume, 1, 1e-12);
    EXPECT_LT(abut::length(centre * (1 / sum) - mass.centre), 1e-12 * 2.5e-4);
    EXPECT_LT(abut::length(mass.centre), 1e-10 * 2.5e-4);
    double reach = 0;
    for (const Vector& p : g.mesh.nodes) reach = std::max(reach, abut::length(p));
    EXPECT_NEAR(reach, 2.5e-4, 1e-16);
    const Elements elements(g.mesh, {7.6e4, 0.3, 2650}, "grain");
    double kilograms = 0;
    for (const double m : elements.masses()) kilograms += m;
    EXPECT_NEAR(kilograms / (2650 * mass.volume), 1, 1e-12);
  }
}

TEST(GrainMesh, AMiddleThatDoesNotSeeAllOfTheSurfaceIsRefusedByVolume) {
  const GrainMesh g = grain_mesh(solid("A"), 1, 0, 1);
  const SolidMesh mesh = filled(g.surface, {5, 0, 0}, 1);
  EXPECT_THROW(Elements(mesh, {7.6e4, 0.3, 2650}, "grain"), abut::InvalidInput);
  EXPECT_THROW(filled(g.surface, {0, 0, 0}, -1), abut::InvalidInput);
}

}  // namespace
}  // namespace fem::testing
