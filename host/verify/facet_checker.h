// Contacts between facets, held against all pairs of facets.
#pragma once

#include <cstdint>
#include <span>

#include "host/verify/facet_reference.h"

namespace abut::verification {

/// Pairs of facets that two bodies may have: a pair of bodies with more is not checked, and says so.
inline constexpr std::uint64_t most_facet_pairs = std::uint64_t{1} << 28;

/// Rows of a detection: those of a pair stand together.
template <class T>
struct FacetRowsOfPair {
  Pair pair;
  const Detection<T>* detection;
  std::size_t first, end;
};

template <class T>
class FacetChecker {
 public:
  /// `pairs`: those that meet facet by facet. Both are to outlive this.
  FacetChecker(const Detected& detected, std::span<const Pair> pairs);

  /// One row against the distance of its two facets, its points against these, its normal and its bound.
  CheckedPair check_row(const Detection<T>& detection, std::size_t row) const;
  /// All pairs of facets: the search finds those within the alert distance and no others, at their distances; and the
  /// rows have the least of these, where bodies are outside of each other. Adds to what `checked` says.
  void check_all(const FacetRowsOfPair<T>& rows, CheckedPair& checked) const;

 private:
  struct Limits {
    double alert;      ///< of surfaces
    double size;       ///< of both
    double roundings;  ///< of both
    double plane;      ///< what corners may be off planes
  };
  Limits limits(Pair pair) const;
  bool is_nested(Pair pair, std::uint32_t facet_a, std::uint32_t facet_b) const;

  const Detected& detected_;
  PartsView parts_;
  FacetReference reference_;
};

}  // namespace abut::verification
