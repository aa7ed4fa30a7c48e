// Pairs in the plane: a thread answers every so many of them, with a polygon of its own for EPA.
#pragma once

#include "abut/contacts/matching.h"
#include "abut/core/workspace.h"
#include "abut/planar/batch.h"
#include "kernels/support/queue.h"

namespace abut::device {

/// Threads, and how many corners and edges the polygon of each has room for. Data only.
struct PlanarCapacity {
  std::uint64_t threads;
  std::uint32_t corners;
};

/// As many threads as a large device runs at once, with 256 MiB for all of them or room for a warp.
template <class T>
PlanarCapacity planar_capacity(const PlanarShapeSetView<T>& shapes) {
  const std::uint32_t corners = polygon_capacity(shapes);
  const std::uint64_t a_thread = corners * std::uint64_t{sizeof(PolygonVertex) + sizeof(PolygonEdge)};
  const std::uint64_t fit = (std::uint64_t{256} << 20) / a_thread;
  return {fit < 32 ? 32 : fit < 16384 ? fit : 16384, corners};
}

/// Memory of a query. Data only.
struct PlanarScratch {
  PolygonVertex* vertices;
  PolygonEdge* edges;

  template <class Queue>
  PlanarScratch(Workspace& w, const Queue&, const PlanarCapacity& polygons)
      : vertices(w.take<PolygonVertex>(polygons.threads * polygons.corners)),
        edges(w.take<PolygonEdge>(polygons.threads * polygons.corners)) {}
};

template <class T>
struct QueryPlanarPairs {
  static constexpr unsigned threads_per_block = 64;
  PlanarBatch<T> batch;
  const std::uint64_t* count;
  std::uint64_t capacity;
  PlanarCapacity polygons;
  PlanarScratch scratch;

  ABUT_HD void operator()(std::uint64_t t) const {
    const PolygonMemory polygon{scratch.vertices + t * polygons.corners, scratch.edges + t * polygons.corners,
                                polygons.corners};
    const std::uint64_t n = listed(count, capacity);
    for (std::uint64_t i = t; i < n; i += polygons.threads) answer_planar_pair<LinearScan>(batch, i, polygon);
  }
};

/// Answers the pairs of a batch, of which there are `count` in device memory, but none if those are more than
/// `capacity`.
template <class Queue, class T>
void query_planar_pairs(Queue& queue, const PlanarBatch<T>& batch, const std::uint64_t* count, std::uint64_t capacity,
                        const PlanarCapacity& polygons, const PlanarScratch& scratch) {
  queue.for_each(polygons.threads, QueryPlanarPairs<T>{batch, count, capacity, polygons, scratch});
}

}  // namespace abut::device
