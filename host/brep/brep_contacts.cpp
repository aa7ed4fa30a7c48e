#include "abut/brep/brep_contacts.h"

#include <oneapi/tbb/parallel_for.h>

#include "abut/core/error.h"
#include "host/brep/brep_pair_contacts.h"
#include "host/exec/arena.h"

namespace abut {
namespace {

constexpr const char* name = "find_brep_contacts";

/// Runs in the calling task arena.
std::vector<host::BrepPairContacts> search(const ContactBreps& breps, const PartsView& parts,
                                           std::span<const Pair> pairs, const BrepContactOptions& options) {
  std::vector<host::BrepPairContacts> found(pairs.size());
  tbb::parallel_for(std::size_t{0}, pairs.size(), [&](std::size_t i) {
    found[i] = host::find_pair_contacts(host::placed_breps(breps, parts, pairs[i], options), options);
  });
  return found;
}

}  // namespace

template <class T>
BrepContactCounts find_brep_contacts(const Cpu& cpu, const ContactBreps& breps, const PartsView& parts,
                                     std::span<const Pair> pairs, const BrepContactOptions& options,
                                     const BrepContactsView<T>& out) {
  host::check_options(name, options);
  if (out.contacts.offsets == nullptr) throw InvalidInput("find_brep_contacts: offsets is null");
  host::check_pairs(name, breps, parts, pairs);
  return host::in_arena(cpu, [&] {
    const auto found = search(breps, parts, pairs, options);
    host::store<T>(breps, parts, pairs, found, out);
    return host::sum_of(found);
  });
}

template <class T>
BrepContacts<T> find_brep_contacts(const Cpu& cpu, const ContactBreps& breps, const PartsView& parts,
                                   std::span<const Pair> pairs, const BrepContactOptions& options) {
  host::check_options(name, options);
  host::check_pairs(name, breps, parts, pairs);
  return host::in_arena(cpu,
                        [&] { return host::stored<T>(breps, parts, pairs, search(breps, parts, pairs, options)); });
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
