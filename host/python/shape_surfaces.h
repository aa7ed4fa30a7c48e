// Closed surfaces of shapes that a Python object holds.
#pragma once

#include <cstdint>
#include <shared_mutex>

#include "abut/surface/contact_surfaces.h"
#include "host/python/held.h"

namespace abut::python {

/// Surfaces of the shapes of one set, which lives at least as long.
struct ShapeSurfaces {
  const Shapes& shapes;
  ContactSurfaces value{};
  mutable std::shared_mutex guard{};
  const std::uint64_t id = next_id();

  explicit ShapeSurfaces(const Shapes& s) : shapes(s) {}
};

}  // namespace abut::python
