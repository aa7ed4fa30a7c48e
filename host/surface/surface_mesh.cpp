#include "abut/surface/surface_mesh.h"

#include <algorithm>
#include <limits>
#include <string>

#include "abut/core/error.h"
#include "host/shapes/union_find.h"

namespace abut {
namespace {

constexpr std::size_t most_vertices = std::numeric_limits<std::uint32_t>::max();
constexpr int least_steps_around = 3;  ///< two would lie on each other

/// What is one point at the ends of a parameter.
struct Ends {
  bool closed, pole_at_begin, pole_at_end;
  Ends(const NurbsSurface& surface, SurfaceParameter along)
      : closed(is_closed(surface, along)),
        pole_at_begin(is_pole(surface, along, DomainEnd::begin)),
        pole_at_end(is_pole(surface, along, DomainEnd::end)) {}
  bool meet() const { return closed || (pole_at_begin && pole_at_end); }
};

std::vector<double> grid_of(const SplineDirection& d, const Ends& ends, int per_span) {
  std::vector<double> out = spread_parameters(d, per_span);
  while (ends.meet() && out.size() <= least_steps_around) out = spread_parameters(d, ++per_span);
  return out;
}

/// The points of a grid, those that are one in one set.
class Grid {
 public:
  Grid(const NurbsSurface& surface, int per_span_u, int per_span_v)
      : of_u_(surface, SurfaceParameter::u),
        of_v_(surface, SurfaceParameter::v),
        u_(grid_of(surface.u, of_u_, per_span_u)),
        v_(grid_of(surface.v, of_v_, per_span_v)) {
    if (u_.size() <= most_vertices / v_.size()) return;
    throw InvalidInput("surface_mesh: the grid has " + std::to_string(u_.size()) + " x " + std::to_string(v_.size()) +
                       " points; allowed are 4294967295 in all");
  }

  Mesh mesh(const NurbsSurface& surface) const {
    std::vector<std::uint32_t> vertex(u_.size() * v_.size());
    host::UnionFind sets = joined();
    Mesh out;
    for (std::size_t i = 0; i < vertex.size(); ++i) {
      if (sets.find(static_cast<std::uint32_t>(i)) != i) continue;
      vertex[i] = static_cast<std::uint32_t>(out.vertices.size());
      out.vertices.push_back(point_at(surface, u_[i / v_.size()], v_[i % v_.size()]).point);
    }
    const auto corner = [&](std::size_t i, std::size_t j) { return vertex[sets.find(place(i, j))]; };
    for (std::size_t i = 0; i + 1 < u_.size(); ++i) {
      for (std::size_t j = 0; j + 1 < v_.size(); ++j) {
        const std::uint32_t a = corner(i, j), b = corner(i + 1, j), c = corner(i + 1, j + 1), d = corner(i, j + 1);
        if (a != b && b != c && c != a) out.triangles.push_back({a, b, c});
        if (a != c && c != d && d != a) out.triangles.push_back({a, c, d});
      }
    }
    return out;
  }

 private:
  std::uint32_t place(std::size_t i, std::size_t j) const { return static_cast<std::uint32_t>(i * v_.size() + j); }

  host::UnionFind joined() const {
    const std::size_t last_u = u_.size() - 1, last_v = v_.size() - 1;
    host::UnionFind sets(u_.size() * v_.size());
    for (std::size_t j = 0; j <= last_v; ++j) {
      if (of_u_.closed) sets.join(place(last_u, j), place(0, j));
      if (of_u_.pole_at_begin) sets.join(place(0, j), place(0, 0));
      if (of_u_.pole_at_end) sets.join(place(last_u, j), place(last_u, 0));
    }
    for (std::size_t i = 0; i <= last_u; ++i) {
      if (of_v_.closed) sets.join(place(i, last_v), place(i, 0));
      if (of_v_.pole_at_begin) sets.join(place(i, 0), place(0, 0));
      if (of_v_.pole_at_end) sets.join(place(i, last_v), place(0, last_v));
    }
    return sets;
  }

  Ends of_u_, of_v_;
  std::vector<double> u_, v_;
};

}  // namespace

std::vector<double> spread_parameters(const SplineDirection& direction, int per_span) {
  if (per_span < 1 || per_span > most_steps_per_span) {
    throw InvalidInput("spread_parameters: per_span is " + std::to_string(per_span) + "; allowed are 1 to 1024");
  }
  std::vector<double> out;
  for (auto k = static_cast<std::size_t>(direction.degree); k < direction.count(); ++k) {
    const double from = direction.knots[k], to = direction.knots[k + 1];
    if (!(to > from)) continue;
    for (int i = 0; i < per_span; ++i) out.push_back(from + (to - from) * i / per_span);
  }
  out.push_back(direction.end());
  return out;
}

Mesh surface_mesh(const NurbsSurface& surface, int per_span_u, int per_span_v) {
  check(surface);
  return Grid(surface, per_span_u, per_span_v).mesh(surface);
}

}  // namespace abut
