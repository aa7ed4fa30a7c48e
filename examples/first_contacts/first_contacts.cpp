// The main job in twenty lines; README.md shows it word for word.
#include <cstdio>

#include "abut/abut.h"

int main() {
  abut::ShapeSet shapes;
  const auto ball = shapes.add_sphere(0.5);
  const auto brick = shapes.add_box({1.0, 0.5, 0.25});

  abut::BodySet bodies;
  bodies.add({.position = {0.0, 0.0, 0.0}}, brick);
  bodies.add({.position = {0.2, 0.1, 0.7}}, ball);
  bodies.add({.position = {1.6, 0.0, 0.3}, .rotation = abut::rotation_from_quaternion(1, 0, 0.3, 0)}, brick);

  const auto found = abut::detect<double>(abut::Cpu{}, shapes, bodies, {.alert_distance = 0.05});
  for (std::size_t i = 0; i < found.pairs.size(); ++i) {
    const auto contact = found.contacts[i];
    std::printf("body %u and body %u: separation %.6f, normal (%.3f, %.3f, %.3f)\n", found.pairs[i].a, found.pairs[i].b,
                contact.separation, contact.normal.x, contact.normal.y, contact.normal.z);
  }
}
