#include "host/brep/canonical_part.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace abut::host {
namespace {

constexpr double pi = std::numbers::pi;
/// Halves of halves: after so many a patch is no wider than a thousandth, but at a pole.
constexpr int most_cuts = 10;

/// Angles about a middle one: within half a turn of it, or all.
class Angles {
 public:
  explicit Angles(double middle) : middle_(middle) {}

  void see(double at, double low, double high) {
    const double off = std::remainder(at - middle_, 2 * pi);
    low_ = std::min(low_, off + low), high_ = std::max(high_, off + high);
  }
  void see_all() { low_ = -pi, high_ = pi; }
  double low(double margin) const { return is_all(margin) ? middle_ - pi : middle_ + low_ - margin; }
  double high(double margin) const { return is_all(margin) ? middle_ + pi : middle_ + high_ + margin; }

 private:
  bool is_all(double margin) const { return low_ - margin <= -pi || high_ + margin >= pi; }

  double middle_, low_ = HUGE_VAL, high_ = -HUGE_VAL;
};

class Part {
 public:
  Part(const BrepSurface& surface, double middle_v) : s_(surface), u_(0), v_(middle_v) {}

  void see(const SurfacePatch& patch, int cuts) {
    const bool enough = tells(patch, cuts == most_cuts);
    if (enough) return;
    const auto [low, high] = halves(patch);
    see(low, cuts + 1), see(high, cuts + 1);
  }

  ParameterBox box(double margin) const {
    const double turn = s_.radius > 0 ? margin / s_.radius : 1e-9;
    ParameterBox out{u_.low(turn), u_.high(turn), low_ - margin, high_ + margin};
    switch (s_.kind) {
      case BrepSurfaceKind::plane: out.u0 = left_ - margin, out.u1 = right_ + margin; break;
      case BrepSurfaceKind::sphere: {
        const auto latitude = [&](double z) { return std::asin(std::clamp(z / s_.radius, -1.0, 1.0)); };
        out.v0 = latitude(out.v0), out.v1 = latitude(out.v1);
        break;
      }
      case BrepSurfaceKind::cone:
        out.v0 = std::max(0.0, out.v0 / std::cos(s_.half_angle)), out.v1 = out.v1 / std::cos(s_.half_angle);
        break;
      case BrepSurfaceKind::torus:
        out.v0 = v_.low(margin / s_.minor_radius), out.v1 = v_.high(margin / s_.minor_radius);
        break;
      default: break;
    }
    return out;
  }

 private:
  Vec3<double> in_frame(const Vec3<double>& p) const {
    const Vec3<double> d = p - s_.frame.origin;
    return {dot(d, s_.frame.x), dot(d, s_.frame.y), dot(d, s_.frame.z)};
  }

  /// Takes the patch in, unless smaller ones would tell more.
  bool tells(const SurfacePatch& patch, bool last) {
    const BezierPatch<double> view = patch.view();
    const Vec3<double> middle = in_frame(point_on<FourScalars<double>>(view, 0.5, 0.5).point);
    const int count = (patch.degree_u + 1) * (patch.degree_v + 1);
    const bool turns = s_.kind != BrepSurfaceKind::plane;
    const double out = std::hypot(middle.x, middle.y);
    double low = 0, high = 0, wide = 0, left = HUGE_VAL, right = -HUGE_VAL, down = HUGE_VAL, up = -HUGE_VAL;
    bool beside_axis = out > 0;
    for (int k = 0; k < count; ++k) {
      const Vec3<double> p = in_frame(control_point(view, k));
      const double along = p.x * middle.x + p.y * middle.y, across = p.y * middle.x - p.x * middle.y;
      beside_axis = beside_axis && along > 1e-3 * out * out;
      low = std::min(low, std::atan2(across, along)), high = std::max(high, std::atan2(across, along));
      wide = std::max(wide, length(p - middle));
      const double height = turns ? p.z : p.y;
      left = std::min(left, p.x), right = std::max(right, p.x);
      down = std::min(down, height), up = std::max(up, height);
    }
    const bool tube = s_.kind == BrepSurfaceKind::torus;
    if (!last && turns && (!beside_axis || high - low > 1)) return false;
    if (!last && tube && wide > 0.2 * s_.minor_radius) return false;
    low_ = std::min(low_, down), high_ = std::max(high_, up);
    left_ = std::min(left_, left), right_ = std::max(right_, right);
    beside_axis ? u_.see(std::atan2(middle.y, middle.x), low, high) : u_.see_all();
    if (tube && wide < s_.minor_radius) {
      const double half = std::asin(wide / s_.minor_radius);
      v_.see(std::atan2(middle.z, out - s_.radius), -half, half);
    } else if (tube) {
      v_.see_all();
    }
    return true;
  }

  const BrepSurface& s_;
  Angles u_, v_;
  double low_ = HUGE_VAL, high_ = -HUGE_VAL, left_ = HUGE_VAL, right_ = -HUGE_VAL;
};

}  // namespace

ParameterBox part_on(const BrepSurface& surface, std::span<const SurfacePatch> patches, double margin,
                     double middle_v) {
  Part part(surface, middle_v);
  for (const SurfacePatch& patch : patches) part.see(patch, 0);
  return part.box(margin);
}

}  // namespace abut::host
