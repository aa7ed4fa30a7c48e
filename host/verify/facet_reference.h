// The facets of shapes, each a shape of its own that the reference answers for: whatever is asked about two bodies that
// meet by facets is asked of all pairs of these.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "abut/shapes/shape_set.h"
#include "host/reference/reference.h"
#include "host/verify/verify.h"

namespace abut::verification {

/// A facet where its part is. Data only.
struct PlacedFacet {
  std::uint32_t id;        ///< its number in the mesh, or in the shape
  Vec3<double> low, high;  ///< of a box that holds it, in the world
};

/// No point of one is nearer to any of the other.
double box_distance(const PlacedFacet& a, const PlacedFacet& b);

/// Of the parts of given pairs, as they are: corners of meshes come from the meshes themselves, not from what was built
/// of them.
class FacetReference {
 public:
  /// `detected` has meshes.
  FacetReference(const Detected& detected, std::span<const Pair> pairs);

  std::vector<PlacedFacet> facets(std::uint32_t part) const;
  std::uint64_t count(std::uint32_t part) const { return ids_of(part).size(); }
  /// Of two facets by their numbers, without roundings: the bounds of their distance, or of minus how deep they cross.
  reference::Answer query(Pair parts, std::uint32_t facet_a, std::uint32_t facet_b) const;
  /// Their nearest points, in the world.
  std::array<Vec3<double>, 2> nearest(Pair parts, std::uint32_t facet_a, std::uint32_t facet_b) const;
  /// How far points are from the facets, the first's and the second's; both are in the frame of the first one's part.
  double distance(Pair parts, std::uint32_t facet_a, std::uint32_t facet_b,
                  const std::array<Vec3<double>, 2>& points) const;
  /// How often the facets of a part wind around a point of the world: 1 inside of a solid, 0 outside.
  double winding(std::uint32_t part, Vec3<double> point) const;

  double rounding(std::uint32_t part) const;
  /// How far corners may be off the planes that the search takes them for.
  double flatness(std::uint32_t part) const;

 private:
  struct OfShape {
    std::vector<std::uint32_t> facets;  ///< shapes of `facets_`; empty: not asked for
    double rounding = 0, flatness = 0;
  };
  const std::vector<std::uint32_t>& ids_of(std::uint32_t part) const { return of_[parts_.shape[part]].facets; }
  Pose pose(std::uint32_t part) const;
  /// Of facet `b` in the frame of facet `a`, by their shapes.
  RelativePose<double> pose_of(Pair parts, std::uint32_t a, std::uint32_t b) const;
  void add(std::uint32_t shape);

  const Detected& detected_;
  PartsView parts_;
  ShapeSet facets_;
  std::vector<OfShape> of_;  ///< by shape
  std::unique_ptr<reference::Reference> reference_;
};

}  // namespace abut::verification
