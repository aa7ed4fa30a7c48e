// Compiled once per instruction set: see AbutInstructionSets.cmake.
#include "host/exec/isa/facets/facet_search.h"

#include "abut/facets/contact_record.h"
#include "host/exec/isa/facets/facet_group.h"
#include "host/exec/isa/lanes/upper_halves.h"

namespace abut {
inline namespace ABUT_ISA {

extern const FacetSearchTable facet_search_table_of_isa;

namespace facet_search_detail {

void put_record(const SurfacePair<double>& pair, const TwoFacets<double>& of, const FacetSink& sink) {
  FacetContact<double> contact;
  if (facet_pair_record(pair, of, contact)) sink.put(sink.to, contact);
}

/// Of the candidates, or of what the trees find.
template <class Visit>
void visit(const SurfacePair<double>& pair, const FacetCandidates* candidates, Wanted wanted, FacetSearchCounts& counts,
           const Visit& visit_facets) {
  FacetGroup<Visit> group(pair, wanted, counts, visit_facets);
  if (candidates == nullptr) {
    visit_near_indices(pair, counts, [&](std::uint32_t i, std::uint32_t j) { group.add(i, j); });
  } else {
    for (std::size_t k = 0; k < candidates->count; ++k) group.add(candidates->pairs[k].a, candidates->pairs[k].b);
  }
  group.flush();
}

void all(const SurfacePair<double>& pair, const FacetCandidates* candidates, FacetSearchCounts& counts,
         const FacetSink& sink) {
  visit(pair, candidates, Wanted::nearest, counts, [&](const TwoFacets<double>& of) { put_record(pair, of, sink); });
}

void contacts(const SurfacePair<double>& pair, const FacetCandidates* candidates, FacetSearchCounts& counts,
              const FacetSink& sink) {
  visit(pair, candidates, Wanted::within, counts, [&](const TwoFacets<double>& of) {
    if (of.may_cross) sink.may_cross(sink.to, {of.i, of.j});
    if (of.features == 0) return;
    visit_feature_contacts(pair, of, [&](const FacetContact<double>& contact) { sink.put(sink.to, contact); });
  });
}

void crossings(const SurfacePair<double>& pair, const FacetCandidates& candidates, double least,
               const FacetSink& sink) {
  for (std::size_t k = 0; k < candidates.count; ++k) {
    const TwoFacets<double> of = facets_at(pair, candidates.pairs[k].a, candidates.pairs[k].b);
    FacetContact<double> contact;
    if (least_crossing_separation(pair, of) >= least) continue;
    if (crossing_contact(pair, of, contact)) sink.put(sink.to, contact);
  }
}

void candidates(const SurfacePair<double>& pair, FacetSearchCounts& counts, void* to,
                void (*put)(void* to, FacetIndices indices, double distance)) {
  visit(pair, nullptr, Wanted::nearest, counts, [&](const TwoFacets<double>& of) {
    const double distance = sqrt(triangle_triangle(of.a, of.b, of.features).distance2);
    if (distance <= pair.alert + pair.slack) put(to, {of.i, of.j}, distance);
  });
}

void brute_force(const SurfacePair<double>& pair, FacetSearchCounts& counts, const FacetSink& sink) {
  for (std::uint32_t j = 0; j < pair.b.facet_count; ++j) {
    const Facet<double> b = facet_of_b(pair, j);
    for (std::uint32_t i = 0; i < pair.a.facet_count; ++i) {
      ++counts.distances;
      put_record(pair, {i, j, facet_at(pair.a, i), b}, sink);
    }
  }
}

bool place(const PartsView& parts, const Pair& pair, double alert_distance, double tolerance, PlacedPair& at) {
  return place_pair(parts, pair, alert_distance, tolerance, at);
}

template <class T>
void store(const FacetContactsView<T>& out, std::uint64_t to, const ContactsOfPair& of) {
  for (std::uint64_t k = 0; k < of.count; ++k) store_facet_contact(out, to + k, of.pair, of.placed, of.contacts[k]);
}

}  // namespace facet_search_detail

const FacetSearchTable facet_search_table_of_isa = {
    cleared<facet_search_detail::all>,          cleared<facet_search_detail::contacts>,
    cleared<facet_search_detail::crossings>,    cleared<facet_search_detail::candidates>,
    cleared<facet_search_detail::brute_force>,  cleared<facet_search_detail::place>,
    cleared<facet_search_detail::store<float>>, cleared<facet_search_detail::store<double>>};

}  // namespace ABUT_ISA
}  // namespace abut
