// Which kinds of features can have a local minimum of the distance between them, or pass through each other: bit masks
// for the nodes of a tree. Source of the use: Crozet, Leon & Merlhiot, 7.2 and Table 1. Departure: two grooves (concave
// tori) can have one.
#pragma once

#include <array>
#include <cstdint>

#include "host/brep/contact_features.h"

namespace abut::host {

/// Surfaces from within have kinds of their own. What is `free` has no carrier.
enum class FeatureClass : std::uint8_t {
  point,
  line,
  circle,
  ellipse,
  plane,
  cylinder,
  cone,
  sphere,
  torus,
  hole,    ///< cylinder
  funnel,  ///< cone
  hollow,  ///< sphere
  groove,  ///< torus
  free_face,
  free_edge
};
inline constexpr std::uint32_t feature_classes = 15;

/// One bit a class.
using ClassMask = std::uint32_t;

FeatureClass class_of(const ContactFeature& feature);
inline ClassMask bit_of(FeatureClass c) { return ClassMask{1} << static_cast<std::uint32_t>(c); }

/// The classes with which there may be an isolated minimum, or one of a curved family. Others have stationary pairs
/// that are none, or straight families, whose ends are edges and vertices.
ClassMask minima_with(FeatureClass c);
/// The classes with which boundaries may pass through each other: edges through faces, and faces with carriers through
/// each other, not both plane, whose curves need not meet an edge.
ClassMask passes_with(FeatureClass c);

}  // namespace abut::host
