// The corners are first put in an order that their places alone decide, so that all ties are decided by place too.
#include "host/shapes/polygon.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "abut/core/predicates.h"
#include "host/shapes/ear_cutter.h"

namespace abut::host {
namespace {

using Points = std::vector<Vec3<double>>;

/// -1, 0 or 1 by x, then y, then z.
int compare(const Vec3<double>& a, const Vec3<double>& b) {
  const auto key = [](const Vec3<double>& p) { return std::tie(p.x, p.y, p.z); };
  return key(a) < key(b) ? -1 : key(b) < key(a) ? 1 : 0;
}

/// Where to begin a ring so that its points are the least sequence: of two beginnings the worse is skipped, with all
/// that the same points follow (Shiloach 1981).
std::size_t least_rotation(const Points& p) {
  const std::size_t n = p.size();
  std::size_t i = 0, j = 1, k = 0;
  while (i < n && j < n && k < n) {
    const int order = compare(p[(i + k) % n], p[(j + k) % n]);
    if (order == 0) {
      ++k;
      continue;
    }
    (order > 0 ? i : j) += k + 1;
    if (i == j) ++j;
    k = 0;
  }
  return std::min(i, j);
}

/// A polygon in the order that its places decide. Data only.
struct Ring {
  std::vector<std::uint32_t> corners;
  Points points;
  bool turned;  ///< it runs the other way
};

Ring ring_of(std::span<const Vec3<double>> points, std::span<const std::uint32_t> corners, bool turned) {
  Ring ring{{corners.begin(), corners.end()}, {}, turned};
  if (turned) std::reverse(ring.corners.begin(), ring.corners.end());
  for (const std::uint32_t c : ring.corners) ring.points.push_back(points[c]);
  const auto begin = static_cast<std::ptrdiff_t>(least_rotation(ring.points));
  std::rotate(ring.corners.begin(), ring.corners.begin() + begin, ring.corners.end());
  std::rotate(ring.points.begin(), ring.points.begin() + begin, ring.points.end());
  return ring;
}

Ring ordered(std::span<const Vec3<double>> points, std::span<const std::uint32_t> corners) {
  Ring there = ring_of(points, corners, false), back = ring_of(points, corners, true);
  for (std::size_t k = 0; k < there.points.size(); ++k) {
    const int order = compare(there.points[k], back.points[k]);
    if (order != 0) return order < 0 ? there : back;
  }
  return there;
}

/// Of a ring that runs round the same places again and again one round: its length is found as Knuth, Morris & Pratt
/// 1977 find a word's period.
void drop_other_rounds(Ring& ring) {
  const Points& p = ring.points;
  std::vector<std::size_t> repeated(p.size(), 0);  // how much of the beginning stands again before the end of each part
  for (std::size_t i = 1, k = 0; i < p.size(); ++i) {
    while (k > 0 && compare(p[i], p[k]) != 0) k = repeated[k - 1];
    if (compare(p[i], p[k]) == 0) ++k;
    repeated[i] = k;
  }
  const std::size_t round = p.size() - repeated.back();
  if (p.size() % round != 0) return;
  ring.points.resize(round);
  ring.corners.resize(round);
}

/// Products of coordinates shall stay in the range of double.
void bring_into_range(Points& points) {
  double size = 0;
  for (const Vec3<double>& p : points) size = std::max(size, max_abs(p));
  if (!(size > 0) || std::abs(std::ilogb(size)) < 200) return;
  const int by = std::max(-1000, std::min(1000, -std::ilogb(size)));
  for (Vec3<double>& p : points) p = {std::ldexp(p.x, by), std::ldexp(p.y, by), std::ldexp(p.z, by)};
}

/// Seen along axis 0, 1 or 2.
FlatPoint seen(const Vec3<double>& p, int axis) {
  return axis == 0 ? FlatPoint{p.y, p.z} : axis == 1 ? FlatPoint{p.z, p.x} : FlatPoint{p.x, p.y};
}

/// Twice the area that the ring runs round, seen along an axis: exact products, summed in two doubles.
double doubled_area(const Points& points, int axis) {
  TwoTerms<double> sum{0, 0};
  const auto add = [&](double a, double b) {
    const TwoTerms<double> product = two_product(a, b), total = two_sum(sum.high, product.high);
    sum = {total.high, sum.low + (total.low + product.low)};
  };
  for (std::size_t k = 0; k < points.size(); ++k) {
    const FlatPoint p = seen(points[k], axis), q = seen(points[k + 1 < points.size() ? k + 1 : 0], axis);
    add(p.x, q.y);
    add(-p.y, q.x);
  }
  return sum.high + sum.low;
}

/// A view of the ring along an axis. Data only.
struct View {
  int axis;
  double area;
};

/// Those along which it has an area, the largest first; if none, that along its shortest extent.
std::vector<View> views_of(const Points& points) {
  std::vector<View> views;
  for (int axis = 0; axis < 3; ++axis) views.push_back({axis, doubled_area(points, axis)});
  std::stable_sort(views.begin(), views.end(),
                   [](const View& a, const View& b) { return std::fabs(a.area) > std::fabs(b.area); });
  std::erase_if(views, [&](const View& v) { return v.area == 0; });
  if (!views.empty()) return views;
  Vec3<double> lo = points[0], hi = points[0];
  for (const Vec3<double>& p : points) {
    lo = {std::min(lo.x, p.x), std::min(lo.y, p.y), std::min(lo.z, p.z)};
    hi = {std::max(hi.x, p.x), std::max(hi.y, p.y), std::max(hi.z, p.z)};
  }
  const Vec3<double> e = hi - lo;
  return {{e.x <= e.y && e.x <= e.z ? 0 : e.y <= e.z ? 1 : 2, 0.0}};
}

EarCutter cutter_for(const Points& points, const View& view) {
  std::vector<FlatPoint> flat;
  for (const Vec3<double>& p : points) {
    const FlatPoint f = seen(p, view.axis);
    flat.push_back(view.area < 0 ? FlatPoint{f.y, f.x} : f);
  }
  return EarCutter(std::move(flat), points);
}

/// A quadrilateral that turns left at all corners, by its shorter diagonal: what the ear cutter does, sooner. False: it
/// is another one, or a tie.
bool cut_as_convex(std::span<const Vec3<double>> points, std::span<const std::uint32_t> corners,
                   std::vector<std::array<std::uint32_t, 3>>& triangles) {
  Points p;
  for (const std::uint32_t c : corners) p.push_back(points[c]);
  bring_into_range(p);
  const View view = views_of(p).front();
  const int side = view.area > 0 ? 1 : -1;
  for (std::size_t k = 0; k < 4; ++k) {
    const FlatPoint a = seen(p[k], view.axis), b = seen(p[(k + 1) % 4], view.axis), c = seen(p[(k + 2) % 4], view.axis);
    if (orient2d(a.x, a.y, b.x, b.y, c.x, c.y) != side) return false;
    if (is_sliver(p[k], p[(k + 1) % 4], p[(k + 2) % 4])) return false;
  }
  const double first = squared_distance(p[0], p[2]), second = squared_distance(p[1], p[3]);
  if (first == second) return false;
  const std::size_t k = first < second ? 0 : 1;
  triangles.push_back({corners[k], corners[k + 1], corners[k + 2]});
  triangles.push_back({corners[k], corners[k + 2], corners[(k + 3) % 4]});
  return true;
}

}  // namespace

bool cut_polygon(std::span<const Vec3<double>> points, std::span<const std::uint32_t> corners,
                 std::vector<std::array<std::uint32_t, 3>>& triangles) {
  if (corners.size() < 3) return true;
  if (corners.size() == 3) {
    triangles.push_back({corners[0], corners[1], corners[2]});
    return true;
  }
  if (corners.size() == 4 && cut_as_convex(points, corners, triangles)) return true;
  Ring ring = ordered(points, corners);
  drop_other_rounds(ring);
  bring_into_range(ring.points);
  std::vector<std::array<std::uint32_t, 3>> cut;
  bool crosses = true;
  for (const View& view : views_of(ring.points)) {
    EarCutter cutter = cutter_for(ring.points, view);
    std::vector<std::array<std::uint32_t, 3>> seen_so = cutter.cut();
    crosses = cutter.forced() > 0;
    if (!crosses || cut.empty()) cut = std::move(seen_so);
    if (!crosses) break;
  }
  for (const auto& [a, b, c] : cut) {
    triangles.push_back(ring.turned ? std::array{ring.corners[c], ring.corners[b], ring.corners[a]}
                                    : std::array{ring.corners[a], ring.corners[b], ring.corners[c]});
  }
  return !crosses;
}

}  // namespace abut::host
