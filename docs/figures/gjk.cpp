// GJK on a pair of polygons, a panel a step of `gjk_step`: the simplex that it keeps, and its point nearest to the
// origin.
#include "docs/figures/pair.h"

int main() {
  using figure::Point;
  using figure::Svg;
  const figure::Pair pair({1.6, 1.6});
  const auto support = pair.support();
  abut::GjkState<double, abut::SimplexIds, 2> state;
  // Begun badly, so that there is something to see: a query begins along the centres.
  abut::gjk_start(state, abut::Vec3<double>{-1, 0.2, 0}, true);
  Svg svg(3, 2, 300, 240);
  const abut::GjkExits<double> exits{abut::NoCutoff<double>::value, 0, 0};
  for (int step = 1; step <= 6 && state.active; ++step) {
    const auto newest = support(-state.v);
    abut::gjk_step(state, support, exits);
    const double upper = pair.unit * abut::sqrt(dot(state.v, state.v));
    const double lower = step == 1 ? 0 : pair.unit * state.vw / abut::sqrt(dot(state.v, state.v));
    svg.panel({-3.9, -3.7}, {1.1, 0.7},
              state.active ? "step " + std::to_string(step) + ": distance at most " + Svg::number(upper, 3)
                           : "end: between " + Svg::number(lower, 3) + " and " + Svg::number(upper, 3));
    svg.polygon(pair.difference, figure::of_c);
    figure::Points simplex;
    for (int k = 0; k < 3; ++k) {
      if (state.simplex.used[k]) simplex.push_back(pair.point(state.simplex.w[k]));
    }
    svg.polygon(simplex, figure::growing);
    for (const Point& p : simplex) svg.dot(p, "#2e7d4f");
    svg.line({0, 0}, pair.point(state.v), figure::answer);
    svg.dot(pair.point(state.v), "#b00020");
    svg.dot(pair.point(newest.w), "#2e7d4f", 6);
    svg.text(pair.point(newest.w), state.active ? "w" : "no farther", -14, 8);
    svg.dot({0, 0}, "#222222");
    svg.text({0, 0}, "0", 4, -12);
  }
  return svg.print();
}
