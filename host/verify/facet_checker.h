// Contacts between facets, held against all pairs of facets.
#pragma once

#include <cstdint>
#include <limits>
#include <span>

#include "abut/facet_contacts.h"
#include "host/verify/facet_reference.h"

namespace abut::verification {

/// Pairs of facets that two bodies may have: a pair of bodies with more is not checked, and says so.
inline constexpr std::uint64_t most_facet_pairs = std::uint64_t{1} << 28;

/// Whether a mesh stands for the shape of either part.
inline bool meets_by_facets(const Detected& detected, Pair pair) {
  const PartsView parts = detected.bodies.parts();
  return detected.facets != nullptr &&
         (detected.facets->has_mesh(parts.shape[pair.a]) || detected.facets->has_mesh(parts.shape[pair.b]));
}

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
    double allowed;    ///< what the search may be off
  };
  /// Of two bodies.
  struct Nearest {
    double distance = std::numeric_limits<double>::infinity();  ///< of surfaces
    std::uint32_t a = 0, b = 0;                                 ///< the facets
    bool crosses = false;                                       ///< whether any facets do
  };
  Limits limits(Pair pair) const;
  std::array<double, error_kind_count> row_errors(const Detection<T>& detection, std::size_t row, const Limits& limits,
                                                  const reference::Answer& truth) const;
  Nearest check_search(Pair pair, const Limits& limits, CheckedPair& checked) const;
  bool is_nested(Pair pair, std::uint32_t facet_a, std::uint32_t facet_b) const;

  const Detected& detected_;
  PartsView parts_;
  FacetReference reference_;
};

}  // namespace abut::verification
