// The steps of a decomposition, each by itself: cuts, clusters of facets, mergers.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>

#include "abut/decompose.h"
#include "host/decompose/cluster.h"
#include "host/decompose/cover.h"
#include "host/decompose/cut_planes.h"
#include "host/decompose/facet_clusters.h"
#include "tests/decompose/solids.h"
#include "tests/support/random.h"

namespace abut::host {
namespace {

using Points = std::vector<Vec3<double>>;

Points box(Vec3<double> lo, Vec3<double> hi) { return test::box_mesh(lo, hi).vertices; }

Work work;  // none of these takes as much as is allowed

ClusterOptions within(double limit, std::size_t most_parts = 0) {
  const auto hull_of = [](std::span<const Vec3<double>> points) { return part_hull(points); };
  return {limit, 0.005 * limit, most_parts, hull_of, &work};
}

/// The plane through the angle's inner edge along either face leaves its two boxes; any other leaves more.
TEST(BestCut, EndsTheConcaveEdgeOfAnAngle) {
  const Mesh mesh = test::angle_mesh();
  const Piece piece = piece_of(mesh.vertices, mesh.triangles);
  const std::vector<Piece> pieces = best_cut(piece, part_hull(piece.points), 1, work);
  ASSERT_EQ(pieces.size(), 2u);
  double volumes = 0, hulls = 0;
  for (const Piece& p : pieces) volumes += volume_of(p), hulls += part_hull(p.points).volume;
  EXPECT_NEAR(volumes, 3, 1e-14);
  EXPECT_NEAR(hulls, 3, 1e-14);
}

/// Across a ring's axis two pieces are left, whose hulls are half of the ring's.
TEST(BestCut, HalvesARing) {
  const Mesh mesh = test::torus_mesh(2, 0.5, 32, 12);
  const Piece piece = piece_of(mesh.vertices, mesh.triangles);
  const PartHull whole = part_hull(piece.points);
  const std::vector<Piece> pieces = best_cut(piece, whole, 2.5, work);
  ASSERT_EQ(pieces.size(), 2u);
  for (const Piece& p : pieces) {
    EXPECT_NEAR(volume_of(p), volume_of(piece) / 2, 0.1 * volume_of(piece));
    EXPECT_LT(part_hull(p.points).volume, 0.55 * whole.volume);
  }
}

/// A body that is thinner than a thousandth of what lengths are relative to: no plane has something on either side.
TEST(BestCut, OfWhatIsTooSmallIsNone) {
  const Mesh mesh = test::box_mesh({0, 0, 0}, {1e-3, 1e-3, 1e-3});
  const Piece piece = piece_of(mesh.vertices, mesh.triangles);
  EXPECT_LT(best_cut(piece, part_hull(piece.points), 1, work).size(), 2u);
}

TEST(Cluster, MergesWhatIsConvexTogetherAndNothingElse) {
  const Body body(test::angle_mesh());
  std::vector<PartHull> parts;
  for (int i = 0; i < 4; ++i) parts.push_back(part_hull(box({0.5 * i, 0, 0}, {0.5 * i + 0.5, 1, 1})));
  parts.push_back(part_hull(box({0, 1, 0}, {1, 2, 1})));
  const std::vector<PartHull> merged = cluster(body, parts, within(0.01));
  ASSERT_EQ(merged.size(), 2u);
  EXPECT_NEAR(merged[0].volume + merged[1].volume, 3, 1e-12);
  // Half a unit is what the angle's hull reaches out: all of it is one part within that.
  EXPECT_EQ(cluster(body, parts, within(0.51)).size(), 1u);
  EXPECT_EQ(cluster(body, parts, within(0.49)).size(), 2u);
}

/// A prism that lies in both arms, over their inner edge: no hull with one of them is within the limit, but the arms
/// hold it together.
TEST(Cluster, DropsWhatTheOthersHold) {
  const Body body(test::angle_mesh());
  const PartHull along = part_hull(box({0, 0, 0}, {2, 1, 1})), across = part_hull(box({0, 0, 0}, {1, 2, 1}));
  Points prism;
  for (const double z : {0.2, 0.8}) {
    for (const Vec3<double>& p : {Vec3<double>{0.5, 0.5, z}, {1.2, 0.8, z}, {0.8, 1.2, z}}) prism.push_back(p);
  }
  const PartHull over = part_hull(prism);
  ASSERT_FALSE(over.flat());
  for (const PartHull* arm : {&along, &across}) {
    Points both = arm->points;
    both.insert(both.end(), prism.begin(), prism.end());
    ASSERT_FALSE(stays_within(body, part_hull(both), 0.01, 1e-4));
  }
  const auto is_prism = [](const PartHull& p) { return p.points.size() == 6; };
  std::vector<PartHull> left = cluster(body, {along, over, across}, within(0.01));
  EXPECT_EQ(left.size(), 2u);
  EXPECT_TRUE(std::none_of(left.begin(), left.end(), is_prism));
  // Without one arm it is needed.
  left = cluster(body, {along, over}, within(0.01));
  EXPECT_EQ(left.size(), 2u);
  EXPECT_TRUE(std::any_of(left.begin(), left.end(), is_prism));
}

TEST(Cluster, MergesBeyondTheLimitWhereTheirNumberIsLimited) {
  const Body body(test::angle_mesh());
  const std::vector<PartHull> parts{part_hull(box({0, 0, 0}, {2, 1, 1})), part_hull(box({0, 0, 0}, {1, 2, 1}))};
  const std::vector<PartHull> one = cluster(body, parts, within(0.01, 1));
  ASSERT_EQ(one.size(), 1u);
  EXPECT_NEAR(one[0].volume, 3.5, 1e-12);
  EXPECT_EQ(cluster(body, parts, within(0.01, 2)).size(), 2u);
}

/// A row of slices, of which each is near to two others: what is kept of them goes with their number.
TEST(Cluster, ManyPartsTakeNoTableOfAllPairs) {
  const Body body(test::box_mesh({0, 0, 0}, {1, 1, 100}));
  std::vector<PartHull> parts;
  for (int i = 0; i < 6000; ++i) {
    const double z = i / 60.0;
    // With room between them, which no hull over it may have.
    parts.push_back(part_hull(box({0, 1.5, z}, {1, 2.5, z + 1 / 120.0})));
  }
  const auto peak = [] {  // in megabytes
    rusage use{};
    getrusage(RUSAGE_SELF, &use);
    return use.ru_maxrss / 1024;
  };
  const auto before = peak();
  const ClusterOptions narrow = within(0.01);
  EXPECT_EQ(cluster(body, parts, narrow).size(), 6000u);
  EXPECT_LT(peak() - before, 1000) << "of all pairs it would be 3,000";
  ClusterOptions few = narrow;
  few.most_parts = 2;
  EXPECT_THROW((void)cluster(body, parts, few), std::runtime_error);
}

/// The boxes of an angle, a hollow box: each cluster stays within, and together they have every facet.
TEST(FacetClusters, StayWithinAndHaveEveryFacet) {
  Mesh hollow = test::box_mesh({-2, -2, -2}, {2, 2, 2});
  test::add_box(hollow, {-1, -1, -1}, {1, 1, 1}, true);
  for (const Mesh& mesh : {test::angle_mesh(), hollow}) {
    const Body body(mesh);
    for (const double limit : {0.01, 0.2}) {
      const std::vector<PartHull> clusters = facet_clusters(body, within(limit * body.half_extent()));
      EXPECT_LT(clusters.size(), mesh.triangles.size());
      std::vector<Points> points;
      for (const PartHull& c : clusters) {
        const double most = limit * body.half_extent();
        EXPECT_LE(protrusion(body, c, 0.1 * most).lower, most);
        points.push_back(c.points);
      }
      EXPECT_EQ(find_uncovered(mesh.vertices, mesh.triangles, points).uncovered, 0u);
    }
  }
  const Body cube(test::box_mesh({0, 0, 0}, {1, 1, 1}));
  EXPECT_EQ(facet_clusters(cube, within(0.01)).size(), 1u);
}

/// Some planes lie along the world's axes and rounding is another, so parts are not the same in a body that was moved.
/// What is promised of them is: and where the body's own edges say where to cut, so are their number and their volumes.
TEST(Decompose, AMovedBodyKeepsWhatIsPromised) {
  test::Random random(6);
  const Mesh angle = test::angle_mesh(), torus = test::torus_mesh(2, 0.7, 12, 7);
  const std::size_t still = decompose(torus, {}).size();
  for (int i = 0; i < 2; ++i) {
    const Mat3<double> turn = random.rotation();
    const Vec3<double> shift = random.in_ball() * 10.0;
    const auto moved = [&](Mesh mesh) {
      for (Vec3<double>& v : mesh.vertices) v = rotate(turn, v) + shift;
      return mesh;
    };
    const Mesh two = moved(angle), ring = moved(torus);
    const PartsReport report = measure_parts(two, decompose(two, {}));
    EXPECT_EQ(report.parts, 2u);
    EXPECT_TRUE(report.covers);
    EXPECT_NEAR(report.volume_ratio, 1, 1e-9);
    const std::vector<Mesh> parts = decompose(ring, {});
    const Body body(ring);
    std::vector<Points> points;
    for (const Mesh& part : parts) {
      points.push_back(part.vertices);
      EXPECT_LE(protrusion(body, part_hull(part.vertices), 0.02 * body.half_extent()).lower,
                (0.05 + 1e-6) * body.half_extent());
    }
    EXPECT_EQ(find_uncovered(ring.vertices, ring.triangles, points).uncovered, 0u);
    EXPECT_LE(parts.size(), still + still / 2);
    EXPECT_GE(parts.size(), still / 2);
  }
}

}  // namespace
}  // namespace abut::host
