// Each entry of the masks against the stationary pairs of many carriers of the two classes.
#include "host/brep/feature_kinds.h"

#include <gtest/gtest.h>

#include "tests/brep/random_carriers.h"

namespace abut::test {
namespace {

using host::FeatureClass;

host::ContactFeature with(const Carrier<double>& carrier) {
  host::ContactFeature out;
  out.carrier = carrier;
  return out;
}

FeatureClass class_at(std::uint32_t i) { return static_cast<FeatureClass>(i); }
constexpr std::uint32_t with_carriers = host::feature_classes - 2;

Carrier<double> random_of(FeatureClass c, Random& random) {
  for (;;) {
    const auto kind = static_cast<CarrierKind>(random.below(carrier_kinds));
    const Carrier<double> out = random_carrier(kind, random);
    if (host::class_of(with(out)) == c) return out;
  }
}

/// Small and large ones, so that each fits into the other, near each other.
Carrier<double> scaled(Carrier<double> c, double by) {
  c.origin = c.origin * (0.3 * by), c.radius *= by, c.minor_radius *= by;
  return c;
}

/// Whether any of many pairs of such carriers has an isolated minimum, whatever the sign of its gap.
bool has_minimum(FeatureClass a, FeatureClass b, Random& random) {
  for (int trial = 0; trial < 3000; ++trial) {
    StationaryPairs<double> found;
    stationary_pairs(scaled(random_of(a, random), random.magnitude(0.2, 5)), random_of(b, random), found);
    for (std::uint32_t k = 0; k < found.count; ++k) {
      if (found.pairs[k].extremum == Extremum::minimum) return true;
    }
  }
  return false;
}

TEST(FeatureKinds, MayHaveAMinimumWhereRandomCarriersHaveOneAndNowhereElse) {
  Random random(821);
  for (std::uint32_t i = 0; i < with_carriers; ++i) {
    for (std::uint32_t j = 0; j < with_carriers; ++j) {
      const bool may = (host::minima_with(class_at(i)) & host::bit_of(class_at(j))) != 0;
      EXPECT_EQ(may, has_minimum(class_at(i), class_at(j), random)) << i << " with " << j;
    }
  }
}

TEST(FeatureKinds, OfWhatHasNoCarrierNothingIsLeftOut) {
  for (std::uint32_t i = 0; i < host::feature_classes; ++i) {
    for (const FeatureClass free : {FeatureClass::free_face, FeatureClass::free_edge}) {
      EXPECT_NE(host::minima_with(class_at(i)) & host::bit_of(free), 0u) << i;
      EXPECT_NE(host::minima_with(free) & host::bit_of(class_at(i)), 0u) << i;
    }
  }
  host::ContactFeature without;
  without.kind = FeatureKind::edge;
  EXPECT_EQ(host::class_of(without), FeatureClass::free_edge);
  without.kind = FeatureKind::face;
  EXPECT_EQ(host::class_of(without), FeatureClass::free_face);
}

TEST(FeatureKinds, PassThroughOneAnotherAsEdgesWithFacesAndCanonicalFacesNotBothPlane) {
  const auto is_free = [](std::uint32_t i) { return class_at(i) == FeatureClass::free_face; };
  const auto is_edge = [](std::uint32_t i) { return (i >= 1 && i <= 3) || class_at(i) == FeatureClass::free_edge; };
  const auto is_face = [](std::uint32_t i) { return i >= 4 && i < with_carriers; };
  const auto is_plane = [](std::uint32_t i) { return class_at(i) == FeatureClass::plane; };
  for (std::uint32_t i = 0; i < host::feature_classes; ++i) {
    for (std::uint32_t j = 0; j < host::feature_classes; ++j) {
      const bool may = (is_edge(i) && (is_face(j) || is_free(j))) || ((is_face(i) || is_free(i)) && is_edge(j)) ||
                       (is_face(i) && is_face(j) && !(is_plane(i) && is_plane(j)));
      EXPECT_EQ((host::passes_with(class_at(i)) & host::bit_of(class_at(j))) != 0, may) << i << " " << j;
    }
  }
}

}  // namespace
}  // namespace abut::test
