// The steps that kernels/ enqueues, run on cores and counted. Structures of Abut are handed over as they lie in memory:
// inside, their numbers are of other types.
#pragma once

#include "abut/bvh/part_tree.h"
#include "abut/narrow/batch.h"
#include "bench/floors/groups.h"

namespace floors {

/// The steps of `batch`, whose arrays lie in host memory and are written as any executor does.
template <class T>
std::vector<Step> count_queries(const abut::QueryBatch<T>& batch, std::vector<Array> arrays);

/// Those of building a tree, of its refit, and of the search of its pairs.
inline std::vector<Step> count_build(const abut::BoxedParts& parts, const abut::PartTree& tree,
                                     std::vector<Array> arrays) {
  return bytes::build(&parts, &tree, std::move(arrays));
}
inline std::vector<Step> count_refit(const abut::BoxedParts& parts, const abut::PartTree& tree,
                                     std::vector<Array> arrays) {
  return bytes::refit(&parts, &tree, std::move(arrays));
}
inline std::vector<Step> count_search(const abut::PartTree& tree, const abut::PartsView& parts,
                                      const abut::PairList& out, std::vector<Array> arrays) {
  return bytes::search(&tree, &parts, &out, std::move(arrays));
}

template <>
inline std::vector<Step> count_queries(const abut::QueryBatch<float>& batch, std::vector<Array> arrays) {
  return bytes::queries_in_float(&batch, sizeof(batch), std::move(arrays));
}
template <>
inline std::vector<Step> count_queries(const abut::QueryBatch<double>& batch, std::vector<Array> arrays) {
  return bytes::queries_in_double(&batch, sizeof(batch), std::move(arrays));
}

}  // namespace floors
