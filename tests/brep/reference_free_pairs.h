// Stationary pairs of two lone features, found apart from the code under test: by Newton's method from many starts,
// with derivatives by differences, on points from `brep_geometry.h`.
#pragma once

#include <vector>

#include "tests/brep/free_features.h"

namespace abut::test {

/// Data only.
struct FreeReferencePair {
  Vec3<double> a, b;
  double at[4];  ///< parameters of a, then of b
};

/// Two features, the second one placed in the first one's frame.
class FreeReference {
 public:
  FreeReference(const LoneFeature& a, const LoneFeature& b, const RelativePose<double>& b_in_a)
      : a_(a), b_(b), pose_(b_in_a) {}

  /// Pairs within both boxes, farther than `margin` from their ends, outward normals of two surfaces opposite.
  std::vector<FreeReferencePair> find(int starts, double margin, Random& random) const;
  /// How far from the ends of both boxes, in parts of the boxes; what goes round has none.
  double within(const double (&at)[4]) const;
  /// Of the equations, in unit directions: lengths, and sines for two directions.
  double residual(const double (&at)[4]) const;
  /// Whether half of the squared distance has only positive second derivatives there: 1, -1, or 0 in doubt.
  int bends(const double (&at)[4]) const;
  Vec3<double> point_a(const double (&at)[4]) const { return a_.at(at[0], at[1]).point; }
  Vec3<double> point_b(const double (&at)[4]) const;

 private:
  int unknowns() const { return a_.dimensions + b_.dimensions; }
  /// In `at`, the place of unknown k.
  int place(int k) const { return k < a_.dimensions ? k : 2 + k - a_.dimensions; }
  void equations(const double (&at)[4], double (&f)[4]) const;
  bool newton(double (&at)[4]) const;

  const LoneFeature &a_, &b_;
  RelativePose<double> pose_;
};

}  // namespace abut::test
