// Impacts of vertices with triangles and of edges on one core. The boundary of the translation unit that finds them,
// compiled once per instruction set.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace abut {

// Declared alone: who chooses an instruction set needs to know no more.
template <class T>
struct Impact;
template <class T>
struct ImpactOptions;
template <class T>
struct Vec3;

/// Queries `begin` to `end`, four nodes each. Data only.
template <class T>
struct ImpactRange {
  const Vec3<T>*before, *after;  ///< positions of nodes
  const std::array<std::uint32_t, 4>* queries;
  const ImpactOptions<T>& options;
  Impact<T>* out;
  std::size_t begin, end;
};

/// Data only.
struct ImpactRangeTable {
  void (*vertex_triangle_f32)(const ImpactRange<float>& range);
  void (*vertex_triangle_f64)(const ImpactRange<double>& range);
  void (*edge_edge_f32)(const ImpactRange<float>& range);
  void (*edge_edge_f64)(const ImpactRange<double>& range);
};

}  // namespace abut
