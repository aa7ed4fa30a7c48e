#include "host/surface/star_kernel.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "host/surface/dense_cholesky.h"

namespace abut::host {
namespace {

/// Behind it is where normal . x < offset. Data only.
struct FacetPlane {
  Vec3<double> normal;
  double offset;
  std::uint32_t triangle;
};

std::vector<FacetPlane> planes_of(const Mesh& mesh) {
  std::vector<FacetPlane> out;
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    const auto& t = mesh.triangles[i];
    const Vec3<double> a = mesh.vertices[t[0]];
    const Vec3<double> n = cross(mesh.vertices[t[1]] - a, mesh.vertices[t[2]] - a);
    if (!(length(n) > 0)) continue;
    const Vec3<double> normal = unit_vector(n);
    out.push_back({normal, dot(normal, a), static_cast<std::uint32_t>(i)});
  }
  return out;
}

KernelPoint depth_at(const std::vector<FacetPlane>& planes, const Vec3<double>& point) {
  KernelPoint out{point, std::numeric_limits<double>::infinity(), 0};
  for (const FacetPlane& p : planes) {
    const double depth = p.offset - dot(p.normal, point);
    if (depth < out.depth) out.depth = depth, out.triangle = p.triangle;
  }
  return out;
}

/// Unknowns: a point and a depth. Maximises the depth times `sharpness`, plus the logarithms of how far all planes are
/// beyond it.
class Barrier {
 public:
  Barrier(const std::vector<FacetPlane>& planes, Vec3<double> point, double depth)
      : planes_(planes), point_(point), depth_(depth) {}

  Vec3<double> point() const { return point_; }

  void settle(double sharpness) {
    for (int step = 0; step < most_steps; ++step) {
      const std::vector<double> way = newton_step(sharpness);
      if (!(decrement_ > 1e-8) || !take(way, sharpness)) return;
    }
  }

 private:
  static constexpr int most_steps = 50;

  double height(const FacetPlane& p, const Vec3<double>& point, double depth) const {
    return p.offset - dot(p.normal, point) - depth;
  }

  /// To be made small; infinite where a plane is not beyond the depth.
  double value(const Vec3<double>& point, double depth, double sharpness) const {
    double sum = -sharpness * depth;
    for (const FacetPlane& p : planes_) {
      const double h = height(p, point, depth);
      if (!(h > 0)) return std::numeric_limits<double>::infinity();
      sum -= std::log(h);
    }
    return sum;
  }

  std::vector<double> newton_step(double sharpness) {
    DenseMatrix hessian(4);
    std::vector<double> down{0, 0, 0, sharpness};
    for (const FacetPlane& p : planes_) {
      const double inverse = 1 / height(p, point_, depth_);
      const std::array<double, 4> n{p.normal.x, p.normal.y, p.normal.z, 1};
      for (std::size_t i = 0; i < 4; ++i) {
        down[i] -= n[i] * inverse;
        for (std::size_t j = 0; j <= i; ++j) hessian(i, j) += n[i] * n[j] * inverse * inverse;
      }
    }
    std::vector<double> way = down;
    Cholesky(std::move(hessian)).solve(way);
    decrement_ = 0;
    for (std::size_t i = 0; i < 4; ++i) decrement_ += way[i] * down[i];
    return way;
  }

  /// As much of the step as makes the value smaller by a quarter of what the slope promises.
  bool take(const std::vector<double>& way, double sharpness) {
    const double before = value(point_, depth_, sharpness);
    for (double part = 1; part > 1e-10; part /= 2) {
      const Vec3<double> point = point_ + Vec3<double>{way[0], way[1], way[2]} * part;
      const double depth = depth_ + way[3] * part;
      if (!(value(point, depth, sharpness) <= before - 0.25 * part * decrement_)) continue;
      point_ = point, depth_ = depth;
      return true;
    }
    return false;
  }

  const std::vector<FacetPlane>& planes_;
  Vec3<double> point_;
  double depth_, decrement_ = 0;
};

}  // namespace

KernelPoint depth_at(const Mesh& mesh, const Vec3<double>& point) { return depth_at(planes_of(mesh), point); }

KernelPoint deepest_point(const Mesh& mesh) {
  const std::vector<FacetPlane> planes = planes_of(mesh);
  Vec3<double> low = mesh.vertices[0], high = low;
  for (const Vec3<double>& v : mesh.vertices) {
    low = {std::min(low.x, v.x), std::min(low.y, v.y), std::min(low.z, v.z)};
    high = {std::max(high.x, v.x), std::max(high.y, v.y), std::max(high.z, v.z)};
  }
  const double size = max_abs(high - low);
  const Vec3<double> begin = low + (high - low) * 0.5;
  Barrier barrier(planes, begin, depth_at(planes, begin).depth - size);
  // After `settle` the depth is less than the largest by count / sharpness at most.
  const auto count = static_cast<double>(planes.size());
  for (double gap = size; gap > 1e-9 * size; gap /= 8) barrier.settle(count / gap);
  return depth_at(planes, barrier.point());
}

}  // namespace abut::host
