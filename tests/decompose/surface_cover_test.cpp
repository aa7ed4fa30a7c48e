// Parts that cover triangles which enclose nothing.
#include <gtest/gtest.h>
#include <oneapi/tbb/global_control.h>

#include <cmath>
#include <limits>

#include "abut/decompose.h"
#include "abut/shapes/shape_set.h"
#include "host/decompose/cover.h"
#include "host/decompose/surface_reach.h"
#include "host/decompose/thicken.h"
#include "tests/decompose/surfaces.h"
#include "tests/support/complaint.h"

namespace abut {
namespace {

using test::complaint;

struct Named {
  const char* name;
  Mesh mesh;
};

std::vector<Named> surfaces() {
  Mesh doubled = test::sheet(3);
  const std::size_t n = doubled.triangles.size();
  for (std::size_t i = 0; i < n; ++i) {
    const auto t = doubled.triangles[i];
    doubled.triangles.push_back(i % 2 == 0 ? t : std::array<std::uint32_t, 3>{t[0], t[2], t[1]});
  }
  Mesh fins;  // five facets at one edge
  fins.vertices = {{0, 0, 0}, {0, 0, 1}};
  for (std::uint32_t k = 0; k < 5; ++k) {
    fins.vertices.push_back({std::cos(1.2 * k), std::sin(1.2 * k), 0.5});
    fins.triangles.push_back({0, 1, k + 2});
  }
  Mesh turned = test::box_mesh({0, 0, 0}, {1, 1, 1});
  turned.triangles.pop_back();
  for (std::size_t i = 0; i < turned.triangles.size(); i += 3)
    std::swap(turned.triangles[i][0], turned.triangles[i][1]);
  Mesh flat_facets;  // without area, on a line and not
  flat_facets.vertices = {{0, 0, 0}, {1, 1, 1}, {3, 3, 3}, {0, 2, 0}};
  flat_facets.triangles = {{0, 1, 2}, {3, 3, 0}};
  return {{"open box", test::open_box()},
          {"sheet", test::sheet(7)},
          {"cylinder", test::cylinder_shell(48)},
          {"Moebius strip", test::moebius_strip(60)},
          {"crossing sheets", test::crossing_sheets()},
          {"soup", test::random_facets(60, 0.1, 1)},
          {"large facets", test::random_facets(25, 1, 2)},
          {"doubled facets", doubled},
          {"fins", fins},
          {"facets turned at random", turned},
          {"facets without area", flat_facets}};
}

/// Samples say what the certificate says: each lies in a part.
bool lies_in_a_part(const Vec3<double>& p, const std::vector<Mesh>& parts) {
  for (const Mesh& part : parts) {
    bool inside = true;
    for (const auto& t : part.triangles) {
      const Vec3<double>&a = part.vertices[t[0]], &b = part.vertices[t[1]], &c = part.vertices[t[2]];
      const Vec3<double> n = host::direction(host::outer(b - a, c - a));
      inside = inside && host::inner(n, p - a) <= 1e-12;
    }
    if (inside) return true;
  }
  return false;
}

TEST(SurfaceCover, AnyTrianglesAreCoveredWithinTheLimit) {
  for (const Named& s : surfaces()) {
    for (const double concavity : {0.2, 0.05, 0.01}) {
      SCOPED_TRACE(std::string(s.name) + " " + std::to_string(concavity));
      std::vector<std::string> notes;
      const auto parts = decompose(s.mesh, {.concavity = concavity}, &notes);
      ASSERT_EQ(notes.size(), 1u);
      EXPECT_EQ(notes[0].find("no solid, its facets are taken as a surface: "), 0u) << notes[0];
      const PartsReport report = measure_parts(s.mesh, parts);
      EXPECT_TRUE(report.surface);
      EXPECT_TRUE(report.covers);
      EXPECT_EQ(report.largest_gap, 0);
      EXPECT_LE(report.least_relative_concavity, concavity);
      EXPECT_LE(report.relative_concavity, 1.03 * concavity);
      EXPECT_LE(parts.size(), s.mesh.triangles.size());
      ShapeSet shapes;
      for (const Mesh& p : parts) {
        EXPECT_GT(examine(p).volume, 0);
        EXPECT_GE(shapes.vertices(shapes.add_hull(p.vertices)).size(), 4u);
      }
    }
  }
}

TEST(SurfaceCover, EverySampleOfTheSurfaceLiesInAPart) {
  test::Random random(5);
  for (const Named& s : surfaces()) {
    SCOPED_TRACE(s.name);
    const auto parts = decompose(s.mesh, {});
    for (const auto& t : s.mesh.triangles) {
      for (int k = 0; k < 20; ++k) {
        double u = random.uniform(0, 1), v = random.uniform(0, 1);
        if (u + v > 1) u = 1 - u, v = 1 - v;
        const Vec3<double>&a = s.mesh.vertices[t[0]], &b = s.mesh.vertices[t[1]], &c = s.mesh.vertices[t[2]];
        EXPECT_TRUE(lies_in_a_part(a + (b - a) * u + (c - a) * v, parts));
      }
    }
  }
}

TEST(SurfaceCover, WithoutAPartTheCertificateFails) {
  for (const Named& s : surfaces()) {
    SCOPED_TRACE(s.name);
    const auto parts = decompose(s.mesh, {});
    for (std::size_t i = 0; i < parts.size(); ++i) {
      auto fewer = parts;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
      const PartsReport report = measure_parts(s.mesh, fewer);
      if (i == 0) {
        EXPECT_GT(report.uncovered, 0u);
        EXPECT_GT(report.largest_gap, 0);
      }
      EXPECT_EQ(report.covers, report.uncovered == 0);
    }
  }
}

TEST(SurfaceCover, FlatSquaresAreOnePartEach) {
  EXPECT_EQ(decompose(test::sheet(9), {}).size(), 1u);
  EXPECT_EQ(decompose(test::open_box(), {}).size(), 5u);
  EXPECT_EQ(decompose(test::crossing_sheets(), {}).size(), 2u);
}

TEST(SurfaceCover, PartsHaveTheThicknessThatIsAskedFor) {
  for (const double thickness : {0.0001, 0.01, 0.025}) {
    const auto parts = decompose(test::sheet(3), {.thickness = thickness});
    ASSERT_EQ(parts.size(), 1u);
    host::Box box;
    for (const Vec3<double>& v : parts[0].vertices) box.add(v);
    EXPECT_NEAR(box.extent().z, 0.5 * thickness, 1e-12);
    EXPECT_NEAR(box.extent().x, 1, 1e-12);
    EXPECT_NEAR(measure_parts(test::sheet(3), parts).concavity, 0.25 * thickness, 0.0003);
  }
}

/// From z = 0 and z = 1 the middle is 1/2 away, and the hull of both sheets fills what is between.
TEST(SurfaceCover, ReachIsFromTheNearestFacetWhateverItFaces) {
  Mesh mesh = test::sheet(1);
  for (Vec3<double> v : test::sheet(1).vertices) mesh.vertices.push_back({v.x, v.y, 1});
  mesh.triangles.push_back({4, 5, 7}), mesh.triangles.push_back({4, 7, 6});
  const host::Surface tree(mesh.vertices, mesh.triangles);
  const host::PartHull hull = host::part_hull(mesh.vertices);
  const host::Reach reach = host::reach_of(tree, hull, 0.001, 0);
  EXPECT_LE(reach.lower, 0.5);
  EXPECT_GE(reach.upper, 0.5);
  EXPECT_LE(reach.upper - reach.lower, 0.001);
  EXPECT_TRUE(host::stays_near(tree, hull, 0.51, 0.001));
  EXPECT_FALSE(host::stays_near(tree, hull, 0.4999, 0.001));
}

TEST(SurfaceCover, LimitsOnPartsAndCornersAreKept) {
  const Mesh mesh = test::cylinder_shell(60);
  for (const std::uint32_t most : {8u, 12u, 20u}) {
    const auto parts = decompose(mesh, {.most_vertices = most});
    const PartsReport report = measure_parts(mesh, parts);
    EXPECT_TRUE(report.covers);
    EXPECT_LE(report.most_vertices, most);
    EXPECT_LE(report.least_relative_concavity, 0.05);
  }
  const auto three = decompose(mesh, {.most_parts = 3});
  EXPECT_EQ(three.size(), 3u);
  EXPECT_TRUE(measure_parts(mesh, three).covers);
}

TEST(SurfaceCover, TheSameForAnyNumberOfThreadsAndInAnyUnit) {
  const Mesh mesh = test::random_facets(80, 0.2, 3);
  const auto parts = decompose(mesh, {});
  {
    const tbb::global_control one(tbb::global_control::max_allowed_parallelism, 1);
    const auto again = decompose(mesh, {});
    ASSERT_EQ(parts.size(), again.size());
    for (std::size_t i = 0; i < parts.size(); ++i) {
      EXPECT_TRUE(test::same_points(parts[i].vertices, again[i].vertices));
    }
  }
  for (const double unit : {0x1p-300, 0x1p300}) {
    Mesh other = mesh;
    for (Vec3<double>& v : other.vertices) v = v * unit;
    const auto scaled = decompose(other, {});
    EXPECT_EQ(scaled.size(), parts.size());
    EXPECT_TRUE(measure_parts(other, scaled).covers);
  }
}

TEST(SurfaceCover, ASolidIsOneIfThatIsAskedFor) {
  const Mesh box = test::box_mesh({0, 0, 0}, {1, 1, 1});
  EXPECT_EQ(decompose(box, {}).size(), 1u);
  const auto walls = decompose(box, {.body = PartsBody::surface});
  EXPECT_EQ(walls.size(), 6u);
  EXPECT_TRUE(measure_parts(box, walls, PartsBody::surface).covers);
  EXPECT_FALSE(measure_parts(box, walls).surface);
}

TEST(SurfaceCover, BadInputIsNamed) {
  const auto says = [](const Mesh& mesh, const DecomposeOptions& options) {
    return complaint([&] { (void)decompose(mesh, options); });
  };
  Mesh mesh = test::open_box();
  EXPECT_EQ(
      says(mesh, {.mode = PartsMode::fit}),
      "mesh: the mesh is not closed: 4 boundary edges and 0 edges with more than two triangles, allowed are none; "
      "mode cover takes its facets as a surface, wrap_mesh makes a solid of it");
  EXPECT_NE(says(mesh, {.body = PartsBody::solid}).find("wrap_mesh makes a solid of it"), std::string::npos);
  EXPECT_EQ(
      says(mesh, {.mode = PartsMode::fit, .body = PartsBody::surface}).find("decompose: body is surface in mode fit"),
      0u);
  EXPECT_EQ(says(mesh, {.thickness = 0.03}),
            "decompose: thickness is 0.03, allowed is 0 (chosen), or 0.0001 to 0.025 (half of concavity)");
  EXPECT_EQ(says(mesh, {.thickness = std::nan("")}).find("decompose: thickness is nan"), 0u);
  EXPECT_NE(says(Mesh{}, {}), "");
  mesh.vertices[2].y = std::numeric_limits<double>::quiet_NaN();
  EXPECT_NE(says(mesh, {}), "");
  Mesh point;
  point.vertices = {{1, 2, 3}, {1, 2, 3}};
  point.triangles = {{0, 1, 1}};
  EXPECT_EQ(says(point, {}), "mesh: all its vertices are the point 1, 2, 3, allowed are two points or more");
}

TEST(Thickened, GivesWhatIsTooShortItsWidthAndNoMore) {
  const std::vector<Vec3<double>> line{{0, 0, 0}, {1, 0, 0}, {3, 0, 0}}, triangle{{0, 0, 0}, {4, 0, 0}, {0, 3, 0}};
  EXPECT_EQ(host::part_hull(host::thickened(line, 0.1)).points.size(), 8u);
  EXPECT_NEAR(host::part_hull(host::thickened(line, 0.1)).volume, 0.03, 1e-12);
  EXPECT_NEAR(host::part_hull(host::thickened(triangle, 0.1)).volume, 0.6, 1e-12);
  EXPECT_NEAR(host::part_hull(host::thickened(std::vector<Vec3<double>>{{1, 2, 3}}, 0.1)).volume, 0.001, 1e-12);
  const auto box = test::box_mesh({0, 0, 0}, {1, 2, 3}).vertices;
  EXPECT_TRUE(test::same_points(host::thickened(box, 0.5), box));
}

}  // namespace
}  // namespace abut
