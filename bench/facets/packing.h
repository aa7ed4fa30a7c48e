// Real grains packed so that they nearly touch: what facet searches are measured on.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "abut/detect.h"
#include "abut/facet_contacts.h"
#include "abut/shapes/mesh.h"
#include "tests/support/random.h"

namespace abut::bench {

/// Grains of examples/grains with 1,280 facets, each with its hull as shape. Data only.
struct Packing {
  std::vector<Mesh> meshes;  ///< of the shapes, size 1
  ShapeSet shapes;
  BodySet bodies;
};

inline Mesh unit_grain(const std::string& path) {
  Mesh mesh = weld(read_mesh(path));
  const MeshReport report = examine(mesh);
  const Vec3<double> middle = report.box_min * 0.5 + report.box_max * 0.5;
  for (Vec3<double>& v : mesh.vertices) v = (v - middle) * (1 / report.size);
  return mesh;
}

/// Every body that overlaps another goes out of it by half of the depth, and all a little inward: after some rounds no
/// hull is deep in another, and each has neighbours at hand. Not grains at rest, but as dense.
inline void settle(Packing& p, std::vector<Vec3<double>>& at, const std::vector<Mat3<double>>& turned, int rounds) {
  for (int round = 0; round < rounds; ++round) {
    const double pull = round < rounds / 2 ? 0.02 : 0;
    for (std::uint32_t i = 0; i < at.size(); ++i) p.bodies.set_pose(i, {at[i] = at[i] * (1 - pull), turned[i]});
    const Detection<double> found = detect<double>(Cpu{}, p.shapes, p.bodies, DetectOptions{});
    for (std::size_t k = 0; k < found.pairs.size(); ++k) {
      const Contact<double> c = found.contacts[k];
      if (!is_contact(c.status) || c.separation >= 0) continue;
      const Pair pair = found.pairs[k];
      at[pair.a] = at[pair.a] + c.normal * (0.4 * c.separation);
      at[pair.b] = at[pair.b] - c.normal * (0.4 * c.separation);
    }
  }
  for (std::uint32_t i = 0; i < at.size(); ++i) p.bodies.set_pose(i, {at[i], turned[i]});
}

inline Packing packed_grains(const std::string& folder, int count, int rounds) {
  Packing p;
  for (const char* name : {"cement140-anm-00486", "cement140-anm-01946", "cement152-anm-01188", "cement152-anm-02341",
                           "ma165-anm-00917", "ma165-anm-01826"}) {
    p.meshes.push_back(unit_grain(folder + "/" + name + ".ply"));
    p.shapes.add_hull(p.meshes.back().vertices);
  }
  test::Random random(1);
  std::vector<Vec3<double>> at;
  std::vector<Mat3<double>> turned;
  const int edge = static_cast<int>(std::ceil(std::cbrt(count)));
  for (int i = 0; i < count; ++i) {
    const Vec3<double> cell{i % edge - 0.5 * edge, i / edge % edge - 0.5 * edge, i / (edge * edge) - 0.5 * edge};
    at.push_back(cell * 1.3 + random.in_cube() * 0.1);
    turned.push_back(random.rotation());
    p.bodies.add({at.back(), turned.back()}, random.below(6));
  }
  settle(p, at, turned, rounds);
  return p;
}

/// Pairs of hulls within the distance.
inline std::vector<Pair> near_pairs(const Packing& p, double alert, int threads = 0) {
  return detect<double>(Cpu{threads}, p.shapes, p.bodies, DetectOptions{alert}).pairs;
}

/// Each body with itself: all shapes are built, also those that nothing meets.
inline std::vector<Pair> every_part(const Packing& p) {
  std::vector<Pair> pairs;
  for (std::uint32_t b = 0; b < p.bodies.size(); ++b) pairs.push_back({b, b});
  return pairs;
}

}  // namespace abut::bench
