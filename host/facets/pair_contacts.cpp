#include "host/facets/pair_contacts.h"

#include <algorithm>

#include "abut/facets/point_triangle.h"

namespace abut::host {
namespace {

using Found = FacetContact<double>;

std::uint32_t id_of(const FacetSurfaceView<double>& s, std::uint32_t facet) {
  return facet == no_facet_index ? facet : s.facets[facet].id;
}

/// Contacts of the same features next to each other, those that say most first: the part's, those of features, those
/// of facets that cross, the deepest first; then by the callers' facets.
bool same_features(const Found& x, const Found& y) {
  return x.feature_a.code == y.feature_a.code && x.feature_b.code == y.feature_b.code;
}

/// Of two facets and no features.
bool is_of_facets(const Found& c) {
  return c.kind == FacetContactKind::crossing || c.kind == FacetContactKind::touching;
}

class Order {
 public:
  explicit Order(const SurfacePair<double>& pair) : pair_(pair) {}

  bool by_features(const Found& x, const Found& y) const {
    if (x.feature_a.code != y.feature_a.code) return x.feature_a.code < y.feature_a.code;
    if (x.feature_b.code != y.feature_b.code) return x.feature_b.code < y.feature_b.code;
    if (rank(x) != rank(y)) return rank(x) < rank(y);
    if (is_of_facets(x) && x.separation != y.separation) return x.separation < y.separation;
    return by_ids(x, y);
  }
  bool by_ids(const Found& x, const Found& y) const {
    const std::uint32_t ax = id_of(pair_.a, x.facet_a), ay = id_of(pair_.a, y.facet_a);
    const std::uint32_t bx = id_of(pair_.b, x.facet_b), by = id_of(pair_.b, y.facet_b);
    if (ax != ay) return ax < ay;
    if (bx != by) return bx < by;
    if (x.feature_a.code != y.feature_a.code) return x.feature_a.code < y.feature_a.code;
    return x.feature_b.code < y.feature_b.code;
  }

 private:
  static int rank(const Found& c) { return c.kind == FacetContactKind::part ? 0 : is_of_facets(c) ? 2 : 1; }
  const SurfacePair<double>& pair_;
};

/// The facet with the least number that has a feature.
std::uint32_t facet_with(const FacetSurfaceView<double>& s, Feature feature) {
  std::uint32_t least = no_facet_index;
  for (std::uint32_t i = 0; i < s.facet_count; ++i) {
    bool has = false;
    for (int k = 0; k < 3; ++k) {
      const auto at = static_cast<std::uint8_t>(k);
      const bool has_edge = s.facets[i].edge[k] != no_facet_index;
      has = has || surface_feature(s, i, {FeatureKind::vertex, at}).code == feature.code ||
            (has_edge && surface_feature(s, i, {FeatureKind::edge, at}).code == feature.code);
    }
    has = has || surface_feature(s, i, {FeatureKind::face, 0}).code == feature.code;
    if (has && (least == no_facet_index || s.facets[i].id < s.facets[least].id)) least = i;
  }
  return least;
}

Found contact_of(const SurfacePair<double>& pair, const PartRecord& record) {
  Found c;
  c.facet_a = facet_with(pair.a, record.feature_a), c.facet_b = facet_with(pair.b, record.feature_b);
  c.separation = record.separation;
  c.normal = {record.normal};
  c.a = record.witness_a;
  c.feature_a = record.feature_a, c.feature_b = record.feature_b;
  c.kind = FacetContactKind::part;
  return c;
}

/// Every pair of facets: those that cross as deep as the parts are.
void join_all(const SurfacePair<double>& pair, const PartRecord& record, std::vector<Found>& out) {
  bool crosses = false;
  for (Found& c : out) {
    if (!is_of_facets(c)) continue;
    crosses = true;
    c.kind = FacetContactKind::part;
    c.separation = record.separation;
    c.normal = {record.normal};
  }
  if (!crosses) out.push_back(contact_of(pair, record));
}

/// Whether a contact's point is within the alert distance of both facets of another one.
bool is_at(const SurfacePair<double>& pair, const Found& contact, const Found& facets) {
  const double within = pair.alert + pair.slack;
  const auto near = [&](const Facet<double>& f) { return point_triangle(contact.a, f).distance2 <= within * within; };
  return near(facet_at(pair.a, facets.facet_a)) && near(facet_of_b(pair, facets.facet_b));
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
/// deep bodies are beyond the alert distance, or where no contact of features does. Two triangles of larger faces may
/// cross without the edges that their overlap is shallow across: a contact of these, where it is, tells more.
void add_crossings(const FacetSearchTable& table, const SurfacePair<double>& pair, FoundOfPair& found) {
  const double roundings = pair.rounding_a + pair.rounding_b;
  std::vector<Found> told;
  for (const Found& c : found.contacts) {
    if (c.separation + roundings <= pair.slack) told.push_back(c);
  }
  const double deep = -(pair.alert + pair.slack + roundings), least = told.empty() ? Huge<double>::value : deep;
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

void find_pair_contacts(const PairSearch& search, const SurfacePair<double>& pair, const PartRecord& record,
                        FacetSearchCounts& counts, std::vector<FacetContact<double>>& out) {
  out.clear();
  FoundOfPair found{out, {}};
  const Order order(pair);
  if (search.contacts) {
    search.table.contacts(pair, search.candidates, counts, found.sink());
    if (record.overlaps) {
      out.push_back(contact_of(pair, record));
    } else {
      add_crossings(search.table, pair, found);
    }
    std::sort(out.begin(), out.end(), [&](const Found& x, const Found& y) { return order.by_features(x, y); });
    out.erase(std::unique(out.begin(), out.end(), same_features), out.end());
  } else {
    search.table.all(pair, search.candidates, counts, found.sink());
    if (record.overlaps) join_all(pair, record, out);
  }
  std::sort(out.begin(), out.end(), [&](const Found& x, const Found& y) { return order.by_ids(x, y); });
}

}  // namespace abut::host
