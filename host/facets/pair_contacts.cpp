#include "host/facets/pair_contacts.h"

#include <algorithm>

namespace abut::host {
namespace {

using Found = FacetContact<double>;

/// Sorts stably what is seldom more than a few: without the memory that std::stable_sort takes each time.
template <class ComesFirst>
void sort_stably(std::vector<Found>& contacts, const ComesFirst& comes_first) {
  constexpr std::size_t few = 24;
  if (contacts.size() > few) return std::stable_sort(contacts.begin(), contacts.end(), comes_first);
  for (std::size_t i = 1; i < contacts.size(); ++i) {
    std::size_t to = i;
    while (to > 0 && comes_first(contacts[i], contacts[to - 1])) --to;
    const auto at = [&](std::size_t k) { return contacts.begin() + static_cast<std::ptrdiff_t>(k); };
    std::rotate(at(to), at(i), at(i + 1));
  }
}

/// Contacts of the same features next to each other, those that say most first.
bool by_features(const SurfacePair<double>& pair, const Found& x, const Found& y) {
  if (!same_features(x, y)) return has_lower_features(x, y);
  const int more = says_more(x, y);
  return more != 0 ? more > 0 : precedes(pair, x, y);
}

/// Every pair of facets: those that cross as deep as the parts are.
void join_all(const SurfacePair<double>& pair, const PartRecord& record, std::vector<Found>& out) {
  bool crosses = false;
  for (Found& c : out) {
    if (!is_of_facets(c)) continue;
    crosses = true;
    take_part(record, c);
  }
  if (!crosses) out.push_back(part_contact(pair, record));
}

/// What a search of features has found.
struct FoundOfPair {
  std::vector<Found>& contacts;
  std::vector<FacetIndices> may_cross;

  FacetSink sink() {
    return {this, [](void* to, const Found& c) { static_cast<FoundOfPair*>(to)->contacts.push_back(c); },
            [](void* to, FacetIndices f) { static_cast<FoundOfPair*>(to)->may_cross.push_back(f); }};
  }
};

/// What crossing facets add to contacts of features: of bodies that overlap by their parts nothing. Else they tell how
/// deep bodies are beyond the alert distance, or where no contact of features does.
void add_crossings(const FacetSearchTable& table, const SurfacePair<double>& pair, FoundOfPair& found) {
  if (found.may_cross.empty()) return;
  std::vector<Found> told;
  std::copy_if(found.contacts.begin(), found.contacts.end(), std::back_inserter(told),
               [&](const Found& c) { return tells_overlap(pair, c); });
  const double least = told.empty() ? Huge<double>::value : least_shallow(pair);
  const std::size_t features = found.contacts.size();
  table.crossings(pair, {found.may_cross.data(), found.may_cross.size()}, least, found.sink());
  const auto adds_nothing = [&](const Found& c) {
    return c.separation >= least ||
           std::any_of(told.begin(), told.end(), [&](const Found& t) { return is_at(pair, t, c); });
  };
  const auto begin = found.contacts.begin() + static_cast<std::ptrdiff_t>(features);
  found.contacts.erase(std::remove_if(begin, found.contacts.end(), adds_nothing), found.contacts.end());
}

}  // namespace

// Sorted stably: what two facets find twice stays as it was met, whatever else there is.
void find_pair_contacts(const PairSearch& search, const SurfacePair<double>& pair, const PartRecord& record,
                        FacetSearchCounts& counts, std::vector<FacetContact<double>>& out) {
  out.clear();
  FoundOfPair found{out, {}};
  if (search.contacts) {
    search.table.contacts(pair, search.candidates, counts, found.sink());
    if (record.overlaps) {
      out.push_back(part_contact(pair, record));
    } else {
      add_crossings(search.table, pair, found);
    }
    sort_stably(out, [&](const Found& x, const Found& y) { return by_features(pair, x, y); });
    out.erase(std::unique(out.begin(), out.end(), same_features), out.end());
  } else {
    search.table.all(pair, search.candidates, counts, found.sink());
    if (record.overlaps) join_all(pair, record, out);
  }
  sort_stably(out, [&](const Found& x, const Found& y) { return precedes(pair, x, y); });
}

}  // namespace abut::host
