// Crowds of bodies with CAD models, for tests that hold one executor against another.
#pragma once

#include "tests/brep/brep_scene.h"
#include "tests/brep/made_breps.h"

namespace abut::test {

/// One of each kind of solid, in places where some touch and some meet; some in line with axes.
inline BrepScene crowd_of_all_kinds(std::uint64_t seed) {
  Random random(seed);
  BrepScene out;
  for (const Brep& body : bodies_of_all_kinds(1)) {
    Pose pose{random.in_cube() * 6.0, random.rotation()};
    if (random.below(4) == 0) pose.rotation = {{1, 0, 0, 0, 1, 0, 0, 0, 1}};
    if (random.below(4) == 0) {
      const auto half = [&] { return 0.5 * (static_cast<int>(random.below(15)) - 7); };
      pose.position = {half(), half(), half()};
    }
    out.add(body, {.dilation = 0.01}, pose);
  }
  out.pair_all();
  return out;
}

/// A shaft in the hole of a block, a ball in a tube, and free-form bodies near them.
inline BrepScene fitted_parts() {
  BrepScene out;
  Brep tube;
  add_lathe(tube, {{{1.01, -2}, {2, -2}}, {{2, -2}, {2, 2}}, {{2, 2}, {1.01, 2}}, {{1.01, 2}, {1.01, -2}}}, 2);
  out.add(tube, {.dilation = 0.001});
  out.add(moved(cylinder(1, 3, 2), {{0, 0, -1.5}}), {.dilation = 0.001},
          {{0.004, 0.003, 0.2}, turned({0, 0.001, 0.4})});
  out.add(block_with_hole(1), {.dilation = 0.01}, {{2.1, -1.5, -1}});
  out.add(elliptic_tube(), {}, {{0.2, 0.1, 2.1}, turned({0.1, 0.2, 0})});
  out.add(turned_spline(), {}, {{-3.3, 0.2, 0}, turned({0.4, 0.1, 0.2})});
  out.add(spline_tube(), {}, {{4.5, 3.2, 0.3}, turned({0, 0.3, 0.1})});
  out.pair_all();
  return out;
}

}  // namespace abut::test
