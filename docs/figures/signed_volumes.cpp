// Where the origin may lie about a triangle, coloured by the vertices that Signed Volumes keeps: `nearest_on_simplex`
// at the points of a grid.
#include "abut/narrow/nearest_point_simplex.h"
#include "docs/figures/svg.h"

namespace {

using figure::Point;

const Point corners[3] = {{-1.0, -0.8}, {1.2, -0.5}, {0.1, 1.0}};

/// A bit for each vertex that is kept when the origin is at `p`.
int kept(Point p) {
  abut::Simplex<double> s{};
  for (int k = 0; k < 3; ++k) {
    s.w[k] = {corners[k].x - p.x, corners[k].y - p.y, 0};
    s.used[k] = true;
  }
  s.w[3] = s.w[0];
  abut::NearestPoint<double> nearest;
  abut::nearest_on_simplex(s, nearest);
  int bits = 0;
  for (int k = 0; k < 3; ++k) bits |= nearest.lambda[k] > 0 ? 1 << k : 0;
  return bits;
}

const char* style_of(int bits) {
  switch (bits) {
    case 1: return "shape-rendering:crispEdges;fill:#90caf9";
    case 2: return "shape-rendering:crispEdges;fill:#ffcc80";
    case 4: return "shape-rendering:crispEdges;fill:#a5d6a7";
    case 3: return "shape-rendering:crispEdges;fill:#e1c7e8";
    case 5: return "shape-rendering:crispEdges;fill:#b2dfdb";
    case 6: return "shape-rendering:crispEdges;fill:#fff3b0";
    case 7: return "shape-rendering:crispEdges;fill:#eceff1";
    default: return "shape-rendering:crispEdges;fill:#000000";
  }
}

}  // namespace

int main() {
  figure::Svg svg(1, 1, 620, 440);
  const Point low{-2.6, -2.0}, high{2.6, 2.0};
  svg.panel(low, high, "what is kept, by where the origin lies");
  constexpr int columns = 130, rows = 100;
  const double dx = (high.x - low.x) / columns, dy = (high.y - low.y) / rows;
  for (int j = 0; j < rows; ++j) {
    const double y = low.y + dy * j;
    int begin = 0, bits = kept({low.x + 0.5 * dx, y + 0.5 * dy});
    for (int i = 1; i <= columns; ++i) {
      const int now = i < columns ? kept({low.x + dx * (i + 0.5), y + 0.5 * dy}) : -1;
      if (now == bits) continue;
      const double x0 = low.x + dx * begin, x1 = low.x + dx * i;
      svg.polygon({{x0, y}, {x1, y}, {x1, y + dy}, {x0, y + dy}}, style_of(bits));
      begin = i;
      bits = now;
    }
  }
  svg.polygon({corners[0], corners[1], corners[2]}, "fill:none;stroke:#222222;stroke-width:2");
  for (int k = 0; k < 3; ++k) svg.dot(corners[k], "#222222");
  svg.text({-2.2, -1.4}, "vertex 0");
  svg.text({1.7, -1.0}, "vertex 1");
  svg.text({-0.1, 1.6}, "vertex 2");
  svg.text({0.0, -1.4}, "edge 0 1");
  svg.text({1.3, 0.7}, "edge 1 2");
  svg.text({-1.7, 0.5}, "edge 0 2");
  svg.text({-0.15, -0.2}, "inside");
  return svg.print();
}
