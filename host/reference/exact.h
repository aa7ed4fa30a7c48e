// Exact signs of orientation determinants of doubles: a floating-point filter (Shewchuk 1997, error bounds of the first
// stage), then integers of any length, since every double is an integer times a power of two.
#pragma once

#include "host/reference/wide.h"

namespace abut::reference {

/// Sign of the area of the triangle a, b, c in the plane: 1 when counter-clockwise.
int orient2d(double ax, double ay, double bx, double by, double cx, double cy);

/// Sign of (b - a) x (c - a) . (d - a): 1 when d is on the side from which a, b, c run counter-clockwise.
int orient3d(const Vec3<double>& a, const Vec3<double>& b, const Vec3<double>& c, const Vec3<double>& d);

/// All on one line, or two of them equal.
bool collinear(const Vec3<double>& a, const Vec3<double>& b, const Vec3<double>& c);

/// (b - a) x (c - a) times some positive number, of unit length; every component right to about wide_epsilon of that
/// length or 2^-75, however thin the triangle. Zero for collinear points.
Vec3<Wide> triangle_normal(const Vec3<double>& a, const Vec3<double>& b, const Vec3<double>& c);

}  // namespace abut::reference
