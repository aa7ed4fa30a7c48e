#include "tests/brep/made_breps.h"

#include <array>
#include <cmath>

#include "tests/brep/brep_parts.h"
#include "tests/brep/profile_arc.h"

namespace abut::test {
namespace {

constexpr double pi = M_PI;

Vec3<double> at_height(Vec2<double> p, double z) { return {p.x, p.y, z}; }
Vec2<double> spoke(double angle) { return {std::cos(angle), std::sin(angle)}; }

class Prism {
 public:
  Prism(Brep& to, const std::vector<Profile>& loops, double low, double high)
      : parts_(to), loops_(loops), low_(low), high_(high) {}

  void run() {
    const std::uint32_t first = parts_.faces();
    std::vector<Sides> bottom, top;
    std::vector<std::vector<std::array<std::uint32_t, 3>>> edges;
    for (const Profile& loop : loops_) {
      edges.push_back(edges_of(loop));
      Sides low, high;
      for (std::size_t i = 0; i < loop.size(); ++i) {
        low.push_back({edges.back()[i][0], false, parts_.flat_curve_of(edges.back()[i][0])});
        high.push_back({edges.back()[i][1], false, parts_.flat_curve_of(edges.back()[i][1])});
      }
      bottom.push_back(low), top.push_back(high);
    }
    parts_.face(plane({{0, 0, low_}}), true, bottom);
    parts_.face(plane({{0, 0, high_}}), false, top);
    for (std::size_t l = 0; l < loops_.size(); ++l) {
      for (std::size_t i = 0; i < loops_[l].size(); ++i) {
        const auto& next = edges[l][(i + 1) % loops_[l].size()];
        side(loops_[l][i], edges[l][i], next[2]);
      }
    }
    parts_.shell(first);
  }

 private:
  /// Of each segment: below, above, and upright at its begin.
  std::vector<std::array<std::uint32_t, 3>> edges_of(const Profile& loop) {
    std::vector<std::array<std::uint32_t, 2>> corners;
    for (const ProfileSegment& s : loop)
      corners.push_back({parts_.vertex(at_height(s.from, low_)), parts_.vertex(at_height(s.from, high_))});
    std::vector<std::array<std::uint32_t, 3>> out;
    for (std::size_t i = 0; i < loop.size(); ++i) {
      const auto &a = corners[i], &b = corners[(i + 1) % loop.size()];
      out.push_back({along(loop[i], low_, a[0], b[0]), along(loop[i], high_, a[1], b[1]), parts_.line(a[0], a[1])});
    }
    return out;
  }

  std::uint32_t along(const ProfileSegment& s, double z, std::uint32_t from, std::uint32_t to) {
    if (s.sweep == 0) return parts_.line(from, to);
    const Angles a = angles_of(s);
    BrepFrame f{at_height(s.centre, z)};
    if (s.sweep < 0) f.y = -f.y, f.z = -f.z;
    const double sign = s.sweep < 0 ? -1 : 1;
    return parts_.arc(f, radius_of(s), sign * a.begin, sign * a.end, from, to);
  }

  void side(const ProfileSegment& s, const std::array<std::uint32_t, 3>& e, std::uint32_t next) {
    const double height = high_ - low_;
    if (s.sweep == 0) {
      const Vec2<double> d = s.to - s.from;
      const double l = length(d);
      const Vec3<double> x{d.x / l, d.y / l, 0};
      const BrepFrame f{at_height(s.from, low_), x, {0, 0, 1}, {x.y, -x.x, 0}};
      parts_.face(
          plane(f), false,
          {{parts_.straight(e[0], false, {0, 0}, {l, 0}), parts_.straight(next, false, {l, 0}, {l, height}),
            parts_.straight(e[1], true, {0, height}, {l, height}), parts_.straight(e[2], true, {0, 0}, {0, height})}});
      return;
    }
    const Angles a = angles_of(s);
    const bool hollow = s.sweep < 0;
    BrepSurface round;
    round.kind = BrepSurfaceKind::cylinder, round.frame.origin = at_height(s.centre, low_), round.radius = radius_of(s);
    const Side below = parts_.straight(e[0], hollow, {a.begin, 0}, {a.end, 0});
    const Side above = parts_.straight(e[1], !hollow, {a.begin, height}, {a.end, height});
    const Side at_begin = parts_.straight(e[2], !hollow, {a.begin, 0}, {a.begin, height});
    const Side at_end = parts_.straight(next, hollow, {a.end, 0}, {a.end, height});
    if (hollow) {
      parts_.face(round, true, {{below, at_begin, above, at_end}});
    } else {
      parts_.face(round, false, {{below, at_end, above, at_begin}});
    }
  }

  static BrepSurface plane(const BrepFrame& f) {
    BrepSurface s;
    s.frame = f;
    return s;
  }

  BrepParts parts_;
  const std::vector<Profile>& loops_;
  double low_, high_;
};

}  // namespace

Profile polygon(const std::vector<Vec2<double>>& corners) {
  Profile out;
  for (std::size_t i = 0; i < corners.size(); ++i) out.push_back({corners[i], corners[(i + 1) % corners.size()]});
  return out;
}

Profile circle(Vec2<double> centre, double radius, double sweep, int arcs, double first) {
  Profile out;
  for (int k = 0; k < arcs; ++k) {
    const double a = first + sweep * k / arcs, b = first + sweep * (k + 1) / arcs;
    out.push_back({centre + spoke(a) * radius, centre + spoke(b) * radius, centre, sweep / arcs});
  }
  return out;
}

void add_prism(Brep& to, const std::vector<Profile>& loops, double low, double high) {
  Prism(to, loops, low, high).run();
}

Brep block_with_hole(double s) {
  Brep out;
  add_prism(out,
            {polygon({{0, 0}, {4 * s, 0}, {4 * s, 3 * s}, {0, 3 * s}}),
             circle({1.5 * s, 1.25 * s}, 0.5 * s, -2 * pi, 2, 0.3)},
            0, 2 * s);
  return out;
}

Brep plates_on_one_axis(double s) {
  Brep out;
  for (const double low : {0.0, 3.0}) {
    add_prism(out,
              {polygon({{0, 0}, {4 * s, 0}, {4 * s, 3 * s}, {0, 3 * s}}),
               circle({1.5 * s, 1.25 * s}, 0.5 * s, -2 * pi, low > 0 ? 2 : 3, low),
               circle({3 * s, (1 + low / 3) * s}, 0.5 * s, -2 * pi, 2)},
              low * s, (low + 1) * s);
  }
  return out;
}

Brep shaft_with_flats(double s) {
  const double angle = std::asin(0.6), x = 0.8 * s, y = 0.6 * s;
  Brep out;
  add_prism(out,
            {{{{x, -y}, {x, y}, {0, 0}, 2 * angle},
              {{x, y}, {-x, y}},
              {{-x, y}, {-x, -y}, {0, 0}, 2 * angle},
              {{-x, -y}, {x, -y}}}},
            0, 2 * s);
  return out;
}

}  // namespace abut::test
