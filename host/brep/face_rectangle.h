// Rectangles of parameters that faces fill: their boundaries lie on its sides.
#pragma once

#include <optional>

#include "abut/brep/trimmed_domain.h"

namespace abut::host {

/// Ends of parameters that are nearer to those of their domain, over its length, are these.
inline constexpr double same_end = 1e-9;

/// `tolerance`: in space, as that of the other one.
/// A domain that is all of a rectangle: its boundary lies on the rectangle's.
bool fills_its_box(const Brep& brep, std::uint32_t surface, const TrimmedDomain& domain, double tolerance);

/// The rectangle around which the pieces go once, the material within; none where they do not. Where a surface closes
/// and its seam is two edges that rounding keeps apart, the domain is a rectangle and the rest a sliver: IGES files
/// have it.
std::optional<TrimBox> rectangle_of(const Brep& brep, std::uint32_t surface, const TrimmedDomain& domain,
                                    double tolerance);

/// Of a face on a turned arc, whose poles lie within the circle: its domain says no more than that it goes up to them.
void end_at_poles(const Brep& brep, std::uint32_t face, TrimBox& box);

}  // namespace abut::host
