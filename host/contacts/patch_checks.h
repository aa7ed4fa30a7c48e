// Checks of the arguments of contact patches that every executor makes before any work starts.
#pragma once

#include <cmath>
#include <string>

#include "abut/contacts/patch_batch.h"
#include "abut/core/error.h"
#include "host/is_distance.h"
#include "host/number_text.h"

namespace abut::host {

/// Also where there are no pairs.
inline void check_patch_options(const char* function, const PatchOptions& options) {
  const std::string begin = std::string(function) + ": ";
  if (!is_distance(options.margin)) {
    throw InvalidInput(begin + "margin is " + host::number_text(options.margin) + "; allowed is 0 or more, finite");
  }
  if (options.most_points == 1 || options.most_points == 2) {
    throw InvalidInput(begin + "most_points is " + std::to_string(options.most_points) +
                       "; allowed are 0 and 3 or more");
  }
}

template <class T>
void check_patches(const char* function, const ContactsView<T>& contacts, const PatchOptions& options,
                   const PatchesView<T>& out) {
  check_patch_options(function, options);
  const std::string begin = std::string(function) + ": ";
  if (out.offsets == nullptr && (out.points.x != nullptr || out.gaps.data != nullptr || out.needed != nullptr)) {
    throw InvalidInput(begin + "out.offsets is null; points, gaps and their number need it");
  }
  const auto need = [&](const char* name, const void* array) {
    if (array == nullptr) throw InvalidInput(begin + "contacts." + name + " is null");
  };
  need("separation", contacts.separation.data);
  need("normal", contacts.normal.x);
  need("point", contacts.point.x);
  need("status", contacts.status.data);
}

/// Throws if a shape of pair `pair` has no volume.
inline void check_volume(const char* function, std::uint64_t pair, std::uint32_t shape, const ShapeHeader& h) {
  if (has_volume(h)) return;
  throw InvalidInput(std::string(function) + ": pair " + std::to_string(pair) + " has shape " + std::to_string(shape) +
                     ", which is " +
                     (h.rounding > 0 ? "rounded"
                      : is_bent(h)   ? "bent"
                                     : "curved") +
                     "; volumes are those of polyhedra alone");
}

}  // namespace abut::host
