// A B-Rep as contact sees it: supermaximal faces and edges and the vertices that are left, with carriers, boxes and
// cones of directions, and which directions their tangent cones leave free.
#pragma once

#include <cstdint>
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
#include "host/brep/free_shape.h"
#include "host/brep/parameter_finder.h"

namespace abut::host {

/// Data only.
struct ContactFeature {
  FeatureKind kind = FeatureKind::unknown;
  std::uint32_t of = 0;                    ///< a supermaximal face or edge, or a vertex of the B-Rep
  Feature told{0};                         ///< the first face or edge of it, or the vertex
  std::optional<Carrier<double>> carrier;  ///< none: free-form, or not solved
  std::shared_ptr<const FreeShape> shape;  ///< in pieces, for pairs with a free-form feature; none: not solved
  std::vector<FeatureBox> boxes;           ///< all of it is in them
  Vec3<double> centre{0, 0, 0};            ///< of a ball about the boxes
  double radius = 0;
  Vec3<double> sample{0, 0, 0};  ///< a point of it
  PolyhedralCone<double> cone;   ///< of directions that it may leave free
};

class ContactFeatures {
 public:
  explicit ContactFeatures(const Brep& brep);
  ContactFeatures(const ContactFeatures&) = delete;  // parts of it refer to one another
  ContactFeatures& operator=(const ContactFeatures&) = delete;

  const Brep& brep() const { return brep_; }
  const std::vector<ContactFeature>& features() const { return features_; }
  const std::vector<std::string>& notes() const { return notes_; }
  double size() const { return size_; }

  /// Whether a point on the carrier lies within what the feature is, its ends left out.
  bool holds(const ContactFeature& feature, const Vec3<double>& point, double tolerance) const;
  /// Whether `direction`, which is at right angles to the carrier, is in the polar of the tangent cone at a point that
  /// it holds. `angle`: by which it may be outside.
  bool leaves_free(const ContactFeature& feature, const Vec3<double>& point, const Vec3<double>& direction,
                   double angle) const;
  /// The B-Rep's faces of a feature, and the domain of one of them.
  std::span<const std::uint32_t> faces_of(const ContactFeature& face) const;
  const TrimmedDomain& domain_of(std::uint32_t face) const { return face_domains_[face]; }
  /// Space points as parameters.
  const ParameterFinder& finder() const { return finder_; }
  /// From the boundary, below 0 in the material; none where a feature without a carrier may be nearer.
  std::optional<double> signed_distance(const Vec3<double>& point) const;
  /// An edge's parts, on their curves.
  std::span<const EdgeInterval> intervals_of(const ContactFeature& edge) const;
  /// At a point that an edge holds.
  EdgeSides sides_at(const ContactFeature& edge, const Vec3<double>& point) const;
  /// Over what the distance has to be least: the feature itself; at a smooth edge both faces. For a normal of either.
  std::vector<LocalForm<double>> forms_about(const ContactFeature& feature, const Vec3<double>& point,
                                             const Vec3<double>& normal, double angle) const;

 private:
  void add_faces();
  void add_edges();
  void add_vertices();
  void finish(ContactFeature feature);
  /// A point of a face's first chart; of one that is very thin, one of its surface.
  Vec3<double> point_within(const SupermaximalDomain& domain, std::uint32_t surface) const;
  bool holds_on_spline(const ContactFeature& edge, const EdgeInterval& interval, const Vec3<double>& point,
                       double tolerance) const;
  /// What of a feature without a carrier is nearer to the point; false where that is not known.
  bool see_free(const ContactFeature& feature, const Vec3<double>& point, double& nearest, bool& inside) const;
  LocalForm<double> own_form(const ContactFeature& feature, const Vec3<double>& point,
                             const Vec3<double>& normal) const;
  /// Whether one of the vertices at which an edge ends is as near to a point.
  bool ends_near(const ContactFeature& edge, const Vec3<double>& point, double reach) const;

  Brep brep_;
  SupermaximalFeatures grouped_;
  EdgeGeometry edges_;
  ParameterFinder finder_;
  std::vector<SupermaximalDomain> domains_;  ///< by supermaximal face
  std::vector<TrimmedDomain> face_domains_;  ///< by face
  std::vector<ContactFeature> features_;
  std::vector<std::string> notes_;
  double size_ = 0;
};

}  // namespace abut::host
