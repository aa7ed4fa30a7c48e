// The cores of this computer, for bodies in space that meet facet by facet (docs/explanation/dem.md, "By facets"). Each
// contact of two features is a pair for the forces, its separation less by the zone.
#pragma once

#include <vector>

#include "abut/facet_contact_finder.h"
#include "abut/pairs/pair_finder.h"
#include "examples/dem/keyed_contacts.h"

namespace dem {

class FacetMachine : public CoreMachine {
 public:
  /// `threads`: 0 for all cores.
  explicit FacetMachine(int threads = 0);

  /// Of a scene whose bodies have one part each. Contacts have no volumes: the settings refuse laws that read them.
  void start(const Scene& scene, const Snapshot& from, bool volumes);
  /// Throws `InvalidInput` when a body is nowhere any more.
  void detect(std::uint32_t born);
  Snapshot snapshot() const;
  PairTotals totals() const;

 private:
  void detect_here(std::uint32_t born);
  void put_in_order(const abut::FacetContacts<double>& found);
  void take(const abut::FacetContacts<double>& found);

  const abut::ShapeSet* shapes_ = nullptr;
  double zone_ = 0;
  abut::BodySet bodies_;
  abut::FacetTrees trees_;
  abut::PairFinder pair_finder_;
  abut::FacetContactFinder contact_finder_;
  std::vector<std::uint64_t> order_;  ///< of the contacts of each pair, by their keys
  std::vector<std::uint64_t> ends_;   ///< of those of each pair that push
  KeyedContacts contacts_;
};

}  // namespace dem
