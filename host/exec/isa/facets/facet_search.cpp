// Compiled once per instruction set: see AbutInstructionSets.cmake.
#include "host/exec/isa/facets/facet_search.h"

#include "abut/facets/facet_contact.h"

namespace abut {
inline namespace ABUT_ISA {

extern const FacetSearchTable facet_search_table_of_isa;

namespace facet_search_detail {

void put_record(const SurfacePair<double>& pair, std::uint32_t i, std::uint32_t j, const Facet<double>& a,
                const Facet<double>& b, const FacetSink& sink) {
  FacetContact<double> contact;
  contact.facet_a = i, contact.facet_b = j;
  if (facet_pair_record(pair, a, b, contact)) sink.put(sink.to, contact);
}

/// Of the candidates, or of what the trees find.
template <class Visit>
void visit(const SurfacePair<double>& pair, const FacetCandidates* candidates, FacetSearchCounts& counts,
           const Visit& visit_facets) {
  if (candidates == nullptr) return visit_near_facets(pair, counts, visit_facets);
  for (std::size_t k = 0; k < candidates->count; ++k) {
    const FacetIndices at = candidates->pairs[k];
    visit_zones(pair, TwoFacets<double>{at.a, at.b, facet_at(pair.a, at.a), facet_of_b(pair, at.b)}, counts,
                visit_facets);
  }
}

void all(const SurfacePair<double>& pair, const FacetCandidates* candidates, FacetSearchCounts& counts,
         const FacetSink& sink) {
  visit(pair, candidates, counts,
        [&](std::uint32_t i, std::uint32_t j, const Facet<double>& a, const Facet<double>& b) {
          put_record(pair, i, j, a, b, sink);
        });
}

void contacts(const SurfacePair<double>& pair, const FacetCandidates* candidates, FacetSearchCounts& counts,
              const FacetSink& sink) {
  visit(pair, candidates, counts,
        [&](std::uint32_t i, std::uint32_t j, const Facet<double>& a, const Facet<double>& b) {
          visit_facet_contacts(pair, i, j, a, b,
                               [&](const FacetContact<double>& contact) { sink.put(sink.to, contact); });
        });
}

void candidates(const SurfacePair<double>& pair, FacetSearchCounts& counts, void* to,
                void (*put)(void* to, FacetIndices indices, double distance)) {
  visit_near_facets(pair, counts,
                    [&](std::uint32_t i, std::uint32_t j, const Facet<double>& a, const Facet<double>& b) {
                      const double distance = sqrt(triangle_triangle(a, b).distance2);
                      if (distance <= pair.alert + pair.slack) put(to, {i, j}, distance);
                    });
}

void brute_force(const SurfacePair<double>& pair, FacetSearchCounts& counts, const FacetSink& sink) {
  for (std::uint32_t j = 0; j < pair.b.facet_count; ++j) {
    const Facet<double> b = facet_of_b(pair, j);
    for (std::uint32_t i = 0; i < pair.a.facet_count; ++i) {
      ++counts.distances;
      put_record(pair, i, j, facet_at(pair.a, i), b, sink);
    }
  }
}

}  // namespace facet_search_detail

const FacetSearchTable facet_search_table_of_isa = {facet_search_detail::all, facet_search_detail::contacts,
                                                    facet_search_detail::candidates, facet_search_detail::brute_force};

}  // namespace ABUT_ISA
}  // namespace abut
