// Directions that a turn by less than an angle theta would bring into the polar of a tangent cone: quasi-LMDs of B-Reps
// are by them what those of complexes are.
//
// Source: Merlhiot 2007, 6.3 and table 2. A vertex is widened against edges and faces, an edge against edges and faces,
// neither against a vertex, and a face against nothing: its directions are normals. Departures: edges meet faces here,
// as curves and curved surfaces have isolated pairs; and smooth edges and vertices of smooth surfaces are widened too,
// since they stand for the corners that a tessellation has there.
#pragma once

#include "host/brep/contact_features.h"

namespace abut::host {

/// Data only.
struct WidenedPolar {
  double angle;         ///< of `BrepLmdOptions`: what counts as flat, and as inside
  double sine, cosine;  ///< of theta
};
WidenedPolar widened_polar(const BrepLmdOptions& options);

/// Whether a feature of kind `of` is widened against one of kind `against`.
inline bool is_widened(FeatureKind of, FeatureKind against) {
  return of != FeatureKind::face && against != FeatureKind::vertex;
}

/// At an edge that is not concave. `direction`: unit, not further from lying across the edge than theta.
bool edge_nearly_leaves_free(const EdgeSides& sides, const Vec3<double>& direction, const WidenedPolar& by);

/// As `may_be_antipodal`, of the cones widened by `theta` both. Where that is above 0, by the cones of revolution about
/// them alone.
bool may_be_antipodal_within(const PolyhedralCone<double>& a, const PolyhedralCone<double>& b,
                             const Mat3<double>& b_in_a, double theta);

}  // namespace abut::host
