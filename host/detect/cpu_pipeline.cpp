// Contact pipelines on cores.
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <cstring>
#include <limits>
#include <span>

#include "abut/bodies/place_part.h"
#include "abut/contacts/history.h"
#include "abut/contacts/pair_filter.h"
#include "abut/pairs/pair_finder.h"
#include "host/detect/pipeline_stages.h"
#include "host/exec/arena.h"
#include "host/exec/buffer.h"

namespace abut::pipeline_detail {
namespace {

/// Copies of the caller's arrays in memory of the pipeline's own.
inline constexpr auto copy_array = [](auto* to, const auto* from, std::size_t count) {
  if (count > 0) std::memcpy(to, from, count * sizeof(*from));
};

/// A block of memory with everything in it. Pages that are never used are never touched.
template <class T>
struct CpuArrays {
  ShapeSetView<T> shapes;
  PartsView parts;
  host::PipelineArrays<T> arrays;

  template <class Copy>
  CpuArrays(Workspace& w, const ShapeSet& set, const BodySet& bodies, const PipelineOptions& o, const Copy& copy)
      : shapes(host::lay_out_shapes(set.view<T>(), w, copy)),
        parts(host::lay_out_parts(bodies.parts(), w, copy)),
        arrays(w, o) {}
};

template <class T>
class CpuStages : public Stages<T> {
 public:
  CpuStages(const Cpu& cpu, const ShapeSet& shapes, const BodySet& bodies, const PipelineOptions& o)
      : cpu_(cpu),
        memory_(bytes_of<CpuArrays<T>>(shapes, bodies, o, [](auto*, const auto*, std::size_t) {}) +
                Workspace::alignment),
        a_(arrays_in(memory_, shapes, bodies, o)),
        local_(local_poses(bodies)),
        finder_(cpu),
        filter_(cpu) {
    this->options = o;
    this->contacts = a_.arrays.contacts(o, a_.parts);
    this->counts_in_place = a_.arrays.counts;
    *a_.arrays.counts = {};
    *a_.arrays.usable = *a_.arrays.now.count = *a_.arrays.before.count = 0;
  }

  void place(const BodyPosesView<float>& poses) override { place_parts(poses); }
  void place(const BodyPosesView<double>& poses) override { place_parts(poses); }
  void place(const PartsView& host) override {
    const auto copy = [&](const double* to, const double* from) { copy_array(writable(to), from, host.count); };
    const PartsView& p = a_.parts;
    copy(p.px, host.px), copy(p.py, host.py), copy(p.pz, host.pz);
    copy(p.body_x, host.body_x), copy(p.body_y, host.body_y), copy(p.body_z, host.body_z);
    for (int k = 0; k < 9; ++k) copy(p.r[k], host.r[k]);
  }

  void run(const PipelineQuery<T>* query) override {
    PipelineCounts& c = *a_.arrays.counts;
    const host::QueriedPairs &now = a_.arrays.now, &before = a_.arrays.before;
    remember();
    const std::span<const Pair> found = find_pairs();
    const std::uint64_t count = found.size() <= this->options.pairs ? found.size() : 0;
    *now.count = *a_.arrays.usable = count;
    copy_array(now.pairs, found.data(), count);
    const std::vector<std::uint32_t> places = match_pairs(cpu_, {before.pairs, *before.count}, {now.pairs, *now.count});
    copy_array(a_.arrays.previous, places.data(), places.size());
    carry<CachedPolytope>(cpu_, places, {before.caches, *before.count}, {now.caches, count});
    const std::size_t bytes = this->options.kept_bytes;
    if (bytes > 0) {
      history_detail::carry_bytes(cpu_, places, {before.kept, *before.count * bytes}, {now.kept, count * bytes}, bytes);
    }
    answer(count, query);
    if (this->options.filter && count == found.size() && c.candidates <= this->options.candidates) {
      filter_.learn<T>({a_.arrays.records.lower_bound.data, count});
    }
    find_patches_of(count);
    const PatchesView<T>& patches = a_.arrays.patches;
    note_step(c, c.candidates, found.size(), patches.needed, patches.unanswered);
  }

  PipelineCounts counts() override { return *a_.arrays.counts; }

  PipelineState state() override {
    const host::QueriedPairs& now = a_.arrays.now;
    PipelineState out;
    out.pairs.assign(now.pairs, now.pairs + *now.count);
    out.caches.assign(now.caches, now.caches + *now.count);
    out.kept.assign(now.kept, now.kept + *now.count * this->options.kept_bytes);
    out.candidates.assign(filter_.pairs().begin(), filter_.pairs().end());
    out.clearances.assign(filter_.clearances().begin(), filter_.clearances().end());
    return out;
  }

  void restore(const PipelineState& state) override {
    const host::QueriedPairs& now = a_.arrays.now;
    *a_.arrays.counts = {};
    *now.count = *a_.arrays.usable = state.pairs.size();
    copy_array(now.pairs, state.pairs.data(), state.pairs.size());
    copy_array(now.caches, state.caches.data(), state.caches.size());
    copy_array(now.kept, state.kept.data(), state.kept.size());
    ContactsView<T> records = a_.arrays.records;
    host::each_array(records, [&](auto* array) {
      using Element = std::remove_pointer_t<decltype(array)>;
      std::fill_n(array, state.pairs.size(), Element{});
    });
    finder_.reset();
    filter_.restore({a_.shapes.headers, a_.shapes.count}, a_.parts, state.candidates, state.clearances);
  }

  std::size_t memory() const override { return memory_.capacity() + finder_.memory() + local_.size() * sizeof(double); }

 private:
  static double* writable(const double* array) { return const_cast<double*>(array); }

  static CpuArrays<T> arrays_in(Buffer<unsigned char>& memory, const ShapeSet& shapes, const BodySet& bodies,
                                const PipelineOptions& o) {
    const auto at = reinterpret_cast<std::uintptr_t>(memory.data());
    const std::uintptr_t aligned = (at + Workspace::alignment - 1) / Workspace::alignment * Workspace::alignment;
    Workspace w(memory.data() + (aligned - at));
    return CpuArrays<T>(w, shapes, bodies, o, copy_array);
  }

  /// What a step has left, to where the next one looks for it.
  void remember() {
    const host::QueriedPairs &now = a_.arrays.now, &before = a_.arrays.before;
    const std::uint64_t count = *now.count;
    *before.count = count;
    copy_array(before.pairs, now.pairs, count);
    copy_array(before.caches, now.caches, count);
    copy_array(before.kept, now.kept, count * this->options.kept_bytes);
  }

  std::span<const Pair> find_pairs() {
    const PipelineOptions& o = this->options;
    PipelineCounts& c = *a_.arrays.counts;
    const std::span<const Pair> candidates =
        finder_.find({a_.shapes.headers, a_.shapes.count}, a_.parts, o.alert_distance);
    c.candidates = candidates.size();
    if (!o.filter) return candidates;
    if (candidates.size() > o.candidates) {
      filter_.reset();
      return {};
    }
    return filter_.filter({a_.shapes.headers, a_.shapes.count}, a_.parts, candidates, o.alert_distance);
  }

  void answer(std::uint64_t count, const PipelineQuery<T>* query) {
    const host::QueriedPairs& now = a_.arrays.now;
    if (query != nullptr) {
      (*query)({now.pairs, this->options.pairs, now.count}, now.caches, a_.arrays.records);
      return;
    }
    QueryOptions o;
    if (!this->options.filter) o.alert_distance = this->options.alert_distance;
    o.cache = now.caches;
    query_pairs<T>(cpu_, a_.shapes, a_.parts, {now.pairs, count}, o, a_.arrays.records);
  }

  void find_patches_of(std::uint64_t count) {
    if (!this->options.patches && !this->options.volumes) return;
    const PatchesView<T>& out = a_.arrays.patches;
    if (out.needed != nullptr) *out.needed = 0;
    *out.unanswered = 0;
    find_patches<T>(cpu_, a_.shapes, a_.parts, {{a_.arrays.now.pairs, count}, a_.arrays.records}, this->options.patch,
                    out);
  }

  template <class Q>
  void place_parts(const BodyPosesView<Q>& poses) {
    using Range = tbb::blocked_range<std::uint32_t>;
    const PlacePart<Q> place{poses, a_.parts.body, local_.empty() ? nullptr : local_.data(), PartPoses(a_.parts)};
    host::in_arena(cpu_, [&] {
      tbb::parallel_for(Range(0, a_.parts.count, 512), [&](const Range& range) {
        for (std::uint32_t i = range.begin(); i != range.end(); ++i) place(i);
      });
    });
  }

  Cpu cpu_;
  Buffer<unsigned char> memory_;
  CpuArrays<T> a_;
  std::vector<double> local_;
  PairFinder finder_;
  PairFilter filter_;
};

}  // namespace

template <class T>
std::unique_ptr<Stages<T>> make_stages(const Cpu& cpu, const ShapeSet& shapes, const BodySet& bodies,
                                       const PipelineOptions& options) {
  return std::make_unique<CpuStages<T>>(cpu, shapes, bodies, options);
}
template std::unique_ptr<Stages<float>> make_stages<float>(const Cpu&, const ShapeSet&, const BodySet&,
                                                           const PipelineOptions&);
template std::unique_ptr<Stages<double>> make_stages<double>(const Cpu&, const ShapeSet&, const BodySet&,
                                                             const PipelineOptions&);

}  // namespace abut::pipeline_detail
