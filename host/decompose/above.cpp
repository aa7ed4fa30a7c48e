#include "host/decompose/above.h"

#include <algorithm>

namespace abut::host {

Above::Above(const Body& body, const PartHull& hull) : body_(body), hull_(hull) {
  rounding_ =
      8e-15 * std::max({max_abs(body.box().lo), max_abs(body.box().hi), max_abs(hull.box.lo), max_abs(hull.box.hi)});
  slack_ = std::max(1e-9 * body.half_extent(), rounding_);
  for (const ShellDistance& d : body.distances()) heights_.emplace_back(d.size(), unknown);
}

double Above::operator()(const Vec3<double>& p, double distance, double reach, double most) {
  const double radius = 2 * reach + max(distance, 0.0), bound = above_facets(p, reach, radius, most);
  return bound <= most ? bound : above_a_plane(p, reach, radius);
}

/// A point outside of the body has its nearest surface point on some facets, and the way from there lies in the cone
/// of their normals: it is not far if it is not high above any of them (`over_height`). So where the hull is below
/// the planes of all facets near a place, none of its points there is outside. Below to within rounding error: such a
/// point is at most that far away, over the sine of half the sharpest edge's angle. Says nothing by facets that may
/// have the outside below them.
double Above::above_facets(const Vec3<double>& p, double reach, double radius, double most) {
  double bound = 0;
  for (std::size_t s = 0; s < heights_.size(); ++s) {
    const ShellDistance& distance = body_.distances()[s];
    double highest = 0, at_thin = 0;
    const bool low = distance.all_near(p, radius, [&](std::uint32_t i) {
      if (!distance.has_inside_below(i)) return false;
      if (distance.is_thin(i)) {
        at_thin = std::max(at_thin, distance.over_height(i));
        return true;
      }
      const double h = std::min(height(s, i), distance.plane(i).height(p) + reach);
      if (h > slack_) {
        bound = std::max(bound, (h + slack_) * distance.over_height(i));
      } else if (h > -slack_) {
        bound = std::max(bound, (std::max(h, 0.0) + rounding_) * distance.over_slack(i));
      }
      highest = std::max(highest, h);
      return bound <= most;
    });
    if (at_thin > 0) bound = std::max(bound, (highest + slack_) * at_thin);
    if (!low || !(bound <= most)) return infinity;
  }
  return bound;
}

/// A point right above a facet is no farther from the body than from it, and that is no more than the hull's height
/// above its plane; one right below it may be behind a wall, but is no farther than `reach` lets it be. The facet may
/// be of several triangles: those that face the points are so many that `p` is right above one, and none has an edge
/// to another plane near it.
double Above::above_a_plane(const Vec3<double>& p, double reach, double radius) {
  double least = infinity;
  Plane under{};
  std::size_t solid = 0;
  for (std::size_t s = 0; s < heights_.size(); ++s) {
    const ShellDistance& distance = body_.distances()[s];
    distance.all_near(p, radius, [&](std::uint32_t i) {
      if (height(s, i) < least && distance.plane(i).height(p) > -reach && distance.faces(i, p)) {
        least = height(s, i), under = distance.plane(i), solid = s;
      }
      return true;
    });
  }
  if (!(least < infinity)) return infinity;
  const ShellDistance& distance = body_.distances()[solid];
  const bool clear = distance.all_near(p, radius, [&](std::uint32_t i) {
    const Plane plane = distance.plane(i);
    const bool same = inner(plane.normal, under.normal) > 1 - 1e-12 && std::fabs(plane.offset - under.offset) < slack_;
    return !same || distance.clear_of_bends(i, p, reach);
  });
  return clear ? std::max(least, reach - under.height(p)) + slack_ : infinity;
}

/// Of the hull above a triangle's plane.
double Above::height(std::size_t solid, std::uint32_t triangle) {
  double& h = heights_[solid][triangle];
  if (h == unknown) {
    const Plane plane = body_.distances()[solid].plane(triangle);
    h = support(hull_, plane.normal) - plane.offset;
  }
  return h;
}

}  // namespace abut::host
