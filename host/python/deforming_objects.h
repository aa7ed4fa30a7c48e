// Bodies that deform as a Python object holds them.
#pragma once

#include <shared_mutex>

#include "abut/deform/deforming_bodies.h"
#include "host/python/held.h"

namespace abut::python {

struct Deforming {
  DeformingBodies value;
  mutable std::shared_mutex guard{};

  explicit Deforming(const DeformingOptions& options) : value(options) {}
};

}  // namespace abut::python
