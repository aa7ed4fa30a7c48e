// Impacts of many pairs of moving features, and all those of a step of facets. Host only.
//
//   every step, of positions before and after:
//     find_step_impacts<double>(cpu, {before, after}, facets, {.distance = d})
//     `first_time` of what it returns: so far all nodes may go
//
// continuous.h says how one is found, and what is promised.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "abut/core/executor.h"
#include "abut/deform/continuous.h"

namespace abut {

enum class ImpactKind : std::uint8_t { vertex_triangle, edge_edge };

/// Positions of the same nodes at the start and at the end of a step, along straight lines in between, in the world.
/// Data only.
template <class T>
struct StepNodes {
  std::span<const Vec3<T>> before, after;
};

/// A vertex and the corners of a triangle, or the ends of two edges. An element of `out` a query. Answers do not depend
/// on threads or instruction sets. Throws `InvalidInput` when spans differ in length, a node is not there, an option is
/// not allowed, or `cpu.threads` is negative. A query with a node that is not finite has a status; others do not
/// notice.
template <class T>
void find_impacts(const Cpu& cpu, ImpactKind kind, const StepNodes<T>& nodes,
                  std::span<const std::array<std::uint32_t, 4>> queries, const ImpactOptions<T>& options,
                  std::span<Impact<T>> out);

/// The same into an array that fits.
template <class T>
std::vector<Impact<T>> find_impacts(const Cpu& cpu, ImpactKind kind, const StepNodes<T>& nodes,
                                    std::span<const std::array<std::uint32_t, 4>> queries,
                                    const ImpactOptions<T>& options = {});

/// One vertex with one facet, or two edges, told once: edges and vertices belong to the first facet that has them.
template <class T>
struct StepImpact {
  std::uint32_t facet_a, facet_b;  ///< a < b: the facets that the two belong to
  ImpactKind kind;
  std::array<std::uint32_t, 4> nodes;  ///< as of a query of this kind
  Impact<T> impact;                    ///< of any status but `none`
};

/// Data only.
template <class T>
struct StepImpacts {
  std::vector<StepImpact<T>> impacts;  ///< by facets, then by kind
  T first_time = T(1);                 ///< of the earliest; 1 where there is none
  std::uint32_t first = 0;             ///< which it is, the first of several; 0 where there is none
  std::uint64_t candidates = 0;        ///< queries that were asked: of facets whose boxes over the step come near
  /// Facets with a node that is not finite, ascending: they are in no pair.
  std::vector<std::uint32_t> unusable;
};

/// All impacts of vertices with facets and of edges with edges that have no node in common, of any two of the facets,
/// bodies being nothing but facets that hang together. None is missed: until `first_time` no two facets without a
/// common node come within the distance. Two that share a node are looked at by the features that do not. Throws as
/// `find_impacts`, and for more than 2^31 facets, or 2^32 pairs of them whose ways come near.
template <class T>
StepImpacts<T> find_step_impacts(const Cpu& cpu, const StepNodes<T>& nodes,
                                 std::span<const std::array<std::uint32_t, 3>> facets,
                                 const ImpactOptions<T>& options = {});

}  // namespace abut
