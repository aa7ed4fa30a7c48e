// Tables 1 and 2 of Feng & Tan 2019.
#pragma once

#include <vector>

#include "bench/papers/feng_tan_bodies.h"

namespace abut::papers {

/// Mean updates of GJK without and with contact, mean iterations of EPA; 0: "-".
struct Printed {
  double apart, contact, epa;
};

struct PrintedGroup {
  int group;
  Printed stage[4];
};

/// `simulation`: 1 or 2.
inline std::vector<PrintedGroup> printed_groups(int simulation) {
  const auto group = [](Kind a, Kind b) { return group_of(a, b); };
  constexpr Kind p5 = Kind::pyramid, p16 = Kind::prism, f16 = Kind::frustum, s = Kind::sphere;
  if (simulation == 1) {
    return {
        {group(p5, p5), {{3.65, 5.30, 1.29}, {3.69, 5.29, 1.54}, {3.67, 5.25, 1.56}, {3.67, 5.22, 1.62}}},
        {group(p5, p16), {{4.02, 6.18, 1.69}, {3.86, 6.26, 1.84}, {3.86, 6.26, 1.90}, {3.88, 6.23, 1.97}}},
        {group(p5, f16), {{4.00, 6.30, 1.61}, {3.89, 6.17, 1.84}, {3.85, 6.21, 1.90}, {3.82, 6.13, 1.97}}},
        {group(p16, p16), {{3.98, 6.86, 1.94}, {4.10, 6.69, 2.34}, {3.81, 6.46, 2.41}, {3.95, 6.48, 2.48}}},
        {group(p16, f16), {{4.14, 6.72, 2.18}, {3.81, 6.51, 2.32}, {3.93, 6.56, 2.28}, {3.81, 6.49, 2.45}}},
        {group(f16, f16), {{4.08, 6.70, 1.91}, {3.78, 6.45, 2.33}, {3.82, 6.42, 2.23}, {3.78, 6.45, 2.41}}},
    };
  }
  return {
      {group(p5, p5), {{3.51, 5.40, 1.20}, {3.85, 5.23, 1.52}, {3.65, 5.27, 1.51}, {3.65, 5.27, 1.55}}},
      {group(p5, p16), {{3.84, 6.43, 1.30}, {3.81, 6.13, 1.91}, {3.85, 6.25, 1.84}, {3.80, 6.25, 1.85}}},
      {group(p16, p16), {{3.81, 6.79, 1.82}, {3.93, 6.55, 2.38}, {3.93, 6.67, 2.14}, {3.89, 6.59, 2.15}}},
      {group(p5, s), {{4.05, 11.2, 0}, {4.38, 9.90, 0}, {4.56, 9.70, 0}, {4.46, 9.62, 0}}},
      {group(p16, s), {{4.26, 10.6, 0}, {4.47, 9.89, 0}, {4.65, 9.65, 0}, {4.59, 9.53, 0}}},
  };
}

}  // namespace abut::papers
