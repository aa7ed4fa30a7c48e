// Contacts of facets put in order, and told once.
//
// Meetings are sorted by pair and the callers' facets; so are their contacts then, as they stay in their meeting's
// order. Which of them are told is found for each on its own: crossings that others tell more of, the same features
// once, what parts of a body hide. What is told keeps the order of the meetings; in a meeting it goes by features.
#pragma once

#include "abut/core/bisection.h"
#include "abut/facets/contact_record.h"
#include "abut/facets/joined_parts.h"
#include "kernels/facets/facet_scratch.h"

namespace abut::device {
namespace facets_detail {

/// Stands behind what is sorted by facets or features, and by pairs.
inline constexpr std::uint64_t no_key = ~std::uint64_t{0}, no_pair = std::uint64_t{1} << 32;

struct KeyByFacets {
  FacetFindings found;
  NumberKeys out;
  ABUT_HD void operator()(std::uint64_t k) const {
    out.values[k] = static_cast<std::uint32_t>(k);
    out.keys[k] = no_key;
    if (k >= found.meeting_count()) return;
    const Meeting& m = found.meetings.items[k];
    const SurfacePair<double>& pair = found.placed[m.pair].pair;
    out.keys[k] = std::uint64_t{facet_id(pair.a, m.facet_a)} << 32 | facet_id(pair.b, m.facet_b);
  }
};

/// For meetings that are sorted by facets.
struct KeyByPair {
  FacetFindings found;
  NumberKeys out;
  ABUT_HD void operator()(std::uint64_t k) const {
    const std::uint32_t m = out.values[k];
    out.keys[k] = m < found.meeting_count() ? found.meetings.items[m].pair : no_pair;
  }
};

/// How many contacts each meeting has, in order; to be summed.
struct CountContacts {
  FacetFindings found;
  const std::uint32_t* sorted;
  ABUT_HD void operator()(std::uint64_t k) const {
    if (k < found.meetings.capacity) found.order[k] = sorted[k];
    found.begin[k] = k < found.meeting_count() ? found.meeting(k).count : 0;
  }
};

/// Where the contacts of one meeting are.
struct ListContacts {
  FacetFindings found;
  ABUT_HD void operator()(std::uint64_t k) const {
    if (k >= found.meeting_count()) return;
    const Meeting& m = found.meeting(k);
    for (std::uint32_t c = 0; c < m.count; ++c) {
      found.at[found.begin[k] + c] = m.first + c;
      found.owner[found.begin[k] + c] = static_cast<std::uint32_t>(k);
    }
  }
};

/// Where the contacts of pair `i` begin.
struct FindRows {
  FacetFindings found;
  ABUT_HD void operator()(std::uint64_t i) const {
    const std::uint64_t first =
        first_not_before(found.meeting_count(), [&](std::uint64_t k) { return found.meeting(k).pair < i; });
    found.rows[i] = found.begin[first];
  }
};

/// All are told.
struct TellAll {
  FacetFindings found;
  ABUT_HD void operator()(std::uint64_t s) const { found.before[s] = s < found.contact_count() ? 1 : 0; }
};

/// Keys of contacts by pair and features; what has come to nothing has none, and is not told.
struct KeyByFeatures {
  FacetFindings found;
  NumberKeys out;
  ABUT_HD void operator()(std::uint64_t s) const {
    found.before[s] = 0;
    if (s == found.contacts.capacity) return;
    out.values[s] = static_cast<std::uint32_t>(s);
    out.keys[s] = no_key;
    if (s >= found.contact_count()) return;
    const FacetContact<double>& c = found.contact(s);
    if (is_no_crossing(c)) return;
    found.before[s] = 1;
    out.keys[s] =
        contact_key({found.meeting(found.owner[s]).pair, 0}, c.feature_a, c.feature_b) >> 1;  // never `no_key`
  }
};

/// Facets that cross are not told where a contact of features that tells of an overlap is at both: it tells more. A
/// pair may have thousands of contacts: a team looks at them for each that crosses.
struct DropCrossings {
  struct Shared {};
  FacetFindings found;
  std::uint64_t* keys;

  template <class Team>
  ABUT_HD void operator()(std::uint64_t s, const Team& team, Shared&) const {
    const FacetContact<double>& c = found.contact(s);
    if (!is_of_facets(c) || is_no_crossing(c)) return;
    const std::uint32_t i = found.meeting(found.owner[s]).pair;
    if (found.marks[i] == 0) return;
    const SurfacePair<double>& pair = found.placed[i].pair;
    bool told_by_others = false;
    for (std::uint64_t first = found.rows[i]; !told_by_others && first < found.rows[i + 1]; first += Team::size) {
      bool tells_more[Team::held];
      for (std::uint32_t l = 0; l < Team::held; ++l) {
        const std::uint64_t t = first + team.rank() + l;
        tells_more[l] = false;
        if (t >= found.rows[i + 1]) continue;
        const FacetContact<double>& other = found.contact(t);
        tells_more[l] = tells_overlap(pair, other) && is_at(pair, other, c);
      }
      told_by_others = team.any(tells_more);
    }
    if (!told_by_others || team.rank() != 0) return;
    found.before[s] = 0;
    keys[s] = no_key;
  }
};

/// Of the contacts of one pair and the same features, which have the same key, one is told.
struct DropSame {
  FacetFindings found;
  NumberKeys in;

  /// Whether contact `t` is told rather than `s`.
  ABUT_HD bool is_better(std::uint32_t t, std::uint32_t s) const {
    const FacetContact<double>&x = found.contact(t), &y = found.contact(s);
    if (!same_features(x, y) || found.meeting(found.owner[t]).pair != found.meeting(found.owner[s]).pair) return false;
    const int more = says_more(x, y);
    return more != 0 ? more > 0 : t < s;
  }
  ABUT_HD void operator()(std::uint64_t k) const {
    const std::uint64_t key = in.keys[k];
    if (key == no_key) return;
    const std::uint32_t s = in.values[k];
    bool told = true;
    for (std::uint64_t l = k; told && l > 0 && in.keys[l - 1] == key; --l) told = !is_better(in.values[l - 1], s);
    for (std::uint64_t l = k + 1; told && l < found.contacts.capacity && in.keys[l] == key; ++l) {
      told = !is_better(in.values[l], s);
    }
    if (!told) found.before[s] = 0;
  }
};

struct KeyByBody {
  const std::uint32_t* body;
  NumberKeys out;
  ABUT_HD void operator()(std::uint64_t part) const {
    out.keys[part] = body[part];
    out.values[part] = static_cast<std::uint32_t>(part);
  }
};

/// Contacts that another part of a body hides are not told.
struct DropHidden {
  static constexpr unsigned threads_per_block = 64;
  FacetFindings found;
  const Pair* pairs;
  SurfacedParts parts;
  const std::uint32_t* of_bodies;

  template <class Holds>
  ABUT_HD bool any_part_of(std::uint32_t body, const Holds& holds) const {
    const auto body_at = [&](std::uint32_t k) { return parts.parts.body[of_bodies[k]]; };
    const std::uint32_t count = parts.parts.count;
    std::uint32_t k = first_not_before(count, [&](std::uint32_t at) { return body_at(at) < body; });
    for (; k < count && body_at(k) == body; ++k) {
      if (holds(of_bodies[k])) return true;
    }
    return false;
  }
  ABUT_HD void operator()(std::uint64_t s) const {
    if (found.before[s] == 0) return;
    const std::uint32_t i = found.meeting(found.owner[s]).pair;
    const bool hidden = is_hidden(parts, pairs[i], found.placed[i], found.contact(s),
                                  [&](std::uint32_t body, const auto& holds) { return any_part_of(body, holds); });
    if (hidden) found.before[s] = 0;
  }
};

/// Where the contacts of pair `i` are told, and how many there are.
struct WriteOffsets {
  FacetFindings found;
  std::uint64_t pairs;
  std::uint64_t *offsets, *needed;
  FacetRoom* room_needed;
  ABUT_HD void operator()(std::uint64_t i) const {
    const bool fits = found.meetings.fits() && found.contacts.fits();
    offsets[i] = fits ? found.before[found.rows[i]] : 0;
    if (i < pairs) return;
    *needed = fits ? offsets[i] : ~std::uint64_t{0};
    *room_needed = {*found.meetings.count, *found.contacts.count};
  }
};

/// Stores one contact that is told.
template <class T>
struct StoreContact {
  FacetFindings found;
  const Pair* pairs;
  FacetContactsView<T> out;

  ABUT_HD bool is_told(std::uint64_t s) const { return found.before[s + 1] != found.before[s]; }
  ABUT_HD bool same_facets(std::uint64_t k, std::uint64_t l) const {
    const Meeting &m = found.meeting(k), &n = found.meeting(l);
    return m.pair == n.pair && m.facet_a == n.facet_a && m.facet_b == n.facet_b;
  }
  /// Of the same two facets; what a record says is behind what these say.
  ABUT_HD bool is_before(std::uint64_t t, std::uint64_t s) const {
    const FacetContact<double>&x = found.contact(t), &y = found.contact(s);
    if (!same_features(x, y)) return has_lower_features(x, y);
    const bool record_t = found.meeting(found.owner[t]).of_record, record_s = found.meeting(found.owner[s]).of_record;
    return record_t != record_s ? record_s : t < s;
  }
  ABUT_HD void operator()(std::uint64_t s) const {
    const std::uint64_t told = found.before[found.contact_count()];
    if (told > out.capacity || !is_told(s)) return;
    // Two facets meet once; what a record says may be of the same two.
    std::uint64_t first = found.owner[s], last = first + 1;
    if (first > 0 && same_facets(first - 1, first)) --first;
    if (last < found.meeting_count() && same_facets(first, last)) ++last;
    std::uint64_t to = found.before[found.begin[first]];
    for (std::uint64_t t = found.begin[first]; t < found.begin[last]; ++t) {
      if (is_told(t) && is_before(t, s)) ++to;
    }
    const std::uint32_t i = found.meeting(found.owner[s]).pair;
    store_facet_contact(out, to, pairs[i], found.placed[i], found.contact(s));
  }
};

}  // namespace facets_detail

/// Puts meetings and their contacts in order.
template <class Queue>
void order_contacts(Queue& queue, const FacetScratch& s) {
  using namespace facets_detail;
  const FacetFindings& found = s.found;
  const std::uint64_t room = s.sizes.room.facet_pairs;
  if (room > 0) {
    const auto by_facets = [&](NumberKeys out) { return KeyByFacets{found, out}; };
    const auto by_pair = [&](NumberKeys out) { return KeyByPair{found, out}; };
    const NumberKeys sorted = sort_by_two(queue, s.by_facets, room, by_facets, by_pair, 33);
    queue.for_each(room, CountContacts{found, sorted.values});
  }
  queue.fill(found.begin + room, 1, 0);
  queue.scan(found.begin, room + 1, s.temporary, s.temporary_bytes);
  queue.for_each_of(found.meetings.count, room, ListContacts{found});
  queue.for_each(s.sizes.pairs + 1, FindRows{found});
}

/// Leaves out contacts that say nothing new, and counts the others.
template <class T, class Queue>
void tell_contacts(Queue& queue, const backend::FacetSearch<T>& search, const FacetScratch& s) {
  using namespace facets_detail;
  const FacetFindings& found = s.found;
  const std::uint64_t room = s.sizes.room.contacts;
  if (!search.options.contacts) {
    queue.for_each(room + 1, TellAll{found});
  } else {
    const std::uint64_t* const count = found.begin + s.sizes.room.facet_pairs;
    queue.for_each(room + 1, KeyByFeatures{found, {s.by_features.keys, s.by_features.values}});
    if (room > 0) {
      queue.for_each_team(count, room, DropCrossings{found, s.by_features.keys});
      const auto sorted = sort(queue, s.by_features, room, 64);
      queue.for_each(room, DropSame{found, {sorted.keys, sorted.values}});
    }
    if (search.options.join_parts && search.pair_count > 0) {
      queue.for_each(search.parts.count, KeyByBody{search.parts.body, {s.by_body.keys, s.by_body.values}});
      const auto sorted = sort(queue, s.by_body, search.parts.count, 32);
      queue.copy(s.of_bodies, sorted.values, search.parts.count);
      queue.for_each_of(count, room, DropHidden{found, search.pairs, {search.parts, search.surfaces}, s.of_bodies});
    }
  }
  queue.scan(found.before, room + 1, s.temporary, s.temporary_bytes);
}

}  // namespace abut::device
