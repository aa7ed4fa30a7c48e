// Two sand grains that fall on a plate (Montanari 2017, 4.4), rigid, with forces by penalty; at each step the pairs
// that are known to be apart are left out by `PairFilter`, and the bound that it holds is compared with the exact
// distance.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "abut/contacts/pair_filter.h"
#include "abut/detect.h"
#include "bench/papers/rigid_body.h"

namespace abut::papers {

/// Millimetres, milligrams and seconds. The plate and the time step are the thesis's, and its picture says when grains
/// meet: its unit of time is not that of a fall on Earth, so gravity is such that the upper grain is on the lower one
/// after about a second.
struct FallingGrains {
  double plate_half = 0.25, plate_thickness = 0.04;
  double size = 0.1;       ///< of a grain: half the diagonal of its box
  double gravity = 0.6;    ///< mm / s^2
  double density = 2.65;   ///< mg / mm^3
  double stiffness = 400;  ///< mg / s^2
  double damping = 0.4;    ///< mg / s
  double friction = 0.3;
  double step = 4.0 / 45000;
  double zone = 2e-3;  ///< mm: what the narrow search looks at; 0: no pair leaves the broad search
};

/// What became of one pair. Data only.
struct FallingPair {
  Pair pair;
  std::uint64_t apart = 0, in_contact = 0;  ///< steps
  std::uint64_t narrow = 0;                 ///< steps in the narrow search
  std::uint64_t exact_calls = 0;            ///< distances that the broad search asked for
  bool is_narrow = false;
  double least_slack = HUGE_VAL;               ///< exact distance less the filter's bound, at the least
  std::vector<std::array<double, 3>> history;  ///< time, exact distance, bound: while apart
};

class FallingGrainsRun {
 public:
  FallingGrainsRun(const FallingGrains& scene, const std::string& lower, const std::string& upper) : scene_(scene) {
    const double half = 0.5 * scene.plate_thickness;
    shapes_.add_box({scene.plate_half, scene.plate_half, half});
    bodies_.add({{0, 0, -half}, Pose{}.rotation}, 0);
    add_grain(lower, {0.01, 0.005, 0.28});
    add_grain(upper, {0.03, 0.02, 0.58});
    for (const Pair p : {Pair{0, 1}, Pair{0, 2}, Pair{1, 2}}) pairs.emplace_back().pair = p;
  }

  /// One step: both searches, push, move. `history`: how many steps there are between two lines of it; 0: none.
  void step(std::uint64_t history) {
    const auto view = shapes_.view<double>();
    const PartsView parts = bodies_.parts();
    broad_search(view, parts, history > 0 && steps_ % history == 0);
    for (FallingPair& p : pairs) {
      if (!p.is_narrow) continue;
      ++p.narrow;
      const Contact<double> c = query(view, parts, {&p.pair, 1}, scene_.zone)[0];
      if (c.separation <= 0)
        push(p.pair, c);
      else
        p.is_narrow = is_contact(c.status) && scene_.zone > 0;
    }
    move();
    ++steps_;
  }

  double time() const { return static_cast<double>(steps_) * scene_.step; }
  Vec3<double> centre(int grain) const { return grains_[grain].centre; }

  std::vector<FallingPair> pairs;

 private:
  void add_grain(const std::string& path, Vec3<double> centre) {
    Mesh mesh = weld(read_mesh(path));
    const MeshReport report = examine(mesh);
    for (Vec3<double>& v : mesh.vertices) v = v * (scene_.size / report.size);
    const std::uint32_t shape = shapes_.add_hull(mesh.vertices);
    const MassProperties m = mass_properties(shapes_, shape);
    const RigidBody g = rigid_body(m, scene_.density, centre);
    bodies_.add(pose_of(g), shape);
    grains_.push_back(g);
  }

  static Contacts<double> query(const ShapeSetView<double>& view, const PartsView& parts, std::span<const Pair> asked,
                                double alert) {
    Contacts<double> out(asked.size());
    QueryOptions options;
    options.alert_distance = alert;
    query_pairs<double>(Cpu{1}, view, parts, asked, options, out.view());
    return out;
  }

  /// Pairs that touch are narrow from here on. What the bound is held against does not count.
  void broad_search(const ShapeSetView<double>& view, const PartsView& parts, bool show) {
    std::vector<Pair> candidates, all;
    for (const FallingPair& p : pairs) {
      all.push_back(p.pair);
      if (!p.is_narrow) candidates.push_back(p.pair);
    }
    const std::span<const Pair> near = filter_.filter({view.headers, shapes_.size()}, parts, candidates, 0);
    const Contacts<double> found = query(view, parts, near, HUGE_VAL), exact = query(view, parts, all, HUGE_VAL);
    filter_.learn<double>(found.lower_bound);
    std::size_t broad = 0, asked = 0;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      FallingPair& p = pairs[i];
      const double distance = exact[i].separation;
      ++(distance > 0 ? p.apart : p.in_contact);
      if (p.is_narrow) continue;
      const double bound = filter_.clearances()[broad++];
      p.least_slack = std::min(p.least_slack, distance - bound);
      if (show && distance > 0) p.history.push_back({time(), distance, bound});
      if (asked == near.size() || !(near[asked].a == p.pair.a && near[asked].b == p.pair.b)) continue;
      ++p.exact_calls;
      p.is_narrow = !(found[asked++].separation > 0);
    }
  }

  /// A spring and a damper along the normal, and friction against the slip.
  void push(Pair pair, const Contact<double>& c) {
    RigidBody* const a = pair.a > 0 ? &grains_[pair.a - 1] : nullptr;
    RigidBody* const b = &grains_[pair.b - 1];
    const auto velocity = [&](const RigidBody* g) {
      return g == nullptr ? Vec3<double>{0, 0, 0} : velocity_at(*g, c.point);
    };
    const Vec3<double> slip = velocity(b) - velocity(a);
    const double opening = dot(slip, c.normal);
    const double pressed = std::max(-scene_.stiffness * c.separation - scene_.damping * opening, 0.0);
    const Vec3<double> along = slip - c.normal * opening;
    const double speed = length(along);
    // Slip slower than what a thousandth of the size a second is counts in proportion: no grain creeps back and forth.
    const double rubbed = scene_.friction * pressed * std::min(speed / (1e-2 * scene_.size), 1.0);
    const Vec3<double> force = c.normal * pressed - (speed > 0 ? along * (rubbed / speed) : along);
    push_at(*b, c.point, force);
    if (a != nullptr) push_at(*a, c.point, -force);
  }

  void move() {
    for (std::uint32_t i = 0; i < grains_.size(); ++i) {
      move_on(grains_[i], scene_.step, {0, 0, -scene_.gravity});
      bodies_.set_pose(i + 1, pose_of(grains_[i]));
    }
  }

  FallingGrains scene_;
  ShapeSet shapes_;
  BodySet bodies_;
  std::vector<RigidBody> grains_;
  PairFilter filter_{Cpu{1}};
  std::uint64_t steps_ = 0;
};

}  // namespace abut::papers
