// Whether surfaces and curves of a body are the same, to a tolerance, and how the parameters of one follow from those
// of the other.
#pragma once

#include <cstdint>
#include <optional>

#include "abut/brep/trimmed_domain.h"

namespace abut::host {

/// Data only.
struct Sameness {
  double distance = 0, angle = 0;  ///< in lengths, and radians
  Vec3<double> middle{0, 0, 0};    ///< of the body: axes are compared on both sides of it
  double size = 0;
};

/// The middle and the size of the box about its edges, or of surfaces where a body has none.
Sameness sameness_of(const Brep& brep, double distance, double angle);

/// The same set of points, and normals on the same side. Data only.
struct SameFace {
  bool mapped = true;  ///< false: spheres by other axes
  ParameterMap map;    ///< parameters of the second face as those of the first
};
std::optional<SameFace> same_face(const Brep& brep, std::uint32_t first, std::uint32_t second, const Sameness& same);

/// Parameters of a curve as those of another one with the same points: sign * t + shift. Data only.
struct CurveMap {
  double sign = 1, shift = 0;
};
std::optional<CurveMap> same_curve(const Brep& brep, std::uint32_t first, std::uint32_t second, const Sameness& same);

/// 1 of a right-handed frame, else -1.
double handedness(const BrepFrame& frame);

/// The tip of a cone.
Vec3<double> tip_of(const BrepSurface& cone);

}  // namespace abut::host
