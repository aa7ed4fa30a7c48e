// Points, directions and frames of OpenCASCADE as Abut's. Private to host/brep/cad/.
#pragma once

#include <gp_Ax2.hxx>
#include <gp_Ax3.hxx>
#include <gp_Pnt2d.hxx>

#include "abut/brep/brep.h"

namespace abut::cad {

inline Vec2<double> vec(const gp_Pnt2d& p) { return {p.X(), p.Y()}; }
inline Vec2<double> vec(const gp_Dir2d& d) { return {d.X(), d.Y()}; }
inline Vec3<double> vec(const gp_Pnt& p) { return {p.X(), p.Y(), p.Z()}; }
inline Vec3<double> vec(const gp_Dir& d) { return {d.X(), d.Y(), d.Z()}; }

/// Of a gp_Ax2, or of a gp_Ax3, which may be left-handed.
template <class Axes>
BrepFrame frame_of(const Axes& axes) {
  return {vec(axes.Location()), vec(axes.XDirection()), vec(axes.YDirection()), vec(axes.Direction())};
}
/// Of an axis: x and y are any two at right angles.
inline BrepFrame frame_of(const gp_Ax1& axis) { return frame_of(gp_Ax2(axis.Location(), axis.Direction())); }

template <class Array>
std::uint32_t push(Array& array, const typename Array::value_type& value) {
  array.push_back(value);
  return static_cast<std::uint32_t>(array.size() - 1);
}

}  // namespace abut::cad
