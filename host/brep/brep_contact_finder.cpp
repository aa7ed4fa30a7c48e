#include "abut/brep/brep_contact_finder.h"

#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <utility>

#include "abut/contacts/clearance.h"
#include "host/brep/brep_pair_contacts.h"
#include "host/contacts/sorted_pairs.h"
#include "host/exec/arena.h"

namespace abut {
namespace {

constexpr const char* name = "BrepContactFinder::find";
constexpr double nothing = -Huge<double>::value;
/// The zone beyond the alert distance, in parts of the smaller model's size: distances beyond it are not asked for, as
/// that takes longer.
constexpr double zone_of_size = 0x1p-3;
/// Steps for which the distance is not asked again where what it gave did not last for one.
constexpr std::uint32_t pause = 4;

/// What is known of a pair.
struct Known {
  Pair pair{0, 0};
  double distance = nothing;  ///< models were farther apart, or that far, where they were
  PartPlace a{}, b{};
  bool helped = false;      ///< the distance has left out a step
  std::uint32_t waits = 0;  ///< steps until it is asked again
  std::vector<std::uint64_t> keys;
  std::vector<std::uint32_t> ages;
};

/// A model as motions of parts see it.
ShapeHeader header_of(const host::ShapeBrep& of) {
  ShapeHeader h{};
  h.centre[0] = of.centre.x, h.centre[1] = of.centre.y, h.centre[2] = of.centre.z;
  h.size = of.radius, h.version = of.edition;
  return h;
}

PartPlace place_of(const host::ShapeBrep& of, const PartsView& parts, std::uint32_t part) {
  PartPlace out;
  for (int k = 0; k < 9; ++k) out.rotation[k] = parts.r[k][part];
  out.position[0] = parts.px[part], out.position[1] = parts.py[part], out.position[2] = parts.pz[part];
  out.reach = length(of.centre) + of.radius;
  out.shape = parts.shape[part], out.version = of.edition;
  return out;
}

/// One pair in one step.
class PairStep {
 public:
  PairStep(const ContactBreps& breps, const PartsView& parts, const BrepContactOptions& options, Known& known)
      : options_(options),
        known_(known),
        at_(host::placed_breps(breps, parts, known.pair, options)),
        a_(place_of(*at_.a, parts, known.pair.a)),
        b_(place_of(*at_.b, parts, known.pair.b)) {}

  host::BrepPairContacts run(BrepStepCounts& counts) {
    if (at_.usable && (at_.ball_clearance > at_.reach || still_apart())) {
      ++counts.apart;
      return {};
    }
    ++counts.searched;
    if (known_.distance != nothing && !known_.helped) known_.waits = pause;
    host::BrepPairContacts found = host::find_pair_contacts(at_, options_);
    measure(found, counts);
    return found;
  }

 private:
  bool still_apart() {
    if (known_.distance == nothing) return false;
    const double moved =
        motion_between(part_motion(header_of(*at_.a), known_.a, a_), part_motion(header_of(*at_.b), known_.b, b_));
    const bool apart = lessened(proved_clearance(known_.distance, a_.reach + b_.reach), moved) > at_.reach;
    known_.helped = known_.helped || apart;
    return apart;
  }

  /// What is far can be left out from now on; where something has no solver nothing is known.
  void measure(const host::BrepPairContacts& found, BrepStepCounts& counts) {
    known_.distance = nothing;
    if (!at_.usable || !found.contacts.empty() || found.status != BrepLmdStatus::complete) return;
    if (at_.a->has_unsolved || at_.b->has_unsolved) return;
    if (known_.waits > 0) {
      --known_.waits;
      return;
    }
    ++counts.measured;
    BrepLmdOptions nearest{.nearest_only = true, .angle = options_.angle};
    nearest.reach = at_.reach + zone_of_size * std::min(at_.a->model.size(), at_.b->model.size());
    const BrepLmds least = find_brep_lmds(at_.a->model, at_.b->model, at_.b_in_a, nearest);
    if (least.status != BrepLmdStatus::complete) return;
    known_.distance = least.minima.empty() ? nearest.reach : least.minima[0].distance;
    known_.a = a_, known_.b = b_, known_.helped = false;
  }

  const BrepContactOptions& options_;
  Known& known_;
  host::PlacedBreps at_;
  PartPlace a_, b_;
};

}  // namespace

struct BrepContactFinder::State {
  Cpu cpu;
  std::vector<Known> known;  ///< of the candidates of the last step
  std::vector<std::uint32_t> ages;
  BrepStepCounts counts;

  /// Takes over what is known of the candidates that were there before.
  void match(std::span<const Pair> candidates) {
    std::vector<Known> now(candidates.size());
    std::size_t from = 0;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      while (from < known.size() && comes_before(known[from].pair, candidates[i])) ++from;
      const bool same = from < known.size() && !comes_before(candidates[i], known[from].pair);
      if (same) now[i] = std::move(known[from]);
      now[i].pair = candidates[i];
    }
    known = std::move(now);
  }

  std::vector<host::BrepPairContacts> search(const ContactBreps& breps, const PartsView& parts,
                                             const BrepContactOptions& options) {
    std::vector<host::BrepPairContacts> found(known.size());
    std::vector<BrepStepCounts> of_pair(known.size());
    tbb::parallel_for(std::size_t{0}, known.size(),
                      [&](std::size_t i) { found[i] = PairStep(breps, parts, options, known[i]).run(of_pair[i]); });
    counts = {};
    counts.candidates = known.size();
    for (const BrepStepCounts& c : of_pair) {
      counts.apart += c.apart, counts.searched += c.searched, counts.measured += c.measured;
    }
    return found;
  }

  /// Of each key, by how many steps it has been there.
  template <class T>
  void grow_old(const BrepContacts<T>& all) {
    ages.assign(all.size(), 0);
    for (std::size_t i = 0; i < known.size(); ++i) {
      Known& k = known[i];
      for (std::uint64_t c = all.offsets[i]; c < all.offsets[i + 1]; ++c) {
        const auto before = std::find(k.keys.begin(), k.keys.end(), all.key[c]);
        if (before != k.keys.end()) ages[c] = k.ages[static_cast<std::size_t>(before - k.keys.begin())] + 1;
      }
      const auto first = static_cast<std::ptrdiff_t>(all.offsets[i]);
      const auto end = static_cast<std::ptrdiff_t>(all.offsets[i + 1]);
      k.keys.assign(all.key.begin() + first, all.key.begin() + end);
      k.ages.assign(ages.begin() + first, ages.begin() + end);
    }
  }
};

BrepContactFinder::BrepContactFinder(const Cpu& cpu) : state_(new State) {
  host::thread_count(cpu);
  state_->cpu = cpu;
}
BrepContactFinder::~BrepContactFinder() = default;
BrepContactFinder::BrepContactFinder(BrepContactFinder&&) noexcept = default;
BrepContactFinder& BrepContactFinder::operator=(BrepContactFinder&&) noexcept = default;

template <class T>
BrepContacts<T> BrepContactFinder::find(const ContactBreps& breps, const PartsView& parts,
                                        std::span<const Pair> candidates, const BrepContactOptions& options) {
  State& s = *state_;
  try {
    host::check_options(name, options);
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      if (!host::is_in_order(candidates, i, parts.count)) host::refuse_candidates(candidates, parts.count);
    }
    host::check_pairs(name, breps, parts, candidates);
    s.match(candidates);
    BrepContacts<T> all = host::in_arena(
        s.cpu, [&] { return host::stored<T>(breps, parts, candidates, s.search(breps, parts, options)); });
    s.grow_old(all);
    return all;
  } catch (...) {
    reset();
    throw;
  }
}

std::span<const std::uint32_t> BrepContactFinder::ages() const { return state_->ages; }
const BrepStepCounts& BrepContactFinder::counts() const { return state_->counts; }
std::size_t BrepContactFinder::memory() const {
  std::size_t sum = state_->ages.capacity() * sizeof(std::uint32_t) + state_->known.capacity() * sizeof(Known);
  for (const Known& k : state_->known) {
    sum += k.keys.capacity() * sizeof(std::uint64_t) + k.ages.capacity() * sizeof(std::uint32_t);
  }
  return sum;
}
void BrepContactFinder::reset() { state_->known.clear(), state_->ages.clear(), state_->counts = {}; }

template BrepContacts<float> BrepContactFinder::find(const ContactBreps&, const PartsView&, std::span<const Pair>,
                                                     const BrepContactOptions&);
template BrepContacts<double> BrepContactFinder::find(const ContactBreps&, const PartsView&, std::span<const Pair>,
                                                      const BrepContactOptions&);

}  // namespace abut
