// The part of a surface's parameters that a face keeps of it: inside, outside, or at the boundary. Host only.
//
// Trimming curves become rational Bezier pieces, exact but for roundings; where surfaces close, they go round. A point
// is inside by how often curves are crossed on the way to a known point. Curves are cut until control points lie on
// one side of the way: what is counted is certain, or the point is said to be at the boundary.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "abut/brep/brep_geometry.h"

namespace abut {

enum class TrimSide : std::uint8_t { outside, inside, boundary };

enum class TrimStatus : std::uint8_t {
  ok,
  open_loop,     ///< a curve does not begin where the one before ends
  wrong_nesting  ///< loops cross, or the material is not on the left of all of them
};

/// What a piece of the boundary is. Data only.
enum class TrimKind : std::uint8_t {
  boundary,
  inner,  ///< between two faces that are one: crossed, but nothing ends there
  joint   ///< closes what rounding left open, or stands for a pole, which is one point
};

/// A piece of a trimming curve, with the material on its left. Control points are (u w, v w, w). Data only.
struct TrimPiece {
  int degree = 1;
  std::array<Vec3<double>, most_surface_degree + 1> points{};
  TrimKind kind = TrimKind::boundary;
  std::uint32_t edge = no_brep_index;  ///< none of a joint
};

/// (u, v) of one surface as those of another on which the same points lie: linear * (u, v) + shift. Data only.
struct ParameterMap {
  double linear[4] = {1, 0, 0, 1};  ///< row-major
  Vec2<double> shift{0, 0};

  Vec2<double> operator()(double u, double v) const {
    return {linear[0] * u + linear[1] * v + shift.x, linear[2] * u + linear[3] * v + shift.y};
  }
  double determinant() const { return linear[0] * linear[3] - linear[1] * linear[2]; }
};

/// A face, its parameters mapped to those of the surface of the domain. Data only.
struct MappedFace {
  std::uint32_t face = 0;
  ParameterMap map;
};

/// A box of parameters; where they close, `begin` is in the first period and `end` at most one period behind. Data
/// only.
struct TrimBox {
  double begin_u, end_u, begin_v, end_v;
};

/// Of one face, or of several on one surface: the union of theirs. Owns copies of what it needs.
class TrimmedDomain {
 public:
  /// Throws `InvalidInput` when there is no such face. Edges that a face has twice (seams, slits) vanish.
  TrimmedDomain(const Brep& brep, std::uint32_t face);
  /// In the parameters of `surface`. Edges that two of the faces share vanish. `inner`: edges (as `brep.edges`) that
  /// vanish too although the face beyond is none of these; may be empty. Throws `InvalidInput` as above, and when
  /// `faces` is empty.
  TrimmedDomain(const Brep& brep, std::uint32_t surface, std::span<const MappedFace> faces,
                const std::vector<bool>& inner = {});

  /// `tolerance`: in the unit of lengths, 0 or more. A point as near to the boundary, to first order in the distance,
  /// is at the boundary; so is what rounding cannot tell. Where `status` is not ok, as many curves say.
  TrimSide side_of(double u, double v, double tolerance) const;
  /// Whether it is as near to an inner edge, and to no boundary: then it is inside.
  bool near_inner_edge(double u, double v, double tolerance) const;

  /// All of the domain lies in it. It is not the smallest one.
  const TrimBox& box() const { return box_; }
  /// Nothing is cut away: a sphere, a torus.
  bool is_whole() const { return whole_; }
  TrimStatus status() const { return status_; }
  /// The first fault and its place, such as "face 3, loop 1: side 2 begins 0.5 from the end of the one before"; empty
  /// where `status` is ok.
  const std::string& fault() const { return fault_; }
  /// Loop by loop, closed but for whole periods.
  std::span<const TrimPiece> pieces() const { return pieces_; }

 private:
  friend class TrimmedDomainMaker;
  TrimmedDomain() = default;

  Brep surface_;  ///< the surface alone, and what it is made of
  SurfaceDomain domain_{};
  std::vector<TrimPiece> pieces_;
  std::vector<TrimBox> bounds_;  ///< of pieces
  Vec2<double> known_{0, 0};     ///< a point
  int known_inside_ = 0;         ///< 1 or 0
  TrimBox box_{};
  bool whole_ = false;
  TrimStatus status_ = TrimStatus::ok;
  std::string fault_;
};

}  // namespace abut
