// Faces of a body that lie in one untrimmed surface, taken as one face; edges between two such faces on one curve,
// taken as one edge. Host only.
//
// Source: Crozet, Leon & Merlhiot, Fast computation of local minimal distances between CAD models, section 5: a
// supermaximal face is a reference parametrisation, one domain of it, and the faces that it is made of.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "abut/brep/trimmed_domain.h"

namespace abut {

/// What counts as the same. Data only.
struct SupermaximalOptions {
  static constexpr double most = 1e-2;
  /// How far surfaces and curves may be apart, anywhere in the body, in parts of its size: the diagonal of a box about
  /// its edges. From 0 to `most`.
  double distance = 1e-6;
  double angle = 1e-6;  ///< between their directions, in radians; from 0 to `most`
  /// NURBS edges that go on as one where they meet turn by no more, in radians. Intersections are fitted less well than
  /// they are told. From 0 to `most`.
  double turn = 1e-3;
};

/// A part of a curve. Data only.
struct EdgeInterval {
  std::uint32_t curve = no_brep_index;  ///< into `Brep::curves`
  double begin = 0, end = 0;            ///< begin < end; once round: 0 to 2 pi
};

/// Plain arrays; what is one is in the order of its smallest member. Groups of one are groups too. Data only.
struct SupermaximalFeatures {
  /// Those of face i are faces[face_offsets[i]] to faces[face_offsets[i + 1]], ascending. The first one's surface is
  /// the reference.
  std::vector<std::uint32_t> face_offsets, faces;
  /// Of each of `faces`: its parameters as those of its chart's reference. Chart 0 is that of the first one. Spheres by
  /// other axes have charts of their own, whose reference is their first face in the order of `faces`.
  std::vector<ParameterMap> maps;
  std::vector<std::uint32_t> charts;

  /// Those of edge i, as above. An edge inside of a supermaximal face is in none; nor is a pole.
  std::vector<std::uint32_t> edge_offsets, edges;
  std::vector<std::array<std::uint32_t, 2>> sides;  ///< of each: its supermaximal faces, ascending; none beyond an end
  /// Those of edge i: intervals[interval_offsets[i]] to ..., united where they meet, on the curve of the first edge
  /// that lies on it. NURBS that go on into one another keep theirs.
  std::vector<std::uint32_t> interval_offsets;
  std::vector<EdgeInterval> intervals;

  /// Where such edges end, and tips of cones; ascending. A vertex inside of a supermaximal edge or face is none.
  std::vector<std::uint32_t> vertices;

  /// The number of each face, edge and vertex of the body here; `no_brep_index` where it is gone.
  std::vector<std::uint32_t> face_of, edge_of, vertex_of;

  std::uint32_t face_count() const { return static_cast<std::uint32_t>(face_offsets.size()) - 1; }
  std::uint32_t edge_count() const { return static_cast<std::uint32_t>(edge_offsets.size()) - 1; }
};

/// Planes, cylinders, cones (on one side of the tip), spheres and tori are compared as sets of points, others by their
/// data; the material is on the same side. Each face is compared with the first one of a group. Does not check `brep`.
/// Throws `InvalidInput` when an option is not allowed.
SupermaximalFeatures supermaximal_features(const Brep& brep, const SupermaximalOptions& options = {});

/// The union of the domains of a supermaximal face, in the parameters of its reference. Owns copies of what it needs.
class SupermaximalDomain {
 public:
  /// Throws `InvalidInput` when there is no such face in `features`, which are those of `brep`.
  SupermaximalDomain(const Brep& brep, const SupermaximalFeatures& features, std::uint32_t face);

  /// As `TrimmedDomain::side_of`. Edges between faces that are one are inside.
  TrimSide side_of(double u, double v, double tolerance) const;
  /// The domains by charts: of one chart all is in the first one, in the parameters of the reference.
  const std::vector<TrimmedDomain>& charts() const { return charts_; }
  TrimStatus status() const;
  const std::string& fault() const;  ///< of the first chart that has one

 private:
  Brep surfaces_;  ///< of charts
  std::vector<TrimmedDomain> charts_;
};

}  // namespace abut
