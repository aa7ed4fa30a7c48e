// Gift wrapping against enumeration in integers: every plane through three points that has all others on one side,
// every line in it likewise.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "host/reference/hull.h"
#include "host/reference/wide.h"
#include "tests/reference/cases.h"

namespace abut::reference::test {
namespace {

using Whole = long long;
using WholeVector = Vec3<Whole>;
using WholePoints = std::vector<WholeVector>;
using IndexSet = std::set<std::uint32_t>;
using Edges = std::set<std::pair<std::uint32_t, std::uint32_t>>;

WholeVector minus(const WholeVector& a, const WholeVector& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
bool is_zero(const WholeVector& v) { return v.x == 0 && v.y == 0 && v.z == 0; }
WholeVector normal_of(const WholeVector& a, const WholeVector& b, const WholeVector& c) {
  return cross_product(minus(b, a), minus(c, a));
}

/// The facets of a hull: for each set of coplanar points its boundary, counter-clockwise from outside.
using Facets = std::map<IndexSet, Edges>;

/// Knows points by the first index of equal ones.
class Enumeration {
 public:
  explicit Enumeration(const WholePoints& points) : p_(points) {
    for (std::uint32_t i = 0; i < p_.size(); ++i) {
      const bool known = std::any_of(distinct_.begin(), distinct_.end(),
                                     [&](std::uint32_t j) { return is_zero(minus(p_[i], p_[j])); });
      if (!known) distinct_.push_back(i);
    }
  }

  int dimension() const {
    int dimension = distinct_.empty() ? -1 : distinct_.size() == 1 ? 0 : 1;
    for_planes([&](const WholeVector&, const IndexSet& plane, int, int) {
      dimension = std::max(dimension, plane.size() == distinct_.size() ? 2 : 3);
    });
    return dimension;
  }

  Facets facets() const {
    Facets all;
    for_planes([&](const WholeVector& n, const IndexSet& plane, int above, int below) {
      if ((above > 0) == (below > 0)) return;
      all[plane] = boundary(plane, above > 0 ? WholeVector{-n.x, -n.y, -n.z} : n);
    });
    return all;
  }

  /// Of points in one plane, one way round or the other.
  std::pair<Edges, Edges> outlines() const {
    std::pair<Edges, Edges> both;
    for_planes([&](const WholeVector& n, const IndexSet& plane, int, int) {
      both = {boundary(plane, n), boundary(plane, {-n.x, -n.y, -n.z})};
    });
    return both;
  }

  /// Those of a line's points that have none beyond them.
  IndexSet ends() const {
    IndexSet result;
    for (const std::uint32_t i : distinct_) {
      Whole ahead = 0, behind = 0;
      for (const std::uint32_t j : distinct_) {
        const Whole s = inner(minus(p_[j], p_[i]), minus(p_[distinct_.back()], p_[distinct_.front()]));
        (s > 0 ? ahead : behind) += s != 0;
      }
      if (ahead == 0 || behind == 0) result.insert(i);
    }
    return result;
  }

 private:
  /// f(normal, points in the plane, how many are above it, how many below).
  template <class F>
  void for_planes(const F& f) const {
    for (const std::uint32_t i : distinct_) {
      for (const std::uint32_t j : distinct_) {
        for (const std::uint32_t k : distinct_) {
          const WholeVector n = normal_of(p_[i], p_[j], p_[k]);
          if (!(i < j && j < k) || is_zero(n)) continue;
          IndexSet plane;
          int above = 0, below = 0;
          for (const std::uint32_t q : distinct_) {
            const Whole height = inner(n, minus(p_[q], p_[i]));
            if (height == 0) plane.insert(q);
            ++(height > 0 ? above : below);
          }
          f(n, plane, above, below - static_cast<int>(plane.size()));
        }
      }
    }
  }

  Edges boundary(const IndexSet& plane, const WholeVector& n) const {
    Edges edges;
    for (const std::uint32_t i : plane) {
      for (const std::uint32_t j : plane) {
        if (i == j) continue;
        const WholeVector e = minus(p_[j], p_[i]);
        const bool is_edge = std::all_of(plane.begin(), plane.end(), [&](std::uint32_t k) {
          const WholeVector r = minus(p_[k], p_[i]);
          const Whole left = inner(cross_product(e, r), n), along = inner(e, r);
          return left > 0 || (left == 0 && along >= 0 && along <= inner(e, e));
        });
        if (is_edge) edges.insert({i, j});
      }
    }
    return edges;
  }

  const WholePoints& p_;
  std::vector<std::uint32_t> distinct_;
};

/// The same of a hull's triangles: the edges between two of one plane are inside of a facet.
Facets facets_of(const Hull& hull, const WholePoints& p, const Enumeration& enumeration) {
  std::map<IndexSet, Edges> found;
  const Facets all = enumeration.facets();
  for (const HullTriangle& t : hull.triangles) {
    const auto& v = t.vertex;
    const WholeVector n = normal_of(p[v[0]], p[v[1]], p[v[2]]);
    EXPECT_FALSE(is_zero(n));
    for (const WholeVector& q : p) EXPECT_LE(inner(n, minus(q, p[v[0]])), 0);
    const auto facet = std::find_if(all.begin(), all.end(), [&](const auto& entry) {
      return entry.first.count(v[0]) + entry.first.count(v[1]) + entry.first.count(v[2]) == 3;
    });
    if (facet == all.end()) {
      ADD_FAILURE() << "a triangle that is in no facet";
      continue;
    }
    Edges& edges = found[facet->first];
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t from = v[k], to = v[(k + 1) % 3];
      if (edges.erase({to, from}) == 0) edges.insert({from, to});
    }
  }
  return found;
}

/// Times a power of two along each axis, which changes no sign but the mirror's.
std::vector<Vec3<double>> as_doubles(const WholePoints& points, Vec3<double> unit = {1, 1, 1}) {
  std::vector<Vec3<double>> out;
  for (const WholeVector& p : points) {
    out.push_back(
        {static_cast<double>(p.x) * unit.x, static_cast<double>(p.y) * unit.y, static_cast<double>(p.z) * unit.z});
  }
  return out;
}

/// Returns the dimension.
int expect_enumerated(const WholePoints& points, const std::string& what) {
  SCOPED_TRACE(what);
  const Enumeration enumeration(points);
  const Hull hull = convex_hull(as_doubles(points));
  EXPECT_EQ(hull.dimension, enumeration.dimension());
  if (hull.dimension == 3) {
    EXPECT_TRUE(facets_of(hull, points, enumeration) == enumeration.facets());
  } else if (hull.dimension == 2) {
    Edges outline;
    for (std::size_t k = 0; k < hull.corners.size(); ++k) {
      outline.insert({hull.corners[k], hull.corners[(k + 1) % hull.corners.size()]});
    }
    const auto [one_way, other_way] = enumeration.outlines();
    EXPECT_TRUE(outline == one_way || outline == other_way);
    EXPECT_EQ(outline.size(), hull.corners.size()) << "no corner comes twice";
  } else if (hull.dimension >= 0) {
    EXPECT_EQ(IndexSet(hull.corners.begin(), hull.corners.end()), enumeration.ends());
  }
  return hull.dimension;
}

WholePoints any_points(Random& random, int count, Whole largest) {
  WholePoints points;
  const auto any = [&] {
    return static_cast<Whole>(random.integer(static_cast<int>(-largest), static_cast<int>(largest)));
  };
  for (int k = 0; k < count; ++k) points.push_back({any(), any(), any()});
  return points;
}

TEST(GiftWrapping, OfEverySubsetOfACubesCornersAndItsMiddleIsTheEnumeratedHull) {
  std::map<int, int> dimensions;
  for (unsigned chosen = 1; chosen < 512; ++chosen) {
    WholePoints points;
    if (chosen & 256) points.push_back({0, 0, 0});
    for (unsigned k = 0; k < 8; ++k) {
      if (chosen >> k & 1) points.push_back({k & 1 ? 1 : -1, k & 2 ? 1 : -1, k & 4 ? 1 : -1});
    }
    ++dimensions[expect_enumerated(points, "corners " + std::to_string(chosen))];
  }
  EXPECT_EQ(dimensions[0], 9);
  EXPECT_EQ(dimensions[1], 28 + 8 + 4) << "two corners; the middle and one, or two across from each other";
}

TEST(GiftWrapping, OfPointsOfASmallGridIsTheEnumeratedHull) {
  Random random(61);
  std::map<int, int> dimensions;
  for (int i = 0; i < 600; ++i) {
    const WholePoints points = any_points(random, random.integer(1, 14), 1 + i % 3);
    ++dimensions[expect_enumerated(points, "points " + std::to_string(i))];
  }
  for (int d = 0; d <= 3; ++d) EXPECT_GT(dimensions[d], 10) << d;
}

TEST(GiftWrapping, OfPointsOfALineAndAPlaneAcrossTheAxesIsTheEnumeratedHull) {
  Random random(62);
  std::map<int, int> dimensions;
  for (int i = 0; i < 400; ++i) {
    const WholePoints span = any_points(random, 3, 4);
    WholePoints points;
    for (int k = random.integer(1, 9); k > 0; --k) {
      const Whole s = random.integer(-3, 3), t = i % 2 ? random.integer(-3, 3) : 0;
      points.push_back({span[0].x + s * span[1].x + t * span[2].x, span[0].y + s * span[1].y + t * span[2].y,
                        span[0].z + s * span[1].z + t * span[2].z});
    }
    ++dimensions[expect_enumerated(points, "points " + std::to_string(i))];
  }
  EXPECT_EQ(dimensions[3], 0);
  for (int d = 0; d <= 2; ++d) EXPECT_GT(dimensions[d], 30) << d;
}

TEST(GiftWrapping, InAnyOrderHasTheSameFacets) {
  Random random(63);
  const auto places = [](const Facets& facets, const WholePoints& p) {
    using Place = std::tuple<Whole, Whole, Whole>;
    std::set<std::set<std::pair<Place, Place>>> all;
    const auto place = [&](std::uint32_t i) { return Place{p[i].x, p[i].y, p[i].z}; };
    for (const auto& [plane, edges] : facets) {
      std::set<std::pair<Place, Place>> outline;
      for (const auto& [from, to] : edges) outline.insert({place(from), place(to)});
      all.insert(outline);
    }
    return all;
  };
  for (int i = 0; i < 60; ++i) {
    WholePoints points = any_points(random, 12, 2), turned = points;
    for (std::size_t k = turned.size(); k-- > 1;) std::swap(turned[k], turned[random.integer(0, static_cast<int>(k))]);
    const Hull hull = convex_hull(as_doubles(points)), other = convex_hull(as_doubles(turned));
    ASSERT_EQ(hull.dimension, other.dimension);
    EXPECT_EQ(places(facets_of(hull, points, Enumeration(points)), points),
              places(facets_of(other, turned, Enumeration(turned)), turned))
        << i;
  }
}

TEST(GiftWrapping, TakesNoNoticeOfTheUnitsOfTheAxes) {
  Random random(64);
  for (int i = 0; i < 60; ++i) {
    const WholePoints points = any_points(random, 10, 3);
    const Hull hull = convex_hull(as_doubles(points));
    for (const Vec3<double>& unit :
         {Vec3<double>{0x1p-300, 0x1p-300, 0x1p-300}, Vec3<double>{0x1p-60, 1, 0x1p70}, Vec3<double>{1, 0x1p-900, 1}}) {
      const Hull other = convex_hull(as_doubles(points, unit));
      ASSERT_EQ(other.dimension, hull.dimension) << i;
      EXPECT_EQ(other.corners, hull.corners) << i;
      ASSERT_EQ(other.triangles.size(), hull.triangles.size()) << i;
      for (std::size_t t = 0; t < hull.triangles.size(); ++t) {
        EXPECT_EQ(other.triangles[t].vertex, hull.triangles[t].vertex) << i;
        EXPECT_EQ(other.triangles[t].neighbour, hull.triangles[t].neighbour) << i;
      }
    }
  }
}

}  // namespace
}  // namespace abut::reference::test
