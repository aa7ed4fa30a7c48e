#include "abut/surface/surface_view.h"

#include <gtest/gtest.h>

#include "tests/surface/surface_cases.h"

namespace abut {
namespace {

using test::Random;
using test::Searched;
using test::SurfaceKind;

template <class T>
class SurfaceViewOf : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(SurfaceViewOf, Scalars);

template <class F>
void for_each_surface(std::uint64_t seed, F f) {
  Random random(seed);
  for (int kind = 0; kind < static_cast<int>(SurfaceKind::count); ++kind) {
    for (int i = 0; i < 4; ++i) f(test::surface_of_kind(random, static_cast<SurfaceKind>(kind)), random);
  }
}

TYPED_TEST(SurfaceViewOf, JetsAreThoseOfTheSurfaceInTheViewsLengths) {
  using T = TypeParam;
  for_each_surface(71, [](const NurbsSurface& surface, Random& random) {
    const Searched<T> s(surface);
    for (int k = 0; k < 50; ++k) {
      const T u = static_cast<T>(k == 0 ? surface.u.begin() : random.uniform(surface.u.begin(), surface.u.end()));
      const T v = static_cast<T>(k == 1 ? surface.v.end() : random.uniform(surface.v.begin(), surface.v.end()));
      const SurfaceJet<T> at = jet_at<FourScalars<T>>(s.view(), u, v);
      const SurfaceJet<double> exact = point_at(surface, static_cast<double>(u), static_cast<double>(v));
      const double unit = 64 * static_cast<double>(Epsilon<T>::value) * s.size();
      // Parameters are rounded, and spans a tenth long: slopes up to 50, second derivatives to 2500 and more.
      const double slope = 1 + max_abs(exact.u) + max_abs(exact.v);
      EXPECT_LE(test::distance(s.up(at.point), exact.point), unit * slope);
      EXPECT_LE(test::distance(test::wide(at.u) * s.unit(), exact.u), unit * 100 * slope);
      EXPECT_LE(test::distance(test::wide(at.v) * s.unit(), exact.v), unit * 100 * slope);
      if (sizeof(T) == 4) continue;  // a parameter rounded to float may lie beyond a knot
      const double bend = slope + max_abs(exact.uu) + max_abs(exact.uv) + max_abs(exact.vv);
      EXPECT_LE(test::distance(test::wide(at.uu) * s.unit(), exact.uu), unit * 1e4 * bend);
      EXPECT_LE(test::distance(test::wide(at.uv) * s.unit(), exact.uv), unit * 1e4 * bend);
      EXPECT_LE(test::distance(test::wide(at.vv) * s.unit(), exact.vv), unit * 1e4 * bend);
    }
  });
}

TYPED_TEST(SurfaceViewOf, ParametersOutsideAreTakenToTheEnd) {
  using T = TypeParam;
  for_each_surface(72, [](const NurbsSurface& surface, Random&) {
    const Searched<T> s(surface);
    const T u0 = s.view().breaks_u[0], u1 = s.view().breaks_u[s.view().patches_u];
    const T v0 = s.view().breaks_v[0], v1 = s.view().breaks_v[s.view().patches_v];
    const auto at = [&](T u, T v) { return jet_at<FourScalars<T>>(s.view(), u, v).point; };
    // An end's own parameter comes out as 1 to a rounding only.
    const T unit = 512 * Epsilon<T>::value;
    EXPECT_EQ(max_abs(at(u0 - T(1), v0) - at(u0, v0)), T(0));
    EXPECT_LE(max_abs(at(u1 + T(1), v1 + T(3)) - at(u1, v1)), unit);
    EXPECT_LE(max_abs(at(u0, v1 + T(1)) - at(u0, v1)), unit);
  });
}

TYPED_TEST(SurfaceViewOf, PiecesCoverTheDomainAndAreThoseOfTheSurface) {
  using T = TypeParam;
  for_each_surface(73, [](const NurbsSurface& surface, Random& random) {
    const Searched<T> s(surface);
    const SurfaceView<T>& view = s.view();
    double area = 0;
    for (std::uint32_t k = 0; k < view.piece_count; ++k) {
      const SurfacePiece<T>& piece = view.pieces[k];
      area += static_cast<double>(piece.du) * static_cast<double>(piece.dv);
      const T a = static_cast<T>(random.uniform()), b = static_cast<T>(random.uniform());
      const Vec3<T> here = point_on<FourScalars<T>>(patch_of(view, piece), a, b).point;
      const SurfaceJet<T> there = jet_at<FourScalars<T>>(view, fma(a, piece.du, piece.u0), fma(b, piece.dv, piece.v0));
      const T slope = T(1) + (length(there.u) + length(there.v)) * T(8);
      EXPECT_LE(length(here - there.point), 64 * Epsilon<T>::value * slope);
    }
    const double all = (surface.u.end() - surface.u.begin()) * (surface.v.end() - surface.v.begin());
    EXPECT_NEAR(area, all, 256 * static_cast<double>(Epsilon<T>::value) * all);
    EXPECT_GE(view.size, T(1));
    EXPECT_LT(view.size, T(2) + 4 * Epsilon<T>::value);
  });
}

TYPED_TEST(SurfaceViewOf, BoxesHoldTheirPieces) {
  using T = TypeParam;
  for_each_surface(74, [](const NurbsSurface& surface, Random& random) {
    const Searched<T> s(surface);
    const SurfaceView<T>& view = s.view();
    for (std::uint32_t n = 0; n < view.node_count; ++n) {
      const FacetNode& node = view.nodes[n];
      for (std::uint32_t k = node.first; k < node.first + node.count; ++k) {
        const T a = static_cast<T>(random.uniform()), b = static_cast<T>(random.uniform());
        const Vec3<T> at = point_on<FourScalars<T>>(patch_of(view, view.pieces[k]), a, b).point;
        EXPECT_LE(abs(at.x - T(node.centre.x)), T(node.half.x));
        EXPECT_LE(abs(at.y - T(node.centre.y)), T(node.half.y));
        EXPECT_LE(abs(at.z - T(node.centre.z)), T(node.half.z));
      }
    }
  });
}

TEST(SurfaceView, AtABreakDerivativesAreThoseFromTheRight) {
  const NurbsSurface roof{
      {1, {0, 0, 1, 2, 2}}, {1, {0, 0, 1, 1}}, {{-1, 0, 0}, {-1, 1, 0}, {0, 0, 1}, {0, 1, 1}, {1, 0, 0}, {1, 1, 0}}};
  const Searched<double> s(roof);
  EXPECT_LT(jet_at<FourScalars<double>>(s.view(), 1.0, 0.5).u.z, 0);
  EXPECT_GT(jet_at<FourScalars<double>>(s.view(), 1 - 1e-9, 0.5).u.z, 0);
}

TEST(SurfaceView, EndsAreBordersAndCreasesOnly) {
  const auto bits = [](const Searched<double>& s) {
    std::uint32_t all = 0;
    for (std::uint32_t k = 0; k < s.view().piece_count; ++k) all |= s.view().pieces[k].ends;
    return all;
  };
  EXPECT_EQ(bits(Searched<double>(test::torus(1, 0.3))), 0u);  // closed and smooth
  EXPECT_EQ(bits(Searched<double>(test::unit_sphere())), 0u);  // poles are none
  EXPECT_EQ(bits(Searched<double>(test::cylinder(1))), end_at_v0 | end_at_v1);
  EXPECT_EQ(bits(Searched<double>(test::flat_square(1))), end_at_u0 | end_at_u1 | end_at_v0 | end_at_v1);
  // A fold in the middle, at u = 1.
  const NurbsSurface roof{
      {1, {0, 0, 1, 2, 2}}, {1, {0, 0, 1, 1}}, {{-1, 0, 0}, {-1, 1, 0}, {0, 0, 1}, {0, 1, 1}, {1, 0, 0}, {1, 1, 0}}};
  const Searched<double> folded(roof);
  for (std::uint32_t k = 0; k < folded.view().piece_count; ++k) {
    const SurfacePiece<double>& piece = folded.view().pieces[k];
    EXPECT_EQ((piece.ends & end_at_u1) != 0, piece.u0 + piece.du == 1 || piece.u0 + piece.du == 2);
    EXPECT_EQ((piece.ends & end_at_u0) != 0, piece.u0 == 0 || piece.u0 == 1);
  }
}

}  // namespace
}  // namespace abut
