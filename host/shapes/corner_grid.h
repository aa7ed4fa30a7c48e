// Corners of a polygon in cells of a grid, so that a triangle is asked about those near it only.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace abut::host {

/// Data only.
struct FlatPoint {
  double x, y;
};

class CornerGrid {
 public:
  /// About one corner a cell.
  explicit CornerGrid(const std::vector<FlatPoint>& corners) {
    lo_ = hi_ = corners[0];
    for (const FlatPoint& c : corners) {
      lo_ = {std::min(lo_.x, c.x), std::min(lo_.y, c.y)};
      hi_ = {std::max(hi_.x, c.x), std::max(hi_.y, c.y)};
    }
    const double width = hi_.x - lo_.x, height = hi_.y - lo_.y, count = static_cast<double>(corners.size());
    const double share = width > 0 && height > 0 ? std::sqrt(count * (width / height)) : width > 0 ? count : 1;
    columns_ = static_cast<std::size_t>(std::clamp(share, 1.0, count));
    rows_ = std::max<std::size_t>(1, corners.size() / columns_);
    fill(corners);
  }

  /// Calls `f(corner)` for those in cells that the box meets, until it returns `Found::yes`, and drops those for which
  /// it returns `Found::drop`.
  enum class Found : std::uint8_t { no, yes, drop };
  template <class F>
  void visit(FlatPoint lo, FlatPoint hi, const F& f) {
    const std::size_t right = column(hi.x), top = row(hi.y);
    for (std::size_t r = row(lo.y); r <= top; ++r) {
      for (std::size_t c = column(lo.x); c <= right; ++c) {
        const std::size_t cell = r * columns_ + c;
        for (std::uint32_t k = begin_[cell]; k < end_[cell];) {
          const Found found = f(corners_[k]);
          if (found == Found::yes) return;
          if (found == Found::drop) {
            corners_[k] = corners_[--end_[cell]];
          } else {
            ++k;
          }
        }
      }
    }
  }

 private:
  static std::size_t place(double x, double lo, double hi, std::size_t count) {
    const double share = hi > lo ? (x - lo) / (hi - lo) * static_cast<double>(count) : 0;
    return std::min(count - 1, static_cast<std::size_t>(std::max(0.0, share)));
  }
  std::size_t column(double x) const { return place(x, lo_.x, hi_.x, columns_); }
  std::size_t row(double y) const { return place(y, lo_.y, hi_.y, rows_); }

  void fill(const std::vector<FlatPoint>& corners) {
    begin_.assign(columns_ * rows_ + 1, 0);
    const auto cell = [&](const FlatPoint& c) { return row(c.y) * columns_ + column(c.x); };
    for (const FlatPoint& c : corners) ++begin_[cell(c) + 1];
    for (std::size_t k = 1; k < begin_.size(); ++k) begin_[k] += begin_[k - 1];
    end_.assign(begin_.begin(), begin_.end() - 1);
    corners_.resize(corners.size());
    for (std::uint32_t i = 0; i < corners.size(); ++i) corners_[end_[cell(corners[i])]++] = i;
  }

  FlatPoint lo_{}, hi_{};
  std::size_t columns_ = 1, rows_ = 1;
  std::vector<std::uint32_t> begin_, end_, corners_;
};

}  // namespace abut::host
