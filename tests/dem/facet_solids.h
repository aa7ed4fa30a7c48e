// Scenes of solids that meet facet by facet.
#pragma once

#include <algorithm>

#include "abut/abut.h"
#include "abut/facet_contacts.h"
#include "examples/dem/mass.h"
#include "examples/dem/rotation.h"
#include "examples/dem/scene.h"

namespace dem::test {

/// Adds a solid of this mesh, in the frame of its principal axes, its farthest corner at `radius`. Walls come first.
inline std::uint32_t add_solid(Scene& scene, abut::Mesh mesh, double radius, Vector position) {
  const MassProperties whole = mass_properties(mesh);
  double size = 0;
  for (const Vector& v : mesh.vertices) size = std::max(size, abut::length(v - whole.centre));
  const double scale = radius / size;
  for (Vector& v : mesh.vertices) v = abut::rotate_back(whole.axes, v - whole.centre) * scale;
  const double density = scene.settings.material.density;
  const BodyConstants own = solid_constants(whole.volume, whole.moments, density, scale, radius);
  scene.shapes.add_hull(mesh.vertices);
  scene.facets.push_back(std::move(mesh));
  return scene.add_in_parts(1, own, position);
}

/// Without gravity and damping, for bodies by facets.
inline Settings facets_in_space() {
  Settings s;
  s.contacts = Settings::facets;
  set_facet_defaults(s);
  s.gravity = {0, 0, 0};
  s.material.restitution = 1, s.material.friction = 0;
  return s;
}

/// Contacts of one step, made anew from the poses.
struct Fresh {
  std::vector<abut::Pair> pairs;
  abut::FacetContacts<double> found, all;  ///< of features, and all pairs of facets
};
inline Fresh fresh(const Scene& scene, const std::vector<BodyState>& states, std::uint32_t born) {
  abut::BodySet bodies;
  abut::FacetTrees trees;
  for (std::uint32_t i = 0; i < born; ++i) {
    const bool wall = i < scene.walls;
    bodies.add({states[i].position, rotation_of(states[i])}, i, {.groups = wall ? 2u : 1u, .meets = wall ? 1u : 3u});
    if (!wall) trees.set_mesh(scene.shapes, i, *scene.facets_of(i), {.flatness = facet_flatness});
  }
  const abut::PartsView parts = bodies.parts();
  Fresh out;
  out.pairs = abut::find_pairs(abut::Cpu{1}, scene.shapes.headers(), parts, scene.settings.zone);
  trees.build(abut::Cpu{1}, scene.shapes, parts, out.pairs);
  out.found = abut::find_facet_contacts<double>(abut::Cpu{1}, trees, parts, {out.pairs},
                                                {.alert_distance = scene.settings.zone});
  out.all = abut::find_facet_contacts<double>(abut::Cpu{1}, trees, parts, {out.pairs},
                                              {.alert_distance = scene.settings.zone, .contacts = false});
  return out;
}

/// Grains that meet facet by facet.
inline Settings few_grains(std::uint64_t bodies, double seconds) {
  Settings s;
  s.preset = Settings::grains, s.contacts = Settings::facets;
  set_facet_defaults(s);
  s.bodies = bodies, s.seconds = seconds;
  return s;
}

}  // namespace dem::test
