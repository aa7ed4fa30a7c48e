// Boxes that trees find hard, each kind as large as wanted: equal, empty, flat, huge, tiny, and all of these at once.
#pragma once

#include <cstdint>
#include <ostream>
#include <vector>

#include "abut/bvh/box.h"
#include "abut/core/contact.h"
#include "tests/support/random.h"

namespace abut::test {

struct BoxCloud {
  const char* name;
  Box<double> (*make)(Random& random, std::uint32_t i);
};

inline std::ostream& operator<<(std::ostream& out, const BoxCloud& cloud) { return out << cloud.name; }

inline Box<double> box_at(Vec3<double> lo, Vec3<double> extent) { return {lo, lo + extent}; }
inline Vec3<double> extent_below(Random& random, double most) {
  return {random.uniform(0, most), random.uniform(0, most), random.uniform(0, most)};
}
inline Box<double> some_box(Random& random) { return box_at(random.in_cube() * 5.0, extent_below(random, 1)); }

inline constexpr BoxCloud box_clouds[] = {
    {"random", [](Random& random, std::uint32_t) { return some_box(random); }},
    {"equal",
     [](Random&, std::uint32_t) {
       return Box<double>{{3, 4, 5}, {4, 5, 6}};
     }},
    {"two places",
     [](Random&, std::uint32_t i) {
       return box_at(i % 2 == 0 ? Vec3<double>{-1, 0, 0} : Vec3<double>{1e6, 0, 0}, {1, 1, 1});
     }},
    {"empty", [](Random&, std::uint32_t) { return empty_box<double>(); }},
    {"every third empty",
     [](Random& random, std::uint32_t i) { return i % 3 == 0 ? empty_box<double>() : some_box(random); }},
    {"one point",
     [](Random&, std::uint32_t) {
       return Box<double>{{0.1, 0.2, 0.3}, {0.1, 0.2, 0.3}};
     }},
    {"points of a lattice",
     [](Random&, std::uint32_t i) {
       const Vec3<double> p{double(i % 7), double(i / 7 % 7), double(i / 49 % 7)};
       return Box<double>{p, p};
     }},
    {"a touching row",
     [](Random&, std::uint32_t i) {
       return Box<double>{{double(i), 0, 0}, {double(i) + 1, 1, 1}};
     }},
    {"plates",
     [](Random& random, std::uint32_t i) {
       const Vec3<double> lo = random.in_cube() * 5.0;
       return box_at(lo, i % 3 == 0   ? Vec3<double>{4, 4, 0}
                         : i % 3 == 1 ? Vec3<double>{4, 0, 4}
                                      : Vec3<double>{0, 4, 4});
     }},
    {"needles",
     [](Random& random, std::uint32_t i) {
       return box_at(random.in_cube() * 5.0, i % 2 == 0 ? Vec3<double>{1e3, 0, 0} : Vec3<double>{0, 0, 1e3});
     }},
    {"sizes of twenty decades",
     [](Random& random, std::uint32_t) {
       return box_at(random.in_cube() * 5.0, extent_below(random, random.magnitude(1e-10, 1e10)));
     }},
    {"places of forty decades",
     [](Random& random, std::uint32_t) {
       return box_at(random.direction() * random.magnitude(1e-20, 1e20), extent_below(random, 1));
     }},
    {"far from the origin",
     [](Random& random, std::uint32_t) {
       const Box<double> box = some_box(random);
       const Vec3<double> away{1e9, -1e9, 3e8};
       return Box<double>{box.lo + away, box.hi + away};
     }},
    {"huge",
     [](Random& random, std::uint32_t) {
       const Box<double> box = some_box(random);
       return Box<double>{box.lo * 1e307, box.hi * 1e307};
     }},
    {"tiny",
     [](Random& random, std::uint32_t) {
       const Box<double> box = some_box(random);
       return Box<double>{box.lo * 1e-310, box.hi * 1e-310};
     }},
    {"the largest and the smallest numbers",
     [](Random& random, std::uint32_t i) {
       const Box<double> box = some_box(random);
       const double unit = i % 3 == 0 ? 3e307 : i % 3 == 1 ? 1 : 0x1p-1074;
       return Box<double>{box.lo * unit, box.hi * unit};
     }},
    {"one around all",
     [](Random& random, std::uint32_t i) {
       return i % 100 == 5 ? Box<double>{{-10, -10, -10}, {10, 10, 10}} : some_box(random);
     }},
};

inline std::vector<Box<double>> cloud_of(const BoxCloud& cloud, std::uint32_t count, std::uint64_t seed = 1) {
  Random random(seed);
  std::vector<Box<double>> boxes;
  for (std::uint32_t i = 0; i < count; ++i) boxes.push_back(cloud.make(random, i));
  return boxes;
}

/// Pairs `a < b` of boxes that overlap or touch, by looking at all.
inline std::vector<Pair> pairs_by_loop(const std::vector<Box<double>>& boxes) {
  std::vector<Pair> out;
  for (std::uint32_t a = 0; a < boxes.size(); ++a) {
    for (std::uint32_t b = a + 1; b < boxes.size(); ++b) {
      const Box<double>&p = boxes[a], &q = boxes[b];
      const bool x = p.lo.x <= q.hi.x && q.lo.x <= p.hi.x, y = p.lo.y <= q.hi.y && q.lo.y <= p.hi.y,
                 z = p.lo.z <= q.hi.z && q.lo.z <= p.hi.z;
      if (x && y && z) out.push_back({a, b});
    }
  }
  return out;
}

}  // namespace abut::test
