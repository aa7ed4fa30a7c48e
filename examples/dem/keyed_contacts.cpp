#include "examples/dem/keyed_contacts.h"

#include <algorithm>

#include "abut/core/error.h"

namespace dem {

void KeyedContacts::start(const Snapshot& from) {
  if (from.keys.size() != from.pairs.size()) throw abut::InvalidInput("the restart file has contacts without keys");
  pairs_ = from.pairs, keys_ = from.keys, springs_ = from.springs;
  contacts_ = abut::Contacts<double>(pairs_.size());
}

void KeyedContacts::begin_step() {
  std::swap(pairs_, pairs_before_), std::swap(keys_, keys_before_), std::swap(springs_, springs_before_);
  pairs_.clear(), keys_.clear();
}

void KeyedContacts::add(abut::Pair pair, std::uint64_t key, double separation, Vector normal, Vector point) {
  const std::size_t to = pairs_.size();
  if (contacts_.size() <= to) contacts_.resize(std::max<std::size_t>(64, 2 * to));
  pairs_.push_back(pair), keys_.push_back(key);
  contacts_.separation[to] = separation;
  contacts_.normal_x[to] = normal.x, contacts_.normal_y[to] = normal.y, contacts_.normal_z[to] = normal.z;
  contacts_.point_x[to] = point.x, contacts_.point_y[to] = point.y, contacts_.point_z[to] = point.z;
  contacts_.status[to] = static_cast<std::uint8_t>(abut::Status::converged);
}

void KeyedContacts::end_step() {
  contacts_.resize(pairs_.size());
  springs_.assign(pairs_.size(), Spring{});
  std::size_t old = 0;
  for (std::size_t k = 0; k < pairs_.size(); ++k) {
    const auto is_before = [&](std::size_t at) {
      const abut::Pair pair = pairs_before_[at];
      if (!abut::same_pair(pair, pairs_[k])) return abut::comes_before(pair, pairs_[k]);
      return keys_before_[at] < keys_[k];
    };
    while (old < pairs_before_.size() && is_before(old)) ++old;
    if (old == pairs_before_.size()) break;
    if (abut::same_pair(pairs_before_[old], pairs_[k]) && keys_before_[old] == keys_[k]) {
      springs_[k] = springs_before_[old++];
    }
  }
}

}  // namespace dem
