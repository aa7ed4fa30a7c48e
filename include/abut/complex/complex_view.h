// A simplicial complex with its hierarchy as per-pair code sees it. Data only.
#pragma once

#include "abut/complex/complex_tree.h"
#include "abut/complex/simplex_class.h"
#include "abut/core/contact.h"
#include "abut/facets/facet_tree.h"

namespace abut {

/// A simplex of 0 to 2 dimensions that may be touched (not of class 7): 24 bytes. Data only.
struct ComplexSimplex {
  std::uint32_t vertex[3];        ///< into `points`; those that it does not have equal the first
  std::uint32_t first_direction;  ///< into `directions`
  std::uint16_t direction_count;
  std::uint8_t dimension;
  std::uint8_t simplex_class;
  std::uint32_t id;  ///< its number among the complex's vertices, edges or triangles
};

/// The smallest cone of revolution, about the mean of its generators, that holds the polar of a tangent cone. Data
/// only.
template <class T>
struct PolarCone {
  Vec3<T> axis;    ///< unit
  T cosine, sine;  ///< of half of its angle, up to pi
  bool two_sided;  ///< its mirror image belongs to it
};

/// All arrays are in host or all in device memory. Lengths are scaled by 2^-exponent, so that the size, or the
/// dilation if it is larger, is in [1, 2); coordinates are relative to `centre`, the middle of the complex's box.
/// Simplices are in the order of the leaves of the hierarchy. Data only.
template <class T>
struct ComplexView {
  std::uint32_t simplex_count = 0, node_count = 0, point_count = 0;
  const Vec3<T>* points = nullptr;  ///< of the vertices
  const ComplexSimplex* simplices = nullptr;
  const PolarCone<T>* cones = nullptr;  ///< of the simplices
  const Vec3<T>* directions = nullptr;  ///< unit: from a simplex into those of one dimension more around it (U_K)
  const ComplexNode* nodes = nullptr;
  std::uint32_t box_count = 0;
  const FacetNode* boxes = nullptr;     ///< a tree about simplices that are no face of a triangle or a segment
  const std::uint32_t* tops = nullptr;  ///< these simplices, in the order of its leaves
  std::int32_t exponent = 0;
  T size = 0;  ///< radius of a sphere about the centre that holds all
  double centre[3] = {};
  double dilation = 0;  ///< in the caller's unit
};

inline namespace ABUT_ISA {

/// The feature of a contact's record: vertex, edge or face, by its number.
ABUT_INLINE Feature simplex_feature(const ComplexSimplex& s) {
  constexpr FeatureKind kinds[3] = {FeatureKind::vertex, FeatureKind::edge, FeatureKind::face};
  return make_feature(kinds[s.dimension], s.id);
}

}  // namespace ABUT_ISA
}  // namespace abut
