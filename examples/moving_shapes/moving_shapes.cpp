// Shapes of every kind over a few time steps: a boolean query first, then contacts that start from the simplex of the
// step before, and what of each shape touches. At the end the Minkowski difference of two hulls as a polytope.
#include <cstdio>
#include <vector>

#include "abut/abut.h"

namespace {

const char* name_of(abut::ContactType type) {
  static const char* const names[] = {"?", "v-v", "v-e", "e-e", "v-f", "e-f", "f-f"};
  return names[static_cast<int>(type)];
}

}  // namespace

int main() {
  abut::ShapeSet shapes;
  const auto tray = shapes.add_box({2.0, 2.0, 0.25});
  const std::vector<abut::Vec3<double>> corners{{0, 0, 0}, {0.5, 0, 0}, {0, 0.5, 0}, {0, 0, 0.5}, {0.4, 0.4, 0.4}};
  const auto stone = shapes.add_hull(corners);
  const auto drum = shapes.add_cylinder(0.3, 0.4, 0.05);
  const auto egg = shapes.add_ellipsoid({0.3, 0.3, 0.45});
  const auto hat = shapes.add_cone(0.3, 0.4);
  const auto pill = shapes.add_minkowski_sum(egg, shapes.add_segment({-0.2, 0, 0}, {0.2, 0, 0}));

  abut::BodySet bodies;
  bodies.add({}, tray);
  const std::uint32_t falling[] = {stone, drum, egg, hat, pill};
  const char* const names[] = {"stone", "drum", "egg", "hat", "pill"};
  std::vector<abut::Pair> pairs;
  for (std::uint32_t k = 0; k < 5; ++k) {
    bodies.add({.position = {-1.6 + 0.8 * k, 0.1, 0.9}, .rotation = abut::rotation_from_quaternion(1, 0.02, 0.2, 0)},
               falling[k]);
    pairs.push_back({0, k + 1});
  }

  const auto view = shapes.view<double>();
  std::vector<abut::CachedPolytope> cache(pairs.size(), abut::CachedPolytope{});  // kept from step to step
  std::vector<std::uint8_t> touch(pairs.size());
  abut::Contacts<double> contacts(pairs.size());
  for (int step = 0; step < 4; ++step) {
    abut::intersect_pairs<double>(abut::Cpu{}, view, bodies.parts(), pairs, touch);
    abut::query_pairs<double>(abut::Cpu{}, view, bodies.parts(), pairs, {.cache = cache.data()}, contacts.view());
    std::printf("step %d\n", step);
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const auto c = contacts[i];
      std::printf("  %-5s %-6s separation %9.6f  %s  %d + %d iterations\n", names[i], touch[i] != 0 ? "touch" : "apart",
                  c.separation, name_of(abut::contact_type(c.feature_a, c.feature_b)), c.gjk_iterations,
                  c.epa_iterations);
    }
    for (std::uint32_t body = 1; body <= 5; ++body) {
      abut::Pose pose = bodies.pose(body);
      pose.position.z -= 0.1;
      bodies.set_pose(body, pose);
    }
  }

  const auto tray_vertices = shapes.vertices(tray);
  const auto difference = abut::minkowski_difference(tray_vertices, corners, {abut::Pose{}.rotation, {0, 0, 0.9}});
  std::printf("tray - stone: %zu vertices, %zu faces\n", difference.vertices.size(), difference.faces.size());
}
