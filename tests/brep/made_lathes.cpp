// What is turned from a profile.
#include <array>
#include <cmath>
#include <map>
#include <tuple>

#include "tests/brep/brep_parts.h"
#include "tests/brep/made_breps.h"
#include "tests/brep/profile_arc.h"

namespace abut::test {
namespace {

constexpr double pi = M_PI;

class Lathe {
 public:
  Lathe(Brep& to, const Profile& profile, int sectors) : parts_(to), profile_(profile), sectors_(sectors) {}

  void run() {
    const std::uint32_t first = parts_.faces();
    for (std::size_t i = 0; i < profile_.size(); ++i) {
      if (is_flat(profile_[i]) && sectors_ == 1) {
        disc(profile_[i]);
      } else {
        for (int k = 0; k < sectors_; ++k) is_flat(profile_[i]) ? flat_sector(i, k) : sector(i, k);
      }
    }
    parts_.shell(first);
  }

 private:
  double angle(int k) const { return 2 * pi * k / sectors_; }
  static bool is_flat(const ProfileSegment& s) { return s.sweep == 0 && s.from.y == s.to.y; }
  static bool on_axis(Vec2<double> p) { return p.x < 1e-12; }
  static Vec3<double> in_sector(Vec2<double> p, double angle) {
    return {p.x * std::cos(angle), p.x * std::sin(angle), p.y};
  }

  std::uint32_t vertex(Vec2<double> p, int k) {
    const int at = on_axis(p) ? 0 : k % sectors_;
    const auto key = std::make_tuple(std::lround(p.x * 1e9), std::lround(p.y * 1e9), at);
    if (!vertices_.count(key)) vertices_[key] = parts_.vertex(in_sector(p, angle(at)));
    return vertices_[key];
  }
  std::uint32_t ring(Vec2<double> p, int k) {
    const auto key = std::make_tuple(std::lround(p.x * 1e9), std::lround(p.y * 1e9), k);
    if (!rings_.count(key))
      rings_[key] = parts_.arc({{0, 0, p.y}}, p.x, angle(k), angle(k + 1), vertex(p, k), vertex(p, k + 1));
    return rings_[key];
  }
  std::uint32_t meridian(std::size_t i, int k) {
    const auto key = std::make_pair(i, k % sectors_);
    if (meridians_.count(key)) return meridians_[key];
    const ProfileSegment& s = profile_[i];
    const std::uint32_t a = vertex(s.from, k), b = vertex(s.to, k);
    if (s.sweep == 0) return meridians_[key] = parts_.line(a, b);
    const double turn = angle(k % sectors_), sign = s.sweep < 0 ? -1 : 1;
    const Vec3<double> x{std::cos(turn), std::sin(turn), 0}, y{0, 0, sign};
    const Angles of = angles_of(s);
    return meridians_[key] = parts_.arc({in_sector(s.centre, turn), x, y, cross(x, y)}, radius_of(s), sign * of.begin,
                                        sign * of.end, a, b);
  }

  static BrepSurface plane_at(double z) {
    BrepSurface s;
    s.frame.origin = {0, 0, z};
    return s;
  }

  void disc(const ProfileSegment& s) {
    const bool inward = s.to.x < s.from.x;
    const Vec2<double> outer = inward ? s.from : s.to, inner = inward ? s.to : s.from;
    std::vector<Sides> loops{{{ring(outer, 0), false, parts_.flat_curve_of(ring(outer, 0))}}};
    if (!on_axis(inner)) loops.push_back({{ring(inner, 0), true, parts_.flat_curve_of(ring(inner, 0))}});
    parts_.face(plane_at(s.from.y), !inward, loops);
  }

  void flat_sector(std::size_t i, int k) {
    const ProfileSegment& s = profile_[i];
    const bool inward = s.to.x < s.from.x;
    const Vec2<double> outer = inward ? s.from : s.to, inner = inward ? s.to : s.from;
    const std::uint32_t here = meridian(i, k), there = meridian(i, k + 1);
    Sides loop{{ring(outer, k), false, parts_.flat_curve_of(ring(outer, k))},
               {there, !inward, parts_.flat_curve_of(there)}};
    if (!on_axis(inner)) loop.push_back({ring(inner, k), true, parts_.flat_curve_of(ring(inner, k))});
    loop.push_back({here, inward, parts_.flat_curve_of(here)});
    parts_.face(plane_at(s.from.y), !inward, {loop});
  }

  /// The surface of a segment, and v at its begin and end.
  static BrepSurface surface_of(const ProfileSegment& s, Angles& v) {
    BrepSurface out;
    if (s.sweep != 0) {
      v = angles_of(s);
      out.frame.origin = {0, 0, s.centre.y};
      out.kind = s.centre.x == 0 ? BrepSurfaceKind::sphere : BrepSurfaceKind::torus;
      (s.centre.x == 0 ? out.radius : out.minor_radius) = radius_of(s);
      if (s.centre.x != 0) out.radius = s.centre.x;
      return out;
    }
    const bool up = s.to.y > s.from.y;
    const Vec2<double> low = up ? s.from : s.to, high = up ? s.to : s.from;
    out.frame.origin = {0, 0, low.y}, out.radius = low.x;
    const double l = length(high - low);
    out.kind = low.x == high.x ? BrepSurfaceKind::cylinder : BrepSurfaceKind::cone;
    if (low.x != high.x) out.half_angle = std::atan2(high.x - low.x, high.y - low.y);
    v = up ? Angles{0, l} : Angles{l, 0};
    return out;
  }

  /// Along u at one v: a ring, or a pole.
  Side across(Vec2<double> p, double v, int k, bool reversed) {
    const std::uint32_t e = on_axis(p) ? parts_.pole(angle(k), angle(k + 1), vertex(p, 0)) : ring(p, k);
    return parts_.straight(e, reversed, {angle(k), v}, {angle(k + 1), v});
  }

  void sector(std::size_t i, int k) {
    const ProfileSegment& s = profile_[i];
    Angles v{};
    const BrepSurface surface = surface_of(s, v);
    const bool up = v.end > v.begin;
    const std::uint32_t here = meridian(i, k), there = meridian(i, k + 1);
    const Side at_begin = across(s.from, v.begin, k, !up), at_end = across(s.to, v.end, k, up);
    const Side left = parts_.straight(here, up, {angle(k), v.begin}, {angle(k), v.end});
    const Side right = parts_.straight(there, !up, {angle(k + 1), v.begin}, {angle(k + 1), v.end});
    parts_.face(surface, !up, {up ? Sides{at_begin, right, at_end, left} : Sides{at_end, right, at_begin, left}});
  }

  using Key = std::tuple<long, long, int>;
  BrepParts parts_;
  const Profile& profile_;
  int sectors_;
  std::map<Key, std::uint32_t> vertices_, rings_;
  std::map<std::pair<std::size_t, int>, std::uint32_t> meridians_;
};

}  // namespace

void add_lathe(Brep& to, const Profile& profile, int sectors) { Lathe(to, profile, sectors).run(); }

Brep box(double a, double b, double c) {
  Brep out;
  add_prism(out, {polygon({{0, 0}, {a, 0}, {a, b}, {0, b}})}, 0, c);
  return out;
}

Brep cylinder(double radius, double height, int sectors) { return frustum(radius, radius, height, sectors); }

Brep frustum(double low, double high, double height, int sectors) {
  Profile p;
  if (low > 0) p.push_back({{0, 0}, {low, 0}});
  p.push_back({{low, 0}, {high, height}});
  if (high > 0) p.push_back({{high, height}, {0, height}});
  Brep out;
  add_lathe(out, p, sectors);
  return out;
}

Brep ball(double radius, int sectors) {
  Brep out;
  add_lathe(out, {{{0, -radius}, {0, radius}, {0, 0}, pi}}, sectors);
  return out;
}

Brep half_ball(double radius) {
  Brep out;
  add_lathe(out, {{{0, 0}, {radius, 0}}, {{radius, 0}, {0, radius}, {0, 0}, pi / 2}}, 1);
  return out;
}

Brep ring(double radius, double tube, int sectors) {
  Brep out;
  add_lathe(out, {{{radius + tube, 0}, {radius + tube, 0}, {radius, 0}, 2 * pi}}, sectors);
  return out;
}

Brep grooved_shaft(double s, int sectors) {
  const std::vector<Vec2<double>> corners{{0, 0},       {s, 0},       {s, s},      {0.8 * s, s}, {0.8 * s, 1.5 * s},
                                          {s, 1.5 * s}, {s, 2.5 * s}, {0, 2.5 * s}};
  Profile p = polygon(corners);
  p.pop_back();
  Brep out;
  add_lathe(out, p, sectors);
  return out;
}

std::vector<Brep> bodies_of_all_kinds(double s) {
  return {box(s, 2 * s, 3 * s),
          block_with_hole(s),
          plates_on_one_axis(s),
          cylinder(s, 2 * s, 3),
          frustum(s, 0, 2 * s, 3),
          frustum(0.5 * s, s, s, 2),
          ball(s, 3),
          ring(2 * s, 0.5 * s, 3),
          grooved_shaft(s, 2),
          shaft_with_flats(s),
          half_ball(s)};
}

}  // namespace abut::test
