// Arguments of queries as a batch, whichever executor answers it.
#pragma once

#include <span>

#include "abut/detect.h"
#include "abut/narrow/batch.h"

namespace abut::host {

template <class T>
QueryBatch<T> batch_of_parts(const ShapeSetView<T>& shapes, const PartsView& parts, std::span<const Pair> pairs,
                             const QueryOptions& options = {}, const ContactsView<T>& out = {}) {
  return {shapes, parts, nullptr, 0, pairs.data(), pairs.size(), options.alert_distance, out, options.cache};
}

template <class T>
QueryBatch<T> batch_of_shapes(const ShapeSetView<T>& shapes, std::span<const Pair> shape_pairs,
                              const RelativePosesView& poses, const QueryOptions& options, const ContactsView<T>& out) {
  QueryBatch<T> batch = batch_of_parts(shapes, {}, shape_pairs, options, out);
  batch.poses = poses.m;
  batch.pose_stride = poses.stride;
  return batch;
}

}  // namespace abut::host
