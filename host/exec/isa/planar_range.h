// The boundary of the translation unit that answers pairs in the plane, compiled once per instruction set. Data only.
#pragma once

#include "abut/planar/contact.h"
#include "abut/planar/expanding_polygon.h"
#include "abut/planar/pose.h"
#include "abut/planar/shape_set_view.h"

namespace abut {

/// `contacts`, `patches` and `cache` may be null.
template <class T>
struct PlanarBatch {
  PlanarShapeSetView<T> shapes;
  const PlanarBody* bodies;
  const Pair* pairs;
  double alert_distance, patch_margin;
  PlanarContact<T>* contacts;
  PlanarPatch<T>* patches;
  CachedPolytope* cache;
};

/// Answers pairs begin to end of a batch, one thread.
struct PlanarRangeTable {
  void (*f32)(const PlanarBatch<float>&, std::uint64_t begin, std::uint64_t end, const PolygonMemory&);
  void (*f64)(const PlanarBatch<double>&, std::uint64_t begin, std::uint64_t end, const PolygonMemory&);
};

}  // namespace abut
