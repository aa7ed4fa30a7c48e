#include "host/deform/pair_search.h"

#include <oneapi/tbb/parallel_for.h>

#include <algorithm>

#include "host/bvh/code_sort.h"
#include "host/deform/body_pairs.h"
#include "host/exec/instruction_set.h"

namespace abut::host {
namespace {

/// Tree nodes below both of a task, at most: what a thread searches at a time.
constexpr std::uint32_t most_in_task = 4096;
/// Candidates that a thread looks at at a time.
constexpr std::size_t filter_chunk = 2048;
/// From here on words are sorted by their digits, in parallel.
constexpr std::size_t many_words = 16384;

/// What is below a node of A and one of B: nodes begin to end. Data only.
struct NodeRuns {
  TreeRun a, b;
};

/// Work of one thread. Data only.
struct SearchTask {
  std::size_t pair;
  DeformNodes from;
};

const DeformSearchTable& table() { return deform_search_table(chosen_instruction_set()); }

void append(void* to, std::uint64_t word) { static_cast<std::vector<std::uint64_t>*>(to)->push_back(word); }

std::uint32_t width(const TreeRun& run) { return run.end - run.begin; }

/// Cuts the search of a pair into tasks.
class TaskCutter {
 public:
  TaskCutter(const DeformPair& pair, float reach) : a_(pair.a->tree), b_(pair.b->tree), reach_(reach) {
    open_.push_back({{0, a_.node_count}, {0, b_.node_count}});
  }

  template <class Take>
  void run(const Take& take) {
    while (!open_.empty()) {
      const NodeRuns at = open_.back();
      open_.pop_back();
      if (width(at.a) + width(at.b) <= most_in_task) {
        take(DeformNodes{at.a.begin, at.b.begin});
      } else if (a_.nodes == b_.nodes && at.a.begin == at.b.begin) {
        const TreeRun left{at.a.begin + 1, right_of(a_, at.a)}, right{right_of(a_, at.a), at.a.end};
        push({left, right}), push({right, right}), push({left, left});
      } else if (width(at.a) >= width(at.b)) {
        push({{right_of(a_, at.a), at.a.end}, at.b}), push({{at.a.begin + 1, right_of(a_, at.a)}, at.b});
      } else {
        push({at.a, {right_of(b_, at.b), at.b.end}}), push({at.a, {at.b.begin + 1, right_of(b_, at.b)}});
      }
    }
  }

 private:
  static std::uint32_t right_of(const DeformTree& tree, const TreeRun& run) { return tree.nodes[run.begin].first; }
  void push(const NodeRuns& runs) {
    if (within_reach(box_of(a_.nodes[runs.a.begin]), box_of(b_.nodes[runs.b.begin]), reach_)) open_.push_back(runs);
  }

  DeformTree a_, b_;
  float reach_;
  std::vector<NodeRuns> open_;
};

}  // namespace

float reach_in(const TreeFrame& frame, double alert) {
  return round_up(std::min(alert * frame.scale * (1 + 0x1p-20) + 0x1p-40, 0x1p100));
}

std::vector<Pair> all_body_pairs(const DeformingBodies::State& state, const std::vector<DeformBodyView>& views,
                                 float reach) {
  std::vector<Pair> pairs = near_bodies(views, reach);
  for (std::uint32_t b = 0; b < views.size(); ++b) {
    if (views[b].tree.nodes != nullptr && state.bodies[b]->topology.self_contact) pairs.push_back({b, b});
  }
  std::sort(pairs.begin(), pairs.end(), [](Pair p, Pair q) { return p.a != q.a ? p.a < q.a : p.b < q.b; });
  return pairs;
}

namespace {

DeformPair pair_of(const std::vector<DeformBodyView>& views, Pair bodies, double alert) {
  return {&views[bodies.a], &views[bodies.b], bodies.a == bodies.b, alert};
}

void sort_long(std::vector<std::uint64_t>& words) {
  Buffer<std::uint64_t> sorted(words.size()), spare;
  std::copy(words.begin(), words.end(), sorted.data());
  sort_words(sorted, spare, 0);
  std::copy(sorted.data(), sorted.data() + sorted.size(), words.begin());
}

/// Puts what tasks have found, which are in the order of pairs, together; pairs without any are left out.
std::vector<NearFacets> gather(const std::vector<Pair>& pairs, const std::vector<SearchTask>& tasks,
                               const std::vector<std::vector<std::uint64_t>>& found) {
  std::vector<NearFacets> out;
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    if (found[i].empty()) continue;
    const Pair bodies = pairs[tasks[i].pair];
    const bool again = !out.empty() && out.back().bodies.a == bodies.a && out.back().bodies.b == bodies.b;
    if (!again) out.push_back({bodies, {}});
    out.back().words.insert(out.back().words.end(), found[i].begin(), found[i].end());
  }
  tbb::parallel_for(std::size_t{0}, out.size(), [&](std::size_t i) {
    if (out[i].words.size() < many_words) std::sort(out[i].words.begin(), out[i].words.end());
  });
  for (NearFacets& near : out) {
    if (near.words.size() >= many_words) sort_long(near.words);
  }
  return out;
}

}  // namespace

std::vector<DeformBodyView> views_of(const DeformingBodies::State& state) {
  std::vector<DeformBodyView> views;
  for (const auto& body : state.bodies) {
    views.push_back(state.view(*body));
    views.back().tree = state.tree(*body);
  }
  return views;
}

std::vector<NearFacets> search_pairs(const DeformingBodies::State& state, const std::vector<DeformBodyView>& views,
                                     double alert, const std::vector<bool>* of) {
  const float reach = reach_in(state.frame, alert);
  std::vector<Pair> pairs = all_body_pairs(state, views, reach);
  if (of != nullptr) std::erase_if(pairs, [&](const Pair& p) { return !(*of)[p.a] && !(*of)[p.b]; });
  std::vector<SearchTask> tasks;
  for (std::size_t p = 0; p < pairs.size(); ++p) {
    TaskCutter(pair_of(views, pairs[p], alert), reach).run([&](DeformNodes from) { tasks.push_back({p, from}); });
  }
  std::vector<std::vector<std::uint64_t>> found(tasks.size());
  tbb::parallel_for(std::size_t{0}, tasks.size(), [&](std::size_t i) {
    const DeformPair pair = pair_of(views, pairs[tasks[i].pair], alert);
    table().search(pair, tasks[i].from, reach, {&found[i], append});
  });
  return gather(pairs, tasks, found);
}

std::vector<NearFacets> filter_pairs(const std::vector<NearFacets>& candidates,
                                     const std::vector<DeformBodyView>& views, double alert) {
  std::vector<Pair> pairs;
  std::vector<SearchTask> tasks;  // from: where the chunk begins and ends
  for (const NearFacets& near : candidates) {
    pairs.push_back(near.bodies);
    if (views[near.bodies.a].tree.nodes == nullptr || views[near.bodies.b].tree.nodes == nullptr) continue;
    for (std::size_t k = 0; k < near.words.size(); k += filter_chunk) {
      const std::size_t end = std::min(k + filter_chunk, near.words.size());
      tasks.push_back({pairs.size() - 1, {static_cast<std::uint32_t>(k), static_cast<std::uint32_t>(end)}});
    }
  }
  std::vector<std::vector<std::uint64_t>> found(tasks.size());
  tbb::parallel_for(std::size_t{0}, tasks.size(), [&](std::size_t i) {
    const NearFacets& near = candidates[tasks[i].pair];
    const DeformNodes chunk = tasks[i].from;
    table().filter(pair_of(views, near.bodies, alert), near.words.data() + chunk.a, chunk.b - chunk.a,
                   {&found[i], append});
  });
  return gather(pairs, tasks, found);
}

}  // namespace abut::host
