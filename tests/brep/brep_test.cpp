#include "abut/brep/brep.h"

#include <gtest/gtest.h>

#include <functional>
#include <limits>

#include "abut/core/error.h"
#include "tests/brep/brep_volume.h"
#include "tests/brep/known_breps.h"
#include "tests/support/complaint.h"

namespace abut {
namespace {

constexpr double pi = std::numbers::pi;

TEST(Brep, KnownOnesAreWhatTheySay) {
  EXPECT_NEAR(test::volume(test::box(2, 3, 5)), 30, 30e-8);
  EXPECT_NEAR(test::volume(test::cylinder(2, 3)), 12 * pi, 40e-8);
  EXPECT_NEAR(test::volume(test::torus(3, 1)), 6 * pi * pi, 60e-8);
}

TEST(Brep, SidesOfKnownOnesRunWithTheirEdges) {
  for (const Brep& b : {test::box(2, 3, 5), test::cylinder(2, 3), test::torus(3, 1)}) {
    EXPECT_LE(test::largest_gap(b), 1e-14);
  }
}

TEST(Brep, CheckTakesKnownOnes) {
  EXPECT_NO_THROW(check_brep(Brep{}));
  for (const Brep& b : {test::box(2, 3, 5), test::cylinder(2, 3), test::torus(3, 1), test::one_of_each()}) {
    EXPECT_NO_THROW(check_brep(b));
  }
}

/// A fault of a cylinder, and what is said of it.
struct Fault {
  std::function<void(Brep&)> make;
  const char* message;
};

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinite = std::numeric_limits<double>::infinity();

const Fault faults[] = {
    {[](Brep& b) { b.nurbs_surfaces[0].u.knots[1] = -1; }, "Brep: nurbs_surfaces[0]: NurbsSurface: u.knots[1] is -1"},
    {[](Brep& b) { b.nurbs_curves[0].weights.pop_back(); }, "Brep: nurbs_curves[0]: NurbsSpaceCurve: weights are 2"},
    {[](Brep& b) { b.nurbs_parameter_curves[0].points[1].y = nan; },
     "Brep: nurbs_parameter_curves[0]: NurbsCurve: points[1] is not finite"},
    {[](Brep& b) { b.curves[0].radius = 0; }, "Brep: curves[0] has the radius 0; allowed is above 0"},
    {[](Brep& b) { b.curves[4].minor_radius = -2; }, "Brep: curves[4] has the minor radius -2; allowed is above 0"},
    {[](Brep& b) { b.curves[0].radius = infinite; }, "Brep: curves[0] has inf; allowed are finite numbers"},
    {[](Brep& b) { b.curves[1].frame.origin.z = nan; }, "Brep: curves[1] has nan; allowed are finite numbers"},
    {[](Brep& b) {
       b.curves[2].frame.x = {0, 0, 2};
     },
     "Brep: curves[2] has axes that are off by 3; allowed are unit"},
    {[](Brep& b) { b.curves[3].nurbs = 1; }, "Brep: curves[3] has the NURBS curve 1; allowed are indices below 1"},
    {[](Brep& b) { b.curves[3].nurbs = no_brep_index; }, "Brep: curves[3] has the NURBS curve none"},
    {[](Brep& b) {
       b.parameter_curves[0].x = {0, 0};
     },
     "Brep: parameter_curves[0] is a line along 0, 0"},
    {[](Brep& b) {
       b.parameter_curves[4].y = {1, 0};
     },
     "Brep: parameter_curves[4] has axes that are off by 1"},
    {[](Brep& b) { b.parameter_curves[4].radius = -1; }, "Brep: parameter_curves[4] has the radius -1"},
    {[](Brep& b) { b.parameter_curves[5].nurbs = 7; }, "Brep: parameter_curves[5] has the NURBS curve 7"},
    {[](Brep& b) { b.parameter_curves[0].origin.x = infinite; }, "Brep: parameter_curves[0] has inf"},
    {[](Brep& b) { b.surfaces[0].radius = -1; }, "Brep: surfaces[0] has the radius -1; allowed is above 0"},
    {[](Brep& b) {
       b.surfaces[1].frame.y = {1, 0, 0};
     },
     "Brep: surfaces[1] has axes that are off by 1"},
    {[](Brep& b) { b.surfaces[3].radius = -0.5; }, "Brep: surfaces[3] has the radius -0.5; allowed is 0 or more"},
    {[](Brep& b) { b.surfaces[3].half_angle = 0; }, "Brep: surfaces[3] has the half angle 0; allowed is one between"},
    {[](Brep& b) { b.surfaces[3].half_angle = 1.6; }, "Brep: surfaces[3] has the half angle 1.6"},
    {[](Brep& b) { b.surfaces[5].minor_radius = 0; }, "Brep: surfaces[5] has the minor radius 0"},
    {[](Brep& b) { b.surfaces[6].profile = 9; }, "Brep: surfaces[6] has the profile 9; allowed are indices below 5"},
    {[](Brep& b) { b.surfaces[8].nurbs = 3; }, "Brep: surfaces[8] has the NURBS surface 3"},
    {[](Brep& b) { b.vertices[1].point.x = nan; }, "Brep: vertices[1] has nan; allowed are finite numbers"},
    {[](Brep& b) { b.vertices[0].tolerance = -1; }, "Brep: vertices[0] has the tolerance -1; allowed is 0 or more"},
    {[](Brep& b) { b.edges[0].curve = 5; }, "Brep: edges[0] has the curve 5; allowed are indices below 5"},
    {[](Brep& b) { b.edges[2].end = 0; }, "Brep: edges[2] goes from 0 to 0; allowed is an end behind the beginning"},
    {[](Brep& b) { b.edges[1].begin = nan; }, "Brep: edges[1] has nan; allowed are finite numbers"},
    {[](Brep& b) { b.edges[2].vertices[1] = 2; }, "Brep: edges[2] has the vertex 2; allowed are indices below 2"},
    {[](Brep& b) { b.edges[2].tolerance = nan; }, "Brep: edges[2] has nan; allowed are finite numbers"},
    {[](Brep& b) { b.coedges[5].edge = no_brep_index; }, "Brep: coedges[5] has the edge none"},
    {[](Brep& b) { b.coedges[5].parameter_curve = 7; }, "Brep: coedges[5] has the parameter curve 7"},
    {[](Brep& b) { b.faces[2].surface = 9; }, "Brep: faces[2] has the surface 9; allowed are indices below 9"},
    {[](Brep& b) { b.faces[2].tolerance = -1; }, "Brep: faces[2] has the tolerance -1; allowed is 0 or more"},
    {[](Brep& b) { b.shells[0].faces = 4; }, "Brep: shells[0] has 4 from 0 on; allowed are those from 0 on, below 3"},
    {[](Brep& b) { b.shells[0].faces = 2; }, "Brep: faces[2] belongs to nothing"},
    {[](Brep& b) { b.faces[1].first_loop = 2; }, "Brep: faces[1] has 1 from 2 on; allowed are those from 1 on"},
    {[](Brep& b) { b.loops[2].coedges = 0; }, "Brep: coedges[5] belongs to nothing"},
    {[](Brep& b) { b.loops[1].first_coedge = 0xfffffff0u; }, "Brep: loops[1] has 1 from 4294967280 on"},
};

TEST(Brep, CheckNamesEachFaultAndItsPlace) {
  for (const Fault& fault : faults) {
    Brep b = test::one_of_each();
    fault.make(b);
    const std::string message = test::complaint([&] { check_brep(b); });
    EXPECT_EQ(message.substr(0, std::string(fault.message).size()), fault.message);
  }
}

TEST(Brep, CheckOfAnAssemblyNamesPartAndInstance) {
  const BrepAssembly good{{test::box(1, 1, 1)}, {"box"}, {{0, {}, "box"}}, {}};
  EXPECT_NO_THROW(check_brep(good));
  const auto told = [&](const std::function<void(BrepAssembly&)>& make) {
    BrepAssembly a = good;
    make(a);
    return test::complaint([&] { check_brep(a); });
  };
  EXPECT_EQ(told([](BrepAssembly& a) { a.parts[0].edges[3].begin = 1; }),
            "BrepAssembly: parts[0]: Brep: edges[3] goes from 1 to 1; allowed is an end behind the beginning");
  EXPECT_EQ(told([](BrepAssembly& a) { a.part_names.clear(); }),
            "BrepAssembly: part_names are 0; allowed is one a part, 1");
  EXPECT_EQ(told([](BrepAssembly& a) { a.instances[0].part = 1; }),
            "BrepAssembly: instances[0] has the part 1; allowed are indices below 1");
  EXPECT_EQ(told([](BrepAssembly& a) { a.instances[0].pose.position.y = infinite; }),
            "BrepAssembly: instances[0] has a position that is not finite");
  EXPECT_EQ(told([](BrepAssembly& a) { a.instances[0].pose.rotation.m[0] = -1; }),
            "BrepAssembly: instances[0] is turned by what is no rotation; allowed is one within 1e-6");
}

}  // namespace
}  // namespace abut
