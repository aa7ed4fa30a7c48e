// Where facets of deformable bodies are near each other: the one place at which the program asks Abut.
#pragma once

#include <compare>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "examples/fem/solid_mesh.h"

namespace fem {

/// The outside of all bodies; points are numbered through, body after body. Data only.
struct Facets {
  std::vector<std::array<std::uint32_t, 4>> points;  ///< a point is the mean of these nodes; a node is so four times
  std::vector<std::uint32_t> first_point;            ///< by body, and one more
  std::vector<Triangle> corners;                     ///< points
  std::vector<std::uint32_t> body;                   ///< by facet, ascending
};

/// Of two bodies: a's body has the lower number. Data only.
struct NearFacets {
  std::uint32_t a, b;
  friend auto operator<=>(const NearFacets&, const NearFacets&) = default;
};

/// Of a run so far. Data only.
struct SearchCounts {
  std::uint64_t searches = 0;  ///< in which trees were gone through
  std::uint64_t kept = 0;      ///< in which what was known did, as no point had moved far
  std::uint64_t pairs = 0;     ///< of facets that were handed out
  double seconds = 0;
};

class FacetSearch {
 public:
  virtual ~FacetSearch() = default;
  /// All pairs of facets of different bodies that are within `reach`, and maybe others, sorted by a, then b; valid
  /// until the next call.
  virtual std::span<const NearFacets> find(std::span<const Vector> points) = 0;
  virtual const SearchCounts& counts() const = 0;
};

/// Compares all boxes with all others; for few facets, and for tests.
std::unique_ptr<FacetSearch> every_pair(const Facets& facets, double reach);

/// What `search` has found is handed out until a point has moved by half of the skin; it has to look farther than is
/// needed by the skin.
std::unique_ptr<FacetSearch> kept_search(std::unique_ptr<FacetSearch> search, double skin);

}  // namespace fem
