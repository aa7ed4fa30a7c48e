// Every local minimum of the distance of two solids, found apart from the code under test: one solid in closed form
// (the locally nearest points of it from anywhere), the other's boundary sampled densely and searched on exact pieces.
//
// A local minimum (x, y) over both solids is one over y of the distance from x(y), the locally nearest point that goes
// on continuously. So for each such point x(y) of each sample y the distance is followed down. No trimmed domains,
// tangent cones, stationary equations or second derivatives are used.
#pragma once

#include <vector>

#include "tests/brep/reference_profile.h"

namespace abut::test {

class ReferenceSolid {
 public:
  static ReferenceSolid prism(const std::vector<Profile>& loops, double low, double high);
  static ReferenceSolid lathe(const Profile& profile);  ///< (r, z) about z, as `add_lathe`

  /// Exact: from the boundary, below 0 within.
  double signed_distance(const Vec3<double>& p) const;
  /// All points that are locally nearest to a point outside.
  void feet(const Vec3<double>& p, std::vector<Vec3<double>>& out) const;

  /// A place on the boundary. `patch`: of a prism the sides by pieces, then bottom and top; of a lathe four quarters of
  /// each piece. u and v from 0 to 1.
  struct Place {
    int patch = 0;
    double u = 0, v = 0;
  };
  int patches() const;
  bool is_part(int patch) const;  ///< of the boundary
  Vec3<double> at(const Place& place) const;
  bool holds(const Place& place) const;            ///< within the patch
  Vec2<double> lengths(const Place& place) const;  ///< of the patch there, along u and v
  /// The point by all patches that have it within `tolerance`.
  std::vector<Place> places_at(const Vec3<double>& p, double tolerance) const;
  double size() const { return size_; }

 private:
  bool is_cap(int patch) const { return !turned_ && patch >= static_cast<int>(profile_.pieces().size()); }
  Vec2<double> in_half_plane(const Vec3<double>& p) const;

  ReferenceProfile profile_;
  bool turned_ = false;
  double low_ = 0, high_ = 0, size_ = 0;
  Vec2<double> least_{0, 0}, most_{0, 0};  ///< box about the profile
};

struct SolidLmd {
  Vec3<double> a, b;
  double distance;
};

struct SolidLmds {
  std::vector<SolidLmd> minima;  ///< of no meaning where boundaries meet
  /// Of A's signed distance over B's boundary; `most` is that of the samples alone.
  double least = 0, most = 0;
  int dropped = 0;  ///< ends of descents where A's nearest point jumps: no minima
};

/// In A's frame. A is the one in closed form, B is sampled by about `per_side` points along its size.
SolidLmds solid_lmds(const ReferenceSolid& a, const ReferenceSolid& b, const RelativePose<double>& b_in_a,
                     int per_side = 16);

/// How far down the distance goes from a pair of boundary points by small steps of B's point, A's following.
double descent_from(const ReferenceSolid& a, const ReferenceSolid& b, const RelativePose<double>& b_in_a,
                    const Vec3<double>& on_a, const Vec3<double>& on_b);

/// The most by which random pairs of boundary points within `radius` of both points are nearer than these two are.
double nearer_around(const ReferenceSolid& a, const ReferenceSolid& b, const RelativePose<double>& b_in_a,
                     const Vec3<double>& on_a, const Vec3<double>& on_b, double radius, Random& random);

}  // namespace abut::test
