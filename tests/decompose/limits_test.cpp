// Limits of a decomposition and how it ends: work that is spent, pieces that no plane cuts, parts beyond their number,
// and what neither the order of facets nor a mirror may change.
#include <gtest/gtest.h>
#include <oneapi/tbb/global_control.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "abut/decompose.h"
#include "host/decompose/cover.h"
#include "host/decompose/cut_planes.h"
#include "host/decompose/cut_up.h"
#include "host/decompose/facet_clusters.h"
#include "host/decompose/promises.h"
#include "tests/decompose/solids.h"
#include "tests/support/random.h"

namespace abut::host {
namespace {

using test::Random;
using Points = std::vector<Vec3<double>>;

/// Options that count what is done.
struct Limits {
  Work work;
  ClusterOptions options;

  explicit Limits(double limit, std::size_t most_parts = 0) {
    const auto hull_of = [](std::span<const Vec3<double>> points) { return part_hull(points); };
    options = {limit, 0.005 * limit, most_parts, hull_of, &work};
  }
};

bool covers(const Mesh& mesh, const std::vector<PartHull>& parts) {
  std::vector<Points> points;
  for (const PartHull& p : parts) points.push_back(p.points);
  return find_uncovered(mesh.vertices, mesh.triangles, points).uncovered == 0;
}

double volume_in(const std::vector<PartHull>& parts) {
  double sum = 0;
  for (const PartHull& p : parts) sum += p.volume;
  return sum;
}

/// Stairs of n steps in a row: each riser has a concave edge below it.
Mesh stairs(std::uint32_t n) {
  std::vector<std::array<double, 2>> outline{{0, 0}, {static_cast<double>(n), 0}};
  for (std::uint32_t k = n; k > 0; --k) {
    outline.push_back({1.0 * k, 1.0 * k}), outline.push_back({k - 1.0, 1.0 * k});
  }
  Mesh mesh;
  const auto count = static_cast<std::uint32_t>(outline.size());
  for (const double z : {0.0, 1.0}) {
    for (const auto& p : outline) mesh.vertices.push_back({p[0], p[1], z});
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t j = (i + 1) % count;
    mesh.triangles.push_back({i, j, j + count}), mesh.triangles.push_back({i, j + count, i + count});
  }
  return mesh;
}

/// And its lids: a column under each step, from the ground up.
Mesh closed_stairs(std::uint32_t n) {
  Mesh mesh = stairs(n);
  const auto count = static_cast<std::uint32_t>(mesh.vertices.size() / 2);
  Piece piece = piece_of(mesh.vertices, mesh.triangles);
  for (const auto& ring : open_rings(piece)) fill_ring(piece, ring);
  Mesh out;
  out.vertices = piece.points;
  for (std::size_t i = 0; i < piece.size(); ++i) {
    const std::uint32_t* c = &piece.corners[piece.begin[i]];
    out.triangles.push_back({c[0], c[1], c[2]});
  }
  EXPECT_EQ(out.triangles.size(), 2 * count + 2 * (count - 2));
  return out;
}

TEST(CutUp, OfWhatIsConvexIsOnePieceThatTakesNoCut) {
  for (const double limit : {0.5, 1e-3}) {
    Limits l(limit);
    const Body body(test::box_mesh({0, 0, 0}, {3, 2, 1}));
    const Pieces pieces = cut_up(body, l.options, true, 100, nullptr);
    ASSERT_EQ(pieces.hulls.size(), 1u);
    EXPECT_NEAR(pieces.hulls[0].volume, 6, 1e-12);
    EXPECT_EQ(pieces.uncut + pieces.beyond, 0u);
    EXPECT_FALSE(pieces.too_many);
  }
}

/// Its pieces' hulls are itself where each is a box: nothing is added, and nothing is lost.
TEST(CutUp, OfStairsLeavesTheirVolume) {
  for (const std::uint32_t n : {2u, 3u, 6u}) {
    const Mesh mesh = closed_stairs(n);
    const Body body(mesh);
    ASSERT_NEAR(body.volume(), n * (n + 1) / 2.0, 1e-12);
    for (const bool counted : {false, true}) {
      Limits l(0.01);
      const PartCount count(body, l.options.limit);
      const Pieces pieces = cut_up(body, l.options, true, 1000, counted ? &count : nullptr);
      EXPECT_GE(pieces.hulls.size(), n);
      EXPECT_LE(pieces.hulls.size(), 2 * n);
      EXPECT_NEAR(volume_in(pieces.hulls), body.volume(), 1e-9);
      EXPECT_EQ(pieces.uncut + pieces.beyond, 0u);
      EXPECT_GT(l.work.spent(), 0u);
      const std::vector<PartHull> merged = cluster(body, pieces.hulls, l.options);
      EXPECT_EQ(merged.size(), n) << "a step each";
    }
  }
}

TEST(CutUp, SaysThatThereAreMorePiecesThanAskedForAndGivesNone) {
  const Body body(closed_stairs(6));
  Limits all(0.01);
  const std::size_t needed = cut_up(body, all.options, true, 1000, nullptr).hulls.size();
  for (const std::size_t most : {std::size_t{1}, needed - 1, needed, needed + 1}) {
    Limits l(0.01);
    const Pieces pieces = cut_up(body, l.options, true, most, nullptr);
    EXPECT_EQ(pieces.too_many, most <= needed - 1) << most << " of " << needed;
    EXPECT_EQ(pieces.hulls.empty(), pieces.too_many);
  }
}

/// Nothing is cut any more where the work is spent: pieces are left as they are, counted, and they cover.
TEST(CutUp, LeavesPiecesAsTheyAreWhereTheWorkIsSpent) {
  const Mesh mesh = test::torus_mesh(2, 0.7, 16, 9);
  const Body body(mesh);
  Limits l(0.05);
  l.work.add(Work::most);
  const Pieces pieces = cut_up(body, l.options, true, 1000, nullptr);
  ASSERT_EQ(pieces.hulls.size(), 1u);
  EXPECT_EQ(pieces.beyond, 1u);
  EXPECT_EQ(pieces.uncut, 0u);
  EXPECT_TRUE(covers(mesh, pieces.hulls));
}

/// A sliver of a notch: no plane leaves something on either side that is a five-hundredth of the body's extent.
TEST(CutUp, CountsPiecesThatNoPlaneCuts) {
  Mesh mesh = test::angle_mesh();
  for (Vec3<double>& v : mesh.vertices) v = v * 5e-4;
  test::add_box(mesh, {1, 0, 0}, {3, 1, 1});
  const Body body(mesh);
  Limits l(1e-4);
  const Pieces pieces = cut_up(body, l.options, true, 1000, nullptr);
  EXPECT_EQ(pieces.uncut, 1u);
  EXPECT_EQ(pieces.hulls.size(), 2u);
  EXPECT_EQ(pieces.beyond, 0u);
}

/// A hollow cube so small that no plane leaves enough on either side, and yet larger than the concavity.
TEST(Decompose, SaysThatNoPlaneCutsAPiece) {
  Mesh mesh = test::box_mesh({0, 0, 0}, {2.1e-3, 2.1e-3, 2.1e-3});
  test::add_box(mesh, {1.5e-4, 1.5e-4, 1.5e-4}, {1.95e-3, 1.95e-3, 1.95e-3}, true);
  test::add_box(mesh, {1, 0, 0}, {3, 1, 1});
  DecomposeOptions options;
  options.concavity = DecomposeOptions::least_concavity;
  std::vector<std::string> notes;
  const auto parts = decompose(mesh, options, &notes);
  EXPECT_EQ(notes,
            std::vector<std::string>{"abut: 1 piece reaches out farther than concavity allows, and no plane cuts it"});
  EXPECT_EQ(parts.size(), 2u);
  const PartsReport report = measure_parts(mesh, parts);
  EXPECT_TRUE(report.covers);
  EXPECT_NEAR(report.least_relative_concavity, 9e-4 / 1.5, 1e-5);
}

TEST(BestCut, AddsWhatItTakesAndGivesTheSameWithAnyNumberOfThreads) {
  const Mesh mesh = test::torus_mesh(2, 0.5, 12, 6);
  const Piece piece = piece_of(mesh.vertices, mesh.triangles);
  const PartHull hull = part_hull(piece.points);
  const Body body(mesh);
  const PartCount count(body, 0.1);
  for (const PartCount* counted : {static_cast<const PartCount*>(nullptr), &count}) {
    Work many, one;
    const std::vector<Piece> cut = best_cut(piece, hull, body.half_extent(), many, counted);
    const tbb::global_control alone(tbb::global_control::max_allowed_parallelism, 1);
    const std::vector<Piece> again = best_cut(piece, hull, body.half_extent(), one, counted);
    EXPECT_GT(many.spent(), 0u);
    EXPECT_EQ(many.spent(), one.spent());
    ASSERT_EQ(cut.size(), again.size());
    double volume = 0;
    for (std::size_t i = 0; i < cut.size(); ++i) {
      volume += volume_of(cut[i]);
      EXPECT_EQ(cut[i].corners, again[i].corners);
    }
    EXPECT_NEAR(volume, volume_of(piece), 1e-9);
  }
}

TEST(Cluster, MergesNothingMoreWhereTheWorkIsSpentUnlessTheirNumberAsksForIt) {
  const Mesh mesh = test::box_mesh({0, 0, 0}, {8, 1, 1});
  const Body body(mesh);
  std::vector<PartHull> slices;
  for (int i = 0; i < 8; ++i) {
    slices.push_back(part_hull(test::box_mesh({1.0 * i, 0, 0}, {i + 1.0, 1, 1}).vertices));
  }
  Limits fresh(0.01), spent(0.01), few(0.01, 3);
  EXPECT_EQ(cluster(body, slices, fresh.options).size(), 1u);
  spent.work.add(Work::most), few.work.add(Work::most);
  EXPECT_EQ(cluster(body, slices, spent.options).size(), 8u);
  const std::vector<PartHull> three = cluster(body, slices, few.options);
  EXPECT_EQ(three.size(), 3u);
  EXPECT_NEAR(volume_in(three), 8, 1e-12) << "the nearest first, though none is measured";
}

TEST(FacetClusters, EndWhereTheWorkIsSpentAndStillHaveEveryFacet) {
  const Mesh mesh = test::torus_mesh(2, 0.7, 10, 6);
  const Body body(mesh);
  Limits l(0.05), spent(0.05);
  const std::size_t merged = facet_clusters(body, l.options).size();
  spent.work.add(Work::most);
  const std::vector<PartHull> single = facet_clusters(body, spent.options);
  EXPECT_EQ(single.size(), mesh.triangles.size());
  EXPECT_LT(merged, single.size() / 2);
  EXPECT_TRUE(covers(mesh, single));
}

/// Facets in another order, from other corners on, and vertices with other numbers: as many parts of the same volumes,
/// where the body's own edges say where to cut.
TEST(Decompose, TheOrderOfVerticesAndFacetsChangesNoPart) {
  Random random(1);
  Mesh hollow = test::box_mesh({-2, -2, -2}, {2, 2, 2});
  test::add_box(hollow, {3, -2, -2}, {4, 2, 2});
  for (const Mesh& mesh : {test::angle_mesh(), closed_stairs(4), hollow}) {
    const auto volumes = [](const std::vector<Mesh>& parts) {
      std::vector<double> out;
      for (const Mesh& p : parts) out.push_back(examine(p).volume);
      std::sort(out.begin(), out.end());
      return out;
    };
    const std::vector<double> expected = volumes(decompose(mesh, {}));
    for (int i = 0; i < 3; ++i) {
      Mesh other = mesh;
      std::vector<std::uint32_t> number(mesh.vertices.size());
      for (std::uint32_t v = 0; v < number.size(); ++v) number[v] = v;
      const auto shuffle = [&](auto& array) {
        for (std::size_t k = array.size(); k > 1; --k) {
          std::swap(array[k - 1], array[random.below(static_cast<std::uint32_t>(k))]);
        }
      };
      shuffle(number), shuffle(other.triangles);
      for (std::uint32_t v = 0; v < number.size(); ++v) other.vertices[number[v]] = mesh.vertices[v];
      for (auto& t : other.triangles) {
        t = {number[t[0]], number[t[1]], number[t[2]]};
        std::rotate(t.begin(), t.begin() + random.below(3), t.end());
      }
      const std::vector<double> found = volumes(decompose(other, {}));
      ASSERT_EQ(found.size(), expected.size());
      for (std::size_t k = 0; k < found.size(); ++k) EXPECT_NEAR(found[k], expected[k], 1e-9);
    }
  }
}

TEST(Decompose, AMirroredBodyKeepsWhatIsPromised) {
  DecomposeOptions options;
  options.concavity = 0.25;
  for (const Mesh& mesh : {test::torus_mesh(2, 0.7, 8, 4), closed_stairs(3)}) {
    const std::size_t still = decompose(mesh, options).size();
    for (int axis = 0; axis < 3; ++axis) {
      Mesh mirrored = mesh;
      for (Vec3<double>& v : mirrored.vertices) (axis == 0 ? v.x : axis == 1 ? v.y : v.z) *= -1;
      for (auto& t : mirrored.triangles) std::swap(t[0], t[1]);
      const auto parts = decompose(mirrored, options);
      EXPECT_EQ(broken_promise(mirrored, parts, options), "");
      EXPECT_LE(parts.size(), still + 1);
      EXPECT_GE(parts.size() + 1, still);
    }
  }
}

/// Solids that share space, lie in each other and are the same twice: each is covered, and each counts.
TEST(Decompose, SolidsWithACommonVolumeAreCoveredEach) {
  Mesh overlapping = test::box_mesh({0, 0, 0}, {2, 2, 2});
  test::add_box(overlapping, {1, 1, 1}, {3, 3, 3});
  Mesh within = test::box_mesh({0, 0, 0}, {4, 4, 4});
  test::add_box(within, {1, 1, 1}, {2, 2, 2});
  Mesh cross = test::box_mesh({-3, -1, -1}, {3, 1, 1});
  test::add_box(cross, {-1, -3, -1}, {1, 3, 1});
  test::add_box(cross, {-1, -1, -3}, {1, 1, 3});
  for (const auto& [mesh, expected] : {std::pair{overlapping, 2u}, std::pair{within, 1u}, std::pair{cross, 3u}}) {
    for (const bool cuts : {true, false}) {
      DecomposeOptions options;
      options.cuts = cuts;
      const auto parts = decompose(mesh, options);
      EXPECT_EQ(parts.size(), expected);
      const PartsReport report = measure_parts(mesh, parts);
      EXPECT_TRUE(report.covers);
      EXPECT_LE(report.least_relative_concavity, 1e-9);
    }
  }
}

}  // namespace
}  // namespace abut::host
