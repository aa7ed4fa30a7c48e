#include "abut/brep/brep_contacts.h"

#include <oneapi/tbb/parallel_for.h>

#include "abut/core/error.h"
#include "host/brep/brep_pair_contacts.h"
#include "host/exec/arena.h"

namespace abut {
namespace {

constexpr const char* name = "find_brep_contacts";

/// The contacts of a batch of pairs. Runs in the calling task arena.
class Batch {
 public:
  Batch(const ContactBreps& breps, const PartsView& parts, std::span<const Pair> pairs,
        const BrepContactOptions& options)
      : breps_(breps), parts_(parts), pairs_(pairs), found_(pairs.size()) {
    tbb::parallel_for(std::size_t{0}, pairs.size(), [&](std::size_t i) {
      found_[i] = host::find_pair_contacts(host::placed_breps(breps, parts, pairs[i], options), options);
    });
  }

  template <class T>
  void store(const BrepContactsView<T>& out) const {
    if (out.contacts.offsets[pairs_.size()] > out.contacts.capacity) return;
    tbb::parallel_for(std::size_t{0}, pairs_.size(),
                      [&](std::size_t i) { host::store_pair(breps_, parts_, pairs_, i, found_[i], out); });
  }
  std::span<const host::BrepPairContacts> found() const { return found_; }
  BrepContactCounts counts() const {
    BrepContactCounts sum;
    for (const host::BrepPairContacts& f : found_) {
      sum.feature_pairs += f.counts.feature_pairs, sum.solved_pairs += f.counts.solved_pairs;
      sum.unsolved += f.counts.unsolved;
    }
    return sum;
  }

 private:
  const ContactBreps& breps_;
  PartsView parts_;
  std::span<const Pair> pairs_;
  std::vector<host::BrepPairContacts> found_;
};

}  // namespace

template <class T>
BrepContactCounts find_brep_contacts(const Cpu& cpu, const ContactBreps& breps, const PartsView& parts,
                                     std::span<const Pair> pairs, const BrepContactOptions& options,
                                     const BrepContactsView<T>& out) {
  host::check_options(name, options);
  if (out.contacts.offsets == nullptr) throw InvalidInput("find_brep_contacts: offsets is null");
  host::check_pairs(name, breps, parts, pairs);
  BrepContactCounts counts;
  host::in_arena(cpu, [&] {
    const Batch batch(breps, parts, pairs, options);
    host::store_offsets(batch.found(), out);
    batch.store(out);
    counts = batch.counts();
  });
  return counts;
}

template <class T>
BrepContacts<T> find_brep_contacts(const Cpu& cpu, const ContactBreps& breps, const PartsView& parts,
                                   std::span<const Pair> pairs, const BrepContactOptions& options) {
  host::check_options(name, options);
  host::check_pairs(name, breps, parts, pairs);
  BrepContacts<T> all;
  all.offsets.resize(pairs.size() + 1), all.status.resize(pairs.size());
  host::in_arena(cpu, [&] {
    const Batch batch(breps, parts, pairs, options);
    BrepContactsView<T> offsets;
    offsets.contacts.offsets = all.offsets.data(), offsets.status = all.status.data();
    host::store_offsets(batch.found(), offsets);
    batch.store(host::sized(all));
    all.counts = batch.counts();
  });
  return all;
}

#define ABUT_INSTANTIATE(T)                                                                        \
  template BrepContactCounts find_brep_contacts(const Cpu&, const ContactBreps&, const PartsView&, \
                                                std::span<const Pair>, const BrepContactOptions&,  \
                                                const BrepContactsView<T>&);                       \
  template BrepContacts<T> find_brep_contacts(const Cpu&, const ContactBreps&, const PartsView&,   \
                                              std::span<const Pair>, const BrepContactOptions&);
ABUT_INSTANTIATE(float)
ABUT_INSTANTIATE(double)
#undef ABUT_INSTANTIATE

}  // namespace abut
