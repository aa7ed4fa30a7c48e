// B-Reps built in code: what is extruded or turned from a profile, sheets, and the same bodies told otherwise.
#pragma once

#include <cstdint>
#include <vector>

#include "abut/brep/brep.h"
#include "tests/support/random.h"

namespace abut::test {

/// A straight line, or an arc about `centre` where `sweep` is not 0: above 0, to the left. The material is on its left.
struct ProfileSegment {
  Vec2<double> from, to;
  Vec2<double> centre{0, 0};
  double sweep = 0;
};
using Profile = std::vector<ProfileSegment>;  ///< each begins where the one before ends

Profile polygon(const std::vector<Vec2<double>>& corners);
/// In so many arcs; `sweep` is 2 pi or -2 pi.
Profile circle(Vec2<double> centre, double radius, double sweep, int arcs, double first = 0);

/// Loops of the plane (x, y), the outer one to the left and holes to the right, between two heights. Added as a shell.
void add_prism(Brep& to, const std::vector<Profile>& loops, double low, double high);
/// A profile in (r, z) turned about z, in so many sectors: of one, faces have seams. It begins and ends at r = 0, or is
/// closed.
void add_lathe(Brep& to, const Profile& profile, int sectors);

Brep box(double a, double b, double c);
Brep block_with_hole(double scale);     ///< 4 x 3 x 2, a hole of radius 0.5 in two halves
Brep plates_on_one_axis(double scale);  ///< two of them, each with a hole on the axis and one beside it
Brep cylinder(double radius, double height, int sectors);
Brep frustum(double low, double high, double height, int sectors);  ///< its radii; 0 at a tip
Brep ball(double radius, int sectors);
Brep half_ball(double radius);
Brep ring(double radius, double tube, int sectors);
Brep grooved_shaft(double scale,
                   int sectors);      ///< radius 1 but for a groove of radius 0.8 from z = 1 to 1.5; to z = 2.5
Brep shaft_with_flats(double scale);  ///< radius 1 and height 2, cut off at y = 0.6 and -0.6
/// One face in the plane: 4 x 3 from the origin, with a round, an elliptic and a spline's hole. Its area.
Brep sheet_with_holes(double& area);
Brep elliptic_tube();  ///< an extruded ellipse, u once round, v from 0 to 2
Brep spline_tube();    ///< the same as a NURBS of a circle of radius 1
Brep turned_spline();  ///< a NURBS profile turned about z, a quarter of a turn
/// Unit squares that share the edge from the origin along y, each in one of these directions.
Brep squares_about_y(const std::vector<Vec3<double>>& directions);
/// Radius 1; the upper half about z without a seam, the lower one about x.
Brep two_half_balls_by_other_axes();

/// One of each: of every kind of canonical surface, cut up and whole.
std::vector<Brep> bodies_of_all_kinds(double scale);

/// The same body elsewhere.
Brep moved(Brep brep, const Pose& pose);
/// Faces in another order; surfaces one a face.
Brep with_faces_in_order(const Brep& brep, const std::vector<std::uint32_t>& order);
/// Every plane, cylinder, cone, sphere and torus by another frame: turned, flipped, mirrored, moved along itself.
Brep reframed(const Brep& brep, Random& random);

/// As importers without edges for poles have them.
Brep without_poles(Brep brep);

}  // namespace abut::test
