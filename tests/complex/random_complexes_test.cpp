// The generator's promises, and the reference on what it makes.
#include "tests/complex/random_complexes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <utility>

#include "tests/complex/reference_lmds.h"
#include "tests/facets/exact_facets.h"

namespace abut::test {
namespace {

ComplexKind kind_of(int number) { return static_cast<ComplexKind>(number); }

TEST(RandomComplexes, SolidsAreClosedOrientedAndOutward) {
  Random random(1);
  for (int number = 0; number < complex_kind_count; ++number) {
    if (!is_solid(kind_of(number))) continue;
    for (int round = 0; round < 10; ++round) {
      const SimplicialComplex c = random_complex(random, kind_of(number), {.on_grid = round % 2 == 1});
      std::map<std::pair<std::uint32_t, std::uint32_t>, int> uses;
      double volume = 0;
      for (const auto& t : c.triangles) {
        for (int k = 0; k < 3; ++k) ++uses[{t[k], t[(k + 1) % 3]}];
        volume += dot(c.vertices[t[0]], cross(c.vertices[t[1]], c.vertices[t[2]])) / 6;
      }
      for (const auto& [edge, count] : uses) {
        EXPECT_EQ(count, 1) << name_of(kind_of(number));
        EXPECT_TRUE(uses.contains({edge.second, edge.first})) << name_of(kind_of(number));
      }
      EXPECT_GT(volume, 1e-3) << name_of(kind_of(number));
    }
  }
}

TEST(RandomComplexes, HaveEveryClass) {
  Random random(2);
  std::array<int, 8> seen{};
  for (int round = 0; round < 10 * complex_kind_count; ++round) {
    const ComplexKind kind = kind_of(round % complex_kind_count);
    const SimplicialComplex c = random_complex(random, kind);
    for (const auto& s : reference_complex(c, no_motion(), 1e-6, is_solid(kind)).simplices) {
      ASSERT_GE(s.simplex_class, 0) << name_of(kind) << ": no row of table 1";
      ++seen.at(static_cast<std::size_t>(s.simplex_class));
    }
  }
  for (const int count : seen) EXPECT_GT(count, 10);
}

/// Names, coordinates and noise do not matter to what a simplex is.
TEST(RandomComplexes, HardOnesHaveTheSameClasses) {
  for (int round = 0; round < 5 * complex_kind_count; ++round) {
    const ComplexKind kind = kind_of(round % complex_kind_count);
    const auto classes = [&](const ComplexHardness& hardness) {
      Random random(100 + static_cast<std::uint64_t>(round));
      std::map<int, int> count;
      const SimplicialComplex c = random_complex(random, kind, hardness);
      for (const auto& s : reference_complex(c, no_motion(), 1e-6, is_solid(kind)).simplices) {
        ++count[s.doubtful ? -1 : s.simplex_class];
      }
      return count;
    };
    const auto plain = classes({});
    EXPECT_EQ(plain, classes({.repeated = true})) << name_of(kind);
    EXPECT_EQ(plain, classes({.split = true})) << name_of(kind);
    EXPECT_EQ(plain, classes({.noisy = true})) << name_of(kind);
  }
}

/// Two random complexes apart from each other, as the reference sees them.
struct RandomPair {
  ComplexKind kind_a, kind_b;
  ReferenceComplex a, b;
  ReferenceOptions options;

  RandomPair(Random& random, int round) {
    kind_a = kind_of(round % complex_kind_count);
    kind_b = kind_of(round / complex_kind_count % complex_kind_count);
    options.solid_a = is_solid(kind_a), options.solid_b = is_solid(kind_b);
    const RelativePose<double> pose{random.rotation(), random.direction() * random.uniform(3, 4)};
    a = reference_complex(random_complex(random, kind_a), no_motion(), options.flatness, options.solid_a);
    b = reference_complex(random_complex(random, kind_b), pose, options.flatness, options.solid_b);
  }
};

Point3<Exact> corner(const ReferenceComplex& c, const ReferenceSimplex& s, int k) {
  const ExactPoint& p = c.points[s.vertices[std::min(k, s.dimension)]];
  return {p.x, p.y, p.z};
}
Triangle<Exact> triangle(const ReferenceComplex& c, const ReferenceSimplex& s) {
  return {{corner(c, s, 0), corner(c, s, 1), corner(c, s, 2)}};
}

TEST(RandomComplexes, ReferenceFindsTheLeastDistance) {
  Random random(3);
  for (int round = 0; round < complex_kind_count * complex_kind_count; ++round) {
    const RandomPair pair(random, round);
    Exact squared = 1e30L;
    for (const ReferenceSimplex& s : pair.a.simplices) {
      for (const ReferenceSimplex& t : pair.b.simplices) {
        lower(squared, squared_distance(triangle(pair.a, s), triangle(pair.b, t)));
      }
    }
    double found = 1e30;
    for (const ReferenceLmd& l : reference_lmds(pair.a, pair.b, pair.options).found) {
      if (l.is_lmd) lower(found, l.distance);
    }
    EXPECT_NEAR(found, static_cast<double>(std::sqrt(squared)), 1e-12)
        << "round " << round << ": " << name_of(pair.kind_a) << ", " << name_of(pair.kind_b);
  }
}

bool is_face(const std::array<std::uint32_t, 3>& face, const ReferenceSimplex& s) {
  return std::all_of(face.begin(), face.end(), [&](std::uint32_t v) {
    return v == no_vertex || std::find(s.vertices.begin(), s.vertices.end(), v) != s.vertices.end();
  });
}

/// Points of the simplices around `at`, near it and far from it.
std::vector<ExactPoint> around(Random& random, const ReferenceComplex& c, const std::array<std::uint32_t, 3>& face,
                               const Vec3<double>& at) {
  std::vector<ExactPoint> samples;
  const ExactPoint from{at.x, at.y, at.z};
  for (const ReferenceSimplex& s : c.simplices) {
    if (!is_face(face, s)) continue;
    for (int k = 0; k < 6; ++k) {
      Exact weights[3], sum = 0;
      for (int i = 0; i <= s.dimension; ++i) sum += weights[i] = random.magnitude(1e-3, 1);
      ExactPoint p{0, 0, 0};
      for (int i = 0; i <= s.dimension; ++i) p = p + c.points[s.vertices[i]] * (weights[i] / sum);
      samples.push_back(from + (p - from) * Exact(random.magnitude(1e-6, 1e-2)));
    }
  }
  return samples;
}

TEST(RandomComplexes, LmdsAreLocalMinimaOfTheDistance) {
  Random random(4);
  int checked = 0;
  for (int round = 0; round < complex_kind_count * complex_kind_count; ++round) {
    const RandomPair pair(random, round);
    for (const ReferenceLmd& l : reference_lmds(pair.a, pair.b, pair.options).found) {
      if (!l.is_lmd) continue;
      ++checked;
      const ExactPoint x{l.point_a.x, l.point_a.y, l.point_a.z}, y{l.point_b.x, l.point_b.y, l.point_b.z};
      const auto of_b = around(random, pair.b, l.vertices_b, l.point_b);
      for (const ExactPoint& p : around(random, pair.a, l.vertices_a, l.point_a)) {
        for (const ExactPoint& q : of_b) {
          const Exact tolerance = 1e-6L * (norm(p - x) + norm(q - y)) + 1e-14L;
          ASSERT_GE(norm(q - p), l.distance - tolerance) << "round " << round;
        }
      }
    }
  }
  EXPECT_GT(checked, 500);
}

TEST(RandomComplexes, ReferenceIsTheSameWithBothExchanged) {
  Random random(5);
  for (int round = 0; round < complex_kind_count * complex_kind_count; round += 3) {
    RandomPair pair(random, round);
    pair.options.theta = 0.1;
    const auto forth = reference_lmds(pair.a, pair.b, pair.options).found;
    std::swap(pair.options.solid_a, pair.options.solid_b);
    auto back = reference_lmds(pair.b, pair.a, pair.options).found;
    ASSERT_EQ(forth.size(), back.size());
    for (const ReferenceLmd& l : forth) {
      EXPECT_TRUE(std::any_of(back.begin(), back.end(), [&](const ReferenceLmd& m) {
        return m.vertices_a == l.vertices_b && m.vertices_b == l.vertices_a && m.is_lmd == l.is_lmd;
      }));
    }
  }
}

}  // namespace
}  // namespace abut::test
