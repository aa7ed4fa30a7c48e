// Pairs of facets of deforming bodies, their contacts, and derivatives of gaps.
#include <cstring>
#include <vector>

#include "host/capi/convert.h"

using namespace abut::capi;

namespace {

static_assert(ABUT_NODE_FACET == static_cast<int>(abut::GapKind::node_facet) &&
              ABUT_EDGE_EDGE == static_cast<int>(abut::GapKind::edge_edge));
static_assert(ABUT_INVERTED_ELEMENT == static_cast<int>(abut::BodyFault::inverted_element) &&
              ABUT_FROM_HEXAHEDRON == static_cast<int>(abut::FacetSource::hexahedron));

abut::DeformingContactOptions options_of(const abut_deforming_contact_options* options) {
  const abut_deforming_contact_options defaults{sizeof defaults, abut::DeformingContactOptions{}.alert_distance};
  return {given_or("options", options, defaults).alert_distance};
}

template <class E, class C>
void write(const std::vector<E>& from, C* to) {
  static_assert(sizeof(E) == sizeof(C));
  if (to != nullptr && !from.empty()) std::memcpy(static_cast<void*>(to), from.data(), from.size() * sizeof(E));
}

/// Where there is no answer yet there are no offsets either.
void write_offsets(const std::vector<std::uint64_t>& from, std::uint64_t* to) {
  if (to != nullptr) *to = 0;
  write(from, to);
}

/// Where pairs of facets are written, checked before anything is done. Data only.
struct PairPlaces {
  abut::PairList bodies;
  abut_deforming_pair_list out;
};

PairPlaces places_of(const abut_pair_list* bodies_found, const abut_deforming_pair_list* out) {
  return {list_without_rows("bodies_found", bodies_found), given("out", out)};
}

void give_found(const abut::DeformingPairs& found, const PairPlaces& to) {
  *to.bodies.count = found.bodies.size();
  if (to.out.needed != nullptr) *to.out.needed = found.facets.size();
  const bool listed = to.out.facets != nullptr || to.out.crossing != nullptr;
  need_room("bodies_found->capacity", to.bodies.pairs != nullptr || to.out.offsets != nullptr, to.bodies.capacity,
            found.bodies.size());
  need_room("out->capacity", listed, to.out.capacity, found.facets.size());
  write(found.bodies, to.bodies.pairs), write_offsets(found.offsets, to.out.offsets);
  write(found.facets, to.out.facets), write(found.crossing, to.out.crossing);
}

/// The same of contacts. Data only.
struct ContactPlaces {
  abut::PairList bodies;
  abut_deforming_contact_list out;
};

ContactPlaces places_of(const abut_pair_list* bodies_found, const abut_deforming_contact_list* out) {
  return {list_without_rows("bodies_found", bodies_found), given("out", out)};
}

abut_deforming_contact contact_of(const abut::DeformingContacts& found, std::size_t i) {
  const abut::FacetGap<double>& g = found.contacts[i];
  abut_deforming_contact c{};
  std::copy(g.node, g.node + 4, c.nodes);
  std::copy(g.weight, g.weight + 4, c.weights);
  copy3(g.normal, c.normal);
  c.gap = g.gap, c.area = found.areas[i], c.key = found.keys[i];
  c.kind = static_cast<std::uint32_t>(g.kind), c.support = g.support, c.node_of_b = g.node_of_b ? 1 : 0;
  return c;
}

void give_found(const abut::DeformingContacts& found, const ContactPlaces& to) {
  *to.bodies.count = found.bodies.size();
  if (to.out.needed != nullptr) *to.out.needed = found.contacts.size();
  if (to.out.crossing_needed != nullptr) *to.out.crossing_needed = found.crossing_bodies.size();
  const bool crossing = to.out.crossing_bodies != nullptr || to.out.crossing_pairs != nullptr;
  need_room("bodies_found->capacity", to.bodies.pairs != nullptr || to.out.offsets != nullptr, to.bodies.capacity,
            found.bodies.size());
  need_room("out->capacity", to.out.contacts != nullptr, to.out.capacity, found.contacts.size());
  need_room("out->crossing_capacity", crossing, to.out.crossing_capacity, found.crossing_bodies.size());
  write(found.bodies, to.bodies.pairs), write_offsets(found.offsets, to.out.offsets);
  write(found.crossing_bodies, to.out.crossing_bodies), write(found.crossing_pairs, to.out.crossing_pairs);
  for (std::size_t i = 0; to.out.contacts != nullptr && i < found.contacts.size(); ++i) {
    to.out.contacts[i] = contact_of(found, i);
  }
}

abut::GapKind kind_of(std::uint32_t kind, std::size_t i) {
  if (kind > ABUT_EDGE_EDGE) {
    throw abut::InvalidInput("gaps->contacts[" + std::to_string(i) + "].kind is " + std::to_string(kind) +
                             "; allowed are ABUT_NODE_FACET and ABUT_EDGE_EDGE");
  }
  return static_cast<abut::GapKind>(kind);
}

abut::FacetGap<double> gap_of(const abut_gap_list& gaps, std::size_t i) {
  const abut_deforming_contact& c = gaps.contacts[i];
  abut::FacetGap<double> g{};
  g.kind = kind_of(c.kind, i);
  g.support = c.support, g.node_of_b = c.node_of_b != 0, g.gap = c.gap;
  std::copy(c.nodes, c.nodes + 4, g.node);
  std::copy(c.weights, c.weights + 4, g.weight);
  g.normal = {c.normal[0], c.normal[1], c.normal[2]};
  return g;
}

}  // namespace

int abut_find_deforming_pairs(int threads, const abut_deforming_bodies* bodies,
                              const abut_deforming_contact_options* options, const abut_pair_list* bodies_found,
                              const abut_deforming_pair_list* out) {
  return guarded("abut_find_deforming_pairs", [&] {
    const auto held = object(bodies, "bodies");
    const PairPlaces to = places_of(bodies_found, out);
    give_found(abut::find_deforming_pairs(abut::Cpu{threads}, *held, options_of(options)), to);
  });
}
int abut_find_deforming_contacts(int threads, const abut_deforming_bodies* bodies,
                                 const abut_deforming_contact_options* options, const abut_pair_list* bodies_found,
                                 const abut_deforming_contact_list* out) {
  return guarded("abut_find_deforming_contacts", [&] {
    const auto held = object(bodies, "bodies");
    const ContactPlaces to = places_of(bodies_found, out);
    give_found(abut::find_deforming_contacts(abut::Cpu{threads}, *held, options_of(options)), to);
  });
}

int abut_gap_hessians(int threads, const abut_gap_list* gaps, const double* nodes, size_t node_count,
                      double* hessians) {
  return guarded("abut_gap_hessians", [&] {
    const abut_gap_list list = given("gaps", gaps);
    need_array_field("gaps", "contacts", list.contacts, list.count);
    need_array("hessians", hessians, list.count);
    std::vector<abut::FacetGap<double>> all(list.count);
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = gap_of(list, i);
    abut::gap_hessians(abut::Cpu{threads}, all, points3("nodes", nodes, node_count),
                       {reinterpret_cast<abut::GapMatrix*>(hessians), list.count});
  });
}

int abut_deforming_areas(int threads, const abut_deforming_bodies* bodies, const abut_deforming_area_arrays* out,
                         size_t* nodes, size_t* edges) {
  return guarded("abut_deforming_areas", [&] {
    const auto held = object(bodies, "bodies");
    const abut_deforming_area_arrays to = given("out", out);
    const abut::DeformingAreas found = abut::deforming_areas(abut::Cpu{threads}, *held);
    std::vector<double> of_edges;
    for (const auto& of : found.of_edges) of_edges.insert(of_edges.end(), of.begin(), of.end());
    if (nodes != nullptr) *nodes = found.of_nodes.size();
    if (edges != nullptr) *edges = of_edges.size();
    need_room("out->node_capacity", to.of_nodes != nullptr, to.node_capacity, found.of_nodes.size());
    need_room("out->edge_capacity", to.of_edges != nullptr, to.edge_capacity, of_edges.size());
    write(found.of_nodes, to.of_nodes), write(of_edges, to.of_edges);
  });
}

int abut_deforming_contact_finder_new(double skin, abut_deforming_contact_finder** finder) {
  return make_handle("abut_deforming_contact_finder_new", "finder", finder, [&] {
    return std::make_shared<DeformingFinder>(DeformingFinder{abut::DeformingContactFinder(skin)});
  });
}
int abut_deforming_contact_finder_free(abut_deforming_contact_finder* finder) {
  return freed("abut_deforming_contact_finder_free", finder);
}
int abut_deforming_contact_finder_find_pairs(int threads, abut_deforming_contact_finder* finder,
                                             const abut_deforming_bodies* bodies,
                                             const abut_deforming_contact_options* options) {
  return guarded("abut_deforming_contact_finder_find_pairs", [&] {
    const auto held = object(finder, "finder");
    const auto of = object(bodies, "bodies");
    held->pairs = {};
    held->pairs = held->finder.find_pairs(abut::Cpu{threads}, *of, options_of(options));
  });
}
int abut_deforming_contact_finder_find_contacts(int threads, abut_deforming_contact_finder* finder,
                                                const abut_deforming_bodies* bodies,
                                                const abut_deforming_contact_options* options) {
  return guarded("abut_deforming_contact_finder_find_contacts", [&] {
    const auto held = object(finder, "finder");
    const auto of = object(bodies, "bodies");
    held->contacts = {};
    held->contacts = held->finder.find_contacts(abut::Cpu{threads}, *of, options_of(options));
  });
}
int abut_deforming_contact_finder_pairs(const abut_deforming_contact_finder* finder, const abut_pair_list* bodies_found,
                                        const abut_deforming_pair_list* out) {
  return guarded("abut_deforming_contact_finder_pairs", [&] {
    const auto held = object(finder, "finder");
    give_found(held->pairs, places_of(bodies_found, out));
  });
}
int abut_deforming_contact_finder_contacts(const abut_deforming_contact_finder* finder,
                                           const abut_pair_list* bodies_found, const abut_deforming_contact_list* out) {
  return guarded("abut_deforming_contact_finder_contacts", [&] {
    const auto held = object(finder, "finder");
    give_found(held->contacts, places_of(bodies_found, out));
  });
}
int abut_deforming_contact_finder_counts(const abut_deforming_contact_finder* finder,
                                         abut_deforming_finder_counts* counts) {
  return guarded("abut_deforming_contact_finder_counts", [&] {
    const auto held = object(finder, "finder");
    const abut::DeformingFinderCounts& c = held->finder.counts();
    give("counts", counts, abut_deforming_finder_counts{0, c.searches, c.reuses});
  });
}
