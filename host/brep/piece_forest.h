// Pieces of a feature, cut in halves as the search asks for it, with bounds of points, derivatives and normals from
// control points.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "abut/core/pose.h"
#include "host/brep/free_shape.h"
#include "host/brep/interval_jet.h"

namespace abut::host {

/// A rectangle of a piece. Its own parameters are from -1/2 to 1/2; derivatives are by these. Data only.
struct PieceNode {
  std::uint32_t piece = 0;
  double low[2] = {0, 0}, high[2] = {1, 1};  ///< of the piece's parameters
  std::uint32_t children = 0;                ///< the first of two, one behind the other; 0: not cut yet
  std::size_t net = 0;                       ///< control points, relative to the shape's origin
  PieceJet<Vec3<double>> middle;
  PieceJet<NearVector> all;
  /// Sides where the piece is one point: u low, u high, v low, v high. There a tangent is 0; `unscaled` has bounds of
  /// it in parts of the distance from that side, and of the normal.
  bool poles[4] = {false, false, false, false};
  PieceJet<NearVector> unscaled;
  Vec3<double> rest{0, 0, 0};  ///< p is middle.p + x du + y dv of the middle, and no more than this
  double extent[2] = {0, 0};   ///< along u and v, about
};

/// Of one shape, in the frame that it is wanted in. Cutting changes it: one search at a time.
class PieceForest {
 public:
  explicit PieceForest(const FreeShape& shape);
  PieceForest(const FreeShape& shape, const RelativePose<double>& pose);

  const FreeShape& shape() const { return *shape_; }
  const std::optional<Carrier<double>>& carrier() const { return carrier_; }  ///< in this frame
  std::uint32_t roots() const { return static_cast<std::uint32_t>(shape_->pieces.size()); }
  const PieceNode& node(std::uint32_t i) const { return nodes_[i]; }
  /// Cuts it across its longer side, if it is not cut.
  std::uint32_t children_of(std::uint32_t i);
  /// At (s, t) of a piece, from 0 to 1; derivatives by these times `scale`.
  PieceJet<Vec3<double>> at(std::uint32_t piece, const double (&at)[2], const double (&scale)[2]) const;
  double size() const { return size_; }
  /// Forgets the pieces if there are more than `most`.
  void forget_beyond(std::size_t most);

 private:
  void add_roots(const RelativePose<double>* pose);
  void finish(PieceNode& node);
  void look_for_poles(PieceNode& root) const;
  std::uint32_t count(const ShapePiece& p) const {
    return static_cast<std::uint32_t>((p.degree_u + 1) * (p.degree_v + 1));
  }

  const FreeShape* shape_;
  std::optional<Carrier<double>> carrier_;
  std::vector<PieceNode> nodes_;
  std::vector<WeightedPoint> nets_;
  double size_ = 0;
  std::size_t root_nets_ = 0;
};

}  // namespace abut::host
