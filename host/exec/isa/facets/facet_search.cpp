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

void all(const SurfacePair<double>& pair, FacetSearchCounts& counts, const FacetSink& sink) {
  visit_near_facets(pair, counts,
                    [&](std::uint32_t i, std::uint32_t j, const Facet<double>& a, const Facet<double>& b) {
                      put_record(pair, i, j, a, b, sink);
                    });
}

void contacts(const SurfacePair<double>& pair, FacetSearchCounts& counts, const FacetSink& sink) {
  visit_near_facets(pair, counts,
                    [&](std::uint32_t i, std::uint32_t j, const Facet<double>& a, const Facet<double>& b) {
                      visit_facet_contacts(pair, i, j, a, b,
                                           [&](const FacetContact<double>& contact) { sink.put(sink.to, contact); });
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
                                                    facet_search_detail::brute_force};

}  // namespace ABUT_ISA
}  // namespace abut
