#include "host/brep/rings_apart.h"

#include <algorithm>

#include "host/brep/feature_ring.h"
#include "host/brep/one_side.h"

namespace abut::host {
namespace {

/// Of a long hole, what is as high as the shaft's end is enough: farther along the axis a tilt takes it aside.
/// `beside`: about the other face.
bool is_aside(const FeatureRing& ring, const std::optional<FeatureRing>& beside, const Carrier<double>& surface,
              double tolerance) {
  const std::optional<FeatureRing> part = beside ? clipped(grown(*beside, tolerance), ring) : ring;
  return !part || is_on_one_side(about_axis(*part, surface.origin, surface.z), surface, tolerance);
}

}  // namespace

bool are_apart(const ContactFeatures& with_lines, const ContactFeature& lined, const ContactFeature& face,
               const RelativePose<double>& to_face, double tolerance) {
  constexpr int parts = 4;
  if (!lined.ring) return false;
  const FeatureRing there = moved(to_face, *lined.ring);
  if (is_aside(there, face.ring, *face.carrier, tolerance)) return true;
  if (face.ring && is_aside(*face.ring, there, moved(to_face, *lined.carrier), tolerance)) return true;
  if (lined.carrier->kind == CarrierKind::cylinder) return false;  // parts are as far from the axis as all of it
  const auto faces = with_lines.faces_of(lined);
  return std::all_of(faces.begin(), faces.end(), [&](std::uint32_t of) {
    const BrepSurface& s = with_lines.brep().surfaces[with_lines.brep().faces[of].surface];
    const TrimBox& box = with_lines.domain_of(of).box();
    const double step = (box.end_v - box.begin_v) / parts;
    for (int k = 0; k < parts; ++k) {
      const auto part = ring_of_part(s, box.begin_v + step * k, box.begin_v + step * (k + 1));
      if (!part || !is_aside(moved(to_face, *part), face.ring, *face.carrier, tolerance)) return false;
    }
    return true;
  });
}

}  // namespace abut::host
