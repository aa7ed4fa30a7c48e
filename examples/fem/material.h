// What bodies are made of: isotropic and linearly elastic, the Kirchhoff stress in the logarithmic strain.
#pragma once

#include <cmath>

namespace fem {

/// SI units. Data only. Defaults: the thesis's, with Young's modulus in Pa where it prints MPa
/// (docs/explanation/finite-elements.md).
struct Material {
  double young = 2.1e8;     ///< Pa, > 0
  double poisson = 0;       ///< > -1, < 0.5; the thesis gives none
  double density = 7.85e3;  ///< kg/m^3, > 0
};

/// Throws `InvalidInput` naming value and bound.
void check(const Material& material);

/// Lame's constants, Pa.
inline double shear_modulus(const Material& m) { return m.young / (2 * (1 + m.poisson)); }
inline double first_modulus(const Material& m) { return m.young * m.poisson / ((1 + m.poisson) * (1 - 2 * m.poisson)); }
/// Of a stress wave in a thin bar, m/s.
inline double bar_wave_speed(const Material& m) { return std::sqrt(m.young / m.density); }

}  // namespace fem
