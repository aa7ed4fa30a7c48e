// Outlines, and what is turned from them: B-Reps, meshes and masses.
#include "examples/insertion/turned.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "abut/brep/brep_file.h"
#include "abut/brep/brep_geometry.h"
#include "abut/brep/brep_lmds.h"
#include "abut/brep/trimmed_domain.h"
#include "abut/shapes/mass_properties.h"
#include "examples/insertion/tasks.h"

namespace insertion::testing {
namespace {

// A frustum of radii 2 and 1 and height 3: volume 7 pi, its centre at 33 / 28.
const Outline frustum{{0, 0}, {2, 0}, {1, 3}, {0, 3}};

TEST(Outlines, RoundedCornersTouchBothLines) {
  const std::vector<Piece> pieces = pieces_of({{0, 0}, {2, 0, 0.5}, {2, 3}, {0, 3}});
  ASSERT_EQ(pieces.size(), 4u);
  EXPECT_NEAR(abut::length(pieces[1].centre - Point{1.5, 0.5}), 0, 1e-15);
  EXPECT_NEAR(pieces[1].sweep, M_PI / 2, 1e-15);
  EXPECT_NEAR(abut::length(pieces[1].to - Point{2, 0.5}), 0, 1e-15);
}

double distance_to(const std::vector<Point>& line, const Point& p) {
  double nearest = 1;
  for (std::size_t k = 0; k + 1 < line.size(); ++k) {
    const Point d = line[k + 1] - line[k];
    const double t = std::clamp(abut::dot(p - line[k], d) / abut::dot(d, d), 0.0, 1.0);
    nearest = std::min(nearest, abut::length(p - line[k] - d * t));
  }
  return nearest;
}

TEST(Outlines, MovedInwardAreThatFarFromWhereTheyWere) {
  for (const Task& task : {cone_task(), peg_task()}) {
    for (const Outline& outline : {task.part, task.block}) {
      const double by = 0.2e-3;
      const std::vector<Point> around = flattened(outline, 1e-9);
      // At corners that stay sharp it is more, by sqrt(2) where they are right.
      for (const Point& p : flattened(inset(outline, by), 1e-6)) {
        if (p.x < 1e-9) continue;
        EXPECT_GT(distance_to(around, p), by - 1e-8);
        EXPECT_LT(distance_to(around, p), 1.4143 * by);
      }
      int arcs = 0;
      for (const Piece& piece : pieces_of(inset(outline, by))) {
        if (piece.sweep == 0) continue;
        ++arcs;
        const Point arm = piece.from - piece.centre;
        const double turn = piece.sweep / 2;
        const Point middle = piece.centre + Point{arm.x * std::cos(turn) - arm.y * std::sin(turn),
                                                  arm.x * std::sin(turn) + arm.y * std::cos(turn)};
        EXPECT_NEAR(distance_to(around, middle), by, 1e-8);
      }
      EXPECT_GT(arcs, 1);
    }
  }
}

TEST(Turned, MassIsThatOfAFrustum) {
  const TurnedMass m = turned_mass(frustum, 3);
  EXPECT_NEAR(m.constants.mass, 21 * M_PI, 1e-12);
  EXPECT_NEAR(m.height, 33.0 / 28, 1e-14);
  EXPECT_NEAR(m.constants.inertia.z, 3 * M_PI / 10 * 31 * 3, 1e-10);  // pi h (R^5 - r^5) / (10 (R - r))
}

TEST(Turned, MeshesAreClosedAndComeUpToTheMass) {
  for (const Task& task : {cone_task(), peg_task()}) {
    for (const Outline& outline : {task.part, task.block}) {
      const TurnedMass mass = turned_mass(outline, 1);
      double before = 1;
      for (const double chord : {1e-4, 1e-5, 1e-6}) {
        const abut::Mesh mesh = turned_mesh(outline, {chord, 0.05});
        const abut::MeshReport report = abut::examine(mesh);
        EXPECT_TRUE(report.outward);
        EXPECT_EQ(report.degenerate_triangles, 0u);
        const double off = std::abs(report.volume / mass.constants.mass - 1);
        EXPECT_LT(off, before / 5);
        before = off;
        if (chord > 1e-6) continue;
        EXPECT_NEAR(report.centroid.z, mass.height, 1e-5);
        EXPECT_NEAR(report.inertia.m[0] / mass.constants.inertia.x, 1, 1e-3);
        EXPECT_NEAR(report.inertia.m[8] / mass.constants.inertia.z, 1, 1e-3);
      }
    }
  }
}

// A face keeps of its surface what is inside its loops: told by other code than what makes meshes.
TEST(Turned, VerticesOfAMeshAreOnFacesOfTheBRep) {
  for (const Task& task : {cone_task(), peg_task()}) {
    for (const Outline& outline : {task.part, task.block}) {
      const abut::Brep solid = turned_brep(outline);
      EXPECT_TRUE(abut::ContactBrep(solid).notes().empty());
      std::vector<abut::TrimmedDomain> domains;
      for (std::uint32_t f = 0; f < solid.faces.size(); ++f) {
        domains.emplace_back(solid, f);
        EXPECT_EQ(domains.back().status(), abut::TrimStatus::ok);
      }
      for (const abut::Vec3<double>& p : turned_mesh(outline, {1e-4, 0.05}).vertices) {
        double nearest = 1;
        for (std::uint32_t f = 0; f < solid.faces.size(); ++f) {
          const std::uint32_t surface = solid.faces[f].surface;
          const abut::NearestParameters at = abut::nearest_parameters(solid, surface, p);
          if (domains[f].side_of(at.u, at.v, 1e-9) == abut::TrimSide::outside) continue;
          nearest = std::min(nearest, abut::length(abut::surface_point_at(solid, surface, at.u, at.v).point - p));
        }
        EXPECT_LT(nearest, 1e-12);
      }
    }
  }
}

TEST(Turned, FacesHaveTheMaterialBehindThem) {
  for (const Outline& outline : {cone_task().part, cone_task().block}) {
    const abut::Brep solid = turned_brep(outline);
    // By the divergence theorem, over each face's box of parameters: it has no other trimming but discs and rings.
    double volume = 0;
    for (std::uint32_t f = 0; f < solid.faces.size(); ++f) {
      const abut::TrimmedDomain domain(solid, f);
      const abut::TrimBox& box = domain.box();
      constexpr int steps = 200;
      const double cell = (box.end_u - box.begin_u) * (box.end_v - box.begin_v) / (steps * steps);
      for (int i = 0; i < steps * steps; ++i) {
        const double u = box.begin_u + (box.end_u - box.begin_u) * (i % steps + 0.5) / steps;
        const double v = box.begin_v + (box.end_v - box.begin_v) * (i / steps + 0.5) / steps;
        if (domain.side_of(u, v, 0) == abut::TrimSide::outside) continue;
        const auto at = abut::surface_point_at(solid, solid.faces[f].surface, u, v);
        const abut::Vec3<double> normal = abut::cross(at.u, at.v) * (solid.faces[f].reversed ? -1.0 : 1.0);
        volume += abut::dot(at.point, normal) * cell / 3;
      }
    }
    EXPECT_NEAR(volume / turned_mass(outline, 1).constants.mass, 1, 2e-3);
  }
}

TEST(Turned, ModelsAreWrittenAndReadBack) {
  const std::string folder = ::testing::TempDir() + "insertion_models";
  write_models(peg_task(), folder);
  for (const char* name : {"part", "block"}) {
    const abut::BrepAssembly read = abut::read_brep(folder + "/" + name + ".brep.json");
    ASSERT_EQ(read.parts.size(), 1u);
    EXPECT_TRUE(read.parts[0].shells[0].closed);
    EXPECT_GT(abut::ContactBrep(read.parts[0]).size(), 50);  // in mm
  }
}

}  // namespace
}  // namespace insertion::testing
