// Every argument of the add functions of the plane, and of what builds differences, at the ends of what is allowed and
// beyond.
#include <gtest/gtest.h>

#include <functional>
#include <limits>

#include "tests/planar/planar_cases.h"
#include "tests/support/complaint.h"

namespace abut {
namespace {

using test::complaint;
using test::Points;

constexpr double largest = 0x1p1000, smallest = 0x1p-1000;

struct Argument {
  const char* name;
  bool signed_number;
  std::function<void(PlanarShapeSet&, double)> add;
};

std::vector<Argument> arguments() {
  using S = PlanarShapeSet;
  return {{"add_point: points[0].x", true,
           [](S& s, double x) {
             s.add_point({x, 1}, 1);
           }},
          {"add_point: points[0].y", true,
           [](S& s, double x) {
             s.add_point({1, x}, 1);
           }},
          {"add_point: rounding", false,
           [](S& s, double x) {
             s.add_point({1, 1}, x);
           }},
          {"add_disc: radius", false, [](S& s, double x) { s.add_disc(x); }},
          {"add_segment: points[0].y", true,
           [](S& s, double x) {
             s.add_segment({0, x}, {1, 1});
           }},
          {"add_segment: points[1].x", true,
           [](S& s, double x) {
             s.add_segment({0, 0}, {x, 1});
           }},
          {"add_segment: rounding", false,
           [](S& s, double x) {
             s.add_segment({0, 0}, {1, 1}, x);
           }},
          {"add_polygon: points[2].y", true,
           [](S& s, double x) {
             s.add_polygon(Points{{0, 0}, {1, 0}, {0, x}});
           }},
          {"add_polygon: rounding", false,
           [](S& s, double x) {
             s.add_polygon(Points{{0, 0}, {1, 0}}, x);
           }},
          {"planar_minkowski_difference: a[1].x", true,
           [](S&, double x) {
             planar_minkowski_difference(Points{{0, 0}, {x, 0}}, Points{{0, 0}}, {});
           }},
          {"planar_minkowski_difference: b[0].y", true,
           [](S&, double x) {
             planar_minkowski_difference(Points{{0, 0}}, Points{{0, x}}, {});
           }},
          {"planar_minkowski_difference: b_in_a.position.y", true,
           [](S&, double x) {
             planar_minkowski_difference(Points{{0, 0}}, Points{{0, 0}}, {{0, x}, {1, 0}});
           }},
          {"planar_entrance_block: reference_point.x", true, [](S&, double x) {
             planar_entrance_block(Points{{0, 0}}, Points{{0, 0}}, {1, 0}, {x, 0});
           }}};
}

TEST(PlanarLimits, NumbersThatAreNoneAreNamedAndAddNothing) {
  const double nan = std::nan(""), infinity = std::numeric_limits<double>::infinity();
  for (const Argument& a : arguments()) {
    PlanarShapeSet set;
    const auto expect_refused = [&](double value, const std::string& shown) {
      const std::string text = complaint([&] { a.add(set, value); });
      EXPECT_EQ(text.substr(0, text.find(';')), std::string(a.name) + " is " + shown);
      EXPECT_NE(text.find("; allowed: "), std::string::npos) << text;
      EXPECT_EQ(set.size(), 0u) << a.name;
    };
    expect_refused(nan, "nan");
    expect_refused(infinity, "inf");
    expect_refused(-infinity, "-inf");
    expect_refused(std::nextafter(largest, infinity), "1.0715086071862676e+301");
    if (!a.signed_number) expect_refused(-1e-9, "-1e-09");
    for (const double value : {largest, 0.0, smallest}) {
      EXPECT_EQ(complaint([&] { a.add(set, value); }), "") << a.name << ' ' << value;
      EXPECT_EQ(complaint([&] { a.add(set, a.signed_number ? -value : value); }), "") << a.name << ' ' << value;
    }
    for (std::uint32_t s = 0; s < set.size(); ++s) {
      const PlanarShapeHeader& h = set.header(s);
      EXPECT_EQ(h.exponent, h.size > 0 ? std::ilogb(h.size) : 0) << a.name;
    }
  }
}

TEST(PlanarLimits, SizesAreNothingOrWithinTheRange) {
  PlanarShapeSet set;
  const double below = std::nextafter(smallest, 0);
  const std::string refused =
      "shape: its size is 9.332636185032188e-302; allowed: 0, or 9.332636185032189e-302 to 4.2860344287450693e+301";
  EXPECT_EQ(complaint([&] { set.add_disc(below); }), refused);
  EXPECT_EQ(complaint([&] { set.add_segment({-below, 0}, {below, 0}); }), refused);
  EXPECT_EQ(complaint([&] { set.add_polygon(Points{{0, below}, {0, -below}, {0, 0}}); }), refused);
  EXPECT_EQ(set.size(), 0u);
  set.add_disc(smallest);
  set.add_segment({-smallest, 0}, {smallest, 0});
  EXPECT_EQ(set.header(1).exponent, -1000);
}

TEST(PlanarLimits, HowManyPointsAreNamed) {
  PlanarShapeSet set;
  EXPECT_EQ(complaint([&] { set.add_polygon(Points{}); }), "add_polygon: points has no points; at least 1 is needed");
  const Points many(max_shape_vertices + 1, {0, 0});
  EXPECT_EQ(complaint([&] { set.add_polygon(many); }),
            "add_polygon: points has 1048577 points; allowed are at most 1048576");
  EXPECT_EQ(complaint([&] {
              planar_entrance_block(many, Points{{0, 0}}, {1, 0});
            }),
            "planar_entrance_block: a has 1048577 points; allowed are at most 1048576");
  EXPECT_EQ(complaint([&] {
              planar_minkowski_difference(Points{{0, 0}}, Points{}, {});
            }),
            "planar_minkowski_difference: b has no points; at least 1 is needed");
  EXPECT_EQ(set.add_polygon(Points(max_shape_vertices, {2, 3})), 0u) << "as many as are allowed, all in one place";
  EXPECT_EQ(set.vertices(0).size(), 1u);
}

TEST(PlanarLimits, TurnsAreHeldToAMillionth) {
  const Points point{{0, 0}};
  const auto text = [&](Vec2<double> turn) {
    return complaint([&] { planar_minkowski_difference(point, point, {{0, 0}, turn}); });
  };
  EXPECT_EQ(text({1 + 4e-7, 0}), "");
  EXPECT_EQ(text({0, -1 + 4e-7}), "");
  EXPECT_EQ(text({0.6, 0.8}), "");
  EXPECT_EQ(text({1.5, 0}),
            "planar_minkowski_difference: b_in_a.rotation is (1.5, 0); allowed: (cos, sin) of an angle, of length 1");
  EXPECT_NE(text({1 + 6e-7, 0}), "");
  EXPECT_NE(text({std::nan(""), 1}), "");
  EXPECT_NE(text({0, 0}), "");
}

}  // namespace
}  // namespace abut
