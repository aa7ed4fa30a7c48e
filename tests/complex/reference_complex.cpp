#include "tests/complex/reference_complex.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace abut::test {
namespace {

using Names = std::vector<std::uint32_t>;  // of a simplex's vertices, ascending
using Closure = std::vector<std::set<Names>>;

ExactPoint placed(const Vec3<double>& v, const RelativePose<double>& pose) {
  const auto& m = pose.rotation.m;
  const Exact x = v.x, y = v.y, z = v.z;
  return {m[0] * x + m[1] * y + m[2] * z + pose.translation.x, m[3] * x + m[4] * y + m[5] * z + pose.translation.y,
          m[6] * x + m[7] * y + m[8] * z + pose.translation.z};
}

/// For each vertex the first one with its coordinates.
Names first_equal(const std::vector<Vec3<double>>& vertices) {
  std::map<std::tuple<double, double, double>, std::uint32_t> seen;
  Names first;
  for (const Vec3<double>& v : vertices) {
    const auto number = static_cast<std::uint32_t>(first.size());
    first.push_back(seen.emplace(std::tuple{v.x + 0.0, v.y + 0.0, v.z + 0.0}, number).first->second);
  }
  return first;
}

void add_with_faces(Closure& closure, Names names) {
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  for (unsigned subset = 1; subset < 1u << names.size(); ++subset) {
    Names face;
    for (std::size_t k = 0; k < names.size(); ++k) {
      if (subset >> k & 1) face.push_back(names[k]);
    }
    closure[face.size() - 1].insert(face);
  }
}

Closure closure_of(const SimplicialComplex& c, const Names& first) {
  Closure closure(4);
  const auto add = [&](const auto& simplex) {
    Names names;
    for (const std::uint32_t v : simplex) names.push_back(first[v]);
    add_with_faces(closure, names);
  };
  for (const std::uint32_t p : c.points) add(std::array{p});
  for (const auto& s : c.segments) add(s);
  for (const auto& t : c.triangles) add(t);
  for (const auto& t : c.tetrahedra) add(t);
  return closure;
}

bool contains(const Names& simplex, const Names& face) {
  return std::includes(simplex.begin(), simplex.end(), face.begin(), face.end());
}

ExactPoint without(ExactPoint v, const std::vector<ExactPoint>& directions) {
  for (const ExactPoint& e : directions) v = v - e * inner(v, e);
  return v;
}

/// Orthonormal, along the simplex.
std::vector<ExactPoint> directions_of(const std::vector<ExactPoint>& points, const Names& simplex) {
  std::vector<ExactPoint> directions;
  for (std::size_t k = 1; k < simplex.size(); ++k) {
    directions.push_back(unit(without(points[simplex[k]] - points[simplex[0]], directions)));
  }
  return directions;
}

/// An edge that is in a triangle of the boundary or in no triangle. A triangle between two tetrahedra is inside.
bool on_boundary(const Closure& closure, const Names& edge) {
  bool in_triangle = false;
  for (const Names& triangle : closure[2]) {
    if (!contains(triangle, edge)) continue;
    in_triangle = true;
    int tetrahedra = 0;
    for (const Names& t : closure[3]) tetrahedra += contains(t, triangle) ? 1 : 0;
    if (tetrahedra < 2) return true;
  }
  return !in_triangle;
}

/// Table 1, third column: whether the boundary around a vertex, whose cone has the one direction `normal`, is a plane.
bool in_plane(const Closure& closure, const std::vector<ExactPoint>& points, const Names& vertex, double flatness,
              ReferenceSimplex& s) {
  Exact farthest = 0;
  for (const Names& edge : closure[1]) {
    if (!contains(edge, vertex) || !on_boundary(closure, edge)) continue;
    const Exact height = inner(unit(points[edge[1]] - points[edge[0]]), s.cone.axis);
    farthest = std::max({farthest, height, Exact(-height)});
  }
  s.doubtful = s.doubtful || (farthest > flatness / 8 && farthest < flatness * 8);
  return farthest <= flatness;
}

/// Table 1 row by row; -1 is any value.
int class_of(int dimension, int cone_dimension, bool plane) {
  constexpr int rows[][4] = {{0, 3, -1, 0}, {0, 2, -1, 1}, {1, 2, -1, 2}, {0, 1, 0, 3},
                             {0, 1, 1, 4},  {1, 1, -1, 5}, {2, 1, -1, 6}, {-1, 0, -1, 7}};
  for (const auto& row : rows) {
    if ((row[0] < 0 || row[0] == dimension) && row[1] == cone_dimension && (row[2] < 0 || row[2] == int(plane))) {
      return row[3];
    }
  }
  return -1;
}

/// Tells by the winding number which directions leave the filled body.
struct Filled {
  const std::vector<ExactPoint>& points;
  std::vector<std::array<std::uint32_t, 3>> triangles;  // oriented
  Exact step;                                           // short against all edges

  bool leaves(const ExactPoint& from, const ExactPoint& direction) const {
    return winding_number(points, triangles, from + direction * step) < Exact(0.5);
  }
  void restrict_cone(ReferenceCone& cone, const ExactPoint& from) const {
    using Shape = ReferenceCone::Shape;
    if (cone.shape == Shape::nothing || cone.shape == Shape::everything) return;
    const bool forth = leaves(from, cone.axis), back = cone.shape == Shape::line && leaves(from, -cone.axis);
    if (!forth && !back) {
      cone.shape = Shape::nothing, cone.dimension = 0, cone.generators.clear();
    } else if (cone.shape == Shape::line && forth != back) {
      cone.shape = Shape::one_sided, cone.axis = forth ? cone.axis : -cone.axis, cone.generators = {cone.axis};
    }
  }
};

Filled filled(const SimplicialComplex& c, const Names& first, const Closure& closure,
              const std::vector<ExactPoint>& points) {
  Filled body{points, {}, 1};
  for (const auto& t : c.triangles) {
    const std::array<std::uint32_t, 3> welded{first[t[0]], first[t[1]], first[t[2]]};
    const auto same = [&](std::array<std::uint32_t, 3> old) {
      return std::is_permutation(old.begin(), old.end(), welded.begin());
    };
    if (std::none_of(body.triangles.begin(), body.triangles.end(), same)) body.triangles.push_back(welded);
  }
  bool any = false;
  for (const Names& edge : closure[1]) {
    const Exact length = norm(points[edge[1]] - points[edge[0]]);
    if (!any || length < body.step) body.step = length, any = true;
  }
  body.step = body.step * Exact(1e-6);
  return body;
}

ExactPoint middle(const std::vector<ExactPoint>& points, const Names& simplex) {
  ExactPoint sum{0, 0, 0};
  for (const std::uint32_t v : simplex) sum = sum + points[v];
  return sum * Exact(Exact(1) / Exact(static_cast<int>(simplex.size())));
}

}  // namespace

Exact winding_number(const std::vector<ExactPoint>& points, const std::vector<std::array<std::uint32_t, 3>>& triangles,
                     const ExactPoint& at) {
  using std::atan2;
  Exact sum = 0;  // of half solid angles: Van Oosterom and Strackee 1983
  for (const auto& t : triangles) {
    const ExactPoint a = unit(points[t[0]] - at), b = unit(points[t[1]] - at), c = unit(points[t[2]] - at);
    sum += atan2(inner(a, outer(b, c)), Exact(1 + inner(a, b) + inner(b, c) + inner(c, a)));
  }
  return sum / (4 * right_angle());
}

namespace {

/// Fills in the directions and the cone of the surface or of what is there.
void look_around(ReferenceSimplex& s, const Names& names, const std::set<Names>& larger_ones,
                 const std::vector<ExactPoint>& points, double flatness) {
  const std::vector<ExactPoint> along = directions_of(points, names);
  for (const Names& larger : larger_ones) {
    if (!contains(larger, names)) continue;
    for (const std::uint32_t v : larger) {
      if (!contains(names, {v})) s.u.push_back(unit(without(points[v] - points[names[0]], along)));
    }
  }
  std::vector<ExactPoint> constraints = s.u;  // T* is U* across the simplex
  for (const ExactPoint& e : along) constraints.push_back(e), constraints.push_back(-e);
  s.cone = polar_cone(constraints, flatness);
  s.doubtful = s.cone.doubtful;
}

}  // namespace

ReferenceComplex reference_complex(const SimplicialComplex& complex, const RelativePose<double>& pose, double flatness,
                                   bool solid) {
  ReferenceComplex out;
  for (const Vec3<double>& v : complex.vertices) out.points.push_back(placed(v, pose));
  const Names first = first_equal(complex.vertices);
  const Closure closure = closure_of(complex, first);
  const Filled body = filled(complex, first, closure, out.points);
  for (int dimension = 0; dimension < 3; ++dimension) {
    for (const Names& names : closure[dimension]) {
      ReferenceSimplex s;
      s.dimension = dimension;
      std::copy(names.begin(), names.end(), s.vertices.begin());
      look_around(s, names, closure[dimension + 1], out.points, flatness);
      if (solid) body.restrict_cone(s.cone, middle(out.points, names));
      const bool plane = dimension == 0 && s.cone.dimension == 1 && in_plane(closure, out.points, names, flatness, s);
      s.simplex_class = class_of(dimension, s.cone.dimension, plane);
      out.simplices.push_back(s);
    }
  }
  for (const Names& vertex : closure[0]) {
    const ExactPoint& p = out.points[vertex[0]];
    out.size = std::max({out.size, p.x, p.y, p.z, Exact(-p.x), Exact(-p.y), Exact(-p.z)});
  }
  return out;
}

}  // namespace abut::test
