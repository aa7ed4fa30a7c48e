// A ball on a brick, in C++.
#include <cstdio>

#include "abut/abut.h"
#include "abut/io.h"

int main(int argc, char** argv) {
  abut::ShapeSet shapes;
  const auto ball = shapes.add_sphere(0.5);
  const auto brick = shapes.add_box({1.0, 0.5, 0.25});
  abut::BodySet bodies;
  bodies.add({.position = {0.0, 0.0, 0.0}}, brick);
  bodies.add({.position = {0.2, 0.1, 0.7}}, ball);
  const auto found = abut::detect<double>(abut::Cpu{}, shapes, bodies);
  for (std::size_t i = 0; i < found.pairs.size(); ++i) {
    std::printf("%u %u %a\n", found.pairs[i].a, found.pairs[i].b, found.contacts[i].separation);
  }
  if (argc > 1) std::printf("%zu triangles\n", abut::read_mesh(argv[1]).triangles.size());
  return 0;
}
