// Each class of pairs makes what its name says: looked at as numbers, without a query.
#include "host/torture/classes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>

#include "host/reference/reference.h"
#include "host/torture/outline.h"
#include "host/torture/shape_makers.h"

namespace abut::torture {
namespace {

const PairClass& named(const std::string& name) {
  for (const PairClass& c : pair_classes()) {
    if (name == c.name) return c;
  }
  throw std::invalid_argument(name);
}

/// look(batch, pair)
void for_pairs(const std::string& name, const std::function<void(const Batch&, const PosedPair&)>& look,
               int batches = 6) {
  for (int i = 0; i < batches; ++i) {
    const Batch batch = make_batch(named(name), 21, static_cast<std::uint64_t>(i), 250);
    EXPECT_EQ(batch.pairs.size(), 250u);
    for (const PosedPair& pair : batch.pairs) look(batch, pair);
  }
}

/// How often, of `all`.
struct Count {
  int of = 0, all = 0;
  void see(bool is) { of += is, ++all; }
  double share() const { return static_cast<double>(of) / all; }
};

bool is_identity(const Pose& pose) {
  const Pose none{};
  return max_abs(pose.position) == 0 && std::equal(pose.rotation.m, pose.rotation.m + 9, none.rotation.m);
}

/// Half extents along the principal directions of points, the largest first: from the covariance's sorted roots.
Vec3<double> spread_of(const std::vector<Vec3<double>>& points) {
  Vec3<double> middle{0, 0, 0};
  for (const auto& p : points) middle = middle + p * (1.0 / static_cast<double>(points.size()));
  Mat3<double> m{};
  for (const auto& p : points) {
    const Vec3<double> d = p - middle;
    const double c[3] = {d.x, d.y, d.z};
    for (int k = 0; k < 9; ++k) m.m[k] += c[k / 3] * c[k % 3];
  }
  // Along the longest direction by powers of the matrix; then what is left, across it.
  const auto longest = [](const Mat3<double>& a) {
    Vec3<double> v = unit({1, 0.7, 0.4});
    for (int k = 0; k < 100; ++k) {
      const Vec3<double> next = rotate(a, v);
      if (!(max_abs(next) > 0)) break;
      v = unit(next);
    }
    return v;
  };
  const Vec3<double> first = longest(m);
  Mat3<double> across = m;
  const double c[3] = {first.x, first.y, first.z}, along = dot(first, rotate(m, first));
  for (int k = 0; k < 9; ++k) across.m[k] -= along * c[k / 3] * c[k % 3];
  const Vec3<double> second = longest(across), directions[3] = {first, second, unit(cross(first, second))};
  double reach[3] = {0, 0, 0};
  for (const auto& p : points) {
    for (int k = 0; k < 3; ++k) reach[k] = std::max(reach[k], std::fabs(dot(directions[k], p - middle)));
  }
  return {reach[0], reach[1], reach[2]};
}

std::vector<Vec3<double>> points_of(const CaseShape& shape) {
  if (shape.kind != CaseKind::box) return shape.vertices;
  std::vector<Vec3<double>> corners;
  for (int k = 0; k < 8; ++k) {
    const Vec3<double> h = shape.lengths;
    corners.push_back({k & 1 ? h.x : -h.x, k & 2 ? h.y : -h.y, k & 4 ? h.z : -h.z});
  }
  return corners;
}

TEST(Classes, HaveNamesOfTheirOwnAndAsManyPairsAsAskedFor) {
  std::set<std::string> names, meanings;
  for (const PairClass& c : pair_classes()) {
    names.insert(c.name);
    meanings.insert(c.meaning);
    for (const std::uint32_t pairs : {0u, 1u, 7u}) {
      const Batch batch = make_batch(c, 1, 0, pairs);
      EXPECT_EQ(batch.pairs.size(), pairs) << c.name;
      EXPECT_EQ(batch.shapes.size(), batch.set.size()) << c.name;
      EXPECT_EQ(batch.bodies.size(), std::string(c.name) == "far" ? 2 * pairs : 0) << c.name;
      for (const PosedPair& pair : batch.pairs) {
        ASSERT_LT(pair.a, batch.set.size()) << c.name;
        ASSERT_LT(pair.b, batch.set.size()) << c.name;
        EXPECT_EQ(is_identity(pair.pose_a), !batch.has_bodies()) << c.name;
      }
    }
  }
  EXPECT_EQ(names.size(), pair_classes().size());
  EXPECT_EQ(meanings.size(), pair_classes().size());
}

TEST(Classes, PairsOfAShorterBatchAreTheFirstOfALongerOne) {
  for (const PairClass& c : pair_classes()) {
    if (std::string(c.name) == "far") continue;  // places them last
    const Batch few = make_batch(c, 3, 2, 5), many = make_batch(c, 3, 2, 40);
    for (std::size_t i = 0; i < few.pairs.size(); ++i) {
      EXPECT_EQ(few.pairs[i].a, many.pairs[i].a) << c.name;
      EXPECT_EQ(few.pairs[i].pose_b.position.x, many.pairs[i].pose_b.position.x) << c.name;
    }
  }
}

TEST(Classes, StackedBoxesHaveFacesInLineThatMeetNearlyOrOverlapALittle) {
  Count flush, aligned;
  for_pairs("stacked_boxes", [&](const Batch& batch, const PosedPair& pair) {
    const CaseShape &a = batch.shapes[pair.a], &b = batch.shapes[pair.b];
    ASSERT_TRUE(a.kind == CaseKind::box && b.kind == CaseKind::box);
    const double* m = pair.pose_b.rotation.m;
    EXPECT_EQ(m[8], 1) << "upright";
    const double gap = std::fabs(pair.pose_b.position.z) - a.lengths.z - b.lengths.z;
    EXPECT_LT(std::fabs(gap), 0.5 + 1e-15);
    flush.see(std::fabs(gap) < 1e-11);
    aligned.see(m[0] * m[1] == 0);
  });
  EXPECT_GT(flush.share(), 0.3);
  EXPECT_NEAR(aligned.share(), 0.5, 0.1);
}

TEST(Classes, ParallelEdgesHaveEdgesAlongEachOther) {
  Count parallel, exact, segments;
  for_pairs("parallel_edges", [&](const Batch& batch, const PosedPair& pair) {
    const auto edges = [&](std::uint32_t shape, const Pose& pose) {
      const std::uint32_t first = batch.set.header(shape).edge_offset;
      const auto view = batch.set.view<double>();
      std::vector<Vec3<double>> all;
      for (std::uint32_t e = first; e < first + batch.set.header(shape).edge_count; ++e) {
        const auto v = batch.set.vertices(shape);
        all.push_back(rotate(pose.rotation, unit(v[view.edges[e].v1] - v[view.edges[e].v0])));
      }
      return all;
    };
    double least = 1;
    for (const auto& e : edges(pair.a, pair.pose_a)) {
      for (const auto& f : edges(pair.b, pair.pose_b)) least = std::min(least, length(cross(e, f)));
    }
    EXPECT_LT(least, 1.1e-3);
    parallel.see(least < 1e-12), exact.see(least == 0), segments.see(batch.set.header(pair.a).vertex_count == 2);
  });
  EXPECT_GT(parallel.share(), 0.7);
  EXPECT_GT(exact.share(), 0.2);
  EXPECT_GT(segments.of, 0);
}

TEST(Classes, NeedlesAndPlatesAreThinInTwoDirectionsAndInOne) {
  Count needles, plates;
  for_pairs("needles", [&](const Batch& batch, const PosedPair& pair) {
    const auto points = points_of(batch.shapes[pair.a]);
    if (points.size() < 4) return;
    const Vec3<double> s = spread_of(points);
    needles.see(s.y < 0.15 * s.x && s.z < 0.15 * s.x);
  });
  for_pairs("plates", [&](const Batch& batch, const PosedPair& pair) {
    const auto points = points_of(batch.shapes[pair.a]);
    if (points.size() < 4) return;
    const Vec3<double> s = spread_of(points);
    plates.see(s.z < 0.15 * s.x);
  });
  EXPECT_GT(needles.share(), 0.7);
  EXPECT_GT(plates.share(), 0.7);
}

TEST(Classes, NearDuplicatesHavePointsAllButEqual) {
  Count with;
  for_pairs("near_duplicates", [&](const Batch& batch, const PosedPair& pair) {
    const auto& points = batch.shapes[pair.a].vertices;
    double least = 1;
    for (std::size_t i = 0; i < points.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) least = std::min(least, length(points[i] - points[j]));
    }
    with.see(least > 0 ? least < 1e-7 : false);
  });
  EXPECT_GT(with.share(), 0.5);
}

TEST(Classes, CollinearAndCoplanarSetsHaveTheDimensionOfTheirNames) {
  for (const auto& [name, faces] : {std::pair{"collinear", 0u}, {"coplanar", 2u}}) {
    Count flat, upright;
    for_pairs(name, [&, most = faces](const Batch& batch, const PosedPair& pair) {
      if (batch.shapes[pair.a].kind != CaseKind::convex) return;
      flat.see(batch.set.header(pair.a).face_count <= most);
      upright.see(pair.pose_b.rotation.m[8] == 1);
    });
    EXPECT_GT(flat.share(), 0.7) << name;
    EXPECT_GT(upright.share(), 0.6) << name;
  }
}

TEST(Classes, SharedVerticesAreTheSameToTheBit) {
  Count shared, unmoved;
  for_pairs("shared_vertices", [&](const Batch& batch, const PosedPair& pair) {
    const Vec3<double> t = pair.pose_b.position;
    EXPECT_TRUE(is_identity({{0, 0, 0}, pair.pose_b.rotation}));
    unmoved.see(max_abs(t) == 0);
    bool any = false;
    for (const auto& v : batch.set.vertices(pair.a)) {
      for (const auto& w : batch.set.vertices(pair.b)) any = any || max_abs(v - (w + t)) == 0;
    }
    shared.see(any);
  });
  EXPECT_GT(shared.share(), 0.5);
  EXPECT_NEAR(unmoved.share(), 0.8, 0.1);
}

TEST(Classes, CoincidentPairsAreAShapeAndItself) {
  Count same;
  for_pairs("coincident", [&](const Batch& batch, const PosedPair& pair) {
    EXPECT_EQ(pair.a, pair.b);
    double off = 0;
    for (int k = 0; k < 9; ++k) off = std::max(off, std::fabs(pair.pose_b.rotation.m[k] - (k % 4 == 0 ? 1 : 0)));
    EXPECT_LE(off, 4e-4);
    EXPECT_LE(max_abs(pair.pose_b.position), 1e-3 * (1 + batch.set.header(pair.a).size));
    same.see(off == 0);
  });
  EXPECT_GT(same.share(), 0.4);
}

TEST(Classes, SizesAreThoseOfTheirNames) {
  double smallest = HUGE_VAL, largest = 0;
  for_pairs(
      "tiny_and_huge",
      [&](const Batch& batch, const PosedPair& pair) {
        const double size = batch.set.header(pair.a).size;
        if (size > 0) smallest = std::min(smallest, size), largest = std::max(largest, size);
      },
      40);
  EXPECT_LT(smallest, 1e-7);
  EXPECT_GT(largest, 1e7);
  EXPECT_LT(largest, 2e9);
  Count small_first;
  for_pairs("mixed_sizes", [&](const Batch& batch, const PosedPair& pair) {
    const auto extent = [&](std::uint32_t shape) {  // a point has none, wherever it is
      double most = max_abs(batch.shapes[shape].lengths) + batch.shapes[shape].rounding;
      for (const auto& v : batch.shapes[shape].vertices) most = std::max(most, max_abs(v));
      return most;
    };
    const double a = extent(pair.a), b = extent(pair.b);
    EXPECT_LT(std::min(a, b), 0.05 * std::max(a, b));
    small_first.see(a < b);
  });
  EXPECT_NEAR(small_first.share(), 0.5, 0.1);
  for_pairs(
      "big_hulls",
      [&](const Batch& batch, const PosedPair&) {
        EXPECT_EQ(batch.set.header(0).vertex_count, 512u);
        EXPECT_EQ(batch.set.header(1).vertex_count, 2000u);
      },
      1);
}

TEST(Classes, FarPairsAreOneOfTheOthersSeenFromFarAway) {
  double nearest = HUGE_VAL, farthest = 0;
  for_pairs("far", [&](const Batch& batch, const PosedPair& pair) {
    const double distance = length(pair.pose_a.position);
    nearest = std::min(nearest, distance), farthest = std::max(farthest, distance);
    const double size = batch.set.header(pair.a).size + batch.set.header(pair.b).size;
    EXPECT_LT(length(pair.pose_a.position - pair.pose_b.position), 3 * size + 4);
    const auto i = static_cast<std::uint32_t>(&pair - batch.pairs.data());
    const Pose part = batch.bodies.part_pose(batch.bodies.first_part(2 * i + 1));
    EXPECT_EQ(part.position.x, pair.pose_b.position.x);
    EXPECT_EQ(part.rotation.m[5], pair.pose_b.rotation.m[5]);
  });
  EXPECT_LT(nearest, 10);
  EXPECT_GT(farthest, 1e6);
  EXPECT_LE(farthest, 1e7 * (1 + 1e-15));
}

/// By the reference, which knows vertex sets without a hint.
double separation(const Batch& batch, const PosedPair& pair) {
  const auto view = batch.set.view<double>();
  const reference::Reference reference({reference::core_of(view, pair.a), reference::core_of(view, pair.b)});
  const auto pose =
      reference::pose_as_seen<double>(pair.pose_a, pair.pose_b, batch.set.header(pair.a), batch.set.header(pair.b));
  return reference.query(0, 1, pose).separation;
}

TEST(Classes, TinyGapsAndTouchingPairsAreAsNearAsTheySay) {
  Count apart, touching, exact;
  for_pairs(
      "tiny_gaps",
      [&](const Batch& batch, const PosedPair& pair) {
        const double size = batch.set.header(pair.a).size + batch.set.header(pair.b).size, s = separation(batch, pair);
        EXPECT_LT(std::fabs(s), 1.001e-3 * size);
        apart.see(s > 0);
      },
      1);
  for_pairs(
      "touching",
      [&](const Batch& batch, const PosedPair& pair) {
        const double size = batch.set.header(pair.a).size + batch.set.header(pair.b).size, s = separation(batch, pair);
        touching.see(std::fabs(s) < 1e-14 * size);
        exact.see(std::fabs(s) < 1e-20);
      },
      1);
  EXPECT_NEAR(apart.share(), 0.5, 0.15);
  EXPECT_GT(touching.share(), 0.6);
  EXPECT_GT(exact.of, 5);
}

TEST(Classes, RoundedAndCurvedClassesHaveTheirKinds) {
  const std::pair<const char*, CaseKind> classes[] = {{"ellipsoids", CaseKind::ellipsoid},
                                                      {"cylinders", CaseKind::cylinder},
                                                      {"cones", CaseKind::cone},
                                                      {"sums", CaseKind::minkowski_sum}};
  for (const auto& [name, kind] : classes) {
    Count of_kind, both;
    for_pairs(name, [&, wanted = kind](const Batch& batch, const PosedPair& pair) {
      const bool a = batch.shapes[pair.a].kind == wanted, b = batch.shapes[pair.b].kind == wanted;
      of_kind.see(a), both.see(a && b);
    });
    EXPECT_NEAR(of_kind.share(), 0.6, 0.15) << name;
    EXPECT_GT(both.of, 0) << name;
  }
  Count rounded;
  for_pairs("rounded",
            [&](const Batch& batch, const PosedPair& pair) { rounded.see(batch.set.header(pair.a).rounding > 0); });
  EXPECT_NEAR(rounded.share(), 0.8, 0.15);
}

}  // namespace
}  // namespace abut::torture
