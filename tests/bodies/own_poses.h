// A view of parts with poses of its own.
#pragma once

#include <cmath>
#include <vector>

#include "abut/bodies/parts_view.h"

namespace abut::test {

/// A view of parts whose poses are its own, none of them known yet.
class OwnPoses {
 public:
  explicit OwnPoses(const PartsView& like) : numbers_(15 * like.count, std::nan("")), view_(like) {
    const double* next = numbers_.data();
    const auto take = [&](const double*& array) {
      array = next;
      next += like.count;
    };
    take(view_.px), take(view_.py), take(view_.pz), take(view_.body_x), take(view_.body_y), take(view_.body_z);
    for (const double*& array : view_.r) take(array);
  }
  const PartsView& view() const { return view_; }

 private:
  std::vector<double> numbers_;
  PartsView view_;
};

}  // namespace abut::test
