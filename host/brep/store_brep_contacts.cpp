// Contacts of CAD models as callers have them.
#include <oneapi/tbb/parallel_for.h>

#include "abut/complex/placed_complexes.h"
#include "host/brep/brep_pair_contacts.h"
#include "host/complex/lmd_arrays.h"

namespace abut::host {
namespace {

std::uint64_t place_key(Pair pair, const BrepContact& c) {
  const std::uint64_t key = contact_key(pair, c.lmd.feature_a, c.lmd.feature_b);
  return c.place == 0 ? key : mix64(key ^ (c.place + 0x9e3779b97f4a7c15ull));
}

template <class T>
void store_offsets(std::span<const BrepPairContacts> found, const BrepContactsView<T>& out) {
  std::uint64_t sum = 0;
  out.contacts.offsets[0] = 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    out.contacts.offsets[i + 1] = sum += found[i].contacts.size();
    const bool crosses = found[i].status == BrepLmdStatus::crossing;
    if (out.contacts.crossing != nullptr) out.contacts.crossing[i] = crosses ? 1 : 0;
    if (out.status != nullptr) out.status[i] = found[i].status;
  }
  if (out.contacts.needed != nullptr) *out.contacts.needed = sum;
}

template <class T>
void store_pair(const ContactBreps& breps, const PartsView& parts, std::span<const Pair> pairs, std::size_t i,
                const BrepPairContacts& found, const BrepContactsView<T>& out) {
  if (found.contacts.empty()) return;
  const Pair p = pairs[i];
  const PlacedBreps at = placed_breps(breps, parts, p, {});
  const auto body = [&](std::uint32_t k) { return Vec3<double>{parts.body_x[k], parts.body_y[k], parts.body_z[k]}; };
  const Vec3<double> offset = at.at_a.position - body(p.a), bodies = body(p.b) - body(p.a);
  std::uint64_t to = out.contacts.offsets[i];
  for (const BrepContact& c : found.contacts) {
    const Vec3<double> n = rotate(at.at_a.rotation, c.lmd.normal);
    const Vec3<double> on_a = multiply_add(n, at.a->dilation, rotate(at.at_a.rotation, c.lmd.point_a) + offset);
    store_contact(out.contacts, to,
                  {n, on_a, bodies, c.lmd.distance - at.dilations, c.lmd.feature_a, c.lmd.feature_b, c.lmd.is_lmd,
                   place_key(p, c)});
    batch_detail::put(out.place, to, c.place);
    ++to;
  }
}

/// Arrays for all contacts.
template <class T>
BrepContactsView<T> sized(BrepContacts<T>& all, std::size_t n) {
  BrepContactsView<T> out;
  out.contacts = sized_view(all, n), out.status = all.status.data();
  all.place.resize(n), out.place.data = all.place.data();
  return out;
}

}  // namespace

template <class T>
void store(const ContactBreps& breps, const PartsView& parts, std::span<const Pair> pairs,
           std::span<const BrepPairContacts> found, const BrepContactsView<T>& out) {
  store_offsets(found, out);
  if (out.contacts.offsets[pairs.size()] > out.contacts.capacity) return;
  tbb::parallel_for(std::size_t{0}, pairs.size(),
                    [&](std::size_t i) { store_pair(breps, parts, pairs, i, found[i], out); });
}

template <class T>
BrepContacts<T> stored(const ContactBreps& breps, const PartsView& parts, std::span<const Pair> pairs,
                       std::span<const BrepPairContacts> found) {
  BrepContacts<T> all;
  all.offsets.resize(pairs.size() + 1), all.status.resize(pairs.size());
  std::size_t count = 0;
  for (const BrepPairContacts& f : found) count += f.contacts.size();
  store(breps, parts, pairs, found, sized(all, count));
  all.counts = sum_of(found);
  return all;
}

BrepContactCounts sum_of(std::span<const BrepPairContacts> found) {
  BrepContactCounts sum;
  for (const BrepPairContacts& f : found) {
    sum.feature_pairs += f.counts.feature_pairs, sum.solved_pairs += f.counts.solved_pairs;
    sum.unsolved += f.counts.unsolved;
  }
  return sum;
}

#define ABUT_INSTANTIATE(T)                                                                                            \
  template void store(const ContactBreps&, const PartsView&, std::span<const Pair>, std::span<const BrepPairContacts>, \
                      const BrepContactsView<T>&);                                                                     \
  template BrepContacts<T> stored(const ContactBreps&, const PartsView&, std::span<const Pair>,                        \
                                  std::span<const BrepPairContacts>);
ABUT_INSTANTIATE(float)
ABUT_INSTANTIATE(double)
#undef ABUT_INSTANTIATE

}  // namespace abut::host
