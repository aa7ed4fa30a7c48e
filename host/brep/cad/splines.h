// Degrees and knots of OpenCASCADE's splines. Private to host/brep/cad/.
#pragma once

#include <TColStd_Array1OfReal.hxx>
#include <string>
#include <vector>

#include "abut/surface/nurbs.h"
#include "host/brep/cad/convert.h"

namespace abut::cad {

/// Throws `Unusable` above `most_surface_degree`. `what`: "its surface".
inline int checked_degree(const char* what, int degree) {
  if (degree > most_surface_degree) {
    throw Unusable(std::string(what) + " has the degree " + std::to_string(degree) + ", allowed are 1 to 7");
  }
  return degree;
}

/// Of OpenCASCADE's sequence, in which each comes as often as it counts.
inline std::vector<double> knots_of(const TColStd_Array1OfReal& sequence) { return {sequence.begin(), sequence.end()}; }

/// Of one Bezier piece.
inline std::vector<double> bezier_knots(int degree, const Interval& over) {
  std::vector<double> knots(2 * static_cast<std::size_t>(degree) + 2, over.begin);
  for (std::size_t i = knots.size() / 2; i < knots.size(); ++i) knots[i] = over.end;
  return knots;
}

}  // namespace abut::cad
