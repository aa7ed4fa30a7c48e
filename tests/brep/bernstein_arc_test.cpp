// Quarters of the circle against sines and cosines.
#include "abut/brep/bernstein_arc.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace abut {
namespace {

template <int N>
double value(const ArcForm<double, N>& f, double u) {
  double sum = 0;
  for (int i = 0; i <= N; ++i) sum += f.c[i] * std::pow(u, i) * std::pow(1 - u, N - i);
  return sum;
}

TEST(BernsteinArc, IsAQuarterTurnAboutItsMiddle) {
  const double middle = 0.3;
  const Arc<double> arc = quarter_about(Vec2<double>{std::cos(middle), std::sin(middle)});
  double before = middle - std::numbers::pi / 4 - 1e-9;
  for (int k = 0; k <= 16; ++k) {
    const double u = k / 16.0, w = value(arc.one, u), c = value(arc.cosine, u) / w, s = value(arc.sine, u) / w;
    EXPECT_NEAR(std::hypot(c, s), 1, 1e-15);
    const double angle = std::atan2(s, c);
    EXPECT_GT(angle, before);
    before = angle;
    const Vec2<double> start{std::cos(middle - std::numbers::pi / 4), std::sin(middle - std::numbers::pi / 4)};
    const Vec2<double> d = direction_at(start, u);
    EXPECT_NEAR(d.x, c, 1e-15);
    EXPECT_NEAR(d.y, s, 1e-15);
  }
  EXPECT_NEAR(before, middle + std::numbers::pi / 4, 1e-15);
}

TEST(BernsteinArc, ProductsAndSumsAreThoseOfTheValues) {
  const Arc<double> arc = quarter_about(Vec2<double>{0.6, 0.8});
  const ArcForm<double, 2> p = linear_form(arc, 2.0, -1.0, 0.5);
  const ArcForm<double, 4> q = arc.cosine * arc.sine - p * p;
  for (const double u : {0.0, 0.3, 0.7, 1.0}) {
    const double w = value(arc.one, u), c = value(arc.cosine, u) / w, s = value(arc.sine, u) / w, l = 2 - c + 0.5 * s;
    EXPECT_NEAR(value(p, u) / w, l, 1e-14);
    EXPECT_NEAR(value(q, u) / (w * w), c * s - l * l, 1e-14);
  }
  double b[5];
  bernstein_coefficients(q, b);
  EXPECT_EQ(b[2], q.c[2] / 6);
}

TEST(BernsteinArc, TurnsGoRound) {
  const Vec2<double> d = direction_at(Vec2<double>{1, 0}, 2.5), e = direction_at(Vec2<double>{1, 0}, -1.5);
  EXPECT_NEAR(d.x, -std::sqrt(0.5), 1e-15);
  EXPECT_NEAR(d.y, -std::sqrt(0.5), 1e-15);
  EXPECT_NEAR(e.x, d.x, 1e-15);
  EXPECT_NEAR(e.y, d.y, 1e-15);
}

}  // namespace
}  // namespace abut
