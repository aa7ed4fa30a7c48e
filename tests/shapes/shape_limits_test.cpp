// Every argument of every add function at the ends of what is allowed and beyond: what is said, and that a refused
// shape leaves the set as it was.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "abut/shapes/shape_set.h"
#include "tests/support/complaint.h"

namespace abut::test {
namespace {

constexpr double largest = 0x1p1000, smallest = 0x1p-1000;

/// An add function with one of its numbers left open. `signed_number`: coordinates, which may be negative.
struct Argument {
  const char* name;
  bool signed_number;
  std::function<void(ShapeSet&, double)> add;
};

std::vector<Argument> arguments() {
  using S = ShapeSet;
  std::vector<Argument> all{
      {"add_point: vertex.x", true,
       [](S& s, double x) {
         s.add_point({x, 1, 1});
       }},
      {"add_point: vertex.y", true,
       [](S& s, double x) {
         s.add_point({1, x, 1});
       }},
      {"add_point: vertex.z", true,
       [](S& s, double x) {
         s.add_point({1, 1, x});
       }},
      {"add_point: rounding", false,
       [](S& s, double x) {
         s.add_point({1, 1, 1}, x);
       }},
      {"add_segment: v0.x", true,
       [](S& s, double x) {
         s.add_segment({x, 1, 1}, {2, 2, 2});
       }},
      {"add_segment: v0.z", true,
       [](S& s, double x) {
         s.add_segment({1, 1, x}, {2, 2, 2});
       }},
      {"add_segment: v1.y", true,
       [](S& s, double x) {
         s.add_segment({1, 1, 1}, {2, x, 2});
       }},
      {"add_segment: rounding", false,
       [](S& s, double x) {
         s.add_segment({1, 1, 1}, {2, 2, 2}, x);
       }},
      {"add_triangle: v0.y", true,
       [](S& s, double x) {
         s.add_triangle({0, x, 0}, {1, 0, 0}, {0, 1, 0});
       }},
      {"add_triangle: v1.z", true,
       [](S& s, double x) {
         s.add_triangle({0, 0, 0}, {1, 0, x}, {0, 1, 0});
       }},
      {"add_triangle: v2.x", true,
       [](S& s, double x) {
         s.add_triangle({0, 0, 0}, {1, 0, 0}, {x, 1, 0});
       }},
      {"add_triangle: rounding", false,
       [](S& s, double x) {
         s.add_triangle({0, 0, 0}, {1, 0, 0}, {0, 1, 0}, x);
       }},
      {"add_sphere: radius", false, [](S& s, double x) { s.add_sphere(x); }},
      {"add_capsule: radius", false, [](S& s, double x) { s.add_capsule(x, 1); }},
      {"add_capsule: half_length", false, [](S& s, double x) { s.add_capsule(1, x); }},
      {"add_box: half_extents.x", false,
       [](S& s, double x) {
         s.add_box({x, 1, 1});
       }},
      {"add_box: half_extents.y", false,
       [](S& s, double x) {
         s.add_box({1, x, 1});
       }},
      {"add_box: half_extents.z", false,
       [](S& s, double x) {
         s.add_box({1, 1, x});
       }},
      {"add_box: rounding", false,
       [](S& s, double x) {
         s.add_box({1, 1, 1}, x);
       }},
      {"add_ellipsoid: semi_axes.x", false,
       [](S& s, double x) {
         s.add_ellipsoid({x, 1, 1});
       }},
      {"add_ellipsoid: semi_axes.y", false,
       [](S& s, double x) {
         s.add_ellipsoid({1, x, 1});
       }},
      {"add_ellipsoid: semi_axes.z", false,
       [](S& s, double x) {
         s.add_ellipsoid({1, 1, x});
       }},
      {"add_ellipsoid: rounding", false,
       [](S& s, double x) {
         s.add_ellipsoid({1, 1, 1}, x);
       }},
      {"add_cylinder: radius", false, [](S& s, double x) { s.add_cylinder(x, 1); }},
      {"add_cylinder: half_length", false, [](S& s, double x) { s.add_cylinder(1, x); }},
      {"add_cylinder: rounding", false, [](S& s, double x) { s.add_cylinder(1, 1, x); }},
      {"add_cone: radius", false, [](S& s, double x) { s.add_cone(x, 1); }},
      {"add_cone: half_length", false, [](S& s, double x) { s.add_cone(1, x); }},
      {"add_cone: rounding", false, [](S& s, double x) { s.add_cone(1, 1, x); }},
      {"add_minkowski_sum: b_in_a.position.x", true,
       [](S& s, double x) {
         s.add_minkowski_sum(0, 1, {{x, 0, 0}});
       }},
      {"add_minkowski_sum: b_in_a.position.z", true,
       [](S& s, double x) {
         s.add_minkowski_sum(0, 1, {{0, 0, x}});
       }},
      {"add_minkowski_sum: rounding", false, [](S& s, double x) { s.add_minkowski_sum(0, 1, {}, x); }},
      {"add_hull: vertices[2].y", true,
       [](S& s, double x) {
         s.add_hull(std::vector<Vec3<double>>{{0, 0, 0}, {1, 0, 0}, {0, x, 0}, {0, 0, 1}});
       }},
      {"add_hull: rounding", false,
       [](S& s, double x) {
         s.add_hull(std::vector<Vec3<double>>{{0, 0, 0}, {1, 0, 0}}, x);
       }},
      {"replace_vertices: vertices[1].z", true, [](S& s, double x) {
         s.replace_vertices(2, std::vector<Vec3<double>>{{0, 0, 0}, {1, 1, x}});
       }}};
  return all;
}

/// Something to add to: shapes 0 and 1 for a sum, 2 to be replaced.
ShapeSet begun() {
  ShapeSet set;
  set.add_box({1, 2, 3});
  set.add_sphere(1);
  set.add_segment({0, 0, 0}, {1, 1, 1});
  return set;
}

/// All that a view has of the vertices and headers, to be compared.
template <class T>
std::vector<double> numbers_of(const ShapeSet& set) {
  const auto view = set.view<T>();
  std::vector<double> all{static_cast<double>(view.count),
                          static_cast<double>(view.sizes.vertices),
                          static_cast<double>(view.sizes.adjacency_begin),
                          static_cast<double>(view.sizes.adjacency),
                          static_cast<double>(view.sizes.edges),
                          static_cast<double>(view.sizes.faces),
                          static_cast<double>(view.sizes.face_vertices),
                          static_cast<double>(view.sizes.terms)};
  for (std::size_t k = 0; k < view.sizes.vertices; ++k) {
    for (const T c : {view.x[k], view.y[k], view.z[k]}) all.push_back(static_cast<double>(c));
  }
  for (std::uint32_t s = 0; s < view.count; ++s) {
    const ShapeHeader& h = view.headers[s];
    for (const double x : {h.size, h.rounding, h.centre[0], h.half_extent[2], static_cast<double>(h.version)}) {
      all.push_back(x);
    }
  }
  return all;
}

TEST(ShapeLimits, NumbersThatAreNoneAreNamedAndLeaveTheSetAsItWas) {
  const double nan = std::nan(""), infinity = std::numeric_limits<double>::infinity();
  for (const Argument& a : arguments()) {
    ShapeSet set = begun();
    const auto f32 = numbers_of<float>(set), f64 = numbers_of<double>(set);
    const auto expect_refused = [&](double value, const std::string& shown) {
      const std::string text = complaint([&] { a.add(set, value); });
      EXPECT_EQ(text.substr(0, text.find(';')), std::string(a.name) + " is " + shown);
      EXPECT_NE(text.find("; allowed: "), std::string::npos) << text;
      EXPECT_EQ(numbers_of<float>(set), f32) << a.name;
      EXPECT_EQ(numbers_of<double>(set), f64) << a.name;
    };
    expect_refused(nan, "nan");
    expect_refused(infinity, "inf");
    expect_refused(-infinity, "-inf");
    expect_refused(std::nextafter(largest, infinity), "1.0715086071862676e+301");
    if (a.signed_number) expect_refused(-std::nextafter(largest, infinity), "-1.0715086071862676e+301");
    if (!a.signed_number) expect_refused(-0.5, "-0.5");
    if (!a.signed_number) expect_refused(-5e-324, "-5e-324");
  }
}

TEST(ShapeLimits, NumbersAtTheEndsAreTaken) {
  for (const Argument& a : arguments()) {
    for (const double value : {largest, 0.0, -0.0, smallest}) {
      ShapeSet set = begun();
      EXPECT_EQ(complaint([&] { a.add(set, value); }), "") << a.name << ' ' << value;
      const std::uint32_t shape = set.size() - 1;
      const ShapeHeader& h = set.header(shape);
      EXPECT_TRUE(std::isfinite(h.size)) << a.name;
      EXPECT_LE(h.size, 4 * largest) << a.name;
      EXPECT_EQ(h.size > 0 ? std::ilogb(h.size) : 0, h.exponent) << a.name;
      for (const auto& v : set.vertices(shape)) EXPECT_TRUE(std::isfinite(max_abs(v))) << a.name;
      if (a.signed_number) {
        EXPECT_EQ(complaint([&] { a.add(set, -value); }), "") << a.name;
      }
    }
  }
}

TEST(ShapeLimits, SizesAreNothingOrWithinTheRange) {
  using Make = std::function<void(ShapeSet&, double)>;
  const std::pair<const char*, Make> kinds[] = {{"point",
                                                 [](ShapeSet& s, double x) {
                                                   s.add_point({9, 9, 9}, x);
                                                 }},
                                                {"sphere", [](ShapeSet& s, double x) { s.add_sphere(x); }},
                                                {"segment",
                                                 [](ShapeSet& s, double x) {
                                                   s.add_segment({-x, 0, 0}, {x, 0, 0});
                                                 }},
                                                {"capsule", [](ShapeSet& s, double x) { s.add_capsule(0, x); }},
                                                {"triangle",
                                                 [](ShapeSet& s, double x) {
                                                   s.add_triangle({-x, 0, 0}, {x, 0, 0}, {0, 0, 0});
                                                 }},
                                                {"box",
                                                 [](ShapeSet& s, double x) {
                                                   s.add_box({0, x, 0});
                                                 }},
                                                {"hull",
                                                 [](ShapeSet& s, double x) {
                                                   s.add_hull(std::vector<Vec3<double>>{{0, 0, -x}, {0, 0, x}});
                                                 }},
                                                {"ellipsoid",
                                                 [](ShapeSet& s, double x) {
                                                   s.add_ellipsoid({0, 0, x});
                                                 }},
                                                {"cylinder", [](ShapeSet& s, double x) { s.add_cylinder(x, 0); }},
                                                {"cone", [](ShapeSet& s, double x) { s.add_cone(0, x); }}};
  for (const auto& [name, make] : kinds) {
    const auto said = [&, &add = make](double x) {
      ShapeSet set;
      const std::string text = complaint([&] { add(set, x); });
      EXPECT_EQ(set.size(), text.empty() ? 1u : 0u) << text;
      return text;
    };
    EXPECT_EQ(said(0), "") << name;
    EXPECT_EQ(said(smallest), "") << name;
    EXPECT_EQ(said(largest), "") << name;
    EXPECT_EQ(said(std::nextafter(smallest, 0)),
              "shape: its size is 9.332636185032188e-302; allowed: 0, or 9.332636185032189e-302 to "
              "4.2860344287450693e+301")
        << name;
  }
}

TEST(ShapeLimits, SumsAreHeldToTheSameSizes) {
  // Doubled again and again, past the largest size that there is; what is refused is not in the set.
  ShapeSet set;
  std::uint32_t sum = set.add_cylinder(largest, largest);
  std::string text;
  for (int k = 0; k < 5 && text.empty(); ++k) text = complaint([&] { sum = set.add_minkowski_sum(sum, sum); });
  EXPECT_EQ(text.substr(0, 18), "shape: its size is") << text;
  const std::uint32_t size = set.size();
  EXPECT_EQ(set.terms(size - 1).size(), set.view<double>().sizes.terms - (size > 2 ? set.terms(size - 2).size() : 0));
  EXPECT_EQ(set.add_sphere(1), size) << "the next one's place";
}

TEST(ShapeLimits, RotationsOfSumsAreHeldToAMillionth) {
  ShapeSet set = begun();
  const auto text = [&](double off) {
    Pose pose;
    pose.rotation.m[4] += off;
    return complaint([&] { set.add_minkowski_sum(0, 1, pose); });
  };
  EXPECT_EQ(text(4e-7), "");
  EXPECT_EQ(text(-4e-7), "");
  EXPECT_NE(text(6e-7).find("is no rotation: R^T R is off by 1.2"), std::string::npos) << text(6e-7);
  EXPECT_NE(text(-6e-7).find("; allowed: 1e-6"), std::string::npos);
  Pose mirror;
  mirror.rotation.m[0] = -1;
  EXPECT_EQ(complaint([&] { set.add_minkowski_sum(0, 1, mirror); }), "") << "its box and sphere are as good";
}

}  // namespace
}  // namespace abut::test
