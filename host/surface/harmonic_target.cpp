#include <algorithm>
#include <cmath>
#include <string>

#include "abut/core/error.h"
#include "host/number_text.h"
#include "host/surface/fit_target.h"
#include "host/surface/harmonic_sum.h"

namespace abut::host {
namespace {

constexpr double pi = 3.14159265358979323846;

class HarmonicTarget : public FitTarget {
 public:
  HarmonicTarget(const SphericalHarmonics& harmonics, const Mat3<double>& axes)
      : sum_(harmonics), axes_(axes), degree_(harmonics.degree) {}

  double radius(const Vec3<double>& direction) override {
    const Vec3<double> d = rotate(axes_, direction);
    const double r = sum_.radius(d);
    if (r > 0) return r;
    throw InvalidInput("fit_surface: the radius along (" + number_text(d.x) + ", " + number_text(d.y) + ", " +
                       number_text(d.z) + ") is " + number_text(r) + "; allowed is above 0");
  }

  /// Gauss and Newton's steps from the point of the same direction. Each ends on the shape, so the least distance met
  /// is never too small.
  double distance(const Vec3<double>& point) override {
    Vec3<double> d = unit_vector(point);
    double least = length(point - d * radius(d));
    for (int step = 0; step < most_steps; ++step) {
      d = stepped(d, point);
      const double now = length(point - d * radius(d));
      const bool settled = now > 0.999 * least;
      least = std::min(least, now);
      if (settled) break;
    }
    return least;
  }

  /// Three a half-wave of the highest harmonics.
  int places_per_span(const PoleGrid& grid) const override {
    const int wanted = 3 * degree_ / std::min(grid.rows, grid.columns / 2);
    return std::max(3, wanted + 1 - wanted % 2);
  }

  std::vector<ShapeSample> samples(const PoleGrid& grid) override {
    std::vector<ShapeSample> out;
    const int per_span = places_per_span(grid);
    for (int i = 0; i <= per_span * grid.rows; ++i) {
      const double u = double(i) / per_span;
      for (int j = 0; j < per_span * grid.columns; ++j) {
        const Vec3<double> d = direction_at(grid, u, double(j) / per_span);
        const Tangents t = tangents(d);
        // Between neighbours the sphere has an area in proportion to sin(theta), 0 at a pole.
        const double area = length(cross(t.a, t.b)) * std::sin(pi * u / grid.rows);
        out.push_back({t.point, std::max(area, 0.0)});
      }
    }
    return out;
  }

 private:
  static constexpr int most_steps = 8;
  static constexpr double difference = 1e-5;  // radians: the error of a central one is some 1e-10 of the radius

  /// A point of the shape, its derivatives along two directions at right angles on the sphere, and these. Data only.
  struct Tangents {
    Vec3<double> point, a, b, along_a, along_b;
  };

  Tangents tangents(const Vec3<double>& d) {
    const Vec3<double> other = std::abs(d.z) < 0.7 ? Vec3<double>{0, 0, 1} : Vec3<double>{1, 0, 0};
    const Vec3<double> a = unit_vector(cross(other, d)), b = cross(d, a);
    const double r = radius(d);
    const auto slope = [&](const Vec3<double>& along) {
      return (radius(unit_vector(d + along * difference)) - radius(unit_vector(d - along * difference))) /
             (2 * difference);
    };
    return {d * r, a * r + d * slope(a), b * r + d * slope(b), a, b};
  }

  Vec3<double> stepped(const Vec3<double>& d, const Vec3<double>& point) {
    const Tangents t = tangents(d);
    const Vec3<double> off = point - t.point;
    const double aa = squared_length(t.a), bb = squared_length(t.b), ab = dot(t.a, t.b);
    const double pa = dot(off, t.a), pb = dot(off, t.b), det = aa * bb - ab * ab;
    const double along_a = (pa * bb - pb * ab) / det, along_b = (pb * aa - pa * ab) / det;
    return unit_vector(d + t.along_a * along_a + t.along_b * along_b);
  }

  HarmonicSum sum_;
  Mat3<double> axes_;
  int degree_;
};

}  // namespace

std::unique_ptr<FitTarget> harmonic_target(const SphericalHarmonics& harmonics, const Mat3<double>& axes) {
  return std::make_unique<HarmonicTarget>(harmonics, axes);
}

}  // namespace abut::host
