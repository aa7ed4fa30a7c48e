#include "host/facets/pair_contacts.h"

#include <algorithm>

namespace abut::host {
namespace {

using Found = FacetContact<double>;

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

/// What crossing facets add to contacts of features: of bodies that overlap by their parts nothing. Else they tell how
/// deep bodies are beyond the alert distance, or where no contact of features does.
void drop_crossings(const SurfacePair<double>& pair, bool part, std::vector<Found>& out) {
  std::vector<Found> told;
  std::copy_if(out.begin(), out.end(), std::back_inserter(told),
               [&](const Found& c) { return tells_overlap(pair, c); });
  std::erase_if(out, [&](const Found& c) {
    if (!is_of_facets(c)) return false;
    if (part || (!told.empty() && is_shallow(pair, c))) return true;
    return std::any_of(told.begin(), told.end(), [&](const Found& t) { return is_at(pair, t, c); });
  });
}

}  // namespace

// Sorted stably: what two facets find twice stays as it was met, whatever else there is.
void find_pair_contacts(const PairSearch& search, const SurfacePair<double>& pair, const PartRecord& record,
                        FacetSearchCounts& counts, std::vector<FacetContact<double>>& out) {
  out.clear();
  const FacetSink sink{&out, [](void* to, const Found& c) { static_cast<std::vector<Found>*>(to)->push_back(c); }};
  (search.contacts ? search.table.contacts : search.table.all)(pair, search.candidates, counts, sink);
  if (search.contacts) {
    drop_crossings(pair, record.overlaps, out);
    if (record.overlaps) out.push_back(part_contact(pair, record));
    std::stable_sort(out.begin(), out.end(), [&](const Found& x, const Found& y) { return by_features(pair, x, y); });
    out.erase(std::unique(out.begin(), out.end(), same_features), out.end());
  } else if (record.overlaps) {
    join_all(pair, record, out);
  }
  std::stable_sort(out.begin(), out.end(), [&](const Found& x, const Found& y) { return precedes(pair, x, y); });
}

}  // namespace abut::host
