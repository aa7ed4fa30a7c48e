// What may change nothing about contacts of facets: swapping the bodies, moving or mirroring both, another unit, and
// the order of a mesh's triangles.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numeric>
#include <vector>

#include "tests/facets/surfaces.h"

namespace abut {
namespace {

using test::FacetScene;

/// A contact as anybody sees it, whatever the numbers of features: sorted to be compared. Data only.
struct Seen {
  double separation;
  Vec3<double> normal, point;
  std::uint64_t feature_a, feature_b;
};

/// In A's frame, from its position on.
std::vector<Seen> seen_in(const FacetContacts<double>& found, const Mat3<double>& turn) {
  std::vector<Seen> all;
  for (std::size_t k = 0; k < found.size(); ++k) {
    all.push_back({found.separation[k], rotate_back(turn, found.normal[k]), rotate_back(turn, found.point[k]),
                   found.feature_a[k].code, found.feature_b[k].code});
  }
  return all;
}

void expect_same(std::vector<Seen> x, std::vector<Seen> y, double slack) {
  ASSERT_EQ(x.size(), y.size());
  const auto by_features = [](const Seen& a, const Seen& b) {
    return a.feature_a != b.feature_a ? a.feature_a < b.feature_a : a.feature_b < b.feature_b;
  };
  std::sort(x.begin(), x.end(), by_features), std::sort(y.begin(), y.end(), by_features);
  for (std::size_t k = 0; k < x.size(); ++k) {
    ASSERT_EQ(x[k].feature_a, y[k].feature_a);
    ASSERT_EQ(x[k].feature_b, y[k].feature_b);
    ASSERT_NEAR(x[k].separation, y[k].separation, slack);
    ASSERT_LT(length(x[k].normal - y[k].normal), 1e-6);
    ASSERT_LT(length(x[k].point - y[k].point), 1e-6);
  }
}

double bumpy(const Vec3<double>& d) { return 1 + 0.3 * d.x * d.y + 0.2 * std::abs(d.z * d.x); }

/// Two bodies, near enough to have contacts: solids that bulge, or one of them and a sheet like a saddle.
struct Two {
  Mesh a = test::ball_mesh(2, bumpy), b;
  Pose at_a{}, at_b{};
  double alert = 0.3;

  Two(test::Random& random, bool with_sheet) {
    b = with_sheet ? test::grid_mesh(6, 1, [](double x, double y) { return 0.3 * x * x - 0.4 * y * y + 0.21 * x * y; })
                   : test::ball_mesh(2, [](const Vec3<double>& d) { return 0.9 + 0.3 * d.y * d.y - 0.1 * d.x * d.z; });
    at_a = {random.in_ball(), random.rotation()};
    at_b = {at_a.position + random.direction() * random.uniform(1.9, 2.2), random.rotation()};
  }
  FacetContacts<double> contacts(bool swapped = false) const {
    FacetScene scene;
    scene.bodies.add(at_a, scene.add_mesh(a));
    scene.bodies.add(at_b, scene.add_mesh(b));
    if (swapped) scene.pairs = {{1, 0}};
    return scene.find<double>({.alert_distance = alert});
  }
};

/// Over many pairs that are apart, where there is no choice between depths.
void for_each_pair(std::uint64_t seed, const std::function<void(const Two&, const FacetContacts<double>&)>& test) {
  test::Random random(seed);
  std::size_t contacts = 0;
  for (int k = 0; k < 80; ++k) {
    const Two two(random, k % 3 == 0);
    const FacetContacts<double> found = two.contacts();
    const auto is_apart = [](FacetContactKind kind) { return kind == FacetContactKind::apart; };
    if (!std::all_of(found.kind.begin(), found.kind.end(), is_apart)) continue;
    contacts += found.size();
    ASSERT_NO_FATAL_FAILURE(test(two, found)) << k;
  }
  EXPECT_GT(contacts, 25u) << "the test asks for too little";
}

TEST(SameContacts, SwappedBodiesHaveTheirsTurned) {
  for_each_pair(1, [](const Two& two, const FacetContacts<double>& found) {
    const FacetContacts<double> swapped = two.contacts(true);
    std::vector<Seen> expected = seen_in(found, {{1, 0, 0, 0, 1, 0, 0, 0, 1}}), back = expected;
    back.clear();
    for (const Seen& s : seen_in(swapped, {{1, 0, 0, 0, 1, 0, 0, 0, 1}})) {
      const Vec3<double> from_a = s.point + two.at_b.position - two.at_a.position;
      back.push_back({s.separation, -s.normal, from_a, s.feature_b, s.feature_a});
    }
    expect_same(expected, back, 1e-13);
  });
}

TEST(SameContacts, BodiesMovedTogetherHaveTheSame) {
  test::Random random(7);
  for_each_pair(2, [&](const Two& two, const FacetContacts<double>& found) {
    Two moved = two;
    const Pose motion{random.in_ball() * 50.0, random.rotation()};
    moved.at_a = compose(motion, two.at_a), moved.at_b = compose(motion, two.at_b);
    expect_same(seen_in(found, two.at_a.rotation), seen_in(moved.contacts(), moved.at_a.rotation), 1e-12);
  });
}

/// In a mirror the triangles run the other way round.
TEST(SameContacts, MirroredBodiesHaveTheirsMirrored) {
  for_each_pair(3, [](const Two& two, const FacetContacts<double>& found) {
    Two other = two;
    for (Mesh* mesh : {&other.a, &other.b}) {
      for (Vec3<double>& v : mesh->vertices) v.x = -v.x;
      for (auto& t : mesh->triangles) std::swap(t[1], t[2]);
    }
    for (Pose* pose : {&other.at_a, &other.at_b}) {
      pose->position.x = -pose->position.x;
      for (const int k : {1, 2, 3, 6}) pose->rotation.m[k] = -pose->rotation.m[k];  // M R M
    }
    std::vector<Seen> mirrored = seen_in(other.contacts(), other.at_a.rotation);
    for (Seen& s : mirrored) s.normal.x = -s.normal.x, s.point.x = -s.point.x;
    expect_same(seen_in(found, two.at_a.rotation), mirrored, 1e-13);
  });
}

/// By powers of two, to the bit: nothing is compared with a length.
TEST(SameContacts, InAnyUnitAreTheSameBits) {
  for_each_pair(4, [](const Two& two, const FacetContacts<double>& found) {
    for (const double unit : {0x1p-100, 0x1p-3, 0x1p60}) {
      Two other = two;
      for (Mesh* mesh : {&other.a, &other.b}) {
        for (Vec3<double>& v : mesh->vertices) v = v * unit;
      }
      other.at_a.position = two.at_a.position * unit, other.at_b.position = two.at_b.position * unit;
      other.alert = two.alert * unit;
      const FacetContacts<double> scaled = other.contacts();
      ASSERT_EQ(scaled.key, found.key);
      ASSERT_EQ(scaled.facet_a, found.facet_a);
      for (std::size_t k = 0; k < found.size(); ++k) {
        ASSERT_EQ(scaled.separation[k], found.separation[k] * unit);
        ASSERT_EQ(max_abs(scaled.normal[k] - found.normal[k]), 0);
        ASSERT_EQ(max_abs(scaled.point[k] - found.point[k] * unit), 0);
      }
    }
  });
}

/// Triangles in another order, from other corners on: vertices and edges keep their names, faces get those of their
/// triangles, and each contact is there.
TEST(SameContacts, TheOrderOfTrianglesChangesNamesOfFacesAlone) {
  test::Random random(8);
  for_each_pair(5, [&](const Two& two, const FacetContacts<double>& found) {
    Two other = two;
    std::vector<std::uint32_t> from(two.a.triangles.size());
    std::iota(from.begin(), from.end(), 0u);
    for (std::size_t k = from.size(); k > 1; --k) {
      std::swap(from[k - 1], from[random.below(static_cast<std::uint32_t>(k))]);
    }
    for (std::size_t k = 0; k < from.size(); ++k) {
      other.a.triangles[k] = two.a.triangles[from[k]];
      std::rotate(other.a.triangles[k].begin(), other.a.triangles[k].begin() + random.below(3),
                  other.a.triangles[k].end());
    }
    const FacetContacts<double> shuffled = other.contacts();
    std::vector<Seen> expected = seen_in(found, two.at_a.rotation), named = seen_in(shuffled, two.at_a.rotation);
    for (Seen& s : named) {
      const Feature f{s.feature_a};
      if (feature_kind(f) == FeatureKind::face)
        s.feature_a = make_feature(FeatureKind::face, from[feature_index(f)]).code;
    }
    expect_same(expected, named, 1e-13);
    for (std::size_t k = 0; k < shuffled.size(); ++k) ASSERT_LT(shuffled.facet_a[k], from.size());
  });
}

/// Rounding takes from the separation and moves the witness points, and nothing else, while cores stay apart.
TEST(SameContacts, RoundedSurfacesHaveThoseOfTheirCores) {
  for_each_pair(6, [](const Two& two, const FacetContacts<double>& found) {
    FacetScene scene;
    const double of_a = 0.02, of_b = 0.03;
    scene.bodies.add(two.at_a, scene.add_mesh(two.a, {.rounding = of_a}));
    scene.bodies.add(two.at_b, scene.add_mesh(two.b, {.rounding = of_b}));
    const FacetContacts<double> rounded = scene.find<double>({.alert_distance = two.alert - of_a - of_b});
    ASSERT_EQ(rounded.key, found.key);
    for (std::size_t k = 0; k < found.size(); ++k) {
      const Vec3<double> n = found.normal[k];
      EXPECT_NEAR(rounded.separation[k], found.separation[k] - of_a - of_b, 1e-13);
      EXPECT_LT(length(rounded.witness_a[k] - (found.witness_a[k] + n * of_a)), 1e-12);
      EXPECT_LT(length(rounded.witness_b[k] - (found.witness_b[k] - n * of_b)), 1e-12);
    }
  });
}

/// More is asked, and all that was there is there.
TEST(SameContacts, AWiderAlertDistanceKeepsThoseThatWereThere) {
  for_each_pair(7, [](const Two& two, const FacetContacts<double>& found) {
    Two narrow = two;
    narrow.alert = 0.4 * two.alert;
    const FacetContacts<double> fewer = narrow.contacts();
    std::vector<std::uint64_t> expected;
    for (std::size_t k = 0; k < found.size(); ++k) {
      if (found.separation[k] <= narrow.alert) expected.push_back(found.key[k]);
    }
    EXPECT_EQ(fewer.key, expected);
  });
}

}  // namespace
}  // namespace abut
