// Eigenvalues and eigenvectors by Jacobi's rotations (Golub & Van Loan, 8.5).
#include <cmath>

#include "abut/shapes/mass_properties.h"

namespace abut {

PrincipalAxes principal_axes(const Mat3<double>& inertia) {
  Mat3<double> a = inertia;
  PrincipalAxes out{{0, 0, 0}, {{1, 0, 0, 0, 1, 0, 0, 0, 1}}};
  constexpr int sweeps = 30;  // it converges quadratically: five or six are enough
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    for (int p = 0; p < 2; ++p) {
      for (int q = p + 1; q < 3; ++q) {
        const double off = a.m[3 * p + q];
        // Below rounding of the diagonal there is nothing left to turn.
        if (std::abs(off) <= 1e-17 * (std::abs(a.m[4 * p]) + std::abs(a.m[4 * q]))) continue;
        const double theta = (a.m[4 * q] - a.m[4 * p]) / (2 * off);
        const double t = (theta >= 0 ? 1 : -1) / (std::abs(theta) + std::sqrt(theta * theta + 1));
        const double c = 1 / std::sqrt(t * t + 1), s = t * c;
        Mat3<double> turn{{1, 0, 0, 0, 1, 0, 0, 0, 1}};
        turn.m[4 * p] = turn.m[4 * q] = c;
        turn.m[3 * p + q] = s;
        turn.m[3 * q + p] = -s;
        a = transpose_times(turn, times(a, turn));
        out.axes = times(out.axes, turn);
      }
    }
  }
  out.moments = {a.m[0], a.m[4], a.m[8]};
  Mat3<double>& v = out.axes;
  const Vec3<double> z = cross(Vec3<double>{v.m[0], v.m[3], v.m[6]}, Vec3<double>{v.m[1], v.m[4], v.m[7]});
  v.m[2] = z.x, v.m[5] = z.y, v.m[8] = z.z;  // right-handed
  return out;
}

}  // namespace abut
