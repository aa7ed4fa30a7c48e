#include "host/decompose/wrap_surface.h"

#include <oneapi/tbb/parallel_for.h>

#include <algorithm>

namespace abut::host {
namespace {

constexpr int halvings = 12;          // of an edge of the grid, to find where the boundary crosses it
constexpr double on_facet = 1e-2;     // cells: nearer than this a crossing is one with the facet's plane
constexpr double to_middle = 1e-3;    // weight of the crossings' middle against a plane
constexpr double cell_border = 1e-2;  // cells: a vertex stays as far from its cell's border

/// Where the boundary crosses an edge of the grid. Data only.
struct Crossing {
  std::int64_t from;  ///< the edge's lower end
  int axis;
  bool leaves;              ///< the lower end is inside
  Vec3<double> at, normal;  ///< 0 where no plane is known
};

std::int64_t key_of(std::int64_t from, int axis) { return from * 3 + axis; }

class Boundary {
 public:
  Boundary(const WrapSolid& solid, const Grid& grid, const Mesh& mesh, const SurfaceTree& surface)
      : solid_(solid), grid_(grid), mesh_(mesh), surface_(surface) {}

  Mesh run() {
    find_crossings();
    number_cells();
    Mesh out;
    out.vertices.resize(cells_.size());
    tbb::parallel_for(std::size_t{0}, cells_.size(), [&](std::size_t i) { out.vertices[i] = vertex_in(cells_[i]); });
    for (const Crossing& c : crossings_) add_quad(c, out);
    return out;
  }

 private:
  bool inside(std::int64_t i) const { return solid_.inside()[static_cast<std::size_t>(i)] != 0; }

  void find_crossings() {
    for (std::int64_t i = 0; i < grid_.count(); ++i) {
      for (int axis = 0; axis < 3; ++axis) {
        if (i / grid_.step(axis) % grid_.size[axis] + 1 == grid_.size[axis]) continue;
        if (inside(i) != inside(i + grid_.step(axis))) crossings_.push_back({i, axis, inside(i), {}, {0, 0, 0}});
      }
    }
    tbb::parallel_for(std::size_t{0}, crossings_.size(), [&](std::size_t k) { place(crossings_[k]); });
  }

  void place(Crossing& c) const {
    const std::int64_t other = c.from + grid_.step(c.axis);
    Vec3<double> in = grid_.point(c.leaves ? c.from : other), out = grid_.point(c.leaves ? other : c.from);
    c.at = (in + out) * 0.5;
    if (!solid_.holds(in) || solid_.holds(out)) return;  // one that was filled up
    for (int k = 0; k < halvings; ++k) {
      c.at = (in + out) * 0.5;
      (solid_.holds(c.at) ? in : out) = c.at;
    }
    const SurfaceTree::Nearest nearest = surface_.nearest(c.at, grid_.cell * 2);
    if (nearest.distance > on_facet * grid_.cell) return;
    const auto& t = mesh_.triangles[nearest.triangle];
    const Vec3<double> a = mesh_.vertices[t[0]], ab = mesh_.vertices[t[1]] - a, ac = mesh_.vertices[t[2]] - a;
    const Vec3<double> area = outer(ab, ac);
    if (!(norm(area) > 1e-8 * std::max(inner(ab, ab), inner(ac, ac)))) return;
    c.normal = direction(area);
    c.at = c.at - c.normal * inner(c.at - a, c.normal);
  }

  /// Those about the crossings, in order.
  void number_cells() {
    for (const Crossing& c : crossings_) {
      for (const std::int64_t cell : cells_about(c)) cells_.push_back(cell);
    }
    std::sort(cells_.begin(), cells_.end());
    cells_.erase(std::unique(cells_.begin(), cells_.end()), cells_.end());
  }

  /// Counter-clockwise, seen against the axis. The border of the grid is outside, so they are there.
  std::array<std::int64_t, 4> cells_about(const Crossing& c) const {
    const std::int64_t u = grid_.step((c.axis + 1) % 3), v = grid_.step((c.axis + 2) % 3);
    return {c.from - u - v, c.from - v, c.from, c.from - u};
  }

  const Crossing* crossing_at(std::int64_t from, int axis) const {
    const auto at = std::lower_bound(crossings_.begin(), crossings_.end(), key_of(from, axis),
                                     [](const Crossing& c, std::int64_t key) { return key_of(c.from, c.axis) < key; });
    return at != crossings_.end() && at->from == from && at->axis == axis ? &*at : nullptr;
  }

  Vec3<double> vertex_in(std::int64_t cell) const {
    std::vector<const Crossing*> on_edges;
    for (int axis = 0; axis < 3; ++axis) {
      const std::int64_t u = grid_.step((axis + 1) % 3), v = grid_.step((axis + 2) % 3);
      for (const std::int64_t from : {cell, cell + u, cell + v, cell + u + v}) {
        if (const Crossing* c = crossing_at(from, axis)) on_edges.push_back(c);
      }
    }
    Vec3<double> middle{0, 0, 0};
    for (const Crossing* c : on_edges) middle = middle + c->at;
    middle = middle * (1.0 / static_cast<double>(on_edges.size()));
    const Vec3<double> lo = grid_.point(cell), p = middle + way_to_planes(on_edges, middle);
    const auto within = [&](double x, double low) {
      return std::clamp(x, low + cell_border * grid_.cell, low + (1 - cell_border) * grid_.cell);
    };
    return {within(p.x, lo.x), within(p.y, lo.y), within(p.z, lo.z)};
  }

  /// Least squares, by Cramer's rule: the weight of the middle keeps the matrix from being singular.
  static Vec3<double> way_to_planes(const std::vector<const Crossing*>& on_edges, const Vec3<double>& middle) {
    const double weight = to_middle * static_cast<double>(on_edges.size());
    Vec3<double> x{weight, 0, 0}, y{0, weight, 0}, z{0, 0, weight}, right{0, 0, 0};
    for (const Crossing* c : on_edges) {
      const Vec3<double>& n = c->normal;
      x = x + n * n.x, y = y + n * n.y, z = z + n * n.z;
      right = right + n * inner(n, c->at - middle);
    }
    const double whole = inner(x, outer(y, z));
    return Vec3<double>{inner(right, outer(y, z)), inner(x, outer(right, z)), inner(x, outer(y, right))} * (1 / whole);
  }

  void add_quad(const Crossing& c, Mesh& out) const {
    std::array<std::uint32_t, 4> q{};
    const auto cells = cells_about(c);
    for (std::size_t k = 0; k < 4; ++k) {
      const auto at = std::lower_bound(cells_.begin(), cells_.end(), cells[k]);
      q[k] = static_cast<std::uint32_t>(at - cells_.begin());
    }
    if (!c.leaves) std::swap(q[1], q[3]);
    const auto normal = [&](std::size_t i, std::size_t j, std::size_t k) {
      const Vec3<double>&a = out.vertices[q[i]], &b = out.vertices[q[j]], &d = out.vertices[q[k]];
      return direction(outer(b - a, d - a));
    };
    // Along the diagonal at which it bends less.
    if (inner(normal(0, 1, 2), normal(0, 2, 3)) >= inner(normal(0, 1, 3), normal(1, 2, 3))) {
      out.triangles.push_back({q[0], q[1], q[2]}), out.triangles.push_back({q[0], q[2], q[3]});
    } else {
      out.triangles.push_back({q[0], q[1], q[3]}), out.triangles.push_back({q[1], q[2], q[3]});
    }
  }

  const WrapSolid& solid_;
  const Grid& grid_;
  const Mesh& mesh_;
  const SurfaceTree& surface_;
  std::vector<Crossing> crossings_;  ///< by their keys
  std::vector<std::int64_t> cells_;
};

}  // namespace

Mesh boundary_of(const WrapSolid& solid, const Grid& grid, const Mesh& mesh, const SurfaceTree& surface) {
  return Boundary(solid, grid, mesh, surface).run();
}

}  // namespace abut::host
