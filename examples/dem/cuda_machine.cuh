// A CUDA device (simulation.h says what a machine is): bodies, pairs and all that is kept of them stay in its memory.
//
// All bodies have their parts from the start; those that are not born yet have a pose of NaNs and pair with nothing, so
// that no array ever grows. A list of pairs that is too short is an error, told at the next `totals`.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "abut/abut.h"
#include "examples/dem/body_rows.h"
#include "examples/dem/device_array.cuh"
#include "examples/dem/scene_pipeline.h"
#include "examples/dem/simulation.h"

namespace dem {

/// Room for pairs of each part; and for those of each body that moves, for each part of the body that has most.
inline constexpr std::uint64_t pairs_of_a_part = 24, pairs_of_a_row = 96;

/// Abut's own queries of pairs of parts in space.
class SpaceQueries {
 public:
  const abut::ShapeSet& shapes_of(const Scene& scene) { return scene.shapes; }
  void start(const abut::Cuda&, const Scene&, std::uint64_t) {}
  void step(abut::ContactPipeline<double>& pipeline, const abut::Cuda&, const BodyState* states, std::uint32_t count) {
    pipeline.step(poses_of(states, count));
  }
};

/// `Queries`: `SpaceQueries`, or what has the same members.
template <class Queries>
class CudaMachineOf {
 public:
  CudaMachineOf() { check_cuda(cudaStreamCreate(&stream_), "cudaStreamCreate"); }
  ~CudaMachineOf() {
    pipeline_.reset();  // before its stream
    (void)cudaStreamDestroy(stream_);
  }
  CudaMachineOf(const CudaMachineOf&) = delete;
  CudaMachineOf& operator=(const CudaMachineOf&) = delete;

  void start(const Scene& scene, const Snapshot& from, bool volumes) {
    count_ = scene.size(), part_count_ = scene.parts();
    const abut::Cuda cuda{stream_};
    const abut::PipelineOptions options = pipeline_options(scene, from, volumes, pairs_of_a_part);
    capacity_ = options.pairs;
    std::uint32_t most_parts = 1;
    for (std::uint32_t i = 0; i < count_; ++i) {
      most_parts = std::max(most_parts, scene.first_part[i + 1] - scene.first_part[i]);
    }
    row_capacity_ = pairs_of_a_row * most_parts;
    if (part_count_ > count_) body_pairs_ = DeviceArray<abut::Pair>(capacity_);
    constants_ = DeviceArray<BodyConstants>(count_);
    constants_.upload(scene.constants);
    states_ = DeviceArray<BodyState>(count_);
    states_.upload(from.states);
    forces_ = DeviceArray<PairForce>(capacity_);
    lost_ = DeviceArray<std::uint64_t>(1);
    row_begin_ = DeviceArray<std::uint64_t>(count_);
    row_end_ = DeviceArray<std::uint64_t>(count_);
    rows_ = DeviceArray<std::uint32_t>(row_capacity_ * count_);
    pipeline_.emplace(cuda, queries_.shapes_of(scene), bodies_of(scene), options);
    pipeline_->restore(poses_of(states_.data(), count_), state_of(from));
    queries_.start(cuda, scene, capacity_);
    wait();
  }

  BodyState* bodies() { return states_.data(); }
  const BodyConstants* constants() const { return constants_.data(); }

  void detect(std::uint32_t) {
    queries_.step(*pipeline_, abut::Cuda{stream_}, states_.data(), count_);
    if (part_count_ == count_) return;
    const abut::PipelineContacts<double>& c = pipeline_->contacts();
    for_each(capacity_, TakeBodyPairs{c.pairs, c.count, capacity_, c.parts.body, body_pairs_.data()});
  }

  PairArrays pairs() { return arrays_of(pipeline_->contacts(), body_pairs(), forces_.data()); }

  Incidence incidence(std::uint32_t born) {
    for_each(born, BeginRow{row_begin_.data(), row_end_.data(), row_capacity_});
    for_each(capacity_, FillRows{body_pairs(), pipeline_->contacts().count, capacity_, constants_.data(),
                                 row_end_.data(), row_capacity_, rows_.data(), lost_.data()});
    for_each(born, SortRow{row_begin_.data(), row_end_.data(), row_capacity_, rows_.data()});
    return {row_begin_.data(), row_end_.data(), rows_.data()};
  }

  template <class Body>
  void for_each(std::uint64_t count, const Body& body) {
    for_each_on(stream_, count, body);
  }

  std::vector<BodyState> states() {
    wait();
    return states_.download(count_);
  }
  void set_states(const std::vector<BodyState>& states) {
    wait();
    states_.upload(states);
  }

  Snapshot snapshot() {
    check_capacity();
    Snapshot out;
    out.states = states_.download(count_);
    take_state(pipeline_->state(), out);
    return out;
  }

  std::vector<PairForce> forces() { return forces_.download(check_capacity().pairs); }

  PairTotals totals() {
    const abut::PipelineCounts counts = check_capacity();
    const abut::ContactsView<double>& r = pipeline_->contacts().records;
    return totals_of(counts.candidates, counts.pairs, downloaded(r.status.data, counts.pairs).data(),
                     downloaded(r.separation.data, counts.pairs).data(), forces_.download(counts.pairs).data());
  }

  void wait() { check_cuda(cudaStreamSynchronize(stream_), "step"); }

 private:
  /// Pairs of bodies, where those that are queried are of their parts.
  const abut::Pair* body_pairs() const {
    return part_count_ > count_ ? body_pairs_.data() : pipeline_->contacts().pairs;
  }

  /// Waits. Throws when any step so far has found more than there is room for.
  abut::PipelineCounts check_capacity() {
    const abut::PipelineCounts counts = pipeline_->counts();
    if (lost_.download(1)[0] != 0) {
      throw abut::InvalidInput("a body with more than " + std::to_string(row_capacity_) + " candidate pairs");
    }
    return counts;
  }

  cudaStream_t stream_ = nullptr;
  std::uint32_t count_ = 0, part_count_ = 0;
  std::uint64_t capacity_ = 0, row_capacity_ = 0;
  Queries queries_;
  std::optional<abut::ContactPipeline<double>> pipeline_;
  DeviceArray<BodyState> states_;
  DeviceArray<BodyConstants> constants_;
  DeviceArray<std::uint32_t> rows_;
  DeviceArray<abut::Pair> body_pairs_;  // none where each body has one part
  DeviceArray<PairForce> forces_;
  DeviceArray<std::uint64_t> lost_, row_begin_, row_end_;
};

using CudaMachine = CudaMachineOf<SpaceQueries>;

}  // namespace dem
