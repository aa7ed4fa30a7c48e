// Contacts of pairs that have several each, told apart by keys, and the springs that go along with them from step to
// step.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "abut/contacts/matching.h"
#include "examples/dem/core_machine.h"

namespace dem {

class KeyedContacts {
 public:
  /// What the file has left. Throws `InvalidInput` where it has contacts without keys.
  void start(const Snapshot& from);
  /// What there is becomes what was.
  void begin_step();
  /// The next one, by pair, then by key. `separation`: what the law sees.
  void add(abut::Pair pair, std::uint64_t key, double separation, Vector normal, Vector point);
  /// Springs go along with pair and key. Of contacts with the same key the first is the first, and so on.
  void end_step();

  const std::vector<abut::Pair>& pairs() const { return pairs_; }
  const abut::Contacts<double>& contacts() const { return contacts_; }
  std::vector<Spring>& springs() { return springs_; }
  void save(Snapshot& to) const { to.pairs = pairs_, to.keys = keys_, to.springs = springs_; }

 private:
  std::vector<abut::Pair> pairs_, pairs_before_;
  std::vector<std::uint64_t> keys_, keys_before_;
  std::vector<Spring> springs_, springs_before_;
  abut::Contacts<double> contacts_;
};

}  // namespace dem
