// Closed surfaces of shapes that a Python object holds.
#pragma once

#include <cstdint>
#include <shared_mutex>
#include <utility>

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

template <class Ask>
auto asked(const ShapeSurfaces& surfaces, Ask&& ask) {
  return without_lock([&] {
    const Reading lock(surfaces.guard);
    return std::forward<Ask>(ask)(surfaces.value);
  });
}

}  // namespace abut::python
