#include "abut/brep/jet_form.h"

#include <gtest/gtest.h>

#include "tests/brep/free_features.h"

namespace abut::test {
namespace {

/// Of the tangents' plane, along `t`.
double curvature_along(const LocalForm<double>& f, const Vec3<double>& t) {
  double sum = 0;
  for (std::uint32_t k = 0; k < f.dimensions; ++k) sum += f.curvature[k] * dot(f.tangent[k], t) * dot(f.tangent[k], t);
  return sum;
}

TEST(JetForm, FormsFromDerivativesAreThoseOfCarriersInClosedForm) {
  Random random(3);
  for (int kind = static_cast<int>(LoneKind::plane); kind < static_cast<int>(LoneKind::vertex); ++kind) {
    for (int round = 0; round < 50; ++round) {
      const LoneFeature f = random_feature(static_cast<LoneKind>(kind), random);
      const double u = random.uniform(f.box.begin_u, f.box.end_u), v = random.uniform(f.box.begin_v, f.box.end_v);
      const SurfaceJet<double> given = f.at(u, v);
      if (f.dimensions == 2) {
        // By other parameters, which are not at right angles.
        SurfaceJet<double> at = given;
        at.v = given.v + given.u * 0.3, at.uv = given.uv + given.uu * 0.3;
        at.vv = given.vv + given.uv * 0.6 + given.uu * 0.09;
        Vec3<double> outward = unit_normal(given) * (f.reversed ? -1.0 : 1.0);
        const LocalForm<double> form = local_form(at, outward), expected = local_form(*f.carrier, given.point, outward);
        ASSERT_EQ(form.dimensions, 2u);
        EXPECT_NEAR(dot(form.tangent[0], form.tangent[1]), 0, 1e-13);
        for (int k = 0; k < 5; ++k) {
          const Vec3<double> r = random.direction(), t = unit_vector(r - outward * dot(r, outward));
          EXPECT_NEAR(curvature_along(form, t), curvature_along(expected, t), 1e-9) << f.name << " " << v;
        }
        // Along lines of curvature nothing mixes.
        const Vec3<double> mixed = unit_vector(form.tangent[0] + form.tangent[1]);
        EXPECT_NEAR(curvature_along(expected, mixed), 0.5 * (form.curvature[0] + form.curvature[1]), 1e-9) << f.name;
      } else {
        const Vec3<double> r = random.direction();
        const Vec3<double> outward = unit_vector(r - given.u * (dot(r, given.u) / squared_length(given.u)));
        const LocalForm<double> form = local_form(CurveJet<double>{given.point, given.u, given.uu}, outward);
        const LocalForm<double> expected = local_form(*f.carrier, given.point, outward);
        ASSERT_EQ(form.dimensions, 1u);
        EXPECT_NEAR(std::abs(dot(form.tangent[0], expected.tangent[0])), 1, 1e-13);
        EXPECT_NEAR(form.curvature[0], expected.curvature[0], 1e-12) << f.name;
      }
    }
  }
}

}  // namespace
}  // namespace abut::test
