#include "abut/facet_contact_finder.h"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "host/bvh/part_boxes.h"
#include "host/contacts/part_motions.h"
#include "host/contacts/sorted_pairs.h"
#include "host/exec/arena.h"
#include "host/exec/pair_checks.h"
#include "host/facets/facet_batch.h"
#include "host/facets/surface.h"

namespace abut {
namespace {

constexpr double nothing = -Huge<double>::value;

/// The zone beyond the alert distance, over that and over the size of the smaller part, and in steps like the last one
/// (eq. 3.15 has one): a wide one lasts longer, and lists more facets.
constexpr double zone_of_alert = 0.5, zone_of_size = 0x1p-9, steps_in_zone = 8, most_of_size = 0x1p-4;

/// What is known of a candidate.
struct Known {
  Pair pair{0, 0};
  double clearance = nothing;                  ///< the hulls are farther apart, or that far
  double reach = nothing;                      ///< so are facets that are not listed
  double listed = nothing;                     ///< `reach` when they were listed, with nothing taken off for rounding
  std::uint64_t edition_a = 0, edition_b = 0;  ///< of the facets that are listed
  std::vector<FacetIndices> facets;            ///< the nearest first
  std::vector<float> distances;                ///< of these when they were listed, rounded down

  void forget() {
    facets.clear(), distances.clear();
    reach = nothing;
  }
  /// How many of the listed facets may be within a distance now: they may have come nearer by what has been taken off
  /// the reach.
  std::size_t within(double distance) const {
    const double then = distance + (listed - reach);
    const auto beyond = [](double d, float of) { return d < static_cast<double>(of); };
    return static_cast<std::size_t>(std::upper_bound(distances.begin(), distances.end(), then, beyond) -
                                    distances.begin());
  }
};

/// Data only.
struct Listed {
  double distance;
  FacetIndices facets;
};
bool comes_first(const Listed& x, const Listed& y) {
  if (x.distance != y.distance) return x.distance < y.distance;
  return x.facets.a != y.facets.a ? x.facets.a < y.facets.a : x.facets.b < y.facets.b;
}

float float_below(double x) {
  const auto nearest = static_cast<float>(x);
  return static_cast<double>(nearest) > x ? std::nextafter(nearest, -Huge<float>::value) : nearest;
}

enum class Next : std::uint8_t { apart, ask_hulls, list, kept };

/// What of a step's candidates is done next, and how. Data only.
struct Plan {
  std::vector<Next> next;     ///< of each candidate
  std::vector<double> moved;  ///< of each candidate, since the step before
};

std::vector<std::uint32_t> places_of(const std::vector<Next>& next, Next which) {
  std::vector<std::uint32_t> places;
  for (std::size_t i = 0; i < next.size(); ++i) {
    if (next[i] == which) places.push_back(static_cast<std::uint32_t>(i));
  }
  return places;
}

}  // namespace

struct FacetContactFinder::State {
  explicit State(int count) : threads(count) {}

  /// The shapes and trees of a step. Data only.
  struct Step {
    const ShapeSet& shapes;
    FacetTrees& trees;
    const PartsView& parts;
    const FacetOptions& options;
    double alert(Pair pair) const { return alert_between(parts.alert, pair, options.alert_distance); }
    double least_size(Pair pair) const {
      return std::min(shapes.header(parts.shape[pair.a]).size, shapes.header(parts.shape[pair.b]).size);
    }
    Cpu cpu;
  };

  void take(std::span<const Pair> candidates);
  void plan(const Step& step);
  void ask_hulls(const Step& step);
  void list(const Step& step);
  FacetSearchCounts list_facets(const Step& step, std::uint32_t place);
  template <class T>
  FacetContacts<T> search(const Step& step);
  /// Both by their own faces: one may be in the other, with no facets near.
  static bool are_convex(const Step& step, Pair pair) {
    return step.trees.view(step.parts.shape[pair.a]).convex && step.trees.view(step.parts.shape[pair.b]).convex;
  }
  template <class T>
  void ask_overlaps(const Step& step, std::span<const Pair> pairs, Contacts<T>& records) const;
  void select(std::vector<std::uint64_t>& offsets);

  bool is_current(const Step& step, const Known& k) const {
    return k.edition_a != 0 && k.edition_a == step.trees.edition(step.parts.shape[k.pair.a]) &&
           k.edition_b == step.trees.edition(step.parts.shape[k.pair.b]);
  }

  void forget() {
    motions.forget();
    known.clear(), found.clear();
    counts = {};
  }

  int threads;
  host::PartMotions motions;
  std::vector<Known> known, before;
  Plan now;
  std::vector<Pair> found;
  FacetStepCounts counts;
};

/// What the step before has left of the candidates; of the others nothing is known.
void FacetContactFinder::State::take(std::span<const Pair> candidates) {
  std::swap(known, before);
  known.reserve(candidates.size()), known.resize(candidates.size());
  const auto is_before = [](const Known& k, Pair pair) { return comes_before(k.pair, pair); };
  tbb::parallel_for(tbb::blocked_range<std::size_t>(0, candidates.size(), 1024), [&](const auto& range) {
    auto at = std::lower_bound(before.begin(), before.end(), candidates[range.begin()], is_before);
    for (std::size_t i = range.begin(); i != range.end(); ++i) {
      while (at != before.end() && is_before(*at, candidates[i])) ++at;
      const bool is_known = at != before.end() && same_pair(at->pair, candidates[i]);
      known[i] = is_known ? std::move(*at) : Known{};
      known[i].pair = candidates[i];
    }
  });
}

void FacetContactFinder::State::plan(const Step& step) {
  now.next.assign(known.size(), Next::apart);
  now.moved.assign(known.size(), 0);
  tbb::parallel_for(tbb::blocked_range<std::size_t>(0, known.size(), 1024), [&](const auto& range) {
    for (std::size_t i = range.begin(); i != range.end(); ++i) {
      Known& k = known[i];
      const double moved = motions.between(k.pair) * (1 + 4 * host::mesh_slack), alert = step.alert(k.pair);
      k.clearance = lessened(k.clearance, moved), k.reach = lessened(k.reach, moved);
      now.moved[i] = moved;
      const bool lasting = !k.facets.empty();
      if (!may_be_within(k.clearance, alert)) {
        now.next[i] = Next::apart;
      } else if (k.reach >= alert && is_current(step, k)) {
        now.next[i] = Next::kept;
      } else {
        now.next[i] = lasting && is_current(step, k) ? Next::list : Next::ask_hulls;
      }
    }
  });
}

/// Those that may be within the alert distance are listed.
void FacetContactFinder::State::ask_hulls(const Step& step) {
  const std::vector<std::uint32_t> places = places_of(now.next, Next::ask_hulls);
  counts.hulls = places.size();
  if (places.empty()) return;
  std::vector<Pair> pairs;
  for (const std::uint32_t i : places) pairs.push_back(known[i].pair);
  std::vector<double> bounds(pairs.size());
  ContactsView<double> out;
  out.lower_bound.data = bounds.data();
  query_pairs<double>(step.cpu, step.shapes.view<double>(), step.parts, pairs, {}, out);
  for (std::size_t j = 0; j < places.size(); ++j) {
    Known& k = known[places[j]];
    const double reach = motions.reach(k.pair);
    k.clearance = proved_clearance(bounds[j], reach) - host::mesh_slack * reach;
    k.forget();
    now.next[places[j]] = may_be_within(k.clearance, step.alert(k.pair)) ? Next::list : Next::apart;
  }
}

/// All that are within the alert distance and a zone beyond it.
FacetSearchCounts FacetContactFinder::State::list_facets(const Step& step, std::uint32_t place) {
  FacetSearchCounts looked;
  Known& k = known[place];
  k.forget();
  const std::uint32_t shape_a = step.parts.shape[k.pair.a], shape_b = step.parts.shape[k.pair.b];
  const double alert = step.alert(k.pair), size = step.least_size(k.pair), moved = now.moved[place];
  double zone = std::max(zone_of_alert * alert, zone_of_size * size);
  if (moved < Huge<double>::value) zone = std::max(zone, std::min(steps_in_zone * moved, most_of_size * size));
  PlacedPair at;
  at.pair.a = step.trees.view(shape_a), at.pair.b = step.trees.view(shape_b);
  const double within = step.options.alert_distance + zone;
  const FacetSearchTable& table = facet_search_table(chosen_instruction_set());
  if (!table.place(step.parts, k.pair, within, step.options.cone_tolerance, at)) return looked;
  std::vector<Listed> near;
  const auto put = [](void* to, FacetIndices f, double distance) {
    static_cast<std::vector<Listed>*>(to)->push_back({distance, f});
  };
  table.candidates(at.pair, looked, &near, put);
  std::sort(near.begin(), near.end(), comes_first);
  const double roundings = at.pair.rounding_a + at.pair.rounding_b;
  for (const Listed& l : near) {
    k.facets.push_back(l.facets);
    k.distances.push_back(float_below((l.distance - roundings) * at.unit));
  }
  k.edition_a = step.trees.edition(shape_a), k.edition_b = step.trees.edition(shape_b);
  k.listed = alert + zone;
  k.reach = proved_clearance(k.listed, motions.reach(k.pair));
  return looked;
}

void FacetContactFinder::State::list(const Step& step) {
  const std::vector<std::uint32_t> places = places_of(now.next, Next::list);
  counts.listed = places.size();
  std::vector<Pair> pairs;
  for (const std::uint32_t i : places) pairs.push_back(known[i].pair);
  step.trees.build(step.cpu, step.shapes, step.parts, pairs);
  std::vector<FacetSearchCounts> looked(places.size());
  tbb::parallel_for(std::size_t{0}, places.size(), [&](std::size_t j) { looked[j] = list_facets(step, places[j]); });
  for (const FacetSearchCounts& c : looked) {
    counts.search.box_pairs += c.box_pairs, counts.search.facet_pairs += c.facet_pairs;
  }
}

/// The records of overlaps of convex shapes by their own faces; of the other pairs `records` says nothing.
template <class T>
void FacetContactFinder::State::ask_overlaps(const Step& step, std::span<const Pair> pairs,
                                             Contacts<T>& records) const {
  std::vector<std::size_t> places;
  std::vector<Pair> asked;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (are_convex(step, pairs[i])) places.push_back(i), asked.push_back(pairs[i]);
  }
  if (asked.empty()) return;
  Contacts<T> answers(asked.size());
  QueryOptions options;
  options.alert_distance = 0;  // only overlaps count
  query_pairs<T>(step.cpu, step.shapes.view<T>(), step.parts, asked, options, answers.view());
  records.resize(pairs.size());
  std::fill(records.status.begin(), records.status.end(), static_cast<std::uint8_t>(Status::farther_than_alert));
  const ContactsView<T> out = records.view();
  for (std::size_t j = 0; j < places.size(); ++j) batch_detail::store(out, places[j], answers[j]);
}

/// The facet contacts of all candidates that may have some.
template <class T>
FacetContacts<T> FacetContactFinder::State::search(const Step& step) {
  std::vector<std::uint32_t> places;
  for (std::size_t i = 0; i < known.size(); ++i) {
    if (now.next[i] == Next::kept) ++counts.kept;
    if (now.next[i] == Next::apart) ++counts.apart;
    if (now.next[i] == Next::apart || (known[i].facets.empty() && !are_convex(step, known[i].pair))) continue;
    places.push_back(static_cast<std::uint32_t>(i));
  }
  found.resize(places.size());
  std::vector<FacetCandidates> candidates(places.size());
  tbb::parallel_for(tbb::blocked_range<std::size_t>(0, places.size(), 256), [&](const auto& range) {
    for (std::size_t j = range.begin(); j != range.end(); ++j) {
      const Known& k = known[places[j]];
      found[j] = k.pair;
      candidates[j] = {k.facets.data(), k.within(step.alert(k.pair))};
    }
  });
  Contacts<T> records;
  ask_overlaps<T>(step, found, records);
  const ContactsView<T> view = records.view();
  const FacetPairs<T> pairs{found, records.size() > 0 ? &view : nullptr};
  FacetContacts<T> contacts =
      host::own_facet_contacts(host::FacetQuestion<T>{step.trees, step.parts, pairs, step.options, candidates.data()});
  counts.search.facet_pairs += contacts.counts.facet_pairs, counts.search.distances += contacts.counts.distances;
  contacts.counts = counts.search;
  select(contacts.offsets);
  return contacts;
}

/// Leaves out pairs that have no contacts.
void FacetContactFinder::State::select(std::vector<std::uint64_t>& offsets) {
  std::size_t to = 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (offsets[i] == offsets[i + 1]) continue;
    found[to] = found[i];
    offsets[++to] = offsets[i + 1];
  }
  found.resize(to), offsets.resize(to + 1);
}

FacetContactFinder::FacetContactFinder(const Cpu& cpu) : state_(new State(host::thread_count(cpu))) {}
FacetContactFinder::~FacetContactFinder() = default;
FacetContactFinder::FacetContactFinder(FacetContactFinder&&) noexcept = default;
FacetContactFinder& FacetContactFinder::operator=(FacetContactFinder&&) noexcept = default;

template <class T>
FacetContacts<T> FacetContactFinder::find(const ShapeSet& shapes, FacetTrees& trees, const PartsView& parts,
                                          std::span<const Pair> candidates, const FacetOptions& options) {
  State& s = *state_;
  try {
    host::check_facet_options("FacetContactFinder::find", options);
    return host::in_arena(s.threads, [&] {
      check_parts(shapes.headers(), parts, "parts", options.alert_distance);
      const auto in_order = [&](std::size_t i) { return host::is_in_order(candidates, i, parts.count); };
      const Cpu cpu{s.threads};
      if (host::first_bad(cpu, candidates.size(), in_order) < candidates.size()) {
        host::refuse_candidates(candidates, parts.count);
      }
      const State::Step step{shapes, trees, parts, options, cpu};
      s.counts = {};
      s.counts.candidates = candidates.size();
      s.motions.update(shapes.headers().data(), parts);
      s.take(candidates);
      s.plan(step);
      s.ask_hulls(step);
      s.list(step);
      return s.search<T>(step);
    });
  } catch (...) {
    s.forget();
    throw;
  }
}

std::span<const Pair> FacetContactFinder::pairs() const { return state_->found; }
const FacetStepCounts& FacetContactFinder::counts() const { return state_->counts; }
std::size_t FacetContactFinder::memory() const {
  std::size_t sum = (state_->known.capacity() + state_->before.capacity()) * sizeof(Known);
  for (const Known& k : state_->known) {
    sum += k.facets.capacity() * sizeof(FacetIndices) + k.distances.capacity() * sizeof(float);
  }
  return sum;
}
void FacetContactFinder::reset() { state_->forget(); }

template FacetContacts<float> FacetContactFinder::find<float>(const ShapeSet&, FacetTrees&, const PartsView&,
                                                              std::span<const Pair>, const FacetOptions&);
template FacetContacts<double> FacetContactFinder::find<double>(const ShapeSet&, FacetTrees&, const PartsView&,
                                                                std::span<const Pair>, const FacetOptions&);

}  // namespace abut
