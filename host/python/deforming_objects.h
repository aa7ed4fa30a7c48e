// Bodies that deform as a Python object holds them.
#pragma once

#include <shared_mutex>
#include <utility>

#include "abut/deform/deforming_bodies.h"
#include "host/python/held.h"

namespace abut::python {

struct Deforming {
  DeformingBodies value;
  mutable std::shared_mutex guard{};

  explicit Deforming(const DeformingOptions& options) : value(options) {}
};

/// What `ask` says of them, while nobody changes them.
template <class Ask>
auto asked(const Deforming& bodies, Ask&& ask) {
  return without_lock([&] {
    const Reading lock(bodies.guard);
    return std::forward<Ask>(ask)(bodies.value);
  });
}

}  // namespace abut::python
