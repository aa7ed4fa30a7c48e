// In barycentric coordinates of a facet a plane is a line, and its coefficients are the heights of the facet's corners
// above the plane: determinants of given coordinates. Part by part, what lies outside of it is kept as convex polygons,
// each a cycle of such lines. All that is asked is on which side of a line two others cross: a determinant of nine
// heights. Signs come from values with bounded errors, and where those do not tell from integers of any length, since
// every double is an integer times a power of two. No point is ever computed, so a facet without area is no exception.
#include "host/decompose/cover.h"

#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <cmath>

#include "abut/core/predicates.h"
#include "host/decompose/plain.h"
#include "host/shapes/exact_hull.h"
#include "host/shapes/exact_integers.h"
#include "host/shapes/orientations.h"

namespace abut::host {
namespace {

using boost::multiprecision::cpp_int;
using Points = std::vector<Vec3<double>>;

constexpr double trust = 0x1p40;   // of heights: their relative error is below 1 / trust
constexpr double doubt = 0x1p-37;  // of sums of products of three of them, relative to the sum of magnitudes

/// A convex part's triangles, exactly those of its hull.
struct Part {
  Points points;
  std::vector<std::array<std::uint32_t, 3>> faces;
  Box box;
  bool plain = true;  ///< all points are
};

/// heights . b <= 0 is inside of the part, or of the facet. Data only.
struct Line {
  double height[3];
  std::uint32_t part, face;  ///< part `facet_edge`: the facet's own edge number `face`
  bool plain = true;         ///< if not, `height` has the right signs only
};
constexpr std::uint32_t facet_edge = 0xffffffff;
using Polygon = std::vector<std::uint32_t>;  ///< lines, in order; corner i is where i and i + 1 cross

int sign_of(double x) { return (x > 0) - (x < 0); }

/// One facet, and the parts of it that are not covered yet.
class Facet {
 public:
  Facet(const std::array<Vec3<double>, 3>& corners, const std::vector<Part>& parts)
      : corners_(corners), parts_(parts), plain_(is_plain(corners[0]) && is_plain(corners[1]) && is_plain(corners[2])) {
    for (std::uint32_t k = 0; k < 3; ++k) {
      Line edge{{0, 0, 0}, facet_edge, k};
      edge.height[k] = -1;
      lines_.push_back(edge);
    }
    open_.push_back({0, 1, 2});
  }

  void cover_with(std::uint32_t part) {
    const Part& p = parts_[part];
    const auto first = static_cast<std::uint32_t>(lines_.size());
    for (std::uint32_t f = 0; f < p.faces.size(); ++f) {
      const auto& [a, b, c] = p.faces[f];
      Line line{{0, 0, 0}, part, f, plain_ && p.plain};
      if (!line.plain) set_rounded_heights(line);
      int above = 0, below = 0;
      for (std::size_t k = 0; k < 3; ++k) {
        if (line.plain) {
          line.height[k] = -adaptive_orient3d(p.points[a], p.points[b], p.points[c], corners_[k], trust);
        }
        above += line.height[k] > 0 ? 1 : 0;
        below += line.height[k] < 0 ? 1 : 0;
      }
      if (above == 0) continue;  // the whole facet is inside of this plane
      if (below == 0) {          // no more than an edge of it is
        lines_.resize(first);
        return;
      }
      lines_.push_back(line);
    }
    const auto end = static_cast<std::uint32_t>(lines_.size());
    std::vector<Polygon> uncovered_rest;
    for (const Polygon& polygon : open_) subtract(polygon, first, end, uncovered_rest);
    open_ = std::move(uncovered_rest);
    if (open_.empty()) lines_.resize(3);
  }

  bool covered() const { return open_.empty(); }

  /// A point that is left, to within rounding error.
  Vec3<double> uncovered_rest() const {
    Vec3<double> sum{0, 0, 0};
    double count = 0;
    const Polygon& polygon = open_.front();
    for (std::size_t i = 0; i < polygon.size(); ++i) {
      const double *p = lines_[polygon[i]].height, *q = lines_[polygon[(i + 1) % polygon.size()]].height;
      const Vec3<double> b = outer({p[0], p[1], p[2]}, {q[0], q[1], q[2]});
      const double whole = b.x + b.y + b.z;
      if (whole == 0) continue;
      sum = sum + (corners_[0] * b.x + corners_[1] * b.y + corners_[2] * b.z) * (1 / whole);
      count += 1;
    }
    return sum * (1 / count);
  }

 private:
  /// Adds to `uncovered_rest` what of a polygon lies outside of one of the lines.
  void subtract(const Polygon& whole, std::uint32_t first, std::uint32_t end,
                std::vector<Polygon>& uncovered_rest) const {
    const std::size_t before = uncovered_rest.size();
    Polygon polygon = whole;
    std::vector<int> side;
    for (std::uint32_t line = first; line < end; ++line) {
      const std::size_t n = polygon.size();
      side.assign(n, 0);
      bool any_out = false, any_in = false;
      for (std::size_t i = 0; i < n; ++i) {
        side[i] = side_of(line, polygon[i], polygon[(i + 1) % n]);
        any_out |= side[i] > 0;
        any_in |= side[i] < 0;
      }
      if (!any_out) continue;
      if (!any_in) {  // nothing is covered: what was cut off need not have been
        uncovered_rest.resize(before);
        uncovered_rest.push_back(whole);
        return;
      }
      uncovered_rest.push_back(half(polygon, side, line, 1));
      polygon = half(polygon, side, line, -1);
    }
  }

  /// What lies on one side: the edge that leads there, those after corners that are there, and the line.
  static Polygon half(const Polygon& polygon, const std::vector<int>& side, std::uint32_t line, int which) {
    const std::size_t n = polygon.size();
    const auto is_there = [&](std::size_t corner) { return side[corner % n] * which > 0; };
    std::size_t first = 0;
    while (!is_there(first) || is_there(first + n - 1)) ++first;
    Polygon out{polygon[first]};
    for (std::size_t k = first; is_there(k); ++k) out.push_back(polygon[(k + 1) % n]);
    out.push_back(line);
    return out;
  }

  /// Of the corner of two lines with respect to a third: 1 outside of it.
  int side_of(std::uint32_t line, std::uint32_t p, std::uint32_t q) const {
    if (line == p || line == q) return 0;
    const double *l = lines_[line].height, *u = lines_[p].height, *v = lines_[q].height;
    double value = 0, whole = 0, size = 0, whole_size = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      const std::size_t i = (k + 1) % 3, j = (k + 2) % 3;
      const double plus = u[i] * v[j], minus = u[j] * v[i];
      const double magnitude = std::fabs(plus) + std::fabs(minus);
      value += l[k] * (plus - minus), size += std::fabs(l[k]) * magnitude;
      whole += plus - minus, whole_size += magnitude;
    }
    // Products that leave the normal range have no bounded error.
    const bool normal = size > 0x1p-900 && size < 0x1p900 && whole_size > 0x1p-600 && whole_size < 0x1p900;
    const bool plain = lines_[line].plain && lines_[p].plain && lines_[q].plain;
    if (plain && normal && std::fabs(value) > doubt * size && std::fabs(whole) > doubt * whole_size) {
      return sign_of(value) * sign_of(whole);
    }
    return exact_side(line, p, q);
  }

  int exact_side(std::uint32_t line, std::uint32_t p, std::uint32_t q) const {
    const ExactVec3 l = exact_heights(lines_[line]), u = exact_heights(lines_[p]), v = exact_heights(lines_[q]);
    cpp_int value = 0, whole = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      const std::size_t i = (k + 1) % 3, j = (k + 2) % 3;
      const cpp_int minor = u[i] * v[j] - u[j] * v[i];
      value += l[k] * minor;
      whole += minor;
    }
    return value.sign() * whole.sign();
  }

  ExactVec3 exact_heights(const Line& line) const {
    if (line.part == facet_edge) {
      ExactVec3 edge{0, 0, 0};
      edge[line.face] = -1;
      return edge;
    }
    const Part& part = parts_[line.part];
    const auto& f = part.faces[line.face];
    std::array<Vec3<double>, 6> all;
    for (std::size_t k = 0; k < 3; ++k) all[k] = part.points[f[k]], all[k + 3] = corners_[k];
    const auto at = exact_points(all);
    const ExactVec3 n = exact_normal(at[0], at[1], at[2]);
    ExactVec3 heights;
    for (std::size_t k = 0; k < 3; ++k) heights[k] = exact_inner(n, exact_difference(at[k + 3], at[0]));
    return heights;
  }

  /// Times some power of two, and to within rounding error, but for their signs: what is too small beside the largest
  /// is no 0.
  void set_rounded_heights(Line& line) const {
    const ExactVec3 exact = exact_heights(line);
    std::ptrdiff_t bits = 0;
    for (const cpp_int& h : exact) {
      if (h != 0) bits = std::max(bits, static_cast<std::ptrdiff_t>(msb(cpp_int(abs(h)))));
    }
    for (std::size_t k = 0; k < 3; ++k) {
      const cpp_int magnitude = abs(exact[k]) >> static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, bits - 300));
      line.height[k] = exact[k].sign() * std::max(static_cast<double>(magnitude), 1.0);
    }
  }

  std::array<Vec3<double>, 3> corners_;
  const std::vector<Part>& parts_;
  bool plain_;  // its corners are
  std::vector<Line> lines_;
  std::vector<Polygon> open_;
};

}  // namespace

Cover find_uncovered(std::span<const Vec3<double>> vertices, std::span<const std::array<std::uint32_t, 3>> triangles,
                     const std::vector<std::vector<Vec3<double>>>& parts) {
  std::vector<Part> solids(parts.size());
  tbb::parallel_for(std::size_t{0}, parts.size(), [&](std::size_t i) {
    solids[i].points = parts[i];
    for (const Vec3<double>& p : parts[i]) solids[i].box.add(p), solids[i].plain = solids[i].plain && is_plain(p);
    for (const auto& t : exact_hull(parts[i]).triangles) solids[i].faces.push_back(t.vertex);
  });
  std::vector<std::uint8_t> covered(triangles.size());
  std::vector<Vec3<double>> uncovered_rest(triangles.size());
  tbb::parallel_for(std::size_t{0}, triangles.size(), [&](std::size_t i) {
    const std::array<Vec3<double>, 3> corners{vertices[triangles[i][0]], vertices[triangles[i][1]],
                                              vertices[triangles[i][2]]};
    Box box;
    for (const Vec3<double>& c : corners) box.add(c);
    Facet facet(corners, solids);
    // A flat part counts for nothing, though a facet in its plane may lie in it: it is no part of a solid.
    for (std::uint32_t p = 0; p < solids.size() && !facet.covered(); ++p) {
      if (!solids[p].faces.empty() && solids[p].box.meets(box, 0)) facet.cover_with(p);
    }
    covered[i] = facet.covered() ? 1 : 0;
    if (!facet.covered()) uncovered_rest[i] = facet.uncovered_rest();
  });
  Cover cover;
  for (std::uint32_t i = 0; i < triangles.size(); ++i) {
    if (covered[i] != 0) continue;
    cover.facets.push_back(i);
    if (cover.uncovered++ == 0) cover.first = i, cover.where = uncovered_rest[i];
  }
  return cover;
}

}  // namespace abut::host
