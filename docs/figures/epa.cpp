// EPA on two overlapping polygons: `polygon_depth` with room for four edges, five and so on, so that a panel is what it
// has after each step. Its nearest edge bounds the depth from below, the width along that edge's normal from above.
#include "docs/figures/pair.h"

int main() {
  using figure::Svg;
  const figure::Pair pair({0.7, 0.35});
  const auto support = pair.support();
  abut::GjkState<double, abut::SimplexIds, 2> state;
  abut::gjk_start(state, abut::Vec3<double>{0.3, 1, 0}, true);
  abut::gjk(state, support, abut::NoCutoff<double>::value);
  abut::PolygonVertex simplex[3];
  std::uint32_t count = 0;
  for (int k = 0; k < 3; ++k) {
    if (state.simplex.used[k]) simplex[count++] = {state.simplex.w[k], state.simplex.id_a[k], state.simplex.id_b[k]};
  }
  Svg svg(2, 2, 360, 290);
  std::uint32_t before = 0;
  for (std::uint32_t room = 4; room < 10; ++room) {
    abut::PolygonVertex vertices[16];
    abut::PolygonEdge edges[16];
    const auto depth = abut::polygon_depth(support, simplex, count, abut::sqrt(state.ww_max), {vertices, edges, room});
    if (depth.edges == before) break;
    before = depth.edges;
    svg.panel({-2.7, -2.2}, {2.3, 1.9},
              std::to_string(depth.edges) + " edges: depth " + Svg::number(pair.unit * depth.nearest, 3) + " to " +
                  Svg::number(pair.unit * depth.depth, 3));
    svg.polygon(pair.difference, figure::of_c);
    const abut::PolygonEdge* nearest = edges;
    for (std::uint32_t k = 0; k < depth.edges; ++k) {
      if (edges[k].offset < nearest->offset) nearest = edges + k;
    }
    for (std::uint32_t k = 0; k < depth.edges; ++k) {
      svg.line(pair.point(vertices[edges[k].from].w), pair.point(vertices[edges[k].to].w),
               edges + k == nearest ? "stroke:#b00020;stroke-width:3" : "stroke:#2e7d4f;stroke-width:2");
      svg.dot(pair.point(vertices[edges[k].from].w), "#2e7d4f");
    }
    svg.line({0, 0}, pair.point(nearest->normal * nearest->offset), figure::answer);
    svg.dot({0, 0}, "#222222");
    svg.text({0, 0}, "0", -14, -4);
  }
  return svg.print();
}
