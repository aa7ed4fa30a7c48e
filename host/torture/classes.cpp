#include "host/torture/classes.h"

#include <algorithm>
#include <array>
#include <utility>

#include "abut/core/contact.h"
#include "host/torture/aligned.h"
#include "host/torture/maker.h"
#include "host/torture/shape_makers.h"

namespace abut::torture {
namespace {

constexpr Mat3<double> identity{{1, 0, 0, 0, 1, 0, 0, 0, 1}};
constexpr std::uint32_t shapes_per_batch = 24;

using Count = std::uint32_t;
using Seed = std::uint64_t;

/// Pairs of any two shapes, each placed by `place(a, b)`.
template <class Place>
void add_pairs(Maker& m, Count pairs, Place place) {
  for (Count i = 0; i < pairs; ++i) {
    const std::uint32_t a = m.any(), b = m.any();
    m.pair(a, b, place(a, b));
  }
}
void add_pairs(Maker& m, Count pairs) {
  add_pairs(m, pairs, [&](std::uint32_t a, std::uint32_t b) { return m.anyhow(a, b); });
}

template <class Make>
void anyhow_class(Batch& batch, Count pairs, Seed seed, Make make) {
  Maker m(batch, seed);
  m.add_shapes(shapes_per_batch, [&] { return make(m.draw); });
  m.start();
  add_pairs(m, pairs);
}

void random_pairs(Batch& batch, Count pairs, Seed seed) { anyhow_class(batch, pairs, seed, any_core); }
void rounded(Batch& batch, Count pairs, Seed seed) {
  anyhow_class(batch, pairs, seed, [](Draw& d) { return d.chance(0.8) ? rounded_shape(d) : any_core(d); });
}
void near_duplicates(Batch& batch, Count pairs, Seed seed) {
  anyhow_class(batch, pairs, seed, [](Draw& d) { return d.chance(0.8) ? with_near_duplicates(d) : any_core(d); });
}

/// Gaps and depths that faces meet at: nothing, rounding, little, much.
double stacking_gap(Draw& draw) {
  switch (draw.below(4)) {
    case 0: return 0;
    case 1: return draw.signed_magnitude(1e-17, 1e-12);
    case 2: return draw.signed_magnitude(1e-12, 1e-3);
    default: return draw.signed_magnitude(1e-3, 0.5);
  }
}

/// About the z axis, one time in two by a multiple of a quarter turn, exactly.
Mat3<double> about_z(Draw& draw) {
  std::array<double, 2> turn{};
  switch (draw.below(6)) {
    case 0: turn = {1, 0}; break;
    case 1: turn = {0, 1}; break;
    case 2: turn = {-1, 0}; break;
    default: turn = any_turn(draw);
  }
  return {{turn[0], -turn[1], 0, turn[1], turn[0], 0, 0, 0, 1}};
}

void stacked_boxes(Batch& batch, Count pairs, Seed seed) {
  Maker m(batch, seed);
  m.add_shapes(shapes_per_batch, [&] {
    const bool lattice = m.draw.chance(0.5);
    const auto length = [&] { return lattice ? 0.125 + m.draw.lattice(0, 1) * 0.375 : m.draw.uniform(0.1, 0.5); };
    const Vec3<double> half{length(), length(), length()};
    return m.draw.chance(0.2) ? box({half.x, half.x, half.x}) : box(half);
  });
  m.start();
  add_pairs(m, pairs, [&](std::uint32_t a, std::uint32_t b) {
    const Vec3<double> ha = m.shape(a).lengths, hb = m.shape(b).lengths;
    const auto beside = [&](double x, double y) {  // sides in line with each other, or anywhere
      const std::uint32_t how = m.draw.below(4);
      return how == 0 ? 0.0 : how == 1 ? x - y : how == 2 ? x + y : m.draw.uniform(-1, 1) * (x + y);
    };
    const auto above = [&] {
      const double side = m.draw.sign();
      return side * (ha.z + hb.z + stacking_gap(m.draw));
    };
    return Pose{{beside(ha.x, hb.x), beside(ha.y, hb.y), above()}, about_z(m.draw)};
  });
}

void parallel_edges(Batch& batch, Count pairs, Seed seed) {
  Maker m(batch, seed);
  m.add_shapes(shapes_per_batch, [&] {
    if (m.draw.chance(0.4)) {
      return box({m.draw.uniform(0.1, 0.5), m.draw.uniform(0.1, 0.5), m.draw.uniform(0.1, 0.5)});
    }
    if (m.draw.chance(0.3)) return CaseShape{CaseKind::segment, {{0, 0, -0.5}, {0, 0, 0.5}}, {0, 0, 0}, 0};
    std::vector<Vec3<double>> prism;  // edges along z
    for (std::uint32_t k = m.draw.between(3, 7); k > 0; --k) {
      const auto [x, y] = any_turn(m.draw);
      prism.push_back({0.4 * x, 0.4 * y, -0.5});
      prism.push_back({0.4 * x, 0.4 * y, 0.5});
    }
    return convex(std::move(prism));
  });
  m.start();
  add_pairs(m, pairs, [&](std::uint32_t a, std::uint32_t b) {
    const double s = m.size(a, b);
    if (m.draw.chance(0.5)) {  // edge beside edge, parallel or nearly
      const Spot on_a = m.outline(a).spot(Place::edge, m.draw), on_b = m.outline(b).spot(Place::edge, m.draw);
      const double tilt = m.draw.chance(0.5) ? 0 : m.draw.magnitude(1e-17, 1e-3);
      const double side = m.draw.sign();
      return opposite(m.outline(a), on_a, m.outline(b), on_b, s * stacking_gap(m.draw), {side, tilt});
    }
    const Vec3<double> d = m.draw.direction();
    const double reach = s * m.draw.uniform(0, 0.7);
    const Vec3<double> offset = Vec3<double>{d.x, d.y, m.draw.chance(0.5) ? 0 : d.z} * reach;
    return m.centred(a, b, about_z(m.draw), offset);
  });
}

void needles(Batch& batch, Count pairs, Seed seed) {
  anyhow_class(batch, pairs, seed,
               [](Draw& d) { return d.chance(0.7) ? needle(d, d.magnitude(1e-6, 1e-1)) : any_core(d); });
}
void plates(Batch& batch, Count pairs, Seed seed) {
  anyhow_class(batch, pairs, seed,
               [](Draw& d) { return d.chance(0.7) ? plate(d, d.magnitude(1e-6, 1e-1)) : any_core(d); });
}

/// Poses that keep lines and planes parallel to z as often as not.
Pose flat_pose(Maker& m, std::uint32_t a, std::uint32_t b) {
  const double s = m.size(a, b);
  switch (m.draw.below(4)) {
    case 0: return Pose{{0, 0, m.draw.chance(0.5) ? 0 : m.draw.lattice(-1, 1)}, about_z(m.draw)};
    case 1: return Pose{{m.draw.lattice(-1, 1), m.draw.lattice(-1, 1), 0}, identity};
    case 2:
      return Pose{{m.draw.lattice(-1, 1) * 0.5, m.draw.lattice(-1, 1) * 0.5, s * stacking_gap(m.draw)},
                  about_z(m.draw)};
    default: return m.anyhow(a, b);
  }
}
void collinear(Batch& batch, Count pairs, Seed seed) {
  Maker m(batch, seed);
  m.add_shapes(shapes_per_batch, [&] { return m.draw.chance(0.75) ? collinear_set(m.draw) : any_core(m.draw); });
  m.start();
  add_pairs(m, pairs, [&](std::uint32_t a, std::uint32_t b) { return flat_pose(m, a, b); });
}
void coplanar(Batch& batch, Count pairs, Seed seed) {
  Maker m(batch, seed);
  m.add_shapes(shapes_per_batch, [&] { return m.draw.chance(0.75) ? coplanar_set(m.draw) : any_core(m.draw); });
  m.start();
  add_pairs(m, pairs, [&](std::uint32_t a, std::uint32_t b) { return flat_pose(m, a, b); });
}

/// Hulls in one frame, drawn from one set of lattice points: they share vertices, edges, faces, or all.
void shared_vertices(Batch& batch, Count pairs, Seed seed) {
  Maker m(batch, seed);
  std::vector<Vec3<double>> points;
  for (int i = 0; i < 12; ++i) {
    points.push_back({m.draw.lattice(-1, 1) * 0.5, m.draw.lattice(-1, 1) * 0.5, m.draw.lattice(-1, 1) * 0.5});
  }
  m.add_shapes(64, [&] {
    std::vector<Vec3<double>> chosen;
    for (std::uint32_t k = m.draw.between(2, 6); k > 0; --k) chosen.push_back(points[m.draw.below(12)]);
    return convex(std::move(chosen));
  });
  m.start();
  add_pairs(m, pairs, [&](std::uint32_t, std::uint32_t) {
    if (m.draw.chance(0.8)) return Pose{};
    const Vec3<double> from = points[m.draw.below(12)];
    return Pose{points[m.draw.below(12)] - from, identity};  // shared after a shift
  });
}

/// The same shape twice, at nearly the same pose.
void coincident(Batch& batch, Count pairs, Seed seed) {
  Maker m(batch, seed);
  m.add_shapes(shapes_per_batch, [&] { return m.draw.chance(0.3) ? rounded_shape(m.draw) : any_core(m.draw); });
  m.start();
  for (Count i = 0; i < pairs; ++i) {
    const std::uint32_t a = m.any();
    const double noise = m.draw.chance(0.2) ? 0 : m.draw.magnitude(1e-18, 1e-4);
    const double turn = m.draw.chance(0.5) ? noise : 0;
    const Vec3<double> r = m.draw.in_ball() * turn, t = m.draw.in_ball() * noise;
    m.pair(a, a, m.centred(a, a, rotation_from_quaternion(1, r.x, r.y, r.z), t));
  }
}

void tiny_and_huge(Batch& batch, Count pairs, Seed seed) {
  Draw scale(seed ^ 1);
  const double factor = scale.magnitude(1e-9, 1e9);
  anyhow_class(batch, pairs, seed,
               [factor](Draw& d) { return scaled(d.chance(0.3) ? rounded_shape(d) : any_core(d), factor); });
}

void mixed_sizes(Batch& batch, Count pairs, Seed seed) {
  Maker m(batch, seed);
  constexpr std::uint32_t half = shapes_per_batch / 2;
  const auto make = [&] { return m.draw.chance(0.3) ? rounded_shape(m.draw) : any_core(m.draw); };
  m.add_shapes(half, make);
  m.add_shapes(half, [&] {
    const double factor = m.draw.magnitude(1e-6, 1e-3);
    return scaled(make(), factor);
  });
  m.start();
  for (Count i = 0; i < pairs; ++i) {
    std::uint32_t a = m.draw.below(half), b = half + m.draw.below(half);
    if (m.draw.chance(0.5)) std::swap(a, b);
    const double small = std::min(m.outline(a).size(), m.outline(b).size());
    m.pair(a, b, m.draw.chance(0.5) ? m.anyhow(a, b) : m.opposite_at(a, b, small * m.draw.uniform(-1, 1)));
  }
}

/// Up to 1e7 sizes from the origin, as parts of bodies with their own poses.
void far(Batch& batch, Count pairs, Seed seed) {
  anyhow_class(batch, pairs, seed, [](Draw& d) { return d.chance(0.3) ? rounded_shape(d) : any_core(d); });
  Draw draw(seed ^ 2);
  for (PosedPair& pair : batch.pairs) {
    const double distance = draw.magnitude(1, 1e7);
    const Pose world{draw.direction() * distance, draw.rotation()};
    const auto add = [&](std::uint32_t shape, const Pose& pose) {
      const Pose part{draw.in_ball(), draw.rotation()};
      // body * part = pose
      const Mat3<double> back{{part.rotation.m[0], part.rotation.m[3], part.rotation.m[6], part.rotation.m[1],
                               part.rotation.m[4], part.rotation.m[7], part.rotation.m[2], part.rotation.m[5],
                               part.rotation.m[8]}};
      const Mat3<double> rotation = times(pose.rotation, back);
      const Pose body{pose.position - rotate(rotation, part.position), rotation};
      const Part parts[] = {{shape, part}};
      const std::uint32_t index = batch.bodies.add(body, parts);
      return batch.bodies.part_pose(batch.bodies.first_part(index));
    };
    const Pose world_b = compose(world, pair.pose_b);
    pair.pose_a = add(pair.a, world);
    pair.pose_b = add(pair.b, world_b);
  }
}

void tiny_gaps(Batch& batch, Count pairs, Seed seed) {
  Maker m(batch, seed);
  m.add_shapes(shapes_per_batch, [&] { return m.draw.chance(0.2) ? rounded_shape(m.draw) : any_core(m.draw); });
  m.start();
  add_pairs(m, pairs, [&](std::uint32_t a, std::uint32_t b) {
    return m.opposite_at(a, b, m.size(a, b) * m.draw.signed_magnitude(1e-14, 1e-3));
  });
}

/// Contacts at distance zero: by construction to within rounding error, or on a lattice exactly.
void touching(Batch& batch, Count pairs, Seed seed) {
  Maker m(batch, seed);
  const auto step = [&] { return 0.125 * static_cast<double>(m.draw.between(1, 4)); };
  m.add_shapes(shapes_per_batch / 2, [&] {
    switch (m.draw.below(4)) {
      case 0: return sphere(step());
      case 1: {
        const double half_length = step();
        return capsule(step(), half_length);
      }
      case 2: return convex({{0, 0, 0}, {step(), 0, 0}, {0, step(), 0}, {0, 0, step()}});
      default: return box({step(), step(), step()});
    }
  });
  m.add_shapes(shapes_per_batch / 2, [&] { return m.draw.chance(0.2) ? rounded_shape(m.draw) : any_core(m.draw); });
  m.start();
  add_pairs(m, pairs, [&](std::uint32_t a, std::uint32_t b) {
    if (a >= shapes_per_batch / 2 || b >= shapes_per_batch / 2 || m.draw.chance(0.3)) return m.opposite_at(a, b, 0);
    const auto lattice = [&] { return 0.125 * static_cast<double>(static_cast<int>(m.draw.below(17)) - 8); };
    const bool turned = m.draw.chance(0.5);
    const double x = lattice(), y = m.draw.chance(0.5) ? 0 : lattice(), z = m.draw.chance(0.5) ? 0 : lattice();
    return Pose{{x, y, z}, turned ? Mat3<double>{{0, -1, 0, 1, 0, 0, 0, 0, 1}} : identity};
  });
}

template <class Make>
void curved_class(Batch& batch, Count pairs, Seed seed, Make make) {
  anyhow_class(batch, pairs, seed, [make](Draw& d) {
    return d.chance(0.6) ? make(d) : d.chance(0.3) ? rounded_shape(d) : any_core(d);
  });
}
void ellipsoids(Batch& batch, Count pairs, Seed seed) { curved_class(batch, pairs, seed, ellipsoid); }
void cylinders(Batch& batch, Count pairs, Seed seed) { curved_class(batch, pairs, seed, cylinder); }
void cones(Batch& batch, Count pairs, Seed seed) { curved_class(batch, pairs, seed, cone); }
void sums(Batch& batch, Count pairs, Seed seed) { curved_class(batch, pairs, seed, minkowski_sum); }

void big_hulls(Batch& batch, Count pairs, Seed seed) {
  Maker m(batch, seed);
  m.add(convex(ellipsoid_points(m.draw, 512, {0.5, 0.4, 0.3})));
  m.add(convex(ellipsoid_points(m.draw, 2000, {0.5, 0.5, 0.5})));
  m.add(convex(ellipsoid_points(m.draw, 512, {0.5, 0.05, 0.3})));
  m.add(any_core(m.draw));
  m.start();
  add_pairs(m, pairs);
}

}  // namespace

const std::vector<PairClass>& pair_classes() {
  static const std::vector<PairClass> classes{
      {"random", "points, segments, triangles, boxes, hulls: apart, near, shallow, deep", 1000, random_pairs},
      {"stacked_boxes", "boxes with coplanar faces, in line or turned about their axis", 1000, stacked_boxes},
      {"parallel_edges", "edges and segments side by side, parallel or nearly", 1000, parallel_edges},
      {"needles", "aspect ratios to 1e-6, two thin directions", 1000, needles},
      {"plates", "aspect ratios to 1e-6, one thin direction", 1000, plates},
      {"near_duplicates", "hulls with vertices 2^-56 to 2^-26 apart", 1000, near_duplicates},
      {"collinear", "vertex sets on lines", 1000, collinear},
      {"coplanar", "vertex sets in planes", 1000, coplanar},
      {"shared_vertices", "hulls that share vertices, edges, faces exactly", 1000, shared_vertices},
      {"coincident", "a shape with itself at nearly the same pose", 1000, coincident},
      {"tiny_and_huge", "sizes from 1e-9 to 1e9", 250, tiny_and_huge},
      {"mixed_sizes", "a shape with one 1e3 to 1e6 times smaller", 1000, mixed_sizes},
      {"far", "parts of bodies up to 1e7 sizes from the origin", 1000, far},
      {"tiny_gaps", "gaps and depths from 1e-14 of the size", 1000, tiny_gaps},
      {"touching", "distance zero, exactly or to rounding", 1000, touching},
      {"rounded", "spheres, capsules, rounded hulls", 1000, rounded},
      {"big_hulls", "512 and 2000 vertices", 1000, big_hulls},
      {"ellipsoids", "ellipsoids with each other and with vertex sets", 250, ellipsoids},
      {"cylinders", "cylinders with each other and with vertex sets", 250, cylinders},
      {"cones", "cones with each other and with vertex sets", 250, cones},
      {"sums", "Minkowski sums of any two shapes", 250, sums},
      {"aligned", "axes along x, y, z, sizes in simple ratios, faces flush", 250, aligned},
      {"coaxial", "solids of revolution on one axis or on parallel ones", 250, coaxial},
      {"symmetric", "corners, tips, rims, middles on one another, a shape on itself", 250, symmetric},
      {"nearly_aligned", "pairs of the three turned out of line by 1e-3 to 2^-52", 250, nearly_aligned},
  };
  return classes;
}

Batch make_batch(const PairClass& pair_class, std::uint64_t seed, std::uint64_t index, std::uint32_t pairs) {
  std::uint64_t mixed = mix64(seed + 0x9e3779b97f4a7c15ull);
  for (const char* c = pair_class.name; *c != '\0'; ++c) mixed = mix64(mixed ^ static_cast<unsigned char>(*c));
  Batch batch;
  pair_class.make(batch, pairs, mix64(mixed + index));
  return batch;
}

}  // namespace abut::torture
