// Sand is packed under a lid (Montanari 2017, 5.4): rigid grains of tomography with penalties between their facets.
// What is near is found by a tree for each grain's shape and what is kept from step to step (`FacetContactFinder`).
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "abut/detect.h"
#include "abut/facet_contact_finder.h"
#include "abut/pairs/pair_finder.h"
#include "bench/papers/rigid_body.h"
#include "examples/dem/grain_grid.h"
#include "examples/dem/remeshed.h"
#include "tests/support/random.h"

namespace abut::papers {

using dem::remeshed;

/// Lengths in the diameter of the sphere around a grain of the middle size, masses in its cube, and gravity is 1. The
/// distribution of sizes is that of Table 5.3, the box is square, and its lid is half as heavy as a layer of grains.
struct PackingScene {
  int grains = 100, level = 3;
  double zone = 0.01;      ///< facets push each other from this distance on
  double stiffness = 500;  ///< at half of the zone a pair bears about five times a grain's weight
  double damping = 5, friction = 0.3;
  double step = 0.0015;
  double fastest = 1.6;  ///< as in a thick fluid; a quarter of the zone a step
  int threads = 0;
};

/// Of a search, by the clock that it was given. Data only.
struct SearchTimes {
  double candidates = 0, facets = 0;
};

class PackingRun {
 public:
  PackingRun(const PackingScene& scene, const std::vector<std::string>& files)
      : scene_(scene), pairs_(Cpu{scene.threads}), finder_(Cpu{scene.threads}) {
    for (const std::string& file : files) {
      const Mesh grain = remeshed(weld(read_mesh(file)), scene.level);
      for (const double size : dem::packed_sizes) {
        Mesh mesh = grain;
        const auto place = dem::sized(grain, 0.5 * size);
        for (Vec3<double>& v : mesh.vertices) v = place(v);
        const std::uint32_t shape = shapes_.add_hull(mesh.vertices);
        trees_.set_mesh(shapes_, shape, mesh);
        mass_.push_back(mass_properties(mesh));
      }
    }
    place_grains(static_cast<std::uint32_t>(files.size()), 1.01 * dem::packed_sizes[0]);
    place_box();
  }

  /// What is near at the poses as they are.
  void search() {
    const PartsView parts = bodies_.parts();
    double start = clock_();
    candidates = pairs_.find(shapes_.headers(), parts, scene_.zone);
    times.candidates = clock_() - start;
    start = clock_();
    contacts =
        finder_.find<double>(shapes_, trees_, parts, candidates, {.alert_distance = scene_.zone, .contacts = false});
    times.facets = clock_() - start;
  }
  /// What `search` has found pushes the bodies, and they move.
  void advance() {
    push(), move();
    ++steps_;
  }

  /// Of a search: the candidates, the pairs with contacts and these.
  std::span<const Pair> candidates;
  std::span<const Pair> pairs() const { return finder_.pairs(); }
  FacetContacts<double> contacts;
  SearchTimes times;
  void set_clock(double (*clock)()) { clock_ = clock; }
  const FacetStepCounts& counts() const { return finder_.counts(); }

  const PackingScene& scene() const { return scene_; }
  const ShapeSet& shapes() const { return shapes_; }
  const BodySet& bodies() const { return bodies_; }
  FacetTrees& trees() { return trees_; }
  std::uint32_t grains() const { return static_cast<std::uint32_t>(grains_.size()); }
  double time() const { return static_cast<double>(steps_) * scene_.step; }
  double kinetic_energy() const {
    double sum = 0;
    for (const RigidBody& g : grains_) sum += papers::kinetic_energy(g);
    return sum;
  }
  /// Of the lid's lower face above the floor.
  double lid_height() const { return lid_; }
  /// Space between the grains, over their volume.
  double void_ratio() const {
    double solid = 0;
    for (const RigidBody& g : grains_) solid += g.mass;
    return width_ * width_ * lid_ / solid - 1;
  }

 private:
  /// On a grid of cells that hold the largest, turned at random: no two overlap.
  void place_grains(std::uint32_t kinds, double cell) {
    test::Random random(1);
    const dem::GrainGrid grid = dem::grain_grid(scene_.grains, kinds, cell, random);
    width_ = grid.width, lid_ = grid.top;
    for (const dem::GridGrain& g : grid.grains) {
      grains_.push_back(rigid_body(mass_[g.shape], 1, g.centre));
      grains_.back().rotation = g.rotation;
      bodies_.add(pose_of(grains_.back()), g.shape);
    }
  }

  /// Floor and walls, which do not meet each other, and a lid that goes up and down.
  void place_box() {
    const double half = 0.5 * width_, thick = 0.5;
    const auto add = [&](Vec3<double> at, Vec3<double> extents) {
      bodies_.add({at, Pose{}.rotation}, shapes_.add_box(extents), {.groups = 2, .meets = 1});
    };
    const double wide = half + 2 * thick, high = lid_ + 2;
    add({0, 0, -thick}, {wide, wide, thick});
    add({half + thick, 0, 0.5 * high}, {thick, wide, 0.5 * high});
    add({-half - thick, 0, 0.5 * high}, {thick, wide, 0.5 * high});
    add({0, half + thick, 0.5 * high}, {half, thick, 0.5 * high});
    add({0, -half - thick, 0.5 * high}, {half, thick, 0.5 * high});
    add({0, 0, lid_ + thick}, {half, half, thick});
    lid_mass_ = 0.2 * width_ * width_;
  }

  Vec3<double> velocity(std::uint32_t body, Vec3<double> point) const {
    if (body < grains()) return velocity_at(grains_[body], point);
    return {0, 0, body == bodies_.size() - 1 ? lid_velocity_ : 0};
  }
  void push_body(std::uint32_t body, Vec3<double> point, Vec3<double> force) {
    if (body < grains()) return push_at(grains_[body], point, force);
    if (body == bodies_.size() - 1) lid_force_ += force.z;
  }

  /// Springs and dampers along the normals and friction across them; the facets of a pair have a share each.
  void push() {
    const std::span<const Pair> near = finder_.pairs();
    for (std::size_t i = 0; i < near.size(); ++i) {
      const auto [a, b] = near[i];
      const double share = 1 / static_cast<double>(contacts.offsets[i + 1] - contacts.offsets[i]);
      const Vec3<double> origin = bodies_.pose(a).position;
      for (std::size_t k = contacts.offsets[i]; k < contacts.offsets[i + 1]; ++k) {
        const Vec3<double> n = contacts.normal[k], at = origin + contacts.point[k];
        const Vec3<double> slip = velocity(b, at) - velocity(a, at);
        const double opening = dot(slip, n);
        const double pressed =
            std::max(scene_.stiffness * (scene_.zone - contacts.separation[k]) - scene_.damping * opening, 0.0);
        const Vec3<double> along = slip - n * opening;
        const double speed = length(along);
        const double rubbed = scene_.friction * pressed * std::min(speed / scene_.zone, 1.0);
        const Vec3<double> force = (n * pressed - (speed > 0 ? along * (rubbed / speed) : along)) * share;
        push_body(b, at, force), push_body(a, at, -force);
      }
    }
  }

  void move() {
    const double h = scene_.step;
    for (std::uint32_t i = 0; i < grains(); ++i) {
      RigidBody& g = grains_[i];
      const double speed = length(g.velocity), turning = 0.5 * length(turning_of(g));
      if (speed > scene_.fastest) g.velocity = g.velocity * (scene_.fastest / speed);
      if (turning > scene_.fastest) g.spin = g.spin * (scene_.fastest / turning);
      move_on(g, h, {0, 0, -1});
      bodies_.set_pose(i, pose_of(g));
    }
    lid_velocity_ += (lid_force_ / lid_mass_ - 1) * h;
    lid_velocity_ = std::clamp(lid_velocity_, -scene_.fastest, scene_.fastest);
    lid_ += lid_velocity_ * h, lid_force_ = 0;
    const auto last = static_cast<std::uint32_t>(bodies_.size() - 1);
    Pose lid = bodies_.pose(last);
    lid.position.z = lid_ + 0.5;
    bodies_.set_pose(last, lid);
  }

  PackingScene scene_;
  ShapeSet shapes_;
  BodySet bodies_;
  FacetTrees trees_;
  PairFinder pairs_;
  FacetContactFinder finder_;
  std::vector<MassProperties> mass_;  ///< of the grains' shapes
  std::vector<RigidBody> grains_;
  double width_ = 0, lid_ = 0, lid_velocity_ = 0, lid_force_ = 0, lid_mass_ = 1;
  double (*clock_)() = [] { return 0.0; };
  std::uint64_t steps_ = 0;
};

}  // namespace abut::papers
