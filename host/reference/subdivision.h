// Least width of the Minkowski difference of two cores that are known by their support mappings, by subdivision of the
// sphere of directions (branch and bound).
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "host/reference/support_body.h"

namespace abut::reference {

using Vector = Vec3<Long>;

/// The Minkowski difference A - B.
struct Difference {
  const SupportBody &a, &b;
  Vector support(const Vector& u) const { return a.support(u) - b.support(-u); }
  Long scale() const { return a.extent() + b.extent(); }
};

/// Least width by subdivision of the sphere, the least bound first.
class Subdivision {
 public:
  Subdivision(const Difference& difference, const Vector& hint, Long enough) : difference_(difference) {
    const Corner start = corner(hint);
    const Vector side = perpendicular(hint), other = cross_product(hint, side);
    const std::array<Corner, 4> belt{corner(side), corner(other), corner(-side), corner(-other)};
    const Corner back = corner(-hint);
    for (std::size_t k = 0; k < 4; ++k) {
      push({start, belt[k], belt[(k + 1) % 4]});
      push({back, belt[k], belt[(k + 1) % 4]});
    }
    // Most end within a few hundred; where it drags on, what is still loose then gets more.
    const Long loose = std::max(enough, difference.scale() * 1e-10L);
    for (int examined = 0; examined < (least_ - queue_.front().bound > loose ? at_most : most); ++examined) {
      if (queue_.front().bound >= least_ - enough) break;
      std::pop_heap(queue_.begin(), queue_.end());
      const Triangle t = queue_.back();
      queue_.pop_back();
      split(t);
    }
    lower_ = std::min(least_, queue_.front().bound);
  }
  Long least() const { return least_; }
  Long lower() const { return lower_; }
  const Vector& direction() const { return direction_; }

 private:
  static constexpr int most = 20000, at_most = 20 * most;
  struct Corner {
    Vector u, p;  // p: the support point along u
  };
  struct Triangle {
    std::array<Corner, 3> corner;
    Long bound;
    bool operator<(const Triangle& other) const { return bound > other.bound; }  // the least on top
  };

  static Vector perpendicular(const Vector& u) {
    return unit(cross_product(u, std::fabs(u.x) < 0.7L ? Vector{1, 0, 0} : Vector{0, 1, 0}));
  }

  Corner corner(const Vector& u) {
    const Vector p = difference_.support(u);
    const Long width = inner(p, u);
    if (!any_ || width < least_) any_ = true, least_ = width, direction_ = u;
    return {u, p};
  }

  /// Unit directions in the triangle are combinations of its corners with non-negative coefficients, of sum >= 1 and at
  /// most 2 where the corners are within a right angle. So the least height of any point of the difference at the
  /// corners bounds the width in between, and twice that where it is negative. The best point of the triangle of
  /// support points is a matrix game; where two of them make a kink, a mixture of both bounds it.
  void push(const std::array<Corner, 3>& c) {
    Long height[3][3];
    for (std::size_t k = 0; k < 3; ++k) {
      for (std::size_t i = 0; i < 3; ++i) height[k][i] = inner(c[k].p, c[i].u);
    }
    const Long best = game_value(height);
    queue_.push_back({c, best < 0 ? 2 * best : best});
    std::push_heap(queue_.begin(), queue_.end());
  }

  static Long least_of_mixture(const Long (&m)[3][3], Long x, Long y, Long z) {
    Long least = x * m[0][0] + y * m[1][0] + z * m[2][0];
    for (int i = 1; i < 3; ++i) least = std::min(least, x * m[0][i] + y * m[1][i] + z * m[2][i]);
    return least;
  }
  /// The largest least height over mixtures of rows: pure ones, of two rows, of all three. Whatever weights it ends
  /// with, what they give is a bound.
  static Long game_value(const Long (&m)[3][3]) {
    Long best = std::max({least_of_mixture(m, 1, 0, 0), least_of_mixture(m, 0, 1, 0), least_of_mixture(m, 0, 0, 1)});
    for (int k = 0; k < 3; ++k) {
      const int l = (k + 1) % 3;
      for (int i = 0; i < 3; ++i) {  // where the heights at two corners are equal
        const int j = (i + 1) % 3;
        const Long rise = (m[k][i] - m[k][j]) - (m[l][i] - m[l][j]);
        if (rise == 0) continue;
        const Long share = -(m[l][i] - m[l][j]) / rise;
        if (!(share > 0 && share < 1)) continue;
        Long weight[3] = {0, 0, 0};
        weight[k] = share, weight[l] = 1 - share;
        best = std::max(best, least_of_mixture(m, weight[0], weight[1], weight[2]));
      }
    }
    const Vector d1{m[0][0] - m[0][1], m[1][0] - m[1][1], m[2][0] - m[2][1]};
    const Vector d2{m[0][0] - m[0][2], m[1][0] - m[1][2], m[2][0] - m[2][2]};
    const Vector w = cross_product(d1, d2);  // equal at all corners
    const Long sum = w.x + w.y + w.z;
    if (sum == 0) return best;
    const Vector weight = w * (1 / sum);
    if (!(weight.x >= 0 && weight.y >= 0 && weight.z >= 0)) return best;
    return std::max(best, least_of_mixture(m, weight.x, weight.y, weight.z));
  }

  /// By the edge along which the width bends most, so that triangles get as long as it is flat.
  void split(const Triangle& t) {
    std::size_t chosen = 0;
    Long most_bent = -1;
    for (std::size_t k = 0; k < 3; ++k) {
      const Corner &a = t.corner[k], &b = t.corner[(k + 1) % 3];
      Long bent = std::min(inner(a.p - b.p, a.u), inner(b.p - a.p, b.u));
      const Long cosine = inner(a.u, b.u);
      if (cosine < 0.5L) bent = difference_.scale() * (2 - cosine);  // long ones first
      if (bent > most_bent) most_bent = bent, chosen = k;
    }
    const Corner &a = t.corner[chosen], &b = t.corner[(chosen + 1) % 3], &c = t.corner[(chosen + 2) % 3];
    const Corner middle = corner(unit(a.u + b.u));
    push({a, middle, c});
    push({middle, b, c});
  }

  const Difference& difference_;
  bool any_ = false;
  Long least_ = 0, lower_ = 0;
  Vector direction_{0, 0, 0};
  std::vector<Triangle> queue_;
};

}  // namespace abut::reference
