// A step of contact detection that owns its memory: from the poses of bodies to their contacts. Host only.
//
// A pipeline is made once, from shapes and bodies, and is then told of new poses, once a step:
//
//   place parts -> refit the tree, or build it anew -> candidate pairs -> those that may be near -> carry along what is
//   kept of each pair -> queries -> patches, where they are wanted
//
// Every stage is one of the library's functions, which may be called alone just as well. On a `Cpu` a step returns when
// it is done. On a `Cuda` it is enqueued on `cuda.stream`, nothing is read back, and contacts and numbers stay in
// device memory: a solver's kernels use them there. Arrays have the same addresses at every step. Both executors leave
// the same bits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "abut/bodies/body_set.h"
#include "abut/bodies/cuda_parts.h"
#include "abut/contacts/step_counts.h"
#include "abut/core/executor.h"
#include "abut/core/isa.h"
#include "abut/patches.h"
#include "abut/shapes/shape_set.h"

namespace abut {

struct PipelineOptions {
  /// How far apart bodies may be and still be reported; parts' own alert distances are added. Finite, not negative.
  double alert_distance = 0;
  /// Room for pairs whose boxes overlap; 0: 24 a part, 1024 at least. A step that finds more has no contacts, which
  /// `counts` tells.
  std::uint64_t candidates = 0;
  /// Room for pairs that are queried; 0: half as many. With `filter` off they are the candidates.
  std::uint64_t pairs = 0;
  /// Leave out pairs that are known to be apart still (pair_filter.h). Those that are queried are then asked for all of
  /// their distance, so that records may say that bodies are farther apart than the alert distance.
  bool filter = true;
  /// The tree is built anew every so many steps, and refitted in the others; 0: only when `rebuild_tree` is called, and
  /// after `counts` has seen that refits have worn it. 1 where bodies come and go. Answers do not depend on it.
  std::uint32_t rebuild_every = 16;
  /// What the solver keeps of a pair from step to step, as a tangential spring: bytes, a multiple of 4, moved along
  /// with the pair. Zeros where a pair is new.
  std::size_t kept_bytes = 0;
  bool patches = false;      ///< areas, centroids and points of contact patches
  bool volumes = false;      ///< what overlapping polyhedra share; no shape may then be rounded or curved
  std::uint64_t points = 0;  ///< room for points of patches; 0: four a pair
  PatchOptions patch{};
  /// On a `Cuda`: capture the stages into a graph, and launch that at each step. Not on the default stream, and not
  /// while the caller captures the stream: then they are enqueued one by one.
  bool graph = true;
};

/// What a step has left, in host or device memory; a kernel may take it by value. Data only. The numbers of elements
/// are in `count`, which is never more than there is room for.
template <class T>
struct PipelineContacts {
  const std::uint64_t* count = nullptr;
  std::uint64_t capacity = 0;
  const Pair* pairs = nullptr;              ///< of parts, sorted; `parts.body` has their bodies
  ContactsView<T> records;                  ///< one a pair, all fields; points are relative to the position of A's body
  const std::uint32_t* previous = nullptr;  ///< the pair's place in the last step, or `no_match`
  void* kept = nullptr;                     ///< `kept_bytes` a pair: read and written by the solver
  PatchesView<T> patches;                   ///< null but for what is asked for
  PartsView parts;                          ///< where the parts are

  template <class E>
  ABUT_HD E* kept_as() const {
    return static_cast<E*>(kept);
  }
};

/// All that a pipeline keeps from one step to the next, in host memory: for a restart. `candidates` and `clearances`
/// are empty without a filter.
struct PipelineState {
  std::vector<Pair> pairs;
  std::vector<CachedPolytope> caches;
  std::vector<std::byte> kept;
  std::vector<Pair> candidates;
  std::vector<double> clearances;
};

/// Queries in place of Abut's own, by the same rules as `query_pair_list`; `lower_bound` is needed where there is a
/// filter.
template <class T>
using PipelineQuery =
    std::function<void(const PairList& pairs, CachedPolytope* caches, const ContactsView<T>& records)>;

namespace pipeline_detail {
template <class T>
class Stages;
}  // namespace pipeline_detail

/// One of them is used by one thread at a time. One that has been moved from may only be assigned to or destroyed.
template <class T>
class ContactPipeline {
 public:
  /// Copies the shapes, and of the bodies all but their poses: neither is needed afterwards, and what is changed or
  /// added later is not seen. On a `Cuda` allocates all device memory that the pipeline will ever use, in the order of
  /// the stream, which has to outlive it. Throws `InvalidInput` for an option that is not allowed, a part whose shape
  /// is not there, or volumes of shapes that have none; `CudaError` when CUDA cannot be used or memory does not
  /// suffice.
  ContactPipeline(const Cpu& cpu, const ShapeSet& shapes, const BodySet& bodies, const PipelineOptions& options = {});
  ContactPipeline(const Cuda& cuda, const ShapeSet& shapes, const BodySet& bodies, const PipelineOptions& options = {});
  ~ContactPipeline();
  ContactPipeline(ContactPipeline&&) noexcept;
  ContactPipeline& operator=(ContactPipeline&&) noexcept;

  /// One step: all bodies at new poses, in the executor's memory. A body whose position is NaN pairs with nothing, as
  /// one that is not there yet. Throws `InvalidInput` for another number of bodies or an array that is null.
  void step(const BodyPosesView<float>& poses);
  void step(const BodyPosesView<double>& poses);
  /// The poses of a set in host memory. Throws `InvalidInput` where its bodies are not those that the pipeline was made
  /// with, but for their poses. On a `Cuda` they are copied, and not while a graph is captured.
  void step(const BodySet& bodies);
  /// With the caller's queries: for shapes of the plane, as an example. They are called once a step, between the
  /// stages, and enqueue on the pipeline's stream; there is no graph.
  void step(const BodyPosesView<double>& poses, const PipelineQuery<T>& query);

  /// The next step builds the tree anew.
  void rebuild_tree();

  /// Where each step leaves its contacts.
  const PipelineContacts<T>& contacts() const;
  /// `PipelineCounts` in the executor's memory, which a step writes.
  const PipelineCounts* counts_in_place() const;
  /// Waits for what has been enqueued and returns the numbers. Throws `InvalidInput` when any step so far has found
  /// more than there is room for: such a step had no contacts, so that what was computed since is worth nothing.
  PipelineCounts counts();

  /// Waits. What is needed to go on in another run, with the bits of one that was not interrupted.
  PipelineState state();
  /// Goes on from there; until the next step records are zeros. `poses`: as they were at the last step. Throws
  /// `InvalidInput` when the state is not one of such a pipeline, or there is too little room for it.
  void restore(const BodyPosesView<double>& poses, const PipelineState& state);

  /// Bytes held, in the executor's memory.
  std::size_t memory() const;

 private:
  std::unique_ptr<pipeline_detail::Stages<T>> stages_;
};

}  // namespace abut
