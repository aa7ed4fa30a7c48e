// Least width of the Minkowski difference of two cores that are known by their support mappings, by subdivision of the
// sphere of directions (branch and bound).
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "host/reference/revolution.h"
#include "host/reference/support_body.h"

namespace abut::reference {

using Vector = Vec3<Long>;

/// The Minkowski difference A - B.
struct Difference {
  const SupportBody &a, &b;
  Vector support(const Vector& u) const { return a.support(u) - b.support(-u); }
  Long scale() const { return a.extent() + b.extent(); }
};

/// Value of the matrix game of three rows (points) and three columns (directions): the largest least entry over
/// mixtures of rows. Pure ones, mixtures of two rows, of all three: whatever weights it ends with, what they give is a
/// lower bound of the value. So is what it returns: rounding is relative to the entry for a pure row, to the largest
/// entry for a mixture.
class MatrixGame {
 public:
  explicit MatrixGame(const double (&m)[3][3]) : m_(m) {}

  double value() {
    double largest = 0;
    for (int k = 0; k < 3; ++k) {
      best_ = std::max(best_, std::min({m_[k][0], m_[k][1], m_[k][2]}));
      for (int i = 0; i < 3; ++i) largest = std::max(largest, std::fabs(m_[k][i]));
    }
    const double pure = best_ - 0x1p-52 * std::fabs(best_);
    for (int k = 0; k < 3; ++k) {
      for (int i = 0; i < 3; ++i) mix_two(k, (k + 1) % 3, i, (i + 1) % 3);
    }
    mix_three();
    return std::max(pure, best_ - 0x1p-50 * largest);
  }

 private:
  void offer(double x, double y, double z) {
    double least = x * m_[0][0] + y * m_[1][0] + z * m_[2][0];
    for (int i = 1; i < 3; ++i) least = std::min(least, x * m_[0][i] + y * m_[1][i] + z * m_[2][i]);
    best_ = std::max(best_, least);
  }
  /// Rows k and l where the heights in columns i and j are equal.
  void mix_two(int k, int l, int i, int j) {
    const double rise_k = m_[k][i] - m_[k][j], rise_l = m_[l][i] - m_[l][j];
    if (!(rise_k * rise_l < 0)) return;
    const double share = -rise_l / (rise_k - rise_l);
    double weight[3] = {0, 0, 0};
    weight[k] = share, weight[l] = 1 - share;
    offer(weight[0], weight[1], weight[2]);
  }
  void mix_three() {
    const Vec3<double> d1{m_[0][0] - m_[0][1], m_[1][0] - m_[1][1], m_[2][0] - m_[2][1]};
    const Vec3<double> d2{m_[0][0] - m_[0][2], m_[1][0] - m_[1][2], m_[2][0] - m_[2][2]};
    const Vec3<double> w = cross_product(d1, d2);  // equal in all columns
    const double sum = w.x + w.y + w.z;
    if (sum == 0) return;
    const double x = w.x / sum, y = w.y / sum, z = (1 - x) - y;
    if (x >= 0 && y >= 0 && z >= 0) offer(x, y, z);
  }

  const double (&m_)[3][3];
  double best_ = -HUGE_VAL;
};

/// Least width by subdivision of the sphere, the least bound first.
class Subdivision {
 public:
  Subdivision(const Difference& difference, const Vector& hint, Long enough)
      : difference_(difference),
        turning_(Revolution::of(difference.a, difference.b, 2 * enough)),
        enough_(enough + largest_loss()) {
    const Index start = corner(hint);
    const Vector side = perpendicular(hint), other = cross_product(hint, side);
    const std::array<Index, 4> belt{corner(side), corner(other), corner(-side), corner(-other)};
    const Index back = corner(-hint);
    for (std::size_t k = 0; k < 4; ++k) {
      push({start, belt[k], belt[(k + 1) % 4]});
      push({back, belt[k], belt[(k + 1) % 4]});
    }
    // Most end within a few hundred; what is loose after many gets more.
    const Long loose = std::max(enough_, difference.scale() * 1e-10L);
    for (int examined = 0; examined < (least_ - front() > loose ? at_most : most); ++examined) {
      if (front() >= least_ - enough_) break;
      std::pop_heap(queue_.begin(), queue_.end());
      Triangle t = queue_.back();
      queue_.pop_back();
      if (examined < by_points || !raise(t)) split(t);
    }
    lower_ = std::min(least_, front());
  }
  Long least() const { return least_; }
  Long lower() const { return lower_; }
  const Vector& direction() const { return direction_; }

 private:
  using Index = std::uint32_t;
  static constexpr int most = 40000, at_most = 400000;
  static constexpr int by_points = 64;  // triangles that are looked at before axes are
  struct Corner {
    Vector u, p;  // p: the support point along u
    Long width;
  };
  struct Triangle {
    double bound;  // from the width along the hint: that is near the least, where bounds have to be sharp
    std::array<Index, 3> corner;
    bool raised = false;                                                         // axes were looked at
    bool operator<(const Triangle& other) const { return bound > other.bound; }  // the least on top
  };

  static Vector perpendicular(const Vector& u) {
    return unit(cross_product(u, std::fabs(u.x) < 0.7L ? Vector{1, 0, 0} : Vector{0, 1, 0}));
  }

  /// The least bound.
  Long front() const { return corners_[0].width + static_cast<Long>(queue_.front().bound); }

  Index corner(const Vector& u) {
    const Vector p = difference_.support(u);
    const Long width = inner(p, u);
    if (corners_.empty() || width < least_) least_ = width, direction_ = u;
    corners_.push_back({u, p, width});
    return static_cast<Index>(corners_.size() - 1);
  }

  /// Unit directions in the triangle are combinations of its corners with non-negative coefficients, of sum >= 1 and at
  /// most 2 where the corners are within a right angle. So the least height of any point of the difference at the
  /// corners bounds the width in between, and twice that where it is negative. The best point of the triangle of
  /// support points is a matrix game; where two of them make a kink, a mixture of both bounds it. The game is played in
  /// double with heights from the least of the three widths: the least height of a point that bounds the triangle well
  /// is near 0 then, and so is its rounding.
  void push(const std::array<Index, 3>& c) {
    const Long from = std::min({corners_[c[0]].width, corners_[c[1]].width, corners_[c[2]].width});
    double height[3][3];
    for (std::size_t k = 0; k < 3; ++k) {
      for (std::size_t i = 0; i < 3; ++i) {
        const Long h = k == i ? corners_[c[k]].width : inner(corners_[c[k]].p, corners_[c[i]].u);
        height[k][i] = static_cast<double>(h - from);
      }
    }
    const Long best = from + static_cast<Long>(MatrixGame(height).value());
    const double above = static_cast<double>((best < 0 ? 2 * best : best) - corners_[0].width);
    queue_.push_back({above - 0x1p-52 * std::fabs(above), c, false});
    std::push_heap(queue_.begin(), queue_.end());
  }

  Long largest_loss() const {
    Long largest = 0;
    for (const Revolution& r : turning_) largest = std::max(largest, r.loss());
    return largest;
  }

  void try_direction(const Vector& u) {
    const Long width = inner(difference_.support(u), u);
    if (width < least_) least_ = width, direction_ = u;
  }

  /// Bounds a triangle by the axes that there are, once; where that is a better bound, it goes back to the queue.
  bool raise(Triangle& t) {
    if (t.raised || turning_.empty()) return false;
    const Vector corner[3] = {corners_[t.corner[0]].u, corners_[t.corner[1]].u, corners_[t.corner[2]].u};
    t.raised = true;
    bool better = false;
    for (const Revolution& r : turning_) {
      const Revolution::Bound found = r.bound(difference_.a, difference_.b, corner, enough_ / 4);
      const double above = static_cast<double>(found.width - corners_[0].width);
      if (!std::isfinite(found.width)) continue;
      try_direction(found.direction);
      try_direction(found.beside);
      const double bound = above - 0x1p-52 * std::fabs(above);
      if (bound > t.bound) t.bound = bound, better = true;
    }
    if (!better) return false;
    queue_.push_back(t);
    std::push_heap(queue_.begin(), queue_.end());
    return true;
  }

  /// Where an edge gets a corner.
  struct Cut {
    std::size_t edge;  // from this corner of the triangle to the next
    Long share;        // how far along
    bool open;         // the support points of its ends leave the width along it open
    Long length2;
  };
  /// Along an edge the bound by the support points of both ends is least where they are equally high: at the kink, if
  /// there is one, and in the middle of an edge along which the width bends evenly. Only an open edge is cut there, and
  /// not within 2^-10 of an end: nearer cuts left slivers (2^-7 to 2^-13 cost about the same).
  Cut cut_of(const Triangle& t, std::size_t edge) const {
    const Corner &a = corners_[t.corner[edge]], &b = corners_[t.corner[(edge + 1) % 3]];
    const Vector across = b.u - a.u;
    Cut cut{edge, 0.5L, false, inner(across, across)};
    const Long end = inner(a.p, b.u), rise = b.width - end, fall = a.width - inner(b.p, a.u);
    if (cut.length2 > 1) {
      cut.open = true;  // the largest ones are halved unseen
    } else if (rise > 0 && fall > 0) {
      const Long share = fall / (fall + rise);
      cut.open = a.width + share * (end - a.width) < least_ - enough_;
      if (cut.open && std::min(share, 1 - share) > 0x1p-10L) cut.share = share;
    }
    return cut;
  }
  /// By the longest of the edges that are open; by the longest of all where only the inside is.
  void split(const Triangle& t) {
    Cut best = cut_of(t, 0);
    for (std::size_t edge = 1; edge < 3; ++edge) {
      const Cut cut = cut_of(t, edge);
      if (cut.open == best.open ? cut.length2 > best.length2 : cut.open) best = cut;
    }
    const Index a = t.corner[best.edge], b = t.corner[(best.edge + 1) % 3], c = t.corner[(best.edge + 2) % 3];
    const Index middle = corner(unit(corners_[a].u * (1 - best.share) + corners_[b].u * best.share));
    push({a, middle, c});
    push({middle, b, c});
  }

  const Difference& difference_;
  const std::vector<Revolution> turning_;
  const Long enough_;  // what the axes cost included
  Long least_ = 0, lower_ = 0;
  Vector direction_{0, 0, 0};
  std::vector<Corner> corners_;
  std::vector<Triangle> queue_;
};

}  // namespace abut::reference
