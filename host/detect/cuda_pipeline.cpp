// Contact pipelines on a CUDA device: the public functions of each stage, one after the other.
#include <algorithm>

#include "abut/contacts/history.h"
#include "abut/contacts/pair_filter.h"
#include "abut/pairs/cuda_pairs.h"
#include "abut/shapes/cuda_shapes.h"
#include "host/detect/pipeline_stages.h"
#include "host/exec/device_batch_checks.h"

namespace abut::pipeline_detail {
namespace {

using host::Candidates;
using host::QueriedPairs;

/// What only a device has. Data only.
struct CudaOnly {
  Candidates candidates, candidates_before;
  std::uint32_t* near_places;
  PartPlace* part_places;
  unsigned char* tree;
  double* local;
  Workspace scratch;

  CudaOnly(Workspace& w, const PipelineOptions& o, std::uint32_t part_count, std::size_t local_count,
           std::size_t bytes_of_scratch)
      : candidates(w, o.filter ? o.candidates : 0),
        candidates_before(w, o.filter ? o.candidates : 0),
        near_places(w.take<std::uint32_t>(o.filter ? o.pairs : 0)),
        part_places(w.take<PartPlace>(o.filter ? part_count : 0)),
        tree(w.take<unsigned char>(part_tree_bytes(part_count))),
        local(w.take<double>(local_count)),
        scratch(w.take<unsigned char>(bytes_of_scratch), bytes_of_scratch) {}
};

/// A graph that can be launched, or none.
class Graph {
 public:
  Graph() = default;
  ~Graph() {
    if (graph_ != nullptr) backend::release_graph(graph_);
  }
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;

  /// Launches what `enqueue` puts on the stream, which is captured the first time.
  template <class Enqueue>
  void launch(void* stream, const Enqueue& enqueue) {
    if (graph_ == nullptr) {
      backend::begin_capture(stream);
      try {
        enqueue();
      } catch (...) {
        backend::drop_capture(stream);
        throw;
      }
      graph_ = backend::end_capture(stream);
    }
    backend::launch_graph(stream, graph_);
  }

 private:
  void* graph_ = nullptr;
};

template <class T>
std::size_t scratch_bytes(const Cuda& cuda, const PipelineOptions& o, std::uint32_t parts) {
  std::size_t most = std::max(build_tree_workspace(cuda, parts), refit_tree_workspace(cuda, parts));
  most = std::max(most, find_pairs_workspace(cuda, o.candidates));
  if (o.filter) most = std::max(most, filter_pairs_workspace(cuda, parts, o.candidates));
  most = std::max(most, query_pairs_workspace<T>(cuda, o.pairs, parts));
  if (o.patches || o.volumes) {
    most = std::max(most, find_patches_workspace<T>(cuda, o.pairs, o.points, o.volumes, o.patch));
  }
  return most;
}

template <class T>
class CudaStages : public Stages<T> {
 public:
  CudaStages(const Cuda& cuda, const ShapeSet& shapes, const BodySet& bodies, const PipelineOptions& o)
      : cuda_(cuda),
        local_(local_poses(bodies)),
        parts_memory_(cuda, device_parts_bytes(bodies.parts())),
        shapes_memory_(cuda, device_shapes_bytes(shapes.view<T>())),
        memory_(cuda,
                array_bytes(o, bodies.part_count(), local_.size(), scratch_bytes<T>(cuda, o, bodies.part_count()))),
        parts_(copy_parts(cuda, bodies.parts(), parts_memory_)),
        shapes_(copy_shapes(cuda, shapes.view<T>(), shapes_memory_)),
        arrays_(memory_.data()),
        a_(arrays_, o),
        d_(arrays_, o, bodies.part_count(), local_.size(), scratch_bytes<T>(cuda, o, bodies.part_count())),
        tree_(part_tree_in(d_.tree, bodies.part_count())) {
    cuda_.workspace = d_.scratch;
    this->options = o;
    this->contacts = a_.contacts(o, parts_);
    this->counts_in_place = a_.counts;
    backend::zero(cuda_.stream, a_.counts, sizeof(*a_.counts));
    for (std::uint64_t* count :
         {a_.usable, a_.now.count, a_.before.count, d_.candidates.count, d_.candidates_before.count}) {
      backend::zero(cuda_.stream, count, sizeof(*count));
    }
    backend::copy_to_device(cuda_.stream, d_.local, local_.data(), local_.size() * sizeof(double));
    backend::wait(cuda_.stream);  // what has been copied may change now
  }

  void place(const BodyPosesView<float>& poses) override { place_parts(cuda_, poses, local(), parts_); }
  void place(const BodyPosesView<double>& poses) override { place_parts(cuda_, poses, local(), parts_); }
  void place(const PartsView& host) override { copy_parts(cuda_, host, parts_memory_); }

  void run(const PipelineQuery<T>* query) override {
    if (tree_.part_count == 0) return;
    const std::uint32_t every = this->options.rebuild_every;
    const bool build = this->rebuild || (every > 0 && since_build_ + 1 >= every);
    if (query != nullptr || !this->options.graph || cuda_.checked || !backend::may_capture(cuda_.stream)) {
      enqueue(build, query);
    } else {
      graphs_[build ? 1 : 0].launch(cuda_.stream, [&] { enqueue(build, nullptr); });
    }
    since_build_ = build ? 0 : since_build_ + 1;
    this->rebuild = false;
  }

  PipelineCounts counts() override {
    const auto counts = host::read_back<PipelineCounts>(cuda_, a_.counts);
    if (tree_.part_count > 0 && counts.steps > 0) {
      this->rebuild = this->rebuild || rebuild_advised(host::read_back<PartTreeState>(cuda_, tree_.state));
    }
    return counts;
  }

  PipelineState state() override {
    PipelineState out;
    const auto count = static_cast<std::size_t>(host::read_back<std::uint64_t>(cuda_, a_.usable));
    download(out.pairs, a_.now.pairs, count);
    download(out.caches, a_.now.caches, count);
    download(out.kept, a_.now.kept, count * this->options.kept_bytes);
    if (this->options.filter) {
      const auto found = host::read_back<std::uint64_t>(cuda_, d_.candidates.count);
      const std::size_t candidates = found <= this->options.candidates ? found : 0;
      download(out.candidates, d_.candidates.pairs, candidates);
      download(out.clearances, d_.candidates.clearance, candidates);
    }
    backend::wait(cuda_.stream);
    return out;
  }

  void restore(const PipelineState& state) override {
    const std::uint64_t pairs = state.pairs.size(), candidates = state.candidates.size();
    backend::zero(cuda_.stream, a_.counts, sizeof(*a_.counts));
    backend::copy_to_device(cuda_.stream, a_.usable, &pairs, sizeof pairs);
    backend::copy_to_device(cuda_.stream, a_.now.count, &pairs, sizeof pairs);
    upload(a_.now.pairs, state.pairs), upload(a_.now.caches, state.caches), upload(a_.now.kept, state.kept);
    ContactsView<T> records = a_.records;
    host::each_array(records, [&](auto* array) { backend::zero(cuda_.stream, array, pairs * sizeof(*array)); });
    if (this->options.filter) {
      backend::copy_to_device(cuda_.stream, d_.candidates.count, &candidates, sizeof candidates);
      upload(d_.candidates.pairs, state.candidates), upload(d_.candidates.clearance, state.clearances);
      if (tree_.part_count > 0) take_part_places(cuda_, shapes_.headers, parts_, d_.part_places);
    }
    backend::wait(cuda_.stream);
  }

  std::size_t memory() const override { return parts_memory_.size() + shapes_memory_.size() + memory_.size(); }

 private:
  static std::size_t array_bytes(const PipelineOptions& o, std::uint32_t parts, std::size_t local,
                                 std::size_t scratch) {
    Workspace counting;
    const host::PipelineArrays<T> arrays(counting, o);
    const CudaOnly only(counting, o, parts, local, scratch);
    (void)arrays, (void)only;
    return counting.bytes();
  }

  const double* local() const { return local_.empty() ? nullptr : d_.local; }
  BoxedParts boxed() const { return {shapes_.headers, parts_, this->options.alert_distance}; }
  PairList near() const { return {a_.now.pairs, this->options.pairs, a_.now.count}; }

  template <class E>
  void download(std::vector<E>& to, const E* from, std::size_t count) {
    to.resize(count);
    backend::copy_to_host(cuda_.stream, to.data(), from, count * sizeof(E));
  }
  template <class E>
  void upload(E* to, const std::vector<E>& from) {
    backend::copy_to_device(cuda_.stream, to, from.data(), from.size() * sizeof(E));
  }

  void enqueue(bool build, const PipelineQuery<T>* query) {
    remember();
    (build ? build_tree : refit_tree)(cuda_, boxed(), tree_);
    const FilterStep step{boxed(),
                          d_.part_places,
                          {list(d_.candidates_before), d_.candidates_before.clearance},
                          {list(d_.candidates), d_.candidates.clearance},
                          {near(), d_.near_places}};
    const PairList found = this->options.filter ? step.now.list : near();
    find_pairs(cuda_, tree_, parts_, PairOrder::half, found);
    if (this->options.filter) filter_pairs(cuda_, step);
    carry_along();
    answer(query);
    if (this->options.filter) learn_clearances<T>(cuda_, step, {a_.records.lower_bound.data, 1});
    find_patches_of_pairs();
    note(found);
  }

  PairList list(const Candidates& c) const { return {c.pairs, this->options.candidates, c.count}; }

  /// What a step has left, to where the next one looks for it: arrays then have the same addresses at every step.
  void remember() {
    const PipelineOptions& o = this->options;
    const auto copy = [&](const std::uint64_t* count, std::uint64_t capacity, const auto* from, auto* to,
                          std::size_t bytes) {
      if (bytes > 0) backend::copy_listed(cuda_.stream, {count, capacity, from, to, bytes});
    };
    copy(a_.now.count, o.pairs, a_.now.pairs, a_.before.pairs, sizeof(Pair));
    copy(a_.now.count, o.pairs, a_.now.caches, a_.before.caches, sizeof(CachedPolytope));
    copy(a_.now.count, o.pairs, a_.now.kept, a_.before.kept, o.kept_bytes);
    backend::copy_on_device(cuda_.stream, a_.before.count, a_.now.count, sizeof(*a_.now.count));
    if (!o.filter) return;
    copy(d_.candidates.count, o.candidates, d_.candidates.pairs, d_.candidates_before.pairs, sizeof(Pair));
    copy(d_.candidates.count, o.candidates, d_.candidates.clearance, d_.candidates_before.clearance, sizeof(double));
    backend::copy_on_device(cuda_.stream, d_.candidates_before.count, d_.candidates.count,
                            sizeof(*d_.candidates.count));
  }

  void carry_along() {
    const QueriedPairs& before = a_.before;
    match_pairs(cuda_, {before.pairs, this->options.pairs, before.count}, near(), a_.previous, nullptr);
    const Carried carried{a_.previous, this->options.pairs, a_.now.count};
    carry(cuda_, carried, before.caches, a_.now.caches, sizeof(CachedPolytope));
    carry(cuda_, carried, before.kept, a_.now.kept, this->options.kept_bytes);
  }

  void answer(const PipelineQuery<T>* query) {
    if (query != nullptr) {
      (*query)(near(), a_.now.caches, a_.records);
      return;
    }
    QueryOptions o;
    if (!this->options.filter) o.alert_distance = this->options.alert_distance;
    o.cache = a_.now.caches;
    query_pair_list<T>(cuda_, shapes_, parts_, near(), o, a_.records);
  }

  void find_patches_of_pairs() {
    if (!this->options.patches && !this->options.volumes) return;
    find_patches<T>(cuda_, shapes_, parts_, {near(), a_.records}, this->options.patch, a_.patches);
  }

  void note(const PairList& found) {
    backend::note_numbers(cuda_.stream, {this->options.filter ? found.count : nullptr, a_.now.count, a_.patches.needed,
                                         a_.patches.unanswered, this->options.pairs, a_.counts, a_.usable});
  }

  Cuda cuda_;
  std::vector<double> local_;
  host::DeviceMemory parts_memory_, shapes_memory_, memory_;
  PartsView parts_;
  ShapeSetView<T> shapes_;
  Workspace arrays_;
  host::PipelineArrays<T> a_;
  CudaOnly d_;
  PartTree tree_;
  Graph graphs_[2];
  std::uint32_t since_build_ = 0;
};

}  // namespace

template <class T>
std::unique_ptr<Stages<T>> make_stages(const Cuda& cuda, const ShapeSet& shapes, const BodySet& bodies,
                                       const PipelineOptions& options) {
  host::need_device();
  return std::make_unique<CudaStages<T>>(cuda, shapes, bodies, options);
}
template std::unique_ptr<Stages<float>> make_stages<float>(const Cuda&, const ShapeSet&, const BodySet&,
                                                           const PipelineOptions&);
template std::unique_ptr<Stages<double>> make_stages<double>(const Cuda&, const ShapeSet&, const BodySet&,
                                                             const PipelineOptions&);

}  // namespace abut::pipeline_detail
