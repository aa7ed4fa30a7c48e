// A rigid sphere flies at a face that leans by 45 degrees, and goes up from there. Montanari 2017, section 4.3.2.
#pragma once

#include "examples/fem/run.h"

namespace fem {

/// Data only.
struct SphereSettings : Settings {
  double radius = 0.2;     ///< m; of the tetrahedron's density
  double speed = 1;        ///< m/s
  double stiffness = 1e8;  ///< of contact, N/m
  bool rigid = false;      ///< all nodes of the tetrahedron are held, not its base alone
};
SphereSettings sphere_settings();

/// Data only.
struct SphereSample {
  double time;
  Vector displacement;
  Energies energies;
};

/// Data only.
struct SphereFlight {
  Measures measures;
  std::vector<SphereSample> samples;       ///< of every step
  double mass = 0;                         ///< of the sphere, kg
  Vector before{0, 0, 0}, after{0, 0, 0};  ///< its velocity, m/s
  double deepest = 0;  ///< how far it has gone beyond where it would touch the tetrahedron at rest, along the normal, m
};

/// Body 0 is the tetrahedron, with its base, or all, held; ball 0 flies along x and would touch the middle of the face,
/// whose normal is (-1, 0, 1) / sqrt 2, at half of the time.
Problem sphere_problem(const SphereSettings& settings);
SphereFlight fly(const SphereSettings& settings);

/// Runs, prints, also for smaller spheres, and where `folder` is not empty writes sphere.svg and sphere.csv. Whether
/// all is finite and no element has been inverted.
bool report_sphere(const SphereSettings& settings, const std::string& folder);

}  // namespace fem
