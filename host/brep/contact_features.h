// A B-Rep as contact sees it: supermaximal faces and edges and the vertices that are left, with carriers, boxes and
// cones of directions, and which directions their tangent cones leave free.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "abut/brep/brep_lmds.h"
#include "abut/brep/polyhedral_cone.h"
#include "abut/brep/stationary_pairs.h"
#include "abut/brep/supermaximal.h"
#include "host/brep/edge_sides.h"
#include "host/brep/feature_box.h"
#include "host/brep/feature_ring.h"
#include "host/brep/free_shape.h"
#include "host/brep/parameter_finder.h"
#include "host/brep/sheets.h"

namespace abut::host {

struct WidenedPolar;

/// Data only.
struct ContactFeature {
  FeatureKind kind = FeatureKind::unknown;
  std::uint32_t of = 0;                    ///< a supermaximal face or edge, or a vertex of the B-Rep
  std::uint32_t first = 0;                 ///< the first face or edge of it, or the vertex
  Feature told{0};                         ///< the same, of the model as it was given
  bool is_sheet = false;                   ///< a face without a body behind it
  std::optional<Carrier<double>> carrier;  ///< none: free-form, or not solved
  std::shared_ptr<const FreeShape> shape;  ///< in pieces, for pairs with a free-form feature; none: not solved
  double deviation = 0;                    ///< how far it may be from the carrier that stands for it
  double border = 0;                       ///< of a face: the largest tolerance of its edges
  std::vector<FeatureBox> boxes;           ///< all of it is in them
  std::optional<FeatureRing> ring;         ///< about an axis, where it goes round one
  Vec3<double> centre{0, 0, 0};            ///< of a ball about the boxes
  double radius = 0;
  Vec3<double> sample{0, 0, 0};  ///< a point of it
  PolyhedralCone<double> cone;   ///< of directions that it may leave free
};

/// What is nearest to a point of all that was looked at. Data only.
struct NearestFeature {
  double distance = std::numeric_limits<double>::infinity();
  std::uint32_t feature = no_brep_index;
  bool inside = false;  ///< the point is in the material
};

class ContactFeatures {
 public:
  explicit ContactFeatures(const Brep& brep);
  ContactFeatures(const ContactFeatures&) = delete;  // parts of it refer to one another
  ContactFeatures& operator=(const ContactFeatures&) = delete;

  /// With both sides of sheets (sheets.h); indices are of this one.
  const Brep& brep() const { return brep_; }
  const std::vector<ContactFeature>& features() const { return features_; }
  const std::vector<std::string>& notes() const { return notes_; }
  double size() const { return size_; }
  /// A point of each shell.
  const std::vector<Vec3<double>>& shells() const { return shells_; }
  /// Corners of a box along the axes; not finite where no box about a feature is known.
  const Vec3<double>& low() const { return low_; }
  const Vec3<double>& high() const { return high_; }

  /// Whether a point on the carrier lies within what the feature is, its ends left out.
  bool holds(const ContactFeature& feature, const Vec3<double>& point, double tolerance) const;
  /// Whether `direction`, which is at right angles to the carrier, is in the polar of the tangent cone at a point that
  /// it holds. `angle`: by which it may be outside.
  bool leaves_free(const ContactFeature& feature, const Vec3<double>& point, const Vec3<double>& direction,
                   double angle) const;
  /// The same by a turn of at most an angle theta (widened_polars.h).
  bool nearly_leaves_free(const ContactFeature& feature, const Vec3<double>& point, const Vec3<double>& direction,
                          const WidenedPolar& by) const;
  /// The B-Rep's faces of a feature, and the domain of one of them.
  std::span<const std::uint32_t> faces_of(const ContactFeature& face) const;
  const TrimmedDomain& domain_of(std::uint32_t face) const { return face_domains_[face]; }
  /// Space points as parameters.
  const ParameterFinder& finder() const { return finder_; }
  /// A feature, from a point; false where it may be nearer than what is told. Of two as near, that of the lesser number
  /// stays.
  bool see(std::uint32_t feature, const Vec3<double>& point, NearestFeature& nearest) const;
  /// The B-Rep's edges of a feature, and what is known of their sides.
  std::span<const std::uint32_t> edges_of(const ContactFeature& edge) const;
  const EdgeGeometry& edge_geometry() const { return edges_; }
  /// An edge's parts, on their curves.
  std::span<const EdgeInterval> intervals_of(const ContactFeature& edge) const;
  /// At a point that an edge holds.
  EdgeSides sides_at(const ContactFeature& edge, const Vec3<double>& point) const;
  /// Over what the distance has to be least: the feature itself; at a smooth edge both faces. For a normal of either.
  std::vector<LocalForm<double>> forms_about(const ContactFeature& feature, const Vec3<double>& point,
                                             const Vec3<double>& normal, double angle) const;

 private:
  void add_faces();
  void add_shells();
  void add_edges();
  void add_vertices();
  void finish(ContactFeature feature);
  /// Faces and edges that are canonical but told otherwise.
  void recognise_face(ContactFeature& feature, const SupermaximalDomain& domain);
  void recognise_edge(ContactFeature& feature);
  /// In pieces, and bounds from these of what has no carrier.
  void set_face_shape(ContactFeature& feature, const SupermaximalDomain& domain);
  void set_edge_shape(ContactFeature& feature);
  /// Sides at a point of a curve that was recognised, by the surfaces' carriers: parameter curves are as far off as it.
  void make_exact(const Vec3<double>& point, EdgeSides& sides) const;
  /// A point of a face; of one that is very thin, one of its surface.
  Vec3<double> point_within(const TrimmedDomain& domain, std::uint32_t surface) const;
  bool holds_on_spline(const ContactFeature& edge, const EdgeInterval& interval, const Vec3<double>& point,
                       double tolerance) const;
  /// Takes a stationary pair of a point with a feature where it is nearer.
  void take_nearer(std::uint32_t feature, const StationaryPair<double>& pair, NearestFeature& nearest) const;
  LocalForm<double> own_form(const ContactFeature& feature, const Vec3<double>& point,
                             const Vec3<double>& normal) const;
  /// Whether one of the vertices at which an edge ends is as near to a point.
  bool ends_near(const ContactFeature& edge, const Vec3<double>& point, double reach) const;

  SidedBrep sided_;
  const Brep& brep_ = sided_.brep;
  SupermaximalFeatures grouped_;
  EdgeGeometry edges_;
  ParameterFinder finder_;
  std::vector<SupermaximalDomain> domains_;  ///< by supermaximal face
  std::vector<TrimmedDomain> face_domains_;  ///< by face
  std::vector<ContactFeature> features_;
  std::vector<std::string> notes_;
  std::vector<Vec3<double>> shells_;
  double size_ = 0, told_within_ = 0;  ///< how far canonical geometry may be from what tells it
  Vec3<double> low_{0, 0, 0}, high_{0, 0, 0};
};

}  // namespace abut::host
