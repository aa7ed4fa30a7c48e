// Closed forms of two equal bars that meet end to end, one at rest: what the benchmark of section 4.3.3 is held
// against.
#pragma once

#include <cmath>

namespace fem {

/// D'Alembert: the compression runs to both free ends and comes back as a release; the bars part after 2 l / c.
inline double wave_contact_time(double length, double speed) { return 2 * length / speed; }

/// One linear element a bar, half of its mass at either end, and a penalty per area between both, by eigenvectors: with
/// half of the relative velocity each comes to the plane in the middle. Data only.
struct PenaltyBars {
  double length, speed;  ///< of the wave
  double stiffness;      ///< penalty * length / Young's modulus

  /// Squared frequencies over 2 (speed / length)^2.
  double eigenvalue(int mode) const {
    return 1 + stiffness + (mode == 0 ? -1 : 1) * std::sqrt(1 + stiffness * stiffness);
  }
  double frequency(int mode) const { return std::sqrt(2 * eigenvalue(mode)) * speed / length; }

  /// How far an end has gone beyond the plane after `time`, for a velocity of 1.
  double depth(double time) const {
    return sum(
        time, [](double e) { return 1 - e; }, true);
  }
  /// Mean velocity of the bar, begun with 1.
  double mean_velocity(double time) const {
    return sum(
        time, [](double e) { return 1 - 0.5 * e; }, false);
  }

  /// When the ends are first back at the plane.
  double contact_time() const {
    const double step = 1e-3 / frequency(1);
    double t = step;
    while (depth(t) > 0) t += step;
    double low = t - step, high = t;
    for (int k = 0; k < 60; ++k) (depth(0.5 * (low + high)) > 0 ? low : high) = 0.5 * (low + high);
    return high;
  }

 private:
  // The eigenvector of e is (1, 1 - e): of the free end and the one in contact.
  template <class Of>
  double sum(double time, const Of& of, bool position) const {
    double out = 0;
    for (int mode = 0; mode < 2; ++mode) {
      const double e = eigenvalue(mode), w = frequency(mode), part = (2 - e) / (1 + (1 - e) * (1 - e));
      out += of(e) * part * (position ? std::sin(w * time) / w : std::cos(w * time));
    }
    return out;
  }
};

}  // namespace fem
