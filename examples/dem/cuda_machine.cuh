// A CUDA device (simulation.h says what a machine is): bodies, pairs and all that is kept of them stay in its memory.
//
// All bodies have their parts from the start; those that are not born yet have a pose of NaNs and pair with nothing, so
// that no array ever grows. A list of pairs that is too short is an error, told at the next `totals`.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "abut/abut.h"
#include "examples/dem/body_rows.h"
#include "examples/dem/device_array.cuh"
#include "examples/dem/simulation.h"

namespace dem {

/// Room for the pairs of each body that moves, for each part of the body that has most.
inline constexpr std::uint64_t pairs_of_a_part = 96;

/// Notes the largest number of candidates that any step has found, and how many pairs there are to use.
struct NoteCount {
  const std::uint64_t *found, *near;
  std::uint64_t *usable, *most;
  __device__ void operator()(std::uint64_t) const {
    *usable = *near;  // of candidates that had too little room there are none
    if (*found > *most) *most = *found;
  }
};

/// Adds up how many pairs had no volume for want of room.
struct NoteUnanswered {
  const std::uint64_t* here;
  std::uint64_t* all;
  __device__ void operator()(std::uint64_t) const { *all += *here; }
};

/// Where bodies are, in device memory. Data only.
struct DeviceBodies {
  abut::ShapeSetView<double> shapes;  ///< those that the searches know
  abut::PartsView parts;
  const BodyState* states;
  std::uint32_t count;
};

/// Pairs of parts in space.
class SpaceQueries {
 public:
  const abut::ShapeSet& shapes_of(const Scene& scene) { return scene.shapes; }
  void start(const abut::Cuda& cuda, const Scene& scene, std::uint64_t capacity) {
    memory_ = DeviceArray<unsigned char>(abut::query_pairs_workspace<double>(cuda, capacity, scene.parts()));
  }
  void query(const abut::Cuda& cuda, const DeviceBodies& bodies, const abut::PairList& pairs,
             abut::CachedPolytope* caches, const abut::ContactsView<double>& out) {
    abut::QueryOptions options;  // separated pairs are asked for all of their distance, as on cores
    options.cache = caches;
    abut::query_pair_list<double>(cuda, bodies.shapes, bodies.parts, pairs, options, out, memory_.data(),
                                  memory_.size());
  }

 private:
  DeviceArray<unsigned char> memory_;
};

/// `Queries`: `SpaceQueries`, or what has the same members.
template <class Queries>
class CudaMachineOf {
 public:
  CudaMachineOf() { check_cuda(cudaStreamCreate(&stream_), "cudaStreamCreate"); }
  ~CudaMachineOf() { (void)cudaStreamDestroy(stream_); }
  CudaMachineOf(const CudaMachineOf&) = delete;
  CudaMachineOf& operator=(const CudaMachineOf&) = delete;

  void start(const Scene& scene, const Snapshot& from, bool volumes) {
    count_ = scene.size(), part_count_ = scene.parts();
    capacity_ = std::max<std::uint64_t>(1024, 24ull * part_count_);
    const std::uint64_t needed = std::max(from.pairs.size(), from.candidates.size());
    if (needed > capacity_) capacity_ = 2 * needed;
    const abut::Cuda cuda{stream_};
    const auto host_shapes = queries_.shapes_of(scene).template view<double>();
    shape_memory_ = DeviceArray<unsigned char>(abut::device_shapes_bytes(host_shapes));
    shapes_ = abut::copy_shapes(cuda, host_shapes, shape_memory_.data(), shape_memory_.size());
    abut::BodySet bodies;
    abut::BodyOptions wall, body;
    wall.groups = 2, wall.meets = 1;
    body.groups = 1, body.meets = 3;
    std::uint32_t most_parts = 1;
    for (std::uint32_t i = 0; i < count_; ++i) {
      std::vector<abut::Part> parts;  // with the shape of its own number, in the frame of its body
      for (std::uint32_t part = scene.first_part[i]; part < scene.first_part[i + 1]; ++part)
        parts.push_back({part, {}});
      most_parts = std::max(most_parts, static_cast<std::uint32_t>(parts.size()));
      bodies.add({}, parts, i < scene.walls ? wall : body);
    }
    row_capacity_ = pairs_of_a_part * most_parts;
    part_memory_ = DeviceArray<unsigned char>(abut::device_parts_bytes(bodies.parts()));
    parts_ = abut::copy_parts(cuda, bodies.parts(), part_memory_.data(), part_memory_.size());
    if (part_count_ > count_) {
      part_body_ = DeviceArray<std::uint32_t>(part_count_);
      part_body_.upload(scene.part_body);
      body_pairs_ = DeviceArray<abut::Pair>(capacity_);
    }
    constants_ = DeviceArray<BodyConstants>(count_);
    constants_.upload(scene.constants);
    states_ = DeviceArray<BodyState>(count_);
    states_.upload(from.states);
    for (Kept* kept : {&now_, &before_}) {
      kept->pairs = DeviceArray<abut::Pair>(capacity_);
      kept->count = DeviceArray<std::uint64_t>(1);
      kept->caches = DeviceArray<abut::CachedPolytope>(capacity_);
      kept->springs = DeviceArray<Spring>(capacity_);
    }
    for (Candidates* c : {&candidates_, &candidates_before_}) {
      c->pairs = DeviceArray<abut::Pair>(capacity_);
      c->count = DeviceArray<std::uint64_t>(1);
      c->clearance = DeviceArray<double>(capacity_);
    }
    candidates_.pairs.upload(from.candidates);
    candidates_.clearance.upload(from.clearances);
    candidates_.count.upload({from.candidates.size()});
    now_.pairs.upload(from.pairs);
    now_.caches.upload(from.caches);
    now_.springs.upload(from.springs);
    now_.count.upload({from.pairs.size()});
    places_ = DeviceArray<std::uint32_t>(capacity_);
    near_places_ = DeviceArray<std::uint32_t>(capacity_);
    part_places_ = DeviceArray<abut::PartPlace>(part_count_);
    forces_ = DeviceArray<PairForce>(capacity_);
    numbers_ = DeviceArray<double>(8 * capacity_);
    status_ = DeviceArray<std::uint8_t>(capacity_);
    usable_ = DeviceArray<std::uint64_t>(5);
    usable_.upload({from.pairs.size(), 0, 0, 0, 0});
    row_begin_ = DeviceArray<std::uint64_t>(count_);
    row_end_ = DeviceArray<std::uint64_t>(count_);
    rows_ = DeviceArray<std::uint32_t>(row_capacity_ * count_);
    tree_memory_ = DeviceArray<unsigned char>(abut::part_tree_bytes(part_count_));
    tree_ = abut::part_tree_in(tree_memory_.data(), part_count_);
    build_ = DeviceArray<unsigned char>(abut::build_tree_workspace(cuda, part_count_));
    search_ = DeviceArray<unsigned char>(abut::find_pairs_workspace(cuda, capacity_));
    filter_ = DeviceArray<unsigned char>(abut::filter_pairs_workspace(cuda, part_count_, capacity_));
    queries_.start(cuda, scene, capacity_);
    if (volumes) {
      volumes_ = DeviceArray<SharedVolume>(capacity_);
      patches_ = DeviceArray<unsigned char>(abut::find_patches_workspace<double>(cuda, capacity_, 0, true));
    }
    place(cuda);
    abut::take_part_places(cuda, shapes_.headers, parts_, part_places_.data());
    wait();
  }

  BodyState* bodies() { return states_.data(); }
  const BodyConstants* constants() const { return constants_.data(); }

  void detect(std::uint32_t) {
    const abut::Cuda cuda{stream_};
    place(cuda);
    // Built anew each step: bodies that are born would wear a tree that is only refitted.
    abut::build_tree(cuda, {shapes_.headers, parts_, 0}, tree_, build_.data(), build_.size());
    std::swap(candidates_, candidates_before_);
    std::swap(now_, before_);
    const abut::FilterStep step{{shapes_.headers, parts_, 0},
                                part_places_.data(),
                                candidates_before_.view(capacity_),
                                candidates_.view(capacity_),
                                {now_.list(capacity_), near_places_.data()}};
    abut::find_pairs(cuda, tree_, parts_, abut::PairOrder::half, step.now.list, search_.data(), search_.size());
    abut::filter_pairs(cuda, step, filter_.data(), filter_.size());
    for_each(1, NoteCount{step.now.list.count, now_.count.data(), usable_.data(), usable_.data() + 1});
    abut::match_pairs(cuda, before_.list(capacity_), now_.list(capacity_), places_.data(), nullptr);
    const abut::Carried carried{places_.data(), capacity_, now_.count.data()};
    abut::carry(cuda, carried, before_.caches.data(), now_.caches.data(), sizeof(abut::CachedPolytope));
    abut::carry(cuda, carried, before_.springs.data(), now_.springs.data(), sizeof(Spring));
    double* const n = numbers_.data();
    abut::ContactsView<double> wanted;
    wanted.separation = {n};
    wanted.normal = {n + capacity_, n + 2 * capacity_, n + 3 * capacity_};
    wanted.point = {n + 4 * capacity_, n + 5 * capacity_, n + 6 * capacity_};
    wanted.status = {status_.data()};
    wanted.lower_bound = {n + 7 * capacity_};
    queries_.query(cuda, {shapes_, parts_, states_.data(), count_}, now_.list(capacity_), now_.caches.data(), wanted);
    abut::learn_clearances<double>(cuda, step, wanted.lower_bound);
    if (volumes_.data() != nullptr) find_volumes(cuda, wanted);
    if (part_count_ > count_) {
      for_each(capacity_,
               TakeBodyPairs{now_.pairs.data(), now_.count.data(), capacity_, part_body_.data(), body_pairs_.data()});
    }
  }

  PairArrays pairs() {
    const double* const n = numbers_.data();
    return {body_pairs(),        usable_.data(),    capacity_,         n,
            n + capacity_,       n + 2 * capacity_, n + 3 * capacity_, n + 4 * capacity_,
            n + 5 * capacity_,   n + 6 * capacity_, status_.data(),    volumes_.data(),
            now_.springs.data(), forces_.data()};
  }

  Incidence incidence(std::uint32_t born) {
    for_each(born, BeginRow{row_begin_.data(), row_end_.data(), row_capacity_});
    for_each(capacity_, FillRows{body_pairs(), now_.count.data(), capacity_, constants_.data(), row_end_.data(),
                                 row_capacity_, rows_.data(), usable_.data() + 2});
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
    const std::uint64_t pairs = check_capacity();
    Snapshot out;
    out.states = states_.download(count_);
    out.pairs = now_.pairs.download(pairs);
    out.caches = now_.caches.download(pairs);
    out.springs = now_.springs.download(pairs);
    const std::uint64_t candidates = candidates_.count.download(1)[0];
    out.candidates = candidates_.pairs.download(candidates);
    out.clearances = candidates_.clearance.download(candidates);
    return out;
  }

  std::vector<PairForce> forces() {
    const std::uint64_t pairs = check_capacity();
    return forces_.download(pairs);
  }

  PairTotals totals() {
    const std::uint64_t pairs = check_capacity();
    return totals_of(candidates_.count.download(1)[0], pairs, status_.download(pairs).data(),
                     numbers_.download(pairs).data(), forces_.download(pairs).data());
  }

  void wait() { check_cuda(cudaStreamSynchronize(stream_), "step"); }

 private:
  struct Kept {
    DeviceArray<abut::Pair> pairs;
    DeviceArray<std::uint64_t> count;
    DeviceArray<abut::CachedPolytope> caches;
    DeviceArray<Spring> springs;
    abut::PairList list(std::uint64_t capacity) const { return {pairs.data(), capacity, count.data()}; }
  };

  struct Candidates {
    DeviceArray<abut::Pair> pairs;
    DeviceArray<std::uint64_t> count;
    DeviceArray<double> clearance;
    abut::ClearedPairs view(std::uint64_t capacity) const {
      return {{pairs.data(), capacity, count.data()}, clearance.data()};
    }
  };

  /// Pairs of bodies, where those that are queried are of their parts.
  const abut::Pair* body_pairs() const { return part_count_ > count_ ? body_pairs_.data() : now_.pairs.data(); }

  /// Parts to where their bodies are.
  void place(const abut::Cuda& cuda) {
    const double* const s = reinterpret_cast<const double*>(states_.data());
    constexpr std::ptrdiff_t stride = sizeof(BodyState) / sizeof(double);
    const double* const q = s + offsetof(BodyState, quaternion) / sizeof(double);
    const abut::BodyPosesView<double> poses{count_, {s, s + 1, s + 2, stride}, q, q + 1, q + 2, q + 3, stride};
    abut::place_parts(cuda, poses, nullptr, parts_);
  }

  void find_volumes(const abut::Cuda& cuda, const abut::ContactsView<double>& contacts) {
    abut::PatchesView<double> out = volumes_in(volumes_.data());
    out.unanswered = usable_.data() + 3;
    abut::find_patches<double>(cuda, shapes_, parts_, now_.list(capacity_), contacts, {}, out, patches_.data(),
                               patches_.size());
    for_each(1, NoteUnanswered{usable_.data() + 3, usable_.data() + 4});
  }

  /// Pairs of the last step. Throws when any step so far has found more than there is room for.
  std::uint64_t check_capacity() {
    wait();
    const std::vector<std::uint64_t> seen = usable_.download(5);
    if (seen[1] > capacity_) {
      throw abut::InvalidInput(std::to_string(seen[1]) + " candidate pairs: there is room for " +
                               std::to_string(capacity_));
    }
    if (seen[2] != 0) {
      throw abut::InvalidInput("a body with more than " + std::to_string(row_capacity_) + " candidate pairs");
    }
    if (seen[4] != 0) {
      throw abut::InvalidInput("overlaps of " + std::to_string(seen[4]) +
                               " pairs so far have too many corners for the room on a device; dem has no such limit");
    }
    return seen[0];
  }

  cudaStream_t stream_ = nullptr;
  std::uint32_t count_ = 0, part_count_ = 0;
  std::uint64_t capacity_ = 0, row_capacity_ = 0;
  Queries queries_;
  abut::ShapeSetView<double> shapes_;
  abut::PartsView parts_;
  abut::PartTree tree_;
  Kept now_, before_;  // the pairs that are queried
  Candidates candidates_, candidates_before_;
  DeviceArray<unsigned char> shape_memory_, part_memory_, tree_memory_, build_, search_, filter_, patches_;
  DeviceArray<BodyState> states_;
  DeviceArray<BodyConstants> constants_;
  DeviceArray<std::uint32_t> places_, near_places_, rows_, part_body_;
  DeviceArray<abut::Pair> body_pairs_;  // none where each body has one part
  DeviceArray<abut::PartPlace> part_places_;
  DeviceArray<PairForce> forces_;
  DeviceArray<double> numbers_;
  DeviceArray<std::uint8_t> status_;
  DeviceArray<SharedVolume> volumes_;  // none unless the law reads them
  // usable_: pairs of this step, the most so far, lost ones, those without a volume in this step, and so far
  DeviceArray<std::uint64_t> usable_, row_begin_, row_end_;
};

using CudaMachine = CudaMachineOf<SpaceQueries>;

}  // namespace dem
