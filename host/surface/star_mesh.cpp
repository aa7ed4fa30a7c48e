// A mesh that is star-shaped about the origin, as a radius: on the sphere its triangles are a triangulation.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "host/decompose/surface_tree.h"
#include "host/surface/fit_target.h"

namespace abut::host {
namespace {

class StarMesh : public FitTarget {
 public:
  explicit StarMesh(Mesh mesh) : mesh_(std::move(mesh)), tree_(mesh_.vertices, mesh_.triangles) {
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> by_edge;
    for (std::uint32_t i = 0; i < mesh_.triangles.size(); ++i) {
      const auto& t = mesh_.triangles[i];
      for (std::size_t k = 0; k < 3; ++k) by_edge[{t[k], t[(k + 1) % 3]}] = i;
      sides_.push_back(
          {cross(corner(i, 0), corner(i, 1)), cross(corner(i, 1), corner(i, 2)), cross(corner(i, 2), corner(i, 0))});
      normals_.push_back(cross(corner(i, 1) - corner(i, 0), corner(i, 2) - corner(i, 0)));
    }
    for (const auto& t : mesh_.triangles) {
      neighbours_.push_back({by_edge.at({t[1], t[0]}), by_edge.at({t[2], t[1]}), by_edge.at({t[0], t[2]})});
    }
  }

  double radius(const Vec3<double>& direction) override {
    here_ = triangle_along(direction);
    return dot(normals_[here_], corner(here_, 0)) / dot(normals_[here_], direction);
  }

  double distance(const Vec3<double>& point) override { return tree_.nearest(point).distance; }

  int places_per_span(const PoleGrid&) const override { return 3; }

  /// Middles of equal parts of the triangles, for the area, and the vertices, which have none.
  std::vector<ShapeSample> samples(const PoleGrid& grid) override {
    std::vector<ShapeSample> out;
    for (const Vec3<double>& v : mesh_.vertices) out.push_back({v, 0});
    const double spans = double(grid.rows) * grid.columns, count = static_cast<double>(mesh_.triangles.size());
    const int parts = std::max(1, static_cast<int>(std::ceil(std::sqrt(9 * spans / count))));
    for (std::uint32_t i = 0; i < mesh_.triangles.size(); ++i) add_parts(i, parts, out);
    return out;
  }

 private:
  const Vec3<double>& corner(std::uint32_t i, std::size_t k) const { return mesh_.vertices[mesh_.triangles[i][k]]; }

  /// Of parts * parts triangles, those that point as the whole and those that point the other way.
  void add_parts(std::uint32_t i, int parts, std::vector<ShapeSample>& out) const {
    const Vec3<double> a = corner(i, 0), ab = (corner(i, 1) - a) * (1.0 / parts),
                       ac = (corner(i, 2) - a) * (1.0 / parts);
    const double area = length(normals_[i]) / (2.0 * parts * parts);
    for (int p = 0; p < parts; ++p) {
      for (int q = 0; p + q < parts; ++q) {
        out.push_back({a + ab * (p + 1.0 / 3) + ac * (q + 1.0 / 3), area});
        if (p + q + 1 < parts) out.push_back({a + ab * (p + 2.0 / 3) + ac * (q + 2.0 / 3), area});
      }
    }
  }

  /// Over the side that the direction lies beyond, from the last triangle on. Sides are tried in turns, so that a walk
  /// does not go round for ever; where it is long all the same, all triangles are asked.
  std::uint32_t triangle_along(const Vec3<double>& d) const {
    std::uint32_t at = here_;
    const std::size_t longest = 100 + mesh_.triangles.size() / 4;
    for (std::size_t step = 0; step < longest; ++step) {
      std::size_t k = 0;
      while (k < 3 && dot(sides_[at][(k + step) % 3], d) >= 0) ++k;
      if (k == 3) {
        if (dot(normals_[at], d) > 0) return at;
        break;  // without area
      }
      at = neighbours_[at][(k + step) % 3];
    }
    return triangle_among_all(d);
  }

  std::uint32_t triangle_among_all(const Vec3<double>& d) const {
    std::uint32_t best = 0;
    double most = -std::numeric_limits<double>::infinity();
    for (std::uint32_t i = 0; i < mesh_.triangles.size(); ++i) {
      const double facing = dot(normals_[i], d);
      if (!(facing > 0)) continue;
      // Heights over the sides as parts of the triangle: the least one is above 0 inside.
      const double least = std::min({dot(sides_[i][0], d), dot(sides_[i][1], d), dot(sides_[i][2], d)}) / facing;
      if (least > most) most = least, best = i;
    }
    return best;
  }

  Mesh mesh_;
  SurfaceTree tree_;
  std::vector<std::array<Vec3<double>, 3>> sides_;  // normals of the planes through the origin and an edge
  std::vector<Vec3<double>> normals_;
  std::vector<std::array<std::uint32_t, 3>> neighbours_;  // over the edge from corner k to the next
  std::uint32_t here_ = 0;
};

}  // namespace

std::unique_ptr<FitTarget> mesh_target(Mesh mesh) { return std::make_unique<StarMesh>(std::move(mesh)); }

}  // namespace abut::host
