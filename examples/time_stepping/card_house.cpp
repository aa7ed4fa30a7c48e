#include <cmath>
#include <numbers>

#include "examples/time_stepping/bodies.h"
#include "examples/time_stepping/scenes.h"

namespace time_stepping {

namespace {

constexpr double dilation = 5e-4, length = 0.09, width = 0.06, lean = 0.35;
constexpr int storeys = 3;
constexpr Matter card{800, dilation};

/// Of two triangles.
abut::SimplicialComplex sheet_of(double along_x, double along_y) {
  abut::SimplicialComplex out;
  add(sheet(along_x, along_y, 1), {}, out);
  return out;
}

/// Two cards that touch at their upper edges, above (x, 0, z); they stand on z.
void add_frame(double x, double z, Scene& scene) {
  for (const double side : {-1.0, 1.0}) {
    // The sheet's axis x leans inwards from below to above.
    const Vector centre{x + side * (dilation + 0.5 * length * std::sin(lean)), 0,
                        z + dilation + 0.5 * length * std::cos(lean)};
    const Matrix turn = turn_about({0, 1, 0}, -std::numbers::pi / 2 - side * lean);
    scene.bodies.push_back(thin_body("card", sheet_of(length, width), card, {centre, turn}));
  }
}

}  // namespace

Scene card_house() {
  Scene out;
  out.name = "cards";
  out.friction = 0.6, out.steps = 2000, out.size = length, out.reach = 2e-3;
  out.bodies.push_back(fixed_thin("table", sheet_of(0.6, 0.3), dilation, {{0, 0, -dilation}}));
  const double pitch = 2 * (length * std::sin(lean) + 3 * dilation);
  double z = 0;
  for (int storey = 0; storey < storeys; ++storey) {
    const int frames = storeys - storey;
    for (int k = 0; k < frames; ++k) add_frame((k - 0.5 * (frames - 1)) * pitch, z, out);
    z += 2 * dilation + length * std::cos(lean);
    if (frames == 1) break;
    const abut::SimplicialComplex deck = sheet_of((frames - 1) * pitch + 0.02, width);
    out.bodies.push_back(thin_body("deck", deck, card, {{0, 0, z + dilation}}));
    z += 2 * dilation;
  }
  return out;
}

}  // namespace time_stepping
