#include "abut/surface/surface_contacts.h"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <string>
#include <utility>

#include "abut/bodies/world_pose.h"
#include "abut/contacts/clearance.h"
#include "abut/core/error.h"
#include "host/bvh/part_boxes.h"
#include "host/contacts/sorted_pairs.h"
#include "host/exec/arena.h"
#include "host/exec/pair_checks.h"
#include "host/is_distance.h"
#include "host/number_text.h"
#include "host/surface/knot_side.h"
#include "host/surface/saved_bytes.h"

namespace abut {
namespace {

/// What is kept of a pair: A's knots against B, and B's against A.
struct Known {
  Pair pair{0, 0};
  Pair shapes{0, 0};
  host::KnotSide sides[2];
};

/// Of one pair, in the order in which they are reported. Data only.
struct PairContacts {
  std::vector<host::FoundKnot> of[2];
  SurfaceStepCounts counts;
};

void add(SurfaceStepCounts& sum, const SurfaceStepCounts& c) {
  sum.sides += c.sides, sum.spheres += c.spheres, sum.knots += c.knots, sum.queries += c.queries;
}

/// Members one by one, as padding has no value.
void put_cache(const ClosestPointCache<double>& c, host::BytesOut& out) {
  const std::uint32_t count = std::min<std::uint32_t>(c.count, most_kept_rectangles);
  out.put(std::uint64_t{count}), out.put(c.radius), out.put(c.point);
  for (std::uint32_t k = 0; k < count; ++k) {
    const KeptRectangle<double>& r = c.of[k];
    out.put(std::uint64_t{r.piece}), out.put(r.in);
    for (const double x : {r.s, r.t, r.way, r.room}) out.put(x);
  }
}
ClosestPointCache<double> get_cache(host::BytesIn& in) {
  ClosestPointCache<double> c{};
  c.count = static_cast<std::uint32_t>(in.get<std::uint64_t>());
  if (c.count > most_kept_rectangles) in.refuse();
  c.radius = in.get<double>(), c.point = in.get<Vec3<double>>();
  for (std::uint32_t k = 0; k < c.count; ++k) {
    KeptRectangle<double>& r = c.of[k];
    r.piece = static_cast<std::uint32_t>(in.get<std::uint64_t>()), r.in = in.get<ParameterRectangle<double>>();
    for (double* x : {&r.s, &r.t, &r.way, &r.room}) *x = in.get<double>();
  }
  return c;
}
constexpr std::size_t least_cache_bytes = 8 + 4 * sizeof(double);

/// Places that are read later have to be there; those of knots and spheres are the walk's to check, which has them.
void check_saved(const host::BytesIn& in, const host::KnotSide& side) {
  for (const host::NearKnot& n : side.near) {
    if (n.cache >= side.caches.size()) in.refuse();
  }
  for (const std::uint64_t at : side.free) {
    if (at >= side.caches.size()) in.refuse();
  }
}

constexpr std::uint64_t saved_kind = 0x31544e4f43425541;  // "AUBCONT1"

}  // namespace

struct SurfaceContactFinder::State {
  explicit State(int count) : threads(count) {}

  /// Data only.
  struct Step {
    const ContactSurfaces::State& surfaces;
    const PartsView& parts;
    const SurfaceContactOptions& options;
  };

  void take(std::span<const Pair> candidates);
  void search(const Step& step);
  void search_pair(const Step& step, std::size_t i);
  template <class T>
  SurfaceContacts<T> contacts(const Step& step);
  template <class T>
  void put(const Step& step, const PairContacts& of, Pair pair, std::size_t at, SurfaceContacts<T>& out) const;

  void forget() {
    known.clear(), found.clear(), pairs.clear();
    counts = {};
  }

  int threads;
  std::vector<Known> known, before;
  std::vector<PairContacts> found;  ///< of each candidate
  std::vector<Pair> pairs;
  SurfaceStepCounts counts;
};

/// What the step before has left of the candidates; of the others nothing is known.
void SurfaceContactFinder::State::take(std::span<const Pair> candidates) {
  std::swap(known, before);
  known.clear();
  auto old = before.begin();
  for (const Pair& pair : candidates) {
    while (old != before.end() && comes_before(old->pair, pair)) ++old;
    const bool is_known = old != before.end() && same_pair(old->pair, pair);
    known.push_back(is_known ? std::move(*old) : Known{});
    known.back().pair = pair;
  }
}

void SurfaceContactFinder::State::search_pair(const Step& step, std::size_t i) {
  Known& k = known[i];
  PairContacts& out = found[i];
  out.of[0].clear(), out.of[1].clear(), out.counts = {};
  const std::uint32_t part[2] = {k.pair.a, k.pair.b};
  const Pair shapes{step.parts.shape[part[0]], step.parts.shape[part[1]]};
  if (!same_pair(k.shapes, shapes)) k.sides[0] = k.sides[1] = {};
  k.shapes = shapes;
  const host::ContactEntry* const entry[2] = {step.surfaces.entry(shapes.a), step.surfaces.entry(shapes.b)};
  const Pose at[2] = {world_pose(step.parts, part[0]), world_pose(step.parts, part[1])};
  if (entry[0] == nullptr || entry[1] == nullptr || !is_usable(at[0]) || !is_usable(at[1])) {
    k.sides[0] = k.sides[1] = {};
    return;
  }
  const double alert = alert_between(step.parts.alert, k.pair, step.options.alert_distance);
  const std::span<const SurfaceView<double>> views = step.surfaces.set.views<double>();
  for (const int slave : {0, 1}) {
    const bool is_asked = slave == 0 ? step.options.knots_of_a : step.options.knots_of_b;
    if (!is_asked || entry[slave]->knots.empty()) continue;
    const RelativePose<double> slave_in_master = relative_pose(at[1 - slave], at[slave], {0, 0, 0}, {0, 0, 0});
    const host::PlacedSide side{views[entry[1 - slave]->surface], *entry[slave], slave_in_master, alert};
    host::find_near_knots(side, k.sides[slave], out.counts, out.of[slave]);
  }
}

void SurfaceContactFinder::State::search(const Step& step) {
  found.resize(known.size());
  tbb::parallel_for(tbb::blocked_range<std::size_t>(0, known.size(), 4), [&](const auto& range) {
    for (std::size_t i = range.begin(); i != range.end(); ++i) search_pair(step, i);
  });
  counts = {};
  counts.candidates = known.size();
  for (const PairContacts& f : found) add(counts, f.counts);
}

/// Those of a pair, from place `at` on.
template <class T>
void SurfaceContactFinder::State::put(const Step& step, const PairContacts& of, Pair pair, std::size_t at,
                                      SurfaceContacts<T>& out) const {
  for (const int slave : {0, 1}) {
    const KnotFrame frame = knot_frame(step.parts, pair, slave == 1);
    for (const host::FoundKnot& f : of.of[slave]) {
      const KnotContact<T> c = knot_contact<T>(frame, f.knot, f.at, f.gap);
      out.key[at] = c.key, out.separation[at] = c.separation;
      out.normal[at] = c.normal, out.point[at] = c.point;
      out.u[at] = c.u, out.v[at] = c.v;
      out.status[at] = c.status;
      ++at;
    }
  }
}

template <class T>
SurfaceContacts<T> SurfaceContactFinder::State::contacts(const Step& step) {
  SurfaceContacts<T> out;
  pairs.clear();
  out.offsets.push_back(0);
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < known.size(); ++i) {
    const std::size_t count = found[i].of[0].size() + found[i].of[1].size();
    if (count == 0) continue;
    places.push_back(i), pairs.push_back(known[i].pair);
    out.offsets.push_back(out.offsets.back() + count);
  }
  const std::size_t total = out.offsets.back();
  out.key.resize(total), out.separation.resize(total), out.normal.resize(total), out.point.resize(total);
  out.u.resize(total), out.v.resize(total), out.status.resize(total);
  tbb::parallel_for(tbb::blocked_range<std::size_t>(0, places.size(), 64), [&](const auto& range) {
    for (std::size_t j = range.begin(); j != range.end(); ++j) {
      put(step, found[places[j]], pairs[j], out.offsets[j], out);
    }
  });
  return out;
}

SurfaceContactFinder::SurfaceContactFinder(const Cpu& cpu) : state_(new State(host::thread_count(cpu))) {}
SurfaceContactFinder::~SurfaceContactFinder() = default;
SurfaceContactFinder::SurfaceContactFinder(SurfaceContactFinder&&) noexcept = default;
SurfaceContactFinder& SurfaceContactFinder::operator=(SurfaceContactFinder&&) noexcept = default;

template <class T>
SurfaceContacts<T> SurfaceContactFinder::find(const ContactSurfaces& surfaces, const PartsView& parts,
                                              std::span<const Pair> candidates, const SurfaceContactOptions& options) {
  State& s = *state_;
  if (!host::is_distance(options.alert_distance)) {
    throw InvalidInput("SurfaceContactFinder::find: alert_distance is " + host::number_text(options.alert_distance) +
                       "; allowed is 0 or more, finite");
  }
  try {
    return host::in_arena(s.threads, [&] {
      const auto in_order = [&](std::size_t i) { return host::is_in_order(candidates, i, parts.count); };
      if (host::first_bad(Cpu{s.threads}, candidates.size(), in_order) < candidates.size()) {
        host::refuse_candidates(candidates, parts.count);
      }
      const State::Step step{*surfaces.state_, parts, options};
      s.take(candidates);
      s.search(step);
      return s.contacts<T>(step);
    });
  } catch (...) {
    s.forget();
    throw;
  }
}

std::span<const Pair> SurfaceContactFinder::pairs() const { return state_->pairs; }
const SurfaceStepCounts& SurfaceContactFinder::counts() const { return state_->counts; }
std::size_t SurfaceContactFinder::memory() const {
  std::size_t sum = (state_->known.capacity() + state_->before.capacity()) * sizeof(Known);
  for (const Known& k : state_->known) {
    for (const host::KnotSide& side : k.sides) {
      sum += side.near.capacity() * sizeof(host::NearKnot) + side.nodes.capacity() * sizeof(host::KnownGap) +
             side.caches.capacity() * sizeof(ClosestPointCache<double>);
    }
  }
  return sum;
}
void SurfaceContactFinder::reset() { state_->forget(); }

std::vector<std::byte> SurfaceContactFinder::save() const {
  host::BytesOut out;
  out.put(saved_kind), out.put(std::uint64_t{state_->known.size()});
  for (const Known& k : state_->known) {
    out.put(k.pair), out.put(k.shapes);
    for (const host::KnotSide& side : k.sides) {
      out.put_all(side.nodes), out.put_all(side.near), out.put_all(side.free);
      out.put(std::uint64_t{side.caches.size()});
      for (const ClosestPointCache<double>& c : side.caches) put_cache(c, out);
    }
  }
  return out.take();
}

void SurfaceContactFinder::restore(std::span<const std::byte> saved) {
  host::BytesIn in(saved, "SurfaceContactFinder::restore");
  if (in.get<std::uint64_t>() != saved_kind) in.refuse();
  std::vector<Known> known(in.get_count(sizeof(Pair)));
  for (Known& k : known) {
    k.pair = in.get<Pair>(), k.shapes = in.get<Pair>();
    for (host::KnotSide& side : k.sides) {
      in.get_all(side.nodes), in.get_all(side.near), in.get_all(side.free);
      side.caches.resize(in.get_count(least_cache_bytes));
      for (ClosestPointCache<double>& c : side.caches) c = get_cache(in);
      check_saved(in, side);
    }
  }
  in.end();
  state_->forget();
  state_->known = std::move(known);
}

template SurfaceContacts<float> SurfaceContactFinder::find<float>(const ContactSurfaces&, const PartsView&,
                                                                  std::span<const Pair>, const SurfaceContactOptions&);
template SurfaceContacts<double> SurfaceContactFinder::find<double>(const ContactSurfaces&, const PartsView&,
                                                                    std::span<const Pair>,
                                                                    const SurfaceContactOptions&);

}  // namespace abut
