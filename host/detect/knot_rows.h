// Candidates that meet by knots and NURBS surfaces, as rows of a detection.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "abut/detect.h"
#include "abut/surface/contact_surfaces.h"

namespace abut::host {

/// Whether both shapes have a surface, and any of these knots: two walls meet as the boxes that they are.
bool meets_by_knots(const ContactSurfaces& surfaces, const PartsView& parts, Pair pair);

/// Whether any of the shapes has a surface.
bool has_surfaces(const ContactSurfaces* surfaces, const ShapeSet& shapes);

/// The rows of pair i are `offsets[i]` to `offsets[i + 1]`: its contacts, or the failure that it ended with.
template <class T>
struct KnotRows {
  std::vector<std::uint64_t> offsets{0};
  std::vector<Contact<T>> contacts;
  ContactKnots knots;
  std::vector<Status> status;  ///< of each pair: that of its deepest contact
};

/// Of pairs in any order.
template <class T>
KnotRows<T> knot_rows(const Cpu& cpu, const ContactSurfaces& surfaces, const PartsView& parts,
                      std::span<const Pair> pairs, double alert_distance);

}  // namespace abut::host
