// Two polygons, apart and overlapping, and what that is for their Minkowski difference: how far the origin is outside
// of it, or how deep inside. The record is a query's, the difference is `planar_minkowski_difference`.
#include <cmath>

#include "docs/figures/pair.h"

namespace {

using figure::Point;

void draw(figure::Svg& svg, Point at, const char* word) {
  const figure::Pair pair(at);
  const auto c = pair.contact();
  const std::string length = std::string(word) + " " + figure::Svg::number(std::fabs(c.separation), 3);
  svg.panel({-1.5, -1.6}, {3.7, 2.2}, "A and B: " + length);
  svg.polygon(figure::polygon_a, figure::of_a);
  svg.polygon(figure::moved(figure::polygon_b, at), figure::of_b);
  svg.line(c.witness_a, c.witness_b, figure::answer);
  svg.dot(c.witness_a, "#b00020");
  svg.dot(c.witness_b, "#b00020");
  svg.text({-0.4, 0}, "A");
  svg.text({at.x, at.y}, "B");

  svg.panel({-4.3, -2.9}, {1.4, 1.3}, "A - B, and the origin");
  svg.polygon(pair.difference, figure::of_c);
  const Point nearest{-c.separation * c.normal.x, -c.separation * c.normal.y};
  svg.line({0, 0}, nearest, figure::answer);
  svg.dot(nearest, "#b00020");
  svg.dot({0, 0}, "#222222");
  svg.text({0, 0}, "0", 8, -4);
}

}  // namespace

int main() {
  figure::Svg svg(2, 2, 360, 270);
  draw(svg, {2.0, 1.4}, "gap");
  draw(svg, {1.5, 0.7}, "depth");
  return svg.print();
}
