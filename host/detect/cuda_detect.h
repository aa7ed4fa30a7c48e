// Bodies in host memory, their candidate pairs and contacts by a device.
#pragma once

#include <span>
#include <vector>

#include "abut/bodies/parts_view.h"
#include "abut/contacts/contacts.h"
#include "abut/core/executor.h"
#include "abut/facet_contacts.h"
#include "abut/shapes/shape_set_view.h"
#include "host/exec/device_memory.h"

namespace abut::host {

/// Shapes and parts in memory of a device for as long as it lives. All functions wait for what they return, and throw
/// `CudaError` where the device fails or has too little memory.
template <class T>
class DeviceScene {
 public:
  DeviceScene(const Cuda& cuda, const ShapeSetView<T>& shapes, const PartsView& parts);
  /// As the function of that name. Shapes' indices are good.
  std::vector<Pair> find_pairs(double alert_distance) const;
  /// As the function of that name; indices are good, `out` has one element per pair.
  void query_pairs(std::span<const Pair> pairs, double alert_distance, Contacts<T>& out) const;
  /// As the function of that name; indices are good, and the shapes of the pairs have facets.
  FacetContacts<T> find_facet_contacts(const FacetTrees& trees, std::span<const Pair> pairs,
                                       double alert_distance) const;

 private:
  Cuda cuda_;
  DeviceMemory shape_memory_, part_memory_;
  ShapeSetView<T> shapes_;
  PartsView parts_;
};

}  // namespace abut::host
