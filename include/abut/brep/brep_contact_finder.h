// Contacts of CAD models that move, from step to step: pairs that are farther apart than they can have come nearer
// since are not looked at. Host only.
//
//   BrepContactFinder finder;
//   every step:
//     candidates = pair_finder.find(...)                       (pair_finder.h)
//     finder.find<double>(breps, parts, candidates, {.alert_distance = d})
//
// Of a pair without contacts the least distance is asked, up to a zone beyond the alert distance; it is kept with the
// poses that it was found at, and both models cannot be nearer than that less what they have moved since.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "abut/brep/brep_contacts.h"

namespace abut {

/// What became of a step's candidates. Data only.
struct BrepStepCounts {
  std::uint64_t candidates = 0;
  std::uint64_t apart = 0;     ///< left out by the balls about both, or by what is kept
  std::uint64_t searched = 0;  ///< whose contacts were looked for
  std::uint64_t measured = 0;  ///< of these: whose least distance was asked
};

/// Answers depend neither on threads nor on what was kept: they are those of `find_brep_contacts` to the bit, `counts`
/// apart, which are of what was looked at. One `incomplete` is not told: that of families of minima without samples
/// which are out of reach of a pair that is left out. One finder is for one `ContactBreps`: before it is used with
/// another, `reset`. Several finders may be used at once, one of them by one thread at a time. One that has been moved
/// from may only be assigned to or destroyed.
class BrepContactFinder {
 public:
  /// Throws `InvalidInput` when `cpu.threads` is negative.
  explicit BrepContactFinder(const Cpu& cpu = {});
  ~BrepContactFinder();
  BrepContactFinder(BrepContactFinder&&) noexcept;
  BrepContactFinder& operator=(BrepContactFinder&&) noexcept;

  /// The contacts of the candidates, which are sorted by a, then b, as searches make them. Of those that are no
  /// candidates nothing is kept. Throws `InvalidInput` as `find_brep_contacts` does, and where candidates are not
  /// sorted or name parts that are not there; after an exception the next call begins anew.
  template <class T>
  BrepContacts<T> find(const ContactBreps& breps, const PartsView& parts, std::span<const Pair> candidates,
                       const BrepContactOptions& options);

  /// Of each contact of the last step, how many steps before it its key has been there one after the other. Valid
  /// until the next call.
  std::span<const std::uint32_t> ages() const;
  /// Of the last step.
  const BrepStepCounts& counts() const;
  /// Of what is kept, in bytes.
  std::size_t memory() const;

  /// Forgets everything.
  void reset();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace abut
