#include "host/brep/feature_kinds.h"

namespace abut::host {
namespace {

using C = FeatureClass;

template <class... Classes>
constexpr ClassMask mask(Classes... of) {
  return ((ClassMask{1} << static_cast<std::uint32_t>(of)) | ...);
}

constexpr ClassMask all = (ClassMask{1} << feature_classes) - 1;
constexpr ClassMask edges = mask(C::line, C::circle, C::ellipse, C::free_edge);
/// Bent away everywhere along some direction, and straight along another.
constexpr ClassMask ruled = mask(C::cylinder, C::cone);
/// Nowhere bent away: what rests in them has to be bent more, along every direction.
constexpr ClassMask concave = mask(C::hole, C::funnel, C::hollow);
constexpr ClassMask curved = ruled | concave | mask(C::sphere, C::torus, C::groove);

}  // namespace

FeatureClass class_of(const ContactFeature& feature) {
  if (!feature.carrier) return feature.kind == FeatureKind::edge ? C::free_edge : C::free_face;
  const Carrier<double>& c = *feature.carrier;
  switch (c.kind) {
    case CarrierKind::point: return C::point;
    case CarrierKind::line: return C::line;
    case CarrierKind::circle: return C::circle;
    case CarrierKind::ellipse: return C::ellipse;
    case CarrierKind::plane: return C::plane;
    case CarrierKind::cylinder: return c.radius > 0 ? C::cylinder : C::hole;
    case CarrierKind::cone: return c.radius > 0 ? C::cone : C::funnel;
    case CarrierKind::sphere: return c.radius > 0 ? C::sphere : C::hollow;
    case CarrierKind::torus: break;
  }
  return c.minor_radius > 0 ? C::torus : C::groove;
}

ClassMask minima_with(FeatureClass c) {
  switch (c) {
    case C::line: return all & ~(mask(C::plane) | concave);
    case C::plane: return all & ~(mask(C::line, C::plane, C::groove) | ruled | concave);
    case C::cylinder:
    case C::cone: return all & ~(mask(C::plane) | concave);
    case C::hole:
    case C::funnel:
    case C::hollow: return all & ~(mask(C::line, C::plane, C::groove) | ruled | concave);
    case C::groove: return all & ~(mask(C::plane) | concave);
    case C::point:
    case C::circle:
    case C::ellipse:
    case C::sphere:
    case C::torus:
    case C::free_face:
    case C::free_edge: break;
  }
  return all;
}

ClassMask passes_with(FeatureClass c) {
  if ((bit_of(c) & edges) != 0) return curved | mask(C::plane, C::free_face);
  if (c == C::free_face) return edges;
  if (c == C::plane) return edges | curved;
  return (bit_of(c) & curved) != 0 ? edges | curved | mask(C::plane) : 0;
}

}  // namespace abut::host
