// Normal cones of faces, edges and vertices: dense samples of Gauss maps, closed forms, and polars by their definition.
#include "host/brep/normal_cone.h"

#include <gtest/gtest.h>

#include "host/brep/scaled_normals.h"
#include "tests/brep/cone_reference.h"

namespace abut {
namespace {

using host::cone_of;
using host::EdgeBend;
using host::ParameterBox;
using test::Cone;
using test::Directions;

const double pi = std::acos(-1.0);

BrepFrame random_frame(test::Random& random) {
  const Mat3<double> r = random.rotation();
  BrepFrame out{random.in_cube(), rotate(r, {1, 0, 0}), rotate(r, {0, 1, 0}), rotate(r, {0, 0, 1})};
  if (random.below(3) == 0) out.y = -out.y;
  return out;
}

/// du x dv by the surfaces' formulas, of any length.
Vec3<double> normal_at(const BrepSurface& s, double u, double v) {
  const BrepFrame& f = s.frame;
  const Vec3<double> out = f.x * std::cos(u) + f.y * std::sin(u), round = f.y * std::cos(u) - f.x * std::sin(u);
  const double a = s.half_angle, r = s.minor_radius;
  switch (s.kind) {
    case BrepSurfaceKind::plane: return cross(f.x, f.y);
    case BrepSurfaceKind::cylinder: return cross(round * s.radius, f.z);
    case BrepSurfaceKind::cone:
      return cross(round * (s.radius + v * std::sin(a)), out * std::sin(a) + f.z * std::cos(a));
    case BrepSurfaceKind::sphere:
      return cross(round * (s.radius * std::cos(v)), (f.z * std::cos(v) - out * std::sin(v)) * s.radius);
    default: return cross(round * (s.radius + r * std::cos(v)), (f.z * std::cos(v) - out * std::sin(v)) * r);
  }
}

void expect_holds_gauss_map(const BrepSurface& s, const ParameterBox& b, bool reversed, const Cone& cone) {
  const double slack = cone.count <= 2 ? host::direction_slack : 2 * cone_rounding<double>;
  for (int i = 0; i <= 24; ++i) {
    for (int j = 0; j <= 24; ++j) {
      const Vec3<double> n = normal_at(s, b.u0 + (b.u1 - b.u0) * i / 24, b.v0 + (b.v1 - b.v0) * j / 24);
      if (length(n) < 1e-9) continue;  // at a pole or a tip
      ASSERT_TRUE(in_polyhedral_cone(cone, unit_vector(reversed ? -n : n), slack)) << i << " " << j;
    }
  }
}

constexpr BrepSurfaceKind kinds[] = {BrepSurfaceKind::plane, BrepSurfaceKind::cylinder, BrepSurfaceKind::cone,
                                     BrepSurfaceKind::sphere, BrepSurfaceKind::torus};

TEST(NormalCone, HoldsTheGaussMapOfEveryCanonicalPatch) {
  test::Random random(31);
  int narrow[5] = {};
  for (int round = 0; round < 20000; ++round) {
    const std::uint32_t kind = random.below(5);
    BrepSurface s{.kind = kinds[kind], .frame = random_frame(random), .radius = random.uniform(0.1, 2)};
    s.minor_radius = random.uniform(0.1, 2), s.half_angle = random.uniform(-1.5, 1.5);
    ParameterBox b{random.uniform(-4, 4), 0, random.uniform(-4, 4), 0};
    b.u1 = b.u0 + (random.below(8) == 0 ? 2 * pi : random.uniform(0, random.below(2) == 0 ? 0.7 : 5));
    b.v1 = b.v0 + (random.below(8) == 0 ? 0 : random.uniform(0, 2));
    if (s.kind == BrepSurfaceKind::sphere) {
      b.v0 = random.uniform(-pi / 2, pi / 2), b.v1 = random.below(4) == 0 ? pi / 2 : random.uniform(b.v0, pi / 2);
    }
    const bool reversed = random.below(2) == 0;
    const Cone cone = host::face_cone(s, b, reversed);
    ASSERT_FALSE(is_empty(cone));
    expect_holds_gauss_map(s, b, reversed, cone);
    if (HasFatalFailure()) {
      FAIL() << "round " << round << " kind " << kind << " u " << b.u0 << " " << b.u1 << " v " << b.v0 << " " << b.v1
             << " radii " << s.radius << " " << s.minor_radius << " half angle " << s.half_angle;
    }
    narrow[kind] += !has_all(cone);
  }
  for (const int count : narrow) EXPECT_GT(count, 700);
}

TEST(NormalCone, OfPlanesAndCylindersAreARayAndAnArc) {
  const BrepSurface plane{.kind = BrepSurfaceKind::plane, .frame = {}},
      cylinder{.kind = BrepSurfaceKind::cylinder, .frame = {}, .radius = 2};
  const Cone up = host::face_cone(plane, {0, 1, 0, 1}, false), down = host::face_cone(plane, {0, 1, 0, 1}, true);
  EXPECT_EQ(up.count, 1u);
  EXPECT_EQ(up.axis.z, 1);
  EXPECT_EQ(down.axis.z, -1);
  for (const double u : {0.1, 1.0, 2.0, 3.0, pi - 0.01}) {
    const Cone arc = host::face_cone(cylinder, {0.4, 0.4 + u, -3, 5}, true);
    ASSERT_EQ(arc.count, 2u);
    EXPECT_NEAR(std::acos(dot(arc.generators[0], arc.generators[1])), u, 1e-7);
    EXPECT_NEAR(length(arc.axis + Vec3<double>{std::cos(0.4 + u / 2), std::sin(0.4 + u / 2), 0}), 0, 1e-12);
  }
  EXPECT_TRUE(has_all(host::face_cone(cylinder, {0, pi, 0, 1}, false)));
  EXPECT_TRUE(has_all(host::face_cone(cylinder, {0, 2 * pi, 0, 1}, false)));
}

/// Patches that cross the equator have the hull of their corners; an octant is one.
TEST(NormalCone, OfSpherePatchesAreCloseToTheirPartOfTheSphere) {
  const BrepSurface ball{.kind = BrepSurfaceKind::sphere, .frame = {}, .radius = 3};
  const Cone octant = host::face_cone(ball, {0, pi / 2, 0, pi / 2}, false);
  EXPECT_EQ(octant.count, 3u);
  EXPECT_NEAR(host::solid_angle(octant), pi / 2, 1e-12);
  double worst = 0;
  for (const double size : {0.01, 0.1, 0.3, 0.7}) {
    for (double v = -1.5; v + size < 1.5; v += 0.1) {
      const Cone cone = host::face_cone(ball, {1, 1 + size, v, v + size}, false);
      const double exact = size * (std::sin(v + size) - std::sin(v));
      worst = std::max(worst, host::solid_angle(cone) / exact);
      EXPECT_GE(host::solid_angle(cone), exact * (1 - 1e-9));
    }
  }
  std::printf("sphere patches up to 0.7 by 0.7: at most %.3f of their own part\n", worst);
  EXPECT_LT(worst, 1.5);
  EXPECT_TRUE(has_all(host::face_cone(ball, {0, 2 * pi, -pi / 2, pi / 2}, false)));
  EXPECT_FALSE(has_all(host::face_cone(ball, {0, 2 * pi, 0.3, pi / 2}, false)));  // a cap
}

TEST(NormalCone, OfALineOfLatitudeIsTighterThanWithMeridiansAtItsEndsAndThanARevolutionCone) {
  for (const double v : {0.3, 0.8, -1.2}) {
    for (const double u : {0.2, 0.5, 1.5, 2.5, 3.1}) {
      const BrepSurface tip{.kind = BrepSurfaceKind::cone, .frame = {}, .radius = 1, .half_angle = -v};
      const Cone cone = host::face_cone(tip, {0, u, 0, 0.1}, false);
      ASSERT_FALSE(has_all(cone));
      EXPECT_EQ(cone.count, 4u);
      // The paper's: both ends, and where the tangent plane at the middle meets the ends' meridians.
      Directions ends;
      for (const double at : {0.0, u}) {
        ends.push_back({std::cos(v) * std::cos(at), std::cos(v) * std::sin(at), std::sin(v)});
        ends.push_back({std::cos(v) * std::cos(at), std::cos(v) * std::sin(at), std::sin(v) * std::cos(u / 2)});
      }
      EXPECT_LT(host::solid_angle(cone), host::solid_angle(cone_of(ends))) << v << " " << u;
      EXPECT_LT(host::solid_angle(cone), 2 * pi * (1 - cone.cosine)) << v << " " << u;
    }
  }
  // All round: a pyramid, half of whose corners' angle is atan(sqrt(2) tan(half)).
  const BrepSurface drill{.kind = BrepSurfaceKind::cone, .frame = {}, .radius = 1, .half_angle = -1.03};
  const Cone whole = host::face_cone(drill, {0, 2 * pi, 0, 1}, false);
  ASSERT_EQ(whole.count, 4u);
  EXPECT_NEAR(whole.axis.z, 1, 1e-14);
  EXPECT_NEAR(whole.sine / whole.cosine, std::sqrt(2.0) * std::tan(pi / 2 - 1.03), 1e-12);
}

TEST(NormalCone, OfWhatHoldsATipOrCrossesItselfHasAll) {
  const BrepSurface tip{.kind = BrepSurfaceKind::cone, .frame = {}, .radius = 1, .half_angle = 0.5};
  EXPECT_FALSE(has_all(host::face_cone(tip, {0, 1, -1 / std::sin(0.5), 1}, false)));
  EXPECT_TRUE(has_all(host::face_cone(tip, {0, 1, -1 / std::sin(0.5) - 0.1, 1}, false)));
  const Cone near = host::face_cone(tip, {0, 1, 0, 1}, false), beyond = host::face_cone(tip, {0, 1, -4, -3}, false);
  EXPECT_NEAR(length(near.axis + beyond.axis), 0, 1e-12);
  const BrepSurface spindle{.kind = BrepSurfaceKind::torus, .frame = {}, .radius = 1, .minor_radius = 2};
  EXPECT_TRUE(has_all(host::face_cone(spindle, {0, 1, 2.0, 2.3}, false)));
  EXPECT_FALSE(has_all(host::face_cone(spindle, {0, 1, 1.7, 2.0}, false)));
  EXPECT_TRUE(has_all(host::face_cone({.kind = BrepSurfaceKind::nurbs, .frame = {}}, {0, 1, 0, 1}, false)));
}

TEST(NormalCone, OfATurnedProfileHoldsTheGaussMapOfTheTorusThatItMakes) {
  test::Random random(32);
  const double s = std::sqrt(0.5);
  for (int round = 0; round < 200; ++round) {
    const BrepFrame f = random_frame(random);
    const BrepSurface torus{.kind = BrepSurfaceKind::torus, .frame = f, .radius = 3, .minor_radius = 1};
    std::vector<WeightedPoint> quarter;  // v from 0 to a quarter turn
    const double at[3][3] = {{1, 0, 1}, {s, s, s}, {0, 1, 1}};
    for (const auto& c : at) {
      const Vec3<double> p = (f.origin + f.x * 3.0) * c[2] + f.x * c[0] + f.z * c[1];
      quarter.push_back({p.x, p.y, p.z, c[2]});
    }
    const double u0 = random.uniform(-3, 3), u1 = u0 + random.uniform(0, 2);
    // Turned about z as u grows: left-handed frames turn the other way.
    const bool left = dot(cross(f.x, f.y), f.z) < 0;
    Directions profile = host::profile_normals(quarter, f.origin, f.z);
    if (left) profile = test::rotated({{-1, 0, 0, 0, -1, 0, 0, 0, -1}}, profile);
    const Cone cone = cone_of(host::turned_normals(profile, f, u0, u1));
    ASSERT_FALSE(has_all(cone));
    expect_holds_gauss_map(torus, {u0, u1, 0, pi / 2}, false, cone);
    if (HasFatalFailure()) FAIL() << "round " << round;
  }
}

TEST(NormalCone, OfAConvexEdgeHoldsTheArcsBetweenBothFacesAndOfAConcaveOneNothing) {
  // Where a cylinder of radius 1 ends in a plane: a quarter of it.
  const BrepSurface side{.kind = BrepSurfaceKind::cylinder, .frame = {}, .radius = 1},
      top{.kind = BrepSurfaceKind::plane, .frame = {}};
  const Directions of_side = host::surface_normals(side, {0, pi / 2, 1, 1}, false);
  const Directions of_top = host::surface_normals(top, {0, 1, 0, 1}, false);
  const Cone edge = host::edge_cone(of_side, of_top, EdgeBend::convex);
  for (int i = 0; i <= 50; ++i) {
    for (int k = 0; k <= 50; ++k) {
      const double u = i * pi / 100, t = k * pi / 100;
      const Vec3<double> n{std::cos(u) * std::cos(t), std::sin(u) * std::cos(t), std::sin(t)};
      EXPECT_TRUE(in_polyhedral_cone(edge, n, cone_rounding<double>));
    }
  }
  EXPECT_NEAR(host::solid_angle(edge), pi / 2, 1e-12);  // the octant that they fill
  EXPECT_EQ(host::edge_cone(of_side, of_top, EdgeBend::mixed).count, 3u);
  EXPECT_TRUE(is_empty(host::edge_cone(of_side, of_top, EdgeBend::concave)));
  EXPECT_EQ(host::edge_cone(of_top, of_top, EdgeBend::smooth).count, 1u);
}

/// The tangent cone is z <= f(x, y), f linear between rays: its polar is what is behind all rays and -z.
TEST(NormalCone, OfAVertexHoldsThePolarOfItsTangentConeHoweverItsEdgesBend) {
  test::Random random(33);
  int convex = 0, saddles = 0, concave = 0, members = 0;
  for (int round = 0; round < 3000; ++round) {
    const std::size_t count = 3 + random.below(5);
    Directions rays;
    const double lean = random.uniform(-1.5, 0.3);
    for (std::size_t k = 0; k < count; ++k) {
      const double at = 2 * pi * (static_cast<double>(k) + 0.6 * random.uniform()) / static_cast<double>(count);
      rays.push_back({std::cos(at), std::sin(at), lean + random.uniform(-0.5, 0.5)});
    }
    Directions normals;
    std::vector<EdgeBend> edges;
    std::size_t bulging = 0;
    for (std::size_t k = 0; k < count; ++k) {
      const Vec3<double>&before = rays[(k + count - 1) % count], &at = rays[k], &next = rays[(k + 1) % count];
      normals.push_back(unit_vector(cross(at, next)));
      const bool is_convex = dot(cross(before, at), next) < 0;
      edges.push_back(is_convex ? EdgeBend::convex : EdgeBend::concave);
      bulging += is_convex;
    }
    if (!std::all_of(normals.begin(), normals.end(), [](const Vec3<double>& n) { return n.z > 0; })) continue;
    const Cone cone = host::vertex_cone(normals, edges);
    convex += bulging == count, concave += bulging == 0, saddles += bulging > 0 && bulging < count;
    EXPECT_EQ(is_empty(cone), bulging == 0);
    for (int k = 0; k < 400; ++k) {
      const Vec3<double> d = unit_vector(random.direction() * random.uniform(0, 2) + Vec3<double>{0, 0, 1});
      if (d.z < 0 || !std::all_of(rays.begin(), rays.end(), [&](const Vec3<double>& r) { return dot(d, r) <= 0; }))
        continue;
      ++members;
      ASSERT_TRUE(in_polyhedral_cone(cone, d, 1e-12)) << "round " << round;
    }
  }
  std::printf("%d convex, %d saddles, %d concave, %d directions of polars\n", convex, saddles, concave, members);
  EXPECT_GT(convex, 100);
  EXPECT_GT(saddles, 300);
  EXPECT_GT(concave, 50);
  EXPECT_GT(members, 10000);
  const Directions cube{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const EdgeBend bends[3] = {EdgeBend::convex, EdgeBend::convex, EdgeBend::convex};
  EXPECT_NEAR(host::solid_angle(host::vertex_cone(cube, bends)), pi / 2, 1e-12);
}

TEST(NormalCone, OfAPatchIsReversedWithIt) {
  const double points[16] = {0, 0, 0, 1, 0, 1, 0, 1, 1, 0, 0, 1, 1, 1, 0.3, 1};
  const BezierPatch<double> patch{1, 1, false, points};
  const Cone up = host::patch_cone(patch, false), down = host::patch_cone(patch, true);
  EXPECT_GT(up.axis.z, 0.9);
  EXPECT_NEAR(length(up.axis + down.axis), 0, 1e-12);
  const double none[16] = {};
  EXPECT_TRUE(has_all(host::patch_cone({1, 1, false, none}, false)));  // without area: nothing is known
}

}  // namespace
}  // namespace abut
