// What tests of polyhedral cones hold them against, and cones to test with. Shares no code with what is tested.
#pragma once

#include <vector>

#include "abut/brep/polyhedral_cone.h"
#include "tests/support/random.h"

namespace abut::test {

using Cone = PolyhedralCone<double>;
using Directions = std::vector<Vec3<double>>;

/// The generators that differ.
Directions generators_of(const Cone& cone);

/// The largest m for which a unit vector n has <n, g> <= -m for all generators of both: above 0 where Ca and -Cb are
/// apart, the sine of the angle by which both may grow. In long double, by trying what a largest one can be: opposite
/// to one generator, equally far from two, or from three. What is above `enough` is not looked for.
long double clearance(const Directions& a, const Directions& b, long double enough = 2);

/// The paper's Algorithm 1, whose products are 0 up to 1e-12: whether no plane is found.
bool paper_test(const Directions& a, const Directions& b);

/// Of 1 to `most` directions within `width` of one.
Directions random_directions(Random& random, std::uint32_t most, double width);
/// 1 to 4 generators, from needles to what is nearly a half-space.
Cone random_cone(Random& random);
/// Within the cone: its generators, on its sides, or inside.
Vec3<double> random_member(Random& random, const Cone& cone);
/// `angle` away from `n`, anywhere.
Vec3<double> tilted(Random& random, const Vec3<double>& n, double angle);
Mat3<double> turn_about(const Vec3<double>& axis, double angle);

/// A rotation of B with which -B touches A from outside, but for a turn by `angle` about some axis: along sides, at
/// corners, or a side at a corner.
Mat3<double> nearly_touching(Random& random, const Cone& a, const Cone& b, double angle);

Directions rotated(const Mat3<double>& rotation, const Directions& directions);

}  // namespace abut::test
