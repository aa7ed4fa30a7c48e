// The pair of polygons that the figures about searches are of: its difference C = A - B and the support mapping of C,
// in A's box-centre frame and the caller's unit.
#pragma once

#include "abut/planar.h"
#include "abut/planar/query.h"
#include "docs/figures/svg.h"

namespace figure {

inline const Points polygon_a{{-1.1, -0.7}, {0.5, -1.0}, {1.3, -0.3}, {1.2, 0.5}, {0.3, 1.0}, {-0.9, 0.7}};
inline const Points polygon_b{{-0.9, -0.2}, {-0.1, -0.8}, {0.8, -0.5}, {0.9, 0.3}, {0.1, 0.8}};

struct Pair {
  explicit Pair(Point b_at)
      : a(shapes.add_polygon(polygon_a)), b(shapes.add_polygon(polygon_b)), bodies{{a, {}}, {b, {b_at, {1, 0}}}} {
    const auto& ha = shapes.header(a);
    const auto pose = abut::relative_pose(bodies[0].pose, bodies[1].pose, ha.centre, shapes.header(b).centre);
    const double none = abut::Huge<double>::value;
    (void)abut::make_planar_problem(view, a, b, pose, none, problem);
    unit = abut::power_of_two<double>(problem.exponent);
    difference = abut::planar_minkowski_difference(polygon_a, polygon_b, bodies[1].pose).vertices;
  }
  auto support() const { return abut::planar_detail::difference_of<abut::LinearScan>(problem.own); }
  Point point(abut::Vec3<double> w) const { return {unit * w.x, unit * w.y}; }
  abut::PlanarContact<double> contact() const {
    std::vector<abut::PlanarContact<double>> contacts(1);
    const std::vector<abut::Pair> pairs{{0, 1}};
    abut::query_planar_pairs<double>(abut::Cpu{}, shapes, bodies, pairs, {}, {contacts, {}});
    return contacts[0];
  }

  abut::PlanarShapeSet shapes;
  std::uint32_t a, b;
  std::vector<abut::PlanarBody> bodies;
  abut::PlanarShapeSetView<double> view = shapes.view<double>();
  abut::PlanarProblem<double> problem;
  double unit = 1;
  Points difference;
};

inline Points moved(const Points& points, Point by) {
  Points out;
  for (const Point& p : points) out.push_back({p.x + by.x, p.y + by.y});
  return out;
}

}  // namespace figure
