#include "abut/facet_contacts.h"

#include <string>

#include "abut/core/error.h"
#include "host/exec/arena.h"
#include "host/facets/facet_batch.h"
#include "host/is_distance.h"
#include "host/number_text.h"

namespace abut {
namespace {

constexpr double most_tolerance = 0.5;

template <class T>
void check_records(const FacetPairs<T>& pairs) {
  if (pairs.records == nullptr || pairs.pairs.empty()) return;
  const auto need = [](const char* name, const void* array) {
    if (array == nullptr) throw InvalidInput(std::string("find_facet_contacts: records.") + name + " is null");
  };
  const ContactsView<T>& r = *pairs.records;
  need("separation", r.separation.data), need("normal", r.normal.x), need("witness_a", r.witness_a.x);
  need("feature_a", r.feature_a.data), need("feature_b", r.feature_b.data), need("status", r.status.data);
}

}  // namespace

namespace host {

void check_facet_options(const char* function, const FacetOptions& options) {
  const std::string begin = std::string(function) + ": ";
  if (!is_distance(options.alert_distance)) {
    throw InvalidInput(begin + "alert_distance is " + number_text(options.alert_distance) +
                       "; allowed is 0 or more, finite");
  }
  if (!(options.cone_tolerance >= 0) || !(options.cone_tolerance <= most_tolerance)) {
    throw InvalidInput(begin + "cone_tolerance is " + number_text(options.cone_tolerance) + "; allowed are 0 to 0.5");
  }
}

std::vector<FacetSurfaceView<double>> views_of_parts(const FacetTrees& trees, const PartsView& parts) {
  std::vector<FacetSurfaceView<double>> views;
  std::vector<bool> seen;
  for (std::uint32_t i = 0; i < parts.count; ++i) {
    const std::uint32_t shape = parts.shape[i];
    if (shape >= seen.size()) seen.resize(shape + std::size_t{1}, false);
    if (seen[shape]) continue;
    seen[shape] = true;
    if (!trees.has(shape)) continue;
    if (shape >= views.size()) views.resize(shape + std::size_t{1});
    views[shape] = trees.view(shape);
  }
  return views;
}

void no_facets_yet(std::uint64_t pair, std::uint32_t shape) {
  throw InvalidInput("find_facet_contacts: pair " + std::to_string(pair) + " has shape " + std::to_string(shape) +
                     ", which has no facets yet; allowed are those of pairs that FacetTrees::build was given");
}

void check_facet_pairs(const std::vector<FacetSurfaceView<double>>& views, const PartsView& parts,
                       std::span<const Pair> pairs) {
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    for (const std::uint32_t part : {pairs[i].a, pairs[i].b}) {
      check_index("find_facet_contacts", i, part, parts.count);
      const std::uint32_t shape = parts.shape[part];
      if (shape >= views.size() || views[shape].facet_count == 0) no_facets_yet(i, shape);
    }
  }
}

}  // namespace host

template <class T>
void find_facet_contacts(const Cpu& cpu, const FacetTrees& trees, const PartsView& parts, const FacetPairs<T>& pairs,
                         const FacetOptions& options, const FacetContactsView<T>& out) {
  host::check_facet_options("find_facet_contacts", options);
  const std::string begin = "find_facet_contacts: ";
  if (out.offsets == nullptr) throw InvalidInput(begin + "out.offsets is null");
  check_records(pairs);
  host::in_arena(cpu, [&] {
    host::FacetBatch<T> batch(host::FacetQuestion<T>{trees, parts, pairs, options}, out);
    batch.search();
    batch.place(out);
  });
}

template <class T>
FacetContacts<T> find_facet_contacts(const Cpu& cpu, const FacetTrees& trees, const PartsView& parts,
                                     const FacetPairs<T>& pairs, const FacetOptions& options) {
  host::check_facet_options("find_facet_contacts", options);
  check_records(pairs);
  return host::in_arena(cpu, [&] {
    return host::own_facet_contacts(host::FacetQuestion<T>{trees, parts, pairs, options});
  });
}

#define ABUT_INSTANTIATE(T)                                                                                   \
  template void find_facet_contacts<T>(const Cpu&, const FacetTrees&, const PartsView&, const FacetPairs<T>&, \
                                       const FacetOptions&, const FacetContactsView<T>&);                     \
  template FacetContacts<T> find_facet_contacts<T>(const Cpu&, const FacetTrees&, const PartsView&,           \
                                                   const FacetPairs<T>&, const FacetOptions&);
ABUT_INSTANTIATE(float)
ABUT_INSTANTIATE(double)
#undef ABUT_INSTANTIATE

}  // namespace abut
