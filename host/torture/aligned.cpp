#include "host/torture/aligned.h"

#include <array>
#include <cmath>
#include <utility>

#include "host/torture/grid_shapes.h"
#include "host/torture/maker.h"

namespace abut::torture {
namespace {

constexpr double root_half = 0.7071067811865476, root_three_quarters = 0.8660254037844386;

Vec3<double> axis(int i) { return {i == 0 ? 1.0 : 0.0, i == 1 ? 1.0 : 0.0, i == 2 ? 1.0 : 0.0}; }

/// What designers' programs, restart files and solvers leave of nothing.
double tiny(Draw& draw) {
  static constexpr double sizes[] = {1e-3, 1e-6, 1e-6, 1e-9, 1e-9, 1e-12, 1e-12, 0x1p-23, 0x1p-51, 0x1p-52};
  const double size = sizes[draw.below(10)];
  return draw.sign() * size;
}

class Assembly {
 public:
  Assembly(Batch& batch, std::uint64_t seed) : m_(batch, seed), unit_(m_.draw.chance(0.5) ? 0.125 : 0.1) {}

  /// One shape of each kind at least.
  void add_any() {
    GridShapes shapes(m_.draw, unit_);
    for (std::uint32_t k = 0; k < 2 * GridShapes::kinds; ++k) m_.add(shapes.shape(k));
    m_.start();
  }
  void add_about_z() {
    GridShapes shapes(m_.draw, unit_);
    for (std::uint32_t k = 0; k < 24; ++k) m_.add(shapes.about_z(k));
    m_.start();
  }
  template <class Place>
  void add_pairs(std::uint32_t pairs, double same, Place place) {
    for (std::uint32_t i = 0; i < pairs; ++i) {
      const std::uint32_t a = m_.any(), b = m_.draw.chance(same) ? a : m_.any();
      m_.pair(a, b, place(a, b));
    }
  }

  Pose aligned(std::uint32_t a, std::uint32_t b) {
    const Mat3<double> rotation = cube_rotation(m_.draw);
    const std::array<double, 3> t{along(a, b, rotation, 0), along(a, b, rotation, 1), along(a, b, rotation, 2)};
    return perturbed(a, b, {{t[0], t[1], t[2]}, rotation});
  }

  Pose coaxial(std::uint32_t a, std::uint32_t b) {
    const Mat3<double> rotation = axis_rotation(m_.draw);
    const bool parallel = m_.draw.chance(0.15);
    const double x = parallel ? along(a, b, rotation, 0) : 0, z = along(a, b, rotation, 2);
    return perturbed(a, b, {{x, 0, z}, rotation});
  }

  Pose symmetric(std::uint32_t a, std::uint32_t b) {
    Mat3<double> rotation = cube_rotation(m_.draw);
    if (m_.draw.chance(0.3)) {
      static constexpr double turns[][2] = {
          {root_half, root_half}, {root_three_quarters, 0.5}, {0.5, root_three_quarters}, {0.6, 0.8}};
      const auto& [c, s] = turns[m_.draw.below(4)];
      const Mat3<double> turn =
          m_.draw.chance(0.5) ? Mat3<double>{{c, -s, 0, s, c, 0, 0, 0, 1}} : Mat3<double>{{1, 0, 0, 0, c, -s, 0, s, c}};
      rotation = times(turn, rotation);
    }
    const Vec3<double> on_a = special_point(a), on_b = rotate(rotation, special_point(b));
    return perturbed(a, b, {on_a - on_b, rotation});
  }

  Pose tilted(std::uint32_t a, std::uint32_t b, const Pose& pose) {
    const double angle = tiny(m_.draw);
    const Vec3<double> v = m_.draw.chance(0.5) ? axis(static_cast<int>(m_.draw.below(3))) : m_.draw.direction();
    const Mat3<double> turn = rotation_from_quaternion(1, v.x * angle, v.y * angle, v.z * angle);
    return perturbed(a, b, {pose.position, times(turn, pose.rotation)});
  }

  Draw& draw() { return m_.draw; }

 private:
  /// How far the shape reaches along a unit direction of its frame.
  double reach(std::uint32_t shape, Vec3<double> u) const {
    return dot(support_point(m_.shape(shape), u), u) + m_.outline(shape).rounding();
  }

  /// B's offset along one axis.
  double along(std::uint32_t a, std::uint32_t b, const Mat3<double>& rotation, int i) {
    const double side = m_.draw.sign();
    const Vec3<double> u = axis(i) * side;
    const double out_a = reach(a, u), out_b = reach(b, rotate_back(rotation, u)),
                 in_b = reach(b, rotate_back(rotation, -u));
    static constexpr double fractions[] = {0.25, 1.0 / 3, 0.5, 0.75, 0.9, 1.5};
    switch (m_.draw.below(10)) {
      case 0: return side * (out_a + in_b);   // faces meet from outside
      case 1: return side * (out_a - out_b);  // they are flush, one within the other
      case 2: return side * out_a;            // B's origin on A's face
      case 3: return side * fractions[m_.draw.below(6)] * out_a;
      case 4: return side * fractions[m_.draw.below(6)] * (out_a + in_b);
      case 5: return side * unit_ * static_cast<double>(m_.draw.below(9));
      default: return 0;
    }
  }

  Pose perturbed(std::uint32_t a, std::uint32_t b, Pose pose) {
    if (!m_.draw.chance(0.3)) return pose;
    const double step = m_.size(a, b) * tiny(m_.draw);
    if (m_.draw.chance(0.5)) {
      pose.position = pose.position + axis(static_cast<int>(m_.draw.below(3))) * step;
    } else {
      pose.position = pose.position + m_.draw.direction() * step;
    }
    return pose;
  }

  /// Where the frame's origin is, or the middle of what is farthest along a direction of a grid of 26: corner, middle
  /// of an edge or a face, tip, point of a rim or of a side, end of an axis. With the rounding.
  Vec3<double> special_point(std::uint32_t shape) {
    const auto step = [&] { return static_cast<double>(m_.draw.below(3)) - 1; };
    const Vec3<double> d{step(), step(), step()};
    if (dot(d, d) == 0) return {0, 0, 0};
    Vec3<double> sum{0, 0, 0};
    for (int k = 0; k < 8; ++k) {
      constexpr double beside = 0x1p-30;
      const Vec3<double> off{k & 1 ? beside : -beside, k & 2 ? beside : -beside, k & 4 ? beside : -beside};
      sum = sum + support_point(m_.shape(shape), d + off);
    }
    return sum * 0.125 + unit(d) * m_.outline(shape).rounding();
  }

  Maker m_;
  double unit_;
};

using Pick = std::uint32_t;

}  // namespace

void aligned(Batch& batch, std::uint32_t pairs, std::uint64_t seed) {
  Assembly s(batch, seed);
  s.add_any();
  s.add_pairs(pairs, 0.1, [&](Pick a, Pick b) { return s.aligned(a, b); });
}

void coaxial(Batch& batch, std::uint32_t pairs, std::uint64_t seed) {
  Assembly s(batch, seed);
  s.add_about_z();
  s.add_pairs(pairs, 0.1, [&](Pick a, Pick b) { return s.coaxial(a, b); });
}

void symmetric(Batch& batch, std::uint32_t pairs, std::uint64_t seed) {
  Assembly s(batch, seed);
  s.add_any();
  s.add_pairs(pairs, 0.3, [&](Pick a, Pick b) { return s.symmetric(a, b); });
}

void nearly_aligned(Batch& batch, std::uint32_t pairs, std::uint64_t seed) {
  Assembly s(batch, seed);
  const bool about_z = s.draw().chance(0.5);
  about_z ? s.add_about_z() : s.add_any();
  s.add_pairs(pairs, 0.2, [&](Pick a, Pick b) {
    const bool centred = s.draw().chance(0.5);
    return s.tilted(a, b, about_z ? s.coaxial(a, b) : centred ? s.symmetric(a, b) : s.aligned(a, b));
  });
}

}  // namespace abut::torture
