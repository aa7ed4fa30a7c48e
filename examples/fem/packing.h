// Deformable sand under a lid: solid grains of tomography fall into a box, and a lid on them. Montanari 2017,
// chapter 5.
//
// The thesis's scene: sizes of Table 5.3, frictionless, a lid that stays level. Quasi-static as explicit programs do
// it: the material is softer than the thesis's, so that the time of a fall takes few steps, and all moves as in a thick
// fluid, which brings it to rest. The lid is as heavy as that of bench/papers/packing.h: one of steel that falls with
// such a speed would go through grains of that material.
#pragma once

#include "abut/core/contact.h"
#include "examples/fem/run.h"

namespace fem {

/// Data only.
struct PackingSettings : Settings {
  int grains = 100;           ///< 1 or more
  int level = 1;              ///< of the grains' surfaces: 20 * 4^level facets; 0 to 4
  int layers = 1;             ///< of prisms in a grain, 0 to 8
  double radius = 2.5e-4;     ///< of the sphere around a grain of the middle size, m
  double gravity = 9.81;      ///< m/s^2
  double damping = 85;        ///< 1/s: the longest fall is at 1.6 diameters in the time of sqrt(diameter / gravity)
  double thickness = 1.5e-3;  ///< of the lid and the walls, m
  double lid = 0.2;           ///< its mass by area over density and diameter of grains: half of a layer of them
};
PackingSettings packing_settings();
/// Pa/m, that go with a material and a size of grains: as stiff as a layer of a 40th of the middle radius.
double packing_penalty(const PackingSettings& settings);
/// `Penalty::depth` for these grains, m.
double packing_depth(const PackingSettings& settings);
/// Until all lies: a fall at the greatest speed from the highest cell, and a while. Throws as `packing_scene`.
double packing_seconds(const PackingSettings& settings);

/// A problem and what is asked of it. Data only.
struct PackingScene {
  Problem problem;   ///< bodies: the grains, then the box with its floor, then the lid
  double width = 0;  ///< of the box, m; the floor is at z = 0
  double plane = 0;  ///< its y: the plane through the middle of a row of cells
};
/// Throws `InvalidInput` naming setting, value and what is allowed, and as `read_mesh`.
PackingScene packing_scene(const PackingSettings& settings);

/// Data only.
struct PackingSample {
  double time, lid;   ///< the height of its lower face, m
  double void_ratio;  ///< eq. 5.1, with the volumes of grains as they are
  Energies energies;
};

/// Data only.
struct Packing {
  PackingScene scene;
  Measures measures;
  std::size_t facets = 0, elements = 0;  ///< of a grain
  std::vector<PackingSample> samples;    ///< 500 or so, the first and the last step among them
  State end;
  std::vector<abut::Pair> contacts;  ///< of grains that press each other
  double among = 0;                  ///< coordination number, eq. 5.2: contacts with other grains
  double with_box = 0;               ///< and with the box and the lid
  double squeezed = 0;               ///< part of the grains' volume that is gone
  double stress = 0;                 ///< largest von Mises stress of an element of a grain, Pa
  double strain = 0;                 ///< largest magnitude of a principal logarithmic strain
  double outside = 0;                ///< how far a node is out of the box or above the lid's lower face, m; 0: none is
  std::uint64_t bits = 0;            ///< of all positions at the end: the same for the same way
};
/// Brings `out.stress` and `out.strain` up to those of the first `grains` bodies in this state. The strain is so much
/// off, as part of it, as volume has changed.
void look_at_stress(const System& system, const Material& material, std::uint32_t grains, const State& at,
                    Packing& out);

/// `watch` sees every sample.
Packing pack(const PackingSettings& settings, const std::function<void(const PackingSample&)>& watch = {});

/// Two pictures of a plane through a row of cells, at the start and at the end: what grains are there, by the stress of
/// their elements. Throws `FileError`.
void write_section(const std::string& path, const Packing& packing);

/// Runs, prints, and where `folder` is not empty writes packing.svg, packing_section.svg and packing.csv. Whether all
/// is finite, no element has been inverted, something is touched and no node is outside by `Penalty::depth`.
bool report_packing(const PackingSettings& settings, const std::string& folder);

}  // namespace fem
