// The patch of a block on a table, seen from above: lying flush, and tilted a little with two margins.
#include <cmath>

#include "abut/abut.h"
#include "docs/figures/svg.h"

namespace {

using figure::Point;

void draw(figure::Svg& svg, double tilt, double margin, const std::string& title) {
  abut::ShapeSet shapes;
  const auto table = shapes.add_box({1, 0.75, 0.1}), block = shapes.add_box({0.7, 0.5, 0.2});
  abut::BodySet bodies;
  bodies.add({.position = {0, 0, -0.1}}, table);
  const auto turned = abut::rotation_from_quaternion(std::cos(0.25), 0, 0, std::sin(0.25));
  const auto tilted = abut::rotation_from_quaternion(std::cos(tilt / 2), 0, std::sin(tilt / 2), 0);
  const abut::Pose pose{{0.35, 0.25, 0.2 + 0.7 * std::sin(tilt) - 0.002}, abut::times(tilted, turned)};
  bodies.add(pose, block);
  const std::vector<abut::Pair> pairs{{0, 1}};
  abut::Contacts<double> contacts(1);
  const auto view = shapes.view<double>();
  abut::query_pairs<double>(abut::Cpu{}, view, bodies.parts(), pairs, {}, contacts.view());
  const auto patches = abut::find_patches<double>(abut::Cpu{}, view, bodies.parts(), {pairs, contacts.view()},
                                                  {.margin = margin}, false);

  svg.panel({-1.1, -0.9}, {1.4, 1.1}, title + figure::Svg::number(patches.area[0], 3));
  svg.polygon({{-1, -0.75}, {1, -0.75}, {1, 0.75}, {-1, 0.75}}, figure::of_a);
  figure::Points foot, patch;
  for (const Point c : {Point{-0.7, -0.5}, Point{0.7, -0.5}, Point{0.7, 0.5}, Point{-0.7, 0.5}}) {
    const auto p = pose.position + abut::rotate(pose.rotation, abut::Vec3<double>{c.x, c.y, -0.2});
    foot.push_back({p.x, p.y});
  }
  svg.polygon(foot, figure::of_b);
  for (std::uint64_t k = patches.offsets[0]; k < patches.offsets[1]; ++k) {
    patch.push_back({patches.point_x[k], patches.point_y[k]});
  }
  svg.polygon(patch, figure::growing);
  for (const Point& p : patch) svg.dot(p, "#2e7d4f");
  svg.dot({patches.centre_x[0], patches.centre_y[0]}, "#b00020", 5);
}

}  // namespace

int main() {
  figure::Svg svg(3, 1, 300, 270);
  draw(svg, 0, 0, "flush: area ");
  draw(svg, 0.02, 0.01, "tilted, margin 0.01: ");
  draw(svg, 0.02, 0.002, "tilted, margin 0.002: ");
  return svg.print();
}
